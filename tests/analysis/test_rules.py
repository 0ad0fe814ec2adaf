"""The two rules by which pairs of runs are tested: random permutations and random signs."""

from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given
from scipy import stats

from oq_core import discriminative_power, randomised_tukey_hsd, read_campaign
from oq_core.analysis import Rule, pair_tests, sign_flips, tukey
from tests.analysis.fixtures import named
from tests.strategies import score_matrices

TRIALS = 200


def random_scores(*shape, seed=0):
    return np.random.default_rng(seed).random(shape)


def permuted_stacks(scores, trials, seed):
    """The permuted scores of every trial, by putting cells where the test's own streams say."""
    _, instances, runs = scores.shape
    starts = range(0, trials, tukey._TRIALS_PER_STREAM)
    streams = np.random.SeedSequence(seed).spawn(len(starts))
    for start, stream in zip(starts, streams, strict=True):
        generator = np.random.Generator(np.random.SFC64(stream))
        count = min(tukey._TRIALS_PER_STREAM, trials - start)
        for slots in tukey.permutations(count, instances, runs, generator):
            permuted = np.empty_like(scores)
            for i in range(instances):
                permuted[:, i, slots[i]] = scores[:, i]
            yield permuted


@pytest.mark.parametrize("seed", [0, 1])
def test_each_measure_is_compared_with_its_own_largest_permuted_difference(seed):
    scores = random_scores(2, 9, 4, seed=seed) + np.array([0, 0.1, 0.2, 0.6])
    scores[1] *= 3
    p = randomised_tukey_hsd(scores, TRIALS, seed)
    means = np.array([each.mean(axis=1) for each in permuted_stacks(scores, TRIALS, seed)])
    largest = np.ptp(means, axis=2)
    observed = scores.mean(axis=1)
    for k in range(2):
        for i, j in combinations(range(4), 2):
            gap = abs(observed[k, i] - observed[k, j])
            assert p[k, i, j] == p[k, j, i] == (largest[:, k] >= gap - 1e-9).mean()
    assert (np.diagonal(p, axis1=1, axis2=2) == 1).all()


def test_random_signs_agree_with_listing_every_sign():
    """Step by step over what remains, under each measure by itself."""
    scores = random_scores(2, 8, 4, seed=4) * np.array([1, 1, 4, 1]) + np.array([0, 0.2, 0.5, 1])
    first, second = np.triu_indices(4, k=1)
    signs = np.array(list(product([1, -1], repeat=8)))
    turned = signs[:, None, :, None] * (scores[..., first] - scores[..., second])
    t = np.abs(turned.mean(axis=2)) / turned.std(axis=2, ddof=1)
    expected = np.ones(t.shape[1:])
    for measure, drawn in enumerate(t.transpose(1, 0, 2)):
        remaining, p = sorted(range(drawn.shape[1]), key=lambda pair: -drawn[0, pair]), 0.0
        while remaining:
            largest = drawn[:, remaining].max(axis=1)
            p = max(p, (largest >= drawn[0, remaining[0]] - 1e-9).mean())
            expected[measure, remaining.pop(0)] = p
    # Every sign once: to the bit; with fewer trials they are drawn.
    exact, drawn = (sign_flips(scores, trials, 1)[:, first, second] for trials in (20_000, 255))
    np.testing.assert_allclose(exact, expected, atol=1e-12)
    np.testing.assert_allclose(drawn, expected, atol=0.15)
    assert (drawn != expected).any()
    assert 0 < exact.min() < 0.1 < exact.max()


