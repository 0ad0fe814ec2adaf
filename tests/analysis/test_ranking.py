"""Kendall's tau, its intervals, and what measures make of the same runs."""

from itertools import combinations
from math import atanh, isnan, nan, sqrt, tanh

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy import stats

from oq_core import Scores, ranking_similarity
from oq_core.analysis import (
    average_similarity,
    bootstrap_tau_interval,
    instance_tau_interval,
    kendall_tau,
    tau_interval,
    teams_of,
)
from oq_core.data.arrays import resampled_counts

GRID = st.integers(0, 8).map(lambda x: x / 8)
VARIANTS = st.sampled_from("ab")


@st.composite
def rankings(draw, count=2, fewest=2):
    """Scores of m runs under several measures (count, m), with ties."""
    return draw(hnp.arrays(float, (count, draw(st.integers(fewest, 9))), elements=GRID))


def plain_tau(x, y, variant="a"):
    concordant = discordant = tied_x = tied_y = pairs = 0
    for i, j in combinations(range(len(x)), 2):
        pairs += 1
        tied_x += x[i] == x[j]
        tied_y += y[i] == y[j]
        sign = (x[i] - x[j]) * (y[i] - y[j])
        concordant += sign > 0
        discordant += sign < 0
    bound = pairs if variant == "a" else sqrt((pairs - tied_x) * (pairs - tied_y))
    return (concordant - discordant) / bound if bound else nan


@given(rankings(), VARIANTS)
def test_tau_agrees_with_a_plain_loop(scores, variant):
    assert kendall_tau(*scores, variant) == pytest.approx(plain_tau(*scores, variant), nan_ok=True)


@given(rankings())
def test_variant_b_agrees_with_scipy(scores):
    expected = stats.kendalltau(*scores).statistic
    assert kendall_tau(*scores, "b") == pytest.approx(expected, nan_ok=True)


@given(rankings(), VARIANTS, st.randoms())
def test_what_any_tau_is_like(scores, variant, random):
    x, y = scores
    tau = kendall_tau(x, y, variant)
    assert isnan(tau) or -1 <= tau <= 1
    order = random.sample(range(len(x)), len(x))
    for same in (
        kendall_tau(y, x, variant),
        kendall_tau(x[order], y[order], variant),
        kendall_tau(x**3, y, variant),
        kendall_tau(-x, -y, variant),
        -kendall_tau(-x, y, variant),
    ):
        np.testing.assert_array_equal(same, tau)


@given(st.permutations(range(7)))
def test_without_ties_the_variants_are_one(x):
    y, x = np.arange(7), np.array(x)
    assert kendall_tau(x, y, "a") == pytest.approx(kendall_tau(x, y, "b"))
    assert kendall_tau(x, x, "a") == 1
    assert kendall_tau(x, -x, "a") == -1


def test_ties_by_hand():
    # Of three pairs one is tied in y and two agree: 2/3, or 2 over the root of 3 times 2.
    assert kendall_tau([1, 2, 3], [1, 1, 2]) == pytest.approx(2 / 3)
    assert kendall_tau([1, 2, 3], [1, 1, 2], "b") == pytest.approx(2 / sqrt(6))
    assert kendall_tau([1, 1], [1, 2]) == 0
    assert isnan(kendall_tau([1, 1], [1, 2], "b"))


@pytest.mark.parametrize(("gap", "tau"), [(5e-10, 0), (2e-9, 1)])
def test_rounding_makes_no_order(gap, tau):
    assert kendall_tau([0.3, 0.3 + gap], [1, 2]) == tau
    assert kendall_tau([0.3 + gap, 0.3], [2, 1]) == tau


def test_leading_axes_broadcast():
    x, y = np.random.default_rng(0).random((2, 3, 6))
    square = kendall_tau(x[:, None], y[None])
    assert square.shape == (3, 3)
    for i in range(3):
        for j in range(3):
            assert square[i, j] == plain_tau(x[i], y[j])


@pytest.mark.parametrize(
    ("x", "y", "words"),
    [
        ([1], [1], "the same two runs or more"),
        ([1, 2], [1, 2, 3], "the same two runs or more"),
        ([1, nan], [1, 2], r"x\[1\] is not a finite number; leave that run out of both"),
        ([1, 2], [np.inf, 2], r"y\[0\] is not a finite number"),
    ],
)
def test_what_has_no_tau_is_refused(x, y, words):
    with pytest.raises(ValueError, match=words):
        kendall_tau(x, y)


