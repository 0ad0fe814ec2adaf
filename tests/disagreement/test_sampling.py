"""Triples of gold, A and B, and how often measures disagree about them."""

import tracemalloc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from oq_core import MEASURES, Collection, Scores, compare_runs, score
from oq_core.analysis import quadrants
from oq_core.data import popularity, uniform
from oq_core.disagreement import (
    compare_triples,
    disagreement_rates,
    preference_agreement,
    random_triples,
    resampled_triples,
    sampling,
    strongest_conflicts,
)
from oq_core.disagreement.sampling import conflict_strengths, random_votes
from oq_core.reading import read_gold
from tests.measures.plain import PLAIN, exact
from tests.strategies import score_matrices


@given(st.data(), st.integers(2, 11), st.integers(1, 40), st.integers(0, 99))
def test_random_votes_have_the_support_that_is_wanted(data, classes, votes, seed):
    most = min(classes, votes)
    sizes = data.draw(st.lists(st.integers(1, most), min_size=1, max_size=20))
    found = random_votes(sizes, classes, votes, seed)
    assert (found.sum(axis=1) == votes).all()
    np.testing.assert_array_equal((found > 0).sum(axis=1), sizes)
    np.testing.assert_array_equal(found, random_votes(sizes, classes, votes, seed))


def test_random_votes_follow_the_stated_model():
    found = random_votes(np.full(12_000, 2), classes=3, votes=4, seed=5)
    # Three supports; four coins, thrown again where all fall alike.
    expected = {}
    for empty in range(3):
        for heads, weight in ((1, 4), (2, 6), (3, 4)):
            row = np.insert([heads, 4 - heads], empty, 0)
            expected[tuple(row.tolist())] = weight / 14 * 4000
    rows, counts = np.unique(found, axis=0, return_counts=True)
    assert {tuple(row) for row in rows.tolist()} == set(expected)
    wanted = [expected[tuple(row)] for row in rows.tolist()]
    assert stats.chisquare(counts, wanted).pvalue > 0.001


@pytest.mark.parametrize(("sizes", "classes", "votes"), [([4], 3, 9), ([3], 4, 2), ([0], 3, 9)])
def test_impossible_supports_are_refused(sizes, classes, votes):
    with pytest.raises(ValueError, match="supports must be of 1 to"):
        random_votes(sizes, classes, votes, seed=0)


def test_random_votes_agree_with_drawing_anew_until_none_is_empty():
    generator, draws = np.random.default_rng(0), 20_000
    plain = generator.multinomial(6, [1 / 3] * 3, size=3 * draws)
    plain = plain[(plain > 0).all(axis=1)][:draws]
    found = random_votes(np.full(len(plain), 3), classes=3, votes=6, seed=1)
    rows = np.concatenate([plain, found]) @ [49, 7, 1]
    table = np.zeros((2, len(set(rows.tolist()))))
    places = np.unique(rows, return_inverse=True)[1]
    np.add.at(table, (np.repeat([0, 1], len(plain)), places), 1)
    assert stats.chi2_contingency(table).pvalue > 0.001


def test_what_is_kept_of_other_numbers_of_votes_is_bounded():
    random_votes([1], 11, 60, 0)
    tracemalloc.start()
    try:
        for votes in range(11, 61):
            random_votes([1], 11, votes, 0)
        kept, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    # All fifty would be 7 MB.
    assert kept < 4e6


def test_random_triples_are_independent_whole_votes_and_seeded():
    triples = random_triples(classes=4, votes=10, count=6000, seed=3)
    parts = [triples.gold, triples.a, triples.b]
    sizes = []
    for part in parts:
        np.testing.assert_allclose(part * 10, np.rint(part * 10), atol=1e-9)
        np.testing.assert_allclose(part.sum(axis=1), 1)
        sizes.append((part > 0).sum(axis=1))
        assert stats.chisquare(np.bincount(sizes[-1])[1:]).pvalue > 0.001
    table = np.zeros((4, 4))
    np.add.at(table, (sizes[1] - 1, sizes[2] - 1), 1)
    assert stats.chi2_contingency(table).pvalue > 0.001
    again = random_triples(4, 10, 6000, seed=3)
    other = random_triples(4, 10, 6000, seed=4)
    assert all(
        (getattr(again, name) == part).all()
        for name, part in zip(("gold", "a", "b"), parts, strict=True)
    )
    assert (other.gold != triples.gold).any()


