"""Visitors without a browser: connections that speak Streamlit's protocol and move a widget."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from time import monotonic, perf_counter

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.asyncio.client import ClientConnection, connect

#: Seconds between two moves of a visitor.
PAUSE = 1.0

#: Sets a widget's state to that of a visitor's nth move.
Move = Callable[[WidgetState, int], None]


@asynccontextmanager
async def moving(
    count: int, app: str, query: str, kind: str, move: Move
) -> AsyncIterator[list[float]]:
    """Have visitors of Compare move its first widget of a kind, each once a second.

    Gives the list of the milliseconds that their moves take, which goes on growing.

    Each keeps to its own clock: if it waited a second after every answer, answers that come
    together would set the visitors in step, and they would move in bursts.
    """
    taken: list[float] = []
    tasks = [
        asyncio.create_task(
            _move_for_ever(app, query, kind, move, 8 + PAUSE * number / count, taken)
        )
        for number in range(count)
    ]
    await asyncio.sleep(10)
    yield taken
    for task in tasks:
        if task.done():
            task.result()  # raises what ended it
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def _move_for_ever(
    app: str, query: str, kind: str, move: Move, delay: float, taken: list[float]
) -> None:
    address = f"{app.replace('http', 'ws')}/_stcore/stream"
    # Arrivals are over when the moves begin.
    begin = monotonic() + delay
    async with connect(address, max_size=None, subprotocols=["streamlit"]) as socket:
        state = ClientState(query_string=query, page_name="compare")
        for number in range(10**6):
            start = perf_counter()
            await socket.send(BackMsg(rerun_script=state).SerializeToString())
            widget, fragment = await _first_of_rerun(socket, kind)
            taken.append(1000 * (perf_counter() - start))
            state.fragment_id = fragment
            if not state.widget_states.widgets:
                state.widget_states.widgets.add(id=widget)
            move(state.widget_states.widgets[0], number)
            await asyncio.sleep(begin + PAUSE * number - monotonic())


async def _first_of_rerun(socket: ClientConnection, kind: str) -> tuple[str, str]:
    """Wait for the end of a rerun; the first widget of the kind, and its fragment."""
    found = fragment = ""
    while True:
        message = ForwardMsg.FromString(await socket.recv())
        element = message.delta.new_element
        if element.WhichOneof("type") == kind and not found:
            found, fragment = getattr(element, kind).id, message.delta.fragment_id
        if message.WhichOneof("type") == "script_finished":
            return found, fragment
