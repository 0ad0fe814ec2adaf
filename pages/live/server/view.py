"""What all phones of a room are told: the activity on screen, and its result once revealed."""

from typing import Any

from pages.live.server.activities import Choose, Estimate, Predict, Rate, kind_of
from pages.live.server.room import FULL, Room


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
