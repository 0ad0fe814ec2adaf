"""What a new user does, in a real browser."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from oq_core import MEASURES
from pages.drawing.compare_state import CompareState
from tests.browser.waiting import at_rest, eventually, unfold


def measure_value(page: Page, key: str) -> str:
    return page.locator(f".oq-measures tr[data-measure='{key}'] .oq-value").first.inner_text()


def test_a_plain_slider_changes_the_numbers_and_the_address_restores_them(server: str, page: Page):
    page.goto(f"{server}/compare?plain=1&measures=all")
    before = measure_value(page, "NMD")
    slider = page.get_by_role("slider", name=re.compile("^2 · System A"))
    for votes in (2, 3, 4):
        slider.press("ArrowRight")
        expect(slider).to_have_value(str(votes))
    state = CompareState().with_vote("a", 4, 4)
    expected = f"{MEASURES['NMD'](state.shares('a'), state.shares('gold')):.4f}"
    expect(page.locator(".oq-measures")).to_contain_text(expected)
    assert before != expected
    page.wait_for_url(re.compile("a=4%2C6%2C5%2C4%2C4"))

    elsewhere = page.context.new_page()
    elsewhere.goto(page.url)
    expect(elsewhere.locator(".oq-measures")).to_contain_text(expected)
    shown = {key: measure_value(elsewhere, key) for key in MEASURES}
    elsewhere.close()
    assert shown == {
        key: f"{measure(state.shares('a'), state.shares('gold')):.4f}"
        for key, measure in MEASURES.items()
    }


def test_selecting_points_shows_their_instances(server: str, page: Page):
    page.goto(f"{server}/dialogues")
    plot = page.locator(".js-plotly-plot:has(.modebar-btn[data-title='Box Select'])")
    expect(plot.locator(".point").first).to_be_visible()
    page.get_by_text("Click or box-select points").wait_for()
    figure = plot.element_handle()
    plot.locator(".point").nth(5).click(force=True)
    expect(page.get_by_text(re.compile(r"^Selected: \d+ of 300"))).to_be_visible()
    assert plot.element_handle().evaluate("(now, before) => now === before", figure)

    plot.locator('.modebar-btn[data-title="Box Select"]').click(force=True)
    box = plot.locator(".nsewdrag").first.bounding_box()
    page.mouse.move(box["x"] + 5, box["y"] + 5)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.5, box["y"] + box["height"] * 0.5, steps=5)
    page.mouse.up()
    expect(page.get_by_text(re.compile(r"instances selected: page of"))).to_be_visible()


def shows_progress(page: Page) -> Locator:
    """Wait until long work says how far it is."""
    progress = page.get_by_text(re.compile(r"[1-9][\d,]* of 100,000 trials"))
    expect(progress).to_be_visible()
    return progress


def stops(page: Page) -> None:
    """Stop long work."""
    page.get_by_test_id("stBaseButton-secondary").filter(has_text="Stop").click()
    expect(page.get_by_text("This was stopped.")).to_be_visible()


@pytest.mark.both("ordinarily on a server, and within the visit of test_edition")
def test_long_work_shows_progress_and_can_be_stopped(server: str, page: Page):
    page.goto(f"{server}/power?trials=100000")
    shows_progress(page)
    stops(page)
    unfold(page)
    trials = page.get_by_role("spinbutton", name="Trials B")
    trials.fill("200")
    trials.press("Enter")
    expect(page.get_by_text("B = 200, seed").first).to_be_visible()


def test_what_is_folded_away_is_made_when_it_is_opened(server: str, page: Page):
    page.goto(f"{server}/leaderboard")
    folded = page.get_by_text("The run, instance by instance", exact=True)
    folded.wait_for()
    at_rest(page)
    heading = page.get_by_role("heading", name="instance by instance")
    expect(heading).to_have_count(0)
    folded.click()
    expect(heading).to_be_visible()


def test_what_is_open_stays_open_when_more_is_computed(server: str, page: Page):
    page.goto(f"{server}/rankings?trials=500&splits=100")
    expect(page.get_by_role("heading", name="Rankings")).to_be_visible()
    at_rest(page)
    page.get_by_text("Table for a paper", exact=True).click()
    switch = page.get_by_role("switch", name="Halves and two sets of 10")

    def switched_on() -> None:
        # While it opens, an expander moves what is in it.
        if not switch.is_checked():
            page.get_by_text("Halves and two sets of 10").click()
        expect(switch).to_be_checked(timeout=5000)

    eventually(page, switched_on)
    expect(page.get_by_text("mean τ of 100 splits, the most consistent")).to_be_visible()
    # Measures stand in both halves of the table, and none of them names its rows.
    headings = page.locator("[data-testid=stExpander] [role=columnheader]")
    expect(headings.first).to_have_text("halves measure")
