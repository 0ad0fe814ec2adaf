"""Links name no run that was left out, and say what they hold before they are copied."""

import re

import numpy as np
import pandas as pd
import pytest

from oq_core import Collection
from oq_core.campaign import Chart
from pages.analysing.data import Opened
from pages.analysing.text import label
from pages.drawing.charts import figure_of
from pages.host.workspaces import WORKSPACES
from pages.main_parts.share import holds
from tests.pages.test_addresses import visit


def leave_out(page):
    return next(each for each in page.multiselect if each.label == "Runs to leave out")


def test_left_out_runs_are_in_the_address_by_position_and_hash(start):
    page = start("rankings")
    runs = leave_out(page).options
    leave_out(page).set_value([runs[2], runs[5]]).run()
    text = page.query_params["without"]
    of_all, *places = text.split(".")
    assert places == ["2", "5"]
    assert not any(run in name for run in runs for name in (*page.query_params, text, of_all))
    again = visit("sample_size", {"without": text})
    assert leave_out(again).value == [runs[2], runs[5]]
    assert not again.exception
    # It holds on the next page, and can be taken back.
    again.switch_page("campaign/rankings.py").run()
    assert leave_out(again).value == [runs[2], runs[5]]
    assert again.query_params["without"] == text
    leave_out(again).set_value([]).run()
    assert "without" not in again.query_params


def one(page, title):
    return next(each for each in page.selectbox if each.label == title)


@pytest.mark.parametrize(
    ("name", "title", "parameter"),
    [
        ("dialogues", "First run", "first"),
        ("dialogues", "Second run", "second"),
        ("judges", "Judge", "judge"),
    ],
)
def test_chosen_runs_are_in_the_address_by_position_and_hash(name, title, parameter, start):
    page = start(name)
    box = one(page, title)
    runs, first = box.options, box.value
    run = runs[3]
    box.set_value(run).run()
    text = page.query_params[parameter]
    assert text.endswith(".3")
    asked = {key: page.query_params[key] for key in page.query_params}
    assert not any(run in told for run in runs for told in (*asked, *asked.values()))
    again = visit(name, asked)
    assert one(again, title).value == run
    assert not again.warning
    one(again, title).set_value(first).run()
    assert parameter not in again.query_params


def test_scales_details_and_further_data_are_in_the_address_without_names(start):
    page = start("rankings")
    page.button_group(key="scales/A/S/E/nuggets").set_value(["E", "S"]).run()
    details = next(each for each in page.button_group if each.label == "Details of")
    details.set_value(details.options[1]).run()
    further = next(each for each in page.multiselect if each.label == "More data sets")
    further.set_value(further.options[:1]).run()
    asked = {key: page.query_params[key] for key in page.query_params}
    assert {"scales", "further"} <= set(asked)
    assert not any("ample" in text for pair in asked.items() for text in pair)
    again = visit("rankings", asked)
    assert set(again.button_group(key="scales/A/S/E/nuggets").value) == {"S", "E"}


def test_a_link_names_no_data_of_the_visitor_s_own(start):
    own = WORKSPACES.of("")
    gold = np.full((2, 3), 1 / 3)
    runs = {f"TEAM_{number}": gold for number in range(3)}
    mine = Collection("secret", ("a", "b", "c"), ("1", "2"), gold, runs)
    own.put(Opened("secret gold", {"all": mine}, "token"))
    page = start("sample_size")
    page.session_state["opened"] = own
    page.run()
    page.selectbox(key="data").set_value("secret gold").run()
    asked = {key: page.query_params[key] for key in page.query_params}
    assert re.fullmatch("[0-9a-f]{10}", asked["data"])
    other = visit("sample_size", asked)
    assert other.selectbox(key="data").value == "Bundled sample"
    assert "about data that are not open here" in other.warning[0].value
    # Who has opened the files too sees them.
    other.session_state["opened"] = own
    other.switch_page("campaign/rankings.py")
    other.query_params["data"] = asked["data"]
    other.run()
    assert not other.exception
    assert other.selectbox(key="data").value == "secret gold"
    assert not other.warning


@pytest.mark.parametrize("text", ["0123456789.0", "x", "..", "9" * 30, "0123456789.9999999"])
def test_a_link_about_other_runs_leaves_none_out_and_says_so(text):
    page = visit("rankings", {"without": text})
    assert not page.exception
    assert leave_out(page).value == []
    words = "A part of the link, “without”, is about other data than those that are open here"
    assert words in page.warning[0].value


def test_words_of_what_a_link_holds(monkeypatch):
    gold = np.full((2, 3), 1 / 3)
    mine = Collection("mine", ("a", "b", "c"), ("1", "2"), gold, {"TEAM_run": gold})
    own = WORKSPACES.of("")
    own.put(Opened("secret gold", {"all": mine}, "token"))
    monkeypatch.setattr("pages.main_parts.share.own_data", lambda: own)
    assert holds({}) == "The link opens this page with nothing chosen."
    assert "no name of a file or run of yours" in holds({"trials": "100", "without": "abc.1"})
    words = holds({"data": "secret gold", "First run": ["TEAM_run", "other"]})
    assert "**secret gold, TEAM\\_run**" in words


def test_names_in_figures_are_shown_as_they_are():
    assert label("TEAM_run_1") == "TEAM_run_1"
    names = ["<b>NMD</b>", "%{x}&"]
    numbers = pd.DataFrame({"one": names, "other": names[::-1], "τ": [0.5, 1.0]})
    figure = figure_of(Chart("x", "", "<i>title", "heat", numbers, x="one", y="other", by="τ"))
    assert figure["layout"]["title"]["text"] == "&lt;i>title"
    assert set(figure["data"][0]["x"]) == {"&lt;b>NMD&lt;/b>", "%\u2060{x}&amp;"}
