"""Bars of a chart as elements of the page: they come with its words, and no library is loaded."""

from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path

import numpy as np
import pandas as pd
import streamlit as st

from oq_core.campaign import Chart
from pages.drawing import theme
from pages.drawing.look import selected

#: How they look.
STYLE = selected(Path(__file__).with_suffix(".css").read_text())
#: Of an axis of shares, and of one of few pixels.
TICKS, FEW_TICKS = (0, 0.2, 0.4, 0.6, 0.8, 1), (0, 0.5, 1)


def histogram(
    title: str,
    classes: Sequence[str],
    shares: Mapping[str, np.ndarray],
    *,
    label: str = "share",
    height: int | None = 310,
    across: str = "class, lowest first",
    cloud: np.ndarray | None = None,
) -> None:
    """Draw the gold's shares as wide bars, and those of one or two systems before them.

    Parameters
    ----------
    title : str
        What the figure shows.
    classes : sequence of str
        The L class labels, lowest first.
    shares : mapping of str to ndarray, shape (L,)
        In [0, 1], by name: the gold's first, then one or two systems'.
    label, across : str
        What the shares and the classes are.
    height : int, optional
        In pixels; half of the window unless given.
    cloud : ndarray, shape (D, L), optional
        Draws of the gold, as dots behind its bars.
    """
    colours = dict(zip(shares, (theme.GOLD, theme.A, theme.B), strict=False))
    chart = chart_of_shares(title, classes, shares, label, across)
    show_bars(chart, colours, height, cloud=cloud)


def show_bars(
    chart: Chart,
    colours: Mapping[str, str],
    height: int | None = None,
    *,
    cloud: np.ndarray | None = None,
) -> None:
    """Show a chart of bars, as high as half of the window unless pixels are given."""
    size = "max(15rem, 50 * var(--vh, 1vh))" if height is None else f"{height / 16}rem"
    st.html(bars_of(chart, colours, height=size, cloud=cloud))


def chart_of_shares(
    title: str, classes: Sequence[str], shares: Mapping[str, np.ndarray], label: str, across: str
) -> Chart:
    """Shares (L,) by name as a chart, upright over the classes."""
    rows = [
        (name, str(place), share)
        for name, values in shares.items()
        for place, share in zip(classes, values.tolist(), strict=True)
    ]
    numbers = pd.DataFrame(rows, columns=["of", across, label])
    return Chart(
        "shares", "", title, "bars", numbers, x=across, y=label, by="of", limits={label: (0, 1)}
    )


def bars_of(
    chart: Chart,
    colours: Mapping[str, str],
    *,
    height: str = "auto",
    ticks: Sequence[float] = TICKS,
    marks: Mapping[str, str] | None = None,
    cloud: np.ndarray | None = None,
) -> str:
    """A chart of bars over names as HTML.

    Upright ones stand over each other, the first series wide and behind the others. Others lie
    below each other, with their numbers at their ends.

    Parameters
    ----------
    chart : Chart
        With `limits` of its values, which hold 0.
    colours : mapping of str to str
        By series.
    height : str
        In CSS.
    ticks : sequence of float
        Of an upright chart.
    marks : mapping of str to str, optional
        Classes of a name's element, for a style sheet.
    cloud : ndarray, shape (D, L), optional
        Values of the first series of an upright chart in D draws, as dots.
    """
    legend = "".join(
        f'<span><i style="background: {colours[name]}"></i>{escape(name)}</span>'
        for name in chart.series
        if chart.has_legend
    )
    inner = (
        _upright(chart, colours, ticks, marks or {}, cloud)
        if chart.is_upright
        else _lying(chart, colours, marks or {})
    )
    return (
        f'<div class="oq-chart" role="img" aria-label="{escape(chart.alternative)}" '
        f'style="height: {height}"><div class="oq-title">{escape(chart.caption)}</div>'
        f'<div class="oq-legend">{legend}</div>{inner}</div>'
    )


def _upright(
    chart: Chart,
    colours: Mapping[str, str],
    ticks: Sequence[float],
    marks: Mapping[str, str],
    cloud: np.ndarray | None,
) -> str:
    names, top = chart.names(chart.x) or [], chart.limits[chart.y][1]
    width = 70 / max(1, len(chart.series) - 1)
    columns = []
    for place, name in enumerate(names):
        bars, values = "", []
        for order, series in enumerate(chart.series):
            value = float(chart.of(chart.numbers, series)[chart.y].iloc[place])
            left, wide = (15 + (order - 1) * width + 3, width - 6) if order else (6, 88)
            bars += (
                f'<i style="left: {left:.4g}%; width: {wide:.4g}%; '
                f'height: {100 * value / top:.4f}%; background: {colours[series]}"></i>'
            )
            values.append(f"{series}: {value:.4f}")
        dots = "" if cloud is None else _dots(cloud[:, place] / top)
        told = escape(f"{name}\n" + "\n".join(values))
        columns.append(
            f'<div class="oq-place {marks.get(name, "")}" title="{told}">{bars}{dots}</div>'
        )
    lines = "".join(
        f'<div class="oq-tick" style="bottom: {100 * tick / top:g}%"><span>{tick:g}</span></div>'
        for tick in ticks
    )
    labels = "".join(f"<span>{escape(name)}</span>" for name in names)
    caption = escape(f"{chart.y} by {chart.x}")
    return (
        f'<div class="oq-plot">{lines}{"".join(columns)}</div><div class="oq-axis">{labels}</div>'
        f'<div class="oq-caption">{caption[0].upper()}{caption[1:]}</div>'
    )


def _dots(heights: np.ndarray) -> str:
    """A dot for each draw, spread across the bar."""
    return "".join(
        f'<u style="left: {8 + 84 * place / len(heights):.3g}%; bottom: {100 * height:.4g}%"></u>'
        for place, height in enumerate(heights.tolist())
    )


def _lying(chart: Chart, colours: Mapping[str, str], marks: Mapping[str, str]) -> str:
    low, high = chart.limits[chart.x]
    rows = []
    for name in chart.names(chart.y) or []:
        own = chart.numbers[chart.numbers[chart.y].astype(str) == name].to_dict("records")
        lines = ""
        for row in own:
            value = row[chart.x]
            start, end = (100 * (min(max(edge, low), high) - low) / (high - low or 1)
                          for edge in sorted((0, value)))  # fmt: skip
            at = f"left: {end:.4g}%" if value >= 0 else f"right: {100 - start:.4g}%"
            colour = colours[str(row[chart.by]) if chart.by else ""]
            told = escape(str(row[chart.beside]) if chart.beside else chart.told(value))
            lines += (
                f'<div><i style="left: {start:.4g}%; width: {end - start:.4g}%; '
                f'background: {colour}"></i><span style="{at}">{told}</span></div>'
            )
        rows.append(
            f'<div class="oq-row {marks.get(name, "")}"><span>{escape(name)}</span>'
            f'<div class="oq-lines">{lines}</div></div>'
        )
    return f'<div class="oq-rows">{"".join(rows)}</div>'
