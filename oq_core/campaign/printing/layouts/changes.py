"""What changed since the last report."""

from collections.abc import Sequence

import pandas as pd

from oq_core.campaign.computing.changes import RunChange
from oq_core.campaign.printing.table import Column, Table

_COLUMNS = (
    *(Column("data set", kind="name"), Column("measure", kind="name"), Column("run", kind="name")),
    *(Column("rank", kind="words"), Column("mean before"), Column("mean now")),
    *(Column("now better than", kind="words"), Column("no longer better than", kind="words")),
)


def what_changed(changes: Sequence[RunChange]) -> Table:
    """Return ranks, means and findings that changed: a row for each measure and run.

    Parameters
    ----------
    changes : sequence of RunChange
    """
    cells = tuple(
        (
            each.data_set, each.measure, each.run, each.moved, _printed(each.mean_before),
            _printed(each.mean), ", ".join(each.gained), ", ".join(each.lost),
        )
        for each in changes
    )  # fmt: skip
    return Table(
        "changes",
        "",
        "What changed since the last report",
        _COLUMNS,
        cells,
        _numbers(changes),
        note="ranks are before → now; findings are differences that are significant",
    )


def _printed(mean: float | None) -> str:
    return "" if mean is None else f"{mean:.4f}"


def _numbers(changes: Sequence[RunChange]) -> pd.DataFrame:
    rows = [(*each[:7], *map(", ".join, each[7:])) for each in changes]
    # Ranks are whole numbers, also where some are missing.
    whole = dict.fromkeys(("rank_before", "rank"), "Int64")
    return pd.DataFrame(rows, columns=list(RunChange._fields)).astype(whole)
