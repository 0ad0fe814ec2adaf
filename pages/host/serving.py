"""What the server does before the first visit and after the last (host.md)."""

import gc
import sys
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from importlib import import_module

import pandas as pd
import streamlit as st
from starlette.formparsers import MultiPartParser
from streamlit import config

from pages.host import work
from pages.host.limits import IN_BROWSER
from pages.host.script_run import let_callbacks_finish
from pages.host.workers import Workers


@asynccontextmanager
async def serving(_: st.App, load: Callable[[], object]) -> AsyncGenerator[None, None]:
    """Load what every visit needs, and have processes for long work while the server runs."""
    let_callbacks_finish()
    if IN_BROWSER:
        yield
        return
    work.workers = Workers()
    # No upload is written to the temporary folder, which others may read.
    MultiPartParser.spool_max_size = config.get_option("server.maxUploadSize") << 21
    import_module("plotly.graph_objects")
    # Tables here are small: a page with strings of Python is drawn in nine tenths of the time.
    pd.set_option("mode.string_storage", "python")
    load()
    gc.collect()
    # A collection then takes milliseconds instead of a tenth of a second.
    gc.freeze()
    # Every message that is sent lets a thread that draws a page go first, for so many seconds.
    sys.setswitchinterval(0.001)
    # Streamlit's own greeting asks another host for the address.
    port, base = config.get_option("server.port"), config.get_option("server.baseUrlPath")
    sys.stdout.write(f"The app is open at http://localhost:{port}/{base}\n")
    sys.stdout.flush()
    yield
    work.workers.close()
    work.workers = None
