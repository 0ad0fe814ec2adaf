"""The quiz: the same for a seed, silent until it is answered, right in what it then says."""

import io
import json

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oq_core import MEASURES
from pages.analysing.address import UnreadableError
from pages.drawing.sharing import link
from pages.learn.quiz_parts.state import MOST_QUESTIONS, QuizState, make_quiz


def told(page):
    return "\n".join(each.value for each in page.markdown)


def button(page, label):
    (found,) = (each for each in page.button if each.label == label)
    return found


def preferred(asked, key):
    gold, a, b = (asked.state.shares(which) for which in ("gold", "a", "b"))
    scores = [float(MEASURES[key](each, gold)) for each in (a, b)]
    return "A" if scores[0] < scores[1] else "B", scores


STATES = st.builds(
    QuizState,
    st.lists(st.sampled_from(list(MEASURES)), min_size=1, max_size=3, unique=True).map(tuple),
    st.integers(1, MOST_QUESTIONS),
    st.integers(2, 11),
    st.integers(0, 999_999),
)


@settings(max_examples=15, deadline=None)
@given(STATES)
def test_a_quiz_is_fair_and_the_same_for_its_address(state):
    again = QuizState.from_address(state.to_address())
    assert again == state
    quiz = make_quiz(state)
    assert quiz == make_quiz(again)
    assert len({asked.state for asked in quiz}) == len(quiz) <= state.questions
    for asked in quiz:
        assert asked.state.classes == tuple(map(str, range(1, state.classes + 1)))
        assert [found.measure for found in asked.verdicts] == list(state.measures)
        for found in asked.verdicts:
            side, scores = preferred(asked, found.measure)
            assert found.preferred == side
            assert found.scores == pytest.approx(scores)
            assert abs(scores[0] - scores[1]) > 1e-9


def test_seeds_differ_and_so_do_answers():
    quizzes = [make_quiz(QuizState(seed=seed, questions=20)) for seed in range(3)]
    assert len({quiz[0].state for quiz in quizzes}) == 3
    sides = [{found.preferred for found in asked.verdicts} for asked in quizzes[0]]
    # One answer does not give the other away.
    assert {len(each) for each in sides} == {1, 2}


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ({"measures": "EMD"}, "no measure called EMD"),
        ({"measures": "NMD,NMD"}, "different measures"),
        ({"measures": "NMD,RNOD,NVD,RNSS"}, "1 to 3"),
        ({"questions": "0"}, "questions must be"),
        ({"classes": "12"}, "classes must be"),
        ({"classes": "000000005999"}, "classes must be"),
        ({"questions": "0000000099999999"}, "questions must be"),
        ({"seed": "x"}, "seed must be"),
        ({"seed": "9" * 5000}, "seed must be"),
    ],
)
def test_other_addresses_are_refused(address, words):
    with pytest.raises(UnreadableError, match=words):
        QuizState.from_address(address)


def drawing(page):
    """What is sent to be drawn of the question."""
    sent = [each.proto.json for each in page.get("bidi_component")]
    (found,) = (json.loads(each) for each in sent if '"views"' in each)
    return found


def radios(page):
    return [each for each in page.radio if each.label.startswith("Which system")]


