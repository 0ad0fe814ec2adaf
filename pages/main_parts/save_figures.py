"""The figures of the page that is open, to be saved as PNG or SVG."""

from pages.drawing.components import PNG, component

_figures = component(
    "oq_figures", __file__, "save_figures.js", before=PNG,
    html="<p hidden>Save a figure as</p><ul></ul>",
)  # fmt: skip


def save_figures() -> None:
    """A list of the figures that are drawn now, each with a button for PNG and one for SVG."""
    _figures(key="figures")
