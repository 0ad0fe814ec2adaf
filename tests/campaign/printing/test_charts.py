"""Charts: both printers show the record, row by row, and what is derived has its numbers."""

import io
import itertools
import re
from dataclasses import replace

import numpy as np
import pandas as pd
import plotly.graph_objects as go
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.colors import to_rgba
from pandas.api.types import is_integer_dtype

from oq_core import MEASURES
from oq_core.campaign import Chart, ChartLine
from oq_core.campaign.printing import layouts, vectors
from pages.drawing import charts
from pages.drawing.charts import figure_of, show_figure
from tests import read_back
from tests.campaign.printing.figures import figures
from tests.campaign.printing.twins import made

#: No two numbers are equal, no column resembles another, and nothing is symmetric.
_ROWS = pd.DataFrame(
    {
        "team": ["one", "one", "two", "two", "two"],
        "run": ["r<b>", "r%{x}", "$r_1$", "r&", "r"],
        "size": [3, 7, 1, 20, 11],
        "mean": [0.31, 0.57, -0.12, 0.98, 0.76],
        "least": [0.30, 0.41, -0.5, 0.9, 0.7],
        "most": [0.36, 0.6, -0.11, 1.5, 0.83],
    }
)
_CELLS = pd.DataFrame(
    [(a, b, number / 10 + 0.013) for number, (a, b) in
     enumerate((a, b) for a in ("p", "q", "r") for b in ("u", "v"))],
    columns=["down", "across", "share"],
)  # fmt: skip
_ENDS = {"low": "least", "high": "most"}
CHARTS = {
    "lines": Chart("c", "A", "t", "lines", _ROWS, "size", "mean", by="team",
                   lines=(ChartLine("mean", 0.5, "α = 0.5"), ChartLine("size", 4, "n = 4"))),
    "bands": Chart("c", "A", "t", "lines", _ROWS, "size", "mean", by="team", **_ENDS),
    "one line": Chart("c", "A", "t", "lines", _ROWS, "size", "mean", limits={"mean": (0, 0.7)}),
    "lines of names": Chart("c", "A", "t", "lines", _ROWS, "mean", "team", by="team"),
    "points across": Chart("c", "A", "t", "points", _ROWS, "mean", "run", **_ENDS),
    "points upwards": Chart("c", "A", "t", "points", _ROWS, "run", "mean", **_ENDS, by="team"),
    "scatter": Chart("c", "A", "t", "points", _ROWS, "mean", "most", panel="team"),
    "scatter of points with intervals": Chart("c", "A", "t", "points", _ROWS, "size", "mean",
                                              **_ENDS),
    "bars": Chart("c", "A", "t", "bars", _ROWS, "run", "mean", by="team"),
    "bars across": Chart("c", "A", "t", "bars", _ROWS, "mean", "run"),
    "few counts": Chart("c", "A", "t", "lines", _ROWS[:3].assign(size=[1, 2, 3]), "size", "mean"),
    "bins": Chart("c", "A", "t", "bars", _ROWS, "size", "mean", by="team", panel="team"),
    "heat": Chart("c", "A", "t", "heat", _CELLS, "across", "down", by="share",
                  limits={"share": (0, 1)}),
}  # fmt: skip
FIGURES = figures()


def every():
    """Each kind, and all that an analysis makes."""
    return [pytest.param(chart, id=name) for name, chart in (CHARTS | FIGURES).items()]


@pytest.mark.parametrize("chart", every())
def test_points_stand_beside_each_other_and_nothing_else_leaves_its_place(chart):
    beside = chart.kind == "points" and not chart.is_scatter
    assert (figure_of(chart)["layout"]["scattermode"] == "group") == beside


