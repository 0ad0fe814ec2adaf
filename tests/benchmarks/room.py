"""Times a live class: 500 phones over real HTTP, while ten visitors move bars on Compare.

Run from the repository's root: python -m tests.benchmarks.room
A phone is what its page does on the wire: it joins, follows the room's events, and answers, some
of them twice. The lecturer is a real browser; times begin when it is told to press its button.

The first class is played without visitors. It shows what a phone costs the server, and loads what
is loaded once, so that memory is compared from then on. Then visitors are timed by turns: without
a room, beside a class, and so on. They have a process of their own, so that the phones' work does
not delay their clocks. Phones and the lecturer's browser share one processor and leave the others
to the server: in a real class they are other machines.
"""

import asyncio
import json
import os
import random
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import chain
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter
from typing import Any
from urllib.parse import urlsplit
from urllib.request import urlopen

from playwright.async_api import Page, async_playwright, expect

from pages.live.server.series import QUESTIONS
from tests.benchmarks.board import move_bar
from tests.benchmarks.timing import load, machine, show, table, verdict
from tests.benchmarks.visitors import moving
from tests.server import chromium, serve

ROOT = Path(__file__).parents[2]
#: The first activities of the plan are one of each kind but the series, which comes after them.
PHONES, VISITORS, ACTIVITIES, TURNS = 500, 10, 4, 3
#: The most seconds that a phone takes for a question of the series: three minutes for all twenty.
THINKING = 18.0
#: Joins that a script sends before a class comes, and phones of that class.
SCRIPT, HALL = 998, 200
#: Seconds in which all answers are sent, and in which visitors are timed without a room.
SENDING, ALONE = 2.0, 20.0
#: Seconds for which the class looks at what is shown before the lecturer goes on.
LOOKING = 3.0
#: Seconds in which memory has to be given back.
SETTLING = 10
#: A slow machine fails here rather than never ending.
PATIENCE = 120


@dataclass
class Phone:
    """A phone: its cookie, and when it was shown each version of the room."""

    host: str
    port: int
    code: str
    cookie: str = ""
    wait: int = 0
    length: int = 0
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
            elif line.lower().startswith(b"retry-after:"):
                self.wait = int(line.split(b":")[1])
            elif line.lower().startswith(b"content-length:"):
                self.length = int(line.split(b":")[1])
        return status, reader, writer

    async def post(self, what: str, body: dict[str, Any]) -> int:
        status, _, writer = await self.ask("POST", what, json.dumps(body))
        writer.close()
        return status

    async def join(self) -> None:
        """Join, and wait as the page does where many join at once."""
        while (status := await self.post("join", {})) == 429:
            await asyncio.sleep(self.wait * random.uniform(0.6, 1.4))
        assert status == 200, status

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

    async def told(self, what: str, body: dict[str, Any]) -> dict[str, Any]:
        """What the server answers."""
        status, reader, writer = await self.ask("POST", what, json.dumps(body))
        found = json.loads(await reader.readexactly(self.length))
        writer.close()
        assert status == 200, found
        return dict(found)

    async def find(self) -> None:
        """Answer a series, each question after a while."""
        await asyncio.sleep(random.uniform(0, SENDING))
        question = (await self.told("join", {}))["question"]
        given: list[int] = []
        while question:
            await asyncio.sleep(random.uniform(0, THINKING))
            given.append(10_000 + random.choice(question["codes"]))
            body = {"place": self.view["place"], "answer": given}
            question = (await self.told("answer", body))["question"]

    async def ask_for_scores(self) -> None:
        await asyncio.sleep(random.uniform(0, LOOKING))
        assert await self.post("join", {}) == 200


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

    async def go_to(self, words: str) -> None:
        """Go to an activity that is not the next one."""
        await self.page.get_by_role("button", name="More").click()
        await self.page.get_by_role("button", name=words).click()
        await self.page.keyboard.press("Escape")
        await expect(self.page.get_by_role("heading", name=words)).to_be_visible()
        # A press is meant for what is on screen: what comes while it is drawn is passed over.
        await self.page.locator("[data-testid=stApp][data-test-script-state=notRunning]").wait_for()

    async def end(self) -> None:
        await self.page.get_by_role("button", name="More").click()
        await self.page.get_by_text("End the class: the server").click()
        await self.page.get_by_role("button", name="End the class").click()
        await self.sees("Open the room")


