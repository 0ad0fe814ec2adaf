"""What stands before Streamlit: refusals, headers, logs. The app behind it is a stand-in."""

import asyncio
import json
import logging
from collections import Counter, defaultdict
from types import SimpleNamespace
from unittest.mock import Mock

import pytest
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.responses import HTMLResponse, PlainTextResponse
from starlette.routing import Route, WebSocketRoute
from streamlit.proto.BackMsg_pb2 import BackMsg

from pages.host import middleware
from pages.host.health import HEALTH
from pages.host.limits import LIMITS, Limits, process_of
from pages.host.middleware import (
    Connection,
    Uploads,
    Visitors,
    keep_contents_out_of_logs,
    layers,
)
from pages.host.own import cookie_name
from pages.host.workspaces import WORKSPACES, Workspaces
from tests.protocol import in_own_loop


async def answer(request):
    asked = "cookie" if request.url.path == "/cookies" else "origin"
    return PlainTextResponse(request.headers.get(asked, "none"))


async def page(request):
    packed = request.headers.get("accept-encoding", "plain")
    return HTMLResponse(f"<html><head><title>Streamlit, {packed}</title></head></html>")


async def stream(socket):
    await socket.accept()
    await socket.send_text(socket.headers.get("origin", "none"))
    await socket.send_text(str(Visitors.here))
    await socket.close()


async def take(request):
    """Keep a file, as Streamlit does."""
    session, file = request.path_params["session"], request.path_params["file"]
    FILES[session][file] = SimpleNamespace(data=await request.body())
    return PlainTextResponse("taken")


#: The files that wait to be opened, by session.
FILES = defaultdict(dict)
APP = Starlette(
    routes=[
        HEALTH,
        Route("/_stcore/upload_file/{session}/{file}", take, methods=["PUT"]),
        WebSocketRoute("/_stcore/stream", stream),
        Route("/compare", page),
        Route("/{path:path}", answer, methods=["GET", "PUT"]),
    ],
    middleware=layers(),
)


def messages(kind, path, app=APP, method="GET", body=(), client="192.0.2.1", **headers):
    """What the server sends for a request or a connection that begins with these headers."""
    named = {"host": "here.example", **headers}
    scope = {
        "type": kind,
        "scheme": "ws" if kind == "websocket" else "http",
        "method": method,
        "path": path,
        "query_string": b"",
        "client": (client, 1),
        "headers": [(name.encode(), value.encode()) for name, value in named.items()],
    }
    sent, parts = [], iter(body)

    async def receive():
        if kind == "websocket":
            return {"type": "websocket.connect"}
        part = next(parts, b"")
        return {"type": "http.request", "body": part, "more_body": bool(part)}

    async def send(message):
        sent.append(message)

    in_own_loop(app(scope, receive, send))
    return sent


def get(path, app=APP, **headers):
    """Status, headers and text of an answer."""
    start, *body = messages("http", path, app, **headers)
    text = b"".join(each["body"] for each in body).decode()
    return start["status"], Headers(raw=start["headers"]), text


def test_a_page_is_told_where_its_server_answers():
    packed = {"accept-encoding": "identity"}
    _, headers, text = get("/compare", accept="text/html,*/*", **packed)
    assert text.startswith("<html><head><script>")
    assert "BACKEND_BASE_URL" in text
    assert text.endswith("<title>Streamlit, plain</title></head></html>")
    assert headers["content-length"] == str(len(text))
    _, headers, text = get("/other", accept="text/html,*/*")
    assert (headers["content-length"], text) == ("4", "none")


@pytest.mark.parametrize(
    "origin",
    ["https://evil.example", "null", "http://here.example.evil.example", "http://here.example:1"],
)
def test_pages_of_other_sites_are_refused_before_streamlit_sees_them(origin):
    assert get("/", origin=origin)[0] == 403
    (closed,) = messages("websocket", "/_stcore/stream", origin=origin)
    assert (closed["type"], closed["code"]) == ("websocket.close", 1008)


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "//]["])
def test_an_origin_that_is_no_address_is_answered_400(origin):
    assert get("/", origin=origin)[::2] == (400, "The header Origin is no address.")
    refused, _ = messages("websocket", "/_stcore/stream", origin=origin)
    assert refused["status"] == 400


