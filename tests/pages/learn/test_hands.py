"""Hands of a class: each count stays with its answer, its question and its row."""

import csv
import io
import re

import pytest

from oq_core import MEASURES
from oq_core.knowledge.guesses import GUESSES
from pages.analysing.text import plain
from pages.drawing import hands
from pages.learn.lessons_parts import LESSONS
from pages.learn.quiz_parts.state import QuizState, made_quiz
from tests.pages.conftest import unlinked

ROW = re.compile(r"<div class=(\w+)><s style='--share:([\d.]+)%'></s><span>(.*?)</span>(.*?)</div>")


def fields(page):
    return [each for each in page.number_input if each.key.startswith("hands_")]


def button(page, label):
    (found,) = (each for each in page.button if each.label == label)
    return found


def reveal(page, *counts):
    for field, count in zip(fields(page), counts, strict=True):
        field.set_value(count)
    button(page, "Reveal").click().run()
    assert not page.exception


def bars(page):
    """Of each bar the answer with its marks, its length and its words."""
    texts = [each.proto.body for each in page.get("html") if "oq-hands>" in each.proto.body]
    return [
        (unlinked(re.sub("</?b>|</?i>", "", words)), float(share), re.sub("</?b>", "", told))
        for _, share, words, told in ROW.findall("".join(texts))
    ]


def preferred(measure, gold, a, b):
    """Which of two estimates a measure finds better."""
    shares = [[vote / sum(votes) for vote in votes] for votes in (gold, a, b)]
    scores = [float(MEASURES[measure](each, shares[0])) for each in shares[1:]]
    return "AB"[scores.index(min(scores))]


def test_nothing_is_counted_unless_it_is_switched_on(start):
    for page in (start(), start("lessons", lesson="near", step="prediction"), start("quiz")):
        assert page.toggle(key="hands").value is False
        assert not fields(page)
        assert "hands" not in page.query_params
    assert not [each for each in start("leaderboard").toggle if each.key == "hands"]


@pytest.mark.parametrize("pair", [0, 1])
def test_the_hands_of_a_pair_come_with_the_measure_that_prefers_it(start, pair):
    page = start(pair=str(pair + 1))
    page.toggle(key="hands").set_value(True).run()
    assert [each.label for each in fields(page)] == [
        f"Who guessed better? {side} guessed better: hands" for side in "AB"
    ]
    assert not bars(page)
    reveal(page, 17, 21)
    found = GUESSES[pair]
    says = {preferred(key, found.gold, found.a, found.b): key for key in ("NMD", "RNOD")}
    assert bars(page) == [
        (f"A guessed better {says['A']}", 44.7, "17 of 38"),
        (f"B guessed better {says['B']}", 55.3, "21 of 38"),
    ]
    assert page.query_params["hands"] == f"pair{pair + 1}-17.21"
    # The next pair is asked anew.
    other = start(pair="3", hands=page.query_params["hands"])
    assert not bars(other)
    assert [each.value for each in fields(other)] == [None, None]


def test_the_address_holds_counts_for_another_session_and_an_earlier_one_takes_none_away(start):
    page = start(hands="pair1-17.21~near-5.3.19.11")
    assert page.toggle(key="hands").value is True
    assert [told for *_, told in bars(page)] == ["17 of 38", "21 of 38"]
    # As Back does: the address is that of before.
    button(page, "Correct").click().run()
    reveal(page, 18, 20)
    page.query_params["hands"] = "pair1-17.21~near-5.3.19.11"
    page.run()
    assert [told for *_, told in bars(page)] == ["18 of 38", "20 of 38"]
    # On another page the address has them, too; switched off it has not.
    page.switch_page("campaign/papers.py").run()
    assert page.query_params["hands"] == "pair1-18.20~near-5.3.19.11"
    page.switch_page("learn/start.py").run()
    page.toggle(key="hands").set_value(False).run()
    assert "hands" not in page.query_params
    assert not bars(page)
    # Another link is followed, and what it does not say stays.
    page.query_params["hands"] = "pair1-3.4"
    page.run()
    assert [told for *_, told in bars(page)] == ["3 of 7", "4 of 7"]
    assert page.query_params["hands"] == "pair1-3.4~near-5.3.19.11"


