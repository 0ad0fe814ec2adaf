"""Projector mode: everything larger, with less around it, and figures one below the other."""

import streamlit as st

_KEY = "projector"

#: Of text in charts, in pixels; the theme's is for reading at a desk.
TYPE_SIZE = 21

# Streamlit measures in rem, so that one size scales everything but the insides of charts.
_STYLE = """
<style>
:root {font-size: clamp(18px, 1.6vw, 34px) !important; --oq-board-columns: minmax(0, 1fr)}
.stMainBlockContainer {max-width: none; padding-left: 2rem; padding-right: 2rem}
[class*="st-key-download_"], .stDownloadButton {display: none}
.stColumn:has(.stPlotlyChart, .stVegaLiteChart) {flex: 1 1 100%; min-width: 100%}
</style>
"""


def projector() -> None:
    """A switch for projector mode, which holds on all pages; `?projector=1` switches it on too."""
    # Pages take every parameter for a part of their own state.
    asked = st.query_params.pop(_KEY, None)
    if asked is not None:
        st.session_state[_KEY] = asked == "1"
    st.toggle(
        "Projector",
        key=_KEY,
        persist_state="session",
        help="Large type and one figure below the other, for a lecture room.",
    )
    if is_on():
        st.html(_STYLE)


def is_on() -> bool:
    """Whether this visitor has projector mode on."""
    return bool(st.session_state.get(_KEY))
