"""The edition that runs in a browser alone: built, opened and used, with no server behind it."""

import ast
import csv
import gzip
import hashlib
import inspect
import io
import json
import os
import re
import shutil
import subprocess
import sys
import threading
import time
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as some
from playwright.sync_api import Locator, Page, expect
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.Common_pb2 import FileURLsRequest

from oq_core.campaign import Choices
from oq_core.campaign.computing.sources import facts_of
from oq_core.campaign.saving.workspace import SavedData, kept_files
from oq_core.reading import template
from pages.analysing.data import Opened, fresh
from pages.campaign.data_parts.saving import opened_of
from tests.browser.edition import SITE, Static, built, hosted, small
from tests.browser.test_journeys import shows_progress, stops
from tests.browser.test_phone import shows_its_picture_first
from tests.browser.waiting import GO, LIMIT, at_rest, eventually
from tests.conftest import ROOT, SAMPLE, dear
from tests.same import check_same

CACHE = Path.home() / ".cache" / "oq-site"


@pytest.fixture(scope="module")
def part() -> Iterator[Callable[[str], Any]]:
    """Gives a module of the edition by its name."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(SITE / "python")
        patch.syspath_prepend(SITE)
        yield import_module


@pytest.fixture(scope="module")
def edition(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that holds the edition below the path of a project."""
    return built(tmp_path_factory)


@pytest.fixture(scope="module")
def home(edition: Path) -> Iterator[str]:
    """Its address on a static host."""
    with hosted(edition) as address:
        yield f"{address}/explorer/"


@pytest.fixture
def changed(edition: Path, tmp_path: Path, part: Callable[[str], Any]) -> Callable[..., Path]:
    """Makes a build that differs in some files, beside the first."""

    def change(files: dict[str, tuple[str, str]]) -> Path:
        folder = tmp_path / "explorer"
        shutil.copytree(edition / "explorer", folder, copy_function=os.link)
        # What is linked is one file in both.
        for each in (*files, "about.html", "service-worker.js"):
            (folder / each).unlink()
        for name, (old, new) in files.items():
            text = (edition / "explorer" / name).read_text()
            assert old in text
            (folder / name).write_text(text.replace(old, new))
        part("build").stamp(folder, {})
        return tmp_path

    return change


def is_up(page: Page) -> None:
    """Wait until the app has started, and its page is drawn."""
    # Python is unpacked, started and fed with the app: some ten seconds of a quiet machine.
    expect(page.locator("[data-testid=stApp] h1")).to_be_visible(timeout=2 * LIMIT)
    at_rest(page)


def test_the_app_runs_in_a_browser_with_no_server_and_keeps_what_is_open(browser, server, home):
    """Below a path of any static host it opens, answers a drag and reads files; nothing leaves.

    Long work is stopped, and a lesson fits a phone. What is open stays in the browser until it is
    erased. One visit, as each start takes ten seconds of a processor.
    """
    context = browser.new_context(reduced_motion="reduce", accept_downloads=True)
    context.set_default_timeout(LIMIT)
    elsewhere: list[str] = []
    own = (home, "blob:", "data:")
    context.on("request", lambda asked: asked.url.startswith(own) or elsewhere.append(asked.url))
    page = context.new_page()
    # A page's own address, which no file has, on the first visit.
    page.goto(f"{home}compare")
    is_up(page)
    expect(page.get_by_role("heading", level=1)).to_contain_text("Compare")
    bar = page.get_by_role("slider").nth(1)
    row = page.get_by_role("row").filter(has_text="NMD").first
    before = row.inner_text()
    bar.press("ArrowUp")
    expect(row).not_to_have_text(before)
    # A file is read, and its results are those of a server, to the byte.
    page.evaluate(GO, "/explorer/data")
    open_files(page)
    expect(page.get_by_text("nothing is sent to anybody")).to_be_visible()
    expect(page.get_by_text("stays in this browser until you erase it")).to_be_visible()
    here = powers(page, "/explorer/power?trials=500")
    page.evaluate(GO, "/explorer/power?trials=100000")
    goes_on_while_a_part_is_opened(page, shows_progress(page))
    stops(page)
    size = page.viewport_size
    page.set_viewport_size({"width": 390, "height": 844})
    page.evaluate(GO, "/explorer/lessons?lesson=near")
    shows_its_picture_first(page)
    page.set_viewport_size(size)
    page.evaluate(GO, "/explorer/data")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Your data")
    # What was loaded once is there without a network, and what was opened.
    context.set_offline(True)
    erases_in_another_tab(page, f"{home}data")
    assert elsewhere == []
    context.close()
    visit = browser.new_context(reduced_motion="reduce", accept_downloads=True)
    visit.set_default_timeout(LIMIT)
    page = visit.new_page()
    page.goto(f"{server}/data")
    open_files(page)
    assert here == powers(page, "/power?trials=500")
    assert len(here) > 1
    visit.close()


