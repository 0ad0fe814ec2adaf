"""Questions of the quiz: close or in conflict, different, and the same for a seed."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oq_core import MEASURES
from oq_core.disagreement.sampling import (
    Triples,
    compare_triples,
    conflict_strengths,
    random_triples,
)
from oq_core.knowledge.quiz import quiz_pairs


def deltas(key, questions):
    gold, a, b = (
        np.array([getattr(question, side) for question in questions]) / 20
        for side in ("gold", "a", "b")
    )
    return MEASURES[key](a, gold) - MEASURES[key](b, gold)


@pytest.mark.parametrize("key", MEASURES)
@pytest.mark.parametrize("classes", [2, 5, 11])
def test_close_questions_are_close_and_never_ties(key, classes):
    questions = quiz_pairs(key, None, classes, 10, seed=3)
    assert len(set(questions)) == len(questions) == 10
    gaps = np.abs(deltas(key, questions))
    assert (gaps >= 0.01 - 1e-12).all()
    if classes > 2:
        # On more than two classes every measure has more than a few values.
        assert (gaps < 0.07).all()


@pytest.mark.parametrize(
    ("first", "second"),
    [("NMD", "RNOD"), ("RSNOD", "NVD"), ("DNKT", "JSD"), ("RNSS", "NVD"), ("RNOD", "RNOD2")],
)
def test_measures_disagree_on_every_question(first, second):
    questions = quiz_pairs(first, second, 5, 10, seed=0)
    assert len(set(questions)) == len(questions) == 10
    product = deltas(first, questions) * deltas(second, questions)
    assert (product < 0).all()
    assert (np.abs(deltas(first, questions)) > 1e-9).all()


def fitting(measure, classes, seed):
    """Differences of all close questions that would do, each question once, the closest first."""
    triples = random_triples(classes, 20, 4000, seed)
    rows = np.stack([triples.gold, triples.a, triples.b], axis=1)
    gold, a, b = np.unique(np.rint(rows * 20).astype(int), axis=0).swapaxes(0, 1) / 20
    gaps = np.abs(MEASURES[measure](a, gold) - MEASURES[measure](b, gold))
    return np.sort(gaps[gaps >= 0.01])


@pytest.mark.parametrize("measure", ["NMD", "JSD"])
def test_close_questions_are_of_the_best_tenth_and_of_all_of_it(measure):
    strengths = fitting(measure, 5, seed=4)
    tenth = round(0.1 * len(strengths))
    questions = quiz_pairs(measure, None, 5, tenth, seed=4)
    assert len(questions) == tenth
    gaps = np.sort(np.abs(deltas(measure, questions)))
    np.testing.assert_allclose(gaps, strengths[:tenth], atol=1e-12)
    few = np.abs(deltas(measure, quiz_pairs(measure, None, 5, 30, seed=4)))
    assert few.max() <= strengths[tenth - 1] + 1e-12
    # Drawn from all of the tenth, not the best thirty.
    assert few.max() > strengths[30]


def test_conflicts_are_of_the_best_tenth_and_of_all_of_it():
    triples = random_triples(5, 20, 4000, seed=4)
    strengths = conflict_strengths(compare_triples(triples, ["NMD", "RNOD"]), "NMD", "RNOD")
    strengths = np.sort(strengths[strengths > 0])[::-1]
    tenth = round(0.1 * len(strengths))
    questions = quiz_pairs("NMD", "RNOD", 5, 30, seed=4)
    ranks = [strength_rank(question, triples, strengths) for question in questions]
    assert max(ranks) <= tenth
    assert max(ranks) > 30


def strength_rank(question, triples, strengths):
    """In which place a question is among all conflicts, by strength."""
    same = (
        (np.rint(triples.gold * 20) == question.gold).all(axis=1)
        & (np.rint(triples.a * 20) == question.a).all(axis=1)
        & (np.rint(triples.b * 20) == question.b).all(axis=1)
    )
    found = Triples(triples.gold[same][:1], triples.a[same][:1], triples.b[same][:1])
    strength = conflict_strengths(compare_triples(found, ["NMD", "RNOD"]), "NMD", "RNOD")[0]
    return int(np.count_nonzero(strengths > strength + 1e-12)) + 1


@pytest.mark.parametrize("second", [None, "RNOD"])
def test_both_answers_occur(second):
    questions = quiz_pairs("NMD", second, 5, 40, seed=1)
    right = (deltas("NMD", questions) < 0).mean()
    assert 0.2 < right < 0.8


def test_measures_that_never_disagree_give_no_question():
    assert quiz_pairs("NMD", "RNOD", 2, 5, seed=0) == ()


@settings(max_examples=10)
@given(st.integers(0, 2**32 - 1), st.integers(2, 11), st.sampled_from([None, "NVD"]))
def test_a_seed_gives_the_same_questions(seed, classes, second):
    questions = quiz_pairs("NMD", second, classes, 6, seed)
    assert questions == quiz_pairs("NMD", second, classes, 6, seed)
    for question in questions:
        for side in (question.gold, question.a, question.b):
            assert len(side) == classes
            assert sum(side) == 20
            assert all(isinstance(vote, int) for vote in side)
    if second is None:
        assert questions != quiz_pairs("NMD", second, classes, 6, seed + 1)


@pytest.mark.parametrize(
    ("first", "second", "classes", "count", "words"),
    [
        ("NMD", "NMD", 5, 1, "two different measures"),
        ("NMD", None, 5, 0, "one question"),
        ("EMD", None, 5, 1, "unknown measure 'EMD'"),
        ("NMD", "EMD", 5, 1, "unknown measure 'EMD'"),
        ("NMD", None, 1, 1, "two classes"),
    ],
)
def test_impossible_quizzes_are_refused(first, second, classes, count, words):
    with pytest.raises(ValueError, match=words):
        quiz_pairs(first, second, classes, count, seed=0)