def test_drawn_signs_agree_with_a_plain_loop_step_by_step():
    matrix = random_scores(30, 4, seed=2) + np.array([0, 0.05, 0.2, 0.3])
    first, second = np.triu_indices(4, k=1)
    gaps = matrix[:, first] - matrix[:, second]

    def statistic(values):
        return np.abs(values.mean(axis=0)) / (values.std(axis=0, ddof=1) / 30**0.5)

    generator, observed = np.random.default_rng(9), statistic(gaps)
    drawn = np.array(
        [
            statistic(gaps * np.where(generator.random(30) < 0.5, -1, 1)[:, None])
            for _ in range(4000)
        ]
    )
    expected, p = np.ones(6), 0.0
    remaining = sorted(range(6), key=lambda pair: -observed[pair])
    while remaining:
        reached = (drawn[:, remaining].max(axis=1) >= observed[remaining[0]]).sum()
        p = max(p, (reached + 1) / 4001)
        expected[remaining.pop(0)] = p
    found = sign_flips(matrix, 4000, 3)[first, second]
    np.testing.assert_allclose(found, expected, atol=0.04)
    # The observed signs are one more draw.
    np.testing.assert_allclose(found * 4001, np.round(found * 4001), atol=1e-9)


def test_signs_of_two_runs_are_fishers_test():
    gaps = np.random.default_rng(5).normal(0.4, 1, 12)
    found = sign_flips(np.stack([0 * gaps, gaps], axis=1), 20_000, 0)[0, 1]
    exact = stats.permutation_test((gaps,), np.mean, permutation_type="samples", n_resamples=np.inf)
    assert found == pytest.approx(exact.pvalue, abs=1e-12)


@given(score_matrices(measures=3))
def test_measures_share_their_signs(scores):
    if scores.shape[1] < 2:
        return
    together = sign_flips(scores, 64, seed=5)
    alone = [sign_flips(matrix, 64, seed=5) for matrix in scores]
    np.testing.assert_array_equal(together, alone)


def test_seeded_p_values_stay():
    """Published numbers must not change unseen: by an upgrade, or in how trials are drawn."""
    scores = np.round(random_scores(25, 4, seed=3) + np.array([0, 0.05, 0.1, 0.25]), 3)
    first, second = np.triu_indices(4, k=1)
    p = randomised_tukey_hsd(scores, 1000, seed=7)[first, second]
    assert p.round(6).tolist() == [0.903, 0.354, 0.078, 0.754, 0.354, 0.901]
    p = sign_flips(scores, 999, seed=7)[first, second]
    assert p.round(6).tolist() == [0.697, 0.283, 0.116, 0.61, 0.283, 0.697]


def test_random_signs_help_where_one_run_spreads_far_more():
    generator, alpha, campaigns = np.random.default_rng(1), 0.1, 150
    scores = generator.normal(size=(campaigns, 40, 6)) * np.array([1, 1, 1, 1, 1, 6])
    by_signs, by_permutations = (
        (test(scores, 150) <= alpha).any(axis=(1, 2)).mean()
        for test in (sign_flips, randomised_tukey_hsd)
    )
    assert abs(by_signs - alpha) < 4 * (alpha * (1 - alpha) / campaigns) ** 0.5
    assert by_permutations > alpha + 0.05


@pytest.mark.parametrize(
    ("rule", "words", "smallest"),
    [
        (Rule.TUKEY, "randomised Tukey HSD, single-step, p = count/B", 1 / 50),
        (Rule.SIGNS, "step-down, p = (count + 1)/(B + 1), or all signs once", 1 / 51),
    ],
)
def test_a_rule_is_named_and_its_smallest_p_value_known(rule, words, smallest):
    values = random_scores(2, 10, 3)
    scores = named(values)
    scores = type(scores)(values, scores.measures, scores.ids, scores.runs, (True, False))
    tests = pair_tests(scores, rule, trials=50, seed=1)
    assert words in rule.words
    assert tests.rule is rule
    assert tests.smallest == pytest.approx(smallest)
    assert (tests.measures, tests.runs) == (scores.measures, scores.runs)
    table = tests.to_frame()
    assert len(table) == 3
    assert set(table["rule"]) == {rule.words}
    for row in table.to_dict("records"):
        i, j = (tests.runs.index(row[name]) for name in ("run 1", "run 2"))
        for k, key in enumerate(tests.measures):
            assert row[f"{key} p"] == tests.p_values[k, i, j]
            gap = tests.means[k, i] - tests.means[k, j]
            better = i if (gap > 0) == tests.larger_is_better[k] else j
            assert row[f"{key} better"] == tests.runs[better]
    alone = pair_tests(scores.of("M1"), rule, trials=50, seed=1)
    np.testing.assert_array_equal(alone.p_values, tests.of("M1").p_values)