def goes_on_while_a_part_is_opened(page: Page, progress: Locator) -> None:
    """What asks for a part of a page waits. Nothing would draw what it had interrupted."""

    def done() -> int:
        told = re.search(r"([\d,]+) of 100,000", progress.inner_text())
        return int(told[1].replace(",", "")) if told else 0

    before = done()
    page.get_by_role("button", name="Share", exact=True).click()
    expect(page.get_by_test_id("stPopoverBody")).to_be_visible()

    def further() -> None:
        # More than is on its way when a script is interrupted.
        assert done() > before + 600

    eventually(page, further)
    page.keyboard.press("Escape")


def erases_in_another_tab(page: Page, address: str) -> None:
    """What a tab has open is in another, and gone from both, for good, once that one erases it."""
    other = page.context.new_page()
    other.goto(address)
    is_up(other)
    expect(other.get_by_text(RUNS).first).to_be_visible()
    other.get_by_role("button", name="Erase everything").click()
    expect(other.get_by_text("stay in this browser until you erase them")).to_be_visible()
    other.get_by_role("button", name="Erase all of it now").click()
    expect(other.get_by_text(RUNS)).to_have_count(0)
    other.close()
    # The first tab draws what is there at its next move, and has nothing to bring back.
    page.evaluate(GO, "/explorer/map")
    expect(page.get_by_role("heading", level=1)).not_to_contain_text("Your data")
    at_rest(page)
    page.evaluate(GO, "/explorer/data")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Your data")
    at_rest(page)
    expect(page.get_by_text(RUNS)).to_have_count(0)
    # What the move before the last has written is there: the worker does one after the other.
    assert page.evaluate(TITLES) == []


#: What the browser's storage has open, without what was chosen.
TITLES = """
new Promise((give, fail) => {
  const opening = indexedDB.open("oq /explorer/");
  opening.onerror = fail;
  opening.onsuccess = () => {
    const asked = opening.result.transaction("open").objectStore("open").getAllKeys();
    asked.onsuccess = () => give(asked.result.filter((each) => each));
  };
})
"""
FILES = [SAMPLE / "short" / "gold.json", *sorted((SAMPLE / "short" / "runs").iterdir())]
RUNS = f"{len(FILES) - 1} runs"


def open_files(page: Page) -> None:
    """Open gold and runs on Your data."""
    page.locator("input[type=file]").first.set_input_files(FILES)
    expect(page.get_by_text(RUNS).first).to_be_visible()
    at_rest(page)


def told(page: Page) -> Locator:
    """What the start page says."""
    return page.locator("#oq-start [role=status]")


@pytest.fixture
def two_builds(part: Callable[[str], Any], tmp_path: Path) -> tuple[Path, Path]:
    """Folders with an older build of a small app, and a newer one."""
    older, newer = (small(part("build"), tmp_path / name, name) for name in ("older", "newer"))
    # Of the same second, a host would say that files have not changed.
    later = time.time() + 2
    for file in newer.rglob("*"):
        os.utime(file, (later, later))
    return older, newer


