"""One room as a frozen value: who is in it, what it does now, and what was answered.

Every change gives a new room. A room knows no clock, no network and no lock.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Literal, Self

from pages.live.server.activities import Activity, Estimate, Find, Rate, check_plan
from pages.live.server.series import fits

#: Phones in a room.
MOST_PARTICIPANTS = 1000
LONGEST_NAME = 24
_JOINER = "\u200d"
#: Letters that are drawn as nothing or as a blank.
_BLANK = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
#: What a nickname shows nothing of when it stands alone: marks, blanks and signs of format.
_UNSEEN = ("M", "Z", "C")
#: Runs become files: what their names cannot hold is replaced.
_NOT_IN_FILES = re.compile(r'[/\\:*?"<>|]')
#: What phones without a nickname are called.
_NUMBERED = re.compile(r"phone-\d+", re.IGNORECASE)
#: The tallest bar of an estimate that is drawn on a phone.
FULL = 20

Phase = Literal["planned", "open", "closed", "revealed"]
PHASES: tuple[Phase, ...] = ("planned", "open", "closed", "revealed")
#: The place of an option or class, or the height of the bar of each class.
Answer = int | tuple[int, ...]


class RoomError(ValueError):
    """What cannot be done in a room now; the message says why and what to do."""


class OutsideError(RoomError):
    """A browser that is not in the room."""

    def __init__(self) -> None:
        super().__init__("This browser is not in the room. Join it again.")


@dataclass(frozen=True)
class Participant:
    """A browser in the room: its number, from 1, and a nickname if one was typed."""

    number: int
    name: str = ""


def nickname(typed: str) -> str:
    """A nickname as it is kept and shown: on the phone, by the lecturer, and as a run's name.

    Raises
    ------
    RoomError
        If it is too long, or nothing of it can be seen.

    Examples
    --------
    >>> nickname("  Ann  <B> ")
    'Ann -B-'
    """
    # A joiner makes one picture of two; others could turn a line of the screen round.
    kept = (
        each
        for each in unicodedata.normalize("NFC", typed)
        if each.isspace() or each == _JOINER or (each.isprintable() and each not in _BLANK)
    )
    name = " ".join(_NOT_IN_FILES.sub("-", "".join(kept)).split()).strip(". ")
    if len(name) > LONGEST_NAME:
        raise RoomError(f"A nickname can have at most {LONGEST_NAME} characters.")
    seen = any(not unicodedata.category(each).startswith(_UNSEEN) for each in name)
    if typed.strip() and not seen:
        raise RoomError("Nothing of this nickname can be seen. Type a letter or a digit too.")
    return name


@dataclass(frozen=True)
class Step:
    """An activity and how far the room is with it.

    Attributes
    ----------
    activity : Predict, Rate, Estimate, Choose or Find
    phase : str
        "planned", "open", "closed" or "revealed".
    answers : mapping of int to answer
        By the participant's number.
    right : int, optional
        Which option the measures make right; known once it is revealed.
    why : str
        Why, in plain text; empty until then.
    """

    activity: Activity
    phase: Phase = "planned"
    answers: Mapping[int, Answer] = field(default_factory=dict)
    right: int | None = None
    why: str = ""


@dataclass(frozen=True)
class Room:
    """A room.

    Attributes
    ----------
    code : str
    steps : tuple of Step
        In the order of the plan.
    current : int, optional
        The place of the step on screen; none at the beginning, that after the last at the end.
    participants : mapping of str to Participant
        By what names the browser in this room.
    joined : int
        Numbers given so far; none is given twice.
    shows_names : bool
        Whether runs are called by nicknames.
    locked : bool
        Whether no more phones get in.
    version : int
        Raised by all that phones have to be told.
    """

    code: str
    steps: tuple[Step, ...]
    current: int | None = None
    participants: Mapping[str, Participant] = field(default_factory=dict)
    joined: int = 0
    shows_names: bool = False
    locked: bool = False
    version: int = 0

    @classmethod
    def of_plan(cls, code: str, plan: Sequence[Activity]) -> Self:
        """A new room with a plan.

        Raises
        ------
        PlanError
            If the plan cannot be used.
        """
        return cls(code, tuple(Step(activity) for activity in check_plan(plan)))

    @property
    def step(self) -> Step | None:
        """The step on screen."""
        return None if self.current is None or self.is_over else self.steps[self.current]

    @property
    def is_over(self) -> bool:
        """Whether the end of the plan is on screen."""
        return self.current == len(self.steps)

    @property
    def answered(self) -> int:
        """How many have answered what is on screen."""
        return 0 if self.step is None else len(self.step.answers)

    @property
    def answering(self) -> frozenset[int]:
        """The numbers of all who have answered anything."""
        return frozenset(number for step in self.steps for number in step.answers)

    def item(self, place: int) -> Rate:
        """The item that the step at a place rates or estimates.

        Raises
        ------
        RoomError
            If the step is about no item.
        """
        activity = self.steps[self.item_place(place)].activity
        if not isinstance(activity, Rate):
            raise RoomError("this activity is about no item")
        return activity

    def item_place(self, place: int) -> int:
        """Where the item is rated that the step at a place rates or estimates."""
        return place - isinstance(self.steps[place].activity, Estimate)

    def is_estimated(self, place: int) -> bool:
        """Whether the next step estimates how the item at a place was rated."""
        after = self.steps[place + 1 : place + 2]
        return bool(after) and isinstance(after[0].activity, Estimate)

    def counts(self, place: int) -> tuple[int, ...]:
        """How many chose each option of a question, or each class of an item; none of a series."""
        step = self.steps[place]
        chosen = list(step.answers.values())
        return tuple(chosen.count(each) for each in range(len(step.activity.options)))

    # What the lecturer does

    def show(self, place: int) -> Self:
        """Go to a step, or to the end after the last; what is open is closed.

        Raises
        ------
        RoomError
            If there is no such step.
        """
        if not 0 <= place <= len(self.steps):
            raise RoomError("the plan has no such activity")
        return replace(self._closed(), current=place)._told()

    def lobby(self) -> Self:
        """Go back to the screen for joining; what is open is closed."""
        return replace(self._closed(), current=None)._told()

    def open(self) -> Self:
        """Let answers to the step on screen in.

        Raises
        ------
        RoomError
            If nothing is on screen, it is revealed, or its item has no votes to estimate.
        """
        step, place = self._on_screen()
        if step.phase == "revealed":
            raise RoomError("what is revealed stays closed: nobody could answer it unseen")
        if isinstance(step.activity, Estimate):
            rated = self.steps[place - 1]
            if rated.phase == "revealed":
                raise RoomError("the votes are revealed already, so that nobody can estimate them")
            if not rated.answers:
                raise RoomError("nobody has rated the item yet: open it for votes first")
        return self._with_step(place, replace(step, phase="open"))._told()

    def close(self) -> Self:
        """Let no more answers in."""
        return self._closed()._told()

    def reveal(self, right: int | None = None, why: str = "") -> Self:
        """Close the step on screen and show what was answered; with an estimate, its item too.

        Parameters
        ----------
        right : int, optional
            Which option of a question the measures make right.
        why : str
            Why, in plain text.

        Raises
        ------
        RoomError
            If nothing is on screen.
        """
        step, place = self._on_screen()
        places = {place, self.item_place(place)} if isinstance(step.activity, Estimate) else {place}
        steps = tuple(
            replace(each, phase="revealed", right=right, why=why) if at in places else each
            for at, each in enumerate(self.steps)
        )
        return replace(self, steps=steps)._told()

    def with_added(self, activities: Iterable[Activity]) -> Self:
        """The room with activities after those of its plan.

        Raises
        ------
        PlanError
            If the plan cannot be used with them.
        """
        added = tuple(activities)
        check_plan([*(step.activity for step in self.steps), *added])
        return replace(self, steps=(*self.steps, *(Step(each) for each in added)))._told()

    def with_names(self, shown: bool) -> Self:
        """The room with its nicknames shown, or not."""
        return replace(self, shows_names=shown)._told()

    def with_lock(self, locked: bool) -> Self:
        """The room without more phones getting in, or with them."""
        return replace(self, locked=locked)._told()

    def without_silent(self) -> Self:
        """The room without the phones that never answered.

        Raises
        ------
        RoomError
            If nobody has answered, so that all would go.
        """
        answering = self.answering
        if not answering:
            raise RoomError("Nobody has answered yet: all phones would be removed. Ask first.")
        kept = {k: each for k, each in self.participants.items() if each.number in answering}
        return replace(self, participants=kept)._told()

    # What phones do

    def join(self, browser: str, name: str | None = None) -> Self:
        """The room with a browser in it; one that is in it keeps its number.

        Parameters
        ----------
        browser : str
            Names it in this room.
        name : str, optional
            A nickname, or an empty text for none from now on; without it, what there is stays. One
            that another has gets a number.

        Raises
        ------
        RoomError
            If the room is full or locked, or the nickname cannot be used.
        """
        found = self.participants.get(browser)
        if found is not None:
            if name is None:
                return self
            name = self._own_name(browser, nickname(name), found.number)
            return self._with_participant(browser, replace(found, name=name))
        if self.locked:
            raise RoomError("The lecturer has locked this room: no more phones get in.")
        if len(self.participants) >= MOST_PARTICIPANTS:
            raise RoomError(f"This room is full: it takes {MOST_PARTICIPANTS:,} phones.")
        number = self.joined + 1
        name = self._own_name(browser, nickname(name or ""), number)
        room = self._with_participant(browser, Participant(number, name))
        return replace(room, joined=number)

    def leave(self, browser: str) -> Self:
        """The room without a browser: its answer to what is open is taken back, others stay."""
        found = self.participants.get(browser)
        if found is None:
            return self
        left = {key: each for key, each in self.participants.items() if key != browser}
        steps = tuple(
            replace(step, answers={n: a for n, a in step.answers.items() if n != found.number})
            if step.phase == "open" and found.number in step.answers
            else step
            for step in self.steps
        )
        return replace(self, participants=left, steps=steps)

    def answer(self, browser: str, place: int, answer: Answer) -> Self:
        """The room with an answer to a step, in place of an earlier one of the same browser.

        Raises
        ------
        RoomError
            If the browser is not in the room, the step is not open, or the answer does not fit.
        """
        found = self.participants.get(browser)
        if found is None:
            raise OutsideError
        if not 0 <= place < len(self.steps) or self.steps[place].phase != "open":
            raise RoomError("This is closed: no more answers are taken.")
        if not self.takes(place, answer):
            raise RoomError("This answer does not fit the question. Load the page again.")
        step = self.steps[place]
        before = step.answers.get(found.number)
        # A series goes on: what comes late on its way takes nothing back.
        if isinstance(step.activity, Find) and isinstance(before, tuple):
            answer = max(before, answer, key=len) if isinstance(answer, tuple) else before
        return self._with_step(place, replace(step, answers={**step.answers, found.number: answer}))

    def takes(self, place: int, answer: Answer) -> bool:
        """Whether an answer fits the step at a place."""
        activity = self.steps[place].activity
        if isinstance(activity, Estimate):
            return (
                isinstance(answer, tuple)
                and len(answer) == len(self.item(place).classes)
                and all(type(each) is int and 0 <= each <= FULL for each in answer)
                and sum(answer) > 0
            )
        if isinstance(activity, Find):
            return isinstance(answer, tuple) and fits(answer)
        return type(answer) is int and 0 <= answer < len(activity.options)

    def answer_of(self, browser: str, place: int) -> Answer | None:
        """What a browser answered to the step at a place, if it did."""
        found = self.participants.get(browser)
        return None if found is None else self.steps[place].answers.get(found.number)

    def _on_screen(self) -> tuple[Step, int]:
        if self.step is None or self.current is None:
            raise RoomError("choose an activity first")
        return self.step, self.current

    def _closed(self) -> Self:
        steps = tuple(
            replace(step, phase="closed") if step.phase == "open" else step for step in self.steps
        )
        return replace(self, steps=steps)

    def _with_step(self, place: int, step: Step) -> Self:
        return replace(self, steps=(*self.steps[:place], step, *self.steps[place + 1 :]))

    def _own_name(self, browser: str, name: str, number: int) -> str:
        """A nickname that nobody else has and that looks like nobody else's number."""
        taken = {each.name for key, each in self.participants.items() if key != browser}
        if not name or not (name in taken or _NUMBERED.fullmatch(name)):
            return name
        if name == f"phone-{number}":
            return name
        numbered = (f"{name[: LONGEST_NAME - 5].rstrip()} {each}" for each in count(2))
        return next(each for each in numbered if each not in taken)

    def _with_participant(self, browser: str, participant: Participant) -> Self:
        return replace(self, participants={**self.participants, browser: participant})

    def _told(self) -> Self:
        return replace(self, version=self.version + 1)
