"""System ranking similarity: how alike two measures rank the same runs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from typing import Literal, overload

import numpy as np
import numpy.typing as npt
import pandas as pd
import scipy

from oq_core.analysis.pairs import pair_signs
from oq_core.data.arrays import Array, as_losses, as_scalar, check_finite, percentiles, tails
from oq_core.data.results import Result, by_pair
from oq_core.data.scores import Scores, are, counted
from oq_core.defaults import CONFIDENCE, SAMPLES
from oq_core.parallel import over_resamples

#: Kendall's tau as it is, or corrected for ties.
Variant = Literal["a", "b"]
#: How intervals of tau are made: by the formula, or a bootstrap over runs, teams or instances.
TauInterval = Literal["formula", "bootstrap", "teams", "instances"]

#: Variance of atanh(tau) times (m - 4), by Fieller, Hartley and Pearson.
_TAU_VARIANCE = 0.437

#: Numbers held at once while resampling.
_NUMBERS_AT_ONCE = 2**22


#: "TEAM-run0", "TEAM_run 2", "TEAM/run1/quality_cn": what comes before the number of the run.
_TEAM = re.compile(r"(.+?)[-_/ .]*run[-_ ]?\d+(?!\w)", re.IGNORECASE)


@dataclass(frozen=True, eq=False, repr=False)
class Similarity(Result):
    """How alike measures rank runs.

    Attributes
    ----------
    measures : tuple of str
        The K measures' keys.
    taus : ndarray of float64, shape (K, K)
        Kendall's tau of every two measures, in [-1, 1]; larger is more alike.
    variant : {"a", "b"}
        Which tau.
    runs : int
        m, the number of runs that were ranked.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core import Scores, ranking_similarity
    >>> values = np.array([[[0.1, 0.2, 0.3]], [[0.1, 0.3, 0.2]]])
    >>> scores = Scores(values, ("NMD", "JSD"), ("d1",), tuple("abc"), (False, False))
    >>> found = ranking_similarity(scores)
    >>> found.to_frame()["tau"].round(3).tolist()
    [0.333]
    """

    measures: tuple[str, ...]
    taus: Array
    variant: Variant
    runs: int

    def to_frame(self) -> pd.DataFrame:
        """A row for every two measures with their tau and its interval by formula."""
        low, high = np.moveaxis(tau_interval(self.taus, self.runs), -1, 0)
        return by_pair(self.measures, {"tau": self.taus, "low": low, "high": high})


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

    Examples
    --------
    >>> from oq_core.analysis import kendall_tau
    >>> print(kendall_tau([0.1, 0.2, 0.3], [0.1, 0.3, 0.2]).round(3))
    0.333
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
        return as_scalar(np.asarray(surplus / pairs))
    untied = [np.abs(each).sum(axis=-1, dtype=np.int64) for each in (signs, others)]
    return _ratio(surplus, np.sqrt(untied[0]) * np.sqrt(untied[1]))


def _ratio(above: npt.ArrayLike, below: npt.ArrayLike) -> Array:
    """Quotients, NaN where there is nothing to divide by."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return as_scalar(np.asarray(np.clip(np.divide(above, below), -1, 1)))