@pytest.mark.parametrize("chart", every())
def test_the_figure_of_a_page_shows_the_record_row_by_row(chart):
    figure = go.Figure(figure_of(chart))
    read_back.same(read_back.of_plotly(figure, chart), read_back.of_record(chart))
    assert read_back.text(figure.layout.title.text) == chart.caption
    across = {axis.title.text for axis in figure.select_xaxes()} - {None}
    upwards = {axis.title.text for axis in figure.select_yaxes()} - {None, ""}
    assert (across, upwards) == ({chart.x}, {chart.y})
    named = {trace.name for trace in figure.data if trace.showlegend}
    assert len(named) == (len(chart.series) if chart.has_legend else 0)
    lines = list(figure.layout.shapes)
    panels = len(list(chart.panels()))
    wanted = [(each.column, each.value) for each in chart.lines for _ in range(panels)]
    found = [(chart.x, s.x0) if s.x0 == s.x1 else (chart.y, s.y0) for s in lines]
    assert sorted(found) == sorted(wanted)
    words = {each.label for each in chart.lines}
    labels = [each for each in figure.layout.annotations if each.text in words]
    # Each at its line, at the panel's edge.
    told = [
        (chart.x, a.x, a.text, a.y) if a.yref.endswith(" domain") else (chart.y, a.y, a.text, a.x)
        for a in labels
    ]
    assert sorted(told) == sorted(
        (each.column, each.value, each.label, 1) for each in chart.lines for _ in range(panels)
    )
    # What stands beside a row of names.
    names, beside = chart.names(chart.y), []
    if chart.beside:
        beside = [
            (number, names[a.y], read_back.text(a.text))
            for number in range(panels)
            for a in figure.layout.annotations
            if a.x == 1 and a.yref == f"y{number + 1 if number else ''}"
        ]
    assert beside == [
        (number, row[chart.y], row[chart.beside])
        for number, (_, rows) in enumerate(chart.panels())
        for row in rows.to_dict("records")
        if chart.beside and row[chart.beside]
    ]
    for column, ends in chart.limits.items():
        axes = figure.select_xaxes() if column == chart.x else figure.select_yaxes()
        if column == chart.by:
            assert (figure.data[0].zmin, figure.data[0].zmax) == ends
        else:
            assert all(tuple(axis.range) == ends for axis in axes)


def test_labels_of_lines_cover_neither_each_other_nor_the_edge():
    """Names of lines that are close, and of one at the very end."""
    names = {"half of the raters": 0.3, "one rater": 0.3001, "Uniform": 0.699}
    lines = tuple(ChartLine("mean", value, name) for name, value in names.items())
    chart = Chart("c", "A", "t", "points", _ROWS, "mean", "run", lines=lines,
                  limits={"mean": (0, 0.7)})  # fmt: skip
    found = go.Figure(figure_of(chart)).layout.annotations
    assert [(each.text, each.xanchor) for each in found] == [
        ("half of the raters", "left"), ("one rater", "left"), ("Uniform", "right")
    ]  # fmt: skip
    heights = [each.yshift or 0 for each in found]
    assert min(-np.diff(heights)) >= 12  # pixels of a line of text
    axes = chart.figure.axes[0]
    chart.figure.canvas.draw()
    boxes = [each.get_window_extent() for each in axes.texts]
    assert not any(a.overlaps(b) for place, a in enumerate(boxes) for b in boxes[:place])
    first = axes.transData.transform((0, -0.5))[1]
    assert min(box.y0 for box in boxes) >= first - 1  # above the first name's row
    assert all(box.x1 <= chart.figure.bbox.x1 for box in boxes)


def test_a_legend_on_paper_has_whole_lines():
    """Five names to a line: the sixth and the eleventh of them begin another."""

    def height(count: int) -> float:
        rows = pd.DataFrame({"run": ["x"] * count, "mean": 0.1, "by": [*"abcdefghijk"[:count]]})
        return Chart("c", "", "t", "points", rows, "mean", "run", "by").figure.get_figheight()

    sixth, *others, eleventh = np.diff([height(count) for count in range(5, 12)])
    assert sixth == pytest.approx(eleventh)
    assert sixth > 2 * max(others)


def test_the_longest_name_of_a_panel_has_room_above_all():
    long, rooms = " and ".join(["a data set"] * 9), []
    for names in (("A", "B"), ("A", long), (long, "A")):
        rows = pd.DataFrame({"set": names, "run": ["x", "x"], "mean": [0.1, 0.2]})
        chart = Chart("c", "", "t", "points", rows, "mean", "run", panel="set")
        rooms.append(figure_of(chart)["layout"]["margin"]["t"])
    assert rooms[0] < rooms[1] == rooms[2]