def shows(page: Page, name: str) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text(name)


def test_where_nothing_may_be_kept_the_page_starts(browser, two_builds):
    folder, _ = two_builds
    worker = folder / "explorer/service-worker.js"
    denied = "caches.keys = caches.open = () => Promise.reject(new Error('denied'));"
    worker.write_text(denied + worker.read_text())
    with hosted(folder) as address:
        page = browser.new_page()
        for _ in range(2):
            page.goto(f"{address}/explorer/")
            shows(page, "older")
        page.close()


@pytest.mark.parametrize(
    ("lacks", "sentence"),
    [
        ("delete Navigator.prototype.serviceWorker", "has no service workers"),
        ("delete window.WebAssembly", "cannot run the app. Use a current one"),
        ("delete window.DecompressionStream", "cannot run the app. Use a current one"),
        (
            "ServiceWorkerContainer.prototype.register = () => Promise.reject(Error('denied'))",
            "allow storage for this site",
        ),
    ],
)
def test_a_browser_that_lacks_something_is_told(browser, home, lacks, sentence):
    page = browser.new_page()
    page.add_init_script(lacks)
    page.goto(home)
    expect(told(page)).to_contain_text(sentence)
    page.close()


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("bridge.js", "or the network broke"),
        ("worker.js", "could not be loaded"),
        ("first.pack", "The network broke while the app was loaded"),
        ("pyodide.asm.wasm.pack", "The network broke while the app was loaded"),
    ],
)
def test_a_network_that_breaks_while_loading_leaves_a_sentence(browser, home, name, sentence):
    page = browser.new_page()
    Static.breaking.add(name)
    try:
        page.goto(home)
        expect(told(page)).to_contain_text(sentence, timeout=LIMIT)
        with page.expect_navigation():
            page.get_by_role("button", name="Try again").click()
    finally:
        Static.breaking.clear()
    page.close()


STATUS_AND_SIZE = """
fetch("app.pack").then(async (answer) => [answer.status, (await answer.arrayBuffer()).byteLength])
"""


def test_files_of_another_build_are_refused(browser, changed):
    """A page never mixes two builds, as while one is published."""
    folder = changed({"bridge.js": ("// Runs before", "// Runs long before")})
    pack = folder / "explorer/app.pack"
    content = pack.read_bytes()
    pack.unlink()
    pack.write_bytes(content + b"\0")
    with hosted(folder) as address:
        page = browser.new_page()
        page.goto(f"{address}/explorer/")
        expect(told(page)).to_contain_text("a newer build has come", timeout=LIMIT)
        assert page.evaluate(STATUS_AND_SIZE)[0] == 409
        pack.write_bytes(content)
        assert page.evaluate(STATUS_AND_SIZE) == [200, len(content)]
        page.close()


def test_where_pages_share_no_memory_with_workers_the_app_starts(browser, two_builds):
    with hosted(two_builds[0]) as address:
        page = browser.new_page()
        page.add_init_script("delete window.SharedArrayBuffer")
        page.goto(f"{address}/explorer/")
        shows(page, "older")
        page.close()


def test_a_newer_build_waits_until_no_page_of_the_older_is_open(browser, two_builds):
    older, newer = two_builds
    visit = browser.new_context()
    visit.set_default_timeout(LIMIT)
    with hosted(older) as address:
        page, other, docs = (visit.new_page() for _ in range(3))
        for each, name in ((page, ""), (other, "compare")):
            each.goto(f"{address}/explorer/{name}")
            shows(each, "older")
        docs.goto(f"{address}/explorer/about.html")
        (older / "explorer").rename(older / "gone")
        (newer / "explorer").rename(older / "explorer")
        page.evaluate("async () => (await navigator.serviceWorker.ready).update()")
        is_waiting = "async () => (await navigator.serviceWorker.ready).waiting !== null"

        def waits() -> None:
            assert page.evaluate(is_waiting)

        eventually(page, waits)
        for _ in range(2):
            page.reload()
            shows(page, "older")
        other.close()

        for _ in range(5):
            # A page that was closed a moment ago may still count: then the older is shown again.
            page.reload()
            expect(page.get_by_role("heading", level=1, name=re.compile("er"))).to_be_visible()
            if page.get_by_role("heading", name="newer").count():
                break
        shows(page, "newer")
        assert page.evaluate("async () => (await caches.keys()).length") == 1
        docs.close()
    # What a visit needs is kept.
    visit.set_offline(True)
    page.reload()
    shows(page, "newer")
    visit.close()


