"""What stands before Streamlit: refusals, headers, logs. The app behind it is a stand-in."""

import json
import logging
from collections import Counter, defaultdict

import pytest
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.responses import HTMLResponse, PlainTextResponse
from starlette.routing import Route, WebSocketRoute

from pages.main_parts import middleware
from pages.main_parts.health import HEALTH
from pages.main_parts.middleware import (
    MIDDLEWARE,
    Uploads,
    Visitors,
    keep_contents_out_of_logs,
)
from pages.shared.limits import LIMITS, Limits
from pages.shared.own import cookie_name
from pages.shared.workspaces import WORKSPACES
from tests.protocol import in_own_loop


async def answer(request):
    asked = "cookie" if request.url.path == "/cookies" else "origin"
    return PlainTextResponse(request.headers.get(asked, "none"))


async def page(_):
    return HTMLResponse("<html><head><title>Streamlit</title></head></html>")


async def stream(socket):
    await socket.accept()
    await socket.send_text(socket.headers.get("origin", "none"))
    await socket.send_text(str(Visitors.here))
    await socket.close()


APP = Starlette(
    routes=[
        HEALTH,
        WebSocketRoute("/_stcore/stream", stream),
        Route("/compare", page),
        Route("/{path:path}", answer, methods=["GET", "PUT"]),
    ],
    middleware=MIDDLEWARE,
)


def messages(kind, path, method="GET", **headers):
    """What the server sends for a request or a connection that begins with these headers."""
    named = {"host": "here.example", **headers}
    scope = {
        "type": kind,
        "scheme": "ws" if kind == "websocket" else "http",
        "method": method,
        "path": path,
        "query_string": b"",
        "headers": [(name.encode(), value.encode()) for name, value in named.items()],
    }
    sent = []

    async def receive():
        return {"type": "websocket.connect" if kind == "websocket" else "http.request"}

    async def send(message):
        sent.append(message)

    in_own_loop(APP(scope, receive, send))
    return sent


def get(path, **headers):
    """Status, headers and text of an answer."""
    start, *body = messages("http", path, **headers)
    text = b"".join(each["body"] for each in body).decode()
    return start["status"], Headers(raw=start["headers"]), text


def test_a_page_is_told_where_its_server_answers():
    _, headers, text = get("/compare", accept="text/html,*/*")
    assert text.startswith("<html><head><script>")
    assert "BACKEND_BASE_URL" in text
    assert text.endswith("<title>Streamlit</title></head></html>")
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
    for path, accept in (("/static/app.js", "*/*"), ("/room/AB", "text/html"), ("/", "*/*")):
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


def test_a_full_server_takes_no_connections_but_of_pages_that_were_on_their_way(monkeypatch):
    monkeypatch.setattr(Visitors, "here", LIMITS.visitors)
    assert get("/", accept="text/html")[0] == 503
    assert messages("websocket", "/_stcore/stream")[0]["type"] == "websocket.accept"
    monkeypatch.setattr(Visitors, "here", 2 * LIMITS.visitors)
    (closed,) = messages("websocket", "/_stcore/stream")
    assert (closed["type"], closed["code"]) == ("websocket.close", 1013)
    assert Visitors.here == 2 * LIMITS.visitors


def put(session, size):
    """Status and text of the answer to a file."""
    file = f"/_stcore/upload_file/{session}/file"
    start, body, *_ = messages("http", file, "PUT", **{"content-length": str(size)})
    return start["status"], body["body"].decode()


@pytest.fixture
def sent(monkeypatch):
    """What the sessions "ann" and "bob" have sent; no others are here."""
    found = defaultdict(Counter)
    monkeypatch.setattr(Uploads, "sent", found)
    monkeypatch.setattr(middleware, "is_here", {"ann", "bob"}.__contains__)
    return found


def test_nothing_is_kept_of_files_for_sessions_that_are_not_here(sent):
    for number in range(100):
        # Streamlit, which stands behind, refuses them.
        assert put(f"made-up-{number}", 1) == (200, "none")
    assert not sent


def test_a_visitor_may_send_so_much_an_hour(sent, monkeypatch):
    now = 1e6
    monkeypatch.setattr(middleware, "monotonic", lambda: now)
    megabyte = 2**20
    for _ in range(100):
        assert put("ann", 5 * megabyte)[0] == 200
        now += 1.0
    # However many they were, as much is kept of them as for an hour.
    assert len(sent["ann"]) < 4
    assert put("ann", megabyte) == (413, "A visitor may send 500 MB an hour.")
    assert put("bob", megabyte)[0] == 200
    now += 3400
    assert put("ann", megabyte)[0] == 413
    now += 200
    assert put("ann", 400 * megabyte)[0] == 200
    assert sent["ann"].total() == 400 * megabyte
    for size in ("", "-1", "1e3", "9" * 20):
        assert put("ann", size) == (413, "The size is missing.")


def test_files_that_are_on_their_way_count_as_those_that_wait(sent, monkeypatch):
    assert put("ann", 300 * 2**20)[0] == 200
    assert Uploads.coming == 0
    monkeypatch.setattr(Uploads, "coming", 200 * 2**20)
    status, words = put("bob", 300 * 2**20)
    assert status == 413
    assert words.startswith("The server has too many files to open just now.")
    assert not sent["bob"]
    assert put("bob", 100 * 2**20)[0] == 200
    assert Uploads.coming == 200 * 2**20


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


def test_a_list_of_sites_cannot_add_other_headers():
    with pytest.raises(ValueError, match="OQ_FRAME_ANCESTORS must be a list of sites"):
        Limits.of({"OQ_FRAME_ANCESTORS": "x; script-src *"})
