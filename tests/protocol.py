"""A visitor without a browser: a connection that speaks Streamlit's protocol."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, closing
from http.client import HTTPConnection
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.Common_pb2 import FileURLsRequest, UploadedFileInfo
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

_XSRF = "_streamlit_xsrf"
_TO_RUN_AGAIN = ForwardMsg.FINISHED_EARLY_FOR_RERUN


def in_own_loop(what: Coroutine[Any, Any, None]) -> None:
    """Run it in a thread: a browser that earlier tests left open has an event loop in this one."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, what).result()


class Visit:
    """One tab of a browser of its own.

    Attributes
    ----------
    session : str
        The id that the server gave to the tab, once a page was opened.
    cookies : dict of str to str
        The browser's, by name.
    elements : dict of str to list
        What the last run of the script showed, by kind, with its fragment.
    """

    def __init__(
        self, app: str, socket: ClientConnection, cookies: Mapping[str, str], page: str
    ) -> None:
        self._app, self._socket, self._page = app, socket, page
        self.cookies = cookies
        self._state = ClientState()
        self.session = ""
        self.elements: dict[str, list[tuple[Any, str]]] = {}

    async def open(self, page: str, query: str = "") -> None:
        """Go to a page, as by an address."""
        self._state.Clear()
        self._state.page_name, self._state.query_string = page, query
        await self._run()

    def go_on(self, before: "Visit") -> None:
        """Show what another tab shows, as a browser does that has lost its connection."""
        self._state.page_name, self.elements = before._state.page_name, before.elements

    async def move(self, kind: str, change: Callable[[WidgetState], None]) -> None:
        """Change the first widget of a kind, as a hand does: its fragment alone runs again."""
        element, fragment = self.elements[kind][0]
        change(self._widget(element.id))
        self._state.fragment_id = fragment
        shown = self.elements
        await self._run()
        self._state.fragment_id = ""
        if fragment:
            self.elements = {**shown, **self.elements}

    async def press(self, label: str) -> bool:
        """Press a button; whether there is one of that label."""
        for button, _ in self.elements.get("button", ()):
            if button.label == label:
                self._widget(button.id).trigger_value = True
                await self._run()
                self._state.widget_states.widgets.remove(self._widget(button.id))
                return True
        return False

    async def upload(self, label: str, files: Mapping[str, bytes]) -> None:
        """Send files to an uploader, and see what becomes of them."""
        await self.take(label, await self.send(files))

    async def take(self, label: str, sent: Sequence[UploadedFileInfo]) -> None:
        """Tell an uploader of files that were sent."""
        uploader = next(e for e, _ in self.elements["file_uploader"] if e.label == label)
        value = self._widget(uploader.id).file_uploader_state_value
        value.uploaded_file_info.extend(sent)
        await self._run()
        self._state.widget_states.widgets.remove(self._widget(uploader.id))

    async def send(
        self, files: Mapping[str, bytes], claimed: int | None = None
    ) -> list[UploadedFileInfo]:
        """Send files, which then wait to be opened; in chunks, where a length is claimed."""
        asked = FileURLsRequest(request_id="1", file_names=list(files), session_id=self.session)
        await self._socket.send(BackMsg(file_urls_request=asked).SerializeToString())
        while (message := await self._next()).WhichOneof("type") != "file_urls_response":
            pass
        sent = []
        for (name, content), urls in zip(
            files.items(), message.file_urls_response.file_urls, strict=True
        ):
            await asyncio.to_thread(self._put, urls.upload_url, name, content, claimed)
            info = {"name": name, "size": len(content), "file_id": urls.file_id}
            sent.append(UploadedFileInfo(**info, file_urls=urls))
        return sent

    def _put(self, path: str, name: str, content: bytes, claimed: int | None) -> None:
        boundary = "oq-boundary"
        head = f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n'
        body = f"{head}\r\n".encode() + content + f"\r\n--{boundary}--\r\n".encode()
        headers = {
            "Content-Type": f"multipart/form-data; boundary={boundary}",
            "X-Xsrftoken": self.cookies.get(_XSRF, self._page),
            **cookie_of(self.cookies),
        }
        if claimed is not None:
            headers |= {"Content-Length": str(claimed), "Transfer-Encoding": "chunked"}
            body = f"{len(body):x}\r\n".encode() + body + b"\r\n0\r\n\r\n"
        with closing(HTTPConnection(urlsplit(self._app).netloc)) as connection:
            connection.request("PUT", f"/{path.lstrip('/')}", body, headers)
            answer = connection.getresponse()
            if answer.status >= 300:
                raise RuntimeError(f"{name}: {answer.status} {answer.read()[:200]!r}")

    def _widget(self, name: str) -> WidgetState:
        widgets = self._state.widget_states.widgets
        return next((each for each in widgets if each.id == name), None) or widgets.add(id=name)

    async def _next(self) -> ForwardMsg:
        return ForwardMsg.FromString(await self._socket.recv())

    async def _run(self) -> None:
        """Run the script, and note what it shows to its end."""
        await self._socket.send(BackMsg(rerun_script=self._state).SerializeToString())
        self.elements = {}
        while True:
            message = await self._next()
            kind = message.WhichOneof("type")
            if kind == "new_session":
                self.session = message.new_session.initialize.session_id or self.session
            elif kind == "delta":
                element = message.delta.new_element
                if (shown := element.WhichOneof("type")) is not None:
                    found = getattr(element, shown), message.delta.fragment_id
                    self.elements.setdefault(shown, []).append(found)
            # A callback may ask for another run, which then has the last word.
            elif kind == "script_finished" and message.script_finished != _TO_RUN_AGAIN:
                return


@asynccontextmanager
async def visit(
    app: str, session: str = "", cookies: Mapping[str, str] | None = None, page: str = "token"
) -> AsyncIterator[Visit]:
    """A visitor, of a new browser unless cookies are given.

    One who comes back names the session that there was. What the page sends in place of cookies
    stands before that.
    """
    if cookies is None:
        cookies = await asyncio.to_thread(cookies_of, app)
    address = f"{app.replace('http', 'ws')}/_stcore/stream"
    named = [Subprotocol(each) for each in ("streamlit", page, session) if each]
    async with connect(
        address, max_size=None, subprotocols=named, additional_headers=cookie_of(cookies)
    ) as socket:
        yield Visit(app, socket, cookies, page)


def cookies_of(app: str) -> dict[str, str]:
    """The cookies that a first page brings."""
    found: dict[str, str] = {}
    for path in ("/", "/_stcore/health"):
        with urlopen(Request(f"{app}{path}", headers={"Accept": "text/html"})) as answer:
            for line in answer.headers.get_all("Set-Cookie", ()):
                found |= {name: each.value for name, each in SimpleCookie(line).items()}
    return found


def cookie_of(cookies: Mapping[str, str]) -> dict[str, str]:
    """The header of cookies; none without."""
    line = "; ".join(f"{name}={value}" for name, value in cookies.items())
    return {"Cookie": line} if line else {}
