"""What all phones of a room are told: the activity on screen, and its result once revealed."""

from typing import Any

from pages.live.server.activities import Choose, Estimate, Find, Predict
from pages.live.server.room import CHOICES, FULL, Room

CHOOSE_TITLE = "Which would you rather have?"
FIND_TITLE = "Find our measure"


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
    view |= {"phase": room.step.phase, "number": place + 1, "of": len(room.steps)}
    if isinstance(activity, Predict):
        view |= {"kind": "predict", "title": activity.title, "text": activity.text}
        view["options"] = activity.options
        if activity.drawn:
            shares = [[each / sum(votes) for each in votes] for votes in activity.drawn]
            names = ("System A", "System B")
            view["drawn"] = {"gold": shares[0], "estimates": shares[1:], "names": names}
    elif isinstance(activity, Find):
        view |= {"kind": "find", "title": FIND_TITLE, "text": "", "options": ()}
    elif isinstance(activity, Choose):
        view |= {"kind": "choose", "title": CHOOSE_TITLE, "text": "", "options": CHOICES}
        view |= {"gold": activity.gold, "estimates": (activity.a, activity.b)}
    else:
        item = room.item(place)
        kind = "estimate" if isinstance(activity, Estimate) else "rate"
        view |= {"kind": kind, "title": item.title, "text": item.text, "options": item.classes}
        view["full"] = FULL
    if room.step.phase == "revealed":
        view |= {"counts": room.counts(room.item_place(place)), "right": room.step.right}
        view["why"] = room.step.why
    return view
