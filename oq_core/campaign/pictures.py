"""The papers' figures with their names and captions, as files and within a page.

`oq_core.campaign.figures` draws them when they are first needed.
"""

import html
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import ModuleType
from typing import TYPE_CHECKING

from markupsafe import Markup

from oq_core.analysis.comparison import Comparison
from oq_core.data.arrays import Array
from oq_core.data.collection import Collection

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
        return str(_figures().svg(self.figure))

    @cached_property
    def pdf(self) -> bytes:
        """The figure as PDF."""
        return bytes(_figures().pdf(self.figure))

    @property
    def inline(self) -> Markup:
        """The SVG as an element of a page; it was drawn by matplotlib, which escapes texts."""
        element = self.svg[self.svg.index("<svg") :]
        # Each figure numbers its parts anew, and an id is to be there once in a page.
        element = re.sub(r'<g id="[A-Za-z]+[\w.]*_\d+">', "<g>", element)
        element = re.sub(r"<metadata>.*?</metadata>", "", element, flags=re.DOTALL)
        label = html.escape(self.caption)
        return Markup(element.replace("<svg", f'<svg role="img" aria-label="{label}"', 1))  # noqa: S704


def power_curves_of(name: str, prefix: str, curves: Mapping[str, Array], alpha: float) -> Picture:
    """Return the discriminative power curves of one data set: a panel of ACL21 figures 1 to 3.

    Parameters
    ----------
    name : str
        The data set's.
    prefix : str
        What the names of its files begin with.
    curves, alpha
        As in `figures.power_curves`.
    """
    return Picture(
        f"{prefix}-power-curves",
        f"{name}: discriminative power curves",
        lambda: _figures().power_curves(name, curves, alpha),
    )


def power_panels_of(data_sets: Mapping[str, Mapping[str, Array]], alpha: float) -> Picture:
    """Return the discriminative power curves of several data sets: ACL21 figures 1 to 3.

    Parameters
    ----------
    data_sets, alpha
        As in `figures.power_panels`.
    """
    return Picture(
        "power-panels",
        f"Discriminative power curves of {', '.join(data_sets)}",
        lambda: _figures().power_panels(data_sets, alpha),
    )


def delta_scatter_of(
    name: str, prefix: str, comparison: Comparison, measures: Sequence[str]
) -> Picture:
    """Return score deltas of two runs under every two measures: LQ21 figures 1 and 2.

    Parameters
    ----------
    name, prefix
        As in `power_curves_of`.
    comparison, measures
        As in `figures.delta_scatter`.
    """
    return Picture(
        f"{prefix}-deltas",
        f"{name}: score deltas of {comparison.first} and {comparison.second} under every two of "
        f"{', '.join(measures)}; disagree: instances on which the two prefer different runs",
        lambda: _figures().delta_scatter(name, comparison, measures),
    )


def extreme_instances_of(
    name: str,
    prefix: str,
    collection: Collection,
    comparison: Comparison,
    across: str,
    upwards: str,
) -> Picture:
    """Return the instances on which two measures differ most about two runs: LQ21 figure 3.

    Parameters
    ----------
    name, prefix
        As in `power_curves_of`.
    collection, comparison, across, upwards
        As in `figures.extreme_instances`.
    """
    return Picture(
        f"{prefix}-extremes",
        f"{name}: the instances with the most negative d = Δ{across} − Δ{upwards}",
        lambda: _figures().extreme_instances(name, collection, comparison, across, upwards),
    )


def _figures() -> ModuleType:
    # matplotlib takes a while to import, which who draws nothing need not wait for.
    from oq_core.campaign import figures  # noqa: PLC0415

    return figures
