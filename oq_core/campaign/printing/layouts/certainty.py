"""How sure the numbers are: what was tested; intervals of ranks, differences and consistency.

No paper prints these tables.
"""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from oq_core.analysis.consistency import ConsistencyIntervals
from oq_core.analysis.differences import DifferenceIntervals
from oq_core.analysis.effects import spread_ratios
from oq_core.analysis.leaderboard import Leaderboard
from oq_core.analysis.pairs import PairTests
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
    facts = []
    for name, (tests, scores, outside) in families.items():
        ratios = spread_ratios(scores)
        k, run = np.unravel_index(int(ratios.argmax()), ratios.shape)
        sizes = len(tests.runs), tests.pairs, tests.instances, tests.trials, tests.smallest
        widest = tests.runs[run], tests.measures[k], float(ratios[k, run])
        facts.append((name, *sizes, ", ".join(outside), *widest))
    numbers = pd.DataFrame(
        facts,
        columns=["data set", "runs", "pairs", "instances", "B", "smallest p", "shown, not tested",
                 "run of the widest spread", "measure", "times the median"],
    )  # fmt: skip
    cells = {
        Column("data set", kind="name"): "{data set}",
        Column("runs"): "{runs:,}",
        Column("pairs"): "{pairs:,}",
        Column("instances"): [
            f"{each.instances}" if each.unit == "instance" else counted(each.instances, each.unit)
            for each, _, _ in families.values()
        ],
        Column("smallest p"): "{smallest p:.2g}",
        Column("shown, not tested", kind="words"): [
            ", ".join(outside) or "none" for _, _, outside in families.values()
        ],
        Column("widest spread", kind="words"): "{run of the widest spread} ({measure}): "
        "{times the median:.1f}",
    }
    return Table.of(
        "tested", "", "What was tested together", numbers, cells,
        note="Smallest p: that B trials can show; a p-value of 0 is below it. Widest spread: the "
        "run whose scores, less the median of the runs, spread most, in units of the median run's "
        "spread; runs that are far from 1 may be found different by Tukey's test for that alone",
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
    order = np.argsort(board.ranks[0], kind="stable")
    cells = {Column("run", kind="name"): [scores.runs[run] for run in order]}
    for k, key in enumerate(scores.measures):
        cells[Column("rank", key)] = [str(rank) for rank in board.ranks[k, order]]
        if board.has_ranks:
            ends = zip(board.rank_low[k, order], board.rank_high[k, order], strict=True)
            cells[Column(LEVEL, key)] = [f"{low:.0f}–{high:.0f}" for low, high in ends]
            cells[Column("first", key)] = [f"{share:.2f}" for share in board.first[k, order]]
    facts = board.to_frame().drop(columns=["mean", "low", "high"])
    note = f"Intervals of ranks are {board.of_ranks}"
    if board.has_ranks:
        note = (
            f"{LEVEL}: {board.of_ranks}; first: share of the resamples in which the run comes "
            "first, shared where runs tie"
        )
    return Table.of("rank-intervals", name, "ranks with intervals", facts, cells, note=note)


def difference_intervals(name: str, found: DifferenceIntervals, k: int) -> Table:
    """Return the differences of all pairs of runs under one measure, with their intervals.

    Parameters
    ----------
    name : str
        The data set's.
    found : DifferenceIntervals
        As `difference_intervals` of the analysis returns it.
    k : int
        Position of the measure.
    """
    key = found.measures[k]
    facts = found.to_frame()
    facts = facts[facts["measure"] == key].reset_index(drop=True)
    cells: dict[Column, str | list[str]] = {
        Column("run", kind="name"): "{run 1}",
        Column("less", kind="name"): "{run 2}",
        Column("difference"): "{difference:+.4f}",
        Column(f"all, {100 * (1 - found.alpha):g} %"): "{low:+.4f} to {high:+.4f}",
    }
    reason = found.why_undefined
    title = f"differences of mean {key} with intervals for all pairs together"
    return Table.of(
        f"difference-intervals-{key}", name, title, facts, cells, otherwise="not defined",
        note=f"{found.words}. An interval is {reason}" if reason else found.words,
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
    first = int(np.argmax(found.means))
    ends = {"difference low": found.difference_low[first],
            "difference high": found.difference_high[first]}  # fmt: skip
    less = pd.DataFrame(ends, pd.Index(found.measures, name="measure"))
    numbers = found.to_frame().join(less).reset_index()
    pairs = zip(*(numbers[each].tolist()[1:] for each in ends), strict=True)
    cells = {
        Column("measure", kind="name"): "{measure}",
        Column("mean τ"): "{mean tau:.3f}",
        Column(LEVEL): "{low:.3f} to {high:.3f}",
        Column("less than the first by"): [
            "", *(f"{least:.3f} to {most:.3f}" for least, most in pairs)
        ],
    }  # fmt: skip
    return Table.of(
        "consistency-intervals",
        name,
        f"ranking consistency with intervals over {unit}s",
        numbers,
        cells,
        note=f"A jackknife over {unit}s, which more splits do not make narrower. Where 0 lies "
        f"within the last column, these {unit}s do not tell which measure is more consistent",
    )
