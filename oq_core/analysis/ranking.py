"""System ranking similarity: how alike two measures rank the same runs."""

from typing import Literal

import numpy as np
import numpy.typing as npt
from scipy import stats

from oq_core.data.arrays import Array, as_losses, check_finite, resampled_counts, tails
from oq_core.data.distributions import TIE_TOLERANCE

Variant = Literal["a", "b"]

#: Variance of atanh(tau) times (m - 4), by Fieller, Hartley and Pearson.
_TAU_VARIANCE = 0.437

#: Numbers held at once while resampling.
_NUMBERS_AT_ONCE = 2**22


def pair_signs(values: npt.ArrayLike) -> npt.NDArray[np.int8]:
    """Order of every pair of values: shape (..., m) to (..., m (m - 1) / 2).

    -1 where the first is smaller, 1 where it is larger, 0 where the two are within
    `TIE_TOLERANCE`. Pairs come in the order (0, 1), (0, 2), ..., (1, 2), ... of
    `numpy.triu_indices`.
    """
    array = np.asarray(values, dtype=np.float64)
    first, second = np.triu_indices(array.shape[-1], k=1)
    gaps = array[..., first] - array[..., second]
    return (gaps > TIE_TOLERANCE).astype(np.int8) - (gaps < -TIE_TOLERANCE)


def kendall_tau(x: npt.ArrayLike, y: npt.ArrayLike, variant: Variant = "a") -> Array:
    """Kendall's tau between two rankings of the same runs.

    Parameters
    ----------
    x, y : array_like, shape (..., m)
        Scores of m runs; leading axes broadcast. Values within `TIE_TOLERANCE` are tied.
    variant : {"a", "b"}
        a: concordant minus discordant pairs over all pairs, so that a pair tied anywhere
        counts as neither; what the papers use. b: over the pairs that are not tied, which
        lets rankings with ties reach 1.

    Returns
    -------
    ndarray of float64, shape (...)
        In [-1, 1]; larger is more alike. NaN for b where one side ties everything.

    Raises
    ------
    ValueError
        If there are fewer than two runs, the two differ in runs, or a score is not finite.

    Notes
    -----
    Kendall, Rank Correlation Methods, 1962; used in ACL21 section 5.1, RNOD22 section 4 and
    DE2 section 5.1.
    """
    signs, others = (
        pair_signs(check_finite(scores, name, "leave that run out of both rankings"))
        for name, scores in (("x", x), ("y", y))
    )
    pairs = signs.shape[-1]
    if pairs < 1 or others.shape[-1] != pairs:
        raise ValueError("tau needs two rankings of the same two runs or more")
    surplus = (signs * others).sum(axis=-1, dtype=np.int64)
    if variant == "a":
        return np.asarray(surplus / pairs)
    untied = [np.abs(each).sum(axis=-1, dtype=np.int64) for each in (signs, others)]
    return _ratio(surplus, np.sqrt(untied[0]) * np.sqrt(untied[1]))


