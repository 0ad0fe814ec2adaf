"""Popularity and Uniform, and what a collection insists on."""

import numpy as np
import pytest
from hypothesis import given

from oq_core import (
    Collection,
    popularity,
    uniform,
)
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


@pytest.mark.parametrize("baseline", [popularity, uniform])
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
