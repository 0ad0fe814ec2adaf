"""The search for the strongest conflict, against looking at every case."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oq_core import MEASURES, strongest_conflict
from oq_core.data.grids import vote_grid
from oq_core.disagreement import can_be_exact, compare_triples, random_triples, strongest_pair
from oq_core.disagreement.sampling import conflict_strengths
from tests.conftest import dear
from tests.measures.plain import PLAIN, exact


def plain_strength(conflict):
    """The strength once more, from the definition of the measures."""
    gains = []
    for key in (conflict.first, conflict.second):
        a, b = (
            float(PLAIN[key](exact(votes), exact(conflict.gold)))
            for votes in (conflict.a, conflict.b)
        )
        gains.append(b - a)
    assert gains[0] > 0 > gains[1]
    return min(gains[0], -gains[1])


def strongest_of_all(first, second, golds, estimates_of):
    """The largest strength over all golds and pairs of estimates."""
    best = 0.0
    for gold in golds:
        estimates = np.array(estimates_of(gold))
        x, y = (
            MEASURES[key](estimates / estimates.sum(axis=1, keepdims=True), gold / gold.sum())
            for key in (first, second)
        )
        gains = np.minimum(x[None] - x[:, None], y[:, None] - y[None])
        best = max(best, gains.max())
    return best


@pytest.mark.parametrize(
    ("first", "second", "classes", "votes"),
    [
        ("NMD", "RNOD", 4, 5),
        ("NVD", "NMD", 3, 9),
        ("JSD", "DNKT", 4, 5),
        ("RNADW", "RNOD2", 3, 9),
    ],
)
def test_small_problems_are_solved(first, second, classes, votes):
    every = vote_grid(classes, votes)
    expected = strongest_of_all(first, second, every, lambda _: every)
    found = strongest_conflict(first, second, classes, votes)
    assert found.strength == pytest.approx(expected)
    assert plain_strength(found) == pytest.approx(expected)
    assert {sum(found.gold), sum(found.a), sum(found.b)} == {votes}
    for key, scores in zip((first, second), found.scores, strict=True):
        expected = [float(PLAIN[key](exact(v), exact(found.gold))) for v in (found.a, found.b)]
        assert scores == pytest.approx(expected)


def one_step_away(gold):
    """Every estimate one step from a gold, by plain loops."""
    found = []
    for origin, to in product(range(len(gold)), repeat=2):
        if abs(origin - to) == 1:
            for moved in range(1, gold[origin] + 1):
                votes = gold.copy()
                votes[origin] -= moved
                votes[to] += moved
                found.append(votes)
    return found


@pytest.mark.parametrize(("first", "second"), [("NMD", "RNOD"), ("JSD", "RNADW")])
def test_one_step_moves_are_searched_to_the_end(first, second):
    golds = vote_grid(4, 7)
    found = strongest_conflict(first, second, 4, 7, one_step=True)
    assert found.strength == pytest.approx(strongest_of_all(first, second, golds, one_step_away))
    for gold in golds[::17]:
        found = strongest_conflict(first, second, 4, gold=gold.tolist(), one_step=True)
        expected = strongest_of_all(first, second, [gold], one_step_away)
        assert (found.strength if found else 0) == pytest.approx(expected, abs=1e-9)


def test_one_step_moves_are_one_step():
    found = strongest_conflict("NMD", "RNOD", 6, 12, one_step=True, seed=4)
    near = [row.tolist() for row in one_step_away(np.array(found.gold))]
    assert list(found.a) in near
    assert list(found.b) in near


def test_the_gold_can_be_given():
    gold = (2, 0, 5, 1)
    estimates = vote_grid(4, 8)
    found = strongest_conflict("NMD", "RNSS", 4, gold=gold)
    assert found.gold == gold
    assert found.strength == pytest.approx(
        strongest_of_all("NMD", "RNSS", [np.array(gold)], lambda _: estimates)
    )


@pytest.mark.parametrize("one_step", [False, True])
def test_the_gold_has_the_fewest_votes_that_are_wanted(one_step):
    every = vote_grid(4, 9)
    golds = every[(every >= 1).all(axis=1)]
    found = strongest_conflict("NMD", "JSD", 4, 9, least=1, one_step=one_step)
    assert min(found.gold) >= 1
    expected = strongest_of_all("NMD", "JSD", golds, one_step_away if one_step else lambda _: every)
    assert found.strength == pytest.approx(expected)


def test_it_beats_a_hundred_thousand_random_triples():
    triples = random_triples(classes=5, votes=20, count=100_000, seed=11)
    comparison = compare_triples(triples, ["NMD", "RNOD"])
    drawn = conflict_strengths(comparison, "NMD", "RNOD").max()
    found = strongest_conflict("NMD", "RNOD", classes=5, votes=20, seed=11)
    assert plain_strength(found) == pytest.approx(found.strength)
    assert found.strength > drawn > 0


def test_the_seed_decides_and_progress_is_told():
    told = []
    first = strongest_conflict("RNOD", "JSD", 4, 10, seed=3, progress=lambda *at: told.append(at))
    assert first == strongest_conflict("RNOD", "JSD", 4, 10, seed=3)
    shares = [share for share, _ in told]
    assert shares == sorted(shares)
    assert shares[-1] == 1

    def stop(*_):
        raise InterruptedError

    with pytest.raises(InterruptedError):
        strongest_conflict("RNOD", "JSD", 4, 10, progress=stop)


@pytest.mark.parametrize("gold", [None, (3, 4)])
def test_measures_that_never_disagree_have_no_conflict(gold):
    assert strongest_conflict("NMD", "RNOD", classes=2, votes=7, gold=gold) is None


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"second": "NMD"}, "two different measures"),
        ({"second": "EMD"}, "unknown measure"),
        ({"classes": 1}, "no fewer than two classes"),
        ({"votes": 0}, "1 to 100 votes"),
        ({"votes": 101}, "1 to 100 votes"),
        ({"least": 5}, "at least 5 each"),
        ({"least": -1}, "at least -1 each"),
        ({"gold": (1, 2)}, "whole votes for 3 classes"),
        ({"gold": (1, 2, 0.5)}, "whole votes for 3 classes"),
        ({"gold": (1, 2, -1)}, "whole votes for 3 classes"),
        ({"gold": (1, 2, 3), "least": 2}, "at least 2 each"),
        ({"gold": (0, 0, 0)}, "1 to 100 votes"),
    ],
)
def test_impossible_conditions_are_refused(changes, words):
    arguments = {"first": "NMD", "second": "RNOD", "classes": 3, "votes": 9} | changes
    with pytest.raises(ValueError, match=words):
        strongest_conflict(**arguments)


def best_of_all(first, second, classes, votes, least=0):
    """By listing every gold, A and B."""
    grid = vote_grid(classes, votes)
    best = 0.0
    for gold in grid[(grid >= least).all(axis=1)]:
        x, y = (MEASURES[key](grid / votes, np.broadcast_to(gold / votes, grid.shape))
                for key in (first, second))  # fmt: skip
        best = max(best, np.minimum(x[None] - x[:, None], y[:, None] - y[None]).max())
    return best


@pytest.mark.parametrize("least", [0, 1])
@pytest.mark.parametrize(
    ("first", "second"), [("RNSS", "JSD"), ("RNOD", "RSNOD"), ("DNKT", "NMD"), ("RNOD", "RNADW")]
)
def test_an_exact_answer_is_the_best_of_all_cases(first, second, least):
    found = strongest_conflict(first, second, 4, 6, least=least, exact=True)
    if found is None:
        # With votes everywhere in the gold, RNOD and RNADW are one.
        assert best_of_all(first, second, 4, 6, least) <= 2e-9
        return
    assert found.exact
    assert min(found.gold) >= least
    assert found.strength == pytest.approx(best_of_all(first, second, 4, 6, least), abs=2e-9)
    assert found.strength == pytest.approx(plain_strength(found))


@pytest.mark.parametrize(
    ("first", "second", "strength"),
    [
        ("RNOD", "RSNOD", 0.1769),
        dear(("RNSS", "JSD", 0.1962), "ordinarily one pair"),
        dear(("RNOD", "RNADW", 0.2263), "ordinarily one pair"),
    ],
)
def test_the_search_finds_what_a_sweep_of_all_golds_has_found(first, second, strength):
    """The optima for 20 votes over five classes, by seeds that did not always find them."""
    seed = {"RNSS": 1, "RNOD": 2}[first]
    found = strongest_conflict(first, second, seed=seed)
    assert found.strength == pytest.approx(strength, abs=5e-5)
    assert not found.exact


@pytest.mark.dear("sweeps of four classes and six votes run")
def test_a_sweep_of_all_golds():
    found = strongest_conflict("RNOD", "RSNOD", exact=True)
    assert found.exact
    assert found.strength == pytest.approx(0.1769, abs=5e-5)


def test_with_a_given_gold_all_estimates_are_looked_at():
    gold = (3, 0, 2, 1)
    found = strongest_conflict("RNOD", "JSD", 4, gold=gold)
    grid = vote_grid(4, 6)
    x, y = (MEASURES[key](grid / 6, np.broadcast_to(np.array(gold) / 6, grid.shape))
            for key in ("RNOD", "JSD"))  # fmt: skip
    expected = np.minimum(x[None] - x[:, None], y[:, None] - y[None]).max()
    assert found.exact
    assert found.strength == pytest.approx(expected, abs=2e-9)


def test_too_many_cases_are_not_looked_at_one_by_one():
    assert not can_be_exact(11, 20)
    with pytest.raises(ValueError, match="too many cases to look at all; search without exact"):
        strongest_conflict("NMD", "RNOD", 11, 20, exact=True)


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=1, max_size=12))
def test_the_strongest_of_many_pairs_is_that_of_all(numbers):
    first, second = np.array(numbers).T / 10
    strengths = np.minimum(first[None] - first[:, None], second[:, None] - second[None])
    found = strongest_pair(first, second)
    if strengths.max() <= 0:
        assert found is None
        return
    a, b, strength = found
    assert strengths[a, b] == strength == pytest.approx(strengths.max())
    assert strongest_pair(first, second, strength) is None
