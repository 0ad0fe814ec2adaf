"""What a printed record shows, read from it alone, to compare with the record's numbers."""

import html
import io
import re

import numpy as np
import pandas as pd

from oq_core.campaign import Chart, latex

COLUMNS = ["panel", "series", "x", "y", "low", "high", "value"]


def of_record(chart):
    """The rows that a figure of a chart must show."""
    rows = []
    for panel, frame in chart.panels():
        for series in chart.series:
            for _, row in chart.of(frame, series).iterrows():
                ends = (row[chart.low], row[chart.high]) if has_ends(chart) else (np.nan, np.nan)
                value = row[chart.by] if chart.kind == "heat" else np.nan
                x, y = (
                    row[name] if chart.names(name) is None else str(row[name])
                    for name in (chart.x, chart.y)
                )
                rows.append((panel, series, x, y, *ends, value))
    return pd.DataFrame(rows, columns=COLUMNS)


def has_ends(chart):
    """Whether intervals are drawn, not only told."""
    return bool(chart.low) and chart.kind in ("lines", "points")


def of_plotly(figure, chart):
    """The rows that a Plotly figure shows."""
    rows, band = [], None
    panels = [name for name, _ in chart.panels()]
    for trace in figure.data:
        panel = panels[int((trace.xaxis or "x")[1:] or 1) - 1]
        if trace.type == "scatter" and trace.fill == "toself":
            half = len(trace.x) // 2
            band = np.array(trace.y[half:][::-1]), np.array(trace.y[:half])
            continue
        low = high = np.full(len(trace.x), np.nan)
        if band is not None:
            (low, high), band = band, None
        error = None if trace.type == "heatmap" else trace.error_y
        if error is None or error.array is None:
            error = None if trace.type == "heatmap" else trace.error_x
        if error is not None and error.array is not None:
            middle = np.array(trace.y if chart.is_upright else trace.x, float)
            low, high = middle - np.array(error.arrayminus), middle + np.array(error.array)
        values = trace.z if trace.type == "heatmap" else low * np.nan
        series = "" if trace.type == "heatmap" else text(trace.name)
        for x, y, *ends in zip(trace.x, trace.y, low, high, values, strict=True):
            rows.append((panel, series, *(text(each) for each in (x, y)), *ends))
    return pd.DataFrame(rows, columns=COLUMNS)


def text(value):
    """What is read where a figure shows a text: no sign of it is a tag or a place of a value."""
    return html.unescape(value).replace("\u2060", "") if isinstance(value, str) else value


def of_matplotlib(figure, chart):
    """The rows that a figure of matplotlib shows."""
    rows = []
    axes = [each for each in figure.axes if each.axison]
    for (panel, _), each in zip(chart.panels(), axes, strict=True):
        found = {"lines": _lines, "points": _points, "bars": _bars, "heat": _cells}[chart.kind]
        for number, marks in enumerate(found(each, chart)):
            for x, y, *rest in zip(*marks, strict=True):
                where = (
                    _named(each.xaxis, x, chart, chart.x),
                    _named(each.yaxis, y, chart, chart.y),
                )
                rows.append((panel, chart.series[number], *where, *rest))
    return pd.DataFrame(rows, columns=COLUMNS)


def _named(axis, value, chart, column):
    """A number of an axis, or the name that stands nearest to it."""
    if chart.names(column) is None:
        return value
    ticks = dict(zip(axis.get_ticklocs(), axis.get_ticklabels(), strict=True))
    # A minus sign is printed as one.
    return ticks[round(value)].get_text().replace("−", "-")


def _lines(axes, _chart):
    named = [line for line in axes.lines if line.get_label()[:1] != "_"]
    # Without a legend the one line has no name.
    named = named or [line for line in axes.lines if len(line.get_xdata()) > 2]
    bands = [each.get_paths()[0].vertices for each in axes.collections]
    for number, line in enumerate(named):
        x, y = line.get_data()
        low = high = np.full(len(x), np.nan)
        if bands:
            corners = bands[number][:, 1]
            low, high = corners[1 : len(x) + 1], corners[len(x) + 2 : 2 * len(x) + 2][::-1]
        yield x, y, low, high, np.full(len(x), np.nan)


