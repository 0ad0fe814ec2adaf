"""What stands in a frame of another site tells it how high it is."""

from pages.drawing.components import component

_height = component("oq_height", __file__, "height.js")


def telling_height() -> None:
    """Let the page tell the one around it how many pixels it needs, and when that changes."""
    _height(key="height")
