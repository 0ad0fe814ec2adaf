"""The alternative annotator test: can a judge stand in for a rater?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pandas as pd
import scipy

from oq_core.data.arrays import Array, mean_where_defined, signs, tails
from oq_core.data.collection import PANEL, Collection, DataError
from oq_core.data.results import Result, crossed
from oq_core.data.scores import clusters_of
from oq_core.defaults import CONFIDENCE
from oq_core.measures.lookup import Registry, look_up
from oq_core.measures.quantification import MEASURES, Measure, Measures
from oq_core.raters.agreement import against_others
from oq_core.raters.drawing import as_shares, scored
from oq_core.raters.judges import no_judge


def _rmse(estimated: Array, gold: Array) -> Array:
    places = np.arange(gold.shape[-1])
    squares = (places[:, None] - places) ** 2
    return np.sqrt(np.einsum("pi,ij,pj->p", estimated, squares, gold))


#: Scores of the paper's own: mean accuracy, and the root of the mean squared error.
_PAPER = {
    each.key: each
    for each in (
        Measure(
            "RMSE",
            "Root mean squared error",
            "single ratings",
            "Root of the mean squared distance, in classes, from the others' ratings.",
            r"\sqrt{\sum_{i,j} p_i\, p^*_j\, (i - j)^2}",
            _rmse,
        ),
        Measure(
            "accuracy",
            "Accuracy",
            "single ratings",
            "1 less the share of the others that gave the same class: a loss, as the others are.",
            r"1 - \sum_i p_i\, p^*_i",
            lambda estimated, gold: 1 - (estimated * gold).sum(axis=-1),
        ),
    )
}
#: Keys of the scores with which the alternative annotator test was published.
PAPER_SCORES: tuple[str, ...] = tuple(_PAPER)
#: By what judges are tested unless told: the measures that they are ranked by are among it.
SCORES = ("NMD", "RNOD", "RPS", "JSD", *PAPER_SCORES)
#: What a judge may lack of a rater and still stand in: the paper's, for trained raters.
EPSILON = 0.15
#: ε, what a judge may lack as it is cheaper, by who the people are: the values of the paper.
EPSILONS: Mapping[str, float] = {"experts": 0.2, "trained raters": 0.15, "a crowd": 0.1}
#: False discovery rate over raters.
FALSE_DISCOVERIES = 0.05
#: Raters with fewer instances are not tested.
FEWEST = 30


@dataclass(frozen=True, eq=False, repr=False)
class StandIn(Result):
    """Which judges can stand in for a rater, by K scores.

    Attributes
    ----------
    scores : tuple of str
        Keys of measures, "RMSE" or "accuracy".
    judges, raters : tuple of str
        J judges, and the R raters that were tested against one or more of them.
    left_out : tuple of str
        Raters with fewer than 30 instances with any judge.
    shared : ndarray of int64, shape (J, R)
        Instances that both rated, and others too. What is below is NaN where they are under 30.
    gaps : ndarray of float64, shape (K, J, R)
        Mean of W_h - W_f: how much more often the rater is at least as close to the others than
        the judge, in [-1, 1].
    errors : ndarray of float64, shape (K, J, R)
        Its standard error.
    freedom : ndarray of float64, shape (J, R)
        Degrees of freedom of the t test.
    as_close : ndarray of float64, shape (K, J, R)
        Mean of W_f: how often the judge is at least as close as the rater, in [0, 1].
    ties : ndarray of float64, shape (K, J)
        Share of ratings at which both are equally close.
    others : dict of int to int
        How many ratings have so many others beside them.

    Examples
    --------
    >>> from oq_core.raters import stand_in
    >>> people = np.array([[0, 0, 1], [1, 1, 1]] * 20)
    >>> found = stand_in(people, {"same": people[:, 0], "low": np.zeros(40, int)}, 2, "accuracy")
    >>> found.winning_rate(0.2).tolist()
    [[1.0, 0.0]]
    """

    scores: tuple[str, ...]
    judges: tuple[str, ...]
    raters: tuple[str, ...]
    left_out: tuple[str, ...]
    shared: npt.NDArray[np.int64]
    gaps: Array
    errors: Array
    freedom: Array
    as_close: Array
    ties: Array
    others: dict[int, int]

    def p_values(self, epsilon: npt.ArrayLike = EPSILON) -> Array:
        """One-sided p-values (..., K, J, R) that the mean of W_h - W_f is below epsilon (...)."""
        lack = self.gaps - np.asarray(epsilon, dtype=np.float64)[..., None, None, None]
        with np.errstate(divide="ignore", invalid="ignore"):
            found = scipy.stats.t.cdf(lack / self.errors, self.freedom)
        # Without variance the mean itself decides.
        found = np.where(self.errors > 0, found, (lack >= 0).astype(np.float64))
        return np.where(np.isfinite(self.gaps), found, np.nan)

    def beaten(self, epsilon: npt.ArrayLike = EPSILON, q: float = FALSE_DISCOVERIES) -> Array:
        """1 where a rater is beaten, else 0 (..., K, J, R): Benjamini and Yekutieli over raters."""
        for each in np.ravel(epsilon):
            if not 0 <= each < 1:
                raise ValueError(f"epsilon must be from 0 to below 1, such as 0.15, not {each:g}")
        if not 0 < q < 1:
            raise ValueError(f"q must be between 0 and 1, such as 0.05, not {q:g}")
        p = self.p_values(epsilon)
        found = np.full(p.shape, np.nan)
        for j in range(len(self.judges)):
            tested = np.isfinite(self.freedom[j])
            if tested.any():
                adjusted = scipy.stats.false_discovery_control(
                    p[..., j, tested], axis=-1, method="by"
                )
                found[..., j, tested] = adjusted <= q
        return found

    def winning_rate(self, epsilon: npt.ArrayLike = EPSILON, q: float = FALSE_DISCOVERIES) -> Array:
        """Omega (..., K, J): the share of raters that are beaten; a judge passes from 1/2 on."""
        return mean_where_defined(self.beaten(epsilon, q), axis=-1)

    @property
    def advantage(self) -> Array:
        """Rho (K, J): mean over raters of how often the judge is at least as close."""
        return mean_where_defined(self.as_close, axis=-1)

    def intervals(self, confidence: float = CONFIDENCE) -> tuple[Array, Array]:
        """Ends of the t intervals of the mean of W_h - W_f, (K, J, R) each."""
        half = scipy.stats.t.ppf(tails(confidence)[1], self.freedom) * self.errors
        return self.gaps - half, self.gaps + half

    def to_frame(self, epsilon: float = EPSILON, q: float = FALSE_DISCOVERIES) -> pd.DataFrame:
        """A row for each judge and score: winning rate, advantage, verdict, ties."""
        rates = self.winning_rate(epsilon, q).T
        columns = {"winning rate": rates, "advantage": self.advantage.T,
                   "passes": np.vectorize(passes, otypes=[object])(rates),
                   "ties": self.ties.T}  # fmt: skip
        return crossed({"judge": self.judges, "measure": self.scores}, columns)


def passes(rate: float) -> str:
    """The verdict on a winning rate: "yes" from 1/2 on, "no", or "" where nobody was tested."""
    return "" if np.isnan(rate) else "yes" if rate >= 0.5 - 1e-9 else "no"


def stand_in(
    people: npt.NDArray[np.integer],
    judges: Mapping[str, npt.ArrayLike],
    classes: int,
    measures: Measures = SCORES,
    raters: Sequence[str] = (),
    clusters: Sequence[str] | None = None,
    fewest: int = FEWEST,
) -> StandIn:
    """Test whether judges can stand in for raters: the alternative annotator test.

    For each rater, judge and rater are both scored against the ratings of the *other* raters of
    an instance. The judge beats the rater where the rater is closer to the others significantly
    less than epsilon more often than the judge.

    Parameters
    ----------
    people : ndarray of int, shape (n, R)
        Positions of classes, -1 where a rater gave none.
    judges : mapping of str to array_like
        By name: positions of classes (n,), -1 where there is none; or distributions (n, L), NaN
        where there is none.
    classes : int
        L.
    measures : iterable of str or Measure, or one of them
        Keys of `MEASURES`, "RMSE", "accuracy", and records of one's own. A single rating
        is a distribution with one class.
    raters : sequence of str
        The names of the R raters; numbers unless given.
    clusters : sequence of str, optional
        For each instance what it belongs to, as a document. Errors are then by cluster.
    fewest : int
        A rater with fewer instances, of those that the judge rated too, is not tested.

    Returns
    -------
    StandIn

    Raises
    ------
    ValueError
        If a score is unknown, an array does not fit, or people and judges share a name.

    Notes
    -----
    Calderon, Reichart and Dror, The Alternative Annotator Test for LLM-as-a-Judge, arXiv
    2501.10970. Scores within 1e-9 tie, and at a tie both are at least as close: a constant score
    lets every judge pass (winning rate and advantage are 1).

    Examples
    --------
    >>> from oq_core.raters import stand_in
    >>> people = np.array([[0, 0, 1], [1, 1, 1]] * 20)
    >>> stand_in(people, {"same": people[:, 0]}, 2, "NMD").advantage
    array([[1.]])
    """
    chosen = _known(measures)
    keys = tuple(each.key for each in chosen)
    names = tuple(raters) or tuple(f"rater {number + 1}" for number in range(people.shape[1]))
    if twice := set(names) & set(judges):
        raise ValueError(
            f"{min(twice)} is the name of a rater and of a judge. Rename one of the two."
        )
    given = np.stack(
        [_distributions(name, each, len(people), classes) for name, each in judges.items()], axis=1
    )
    rows, columns, own, others = against_others(people, classes)
    gold = as_shares(others)
    ours = scored(chosen, own, gold)
    groups = None
    if clusters is not None:
        groups = np.unique(np.asarray(clusters, dtype=object).astype(str), return_inverse=True)[1]
        groups = groups[rows]
    there: npt.NDArray[np.bool_] = np.isfinite(given[rows]).min(axis=2)
    shared = np.stack(
        [np.bincount(columns[each], minlength=people.shape[1]) for each in there.T]
    )  # fmt: skip
    tested = np.flatnonzero((shared >= fewest).any(axis=0))
    shape = (len(keys), len(judges), len(tested))
    gaps, errors, as_close = (np.full(shape, np.nan) for _ in range(3))
    ties, freedom = np.full(shape[:2], np.nan), np.full(shape[1:], np.nan)
    for j, mine in enumerate(there.T):
        if not mine.any():
            continue
        # 1 where the judge is further from the others than the rater: W_h - W_f.
        sides = signs(scored(chosen, given[rows[mine], j], gold[mine]) - ours[:, mine])
        ties[:, j] = (sides == 0).mean(axis=-1)
        for place, rater in enumerate(tested):
            if shared[j, rater] < fewest:
                continue
            his = columns[mine] == rater
            each = sides[:, his].astype(np.float64)
            gaps[:, j, place] = each.mean(axis=-1)
            as_close[:, j, place] = (each <= 0).mean(axis=-1)
            errors[:, j, place], freedom[j, place] = errors_of_means(
                each, None if groups is None else groups[mine][his]
            )
    # All items of a rater in one cluster tell nothing of chance.
    alone = freedom < 1
    gaps[:, alone], errors[:, alone], as_close[:, alone], freedom[alone] = (np.nan,) * 4
    sizes, times = np.unique(others.sum(axis=1), return_counts=True)
    return StandIn(
        keys,
        tuple(judges),
        tuple(names[place] for place in tested),
        tuple(names[place] for place in np.flatnonzero((shared < fewest).all(axis=0))),
        shared[:, tested],
        gaps,
        errors,
        freedom,
        as_close,
        ties,
        dict(zip(sizes.tolist(), times.tolist(), strict=True)),
    )


def runs_stand_in(
    collection: Collection,
    measures: Measures = SCORES,
    separator: str = "",
) -> StandIn:
    """Test the runs of a collection, but for the panel, against its raters.

    Parameters
    ----------
    collection : Collection
        With ratings of raters that are known, and runs. Where a run lacks instances it is tested
        on the others.
    measures : iterable of str or Measure, or one of them
        As in `stand_in`.
    separator : str
        What comes before it in an instance's id is the cluster; no clusters if it is empty.

    Returns
    -------
    StandIn

    Raises
    ------
    DataError
        If the raters or the judges are not there.
    ValueError
        As `stand_in`; or if items make no clusters (`clusters_of`).

    Examples
    --------
    >>> from oq_core import read_collections
    >>> from oq_core.raters import runs_stand_in
    >>> folder = "sample_data/judges/"
    >>> rated = read_collections(folder + "people.csv", folder + "judges.csv")["people"]
    >>> runs_stand_in(rated, ["NMD", "RNOD"]).judges
    ('alder', 'birch', 'cedar', 'maple', 'rowan')
    """
    if collection.ratings is None or not collection.raters:
        raise DataError(
            f"{collection.name}: who gave which rating is unknown. Give ratings by rater: rows of "
            "item, rater, rating, or a column a rater, called rater1, rater2 and so on."
        )
    judges = {name: run for name, run in collection.runs.items() if name != PANEL}
    if not judges:
        raise no_judge(collection)
    for name, which in collection.missing.items():
        if name in judges:
            judges[name] = np.where(which[:, None], np.nan, judges[name])
    clusters = clusters_of(collection.ids, separator) if separator else None
    classes = len(collection.classes)
    return stand_in(collection.ratings, judges, classes, measures, collection.raters, clusters)


def clearest_case(
    collection: Collection, judge: str, first: str | Measure, second: str | Measure
) -> tuple[int, int] | None:
    """Where two measures differ most about a judge and a rater.

    Parameters
    ----------
    collection : Collection
        With ratings of raters that are known, and the judge as a run.
    judge : str
    first, second : str or Measure
        As in `stand_in`.

    Returns
    -------
    tuple of two int, or None
        An instance and a rater: by the first measure the judge is at least as close to the
        others as the rater, by the second it is not; None if there is no such case.

    Examples
    --------
    >>> from oq_core import read_collections
    >>> from oq_core.raters import clearest_case
    >>> folder = "sample_data/judges/"
    >>> rated = read_collections(folder + "people.csv", folder + "judges.csv")["people"]
    >>> row, rater = clearest_case(rated, "maple", "NMD", "JSD")
    >>> bool(rated.ratings[row, rater] >= 0)
    True
    """
    ratings = collection.ratings
    if ratings is None:
        return None
    rows, raters, own, others = against_others(ratings, len(collection.classes))
    gold = as_shares(others)
    both = _known((first, second))
    gaps = scored(both, own, gold) - scored(both, collection.runs[judge][rows], gold)
    fits = (signs(gaps[0]) >= 0) & (signs(gaps[1]) < 0)
    if judge in collection.missing:
        fits &= ~collection.missing[judge][rows]
    if not fits.any():
        return None
    best = int(np.where(fits, gaps[0] - gaps[1], -np.inf).argmax())
    return int(rows[best]), int(raters[best])


def errors_of_means(values: Array, groups: npt.NDArray[np.int64] | None) -> tuple[Array, float]:
    """Standard errors (K,) of the means of values (K, N), and their degrees of freedom.

    Errors are by cluster where there are any: the cluster (N,) of each.

    Examples
    --------
    >>> errors_of_means(np.array([[1.0, 3.0]]), None)
    (array([1.]), 1)
    """
    size = values.shape[-1]
    if groups is None:
        return values.std(axis=-1, ddof=1) / np.sqrt(size), size - 1
    _, places = np.unique(groups, return_inverse=True)
    off = values - values.mean(axis=-1, keepdims=True)
    sums = np.stack([np.bincount(places, each) for each in off])
    many = sums.shape[-1]
    return np.sqrt((sums**2).sum(axis=-1) * many / max(many - 1, 1)) / size, many - 1


def _distributions(name: str, given: npt.ArrayLike, size: int, classes: int) -> Array:
    array = np.asarray(given)
    if array.shape == (size, classes):
        return array.astype(np.float64)
    if array.shape != (size,) or not np.issubdtype(array.dtype, np.integer):
        raise ValueError(
            f"{name} must have a class for each of {size} instances, or a distribution"
        )
    return np.where((array >= 0)[:, None], np.eye(classes)[array], np.nan)


def _known(scores: Measures) -> tuple[Measure, ...]:
    return look_up(scores, Registry({**MEASURES, **_PAPER}))
