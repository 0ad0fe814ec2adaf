"""Scripts of every page: the drawer on a phone, its height in a frame, and figures to save."""

from pages.drawing.components import component

_drawer = component("oq_drawer", __file__, "drawer.js")
_height = component("oq_height", __file__, "height.js")
_figures = component(
    "oq_figures", __file__, "png.js", "save_figures.js",
    html="<p hidden>Save a figure as</p><ul></ul>",
)  # fmt: skip


def closing_drawer() -> None:
    """Let the drawer of pages, which opens with the first section, close after a choice."""
    _drawer(key="drawer")


def telling_height() -> None:
    """Let the page tell the one around it how many pixels it needs, and when that changes."""
    _height(key="height")


def save_figures() -> None:
    """A list of the figures that are drawn now, each with a button for PNG and one for SVG."""
    _figures(key="figures")
