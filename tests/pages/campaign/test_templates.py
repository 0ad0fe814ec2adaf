"""Every template that the app offers can be opened and shown on every page of analysis."""

import io
from contextlib import suppress
from difflib import SequenceMatcher

import pytest

from oq_core import DataError
from oq_core.reading import read_gold_and_nuggets, read_runs, templates
from oq_core.reading.kinds.described import RUNS_FILE
from pages.menu import MENU


def source(name):
    file = io.BytesIO(templates()[name].encode())
    file.name = name
    return file


def by_likeness(name):
    """Templates of runs, those of the likest names first."""
    runs = [run for run in templates() if "gold" not in run and run != name]
    return sorted(runs, key=lambda run: -SequenceMatcher(None, run, name).ratio())


def fits(run, gold):
    read = read_runs([run], gold.collections, gold.nuggets)
    return bool(read.added) and not read.problems


def golds():
    """Every template of gold, and of the runs that fit it the one of the likest name.

    Which of them are read as what no template before them is: pages know data, not formats.
    """
    found, kinds = {}, {}
    for name in templates():
        with suppress(DataError):
            gold = read_gold_and_nuggets(source(name))
            likest = next((run for run in by_likeness(name) if fits(source(run), gold)), "")
            if "run" not in name:
                found[name] = likest
                collections = gold.collections.values()
                rated = any(each.ratings is not None for each in collections)
                kinds.setdefault((rated, bool(gold.nuggets), bool(likest)), name)
    return found, {*kinds.values()}


GOLDS, OTHER_KINDS = golds()
MATRICES = (("NMD.csv",), ("NMD.dialoguebyrun", "run_names.txt"))
PAGES = {
    entry.address: entry.file
    for entry in (*MENU["Campaign"], *MENU["People and judges"])
    if entry.address not in ("data", "papers")
}


def files(*names):
    return [(name, templates()[name].encode(), "text/plain") for name in names]


def uploader(page, label):
    return next(each for each in page.file_uploader if label in each.label)


def show_on(page, names):
    assert not page.error, [each.value for each in page.error]
    for name in map(PAGES.get, names):
        page.switch_page(name).run()
        assert not page.exception, (name, page.exception[0].value)
        baselines = [each for each in page.toggle if each.key == "add_baselines"]
        if baselines:
            # The choice holds on the next page, which opens with what this one ends with.
            baselines[0].set_value(not baselines[0].value).run()
            assert not page.exception, (name, page.exception[0].value)


def test_every_template_is_opened_here():
    named = {*GOLDS, *GOLDS.values(), *(name for each in MATRICES for name in each)} - {""}
    # What a table says of runs is tested with Your data.
    assert named | {RUNS_FILE} == set(templates())


@pytest.mark.parametrize("gold", GOLDS)
def test_a_gold_and_its_run_are_shown(start, gold):
    page = start("data")
    uploader(page, "Gold").set_value(files(gold)).run()
    if GOLDS[gold]:
        uploader(page, "Run files").set_value(files(GOLDS[gold])).run()
    show_on(page, PAGES if gold in OTHER_KINDS else ["leaderboard"])


@pytest.mark.parametrize("names", MATRICES)
def test_score_matrices_are_shown(start, names):
    page = start("data")
    uploader(page, "score matrices").set_value(files(*names)).run()
    show_on(page, PAGES if names is MATRICES[0] else ["leaderboard"])
