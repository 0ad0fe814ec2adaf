"""What is folded away is made when it is opened, and by a link that chooses something in it."""

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest


@pytest.fixture
def opened():
    """In the place of what opens all: here parts are as a visitor leaves them."""


def page():
    import streamlit as st  # noqa: PLC0415 - a script of its own

    from pages.analysing import views  # noqa: PLC0415
    from pages.drawing.opened import opened  # noqa: PLC0415

    st.session_state.setdefault("arrived", True)
    if st.session_state.get("waits"):
        return
    if part := opened("More", ":material/tune:", views.MARKS, views.RELATIVE):
        part.markdown("made")


@pytest.fixture
def is_open(monkeypatch):
    """Whether a visitor has the part open, in a list that a test may change."""
    states, expander = [False], st.expander

    def as_left(*given, **named):
        part = expander(*given, **named)
        assert part.open is False
        part.open = states[0]
        return part

    monkeypatch.setattr(st, "expander", as_left)
    return states


def test_it_is_made_from_its_first_opening_until_the_page_is_left(is_open):
    app = AppTest.from_function(page).run()
    assert not app.markdown
    app.session_state.arrived = False
    is_open[0] = True
    assert app.run().markdown[0].value == "made"
    is_open[0] = False
    assert app.run().markdown
    app.session_state.arrived = True
    assert not app.run().markdown


@pytest.mark.parametrize("waits", [False, True])
@pytest.mark.parametrize("option", ["marks", "design_relative"])
def test_a_link_that_chooses_something_in_it_opens_it(option, waits):
    app = AppTest.from_function(page)
    app.query_params[option] = "true"
    app.session_state.waits = waits
    app.run()
    if waits:
        # What comes before was computed first.
        app.session_state.arrived, app.session_state.waits = False, False
        assert not app.run().exception
    assert app.expander[0].proto.expanded
    assert app.markdown
    # What is chosen later opens or closes nothing under a finger.
    app.session_state.arrived = False
    app.query_params.clear()
    assert app.run().expander[0].proto.expanded
    assert app.markdown
