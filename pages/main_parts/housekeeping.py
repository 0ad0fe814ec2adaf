"""What the server does between visits: memory that departed visitors had is given back."""

import asyncio
import gc
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from importlib import import_module
from time import monotonic
from typing import Any

import streamlit as st
from streamlit import runtime
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.session_manager import SessionInfo

from oq_core.campaign.costs import pace
from pages.main_parts import memory
from pages.main_parts.at_once import send_at_once
from pages.main_parts.callbacks import let_callbacks_finish
from pages.main_parts.health import greet
from pages.main_parts.middleware import Uploads, Visitors
from pages.shared.data import samples
from pages.shared.uploads import let_go, waiting
from pages.shared.workers import close_pool, open_pool
from pages.shared.workspaces import WORKSPACES

#: Seconds between two looks; without a message for so long the server is idle.
_PAUSE = 2.0
#: Seconds after which memory is given back although the server was never idle.
_PATIENCE = 30.0
#: Seconds that an upload may wait to be opened.
_UPLOAD_WAITS = 600.0
#: What every visit needs: loaded before the first one, and never looked through again.
_LASTING = ("plotly.graph_objects", "scipy.stats")


@asynccontextmanager
async def housekeeping(_: st.App) -> AsyncGenerator[None, None]:
    """Prepare the server, and keep house while it runs."""
    for name in _LASTING:
        import_module(name)
    samples()
    gc.collect()
    # A collection then takes milliseconds instead of a tenth of a second.
    gc.freeze()
    # Every message that is sent lets a thread that draws a page go first, for so many seconds.
    sys.setswitchinterval(0.001)
    let_callbacks_finish()
    send_at_once()
    greet()
    # Before others are at work.
    pace()
    open_pool()
    # What lasts is there now; what visitors make comes and goes.
    memory.take_from_the_system()
    task = asyncio.create_task(_keep_house())
    yield
    close_pool()
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


async def _keep_house() -> None:
    house = House()
    while True:
        await asyncio.sleep(_PAUSE)
        house.look(monotonic())


class House:
    """What has been seen of the server's sessions and uploads at the looks before."""

    def __init__(self) -> None:
        self.sessions: dict[str, list[SessionInfo]] = {}
        self.uploads: dict[tuple[str, str], float] = {}
        self.due: float | None = None

    def look(self, now: float) -> bool:
        """Let go of what nobody needs; whether memory was given back."""
        self._drop_forgotten_uploads(now)
        WORKSPACES.expire()
        sessions = _sessions()
        for info in sessions:
            known = self.sessions.setdefault(info.session.id, [])
            if info not in known:
                known.append(info)
        for gone in self.sessions.keys() - {info.session.id for info in sessions}:
            for info in self.sessions.pop(gone):
                _forget(info)
            Uploads.sent.pop(gone, None)
            self.due = self.due or now
        if self.due is None or (
            now - Visitors.last_message < _PAUSE and now - self.due < _PATIENCE
        ):
            return False
        self.due = None
        # A download goes when it is looked at a second time.
        runtime.get_instance().media_file_mgr.remove_orphaned_files()
        memory.give_back()
        return True

    def _drop_forgotten_uploads(self, now: float) -> None:
        there = {(session, file) for session, files in waiting().items() for file in files}
        self.uploads = {each: self.uploads.get(each, now) for each in there}
        for each, since in self.uploads.items():
            if now - since > _UPLOAD_WAITS:
                let_go(*each)


class _Nobody:
    """Stands where a session and its connection were, for a loop that is about to use them."""

    id = ""

    def on_flushed_messages_sent(self) -> None:
        """There is nothing to do."""

    def write_forward_msg(self, _: ForwardMsg) -> None:
        """There is nobody to write to."""


def _forget(info: Any) -> None:
    """Let go of a session that has ended: Streamlit's loop holds the last one that it served."""
    info.session.shutdown()
    info.session = info.client = _Nobody()


def _sessions() -> list[SessionInfo]:
    """Sessions that have a browser, or had one so lately that it may come back."""
    manager = runtime.get_instance()._session_mgr
    # Streamlit passes over the expired ones, and keeps them until another session ends.
    manager._session_storage._cache.expire()  # type: ignore[attr-defined]
    return manager.list_sessions()
