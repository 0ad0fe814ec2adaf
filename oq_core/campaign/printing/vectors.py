"""Charts as vectors for a paper, drawn by matplotlib.

`draw` returns a matplotlib figure as wide as a column of a paper, or as a page; `svg` and `pdf`
make files of it, the same bytes every time. Only matplotlib's object interface is used, so
that nothing is shared between threads but its settings, which `_drawing` guards.
"""

import io
import re
import textwrap
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from typing import Any, Literal

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

from oq_core.campaign.printing.chart_record import ChartLine, ChartRecord
from oq_core.campaign.printing.latex_text import MEASURES_IN_MATHS, with_minus
from oq_core.measures.quantification import MEASURES

#: One that matplotlib brings along.
_FONT = "DejaVu Sans"
#: Inches: widths of a column and a page of a paper, and the greatest height.
_COLUMN, _PAGE, _TALLEST = 3.3, 6.9, 7.7
#: Told apart by everybody, and by their lightness alone on a printer without colours.
_COLOURS = ("#0B62A4", "#F0AE4E", "#222222", "#C44E00", "#4FA583", "#5B2A86", "#A9D3EE")
#: Behind every second name.
_BAND = "#F0F0F0"
#: Of lines that are not named.
_GREY = "#BBBBBB"
#: Dashes of the families of measures, in the order of the registry; others are solid. The
#: members of a family have markers of their own.
_DASHES = ("-", "--", ":", "-.")
_MARKERS = "os^Dv<>pPX*hd"
#: Points of a panel, more of which are drawn as dots of a picture.
_MOST_POINTS = 2000
#: Panels side by side: of a few, and of many.
_PANELS, _MANY_PANELS = 3, 5
#: Markers along a curve.
_MARKS = 8
#: Shades of the cells of a heat map: light enough for their numbers, none like an empty cell.
_SHADES = LinearSegmentedColormap.from_list(
    "shades", ["#DCE8F3", "#B3D1EA", "#6FA9D6"]
).with_extremes(bad="white")
#: Inches of a name, or a row of cells, in a figure whose height grows with them: of a few, and
#: of many.
_ROW, _TIGHT, _MANY_ROWS = 0.16, 0.125, 20
#: Inches of each of several marks that stand below each other in a row.
_MARK = 0.045
#: Inches of a panel with names beside its axis, which needs room too.
_NAMED = 2.05
#: Names along an axis that are legible.
_MOST_NAMES = 60
#: Behind words, so that lines do not go through them.
_WHITE = {"facecolor": "white", "edgecolor": "none", "pad": 0.5}
#: Points between names of lines, which stand upright at their ends.
_APART = 7.5

_SETTINGS = {
    **mpl.rcParamsDefault,
    "font.family": _FONT,
    "mathtext.fontset": "stix",
    "font.size": 7,
    "axes.titlesize": 8,
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
    "xtick.labelsize": 6.5,
    "ytick.labelsize": 6.5,
    "figure.constrained_layout.use": True,
    # Letters as outlines in SVG and as embedded TrueType in PDF: both print everywhere.
    "svg.fonttype": "path",
    "svg.hashsalt": "oq",
    "pdf.fonttype": 42,
}
_LOCK = threading.RLock()


@contextmanager
def _drawing() -> Iterator[None]:
    """Make the settings hold, for one thread at a time: matplotlib has one set for all."""
    settings = {name: value for name, value in _SETTINGS.items() if not name.startswith("backend")}
    with _LOCK, mpl.rc_context(settings):
        yield


def svg(figure: Figure) -> str:
    """Return a figure as an SVG document; letters are outlines, so it needs no font."""
    content = io.StringIO()
    # What `savefig` does beside it is to draw twice, for a layout that `draw` has made.
    with _drawing():
        canvas: Any = FigureCanvasSVG(figure)
        canvas.print_svg(content, metadata={"Date": None, "Creator": None})
    return content.getvalue()


def pdf(figure: Figure) -> bytes:
    """Return a figure as PDF with its fonts embedded."""
    content = io.BytesIO()
    with _drawing():
        canvas: Any = FigureCanvasPdf(figure)
        made = {"CreationDate": None, "Creator": None, "Producer": None}
        canvas.print_pdf(content, metadata=made)
    return content.getvalue()


