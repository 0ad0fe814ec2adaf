"""Projector mode, sharing, saving figures and printing, in a real browser."""

import re
import struct
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from playwright.sync_api import Page, expect

from pages.drawing.compare_state import CompareState
from pages.drawing.sharing import link, qr_image
from tests.browser.waiting import GO, Line, Visitor, at_rest, eventually, fold
from tests.conftest import dear

#: Of text in charts on a projector, in a window of 1000 pixels: 2.2 %.
LARGE = "22.4px"


def open_page(page: Page, address: str) -> None:
    page.goto(address)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.locator("[data-testid=stApp][data-test-script-state=notRunning]").wait_for()


def type_size(page: Page) -> float:
    size = page.locator("html").evaluate("e => getComputedStyle(e).fontSize")
    return float(size.removesuffix("px"))


def has(kept: Sequence[object], count: int) -> None:
    assert len(kept) == count


def test_the_link_opens_what_was_drawn_and_the_code_holds_the_link(server: str, page: Page):
    open_page(page, f"{server}/compare?two=1")
    page.get_by_role("slider", name="System A, class 2", exact=True).press("ArrowUp")
    page.wait_for_url(re.compile("a=4%2C6%2C5%2C4%2C2"))
    page.get_by_role("button", name="Share", exact=True).click()
    state = CompareState(two_systems=True).with_vote("a", 4, 2)
    expected = link(f"{server}/compare", state.to_address())
    expect(page.get_by_test_id("stPopoverBody").get_by_test_id("stCode")).to_have_text(expected)
    source = page.get_by_alt_text("QR code").get_attribute("src")
    assert source == re.search(r'src="([^"]+)"', qr_image(expected))[1]

    elsewhere = page.context.new_page()
    elsewhere.goto(expected)
    bar = elsewhere.get_by_role("slider", name="System A, class 2", exact=True)
    expect(bar).to_have_attribute("aria-valuetext", "2 of 21 votes, 10 %")
    elsewhere.close()


def test_projector_mode_holds_on_all_pages_and_leaves_states_alone(server: str, page: Page):
    open_page(page, f"{server}/compare?gold=7,0,0,0,1")
    usual = type_size(page)
    page.get_by_text("Projector").click()
    expect(page.get_by_role("switch", name="Projector")).to_be_checked()
    page.wait_for_function(
        f"parseFloat(getComputedStyle(document.documentElement).fontSize) > {usual}"
    )
    assert type_size(page) > 1.2 * usual
    expect(page.get_by_role("slider", name="Gold, class -2", exact=True)).to_have_value("7")
    page.get_by_text("Learn").first.click()
    page.get_by_test_id("stTopNavDropdownLink").filter(has_text="Reference").click()
    expect(page.get_by_role("heading", name="Reference", level=1)).to_be_visible()
    assert type_size(page) > 1.2 * usual
    page.get_by_text("Projector").click()
    page.wait_for_function(
        f"parseFloat(getComputedStyle(document.documentElement).fontSize) == {usual}"
    )


def test_projector_mode_by_the_address(server: str, page: Page):
    open_page(page, f"{server}/compare?projector=1&gold=7,0,0,0,1")
    expect(page.get_by_role("switch", name="Projector")).to_be_checked()
    bar = page.get_by_role("slider", name="Gold, class -2", exact=True)
    expect(bar).to_have_value("7")
    bar.press("ArrowUp")
    page.wait_for_url(re.compile("gold=8.*projector=1"))
    # After a reload, on another page, and back again.
    page.reload()
    expect(page.locator(".board")).to_have_class(re.compile("projected"))
    expect(bar).to_have_value("8")
    page.get_by_text("Learn").first.click()
    page.get_by_test_id("stTopNavDropdownLink").filter(has_text="Lessons").click()
    text = page.locator(".oq-chart").first.locator("span", has_text="System A").first
    expect(text).to_have_css("font-size", LARGE)
    page.wait_for_url(re.compile("lesson=near.*projector=1"))
    # Switched off, it leaves neither address nor charts behind.
    page.get_by_text("Projector").click()
    expect(page).not_to_have_url(re.compile("projector"))
    expect(text).not_to_have_css("font-size", LARGE)
    page.reload()
    expect(page.get_by_role("switch", name="Projector")).not_to_be_checked()


