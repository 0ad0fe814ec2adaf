"""Turning pages by keys, and telling another window of the same browser where one is."""

from collections.abc import Callable

import streamlit as st

from pages.drawing.components import component

_keys = component("oq_turning", __file__, "ways.js", "keys.js")
_follow = component("oq_following", __file__, "follow.js")


def turn_by_keys(place: str) -> None:
    """Let arrow keys, Page Up and Page Down press the buttons with the keys `back` and `forward`.

    Parameters
    ----------
    place : str
        Where the visitor is: what other windows of this browser that follow are told.
    """
    _keys(key="turning", data={"place": place})


def follow(found: Callable[[str], None]) -> None:
    """Call back with the place of another window of this browser, now and whenever it changes."""

    def on_place() -> None:
        place = st.session_state.following.get("place")
        if isinstance(place, str):
            found(place)

    _follow(key="following", on_place_change=on_place)
