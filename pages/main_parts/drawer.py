"""The drawer of pages on a phone: it opens with the first section, and closes after a choice."""

from pages.drawing.components import component

_drawer = component("oq_drawer", __file__, "drawer.js")


def closing_drawer() -> None:
    """Let the drawer close after a choice."""
    _drawer(key="drawer")
