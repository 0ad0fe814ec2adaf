"""Two processes behind the proxy of `.github/host`: data, and one that is killed."""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import ClassVar
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.test_uploads import GOOD_GOLD, named, upload
from tests.browser.waiting import LIMIT, eventually
from tests.conftest import PATIENCE, ROOT
from tests.server import answers, free_port, serve

ELSEWHERE = "What you opened before is with a part of the server that does not answer just now."
CONFIG = ROOT / ".github" / "host" / "haproxy.cfg"


#: Addresses of this machine for two processes: at one port, as containers, they have one cookie.
HOSTS = {"b": "127.0.0.2", "c": "127.0.0.3"}


def config(port: int, proxy: int) -> str:
    """The repository's configuration, with this machine's addresses in place of the containers'."""
    changes = {
        ":8080$": f"127.0.0.1:{proxy}",
        " resolvers docker.*": "",
        "oq_workspace_8501": f"oq_workspace_{port}",
        **{f"{name}:8501": f"{host}:{port}" for name, host in HOSTS.items()},
    }
    text = CONFIG.read_text()
    for pattern, here in changes.items():
        text, count = re.subn(pattern, here, text, flags=re.MULTILINE)
        assert count
    return text


def sent_to(letter: str, browser: Browser, address: str) -> BrowserContext:
    """A browser that the proxy sends to the process with this letter."""
    context = browser.new_context(viewport={"width": 1440, "height": 1000})
    context.set_default_timeout(LIMIT)
    host = {"name": "oq_process", "value": letter.lower(), "url": address}
    context.add_cookies([host])
    return context


@contextmanager
def two_processes(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, str]]:
    """The proxy's address and those of the processes behind it, by letter."""
    proxy = shutil.which("haproxy")
    if proxy is None:
        pytest.skip("haproxy is not installed")
    inner, outer, file = free_port(), free_port(), folder / "haproxy.cfg"
    monkeypatch.setenv("OQ_PROCESS", "B")
    with serve(ROOT / "app.py", inner, host=HOSTS["b"]) as b:
        monkeypatch.setenv("OQ_PROCESS", "C")
        with serve(ROOT / "app.py", inner, host=HOSTS["c"]) as c:
            file.write_text(config(inner, outer))
            with subprocess.Popen([proxy, "-db", "-q", "-f", str(file)]) as process:
                try:
                    answers(f"http://127.0.0.1:{outer}", process)
                    yield {"proxy": f"http://127.0.0.1:{outer}", "B": b, "C": c}
                finally:
                    process.terminate()


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
            expect(tab.get_by_role("button", name="Options: by JSD")).to_be_visible()
            tab.get_by_text("More on these means and ranks", exact=True).click()
            with tab.expect_download() as download:
                tab.get_by_role("button", name="Download ranks, means and").click()
            assert "JSD" in download.value.path().read_text()
            tab.close()
        os.kill(process_at(addresses["C"]), signal.SIGKILL)
        # Its visitor is led to the other process, which says where the data are.
        eventually(pages[1], lambda: opens(pages[1], f"{proxy}/data"))
        expect(pages[1].get_by_role("heading", name="gold of")).to_have_count(0)
        expect(pages[1].get_by_text(ELSEWHERE)).to_be_visible()
        upload(pages[1], "gold", named("gold of C.csv", GOOD_GOLD))
        see_data(pages[1], "C")
        # The others' data are as they were.
        pages[0].reload()
        see_data(pages[0], "B")
        for context in contexts:
            context.close()