def test_an_address_with_hands_alone_leaves_a_page_as_it_was(start):
    page = start("lessons", lesson="gold", step="prediction", hands="1")
    for file in ("campaign/papers.py", "learn/lessons.py"):
        page.query_params.clear()
        page.query_params["hands"] = "1"
        page.switch_page(file).run()
    assert page.query_params["lesson"] == "gold"
    assert page.query_params["step"] == "prediction"


def test_none_and_nobody_counted_are_told_apart(start):
    page = start("lessons", lesson="near", step="prediction", hands="1")
    reveal(page, 0, None, 3, 1)
    assert [told for *_, told in bars(page)] == ["0 of 4", "", "3 of 4", "1 of 4"]
    assert [share for _, share, _ in bars(page)] == [0, 0, 75, 25]
    assert page.query_params["hands"] == "near-0..3.1"
    # Revealed without any: the answer comes alone.
    page = start("lessons", lesson="near", step="prediction", hands="1")
    reveal(page, None, None, None, None)
    assert [told for *_, told in bars(page)] == [""] * 4
    page = start("lessons", lesson="near", step="prediction", hands="1")
    reveal(page, 0, 0, 0, 0)
    assert [told for *_, told in bars(page)] == ["0 of 0"] * 4


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.key)
def test_a_lesson_is_asked_revealed_and_asked_again(start, pressed, lesson):
    before = [3 + 2 * place for place in range(len(lesson.options))]
    after = [40 - 7 * place for place in range(len(lesson.options))]
    right = lesson.right(lesson.facts())
    page = start("lessons", lesson=lesson.key, step="prediction", hands="1")
    answer = lesson.answer(lesson.facts())
    assert not [each for each in page.markdown if each.value == answer]
    assert not page.radio
    labels = [plain(f"{lesson.title} {option}: hands") for option in lesson.options]
    assert [each.label for each in fields(page)] == labels
    reveal(page, *before)
    assert page.query_params["step"] == "answer"
    assert answer in "\n".join(unlinked(each.value) for each in page.markdown)
    marks = ["✓ " * (place == right) + option for place, option in enumerate(lesson.options)]
    said = [f"{count} of {sum(before)}" for count in before]
    assert [(words, told) for words, _, told in bars(page)] == list(zip(marks, said, strict=True))
    # At the last step the second row stands below the first.
    page = start("lessons", lesson=lesson.key, step="remember", hands=page.query_params["hands"])
    assert [told for *_, told in bars(page)] == said
    button(page, "Ask again").click().run()
    assert [each.value for each in fields(page)] == [None] * len(after)
    reveal(page, *after)
    again = [f"{count} of {sum(after)}" for count in after]
    assert [(words, told) for words, _, told in bars(page)] == [
        line
        for mark, one, other in zip(marks, said, again, strict=True)
        for line in ((mark, one), ("again", other))
    ]
    html = "".join(each.proto.body for each in page.get("html"))
    assert f"<p>Right: {before[right]}, then {after[right]}</p>" in html
    # The step before has the first row alone, and the file both.
    rows = [*csv.DictReader(io.StringIO(pressed["hands.csv"]()))]
    assert [row["answer"] for row in rows] == [*lesson.options]
    assert [row["hands"] for row in rows] == [*map(str, before)]
    assert [row["asked again"] for row in rows] == [*map(str, after)]
    assert {(row["name"], row["question"]) for row in rows} == {(lesson.key, lesson.title)}
    page = start("lessons", lesson=lesson.key, step="answer", hands=page.query_params["hands"])
    assert [told for *_, told in bars(page)] == said


def test_a_slip_is_put_right_and_changes_no_other_row(start):
    page = start("lessons", lesson="earth", step="answer", hands="near-1.2.3.4~earth-71.2.3-4.5.6")
    button(page, "Correct").click().run()
    assert [each.value for each in fields(page)] == [71, 2, 3]
    reveal(page, 17, 2, 3)
    assert page.query_params["hands"] == "near-1.2.3.4~earth-17.2.3-4.5.6"
    assert page.query_params["step"] == "answer"
    assert [told for *_, told in bars(page)] == ["17 of 22", "2 of 22", "3 of 22"]


def test_who_was_asked_again_only_has_no_first_row(start):
    page = start("lessons", lesson="earth", step="remember", hands="1")
    button(page, "Ask again").click().run()
    reveal(page, 4, 5, 6)
    assert page.query_params["hands"] == "earth-..-4.5.6"
    assert "Right:" not in "".join(each.proto.body for each in page.get("html"))


