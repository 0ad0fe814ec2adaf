"""Parts of charts in Vega-Lite, whose marks move in place as what they show changes."""

from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pages.drawing import projector

Spec = dict[str, Any]


def channel(field: str, kind: str, title: str | None, **more: Any) -> Spec:
    """What an axis or a colour shows.

    Parameters
    ----------
    field : str
        The column.
    kind : str
        "quantitative", "ordinal" or "nominal".
    title : str, optional
    **more
        Of Vega-Lite, as its scale, axis and legend.
    """
    return {"field": field, "type": kind, "title": title, **more}


def heading(text: str, offset: int = 6) -> Spec:
    """A chart's title, so many pixels above it."""
    return {"text": text, "anchor": "start", "offset": offset}


def legend(offset: int = 4) -> Spec:
    """A legend above a chart, by so many pixels."""
    return {"orient": "top", "offset": offset}


def half(key: str) -> DeltaGenerator:
    """A container with half of the window, for a chart as high as it."""
    return st.container(key=f"half_{key}", height="stretch")


def projected(spec: Spec) -> Spec:
    """A chart, in letters that can be read, also from the back row."""
    size = projector.size_in_vega()
    both = {"labelFontSize": size, "titleFontSize": size}
    config = {
        "axis": {**both, "labelPadding": 4, "titlePadding": 6},
        "legend": {**both, "labelLimit": 400, "padding": 0},
        "text": {"fontSize": size},
        "title": {"fontSize": size},
    }
    return spec | {"config": config}
