"""A figure of a report as files, and within its page."""

import html
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from markupsafe import Markup

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True, eq=False)
class Picture:
    """One figure of the report.

    Attributes
    ----------
    file : str
        Name for its files, without folder and extension.
    caption : str
        What it shows.
    draw : callable
        Draws it, when it is first needed, with the functions of `oq_core.campaign.figures`.
    """

    file: str
    caption: str
    draw: "Callable[[], Figure]"

    @cached_property
    def figure(self) -> "Figure":
        """The figure as matplotlib has it."""
        return self.draw()

    @cached_property
    def svg(self) -> str:
        """The figure as an SVG document."""
        from oq_core.campaign import figures  # noqa: PLC0415 - see `report`

        return figures.svg(self.figure)

    @cached_property
    def pdf(self) -> bytes:
        """The figure as PDF."""
        from oq_core.campaign import figures  # noqa: PLC0415

        return figures.pdf(self.figure)

    @property
    def inline(self) -> Markup:
        """The SVG as an element of a page; it was drawn by matplotlib, which escapes texts."""
        element = self.svg[self.svg.index("<svg") :]
        # Each figure numbers its parts anew, and an id is to be there once in a page.
        element = re.sub(r'<g id="[A-Za-z]+[\w.]*_\d+">', "<g>", element)
        element = re.sub(r"<metadata>.*?</metadata>", "", element, flags=re.DOTALL)
        label = html.escape(self.caption)
        return Markup(element.replace("<svg", f'<svg role="img" aria-label="{label}"', 1))  # noqa: S704
