"""Plain-loop twins of what the report worked by hand does not show of significance."""

import numpy as np
import pandas as pd

from oq_core.analysis import DiscriminativePower, EffectSizes
from oq_core.analysis.pairs import tests_of
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


def one_pair():
    scores, family = made.scores(), made.pair_tests()
    two = scores.without(["delta", "gamma"])
    p = np.array([0.21, 0.0, 0.034])
    square = np.ones((3, 2, 2))
    square[:, 0, 1] = square[:, 1, 0] = p
    alone = tests_of(two, square, 300, made.RULE)
    rows, facts = [], []
    within = (0.013, np.nan, np.nan)
    for k, key in enumerate(made.MEASURES):
        means = made.means(scores, k)[1], made.means(scores, k)[3]
        better = "alpha" if (means[0] > means[1]) == (key == "kappa") else "beta"
        of_all = made.p_values()[k, 1, 3]
        margin = (0.02, 0.02, 0.0)[k]
        facts.append((key, *means, better, p[k], of_all, made.TRIALS, margin or np.nan, within[k]))
        printed = f"{p[k]:.4f}" if p[k] else "<0.00334"
        of_margin = [("±0.02", "0.0130"), ("±0.02", "not defined"), ("", "")][k]
        told = (f"{means[0]:.4f}", f"{means[1]:.4f}", better, printed, f"{of_all:.4f}", *of_margin)
        rows.append((key, *told))
    found = layouts.one_pair("A", two, alone, family, (np.array([0.02, 0.02, 0]), np.array(within)))
    return found, Table(
        "pair", "A", "p-values of alpha against beta",
        (Column("measure", kind="name"), Column("mean alpha"), Column("mean beta"),
         Column("better", kind="words"), Column("p alone"), Column("p in the family"),
         Column("margin"), Column("p, within the margin")),
        tuple(rows),
        pd.DataFrame(facts, columns=["measure", "mean alpha", "mean beta", "better", "p alone",
                                     "p in the family", "B", "margin", "p, within the margin"]),
        note="In the family: randomised Tukey HSD, step-down",
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
