"""Rooms: joins, answers and steering in any order, by a plain account of what must be counted."""

import heapq
import json
import operator
import random
import re
from contextlib import suppress
from copy import deepcopy
from dataclasses import replace
from functools import reduce
from threading import Thread

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    consumes,
    initialize,
    invariant,
    precondition,
    rule,
)

from oq_core.preferences import usual_model
from pages.host.limits import Limits
from pages.live.server.activities import Choose, Estimate, Find, PlanError, Predict, Rate
from pages.live.server.campaign import run_names
from pages.live.server.room import FULL, MOST_PARTICIPANTS, Room, RoomError
from pages.live.server.rooms import (
    ANSWERS_A_MINUTE,
    LETTERS,
    LIFE,
    MOST_ROOMS,
    MOST_ROOMS_AN_ADDRESS,
    MOST_STREAMS_A_BROWSER,
    PAUSE,
    RUSH,
    UNSEEN,
    WRONG_CODES,
    FullError,
    NoRoomError,
    Rooms,
    SlowDownError,
    browser_of,
)
from pages.live.server.stored import Stored, is_stored_room, stored_from_json
from pages.live.server.view import view_of

PLAN = (
    Predict("lesson/near", "Near", "How many?", ("none", "one", "two")),
    Rate("A dialogue", "Hello", ("bad", "fair", "good")),
    Estimate(),
    Rate("Another", "", ("1", "2")),
    Choose((2, 1, 0), (1, 1, 1), (0, 1, 2)),
    Find(3),
)
CHOOSE, FIND = 4, 5


#: A participant of a saved room.
TWIN = f'"{"0" * 32}":{{"number":1,"name":""}}'


class Clock:
    """Seconds that pass when they are told to."""

    now = 1000.0

    def __call__(self):
        return self.now


