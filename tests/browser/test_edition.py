"""The edition that runs in a browser alone: built, opened and used, with no server behind it."""

import gzip
import hashlib
import io
import json
import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib import import_module
from pathlib import Path
from threading import Thread
from typing import Any

import pandas as pd
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as some
from playwright.sync_api import Page, expect

from tests.browser.waiting import GO, LIMIT, at_rest
from tests.conftest import ROOT, SAMPLE

SITE = ROOT / ".github" / "site"
#: A wheel that happens to carry a Pyodide distribution: a package registry has it.
CARRIER = "open-webui==0.12.4"
CARRIED = "open_webui/frontend/pyodide/"
SHA256 = "02e9caba96234db3fa17a92e56163b3f7f2b8ca8227fa886b85c178d696483f6"
CACHE = Path.home() / ".cache" / "oq-site"


@pytest.fixture(scope="module")
def part() -> Iterator[Callable[[str], Any]]:
    """Gives a module of the edition by its name."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(SITE / "python")
        patch.syspath_prepend(SITE)
        yield import_module


def pyodide() -> Path:
    """An unpacked distribution, from the cache, or fetched into it once."""
    folder = CACHE / "pyodide"
    if (folder / "pyodide-lock.json").is_file():
        return folder
    line = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", CACHE, CARRIER]
    asked = subprocess.run(list(map(str, line)), check=False, capture_output=True, text=True)
    if asked.returncode:
        told = f"{CARRIER} cannot be had, which carries Pyodide: {asked.stderr[-300:]}"
        (pytest.fail if os.environ.get("CI") else pytest.skip)(told)
    wheel = next(CACHE.glob("open_webui-*.whl"))
    assert hashlib.sha256(wheel.read_bytes()).hexdigest() == SHA256
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            if name.startswith(CARRIED) and not name.endswith("/"):
                folder.mkdir(exist_ok=True)
                (folder / Path(name).name).write_bytes(archive.read(name))
    wheel.unlink()
    return folder


class Static(SimpleHTTPRequestHandler):
    """A static host as others are: no header of ours, and 404.html for unknown addresses."""

    extensions_map = SimpleHTTPRequestHandler.extensions_map | {
        ".mjs": "text/javascript", ".wasm": "application/wasm",
    }  # fmt: skip

    def send_error(self, code: int, *given: str | None) -> None:
        if code != 404:
            super().send_error(code, *given)
            return
        page = (Path(self.directory) / "explorer" / "404.html").read_bytes()
        self.send_response(404)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)

    def log_message(self, *_: object) -> None:
        """Print nothing."""


@contextmanager
def hosted(folder: Path) -> Iterator[str]:
    """The address of a folder's files."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Static, directory=str(folder))) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()
        thread.join()


def is_up(page: Page) -> None:
    """Wait until the app has started, and its page is drawn."""
    # Python is unpacked, started and fed with the app: some ten seconds of a quiet machine.
    expect(page.get_by_role("heading", level=1)).to_be_visible(timeout=4 * LIMIT)
    at_rest(page)


