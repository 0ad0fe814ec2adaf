"""Two estimates of a gold, of which a person takes one by tap, swipe or arrow key."""

from collections.abc import Callable
from typing import Any

import streamlit as st

from pages.drawing import theme
from pages.drawing.components import component
from pages.learn.measure_parts.state import EQUAL, LEFT, RIGHT

_choosing = component(
    "oq_choosing", __file__, "letters.js", "choosing.js", html='<div class="choosing"></div>'
)


def choosing(question: dict[str, Any], answer: Callable[[int, str], None]) -> None:
    """Ask a question.

    Parameters
    ----------
    question : dict
        As `shown` gives it.
    answer : callable
        Is given the question's number and the letter of the answer.
    """

    def on_answer() -> None:
        sent = st.session_state.choosing.get("answer") or {}
        number, letter = sent.get("number"), sent.get("letter")
        if type(number) is int and letter in (LEFT, EQUAL, RIGHT):
            answer(number, letter)

    colours = {"goldColour": theme.GOLD, "colours": [theme.A, theme.B]}
    _choosing(key="choosing", data={**question, **colours}, on_answer_change=on_answer)
