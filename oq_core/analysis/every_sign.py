"""Signs of instances: drawn at random, or every one of them once where B allows."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

import numpy as np
import numpy.typing as npt

from oq_core.data.arrays import Array, check_alpha
from oq_core.data.scores import counted

#: Where signs come from: a random generator, or numbers of signs in order.
Source = np.random.Generator | Iterator[int]


def signs(count: int, instances: int, source: Source) -> Array:
    """So many draws of signs, (count, n): 1 or -1.

    Examples
    --------
    >>> signs(4, 2, iter(range(4))).tolist()
    [[1.0, 1.0], [-1.0, 1.0], [1.0, -1.0], [-1.0, -1.0]]
    """
    if isinstance(source, np.random.Generator):
        is_turned = source.random((count, instances)) < 0.5
    else:
        numbers = np.fromiter(islice(source, count), np.int64, count)
        is_turned = (numbers[:, None] >> np.arange(instances) & 1).astype(bool)
    return np.where(is_turned, -1.0, 1.0)


@dataclass(frozen=True)
class Draws:
    """How many signs are drawn, or all 2 ** n of them where B is as large.

    Attributes
    ----------
    instances : int
        n.
    trials : int
        B, or 2 ** n.
    seed : int or None
        None where every sign is taken once: chance plays no part.
    plus_one : bool
        Whether the observed signs are counted too; all signs have them already.

    Examples
    --------
    >>> Draws.of(6, 5000, seed=1)
    Draws(instances=6, trials=64, seed=None, plus_one=False)
    """

    instances: int
    trials: int
    seed: int | None
    plus_one: bool

    @classmethod
    def of(cls, instances: int, trials: int, seed: int, plus_one: bool = True) -> Draws:
        """All signs where there are at most B, and B random ones otherwise."""
        if instances < trials.bit_length():
            return cls(instances, 2**instances, None, plus_one=False)
        return cls(instances, trials, seed, plus_one)

    def p(self, counts: npt.NDArray[np.int64]) -> Array:
        """P-values of two-sided tests, none below that of so few instances."""
        return np.maximum(self.shares(counts), smallest_of_signs(self.instances))

    def shares(self, counts: npt.NDArray[np.int64]) -> Array:
        """P-values of one side: the share of draws, with the observed signs where they count."""
        found: Array = (counts + self.plus_one) / (self.trials + self.plus_one)
        return found


def smallest_of_signs(instances: int) -> float:
    """The smallest p-value that signs of n instances can show: 2 ** (1 - n).

    All plus and all minus are two of 2 ** n signs, as extreme as any.

    Examples
    --------
    >>> smallest_of_signs(5)
    0.0625
    """
    return 2.0 ** (1 - instances)


def fewest_instances(alpha: float) -> int:
    """How many instances signs need to show significance at alpha.

    Examples
    --------
    >>> from oq_core.analysis.every_sign import fewest_instances
    >>> fewest_instances(0.05), fewest_instances(0.0625)
    (6, 5)
    """
    return math.ceil(1 - math.log2(check_alpha(alpha)))


def check_instances(instances: int, alpha: float, unit: str, tests: int = 1) -> None:
    """Nothing, or the error that says that so few instances cannot show significance at alpha.

    Parameters
    ----------
    unit : str
        What they are: instances, or whole clusters.
    tests : int
        By how much Holm's adjustment multiplies the smallest p-value.

    Raises
    ------
    ValueError
        If they are fewer than `fewest_instances` at alpha / tests.

    Examples
    --------
    >>> from oq_core.analysis.every_sign import check_instances
    >>> check_instances(5, 0.05, "instance")
    Traceback (most recent call last):
    ...
    ValueError: random signs of 5 instances cannot show a p-value of 0.05 or less; at least 6 \
instances are needed
    """
    if instances < (fewest := fewest_instances(check_alpha(alpha) / tests)):
        of = f", as Holm multiplies it by {tests:,}" if tests > 1 else ""
        raise ValueError(
            f"random signs of {counted(instances, unit)} cannot show a p-value of "
            f"{alpha:g} or less{of}; at least {fewest} {unit}s are needed"
        )
