"""What a lecture goes through, for two lengths."""

from dataclasses import dataclass

from pages.learn.lessons_parts.entries import LESSONS


@dataclass(frozen=True)
class Part:
    """A part of a lecture: what is done, in Markdown, and how many minutes it takes."""

    what: str
    minutes: int


def _lesson(key: str) -> Part:
    place = [lesson.key for lesson in LESSONS].index(key)
    lesson = LESSONS[place]
    return Part(f"Lesson {place + 1}, {lesson.title.lower()}", sum(lesson.minutes))


#: By the lecture's length in minutes.
PLANS: dict[int, tuple[Part, ...]] = {
    45: (
        Part("[Start](/): drag one bar. Ask who guessed better, and let them vote", 5),
        _lesson("near"),
        _lesson("earth"),
        _lesson("gold"),
        Part("[Compare](compare): the class says what to change until NMD and RNOD agree", 6),
        _lesson("power"),
        Part("[Quiz](quiz?questions=3): three questions together", 5),
        Part("Questions", 3),
    ),
    90: (
        Part("[Start](/): drag one bar. Ask who guessed better, and let them vote", 6),
        *(_lesson(lesson.key) for lesson in LESSONS),
        Part("[Compare](compare): the working of NMD and RNOD on the class's own numbers", 6),
        Part("[Map](map): where the two disagree most", 5),
        Part("[Quiz](quiz?questions=5): five questions, each alone, then together", 7),
        Part("Questions", 6),
    ),
}