@pytest.mark.parametrize("chart", every())
def test_what_one_points_at_is_told_of_the_right_column(chart):
    """A template's places, filled as Plotly does, give the row of the record."""
    for trace in go.Figure(figure_of(chart)).data:
        if trace.type == "heatmap" or trace.hoverinfo == "skip":
            continue
        told = [part.partition(": ") for part in trace.hovertemplate.split("<br>")]
        places = {name: place.removesuffix("<extra></extra>") for name, _, place in told if place}
        # First a series' name, where it is in no column.
        alone = [name for name, _, place in told if not place]
        assert alone == ([trace.name] if trace.name and chart.by not in places else [])
        rows = chart.numbers
        if trace.name:
            rows = rows[rows[chart.by].astype(str) == trace_name(trace)]
        if chart.panel:
            continue
        for column, place in places.items():
            key = re.fullmatch(r"%\{(\w+)(?:\[(\d+)\])?(?::[^}]*)?\}", place)
            if key[2] is None:
                shown = list(getattr(trace, key[1]))
            else:
                shown = [each[int(key[2])] for each in trace.customdata]
            shown = pd.Series([read_back.text(each) for each in shown], dtype=object)
            assert shown.equals(pd.Series([*rows[column]], dtype=object)), column


def trace_name(trace):
    """A series' name as it is in the record."""
    return read_back.text(trace.name)


def test_a_title_stands_above_its_figure_and_names_have_room(monkeypatch):
    """However wide the window is: Plotly would not break a title; and all names are drawn."""
    shown, said = [], []
    monkeypatch.setattr(charts.st, "plotly_chart", lambda figure, **_: shown.append(figure.layout))
    monkeypatch.setattr(charts.st, "markdown", said.append)
    for count in (5, 22, 38):
        rows = pd.DataFrame({"run": [f"run {n}" for n in range(count)], "mean": range(count)})
        chart = Chart("c", "A & <b>", "t", "points", rows, "mean", "run")
        show_figure(figure_of(chart), f"{count}", "alt")
        layout = shown[-1]
        assert layout.title.text is None
        size = layout.yaxis.tickfont.size
        assert size >= 14
        assert layout.yaxis.dtick == 1
        assert (layout.height - layout.margin.t - 3.5 * size) / count >= size + 2
    assert {*said} == {r"**A \& \<b\>: t**"}


@pytest.mark.parametrize("chart", every())
def test_the_figure_of_a_paper_shows_the_record_row_by_row(chart):
    figure = replace(chart).figure
    shown, wanted = read_back.of_matplotlib(figure, chart), read_back.of_record(chart)
    read_back.same(shown, wanted)
    axes = [each for each in figure.axes if each.axison]
    assert {each.get_xlabel() for each in axes} - {""} == {chart.x}
    assert {each.get_ylabel() for each in axes} - {""} == {chart.y}
    for column, ends in chart.limits.items():
        if column == chart.by:
            assert axes[0].images[0].get_clim() == ends
        else:
            side = "get_xlim" if column == chart.x else "get_ylim"
            assert {getattr(each, side)() for each in axes} == {ends}
    if chart.kind != "heat" and chart.names(chart.y) is not None:
        # Each row has its whole height, so that none lies on the frame.
        for each in axes:
            low, high = each.get_ylim()
            assert low == max(each.get_yticks()) + 0.5
            assert high <= -0.5
    legends = [text.get_text() for legend in figure.legends for text in legend.get_texts()]
    assert len(legends) == (len(chart.series) if chart.has_legend else 0)
    for each in chart.lines:
        straight = [
            set(line.get_xdata() if each.column == chart.x else line.get_ydata())
            for line in axes[0].lines
        ]
        assert {each.value} in straight
        assert not each.label or each.label in {text.get_text() for text in axes[0].texts}
    for each, column in itertools.product(axes, (chart.x, chart.y)):
        axis = each.xaxis if column == chart.x else each.yaxis
        low, high = sorted(axis.get_view_interval())
        ticks = [tick for tick in axis.get_majorticklocs() if low <= tick <= high]
        if chart.is_scatter and chart.panel:
            assert 2 <= len(ticks) <= 5
        elif chart.names(column) is None and is_integer_dtype(chart.numbers[column]):
            assert all(float(tick).is_integer() for tick in ticks)


def test_curves_that_differ_at_one_pair_have_whole_pairs_beside_it():
    p_values = np.where(made.p_values() > 0.09, 0.9, 0.0)
    p_values[:] = p_values[0]
    tests = made.pair_tests(p_values)
    chart = layouts.power_curves({"A": tests}, 0.05)
    zeros = int((p_values[0][np.triu_indices(4, 1)] == 0).sum())
    assert 0 < zeros < 6
    assert chart.limits[chart.x] == (6 - zeros, 8 - zeros)
    (axes, *_) = chart.figure.axes
    low, high = axes.get_xlim()
    ticks = [each for each in axes.get_xticks() if low <= each <= high]
    assert ticks == [6 - zeros, 7 - zeros, 8 - zeros]