def test_with_fewer_votes_than_classes_supports_are_smaller():
    triples = random_triples(classes=8, votes=2, count=200)
    assert set((triples.gold > 0).sum(axis=1).tolist()) == {1, 2}


@pytest.mark.parametrize("arguments", [(1, 5, 9), (3, 0, 9), (3, 5, 0)])
def test_no_triples_are_refused(arguments):
    with pytest.raises(ValueError, match="two classes, one vote and one triple"):
        random_triples(*arguments)


def collection(runs=3, instances=4, classes=3):
    generator = np.random.default_rng(1)
    gold, *estimates = generator.dirichlet(np.ones(classes), (runs + 1, instances))
    ids = tuple(f"i{row}" for row in range(instances))
    named = {f"r{run}": estimate for run, estimate in enumerate(estimates)}
    return Collection("c", tuple("abcdefgh"[:classes]), ids, gold, named)


def test_resampled_triples_are_of_the_collection():
    source = collection()
    triples = resampled_triples(source, count=4000, seed=2)
    names = list(source.runs)
    for row in range(0, 4000, 97):
        instance, (a, b) = triples.instances[row], triples.runs[row]
        assert a != b
        np.testing.assert_array_equal(triples.gold[row], source.gold[instance])
        np.testing.assert_array_equal(triples.a[row], source.runs[names[a]][instance])
        np.testing.assert_array_equal(triples.b[row], source.runs[names[b]][instance])
    drawn = np.column_stack([triples.instances, triples.runs])
    rows, counts = np.unique(drawn, axis=0, return_counts=True)
    assert len(rows) == 4 * 3 * 2
    assert stats.chisquare(counts).pvalue > 0.001
    again = resampled_triples(source, count=4000, seed=2)
    np.testing.assert_array_equal(again.runs, triples.runs)


def test_a_collection_with_one_run_has_no_triples():
    with pytest.raises(ValueError, match="c has 1 run and 4 instances"):
        resampled_triples(collection(runs=1))


def test_triples_are_scored_as_by_plain_loops():
    triples = random_triples(4, votes=6, count=40, seed=8)
    votes = [np.rint(part * 6).astype(int) for part in (triples.gold, triples.a, triples.b)]
    comparison = compare_triples(triples)
    assert comparison.measures == tuple(MEASURES)
    assert (comparison.first, comparison.second, len(comparison.ids)) == ("A", "B", 40)
    for key in MEASURES:
        for row, (gold, a, b) in enumerate(zip(*votes, strict=True)):
            first, second = (float(PLAIN[key](exact(each), exact(gold))) for each in (a, b))
            delta, winner = comparison.delta(key)[row], comparison.winner(key)[row]
            assert delta == pytest.approx(first - second, abs=1e-12)
            assert winner == (0 if abs(first - second) < 1e-9 else 1 if first < second else 2)


def test_blocks_do_not_matter(monkeypatch):
    triples = random_triples(5, count=500)
    whole = compare_triples(triples).deltas
    monkeypatch.setattr(sampling, "_NUMBERS_AT_ONCE", 700)
    np.testing.assert_allclose(compare_triples(triples).deltas, whole, rtol=0, atol=1e-15)


def test_ids_are_positions_and_made_once():
    first, second = (
        compare_triples(random_triples(3, count=1000, seed=seed), "NMD") for seed in (1, 2)
    )
    assert first.ids == tuple(str(position) for position in range(1000))
    assert second.ids is first.ids
    assert compare_triples(random_triples(3, count=2), "NMD").ids == ("0", "1")


