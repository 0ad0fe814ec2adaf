"""Each kind of table and figure of a report stays as it was, and so does the list of them all."""

import re
from dataclasses import fields

import pytest

from oq_core import Options, analyse, read_campaign
from oq_core.campaign import Report, Table
from tests.campaign.printing.figures import figures
from tests.conftest import SAMPLE
from tests.snapshots import by_part, in_line, outline, rows

MEASURES = ("NMD", "RNOD", "NVD")


@pytest.fixture(scope="module")
def report():
    """Two data sets of the short sample, with all that a report has of them."""
    short = SAMPLE / "short"
    campaign = read_campaign(
        *(short / "gold.json", short / "runs"), scales=["A", "E"], measures=MEASURES, baselines=True
    )
    options = Options(trials=200, splits=6, samples=20, intervals=True, outside=("Popularity",))
    return Report(analyse(campaign, options), "2024-05-31T12:00:00+00:00")


def kinds(report):
    """The last table or figure of each kind: of the second data set, and the last measure."""
    found = {}
    for section in report.sections:
        for part in (*section.tables, *section.charts):
            found[re.sub(rf"^\d-gold-[a-z]-|-({'|'.join(MEASURES)})$", "", part.file)] = part
    return [*found.items()]


def columns(frame):
    """Columns of numbers and names in one line."""
    return " | ".join(f"{name} {in_line(frame[name].tolist())}" for name in frame)


def lines_of_table(table):
    """What one reads of a table, and what its CSV holds."""
    heads = [f"{column.group} {column.name}".strip() for column in table.columns]
    yield from rows([heads, *table.rows], table.caption)
    marks = [f"{row}, {column}: {mark}" for (row, column), mark in table.marks.items()]
    yield from by_part({"marks": marks, "rules": [*table.rules], "note": table.note}, " ")
    yield f"  numbers: {columns(table.numbers)}"


def lines_of_figure(chart):
    """What a figure is drawn of: a line for each of its traces."""
    drawn = {field.name: getattr(chart, field.name) for field in fields(chart)}
    del drawn["numbers"]
    yield from outline(drawn, "figure")
    for panel, numbers in chart.panels():
        for name in chart.series:
            yield f"  trace {panel} {name}: {columns(chart.of(numbers, name))}"


def test_sections(report, snapshot):
    lines = []
    for section in report.sections:
        files = [part.file for part in (*section.tables, *section.charts)]
        lines += [section.title, *section.facts, *section.answers, ", ".join(files), ""]
    assert lines == snapshot


def test_tables_and_figures(report, snapshot, subtests):
    for kind, part in kinds(report):
        with subtests.test(kind):
            lines = lines_of_table(part) if isinstance(part, Table) else lines_of_figure(part)
            assert [*lines] == snapshot(name=kind)


def test_figures(snapshot, subtests):
    for name, chart in figures().items():
        with subtests.test(name):
            assert [*lines_of_figure(chart)] == snapshot(name=name)
