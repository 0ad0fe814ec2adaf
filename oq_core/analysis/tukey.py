"""The randomised, paired Tukey HSD test for all pairs of runs under many measures."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import numpy.typing as npt
from scipy.sparse import csc_array

from oq_core.data.arrays import Array

#: Trials that share one random stream. Fixed, so that neither the number of threads nor the
#: memory at hand can change a p-value.
_TRIALS_PER_STREAM = 128

#: Score cells permuted at once by a thread: few enough to stay in its cache.
_CELLS_AT_ONCE = 2**16

#: Threads at the most; the memory they need together is bounded by this too.
_THREADS = min(4, os.cpu_count() or 1)


def randomised_tukey_hsd(
    scores: npt.ArrayLike,
    trials: int = 5000,
    seed: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> Array:
    """P-values of the randomised Tukey HSD test for every pair of runs.

    Each trial permutes the m scores within every instance and notes the difference between
    the largest and the smallest mean. The p-value of a pair is the share of trials in which
    that difference is at least the pair's own. It is two-sided, paired, and holds the
    familywise error. All measures see the same permutations, so differences between measures
    are not Monte-Carlo noise.

    Parameters
    ----------
    scores : array_like, shape (K, n, m) or (n, m)
        Score matrices of K measures: n instances by m runs. Direction does not matter.
    trials : int
        Number of permutations, B in the papers.
    seed : int
        The same seed gives the same p-values, however the work is divided.
    progress : callable, optional
        Called in this thread with (trials done, trials in all) as the work goes on. What it
        raises stops the test.

    Returns
    -------
    ndarray of float64, shape (K, m, m) or (m, m)
        Symmetric, 1 on the diagonal; multiples of 1/trials. A 0 means "below 1/trials".

    Raises
    ------
    ValueError
        If there are fewer than two runs, no instance, a score that is not finite, or fewer
        than one trial.

    Notes
    -----
    Carterette, Multiple testing in statistical analysis of systems-based information
    retrieval experiments, ACM TOIS 30(1), 2012; used in ACL21, LQ21 and RNOD22. With two runs
    it is Fisher's paired randomisation test. Differences within 1e-12 of the largest
    deviation count as equal, so that rounding cannot break ties.

    Examples
    --------
    >>> from oq_core import randomised_tukey_hsd
    >>> p = randomised_tukey_hsd([[0.1, 0.9], [0.2, 0.8], [0.1, 0.7]], trials=1000)
    >>> bool(p[0, 1] > 0.1)  # three instances cannot show much
    True
    """
    stack = np.asarray(scores, dtype=np.float64)
    if stack.ndim not in (2, 3) or stack.shape[-1] < 2 or stack.shape[-2] < 1:
        raise ValueError(
            f"scores must be (instances, runs) or (measures, instances, runs) with at least "
            f"one instance and two runs, not {stack.shape}"
        )
    if not np.isfinite(stack).all():
        place = [int(i) for i in np.argwhere(~np.isfinite(stack))[0]]
        raise ValueError(f"scores{place} is not a finite number; leave that instance out")
    if trials < 1:
        raise ValueError(f"trials must be at least 1, not {trials}")
    if stack.ndim == 2:
        return randomised_tukey_hsd(stack[None], trials, seed, progress)[0]

    # Permuting within an instance leaves its mean alone; without it, equal runs are exactly 0.
    deviations = stack - stack.mean(axis=-1, keepdims=True)
    means = deviations.mean(axis=-2)
    ranges = _permuted_ranges(deviations, trials, seed, progress)

    tolerance = 1e-12 * np.abs(deviations).max(axis=(-2, -1))
    observed = np.abs(means[:, :, None] - means[:, None, :]) - tolerance[:, None, None]
    ranges.sort(axis=0)
    reached = [
        trials - np.searchsorted(ranges[:, k], observed[k], side="left") for k in range(len(stack))
    ]
    return np.stack(reached) / trials


def _permuted_ranges(
    deviations: Array, trials: int, seed: int, progress: Callable[[int, int], None] | None
) -> Array:
    """Largest minus smallest permuted mean: shape (trials, K)."""
    measures, instances, runs = deviations.shape
    cells = np.ascontiguousarray(np.moveaxis(deviations, 0, -1))
    at_once = max(1, _CELLS_AT_ONCE // (instances * runs))
    starts = range(0, trials, _TRIALS_PER_STREAM)
    streams = np.random.SeedSequence(seed).spawn(len(starts))

    def stream_ranges(start: int, stream: np.random.SeedSequence) -> Array:
        generator = np.random.Generator(np.random.SFC64(stream))
        stop = min(start + _TRIALS_PER_STREAM, trials)
        batches = [min(at_once, stop - first) for first in range(start, stop, at_once)]
        return np.concatenate([_ranges(cells, count, generator) for count in batches])

    found = np.empty((trials, measures))
    with ThreadPoolExecutor(_THREADS) as pool:
        try:
            for start, block in zip(starts, pool.map(stream_ranges, starts, streams), strict=True):
                found[start : start + len(block)] = block
                if progress is not None:
                    progress(start + len(block), trials)
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    return found


def _ranges(cells: Array, trials: int, generator: np.random.Generator) -> Array:
    """One batch of trials: permute, average over instances, take the range; (trials, K)."""
    instances, runs, measures = cells.shape
    slots = _permutations(trials, instances, runs, generator)
    # Column (instance, run) of this 0/1 matrix says, for every trial, to which run the cell is
    # dealt. 32-bit places throughout: scipy would otherwise check and convert them at a cost.
    slots += np.arange(0, trials * runs, runs, dtype=np.int32)[:, None, None]
    rows = slots.transpose(1, 2, 0).ravel()
    ends = np.arange(0, rows.size + 1, trials, dtype=np.int32)
    dealt = csc_array((np.ones(rows.size), rows, ends), shape=(trials * runs, instances * runs))
    sums = dealt @ cells.reshape(instances * runs, measures)
    means = sums.reshape(trials, runs, measures) / instances
    return means.max(axis=1) - means.min(axis=1)


def _permutations(
    count: int, instances: int, runs: int, generator: np.random.Generator
) -> npt.NDArray[np.int32]:
    """Random permutations of 0..m-1, shape (count, n, m)."""
    # Sorting keys made of random high bits and the run's number in the low bits gives a
    # permutation per row without an indirect sort. Two equal draws would keep their order;
    # the width makes that rarer than one row in 10,000.
    word: type[np.unsignedinteger] = np.uint32 if runs <= 64 else np.uint64
    low = word((1 << (runs - 1).bit_length()) - 1)
    # Drawn as 64-bit numbers, of which each makes two short keys: twice as fast. Every trial
    # starts on a new one, so that it does not matter how many are drawn at once.
    cells = instances * runs
    numbers = -(-cells * word(0).itemsize // 8)
    top = np.iinfo(np.uint64).max
    drawn = generator.integers(0, top, (count, numbers), np.uint64, endpoint=True)
    keys = drawn.view(word)[:, :cells].reshape(count, instances, runs)
    keys &= ~low
    keys |= np.arange(runs, dtype=word)
    keys.sort(axis=-1)
    keys &= low
    return keys.astype(np.int32)
