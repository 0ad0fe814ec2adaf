"""What is kept, and how long (privacy.md): between visits what nobody needs is let go of."""

import asyncio
import gc
import logging
import signal
import sys
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager, suppress
from importlib import import_module
from time import monotonic

import pandas as pd
import streamlit as st
from streamlit import runtime
from streamlit.runtime.app_session import AppSession

from pages.host.health import greet
from pages.host.in_time import end_half_sent_heads
from pages.host.limits import IN_BROWSER
from pages.host.middleware import Uploads
from pages.host.script_run import let_callbacks_finish
from pages.host.uploads import keep_in_memory, let_go, take_so_many_at_once, waiting
from pages.host.workers import close_pools, open_pools
from pages.host.workspaces import WORKSPACES

_LOGGER = logging.getLogger(__name__)
#: Seconds between two looks.
_PAUSE = 2.0
#: Seconds that an upload may wait to be opened.
_UPLOAD_WAITS = 600.0
#: What every visit needs: loaded before the first one, and never looked through again.
_LASTING = ("plotly.graph_objects", "scipy.stats")


@asynccontextmanager
async def housekeeping(_: st.App, load: Callable[[], object]) -> AsyncGenerator[None, None]:
    """Prepare the server with what lasts, and keep house while it runs."""
    let_callbacks_finish()
    take_so_many_at_once()
    keep_in_memory()
    if not IN_BROWSER:
        _serve(load)
    task = asyncio.create_task(_keep_house())
    yield
    close_pools()
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


def _serve(load: Callable[[], object]) -> None:
    """Load before the first visit what every visit needs, and open what others' work waits for."""
    for name in _LASTING:
        import_module(name)
    # Tables here are small: a page with strings of Python is drawn in nine tenths of the time.
    pd.set_option("mode.string_storage", "python")
    load()
    gc.collect()
    # A collection then takes milliseconds instead of a tenth of a second.
    gc.freeze()
    # Every message that is sent lets a thread that draws a page go first, for so many seconds.
    sys.setswitchinterval(0.001)
    end_half_sent_heads()
    greet()
    open_pools()


async def _keep_house() -> None:
    house = House()
    while True:
        await asyncio.sleep(_PAUSE)
        if _has_lost_its_loop():
            _LOGGER.error("Streamlit's loop has ended. No page can be drawn, so the server ends.")
            signal.raise_signal(signal.SIGTERM)
            return
        try:
            house.look(monotonic())
        except Exception:
            # Without any more looks, nothing would be let go of until the server ends.
            _LOGGER.exception("Keeping house failed and is tried again")


def _has_lost_its_loop() -> bool:
    """Whether what draws all pages has ended, although the server goes on."""
    stopped = runtime.get_instance().stopped
    return asyncio.isfuture(stopped) and stopped.done()


class House:
    """What has been seen of the server's sessions and uploads at the looks before."""

    def __init__(self) -> None:
        self.sessions: dict[str, AppSession] = {}
        self.uploads: dict[tuple[str, str], float] = {}

    def look(self, now: float) -> None:
        """Let go of what nobody needs."""
        self._drop_forgotten_uploads(now)
        WORKSPACES.expire()
        sessions = _sessions()
        left = self.sessions.keys() - sessions.keys()
        for gone in left:
            # Streamlit's own loop holds the last session that it served until it serves another.
            self.sessions[gone].shutdown()
            self.sessions[gone].session_state.clear()
        self.sessions = sessions
        for gone in Uploads.sent.keys() - sessions.keys():
            del Uploads.sent[gone]
            Uploads.networks.pop(gone, None)
        if left:
            # A download goes when it is looked at a second time.
            runtime.get_instance().media_file_mgr.remove_orphaned_files()

    def _drop_forgotten_uploads(self, now: float) -> None:
        there = {(session, file) for session, files in waiting().items() for file in files}
        self.uploads = {each: self.uploads.get(each, now) for each in there}
        for each, since in self.uploads.items():
            if now - since > _UPLOAD_WAITS:
                let_go(*each)


def _sessions() -> dict[str, AppSession]:
    """Sessions that have a browser, or had one so lately that it may come back."""
    manager = runtime.get_instance()._session_mgr
    # Streamlit passes over the expired ones, and keeps them until another session ends.
    manager._session_storage._cache.expire()  # type: ignore[attr-defined]
    return {each.session.id: each.session for each in manager.list_sessions()}
