"""Judges ranked by every number at once: where the first by one is not the first by another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pandas as pd

from oq_core.data.arrays import Array, mean_where_defined
from oq_core.data.collection import PANEL, Collection
from oq_core.data.results import Result
from oq_core.data.scores import Scores, in_percent, listed
from oq_core.measures import MEASURES
from oq_core.measures.scoring import score
from oq_core.raters.coefficients import COEFFICIENTS
from oq_core.raters.judged import Judged
from oq_core.raters.stand_in import EPSILON, FALSE_DISCOVERIES, StandIn

#: Measures of a judge's distribution beside coefficients of its ratings.
BESIDE = ("NMD", "RNOD", "RPS")
#: Ratings of an item that are told one by one.
_FEW = 5
#: Coefficients that judges are ranked by.
RANKED = ("QWK", "alpha", "AC2")


class Flip(NamedTuple):
    """A judge that is first by one number and not by another.

    Attributes
    ----------
    judge : str
    first, other : str
        The columns.
    rank : int
        By the other.
    error : str
        What kind of errors it makes, as `Judged.kind_of_error` says; "" if none stands out.
    item : str
        Where it is furthest behind the others by the other: by the measure, or, of a coefficient,
        by the squared difference from people.
    people, own : str
        What people said of the item, and what it said.

    Examples
    --------
    >>> Flip("gpt", "AC2", "QWK", 3, "", "q1", "4, 4", "1").rank
    3
    """

    judge: str
    first: str
    other: str
    rank: int
    error: str
    item: str
    people: str
    own: str


@dataclass(frozen=True, eq=False, repr=False)
class RankedJudges(Result):
    """Judges by coefficients, by measures and by the share of people whom they beat.

    Attributes
    ----------
    judges, columns : tuple of str
        J and C of them.
    values : ndarray of float64, shape (J, C)
    ranks : ndarray of int64, shape (J, C)
        1 is best; judges that tie share the better rank, and 0 is undefined.
    flips : tuple of Flip
        The furthest first.

    Examples
    --------
    >>> RankedJudges(("gpt",), ("QWK",), np.array([[0.5]]), np.array([[1]]), ())
    <RankedJudges: gpt by QWK>
    """

    judges: tuple[str, ...]
    columns: tuple[str, ...]
    values: Array
    ranks: npt.NDArray[np.int64]
    flips: tuple[Flip, ...]

    @property
    def furthest(self) -> tuple[Flip, ...]:
        """The furthest flip of each judge that has one."""
        found = dict[str, Flip]()
        for each in self.flips:
            found.setdefault(each.judge, each)
        return tuple(found.values())

    def _described(self) -> str:
        return f"{listed(self.judges)} by {listed(self.columns)}"

    def to_frame(self) -> pd.DataFrame:
        """A row for each judge, with value and rank in each column."""
        columns: dict[str, object] = {"judge": self.judges}
        for c, name in enumerate(self.columns):
            columns |= {name: self.values[:, c], f"rank by {name}": self.ranks[:, c]}
        return pd.DataFrame(columns)


def scores_of_judges(
    collection: Collection, measures: Sequence[str] = BESIDE, separator: str = ""
) -> Scores:
    """Scores of each judge's ratings against the distribution of people's.

    Parameters
    ----------
    collection : Collection
        Of which judges and people are.
    measures : sequence of str
        Keys of `MEASURES`.
    separator : str
        What ends a cluster, as in `runs_stand_in`.

    Returns
    -------
    Scores
        Without the panel; NaN where a judge has not rated an item. Those that are `defined` can
        be tested: items, or whole clusters, that all judges rated.

    Raises
    ------
    ValueError
        If items make no clusters (`clusters_of`).

    Examples
    --------
    >>> from oq_core import read_collections
    >>> from oq_core.raters import scores_of_judges
    >>> folder = "sample_data/judges/"
    >>> rated = read_collections(folder + "people.csv", folder + "judges.csv")["people"]
    >>> scores_of_judges(rated).runs, len(scores_of_judges(rated, ["NMD"], "-").defined().ids)
    (('alder', 'birch', 'cedar', 'maple', 'rowan'), 60)
    """
    scores = score(collection.without([PANEL] * (PANEL in collection.runs)), list(measures))
    lacks = np.stack([*map(collection.lacks, scores.runs)], axis=1)
    found = replace(scores, values=np.where(lacks, np.nan, scores.values))
    return found.clustered(separator) if separator else found


def ranked_judges(
    collection: Collection,
    found: Judged,
    tested: StandIn | None = None,
    epsilon: float = EPSILON,
    measures: Sequence[str] = BESIDE,
    q: float = FALSE_DISCOVERIES,
) -> RankedJudges:
    """Rank the judges of a collection by every number that one may choose them by.

    Parameters
    ----------
    collection : Collection
        Of which judges and people are.
    found : Judged
        Of it.
    tested : StandIn, optional
        Of it; the share of people whom a judge beats under each measure that it has. Left out
        unless given, and where nobody could be tested.
    epsilon : float
        As in `StandIn.winning_rate`.
    measures : sequence of str
        Keys of `MEASURES`: the judge's ratings against the distribution of people's. The items
        are those that the judge has rated.
    q : float
        As in `StandIn.winning_rate`.

    Returns
    -------
    RankedJudges
        Without the panel.

    Examples
    --------
    >>> from oq_core import read_collections
    >>> from oq_core.raters import judged, ranked_judges
    >>> folder = "sample_data/judges/"
    >>> rated = read_collections(folder + "people.csv", folder + "judges.csv")["people"]
    >>> ranked = ranked_judges(rated, judged(rated))
    >>> ranked.flips[0][:5]
    ('maple', 'AC2', 'QWK', 5, 'hardly uses the ends of the scale')
    >>> ranked.flips[0][5:]
    ('task27-answer2', '4, 5, 5, 5', '3')
    """
    scores = scores_of_judges(collection, measures)
    judges = tuple(name for name in found.judges if name != PANEL)
    rows = [found.judges.index(name) for name in judges]
    columns = list(RANKED)
    values = [COEFFICIENTS[key].compute(found.counts[rows]) for key in RANKED]
    signs = [-1] * len(RANKED)
    each = np.stack([scores.values[:, :, scores.runs.index(name)] for name in judges], axis=1)
    columns += scores.measures
    values += [*mean_where_defined(each, axis=-1)]
    signs += [-1 if MEASURES[key].larger_is_better else 1 for key in scores.measures]
    if tested is not None and tested.raters:
        rates = tested.winning_rate(epsilon, q)
        places = [tested.judges.index(name) for name in judges]
        also = [k for k, key in enumerate(tested.scores) if key in measures]
        columns += [f"ω under {tested.scores[k]}" for k in also]
        values += [rates[k, places] for k in also]
        signs += [-1] * len(also)
    table = np.stack(values, axis=1)
    ranks = _ranks(table * np.array(signs))
    steps = np.arange(len(collection.classes), dtype=np.float64)
    squares = _means_of_squares(collection, judges, (steps - steps[:, None]) ** 2)
    squares[np.isnan(each[0])] = np.nan
    losses = dict.fromkeys(RANKED, squares)
    losses |= {key: sign * every for key, every, sign in zip(
        scores.measures, each, signs[len(RANKED):], strict=False)}  # fmt: skip
    losses |= {f"ω under {key}": losses[key] for key in scores.measures}
    flips = [
        Flip(judges[j], columns[first], columns[other], int(ranks[j, other]),
             found.kind_of_error(judges[j]),
             *_shown(collection, judges[j], _behind(losses[columns[other]])[j]))
        for first, other in np.ndindex(len(columns), len(columns))
        for j in np.flatnonzero((ranks[:, first] == 1) & (ranks[:, other] > 1)).tolist()
    ]  # fmt: skip
    return RankedJudges(
        judges, tuple(columns), table, ranks, tuple(sorted(flips, key=lambda each: -each.rank))
    )


def _ranks(losses: Array) -> npt.NDArray[np.int64]:
    """1 is the smallest of each column; within rounding of each other they tie."""
    before = (losses[:, None] - losses[None] > 1e-9).sum(axis=1)
    return np.where(np.isfinite(losses), 1 + before, 0)


def _means_of_squares(collection: Collection, judges: Sequence[str], squares: Array) -> Array:
    """Mean squared difference of each judge from people, in classes, on each item: (J, n)."""
    off = collection.gold @ squares
    return np.stack([(off * collection.runs[name]).sum(axis=1) for name in judges])


def _shown(collection: Collection, judge: str, row: int) -> tuple[str, str, str]:
    """An item, and what people and a judge said of it."""
    votes = None if collection.votes is None else collection.votes[row]
    own = collection.runs[judge][row]
    return (
        collection.ids[row],
        _in_words(collection.classes, collection.gold[row], votes),
        _in_words(collection.classes, own),
    )


def _in_words(
    classes: Sequence[str], shares: Array, votes: npt.NDArray[np.integer] | None = None
) -> str:
    """Ratings one by one where they are few, as "3, 3, 4"; else shares."""
    if votes is not None and votes.sum() <= _FEW:
        return ", ".join(np.repeat(classes, votes).tolist())
    chosen = np.flatnonzero(shares).tolist()
    if len(chosen) == 1:
        return classes[chosen[0]]
    return ", ".join(f"{classes[place]} ({in_percent(shares[place])})" for place in chosen)


def _behind(scores: Array) -> list[int]:
    """The item on which each judge (J, n) is furthest behind what the others score there."""
    others = mean_where_defined(scores, axis=0)
    return np.nanargmax(np.where(np.isfinite(scores), scores - others, -np.inf), axis=1).tolist()
