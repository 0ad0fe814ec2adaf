"""Topic set size design."""

from math import exp, inf, lgamma, log, nan, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import special, stats

from oq_core.analysis import (
    anova_power,
    detectable_difference,
    required_instances,
)

RUNS = st.integers(2, 40)
DIFFERENCES = st.floats(0.02, 0.5)
VARIANCES = st.floats(0.001, 0.2)
ALPHAS = st.floats(0.001, 0.2)
POWERS = st.floats(0.3, 0.99)


def plain_power(n, m, difference, variance, alpha):
    """The non-central F distribution as a Poisson mixture of beta distributions."""
    between, within = m - 1, m * (n - 1)
    half = n * difference**2 / (2 * variance) / 2
    # The F value v is the beta value between v / (between v + within).
    critical = special.betaincinv(between / 2, within / 2, 1 - alpha)
    spread = int(half + 12 * sqrt(half) + 60)
    below = sum(
        exp(k * log(half) - half - lgamma(k + 1))
        * special.betainc(between / 2 + k, within / 2, critical)
        for k in range(spread)
    )
    return 1 - below


@given(st.integers(2, 200), RUNS, DIFFERENCES, VARIANCES, ALPHAS)
def test_power_agrees_with_a_plain_sum(n, m, difference, variance, alpha):
    expected = plain_power(n, m, difference, variance, alpha)
    assert anova_power(n, m, difference, variance, alpha) == pytest.approx(expected, abs=1e-8)


@given(st.integers(2, 200), st.floats(0.1, 5), VARIANCES, ALPHAS)
def test_power_of_two_runs_is_that_of_the_t_test(n, shift, variance, alpha):
    freedom = 2 * (n - 1)
    ends = np.array([-1, 1]) * stats.t.isf(alpha / 2, freedom)
    below = special.nctdtr(freedom, shift, ends)
    found = anova_power(n, 2, shift * sqrt(2 * variance / n), variance, alpha)
    assert found == pytest.approx(1 - below[1] + below[0], abs=1e-7)


def test_power_agrees_with_scipys_test_on_samples():
    n, m, difference, variance, campaigns = 20, 5, 0.1, 0.01, 4000
    means = np.array([-difference / 2, 0, 0, 0, difference / 2])
    generator = np.random.default_rng(0)
    samples = means + sqrt(variance) * generator.standard_normal((n, campaigns, m))
    p_values = stats.f_oneway(*np.moveaxis(samples, -1, 0)).pvalue
    expected = float(anova_power(n, m, difference, variance))
    assert 0.3 < expected < 0.9
    error = sqrt(expected * (1 - expected) / campaigns)
    assert abs((p_values <= 0.05).mean() - expected) < 5 * error


@given(st.integers(2, 100), RUNS, VARIANCES, ALPHAS)
def test_without_a_difference_power_is_alpha(n, m, variance, alpha):
    assert anova_power(n, m, 0, variance, alpha) == pytest.approx(alpha)


@pytest.mark.parametrize(
    ("runs", "difference", "alpha", "power", "instances"),
    [
        # Two runs: Cohen's d of .2, .5 and .8; the sizes any power calculator gives.
        (2, 0.2, 0.05, 0.8, 394),
        (2, 0.5, 0.05, 0.8, 64),
        (2, 0.8, 0.05, 0.8, 26),
        (2, 0.5, 0.05, 0.95, 105),
        # More: Cohen's f of .25 and .4, of which minD is f sqrt(2 m).
        (4, 0.25 * sqrt(8), 0.05, 0.8, 45),
        (3, 0.40 * sqrt(6), 0.05, 0.8, 22),
        (5, 0.25 * sqrt(10), 0.05, 0.8, 40),
    ],
)
def test_textbook_sizes(runs, difference, alpha, power, instances):
    assert required_instances(runs, difference, 1, alpha, power) == instances


@given(RUNS, DIFFERENCES, VARIANCES, ALPHAS, POWERS)
def test_one_instance_fewer_is_not_enough(runs, difference, variance, alpha, power):
    n = int(required_instances(runs, difference, variance, alpha, power))
    assert anova_power(n, runs, difference, variance, alpha) >= power
    assert n == 2 or anova_power(n - 1, runs, difference, variance, alpha) < power


@given(RUNS, st.integers(2, 500), VARIANCES, ALPHAS, POWERS)
def test_the_detectable_difference_is_just_found(runs, n, variance, alpha, power):
    difference = detectable_difference(n, runs, variance, alpha, power)
    found = anova_power(n, runs, difference, variance, alpha)
    assert found == pytest.approx(power, abs=1e-9)
    more = required_instances(runs, difference * 0.999, variance, alpha, power)
    assert more >= n >= required_instances(runs, difference * 1.001, variance, alpha, power)


