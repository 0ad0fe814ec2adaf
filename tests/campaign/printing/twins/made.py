"""Data that cannot be confused: no two numbers are equal, and nothing is symmetric or in order."""

import itertools
import math

import numpy as np
from scipy import stats

from oq_core import Collection, Scores
from oq_core.analysis import Comparison
from oq_core.analysis.leaderboard import Leaderboard
from oq_core.analysis.pairs import Rule, tests_of
from oq_core.raters import Allowed, StandIn

#: Larger is better for the second.
MEASURES = ("NMD", "kappa", "JSD")
RUNS = ("delta", "alpha", "gamma", "beta")
IDS = ("d5", "d2", "d9", "d1", "d7", "d3")
PAIRS = tuple(itertools.combinations(range(len(RUNS)), 2))
RULE = Rule.SIGNS
ALPHA, TRIALS = 0.07, 900


def scores():
    """Scores (3, 6, 4)."""
    values = np.random.default_rng(1).uniform(0.1, 0.9, (3, 6, 4))
    return Scores(values, MEASURES, IDS, RUNS, (False, True, False))


def mean(values):
    """The mean of a list."""
    return sum(values) / len(values)


def means(made, k):
    """The mean of each run under one measure."""
    return [
        mean([made.values[k, i, r] for i in range(len(made.ids))]) for r in range(len(made.runs))
    ]


def best_first(made, k):
    """Places of the runs under one measure."""
    found = means(made, k)
    return sorted(range(len(found)), key=found.__getitem__, reverse=made.larger_is_better[k])


def p_values():
    """P-values (3, 4, 4): each pair has its own."""
    found, few = np.ones((3, 4, 4)), iter(np.random.default_rng(4).permutation(18))
    for k in range(3):
        for i, j in PAIRS:
            found[k, i, j] = found[k, j, i] = (next(few) + 1) / 100
    return found


def pair_tests(p=None):
    """What is tested of `scores`."""
    return tests_of(scores(), p_values() if p is None else p, TRIALS, RULE)


def comparison():
    """Of delta and gamma, with a tie."""
    deltas = np.random.default_rng(6).uniform(-0.5, 0.5, (3, 6))
    deltas[1, 2] = 0
    winners = np.where(deltas < 0, 1, 2)
    winners[1] = np.where(deltas[1] > 0, 1, 2)
    winners[1, 2] = 0
    return Comparison("delta", "gamma", MEASURES, IDS, deltas, winners.astype(np.int8))


def collection():
    """Gold and runs over three classes."""
    shares = np.random.default_rng(8).dirichlet([1, 2, 3], (5, len(IDS)))
    runs = dict(zip(RUNS, shares[1:], strict=True))
    return Collection("A", ("bad", "fair", "good"), IDS, shares[0], runs)


def stand_in():
    """Two scores, three judges, four raters: one judge passes by one score, one by none."""
    gaps = np.array(
        [
            [[-0.3, -0.21, -0.11, 0.31], [0.41, 0.33, 0.52, 0.27], [math.nan] * 4],
            [[0.36, 0.43, 0.24, 0.19], [0.47, 0.22, 0.39, 0.28], [math.nan] * 4],
        ]
    )
    errors = np.random.default_rng(5).uniform(0.01, 0.03, gaps.shape)
    freedom = np.array([[30.0, 41, 52, 63], [33, 44, 55, 66], [math.nan] * 4])
    as_close = np.random.default_rng(6).uniform(0.3, 0.9, gaps.shape)
    as_close[:, 2] = math.nan
    ties = np.array([[0.13, 0.24, 0.35], [0.46, 0.57, 0.68]])
    return StandIn(("NMD", "RMSE"), ("J2", "J1", "J3"), ("r4", "r1", "r3", "r2"), ("r9", "r8"),
                   np.full((3, 4), 40), gaps, errors, freedom, as_close, ties, {3: 40})  # fmt: skip


def share_beaten(found, k, j, epsilon, q):
    """Of four raters, how many a judge beats, by the steps of Benjamini and Yekutieli."""
    if math.isnan(found.freedom[j, 0]):
        return math.nan
    p = sorted(
        float(stats.t.cdf((found.gaps[k, j, r] - epsilon) / found.errors[k, j, r],
                          found.freedom[j, r])) for r in range(4)
    )  # fmt: skip
    limits = [q * (rank + 1) / 4 / sum(1 / n for n in range(1, 5)) for rank in range(4)]
    return max((r + 1 for r in range(4) if p[r] <= limits[r]), default=0) / 4


def allowed():
    """Of two measures and three runs."""
    numbers = np.random.default_rng(1).uniform(0.1, 0.9, (4, 2))
    means = np.random.default_rng(2).uniform(0.2, 0.7, (2, 3))
    return Allowed(("NMD", "JSD"), *numbers, ("c", "a", "b"), means, ("what was left out",))


def board(scores):
    """Means, ranks and ends."""
    of_runs = np.array([means(scores, k) for k in range(3)])
    ranks = np.zeros((3, 4), int)
    for k in range(3):
        for rank, run in enumerate(best_first(scores, k)):
            ranks[k, run] = rank + 1
    below, above = np.random.default_rng(5).uniform(0.01, 0.09, (2, 3, 4))
    return Leaderboard(of_runs, of_runs - below, of_runs + above, ranks, ranks, ranks, ranks / 9,
                       "percentile", scores.measures, scores.runs)  # fmt: skip
