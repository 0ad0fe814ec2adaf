"""A room as the text of a file, from which it can be opened again."""

import json
import re
from dataclasses import dataclass
from typing import Any

from pages.live.server.activities import (
    LONGEST_TEXT,
    PlanError,
    activities_from,
    activity_to_dict,
    check_plan,
    parsed,
)
from pages.live.server.json_object import json_object
from pages.live.server.room import (
    MOST_PARTICIPANTS,
    PHASES,
    Answer,
    Participant,
    Room,
    RoomError,
    Step,
    nickname,
)

#: Bytes of a room's file.
LARGEST_ROOM = 8_000_000
_FORMAT = "live class room"
_MOST_JOINED = 1_000_000


@dataclass(frozen=True)
class Stored:
    """A room and the secret that lets one steer it."""

    room: Room
    secret: str

    def to_json(self) -> str:
        """The text of a file, which `stored_from_json` reads back."""
        room = self.room
        people = {browser: vars(each) for browser, each in room.participants.items()}
        steps = [
            {"activity": activity_to_dict(each.activity), "phase": each.phase,
             "right": each.right, "why": each.why, "answers": each.answers}
            for each in room.steps
        ]  # fmt: skip
        parts = {**vars(room), "participants": people, "steps": steps}
        content = {"format": _FORMAT, "secret": self.secret, **parts}
        return json.dumps(content, ensure_ascii=False, separators=(",", ":"))


def is_stored_room(text: str) -> bool:
    """Whether a text says of itself that it is a room, rather than a plan."""
    content = json_object(text) if len(text) <= LARGEST_ROOM else None
    return content is not None and content.get("format") == _FORMAT


def stored_from_json(text: str) -> Stored:
    """The room that a file's text holds.

    Raises
    ------
    PlanError
        If it is no room: the message says what is wrong.
    """
    content = parsed(text, LARGEST_ROOM)
    if content.get("format") != _FORMAT:
        raise PlanError("this is no saved room: open a file that this page saved")
    code, secret = content.get("code"), content.get("secret")
    if not isinstance(code, str) or not re.fullmatch("[A-Z]{4,6}", code):
        raise PlanError("the room has no code")
    if not isinstance(secret, str) or not re.fullmatch(r"[\w-]{20,60}", secret, re.ASCII):
        raise PlanError("the room has no secret that lets one steer it")
    joined = _whole(content.get("joined"), "joined", _MOST_JOINED)
    participants = _participants(content.get("participants"), joined)
    steps = _steps(content.get("steps"), joined)
    current = content.get("current")
    if current is not None:
        current = _whole(current, "current", len(steps))
    version = _whole(content.get("version"), "version", 10**9)
    shows_names, locked = content.get("shows_names") is True, content.get("locked") is True
    # Phones that were told more than was saved follow again.
    room = Room(code, steps, current, participants, joined, shows_names, locked, version + 1)
    for place, step in enumerate(steps):
        for answer in step.answers.values():
            if not room.takes(place, answer):
                raise PlanError(f"activity {place + 1}: an answer does not fit it")
    return Stored(room, secret)


def _whole(value: object, name: str, most: int) -> int:
    if type(value) is not int or not 0 <= value <= most:
        raise PlanError(f'"{name}" must be a whole number from 0 to {most:,}')
    return value


def _participants(content: object, joined: int) -> dict[str, Participant]:
    if not isinstance(content, dict) or len(content) > MOST_PARTICIPANTS:
        raise PlanError(f'"participants" must be at most {MOST_PARTICIPANTS:,}')
    found: dict[str, Participant] = {}
    for browser, entry in content.items():
        if not re.fullmatch("[0-9a-f]{32}", browser) or not isinstance(entry, dict):
            raise PlanError("a participant cannot be read")
        name = entry.get("name")
        if not isinstance(name, str):
            raise PlanError("a nickname must be text")
        try:
            name = nickname(name)
        except RoomError as error:
            raise PlanError(str(error).rstrip(".")) from None
        found[browser] = Participant(_whole(entry.get("number"), "number", joined), name)
    if len({each.number for each in found.values()}) < len(found):
        raise PlanError("two participants have the same number")
    return found


def _steps(content: object, joined: int) -> tuple[Step, ...]:
    if not isinstance(content, list) or not all(isinstance(each, dict) for each in content):
        raise PlanError('"steps" must be a list of objects')
    activities = check_plan(activities_from([entry.get("activity") for entry in content]))
    found = []
    for place, (entry, activity) in enumerate(zip(content, activities, strict=True)):
        phase, right = entry.get("phase"), entry.get("right")
        if phase not in PHASES:
            raise PlanError(f"activity {place + 1}: {', '.join(PHASES)} are the phases there are")
        if right is not None:
            right = _whole(right, "right", 99)
        why = entry.get("why", "")
        if not isinstance(why, str) or len(why) > LONGEST_TEXT:
            raise PlanError(f'activity {place + 1}: "why" must be a text')
        found.append(Step(activity, phase, _answers(entry.get("answers"), joined), right, why))
    return tuple(found)


def _answers(content: Any, joined: int) -> dict[int, Answer]:
    if not isinstance(content, dict) or not all(each.isdecimal() for each in content):
        raise PlanError('"answers" must be an object with numbers of participants')
    return {
        _whole(int(number[:9]), "number", joined): (
            tuple(answer) if isinstance(answer, list) else answer
        )
        for number, answer in content.items()
    }
