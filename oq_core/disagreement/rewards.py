"""The answers that measures reward where the gold is a few votes drawn from a distribution.

The best answer has the smallest expected score over such golds. Under a proper score it is the
distribution itself, however few the votes are; under others it may be sharper or flatter.

T. Gneiting and A. E. Raftery. Strictly Proper Scoring Rules, Prediction, and Estimation. Journal of
the American Statistical Association 102 (2007).
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import scipy

from oq_core.data.arrays import Array
from oq_core.data.distributions import check_distributions
from oq_core.data.grids import simplex_grid, vote_grid
from oq_core.measures.quantification import Measures, measures_of

#: Parts of a share, of which the answers that are tried are made.
PARTS = 60
#: Expected scores, and chances, that differ by less are the same.
_SAME = 1e-10


def nmd_rewards(distributions: npt.ArrayLike, votes: npt.ArrayLike) -> Array:
    """The best answers under NMD, closed: at each cut of the scale the median of a binomial.

    NMD adds up, over the cuts, how far the cumulative share is from the gold's, which is a binomial
    number over n. A median has the smallest expected absolute error; medians grow with the cut, so
    that together they make a distribution.

    Parameters
    ----------
    distributions : array_like, shape (..., L)
        What votes are drawn from.
    votes : array_like of int, shape (...)
        Votes of each gold, 1 or more.

    Returns
    -------
    ndarray of float64, shape (..., L)
        Of equally good answers that nearest to the distribution.

    Raises
    ------
    ValueError
        If something is no distribution, or there is no vote.

    Examples
    --------
    Nine of ten people say the first class: of one vote, it is best to say that all do.

    >>> nmd_rewards([0.9, 0.1], 1).tolist()
    [1.0, 0.0]
    """
    shares = check_distributions(distributions, "distributions")
    n = np.asarray(votes, dtype=np.int64)[..., None]
    if (n < 1).any():
        raise ValueError("a gold of no vote rewards nothing: give 1 vote or more")
    below = np.clip(np.cumsum(shares, axis=-1)[..., :-1], 0, 1)
    draws = scipy.stats.binom(n, below)
    low = draws.ppf(0.5)
    # Where a cut has exactly half below, all up to the next number are medians.
    high = low + (np.abs(draws.cdf(low) - 0.5) < _SAME)
    medians = np.clip(below, low / n, high / n)
    return np.diff(medians, axis=-1, prepend=0, append=1)


def rewards(distribution: npt.ArrayLike, votes: int, measures: Measures | None = None) -> Array:
    """The best answers over three classes, by every gold and every answer on a grid.

    Parameters
    ----------
    distribution : array_like, shape (3,)
        What votes are drawn from.
    votes : int
        Votes of each gold, 1 or more.
    measures : iterable of str or Measure, or one of them, optional
        Keys of `MEASURES` and records of one's own; all of the registry unless given.

    Returns
    -------
    ndarray of float64, shape (K, 3)
        The best of all answers in parts of 1/60, of the golds, where the medians of `nmd_rewards`
        are, and of the distribution itself: exact among these. Of equally good ones that nearest
        to the distribution.

    Raises
    ------
    ValueError
        If it is no distribution over three classes, there is no vote or a measure is unknown.

    Examples
    --------
    RPS rewards the distribution, however few votes there are; NMD is best served by one class.

    >>> rewards([0.7, 0.2, 0.1], 1, ["RPS", "NMD"]).tolist()
    [[0.7, 0.2, 0.1], [1.0, 0.0, 0.0]]
    """
    shares = check_distributions(distribution, "distribution")
    if shares.shape != (3,):
        raise ValueError(f"the distribution must be (3,), not {shares.shape}")
    counts = vote_grid(3, votes)
    golds, chances = counts / votes, scipy.stats.multinomial.pmf(counts, votes, shares)
    answers = np.concatenate([simplex_grid(PARTS), golds, shares[None]])
    far = np.abs(answers - shares).sum(axis=-1)
    expected = [m.function(answers[:, None], golds) @ chances for m in measures_of(measures)]
    rows = [np.where(each <= each.min() + _SAME, far, np.inf).argmin() for each in expected]
    return answers[rows]
