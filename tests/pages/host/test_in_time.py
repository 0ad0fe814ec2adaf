"""Requests that are not sent to their end, on a server of our own with less patience."""

import asyncio

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from uvicorn.protocols.http.auto import AutoHTTPProtocol

from pages.host import in_time
from pages.host.in_time import InTime, end_half_sent_heads
from tests.conftest import PATIENCE
from tests.protocol import in_own_loop


async def count(request):
    return PlainTextResponse(str(len(await request.body())))


#: Requests that end and those that do not: what is sent at first, again and again, and answered.
HEAD = b"PUT / HTTP/1.1\r\nHost: here\r\n"
CASES = {
    "nothing": (b"", b"", b""),
    "half a head": (HEAD, b"", b""),
    "a head that never ends": (HEAD, b"X: y\r\n", b""),
    "half a body": (HEAD + b"Content-Length: 9\r\n\r\n1234", b"", b"408"),
    "a body sign by sign": (HEAD + b"Content-Length: 999\r\n\r\n", b"1", b"408"),
    "half a second head": (HEAD + b"Content-Length: 1\r\n\r\n1" + HEAD, b"", b"200"),
}


@pytest.fixture
def hurried(monkeypatch):
    monkeypatch.setattr(in_time, "PATIENCE", 0.5)
    for name in ("connection_made", "data_received"):
        monkeypatch.setattr(AutoHTTPProtocol, name, getattr(AutoHTTPProtocol, name))
    end_half_sent_heads()


@pytest.mark.usefixtures("hurried")
def test_requests_that_do_not_come_to_their_end_are_ended():
    found = {}

    async def ask(port, name, begin, again, _):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(begin)
        answer = asyncio.create_task(reader.read())
        while not answer.done():
            writer.write(again)
            await asyncio.wait({answer}, timeout=0.1)
        # What comes after the end resets the connection, and may take the answer with it.
        found[name] = b"" if answer.exception() else answer.result()
        writer.close()

    async def upload(port):
        """As much as counts, a long time."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(HEAD + b"Content-Length: 100000\r\nConnection: close\r\n\r\n")
        for _ in range(10):
            writer.write(bytes(10_000))
            await asyncio.sleep(0.1)
        found["slow and steady"] = await reader.read()
        writer.close()

    async def serve():
        app = InTime(Starlette(routes=[Route("/", count, methods=["PUT"])]))
        server = uvicorn.Server(uvicorn.Config(app, port=0, log_config=None, lifespan="off"))
        async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as tasks:
            running = tasks.create_task(server.serve())
            while not server.started:
                await asyncio.sleep(0.01)
            port = server.servers[0].sockets[0].getsockname()[1]
            asked = [tasks.create_task(ask(port, n, *each)) for n, each in CASES.items()]
            await asyncio.wait({*asked, tasks.create_task(upload(port))})
            server.should_exit = True
            await running

    in_own_loop(serve())
    assert found.pop("slow and steady").endswith(b"100000")
    assert found.keys() == CASES.keys()
    for name, answer in found.items():
        _, again, status = CASES[name]
        assert answer[9:12] in ({status, b""} if again else {status}), name
