"""What NMD and RNOD do, step by step: earth that moves, and a look from each gold class."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from oq_core.data.arrays import Array
from oq_core.data.distributions import TIE_TOLERANCE, check_pair
from oq_core.measures.quantification.order_aware import equal_steps


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
    excess = estimated - gold
    found: list[Heap] = []
    source, target = 0, 0
    while True:
        while source < len(excess) and excess[source] <= TIE_TOLERANCE:
            source += 1
        while target < len(excess) and excess[target] >= -TIE_TOLERANCE:
            target += 1
        if source == len(excess) or target == len(excess):
            return tuple(found)
        amount = float(min(excess[source], -excess[target]))
        found.append(Heap(source, target, amount))
        excess[source] -= amount
        excess[target] += amount


@dataclass(frozen=True, eq=False)
class Views:
    """What RNOD sees from each class that has gold.

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
        """What each class sees in all, shape (V,). RNOD is the root of their mean over L - 1."""
        sums: Array = self.weighted.sum(axis=-1)
        return sums


def views(estimated: npt.ArrayLike, gold: npt.ArrayLike) -> Views:
    """What RNOD sees from each class that has gold, as RNOD22 defines it.

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
    >>> views([0.5, 0.0, 0.5], [1.0, 0.0, 0.0]).weighted
    array([[0. , 0. , 0.5]])
    """
    estimated, gold = check_pair(estimated, gold)
    classes = np.flatnonzero(gold > 0)
    return Views(classes, equal_steps(len(gold))[classes] * np.square(estimated - gold))
