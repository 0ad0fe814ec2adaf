"""How sure discriminative power is: a bootstrap over instances."""

from __future__ import annotations

import math
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial

import numpy as np
import numpy.typing as npt
import pandas as pd

from oq_core.analysis.alone import check_stack
from oq_core.analysis.pairs import Rule, pair_p_values
from oq_core.analysis.testing import p_values_by
from oq_core.data.arrays import Array, check_alpha, tails
from oq_core.data.results import Result
from oq_core.data.scores import Scores, counted, listed
from oq_core.defaults import ALPHA, CONFIDENCE, RESAMPLES
from oq_core.parallel import ranges, spread
from oq_core.progress import Progress, silent

#: So many permuted ranges are to lie beyond the critical value of every resample.
_BEYOND = 25

#: Score matrices of samples that are tested at once: they share the work of permuting.
_MATRICES_AT_ONCE = 120


@dataclass(frozen=True, eq=False, repr=False)
class PowerIntervals(Result):
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
        Share of samples in which the row finds more pairs than the column; equally many count
        half. The two shares of a pair of measures sum to 1.
    curve_low, curve_high : ndarray of float64, shape (K, T)
        Ends of the interval of the descending p-values, for bands of curves.
    trials : int
        Permutations of every resample.
    rule : Rule
        By which every resample was tested.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core import Scores
    >>> from oq_core.analysis import discriminative_power_intervals
    >>> values = np.random.default_rng(0).random((1, 30, 3)) + [0, 1, 2]
    >>> scores = Scores(values, ("NMD",), tuple(map(str, range(30))), tuple("abc"), (False,))
    >>> sure = discriminative_power_intervals(scores, samples=10)
    >>> sure.pairs, sure.trials
    (3, 500)
    >>> sure.to_frame().loc["NMD", "S low":].astype(float).tolist()
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
    rule: Rule

    def to_frame(self) -> pd.DataFrame:
        """A row for each measure: rule, interval of S, and P(more pairs than the column)."""
        index = pd.Index(self.measures, name="measure")
        columns = {"rule": self.rule.words, "S low": self.low, "S high": self.high}
        table = pd.DataFrame(columns, index)
        for k, key in enumerate(self.measures):
            table[f"P(> {key})"] = self.beats[:, k]
        return table

    def _described(self) -> str:
        return (
            f"{counted(len(self.measures), 'measure')} ({listed(self.measures)}), "
            f"{counted(self.pairs, 'pair')}, {counted(len(self.counts), 'resample')}; "
            f"{self.rule.words}"
        )


def interval_trials(alpha: float) -> int:
    """Permutations for each resample: 25 / alpha, so that 25 lie beyond the critical value.

    Examples
    --------
    >>> from oq_core.analysis import interval_trials
    >>> interval_trials(0.05)
    500
    """
    return math.ceil(_BEYOND / check_alpha(alpha) - 1e-9)


def why_no_power_intervals(rule: Rule) -> str:
    """Why there are no intervals of S under a rule; empty where there are.

    Examples
    --------
    >>> from oq_core.analysis import Rule, why_no_power_intervals
    >>> why_no_power_intervals(Rule("step-down"))
    ''
    >>> why_no_power_intervals(Rule("fisher-holm"))
    "not defined, because Holm's adjustment multiplies p-values by the number of pairs, and no \
resample has trials enough for that"
    """
    if rule.over_scales:
        return "not made where all scales are one family: they are of each scale by itself"
    if rule.method != "fisher-holm":
        return ""
    return (
        "not defined, because Holm's adjustment multiplies p-values by the number of pairs, and "
        "no resample has trials enough for that"
    )


def discriminative_power_intervals(
    scores: Scores,
    alpha: float = ALPHA,
    samples: int = RESAMPLES,
    seed: int = 0,
    confidence: float = CONFIDENCE,
    progress: Progress = silent,
    executor: Executor | None = None,
    rule: Rule | None = None,
) -> PowerIntervals:
    """Intervals of discriminative power, and which of two measures has more.

    The instances are resampled, the runs stay, and every resample is tested by the same rule. All
    samples and measures see the same permutations (or signs), of which there are as many as
    `interval_trials` says.

    Parameters
    ----------
    scores : Scores
    alpha : float
        Significance level, between 0 and 1.
    samples : int
        R, how often the instances are resampled.
    seed : int
        The same seed gives the same intervals.
    confidence : float
        In (0, 1).
    progress : Progress, optional
        What it raises stops the work.
    executor : Executor, optional
        Computes the samples; threads of this process unless given. The numbers are the same.
    rule : Rule, optional
        The papers' rule unless given.

    Returns
    -------
    PowerIntervals

    Raises
    ------
    ValueError
        If there are fewer than two runs, no instance or no resample, a score is not finite,
        alpha is not between 0 and 1, or there are none under the rule: `why_no_power_intervals`.

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
    >>> discriminative_power_intervals(scores, samples=10).low.tolist()
    [3.0]
    """
    rule = rule or Rule()
    stack = check_stack(scores)
    if samples < 1:
        raise ValueError(f"samples must be at least 1, not {samples}")
    if reason := why_no_power_intervals(rule):
        raise ValueError(f"intervals of S are {reason}")
    trials = interval_trials(alpha)
    measures, instances, _ = stack.shape
    drawing, permuting = np.random.SeedSequence(seed).generate_state(2)
    drawn = np.random.default_rng(drawing).integers(0, instances, (samples, instances))
    # Where the measures are one family, a resample is tested by itself.
    at_once = 1 if rule.over_measures else max(1, _MATRICES_AT_ONCE // measures)
    work = partial(_p_values, stack, rule, trials, int(permuting))
    blocks = [drawn[start:end] for start, end in ranges(samples, at_once)]
    found: list[Array] = []
    for block in spread(work, blocks, executor):
        found.extend(block)
        progress(len(found) / samples, f"{len(found)} of {samples} samples")
    p = np.sort(found, axis=-1)[..., ::-1]
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
        rule,
    )


def _p_values(
    stack: Array, rule: Rule, trials: int, seed: int, drawn: npt.NDArray[np.int64]
) -> Array:
    """P-values of every pair of some samples (R, n): (R, K, T)."""
    measures, instances, runs = stack.shape
    resampled = stack[:, drawn].swapaxes(0, 1).reshape(-1, instances, runs)
    p = pair_p_values(p_values_by(rule, resampled, trials, seed))
    return p.reshape(len(drawn), measures, -1)
