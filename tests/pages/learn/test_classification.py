"""The Classification page and the analysis of classification, without a browser."""

import io
import json

import numpy as np
import pytest

from oq_core import (
    discriminative_power,
    options,
    randomised_tukey_hsd,
    ranking_similarity,
    read_collections,
)
from oq_core.knowledge import (
    OC_EXAMPLES,
    OC_PRESETS,
)
from oq_core.measures import OC_MEASURES, score_classification, score_pooled
from pages.analysing.address import short_hash
from pages.analysing.data import SAMPLE_OF_CLASSES, Opened
from pages.drawing.classification_state import ClassificationState
from pages.host.workspaces import WORKSPACES
from pages.learn.classification_parts import open_items
from tests.conftest import SAMPLE
from tests.pages.conftest import ANALYSES, FILES, unlinked


@pytest.fixture(scope="module")
def collection():
    runs = sorted((SAMPLE / "oc_runs").glob("*.tsv"))
    return read_collections(SAMPLE / "oc_gold.tsv", runs)["oc_gold"]


def html(page):
    sent = [each.proto.json for each in page.get("bidi_component")]
    tables = [json.loads(each)["table"] for each in sent if '"table"' in each]
    return " ".join([*tables, *(each.proto.body for each in page.get("html"))])


def values_of(page):
    """The measures' values as the page shows them, by measure."""
    shown = {}
    for row in html(page).split("<tr data-measure=")[1:]:
        cells = row.split("<td class=oq-value>")[1:]
        shown[row.split('"')[1]] = [cell.split("</td>")[0] for cell in cells]
    return shown


def expected(state):
    return {
        key: [f"{float(measure(state.counts(which))):.4f}" for which in state.shown]
        for key, measure in OC_MEASURES.items()
    }


def test_all_nine_measures_of_both_systems_are_shown(start):
    shown = values_of(start("classification"))
    assert {key: shown[key] for key in OC_MEASURES} == expected(ClassificationState())


def test_a_link_restores_the_state(start):
    state = ClassificationState.of_example(OC_EXAMPLES[-1])
    page = start("classification", **state.to_address())
    shown = values_of(page)
    assert {key: shown[key] for key in OC_MEASURES} == expected(state)
    assert any("A is the better quantifier and the worse" in each.value for each in page.markdown)


def test_an_editor_stays_while_it_shows_what_is_there(start):
    page = start("classification", plain="1")
    made = page.session_state["oc_editors"]
    page.run()
    assert page.session_state["oc_editors"] == made > 0


def test_a_broken_link_is_explained(start):
    page = start("classification", a="1.2")
    assert "25 counts are needed" in page.warning[0].value


def test_presets_update_every_measure(start):
    page = start("classification")
    for name in OC_PRESETS:
        page.selectbox(key="oc_preset_b").set_value(name).run()
        assert not page.exception
        shown = values_of(page)
        state = ClassificationState().with_preset("b", name)
        assert {key: shown[key] for key in OC_MEASURES} == expected(state), name


def test_a_good_quantifier_that_is_a_bad_classifier_is_pointed_out(start):
    page = start("classification")
    page.selectbox(key="oc_preset_a").set_value("Right amounts, wrong items").run()
    words = " ".join(each.value for each in page.markdown)
    assert "System A is a good quantifier and a bad classifier" in words


def test_what_is_undefined_has_its_reason(start):
    page = start("classification", classes="x,y", a="..3.", b="...3", two="1")
    reason = next(each.value for each in page.caption if each.value.startswith("System B"))
    assert "kappa, alpha_ORD, alpha_INT undefined. System and gold put all 3 items" in reason
    assert values_of(page)["kappa"][1] == "<i>undefined</i>"


def test_no_items_is_no_error(start):
    page = start("classification", classes="x,y", a="...", b="...", two="1")
    assert any("System A and System B has no items yet" in each.value for each in page.info)


def test_what_a_measure_sees_can_be_changed(start):
    page = start("classification")
    for key in ("kappa", "CEM_ORD", "alpha_ORD", "Accuracy"):
        page.button_group(key="oc_seen_by").set_value(key).run()
        assert not page.exception
        assert f"What an item weighs for {key}. " in page.get("plotly_chart")[0].proto.alt


