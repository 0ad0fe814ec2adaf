"""What a visitor does counts (privacy.md): what browsers and Streamlit tell each other of it."""

from collections.abc import Callable
from contextlib import suppress

from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

#: Bytes that the message of a run's end has at most.
_SHORT = 1000
_ENDS = (ForwardMsg.FINISHED_SUCCESSFULLY, ForwardMsg.FINISHED_WITH_COMPILE_ERROR)


class Layer:
    """Stands before an app, to which it passes requests on."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app


async def passed_on(
    app: ASGIApp, scope: Scope, receive: Receive, send: Send, is_cut: Callable[[], bool]
) -> bool:
    """Pass on a request whose body may be cut off; tells whether it was answered before that."""
    is_answered = False

    async def noted(message: Message) -> None:
        nonlocal is_answered
        if is_answered or not is_cut():
            is_answered = True
            await send(message)

    try:
        await app(scope, receive, noted)
    except ClientDisconnect:
        if not is_cut():
            raise
    return is_answered


def session_named(scope: Scope) -> str:
    """The session that a browser had before its connection was lost; empty for none."""
    return _named(scope, 2)


def page_named(scope: Scope) -> str:
    """What a page has against forged requests, as it tells a connection; empty for none."""
    return _named(scope, 1)


def _named(scope: Scope, place: int) -> str:
    """What stands at a place among the protocols of a connection, where no address has it."""
    named = Headers(scope=scope).get("sec-websocket-protocol", "").split(",")
    return named[place].strip() if len(named) > place else ""


def asked(message: Message) -> BackMsg:
    """What a browser asks; nothing where it cannot be read, which is Streamlit's to refuse."""
    found = BackMsg()
    with suppress(Exception):
        found.ParseFromString(message.get("bytes") or b"")
    return found


def asks_for_a_page(message: Message) -> bool:
    """Whether a browser asks for a run of the script."""
    return asked(message).WhichOneof("type") == "rerun_script"


def begins(message: Message) -> bool:
    """Whether a message to a browser begins a run of the script."""
    return _told(message).WhichOneof("type") == "new_session"


def draws(message: Message) -> bool:
    """Whether a message to a browser has an element, or names one that it has."""
    return _told(message).WhichOneof("type") in ("delta", "ref_hash")


def _told(message: Message) -> ForwardMsg:
    return ForwardMsg.FromString(message.get("bytes") or b"")


def is_drawn(message: Message) -> bool:
    """Whether a message to a browser says that its page has been drawn to the end."""
    if len(message.get("bytes") or b"") >= _SHORT:
        return False
    told = _told(message)
    return told.WhichOneof("type") == "script_finished" and told.script_finished in _ENDS
