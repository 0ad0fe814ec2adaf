"""Confusion matrices to try the classification measures on.

Two kinds: what a typical system makes of any gold (`OC_PRESETS`), and situations that show what a
measure does or does not see (`OC_EXAMPLES`).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from oq_core.measures.examples import stored

Matrix = tuple[tuple[int, ...], ...]
Gold = Sequence[int]

#: Items of each class, lowest first, as many of each: a gold without imbalance.
BALANCED: tuple[int, ...] = (20, 20, 20, 20, 20)
#: Items of each class, lowest first, most of them in the middle: a gold with imbalance.
IMBALANCED: tuple[int, ...] = (2, 9, 50, 35, 4)


def perfect(gold: Gold) -> Matrix:
    """Every item in its own class, for L gold counts: a matrix (L, L), as for all presets."""
    return _matrix(np.diag(_counts(gold)))


def always(gold: Gold, position: int) -> Matrix:
    """Every item in the class of that position."""
    counts = _counts(gold)
    matrix = np.zeros((len(counts), len(counts)), dtype=np.int64)
    matrix[position] = counts
    return _matrix(matrix)


def always_neutral(gold: Gold) -> Matrix:
    """Every item in the middle class; of two middle ones, the lower."""
    return always(gold, (len(_counts(gold)) - 1) // 2)


def off_by_one(gold: Gold) -> Matrix:
    """No item in its own class, every one in a neighbouring class: half up, half down.

    An odd item goes up; the end classes have one neighbour only.
    """
    counts = _counts(gold)
    down = counts // 2
    down[0], down[-1] = 0, counts[-1]
    up = counts - down
    return _matrix(np.diag(up[:-1], k=-1) + np.diag(down[1:], k=1))


def shifted(gold: Gold) -> Matrix:
    """Every item one class too high, those of the highest class in their own."""
    counts = _counts(gold)
    matrix = np.diag(counts[:-1], k=-1)
    matrix[-1, -1] = counts[-1]
    return _matrix(matrix)


def at_random(gold: Gold, seed: int = 0) -> Matrix:
    """Every item in a class drawn at random, all equally likely.

    Parameters
    ----------
    gold : sequence of int, length L
        Items of each class.
    seed : int
        The same seed gives the same matrix.

    Returns
    -------
    tuple of tuples of int, shape (L, L)
    """
    counts = _counts(gold)
    classes = len(counts)
    generator = np.random.default_rng(seed)
    return _matrix(generator.multinomial(counts, np.full(classes, 1 / classes)).T)


def right_amounts(gold: Gold) -> Matrix:
    """A perfect quantifier that classifies as badly as one can.

    As many items in each class as the gold has, but each item as far from its own class as that
    allows: the items in the gold's order are given the classes in the reverse order.
    """
    counts = _counts(gold)
    in_order = np.repeat(np.arange(len(counts)), counts)
    matrix = np.zeros((len(counts), len(counts)), dtype=np.int64)
    np.add.at(matrix, (in_order[::-1], in_order), 1)
    return _matrix(matrix)


#: What a kind of system makes of any gold counts, by a name to show.
OC_PRESETS: dict[str, Callable[[Gold], Matrix]] = {
    "Perfect": perfect,
    "Always neutral": always_neutral,
    "Off by one": off_by_one,
    "Shifted": shifted,
    "Random": at_random,
    "Right amounts, wrong items": right_amounts,
}


def _counts(gold: Gold) -> npt.NDArray[np.int64]:
    counts = np.array(gold)
    if (
        counts.ndim != 1
        or len(counts) < 2
        or not np.issubdtype(counts.dtype, np.integer)
        or (counts < 0).any()
        or not counts.any()
    ):
        raise ValueError(
            "the gold must be two or more whole numbers of items, 0 or more and not all 0, "
            f"not {gold}"
        )
    return counts.astype(np.int64)


def _matrix(array: npt.NDArray[np.int64]) -> Matrix:
    return tuple(tuple(int(cell) for cell in row) for row in array)


@dataclass(frozen=True)
class ClassificationExample:
    """One or two systems' confusion matrices on the same gold.

    Attributes
    ----------
    name : str
        What it is about, with paper and place where one describes it.
    classes : tuple of str
        The L class labels, lowest first.
    a : tuple of tuples of int, shape (L, L)
        The first system's: rows its classes, columns the gold's.
    b : tuple of tuples of int, shape (L, L), or None
        A second system's, with the same column sums, where there is one.
    shows : str
        What to look for.

    Examples
    --------
    >>> made = ClassificationExample("right", ("low", "high"), ((3, 0), (0, 1)), None, "No error.")
    >>> made.a[0]
    (3, 0)
    """

    name: str
    classes: tuple[str, ...]
    a: Matrix
    b: Matrix | None
    shows: str


_STORED = stored(Path(__file__).with_suffix(".toml"), ClassificationExample)
#: Situations that ACL21 describes (in numbers of our own), then others.
OC_EXAMPLES: tuple[ClassificationExample, ...] = tuple(_STORED.values())
NEAR_OR_FAR, ALWAYS_NEUTRAL, ONE_CLASS_ALWAYS, TWO_MACROS, UNEQUAL_STEPS = (
    _STORED[key]
    for key in ("near_or_far", "always_neutral", "one_class_always", "two_macros", "unequal_steps")
)
