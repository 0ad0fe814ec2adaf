"""Intervals of the differences of all pairs of runs together."""

from __future__ import annotations

import math
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial

import numpy as np
import pandas as pd

from oq_core.analysis.flips import Draws, Flips, Source
from oq_core.analysis.pairs import SIGNS_P, Rule, check_rule, check_stack
from oq_core.analysis.tukey import over_streams
from oq_core.data.arrays import Array
from oq_core.data.results import Result, crossed
from oq_core.data.scores import Scores, counted
from oq_core.defaults import ALPHA, TRIALS
from oq_core.progress import Progress, silent


@dataclass(frozen=True, eq=False, repr=False)
class DifferenceIntervals(Result):
    """Differences of the means of all pairs of runs, with intervals for all of them.

    Attributes
    ----------
    measures, runs : tuple of str
    differences : ndarray of float64, shape (K, T)
        Mean of a pair's first run less that of its second; pairs (0, 1), (0, 2), ..., (1, 2), ...
    low, high : ndarray of float64, shape (K, T)
        Ends; NaN where they are not defined.
    p_values : ndarray of float64, shape (K, T)
        At most alpha exactly where the interval leaves 0 out; NaN where it is not defined.
    alpha : float
        All intervals of a measure are meant to hold with a chance of 1 - alpha, where each pair's
        differences are symmetric about their mean.
    instances, trials : int

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core import Scores
    >>> from oq_core.analysis import difference_intervals
    >>> values = np.random.default_rng(0).random((1, 40, 3)) + [0, 0, 1]
    >>> scores = Scores(values, ("NMD",), tuple(map(str, range(40))), tuple("abc"), (False,))
    >>> found = difference_intervals(scores, trials=500)
    >>> (found.high < 0).tolist()  # the third run's scores are larger
    [[False, True, True]]
    """

    measures: tuple[str, ...]
    runs: tuple[str, ...]
    differences: Array
    low: Array
    high: Array
    p_values: Array
    alpha: float
    instances: int
    trials: int

    @property
    def words(self) -> str:
        """How they are made, in words."""
        return (
            "mean ± c · standard error, with c from random signs of the instances' centred "
            f"differences, the same for all pairs; meant to hold at {100 * (1 - self.alpha):g} % "
            f"for all pairs of a measure together where differences are symmetric, "
            f"B = {self.trials:,}, {SIGNS_P}"
        )

    @property
    def why_undefined(self) -> str:
        """Why intervals are not defined; empty where all are."""
        if np.isfinite(self.low).all():
            return ""
        return (
            "not defined, because a difference is the same on every instance, or signs of "
            f"{counted(self.instances, 'instance')} can make any of them as large"
        )

    def to_frame(self) -> pd.DataFrame:
        """A row for each measure and pair: difference, interval, p and their rule."""
        first, second = np.triu_indices(len(self.runs), k=1)
        names = np.array(self.runs, dtype=object)
        table = crossed(
            {"measure": self.measures, "pair": range(len(first))},
            {
                "run 1": names[first],
                "run 2": names[second],
                "difference": self.differences,
                "low": self.low,
                "high": self.high,
                "p": self.p_values,
            },
        )
        return table.drop(columns="pair").assign(rule=self.words)


def difference_intervals(
    scores: Scores,
    alpha: float = ALPHA,
    trials: int = TRIALS,
    seed: int = 0,
    progress: Progress = silent,
    executor: Executor | None = None,
) -> DifferenceIntervals:
    """Intervals of the differences of all pairs of runs, for all pairs together.

    Each trial draws a sign for every instance and turns the *centred* differences, each less its
    mean; uncentred ones would carry the true differences into the reference. The largest `|mean|` /
    standard error over the pairs is noted.

    Parameters
    ----------
    scores : Scores
    alpha : float
        Significance level, between 0 and 1.
    trials, seed, progress, executor
        As in `sign_flips`.

    Returns
    -------
    DifferenceIntervals

    Raises
    ------
    ValueError
        If there are fewer than two runs, a score is not finite, or so few trials or instances
        that no interval is finite.

    Notes
    -----
    Their p-values are of a single step and of centred differences: those of `sign_flips` differ.
    None is below 2 ** (1 - n). Where B is 2 ** n or more, every sign is taken once.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core import Scores
    >>> from oq_core.analysis import difference_intervals
    >>> scores = Scores(np.ones((1, 9, 2)), ("NMD",), tuple("abcdefghi"), ("a", "b"), (False,))
    >>> difference_intervals(scores, trials=100).why_undefined[:11]
    'not defined'
    """
    scores = scores.whole()
    stack = check_stack(scores, 2)
    instances = stack.shape[1]
    check_rule(alpha, trials, Rule.SIGNS, instances, scores.unit)
    flips, draws = Flips(stack, centred=True), Draws.of(instances, trials, seed)
    work = partial(_largest, flips)
    largest = np.concatenate(
        list(over_streams(work, flips.cells, draws.trials, draws.seed, progress, executor))
    )
    means = stack.mean(axis=1)
    gaps = means[:, flips.first] - means[:, flips.second]
    errors = flips.lengths / math.sqrt(instances * (instances - 1))
    with np.errstate(divide="ignore", invalid="ignore"):
        t = np.abs(gaps) / errors
        observed = np.sqrt(instances / (1 + (instances - 1) / t**2))
    # p <= alpha where at most so many trials reach it: the next one down is critical.
    allowed = math.floor(alpha * (draws.trials + draws.plus_one) + 1e-9) - draws.plus_one
    ordered = -np.sort(-largest, axis=0)
    critical = (ordered[allowed] + flips.rounding) ** 2 / instances
    with np.errstate(divide="ignore", invalid="ignore"):
        factor = np.sqrt((instances - 1) * critical / (1 - critical))
    factor[critical > 1 - 1e-9] = np.nan
    half = factor[:, None] * np.where(flips.same, np.nan, errors)
    reached = (largest[:, :, None] >= observed - flips.rounding).sum(axis=0)
    p_values = np.where(np.isfinite(half), draws.p(reached), np.nan)
    return DifferenceIntervals(
        scores.measures, scores.runs, gaps, gaps - half, gaps + half, p_values, alpha, instances,
        trials,
    )  # fmt: skip


def _largest(flips: Flips, count: int, source: Source) -> Array:
    """The largest |u| of so many draws of signs, (count, K)."""
    return flips.drawn(count, source).max(axis=1).T
