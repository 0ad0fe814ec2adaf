"""Plain-loop twins of what the report worked by hand does not show of significance."""

import numpy as np
import pandas as pd

from oq_core.analysis import DiscriminativePower, EffectSizes
from oq_core.campaign.printing import layouts
from oq_core.campaign.printing.table import Column, Table
from tests.campaign.printing.twins import made


def differences():
    tests, k = made.pair_tests(), 0
    effects = np.random.default_rng(9).uniform(0.1, 3, (3, 4, 4))
    record = EffectSizes(effects, np.array([0.25, 0.5, 0.75]), "E2")
    order, cells, facts, rules = made.best_first(made.scores(), k), [], [], set()
    for place, i in enumerate(order):
        found = [j for j in order[place + 1 :] if tests.p_values[k, i, j] <= 0.12]
        if found and cells:
            rules.add(len(cells))
        for j in found:
            p, es = tests.p_values[k, i, j], effects[k, i, j]
            cells.append((made.RUNS[i] if j == found[0] else "", made.RUNS[j], f"{p:.4f}",
                          f"{es:.3f}"))  # fmt: skip
            facts.append((made.RUNS[i], made.RUNS[j], p, f"{p:.4f}", made.TRIALS, es))
    assert rules
    columns = ["better", "worse", "p", "p printed", "B", "ES"]
    return layouts.differences("A", tests, k, record, 0.12), Table(
        "differences-NMD", "A",
        f"significant differences in terms of NMD at α = 0.12 by {made.RULE.short}, B = 900; "
        "effect sizes with V_E2 = 0.25000",
        (Column("run", kind="name"), Column("better than", kind="name"), Column("p"),
         Column("ES_E2")),
        tuple(cells), pd.DataFrame(facts, columns=columns), rules=frozenset(rules),
        note="ES_E2: difference of the means over √V_E2",
    )  # fmt: skip


def power():
    counts = {"NMD": (2, 7), "kappa": (4, 8), "JSD": (3, 7)}
    powers = {key: DiscriminativePower(s, t, s / t) for key, (s, t) in counts.items()}
    return layouts.power({"A": powers}, None, 0.03), Table(
        "power", "A",
        "discriminative power: S of T pairs of runs differ significantly at α = 0.03",
        (Column("measure", kind="name"), Column("S"), Column("T"), Column("%")),
        (("NMD", "2", "7", "28.6"), ("kappa", "4", "8", "50.0"), ("JSD", "3", "7", "42.9")),
        pd.DataFrame(
            [("A", key, s, t, 100 * s / t) for key, (s, t) in counts.items()],
            columns=["data set", "measure", "S", "T", "DP %"],
        ),
        {(0, 3): "low", (1, 3): "high"}, note="Bold: 50 % or more; underlined: below 40 %",
    )  # fmt: skip
