"""On which side a value lies that is exactly at a boundary: equal to alpha, a minimum."""

import math
import re

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from oq_core import Scores
from oq_core.analysis import (
    Overlap,
    Rule,
    anova_power,
    bootstrap_tau_interval,
    bounded_mean_interval,
    check_resolution,
    consistency_intervals,
    contradictions,
    detectable_difference,
    difference_intervals,
    discriminative_power,
    indistinct_groups,
    instance_tau_interval,
    kendall_tau,
    outperforms_worst,
    pair_tests,
    pearson,
    randomised_tukey_hsd,
    rank_runs,
    ranking_consistency,
    ranks,
    required_instances,
    residual_variance,
    run_spreads,
    sign_flips,
    significance_overlap,
    significant_differences,
    similarity_intervals,
    spread_ratios,
    tau_interval,
)
from oq_core.analysis.consistency import BLOCKS, can_leave_some_out
from oq_core.analysis.leaderboard import FEW_FOR_RANKS, FEW_INSTANCES
from oq_core.analysis.pairs import check_rule, fewest_instances, pair_signs
from oq_core.data.distributions import TIE_TOLERANCE


def named(values):
    measures, instances, runs = np.shape(values)
    return Scores(
        np.asarray(values, dtype=float),
        tuple(f"M{k}" for k in range(measures)),
        tuple(f"i{n}" for n in range(instances)),
        tuple(f"r{m}" for m in range(runs)),
        (False,) * measures,
    )


def drawn(measures=1, instances=20, runs=4, seed=0):
    return named(np.random.default_rng(seed).random((measures, instances, runs)))


@given(st.floats(0.001, 0.999))
def test_p_equal_to_alpha_is_significant_and_the_next_number_is_not(alpha):
    above = math.nextafter(alpha, 1)
    for p, is_found in ((alpha, True), (above, False)):
        square = np.array([[1, p], [p, 1]])
        means = [0.1, 0.2]
        found = significant_differences(means, square, square, alpha, larger_is_better=False)
        assert len(found) == is_found
        beaten = outperforms_worst(means, square, alpha, larger_is_better=False)
        assert beaten.tolist() == [int(is_found), 0]
        groups = indistinct_groups(means, square, alpha, larger_is_better=False)
        assert groups == (((0,), (1,)) if is_found else ((0, 1),))
        share = significance_overlap([square, square], alpha).share[0, 1]
        assert share == 1 if is_found else np.isnan(share)
        opposed = contradictions([means, means[::-1]], [square] * 2, alpha, larger_is_better=False)
        assert opposed.counts[0, 1] == is_found
        assert int(discriminative_power(square, alpha).significant) == is_found


@given(st.integers(2, 10**6))
def test_alpha_equal_to_the_smallest_p_is_allowed(trials):
    check_resolution(1 / trials, 1 / trials)
    with pytest.raises(ValueError, match="the smallest p-value"):
        check_resolution((1 - 1e-6) / trials, 1 / trials)


@pytest.mark.parametrize("rule", Rule)
def test_the_trials_that_are_said_to_be_enough_are(rule):
    sizes = {"instances": 60, "unit": "instance"}
    with pytest.raises(ValueError, match="raise the trials B") as refused:
        check_rule(0.003, 50, rule, **sizes)
    (needed,) = re.findall(r"B to ([\d,]+) or more", str(refused.value))
    needed = int(needed.replace(",", ""))
    check_rule(0.003, needed, rule, **sizes)
    with pytest.raises(ValueError, match="raise the trials B"):
        check_rule(0.003, needed - 2, rule, **sizes)


