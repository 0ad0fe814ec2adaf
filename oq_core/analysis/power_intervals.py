"""How sure discriminative power is: a bootstrap over instances."""

from __future__ import annotations

import math
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial

import numpy as np
import numpy.typing as npt
import pandas as pd

from oq_core.analysis.tukey import (
    check_stack,
    dealt_means,
    deviations_within,
    over_streams,
    permutations,
)
from oq_core.data.arrays import Array, check_alpha, tails
from oq_core.data.scores import Scores
from oq_core.defaults import ALPHA, CONFIDENCE, RESAMPLES
from oq_core.progress import Progress

#: So many permuted ranges are to lie beyond the critical value of every resample.
_BEYOND = 25

#: Means of permuted runs held at once by a thread.
_NUMBERS_AT_ONCE = 2**20


@dataclass(frozen=True, eq=False)
class PowerIntervals:
    """Discriminative power over resampled instances.

    Attributes
    ----------
    measures : tuple of str
        The K measures' keys.
    pairs : int
        T, the pairs of runs.
    counts : ndarray of int64, shape (R, K)
        S, the significant pairs of every resample.
    low, high : ndarray of float64, shape (K,)
        Ends of the percentile interval of S.
    beats : ndarray of float64, shape (K, K)
        Share of resamples in which the row finds more pairs than the column; equally many count
        half. The two shares of a pair of measures sum to 1.
    curve_low, curve_high : ndarray of float64, shape (K, T)
        Ends of the interval of the descending p-values, for bands of curves.
    trials : int
        Permutations of every resample.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core import Scores
    >>> from oq_core.analysis import discriminative_power_intervals
    >>> values = np.random.default_rng(0).random((1, 30, 3)) + [0, 1, 2]
    >>> scores = Scores(values, ("NMD",), tuple(map(str, range(30))), tuple("abc"), (False,))
    >>> sure = discriminative_power_intervals(scores, resamples=10)
    >>> sure.pairs, sure.trials
    (3, 500)
    >>> sure.to_frame().loc["NMD"].tolist()
    [3.0, 3.0, 0.5]
    """

    measures: tuple[str, ...]
    pairs: int
    counts: npt.NDArray[np.int64]
    low: Array
    high: Array
    beats: Array
    curve_low: Array
    curve_high: Array
    trials: int

    def to_frame(self) -> pd.DataFrame:
        """A row for each measure: the interval of S, and P(more pairs than the column)."""
        index = pd.Index(self.measures, name="measure")
        table = pd.DataFrame({"S low": self.low, "S high": self.high}, index)
        for k, key in enumerate(self.measures):
            table[f"P(> {key})"] = self.beats[:, k]
        return table


def interval_trials(alpha: float) -> int:
    """Permutations for each resample: 25 / alpha, so that 25 lie beyond the critical value.

    Examples
    --------
    >>> from oq_core.analysis import interval_trials
    >>> interval_trials(0.05)
    500
    """
    return math.ceil(_BEYOND / check_alpha(alpha) - 1e-9)