def test_a_whole_quiz(start, pressed):
    state = QuizState(("NMD", "DNKT"), questions=4, classes=4, seed=7)
    quiz = make_quiz(state)
    page = start("quiz")
    page.query_params.update(state.to_address())
    page.run()
    right = 0
    for place, asked in enumerate(quiz):
        # Nothing is told before it is answered.
        assert not page.success
        assert not page.error
        assert not page.latex
        assert button(page, "Answer").disabled
        assert all(each.options == ["A", "B"] for each in radios(page))
        assert not any("prefers" in each.value for each in page.markdown)
        drawn = drawing(page)
        assert drawn["views"][0][0]["gold"] == asked.state.shares("gold").tolist()
        assert drawn["waits"]
        assert not any(each["steps"] or each["score"] for row in drawn["views"] for each in row)
        choices = [("A", "B")[(place + n) % 2] for n in range(2)]
        for n, choice in enumerate(choices):
            radios(page)[n].set_value(choice)
        page.run()
        button(page, "Answer").click().run()
        assert not page.exception
        messages = [each.value for each in (*page.success, *page.error)]
        for key, choice in zip(state.measures, choices, strict=True):
            side, scores = preferred(asked, key)
            right += choice == side
            (message,) = (each for each in messages if f"{key} prefers" in each)
            assert message.startswith("Right." if choice == side else "Wrong.")
            assert f"{key} prefers {side}: {scores[0]:.4f} for A, {scores[1]:.4f} for B" in message
            # What went wrong is at work, first.
            given = zip(state.measures, choices, strict=True)
            wrong = [each for each, said in given if preferred(asked, each)[0] != said]
            assert drawing(page)["measures"][: len(wrong)] == wrong
            assert not drawing(page)["waits"]
            # The working ends at the same numbers.
            assert f"{key} is **{scores[0]:.4f}** for System A" in told(page)
        assert f"{right} of {2 * (place + 1)} answers right" in page.get("progress")[0].proto.text
        assert all(each.disabled for each in radios(page))
        last = place + 1 == len(quiz)
        button(page, "Summary" if last else "Next question").click().run()
        assert not page.exception
    assert page.header[0].value == f"{right} of 8 answers right"
    cards = [each.value for each in page.markdown if each.value.startswith("**Question ")]
    assert len(cards) == 4
    assert sum(card.count("✓") for card in cards) == right
    assert sum(card.count("you said") for card in cards) == 8 - right
    table = pd.read_csv(io.StringIO(pressed["quiz.csv"]())).drop_duplicates("question")
    golds = [" ".join(f"{vote:g}" for vote in each.state.votes("gold")) for each in quiz]
    assert table["Gold"].tolist() == golds
    button(page, "Other questions").click().run()
    assert page.query_params["seed"] == "8"
    assert "Question 1 of 4" in page.get("progress")[0].proto.text
    assert radios(page)[0].value is None


def test_settings_begin_anew_and_stand_in_the_address(start):
    page = start("quiz")
    for each in radios(page):
        each.set_value("A")
    page.run()
    button(page, "Answer").click().run()
    assert page.success or page.error
    page.number_input(key="quiz_seed").set_value(5).run()
    assert not page.exception
    assert not page.success
    assert not page.error
    assert radios(page)[0].value is None
    assert page.query_params["seed"] == "5"
    # Without a measure the quiz stays as it is.
    page.multiselect(key="quiz_measures").set_value([]).run()
    assert not page.exception
    assert page.query_params["measures"] == "NMD,RNOD"
    page.multiselect(key="quiz_measures").set_value(["JSD"]).run()
    assert page.query_params["measures"] == "JSD"
    assert [each.label for each in radios(page)] == ["Which system does JSD prefer?"]


def test_a_reload_keeps_what_was_answered_and_a_share_does_not(start):
    page = start("quiz", questions="3")
    for measure in ("NMD", "RNOD"):
        next(r for r in page.radio if r.label == f"Which system does {measure} prefer?").set_value(
            "A"
        )
    page.run()
    next(each for each in page.button if each.label == "Answer").click().run()
    address = dict(page.query_params)
    assert address["answers"] == "AA"
    again = start("quiz", **address)
    assert "Question 2 of 3" in again.get("progress")[0].proto.text
    assert "of 2 answers right" in again.get("progress")[0].proto.text
    shared = link("http://host/quiz", address)
    assert "answers" not in shared
    assert f"seed={address['seed']}" in shared


def part(page):
    return page.button_group(key="quiz_part")


def test_either_part_is_found_again_as_it_was_left(start):
    page = start("quiz", seed="3", measures="JSD")
    part(page).set_value("Make them disagree").run()
    assert not page.exception
    assert page.query_params == {"challenge": "disagree", "seed": "0"}
    page.number_input(key="challenge_seed").set_value(7).run()
    part(page).set_value("Questions").run()
    assert page.query_params["seed"] == "3"
    assert [each.label for each in radios(page)] == ["Which system does JSD prefer?"]
    part(page).set_value("Make them disagree").run()
    assert page.query_params == {"challenge": "disagree", "seed": "7"}
    assert not radios(page)


def test_a_link_opens_its_part(start):
    page = start("quiz", challenge="strength", seed="4")
    assert part(page).value == "Make them disagree"
    assert page.selectbox(key="challenge_kind").value == "strength"
    page.query_params.clear()
    page.query_params.update(QuizState(("DNKT",)).to_address())
    page.run()
    assert part(page).value == "Questions"
    assert [each.label for each in radios(page)] == ["Which system does DNKT prefer?"]