def test_a_page_that_was_loaded_past_the_service_worker_starts(browser, two_builds):
    with hosted(two_builds[0]) as address:
        page = browser.new_page()
        page.goto(f"{address}/explorer/")
        shows(page, "older")
        page.evaluate("window.isBefore = true")
        page.context.new_cdp_session(page).send("Page.reload", {"ignoreCache": True})
        page.wait_for_function("!window.isBefore")
        shows(page, "older")
        assert page.evaluate("navigator.serviceWorker.controller !== null")
        page.close()


def test_a_window_without_storage_and_memory_that_is_used_up_leave_a_sentence(browser, changed):
    """In one visit, of which the rest could not be loaded ahead."""
    asked = "const answer = await boot.request("
    count = "self.sent = (self.sent ?? 0) + (method === 'PUT' && path.includes('upload'));"
    dies = f"if (self.sent > {len(FILES)}) python._api.fatal_error(new RangeError('memory'));"
    folder = changed(
        {
            "storage.js": ("const opening", 'throw new Error("denied"); const opening'),
            "worker.js": (asked, f"{count} {dies} {asked}"),
        }
    )
    with hosted(folder) as address:
        page = browser.new_page()
        Static.breaking.add("later.pack")
        try:
            page.goto(f"{address}/explorer/data")
            is_up(page)
        finally:
            Static.breaking.clear()
        expect(page.get_by_text("in this browser until the tab is closed")).to_be_visible()
        open_files(page)
        page.get_by_role("button", name="Erase everything").click()
        expect(page.get_by_text("lets the page keep nothing")).to_be_visible()
        page.get_by_role("button", name="Erase all of it now").click()
        expect(page.get_by_text(RUNS)).to_have_count(0)
        at_rest(page)
        page.locator("input[type=file]").first.set_input_files(FILES)
        expect(told(page)).to_contain_text("memory is used up", timeout=LIMIT)
        page.close()


def test_about_this_edition_tells_what_is_in_it(edition, home, browser):
    page = browser.new_page()
    page.goto(f"{home}about.html")
    text = page.locator("body").inner_text()
    [build] = re.findall(r"build ([0-9a-f]{32})", text)
    assert build in (edition / "explorer/service-worker.js").read_text()
    assert "Pyodide\t314." in text
    assert all(name in text for name in ("BL-lstm", "PDF", "Parquet"))
    [size] = re.findall(r"before the first page is drawn\t([\d.]+) MB", text)
    assert 10 < float(size) < 40
    assert page.evaluate("scrollX === 0 && document.body.scrollWidth <= innerWidth")
    page.close()


@pytest.mark.parametrize("_", [dear(1, "the hash is of all files, in the test above")])
def test_a_second_build_is_the_same_to_the_byte(edition, part, tmp_path, _):
    # With the same wheels, and nothing that was made of them.
    for kept in ("pyodide", "wheels"):
        (tmp_path / kept).symlink_to(CACHE / kept)
    part("build").build(None, tmp_path / "again", tmp_path)
    first, again = edition / "explorer", tmp_path / "again"
    names = {each.relative_to(first) for each in first.rglob("*") if each.is_file()}
    assert names == {each.relative_to(again) for each in again.rglob("*") if each.is_file()}
    differing = [
        each for each in names if (first / each).read_bytes() != (again / each).read_bytes()
    ]
    assert differing == []


