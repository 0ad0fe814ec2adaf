"""Other instances and other raters: what of a leaderboard would stand if both were drawn anew."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from typing import Literal

import numpy as np
import numpy.typing as npt
import pandas as pd
import scipy

from oq_core.data.arrays import Array, ratio, signs, tails
from oq_core.data.collection import Collection
from oq_core.data.distributions import Distributions, pooled, popularity, uniform
from oq_core.data.results import Result, crossed
from oq_core.data.scores import UNITS, place_of
from oq_core.defaults import ALPHA, CONFIDENCE, RESAMPLES
from oq_core.measures.quantification import Measure, Measures, measures_of
from oq_core.parallel import ranges, spread
from oq_core.progress import Progress, silent
from oq_core.raters.agreement import against_others
from oq_core.raters.drawing import (
    Votes,
    as_shares,
    numbers_of_clusters,
    redrawn,
    scored,
    votes_of,
)

#: Of fewer raters who are known there is no interval: in simulations it covers too little.
FEWEST_RATERS = 3
#: Numbers that are held at once.
_NUMBERS_AT_ONCE = 2**22

#: Baselines that are made from the gold, and so made anew in every draw.
BASELINES: Mapping[str, Callable[[Distributions], Distributions]] = {
    "Popularity": popularity,
    "Pooled": pooled,
    "Uniform": uniform,
}


@dataclass(frozen=True, eq=False)
class Variances:
    """How far mean scores vary with the instances and with raters who are known.

    Attributes
    ----------
    instances, raters : ndarray of float64, shape (K, m, m)
        Covariances of the m runs' means over other instances, and over other raters.
    freedom : tuple of int
        Degrees of freedom of the two.

    Notes
    -----
    Over raters by pseudo-values: R times the mean score less R - 1 times that without a rater, as
    a measure of the mean of raters is not additive in them (Tukey, Bias and confidence in
    not-quite large samples, 1958). What both have in common is counted twice. Degrees of freedom
    of the sum: Satterthwaite, An approximate distribution of estimates of variance components,
    1946.
    """

    instances: Array
    raters: Array
    freedom: tuple[int, int]

    def of(self, weights: Array) -> tuple[Array, Array]:
        """Standard errors and degrees of freedom (K, P) of weighted sums (P, m) of the means."""
        both = np.stack(
            [np.einsum("pa,kab,pb->kp", weights, each, weights)
             for each in (self.instances, self.raters)]
        )  # fmt: skip
        whole = np.maximum(both.sum(axis=0), 0)
        apart = (np.square(both) / np.array(self.freedom)[:, None, None]).sum(axis=0)
        freedom = ratio(whole**2, apart, min(self.freedom))
        return np.sqrt(whole), freedom


@dataclass(frozen=True, eq=False, repr=False)
class Redrawn(Result):
    """Mean scores of runs if instances and ratings were drawn anew.

    Attributes
    ----------
    measures : tuple of str
        The K measures' keys.
    runs : tuple of str
        The m runs, then the baselines.
    systems : int
        How many of these are runs, not baselines.
    means : ndarray of float64, shape (K, m)
        As observed.
    draws : ndarray of float64, shape (S, K, m)
        In every draw, re-centred: their mean is the observed mean.
    low, high : ndarray of float64, shape (K, m)
        Ends of the intervals of the means; the observed mean is always within. NaN where fewer
        than three raters are known, or there is one instance.
    first : ndarray of float64, shape (K, systems)
        Share of draws in which a run comes first, if ratings were redrawn; runs that tie share
        it. It is not the probability that a run is the best.
    raters : {"the same raters", "ratings of each instance"}
        What was drawn: raters, for all instances together, where they are known.
    kept : float
        Instances without any drawn rater, which keep their ratings: a mean over draws.
    confidence : float
    variances : Variances, optional
        Where the raters are known.
    unit : str
        What was drawn as a whole: instances, or what they belong to.

    Examples
    --------
    >>> from oq_core import Collection
    >>> from oq_core.raters import redraw
    >>> votes = np.array([[3, 1], [1, 3], [4, 0], [2, 2]])
    >>> gold = votes / 4
    >>> runs = {"a": gold, "b": 1 - gold}
    >>> made = Collection("C", ("x", "y"), tuple("1234"), gold, runs, votes=votes)
    >>> found = redraw(made, "NMD", samples=50)
    >>> found.runs, found.first.tolist()
    (('a', 'b', 'Popularity', 'Pooled', 'Uniform'), [[0.96, 0.04]])
    """

    measures: tuple[str, ...]
    runs: tuple[str, ...]
    systems: int
    means: Array
    draws: Array
    low: Array
    high: Array
    first: Array
    raters: Literal["the same raters", "ratings of each instance"]
    kept: float
    confidence: float
    variances: Variances | None = None
    unit: str = UNITS[0]

    def differences(self, first: str, second: str) -> tuple[Array, Array, Array]:
        """Observed mean of the first less that of the second, and its interval: (K,) each."""
        a, b = (place_of(name, self.runs, "run") for name in (first, second))
        observed = self.means[:, a] - self.means[:, b]
        if self.variances is None:
            low, high = _ends(self.draws[..., a] - self.draws[..., b], observed, self.confidence)
            return observed, low, high
        weights = np.eye(len(self.runs))
        reach = _reach(self.variances, weights[[a]] - weights[[b]], (1 + self.confidence) / 2)[:, 0]
        return observed, observed - reach, observed + reach

    def standing(self, p_values: Array, alpha: float = ALPHA) -> npt.NDArray[np.int64] | None:
        """How many significant pairs would stand with other raters and instances.

        Parameters
        ----------
        p_values : ndarray, shape (K, systems, systems)
            Of the runs, by any test.
        alpha : float

        Returns
        -------
        ndarray of int64, shape (K, 2), or None
            Pairs that stand, and significant pairs; None where there are no intervals. One stands
            where the interval of its difference leaves out 0; the intervals are for all pairs of
            runs together at the given confidence (the largest standardised deviation of any pair
            in the draws).
        """
        if not np.isfinite(self.low).all():
            return None
        first, second = np.triu_indices(self.systems, k=1)
        gaps = self.means[:, first] - self.means[:, second]
        off = self.draws[..., first] - self.draws[..., second] - gaps
        deviations = off.std(axis=0)
        scale = np.where(deviations > 0, deviations, 1)
        reach = np.quantile(np.abs(off / scale).max(axis=-1), self.confidence, axis=0)
        is_found = np.asarray(p_values)[:, first, second] <= alpha
        limits = reach[:, None] * deviations
        if self.variances is not None:
            # As unlikely for one pair alone, with as few raters.
            weights = np.eye(len(self.runs))
            below = scipy.stats.norm.cdf(reach)[:, None]
            limits = _reach(self.variances, weights[first] - weights[second], below)
        stands = is_found & (np.abs(gaps) > limits)
        return np.stack([stands.sum(axis=1), is_found.sum(axis=1)], axis=1)

    def to_frame(self) -> pd.DataFrame:
        """A row for each measure and run or baseline."""
        shares = np.full(self.means.shape, np.nan)
        shares[:, : self.systems] = self.first
        columns = {"mean": self.means, "low": self.low, "high": self.high,
                   "first if ratings were redrawn": shares}  # fmt: skip
        names = {"measure": self.measures, "run": self.runs}
        return crossed(names, columns).set_index([*names])


def redraw(
    collection: Collection,
    measures: Measures | None = None,
    samples: int = RESAMPLES,
    seed: int = 0,
    confidence: float = CONFIDENCE,
    progress: Progress = silent,
    executor: Executor | None = None,
) -> Redrawn:
    """Draw instances and raters anew, and see what becomes of the runs' mean scores.

    Parameters
    ----------
    collection : Collection
        With votes and at least one run.
    measures : iterable of str or Measure, or one of them, optional
        Keys of `MEASURES` and records of one's own; all of the registry unless told otherwise.
    samples : int
        S, the draws.
    seed : int
        The same seed gives the same numbers.
    confidence : float
        In (0, 1).
    progress : Progress, optional
        What it raises stops the work.
    executor : Executor, optional
        Computes the draws; this thread unless given. The numbers are the same.

    Returns
    -------
    Redrawn

    Raises
    ------
    ValueError
        If there are no votes, no runs or no samples, or a measure is unknown.

    Notes
    -----
    Instances are drawn with replacement, those of a cluster together. Where the raters are known,
    so are they, the same ones for all instances; else the ratings of each instance. Runs stay, and
    baselines are made from the gold of each draw. The gold is a sample already, so that drawing
    from it adds its noise a second time and moves every mean: intervals are therefore re-centred,
    observed ± quantiles of draw less mean of the draws. They are of the mean score against a gold
    of so many ratings. Where nobody knows who gave which rating, what a rater does to many
    instances cannot be seen. Where it is known, draws only tell who comes first: intervals are
    Student's, by
    `Variances`, as draws of few raters of unlike leniency vary too little. Brennan,
    Generalizability Theory, 2001; Owen, The pigeonhole bootstrap, 2007.

    Examples
    --------
    >>> from oq_core import Collection
    >>> from oq_core.raters import redraw
    >>> votes = np.array([[3, 1], [1, 3], [4, 0], [2, 2]])
    >>> made = Collection("C", ("x", "y"), tuple("1234"), votes / 4, {"a": votes / 4}, votes=votes)
    >>> redraw(made, "NMD", samples=50).raters
    'ratings of each instance'
    """
    votes, chosen = votes_of(collection), measures_of(measures)
    if not collection.runs:
        raise ValueError(f"{collection.name} has no runs to score")
    if samples < 1:
        raise ValueError(f"samples must be at least 1, not {samples}")
    is_known = collection.ratings is not None and bool(collection.raters)
    systems = {
        name: run
        for name, run in collection.runs.items()
        if not (name in BASELINES and np.allclose(run, BASELINES[name](collection.gold)))
    }
    names = (*systems, *(name for name in BASELINES if name not in systems))
    made = [name for name in names if name not in systems]
    runs = np.stack([*systems.values()], axis=1) if systems else np.empty((*votes.shape[:1], 0, 0))
    observed = _means(chosen, runs, made, collection.gold, np.ones(len(votes)))
    work = partial(
        _drawn, chosen, runs, made, votes, collection.ratings if is_known else None,
        numbers_of_clusters(collection),
    )  # fmt: skip
    draws, kept = np.empty((samples, *observed.shape)), 0
    seeds = np.random.SeedSequence(seed).spawn(samples)
    for number, (means, without) in enumerate(spread(work, seeds, executor)):
        draws[number], kept = means, kept + without
        progress((number + 1) / samples, "other raters")
    variances = None
    if is_known and collection.ratings is not None:
        variances = _variances(chosen, runs, made, collection, votes)
        reach = _reach(variances, np.eye(len(names)), (1 + confidence) / 2)
        low, high = observed - reach, observed + reach
    else:
        low, high = _ends(draws, observed, confidence)
    draws += observed - draws.mean(axis=0)
    ours = draws[..., : len(systems)]
    best = signs(ours - ours.min(axis=-1, keepdims=True)) == 0 if systems else ours > 0
    return Redrawn(
        tuple(measure.key for measure in chosen),
        names,
        len(systems),
        observed,
        draws,
        low,
        high,
        (best / np.maximum(best.sum(axis=-1, keepdims=True), 1)).mean(axis=0),
        "the same raters" if is_known else "ratings of each instance",
        kept / samples,
        confidence,
        variances,
        UNITS[0],
    )


def _means(
    measures: Sequence[Measure], runs: Array, made: Sequence[str], gold: Array, times: Array
) -> Array:
    """Mean scores (K, m) over instances that count so many times, with the baselines made."""
    # Pooled is of the instances that were drawn.
    weights = times / times.sum()
    return _scores(measures, runs, made, gold, weights @ gold) @ weights


def _scores(
    measures: Sequence[Measure], runs: Array, made: Sequence[str], gold: Array, pool: Array
) -> Array:
    """Scores (K, m, n) of the runs (n, systems, L), and of baselines made from the gold (n, L)."""
    baselines = [
        np.broadcast_to(pool, gold.shape) if name == "Pooled" else BASELINES[name](gold)
        for name in made
    ]
    parts = [*([runs] if runs.size else []), *(each[:, None] for each in baselines)]
    return scored(measures, np.concatenate(parts, axis=1), gold[:, None]).swapaxes(1, 2)


def _variances(
    measures: Sequence[Measure],
    runs: Array,
    made: Sequence[str],
    collection: Collection,
    votes: Votes,
) -> Variances:
    """How far means vary over instances, and over the raters who are known."""
    pool = collection.gold.mean(axis=0)
    scores = _scores(measures, runs, made, collection.gold, pool)
    ratings = np.asarray(collection.ratings)
    ratings = ratings[:, (ratings >= 0).any(axis=0)]
    n, raters = ratings.shape
    if n < 2 or raters < FEWEST_RATERS:
        unknown = np.full((*scores.shape[:2], scores.shape[1]), np.nan)
        return Variances(unknown, unknown, (1, 1))
    # By what a mean differs without each rater; without the only one of an instance, by nothing.
    rows, whose, _, others = against_others(ratings, votes.shape[1])
    changes = np.zeros((raters, *scores.shape[:2]))
    for start, end in ranges(len(rows), max(1, _NUMBERS_AT_ONCE // scores[..., 0].size)):
        some = rows[start:end]
        without = _scores(measures, runs[some], made, as_shares(others[start:end]), pool)
        np.add.at(changes, whose[start:end], (without - scores[..., some]).transpose(2, 0, 1))
    pseudo = -(raters - 1) * changes.transpose(1, 2, 0) / n
    return Variances(_covariances(scores), _covariances(pseudo), (n - 1, raters - 1))


def _covariances(values: Array) -> Array:
    """Covariances (K, m, m) of the means of values (K, m, N)."""
    off = values - values.mean(axis=-1, keepdims=True)
    size = values.shape[-1]
    return np.einsum("kan,kbn->kab", off, off, optimize=True) / (size * (size - 1))


def _reach(variances: Variances, weights: Array, below: Array | float) -> Array:
    """Student's quantiles (K, P) of weighted sums (P, m) of the means, in their units."""
    error, freedom = variances.of(weights)
    return scipy.stats.t.ppf(below, freedom) * error