@given(RUNS, DIFFERENCES, VARIANCES, st.integers(-8, 8))
def test_only_the_ratio_of_difference_and_deviation_matters(runs, difference, variance, power):
    scale = 2.0**power
    scaled = required_instances(runs, scale * difference, scale**2 * variance)
    assert scaled == required_instances(runs, difference, variance)
    assert detectable_difference(30, runs, scale**2 * variance) == pytest.approx(
        scale * detectable_difference(30, runs, variance)
    )


def test_what_asks_for_more_instances():
    usual = {"runs": 10, "difference": 0.1, "variance": 0.01, "alpha": 0.05, "power": 0.8}
    for harder in (
        {"runs": 20},
        {"difference": 0.05},
        {"variance": 0.02},
        {"alpha": 0.01},
        {"power": 0.9},
    ):
        assert required_instances(**{**usual, **harder}) > required_instances(**usual)


def test_parameters_broadcast():
    differences, runs = np.array([[0.05], [0.1]]), np.array([5, 10, 20])
    n = required_instances(runs, differences, 0.01)
    found = detectable_difference(n, runs, 0.01)
    assert n.shape == found.shape == (2, 3)
    for i, difference in enumerate(differences[:, 0]):
        for j, m in enumerate(runs):
            assert n[i, j] == required_instances(m, difference, 0.01)
    assert (found <= differences).all()


def test_huge_differences_need_two_instances_and_tiny_ones_have_no_answer():
    assert required_instances(10, 1, 1e-12) == 2
    with pytest.raises(ValueError, match="no feasible number of instances"):
        required_instances(2, 1e-6, 1)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"runs": 1}, "at least two runs"),
        ({"runs": nan}, "every parameter must be a finite number"),
        ({"difference": [0.05, 0]}, "the difference to be found must be above 0"),
        ({"difference": [-0.05, 0.05]}, "the difference to be found must be above 0"),
        ({"difference": 0}, "the difference to be found must be above 0"),
        ({"difference": nan}, "every parameter must be a finite number"),
        ({"variance": 0}, "the variance must be above 0"),
        ({"variance": [0.1, -0.1]}, "the variance must be above 0"),
        ({"alpha": 0}, "alpha must be between 0 and 1"),
        ({"alpha": 5}, "alpha must be between 0 and 1"),
        ({"power": 1}, "power must be between 0 and 1"),
        ({"power": 80}, "power must be between 0 and 1"),
        ({"difference": inf}, "every parameter must be a finite number"),
        ({"variance": inf}, "every parameter must be a finite number"),
        ({"runs": inf}, "every parameter must be a finite number"),
    ],
)
def test_what_has_no_size_is_refused(change, words):
    fine = {"runs": 10, "difference": 0.05, "variance": 0.005}
    with pytest.raises(ValueError, match=words):
        required_instances(**{**fine, **change})


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"instances": 1}, "two instances, and more power than alpha"),
        ({"alpha": 0.8}, "two instances, and more power than alpha"),
        ({"variance": -1}, "the variance must be above 0"),
        ({"instances": inf}, "every parameter must be a finite number"),
    ],
)
def test_what_has_no_difference_is_refused(change, words):
    fine = {"instances": 30, "runs": 10, "variance": 0.005}
    with pytest.raises(ValueError, match=words):
        detectable_difference(**{**fine, **change})


@pytest.mark.parametrize(("n", "m"), [(5, 2), (30, 10)])
def test_paired_power_is_that_of_simulated_two_way_analyses(n, m):
    """Scores with a hard and an easy half of the instances, which only the paired test removes."""
    generator, difference, variance, trials = np.random.default_rng(0), 0.5, 0.2, 4000
    effects = np.zeros(m)
    effects[0], effects[-1] = -difference / 2, difference / 2
    scores = generator.normal(size=(trials, n, m)) * variance**0.5 + effects
    scores += 3 * generator.normal(size=(trials, n, 1))
    rows, columns = scores.mean(axis=2, keepdims=True), scores.mean(axis=1, keepdims=True)
    rest = scores - rows - columns + scores.mean(axis=(1, 2), keepdims=True)
    between = n * columns.var(axis=2, ddof=1)[:, 0]
    within = (rest**2).sum(axis=(1, 2)) / ((m - 1) * (n - 1))
    p = stats.f.sf(between / within, m - 1, (m - 1) * (n - 1))
    expected = float(anova_power(n, m, difference, variance, paired=True))
    assert abs((p <= 0.05).mean() - expected) < 4 * (expected * (1 - expected) / trials) ** 0.5


def test_the_paired_test_needs_fewer_where_instances_differ():
    unpaired = required_instances(10, 0.05, 0.0049)
    paired = required_instances(10, 0.05, 0.0017, paired=True)
    assert paired < unpaired
    found = detectable_difference(paired, 10, 0.0017, paired=True)
    assert found <= 0.05
    assert anova_power(paired, 10, 0.05, 0.0017, paired=True) >= 0.8
    assert anova_power(paired - 1, 10, 0.05, 0.0017, paired=True) < 0.8
