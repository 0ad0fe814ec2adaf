"""All rooms of this process, in memory: the one place that has them, behind one lock."""

import hashlib
import math
import secrets
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import count, takewhile
from threading import Lock
from typing import TypeVar

from oq_core.preferences import usual_model
from pages.host.limits import LIMITS, PROCESS, network_of
from pages.live.server.activities import Activity, Find, Plan
from pages.live.server.room import Answer, OutsideError, Room, RoomError
from pages.live.server.stored import Stored

#: Rooms that are open at the same time.
MOST_ROOMS = 100
#: Rooms that one network has open.
MOST_ROOMS_AN_ADDRESS = 10
#: Seconds without a sign of life after which a room ends.
LIFE = 3 * 3600
#: Answers of a phone in a minute.
ANSWERS_A_MINUTE = 60
#: Streams of events that one browser holds open in a room.
MOST_STREAMS_A_BROWSER = 3
#: Phones by which rooms of a network that has more than its share are compared. Ten rooms of one
#: network, each with as many, and a hall of 500 have room together.
_STEP = 250
#: Wrong codes from one network before it has to wait, and seconds for each after these.
WRONG_CODES, PAUSE = 20, 3
#: Phones of one network that a room lets in at once, and in each second after these; of all
#: networks together it lets in twice as many.
JOINS_AT_ONCE, JOINS_A_SECOND = 200, 25
#: Seconds after which a phone that had to wait asks again.
_JOINS_AGAIN = 1.5
#: Seconds that a phone has to follow the room or to answer: then its place is free for others.
UNSEEN = 30
#: Characters that are kept of a wrong code.
_LONGEST_GUESS = 64
#: Seconds for which the lecturer is told that phones came too fast to be people.
RUSH = 60
#: Networks that are remembered of the server and of each room.
_MOST_NETWORKS = 10_000
#: What a visitor on this machine has; what all networks together are counted by.
_OWN_MACHINE, _ALL = "127.0.0.1", "all"
#: Letters that cannot be mistaken for each other or for digits, and that make no words.
LETTERS = "BCFHKLMPRTWXYZ"
#: What phones are told while all streams are open.
FULL = "Too many phones are connected to this server. This one tries again by itself."

_T = TypeVar("_T")


class NoRoomError(RoomError):
    """There is no room with this code."""

    def __init__(self) -> None:
        super().__init__("There is no room with this code. Look at the screen again.")


class SlowDownError(RoomError):
    """Too much in too short a time; `wait` is how many seconds to wait."""

    def __init__(self, message: str, wait: float) -> None:
        super().__init__(message)
        self.wait = wait


class FullError(RoomError):
    """A limit of the whole server is reached."""


@dataclass
class _Bucket:
    """So many at once, and then one every few seconds."""

    left: float
    filled: float

    def take(self, most: float, every: float, now: float) -> float:
        """Take one: 0, or how many seconds until there is one."""
        wait = self.wait(most, every, now)
        if not wait:
            self.left -= 1
        return wait

    def wait(self, most: float, every: float, now: float) -> float:
        """0 while there is one, or how many seconds until there is."""
        self.left = min(most, self.left + (now - self.filled) / every)
        self.filled = now
        return 0.0 if self.left >= 1 else (1 - self.left) * every


@dataclass
class _Guesses:
    """The wrong codes of a network."""

    bucket: _Bucket
    #: The last ones: phones that ask for a room that has gone ask for the same again and again.
    codes: deque[str] = field(default_factory=lambda: deque(maxlen=WRONG_CODES))


@dataclass(frozen=True, eq=False)
class OpenStream:
    """A stream of events that a browser holds open.

    Attributes
    ----------
    code, browser, network : str
        Of the room, of the browser in it, and where that comes from.
    place : int
        How many browsers had followed a room of this process before this one first did.
    end : callable
        Ends the stream, because another takes its place.
    """

    code: str
    browser: str
    network: str
    place: int
    end: Callable[[], None]


