"""Waiting for what is to come, however busy the machine is: never for a number of seconds."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from playwright.sync_api import Page, WebSocketRoute, expect
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

#: After so many milliseconds it is held that what is waited for will not come.
LIMIT = 90_000
PAUSE = 100

#: What Back does, to a given address: nothing is loaded again.
GO = "to => { history.pushState({}, '', to); dispatchEvent(new Event('popstate')); }"


def eventually(page: Page, check: Callable[[], object]) -> None:
    """Repeat a check until it holds. The last failure is raised when the limit has passed."""
    for _ in range(LIMIT // PAUSE):
        try:
            check()
        except AssertionError:
            page.wait_for_timeout(PAUSE)
        else:
            return
    check()


def at_rest(page: Page) -> None:
    """Wait until no script runs for the page."""
    page.locator("[data-testid=stApp][data-test-script-state=notRunning]").wait_for(timeout=LIMIT)


class Visitor:
    """A page with the app open. It goes on as Back does."""

    def __init__(self, page: Page, server: str) -> None:
        self.page = page
        with page.expect_websocket(lambda line: "_stcore/stream" in line.url) as opened:
            page.goto(server)
        self._line = opened.value
        expect(page.get_by_role("heading", level=1)).to_be_visible()

    def go(self, address: str) -> None:
        """Go to an address, such as "/map", and wait until its script has run."""
        at_rest(self.page)
        with self._line.expect_event("framereceived", _ends_a_run, timeout=LIMIT):
            self.page.evaluate(GO, address)
        at_rest(self.page)


def _ends_a_run(frame: bytes) -> bool:
    message = ForwardMsg.FromString(frame)
    done = message.WhichOneof("type") == "script_finished"
    return done and message.script_finished == ForwardMsg.FINISHED_SUCCESSFULLY


def forget_place(page: Page) -> None:
    """Forget the lesson and step that an earlier page of this browser has left."""
    page.add_init_script("localStorage.removeItem('oq_place')")


def takes_keys(page: Page, place: str) -> None:
    """Wait until a lesson's step, such as "earth/0", can be turned by keys."""
    page.wait_for_function(f"localStorage.oq_place === '{place}'")
    at_rest(page)


class Line:
    """The connection of a page with the server. Held, it keeps what the page sends."""

    def __init__(self, page: Page) -> None:
        self._kept: list[Callable[[], None]] | None = None
        page.route_web_socket(re.compile("_stcore/stream"), self._connect)

    def _connect(self, browser: WebSocketRoute) -> None:
        server = browser.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            if self._kept is None:
                server.send(message)
            else:
                self._kept.append(lambda: server.send(message))

        browser.on_message(pass_on)

    @contextmanager
    def held(self) -> Iterator[list[Callable[[], None]]]:
        """Keep messages to the server back; at the end those still kept are sent, in order."""
        kept = self._kept = []
        yield kept
        self._kept = None
        for send in kept:
            send()


def fold(page: Page) -> None:
    """Close what is open behind a button. A menu that is still closing above it takes a key."""
    body = page.get_by_test_id("stPopoverBody")

    def closed() -> None:
        page.keyboard.press("Escape")
        expect(body).to_have_count(0, timeout=1000)

    at_rest(page)
    eventually(page, closed)


def unfold(page: Page, button: str = "Options") -> None:
    """Open what a page has behind a button, once the page is drawn, and nothing else."""
    fold(page)
    page.get_by_test_id("stPopoverButton").filter(has_text=button).click()
    expect(page.get_by_test_id("stPopoverBody")).to_be_visible()
