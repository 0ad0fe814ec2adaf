"""A server that runs: each visitor has their own alone, and other sites have nothing."""

import http.client
import logging
import re
from io import StringIO
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from pages.host.middleware import keep_contents_out_of_logs
from tests.conftest import ROOT
from tests.protocol import cookie_of, cookies_of, in_own_loop, visit
from tests.server import serve

HEAD = "id,bad,fair,good\n"
GOLD = f"{HEAD}d1,4,2,0\nd2,4,0,0\n"
#: Files of two visitors by the same names.
ANN, BOB = (
    {"ours.csv": GOLD.encode(), "team.csv": f"{HEAD}{run}".encode()}
    for run in ("d1,0.6,0.4,0\nd2,1,0,0\n", "d1,0,0,1\nd2,0,0,1\n")
)


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
    assert calls.read_text() == ""


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


def shown(tab):
    """What a page says, without what the server made up."""
    return [e.body for e, _ in tab.elements["markdown"]]


def test_two_visitors_see_what_is_theirs_alone_though_names_are_the_same(server):
    seen = {}

    async def look(tab, name):
        await tab.open("leaderboard")
        # No lone value of one is another's.
        seen.setdefault(name, []).append(shown(tab))

    async def come():
        async with visit(server) as ann, visit(server) as bob, visit(server) as eve:
            for tab, files in ((ann, ANN), (bob, BOB), (eve, {})):
                await tab.open("data")
                assert not titles(tab)
                if files:
                    await tab.upload("Gold annotations", files)
                    assert len(titles(tab)) == 1
            for tab, name in ((ann, "ann"), (bob, "bob"), (eve, "eve")) * 2:
                await look(tab, name)
            await eve.open("data")
            assert not titles(eve)

    in_own_loop(come())
    assert all(first == second for first, second in seen.values())
    ann, bob, eve = (" ".join(first) for first, _ in seen.values())
    assert len({ann, bob, eve}) == 3
    assert "team" in ann
    assert "team" in bob
    assert "team" not in eve


def test_data_are_kept_over_a_reload_and_a_made_up_cookie_opens_nothing(server):
    async def come():
        async with visit(server) as first:
            await first.open("data")
            await first.upload("Gold annotations", ANN)
        async with visit(server, cookies=first.cookies) as again:
            await again.open("data")
            assert len(titles(again)) == 1
            assert again.session != first.session
        name = next(each for each in first.cookies if each.startswith("oq_workspace_"))
        for made_up in ("", "x", first.cookies[name][:-1]):
            cookies = {**first.cookies, name: made_up}
            async with visit(server, cookies=cookies) as other:
                await other.open("data")
                assert not titles(other)
                await other.upload("Gold annotations", BOB)
        async with visit(server, cookies=first.cookies) as again:
            await again.open("data")
            assert len(titles(again)) == 1
            await again.press("Erase all of it now")
        async with visit(server, cookies=first.cookies) as again:
            await again.open("data")
            assert not titles(again)

    in_own_loop(come())


def test_who_lost_the_connection_goes_on_where_they_were(server):
    async def lose():
        async with visit(server) as before:
            await before.open("data")
            await before.upload("Gold annotations", ANN)
        async with visit(server, session=before.session, cookies=before.cookies) as after:
            await after.open("data")
            assert after.session == before.session
            assert titles(after)

    in_own_loop(lose())


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "http://127.0.0.1.evil.example", "null", "http://["]
)
def test_pages_of_other_sites_are_refused_at_once(server, origin):
    """Streamlit itself would ask another host for the server's address first."""
    for path in ("/", "/_stcore/health", "/_stcore/upload_file/a/b"):
        assert ask(server, "GET", path, Origin=origin)[::2] == (
            403,
            "This page is of another site.",
        )

    async def come_in():
        stream = f"{server.replace('http', 'ws')}/_stcore/stream"
        headers = {**cookie_of(cookies_of(server)), "Origin": origin}
        with pytest.raises((InvalidStatus, ConnectionClosed)):
            async with connect(stream, additional_headers=headers) as line:
                await line.recv()

    in_own_loop(come_in())
    assert ask(server, "GET", "/_stcore/health", Origin=server)[0] == 200


def test_a_name_that_another_site_gave_to_this_machine_opens_no_page(server):
    async def come_in():
        stream = f"{server.replace('http', 'ws')}/_stcore/stream"
        name = f"evil.example:{urlsplit(server).port}"
        with pytest.raises((InvalidStatus, ConnectionClosed)):
            async with connect(
                stream, additional_headers={"Host": name, "Origin": f"http://{name}"}
            ) as line:
                await line.recv()

    in_own_loop(come_in())


def test_answers_carry_the_headers_and_the_cookie_is_read_by_the_server_alone(server):
    status, headers, page = ask(server, "GET", "/leaderboard", Accept="text/html")
    assert status == 200
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["X-Content-Type-Options"] == "nosniff"
    allowed = headers["Content-Security-Policy"]
    assert "default-src 'self'" in allowed
    assert "frame-ancestors 'self'" in allowed
    assert "http" not in allowed
    assert "BACKEND_BASE_URL" in page
    cookie = headers["Set-Cookie"]
    port = urlsplit(server).port
    assert re.match(rf"oq_workspace_{port}=[\w-]{{32}}; ", cookie)
    for part in ("HttpOnly", "SameSite=Lax", "Max-Age=604800", "Path=/"):
        assert part in cookie.split("; ")
    # A browser that has one gets no other.
    known = ask(server, "GET", "/", Accept="text/html", Cookie=cookie.partition(";")[0])
    assert "Set-Cookie" not in known[1]


def test_a_large_file_is_not_written_to_the_temporary_folder_and_one_too_large_is_refused(server):
    text = HEAD + "".join(f"d{number},1,2,3\n" for number in range(100_000))

    async def send():
        async with visit(server) as own:
            await own.open("data")
            await own.upload("Gold annotations", {"ours.csv": text.encode()})
            assert titles(own)
            with pytest.raises(RuntimeError, match="413"):
                await own.send({"huge.csv": bytes(21 * 2**20)})

    in_own_loop(send())


def test_logs_hold_no_contents():
    """Of an error they have its kind and where it was, not what it quotes of a file."""
    usual, written = logging.getLogRecordFactory(), StringIO()
    log, handler = logging.Logger("test"), logging.StreamHandler(written)
    log.addHandler(handler)
    try:
        keep_contents_out_of_logs()
        try:
            {}["a secret of a file"]
        except KeyError:
            log.exception("Uncaught %s", "here")
    finally:
        logging.setLogRecordFactory(usual)
    told = written.getvalue()
    assert told.startswith("Uncaught here: KeyError\n")
    assert f"{Path(__file__).name}:" in told
    assert "secret" not in told