def draw(chart: ChartRecord) -> Figure:
    """Return a chart as a figure: as wide as a column of a paper, or as a page if it has panels.

    Parameters
    ----------
    chart : ChartRecord

    Returns
    -------
    Figure
        Panels are numbered (I), (II), …, and have one legend; they share their axes, but names
        stand in each panel's own order. What the figure shows is for its caption to say. Of
        lines, dashes tell families of measures apart, colours and markers their members; what
        lies beyond the limits leaves the frame.

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
    is_apart = _is_apart(chart)
    across = _across(chart, len(panels))
    down = -(-len(panels) // across)
    with _drawing():
        width, columns = (_PAGE, 7) if chart.is_wide else (_COLUMN, 4)
        # Where the height is that of the names, the legend needs its own.
        has_room = not chart.has_legend or chart.names(chart.y) is None
        legend = 0 if has_room else _ROW * -(-len(chart.series) // columns)
        figure = Figure(figsize=(width, _height(chart, width / across, down) * down + legend))
        grid = figure.subplots(
            down, across, squeeze=False, sharex=True, sharey=not is_apart
        ).ravel()
        for axes in grid[len(panels) :]:
            axes.set_axis_off()
        for number, (axes, (name, rows)) in enumerate(zip(grid, panels, strict=False)):
            own = replace(chart, numbers=rows) if is_apart else chart
            for place, series in enumerate(chart.series):
                _DRAWN[chart.kind](axes, own, chart.of(rows, series), place)
            _finish(axes, own)
            _name_ends(axes, chart, rows)
            axes.tick_params(labelbottom=True)
            # Of panels, those at the edges name the axes.
            if number + across >= len(panels):
                axes.xaxis.label.set(**_axis_name(chart.x))
            if number % across == 0:
                axes.yaxis.label.set(**_axis_name(chart.y))
            if name and len(panels) > 1:
                # Beside names of runs, a panel's own axis may be narrow.
                side: Literal["left", "right"] = "right" if is_apart else "left"
                _title(axes, f"({roman(number + 1)}) {name}", 7, width / across, side)
                if chart.named:
                    # Above the names of lines.
                    axes.set_title(
                        axes.get_title(loc="left"),
                        loc="left",
                        fontsize=7,
                        parse_math=False,
                        pad=17 + 4.6 * max(map(len, chart.named)),
                    )
        if chart.has_legend and not chart.named:
            _legend(figure, grid[0], columns=columns)
        if engine := figure.get_layout_engine():
            # The same in every file, and dear to make.
            engine.execute(figure)
        figure.set_layout_engine("none")
    return figure


def roman(number: int) -> str:
    """Return a number above 0 in Roman numerals.

    Examples
    --------
    >>> from oq_core.campaign.printing.vectors import roman
    >>> roman(1), roman(4), roman(18)
    ('I', 'IV', 'XVIII')
    """
    found = ""
    for value, signs in ((10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")):
        found += signs * (number // value)
        number %= value
    return found


def _axis_name(column: str) -> dict[str, Any]:
    """What an axis is called, with a measure as papers print it."""
    text = printable(column)
    for key, formula in MEASURES_IN_MATHS.items():
        if key in text.split():
            return {"text": text.replace(key, formula), "parse_math": True}
    return {"text": text, "parse_math": False}


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


def _across(chart: ChartRecord, panels: int) -> int:
    """How many panels stand side by side: of many names, fewer where a page is narrow."""
    most = min(_PANELS if panels <= 2 * _PANELS else _MANY_PANELS, panels)
    wide = max(1, int(_PAGE / _NAMED))
    if not _is_apart(chart) or wide >= most:
        return most
    fits = _room(-(-panels // wide)) >= _TIGHT * chart.most_names
    return wide if fits else most


def _is_apart(chart: ChartRecord) -> bool:
    """Whether names stand in each panel's own order, or are its own."""
    is_named = chart.kind == "points" and chart.names(chart.y) is not None
    return is_named or chart.has_own_names


def _above(chart: ChartRecord) -> float:
    """Rows that the words of upright lines take above the first name."""
    return 0.7 * (1 + max((row for _, row, _ in chart.placed_lines(chart.x)), default=-1))


def _room(down: int) -> float:
    """Inches that a page has for the names of a panel, beside its axis and a caption."""
    return (_TALLEST - 0.9) / down


