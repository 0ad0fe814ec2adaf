"""Plotly figures, shown the same way on every page: of charts, and those that are made by hand.

How large figures and their letters are is decided here, and of bars in `bars.css`;
`tests/browser/test_figures.py` measures every one of them.
"""

import html
import textwrap
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go
import streamlit as st
from plotly.subplots import make_subplots

from oq_core import MEASURES
from oq_core.campaign import Chart
from pages.analysing.text import label, plain
from pages.drawing import projector, theme

#: Columns of numbers that can be read side by side on a phone.
_CELLS_ON_A_PHONE = 7
_CONFIG = {
    "displaylogo": False,
    # Twice the size on screen, to be sharp on a slide. Share saves SVG too.
    "toImageButtonOptions": {"scale": 2},
}
#: Pixels of a figure, which is seen whole on a phone below its answer; of one with many names.
_HEIGHT, _MOST = 350, 760
#: On a projector, of a figure that is made as high as the room that is left.
_FITTED = 560
#: Pixels between names that stand below each other, and those of many; of what is around them.
_NAME, _CLOSE, _AROUND = 24, 18, 70
#: Pixels of a label of a line, and of a line of a panel's name.
_LABEL, _LINE = 17, 18
#: So many names have room in a window, one below the other; of more, Plotly leaves some out.
_NAMES = 38
#: Signs of the names of panels in a line, together.
_SIGNS = 40
#: Panels side by side, and small ones of a few bars, with their height; beyond so many, small ones
#: scroll further on a phone.
_PANELS, _OF_BARS, _LOW, _MANY = 3, 8, 200, 5
#: Of the families of measures, in the order of the registry; others are solid.
_DASHES = ("solid", "dash", "dot", "dashdot", "longdash")
#: Light enough everywhere for the text, which has a contrast of 4.5 or more on each.
HEAT = {
    "colorscale": [[0, "#F3F6FA"], [0.5, "#B3D1EA"], [1, "#6FA9D6"]],
    "textfont": {"color": "#14202B"}, "texttemplate": "%{text}",
    "showscale": False, "xgap": 1, "ygap": 1,
}  # fmt: skip
#: Pixels around a figure, and its legend: below the axis and its title, however many lines it has.
MARGIN = {"l": 10, "r": 10, "t": 12, "b": 10}
LEGEND = {"orientation": "h", "yref": "container", "yanchor": "bottom", "y": 0}


