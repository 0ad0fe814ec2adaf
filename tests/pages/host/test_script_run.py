"""Callbacks: none is given up because the next move has come."""

from streamlit.runtime.state.safe_session_state import SafeSessionState
from streamlit.testing.v1 import AppTest

from pages.host.script_run import let_callbacks_finish

PAGE = """
import streamlit as st
from streamlit.runtime.scriptrunner import RerunData, get_script_run_ctx

def on_press():
    # The next move comes.
    get_script_run_ctx().script_requests.request_rerun(RerunData())
    st.session_state.kept = ["a move"]
    st.caption("and what it shows")
    st.session_state.kept.append("and more")

st.session_state.setdefault("drawn", []).append(len(st.session_state.get("kept", ())))
st.button("Move", on_click=on_press)
"""


def test_a_callback_ends_before_the_next_move_is_seen_to(monkeypatch):
    monkeypatch.setattr(
        SafeSessionState, "on_script_will_rerun", SafeSessionState.on_script_will_rerun
    )
    let_callbacks_finish()
    app = AppTest.from_string(PAGE).run()
    app.button[0].click().run()
    assert not app.exception
    assert app.session_state["kept"] == ["a move", "and more"]
    # The page is drawn for the next move alone.
    assert app.session_state["drawn"] == [0, 2]
