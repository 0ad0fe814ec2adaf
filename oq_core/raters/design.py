"""More instances or more raters: how sure the difference of two runs is with N of the one and n
of the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial

import numpy as np
import numpy.typing as npt
import pandas as pd

from oq_core.data.arrays import Array, as_losses, signs
from oq_core.data.collection import Collection
from oq_core.data.results import Result, crossed
from oq_core.data.scores import UNITS, place_of, whole_clusters
from oq_core.measures.quantification import Measure, Measures, measures_of
from oq_core.parallel import spread
from oq_core.progress import Progress, silent
from oq_core.raters.drawing import (
    Votes,
    as_shares,
    chosen_of,
    numbers_of_clusters,
    scored,
    votes_of,
)

#: Draws of the ratings for every number of raters.
DRAWS = 100
#: Numbers of raters that are tried at the most.
_SIZES = 8
#: Draws of a part of the raters in which the leader is that of all: so large a share is almost any.
SETTLED = 0.95
#: Raters with fewer instances tell nothing of what is common to a rater's ratings.
_FEW = 30


@dataclass(frozen=True, eq=False, repr=False)
class Design(Result):
    """Differences of runs by the number of raters.

    Attributes
    ----------
    measures, runs : tuple of str
        K measures and m runs.
    sizes : ndarray of int64, shape (Z,)
        Numbers of raters that were tried; the last is all.
    instances : int
        N: instances with as many ratings as the largest size, or what they belong to.
    means : ndarray of float64, shape (Z, K, m)
        Mean scores with so many raters, over draws.
    spreads : ndarray of float64, shape (Z, K, m, m)
        V: variance over instances of the difference of two runs.
    leads : ndarray of float64, shape (Z, K)
        Share of draws in which the run that leads with all raters leads.
    shared : ndarray of float64, shape (K, m, m)
        What every rater adds to the variance on all instances alike, where raters are known;
        divided by n it does not shrink with N.
    unit : str
        What the N are: instances, or what they belong to, such as questions.

    Examples
    --------
    >>> from oq_core import Collection
    >>> from oq_core.raters import rater_design
    >>> votes = np.random.default_rng(0).multinomial(8, [0.2, 0.3, 0.5], 60)
    >>> runs = {"a": np.tile([0.2, 0.3, 0.5], (60, 1)), "b": np.full((60, 3), 1 / 3)}
    >>> ids = tuple(map(str, range(60)))
    >>> made = Collection("C", ("x", "y", "z"), ids, votes / 8, runs, votes=votes)
    >>> found = rater_design(made, "NMD", draws=5)
    >>> found.sizes.tolist(), found.leader("NMD")
    ([2, 3, 4, 5, 6, 7, 8], 'a')
    """

    measures: tuple[str, ...]
    runs: tuple[str, ...]
    sizes: npt.NDArray[np.int64]
    instances: int
    means: Array
    spreads: Array
    leads: Array
    shared: Array
    unit: str = UNITS[0]

    def leader(self, measure: str) -> str:
        """The run that leads with all raters."""
        return self.runs[int(self.means[-1, self._place(measure)].argmin())]

    def pair(self, measure: str, first: str, second: str, most: int | None = None) -> PairDesign:
        """How the difference of two runs depends on raters: fitted to sizes up to `most`."""
        k = self._place(measure)
        a, b = (place_of(name, self.runs, "run") for name in (first, second))
        known = self.sizes <= (self.sizes[-1] if most is None else most)
        differences = self.means[:, k, a] - self.means[:, k, b]
        spreads = self.spreads[:, k, a, b]
        return PairDesign(
            first, second, measure, self.sizes, differences, spreads,
            _line(self.sizes[known], differences[known]), _line(self.sizes[known], spreads[known]),
            float(self.shared[k, a, b]), self.instances, self.unit,
        )  # fmt: skip

    def settled(self, measure: str) -> int | None:
        """The fewest of these raters from which on almost any so many name the same leader.

        That is, in a share `SETTLED` of draws; None if never. It says nothing of other raters: of
        two equal runs one is named as often, as parts of a panel approach the whole.
        """
        # With all raters there is one draw, which settles nothing.
        is_settled = self.leads[:-1, self._place(measure)] >= SETTLED
        if not is_settled.size or not is_settled[-1]:
            return None
        unsettled = np.flatnonzero(~is_settled)
        return int(self.sizes[unsettled[-1] + 1 if unsettled.size else 0])

    def _place(self, measure: str) -> int:
        return place_of(measure, self.measures, "measure")

    def to_frame(self) -> pd.DataFrame:
        """A row for each measure, number of raters and run: the mean score over draws."""
        names = {"measure": self.measures, "raters": self.sizes.tolist(), "run": self.runs}
        return crossed(names, {"mean": self.means.swapaxes(0, 1)}).set_index([*names])


@dataclass(frozen=True, eq=False, repr=False)
class PairDesign(Result):
    """The difference of two runs under one measure, for any numbers of instances and raters.

    Attributes
    ----------
    first, second, measure : str
    sizes : ndarray of int64, shape (Z,)
    differences, spreads : ndarray of float64, shape (Z,)
        D, the mean score of the first less that of the second, and V, the variance of the
        difference over instances, with so many raters.
    difference, spread : tuple of two floats
        The fits: D(n) = D∞ + a / n and V(n) = V∞ + c / n.
    shared : float
        What a rater adds to the variance on all instances alike.
    instances : int
        N of the data.
    unit : str
        What the N are.

    Examples
    --------
    >>> sizes, flat = np.array([2, 4]), np.array([0.1, 0.1])
    >>> made = PairDesign("a", "b", "NMD", sizes, flat, flat, (0.1, 0.0), (0.1, 0.0), 0.0, 100)
    >>> print(made.effect(100, 4).round(2), made.effect(400, 4).round(2), made.turns)
    3.16 6.32 None
    """

    first: str
    second: str
    measure: str
    sizes: npt.NDArray[np.int64]
    differences: Array
    spreads: Array
    difference: tuple[float, float]
    spread: tuple[float, float]
    shared: float
    instances: int
    unit: str = UNITS[0]

    def expected(self, raters: npt.ArrayLike) -> Array:
        """D(n) by the fit."""
        return self.difference[0] + self.difference[1] / np.asarray(raters)

    def variance(self, raters: npt.ArrayLike) -> Array:
        """V(n) by the fit, 0 or more."""
        n = np.asarray(raters)
        return np.maximum(self.spread[0] + self.spread[1] / n, 0)

    def effect(self, instances: npt.ArrayLike, raters: npt.ArrayLike) -> Array:
        """The size of D(n) in standard errors with N instances and n raters: larger is surer."""
        n = np.asarray(raters)
        error = np.sqrt(self.variance(n) / np.asarray(instances) + self.shared / n)
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(error > 0, np.abs(self.expected(n)) / error, np.nan)

    def seen(self, instances: npt.ArrayLike) -> Array:
        """The size of D in standard errors with N instances at every size, as drawn: shape (Z,)."""
        error = np.sqrt(self.spreads / np.asarray(instances) + self.shared / self.sizes)
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(error > 0, np.abs(self.differences) / error, np.nan)

    @property
    def turns(self) -> float | None:
        """The number of raters at which D changes sign: as seen, else beyond all by the fit."""
        sides = signs(self.differences)
        changes = np.flatnonzero(sides[1:] * sides[:-1] < 0)
        if changes.size:
            z = int(changes[-1])
            before, after = self.differences[z], self.differences[z + 1]
            ends = 1 / self.sizes[z : z + 2]
            return float(1 / (ends[0] + (ends[1] - ends[0]) * before / (before - after)))
        end, slope = self.difference
        turn = -slope / end if signs(end) else 0.0
        return float(turn) if turn > self.sizes[-1] else None

    @property
    def misfit(self) -> float:
        """The largest miss of the fit of D, as a share of the largest `|D|`."""
        most = np.abs(self.differences).max()
        off = np.abs(self.expected(self.sizes) - self.differences).max()
        return float(off / most) if most > 0 else 0.0

    def to_frame(self) -> pd.DataFrame:
        """A row for each number of raters: D and V as seen and as fitted, and the effect."""
        return pd.DataFrame(
            {
                "raters": self.sizes,
                "difference": self.differences,
                "fitted difference": self.expected(self.sizes),
                "variance": self.spreads,
                "fitted variance": self.variance(self.sizes),
                "effect": self.effect(self.instances, self.sizes),
            }
        )


def rater_design(
    collection: Collection,
    measures: Measures | None = None,
    draws: int = DRAWS,
    seed: int = 0,
    progress: Progress = silent,
    executor: Executor | None = None,
) -> Design:
    """Draw fewer of the ratings, and see how the differences of runs depend on their number.

    The measures are not linear: both the mean and the variance of a difference depend on how
    many ratings the gold is made of, and a difference may change its sign.

    Parameters
    ----------
    collection : Collection
        With votes and two or more runs.
    measures : iterable of str or Measure, or one of them, optional
        Keys of `MEASURES` and records of one's own; all of the registry unless told otherwise.
    draws : int
        Draws of every number of raters, without replacement.
    seed : int
        The same seed gives the same numbers.
    progress : Progress, optional
        What it raises stops the work.
    executor : Executor, optional
        Computes the draws; this thread unless given. The numbers are the same.

    Returns
    -------
    Design

    Raises
    ------
    ValueError
        If there are no votes, fewer than two runs, or fewer than four ratings an instance.

    Notes
    -----
    Of instances with different numbers of ratings, those with as many as half of the instances
    have are taken. One rating is left out of the fits, as most measures are another thing there.
    Where raters are known, what they have in common over instances is estimated by leaving each
    out in turn (the jackknife), less what instances add to that: Brennan, Generalizability
    Theory, 2001.

    Examples
    --------
    >>> from oq_core import Collection
    >>> from oq_core.raters import rater_design
    >>> votes = np.array([[1, 1], [2, 0]])
    >>> runs = {"a": votes / 2, "b": votes / 2}
    >>> rater_design(Collection("C", ("x", "y"), ("1", "2"), votes / 2, runs, votes=votes))
    Traceback (most recent call last):
    ...
    ValueError: C: half of the instances have 2 ratings or fewer; a design needs 4
    """
    votes, chosen = votes_of(collection), measures_of(measures)
    if len(collection.runs) < 2:
        raise ValueError(f"{collection.name}: a design compares runs, and there are fewer than two")
    counts = votes.sum(axis=1)
    most = int(np.quantile(counts, 0.5, method="lower"))
    if most < 4:
        raise ValueError(
            f"{collection.name}: half of the instances have {most} ratings or fewer; a design "
            "needs 4"
        )
    kept = counts >= most
    votes, ratings, clusters = votes[kept], collection.ratings, numbers_of_clusters(collection)
    if clusters is not None:
        clusters = np.unique(clusters[kept], return_inverse=True)[1].reshape(-1)
    runs = np.stack(list(collection.runs.values()), axis=1)[kept]
    sizes = np.unique(np.linspace(2, most, min(_SIZES, most - 1)).round().astype(np.int64))
    work = partial(_drawn, chosen, runs, votes, clusters)
    seeds = np.random.SeedSequence(seed).spawn(len(sizes) * draws)
    jobs = [(int(size), each) for size, each in zip(np.repeat(sizes, draws), seeds, strict=True)]
    means, spreads = list[Array](), list[Array]()
    for number, (mean, variance) in enumerate(spread(work, jobs, executor)):
        means.append(mean)
        spreads.append(variance)
        progress((number + 1) / len(jobs), "fewer raters")
    shape = (len(sizes), draws, len(chosen), runs.shape[1])
    drawn = np.stack(means).reshape(shape)
    averages = drawn.mean(axis=1)
    leaders = averages[-1].argmin(axis=-1)
    losses = as_losses(drawn, np.zeros(shape[:-1], dtype=bool))
    is_first = signs(losses - losses.min(axis=-1, keepdims=True)) == 0
    leads = np.take_along_axis(is_first, leaders[None, None, :, None], axis=-1)[..., 0].mean(axis=1)
    variances = np.stack(spreads).reshape(*shape, shape[-1]).mean(axis=1)
    shared = np.zeros((*averages.shape[1:], averages.shape[2]))
    if ratings is not None and collection.raters:
        shared = _shared(chosen, runs, ratings[kept], votes, variances[-1])
    return Design(
        tuple(measure.key for measure in chosen),
        tuple(collection.runs),
        sizes,
        len(votes) if clusters is None else int(clusters.max()) + 1,
        averages,
        variances,
        leads,
        shared,
        UNITS[0],
    )


def _drawn(
    measures: Sequence[Measure],
    runs: Array,
    votes: Votes,
    clusters: npt.NDArray[np.int64] | None,
    job: tuple[int, np.random.SeedSequence],
) -> tuple[Array, Array]:
    """Mean scores (K, m) with so many ratings, and variances of differences (K, m, m)."""
    size, seed = job
    gold = as_shares(chosen_of(votes, size, np.random.default_rng(seed)))
    scores = scored(measures, runs, gold[:, None])
    if clusters is not None:
        scores = whole_clusters(scores, clusters)
    return scores.mean(axis=1), _variances(scores)


def _variances(scores: Array) -> Array:
    """Variance over instances of the difference of every two runs: (K, n, m) to (K, m, m)."""
    off = scores - scores.mean(axis=1, keepdims=True)
    covariance = off.swapaxes(1, 2) @ off / max(scores.shape[1] - 1, 1)
    own = np.diagonal(covariance, axis1=1, axis2=2)
    return np.maximum(own[:, :, None] + own[:, None, :] - 2 * covariance, 0)


def _shared(
    measures: Sequence[Measure],
    runs: Array,
    ratings: npt.NDArray[np.integer],
    votes: Votes,
    variances: Array,
) -> Array:
    """What raters have in common over instances, in the differences of runs: (K, m, m)."""
    raters = np.flatnonzero((ratings >= 0).sum(axis=0) >= _FEW)
    if len(raters) < 3:
        return np.zeros(variances.shape)
    full = scored(measures, runs, as_shares(votes)[:, None])
    means = np.tile(full.mean(axis=1), (len(raters), 1, 1))
    for place, rater in enumerate(raters):
        rows = np.flatnonzero((ratings[:, rater] >= 0) & (votes.sum(axis=1) > 1))
        left = votes[rows].copy()
        left[np.arange(len(rows)), ratings[rows, rater]] -= 1
        moved = scored(measures, runs[rows], as_shares(left)[:, None]) - full[:, rows]
        means[place] += moved.sum(axis=1) / len(votes)
    gaps = means[..., :, None] - means[..., None, :]
    many = len(raters)
    # The jackknife variance is of the mean over all raters; chance over instances is in it too.
    jackknife = (many - 1) * gaps.var(axis=0)
    n = votes.sum(axis=1).mean()
    chance = _rating_noise(measures, runs, votes) / len(votes)
    return np.maximum(jackknife - chance, 0) * n


def _rating_noise(measures: Sequence[Measure], runs: Array, votes: Votes) -> Array:
    """Variance of a difference by an instance's own draw of ratings, a mean over instances."""
    full = scored(measures, runs, as_shares(votes)[:, None])
    sizes = votes.sum(axis=1)
    total = np.zeros((len(measures), runs.shape[1], runs.shape[1]))
    for code in range(votes.shape[1]):
        rows = np.flatnonzero((votes[:, code] > 0) & (sizes > 1))
        left = votes[rows].copy()
        left[:, code] -= 1
        moved = scored(measures, runs[rows], as_shares(left)[:, None]) - full[:, rows]
        weights = votes[rows, code] * (sizes[rows] - 1) / sizes[rows]
        gaps = moved[..., :, None] - moved[..., None, :]
        total += np.einsum("r,krij->kij", weights, gaps**2)
    return total / len(votes)


def _line(sizes: npt.NDArray[np.int64], values: Array) -> tuple[float, float]:
    """End and slope of values = end + slope / size, by weighted least squares.

    What is drawn from all ratings is the surer the more of them are drawn, and numbers beyond
    all of them are asked for: so larger sizes weigh more.
    """
    if len(sizes) < 2:
        return float(values.mean()), 0.0
    slope, end = np.polyfit(1 / sizes, values, 1, w=sizes)
    return float(end), float(slope)
