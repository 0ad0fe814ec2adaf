"""Scores said to be equal are equal, and none is said to be for what is not there."""

import numpy as np
import pytest
from hypothesis import given

from oq_core import MEASURES
from oq_core.knowledge import explain_equal_scores
from tests.strategies import pairs


def groups(said: list[str]) -> list[list[str]]:
    return [sentence.split(", because")[0].split(" = ") for sentence in said]


@given(pairs())
def test_what_is_said_to_be_equal_is(pair):
    estimates, gold = pair
    for group in groups(explain_equal_scores(estimates, gold[0], list(MEASURES))):
        scores = [MEASURES[key](estimates, gold[0]) for key in group]
        np.testing.assert_allclose(scores, np.broadcast_to(scores[0], np.shape(scores)), atol=1e-9)


def test_votes_everywhere_make_three_the_same():
    said = explain_equal_scores([[0.2, 0.3, 0.5]], [0.1, 0.6, 0.3], list(MEASURES))
    assert groups(said) == [["RSNOD", "RNOD", "RNADW"], ["RNOD2", "RNADW2"]]
    said = explain_equal_scores([[0.2, 0.8, 0.0]], [0.1, 0.6, 0.3], ["RSNOD", "RNOD", "RNADW"])
    assert groups(said) == [["RNOD", "RNADW"]]


def test_nothing_is_said_of_measures_that_differ_or_are_not_shown():
    assert explain_equal_scores([[0.2, 0.8, 0.0]], [0.0, 0.5, 0.5], list(MEASURES)) == []
    assert explain_equal_scores([[0.2, 0.8]], [0.5, 0.5], ["NMD", "JSD"]) == []


def test_other_classes_are_refused():
    with pytest.raises(ValueError, match="estimated has 2 classes and gold has 3"):
        explain_equal_scores([[0.2, 0.8]], [0.5, 0.5, 0.0], list(MEASURES))
