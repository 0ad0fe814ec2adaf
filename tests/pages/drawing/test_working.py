"""The working as the Compare page shows it, run without a browser."""

import json
import re
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from oq_core import MEASURES
from oq_core.knowledge.working import working
from pages.drawing.compare_state import CompareState
from pages.drawing.working import terms_table
from tests.conftest import PATIENCE

STATE = CompareState(gold=(0, 3, 8, 6, 2), two_systems=True)


def nothing_else(state, key):
    """A page that holds nothing else."""
    from pages.drawing.working import show_steps  # noqa: PLC0415 - run as a script

    show_steps(state, key)


def shown(state, key):
    app = AppTest.from_function(nothing_else, args=(state, key), default_timeout=PATIENCE).run()
    assert not app.exception
    return app


def specs(app):
    return [json.loads(chart.proto.spec) for chart in app.get("vega_lite_chart")]


@pytest.mark.parametrize("key", MEASURES)
@pytest.mark.parametrize("two", [False, True])
def test_the_last_line_is_the_number_of_the_page(key, two):
    state = replace(STATE, two_systems=two)
    app = shown(state, key)
    last = app.markdown[-1].value
    for which, name in (("a", "System A"), ("b", "System B")):
        score = float(MEASURES[key](state.shares(which), state.shares("gold")))
        assert (f"**{score:.4f}** for {name}" in last) == (which in state.shown)


def test_every_step_is_there():
    app = shown(replace(STATE, two_systems=False), "RSNOD")
    steps = working("RSNOD", STATE.shares("a"), STATE.shares("gold"), STATE.classes).steps
    assert [latex.value.strip("$\n ") for latex in app.latex] == [step.latex for step in steps]
    told = " ".join(text.value for text in app.markdown)
    for place, step in enumerate(steps, 1):
        assert f"### {place}. {step.title}" in told


def test_rows_that_do_not_count_are_marked():
    app = shown(replace(STATE, two_systems=False), "RNOD")
    (rows,) = [html.proto.body for html in app.get("html") if "DW" in html.proto.body]
    assert rows.count("<td>✓</td>") == 4
    assert rows.count("<tr class=oq-off>") == 1
    assert "<tr class=oq-off><th scope=row>-2</th>" in rows


def test_charts_have_words_and_shared_pointing():
    app = shown(STATE, "NMD")
    charts = app.get("vega_lite_chart")
    assert len(charts) == 6
    for chart in charts:
        assert "System" in chart.proto.alt
        assert "cp" in chart.proto.alt or "boundaries" in chart.proto.alt
    for spec in specs(app):
        for place in re.findall(r'"scale": ({[^{}]*"range"[^{}]*})', json.dumps(spec)):
            scale = json.loads(place)
            assert all(colour.startswith("#") for colour in scale["range"])
            assert len(scale["domain"]) == len(scale["range"])
        assert all(view["title"]["anchor"] == "start" for view in spec["vconcat"])
        drawn = [each for each in spec["vconcat"][0]["layer"] if each["mark"]["type"] == "bar"]
        assert len(drawn) == 2
        for across, upwards in ((e["encoding"]["x"], e["encoding"]["y"]) for e in drawn):
            assert (across["field"], upwards["field"]) == ("class", "value")
            assert across["sort"] == list(STATE.classes)
        names = {
            parameter["name"]
            for view in spec["vconcat"]
            for layer in view["layer"]
            for parameter in layer.get("params", [])
        }
        assert names == {"over_term", "over_class"}
        # One histogram stands in front of the other, and each within its class.
        bars = [layer["mark"] for layer in spec["vconcat"][0]["layer"]]
        assert [bar["width"]["band"] for bar in bars if bar["type"] == "bar"] == [1, 0.5]


@pytest.mark.parametrize("key", [key for key, each in MEASURES.items() if each.steps])
def test_both_systems_steps_are_drawn_on_one_scale(key):
    app = shown(STATE, key)
    of_system = {"a": [], "b": []}
    for chart in app.get("vega_lite_chart"):
        terms = json.loads(chart.proto.spec)["vconcat"][1]
        scales = [
            layer["encoding"]["x"]["scale"]["domain"]
            for layer in terms["layer"]
            if layer["encoding"].get("x", {}).get("type") == "quantitative"
        ]
        assert scales.count(scales[0]) == len(scales) if scales else key.startswith("DNKT")
        of_system["a" if "System A" in chart.proto.alt else "b"].append(scales)
    assert of_system["a"] == of_system["b"]
    assert of_system["a"]


def test_the_scale_reaches_over_the_terms_of_both_systems():
    app = shown(STATE, "NMD")
    gold = STATE.shares("gold")
    gaps = [np.cumsum(STATE.shares(which) - gold)[:-1] for which in ("a", "b")]
    low, high = json.loads(app.get("vega_lite_chart")[0].proto.spec)["vconcat"][1]["layer"][2][
        "encoding"
    ]["x"]["scale"]["domain"]
    assert low <= np.min(gaps)
    assert high >= np.max(gaps)
    assert high - low < 2 * (max(0, np.max(gaps)) - min(0, np.min(gaps)))


def test_distances_are_written_with_positions():
    app = shown(STATE, "RNOD")
    (distance,) = [
        latex.value for latex in app.latex if "delta" in latex.value and "|i" in latex.value
    ]
    assert r"\delta_{1,5} = |i - j|" in distance
    assert "|1 - 5|" in distance
    told = " ".join(text.value for text in app.markdown)
    assert "From the lowest class, -2 (i = 1), to the highest, 2 (j = 5):" in told.replace("\\", "")


def test_two_systems_share_what_does_not_depend_on_them():
    app = shown(STATE, "RNOD2")
    told = [latex.value for latex in app.latex]
    # Only the distances are taken from the gold alone; beside them each system has its bars.
    assert len(told) == len(set(told)) + 1
    app = shown(STATE, "RNADW")
    assert [caption.value for caption in app.caption] == ["The same for both systems."]


def test_labels_are_shown_as_they_are_written():
    state = CompareState(("<b>x</b>", "$a$", "*c*"), (1, 2, 3), (3, 2, 1))
    for key in ("NMD", "RNOD", "DNKT", "JSD"):
        app = shown(state, key)
        assert not any("<b>" in html.proto.body for html in app.get("html"))
        assert not any("<b>x" in text.value or "$a$" in text.value for text in app.markdown)
    assert any("&lt;b&gt;x" in html.proto.body for html in app.get("html"))


def test_terms_can_be_downloaded_with_their_classes():
    done = working("NMD", STATE.shares("a"), STATE.shares("gold"), STATE.classes)
    table = terms_table(done)
    boundaries = table.loc[2]
    assert boundaries["classes"].tolist() == ["-2; -1", "-1; 0", "0; 1", "1; 2"]
    assert boundaries["value"].sum() / 4 == pytest.approx(done.value)
    assert isinstance(table, pd.DataFrame)
    assert np.isfinite(table["value"]).all()