@given(rankings(count=3), st.lists(st.booleans(), min_size=3, max_size=3), VARIANTS)
def test_similarity_is_tau_of_every_two_measures(means, directions, variant):
    taus = ranking_similarity(means, directions, variant)
    turned = [
        [-mean for mean in row] if larger else row
        for row, larger in zip(means, directions, strict=True)
    ]
    expected = [[plain_tau(x, y, variant) for y in turned] for x in turned]
    np.testing.assert_allclose(taus, expected, atol=1e-12)
    np.testing.assert_array_equal(taus, taus.T)


@given(rankings(count=4), st.permutations(range(4)), st.randoms())
def test_order_of_measures_and_runs_does_not_matter(means, measures, random):
    directions = np.array([True, False, False, True])
    taus = ranking_similarity(means, directions)
    runs = random.sample(range(means.shape[1]), means.shape[1])
    shuffled = ranking_similarity(means[measures][:, runs], directions[measures])
    np.testing.assert_array_equal(shuffled, taus[np.ix_(measures, measures)])


def test_turning_one_measure_turns_its_taus():
    means = np.random.default_rng(0).random((3, 7))
    taus = ranking_similarity(means, False)
    turned = ranking_similarity(means, [False, True, False])
    np.testing.assert_array_equal(turned[1, [0, 2]], -taus[1, [0, 2]])
    assert turned[0, 2] == taus[0, 2]
    np.testing.assert_array_equal(ranking_similarity(means, larger_is_better=True), taus)


def test_an_undefined_mean_is_not_a_tie():
    means = [[1, 2, 3], [1, nan, 3]]
    for function in (ranking_similarity, bootstrap_tau_interval):
        with pytest.raises(ValueError, match=r"means\[1, 1\] is not a finite number"):
            function(means, False)


@given(rankings(count=4))
def test_average_similarity_leaves_out_a_measure_itself(means):
    taus = ranking_similarity(means, False)
    expected = [sum(taus[i][j] for j in range(4) if j != i) / 3 for i in range(4)]
    np.testing.assert_allclose(average_similarity(taus), expected, atol=1e-12)
    stack = np.stack([taus, -taus])
    expected = [expected, np.negative(expected)]
    np.testing.assert_allclose(average_similarity(stack), expected, atol=1e-12)


@given(st.floats(-0.999, 0.999), st.integers(5, 200), st.floats(0.5, 0.999))
def test_interval_agrees_with_the_formula(tau, runs, confidence):
    z = stats.norm.isf((1 - confidence) / 2)
    half = z * sqrt(0.437 / (runs - 4))
    expected = [tanh(atanh(tau) - half), tanh(atanh(tau) + half)]
    np.testing.assert_allclose(tau_interval(tau, runs, confidence), expected, atol=1e-12)


@given(hnp.arrays(float, (2, 3), elements=st.floats(-1, 1)), st.integers(5, 100))
def test_what_any_interval_is_like(taus, runs):
    low, high = np.moveaxis(tau_interval(taus, runs), -1, 0)
    assert ((low >= -1) & (low <= taus + 1e-12) & (taus <= high + 1e-12) & (high <= 1)).all()
    np.testing.assert_allclose(tau_interval(-taus, runs), np.stack([-high, -low], axis=-1))
    for narrower in (tau_interval(taus, runs + 50), tau_interval(taus, runs, confidence=0.8)):
        assert (np.diff(narrower)[..., 0] <= high - low + 1e-12).all()


def test_interval_at_the_ends_and_of_few_runs():
    np.testing.assert_array_equal(tau_interval([1, -1], 5), [[1, 1], [-1, -1]])
    assert tau_interval([0.5, 1], 4).shape == (2, 2)
    assert np.isnan(tau_interval([0.5, 1], 4)).all()
    assert np.isnan(tau_interval([nan, 0.5], 5)[0]).all()


