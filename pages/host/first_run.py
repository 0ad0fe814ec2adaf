"""The first move after a sleep counts.

A browser that comes back after its session has ended does not ask for its page again: the page is
still there. Its next move would be the first thing that the new session hears of: values would be
taken from the address instead, and callbacks would not be known. So the page is drawn before it,
for the session alone.
"""

import asyncio
from contextlib import suppress

from starlette.types import Message, Receive, Scope, Send

from pages.host.browser_messages import asked, asks_for_a_page, is_drawn, session_named
from pages.host.layer import Layer
from pages.host.visitor import is_here, visitor_of

#: Seconds that a move waits for its page to be drawn: work on it may take minutes.
_PATIENCE = 10.0


class FirstRun(Layer):
    """Asks for the page before the first move on a connection whose session has ended."""

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
