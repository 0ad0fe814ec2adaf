"""Times are limited (privacy.md): a request that stops on its way holds no place for ever."""

import asyncio
from typing import Any
from weakref import WeakKeyDictionary

from starlette.responses import PlainTextResponse
from starlette.types import Message, Receive, Scope, Send
from uvicorn.protocols.http.auto import AutoHTTPProtocol

from pages.host.browser_messages import Layer, passed_on

#: Seconds that a request's head may take, and each so many bytes of its body.
PATIENCE, _ENOUGH = 10.0, 10_000


class InTime(Layer):
    """Ends requests whose body stops coming. Time that the app takes to read it does not count."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on; where its body stops, it is answered with 408."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        waited, got = 0.0, 0
        is_whole = is_late = False

        async def in_time() -> Message:
            nonlocal waited, got, is_whole, is_late
            if is_whole:
                return await receive()
            begun = asyncio.get_running_loop().time()
            try:
                async with asyncio.timeout(PATIENCE - waited):
                    message = await receive()
            except TimeoutError:
                is_late = True
                return {"type": "http.disconnect"}
            waited += asyncio.get_running_loop().time() - begun
            got += len(message.get("body", b""))
            if got >= _ENOUGH:
                waited, got = 0.0, 0
            is_whole = not message.get("more_body", False)
            return message

        is_answered = await passed_on(self.app, scope, in_time, send, lambda: is_late)
        if is_late and not is_answered:
            answer = PlainTextResponse("The request stopped.", 408, {"Connection": "close"})
            await answer(scope, receive, send)


#: The end of each connection that waits for the rest of a request's head.
_ends: WeakKeyDictionary[Any, asyncio.TimerHandle] = WeakKeyDictionary()


def end_half_sent_heads() -> None:
    """Close connections on which the head of a request does not come to its end.

    Uvicorn counts the time between two requests alone.
    """
    protocol: Any = AutoHTTPProtocol
    made, received = protocol.connection_made, protocol.data_received

    def connection_made(self: Any, transport: asyncio.Transport) -> None:
        made(self, transport)
        _watch(self)

    def data_received(self: Any, data: bytes) -> None:
        received(self, data)
        _watch(self)

    protocol.connection_made, protocol.data_received = connection_made, data_received


def _watch(connection: Any) -> None:
    if not _waits(connection):
        if end := _ends.pop(connection, None):
            end.cancel()
    elif connection not in _ends and connection.timeout_keep_alive_task is None:
        _ends[connection] = connection.loop.call_later(PATIENCE, _end, connection)


def _waits(connection: Any) -> bool:
    """Whether a connection waits for a request, or for the rest of its head."""
    return connection.cycle is None or connection.cycle.response_complete


def _end(connection: Any) -> None:
    _ends.pop(connection, None)
    # A websocket has taken the connection over.
    is_its_own = connection.transport.get_protocol() is connection
    if is_its_own and _waits(connection):
        connection.transport.close()
