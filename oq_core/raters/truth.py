"""What the true distribution would score against a gold that is a sample of ratings.

The gold of an instance is made of n ratings, a sample of what all possible raters would say. A
system that estimated the distribution of all raters exactly would still not score 0.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
import pandas as pd
import scipy

from oq_core.data.arrays import Array, mean_where_defined
from oq_core.data.results import Result
from oq_core.data.scores import are, counted
from oq_core.defaults import CONFIDENCE, RESAMPLES
from oq_core.measures.quantification import Measure, Measures, measures_of
from oq_core.parallel import ranges
from oq_core.progress import Progress, silent
from oq_core.raters.bounds import PARTS, bound
from oq_core.raters.drawing import Votes, as_shares, check_votes, redrawn, scored
from oq_core.raters.people import half_of_raters, half_scaled
from oq_core.raters.prior import (
    ONE_RATING,
    Mixtures,
    Prior,
    evenly,
    fit_prior,
    groups_of,
    mixtures_by,
    prior_of,
    summed,
)

#: Numbers of ratings at which campaigns were simulated, and how many instances these had, or
#: half as many again, or fewer.
RATINGS, INSTANCES = (2, 3, 5, 19), (260, 585)
#: Where intervals cover in nine of ten campaigns of every simulated world, or in so nearly as many
#: that two standard errors reach it: by measure, numbers of ratings.
COVERED: Mapping[str, tuple[int, ...]] = {"RNOD": (3, 5, 19), "RNSS": (19,)}
#: More ratings than that times the most that were simulated are of no kind that was.
_BEYOND = 1.5
#: The estimates themselves rest on about so many scored draws.
_DRAWS_SCORED = 40_000
#: Of these, so many are weighed again for each resample of the instances.
_DRAWS_RESAMPLED = 4_000
#: Steps of EM from the mixture of all instances to that of a resample.
_STEPS_AGAIN = 10
#: A share of nothing has no logarithm.
_TINY = 1e-200
#: Numbers that are held at once.
_NUMBERS_AT_ONCE = 2**18


@dataclass(frozen=True, eq=False, repr=False)
class TruthScores(Result):
    """What the true distribution would score, by three estimates.

    Attributes
    ----------
    measures : tuple of str
        The K measures' keys.
    shrunk, low, high : ndarray of float64, shape (K,)
        The estimate to read, and its ends. NaN without a figure: see `notes`.
    ends : tuple of str
        What the ends are: an "interval" of the model, where intervals cover the truth in
        simulations of such data; a "bound" that takes no model, for measures that have one; or
        "none".
    plug_in : ndarray of float64, shape (K,)
        Biased where ratings are few: an instance's own votes are sharper than the truth.
    half_scaled : ndarray of float64, shape (K,)
        Half of the raters against the other half, scaled; no model, but low.
    instances : int
        How many instances it is of.
    prior : Prior
    notes : tuple of str
        What was left out, and why there is no figure.

    Examples
    --------
    >>> from oq_core.raters import true_scores
    >>> true_scores([[1, 0], [0, 1]], "NMD", draws=10).notes[0][:63]
    'every instance has one rating: how far raters differ is unknown'
    """

    measures: tuple[str, ...]
    shrunk: Array
    low: Array
    high: Array
    ends: tuple[str, ...]
    plug_in: Array
    half_scaled: Array
    instances: int
    prior: Prior
    notes: tuple[str, ...] = ()

    def to_frame(self) -> pd.DataFrame:
        """A row for each measure."""
        return pd.DataFrame(
            {
                "truth": self.shrunk,
                "truth low": self.low,
                "truth high": self.high,
                "ends": self.ends,
                "plug-in": self.plug_in,
                "half scaled": self.half_scaled,
            },
            pd.Index(self.measures, name="measure"),
        )


def true_scores(
    votes: npt.ArrayLike,
    measures: Measures | None = None,
    draws: int = RESAMPLES,
    seed: int = 0,
    confidence: float = CONFIDENCE,
    progress: Progress = silent,
    *,
    clustered: bool = False,
) -> TruthScores:
    """Estimate what the distribution of all possible raters would score against this gold.

    It is no floor: these measures are not proper scores, and a system can score below it. Nor is
    what is above it the system's own error, as loss is not additive.

    Parameters
    ----------
    votes : array_like of int, shape (n, L)
    measures : iterable of str or Measure, or one of them, optional
        Keys of `MEASURES` and records of one's own; all of the registry unless told otherwise.
    draws : int
        Resamples of the instances for the intervals, each with a prior fitted anew; 0 for no
        ends.
    seed : int
        The same seed gives the same numbers.
    confidence : float
        In (0, 1).
    progress : Progress, optional
        What it raises stops the work.
    clustered : bool
        Whether instances belong together, as answers to one question do: then there are bounds,
        which take the instances as they are, and no intervals over other ones.

    Returns
    -------
    TruthScores

    Raises
    ------
    ValueError
        If a measure is unknown, the votes are none, or there is one draw.

    Notes
    -----
    Shrunk: g of an instance is drawn from its posterior under the prior of `fit_prior`, a gold of
    n ratings is drawn from g, and g is scored against it. Plug-in: the gold itself stands for g.

    Interval: normal, with the spread of the estimate over resampled instances, the mixtures
    fitted anew to each from where they are, and its spread over mixtures of other sizes.
    `python -m tests.benchmarks.statistics --only "the truth"` simulates how often it covers what
    the truth scores, and `COVERED` says where it does. Elsewhere the ends are of
    `oq_core.raters.bounds`, or there are none.

    Examples
    --------
    >>> from oq_core.raters import true_scores
    >>> votes = np.random.default_rng(0).multinomial(10, [0.2, 0.5, 0.3], 200)
    >>> found = true_scores(votes, "NMD", draws=20)
    >>> bool(found.low[0] < found.shrunk[0] < found.high[0]), found.ends
    (True, ('bound',))
    """
    counts, chosen = check_votes(votes), measures_of(measures)
    if draws < 0 or draws == 1:
        raise ValueError(f"draws must be at least 2, or 0 for no ends, not {draws}")
    groups = groups_of(counts)
    mixtures = mixtures_by(counts, groups)
    prior = prior_of(mixtures, groups, counts.shape[1])
    known = np.isfinite(prior.shares[groups, 0])
    keys, notes = tuple(measure.key for measure in chosen), list[str]()
    if not known.any():
        none = np.full(len(chosen), np.nan)
        without = ("none",) * len(chosen)
        return TruthScores(keys, none, none, none, without, none, none, 0, prior, (ONE_RATING,))
    if not known.all():
        left_out = int((~known).sum())
        notes.append(
            f"{counted(left_out, 'instance')} with one rating {are(left_out)} left out: "
            "instances with more ratings are of another kind"
        )
    counts, prior = counts[known], replace(prior, groups=groups[known])
    generator = np.random.default_rng(seed)
    is_covered = [draws > 0 and not clustered and _covers(key, counts.sum(axis=1)) for key in keys]
    progress(0.3, "what the true distribution would score")
    resamples = draws if any(is_covered) else 0
    shrunk, error = expected(chosen, counts, mixtures, prior, resamples, generator)
    progress(0.8, "bounds")
    reach = scipy.stats.norm.ppf(0.5 + confidence / 2) * error
    low, high = np.maximum(shrunk - reach, 0), shrunk + reach
    ends = []
    for k, key in enumerate(keys):
        if not is_covered[k]:
            is_bound = draws > 0 and key in PARTS
            low[k], high[k] = bound(counts, key, confidence) if is_bound else (np.nan, np.nan)
        ends.append("interval" if is_covered[k] else "bound" if np.isfinite(low[k]) else "none")
    halves = half_of_raters(counts, keys, seed=seed)
    # A measure of preferences alone has no such estimate: all are NaN.
    scaled = mean_where_defined(half_scaled(counts, keys, halves), axis=1)
    plug_in = _plug_in(chosen, counts, generator)
    return TruthScores(
        keys, shrunk, low, high, tuple(ends), plug_in, scaled, len(counts), prior, tuple(notes)
    )


def true_scores_of_each(
    votes: npt.ArrayLike, measures: Measures | None = None, seed: int = 0
) -> Array:
    """Estimate what the distribution of all possible raters would score on each instance.

    Parameters
    ----------
    votes, measures, seed
        As `true_scores` has them.

    Returns
    -------
    ndarray of float64, shape (K, n)
        Smaller is better. NaN where nothing tells how far raters differ: of instances with one
        rating each. Of one instance it is rough; a mean over some is meant.

    Raises
    ------
    ValueError
        If a measure is unknown, or the votes are none.

    Examples
    --------
    >>> from oq_core.raters.truth import true_scores_of_each
    >>> votes = np.random.default_rng(0).multinomial([[5], [500]] * 50, [0.2, 0.5, 0.3])
    >>> few, many = true_scores_of_each(votes.reshape(-1, 3), "NMD").reshape(-1, 2).mean(axis=0)
    >>> bool(few > 5 * many)
    True
    """
    counts, chosen = check_votes(votes), measures_of(measures)
    prior = fit_prior(counts)
    known = np.isfinite(prior.shares[prior.groups, 0])
    found = np.full((len(chosen), len(counts)), np.nan)
    if known.any():
        ours = replace(prior, groups=prior.groups[known])
        drawn = _drawn(chosen, counts[known], ours, np.random.default_rng(seed))
        found[:, known] = drawn.scores.mean(axis=1)
    return found


def _covers(key: str, sizes: npt.NDArray[np.integer]) -> bool:
    """Whether intervals cover in simulations of so many instances, with such numbers of ratings.

    The simulated numbers of ratings around nearly all of those at hand tell it.
    """
    low, high = np.quantile(sizes, [0.05, 0.95])
    least, most = INSTANCES
    if not (least <= len(sizes) <= most and low >= RATINGS[0] and high <= _BEYOND * RATINGS[-1]):
        return False
    first = max(each for each in RATINGS if each <= low)
    last = min((each for each in RATINGS if each >= high), default=RATINGS[-1])
    around = [each for each in RATINGS if first <= each <= last]
    return set(around) <= set(COVERED.get(key, ()))


def expected(
    measures: Sequence[Measure],
    counts: Votes,
    mixtures: Sequence[Mixtures | None],
    prior: Prior,
    draws: int,
    generator: np.random.Generator,
) -> tuple[Array, Array]:
    """Expected mean scores (K,) of the truth under a prior, and their standard errors (K,).

    The errors are NaN without resamples.
    """
    drawn = _drawn(measures, counts, prior, generator)
    mean = drawn.scores.mean(axis=(1, 2))
    if not draws:
        return mean, np.full(len(measures), np.nan)
    return mean, _errors(mixtures, counts, prior, drawn, draws, generator)


@dataclass(frozen=True, eq=False)
class _Drawn:
    """Distributions of all raters as they may be, and what each scores.

    Attributes
    ----------
    truth : ndarray of float64, shape (R, n, L)
        Draws given the votes of the n instances.
    scores : ndarray of float64, shape (K, R, n)
        Against as many ratings drawn from them.
    """

    truth: Array
    scores: Array


def _repeats(instances: int, draws: int) -> int:
    return max(2, -(-draws // instances))


def _drawn(
    measures: Sequence[Measure], counts: Votes, prior: Prior, generator: np.random.Generator
) -> _Drawn:
    chances = np.cumsum(prior.chances(counts), axis=1)
    repeats, n = _repeats(len(counts), _DRAWS_SCORED), len(counts)
    component = (generator.random((repeats, n, 1)) > chances[:, :-1]).sum(axis=-1)
    alphas = prior.alphas[prior.groups[None], component] + counts
    truth = as_shares(generator.standard_gamma(alphas))
    return _Drawn(truth, scored(measures, truth, redrawn(truth, counts.sum(axis=1), generator)))


def _plug_in(measures: Sequence[Measure], counts: Votes, generator: np.random.Generator) -> Array:
    """Mean score (K,) of the gold itself against ratings drawn from it."""
    again = np.broadcast_to(
        as_shares(counts), (_repeats(len(counts), _DRAWS_SCORED), *counts.shape)
    )  # fmt: skip
    return scored(measures, again, redrawn(again, counts.sum(axis=1), generator)).mean(axis=(1, 2))


def _errors(
    mixtures: Sequence[Mixtures | None],
    counts: Votes,
    prior: Prior,
    drawn: _Drawn,
    draws: int,
    generator: np.random.Generator,
) -> Array:
    """Standard errors (K,): over resampled instances, and over mixtures of other sizes.

    Instead of drawing anew under each other prior, what was drawn weighs by how much likelier it
    is under that prior, given the votes.
    """
    repeats = min(_repeats(len(counts), _DRAWS_RESAMPLED), len(drawn.truth))
    variance = np.zeros(len(drawn.scores))
    for group, mixture in enumerate(mixtures):
        if mixture is None:
            continue
        rows = np.flatnonzero(prior.groups == group)
        share, rows = len(rows) / len(counts), rows[evenly(len(rows))]
        part = _Drawn(drawn.truth[:repeats, rows], drawn.scores[:, :repeats, rows])
        ones = np.ones((len(mixture.shares), len(rows)))
        sizes = _reweighed(part, mixture, *mixture.together(np.eye(len(ones))), ones)
        mean = mixture.weights @ sizes
        again = np.concatenate([
            _resampled(part, mixture, end - start, generator)
            for start, end in ranges(draws, max(1, _NUMBERS_AT_ONCE // (repeats * len(rows))))
        ])  # fmt: skip
        between = mixture.weights[0] @ (sizes - mean) ** 2
        variance += share**2 * (again.var(axis=0, ddof=1) + between)
    return np.sqrt(variance)


def _resampled(
    drawn: _Drawn, mixture: Mixtures, size: int, generator: np.random.Generator
) -> Array:
    """Mean scores (B, K) over resampled instances, with the mixtures fitted to them."""
    n = drawn.truth.shape[1]
    times = generator.multinomial(n, np.full(n, 1 / n), size).astype(np.float64)
    tallied = np.zeros((size, len(mixture.tallies.rows)))
    np.add.at(tallied.T, mixture.tallies.of, times.T)
    again = mixture.again(tallied, _STEPS_AGAIN)
    return _reweighed(drawn, mixture, *again.together(), times)


def _reweighed(
    drawn: _Drawn, mixture: Mixtures, shares: Array, alphas: Array, times: Array
) -> Array:
    """Mean scores (B, K) under other priors, of instances that count so many times (B, n)."""
    tallies = mixture.tallies
    ours = mixture.together()
    logs = np.log(np.maximum(drawn.truth.reshape(-1, drawn.truth.shape[-1]), _TINY))
    likelier = _log_densities(shares, alphas, logs) - _log_densities(*ours, logs)
    votes = summed(tallies.likelihoods(shares, alphas)) - summed(tallies.likelihoods(*ours))
    weights = np.exp(likelier.reshape(len(shares), *drawn.truth.shape[:2])
                     - votes[:, None, tallies.of]) * times[:, None]  # fmt: skip
    total = np.einsum("brn,krn->bk", weights, drawn.scores)
    return total / weights.sum(axis=(1, 2))[:, None]


def _log_densities(shares: Array, alphas: Array, logs: Array) -> Array:
    """Of a mixture of Dirichlets (B, J), (B, J, L) at distributions whose logarithms are (D, L)."""
    with np.errstate(divide="ignore"):
        heads = (
            np.log(shares)
            + scipy.special.gammaln(alphas.sum(axis=-1))
            - scipy.special.gammaln(alphas).sum(axis=-1)
        )
    return summed((alphas - 1) @ logs.T + heads[..., None])
