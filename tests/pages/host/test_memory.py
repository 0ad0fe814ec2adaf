"""Memory comes back: bytes once they are read, the rest once their visitors erase it and go."""

import time
from collections.abc import Iterator

import pytest

from pages.host.health import memory_mb
from tests.conftest import PATIENCE, ROOT
from tests.protocol import health, in_own_loop, visit
from tests.server import serve

#: Some megabytes of votes.
TABLE = b"id,a,b,c,d,e\n" + b"".join(b"instance %07d,3,1,4,1,5\n" % n for n in range(80_000))


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A server that forgets a visitor a second after leaving."""
    monkeypatch.setenv("STREAMLIT_SERVER_DISCONNECTED_SESSION_TTL", "1")
    with serve(ROOT / "app.py") as address:
        yield address


async def come_and_go(server: str) -> None:
    """Two visitors at a time open a large table, and erase it."""
    async with visit(server) as one, visit(server) as two:
        for each in (one, two):
            await each.open("data")
            await each.upload("Gold annotations", {"large.csv": TABLE})
            assert "80,000 instances" in str(each.elements)
        told = health(server)
        assert told["waiting_mb"] == 0
        assert told["open_mb"] > 20
        for each in (one, two):
            assert await each.press("Erase all of it now")
            assert "80,000 instances" not in str(each.elements)
        assert health(server)["open_mb"] == 0


def settled(server: str) -> int:
    """Megabytes once the first visitors have gone: what all later ones find."""
    before = None
    while (now := health(server))["visitors"] or now["memory_mb"] != before:
        before = now["memory_mb"]
        time.sleep(3)
    return before


def test_memory_is_what_the_process_itself_holds():
    before = memory_mb()
    held = b"1" * (64 << 20)
    assert 0 <= memory_mb() - before - (len(held) >> 20) < 16


def test_memory_is_as_before_once_the_visitors_have_erased_all_and_gone(server: str):
    in_own_loop(come_and_go(server))
    idle = settled(server)
    in_own_loop(come_and_go(server))
    deadline = time.monotonic() + PATIENCE
    while health(server)["memory_mb"] > 1.1 * idle:
        assert time.monotonic() < deadline, (idle, health(server))
        time.sleep(0.5)
