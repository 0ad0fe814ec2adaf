"""What the lecturer's browser keeps of the room, in that tab alone."""

import streamlit as st

from pages.drawing.components import component

_KEY = "live_keeper"

_keeper = component("oq_live_keeper", __file__, "keeper.js", html="<span hidden></span>")


def keep_in_browser(room: str | None) -> None:
    """Have the browser keep the text of a room, or forget it; None asks for what it keeps."""
    _keeper(
        key=_KEY,
        data={"room": room, "forget": room == ""},
        on_room_change=lambda: None,
        height="content",
    )


def kept_in_browser() -> str | None:
    """The text of the room that the browser keeps, once it has told it."""
    state = st.session_state.get(_KEY)
    text = None if state is None else state.get("room")
    return text if isinstance(text, str) else None
