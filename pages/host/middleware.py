"""Other sites cannot connect, logs hold no contents (privacy.md): what stands before Streamlit."""

import asyncio
import logging
import traceback
from collections import Counter, defaultdict
from dataclasses import dataclass
from http.cookies import SimpleCookie
from time import monotonic
from typing import ClassVar
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose
from streamlit import config

from pages.host.browser_messages import Layer, asks_for_a_page, passed_on, session_named
from pages.host.compressed import Compressed
from pages.host.head import FirstScript
from pages.host.in_time import InTime
from pages.host.limits import LIMITS, network_of
from pages.host.moves import FirstRun, LeftPages, WholeRuns
from pages.host.own import by_https, cookie_name
from pages.host.policy import policy
from pages.host.uploads import bytes_of, let_go, waiting
from pages.host.visitor import cookies_of, introduced, is_here, proven, visitor_of, with_cookie
from pages.host.workspaces import WORKSPACES

_HEADERS = {
    # Addresses hold what a visitor drew.
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": policy({"frame-ancestors": LIMITS.frame_ancestors}),
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Cross-Origin-Opener-Policy": "same-origin",
}
#: Visitors who may still come when the server is full: they got their page before it was.
_ON_THEIR_WAY = 20
#: Seconds without a message after which a full server closes a connection.
_IDLE = 600.0
#: Seconds after which a full server closes a connection on which no page was ever asked for.
_NEVER_ASKED = 20.0
#: Files that were sent and are not yet opened.
_MOST_WAITING = 250
#: Bytes of a file after which it is looked at whether more may come: a look takes long where many
#: files wait.
_OFTEN = 2**16
_ALL_FULL = "The server has too many files to open just now. Try again in some minutes."
#: What is made from a visitor's data: downloads and pictures.
_PRIVATE = ("/media/", "/_stcore/upload_file/")


class OwnPagesOnly(Layer):
    """Requests of pages of other sites are refused.

    Streamlit's own check of the origin asks another host for the server's address and waits.
    It passes whatever comes from here without asking.
    """

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        headers = Headers(scope=scope) if scope["type"] in ("http", "websocket") else Headers()
        origin = headers.get("origin")
        if origin is None:
            await self.app(scope, receive, send)
        elif not _is_address(origin):
            answer = PlainTextResponse("The header Origin is no address.", 400)
            await answer(scope, receive, send)
        elif not _is_own(origin, scope):
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


def _is_address(origin: str) -> bool:
    try:
        urlsplit(origin)
    except ValueError:
        return False
    return True


def _is_own(origin: str, scope: Scope) -> bool:
    """Whether an origin is this host, or one that the server's settings name.

    Where https is seen, a page that came without it may be anybody's.
    """
    found, host = urlsplit(origin), Headers(scope=scope).get("host", "")
    is_here = found.netloc == host and (found.scheme == "https" or not by_https(scope))
    return is_here or origin in (*config.get_option("server.corsAllowedOrigins"),)


