"""Mean scores of every run with ranks and confidence intervals."""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal, Self

import numpy as np
import numpy.typing as npt
import pandas as pd
import scipy

from oq_core.analysis.bounded import bounded_mean_interval
from oq_core.data.arrays import Array, as_losses, check_scores, signs, tails
from oq_core.data.results import Result
from oq_core.data.scores import UNITS, Scores
from oq_core.defaults import CONFIDENCE, SAMPLES
from oq_core.parallel import over_resamples

Ranks = npt.NDArray[np.int64]

#: With fewer instances than this, percentile intervals are too narrow, and t intervals are made.
FEW_INSTANCES = 30

#: With fewer instances than this, there are no intervals of ranks.
FEW_FOR_RANKS = 10

#: How intervals of means are made, in words.
_INTERVALS = {
    "percentile": "percentile bootstrap",
    "t": "Student's t",
    "bounds": "betting, with the bounds 0 and 1",
}

#: Weights of instances, or comparisons of runs, held at once while resampling.
_NUMBERS_AT_ONCE = 2**22


@dataclass(frozen=True, eq=False, repr=False)
class Leaderboard(Result):
    """What each measure says of each run.

    Attributes
    ----------
    means : ndarray of float64, shape (..., m)
        Mean score over instances.
    low, high : ndarray of float64, shape (..., m)
        Ends of the confidence interval of the mean; NaN with one instance.
    ranks : ndarray of int64, shape (..., m)
        1 for the best; tied runs share the better rank and leave a gap after it.
    rank_low, rank_high : ndarray of float64, shape (..., m)
        Best and worst end of the bootstrap interval of the rank; NaN with fewer instances than
        `FEW_FOR_RANKS`.
    first : ndarray of float64, shape (..., m)
        Share of resamples in which the run comes first, in [0, 1]; runs that tie for it share
        it. It sums to 1 over the runs. It is not the probability that the run is the best. NaN
        where the intervals of ranks are.
    interval : {"percentile", "t", "bounds"}
        How intervals of means are made: t with fewer instances than `FEW_INSTANCES`; bounds
        where that is asked for.
    measures, runs : tuple of str
        Their names, where they are known.
    unit : str
        What intervals are over: instances, or whole clusters.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core import Scores, rank_runs
    >>> values = np.array([[[0.1, 0.3], [0.2, 0.2]]])
    >>> scores = Scores(values, ("NMD",), ("d1", "d2"), ("a", "b"), (False,))
    >>> board = rank_runs(scores)
    >>> board.interval, board.ranks.tolist()
    ('t', [[1, 2]])
    >>> board.only([0]).to_frame()[["measure", "run", "rank", "mean"]]
      measure run  rank  mean
    0     NMD   a     1  0.15
    1     NMD   b     2  0.25
    """

    means: Array
    low: Array
    high: Array
    ranks: Ranks
    rank_low: Array
    rank_high: Array
    first: Array
    interval: Literal["percentile", "t", "bounds"]
    measures: tuple[str, ...] = ()
    runs: tuple[str, ...] = ()
    unit: str = UNITS[0]

    @property
    def has_ranks(self) -> bool:
        """Whether there are intervals of ranks."""
        return bool(np.isfinite(self.rank_low).all())

    @property
    def of_ranks(self) -> str:
        """How intervals of ranks are made, in words, or why there are none."""
        if self.has_ranks:
            return f"bootstrap over {self.unit}s"
        return f"not defined, because there are fewer than {FEW_FOR_RANKS} {self.unit}s"

    @property
    def rule(self) -> str:
        """By which rules the intervals are made, in words."""
        return f"means: {_INTERVALS[self.interval]}; ranks: {self.of_ranks}"

    def only(self, rows: list[int]) -> Self:
        """The board of only the measures in these rows (K, m), in this order."""
        parts = ("means", "low", "high", "ranks", "rank_low", "rank_high", "first")
        names = tuple(self.measures[row] for row in rows) if self.measures else ()
        chosen = {part: getattr(self, part)[rows] for part in parts}
        return replace(self, measures=names, **chosen)

    def to_frame(self) -> pd.DataFrame:
        """A row for each measure and run, best first: rank, mean, their intervals by their rule."""
        ranks = np.atleast_2d(self.ranks)
        order = np.argsort(ranks, kind="stable")
        rows, columns = map(range, ranks.shape)
        measures = self.measures or tuple(map(str, rows))
        runs = np.array(self.runs or columns, dtype=object)

        def listed(part: npt.NDArray[Any]) -> npt.NDArray[Any]:
            return np.take_along_axis(np.atleast_2d(part), order, axis=-1).ravel()

        table = pd.DataFrame(
            {
                "measure": np.repeat(measures, len(runs)),
                "rank": listed(ranks),
                "run": runs[order].ravel(),
                "mean": listed(self.means),
                "low": listed(self.low),
                "high": listed(self.high),
                "rank low": listed(self.rank_low),
                "rank high": listed(self.rank_high),
                "share of resamples first": listed(self.first),
                "rule": self.rule,
            }
        )
        return table.astype({"rank low": "Int64", "rank high": "Int64"})


