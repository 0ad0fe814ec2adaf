"""A plain-loop twin of what a table says of the runs that are tested together."""

from dataclasses import replace

import pandas as pd

from oq_core.campaign.computing.family import Family
from oq_core.campaign.computing.protocol import Standing
from oq_core.campaign.printing import layouts
from oq_core.campaign.printing.table import Column, Table


def with_family():
    columns = (Column("run", kind="name"), Column("better", kind="words"), Column("NMD"))
    others = "a, Popularity\u00a0(p), Not\u00a0Popularity\u00a0(p)"
    table = Table(
        "t", "A", "means", columns,
        (("Popularity", "Popularity", "0.4"), ("a", others, "0.2"), ("Uniform", "", "0.3")),
        pd.DataFrame({"run": ["Popularity", "a", "Uniform"]}), note="what it is",
    )  # fmt: skip
    standings: dict[str, Standing] = {
        "a": "submitted", "b": "official baseline", "Popularity": "reference",
        "Uniform": "reference",
    }  # fmt: skip
    found = layouts.with_family(
        table,
        ("A", Family(("a", "b"), (), standings, ("Popularity",))),
        ("B", Family(("a", "b"))),
        ("C", Family(("a", "Popularity", "Uniform"), (), standings, ("Popularity",))),
    )
    # In a list, those with something behind them have the mark.
    others = "a, Popularity\u00a0†\u00a0(p), Not\u00a0Popularity\u00a0(p)"
    rows = (("Popularity †", "Popularity", "0.4"), ("a", others, "0.2"), ("Uniform", "", "0.3"))
    note = (
        "what it is; A: not among the runs: Popularity, Uniform; C: among the runs: Popularity, "
        "Uniform; †: made from the gold"
    )
    return found, replace(table, rows=rows, note=note)