def test_interval_holds_what_it_says():
    """Of correlated normal samples, whose true tau is 2/pi arcsin(r)."""
    generator, campaigns, runs, r = np.random.default_rng(0), 4000, 20, 0.7
    x, noise = generator.standard_normal((2, campaigns, runs))
    low, high = tau_interval(kendall_tau(x, r * x + sqrt(1 - r * r) * noise), runs).T
    truth = 2 / np.pi * np.arcsin(r)
    held = ((low <= truth) & (truth <= high)).mean()
    assert 0.93 < held < 0.97


@given(rankings(fewest=3), VARIANTS, st.integers(0, 99))
def test_bootstrap_agrees_with_a_plain_loop(means, variant, seed):
    """For variant b with SciPy's tau, which leaves out two copies of a run as a tie."""
    runs, samples = means.shape[1], 30
    drawn = np.random.default_rng(seed).integers(0, runs, (samples, runs))
    taus = []
    for x, y in means[:, drawn].transpose(1, 0, 2):
        taus.append(stats.kendalltau(x, y).statistic)
    if variant == "a":
        for sample, copies in enumerate(drawn):
            pairs = [(i, j) for i, j in combinations(copies, 2) if i != j]
            signs = [np.sign((means[0, i] - means[0, j]) * (means[1, i] - means[1, j]))
                     for i, j in pairs]  # fmt: skip
            taus[sample] = np.mean(signs) if pairs else nan
    known = [tau for tau in taus if not isnan(tau)]
    expected = np.quantile(known, [0.05, 0.95]) if known else [nan, nan]
    found = bootstrap_tau_interval(
        means, False, variant=variant, samples=samples, seed=seed, confidence=0.9
    )
    np.testing.assert_allclose(found[0, 1], expected, atol=1e-9)


@given(rankings(count=3, fewest=4), VARIANTS)
def test_what_any_bootstrap_is_like(means, variant):
    directions = [False, True, False]
    found = bootstrap_tau_interval(means, directions, variant, samples=40)
    assert found.shape == (3, 3, 2)
    np.testing.assert_array_equal(found, found.transpose(1, 0, 2))
    low, high = np.moveaxis(found, -1, 0)
    known = np.isfinite(low)
    assert ((low >= -1) & (low <= high) & (high <= 1))[known].all()
    turned = bootstrap_tau_interval(-means, np.logical_not(directions), variant, samples=40)
    np.testing.assert_array_equal(turned, found)
    pair = bootstrap_tau_interval(means[:2], directions[:2], variant, samples=40)
    np.testing.assert_allclose(pair, found[:2, :2], atol=1e-12)
    if variant == "b":
        np.testing.assert_allclose(found[0, 0][known[0, 0]], 1)


def test_bootstrap_is_near_the_formula_for_many_runs():
    generator = np.random.default_rng(0)
    x = generator.standard_normal(60)
    means = np.stack([x, x + generator.standard_normal(60)])
    found = bootstrap_tau_interval(means, False, samples=2000)[0, 1]
    np.testing.assert_allclose(found, tau_interval(kendall_tau(*means), 60), atol=0.05)


def test_bootstrap_hangs_on_the_seed_and_not_on_blocks(monkeypatch):
    means = np.random.default_rng(0).random((3, 8))
    expected = bootstrap_tau_interval(means, False, samples=101, seed=4)
    assert (bootstrap_tau_interval(means, False, samples=101, seed=5) != expected).any()
    monkeypatch.setattr("oq_core.analysis.ranking._NUMBERS_AT_ONCE", 200)
    found = bootstrap_tau_interval(means, False, samples=101, seed=4)
    np.testing.assert_allclose(found, expected, atol=1e-12)


@pytest.mark.parametrize(
    ("means", "options", "words"),
    [
        (np.zeros((2, 1)), {}, "two runs and one sample, not 1 and 1000"),
        (np.zeros((2, 5)), {"samples": 0}, "two runs and one sample, not 5 and 0"),
        (np.zeros((2, 5)), {"confidence": 1}, "confidence must be between 0 and 1, not 1"),
    ],
)
def test_what_cannot_be_resampled_is_refused(means, options, words):
    with pytest.raises(ValueError, match=words):
        bootstrap_tau_interval(means, False, **options)


@pytest.mark.parametrize("confidence", [0, 1, 95, nan])
def test_confidence_is_a_share(confidence):
    with pytest.raises(ValueError, match="confidence must be between 0 and 1"):
        tau_interval(0.5, 10, confidence)


