"""One record is a whole measure: every page, the report and the generic tests take it as it is."""

import io
import os
import re
import subprocess
import sys
import zipfile
from pathlib import PurePosixPath

import pytest
import streamlit as st
from streamlit.testing.v1.element_tree import Block

from oq_core import MEASURES, analyse, explain_conflict, read_collections, score, working
from oq_core.campaign import Options, html_report, zip_report
from oq_core.disagreement import artificial_experiment, compare_triples, random_triples
from oq_core.knowledge import PROPERTIES, quiz_pairs
from oq_core.measures import OC_MEASURES, score_classification
from pages.drawing.working import terms_table
from pages.main_parts.glossary import entries
from pages.menu import ENTRIES
from tests.conftest import ROOT, SAMPLE
from tests.invented import ERRORS, MAXE

#: What the registries hold without the new ones.
KNOWN = {MAXE.key: tuple(MEASURES), ERRORS.key: tuple(OC_MEASURES)}


def clear():
    st.cache_data.clear()
    st.cache_resource.clear()
    entries.cache_clear()


@pytest.fixture(scope="module", autouse=True)
def registered():
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(MEASURES, MAXE.key, MAXE)
        patch.setitem(OC_MEASURES, ERRORS.key, ERRORS)
        clear()
        yield
    clear()


def contents(page):
    """What every element of a page holds: text, options, tables, figures, components."""
    return [
        node.proto.SerializeToString()
        for node in (*page.main, *page.sidebar)
        if not isinstance(node, Block)
    ]


def omissions(held, new):
    """Elements that hold all measures of a registry but the new one."""
    names = [key.encode() for key in KNOWN[new]]
    whole = [each for each in held if all(name in each for name in names)]
    return [each for each in whole if new.encode() not in each], len(whole)


#: Pages that list every measure of a registry, and which registry's new one they must list.
LISTS = {
    "compare": "MAXE",
    "quiz": "MAXE",
    "classification": "ERRORS",
    "reference": "MAXE",
    "map": "MAXE",
    "conflicts": "MAXE",
    "dialogues": "MAXE",
    "leaderboard": "MAXE",
    "rankings": "MAXE",
    "power": "MAXE",
    "sample_size": "MAXE",
    "report": "MAXE",
}


@pytest.mark.parametrize("entry", ENTRIES, ids=[entry.title for entry in ENTRIES])
def test_no_page_crashes_and_none_omits_it(start, entry):
    name = PurePosixPath(entry.file).stem
    page = start(name)
    held = contents(page)
    for new in KNOWN:
        missing, whole = omissions(held, new)
        assert not missing
        assert whole or LISTS.get(name) != new


def test_compare_shows_its_score_and_its_working(start):
    page = start("compare", working=MAXE.key, measures="all")
    text = b"".join(contents(page)).decode(errors="replace")
    assert re.search(rf'data-measure=\\?"{MAXE.key}\\?"', text)
    assert MAXE.equation in [each.value.strip("$\n ") for each in page.latex]


@pytest.mark.parametrize("measure", [MAXE, ERRORS], ids=lambda each: each.key)
def test_the_reference_says_what_is_not_known(start, measure):
    page = start("reference")
    page.query_params["measure"] = measure.key
    page.run()
    assert not page.exception
    assert page.header[0].value == f"{measure.key}: {measure.name}"
    words = "\n".join(each.value for each in page.markdown)
    assert "- **Range**: not examined" in words
    assert "No example is given." in words
    if measure.source:
        assert page.code[0].value == measure.source
    else:
        assert "No source is given." in words


def test_its_properties_are_searched_and_left_open_without_proof(start):
    page = start("reference", property="symmetric")
    next(box for box in page.selectbox if box.label == "Measure").set_value(MAXE.key).run()
    assert not page.exception
    assert page.header[0].value == f"{MAXE.key}, symmetric: ? open"
    verdicts = {name: each.check(MAXE).verdict for name, each in PROPERTIES.items()}
    assert verdicts["magnitude"] == "holds"
    assert verdicts["zero only on equality"] == verdicts["symmetric"] == "open"
    assert verdicts["ordinal"] == "fails"


def test_the_core_takes_it_everywhere():
    shown = working(MAXE.key, [0.5, 0.5, 0], [0.25, 0.25, 0.5], ["a", "b", "c"])
    assert (shown.value, shown.steps[-1].value) == (0.5, 0.5)
    assert terms_table(shown).empty
    told = explain_conflict([1, 0], [0.5, 0.5], [0, 1], MAXE.key, "NMD", ["a", "b"])
    assert told.startswith("MAXE prefers A, 0.500 against 1.000. NMD prefers A")
    assert len(quiz_pairs(MAXE.key, "NMD", 5, 3, seed=0)) == 3
    assert artificial_experiment(3, ["NVD", MAXE.key], each=2).measures == ("NVD", MAXE.key)
    assert MAXE.key in compare_triples(random_triples(3, 5, 2, seed=0)).measures


@pytest.mark.usefixtures("undrawn")
def test_the_report_has_it_in_every_form():
    (collection,) = read_collections(
        SAMPLE / "oc_gold.tsv", sorted(SAMPLE.glob("oc_runs/*"))
    ).values()
    for scores, new in (
        (score(collection), MAXE.key),
        (score_classification(collection).defined(), ERRORS.key),
    ):
        assert new in scores.measures
        analysis = analyse({"sample": scores}, Options(trials=100, splits=10, samples=20))
        assert new in html_report(analysis)
        with zipfile.ZipFile(io.BytesIO(zip_report(analysis))) as files:
            tables = {
                name: files.read(name).decode()
                for name in files.namelist()
                if name.endswith((".csv", ".tex"))
            }
        for ending in (".csv", ".tex"):
            assert any(new in text for name, text in tables.items() if name.endswith(ending))
            known = KNOWN[new]
            for name, text in tables.items():
                if name.endswith(ending) and all(key in text for key in known):
                    assert new in text, name


def test_the_generic_tests_pass_with_it():
    """A run of its own, as tests are made from the registries when they are collected."""
    chosen = ["tests/measures", "tests/knowledge", "tests/pages/learn/test_reference.py"]
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "tests.invented", "-p", "no:cacheprovider",
         "-n0", "-k", f"{MAXE.key} or {ERRORS.key} or complete", *chosen],
        cwd=ROOT, env=os.environ | {"PYTHONPATH": str(ROOT)}, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stdout
    assert "failed" not in run.stdout
    assert int(run.stdout.rsplit(" passed", 1)[0].rsplit(None, 1)[-1]) > 30
