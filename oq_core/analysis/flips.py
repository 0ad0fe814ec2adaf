"""Random signs of whole instances: a studentised, step-down test of all pairs of runs."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor

import numpy as np
import numpy.typing as npt

from oq_core.analysis.alone import by_pair
from oq_core.analysis.every_sign import Draws, Source, signs
from oq_core.analysis.pairs import PairTests, Rule, named_as_scores
from oq_core.analysis.tukey import counts_by_largest, deviations_within
from oq_core.data.arrays import Array
from oq_core.data.scores import Scores
from oq_core.defaults import TRIALS
from oq_core.progress import Progress, silent

#: Differences this small beside the largest deviation, and statistics this near, are rounding.
_NOISE = 1e-12


@named_as_scores
def sign_flips(
    scores: Scores | npt.ArrayLike,
    trials: int = TRIALS,
    seed: int = 0,
    progress: Progress = silent,
    *,
    over_measures: bool = False,
    plus_one: bool = True,
    executor: Executor | None = None,
) -> PairTests | Array:
    """P-values of every pair of runs by random signs of the instances' differences.

    Where B is 2 ** n or more, every one of the 2 ** n signs is taken once instead: p is
    count / 2 ** n, and the seed plays no part. Otherwise each trial draws one sign for every
    instance, the same for all pairs and measures, and turns the differences of the instances that
    drew a minus. Of each pair `|mean|` / standard error is computed anew; the largest over the
    pairs is noted. A pair's p-value is the share of trials in which the largest is at least the
    pair's own, step by step: a pair is compared with those whose own statistic is no larger.

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
    over_measures : bool
        Note the largest over the pairs under all measures.
    plus_one : bool
        Count the observed signs too: (count + 1) / (B + 1), not count / B.
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
    rule = Rule("sign-flip", plus_one, over_measures=over_measures)

    def p_of_pairs(stack: Array) -> Array:
        flips = Flips(stack)
        draws = Draws.of(flips.instances, trials, seed, plus_one)
        observed = np.abs(flips.observed)
        return draws.p(_counts(flips, flips.absolute, observed, draws, rule, progress, executor))

    return by_pair(scores, trials, rule, p_of_pairs, instances=2)


def one_sided_p_values(
    stack: Array,
    trials: int,
    seed: int,
    progress: Progress = silent,
    executor: Executor | None = None,
) -> Array:
    """P-values of every direction: that the row's mean is smaller than the column's.

    All m (m - 1) directions of a matrix are one family, tested step by step.

    Parameters
    ----------
    stack : ndarray of float64, shape (K, n, m)
    trials, seed, progress, executor
        As in `sign_flips`; p is (count + 1) / (B + 1), or count / 2 ** n.

    Returns
    -------
    ndarray of float64, shape (K, m, m)
        1 on the diagonal.

    Examples
    --------
    >>> p = one_sided_p_values(np.array([[[0.1, 0.9], [0.2, 0.8], [0.1, 0.7]]]), 99, 0)
    >>> bool(p[0, 0, 1] < p[0, 1, 0])
    True
    """
    flips = Flips(stack)
    observed = np.concatenate([-flips.observed, flips.observed], axis=1)
    draws = Draws.of(flips.instances, trials, seed)
    rule = Rule("sign-flip")
    counts = _counts(flips, flips.both_sides, observed, draws, rule, progress, executor)
    smaller, larger = np.split(draws.shares(counts), 2, axis=1)
    found = np.ones((len(stack), *stack.shape[-1:] * 2))
    found[:, flips.first, flips.second] = smaller
    found[:, flips.second, flips.first] = larger
    return found


def _counts(
    flips: Flips,
    drawn: Callable[[int, Source], Array],
    observed: Array,
    draws: Draws,
    rule: Rule,
    progress: Progress,
    executor: Executor | None,
) -> npt.NDArray[np.int64]:
    """In how many draws the largest statistic reaches each that was observed, step by step."""
    cells = observed.shape[1] // len(flips.first) * flips.cells
    return counts_by_largest(
        drawn, observed, observed - flips.rounding, rule, cells, draws.trials, draws.seed, progress,
        executor,
    )  # fmt: skip


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
        """U of so many draws of signs, (K, T, count)."""
        return self._statistics(signs(count, self.instances, source))

    def absolute(self, count: int, source: Source) -> Array:
        """|u| of so many draws."""
        found = self.drawn(count, source)
        return np.abs(found, out=found)

    def both_sides(self, count: int, source: Source) -> Array:
        """-u and u of so many draws, (K, 2 T, count): the first run is smaller, or the second."""
        found = self.drawn(count, source)
        return np.concatenate([-found, found], axis=1)

    def _statistics(self, signs: Array) -> Array:
        sums = (self._cells @ signs.T).reshape(self.measures, self.runs, len(signs))
        found = sums[:, self.first]
        found -= sums[:, self.second]
        found *= self._scales[..., None]
        return found
