"""What is in the files that pages offer: of tables how each begins, and how long it is."""

import csv
import io
from pathlib import Path

import pytest
import streamlit as st

from oq_core.reading import templates
from pages.menu import ENTRIES
from tests.said import rounded

#: Lines of a file that are told.
TOLD = 3


@pytest.fixture(autouse=True)
def as_before():
    """What the pages say is tested where they open."""


@pytest.fixture
def files(monkeypatch):
    """What makes each table that is offered beside a page's records, by its name."""
    makers, button = {}, st.download_button

    def noted(label, make, name, *given, **named):
        if name.endswith(".csv") and not named.get("key", "").startswith("file "):
            makers[name] = make
        return button(label, make, name, *given, **named)

    monkeypatch.setattr(st, "download_button", noted)
    return makers


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.address or "start")
def test_tables_to_download_hold_what_they_held(entry, start, files, said):
    start(Path(entry.file).stem)
    told = [line for name in sorted(files) for line in lines_of(name, files[name])]
    if told:
        said(told)


def test_the_design_with_other_raters_holds_what_it_held(start, files, said):
    start("raters", rater_part="More raters")
    (name,) = files
    said([*lines_of(name, files[name])])


def test_templates_hold_what_they_held(said):
    said([f"{name}: {text}" for name, text in templates().items()])


def lines_of(name, make):
    """The heads and some rows, the last among them."""
    text = make() if callable(make) else make
    heads, *rows = csv.reader(io.StringIO(text))
    yield f"{name}: {len(rows)} rows of {', '.join(heads)}"
    for row in (*rows[:TOLD], *rows[-1:]):
        yield rounded(", ".join(row))
