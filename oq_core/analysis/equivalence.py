"""Intervals of the differences of all pairs of runs together, and which runs are equivalent."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial

import numpy as np
import numpy.typing as npt
import pandas as pd

from oq_core.analysis.alone import check_stack
from oq_core.analysis.bounded import bounded_mean_interval
from oq_core.analysis.every_sign import Draws, Source, check_instances
from oq_core.analysis.flips import Flips
from oq_core.analysis.pairs import ALL_SIGNS, check_resolution
from oq_core.analysis.tukey import over_streams
from oq_core.data.arrays import Array
from oq_core.data.collection import Collection
from oq_core.data.results import Result, crossed
from oq_core.data.scores import Scores, as_spelled, counted, place_of
from oq_core.defaults import ALPHA, TRIALS
from oq_core.measures.quantification import Measures, measures_of
from oq_core.measures.scoring import score
from oq_core.progress import Progress, silent

#: A margin of equivalence in the measures' units: of all, or of those that are named; 0 is none.
Margin = float | tuple[tuple[str, float], ...]

#: The fewest instances of a test of equivalence: of fewer, failures are seen too rarely.
FEWEST_FOR_EQUIVALENCE = 10

#: Random ways to put the raters into halves.
_HALVINGS = 10


def read_margin(text: str) -> Margin:
    """A margin from text: one number, or one for each measure that is named.

    Raises
    ------
    ValueError
        If it is neither, a number is below 0, or a measure is named twice.

    Examples
    --------
    >>> from oq_core.analysis import read_margin
    >>> read_margin("0.02"), read_margin("NMD=.02, RNOD=.03")
    (0.02, (('NMD', 0.02), ('RNOD', 0.03)))
    """
    parts = [part.rpartition("=") for part in text.split(",")]
    names = [name.strip() for name, _, _ in parts]
    try:
        numbers = [float(number) for _, _, number in parts]
    except ValueError:
        numbers = [math.nan]
    if (
        not all(0 <= number < math.inf for number in numbers)
        or len(set(names)) < len(names)
        or (len(names) > 1 and "" in names)
    ):
        raise ValueError(
            f"{text!r} is no margin. Give one number of 0 or more, such as 0.02, or one for each "
            "measure, such as NMD=0.02,RNOD=0.03"
        )
    return tuple(zip(names, numbers, strict=True)) if names[0] else numbers[0]


def margins_of(margin: Margin, measures: Sequence[str]) -> Array:
    """The margin of each of K measures, (K,); 0 for those without one.

    Examples
    --------
    >>> from oq_core.analysis import margins_of
    >>> margins_of((("NMD", 0.02),), ["RNOD", "NMD"]).tolist()
    [0.0, 0.02]
    """
    if isinstance(margin, tuple):
        return np.array([dict(margin).get(key, 0.0) for key in measures])
    return np.full(len(measures), margin)


def check_margin(margin: Margin, measures: Iterable[str]) -> Margin:
    """The margin, measures spelled as these are, or the error that names one that is not there.

    Raises
    ------
    ValueError
        If a named measure is not there.

    Examples
    --------
    >>> from oq_core.analysis import check_margin
    >>> check_margin((("NDM", 0.02),), ["NMD", "RNOD"])
    Traceback (most recent call last):
    ...
    ValueError: there is no measure 'NDM'; there are NMD, RNOD
    """
    known = tuple(dict.fromkeys(measures))
    if not isinstance(margin, tuple):
        return margin
    found = tuple((as_spelled(key, known), size) for key, size in margin)
    for key, _ in found:
        place_of(key, known, "measure")
    return found


@dataclass(frozen=True, eq=False, repr=False)
class DifferenceIntervals(Result):
    """Differences of the means of all pairs of runs, with intervals for all of them.

    Attributes
    ----------
    measures, runs : tuple of str
    differences : ndarray of float64, shape (K, T)
        Mean of a pair's first run less that of its second; pairs (0, 1), (0, 2), ..., (1, 2), ...
    low, high : ndarray of float64, shape (K, T)
        Ends; NaN where they are not defined.
    p_values : ndarray of float64, shape (K, T)
        At most alpha exactly where the interval leaves 0 out; NaN where it is not defined.
    alpha : float
        All intervals of a measure are meant to hold with a chance of 1 - alpha, where each pair's
        differences are symmetric about their mean.
    instances, trials : int

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core import Scores
    >>> from oq_core.analysis import difference_intervals
    >>> values = np.random.default_rng(0).random((1, 40, 3)) + [0, 0, 1]
    >>> scores = Scores(values, ("NMD",), tuple(map(str, range(40))), tuple("abc"), (False,))
    >>> found = difference_intervals(scores, trials=500)
    >>> found.equivalent(0.3).tolist()
    [[True, False, False]]
    """

    measures: tuple[str, ...]
    runs: tuple[str, ...]
    differences: Array
    low: Array
    high: Array
    p_values: Array
    alpha: float
    instances: int
    trials: int

    @property
    def words(self) -> str:
        """How they are made, in words."""
        return (
            "mean ± c · standard error, with c from random signs of the instances' centred "
            f"differences, the same for all pairs; meant to hold at {100 * (1 - self.alpha):g} % "
            f"for all pairs of a measure together where differences are symmetric, "
            f"B = {self.trials:,}, p = (count + 1)/(B + 1), {ALL_SIGNS}"
        )

    @property
    def why_undefined(self) -> str:
        """Why intervals are not defined; empty where all are."""
        if np.isfinite(self.low).all():
            return ""
        return (
            "not defined, because a difference is the same on every instance, or signs of "
            f"{counted(self.instances, 'instance')} can make any of them as large"
        )

    def equivalent(self, margin: Margin) -> npt.NDArray[np.bool_]:
        """Pairs (K, T) whose interval lies within the measure's margin on both sides of 0."""
        margins = margins_of(margin, self.measures)[:, None]
        return (self.low > -margins) & (self.high < margins)

    def to_frame(self, margin: Margin = 0.0) -> pd.DataFrame:
        """A row for each measure and pair; with a margin, whether the two are equivalent."""
        margins = margins_of(margin, self.measures)
        first, second = np.triu_indices(len(self.runs), k=1)
        names = np.array(self.runs, dtype=object)
        table = crossed(
            {"measure": self.measures, "pair": range(len(first))},
            {
                "run 1": names[first],
                "run 2": names[second],
                "difference": self.differences,
                "low": self.low,
                "high": self.high,
                "p": self.p_values,
            },
        ).drop(columns="pair")
        if margins.any():
            table["margin"] = np.where(margins > 0, margins, np.nan).repeat(len(first))
            table["equivalent"] = self.equivalent(margin).ravel()
        return table.assign(rule=self.words)


