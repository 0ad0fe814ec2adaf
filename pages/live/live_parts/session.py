"""Which room this visitor steers: opened here, kept by the browser, or linked from elsewhere."""

from collections.abc import Callable

import streamlit as st

from pages.analysing import address
from pages.live.live_parts.keeper import kept_in_browser
from pages.live.server.activities import PlanError
from pages.live.server.room import Room, RoomError
from pages.live.server.rooms import ROOMS
from pages.live.server.stored import Stored, stored_from_json

#: Names the parameter of the link that lets a second device steer.
STEER = "steer"
_ROOM, _TOLD, _FORGET, _OFFER = "live_room", "live_told", "live_forget", "live_offer"


def steered() -> Stored | None:
    """The room that this visitor steers, if there is one."""
    _follow_link()
    if _ROOM not in st.session_state:
        _resume()
    if _ROOM not in st.session_state:
        return None
    try:
        return ROOMS.look(*st.session_state[_ROOM])
    except RoomError as error:
        del st.session_state[_ROOM]
        tell(f"The class is over: {error}")
        return None


def steers() -> bool:
    """Whether this visitor steers a room."""
    return _ROOM in st.session_state


def steer(move: Callable[[Room], Room]) -> None:
    """Change the room, or remember to say why it cannot be changed."""
    if _ROOM not in st.session_state:
        return
    code, secret = st.session_state[_ROOM]
    try:
        ROOMS.steer(code, secret, move)
    except (RoomError, PlanError) as error:
        tell(str(error))


def take(stored: Stored) -> None:
    """Steer this room from now on."""
    st.session_state[_ROOM] = (stored.room.code, stored.secret)
    st.session_state[_FORGET] = False
    st.session_state.pop(_OFFER, None)


def reopen(stored: Stored) -> None:
    """Open a room again from what was saved, and steer it."""
    try:
        found = ROOMS.reopen(stored, st.context.ip_address or "")
    except RoomError as error:
        tell(str(error))
        return
    take(found)
    if found.room.code != stored.room.code:
        tell(f"The code {stored.room.code} is taken; the room has the code {found.room.code} now.")


def end() -> None:
    """End the room."""
    # A press is told again if the page is asked to run anew before it has run.
    if _ROOM not in st.session_state:
        return
    try:
        ROOMS.end(*st.session_state.pop(_ROOM))
    except RoomError as error:
        tell(str(error))
    forget()


def forget() -> None:
    """Have the browser forget what it keeps."""
    st.session_state[_FORGET] = True
    st.session_state.pop(_OFFER, None)


def forgets() -> bool:
    """Whether the browser is to forget what it keeps."""
    return bool(st.session_state.get(_FORGET))


def offered() -> Stored | None:
    """A room that the browser keeps and the server no longer has."""
    found: Stored | None = st.session_state.get(_OFFER)
    return found


def tell(text: str) -> None:
    """Keep a message for the next pass of the page."""
    st.session_state[_TOLD] = text


def told() -> str:
    """What is to be said, once."""
    text: str = st.session_state.pop(_TOLD, "")
    return text


def _follow_link() -> None:
    # It is a secret: it must not stay in an address that a projector shows.
    code, _, secret = (address.take(STEER) or "").partition(".")
    if not secret:
        return
    try:
        take(ROOMS.look_by_link(code, secret, st.context.ip_address or ""))
    except RoomError as error:
        tell(f"The link does not lead to a class. {error}")


def _resume() -> None:
    text = kept_in_browser()
    if text is None or forgets():
        return
    try:
        stored = stored_from_json(text)
    except PlanError:
        return
    try:
        take(ROOMS.look(stored.room.code, stored.secret))
    except RoomError:
        st.session_state[_OFFER] = stored
