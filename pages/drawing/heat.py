"""Squares of measures by measures as heat maps."""

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from pages.analysing.text import label
from pages.drawing.charts import HEAT, MARGIN


def heat_map(
    title: str, names: Sequence[str], values: np.ndarray, high: float, form: str
) -> go.Figure:
    """A square of numbers; darker is more.

    Parameters
    ----------
    title : str
    names : sequence of str
        Of rows and columns.
    values : ndarray, shape (K, K)
        NaN cells are left empty.
    high : float
        End of the colour scale, which begins at 0.
    form : str
        How numbers are written in the cells, as ".1f", and shown when pointed at.
    """
    shown = np.array([[f"{v:{form}}" if np.isfinite(v) else "" for v in row] for row in values])
    figure = go.Figure(
        go.Heatmap(
            x=[label(name) for name in names],
            y=[label(name) for name in names],
            z=values,
            zmin=0,
            zmax=high,
            text=shown,
            customdata=shown,
            hovertemplate="%{y} and %{x}: %{customdata}<extra></extra>",
            **HEAT,
        )
    )
    figure.update_layout(
        title=label(title),
        xaxis={"showgrid": False, "tickangle": -45 if len(names) > 7 else 0},
        yaxis={"autorange": "reversed", "showgrid": False},
        height=90 + 38 * len(names),
        margin=MARGIN,
    )
    return figure