def test_what_is_compiled_is_kept_until_any_file_of_it_changes(part, tmp_path, monkeypatch):
    build, times = part("build"), list[str]()
    monkeypatch.setattr(build, "put_python", lambda _, out: out.mkdir(parents=True))
    monkeypatch.setattr(build, "put_packages", lambda *_: times.append("made"))
    monkeypatch.setattr(build, "HERE", tmp_path)
    monkeypatch.setattr(build, "__file__", str(tmp_path / "build.py"))
    (tmp_path / "python").mkdir()
    names = ("python_stdlib.zip", "x.whl", "build.py", "compile.mjs", "python/boot.py")
    files = [tmp_path / each for each in (*build.CORE, *names)]
    for file in files:
        file.write_text("old")

    def is_made() -> bool:
        times.clear()
        build.put_what_stays(tmp_path, [tmp_path / "x.whl"], tmp_path / "out", tmp_path / "cache")
        return bool(times)

    assert is_made()
    for file in (*files, tmp_path / "python/more.py"):
        assert not is_made()
        file.write_text("new")
        assert is_made()


class Shelf:
    """A browser's storage, as `storage.js` has it."""

    def __init__(self) -> None:
        self.files: dict[str, tuple[float, bytes]] = {}

    def put(self, title: str, stamp: float, content: bytes) -> None:
        self.files[title] = stamp, content

    def drop(self, title: str) -> None:
        self.files.pop(title, None)

    def clear(self) -> None:
        self.files.clear()

    @property
    def found(self) -> list[tuple[str, float, bytes]]:
        return [(title, *each) for title, each in self.files.items()]


def sample_data(title: str) -> Opened:
    """Small files, as if they had been opened, with what can be said of them."""
    gold, run = template("wide_gold.csv"), template("wide_run.csv")
    facts = replace(facts_of(run, ("b",)), paths={"b": "wide_run.csv"}, sending=1)
    choices = Choices(title=title, classes=("high", "middle", "low"), renamed={"wide_run": "b"})
    saved = SavedData(choices, (facts_of(gold),), (facts,), kept_files([gold, run]), ("gone",))
    return fresh(opened_of(saved, saved.read(), title))


def test_what_one_tab_keeps_is_what_another_opens(part):
    shelf = Shelf()
    tab = part("kept").Kept(shelf, [])
    data = sample_data("mine")
    tab.own.put(data)
    tab.own.choices.update(data="mine", without=["x"], way=(1, 2))
    tab.write()
    other = part("kept").Kept(shelf, shelf.found)
    again = other.own["mine"]
    assert other.own.choices == {"data": "mine", "without": ["x"]}
    assert again.token != data.token
    assert replace(again, token="", sources={}) == replace(data, token="", sources={})
    assert list(data.sources["wide_gold"].runs) == ["b"]
    check_same(dict(again.sources), dict(data.sources))
    # Nothing is written again that has not changed.
    before = shelf.found
    tab.write()
    other.write()
    assert shelf.found == before
    # A new name, and another that goes.
    other.own.put(replace(again, title="ours"), "mine")
    other.write()
    tab.read(shelf.found)
    assert [*tab.own] == ["ours"]
    tab.own.close("ours")
    tab.write()
    other.read(shelf.found)
    assert [*other.own] == []


def test_data_come_back_in_the_order_in_which_they_were_opened(part):
    shelf = Shelf()
    tab = part("kept").Kept(shelf, [])
    for title in ("b", "a", "c"):
        tab.own.put(sample_data(title))
        tab.write()
    assert [*part("kept").Kept(shelf, shelf.found).own] == ["b", "a", "c"]


def test_what_cannot_be_read_is_told_and_stays_until_all_is_erased(part):
    shelf = Shelf()
    shelf.put("theirs", 1.0, b"PK of a later version")
    tab = part("kept").Kept(shelf, shelf.found)
    [remark] = tab.own.remarks
    assert remark.startswith("theirs: this browser keeps these data, and they could not be opened")
    tab.write()
    assert "theirs" in shelf.files
    tab.own.erase()
    tab.write()
    assert shelf.files == {}


