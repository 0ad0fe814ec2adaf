"""What a phone alone is told of a series: its next question, and its own result at the end."""

from typing import Any

from pages.live.server.activities import Find
from pages.live.server.room import Room
from pages.live.server.series import Answers, found_in, next_of, own_words


def asked_next(room: Room, place: int, browser: str) -> dict[str, Any]:
    """The next question of a browser's own, while a series is open; nothing elsewhere.

    Parameters
    ----------
    room : Room
    place : int
        Of the step.
    browser : str
        Names it in this room.
    """
    step, found = room.steps[place], room.participants.get(browser)
    if found is None or not isinstance(step.activity, Find) or step.phase != "open":
        return {}
    person = (step.activity.seed, found.number, answers_of(room, place, browser))
    question = next_of(*person)
    if question is None:
        # The result is made now: once it is revealed, all ask for theirs at the same time.
        own_words(*person)
    return {"question": question}


def own_finding(room: Room, place: int, browser: str) -> str | None:
    """By what the browser's owner judges and by what the room does; nothing before the reveal."""
    step, found = room.steps[place], room.participants.get(browser)
    answers = answers_of(room, place, browser)
    if not isinstance(step.activity, Find) or step.phase != "revealed" or not found or not answers:
        return None
    room_found = found_in(step.activity.seed, step.answers)
    of_room = f" The room: {room_found.words}." if room_found else ""
    return own_words(step.activity.seed, found.number, answers) + of_room


def answers_of(room: Room, place: int, browser: str) -> Answers:
    """What a browser has answered in a series so far."""
    found = room.answer_of(browser, place)
    return found if isinstance(found, tuple) else ()
