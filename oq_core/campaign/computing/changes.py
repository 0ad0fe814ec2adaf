"""What changed from one report to the next: means, ranks and findings, run by run."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

import pandas as pd

#: Better and worse run of each pair that a measure tells apart.
Found = frozenset[tuple[str, str]]


class RunChange(NamedTuple):
    """What changed for a run under a measure of a data set.

    Attributes
    ----------
    data_set, measure, run : str
    rank_before, rank : int or None
        None where the run is not there.
    mean_before, mean : float or None
    gained, lost : tuple of str
        Runs that it is now found to be better than and was not; and the other way round.

    Examples
    --------
    >>> RunChange("A", "NMD", "r1", 2, 1, 0.2, 0.1, ("r2",), ()).moved
    '2 → 1'
    """

    data_set: str
    measure: str
    run: str
    rank_before: int | None
    rank: int | None
    mean_before: float | None
    mean: float | None
    gained: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()

    @property
    def moved(self) -> str:
        """Its ranks before and now; "new" or "gone" where there is one alone."""
        if self.rank_before is None:
            return f"new: {self.rank}"
        if self.rank is None:
            return f"{self.rank_before}: gone"
        return f"{self.rank_before} → {self.rank}"


@dataclass(frozen=True, eq=False)
class Numbers:
    """Means, ranks and findings of a report.

    Attributes
    ----------
    ranked : mapping
        Rank and mean by data set, measure and run.
    found : mapping
        What is found, by data set and measure.

    Examples
    --------
    >>> Numbers().ranked
    {}
    """

    ranked: Mapping[tuple[str, str, str], tuple[int, float]] = field(default_factory=dict)
    found: Mapping[tuple[str, str], Found] = field(default_factory=dict)


def numbers_in(frames: Mapping[str, tuple[pd.DataFrame, pd.DataFrame]], alpha: float) -> Numbers:
    """Return the numbers of data sets from the tables that a report has of them.

    Parameters
    ----------
    frames : mapping of str to tuple of DataFrame
        By data set, `Leaderboard.to_frame()` and `PairTests.to_frame()`.
    alpha : float
        Significance level.

    Raises
    ------
    KeyError, ValueError
        If a column is missing, or a cell is no number.
    """
    ranked, found = dict[tuple[str, str, str], tuple[int, float]](), dict[tuple[str, str], Found]()
    for name, (board, pairs) in frames.items():
        # What stands below the runs has no rank.
        runs = board[board["rank"].notna()]
        columns = (runs["measure"], runs["run"], runs["rank"], runs["mean"])
        for measure, run, rank, mean in zip(*columns, strict=True):
            ranked[name, measure, run] = int(rank), float(mean)
        for measure in dict.fromkeys(runs["measure"]):
            found[name, measure] = _found(pairs, measure, alpha)
    return Numbers(ranked, found)


def _found(pairs: pd.DataFrame, measure: str, alpha: float) -> Found:
    better = pairs[f"{measure} better"]
    seen = pairs[(pairs[f"{measure} p"] <= alpha) & (better != "tie")]
    columns = (seen["run 1"], seen["run 2"], seen[f"{measure} better"])
    return frozenset(
        (winner, second if winner == first else first)
        for first, second, winner in zip(*columns, strict=True)
    )


def changes_between(before: Numbers, now: Numbers) -> tuple[RunChange, ...]:
    """Return what changed, a row for each data set, measure and run with a change.

    Parameters
    ----------
    before, now : Numbers

    Examples
    --------
    >>> old = Numbers({("A", "NMD", "r1"): (1, 0.2)})
    >>> changes_between(old, Numbers({("A", "NMD", "r1"): (1, 0.1)}))[0].mean
    0.1
    >>> two, one = frozenset({("r1", "r2"), ("r1", "r3")}), frozenset({("r1", "r2")})
    >>> less, more = (Numbers(old.ranked, {("A", "NMD"): each}) for each in (one, two))
    >>> changes_between(more, less)[0].lost, changes_between(less, more)[0].gained
    (('r3',), ('r3',))
    """
    nothing: tuple[None, None] = (None, None)
    rows = []
    for place in dict.fromkeys((*now.ranked, *before.ranked)):
        name, measure, run = place
        rank_before, mean_before = before.ranked.get(place, nothing)
        rank, mean = now.ranked.get(place, nothing)
        was, is_now = (
            {worse for better, worse in each.found.get((name, measure), ()) if better == run}
            for each in (before, now)
        )
        row = RunChange(
            name, measure, run, rank_before, rank, mean_before, mean,
            tuple(sorted(is_now - was)), tuple(sorted(was - is_now)),
        )  # fmt: skip
        if (rank_before, mean_before) != (rank, mean) or row.gained or row.lost:
            rows.append(row)
    return tuple(rows)
