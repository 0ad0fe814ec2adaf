"""`/health` tells a monitor version and load (host.md); a word at the start says where it is."""

import os
import platform
import sys
from time import monotonic

import streamlit as st
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route
from streamlit import config

from oq_core.version import VERSION
from pages.host.limits import LIMITS
from pages.host.middleware import Visitors
from pages.host.uploads import bytes_of, waiting
from pages.host.workspaces import MEGABYTE, WORKSPACES

_START = monotonic()


def greet() -> None:
    """Say where the app is; Streamlit's own greeting asks another host for the address."""
    port, base = config.get_option("server.port"), config.get_option("server.baseUrlPath")
    sys.stdout.write(f"The app is open at http://localhost:{port}/{base}\n")
    sys.stdout.flush()


async def health(_: Request) -> JSONResponse:
    """Version, visitors, load and memory.

    A full server is well: a proxy that took it for broken would lead its visitors away.
    """
    return JSONResponse(
        {
            "status": "full" if Visitors.here >= LIMITS.visitors else "ok",
            "version": VERSION,
            "streamlit": st.__version__,
            "python": platform.python_version(),
            "seconds_up": round(monotonic() - _START),
            "visitors": Visitors.here,
            "load": round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None,
            "memory_mb": memory_mb(),
            "open_mb": WORKSPACES.bytes // MEGABYTE,
            "results_mb": sum(each.size for each in WORKSPACES.results) // MEGABYTE,
            "waiting_mb": bytes_of(waiting()) // MEGABYTE,
        },
        headers={"Cache-Control": "no-store"},
    )


def memory_mb() -> int | None:
    """Memory that the process has now, where the system tells it."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123
            pages = int(file.read().split()[1])
    except OSError:
        return None
    return pages * os.sysconf("SC_PAGE_SIZE") // 2**20


HEALTH = Route("/health", health)
