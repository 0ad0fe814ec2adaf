"""How sure the numbers are: what was tested; intervals of ranks, powers and consistency; rounding.

No paper prints these tables.
"""

import math
from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from oq_core.analysis.calibration import Calibration
from oq_core.analysis.consistency import ConsistencyIntervals
from oq_core.analysis.effects import spread_ratios
from oq_core.analysis.equivalence import DifferenceIntervals, Margin, margins_of
from oq_core.analysis.leaderboard import Leaderboard
from oq_core.analysis.pairs import PairTests
from oq_core.analysis.power_intervals import PowerIntervals
from oq_core.analysis.rank_sets import RankSets
from oq_core.analysis.rounding import RoundingShift
from oq_core.campaign.printing.table import Column, Table
from oq_core.data.scores import Scores, counted
from oq_core.defaults import LEVEL


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
        whole = tests.instances if tests.unit == "instance" else counted(sizes[2], tests.unit)
        rows.append(
            (
                name,
                *(f"{size:,}" for size in sizes[:2]),
                f"{whole}",
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
        "run whose scores, less the median of the runs, spread most, in units of the median run's "
        "spread; runs that are far from 1 may be found different by Tukey's test for that alone",
    )  # fmt: skip


def rank_intervals(
    name: str, scores: Scores, board: Leaderboard, sets: RankSets | None = None
) -> Table:
    """Return how sure each run's rank is: its interval, and how often the run comes first.

    Parameters
    ----------
    name : str
        The data set's.
    scores : Scores
        K measures, m runs.
    board : Leaderboard
        As `rank_runs` returns it for them.
    sets : RankSets, optional
        As `rank_sets` returns them.
    """
    order = np.argsort(board.ranks[0], kind="stable")
    cells = {Column("run", kind="name"): [scores.runs[run] for run in order]}
    for k, key in enumerate(scores.measures):
        cells[Column("rank", key)] = [str(rank) for rank in board.ranks[k, order]]
        if board.has_ranks:
            ends = zip(board.rank_low[k, order], board.rank_high[k, order], strict=True)
            cells[Column(LEVEL, key)] = [f"{low:.0f}–{high:.0f}" for low, high in ends]
            cells[Column("first", key)] = [f"{share:.2f}" for share in board.first[k, order]]
        if sets is not None:
            ends = zip(sets.low[k, order], sets.high[k, order], strict=True)
            cells[Column(f"all, {LEVEL}", key)] = [f"{low}–{high}" for low, high in ends]
    facts = board.to_frame().drop(columns=["mean", "low", "high"])
    note = (
        f"{LEVEL}: {board.of_ranks}; first: share of the resamples in which the run "
        "comes first, shared where runs tie"
        if board.has_ranks
        else f"Intervals of ranks are {board.of_ranks}"
    )
    if sets is not None:
        facts = facts.merge(sets.to_frame(), on=["measure", "run"])
        note += f"; all: for all runs together, from {sets.words}"
    return Table.by_column("rank-intervals", name, "ranks with intervals", cells, facts, note=note)


def calibration(name: str, found: Calibration) -> Table:
    """Return how often a rule is wrong on campaigns that were drawn from the data.

    Parameters
    ----------
    name : str
        The data set's.
    found : Calibration
        As `calibrate` returns it.
    """
    facts = found.to_frame()
    cells = {
        Column("measure", kind="name"): list(facts["measure"]),
        Column("wrong %"): _percents(facts["wrong"], facts["wrong, error"]),
    }
    if found.difference:
        name_of = Column(f"of differences of {found.difference:g} found %")
        cells[name_of] = _percents(facts["found"], facts["found, error"])
    title = "campaigns with a wrong finding, drawn from these instances"
    return Table.by_column("calibration", name, title, cells, facts, note=found.words)


def _percents(shares: pd.Series, errors: pd.Series) -> list[str]:
    return [
        "" if np.isnan(share) else f"{100 * share:.1f} ± {100 * error:.1f}"
        for share, error in zip(shares, errors, strict=True)
    ]


def difference_intervals(
    name: str, found: DifferenceIntervals, k: int, margin: Margin = 0.0, half: float = math.nan
) -> Table:
    """Return the differences of all pairs of runs under one measure, with their intervals.

    Parameters
    ----------
    name : str
        The data set's.
    found : DifferenceIntervals
        As `difference_intervals` of the analysis returns it.
    k : int
        Position of the measure.
    margin : float or tuple of pairs of str and float
        Which pairs are equivalent for the measure's; not asked if it is 0.
    half : float
        A yardstick for it: the mean of half of the raters against the others; NaN if unknown.
    """
    key = found.measures[k]
    own = float(margins_of(margin, found.measures)[k])
    facts = found.to_frame(own)
    facts = facts[facts["measure"] == key].reset_index(drop=True)
    cells = {
        Column("run", kind="name"): list(facts["run 1"]),
        Column("less", kind="name"): list(facts["run 2"]),
        Column("difference"): [f"{value:+.4f}" for value in facts["difference"]],
        Column(f"all, {100 * (1 - found.alpha):g} %"): [
            f"{low:+.4f} to {high:+.4f}" if np.isfinite(low) else "not defined"
            for low, high in zip(facts["low"], facts["high"], strict=True)
        ],
    }
    if own:
        equivalent = ["equivalent" if each else "" for each in facts["equivalent"]]
        cells[Column(f"within ±{own:g}", kind="words")] = equivalent
    reason = found.why_undefined
    parts = [
        found.words,
        f"An interval is {reason}" if reason else "",
        f"Half of the raters against the other half: mean {key} {half:.4f}"
        if math.isfinite(half)
        else "",
    ]
    return Table.by_column(
        f"difference-intervals-{key}",
        name,
        f"differences of mean {key} with intervals for all pairs together",
        cells,
        facts,
        note=". ".join(filter(None, parts)),
    )


def power_intervals(
    name: str, significant: Sequence[int], sure: PowerIntervals, unit: str
) -> Table:
    """Return how sure each discriminative power is, and which measure has more.

    Parameters
    ----------
    name : str
        The data set's.
    significant : sequence of int
        S of each measure.
    sure : PowerIntervals
        As `discriminative_power_intervals` returns it.
    unit : str
        What an instance is called.
    """
    columns = [Column("measure", kind="name"), Column("S"), Column(LEVEL)]
    columns += [Column(key, "finds more pairs than") for key in sure.measures]
    rows, facts = [], []
    for k, key in enumerate(sure.measures):
        low, high = float(sure.low[k]), float(sure.high[k])
        beats = ["" if j == k else f"{share:.2f}" for j, share in enumerate(sure.beats[k])]
        rows.append((key, f"{significant[k]:,}", f"{low:.0f}–{high:.0f}", *beats))
        rule = sure.rule.words
        facts.append((key, rule, significant[k], low, high, sure.trials, *sure.beats[k]))
    return Table(
        "power-intervals",
        name,
        f"significant pairs S of {sure.pairs:,} with intervals, and how often the row's measure "
        "finds more than the column's",
        tuple(columns),
        tuple(rows),
        pd.DataFrame(
            facts,
            columns=["measure", "rule", "S", "S low", "S high", "B of a sample",
                     *(f"P(> {key})" for key in sure.measures)],
        ),
        note=f"{len(sure.counts):,} bootstrap samples of the {unit}s; each is tested by the same "
        f"rule as S ({sure.rule.words}), B = {sure.trials:,}. Equally many count half",
    )  # fmt: skip


def consistency_intervals(name: str, found: ConsistencyIntervals, unit: str) -> Table:
    """Return how sure each measure's consistency is, the most consistent first.

    Parameters
    ----------
    name : str
        The data set's.
    found : ConsistencyIntervals
        As `consistency_intervals` of the analysis returns it.
    unit : str
        What an instance is called.
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
        f"ranking consistency with intervals over {unit}s",
        (
            Column("measure", kind="name"),
            *map(Column, ("mean τ", LEVEL, "less than the first by")),
        ),
        tuple(rows),
        pd.DataFrame(facts, pd.Index(keys, name="measure"), names).reset_index(),
        note=f"A jackknife over {unit}s, which more splits do not make narrower. Where 0 lies "
        f"within the last column, these {unit}s do not tell which measure is more consistent",
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
    return Table.of(
        "rounding",
        name,
        f"change of each mean when the runs are rounded to {shift.decimals} decimals",
        shift.to_frame().reset_index(),
        form="+.4f",
        note="A measure that asks which classes have any probability, such as RSNOD, jumps where "
        "a tiny one becomes 0",
    )
