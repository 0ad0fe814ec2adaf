"""Times a live class: 500 phones over real HTTP, while ten visitors move bars on Compare.

Run from the repository's root: python -m tests.benchmarks.room
A phone is what its page does on the wire: it joins, follows the room's events, and answers, some
of them twice. The lecturer is a real browser; times begin when it is told to press its button.
"""

import asyncio
import json
import os
import random
import re
import shutil
import sys
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter
from typing import Any
from urllib.parse import urlsplit
from urllib.request import urlopen

from playwright.async_api import Page, async_playwright, expect

from tests.benchmarks.board import move_bar
from tests.benchmarks.timing import load, machine, show, table, verdict
from tests.benchmarks.visitors import moving
from tests.server import serve

ROOT = Path(__file__).parents[2]
PHONES, VISITORS, ACTIVITIES = 500, 10, 4
#: Seconds in which all answers are sent, and in which visitors are timed without a room.
SENDING, ALONE = 2.0, 20.0
#: A slow machine fails here rather than never ending.
PATIENCE = 120


@dataclass
class Phone:
    """A phone: its cookie, and when it was shown each version of the room."""

    host: str
    port: int
    code: str
    cookie: str = ""
    shown: dict[int, float] = field(default_factory=dict)
    view: dict[str, Any] = field(default_factory=dict)

    async def ask(
        self, method: str, what: str, body: str
    ) -> tuple[int, asyncio.StreamReader, asyncio.StreamWriter]:
        """Send a request on a connection of its own; the status, and what is left to read."""
        reader, writer = await asyncio.open_connection(self.host, self.port)
        head = (
            f"{method} /room/{self.code}/{what} HTTP/1.1\r\nHost: {self.host}:{self.port}\r\n"
            f"Origin: http://{self.host}:{self.port}\r\nCookie: {self.cookie}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        writer.write((head + body).encode())
        status = int((await reader.readline()).split()[1])
        while (line := await reader.readline()).strip():
            if line.lower().startswith(b"set-cookie:"):
                self.cookie = line.decode().split(":", 1)[1].split(";")[0].strip()
        return status, reader, writer

    async def post(self, what: str, body: dict[str, Any]) -> int:
        status, _, writer = await self.ask("POST", what, json.dumps(body))
        writer.close()
        return status

    async def follow(self) -> None:
        """Note when each state of the room arrives, until the connection is closed."""
        status, reader, writer = await self.ask("GET", "events", "")
        assert status == 200, status
        while line := await reader.readline():
            if line.startswith(b"data: {"):
                self.view = json.loads(line[6:])
                self.shown[self.view["version"]] = perf_counter()
            elif line.startswith(b"event: ended"):
                break
        writer.close()

    async def answer(self, option: int | list[int], times: int) -> None:
        await asyncio.sleep(random.uniform(0, SENDING * 0.9))
        body = {"place": self.view["place"], "answer": option}
        found = await asyncio.gather(*(self.post("answer", body) for _ in range(times)))
        assert set(found) == {200}, found


@dataclass
class Lecturer:
    """The page that steers."""

    page: Page

    async def press(self, words: str) -> float:
        """Press the button for what comes next; when that began."""
        button = self.page.locator(".st-key-live_next button").filter(has_text=words)
        await expect(button).to_be_visible(timeout=1000 * PATIENCE)
        start = perf_counter()
        await button.press("Enter")
        await expect(button).to_have_count(0, timeout=1000 * PATIENCE)
        return start

    async def sees(self, words: str) -> None:
        found = self.page.get_by_text(words).first
        await expect(found).to_be_visible(timeout=1000 * PATIENCE)

    async def end(self) -> None:
        await self.page.get_by_role("button", name="More").click()
        await self.page.get_by_text("End the class: the server").click()
        await self.page.get_by_role("button", name="End the class").click()
        await self.sees("Open the room")


def memory(app: str) -> int:
    """Megabytes that the server has."""
    with urlopen(f"{app}/health") as answer:
        return int(json.load(answer)["memory_mb"])


async def shown(phones: list[Phone], phase: str, start: float) -> list[float]:
    """Wait until every phone is shown a state of the room; how many milliseconds that took."""
    async with asyncio.timeout(PATIENCE):
        while any(phone.view.get("phase") != phase for phone in phones):
            await asyncio.sleep(0.01)
    return [1000 * (phone.shown[phone.view["version"]] - start) for phone in phones]


async def one_activity(lecturer: Lecturer, phones: list[Phone]) -> tuple[list[float], bool]:
    """Open an activity and answer it; times until phones showed it, and whether all counted."""
    times = await shown(phones, "open", await lecturer.press("Open for answers"))
    view = phones[0].view
    given = [random.randrange(len(view["options"])) for _ in phones]
    # An estimate is a drawing: all in one class.
    drawn = [
        [20 * (place == option) for place in range(len(view["options"]))]
        if view["kind"] == "estimate"
        else option
        for option in given
    ]
    await asyncio.gather(
        *(
            phone.answer(each, 2 if number % 5 == 0 else 1)
            for number, (phone, each) in enumerate(zip(phones, drawn, strict=True))
        )
    )
    await lecturer.sees(f"{len(phones)} answered")
    await lecturer.press("Close")
    if view["kind"] == "rate":
        times += await shown(phones, "ahead", await lecturer.press("Estimate the votes"))
        return times, True
    await shown(phones, "revealed", await lecturer.press("Reveal"))
    counts = phones[0].view["counts"]
    counted = sum(counts) == len(phones)
    if view["kind"] == "predict":
        counted = counts == [given.count(option) for option in range(len(counts))]
    times += await shown(phones, "ahead", await lecturer.press("Next activity"))
    return times, counted


def summary(values: list[float]) -> str:
    return f"{median(values):.0f} / {quantiles(values, n=20)[-1]:.0f}"


async def measure(app: str) -> bool:
    executable = os.environ.get("CHROMIUM") or shutil.which("chromium")
    quiet = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=executable, args=quiet)
        lecturer = Lecturer(await browser.new_page(viewport={"width": 1440, "height": 1000}))
        await lecturer.page.goto(f"{app}/live")
        await lecturer.sees("Open the room")
        async with moving(VISITORS, app, "two=1", "bidi_component", move_bar) as visitors:
            visitors.clear()
            await asyncio.sleep(ALONE)
            alone, before = list(visitors), memory(app)
            await lecturer.page.get_by_role("button", name="Open the room").click()
            code = lecturer.page.locator(".oq-code")
            await expect(code).to_have_text(re.compile("^[A-Z]{4}$"), timeout=1000 * PATIENCE)
            phones, streams = await arrive(app, await code.inner_text())
            await lecturer.press("First activity")
            visitors.clear()
            times, counted = [], True
            for _ in range(ACTIVITIES):
                taken, all_counted = await one_activity(lecturer, phones)
                times += taken
                counted &= all_counted
            beside = list(visitors)
            during = memory(app)
            await lecturer.end()
            await asyncio.gather(*streams)
            after = memory(app)
        await browser.close()
    return report(times, counted, (alone, beside), (before, during, after))