class RoomMachine(RuleBasedStateMachine):
    """A room beside an account of it in sets and dictionaries."""

    tokens = Bundle("tokens")

    @initialize()
    def start(self):
        self.clock = Clock()
        self.rooms = Rooms(self.clock)
        self.open_room()

    @precondition(lambda self: not self.alive())
    @rule()
    def open_another_room(self):
        self.open_room()

    def open_room(self):
        stored = self.rooms.open(PLAN)
        self.code, self.secret = stored.room.code, stored.secret
        self.told = []
        self.rooms.listen(self.told.append)
        self.inside = set()
        self.unseen, self.locked = {}, False
        self.current, self.phases = None, ["planned"] * len(PLAN)
        self.votes = [{} for _ in PLAN]  # by token, those that left included
        self.touched = self.clock.now
        self.ended = False

    def alive(self):
        if not self.ended and self.clock.now - self.touched > LIFE:
            self.ended = True
        return not self.ended

    def steer(self, move):
        """Whether the move was made."""
        before = len(self.told)
        try:
            room = self.rooms.steer(self.code, self.secret, move)
        except NoRoomError:
            assert not self.alive()
            return False
        except RoomError:
            assert self.alive()
            self.touched = self.clock.now
            assert len(self.told) == before
            return False
        assert self.alive()
        self.touched = self.clock.now
        assert self.told[before:] == [self.code]
        assert room.code == self.code
        return True

    @rule(target=tokens, name=st.sampled_from(["", "Ann", "<b>"]))
    def join(self, name):
        try:
            _, token = self.rooms.join(self.code, None, name)
        except NoRoomError:
            assert not self.alive()
            return "nobody"
        except RoomError:
            assert self.locked
            self.touched = self.clock.now
            self.forget_unseen()
            return "nobody"
        assert self.alive()
        assert not self.locked
        self.touched = self.clock.now
        self.forget_unseen()
        assert token not in self.inside
        self.inside.add(token)
        self.unseen[token] = self.clock.now
        return token

    def forget_unseen(self):
        for token, joined in list(self.unseen.items()):
            if joined < self.clock.now - UNSEEN:
                self.go(token)

    def go(self, token):
        self.inside.discard(token)
        self.unseen.pop(token, None)
        for place, phase in enumerate(self.phases):
            if phase == "open":
                self.votes[place].pop(token, None)

    @rule(token=tokens)
    def join_again(self, token):
        if not self.alive():
            return
        self.touched = self.clock.now
        was_inside = token in self.inside
        try:
            _, given = self.rooms.join(self.code, token)
        except RoomError:
            assert self.locked
            assert not was_inside
            self.forget_unseen()
            return
        # Who left, or made a token up, gets a new one.
        assert (given == token) == was_inside
        if given != token:
            assert not self.locked
            self.forget_unseen()
            self.rooms.leave(self.code, given)

    @rule(locked=st.booleans())
    def lock(self, locked):
        if self.steer(lambda room: room.with_lock(locked)):
            self.locked = locked

    @rule()
    def remove_silent(self):
        answered = set().union(*self.votes)
        if self.steer(Room.without_silent):
            assert answered
            for token in self.inside - answered:
                self.go(token)
        else:
            assert self.ended or not answered

    @rule(
        token=tokens,
        place=st.none() | st.integers(-1, len(PLAN)),
        answer=st.one_of(
            st.integers(-1, 3),
            st.lists(st.integers(-1, FULL + 1), min_size=2, max_size=4).map(tuple),
            st.just((0, 0, 0)),
            st.just(True),
            st.just(("1", "2", "3")),
        ),
    )
    def answer(self, token, place, answer):
        if place is None:
            place = -1 if self.current is None else self.current
        open_now = 0 <= place < len(PLAN) and self.phases[place] == "open"
        fits = False
        if open_now and isinstance(PLAN[place], Estimate):
            fits = (
                isinstance(answer, tuple)
                and len(answer) == 3
                and all(isinstance(each, int) and 0 <= each <= FULL for each in answer)
                and any(answer)
            )
        elif open_now and place == FIND:
            fits = isinstance(answer, tuple) and all(
                type(each) is int and 0 <= each < 3 * len(usual_model().pool) for each in answer
            )
        elif open_now and place == CHOOSE:
            fits = type(answer) is int and 0 <= answer < 3
        elif open_now:
            labels = PLAN[place].options if place == 0 else PLAN[place].classes
            fits = type(answer) is int and 0 <= answer < len(labels)
        was_alive = self.alive()
        if was_alive:
            self.touched = self.clock.now
        try:
            self.rooms.answer(self.code, token, place, answer)
        except SlowDownError:
            return
        except RoomError:
            assert not (was_alive and open_now and fits and token in self.inside)
            return
        assert was_alive
        assert open_now
        assert fits
        assert token in self.inside
        if place == FIND:
            # What comes late takes nothing back.
            answer = max(self.votes[place].get(token, ()), answer, key=len)
        self.votes[place][token] = answer
        self.unseen.pop(token, None)

    @rule(token=tokens, vote=st.integers(0, 1))
    def answer_what_is_open(self, token, vote):
        if self.current is not None:
            several = self.current in (2, FIND)
            self.answer(token, self.current, (vote, 1, FULL) if several else vote)

    @rule(token=consumes(tokens))
    def leave(self, token):
        if not self.alive():
            return
        self.rooms.leave(self.code, token)
        self.touched = self.clock.now
        if token in self.inside:
            self.go(token)

    def close_open(self):
        self.phases = ["closed" if phase == "open" else phase for phase in self.phases]

    @rule(place=st.integers(-1, len(PLAN) + 1))
    def show(self, place):
        if self.steer(lambda room: room.show(place)):
            self.close_open()
            self.current = place
        else:
            assert self.ended or not 0 <= place <= len(PLAN)

    @property
    def is_over(self):
        return self.current == len(PLAN)

    @rule()
    def lobby(self):
        if self.steer(Room.lobby):
            self.close_open()
            self.current = None

    @rule()
    def open(self):
        place = self.current
        allowed = place is not None and not self.is_over and self.phases[place] != "revealed"
        if allowed and place == 2:
            allowed = self.phases[1] != "revealed" and bool(self.votes[1])
        if self.steer(Room.open):
            assert allowed
            self.phases[place] = "open"
        else:
            assert self.ended or not allowed

    @rule()
    def close(self):
        if self.steer(Room.close):
            self.close_open()

    @rule()
    def go_on(self):
        """The usual next step."""
        place = self.current
        if place is None:
            self.show(0)
        elif self.is_over:
            self.show(place + 1)
        elif self.phases[place] == "planned":
            self.open()
        elif self.phases[place] == "open":
            self.close()
        elif self.phases[place] == "closed" and place != 1:
            self.reveal(0)
        else:
            self.show(place + 1)

    @rule(right=st.sampled_from([None, 0, 2]))
    def reveal(self, right):
        if self.steer(lambda room: room.reveal(right)):
            self.phases[self.current] = "revealed"
            if self.current == 2:
                self.phases[1] = "revealed"
        else:
            assert self.ended or self.current is None or self.is_over

    @rule(seconds=st.sampled_from([1, 60, LIFE / 2, LIFE + 1]))
    def wait(self, seconds):
        self.clock.now += seconds

    @rule()
    def restart(self):
        """Another process opens the room from what was saved."""
        if not self.alive():
            return
        text = self.rooms.look(self.code, self.secret).to_json()
        self.rooms = Rooms(self.clock)
        self.rooms.reopen(stored_from_json(text))
        self.rooms.listen(self.told.append)
        # Nobody is forgotten who was in the room that was saved.
        self.unseen = {}
        self.touched = self.clock.now

    @rule()
    def end(self):
        if self.alive():
            self.rooms.end(self.code, self.secret)
            self.ended = True
            assert self.told[-1] == self.code
            self.counts_are_right()
            self.open_room()

    @invariant()
    def counts_are_right(self):
        if not self.alive():
            with pytest.raises(NoRoomError):
                self.rooms.room(self.code)
            assert len(self.rooms) == 0
            return
        room = self.rooms.room(self.code)
        assert [step.phase for step in room.steps] == self.phases
        assert room.current == self.current
        assert {browser_of(token) for token in self.inside} == set(room.participants)
        for place, votes in enumerate(self.votes):
            assert len(room.steps[place].answers) == len(votes)
            if place == 2:
                assert sorted(room.steps[2].answers.values()) == sorted(votes.values())
            elif place != FIND:
                counts = room.counts(place)
                assert sum(counts) == len(votes)
                for option, count in enumerate(counts):
                    assert count == list(votes.values()).count(option)
        for token in self.inside:
            for place, votes in enumerate(self.votes):
                assert room.answer_of(browser_of(token), place) == votes.get(token)

    @invariant()
    def phones_are_told_nothing_before_it_is_revealed(self):
        if not self.alive():
            return
        view = view_of(self.rooms.room(self.code), "mark")
        shown = self.current is not None and not self.is_over
        revealed = shown and self.phases[self.current] == "revealed"
        assert ("counts" in view) == revealed
        assert ("right" in view) == revealed
        assert "answers" not in view


