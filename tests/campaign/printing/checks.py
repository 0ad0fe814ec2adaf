"""A report against the campaign worked by hand: its cells as text, HTML, LaTeX and CSV."""

import csv
import io
import re
from html.parser import HTMLParser

import numpy as np
import pytest

from oq_core.campaign import Report, latex
from tests.campaign.printing import by_hand


def report():
    """Two data sets that are alike."""
    return Report(by_hand.analysis("one", "two"), "2024-05-31T12:00:00+00:00")


def tables(made):
    """Every table by file, with the rows and CSV that it must have."""
    across, tested, *each = made.sections
    assert across.title == "All data sets"
    assert tested.title == "What was tested, over what family, by which rule"
    assert [section.title for section in each] == ["one", "two"]
    expected = {**{key: (rows, by_hand.ACROSS_CSV[key]) for key, rows in by_hand.ACROSS.items()}}
    for number, name in ((1, "one"), (2, "two")):
        for key, rows in by_hand.PRINTED.items():
            expected[f"{number}-{name}-{key}"] = (rows, by_hand.CSV[key])
    found = {table.file: table for section in made.sections for table in section.tables}
    assert set(found) == set(expected)
    for number, section in enumerate(each, start=1):
        assert all(table.file.startswith(f"{number}-") for table in section.tables)
        assert all(table.data == section.title for table in section.tables)
    return [(table, *expected[file]) for file, table in found.items()]


def check_text(made):
    for table, rows, _ in tables(made):
        assert list(table.rows) == rows, table.file
        kind = re.sub(r"^\d-(one|two)-", "", table.file)
        if kind in by_hand.HEADINGS:
            headings = [(column.group, column.name) for column in table.columns]
            assert headings == by_hand.HEADINGS[kind], table.file
        if kind in by_hand.MARKS:
            assert table.marks == by_hand.MARKS[kind], table.file
        if kind in by_hand.RULES:
            assert table.rules == by_hand.RULES[kind], table.file
    words = {
        "differences-NMD": "in terms of NMD at α = 0.05 by randomised Tukey HSD, B = 200; "
        "effect sizes with V_E1 = 0.00444",
        "consistency": "mean τ of 4 splits, the most consistent measure first; "
        "V_E2 = 0.03222 in halves",
        "groups-JSD": "runs by JSD;",
    }
    for table, _, _ in tables(made):
        kind = re.sub(r"^\d-(one|two)-", "", table.file)
        assert words.get(kind, "") in table.title


def check_csv(made):
    files = {name: content.decode() for name, content in _files(made) if name.startswith("csv/")}
    for table, _, rows in tables(made):
        _same(files.pop(f"csv/{table.file}.csv"), rows)
    for number, name in ((1, "one"), (2, "two")):
        _same(files.pop(f"csv/{number}-{name}-p-values.csv"), by_hand.CSV["p-values"])
    for section in made.sections:
        for chart in section.charts:
            assert files.pop(f"csv/{chart.file}.csv") == chart.csv
    assert not files


def check_html(made):
    for table, rows, _ in tables(made):
        parser = Cells()
        parser.feed(str(table.html))
        heading = parser.rows[-len(rows) - 1]
        assert heading == [column.name for column in table.columns], table.file
        assert parser.rows[-len(rows) :] == [list(row) for row in rows], table.file
        bold = {place for place, mark in table.marks.items() if mark in ("best", "high")}
        assert parser.bold == bold, table.file
        shades = {place: f"{shade:.0%}" for place, shade in table.shades.items() if shade > 0}
        assert parser.shades == shades, table.file


def check_latex(made):
    for table, rows, _ in tables(made):
        assert latex_rows(latex(table), len(rows)) == [list(row) for row in rows], table.file


def check_curves(made):
    *means, panels = made.sections[0].charts
    assert [chart.file for chart in means] == [f"means-groups-{key}" for key in by_hand.MEASURES]
    assert [axes.get_title(loc="left") for axes in panels.figure.axes] == ["one", "two"]
    for section, panel in zip(made.sections[2:], panels.figure.axes, strict=True):
        (alone,) = section.charts[0].figure.axes
        assert not alone.get_title(loc="left")
        check_axes(alone)
        check_axes(panel)