@pytest.mark.parametrize("chart", every())
def test_what_is_derived_has_the_record_s_numbers(chart):
    again = pd.read_csv(io.StringIO(chart.csv), keep_default_na=True)
    assert list(again.columns) == list(chart.numbers.columns)
    for column in again:
        if pd.api.types.is_numeric_dtype(chart.numbers[column]):
            np.testing.assert_array_equal(again[column], chart.numbers[column])
        else:
            assert list(again[column].fillna("").astype(str)) == list(
                chart.numbers[column].astype(str)
            )
    if chart.low:
        known = chart.numbers.dropna(subset=[chart.low, chart.high, chart.value])
        assert (known[chart.low] <= known[chart.high]).all()
    if chart.low and chart.kind != "lines":  # a band of resampled curves may miss the curve
        assert (known[chart.low] <= known[chart.value] + 1e-12).all()
        assert (known[chart.value] <= known[chart.high] + 1e-12).all()
    told = chart.alternative
    assert told.startswith(chart.caption)
    rest = told.removeprefix(chart.caption)
    assert all(line.label in rest for line in chart.lines)
    values = chart.numbers[chart.value].dropna()
    if chart.kind == "heat":
        assert {chart.told(values.min()), chart.told(values.max())} <= set(
            re.findall(r"[\d.,-]+\d", rest)
        )
    elif not chart.is_scatter:
        assert f"{chart.value} by {chart.base}: " in rest
        for _, frame in chart.panels():
            for name in chart.series:
                rows = chart.of(frame, name)
                for place in (0, -1) if len(rows) else ():
                    row = rows.iloc[place]
                    assert f"{chart.told(row[chart.base])} {chart.told(row[chart.value])}" in rest


def test_a_column_that_the_numbers_lack_is_named():
    with pytest.raises(ValueError, match="lack mean2, most"):
        Chart("c", "", "t", "points", _ROWS.drop(columns="most"), "mean2", "run", high="most")


@pytest.mark.parametrize("kind", ["points", "bars", "heat"])
def test_every_name_on_paper_has_a_line_of_its_own(kind):
    numbers = pd.DataFrame({"run": [f"r{i}" for i in range(30)], "mean": 0.5, "other": "r0"})
    axes = {"x": "other", "y": "run", "by": "mean"} if kind == "heat" else {"x": "mean", "y": "run"}
    figure = Chart("c", "", "t", kind, numbers, **axes).figure
    assert figure.get_size_inches()[1] > 30 * 0.1
    assert [text.get_text() for text in figure.axes[0].get_yticklabels()] == [*numbers["run"]]


def test_of_more_names_than_can_be_read_every_other_is_written():
    numbers = pd.DataFrame({"run": [f"r{i}" for i in range(90)], "mean": 0.5})
    (axes,) = Chart("c", "", "t", "points", numbers, "mean", "run").figure.axes
    assert [text.get_text() for text in axes.get_yticklabels()] == [
        f"r{i}" for i in range(0, 90, 2)
    ]


def test_names_of_points_stand_in_each_panels_own_order_on_paper():
    rows = [("A", "x", 1), ("A", "y", 2), ("B", "y", 3), ("B", "x", 4)]
    numbers = pd.DataFrame(rows, columns=["set", "run", "mean"])
    chart = Chart("c", "", "t", "points", numbers, "mean", "run", panel="set")
    orders = [[text.get_text() for text in axes.get_yticklabels()] for axes in chart.figure.axes]
    assert orders == [["x", "y"], ["y", "x"]]


def test_dashes_tell_families_of_measures_apart_on_paper():
    keys = ("NMD", "RNOD", "RSNOD", "NVD", "JSD", "DNKT")
    numbers = pd.DataFrame({"by": np.repeat(keys, 2), "x": [1, 2] * 6, "p": [0.4, 0.01] * 6})
    (axes,) = Chart("c", "", "t", "lines", numbers, "x", "p", by="by").figure.axes
    dashes = dict(zip(keys, (line.get_linestyle() for line in axes.lines), strict=True))
    for one, other in itertools.combinations(keys, 2):
        alike = MEASURES[one].family == MEASURES[other].family
        assert (dashes[one] == dashes[other]) == alike