def _points(axes, chart):
    for container in axes.containers:
        x, y = container[0].get_data()
        low = high = np.full(len(x), np.nan)
        if container[2]:
            side = 1 if chart.is_upright else 0
            # Where there is no interval, no segment is drawn.
            ends = [
                segment[:, side] if segment.ndim == 2 and len(segment) else (np.nan, np.nan)
                for segment in container[2][0].get_segments()
            ]
            low, high = np.array(ends).T
        yield x, y, low, high, np.full(len(x), np.nan)


def _bars(axes, chart):
    for container in axes.containers:
        boxes = [patch.get_bbox() for patch in container]
        middle = [(box.x0 + box.x1) / 2 for box in boxes]
        across = [(box.y0 + box.y1) / 2 for box in boxes]
        x = middle if chart.is_upright else [box.x1 for box in boxes]
        y = [box.y1 for box in boxes] if chart.is_upright else across
        none = np.full(len(boxes), np.nan)
        yield x, y, none, none, none


def _cells(axes, chart):
    (image,) = axes.images
    cells = np.ma.filled(image.get_array().astype(float), np.nan)
    y, x = (each.ravel() for each in np.indices(cells.shape))
    known = ~np.isnan(cells.ravel())
    written = {(round(text.get_position()[0]), round(text.get_position()[1])): text.get_text()
               for text in axes.texts}  # fmt: skip
    for i, j in zip(x[known], y[known], strict=True):
        # Of many, shades alone tell them.
        assert chart.is_wide or written[i, j] == f"{cells[j, i]:.{chart.digits}f}".replace("-", "−")
    none = np.full(cells.size, np.nan)
    yield x, y, none, none, cells.ravel()


def same(found, wanted, *, in_any_order=False):
    """The same rows, whether or not in the same order."""
    if in_any_order:
        key = ["panel", "series", "x", "y"]
        found, wanted = (each.sort_values(key).reset_index(drop=True) for each in (found, wanted))
    pd.testing.assert_frame_equal(found, wanted, check_dtype=False, atol=1e-9)


#: In the printed cells of tables: numbers as they are written.
NUMBER = re.compile(r"(?<![\w.])[+-]?\d[\d,]*(?:\.\d+)?")


def check(record):
    """A record's CSV has its numbers; what is printed of them is rounded."""
    assert re.fullmatch(r"[\w-]+", record.file)
    again = pd.read_csv(io.StringIO(record.csv), keep_default_na=False, na_values=[""])
    assert list(again.columns) == list(record.numbers.columns)
    for column in again:
        if pd.api.types.is_numeric_dtype(record.numbers[column]):
            np.testing.assert_array_equal(
                again[column].astype(float), record.numbers[column].astype(float)
            )
    if isinstance(record, Chart):
        figure = record.figure
        same(of_matplotlib(figure, record), of_record(record))
        return
    known = record.numbers.select_dtypes("number").to_numpy(float).ravel()
    known = np.abs(known[np.isfinite(known)])
    if "%" in record.title:
        known = np.concatenate([known, 100 * known])
    numbers = [place for place, each in enumerate(record.columns) if each.kind == "number"]
    totals = record.rules | {len(record.rows) - 1 if record.rules else -1}
    for number, row in enumerate(record.rows):
        if number in totals or not len(known):
            continue
        assert len(row) == len(record.columns)
        for cell in (row[place] for place in numbers):
            for found in NUMBER.findall(cell.replace("<", "")):
                digits = len(found.partition(".")[2])
                value = abs(float(found.replace(",", "")))
                near = np.abs(known - value).min() <= 0.5001 * 10**-digits
                assert near or cell.startswith("<"), (record.file, row)
    first = [cell for row in record.rows[:1] for cell in row[1:2]]
    assert all(cell in latex(record) for cell in first if cell.isalnum())
