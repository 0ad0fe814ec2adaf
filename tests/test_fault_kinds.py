"""Faults that once nobody noticed can be planted."""

from pathlib import Path

import pytest

from tests.fault_kinds import faults_in


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        # "0 (best) to 1" over a table says worst.
        ("pages/drawing/measure_table.py", "0 (best) to 1", "0 (worst) to 1"),
        # The sides of error bars.
        ("pages/drawing/charts.py", '"arrayminus": values', "'array': values - rows[chart.low]"),
        # A record's columns, name and file.
        ("oq_core/campaign/printing/layouts/certainty.py", '"calibration",', "name, 'calibration'"),
        ("oq_core/campaign/printing/layouts/raters.py", '["level", "alpha"', "['alpha', 'level'"),
        (
            "oq_core/campaign/printing/layouts/charts.py",
            'x="mean τ"',
            "x='measure', y='mean τ'",
        ),
        ("oq_core/campaign/printing/layouts/significance.py", "{limits[1]} %", "{limits[2]} %"),
        # Notes are left out of a report.
        ("oq_core/campaign/publishing/report.html", "{% if", "{% if not "),
        ("pages/analysing/address.py", ">= len(names)", "> len(names)"),
        ("pages/learn/lessons_parts/turning/ways.js", "ArrowLeft in", "ArrowRight"),
        ("pages/drawing/board/rules.js", "<=", " < "),
        # A link leads to another page than it says, and a measure loses a property.
        ("pages/learn/start.py", "menu.QUIZ", "menu.CHALLENGES"),
        ("oq_core/measures/quantification/order_aware.py", '("ordinal",)', "(())"),
        ("oq_core/analysis/comparison.py", "1", "(2)"),
        # What is asked is not passed on.
    ],
)
def test_a_fault_can_be_planted(file, old, new):
    found = faults_in(Path(file))
    assert any(old in each.old and new in each.new for each in found)


def test_what_is_planted_stands_where_it_is_said():
    for file in ("pages/learn/lessons_parts/turning/ways.js", "pages/analysing/address.py"):
        source = Path(__file__).parents[1].joinpath(file).read_bytes()
        for each in faults_in(Path(file)):
            place = source[each.start : each.end].decode()
            assert place.strip() in each.old
            assert each.old.startswith(place.strip())
