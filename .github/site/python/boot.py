"""Starts the app in a browser's worker: Streamlit's own application, without a server or threads.

`worker.js` calls `start`, `request`, `connect`, `receive` and `disconnect`. What of Streamlit is
not public and is named here is in `PRIVATE`, which `tests/browser/test_edition.py` looks at.
"""

import asyncio
import concurrent.futures.thread
import importlib.abc
import importlib.machinery
import os
import sys
import threading
import types
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, ClassVar

from kept import Kept, Storage

#: The worker's: unpacks, at once, what the first page does without.
unpack_later: Callable[[], None] = lambda: None  # noqa: E731
#: The worker's: whether a script runs, which Stop may interrupt.
mark: Callable[[bool], None] = lambda _: None  # noqa: E731
#: What is open in this browser; none where it lets the page keep nothing.
kept: Kept | None = None

#: Packages that come later, where something imports them.
LATER = (
    *("matplotlib", "mpl_toolkits", "fontTools", "contourpy", "kiwisolver", "pyparsing", "cycler"),
    *(f"scipy.{part}" for part in (
        "stats", "optimize", "sparse", "interpolate", "spatial", "integrate", "ndimage", "fft",
        "signal", "cluster", "constants", "differentiate", "odr", "fftpack", "datasets", "io",
    )),
)  # fmt: skip
#: What Streamlit imports and this edition does without: servers, other hosts, watched files, maps.
ABSENT = (
    *("concurrent.interpreters", "ssl", "uvicorn", "watchdog"),
    *("pydeck", "requests", "websockets"),
)
#: What of Streamlit, anyio and threading is not public and is used or replaced below.
PRIVATE = (
    "streamlit.config:_main_script_path",
    "streamlit.runtime.runtime:Runtime._session_mgr",
    "streamlit.runtime.scriptrunner.script_runner:ScriptRunner._script_thread",
    "streamlit.web.server.starlette.starlette_websocket:StarletteSessionClient._websocket",
    "threading:Thread._started",
    "anyio._backends._asyncio:AsyncIOBackend.run_sync_in_worker_thread",
    "streamlit.runtime.app_session:AppSession._call_soon_on_event_loop",
    "streamlit.runtime.runtime:Runtime._enqueued_some_message",
    "streamlit.runtime.runtime:Runtime._send_message",
    "streamlit.runtime.scriptrunner.script_runner:ScriptRunner._install_event_loop",
    "streamlit.runtime.scriptrunner.script_runner:ScriptRunner._run_script_thread",
    "streamlit.runtime.scriptrunner_utils.script_run_context:SCRIPT_RUN_CONTEXT_ATTR_NAME",
    "streamlit.web.server.starlette.starlette_websocket:StarletteSessionClient.write_forward_msg",
    "streamlit.web.server.starlette.starlette_websocket:serialize_forward_msg",
    "streamlit.web.bootstrap:load_config_options",
    "streamlit.dataframe_util:convert_arrow_table_to_arrow_bytes",
    "streamlit.components.v2.bidi_component.serialization:is_dataframe_like",
)


class _Absent(types.ModuleType):
    """A module of which nothing is here: any name is a class without anything."""

    def __getattr__(self, name: str) -> type:
        if name.startswith("__"):
            raise AttributeError(name)
        return type(name, (Exception,) if name.endswith("Error") else (), {})


class _Waiting(types.ModuleType):
    """Stands in the place of a module until something of it is used.

    To ask whether a value is of one of its kinds, as Plotly does of all, is no use of it.
    """

    def __init__(self, name: str, kinds: Iterable[str]) -> None:
        super().__init__(name)
        self.kinds = {kind: _Kind(kind, (), {"waiting": self}) for kind in kinds}

    def __getattr__(self, name: str) -> Any:
        if self.waits():
            if name in self.kinds:
                return self.kinds[name]
            # What looks through all modules asks each for its file.
            if name.startswith("__") and name not in ("__path__", "__version__"):
                raise AttributeError(name)
        return self.of_module(name)

    def waits(self) -> bool:
        """Whether nothing of the module was used yet."""
        return sys.modules[self.__name__] is self

    def of_module(self, name: str) -> Any:
        """Something of the module itself, which is imported now at the latest."""
        if self.waits():
            del sys.modules[self.__name__]
            # Pandas goes without pyarrow, and must not look at what stands in its place.
            arrow = sys.modules.pop("pyarrow")
            importlib.import_module(self.__name__)
            sys.modules["pyarrow"] = arrow
        return getattr(sys.modules[self.__name__], name)


