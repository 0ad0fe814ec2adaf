"""A figure, ready to be printed on a page or on paper."""

import html
import re
from functools import cached_property
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING

from oq_core.campaign.printing.chart_record import ChartRecord
from oq_core.data.collection import DataError

if TYPE_CHECKING:
    from matplotlib.figure import Figure


class Chart(ChartRecord):
    """One figure, which matplotlib draws for a paper when it is asked for.

    Examples
    --------
    >>> import pandas as pd
    >>> numbers = pd.DataFrame({"run": ["r1", "r2"], "mean": [0.1, 0.25]})
    >>> chart = Chart("means", "A", "mean NMD", "points", numbers, x="mean", y="run")
    >>> chart.pdf[:5]
    b'%PDF-'
    """

    @cached_property
    def figure(self) -> "Figure":
        """The figure as matplotlib has it."""
        return _figures().draw(self)

    @cached_property
    def svg(self) -> str:
        """The figure as an SVG document."""
        return str(_figures().svg(self.figure))

    @cached_property
    def pdf(self) -> bytes:
        """The figure as PDF."""
        return bytes(_figures().pdf(self.figure))

    @property
    def inline(self) -> str:
        """The SVG as an element of a page; it was drawn by matplotlib, which escapes texts."""
        element = self.svg[self.svg.index("<svg") :]
        # Each figure numbers its parts anew, and an id is to be there once in a page.
        element = re.sub(r'<g id="[A-Za-z]+[\w.]*_\d+">', "<g>", element)
        element = re.sub(r"<metadata>.*?</metadata>", "", element, flags=re.DOTALL)
        label = html.escape(self.alternative)
        return element.replace("<svg", f'<svg role="img" aria-label="{label}"', 1)

    def _repr_html_(self) -> str:
        """The figure, for a notebook."""
        return self.inline


def check_drawing() -> None:
    """Raise the DataError that says how to install matplotlib, if it is not there."""
    if find_spec("matplotlib") is None:
        raise DataError(
            "figures need matplotlib, which is not installed. Install it with "
            "pip install '.[figures]' in a copy of this project."
        )


def _figures() -> ModuleType:
    check_drawing()
    # It takes a while to import, which who draws nothing need not wait for.
    from oq_core.campaign.printing import vectors  # noqa: PLC0415

    return vectors
