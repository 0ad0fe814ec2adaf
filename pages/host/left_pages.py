"""What a page sends after its visitor has asked for another is not passed on.

Streamlit would run it once the new page is drawn, take it for a return to the page before, and
leave the window blank.
"""

from starlette.types import Message, Receive, Scope, Send

from pages.host.browser_messages import asked, is_drawn
from pages.host.layer import Layer


class LeftPages(Layer):
    """Passes over requests of fragments of a page that is not the one being drawn."""

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
