"""A Streamlit server of our own, on a free port, and the browser that opens it."""

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

#: Runs Streamlit, and writes down every other host that the process asks for anything, and what it
#: writes to the temporary folder, where the repository may lie: Python keeps what it compiles.
_WATCHED = """
import os, sys, tempfile

def note(event, given):
    asked, own = None, (None, "127.0.0.1", "::1", b"127.0.0.1")
    if event == "socket.getaddrinfo":
        asked = given[0]
    elif event in ("socket.connect", "socket.sendto") and isinstance(given[1], tuple):
        asked = given[1][0]
    elif event == "open" and given[2] & (os.O_WRONLY | os.O_RDWR):
        asked = str(given[0])
        is_watched = asked.startswith(temporary) and "__pycache__" not in asked
        own = (calls,) if is_watched else (asked,)
    if asked not in own:
        with open(calls, "a") as file:
            file.write(f"{event} {asked}\\n")

calls, temporary = sys.argv.pop(1), tempfile.gettempdir()
sys.addaudithook(note)
from streamlit.web.cli import main
main(prog_name="streamlit")
"""


def chromium() -> str | None:
    """Where Chromium is. The shell has no windows, and so takes an eighth less time."""
    installed = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    return os.environ.get("CHROMIUM") or installed


def free_port() -> int:
    """A port that nothing listens at."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def answers(address: str, process: "subprocess.Popen[bytes]") -> None:
    """Wait until a server answers; raises where its process has ended."""
    while True:
        try:
            with urlopen(f"{address}/_stcore/health"):
                return
        except OSError:
            if process.poll() is not None:
                raise RuntimeError(f"the server at {address} has ended") from None
            time.sleep(0.1)


@contextmanager
def serve(
    script: Path,
    port: int | None = None,
    calls: Path = Path(os.devnull),
    log: Path = Path(os.devnull),
    host: str = "127.0.0.1",
) -> Iterator[str]:
    """Start an app and give its address, which nobody has visited yet.

    A line is added to the file `calls` for every other host that the server calls, and for every
    file that it opens to write in the temporary folder. What it prints goes into the file `log`.
    """
    port = free_port() if port is None else port
    streamlit = [sys.executable, "-c", _WATCHED, str(calls)]
    command = [*streamlit, "run", script.name, "--server.headless=true"]
    address = f"http://{host}:{port}"
    with (
        log.open("wb") as written,
        subprocess.Popen(
            [*command, f"--server.port={port}", f"--server.address={host}"],
            cwd=script.parent,
            stdout=written,
            stderr=written,
        ) as process,
    ):
        try:
            answers(address, process)
            yield address
        finally:
            process.terminate()
