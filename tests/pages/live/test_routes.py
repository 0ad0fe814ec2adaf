"""What phones may send, over real HTTP: a server of its own with the rooms' routes alone."""

import http.client
import json
import threading
from pathlib import Path

import pytest
import uvicorn
from starlette.applications import Starlette

from pages.host.limits import Limits
from pages.live.server.activities import Estimate, Predict, Rate
from pages.live.server.room import Room
from pages.live.server.rooms import ANSWERS_A_MINUTE, FULL, WRONG_CODES, Rooms
from pages.live.server.routes import room_routes

PHONE = Path(__file__).parents[3] / "pages" / "live" / "server" / "phone"
PLAN = (Predict("s", "Title", "<b>Text</b>", ("a", "b")), Rate("Item", "", ("x", "y")), Estimate())


@pytest.fixture
def rooms():
    # On a still clock no answer more is allowed, however slow the machine is.
    return Rooms(lambda: 0.0)


@pytest.fixture
def port(rooms):
    routes = room_routes("/base", rooms)
    # Any proxy of the world stands before it, and none is trusted.
    config = uvicorn.Config(
        Starlette(routes=routes), port=0, lifespan="off", log_config=None, forwarded_allow_ips=[]
    )
    server = uvicorn.Server(config)
    started = threading.Event()
    startup = server.startup

    async def told(sockets=None):
        await startup(sockets)
        started.set()

    server.startup = told
    thread = threading.Thread(target=server.run)
    thread.start()
    assert started.wait(30)
    yield server.servers[0].sockets[0].getsockname()[1]
    server.should_exit = True
    # Streams of phones that hold on do not keep the server up.
    server.force_exit = True
    thread.join(30)


class Phone:
    """A browser: one connection at a time, and its cookie."""

    def __init__(self, port, code):
        self.port, self.base, self.cookie = port, f"/base/room/{code}", ""
        self.streams = []

    def send(self, method, path, body=None, **headers):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        sent = {"Content-Type": "application/json", **headers}
        if self.cookie:
            sent["Cookie"] = self.cookie
        connection.request(method, path, body, sent)
        answer = connection.getresponse()
        if method == "POST" or path.endswith("/events"):
            # What is of a room, refusals too, no browser or proxy keeps.
            assert answer.getheader("Cache-Control") == "no-store"
        if answer.getheader("Content-Type") == "text/event-stream; charset=utf-8":
            self.streams += [connection, answer]
        else:
            answer.content = answer.read()
            connection.close()
        if answer.getheader("Set-Cookie"):
            self.set_cookie = answer.getheader("Set-Cookie")
            self.cookie = self.set_cookie.partition(";")[0]
        return answer

    def post(self, what, body, **headers):
        answer = self.send("POST", f"{self.base}/{what}", json.dumps(body), **headers)
        return answer.status, json.loads(answer.content)


@pytest.fixture
def stored(rooms):
    return rooms.open(PLAN)


@pytest.fixture
def steer(rooms, stored):
    return lambda move: rooms.steer(stored.room.code, stored.secret, move)


@pytest.fixture
def phone(port, stored):
    made = Phone(port, stored.room.code)
    yield made
    for each in made.streams:
        each.close()


def events(answer):
    """What a stream sends, one event after the other."""
    kind, data = "message", ""
    for line in iter(answer.readline, b""):
        text = line.decode().rstrip("\n")
        if text.startswith("event: "):
            kind = text[7:]
        elif text.startswith("data: "):
            data = text[6:]
        elif not text:
            yield kind, json.loads(data)
            kind = "message"


def test_the_page_is_light_and_of_this_host_alone(phone):
    sizes = 0
    for path, kind in (
        (phone.base, "text/html"),
        ("/base/room/phone.css", "text/css"),
        ("/base/room/phone.js", "text/javascript"),
        ("/base/room/order.js", "text/javascript"),
    ):
        answer = phone.send("GET", path)
        content = answer.content
        assert answer.status == 200
        assert answer.getheader("Content-Type").startswith(kind)
        policy = answer.getheader("Content-Security-Policy")
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert b"://" not in content
        assert b"innerHTML" not in content
        sizes += len(content)
    assert sizes < 30_000
    assert {each.name for each in PHONE.iterdir()} == {
        "phone.html", "phone.css", "phone.js", "order.js",
    }  # fmt: skip
    page = (PHONE / "phone.html").read_text()
    assert "style=" not in page
    assert "<script>" not in page
    assert phone.send("GET", "/base/room").getheader("Location") == "/base/room/"


