"""Components of our own, whose calls come in their order."""

from pathlib import Path

import streamlit as st
from streamlit.components.v2.types import ComponentRenderer

from pages.drawing.look import selected

#: Gives every script the function `inOrder`, which takes the place of what it exports.
IN_ORDER = Path(__file__).with_name("in_order.js").read_text()


def scripts(*files: Path) -> str:
    """The text of some scripts, one after the other: the last one exports the component."""
    return "".join(file.read_text() for file in files)


def component(
    name: str, script: str, html: str | None = None, css: str | None = None
) -> ComponentRenderer:
    """Register a component.

    Parameters
    ----------
    name : str
        Of the component, unique in the app.
    script : str
        JavaScript, with names of `pages.drawing.look`, that exports what `inOrder` makes of the
        component's function.
    html, css : str, optional
        What the component is made of at first, and how it looks.

    Returns
    -------
    callable
        Draws the component.
    """
    return st.components.v2.component(name, html=html, css=css, js=IN_ORDER + selected(script))