def test_one_run_cannot_be_ranked():
    with pytest.raises(ValueError, match="the same two runs or more"):
        ranking_similarity([[0.1], [0.2]], False)


def test_the_direction_must_be_told_or_known():
    """Errors and agreements of the same runs: with one direction for both, tau has a wrong sign."""
    errors = np.random.default_rng(0).random((4, 7))
    values = np.stack([errors, 1 - errors])
    names = tuple(map(str, range(4))), tuple("abcdefg")
    scores = Scores(values, ("NMD", "kappa"), *names, (False, True))
    for function in (ranking_similarity, bootstrap_tau_interval):
        with pytest.raises(ValueError, match="the direction is missing"):
            function(scores.means)
    assert ranking_similarity(scores).taus[0, 1] == 1
    assert ranking_similarity(scores.means, larger_is_better=False)[0, 1] == -1
    table = ranking_similarity(scores).to_frame()
    assert table.to_numpy().tolist() == [["NMD", "kappa", 1, 1, 1]]
    np.testing.assert_array_equal(
        bootstrap_tau_interval(scores, samples=30),
        bootstrap_tau_interval(scores.means, [False, True], samples=30),
    )


def test_the_ends_of_a_bootstrap_interval_are_in_order():
    means = np.random.default_rng(0).random((2, 9))
    low, high = bootstrap_tau_interval(means, False, samples=200)[0, 1]
    assert low < kendall_tau(*means) < high


@given(rankings(fewest=6), st.integers(0, 99))
def test_teams_are_drawn_whole(means, seed):
    teams, samples = [*"aabbc", *"d" * (means.shape[1] - 5)], 20
    drawn = np.random.default_rng(seed).integers(0, 4, (samples, 4))
    taus = []
    for sample in drawn:
        copies = [i for team in sample for i, name in enumerate(teams) if name == "abcd"[team]]
        pairs = [(i, j) for i, j in combinations(copies, 2) if i != j]
        signs = [np.sign((means[0, i] - means[0, j]) * (means[1, i] - means[1, j]))
                 for i, j in pairs]  # fmt: skip
        taus.append(np.mean(signs) if pairs else nan)
    known = [tau for tau in taus if not isnan(tau)]
    expected = np.quantile(known, [0.025, 0.975]) if known else [nan, nan]
    found = bootstrap_tau_interval(means, False, samples=samples, seed=seed, teams=teams)
    np.testing.assert_allclose(found[0, 1], expected, atol=1e-9)


def test_each_run_a_team_is_the_bootstrap_over_runs():
    means = np.random.default_rng(0).random((3, 8))
    np.testing.assert_array_equal(
        bootstrap_tau_interval(means, False, samples=50, teams=list("abcdefgh")),
        bootstrap_tau_interval(means, False, samples=50),
    )
    with pytest.raises(ValueError, match="two teams at least"):
        bootstrap_tau_interval(means, False, teams=["a"] * 8)


def test_names_tell_teams():
    names = ["ALTO-run0", "ALTO/run12/quality_cn", "ELM_run 3", "crunchy", "BL-uniform", "run1"]
    assert teams_of(names) == ("ALTO", "ALTO", "ELM", "crunchy", "BL-uniform", "run1")


@pytest.mark.parametrize("variant", ["a", "b"])
def test_intervals_over_instances_agree_with_a_loop(variant):
    values = np.random.default_rng(0).random((3, 12, 5)) + np.arange(5) * 0.1
    scores = Scores(
        values, ("A", "B", "C"), tuple(map(str, range(12))), tuple("abcde"), (False, False, True)
    )
    found = instance_tau_interval(scores, variant, samples=30, seed=4)
    generator = np.random.default_rng(4)
    taus = []
    for counts in resampled_counts(12, 30, generator):
        means = [np.average(each, axis=0, weights=counts) for each in values]
        taus.append([kendall_tau(means[0], means[1], variant), -kendall_tau(*means[1:], variant)])
    expected = np.quantile(taus, [0.025, 0.975], axis=0)
    np.testing.assert_allclose(found[0, 1], expected[:, 0])
    np.testing.assert_allclose(found[1, 2], expected[:, 1])
    alone = instance_tau_interval(scores.first(1), variant, samples=5)
    assert np.isnan(alone).all()
