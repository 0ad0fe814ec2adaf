"""Questions of the lessons and of the quiz, as a room is asked them and as measures answer."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache

import numpy as np

from oq_core import MEASURES, explain_conflict
from oq_core.preferences import CANDIDATES, usual_model
from pages.analysing.address import UnreadableError
from pages.drawing.compare_state import NAMES, CompareState, Histogram, Votes
from pages.drawing.measure_table import MeasureVerdict, verdicts
from pages.drawing.practice import Board
from pages.drawing.seeing import seeing
from pages.learn.lessons_parts import LESSONS, Lesson
from pages.learn.quiz_parts.quiz import Asked, QuizState, made_quiz
from pages.live.server.activities import Choose, Estimate, Find, Plan, Predict
from pages.live.server.campaign import PAIR
from pages.live.server.invented import DIALOGUES

#: Minutes of the plans that ship, the usual one first.
SHIPPED = (45, 90)
#: Questions to choose from that divide the two measures.
CLEAREST = 12
#: What is drawn of a question of which estimate one would rather have.
SIDES: dict[Histogram, str] = {"gold": "People", "a": "Left", "b": "Right"}

_LESSONS = {f"lesson/{lesson.key}": lesson for lesson in LESSONS}


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
    """

    right: int
    words: str
    plain: str


@dataclass(frozen=True)
class AtWork:
    """Histograms on which measures can be seen at work.

    Attributes
    ----------
    state : CompareState
    measures : tuple of str
        Those that the question is about.
    names : mapping of Histogram to str
        What histograms are called.
    """

    state: CompareState
    measures: tuple[str, ...]
    names: Mapping[Histogram, str] = field(default_factory=lambda: NAMES)

    def verdicts(self, measures: Iterable[str]) -> list[MeasureVerdict]:
        """What some measures prefer of two systems."""
        return verdicts(self.state.scores(measures))

    def votes(self) -> dict[str, list[str]]:
        """The measures by which of two systems they prefer; empty where there is one."""
        if not self.state.two_systems:
            return {}
        found = self.verdicts(MEASURES)
        return {
            short(name): [each.measure for each in found if each.preferred == side]
            for name, side in ((self.names["a"], "A"), (self.names["b"], "B"), ("Neither", "tie"))
        }


def short(name: str) -> str:
    """What stands under dots: A instead of System A."""
    return name.removeprefix("System ")


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


def at_work(activity: Predict | Choose) -> AtWork | None:
    """What a question is about, where measures can be seen at work on it."""
    match activity:
        case Choose(gold, a, b):
            return of_triple(gold, a, b)
        case Predict(source=source) if source in _LESSONS:
            board = _LESSONS[source].figure
            if not (isinstance(board, Board) and board.works):
                return None
            return AtWork(board.start, board.seen)
        case Predict(source=source):
            asked, measure = _quiz_of(source)
            others = [key for key in PAIR if key != measure]
            return None if asked is None else AtWork(asked.state, (measure, *others))


def of_triple(gold: Votes, a: Votes, b: Votes) -> AtWork:
    """Two estimates of which one is taken."""
    classes = tuple(str(place + 1) for place in range(len(gold)))
    return AtWork(CompareState(classes, gold, a, b, two_systems=True), PAIR, SIDES)


def conflict(question: Choose) -> str:
    """What two measures prefer of a question, and why, in plain text."""
    state = of_triple(question.gold, question.a, question.b).state
    gold, a, b = (state.shares(which) for which in state.shown)
    sides = (SIDES["a"], SIDES["b"])
    return explain_conflict(gold, a, b, *PAIR, state.classes, sides, numbers=False)


def figure(activity: Predict | Choose, key: str, *, is_revealed: bool) -> None:
    """Draw what a question is about; once it is revealed, measures at work in the same picture."""
    shown = at_work(activity)
    if shown:
        seeing(
            shown.state, shown.measures, key, plays=True, waits=not is_revealed, names=shown.names
        )
    elif isinstance(activity, Predict) and activity.source in _LESSONS:
        drawn = _LESSONS[activity.source].figure
        (drawn.poster if is_revealed else drawn.preview)(key)


def told(source: str) -> Told | None:
    """What the measures say to a question, or nothing where its source is not known."""
    if source in _LESSONS:
        lesson = _LESSONS[source]
        facts = lesson.facts()
        return Told(lesson.right(facts), lesson.answer(facts), lesson.claim)
    asked, measure = _quiz_of(source)
    if asked is None:
        return None
    (verdict,) = (each for each in asked.verdicts if each.measure == measure)
    a, b = verdict.scores
    words = (
        f"{measure} prefers **{verdict.preferred}**: {a:.4f} for A, {b:.4f} for B, and smaller is "
        "better."
    )
    return Told("AB".index(verdict.preferred), words, words.replace("**", ""))


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


def _asked(settings: QuizState, place: int, measure: str) -> Asked:
    quiz = made_quiz(settings)
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