def test_back_leaves_pages_that_write_to_their_addresses(server: str, page: Page):
    open_page(page, f"{server}/data")
    for section, name in (("Campaign", "Papers"), ("Learn", "Quiz"), ("Learn", "Reference")):
        page.get_by_text(section).first.click()
        page.get_by_test_id("stTopNavDropdownLink").filter(has_text=name).click()
        page.wait_for_url(re.compile(rf"{name.lower()}\?.*="))
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        at_rest(page)
        page.go_back()
        expect(page).to_have_url(f"{server}/data")
        expect(page.get_by_role("heading", name="Your data")).to_be_visible()
        at_rest(page)


def test_back_leaves_a_page_that_was_opened_first(server: str, page: Page):
    page.goto("about:blank")
    open_page(page, f"{server}/compare")
    page.wait_for_url(re.compile("compare\\?.*="))
    at_rest(page)
    page.go_back()
    expect(page).to_have_url("about:blank")


def test_a_move_that_does_not_know_of_projector_mode_leaves_it_on(server: str, page: Page):
    line = Line(page)
    open_page(page, f"{server}/compare?two=1")
    with line.held() as kept:
        page.get_by_role("slider", name="System A, class 2", exact=True).press("ArrowUp")
        eventually(page, lambda: has(kept, 1))
        page.evaluate(GO, "/compare?two=1&projector=1")
        eventually(page, lambda: has(kept, 2))
        # The move comes when the address's script has run.
        kept.pop()()
        expect(page.locator(".board")).to_have_class(re.compile("projected"))
        at_rest(page)
    page.wait_for_url(re.compile("a=4%2C6%2C5%2C4%2C2"))
    at_rest(page)
    expect(page.locator(".board")).to_have_class(re.compile("projected"))
    expect(page.get_by_role("switch", name="Projector")).to_be_checked()


SAVED = {
    "rankings": ["Kendall"],
    "lessons": ["Gold, A and B"],
    "compare?two=1&classes=%3Cb%3E,a%2526b,3,4,5": [
        "Gold and estimates",
        "Share of votes",
        "<b>",
        "a&b",
        "System B",
    ],
}


@pytest.mark.parametrize(
    "path",
    [dear(path, "ordinarily Plotly's and ours") if path == "lessons" else path for path in SAVED],
)
def test_figures_are_saved_as_svg_and_png(visitor: Visitor, tmp_path: Path, path: str):
    page = visitor.page
    visitor.go(f"/{path}")
    fold(page)
    figure = page.locator(".stPlotlyChart svg, .oq-chart").first
    expect(figure).to_be_visible()
    page.get_by_role("button", name="Share", exact=True).click()
    saved = {}
    for kind in ("SVG", "PNG"):
        with page.expect_download() as download:
            page.get_by_role("button", name=f"{kind} of").first.click()
        saved[kind] = tmp_path / download.value.suggested_filename
        download.value.save_as(saved[kind])
    picture = ET.fromstring(saved["SVG"].read_text())
    size = [float(picture.get(side)) for side in ("width", "height")]
    words = " ".join(picture.itertext())
    assert all(each in words for each in SAVED[path])
    header = saved["PNG"].read_bytes()[:24]
    assert header.startswith(b"\x89PNG")
    assert list(struct.unpack(">II", header[16:])) == [int(2 * side) for side in size]


def test_printed_pages_have_figures_and_no_controls(visitor: Visitor):
    page = visitor.page
    visitor.go("/rankings")
    fold(page)
    figure = page.locator(".stPlotlyChart").first
    expect(figure).to_be_visible()
    controls = page.locator(
        ".stAppHeader, .st-key-frame, .stMultiSelect, .stSelectbox, .stDownloadButton"
    )
    shown = controls.filter(visible=True)
    expect(shown.nth(3)).to_be_visible()
    page.emulate_media(media="print")
    expect(shown).to_have_count(0)
    expect(figure).to_be_visible()
    expect(page.get_by_test_id("stDataFrame").first).to_be_visible()