class _Kind(type):
    """A class of a module that waits: no value is of this kind as long as it does."""

    waiting: _Waiting

    def __instancecheck__(cls, value: object) -> bool:
        return not cls.waiting.waits() and isinstance(value, cls.real())

    def __call__(cls, *given: Any, **named: Any) -> Any:
        return cls.real()(*given, **named)

    def __getattr__(cls, name: str) -> Any:
        return getattr(cls.real(), name)

    def real(cls) -> Any:
        """The class itself."""
        return cls.waiting.of_module(cls.__name__)


class _Later(importlib.abc.MetaPathFinder):
    """Unpacks what comes later as soon as something imports it; the import then goes on."""

    def find_spec(self, name: str, *_: object) -> None:
        """Find nothing itself."""
        if name.split(".", 1)[0] in LATER or ".".join(name.split(".")[:2]) in LATER:
            sys.meta_path.remove(self)
            unpack_later()


class _AtOnce(concurrent.futures.Executor):
    """Does what a thread would do, at once: here is only one."""

    def __init__(
        self,
        *_: object,
        initializer: Callable[..., object] = lambda: None,
        initargs: tuple[Any, ...] = (),
        **__: object,
    ) -> None:
        self._initialize = lambda: initializer(*initargs)

    def submit(self, work: Callable[..., Any], /, *given: Any, **named: Any) -> Any:
        """As of any executor: a thread of its own begins without what this one has."""
        future: concurrent.futures.Future[Any] = concurrent.futures.Future()
        own = vars(threading.current_thread())
        before = dict(own)
        try:
            self._initialize()
            future.set_result(work(*given, **named))
        except BaseException as error:
            future.set_exception(error)
        finally:
            own.clear()
            own.update(before)
        return future

    def map(self, work: Callable[..., Any], *each: Iterable[Any], **_: object) -> Any:
        """As of any executor, and one after another, so that progress is told as it is made."""
        return map(work, *each)


def _without_threads() -> None:
    """Let what would run in a thread run in the only one there is."""
    concurrent.futures.ThreadPoolExecutor = _AtOnce  # type: ignore[misc, assignment]
    concurrent.futures.thread.ThreadPoolExecutor = _AtOnce  # type: ignore[misc, assignment]

    def start(self: Any) -> None:
        if isinstance(self, threading.Timer):
            loop = asyncio.get_event_loop()
            self._call = loop.call_later(self.interval, self.function, *self.args)
        else:
            self._started.set()
            self.run()

    def cancel(self: Any) -> None:
        if hasattr(self, "_call"):
            self._call.cancel()

    async def to_thread(work: Callable[..., Any], *given: Any, **named: Any) -> Any:
        return work(*given, **named)

    async def in_worker(work: Callable[..., Any], args: Any, *_: object, **__: object) -> Any:
        return work(*args)

    threading.Thread.start = start  # type: ignore[method-assign]
    threading.Timer.cancel = cancel  # type: ignore[method-assign]
    asyncio.to_thread = to_thread  # type: ignore[assignment]
    from anyio._backends import _asyncio as backend  # noqa: PLC0415

    backend.AsyncIOBackend.run_sync_in_worker_thread = staticmethod(in_worker)


def _with_32_bits() -> None:
    """Let NumPy count by what may be 64-bit numbers, as it does elsewhere."""
    import numpy as np  # noqa: PLC0415

    bincount, repeat = np.bincount, np.repeat
    np.bincount = lambda x, *given, **named: bincount(np.asarray(x, np.intp), *given, **named)
    np.repeat = lambda a, repeats, axis=None: repeat(a, np.asarray(repeats, np.intp), axis)


def _with_arrow() -> None:
    """Put `arrow` in pyarrow's place, and let pandas wait: the first page does not use it."""
    pandas = _Waiting("pandas", ("DataFrame", "Series", "Index"))
    sys.modules["pandas"] = pandas
    import arrow  # noqa: PLC0415

    sys.modules["pyarrow"] = arrow
    arrow.__spec__ = importlib.machinery.ModuleSpec("pyarrow", None)
    from streamlit import dataframe_util  # noqa: PLC0415

    dataframe_util.convert_arrow_table_to_arrow_bytes = arrow.Table.stream
    from streamlit.components.v2.bidi_component import serialization  # noqa: PLC0415

    is_like = serialization.is_dataframe_like

    def is_dataframe_like(value: object) -> bool:
        return not (isinstance(value, (list, dict)) and pandas.waits()) and is_like(value)

    serialization.is_dataframe_like = is_dataframe_like