@overload
def ranking_similarity(
    scores: Scores, larger_is_better: None = ..., variant: Variant = ...
) -> Similarity: ...
@overload
def ranking_similarity(
    scores: npt.ArrayLike, larger_is_better: npt.ArrayLike | None = ..., variant: Variant = ...
) -> Array: ...
def ranking_similarity(
    scores: Scores | npt.ArrayLike,
    larger_is_better: npt.ArrayLike | None = None,
    variant: Variant = "a",
) -> Similarity | Array:
    """Kendall's tau between the rankings of the runs by every two measures.

    Parameters
    ----------
    scores : Scores, or array_like of shape (K, m)
        Scores; or mean scores of m runs under K measures.
    larger_is_better : bool or array_like of bool, shape (K,)
        Direction of the measures; needed beside an array. A wrong one turns the sign of tau.
    variant : {"a", "b"}
        As in `kendall_tau`.

    Returns
    -------
    Similarity, or ndarray of float64, shape (K, K)
        With names where `scores` are Scores. Symmetric. With ties, the diagonal of variant a is
        below 1. Stacks of it, one for each data set, are averaged over the first axis for RNOD22
        tables 19 and 24.

    Raises
    ------
    ValueError
        If there are fewer than two runs, a mean is not finite, or the direction is missing.

    Notes
    -----
    ACL21 tables 2, 5 and 8; RNOD22 tables 3 to 23.

    Examples
    --------
    >>> from oq_core import ranking_similarity
    >>> errors, agreements = [0.1, 0.2, 0.3], [0.9, 0.8, 0.7]
    >>> ranking_similarity([errors, agreements], larger_is_better=[False, True]).tolist()
    [[1.0, 1.0], [1.0, 1.0]]
    """
    if isinstance(scores, Scores):
        taus = ranking_similarity(scores.means, scores.larger_is_better, variant)
        return Similarity(scores.measures, taus, variant, len(scores.runs))
    losses = as_losses(scores, larger_is_better)
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

    Examples
    --------
    >>> from oq_core.analysis import average_similarity
    >>> average_similarity([[1, 0.5, 0], [0.5, 1, 1], [0, 1, 1]]).tolist()
    [0.25, 0.75, 0.5]
    """
    array = np.asarray(taus, dtype=np.float64)
    others = ~np.eye(array.shape[-1], dtype=bool)
    return array.sum(axis=-1, where=others) / (array.shape[-1] - 1)


def tau_interval(taus: npt.ArrayLike, runs: int, confidence: float = CONFIDENCE) -> Array:
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
        `|tau|` is 1, and NaN with fewer than five runs.

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
    half = scipy.stats.norm.ppf(tails(confidence)[1]) * np.sqrt(_TAU_VARIANCE / (runs - 4))
    # atanh is infinite at -1 and 1, which tanh takes back to -1 and 1.
    with np.errstate(divide="ignore"):
        centre = np.arctanh(array)
    return np.tanh(np.stack([centre - half, centre + half], axis=-1))


def bootstrap_tau_interval(
    scores: Scores | npt.ArrayLike,
    larger_is_better: npt.ArrayLike | None = None,
    variant: Variant = "a",
    *,
    samples: int = SAMPLES,
    seed: int = 0,
    confidence: float = CONFIDENCE,
    teams: Sequence[str] | None = None,
    executor: Executor | None = None,
) -> Array:
    """Percentile bootstrap intervals of tau between every two measures.

    As the formula does, it takes the runs for a sample of possible runs: it resamples runs,
    the same ones for all measures. Two copies of a run are not a pair. Runs of one team resemble
    each other, so they are no independent sample; with `teams`, whole teams are resampled.

    Parameters
    ----------
    scores : Scores, or array_like of shape (K, m)
    larger_is_better : bool or array_like of bool, shape (K,)
    variant : {"a", "b"}
        As in `ranking_similarity`.
    teams : sequence of str, length m, optional
        The team of each run, such as `teams_of` finds. All runs of a team are drawn together.
    samples : int
        Number of resamples.
    seed : int
        The same seed gives the same intervals.
    confidence : float
        In (0, 1).
    executor : Executor, optional
        Computes the resamples; this thread unless given. The numbers are the same.

    Returns
    -------
    ndarray of float64, shape (K, K, 2)
        Low and high ends; NaN where tau is undefined in every resample.

    Raises
    ------
    ValueError
        If there are fewer than two runs (or teams) or no samples, a mean is not finite, or the
        direction is missing.

    Notes
    -----
    DE2 tables 8 and 13 name R's NSM3, with 100 samples and variant b. This is the same method,
    but the printed intervals do not follow from it: for NMD and RSNOD on A the printed low end is
    -.189, and of 1,500 seeds with 100 samples none gives less than -.124.

    Examples
    --------
    >>> from oq_core.analysis import bootstrap_tau_interval
    >>> scores = [[0.1, 0.2, 0.3, 0.4, 0.5], [0.1, 0.3, 0.2, 0.4, 0.6]]
    >>> print(bootstrap_tau_interval(scores, larger_is_better=False, variant="b")[0, 0])
    [1. 1.]
    """
    if isinstance(scores, Scores):
        losses = as_losses(scores.means, scores.larger_is_better)
    else:
        losses = as_losses(scores, larger_is_better)
    measures, runs = losses.shape
    names, team_of = np.unique(
        np.arange(runs) if teams is None else list(teams), return_inverse=True
    )
    if len(team_of) != runs or len(names) < 2 <= runs:
        raise ValueError(
            f"teams are needed for {counted(runs, 'run')}, two teams at least; there "
            f"{are(len(team_of))} {counted(len(team_of), 'name')} of {counted(len(names), 'team')}"
        )
    if runs < 2 or samples < 1:
        raise ValueError(f"there must be two runs and one sample, not {runs} and {samples}")
    signs = pair_signs(losses).astype(np.float64)
    first, second = np.triu_indices(measures)
    products = (signs[first] * signs[second]).T
    untied = None if variant == "a" else np.abs(signs).T
    taus = partial(_resampled_taus, products, untied, team_of)
    at_once = _NUMBERS_AT_ONCE // len(products)
    drawn = over_resamples(taus, len(names), samples, at_once, seed, executor)
    intervals = np.empty((measures, measures, 2))
    intervals[first, second] = intervals[second, first] = percentiles(drawn, confidence)
    return intervals


def similarity_intervals(
    scores: Scores,
    kind: TauInterval = "formula",
    variant: Variant = "a",
    samples: int = SAMPLES,
    seed: int = 0,
) -> Array:
    """Intervals of tau between every two measures, made in one of four ways.

    Parameters
    ----------
    scores : Scores
        K measures, m runs.
    kind : {"formula", "bootstrap", "teams", "instances"}
        By `tau_interval`; by `bootstrap_tau_interval` over runs, or over the teams that their
        names tell; or by `instance_tau_interval`.
    variant, samples, seed
        As in `bootstrap_tau_interval`.

    Returns
    -------
    ndarray of float64, shape (K, K, 2)
        Low and high ends; NaN where there are none, as with a single team.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core import Scores
    >>> from oq_core.analysis import similarity_intervals
    >>> values = np.random.default_rng(0).random((2, 30, 5)) + np.arange(5)
    >>> runs = ("X-run1", "X-run2", "X-run3", "X-run4", "X-run5")
    >>> ids = tuple(f"i{number}" for number in range(30))
    >>> scores = Scores(values, ("NMD", "JSD"), ids, runs, (False, False))
    >>> print(similarity_intervals(scores)[0, 1], similarity_intervals(scores, "teams")[0, 1])
    [1. 1.] [nan nan]
    """
    if kind == "formula":
        return tau_interval(ranking_similarity(scores, variant=variant).taus, len(scores.runs))
    if kind == "instances":
        return instance_tau_interval(scores, variant, samples=samples, seed=seed)
    teams = teams_of(scores.runs) if kind == "teams" else None
    if teams is not None and len(set(teams)) < 2:
        return np.full((len(scores.measures), len(scores.measures), 2), np.nan)
    return bootstrap_tau_interval(scores, variant=variant, samples=samples, seed=seed, teams=teams)


def instance_tau_interval(
    scores: Scores,
    variant: Variant = "a",
    *,
    samples: int = SAMPLES,
    seed: int = 0,
    confidence: float = CONFIDENCE,
    executor: Executor | None = None,
) -> Array:
    """Intervals of tau between every two measures from resampled instances; the runs stay.

    They say how far other instances could change tau between rankings of *these* runs. The means
    of a resample have the noise of the instances twice, so taus near 1 come out lower: the
    interval lies low, and may exclude the tau that it is of.

    Parameters
    ----------
    scores : Scores
        K measures, m runs.
    variant, samples, seed, confidence, executor
        As in `bootstrap_tau_interval`.

    Returns
    -------
    ndarray of float64, shape (K, K, 2)
        Low and high ends; NaN with one instance, or where tau is undefined in every resample.

    Raises
    ------
    ValueError
        If there are fewer than two runs, no samples, or a score is not finite.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core import Scores
    >>> from oq_core.analysis import instance_tau_interval
    >>> values = np.random.default_rng(0).random((2, 30, 3)) + [0, 1, 2]
    >>> ids = tuple(map(str, range(30)))
    >>> scores = Scores(values, ("NMD", "JSD"), ids, tuple("abc"), (False, False))
    >>> instance_tau_interval(scores)[0, 1].tolist()
    [1.0, 1.0]
    """
    array = check_finite(np.asarray(scores), "scores", "leave that instance out")
    measures, instances, runs = array.shape
    if runs < 2 or samples < 1:
        raise ValueError(f"there must be two runs and one sample, not {runs} and {samples}")
    if instances < 2:
        return np.full((measures, measures, 2), np.nan)
    losses = np.where(np.array(scores.larger_is_better)[:, None, None], -array, array)
    cells = losses.transpose(1, 0, 2).reshape(instances, -1)
    taus = partial(_taus_of_instances, cells, measures, variant)
    at_once = _NUMBERS_AT_ONCE // max(instances, measures * runs**2)
    return percentiles(
        over_resamples(taus, instances, samples, at_once, seed, executor), confidence
    )


def _taus_of_instances(cells: Array, measures: int, variant: Variant, counts: Array) -> Array:
    """Tau of every two measures where instances are drawn so many times: (samples, K, K)."""
    means = (counts @ cells / len(cells)).reshape(len(counts), measures, -1)
    return kendall_tau(means[:, :, None], means[:, None], variant)


def _resampled_taus(
    products: Array, untied: Array | None, team_of: npt.NDArray[np.intp], counts: Array
) -> Array:
    """Tau of every two measures where teams are drawn so many times: (samples, K (K + 1) / 2).

    `products` (pairs of runs, K (K + 1) / 2) says where two measures agree; `untied` (pairs of
    runs, K) where one has no tie, for variant b.
    """
    copies = counts[:, team_of]
    one, other = np.triu_indices(copies.shape[1], k=1)
    weights = copies[:, one] * copies[:, other]
    if untied is None:
        bound = weights.sum(axis=1, keepdims=True)
    else:
        roots = np.sqrt(weights @ untied)
        first, second = np.triu_indices(untied.shape[1])
        bound = roots[:, first] * roots[:, second]
    return _ratio(weights @ products, bound)


def teams_of(runs: Sequence[str]) -> tuple[str, ...]:
    """The team of each run, where its name tells: "ALTO-run0" and "ALTO/run1/x" are of ALTO.

    The team is what comes before the word "run" and its number. A run without them is a team of
    its own.

    Examples
    --------
    >>> from oq_core.analysis import teams_of
    >>> teams_of(["ALTO-run0", "ALTO-run1", "BL-uniform"])
    ('ALTO', 'ALTO', 'BL-uniform')
    """
    found = (_TEAM.match(name) for name in runs)
    return tuple(match.group(1) if match else name for match, name in zip(found, runs, strict=True))
