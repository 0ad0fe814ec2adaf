"""Popularity and Uniform, and what a collection insists on."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given

from oq_core import Collection, score
from oq_core.data import pooled, popularity, uniform
from tests.strategies import shares, votes


@given(votes())
def test_popularity_splits_its_mass_over_the_modes(counts):
    modes = counts == counts.max(axis=1, keepdims=True)
    np.testing.assert_array_equal(popularity(shares(counts)), modes / modes.sum(axis=1)[:, None])


def test_popularity_takes_float_noise_for_a_tie():
    gold = np.array([0.1 + 0.2, 0.3, 0.4 - 1e-16]) / 1.0
    np.testing.assert_array_equal(popularity(gold), [0, 0, 1])
    np.testing.assert_array_equal(popularity([0.1 + 0.2, 0.3, 0.2, 0.2]), [0.5, 0.5, 0, 0])


@given(votes())
def test_uniform_is_the_same_for_every_class(counts):
    np.testing.assert_array_equal(
        uniform(shares(counts)), np.full(counts.shape, 1 / counts.shape[1])
    )


@given(votes())
def test_pooled_gives_every_instance_the_mean_of_all(counts):
    found, each = pooled(shares(counts)), shares(counts)
    for row in found:
        np.testing.assert_allclose(row, [sum(column) / len(each) for column in each.T])
    with pytest.raises(ValueError, match="gold is one distribution"):
        pooled([0.5, 0.5])


@pytest.mark.parametrize("baseline", [pooled, popularity, uniform])
def test_baselines_refuse_what_is_no_gold(baseline):
    with pytest.raises(ValueError, match="gold sums to 0.9"):
        baseline([0.5, 0.4])


GOLD = np.array([[0.5, 0.5], [1, 0]])


def collection(**changes):
    parts = {"name": "c", "classes": ("a", "b"), "ids": ("1", "2"), "gold": GOLD}
    return Collection(**(parts | changes))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"ids": ("1", "1")}, "instance id appears twice"),
        ({"classes": ("a", "a")}, "class appears twice"),
        ({"ids": ("1", "2", "3")}, r"gold has the shape \(2, 2\)"),
        ({"runs": {"r": GOLD[:1]}}, r"r has the shape \(1, 2\)"),
        ({"runs": {"r": GOLD * 2}}, r"r\[0\] sums to 2"),
        ({"votes": np.array([[1, 1]])}, "votes have the shape"),
    ],
)
def test_a_collection_whose_parts_do_not_fit_is_refused(changes, words):
    with pytest.raises(ValueError, match=words):
        collection(**changes)


def test_runs_are_added_to_a_copy():
    first = collection()
    second = first.with_runs({"r": GOLD})
    assert not first.runs
    assert list(second.runs) == ["r"]
    with pytest.raises(ValueError, match="a run called r already"):
        second.with_runs({"r": GOLD})


def rated():
    """Three raters, of whom one left out an item; a run."""
    ratings = np.array([[0, 2, -1], [1, 1, 2]], dtype=np.int8)
    votes = np.array([[1, 0, 1], [0, 2, 1]])
    gold = votes / votes.sum(axis=1, keepdims=True)
    classes, ids, raters = ("low", "mid", "high"), ("d1", "d2"), ("ann", "bob", "cy")
    runs = {"r": gold}
    return Collection("C", classes, ids, gold, runs, votes, ratings=ratings, raters=raters)


def test_ratings_follow_the_order_of_the_classes():
    made = rated().ordered(("high", "low", "mid"))
    assert made.ratings.tolist() == [[1, 0, -1], [2, 2, 0]]
    assert made.votes.tolist() == [[1, 1, 0], [1, 0, 2]]
    assert rated().flipped().ratings.tolist() == [[2, 0, -1], [1, 1, 0]]


def test_an_order_of_classes_changes_no_digit_of_a_score():
    # A report gives the order it was made with, and is made again to the byte.
    rng = np.random.default_rng(0)
    gold, run = rng.dirichlet(np.ones(5), (2, 200))
    made = Collection("C", tuple("abcde"), tuple(map(str, range(200))), gold, {"r": run})
    again = made.ordered(tuple("abcde"))
    np.testing.assert_array_equal(score(again).values, score(made).values)


def test_ratings_are_kept_without_a_run():
    assert rated().without("r").ratings is not None


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"ratings": np.array([[0, 2, -1]])}, "fit no 2 instances and 3 raters"),
        ({"raters": ("ann", "ann", "cy")}, "a rater's name appears twice"),
        ({"ratings": np.array([[0, 1, -1], [1, 1, 2]])}, "the votes are not those of the ratings"),
        ({"votes": None}, "the votes are not those of the ratings"),
    ],
)
def test_ratings_that_do_not_fit_are_refused(change, said):
    with pytest.raises(ValueError, match=said):
        replace(rated(), **change)
