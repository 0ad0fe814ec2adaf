"""Random signs of whole instances: a studentised, step-down test of all pairs of runs."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from itertools import islice

import numpy as np
import numpy.typing as npt

from oq_core.analysis.pairs import PairTests, Rule, as_tests, named_as_scores
from oq_core.analysis.tukey import deviations_within, over_streams
from oq_core.data.arrays import Array
from oq_core.data.scores import Scores
from oq_core.defaults import TRIALS
from oq_core.progress import Progress, silent

#: Where signs come from: a random generator, or numbers of signs in order.
Source = np.random.Generator | Iterator[int]

#: Differences this small beside the largest deviation, and statistics this near, are rounding.
_NOISE = 1e-12


@named_as_scores
def sign_flips(
    scores: Scores | npt.ArrayLike,
    trials: int = TRIALS,
    seed: int = 0,
    progress: Progress = silent,
    *,
    executor: Executor | None = None,
) -> PairTests | Array:
    """P-values of every pair of runs by random signs of the instances' differences.

    Where B is 2 ** n or more, every one of the 2 ** n signs is taken once instead: p is
    count / 2 ** n, and the seed plays no part. Otherwise each trial draws one sign for every
    instance, the same for all pairs and measures, and turns the differences of the instances that
    drew a minus. Of each pair `|mean|` / standard error is computed anew; the largest over the
    pairs is noted. A pair's p-value is the share of trials in which the largest is at least the
    pair's own, step by step: a pair is compared with those whose own statistic is no larger. The
    observed signs count as one more draw: p is (count + 1) / (B + 1).

    What is tested is that a pair's differences are symmetric about 0. Spreads may differ.

    Parameters
    ----------
    scores : Scores, or array_like of shape (K, n, m) or (n, m)
        Score matrices of K measures: n instances by m runs. Direction does not matter.
    trials : int
        B, how often signs are drawn.
    seed : int
        The same seed gives the same p-values.
    progress : Progress, optional
        What it raises stops the test.
    executor : Executor, optional
        Computes the trials; threads of this process unless given. The p-values are the same.

    Returns
    -------
    PairTests, or ndarray of float64, shape (K, m, m) or (m, m)
        With names where `scores` has them. Symmetric, 1 on the diagonal and where two runs score
        the same on every instance. With n instances none is below 2 ** (1 - n).

    Raises
    ------
    ValueError
        If there are fewer than two runs or instances, a score that is not finite, or fewer than
        one trial.

    Notes
    -----
    Romano and Wolf, Exact and approximate stepdown methods for multiple hypothesis testing, JASA
    100, 2005; signs drawn for each pair by itself would lose how the pairs depend on each other.

    Examples
    --------
    >>> from oq_core.analysis import sign_flips
    >>> p = sign_flips([[0.1, 0.9], [0.2, 0.8], [0.1, 0.7], [0.3, 0.6]])
    >>> float(p[0, 1])  # 2 of 16 signs
    0.125
    """

    def p_of(stack: Array) -> Array:
        flips = Flips(stack)
        draws = Draws.of(flips.instances, trials, seed)
        p = np.ones((len(stack), flips.runs, flips.runs))
        of_pairs = draws.p(_counts(flips, draws, progress, executor))
        p[:, flips.first, flips.second] = p[:, flips.second, flips.first] = of_pairs
        return p

    return as_tests(scores, trials, Rule.SIGNS, p_of, instances=2)


def _counts(
    flips: Flips, draws: Draws, progress: Progress, executor: Executor | None
) -> npt.NDArray[np.int64]:
    """For every pair (K, T), in how many draws the largest statistic reaches its own.

    The largest among the pairs whose observed statistic is no larger.
    """
    observed = np.abs(flips.observed)
    order = np.argsort(-observed, axis=1, kind="stable")
    least = np.take_along_axis(observed - flips.rounding, order, axis=1)
    work = partial(_reached, flips, least, order)
    blocks = over_streams(work, flips.cells, draws.trials, draws.seed, progress, executor)
    reached = np.sum([block.sum(axis=0) for block in blocks], axis=0)
    # A pair is only tested after all with larger statistics have been rejected.
    reached = np.maximum.accumulate(reached, axis=1)
    counts = np.empty_like(reached)
    np.put_along_axis(counts, order, reached, axis=1)
    return counts


def _reached(
    flips: Flips, least: Array, order: npt.NDArray[np.intp], count: int, source: Source
) -> npt.NDArray[np.int64]:
    """In how many of so many draws the largest statistic reaches each of `least`, (1, K, T)."""
    drawn = np.take_along_axis(flips.drawn(count, source), order[..., None], axis=1)
    largest = np.maximum.accumulate(drawn[:, ::-1], axis=1)[:, ::-1]
    return np.count_nonzero(largest >= least[..., None], axis=2)[None]


def signs(count: int, instances: int, source: Source) -> Array:
    """So many draws of signs, (count, n): 1 or -1.

    Examples
    --------
    >>> signs(4, 2, iter(range(4))).tolist()
    [[1.0, 1.0], [-1.0, 1.0], [1.0, -1.0], [-1.0, -1.0]]
    """
    if isinstance(source, np.random.Generator):
        is_turned = source.random((count, instances)) < 0.5
    else:
        numbers = np.fromiter(islice(source, count), np.int64, count)
        is_turned = (numbers[:, None] >> np.arange(instances) & 1).astype(bool)
    return np.where(is_turned, -1.0, 1.0)


@dataclass(frozen=True)
class Draws:
    """How many signs are drawn, or all 2 ** n of them where B is as large.

    Attributes
    ----------
    instances : int
        n.
    trials : int
        B, or 2 ** n.
    seed : int or None
        None where every sign is taken once: chance plays no part.

    Examples
    --------
    >>> Draws.of(6, 5000, seed=1)
    Draws(instances=6, trials=64, seed=None)
    """

    instances: int
    trials: int
    seed: int | None

    @classmethod
    def of(cls, instances: int, trials: int, seed: int) -> Draws:
        """All signs where there are at most B, and B random ones otherwise."""
        if instances < trials.bit_length():
            return cls(instances, 2**instances, None)
        return cls(instances, trials, seed)

    @property
    def plus_one(self) -> bool:
        """Whether the observed signs are counted beside those drawn; all signs have them."""
        return self.seed is not None

    def p(self, counts: npt.NDArray[np.int64]) -> Array:
        """P-values, none below that of so few instances."""
        shares = (counts + self.plus_one) / (self.trials + self.plus_one)
        return np.maximum(shares, 2.0 ** (1 - self.instances))


class Flips:
    """Statistics of all pairs of runs under random signs of the instances.

    With a pair's differences D, the statistic is u = sum(s D) / sqrt(sum(D²)) of the signs s. As
    signs leave sum(D²) alone, u² / n = v gives t² = (n - 1) v / (1 - v), the square of mean over
    standard error: the largest u is where the largest t is.

    Parameters
    ----------
    stack : ndarray of float64, shape (K, n, m)
    centred : bool
        Take each run's mean away first, for intervals; what is observed stays as it is.

    Examples
    --------
    >>> flips = Flips(np.array([[[0.1, 0.3], [0.2, 0.5]]]))
    >>> print(flips.observed.round(2), flips.drawn(3, np.random.default_rng(0)).shape)
    [[-1.39]] (1, 1, 3)
    """

    def __init__(self, stack: Array, *, centred: bool = False) -> None:
        deviations = deviations_within(stack)
        self.measures, self.instances, self.runs = stack.shape
        self.first, self.second = np.triu_indices(self.runs, k=1)
        if centred:
            deviations = deviations - deviations.mean(axis=1, keepdims=True)
        squares = np.einsum("knm,knl->kml", deviations, deviations)
        own = np.diagonal(squares, axis1=1, axis2=2)
        sums = own[:, self.first] + own[:, self.second]
        lengths = np.sqrt(np.maximum(sums - 2 * squares[:, self.first, self.second], 0))
        # Rounding of a difference of sums is in proportion to them.
        rough = lengths <= 1e-5 * np.sqrt(sums)
        for k, pair in np.argwhere(rough):
            gaps = deviations[k, :, self.first[pair]] - deviations[k, :, self.second[pair]]
            lengths[k, pair] = np.sqrt(np.square(gaps).sum())
        least = _NOISE * np.abs(stack).max(axis=(1, 2), initial=0)[:, None]
        self.same = lengths <= least * np.sqrt(self.instances)
        self.lengths = lengths
        self._scales = np.where(self.same, 0, 1 / np.where(self.same, 1, lengths))
        self._cells = deviations.transpose(0, 2, 1).reshape(-1, self.instances)

    @property
    def rounding(self) -> float:
        """Statistics nearer to each other than this are equal."""
        return float(_NOISE * self.instances)

    @property
    def cells(self) -> int:
        """Numbers that a draw works on."""
        # Long rows of draws are worth more than the cache.
        return max(1, max(self.instances, self.measures * len(self.first)) // 8)

    @property
    def observed(self) -> Array:
        """U of the signs as they are, (K, T): below 0 where the first run's mean is smaller."""
        return self._statistics(np.ones((1, self.instances)))[..., 0]

    def drawn(self, count: int, source: Source) -> Array:
        """|u| of so many draws of signs, (K, T, count)."""
        statistics = self._statistics(signs(count, self.instances, source))
        return np.abs(statistics, out=statistics)

    def _statistics(self, signs: Array) -> Array:
        sums = (self._cells @ signs.T).reshape(self.measures, self.runs, len(signs))
        statistics = sums[:, self.first]
        statistics -= sums[:, self.second]
        statistics *= self._scales[..., None]
        return statistics
