"""A plain-loop twin of what a table says of the runs that are tested together."""

from dataclasses import replace

import pandas as pd

from oq_core.campaign.computing.family import Family
from oq_core.campaign.printing import layouts
from oq_core.campaign.printing.table import Column, Table


def with_family():
    columns = (Column("run", kind="name"), Column("better", kind="words"), Column("NMD"))
    others = "a, Uniform\u00a0(p), Not\u00a0Uniform\u00a0(p)"
    table = Table(
        "t", "A", "means", columns, (("Uniform", "Uniform", "0.4"), ("a", others, "0.2")),
        pd.DataFrame({"run": ["Uniform", "a"]}), note="what it is",
    )  # fmt: skip
    found = layouts.with_family(
        table, ("A", Family(("a", "b"), ("Uniform",))), ("B", Family(("a", "b"), ()))
    )
    # In a list, those with something behind them have the mark.
    others = "a, Uniform\u00a0†\u00a0(p), Not\u00a0Uniform\u00a0(p)"
    rows = (("Uniform †", "Uniform", "0.4"), ("a", others, "0.2"))
    note = "what it is; A: †: made from the gold and not tested"
    return found, replace(table, rows=rows, note=note)
