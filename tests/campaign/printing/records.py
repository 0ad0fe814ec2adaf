"""Every chart that an analysis makes, from data that cannot be confused."""

import numpy as np

from oq_core import Collection, compare_runs, rank_runs, ranking_similarity, score
from oq_core.analysis import discriminative_power_intervals, pair_tests, tau_interval
from oq_core.campaign.printing import layouts

KEYS = ("NMD", "RNOD", "JSD")
RUNS = ("alpha", "beta", "gamma", "delta", "omega")


def collection(instances=12):
    """Runs that are ever further from the gold."""
    generator = np.random.default_rng(7)
    gold = generator.dirichlet([1, 2, 3, 1], instances)
    noise = generator.dirichlet([2, 1, 1, 1], (len(RUNS), instances))
    weights = np.array([0.05, 0.15, 0.3, 0.55, 0.9])[:, None, None]
    shares = gold * (1 - weights) + noise * weights
    ids = tuple(f"d{n}" for n in range(instances))
    return Collection("A", tuple("wxyz"), ids, gold, dict(zip(RUNS, shares, strict=True)))


#: What runs' means stand beside.
OTHERS = {"the true distribution": 0.01, "one rater": 0.9}


def charts():
    """Every chart by a name."""
    data = collection()
    scores = score(data, KEYS)
    tests, board = pair_tests(scores, trials=100, seed=1), rank_runs(scores, samples=50, seed=1)
    sure = discriminative_power_intervals(scores, resamples=5, seed=1)
    taus = ranking_similarity(scores).taus
    splits = np.random.default_rng(3).random((9, 3)) * [0.5, 1, 0.8]
    compared = compare_runs(scores, "alpha", "omega")
    return {
        "power": layouts.power_curves({"A": tests}, 0.05, sure),
        "power of two": layouts.power_curves({"A": tests, "B": tests}, 0.3),
        "groups": layouts.groups_of_runs("A", scores, 1, tests.p_values, 0.05, OTHERS),
        "means": layouts.mean_intervals("A", scores, board, 2, OTHERS),
        "truth": layouts.beside_truth("A", {"NMD": {"alpha": 0.1, "beta": 0.2}}, {"NMD": OTHERS}),
        "scores": layouts.spread_of_scores("A", scores, "beta", "RNOD"),
        "similarity": layouts.square("s", "A", "τ", KEYS, taus, "τ", tau_interval(taus, 5)),
        "splits": layouts.spread_of_splits("A", KEYS, splits),
        "sample size": layouts.power_by_instances(13, 4, 0.1, 0.02, 0.05, 0.7, paired=True),
        "deltas": layouts.delta_scatter("A", compared, KEYS),
        "extremes": layouts.extreme_instances("A", data, compared, "NMD", "RNOD"),
    }
