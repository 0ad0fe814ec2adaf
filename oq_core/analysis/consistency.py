"""System ranking consistency: does a measure rank the runs alike on other instances?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
import numpy.typing as npt
import pandas as pd
import scipy

from oq_core.analysis.ranking import kendall_tau
from oq_core.analysis.tukey import randomised_tukey_hsd
from oq_core.data.arrays import Array, as_scalar, check_scores, tails
from oq_core.data.results import Result
from oq_core.data.scores import Scores, counted, place_of
from oq_core.defaults import CONFIDENCE, SPLITS, TRIALS
from oq_core.parallel import random_rows, ranges, spread
from oq_core.progress import Progress, silent

#: Blocks of instances that are left out in turn for an interval.
BLOCKS = 20

#: Numbers in an array held at once.
_NUMBERS_AT_ONCE = 2**20


@dataclass(frozen=True, eq=False, repr=False)
class Consistency(Result):
    """How alike measures rank the runs on two halves of the instances, split after split.

    Attributes
    ----------
    taus : ndarray of float64, shape (splits, ...)
        Kendall's tau-a of each split, in [-1, 1]; larger is more consistent. The last axis is of
        the measures, where there are several.
    measures : tuple of str
        The measures' keys, where they are known.
    instances : int
        How many are in each of the two sets; of an odd number, one more in the second.

    Examples
    --------
    >>> found = ranking_consistency([[[0.1, 0.9], [0.2, 0.8], [0.1, 0.7]]], splits=10)
    >>> found
    <Consistency: instances 1, 10 splits>
    >>> found.to_frame()["mean tau"].tolist()
    [1.0]
    """

    taus: Array
    measures: tuple[str, ...]
    instances: int

    def of(self, measures: Sequence[str]) -> Consistency:
        """Return that of some measures, by their keys."""
        rows = [place_of(key, self.measures, "measure") for key in measures]
        return replace(self, taus=self.taus[:, rows], measures=tuple(measures))

    def p_values(self, trials: int = TRIALS, seed: int = 0, progress: Progress = silent) -> Array:
        """Return those of every two measures, (K, K), by randomised Tukey HSD on the splits.

        The splits are no sample: more of them make every difference significant.
        """
        return randomised_tukey_hsd(self.taus, trials, seed, progress=progress)

    def _described(self) -> str:
        return f"{super()._described()}, {counted(len(self.taus), 'split')}"

    @property
    def means(self) -> Array:
        """Mean tau over the splits, shape (...): a measure's consistency."""
        return as_scalar(self.taus.mean(axis=0))

    def to_frame(self) -> pd.DataFrame:
        """A row for each measure: mean tau and its standard deviation over splits, best first."""
        columns = self.taus.reshape(len(self.taus), -1)
        table = pd.DataFrame(
            {"mean tau": columns.mean(axis=0), "standard deviation": columns.std(axis=0)},
            pd.Index(self.measures or range(columns.shape[1]), name="measure"),
        )
        return table.sort_values("mean tau", ascending=False, kind="stable")


def ranking_consistency(
    scores: Scores | npt.ArrayLike,
    size: int | None = None,
    splits: int = SPLITS,
    seed: int = 0,
    progress: Progress = silent,
    executor: Executor | None = None,
) -> Consistency:
    """Kendall's tau between the rankings on two random, disjoint sets of instances.

    Every split draws two sets, the same for all measures, and ranks the runs by their mean
    scores on each. Mean tau over splits is a measure's consistency. For the rest of ACL21
    table 6, `taus` is a score matrix of its own: `randomised_tukey_hsd` gives p-values,
    `outperforms_worst` its symbols, `effect_sizes` (E2) the effects.

    Parameters
    ----------
    scores : Scores, or array_like of shape (..., n, m)
        Score matrices of measures. Direction does not matter.
    size : int, optional
        Instances in each of the two sets. Half of all unless given; of an odd number, the
        second set has one more.
    splits : int
        How many random splits, B in the papers.
    seed : int
        The same seed gives the same splits.
    progress : Progress, optional
        What it raises stops the work.
    executor : Executor, optional
        Computes the splits; this thread unless given. The numbers are the same.

    Returns
    -------
    Consistency

    Raises
    ------
    ValueError
        If there are fewer than two runs or two instances, a score is not finite, two sets of
        that size cannot be drawn, or there is no split.

    Notes
    -----
    Sakai, On the instability of diminishing return IR measures, ECIR 2021; ACL21 section 5.2;
    RNOD22 section 5. A test on these taus takes the splits for its sample, so it finds any
    difference significant with enough splits; `consistency_intervals` does not.

    Examples
    --------
    >>> from oq_core import ranking_consistency
    >>> found = ranking_consistency([[[0.1, 0.9], [0.2, 0.8], [0.1, 0.7]]], splits=10)
    >>> found.means.tolist()
    [1.0]
    """
    array = check_scores(scores, instances=2)
    instances = array.shape[-2]
    sizes = _sizes(instances, size)
    if splits < 1:
        raise ValueError(f"splits must be at least 1, not {splits}")
    # Few and large products: threads of small ones mostly wait where processors are busy.
    blocks = ranges(splits, _at_once(instances, array.size))
    some: Iterator[Array]
    if executor is None:
        some = (found for block in blocks for found in _taus_of_block(array, sizes, seed, block))
    else:
        some = spread(partial(_whole_block, array, sizes, seed), blocks, executor)
    taus = np.empty((splits, *array.shape[:-2]))
    done = 0
    for found in some:
        taus[done : done + len(found)] = found
        done += len(found)
        progress(done / splits, f"{done:,} of {splits:,} splits")
    measures = scores.measures if isinstance(scores, Scores) else ()
    return Consistency(taus, measures, sizes[0])