class Visitors:
    """Ten visitors in a process of their own."""

    def __init__(self, pipe: Connection) -> None:
        self.pipe = pipe

    async def moves(self) -> list[float]:
        """The milliseconds that moves took since this was asked last; at first they arrive."""
        self.pipe.send(None)
        found: list[float] = await asyncio.to_thread(self.pipe.recv)
        return found


@contextmanager
def visitors_of(app: str) -> Iterator[Visitors]:
    """Visitors who move bars until the end."""
    context = get_context("spawn")
    own, other = context.Pipe()
    process = context.Process(target=_visit, args=(app, other), daemon=True)
    process.start()
    try:
        yield Visitors(own)
    finally:
        process.terminate()


def _visit(app: str, pipe: Connection) -> None:
    async def visit() -> None:
        async with moving(VISITORS, app, "two=1", "bidi_component", move_bar) as taken:
            while True:
                pipe.send(list(taken))
                taken.clear()
                await asyncio.to_thread(pipe.recv)

    pipe.recv()
    asyncio.run(visit())


def _arguments(cmdline: Path) -> list[bytes]:
    try:
        return cmdline.read_bytes().split(b"\0")
    except OSError:
        # It has ended meanwhile.
        return []


class Server:
    """What the server has used so far, as the system tells it."""

    def __init__(self, app: str) -> None:
        self.app = app
        option = f"--server.port={urlsplit(app).port}".encode()
        (self.process,) = (
            each.parent
            for each in Path("/proc").glob("[0-9]*/cmdline")
            if option in _arguments(each)
        )

    def memory(self) -> int:
        """Megabytes."""
        with urlopen(f"{self.app}/health") as answer:
            return int(json.load(answer)["memory_mb"])

    def busy(self) -> float:
        """Milliseconds of a processor."""
        fields = (self.process / "stat").read_text().rpartition(")")[2].split()
        return 1000 * sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")

    async def settled(self, most: float) -> int:
        """Megabytes once they are back at what they may be, or when patience ends."""
        for _ in range(SETTLING):
            if self.memory() <= most:
                break
            await asyncio.sleep(1)
        return self.memory()


@dataclass
class Found:
    """What is measured of one class, or of several."""

    #: Milliseconds from a press to each phone.
    shown: list[float] = field(default_factory=list)
    #: Milliseconds of visitors' moves while phones arrive, and after.
    arriving: list[float] = field(default_factory=list)
    beside: list[float] = field(default_factory=list)
    #: Seconds in which the answers to an activity were sent.
    sent: list[float] = field(default_factory=list)
    #: The server's milliseconds for each answer.
    work: list[float] = field(default_factory=list)
    counted: list[bool] = field(default_factory=list)
    #: The server's milliseconds for each answer to the series, with its next question.
    of_series: list[float] = field(default_factory=list)


async def shown(phones: list[Phone], phase: str, start: float) -> list[float]:
    """Wait until every phone is shown a state of the room; how many milliseconds that took."""
    async with asyncio.timeout(PATIENCE):
        while any(phone.view.get("phase") != phase for phone in phones):
            await asyncio.sleep(0.01)
    return [1000 * (phone.shown[phone.view["version"]] - start) for phone in phones]


