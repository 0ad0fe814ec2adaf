"""Other sites cannot connect, logs hold no contents (privacy.md): what stands before Streamlit."""

import logging
import traceback
from http.cookies import SimpleCookie
from pathlib import Path

from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware import Middleware
from starlette.requests import cookie_parser
from starlette.responses import PlainTextResponse
from starlette.types import Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose
from streamlit import config

from pages.host.messages import Layer, LeftPages, WholeRuns
from pages.host.own import cookie_name
from pages.host.policy import policy
from pages.host.workspaces import WORKSPACES
from pages.menu import ENTRIES

_HEADERS = {
    # Addresses hold what a visitor drew.
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": policy({"frame-ancestors": "'self'"}),
}
_NAMES = "|".join(entry.address for entry in ENTRIES if entry.address)
_JS = Path(__file__).with_name("head.js").read_text().replace("@PAGES@", _NAMES)
_SCRIPT = f"<head><script>\n{_JS}</script>".encode()


class OwnPages(Layer):
    """Refuses pages of other sites, and protects ours by headers.

    Streamlit's own check of the origin asks another host for the server's address.
    """

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        headers = Headers(scope=scope) if scope["type"] != "lifespan" else Headers()
        origin = headers.get("origin")

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(_HEADERS)
            await send(message)

        if origin is None or origin.partition("://")[2] == headers.get("host"):
            await self.app(scope, receive, send_with_headers)
        elif scope["type"] == "websocket":
            await WebSocketClose(1008, "This page is of another site.")(scope, receive, send)
        else:
            await PlainTextResponse("This page is of another site.", 403)(scope, receive, send)


class FirstScript(Layer):
    """Puts a script before Streamlit's: Back leaves a page at the first press."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and add the script to a page that is answered."""
        if not _opens_a_page(scope):
            await self.app(scope, receive, send)
            return
        # What comes compressed could not be added to.
        headers = [header for header in scope["headers"] if header[0] != b"accept-encoding"]
        begun, body = None, b""

        async def send_with_script(message: Message) -> None:
            nonlocal begun, body
            if message["type"] == "http.response.start":
                begun = message
                return
            body += message.get("body", b"")
            if begun is not None and not message.get("more_body", False):
                page = body.replace(b"<head>", _SCRIPT, 1)
                MutableHeaders(scope=begun)["Content-Length"] = str(len(page))
                await send(begun)
                await send({"type": "http.response.body", "body": page})

        await self.app({**scope, "headers": headers}, receive, send_with_script)


def _opens_a_page(scope: Scope) -> bool:
    return scope["type"] == "http" and "text/html" in Headers(scope=scope).get("accept", "")


class BrowserCookie(Layer):
    """Gives every browser a random cookie, by which it finds again what it has open.

    One that was not given out here is replaced, also in the request itself.
    """

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and put the cookie into the answer to one that opens a page."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        headers, name = Headers(scope=scope), cookie_name()
        cookies = cookie_parser(headers.get("cookie", ""))
        # A connection of a browser that takes no cookies has none either.
        is_new = cookies.get(name, "") not in WORKSPACES
        is_shown = _opens_a_page(scope) or (scope["type"] == "websocket" and name in cookies)
        if not (is_new and is_shown):
            await self.app(scope, receive, send)
            return
        cookies[name] = WORKSPACES.new_token()
        line = "; ".join(f"{key}={value}" for key, value in cookies.items()).encode("latin-1")
        rest = [header for header in scope["headers"] if header[0] != b"cookie"]

        async def send_with_cookie(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.accept"):
                MutableHeaders(scope=message).append("Set-Cookie", _cookie(cookies[name]))
            await send(message)

        await self.app({**scope, "headers": [*rest, (b"cookie", line)]}, receive, send_with_cookie)


def _cookie(token: str) -> str:
    """The header that sets the cookie: no script reads it, and no other site's request has it."""
    cookie = SimpleCookie({cookie_name(): token})[cookie_name()]
    cookie["path"] = "/" + config.get_option("server.baseUrlPath").strip("/")
    # Strict would leave it out where a link on another site is followed. It lasts a week.
    cookie["max-age"], cookie["httponly"], cookie["samesite"] = 7 * 24 * 3600, True, "Lax"
    return cookie.OutputString()


def keep_contents_out_of_logs() -> None:
    """Let no log hold what an error quotes of a visitor's file: only its kind and where it was."""
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
        return made

    logging.setLogRecordFactory(record)


def layers() -> list[Middleware]:
    """In the order in which a request passes through them."""
    return [
        Middleware(each) for each in (OwnPages, BrowserCookie, WholeRuns, LeftPages, FirstScript)
    ]
