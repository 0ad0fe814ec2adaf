"""What a page sends after its visitor has asked for another is not passed on.

Streamlit would run it once the new page is drawn, take it for a return to the page before, and
leave the window blank.
"""

from contextlib import suppress

from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

#: Bytes that the message of a run's end has at most.
_SHORT = 1000


class LeftPages:
    """Passes over requests of fragments of a page that is not the one being drawn."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

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
        asked = BackMsg()
        # What cannot be read is Streamlit's to refuse.
        with suppress(Exception):
            asked.ParseFromString(message.get("bytes") or b"")
        if asked.WhichOneof("type") != "rerun_script":
            return False
        page = asked.rerun_script.page_script_hash
        if asked.rerun_script.fragment_id:
            return self.drawn not in ("", page)
        self.drawn = page
        return False

    def note(self, message: Message) -> None:
        """Note the end of a run: from then on Streamlit knows by itself what is late."""
        data = message.get("bytes") or b""
        if self.drawn and len(data) < _SHORT:
            told = ForwardMsg.FromString(data)
            ended = (ForwardMsg.FINISHED_SUCCESSFULLY, ForwardMsg.FINISHED_WITH_COMPILE_ERROR)
            if told.WhichOneof("type") == "script_finished" and told.script_finished in ended:
                self.drawn = ""
