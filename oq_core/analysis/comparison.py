"""Two runs compared instance by instance, and where two measures disagree about them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pandas as pd
import scipy

from oq_core.data.arrays import Array, check_finite, jackknife_reach, signs, tails
from oq_core.data.distributions import TIE_TOLERANCE
from oq_core.data.results import Result
from oq_core.data.scores import Scores, counted, listed, numbered, place_of
from oq_core.defaults import CONFIDENCE


@dataclass(frozen=True, eq=False, repr=False)
class Comparison(Result):
    """Per-instance differences between two runs under several measures.

    Attributes
    ----------
    first, second : str
        Run names.
    measures : tuple of str
        The K measures' keys.
    ids : tuple of str
        The n instance ids.
    deltas : ndarray of float64, shape (K, n)
        Score of the first run minus score of the second. A negative delta prefers the first
        run where smaller is better, a positive one where larger is.
    winners : ndarray of int8, shape (K, n)
        1 where the first run is preferred, 2 where the second is, 0 where they tie: deltas
        within `TIE_TOLERANCE` of zero.
    clusters : tuple of str
        What each of the n instances belongs to, as `Scores` have it.

    Raises
    ------
    ValueError
        By `delta` and `winner`, if there is no such measure.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core import Scores, compare_runs
    >>> values = np.array([[[0.1, 0.3], [0.2, 0.2]]])
    >>> scores = Scores(values, ("NMD",), ("d1", "d2"), ("a", "b"), (False,))
    >>> found = compare_runs(scores, "a", "b")
    >>> found.delta("NMD").round(3).tolist(), found.winner("NMD").tolist()
    ([-0.2, 0.0], [1, 0])
    >>> found.to_frame()["better"].tolist()
    ['a', '=']
    """

    first: str
    second: str
    measures: tuple[str, ...]
    ids: tuple[str, ...]
    deltas: Array
    winners: npt.NDArray[np.int8]
    clusters: tuple[str, ...] = ()

    def delta(self, measure: str) -> Array:
        """Deltas under one measure, shape (n,)."""
        return self.deltas[place_of(measure, self.measures, "measure")]

    def winner(self, measure: str) -> npt.NDArray[np.int8]:
        """Winners under one measure, shape (n,)."""
        return self.winners[place_of(measure, self.measures, "measure")]

    def _described(self) -> str:
        return (
            f"{self.first} with {self.second}, {counted(len(self.measures), 'measure')} "
            f"({listed(self.measures)}), {counted(len(self.ids), 'instance')}"
        )

    def to_frame(self) -> pd.DataFrame:
        """A row for each measure and instance: delta, and the run preferred ("=" for a tie)."""
        index = pd.MultiIndex.from_product([self.measures, self.ids], names=["measure", "instance"])
        names = np.array(["=", self.first, self.second], dtype=object)
        cells = {"delta": self.deltas.ravel(), "better": names[self.winners.ravel()]}
        return pd.DataFrame(cells, index)


@dataclass(frozen=True)
class Wins(Result):
    """How often each of two runs is preferred; the three sum to n.

    Examples
    --------
    >>> from oq_core.analysis import Wins
    >>> Wins(first=175, second=197, ties=18).ties
    18
    """

    first: int
    second: int
    ties: int


@dataclass(frozen=True)
class Quadrants(Result):
    """Where instances lie when the deltas of one measure are drawn against another's.

    Attributes
    ----------
    both_second, first_only_x, both_first, first_only_y : int
        Quadrants 1 to 4: both measures prefer the second run; only the x measure prefers the
        first; both prefer the first; only the y measure prefers the first.
    tied : int
        On an axis: at least one of the measures has a tie.

    Examples
    --------
    >>> from oq_core.analysis import Quadrants
    >>> Quadrants(
    ...     both_second=5, first_only_x=2, both_first=4, first_only_y=1, tied=0
    ... ).disagreements
    3
    """

    both_second: int
    first_only_x: int
    both_first: int
    first_only_y: int
    tied: int

    @property
    def disagreements(self) -> int:
        """Instances on which the measures prefer different runs."""
        return self.first_only_x + self.first_only_y


@dataclass(frozen=True)
class Correlation(Result):
    """Pearson's r with a 95 % interval.

    Attributes
    ----------
    r : float
        In [-1, 1]; NaN where it is undefined.
    low, high : float
        Ends of the interval; NaN where it is undefined.
    reason : str
        Why something is undefined; empty when nothing is.

    Examples
    --------
    >>> from oq_core.analysis import pearson
    >>> pearson([1, 2], [1, 3]).reason
    'an interval needs at least four instances'
    """

    r: float
    low: float
    high: float
    reason: str = ""


def compare_runs(scores: Scores, first: str, second: str) -> Comparison:
    """Per-instance differences between two runs, and which run each measure prefers.

    Parameters
    ----------
    scores : Scores
    first, second : str
        Names of two of its runs.

    Returns
    -------
    Comparison

    Raises
    ------
    ValueError
        If there is no run of that name, or a score of them is undefined.

    Notes
    -----
    LQ21 section 5.3, eq. 10.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core import Scores, compare_runs
    >>> kappa = np.array([[[0.9, 0.2], [0.8, 0.1]]])
    >>> scores = Scores(kappa, ("kappa",), ("t1", "t2"), ("good", "bad"), (True,))
    >>> compare_runs(scores, "good", "bad").winner("kappa").tolist()
    [1, 1]
    """
    columns = [place_of(name, scores.runs, "run called") for name in (first, second)]
    chosen = check_finite(scores.values[..., columns], "scores", "leave that instance out")
    deltas = chosen[..., 0] - chosen[..., 1]
    winners = preferred(deltas, scores.larger_is_better)
    return Comparison(first, second, scores.measures, scores.ids, deltas, winners, scores.clusters)


def preferred(deltas: Array, larger_is_better: tuple[bool, ...]) -> npt.NDArray[np.int8]:
    """Which of two runs deltas (K, n) prefer: 1 the first, 2 the second, 0 neither.

    Examples
    --------
    >>> import numpy as np
    >>> preferred(np.array([[-0.1, 0.1, 0.0], [-0.1, 0.1, 0.0]]), (False, True)).tolist()
    [[1, 2, 0], [2, 1, 0]]
    """
    turned = np.where(np.asarray(larger_is_better, dtype=bool)[:, None], -deltas, deltas)
    return np.array([1, 0, 2], dtype=np.int8)[signs(turned) - np.int8(-1)]


def wins(comparison: Comparison, measure: str) -> Wins:
    """How often each run wins under one measure, and ties: a row of LQ21 table 7.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core import Scores, compare_runs
    >>> from oq_core.analysis import wins
    >>> scores = Scores(np.array([[[0.1, 0.2]]]), ("NMD",), ("d1",), ("a", "b"), (False,))
    >>> wins(compare_runs(scores, "a", "b"), "NMD")
    Wins(first=1, second=0, ties=0)
    """
    ties, first, second = np.bincount(comparison.winner(measure), minlength=3)
    return Wins(int(first), int(second), int(ties))


def quadrants(comparison: Comparison, x: str, y: str) -> Quadrants:
    """Counts of instances by what two measures prefer, as in LQ21 figures 1 and 2.

    Parameters
    ----------
    comparison : Comparison
    x, y : str
        Keys of the measures on the two axes.

    Returns
    -------
    Quadrants

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core import Scores, compare_runs
    >>> from oq_core.analysis import quadrants
    >>> values = np.array([[[0.1, 0.2]], [[0.2, 0.1]]])
    >>> scores = Scores(values, ("NMD", "JSD"), ("d1",), ("a", "b"), (False, False))
    >>> quadrants(compare_runs(scores, "a", "b"), "NMD", "JSD").disagreements
    1
    """
    table = np.zeros((3, 3), dtype=int)
    np.add.at(table, (comparison.winner(x), comparison.winner(y)), 1)
    return Quadrants(
        both_second=int(table[2, 2]),
        first_only_x=int(table[1, 2]),
        both_first=int(table[1, 1]),
        first_only_y=int(table[2, 1]),
        tied=int(table[0].sum() + table[:, 0].sum() - table[0, 0]),
    )


def correlation(comparison: Comparison, x: str, y: str) -> Correlation:
    """Pearson's correlation of the deltas under two measures; its interval takes whole clusters.

    Parameters
    ----------
    comparison : Comparison
    x, y : str
        Keys of the measures.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core import Scores, compare_runs
    >>> from oq_core.analysis import correlation
    >>> values = np.array([[[0.1, 0.2], [0.3, 0.2]], [[0.2, 0.1], [0.1, 0.2]]])
    >>> scores = Scores(values, ("NMD", "JSD"), ("d1", "d2"), ("a", "b"), (False, False))
    >>> round(correlation(compare_runs(scores, "a", "b"), "NMD", "JSD").r, 2)
    -1.0
    """
    return pearson(comparison.delta(x), comparison.delta(y), comparison.clusters)


def pearson(x: npt.ArrayLike, y: npt.ArrayLike, clusters: Sequence[str] = ()) -> Correlation:
    """Pearson's correlation of two samples with a 95 % interval by Fisher's transformation.

    Parameters
    ----------
    x, y : array_like, shape (n,)
    clusters : sequence of str, optional
        What each of the n belongs to, where those of one cluster are not independent.

    Returns
    -------
    Correlation
        The interval is tanh(atanh r -+ z / sqrt(n - 3)). With fewer than two values, or one
        that does not vary, r is undefined; with fewer than four, the interval is. Of G clusters it
        is tanh(atanh r -+ t s), with Student's t of G - 1 degrees of freedom and the standard
        error s by the jackknife: atanh r without each cluster in turn. With fewer than four
        clusters it is undefined.

    Notes
    -----
    The jackknife: Efron and Stein, The jackknife estimate of variance, 1981.

    Examples
    --------
    >>> from oq_core.analysis import pearson
    >>> print(round(pearson([1, 2, 3, 4], [1, 3, 2, 4]).r, 2))
    0.8
    >>> found = pearson([1, 2, 3, 4, 6, 5], [1, 3, 2, 4, 4, 6], ["a", "a", "b", "c", "d", "d"])
    >>> print(round(found.low, 2), round(found.high, 2))
    0.23 0.96
    """
    x, y = np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64)
    nan = float("nan")
    if len(x) < 2:
        return Correlation(nan, nan, nan, "a correlation needs at least two instances")
    if min(np.ptp(x), np.ptp(y)) <= TIE_TOLERANCE:
        return Correlation(nan, nan, nan, "one of the measures is the same on every instance")
    r = float(np.clip(np.corrcoef(x, y)[0, 1], -1, 1))
    places = numbered(clusters)[0]
    size, what = (int(places.max()) + 1, "clusters") if len(places) else (len(x), "instances")
    if size < 4:
        return Correlation(r, nan, nan, f"an interval needs at least four {what}")
    if 1 - abs(r) < 1e-12:
        return Correlation(r, r, r)
    centre = np.arctanh(r)
    half = scipy.special.ndtri(tails(CONFIDENCE)[1]) / np.sqrt(len(x) - 3)
    if len(places):
        half = _without_each(x, y, places)
        if np.isnan(half):
            return Correlation(r, nan, nan, "without one of the clusters r is undefined or 1")
    return Correlation(r, float(np.tanh(centre - half)), float(np.tanh(centre + half)))


def _without_each(x: Array, y: Array, places: npt.NDArray[np.intp]) -> float:
    """Half of Student's interval of atanh r, by r without each cluster in turn; NaN if it has none.

    Parameters
    ----------
    x, y : ndarray of float64, shape (n,)
    places : ndarray of int, shape (n,)
        The cluster of each, from 0.
    """
    x, y = (x - x.mean()) / x.std(), (y - y.mean()) / y.std()
    terms = (np.ones_like(x), x, y, x * x, y * y, x * y)
    sums = np.stack([np.bincount(places, each) for each in terms])
    n, a, b, aa, bb, ab = sums.sum(axis=1, keepdims=True) - sums
    spreads = np.stack([aa - a * a / n, bb - b * b / n])
    if (spreads < TIE_TOLERANCE).any():
        return float("nan")
    without = np.clip((ab - a * b / n) / np.sqrt(spreads.prod(axis=0)), -1, 1)
    if (1 - np.abs(without) < 1e-12).any():
        return float("nan")
    return jackknife_reach(np.arctanh(without), CONFIDENCE)
