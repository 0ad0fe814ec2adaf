"""Plain-loop twins of what people judge by."""

from types import SimpleNamespace

import numpy as np
import pandas as pd

from oq_core.campaign import Chart, ChartLine
from oq_core.campaign.printing import layouts
from oq_core.campaign.printing.table import Column, Table
from oq_core.preferences import CANDIDATES, RoomAgreement

#: What looks at the estimates, and so can agree with somebody: all but chance and no reason.
_LOOKING = [name for name in CANDIDATES if name not in ("chance", "none")]


def probabilities():
    chances = np.random.default_rng(1).permutation(len(CANDIDATES)) / 200
    agrees = np.random.default_rng(2).uniform(0, 1, len(CANDIDATES))
    series = SimpleNamespace(
        beliefs="beliefs", agreement=lambda: agrees,
        model=SimpleNamespace(posterior={"beliefs": chances}.get),
    )  # fmt: skip
    rows = sorted(zip(CANDIDATES, chances, agrees, strict=True), key=lambda row: -row[1])
    return layouts.probabilities(series), Chart(
        "your-measure", "", "How probably you judge by each", "bars",
        pd.DataFrame(rows, columns=["judges by", "probability", "agrees at random"]),
        "probability", "judges by", limits={"probability": (0, 1)},
        note="chance is an answer without a look",
    )  # fmt: skip


def scores_of_room():
    scores = [0.02, 0.04, 0.33, 1.0, 0.51]
    rows = [
        (0.025 + k / 20, sum(k <= 20 * each < k + 1 or (k == 19 and each == 1) for each in scores))
        for k in range(20)
    ]
    return layouts.scores_of_room("NMD", np.array(scores)), Chart(
        "room-scores", "", "The room’s NMD: smaller is better", "bars",
        pd.DataFrame(rows, columns=["NMD", "estimates"]), "NMD", "estimates",
        limits={"NMD": (0, 1)},
    )  # fmt: skip


def _agreement(seed):
    shares = np.random.default_rng(seed).uniform(0.3, 0.7, len(CANDIDATES))
    below, above = np.random.default_rng(seed + 50).uniform(0.01, 0.2, (2, len(CANDIDATES)))
    found = RoomAgreement(shares, np.stack([shares - below, shares + above], axis=1))
    rows = []
    for place, name in enumerate(CANDIDATES):
        if name in _LOOKING:
            rows.append((name, shares[place], *found.intervals[place]))
    return found, rows


def people_agree(kind="", file="people", words=""):
    found, rows = _agreement(3)
    rows.sort(key=lambda row: -row[1])
    return layouts.people_agree(found, kind), Chart(
        file, "", f"How often measures agree with people{words}", "points",
        pd.DataFrame(rows, columns=["measure", "agreement", "low", "high"]), "agreement",
        "measure", low="low", high="high", lines=(ChartLine("agreement", 0.5, "chance"),),
        limits={"agreement": (0, 1)}, note="Intervals of 95 % are for other people",
    )  # fmt: skip


def people_agree_about_a_kind():
    words = ": the gold has an empty class between others"
    return people_agree("empty", "people-empty", words)


def people_agree_by_kind():
    every, facts, groups = {}, [], {"": "all (1,234)", "tails": "votes in an empty end (56)"}
    for seed, kind in enumerate(groups):
        every[kind], rows = _agreement(seed)
        short = groups[kind].partition(" (")[0]
        facts += [(name, share, short, low, high) for name, share, low, high in rows]
    count = len(_LOOKING)
    cells = [
        (name, *(cell for part in (facts[row], facts[row + count])
                 for cell in (f"{part[1]:.2f}", f"{part[3]:.2f} – {part[4]:.2f}")))
        for row, name in enumerate(_LOOKING)
    ]  # fmt: skip
    best = [max(range(count), key=lambda row: facts[start + row][1]) for start in (0, count)]
    found = layouts.people_agree_by_kind(every, {"": 1234, "tails": 56})
    return found, Table(
        "people-by-kind", "", "how often measures agree with people, by what the questions are "
        "about",
        (Column("measure", kind="name"),
         *(Column(name, group) for group in groups.values() for name in ("agree", "95 %"))),
        tuple(cells),
        pd.DataFrame(facts, columns=["measure", "agreement", "questions", "low", "high"]),
        {(best[0], 1): "best", (best[1], 3): "best"}, note="In brackets, how many choices",
    )  # fmt: skip