def difference_intervals(
    scores: Scores,
    alpha: float = ALPHA,
    trials: int = TRIALS,
    seed: int = 0,
    progress: Progress = silent,
    executor: Executor | None = None,
) -> DifferenceIntervals:
    """Intervals of the differences of all pairs of runs, for all pairs together.

    Each trial draws a sign for every instance and turns the *centred* differences, each less its
    mean; uncentred ones would carry the true differences into the reference. The largest `|mean|` /
    standard error over the pairs is noted.

    Parameters
    ----------
    scores : Scores
    alpha : float
        Significance level, between 0 and 1.
    trials, seed, progress, executor
        As in `sign_flips`.

    Returns
    -------
    DifferenceIntervals

    Raises
    ------
    ValueError
        If there are fewer than two runs, a score is not finite, or so few trials or instances
        that no interval is finite.

    Notes
    -----
    Their p-values are of a single step and of centred differences: those of `sign_flips` differ.
    None is below 2 ** (1 - n). Where B is 2 ** n or more, every sign is taken once.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core import Scores
    >>> from oq_core.analysis import difference_intervals
    >>> scores = Scores(np.ones((1, 9, 2)), ("NMD",), tuple("abcdefghi"), ("a", "b"), (False,))
    >>> difference_intervals(scores, trials=100).why_undefined[:11]
    'not defined'
    """
    scores = scores.whole()
    stack = check_stack(scores, 2)
    instances = stack.shape[1]
    check_instances(instances, alpha, scores.unit)
    check_resolution(alpha, 1 / (trials + 1))
    flips, draws = Flips(stack, centred=True), Draws.of(instances, trials, seed)
    work = partial(_largest, flips)
    largest = np.concatenate(
        list(over_streams(work, flips.cells, draws.trials, draws.seed, progress, executor))
    )
    means = stack.mean(axis=1)
    gaps = means[:, flips.first] - means[:, flips.second]
    errors = flips.lengths / math.sqrt(instances * (instances - 1))
    with np.errstate(divide="ignore", invalid="ignore"):
        t = np.abs(gaps) / errors
        observed = np.sqrt(instances / (1 + (instances - 1) / t**2))
    # p <= alpha where at most so many trials reach it: the next one down is critical.
    allowed = math.floor(alpha * (draws.trials + draws.plus_one) + 1e-9) - draws.plus_one
    ordered = -np.sort(-largest, axis=0)
    critical = (ordered[allowed] + flips.rounding) ** 2 / instances
    with np.errstate(divide="ignore", invalid="ignore"):
        factor = np.sqrt((instances - 1) * critical / (1 - critical))
    factor[critical > 1 - 1e-9] = np.nan
    half = factor[:, None] * np.where(flips.same, np.nan, errors)
    reached = (largest[:, :, None] >= observed - flips.rounding).sum(axis=0)
    p_values = np.where(np.isfinite(half), draws.p(reached), np.nan)
    return DifferenceIntervals(
        scores.measures, scores.runs, gaps, gaps - half, gaps + half, p_values, alpha, instances,
        trials,
    )  # fmt: skip


