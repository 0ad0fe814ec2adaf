"""Plain-loop twins of what the raters allow."""

import math

import numpy as np
import pandas as pd
from scipy import stats

from oq_core.campaign import Chart, ChartLine
from oq_core.campaign.printing import layouts
from oq_core.campaign.printing.table import Column, Table
from oq_core.raters import PairDesign, Redrawn
from tests.campaign.printing.twins import made

_FLOOR = "It is no floor: a system can score below it"


def _four(value):
    return "" if math.isnan(value) else f"{value:.4f}"


def raters_allow():
    found = made.allowed()
    truth = found.truth
    rows, facts = [], []
    for k, key in enumerate(("NMD", "JSD")):
        best = min(found.means[k])
        ends = f"{truth.low[k]:.4f} – {truth.high[k]:.4f}" if k == 0 else ""
        others = (truth.plug_in[k], truth.half_scaled[k], found.one_rater[k], found.half[k],
                  found.pooled[k], found.uniform[k], best)  # fmt: skip
        kind = ("bound", "none")[k]
        rows.append((key, _four(truth.shrunk[k]), ends, kind, *map(_four, others)))
        facts.append((key, truth.shrunk[k], truth.low[k], truth.high[k], kind, *others))
    names = ("truth", "truth low", "truth high", "ends", "plug-in", "half scaled", "one rater",
             "half", "pooled", "uniform", "best")  # fmt: skip
    columns = (
        Column("measure", kind="name"), Column("the truth"), Column("95 %"), Column("ends"),
        Column("plug-in", "the truth by"), Column("half scaled", "the truth by"),
        Column("one rater", "people"), Column("half", "people"),
        Column("Pooled"), Column("Uniform"), Column("best run"),
    )  # fmt: skip
    return layouts.raters_allow("A", found), Table(
        "raters", "A", "what the raters allow: mean scores, smaller is better", columns,
        tuple(rows), pd.DataFrame(facts, columns=["measure", *names]),
        note="a bound, which takes no model and is wide; or none|best run: of those not made from "
        "the gold|what was left out",
    )  # fmt: skip


def rater_strips():
    found = made.allowed()
    rows, nan = [], math.nan
    for k, key in enumerate(("NMD", "JSD")):
        for r, run in enumerate(found.runs):
            rows.append((key, "a run", run, found.means[k, r], nan, nan))
        truth = found.truth
        rows += [
            (key, "the truth", "", truth.shrunk[k], truth.low[k], truth.high[k]),
            (key, "one rater", "", found.one_rater[k], nan, nan),
            (key, "half of the raters", "", found.half[k], nan, nan),
            (key, "Pooled †", "", found.pooled[k], nan, nan),
            (key, "Uniform", "", found.uniform[k], nan, nan),
        ]
    columns = ["measure", "what", "run", "mean score", "low", "high"]
    return layouts.rater_strips("A", found), Chart(
        "rater-strips", "A", "what the truth would score, what people score, and every run",
        "points", pd.DataFrame(rows, columns=columns), "mean score", "measure", "what", "low",
        "high", limits={"mean score": (0, 1.05 * max(row[3] for row in rows))},
        note=f"Smaller is better|{_FLOOR}",
    )  # fmt: skip


def _redrawn():
    means = np.random.default_rng(3).uniform(0.2, 0.8, (2, 4))
    # A baseline is the best by the second measure; runs alone can lead.
    means[1, 3] = 0.01
    below, above = np.random.default_rng(4).uniform(0.01, 0.1, (2, 2, 4))
    first = np.array([[0.55, 0.12, 0.33], [0.07, 0.61, 0.32]])
    return Redrawn(("NMD", "JSD"), ("c", "a", "b", "Pooled"), 3, means, np.zeros((1, 2, 4)),
                   means - below, means + above, first, "the same raters", 0.0, 0.9)  # fmt: skip


def redrawn_means():
    found = _redrawn()
    order = sorted(range(4), key=lambda r: found.means[1, r])
    rows = [(found.runs[r], found.means[1, r], found.low[1, r], found.high[1, r]) for r in order]
    rows = [("Pooled †" if row[0] == "Pooled" else row[0], *row[1:]) for row in rows]
    ends = (found.low[1].min(), found.high[1].max())
    margin = 0.04 * (ends[1] - ends[0])
    half = sum(ends) / 2
    return layouts.redrawn_means("A", found, 1, {"one rater": half}), Chart(
        "redrawn-JSD", "A", "mean JSD with 90 % intervals over instances and raters", "points",
        pd.DataFrame(rows, columns=["run", "mean JSD", "low", "high"]), "mean JSD", "run",
        low="low", high="high", note="nobody knows who gave which rating; †: made from the gold",
        lines=(ChartLine("mean JSD", half, "one rater"),),
        limits={"mean JSD": (ends[0] - margin, ends[1] + margin)},
    )  # fmt: skip


