"""What people score: one rater against the others, and half of them against the other half."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from oq_core.data.arrays import Array
from oq_core.measures.quantification import Measure, Measures, measures_of
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


def half_scaled(
    votes: npt.ArrayLike,
    measures: Measures | None = None,
    halves: Array | None = None,
    seed: int = 0,
) -> Array:
    """Half against half, scaled to what the true distribution would score against all raters.

    Parameters
    ----------
    votes : array_like of int, shape (n, L)
    measures : iterable of str, or str, optional
    halves : ndarray, shape (K, n), optional
        As `half_of_raters` gives it; computed unless given.
    seed : int

    Returns
    -------
    ndarray of float64, shape (K, n)
        NaN where an instance has one rating, and for measures that count orders of preference,
        whose scores do not shrink with the error.

    Notes
    -----
    Two samples of n1 and n2 ratings differ by sqrt(1/n1 + 1/n2), the truth and a sample of n by
    sqrt(1/n). So a measure that grows with the error is multiplied by the ratio of the two, one
    that grows with its square (JSD) by its square. It needs no model, and is exact for
    L = 2, g = (1/2, 1/2), n = 2, where it is 1/4. It is low where ratings are few: with 5
    ratings by 10 to 24 % for NMD, 5 to 14 % for RNOD and 30 to 48 % for JSD (L = 5,
    `tests/raters/simulated.py`).

    Examples
    --------
    >>> from oq_core.raters import half_scaled
    >>> print(half_scaled([[2, 2]], "NVD", halves=np.array([[0.4]])))
    [[0.2]]
    """
    counts, chosen = check_votes(votes), measures_of(measures)
    if halves is None:
        halves = half_of_raters(counts, measures, seed=seed)
    sizes = counts.sum(axis=1)
    first = np.maximum(sizes // 2, 1)
    ratio = np.sqrt(1 / sizes / (1 / first + 1 / np.maximum(sizes - first, 1)))
    powers = np.array([[error_power(measure)] for measure in chosen])
    return halves * ratio**powers


def error_power(measure: Measure) -> float:
    """How a measure grows with a small error: 1 in proportion, 2 with the square.

    NaN for a measure of orders of preference, which does not grow with the error.

    Examples
    --------
    >>> from oq_core import MEASURES
    >>> error_power(MEASURES["NMD"]), error_power(MEASURES["JSD"])
    (1.0, 2.0)
    """
    if measure.family == "priority":
        return float("nan")
    gold = np.full(4, 0.25)
    error = 1e-3 * np.array([[1.0, -2, 3, -2]])
    one, two = measure.function(gold + np.array([[1], [2]]) * error, np.stack([gold, gold]))
    return float(np.round(np.log2(two / one))) if one > 0 else float("nan")
