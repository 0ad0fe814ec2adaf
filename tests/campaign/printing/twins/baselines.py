"""Plain-loop twins of the tables of Popularity against Uniform."""

from dataclasses import replace

import numpy as np
import pandas as pd

from oq_core.campaign.printing import layouts
from oq_core.campaign.printing.table import Column, Table
from tests.campaign.printing.twins import made


def _counted(compared, key):
    winners = compared.winners[compared.measures.index(key)].tolist()
    return winners.count(1), winners.count(2), winners.count(0)


def baseline_wins():
    one = made.comparison()
    two = replace(one, measures=("NMD", "RNOD"), deltas=one.deltas[:2],
                  winners=np.array([[1, 1, 1, 2, 0, 0], [2, 2, 2, 2, 2, 1]], np.int8))  # fmt: skip
    sets, rows, facts = {"one": one, "two": two}, [], []
    marks = {}
    for number, (name, each) in enumerate(sets.items()):
        cells = [name]
        for key in ("NMD", "RNOD", "JSD"):
            if key not in each.measures:
                cells += ["", ""]
                continue
            won = _counted(each, key)
            cells += [str(won[0]), str(won[1])]
            facts.append((name, key, *won))
            if won[0] != won[1]:
                marks[number, len(cells) - (2 if won[0] > won[1] else 1)] = "high"
        rows.append(tuple(cells))
    totals = [_counted(one, "NMD")[side] + _counted(two, "NMD")[side] for side in (0, 1)]
    marks[2, 1 if totals[0] > totals[1] else 2] = "high"
    rows.append(("total", *map(str, totals), "", "", "", ""))
    runs = ("delta", "gamma")
    columns = [Column(run, key) for key in ("NMD", "RNOD", "JSD") for run in runs]
    return layouts.baseline_wins(sets, ["NMD", "RNOD", "JSD"]), Table(
        "baseline-wins", "", "Instances on which delta and gamma win",
        (Column("data set", kind="name"), *columns), tuple(rows),
        pd.DataFrame(facts, columns=["data set", "measure", "delta wins", "gamma wins", "ties"]),
        marks, rules=frozenset({2}), note="Bold: the higher number of each pair",
    )  # fmt: skip


def deltas_of_instance():
    compared = made.comparison()
    who = {0: "tie", 1: "delta", 2: "gamma"}
    facts = [
        (key, compared.deltas[k, 2], who[int(compared.winners[k, 2])])
        for k, key in enumerate(made.MEASURES)
    ]
    return layouts.deltas_of_instance("A", compared, 2), Table(
        "deltas-d9", "A", "Δ = delta − gamma on d9",
        (Column("measure", kind="name"), Column("Δ"), Column("prefers", kind="words")),
        tuple((key, f"{delta:.4f}", run) for key, delta, run in facts),
        pd.DataFrame(facts, columns=["measure", "delta", "prefers"]),
    )  # fmt: skip