class _Loop:
    """The page's only loop; a session may think that it has one of its own."""

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio.get_event_loop(), name)

    def close(self) -> None:
        """Go on."""


def _with_one_loop() -> None:
    """Run scripts on the page's loop, one after another, and send what they draw as they go."""
    from streamlit.runtime.app_session import AppSession  # noqa: PLC0415
    from streamlit.runtime.runtime import Runtime  # noqa: PLC0415
    from streamlit.runtime.scriptrunner.script_runner import ScriptRunner  # noqa: PLC0415
    from streamlit.runtime.scriptrunner_utils import script_run_context  # noqa: PLC0415
    from streamlit.web.server.starlette import starlette_websocket  # noqa: PLC0415

    runs = False
    loop = asyncio.get_event_loop()
    asyncio.new_event_loop = _Loop  # type: ignore[assignment]
    set_loop = asyncio.set_event_loop
    asyncio.set_event_loop = lambda new: None if new is None else set_loop(new)

    def start(self: Any) -> None:
        self._script_thread = threading.current_thread()

        def run() -> None:
            nonlocal runs
            if runs:
                loop.call_later(0.01, run)
                return
            runs = True
            mark(True)
            try:
                self._run_script_thread()
            except KeyboardInterrupt:
                pass  # Stop was pressed: the next run begins.
            finally:
                runs = False
                mark(False)
                if kept:
                    kept.write()
                context = script_run_context.SCRIPT_RUN_CONTEXT_ATTR_NAME
                vars(threading.current_thread()).pop(context, None)

        loop.call_soon(run)

    ScriptRunner.start = start  # type: ignore[method-assign]
    ScriptRunner._install_event_loop = lambda _: None

    def write(self: Any, message: Any) -> None:
        self._websocket.scope["oq.send"](starlette_websocket.serialize_forward_msg(message))

    starlette_websocket.StarletteSessionClient.write_forward_msg = write

    note = Runtime._enqueued_some_message

    def send_now(self: Any) -> None:
        note(self)
        if runs:
            for info in self._session_mgr.list_active_sessions():
                for message in info.session.flush_browser_queue():
                    self._send_message(info, message)

    Runtime._enqueued_some_message = send_now

    soon = AppSession._call_soon_on_event_loop

    def now(self: Any, work: Callable[..., Any], *given: Any, **named: Any) -> Any:
        return work(*given, **named) if runs else soon(self, work, *given, **named)

    AppSession._call_soon_on_event_loop = now


def prepare() -> None:
    """Make a browser's Python look as Streamlit and the app need it, and import Streamlit."""
    os.environ["PROTOCOL_BUFFERS_PYTHON_IMPLEMENTATION"] = "python"
    sys.meta_path.insert(0, _Later())
    for name in ABSENT:
        sys.modules[name] = _Absent(name)
    _without_threads()
    _with_32_bits()
    _with_arrow()
    _with_one_loop()


class _Running:
    """The app, once it is started, and what its connections have not yet read."""

    app: ClassVar[Any] = None
    life: ClassVar[Any] = None
    inboxes: ClassVar[dict[int, asyncio.Queue[dict[str, Any]]]] = {}


async def start(path: str, *, can_stop: bool, docs: str) -> None:
    """Start the app of an entry point as a server would: its options, its script, its lifespan."""
    os.environ["OQ_DOCS"] = docs
    file = Path(path)
    os.chdir(file.parent)
    sys.path.insert(0, str(file.parent))
    from streamlit import config  # noqa: PLC0415
    from streamlit.web import bootstrap  # noqa: PLC0415

    config._main_script_path = path
    bootstrap.load_config_options(
        {
            "server_fileWatcherType": "none",
            "server_headless": True,
            "server_enableXsrfProtection": False,
            "server_enableCORS": False,
            "server_allowedHosts": ["*"],
            "runner_fastReruns": False,
        }
    )
    names = {"__name__": "app", "__file__": path}
    exec(compile(file.read_text(), path, "exec"), names)  # noqa: S102
    _Running.app = names["app"]
    from pages.host import work  # noqa: PLC0415

    work.can_stop = can_stop
    begun, told = asyncio.Event(), {}

    async def receive() -> dict[str, str]:
        if not begun.is_set():
            return {"type": "lifespan.startup"}
        await asyncio.Event().wait()
        raise AssertionError

    async def send(message: dict[str, Any]) -> None:
        told.update(message)
        begun.set()

    scope = {"type": "lifespan", "asgi": {"version": "3.0"}}
    _Running.life = asyncio.ensure_future(_Running.app(scope, receive, send))
    await begun.wait()
    if told["type"] != "lifespan.startup.complete":
        raise RuntimeError(told.get("message", told["type"]))