def test_where_https_is_seen_a_page_that_came_without_it_is_another_site_s():
    told = {"x-forwarded-proto": "https"}
    assert get("/", origin="http://here.example", **told)[0] == 403
    assert get("/", origin="https://here.example", **told)[0] == 200


def test_over_https_the_host_s_own_names_are_answered_alone(monkeypatch):
    monkeypatch.setattr(middleware, "LIMITS", Limits(hosts="here.example *.there.example"))
    app = middleware.ServedHosts(APP)
    for told in ({"x-forwarded-proto": "https"}, {"origin": "https://evil.example"}):
        assert get("/", app, host="evil.example", **told)[0] == 400
        refused, _ = messages("websocket", "/_stcore/stream", app, host="evil.example", **told)
        assert refused["status"] == 400
    for host in ("here.example", "here.example:8443", "b.there.example"):
        assert get("/", app, host=host, **{"x-forwarded-proto": "https"})[0] == 200
    # A monitor, which asks by a number.
    assert get("/health", app, host="127.0.0.1:8501")[0] == 200


def test_own_pages_and_programs_pass():
    assert get("/", origin="http://here.example")[2] == "none"
    assert get("/")[2] == "none"
    for headers in ({}, {"origin": "http://here.example"}):
        _, origin, here, _ = messages("websocket", "/_stcore/stream", **headers)
        assert origin["text"] == ("http://here.example" if headers else "none")
        assert here["text"] == "1"
    assert Visitors.here == 0


def test_a_site_that_the_host_names_passes_as_one_of_its_own(monkeypatch):
    """Streamlit would look for the server's address elsewhere before it read that list."""
    named = {"server.corsAllowedOrigins": ["https://course.example"]}
    monkeypatch.setattr(middleware.config, "get_option", named.get)
    sent = messages("websocket", "/_stcore/stream", origin="https://course.example")
    assert sent[1]["text"] == "http://here.example"


def test_answers_carry_the_headers():
    _, headers, _ = get("/")
    policy = dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))
    assert policy["default-src"] == "'self'"
    assert policy["frame-ancestors"] == "'self'"
    assert "blob:" in policy["script-src"]
    assert not any("*" in sources or "http" in sources for sources in policy.values())
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["x-content-type-options"] == "nosniff"
    assert "cache-control" not in headers
    assert get("/media/abc.csv")[1]["cache-control"] == "private, no-store"


def cookie_of(headers):
    """Value and attributes of the cookie that an answer sets."""
    value, *attributes = headers["set-cookie"].partition("=")[2].split("; ")
    return value, set(attributes)


def test_a_page_gives_its_browser_a_cookie_that_only_the_server_reads():
    page = {"accept": "text/html,*/*"}
    _, headers, _ = get("/", **page)
    token, attributes = cookie_of(headers)
    assert {"HttpOnly", "SameSite=Lax", "Path=/"} < attributes
    assert "Secure" not in attributes
    assert headers["cache-control"] == "private, no-cache"
    assert WORKSPACES.is_ours(token)
    assert cookie_of(get("/", **page)[1])[0] != token
    # It is kept; over HTTPS it is sent over HTTPS only.
    headers = {**page, "cookie": f"a=b; {cookie_name()}={token}", "x-forwarded-proto": "https"}
    again, attributes = cookie_of(get("/data", **headers)[1])
    assert again == token
    assert "Secure" in attributes
    for path, accept in (("/static/app.js", "*/*"), ("/", "*/*")):
        assert "set-cookie" not in get(path, accept=accept)[1]


