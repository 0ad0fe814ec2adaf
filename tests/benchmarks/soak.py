"""Keeps visitors busy for long, and tells what that leaves behind: memory, errors, slowness.

Run from the repository's root: python -m tests.benchmarks.soak [--visitors 30] [--minutes 30]
Visitors drag, open pages, upload, erase and leave, and others come; all are connections that speak
Streamlit's protocol, as in `neighbours`. One light visitor is timed alone, soon after the others
have come, and at the end. Exit status 1 means an error, memory that does not come back to within
a tenth of that after a walk through all pages, or moves that take twice as long at the end as at
the start. What a first crowd of five minutes leaves is shown beside it, to tell what grows on.
"""

import argparse
import asyncio
import multiprocessing
import os
import random
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing.synchronize import Event
from pathlib import Path
from queue import Empty
from statistics import median
from time import monotonic, sleep

from pages.menu import ENTRIES
from tests.benchmarks.neighbours import ROOT, UPLOADER, late, light, set_to, votes
from tests.benchmarks.timing import load, machine, show, table, verdict
from tests.protocol import Visit, health, visit
from tests.server import serve

#: Seconds between two things that a visitor does.
PAUSE = 1.0
#: Things that a visitor does before leaving.
ACTIONS = 12
#: Seconds after which the server has forgotten who left and has given memory back, and more.
FORGOTTEN = 150
#: Seconds after which all who have come are at what they do all the time.
SETTLED = 60
#: Minutes of a first crowd.
FIRST = 5
#: How much more memory, and how much slower, is met.
MEMORY, SLOWER = 1.1, 2.0


async def drag(one: Visit, chance: random.Random) -> None:
    await one.open("compare", "plain=1")
    for _ in range(10):
        place = float(chance.randrange(20))
        await one.move("slider", lambda widget, place=place: set_to(widget, place))
        await asyncio.sleep(PAUSE / 3)


async def read(one: Visit, chance: random.Random) -> None:
    await one.open(chance.choice(ENTRIES).address)


async def upload(one: Visit, chance: random.Random) -> None:
    await one.open("data")
    await one.upload(UPLOADER, votes(chance.choice([30, 300, 3000]), chance.choice([2, 10, 20])))
    await one.open(chance.choice(["leaderboard", "power", "consistency", "baselines"]))


async def erase(one: Visit, _: random.Random) -> None:
    await one.open("data")
    await one.press("Erase all of it now")


DEEDS = {drag: 6, read: 5, upload: 2, erase: 1}


async def come_and_go(
    app: str, number: int, told: "multiprocessing.Queue[str]", closing: Event
) -> None:
    """One visitor after another, who all do this and that, erase what they opened and leave."""
    chance = random.Random(number)
    await asyncio.sleep(PAUSE * number / 3)
    while not closing.is_set():
        deed = erase
        try:
            async with visit(app) as one:
                for _ in range(ACTIONS):
                    if closing.is_set():
                        break
                    (deed,) = chance.choices(list(DEEDS), list(DEEDS.values()))
                    await deed(one, chance)
                    for failed, _ in one.elements.get("exception", ()):
                        told.put(f"{deed.__name__}: {failed.type} {failed.message[:200]}")
                    told.put(deed.__name__)
                    await asyncio.sleep(PAUSE)
                await erase(one, chance)
        except Exception as error:  # whatever it is, it is counted
            told.put(f"{deed.__name__} failed: {type(error).__name__} {str(error)[:200]}")
            await asyncio.sleep(PAUSE)


def crowd(app: str, count: int, told: "multiprocessing.Queue[str]", closing: Event) -> None:
    os.nice(19)

    async def all_of_them() -> None:
        await asyncio.gather(*(come_and_go(app, each, told, closing) for each in range(count)))

    asyncio.run(all_of_them())


@contextmanager
def visitors(app: str, count: int, done: Counter[str]) -> Iterator["multiprocessing.Queue[str]"]:
    """Let visitors come and go, until all have left; gives what they tell, to be counted."""
    context = multiprocessing.get_context("spawn")
    told, closing = context.Queue(), context.Event()
    process = context.Process(target=crowd, args=(app, count, told, closing), daemon=True)
    process.start()
    yield told
    if not process.is_alive():
        raise RuntimeError("the visitors' process has ended")
    closing.set()
    # A process does not end before what it told is taken.
    while process.is_alive():
        note(told, done)
    note(told, done)


async def warm_up(app: str) -> None:
    """Visit every page once, so that all libraries are loaded."""
    async with visit(app) as one:
        for entry in ENTRIES:
            await one.open(entry.address)


def moves(app: str) -> list[float]:
    return asyncio.run(light(app, lambda: True))


def forgotten(app: str) -> int:
    """Megabytes, less what is open, once all who left are forgotten."""
    sleep(FORGOTTEN)
    now = health(app)
    return now["memory_mb"] - now["open_mb"]


def soak(app: str, count: int, minutes: float, log: Path) -> bool:
    fresh = health(app)["memory_mb"]
    asyncio.run(warm_up(app))
    walked = forgotten(app)
    alone = moves(app)
    done: Counter[str] = Counter()
    begin = monotonic()
    with visitors(app, count, done) as told:
        while monotonic() - begin < 60 * FIRST:
            note(told, done)
    first = forgotten(app)
    begin, most = monotonic(), 0
    with visitors(app, count, done) as told:
        sleep(PAUSE * count / 3 + SETTLED)
        early = moves(app)
        while monotonic() - begin < 60 * minutes:
            most = max(most, health(app)["memory_mb"])
            note(told, done)
        end = moves(app)
        full = health(app)
    after = forgotten(app)
    errors = [line for line in log.read_text().splitlines() if re.search("Error|Traceback", line)]
    faults = {what: many for what, many in done.items() if " " in what}
    show(f"{machine(['streamlit'])}\nLoad average {load()}")
    show(f"{count} visitors, {minutes:g} minutes: {dict(done)}\n")
    checks = [
        ("errors in the server's log", str(len(errors)), not errors),
        ("pages that failed", str(sum(faults.values())), not faults),
        ("memory, MB: started", str(fresh), True),
        ("every page visited once, and forgotten", str(walked), True),
        (f"a crowd of {FIRST} minutes has left", str(first), True),
        ("highest", str(max(most, full["memory_mb"])), True),
        ("at the end, of it open", f"{full['memory_mb']}, {full['open_mb']}", True),
        ("all have left, without what is open", str(after), after <= MEMORY * walked),
        ("a move, ms: alone", _times(alone), True),
        ("beside them, at the start", _times(early), True),
        ("beside them, at the end", _times(end), median(end) <= SLOWER * median(early)),
    ]
    rows = [[what, value, "" if met else verdict(met)] for what, value, met in checks]
    show(table(["", "", ""], rows))
    for line in (*errors[:20], *faults):
        show(line)
    return all(met for _, _, met in checks)


def note(told: "multiprocessing.Queue[str]", done: Counter[str]) -> None:
    """Count what visitors have done, until they tell no more for a second."""
    with suppress(Empty):
        for _ in range(1000):
            done[told.get(timeout=1)] += 1


def _times(taken: list[float]) -> str:
    return f"{median(taken):.0f}, {late(taken):.0f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--visitors", type=int, default=30)
    parser.add_argument("--minutes", type=float, default=30)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        with serve(ROOT / "app.py", log=log) as app:
            sys.exit(0 if soak(app, chosen.visitors, chosen.minutes, log) else 1)


if __name__ == "__main__":
    main()
