"""The scatter of one measure's deltas against another's, to select instances in."""

from dataclasses import replace

import numpy as np

from oq_core.analysis import Comparison
from oq_core.campaign import Chart
from oq_core.campaign.printing import layouts
from pages.drawing import theme
from pages.drawing.charts import figure_of, show_figure


def delta_scatter(comparison: Comparison, x: str, y: str, key: str) -> list[int]:
    """Draw deltas, and tell the instances on which the measures prefer different runs.

    The figure does not depend on the selection, so selecting does not redraw it.

    Returns
    -------
    list of int
        Positions of the selected instances, in the order of the collection.
    """
    figure = figure_of(scatter(comparison, x, y))
    for trace in figure["data"]:
        colour = theme.CONFLICT if trace["name"].startswith("disagree") else theme.NEUTRAL
        trace["marker"] = {"size": 7, "opacity": 0.7, "color": colour}
    event = show_figure(
        figure,
        key=key,
        on_select="rerun",
        selection_mode=("points", "box"),
        alt=f"Scatter of Δ{x} against Δ{y} for {len(comparison.ids)} instances",
    )
    return sorted({point["customdata"][1] for point in event["selection"]["points"]})


def scatter(comparison: Comparison, x: str, y: str) -> Chart:
    """The report's scatter of two measures, with colours and places of the instances."""
    chart = layouts.delta_scatter("", comparison, (x, y))
    disagree = comparison.winner(x) * comparison.winner(y) == 2
    names = [f"{word} ({count})" for word, count in
             (("agree or tie", (~disagree).sum()), ("disagree", disagree.sum()))]  # fmt: skip
    numbers = chart.numbers.drop(columns="measures").assign(
        place=np.arange(len(disagree)), two=np.array(names)[disagree.astype(int)]
    )
    # Those that agree come first, and lie below the others.
    return replace(
        chart,
        title="Score differences by instance; a negative one prefers the first run",
        numbers=numbers.sort_values("two", kind="stable"),
        by="two",
    )
