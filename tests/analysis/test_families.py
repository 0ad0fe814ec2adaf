"""One family of all measures on all scales; and whole clusters of instances."""

from dataclasses import replace

import numpy as np
import pytest

from oq_core import Options, analyse
from oq_core.analysis import Rule, pair_tests, pair_tests_over, rank_runs, sign_flips
from oq_core.campaign import html_report
from oq_core.campaign.publishing.leaderboard import leaderboard_data
from oq_core.campaign.publishing.report import Report
from tests.analysis.test_rank_sets import named
from tests.benchmarks.statistics.designs import CLUSTER, clustered
from tests.benchmarks.statistics.errors import over_everything

SIGNS = Rule("sign-flip")


def scales(seed=0, instances=20):
    """Two measures on each of three scales of the same instances; one run is better."""
    values = np.random.default_rng(seed).normal(size=(3, 2, instances, 4)) + np.array([0, 0, 0, 1])
    return {name: named(each) for name, each in zip("ASE", values, strict=True)}


@pytest.mark.parametrize("rule", [SIGNS, Rule("step-down"), Rule()], ids=lambda each: each.method)
def test_one_family_of_all_scales_is_that_of_all_their_measures(rule):
    given = scales()
    found = pair_tests_over(given, rule, 300, 1)
    stacked = named(np.concatenate([each.values for each in given.values()]))
    whole = pair_tests(stacked, Rule(rule.method, over_measures=True), 300, 1).p_values
    np.testing.assert_array_equal(np.concatenate([f.p_values for f in found.values()]), whole)
    for name, each in found.items():
        assert (each.measures, each.rule.over_measures) == (given[name].measures, True)
        alone = pair_tests(given[name], Rule(rule.method, over_measures=True), 300, 1)
        assert (each.p_values >= alone.p_values - 1e-12).all()


def test_the_order_of_runs_and_instances_of_a_scale_does_not_matter():
    given = scales()
    expected = pair_tests_over(given, SIGNS, 300)
    turned = given["S"].on(given["S"].ids[::-1])
    turned = turned.without("r0").with_runs(turned.without(turned.runs[1:]))
    found = pair_tests_over(given | {"S": turned}, SIGNS, 300)["S"]
    assert found.runs == ("r1", "r2", "r3", "r0")
    back = [found.runs.index(run) for run in expected["S"].runs]
    np.testing.assert_array_equal(found.p_values[:, back][:, :, back], expected["S"].p_values)


def test_scales_that_are_no_family_say_why():
    given = scales()
    with pytest.raises(ValueError, match="A and S are no one family: they have other runs"):
        pair_tests_over(given | {"S": given["S"].without("r3")})
    with pytest.raises(ValueError, match="other instances that can be tested. Leave one of them"):
        pair_tests_over(given | {"E": given["E"].on(given["E"].ids[1:])})
    with pytest.raises(ValueError, match="choose sign-flip or step-down"):
        pair_tests_over(given, Rule("fisher-holm"))


def test_random_signs_over_everything_keep_to_alpha_where_spreads_differ():
    """Equal runs, one of which spreads six times as much, under 3 measures on 2 scales."""
    generator, made = np.random.default_rng(1), over_everything("normal", 2)
    wrong = {"apart": 0, "together": 0}
    for seed, values in enumerate(made(generator, 120, 15)):
        given = {name: named(each) for name, each in zip("AS", np.split(values, 2), strict=True)}
        over = pair_tests_over(given, SIGNS, 200, seed).values()
        wrong["together"] += min(each.p_values.min() for each in over) <= 0.05
        apart = (pair_tests(each, SIGNS, 200, seed) for each in given.values())
        wrong["apart"] += min(each.p_values.min() for each in apart) <= 0.05
    assert wrong["together"] / 120 < 0.05 + 2 * (0.05 * 0.95 / 120) ** 0.5
    assert wrong["apart"] > wrong["together"] + 10


def test_a_cluster_s_score_is_that_of_its_instances_and_means_stay():
    scores = named(np.random.default_rng(0).normal(size=(2, 7, 3)))
    ids = ("b-1", "a-1", "b-2", "c-1", "a-2", "b-3", "c-2")
    scores = type(scores)(scores.values, scores.measures, ids, scores.runs, (False, True))
    found = scores.by_cluster("-")
    assert (found.ids, found.runs, found.measures) == (
        ("b", "a", "c"),
        scores.runs,
        scores.measures,
    )
    assert found.larger_is_better == (False, True)
    np.testing.assert_allclose(found.means, scores.means)
    np.testing.assert_allclose(found.values[:, 0], scores.values[:, [0, 2, 5]].sum(axis=1) * 3 / 7)


