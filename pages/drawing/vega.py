"""Parts of charts in Vega-Lite, whose marks move in place as what they show changes."""

from typing import Any, Literal

import pandas as pd
import streamlit as st

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


def show_moving(
    table: pd.DataFrame, spec: Spec, key: str, alt: str, height: int | None = None
) -> None:
    """Show a chart, in letters that can be read, also from the back row.

    Parameters
    ----------
    table : DataFrame
    spec : dict
    key : str
        The element's; with the same key marks move in place.
    alt : str
        What it shows, for those who do not see it.
    height : int, optional
        In pixels; half of the window unless given.
    """
    # On a projector the frame's style gives it half of the window.
    kind = "half" if height is None else "picture"
    tall: Literal["stretch"] | int = "stretch" if height is None or projector.is_on() else height
    with st.container(key=f"{kind}_{key}", height="stretch"):
        st.vega_lite_chart(table, _projected(spec), key=key, height=tall, alt=alt)


def _projected(spec: Spec) -> Spec:
    size = projector.size_in_vega()
    both = {"labelFontSize": size, "titleFontSize": size}
    config = {
        "axis": {**both, "labelPadding": 4, "titlePadding": 6},
        "legend": {**both, "labelLimit": 400, "padding": 0},
        "text": {"fontSize": size},
        "title": {"fontSize": size},
    }
    return spec | {"config": config}
