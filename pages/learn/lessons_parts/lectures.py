"""What a lecture goes through, for two lengths."""

from collections.abc import Iterable
from dataclasses import dataclass

from pages import menu
from pages.learn.lessons_parts.entries import LESSONS


@dataclass(frozen=True)
class LecturePart:
    """A part of a lecture: what is done, in Markdown, and how many minutes it takes."""

    what: str
    minutes: int


def _lesson(key: str) -> LecturePart:
    place = [lesson.key for lesson in LESSONS].index(key)
    lesson = LESSONS[place]
    title = f"Lesson {place + 1}, {lesson.title.lower()}"
    return LecturePart(f"[{title}]({menu.LESSONS.address}?lesson={key})", sum(lesson.minutes))


#: Minutes that a plan leaves for questions at least.
QUESTIONS = 3


def _plan(length: int, *parts: LecturePart) -> tuple[LecturePart, ...]:
    """The parts, and questions for the rest of the time."""
    return *parts, LecturePart("Questions", length - _minutes(parts))


def _minutes(parts: Iterable[LecturePart]) -> int:
    return sum(part.minutes for part in parts)


def _lessons_in(minutes: int) -> tuple[LecturePart, ...]:
    """The lessons in their order, as many as there is time for."""
    found = [_lesson(lesson.key) for lesson in LESSONS]
    return tuple(
        part for place, part in enumerate(found) if _minutes(found[: place + 1]) <= minutes
    )


_START = LecturePart(
    f"{menu.START.link()}: ask who guessed better, let them vote, and then drag one bar", 6
)
_QUIZ = LecturePart(
    f"{menu.QUIZ.link('?questions=5')}: five questions, each alone, then together", 6
)
_AFTER = (
    LecturePart(
        f"{menu.COMPARE.link()}: the working of NMD and RNOD on the class's own numbers", 5
    ),
    LecturePart(f"{menu.MAP.link()}: where the two disagree most", 4),
    _QUIZ,
)

#: By the lecture's length in minutes.
PLANS: dict[int, tuple[LecturePart, ...]] = {
    45: _plan(
        45,
        LecturePart(_START.what, 4),
        _lesson("near"),
        _lesson("earth"),
        _lesson("gold"),
        LecturePart(
            f"{menu.COMPARE.link()}: the class says what to change until NMD and RNOD agree", 5
        ),
        _lesson("power"),
        _QUIZ,
    ),
    90: _plan(
        90,
        _START,
        *_lessons_in(90 - QUESTIONS - _minutes((_START, *_AFTER))),
        *_AFTER,
    ),
}
