"""What people score, against plain loops."""

import numpy as np
import pytest
from hypothesis import given
from scipy import stats

from oq_core import MEASURES, Collection
from oq_core.data import pooled, uniform
from oq_core.raters import half_of_raters, one_rater, rater_distances, what_raters_allow
from oq_core.raters.drawing import chosen_of
from tests import strategies
from tests.measures import plain as measures
from tests.raters import plain

PLAIN = {"NMD": measures.nmd, "RNOD": measures.rnod, "NVD": measures.nvd}


@pytest.mark.parametrize("key", PLAIN)
@given(votes=strategies.votes(classes=3, instances=4))
def test_one_rater_is_each_rating_against_the_others(key, votes):
    expected = [
        plain.one_rater([c for c, k in enumerate(row) for _ in range(k)], 3, PLAIN[key])
        for row in votes.tolist()
    ]
    np.testing.assert_allclose(one_rater(votes, key)[0], expected, atol=1e-12)


def test_halves_are_all_splits_alike():
    votes = np.array([[2, 1, 2], [1, 0, 3], [4, 1, 0]])
    found = half_of_raters(votes, "NMD", repeats=20_000)[0]
    for row, mean in zip(votes, found, strict=True):
        ratings = [c for c, k in enumerate(row) for _ in range(k)]
        assert mean == pytest.approx(plain.half(ratings, 3, PLAIN["NMD"]), abs=0.005)


def test_halves_of_an_odd_number_put_the_smaller_part_against_the_larger():
    # Of three ratings one is the estimate: RNOD looks at the support of the gold alone.
    ratings = [0, 0, 2]
    expected = plain.half(ratings, 3, PLAIN["RNOD"])
    assert half_of_raters([[2, 0, 1]], "RNOD", 20_000)[0, 0] == pytest.approx(expected, abs=0.005)


@given(votes=strategies.votes())
def test_ratings_are_drawn_from_those_that_are_there(votes):
    sizes = (votes.sum(axis=1) + 1) // 2
    found = chosen_of(votes, sizes, np.random.default_rng(0))
    assert (found <= votes).all()
    assert (found >= 0).all()
    np.testing.assert_array_equal(found.sum(axis=1), sizes)


def test_draws_without_replacement_have_the_hypergeometric_spread():
    votes = np.tile([6, 3, 10], (20_000, 1))
    found = chosen_of(votes, 12, np.random.default_rng(0))
    law = stats.multivariate_hypergeom([6, 3, 10], 12)
    np.testing.assert_allclose(found.mean(axis=0), law.mean(), atol=0.03)
    np.testing.assert_allclose(np.cov(found.T), law.cov(), atol=0.04)


def test_a_raters_distance_is_from_the_others_of_his_instances():
    ratings = np.array([[0, 2, -1], [1, 1, 2], [-1, 0, -1]])
    found, shared = rater_distances(ratings, 3, "NMD")
    assert shared.tolist() == [2, 2, 1]
    both = (1 + plain.measure_of(1, [1, 2], measures.nmd)) / 2
    np.testing.assert_allclose(found[0], [both, both, 0.5])


def test_references_are_means_over_what_can_be_compared():
    votes = np.array([[3, 1, 0], [0, 2, 2], [0, 0, 1], [1, 4, 0]])
    gold = votes / votes.sum(axis=1, keepdims=True)
    runs = {"flat": uniform(gold), "own": gold}
    collection = Collection("C", tuple("xyz"), tuple("1234"), gold, runs, votes=votes)
    found = what_raters_allow(collection, ["RNOD", "NMD"], seed=3)
    several = np.array([0, 1, 3])
    for k, key in enumerate(("RNOD", "NMD")):
        score = MEASURES[key]
        one = np.mean(one_rater(votes, key)[0, several])
        half = np.mean(half_of_raters(votes, key, seed=3)[0, several])
        assert found.one_rater[k] == pytest.approx(one)
        assert found.half[k] == half
        assert found.pooled[k] == pytest.approx(score(pooled(gold), gold).mean())
        assert found.uniform[k] == pytest.approx(score(uniform(gold), gold).mean())
        assert found.means[k].tolist() == pytest.approx([found.uniform[k], 0])
    assert found.best.tolist() == [0, 0]
    assert found.notes == (
        "1 instance with one rating is not counted in what people score: there is nobody to "
        "compare with",
    )
    # The halves follow the seed, and nothing else does.
    other = what_raters_allow(collection, ["RNOD", "NMD"], seed=4)
    assert (other.half != found.half).all()
    assert (other.one_rater == found.one_rater).all()


def test_one_rating_each_tells_nothing_of_people():
    votes = np.array([[1, 0], [0, 1]])
    found = what_raters_allow(Collection("C", ("x", "y"), tuple("12"), votes / 1, votes=votes))
    assert np.isnan([found.one_rater, found.half]).all()
    assert np.isnan(found.best).all()
    assert "2 instances with one rating are not counted" in found.notes[0]


def test_real_ratings_of_stc3(stc3):
    # As measured independently of this project.
    assert half_of_raters(stc3["A"].votes, "NMD").mean() == pytest.approx(0.112, abs=0.003)