@dataclass
class _Entry:
    """What is known of a room beside the room itself."""

    room: Room
    secret: str
    opener: str
    touched: float
    #: Those that are open, oldest first, and the place of each browser that ever had one.
    lines: list[OpenStream] = field(default_factory=list)
    places: dict[str, int] = field(default_factory=dict)
    budgets: dict[str, _Bucket] = field(default_factory=dict)
    #: Where the room was opened and who is inside came from: the code is known there.
    networks: dict[str, None] = field(default_factory=dict)
    joins: dict[str, _Bucket] = field(default_factory=dict)
    #: When browsers joined that have neither followed the room nor answered, oldest first.
    unseen: dict[str, float] = field(default_factory=dict)
    rushed: float = -math.inf


def browser_of(token: str) -> str:
    """What names a browser in a room: its token cannot be found from it."""
    return hashlib.sha256(token.encode()).hexdigest()[:32]


class Rooms:
    """Rooms by their codes.

    Every method may be called from any thread. Whoever listens is told a room's code after each
    change that phones have to be told.

    Parameters
    ----------
    clock : callable
        Seconds.
    prefix : str
        Letters in front of every code, which lead to this process where there are several.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic, prefix: str = "") -> None:
        self._clock = clock
        self._prefix = prefix
        self._lock = Lock()
        self._entries: dict[str, _Entry] = {}
        self._wrong: dict[str, _Guesses] = {}
        self._listeners: list[Callable[[str], None]] = []
        self._places = count()

    def listen(self, listener: Callable[[str], None]) -> None:
        """Have a function called with the code of every room that changes or ends."""
        self._listeners.append(listener)

    def _tell(self, code: str) -> None:
        for listener in self._listeners:
            listener(code)

    # What the lecturer does

    def open(self, plan: Plan, opener: str = "") -> Stored:
        """Open a room.

        Parameters
        ----------
        plan : tuple of activities
        opener : str
            The address that opens it.

        Returns
        -------
        Stored
            The room and the secret that lets one steer it.

        Raises
        ------
        FullError
            If there are too many rooms.
        PlanError
            If the plan cannot be used.
        """
        _prepare(plan)
        with self._lock:
            self._check_space(opener)
            return self._add(
                Room.of_plan(self._free_code(), plan), secrets.token_urlsafe(24), opener
            )

    def reopen(self, stored: Stored, opener: str = "") -> Stored:
        """Open a room again from what was saved; one that still lives is left as it is.

        Returns
        -------
        Stored
            With another code if another room has taken the old one.

        Raises
        ------
        FullError
            If there are too many rooms.
        SlowDownError
            If too many rooms are reopened from the network.
        """
        code = stored.room.code
        _prepare(step.activity for step in stored.room.steps)
        with self._lock:
            self._sweep()
            found = self._entries.get(code)
            if found and _is_secret_of(found, stored.secret):
                return Stored(found.room, found.secret)
            # Who is told that a code is taken may be guessing codes. What phones guess is apart, so
            # that it keeps no lecturer out.
            self._guess(f"{network_of(opener)} reopens", code, found is None)
            self._check_space(opener)
            room = stored.room
            if found or not code.startswith(self._prefix):
                room = replace(room, code=self._free_code())
            return self._add(room, stored.secret, opener)

    def steer(self, code: str, secret: str, move: Callable[[Room], Room]) -> Room:
        """Change a room as its lecturer.

        Raises
        ------
        RoomError
            If the room is not there, the secret is not its own, or the move cannot be made.
        """
        with self._lock:
            entry = self._steered(code, secret)
            before = entry.room.version
            room = move(entry.room)
            for gone in entry.room.participants.keys() - room.participants.keys():
                _forget(entry, gone)
            entry.room = room
        if room.version != before:
            self._tell(code)
        return room

    def look(self, code: str, secret: str) -> Stored:
        """A room as its lecturer sees it.

        Raises
        ------
        RoomError
            If the room is not there or the secret is not its own.
        """
        with self._lock:
            # Looking is no sign of life: a page that was left open looks every second.
            return Stored(self._steered(code, secret, touch=False).room, secret)

    def look_by_link(self, code: str, secret: str, address: str) -> Stored:
        """A room as its lecturer sees it, by a link that somebody may have made up.

        Then the answer is the same whether there is such a room, and it counts as a wrong code.

        Raises
        ------
        RoomError
            If the link is of no room that is there.
        SlowDownError
            If too many wrong codes came from the network.
        """
        with self._lock:
            self._sweep()
            entry = self._entries.get(code)
            if entry and _is_secret_of(entry, secret):
                return Stored(entry.room, secret)
            self._guess(network_of(address), f"{code}.{secret}", is_wrong=True)
        raise RoomError("Copy the whole link again, from the device that opened the class.")

    def end(self, code: str, secret: str) -> None:
        """End a room: nothing of it is kept.

        Raises
        ------
        RoomError
            If the room is not there or the secret is not its own.
        """
        with self._lock:
            self._steered(code, secret)
            del self._entries[code]
        self._tell(code)

    # What phones do

    def check_code(self, code: str, token: str | None, address: str) -> None:
        """Pass if there is such a room; guesses are slowed down for each network.

        Nobody guesses who is in the room, or comes from where it was opened or others are in it:
        these pass, whatever others of their network try. A wrong code counts once.

        Raises
        ------
        NoRoomError
            If there is no such room.
        SlowDownError
            If too many wrong codes came from the network: then guesses at the right one wait too.
        """
        network = network_of(address)
        with self._lock:
            self._sweep()
            entry = self._entries.get(code)
            if entry and (
                network in entry.networks
                or (token and browser_of(token) in entry.room.participants)
            ):
                return
            self._guess(network, code, entry is None)
        if entry is None:
            raise NoRoomError

    def join(
        self, code: str, token: str | None, name: str | None = None, address: str = ""
    ) -> tuple[Room, str]:
        """Join a room: the room, and the token that names this browser in it from now on.

        Raises
        ------
        RoomError
            If the room is not there, full or locked, or the nickname cannot be used.
        SlowDownError
            If phones join faster than people can.
        """
        network = network_of(address)
        with self._lock:
            entry = self._entry(code)
            if not token or browser_of(token) not in entry.room.participants:
                token = secrets.token_urlsafe(24)
                now = self._clock()
                _free_places(entry, now)
                room = entry.room.join(browser_of(token), name)
                _take_place(entry, network, now)
                entry.unseen[browser_of(token)] = now
            else:
                room = entry.room.join(browser_of(token), name)
            entry.room = room
            _remember(entry.networks, network, None)
            return room, token

    def answer(self, code: str, token: str, place: int, answer: Answer) -> Room:
        """Take an answer; a second one of the same browser replaces the first.

        Raises
        ------
        RoomError
            If the room does not take it.
        SlowDownError
            If the browser sends too many.
        """
        browser = browser_of(token)
        with self._lock:
            entry = self._entry(code)
            now = self._clock()
            if browser in entry.room.participants:
                budget = entry.budgets.setdefault(browser, _Bucket(ANSWERS_A_MINUTE, now))
                wait = budget.take(ANSWERS_A_MINUTE, 60 / ANSWERS_A_MINUTE, now)
                if wait:
                    raise SlowDownError("Too many answers in a minute. Wait a little.", wait)
            entry.room = entry.room.answer(browser, place, answer)
            entry.unseen.pop(browser, None)
            return entry.room

    def leave(self, code: str, token: str) -> None:
        """Forget a browser: its answer to what is open is taken back.

        Raises
        ------
        NoRoomError
            If the room is not there.
        """
        with self._lock:
            entry = self._entry(code)
            entry.room = entry.room.leave(browser_of(token))
            _forget(entry, browser_of(token))

    def room(self, code: str) -> Room:
        """A room as phones may know it.

        Raises
        ------
        NoRoomError
            If the room is not there.
        """
        with self._lock:
            return self._entry(code, touch=False).room

    def mark(self, code: str) -> str:
        """What a room shows of its secret, so that phones know it again after a restart.

        Raises
        ------
        NoRoomError
            If the room is not there.
        """
        with self._lock:
            secret = self._entry(code, touch=False).secret
        return hashlib.sha256(f"room {secret}".encode()).hexdigest()[:16]

    def connect(
        self, code: str, token: str, address: str = "", end: Callable[[], None] = lambda: None
    ) -> OpenStream:
        """Count a stream of events that a browser holds open.

        Where as many are open as may be, another ends (see `_first_to_end`).

        Raises
        ------
        RoomError
            If the room or the browser is not there.
        FullError
            If too many are open and no other is to end before this one.
        """
        browser = browser_of(token)
        with self._lock:
            entry = self._entry(code)
            if browser not in entry.room.participants:
                raise OutsideError
            if sum(line.browser == browser for line in entry.lines) >= MOST_STREAMS_A_BROWSER:
                raise FullError("This room is open in too many tabs. Close some.")
            if browser not in entry.places:
                entry.places[browser] = next(self._places)
            line = OpenStream(code, browser, network_of(address), entry.places[browser], end)
            entry.lines.append(line)
            ends = self._make_space()
            if ends is line:
                raise FullError(FULL)
            entry.unseen.pop(browser, None)
        if ends is not None:
            ends.end()
        return line

    def _make_space(self) -> OpenStream | None:
        """The stream that is counted no more, if there was one too many."""
        lines = [line for entry in self._entries.values() for line in entry.lines]
        if len(lines) <= LIMITS.streams:
            return None
        ends = _first_to_end(lines)
        self._entries[ends.code].lines.remove(ends)
        return ends

    def disconnect(self, line: OpenStream) -> None:
        """Count a stream no more."""
        with self._lock:
            entry = self._entries.get(line.code)
            if entry and line in entry.lines:
                entry.lines.remove(line)

    def connected(self, code: str) -> int:
        """How many browsers hold a stream of a room's events open."""
        with self._lock:
            entry = self._entries.get(code)
            return 0 if entry is None else len({line.browser for line in entry.lines})

    def rushed(self, code: str) -> bool:
        """Whether phones joined lately faster than people can."""
        with self._lock:
            entry = self._entries.get(code)
            return entry is not None and self._clock() - entry.rushed < RUSH

    def __len__(self) -> int:
        with self._lock:
            self._sweep()
            return len(self._entries)

    def _sweep(self) -> None:
        oldest = self._clock() - LIFE
        for code in [code for code, entry in self._entries.items() if entry.touched < oldest]:
            del self._entries[code]

    def _entry(self, code: str, touch: bool = True) -> _Entry:
        self._sweep()
        entry = self._entries.get(code)
        if entry is None:
            raise NoRoomError
        if touch:
            entry.touched = self._clock()
        return entry

    def _steered(self, code: str, secret: str, touch: bool = True) -> _Entry:
        entry = self._entry(code, touch=False)
        if not _is_secret_of(entry, secret):
            raise RoomError("Only who opened this room can steer it.")
        if touch:
            entry.touched = self._clock()
        return entry

    def _guess(self, network: str, guessed: str, is_wrong: bool) -> None:
        """Count what may be a guess: a wrong one once, a right one not.

        Raises
        ------
        SlowDownError
            If there were too many wrong ones: then right ones wait too.
        """
        now, guessed = self._clock(), guessed[:_LONGEST_GUESS]
        guesses = self._wrong.get(network) or _Guesses(_Bucket(WRONG_CODES, now))
        if is_wrong and guessed in guesses.codes:
            return
        if wait := guesses.bucket.wait(WRONG_CODES, PAUSE, now):
            raise SlowDownError(
                "Too many wrong codes came from this network. Wait a few seconds.", wait
            )
        if is_wrong:
            guesses.bucket.take(WRONG_CODES, PAUSE, now)
            guesses.codes.append(guessed)
            _remember(self._wrong, network, guesses)

    def _check_space(self, opener: str) -> None:
        self._sweep()
        opener = network_of(opener)
        if len(self._entries) >= MOST_ROOMS:
            raise FullError(
                f"{MOST_ROOMS} rooms are open on this server, which is the most. Try again later."
            )
        own = sum(entry.opener == opener for entry in self._entries.values())
        if opener and own >= MOST_ROOMS_AN_ADDRESS:
            raise FullError(
                f"{own} rooms were opened from your network, which is the most. End one first."
            )

    def _add(self, room: Room, secret: str, opener: str) -> Stored:
        opener = network_of(opener)
        entry = self._entries[room.code] = _Entry(room, secret, opener, self._clock())
        entry.networks[opener or _OWN_MACHINE] = None
        return Stored(room, secret)

    def _free_code(self) -> str:
        while True:
            code = self._prefix + "".join(secrets.choice(LETTERS) for _ in range(4))
            if code not in self._entries:
                return code


