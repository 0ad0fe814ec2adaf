"""What the analyses ask of arrays of scores."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import scipy

from oq_core.data.distributions import TIE_TOLERANCE

#: Numbers of any shape: scores, mostly.
Array = npt.NDArray[np.float64]


def check_scores(scores: npt.ArrayLike, instances: int = 1, runs: int = 2) -> Array:
    """Score matrices as float64, or the error that says what is wrong with them and where.

    Undefined scores (NaN) are refused rather than skipped: a run must not gain by instances
    on which a measure says nothing. Leave such instances out for every run, or the measure.

    Parameters
    ----------
    scores : array_like, shape (..., n, m)
        Scores of m runs on n instances on the last two axes.
    instances, runs : int
        The fewest that will do.

    Returns
    -------
    ndarray of float64, shape (..., n, m)

    Raises
    ------
    ValueError
        If there are too few axes, instances or runs, or a score is not finite.

    Examples
    --------
    >>> check_scores([[0, 1], [1, 0]]).dtype
    dtype('float64')
    """
    array = np.asarray(scores, dtype=np.float64)
    if array.ndim < 2 or array.shape[-2] < instances or array.shape[-1] < runs:
        raise ValueError(
            f"scores must be (..., instances, runs), at least {instances} by {runs}, "
            f"not {array.shape}"
        )
    return check_finite(array, "scores", "leave that instance out")


def check_finite(values: npt.ArrayLike, name: str, remedy: str) -> Array:
    """Numbers as float64, or the error that says which is not finite and what to do about it.

    Comparing NaN with anything gives False: unchecked, an undefined mean would pass for a tie.

    Parameters
    ----------
    values : array_like, shape (...)
    name, remedy : str
        What to call the array in an error, and how it is mended.

    Returns
    -------
    ndarray of float64, shape (...)

    Raises
    ------
    ValueError
        If a number is not finite.

    Examples
    --------
    >>> check_finite([0.1, float("nan")], "means", "leave that run out")
    Traceback (most recent call last):
    ...
    ValueError: means[1] is not a finite number; leave that run out
    """
    array = np.asarray(values, dtype=np.float64)
    wrong = ~np.isfinite(array)
    if wrong.any():
        place = [int(i) for i in np.argwhere(wrong)[0]]
        raise ValueError(f"{name}{place} is not a finite number; {remedy}")
    return array


def as_scalar(values: Array) -> Array:
    """An array as it is; one number as NumPy's float64, which is a float.

    Examples
    --------
    >>> isinstance(as_scalar(np.array(0.5)), float), as_scalar(np.array([0.5])).shape
    (True, (1,))
    """
    return values[()]


def signs(differences: npt.ArrayLike) -> npt.NDArray[np.int8]:
    """Signs of differences: -1 below zero, 1 above, 0 for a tie.

    Every "A, B or tie" of the analyses is decided here.

    Parameters
    ----------
    differences : array_like, shape (...)
        Those within `TIE_TOLERANCE` of zero are ties.

    Returns
    -------
    ndarray of int8, shape (...)

    Examples
    --------
    >>> signs([-0.1, 1e-12, 0.1]).tolist()
    [-1, 0, 1]
    """
    array = np.asarray(differences, dtype=np.float64)
    return (array > TIE_TOLERANCE).astype(np.int8) - (array < -TIE_TOLERANCE)


def as_losses(means: npt.ArrayLike, larger_is_better: npt.ArrayLike | None) -> Array:
    """Means with their sign changed where larger is better, so that smaller is better for all.

    Parameters
    ----------
    means : array_like, shape (..., m)
        Mean scores of m runs.
    larger_is_better : bool or array_like of bool, shape (...)
        One for all, or one for each measure.

    Returns
    -------
    ndarray of float64, shape (..., m)

    Raises
    ------
    ValueError
        If a mean is not finite, or no direction is given.

    Examples
    --------
    >>> as_losses([[0.1, 0.2], [0.1, 0.2]], [False, True]).tolist()
    [[0.1, 0.2], [-0.1, -0.2]]
    """
    if larger_is_better is None:
        raise ValueError(
            "the direction is missing: give larger_is_better (one bool, or one for each "
            "measure), or Scores, which know it"
        )
    array = check_finite(means, "means", "leave that run or measure out")
    return np.where(np.asarray(larger_is_better, dtype=bool)[..., None], -array, array)


def check_alpha(alpha: float) -> float:
    """The significance level, or the error that says what it must be.

    Raises
    ------
    ValueError
        If it is not between 0 and 1.

    Examples
    --------
    >>> check_alpha(0.05)
    0.05
    >>> check_alpha(50)
    Traceback (most recent call last):
    ...
    ValueError: alpha must be between 0 and 1, such as 0.05, not 50
    """
    if not 0 < alpha < 1:
        raise ValueError(f"alpha must be between 0 and 1, such as 0.05, not {alpha:g}")
    return alpha


def check_p_values(p_values: npt.ArrayLike) -> Array:
    """P-values of every two runs as float64, or the error that says what is wrong with them.

    A comparison of NaN with alpha is false, so an unchecked NaN would pass for "not significant".

    Parameters
    ----------
    p_values : array_like, shape (..., m, m)

    Returns
    -------
    ndarray of float64, shape (..., m, m)

    Raises
    ------
    ValueError
        If the last two axes are no square, or a p-value is not in [0, 1].

    Examples
    --------
    >>> check_p_values([[1, 0.03], [0.03, 1]]).shape
    (2, 2)
    """
    array = np.asarray(p_values, dtype=np.float64)
    if array.ndim < 2 or array.shape[-1] != array.shape[-2]:
        raise ValueError(f"p-values must be (..., runs, runs), not {array.shape}")
    wrong = ~((array >= 0) & (array <= 1))
    if wrong.any():
        place = tuple(int(i) for i in np.argwhere(wrong)[0])
        raise ValueError(f"p_values{list(place)} is {array[place]}, which is no p-value")
    return array


def tails(confidence: float) -> tuple[float, float]:
    """Probabilities at the two ends of a central interval, as 0.025 and 0.975 for 0.95.

    Raises
    ------
    ValueError
        If the confidence is not between 0 and 1.

    Examples
    --------
    >>> print(*(round(tail, 3) for tail in tails(0.95)))
    0.025 0.975
    """
    if not 0 < confidence < 1:
        raise ValueError(f"confidence must be between 0 and 1, not {confidence}")
    return (1 - confidence) / 2, (1 + confidence) / 2


def jackknife_reach(without: Array, confidence: float) -> float:
    """How far Student's interval of a number reaches to either side, by the jackknife.

    Parameters
    ----------
    without : ndarray of float64, shape (n,)
        The number without each of n instances or clusters in turn; two or more.
    confidence : float

    Notes
    -----
    Efron and Stein, The jackknife estimate of variance, 1981.

    Examples
    --------
    >>> print(round(jackknife_reach(np.array([0.1, 0.2, 0.3]), 0.95), 3))
    0.497
    """
    n = len(without)
    error = np.sqrt((n - 1) ** 2 / n * without.var(ddof=1))
    return float(scipy.stats.t.ppf(tails(confidence)[1], n - 1) * error)


def percentiles(drawn: Array, confidence: float) -> Array:
    """Ends (..., 2) of the middle of draws (samples, ...), NaN where none of these is defined.

    Examples
    --------
    >>> percentiles(np.array([[0.0, np.nan], [1.0, np.nan]]), 0.5).tolist()
    [[0.25, 0.75], [nan, nan]]
    """
    found = np.full((*drawn.shape[1:], 2), np.nan)
    known = np.isfinite(drawn).any(axis=0)
    if known.any():
        found[known] = np.nanquantile(drawn[:, known], tails(confidence), axis=0).T
    return found


def mean_where_defined(values: Array, axis: int) -> Array:
    """Means of the finite numbers along an axis, NaN where there is none.

    Examples
    --------
    >>> mean_where_defined(np.array([[0.1, np.nan], [np.nan, np.nan]]), axis=1).tolist()
    [0.1, nan]
    """
    known = np.isfinite(values)
    return ratio(np.where(known, values, 0).sum(axis=axis), known.sum(axis=axis))


def ratio(
    above: npt.NDArray[Any], below: npt.NDArray[Any], otherwise: Array | float = np.nan
) -> Array:
    """Return one array by another where that is above 0, and elsewhere what is given for it.

    Examples
    --------
    >>> ratio(np.array([1, 0]), np.array([2, 0])).tolist()
    [0.5, nan]
    """
    shape = np.broadcast_shapes(above.shape, below.shape)
    return np.divide(above, below, out=np.full(shape, otherwise, np.float64), where=below > 0)


def votes_in(ratings: npt.NDArray[np.integer], classes: int) -> npt.NDArray[np.int64]:
    """Votes (n, L) of ratings (n, R), which are places of classes, or -1 where there is none.

    Examples
    --------
    >>> votes_in(np.array([[0, 2, 2], [1, -1, 2]]), 3).tolist()
    [[1, 0, 2], [0, 1, 1]]
    """
    return np.stack([(ratings == code).sum(axis=1) for code in range(classes)], axis=1)


def resampled_counts(items: int, samples: int, generator: np.random.Generator) -> Array:
    """How often each item is drawn in each bootstrap sample.

    Parameters
    ----------
    items, samples : int
    generator : numpy.random.Generator
        Drawn from sample by sample, so that blocks of samples make one stream.

    Returns
    -------
    ndarray of float64, shape (samples, items)
        Whole numbers; every row sums to `items`.

    Examples
    --------
    >>> resampled_counts(3, 2, np.random.default_rng(0)).sum(axis=1).tolist()
    [3.0, 3.0]
    """
    drawn = generator.integers(0, items, (samples, items))
    drawn += np.arange(0, samples * items, items)[:, None]
    counts = np.bincount(drawn.ravel(), minlength=samples * items)
    return counts.reshape(samples, items).astype(np.float64)
