"""Scores of nugget detection by turn and by dialogue."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oq_core.data import (
    CUSTOMER_CLASSES,
    HELPDESK_CLASSES,
    NuggetCollection,
    nugget_popularity,
    nugget_uniform,
)
from oq_core.measures import (
    NUGGET_MEASURES,
    score_nugget_turns,
    score_nuggets,
)
from tests.data.dialogues import collections, shares
from tests.measures.plain_nuggets import PLAIN, dialogue_score

ALPHAS = st.floats(0, 1)
VOTES = np.array([[6, 3, 0, 1], [2, 8, 0, 0], [5, 0, 5, 0], [0, 0, 10, 0]])
MADE = NuggetCollection(
    "made",
    ("first", "second"),
    np.array([0, 0, 0, 1]),
    np.array([True, False, True, False]),
    shares(VOTES),
    votes=VOTES,
)


@given(collections(), ALPHAS)
def test_the_plain_loop_agrees(collection, alpha):
    scores = score_nuggets(collection, NUGGET_MEASURES, alpha)
    assert scores.ids == collection.ids
    for measure, matrix in zip(scores.measures, scores.values, strict=True):
        for row, column in np.ndindex(matrix.shape):
            turns = collection.dialogue == row
            widths = [
                len(CUSTOMER_CLASSES if side else HELPDESK_CLASSES)
                for side in collection.is_customer[turns]
            ]
            parts = [
                (bool(side), estimate[:width], gold[:width])
                for side, estimate, gold, width in zip(
                    collection.is_customer[turns],
                    collection.runs[scores.runs[column]][turns],
                    collection.gold[turns],
                    widths,
                    strict=True,
                )
            ]
            expected = dialogue_score(measure, parts, alpha)
            assert matrix[row, column] == pytest.approx(expected, abs=1e-9)


@given(collections())
def test_turns_are_scored_one_by_one(collection):
    scores = score_nugget_turns(collection, NUGGET_MEASURES)
    assert scores.values.shape == (3, len(collection.dialogue), 2)
    assert scores.larger_is_better == (False,) * 3
    assert ((scores.values >= 0) & (scores.values <= 1 + 1e-12)).all()
    for measure, matrix in zip(scores.measures, scores.values, strict=True):
        expected = [
            PLAIN[measure](p, q) for p, q in zip(collection.runs["b"], collection.gold, strict=True)
        ]
        np.testing.assert_allclose(matrix[:, 1], expected, atol=1e-9)


def test_turns_are_named_by_dialogue_and_number():
    assert MADE.turn.tolist() == [1, 2, 3, 1]
    assert MADE.turn_ids == ("first, turn 1", "first, turn 2", "first, turn 3", "second, turn 1")


def test_the_task_scores_by_jsd_and_rnss():
    made = MADE.with_runs({"uniform": nugget_uniform(MADE)})
    assert score_nuggets(made).measures == ("JSD", "RNSS")
    np.testing.assert_array_equal(
        score_nuggets(made).values, score_nuggets(made, nugget_weight=0.5).values
    )


@given(collections(one_sided=False), ALPHAS)
def test_alpha_goes_from_the_helpdesk_to_the_customer(collection, alpha):
    helpdesk, customer, between = (
        score_nuggets(collection, nugget_weight=a).values for a in (0.0, 1.0, alpha)
    )
    np.testing.assert_allclose(between, alpha * customer + (1 - alpha) * helpdesk, atol=1e-12)
    # At either end the other side's estimates do not matter.
    only = replace(
        collection,
        runs={
            "a": np.where(collection.is_customer[:, None], collection.gold, collection.runs["a"])
        },
    )
    np.testing.assert_array_equal(score_nuggets(only, nugget_weight=1.0).values, 0)
    np.testing.assert_allclose(
        score_nuggets(only, nugget_weight=0.0).values[..., 0], helpdesk[..., 0], atol=1e-12
    )


def test_a_side_that_never_speaks_leaves_the_score_to_the_other():
    made = MADE.with_runs({"uniform": nugget_uniform(MADE)})
    by_turn = score_nugget_turns(made).values
    for alpha in (0.0, 0.3, 1.0):
        scores = score_nuggets(made, nugget_weight=alpha).values
        np.testing.assert_allclose(scores[:, 1], by_turn[:, 3])
    np.testing.assert_allclose(
        score_nuggets(made, nugget_weight=0.25).values[:, 0],
        0.25 * by_turn[:, [0, 2]].mean(axis=1) + 0.75 * by_turn[:, 1],
    )


@given(collections())
def test_the_gold_itself_scores_0(collection):
    perfect = replace(collection, runs={"gold": collection.gold})
    np.testing.assert_array_equal(score_nuggets(perfect, NUGGET_MEASURES).values, 0)


@given(collections())
def test_dialogues_are_independent(collection):
    scores = score_nuggets(collection)
    for row, name in enumerate(collection.ids):
        turns = collection.dialogue == row
        alone = NuggetCollection(
            "alone",
            (name,),
            np.zeros(turns.sum(), dtype=np.int64),
            collection.is_customer[turns],
            collection.gold[turns],
            runs={run: values[turns] for run, values in collection.runs.items()},
        )
        np.testing.assert_allclose(
            score_nuggets(alone).values[:, 0], scores.values[:, row], atol=1e-12
        )


def test_baselines():
    np.testing.assert_allclose(
        nugget_popularity(MADE), [[1, 0, 0, 0], [0, 1, 0, 0], [0.5, 0, 0.5, 0], [0, 0, 1, 0]]
    )
    third = [1 / 3, 1 / 3, 1 / 3, 0]
    np.testing.assert_allclose(nugget_uniform(MADE), [[0.25] * 4, third, [0.25] * 4, third])


def test_what_cannot_be_scored_is_refused():
    made = MADE.with_runs({"uniform": nugget_uniform(MADE)})
    with pytest.raises(ValueError, match="'NMD' is not for classes without an order; use JSD"):
        score_nuggets(made, ["NMD"])
    for alpha in (-0.1, 1.1, np.nan):
        with pytest.raises(ValueError, match="nugget_weight must be between 0 and 1"):
            score_nuggets(made, nugget_weight=alpha)
    with pytest.raises(ValueError, match="made has no runs to score"):
        score_nuggets(MADE)
    without = replace(made, gold=None, votes=None)
    for function in (score_nuggets, score_nugget_turns, nugget_popularity):
        with pytest.raises(ValueError, match="made has no gold to score against"):
            function(without)
    with pytest.raises(ValueError, match="there is a run called uniform already"):
        made.with_runs({"uniform": nugget_uniform(made)})


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"ids": ("first", "first")}, "a dialogue id appears twice"),
        ({"ids": ("first",)}, "the turns do not go through the dialogues in order"),
        ({"ids": ("first", "second", "third")}, "the turns do not go through the dialogues"),
        ({"dialogue": np.array([0, 1, 0, 1])}, "the turns do not go through the dialogues"),
        ({"dialogue": np.array([-1, 0, 0, 1])}, "the turns do not go through the dialogues"),
        ({"dialogue": np.array([0, 0, 1])}, "the turns do not go through the dialogues"),
        ({"gold": np.full((4, 3), 1 / 3)}, r"gold has the shape \(4, 3\), not \(4, 4\)"),
        ({"gold": np.full((4, 4), 0.25)}, "gold has a customer class in a helpdesk turn"),
        ({"gold": np.zeros((4, 4))}, r"gold\[0\] sums to 0 instead of 1"),
        ({"votes": VOTES[:3]}, r"votes has the shape \(3, 4\)"),
        ({"runs": {"mine": np.full((4, 4), 0.25)}}, "mine has a customer class"),
    ],
)
def test_what_does_not_fit_together_is_refused(change, words):
    with pytest.raises(ValueError, match=words):
        replace(MADE, **change)