@pytest.mark.parametrize(("classes", "two"), [(2, True), (7, True), (7, False)])
def test_any_number_of_classes(start, classes, two):
    page = start("classification")
    page.number_input(key="oc_count").set_value(classes).run()
    page.toggle(key="oc_two_systems").set_value(two)
    page.selectbox(key="oc_preset_a").set_value("Random")
    page.selectbox(key="oc_gold").set_value("Imbalanced").run()
    page.text_input(key="oc_labels").set_value(",".join("gfedcba"[:classes])).run()
    assert not page.exception
    assert len(values_of(page)["MAE_M"]) == 1 + two


def test_bad_labels_are_refused(start):
    page = start("classification")
    page.text_input(key="oc_labels").set_value("a,b").run()
    assert "5 labels are needed" in page.error[0].value


def selected(page, label):
    return next(each for each in page.selectbox if each.label == label)


def test_pooled_scores_stand_beside_means(start, collection):
    page = start("classification")
    selected(page, "First run (A)").set_value("right-amounts").run()
    selected(page, "Second run (B)").set_value("always-neutral").run()
    table = page.table[0].value
    pooled, topics = score_pooled(collection), score_classification(collection)
    for run in ("right-amounts", "always-neutral"):
        column = pooled.runs.index(run)
        means = np.nanmean(topics.values[..., column], axis=1)
        for what, values in (("pooled", pooled.values[:, 0, column]), ("mean over topics", means)):
            assert list(table[f"{run}: {what}"]) == [f"{value:.4f}" for value in values]
    reasons = [each.value for each in page.caption if "undefined on 1 of 60 topics" in each.value]
    assert "no disagreement is to be expected by chance" in reasons[0]


def test_a_run_is_loaded_into_the_matrices(start, collection, monkeypatch):
    # As many classes as the matrices may have.
    monkeypatch.setattr(open_items, "MOST_CLASSES", len(collection.classes))
    page = start("classification")
    selected(page, "First run (A)").set_value("extreme").run()
    button = next(each for each in page.button if each.label == "Load into the matrices")
    assert not button.disabled
    button.click().run()
    assert not page.exception
    pooled = score_pooled(collection)
    column = pooled.runs.index("extreme")
    shown = values_of(page)
    for key, value in zip(pooled.measures, pooled.values[:, 0, column], strict=True):
        assert shown[key] == [f"{value:.4f}"]
    selected(page, "Second run (B)").set_value("noisy").run()
    selected(page, "Items").set_value("t07").run()
    next(each for each in page.button if each.label == "Load into the matrices").click().run()
    topics = score_classification(collection)
    row = topics.ids.index("t07")
    columns = [topics.runs.index(run) for run in ("extreme", "noisy")]
    for key, of_key in zip(topics.measures, topics.values[:, row], strict=True):
        assert values_of(page)[key] == [f"{of_key[column]:.4f}" for column in columns]


# The pages of analysis.


@pytest.fixture
def analyse(start):
    """A page of analysis, on the sample of classification."""

    def visit(name, *scales):
        known = ["quantification", "classification"]
        places = [str(known.index(each)) for each in scales]
        linked = ".".join([short_hash(known), *places])
        page = start(name, data=SAMPLE_OF_CLASSES, scales=linked)
        assert page.selectbox(key="data").value == SAMPLE_OF_CLASSES
        return page

    return visit


@pytest.mark.parametrize("name", ANALYSES)
def test_every_page_works_for_classification_alone_and_says_what_is_left_out(analyse, name):
    page = analyse(name, "quantification", "classification")
    assert any("have no measure in common" in each.value for each in page.info)
    every = "every " if name == "report" else ""
    scales = page.button_group(key=f"{every}scales/quantification/classification")
    scales.set_value(["classification"]).run()
    assert not page.exception
    measures = next(each for each in page.multiselect if each.label == "Measures")
    assert measures.value == list(OC_MEASURES)
    words = [unlinked(each.value) for each in page.caption]
    assert any("1 of 60 instances is left out" in each for each in words)


def test_the_leaderboard_goes_by_each_measures_direction_and_has_every_baseline(
    analyse, collection
):
    page = analyse("leaderboard", "classification")
    scores = score_classification(collection).defined()
    for key, best in (("MAE_M", min), ("Accuracy", max)):
        page.selectbox(key="sort_by").set_value(key).run()
        shown = next(each.value for each in page.dataframe if f"mean {key}" in each.value)
        means = list(scores.of([key]).means[0])
        assert shown[f"mean {key}"][0] == pytest.approx(best(means))
        assert shown["run"][0] == scores.runs[means.index(best(means))] == "careful"
    page.toggle(key="add_baselines").set_value(True).run()
    told = [unlinked(each.value) for each in page.caption]
    beside = next(each for each in told if "mean Accuracy: always" in each)
    assert all(f"always {k}" in beside.replace("\\", "") for k in range(-2, 3))
    page.toggle(key="test_baselines").set_value(True).run()
    shown = next(each.value for each in page.dataframe if "mean Accuracy" in each.value)
    assert {f"always {k}" for k in range(-2, 3)} < set(shown["run"])
    assert len(shown) == 13