def test_a_cookie_that_the_server_has_not_given_is_replaced_before_streamlit_sees_it():
    forged = {"cookie": f"a=b; {cookie_name()}=made.up", "accept": "text/html"}
    _, headers, seen = get("/cookies", **forged)
    token, _ = cookie_of(headers)
    assert WORKSPACES.is_ours(token)
    assert seen == f"a=b; {cookie_name()}={token}"
    sent = messages("websocket", "/_stcore/stream", **forged)
    assert WORKSPACES.is_ours(cookie_of(Headers(raw=sent[0]["headers"]))[0])
    # Where a browser takes no cookies, nothing outlives its tab.
    assert "set-cookie" not in Headers(raw=messages("websocket", "/_stcore/stream")[0]["headers"])


def test_a_cookie_of_another_process_is_kept_for_it(monkeypatch):
    b, c = (Workspaces(process=letter) for letter in "BC")
    theirs, fake = b.new_token(), f"B{c.new_token()[1:]}"
    own = {"cookie": f"{cookie_name()}={theirs}", "accept": "text/html"}
    monkeypatch.setattr(middleware, "WORKSPACES", c)
    _, headers, seen = get("/cookies", **own)
    assert "set-cookie" not in headers
    assert seen == own["cookie"]
    accepted = messages("websocket", "/_stcore/stream", **own)[0]
    assert "set-cookie" not in Headers(raw=accepted["headers"])
    # One that was alone, and the same one before its restart, are not others.
    for store, token in ((Workspaces(process="B"), theirs), (Workspaces(), theirs), (b, fake)):
        monkeypatch.setattr(middleware, "WORKSPACES", store)
        _, headers, _ = get("/cookies", cookie=f"{cookie_name()}={token}", accept="text/html")
        assert store.is_ours(cookie_of(headers)[0])


def test_a_full_server_takes_no_connections_but_of_pages_that_were_on_their_way(monkeypatch):
    monkeypatch.setattr(Visitors, "here", LIMITS.visitors)
    assert get("/", accept="text/html")[0] == 503
    assert messages("websocket", "/_stcore/stream")[0]["type"] == "websocket.accept"
    monkeypatch.setattr(Visitors, "here", 2 * LIMITS.visitors)
    (closed,) = messages("websocket", "/_stcore/stream")
    assert (closed["type"], closed["code"]) == ("websocket.close", 1013)
    assert Visitors.here == 2 * LIMITS.visitors


class Browser:
    """A browser's connection with a server that is as full as a test says."""

    def __init__(self, **headers):
        self.inbox, self.sent = asyncio.Queue(), []
        self.inbox.put_nowait({"type": "websocket.connect"})
        named = [(name.encode(), value.encode()) for name, value in headers.items()]
        scope = {"type": "websocket", "headers": named, "path": "/_stcore/stream"}
        self.task = asyncio.create_task(Visitors(stays)(scope, self.inbox.get, self.send))

    async def send(self, message):
        self.sent.append((message["type"].removeprefix("websocket."), message.get("code")))

    async def ask(self):
        asked = BackMsg()
        asked.rerun_script.query_string = ""
        self.inbox.put_nowait({"type": "websocket.receive", "bytes": asked.SerializeToString()})
        while not (self.inbox.empty() and self.sent):
            await asyncio.sleep(0)
        await asyncio.sleep(0)


async def stays(_, receive, send):
    """An app that listens as long as its browser is there."""
    await send({"type": "websocket.accept"})
    while (await receive())["type"] != "websocket.disconnect":
        pass


def test_in_a_full_server_the_longest_idle_make_room(monkeypatch):
    now = 1e6
    monkeypatch.setattr(middleware, "monotonic", lambda: now)
    monkeypatch.setattr(middleware, "LIMITS", Limits(visitors=3))
    monkeypatch.setattr(middleware, "_ON_THEIR_WAY", 0)
    closed = [("accept", None), ("close", 1013)]

    async def come_and_go():
        nonlocal now
        reader, silent = Browser(), Browser()
        await reader.ask()
        now += 15
        busy = Browser()
        await busy.ask()
        # Nobody has been silent for long: the next is refused, and so is a page.
        refused = Browser()
        await refused.task
        assert refused.sent == [("close", 1013)]
        assert get("/", accept="text/html")[0] == 503
        now += 10
        # A page comes, and its connection takes the place of one that never asked for any.
        assert get("/", accept="text/html")[0] == 200
        guest = Browser()
        await guest.ask()
        await silent.task
        assert silent.sent == closed
        assert Visitors.here == 3
        # Those who read are left alone for ten minutes; then the one goes who did so longest.
        now += 560
        await busy.ask()
        late = Browser()
        await late.task
        assert late.sent == [("close", 1013)]
        now += 20
        come = Browser()
        await come.ask()
        await reader.task
        assert reader.sent == closed
        assert [each.sent for each in (busy, guest, come)] == [closed[:1]] * 3
        for each in (busy, guest, come):
            each.task.cancel()
        await asyncio.gather(busy.task, guest.task, come.task, return_exceptions=True)

    in_own_loop(come_and_go())
    assert Visitors.here == 0
    assert not Visitors.connections


