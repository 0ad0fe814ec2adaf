"""What phones are told: all of them the activity on screen, each alone of its series."""

from typing import Any

from pages.live.server.activities import Choose, Estimate, Find, Predict, Rate, kind_of
from pages.live.server.room import FULL, Room
from pages.live.server.series import Answers, found_in, next_of, own_words


def view_of(room: Room, mark: str) -> dict[str, Any]:
    """A room as phones may see it: no answer and no count before it is revealed.

    Parameters
    ----------
    room : Room
    mark : str
        By which phones know the room again after a restart.

    Returns
    -------
    dict
        Of what JSON can hold; every text in it is plain text.
    """
    view: dict[str, Any] = {"mark": mark, "version": room.version, "place": room.current}
    if room.step is None or room.current is None:
        return {**view, "phase": "over" if room.is_over else "lobby"}
    activity, place = room.step.activity, room.current
    # An estimate is of the item before it.
    asked = room.steps[room.item_place(place)].activity
    view |= {"phase": room.step.phase, "number": place + 1, "of": len(room.steps)}
    view |= {"kind": kind_of(activity), "title": asked.title, "text": asked.text}
    view["options"] = asked.options
    match activity:
        case Predict(drawn=drawn) if drawn:
            shares = [[each / sum(votes) for each in votes] for votes in drawn]
            names = ("System A", "System B")
            view["drawn"] = {"gold": shares[0], "estimates": shares[1:], "names": names}
        case Choose(gold, a, b):
            view |= {"gold": gold, "estimates": (a, b)}
        case Rate() | Estimate():
            view["full"] = FULL
    if room.step.phase == "revealed":
        view |= {"counts": room.counts(room.item_place(place)), "right": room.step.right}
        view["why"] = room.step.why
    return view


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
    if not isinstance(step.activity, Find) or step.phase != "revealed" or not found:
        return None
    answers = answers_of(room, place, browser)
    room_found = found_in(step.activity.seed, step.answers)
    own = own_words(step.activity.seed, found.number, answers) if answers else "You gave no answer."
    return f"{own} The room: {room_found.words}." if room_found else own


def answers_of(room: Room, place: int, browser: str) -> Answers:
    """What a browser has answered in a series so far."""
    found = room.answer_of(browser, place)
    return found if isinstance(found, tuple) else ()