@pytest.mark.parametrize(
    ("separator", "words"), [("x", "make one cluster"), ("-", "make a cluster for each")]
)
def test_clusters_that_are_none_say_what_it_takes(separator, words):
    scores = named(np.zeros((1, 4, 2)))
    ids = tuple(f"x{place}-1" for place in range(4))
    scores = type(scores)(scores.values, ("M0",), ids, scores.runs, (False,))
    with pytest.raises(ValueError, match=f"'x0-1', 4 instances {words}; .* at least 2"):
        scores.by_cluster(separator)


def test_signs_of_whole_clusters_keep_to_alpha_and_those_of_instances_do_not():
    scores = clustered(np.random.default_rng(2), 200, 200)
    names = tuple(f"d{place // CLUSTER}-{place}" for place in range(200))
    made = named(scores)
    whole = type(made)(scores, made.measures, names, made.runs, made.larger_is_better)
    wrong = [
        (sign_flips(each, 200) <= 0.05).any(axis=(1, 2)).mean()
        for each in (whole.by_cluster("-").values, scores)
    ]
    assert wrong[0] < 0.05 + 2 * (0.05 * 0.95 / 200) ** 0.5
    assert wrong[1] > 0.5


def in_documents():
    """Scores on two scales, of instances called d0-0, d0-1, ..., three in a document."""
    given = scales(instances=24)
    ids = tuple(f"d{place // 3}-{place}" for place in range(24))
    return {name: replace(given[name], ids=ids) for name in "AS"}


def test_a_campaign_over_everything_has_the_tests_of_one_family():
    given = in_documents()
    rule = Rule("sign-flip", over_scales=True)
    made = analyse(given, Options(trials=200, splits=4, samples=20, rule=rule, seed=3))
    for each, (name, tests) in zip(
        made.data_sets, pair_tests_over(given, SIGNS, 200, 3).items(), strict=True
    ):
        assert each.name == name
        np.testing.assert_array_equal(each.p_values, tests.p_values)
        assert "one family of all measures on all scales" in each.tests.rule.words
    assert "under all measures on all data sets together" in html_report(made)
    with pytest.raises(ValueError, match="A and S are no one family"):
        analyse(given | {"S": given["S"].on(given["S"].ids[1:])}, made.options)


def test_a_campaign_of_clusters_is_analysed_by_whole_clusters():
    given = in_documents()
    made = analyse(given, Options(trials=200, splits=4, samples=20, clusters="-"))
    for each in made.data_sets:
        whole = given[each.name].by_cluster("-")
        np.testing.assert_array_equal(each.p_values, pair_tests(whole, trials=200).p_values)
        np.testing.assert_array_equal(each.board.low, rank_runs(whole, samples=20).low)
        np.testing.assert_allclose(each.board.means, given[each.name].means)
        assert (len(each.scores.ids), each.left_out) == (8, 0)
    told = "tests, intervals and splits of A are of 8 whole clusters of 3 instances"
    assert any(note.startswith(told) for note in made.campaign.notes)
    assert told in html_report(made)
    with pytest.raises(ValueError, match="A: by what comes before 'x'.* make a cluster for each"):
        analyse(given, Options(clusters="x"))
    # Eight clusters reach what 24 instances do.
    with pytest.raises(ValueError, match="random signs of 8 clusters cannot .* 9 clusters are"):
        analyse(given, Options(alpha=0.005, clusters="-", rule=SIGNS))


def test_lists_by_instance_and_effect_sizes_are_of_instances_where_clusters_are_tested():
    """Scores of clusters are sums, which nobody would take for scores of an instance."""
    options = Options(trials=200, splits=4, samples=20)
    given = in_documents()
    # Clusters of unlike sizes.
    given = {name: each.on(each.ids[:20]) for name, each in given.items()}
    single, whole = (
        analyse(given, replace(options, clusters=separator)) for separator in ("", "-")
    )
    for one, other in zip(single.data_sets, whole.data_sets, strict=True):
        assert (one.size_words, other.size_words) == ("20 instances", "20 instances in 7 clusters")
        np.testing.assert_array_equal(other.effects.sizes, one.effects.sizes)
        np.testing.assert_array_equal(other.instances.values, one.instances.values)
    lists = ("ids", "worst", "scores", "means")
    first, second = (leaderboard_data(each)["sets"][0] for each in (single, whole))
    assert second["ids"] == first["ids"]
    for one, other in zip(first["measures"], second["measures"], strict=True):
        assert [other[each] for each in lists[1:]] == [one[each] for each in lists[1:]]
    hard = [dict(Report(each, "d").table_files())["csv/1-a-difficulty-M0.csv"]
            for each in (single, whole)]  # fmt: skip
    assert hard[0] == hard[1]
    assert "20 instances in 7 clusters" in html_report(whole)
