"""What the server answers phones: their page, and what they join, follow and answer with."""

from collections.abc import AsyncIterator, Callable, Coroutine
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from pages.live.server.campaign import own_scores
from pages.live.server.finale import finale_of
from pages.live.server.json_object import json_object
from pages.live.server.room import OutsideError, Room, RoomError
from pages.live.server.rooms import (
    LIFE,
    ROOMS,
    FullError,
    NoRoomError,
    Rooms,
    SlowDownError,
    browser_of,
)
from pages.live.server.streams import Streams
from pages.live.server.view import asked_next, own_finding, view_of

_FOLDER = Path(__file__).parent / "phone"
_COOKIE = "room"
#: Bytes of what a phone sends.
_LARGEST_BODY = 4000
_TYPES = {"phone.html": "text/html", "phone.css": "text/css", "phone.js": "text/javascript",
          "order.js": "text/javascript"}  # fmt: skip
_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "Cache-Control": "no-cache",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}

Handler = Callable[[Request], Coroutine[Any, Any, Response]]


class _RefusedError(Exception):
    """A request that no page of ours sends."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


def room_routes(base: str = "", rooms: Rooms = ROOMS) -> list[Route]:
    """The routes of the phone page, all below ``/room/``.

    Parameters
    ----------
    base : str
        The path below which the app is served.
    rooms : Rooms
    """
    phones = _Phones(rooms)
    base = f"/{base.strip('/')}".rstrip("/")
    files = [Route(f"{base}/room/{name}", _file(name)) for name in _TYPES if name != "phone.html"]
    room = f"{base}/room/{{code}}"
    return [
        Route(f"{base}/room", _redirect),
        Route(f"{base}/room/", _file("phone.html")),
        *files,
        Route(room, _file("phone.html")),
        Route(f"{room}/events", _answering(phones.events)),
        Route(f"{room}/join", _answering(phones.join), methods=["POST"]),
        Route(f"{room}/answer", _answering(phones.answer), methods=["POST"]),
        Route(f"{room}/leave", _answering(phones.leave), methods=["POST"]),
        Route(f"{room}/count", _answering(phones.count), methods=["POST"]),
    ]


async def _redirect(request: Request) -> Response:
    return RedirectResponse(f"{request.url.path}/")


def _file(name: str) -> Handler:
    content = (_FOLDER / name).read_bytes()

    async def send(_: Request) -> Response:
        return Response(content, media_type=_TYPES[name], headers=_HEADERS)

    return send


class _Stream(StreamingResponse):
    """Events for a phone; whatever ends them, `ended` is called."""

    def __init__(self, events: AsyncIterator[bytes], ended: Callable[[], None]) -> None:
        # Proxies pass each event on at once.
        headers = {"X-Accel-Buffering": "no"}
        super().__init__(events, media_type="text/event-stream", headers=headers)
        self._ended = ended

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._ended()


class _Phones:
    """What phones ask of the rooms."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._streams = Streams(rooms)

    async def join(self, request: Request) -> Response:
        body = await _body(request)
        code, token = self._known(request)
        name = body.get("name")
        if not isinstance(name, str | None):
            raise _RefusedError(400, "A nickname is text.")
        room, token = self._rooms.join(code, token, name, _address(request))
        response = JSONResponse(self._told(room, token))
        response.set_cookie(
            _COOKIE,
            token,
            max_age=LIFE,
            path=request.url.path.removesuffix("/join"),
            httponly=True,
            samesite="strict",
        )
        return response

    async def answer(self, request: Request) -> Response:
        body = await _body(request)
        code, token = self._known(request)
        place, answer = body.get("place"), body.get("answer")
        if isinstance(answer, list):
            answer = tuple(answer)
        if type(place) is not int or not isinstance(answer, int | tuple):
            raise _RefusedError(400, "This answer cannot be read. Load the page again.")
        room = self._rooms.answer(code, token or "", place, answer)
        return JSONResponse(asked_next(room, place, browser_of(token or "")))

    async def leave(self, request: Request) -> Response:
        await _body(request)
        code, token = self._known(request)
        self._rooms.leave(code, token or "")
        response = JSONResponse({})
        response.delete_cookie(_COOKIE, path=request.url.path.removesuffix("/leave"))
        return response

    async def count(self, request: Request) -> Response:
        """What the lecturer's page asks for all the time."""
        body = await _body(request)
        code, secret = request.path_params["code"], body.get("secret")
        if not isinstance(secret, str):
            raise _RefusedError(400, "The secret of the room is text.")
        try:
            room = self._rooms.look(code, secret).room
        except RoomError:
            # Who has no secret may be guessing the code.
            self._known(request)
            raise
        counts: dict[str, Any] = {"answered": room.answered}
        counts |= {"connected": self._rooms.connected(code), "rushed": self._rooms.rushed(code)}
        return JSONResponse({**counts, "version": room.version})

    async def events(self, request: Request) -> Response:
        code, token = self._known(request)
        stream = self._streams.open(code, token or "", _address(request))
        return _Stream(self._streams.follow(stream), partial(self._streams.close, stream))

    def _known(self, request: Request) -> tuple[str, str | None]:
        """The room's code and the browser's token, of a room that is there."""
        code, token = request.path_params["code"], request.cookies.get(_COOKIE)
        self._rooms.check_code(code, token, _address(request))
        return code, token

    def _told(self, room: Room, token: str) -> dict[str, Any]:
        """The room, what this browser answered to what is on screen, and what only it is told."""
        view = view_of(room, self._rooms.mark(room.code))
        place, browser = room.current, browser_of(token)
        found = room.participants.get(browser)
        who = {"name": found.name, "number": found.number} if found else {"name": ""}
        if room.is_over:
            return {"view": view, "mine": None, "own": finale_of(room, browser), **who}
        if place is None:
            return {"view": view, "mine": None, **who}
        own = {"scores": own_scores(room, place, browser), "own": own_finding(room, place, browser)}
        asked = asked_next(room, place, browser)
        return {"view": view, "mine": room.answer_of(browser, place), **own, **asked, **who}


