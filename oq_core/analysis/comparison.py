"""Two runs compared instance by instance, and where two measures disagree about them."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy import stats

from oq_core.data.arrays import Array
from oq_core.data.distributions import TIE_TOLERANCE
from oq_core.data.scores import Scores

#: 97.5th percentile of the standard normal distribution, for 95 % intervals.
_Z = float(stats.norm.ppf(0.975))


@dataclass(frozen=True, eq=False)
class Comparison:
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
        Score of the first run minus score of the second, in [-1, 1]. As smaller scores are
        better, a negative delta prefers the first run.
    winners : ndarray of int8, shape (K, n)
        1 where the first run is preferred, 2 where the second is, 0 where they tie: deltas
        within `TIE_TOLERANCE` of zero.
    """

    first: str
    second: str
    measures: tuple[str, ...]
    ids: tuple[str, ...]
    deltas: Array
    winners: npt.NDArray[np.int8]

    def delta(self, measure: str) -> Array:
        """Deltas under one measure, shape (n,)."""
        return self.deltas[self.measures.index(measure)]

    def winner(self, measure: str) -> npt.NDArray[np.int8]:
        """Winners under one measure, shape (n,)."""
        return self.winners[self.measures.index(measure)]


@dataclass(frozen=True)
class Wins:
    """How often each of two runs is preferred; the three sum to n."""

    first: int
    second: int
    ties: int


@dataclass(frozen=True)
class Quadrants:
    """Where instances lie when the deltas of one measure are drawn against another's.

    Attributes
    ----------
    both_second, first_only_x, both_first, first_only_y : int
        Quadrants 1 to 4: both measures prefer the second run; only the x measure prefers the
        first; both prefer the first; only the y measure prefers the first.
    tied : int
        On an axis: at least one of the measures has a tie.
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
class Correlation:
    """Pearson's r with a 95 % interval.

    Attributes
    ----------
    r : float
        In [-1, 1]; NaN where it is undefined.
    low, high : float
        Ends of the interval; NaN where it is undefined.
    reason : str
        Why something is undefined; empty when nothing is.
    """

    r: float
    low: float
    high: float
    reason: str = ""


def compare_runs(scores: Scores, first: str, second: str) -> Comparison:
    """Compare two runs on every instance under every measure.

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
        If there is no run of that name.

    Notes
    -----
    LQ21 section 5.3, eq. 10.
    """
    for name in (first, second):
        if name not in scores.runs:
            raise ValueError(f"there is no run called {name!r}; there are {', '.join(scores.runs)}")
    columns = [scores.runs.index(name) for name in (first, second)]
    deltas = scores.values[..., columns[0]] - scores.values[..., columns[1]]
    winners = np.where(deltas < -TIE_TOLERANCE, 1, np.where(deltas > TIE_TOLERANCE, 2, 0))
    return Comparison(first, second, scores.measures, scores.ids, deltas, winners.astype(np.int8))


def wins(comparison: Comparison, measure: str) -> Wins:
    """Count wins and ties under one measure, as a row of LQ21 table 7."""
    ties, first, second = np.bincount(comparison.winner(measure), minlength=3)
    return Wins(int(first), int(second), int(ties))


def quadrants(comparison: Comparison, x: str, y: str) -> Quadrants:
    """Count instances by what two measures prefer, as in LQ21 figures 1 and 2.

    Parameters
    ----------
    comparison : Comparison
    x, y : str
        Keys of the measures on the two axes.

    Returns
    -------
    Quadrants
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


def pearson(x: npt.ArrayLike, y: npt.ArrayLike) -> Correlation:
    """Pearson's correlation of two samples with a 95 % interval by Fisher's transformation.

    Parameters
    ----------
    x, y : array_like, shape (n,)

    Returns
    -------
    Correlation
        The interval is tanh(atanh r -+ z / sqrt(n - 3)). With fewer than two values, or one
        that does not vary, r is undefined; with fewer than four, the interval is.
    """
    x, y = np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64)
    nan = float("nan")
    if len(x) < 2:
        return Correlation(nan, nan, nan, "a correlation needs at least two instances")
    if min(np.ptp(x), np.ptp(y)) <= TIE_TOLERANCE:
        return Correlation(nan, nan, nan, "one of the measures is the same on every instance")
    r = float(np.clip(np.corrcoef(x, y)[0, 1], -1, 1))
    if len(x) < 4:
        return Correlation(r, nan, nan, "an interval needs at least four instances")
    if 1 - abs(r) < 1e-12:
        return Correlation(r, r, r)
    half = _Z / np.sqrt(len(x) - 3)
    centre = np.arctanh(r)
    return Correlation(r, float(np.tanh(centre - half)), float(np.tanh(centre + half)))