def test_a_phone_joins_once_and_is_told_what_the_room_does(phone, rooms, stored, steer):
    code = stored.room.code
    status, told = phone.post("join", {})
    assert status == 200
    assert told["view"]["phase"] == "lobby"
    for part in ("HttpOnly", "SameSite=strict", f"Path=/base/room/{code}", "Max-Age="):
        assert part in phone.set_cookie
    assert phone.post("join", {"name": "  Ann  "})[1]["name"] == "Ann"
    assert len(rooms.room(code).participants) == 1
    stream = phone.send("GET", f"{phone.base}/events")
    assert stream.getheader("Content-Type").startswith("text/event-stream")
    found = events(stream)
    assert next(found)[1]["phase"] == "lobby"
    assert rooms.connected(code) == 1
    steer(lambda room: room.show(0))
    assert next(found)[1]["phase"] == "planned"
    steer(Room.open)
    kind, view = next(found)
    assert (kind, view["phase"], view["text"]) == ("message", "open", "<b>Text</b>")
    for answer in (0, 1, 1):
        assert phone.post("answer", {"place": 0, "answer": answer})[0] == 200
    assert rooms.room(code).counts(0) == (0, 1)
    assert phone.post("join", {})[1]["mine"] == 1
    steer(Room.close)
    assert next(found)[1]["phase"] == "closed"
    assert phone.post("answer", {"place": 0, "answer": 0})[0] == 409
    steer(lambda room: room.reveal(1))
    revealed = next(found)[1]
    assert (revealed["counts"], revealed["right"]) == ([0, 1], 1)
    assert "Ann" not in json.dumps(revealed)
    rooms.end(code, stored.secret)
    assert next(found)[0] == "ended"
    assert stream.read() == b""


def test_a_phone_is_told_the_scores_of_its_own_estimate_once_they_are_revealed(phone, steer):
    phone.post("join", {})
    other = Phone(phone.port, phone.base.rpartition("/")[2])
    other.post("join", {})
    steer(lambda room: room.show(1).open())
    phone.post("answer", {"place": 1, "answer": 0})
    other.post("answer", {"place": 1, "answer": 1})
    steer(lambda room: room.show(2).open())
    phone.post("answer", {"place": 2, "answer": [3, 1]})
    assert phone.post("join", {})[1]["scores"] is None
    steer(Room.close)
    assert phone.post("join", {})[1]["scores"] is None
    steer(Room.reveal)
    told = phone.post("join", {})[1]["scores"]
    # Two classes: NMD is the difference, RNOD that of each class's share, by definition.
    assert told == "Your scores: NMD 0.250, RNOD 0.250. Smaller is better."
    assert other.post("join", {})[1]["scores"] is None


def test_who_leaves_is_forgotten(phone, rooms, stored, steer):
    phone.post("join", {"name": "Ann"})
    steer(lambda room: room.show(0).open())
    phone.post("answer", {"place": 0, "answer": 0})
    assert phone.post("leave", {})[0] == 200
    room = rooms.room(stored.room.code)
    assert not room.participants
    assert room.counts(0) == (0, 0)
    assert phone.post("answer", {"place": 0, "answer": 0})[0] == 401


@pytest.mark.parametrize(
    ("body", "headers", "status"),
    [
        ('{"place": 0, "answer": 0}', {"Sec-Fetch-Site": "cross-site"}, 403),
        ('{"place": 0, "answer": 0}', {"Sec-Fetch-Site": "same-site"}, 403),
        ('{"place": 0, "answer": 0}', {"Origin": "http://elsewhere.example"}, 403),
        ('{"place": 0, "answer": 0}', {"Origin": "null"}, 403),
        ('{"place": 0, "answer": 0}', {"Content-Type": "text/plain"}, 415),
        ("x" * 5000, {}, 413),
        ("[" * 3900, {}, 400),
        ("7", {}, 400),
        ("\ud800".encode("utf-8", "surrogatepass"), {}, 400),
        (r'{"place": 0, "answer": 0, "\ud800": 0}', {}, 400),
        ('{"place": "0", "answer": 0}', {}, 400),
        ('{"place": 0, "answer": "0"}', {}, 400),
        ('{"place": true, "answer": 0}', {}, 400),
        ('{"place": 0, "answer": 7}', {}, 409),
        ('{"place": 0, "answer": [0, 1]}', {}, 409),
        ('{"place": 9, "answer": 0}', {}, 409),
        ('{"place": -1, "answer": 0}', {}, 409),
        ('{"place": 0, "answer": true}', {}, 409),
    ],
)
def test_other_requests_are_refused_with_a_sentence(
    phone, rooms, stored, steer, body, headers, status
):
    phone.post("join", {})
    steer(lambda room: room.show(0).open())
    answer = phone.send("POST", f"{phone.base}/answer", body, **headers)
    assert answer.status == status
    assert json.loads(answer.content)["error"].endswith((".", "again."))
    assert rooms.room(stored.room.code).counts(0) == (0, 0)


def test_no_nickname_breaks_what_others_see(phone, rooms, stored):
    status, told = phone.post("join", {"name": "\ud800"})
    assert (status, told["error"]) == (400, "This cannot be read. Load the page again.")
    assert not rooms.room(stored.room.code).participants
    status, told = phone.post("join", {"name": "\u202eAnn\x00\t\u2066 \U0001f469\u200d\U0001f680"})
    assert (status, told["name"]) == (200, "Ann \U0001f469\u200d\U0001f680")
    status, told = phone.post("count", {"secret": "\ud800"})
    assert status == 400


