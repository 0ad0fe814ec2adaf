"""Plain-loop twins of the figures of lessons."""

import numpy as np
import pandas as pd

from oq_core.campaign import Chart
from oq_core.campaign.printing import layouts
from tests.campaign.printing.twins import made


def sharpness():
    powers = (0.5, 1.0, 10.0)
    values = np.random.default_rng(1).uniform(0, 1, (2, 3))
    rows = [
        (key, str(power), values[k, place])
        for k, key in enumerate(("RNOD", "NMD"))
        for place, power in enumerate(powers)
    ]
    return layouts.sharpness(("RNOD", "NMD"), powers, values, 7), Chart(
        "sharpness", "", "The truth raised to a power, against 7 ratings", "lines",
        pd.DataFrame(rows, columns=["measure", "power", "mean score"]), "power", "mean score",
        "measure",
    )  # fmt: skip


def standing_in():
    found = made.stand_in()
    rows = [
        (judge, key, made.share_beaten(found, k, j, 0.1, 0.05))
        for j, judge in enumerate(found.judges)
        for k, key in enumerate(found.scores)
    ]
    return layouts.standing_in(found, 0.1), Chart(
        "standing-in", "", "Share of people that a judge beats; it passes from 0.5 on", "bars",
        pd.DataFrame(rows, columns=["judge", "measure", "winning rate"]), "judge",
        "winning rate", "measure", limits={"winning rate": (0, 1)},
    )  # fmt: skip
