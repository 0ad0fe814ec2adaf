"""Ways to test pairs of runs: steps, studentised, over measures, plus one, Fisher and Holm."""

from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy import stats

from oq_core import Scores, discriminative_power, randomised_tukey_hsd, read_campaign
from oq_core.analysis import (
    Rule,
    fisher_randomisation,
    holm,
    pair_tests,
    sign_flips,
    smallest_p_value,
    tukey,
)
from tests.strategies import score_matrices

TRIALS = 200


def random_scores(*shape, seed=0):
    return np.random.default_rng(seed).random(shape)


def named(values, directions=None):
    measures, instances, runs = values.shape
    return Scores(
        values,
        tuple(f"M{k}" for k in range(measures)),
        tuple(map(str, range(instances))),
        tuple(f"r{j}" for j in range(runs)),
        directions or (False,) * measures,
    )


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


def plain_statistics(stack, studentised):
    """Of every pair (K, T), one at a time."""
    found = []
    for matrix in stack:
        row = []
        for i, j in combinations(range(matrix.shape[1]), 2):
            gaps = matrix[:, i] - matrix[:, j]
            gap = abs(gaps.mean())
            if studentised:
                spread = gaps.std(ddof=1)
                steady = spread < 1e-9
                gap = 0 if gap < 1e-9 else np.inf if steady else gap / spread * len(gaps) ** 0.5
            row.append(gap)
        found.append(row)
    return np.array(found)


def plain_p_values(scores, trials, seed, *, step_down, studentised, over_measures):
    """Step by step, with lists of what remains; (K, T)."""
    if over_measures and not studentised:
        within = scores - scores.mean(axis=2, keepdims=True)
        scale = np.sqrt((within**2).mean(axis=(1, 2), keepdims=True))
        scores = scores / np.where(scale > 0, scale, 1)
    observed = plain_statistics(scores, studentised)
    drawn = np.array(
        [plain_statistics(each, studentised) for each in permuted_stacks(scores, trials, seed)]
    )
    p = np.empty(observed.shape)
    cells = list(np.ndindex(*observed.shape))
    families = [cells] if over_measures else [[c for c in cells if c[0] == k]
                                              for k in range(len(scores))]  # fmt: skip
    for family in families:
        remaining, largest = sorted(family, key=lambda cell: -observed[cell]), 0.0
        for cell in list(remaining):
            most = np.max([drawn[:, k, t] for k, t in remaining], axis=0)
            reached = most >= observed[cell] - 1e-9 if np.isfinite(observed[cell]) else (
                np.isinf(most))  # fmt: skip
            largest = max(largest, reached.mean())
            p[cell] = largest
            if step_down:
                remaining.remove(cell)
    return p


RULES = [
    {"step_down": step, "studentised": student, "over_measures": over}
    for step, student, over in product([False, True], repeat=3)
]


@pytest.mark.parametrize("rule", RULES, ids=str)
@pytest.mark.parametrize("seed", [0, 1])
def test_every_rule_agrees_with_a_plain_loop(rule, seed):
    scores = random_scores(2, 9, 4, seed=seed) + np.array([0, 0.1, 0.2, 0.6])
    scores[1] *= 3
    p = randomised_tukey_hsd(scores, TRIALS, seed, **rule)
    expected = plain_p_values(scores, TRIALS, seed, **rule)
    np.testing.assert_allclose(p[:, *np.triu_indices(4, k=1)], expected, atol=1e-12)
    np.testing.assert_array_equal(p, p.transpose(0, 2, 1))
    assert (np.diagonal(p, axis1=1, axis2=2) == 1).all()


@given(score_matrices(), st.booleans(), st.booleans())
def test_steps_begin_as_a_single_step_and_find_as_much(scores, studentised, over):
    if scores.shape[1] < 2:
        return
    rule = {"studentised": studentised, "over_measures": over}
    single = randomised_tukey_hsd(scores, 40, **rule)
    steps = randomised_tukey_hsd(scores, 40, step_down=True, **rule)
    assert (steps <= single + 1e-12).all()
    families = [slice(None)] if over else [slice(k, k + 1) for k in range(len(scores))]
    for family in families:
        # The largest difference is tested first, against all pairs.
        assert steps[family].min() == single[family].min()


