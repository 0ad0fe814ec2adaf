"""How alike the measures rank pairs of artificial distributions (SIGIR18 section 4.1)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pandas as pd
import scipy

from oq_core.data.arrays import Array, tails
from oq_core.data.distributions import Distributions
from oq_core.data.results import Result, by_pair
from oq_core.disagreement.sampling import random_votes, score_in_blocks
from oq_core.disagreement.simplex import dense_ranks
from oq_core.measures.quantification import Measures, measures_of
from oq_core.progress import Progress, silent

#: The measures of SIGIR18, in the order of its tables.
SIGIR18_MEASURES = ("NVD", "RNSS", "JSD", "NMD", "RSNOD")

_BIN_BY_BIN = ("NVD", "RNSS", "JSD")

#: Numbers held at once while items are compared with each other: few enough for the cache.
_NUMBERS_AT_ONCE = 2**19


@dataclass(frozen=True, eq=False, repr=False)
class ArtificialExperiment(Result):
    """Kendall's tau between rankings of pairs of artificial distributions.

    Attributes
    ----------
    classes : int
        L.
    measures : tuple of str
        The K measures' keys.
    distributions, pairs : int
        How many distributions were made, and pairs of them ranked.
    taus : ndarray of float64, shape (K, K)
        In [-1, 1], symmetric, 1 on the diagonal; larger is more alike.
    intervals : ndarray of float64, shape (K, K, 2)
        Low and high ends of the 95 % confidence intervals of the taus.

    Examples
    --------
    >>> from oq_core.disagreement import artificial_experiment
    >>> found = artificial_experiment(3, ("NMD", "NVD"), votes=5, each=2)
    >>> found.taus.shape
    (2, 2)
    """

    classes: int
    measures: tuple[str, ...]
    distributions: int
    pairs: int
    taus: Array
    intervals: Array

    def to_frame(self) -> pd.DataFrame:
        """A row for every two measures: tau and its interval."""
        low, high = np.moveaxis(self.intervals, -1, 0)
        return by_pair(self.measures, {"tau": self.taus, "low": low, "high": high})


@dataclass(frozen=True)
class Ordering(Result):
    """SIGIR18's finding about its taus, and whether other taus show it too.

    Attributes
    ----------
    lowest_alike : float
        The smallest tau among NVD, RNSS, JSD and RSNOD.
    between : float
        Tau of NMD and RSNOD.
    highest_unlike : float
        The largest tau of NMD with NVD, RNSS or JSD.

    Examples
    --------
    >>> from oq_core.disagreement import Ordering
    >>> Ordering(lowest_alike=0.8, between=0.7, highest_unlike=0.6).holds
    True
    """

    lowest_alike: float
    between: float
    highest_unlike: float

    @property
    def holds(self) -> bool:
        """The three descend: NMD is apart, and RSNOD nearer to the bin-by-bin measures."""
        return self.lowest_alike > self.between > self.highest_unlike


def artificial_distributions(
    classes: int, votes: int = 30, each: int = 20, seed: int = 0
) -> Distributions:
    """Random distributions with supports of every size.

    Parameters
    ----------
    classes : int
        L, at least 2.
    votes : int
        Votes of each distribution, at least L.
    each : int
        Distributions of each size of support.
    seed : int
        The same seed gives the same distributions.

    Returns
    -------
    ndarray of float64, shape (each * L, L)
        The first `each` have votes in one class, and so on; see `random_votes` for how they
        fall. Distributions with few classes repeat.

    Raises
    ------
    ValueError
        If there are fewer than two classes, or fewer votes than classes.

    Notes
    -----
    SIGIR18 section 4.1.

    Examples
    --------
    >>> from oq_core.disagreement import artificial_distributions
    >>> artificial_distributions(3, votes=10, each=20).shape
    (60, 3)
    """
    sizes = np.repeat(np.arange(1, classes + 1), each)
    return random_votes(sizes, classes, votes, seed) / votes


def artificial_experiment(
    classes: int,
    measures: Measures = SIGIR18_MEASURES,
    votes: int = 30,
    each: int = 20,
    seed: int = 0,
    progress: Progress = silent,
) -> ArtificialExperiment:
    """Kendall's tau between every two measures' rankings of pairs of artificial distributions.

    Parameters
    ----------
    classes, votes, each, seed : int
        As in `artificial_distributions`.
    measures : iterable of str or Measure, or one of them
        Keys of `MEASURES`, and records of one's own.
    progress : Progress, optional
        What it raises stops the work.

    Returns
    -------
    ArtificialExperiment

    Raises
    ------
    ValueError
        If a measure is unknown, or as in `artificial_distributions`.

    Notes
    -----
    SIGIR18 section 4.1, with 3, 5 or 7 classes. A measure that is not symmetric sees the member
    of a pair that was made first, of the smaller support, as the estimate.

    Examples
    --------
    >>> from oq_core.disagreement import artificial_experiment
    >>> found = artificial_experiment(3, each=3)
    >>> found.distributions, found.pairs
    (9, 36)
    """
    known = measures_of(measures)
    made = artificial_distributions(classes, votes, each, seed)
    first, second = np.triu_indices(len(made), k=1)
    scores = score_in_blocks(known, made[first], made[second])
    taus, intervals = kendall_tau_intervals(
        scores, progress=progress, members=(first, second), strata=classes
    )
    keys = tuple(measure.key for measure in known)
    return ArtificialExperiment(classes, keys, len(made), len(first), taus, intervals)


def kendall_tau_intervals(
    scores: npt.ArrayLike,
    confidence: float = 0.95,
    progress: Progress = silent,
    members: tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]] | None = None,
    strata: int = 1,
) -> tuple[Array, Array]:
    """Kendall's tau between the rankings of many items by every two measures, with intervals.

    For many items: it compares each with all others, a few at a time, where `kendall_tau`
    holds all pairs at once.

    Parameters
    ----------
    scores : array_like, shape (K, n)
        Scores of n items under K measures. Those within `TIE_TOLERANCE` are tied.
    confidence : float
        In (0, 1).
    progress : Progress, optional
        What it raises stops the work.
    members : pair of ndarray of int, shape (n,), optional
        Where items are pairs of other things, which two each is of. Pairs that share one are not
        independent: intervals then leave out each thing in turn, with all of its pairs.
    strata : int
        Into how many equal stretches of things, each drawn alike, they fall.

    Returns
    -------
    taus : ndarray of float64, shape (K, K)
        Variant b, in [-1, 1]; larger is more alike. NaN where a measure ties all items.
    intervals : ndarray of float64, shape (K, K, 2)
        Low and high ends, within [-1, 1].

    Raises
    ------
    ValueError
        If there are fewer than two items or a score is not finite.

    Notes
    -----
    Hollander and Wolfe, Nonparametric Statistical Methods, 1999, section 8.3: with C_i the
    concordant less the discordant among the pairs that item i is in, the variance of tau is
    2 / (n (n - 1)) times [2 (n - 2) / (n (n - 1)^2) sum (C_i - mean C)^2 + 1 - tau^2]. The taus
    printed in SIGIR18 table 1 are of variant b: artificial pairs have many ties, with which
    variant a comes out lower. With `members` it is a jackknife over them (Shao and Tu, The
    Jackknife and Bootstrap, 1995), with Student's distribution.

    Examples
    --------
    >>> from oq_core.disagreement import kendall_tau_intervals
    >>> taus, intervals = kendall_tau_intervals([[1, 2, 3, 4], [1, 2, 4, 3]])
    >>> print(taus[0, 1].round(3))
    0.667
    """
    array = np.asarray(scores, dtype=np.float64)
    if array.ndim != 2 or array.shape[1] < 2 or not np.isfinite(array).all():
        raise ValueError(f"finite scores of two items or more are needed, not {array.shape}")
    measures, items = array.shape
    # Whole numbers that float32 holds exactly, so that signs of differences are of ranks.
    places = np.stack([dense_ranks(row) for row in array]).astype(np.float32)
    surplus = np.empty((items, measures, measures))
    block = max(1, _NUMBERS_AT_ONCE // places.size)
    for start in range(0, items, block):
        stop = min(start + block, items)
        signs = np.sign(places.T[start:stop, :, None] - places)
        surplus[start:stop] = signs @ signs.transpose(0, 2, 1)
        progress(stop / items, f"{stop:,} of {items:,} items")
    totals = surplus.sum(axis=0)
    taus = _tau_of(totals)
    if members is not None:
        half = _jackknife_half(places, surplus, totals, np.stack(members), strata, confidence)
    else:
        spread = np.square(surplus - surplus.mean(axis=0)).sum(axis=0)
        variance = 2 * (items - 2) / (items * (items - 1) ** 2) * spread + 1 - np.square(taus)
        half = scipy.stats.norm.ppf(tails(confidence)[1]) * np.sqrt(
            2 / (items * (items - 1)) * variance
        )
    return taus, np.clip(np.stack([taus - half, taus + half], axis=-1), -1, 1)


def _tau_of(totals: Array) -> Array:
    """Tau-b of every two measures from concordant less discordant pairs (..., K, K)."""
    untied = np.sqrt(np.diagonal(totals, axis1=-2, axis2=-1))
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.clip(totals / (untied[..., :, None] * untied[..., None, :]), -1, 1)


def _jackknife_half(
    places: npt.NDArray[np.float32],
    surplus: Array,
    totals: Array,
    members: npt.NDArray[np.intp],
    strata: int,
    confidence: float,
) -> Array:
    """Half of the width of intervals of tau, from leaving out each member with all its items."""
    things = int(members.max()) + 1
    without = []
    for thing in range(things):
        own = (members == thing).any(axis=0)
        signs = np.sign(places[:, own].T[:, :, None] - places[:, own])
        within = (signs @ signs.transpose(0, 2, 1)).sum(axis=0)
        without.append(_tau_of(totals - 2 * surplus[own].sum(axis=0) + within))
    # Those of one stratum are drawn alike, and only differences within it are by chance.
    found = np.array(without).reshape(strata, things // strata, *totals.shape)
    shifts = found - found.mean(axis=1, keepdims=True)
    each = things // strata
    error = np.sqrt((each - 1) / each * np.square(shifts).sum(axis=(0, 1)))
    return np.asarray(scipy.stats.t.ppf(tails(confidence)[1], things - strata) * error)


def claimed_ordering(measures: Iterable[str], taus: npt.ArrayLike) -> Ordering:
    """Whether other taus show what SIGIR18 found: which measures rank pairs alike.

    Parameters
    ----------
    measures : iterable of str
        The K measures' keys, those of `SIGIR18_MEASURES` among them.
    taus : array_like, shape (K, K)

    Returns
    -------
    Ordering

    Raises
    ------
    ValueError
        If one of the five measures is missing.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core.disagreement import SIGIR18_MEASURES, claimed_ordering
    >>> claimed_ordering(SIGIR18_MEASURES, np.ones((5, 5))).holds
    False
    """
    keys, matrix = list(measures), np.asarray(taus, dtype=np.float64)
    missing = [key for key in SIGIR18_MEASURES if key not in keys]
    if missing:
        raise ValueError(f"the ordering needs {missing[0]}, which is missing")
    bins, nmd, rsnod = (
        [keys.index(key) for key in _BIN_BY_BIN],
        keys.index("NMD"),
        keys.index("RSNOD"),
    )
    alike = [*bins, rsnod]
    rows, columns = np.triu_indices(len(alike), k=1)
    return Ordering(
        float(matrix[np.array(alike)[rows], np.array(alike)[columns]].min()),
        float(matrix[nmd, rsnod]),
        float(matrix[nmd, bins].max()),
    )
