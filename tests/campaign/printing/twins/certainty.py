"""Plain-loop twins of how sure the numbers are."""

import math
from statistics import stdev

import numpy as np
import pandas as pd

from oq_core.analysis.differences import DifferenceIntervals
from oq_core.analysis.leaderboard import Leaderboard
from oq_core.analysis.pairs import smallest_p_value
from oq_core.campaign.printing import layouts
from oq_core.campaign.printing.table import Column, Table
from tests.campaign.printing.twins import made


def tested():
    scores, tests = made.scores(), made.pair_tests()

    ratios = []
    for k, key in enumerate(made.MEASURES):
        spreads = []
        for r in range(4):
            off = []
            for i in range(6):
                row = sorted(scores.values[k, i])
                off.append(scores.values[k, i, r] - (row[1] + row[2]) / 2)
            spreads.append(stdev(off))
        middle = made.mean(sorted(spreads)[1:3])
        ratios += [(spreads[r] / middle, made.RUNS[r], key) for r in range(4)]
    widest = max(ratios)
    smallest = smallest_p_value(made.TRIALS, made.RULE, 6)
    fact = ("A", 4, 6, 6, made.TRIALS, smallest, "Uniform, Pooled", widest[1], widest[2], widest[0])
    return layouts.tested({"A": (tests, scores, ["Uniform", "Pooled"])}), Table(
        "tested", "", "What was tested together",
        (Column("data set", kind="name"), Column("runs"), Column("pairs"), Column("instances"),
         Column("smallest p"), Column("shown, not tested", kind="words"),
         Column("widest spread", kind="words")),
        (("A", "4", "6", "6", f"{smallest:.2g}", "Uniform, Pooled",
          f"{widest[1]} ({widest[2]}): {widest[0]:.1f}"),),
        pd.DataFrame([fact], columns=[
            "data set", "runs", "pairs", "instances", "B", "smallest p", "shown, not tested",
            "run of the widest spread", "measure", "times the median"]),
        note="a p-value of 0 is below it",
    )  # fmt: skip


def rank_intervals():
    scores = made.scores().of(["NMD", "kappa"])
    ranks = np.array([[3, 1, 4, 2], [2, 4, 1, 3]])
    low, high = np.array([[2, 1, 3, 1], [1, 4, 1, 2]]), np.array([[4, 2, 4, 3], [3, 4, 2, 3]])
    first = np.random.default_rng(1).uniform(0, 1, (2, 4))
    means = scores.means
    board = Leaderboard(means, means, means, ranks, low, high, first, "percentile",
                        scores.measures, scores.runs)  # fmt: skip
    rows, facts, columns = [], [], [Column("run", kind="name")]
    for r in (1, 3, 0, 2):
        cells = [made.RUNS[r]]
        for k in range(2):
            cells += [str(ranks[k, r]), f"{low[k, r]}–{high[k, r]}", f"{first[k, r]:.2f}"]
        rows.append(tuple(cells))
    words = "means: percentile bootstrap; ranks: bootstrap over instances"
    for k, key in enumerate(("NMD", "kappa")):
        columns += [Column(name, key) for name in ("rank", "95 %", "first")]
        facts += [
            (key, ranks[k, r], made.RUNS[r], low[k, r], high[k, r], first[k, r], words)
            for r in sorted(range(4), key=ranks[k].__getitem__)
        ]  # fmt: skip
    return layouts.rank_intervals("A", scores, board), Table(
        "rank-intervals", "A", "ranks with intervals", tuple(columns), tuple(rows),
        pd.DataFrame(facts, columns=[
            "measure", "rank", "run", "rank low", "rank high", "share of resamples first", "rule"]),
        note="first: share of the resamples in which the run comes first",
    )  # fmt: skip


def difference_intervals():
    generator = np.random.default_rng(3)
    middle = generator.uniform(-0.3, 0.3, (3, 6))
    low, high = (
        middle - generator.uniform(0, 0.2, (3, 6)),
        middle + generator.uniform(0, 0.2, (3, 6)),
    )
    middle[1, 4], low[1, 4], high[1, 4] = 0.013, -0.041, 0.052
    low[1, 5] = high[1, 5] = math.nan
    p = generator.uniform(0, 1, (3, 6))
    found = DifferenceIntervals(made.MEASURES, made.RUNS, middle, low, high, p, 0.04, 30, 700)
    rows, facts = [], []
    for place, (i, j) in enumerate(made.PAIRS):
        first, second, ends = made.RUNS[i], made.RUNS[j], (low[1, place], high[1, place])
        facts.append(("kappa", first, second, middle[1, place], *ends, p[1, place], found.words))
        told = "not defined" if place == 5 else f"{ends[0]:+.4f} to {ends[1]:+.4f}"
        rows.append((first, second, f"{middle[1, place]:+.4f}", told))
    return layouts.difference_intervals("A", found, 1), Table(
        "difference-intervals-kappa", "A",
        "differences of mean kappa with intervals for all pairs together",
        (Column("run", kind="name"), Column("less", kind="name"), Column("difference"),
         Column("all, 96 %")),
        tuple(rows),
        pd.DataFrame(facts, columns=["measure", "run 1", "run 2", "difference", "low", "high", "p",
                                     "rule"]),
        note="hold at 96 % for all pairs of a measure together where differences are symmetric|"
        ", B = 700|"
        ". An interval is not defined",
    )  # fmt: skip
