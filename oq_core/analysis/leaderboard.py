"""Mean scores of every run with ranks and confidence intervals."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from oq_core.data.arrays import Array, as_losses, check_scores, resampled_counts, tails
from oq_core.data.distributions import TIE_TOLERANCE

#: Weights of instances held at once while resampling.
_NUMBERS_AT_ONCE = 2**22


@dataclass(frozen=True, eq=False)
class Leaderboard:
    """What each measure says of each run.

    Attributes
    ----------
    means : ndarray of float64, shape (..., m)
        Mean score over instances.
    low, high : ndarray of float64, shape (..., m)
        Ends of the bootstrap interval of the mean.
    ranks : ndarray of int64, shape (..., m)
        1 for the best; tied runs share the better rank and leave a gap after it.
    """

    means: Array
    low: Array
    high: Array
    ranks: npt.NDArray[np.int64]


def ranks(means: npt.ArrayLike, larger_is_better: npt.ArrayLike = False) -> npt.NDArray[np.int64]:
    """Rank runs by their mean scores.

    Parameters
    ----------
    means : array_like, shape (..., m)
        Values within `TIE_TOLERANCE` are tied.
    larger_is_better : bool or array_like of bool, shape (...)

    Returns
    -------
    ndarray of int64, shape (..., m)
        1 for the best; tied runs share the better rank and leave a gap after it.

    Raises
    ------
    ValueError
        If a mean is not finite.
    """
    losses = as_losses(means, larger_is_better)
    beaten_by = losses[..., None, :] < losses[..., :, None] - TIE_TOLERANCE
    return 1 + beaten_by.sum(axis=-1)


def rank_runs(
    scores: npt.ArrayLike,
    larger_is_better: npt.ArrayLike = False,
    samples: int = 1000,
    seed: int = 0,
    confidence: float = 0.95,
) -> Leaderboard:
    """Mean scores, ranks and percentile bootstrap intervals of the means.

    The bootstrap resamples instances, the same ones for all runs and measures.

    Parameters
    ----------
    scores : array_like, shape (..., n, m)
        Score matrices of measures: n instances by m runs.
    larger_is_better : bool or array_like of bool, shape (...)
        Direction of the measures.
    samples : int
        Number of resamples.
    seed : int
        The same seed gives the same intervals.
    confidence : float
        In (0, 1).

    Returns
    -------
    Leaderboard

    Raises
    ------
    ValueError
        If there is no instance, run or sample, or a score is not finite.

    Notes
    -----
    Efron and Tibshirani, An Introduction to the Bootstrap, 1993, chapter 13. An interval says
    how far a run's own mean can be trusted; whether two runs differ is for
    `randomised_tukey_hsd` to say, which is paired.
    """
    array = check_scores(scores, runs=1)
    if samples < 1:
        raise ValueError(f"samples must be at least 1, not {samples}")
    instances = array.shape[-2]
    cells = np.moveaxis(array, -2, 0).reshape(instances, -1)
    generator = np.random.default_rng(seed)
    block = max(1, _NUMBERS_AT_ONCE // instances)
    resampled = np.concatenate(
        [
            resampled_counts(instances, min(block, samples - start), generator) @ cells / instances
            for start in range(0, samples, block)
        ]
    )
    means = array.mean(axis=-2)
    low, high = np.quantile(resampled, tails(confidence), axis=0).reshape(2, *means.shape)
    return Leaderboard(means, low, high, ranks(means, larger_is_better))