RoomMachine.TestCase.settings = settings(deadline=None, max_examples=60, stateful_step_count=40)
TestRooms = RoomMachine.TestCase


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def rooms(clock):
    return Rooms(clock)


def test_codes_have_four_letters_that_are_no_others_and_processes_their_own_prefix():
    assert len(set(LETTERS)) == len(LETTERS)
    assert not set(LETTERS) & set("AEIOUDGJNQSV")
    found = Rooms(prefix="K")
    codes = {found.open((), str(number)).room.code for number in range(MOST_ROOMS)}
    assert len(codes) == MOST_ROOMS
    assert all(re.fullmatch(f"K[{LETTERS}]{{4}}", code) for code in codes)
    assert re.fullmatch(f"[{LETTERS}]{{4}}", Rooms().open(()).room.code)


@pytest.fixture
def room():
    """A room of which an item has one vote."""
    room = Room.of_plan("BCFH", PLAN).join("one").join("two").show(1).open()
    return room.answer("one", 1, 0).close()


def test_what_is_known_cannot_be_opened_and_what_nobody_rated_not_estimated(room):
    with pytest.raises(RoomError, match="stays closed"):
        room.reveal().open()
    with pytest.raises(RoomError, match="revealed already"):
        room.reveal().show(2).open()
    with pytest.raises(RoomError, match="nobody has rated"):
        Room.of_plan("BCFH", PLAN).show(2).open()
    assert room.open().steps[1].phase == room.show(2).open().steps[2].phase == "open"


def test_answers_fit_what_is_asked(room):
    asked, drawn = room.show(0).open(), room.show(2).open()
    for fits in (0, 2):
        assert asked.answer("one", 0, fits).answer_of("one", 0) == fits
    for fits in ((FULL, 0, 0), (0, 0, 1)):
        assert drawn.answer("one", 2, fits).answer_of("one", 2) == fits
    tried = [(asked, 0, answer) for answer in (-1, 3, True, (1, 1, 1))]
    wrong = ((0, 0, 0), (1, 1), (1, 1, 1, 1), (FULL + 1, 0, 0), (-1, 1, 1), (True, 1, 1), 1)
    for where, place, answer in (*tried, *((drawn, 2, answer) for answer in wrong)):
        with pytest.raises(RoomError, match="does not fit"):
            where.answer("one", place, answer)
    for where, place in ((drawn, 1), (drawn, 4), (room.show(3).open(), -1)):
        with pytest.raises(RoomError, match="closed"):
            where.answer("one", place, 0)


