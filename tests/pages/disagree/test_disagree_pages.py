"""The pages about disagreements, run without a browser."""

import io
import re

import numpy as np
import pandas as pd
import pytest
import streamlit as st

from oq_core import MEASURES, strongest_conflict
from oq_core.disagreement import (
    artificial_experiment,
    compare_triples,
    disagreement_rates,
    random_triples,
)
from oq_core.knowledge import PROPERTIES
from pages.analysing import views
from pages.analysing.text import plain
from pages.drawing import charts
from tests.measures.plain import PLAIN
from tests.pages.conftest import bars_of, unlinked

#: Triples unless one chooses: the fixture of all these tests sets them aside.
USUAL = views.TRIPLES.usual


def links(page):
    """Query parameters of the links to Compare."""
    return [link.proto.query_string for link in page.get("page_link") if link.proto.query_string]


@pytest.mark.parametrize("name", ["map", "conflicts", "strongest", "dialogues"])
def test_two_different_measures_are_needed(start, name):
    page = start(name, one="NMD", other="NMD")
    assert "different measures" in page.info[0].value


def test_rates_are_those_of_the_core(start):
    page = start("conflicts", triples=str(USUAL))
    assert "of 100,000 triples" in " ".join(unlinked(each.value) for each in page.markdown)
    page.number_input(key="triples").set_value(2000).run()
    assert not page.exception
    rates = disagreement_rates(compare_triples(random_triples(5, 20, 2000, 0)))
    keys = list(MEASURES)
    share = rates[keys.index("NMD"), keys.index("RNOD")]
    words = next(unlinked(each.value) for each in page.markdown if each.value[:2] == "**")
    assert f"NMD and RNOD prefer different estimates on {round(share * 2000):,} of 2,000" in words
    assert len(links(page)) == 1


def test_the_density_shows_how_many_triples_lie_where(start, monkeypatch):
    shown = []
    monkeypatch.setattr(charts, "show_figure", lambda figure, *_, **__: shown.append(figure))
    page = start("conflicts")
    page.number_input(key="triples").set_value(2000).run()
    figure = shown[-1]
    comparison = compare_triples(random_triples(5, 20, 2000, 0), ("NMD", "RNOD"))
    (cells,) = figure.data
    found = [
        (x, y, cells.customdata[row, column], cells.z[row, column])
        for row, y in enumerate(cells.y)
        for column, x in enumerate(cells.x)
        if cells.customdata[row, column]
    ]
    across, upwards, counts, shades = np.array(found).T
    assert counts.sum() == 2000
    assert shades == pytest.approx(np.log10(counts))
    deltas = np.stack([comparison.delta(each) for each in ("NMD", "RNOD")], axis=-1)
    half = (cells.x[1] - cells.x[0]) / 2 + 1e-9
    for x, y, count in zip(across, upwards, counts, strict=True):
        assert (np.abs(deltas - (x, y)) <= half).all(axis=-1).sum() >= count
    # Where the measures prefer different estimates it is shaded.
    assert {(s.x0, s.x1, s.y0, s.y1) for s in figure.layout.shapes} == {
        (-1, 0, 0, 1),
        (0, 1, -1, 0),
    }


def test_triples_can_be_drawn_from_open_data(start):
    page = start("conflicts")
    page.number_input(key="triples").set_value(2000)
    assert page.button_group(key="triples_from").proto.required
    page.button_group(key="triples_from").set_value("open data").run()
    assert not page.exception
    table = page.dataframe[0].value
    assert list(table.columns[:2]) == ["instance", "strength"]
    assert (table["strength"].diff().dropna() <= 0).all()


def test_measures_that_never_disagree_have_no_list(start):
    page = start("conflicts")
    page.number_input(key="triples").set_value(1000)
    page.number_input(key="triple_classes").set_value(2).run()
    assert not page.exception
    assert "disagree on none" in page.info[0].value


def test_the_strongest_conflict_is_the_cores(start):
    page = start("strongest")
    found = strongest_conflict("NMD", "RNOD")
    answer = unlinked(page.markdown[0].value)
    assert f"each by {found.strength:.4f} or more" in answer
    assert len(links(page)) == 1
    (alt,) = bars_of(page)
    assert all(name in alt for name in ("Gold", "System A", "System B"))
    told = page.table[0].value["prefers"].to_dict()
    assert set(told) == {"NMD", "RNOD"}
    for key, name in told.items():
        assert f"{key} prefers {name.removeprefix('System ')}" in answer


def test_conditions_of_the_search_are_kept(start):
    page = start("strongest")
    assert not page.toggle(key="search_exact").disabled
    page.text_input(key="search_gold").set_value("10 0 6 4 0").run()
    assert page.toggle(key="search_exact").disabled
    page.toggle(key="search_one_step").set_value(True).run()
    assert not page.exception
    assert page.toggle(key="search_exact").disabled
    found = strongest_conflict("NMD", "RNOD", gold=(10, 0, 6, 4, 0), one_step=True)
    assert f"each by {found.strength:.4f} or more" in unlinked(page.markdown[0].value)


def test_a_gold_that_cannot_be_taken_is_explained(start):
    page = start("strongest")
    for typed, words in {
        "1 2 3": "5 values are needed",
        "1 2 x 4 5": "“x” is not a number",
        "0 0 0 0 0": "whole votes are needed",
        "1 2 0.5 1 1": "whole votes are needed",
        "99 0 0 0 0": "at most 60 votes",
    }.items():
        page.text_input(key="search_gold").set_value(typed).run()
        assert not page.exception
        assert words in page.error[0].value


def test_conflicts_by_instance_are_all_disagreements(start):
    page = start("dialogues")
    table = page.dataframe[0].value
    assert f"prefer different runs on {len(table)} of 300 instances" in unlinked(
        page.markdown[1].value
    )
    assert (table["NMD prefers"] != table["RNOD prefers"]).all()
    assert table.iloc[:, 1].is_monotonic_increasing
    assert table["reason"].str.contains("NMD prefers").all()


def test_conflicts_are_downloaded_with_every_digit_of_the_gold(start, pressed):
    page = start("dialogues")
    table = pd.read_csv(io.StringIO(pressed["bundled-sample-a-conflicts-by-instance.csv"]()))
    shares = [[float(share) for share in cell.split(" ")] for cell in table["gold"]]
    assert shares == [list(each) for each in page.dataframe[0].value["gold"]]


def test_the_experiment_is_shown_beside_what_is_printed(start):
    page = start("artificial")
    found = artificial_experiment(3)
    i, j = found.measures.index("NMD"), found.measures.index("RSNOD")
    rows = next(each.value for each in page.dataframe if "printed" in each.value.columns)
    assert rows.loc["NMD, RSNOD", "ours"].startswith(f"{found.taus[i, j]:.3f} [")
    assert rows.loc["NMD, RSNOD", "printed"] == "0.819 [0.807, 0.831]"
    page.button_group(key="artificial_classes").set_value(5).run()
    assert not page.exception


def test_every_cell_of_the_properties_opens_its_evidence(start):
    page = start("properties")
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
        picked = draw(*given, **named)
        cells = [(list(MEASURES).index("DNKT"), asked.title)]
        return {"selection": {"cells": cells}} if "on_select" in named else picked

    monkeypatch.setattr(st, "dataframe", clicked)
    page = start("properties")
    assert page.header[0].value.startswith(f"DNKT, {asked.title}: ")
    assert page.query_params == {"measure": "DNKT", "property": name}


def with_evidence(start, key, name):
    page = start("properties")
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
