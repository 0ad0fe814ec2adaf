"""Plain-loop twins of mean scores."""

import math
from dataclasses import replace

import numpy as np
import pandas as pd

from oq_core.campaign.printing import layouts
from oq_core.campaign.printing.table import Column, Table
from oq_core.measures.official import OfficialScore
from tests.campaign.printing.twins import made


def scores_of_run(key="NMD"):
    scores = made.scores()
    k = made.MEASURES.index(key)
    rows = [(made.IDS[i], *(scores.values[j, i, 2] for j in range(3))) for i in range(6)]
    rows.sort(key=lambda row: row[1 + k], reverse=key != "kappa")
    return layouts.scores_of_run("A", scores, "gamma", key), Table(
        "run-scores", "A", f"scores of gamma on every instance, the worst by {key} first",
        (Column("instance", kind="name"), *map(Column, made.MEASURES)),
        tuple((name, *(f"{value:.4f}" for value in values)) for name, *values in rows),
        pd.DataFrame(rows, columns=["instance", *made.MEASURES]),
    )  # fmt: skip


def means_over_data_sets():
    means = pd.DataFrame({"run": ["b", "a"], "NMD": [0.125, 0.3750062], "JSD": [0.5, 0.25]})
    return layouts.means_over_data_sets(means, "all data sets"), Table(
        "means-over", "", "Mean scores averaged over all data sets, which each count as much",
        (Column("run", kind="name"), Column("NMD"), Column("JSD")),
        (("b", "0.1250", "0.5000"), ("a", "0.3750", "0.2500")), means,
        note="Means are of the runs that all of them have",
    )  # fmt: skip


def scores_of_run_where_larger_is_better():
    return scores_of_run("kappa")


def _holes():
    """Scores with an instance on which a measure is undefined for two runs, and one for a third."""
    scores = made.scores()
    values = scores.values.copy()
    values[1, 4, [0, 2]] = values[2, 1, 3] = math.nan
    return replace(scores, values=values)


def undefined_means():
    scores = _holes()
    values = np.delete(scores.values, [1, 4], axis=1)
    rows = []
    for r, run in enumerate(made.RUNS):
        cells = []
        for k in range(3):
            known = [value for value in scores.values[k, :, r] if not math.isnan(value)]
            cells += [made.mean(known), made.mean(values[k, :, r].tolist())]
        rows.append((run, *cells))
    listwise = replace(scores, values=values, ids=tuple(made.IDS[i] for i in (0, 2, 3, 5)))
    heads = [(what, key) for key in made.MEASURES for what in ("official", "same instances")]
    return layouts.undefined_means("A", scores, listwise), Table(
        "means-undefined", "A",
        "means over the instances where a run's score is defined, and over the same instances",
        (Column("run", kind="name"), *(Column(*head) for head in heads)),
        tuple((run, *(f"{value:.4f}" for value in cells)) for run, *cells in rows),
        pd.DataFrame(rows, columns=["run", *(f"{key}, {what}" for what, key in heads)]),
    )  # fmt: skip


def undefined():
    rows = [("kappa", "d7", 2, "delta, gamma"), ("JSD", "d2", 1, "beta")]
    names = ("measure", "instance", "undefined runs", "runs")
    return layouts.undefined("A", _holes()), Table(
        "undefined", "A", "what is undefined", tuple(Column(name, kind="words") for name in names),
        tuple(tuple(map(str, row)) for row in rows), pd.DataFrame(rows, columns=names),
    )  # fmt: skip


def official():
    values = (0.7, 0.2, 0.45), (0.31, 0.52, 0.13)
    found = [
        OfficialScore("Task 4", name, key, says, ("b", "a", "c"), np.array(each))
        for name, key, says, each in (("EMD", "NMD", "NMD × 4", values[0]),
                                      ("KLD", "JSD", "as it is", values[1]))
    ]  # fmt: skip
    rows = [("a", 0.2, 0.52), ("c", 0.45, 0.13), ("b", 0.7, 0.31)]
    return layouts.official("A", found), Table(
        "official", "A", "scores as Task 4 publishes them, smaller is better",
        (Column("run", kind="name"), Column("EMD"), Column("KLD")),
        tuple((run, f"{first:.4f}", f"{second:.4f}") for run, first, second in rows),
        pd.DataFrame(rows, columns=["run", "EMD", "KLD"]), note="EMD: NMD × 4; KLD: as it is",
    )  # fmt: skip
