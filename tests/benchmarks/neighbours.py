"""Times a light visitor's moves while others compute: neighbours must not be felt.

Run from the repository's root: python -m tests.benchmarks.neighbours
The light visitor moves a slider of Compare every 0.3 s. Nobody has a browser: all are connections
that speak Streamlit's protocol. A time is from a move to the end of its rerun. Exit status 1 means
that the 95th percentile beside some work is more than twice the median of the idle server.
"""

import asyncio
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection, connect

from tests.benchmarks.timing import load, machine, show, table, verdict
from tests.server import serve

ROOT = Path(__file__).parents[2]
MOVES = 60
PAUSE = 0.3
#: How much slower the 95th percentile may be than the idle median.
MOST = 2.0

#: What others do: page, address, and the label of the button that begins it.
Work = tuple[str, str, str]
POWER: Work = ("power", "trials=100000&random_seed={seed}", "")
REPORT: Work = ("report", "trials=20000&splits=20000&random_seed={seed}", "Make the report")
CASES: dict[str, list[Work]] = {
    "nobody": [],
    "power, B = 100,000": [POWER],
    "two of these": [POWER, POWER],
    "a report": [REPORT],
    "two reports": [REPORT, REPORT],
}


def stream(app: str) -> connect:
    address = f"{app.replace('http', 'ws')}/_stcore/stream"
    return connect(address, max_size=None, subprotocols=["streamlit"])


async def rerun(
    socket: ClientConnection, state: ClientState, wanted: Callable[[object], bool]
) -> str:
    """Run the script; the id of the first element that is wanted."""
    await socket.send(BackMsg(rerun_script=state).SerializeToString())
    found = ""
    while True:
        message = ForwardMsg.FromString(await socket.recv())
        if message.WhichOneof("type") == "script_finished":
            return found
        element = message.delta.new_element
        kind = element.WhichOneof("type")
        if not found and kind in ("slider", "button") and wanted(getattr(element, kind)):
            found = getattr(element, kind).id


async def light(app: str) -> list[float]:
    """Milliseconds of each of the light visitor's moves."""
    taken = []
    async with stream(app) as socket:
        state = ClientState(query_string="plain=1", page_name="compare")
        slider = await rerun(socket, state, lambda each: hasattr(each, "min"))
        widget = state.widget_states.widgets.add(id=slider)
        for move in range(MOVES):
            widget.double_array_value.data[:] = [float(move % 20)]
            start = perf_counter()
            await rerun(socket, state, lambda _: False)
            taken.append((perf_counter() - start) * 1000)
            await asyncio.sleep(PAUSE)
    return taken


async def busy(app: str, work: Work, number: int) -> None:
    """Do heavy work again and again, each time with another seed."""
    page, query, button = work
    for turn in range(10**6):
        seed = 1000 * (number + 1) + turn
        async with stream(app) as socket:
            state = ClientState(query_string=query.format(seed=seed), page_name=page)
            pressed = await rerun(
                socket, state, lambda each: getattr(each, "label", "") == (button or None)
            )
            if pressed:
                state.widget_states.widgets.add(id=pressed).trigger_value = True
                await rerun(socket, state, lambda _: False)


@asynccontextmanager
async def neighbours(app: str, works: list[Work]) -> AsyncIterator[None]:
    tasks = [asyncio.create_task(busy(app, work, number)) for number, work in enumerate(works)]
    await asyncio.sleep(3)
    yield
    for task in tasks:
        if task.done():
            task.result()  # raises what ended it
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def measure(app: str) -> bool:
    await light(app)
    rows, met = [], True
    idle = 0.0
    for name, works in CASES.items():
        async with neighbours(app, works):
            taken = await light(app)
        middle, late = median(taken), quantiles(taken, n=20)[-1]
        idle = idle or middle
        fine = not works or late <= MOST * idle
        met = met and fine
        ratios = f"{middle / idle:.1f}", f"{late / idle:.1f}"
        rows.append([name, f"{middle:.0f}", f"{late:.0f}", *ratios, verdict(fine)])
    show(f"{machine(['streamlit'])}\nLoad average {load()}\n")
    heads = ["others do", "median, ms", "95th, ms", "median / idle", "95th / idle", ""]
    show(table(heads, rows))
    return met


def main() -> None:
    with serve(ROOT / "app.py") as app:
        sys.exit(0 if asyncio.run(measure(app)) else 1)


if __name__ == "__main__":
    main()
