"""Charts as files for a paper, drawn by matplotlib.

`draw` returns a matplotlib figure as wide as a column of a paper, or as a page; `svg` and `pdf`
make files of it, the same bytes every time. Only matplotlib's object interface is used, so
that nothing is shared between threads but its settings, which `_settings` guards.
"""

import io
import textwrap
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from typing import Any

import matplotlib as mpl
import numpy as np
import numpy.typing as npt
import pandas as pd
from matplotlib import font_manager
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.backends.backend_pdf import FigureCanvasPdf
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from oq_core.campaign.printing.chart import Chart
from oq_core.campaign.printing.latex_text import with_minus
from oq_core.measures.quantification import MEASURES

#: One that matplotlib brings along.
_FONT = "DejaVu Sans"
#: Inches: widths of a column and a page of a paper, and the greatest height.
_COLUMN, _PAGE, _TALLEST = 3.3, 6.9, 7.7
#: Inches of a name, or a row of cells, and of each of several marks in a row; of what is below.
_ROW, _MARK, _FOOT = 0.15, 0.045, 0.6
#: Panels side by side; names along an axis that are legible.
_PANELS, _MOST_NAMES = 3, 60
#: Signs of letters of 7 points in an inch.
_SIGNS = 16
#: Told apart by everybody, and by their lightness alone on a printer without colours.
_COLOURS = ("#0B62A4", "#F0AE4E", "#222222", "#C44E00", "#4FA583", "#5B2A86", "#A9D3EE")
#: Dashes of the families of measures, in the order of the registry; others are solid. The
#: members of a family have markers of their own, so many along a curve.
_DASHES, _MARKERS, _MARKS = ("-", "--", ":", "-."), "os^Dv<>pPX*hd", 8
#: Points of a panel, more of which are drawn as dots of a picture.
_MOST_POINTS = 2000
#: Shades of the cells of a heat map: light enough for their numbers, none like an empty cell.
_SHADES = LinearSegmentedColormap.from_list(
    "shades", ["#DCE8F3", "#B3D1EA", "#6FA9D6"]
).with_extremes(bad="white")
#: Points of letters within the axes.
_WITHIN = 6

_SETTINGS = {
    **{key: value for key, value in mpl.rcParamsDefault.items() if not key.startswith("backend")},
    "font.family": _FONT,
    "font.size": 7,
    "axes.titlesize": 7,
    "axes.labelsize": 7,
    "axes.linewidth": 0.6,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.linewidth": 0.3,
    "grid.color": "#cccccc",
    "lines.linewidth": 1.1,
    "lines.markersize": 3,
    "legend.frameon": False,
    "legend.fontsize": 6.5,
    "legend.handlelength": 3.2,
    "legend.columnspacing": 1.2,
    "xtick.labelsize": 6.5,
    "ytick.labelsize": 6.5,
    # A dollar sign is one.
    "text.parse_math": False,
    "figure.constrained_layout.use": True,
    # Letters as outlines in SVG and as embedded TrueType in PDF: both print everywhere.
    "svg.fonttype": "path",
    "svg.hashsalt": "oq",
    "pdf.fonttype": 42,
}
_LOCK = threading.RLock()


@contextmanager
def _settings() -> Iterator[None]:
    """Make the settings hold, for one thread at a time: matplotlib has one set for all."""
    with _LOCK, mpl.rc_context(_SETTINGS):
        yield


def svg(figure: Figure) -> str:
    """Return a figure as an SVG document; letters are outlines, so it needs no font."""
    content = io.StringIO()
    # What `savefig` does beside it is to draw twice, for a layout that `draw` has made.
    with _settings():
        canvas: Any = FigureCanvasSVG(figure)
        canvas.print_svg(content, metadata={"Date": None, "Creator": None})
    return content.getvalue()


def pdf(figure: Figure) -> bytes:
    """Return a figure as PDF with its fonts embedded."""
    content = io.BytesIO()
    with _settings():
        canvas: Any = FigureCanvasPdf(figure)
        empty = {"CreationDate": None, "Creator": None, "Producer": None}
        canvas.print_pdf(content, metadata=empty)
    return content.getvalue()