@pytest.mark.parametrize("owner", ["ann", "bob"])
def test_who_names_the_session_of_another_has_asked_for_no_page(monkeypatch, owner):
    """Else a connection with an id from a log would stay for ten minutes."""
    monkeypatch.setattr(middleware, "is_here", lambda *asked: asked == ("id", f"cookie {owner}"))
    found = []

    async def come_back():
        named = {"sec-websocket-protocol": "streamlit, token, id"}
        line = Browser(cookie=f"{cookie_name()}=ann", **named)
        while not line.sent:
            await asyncio.sleep(0)
        found.extend(each.has_asked for each in Visitors.connections)
        line.inbox.put_nowait({"type": "websocket.disconnect"})
        await line.task

    in_own_loop(come_back())
    assert found == [owner == "ann"]


def test_who_never_asked_goes_first_and_then_who_was_idle_longest(monkeypatch):
    longest, long, never, here = (
        Connection(0.0, True),
        Connection(9.0, True),
        Connection(900.0),
        Connection(950.0, True),
    )
    monkeypatch.setattr(Visitors, "connections", {longest, long, never, here, Connection(990.0)})
    monkeypatch.setattr(middleware, "monotonic", lambda: 1000.0)
    found = []
    while (line := Visitors(stays)._idle()) is not None:
        Visitors.connections.discard(line)
        found.append(line)
    assert found == [never, longest, long]


MEGABYTE = 2**20
TOO_MUCH = "A visitor may have 4 MB waiting to be opened. Open what was sent first."
FULL = "The server has too many files to open just now"


def put(session, size, told=None, file="file", client="192.0.2.1", halfway=lambda: None):
    """Status and text of the answer to a file of so many bytes, which may claim to have others."""

    def body():
        for at in range(0, size, 2**16):
            if at == size // 2:
                halfway()
            yield bytes(min(2**16, size - at))

    path = f"/_stcore/upload_file/{session}/{file}"
    length = {} if told == "" else {"content-length": str(size if told is None else told)}
    start, answer, *_ = messages("http", path, APP, "PUT", body(), client, **length)
    return start["status"], answer["body"].decode()


def waits(session):
    return sum(len(each.data) for each in FILES[session].values()) / MEGABYTE


@pytest.fixture
def sent(monkeypatch):
    """What sessions have sent; who is called "made up" is not here."""
    found = defaultdict(Counter)
    monkeypatch.setattr(Uploads, "sent", found)
    monkeypatch.setattr(Uploads, "networks", {})
    FILES.clear()
    monkeypatch.setattr(middleware, "is_here", lambda session, _: not session.startswith("made-up"))
    monkeypatch.setattr(
        middleware, "waiting", lambda: {session: dict(files) for session, files in FILES.items()}
    )
    monkeypatch.setattr(middleware, "let_go", lambda session, file: FILES[session].pop(file))
    limits = Limits(upload_mb_an_hour=12, waiting_mb=8, visitor_waiting_mb=4)
    monkeypatch.setattr(middleware, "LIMITS", limits)
    yield found
    assert not Uploads.coming


def test_nothing_is_kept_of_files_for_sessions_that_are_not_here(sent):
    for number in range(100):
        assert put(f"made-up-{number}", 1)[0] == 403
    assert not sent
    assert not Uploads.networks


