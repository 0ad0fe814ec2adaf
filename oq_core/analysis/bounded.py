"""Intervals of means of scores that lie between 0 and 1, which use that and nothing else."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from oq_core.data.arrays import Array, check_scores, tails
from oq_core.defaults import CONFIDENCE

#: Means that are looked at, from 0 to 1; ends are rounded outwards to one of them.
_STEPS = 1000
#: The largest share of a bet, which keeps every capital above 0.
_MOST = 0.5
#: Scores and means held at once.
_NUMBERS_AT_ONCE = 2**20


def bounded_mean_interval(
    scores: npt.ArrayLike, confidence: float = CONFIDENCE, seed: int = 0
) -> tuple[Array, Array]:
    """Intervals of the means of scores in [0, 1] that cover whatever the scores' distribution is.

    For every possible mean, somebody bets on each instance that the scores are higher, and
    somebody that they are lower. Where one of them wins too much, the mean is not that. Failures
    that did not happen are allowed for, so the intervals are wider than others.

    Parameters
    ----------
    scores : array_like, shape (..., n, m)
        Scores of m runs on n instances.
    confidence : float
        In (0, 1).
    seed : int
        Of the order in which instances are bet on.

    Returns
    -------
    tuple of ndarray of float64, shape (..., m)
        Low and high ends, multiples of 0.001 within [0, 1].

    Raises
    ------
    ValueError
        If a score is not in [0, 1].

    Notes
    -----
    Waudby-Smith and Ramdas, Estimating means of bounded random variables by betting, JRSS B 86,
    2024: the hedged capital process with predictable plug-in bets for n instances.

    Examples
    --------
    >>> from oq_core.analysis import bounded_mean_interval
    >>> low, high = bounded_mean_interval([[0.1], [0.2]] * 50)
    >>> bool(low[0] < 0.15 < high[0])
    True
    """
    array = check_scores(scores, runs=1)
    if array.min() < 0 or array.max() > 1:
        raise ValueError("scores must lie between 0 and 1 for intervals that use these bounds")
    instances = array.shape[-2]
    order = np.random.default_rng(seed).permutation(instances)
    cells = np.moveaxis(array, -2, 0).reshape(instances, -1)[order]
    block = max(1, _NUMBERS_AT_ONCE // (_STEPS + 1))
    found = [
        _ends(cells[:, start : start + block], 2 * tails(confidence)[0])
        for start in range(0, cells.shape[1], block)
    ]
    low, high = (np.concatenate(each) for each in zip(*found, strict=True))
    shape = array.mean(axis=-2).shape
    return low.reshape(shape), high.reshape(shape)


def _ends(cells: Array, alpha: float) -> tuple[Array, Array]:
    """Ends of the intervals of the columns of cells (n, c)."""
    instances, columns = cells.shape
    means = np.linspace(0, 1, _STEPS + 1)
    with np.errstate(divide="ignore"):
        upwards, downwards = _MOST / means, _MOST / (1 - means)
    higher, lower = np.zeros((2, columns, len(means)))
    alive = np.ones((columns, len(means)), dtype=bool)
    sums, squares = np.full(columns, 0.5), np.full(columns, 0.25)
    # Of two who start with half of the money each, one has 1/alpha times all of it.
    won = math.log(2 / alpha)
    for number, row in enumerate(cells, start=1):
        variances = squares / number
        bets = np.sqrt(2 * won / (instances * variances))[:, None]
        gaps = row[:, None] - means
        higher += np.log1p(np.minimum(bets, upwards) * gaps)
        lower += np.log1p(-np.minimum(bets, downwards) * gaps)
        alive &= np.maximum(higher, lower) < won
        sums += row
        squares += (row - sums / (number + 1)) ** 2
    low = np.maximum(alive.argmax(axis=1) - 1, 0)
    high = np.minimum(len(means) - alive[:, ::-1].argmax(axis=1), _STEPS)
    return means[low], means[high]
