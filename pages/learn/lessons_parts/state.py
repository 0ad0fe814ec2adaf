"""Where a learner is in the lessons: all that is known of it stands in the address bar."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Self

from pages.analysing.address import UnreadableError
from pages.learn.lessons_parts.entries import LESSONS
from pages.learn.lessons_parts.lesson import QUESTION, STEPS, TRY

#: What steps are called in an address.
_NAMES = [step.replace(" ", "-").lower() for step in STEPS]


@dataclass(frozen=True)
class LessonsState:
    """The lesson on screen and the predictions made.

    Attributes
    ----------
    lesson : int
        Position in `LESSONS`.
    step : int
        Position in `STEPS`.
    predictions : tuple of (int or None)
        For each lesson, which of its options was predicted.
    """

    lesson: int = 0
    step: int = QUESTION
    predictions: tuple[int | None, ...] = (None,) * len(LESSONS)

    @property
    def predicted(self) -> int | None:
        """What was predicted in the lesson on screen."""
        return self.predictions[self.lesson]

    def at(self, lesson: int) -> Self:
        """The state at another lesson."""
        return replace(self, lesson=lesson, step=QUESTION)

    def turned(self, way: int) -> Self:
        """The state a step further (1) or back (-1), in another lesson after the ends of one."""
        lesson, step = divmod(self.lesson * len(STEPS) + self.step + way, len(STEPS))
        return replace(self, lesson=lesson, step=step) if 0 <= lesson < len(LESSONS) else self

    def with_prediction(self, option: int | None) -> Self:
        """The state with another prediction in the lesson on screen, or none."""
        before, after = self.predictions[: self.lesson], self.predictions[self.lesson + 1 :]
        return replace(self, predictions=(*before, option, *after))

    def to_address(self) -> dict[str, str]:
        """Everything as parameters of the address bar."""
        made = [
            f"{lesson.key}{option}"
            for lesson, option in zip(LESSONS, self.predictions, strict=True)
            if option is not None
        ]
        predicted = {"predicted": "-".join(made)} if made else {}
        return {"lesson": LESSONS[self.lesson].key, "step": _NAMES[self.step], **predicted}

    @classmethod
    def from_address(cls, parameters: Mapping[str, str]) -> Self:
        """The state that an address holds.

        Raises
        ------
        UnreadableError
            If there is no such lesson, no such step, or no such option to predict.
        """
        places = {lesson.key: place for place, lesson in enumerate(LESSONS)}
        name = parameters.get("lesson", LESSONS[0].key)
        if name not in places:
            raise UnreadableError(f"there is no lesson called {name}")
        predictions: list[int | None] = [None] * len(LESSONS)
        made = parameters.get("predicted", "")
        for each in made.split("-") if made else ():
            found = re.fullmatch(r"([a-z]+)([0-9])", each)
            place = places.get(found[1]) if found else None
            if found is None or place is None or int(found[2]) >= len(LESSONS[place].options):
                raise UnreadableError(f"{each} is no prediction of a lesson")
            predictions[place] = int(found[2])
        # Links from before there were steps showed a predicted lesson with all that it has.
        start = QUESTION if predictions[places[name]] is None else TRY
        asked = parameters.get("step", _NAMES[start])
        if asked not in _NAMES:
            raise UnreadableError(f"lessons have no step called {asked}")
        return cls(places[name], _NAMES.index(asked), tuple(predictions))