@given(st.integers(2, 40))
def test_as_few_instances_as_random_signs_need_are_enough(instances):
    # All of one sign are two of 2 ** n ways.
    alpha, trials = 2.0 ** (1 - instances), 2**50
    assert fewest_instances(alpha) == instances
    check_rule(alpha, trials, Rule.SIGNS, instances, "instance")
    for fewer, smaller in ((instances - 1, alpha), (instances, alpha * (1 - 1e-9))):
        with pytest.raises(ValueError, match="random signs of"):
            check_rule(smaller, trials, Rule.SIGNS, fewer, "instance")
        check_rule(smaller, trials, Rule.TUKEY, fewer, "instance")


@given(st.floats(-1, 1), st.floats(-1, 1))
def test_a_draw_that_equals_what_is_observed_has_reached_it(one, other):
    # With one instance every draw does.
    assert randomised_tukey_hsd([[one, other]], trials=10)[0, 1] == 1


@given(st.integers(2, 4), st.floats(0.01, 1))
def test_of_equal_gaps_the_share_of_draws_all_on_one_side_is_p(instances, gap):
    p = sign_flips(np.tile([[0, gap]], (instances, 1)), trials=4000)[0, 1]
    assert p == pytest.approx(2.0 ** (1 - instances), abs=0.05)


@given(st.integers(1, 19), st.integers(0, 20))
def test_levels_between_two_possible_p_values_find_the_same(step, seed):
    scores, trials = drawn(2, 12, 5, seed % 5), 20
    level, next_one = step / trials, (step + 0.9) / trials
    tests = pair_tests(scores, trials=trials, seed=seed)
    one, other = (discriminative_power(tests, alpha).significant for alpha in (level, next_one))
    assert one.tolist() == other.tolist()


@given(st.integers(0, 50))
def test_an_interval_is_without_0_where_p_is_alpha_or_less(seed):
    scores, trials = drawn(1, 10, 4, seed % 7), 99
    p = difference_intervals(scores, trials=trials, seed=seed).p_values
    attained = p[(p >= 0.02) & (p < 0.9)]
    assume(attained.size)
    found = difference_intervals(scores, float(attained.min()), trials, seed)
    assert ((found.low > 0) | (found.high < 0)).tolist() == (p <= attained.min()).tolist()
    # One draw fewer is allowed below it, and the same pairs are not found any more.
    below = difference_intervals(scores, float(attained.min()) - 0.5 / 100, trials, seed)
    assert ((below.low > 0) | (below.high < 0)).tolist() == (p < attained.min()).tolist()


def test_intervals_of_means_and_ranks_begin_at_as_many_instances_as_they_need():
    for instances, kind, has_ranks in (
        (FEW_INSTANCES, "percentile", True),
        (FEW_INSTANCES - 1, "t", True),
        (FEW_FOR_RANKS, "t", True),
        (FEW_FOR_RANKS - 1, "t", False),
    ):
        board = rank_runs(drawn(1, instances, 3), samples=20)
        assert (board.interval, board.has_ranks) == (kind, has_ranks)
    for instances, is_known in ((2, True), (1, False)):
        assert np.isfinite(rank_runs(drawn(1, instances, 3), samples=1).low).all() == is_known
    with pytest.raises(ValueError, match="samples must be at least 1"):
        rank_runs(drawn(), samples=0)


@given(st.lists(st.sampled_from([0.1, 0.2, 0.1 + TIE_TOLERANCE / 2]), min_size=2, max_size=6))
def test_equal_means_share_the_better_rank(means):
    best = sum(mean < 0.15 for mean in means)
    wanted = [1 if mean < 0.15 else 1 + best for mean in means]
    assert ranks(means, larger_is_better=False).tolist() == wanted


def test_scores_of_exactly_0_and_1_are_within_bounds():
    inside = np.array([[0.0, 1.0]] * 12)
    assert np.isfinite(bounded_mean_interval(inside)).all()
    assert np.isfinite(rank_runs(named([inside]), bounded=True, samples=2).low).all()
    for outside in (math.nextafter(1, 2), -math.nextafter(0, 1)):
        values = inside.copy()
        values[0, 0] = outside
        with pytest.raises(ValueError, match="between 0 and 1"):
            bounded_mean_interval(values)
        low = rank_runs(named([values]), bounded=True, samples=2).low
        assert np.isnan(low).all()


