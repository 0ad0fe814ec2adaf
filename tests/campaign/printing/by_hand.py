"""A campaign of three runs, four instances and three measures, worked by hand.

Larger is better for Accuracy. P-values, intervals and tau of splits are chosen, so that nothing
here is random: every cell below follows from them with pencil and paper.
"""

import numpy as np

from oq_core.analysis.consistency import ConsistencyIntervals
from oq_core.analysis.leaderboard import Leaderboard
from oq_core.analysis.pairs import Rule, tests_of
from oq_core.campaign import Analysis, DataSetAnalysis, Options
from oq_core.campaign.computing.analysis import Splits
from oq_core.campaign.computing.family import Family
from oq_core.data.scores import Scores

RUNS = ("A-run1", "A-run2", "B-run1")
MEASURES = ("NMD", "Accuracy", "JSD")
RULE = "randomised Tukey HSD, single-step, p = count/B"
INTERVALS = "means: percentile bootstrap; ranks: bootstrap over instances"
VALUES = np.array(
    [
        [[0.1, 0.2, 0.3], [0.1, 0.2, 0.5], [0.2, 0.2, 0.4], [0.0, 0.2, 0.4]],
        [[0.5, 0.9, 0.7], [0.5, 0.7, 0.9], [0.3, 0.8, 0.8], [0.3, 0.8, 0.8]],
        [[0.3, 0.1, 0.1], [0.3, 0.1, 0.3], [0.3, 0.1, 0.1], [0.3, 0.1, 0.3]],
    ]
)
MEANS = np.array([[0.1, 0.2, 0.4], [0.4, 0.8, 0.8], [0.3, 0.1, 0.2]])
#: Of the pairs (1, 2), (1, 3), (2, 3).
PAIRS_P = {"NMD": (0.04, 0.0, 0.2), "Accuracy": (0.01, 0.03, 1.0), "JSD": (0.02, 0.3, 0.06)}
SPLITS = np.array([[1.0, 0.2, 0.9], [1.0, 0.4, 0.9], [0.5, 0.2, 0.9], [0.5, 0.4, 0.9]])


def square(first, second, third):
    return np.array([[1, first, second], [first, 1, third], [second, third, 1]])


def data_set(name="one"):
    scores = Scores(VALUES, MEASURES, ("i1", "i2", "i3", "i4"), RUNS, (False, True, False))
    ranks = np.array([[1, 2, 3], [3, 1, 1], [3, 1, 2]])
    ends = np.maximum(ranks - 1, 1), np.minimum(ranks + 1, 3)
    board = Leaderboard(
        MEANS, MEANS - 0.05, MEANS + 0.07, ranks, *ends, (3 - ranks) / 2, "percentile",
        MEASURES, RUNS,
    )  # fmt: skip
    low, high = np.array([[0.0, 0, 0], [0, 0, 0], [0.05, 0.4, 0]]), np.zeros((3, 3))
    high[2] = 0.25, 0.8, 0
    consistencies = ConsistencyIntervals(
        SPLITS.mean(axis=0), np.array([0.6, 0.1, 0.8]), np.array([0.85, 0.5, 1.0]), low, high,
        MEASURES,
    )  # fmt: skip
    p_values = np.array([square(*PAIRS_P[key]) for key in MEASURES])
    options = Options(trials=200, splits=4)
    return DataSetAnalysis(
        name,
        scores,
        scores,
        options,
        Family(scores.runs, standings=dict.fromkeys(scores.runs, "submitted")),
        0,
        board,
        tests_of(scores, p_values, 200, Rule.TUKEY),
        (Splits(SPLITS, square(0.04, 0.5, 0.0)),),
        consistencies,
    )


def analysis(*names):
    return Analysis(Options(trials=200, splits=4), tuple(map(data_set, names or ("one",))))


