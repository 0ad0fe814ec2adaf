"""The pages about disagreements, run without a browser."""

import io

import numpy as np
import pandas as pd
import pytest

from oq_core import MEASURES, strongest_conflict
from oq_core.disagreement import (
    artificial_experiment,
    compare_triples,
    disagreement_rates,
    random_triples,
)
from pages.analysing import views
from pages.explore.conflicts_parts import artificial, how_often, strongest
from tests.pages.conftest import bars_of, unlinked

#: Triples unless one chooses: the fixture of all these tests sets them aside.
USUAL = views.TRIPLES.usual


def links(page):
    """Query parameters of the links to Compare."""
    return [link.proto.query_string for link in page.get("page_link") if link.proto.query_string]


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("map", {}),
        ("conflicts", {}),
        ("conflicts", {"conflicts": "Strongest"}),
        ("dialogues", {}),
    ],
)
def test_two_different_measures_are_needed(start, name, part):
    page = start(name, one="NMD", other="NMD", **part)
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
    monkeypatch.setattr(how_often, "show_figure", lambda figure, *_, **__: shown.append(figure))
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
    page = start("conflicts", conflicts="Strongest")
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
    page = start("conflicts", conflicts="Strongest")
    assert not page.toggle(key="search_exact").disabled
    page.text_input(key="search_gold").set_value("10 0 6 4 0").run()
    assert page.toggle(key="search_exact").disabled
    page.toggle(key="search_one_step").set_value(True).run()
    assert not page.exception
    assert page.toggle(key="search_exact").disabled
    found = strongest_conflict("NMD", "RNOD", gold=(10, 0, 6, 4, 0), one_step=True)
    assert f"each by {found.strength:.4f} or more" in unlinked(page.markdown[0].value)


def test_a_gold_that_cannot_be_taken_is_explained(start):
    page = start("conflicts", conflicts="Strongest")
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


def listed(page):
    """The list of instances."""
    return next(each.value for each in page.dataframe if "reason" in each.value.columns)


def test_the_list_has_all_disagreements_and_on_demand_all_instances(start):
    page = start("dialogues")
    table = listed(page)
    words = " ".join(unlinked(each.value) for each in page.markdown)
    assert f"prefer different runs on {len(table)} of 300 instances" in words
    assert (table["NMD prefers"] != table["RNOD prefers"]).all()
    assert not table[["NMD prefers", "RNOD prefers"]].isin(["tie"]).to_numpy().any()
    assert table.iloc[:, 1].is_monotonic_increasing
    assert table["reason"].str.contains("NMD prefers").all()
    page.toggle(key="every_instance").set_value(True).run()
    every = listed(page)
    assert len(every) == 300
    assert every.iloc[:, 1].is_monotonic_increasing
    assert sorted(every["instance"][every["reason"] != ""]) == sorted(table["instance"])


def test_the_heading_asks_of_the_measures_that_are_chosen(start):
    page = start("dialogues", other="JSD")
    title = "Dialogues: on which dialogues do NMD and JSD prefer different runs, and why?"
    assert unlinked(page.title[0].value) == title


def test_preference_agreement_is_that_of_the_two_runs(start, records):
    page = start("dialogues", every_instance="true")
    shares = records["preference-agreement"].numbers.set_index(["measure", "other measure"])
    every = listed(page)
    alike = (every["NMD prefers"] == every["RNOD prefers"]).mean()
    assert 0 < alike < 1
    assert shares.loc[("NMD", "RNOD"), "agreement"] == alike


def test_conflicts_are_downloaded_with_every_digit_of_the_gold(start, pressed):
    page = start("dialogues")
    table = pd.read_csv(io.StringIO(pressed["bundled-sample-a-dialogues.csv"]()))
    shares = [[float(share) for share in cell.split(" ")] for cell in table["gold"]]
    assert shares == [list(each) for each in listed(page)["gold"]]


def test_the_experiment_is_shown_beside_what_is_printed(start):
    page = start("conflicts", conflicts="Artificial")
    found = artificial_experiment(3)
    i, j = found.measures.index("NMD"), found.measures.index("RSNOD")
    rows = next(each.value for each in page.dataframe if "printed" in each.value.columns)
    assert rows.loc["NMD, RSNOD", "ours"].startswith(f"{found.taus[i, j]:.3f} [")
    assert rows.loc["NMD, RSNOD", "printed"] == "0.819 [0.807, 0.831]"
    page.button_group(key="artificial_classes").set_value(5).run()
    assert not page.exception


@pytest.mark.parametrize("part", ["How often", "Strongest", "Artificial"])
def test_only_the_open_part_of_conflicts_computes(start, monkeypatch, part):
    asked = []
    for name, module, function in (
        ("How often", how_often, "kept"),
        ("Strongest", strongest, "work"),
        ("Artificial", artificial, "work"),
    ):
        compute = getattr(module, function)

        def noted(*given, name=name, compute=compute, **named):
            asked.append(name)
            return compute(*given, **named)

        monkeypatch.setattr(module, function, noted)
    start("conflicts", conflicts=part)
    assert set(asked) == {part}


def test_parts_of_conflicts_share_the_two_measures(start):
    page = start("conflicts", other="JSD")
    page.button_group(key="conflicts").set_value("Strongest").run()
    assert not page.exception
    found = strongest_conflict("NMD", "JSD")
    assert f"each by {found.strength:.4f} or more" in unlinked(page.markdown[0].value)
    page.selectbox(key="one").set_value("RNSS").run()
    page.button_group(key="conflicts").set_value("How often").run()
    words = " ".join(unlinked(each.value) for each in page.markdown)
    assert "RNSS and JSD prefer different estimates" in words