async def arrive(app: str, code: str) -> tuple[list[Phone], list[asyncio.Task[None]]]:
    """Phones that have joined, and what notes their events."""
    parts = urlsplit(app)
    phones = [Phone(str(parts.hostname), int(parts.port or 80), code) for _ in range(PHONES)]
    joining = asyncio.Semaphore(50)

    async def join(phone: Phone) -> None:
        async with joining:
            assert await phone.post("join", {}) == 200

    start = perf_counter()
    await asyncio.gather(*(join(phone) for phone in phones))
    streams = [asyncio.create_task(phone.follow()) for phone in phones]
    await shown(phones, "lobby", start)
    show(f"{PHONES} phones joined in {perf_counter() - start:.1f} s")
    return phones, streams


def report(
    times: list[float],
    counted: bool,
    visitors: tuple[list[float], list[float]],
    megabytes: tuple[int, int, int],
) -> bool:
    """Show what was measured beside what is required; whether all of it is met."""
    alone, beside = visitors
    before, during, after = megabytes
    ratio = median(beside) / median(alone)
    tails = quantiles(beside, n=20)[-1] / quantiles(alone, n=20)[-1]
    late = quantiles(times, n=20)[-1]
    met = [late <= 1000, counted, max(ratio, tails) <= 1.5, after <= 1.1 * before]
    rows = [
        ["press to phones, ms (median / 95th)", summary(times), "95th ≤ 1000", verdict(met[0])],
        ["answers counted once", "all" if counted else "NOT ALL", "all", verdict(met[1])],
        [
            "visitors' moves, ms, alone",
            summary(alone),
            "",
            "",
        ],
        ["the same beside the room", summary(beside), "≤ 1.5 ×", verdict(met[2])],
        [
            "memory, MB: before, during, after",
            f"{before}, {during}, {after}",
            "≤ 1.1 × before",
            verdict(met[3]),
        ],
    ]
    show(table(["", "measured", "required", ""], rows))
    return all(met)


def main() -> None:
    show(f"{machine(['streamlit', 'starlette', 'uvicorn'])}\nLoad average {load()}\n")
    with serve(ROOT / "app.py") as app:
        met = asyncio.run(measure(app))
    sys.exit(0 if met else 1)


if __name__ == "__main__":
    main()
