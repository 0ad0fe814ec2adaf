"""The confusion matrices on their page, with the server: typing, keys and mouse."""

import re
from math import isnan
from urllib.parse import parse_qsl, urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from oq_core.measures import OC_MEASURES
from pages.drawing.classification_state import ClassificationState
from pages.drawing.classification_table import classification_verdicts
from tests.browser import test_board
from tests.browser.test_board import NO_COMPONENTS
from tests.browser.waiting import Line, Visitor, at_rest, eventually

#: The table of classification, beside that of quantification.
TABLE = ".oq-measures:has(tr[data-measure=kappa])"


def cell(page: Page, name: str, label: str, gold: str) -> Locator:
    return page.get_by_role("spinbutton", name=f"{name}: {label}, gold {gold}", exact=True)


def state_of(page: Page) -> ClassificationState:
    query = dict(parse_qsl(urlsplit(page.url).query, keep_blank_values=True))
    return ClassificationState.from_address(query)


def shown(page: Page) -> dict[str, list[str]]:
    return test_board.shown(page, TABLE)


def expected(state: ClassificationState) -> dict[str, list[str]]:
    """What the registry gives, one matrix at a time."""
    scores = {
        key: tuple(
            float(measure(state.counts(which))) if state.counts(which).any() else float("nan")
            for which in state.shown
        )
        for key, measure in OC_MEASURES.items()
    }
    return {
        each.measure: [
            *("undefined" if isnan(score) else f"{score:z.4f}" for score in each.scores),
            each.preferred,
        ]
        for each in classification_verdicts(scores)
    }


def settle(page: Page) -> ClassificationState:
    """Wait until matrices, numbers and address agree, and give the state that they show."""
    eventually(page, lambda: agree(page))
    return state_of(page)


def agree(page: Page) -> None:
    state = state_of(page)
    cells = page.locator(".matrix input").evaluate_all("found => found.map(e => e.value)")
    counts = [count for which in state.shown for count in state.counts(which).ravel()]
    assert [int(each) for each in cells] == counts
    assert shown(page) == expected(state)


def open_matrices(page: Page, address: str) -> None:
    page.goto(address)
    expect(page.locator(".matrix").first).to_be_visible()
    at_rest(page)
    settle(page)


def drag(page: Page, place: Locator, way: int) -> None:
    """Up by so many steps."""
    place.scroll_into_view_if_needed()
    box = place.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    for part in (0.5, 1):
        page.mouse.move(x, y - 8 * way * part)


def test_a_drag_changes_the_numbers_on_its_way(server: str, page: Page):
    line = Line(page)
    open_matrices(page, f"{server}/classification?classes=x,y&a=5..3.10&b=1.1.1.1&two=1")
    url = page.url
    place = cell(page, "System A", "x", "y")
    # Items of gold class y: what the cell gains, the other loses.
    state = ClassificationState(("x", "y"), ((5, 7), (3, 3)), ((1, 1), (1, 1)))
    with line.held():
        drag(page, place, 7)
        expect(place).to_have_value("7")
        assert shown(page) == expected(state)
        assert page.url == url
    page.mouse.up()
    page.wait_for_url(re.compile("a=5.7.3.3"))
    assert settle(page) == state
    expect(page.get_by_text("18 items, 8 of them (44 %)")).to_be_visible()
    expect(page.locator(".matrix").first.locator("tfoot td")).to_have_text(["8", "10", "18"])


@pytest.mark.dear("ordinarily among any moves")
def test_moves_are_undone_and_done_again(server: str, page: Page):
    open_matrices(page, f"{server}/classification?classes=x,y&a=5..3.10&two=0")
    place = cell(page, "System A", "x", "y")
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    for count in ("3", "8"):
        place.fill(count)
        page.wait_for_url(re.compile(f"a=5.{count}.3.10"))
        settle(page)
    place.press("Control+z")
    expect(place).to_have_value("3")
    page.get_by_role("button", name="Undo").click()
    expect(place).to_have_value("0")
    page.get_by_role("button", name="Redo").click()
    expect(place).to_have_value("3")
    page.wait_for_url(re.compile("a=5.3.3.10"))
    settle(page)


def test_a_count_is_typed(visitor: Visitor):
    page = visitor.page
    visitor.go("/classification?classes=x,y&a=5..3.10&two=0")
    settle(page)
    place = cell(page, "System A", "x", "y")
    place.click()
    page.keyboard.type("1234")
    page.wait_for_url(re.compile("a=5.1234.3.10"))
    settle(page)
    # What is no count is not taken, and what was there comes back.
    for text in ("-3", "", "1.5"):
        place.fill(text)
        page.keyboard.press("Tab")
        expect(place).to_have_value("1234")
    assert state_of(page).a == ((5, 1234), (3, 10))
    place.fill("7654321")
    expect(place).to_have_value("1000000")
    page.wait_for_url(re.compile("a=5.1000000.3.10"))


@pytest.mark.dear("ordinarily sliders stand in for the board")
def test_plain_tables_stand_in_where_the_matrices_cannot_load(server: str, page: Page):
    page.add_init_script(NO_COMPONENTS)
    page.goto(f"{server}/classification")
    expect(page.get_by_text("could not load the matrices")).to_be_visible()
    expect(page.get_by_text("BidiComponent").filter(visible=True)).to_have_count(0)
    page.get_by_role("button", name="Use plain tables").click()
    expect(page.get_by_test_id("stDataFrame")).to_have_count(2)
    expect(page.locator(TABLE)).to_be_visible()