def test_who_leaves_keeps_what_is_closed_and_nobody_gets_the_number(room):
    left = room.leave("one")
    assert left.counts(1) == (1, 0, 0)
    assert left.join("three").participants["three"].number == 3
    assert room.open().leave("one").counts(1) == (0, 0, 0)
    assert left.join("one").answer_of("one", 1) is None


def test_a_nickname_stays_until_another_is_typed(room):
    named = room.join("one", " Ann  B ").join("one")
    assert named.participants["one"].name == "Ann B"
    assert named.join("one", "Eve").participants["one"].name == "Eve"
    assert named.join("one", " ").participants["one"].name == ""
    assert named.joined == 2


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("\u202eAnn\x00\t\u2066 \U0001f469\u200d\U0001f680", "Ann \U0001f469\u200d\U0001f680"),
        ("\u2764\ufe0f", "\u2764\ufe0f"),
        ("../<b>Ann</b>", "--b-Ann--b-"),
        ("\u3164Ann\u2800", "Ann"),
        ("e\u0301" * 24, "\u00e9" * 24),
        ("phone-7", "phone-7 2"),
        ("phone-2", "phone-2"),
        ("Eve", "Eve 3"),
        ("E" * 24, "E" * 19 + " 2"),
    ],
)
def test_a_nickname_is_kept_as_it_is_shown_and_is_nobody_elses(typed, shown):
    room = Room.of_plan("BCFH", PLAN).join("one", "Eve").join("two").join("three", "Eve")
    room = room.join("four", "E" * 24).with_names(True).join("two", typed)
    assert room.participants["three"].name == "Eve 2"
    assert run_names(room)[2] == room.participants["two"].name == shown


@pytest.mark.parametrize(
    "typed", ["\u3164", "\u200d", "\u2800 \u2800", "\u0301", "\ufe0f", "\U000e0041"]
)
def test_a_nickname_that_cannot_be_seen_is_refused(typed):
    with pytest.raises(RoomError, match="Nothing of this nickname can be seen"):
        Room.of_plan("BCFH", PLAN).join("one", typed)


def test_what_changes_nothing_is_told_to_nobody(rooms):
    stored, told = rooms.open(PLAN), []
    rooms.listen(told.append)
    rooms.steer(stored.room.code, stored.secret, lambda room: room)
    assert told == []
    rooms.steer(stored.room.code, stored.secret, Room.lobby)
    assert told == [stored.room.code]


def test_a_phone_is_a_sign_of_life_and_looking_is_none(rooms, clock):
    stored = rooms.open(PLAN)
    clock.now += LIFE - 1
    rooms.join(stored.room.code, None)
    clock.now += LIFE - 1
    rooms.look(stored.room.code, stored.secret)
    clock.now += 2
    with pytest.raises(NoRoomError):
        rooms.look(stored.room.code, stored.secret)


def phones_of(rooms, clock, count, address, opener=""):
    """The code of a new room, and phones that join and follow it."""
    code = rooms.open((), opener).room.code
    return code, [joined(rooms, clock, code, address) for _ in range(count)]


def joined(rooms, clock, code, address):
    """A phone that joins and follows: its token, and where it notes that its stream ended."""
    clock.now += 1 / 20
    token, ended = rooms.join(code, None, None, address)[1], []
    rooms.connect(code, token, address, lambda: ended.append(1))
    return token, ended


def kept(phones):
    """How many phones of some still have their stream."""
    return sum(not ended for _, ended in phones)


@pytest.fixture
def few_streams(monkeypatch):
    """A tenth of what a server ordinarily takes, so that no test takes long."""
    limits = Limits(streams=300, network_streams=100)
    monkeypatch.setattr("pages.live.server.rooms.LIMITS", limits)
    monkeypatch.setattr("pages.live.server.rooms._STEP", 25)


