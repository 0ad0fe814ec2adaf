"""What the server lets go of once a visitor has gone; how much memory, see `test_memory`."""

import asyncio
import time
from collections import Counter, defaultdict
from contextlib import suppress
from types import SimpleNamespace
from unittest.mock import MagicMock
from urllib.request import urlopen

import pytest
from streamlit.proto.Common_pb2 import FileURLsRequest
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from websockets.exceptions import ConnectionClosed

from pages.host import housekeeping, uploads
from pages.host.housekeeping import House
from pages.host.middleware import Uploads
from tests.conftest import PATIENCE, ROOT
from tests.protocol import in_own_loop, visit
from tests.server import serve


@pytest.fixture
def looked_at(monkeypatch):
    """The sessions that the server finds at each look, and what it then lets go of."""
    there, given = [], []
    server = MagicMock()
    server._session_mgr.list_sessions = there.copy
    server.media_file_mgr.remove_orphaned_files = lambda: given.append("downloads")
    monkeypatch.setattr(housekeeping.runtime, "get_instance", lambda: server)
    return there, given


def a_visit(name):
    return SimpleNamespace(session=MagicMock(id=name), client=f"{name}'s browser")


def test_with_a_session_goes_what_it_holds_and_how_much_it_has_sent(monkeypatch, looked_at):
    there, given = looked_at
    sent = defaultdict(Counter, {name: Counter({0: 10}) for name in ("gone", "here", "unseen")})
    monkeypatch.setattr(Uploads, "sent", sent)
    there += [a_visit("gone"), a_visit("here")]
    (record, here), gone = there, there[0].session
    house = House()
    house.look(10.0)
    assert (set(sent), given) == ({"gone", "here"}, [])
    del there[0]
    house.look(14.0)
    assert set(sent) == {"here"}
    assert given == ["downloads"]
    gone.shutdown.assert_called()
    gone.session_state.clear.assert_called()
    # Streamlit's loop may be about to use the record. It would end where it finds something else.
    assert (record.session, record.client) == (gone, "gone's browser")
    here.session.shutdown.assert_not_called()
    house.look(16.0)
    assert given == ["downloads"]


@pytest.mark.usefixtures("looked_at")
def test_an_upload_that_waits_too_long_is_let_go(monkeypatch):
    files, gone = {"ann": {"early": b"", "late": b""}}, []
    monkeypatch.setattr(housekeeping, "waiting", lambda: files)
    monkeypatch.setattr(housekeeping, "let_go", lambda *which: gone.append(which))
    house, late = House(), files["ann"].pop("late")
    house.look(0.0)
    files["ann"]["late"] = late
    house.look(600.0)
    assert not gone
    house.look(602.0)
    assert gone == [("ann", "early")]


def test_a_look_that_fails_is_not_the_last(monkeypatch, caplog):
    looks, twice = [], asyncio.Event()

    def look(_, now):
        looks.append(now)
        if len(looks) > 1:
            twice.set()
        raise RuntimeError("a part of Streamlit is not as it was")

    async def keep_house():
        task = asyncio.create_task(housekeeping._keep_house())
        await asyncio.wait_for(twice.wait(), PATIENCE)
        task.cancel()

    monkeypatch.setattr(House, "look", look)
    monkeypatch.setattr(housekeeping, "_PAUSE", 0.01)
    monkeypatch.setattr(housekeeping, "_has_lost_its_loop", lambda: False)
    in_own_loop(keep_house())
    assert "Keeping house failed" in caplog.text


def test_a_browser_gets_places_for_so_many_files_at_once(monkeypatch):
    manager = MemoryUploadedFileManager("/upload")
    monkeypatch.setattr(uploads, "_manager", lambda: manager)
    uploads.take_so_many_at_once()
    asked = FileURLsRequest(file_names=[f"run{n}.csv" for n in range(1200)]).file_names
    places = manager.get_upload_urls("session", asked)
    assert len({each.file_id for each in places}) == 1000
    assert len(manager.get_upload_urls("session", asked[:3])) == 3


#: An app in which Streamlit's loop fails as soon as it has something to send.
BROKEN = """
import sys
from functools import partial
from pathlib import Path
sys.path.insert(0, {root!r})
import streamlit as st
from streamlit.runtime.app_session import AppSession
from pages.host.housekeeping import housekeeping

def fail(_):
    raise AttributeError

AppSession.flush_browser_queue = fail
keep = partial(housekeeping, load=dict)
app = st.App(Path({root!r}) / "pages" / "main.py", lifespan=keep)
"""


def test_a_server_that_can_draw_no_page_ends(tmp_path):
    script, log = tmp_path / "broken.py", tmp_path / "log"
    script.write_text(BROKEN.format(root=str(ROOT)))

    async def come():
        with suppress(ConnectionClosed, TimeoutError):
            async with visit(address) as visitor:
                await asyncio.wait_for(visitor.open(""), PATIENCE)

    with serve(script, log=log) as address:
        in_own_loop(come())
        deadline = time.monotonic() + PATIENCE
        while not refuses(address):
            assert time.monotonic() < deadline
            time.sleep(0.2)
    assert "so the server ends" in log.read_text()


def refuses(address):
    """Whether nobody listens there any more."""
    try:
        urlopen(f"{address}/_stcore/health").close()
    except OSError as error:
        return "refused" in str(error)
    return False
