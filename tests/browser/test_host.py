"""Two processes behind the proxy of `.github/host`: classes, data, and one that is killed."""

import os
import re
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.test_live_class import Lecturer, Phone
from tests.browser.test_uploads import GOOD_GOLD, named, upload
from tests.browser.waiting import LIMIT, eventually
from tests.conftest import ROOT
from tests.server import answers, free_port, serve

CONFIG = ROOT / ".github" / "host" / "haproxy.cfg"


def config(processes: dict[str, str], port: int) -> str:
    """The repository's configuration, with this machine's addresses in place of the containers'."""
    text, count = re.subn(":8080$", f"127.0.0.1:{port}", CONFIG.read_text(), flags=re.MULTILINE)
    assert count == 1
    for name, address in processes.items():
        there = address.removeprefix("http://")
        text, count = re.subn(rf"({name}) {name}:8501 (.*) resolvers.*", rf"\1 {there} \2", text)
        assert count == 1
    return text


def sent_to(letter: str, browser: Browser, address: str) -> BrowserContext:
    """A browser that the proxy sends to the process with this letter."""
    context = browser.new_context(viewport={"width": 1440, "height": 1000})
    context.set_default_timeout(LIMIT)
    host = {"name": "oq_process", "value": letter.lower(), "url": address}
    context.add_cookies([host])
    return context


def lecturer_of(letter: str, browser: Browser, address: str) -> tuple[Lecturer, BrowserContext]:
    """A lecturer whom the proxy has sent to the process with this letter."""
    context = sent_to(letter, browser, address)
    return Lecturer(context.new_page(), address, "^[A-Z]{5}$"), context


@contextmanager
def two_processes(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, str]]:
    """The proxy's address and those of the processes behind it, by letter."""
    proxy = shutil.which("haproxy")
    if proxy is None:
        pytest.skip("haproxy is not installed")
    port, file = free_port(), folder / "haproxy.cfg"
    monkeypatch.setenv("OQ_ROOM_PREFIX", "B")
    with serve(ROOT / "app.py") as b:
        monkeypatch.setenv("OQ_ROOM_PREFIX", "C")
        with serve(ROOT / "app.py") as c:
            file.write_text(config({"b": b, "c": c}, port))
            with subprocess.Popen([proxy, "-db", "-q", "-f", str(file)]) as process:
                try:
                    answers(f"http://127.0.0.1:{port}", process)
                    yield {"proxy": f"http://127.0.0.1:{port}", "B": b, "C": c}
                finally:
                    process.terminate()


@pytest.mark.dear("ordinarily one process without a proxy")
def test_phones_find_the_process_that_has_their_class(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    with two_processes(tmp_path, monkeypatch) as addresses:
        play_two_classes(browser, addresses["proxy"])


def play_two_classes(browser: Browser, address: str) -> None:
    classes = [lecturer_of(letter, browser, address) for letter in "BC"]
    for (lecturer, _), letter in zip(classes, "BC", strict=True):
        assert lecturer.code[0] == letter
    phones = [[Phone(browser, lecturer) for _ in range(2)] for lecturer, _ in classes]
    for lecturer, _ in classes:
        lecturer.sees("2 phones connected")
        lecturer.press("First activity")
        lecturer.press("Open for answers")
    for (lecturer, context), (one, two) in zip(classes, phones, strict=True):
        one.choose(0)
        two.choose(1)
        two.page.reload()
        expect(two.page.get_by_role("radio").nth(1)).to_be_checked()
        lecturer.sees("2 answered")
        # The proxy passes events on at once.
        lecturer.press("Close")
        one.sees("Closed. Your answer counts.")
        one.close()
        two.close()
        context.close()


@pytest.mark.dear("ordinarily one process without a proxy")
def test_data_links_and_downloads_stay_with_their_process_and_one_is_killed(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    with two_processes(tmp_path, monkeypatch) as addresses:
        proxy = addresses["proxy"]
        contexts = [sent_to(letter, browser, proxy) for letter in "BC"]
        pages = [context.new_page() for context in contexts]
        for page, letter in zip(pages, "BC", strict=True):
            page.goto(f"{proxy}/data")
            upload(page, "gold", named(f"gold of {letter}.csv", GOOD_GOLD))
            see_data(page, letter)
        for context, letter in zip(contexts, "BC", strict=True):
            # Each request of another tab may be sent anywhere, and is not.
            tab = context.new_page()
            tab.goto(f"{proxy}/data")
            see_data(tab, letter)
            tab.goto(f"{proxy}/leaderboard?sort_by=JSD")
            sorted_by = tab.get_by_role("combobox", name="Sort by")
            expect(sorted_by).to_have_value("JSD")
            with tab.expect_download() as download:
                tab.get_by_role("button", name="Download means", exact=True).click()
            assert "JSD" in download.value.path().read_text()
            tab.close()
        os.kill(process_at(addresses["C"]), signal.SIGKILL)
        # Its visitor is led to the other process, which says that the data are gone.
        eventually(pages[1], lambda: opens(pages[1], f"{proxy}/data"))
        expect(pages[1].get_by_role("heading", name="gold of")).to_have_count(0)
        upload(pages[1], "gold", named("gold of C.csv", GOOD_GOLD))
        see_data(pages[1], "C")
        # The others' data are as they were.
        pages[0].reload()
        see_data(pages[0], "B")
        for context in contexts:
            context.close()


def see_data(page: Page, letter: str) -> None:
    """The data of one's own, and nobody else's."""
    expect(page.get_by_role("heading", name=f"gold of {letter}")).to_be_visible()
    expect(page.get_by_role("heading", name="gold of")).to_have_count(1)


def opens(page: Page, address: str) -> None:
    """The page opens at the first try."""
    answer = page.goto(address)
    assert answer is not None
    assert answer.ok
    expect(page.get_by_text("Bundled sample", exact=True)).to_be_visible()


def process_at(address: str) -> int:
    """The process that listens there."""
    port = f"--server.port={address.rpartition(':')[2]}".encode()
    (found,) = (
        int(file.parent.name)
        for file in Path("/proc").glob("[0-9]*/cmdline")
        if port in file.read_bytes().split(b"\0")
    )
    return found
