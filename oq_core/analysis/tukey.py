"""The randomised, paired Tukey HSD test for all pairs of runs under many measures."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import partial
from itertools import count as count_from
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt
import scipy

from oq_core.analysis.pairs import PairTests, Rule, as_tests, named_as_scores
from oq_core.data.arrays import Array
from oq_core.data.scores import Scores
from oq_core.defaults import TRIALS
from oq_core.parallel import spread
from oq_core.progress import Progress, silent

Kind = TypeVar("Kind", bound=np.generic)

#: Trials that share one random stream. Fixed, so that neither the number of threads nor the
#: memory at hand can change a p-value.
_TRIALS_PER_STREAM = 128

#: Score cells permuted at once by a thread: few enough to stay in its cache.
_CELLS_AT_ONCE = 2**16

#: Threads at the most; the memory they need together is bounded by this too.
THREADS = min(4, os.cpu_count() or 1)

#: Differences this small beside the largest deviation are rounding.
_NOISE = 1e-12


@named_as_scores
def randomised_tukey_hsd(
    scores: Scores | npt.ArrayLike,
    trials: int = TRIALS,
    seed: int = 0,
    progress: Progress = silent,
    *,
    executor: Executor | None = None,
) -> PairTests | Array:
    """P-values of the randomised Tukey HSD test for every pair of runs.

    Each trial permutes the m scores within every instance and notes the difference between
    the largest and the smallest mean. The p-value of a pair is the share of trials in which
    that difference is at least the pair's own. It is two-sided and paired. All measures see the
    same permutations, so differences between measures are not Monte-Carlo noise.

    What is tested is that the runs are exchangeable within an instance, not that their means
    are equal. All runs are permuted together, so every p-value depends on which runs take part.

    Parameters
    ----------
    scores : Scores, or array_like of shape (K, n, m) or (n, m)
        Score matrices of K measures: n instances by m runs. Direction does not matter.
    trials : int
        Number of permutations, B in the papers.
    seed : int
        The same seed gives the same p-values, however the work is divided.
    progress : Progress, optional
        Called in this thread with the share that is done and words, as the work goes on. What
        it raises stops the test.
    executor : Executor, optional
        Computes the trials, on other processors or machines, say; threads of this process unless
        given. The p-values are the same.

    Returns
    -------
    PairTests, or ndarray of float64, shape (K, m, m) or (m, m)
        With names where `scores` has them. P-values are symmetric, 1 on the diagonal, and
        multiples of 1/trials. A 0 means "below 1/trials".

    Raises
    ------
    ValueError
        If there are fewer than two runs, no instance, a score that is not finite, or fewer than
        one trial.

    Notes
    -----
    Carterette, Multiple testing in statistical analysis of systems-based information
    retrieval experiments, ACM TOIS 30(1), 2012; used in ACL21, LQ21 and RNOD22. With two runs it
    is Fisher's paired randomisation test. Differences within 1e-12 of the largest deviation count
    as equal, so that rounding cannot break ties.

    Examples
    --------
    >>> from oq_core import randomised_tukey_hsd
    >>> p = randomised_tukey_hsd([[0.1, 0.9], [0.2, 0.8], [0.1, 0.7]], trials=1000)
    >>> bool(p[0, 1] > 0.1)  # three instances cannot show much
    True
    """

    def p_of(stack: Array) -> Array:
        deviations = deviations_within(stack)
        ranges = _permuted_ranges(deviations, trials, seed, progress, executor)
        p: Array = _counts_of_ranges(deviations, ranges) / trials
        return p

    return as_tests(scores, trials, Rule.TUKEY, p_of)


def deviations_within(stack: Array) -> Array:
    """Scores less the mean of their instance.

    Permuting within an instance leaves its mean alone; without it, equal runs are exactly 0.

    Examples
    --------
    >>> deviations_within(np.array([[[0.1, 0.3]]])).round(3).tolist()
    [[[-0.1, 0.1]]]
    """
    return stack - stack.mean(axis=-1, keepdims=True)


def _counts_of_ranges(deviations: Array, ranges: Array) -> npt.NDArray[np.int64]:
    """For every pair (K, m, m), in how many trials the range (trials, K) reaches it."""
    means = deviations.mean(axis=-2)
    tolerance = _NOISE * np.abs(deviations).max(axis=(-2, -1))
    observed = np.abs(means[:, :, None] - means[:, None, :]) - tolerance[:, None, None]
    ranges.sort(axis=0)
    reached = [
        len(ranges) - np.searchsorted(ranges[:, k], observed[k], side="left")
        for k in range(len(deviations))
    ]
    return np.stack(reached)


def _permuted_ranges(
    deviations: Array, trials: int, seed: int, progress: Progress, executor: Executor | None
) -> Array:
    """Largest minus smallest permuted mean: shape (trials, K)."""
    _, instances, runs = deviations.shape
    cells = np.ascontiguousarray(np.moveaxis(deviations, 0, -1))
    work = partial(_ranges, cells)
    return np.concatenate(
        list(over_streams(work, instances * runs, trials, seed, progress, executor))
    )


def _ranges(cells: Array, count: int, generator: np.random.Generator) -> Array:
    """The same of so many trials, of cells (n, m, K)."""
    means = dealt_means(cells, permutations(count, cells.shape[0], cells.shape[1], generator))
    return means.max(axis=1) - means.min(axis=1)


def over_streams(
    work: Callable[[int, Any], npt.NDArray[Kind]],
    cells: int,
    trials: int,
    seed: int | None,
    progress: Progress = silent,
    executor: Executor | None = None,
) -> Iterator[npt.NDArray[Kind]]:
    """What `work` gives for the trials of each stream, by threads or an executor, in order.

    `work` takes a number of trials, of which few enough are asked for at once, and a random
    generator; or, where the seed is None, an iterator over the trials' own numbers.

    Examples
    --------
    >>> blocks = over_streams(lambda count, _: np.ones(count), 1, 300, seed=0)
    >>> [len(block) for block in blocks]
    [128, 128, 44]
    """
    starts = range(0, trials, _TRIALS_PER_STREAM)
    streams = starts if seed is None else np.random.SeedSequence(seed).spawn(len(starts))
    given = [
        (min(_TRIALS_PER_STREAM, trials - start), stream)
        for start, stream in zip(starts, streams, strict=True)
    ]
    function = partial(_of_stream, work, max(1, _CELLS_AT_ONCE // cells))
    done = 0

    def tell(count: int) -> None:
        nonlocal done
        done += count
        progress(done / trials, f"{done:,} of {trials:,} trials")

    if executor is not None:
        for block, (count, _) in zip(spread(function, given, executor), given, strict=True):
            yield block
            tell(count)
        return
    with ThreadPoolExecutor(THREADS) as pool:
        try:
            for block, (count, _) in zip(pool.map(function, given), given, strict=True):
                yield block
                tell(count)
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def _of_stream(
    work: Callable[[int, Any], npt.NDArray[Kind]],
    at_once: int,
    given: tuple[int, np.random.SeedSequence | int],
) -> npt.NDArray[Kind]:
    """What `work` gives for the trials of one stream."""
    trials, stream = given
    source: Any
    if isinstance(stream, int):
        source = count_from(stream)
    else:
        source = np.random.Generator(np.random.SFC64(stream))
    counts = [min(at_once, trials - first) for first in range(0, trials, at_once)]
    return np.concatenate([work(count, source) for count in counts])


def dealt_means(cells: Array, slots: npt.NDArray[np.int32]) -> Array:
    """Means of permuted runs under all measures: (n, m, K) and (trials, n, m) to (trials, m, K).

    `slots` says to which run each cell is dealt; it is overwritten.

    Examples
    --------
    >>> cells, slots = np.array([[[0.1], [0.3]]]), np.array([[[1, 0]]], dtype=np.int32)
    >>> dealt_means(cells, slots).tolist()
    [[[0.3], [0.1]]]
    """
    instances, runs, measures = cells.shape
    trials = len(slots)
    # Column (instance, run) of this 0/1 matrix says, for every trial, to which run the cell is
    # dealt. 32-bit places throughout: scipy would otherwise check and convert them at a cost.
    slots += np.arange(0, trials * runs, runs, dtype=np.int32)[:, None, None]
    rows = slots.transpose(1, 2, 0).ravel()
    ends = np.arange(0, rows.size + 1, trials, dtype=np.int32)
    shape = trials * runs, instances * runs
    dealt = scipy.sparse.csc_array((np.ones(rows.size), rows, ends), shape=shape)
    sums = dealt @ cells.reshape(instances * runs, measures)
    return sums.reshape(trials, runs, measures) / instances


def permutations(
    count: int, instances: int, runs: int, generator: np.random.Generator
) -> npt.NDArray[np.int32]:
    """Random permutations of 0..m-1, shape (count, n, m).

    Examples
    --------
    >>> drawn = permutations(5, 4, 3, np.random.default_rng(0))
    >>> drawn.shape, np.unique(np.sort(drawn)).tolist()
    ((5, 4, 3), [0, 1, 2])
    """
    # Sorting keys made of random high bits and the run's number in the low bits gives a
    # permutation per row without an indirect sort. Two equal draws would keep their order;
    # the width makes that rarer than one row in 10,000.
    word: type[np.unsignedinteger] = np.uint32 if runs <= 64 else np.uint64
    low = word((1 << (runs - 1).bit_length()) - 1)
    # Drawn as 64-bit numbers, of which each makes two short keys: twice as fast. Every trial
    # starts on a new one, so that it does not matter how many are drawn at once.
    cells = instances * runs
    numbers = -(-cells * word(0).itemsize // 8)
    top = np.iinfo(np.uint64).max
    drawn = generator.integers(0, top, (count, numbers), np.uint64, endpoint=True)
    keys = drawn.view(word)[:, :cells].reshape(count, instances, runs)
    keys &= ~low
    keys |= np.arange(runs, dtype=word)
    keys.sort(axis=-1)
    keys &= low
    return keys.astype(np.int32)