@given(score_matrices(measures=3), st.permutations(range(3)))
def test_over_measures_the_family_is_all_of_them(scores, order):
    p = randomised_tukey_hsd(scores, 64, over_measures=True)
    single = randomised_tukey_hsd(scores, 64)
    assert (p >= single - 1e-12).all()
    np.testing.assert_array_equal(
        randomised_tukey_hsd(scores[list(order)], 64, over_measures=True), p[list(order)]
    )
    stretched = scores * np.array([1, 2, 4])[:, None, None]
    np.testing.assert_array_equal(randomised_tukey_hsd(stretched, 64, over_measures=True), p)
    alone = randomised_tukey_hsd(scores[:1], 64, over_measures=True)
    np.testing.assert_array_equal(alone, single[:1])


def test_the_family_over_measures_keeps_its_error():
    """Of campaigns whose runs do not differ under three measures, a share alpha errs."""
    generator, alpha, campaigns = np.random.default_rng(0), 0.2, 150
    false = apart = 0
    for _ in range(campaigns):
        scores = generator.normal(size=(3, 12, 4))
        false += (randomised_tukey_hsd(scores, 150, over_measures=True) <= alpha).any()
        apart += (randomised_tukey_hsd(scores, 150) <= alpha).any()
    assert abs(false / campaigns - alpha) < 4 * (alpha * (1 - alpha) / campaigns) ** 0.5
    assert apart / campaigns > alpha + 0.1


def test_studentised_helps_where_one_run_spreads_far_more():
    generator, alpha, campaigns = np.random.default_rng(1), 0.1, 150
    spread = np.array([1, 1, 1, 1, 1, 6])
    false = {True: 0, False: 0}
    for _ in range(campaigns):
        scores = generator.normal(size=(40, 6)) * spread
        for studentised in false:
            p = randomised_tukey_hsd(scores, 150, studentised=studentised)
            false[studentised] += (p <= alpha).any()
    error = 4 * (alpha * (1 - alpha) / campaigns) ** 0.5
    assert abs(false[True] / campaigns - alpha) < error
    assert false[False] / campaigns > alpha + 0.05


def test_studentised_with_two_runs_is_a_paired_t_statistic():
    matrix = random_scores(9, 2)
    identity = np.broadcast_to(np.arange(2, dtype=np.int32), (1, 9, 2)).copy()
    found = tukey._studentised(tukey.deviations_within(matrix[None]), identity, np.zeros(1))
    assert found[0, 0, 0] == pytest.approx(abs(stats.ttest_rel(*matrix.T).statistic))


@given(score_matrices())
def test_plus_one_counts_the_observed_scores_too(scores):
    p = randomised_tukey_hsd(scores, 40)
    np.testing.assert_allclose(
        randomised_tukey_hsd(scores, 40, plus_one=True), (40 * p + 1) / 41, atol=1e-12
    )


def test_seeded_p_values_stay():
    """Published numbers must not change unseen: by an upgrade, or in how trials are drawn."""
    scores = np.round(random_scores(25, 4, seed=3) + np.array([0, 0.05, 0.1, 0.25]), 3)
    first, second = np.triu_indices(4, k=1)
    pinned = {
        "single": randomised_tukey_hsd(scores, 1000, seed=7),
        "step": randomised_tukey_hsd(scores, 1000, seed=7, step_down=True),
        "student": randomised_tukey_hsd(scores, 1000, seed=7, studentised=True),
        # As it is in papers; + 1 is usual here.
        "fisher": fisher_randomisation(scores, 1000, seed=7, plus_one=False),
    }
    assert {name: p[first, second].round(6).tolist() for name, p in pinned.items()} == PINNED


PINNED = {
    "single": [0.903, 0.354, 0.078, 0.754, 0.354, 0.901],
    "step": [0.736, 0.328, 0.078, 0.637, 0.328, 0.736],
    "student": [0.919, 0.365, 0.112, 0.72, 0.318, 0.879],
    "fisher": [0.954, 0.4, 0.108, 0.954, 0.4, 0.954],
}


def test_fisher_agrees_with_listing_every_swap():
    matrix = random_scores(8, 3)
    trials = 40_000
    p = []
    for i, j in combinations(range(3), 2):
        gaps = matrix[:, i] - matrix[:, j]
        sums = [abs(np.dot(signs, gaps)) for signs in product([-1, 1], repeat=8)]
        p.append(np.mean(np.array(sums) >= abs(gaps.sum()) - 1e-12))
    found = fisher_randomisation(matrix, trials)[np.triu_indices(3, k=1)]
    np.testing.assert_allclose(found, holm(p), atol=3 * 5 * 0.5 / trials**0.5)