def test_data_that_are_too_large_to_be_kept_are_told(part, monkeypatch):
    monkeypatch.setattr("oq_core.campaign.saving.workspace.MAX_BYTES", 10)
    shelf = Shelf()
    tab = part("kept").Kept(shelf, [])
    tab.own.put(sample_data("large"))
    tab.write()
    assert shelf.files == {}
    [remark] = tab.own.remarks
    assert "large: this browser cannot keep these data." in remark
    tab.write()
    assert tab.own.remarks == [remark]


def powers(page: Page, address: str) -> dict[str, bytes]:
    """The tables of Discriminative power as they are downloaded, by name."""
    page.evaluate(GO, address)
    expect(page.get_by_role("heading", level=1)).to_contain_text("Discriminative power")
    buttons = page.get_by_role("button", name="CSV", exact=True)
    # On a busy machine its tests take a while, in a browser and beside it.
    expect(buttons.first).to_be_visible(timeout=4 * LIMIT)
    at_rest(page)
    found = {}
    for place in range(buttons.count()):
        with page.expect_download() as told:
            buttons.nth(place).click()
        found[told.value.suggested_filename] = Path(told.value.path()).read_bytes()
    return found


def tables_of_report(page: Page, address: str) -> dict[str, str]:
    """The CSVs of the report's archive, by name."""
    page.evaluate(GO, address)
    page.get_by_role("button", name="Make the report").click()
    for step in ("Pack report", "Download the ZIP"):
        button = page.get_by_role("button", name=step)
        expect(button).to_be_visible(timeout=4 * LIMIT)
        at_rest(page)
        if step == "Pack report":
            button.click()
    with page.expect_download() as told:
        button.click()
    with zipfile.ZipFile(told.value.path()) as archive:
        names = [each for each in archive.namelist() if each.endswith(".csv")]
        return {each: archive.read(each).decode() for each in names}


def same_but_for_rounding(ours: str, theirs: str) -> None:
    pairs = zip(csv.reader(ours.splitlines()), csv.reader(theirs.splitlines()), strict=True)
    for one, other in ((a, b) for row in pairs for a, b in zip(*row, strict=True)):
        try:
            assert float(one) == pytest.approx(float(other), rel=1e-12, abs=1e-12, nan_ok=True)
        except ValueError:
            assert one == other


@pytest.mark.dear("discriminative power, in a test above")
def test_a_reports_tables_are_those_of_a_server(browser, server, home):
    found = []
    for address, base in ((home, "/explorer/"), (f"{server}/", "/")):
        context = browser.new_context(reduced_motion="reduce", accept_downloads=True)
        context.set_default_timeout(LIMIT)
        page = context.new_page()
        page.goto(f"{address}data")
        is_up(page)
        open_files(page)
        found.append(tables_of_report(page, f"{base}report"))
        context.close()
    ours, theirs = found
    assert ours.keys() == theirs.keys()
    assert len(ours) > 10
    for table in ours:
        same_but_for_rounding(ours[table], theirs[table])
        assert "power" not in table or ours[table] == theirs[table]


def private_names(source: str) -> set[str]:
    """Names with an underscore that code takes of objects, without those that it gives them."""
    found = [each for each in ast.walk(ast.parse(source)) if isinstance(each, ast.Attribute)]
    names = {each.attr for each in found if re.match("_[^_]", each.attr)}
    given = {"_call", "_initialize"}
    return names - given


