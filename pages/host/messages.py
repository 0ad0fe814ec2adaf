"""What a visitor does counts, and no window is empty (privacy.md): what is passed on, and what not.

Streamlit sends or runs these itself, and leaves the window empty for good.
"""

from contextlib import suppress

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

#: How a run of a whole page ends, unless another one takes its place.
_ENDS = (ForwardMsg.FINISHED_SUCCESSFULLY, ForwardMsg.FINISHED_WITH_COMPILE_ERROR)
#: Bytes that the message of an end has at most.
_SHORT = 1000


class Layer:
    """Stands before an app, to which it passes requests on."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app


class WholeRuns(Layer):
    """Passes over the rest of a run whose beginning went to a connection that was lost."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a connection on, on which elements come after the beginning of a run alone."""
        # The third of its protocols is the session that a browser had before.
        has_begun = scope["type"] != "websocket" or (
            Headers(scope=scope).get("sec-websocket-protocol", "").count(",") < 2
        )

        async def whole(message: Message) -> None:
            nonlocal has_begun
            kind = None if has_begun else _sent(message).WhichOneof("type")
            has_begun = has_begun or kind == "new_session"
            if has_begun or kind not in ("delta", "ref_hash"):
                await send(message)

        await self.app(scope, receive, whole)


class LeftPages(Layer):
    """Passes over what a fragment of a page asks for that was left while the next is drawn."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a connection on without such requests."""
        if scope["type"] != "websocket":
            await self.app(scope, receive, send)
            return
        drawn = ""

        async def timely() -> Message:
            nonlocal drawn
            while True:
                message, back = await receive(), BackMsg()
                # What cannot be read is Streamlit's to refuse.
                with suppress(Exception):
                    back.ParseFromString(message.get("bytes") or b"")
                page = back.rerun_script.page_script_hash
                if not back.HasField("rerun_script"):
                    return message
                if not back.rerun_script.fragment_id:
                    drawn = page
                    return message
                if drawn in ("", page):
                    return message

        async def noted(message: Message) -> None:
            nonlocal drawn
            if drawn and len(message.get("bytes") or b"") < _SHORT:
                end = _sent(message)
                if end.HasField("script_finished") and end.script_finished in _ENDS:
                    drawn = ""
            await send(message)

        await self.app(scope, timely, noted)


def _sent(message: Message) -> ForwardMsg:
    return ForwardMsg.FromString(message.get("bytes") or b"")