def test_the_file_has_every_question_that_was_counted(start, pressed):
    asked = "near-1.2..4~earth-7.8.9-3.2.1~unknown-1.2~pair1-3.4"
    start("lessons", lesson="gold", step="remember", hands=asked)
    rows = [*csv.reader(io.StringIO(pressed["hands.csv"]()))]
    assert rows[0] == ["name", "question", "answer", "hands", "asked again"]
    near, earth = LESSONS[:2]
    assert rows[1:] == [
        *(
            ["near", near.title, option, count, ""]
            for option, count in zip(near.options, ("1", "2", "", "4"), strict=True)
        ),
        *(
            ["earth", earth.title, option, first, again]
            for option, first, again in zip(earth.options, "789", "321", strict=True)
        ),
    ]


QUIZ = QuizState(questions=3)


def test_a_class_answers_a_quiz_by_its_majority(start, pressed):
    quiz = made_quiz(QUIZ)
    page = start("quiz", hands="1", **QUIZ.to_address())
    labels = [f"Which system does {key} prefer? System {side}: hands" for key in QUIZ.measures
              for side in "AB"]  # fmt: skip
    assert [each.label for each in fields(page)] == labels
    reveal(page, 17, 21, 30, 8)
    assert page.query_params["answers"] == "BA"
    sides = {each.measure: each.preferred for each in quiz[0].verdicts}
    assert [words for words, *_ in bars(page)] == [
        f"System {side}" + f" {key}" * (side == sides[key])
        for key in QUIZ.measures
        for side in "AB"
    ]
    assert [told for *_, told in bars(page)] == ["17 of 38", "21 of 38", "30 of 38", "8 of 38"]
    # The next question has no hands yet; as many for either are no answer.
    button(page, "Next question").click().run()
    assert [each.value for each in fields(page)] == [None] * 4
    reveal(page, 19, 19, 1, None)
    assert page.query_params["answers"] == "BA-NA"
    assert any(each.value.startswith("As many hands for either. NMD prefers") for each in page.info)
    button(page, "Next question").click().run()
    reveal(page, 1, 2, 3, 4)
    button(page, "Summary").click().run()
    rows = [*csv.DictReader(io.StringIO(pressed["hands.csv"]()))]
    told = ["17", "21", "30", "8", "19", "19", "1", "", "1", "2", "3", "4"]
    assert [row["hands"] for row in rows] == told
    assert len({row["name"] for row in rows}) == 6
    # Other questions with the same measures have none.
    other = start("quiz", **{**QUIZ.to_address(), "seed": "1"}, hands=page.query_params["hands"])
    assert [each.value for each in fields(other)] == [None] * 4


def test_hands_of_classes_are_typed_as_a_gold_on_a_projector(start, monkeypatch):
    popover = hands.st.popover

    def unfolded(*given, **named):
        part = popover(*given, **named)
        part.open = named.get("on_change") == "rerun" or None
        return part

    monkeypatch.setattr("streamlit.popover", unfolded)
    page = start("compare", two="1", hands="1", projector="1")
    page.text_input(key="gold_typed").set_value("3, 0, 17, 12, 6").run()
    assert page.query_params["gold"] == "3,0,17,12,6"
    assert [each.value for each in page.error] == []
    # Without hands a projector has few controls.
    page = start("compare", two="1", projector="1")
    assert "gold_typed" not in [each.key for each in page.text_input]


@pytest.mark.parametrize(
    ("asked", "kept"),
    [
        ("", ""), ("x", ""), ("near-1.2.3.4~near", "near-1.2.3.4"),
        ("near-1", ""), ("<b>-1.2", ""), ("near-1.2.3.99999", ""), ("near-١.2.3.4", ""),
        ("near-1.2-3.4-5.6", ""), ("near-1.2.3.4~~earth-1.2.3", "near-1.2.3.4~earth-1.2.3"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_of_an_address_is_left_out_and_told(start, asked, kept):
    page = start("lessons", lesson="near", step="answer", hands=asked)
    assert page.query_params["hands"] == (kept or "1")
    assert [each.value for each in page.toast] == ["Not all hands in the link could be read."]


def test_counts_that_do_not_fit_a_question_are_none_of_it(start):
    page = start("lessons", lesson="near", step="answer", hands="near-1.2")
    assert [told for *_, told in bars(page)] == [""] * 4
    assert not page.toast