def _largest(flips: Flips, count: int, source: Source) -> Array:
    """The largest |u| of so many draws of signs, (count, K)."""
    return flips.absolute(count, source).max(axis=1).T


def equivalence_test(
    scores: Scores,
    first: str,
    second: str,
    margin: Margin,
    trials: int = TRIALS,
    seed: int = 0,
) -> Array:
    """P-values of two one-sided tests (TOST): that two runs differ by less than a margin.

    Of one pair that was chosen before the scores were seen. Each side is a test by random signs
    of the differences plus, or less, the margin. It assumes that these are symmetric about their
    mean: with skewed scores, or where a run fails rarely, runs that differ by the margin are called
    equivalent too often (`knowledge.simulations`), and `bounded_differences` tells what
    the scores' bounds alone allow.

    Parameters
    ----------
    scores : Scores
    first, second : str
        Two runs.
    margin : float or tuple of pairs of str and float
        In the measures' units: of all, or of each by name.
    trials, seed
        As in `sign_flips`.

    Returns
    -------
    ndarray of float64, shape (K,)
        Small where the two are equivalent under a measure; NaN where it has no margin, or their
        difference is the same on every instance.

    Raises
    ------
    ValueError
        If a run is not there, no margin is above 0, there are fewer than ten instances or a score
        is not finite.

    Notes
    -----
    Schuirmann, A comparison of the two one-sided tests procedure and the power approach, Journal
    of Pharmacokinetics and Biopharmaceutics 15, 1987.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core import Scores
    >>> from oq_core.analysis import equivalence_test
    >>> values = np.random.default_rng(0).random((1, 40, 2))
    >>> scores = Scores(values, ("NMD",), tuple(map(str, range(40))), ("a", "b"), (False,))
    >>> bool(equivalence_test(scores, "a", "b", margin=0.5)[0] < 0.001)
    True
    """
    margins = margins_of(margin, scores.measures)[:, None]
    if not (margins > 0).any():
        raise ValueError(f"the margin must be above 0, not {margins.max():g}")
    pair = [place_of(name, scores.runs, "run") for name in (first, second)]
    stack = check_stack(np.asarray(scores)[:, :, pair], 2)
    check_equivalence(stack.shape[1])
    gaps = stack[..., 0] - stack[..., 1]
    sides = np.concatenate([gaps + margins, margins - gaps])
    flips = Flips(np.stack([np.zeros_like(sides), sides], axis=2))
    draws = Draws.of(flips.instances, trials, seed)
    observed = -flips.observed[:, 0]
    work = partial(_one_side, flips, observed - flips.rounding)
    blocks = np.concatenate(list(over_streams(work, flips.cells, draws.trials, draws.seed)))
    found = draws.shares(blocks.sum(axis=0)).reshape(2, -1).max(axis=0)
    undefined = Flips(stack, centred=True).same[:, 0] | ~(margins[:, 0] > 0)
    return np.where(undefined, np.nan, found)


def check_equivalence(instances: int) -> None:
    """Nothing, or the error that says that so few instances cannot show equivalence.

    Raises
    ------
    ValueError
        If there are fewer than `FEWEST_FOR_EQUIVALENCE`.

    Examples
    --------
    >>> from oq_core.analysis.equivalence import check_equivalence
    >>> check_equivalence(9)
    Traceback (most recent call last):
    ...
    ValueError: a test of equivalence needs at least 10 instances, and there are 9: a failure that \
has not happened yet could make the runs differ
    """
    if instances < FEWEST_FOR_EQUIVALENCE:
        raise ValueError(
            f"a test of equivalence needs at least {FEWEST_FOR_EQUIVALENCE} instances, and there "
            f"are {instances}: a failure that has not happened yet could make the runs differ"
        )