@pytest.mark.parametrize("over", [False, True])
def test_random_signs_agree_with_listing_every_sign(over):
    """Step by step over what remains, under each measure or over both together."""
    scores = random_scores(2, 8, 4, seed=4) * np.array([1, 1, 4, 1]) + np.array([0, 0.2, 0.5, 1])
    first, second = np.triu_indices(4, k=1)
    signs = np.array(list(product([1, -1], repeat=8)))
    turned = signs[:, None, :, None] * (scores[..., first] - scores[..., second])
    t = np.abs(turned.mean(axis=2)) / turned.std(axis=2, ddof=1)
    t = t.reshape(len(signs), 1, -1) if over else t
    expected = np.ones(t.shape[1:])
    for family, drawn in enumerate(t.transpose(1, 0, 2)):
        remaining, p = sorted(range(drawn.shape[1]), key=lambda pair: -drawn[0, pair]), 0.0
        while remaining:
            largest = drawn[:, remaining].max(axis=1)
            p = max(p, (largest >= drawn[0, remaining[0]] - 1e-9).mean())
            expected[family, remaining.pop(0)] = p
    found = sign_flips(scores, 20_000, 1, over_measures=over)[:, first, second]
    np.testing.assert_allclose(found, expected.reshape(found.shape), atol=0.012)
    assert 0 < found.min() < 0.1 < found.max()


def test_fisher_for_one_pair_is_tukeys_test_of_two_runs():
    matrix = random_scores(20, 2)
    found = fisher_randomisation(matrix, 20_000)[0, 1]
    expected = randomised_tukey_hsd(matrix, 20_000)[0, 1]
    assert abs(found - expected) < 5 * (2 * 0.25 / 20_000) ** 0.5


@given(score_matrices(), st.booleans())
def test_what_any_table_of_fishers_is_like(scores, over):
    p = fisher_randomisation(scores, 40, over_measures=over)
    np.testing.assert_array_equal(p, p.transpose(0, 2, 1))
    assert ((p >= 0) & (p <= 1)).all()
    means = scores.mean(axis=1)
    equal = np.abs(means[:, :, None] - means[:, None]) < 1e-12
    assert (p[equal] == 1).all()
    if scores.shape[2] == 2 and not over:
        level = fisher_randomisation(scores[..., ::-1], 40)
        np.testing.assert_array_equal(level, p)


@given(hnp.arrays(float, st.integers(1, 8), elements=st.integers(0, 20).map(lambda x: x / 20)))
def test_holm_agrees_with_its_definition(p):
    expected = np.empty_like(p)
    largest = 0.0
    for place, cell in enumerate(np.argsort(p, kind="stable")):
        largest = max(largest, (len(p) - place) * p[cell])
        expected[cell] = min(largest, 1)
    np.testing.assert_allclose(holm(p), expected)
    assert (holm(p) >= p - 1e-12).all()


@pytest.mark.parametrize(
    ("rule", "words", "smallest"),
    [
        (Rule(), "randomised Tukey HSD, single-step, p = count/B", 1 / 50),
        (Rule("step-down", True), "step-down, p = (count + 1)/(B + 1)", 1 / 51),
        (Rule("fisher-holm", plus_one=False), "Holm, p = count/B, or all signs once", 3 / 50),
        (Rule("fisher-holm", over_measures=True), "one family of all measures", 6 / 51),
        (Rule("sign-flip"), "step-down, p = (count + 1)/(B + 1), or all signs once", 1 / 51),
        (Rule(studentised=True), "single-step, studentised", 1 / 50),
    ],
)
def test_a_rule_is_named_and_its_smallest_p_value_known(rule, words, smallest):
    scores = named(random_scores(2, 10, 3), (True, False))
    tests = pair_tests(scores, rule, trials=50, seed=1)
    assert words in rule.words
    assert tests.rule == rule
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
    if not rule.over_measures:
        np.testing.assert_array_equal(alone.p_values, tests.of("M1").p_values)


def test_many_pairs_make_the_smallest_p_value_of_holm_one():
    assert smallest_p_value(100, Rule("fisher-holm"), pairs=231) == 1


