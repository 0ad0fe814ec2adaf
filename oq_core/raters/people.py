"""What people score: one rater against the others, and half of them against the other half."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from oq_core.data.arrays import Array
from oq_core.measures.quantification import Measures, measures_of
from oq_core.raters.drawing import as_shares, check_votes, chosen_of, scored

#: Random splits are repeated until about so many halves were scored.
_SPLITS_SCORED = 20_000


def one_rater(votes: npt.ArrayLike, measures: Measures | None = None) -> Array:
    """Score of one rater against the others of the instance, a mean over its raters.

    Parameters
    ----------
    votes : array_like of int, shape (n, L)
    measures : iterable of str or Measure, or one of them, optional
        Keys of `MEASURES` and records of one's own; all of the registry unless told otherwise.

    Returns
    -------
    ndarray of float64, shape (K, n)
        0 or more, smaller is better; NaN where an instance has one rating.

    Raises
    ------
    ValueError
        If a measure is unknown, or the votes are none.

    Notes
    -----
    Each rating in turn is the estimate, a distribution with one class; the distribution of the
    others is the gold. It is exact: nothing is drawn.

    Examples
    --------
    >>> from oq_core.raters import one_rater
    >>> one_rater([[1, 1], [2, 0], [1, 0]], "NMD").tolist()
    [[1.0, 0.0, nan]]
    """
    counts, chosen = check_votes(votes), measures_of(measures)
    sizes = counts.sum(axis=1)
    rows, codes = np.nonzero(counts * (sizes > 1)[:, None])
    own = np.eye(counts.shape[1])[codes]
    scores = scored(chosen, own, as_shares(counts[rows] - own))
    weights = counts[rows, codes] / sizes[rows]
    sums = [np.bincount(rows, each * weights, len(counts)) for each in scores]
    return np.where(sizes > 1, np.stack(sums), np.nan)


def half_of_raters(
    votes: npt.ArrayLike,
    measures: Measures | None = None,
    repeats: int | None = None,
    seed: int = 0,
) -> Array:
    """Score of half of the raters against the other half, a mean over random halves.

    Parameters
    ----------
    votes : array_like of int, shape (n, L)
        Of an odd number of ratings, the smaller part is the estimate.
    measures : iterable of str or Measure, or one of them, optional
        Keys of `MEASURES` and records of one's own; all of the registry unless told otherwise.
    repeats : int, optional
        Random halves of every instance; unless given, as many as make 20,000 in all.
    seed : int

    Returns
    -------
    ndarray of float64, shape (K, n)
        0 or more, smaller is better; NaN where an instance has one rating.

    Raises
    ------
    ValueError
        If a measure is unknown, or the votes are none.

    Examples
    --------
    >>> from oq_core.raters import half_of_raters
    >>> half_of_raters([[1, 1], [4, 0], [1, 0]], "NMD").tolist()
    [[1.0, 0.0, nan]]
    """
    counts, chosen = check_votes(votes), measures_of(measures)
    generator = np.random.default_rng(seed)
    rows = np.flatnonzero(counts.sum(axis=1) > 1)
    found = np.full((len(chosen), len(counts)), np.nan)
    if not rows.size:
        return found
    several = counts[rows]
    times = repeats or -(-_SPLITS_SCORED // len(rows))
    again = np.broadcast_to(several, (times, *several.shape))
    half = chosen_of(again, several.sum(axis=1) // 2, generator)
    found[:, rows] = scored(chosen, as_shares(half), as_shares(again - half)).mean(axis=1)
    return found
