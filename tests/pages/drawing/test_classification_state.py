"""What the Classification page's address holds, and what its presets make of a matrix."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oq_core.knowledge import (
    OC_EXAMPLES,
    OC_PRESETS,
)
from pages.analysing.address import UnreadableError
from pages.drawing.classification_state import MOST_ITEMS, ClassificationState
from pages.drawing.classification_table import classification_table, classification_verdicts

SYSTEMS = pytest.mark.parametrize("which", ["a", "b"])


@st.composite
def states(draw):
    size = draw(st.integers(2, 7))
    label = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1,
                    max_size=8)  # fmt: skip
    labels = draw(st.lists(label, min_size=size, max_size=size, unique=True))
    row = st.lists(st.integers(0, MOST_ITEMS), min_size=size, max_size=size)
    matrix = st.lists(row, min_size=size, max_size=size)
    state = ClassificationState(classes=tuple(labels), two_systems=draw(st.booleans()))
    return state.with_counts("a", draw(matrix)).with_counts("b", draw(matrix))


@given(states())
def test_the_address_restores_the_state(state):
    assert ClassificationState.from_address(state.to_address()) == state


def test_an_empty_address_is_the_start():
    assert ClassificationState.from_address({}) == ClassificationState()


def test_the_address_is_short():
    address = ClassificationState().to_address()
    assert address["a"] == "..........2.9.50.35.4.........."
    assert len(address["b"]) < 60


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ({"classes": "a"}, "2 to 7 classes"),
        ({"classes": "a,b,c,d,e,f,g,h"}, "2 to 7 classes"),
        ({"classes": "a,a"}, "two classes have the same label"),
        ({"classes": "a,b", "a": "1.2.3"}, "4 counts are needed, not 3"),
        ({"classes": "a,b", "a": "1.2.3.x"}, "“x” is not a number of items"),
        ({"classes": "a,b", "a": "1.2.3.-4"}, "“-4” is not"),
        ({"classes": "a,b", "a": "1.2.3.1000001"}, "“1000001” is not"),
        ({"classes": "a,b", "b": "1.2.3.٣"}, "is not a number of items"),
        ({"two": "yes"}, "two must be 0 or 1"),
    ],
)
def test_other_addresses_are_refused(parameters, words):
    with pytest.raises(UnreadableError, match=words):
        ClassificationState.from_address(parameters)


@SYSTEMS
@pytest.mark.parametrize("name", OC_PRESETS)
def test_presets_are_of_the_first_systems_gold(which, name):
    state = ClassificationState()
    made = state.with_preset(which, name)
    gold = state.counts("a").sum(axis=0)
    np.testing.assert_array_equal(made.counts(which), OC_PRESETS[name](gold))
    np.testing.assert_array_equal(made.counts(which).sum(axis=0), gold)


def test_a_preset_without_gold_takes_a_balanced_one():
    state = ClassificationState().with_counts("a", np.zeros((5, 5)))
    made = state.with_preset("a", "Perfect")
    np.testing.assert_array_equal(made.counts("a"), 20 * np.eye(5))


@given(states())
def test_another_gold_keeps_where_items_go(state):
    for name, gold in state.golds().items():
        made = state.with_gold(gold)
        for which in ("a", "b"):
            before, after = state.counts(which), made.counts(which)
            assert after.sum(axis=0).tolist() == list(gold)
            total = before.sum(axis=0)
            there = total > 0
            shares = before[:, there] / total[there] * np.array(gold)[there]
            assert np.abs(after[:, there] - shares).max(initial=0) < 1
            assert not (after[:, ~there] * (1 - np.eye(len(gold))[:, ~there])).any()
        assert min(gold) > 0, name


def test_five_imbalanced_classes_are_the_cores():
    assert ClassificationState().golds()["Imbalanced"] == (2, 9, 50, 35, 4)


def test_classes_are_dropped_and_added_at_the_end():
    state = ClassificationState()
    fewer = state.with_classes(3)
    np.testing.assert_array_equal(fewer.counts("b"), state.counts("b")[:3, :3])
    more = state.with_classes(6)
    assert more.classes == ("-2", "-1", "0", "1", "2", "3")
    np.testing.assert_array_equal(more.counts("b")[:5, :5], state.counts("b"))
    assert more.counts("b").sum() == state.counts("b").sum()


@given(states(), st.integers(2, 7), st.integers(2, 7))
def test_classes_that_were_dropped_come_back(state, fewer, fewest):
    count = len(state.classes)
    dropped = state.with_classes(min(count, fewer)).with_classes(min(count, fewer, fewest))
    assert dropped.with_classes(count) == state


def test_what_was_changed_meanwhile_stays_when_classes_come_back():
    state = ClassificationState()
    changed = state.with_classes(2).with_counts("a", [[9, 8], [7, 6]]).with_classes(5)
    counts = state.counts("a")
    counts[:2, :2] = [[9, 8], [7, 6]]
    np.testing.assert_array_equal(changed.counts("a"), counts)
    assert changed.b == state.b
    relabelled = state.with_classes(2).with_labels("2,-1").with_classes(5)
    assert len(set(relabelled.classes)) == 5


def test_labels_are_typed_with_commas():
    assert ClassificationState().with_labels(" e, d,c ,b, a").classes == ("e", "d", "c", "b", "a")
    with pytest.raises(UnreadableError, match="5 labels are needed, not 2"):
        ClassificationState().with_labels("a,b")


@pytest.mark.parametrize("example", OC_EXAMPLES, ids=lambda example: example.name)
def test_situations_can_be_loaded(example):
    state = ClassificationState.of_example(example)
    assert state.note == example.shows
    np.testing.assert_array_equal(state.counts("a"), example.a)


def test_preferences_go_by_each_measures_direction():
    found = classification_verdicts(
        {"MAE_M": (0.1, 0.2), "Accuracy": (0.1, 0.2), "HMPR": (0.5, 0.5 + 1e-12),
         "kappa": (float("nan"), 0.2)}
    )  # fmt: skip
    assert [each.preferred for each in found] == ["A", "B", "tie", ""]
    shown = classification_table(found, 5)
    assert "<i>undefined</i>" in shown
    assert "nan" not in shown
    # A measure with scores below 0 has its bar from the middle.
    assert "margin-left:50.00%;width:10.00%" in shown