def ranks(means: npt.ArrayLike, larger_is_better: npt.ArrayLike | None = None) -> Ranks:
    """Ranks of runs by their mean scores.

    Parameters
    ----------
    means : array_like, shape (..., m)
        Values within `TIE_TOLERANCE` are tied.
    larger_is_better : bool or array_like of bool, shape (...)
        Direction; it must be given.

    Returns
    -------
    ndarray of int64, shape (..., m)
        1 for the best; tied runs share the better rank and leave a gap after it.

    Raises
    ------
    ValueError
        If a mean is not finite, or the direction is missing.

    Examples
    --------
    >>> from oq_core.analysis import ranks
    >>> ranks([0.2, 0.1, 0.2, 0.4], larger_is_better=False).tolist()
    [2, 1, 2, 4]
    """
    losses = as_losses(means, larger_is_better)
    beaten_by = signs(losses[..., None, :] - losses[..., :, None]) < 0
    return 1 + beaten_by.sum(axis=-1)


def rank_runs(
    scores: Scores | npt.ArrayLike,
    larger_is_better: npt.ArrayLike | None = None,
    samples: int = SAMPLES,
    seed: int = 0,
    confidence: float = CONFIDENCE,
    executor: Executor | None = None,
    bounded: bool = False,
    most: float = 1.0,
) -> Leaderboard:
    """Mean scores and ranks of runs, with confidence intervals of both.

    The bootstrap resamples instances, the same ones for all runs and measures. With fewer than
    `FEW_FOR_RANKS` instances there are no intervals of ranks. Intervals of means
    are percentiles of it; with fewer than `FEW_INSTANCES` instances they are t intervals, as
    percentile intervals then cover too little.

    Parameters
    ----------
    scores : Scores, or array_like of shape (..., n, m)
        Score matrices of measures: n instances by m runs.
    larger_is_better : bool or array_like of bool, shape (...)
        Direction of the measures; needed beside an array.
    samples : int
        Number of resamples.
    seed : int
        The same seed gives the same intervals.
    confidence : float
        In (0, 1).
    executor : Executor, optional
        Computes the resamples; this thread unless given. The numbers are the same.
    bounded : bool
        Intervals of means use that scores lie between 0 and 1: see `bounded_mean_interval`. They
        cover where a run fails rarely, and are wide. NaN for a measure with other scores.
    most : float
        The upper bound instead of 1, as whole clusters have it; that of the scores where they are
        `Scores`.

    Returns
    -------
    Leaderboard
        With names where `scores` has them.

    Raises
    ------
    ValueError
        If there is no instance, run or sample, a score is not finite, or the direction is
        missing.

    Notes
    -----
    Efron and Tibshirani, An Introduction to the Bootstrap, 1993, chapter 13; ranks: Goldstein
    and Spiegelhalter, League tables and their limitations, JRSS A 159, 1996. An interval says
    how far a run's own mean can be trusted; whether two runs differ is for
    `randomised_tukey_hsd` to say, which is paired.

    Examples
    --------
    >>> from oq_core import rank_runs
    >>> board = rank_runs([[0.1, 0.9], [0.2, 0.8], [0.1, 0.7]], larger_is_better=False)
    >>> board.ranks.tolist(), board.has_ranks
    ([1, 2], False)
    """
    if isinstance(scores, Scores):
        scores = scores.whole()
        board = rank_runs(
            scores.values, scores.larger_is_better, samples, seed, confidence, executor, bounded,
            scores.most,
        )  # fmt: skip
        return replace(board, measures=scores.measures, runs=scores.runs, unit=scores.unit)
    array = check_scores(scores, runs=1)
    if samples < 1:
        raise ValueError(f"samples must be at least 1, not {samples}")
    means = array.mean(axis=-2)
    ends = tails(confidence)
    found = ranks(means, larger_is_better)
    resampled = resampled_means(array, samples, seed, executor)
    places, first = _resampled_ranks(resampled, larger_is_better)
    few = array.shape[-2] < FEW_INSTANCES
    low, high = _t_ends(array, ends[1]) if few else np.quantile(resampled, ends, axis=0)
    best = np.quantile(places, ends[0], axis=0, method="lower").astype(np.float64)
    worst = np.quantile(places, ends[1], axis=0, method="higher").astype(np.float64)
    if array.shape[-2] < FEW_FOR_RANKS:
        best, worst, first = (np.full(means.shape, np.nan) for _ in range(3))
    kind: Literal["percentile", "t", "bounds"] = "t" if few else "percentile"
    if bounded:
        kind, (low, high) = "bounds", _bounded_ends(array, confidence, seed, most)
    return Leaderboard(means, low, high, found, best, worst, first, kind)


