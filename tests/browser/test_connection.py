"""A page whose connection with the server is lost."""

import re

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.test_in_class import open_page

#: What a visitor sees of the notice, and whether a press reaches the page.
NOTICE = "e => getComputedStyle(e, '::after').content"
PRESSES = "e => getComputedStyle(e.querySelector('button')).pointerEvents"


def test_without_a_connection_the_page_takes_no_clicks_and_says_so(server: str, page: Page):
    lines = list[WebSocketRoute]()

    def connect(line: WebSocketRoute) -> None:
        lines.append(line)
        line.connect_to_server()

    page.route_web_socket(re.compile("_stcore/stream"), connect)
    open_page(page, f"{server}/compare")
    app = page.get_by_test_id("stApp")
    assert [app.evaluate(each) for each in (NOTICE, PRESSES)] == ["none", "auto"]
    # Before it connects again, the page asks whether the server is there.
    page.route("**/_stcore/health", lambda route: route.abort())
    lines[0].close()
    expect(app).to_have_attribute("data-test-connection-state", "PINGING_SERVER")
    words = '"The connection is lost. Clicks count once it is back."'
    assert [app.evaluate(each) for each in (NOTICE, PRESSES)] == [words, "none"]
    page.unroute("**/_stcore/health")
    expect(app).to_have_attribute("data-test-connection-state", "CONNECTED")
    assert [app.evaluate(each) for each in (NOTICE, PRESSES)] == ["none", "auto"]
