"""How sure the numbers are: what was tested; intervals of ranks, powers and consistency; rounding.

No paper prints these tables.
"""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from oq_core.analysis.consistency import ConsistencyIntervals
from oq_core.analysis.effects import spread_ratios
from oq_core.analysis.leaderboard import Leaderboard
from oq_core.analysis.pairs import PairTests
from oq_core.analysis.power_intervals import PowerIntervals
from oq_core.analysis.rounding import RoundingShift
from oq_core.campaign.table import Column, Table
from oq_core.data.scores import Scores


def tested(families: Mapping[str, tuple[PairTests, Scores, Sequence[str]]]) -> Table:
    """Return which runs of each data set were tested together, and how unlike they spread.

    Parameters
    ----------
    families : mapping of str to tuple of PairTests, Scores and sequence of str
        By data set: the tests, the scores of the runs tested, and runs that are only shown.
    """
    rows, facts = [], []
    for name, (tests, scores, outside) in families.items():
        ratios = spread_ratios(scores)
        k, run = np.unravel_index(int(ratios.argmax()), ratios.shape)
        shown, widest, key = ", ".join(outside), tests.runs[run], tests.measures[k]
        ratio = float(ratios[k, run])
        sizes = len(tests.runs), tests.pairs, tests.instances
        facts.append((name, *sizes, tests.trials, tests.smallest, shown, widest, key, ratio))
        rows.append(
            (
                name,
                *(f"{size:,}" for size in sizes),
                f"{tests.smallest:.2g}",
                shown or "none",
                f"{widest} ({key}): {ratio:.1f}",
            )
        )
    return Table(
        "tested",
        "",
        "What was tested together",
        (
            Column("data set", kind="name"),
            *map(Column, ("runs", "pairs", "instances", "smallest p")),
            Column("shown, not tested", kind="words"),
            Column("widest spread", kind="words"),
        ),
        tuple(rows),
        pd.DataFrame(
            facts,
            columns=["data set", "runs", "pairs", "instances", "B", "smallest p",
                     "shown, not tested", "run of the widest spread", "measure",
                     "times the median"],
        ),
        note="Smallest p: that B trials can show; a p-value of 0 is below it. Widest spread: the "
        "run whose scores, less each instance's median, spread most, in units of the median run's "
        "spread. Where it is much above 1, the studentised test is safer",
    )  # fmt: skip


def rank_intervals(name: str, scores: Scores, board: Leaderboard) -> Table:
    """Return how sure each run's rank is: its interval, and how often the run comes first.

    Parameters
    ----------
    name : str
        The data set's.
    scores : Scores
        K measures, m runs.
    board : Leaderboard
        As `rank_runs` returns it for them.
    """
    columns, cells = [Column("run", kind="name")], [list(scores.runs)]
    for k, key in enumerate(scores.measures):
        columns += [Column("rank", key), Column("95 %", key), Column("first", key)]
        cells += [
            [str(rank) for rank in board.ranks[k]],
            [f"{low}–{high}" for low, high in zip(board.rank_low[k], board.rank_high[k],
                                                  strict=True)],
            [f"{share:.2f}" for share in board.first[k]],
        ]  # fmt: skip
    order = np.argsort(board.ranks[0], kind="stable")
    rows = list(zip(*cells, strict=True))
    facts = [
        (key, scores.runs[run], board.ranks[k, run], board.rank_low[k, run],
         board.rank_high[k, run], board.first[k, run])
        for k, key in enumerate(scores.measures)
        for run in order
    ]  # fmt: skip
    return Table(
        "rank-intervals",
        name,
        "ranks with intervals",
        tuple(columns),
        tuple(rows[run] for run in order),
        pd.DataFrame(
            facts, columns=["measure", "run", "rank", "rank low", "rank high", "P(first)"]
        ),
        note="95 %: bootstrap over instances; first: share of the samples in which the run comes "
        "first, shared where runs tie",
    )


def power_intervals(name: str, significant: Sequence[int], sure: PowerIntervals) -> Table:
    """Return how sure each discriminative power is, and which measure has more.

    Parameters
    ----------
    name : str
        The data set's.
    significant : sequence of int
        S of each measure.
    sure : PowerIntervals
        As `discriminative_power_intervals` returns it.
    """
    columns = [Column("measure", kind="name"), Column("S"), Column("95 %")]
    columns += [Column(key, "finds more pairs than") for key in sure.measures]
    rows, facts = [], []
    for k, key in enumerate(sure.measures):
        low, high = float(sure.low[k]), float(sure.high[k])
        beats = ["" if j == k else f"{share:.2f}" for j, share in enumerate(sure.beats[k])]
        rows.append((key, f"{significant[k]:,}", f"{low:.0f}–{high:.0f}", *beats))
        facts.append((key, significant[k], low, high, sure.trials, *sure.beats[k]))
    return Table(
        "power-intervals",
        name,
        f"significant pairs S of {sure.pairs:,} with intervals, and how often the row's measure "
        "finds more than the column's",
        tuple(columns),
        tuple(rows),
        pd.DataFrame(
            facts,
            columns=["measure", "S", "S low", "S high", "B of a sample",
                     *(f"P(> {key})" for key in sure.measures)],
        ),
        note=f"{len(sure.counts):,} bootstrap samples of the instances; each is tested by "
        f"randomised Tukey HSD in a single step, B = {sure.trials:,}. Equally many count half",
    )  # fmt: skip


def consistency_intervals(name: str, found: ConsistencyIntervals) -> Table:
    """Return how sure each measure's consistency is, the most consistent first.

    Parameters
    ----------
    name : str
        The data set's.
    found : ConsistencyIntervals
        As `consistency_intervals` of the analysis returns it.
    """
    order = [int(k) for k in np.argsort(-found.means, kind="stable")]
    ends = (found.means, found.low, found.high,
            found.difference_low[order[0]], found.difference_high[order[0]])  # fmt: skip
    keys = [found.measures[k] for k in order]
    facts = [[float(each[k]) for each in ends] for k in order]
    rows = [
        (key, f"{tau:.3f}", f"{low:.3f} to {high:.3f}", f"{least:.3f} to {most:.3f}")
        for key, (tau, low, high, least, most) in zip(keys, facts, strict=True)
    ]
    rows[0] = (*rows[0][:-1], "")
    names = ["mean tau", "low", "high", "difference low", "difference high"]
    return Table(
        "consistency-intervals",
        name,
        "ranking consistency with intervals over instances",
        (
            Column("measure", kind="name"),
            *map(Column, ("mean τ", "95 %", "less than the first by")),
        ),
        tuple(rows),
        pd.DataFrame(facts, pd.Index(keys, name="measure"), names).reset_index(),
        note="A jackknife over instances, which more splits do not make narrower. Where 0 lies "
        "within the last column, these instances do not tell which measure is more consistent",
    )


def rounding(name: str, shift: RoundingShift) -> Table:
    """Return how much each mean score moves when run files are rounded.

    Parameters
    ----------
    name : str
        The data set's.
    shift : RoundingShift
        As `rounding_shift` returns it.
    """
    return Table(
        "rounding",
        name,
        f"change of each mean when the runs are rounded to {shift.decimals} decimals",
        (Column("run", kind="name"), *map(Column, shift.measures)),
        tuple(
            (run, *(f"{moved:+.4f}" for moved in of_run))
            for run, of_run in zip(shift.runs, shift.shifts.T, strict=True)
        ),
        shift.to_frame().reset_index(),
        note="A measure that asks which classes have any probability, such as RSNOD, jumps where "
        "a tiny one becomes 0",
    )
