"""Plotly figures, shown the same way on every page."""

from typing import Any

import plotly.graph_objects as go
import streamlit as st

from pages.shared import projector

#: Columns of numbers that can be read side by side on a phone.
_CELLS_ON_A_PHONE = 7
_CONFIG = {
    "displaylogo": False,
    # Twice the size on screen, to be sharp on a slide. Share saves SVG too.
    "toImageButtonOptions": {"scale": 2},
}


def show_figure(figure: go.Figure, key: str, alt: str, **selection: Any) -> Any:
    """Show a figure where the page is.

    Parameters
    ----------
    figure : Figure
        It is changed here, and so every run makes its own.
    key : str
        The element's.
    alt : str
        What the figure shows, for those who do not see it.
    **selection
        How it is selected in: see `st.plotly_chart`.

    Returns
    -------
    What `st.plotly_chart` does: the selection, where it can be selected in.
    """
    # A column of buttons covers no more of the title than one of them.
    figure.update_layout(modebar_orientation="v")
    if projector.is_on():
        size = {"size": projector.TYPE_SIZE}
        figure.update_layout(
            font=size, title_font=size, legend_font=size, hoverlabel={"font": size}
        )
        figure.update_xaxes(tickfont=size, title_font=size)
        figure.update_yaxes(tickfont=size, title_font=size)
        figure.update_annotations(font=size)
        figure.update_traces(textfont=size, selector={"type": "heatmap"})
    with st.container(key=f"{'wide' if _is_wide(figure) else 'plot'}_{key}"):
        return st.plotly_chart(figure, key=key, alt=alt, config=_CONFIG, **selection)


def _is_wide(figure: go.Figure) -> bool:
    """Whether numbers in its cells would run into each other on a phone: it scrolls there."""
    return any(
        trace.type == "heatmap" and trace.text is not None and len(trace.x) > _CELLS_ON_A_PHONE
        for trace in figure.data
    )
