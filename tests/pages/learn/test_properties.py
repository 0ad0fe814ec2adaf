"""The properties of all measures, on the page Reference without a browser."""

import re

import streamlit as st

from oq_core import MEASURES
from oq_core.knowledge import PROPERTIES
from pages.analysing.text import plain
from tests.measures.plain import PLAIN
from tests.pages.conftest import bars_of, unlinked


def test_every_cell_of_the_properties_opens_its_evidence(start):
    page = start("reference", property="symmetric")
    table = page.dataframe[0].value
    assert list(table.index) == list(MEASURES)
    assert list(table.columns) == [each.title for each in PROPERTIES.values()]
    # A measure that is new may have no proofs yet.
    assert "?" not in table.loc[list(PLAIN)].to_numpy()
    # What a measure lacks is seen at once.
    css = re.findall(r"([^{}]*)\{([^}]*)\}", page.dataframe[0].proto.arrow_data.styler.styles)
    bold = {
        table.iloc[int(row), int(column)]
        for cells, look in css if "font-weight" in look
        for row, column in re.findall(r"row(\d+)_col(\d+)", cells)
    }  # fmt: skip
    assert bold == {"✗"}
    for key in ("DNKT", "NMD"):
        for name in PROPERTIES:
            measure, which = (box for box in page.selectbox if box.label in ("Measure", "Property"))
            measure.set_value(key)
            which.set_value(name).run()
            assert not page.exception
            assert page.header[0].value.startswith(f"{key}, {PROPERTIES[name].title}: ")
            assert page.query_params["property"] == name


def test_a_cell_that_is_clicked_opens_its_evidence(start, monkeypatch):
    draw, (name, asked) = st.dataframe, list(PROPERTIES.items())[1]

    def clicked(*given, **named):
        # A run without a browser has no clicks: the callback is called as by one.
        on_select, key = named.pop("on_select"), named.pop("key")
        cells = [(list(MEASURES).index("DNKT"), asked.title)]
        st.session_state[key] = {"selection": {"cells": cells}}
        on_select()
        return draw(*given, **named)

    page = start("reference", property="symmetric")
    with monkeypatch.context() as patch:
        patch.setattr(st, "dataframe", clicked)
        page.run()
    page.run()
    assert page.header[0].value.startswith(f"DNKT, {asked.title}: ")
    assert page.query_params == {"measure": "DNKT", "property": name}


def with_evidence(start, key, name):
    page = start("reference", property="symmetric")
    for label, value in (("Measure", key), ("Property", name)):
        next(box for box in page.selectbox if box.label == label).set_value(value).run()
    assert not page.exception
    return page


def titles(page):
    """Titles of the charts of examples, which their descriptions begin with."""
    return [words.partition(".")[0] for words in bars_of(page)]


def test_two_examples_are_told_apart_and_votes_say_whose_they_are(start):
    page = with_evidence(start, "RNOD", "symmetric")
    assert titles(page) == ["As it was found", "Both swapped"]
    told = [each.value for each in page.caption if "Votes" in each.value]
    assert len(told) == 2
    assert all("Gold " in each and "System A " in each for each in told)
    page = with_evidence(start, "NMD", "equidistance")
    assert titles(page) == ["3 classes", "With an unused class in place 2"]
    page = with_evidence(start, "RNOD", "bounded")
    assert titles(page) == ["Counterexample"]


def test_a_tick_says_what_the_heading_says(start):
    """RNOD takes classes to be equally far apart: it has no tick for being free of that."""
    page = with_evidence(start, "RNOD", "equidistance")
    assert page.header[0].value == "RNOD, steps may differ: ✗ fails"
    table = page.dataframe[0].value
    assert table.loc["RNOD2", "steps may differ"] == "✓"
    words = unlinked("\n".join(each.value for each in page.markdown))
    assert all(plain(each.question) in words for each in PROPERTIES.values())