@pytest.mark.dear("ordinarily the cookies, in tests/pages/test_middleware")
def test_a_process_that_pauses_keeps_its_visitors_and_their_data(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    with two_processes(tmp_path, monkeypatch) as addresses:
        proxy, paused = addresses["proxy"], process_at(addresses["B"])
        context = sent_to("B", browser, proxy)
        page = context.new_page()
        page.goto(f"{proxy}/data")
        upload(page, "gold", named("gold of B.csv", GOOD_GOLD))
        see_data(page, "B")
        os.kill(paused, signal.SIGSTOP)
        with ThreadPoolExecutor(1) as later:
            later.submit(lambda: (time.sleep(1), os.kill(paused, signal.SIGCONT)))
            # It has not been given up: who comes now waits, and is not led elsewhere.
            page.reload()
        see_data(page, "B")
        os.kill(paused, signal.SIGSTOP)
        try:
            tab = context.new_page()
            opens(tab, f"{proxy}/data")
            expect(tab.get_by_text(ELSEWHERE)).to_be_visible()
            guest = browser.new_page()
            opens(guest, f"{proxy}/data")
            expect(guest.get_by_text(ELSEWHERE)).to_have_count(0)
            guest.close()
        finally:
            os.kill(paused, signal.SIGCONT)
        # As soon as the proxy sees it again, so do both tabs.
        for each in (tab, page):
            eventually(each, lambda each=each: (each.reload(), sees_no_more(each)))
            see_data(each, "B")
        context.close()


def sees_no_more(page: Page) -> None:
    """The page is of the process that has the data."""
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert page.get_by_text(ELSEWHERE).count() == 0


class Process(BaseHTTPRequestHandler):
    """What stands for a process: it answers with its address, and notes what it was asked."""

    asked: ClassVar[list["Process"]] = []

    def do_GET(self) -> None:
        if self.headers["X-Mark"]:
            self.asked.append(self)
        self.send_response(200)
        self.end_headers()
        self.wfile.write(str(self.server.server_address[0]).encode())

    def log_message(self, *_: object) -> None:
        """Nothing."""


@contextmanager
def process(name: str, port: int) -> Iterator[None]:
    with ThreadingHTTPServer((HOSTS[name], port), Process) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield
        server.shutdown()


def test_the_proxy_leads_by_cookie_and_keeps_health_and_made_up_addresses_out(tmp_path: Path):
    proxy = shutil.which("haproxy")
    if proxy is None:
        pytest.skip("haproxy is not installed")
    inner, outer, file = free_port(), free_port(), tmp_path / "haproxy.cfg"
    address = f"http://127.0.0.1:{outer}"
    file.write_text(config(inner, outer).replace("check fall", "check inter 100ms fall"))
    cookies = f"oq_process=c; oq_workspace_{inner}=B.name.signature"
    headers = {"X-Forwarded-For": "203.0.113.9", "X-Mark": "ours", "Cookie": cookies}

    def led_to(path: str = "/") -> str:
        with urlopen(Request(address + path, headers=headers)) as answer:
            return answer.read().decode()

    with (
        process("c", inner),
        subprocess.Popen([proxy, "-db", "-q", "-f", str(file)]) as running,
    ):
        try:
            with process("b", inner):
                answers(address, running)
                # What the visitor has is there, wherever requests were led while it was not.
                wait_until(lambda: led_to() == HOSTS["b"])
            wait_until(lambda: led_to() == HOSTS["c"])
            with process("b", inner):
                wait_until(lambda: led_to() == HOSTS["b"])
            Process.asked.clear()
            led_to("/healthy")
            for path in ("/health", "/%68ealth", "/health?x=1"):
                with pytest.raises(HTTPError, match="404"):
                    led_to(path)
            (asked,) = Process.asked
            assert asked.path == "/healthy"
            assert asked.headers.get_all("X-Forwarded-For") == ["127.0.0.1"]
        finally:
            running.terminate()


def wait_until(holds: Callable[[], bool]) -> None:
    """Ask until it is so; while a process ends, the proxy may answer for it."""
    deadline = time.monotonic() + PATIENCE
    while True:
        with suppress(HTTPError):
            if holds():
                return
        assert time.monotonic() < deadline
        time.sleep(0.05)


#: What stands for a process that can be stopped: it answers with its address, and notes what it
#: was sent.
STAND_IN = """
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

class Process(BaseHTTPRequestHandler):
    def do_GET(self):
        if self.command == "POST":
            print(self.path, flush=True)
        self.send_response(200)
        self.end_headers()
        self.wfile.write(self.server.server_address[0].encode())

    do_POST = do_GET
    log_message = lambda *_: None

# Whoever comes while it is stopped waits.
ThreadingHTTPServer.request_queue_size = 50
ThreadingHTTPServer((sys.argv[1], int(sys.argv[2])), Process).serve_forever()
"""


@contextmanager
def stand_in(name: str, port: int, log: Path) -> Iterator["subprocess.Popen[bytes]"]:
    command = [sys.executable, "-c", STAND_IN, HOSTS[name], str(port)]
    with (
        log.open("wb") as written,
        subprocess.Popen(command, stdout=written, stderr=subprocess.DEVNULL) as running,
    ):
        try:
            yield running
        finally:
            running.kill()


def test_who_comes_while_a_process_stalls_is_answered_by_another(tmp_path: Path):
    proxy = shutil.which("haproxy")
    if proxy is None:
        pytest.skip("haproxy is not installed")
    inner, outer, file = free_port(), free_port(), tmp_path / "haproxy.cfg"
    address = f"http://127.0.0.1:{outer}"
    data_in_b = {"Cookie": f"oq_process=b; oq_workspace_{inner}=B.name.signature"}

    def led_to(path: str = "/", method: str = "GET", **headers: str) -> str:
        asked = Request(address + path, headers=headers, method=method)
        # Nobody waits longer for a page.
        waits = 5 if method == "GET" and "media" not in path else PATIENCE
        with urlopen(asked, timeout=waits) as answer:
            return answer.read().decode()

    def started(checks: str) -> "subprocess.Popen[bytes]":
        text = config(inner, outer).replace("check inter 2s", checks)
        for slow in ("set-timeout server 10s", "timeout check 5s"):
            assert slow in text
            text = text.replace(slow, f"{slow.rpartition(' ')[0]} 1s")
        file.write_text(text)
        return subprocess.Popen([proxy, "-db", "-q", "-f", str(file)])

    with (
        stand_in("b", inner, tmp_path / "b") as b,
        stand_in("c", inner, tmp_path / "c"),
        started("no-check inter 2s") as running,
    ):
        try:
            answers(address, running)
            wait_until(lambda: {led_to() for _ in range(4)} == {*HOSTS.values()})
            assert led_to(**data_in_b) == HOSTS["b"]
            b.send_signal(signal.SIGSTOP)
            with ThreadPoolExecutor(10) as visitors:
                # No check has noticed it yet: whoever is sent there is answered by the other.
                found = [visitors.submit(led_to) for _ in range(3)]
                picture = visitors.submit(led_to, "/media/a.png", **data_in_b)
                found.append(visitors.submit(led_to, **data_in_b))
                assert {each.result() for each in found} == {HOSTS["c"]}
                # What changes something goes to none but its own, once, and is told in a sentence.
                with pytest.raises(HTTPError, match="504") as refused:
                    led_to("/a", "POST", **data_in_b)
                told = refused.value.read()
                assert b"does not answer just now. Please try again" in told
                # What was made of a visitor's data is nowhere else.
                assert not picture.done()
                b.send_signal(signal.SIGCONT)
                assert picture.result() == HOSTS["b"]
            wait_until(lambda: led_to(**data_in_b) == HOSTS["b"])
            assert (tmp_path / "b").read_text() == "/a\n"
            assert (tmp_path / "c").read_text() == ""
        finally:
            running.terminate()
    with (
        stand_in("b", inner, tmp_path / "b") as b,
        stand_in("c", inner, tmp_path / "c"),
        started("check inter 100ms") as running,
    ):
        try:
            answers(address, running)
            wait_until(lambda: led_to(**data_in_b) == HOSTS["b"])
            b.send_signal(signal.SIGSTOP)
            # A check takes it out, so that its visitors are told at once, until it is back.
            wait_until(lambda: led_to("/a", "POST", **data_in_b) == HOSTS["c"])
            b.send_signal(signal.SIGCONT)
            wait_until(lambda: led_to("/a", "POST", **data_in_b) == HOSTS["b"])
        finally:
            running.terminate()


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
    host, port = urlsplit(address).hostname, urlsplit(address).port
    options = {f"--server.port={port}".encode(), f"--server.address={host}".encode()}
    (found,) = (
        int(file.parent.name)
        for file in Path("/proc").glob("[0-9]*/cmdline")
        if options <= {*file.read_bytes().split(b"\0")}
    )
    return found


def test_only_of_the_proxy_it_is_believed_which_address_a_visitor_has():
    """Else who sends too much makes up another address for each file."""
    composed = (CONFIG.parent / "compose.yaml").read_text()
    (proxy,) = re.findall(r"ipv4_address: ([\d.]+)", composed)
    assert re.findall(r"FORWARDED_ALLOW_IPS: ([\d.*]+)", composed) == [proxy] * len(HOSTS)