def draw(chart: Chart) -> Figure:
    """Return a chart as a figure: as wide as a column of a paper, or as a page if it has panels.

    Parameters
    ----------
    chart : Chart

    Returns
    -------
    Figure
        Panels have one legend; they share their axes, but names of points stand in each panel's
        own order. What the figure shows is for its caption to say. Of lines, dashes tell families
        of measures apart, colours and markers their members; what lies beyond the limits leaves
        the frame.

    Examples
    --------
    >>> import pandas as pd
    >>> from oq_core.campaign import Chart
    >>> from oq_core.campaign.printing.vectors import draw, svg
    >>> numbers = pd.DataFrame({"pair": [1, 2], "p-value": [0.4, 0.01]})
    >>> chart = Chart("curves", "A", "power", "lines", numbers, x="pair", y="p-value")
    >>> svg(draw(chart)).startswith("<?xml")
    True
    """
    panels = list(chart.panels())
    across = min(_PANELS, len(panels))
    down = -(-len(panels) // across)
    # Names stand in each panel's own order.
    is_apart = chart.kind == "points" and chart.names(chart.y) is not None
    width = _PAGE if chart.is_wide else _COLUMN
    signs = int(_SIGNS * width / across)
    titles = [textwrap.fill(printable(name), signs) for name, _ in panels]
    lines = max(title.count("\n") for title in titles)
    with _settings():
        legend, columns = _legend_size(chart, width)
        tall = _height(chart, width / across, down) + lines * _ROW
        figure = Figure(figsize=(width, tall * down + legend))
        grid = figure.subplots(
            down, across, squeeze=False, sharex=True, sharey=not is_apart
        ).ravel()
        for axes in grid[len(panels) :]:
            axes.set_axis_off()
        for number, (axes, title, (_, rows)) in enumerate(zip(grid, titles, panels, strict=False)):
            own = replace(chart, numbers=rows) if is_apart else chart
            for place, series in enumerate(chart.series):
                _DRAWN[chart.kind](axes, own, chart.of(rows, series), place)
            _finish(axes, own)
            axes.tick_params(labelbottom=True)
            # Of panels, those at the edges name the axes.
            if number + across >= len(panels):
                axes.set_xlabel(printable(chart.x))
            if number % across == 0:
                axes.set_ylabel(printable(chart.y))
            if len(panels) > 1:
                axes.set_title(title, loc="right" if is_apart else "left")
        if chart.has_legend:
            figure.legend(
                *grid[0].get_legend_handles_labels(), loc="outside lower center", ncols=columns
            )
        FigureCanvasAgg(figure)
        if engine := figure.get_layout_engine():
            # The same in every file, and dear to make.
            engine.execute(figure)
        figure.set_layout_engine("none")
    return figure


def printable(text: str) -> str:
    """Return a text with minus signs, and the codes of signs that the figures' font lacks.

    Examples
    --------
    >>> from oq_core.campaign.printing.vectors import printable
    >>> printable("東-run1")
    'U+6771-run1'
    >>> printable("r = -0.5")
    'r = −0.5'
    """
    known = _signs()
    return "".join(
        sign if ord(sign) in known else f"U+{ord(sign):04X}" for sign in with_minus(text)
    )


@cache
def _signs() -> Mapping[int, int]:
    return font_manager.get_font(font_manager.findfont(_FONT)).get_charmap()


def _legend_size(chart: Chart, width: float) -> tuple[float, int]:
    """Inches of the legend below names, whose height is theirs, and its columns."""
    if not chart.has_legend:
        return 0, 1
    # A line and its gap are as wide as eight letters.
    widest = 8 + max(len(printable(name)) for name in chart.series)
    columns = max(1, min(len(chart.series), int(_SIGNS * width / widest)))
    has_names = chart.names(chart.y) is not None
    return has_names * _ROW * -(-len(chart.series) // columns), columns


def _height(chart: Chart, width: float, down: int) -> float:
    """Inches of one panel, of so many below each other."""
    if chart.is_scatter:
        return width
    if chart.names(chart.y) is None:
        return 2.3
    names = max(rows[chart.y].nunique() for _, rows in chart.panels())
    row = max(_ROW, _MARK * len(chart.series) * chart.has_legend)
    # At the foot of a map names stand aslant.
    foot = _FOOT + 0.3 * (chart.kind == "heat")
    return foot + min(row * names + _ROW * _above(chart), (_TALLEST - 1) / down)


def _above(chart: Chart) -> float:
    """Rows that the words of upright lines take above the first name."""
    return 0.7 * sum(line.column == chart.x for line in chart.lines)


def _places(chart: Chart, rows: pd.DataFrame, column: str) -> npt.NDArray[np.float64]:
    """Where the rows stand along an axis: numbers as they are, names by their order."""
    names = chart.names(column)
    if names is None:
        return rows[column].to_numpy(float)
    order = {name: place for place, name in enumerate(names)}
    return rows[column].astype(str).map(order).to_numpy(float)


def _dash(key: str) -> str:
    families = list(dict.fromkeys(measure.family for measure in MEASURES.values()))
    family = families.index(MEASURES[key].family) if key in MEASURES else 0
    return _DASHES[family % len(_DASHES)]


def _look(chart: Chart, place: int) -> dict[str, Any]:
    """Colour and name of a series."""
    colour = _COLOURS[place % len(_COLOURS) if chart.has_legend else 0]
    return {"color": colour, "label": printable(chart.series[place])}


def _lines(axes: Axes, chart: Chart, rows: pd.DataFrame, place: int) -> None:
    across, upwards = _places(chart, rows, chart.x), _places(chart, rows, chart.y)
    low, high = chart.limits.get(chart.y, (-np.inf, np.inf))
    inside = np.flatnonzero((upwards >= low) & (upwards <= high))
    marker, step = "", max(1, len(inside) // _MARKS)
    if chart.by == chart.y or (not chart.by and step == 1):
        # Each thing of a row has a mark, and each point of a curve of few.
        marker, step = "|", 1
    elif chart.has_legend:
        marker = _MARKERS[place % len(_MARKERS)]
    look = _look(chart, place)
    axes.plot(
        across, upwards, linestyle=_dash(chart.series[place]), marker=marker,
        markevery=inside[::step].tolist(), **look,
    )  # fmt: skip
    if chart.low:
        ends = rows[chart.low], rows[chart.high]
        axes.fill_between(across, *ends, color=look["color"], alpha=0.18, linewidth=0)


def _points(axes: Axes, chart: Chart, rows: pd.DataFrame, place: int) -> None:
    across, upwards = _places(chart, rows, chart.x), _places(chart, rows, chart.y)
    if not chart.is_scatter:
        across = across + _beside(chart, place) * chart.is_upright
        upwards = upwards + _beside(chart, place) * (not chart.is_upright)
    ends = None
    if chart.low:
        values = rows[chart.value].to_numpy(float)
        gaps = np.stack([values - rows[chart.low], rows[chart.high] - values])
        ends = np.maximum(gaps, 0)  # rounding may put an end past its value
    # A short interval is to be seen on either side of its mark.
    size = 2.5 if chart.is_scatter else 2 if chart.low and not chart.has_legend else 4
    axes.errorbar(
        across, upwards, fmt=_MARKERS[place % len(_MARKERS)], ecolor="#666666", elinewidth=0.8,
        markersize=size, markeredgewidth=0, rasterized=len(rows) > _MOST_POINTS,
        xerr=None if chart.is_upright else ends, yerr=ends if chart.is_upright else None,
        **_look(chart, place),
    )  # fmt: skip
    if chart.beside:
        for height, words in zip(upwards, rows[chart.beside], strict=True):
            axes.annotate(
                str(words), (1, height), (3, 0), textcoords="offset points", va="center",
                xycoords=axes.get_yaxis_transform(), fontsize=_WITHIN,
            )  # fmt: skip


def _bars(axes: Axes, chart: Chart, rows: pd.DataFrame, place: int) -> None:
    bases, values = _places(chart, rows, chart.base), rows[chart.value].to_numpy(float)
    is_bins = chart.names(chart.base) is None
    # Bins lie side by side, so that the nearest two are one bin apart.
    apart = float(np.diff(np.unique(bases)).min(initial=1))
    wide, beside = (apart, 0) if is_bins else (0.8 / len(chart.series), _beside(chart, place))
    bar = axes.bar if chart.is_upright else axes.barh
    bar(
        bases + beside, values, wide, hatch=("", "///", "...")[place % 3], linewidth=0,
        edgecolor="white", alpha=0.55 if is_bins else 1, **_look(chart, place),
    )  # fmt: skip


def _heat(axes: Axes, chart: Chart, rows: pd.DataFrame, _: int) -> None:
    across, upwards = _places(chart, rows, chart.x), _places(chart, rows, chart.y)
    values = rows[chart.by].to_numpy(float)
    cells = np.full((int(upwards.max()) + 1, int(across.max()) + 1), np.nan)
    cells[upwards.astype(int), across.astype(int)] = values
    low, high = chart.limits.get(chart.by, (None, None))
    axes.imshow(cells, cmap=_SHADES, vmin=low, vmax=high, aspect="auto")
    for x, y, value in zip(across, upwards, values, strict=True):
        if not np.isnan(value) and not chart.is_wide:
            axes.text(x, y, printable(f"{value:.{chart.digits}f}"), ha="center", va="center",
                      fontsize=_WITHIN)  # fmt: skip
    axes.grid(visible=False)
    axes.tick_params(axis="x", rotation=90 if chart.is_wide else 45)


_DRAWN = {"lines": _lines, "points": _points, "bars": _bars, "heat": _heat}


def _beside(chart: Chart, place: int) -> float:
    """How far from its name one of several that share it stands."""
    count = len(chart.series) if chart.has_legend else 1
    return (place % count - (count - 1) / 2) * 0.8 / count


def _finish(axes: Axes, chart: Chart) -> None:
    """Draw straight lines, and set the ends and words of the axes."""
    for axis, column, limit, line in (
        (axes.xaxis, chart.x, axes.set_xlim, axes.axvline),
        (axes.yaxis, chart.y, axes.set_ylim, axes.axhline),
    ):
        names = chart.names(column)
        if names is not None:
            step = -(-len(names) // _MOST_NAMES)
            axis.set_ticks(range(0, len(names), step), [printable(each) for each in names[::step]])
        elif chart.is_scatter and chart.panel:
            axis.set_major_locator(MaxNLocator(4, steps=[1, 2, 4, 5, 10]))
        elif pd.api.types.is_integer_dtype(chart.numbers[column]):
            axis.set_major_locator(
                MaxNLocator("auto", steps=[1, 2, 5, 10], integer=True, min_n_ticks=1)
            )
        if column in chart.limits:
            limit(*chart.limits[column])
        for each, row, is_before in chart.placed_lines(column):
            line(each.value, color="#888888", linewidth=0.8)
            is_upright = column == chart.x
            # Where curves that come down, and those that rise to it, are not.
            is_left = is_upright and is_before
            axes.annotate(
                printable(each.label), (each.value, 1) if is_upright else (0, each.value),
                (-2 if is_left else 2, -2 - 7 * row * is_upright), textcoords="offset points",
                xycoords=("data", "axes fraction") if is_upright else ("axes fraction", "data"),
                ha="right" if is_left else "left", va="top",
                bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.5}, fontsize=_WITHIN,
            )  # fmt: skip
    names = chart.names(chart.y)
    if names is not None and chart.kind != "heat":
        axes.set_ylim(len(names) - 0.5, -0.5 - _above(chart))
        # What belongs to a name stands in its band.
        bands = range(0, len(names), 2) if chart.has_legend and chart.kind == "points" else ()
        axes.grid(visible=not bands, axis="y")
        for row in bands:
            axes.axhspan(row - 0.5, row + 0.5, color="#F0F0F0", linewidth=0, zorder=0)