def test_similarity_and_power_are_those_of_the_core(analyse, collection):
    scores = score_classification(collection).defined()
    taus = ranking_similarity(scores.means, scores.larger_is_better)
    page = analyse("rankings", "classification")
    averages = next(
        each.value.iloc[:, 0] for each in page.dataframe if each.value.index.name == "measure"
    )
    for k, key in enumerate(scores.measures):
        expected = (taus[k].sum() - taus[k, k]) / 8
        assert float(averages[key]) == pytest.approx(expected, abs=5e-4)
    page = analyse("power", "classification")
    shown = next(each.value for each in page.dataframe if {"S", "T", "%"} <= set(each.value))
    p_values = randomised_tukey_hsd(scores.values, options.TRIALS.usual, 0)
    for key, square in zip(scores.measures, p_values, strict=True):
        assert int(shown.loc[key, "S"]) == discriminative_power(square).significant


def test_the_report_of_classification(analyse):
    page = analyse("report", "classification")
    next(each for each in page.button if each.label == "Make the report").click().run()
    assert not page.exception
    told = " ".join(unlinked(each.value) for each in page.caption)
    assert "59 instances. Family of tests: 28 pairs of 8 runs" in told
    assert "1 of 60 instances is left out" in told


@pytest.mark.usefixtures("undrawn")
def test_two_families_are_in_one_report_by_measures_of_their_own(analyse):
    page = analyse("report", "quantification", "classification")
    page.toggle(key="measures_apart").set_value(True).run()
    own = [each for each in page.multiselect if each.label.startswith("Measures of")]
    assert [set(each.options) & {"NMD", "kappa"} for each in own] == [{"NMD"}, {"kappa"}]
    page.number_input(key="trials").set_value(100)
    page.number_input(key="report_samples").set_value(100)
    page.number_input(key="splits").set_value(10).run()
    next(each for each in page.button if each.label == "Make the report").click().run()
    assert not page.exception
    assert "Report (one HTML page)" in [each.proto.label for each in page.get("download_button")]


def test_where_all_is_undefined_it_is_said(start):
    gold = "1\tt\t0\n2\tt\t0\n"
    page = of_own_items(start, "leaderboard", gold, {"x": gold, "y": gold})
    page.button_group(key="scales/quantification/classification").set_value(["classification"])
    page.run()
    assert not page.exception
    assert "on no instance (there is 1) is every measure defined" in page.info[0].value


def of_own_items(start, name, gold, runs):
    """A page of analysis, on items of our own."""
    page = with_own_items(start, gold, runs)
    page.switch_page(FILES[name]).run()
    assert page.selectbox(key="data").value == "mine"
    return page


def with_own_items(start, gold, runs):
    """A page that shows no data, with items of our own open."""

    def named(name, text):
        found = io.BytesIO(text.encode())
        found.name = name
        return found

    sources = [named(f"{name}.tsv", text) for name, text in runs.items()]
    own = WORKSPACES.of("")
    read = read_collections(named("gold.tsv", gold), sources)
    own.put(Opened("mine", read, "mine"))
    page = start("notes")
    page.session_state["opened"], page.session_state["data"] = own, "mine"
    return page


def test_items_that_were_opened_last_are_looked_at_first(start):
    gold = "1\tt\t0\n2\tt\t1\n"
    page = with_own_items(start, gold, {"x": gold})
    page.switch_page("learn/classification.py").run()
    assert selected(page, "Data with a class for each item").options == ["mine", SAMPLE_OF_CLASSES]


@pytest.mark.parametrize("name", ANALYSES)
def test_one_topic_is_enough_or_it_is_said(start, name):
    gold, run = "1\tt\t0\n2\tt\t1\n3\tt\t2\n", "1\tt\t1\n2\tt\t1\n3\tt\t2\n"
    page = of_own_items(start, name, gold, {"x": gold, "y": run})
    every = "every " if name == "report" else ""
    page.button_group(key=f"{every}scales/quantification/classification").set_value(
        ["classification"]
    )
    page.run()
    assert not page.exception
