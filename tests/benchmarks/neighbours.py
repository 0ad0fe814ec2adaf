"""Times a light visitor's moves while others compute: neighbours must not be felt.

Run from the repository's root: python -m tests.benchmarks.neighbours [words of cases ...]
The light visitor moves a slider of Compare every 0.3 s. Nobody has a browser: all are connections
that speak Streamlit's protocol, the others from a process of their own, which yields to all else
as their machines would. A time is from a move to the end of its rerun. Right before each case the
light visitor is timed alone. The table has the median and the 95th percentile of both, and both
95th percentiles over the median alone. Exit status 1 means that one beside others is more than
twice that median.
"""

import asyncio
import json
import multiprocessing
import os
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from itertools import count
from multiprocessing.sharedctypes import Synchronized
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter, sleep

import numpy as np
from streamlit.proto.WidgetStates_pb2 import WidgetState

from tests.benchmarks.timing import load, machine, show, table, verdict
from tests.protocol import Visit, visit
from tests.server import serve

ROOT = Path(__file__).parents[2]
MOVES = 60
PAUSE = 0.3
#: How much slower the 95th percentile may be than the median alone.
MOST = 2.0
UPLOADER = "Gold annotations"

#: One turn of what another visitor does, with a seed.
Turn = Callable[[str, int], Awaitable[None]]
#: What others do in turn, and how many of them.
CASES: dict[str, tuple[str, int]] = {
    "power, B = 100,000": ("power", 1),
    "two of these": ("power", 2),
    "a report": ("report", 1),
    "two reports": ("report", 2),
    "190 runs: leaderboard, power": ("runs", 1),
    "uploads a million rows": ("rows", 1),
    "uploads 20 MB of JSON": ("dialogues", 1),
}


async def power(app: str, seed: int) -> None:
    async with visit(app) as other:
        await other.open("power", f"trials=100000&random_seed={seed}")


async def report(app: str, seed: int) -> None:
    async with visit(app) as other:
        await other.open("report", f"trials=20000&splits=20000&random_seed={seed}")
        if not await other.press("Make the report"):
            raise RuntimeError("there is no button to make the report")


async def runs(app: str, seed: int) -> None:
    async with visit(app) as other:
        await send(other, votes(500, 190))
        await other.open("leaderboard", f"random_seed={seed}")
        await other.open("power", f"random_seed={seed}")


async def rows(app: str, _: int) -> None:
    async with visit(app) as other:
        await send(other, {"long.csv": long_table(200_000)})


async def dialogues(app: str, _: int) -> None:
    async with visit(app) as other:
        await send(other, {"gold.json": conversations(20 * 2**20)})


TURNS: dict[str, Turn] = {each.__name__: each for each in (power, report, runs, rows, dialogues)}


async def send(other: Visit, files: dict[str, bytes]) -> None:
    """Open files on Your data, and make sure that they were taken."""
    await other.open("data")
    await other.upload(UPLOADER, files)
    told = [each.body for each, _ in other.elements.get("alert", ())]
    if not await other.press("Erase everything") and any("could not" in each for each in told):
        raise RuntimeError(f"not taken: {told}")


def votes(instances: int, runs: int) -> dict[str, bytes]:
    """A gold file and run files, as wide tables."""
    rng = np.random.default_rng(0)
    head = "id,1,2,3,4,5\n"

    def rows_of(values: np.ndarray) -> bytes:
        lines = (f"d{n}," + ",".join(map(str, row)) for n, row in enumerate(values.tolist()))
        return (head + "\n".join(lines) + "\n").encode()

    made = {"gold.csv": rows_of(rng.integers(0, 9, (instances, 5)) + 1)}
    for number in range(runs):
        made[f"TEAM{number // 5}-run{number}.csv"] = rows_of(
            rng.dirichlet(np.ones(5), instances).round(6)
        )
    return made