def _height(chart: ChartRecord, width: float, down: int) -> float:
    """Inches of one panel, of so many below each other."""
    names = chart.names(chart.y)
    if names is not None:
        # At the foot of a map names stand aslant.
        foot = 0.9 if chart.kind == "heat" else 0.55
        rows = chart.most_names if _is_apart(chart) else len(names)
        row = _ROW if rows < _MANY_ROWS else _TIGHT
        if chart.has_legend:
            row = max(row, _MARK * len(chart.series))
        return foot + min(row * rows + _ROW * _above(chart), _room(down))
    if chart.is_scatter:
        # The words above a panel need their own lines.
        named = (f"({roman(n)}) {name}" for n, (name, _) in enumerate(chart.panels(), start=1))
        lines = max(_wrapped(name, 7, width).count("\n") + 1 for name in named)
        return width + lines * 7 * 1.3 / 72
    return 2.3


def _places(chart: ChartRecord, rows: pd.DataFrame, column: str) -> npt.NDArray[np.float64]:
    """Where the rows stand along an axis: numbers as they are, names by their order."""
    names = chart.names(column)
    if names is None:
        return rows[column].to_numpy(float)
    order = {name: place for place, name in enumerate(names)}
    return rows[column].astype(str).map(order).to_numpy(float)


def _dash(key: str) -> str:
    if key not in MEASURES:
        return _DASHES[0]
    families = list(dict.fromkeys(measure.family for measure in MEASURES.values()))
    return _DASHES[families.index(MEASURES[key].family) % len(_DASHES)]


def _name(chart: ChartRecord, place: int) -> str:
    return printable(chart.series[place])


def _colour(chart: ChartRecord, place: int) -> str:
    return _COLOURS[place % len(_COLOURS) if chart.has_legend else 0]