def check_axes(axes):
    """One data set's curves."""
    lines = {line.get_label(): line for line in axes.lines if line.get_label()[0] != "_"}
    assert list(lines) == list(by_hand.CURVES)
    for key, points in by_hand.CURVES.items():
        assert lines[key].get_xydata() == pytest.approx(np.array(points)), key
    (legend,) = axes.get_figure().legends
    assert [text.get_text() for text in legend.get_texts()] == list(by_hand.CURVES)
    low, high = axes.get_ylim()
    assert (low, high) == (0, 0.15)
    assert axes.get_xlim()[0] < axes.get_xlim()[1]
    (marked,) = [line for line in axes.lines if line.get_label()[0] == "_"]
    assert list(marked.get_ydata()) == [0.05, 0.05]


CHECKS = (check_text, check_csv, check_html, check_latex, check_curves)


class Cells(HTMLParser):
    """Text of every cell, row by row; which cells of the body are bold, and how much shaded."""

    def __init__(self):
        super().__init__()
        self.rows, self.bold, self.shades, self.body = [], set(), {}, -1
        self.open = False

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        assert "hidden" not in attrs
        assert "display" not in (attrs.get("style") or "")
        if tag == "tbody":
            self.body = 0
        elif tag == "tr":
            self.rows.append([])
            self.body += self.body >= 0
        elif tag in ("th", "td"):
            self.rows[-1].append("")
            self.open = True
            if self.body > 0 and {"best", "high"} & set((attrs.get("class") or "").split()):
                self.bold.add((self.body - 1, len(self.rows[-1]) - 1))
            if "style" in attrs:
                shade = re.fullmatch(r"background:rgb\(0 114 178 / (\d+%)\)", attrs["style"])[1]
                self.shades[self.body - 1, len(self.rows[-1]) - 1] = shade

    def handle_endtag(self, tag):
        if tag in ("th", "td"):
            self.open = False

    def handle_data(self, data):
        if self.open and data != "*":
            self.rows[-1][-1] += data


def latex_rows(text, count):
    """The cells of a table, as they read once TeX has set them."""
    body = text.split(r"\midrule", 1)[1].split(r"\bottomrule")[0]
    lines = [line for line in body.split("\n") if line.endswith(r"\tabularnewline")]
    assert len(lines) == count
    return [
        [_set(cell) for cell in line.removesuffix(r"\tabularnewline").split(" & ")]
        for line in lines
    ]


def _set(cell):
    """What a cell reads as."""
    cell = re.sub(r"\\cellcolor\[rgb\]{[^}]*}", "", cell)
    plain = re.sub(r"\\rlap{\$\^{\*}\$}", "", cell.strip())
    plain = re.sub(r"\\textbf{(.*)}$", r"\1", plain)
    plain = re.sub(r"\\underline{(.*?)}(?= |$)", r"\1", plain)
    plain = plain.replace(r"\raggedright ", "")
    plain = plain.replace(r"\textless{}", "<").replace("~", "\u00a0")
    plain = plain.replace("$-$", "-").replace("{[}", "[").replace("{]}", "]")
    plain = plain.replace(r"\textendash{}", "–")
    return re.sub(r"\\([&%$#_{}])", r"\1", plain)


def _files(made):
    """The files of tables, without those of figures, which take longer."""
    return [
        (name, content.encode() if isinstance(content, str) else content)
        for name, content in made.table_files()
    ]


def _same(text, rows):
    """CSV against rows: texts the same, numbers within 1e-12."""
    found = [tuple(row) for row in csv.reader(io.StringIO(text))]
    assert [len(row) for row in found] == [len(row) for row in rows]
    for got, wanted in zip(found, rows, strict=True):
        for cell, value in zip(got, wanted, strict=True):
            if isinstance(value, str):
                assert cell == value
            else:
                assert float(cell) == pytest.approx(value, abs=1e-12)
