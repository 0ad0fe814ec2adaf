"""A server of our own and a real Chromium."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect, sync_playwright

from pages.menu import DATA
from tests.browser.alone import Alone, blank_pages
from tests.browser.edition import built, hosted
from tests.browser.waiting import LIMIT, Visitor
from tests.conftest import ROOT, dear
from tests.server import chromium, serve

#: The edition that runs without a server, as tests that are marked `both` are called.
IN_BROWSER = "in the browser"
# Machines differ, and other tests may run beside these.
expect.set_options(timeout=LIMIT)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run what is marked so against both editions; in the browser with `--all`."""
    if mark := metafunc.definition.get_closest_marker("both"):
        editions = ["on a server", dear(IN_BROWSER, *mark.args)]
        metafunc.parametrize("server", editions, indirect=True, scope="session")


@pytest.fixture(scope="session")
def server(request: pytest.FixtureRequest) -> str:
    """The address of the app; its parameter is the edition, the server's unless given."""
    here = getattr(request, "param", "") == IN_BROWSER
    return str(request.getfixturevalue("static_host" if here else "own_server"))


@pytest.fixture(scope="session")
def static_host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the edition that runs without a server."""
    with hosted(built(tmp_path_factory)) as address:
        yield f"{address}/explorer"


@pytest.fixture(scope="session")
def own_server(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the app, which calls no other host and writes no file.

    Your data has opened there, when nobody had visited it yet, and lacked nothing.
    """
    calls = tmp_path_factory.mktemp("server") / "calls"
    calls.touch()
    with ExitStack() as servers:
        address = servers.enter_context(serve(ROOT / "app.py", calls=calls))
        opens_cold(browser.new_context(), f"{address}/data", DATA.title)
        yield address
    assert calls.read_text() == ""


def opens_cold(visit: BrowserContext, address: str, title: str) -> None:
    """The first page of a server: it asks for nothing that is not there."""
    visit.set_default_timeout(LIMIT)
    page = visit.new_page()
    refused: list[str] = []
    page.on("response", lambda each: refused.append(each.url) if each.status >= 400 else None)
    page.goto(address)
    # The frame has run, and so has the page in it.
    expect(page).to_have_title(f"{title} · Ordinal quantification explorer")
    expect(page.get_by_role("heading", level=1).first).to_be_visible()
    expect(page.get_by_test_id("stException")).to_have_count(0)
    assert refused == []
    visit.close()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    executable = chromium()
    if executable is None:
        pytest.fail("Chromium is not installed: install it or name a build in CHROMIUM")
    # Letters are as wide as in a browser with windows.
    quiet = ["--no-sandbox", "--disable-gpu", "--font-render-hinting=none"]
    quiet += ["--disable-background-networking"]
    # One process for all pages compiles the app's scripts once: a third of the time.
    shared = ["--process-per-site", "--disable-site-isolation-trials", "--in-process-gpu"]
    # Pages live for seconds: what V8 prepares for later is a sixth of a load's time or more.
    soon = ["--disable-features=ScriptStreaming", "--js-flags=--no-opt --no-maglev"]
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(
            executable_path=executable, args=[*quiet, *shared, *soon, "--disable-component-update"]
        )
        yield launched
        launched.close()


@pytest.fixture
def alone(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Alone]:
    """A place for a component, without a server; its parameter is whether it is a phone."""
    with blank_pages(browser, has_touch=getattr(request, "param", False)) as new_page:
        yield Alone(new_page())


@pytest.fixture(scope="session")
def context(browser: Browser, server: str) -> Iterator[BrowserContext]:
    """Wide as a projector. All visitors share what it has cached: Streamlit's own scripts."""
    size: ViewportSize = {"width": 1440, "height": 1000}
    context = browser.new_context(viewport=size, reduced_motion="reduce")
    context.set_default_timeout(LIMIT)
    # A page of our host that stays keeps the process that all share.
    context.new_page().goto(f"{server}/favicon.png")
    yield context
    context.close()


@pytest.fixture(scope="module")
def visitor(context: BrowserContext, server: str) -> Iterator[Visitor]:
    """A page that several tests take to where they look."""
    context.clear_cookies()
    with asks_no_other_host(context.new_page(), server) as page:
        yield Visitor(page, server)


@pytest.fixture
def page(context: BrowserContext, server: str) -> Iterator[Page]:
    """A new visitor's page, without a traceback."""
    # By its cookie, or its storage, a browser finds again what was opened in it.
    context.clear_cookies()
    with asks_no_other_host(context.new_page(), server) as page:
        kept = {"origin": urljoin(server, "/"), "storageTypes": "indexeddb"}
        context.new_cdp_session(page).send("Storage.clearDataForOrigin", kept)
        yield page
        assert page.get_by_test_id("stException").all_inner_texts() == []


@contextmanager
def asks_no_other_host(page: Page, server: str) -> Iterator[Page]:
    """A page that is closed at the end, and has asked none but its host for anything."""
    elsewhere: list[str] = []
    ours = (urljoin(server, "/"), "data:", "blob:")
    page.on(
        "request",
        lambda request: None if request.url.startswith(ours) else elsewhere.append(request.url),
    )
    yield page
    page.close()
    assert elsewhere == []


@pytest.fixture(scope="session")
def phones(browser: Browser, server: str) -> Iterator[BrowserContext]:
    """A phone. All visitors share what it has cached, and its process."""
    context = browser.new_context(
        viewport={"width": 390, "height": 844},
        has_touch=True,
        is_mobile=True,
        user_agent="Mozilla/5.0 (Linux; Android 14) Chrome/140.0 Mobile Safari/537.36",
    )
    context.set_default_timeout(LIMIT)
    context.new_page().goto(f"{server}/favicon.png")
    yield context
    context.close()


@pytest.fixture
def phone(phones: BrowserContext) -> Iterator[Page]:
    """A new visitor's page on a phone."""
    page = phones.new_page()
    yield page
    page.close()
