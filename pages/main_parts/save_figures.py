"""The figures of the page that is open, to be saved as PNG or SVG."""

from pathlib import Path

from pages.drawing.components import component

_STYLE = """
p, ul { margin: 0 0 0.5rem; padding: 0; font-family: var(--st-font); color: var(--st-text-color); }
li { display: flex; align-items: center; gap: 0.5rem; font-size: 0.875rem; }
li::before { content: none; }
button {
  min-height: 2rem; padding: 0 0.6rem; font: inherit; color: inherit; cursor: pointer;
  background: none; border: 1px solid var(--st-border-color); border-radius: 0.25rem;
}
button:first-of-type { margin-left: auto; }
button:focus-visible { outline: 3px solid var(--st-primary-color); }
"""

_figures = component(
    "oq_figures",
    html="<p hidden>Save a figure as</p><ul></ul>",
    css=_STYLE,
    script=Path(__file__).with_suffix(".js").read_text(),
)


def save_figures() -> None:
    """A list of the figures that are drawn now, each with a button for PNG and one for SVG."""
    _figures(key="figures")
