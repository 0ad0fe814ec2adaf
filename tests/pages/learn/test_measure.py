"""Your measure: the same questions for a link, what is said at the end, and nothing kept."""

import re
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oq_core.preferences import CANDIDATES, in_words, parted, usual_model, verdict
from pages.analysing.address import UnreadableError
from pages.drawing.sharing import link
from pages.learn.measure_parts.state import (
    EQUAL,
    LARGEST_SEED,
    LEFT,
    RIGHT,
    ChoiceState,
    drawn,
    order_of,
    played,
    pool_mark,
    said,
)
from tests.pages.conftest import unlinked

LETTERS = LEFT + EQUAL + RIGHT


def answering(state, choose):
    """The state after all answers that somebody gives."""
    while len(state.answers) < len(order_of(state.seed)):
        question = played(state).asked_now
        state = state.answered(choose(question), int(question.triple))
    return state


def like(key):
    differences = usual_model().pool.differences[list(CANDIDATES).index(key)]
    return lambda question: LEFT if differences[question.triple] * question.side > 0 else RIGHT


@settings(max_examples=5)
@given(st.integers(0, LARGEST_SEED), st.text(LETTERS, min_size=20, max_size=20))
def test_an_address_holds_the_questions_and_the_answers(seed, letters):
    left = list(letters)
    state = answering(ChoiceState(seed), lambda _: left.pop(0))
    again = ChoiceState.from_address(state.to_address())
    assert again == state
    assert again.answers == letters
    one, other = played(state), played(again)
    np.testing.assert_array_equal(one.series.triples, other.series.triples)
    np.testing.assert_array_equal(one.series.answers, other.series.answers)
    # Others who follow the link answer the same questions, whatever they say.
    given_to_others = ChoiceState.from_address(state.again().to_address())
    assert not given_to_others.answers
    asked = replace(given_to_others, answers=LEFT * len(letters))
    for mine, theirs in zip(one.questions, played(asked).questions, strict=True):
        for a, b in zip(drawn(mine), drawn(theirs), strict=True):
            np.testing.assert_array_equal(a, b)


def test_letters_mean_the_estimate_that_stands_there():
    pool = usual_model().pool
    for question in played(answering(ChoiceState(3), lambda _: EQUAL)).questions:
        gold, left, right = (each[::-1] if question.mirrored else each for each in drawn(question))
        estimates = pool.a[question.triple], None, pool.b[question.triple]
        np.testing.assert_array_equal(gold * 10, pool.gold[question.triple])
        for letter, there in ((LEFT, left), (RIGHT, right)):
            np.testing.assert_allclose(there * 10, estimates[said(question, letter)])
        assert said(question, EQUAL) == 1


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ({"seed": "x"}, "seed must be"),
        ({"answers": "LX"}, "not answers to these questions"),
        ({"answers": "L" * 21}, "not answers to these questions"),
        ({"asked": "000000.1.2"}, "other distributions"),
        ({"asked": "MARK.1.x"}, "cannot be read"),
        ({"asked": "MARK.1.1"}, "question 2 is none"),
        ({"asked": "MARK.9999"}, "question 1 is none"),
        ({"asked": ".".join(("MARK", *map(str, range(21))))}, "cannot be read"),
    ],
)
def test_other_addresses_are_refused(address, words):
    address = {name: text.replace("MARK", pool_mark()) for name, text in address.items()}
    with pytest.raises(UnreadableError, match=words):
        ChoiceState.from_address(address)


def told(page):
    return unlinked(" ".join(each.value for each in (*page.markdown, *page.success, *page.warning)))


def test_the_end_says_what_the_model_says_and_where_nmd_parts(start):
    state = answering(ChoiceState(11), like("RNOD"))
    page = start("measure", **state.to_address())
    series = played(state).series
    found = verdict(series)
    assert in_words(found).replace(" / ", "/") in told(page).replace(" / ", "/")
    places = parted(series, "NMD").tolist()
    assert f"On {len(places)} of 18 questions" in told(page)
    drawn_first = places[:3]
    sides = [("Left", "Right") if state.answers[n] == LEFT else ("Right", "Left")
             for n in drawn_first]  # fmt: skip
    assert re.findall(r"You took \*\*(\w+)\*\*\. NMD prefers (\w+)", told(page)) == sides
    for number in drawn_first:
        assert like("NMD")(played(state).questions[number]) != state.answers[number]
    assert "you answered 2 alike" in told(page)
    titles = [each.value for each in page.markdown]
    assert any("best run first" in each for each in titles)
    # What is shared by the frame holds the questions alone.
    shared = link("http://x/measure", dict(page.query_params))
    assert "asked=" in shared
    assert state.answers not in shared


def test_a_property_decides_between_what_has_one(start):
    """Where nothing that is listed comes second, the next that looks at the estimates is named."""
    state = ChoiceState(77, answers="LRLRRELLRRLRLRRLLRLE")
    found = verdict(played(state).series)
    assert [CANDIDATES[keys[0]].kind for keys, _ in found.groups[:3]] == [
        "rival",
        "none",
        "measure",
    ]
    second = found.groups[2][0][0]
    assert f"what speaks for mean rather than {second}." in told(
        start("measure", **state.to_address())
    )


@pytest.mark.parametrize(("seed", "same"), [(12, 0.5), (23, 0)])
def test_who_clicks_left_and_right_by_turns_is_told_nothing_in_green(start, seed, same):
    """Where the first is below an even chance, and where no repeat was answered alike."""
    left = list("LR" * 10)
    state = answering(ChoiceState(seed), lambda _: left.pop(0))
    found = verdict(played(state).series)
    assert found.is_explained
    assert (found.groups[0][1] < 0.5) == (seed == 12)
    assert found.consistency == same
    page = start("measure", **state.to_address())
    assert not page.success
    assert "You are closest to people who" in page.warning[0].value
    assert "but this is not sure" in page.warning[0].value
    assert "another way" not in page.warning[0].value


def test_somebody_without_reasons_is_told_so_and_a_shared_result_says_whose_it_is(start):
    state = answering(ChoiceState(11), lambda _: LEFT)
    page = start("measure", **state.to_address())
    assert "No measure here explains you" in told(page)
    shared = ChoiceState(state.seed, state.asked, state.answers, is_shared=True)
    page = start("measure", **shared.to_address())
    assert "Somebody" in page.title[0].value
    (again,) = (each for each in page.button if each.label.startswith("Answer the same"))
    again.click().run()
    assert "Which would you rather have?" in page.title[0].value
    assert page.query_params["asked"] == ".".join((pool_mark(), *map(str, state.asked)))
    assert "result" not in page.query_params


def test_a_new_visitor_gets_questions_of_their_own_and_can_go_back(start):
    page = start("measure")
    seed = page.query_params["seed"]
    assert not [each for each in page.button if each.label == "Back"]
    page = start("measure", seed=seed, answers="LR")
    (back,) = (each for each in page.button if each.label == "Back")
    back.click().run()
    assert page.query_params["answers"] == "L"
    back.click().run()
    assert "answers" not in page.query_params
