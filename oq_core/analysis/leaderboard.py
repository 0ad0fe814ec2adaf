"""Mean scores of every run with ranks and confidence intervals."""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal, Self

import numpy as np
import numpy.typing as npt
import pandas as pd
from scipy import stats

from oq_core.data.arrays import Array, as_losses, check_scores, resampled_counts, signs, tails
from oq_core.data.scores import Scores
from oq_core.defaults import CONFIDENCE, SAMPLES
from oq_core.parallel import ranges, spread

Ranks = npt.NDArray[np.int64]

#: With fewer instances than this, percentile intervals are too narrow, and t intervals are made.
FEW_INSTANCES = 30

#: Weights of instances, or comparisons of runs, held at once while resampling.
_NUMBERS_AT_ONCE = 2**22


@dataclass(frozen=True, eq=False)
class Leaderboard:
    """What each measure says of each run.

    Attributes
    ----------
    means : ndarray of float64, shape (..., m)
        Mean score over instances.
    low, high : ndarray of float64, shape (..., m)
        Ends of the confidence interval of the mean; NaN with one instance.
    ranks : ndarray of int64, shape (..., m)
        1 for the best; tied runs share the better rank and leave a gap after it.
    rank_low, rank_high : ndarray of int64, shape (..., m)
        Best and worst end of the bootstrap interval of the rank.
    first : ndarray of float64, shape (..., m)
        Share of bootstrap samples in which the run comes first, in [0, 1]; runs that tie for
        it share it. It sums to 1 over the runs.
    interval : {"percentile", "t"}
        How intervals of means are made: t with fewer instances than `FEW_INSTANCES`.
    measures, runs : tuple of str
        Their names, where they are known.

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
    rank_low: Ranks
    rank_high: Ranks
    first: Array
    interval: Literal["percentile", "t"]
    measures: tuple[str, ...] = ()
    runs: tuple[str, ...] = ()

    def only(self, rows: list[int]) -> Self:
        """The board of only the measures in these rows (K, m), in this order."""
        parts = ("means", "low", "high", "ranks", "rank_low", "rank_high", "first")
        names = tuple(self.measures[row] for row in rows) if self.measures else ()
        chosen = {part: getattr(self, part)[rows] for part in parts}
        return replace(self, measures=names, **chosen)

    def to_frame(self) -> pd.DataFrame:
        """A row for each measure and run, best first: rank, mean, intervals, P(first)."""
        boards = np.atleast_2d(self.means).shape
        measures = self.measures or tuple(map(str, range(boards[0])))
        runs = np.array(self.runs or range(boards[1]), dtype=object)
        blocks = []
        for k, key in enumerate(measures):
            order = np.argsort(np.atleast_2d(self.ranks)[k], kind="stable")
            cells = {
                name: np.atleast_2d(getattr(self, part))[k][order]
                for name, part in (
                    ("rank", "ranks"),
                    ("mean", "means"),
                    ("low", "low"),
                    ("high", "high"),
                    ("rank low", "rank_low"),
                    ("rank high", "rank_high"),
                    ("P(first)", "first"),
                )
            }
            blocks.append(pd.DataFrame({"measure": key, "run": runs[order], **cells}))
        return pd.concat(blocks, ignore_index=True)


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
) -> Leaderboard:
    """Mean scores and ranks of runs, with confidence intervals of both.

    The bootstrap resamples instances, the same ones for all runs and measures. Intervals of means
    are percentiles of it; with fewer than `FEW_INSTANCES` instances they are t intervals, as
    percentile intervals then cover too little (84 % instead of 95 % with 5 instances).

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
    >>> board.ranks.tolist(), board.first.tolist()
    ([1, 2], [1.0, 0.0])
    """
    if isinstance(scores, Scores):
        board = rank_runs(
            scores.values, scores.larger_is_better, samples, seed, confidence, executor
        )
        return replace(board, measures=scores.measures, runs=scores.runs)
    array = check_scores(scores, runs=1)
    if samples < 1:
        raise ValueError(f"samples must be at least 1, not {samples}")
    means = array.mean(axis=-2)
    ends = tails(confidence)
    found = ranks(means, larger_is_better)
    resampled = _resampled_means(array, samples, seed, executor)
    places, first = _resampled_ranks(resampled, larger_is_better)
    few = array.shape[-2] < FEW_INSTANCES
    low, high = _t_ends(array, ends[1]) if few else np.quantile(resampled, ends, axis=0)
    best = np.quantile(places, ends[0], axis=0, method="lower").astype(np.int64)
    worst = np.quantile(places, ends[1], axis=0, method="higher").astype(np.int64)
    return Leaderboard(means, low, high, found, best, worst, first, "t" if few else "percentile")


def _t_ends(array: Array, upper: float) -> tuple[Array, Array]:
    """Ends of Student's interval of the means of (..., n, m); NaN with one instance."""
    instances, means = array.shape[-2], array.mean(axis=-2)
    if instances < 2:
        return np.full_like(means, np.nan), np.full_like(means, np.nan)
    errors = array.std(axis=-2, ddof=1) / np.sqrt(instances)
    half = stats.t.ppf(upper, instances - 1) * errors
    return means - half, means + half


def _resampled_means(
    array: Array, samples: int, seed: int, executor: Executor | None = None
) -> Array:
    """Means over resampled instances: (..., n, m) to (samples, ..., m)."""
    *leading, instances, runs = array.shape
    cells = np.moveaxis(array, -2, 0).reshape(instances, -1)
    generator = np.random.default_rng(seed)
    blocks = ranges(samples, max(1, _NUMBERS_AT_ONCE // instances))
    drawn = [resampled_counts(instances, end - start, generator) for start, end in blocks]
    found = spread(partial(_means_of, cells), drawn, executor)
    return np.concatenate(list(found)).reshape(samples, *leading, runs)


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
