"""The matrices' answers, sent ahead, and the moves that come back."""

from base64 import b64decode
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from oq_core.measures import OC_MEASURES
from pages.drawing.board.events import after_moves
from pages.drawing.board.precompute import SHOWN, UNDEFINED
from pages.drawing.classification_state import MOST_ITEMS, ClassificationState, dragged
from pages.drawing.classification_table import classification_verdicts
from pages.learn.classification_parts.matrix import after_move
from pages.learn.classification_parts.matrix.precompute import (
    DRAGGED,
    NEITHER,
    PREFERS_A,
    PREFERS_B,
    TIE,
    answers_now,
    precomputed_answers,
    reached,
    scored,
)

CHOICES = {TIE: "tie", PREFERS_A: "A", PREFERS_B: "B", NEITHER: ""}


@st.composite
def states(draw):
    size = draw(st.integers(2, 5))
    most = draw(st.sampled_from((1, 3, 40, MOST_ITEMS)))
    row = st.tuples(*[st.integers(0, most)] * size)
    a, b = (draw(st.tuples(*[row] * size)) for _ in "ab")
    two, edits = draw(st.booleans()), draw(st.booleans())
    return ClassificationState(tuple("vwxyz"[:size]), a, b, two, edits_gold=edits)


def texts(packed, state):
    """Scores (..., K) as they are shown, from what is sent."""
    lowest = [measure.bounds(len(state.classes))[0] for measure in OC_MEASURES.values()]
    whole = np.frombuffer(b64decode(packed["scores"]), "<u2").reshape(-1, len(OC_MEASURES))
    return [
        [
            "undefined" if n == UNDEFINED else f"{(round(low * SHOWN) + int(n)) / SHOWN:.4f}"
            for n, low in zip(row, lowest, strict=True)
        ]
        for row in whole
    ]


def direct(counts):
    """What the registry gives, one measure of one matrix at a time."""
    scores = [float(m(counts)) if counts.any() else np.nan for m in OC_MEASURES.values()]
    return scores, ["undefined" if np.isnan(s) else f"{s:z.4f}" for s in scores]


def choices(packed):
    return [CHOICES[n] for n in b64decode(packed["preferred"])]


@given(states())
@example(ClassificationState(("x", "y"), ((0, 1), (0, 0)), ((1, 0), (0, 0))))
def test_the_answers_for_the_state_are_the_registrys(state):
    packed = answers_now(state)
    found = [direct(state.counts(which)) for which in state.shown]
    assert texts(packed, state) == [shown for _, shown in found]
    if state.two_systems:
        pairs = zip(OC_MEASURES, *(scores for scores, _ in found), strict=True)
        verdicts = classification_verdicts({key: (a, b) for key, a, b in pairs})
        assert choices(packed) == [each.preferred for each in verdicts]


@given(states(), st.data())
def test_the_precomputed_answers_are_those_after_the_move(state, data):
    packed, counts = precomputed_answers(state), reached(state)
    shown, chosen = texts(packed, state), choices(packed)
    for _ in range(5):
        place = tuple(data.draw(st.integers(0, size - 1)) for size in counts.shape)
        which, row, column, number = place
        after = state.counts("ab"[which])
        if number < DRAGGED:
            chosen_count = np.array([counts[place]])
            after = dragged(after, row, column, chosen_count, state.edits_gold)[0]
        else:
            after[row, column] = counts[place]
        scores, wanted = direct(after)
        number = int(np.ravel_multi_index(place, counts.shape))
        assert shown[number] == wanted
        if state.two_systems:
            other = direct(state.counts("ba"[which]))[0]
            pair = (scores, other) if which == 0 else (other, scores)
            verdicts = classification_verdicts(
                dict(zip(OC_MEASURES, zip(*pair, strict=True), strict=True))
            )
            start = number * len(OC_MEASURES)
            assert chosen[start : start + len(OC_MEASURES)] == [v.preferred for v in verdicts]


def test_one_more_and_one_less_are_answered_at_once():
    state = ClassificationState(("x", "y"), ((5000, 7), (0, 1)), two_systems=False)
    counts = reached(state)[0]
    assert {4998, 4999, 5001, 5002} <= set(counts[0, 0])
    assert {5, 6, 8, 9, 0, 5000} <= set(counts[0, 1])
    assert counts.min() == 0


def test_matrices_without_items_have_no_scores():
    scores = scored(np.zeros((1, 5, 5), dtype=np.int64))
    assert scores.shape == (1, len(OC_MEASURES))
    assert np.isnan(scores).all()


def test_moves_are_applied_in_order_and_once():
    state = ClassificationState(("x", "y"), ((1, 2), (3, 4)), ((5, 6), (7, 8)))
    sent = [
        {"id": 3, "which": "b", "cell": 2, "value": 0},
        {"id": 2, "which": "a", "cell": 1, "value": 9},
        {"id": 1, "which": "a", "cell": 0, "value": 99},
    ]
    after, last = after_moves(state, sent, 1, after_move)
    assert last == 3
    assert (after.a, after.b) == (((1, 9), (3, 4)), ((5, 6), (0, 8)))
    assert after_moves(after, sent, last, after_move) == (after, 3)


@pytest.mark.parametrize(
    "sent",
    [
        None,
        "moves",
        [7],
        [{"id": "5"}],
        [{"id": 5, "which": "gold", "cell": 0, "value": 1}],
        [{"id": 5, "which": "a", "cell": 25, "value": 1}],
        [{"id": 5, "which": "a", "cell": -1, "value": 1}],
        [{"id": 5, "which": "a", "cell": 0, "value": -1}],
        [{"id": 5, "which": "a", "cell": 0, "value": MOST_ITEMS + 1}],
        [{"id": 5, "which": "a", "cell": 0, "value": 1.5}],
        [{"id": 5, "which": "a", "cell": 0, "value": True}],
        [{"id": 5, "which": ["a"], "cell": 0, "value": 1}],
    ],
)
def test_what_is_no_move_is_passed_over(sent):
    state = ClassificationState()
    assert after_moves(state, sent, 0, after_move)[0] == state


@given(states(), st.data())
def test_a_drag_moves_items_within_their_gold_class(state, data):
    state, size = replace(state, edits_gold=False), len(state.classes)
    row, column = (data.draw(st.integers(0, size - 1)) for _ in range(2))
    value = data.draw(st.integers(0, 50))
    move = {"id": 1, "which": "a", "cell": row * size + column, "value": value, "dragged": True}
    before, after = state.counts("a"), after_move(state, move).counts("a")
    if before.any():
        np.testing.assert_array_equal(after.sum(axis=0), before.sum(axis=0))
        assert after[row, column] == min(value, before[:, column].sum())
    else:
        assert after[row, column] == value


def test_a_switch_lets_drags_edit_the_gold():
    matrix = ((5, 0), (3, 10))
    state = ClassificationState(("x", "y"), matrix, matrix, edits_gold=True)
    move = {"id": 1, "which": "a", "cell": 1, "value": 7, "dragged": True}
    assert after_move(state, move).a == ((5, 7), (3, 10))
    assert ClassificationState.from_address(state.to_address()).edits_gold