def _lines(axes: Axes, chart: ChartRecord, rows: pd.DataFrame, place: int) -> None:
    across, upwards = _places(chart, rows, chart.x), _places(chart, rows, chart.y)
    colour, is_named = _colour(chart, place), True
    if chart.named:
        is_named = chart.series[place] in chart.named
        colour = _COLOURS[chart.named.index(chart.series[place])] if is_named else _GREY
    low, high = chart.limits.get(chart.y, (-np.inf, np.inf))
    inside = np.flatnonzero((upwards >= low) & (upwards <= high))
    marker, step = "", max(1, len(inside) // _MARKS)
    if chart.by == chart.y or (not chart.by and step == 1):
        # Each thing of a row has a mark, and each point of a curve of few.
        marker, step = "|", 1
    elif chart.has_legend and is_named:
        marker = _MARKERS[place % len(_MARKERS)]
    axes.plot(
        across, upwards, color=colour, linestyle=_dash(chart.series[place]),
        marker=marker, zorder=2 if is_named else 1.9,
        markevery=inside[::step].tolist(), label=_name(chart, place),
    )  # fmt: skip
    if chart.low:
        axes.fill_between(
            across, rows[chart.low], rows[chart.high], color=colour, alpha=0.18, linewidth=0
        )


def _points(axes: Axes, chart: ChartRecord, rows: pd.DataFrame, place: int) -> None:
    across, upwards = _places(chart, rows, chart.x), _places(chart, rows, chart.y)
    beside = 0 if chart.is_scatter else _beside(chart, place)
    if chart.is_upright:
        across = across + beside
    else:
        upwards = upwards + beside
    ends = None
    if chart.low:
        values = rows[chart.value].to_numpy(float)
        gaps = np.stack([values - rows[chart.low], rows[chart.high] - values])
        ends = np.maximum(gaps, 0)  # rounding may put an end past its value
    # A short interval is to be seen on either side of its mark.
    size = 2.5 if chart.is_scatter else 2 if chart.low and not chart.has_legend else 4
    axes.errorbar(
        across, upwards,
        xerr=None if chart.is_upright else ends, yerr=ends if chart.is_upright else None,
        fmt=_MARKERS[place % len(_MARKERS)], color=_colour(chart, place), ecolor="#666666",
        elinewidth=0.8, label=_name(chart, place), markersize=size, markeredgewidth=0,
        rasterized=len(rows) > _MOST_POINTS,
    )  # fmt: skip
    if chart.beside:
        for height, words in zip(upwards, rows[chart.beside], strict=True):
            axes.annotate(
                str(words), (1, height), (3, 0), textcoords="offset points", fontsize=6,
                xycoords=axes.get_yaxis_transform(), va="center", parse_math=False,
            )  # fmt: skip
    for words, (right, top) in zip(chart.corners, ((1, 1), (0, 1), (0, 0), (1, 0)), strict=False):
        axes.text(
            0.97 if right else 0.03, 0.97 if top else 0.03, words, transform=axes.transAxes,
            ha="right" if right else "left", va="top" if top else "bottom", fontsize=7,
            bbox=_WHITE,
        )  # fmt: skip


def _name_ends(axes: Axes, chart: ChartRecord, rows: pd.DataFrame) -> None:
    """Name lines above where they enter the frame, the names upright and apart from each other."""
    if not chart.named:
        return
    (left, right), (_, top) = axes.get_xlim(), axes.get_ylim()
    ends = []
    for name in chart.named:
        own = chart.of(rows, name)
        if own.empty:
            continue
        across, upwards = (own[each].to_numpy(float) for each in (chart.x, chart.y))
        inside = np.flatnonzero((upwards <= top) & (across >= left))
        at = int(inside[0]) if len(inside) else len(across) - 1
        place = across[at]
        if at and len(inside):
            # Where the line from the point before crosses the upper end.
            part = (upwards[at - 1] - top) / (upwards[at - 1] - upwards[at])
            place = across[at - 1] + part * (across[at] - across[at - 1])
        ends.append((float(np.clip(place, left, right)), name))
    points = axes.get_position().width * (_PAGE if chart.is_wide else _COLUMN) * 72
    gap = _APART * (right - left) / points
    placed = left
    for number, (place, name) in enumerate(sorted(ends)):
        # The last ones need what is left of the width.
        most = right - gap * (len(ends) - 1 - number)
        placed = min(max(place, placed), most)
        axes.annotate(
            printable(name), (place, top), (placed, 1.09), rotation=90, fontsize=6.5,
            textcoords=axes.get_xaxis_transform(), ha="center", va="bottom", parse_math=False,
            annotation_clip=False,
            arrowprops={"arrowstyle": "-", "linewidth": 0.9, "shrinkA": 0, "shrinkB": 0,
                        "relpos": (0.5, 0),
                        "color": _COLOURS[chart.named.index(name)]},
        )  # fmt: skip
        placed += gap


def _bars(axes: Axes, chart: ChartRecord, rows: pd.DataFrame, place: int) -> None:
    bases, values = _places(chart, rows, chart.base), rows[chart.value].to_numpy(float)
    is_bins = chart.names(chart.base) is None
    if is_bins:
        # Bins lie side by side, so that the nearest two are one bin apart.
        wide, beside = float(np.diff(np.unique(bases)).min(initial=1)), 0.0
    else:
        wide, beside = 0.8 / len(chart.series), _beside(chart, place)
    look: dict[str, Any] = {
        "color": _colour(chart, place), "hatch": ("", "///", "...")[place % 3], "linewidth": 0,
        "edgecolor": "white", "alpha": 0.55 if is_bins else 1, "label": _name(chart, place),
    }  # fmt: skip
    if chart.is_upright:
        axes.bar(bases + beside, values, wide, **look)
    else:
        axes.barh(bases + beside, values, wide, **look)


def _heat(axes: Axes, chart: ChartRecord, rows: pd.DataFrame, _: int) -> None:
    across, upwards = _places(chart, rows, chart.x), _places(chart, rows, chart.y)
    values = rows[chart.by].to_numpy(float)
    cells = np.full((int(upwards.max()) + 1, int(across.max()) + 1), np.nan)
    cells[upwards.astype(int), across.astype(int)] = values
    low, high = chart.limits.get(chart.by, (None, None))
    axes.imshow(cells, cmap=_SHADES, vmin=low, vmax=high, aspect="auto")
    for x, y, value in zip(across, upwards, values, strict=True):
        if not np.isnan(value) and not chart.is_wide:
            words = printable(f"{value:.{chart.digits}f}")
            axes.text(x, y, words, ha="center", va="center", fontsize=6)
    axes.grid(visible=False)


_DRAWN = {"lines": _lines, "points": _points, "bars": _bars, "heat": _heat}


def _beside(chart: ChartRecord, place: int) -> float:
    """How far from its name one of several that share it stands."""
    if not chart.has_legend:
        return 0.0
    return (place - (len(chart.series) - 1) / 2) * 0.8 / len(chart.series)


def _finish(axes: Axes, chart: ChartRecord) -> None:
    """Draw straight lines, and set the ends and words of the axes."""
    for axis, column, limit, line in (
        (axes.xaxis, chart.x, axes.set_xlim, axes.axvline),
        (axes.yaxis, chart.y, axes.set_ylim, axes.axhline),
    ):
        names = chart.names(column)
        if names is not None:
            step = -(-len(names) // _MOST_NAMES)
            shown = [printable(chart.shown_name(name)) for name in names[::step]]
            axis.set_ticks(range(0, len(names), step), shown)
            for text in axis.get_ticklabels():
                text.set_parse_math(False)
        elif (locator := _locator(chart, column)) is not None:
            axis.set_major_locator(locator)
        if column in chart.limits:
            limit(*chart.limits[column])
        for each, row, is_before in chart.placed_lines(column):
            line(each.value, color="#888888", linewidth=0.8)
            if column == chart.x:
                _label_upright(axes, each, row, is_before=is_before)
            else:
                _label(axes, each)
    names = chart.names(chart.y)
    if names is not None and chart.kind != "heat":
        axes.set_ylim(len(names) - 0.5, -0.5 - _above(chart))
        # What belongs to a name stands in its band.
        bands = range(0, len(names), 2) if chart.has_legend and chart.kind == "points" else ()
        axes.grid(visible=not bands, axis="y")
        for row in bands:
            axes.axhspan(row - 0.5, row + 0.5, color=_BAND, linewidth=0, zorder=0)
    if chart.kind == "heat":
        axes.tick_params(axis="x", rotation=90 if chart.is_wide else 45)


def _locator(chart: ChartRecord, column: str) -> MaxNLocator | None:
    """Where an axis of numbers has ticks: few in small panels, none between integers."""
    if chart.is_scatter and chart.panel:
        return MaxNLocator(4, steps=[1, 2, 4, 5, 10])
    if pd.api.types.is_integer_dtype(chart.numbers[column]):
        return MaxNLocator("auto", steps=[1, 2, 5, 10], integer=True, min_n_ticks=1)
    return None


def _label(axes: Axes, line: ChartLine) -> None:
    # Where curves that come down, and those that rise to it, are not.
    axes.annotate(
        line.label, (0, line.value), (2, -2), textcoords="offset points", fontsize=6,
        parse_math=False, xycoords=("axes fraction", "data"), ha="left", va="top", bbox=_WHITE,
    )  # fmt: skip


def _label_upright(axes: Axes, line: ChartLine, row: int, *, is_before: bool) -> None:
    axes.annotate(
        line.label, (line.value, 1), (-2 if is_before else 2, -2 - 7 * row),
        textcoords="offset points", fontsize=6, parse_math=False,
        xycoords=("data", "axes fraction"), ha="right" if is_before else "left", va="top",
        bbox=_WHITE,
    )  # fmt: skip


def _wrapped(words: str, size: float, inches: float) -> str:
    # A number stays with what it is of.
    tied = re.sub(r"(?<!,) (?=[=\d])|(?<==) ", "\u00a0", printable(words))
    return "\n".join(textwrap.wrap(tied, int(14.2 * inches * 8 / size))).replace("\u00a0", " ")


def _title(
    axes: Axes, words: str, size: float, inches: float, side: Literal["left", "right"]
) -> None:
    axes.set_title(_wrapped(words, size, inches), fontsize=size, loc=side, parse_math=False)


def _legend(figure: Figure, axes: Axes, columns: int) -> None:
    """Name the curves below the axes, in as many columns as the figure is wide enough for."""
    handles, labels = axes.get_legend_handles_labels()
    # Its canvas knows how wide letters are.
    FigureCanvasAgg(figure)
    for number in range(min(columns, len(labels)), 0, -1):
        legend = figure.legend(
            handles, labels, loc="outside lower center", ncols=number,
            handlelength=3.2, columnspacing=1.2,
        )  # fmt: skip
        for text in legend.get_texts():
            text.set_parse_math(False)
        if number == 1 or legend.get_window_extent().width <= figure.bbox.width:
            return
        legend.remove()
