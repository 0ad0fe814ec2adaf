"""Where work is computed: in this process, or by any executor of `concurrent.futures`."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from functools import partial
from typing import TypeVar

import numpy as np

from oq_core.data.arrays import Array, resampled_counts

Item = TypeVar("Item")
Result = TypeVar("Result")

#: Tasks that work is divided into at the most, as each carries its data along.
_TASKS = 32


def spread(
    function: Callable[[Item], Result], given: Sequence[Item], executor: Executor | None
) -> Iterator[Result]:
    """Yield a function's result for each of what is given, in order.

    Parameters
    ----------
    function : callable
        Computes the same wherever it runs. Other processes must be able to import it.
    given : sequence
    executor : Executor, optional
        Computes it in tasks of several; without one it is computed here, one after the other.

    Yields
    ------
    object

    Examples
    --------
    >>> from concurrent.futures import ThreadPoolExecutor
    >>> with ThreadPoolExecutor() as threads:
    ...     list(spread(abs, [-1, 2, -3], threads))
    [1, 2, 3]
    """
    if executor is None:
        yield from map(function, given)
        return
    size = max(1, -(-len(given) // _TASKS))
    groups = [given[start : start + size] for start in range(0, len(given), size)]
    for found in executor.map(partial(_each, function), groups):
        yield from found


def over_resamples(
    function: Callable[[Array], Array],
    items: int,
    samples: int,
    at_once: int,
    seed: int,
    executor: Executor | None,
) -> Array:
    """Return what a function gives for resamples of items, sample after sample.

    Parameters
    ----------
    function : callable
        Takes how often each item is drawn, of shape (some samples, items), and gives an array of
        as many rows.
    items, samples : int
    at_once : int
        How many samples it is given; one at least.
    seed : int
    executor : Executor, optional
        As in `spread`.

    Examples
    --------
    >>> over_resamples(lambda counts: counts.sum(axis=1), 3, samples=5, at_once=2, seed=0,
    ...                executor=None).tolist()
    [3.0, 3.0, 3.0, 3.0, 3.0]
    """
    generator = np.random.default_rng(seed)
    blocks = ranges(samples, max(1, at_once))
    drawn = [resampled_counts(items, end - start, generator) for start, end in blocks]
    return np.concatenate(list(spread(function, drawn, executor)))


def _each(function: Callable[[Item], Result], given: Sequence[Item]) -> list[Result]:
    return [function(each) for each in given]


def ranges(count: int, size: int) -> list[tuple[int, int]]:
    """Return the first number and the number after the last of each block.

    Examples
    --------
    >>> ranges(5, 2)
    [(0, 2), (2, 4), (4, 5)]
    """
    return [(start, min(start + size, count)) for start in range(0, count, size)]


def random_rows(seed: int, rows: tuple[int, int], length: int) -> Array:
    """Return rows of random numbers in [0, 1): a block of one long stream.

    Parameters
    ----------
    seed : int
    rows : tuple of two int
        The first row, and the row after the last.
    length : int
        Numbers in a row.

    Returns
    -------
    ndarray of float64, shape (rows, length)
        The same numbers whichever other rows are drawn, where, and in what order.

    Examples
    --------
    >>> whole = random_rows(7, (0, 4), 3)
    >>> bool((random_rows(7, (1, 3), 3) == whole[1:3]).all())
    True
    """
    generator = np.random.PCG64(seed).advance(rows[0] * length)
    return np.random.Generator(generator).random((rows[1] - rows[0], length))