def test_a_visitor_may_send_so_much_an_hour(sent, monkeypatch):
    now = 1e6
    monkeypatch.setattr(middleware, "monotonic", lambda: now)
    for _ in range(12):
        assert put("ann", MEGABYTE)[0] == 200
        now += 8.0
    # However many they were, as much is kept of them as for an hour.
    assert len(sent["ann"]) < 4
    assert put("ann", MEGABYTE) == (413, "A visitor may send 12 MB an hour.")
    # None of it was asked for.
    assert sent["ann"].total() == 12 * MEGABYTE
    assert put("bob", MEGABYTE)[0] == 200
    now += 3400
    assert put("ann", MEGABYTE)[0] == 413
    now += 200
    assert put("ann", MEGABYTE)[0] == 200
    assert sent["ann"].total() == MEGABYTE


@pytest.mark.parametrize("told", [10, 0, "", "-1", "1e3", "9" * 20])
def test_bytes_are_counted_as_they_come_whatever_is_said_of_them(sent, told):
    """A request in chunks may say any length, or none."""
    assert put("ann", 3 * MEGABYTE, told) == (200, "taken")
    assert sent["ann"].total() == 3 * MEGABYTE
    # What is too much is cut off where it is, not when all of it has come.
    FILES.clear()
    assert put("bob", 30 * MEGABYTE, told) == (413, TOO_MUCH)
    assert 4 * MEGABYTE < sent["bob"].total() <= 4 * MEGABYTE + 2**17
    assert not FILES["bob"]


@pytest.mark.usefixtures("sent")
def test_a_visitor_may_have_so_much_waiting():
    for file in "1234":
        assert put("ann", MEGABYTE, file=file)[0] == 200
    assert put("ann", MEGABYTE, file="5") == (413, TOO_MUCH)
    FILES["ann"].clear()
    assert put("ann", MEGABYTE, file="5")[0] == 200


@pytest.mark.usefixtures("sent")
@pytest.mark.parametrize("client", ["192.0.2.1", "192.0.2.2"])
def test_who_fills_what_all_share_makes_room_for_others(client):
    """One person, in as many tabs as it takes to fill it, of the same network or another."""
    for tab in "abcd":
        for file in "12":
            assert put(f"tab-{tab}", MEGABYTE, file=file)[0] == 200
    for file in "12":
        assert put("bob", MEGABYTE, file=file, client=client) == (200, "taken")
    # Of these tabs, those that have most gave what had waited longest.
    assert [[*FILES[f"tab-{tab}"]] for tab in "abcd"] == [["2"], ["2"], ["1", "2"], ["1", "2"]]
    # Who has most makes no room for oneself; a network that has most does for others.
    status, words = put("bob", MEGABYTE, file="3", client=client)
    if client == "192.0.2.1":
        assert (status, words.partition(".")[0]) == (413, FULL)
    else:
        assert status == 200
    assert waits("bob") == 3 - (status == 413)


@pytest.mark.usefixtures("sent")
def test_a_file_on_its_way_is_cut_off_for_those_who_have_less():
    def others_come():
        for name in ("bob", "cid", "dan"):
            assert put(name, 2 * MEGABYTE) == (200, "taken")

    status, words = put("ann", 6 * MEGABYTE, 10, halfway=others_come)
    assert (status, words.partition(".")[0]) == (413, FULL)
    assert [waits(name) for name in ("ann", "bob", "cid", "dan")] == [0, 2, 2, 2]


@pytest.mark.usefixtures("sent")
def test_so_many_files_of_one_tab_wait_to_be_opened(monkeypatch):
    files = {"ann": dict.fromkeys(range(250), Mock(data=b"x"))}
    monkeypatch.setattr(middleware, "waiting", lambda: files)
    words = "250 files are waiting to be opened, which is the most."
    assert put("ann", 1) == (413, words)
    assert put("bob", 1)[0] == 200
    del files["ann"][0]
    assert put("ann", 1)[0] == 200


def test_metrics_are_closed_unless_asked_for(monkeypatch):
    assert get("/_stcore/metrics")[0] == 404
    monkeypatch.setattr(middleware, "LIMITS", Limits(metrics=1))
    assert get("/_stcore/metrics")[0] == 200


