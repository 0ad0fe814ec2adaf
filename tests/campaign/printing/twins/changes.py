"""A plain twin of what changed since the last report."""

import pandas as pd

from oq_core.campaign.computing.changes import RunChange
from oq_core.campaign.printing import layouts
from oq_core.campaign.printing.table import Column, Table


def what_changed():
    found = layouts.what_changed(
        [
            RunChange("A", "NMD", "r1", 2, 1, 0.25, 0.125, ("r2", "r3"), ()),
            RunChange("A", "NMD", "late", None, 3, None, 0.5),
            RunChange("A", "NMD", "r9", 4, None, 0.75, None, (), ("r1",)),
        ]
    )
    names = [Column(name, kind="name") for name in ("data set", "measure", "run")]
    words = [Column(name, kind="words") for name in ("now better than", "no longer better than")]
    columns = (
        *names, Column("rank", kind="words"), Column("mean before"), Column("mean now"), *words
    )  # fmt: skip
    rows = (
        ("A", "NMD", "r1", "2 → 1", "0.2500", "0.1250", "r2, r3", ""),
        ("A", "NMD", "late", "new: 3", "", "0.5000", "", ""),
        ("A", "NMD", "r9", "4: gone", "0.7500", "", "", "r1"),
    )
    numbers = pd.DataFrame(
        {
            "data_set": ["A"] * 3, "measure": ["NMD"] * 3, "run": ["r1", "late", "r9"],
            "rank_before": pd.array([2, None, 4], "Int64"),
            "rank": pd.array([1, 3, None], "Int64"),
            "mean_before": [0.25, None, 0.75], "mean": [0.125, 0.5, None],
            "gained": ["r2, r3", "", ""], "lost": ["", "", "r1"],
        }
    )  # fmt: skip
    note = "ranks are before → now; findings are differences that are significant"
    return found, Table(
        "changes", "", "What changed since the last report", columns, rows, numbers, note=note
    )