def test_a_script_that_takes_all_streams_closes_no_class(rooms, clock):
    """A thousand phones with three streams each; others come from its network, too."""
    hall, before = phones_of(rooms, clock, 200, "192.0.2.1")
    own, script = phones_of(rooms, clock, MOST_PARTICIPANTS, "192.0.2.1")
    for token, ended in script:
        for _ in range(MOST_STREAMS_A_BROWSER - 1):
            rooms.connect(own, token, "192.0.2.1", lambda ended=ended: ended.append(1))
    assert kept(before) == 200
    # The rest of the hall comes, and another class elsewhere.
    after = [joined(rooms, clock, hall, "192.0.2.1") for _ in range(300)]
    elsewhere, others = phones_of(rooms, clock, 500, "192.0.2.2")
    assert (kept(before), kept(after), kept(others)) == (200, 300, 500)
    assert [rooms.connected(each) for each in (hall, elsewhere)] == [500, 500]
    # A phone that loads its page again is in before the server knows that it left.
    rooms.connect(hall, before[0][0], "192.0.2.1")
    assert rooms.connected(hall) == 500


@pytest.mark.usefixtures("few_streams")
@pytest.mark.parametrize(
    ("address", "first", "later"),
    [("192.0.2.1", 50, 0), ("192.0.2.1", 0, 25), ("192.0.2.2", 50, 0), ("192.0.2.2", 0, 50)],
)
def test_one_network_with_many_rooms_leaves_a_class_its_streams(
    rooms, clock, address, first, later
):
    """Each of its phones has one stream. A class of the same network came before, or shares."""
    code, before = phones_of(rooms, clock, first, address, "192.0.2.9")
    for _ in range(MOST_ROOMS_AN_ADDRESS):
        own = rooms.open((), "192.0.2.1").room.code
        for _ in range(30):
            with suppress(FullError):
                joined(rooms, clock, own, "192.0.2.1")
    after = [joined(rooms, clock, code, address) for _ in range(later)]
    assert (kept(before), kept(after)) == (first, later)


@pytest.mark.usefixtures("few_streams")
def test_a_class_keeps_its_streams_whatever_many_networks_do(rooms, clock):
    code, before = phones_of(rooms, clock, 50, "192.0.2.1")
    for number in range(10):
        with suppress(FullError):
            phones_of(rooms, clock, 60, f"10.0.0.{number}")
    assert kept(before) == 50
    # Nor do they take the place of a phone that was away.
    rooms.disconnect(next(line for line in rooms._entries[code].lines))
    with suppress(FullError):
        phones_of(rooms, clock, 60, "10.0.0.11")
    rooms.connect(code, before[0][0], "192.0.2.1")
    assert rooms.connected(code) == 50


@pytest.mark.usefixtures("few_streams")
def test_where_all_streams_are_of_phones_that_stay_the_last_gets_none(rooms, clock):
    classes = [phones_of(rooms, clock, 100, f"10.0.0.{number}") for number in range(3)]
    code = rooms.open(()).room.code
    with pytest.raises(FullError, match="Too many phones are connected"):
        joined(rooms, clock, code, "10.0.0.4")
    assert [kept(phones) for _, phones in classes] == [100, 100, 100]
    assert rooms.connected(code) == 0


def test_only_who_opened_a_room_steers_it(rooms):
    stored = rooms.open(PLAN)
    other = rooms.open(PLAN)
    code = stored.room.code
    for wrong in ("", "x", other.secret, stored.secret[:-1], "é"):
        for act in (
            lambda secret: rooms.steer(code, secret, Room.lobby),
            lambda secret: rooms.look(code, secret),
            lambda secret: rooms.end(code, secret),
        ):
            with pytest.raises(RoomError, match="Only who opened"):
                act(wrong)
    assert rooms.look(code, stored.secret).room == stored.room


def test_a_browsers_token_is_not_kept_and_not_in_the_saved_room(rooms):
    stored = rooms.open(PLAN)
    _, token = rooms.join(stored.room.code, None, "Ann")
    room = rooms.steer(stored.room.code, stored.secret, lambda room: room.with_names(True))
    text = rooms.look(stored.room.code, stored.secret).to_json()
    assert "Ann" in text
    assert token not in text
    # Nothing else is lost; phones that were told more than was saved follow again.
    assert stored_from_json(text).room == replace(room, version=room.version + 1)
    assert is_stored_room(text)
    assert not is_stored_room("{}")


