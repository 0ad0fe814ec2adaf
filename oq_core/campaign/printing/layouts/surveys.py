"""Tables of surveys: means by group, and by how many options a question has."""

import numpy as np
import pandas as pd

from oq_core.campaign.computing.by_group import GroupBoard
from oq_core.campaign.printing.table import Column, Table
from oq_core.data.scores import place_of
from oq_core.defaults import LEVEL

#: What is not known without respondents.
_UNKNOWN = "unknown"


def groups_of_run(name: str, board: GroupBoard, run: str) -> Table:
    """Return whom a run gets wrong: its mean on each group, and each group's own floor.

    Parameters
    ----------
    name : str
        The data set's.
    board : GroupBoard
    run : str
    """
    column = place_of(run, board.runs, "run")
    numbers = pd.DataFrame(
        {
            "group": board.groups,
            "questions": board.instances,
            "respondents": board.respondents,
            f"mean {board.measure}": board.means[:, column],
            "low": board.low[:, column],
            "high": board.high[:, column],
            "floor": board.floors,
            "above floor": board.above[:, column],
            "with equal respondents": board.equal_means[:, column],
        }
    )
    rows = [
        (
            group, f"{questions}", _shown(respondents, ".0f"), f"{mean:.4f}",
            f"{low:.4f} – {high:.4f}" if np.isfinite(low) else "undefined",
            *(_shown(each, ".4f") for each in rest),
        )
        for group, questions, respondents, mean, low, high, *rest in numbers.itertuples(index=False)
    ]  # fmt: skip
    equal = f"{board.equal_size} of each" if board.equal_size else "as many of each"
    return Table(
        "groups",
        name,
        f"mean {board.measure} of {run} by group",
        (
            Column("group", kind="name"), Column("questions"), Column("respondents"),
            Column("mean"), Column(LEVEL), Column("floor"), Column("above it"), Column(equal),
        ),
        tuple(rows),
        numbers,
        note="respondents: the median; floor: what the truth would score against so few, so that a "
        "small group scores worse under any run; the last column: with as many respondents of each "
        "answer, drawn at random",
    )  # fmt: skip


def _shown(number: float, form: str) -> str:
    return format(number, form) if np.isfinite(number) else _UNKNOWN


def means_by_options(name: str, means: pd.DataFrame) -> Table:
    """Return mean scores by how many options a question has.

    Parameters
    ----------
    name : str
        The data set's.
    means : DataFrame
        As `means_by_options` of a survey's scores has it.
    """
    measures = list(means.columns[4:])
    return Table(
        "options",
        name,
        "mean scores by how many options a question has",
        (
            Column("run", kind="name"), Column("options"), Column("questions"),
            *map(Column, measures),
        ),
        tuple(
            (run, f"{options}", f"{questions}", *(f"{mean:.4f}" for mean in rest))
            for options, questions, _, run, *rest in means.itertuples(index=False)
        ),
        means,
        note="that a measure is divided by the number of options less one is no proof that scores "
        "of 2 and of 7 options compare",
    )  # fmt: skip