def _address(request: Request) -> str:
    return request.client.host if request.client else ""


def _answering(handler: Handler) -> Handler:
    """A handler whose errors are answered with their sentence; nothing of it is kept."""

    async def answer(request: Request) -> Response:
        try:
            found = await handler(request)
        except SlowDownError as error:
            wait = {"Retry-After": str(int(error.wait) + 1)}
            found = JSONResponse({"error": str(error)}, 429, headers=wait)
        except RoomError as error:
            status = {OutsideError: 401, NoRoomError: 404, FullError: 503}.get(type(error), 409)
            found = JSONResponse({"error": str(error)}, status)
        except _RefusedError as error:
            found = JSONResponse({"error": str(error)}, error.status)
        found.headers["Cache-Control"] = "no-store"
        return found

    return answer


async def _body(request: Request) -> dict[str, Any]:
    """The JSON object that a page of ours sends."""
    _check_origin(request)
    if request.headers.get("Content-Type", "").partition(";")[0] != "application/json":
        raise _RefusedError(415, "Answers are sent as JSON.")
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > _LARGEST_BODY:
            raise _RefusedError(413, "This is too long to be an answer.")
    content = json_object(body)
    if content is None:
        raise _RefusedError(400, "This cannot be read. Load the page again.")
    return content


def _check_origin(request: Request) -> None:
    """Pass what a page of this host sends; other pages cannot act for their visitors.

    Browsers tell either, or ask first whether JSON may be sent from elsewhere, which it may not.
    """
    site = request.headers.get("Sec-Fetch-Site", "same-origin")
    origin = request.headers.get("Origin")
    own = origin is None or urlsplit(origin).netloc == request.headers.get("Host")
    if site != "same-origin" or not own:
        raise _RefusedError(403, "This was sent from another site. Open the room's own page.")
