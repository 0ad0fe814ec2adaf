"""Components of our own, whose calls come in their order."""

from pathlib import Path

import streamlit as st
from streamlit.components.v2.types import ComponentRenderer

from pages.drawing.look import selected


def scripts(*files: Path) -> str:
    """The text of some scripts, one after the other: the last one exports the component."""
    return "".join(file.read_text() for file in files)


_HERE = Path(__file__).parent
#: Gives every script the function `inOrder`, which takes the place of what it exports, and what
#: makes parts of a page.
IN_ORDER = scripts(_HERE / "in_order.js", _HERE / "made.js")


def component(
    name: str,
    module: str,
    *files: str,
    before: str = "",
    html: str | None = None,
    css: str = "",
) -> ComponentRenderer:
    """Register a component; a style sheet called as its last script is its own.

    Parameters
    ----------
    name : str
        Of the component, unique in the app.
    module : str
        Beside which its files stand.
    *files : str
        Its scripts, with names of `pages.drawing.look`. The last one exports what `inOrder` makes
        of the component's function.
    before : str
        A script of others that comes first.
    html : str, optional
        What the component is made of at first.
    css : str
        A style sheet of others that comes first.

    Returns
    -------
    callable
        Draws the component.
    """
    own = [Path(module).with_name(each) for each in files]
    sheet = own[-1].with_suffix(".css")
    return st.components.v2.component(
        name,
        html=html,
        css=css + (sheet.read_text() if sheet.exists() else "") or None,
        js=IN_ORDER + selected(before + scripts(*own)),
    )