async def one_activity(
    lecturer: Lecturer, phones: list[Phone], server: Server, found: Found
) -> None:
    """Open an activity, answer it, and go on to the next."""
    found.shown += await shown(phones, "open", await lecturer.press("Open for answers"))
    view = phones[0].view
    given = [random.randrange(len(view["options"])) for _ in phones]
    # An estimate is a drawing: all in one class.
    drawn = [
        [20 * (place == option) for place in range(len(view["options"]))]
        if view["kind"] == "estimate"
        else option
        for option in given
    ]
    start, busy = perf_counter(), server.busy()
    await asyncio.gather(
        *(
            phone.answer(each, 2 if number % 5 == 0 else 1)
            for number, (phone, each) in enumerate(zip(phones, drawn, strict=True))
        )
    )
    found.sent.append(perf_counter() - start)
    found.work.append((server.busy() - busy) / (1.2 * len(phones)))
    await lecturer.sees(f"{len(phones)} answered")
    await lecturer.press("Close")
    await asyncio.sleep(LOOKING)
    if view["kind"] == "rate":
        found.shown += await shown(phones, "planned", await lecturer.press("Estimate the votes"))
        return
    await shown(phones, "revealed", await lecturer.press("Reveal"))
    asking = phones if view["kind"] == "estimate" else ()
    await asyncio.gather(asyncio.sleep(LOOKING), *(phone.ask_for_scores() for phone in asking))
    counts = phones[0].view["counts"]
    found.counted.append(sum(counts) == len(phones))
    if view["kind"] == "predict":
        found.counted.append(counts == [given.count(option) for option in range(len(counts))])
    found.shown += await shown(phones, "planned", await lecturer.press("Next activity"))


async def a_series(lecturer: Lecturer, phones: list[Phone], server: Server, found: Found) -> None:
    """All phones answer questions of their own while the dots follow; each asks for its result."""
    await lecturer.go_to("Find our measure")
    found.shown += await shown(phones, "open", await lecturer.press("Open for answers"))
    busy = server.busy()
    await asyncio.gather(*(phone.find() for phone in phones))
    found.of_series.append((server.busy() - busy) / (QUESTIONS * len(phones)))
    await lecturer.sees(f"{len(phones)} answered")
    await lecturer.press("Close")
    found.shown += await shown(phones, "revealed", await lecturer.press("Reveal"))
    await lecturer.sees(f"{len(phones)} people, {QUESTIONS * len(phones):,} answers")
    await asyncio.gather(asyncio.sleep(LOOKING), *(phone.ask_for_scores() for phone in phones))


def summary(values: list[float]) -> str:
    return f"{median(values):.0f} / {late(values):.0f}"


def late(values: list[float]) -> float:
    """The 95th percentile."""
    return quantiles(values, n=20)[-1]


async def one_class(
    lecturer: Lecturer, server: Server, visitors: Visitors | None, activities: int
) -> Found:
    """Open a room, play some activities with all phones, and end it."""
    found = Found()
    phones, streams = await arrive(server.app, await opened(lecturer))
    if visitors:
        found.arriving = await visitors.moves()
    await lecturer.press("First activity")
    for _ in range(activities):
        await one_activity(lecturer, phones, server, found)
    await a_series(lecturer, phones, server, found)
    if visitors:
        found.beside = await visitors.moves()
    await lecturer.end()
    await asyncio.gather(*streams)
    return found


async def measure(app: str) -> bool:
    quiet = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
    server = Server(app)
    with visitors_of(app) as visitors:
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=chromium(), args=quiet)
            lecturer = Lecturer(await browser.new_page(viewport={"width": 1440, "height": 1000}))
            await lecturer.page.goto(f"{app}/live")
            await lecturer.sees("Open the room")
            first = await one_class(lecturer, server, None, ACTIVITIES)
            await visitors.moves()
            before = server.memory()
            alone, classes, idle = [], [], []
            for _ in range(TURNS):
                await visitors.moves()
                busy = server.busy()
                await asyncio.sleep(ALONE)
                idle.append((server.busy() - busy) / ALONE)
                alone.append(await visitors.moves())
                classes.append(await one_class(lecturer, server, visitors, ACTIVITIES))
            after = await server.settled(1.1 * before)
            hall = await attacked(lecturer, app)
            await browser.close()
    show(f"Load average {load()}; visitors alone keep the server busy {median(idle) / 10:.0f} %\n")
    return report(first, alone, classes, (before, after), hall)


def phones_of(app: str, code: str, count: int) -> list[Phone]:
    parts = urlsplit(app)
    return [Phone(str(parts.hostname), int(parts.port or 80), code) for _ in range(count)]


