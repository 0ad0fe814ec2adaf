"""The working as the Compare page shows it, run without a browser."""

import re
from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from oq_core import MEASURES
from oq_core.knowledge.working import working
from pages.drawing import theme
from pages.drawing import working as working_page
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


def pictures(app):
    """The pictures of the steps, by their parts."""
    bodies = [each.proto.body for each in app.get("html")]
    return [ElementTree.fromstring(body) for body in bodies if 'class="oq-pointed"' in body]


def size(element, name):
    """A length of an element's style, in percent."""
    return float(re.search(rf"(?:^|; ){name}: (-?[\d.]+)%", element.get("style"))[1])


def colour_of(element):
    return re.search(r"background(?:-color)?: (#\w+)", element.get("style"))[1]


def colour_of_kind(kind):
    """Two kinds have no colour in common, as far as a legend tells them."""
    return working_page._KIND_COLOURS[kind] if kind else theme.NEUTRAL


def all_of(picture, kind):
    return [each for each in picture.iter() if kind in each.get("class", "").split()]


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
    bodies = [html.proto.body for html in app.get("html") if "<caption>" in html.proto.body]
    (rows,) = [body for body in bodies if "DW" in body]
    assert rows.count("<td>✓</td>") == 4
    assert rows.count("<tr class=oq-off>") == 1
    assert "<tr class=oq-off><th scope=row>-2</th>" in rows


def test_pictures_have_words_bars_and_shared_pointing():
    app = shown(STATE, "NMD")
    found = pictures(app)
    assert len(found) == 6
    for place, picture in enumerate(found):
        bars, terms = all_of(picture, "oq-chart")
        assert f"System {'AB'[place % 2]}" in bars.get("aria-label")
        assert "point at a term" in terms.get("aria-label")
        gold, estimated = STATE.shares("gold"), STATE.shares("ab"[place % 2])
        columns = all_of(picture, "oq-place")
        for index, column in enumerate(columns):
            wide, narrow = column
            assert size(wide, "height") == pytest.approx(100 * gold[index], abs=1e-3)
            assert size(narrow, "height") == pytest.approx(100 * estimated[index], abs=1e-3)
            # One stands in front of the other, and each within its class.
            assert 0 <= size(wide, "left") < size(narrow, "left")
            ends = [size(bar, "left") + size(bar, "width") for bar in (wide, narrow)]
            assert ends[1] < ends[0] <= 100
            assert f"c{index}" in column.get("class").split()
        # What one points at lights up the other side.
        (style,) = picture.iter("style")
        rules = {
            (one, f"c{index}", other)
            for index in range(5)
            for one, other in (("oq-place", "oq-term"), ("oq-term", "oq-place"))
        }
        read = re.findall(r":has\(\.([\w-]+)\.(c\d):hover\) \.([\w-]+)\.\2 \{", style.text)
        assert set(read) == rules


@pytest.mark.parametrize("key", [key for key, each in MEASURES.items() if each.steps])
def test_terms_are_drawn_as_long_as_they_are_and_of_both_systems_on_one_scale(key):
    done = {
        which: working(key, STATE.shares(which), STATE.shares("gold"), STATE.classes)
        for which in "ab"
    }
    drawn = iter(pictures(shown(STATE, key)))
    number = 0
    for steps in zip(*(each.steps for each in done.values()), strict=True):
        scales = []
        for step in steps if steps[0].terms else ():
            elements = all_of(next(drawn), "oq-term")
            number += len(elements)
            assert len(elements) == len(step.terms)
            for element, term in zip(elements, step.terms, strict=True):
                marks = {f"c{index}" for index in term.classes}
                assert {
                    each for each in element.get("class").split() if re.match(r"c\d", each)
                } == marks
                if element.tag == "div":
                    (bar,) = element.iter("i")
                    zero = size(bar, "left") + size(bar, "width") * (term.value < 0)
                    assert colour_of(bar) == colour_of_kind(term.kind)
                    if abs(term.value) > 1e-3:
                        scales.append((zero, size(bar, "width") / abs(term.value)))
                else:
                    assert f"{term.label}: {term.kind}" == element.get("title")
                    assert colour_of(element) == colour_of_kind(term.kind)
        for scale in scales:
            assert scale == pytest.approx(scales[0], rel=0.01, abs=0.01)
    assert number > 0
    assert next(drawn, None) is None


def test_the_longest_term_ends_where_its_axis_does_and_a_negative_one_has_room_for_its_number():
    bars = [
        bar for picture in pictures(shown(STATE, "NMD"))[:2]
        for term in all_of(picture, "oq-term") for bar in term.iter("i")
    ]  # fmt: skip
    assert max(size(bar, "left") + size(bar, "width") for bar in bars) == pytest.approx(100)
    least = min(size(bar, "left") for bar in bars)
    assert 15 < least < 40


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