def get_ready() -> None:
    """Import what most pages use and the first one goes without."""
    importlib.import_module("pandas.core.api")


def keep(storage: Storage, found: Any) -> None:
    """Open what this browser's storage has, and keep there what is open from now on."""
    global kept  # noqa: PLW0603 - one app runs here
    kept = Kept(storage, _files(found))


def heard(found: Any) -> None:
    """Take what another tab has changed in the storage."""
    if kept:
        kept.read(_files(found))


def refused(title: str, why: str) -> None:
    """Say that the storage did not take what is open, as soon as a page is drawn."""
    if kept:
        kept.not_kept(title, why)


def _files(found: Any) -> list[tuple[str, float, bytes]]:
    return [(title, stamp, bytes(content)) for title, stamp, content in found.to_py()]


def _scope(kind: str, path: str, query: str, headers: Iterable[Iterable[str]]) -> dict[str, Any]:
    from pages.host.own import cookie_name  # noqa: PLC0415

    # By it the app finds what this browser has open, as on a server.
    known = [("cookie", f"{cookie_name()}={kept.token}")] if kept else []
    return {
        "type": kind,
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "scheme": "http" if kind == "http" else "ws",
        "headers": [
            (name.lower().encode(), value.encode("latin-1")) for name, value in (*headers, *known)
        ],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 80),
    }


async def request(
    method: str, path: str, query: str, headers: list[list[str]], body: bytes
) -> tuple[int, list[tuple[str, str]], bytes]:
    """The answer to a request: status, headers, body."""
    status, answered, parts = 500, [], list[bytes]()
    is_sent = False

    async def receive() -> dict[str, Any]:
        nonlocal is_sent
        if is_sent:
            await asyncio.Event().wait()
        is_sent = True
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        nonlocal status, answered
        if message["type"] == "http.response.start":
            status, answered = message["status"], message["headers"]
        else:
            parts.append(bytes(message.get("body", b"")))

    await _Running.app({**_scope("http", path, query, headers), "method": method}, receive, send)
    told = [(name.decode(), value.decode("latin-1")) for name, value in answered]
    return status, told, b"".join(parts)


def connect(
    number: int, query: str, protocols: list[str], host: str, origin: str, tell: Callable[..., Any]
) -> None:
    """Open a connection; `tell(kind, text, bytes)` hears of it."""
    inbox = _Running.inboxes[number] = asyncio.Queue()
    inbox.put_nowait({"type": "websocket.connect"})

    async def send(message: dict[str, Any]) -> None:
        kind = message["type"]
        if kind == "websocket.accept":
            tell("accept", message.get("subprotocol") or "", None)
        elif kind == "websocket.close":
            tell("close", str(message.get("code", 1000)), None)
        elif kind == "websocket.send":
            tell("message", "", message.get("bytes"))

    named = ("sec-websocket-protocol", ", ".join(protocols))
    headers = [("host", host), ("origin", origin), named]
    scope = _scope("websocket", "/_stcore/stream", query, headers)
    scope |= {"subprotocols": protocols, "oq.send": lambda data: tell("message", "", data)}
    asyncio.ensure_future(_Running.app(scope, inbox.get, send))  # noqa: RUF006 - it ends with its tab


def receive(number: int, data: bytes) -> None:
    """Take a message of a connection."""
    _Running.inboxes[number].put_nowait({"type": "websocket.receive", "bytes": data})


def disconnect(number: int) -> None:
    """Close a connection."""
    if inbox := _Running.inboxes.pop(number, None):
        inbox.put_nowait({"type": "websocket.disconnect", "code": 1001})
