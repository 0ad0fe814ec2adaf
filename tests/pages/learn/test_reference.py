"""The reference: what it says of each measure, and its page without a browser."""

from dataclasses import replace
from urllib.parse import parse_qsl

import pytest
from hypothesis import given

from oq_core import MEASURES
from oq_core.data.distributions import TIE_TOLERANCE
from oq_core.knowledge import PROPERTIES
from oq_core.measures import OC_MEASURES
from oq_core.measures.examples import Example
from oq_core.papers import PAPERS
from pages.drawing.classification_state import ClassificationState
from pages.drawing.compare_state import CompareState
from pages.drawing.sharing import link
from tests.pages.conftest import unlinked
from tests.strategies import states

#: Measures of both registries, by key.
RECORDS = MEASURES | OC_MEASURES


def preferred(key, example):
    """The system that a measure prefers, or a tie."""
    if isinstance(example, Example):
        a, b = (float(MEASURES[key](each, example.gold)) for each in (example.a, example.b))
    else:
        a, b = (float(OC_MEASURES[key](each)) for each in (example.a, example.b))
    better = b - a if key in OC_MEASURES and OC_MEASURES[key].larger_is_better else a - b
    return "tie" if abs(better) <= TIE_TOLERANCE else "A" if better < 0 else "B"


@pytest.mark.parametrize("key", [key for key, each in RECORDS.items() if each.example])
def test_the_example_sets_the_measure_apart(key):
    measure = RECORDS[key]
    assert measure.against
    ours = preferred(key, measure.example)
    assert all(preferred(other, measure.example) != ours for other in measure.against)


@pytest.mark.parametrize("key", MEASURES)
def test_the_scale_goes_beyond_one_where_the_measure_does(key):
    beyond = PROPERTIES["bounded"].check(MEASURES[key]).verdict == "fails"
    assert (MEASURES[key].most > 1) == ("√2" in MEASURES[key].scale) == beyond


def open_reference(start, key):
    page = start("reference")
    page.query_params["measure"] = key
    page.run()
    assert not page.exception
    return page


@pytest.mark.parametrize("key", RECORDS)
def test_each_measure_is_shown_and_its_example_can_be_opened(start, key):
    page = open_reference(start, key)
    measure = RECORDS[key]
    assert page.header[0].value == f"{key}: {measure.name}"
    assert page.latex[0].value.strip("$\n ") == measure.equation
    words = unlinked("\n".join(each.value for each in page.markdown))
    for text in (measure.summary, measure.use, *measure.pitfalls, *measure.elsewhere):
        assert text in words
    if measure.source.split()[:1] and measure.source.split()[0] in PAPERS:
        assert PAPERS[measure.source.split()[0]].title in page.code[0].value
    if measure.example is None:
        return
    example = measure.example
    state = (CompareState if key in MEASURES else ClassificationState).of_example(example)
    opens = dict(parse_qsl(page.get("page_link")[0].proto.query_string, keep_blank_values=True))
    assert type(state).from_address(opens) == (
        replace(state, working=key) if key in MEASURES else state
    )


def test_its_example_can_be_changed_and_is_seen_at_work(start, monkeypatch):
    seen = []
    monkeypatch.setattr("pages.drawing.practice.seeing", lambda *given: seen.append(given))
    page = open_reference(start, "NMD")
    example = CompareState.of_example(MEASURES["NMD"].example)
    assert seen[-1][0].votes("a") == example.a
    changed = example.with_vote("a", 0, 7)
    page.session_state["reference_NMD"] = changed
    page.run()
    assert seen[-1][0].votes("a") == changed.a
    opens = dict(parse_qsl(page.get("page_link")[0].proto.query_string, keep_blank_values=True))
    assert CompareState.from_address(opens) == replace(changed, working="NMD")
    page.button(key="reference_NMD_As in the example").click().run()
    assert page.session_state["reference_NMD"] == example


def test_choosing_a_measure_changes_the_address(start):
    page = start("reference")
    page.selectbox(key="reference_measure").set_value("JSD").run()
    assert page.query_params["measure"] == "JSD"
    assert page.header[0].value.startswith("JSD")


def test_the_table_of_all_is_opened_and_left_with_the_measure_that_is_shown(start):
    page = start("reference", measure="JSD")
    page.button_group(key="reference_part").set_value("Properties of all").run()
    assert page.query_params == {"measure": "JSD", "property": "magnitude"}
    assert page.header[0].value.startswith("JSD, sizes count: ")
    page.selectbox(key="reference_property").set_value("bounded").run()
    page.selectbox(key="reference_measure").set_value("NMD").run()
    assert page.header[0].value.startswith("NMD, at most 1: ")
    page.button_group(key="reference_part").set_value("One measure").run()
    assert page.query_params == {"measure": "NMD"}
    assert page.header[0].value.startswith("NMD: ")
    # Measures of classification are not in that table.
    page.selectbox(key="reference_measure").set_value("kappa").run()
    page.button_group(key="reference_part").set_value("Properties of all").run()
    assert page.query_params["measure"] == "NMD"


@pytest.mark.parametrize(
    "asked", [{"property": "<b>"}, {"measure": "kappa", "property": "symmetric"}]
)
def test_what_is_not_in_the_table_is_refused(start, asked):
    page = start("reference", **asked)
    assert "The link could not be read" in page.warning[0].value
    assert page.header[0].value.startswith("NMD: ")


def test_an_unknown_measure_is_refused(start):
    page = open_reference(start, "<b>NMD</b>")
    assert "no measure called" in page.warning[0].value
    assert page.header[0].value.startswith("NMD")


@given(states())
def test_a_short_link_to_compare_leaves_nothing_out(state):
    query = link("http://host/", state.to_address()).partition("?")[2]
    assert CompareState.from_address(dict(parse_qsl(query, keep_blank_values=True))) == state


def test_links_are_short():
    start = CompareState(two_systems=True).to_address()
    assert link("http://host/compare", start) == "http://host/compare?two=1"
    assert link("http://host", {}) == "http://host/"
    changed = CompareState(two_systems=True).with_vote("a", 0, 7)
    assert (
        link("http://host/compare", changed.to_address()) == "http://host/compare?a=7,6,5,4,1&two=1"
    )
    start = ClassificationState().to_address()
    assert link("http://host/classification", start) == "http://host/classification"
    assert link("http://host/papers", {"paper": "a b&c"}) == "http://host/papers?paper=a+b%26c"
    several = {"quantification_measures": ["NMD", "JSD"], "alpha": "0.01"}
    query = "?quantification_measures=NMD&quantification_measures=JSD&alpha=0.01"
    assert link("http://host/power", several) == f"http://host/power{query}"