def bounded_differences(
    scores: Scores, first: str, second: str, alpha: float = ALPHA
) -> tuple[Array, Array]:
    """What the bounds 0 and 1 of scores allow as the difference of two runs' means.

    Whatever the scores' distribution is: failures that did not happen are allowed for. Where the
    ends are not within a margin, rare failures could take a pair beyond it.

    Parameters
    ----------
    scores : Scores
    first, second : str
        Two runs.
    alpha : float
        Of each of two one-sided tests: the interval is one of 1 - 2 alpha.

    Returns
    -------
    tuple of ndarray of float64, shape (K,)
        Low and high ends; NaN for measures with scores beyond 0 and the `most` of the scores.

    Raises
    ------
    ValueError
        If a run is not there.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core import Scores
    >>> from oq_core.analysis.equivalence import bounded_differences
    >>> values = np.zeros((1, 40, 2)) + [0.1, 0.2]
    >>> scores = Scores(values, ("NMD",), tuple(map(str, range(40))), ("a", "b"), (False,))
    >>> low, high = bounded_differences(scores, "a", "b")
    >>> bool(low[0] < -0.2 < 0 < high[0])
    True
    """
    pair = [place_of(name, scores.runs, "run") for name in (first, second)]
    scores = scores.whole()
    stack = scores.values[:, :, pair] / scores.most
    known = (stack.min(axis=(1, 2)) >= 0) & (stack.max(axis=(1, 2)) <= 1)
    ends = np.full((2, len(stack)), np.nan)
    if known.any():
        shares = (stack[known, :, :1] - stack[known, :, 1:] + 1) / 2
        ends[:, known] = np.array(bounded_mean_interval(shares, 1 - 2 * alpha))[..., 0] * 2 - 1
    low, high = np.clip(ends * scores.most, -1, 1)
    return low, high


def rare_failures_in_reach(
    scores: Scores, first: str, second: str, margin: Margin, p_values: Array
) -> str:
    """The sentence that says where a verdict of equivalence rests on failures not happening.

    Parameters
    ----------
    scores, first, second, margin
        As in `equivalence_test`.
    p_values : ndarray of float64, shape (K,)
        What it found.

    Returns
    -------
    str
        Empty where no measure calls the two equivalent at `ALPHA` beyond what the bounds show.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core import Scores
    >>> from oq_core.analysis.equivalence import rare_failures_in_reach
    >>> values = np.zeros((1, 10, 2))
    >>> scores = Scores(values, ("NMD",), tuple("abcdefghij"), ("a", "b"), (False,))
    >>> print(rare_failures_in_reach(scores, "a", "b", 0.1, np.array([0.01])))
    By the bounds 0 and 1 alone the difference may be from -0.41 to 0.41 (NMD): rare failures, \
which so few instances may not show, could take it beyond the margin.
    """
    low, high = bounded_differences(scores, first, second)
    margins = margins_of(margin, scores.measures)
    beyond = (p_values <= ALPHA) & ((low <= -margins) | (high >= margins))
    if not beyond.any():
        return ""
    found = "; ".join(
        f"from {low[k]:.2f} to {high[k]:.2f} ({scores.measures[k]})" for k in np.flatnonzero(beyond)
    )
    return (
        f"By the bounds 0 and 1 alone the difference may be {found}: rare failures, which so few "
        "instances may not show, could take it beyond the margin."
    )


def _one_side(flips: Flips, least: Array, count: int, source: Source) -> npt.NDArray[np.int64]:
    """In how many of so many draws the statistic reaches `least`, (1, K)."""
    return (-flips.drawn(count, source)[:, 0] >= least[:, None]).sum(axis=1)[None]


def half_against_half(
    collection: Collection, measures: Measures | None = None, seed: int = 0
) -> Array:
    """Mean score of one random half of the raters against the other: a yardstick for margins.

    Parameters
    ----------
    collection : Collection
        Whose gold was counted from votes.
    measures : iterable of str or Measure, or one of them, optional
        K keys of `MEASURES` and records of one's own; all of the registry unless told otherwise.
    seed : int

    Returns
    -------
    ndarray of float64, shape (K,)
        Averaged over ten ways to put the raters into halves; NaN without votes, or where an
        instance has fewer than two.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core import Collection
    >>> from oq_core.analysis import half_against_half
    >>> votes = np.array([[5, 5], [10, 0]])
    >>> collection = Collection("c", ("low", "high"), ("x", "y"), votes / 10, votes=votes)
    >>> bool(0 < half_against_half(collection, ["NMD"])[0] < 0.3)
    True
    """
    votes, chosen = collection.votes, measures_of(measures)
    if votes is None or votes.sum(axis=1).min() < 2:
        return np.full(len(chosen), np.nan)
    generator = np.random.default_rng(seed)
    found = []
    for _ in range(_HALVINGS):
        halves = np.array(
            [generator.multivariate_hypergeometric(row, row.sum() // 2) for row in votes]
        )
        rest = votes - halves
        gold, run = (each / each.sum(axis=1, keepdims=True) for each in (rest, halves))
        made = Collection("halves", collection.classes, collection.ids, gold, {"half": run})
        found.append(score(made, chosen).means_where_defined[:, 0])
    return np.mean(found, axis=0)
