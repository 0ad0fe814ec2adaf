"""What measures do, step by step: earth that moves, looks from gold classes, bins, and orders."""

from dataclasses import dataclass
from itertools import combinations
from typing import Literal

import numpy as np
import numpy.typing as npt

from oq_core.data.arrays import Array
from oq_core.data.distributions import check_pair, class_preferences
from oq_core.measures.quantification.bins import bits
from oq_core.measures.quantification.order_aware import equal_steps
from oq_core.measures.workings.match_distance import earth_moves


@dataclass(frozen=True)
class Heap:
    """Some of an estimate that goes from one class to another.

    Attributes
    ----------
    source, target : int
        Positions of the classes.
    amount : float
        Probability that moves.
    """

    source: int
    target: int
    amount: float

    @property
    def cost(self) -> float:
        """Amount times the number of borders between classes that are crossed."""
        return self.amount * abs(self.target - self.source)


def heaps(estimated: npt.ArrayLike, gold: npt.ArrayLike) -> tuple[Heap, ...]:
    """Moves that turn an estimate into the gold at the lowest cost there is, lowest class first.

    Their costs sum to NMD times L - 1: a heap goes from the lowest class that has too much to
    the lowest that has too little.

    Parameters
    ----------
    estimated, gold : array_like, shape (L,)
        Distributions.

    Raises
    ------
    ValueError
        If they are not two distributions over the same classes.

    Examples
    --------
    >>> heaps([0.0, 0.5, 0.5], [0.5, 0.5, 0.0])
    (Heap(source=2, target=0, amount=0.5),)
    """
    estimated, gold = check_pair(estimated, gold)
    return tuple(Heap(*move) for move in earth_moves(estimated - gold))


@dataclass(frozen=True, eq=False)
class Views:
    """What RNOD sees from each class that has gold, and RNADW from each class.

    Attributes
    ----------
    classes : ndarray of int, shape (V,)
        Positions of these classes.
    weighted : ndarray of float64, shape (V, L)
        Squared error of each class times its distance from the class it is seen from.
    """

    classes: npt.NDArray[np.int64]
    weighted: Array

    @property
    def sums(self) -> Array:
        """What each class sees in all, shape (V,). The root of their mean over L - 1 scores."""
        sums: Array = self.weighted.sum(axis=-1)
        return sums


def views(
    estimated: npt.ArrayLike, gold: npt.ArrayLike, measure: Literal["RNOD", "RNADW"] = "RNOD"
) -> Views:
    """What RNOD sees from each class that has gold, or RNADW from each class, as in RNOD22.

    Parameters
    ----------
    estimated, gold : array_like, shape (L,)
        Distributions.
    measure : {"RNOD", "RNADW"}

    Raises
    ------
    ValueError
        If they are not two distributions over the same classes.

    Examples
    --------
    >>> views([0.5, 0.0, 0.5], [1.0, 0.0, 0.0]).weighted
    array([[0. , 0. , 0.5]])
    """
    estimated, gold = check_pair(estimated, gold)
    classes = np.flatnonzero((gold > 0) | (measure == "RNADW"))
    return Views(classes, equal_steps(len(gold))[classes] * np.square(estimated - gold))


def bins(
    estimated: npt.ArrayLike, gold: npt.ArrayLike, measure: Literal["NVD", "RNSS", "JSD"]
) -> Array:
    """What each class adds to a measure that compares it with itself alone, shape (L,), from 0 on.

    NVD and JSD are the sum, RNSS is its root.

    Parameters
    ----------
    estimated, gold : array_like, shape (L,)
        Distributions.
    measure : {"NVD", "RNSS", "JSD"}

    Raises
    ------
    ValueError
        If they are not two distributions over the same classes.

    Examples
    --------
    >>> bins([0.0, 0.5, 0.5], [0.5, 0.5, 0.0], "NVD")
    array([0.25, 0.  , 0.25])
    """
    estimated, gold = check_pair(estimated, gold)
    if measure == "JSD":
        return np.maximum(bits(estimated, gold), 0)
    return np.abs(estimated - gold) ** (1 if measure == "NVD" else 2) / 2


@dataclass(frozen=True)
class Order:
    """A pair of classes, and which of them has more.

    Attributes
    ----------
    classes : tuple of two int
        Positions, the lower first.
    estimated, gold : int
        1 where the first has more, -1 where the second has, 0 where neither has.
    """

    classes: tuple[int, int]
    estimated: int
    gold: int


def orders(estimated: npt.ArrayLike, gold: npt.ArrayLike) -> tuple[Order, ...]:
    """All pairs of classes, as DNKT looks at them.

    Parameters
    ----------
    estimated, gold : array_like, shape (L,)
        Distributions.

    Raises
    ------
    ValueError
        If they are not two distributions over the same classes.

    Examples
    --------
    >>> orders([0.4, 0.6], [0.5, 0.5])
    (Order(classes=(0, 1), estimated=-1, gold=0),)
    """
    estimated, gold = check_pair(estimated, gold)
    sides = (class_preferences(each).tolist() for each in (estimated, gold))
    return tuple(
        Order(*each) for each in zip(combinations(range(len(gold)), 2), *sides, strict=True)
    )