def test_limits_have_clear_sentences(rooms, clock):
    for number in range(MOST_ROOMS_AN_ADDRESS):
        last = rooms.open(PLAN, f"2001:db8::{number}")
        assert len(rooms) == number + 1
    with pytest.raises(FullError, match="from your network"):
        rooms.open(PLAN, "2001:db8::ffff")
    for number in range(MOST_ROOMS - MOST_ROOMS_AN_ADDRESS):
        rooms.open(PLAN, f"host {number}")
    with pytest.raises(FullError, match="100 rooms are open"):
        rooms.open(PLAN, "another")
    rooms.end(last.room.code, last.secret)
    code = rooms.open(PLAN, "another").room.code
    tokens = [rooms.join(code, None, "", str(n // 50))[1] for n in range(400)]
    clock.now += 20
    tokens += [rooms.join(code, None, "", str(n // 50))[1] for n in range(400, 800)]
    clock.now += 8
    tokens += [rooms.join(code, None, "", "b")[1] for n in range(MOST_PARTICIPANTS - 800)]
    with pytest.raises(RoomError, match="full: it takes 1,000 phones"):
        rooms.join(code, None)
    # Those who are inside come back.
    assert rooms.join(code, tokens[0])[1] == tokens[0]
    rooms.leave(code, tokens[0])
    assert rooms.join(code, None)[0].participants
    rooms.join(code, tokens[1], "x" * 24)
    with pytest.raises(RoomError, match="at most 24"):
        rooms.join(code, tokens[1], "x" * 25)
    lines = [rooms.connect(code, tokens[1]) for _ in range(MOST_STREAMS_A_BROWSER)]
    with pytest.raises(FullError, match="too many tabs"):
        rooms.connect(code, tokens[1])
    rooms.connect(code, tokens[2])
    assert rooms.connected(code) == 2
    for line in (*lines, *lines):
        rooms.disconnect(line)
    assert rooms.connected(code) == 1
    clock.now += LIFE + 1
    assert len(rooms) == 0


def test_answers_a_minute_are_limited_for_each_browser(rooms, clock):
    stored = rooms.open(PLAN)
    code = stored.room.code
    rooms.steer(code, stored.secret, lambda room: room.show(0).open())
    one, two = (rooms.join(code, None)[1] for _ in range(2))
    for number in range(ANSWERS_A_MINUTE):
        rooms.answer(code, one, 0, number % 3)
    with pytest.raises(SlowDownError, match="Too many answers") as slowed:
        rooms.answer(code, one, 0, 0)
    assert 0 < slowed.value.wait <= 1
    assert rooms.answer(code, two, 0, 1).counts(0) == (0, 1, 1)
    clock.now += 1
    assert rooms.answer(code, one, 0, 0).counts(0) == (1, 1, 0)
    with pytest.raises(SlowDownError):
        rooms.answer(code, one, 0, 1)


def test_wrong_codes_are_slowed_for_each_address_and_who_is_inside_is_not(rooms, clock):
    code = rooms.open(PLAN).room.code
    _, token = rooms.join(code, None)
    # Right ones do not count.
    for _ in range(WRONG_CODES):
        rooms.check_code(code, None, "2001:db8::1")
    for number in range(WRONG_CODES):
        # A code that is asked for again is no other guess.
        for _ in range(2):
            with pytest.raises(NoRoomError):
                rooms.check_code(f"X{number}", None, "2001:db8::1")
    for tried in ("XXXXX", code):
        # Who has one address of version 6 has as many as there are in the network.
        for address in ("2001:db8::1", "2001:db8::2"):
            with pytest.raises(SlowDownError, match="Wait") as slowed:
                rooms.check_code(tried, "made up", address)
    assert 0 < slowed.value.wait <= PAUSE
    rooms.check_code(code, token, "2001:db8::1")
    for other in ("2001:db9::1", "::ffff:192.0.2.1", "192.0.2.1"):
        rooms.check_code(code, None, other)
    clock.now += PAUSE
    rooms.check_code(code, None, "2001:db8::1")
    rooms.join(code, None, None, "2001:db8::3")
    clock.now -= PAUSE
    rooms.check_code(code, None, "2001:db8::1")


def answers_to_links(rooms, links, address):
    said = []
    for code, secret in links:
        with pytest.raises(RoomError) as refused:
            rooms.look_by_link(code, secret, address)
        said.append(str(refused.value))
    return said


def test_a_link_that_was_made_up_does_not_tell_whether_there_is_a_room(rooms, clock):
    stored = rooms.open(PLAN)
    code = stored.room.code
    asked = [code if number % 3 else f"X{number}" for number in range(WRONG_CODES)]
    first = answers_to_links(rooms, [(each, f"x{n}") for n, each in enumerate(asked)], "192.0.2.1")
    assert set(first) == {"Copy the whole link again, from the device that opened the class."}
    # What was counted is told again, and all else waits, whatever code it names.
    assert answers_to_links(rooms, [(code, "x1"), ("X0", "x0")], "192.0.2.1") == first[:2]
    later = answers_to_links(rooms, [(code, "y"), ("XXXX", "y"), (code, "é")], "192.0.2.1")
    assert [each.startswith("Too many wrong codes") for each in later] == [True] * 3
    for address in ("192.0.2.1", "192.0.2.2"):
        assert rooms.look_by_link(code, stored.secret, address) == stored
    clock.now += LIFE + 1
    (gone,) = answers_to_links(rooms, [(code, stored.secret)], "192.0.2.3")
    assert gone == first[0]


def test_codes_are_not_found_by_reopening_rooms(rooms):
    taken, address = rooms.open(PLAN).room.code, "192.0.2.1"
    for number in range(WRONG_CODES):
        made_up = Stored(Room.of_plan(f"X{number}", PLAN), "made up")
        rooms.end(f"X{number}", rooms.reopen(made_up, address).secret)
    for code in ("XXXX", taken):
        with pytest.raises(SlowDownError):
            rooms.reopen(Stored(Room.of_plan(code, PLAN), "made up"), address)
    # Phones of that network are not kept out by it.
    rooms.check_code(taken, None, address)


def test_networks_that_came_first_are_forgotten_first(rooms, monkeypatch):
    monkeypatch.setattr("pages.live.server.rooms._MOST_NETWORKS", 2)
    for address in ("192.0.2.1", "192.0.2.2", "192.0.2.1", "192.0.2.3"):
        with pytest.raises(NoRoomError):
            rooms.check_code(f"X{address}", None, address)
    assert [*rooms._wrong] == ["192.0.2.2", "192.0.2.3"]


def come_in(rooms, code, clock, count, address):
    """Seconds until phones of one address are in that come together and wait as they are told."""
    start, chance = clock.now, random.Random(0)
    due = [(start, number) for number in range(count)]
    while due:
        clock.now, number = heapq.heappop(due)
        try:
            _, token = rooms.join(code, None, None, address)
            rooms.connect(code, token)
        except SlowDownError as slowed:
            wait = (int(slowed.wait) + 1) * (0.6 + 0.8 * chance.random())
            heapq.heappush(due, (clock.now + wait, number))
    return clock.now - start


@pytest.mark.parametrize("address", [lambda _: "192.0.2.1", "10.0.0.{}".format])
def test_a_script_that_joins_fills_no_room_for_people(rooms, clock, address):
    code = rooms.open(PLAN).room.code
    assert not rooms.rushed(code)
    for number in range(998):
        clock.now += 0.4 / 998
        with suppress(SlowDownError):
            rooms.join(code, None, None, address(number))
    assert rooms.rushed(code)
    assert len(rooms.room(code).participants) < MOST_PARTICIPANTS / 2
    # A whole lecture hall, behind the script's own address.
    assert come_in(rooms, code, clock, 200, address(0)) < 15
    clock.now += RUSH + 1
    assert not rooms.rushed(code)
    # None of the script's has been seen again.
    rooms.join(code, None)
    assert len(rooms.room(code).participants) == 201


def test_two_hundred_phones_that_come_together_are_in_at_once(rooms, clock):
    code = rooms.open(PLAN).room.code
    assert come_in(rooms, code, clock, 200, "192.0.2.1") == 0
    assert come_in(rooms, code, clock, 300, "192.0.2.1") < 20


def test_who_follows_or_answers_keeps_its_place(rooms, clock):
    stored = rooms.open(PLAN)
    code = stored.room.code
    rooms.steer(code, stored.secret, lambda room: room.show(0).open())
    tokens = [rooms.join(code, None)[1] for _ in range(3)]
    rooms.disconnect(rooms.connect(code, tokens[0]))
    rooms.answer(code, tokens[1], 0, 1)
    clock.now += UNSEEN + 1
    rooms.join(code, None)
    inside = set(rooms.room(code).participants)
    assert [browser_of(token) in inside for token in tokens] == [True, True, False]


def test_answers_from_many_threads_are_all_counted_once(rooms):
    stored = rooms.open(PLAN)
    code = stored.room.code
    rooms.steer(code, stored.secret, lambda room: room.show(0).open())

    def phone(number):
        _, token = rooms.join(code, None)
        for each in range(5):
            rooms.answer(code, token, 0, (number + each) % 3)

    threads = [Thread(target=phone, args=(number,)) for number in range(60)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    room = rooms.look(code, stored.secret).room
    assert room.joined == room.answered == 60
    assert room.counts(0) == (20, 20, 20)


def test_a_room_whose_code_was_taken_gets_another(rooms):
    stored = rooms.open(PLAN)
    code = stored.room.code
    again = Rooms()
    first = again.reopen(stored)
    assert first.room.code == code
    # Whoever has the same code without the secret is another room.
    other = again.reopen(type(stored)(stored.room, "another-secret-of-20-letters"))
    assert other.room.code != code
    assert len(again) == 2
    assert again.mark(code) != again.mark(other.room.code)
    # The code leads to the process that has the room.
    assert Rooms(prefix="K").reopen(stored).room.code.startswith("K")
    # A room that lives is not set back to what was saved.
    _, token = again.join(code, None)
    assert browser_of(token) in again.reopen(stored).room.participants


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda text: text + " " * 8_000_000, "larger than 8,000 kB"),
        (lambda text: text[:-1], "no JSON object"),
        (lambda _: "[" * 100_000, "no JSON object"),
        (lambda text: text.replace('"name":""', r'"name":"\ud800"'), "no JSON object"),
        (lambda text: text.replace("live class room", "room"), "no saved room"),
        (lambda text: text.replace('"phase":"planned"', '"phase":"gone"'), "activity 1: planned"),
        (lambda text: text.replace('"current":null', '"current":9'), "current"),
        (lambda text: text.replace('"joined":1', '"joined":true'), "joined"),
        (lambda text: text.replace('"kind":"estimate"', '"kind":"guess"'), "activity 3"),
        (
            lambda text: text.replace('"answers":{}', '"answers":{"1":7}'),
            "activity 1: an answer does",
        ),
        (lambda text: text.replace('"answers":{}', '"answers":{"8":1}'), "number"),
        (lambda text: text.replace('"number":1', '"number":"1"'), "number"),
        (lambda text: text.replace('"name":""', '"name":7'), "nickname"),
        (lambda text: text.replace('"participants":{', f'"participants":{{{TWIN},'), "same number"),
        (lambda text: re.sub('"secret":"[^"]*"', '"secret":"x"', text), "secret"),
        (lambda text: re.sub('"code":"[^"]*"', '"code":"../x"', text), "code"),
    ],
)
def test_other_files_are_no_rooms(rooms, change, words):
    stored = rooms.open(PLAN)
    rooms.join(stored.room.code, None)
    text = rooms.look(stored.room.code, stored.secret).to_json()
    assert stored_from_json(text).secret == stored.secret
    with pytest.raises(PlanError, match=words):
        stored_from_json(change(text))


def test_whatever_stands_in_a_saved_room_it_is_read_or_refused(rooms):
    stored = rooms.open(PLAN)
    _, token = rooms.join(stored.room.code, None, "Ann")
    rooms.steer(stored.room.code, stored.secret, lambda room: room.show(0).open())
    rooms.answer(stored.room.code, token, 0, 1)
    rooms.steer(stored.room.code, stored.secret, lambda room: room.reveal(1, "Why"))
    saved = json.loads(rooms.look(stored.room.code, stored.secret).to_json())

    def parts(value, *path):
        inside = value.items() if isinstance(value, dict) else ()
        for key, each in enumerate(value) if isinstance(value, list) else inside:
            yield (*path, key)
            yield from parts(each, *path, key)

    # Longer than any text may be.
    long = "x" * 2001
    for *path, last in parts(saved):
        for other in (None, 7, -1, "x", long, [7], {"x": 7}):
            text = deepcopy(saved)
            reduce(operator.getitem, path, text)[last] = other
            with suppress(PlanError):
                assert long not in stored_from_json(json.dumps(text)).to_json()