def test_answers_a_minute_and_wrong_codes_have_limits(port, phone, stored, steer):
    phone.post("join", {})
    steer(lambda room: room.show(0).open())
    for _ in range(ANSWERS_A_MINUTE):
        assert phone.post("answer", {"place": 0, "answer": 0})[0] == 200
    slowed = phone.send("POST", f"{phone.base}/answer", '{"place": 0, "answer": 0}')
    assert slowed.status == 429
    assert int(slowed.getheader("Retry-After")) >= 1
    tried = [Phone(port, f"XXX{letter}") for letter in "ABCDEFGHIJKLMNOPQRSTU"]
    assert len(tried) == WRONG_CODES + 1
    assert [each.post("join", {})[0] for each in tried] == [404] * WRONG_CODES + [429]
    assert tried[-1].send("GET", f"{tried[-1].base}/events").status == 429
    # A code that was tried already is no other guess.
    assert tried[0].post("join", {})[0] == 404
    # Where others are in the room its code is known.
    assert Phone(port, stored.room.code).post("join", {})[0] == 200


def test_wrong_codes_hold_up_neither_the_lecturer_nor_other_networks(port, rooms):
    stored = rooms.open(PLAN, "192.0.2.1")
    code = stored.room.code
    for number in range(WRONG_CODES):
        assert Phone(port, f"XXX{number}").post("join", {})[0] == 404
    assert Phone(port, code).post("join", {})[0] == 429
    assert Phone(port, code).post("count", {"secret": stored.secret})[0] == 200
    # Who has no secret is told nothing of the room.
    assert Phone(port, code).post("count", {"secret": "x"})[0] == 429
    for address in ("192.0.2.1", "192.0.2.2"):
        rooms.check_code(code, None, address)


def test_phones_that_never_answered_are_removed_and_told_so(port, phone, rooms, stored, steer):
    code, other = stored.room.code, Phone(port, stored.room.code)
    for each in (phone, other):
        each.post("join", {})
    found = events(phone.send("GET", f"{phone.base}/events"))
    assert next(found)[1]["phase"] == "lobby"
    steer(lambda room: room.show(0).open())
    assert next(found)[1]["phase"] == "open"
    other.post("answer", {"place": 0, "answer": 1})
    steer(Room.without_silent)
    assert next(found)[0] == "removed"
    assert phone.streams[1].read() == b""
    assert len(rooms.room(code).participants) == 1
    assert phone.post("answer", {"place": 0, "answer": 1})[0] == 401
    assert other.post("answer", {"place": 0, "answer": 0})[0] == 200
    steer(lambda room: room.with_lock(True))
    status, told = phone.post("join", {})
    assert (status, "locked" in told["error"]) == (409, True)
    assert other.post("join", {})[0] == 200


def test_the_count_is_told_to_the_lecturer_alone(phone, stored, steer):
    phone.post("join", {})
    room = steer(lambda room: room.show(0).open())
    phone.post("answer", {"place": 0, "answer": 1})
    told = {"answered": 1, "connected": 0, "rushed": False, "version": room.version}
    assert phone.post("count", {"secret": stored.secret}) == (200, told)
    for wrong in ("", "x", stored.secret[:-1]):
        status, refused = phone.post("count", {"secret": wrong})
        assert (status, refused["error"]) == (409, "Only who opened this room can steer it.")
    assert phone.post("count", {"secret": 7})[0] == 400


def test_a_phone_whose_stream_another_takes_is_told_so(port, phone, rooms, stored, monkeypatch):
    monkeypatch.setattr("pages.live.server.rooms.LIMITS", Limits(streams=1))
    other = Phone(port, stored.room.code)
    for each in (phone, other):
        each.post("join", {})
    last = phone.send("GET", f"{phone.base}/events")
    shown = events(last)
    assert next(shown)[1]["phase"] == "lobby"
    # A second one of the same phone, as after a reload, takes the first one's place.
    again = phone.send("GET", f"{phone.base}/events")
    assert next(shown) == ("full", FULL)
    assert last.read() == b""
    # The class hears what follows, and nobody else's stream takes the place.
    refused = other.send("GET", f"{phone.base}/events")
    assert (refused.status, json.loads(refused.content)["error"]) == (503, FULL)
    assert rooms.connected(stored.room.code) == 1
    shown = events(again)
    assert next(shown)[1]["phase"] == "lobby"
    rooms.end(stored.room.code, stored.secret)
    assert next(shown)[0] == "ended"


def test_without_joining_nothing_is_told(phone, steer):
    steer(lambda room: room.show(0).open())
    assert phone.send("GET", f"{phone.base}/events").status == 401
    assert phone.post("answer", {"place": 0, "answer": 0})[0] == 401
