"""Questions of the lessons and of the quiz, as a room is asked them and as measures answer."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np
import streamlit as st

from oq_core.preferences import CANDIDATES, usual_model
from pages.analysing.address import UnreadableError
from pages.drawing.compare_state import NAMES
from pages.drawing.histograms import histogram
from pages.learn.lessons_parts import LESSONS, Lesson
from pages.learn.quiz_parts.quiz import Asked, QuizState, make_quiz
from pages.live.server.activities import Choose, Estimate, Find, Plan, Predict
from pages.live.server.campaign import PAIR
from pages.live.server.invented import DIALOGUES

#: Minutes of the plans that ship, the usual one first.
SHIPPED = (45, 90)
#: Questions to choose from that divide the two measures.
CLEAREST = 12

_LESSONS = {f"lesson/{lesson.key}": lesson for lesson in LESSONS}

#: The same for everybody with the same settings.
_made_quiz = st.cache_data(max_entries=40, show_spinner="Making the questions…")(make_quiz)


@dataclass(frozen=True)
class Told:
    """What the measures say to a question.

    Attributes
    ----------
    right : int
        Which option they make right.
    words : str
        Why, in Markdown.
    plain : str
        The same or shorter, in plain text, for phones.
    show : callable
        Draws the figure with all numbers.
    """

    right: int
    words: str
    plain: str
    show: Callable[[str], None]


def lesson_question(lesson: Lesson) -> Predict:
    """The question of a lesson."""
    # A phone shows plain text; bold is all the markup that the questions have.
    text = lesson.question.replace("**", "")
    return Predict(f"lesson/{lesson.key}", lesson.title, text, lesson.options)


def quiz_question(settings: QuizState, place: int, measure: str) -> Predict:
    """A question of a quiz.

    Parameters
    ----------
    settings : QuizState
    place : int
        From 0.
    measure : str
        Which of the quiz's measures is asked about.

    Raises
    ------
    UnreadableError
        If the quiz has no such question.
    """
    asked = _asked(settings, place, measure)
    return Predict(
        "/".join(("quiz", *settings.to_address().values(), str(place), measure)),
        f"Which system does {measure} prefer?",
        "Smaller scores are better.",
        ("System A", "System B"),
        tuple(asked.state.votes(which) for which in asked.state.shown),
    )


def preview(source: str, key: str) -> None:
    """Draw what a question is about, without anything that answers it."""
    if source in _LESSONS:
        _LESSONS[source].figure.preview(key)
        return
    asked, _ = _quiz_of(source)
    if asked is not None:
        _draw(asked, key)


def told(source: str) -> Told | None:
    """What the measures say to a question, or nothing where its source is not known."""
    if source in _LESSONS:
        lesson = _LESSONS[source]
        facts = lesson.facts()
        return Told(lesson.right(facts), lesson.answer(facts), lesson.claim, lesson.figure.show)
    asked, measure = _quiz_of(source)
    if asked is None:
        return None
    (verdict,) = (each for each in asked.verdicts if each.measure == measure)
    a, b = verdict.scores
    words = (
        f"{measure} prefers **{verdict.preferred}**: {a:.4f} for A, {b:.4f} for B, and smaller is "
        "better."
    )
    return Told(
        "AB".index(verdict.preferred), words, words.replace("**", ""), lambda key: _draw(asked, key)
    )


def clear_choice(place: int) -> Choose:
    """One of the questions that divide NMD and RNOD most clearly.

    Parameters
    ----------
    place : int
        From 0, the clearest, to one less than `CLEAREST`.
    """
    pool = usual_model().pool
    first, second = (pool.differences[list(CANDIDATES).index(key)] for key in PAIR)
    clear = np.where(first * second < 0, np.minimum(np.abs(first), np.abs(second)), 0)
    triple = np.argsort(-clear, kind="stable")[place]
    gold, a, b = (tuple(each[triple].tolist()) for each in (pool.gold, pool.a, pool.b))
    return Choose(gold, a, b)


@cache
def shipped_plan(minutes: int = SHIPPED[0]) -> Plan:
    """A plan that ships with the app, for one of the lengths of `SHIPPED`."""
    questions = {source: lesson_question(lesson) for source, lesson in _LESSONS.items()}
    rated = [(dialogue, Estimate()) for dialogue in DIALOGUES[:4]]
    quiz = [quiz_question(QuizState(), 0, key) for key in PAIR]
    if minutes == SHIPPED[0]:
        return (
            clear_choice(0),
            questions["lesson/near"],
            *rated[0],
            questions["lesson/earth"],
            *rated[1],
            questions["lesson/gold"],
            *rated[2],
            *quiz,
            *rated[3],
            Find(),
            questions["lesson/power"],
        )
    lessons = list(questions.values())
    return (
        clear_choice(0),
        lessons[0],
        *rated[0],
        lessons[1],
        *rated[1],
        clear_choice(1),
        *lessons[2:4],
        *rated[2],
        *quiz,
        *lessons[4:6],
        *rated[3],
        Find(),
        *lessons[6:],
        clear_choice(2),
    )


def _draw(asked: Asked, key: str) -> None:
    state = asked.state
    shares = {NAMES[which]: state.shares(which) for which in state.shown}
    histogram("Gold and two estimates", state.classes, shares, label="Share of votes", key=key)


def _asked(settings: QuizState, place: int, measure: str) -> Asked:
    quiz = _made_quiz(settings)
    if place >= len(quiz) or measure not in settings.measures:
        raise UnreadableError(f"this quiz has {len(quiz)} questions")
    return quiz[place]


def _quiz_of(source: str) -> tuple[Asked | None, str]:
    """A question of a quiz by its source; what a file says is input."""
    kind, *parts = source.split("/")
    if kind != "quiz" or len(parts) != 6 or not parts[4].isdecimal():
        return None, ""
    try:
        names = ("measures", "questions", "classes", "seed")
        settings = QuizState.from_address(dict(zip(names, parts[:4], strict=True)))
        return _asked(settings, int(parts[4][:3]), parts[5]), parts[5]
    except UnreadableError:
        return None, ""