def _drawn(
    measures: Sequence[Measure],
    runs: Array,
    made: Sequence[str],
    votes: Votes,
    ratings: npt.NDArray[np.integer] | None,
    clusters: npt.NDArray[np.int64] | None,
    seed: np.random.SeedSequence,
) -> tuple[Array, int]:
    """Mean scores (K, m) of one draw, and how many instances kept their ratings in it."""
    generator = np.random.default_rng(seed)
    size = len(votes) if clusters is None else int(clusters.max()) + 1
    times = np.bincount(generator.integers(0, size, size), minlength=size)
    times = times if clusters is None else times[clusters]
    without = np.zeros(len(votes), dtype=bool)
    if ratings is None:
        gold = redrawn(as_shares(votes), votes.sum(axis=1), generator)
    else:
        raters = ratings.shape[1]
        often = np.bincount(generator.integers(0, raters, raters), minlength=raters)
        drawn = np.stack(
            [(ratings == code) @ often for code in range(votes.shape[1])], axis=1
        )  # fmt: skip
        without = drawn.sum(axis=1) == 0
        gold = as_shares(np.where(without[:, None], votes, drawn))
    there = times > 0
    means = _means(measures, runs[there], made, gold[there], times[there].astype(np.float64))
    return means, int(without.sum())


def _ends(draws: Array, observed: Array, confidence: float) -> tuple[Array, Array]:
    """Re-centred ends of draws (S, ...) about what was observed (...)."""
    low, high = observed + np.quantile(draws, tails(confidence), axis=0) - draws.mean(axis=0)
    # So skewed that the mean is no inner quantile: what was observed is within all the same.
    return np.minimum(low, observed), np.maximum(high, observed)
