"""Memory comes back: bytes once they are read, the rest once their visitors erase it."""

import json
import time
from urllib.request import urlopen

import pytest

from tests.browser.test_uploads import named, upload
from tests.browser.waiting import LIMIT
from tests.conftest import PATIENCE, ROOT
from tests.server import serve

#: Some megabytes of votes.
TABLE = "id,a,b,c,d,e\n" + "".join(f"instance {n:07},3,1,4,1,5\n" for n in range(80_000))


@pytest.fixture
def own_server(monkeypatch):
    """A server that forgets a visitor a second after leaving."""
    monkeypatch.setenv("STREAMLIT_SERVER_DISCONNECTED_SESSION_TTL", "1")
    with serve(ROOT / "app.py") as address:
        yield address


def health(server):
    with urlopen(f"{server}/health") as answer:
        return json.load(answer)


def test_memory_is_as_before_once_the_visitors_have_erased_all_and_gone(browser, own_server):
    for first in (True, False):
        contexts = [browser.new_context() for _ in range(2)]
        for context in contexts:
            context.set_default_timeout(LIMIT)
            page = context.new_page()
            page.goto(f"{own_server}/data")
            upload(page, "gold", named("large.csv", TABLE))
            page.get_by_text("80,000 instances").wait_for()
        told = health(own_server)
        assert told["waiting_mb"] == 0
        assert told["open_mb"] > 20
        for context in contexts:
            context.pages[0].get_by_role("button", name="Erase everything").click()
            context.pages[0].get_by_role("button", name="Erase all of it now").click()
            context.pages[0].get_by_text("80,000 instances").wait_for(state="detached")
            context.close()
        assert health(own_server)["open_mb"] == 0
        if first:
            idle = settled(own_server)
    deadline = time.monotonic() + PATIENCE
    while health(own_server)["memory_mb"] > 1.1 * idle:
        assert time.monotonic() < deadline, (idle, health(own_server))
        time.sleep(0.5)


def settled(server):
    """Megabytes once the first visitors have gone: what all later ones find."""
    before = None
    while (now := health(server))["visitors"] or now["memory_mb"] != before:
        before = now["memory_mb"]
        time.sleep(3)
    return before
