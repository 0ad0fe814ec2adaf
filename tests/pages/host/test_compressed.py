"""Files that never change are read and compressed once; all else is asked for again each time."""

import gzip
import http.client
import re
from urllib.parse import urlsplit

import pytest
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response
from starlette.routing import Route

from pages.host.compressed import Compressed
from tests.conftest import ROOT
from tests.pages.host.test_middleware import messages
from tests.server import serve

SCRIPT = bytes(range(256)) * 1000
NEVER_CHANGES = "public, immutable, max-age=31536000"


@pytest.fixture
def asked():
    """The paths that were asked of the app behind."""
    return []


@pytest.fixture
def app(asked):
    """An app whose paths say how they are kept."""

    async def answer(request):
        asked.append(request.url.path)
        kept = {"/page": "no-cache", "/mine": "private, immutable", "/gone": NEVER_CHANGES}
        status = 404 if request.url.path == "/gone" else 200
        headers = {"Cache-Control": kept.get(request.url.path, NEVER_CHANGES)}
        return Response(SCRIPT, status, headers, "text/javascript")

    return Starlette(
        routes=[Route("/{path:path}", answer)],
        middleware=[Middleware(Compressed), Middleware(GZipMiddleware)],
    )


def get(app, path, method="GET", **headers):
    """Status, headers and body of an answer, and the bytes of its pieces."""
    start, *pieces = messages("http", path, app, method, **{"accept-encoding": "gzip", **headers})
    # As the layers before it do.
    start["headers"].append((b"x-content-type-options", b"nosniff"))
    body = b"".join(each["body"] for each in pieces)
    assert [each.get("more_body", False) for each in pieces] == [True] * (len(pieces) - 1) + [False]
    return start["status"], Headers(raw=start["headers"]), body, [len(e["body"]) for e in pieces]


def test_a_file_that_never_changes_is_asked_for_and_compressed_once(app, asked):
    first, second, third = (get(app, "/script.js") for _ in range(3))
    assert asked == ["/script.js"]
    assert gzip.decompress(first[2]) == SCRIPT
    assert second == third
    status, headers, body, _ = second
    assert (status, body) == (200, first[2])
    assert headers["content-encoding"] == "gzip"
    assert headers["content-length"] == str(len(body))
    assert headers.getlist("x-content-type-options") == ["nosniff"]


def test_a_large_file_goes_in_pieces(app, monkeypatch):
    monkeypatch.setattr("pages.host.compressed._PIECE", 100)
    whole = get(app, "/script.js")[2]
    *_, body, sizes = get(app, "/script.js")
    assert body == whole
    assert max(sizes) == 100
    assert len(sizes) > 2


@pytest.mark.parametrize("path", ["/page", "/mine", "/gone", "/static//x.js", "/static/./x.js"])
def test_what_changes_is_anybodys_or_is_called_otherwise_is_not_kept(app, asked, path):
    get(app, path), get(app, path)
    assert asked == [path, path]


@pytest.mark.parametrize(
    ("method", "headers"),
    [
        ("GET", {"range": "bytes=0-9"}),
        ("GET", {"if-none-match": '"1"'}),
        ("GET", {"if-modified-since": "Thu, 01 Jan 2026 00:00:00 GMT"}),
        ("GET", {"accept-encoding": "identity"}),
        ("HEAD", {}),
    ],
)
def test_a_part_or_another_form_of_a_file_is_asked_for(app, asked, method, headers):
    get(app, "/script.js")
    get(app, "/script.js", method, **headers)
    assert asked == ["/script.js"] * 2


def test_streamlit_s_scripts_are_kept():
    with serve(ROOT / "app.py") as server:
        line = http.client.HTTPConnection(urlsplit(server).netloc, timeout=60)

        def ask(path, **headers):
            line.request("GET", path, headers=headers)
            answer = line.getresponse()
            return answer.headers, answer.read()

        page = ask("/", accept="text/html")[1].decode()
        script = "/" + re.search(r"static/js/index\.[^\"]+", page)[0]
        plain = ask(script)[1]
        packed = {"Accept-Encoding": "gzip"}
        (before, first), (after, second) = (ask(script, **packed) for _ in range(2))
        line.close()
    assert gzip.decompress(first) == plain
    assert first == second
    # Streamlit's own answer is read and compressed piece by piece, and nobody knows its length.
    assert "Content-Length" not in before
    assert after["Content-Length"] == str(len(second))
    others = {"content-length", "transfer-encoding", "date"}
    left = [{(k, v) for k, v in e.items() if k.lower() not in others} for e in (before, after)]
    assert left[0] == left[1]
