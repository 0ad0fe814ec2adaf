"""What stands in a frame of another page: alone, and as high as what it shows."""

import math
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.waiting import at_rest, eventually
from tests.conftest import ROOT
from tests.documentation.pages import PAGES, blocks


def open_course(page: Page, server: str, html: str) -> None:
    """Open a page of the same host, outside of the app, that shows this."""
    address = urljoin(server, "/course")
    page.route(address, lambda route: route.fulfill(body=html, content_type="text/html"))
    page.goto(address)


@pytest.mark.both("ordinarily on a server")
def test_a_lesson_stands_alone_in_a_frame(server: str, page: Page):
    open_course(
        page,
        server,
        f'<iframe src="{server}/lessons?lesson=earth&embed=true" width=900 height=600></iframe>',
    )
    frame = page.frame_locator("iframe")
    title = frame.get_by_role("heading", level=1)
    expect(title).to_have_text("Lesson 2: Moving earth")
    for hidden in ("Words", "Share", "Learn"):
        expect(frame.get_by_text(hidden, exact=True).filter(visible=True)).to_have_count(0)
    expect(frame.get_by_role("button", name="Back")).to_be_disabled()
    on = frame.get_by_role("button", name="Next")
    for step in ("Prediction", "Answer", "Try it", "Remember"):
        on.click()
        expect(frame.locator("strong", has_text=step)).to_be_visible()
        main = frame.get_by_test_id("stMain")

        def is_one_screen(main: Locator = main) -> None:
            assert main.evaluate("e => e.scrollHeight <= 602 && e.scrollWidth <= 900")

        eventually(page, is_one_screen)
    expect(on).to_be_disabled()


@pytest.mark.both("ordinarily on a server")
@pytest.mark.parametrize("shown", ["lessons?lesson=earth&embed=true", "leaderboard?embed=true"])
def test_a_frame_is_as_high_as_its_page(server: str, page: Page, shown: str):
    """By the script that the documentation prints."""
    [*_, printed] = blocks(PAGES[".github/docs/how_to/embed.md"], "html")
    address = "https://oq.example.org/compare?embed=true"
    assert address in printed
    open_course(page, server, printed.replace(address, f"{server}/{shown}"))
    outer, frame = page.locator("iframe"), page.frame_locator("iframe")
    block = frame.get_by_test_id("stMainBlockContainer")

    def needed() -> float:
        return float(block.evaluate("e => e.getBoundingClientRect().height"))

    def fits() -> None:
        assert int(outer.get_attribute("height") or 0) == math.ceil(needed()) != 600

    for width in (900, 500):
        page.set_viewport_size({"width": width, "height": 700})
        frame.locator("[data-testid=stApp][data-test-script-state=notRunning]").wait_for()
        eventually(page, fits)

    def stays() -> None:
        heights = []
        for height in (600, 3000):
            outer.evaluate("(e, height) => { e.height = height }", height)
            frame.locator("html").evaluate("() => new Promise(requestAnimationFrame)")
            heights.append(needed())
        assert heights[0] == pytest.approx(heights[1], abs=2)

    # What it shows does not grow with the frame, which would grow with it for ever.
    eventually(page, stays)


def test_a_narrow_frame_cuts_no_matrix(server: str, page: Page):
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto(f"{server}/classification?embed=true")
    expect(page.locator(".board.projected .oq-measures")).to_be_visible()
    at_rest(page)

    def fits() -> None:
        assert page.get_by_test_id("stMain").evaluate("e => e.scrollWidth") <= 360

    eventually(page, fits)
    page.set_viewport_size({"width": 1440, "height": 1000})


def test_an_example_of_the_documentation_opens_in_its_page(page: Page, server: str):
    script = (ROOT / ".github/docs/_static/live.js").read_text()
    link = '<a class="app" href="/framed?measure=NMD">Open it in the app</a>'
    page.route(
        "**/framed?*",
        lambda route: route.fulfill(
            body="<script>parent.postMessage({ oqHeight: 321 }, '*')</script>",
            content_type="text/html",
        ),
    )
    shown = f"<section><p>{link}</p><p>Or {link}.</p><ul><li><p>{link}</p></li></ul></section>"
    open_course(page, server, f"{shown}<script>{script}</script>")
    # By itself it stands once.
    page.get_by_role("button", name="Open it here").click()
    frame = page.locator("p > iframe.live")
    expect(frame).to_have_attribute("height", "321")
    assert frame.get_attribute("src") == urljoin(server, "/framed?measure=NMD&embed=true")
    expect(page.get_by_role("button")).to_have_count(0)
