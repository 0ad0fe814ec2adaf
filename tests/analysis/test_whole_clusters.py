"""Whole clusters of instances."""

from dataclasses import replace

import numpy as np
import pytest

from oq_core import Options, analyse
from oq_core.analysis import Rule, pair_tests, rank_runs, sign_flips
from oq_core.campaign import html_report
from oq_core.campaign.publishing.leaderboard import leaderboard_data
from oq_core.campaign.publishing.report import Report
from tests.analysis.fixtures import named


def scales(seed=0, instances=20):
    """Two measures on each of three scales of the same instances; one run is better."""
    values = np.random.default_rng(seed).normal(size=(3, 2, instances, 4)) + np.array([0, 0, 0, 1])
    return {name: named(each) for name, each in zip("ASE", values, strict=True)}


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
    """Eight equal runs on 20 clusters of ten instances, correlated by one half."""
    generator = np.random.default_rng(2)
    cluster = np.repeat(generator.normal(size=(200, 20, 1, 8)), 10, axis=2)
    own = generator.normal(size=cluster.shape)
    scores = ((cluster + own) / 2**0.5).reshape(200, 200, 8)
    names = tuple(f"d{place // 10}-{place}" for place in range(200))
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
        analyse(given, Options(alpha=0.005, clusters="-", rule=Rule.SIGNS))


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
