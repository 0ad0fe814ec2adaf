"""A page whose connection with the server is lost."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

from playwright.sync_api import Browser, Page, WebSocketRoute, expect
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from tests.browser.test_in_class import has, open_page
from tests.browser.test_uploads import GOOD_GOLD, named, upload
from tests.browser.waiting import LIMIT, eventually

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


class Site(SimpleHTTPRequestHandler):
    """Another site, of what is in a folder."""

    def log_message(self, *_: object) -> None:
        """Nothing."""


@contextmanager
def site(folder: Path) -> Iterator[str]:
    """Its address. To a browser this name is not the number that the app has."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Site, directory=folder)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://localhost:{server.server_port}"
        server.shutdown()


def test_a_frame_of_another_site_without_cookies_keeps_its_session_and_takes_files(
    server: str, browser: Browser, tmp_path: Path
):
    context = browser.new_context(viewport={"width": 1440, "height": 1000})
    context.set_default_timeout(LIMIT)
    page = context.new_page()
    refused: list[str] = []
    page.on("response", lambda each: refused.append(each.url) if each.status >= 400 else None)
    frame = f'<iframe src="{server}/data" width=1400 height=900></iframe>'
    (tmp_path / "course.html").write_text(frame)
    with site(tmp_path) as outside:
        lines = goes_on_in_a_frame(page, f"{outside}/course.html")
    assert not context.cookies()
    assert [each for each in refused if each.startswith(server)] == []
    # Once the server has gone, the page says so by itself.
    page.route("**/_stcore/**", lambda route: route.abort())
    lines.cut(0, 1)
    told = page.frame_locator("iframe").get_by_text("server is not responding")
    expect(told).to_be_visible()
    context.close()


def goes_on_in_a_frame(page: Page, address: str) -> Lines:
    lines = Lines(page)
    page.goto(address)
    frame = page.frame_locator("iframe")
    upload(frame, "gold", named("one.csv", GOOD_GOLD))
    expect(frame.get_by_role("heading", name="one")).to_be_visible()
    lines.cut(0, 1)
    eventually(page, lambda: has(lines.ends, 2))
    expect(frame.get_by_test_id("stApp")).to_have_attribute(STATE, "CONNECTED")
    upload(frame, "gold", named("two.csv", GOOD_GOLD))
    for name in ("one", "two"):
        expect(frame.get_by_role("heading", name=name)).to_be_visible()
    assert len(set(lines.sessions)) == 1
    return lines