def _bounded_ends(array: Array, confidence: float, seed: int, most: float) -> tuple[Array, Array]:
    """Ends of intervals of the means of (..., n, m); NaN where scores are not within 0 and most."""
    scaled = array / most
    inside = (scaled >= 0) & (scaled <= 1)
    fine = np.asarray(inside.all(axis=(-2, -1), keepdims=True))
    ends = bounded_mean_interval(np.where(fine, scaled, 0), confidence, seed)
    low, high = (np.where(fine[..., 0], np.minimum(end * most, 1), np.nan) for end in ends)
    return low, high


def _t_ends(array: Array, upper: float) -> tuple[Array, Array]:
    """Ends of Student's interval of the means of (..., n, m); NaN with one instance."""
    instances, means = array.shape[-2], array.mean(axis=-2)
    if instances < 2:
        return np.full_like(means, np.nan), np.full_like(means, np.nan)
    errors = array.std(axis=-2, ddof=1) / np.sqrt(instances)
    half = scipy.stats.t.ppf(upper, instances - 1) * errors
    return means - half, means + half


def resampled_means(
    array: Array, samples: int, seed: int, executor: Executor | None = None
) -> Array:
    """Means over resampled instances: (..., n, m) to (samples, ..., m)."""
    *leading, instances, runs = array.shape
    cells = np.moveaxis(array, -2, 0).reshape(instances, -1)
    at_once = _NUMBERS_AT_ONCE // instances
    found = over_resamples(partial(_means_of, cells), instances, samples, at_once, seed, executor)
    return found.reshape(samples, *leading, runs)


def _means_of(cells: Array, counts: Array) -> Array:
    """Means of cells (n, c) that are drawn so many times (samples, n): (samples, c)."""
    return counts @ cells / len(cells)


def _resampled_ranks(
    resampled: Array, larger_is_better: npt.ArrayLike | None
) -> tuple[Ranks, Array]:
    """Ranks in every sample (samples, ..., m), and how often each run comes first (..., m)."""
    block = max(1, _NUMBERS_AT_ONCE // (resampled[0].size * resampled.shape[-1]))
    places = np.concatenate(
        [
            ranks(resampled[start : start + block], larger_is_better)
            for start in range(0, len(resampled), block)
        ]
    )
    best = places == 1
    return places, (best / best.sum(axis=-1, keepdims=True)).mean(axis=0)
