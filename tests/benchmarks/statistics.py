"""Simulations that back what the app says of its tests and intervals.

Run from the repository's root: python -m tests.benchmarks.statistics

Its tables stand in `pages/shared/simulations.py`. Reference shows them all, Discriminative power
those of the rule of the tests, Leaderboard that of intervals.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable

import numpy as np

from oq_core import Scores, rank_runs
from oq_core.analysis import Rule, leaderboard, pair_tests

ALPHA, TRIALS = 0.05, 400
#: Holm's adjustment over 28 pairs needs more trials to show anything at all.
TRIALS_OF_HOLM = 2000
RULES = {
    "single-step": Rule(),
    "step-down": Rule("step-down"),
    "studentised": Rule(studentised=True),
    "studentised, step-down": Rule("step-down", studentised=True),
    "Fisher, Holm, +1": Rule("fisher-holm", plus_one=True),
}


def named(values: np.ndarray) -> Scores:
    """Scores (K, n, m) with names that mean nothing."""
    measures, instances, runs = values.shape
    return Scores(
        values,
        tuple(f"M{k}" for k in range(measures)),
        tuple(map(str, range(instances))),
        tuple(f"r{j}" for j in range(runs)),
        (False,) * measures,
    )


def errors(
    made: Callable[[np.random.Generator], np.ndarray],
    equal: np.ndarray,
    rules: dict[str, Rule],
    campaigns: int,
) -> dict[str, tuple[float, float]]:
    """Share of campaigns with a wrong finding, and mean share of real differences found.

    `made` gives scores (K, n, m); `equal` (m, m) says which pairs do not differ.
    """
    generator = np.random.default_rng(0)
    pairs = np.triu(np.ones_like(equal, dtype=bool), k=1)
    wrong, found = dict.fromkeys(rules, 0.0), dict.fromkeys(rules, 0.0)
    for seed in range(campaigns):
        scores = named(made(generator))
        for name, rule in rules.items():
            trials = TRIALS_OF_HOLM if rule.method == "fisher-holm" else TRIALS
            significant = pair_tests(scores, rule, trials, seed).p_values <= ALPHA
            wrong[name] += (significant & equal & pairs).any()
            if (~equal & pairs).any():
                found[name] += significant[:, ~equal & pairs].mean()
    return {name: (wrong[name] / campaigns, found[name] / campaigns) for name in rules}


def show(title: str, table: dict[str, tuple[float, float]], campaigns: int) -> None:
    """A table of error and power, with the simulation's own standard error."""
    print(f"\n{title} ({campaigns:,} campaigns)")  # noqa: T201
    for name, (wrong, power) in table.items():
        error = (wrong * (1 - wrong) / campaigns) ** 0.5
        print(  # noqa: T201
            f"  {name:24} familywise error {wrong:6.1%} ± {error:.1%}   power {power:6.1%}"
        )


def coverage(instances: int, campaigns: int) -> tuple[float, float]:
    """Coverage of 95 % intervals of the mean: percentile bootstrap, and Student's t."""
    scores = np.random.default_rng(0).beta(2, 5, (instances, campaigns))
    truth = 2 / 7
    drawn = leaderboard._resampled_means(scores, 500, 0)
    low, high = np.quantile(drawn, [0.025, 0.975], axis=0)
    ends = leaderboard._t_ends(scores, 0.975)
    return (
        float(((low <= truth) & (truth <= high)).mean()),
        float(((ends[0] <= truth) & (truth <= ends[1])).mean()),
    )


def main() -> None:
    """All tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--campaigns", type=int, default=1000)
    campaigns = parser.parse_args().campaigns
    everything = np.ones((8, 8), dtype=bool)
    show(
        "Eight equal runs, 40 instances",
        errors(lambda g: g.normal(size=(1, 40, 8)), everything, RULES, campaigns),
        campaigns,
    )
    spread = np.array([1] * 7 + [6])
    show(
        "Eight runs of equal means, one with six times the spread",
        errors(lambda g: g.normal(size=(1, 40, 8)) * spread, everything, RULES, campaigns),
        campaigns,
    )
    steps = np.repeat([0.0, 0.6, 1.2, 3.0], 2)
    same = steps[:, None] == steps
    show(
        "Four pairs of equal runs, steps of 0.6, 0.6 and 1.8 standard deviations",
        errors(lambda g: g.normal(size=(1, 40, 8)) + steps, same, RULES, campaigns),
        campaigns,
    )
    show(
        "Eight equal runs under six measures",
        errors(
            lambda g: g.normal(size=(6, 40, 8)) + g.normal(size=(1, 40, 8)),
            everything,
            {"each measure alone": Rule(), "over all measures": Rule(over_measures=True)},
            campaigns,
        ),
        campaigns,
    )
    print("\nCoverage of 95 % intervals of a mean of skewed scores")  # noqa: T201
    print("  instances   percentile    t")  # noqa: T201
    for instances in (5, 10, 20, 30, 50, 100):
        percentile, student = coverage(instances, 4000)
        print(f"  {instances:9}   {percentile:10.1%}   {student:6.1%}")  # noqa: T201
    made = rank_runs(np.random.default_rng(0).random((5, 3)), False)
    print(f"  intervals with 5 instances are of kind: {made.interval}")  # noqa: T201


if __name__ == "__main__":
    main()