def test_what_is_not_public_of_streamlit_is_there(part):
    boot = part("boot")
    listed = {each.rpartition(".")[2].rpartition(":")[2]: each for each in boot.PRIVATE}
    source = Path(boot.__file__).read_text()
    assert private_names(source) <= listed.keys()
    for name, each in listed.items():
        module, _, path = each.partition(":")
        found: Any = import_module(module)
        for holder in path.split(".")[:-1]:
            found = getattr(found, holder)
        is_there = hasattr(found, name) or f"self.{name} =" in inspect.getsource(found)
        assert is_there, f"{each} is gone: look at {boot.__file__}"
        assert source.count(name) > 1, f"{each} is not used any more"


def test_what_asks_for_a_part_of_a_page_or_sends_a_file_interrupts_nothing():
    def asks(fragment: str = "", **fields: Any) -> ClientState:
        return ClientState(query_string="a=1", page_name="map", fragment_id=fragment, **fields)

    def clicked(fragment: str = "") -> ClientState:
        asked = asks(fragment, is_auto_rerun=True, cached_message_hashes=["h" * 64] * 300)
        asked.widget_states.widgets.add(id="w" * 200, trigger_value=True)
        return asked

    whole = [asks(), clicked()]
    interrupting = [*(BackMsg(rerun_script=each) for each in whole), BackMsg(stop_script=True)]
    files = FileURLsRequest(request_id="1", file_names=["gold.json"], session_id="s")
    waiting = [
        *(BackMsg(rerun_script=each) for each in (asks("share"), clicked("share"))),
        *(BackMsg(file_urls_request=files), BackMsg(app_heartbeat=True), BackMsg()),
    ]
    sent = [list(each.SerializeToString()) for each in (*interrupting, *waiting)]
    script = (
        f"import {{ interrupts }} from '{(SITE / 'front/moves.js').as_uri()}';"
        f"console.log(JSON.stringify({sent}.map((each) => interrupts(new Uint8Array(each)))));"
    )
    node = ["node", "--input-type=module"]
    answered = subprocess.run(node, input=script, capture_output=True, text=True, check=True)
    assert json.loads(answered.stdout) == [*[True] * len(interrupting), *[False] * len(waiting)]


def test_what_a_thread_begins_with_does_not_stay(part):
    """A file that is made when its button is pressed belongs to that visitor's session."""
    own = vars(threading.current_thread())
    with part("boot")._AtOnce(1, initializer=own.update, initargs=({"of a run": 1},)) as executor:
        assert executor.submit(lambda: own["of a run"]).result() == 1
        assert "of a run" not in own
        with pytest.raises(KeyError):
            executor.submit(own.__getitem__, "nothing").result()


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


#: Draws Start as the edition does, and tells what it took for that; then uses what waited.
FIRST_PAGE = """
import sys
sys.path.insert(0, ".github/site/python")
import boot
boot._with_arrow()
import pandas as pd, app, oq_core.campaign
assert not {{"scipy.special", "scipy.linalg", "scipy.stats"}} & sys.modules.keys()
from streamlit.testing.v1 import AppTest
start = AppTest.from_file("{main}", default_timeout=60).run()
assert start.title and not start.exception
print(pd.waits(), *{{".".join(n.split(".")[:2]) for n in sys.modules if n.startswith("scipy.")}})
frame = pd.DataFrame({{"a": [1]}})
assert isinstance(frame, pd.DataFrame) and not isinstance(1, pd.DataFrame)
assert sys.modules["pyarrow"].__name__ == "arrow" and sys.modules["pandas"] is not pd
from pandas.io.formats.style import Styler
assert isinstance(frame.style, Styler) and pd.__version__ == sys.modules["pandas"].__version__
"""


def test_the_first_page_needs_no_pandas_and_little_of_scipy():
    """Both cost a browser a second or more: they are imported where they are used."""
    line = [sys.executable, "-c", FIRST_PAGE.format(main=ROOT / "pages/main.py")]
    told = subprocess.run(line, check=True, cwd=ROOT, capture_output=True, text=True)
    waits, *parts = told.stdout.split()
    assert waits == "True"
    later = {"scipy.stats", "scipy.optimize", "scipy.sparse", "scipy.interpolate", "scipy.spatial"}
    assert not later & set(parts)
