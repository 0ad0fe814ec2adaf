"""System ranking consistency: does a measure rank the runs alike on other instances?"""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from oq_core.analysis.ranking import kendall_tau
from oq_core.data.arrays import Array, check_scores

#: Numbers in an array held at once.
_NUMBERS_AT_ONCE = 2**20


def ranking_consistency(
    scores: npt.ArrayLike,
    size: int | None = None,
    trials: int = 1000,
    seed: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> Array:
    """Kendall's tau between the rankings on two random, disjoint sets of instances.

    Every trial draws two sets, the same for all measures, and ranks the runs by their mean
    scores on each. Mean tau over trials is a measure's consistency. For the rest of ACL21
    table 6, the result is a score matrix of its own: `randomised_tukey_hsd` gives p-values,
    `outperforms_worst` its symbols, `residual_variance` (E2) and `effect_sizes` the effects.

    Parameters
    ----------
    scores : array_like, shape (..., n, m)
        Score matrices of measures. Direction does not matter.
    size : int, optional
        Instances in each of the two sets. Half of all unless given; of an odd number, the
        second set has one more.
    trials : int
        Number of random splits, B in the papers.
    seed : int
        The same seed gives the same splits.
    progress : callable, optional
        Called with (trials done, trials in all). What it raises stops the work.

    Returns
    -------
    ndarray of float64, shape (trials, ...)
        tau-a in [-1, 1]; larger is more consistent.

    Raises
    ------
    ValueError
        If there are fewer than two runs or two instances, a score is not finite, two sets of
        that size cannot be drawn, or there is no trial.

    Notes
    -----
    Sakai, On the instability of diminishing return IR measures, ECIR 2021; ACL21 section 5.2;
    RNOD22 section 5.

    Examples
    --------
    >>> from oq_core import ranking_consistency
    >>> taus = ranking_consistency([[[0.1, 0.9], [0.2, 0.8], [0.1, 0.7]]], trials=10)
    >>> print(taus.mean(axis=0))
    [1.]
    """
    array = check_scores(scores, instances=2)
    *leading, instances, runs = array.shape
    sizes = (instances // 2, instances - instances // 2) if size is None else (size, size)
    if min(sizes) < 1 or sum(sizes) > instances:
        raise ValueError(f"two disjoint sets of {size} instances cannot be drawn from {instances}")
    if trials < 1:
        raise ValueError(f"trials must be at least 1, not {trials}")
    cells = np.moveaxis(array, -2, 0).reshape(instances, -1)
    generator = np.random.default_rng(seed)
    # Few and large products: threads of small ones mostly wait where processors are busy.
    drawn = max(1, _NUMBERS_AT_ONCE // max(cells.shape))
    ranked = max(1, _NUMBERS_AT_ONCE // (cells.shape[1] * (runs - 1)))
    taus = np.empty((trials, *leading))
    for start in range(0, trials, drawn):
        count = min(drawn, trials - start)
        # Numbers are drawn row by row, so the size of a block changes no trial.
        order = np.argpartition(
            generator.random((count, instances)), [sizes[0] - 1, sum(sizes) - 1], axis=1
        )
        first, second = (
            _means(cells, chosen).reshape(count, *leading, runs)
            for chosen in (order[:, : sizes[0]], order[:, sizes[0] : sum(sizes)])
        )
        for begin in range(0, count, ranked):
            block = slice(begin, begin + ranked)
            found = kendall_tau(first[block], second[block])
            done = start + begin + len(found)
            taus[done - len(found) : done] = found
            if progress is not None:
                progress(done, trials)
    return taus


def _means(cells: Array, chosen: npt.NDArray[np.intp]) -> Array:
    """Mean over the chosen instances of every trial: (n, c) and (trials, k) to (trials, c)."""
    weights = np.zeros((len(chosen), len(cells)))
    np.put_along_axis(weights, chosen, 1 / chosen.shape[1], axis=1)
    return weights @ cells
