"""Nuggets on the leaderboard and the other pages of a campaign, without a browser."""

import numpy as np
import pytest

from oq_core import discriminative_power, options, randomised_tukey_hsd
from oq_core.data import (
    nugget_popularity,
    nugget_uniform,
)
from oq_core.measures import (
    NUGGET_MEASURES,
    score_nugget_turns,
    score_nuggets,
)
from oq_core.reading import read_nuggets
from pages.drawing import shown
from tests.conftest import SAMPLE
from tests.pages.conftest import ANALYSES, bars_of, unlinked

WITH_NUGGETS = (
    *("ALTO-run0", "ALTO-run1", "BIRCH-run0", "BL-popularity", "BL-uniform"),
    *("CEDAR-run0", "CEDAR-run2", "ELM-run0", "ELM-run1", "GROVE-run0"),
)


@pytest.fixture(scope="module")
def collection():
    runs = [SAMPLE / "runs" / f"{name}.json" for name in WITH_NUGGETS]
    return read_nuggets(SAMPLE / "gold.json", runs)


def table(page, column):
    return next(each.value for each in page.dataframe if column in each.value.columns)


@pytest.fixture
def of_run(start, monkeypatch):
    """Leaderboard of nuggets by JSD, with a run that was clicked."""

    def visit(run, **address):
        page = start("leaderboard", sort_by="JSD", **address)
        page.button_group(key="scales/A/S/E/nuggets").set_value(["nuggets"]).run()
        page.selectbox(key="sort_by").set_value("JSD").run()
        place = list(table(page, "mean JSD")["run"]).index(run)
        pick = shown.pick_row
        monkeypatch.setattr(
            shown, "pick_row", lambda *given, **named: 0 * pick(*given, **named) + place
        )
        page.run()
        assert not page.exception
        return page

    return visit


def test_the_dialogues_of_a_run_worst_first(of_run, collection):
    listed = table(of_run("ELM-run0"), "customer turns")
    scores = score_nuggets(collection, NUGGET_MEASURES)
    of_elm = scores.values[..., scores.runs.index("ELM-run0")]
    assert list(listed["JSD"]) == sorted(of_elm[0], reverse=True)
    rows = [scores.ids.index(name) for name in listed["dialogue"]]
    for k, key in enumerate(NUGGET_MEASURES):
        np.testing.assert_allclose(listed[key], of_elm[k, rows])
    turns = listed["customer turns"] + listed["helpdesk turns"]
    np.testing.assert_array_equal(turns, np.bincount(collection.dialogue)[rows])


@pytest.mark.parametrize("run", ["ELM-run0", "ALTO-run1"])
def test_a_dialogue_turn_by_turn(of_run, records, collection, run):
    page = of_run(run)
    name = table(page, "customer turns")["dialogue"][0]
    rows = np.flatnonzero(collection.dialogue == collection.ids.index(name))
    scores = score_nugget_turns(collection, NUGGET_MEASURES)
    values = scores.values[:, rows, scores.runs.index(run)]
    turns = records[f"turns-{name}"].numbers
    np.testing.assert_allclose(turns[list(NUGGET_MEASURES)], values.T)
    sides = ["customer" if each else "helpdesk" for each in collection.is_customer[rows]]
    assert list(turns["who speaks"]) == sides
    assert len([alt for alt in bars_of(page) if alt.startswith("Turn ")]) == len(rows)
    assert any(name in each.value for each in page.subheader)


@pytest.mark.parametrize("alpha", [0.0, 1.0])
def test_alpha_weighs_the_sides(of_run, collection, alpha):
    page = of_run("ELM-run0", nugget_alpha=str(alpha))
    scores = score_nuggets(collection, NUGGET_MEASURES, alpha)
    column = scores.runs.index("ELM-run0")
    board = table(page, "mean JSD").set_index("run")["mean JSD"]
    assert board["ELM-run0"] == pytest.approx(scores.means[0, column])
    listed = table(page, "customer turns")
    rows = [scores.ids.index(name) for name in listed["dialogue"]]
    np.testing.assert_allclose(listed["JSD"], scores.values[0, rows, column])


def test_the_baselines_are_beside_the_runs(start, collection):
    page = start("leaderboard", add_baselines="true")
    page.button_group(key="scales/A/S/E/nuggets").set_value(["nuggets"]).run()
    page.selectbox(key="sort_by").set_value("JSD").run()
    scores = score_nuggets(
        collection.with_runs(
            {
                "Popularity": nugget_popularity(collection),
                "Uniform": nugget_uniform(collection),
            }
        )
    )
    (told,) = (unlinked(each.value) for each in page.caption if "Not among" in each.value)
    for name in ("Popularity", "Uniform"):
        mean = scores.means[scores.measures.index("JSD"), scores.runs.index(name)]
        assert f"{name} {mean:.4f}" in told


@pytest.mark.parametrize("name", ANALYSES)
def test_every_page_works_for_nuggets(start, name):
    page = start(name)
    scales = "every scales" if name == "report" else "scales"
    page.button_group(key=f"{scales}/A/S/E/nuggets").set_value(["nuggets"]).run()
    assert not page.exception
    measures = next(each for each in page.multiselect if each.label == "Measures")
    assert set(measures.value) == set(NUGGET_MEASURES)


def test_power_is_that_of_the_core(start, records, collection):
    page = start("power")
    page.button_group(key="scales/A/S/E/nuggets").set_value(["nuggets"]).run()
    shown = records["power"].numbers.set_index("measure")
    scores = score_nuggets(collection, NUGGET_MEASURES)
    p_values = randomised_tukey_hsd(scores.values, options.TRIALS.usual, 0)
    for key, square in zip(scores.measures, p_values, strict=True):
        assert shown.loc[key, "S"] == discriminative_power(square).significant


def test_quality_and_nuggets_share_measures(start):
    page = start("rankings")
    page.button_group(key="scales/A/S/E/nuggets").set_value(["A", "nuggets"]).run()
    assert not page.exception
    measures = next(each for each in page.multiselect if each.label == "Measures")
    assert set(measures.options) == set(NUGGET_MEASURES)