@pytest.mark.parametrize(("runs", "is_known"), [(4, False), (5, True)])
def test_an_interval_of_tau_needs_five_runs(runs, is_known):
    assert np.isfinite(tau_interval(0.5, runs)).all() == is_known


def test_two_rankings_of_two_runs_and_one_sample_are_enough():
    assert kendall_tau([0.1, 0.2], [0.1, 0.2]) == 1
    with pytest.raises(ValueError, match="two runs or more"):
        kendall_tau([0.1], [0.1])
    assert bootstrap_tau_interval(drawn(2, 5, 2), samples=1).shape == (2, 2, 2)
    assert instance_tau_interval(drawn(2, 5, 2), samples=1).shape == (2, 2, 2)
    for interval in (bootstrap_tau_interval, instance_tau_interval):
        with pytest.raises(ValueError, match="one sample"):
            interval(drawn(2, 5, 2), samples=0)
        with pytest.raises(ValueError, match="two runs"):
            interval(drawn(2, 5, 1))
    with pytest.raises(ValueError, match="two teams at least"):
        bootstrap_tau_interval(drawn(2, 5, 2), teams=["A", "A"])
    assert bootstrap_tau_interval(drawn(2, 5, 2), teams=["A", "B"]).shape == (2, 2, 2)


def test_intervals_over_instances_need_two_and_those_over_teams_two_teams():
    for instances, is_known in ((1, False), (2, True)):
        assert np.isfinite(instance_tau_interval(drawn(2, instances, 3))).all() == is_known
    scores = drawn(2, 5, 4)
    for teams, is_known in (("AAAA", False), ("AAAB", True)):
        names = tuple(f"{team}-run{number}" for number, team in enumerate(teams))
        made = Scores(scores.values, scores.measures, scores.ids, names, (False, False))
        assert np.isfinite(similarity_intervals(made, "teams")).any() == is_known


@given(st.integers(2, 40), st.integers(2, 12), st.booleans())
def test_instances_that_reach_exactly_the_power_are_enough(instances, runs, paired):
    power = float(anova_power(instances, runs, 0.3, 0.05, paired=paired))
    assume(0.06 < power < 0.999)
    given = (runs, 0.3, 0.05, 0.05)
    assert required_instances(*given, power, paired=paired) == instances
    above = math.nextafter(power, 1)
    assert required_instances(*given, above, paired=paired) == instances + 1


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"runs": 1}, "at least two runs"), ({"variance": 0}, "variance must be above 0"),
        ({"alpha": 0}, "alpha must be"), ({"alpha": 1}, "alpha must be"),
        ({"power": 0}, "power must be"), ({"power": 1}, "power must be"),
        ({"difference": 0}, "must be above 0"),
    ],
)  # fmt: skip
def test_ends_of_ranges_of_designs_are_outside(change, words):
    fine = {"runs": 2, "difference": 1, "variance": 1, "alpha": 0.05, "power": 0.8}
    assert required_instances(**fine) > 2
    with pytest.raises(ValueError, match=words):
        required_instances(**fine | change)


@pytest.mark.parametrize("change", [{"instances": 1}, {"power": 0.05}])
def test_a_difference_is_found_with_two_instances_and_more_power_than_alpha(change):
    fine = {"instances": 2, "runs": 3, "variance": 1, "alpha": 0.05, "power": 0.06}
    assert detectable_difference(**fine) > 0
    with pytest.raises(ValueError, match="two instances, and more power than alpha"):
        detectable_difference(**fine | change)


@given(st.integers(1, 20))
def test_two_sets_of_half_of_the_instances_can_be_drawn_and_no_larger_ones(size):
    scores = drawn(1, 2 * size, 2)
    assert ranking_consistency(scores, size, splits=1).taus.shape == (1, 1)
    with pytest.raises(ValueError, match="cannot be drawn"):
        ranking_consistency(scores, size + 1, splits=1)


