"""The edition that runs in a browser alone: built once for all tests, and a static host for it."""

import fcntl
import os
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, ClassVar

import pytest

from tests.conftest import ROOT

SITE = ROOT / ".github" / "site"


def built(factory: pytest.TempPathFactory) -> Path:
    """A folder that holds the edition below the path of a project; processes of tests share it."""
    base = factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "edition"
    with folder.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "explorer" / "service-worker.js").is_file():
            line = [sys.executable, SITE / "build.py", "--out", folder / "explorer"]
            made = subprocess.run(list(map(str, line)), check=False, capture_output=True, text=True)
            if made.returncode and "Could not find" in made.stderr:
                told = f"what the edition is built from cannot be had: {made.stderr[-300:]}"
                (pytest.fail if os.environ.get("CI") else pytest.skip)(told)
            assert made.returncode == 0, made.stderr
    return folder


#: A worker that has started the app.
STARTED = 'postMessage({ kind: "step", step: "app started" });'


def small(build: Any, folder: Path, name: str, worker: str = STARTED) -> Path:
    """A folder with an app that is a heading, started as the edition is, without Python.

    Parameters
    ----------
    build : module
        `build.py` of the edition.
    folder : Path
    name : str
        What the heading says.
    worker : str
        Its script.
    """
    out = folder / "explorer"
    (out / "pyodide").mkdir(parents=True)
    for each in ("first.pack", "app.pack", "later.pack"):
        (out / each).write_bytes(b"")
    heading = f"<h1 data-testid=stHeading>{name}</h1>"
    streamlit = {
        "index.html": '<meta charset="UTF-8" /><div id="root"></div>'
        '<script type="module" crossorigin src="./static/js/main.js"></script>',
        "static/js/main.js": f"document.getElementById('root').innerHTML = '{heading}';",
        "favicon.png": "",
    }
    with zipfile.ZipFile(folder / "streamlit.whl", "w") as wheel:
        for path, content in streamlit.items():
            wheel.writestr(f"streamlit/static/{path}", content)
    build.put_pages(folder / "streamlit.whl", out, "")
    (out / "worker.js").write_text(worker)
    build.stamp(out, {})
    return folder


class Static(SimpleHTTPRequestHandler):
    """A static host as others are: no header of ours, and 404.html for unknown addresses."""

    #: Files in the middle of which the network breaks.
    breaking: ClassVar[set[str]] = set()
    extensions_map = SimpleHTTPRequestHandler.extensions_map | {
        ".mjs": "text/javascript", ".wasm": "application/wasm",
    }  # fmt: skip

    def send_error(self, code: int, *given: str | None) -> None:
        if code != 404:
            super().send_error(code, *given)
            return
        root = Path(self.directory)
        page = next(root.glob("404.html"), root / "explorer" / "404.html").read_bytes()
        self.send_response(404)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)

    def copyfile(self, source: Any, out: Any) -> None:
        """Send a file, or break off where the network is to break."""
        name = Path(source.name).name
        if name not in self.breaking:
            super().copyfile(source, out)
            return
        out.write(source.read(1000))
        self.close_connection = True

    def log_message(self, *_: object) -> None:
        """Print nothing."""


@contextmanager
def hosted(folder: Path) -> Iterator[str]:
    """The address of a folder's files."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Static, directory=str(folder))) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()
            thread.join()
