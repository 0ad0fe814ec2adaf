"""A page whose connection with the server is lost."""

import re

from playwright.sync_api import Page, WebSocketRoute, expect
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from tests.browser.test_in_class import has, open_page
from tests.browser.test_uploads import GOOD_GOLD, named, upload
from tests.browser.waiting import GO, Line, at_rest, eventually

#: What a visitor sees of the notice, and whether a press reaches the page.
NOTICE = "e => getComputedStyle(e, '::after').content"
STATE = "data-test-connection-state"
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
    expect(app).to_have_attribute(STATE, "PINGING_SERVER")
    words = '"The connection is lost. Clicks count once it is back."'
    assert [app.evaluate(each) for each in (NOTICE, PRESSES)] == [words, "none"]
    page.unroute("**/_stcore/health")
    expect(app).to_have_attribute(STATE, "CONNECTED")
    assert [app.evaluate(each) for each in (NOTICE, PRESSES)] == ["none", "auto"]


class Lines:
    """The connections of a page, which a test may cut, and the sessions that the server names."""

    def __init__(self, page: Page) -> None:
        self.ends: list[tuple[WebSocketRoute, WebSocketRoute]] = []
        self.sessions: list[str] = []
        page.route_web_socket(re.compile("_stcore/stream"), self._connect)

    def _connect(self, line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        self.ends.append((line, server))

        def pass_on(message: str | bytes) -> None:
            told = ForwardMsg.FromString(message).new_session.initialize.session_id
            self.sessions += [told] if told else []
            line.send(message)

        server.on_message(pass_on)

    def cut(self, *ends: int) -> None:
        """Cut the last connection at the page's end (0), at the server's (1), or at both."""
        for each in ends:
            self.ends[-1][each].close()


def test_who_lost_the_connection_goes_on_in_their_session(server: str, page: Page):
    lines = Lines(page)
    open_page(page, f"{server}/data")
    upload(page, "gold", named("one.csv", GOOD_GOLD))
    expect(page.get_by_role("heading", name="one")).to_be_visible()
    # A server that has not noticed yet is another matter than one that has.
    for number, ends in enumerate([(0, 1), (0,)], 2):
        lines.cut(*ends)
        eventually(page, lambda number=number: has(lines.ends, number))
        expect(page.get_by_test_id("stApp")).to_have_attribute(STATE, "CONNECTED")
        upload(page, "gold", named(f"more{number}.csv", GOOD_GOLD))
        expect(page.get_by_role("heading", name=f"more{number}")).to_be_visible()
    assert len(set(lines.sessions)) == 1
    expect(page.get_by_role("heading", name="one")).to_be_visible()


def test_what_a_page_asks_that_was_left_leaves_no_empty_window(server: str, page: Page):
    line = Line(page)
    open_page(page, f"{server}/compare?two=1")
    with line.held() as kept:
        page.get_by_role("slider", name="System A, class 2", exact=True).press("ArrowUp")
        eventually(page, lambda: has(kept, 1))
        page.evaluate(GO, "/papers")
        eventually(page, lambda: has(kept, 2))
        # The move comes while the next page is drawn.
        kept.pop()()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Papers")
    at_rest(page)
    expect(page.get_by_role("heading", level=1)).to_contain_text("Papers")