def test_the_app_runs_in_a_browser_with_no_server(browser, server, tmp_path):
    """Below a path of any static host it opens, answers a drag and reads files; nothing leaves."""
    line = [sys.executable, SITE / "build.py", "--pyodide", pyodide(), "--cache", CACHE / "wheels"]
    subprocess.run([*map(str, line), "--out", str(tmp_path / "explorer")], check=True)
    with hosted(tmp_path) as address:
        context = browser.new_context(reduced_motion="reduce", accept_downloads=True)
        context.set_default_timeout(LIMIT)
        elsewhere: list[str] = []
        own = (f"{address}/explorer/", "blob:", "data:")
        context.on(
            "request", lambda asked: asked.url.startswith(own) or elsewhere.append(asked.url)
        )
        page = context.new_page()
        # A page's own address, which no file has, on the first visit.
        page.goto(f"{address}/explorer/compare")
        is_up(page)
        expect(page.get_by_role("heading", level=1)).to_contain_text("Compare")
        bar = page.get_by_role("slider").nth(1)
        row = page.get_by_role("row").filter(has_text="NMD").first
        before = row.inner_text()
        bar.press("ArrowUp")
        expect(row).not_to_have_text(before)
        # A file is read, and its results are those of a server, to the byte.
        page.evaluate(GO, "/explorer/data")
        files = [SAMPLE / "short" / "gold.json", *sorted((SAMPLE / "short" / "runs").iterdir())]
        page.locator("input[type=file]").first.set_input_files(files)
        expect(page.get_by_text("nothing is sent to anybody")).to_be_visible()
        expect(
            page.get_by_role("tab").or_(page.get_by_text(f"{len(files) - 1} runs")).first
        ).to_be_visible()
        at_rest(page)
        here = powers(page, "/explorer/power")
        page.evaluate(GO, "/explorer/live")
        expect(page.get_by_text("this edition of the app has none")).to_be_visible()
        # What was loaded once is there without a network.
        context.set_offline(True)
        page.reload()
        expect(page.get_by_role("heading", level=1)).to_contain_text(
            "Live class", timeout=4 * LIMIT
        )
        assert elsewhere == []
        context.close()
    visit = browser.new_context(reduced_motion="reduce", accept_downloads=True)
    visit.set_default_timeout(LIMIT)
    page = visit.new_page()
    page.goto(f"{server}/data")
    page.locator("input[type=file]").first.set_input_files(files)
    expect(page.get_by_text(f"{len(files) - 1} runs").first).to_be_visible()
    at_rest(page)
    assert here == powers(page, "/power")
    visit.close()


def powers(page: Page, address: str) -> list[bytes]:
    """The tables of Discriminative power as they are downloaded."""
    page.evaluate(GO, address)
    expect(page.get_by_role("heading", level=1)).to_contain_text("Discriminative power")
    buttons = page.get_by_role("button", name="CSV", exact=True)
    # On a busy machine its tests take a while, in a browser and beside it.
    expect(buttons.first).to_be_visible(timeout=4 * LIMIT)
    at_rest(page)
    found = []
    for place in range(buttons.count()):
        with page.expect_download() as told:
            buttons.nth(place).click()
        assert told.value.suggested_filename.endswith(".csv")
        found.append(Path(told.value.path()).read_bytes())
    return found


def test_what_is_not_public_of_streamlit_is_there(part):
    boot = part("boot")
    source = Path(boot.__file__).read_text()
    for each in boot.PRIVATE:
        module, _, path = each.partition(":")
        found = import_module(module)
        for name in path.split("."):
            assert hasattr(found, name), f"{each} is gone: look at {boot.__file__}"
            found = getattr(found, name)
        assert source.count(path.rpartition(".")[2]) > 1, f"{each} is not used any more"


def test_packages_are_those_that_are_tested():
    """What both editions have is of one version in both, unless Pyodide's own is older."""
    pattern = re.compile(r"^([a-z0-9-]+)==(\S+)", re.MULTILINE)
    here = dict(pattern.findall((SITE / "packages.txt").read_text()))
    there = dict(pattern.findall((ROOT / "requirements.lock").read_text()))
    assert here.pop("nanoarrow")
    assert here.items() <= there.items()


NAMES = some.lists(some.text("abc", min_size=1), min_size=1, max_size=4, unique=True)
CELLS = {
    "numbers": some.floats(allow_nan=False, allow_infinity=False) | some.none(),
    "counts": some.integers(-(2**40), 2**40),
    "words": some.text() | some.none(),
    "signs": some.booleans(),
    "lists": some.lists(some.floats(0, 1), max_size=3),
}


@given(some.data())
def test_tables_are_sent_as_by_pyarrow(part, data):
    rows = data.draw(some.integers(0, 5))
    frame = pd.DataFrame(
        {
            name: data.draw(
                some.lists(
                    CELLS[data.draw(some.sampled_from(sorted(CELLS)))], min_size=rows, max_size=rows
                )
            )
            for name in data.draw(NAMES)
        }
    )
    if data.draw(some.booleans()):
        frame.index = pd.Index([f"run {row}" for row in range(rows)], name="run")
    table = part("arrow").Table.from_pandas(frame)
    ours = pa.ipc.open_stream(table.stream()).read_all()
    theirs = pa.Table.from_pandas(frame)
    assert ours.to_pydict() == theirs.to_pydict()
    assert ours.column_names == theirs.column_names == table.schema.names
    told = json.loads(ours.schema.metadata[b"pandas"])["index_columns"]
    assert told == json.loads(theirs.schema.metadata[b"pandas"])["index_columns"]