def redrawn_runs(standing=((3, 5), (0, 2))):
    found = _redrawn()
    rows, facts = [], []
    for k, key in enumerate(("NMD", "JSD")):
        leader = min(range(3), key=lambda r: found.means[k, r])
        stood, all_of = standing[k] if standing else (None, None)
        share = found.first[k, leader]
        told = f"{stood} of {all_of}" if standing else ""
        rows.append((key, found.runs[leader], f"{share:.3f}", told))
        facts.append((key, found.runs[leader], share, stood, all_of))
    given = np.array(standing) if standing else None
    return layouts.redrawn_runs("A", found, given), Table(
        "redrawn", "A", "the leader if ratings were redrawn",
        (Column("measure", kind="name"), Column("leader", kind="name"),
         Column("first in, share of draws"), Column("findings that would stand")),
        tuple(rows),
        pd.DataFrame(facts, columns=["measure", "leader", "first if ratings were redrawn",
                                     "findings that stand", "findings"]),
        note="A finding is a significant pair of runs",
    )  # fmt: skip


def redrawn_runs_without_tests():
    return redrawn_runs(None)


def rater_design_curves():
    sizes = np.array([2, 3, 5])
    seen, spreads = np.array([0.31, 0.24, 0.17]), np.array([0.08, 0.05, 0.04])
    found = PairDesign("b", "a", "NMD", sizes, seen, spreads, (0.12, 0.4), (0.03, 0.11), 0.002, 40)
    rows = []
    for instances in (40, 65):
        for z, raters in enumerate((2, 3, 5)):
            error = math.sqrt(spreads[z] / instances + 0.002 / raters)
            rows.append((raters, f"{instances} instances", seen[z] / error))
        for raters in (6, 7, 8, 9, 10):
            error = math.sqrt((0.03 + 0.11 / raters) / instances + 0.002 / raters)
            rows.append((raters, f"{instances} instances", (0.12 + 0.4 / raters) / error))
    off = max(abs(0.12 + 0.4 / n - d) for n, d in zip((2, 3, 5), seen, strict=True)) / 0.31
    columns = ["raters", "instances", "difference in standard errors"]
    return layouts.rater_design_curves("A", found, 25), Chart(
        "design-NMD", "A", "b against a: difference in NMD by raters", "lines",
        pd.DataFrame(rows, columns=columns), "raters", "difference in standard errors",
        "instances", lines=(ChartLine("raters", 5, "raters now"),), digits=2,
        note=f"off by {100 * off:.0f} % of its largest value at most",
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


def winning_rates():
    found = made.stand_in()
    rows = [
        (judge, step / 100, made.share_beaten(found, 1, j, step / 100, 0.04))
        for j, judge in enumerate(found.judges)
        for step in range(41)
    ]
    return layouts.winning_rates("A", found, 1, 0.04), Chart(
        "winning-rates-RMSE", "A", "winning rate by what a judge may lack, under RMSE", "lines",
        pd.DataFrame(rows, columns=["judge", "ε", "ω"]), "ε", "ω", "judge",
        lines=(ChartLine("ω", 0.5, "passes"),), limits={"ω": (0, 1.02)}, digits=2,
    )  # fmt: skip


def rater_gaps():
    found = made.stand_in()
    rows = []
    for r, rater in enumerate(found.raters):
        gap, half = found.gaps[1, 0, r], stats.t.ppf(0.975, found.freedom[0, r])
        half *= found.errors[1, 0, r]
        rows.append((rater, gap, gap - half, gap + half))
    return layouts.rater_gaps("A", found, 1, "J2", 0.12), Chart(
        "rater-gaps-RMSE", "A", "J2 against each rater, under RMSE", "points",
        pd.DataFrame(rows, columns=["rater", "rater ahead by", "low", "high"]),
        "rater ahead by", "rater", low="low", high="high",
        lines=(ChartLine("rater ahead by", 0.12, "ε = 0.12"),), digits=2,
        note="How much more often the rater is at least as close to the others than the judge",
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


def judges_board():
    lines = {"Uniform": 0.9, "one rater": 0.2}
    return layouts.judges_board("A", "NMD", {"j1": 0.5, "j2": 0.3}, lines), Chart(
        "judges-NMD", "A", "judges as runs: mean NMD against people", "points",
        pd.DataFrame([("j2", 0.3), ("j1", 0.5)], columns=["judge", "mean NMD"]),
        "mean NMD", "judge", note="Smaller is better",
        lines=(ChartLine("mean NMD", 0.9, "Uniform"), ChartLine("mean NMD", 0.2, "one rater")),
        limits={"mean NMD": (0.172, 0.928)},
    )  # fmt: skip


def rewarded():
    """The nearest to the truth first."""
    names = ["moved", "most moved", "sharper", "flatter", "gain"]
    rows = (("NMD", "0.0", "0.0", "0.0", "0.0", "0.0"),
            ("JSD", "20.0", "30.0", "50.0", "50.0", "50.0"))  # fmt: skip
    facts = [("NMD", 0, 0, 0, 0, 0), ("JSD", 20, 30, 50, 50, 50)]
    columns = (
        Column("measure", kind="name"), Column("mean", "moved, %"), Column("most", "moved, %"),
        Column("sharper", "of truths, %"), Column("flatter", "of truths, %"),
        Column("better by, %"),
    )  # fmt: skip
    return layouts.rewarded(made.best_answers()), Table(
        "rewarded", "", "the best answers to 2 truths over three classes, 3 ratings in each gold",
        columns, rows, pd.DataFrame(facts, columns=["measure", *names]),
        note="two ratings drawn from the answer agree more often than two of the truth",
    )  # fmt: skip
