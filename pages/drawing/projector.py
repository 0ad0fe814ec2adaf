"""Projector mode: a page is one screen, in type for the back row, with few controls."""

import streamlit as st

from pages.analysing import views
from pages.drawing.look import sheet
from pages.host.own import PROJECTOR, PROJECTOR_IS_ON, beside_page

#: What the address was last given, and what it had before: a browser may still send that.
_TOLD, _LATE = "projector_told", "projector_late"

_STYLE = sheet(__file__)

#: Pixels of text in figures, at least.
SMALLEST = 14


def projector() -> None:
    """A switch for projector mode, which holds on all pages and is in their addresses."""
    asked, told = st.query_params.get(PROJECTOR), st.session_state.get(_TOLD)
    if asked is None:
        st.session_state.pop(_LATE, None)
    elif asked not in (told, st.session_state.get(_LATE)):
        st.session_state[PROJECTOR] = asked == "1"
    option = views.PROJECTED
    switched = st.toggle(option.words, key=PROJECTOR, persist_state="session", help=option.help)
    # A phone is no projector: figures in such type would be cut, whoever sent it the address.
    # What the last whole run decided: the switch's own value may go back for a run of a fragment
    # that the browser asked for before it was told that the switch is on.
    on = st.session_state[PROJECTOR_IS_ON] = (
        switched or st.context.is_embedded
    ) and not _is_phone()
    if on:
        st.html(_STYLE)
    now = beside_page().get(PROJECTOR)
    if told != now:
        st.session_state[_TOLD], st.session_state[_LATE] = now, told
    if now is None:
        st.query_params.pop(PROJECTOR, None)
    elif asked != now:
        st.query_params[PROJECTOR] = now


def type_size() -> int:
    """Of text in charts, in pixels: 2.2% of a screen of 1080, or of a frame of another site."""
    return SMALLEST if st.context.is_embedded else 24


def size_in_plotly(*, is_fitted: bool) -> int:
    """Of text in a figure of Plotly; one that is fitted is drawn for a window of 720 pixels."""
    if not is_on() or st.context.is_embedded:
        return SMALLEST
    return 16 if is_fitted else type_size()


def _is_phone() -> bool:
    """Whether the browser says that it is one."""
    return "Mobi" in (st.context.headers.get("User-Agent") or "")


def is_on() -> bool:
    """Whether this visitor has projector mode on."""
    return bool(st.session_state.get(PROJECTOR_IS_ON))
