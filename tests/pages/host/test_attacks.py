"""What strangers have tried against a server that runs: each attack, and what it is answered."""

import http.client
from contextlib import asynccontextmanager
from urllib.parse import urlsplit

import pytest
from websockets.asyncio.client import connect

from tests.conftest import ROOT
from tests.protocol import cookie_of, cookies_of, in_own_loop, visit
from tests.server import serve

HEAD = "id,bad,fair,good\n"
GOLD = {"ours.csv": f"{HEAD}d1,1,2,3\nd2,4,0,0\n".encode()}
NO_ADDRESS = "The header Origin is no address."
#: What pages make up where there are no cookies, as `head.js` does.
ANN, BOB = (f"2|00000000|{sign * 32}|1" for sign in "ab")


@pytest.fixture(scope="module")
def calls(tmp_path_factory):
    """What the server asks of other hosts and writes to the temporary folder."""
    file = tmp_path_factory.mktemp("server") / "calls"
    file.touch()
    return file


@pytest.fixture(scope="module")
def server(calls):
    with serve(ROOT / "app.py", calls=calls) as address:
        yield address


def ask(server, method, path, body=b"", **headers):
    """Status, headers and text of an answer."""
    line = http.client.HTTPConnection(urlsplit(server).netloc, timeout=60)
    line.request(method, path, body, headers)
    answer = line.getresponse()
    found = answer.status, answer.headers, answer.read().decode()
    line.close()
    return found


def titles(tab):
    """What a tab has open, by the titles of its cards."""
    return [e.body for e, _ in tab.elements["markdown"] if e.body.startswith("## ours")]


@asynccontextmanager
async def with_data(server, **who):
    """A visitor who has opened a file."""
    async with visit(server, **who) as tab:
        await tab.open("data")
        await tab.upload("Gold annotations", GOLD)
        assert titles(tab)
        yield tab


#: Who a visitor is, and who comes with the id of that visitor's session: cookies, and the page's.
STRANGERS = {
    "with cookies of their own": ({}, {}),
    "without cookies": ({}, {"cookies": {}}),
    "without cookies, with a page's name": ({}, {"cookies": {}, "page": ANN}),
    "from one frame without cookies to another": (
        {"cookies": {}, "page": ANN}, {"cookies": {}, "page": BOB}
    ),
    "with cookies, to a frame without": ({"cookies": {}, "page": ANN}, {"page": ANN}),
    "with nothing, as the visitor has nothing": ({"cookies": {}}, {"cookies": {}}),
}  # fmt: skip


@pytest.mark.parametrize("case", STRANGERS)
def test_the_id_of_a_session_opens_nothing(server, case):
    owner, stranger = STRANGERS[case]
    # Who has neither a cookie nor a page can send no file.
    has_data = owner != {"cookies": {}}

    async def attack():
        async with visit(server, **owner) as own:
            await own.open("data")
            if has_data:
                await own.upload("Gold annotations", GOLD)
            async with visit(server, session=own.session, **stranger) as other:
                await other.open("data")
                assert other.session != own.session
                assert not titles(other)
                await other.press("Erase all of it now")
            # The visitor's own line was not cut, and all is there.
            await own.open("data")
            assert bool(titles(own)) == has_data

    in_own_loop(attack())


@pytest.mark.parametrize("who", [{}, {"cookies": {}, "page": ANN}], ids=["cookies", "frame"])
def test_who_lost_the_connection_goes_on_where_they_were(server, who):
    async def lose():
        async with with_data(server, **who) as before:
            pass
        again = {"page": who.get("page", "token"), "cookies": before.cookies}
        async with visit(server, session=before.session, **again) as after:
            await after.open("data")
            assert after.session == before.session
            assert titles(after)
            await after.upload("Gold annotations", {"ours too.csv": GOLD["ours.csv"]})
            assert len(titles(after)) == 2

    in_own_loop(lose())


def test_files_are_taken_and_taken_away_for_the_session_s_own_visitor_alone(server):
    async def attack():
        async with visit(server) as own:
            await own.open("data")
            (file,) = await own.send(GOLD)
            other = cookies_of(server)
            forged = {"X-Xsrftoken": other["_streamlit_xsrf"]}
            for headers in ({}, {**cookie_of(other), **forged}, forged, {"X-Xsrftoken": ANN}):
                for method in ("PUT", "DELETE"):
                    path = f"/{file.file_urls.upload_url.lstrip('/')}"
                    status, _, words = ask(server, method, path, b"x", **headers)
                    assert status == 403
                    assert "another visitor's. Load the page again." in words
            await own.take("Gold annotations", [file])
            assert titles(own)

    in_own_loop(attack())


def test_a_large_file_is_not_written_to_the_temporary_folder(server, calls):
    """It may be full, and others may read it."""
    text = HEAD + "".join(f"d{number},1,2,3\n" for number in range(200_000))

    async def send():
        async with visit(server) as own:
            await own.open("data")
            await own.upload("Gold annotations", {"ours.csv": text.encode()})
            assert titles(own)

    in_own_loop(send())
    assert calls.read_text() == ""


@pytest.mark.parametrize(
    ("told", "is_secure"),
    [({}, False), ({"X-Forwarded-Proto": "https"}, True), ({"Origin": "https://{}"}, True)],
    ids=["http", "proxy", "page"],
)
def test_every_cookie_is_secure_wherever_https_is_seen(server, told, is_secure):
    headers = {name: value.format(urlsplit(server).netloc) for name, value in told.items()}
    found = ask(server, "GET", "/", Accept="text/html", **headers)[1].get_all("Set-Cookie")
    found += ask(server, "GET", "/_stcore/health", **headers)[1].get_all("Set-Cookie")

    async def come_in():
        own = {**cookie_of(cookies_of(server)), **headers}
        address = f"{server.replace('http', 'ws')}/_stcore/stream"
        async with connect(address, additional_headers=own) as line:
            found.extend(line.response.headers.get_all("Set-Cookie"))

    in_own_loop(come_in())
    names = [each.partition("=")[0] for each in found]
    assert [name.rstrip("0123456789") for name in names] == [
        "oq_workspace_", "_streamlit_xsrf", "oq_workspace_"
    ]  # fmt: skip
    assert ["Secure" in each for each in found] == [is_secure] * len(found)


def test_what_is_no_address_and_pages_without_https_are_refused(server):
    host = urlsplit(server).netloc
    for path in ("/", "/_stcore/health", "/_stcore/upload_file/a/b"):
        assert ask(server, "GET", path, Origin="http://[")[::2] == (400, NO_ADDRESS)
        proxied = {"X-Forwarded-Proto": "https", "Origin": f"http://{host}"}
        assert ask(server, "GET", path, **proxied)[0] == 403


def test_over_https_a_made_up_host_is_refused(monkeypatch):
    monkeypatch.setenv("OQ_HOSTS", "oq.example")
    with serve(ROOT / "app.py") as named:
        for host, status in (("oq.example", 200), ("evil.example", 400)):
            assert ask(named, "GET", "/", Host=host, **{"X-Forwarded-Proto": "https"})[0] == status
        assert ask(named, "GET", "/health")[0] == 200