def test_health_tells_version_and_load_and_when_the_server_is_full(monkeypatch):
    status, _, text = get("/health")
    told = json.loads(text)
    assert (status, told["status"]) == (200, "ok")
    assert told["version"]
    assert {"load", "memory_mb", "visitors"} <= set(told)
    monkeypatch.setattr(Visitors, "here", 10_000)
    # Its visitors stay: a proxy leads them away from a server that is not well.
    status, _, text = get("/health")
    assert (status, json.loads(text)["status"]) == (200, "full")
    status, _, text = get("/", accept="text/html,*/*")
    assert status == 503
    assert "Too many visitors" in text
    assert get("/static/app.js", accept="*/*")[0] == 200


@pytest.fixture
def logged(caplog):
    before = logging.getLogRecordFactory()
    keep_contents_out_of_logs()
    yield caplog
    logging.setLogRecordFactory(before)


def test_logs_hold_no_contents_and_no_parameters(logged):
    try:
        {}["a run's secret name"]
    except KeyError:
        logging.getLogger("streamlit").exception("Uncaught app execution")
    access = logging.getLogger("uvicorn.access")
    access.warning('%s - "%s %s HTTP/%s" %d', "1.2.3.4", "GET", "/?data=secret", "1.1", 200)
    assert "KeyError" in logged.text
    assert "test_middleware.py" in logged.text
    assert "secret" not in logged.text
    assert '"GET / HTTP/1.1" 200' in logged.text


def test_no_message_of_a_browser_fills_the_logs(logged):
    long = "x" * 1_000_000
    log = logging.getLogger("streamlit")
    log.warning("The fragment with id %s does not exist in %d", long, 5)
    log.warning(long)
    try:
        {}[long]
    except KeyError:
        log.exception("Page %s", long)
    assert "does not exist in 5" in logged.text
    assert len(logged.records) == 3
    assert len(logged.text) < 5000


def test_a_host_sets_limits_by_variables():
    assert Limits.of({}) == Limits()
    found = Limits.of({"OQ_MEMORY_MB": "300", "OQ_FRAME_ANCESTORS": "https://course.example"})
    assert found == Limits(memory_mb=300, frame_ancestors="https://course.example")


@pytest.mark.parametrize("text", ["-1", "many", "1e3", "", "9" * 30])
def test_a_limit_that_is_none_is_refused_by_name(text):
    with pytest.raises(ValueError, match="OQ_MEMORY_MB must be a whole number"):
        Limits.of({"OQ_MEMORY_MB": text})


@pytest.mark.parametrize("letters", ["b", "BCF", "1", "B/"])
def test_a_name_of_a_process_that_is_none_is_refused(letters):
    with pytest.raises(ValueError, match="OQ_PROCESS must be one or two letters"):
        process_of({"OQ_PROCESS": letters})


@pytest.mark.parametrize("address", ["example.org", "javascript:alert(1)", 'https://x"y'])
def test_an_address_of_the_documentation_that_is_none_is_refused(address):
    assert Limits.of({"OQ_DOCS": "https://example.org/oq"}).docs == "https://example.org/oq"
    with pytest.raises(ValueError, match="OQ_DOCS must be an address that begins with https://"):
        Limits.of({"OQ_DOCS": address})


@pytest.mark.parametrize("hosts", ["https://oq.example", "oq.example *", "a.*.example", "a_b"])
def test_names_of_hosts_that_are_none_are_refused(hosts):
    assert Limits.of({"OQ_HOSTS": "oq.example *.b.example"}).hosts == "oq.example *.b.example"
    with pytest.raises(ValueError, match="OQ_HOSTS must be names such as oq.example.org"):
        Limits.of({"OQ_HOSTS": hosts})


def test_a_list_of_sites_cannot_add_other_headers():
    with pytest.raises(ValueError, match="OQ_FRAME_ANCESTORS must be a list of sites"):
        Limits.of({"OQ_FRAME_ANCESTORS": "x; script-src *"})