def _remember(by_network: dict[str, _T], network: str, value: _T) -> None:
    by_network.pop(network, None)
    while len(by_network) >= _MOST_NETWORKS:
        by_network.pop(next(iter(by_network)))
    by_network[network] = value


def _forget(entry: _Entry, browser: str) -> None:
    for kept in (entry.budgets, entry.unseen, entry.places):
        kept.pop(browser, None)


def _first_to_end(lines: Sequence[OpenStream]) -> OpenStream:
    """Which stream ends where there is one too many.

    First one whose browser has a newer one, as after a reload. Then one of a network that has more
    than its share: there, of the room with the most phones. Within these, and where no network has
    more, it is the phone's that came last: who is in a class stays, whatever comes after.

    Parameters
    ----------
    lines : sequence of OpenStream
        All, those of a room from the oldest to the newest.
    """
    newest = {(line.code, line.browser): line for line in lines}
    if older := [line for line in lines if newest[line.code, line.browser] is not line]:
        return max(older, key=lambda line: line.place)
    of_network, of_room, beyond = Counter[str](), Counter[str](), []
    by_place = sorted(lines, key=lambda line: line.place)
    for line in by_place:
        of_network[line.network] += 1
        of_room[line.code] += 1
        if of_network[line.network] > LIMITS.network_streams:
            beyond.append(((of_room[line.code] - 1) // _STEP, line.place, line))
    return max(beyond)[2] if beyond else by_place[-1]


def _free_places(entry: _Entry, now: float) -> None:
    """Forget who joined and was not seen again: no page of ours does that."""
    early = takewhile(lambda each: each[1] < now - UNSEEN, entry.unseen.items())
    for browser, _ in list(early):
        entry.room = entry.room.leave(browser)
        _forget(entry, browser)


def _take_place(entry: _Entry, network: str, now: float) -> None:
    """Count a phone that joins.

    Raises
    ------
    SlowDownError
        If there are more than people can be.
    """
    taken = []
    for name, times in ((network, 1), (_ALL, 2)):
        most, every = times * JOINS_AT_ONCE, 1 / (times * JOINS_A_SECOND)
        bucket = entry.joins.get(name) or _Bucket(most, now)
        _remember(entry.joins, name, bucket)
        if bucket.wait(most, every, now):
            entry.rushed = now
            raise SlowDownError(
                "Many phones are joining. This one gets in by itself in a moment.", _JOINS_AGAIN
            )
        taken.append(bucket)
    for bucket in taken:
        bucket.left -= 1


def _prepare(plan: Iterable[Activity]) -> None:
    """Make now what phones will ask for, while no phone waits."""
    if any(isinstance(each, Find) for each in plan):
        usual_model()


def _is_secret_of(entry: _Entry, secret: str) -> bool:
    return secrets.compare_digest(entry.secret.encode(), secret.encode(errors="replace"))


#: This process's.
ROOMS = Rooms(prefix=PROCESS)
