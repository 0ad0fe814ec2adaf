"""The scatter of one measure's deltas against another's, to select instances in."""

from dataclasses import replace

import numpy as np

from oq_core.analysis import Comparison
from oq_core.campaign.printing import layouts
from pages.drawing import theme
from pages.drawing.charts import figure_of, show_figure


def delta_scatter(comparison: Comparison, x: str, y: str, key: str) -> list[int]:
    """Draw deltas, apart where the two measures prefer different runs.

    The figure does not depend on the selection, so selecting does not redraw it.

    Returns
    -------
    list of int
        Positions of the selected instances, in the order of the collection.
    """
    chart = layouts.delta_scatter("", comparison, (x, y))
    disagree = comparison.winner(x) * comparison.winner(y) == 2
    sides = {"agree or tie": ~disagree, "disagree": disagree}
    told = [f"{name} ({np.count_nonzero(which)})" for name, which in sides.items()]
    numbers = chart.numbers.drop(columns="measures").assign(
        preferred=np.where(disagree, told[1], told[0])
    )
    chart = replace(
        chart,
        title="Score differences by instance",
        numbers=numbers.sort_values("preferred", kind="stable"),
        by="preferred",
        digits=4,
    )
    figure = figure_of(chart)
    colours = dict(zip(told, (theme.NEUTRAL, theme.CONFLICT), strict=True))
    for trace in figure["data"]:
        trace["marker"]["color"] = colours[trace["name"]]
    event = show_figure(
        figure,
        key=key,
        on_select="rerun",
        selection_mode=("points", "box"),
        alt=f"Scatter of Δ{x} against Δ{y} for {len(comparison.ids)} instances",
    )
    chosen = {point["customdata"][0] for point in event["selection"]["points"]}
    return [row for row, name in enumerate(comparison.ids) if name in chosen]
