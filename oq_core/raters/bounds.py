"""Bounds of what the truth would score that take no model of how raters differ."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np
import scipy

from oq_core.data.arrays import Array
from oq_core.measures.quantification.bins import bits
from oq_core.raters.drawing import Votes
from oq_core.raters.prior import evenly

#: Shares of raters that are tried, beside those that ratings can have.
_GRID = np.sin(np.linspace(0, np.pi / 2, 161)) ** 2
#: At most so many constraints for each cut, and so many numbers of ratings.
_MOST_CONSTRAINTS, MOST_SIZES = 30, 6


class Parts(NamedTuple):
    """A measure that is a sum over cuts of the scale, or over classes.

    Attributes
    ----------
    by_cuts : bool
        Whether its terms are of the shares up to a class, or of the shares of a class.
    term : callable
        A term (...) from an estimated share and the gold's, both (...).
    mean : bool
        Whether it is the mean of its terms, or their sum.
    """

    by_cuts: bool
    term: Callable[[Array, Array], Array]
    mean: bool


#: The measures that are such sums, by key.
PARTS: Mapping[str, Parts] = {
    "NMD": Parts(True, lambda share, gold: np.abs(share - gold), True),
    "NVD": Parts(False, lambda share, gold: np.abs(share - gold) / 2, False),
    "JSD": Parts(False, bits, False),
}


def bound(votes: Votes, key: str, confidence: float) -> tuple[float, float]:
    """Ends between which the truth would score, whatever the distributions of all raters are.

    Parameters
    ----------
    votes : ndarray of int64, shape (n, L)
    key : str
        Of `PARTS`.
    confidence : float
        In (0, 1): the least share of campaigns for which both ends are right.

    Returns
    -------
    tuple of float
        NaN where instances have more than six numbers of ratings, or where no independent
        ratings could have such votes.

    Notes
    -----
    Of the instances with n ratings, those up to a cut are binomial with a share that varies over
    instances in an unknown way. The lowest and the highest mean of a term over all such ways are
    linear programs (`scipy.optimize.linprog`) over a grid of shares. Their constraints: at each
    count, how many instances have no more is within the exact interval of Clopper and Pearson,
    1934, at a level that is shared by all constraints (Bonferroni). The sum of the terms' ends is
    wider than need be, as terms could not all be there at once.

    Examples
    --------
    >>> votes = np.random.default_rng(0).binomial(20, 0.5, 500)
    >>> low, high = bound(np.stack([votes, 20 - votes], axis=1), "NMD", 0.95)
    >>> low < 0.088 < high
    True
    """
    parts = PARTS[key]
    shares = np.cumsum(votes, axis=1)[:, :-1] if parts.by_cuts else votes
    sizes = votes.sum(axis=1)
    numbers, times = np.unique(sizes, return_counts=True)
    if len(numbers) > MOST_SIZES:
        return float("nan"), float("nan")
    # Counts at which instances are compared with what shares would give.
    steps = [evenly(int(number), _MOST_CONSTRAINTS) for number in numbers]
    level = (1 - confidence) / (shares.shape[1] * sum(map(len, steps)))
    ends = np.zeros(2)
    for number, count, asked in zip(numbers, times, steps, strict=True):
        grid = np.union1d(_GRID, np.arange(number + 1) / number)
        terms = _expected_terms(parts, grid, int(number))
        below = scipy.stats.binom.cdf(asked[:, None], number, grid)
        for column in shares[sizes == number].T:
            seen = (column <= asked[:, None]).sum(axis=1)
            ends += count / len(votes) * _program(terms, below, seen, int(count), level)
    return tuple((ends / (shares.shape[1] if parts.mean else 1)).tolist())


def _expected_terms(parts: Parts, grid: Array, number: int) -> Array:
    """A term's mean over so many ratings drawn from each share of the grid."""
    counts = np.arange(number + 1)
    return (
        scipy.stats.binom.pmf(counts, number, grid[:, None])
        * parts.term(grid[:, None], counts / number)
    ).sum(axis=1)  # fmt: skip


def _program(terms: Array, below: Array, seen: Array, count: int, level: float) -> Array:
    """The lowest and the highest mean of the terms (2,); NaN where nothing meets what was seen."""
    low = np.nan_to_num(scipy.stats.beta.ppf(level / 2, seen, count - seen + 1), nan=0.0)
    high = np.nan_to_num(scipy.stats.beta.ppf(1 - level / 2, seen + 1, count - seen), nan=1.0)
    found = [
        scipy.optimize.linprog(
            sign * terms, A_ub=np.concatenate([below, -below]), b_ub=np.concatenate([high, -low]),
            A_eq=np.ones((1, len(terms))), b_eq=[1], bounds=(0, 1),
        )
        for sign in (1, -1)
    ]  # fmt: skip
    if not all(each.success for each in found):
        return np.full(2, np.nan)
    return np.array([found[0].fun, -found[1].fun])
