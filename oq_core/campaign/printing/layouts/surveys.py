"""Tables and figures of surveys: means by group and number of options, and the worst answers."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from oq_core.campaign.computing.by_group import GroupBoard, GroupDifference
from oq_core.campaign.printing.chart import Chart
from oq_core.campaign.printing.chart_record import ChartLine
from oq_core.campaign.printing.layouts.charts import in_panels
from oq_core.campaign.printing.phrases import noted
from oq_core.campaign.printing.table import Column, Table
from oq_core.data.scores import Scores, place_of
from oq_core.data.survey import Survey
from oq_core.defaults import LEVEL

#: What is not known without respondents.
_UNKNOWN = "unknown"


def groups_of_run(name: str, board: GroupBoard, run: str) -> Table:
    """Return whom a run gets wrong: its mean on each group, and what the truth would score.

    Parameters
    ----------
    name : str
        The data set's.
    board : GroupBoard
    run : str
    """
    place_of(run, board.runs, "run")
    called = {
        "mean": f"mean {board.measure}",
        "mean, equal respondents": "with equal respondents",
    }
    every = board.to_frame().rename(columns=called)
    numbers = every[every["run"] == run].drop(columns="run").reset_index(drop=True)
    equal = f"{board.equal_size} of each" if board.equal_size else "as many of each"
    ends = zip(numbers["low"], numbers["high"], strict=True)
    cells = {
        Column("group", kind="name"): "{group}",
        Column("questions"): "{questions}",
        Column("respondents"): "{respondents:.0f}",
        Column("mean"): f"{{mean {board.measure}:.4f}}",
        Column(LEVEL): [
            f"{low:.4f} – {high:.4f}" if np.isfinite(low) else "undefined" for low, high in ends
        ],
        Column("the truth"): "{truth:.4f}",
        Column("above it"): "{above truth:.4f}",
        Column(equal): "{with equal respondents:.4f}",
    }
    return Table.of(
        f"by-group-{board.measure}", name, f"mean {board.measure} of {run} by group", numbers,
        cells, otherwise=_UNKNOWN,
        note="Respondents: the median; the truth: what it would score against so few, so that a "
        "small group scores worse under any run; the last column: with as many respondents of each "
        "answer, drawn at random",
    )  # fmt: skip


def above_truth(name: str, board: GroupBoard, order: Sequence[str] = ()) -> Chart:
    """Return the mean of every run on each group above what the truth would score, or the mean.

    Parameters
    ----------
    name : str
        The data set's.
    board : GroupBoard
    order : sequence of str
        The runs from the top down; as the board has them unless given.

    Returns
    -------
    Chart
        Its numbers are the whole board. Means where nothing is known of respondents.
    """
    is_known, numbers = board.has_truth, board.to_frame()
    if order:
        numbers = numbers.set_index("run").loc[list(order)].reset_index()[list(numbers.columns)]
    return Chart(
        f"above-truth-{board.measure}",
        name,
        f"mean {board.measure} by group{', above what the truth would score' if is_known else ''}",
        "heat",
        numbers,
        x="group",
        y="run",
        by="above truth" if is_known else "mean",
        note=noted("above_truth", is_known=is_known),
    )


def group_differences(name: str, measure: str, found: Sequence[GroupDifference]) -> Table:
    """Return for each run the group that it gets most wrong against that which it gets least.

    Parameters
    ----------
    name : str
        The data set's.
    measure : str
    found : sequence of GroupDifference
        Of one run each.
    """
    numbers = pd.concat([each.to_frame() for each in found]) if found else pd.DataFrame()
    cells = {
        Column("run", kind="name"): "{run}",
        Column("worst", kind="words"): "{first}",
        Column("best", kind="words"): "{second}",
        Column("questions"): "{questions}",
        Column("difference"): "{difference:+.4f}",
        Column(LEVEL): [
            f"{row['low']:+.4f} to {row['high']:+.4f}" if row["questions"] > 1 else "undefined"
            for _, row in numbers.iterrows()
        ],
        Column("of the truth"): "{of the truth:+.4f}",
    }
    return Table.of(
        f"group-differences-{measure}", name,
        f"the groups on which each run scores worst and best by {measure}, above the truth",
        numbers, cells, otherwise=_UNKNOWN,
        note=noted("group_differences", pairs=found[0].pairs if found else 0),
    )  # fmt: skip


def difference_of_groups(name: str, found: GroupDifference) -> Chart:
    """Return how much worse every run is on one group than on another.

    Parameters
    ----------
    name : str
        The data set's.
    found : GroupDifference
    """
    column = f"difference in mean {found.measure}"
    lines = [ChartLine(column, 0.0, "")]
    if np.isfinite(found.truth):
        lines.append(ChartLine(column, found.truth, "the truth"))
    return Chart(
        f"difference-of-groups-{found.measure}",
        name,
        f"mean {found.measure} on {found.first} less that on {found.second}",
        "points",
        found.to_frame().rename(columns={"difference": column}),
        x=column,
        y="run",
        low="low",
        high="high",
        lines=tuple(lines),
        note=noted("difference_of_groups", found=found, has_truth=len(lines) > 1),
    )


def worst_answers(
    name: str, survey: Survey, scores: Scores, run: str, measure: str, most: int = 10
) -> Chart:
    """Return people's and a run's share of each option, where they are farthest apart.

    Parameters
    ----------
    name : str
        The data set's.
    survey : Survey
        With the run.
    scores : Scores
        Of all its instances.
    run, measure : str
    most : int
        How many answers, the worst first.

    Returns
    -------
    Chart
        A panel for each, with its own options, lowest on top.
    """
    values = scores.of(measure).values[0, :, place_of(run, scores.runs, "run")]
    order = np.argsort(-values, kind="stable")[:most]
    panels = {row: f"{survey.ids[row]}: {measure} {values[row]:.4f}" for row in order.tolist()}
    whose = {"people": survey.gold, run: survey.runs[run]}
    return Chart(
        f"worst-answers-{measure}",
        name,
        f"the {len(order)} answers of {run} that are worst by {measure}",
        "bars",
        in_panels("answer", "option", panels, survey, whose),
        x="share",
        y="option",
        by="whose",
        panel="answer",
        limits={"share": (0, 1)},
        note="Each question has its own options, lowest on top",
    )


def means_by_options(name: str, means: pd.DataFrame, measure: str) -> Table:
    """Return mean scores by how many options a question has.

    Parameters
    ----------
    name : str
        The data set's.
    means : DataFrame
        As `means_by_options` of a survey's scores has it.
    measure : str
        The one that is shown; its numbers have all.
    """
    sizes = means.groupby("options", sort=True)["questions"].first()
    by_run = means.pivot_table(measure, "run", "options", sort=False)[list(sizes.index)]
    cells = {Column("run", kind="name"): [*map(str, by_run.index), "questions"]} | {
        Column(f"{size}", group="options"): [*(f"{mean:.4f}" for mean in by_run[size]), f"{count}"]
        for size, count in sizes.items()
    }
    return Table.of(
        f"options-{measure}",
        name,
        f"mean {measure} by how many options a question has",
        means,
        cells,
        rules=frozenset({len(by_run)}),
        note="That a measure is divided by the number of options less one is no proof that scores "
        "of 2 and of 7 options compare",
    )
