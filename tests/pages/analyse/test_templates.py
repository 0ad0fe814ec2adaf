"""Every template that the app offers can be opened and shown on every page of analysis."""

import pytest

from oq_core.reading import templates
from pages.menu import MENU

#: Which templates belong together: where the first is opened, and what else.
GOLDS = {
    "ntcir_quality_gold.json": "ntcir_quality_run.json",
    "semeval_E_gold.tsv": "semeval_E_run.tsv",
    "semeval_C_gold.tsv": "semeval_C_run.tsv",
    "DIALOGUE1.json": "DIALOGUE1.labels.json",
    "lewidi_gold.json": "lewidi_run.tsv",
    "wide_gold.csv": "wide_run.csv",
    "long_gold.csv": "long_run.csv",
    "labels_gold.csv": "labels_run.csv",
    "confusion.csv": "",
}
MATRICES = (("NMD.csv",), ("NMD.dialoguebyrun", "run_names.txt"))
PAGES = [entry.file for entry in MENU["Analyse"] if entry.address != "data"]


def files(*names):
    return [(name, templates()[name].encode(), "text/plain") for name in names]


def uploader(page, label):
    return next(each for each in page.file_uploader if label in each.label)


def show_on_every_page(page):
    assert not page.error, [each.value for each in page.error]
    for name in PAGES:
        page.switch_page(name).run()
        assert not page.exception, (name, page.exception[0].value)
        baselines = [each for each in page.toggle if each.key == "add_baselines"]
        if baselines:
            # The choice holds on the next page, which opens with what this one ends with.
            baselines[0].set_value(not baselines[0].value).run()
            assert not page.exception, (name, page.exception[0].value)


def test_every_template_is_opened_here():
    named = {*GOLDS, *GOLDS.values(), *(name for each in MATRICES for name in each)} - {""}
    assert named == set(templates())


@pytest.mark.parametrize("gold", GOLDS)
def test_a_gold_and_its_run_are_shown_on_every_page(start, gold):
    page = start("data")
    uploader(page, "Gold").set_value(files(gold)).run()
    if GOLDS[gold]:
        uploader(page, "Run files").set_value(files(GOLDS[gold])).run()
    show_on_every_page(page)


@pytest.mark.parametrize("names", MATRICES)
def test_score_matrices_are_shown_on_every_page(start, names):
    page = start("data")
    uploader(page, "score matrices").set_value(files(*names)).run()
    show_on_every_page(page)
