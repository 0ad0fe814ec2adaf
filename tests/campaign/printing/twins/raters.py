"""Plain-loop twins of what the raters allow."""

import math

import numpy as np
import pandas as pd

from oq_core.campaign.printing import layouts
from oq_core.campaign.printing.table import Column, Table
from tests.campaign.printing.twins import made


def raters_allow():
    found = made.allowed()
    rows, facts = [], []
    for k, key in enumerate(("NMD", "JSD")):
        values = (found.one_rater[k], found.half[k], found.pooled[k], found.uniform[k],
                  min(found.means[k]))  # fmt: skip
        rows.append((key, *(f"{value:.4f}" for value in values)))
        facts.append((key, *values))
    columns = (
        Column("measure", kind="name"), Column("one rater", "people"), Column("half", "people"),
        Column("Pooled"), Column("Uniform"), Column("best run"),
    )  # fmt: skip
    names = ["measure", "one rater", "half", "pooled", "uniform", "best"]
    return layouts.raters_allow("A", found), Table(
        "raters", "A", "what the raters allow: mean scores, smaller is better", columns,
        tuple(rows), pd.DataFrame(facts, columns=names),
        note="against the others|best run: of those not made from the gold|what was left out",
    )  # fmt: skip


def agreement():
    levels = {"nominal": (0.31, 0.22, 0.44), "ordinal": (0.51, math.nan, math.nan),
              "interval": (math.nan, math.nan, math.nan)}  # fmt: skip
    rows = (("nominal", "0.3100", "0.2200 – 0.4400"), ("ordinal", "0.5100", ""),
            ("interval", "undefined", ""))  # fmt: skip
    return layouts.agreement("A", levels), Table(
        "agreement", "A", "how far raters agree: Krippendorff's α",
        (Column("level", kind="name"), Column("α"), Column("95 %")), rows,
        pd.DataFrame([(level, *each) for level, each in levels.items()],
                     columns=["level", "alpha", "low", "high"]),
        note="1 is full agreement, 0 that of ratings given at random",
    )  # fmt: skip


def verdicts():
    found = made.stand_in()
    rows, facts = [], []
    for j, judge in enumerate(found.judges):
        cells = [judge]
        for k, key in enumerate(found.scores):
            if j == 2:
                cells += ["not tested", ""]
                facts.append((judge, key, math.nan, math.nan, "", found.ties[k, j]))
                continue
            rate, close = made.share_beaten(found, k, j, 0.1, 0.04), made.mean(found.as_close[k, j])
            cells += [f"{rate:.2f}", f"{close:.2f}"]
            facts.append(
                (judge, key, rate, close, "yes" if rate >= 0.5 else "no", found.ties[k, j])
            )
        rows.append(tuple(cells))
    assert [row[4] for row in facts] == ["yes", "no", "no", "no", "", ""]
    columns = ["judge", "measure", "winning rate", "advantage", "passes", "ties"]
    return layouts.verdicts("A", found, 0.1, 0.04), Table(
        "judges", "A", "can a judge stand in for a rater",
        (Column("judge", kind="name"), Column("ω", "NMD"), Column("ρ", "NMD"),
         Column("ω", "RMSE"), Column("ρ", "RMSE")),
        tuple(rows), pd.DataFrame(facts, columns=columns), {(0, 1): "best", (0, 3): "low"},
        note="share of the 4 raters that the judge beats at ε = 0.1 (t tests, Benjamini and "
        "Yekutieli at 0.04)|not tested for too few items: r9, r8",
    )  # fmt: skip


def distances_of_raters():
    distances = np.array([[0.21, 0.55, math.nan, 0.34], [0.61, 0.12, 0.43, 0.77]])
    return layouts.distances_of_raters(
        "A", ("w", "x", "y", "z"), ("NMD", "JSD"), distances, np.array([7, 1234, 31, 28])
    ), Table(
        "rater-distances", "A", "mean score of each rater against the others",
        (Column("rater", kind="name"), Column("shared items"), Column("NMD"), Column("JSD")),
        (("x", "1,234", "0.5500", "0.1200"), ("z", "28", "0.3400", "0.7700"),
         ("w", "7", "0.2100", "0.6100"), ("y", "31", "undefined", "0.4300")),
        pd.DataFrame(
            [("x", 1234, 0.55, 0.12), ("z", 28, 0.34, 0.77), ("w", 7, 0.21, 0.61),
             ("y", 31, math.nan, 0.43)], columns=["rater", "shared items", "NMD", "JSD"],
        ),
        note="the furthest first",
    )  # fmt: skip
