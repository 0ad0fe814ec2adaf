"""The drawing board's answers, sent ahead, and the moves that come back."""

from base64 import b64decode

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from oq_core import MEASURES
from pages.drawing.board import after_move
from pages.drawing.board.events import after_moves
from pages.drawing.board.precompute import (
    SHOWN,
    UNDEFINED,
    answers_now,
    positions,
    precomputed_answers,
)
from pages.drawing.compare_state import FULL, CompareState, moved
from tests.strategies import states


def check(answers, state):
    """Scores (K, S) and preferences (K,) against the registry's, one pair at a time."""
    scores, preferred = answers
    if state.empty:
        assert np.isnan(scores).any()
        assert not preferred.any()
        return
    for measure, row, choice in zip(MEASURES.values(), scores, preferred, strict=True):
        direct = [float(measure(state.shares(w), state.shares("gold"))) for w in state.shown[1:]]
        np.testing.assert_allclose(row, direct, rtol=0, atol=2e-8)
        if len(direct) == 2 and abs(direct[0] - direct[1]) > 1e-7:
            assert choice == (1 if direct[0] < direct[1] else 2)


@given(states())
@example(CompareState(("x", "y", "z"), (0, 0, 1), (0, 1, 0), (0.5, 0, 0), two_systems=True))
def test_the_answers_for_the_state_are_the_registrys(state):
    now = answers_now(state)
    check((now.scores, now.preferred), state)


@given(states(), st.data())
def test_the_precomputed_answers_are_those_after_the_move(state, data):
    answers = precomputed_answers(state)
    targets = positions(state)
    classes, shown = len(state.classes), len(state.shown)
    assert answers.scores.shape == (shown * classes, FULL + 1, len(MEASURES), shown - 1)
    for _ in range(5):
        which = data.draw(st.integers(0, shown - 1))
        index = data.draw(st.integers(0, classes - 1))
        place = data.draw(st.integers(0, FULL))
        after = state.with_vote(state.shown[which], index, targets[place])
        bar = which * classes + index
        check((answers.scores[bar, place], answers.preferred[bar, place]), after)


@given(states())
def test_every_vote_can_be_reached(state):
    targets = positions(state)
    assert targets[0] == 0
    assert targets[-1] >= max(max(state.votes(which)) for which in state.shown)
    assert len(targets) == FULL + 1


# Of gold with 32 votes, many scores lie half way between two numbers of four decimals.
@pytest.mark.parametrize("gold", [(1, 3, 8, 6, 2), (1, 3, 8, 16, 4)])
def test_what_is_packed_is_what_is_shown(gold):
    state = CompareState(gold=gold, two_systems=True)
    answers = precomputed_answers(state)
    found = iter(np.frombuffer(b64decode(answers.packed()["scores"]), "<u2").tolist())
    for bar in range(15):
        for target in positions(state):
            after = state.with_vote(state.shown[bar // 5], bar % 5, target)
            for scores in after.scores(MEASURES).values():
                assert [f"{next(found) / SHOWN:.4f}" for _ in scores] == [
                    f"{s:.4f}" for s in scores
                ]


def test_what_is_undefined_is_packed_as_such():
    state = CompareState(two_systems=True)
    empty = answers_now(state.with_votes("a", (0,) * 5)).packed()["scores"]
    assert set(np.frombuffer(b64decode(empty), "<u2")[::2]) == {UNDEFINED}


@given(
    st.lists(st.integers(0, 20), min_size=2, max_size=11),
    st.data(),
    st.lists(st.integers(0, 40), min_size=1, max_size=5),
)
def test_keeping_the_total(votes, data, values):
    votes, values = np.array(votes, dtype=float), np.array(values, dtype=float)
    index = data.draw(st.integers(0, len(votes) - 1))
    after = moved(votes, index, values, keep_total=True)
    if votes.sum() == 0:
        np.testing.assert_array_equal(after[:, index], values)
        return
    np.testing.assert_allclose(after.sum(axis=1), votes.sum())
    np.testing.assert_allclose(after[:, index], np.minimum(values, votes.sum()))
    others = np.arange(len(votes)) != index
    # Whole votes stay whole, and none is a vote away from its part.
    np.testing.assert_array_equal(after, np.round(after))
    assert (after >= 0).all()
    weights = votes * others if (votes * others).any() else others
    parts = weights / weights.sum() * (votes.sum() - after[:, index])[:, None]
    assert (np.abs(after - parts)[:, others] < 1).all()


def test_keeping_the_total_of_votes_that_are_not_whole_keeps_their_proportions():
    after = moved(np.array([6.2, 6.0, 4.0, 3.8, 0.0]), 4, np.array([10.0]), keep_total=True)
    np.testing.assert_allclose(after, [[3.1, 3.0, 2.0, 1.9, 10.0]])


def test_moves_are_applied_once_and_in_order():
    state = CompareState()
    first = {"id": 5, "which": "gold", "index": 0, "value": 7}
    second = {"id": 9, "which": "gold", "index": 0, "value": 8}
    after, last = after_moves(state, [second, first], 0, after_move)
    assert (after.gold[0], last) == (8, 9)
    assert after_moves(after, [second, first], last, after_move) == (after, 9)


@pytest.mark.parametrize(
    "move",
    [
        {"which": "b", "index": 0, "value": 1},
        {"which": "gold", "index": 5, "value": 1},
        {"which": "gold", "index": -1, "value": 1},
        {"which": "gold", "index": "0", "value": 1},
        {"which": "gold", "index": 0, "value": -1},
        {"which": "gold", "index": 0, "value": float("nan")},
        {"which": "gold", "index": 0, "value": 1e9},
        {"which": "gold", "index": 0, "value": "1"},
        {"which": ["gold"], "index": 0, "value": 1},
    ],
)
def test_what_is_no_move_is_passed_over(move):
    assert after_moves(CompareState(), [{"id": 3, **move}], 0, after_move) == (CompareState(), 3)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(st.sampled_from(["id", "which", "index", "value"]), inner)
        ),
    )
)
def test_nothing_that_a_browser_sends_breaks_the_page(sent):
    state, last = after_moves(CompareState(), sent, 0, after_move)
    assert isinstance(state, CompareState)
    assert last >= 0