@settings(max_examples=5)
@given(st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), min_size=1, max_size=9))
def test_any_numbers_are_read_back_from_both_printers(pairs):
    numbers = pd.DataFrame(pairs, columns=["x", "y"]).assign(
        run=[f"r{i}" for i in range(len(pairs))]
    )
    for x, y in (("x", "y"), ("x", "run"), ("run", "y")):
        chart = Chart("c", "", "t", "points", numbers, x, y)
        wanted = read_back.of_record(chart)
        read_back.same(read_back.of_plotly(go.Figure(figure_of(chart)), chart), wanted)
        read_back.same(read_back.of_matplotlib(chart.figure, chart), wanted)


def test_names_of_many_curves_fit_below_a_figure():
    names = ("CEM_ORD", "alpha_ORD", "alpha_INT", "Accuracy")
    keys = [f"{name}{end}" for end in ("", "1") for name in names]
    numbers = pd.DataFrame({"by": np.repeat(keys, 2), "x": [1, 2] * 8, "p": [0.4, 0.01] * 8})
    chart = Chart("c", "x", "t", "lines", numbers, "x", "p", by="by")
    (legend,) = chart.figure.legends
    assert legend.get_window_extent().width <= chart.figure.bbox.width
    assert [text.get_text() for text in legend.get_texts()] == keys
    # Short names leave room for four of them side by side.
    short = replace(chart, numbers=numbers.assign(by=np.repeat(list("abcdefgh"), 2)))
    heights = [each.legends[0].get_window_extent().height for each in (short.figure, chart.figure)]
    assert heights[0] < heights[1]


def lightness(colour):
    """L* of a colour on white paper, 0 to 100, as a printer without colours has it."""
    red, green, blue, opacity = to_rgba(colour)
    shown = np.array([red, green, blue]) * opacity + 1 - opacity
    linear = np.where(shown <= 0.04045, shown / 12.92, ((shown + 0.055) / 1.055) ** 2.4)
    luminance = linear @ (0.2126, 0.7152, 0.0722)
    return 116 * np.cbrt(luminance) - 16 if luminance > 0.008856 else 903.3 * luminance


def test_all_colours_of_figures_differ_on_a_printer_without_colours():
    found = sorted(map(lightness, vectors._COLOURS))
    assert np.diff(found).min() > 5
    # On white, too.
    assert found[-1] < 90
    shades = [lightness(vectors._SHADES(place)) for place in np.linspace(0, 1, 9)]
    assert np.diff(shades).max() < -1.5
    assert 60 < shades[-1] < shades[0] < 95  # black numbers are read on all, none is like white


@pytest.mark.parametrize("kind", ["lines", "points", "bars"])
def test_what_stands_side_by_side_differs_without_its_colour(kind):
    numbers = pd.DataFrame({"by": np.repeat([f"s{n}" for n in range(14)], 2), "x": [0.0, 1] * 14,
                            "run": [*"ab"] * 14, "y": np.linspace(0.1, 0.9, 28)})  # fmt: skip
    across = "run" if kind == "bars" else "x"
    chart = Chart("c", "", "t", kind, numbers, across, "y", by="by")
    axes = chart.figure.axes[0]
    looks = [
        (lightness(each.get_color()), each.get_linestyle(), each.get_marker())
        for each in (axes.containers if kind == "points" else axes.lines)
        for each in ([each[0]] if kind == "points" else [each])
    ] or [(lightness(each[0].get_facecolor()), each[0].get_hatch()) for each in axes.containers]
    assert len(looks) == 14
    for place, (light, *look) in enumerate(looks):
        for other, *beside in looks[:place]:
            assert abs(light - other) > 5 or look != beside


def test_signs_of_mathematics_are_drawn_as_they_are():
    rows = pd.DataFrame({"run": ["$r_1$", "b"], "a_b $x$": [0.2, 0.4]})
    (axes,) = Chart("c", "A", "t", "points", rows, "a_b $x$", "run").figure.axes
    assert axes.xaxis.label.get_text() == "a_b $x$"
    texts = [axes.xaxis.label, *axes.get_yticklabels()]
    assert texts[1].get_text() == "$r_1$"
    assert not any(text.get_parse_math() for text in texts)