def _at_once(instances: int, numbers: int) -> int:
    """Splits of a score matrix of so many numbers that are made in one go."""
    return max(1, _NUMBERS_AT_ONCE // max(instances, numbers // instances))


def _taus_of_block(
    array: Array, sizes: tuple[int, int], seed: int, splits: tuple[int, int]
) -> Iterator[Array]:
    """Tau of the splits from the first number to before the last, a few at a time."""
    keys = random_rows(seed, splits, array.shape[-2])
    return _taus_of_splits(array, keys, sizes)


def _whole_block(array: Array, sizes: tuple[int, int], seed: int, splits: tuple[int, int]) -> Array:
    return np.concatenate(list(_taus_of_block(array, sizes, seed, splits)))


def _sizes(instances: int, size: int | None) -> tuple[int, int]:
    """How many instances the two sets have."""
    sizes = (instances // 2, instances - instances // 2) if size is None else (size, size)
    if min(sizes) < 1 or sum(sizes) > instances:
        raise ValueError(
            f"two disjoint sets of {counted(sizes[1], 'instance')} cannot be drawn from {instances}"
        )
    return sizes


def _taus_of_splits(array: Array, keys: Array, sizes: tuple[int, int]) -> Iterator[Array]:
    """Tau of each split (splits, ...), a few at a time.

    The instances with the smallest keys (splits, n) make the first set, the next ones the second.
    """
    *leading, instances, runs = array.shape
    cells = np.moveaxis(array, -2, 0).reshape(instances, -1)
    order = np.argpartition(keys, [sizes[0] - 1, sum(sizes) - 1])
    first, second = (
        _means(cells, chosen).reshape(len(keys), *leading, runs)
        for chosen in (order[:, : sizes[0]], order[:, sizes[0] : sum(sizes)])
    )
    ranked = max(1, _NUMBERS_AT_ONCE // (cells.shape[1] * (runs - 1)))
    for begin in range(0, len(keys), ranked):
        yield kendall_tau(first[begin : begin + ranked], second[begin : begin + ranked])


def _means(cells: Array, chosen: npt.NDArray[np.intp]) -> Array:
    """Mean over the chosen instances of every split: (n, c) and (splits, k) to (splits, c)."""
    weights = np.zeros((len(chosen), len(cells)))
    np.put_along_axis(weights, chosen, 1 / chosen.shape[1], axis=1)
    return weights @ cells


@dataclass(frozen=True, eq=False, repr=False)
class ConsistencyIntervals(Result):
    """How sure mean tau of splits is, given these instances.

    Attributes
    ----------
    means : ndarray of float64, shape (K,)
        Mean tau of each measure over the splits.
    low, high : ndarray of float64, shape (K,)
        Ends of its interval.
    difference_low, difference_high : ndarray of float64, shape (K, K)
        Ends of the interval of mean tau of the row less that of the column. Where 0 lies
        between them, these instances do not tell which measure is more consistent.
    measures : tuple of str
        The measures' keys, where they are known.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core import Scores
    >>> from oq_core.analysis import consistency_intervals
    >>> values = np.random.default_rng(0).random((1, 40, 4)) + [0, 1, 2, 3]
    >>> ids = tuple(f"d{i}" for i in range(40))
    >>> scores = Scores(values, ("NMD",), ids, tuple("abcd"), (False,))
    >>> consistency_intervals(scores, splits=10).to_frame().loc["NMD"].tolist()
    [1.0, 1.0, 1.0]
    """

    means: Array
    low: Array
    high: Array
    difference_low: Array
    difference_high: Array
    measures: tuple[str, ...] = ()

    def of(self, measures: Sequence[str]) -> ConsistencyIntervals:
        """The intervals of only these measures, in this order."""
        rows = [self.measures.index(key) for key in measures]
        square = np.ix_(rows, rows)
        return ConsistencyIntervals(
            self.means[rows],
            self.low[rows],
            self.high[rows],
            self.difference_low[square],
            self.difference_high[square],
            tuple(measures),
        )

    def to_frame(self) -> pd.DataFrame:
        """A row for each measure: mean tau and its interval, the most consistent first."""
        index = pd.Index(self.measures or range(len(self.means)), name="measure")
        table = pd.DataFrame({"mean tau": self.means, "low": self.low, "high": self.high}, index)
        return table.sort_values("mean tau", ascending=False, kind="stable")


def consistency_intervals(
    scores: Scores | npt.ArrayLike,
    size: int | None = None,
    splits: int = SPLITS,
    seed: int = 0,
    confidence: float = CONFIDENCE,
    progress: Progress = silent,
    executor: Executor | None = None,
) -> ConsistencyIntervals:
    """Intervals of mean tau of splits over instances, and of its differences between measures.

    A jackknife: the instances are put into 20 random blocks (each instance is its own with
    fewer), each block is left out in turn, and the mean tau of splits of the rest is taken. Its
    spread says what other instances would change. More splits do not make it narrower.

    Parameters
    ----------
    scores : Scores, or array_like of shape (K, n, m)
    size, splits, seed
        As in `ranking_consistency`.
    confidence : float
        In (0, 1).
    progress : Progress, optional
        What it raises stops the work.
    executor : Executor, optional
        Computes what is left without each block; this thread unless given. The numbers are the
        same.

    Returns
    -------
    ConsistencyIntervals

    Raises
    ------
    ValueError
        As `ranking_consistency`; and if two sets of that size cannot be drawn once a block is
        left out.

    Notes
    -----
    Shao and Tu, The Jackknife and Bootstrap, 1995, section 2.3: a delete-group jackknife, with
    Student's distribution of one degree of freedom less than blocks. All samples see the same
    random numbers, so that their differences are of instances and not of splits.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core.analysis import consistency_intervals
    >>> scores = np.random.default_rng(0).random((1, 40, 4)) + [0, 1, 2, 3]
    >>> consistency_intervals(scores, splits=10).low.tolist()
    [1.0]
    """
    array = check_scores(scores, instances=3)
    if array.ndim != 3 or splits < 1:
        raise ValueError(f"scores must be (measures, instances, runs), not {array.shape}")
    instances = array.shape[1]
    generator = np.random.default_rng(seed)
    blocks = min(BLOCKS, instances)
    # Drawn first: the mean tau of all instances is then that of `ranking_consistency`.
    keys = generator.random((splits, instances))
    block_of = generator.permutation(np.arange(instances) % blocks)
    whole = _mean_tau(array, keys, size)
    left = []
    without = partial(_mean_tau_without, array, keys, size, block_of)
    for block, found in enumerate(spread(without, range(blocks), executor)):
        left.append(found)
        progress((block + 1) / blocks, f"{block + 1} of {blocks} blocks of instances")
    shifts = np.stack(left) - np.mean(left, axis=0)
    gaps = shifts[:, :, None] - shifts[:, None, :]
    factor = scipy.stats.t.ppf(tails(confidence)[1], blocks - 1) * np.sqrt((blocks - 1) / blocks)
    half, half_gap = (factor * np.sqrt(np.square(x).sum(axis=0)) for x in (shifts, gaps))
    difference = whole[:, None] - whole
    return ConsistencyIntervals(
        whole,
        np.maximum(whole - half, -1),
        np.minimum(whole + half, 1),
        difference - half_gap,
        difference + half_gap,
        scores.measures if isinstance(scores, Scores) else (),
    )


def can_leave_some_out(instances: int, size: int | None = None) -> bool:
    """Whether two sets of that size can still be drawn once a block is left out.

    `consistency_intervals` needs that.

    Examples
    --------
    >>> from oq_core.analysis.consistency import can_leave_some_out
    >>> can_leave_some_out(40, 19), can_leave_some_out(40, 20)
    (True, False)
    """
    kept = instances - -(-instances // BLOCKS)
    return kept >= 2 * (size or 1)


def _mean_tau_without(
    array: Array, keys: Array, size: int | None, block_of: npt.NDArray[np.intp], block: int
) -> Array:
    kept = block_of != block
    return _mean_tau(array[:, kept], keys[:, kept], size)


def _mean_tau(array: Array, keys: Array, size: int | None) -> Array:
    """Mean tau (K,) over the splits that keys (splits, n) make."""
    instances = array.shape[1]
    sizes = _sizes(instances, size)
    step = _at_once(instances, array.size)
    total = np.zeros(len(array))
    for start in range(0, len(keys), step):
        for found in _taus_of_splits(array, keys[start : start + step], sizes):
            total += found.sum(axis=0)
    return total / len(keys)