def long_table(instances: int) -> bytes:
    """Votes with a row for each instance and each of five classes."""
    counts = np.random.default_rng(0).integers(0, 9, (instances, 5)).tolist()
    rows = (
        f"{n},{place},{votes + 1}\n"
        for n, row in enumerate(counts)
        for place, votes in enumerate(row)
    )
    return ("id,class,value\n" + "".join(rows)).encode()


def conversations(size: int) -> bytes:
    """A gold file of dialogues of so many bytes at the most."""
    rng = np.random.default_rng(0)
    made, length = [], 2
    while True:
        turns = [
            {"sender": sender, "utterances": ["What people say to each other. " * 20]}
            for sender in ("customer", "helpdesk") * 3
        ]
        annotations = [
            {"quality": dict(zip("ASE", row, strict=True)), "nugget": ["CNUG0", "HNUG"] * 3}
            for row in rng.integers(-2, 3, (19, 3)).tolist()
        ]
        each = {"id": f"dialogue {len(made)}", "turns": turns, "annotations": annotations}
        text = json.dumps(each)
        length += len(text) + 1
        if length > size:
            return f"[{','.join(made)}]".encode()
        made.append(text)


@contextmanager
def neighbours(app: str, turn: str, number: int) -> Iterator["Synchronized[int]"]:
    """Let others work; gives how many turns they have finished, once all have begun."""
    context = multiprocessing.get_context("spawn")
    finished = context.Value("i", -number)
    others = [
        context.Process(target=work_on, args=(app, turn, each, finished), daemon=True)
        for each in range(number)
    ]
    for each in others:
        each.start()
    while finished.value < 0:
        sleep(0.1)
    yield finished
    for each in others:
        if not each.is_alive():
            raise RuntimeError(f"{turn}: this work has failed")
        each.terminate()
        each.join()


def work_on(app: str, turn: str, number: int, finished: "Synchronized[int]") -> None:
    os.nice(19)
    with finished.get_lock():
        finished.value += 1
    for seed in count(10**6 * (number + 1)):
        asyncio.run(TURNS[turn](app, seed))
        with finished.get_lock():
            finished.value += 1


async def light(app: str, enough: Callable[[], bool]) -> list[float]:
    """Milliseconds of each of the light visitor's moves: so many, and until it is enough."""
    taken = []
    async with visit(app) as own:
        await own.open("compare", "plain=1")
        while len(taken) < MOVES or not enough():
            place = float(len(taken) % 20)
            start = perf_counter()
            await own.move("slider", lambda widget, place=place: set_to(widget, place))
            taken.append((perf_counter() - start) * 1000)
            await asyncio.sleep(PAUSE)
    return taken


def late(taken: list[float]) -> float:
    """The 95th percentile."""
    return quantiles(taken, n=20)[-1]


def set_to(widget: WidgetState, value: float) -> None:
    widget.double_array_value.data[:] = [value]


def measure(app: str, chosen: list[str]) -> bool:
    def idle() -> list[float]:
        return asyncio.run(light(app, lambda: True))

    idle()
    heads = ["others do", "turns", "alone, ms", "beside, ms", "alone", "beside", ""]
    rows, met = [], True
    for name, (turn, number) in CASES.items():
        if chosen and not any(word in name for word in chosen):
            continue
        alone = idle()
        with neighbours(app, turn, number) as finished:
            # What is dear may come at the end of a turn.
            taken = asyncio.run(
                light(app, lambda turns=finished, least=number: turns.value >= least)
            )
            turns = finished.value
        usual = median(alone)
        fine = late(taken) <= MOST * usual
        met = met and fine
        times = [f"{median(each):.0f}, {late(each):.0f}" for each in (alone, taken)]
        ratios = [f"{late(each) / usual:.1f}" for each in (alone, taken)]
        rows.append([name, str(turns), *times, *ratios, verdict(fine)])
        show(f"{name}: {rows[-1][1:]}, load {load()}")
    show(f"\n{machine(['streamlit'])}\nLoad average {load()}\n")
    show(table(heads, rows))
    return met


def main() -> None:
    with serve(ROOT / "app.py") as app:
        sys.exit(0 if measure(app, sys.argv[1:]) else 1)


if __name__ == "__main__":
    main()