async def arrive(
    app: str, code: str, count: int = PHONES
) -> tuple[list[Phone], list[asyncio.Task[None]]]:
    """Phones that have joined, and what notes their events."""
    phones = phones_of(app, code, count)

    async def come(phone: Phone) -> None:
        await phone.join()
        streams.append(asyncio.create_task(phone.follow()))

    streams: list[asyncio.Task[None]] = []
    start = perf_counter()
    await asyncio.gather(*(come(phone) for phone in phones))
    await shown(phones, "lobby", start)
    show(f"{count} phones joined in {perf_counter() - start:.1f} s")
    return phones, streams


async def attacked(lecturer: Lecturer, app: str) -> float:
    """Seconds until a class is in a room that a script has just joined again and again."""
    code = await opened(lecturer)
    joining = asyncio.Semaphore(100)

    async def join(script: Phone) -> int:
        async with joining:
            return await script.post("join", {})

    start = perf_counter()
    found = await asyncio.gather(*(join(each) for each in phones_of(app, code, SCRIPT)))
    took = perf_counter() - start
    show(f"a script joined {found.count(200)} times, {SCRIPT} tries in {took:.1f} s")
    await lecturer.sees("faster than people can")
    start = perf_counter()
    _, streams = await arrive(app, code, HALL)
    took = perf_counter() - start
    await lecturer.end()
    await asyncio.gather(*streams)
    return took


async def opened(lecturer: Lecturer) -> str:
    """The code of a room that the lecturer opens."""
    await lecturer.page.get_by_role("button", name="Open the room").click()
    code = lecturer.page.locator(".oq-code")
    await expect(code).to_have_text(re.compile("^[A-Z]{4}$"), timeout=1000 * PATIENCE)
    return await code.inner_text()


def report(
    first: Found,
    alone: list[list[float]],
    classes: list[Found],
    megabytes: tuple[int, int],
    hall: float,
) -> bool:
    """Show what was measured beside what is required; whether all of it is met."""
    times = [each for one in classes for each in one.shown]
    arriving = [each for one in classes for each in one.arriving]
    before, after = megabytes
    beside = [one.beside for one in classes]
    pairs = [(median(b) / median(a), late(b) / late(a)) for a, b in zip(alone, beside, strict=True)]
    without, together = ([*chain.from_iterable(each)] for each in (alone, beside))
    most = max(median(together) / median(without), late(together) / late(without))
    counted = all(each for one in (first, *classes) for each in one.counted)
    met = [late(times) <= 1000, counted, most <= 1.5, after <= 1.1 * before, hall <= 15]
    sent = median(each for one in classes for each in one.sent)
    rows = [
        ["press to phones, ms (median / 95th)", summary(times), "95th ≤ 1000", verdict(met[0])],
        ["the same without visitors", summary(first.shown), "", ""],
        ["answers counted once", "all" if counted else "NOT ALL", "all", verdict(met[1])],
        ["they were sent in, s", f"{sent:.1f}", "", ""],
        ["the server's work for one, ms", f"{median(first.work):.2f}", "", ""],
        ["the same in the series", f"{median(first.of_series):.2f}", "", ""],
        ["visitors' moves, ms, alone", summary(without), "", ""],
        ["the same while phones arrive", summary(arriving), "", ""],
        ["the same beside the room", summary(together), "≤ 1.5 ×", verdict(met[2])],
        ["by turns, how many times", ", ".join(f"{a:.2f} / {b:.2f}" for a, b in pairs), "", ""],
        ["memory, MB: before, after", f"{before}, {after}", "≤ 1.1 ×", verdict(met[3])],
        [f"{HALL} phones in after a script, s", f"{hall:.1f}", "≤ 15", verdict(met[4])],
    ]
    show(table(["", "measured", "required", ""], rows))
    return all(met)


def as_hosted() -> dict[str, str]:
    """The settings of the heap that the Dockerfile has, and its file watcher."""
    heap = re.findall(r"(MALLOC_\w+)=(\d+)", (ROOT / "Dockerfile").read_text())
    return {**dict(heap), "STREAMLIT_SERVER_FILE_WATCHER_TYPE": "none"}


def main() -> None:
    show(f"{machine(['streamlit', 'starlette', 'uvicorn'])}\nLoad average {load()}\n")
    os.environ |= as_hosted()
    with serve(ROOT / "app.py") as app:
        met = asyncio.run(measure(app))
    sys.exit(0 if met else 1)


if __name__ == "__main__":
    main()
