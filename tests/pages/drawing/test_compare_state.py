"""The state of Compare: what is typed, linked and preset, without any widget."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oq_core import MEASURES
from oq_core.data import uniform
from oq_core.measures.examples import EXAMPLES
from pages.analysing.address import UnreadableError
from pages.drawing import conflict
from pages.drawing.compare_state import (
    FULL,
    LONGEST_LABEL,
    CompareState,
    format_votes,
    new_label,
    presets,
    typed_votes,
)
from tests.strategies import states


@given(states())
def test_an_address_restores_the_state_it_was_made_from(state):
    assert CompareState.from_address(state.to_address()) == state


@given(states().filter(lambda state: sum(state.gold) > 0))
def test_shares_are_a_distribution(state):
    assert state.shares("gold").sum() == pytest.approx(1)


@given(states(), st.integers(2, 11))
def test_another_number_of_classes_keeps_what_it_can(state, count):
    changed = state.with_classes(count)
    kept = min(count, len(state.classes))
    assert len(changed.classes) == len(set(changed.classes)) == len(changed.gold) == count
    assert changed.classes[:kept] == state.classes[:kept]
    assert changed.gold[:kept] == state.gold[:kept]
    assert not any(changed.gold[kept:])
    again = changed.with_classes(len(state.classes))
    assert again == state


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ({"classes": "1"}, "2 to 11 classes, not 1"),
        ({"classes": ",".join("abcdefghijkl")}, "2 to 11 classes, not 12"),
        ({"classes": "a,a"}, "same label"),
        ({"classes": "a,"}, "needs a label"),
        ({"classes": "a," + "b" * 25}, "at most 24"),
        ({"gold": "1,2,3"}, "5 values are needed, one for each class, not 3"),
        ({"gold": "1,2,3,4,five"}, "“five” is not a number"),
        ({"a": "1,2,3,4,nan"}, "not between 0 and"),
        ({"a": "1,2,3,4,inf"}, "not between 0 and"),
        ({"b": "1,2,3,4,-1"}, "not between 0 and"),
        ({"two": "yes"}, "two must be 0 or 1"),
        ({"cumulative": "2"}, "cumulative must be 0 or 1"),
        ({"measures": "NMD,XX"}, "no measure called XX"),
        ({"measures": ""}, "no measure called"),
    ],
)
def test_an_address_that_holds_no_state_says_why(parameters, words):
    with pytest.raises(UnreadableError, match=words):
        CompareState.from_address(parameters)


@given(st.dictionaries(st.sampled_from(["classes", "gold", "a", "b", "two"]), st.text()))
def test_no_address_breaks_the_page(parameters):
    try:
        state = CompareState.from_address(parameters)
    except UnreadableError:
        return
    assert CompareState.from_address(state.to_address()) == state


@pytest.mark.parametrize(
    ("text", "votes"),
    [
        ("1, 3, 8, 6, 2", (1, 3, 8, 6, 2)),
        ("1\t3\t8\t6\t2", (1, 3, 8, 6, 2)),
        ("1 3 8  6 2", (1, 3, 8, 6, 2)),
        ("dialogue 17\t1\t3\t8\t6\t2", (1, 3, 8, 6, 2)),
        ("0,05\t0,15\t0,4\t0,3\t0,1", (1, 3, 8, 6, 2)),
        ("0,05;0,15;0,4;0,3;0,1", (1, 3, 8, 6, 2)),
        (".31 .30 .20 .19 0", (6.2, 6, 4, 3.8, 0)),
        ("0.2, 0.2, 0.2, 0.2, 0.2", (4, 4, 4, 4, 4)),
        ("0.12345678912 0.87654321088 0 0 0", (2.469135782, 17.530864218, 0, 0, 0)),
        ("10% 20% 30% 20% 20%", (10, 20, 30, 20, 20)),
        ("0 0 1 0 0", (0, 0, 20, 0, 0)),
        ("31 30 20 19 0", (31, 30, 20, 19, 0)),
        ("0 0 0 0 0", (0, 0, 0, 0, 0)),
    ],
)
def test_typed_and_pasted_rows_are_read(text, votes):
    assert typed_votes(text, 5) == votes


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "5 values are needed, one for each class, not 0"),
        ("1 2 3", "not 3"),
        ("1 2 3 4 x", "“x” is not a number"),
        ("1 2 3 4 -5", "-5 is not between"),
        ("a b 1 2 3 4 5", "not 7"),
        ("1\t\t3\t4\t5", "“” is not a number"),
    ],
)
def test_typed_rows_that_cannot_be_read_say_why(text, words):
    with pytest.raises(UnreadableError, match=words):
        typed_votes(text, 5)


@given(st.lists(st.floats(0, 1e6), min_size=2, max_size=11))
def test_votes_read_back_as_they_are_shown(values):
    shown = format_votes(tuple(values))
    again = typed_votes(shown, len(values))
    if abs(sum(values) - 1) > 0.02:
        assert format_votes(again) == shown


@pytest.mark.parametrize("count", range(2, 12))
def test_presets_are_what_their_names_say(count):
    state = CompareState().with_classes(count)
    state = state.with_votes("gold", tuple(range(1, count + 1)))
    found = presets(state, "a")
    assert all(len(votes) == count and sum(votes) > 0 for votes in found.values())
    shares = {name: np.array(votes) / sum(votes) for name, votes in found.items()}
    np.testing.assert_allclose(shares["Uniform"], uniform(shares["Gold"]))
    assert sum(found["Uniform"]) == count * FULL / 2
    assert found["Gold, reversed"] == state.gold[::-1]
    shifted = MEASURES["NMD"](shares["Gold, shifted up one class"], shares["Gold"])
    moved = 1 - shares["Gold"][-1]
    assert shifted == pytest.approx(moved / (count - 1))
    popular = shares["Popularity (all on the gold's mode)"]
    assert popular[-1] == 1
    for name, way in (("Bell", 1), ("U-shape", -1)):
        votes = np.array(found[name])
        assert votes.sum() == FULL
        assert np.abs(votes - votes[::-1]).max() <= 1
        assert count == 2 or way * votes[count // 2] > way * votes[0]
    for index, label in enumerate(state.classes):
        assert shares[f"All in {label}"][index] == 1


def test_popularity_preset_splits_ties():
    state = CompareState().with_votes("gold", (5, 5, 1, 5, 0))
    assert presets(state, "a")["Popularity (all on the gold's mode)"] == (20, 20, 0, 20, 0)


def test_without_gold_there_are_no_presets_made_from_it():
    state = CompareState().with_votes("gold", (0, 0, 0, 0, 0))
    assert not [name for name in presets(state, "a") if name.startswith(("Gold", "Popularity"))]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_examples_keep_their_printed_probabilities(example):
    state = CompareState.of_example(example)
    np.testing.assert_allclose(state.shares("gold"), example.gold, atol=1e-12)
    np.testing.assert_allclose(state.shares("a"), example.a, atol=1e-12)
    assert state.two_systems == (example.b is not None)
    assert example.name in state.note
    assert example.shows in state.note


def test_a_new_class_is_numbered_on():
    assert new_label(["1", "2", "3"]) == "4"
    assert new_label(["007"]) == "8"
    assert new_label(["low", "high"]) == "3"
    assert new_label(["3", "low"]) == "4"


@pytest.mark.parametrize(
    ("ends", "classes"), [("ab", ("1", "2")), ("", ("x" * LONGEST_LABEL, "y"))]
)
def test_a_conflict_opens_with_its_classes_or_with_numbers_for_those_alike(
    ends, classes, monkeypatch
):
    asked = []
    monkeypatch.setattr(conflict, "link_to", lambda *_, query_params: asked.append(query_params))
    names = tuple("x" * LONGEST_LABEL + end for end in ends) or classes
    shares = np.array([[0.5, 0.5], [0.25, 0.75], [1.0, 0.0]])
    conflict.open_in_compare(names, tuple(shares), "k")
    state = CompareState.from_address(asked[0])
    assert state.classes == classes
    np.testing.assert_allclose([state.shares(which) for which in ("gold", "a", "b")], shares)