def test_what_cannot_be_sent_is_refused_as_by_pyarrow(part):
    arrow = part("arrow")
    with pytest.raises(arrow.ArrowTypeError):
        arrow.Table.from_pandas(pd.DataFrame({"a": [1, "x"]}))
    with pytest.raises(arrow.ArrowInvalid):
        arrow.Table.from_pandas(
            pd.DataFrame([[1]], columns=pd.MultiIndex.from_tuples([("a", "b")]))
        )


def made(build: Any, folder: Path, content: bytes, packages: dict[str, object]) -> Path:
    """A folder like a distribution, with a wheel."""
    for each in (*build.CORE, "python_stdlib.zip"):
        (folder / each).write_bytes(b"")
    (folder / "x.whl").write_bytes(content)
    (folder / "pyodide-lock.json").write_text(json.dumps({"packages": packages}))
    return folder


def test_a_distribution_that_is_not_whole_is_refused(part, tmp_path):
    build = part("build")
    with pytest.raises(build.BuildError, match="pyodide.mjs, .* is missing"):
        build.wheels_of_pyodide(tmp_path)
    folder = made(build, tmp_path, b"other", {})
    with pytest.raises(build.BuildError, match="contourpy is not in it"):
        build.wheels_of_pyodide(folder)
    told = {"file_name": "x.whl", "sha256": hashlib.sha256(b"this").hexdigest()}
    folder = made(build, tmp_path, b"other", dict.fromkeys(build.FROM_PYODIDE, told))
    with pytest.raises(build.BuildError, match="x.whl: this is not the file of"):
        build.wheels_of_pyodide(folder)
    folder = made(build, tmp_path, b"this", dict.fromkeys(build.FROM_PYODIDE, told))
    assert len(build.wheels_of_pyodide(folder)) == len(build.FROM_PYODIDE)
    with pytest.raises(build.BuildError, match="is not empty"):
        build.build(folder, folder, tmp_path / "cache")


def test_a_pack_holds_what_was_packed(part, tmp_path):
    build = part("build")
    (tmp_path / "a").mkdir()
    contents = {"a/x": b"1234", "b": b"", "c": bytes(range(256))}
    for name, content in contents.items():
        (tmp_path / name).write_bytes(content)
    pack = build.packed(tmp_path, build.files_of(tmp_path))
    assert pack == build.packed(tmp_path, reversed(list(build.files_of(tmp_path))))
    raw = gzip.decompress(pack)
    start = 4 + int.from_bytes(raw[:4], "little")
    listed = json.loads(raw[4:start])
    assert {name: raw[start + at :][:size] for name, at, size in listed} == contents


@pytest.mark.parametrize("name", ["numpy/core/tests/test_x.py", "streamlit/static/x.js", "a/b.pyi"])
def test_what_is_unused_is_left_out(part, name, tmp_path):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr(name, "")
        archive.writestr("numpy/f2py/x.py", "")
        archive.writestr("scipy.libs/libopenblas.so", "")
    part("build").unpack(file, tmp_path)
    found = sorted(each.name for each in tmp_path.rglob("*") if each.is_file())
    assert found == ["libopenblas.so", "x.py"]


def test_the_first_page_needs_little_of_scipy():
    """What comes later is imported where it is used: in a browser it is unpacked then."""
    asked = (
        "import sys, app, oq_core.campaign; "
        "print(*{'.'.join(n.split('.')[:2]) for n in sys.modules if n.startswith('scipy.')})"
    )
    line = [sys.executable, "-c", asked]
    told = subprocess.run(line, check=True, cwd=ROOT, capture_output=True, text=True)
    later = {"scipy.stats", "scipy.optimize", "scipy.sparse", "scipy.interpolate", "scipy.spatial"}
    assert "scipy.special" in told.stdout
    assert not later & set(told.stdout.split())
