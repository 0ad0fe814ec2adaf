"""What changed since the last report."""

from collections.abc import Sequence

import pandas as pd

from oq_core.campaign.computing.changes import RunChange
from oq_core.campaign.printing.table import Column, Table


def what_changed(changes: Sequence[RunChange]) -> Table:
    """Return ranks, means and findings that changed: a row for each measure and run.

    Parameters
    ----------
    changes : sequence of RunChange
    """
    rows = [(*each[:7], *map(", ".join, each[7:])) for each in changes]
    # Ranks are whole numbers, also where some are missing.
    whole = dict.fromkeys(("rank_before", "rank"), "Int64")
    numbers = pd.DataFrame(rows, columns=list(RunChange._fields)).astype(whole)
    cells = {
        Column("data set", kind="name"): "{data_set}",
        Column("measure", kind="name"): "{measure}",
        Column("run", kind="name"): "{run}",
        Column("rank", kind="words"): [each.moved for each in changes],
        Column("mean before"): "{mean_before:.4f}",
        Column("mean now"): "{mean:.4f}",
        Column("now better than", kind="words"): "{gained}",
        Column("no longer better than", kind="words"): "{lost}",
    }
    return Table.of(
        "changes", "", "What changed since the last report", numbers, cells, otherwise="",
        note="ranks are before → now; findings are differences that are significant",
    )  # fmt: skip
