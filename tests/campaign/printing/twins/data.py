"""A plain-loop twin of the turns of a dialogue."""

import numpy as np
import pandas as pd

from oq_core import Scores
from oq_core.campaign.printing import layouts
from oq_core.campaign.printing.table import Column, Table
from oq_core.data import NuggetCollection


def turns():
    gold = np.tile([0.1, 0.2, 0.7, 0.0], (5, 1))
    said = np.array([True, False, True, False, False])
    data = NuggetCollection("A", ("c1", "c2"), np.array([0, 0, 1, 1, 1]), said, gold)
    values = np.random.default_rng(2).uniform(0, 1, (2, 5, 1))
    scores = Scores(values, ("NMD", "JSD"), tuple("12345"), ("r",), (False, False))
    rows = [
        (turn, who, values[0, i, 0], values[1, i, 0])
        for i, turn, who in ((2, 1, "customer"), (3, 2, "helpdesk"), (4, 3, "helpdesk"))
    ]
    return layouts.turns(data, scores, "r", "c2"), Table(
        "turns-c2", "A", "scores of r on every turn of c2",
        (Column("turn", kind="name"), Column("who speaks", kind="words"), Column("NMD"),
         Column("JSD")),
        tuple((str(turn), who, f"{a:.4f}", f"{b:.4f}") for turn, who, a, b in rows),
        pd.DataFrame(rows, columns=["turn", "who speaks", "NMD", "JSD"]),
    )  # fmt: skip