class ServedHosts(Layer):
    """Answers over https by the names alone that the host has set; by any unless there are some.

    What asks whether the server is well comes without https, and by a number.
    """

    def __init__(self, app: ASGIApp) -> None:
        super().__init__(app)
        names = LIMITS.hosts.split() or ["*"]
        self.named = TrustedHostMiddleware(app, names, www_redirect=False)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it with 400."""
        is_https = scope["type"] != "lifespan" and by_https(scope)
        await (self.named if is_https else self.app)(scope, receive, send)


@dataclass(eq=False)
class Connection:
    """A visitor's connection.

    Attributes
    ----------
    since : float
        When it was opened or its browser last sent something, by the server's clock.
    has_asked : bool
        Whether a page was ever asked for, now or before the connection was lost.
    """

    since: float
    has_asked: bool = False
    is_ended: bool = False
    wait: asyncio.Timeout | None = None

    def end(self) -> None:
        """Let the wait for its next message end at once."""
        self.is_ended = True
        if self.wait is not None:
            self.wait.reschedule(0.0)

    async def next_of(self, receive: Receive) -> Message:
        """The next message; of an ended connection, that its browser has gone."""
        try:
            async with asyncio.timeout(0.0 if self.is_ended else None) as self.wait:
                return await receive()
        except TimeoutError:
            return {"type": "websocket.disconnect", "code": 1013}
        finally:
            self.wait = None


class Visitors(Layer):
    """Counts who is here; while the server is full, the next is told so before a page is sent.

    Then the longest idle make room. Addresses do not count: a lecture hall has one.
    """

    here = 0
    connections: ClassVar[set[Connection]] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, unless it would open the app for one visitor too many."""
        if scope["type"] == "websocket":
            idle = self._idle() if Visitors.here >= LIMITS.visitors else None
            if idle is not None:
                self.connections.discard(idle)
                idle.end()
            elif Visitors.here >= LIMITS.visitors + _ON_THEIR_WAY:
                await WebSocketClose(1013, "Too many visitors are here.")(scope, receive, send)
                return
            await self._follow(Connection(monotonic()), scope, receive, send)
        elif Visitors.here >= LIMITS.visitors and _opens_a_page(scope) and self._idle() is None:
            words = "Too many visitors are here just now. Please try again in some minutes."
            await PlainTextResponse(words, 503, {"Retry-After": "120"})(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _follow(
        self, connection: Connection, scope: Scope, receive: Receive, send: Send
    ) -> None:
        session, visitor = session_named(scope), visitor_of(scope)

        async def noted() -> Message:
            message = await connection.next_of(receive)
            if connection.is_ended:
                await send({"type": "websocket.close", "code": 1013, "reason": "Idle too long."})
            connection.since = monotonic()
            connection.has_asked = (
                connection.has_asked or asks_for_a_page(message) or is_here(session, visitor)
            )
            return message

        Visitors.here += 1
        self.connections.add(connection)
        try:
            await self.app(scope, noted, send)
        finally:
            self.connections.discard(connection)
            Visitors.here -= 1

    def _idle(self) -> Connection | None:
        """Whose place may be taken: first who never asked for a page, then the longest idle."""
        now = monotonic()
        idle = [
            connection
            for connection in self.connections
            if now - connection.since >= (_IDLE if connection.has_asked else _NEVER_ASKED)
        ]
        return min(
            idle, key=lambda connection: (connection.has_asked, connection.since), default=None
        )


def _opens_a_page(scope: Scope) -> bool:
    return scope["type"] == "http" and "text/html" in Headers(scope=scope).get("accept", "")


@dataclass(eq=False)
class _Coming:
    """A file on its way here.

    Attributes
    ----------
    size, checked : int
        Bytes that have come, and as many as had when the limits were looked at.
    refusal : str
        Why it is cut off; empty until then.
    """

    session: str
    size: int = 0
    checked: int = 0
    refusal: str = ""


class Uploads(Layer):
    """Refuses files for sessions of others, and what is more than a visitor, or all, may send.

    Bytes are counted as they come, whatever a request says of its length. Where all have too many
    waiting, those go of who has most: in the network that has most, the session that does.
    """

    #: Bytes that each session has sent, by the minute, until it has ended.
    sent: ClassVar[defaultdict[str, Counter[int]]] = defaultdict(Counter)
    #: The network of each of them.
    networks: ClassVar[dict[str, str]] = {}
    coming: ClassVar[set[_Coming]] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, unless it is a file too many; then it is cut off."""
        _, found, rest = scope.get("path", "").partition("/_stcore/upload_file/")
        session = rest.split("/")[0]
        if not found or scope.get("method") not in ("PUT", "DELETE"):
            await self.app(scope, receive, send)
            return
        if not is_here(session, visitor_of(scope)):
            words = (
                "This page's connection has ended, or is another visitor's. Load the page again."
            )
            await PlainTextResponse(words, 403)(scope, receive, send)
            return
        scope = proven(scope)
        if scope["method"] != "PUT":
            await self.app(scope, receive, send)
            return
        file = _Coming(session)
        self.networks[session] = network_of((scope.get("client") or ("", 0))[0])
        length = Headers(scope=scope).get("content-length", "")
        # So that a browser need not send in vain what is too much.
        told = int(length) if length.isascii() and length.isdigit() and len(length) < 16 else 0
        self._check(file, told)
        if not file.refusal:
            await self._pass_on(file, scope, receive, send)
        if file.refusal:
            await PlainTextResponse(file.refusal, 413)(scope, receive, send)

    async def _pass_on(self, file: _Coming, scope: Scope, receive: Receive, send: Send) -> None:
        """Let Streamlit have a file, or as much of it as may come."""

        async def counted() -> Message:
            message = await receive()
            size = len(message.get("body", b""))
            file.size += size
            self.sent[file.session][_minute()] += size
            if not file.refusal and file.size - file.checked >= _OFTEN:
                self._check(file)
            return {"type": "http.disconnect"} if file.refusal else message

        self.coming.add(file)
        try:
            if await passed_on(self.app, scope, counted, send, lambda: bool(file.refusal)):
                file.refusal = ""
        finally:
            self.coming.discard(file)

    def _check(self, file: _Coming, more: int = 0) -> None:
        """Note why a file is not taken, or no further, if so many more bytes come."""
        file.checked, minute = file.size, _minute()
        own = self.sent[file.session]
        for earlier in [each for each in own if each <= minute - 60]:
            del own[earlier]
        files = waiting()
        here = Counter({session: bytes_of({session: each}) for session, each in files.items()})
        here[file.session] += more
        for each in self.coming:
            here[each.session] += each.size
        if more + own.total() > _bytes(LIMITS.upload_mb_an_hour):
            file.refusal = f"A visitor may send {LIMITS.upload_mb_an_hour} MB an hour."
        elif len(files.get(file.session, {})) >= _MOST_WAITING:
            file.refusal = f"{_MOST_WAITING} files are waiting to be opened, which is the most."
        elif here[file.session] > _bytes(LIMITS.visitor_waiting_mb):
            file.refusal = (
                f"A visitor may have {LIMITS.visitor_waiting_mb} MB waiting to be opened. "
                "Open what was sent first."
            )
        elif not self._make_space(file.session, here):
            file.refusal = _ALL_FULL

    def _make_space(self, session: str, here: Counter[str]) -> bool:
        """Let go of others' files while all have too many; not of who has less than this one."""
        while here.total() > _bytes(LIMITS.waiting_mb):
            of_network = Counter[str]()
            for each, size in here.items():
                of_network[self.networks.get(each, "")] += size
            most = max(here, key=lambda each: (of_network[self.networks.get(each, "")], here[each]))
            if most == session:
                return False
            for name, sent in waiting().get(most, {}).items():
                if here.total() <= _bytes(LIMITS.waiting_mb):
                    return True
                let_go(most, name)
                here[most] -= len(sent.data)
            # Nothing is left of this one but what is on its way.
            for coming in self.coming:
                if coming.session == most and here.total() > _bytes(LIMITS.waiting_mb):
                    coming.refusal = _ALL_FULL
                    here[most] -= coming.size
            # Its page may have opened some meanwhile.
            del here[most]
        return True


def _minute() -> int:
    return int(monotonic() // 60)


def _bytes(megabytes: int) -> int:
    return megabytes * 2**20


class SafeAnswers(Layer):
    """Answers with headers that protect visitors, and no figures of the server to strangers.

    Cookies, whoever sets them, are Secure wherever https is seen.
    """

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on and add the headers to its answer."""
        path = scope.get("path", "")
        is_https = scope["type"] != "lifespan" and by_https(scope)
        if path.endswith("/_stcore/metrics") and not LIMITS.metrics:
            await PlainTextResponse("Not found", 404)(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(_HEADERS)
                if any(part in path for part in _PRIVATE):
                    headers["Cache-Control"] = "private, no-store"
            if is_https and message["type"] in ("http.response.start", "websocket.accept"):
                message["headers"] = [_secured(*each) for each in message.get("headers", ())]
            await send(message)

        await self.app(scope, receive, send_with_headers)


def _secured(name: bytes, value: bytes) -> tuple[bytes, bytes]:
    """A header; a cookie is sent over https alone."""
    is_open = name.lower() == b"set-cookie" and b"; secure" not in value.lower()
    return name, value + b"; Secure" if is_open else value


class BrowserCookies(Layer):
    """Gives every browser a random cookie, by which it finds again what it has open.

    The cookie leads to a workspace in the memory of this process. One that no process has given
    out is replaced, also in the request itself. One of another process stays: the browser finds
    its data there again, once the proxy leads it back.
    """

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and put the cookie into the answer to one that opens a page."""
        token = _token(scope)
        # A connection of a browser that takes no cookies has none either.
        is_page = _opens_a_page(scope) or (scope["type"] == "websocket" and token is not None)
        if not is_page or WORKSPACES.is_elsewhere(token or ""):
            await self.app(scope, receive, send)
            return
        if token is None or not WORKSPACES.is_ours(token):
            token = WORKSPACES.new_token()
            scope = with_cookie(scope, cookie_name(), token)
        cookie = _cookie(token)

        async def send_with_cookie(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.accept"):
                headers = MutableHeaders(scope=message)
                headers.append("Set-Cookie", cookie)
                # No cache between may give one browser's cookie to another.
                headers["Cache-Control"] = "private, no-cache"
            await send(message)

        await self.app(scope, receive, send_with_cookie)


class Introductions(Layer):
    """Tells Streamlit who opens a connection: nobody goes on with the session of another."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and a connection with its visitor's name."""
        named = introduced(scope) if scope["type"] == "websocket" else scope
        await self.app(named, receive, send)


#: Seconds that a browser keeps its cookie; longer than any use between two loads of a page.
_COOKIE_LASTS = 7 * 24 * 3600


def _token(scope: Scope) -> str | None:
    """The token that a browser sends, if any."""
    if scope["type"] not in ("http", "websocket"):
        return None
    return cookies_of(scope).get(cookie_name())


def _cookie(token: str) -> str:
    """The header that sets the cookie: no script reads it, and no other site's request has it."""
    base = config.get_option("server.baseUrlPath").strip("/")
    cookie = SimpleCookie({cookie_name(): token})
    found = cookie[cookie_name()]
    found["path"], found["max-age"] = f"/{base}", _COOKIE_LASTS
    # Strict would leave it out where a link on another site is followed.
    found["httponly"], found["samesite"] = True, "Lax"
    return found.OutputString()


def keep_contents_out_of_logs() -> None:
    """Let no log hold what an error quotes of a visitor's file, or the parameters of an address.

    A message of a browser fills no log either: what it quotes of that is cut.
    """
    make = logging.getLogRecordFactory()

    def record(*args: object, **named: object) -> logging.LogRecord:
        made = make(*args, **named)
        if made.exc_info and made.exc_info[0] is not None:
            places = [
                f"\n  {frame.f_code.co_filename}:{line} {frame.f_code.co_name}"
                for frame, line in traceback.walk_tb(made.exc_info[2])
            ]
            said = made.getMessage()[:_MOST_LOGGED]
            made.msg = f"{said}: {made.exc_info[0].__name__}{''.join(places)}"
            made.args, made.exc_info = (), None
        elif isinstance(made.args, tuple) and made.args:
            is_access = made.name == "uvicorn.access"
            made.args = tuple(_logged(each, is_access) for each in made.args)
        elif isinstance(made.msg, str):
            made.msg = made.msg[:_MOST_LOGGED]
        return made

    logging.setLogRecordFactory(record)


#: Characters of a message in a log.
_MOST_LOGGED = 1000


def _logged(argument: object, is_access: bool) -> object:
    if not isinstance(argument, str):
        return argument
    return (argument.partition("?")[0] if is_access else argument)[:_MOST_LOGGED]


def layers() -> list[Middleware]:
    """In the order in which a request passes through them."""
    return [
        Middleware(SafeAnswers),
        Middleware(InTime),
        Middleware(ServedHosts),
        Middleware(OwnPagesOnly),
        Middleware(Visitors),
        Middleware(BrowserCookies),
        Middleware(Introductions),
        Middleware(Uploads),
        # Before the next, which may let through the end of a run that a browser saw nothing of.
        Middleware(WholeRuns),
        Middleware(FirstRun),
        Middleware(LeftPages),
        Middleware(Compressed),
        # Streamlit sends its scripts, five megabytes of them, as they are. More than this level
        # takes the server's time from others, and a cold visitor few bytes.
        Middleware(GZipMiddleware, compresslevel=4),
        Middleware(FirstScript),
    ]