def test_an_unknown_measure_is_refused():
    with pytest.raises(ValueError, match="unknown measure 'EMD'"):
        compare_triples(random_triples(3, count=1), ["NMD", "EMD"])


def compared(values):
    measures = tuple("XYZ"[: len(values)])
    runs = tuple(f"r{run}" for run in range(values.shape[2]))
    ids = tuple(map(str, range(values.shape[1])))
    scores = Scores(values, measures, ids, runs, (False,) * len(measures))
    return compare_runs(scores, "r0", "r1")


@given(score_matrices())
def test_rates_and_agreement_count_what_plain_loops_count(values):
    comparison = compared(values)
    rates, agreement = disagreement_rates(comparison), preference_agreement(comparison)
    n = len(comparison.ids)
    for i, x in enumerate(comparison.measures):
        for j, y in enumerate(comparison.measures):
            pairs = list(zip(comparison.winner(x), comparison.winner(y), strict=True))
            crossed = sum({one, other} == {1, 2} for one, other in pairs)
            assert rates[i, j] == pytest.approx(crossed / n)
            assert agreement[i, j] == pytest.approx(sum(one == other for one, other in pairs) / n)
            assert round(rates[i, j] * n) == quadrants(comparison, x, y).disagreements
    np.testing.assert_array_equal(np.diagonal(rates), 0)
    np.testing.assert_array_equal(np.diagonal(agreement), 1)


def test_no_instances_have_no_rates():
    empty = compared(np.empty((2, 0, 2)))
    for rates in (disagreement_rates, preference_agreement):
        with pytest.raises(ValueError, match="no instance"):
            rates(empty)


@given(score_matrices(measures=2))
def test_the_strongest_conflicts_come_first(values):
    comparison = compared(values)
    strengths = conflict_strengths(comparison, "X", "Y")
    for row, strength in enumerate(strengths):
        x, y = comparison.delta("X")[row], comparison.delta("Y")[row]
        opposite = (x > 1e-9 and y < -1e-9) or (x < -1e-9 and y > 1e-9)
        assert strength == (min(abs(x), abs(y)) if opposite else 0)
    every = strongest_conflicts(comparison, "X", "Y")
    assert sorted(every.tolist()) == np.flatnonzero(strengths).tolist()
    assert (np.diff(strengths[every]) <= 0).all()
    few = strongest_conflicts(comparison, "X", "Y", count=2)
    np.testing.assert_array_equal(few, every[:2])
    np.testing.assert_array_equal(every, strongest_conflicts(comparison, "Y", "X"))


def test_popularity_and_uniform_on_the_real_annotations(real_data):
    gold = read_gold(real_data / "stc3" / "test_annotations.json")["A"]
    runs = {"popularity": popularity(gold.gold), "uniform": uniform(gold.gold)}
    pair = gold.with_runs(runs)
    comparison = compare_runs(score(pair, ["NMD", "RNOD"]), "popularity", "uniform")
    rates = disagreement_rates(comparison)
    assert rates[0, 1] * 390 == pytest.approx(83)
    counts = quadrants(comparison, "NMD", "RNOD")
    assert (counts.first_only_x, counts.first_only_y) == (79, 4)
    assert len(strongest_conflicts(comparison, "NMD", "RNOD", count=390)) == 83
    # What does not agree here is a disagreement or a tie under one measure alone.
    one_tie = (comparison.winners == 0).sum(axis=0) == 1
    assert preference_agreement(comparison)[0, 1] * 390 == pytest.approx(390 - 83 - one_tie.sum())
    # The other order of the two, in triples drawn from the collection, is the same conflict.
    triples = resampled_triples(pair, count=2000, seed=1)
    drawn = compare_triples(triples, ["NMD", "RNOD"])
    conflicting = conflict_strengths(comparison, "NMD", "RNOD") > 0
    np.testing.assert_array_equal(
        conflict_strengths(drawn, "NMD", "RNOD") > 0, conflicting[triples.instances]
    )
