"""How often intervals hold what they are of."""

from __future__ import annotations

from functools import cache, partial

import numpy as np

from oq_core import Scores, discriminative_power, ranking_consistency, read_campaign
from oq_core.analysis import (
    Rule,
    bootstrap_tau_interval,
    bounded_mean_interval,
    consistency_intervals,
    difference_intervals,
    discriminative_power_intervals,
    instance_tau_interval,
    kendall_tau,
    leaderboard,
    pair_tests,
    pearson,
    randomised_tukey_hsd,
    rank_runs,
    rank_sets,
    residual_variance_interval,
    tau_interval,
)
from oq_core.disagreement import SIGIR18_MEASURES, artificial_distributions, artificial_experiment
from oq_core.disagreement.artificial import kendall_tau_intervals
from oq_core.disagreement.sampling import score_in_blocks
from oq_core.measures.quantification import measures_of
from tests.benchmarks.statistics.cells import BLOCK, Cell, Outcome
from tests.benchmarks.statistics.designs import FAILS, NULLS, STEPS, Design, spread


def beta(generator: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    return generator.beta(2, 5, shape)


def log_normal(generator: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    return generator.lognormal(size=shape)


def failing(generator: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    """Good scores, and the worst one where the run fails."""
    return np.where(generator.random(shape) < FAILS, 1.0, generator.beta(2, 20, shape))


MEANS = {
    "beta(2, 5)": (beta, 2 / 7),
    "log-normal": (log_normal, np.exp(0.5)),
    "fails on 5 %": (failing, FAILS + (1 - FAILS) * 2 / 22),
}


def ends_of_mean(rule: str, scores: np.ndarray, seed: int) -> tuple[np.ndarray, np.ndarray]:
    if rule == "t":
        return leaderboard._t_ends(scores, 0.975)
    if rule == "bounds":
        return bounded_mean_interval(scores)
    low, high = np.quantile(leaderboard.resampled_means(scores, 500, seed), [0.025, 0.975], axis=0)
    return low, high


def of_mean(
    kind: str, design: str, rule: str, n: int, generator: np.random.Generator, seed: int
) -> np.ndarray:
    """Whether intervals of the mean cover it, or how wide they are."""
    draw, truth = MEANS[design]
    low, high = ends_of_mean(rule, draw(generator, (n, 256)), seed)
    return high - low if kind == "width" else (low <= truth) & (truth <= high)


def cells_of_means() -> list[Cell]:
    found = []
    for design in MEANS:
        for n in (5, 10, 20, 30, 50, 100):
            rules = ["percentile", "t"] + (["bounds"] if design != "log-normal" else [])
            for kind in ("coverage of a mean", "width"):
                found += [
                    Cell(kind, design, rule, n, partial(of_mean, kind, design, rule, n))
                    for rule in rules
                    if kind != "width" or design != "log-normal"
                ]
    return found


#: Twelve runs: true means, and the rank of each (ties share the better one).
LADDERS = {
    "12 runs, steps of .1": np.arange(12) * 0.1,
    "12 equal runs": np.zeros(12),
}


def scores_of(values: np.ndarray) -> Scores:
    measures, n, m = values.shape
    names = tuple(f"M{k}" for k in range(measures)), tuple(map(str, range(n)))
    return Scores(values, *names, tuple(f"r{j}" for j in range(m)), (False,) * measures)


def of_ranks(
    design: str, rule: str, n: int, generator: np.random.Generator, seed: int
) -> np.ndarray:
    """Whether the intervals of ranks hold for all runs of a campaign together."""
    means = LADDERS[design]
    truth = (means[:, None] > means).sum(axis=1) + 1
    scores = scores_of(generator.normal(size=(BLOCK, n, len(means))) + means)
    if rule == "rank sets":
        found = rank_sets(scores, trials=500, seed=seed)
        low, high = found.low, found.high
    else:
        board = rank_runs(scores, samples=500, seed=seed)
        low, high = board.rank_low, board.rank_high
    inside = (low <= truth) & (truth <= high)
    if rule == "bootstrap, the first run":
        best = scores.means.argmin(axis=1)
        return inside[np.arange(len(best)), best]
    return inside.mean(axis=1) if rule == "bootstrap, a run" else inside.all(axis=1)


def cells_of_ranks() -> list[Cell]:
    rules = ("bootstrap, a run", "bootstrap, the first run", "bootstrap, all runs", "rank sets")
    return [
        Cell("coverage of ranks", design, rule, n, partial(of_ranks, design, rule, n))
        for design in LADDERS
        for n in (15, 40)
        for rule in rules
    ]


def of_tau_of_runs(
    tau: float, rule: str, runs: int, generator: np.random.Generator, seed: int
) -> np.ndarray:
    """Whether intervals cover the tau of all possible runs, of which some are drawn."""
    correlation = np.sin(np.pi * tau / 2)
    first = generator.normal(size=(BLOCK, runs))
    second = correlation * first + (1 - correlation**2) ** 0.5 * generator.normal(size=first.shape)
    if rule == "formula":
        ends = tau_interval(kendall_tau(first, second), runs)
    else:
        ends = np.array(
            [
                bootstrap_tau_interval(
                    np.stack(pair), False, samples=500, seed=seed * BLOCK + place
                )[0, 1]
                for place, pair in enumerate(zip(first, second, strict=True))
            ]
        )
    return (ends[:, 0] <= tau) & (tau <= ends[:, 1])


def of_tau_of_instances(
    runs: int, n: int, step: float, generator: np.random.Generator, seed: int
) -> np.ndarray:
    """Whether intervals cover the tau of these runs on all instances: one swap from 1."""
    one, other = np.arange(runs) * step, np.arange(runs) * step
    other[-2:] = other[:-3:-1]
    truth = float(kendall_tau(one, other))
    found = []
    for place in range(8):
        common = generator.normal(size=(n, runs))
        own = 0.3 * generator.normal(size=(2, n, runs))
        scores = scores_of(common + own + np.stack([one, other])[:, None])
        low, high = instance_tau_interval(scores, samples=500, seed=8 * seed + place)[0, 1]
        found.append(low <= truth <= high)
    return np.array(found)


def cells_of_taus() -> list[Cell]:
    found = [
        Cell("coverage of tau", f"runs drawn, tau {tau}", rule, runs,
             partial(of_tau_of_runs, tau, rule, runs))
        for tau in (0.5, 0.8, 0.9)
        for runs in (6, 12, 22)
        for rule in ("formula", "bootstrap over runs")
    ]  # fmt: skip
    return found + [
        Cell("coverage of tau", f"{runs} runs one swap apart, steps of {step}", "instances", 100,
             partial(of_tau_of_instances, runs, 100, step))
        for runs in (6, 12)
        for step in (0.1, 0.3)
    ]  # fmt: skip


#: Instances of a cluster, and Pearson's r of clusters and within them.
CLUSTER, CORRELATED = 4, 0.6


def of_correlation(
    design: str, rule: str, clusters: int, generator: np.random.Generator, _: int
) -> np.ndarray:
    """Whether intervals cover Pearson's r, half of whose variance is between clusters."""
    mixed = np.linalg.cholesky([[1, CORRELATED], [CORRELATED, 1]]).T
    between, within = (
        generator.normal(size=(BLOCK, clusters, size, 2)) @ mixed for size in (1, CLUSTER)
    )
    if "unlike" in design:
        between *= generator.exponential(size=(BLOCK, clusters, 1, 1))
        within *= generator.exponential(size=(BLOCK, clusters, 1, 1))
    names = [str(n // CLUSTER) for n in range(clusters * CLUSTER)] if "whole" in rule else []
    ends = [pearson(*each.reshape(-1, 2).T, names) for each in between + within]
    return np.array([each.low <= CORRELATED <= each.high for each in ends])


def cells_of_correlations() -> list[Cell]:
    return [
        Cell("coverage of Pearson's r", f"clusters of {CLUSTER}, {spreads} spread", rule, clusters,
             partial(of_correlation, spreads, rule, clusters))
        for spreads in ("equal", "unlike")
        for clusters in (5, 10, 60)
        for rule in ("whole clusters", "instances")
    ]  # fmt: skip


@cache
def population() -> Scores:
    """The bundled sample, scale A, without its baselines: instances are drawn from it."""
    keys = ["NMD", "RSNOD", "RNOD", "NVD", "RNSS", "JSD"]
    campaign = read_campaign("sample_data/gold.json", ["sample_data/runs"], measures=keys)
    scores = next(each for name, each in campaign.scores.items() if name.endswith("A"))
    return scores.without([name for name in scores.runs if name.startswith("BL-")])


def drawn(generator: np.random.Generator, n: int, every: int = 1) -> Scores:
    """Instances that are drawn from it, with every so many-th of its runs."""
    rows = generator.integers(0, len(population().ids), n)
    return scores_of(population().values[:, rows, ::every])


@cache
def expected_powers(n: int, every: int, rule: Rule) -> np.ndarray:
    """Mean S over many samples of so many instances."""
    generator = np.random.default_rng(1)
    tests = (pair_tests(drawn(generator, n, every), rule, 500, seed) for seed in range(400))
    return np.mean([discriminative_power(each, 0.05).significant for each in tests], axis=0)


def of_powers(
    rule: Rule, n: int, every: int, generator: np.random.Generator, seed: int
) -> np.ndarray:
    """Whether intervals of S cover the mean S of other samples of as many instances."""
    sure = discriminative_power_intervals(drawn(generator, n, every), seed=seed, rule=rule)
    truth = expected_powers(n, every, rule)
    return np.array([((sure.low <= truth) & (truth <= sure.high)).mean()])


@cache
def expected_consistency(n: int) -> np.ndarray:
    """Mean tau of splits of many samples of so many instances."""
    generator = np.random.default_rng(1)
    return np.mean(
        [
            ranking_consistency(drawn(generator, n), splits=100, seed=seed).means
            for seed in range(1000)
        ],
        axis=0,
    )


def of_splits(
    kind: str, rule: str, n: int, generator: np.random.Generator, seed: int
) -> np.ndarray:
    """What is said of every two measures' consistency, against that of many samples."""
    scores, truth = drawn(generator, n), expected_consistency(n)
    first, second = np.triu_indices(len(truth), k=1)
    gaps = (truth[:, None] - truth)[first, second]
    if rule == "jackknife":
        sure = consistency_intervals(scores, splits=200, seed=seed)
        low, high = (each[first, second] for each in (sure.difference_low, sure.difference_high))
        if kind == "coverage of a difference of consistency":
            return np.array([((low <= gaps) & (gaps <= high)).mean()])
        found, means = (low > 0) | (high < 0), sure.means
    else:
        taus = ranking_consistency(scores, splits=1000, seed=seed).taus
        found = randomised_tukey_hsd(taus, 500, seed)[first, second] <= 0.05
        means = taus.mean(axis=0)
    wrong = found & (np.sign((means[:, None] - means)[first, second]) != np.sign(gaps))
    if kind == "consistency, significant":
        return np.array([found.mean()])
    return np.array([wrong.sum() / max(found.sum(), 1)])


def cells_of_samples() -> list[Cell]:
    """Blocks are of one campaign, so that fewer tell their error."""
    every_run, seven = "sample without baselines", "seven runs of the sample"
    # A resample's S hardly depends on + 1: p of count/B, as the row was made.
    papers, signs = Rule(), Rule("sign-flip", plus_one=False)
    cells: list[tuple[str, str, str, Outcome]] = [
        (kind, every_run, rule, partial(of_splits, kind, rule, 100))
        for kind, rule in (
            ("consistency, significant", "test on splits"),
            ("consistency, of these wrong", "test on splits"),
            ("consistency, significant", "jackknife"),
            ("coverage of a difference of consistency", "jackknife"),
        )
    ]
    cells += [
        ("coverage of S", design, rule, partial(of_powers, by, 100, every))
        for design, rule, by, every in (
            (every_run, "single-step", papers, 1),
            (seven, "single-step", papers, 3),
            (seven, "sign-flip", signs, 3),
        )
    ]
    return [Cell(*each[:3], 100, each[3], least=100) for each in cells]


@cache
def expected_artificial(classes: int) -> np.ndarray:
    """Mean tau over many experiments, (K, K)."""
    return np.mean(
        [artificial_experiment(classes, seed=10_000 + seed).taus for seed in range(500)], axis=0
    )


def of_artificial(classes: int, rule: str, _: np.random.Generator, seed: int) -> np.ndarray:
    """Whether intervals of artificial pairs cover the mean tau of many experiments."""
    truth = expected_artificial(classes)
    if rule == "distributions":
        ends = artificial_experiment(classes, seed=seed).intervals
    else:
        made = artificial_distributions(classes, seed=seed)
        first, second = np.triu_indices(len(made), k=1)
        known = measures_of(SIGIR18_MEASURES)
        _, ends = kendall_tau_intervals(score_in_blocks(known, made[first], made[second]))
    upper = np.triu_indices(len(truth), k=1)
    inside = (ends[..., 0] <= truth) & (truth <= ends[..., 1])
    return np.array([inside[upper].mean()])


def cells_of_artificial() -> list[Cell]:
    return [
        Cell("coverage of tau", "artificial distributions", f"over {rule}", classes,
             partial(of_artificial, classes, rule), least=100)
        for classes in (3, 5)
        for rule in ("pairs", "distributions")
    ]  # fmt: skip


def of_differences(design: Design, n: int, generator: np.random.Generator, seed: int) -> np.ndarray:
    """Whether the intervals of all pairs' differences hold together."""
    levels = np.array(design.level, dtype=float)
    first, second = np.triu_indices(len(levels), k=1)
    found = difference_intervals(scores_of(design.made(generator, BLOCK, n)), trials=500, seed=seed)
    gaps = levels[first] - levels[second]
    return ((found.low <= gaps) & (gaps <= found.high)).all(axis=1)


def of_pilots(design: Design, n: int, generator: np.random.Generator, seed: int) -> np.ndarray:
    """Whether the interval of a pilot's variance, and so of the sample size, covers it."""
    scores = design.made(generator, BLOCK, n)
    low, high = residual_variance_interval(scores, "E2", samples=300, seed=seed)
    return (low <= 1) & (high >= 1)


def cells_of_plans() -> list[Cell]:
    """Intervals of differences, of all pairs together; and of what a pilot says of the next round.

    Scores of the pilots have a variance of 1 within instances.
    """
    cells = [
        Cell("coverage of differences", design.name, "all pairs", n,
             partial(of_differences, design, n))
        for design in (NULLS[0], NULLS[1], NULLS[6], NULLS[8], STEPS)
        for n in (15, 40)
    ]  # fmt: skip
    pilots = (NULLS[0], spread("log-normal", [1] * 8, "log-normal"))
    return cells + [
        Cell("coverage of a variance", design.name, "pilot", n, partial(of_pilots, design, n))
        for design in pilots
        for n in (20, 50)
    ]