def _ratio(above: npt.ArrayLike, below: npt.ArrayLike) -> Array:
    """Quotients, NaN where there is nothing to divide by."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(np.clip(np.divide(above, below), -1, 1))


def ranking_similarity(
    means: npt.ArrayLike, larger_is_better: npt.ArrayLike = False, variant: Variant = "a"
) -> Array:
    """Kendall's tau between the rankings of the runs by every two measures.

    Parameters
    ----------
    means : array_like, shape (K, m)
        Mean scores of m runs under K measures.
    larger_is_better : bool or array_like of bool, shape (K,)
        Direction of the measures.
    variant : {"a", "b"}
        As in `kendall_tau`.

    Returns
    -------
    ndarray of float64, shape (K, K)
        Symmetric. With ties, the diagonal of variant a is below 1. Stacks of it, one for each
        data set, are averaged over the first axis for RNOD22 tables 19 and 24.

    Raises
    ------
    ValueError
        If there are fewer than two runs, or a mean is not finite.

    Notes
    -----
    ACL21 tables 2, 5 and 8; RNOD22 tables 3 to 23.
    """
    losses = as_losses(means, larger_is_better)
    return kendall_tau(losses[:, None], losses[None], variant)


def average_similarity(taus: npt.ArrayLike) -> Array:
    """Mean tau of each measure with every other, as in RNOD22 tables 4 to 20.

    Parameters
    ----------
    taus : array_like, shape (..., K, K)
        As `ranking_similarity` returns them, for two measures or more.

    Returns
    -------
    ndarray of float64, shape (..., K)
        In [-1, 1]; a low value marks a measure that ranks unlike the rest.
    """
    array = np.asarray(taus, dtype=np.float64)
    others = ~np.eye(array.shape[-1], dtype=bool)
    return array.sum(axis=-1, where=others) / (array.shape[-1] - 1)


def tau_interval(taus: npt.ArrayLike, runs: int, confidence: float = 0.95) -> Array:
    """Confidence intervals of Kendall's tau by Fieller, Hartley and Pearson.

    Parameters
    ----------
    taus : array_like, shape (...)
        In [-1, 1].
    runs : int
        The m runs that were ranked.
    confidence : float
        In (0, 1).

    Returns
    -------
    ndarray of float64, shape (..., 2)
        Low and high ends: tanh(atanh tau -+ z sqrt(0.437 / (m - 4))). Both are tau where
        |tau| is 1, and NaN with fewer than five runs.

    Notes
    -----
    Fieller, Hartley and Pearson, Tests for rank correlation coefficients I, Biometrika 44,
    1957. RNOD22 prints intervals of tau rounded to three decimals.

    Examples
    --------
    >>> from oq_core.analysis import tau_interval
    >>> print(tau_interval(0.848, runs=12).round(3))
    [0.659 0.936]
    """
    array = np.asarray(taus, dtype=np.float64)
    if runs < 5:
        return np.full((*array.shape, 2), np.nan)
    half = stats.norm.ppf(tails(confidence)[1]) * np.sqrt(_TAU_VARIANCE / (runs - 4))
    # atanh is infinite at -1 and 1, which tanh takes back to -1 and 1.
    with np.errstate(divide="ignore"):
        centre = np.arctanh(array)
    return np.tanh(np.stack([centre - half, centre + half], axis=-1))


def bootstrap_tau_interval(
    means: npt.ArrayLike,
    larger_is_better: npt.ArrayLike = False,
    variant: Variant = "a",
    *,
    samples: int = 1000,
    seed: int = 0,
    confidence: float = 0.95,
) -> Array:
    """Percentile bootstrap intervals of tau between every two measures.

    As the formula does, it takes the runs for a sample of possible runs: it resamples runs,
    the same ones for all measures. Two copies of a run are not a pair.

    Parameters
    ----------
    means : array_like, shape (K, m)
    larger_is_better : bool or array_like of bool, shape (K,)
    variant : {"a", "b"}
        As in `ranking_similarity`.
    samples : int
        Number of resamples.
    seed : int
        The same seed gives the same intervals.
    confidence : float
        In (0, 1).

    Returns
    -------
    ndarray of float64, shape (K, K, 2)
        Low and high ends; NaN where tau is undefined in every resample.

    Raises
    ------
    ValueError
        If there are fewer than two runs or no samples, or a mean is not finite.

    Notes
    -----
    DE2 tables 8 and 13 used R's NSM3, of which this is the method, with variant b; their
    intervals cannot be reproduced without its random numbers.
    """
    losses = as_losses(means, larger_is_better)
    measures, runs = losses.shape
    if runs < 2 or samples < 1:
        raise ValueError(f"there must be two runs and one sample, not {runs} and {samples}")
    signs = pair_signs(losses).astype(np.float64)
    first, second = np.triu_indices(measures)
    products = (signs[first] * signs[second]).T
    untied = np.abs(signs).T
    members = np.triu_indices(runs, k=1)
    generator = np.random.default_rng(seed)
    taus = []
    block = max(1, _NUMBERS_AT_ONCE // len(products))
    for start in range(0, samples, block):
        copies = resampled_counts(runs, min(block, samples - start), generator)
        weights = copies[:, members[0]] * copies[:, members[1]]
        if variant == "a":
            bound = weights.sum(axis=1, keepdims=True)
        else:
            roots = np.sqrt(weights @ untied)
            bound = roots[:, first] * roots[:, second]
        taus.append(_ratio(weights @ products, bound))
    drawn_taus = np.concatenate(taus)
    ends = np.full((2, len(first)), np.nan)
    known = np.isfinite(drawn_taus).any(axis=0)
    ends[:, known] = np.nanquantile(drawn_taus[:, known], tails(confidence), axis=0)
    intervals = np.empty((measures, measures, 2))
    intervals[first, second] = intervals[second, first] = ends.T
    return intervals