def figure_of(chart: Chart) -> dict[str, Any]:
    """A chart as the parts of a Plotly figure, its panels side by side.

    They become a figure once, where they are shown: Plotly looks at all of a figure with each
    change, which takes five times as long.
    """
    panels = list(chart.panels())
    across = min(_OF_BARS if _is_low(chart) else _PANELS, len(panels))
    titles = tuple(_wrapped(name, _SIGNS // across + 15) for name, _ in panels if chart.panel)
    down = -(-len(panels) // across)
    layout = dict(_places(down, across, titles, 0.09 if chart.beside else 0.05))
    common, traces = {"x": _axis(chart, chart.x), "y": _axis(chart, chart.y)}, []
    for name in [each for each in layout if "axis" in each]:
        layout[name] = {**layout[name], **common[name[0]]}
        if chart.names(chart.y) is not None and name[0] == "y":
            layout[name]["autorange"] = "reversed"
        if chart.panel and name[0] == "y" and (int(name[5:] or 1) - 1) % across:
            layout[name]["title"] = {"text": ""}
    for number, (_, rows) in enumerate(panels):
        place = str(number + 1) if number else ""
        for order, name in enumerate(chart.series):
            for trace in _traces(chart, chart.of(rows, name), order):
                named = trace.get("showlegend", True) and chart.has_legend and number == 0
                on = {"xaxis": f"x{place}", "yaxis": f"y{place}", "showlegend": named}
                traces.append({**trace, **on})
    lines_above = max((1 + title.count("<br>") for title in titles), default=0)
    labels_above = any(each.column == chart.x for each in chart.lines)
    shapes, labels = _lines_and_words(chart)
    layout |= {
        "shapes": shapes,
        "annotations": [*layout.get("annotations", ()), *labels],
        "title": {"text": label(chart.caption)},
        "height": _height(chart) * down,
        "margin": MARGIN
        | {
            "r": 40 if chart.beside else 10,
            "t": 12 + _LINE * lines_above + _LABEL * labels_above,
        },
        "legend": LEGEND,
        "barmode": "overlay" if chart.names(chart.base) is None else "group",
        # Points stand beside each other; lines keep their places along the axis.
        "scattermode": "group" if chart.kind == "points" and not chart.is_scatter else "overlay",
    }
    return {"data": traces, "layout": layout}


@lru_cache(100)
def _places(down: int, across: int, titles: tuple[str, ...], beside: float) -> dict[str, Any]:
    """Where panels and their titles stand: a layout of Plotly's, whose parts are not changed."""
    grid = make_subplots(
        down, across, shared_xaxes="all", shared_yaxes="all",
        subplot_titles=titles or None, vertical_spacing=0.1, horizontal_spacing=beside,
    )  # fmt: skip
    layout: dict[str, Any] = grid.to_plotly_json()["layout"]
    del layout["template"]
    return layout


def _lines_and_words(chart: Chart) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The lines, their labels, and what stands beside rows, of every panel."""
    shapes, labels = list[dict[str, Any]](), list[dict[str, Any]]()
    for number, (_, rows) in enumerate(chart.panels()):
        x, y = (f"{axis}{number + 1 if number else ''}" for axis in "xy")
        upright, level = {"xref": x, "yref": f"{y} domain"}, {"xref": f"{x} domain", "yref": y}
        for each, row, is_before in chart.placed_lines(chart.x):
            shapes.append({**upright, "x0": each.value, "x1": each.value, "y0": 0, "y1": 1})
            # The first one above the marks.
            labels.append(
                {
                    **upright, "text": each.label, "x": each.value, "y": 1,
                    "xanchor": "right" if is_before else "left", "yanchor": "bottom",
                    "yshift": -_LABEL * row,
                }
            )  # fmt: skip
        for each, _, _ in chart.placed_lines(chart.y):
            shapes.append({**level, "x0": 0, "x1": 1, "y0": each.value, "y1": each.value})
            labels.append(
                {
                    **level, "text": each.label, "x": 1, "y": each.value,
                    "xanchor": "right", "yanchor": "bottom",
                }
            )  # fmt: skip
        if chart.beside:
            labels += _beside(chart, rows, level)
    look = {"type": "line", "line": {"color": theme.NEUTRAL, "width": 1}}
    return [look | each for each in shapes], [{"showarrow": False} | each for each in labels]


def _beside(chart: Chart, rows: pd.DataFrame, where: dict[str, str]) -> Iterator[dict[str, Any]]:
    """Words at the right end of each row of names, which is told by its place."""
    names = chart.names(chart.y) or ()
    for name, words in zip(rows[chart.y], rows[chart.beside], strict=True):
        if words:
            yield {**where, "text": label(words), "x": 1, "xanchor": "left", "y": names.index(name)}


def _traces(chart: Chart, rows: pd.DataFrame, order: int) -> Iterator[dict[str, Any]]:
    """What is drawn of one series: a band below its line, and the marks."""
    name = chart.series[order]
    colour = theme.MANY[order % len(theme.MANY)] if chart.has_legend else theme.A
    where = {"x": _shown(chart, rows, chart.x), "y": _shown(chart, rows, chart.y)}
    if chart.kind == "heat":
        texts = [f"{v:.{chart.digits}f}" if np.isfinite(v) else "" for v in rows[chart.by]]
        low, high = chart.limits.get(chart.by, (None, None))
        yield {
            "type": "heatmap", **where, "z": rows[chart.by], "zmin": low, "zmax": high,
            "text": texts, "hovertext": _in_words(chart, rows), "hoverinfo": "text", **HEAT,
        }  # fmt: skip
        return
    drawn = {chart.x, chart.y, chart.panel, chart.by}
    others = [column for column in rows if column not in drawn]
    look = {
        "type": "scatter",
        **where,
        "name": label(name),
        "customdata": rows[others],
        "hovertemplate": _pointed_at(chart, rows, others, name),
    }
    if chart.kind == "bars":
        opacity = 0.55 if chart.names(chart.base) is None else 1
        yield {
            **look, "type": "bar", "orientation": "v" if chart.is_upright else "h",
            "marker": {"color": colour, "opacity": opacity},
        }  # fmt: skip
        return
    if chart.kind == "points":
        ends = {}
        if chart.low:
            values = rows[chart.value]
            side = "error_y" if chart.is_upright else "error_x"
            ends[side] = {
                "array": rows[chart.high] - values,
                "arrayminus": values - rows[chart.low],
                "color": theme.NEUTRAL,
                "thickness": 1.5,
            }
        marker = {"color": colour, "size": 5 if chart.is_scatter else 8}
        yield {**look, **ends, "mode": "markers", "marker": marker, "offsetgroup": name}
        return
    if chart.low:
        both = np.concatenate([rows[chart.high], rows[chart.low][::-1]])
        yield {
            "type": "scatter", "x": np.concatenate([where["x"], where["x"][::-1]]), "y": both,
            "fill": "toself", "mode": "none", "opacity": 0.18, "fillcolor": colour,
            "hoverinfo": "skip", "showlegend": False,
        }  # fmt: skip
    families = list(dict.fromkeys(measure.family for measure in MEASURES.values()))
    family = families.index(MEASURES[name].family) if name in MEASURES else 0
    line = {"dash": _DASHES[family % len(_DASHES)], "color": colour, "width": 2}
    mode = "lines" if chart.by != chart.y else "lines+markers"
    yield {**look, "mode": mode, "line": line}


def _shown(chart: Chart, rows: pd.DataFrame, column: str) -> list[str] | np.ndarray:
    if chart.names(column) is None:
        return rows[column].to_numpy()
    return [label(str(name)) for name in rows[column]]


def _pointed_at(chart: Chart, rows: pd.DataFrame, others: list[str], name: str) -> str:
    """What is told of the row that one points at: every column of it."""
    places = {chart.x: "x", chart.y: "y"}
    places |= {column: f"customdata[{number}]" for number, column in enumerate(others)}
    told = [label(name)] if name and chart.by not in places else []
    for column, place in places.items():
        digits = f":.{chart.digits}f" if pd.api.types.is_float_dtype(rows[column]) else ""
        told.append(f"{label(column)}: %{{{place}{digits}}}")
    return "<br>".join(told) + "<extra></extra>"


def _in_words(chart: Chart, rows: pd.DataFrame) -> list[str]:
    return [
        "<br>".join(f"{label(column)}: {label(chart.told(value))}" for column, value in row.items())
        for row in rows.to_dict("records")
    ]


def _axis(chart: Chart, column: str) -> dict[str, object]:
    axis: dict[str, object] = {"title": {"text": label(column)}, "automargin": True}
    names = chart.names(column)
    if names is not None:
        shown = [label(name) for name in names]
        axis |= {"type": "category", "categoryorder": "array", "categoryarray": shown}
        if len(names) <= _NAMES:
            axis |= {"dtick": 1}
    if chart.kind == "heat":
        axis |= {"showgrid": False}
    if column in chart.limits:
        axis["range"] = list(chart.limits[column])
    return axis


def _is_low(chart: Chart) -> bool:
    """Whether its panels are histograms over few names, which one compares in a row."""
    names = chart.names(chart.x)
    return (
        bool(chart.panel) and chart.kind == "bars" and names is not None and len(names) <= _OF_BARS
    )


def _height(chart: Chart) -> int:
    if _is_low(chart):
        return _LOW
    names = chart.names(chart.y)
    if names is None:
        return _HEIGHT if not chart.panel else 300
    rows = max(_CLOSE * len(names), min(_NAME * len(names), _HEIGHT - _AROUND))
    # On a phone a legend has a name in each line.
    legend = _LINE * (1 + len(chart.series)) if chart.has_legend else 0
    return min(_MOST, _AROUND + _LABEL * bool(chart.lines) + legend + rows)


def _wrapped(words: str, signs: int) -> str:
    return "<br>".join(map(label, textwrap.wrap(words, signs)))


def show_figure(figure: go.Figure | dict[str, Any], key: str, alt: str, **selection: Any) -> Any:
    """Show a figure where the page is.

    Parameters
    ----------
    figure : Figure, or dict
        Or its parts, as `figure_of` makes them.
    key : str
        The element's.
    alt : str
        What the figure shows, for those who do not see it.
    **selection
        How high it is, and how it is selected in: see `st.plotly_chart`.

    Returns
    -------
    What `st.plotly_chart` does: the selection, where it can be selected in.
    """
    parts = figure.to_dict() if isinstance(figure, go.Figure) else figure
    layout = parts["layout"]
    # In the figure, Plotly would not break it where the window ends.
    title = html.unescape(layout.get("title", {}).get("text", ""))
    given = selection.get("height")
    is_fitted = projector.is_on() and given is None and layout.get("height", 0) <= _FITTED
    kind = "fitted" if is_fitted else "half" if given == "stretch" else "plot"
    if is_fitted:
        selection["height"] = "stretch"
    size = {"size": projector.size_in_plotly(is_fitted=given in (None, "stretch"))}
    words = {"tickfont": size, "title": {"font": size}}
    drawn = {
        "font": size,
        "legend": {"font": size},
        "hoverlabel": {"font": size},
        **dict.fromkeys((*_axes(layout, "x"), *_axes(layout, "y")), words),
        "annotations": [_with(each, {"font": size}) for each in layout.get("annotations", ())],
        "title": None,
        "height": None if "height" in selection else layout.get("height"),
        # A column of buttons covers no more of the figure than one of them.
        "modebar": {"orientation": "v"},
    }
    cells = {"textfont": size}
    traces = [_with(each, cells) if each["type"] == "heatmap" else each for each in parts["data"]]
    whole = _checked(traces, _with(layout, drawn))
    columns = len({str(each.get("domain")) for each in _axes(layout, "x").values()})
    wide = "wide_" if _is_wide(parts, columns) else ""
    many = "many_" if columns > _MANY else ""
    with st.container(key=f"{wide}{kind}_{many}{key}", height=selection.get("height", "content")):
        if title:
            st.markdown(f"**{plain(title)}**")
        return st.plotly_chart(whole, key=key, alt=alt, config=_CONFIG, **selection)


def _checked(traces: list[dict[str, Any]], layout: dict[str, Any]) -> go.Figure:
    """A figure, of whose every part Plotly knows what it may be."""
    return go.Figure(traces, layout)


def _with(part: dict[str, Any], more: dict[str, Any]) -> dict[str, Any]:
    """A part of a figure with more in it, beside what is in each of its own; it stays as it is."""
    inner = {
        name: _with(part.get(name, {}), each) if isinstance(each, dict) else each
        for name, each in more.items()
    }
    return {**part, **inner}


def _axes(layout: dict[str, Any], letter: str) -> dict[str, Any]:
    """The axes of all panels in a direction, by their names; of a figure that names none, one."""
    first = f"{letter}axis"
    return {first: {}} | {name: each for name, each in layout.items() if name.startswith(first)}


def _is_wide(parts: dict[str, Any], columns: int) -> bool:
    """Whether its cells' numbers or its panels would be too narrow on a phone: it scrolls there."""
    titles = parts["layout"].get("annotations", ())
    names = (each["text"] for each in titles if each.get("yref") == "paper")
    longest = max((len(line) for name in names for line in name.split("<br>")), default=0)
    return (
        columns > _PANELS
        or (columns > 1 and columns * longest > _SIGNS)
        or any(
            trace["type"] == "heatmap"
            and "text" in trace
            and len(set(trace["x"])) > _CELLS_ON_A_PHONE
            for trace in parts["data"]
        )
    )
