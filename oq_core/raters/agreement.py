"""How far raters agree: Krippendorff's alpha, and each rater's distance from the rest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
import numpy.typing as npt
import pandas as pd

from oq_core.data.arrays import Array, jackknife_reach, ratio, votes_in
from oq_core.data.collection import Collection
from oq_core.data.results import Result
from oq_core.defaults import CONFIDENCE
from oq_core.measures.quantification import Measures, measures_of
from oq_core.parallel import ranges
from oq_core.progress import Progress, silent
from oq_core.raters.drawing import (
    Votes,
    as_shares,
    check_votes,
    scored,
    votes_of,
)

#: How far apart two classes are: by the ratings between them, by their number, or not at all.
Level = Literal["ordinal", "interval", "nominal"]
#: All levels of `Level`, the finest first.
LEVELS: tuple[Level, ...] = get_args(Level)

#: Numbers that are held at once.
_NUMBERS_AT_ONCE = 2**22


@dataclass(frozen=True, eq=False, repr=False)
class Agreement(Result):
    """How far raters agree, all of them and each with the rest.

    Attributes
    ----------
    alphas : mapping of str to tuple of three floats
        By level, as `krippendorff_alpha` gives it.
    distances : ndarray of float64, shape (K, R), optional
    shared : ndarray of int64, shape (R,), optional
        As `rater_distances` gives them; None where nobody knows who gave which rating.

    Examples
    --------
    >>> from oq_core.raters import Agreement
    >>> Agreement({"ordinal": (0.5, 0.4, 0.6)}).distances is None
    True
    """

    alphas: Mapping[str, tuple[float, float, float]]
    distances: Array | None = None
    shared: npt.NDArray[np.int64] | None = None

    def _described(self) -> str:
        return ", ".join(f"{level} α {alpha:.3f}" for level, (alpha, *_) in self.alphas.items())

    def to_frame(self) -> pd.DataFrame:
        """A row for each level: Krippendorff's alpha and its interval."""
        rows = [(level, *ends) for level, ends in self.alphas.items()]
        return pd.DataFrame(rows, columns=["level", "alpha", "low", "high"]).set_index("level")


def agreement_of(
    collection: Collection,
    measures: Measures | None = None,
    progress: Progress = silent,
) -> Agreement:
    """How far the raters of a collection agree.

    Parameters
    ----------
    collection : Collection
    measures : iterable of str or Measure, or one of them, optional
        By what a rater's distance from the rest is measured.
    progress : callable

    Returns
    -------
    Agreement

    Raises
    ------
    ValueError
        If how many people rated is unknown.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core import Collection
    >>> from oq_core.raters import agreement_of
    >>> votes = np.array([[2, 0], [0, 2]])
    >>> found = agreement_of(Collection("C", ("x", "y"), ("1", "2"), votes / 2, votes=votes))
    >>> print(found.alphas["ordinal"][0])
    1.0
    """
    votes, alphas = votes_of(collection), dict[str, tuple[float, float, float]]()
    for number, level in enumerate(LEVELS):
        progress(number / (len(LEVELS) + 1), f"{level} α")
        alphas[level] = krippendorff_alpha(votes, level)
    if collection.ratings is None or not collection.raters:
        return Agreement(alphas)
    progress(len(LEVELS) / (len(LEVELS) + 1), "each rater against the rest")
    return Agreement(
        alphas, *rater_distances(collection.ratings, len(collection.classes), measures)
    )