#: Every table of the data set, by the end of its file's name: printed rows and CSV.
PRINTED = {
    # Accuracy's two best are tied.
    "leaderboard": [
        ("1", "A-run1", "0.1000", "1", "A-run2", "0.8000", "1", "A-run2", "0.1000"),
        ("2", "A-run2", "0.2000", "1", "B-run1", "0.8000", "2", "B-run1", "0.2000"),
        ("3", "B-run1", "0.4000", "3", "A-run1", "0.4000", "3", "A-run1", "0.3000"),
    ],
    "rank-intervals": [
        ("A-run1", "1", "1–2", "1.00", "3", "2–3", "0.00", "3", "2–3", "0.00"),
        ("A-run2", "2", "1–3", "0.50", "1", "1–2", "1.00", "1", "1–2", "1.00"),
        ("B-run1", "3", "2–3", "0.00", "1", "1–2", "1.00", "2", "1–3", "0.50"),
    ],
    "consistency-intervals": [
        ("JSD", "0.900", "0.800 to 1.000", ""),
        ("NMD", "0.750", "0.600 to 0.850", "0.050 to 0.250"),
        ("Accuracy", "0.300", "0.100 to 0.500", "0.400 to 0.800"),
    ],
    "differences-NMD": [
        ("A-run1", "A-run2\u00a0(p\u00a0=\u00a00.0400;\u00a01.500), "
         "B-run1\u00a0(p\u00a0<\u00a00.0050;\u00a04.500)"),
    ],
    "differences-Accuracy": [
        ("A-run2", "A-run1\u00a0(p\u00a0=\u00a00.0100;\u00a04.243)"),
        ("B-run1", "A-run1\u00a0(p\u00a0=\u00a00.0300;\u00a04.243)"),
    ],
    "differences-JSD": [("A-run2", "A-run1\u00a0(p\u00a0=\u00a00.0200;\u00a03.000)")],
    "groups-NMD": [
        ("A-run1", "0.1000", "a"), ("A-run2", "0.2000", "b"), ("B-run1", "0.4000", "b"),
    ],
    "groups-Accuracy": [
        ("A-run2", "0.8000", "a"), ("B-run1", "0.8000", "a"), ("A-run1", "0.4000", "b"),
    ],
    "groups-JSD": [
        ("A-run2", "0.1000", "a"), ("B-run1", "0.2000", "ab"), ("A-run1", "0.3000", "b"),
    ],
    "similarity": [("NMD", "-0.667", "-0.333"), ("Accuracy", "", "0.667")],
    "consistency": [
        ("JSD", "0.900", "1", "3.34"), ("NMD", "0.750", "1", "2.51"),
        ("Accuracy", "0.300", "0", "0.00"),
    ],
    "overlap": [("NMD", "100.0 (0/2/0)", "50.0 (1/1/0)"), ("Accuracy", "", "50.0 (1/1/0)")],
    "contradictions": [("NMD", "2", "1"), ("Accuracy", "", "0")],
    "contradicting-pairs": [
        ("NMD", "Accuracy, JSD", "A-run1", "A-run2"),
        ("NMD", "Accuracy", "A-run1", "B-run1"),
    ],
}  # fmt: skip
HEADINGS = {
    "leaderboard": [
        (key, name) for key in MEASURES for name in ("rank", "run", "mean")
    ],
    "rank-intervals": [
        ("", "run"), *((key, name) for key in MEASURES for name in ("rank", "95 %", "first")),
    ],
    "differences-NMD": [
        ("", "run"), ("", "significantly better than (p;\u00a0ES_E1)"),
    ],
    "groups-NMD": [("", "run"), ("", "mean"), ("", "groups")],
    "similarity": [("", ""), ("", "Accuracy"), ("", "JSD")],
    "consistency": [
        ("halves", "measure"), ("halves", "mean τ"), ("halves", "k"), ("halves", "ES_E2"),
    ],
    "overlap": [("", ""), ("", "Accuracy"), ("", "JSD")],
    "contradictions": [("", ""), ("", "Accuracy"), ("", "JSD")],
    "contradicting-pairs": [("", "one measure"), ("", "others"), ("", "better by the one"),
                            ("", "better by the others")],
}  # fmt: skip
MARKS = {
    # JSD's second does not differ from its first (p = 0.06).
    "leaderboard": {
        (0, 2): "best", (0, 5): "best", (1, 5): "best", (0, 8): "best", (1, 8): "equal",
    },
    "overlap": {(0, 1): "high", (0, 2): "low", (1, 2): "low"},
}  # fmt: skip
#: Rows with a line above.
RULES = {"differences-NMD": set(), "power": {2}}
CSV = {
    "leaderboard": [
        ("measure", "rank", "run", "mean", "low", "high", "rank low", "rank high",
         "share of resamples first", "rule"),
        ("NMD", 1, "A-run1", 0.1, 0.05, 0.17, 1, 2, 1, INTERVALS),
        ("NMD", 2, "A-run2", 0.2, 0.15, 0.27, 1, 3, 0.5, INTERVALS),
        ("NMD", 3, "B-run1", 0.4, 0.35, 0.47, 2, 3, 0, INTERVALS),
        ("Accuracy", 1, "A-run2", 0.8, 0.75, 0.87, 1, 2, 1, INTERVALS),
        ("Accuracy", 1, "B-run1", 0.8, 0.75, 0.87, 1, 2, 1, INTERVALS),
        ("Accuracy", 3, "A-run1", 0.4, 0.35, 0.47, 2, 3, 0, INTERVALS),
        ("JSD", 1, "A-run2", 0.1, 0.05, 0.17, 1, 2, 1, INTERVALS),
        ("JSD", 2, "B-run1", 0.2, 0.15, 0.27, 1, 3, 0.5, INTERVALS),
        ("JSD", 3, "A-run1", 0.3, 0.25, 0.37, 2, 3, 0, INTERVALS),
    ],
    "rank-intervals": [
        ("measure", "rank", "run", "rank low", "rank high", "share of resamples first", "rule"),
        ("NMD", 1, "A-run1", 1, 2, 1, INTERVALS),
        ("NMD", 2, "A-run2", 1, 3, 0.5, INTERVALS),
        ("NMD", 3, "B-run1", 2, 3, 0, INTERVALS),
        ("Accuracy", 1, "A-run2", 1, 2, 1, INTERVALS),
        ("Accuracy", 1, "B-run1", 1, 2, 1, INTERVALS),
        ("Accuracy", 3, "A-run1", 2, 3, 0, INTERVALS),
        ("JSD", 1, "A-run2", 1, 2, 1, INTERVALS),
        ("JSD", 2, "B-run1", 1, 3, 0.5, INTERVALS),
        ("JSD", 3, "A-run1", 2, 3, 0, INTERVALS),
    ],
    "consistency-intervals": [
        ("measure", "mean tau", "low", "high", "difference low", "difference high"),
        ("JSD", 0.9, 0.8, 1, 0, 0),
        ("NMD", 0.75, 0.6, 0.85, 0.05, 0.25),
        ("Accuracy", 0.3, 0.1, 0.5, 0.4, 0.8),
    ],
    "differences-NMD": [
        ("better", "worse", "p", "p printed", "B", "ES"),
        ("A-run1", "A-run2", 0.04, "0.0400", 200, 1.5),
        ("A-run1", "B-run1", 0, "<0.0050", 200, 4.5),
    ],
    "differences-Accuracy": [
        ("better", "worse", "p", "p printed", "B", "ES"),
        ("A-run2", "A-run1", 0.01, 0.01, 200, 0.4 / (0.08 / 9) ** 0.5),
        ("B-run1", "A-run1", 0.03, 0.03, 200, 0.4 / (0.08 / 9) ** 0.5),
    ],
    "differences-JSD": [
        ("better", "worse", "p", "p printed", "B", "ES"),
        ("A-run2", "A-run1", 0.02, 0.02, 200, 3.0),
    ],
    "groups-NMD": [
        ("run", "mean", "groups"),
        ("A-run1", 0.1, "a"), ("A-run2", 0.2, "b"), ("B-run1", 0.4, "b"),
    ],
    "groups-Accuracy": [
        ("run", "mean", "groups"),
        ("A-run2", 0.8, "a"), ("B-run1", 0.8, "a"), ("A-run1", 0.4, "b"),
    ],
    "groups-JSD": [
        ("run", "mean", "groups"),
        ("A-run2", 0.1, "a"), ("B-run1", 0.2, "ab"), ("A-run1", 0.3, "b"),
    ],
    # Three runs are too few for intervals.
    "similarity": [
        ("measure 1", "measure 2", "tau", "low", "high"),
        ("NMD", "Accuracy", -2 / 3, "", ""),
        ("NMD", "JSD", -1 / 3, "", ""),
        ("Accuracy", "JSD", 2 / 3, "", ""),
    ],
    "consistency": [
        ("parts", "measure", "mean tau", "outperforms the worst", "namely",
         "ES against the worst"),
        ("halves", "JSD", 0.9, 1, "Accuracy", 0.6 / (0.58 / 18) ** 0.5),
        ("halves", "NMD", 0.75, 1, "Accuracy", 0.45 / (0.58 / 18) ** 0.5),
        ("halves", "Accuracy", 0.3, 0, "", 0),
    ],
    "overlap": [
        ("measure 1", "measure 2", "only 1 (a)", "both (b)", "only 2 (c)", "SSO"),
        ("NMD", "Accuracy", 0, 2, 0, 1.0),
        ("NMD", "JSD", 1, 1, 0, 0.5),
        ("Accuracy", "JSD", 1, 1, 0, 0.5),
    ],
    "contradictions": [
        ("measure 1", "measure 2", "contradictions"),
        ("NMD", "Accuracy", 2), ("NMD", "JSD", 1), ("Accuracy", "JSD", 0),
    ],
    "contradicting-pairs": [
        ("measure 1", "measure 2", "better by measure 1", "better by measure 2"),
        ("NMD", "Accuracy", "A-run1", "A-run2"),
        ("NMD", "Accuracy", "A-run1", "B-run1"),
        ("NMD", "JSD", "A-run1", "A-run2"),
    ],
    "p-values": [
        ("run 1", "run 2", "rule", "B", "NMD better", "NMD p", "NMD p printed", "Accuracy better",
         "Accuracy p", "Accuracy p printed", "JSD better", "JSD p", "JSD p printed"),
        ("A-run1", "A-run2", RULE, 200,
         "A-run1", 0.04, 0.04, "A-run2", 0.01, 0.01, "A-run2", 0.02, 0.02),
        ("A-run1", "B-run1", RULE, 200,
         "A-run1", 0, "<0.0050", "B-run1", 0.03, 0.03, "B-run1", 0.3, 0.3),
        ("A-run2", "B-run1", RULE, 200,
         "A-run2", 0.2, 0.2, "tie", 1, 1, "A-run2", 0.06, 0.06),
    ],
}  # fmt: skip
#: The tables over all data sets: here, two that are alike, called one and two.
ACROSS = {
    "data": [
        ("one", "4", "0", "3"),
        ("two", "4", "0", "3"),
    ],
    # Under Accuracy, A-run1 is off the median by .2, .2, .5 and .5, the others by .2 once.
    "tested": [
        (name, "3", "3", "4", "0.005", "none", "A-run1 (Accuracy): 1.7") for name in ("one", "two")
    ],
    "teams": [("A", "2", "2", "2"), ("B", "1", "1", "1"), ("Total", "3", "3", "3")],
    "runs": [("A-run1", "A"), ("A-run2", "A"), ("B-run1", "B")],
    "means": [
        ("A-run1", "0.1000", "0.4000", "0.3000", "0.1000", "0.4000", "0.3000"),
        ("A-run2", "0.2000", "0.8000", "0.1000", "0.2000", "0.8000", "0.1000"),
        ("B-run1", "0.4000", "0.8000", "0.2000", "0.4000", "0.8000", "0.2000"),
    ],
    "power": [
        ("one", "2", "3", "66.7", "2", "3", "66.7", "1", "3", "33.3"),
        ("two", "2", "3", "66.7", "2", "3", "66.7", "1", "3", "33.3"),
        ("pooled", "4", "6", "66.7", "4", "6", "66.7", "2", "6", "33.3"),
    ],
    # Three runs are too few for intervals.
    "similarity-pairs": [
        ("NMD vs Accuracy", "-0.667", "-0.667"),
        ("NMD vs JSD", "-0.333", "-0.333"),
        ("Accuracy vs JSD", "0.667", "0.667"),
    ],
    "similarity-average": [
        ("JSD", "0.167", "0.167", "0.167"),
        ("Accuracy", "0.000", "0.000", "0.000"),
        ("NMD", "-0.500", "-0.500", "-0.500"),
    ],
    "similarity-mean": [("NMD", "-0.667", "-0.333"), ("Accuracy", "", "0.667")],
    "consistency-mean": [
        ("JSD", "0.900", "0.900", "0.900"),
        ("NMD", "0.750", "0.750", "0.750"),
        ("Accuracy", "0.300", "0.300", "0.300"),
    ],
}
ACROSS_CSV = {
    "data": [
        ("data set", "classes", "instances", "instances left out", "fewest votes", "most votes",
         "runs"),
        ("one", "", 4, 0, "", "", 3),
        ("two", "", 4, 0, "", "", 3),
    ],
    "tested": [
        ("data set", "runs", "pairs", "instances", "B", "smallest p", "shown, not tested",
         "run of the widest spread", "measure", "times the median"),
        *((name, 3, 3, 4, 200, 0.005, "", "A-run1", "Accuracy", 3**0.5)
          for name in ("one", "two")),
    ],
    "teams": [("team", "runs", "one", "two"), ("A", 2, 2, 2), ("B", 1, 1, 1)],
    "runs": [
        ("run", "team", "name", "short", "description", "baseline"),
        *((run, run[0], run, run, "", "False") for run in RUNS),
    ],
    "means": [
        ("data set", *CSV["leaderboard"][0]),
        *(("one", *row) for row in CSV["leaderboard"][1:]),
        *(("two", *row) for row in CSV["leaderboard"][1:]),
    ],
    "power": [
        ("data set", "measure", "S", "T", "DP %"),
        *((name, key, s, t, 100 * s / t)
          for name, times in (("one", 1), ("two", 1), ("pooled", 2))
          for key, s, t in (("NMD", 2 * times, 3 * times), ("Accuracy", 2 * times, 3 * times),
                            ("JSD", times, 3 * times))),
    ],
    "similarity-pairs": [
        ("data set", "measure 1", "measure 2", "tau", "low", "high"),
        *((name, *pair, tau, "", "") for name in ("one", "two")
          for pair, tau in ((("NMD", "Accuracy"), -2 / 3), (("NMD", "JSD"), -1 / 3),
                            (("Accuracy", "JSD"), 2 / 3))),
    ],
    "similarity-average": [
        ("data set", "measure", "average tau"),
        *((name, key, tau) for name in ("one", "two", "mean")
          for key, tau in (("JSD", 1 / 6), ("Accuracy", 0), ("NMD", -0.5))),
    ],
    "similarity-mean": [
        ("measure 1", "measure 2", "tau"),
        ("NMD", "Accuracy", -2 / 3), ("NMD", "JSD", -1 / 3), ("Accuracy", "JSD", 2 / 3),
    ],
    "consistency-mean": [
        ("parts", "data set", "measure", "mean tau"),
        *(("halves", name, key, tau) for name in ("one", "two", "mean")
          for key, tau in (("JSD", 0.9), ("NMD", 0.75), ("Accuracy", 0.3))),
    ],
}  # fmt: skip
#: Points of the discriminative power curves: pair number and p-value.
CURVES = {
    "NMD": [(1, 0.2), (2, 0.04), (3, 0.0)],
    "Accuracy": [(1, 1.0), (2, 0.03), (3, 0.01)],
    "JSD": [(1, 0.3), (2, 0.06), (3, 0.02)],
}
