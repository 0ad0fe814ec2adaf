"""What the true distribution would score against a gold that is a sample of ratings.

The gold of an instance is made of n ratings, a sample of what all possible raters would say. A
system that estimated the distribution of all raters exactly would still not score 0.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
import numpy.typing as npt
import pandas as pd
from scipy import optimize, stats
from scipy.special import gammaln

from oq_core.data.arrays import Array, tails
from oq_core.data.results import Result
from oq_core.data.scores import are, counted
from oq_core.defaults import CONFIDENCE, RESAMPLES
from oq_core.measures.quantification import Measure, Measures, measures_of
from oq_core.parallel import spread
from oq_core.progress import Progress
from oq_core.raters.drawing import Votes, as_shares, check_votes, redrawn, scored
from oq_core.raters.people import half_of_raters, half_scaled

#: Two estimates that are further apart than this share of the first are called so.
APART = 0.15
#: The estimates themselves rest on about so many scored draws.
_DRAWS_SCORED = 40_000
#: Every resample of the instances rests on about so many.
_DRAWS_RESAMPLED = 6_000
#: The noise of draws is at most so much of an interval's variance: more cannot be told from it.
_MOST_NOISE = 0.75
#: Bounds of kappa: from instances on which all agree to instances that are all alike.
_KAPPA = (1e-2, 1e4)
#: Fewer instances with about the same number of ratings join the next such group.
_FEW = 30


@dataclass(frozen=True, eq=False)
class Prior:
    """A Dirichlet distribution of what all raters would say, for each group of instances.

    Attributes
    ----------
    kappa : ndarray of float64, shape (G,)
        How alike instances are: near 0, raters agree within each; large, instances do not
        differ. NaN where every instance of the group has one rating: nothing tells it then.
    m : ndarray of float64, shape (G, L)
        The mean distribution of the group's instances.
    groups : ndarray of int64, shape (n,)
        The group of each instance; several where the number of ratings goes with their spread.

    Examples
    --------
    >>> from oq_core.raters import fit_prior
    >>> fit_prior([[2, 0], [0, 2], [1, 1], [1, 1]]).m.tolist()
    [[0.5, 0.5]]
    """

    kappa: Array
    m: Array
    groups: npt.NDArray[np.int64]

    def posterior(self, votes: Votes) -> Array:
        """Parameters (n, L) of the Dirichlet distribution of each instance, given its votes."""
        return self.kappa[self.groups, None] * self.m[self.groups] + votes


def fit_prior(votes: npt.ArrayLike) -> Prior:
    """Fit how the distributions of all raters are spread over instances.

    Parameters
    ----------
    votes : array_like of int, shape (n, L)

    Returns
    -------
    Prior
        m is the mean of the instances' distributions, so that instances count alike however
        many raters they have; kappa is by maximum likelihood. Fitted within groups of like
        numbers of ratings (1, 2 to 3, 4 to 7, ...) where these go with how much raters differ
        (Spearman's test at .05); else over all instances.

    Raises
    ------
    ValueError
        If the votes are none.

    Notes
    -----
    The likelihood is that of the Dirichlet-multinomial distribution: Minka, Estimating a
    Dirichlet distribution, 2000.

    Examples
    --------
    >>> from oq_core.raters import fit_prior
    >>> bool(fit_prior([[9, 0], [0, 9]] * 20).kappa[0] < 0.1)
    True
    """
    counts = check_votes(votes)
    return _fitted(counts, _groups(counts))


def _fitted(counts: Votes, groups: npt.NDArray[np.int64]) -> Prior:
    size = int(groups.max()) + 1
    kappa, m = np.full(size, np.nan), np.full((size, counts.shape[1]), np.nan)
    for group in range(size):
        members = counts[groups == group]
        if len(members):
            m[group] = as_shares(members).mean(axis=0)
            kappa[group] = _kappa(members, m[group])
    return Prior(kappa, m, groups)


def _groups(counts: Votes) -> npt.NDArray[np.int64]:
    """Groups of like numbers of ratings, or one where these tell nothing of the spread."""
    sizes = counts.sum(axis=1)
    one = np.zeros(len(counts), dtype=np.int64)
    several = sizes > 1
    if len(np.unique(sizes[several])) < 2:
        return one
    spreads = _disagreement(counts[several])
    if np.ptp(spreads) == 0 or stats.spearmanr(sizes[several], spreads).pvalue >= 0.05:
        return one
    octaves = np.floor(np.log2(sizes)).astype(np.int64)
    # From the largest numbers down, as instances with many ratings tell most.
    for octave in range(int(octaves.max()), 1, -1):
        if 0 < (octaves == octave).sum() < _FEW:
            octaves[octaves == octave] = octave - 1
    return np.unique(octaves, return_inverse=True)[1].astype(np.int64)


def _disagreement(counts: Votes) -> Array:
    """Mean distance in classes between two ratings of an instance: unbiased for any number."""
    sizes = counts.sum(axis=1)
    below = np.cumsum(counts, axis=1)[:, :-1]
    return 2 * (below * (sizes[:, None] - below)).sum(axis=1) / (sizes * (sizes - 1))


def _kappa(counts: Votes, m: Array) -> float:
    """Maximum likelihood of kappa, given m; NaN where no instance has two ratings."""
    sizes = np.bincount(counts.sum(axis=1))
    if len(sizes) < 3:
        return float("nan")
    known = np.flatnonzero(m > 0)
    size = np.arange(len(sizes))
    times = np.stack([np.bincount(counts[:, code], minlength=len(sizes)) for code in known])

    def loss(log_kappa: float) -> float:
        kappa = np.exp(log_kappa)
        shares = kappa * m[known, None]
        whole = sizes @ (gammaln(kappa) - gammaln(kappa + size))
        return -float(whole + (times * (gammaln(shares + size) - gammaln(shares))).sum())

    found = optimize.minimize_scalar(loss, bounds=np.log(_KAPPA), method="bounded")
    return float(np.exp(found.x))


@dataclass(frozen=True, eq=False, repr=False)
class TruthScores(Result):
    """What the true distribution would score, by three estimates.

    Attributes
    ----------
    measures : tuple of str
        The K measures' keys.
    shrunk, low, high : ndarray of float64, shape (K,)
        The estimate to read, and its interval over resampled instances. NaN without a figure:
        see `notes`.
    plug_in : ndarray of float64, shape (K,)
        Biased where ratings are few: an instance's own votes are sharper than the truth.
    half_scaled : ndarray of float64, shape (K,)
        Half of the raters against the other half, scaled; no model, but low.
    apart : ndarray of bool, shape (K,)
        Where shrunk and half scaled differ by more than 15 % of the former.
    instances : int
        How many instances it is of.
    prior : Prior
    notes : tuple of str
        What was left out, and why there is no figure.

    Examples
    --------
    >>> from oq_core.raters import true_scores
    >>> true_scores([[1, 0], [0, 1]], "NMD", draws=10).notes
    ('every instance has one rating: how far raters differ is unknown',)
    """

    measures: tuple[str, ...]
    shrunk: Array
    low: Array
    high: Array
    plug_in: Array
    half_scaled: Array
    apart: npt.NDArray[np.bool_]
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
                "plug-in": self.plug_in,
                "half scaled": self.half_scaled,
                "apart": self.apart,
            },
            pd.Index(self.measures, name="measure"),
        )


def true_scores(
    votes: npt.ArrayLike,
    measures: Measures | None = None,
    draws: int = RESAMPLES,
    seed: int = 0,
    confidence: float = CONFIDENCE,
    progress: Progress | None = None,
    executor: Executor | None = None,
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
        Resamples of the instances for the intervals, each with a prior fitted anew.
    seed : int
        The same seed gives the same numbers.
    confidence : float
        In (0, 1).
    progress : Progress, optional
        What it raises stops the work.
    executor : Executor, optional
        Computes the resamples; this thread unless given. The numbers are the same.

    Returns
    -------
    TruthScores

    Raises
    ------
    ValueError
        If a measure is unknown, the votes are none, or there is no draw.

    Notes
    -----
    Shrunk: g of an instance is drawn from its posterior, Dirichlet(kappa m + votes) with kappa
    and m as `fit_prior` has them; a gold of n ratings is drawn from g, and g is scored against
    it. Plug-in: the gold itself stands for g. `python -m tests.raters.simulated` prints by how
    many per cent shrunk/plug-in miss where g is known: 1,500 instances, L = 5, g with one hump,
    two, or a spike; other L are much alike.

    ============ =========== =========== =========== ===========
    g, n, L      NMD         RNOD        JSD         RNSS
    ============ =========== =========== =========== ===========
    hump, 2, 5   +29/-65     +15/-57     +2/-67      +1/-57
    hump, 3, 5   +26/-51     +12/-43     +1/-56      +0/-39
    hump, 5, 5   +23/-35     +11/-26     +6/-41      +1/-22
    hump, 10, 5  +16/-22     +8/-14      +8/-27      +1/-10
    hump, 20, 5  +11/-12     +6/-7       +8/-18      +1/-5
    hump, 50, 5  +5/-7       +2/-4       +5/-13      +0/-2
    two, 2, 5    +14/-64     +8/-57      +1/-69      +0/-56
    two, 3, 5    +14/-47     +8/-40      +4/-56      +1/-36
    two, 5, 5    +11/-33     +6/-26      +2/-43      -0/-21
    two, 10, 5   +8/-19      +5/-13      +4/-26      +0/-9
    two, 20, 5   +6/-10      +3/-6       +5/-14      -0/-4
    two, 50, 5   +3/-4       +2/-3       +2/-7       +0/-2
    spike, 2, 5  -7/-68      +2/-62      -6/-65      -1/-64
    spike, 3, 5  -15/-58     -7/-51      -21/-62     -10/-53
    spike, 5, 5  -11/-45     -5/-37      -24/-56     -7/-38
    spike, 10, 5 -7/-30      -4/-23      -23/-47     -3/-22
    spike, 20, 5 -3/-18      -3/-14      -20/-38     -2/-12
    spike, 50, 5 -2/-10      -2/-7       -12/-26     -0/-5
    ============ =========== =========== =========== ===========

    Examples
    --------
    >>> from oq_core.raters import true_scores
    >>> votes = np.random.default_rng(0).multinomial(10, [0.2, 0.5, 0.3], 200)
    >>> found = true_scores(votes, "NMD", draws=20)
    >>> bool(found.low[0] < found.shrunk[0] < found.high[0]), found.apart.tolist()
    (True, [False])
    """
    counts, chosen = check_votes(votes), measures_of(measures)
    if draws < 1:
        raise ValueError(f"draws must be at least 1, not {draws}")
    prior = _fitted(counts, _groups(counts))
    known = np.isfinite(prior.kappa[prior.groups])
    keys, notes = tuple(measure.key for measure in chosen), list[str]()
    if not known.any():
        none = np.full(len(chosen), np.nan)
        reason = "every instance has one rating: how far raters differ is unknown"
        return TruthScores(
            keys, none, none, none, none, none, np.zeros(len(chosen), bool), 0, prior, (reason,)
        )
    if not known.all():
        left_out = int((~known).sum())
        notes.append(
            f"{counted(left_out, 'instance')} with one rating {are(left_out)} left out: "
            "instances with more ratings are of another kind"
        )
    counts, prior = counts[known], _fitted(counts[known], prior.groups[known])
    first, *seeds = np.random.SeedSequence(seed).spawn(draws + 1)
    shrunk, within = _expected(chosen, counts, prior, np.random.default_rng(first))
    plug_in, _ = _expected(chosen, counts, None, np.random.default_rng(first))
    means = np.empty((draws, len(chosen)))
    work = partial(_resampled, chosen, counts, prior)
    for number, found in enumerate(spread(work, seeds, executor)):
        means[number] = found
        if progress is not None:
            progress((number + 1) / draws, "what the true distribution would score")
    low, high = _ends(means, shrunk, within / (len(counts) * _repeats(len(counts))), confidence)
    halves = half_of_raters(counts, keys, seed=seed)
    with warnings.catch_warnings():
        # A measure of preferences alone has no such estimate: all are NaN.
        warnings.simplefilter("ignore", RuntimeWarning)
        scaled = np.nanmean(half_scaled(counts, keys, halves), axis=1)
    apart = np.abs(shrunk - scaled) > APART * shrunk
    return TruthScores(
        keys, shrunk, low, high, plug_in, scaled, apart, len(counts), prior, tuple(notes)
    )


def _expected(
    measures: Sequence[Measure], counts: Votes, prior: Prior | None, generator: np.random.Generator
) -> tuple[Array, Array]:
    """Mean score (K,), and the mean variance (K,) of an instance's score over draws."""
    repeats = max(2, -(-_DRAWS_SCORED // len(counts)))
    parameters = as_shares(counts) if prior is None else prior.posterior(counts)
    again = np.broadcast_to(parameters, (repeats, *counts.shape))
    truth = again if prior is None else _drawn(again, generator)
    scores = scored(measures, truth, redrawn(truth, counts.sum(axis=1), generator))
    return scores.mean(axis=(1, 2)), scores.var(axis=1, ddof=1).mean(axis=1)


def _drawn(parameters: Array, generator: np.random.Generator) -> Array:
    """A draw of each Dirichlet distribution (..., L)."""
    return as_shares(generator.standard_gamma(parameters))


def _resampled(
    measures: Sequence[Measure],
    counts: Votes,
    prior: Prior,
    seed: np.random.SeedSequence,
) -> Array:
    """Mean score (K,) over resampled instances, with the prior fitted to them."""
    generator = np.random.default_rng(seed)
    rows = generator.integers(0, len(counts), len(counts))
    ours = counts[rows]
    anew = _fitted(ours, prior.groups[rows])
    # A group may lose all its instances with two ratings; that of the data then speaks for it.
    kappa = np.where(np.isnan(anew.kappa), prior.kappa[: len(anew.kappa)], anew.kappa)
    anew = replace(anew, kappa=kappa)
    again = np.broadcast_to(anew.posterior(ours), (_repeats(len(counts)), *ours.shape))
    truth = _drawn(again, generator)
    return scored(measures, truth, redrawn(truth, ours.sum(axis=1), generator)).mean(axis=(1, 2))


def _repeats(instances: int) -> int:
    """Draws of every instance of a resample."""
    return -(-_DRAWS_RESAMPLED // instances)


def _ends(means: Array, centre: Array, noise: Array, confidence: float) -> tuple[Array, Array]:
    """Ends of the interval about the estimate, without the noise of the draws."""
    variance = means.var(axis=0)
    share = noise / np.where(variance > 0, variance, 1)
    kept = np.sqrt(1 - np.minimum(share, _MOST_NOISE))
    off = np.quantile(means, tails(confidence), axis=0) - means.mean(axis=0)
    low, high = centre + off * kept
    return np.clip(low, 0, centre), np.maximum(high, centre)