def krippendorff_alpha(
    votes: npt.ArrayLike,
    level: Level = "ordinal",
    values: npt.ArrayLike | None = None,
    confidence: float = CONFIDENCE,
) -> tuple[float, float, float]:
    """Krippendorff's alpha of ratings, some of which may be missing, with its interval.

    Parameters
    ----------
    votes : array_like of int, shape (n, L)
        Instances with one rating say nothing of agreement and do not count.
    level : {"ordinal", "interval", "nominal"}
    values : array_like of float, shape (L,), optional
        The classes as numbers, for the interval level; 0 to L - 1 unless given.
    confidence : float
        In (0, 1).

    Returns
    -------
    tuple of three floats
        Alpha and the ends of its interval over instances: 1 is full agreement, 0 that of ratings
        put to instances at random; negative is worse. NaN where it is undefined: no instance has
        two ratings, or all ratings are the same; or are so without one of the instances.

    Raises
    ------
    ValueError
        If the votes are none, or the level is unknown.

    Notes
    -----
    Krippendorff, Content Analysis, 2018, chapter 12; the tests compare it with the package
    `krippendorff`. The interval is Student's, with the standard error of the jackknife: alpha
    without each instance in turn (Efron and Stein, The jackknife estimate of variance, 1981).

    Examples
    --------
    >>> from oq_core.raters import krippendorff_alpha
    >>> print(krippendorff_alpha([[2, 0], [0, 2], [2, 0]])[0])
    1.0
    """
    if level not in LEVELS:
        raise ValueError(f"there is no level {level!r}; there are {', '.join(LEVELS)}")
    counts = check_votes(votes)
    known = counts.sum(axis=1) > 1
    counts = counts[known]
    if not len(counts):
        return float("nan"), float("nan"), float("nan")
    size = counts.shape[1]
    pairs = (counts[:, :, None] * counts[:, None, :] - counts[:, :, None] * np.eye(size)).reshape(
        len(counts), -1
    ) / (counts.sum(axis=1) - 1)[:, None]
    places = np.arange(size) if values is None else np.asarray(values)
    places = places.astype(np.float64)
    whole = pairs.sum(axis=0)
    observed = float(_alphas(whole.reshape(1, size, size), level, places)[0])
    without = np.concatenate([
        _alphas((whole - pairs[start:end]).reshape(-1, size, size), level, places)
        for start, end in ranges(len(pairs), max(1, _NUMBERS_AT_ONCE // size**2))
    ])  # fmt: skip
    if len(without) < 2:
        return observed, float("nan"), float("nan")
    reach = jackknife_reach(without, confidence)
    return observed, observed - reach, min(observed + reach, 1.0)


def _alphas(pairs: Array, level: Level, values: Array) -> Array:
    """Alpha of matrices of coincidences (B, L, L): shape (B,)."""
    totals = pairs.sum(axis=-1)
    if level == "nominal":
        distances = np.broadcast_to(1 - np.eye(len(values)), pairs.shape)
    elif level == "interval":
        distances = np.broadcast_to((values[:, None] - values) ** 2, pairs.shape)
    else:
        middles = np.cumsum(totals, axis=-1) - totals / 2
        distances = (middles[:, :, None] - middles[:, None, :]) ** 2
    whole = totals.sum(axis=-1)
    expected = (totals[:, :, None] * totals[:, None, :] * distances).sum(axis=(1, 2))
    actual = (pairs * distances).sum(axis=(1, 2))
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(expected > 0, 1 - actual * (whole - 1) / expected, np.nan)


def rater_distances(
    ratings: npt.NDArray[np.integer],
    classes: int,
    measures: Measures | None = None,
) -> tuple[Array, npt.NDArray[np.int64]]:
    """How far each rater is from the others of the same instances.

    Parameters
    ----------
    ratings : ndarray of int, shape (n, R)
        Positions of classes, -1 where there is none.
    classes : int
        L.
    measures : iterable of str or Measure, or one of them, optional
        Keys of `MEASURES` and records of one's own; all of the registry unless told otherwise.

    Returns
    -------
    tuple of ndarray of float64, shape (K, R), and ndarray of int64, shape (R,)
        Mean score of a rater's rating, as a distribution with one class, against the others'
        distribution (smaller is closer; NaN where nobody else rated), and over how many
        instances.

    Examples
    --------
    >>> from oq_core.raters import rater_distances
    >>> distances, shared = rater_distances(np.array([[0, 0, 1], [1, 1, -1]]), 2, "NMD")
    >>> print(distances, shared)
    [[0.25 0.25 1.  ]] [2 2 1]
    """
    chosen = measures_of(measures)
    _, raters, own, others = against_others(ratings, classes)
    scores = scored(chosen, own, as_shares(others))
    shared = np.bincount(raters, minlength=ratings.shape[1])
    sums = np.stack([np.bincount(raters, each, ratings.shape[1]) for each in scores])
    return ratio(sums, shared), shared


def against_others(
    ratings: npt.NDArray[np.integer], classes: int
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], Array, Votes]:
    """Every rating that has others beside it, and the votes of these others.

    Parameters
    ----------
    ratings : ndarray of int, shape (n, R)
    classes : int
        L.

    Returns
    -------
    rows, raters : ndarray of int64, shape (P,)
        Instance and rater of each rating.
    own : ndarray of float64, shape (P, L)
        The rating as a distribution with one class.
    others : ndarray of int64, shape (P, L)

    Examples
    --------
    >>> rows, raters, own, others = against_others(np.array([[0, 1], [1, -1]]), 2)
    >>> rows.tolist(), raters.tolist(), others.tolist()
    ([0, 0], [0, 1], [[0, 1], [1, 0]])
    """
    votes = votes_in(ratings, classes)
    rows, raters = np.nonzero((ratings >= 0) & (votes.sum(axis=1) > 1)[:, None])
    own = np.eye(classes)[ratings[rows, raters]]
    return rows, raters, own, votes[rows] - own.astype(np.int64)
