"""Projector mode: a page is one screen, in type for the back row, with few controls."""

import streamlit as st

from pages.drawing.look import style
from pages.host.own import PROJECTOR, PROJECTOR_IS_ON, beside_page

#: What the address was last given, and what it had before: a browser may still send that.
_TOLD, _LATE = "projector_told", "projector_late"

# Streamlit measures in rem, so that one size scales everything but the insides of charts. Its
# smallest text is 0.875 rem, which is to be 2.2 % of the window's height at least.
_STYLE = style("""
:root {font-size: clamp(16px, 2.56vh, 44px) !important}
@main_block_container@ {max-width: none; padding: 3.9rem 2rem 0}
@main_block_container@ @vertical_block@ {gap: 0.5rem}
@main_block_container@ h1 {padding: 0 0 0.7rem}
[class*="st-key-picture_"], [class*="st-key-half_"] {flex: none; height: 50vh; min-height: 0}
/* Three lines stand above it, and a button below. */
[class*="st-key-picture_shares"] {max-height: 47vh}
/* The board says by itself what it is; for those who read by ear the title stays. */
.st-key-compare_title, .st-key-classification_title {
  position: absolute; max-width: 30%; opacity: 0; pointer-events: none;
}
.st-key-settings @element_container@:has(> @selectbox@) {min-width: 11.5rem}
.oq-measures, .oq-measures th, .oq-working table {font-size: 1rem !important}
.oq-working {max-height: none}
.st-key-step_alone, .st-key-step_alone @vertical_block@ {gap: 0.15rem}
.st-key-step_alone h3 {padding: 0.3rem 0}
.st-key-step_alone .katex {font-size: 1em}
.st-key-step_alone .katex-display {margin: 0}
.st-key-step_alone :is(th, td) {padding-block: 0 !important}
@html@ .oq-measures tr:has(th[scope="rowgroup"]) {display: none}
@tooltip_icon@:not(@download_button@ *) {display: none}
[class*="st-key-download_"], @download_button@:not([class*="st-key-live_save"] *) {display: none}
@column@:has(@plotly_chart@, @vega_lite_chart@):not([class*="st-key-side"] *) {
  flex: 1 1 100%; min-width: 100%;
}
""")


def projector() -> None:
    """A switch for projector mode, which holds on all pages and is in their addresses."""
    asked, told = st.query_params.get(PROJECTOR), st.session_state.get(_TOLD)
    if asked is None:
        st.session_state.pop(_LATE, None)
    elif asked not in (told, st.session_state.get(_LATE)):
        st.session_state[PROJECTOR] = asked == "1"
    switched = st.toggle(
        "Projector",
        key=PROJECTOR,
        persist_state="session",
        help="One screen, large type and few controls, for a lecture room.",
    )
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
    return 14 if st.context.is_embedded else 24


def _is_phone() -> bool:
    """Whether the browser says that it is one."""
    return "Mobi" in (st.context.headers.get("User-Agent") or "")


def is_on() -> bool:
    """Whether this visitor has projector mode on."""
    return bool(st.session_state.get(PROJECTOR_IS_ON))