def test_one_more_is_counted_unless_the_rule_is_a_paper_s():
    assert [Rule(method).plus_one for method in METHODS] == [False, False, True, True]
    assert Rule("fisher-holm") == Rule("fisher-holm", plus_one=True)
    assert not Rule("fisher-holm", plus_one=False).plus_one
    scores = random_scores(20, 4) + np.array([0, 0, 0, 0.6])
    for test in (fisher_randomisation, sign_flips):
        usual = test(scores, 99)
        np.testing.assert_array_equal(usual, test(scores, 99, plus_one=True))
        assert usual.min() > test(scores, 99, plus_one=False).min()


def test_with_one_more_holm_keeps_to_alpha_where_few_trials_can_show_it():
    """Many pairs, and B so small that a few trials decide: count/B is wrong too often."""
    generator, wrong = np.random.default_rng(5), np.zeros(2)
    for seed in range(300):
        scores = generator.normal(size=(15, 8))
        for place, plus_one in enumerate((True, False)):
            p = fisher_randomisation(scores, 600, seed, plus_one=plus_one)
            wrong[place] += (p <= 0.05).any()
    assert wrong[0] / 300 < 0.05 + 2 * (0.05 * 0.95 / 300) ** 0.5
    assert wrong[1] > wrong[0] + 3


METHODS = ("single-step", "step-down", "fisher-holm", "sign-flip")


@pytest.mark.parametrize("test", [fisher_randomisation, sign_flips])
@pytest.mark.parametrize("instances", [1, 3, 5, 8, 12])
def test_where_b_allows_every_sign_is_taken_once(test, instances):
    """No seed matters, p is a multiple of 1/2ⁿ, and the smallest is that of two signs."""
    if test is sign_flips and instances == 1:
        return
    scores = random_scores(instances, 2) + np.array([0, 5])
    found = {float(test(scores, 5000, seed, plus_one=one)[0, 1])
             for seed in range(4) for one in (True, False)}  # fmt: skip
    assert found == {2.0 ** (1 - instances)}
    more = test(random_scores(instances, 4), 2**instances, 1)
    np.testing.assert_array_equal(more * 2**instances, np.round(more * 2**instances))


@pytest.mark.parametrize("method", ["sign-flip", "fisher-holm"])
@pytest.mark.parametrize("plus_one", [True, False])
def test_no_p_of_drawn_signs_is_below_what_so_many_instances_can_show(method, plus_one):
    # B is just too small for all 2 ** 6 signs, and p of the draws would be 0 or 1/64.
    rule = Rule(method, plus_one=plus_one)
    tests = pair_tests(named(random_scores(1, 6, 2) + np.array([0, 5])), rule, 63)
    assert tests.p_values[0, 0, 1] >= 2**-5
    assert tests.smallest == 2**-5
    assert tests.to_frame()["M0 p printed"].tolist() == ["0.0312"]


def test_many_instances_and_no_trial_are_still_printed_as_less():
    rule = Rule("sign-flip", plus_one=False)
    tests = pair_tests(named(random_scores(1, 60, 2) + np.array([0, 5])), rule, 500)
    assert tests.to_frame()["M0 p printed"].tolist() == ["<0.0020"]


@pytest.mark.parametrize(
    ("method", "runs", "needed"),
    [("sign-flip", 8, 6), ("fisher-holm", 2, 6), ("fisher-holm", 8, 11)],
)
def test_what_cannot_reach_alpha_says_how_many_instances_it_takes(method, runs, needed):
    tests = pair_tests(named(random_scores(1, 5, runs)), Rule(method), 5000)
    with pytest.raises(ValueError, match=f"signs of 5 instances .* at least {needed} instances"):
        discriminative_power(tests)
    discriminative_power(pair_tests(named(random_scores(1, needed, runs)), Rule(method), 5000))
    discriminative_power(pair_tests(named(random_scores(1, 5, runs)), Rule("step-down"), 5000))


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


def test_what_cannot_be_tested_is_refused():
    with pytest.raises(ValueError, match="at least 2 instances and 2 runs"):
        randomised_tukey_hsd([[0.1, 0.2]], studentised=True)
    with pytest.raises(ValueError, match="trials must be at least 1"):
        fisher_randomisation([[0.1, 0.2]], 0)
    with pytest.raises(ValueError, match="every p-value must be between 0 and 1"):
        holm([0.1, np.nan])


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
