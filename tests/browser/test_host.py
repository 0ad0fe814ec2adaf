"""Two processes behind the proxy of `.github/host`: a class lives in one of them."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests.browser.test_live_class import Lecturer, Phone
from tests.browser.waiting import LIMIT
from tests.conftest import ROOT
from tests.server import free_port, serve

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


def lecturer_of(letter: str, browser: Browser, address: str) -> tuple[Lecturer, BrowserContext]:
    """A lecturer whom the proxy has sent to the process with this letter."""
    context = browser.new_context(viewport={"width": 1440, "height": 1000})
    context.set_default_timeout(LIMIT)
    host = {"name": "oq_process", "value": letter.lower(), "url": address}
    context.add_cookies([host])
    return Lecturer(context.new_page(), address, "^[A-Z]{5}$"), context


@pytest.mark.dear("ordinarily one process without a proxy")
def test_phones_find_the_process_that_has_their_class(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    proxy = shutil.which("haproxy")
    if proxy is None:
        pytest.skip("haproxy is not installed")
    port, file = free_port(), tmp_path / "haproxy.cfg"
    monkeypatch.setenv("OQ_ROOM_PREFIX", "B")
    with serve(ROOT / "app.py") as b:
        monkeypatch.setenv("OQ_ROOM_PREFIX", "C")
        with serve(ROOT / "app.py") as c:
            file.write_text(config({"b": b, "c": c}, port))
            with subprocess.Popen([proxy, "-db", "-q", "-f", str(file)]) as process:
                try:
                    play_two_classes(browser, f"http://127.0.0.1:{port}")
                finally:
                    process.terminate()


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