@pytest.mark.parametrize("instances", [3, 5, 8, 12])
def test_where_b_allows_every_sign_is_taken_once(instances):
    """No seed matters, p is a multiple of 1/2ⁿ, and the smallest is that of two signs."""
    scores = random_scores(instances, 2) + np.array([0, 5])
    found = {float(sign_flips(scores, 5000, seed)[0, 1]) for seed in range(4)}
    assert found == {2.0 ** (1 - instances)}
    more = sign_flips(random_scores(instances, 4), 2**instances, 1)
    np.testing.assert_array_equal(more * 2**instances, np.round(more * 2**instances))


def test_no_p_of_drawn_signs_is_below_what_so_many_instances_can_show():
    # B is just too small for all 2 ** 6 signs, and p of the draws could be 1/64.
    tests = pair_tests(named(random_scores(1, 6, 2) + np.array([0, 5])), Rule.SIGNS, 63)
    assert tests.p_values[0, 0, 1] >= 2**-5
    assert tests.smallest == 2**-5
    assert tests.to_frame()["M0 p printed"].tolist() == ["0.0312"]


def test_no_trial_is_printed_as_less_than_the_smallest_p():
    scores = named(random_scores(1, 60, 2) + np.array([0, 5]))
    printed = [pair_tests(scores, rule, 500).to_frame()["M0 p printed"].tolist() for rule in Rule]
    assert printed == [["<0.0020"], ["0.0020"]]


def test_what_cannot_reach_alpha_says_how_many_instances_it_takes():
    few, enough = (named(random_scores(1, instances, 8)) for instances in (5, 6))
    with pytest.raises(ValueError, match="signs of 5 instances .* at least 6 instances"):
        discriminative_power(pair_tests(few, Rule.SIGNS, 5000))
    discriminative_power(pair_tests(enough, Rule.SIGNS, 5000))
    discriminative_power(pair_tests(few, Rule.TUKEY, 5000))


def test_a_tie_by_rounding_has_no_better_run():
    values = np.array([[[0.1 + 0.2, 0.3], [0.3, 0.3]]])
    (better,) = randomised_tukey_hsd(named(values), 10).to_frame().filter(like="better").iloc[0]
    assert better == "tie"


def test_power_of_named_tests_is_named():
    scores = named(random_scores(2, 10, 3) + np.array([0, 1, 2]))
    tests = randomised_tukey_hsd(scores, 100)
    found = discriminative_power(tests.p_values).significant
    power = discriminative_power(tests)
    assert power.measures == ("M0", "M1")
    assert power.to_frame()["S"].to_dict() == dict(zip(power.measures, found, strict=True))
    assert int(power.by()["M1"].significant) == found[1] > 0


def test_baselines_in_the_family_take_findings_away_on_real_runs(real_data):
    """The eight runs that are public; the counts of more runs cannot be made again."""
    gold, runs = (real_data / "stc3" / name for name in ("test_annotations.json", "runs"))
    campaign = read_campaign(gold, [runs], scales=("E",), measures=("NMD", "RNOD"), baselines=True)
    (scores,) = campaign.with_references(test_baselines=True).scores.values()
    together = randomised_tukey_hsd(scores, 500)
    alone = randomised_tukey_hsd(scores.without(("Uniform", "Popularity")), 500)
    kept = [together.runs.index(name) for name in alone.runs]
    assert (len(alone.runs), len(together.runs)) == (8, 10)
    before = discriminative_power(alone).significant
    after = discriminative_power(together.p_values[:, kept][:, :, kept]).significant
    assert (after < before / 2).all()
