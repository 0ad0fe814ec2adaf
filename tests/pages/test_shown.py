"""All that pages show: records of the core, but for a list; each record's parts agree."""

import ast
import re
from collections import Counter
from pathlib import Path

import pytest
from streamlit.testing.v1.element_tree import Block

from oq_core.campaign import Chart
from pages.analysing import settings
from pages.menu import ENTRIES, MENU
from tests import read_back
from tests.conftest import ROOT
from tests.pages.conftest import unlinked

#: What is drawn by hand, by the function that does it, and why it is no record.
BY_HAND = {
    "explore/dialogues_parts/learnt.py learnt": "a few rows about one run, where it is open",
    "explore/dialogues_parts/scatter.py delta_scatter": "one selects instances in it",
    "campaign/data_parts/card.py checked_runs": "of files, with words and no number of an analysis",
    "campaign/data_parts/described.py described_runs": "one types in it what runs are called",
    "campaign/data_parts/one_name.py one_name": "names to be confirmed, no numbers",
    "campaign/data_parts/opening.py tell": "of faults in files, all of it words",
    "campaign/leaderboard.py runs_table": "one clicks a run in it, and it has sparklines",
    "campaign/leaderboard_parts/turns.py pick_dialogue": "one clicks a dialogue in it",
    "campaign/power.py pairs_view": "one searches in it",
    "campaign/sample_size.py from_data": "one clicks a row in it",
    "explore/conflicts_parts/how_often.py draw": "a density of 100,000 triples",
    "explore/conflicts_parts/how_often.py show_rates": "one clicks a cell in it",
    "explore/conflicts_parts/how_often.py strongest": "one clicks a conflict in it",
    "explore/dialogues.py instances": "one clicks an instance in it",
    "learn/classification.py amounts": "it follows the matrix beside it",
    "learn/classification.py matrices": "it follows the matrix beside it",
    "learn/classification_parts/matrix/plain.py plain_table": "one types counts in it",
    "learn/classification_parts/open_items.py _scores": "it follows the matrix beside it",
    "learn/lessons_parts/figures.py show": "it follows the bars beside it",
    "campaign/papers.py show_beside": "beside what a paper prints, with its own marks",
    "campaign/papers.py show_printed": "as a paper prints it",
    "learn/quiz_parts/questions.py question": "votes that one compares by eye",
    "learn/reference_parts/properties.py show_table": "one clicks a cell in it",
    "learn/reference.py classification_example": "a matrix of an example, of the registry",
    "learn/reference.py scores_table": "it stands beside an example that is drawn",
    "drawing/board/plain.py _results": "it follows the board beside it",
    "drawing/charts.py show_figure": "it shows charts, and the figures of this list",
    "drawing/conflict.py show_conflict": "it stands beside bars that change with a click",
    "drawing/bars.py show_bars": "it shows charts of bars as elements of the page",
    "drawing/hands.py room": "hands of a class, typed a moment ago",
    "drawing/sharing.py show_link": "a QR code",
    "drawing/shown.py _show_cells": "it shows tables",
    "drawing/shown.py pick_row": "it shows the tables of this list in which one clicks a row",
    "campaign/data_parts/taken_for.py _parts": "columns of a file, before there are results",
    "campaign/data_parts/taken_for.py _first_instances": "as above: bars in a table",
    "analysing/rules.py explain_rules": "of simulations, the same for all data",
    "main_parts/glossary.py words": "meanings of words, each with a small picture",
}
#: Functions that do so more than once.
SEVERAL = {
    "campaign/papers.py show_printed": 2,
}
SHOWS = re.compile(
    r"(\w+\.(dataframe|data_editor|plotly_chart)|st\.table|show_figure|pick_row)"
    # A style sheet shows nothing.
    r"\((?!figure_of)|st\.html\((?!_STYLE|_TIGHT|sheet|EMBEDDED)"
)


