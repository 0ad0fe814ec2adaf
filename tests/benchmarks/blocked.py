"""What one visitor can do to the others' work: a large ZIP, a worker held up, work without end.

Run from the repository's root: python -m tests.benchmarks.blocked [instances of the large ZIP]
One visitor opens a ZIP of some megabytes and asks for all that Consistency computes; another opens
a tiny ZIP beside each step. Then the worker that computes is held up (SIGSTOP), and the next takes
longer than it may, with a limit of 20 seconds; a worker's silence of 90 s is a test's
(tests/pages/host/test_workers.py). Exit status 1 means that a requirement is missed.
"""

import asyncio
import io
import os
import signal
import sys
import zipfile
from collections.abc import Coroutine
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from tests.benchmarks.timing import load, show, verdict
from tests.protocol import Visit, visit
from tests.server import serve

ROOT = Path(__file__).parents[2]
#: Of the large ZIP.
INSTANCES, RUNS = int([*sys.argv, "20000"][1]), 25
#: Seconds that the tiny ZIP may wait while the other visitor's work is computed.
MOST = 10
#: Seconds that a computation may take here.
WORK_S = 20


def packed(instances: int, runs: int) -> bytes:
    """A ZIP of a gold and so many runs of five classes."""
    generator, made = np.random.default_rng(0), io.BytesIO()
    classes = "abcde"
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in ("gold", *(f"run{number}" for number in range(runs))):
            rows = generator.dirichlet(np.ones(5), instances).round(4)
            # So that they add up to one.
            rows[:, -1] = 1 - rows[:, :-1].sum(axis=1)
            lines = [
                f"i{number}," + ",".join(f"{max(x, 0):.4f}" for x in row)
                for number, row in enumerate(rows)
            ]
            archive.writestr(f"{name}.csv", "\n".join([f"id,{','.join(classes)}", *lines]))
    return made.getvalue()


def said(visitor: Visit) -> str:
    """All that a page says."""
    kinds = ("markdown", "alert", "exception", "progress")
    return " ".join(str(each) for kind in kinds for each, _ in visitor.elements.get(kind, ()))


async def timed(what: Coroutine[Any, Any, object]) -> float:
    start = perf_counter()
    await what
    return perf_counter() - start


async def open_tiny(address: str) -> float:
    """Seconds until a tiny ZIP is open."""
    async with visit(address) as visitor:
        await visitor.open("data")
        taken = await timed(visitor.upload("Gold annotations", {"tiny.zip": packed(3, 1)}))
        if "You have opened" not in said(visitor):
            raise RuntimeError(said(visitor)[-2000:])
        return taken


def worker_at_work() -> int:
    """The process that computes most now, of the workers that the server has started."""
    found = {}
    for path in Path("/proc").glob("[0-9]*"):
        try:
            line = (path / "cmdline").read_bytes().split(b"\0")
            if b"pages.host.worker" in line and is_ours(int(path.name)):
                fields = (path / "stat").read_text().rpartition(")")[2].split()
                found[int(path.name)] = int(fields[11]) + int(fields[12])
        except OSError:
            continue
    return max(found, key=found.__getitem__)


def is_ours(process: int) -> bool:
    """Whether this script has started a process, or one that has."""
    while process > 1:
        if process == os.getpid():
            return True
        stat = Path(f"/proc/{process}/stat").read_text()
        process = int(stat.rpartition(")")[2].split()[1])
    return False


async def attack(address: str) -> bool:
    """Each step, with what the other visitor waits meanwhile; whether all is as it must be."""
    good = True

    def tell(words: str, seconds: float, holds: bool) -> None:
        nonlocal good
        good = good and holds
        show(f"{words}: {seconds:.1f} s {'' if holds else '(missed)'}")

    alone = await open_tiny(address)
    tell("A tiny ZIP, alone", alone, True)
    async with visit(address) as large:
        await large.open("data")
        archive = packed(INSTANCES, RUNS)
        reading = asyncio.create_task(
            timed(large.upload("Gold annotations", {"large.zip": archive}))
        )
        # It is with the worker, or the tiny one was first and waited for nothing.
        await asyncio.sleep(1)
        tell("A tiny ZIP while the large one is read", await open_tiny(address), True)
        tell(f"The large ZIP of {len(archive) / 1e6:.1f} MB", await reading, True)
        start = perf_counter()
        page = asyncio.create_task(large.open("rankings"))
        waited = []
        while not page.done():
            waited.append(await open_tiny(address))
        tell("Consistency up to its first question", perf_counter() - start, True)
        tell("A tiny ZIP while it computes, at most", max(waited), max(waited) < MOST + alone)
        asked = "on this server" in said(large)
        show(f"Consistency asks before it goes on: {'yes' if asked else 'no'}")
        # Its limit of time is over before a worker has been silent for so long that it is replaced.
        for label, act in (
            ("held up", lambda: os.kill(worker_at_work(), signal.SIGSTOP)),
            ("without end", lambda: None),
        ):
            computing = asyncio.create_task(timed(large.press("Compute")))
            await asyncio.sleep(5)
            act()
            tell(f"A tiny ZIP while work is {label}", found := await open_tiny(address),
                 found < MOST + alone)  # fmt: skip
            taken = await computing
            told = "no computation may take longer" in said(large)
            tell(f"Work that is {label} is told after", taken, told)
            await large.open("rankings")
    return good


def main() -> None:
    show(f"Load average {load()}; a computation may take {WORK_S} s\n")
    os.environ |= {"OQ_WORKERS": "1", "OQ_WORK_S": str(WORK_S)}
    with serve(ROOT / "app.py") as address:
        holds = asyncio.run(attack(address))
    show(verdict(holds))
    sys.exit(not holds)


if __name__ == "__main__":
    main()
