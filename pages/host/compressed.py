"""Many may open it at once (host.md): each of Streamlit's files is read and compressed once."""

import posixpath

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pages.host.browser_messages import Layer

#: Requests that are answered with a part of a file, or with none of it.
_PARTS = {"range", "if-range", "if-none-match", "if-modified-since"}
#: Bytes that are sent at once: of more, a slow browser's share would wait in memory.
_PIECE = 2**16


class Compressed(Layer):
    """Keeps what it passes on of files that never change, and answers with it from then on."""

    def __init__(self, app: ASGIApp) -> None:
        super().__init__(app)
        self.kept: dict[str, tuple[Message, bytes]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with a file, or pass a request on."""
        path = scope.get("path", "")
        if not _asks_for_a_whole_file(scope):
            await self.app(scope, receive, send)
        elif path in self.kept:
            start, body = self.kept[path]
            # Layers before this one add headers of their own.
            await send({**start, "headers": [*start["headers"]]})
            for place in range(0, len(body), _PIECE):
                piece = body[place : place + _PIECE]
                more = place + _PIECE < len(body)
                await send({"type": "http.response.body", "body": piece, "more_body": more})
        else:
            await self.app(scope, receive, self._keeping(path, send))

    def _keeping(self, path: str, send: Send) -> Send:
        """What sends an answer and keeps it, if it never changes."""
        start: Message | None = None
        pieces = list[bytes]()

        async def keep_and_send(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start" and _never_changes(message):
                start = {**message, "headers": [*message["headers"]]}
            elif message["type"] == "http.response.body" and start is not None:
                pieces.append(message.get("body", b""))
                if not message.get("more_body", False):
                    body = b"".join(pieces)
                    MutableHeaders(scope=start)["Content-Length"] = str(len(body))
                    self.kept[path] = start, body
            await send(message)

        return keep_and_send


def _asks_for_a_whole_file(scope: Scope) -> bool:
    if scope["type"] != "http" or scope["method"] != "GET":
        return False
    headers = Headers(scope=scope)
    # Written otherwise, a file would be kept again by each of its names.
    is_plain = posixpath.normpath(scope["path"]) == scope["path"]
    return is_plain and "gzip" in headers.get("accept-encoding", "") and _PARTS.isdisjoint(headers)


def _never_changes(start: Message) -> bool:
    """Whether an answer is a file that is the same for everybody, by what Streamlit says of it."""
    kept = Headers(raw=start["headers"]).get("cache-control", "")
    return start["status"] == 200 and "public" in kept and "immutable" in kept
