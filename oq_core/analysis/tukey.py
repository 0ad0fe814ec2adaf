"""The randomised, paired Tukey HSD test for all pairs of runs under many measures."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import partial
from itertools import count as count_from
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt
import scipy

from oq_core.analysis.alone import by_square
from oq_core.analysis.pairs import Method, PairTests, Rule, named_as_scores
from oq_core.data.arrays import Array
from oq_core.data.scores import Scores
from oq_core.defaults import TRIALS
from oq_core.parallel import spread
from oq_core.progress import Progress, silent

Kind = TypeVar("Kind", bound=np.generic)

#: Trials that share one random stream. Fixed, so that neither the number of threads nor the
#: memory at hand can change a p-value.
_TRIALS_PER_STREAM = 128

#: Score cells permuted at once by a thread: few enough to stay in its cache.
_CELLS_AT_ONCE = 2**16

#: Threads at the most; the memory they need together is bounded by this too.
THREADS = min(4, os.cpu_count() or 1)

#: Differences, or variances' roots, this small beside the largest deviation are rounding.
_NOISE = 1e-12


@named_as_scores
def randomised_tukey_hsd(
    scores: Scores | npt.ArrayLike,
    trials: int = TRIALS,
    seed: int = 0,
    progress: Progress = silent,
    *,
    step_down: bool = False,
    studentised: bool = False,
    over_measures: bool = False,
    plus_one: bool = False,
    executor: Executor | None = None,
) -> PairTests | Array:
    """P-values of the randomised Tukey HSD test for every pair of runs.

    Each trial permutes the m scores within every instance and notes the difference between
    the largest and the smallest mean. The p-value of a pair is the share of trials in which
    that difference is at least the pair's own. It is two-sided and paired. All measures see the
    same permutations, so differences between measures are not Monte-Carlo noise.

    What is tested is that the runs are exchangeable within an instance, not that their means
    are equal. All runs are permuted together, so every p-value depends on which runs take part.

    Parameters
    ----------
    scores : Scores, or array_like of shape (K, n, m) or (n, m)
        Score matrices of K measures: n instances by m runs. Direction does not matter.
    trials : int
        Number of permutations, B in the papers.
    seed : int
        The same seed gives the same p-values, however the work is divided.
    progress : Progress, optional
        Called in this thread with the share that is done and words, as the work goes on. What
        it raises stops the test.
    step_down : bool
        Test the largest difference first, as the single-step test does; test each further one
        against the largest difference among the pairs that remain, on the same permutations. No
        p-value is larger than in a single step.
    studentised : bool
        Divide every difference, observed and permuted, by its own paired standard error. Where
        some runs spread far more than others, it is wrong less often.
    over_measures : bool
        Make one family of all measures: each trial notes the largest of
        the measures' differences in units of their standard deviations within instances.
    plus_one : bool
        Count the observed scores as one permutation more: (count + 1) / (B + 1).
    executor : Executor, optional
        Computes the trials, on other processors or machines, say; threads of this process unless
        given. The p-values are the same.

    Returns
    -------
    PairTests, or ndarray of float64, shape (K, m, m) or (m, m)
        With names where `scores` has them. P-values are symmetric, 1 on the diagonal, and
        multiples of 1/trials. A 0 means "below 1/trials".

    Raises
    ------
    ValueError
        If there are fewer than two runs, no instance (or one, if studentised), a score that is
        not finite, or fewer than one trial.

    Notes
    -----
    Carterette, Multiple rule in statistical analysis of systems-based information
    retrieval experiments, ACM TOIS 30(1), 2012; used in ACL21, LQ21 and RNOD22. Steps: Romano
    and Wolf, Exact and approximate stepdown methods for multiple hypothesis rule, JASA 100,
    2005. Studentised: Chung and Romano, Exact and asymptotically robust permutation tests,
    Annals of Statistics 41, 2013. With two runs it is Fisher's paired randomisation test.
    Differences within 1e-12 of the largest deviation count as equal, so that rounding cannot
    break ties.

    Examples
    --------
    >>> from oq_core import randomised_tukey_hsd
    >>> p = randomised_tukey_hsd([[0.1, 0.9], [0.2, 0.8], [0.1, 0.7]], trials=1000)
    >>> bool(p[0, 1] > 0.1)  # three instances cannot show much
    True
    """
    method: Method = "step-down" if step_down else "single-step"
    rule = Rule(method, plus_one, studentised, over_measures)

    def p_of(stack: Array) -> Array:
        deviations = deviations_within(stack)
        if over_measures and not studentised:
            deviations = deviations / _scales(deviations)
        if step_down or studentised:
            counts = _counts_of_pairs(deviations, trials, seed, progress, rule, executor)
        else:
            ranges = _permuted_ranges(deviations, trials, seed, progress, executor)
            if over_measures:
                ranges = np.repeat(ranges.max(axis=1, keepdims=True), len(stack), axis=1)
            counts = _counts_of_ranges(deviations, ranges)
        p: Array = (counts + plus_one) / (trials + plus_one)
        return p

    return by_square(scores, trials, rule, p_of, instances=2 if studentised else 1)


def deviations_within(stack: Array) -> Array:
    """Scores less the mean of their instance.

    Permuting within an instance leaves its mean alone; without it, equal runs are exactly 0.

    Examples
    --------
    >>> deviations_within(np.array([[[0.1, 0.3]]])).round(3).tolist()
    [[[-0.1, 0.1]]]
    """
    return stack - stack.mean(axis=-1, keepdims=True)


def _scales(deviations: Array) -> Array:
    """Standard deviation within instances of each measure, (K, 1, 1); 1 where there is none.

    No permutation changes it.
    """
    scales = np.sqrt(np.square(deviations).mean(axis=(-2, -1), keepdims=True))
    return np.where(scales > 0, scales, 1.0)


def _counts_of_ranges(deviations: Array, ranges: Array) -> npt.NDArray[np.int64]:
    """For every pair (K, m, m), in how many trials the range (trials, K) reaches it."""
    means = deviations.mean(axis=-2)
    tolerance = _NOISE * np.abs(deviations).max(axis=(-2, -1))
    observed = np.abs(means[:, :, None] - means[:, None, :]) - tolerance[:, None, None]
    ranges.sort(axis=0)
    reached = [
        len(ranges) - np.searchsorted(ranges[:, k], observed[k], side="left")
        for k in range(len(deviations))
    ]
    return np.stack(reached)


def _permuted_ranges(
    deviations: Array, trials: int, seed: int, progress: Progress, executor: Executor | None
) -> Array:
    """Largest minus smallest permuted mean: shape (trials, K)."""
    _, instances, runs = deviations.shape
    cells = np.ascontiguousarray(np.moveaxis(deviations, 0, -1))
    work = partial(_ranges, cells)
    return np.concatenate(
        list(over_streams(work, instances * runs, trials, seed, progress, executor))
    )


def _ranges(cells: Array, count: int, generator: np.random.Generator) -> Array:
    """The same of so many trials, of cells (n, m, K)."""
    means = dealt_means(cells, permutations(count, cells.shape[0], cells.shape[1], generator))
    return means.max(axis=1) - means.min(axis=1)


def _counts_of_pairs(
    deviations: Array,
    trials: int,
    seed: int,
    progress: Progress,
    rule: Rule,
    executor: Executor | None,
) -> npt.NDArray[np.int64]:
    """For every pair (K, m, m), in how many trials the largest statistic reaches it."""
    measures, instances, runs = deviations.shape
    studentised = rule.studentised
    statistics = _studentised if studentised else _differences
    identity = np.broadcast_to(np.arange(runs, dtype=np.int32), (1, instances, runs)).copy()
    noise = _NOISE * np.abs(deviations).max(axis=(-2, -1))
    observed = statistics(deviations, identity, noise)[0]
    least = observed * (1 - 1e-9) if studentised else observed - noise[:, None]
    work = partial(_of_permuted, statistics, deviations, noise)
    cells = instances * runs * (measures if studentised else 1)
    of_pairs = counts_by_largest(
        work, observed, least, rule, cells, trials, seed, progress, executor
    )
    squares = np.full((measures, runs, runs), trials, dtype=np.int64)
    first, second = np.triu_indices(runs, k=1)
    squares[:, first, second] = squares[:, second, first] = of_pairs
    return squares


def _of_permuted(
    statistics: Callable[[Array, npt.NDArray[np.int32], Array], Array],
    deviations: Array,
    noise: Array,
    count: int,
    generator: np.random.Generator,
) -> Array:
    """Statistics of so many random permutations: (K, T, count)."""
    _, instances, runs = deviations.shape
    slots = permutations(count, instances, runs, generator)
    return statistics(deviations, slots, noise).transpose(1, 2, 0)


def counts_by_largest(
    drawn: Callable[[int, Any], Array],
    observed: Array,
    least: Array,
    rule: Rule,
    cells: int,
    trials: int,
    seed: int | None,
    progress: Progress,
    executor: Executor | None,
) -> npt.NDArray[np.int64]:
    """For every test, in how many trials the largest statistic reaches `least`.

    The largest among all tests of a measure (or of all measures) or, stepping down, among those
    whose observed statistic is no larger.

    Parameters
    ----------
    drawn : callable
        Gives the statistics (K, T, count) of so many trials, as `over_streams` asks for them.
    observed, least : ndarray, shape (K, T)
        The observed statistics, and what counts as reaching them.
    cells : int
        Scores that a trial works on.

    Returns
    -------
    ndarray of int64, shape (K, T)

    Examples
    --------
    >>> def drawn(count, generator):
    ...     return generator.random((1, 2, count))
    >>> observed = np.array([[2.0, -1.0]])
    >>> rule = Rule("step-down")
    >>> counts_by_largest(drawn, observed, observed, rule, 1, 50, 0, silent, None).tolist()
    [[0, 50]]
    """
    shape = observed.shape
    families = 1 if rule.over_measures else len(observed)
    step_down = rule.method != "single-step"
    order = np.argsort(-observed.reshape(families, -1), axis=1, kind="stable")
    least = np.take_along_axis(least.reshape(families, -1), order, axis=1)
    work = partial(_reached, drawn, least, order, step_down)
    blocks = over_streams(work, cells, trials, seed, progress, executor)
    reached = np.sum([block.sum(axis=0) for block in blocks], axis=0)
    if step_down:
        # A test is only made after all with larger statistics have been rejected.
        reached = np.maximum.accumulate(reached, axis=1)
    found = np.empty_like(reached)
    np.put_along_axis(found, order, reached, axis=1)
    return found.reshape(shape)


def _reached(
    drawn: Callable[[int, Any], Array],
    least: Array,
    order: npt.NDArray[np.intp],
    step_down: bool,
    count: int,
    source: Any,
) -> npt.NDArray[np.int64]:
    """In how many of so many trials the largest statistic reaches each of `least`."""
    found = drawn(count, source).reshape(*least.shape, count)
    if step_down:
        found = np.stack([rows[places] for rows, places in zip(found, order, strict=True)])
        largest = np.maximum.accumulate(found[:, ::-1], axis=1)[:, ::-1]
    else:
        largest = found.max(axis=1, keepdims=True)
    return np.count_nonzero(largest >= least[..., None], axis=2)[None]


def _differences(deviations: Array, slots: npt.NDArray[np.int32], noise: Array) -> Array:  # noqa: ARG001
    """Absolute differences between permuted means of every pair: (trials, K, T)."""
    cells = np.ascontiguousarray(np.moveaxis(deviations, 0, -1))
    means = dealt_means(cells, slots.copy())
    first, second = np.triu_indices(deviations.shape[-1], k=1)
    return np.abs(means[:, first] - means[:, second]).transpose(0, 2, 1)


def _studentised(deviations: Array, slots: npt.NDArray[np.int32], noise: Array) -> Array:
    """Absolute paired t statistics of every pair of permuted runs: (trials, K, T)."""
    measures, instances, runs = deviations.shape
    first, second = np.triu_indices(runs, k=1)
    found = np.empty((len(slots), measures, len(first)))
    permuted = np.empty(slots.shape)
    places = slots.astype(np.intp)
    for k, matrix in enumerate(deviations):
        np.put_along_axis(permuted, places, np.broadcast_to(matrix, slots.shape), axis=2)
        means = permuted.mean(axis=1)
        products = permuted.transpose(0, 2, 1) @ permuted
        squares = np.diagonal(products, axis1=1, axis2=2)
        gaps = np.abs(means[:, first] - means[:, second])
        sums = squares[:, first] + squares[:, second] - 2 * products[:, first, second]
        variances = (sums - instances * gaps**2) / (instances - 1)
        # Rounding of the sums is in proportion to them, not to what is left of them.
        steady = variances <= np.maximum(1e-12 * sums, noise[k] ** 2)
        with np.errstate(divide="ignore", invalid="ignore"):
            ratios = gaps / np.sqrt(np.where(steady, 0, variances) / instances)
        found[:, k] = np.where(gaps <= noise[k], 0.0, ratios)
    return found


def over_streams(
    work: Callable[[int, Any], npt.NDArray[Kind]],
    cells: int,
    trials: int,
    seed: int | None,
    progress: Progress = silent,
    executor: Executor | None = None,
) -> Iterator[npt.NDArray[Kind]]:
    """What `work` gives for the trials of each stream, by threads or an executor, in order.

    `work` takes a number of trials, of which few enough are asked for at once, and a random
    generator; or, where the seed is None, an iterator over the trials' own numbers.

    Examples
    --------
    >>> blocks = over_streams(lambda count, _: np.ones(count), 1, 300, seed=0)
    >>> [len(block) for block in blocks]
    [128, 128, 44]
    """
    starts = range(0, trials, _TRIALS_PER_STREAM)
    streams = starts if seed is None else np.random.SeedSequence(seed).spawn(len(starts))
    given = [
        (min(_TRIALS_PER_STREAM, trials - start), stream)
        for start, stream in zip(starts, streams, strict=True)
    ]
    function = partial(_of_stream, work, max(1, _CELLS_AT_ONCE // cells))
    done = 0

    def tell(count: int) -> None:
        nonlocal done
        done += count
        progress(done / trials, f"{done:,} of {trials:,} trials")

    if executor is not None:
        for block, (count, _) in zip(spread(function, given, executor), given, strict=True):
            yield block
            tell(count)
        return
    with ThreadPoolExecutor(THREADS) as pool:
        try:
            for block, (count, _) in zip(pool.map(function, given), given, strict=True):
                yield block
                tell(count)
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def _of_stream(
    work: Callable[[int, Any], npt.NDArray[Kind]],
    at_once: int,
    given: tuple[int, np.random.SeedSequence | int],
) -> npt.NDArray[Kind]:
    """What `work` gives for the trials of one stream."""
    trials, stream = given
    source: Any
    if isinstance(stream, int):
        source = count_from(stream)
    else:
        source = np.random.Generator(np.random.SFC64(stream))
    counts = [min(at_once, trials - first) for first in range(0, trials, at_once)]
    return np.concatenate([work(count, source) for count in counts])


def dealt_means(cells: Array, slots: npt.NDArray[np.int32]) -> Array:
    """Means of permuted runs under all measures: (n, m, K) and (trials, n, m) to (trials, m, K).

    `slots` says to which run each cell is dealt; it is overwritten.

    Examples
    --------
    >>> cells, slots = np.array([[[0.1], [0.3]]]), np.array([[[1, 0]]], dtype=np.int32)
    >>> dealt_means(cells, slots).tolist()
    [[[0.3], [0.1]]]
    """
    instances, runs, measures = cells.shape
    trials = len(slots)
    # Column (instance, run) of this 0/1 matrix says, for every trial, to which run the cell is
    # dealt. 32-bit places throughout: scipy would otherwise check and convert them at a cost.
    slots += np.arange(0, trials * runs, runs, dtype=np.int32)[:, None, None]
    rows = slots.transpose(1, 2, 0).ravel()
    ends = np.arange(0, rows.size + 1, trials, dtype=np.int32)
    shape = trials * runs, instances * runs
    dealt = scipy.sparse.csc_array((np.ones(rows.size), rows, ends), shape=shape)
    sums = dealt @ cells.reshape(instances * runs, measures)
    return sums.reshape(trials, runs, measures) / instances


def permutations(
    count: int, instances: int, runs: int, generator: np.random.Generator
) -> npt.NDArray[np.int32]:
    """Random permutations of 0..m-1, shape (count, n, m).

    Examples
    --------
    >>> drawn = permutations(5, 4, 3, np.random.default_rng(0))
    >>> drawn.shape, np.unique(np.sort(drawn)).tolist()
    ((5, 4, 3), [0, 1, 2])
    """
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
