"""Streams of events to phones: each change of a room is sent to all that follow it."""

import asyncio
import json
import signal
from collections import deque
from collections.abc import AsyncIterator, Iterable
from functools import partial

from pages.live.server.room import RoomError
from pages.live.server.rooms import FULL, OpenStream, Rooms
from pages.live.server.view import view_of

#: Seconds between two signs of life in a stream; phones wait a little longer for one.
BEAT = 15
#: Phones that are sent to before visitors of the app have their turn.
BATCH = 20
_BEAT_MESSAGE = b"event: beat\ndata: 1\n\n"
_ENDED_MESSAGE = b"event: ended\ndata: 1\n\n"
_REMOVED_MESSAGE = b"event: removed\ndata: 1\n\n"
_RESTART_MESSAGE = b"event: restart\ndata: 1\n\n"
_FULL_MESSAGE = f"event: full\ndata: {json.dumps(FULL)}\n\n".encode()


class Stream:
    """What one phone has not been sent yet: the latest message is enough."""

    line: OpenStream

    def __init__(self, message: bytes) -> None:
        self.message: bytes | None = message
        self.ends = message is _ENDED_MESSAGE
        self.woken = asyncio.Event()
        self.woken.set()


class Streams:
    """The open streams of this process. All but `_on_change` runs in the server's own thread."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._streams: dict[str, set[Stream]] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._pulse: asyncio.Task[None] | None = None
        self._waiting: deque[Stream] = deque()
        self._sending: asyncio.Task[None] | None = None
        rooms.listen(self._on_change)

    def open(self, code: str, token: str, address: str) -> Stream:
        """A stream of a room's events for a browser, which is counted until it is closed.

        Raises
        ------
        RoomError
            If the room or the browser is not there, or too many are open.
        """
        stream = Stream(self._message(code))
        stream.line = self._rooms.connect(code, token, address, partial(self._give_up, stream))
        self._start()
        self._streams.setdefault(code, set()).add(stream)
        return stream

    def close(self, stream: Stream) -> None:
        """Forget a stream, which may have been forgotten already."""
        self._rooms.disconnect(stream.line)
        self._drop(stream)

    async def follow(self, stream: Stream) -> AsyncIterator[bytes]:
        """The events, until the browser is removed, its place is taken, or room or server end."""
        while stream.message is not None or not stream.ends:
            await stream.woken.wait()
            stream.woken.clear()
            message, stream.message = stream.message, None
            if message is not None:
                yield message

    def _give_up(self, stream: Stream) -> None:
        """End a stream in whose place another comes."""
        self._drop(stream)
        self._put(_FULL_MESSAGE, [stream], ends=True)

    def _drop(self, stream: Stream) -> None:
        streams = self._streams.get(stream.line.code, set())
        streams.discard(stream)
        if not streams:
            self._streams.pop(stream.line.code, None)

    def _start(self) -> None:
        self._loop = asyncio.get_running_loop()
        if self._pulse is None or self._pulse.done():
            self._pulse = self._loop.create_task(self._keep_alive())

    def _on_change(self, code: str) -> None:
        """Called by any thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._send, code)

    def _message(self, code: str) -> bytes:
        try:
            view = view_of(self._rooms.room(code), self._rooms.mark(code))
        except RoomError:
            return _ENDED_MESSAGE
        return f"data: {json.dumps(view, ensure_ascii=False)}\n\n".encode()

    def _send(self, code: str) -> None:
        """Send a room to all that follow it: one message, written once."""
        message = self._message(code)
        streams = self._streams.get(code, set())
        removed = set[Stream]()
        if message is not _ENDED_MESSAGE:
            inside = self._rooms.room(code).participants
            removed = {stream for stream in streams if stream.line.browser not in inside}
        self._put(_REMOVED_MESSAGE, removed, ends=True)
        self._put(message, streams - removed, ends=message is _ENDED_MESSAGE)

    def _put(self, message: bytes, streams: Iterable[Stream], ends: bool = False) -> None:
        for stream in streams:
            stream.message, stream.ends = message, ends
            self._waiting.append(stream)
        if self._loop and (self._sending is None or self._sending.done()):
            self._sending = self._loop.create_task(self._wake())

    async def _wake(self) -> None:
        """Have what is waiting sent, a few phones at a time."""
        while self._waiting:
            for _ in range(min(BATCH, len(self._waiting))):
                self._waiting.popleft().woken.set()
            await asyncio.sleep(0)

    async def _keep_alive(self) -> None:
        """Show phones that the connection lives, and end streams that keep the server up."""
        beats = 0
        while self._streams:
            await asyncio.sleep(0.5)
            beats += 1
            if _server_is_ending():
                for streams in self._streams.values():
                    self._put(_RESTART_MESSAGE, streams, ends=True)
            elif beats % (2 * BEAT) == 0:
                for code in list(self._streams):
                    self._beat(code)

    def _beat(self, code: str) -> None:
        if self._message(code) is _ENDED_MESSAGE:
            self._send(code)
            return
        idle = [stream for stream in self._streams[code] if stream.message is None]
        self._put(_BEAT_MESSAGE, idle)


def _server_is_ending() -> bool:
    """Whether the server waits for its connections to close, as it does without end."""
    # Uvicorn tells nobody else: its handler of signals is a method of the server.
    handler = signal.getsignal(signal.SIGTERM)
    return getattr(getattr(handler, "__self__", None), "should_exit", False) is True
