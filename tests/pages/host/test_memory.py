"""Memory comes back: bytes once they are read, the rest once their visitors erase it and go."""

import os
import platform
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

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


def test_memory_is_as_before_once_the_visitors_have_erased_all_and_gone(server: str):
    in_own_loop(come_and_go(server))
    idle = settled(server)
    in_own_loop(come_and_go(server))
    deadline = time.monotonic() + PATIENCE
    while health(server)["memory_mb"] > 1.1 * idle:
        assert time.monotonic() < deadline, (idle, health(server))
        time.sleep(0.5)


#: Prints whether memory is taken from the system, and the megabytes that what lasts holds back.
SMALL = """
from pages.host import memory
from pages.host.health import memory_mb

memory.keep_together()
numbers, words = list(range(1000)), {each: str(each) * 3 for each in range(1000)}
taken = memory.take_from_the_system()
assert memory.take_from_the_system() is False
# What was made before grows, shrinks and goes as ever.
numbers += range(1000, 5000)
words.update((each, str(each) * 3) for each in range(1000, 5000))
del numbers[10:], words[0]
assert numbers == list(range(10))
assert all(words[each] == str(each) * 3 for each in range(1, 5000))
memory.give_back()
before = memory_mb()
many = [f"{each:080d}" for each in range(10**6)]
most = memory_mb()
few = many[::2000]
del many
memory.give_back()
assert few == [f"{each:080d}" for each in range(0, 10**6, 2000)]
print(taken, most - before, memory_mb() - before)
"""


def small_objects(**settings: str) -> tuple[str, int, int]:
    """What the code above prints in a process of its own."""
    command = [sys.executable, "-c", SMALL]
    told = subprocess.check_output(command, cwd=ROOT, env=os.environ | settings, text=True)
    taken, most, left = told.split()
    return taken, int(most), int(left)


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc gives single pages back")
def test_few_small_objects_do_not_hold_back_the_memory_around_them():
    taken, most, left = small_objects()
    assert taken == "True"
    assert most > 100
    assert left < 10


@pytest.mark.parametrize("allocator", ["malloc", "debug"])
def test_another_allocator_than_python_s_own_is_left_alone(allocator: str):
    taken, _, _ = small_objects(PYTHONMALLOC=allocator)
    assert taken == "False"
