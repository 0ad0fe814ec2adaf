"""Tables as papers print them, on a page: their marks stand at their cells."""

import json
import re
from dataclasses import replace

import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from oq_core.campaign import Chart, latex
from oq_core.campaign.printing.table import Column, Table
from pages.drawing.charts import figure_of
from pages.drawing.shown import _styled, show

CELLS = (("one", ".1", ".2"), ("two", ".3", ".4"), ("three", ".5", ".6"))


@pytest.mark.parametrize(("kind", "first"), [("name", 0), ("number", 1)])
def test_marks_and_shades_stand_at_their_cells(kind, first):
    columns = (Column("run", kind=kind), Column("NMD"), Column("RNOD"))
    table = Table(
        "t", "", "t", columns, CELLS, pd.DataFrame(CELLS),
        marks={(0, 2): "best", (2, 1): "equal"}, shades={(1, 2): 0.5},
    )  # fmt: skip
    styled = _styled(table)
    page = styled.to_html()
    css = re.findall(r"row(\d+)_col(\d+) \{\s*([^}]*?);?\s*\}", page)
    looks = {(int(row), int(column)): look for row, column, look in css}
    assert set(looks) == {(0, 1 + first), (1, 1 + first)}
    assert "font-weight" in looks[0, 1 + first]
    assert "background-color" in looks[1, 1 + first]
    assert styled.data.iloc[2, first] == ".5*"
    assert list(styled.data.index) == (["one", "two", "three"] if kind == "name" else [0, 1, 2])


@pytest.mark.usefixtures("undrawn")
def test_the_files_beside_a_record_and_its_note_are_its_own(pressed, monkeypatch):
    numbers = pd.DataFrame(CELLS, columns=["run", "NMD", "RNOD"]).astype({"NMD": float})
    columns = (Column("run", kind="name"), Column("NMD"), Column("RNOD"))
    table = Table("t", "A", "t", columns, CELLS, numbers)
    chart = Chart("c", "A", "t", "bars", numbers, x="run", y="NMD")
    for record in (table, chart):
        show(record)
    assert {name: make() for name, make in pressed.items()} == {
        "a-t.csv": table.csv, "a-t.tex": latex(table),
        "a-c.csv": chart.csv, "a-c.svg": chart.svg, "a-c.pdf": chart.pdf,
    }  # fmt: skip
    told = []
    monkeypatch.setattr("streamlit.caption", told.append)
    show(replace(table, note="underlined: as good as the best at α = 0.05"))
    # A page has no underlines in its tables.
    assert told == ["grey: as good as the best at α = 0.05."]


@pytest.mark.parametrize(
    ("names", "height"),
    # A name has 24 pixels as long as a phone shows all of them, then 18 or more, up to a window.
    [(1, 94), (11, 334), (12, 350), (15, 350), (16, 358), (38, 754), (39, 760), (99, 760)],
)
def test_a_figure_is_as_high_as_its_names_need_and_a_window_has(names, height):
    rows = pd.DataFrame({"run": [f"r{n}" for n in range(names)], "mean": 0.5, "side": "one"})
    chart = Chart("c", "A", "t", "points", rows, x="mean", y="run")
    assert figure_of(chart)["layout"]["height"] == height
    # Above them stands a legend, of one name here.
    assert figure_of(replace(chart, by="side"))["layout"]["height"] == min(760, height + 36)
    upright = replace(chart, x="run", y="mean")
    assert figure_of(upright)["layout"]["height"] == 350
    assert figure_of(replace(upright, panel="side"))["layout"]["height"] == 300


def picking():
    import pandas as pd  # noqa: PLC0415 - a script of its own
    import streamlit as st  # noqa: PLC0415

    from pages.drawing.shown import pick_row  # noqa: PLC0415

    st.write(pick_row(pd.DataFrame({"run": ["one", "two"]}, ["a", "b"]), "runs", "Two runs"))


def test_a_row_is_clicked_and_the_first_is_at_first():
    page = AppTest.from_function(picking).run()
    assert page.markdown[0].value == "`0`"
    shown = page.dataframe[0].proto
    assert shown.alt == "Two runs"
    assert json.loads(shown.columns) == {"_index": {"hidden": True}}
    assert shown.selection_mode == [shown.SINGLE_ROW_REQUIRED]
    assert json.loads(shown.selection_default) == {
        "selection": {"rows": [0], "columns": [], "cells": []}
    }
