"""The papers' figures as vectors, drawn by matplotlib.

Each function returns a matplotlib figure as wide as a column of a paper, or as a page; `svg` and
`pdf` make files of it, the same bytes every time. Only matplotlib's object interface is used, so
that nothing is shared between threads but its settings, which `_drawing` guards.
"""

import io
import textwrap
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

import matplotlib as mpl
import numpy as np
from matplotlib import font_manager
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import FixedLocator, MaxNLocator

from oq_core.analysis.comparison import Comparison, pearson, quadrants
from oq_core.data.arrays import Array
from oq_core.data.collection import Collection
from oq_core.measures.quantification import MEASURES

#: Widths of a column and of a page, in inches.
COLUMN, PAGE = 3.3, 6.9
#: Okabe and Ito's colours, told apart by everybody.
_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#444444")
#: Dashes of the families of measures, in the order of the registry; others are solid. The
#: members of a family have markers of their own.
_DASHES = ("-", "--", ":", "-.")
_MARKERS = "os^Dv<>pPX*hd"
#: Points of a panel, more of which are drawn as dots of a picture.
_MOST_POINTS = 2000
#: Panels side by side.
_PANELS = 3
#: Markers along a curve.
_MARKS = 8

_SETTINGS = {
    **mpl.rcParamsDefault,
    "font.family": "DejaVu Sans",
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
    with _drawing():
        figure.savefig(content, format="svg", metadata={"Date": None, "Creator": None})
    return content.getvalue()


def pdf(figure: Figure) -> bytes:
    """Return a figure as PDF with its fonts embedded."""
    content = io.BytesIO()
    with _drawing():
        figure.savefig(
            content,
            format="pdf",
            metadata={"CreationDate": None, "Creator": None, "Producer": None},
        )
    return content.getvalue()


def png(figure: Figure, dots: int = 200) -> bytes:
    """Return a figure as PNG with so many dots an inch, to look at."""
    content = io.BytesIO()
    with _drawing():
        FigureCanvasAgg(figure)
        figure.savefig(content, format="png", dpi=dots, metadata={"Software": None})
    return content.getvalue()


def power_curves(name: str, curves: Mapping[str, Array], alpha: float) -> Figure:
    """Return discriminative power curves, as one panel of ACL21 figures 1 to 3.

    Parameters
    ----------
    name : str
        The data set's.
    curves : mapping of str to ndarray, shape (T,)
        P-values of all pairs in descending order, by measure, as
        `discriminative_power_curve` returns them.
    alpha : float
        Significance level, marked by a line.

    Returns
    -------
    Figure
        Pair number against p-value, up to 0.15 or twice alpha. A curve leaves the frame at the
        top where its p-values are larger. Dashes tell families of measures apart, colours and
        markers their members.

    Examples
    --------
    >>> from oq_core.campaign.figures import power_curves, svg
    >>> figure = power_curves("A", {"NMD": [0.4, 0.01, 0.0]}, alpha=0.05)
    >>> svg(figure).startswith("<?xml")
    True
    """
    with _drawing():
        figure = Figure(figsize=(COLUMN, 2.9))
        axes = figure.add_subplot()
        _curves(axes, curves, alpha)
        axes.set_xlabel("Pairs of runs, sorted by p-value")
        axes.set_ylabel("p-value")
        _title(axes, f"{name}: discriminative power")
        _legend(figure, axes, columns=4)
    return figure


def power_panels(data_sets: Mapping[str, Mapping[str, Array]], alpha: float) -> Figure:
    """Return discriminative power curves of several data sets side by side, as ACL21 prints them.

    Parameters
    ----------
    data_sets : mapping of str to mapping of str to ndarray, shape (T,)
        By data set, what `power_curves` takes; each has the same measures.
    alpha : float
        Significance level, marked by a line.

    Returns
    -------
    Figure
        As wide as a page: a panel for each data set, numbered (I), (II), …, three in a row. All
        have the same p-axis and share one legend.

    Examples
    --------
    >>> from oq_core.campaign.figures import power_panels
    >>> curves = {"NMD": [0.4, 0.01, 0.0]}
    >>> figure = power_panels({"A": curves, "S": curves}, alpha=0.05)
    >>> [panel.get_title(loc="left") for panel in figure.axes]
    ['(I) A', '(II) S']
    """
    rows = -(-len(data_sets) // _PANELS)
    with _drawing():
        figure = Figure(figsize=(PAGE, 2.2 * rows + 0.4))
        columns = min(_PANELS, len(data_sets))
        grid = figure.subplots(rows, columns, squeeze=False, sharey=True).ravel()
        for axes in grid[len(data_sets) :]:
            axes.set_axis_off()
        panels = zip(grid, data_sets.items(), strict=False)
        for number, (axes, (name, curves)) in enumerate(panels):
            _curves(axes, curves, alpha)
            axes.set_xlabel("Pairs of runs, sorted by p-value")
            if number % columns == 0:
                axes.set_ylabel("p-value")
            _title(axes, f"({roman(number + 1)}) {name}", 7)
        _legend(figure, grid[0], columns=7)
    return figure


def roman(number: int) -> str:
    """Return a number above 0 in Roman numerals.

    Examples
    --------
    >>> from oq_core.campaign.figures import roman
    >>> roman(1), roman(4), roman(18)
    ('I', 'IV', 'XVIII')
    """
    found = ""
    for value, signs in ((10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")):
        found += signs * (number // value)
        number %= value
    return found


def delta_scatter(name: str, comparison: Comparison, measures: Sequence[str]) -> Figure:
    """Return score deltas of two runs under every two measures, as LQ21 figures 1 and 2.

    Parameters
    ----------
    name : str
        The data set's.
    comparison : Comparison
        As `compare_runs` returns it; LQ21 compares Popularity with Uniform.
    measures : sequence of str
        Keys of two to eight of its measures.

    Returns
    -------
    Figure
        Below the diagonal, deltas (first run minus second) of the column's measure across and
        the row's upwards. Above it, Pearson's r with its 95 % interval, and on how many
        instances the two measures prefer different runs (quadrants 2 and 4).

    Raises
    ------
    ValueError
        If there are fewer than two measures or more than eight.
    """
    if not 2 <= len(measures) <= 8:
        raise ValueError(f"a scatter matrix needs two to eight measures, not {len(measures)}")
    count = len(measures)
    with _drawing():
        # Panels of one size need no search for a layout, which takes longer than to draw them.
        figure = Figure(figsize=(PAGE, PAGE))
        figure.set_layout_engine("none")
        grid = figure.subplots(
            count, count, squeeze=False,
            gridspec_kw={"left": 0.09, "right": 0.98, "bottom": 0.07, "top": 0.94},
        )  # fmt: skip
        reach = 1.05 * max(float(np.abs(comparison.delta(key)).max()) for key in measures)
        ticks = _ticks(reach)
        for i, upwards in enumerate(measures):
            for j, across in enumerate(measures):
                axes = grid[i][j]
                # Every panel has the same axes; their names stand at the edges.
                axes.set(xlim=(-reach, reach), ylim=(-reach, reach), box_aspect=1)
                for axis in (axes.xaxis, axes.yaxis):
                    axis.set_major_locator(FixedLocator(ticks))
                    axis.set_major_formatter("{x:g}")
                axes.tick_params(labelbottom=i == count - 1, labelleft=j == 0)
                if i > j:
                    _deltas(axes, comparison, across, upwards)
                else:
                    axes.set_axis_off()
                if i == count - 1 and j < i:
                    axes.set_xlabel(f"Δ{printable(across)}", parse_math=False)
                if j == 0 and i > 0:
                    axes.set_ylabel(f"Δ{printable(upwards)}", parse_math=False)
                if i == j:
                    _words(axes, printable(upwards), 9)
                elif i < j:
                    _words(axes, _correlation_words(comparison, upwards, across), 6.5)
        pair = f"{comparison.first} − {comparison.second}"
        figure.suptitle(
            printable(f"{name}: score deltas ({pair}), n = {len(comparison.ids):,}"),
            fontsize=8, parse_math=False,
        )  # fmt: skip
    return figure


def extreme_instances(
    name: str,
    collection: Collection,
    comparison: Comparison,
    across: str,
    upwards: str,
    top: int = 2,
) -> Figure:
    """Return the instances on which two measures differ most about two runs, as LQ21 figure 3.

    Parameters
    ----------
    name : str
        The data set's.
    collection : Collection
        Has gold, and the two runs.
    comparison : Comparison
        Of these two runs.
    across, upwards : str
        Keys of the measures; d is the first one's delta minus the second one's.
    top : int
        How many instances, the most negative d first.

    Returns
    -------
    Figure
        Gold and both estimates of each instance, with the deltas of every measure.
    """
    d = comparison.delta(across) - comparison.delta(upwards)
    order = [int(row) for row in np.argsort(d, kind="stable")[:top]]
    with _drawing():
        figure = Figure(figsize=(PAGE, 2.4))
        grid = figure.subplots(1, len(order), squeeze=False)[0]
        places = np.arange(len(collection.classes))
        for axes, row in zip(grid, order, strict=True):
            instance = collection.ids.index(comparison.ids[row])
            bars = {
                "gold": collection.gold[instance],
                comparison.first: collection.runs[comparison.first][instance],
                comparison.second: collection.runs[comparison.second][instance],
            }
            for number, (label, shares) in enumerate(bars.items()):
                axes.bar(
                    places + (number - 1) * 0.27, shares, 0.25, label=printable(label),
                    color=("#444444", *_COLOURS)[number], hatch=("", "///", "...")[number],
                    edgecolor="white", linewidth=0,
                )  # fmt: skip
            axes.set_ylim(0, 1)
            axes.set_xticks(places, [printable(each) for each in collection.classes])
            axes.set_ylabel("share")
            deltas = ", ".join(
                f"Δ{key} {comparison.delta(key)[row]:.3f}" for key in (across, upwards)
            )
            _title(axes, f"{comparison.ids[row]}: d = {d[row]:.3f} ({deltas})", 6.5)
        _legend(figure, grid[0], columns=3)
        figure.suptitle(
            printable(f"{name}: most negative d = Δ{across} − Δ{upwards}"),
            fontsize=8, parse_math=False,
        )  # fmt: skip
    return figure


def printable(text: str) -> str:
    """Return a text with the codes of signs that the figures' font lacks in their place.

    Examples
    --------
    >>> from oq_core.campaign.figures import printable
    >>> printable("東-run1")
    'U+6771-run1'
    """
    known = _signs()
    return "".join(sign if ord(sign) in known else f"U+{ord(sign):04X}" for sign in text)


def _signs() -> Mapping[int, int]:
    path = font_manager.findfont("DejaVu Sans")
    return font_manager.get_font(path).get_charmap()


def _dash(key: str) -> str:
    if key not in MEASURES:
        return _DASHES[0]
    families = list(dict.fromkeys(measure.family for measure in MEASURES.values()))
    return _DASHES[families.index(MEASURES[key].family) % len(_DASHES)]


def _curves(axes: Axes, curves: Mapping[str, Array], alpha: float) -> None:
    """Draw the curves of one data set, with a line at alpha."""
    high = min(1.0, max(0.15, 2 * alpha))
    for number, (key, curve) in enumerate(curves.items()):
        pairs = np.arange(1, len(curve) + 1)
        inside = np.flatnonzero(np.asarray(curve) <= high)
        every = inside[:: max(1, len(inside) // _MARKS)]
        axes.plot(
            pairs,
            curve,
            color=_COLOURS[number % len(_COLOURS)],
            linestyle=_dash(key),
            marker=_MARKERS[number % len(_MARKERS)],
            markevery=every.tolist(),
            label=printable(key),
        )
    axes.axhline(alpha, color="#888888", linewidth=0.8)
    axes.annotate(
        f"α = {alpha:g}", (1, alpha), (-2, 2), xycoords=("axes fraction", "data"),
        textcoords="offset points", ha="right", fontsize=6,
    )  # fmt: skip
    axes.set_ylim(0, high)
    axes.set_xlim(0, max(len(curve) for curve in curves.values()) + 1)
    axes.xaxis.set_major_locator(MaxNLocator("auto", steps=[1, 2, 5, 10], integer=True))


def _deltas(axes: Axes, comparison: Comparison, across: str, upwards: str) -> None:
    axes.scatter(
        comparison.delta(across), comparison.delta(upwards), s=3, color=_COLOURS[0], alpha=0.5,
        linewidths=0, rasterized=len(comparison.ids) > _MOST_POINTS,
    )  # fmt: skip
    for line in (axes.axhline, axes.axvline):
        line(0, color="#888888", linewidth=0.6)


def _ticks(reach: float) -> list[float]:
    """0 and the largest round numbers on either side of it: more would touch."""
    power = 10.0 ** np.floor(np.log10(reach)) if reach > 0 else 1.0
    last = power * next(step for step in (5, 2, 1) if step * power <= max(reach, power))
    return [-last, 0.0, last]


def _correlation_words(comparison: Comparison, first: str, second: str) -> str:
    found = pearson(comparison.delta(first), comparison.delta(second))
    counts = quadrants(comparison, second, first)
    words = f"disagree: {counts.disagreements}"
    if np.isnan(found.r):
        return f"r undefined\n{words}"
    ends = "" if np.isnan(found.low) else f"\n[{found.low:.3f}, {found.high:.3f}]"
    return f"r = {found.r:.3f}{ends}\n{words}"


def _words(axes: Axes, words: str, size: float) -> None:
    axes.text(
        0.5, 0.5, words, transform=axes.transAxes, ha="center", va="center", fontsize=size,
        parse_math=False,
    )  # fmt: skip


def _title(axes: Axes, words: str, size: float = 8) -> None:
    lines = textwrap.wrap(printable(words), int(44 * 8 / size))
    axes.set_title("\n".join(lines), fontsize=size, loc="left", parse_math=False)


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