def discriminative_power_intervals(
    scores: Scores,
    alpha: float = ALPHA,
    resamples: int = RESAMPLES,
    seed: int = 0,
    confidence: float = CONFIDENCE,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> PowerIntervals:
    """Intervals of discriminative power, and which of two measures has more.

    The instances are resampled, the runs stay, and every resample is tested by the randomised
    Tukey HSD test in a single step. All resamples and measures see the same permutations, of
    which there are as many as `interval_trials` says.

    Parameters
    ----------
    scores : Scores
    alpha : float
        Significance level, between 0 and 1.
    resamples : int
        R, how often the instances are resampled.
    seed : int
        The same seed gives the same intervals.
    confidence : float
        In (0, 1).
    progress : Progress, optional
        What it raises stops the work.
    executor : Executor, optional
        Computes the trials; threads of this process unless given. The numbers are the same.

    Returns
    -------
    PowerIntervals

    Raises
    ------
    ValueError
        If there are fewer than two runs, no instance or no resample, a score is not finite, or
        alpha is not between 0 and 1.

    Notes
    -----
    Efron and Tibshirani, An Introduction to the Bootstrap, 1993, chapter 13. A resample repeats
    instances, which makes differences look a little surer than they are: intervals lie somewhat
    high, for all measures alike.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core import Scores
    >>> from oq_core.analysis import discriminative_power_intervals
    >>> values = np.random.default_rng(0).random((1, 30, 3)) + [0, 1, 2]
    >>> scores = Scores(values, ("NMD",), tuple(map(str, range(30))), tuple("abc"), (False,))
    >>> discriminative_power_intervals(scores, resamples=10).low.tolist()
    [3.0]
    """
    stack = check_stack(scores.values)
    if resamples < 1:
        raise ValueError(f"resamples must be at least 1, not {resamples}")
    trials = interval_trials(alpha)
    measures, instances, runs = stack.shape
    drawing, permuting = np.random.SeedSequence(seed).generate_state(2)
    drawn = np.random.default_rng(drawing).integers(0, instances, (resamples, instances))
    deviations = np.ascontiguousarray(deviations_within(stack).transpose(1, 2, 0))
    block = max(1, _NUMBERS_AT_ONCE // (max(runs * instances, runs * 64) * measures))
    work = partial(_ranges, deviations, drawn, block)
    # Resampled scores are gathered for every batch of trials, so batches are large.
    cells = max(1, instances * runs // 8)
    streams = over_streams(work, cells, trials, int(permuting), progress, executor)
    permuted = np.concatenate(list(streams))
    permuted.sort(axis=0)
    p = np.sort(_p_values(deviations, drawn, permuted), axis=-1)[..., ::-1]
    counts = (p <= alpha).sum(axis=-1)
    ends = tails(confidence)
    low, high = np.quantile(counts, ends, axis=0)
    curve_low, curve_high = np.quantile(p, ends, axis=0)
    gaps = np.sign(counts[:, :, None] - counts[:, None, :])
    return PowerIntervals(
        scores.measures,
        p.shape[-1],
        counts,
        low,
        high,
        (0.5 + 0.5 * gaps).mean(axis=0),
        curve_low,
        curve_high,
        trials,
    )


def _ranges(
    deviations: Array,
    drawn: npt.NDArray[np.int64],
    block: int,
    count: int,
    generator: np.random.Generator,
) -> Array:
    """Largest minus smallest permuted mean of every resample: (count, R, K)."""
    instances, runs, measures = deviations.shape
    slots = permutations(count, instances, runs, generator)
    found = np.empty((count, len(drawn), measures))
    for start in range(0, len(drawn), block):
        chosen = drawn[start : start + block]
        cells = deviations[chosen].transpose(1, 2, 0, 3).reshape(instances, runs, -1)
        means = dealt_means(cells, slots.copy())
        widths = means.max(axis=1) - means.min(axis=1)
        found[:, start : start + block] = widths.reshape(count, len(chosen), measures)
    return found


def _p_values(deviations: Array, drawn: npt.NDArray[np.int64], permuted: Array) -> Array:
    """P-values of every resample (R, K, T) against sorted ranges (trials, R, K)."""
    trials, resamples, measures = permuted.shape
    first, second = np.triu_indices(deviations.shape[1], k=1)
    tolerance = 1e-12 * np.abs(deviations).max(axis=(0, 1))
    found = np.empty((resamples, measures, len(first)))
    for r, chosen in enumerate(drawn):
        means = deviations[chosen].mean(axis=0)
        observed = np.abs(means[first] - means[second]).T - tolerance[:, None]
        for k in range(measures):
            found[r, k] = trials - np.searchsorted(permuted[:, r, k], observed[k], side="left")
    return found / trials
