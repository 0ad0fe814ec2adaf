"""The page Nugget detection and the analysis of nugget detection, without a browser."""

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


def run_of(page):
    """The list of runs."""
    return next(each for each in page.selectbox if each.label == "Run")


def opening(page):
    """The sentence that the page opens with."""
    return next(unlinked(each.value) for each in page.markdown if each.value.startswith("**"))


def test_the_dialogues_of_a_run_worst_first(start, collection):
    page = start("nuggets")
    run_of(page).set_value("ELM-run0").run()
    assert not page.exception
    shown = table(page, "customer turns")
    scores = score_nuggets(collection, NUGGET_MEASURES)
    of_run = scores.values[..., scores.runs.index("ELM-run0")]
    assert list(shown["JSD"]) == sorted(of_run[0], reverse=True)
    rows = [scores.ids.index(name) for name in shown["dialogue"]]
    for k, key in enumerate(NUGGET_MEASURES):
        np.testing.assert_allclose(shown[key], of_run[k, rows])
        assert any(f"{key} {of_run[k].mean():.4f}" in unlinked(each.value) for each in page.caption)
    turns = shown["customer turns"] + shown["helpdesk turns"]
    np.testing.assert_array_equal(turns, np.bincount(collection.dialogue)[rows])


def test_a_dialogue_turn_by_turn(start, records, collection):
    page = start("nuggets")
    run_of(page).set_value("ELM-run0").run()
    name = table(page, "customer turns")["dialogue"][0]
    rows = np.flatnonzero(collection.dialogue == collection.ids.index(name))
    scores = score_nugget_turns(collection, NUGGET_MEASURES)
    values = scores.values[:, rows, scores.runs.index("ELM-run0")]
    shown = records[f"turns-{name}"].numbers
    np.testing.assert_allclose(shown[list(NUGGET_MEASURES)], values.T)
    sides = ["customer" if each else "helpdesk" for each in collection.is_customer[rows]]
    assert list(shown["who speaks"]) == sides
    assert len(bars_of(page)) == len(rows)
    assert any(name in each.value for each in page.header)


@pytest.mark.parametrize("alpha", [0.0, 1.0])
def test_alpha_weighs_the_sides_here_and_on_the_leaderboard(start, collection, alpha):
    page = start("nuggets")
    run_of(page).set_value("ELM-run0").run()
    page.slider(key="nugget_alpha").set_value(alpha).run()
    scores = score_nuggets(collection, NUGGET_MEASURES, alpha)
    mean = scores.means[0, scores.runs.index("ELM-run0")]
    assert f"{mean:.4f} by JSD" in opening(page)
    page.switch_page("analyse/leaderboard.py").run()
    page.button_group(key="scales/A/S/E/nuggets").set_value(["nuggets"]).run()
    page.selectbox(key="sort_by").set_value("JSD").run()
    assert not page.exception
    board = table(page, "mean JSD").set_index("run")["mean JSD"]
    assert board["ELM-run0"] == pytest.approx(mean)


def test_the_baselines_are_among_the_runs(start, collection):
    page = start("nuggets")
    made = {"Popularity": nugget_popularity(collection), "Uniform": nugget_uniform(collection)}
    scores = score_nuggets(collection.with_runs(made))
    for name in made:
        run_of(page).set_value(name).run()
        mean = scores.means[0, scores.runs.index(name)]
        assert f"{mean:.4f} by JSD" in opening(page)


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
    page = start("similarity")
    page.button_group(key="scales/A/S/E/nuggets").set_value(["A", "nuggets"]).run()
    assert not page.exception
    measures = next(each for each in page.multiselect if each.label == "Measures")
    assert set(measures.options) == set(NUGGET_MEASURES)
