"""The scatter of one measure's deltas against another's, to select instances in."""

from html import escape

import numpy as np
import plotly.graph_objects as go

from oq_core.analysis import Comparison, quadrants
from pages.drawing import theme
from pages.drawing.charts import LEGEND, MARGIN, show_figure


def delta_scatter(comparison: Comparison, x: str, y: str, key: str) -> list[int]:
    """Draw deltas with the quadrants of disagreement shaded.

    The figure does not depend on the selection, so selecting does not redraw it.

    Returns
    -------
    list of int
        Positions of the selected instances, in the order of the collection.
    """
    event = show_figure(
        _figure(comparison, x, y),
        key=key,
        on_select="rerun",
        selection_mode=("points", "box"),
        alt=f"Scatter of Δ{x} against Δ{y} for {len(comparison.ids)} instances",
    )
    return sorted({point["customdata"][1] for point in event["selection"]["points"]})


def _figure(comparison: Comparison, x: str, y: str) -> go.Figure:
    across, upwards = comparison.delta(x), comparison.delta(y)
    counts = quadrants(comparison, x, y)
    reach = max(float(np.abs(np.stack([across, upwards])).max()) * 1.15, 0.05)
    winners = comparison.winner(x), comparison.winner(y)
    disagree = winners[0] * winners[1] == 2
    figure = go.Figure()
    groups = (
        ("agree or tie", ~disagree, theme.NEUTRAL, "circle"),
        ("disagree", disagree, theme.CONFLICT, "diamond"),
    )
    for name, which, colour, symbol in groups:
        positions = np.flatnonzero(which)
        figure.add_scatter(
            x=across[which],
            y=upwards[which],
            customdata=[(escape(comparison.ids[i]), int(i)) for i in positions],
            mode="markers",
            marker={"size": 7, "opacity": 0.7, "color": colour, "symbol": symbol},
            name=f"{name} ({len(positions)})",
            hovertemplate="%{customdata[0]}<br>"
            f"Δ{x} %{{x:.4f}}<br>Δ{y} %{{y:.4f}}<extra></extra>",
        )
    first, second = escape(comparison.first), escape(comparison.second)
    corners = (
        (-reach, reach, counts.first_only_x, f"{x}: {first}<br>{y}: {second}", "left", "top"),
        (reach, -reach, counts.first_only_y, f"{x}: {second}<br>{y}: {first}", "right", "bottom"),
    )
    for corner_x, corner_y, count, words, side, end in corners:
        figure.add_shape(
            type="rect",
            x0=0,
            y0=0,
            x1=corner_x,
            y1=corner_y,
            fillcolor=theme.CONFLICT,
            opacity=0.1,
            line_width=0,
            layer="below",
        )
        figure.add_annotation(
            x=corner_x,
            y=corner_y,
            xanchor=side,
            yanchor=end,
            align=side,
            showarrow=False,
            text=f"<b>{count}</b><br>{words}",
        )
    axis = {"range": [-reach, reach], "zeroline": True, "zerolinewidth": 1}
    figure.update_layout(
        title="Score differences by instance",
        xaxis={**axis, "title": f"Δ{x}; a negative Δ prefers {first}", "automargin": True},
        yaxis={**axis, "title": f"Δ{y}"},
        legend=LEGEND,
        height=400,
        margin=MARGIN,
    )
    return figure