@given(st.integers(2, 80), st.integers(1, 40))
def test_two_sets_can_be_drawn_without_a_block_exactly_if_enough_are_left(instances, size):
    left = instances - math.ceil(instances / BLOCKS)
    assert can_leave_some_out(instances, size) == (2 * size <= left)
    assert can_leave_some_out(instances) == (left >= 2)


def test_one_split_is_enough_and_none_is_not():
    for consistency in (ranking_consistency, consistency_intervals):
        consistency(drawn(), splits=1)
        with pytest.raises(ValueError, match=r"splits must be at least 1|scores must be"):
            consistency(drawn(), splits=0)


@pytest.mark.parametrize(
    ("count", "knows_r", "has_ends"),
    [(1, False, False), (2, True, False), (3, True, False), (4, True, True)],
)
def test_a_correlation_needs_two_values_and_its_interval_four(count, knows_r, has_ends):
    found = pearson([0.1, 0.3, 0.2, 0.5][:count], [0.3, 0.4, 0.1, 0.6][:count])
    assert np.isfinite([found.r, found.low, found.high]).tolist() == [knows_r, has_ends, has_ends]


@given(st.lists(st.floats(0, 1), min_size=4, max_size=9, unique=True), st.booleans())
def test_the_interval_of_a_correlation_of_1_is_1(values, is_turned):
    assume(np.ptp(values) > 1e-3)
    sign = -1 if is_turned else 1
    found = pearson(values, sign * 2 * np.array(values))
    assert [found.r, found.low, found.high] == pytest.approx([sign] * 3)


@pytest.mark.parametrize("kind", ["uint8", "bool", "int8", "float32"])
def test_pairs_of_numbers_of_any_kind_are_told_apart(kind):
    assert pair_signs(np.array([0, 1, 1], dtype=kind)).tolist() == [-1, -1, 0]


def test_values_that_differ_by_the_tolerance_are_the_same():
    assert np.isnan(pearson([0, TIE_TOLERANCE], [0, 1]).r)
    assert pearson([0, 2 * TIE_TOLERANCE], [0, 1]).r == pytest.approx(1)


def test_one_significant_pair_has_an_overlap_and_none_has_not():
    for counts, share in (((0, 1, 0), 1), ((1, 0, 0), 0), ((0, 0, 1), 0)):
        assert Overlap(*map(np.array, counts)).share == share
    assert np.isnan(Overlap(*map(np.array, (0, 0, 0))).share)


@pytest.mark.parametrize("test", [sign_flips, randomised_tukey_hsd])
def test_one_trial_and_two_runs_are_enough(test):
    values = drawn(1, 2, 2).values[0]
    assert test(values, trials=1).shape == (2, 2)
    with pytest.raises(ValueError, match="trials must be at least 1"):
        test(values, trials=0)
    with pytest.raises(ValueError, match="2 runs"):
        test(values[:, :1], trials=1)


def test_random_signs_need_two_instances():
    assert sign_flips([[0.1, 0.2]] * 2, trials=1).shape == (2, 2)
    with pytest.raises(ValueError, match="at least 2 instances"):
        sign_flips([[0.1, 0.2]], trials=1)


@given(st.floats(0.01, 1))
def test_runs_that_are_the_same_have_no_variance_and_a_spread_of_0(score):
    same = np.full((3, 4), score)
    assert residual_variance(same) == 0
    assert spread_ratios(same).tolist() == [0] * 4


def test_where_the_median_run_has_no_spread_spreads_are_told_as_they_are():
    scores = [[0.5, 0.5, 0.5, 0.3], [0.5, 0.5, 0.5, 0.9]]
    assert run_spreads(scores)[-1] > 0
    assert spread_ratios(scores).tolist() == run_spreads(scores).tolist()
