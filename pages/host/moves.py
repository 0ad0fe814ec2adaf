"""What a visitor does counts (privacy.md): the first move after a sleep, none of a left page.

And a page is drawn from its beginning where a connection was lost.
"""

import asyncio
from contextlib import suppress

from starlette.types import Message, Receive, Scope, Send

from pages.host.browser_messages import (
    Layer,
    asked,
    asks_for_a_page,
    begins,
    draws,
    is_drawn,
    session_named,
)
from pages.host.visitor import is_here, visitor_of

#: Seconds that a move waits for its page to be drawn: work on it may take minutes.
_PATIENCE = 10.0


class FirstRun(Layer):
    """Asks for the page before the first move on a connection whose session has ended.

    A browser that comes back after that does not ask for its page again: it is still there. Its
    next move would be the first thing that the new session hears of: values would be taken from
    the address instead, and callbacks would not be known. So the page is drawn before it, for the
    session alone.
    """

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a connection on, with one message more where it is needed."""
        session = session_named(scope) if scope["type"] == "websocket" else ""
        if not session:
            await self.app(scope, receive, send)
            return
        is_first, held, drawn = True, list[Message](), asyncio.Event()

        async def in_order() -> Message:
            nonlocal is_first
            if held:
                with suppress(TimeoutError):
                    await asyncio.wait_for(drawn.wait(), _PATIENCE)
                return held.pop()
            message = await receive()
            if is_first and asks_for_a_page(message):
                is_first = False
                # By now Streamlit has taken the session up again, if it was still there.
                if not is_here(session, visitor_of(scope)):
                    held.append(message)
                    return _of_the_page_alone(message)
            return message

        async def noted(message: Message) -> None:
            if held and is_drawn(message):
                drawn.set()
            # The browser shows the page as it was left: values of the new session are not for it.
            if not (held and message["type"] == "websocket.send"):
                await send(message)

        await self.app(scope, in_order, noted)


def _of_the_page_alone(message: Message) -> Message:
    """What asks for the page of a move, without the move."""
    page = asked(message)
    for field in ("widget_states", "fragment_id"):
        page.rerun_script.ClearField(field)
    return {**message, "bytes": page.SerializeToString()}


class WholeRuns(Layer):
    """Passes over the rest of a run whose beginning went to a connection that was lost.

    Streamlit sends it on the next connection, without what was on its way. A browser that lacks
    an element before one that it is told to draw shows an empty window, for good.
    """

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a connection on, on which elements come after the beginning of a run alone."""
        has_begun = scope["type"] != "websocket" or not session_named(scope)

        async def whole(message: Message) -> None:
            nonlocal has_begun
            has_begun = has_begun or begins(message)
            if has_begun or not draws(message):
                await send(message)

        await self.app(scope, receive, whole)


class LeftPages(Layer):
    """Passes over requests of fragments of a page that is not the one being drawn.

    Streamlit would run them once the new page is drawn, take them for a return to the page before,
    and leave the window blank.
    """

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a connection on without such requests."""
        if scope["type"] != "websocket":
            await self.app(scope, receive, send)
            return
        connection = _Connection()

        async def timely() -> Message:
            while connection.is_late(message := await receive()):
                pass
            return message

        async def noted(message: Message) -> None:
            connection.note(message)
            await send(message)

        await self.app(scope, timely, noted)


class _Connection:
    """Which page is being drawn for a visitor; empty for none, or where it is not named."""

    def __init__(self) -> None:
        self.drawn = ""

    def is_late(self, message: Message) -> bool:
        """Whether a message is of a fragment of another page than that which is being drawn."""
        back = asked(message)
        if back.WhichOneof("type") != "rerun_script":
            return False
        page = back.rerun_script.page_script_hash
        if back.rerun_script.fragment_id:
            return self.drawn not in ("", page)
        self.drawn = page
        return False

    def note(self, message: Message) -> None:
        """Note the end of a run: from then on Streamlit knows by itself what is late."""
        if self.drawn and is_drawn(message):
            self.drawn = ""
