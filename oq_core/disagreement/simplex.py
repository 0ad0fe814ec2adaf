"""Bells, and two measures mapped over distributions."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pandas as pd

from oq_core.data.arrays import Array
from oq_core.data.distributions import TIE_TOLERANCE, Distributions, check_pair
from oq_core.data.results import Result
from oq_core.data.scores import counted
from oq_core.disagreement.sampling import score_in_blocks
from oq_core.measures.quantification import Measure, measures_of


def bell(mean: npt.ArrayLike, spread: npt.ArrayLike, classes: int) -> Distributions:
    """Bells over the classes: p_i proportional to exp(-(i - mean)^2 / (2 spread^2)).

    Of all distributions over the classes with its mean and its variance, such a one has the
    largest entropy. With no spread everything is in the class nearest to `mean`, halved where
    two are equally near; with a spread of L and more it is nearly uniform.

    Parameters
    ----------
    mean, spread : array_like, shape (...)
        In classes, which are numbered 1 to L; the spread is at least 0. They broadcast: means
        (a, 1) and spreads (b,) give a grid (a, b, L). Both are those of the bell before it is
        cut off at the ends of the scale.
    classes : int
        L, at least 2.

    Returns
    -------
    ndarray of float64, shape (..., L)

    Raises
    ------
    ValueError
        If there are fewer than two classes, a spread is negative, or a number is not finite.

    Examples
    --------
    >>> from oq_core.disagreement import bell
    >>> print(bell(2, 1, classes=3).round(3))
    [0.274 0.452 0.274]
    """
    means, spreads = np.asarray(mean, dtype=np.float64), np.asarray(spread, dtype=np.float64)
    if classes < 2:
        raise ValueError(f"there must be at least two classes, not {classes}")
    if not (np.isfinite(means).all() and np.isfinite(spreads).all() and (spreads >= 0).all()):
        raise ValueError("means and spreads must be finite, and no spread negative")
    squares = np.square(np.arange(1, classes + 1) - means[..., None])
    # Measured from the nearest class, its weight is 1 and nothing can be divided by zero.
    squares = squares - squares.min(axis=-1, keepdims=True)
    # Below this the next class has no weight in float64, unless it is as near.
    safe = np.maximum(spreads, 1e-9)[..., None]
    weights = np.where(squares > TIE_TOLERANCE, np.exp(-squares / (2 * np.square(safe))), 1.0)
    return weights / weights.sum(axis=-1, keepdims=True)


def percentile_ranks(scores: npt.ArrayLike) -> Array:
    """Where each score stands among all of them.

    Parameters
    ----------
    scores : array_like, shape (...)
        Ranked together, over all axes. Neighbours in the sorted order within `TIE_TOLERANCE`
        are tied.

    Returns
    -------
    ndarray of float64, shape (...)
        In (0, 100): the percentage of scores that are smaller, with half of those that are
        tied, itself among them. The mean is always 50; smaller is better if it is for the
        scores.

    Raises
    ------
    ValueError
        If there is no score or one is not finite.

    Examples
    --------
    >>> from oq_core.disagreement import percentile_ranks
    >>> percentile_ranks([0.1, 0.3, 0.3, 0.5]).tolist()
    [12.5, 50.0, 50.0, 87.5]
    """
    array = np.asarray(scores, dtype=np.float64)
    if not array.size or not np.isfinite(array).all():
        raise ValueError("percentile ranks need finite scores, at least one")
    places = dense_ranks(array)
    sizes = np.bincount(places.ravel())
    middles = np.cumsum(sizes) - sizes / 2
    return 100 * middles[places] / array.size


def dense_ranks(scores: npt.ArrayLike) -> npt.NDArray[np.int64]:
    """Places of scores by size, from 0 for the smallest, without gaps.

    Parameters
    ----------
    scores : array_like, shape (...)
        Finite, at least one; ranked together. Neighbours in the sorted order within
        `TIE_TOLERANCE` are tied and share a number.

    Returns
    -------
    ndarray of int64, shape (...)

    Examples
    --------
    >>> from oq_core.disagreement import dense_ranks
    >>> dense_ranks([0.3, 0.1, 0.3]).tolist()
    [1, 0, 1]
    """
    array = np.asarray(scores, dtype=np.float64)
    order = np.argsort(array, axis=None, kind="stable")
    steps = np.diff(array.ravel()[order]) > TIE_TOLERANCE
    found = np.empty(array.size, dtype=np.int64)
    found[order] = np.concatenate([[0], np.cumsum(steps)])
    return found.reshape(array.shape)


@dataclass(frozen=True, eq=False, repr=False)
class MeasureMap(Result):
    """Two measures over a grid of estimates for one gold distribution.

    Attributes
    ----------
    first, second : ndarray of float64, shape (...)
        Scores of every estimate under the two measures; smaller is better.
    difference : ndarray of float64, shape (...)
        Percentile rank under the first minus that under the second, in (-100, 100): negative
        where the first measure thinks better of the estimate than the second does.

    Examples
    --------
    >>> from oq_core.disagreement import map_measures, simplex_grid
    >>> found = map_measures([1, 0, 0], simplex_grid(2), "NMD", "RNOD")
    >>> found.first.shape == found.difference.shape
    True
    """

    first: Array
    second: Array
    difference: Array

    def _described(self) -> str:
        return counted(self.first.size, "estimate")

    def to_frame(self) -> pd.DataFrame:
        """A row for each estimate: both scores, and the difference of their percentile ranks."""
        return pd.DataFrame(
            {
                "first": self.first.ravel(),
                "second": self.second.ravel(),
                "difference": self.difference.ravel(),
            }
        )


def map_measures(
    gold: npt.ArrayLike, estimates: npt.ArrayLike, first: str | Measure, second: str | Measure
) -> MeasureMap:
    """Scores of every estimate of a grid under two measures, and how their ranks differ.

    Parameters
    ----------
    gold : array_like, shape (L,)
    estimates : array_like, shape (..., L)
        As `simplex_grid` or `bell` returns them.
    first, second : str or Measure
        Keys of `MEASURES`, or records of one's own.

    Returns
    -------
    MeasureMap
        With arrays of the shape (...).

    Raises
    ------
    ValueError
        If a measure is unknown, or gold and estimates are no distributions over the same
        classes.

    Examples
    --------
    >>> from oq_core.disagreement import map_measures
    >>> found = map_measures([0.5, 0.5, 0], [[1, 0, 0], [0, 0, 1]], "NMD", "RNSS")
    >>> print(found.first)
    [0.25 0.75]
    """
    estimates, gold = check_pair(estimates, gold)
    if gold.ndim != 1:
        raise ValueError(f"one gold is needed, not {gold.shape}")
    flat = estimates.reshape(-1, gold.size)
    scores = score_in_blocks(
        measures_of((first, second)), flat, np.broadcast_to(gold, flat.shape)
    ).reshape(2, *estimates.shape[:-1])
    ranks = [percentile_ranks(each) for each in scores]
    return MeasureMap(scores[0], scores[1], ranks[0] - ranks[1])
