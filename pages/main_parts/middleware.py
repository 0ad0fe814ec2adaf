"""What stands between the network and Streamlit: who is answered, and the headers of answers."""

import logging
import traceback
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose
from streamlit import config

from pages.shared.limits import LIMITS

#: Where a page's code, styles, images and connections may come from. Streamlit loads components
#: from `blob:` addresses, styles elements in place, and draws charts with compiled expressions.
_POLICY = {
    "default-src": "'self'",
    "script-src": "'self' blob: 'unsafe-inline' 'unsafe-eval'",
    "style-src": "'self' blob: 'unsafe-inline'",
    "img-src": "'self' data: blob:",
    "font-src": "'self' data:",
    "connect-src": "'self' data: blob:",
    "media-src": "'self' data: blob:",
    "worker-src": "'self' blob:",
    "frame-src": "'self' blob: data:",
    "object-src": "'none'",
    "base-uri": "'self'",
    "form-action": "'self'",
    "frame-ancestors": LIMITS.frame_ancestors,
}
_HEADERS = {
    # Addresses hold what a visitor drew.
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "; ".join(f"{name} {value}" for name, value in _POLICY.items()),
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Cross-Origin-Opener-Policy": "same-origin",
}
#: What is made from a visitor's data: downloads and pictures.
_PRIVATE = ("/media/", "/_stcore/upload_file/")


class OwnPagesOnly:
    """Requests of pages of other sites are refused.

    Streamlit's own check of the origin asks another host for the server's address and waits.
    It passes whatever comes from here without asking.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        headers = Headers(scope=scope) if scope["type"] in ("http", "websocket") else Headers()
        origin = headers.get("origin")
        if origin is None:
            await self.app(scope, receive, send)
        elif not _is_own(origin, headers.get("host", "")):
            if scope["type"] == "websocket":
                await WebSocketClose(1008, "This page is of another site.")(scope, receive, send)
            else:
                answer = PlainTextResponse("This page is of another site.", 403)
                await answer(scope, receive, send)
        else:
            own = [each for each in scope["headers"] if each[0] != b"origin"]
            if scope["type"] == "websocket":
                scheme = "https" if scope["scheme"] == "wss" else "http"
                own.append((b"origin", f"{scheme}://{headers.get('host', '')}".encode("latin-1")))
            await self.app({**scope, "headers": own}, receive, send)


def _is_own(origin: str, host: str) -> bool:
    """Whether an origin is this host, or one that the server's settings name."""
    named = (*config.get_option("server.corsAllowedOrigins"),)
    return urlsplit(origin).netloc == host or origin in named


class Room:
    """Counts who is here; while the server is full, the next is told so before a page is sent."""

    here = 0

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, unless it would open the app for one visitor too many."""
        if scope["type"] == "websocket":
            Room.here += 1
            try:
                await self.app(scope, receive, send)
            finally:
                Room.here -= 1
        elif Room.here >= LIMITS.visitors and _opens_a_page(scope):
            words = "Too many visitors are here just now. Please try again in some minutes."
            await PlainTextResponse(words, 503, {"Retry-After": "120"})(scope, receive, send)
        else:
            await self.app(scope, receive, send)


def _opens_a_page(scope: Scope) -> bool:
    # The phones of a live class are no visitors of the app: their page is light.
    if scope["type"] != "http" or "/room/" in scope.get("path", ""):
        return False
    return "text/html" in Headers(scope=scope).get("accept", "")


class SafeAnswers:
    """Answers with headers that protect visitors, and no figures of the server to strangers."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on and add the headers to its answer."""
        path = scope.get("path", "")
        if path.endswith("/_stcore/metrics") and not LIMITS.metrics:
            await PlainTextResponse("Not found", 404)(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    # The phones' page has a stricter policy of its own.
                    headers.setdefault(name, value)
                if any(part in path for part in _PRIVATE):
                    headers["Cache-Control"] = "private, no-store"
            await send(message)

        await self.app(scope, receive, send_with_headers)


def keep_contents_out_of_logs() -> None:
    """Let no log hold what an error quotes of a visitor's file, or the parameters of an address."""
    make = logging.getLogRecordFactory()

    def record(*args: object, **named: object) -> logging.LogRecord:
        made = make(*args, **named)
        if made.exc_info and made.exc_info[0] is not None:
            places = [
                f"\n  {frame.f_code.co_filename}:{line} {frame.f_code.co_name}"
                for frame, line in traceback.walk_tb(made.exc_info[2])
            ]
            made.msg = f"{made.getMessage()}: {made.exc_info[0].__name__}{''.join(places)}"
            made.args, made.exc_info = (), None
        elif made.name == "uvicorn.access" and isinstance(made.args, tuple):
            made.args = tuple(
                each.partition("?")[0] if isinstance(each, str) else each for each in made.args
            )
        return made

    logging.setLogRecordFactory(record)


#: In the order in which a request passes through them.
MIDDLEWARE = [
    Middleware(SafeAnswers),
    Middleware(OwnPagesOnly),
    Middleware(Room),
    # Streamlit sends its scripts, five megabytes of them, as they are.
    Middleware(GZipMiddleware),
]