def test_what_is_no_record_is_drawn_where_the_list_says():
    found = []
    for file in (ROOT / "pages").rglob("*.py"):
        tree = ast.parse(file.read_text())
        functions = [each for each in ast.walk(tree) if isinstance(each, ast.FunctionDef)]
        for call in [each for each in ast.walk(tree) if isinstance(each, ast.Call)]:
            if SHOWS.match(ast.unparse(call)):
                around = [f for f in functions if f.lineno <= call.lineno <= f.end_lineno]
                found.append(f"{file.relative_to(ROOT / 'pages').as_posix()} {around[-1].name}")
    assert Counter(found) == {name: SEVERAL.get(name, 1) for name in BY_HAND}


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.address or "start")
def test_what_is_shown_is_a_record_and_its_parts_agree(entry, start, records, monkeypatch):
    labels = []
    # The report's figures are drawn for tests of its files.
    monkeypatch.setattr(Chart, "svg", "<svg></svg>")
    monkeypatch.setattr(settings, "relabel", lambda _, label, __: labels.append(label))
    page = start(Path(entry.file).stem)
    # Nothing is chosen yet that a label would name.
    assert labels == []
    if entry.address == "report":
        next(each for each in page.button if each.label == "Make the report").click().run()
    for record in records.values():
        read_back.check(record)
    assert unlinked(page.title[0].value).startswith(entry.heading or entry.headline)
    assert all(each.value.strip() for each in (*page.markdown, *page.caption))
    for to, words in links_of(page):
        follow(to, words)
    can_be_told_apart(page)
    if entry not in MENU["Learn"] and entry.address not in LATER:
        opens_with_its_answer(page)


def can_be_told_apart(page):
    """What one chooses from: no option is there twice, and numbers ascend."""
    for kind in ("selectbox", "multiselect", "radio", "select_slider", "button_group"):
        for each in getattr(page, kind):
            options = [*each.options]
            assert len(set(options)) == len(options), each.label
            numbers = [float(text) for text in options if re.fullmatch(r"[\d.]+", text)]
            assert numbers == sorted(numbers), each.label


#: Pages that show files or what is printed, or have no answer before one asks for it.
LATER = ("data", "papers", "report")


def opens_with_its_answer(page):
    """One sentence, then the figure; what explains or warns stands below them."""
    found = [*in_order(page.main)]
    kinds = [each.type for each in found]
    title = kinds.index("title")
    answer = next(
        place
        for place, each in enumerate(found)
        if each.type == "markdown" and re.fullmatch(r"\*\*[^*]+\*\*", unlinked(each.value))
    )
    figure = next(place for place, kind in enumerate(kinds) if place > title and kind in FIGURES)
    assert title < answer < figure
    assert not {"caption", "info", "warning", "error", "expander"} & {*kinds[title:figure]}


FIGURES = {"plotly_chart", "html", "dataframe", "arrow_data_frame", "bidi_component"}


def in_order(block):
    """The elements in the order in which one sees them, without what opens on demand."""
    for each in block.children.values():
        if not isinstance(each, Block) or each.type == "expander":
            yield each
        elif each.type != "popover":
            yield from in_order(each)


#: What links say that do not name a page, and the page that they promise.
PROMISES = {
    "Go on with the quiz": "quiz",
    "Open your files": "data",
    "Make them disagree again": "quiz",
}  # fmt: skip
ADDRESSES = {entry.address: entry for entry in ENTRIES}


def links_of(page):
    """Addresses and words of all links between pages, also of those in texts."""
    for each in page.get("page_link"):
        yield each.proto.page, each.proto.label
    for each in (*page.markdown, *page.caption):
        for words, address in re.findall(r"\[([^]]+)\]\((/|[a-z_]+)(?:\?[^)]*)?\)", each.value):
            yield address.removeprefix("/"), words


def follow(address, words):
    """A link leads to the page that it names, whose heading is tested where it is visited."""
    found = ADDRESSES[address]
    names = {each: f"{each.title}|{each.heading or each.title}" for each in ENTRIES}
    named = [each for each, name in names.items() if re.search(rf"\b(?:{name})\b", words)]
    promised = PROMISES.get(words) or max(named, key=lambda each: len(each.title)).address
    assert promised == found.address, words


def test_scripts_of_pages_are_named_in_the_menu_alone():
    files = [*(ROOT / "pages").rglob("*.py"), *(ROOT / "pages").rglob("*.js")]
    scripts = "|".join(re.escape(each.file) for each in ENTRIES)
    queries = "|".join(rf"{each.address}\?" for each in ENTRIES if each.address)
    names = re.compile(rf"[\"'`](?:{scripts}|{queries})")
    found = {each.name for each in files if names.search(each.read_text())}
    assert found == {"menu.py"}
