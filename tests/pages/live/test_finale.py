"""The end of a class: its card, and what it gained from the first guess to the last."""

import csv
import io
import math
from itertools import product

import numpy as np
import pytest

from oq_core import MEASURES
from oq_core.preferences import CANDIDATES, usual_model
from pages.live.live_parts.ending import card_of, where_split
from pages.live.live_parts.questions import clear_choice
from pages.live.server.activities import Estimate, Find, Predict, Rate
from pages.live.server.campaign import campaign
from pages.live.server.finale import gain, guesses_csv, last_series, paired_interval, strongest
from pages.live.server.room import Room
from pages.live.server.series import Split
from tests.pages.live.test_series import SEED, series_of

OPTIONS = ("a", "b", "c")
PHONES = ("p1", "p2", "p3", "p4")


def asked(title):
    return Predict(f"lesson/{title}", title, "?", OPTIONS)


def guessed(*rows, right=1):
    """A room in which phones, in their order, guessed; None for one that did not."""
    room = Room.of_plan("ABCD", [asked(f"q{place}") for place in range(len(rows))])
    for phone in PHONES:
        room = room.join(phone)
    for place, row in enumerate(rows):
        room = room.show(place).open()
        for phone, answer in zip(PHONES, row, strict=True):
            if answer is not None:
                room = room.answer(phone, place, answer)
        room = room.reveal(right, "why")
    return room


def test_the_gain_is_of_phones_that_answered_the_first_and_the_last():
    room = guessed((0, 1, 2, None), (1, 1, 1, 1), (1, 1, 0, 1))
    found = gain(room)
    assert (found.phones, found.first, found.last) == (3, 1 / 3, 2 / 3)
    assert (found.low, found.high) == paired_interval(1, 0, 3)
    assert "First guess 33 % right, last 67 % (3 phones): gain +33 points" in found.words
    rows = list(csv.reader(io.StringIO(guesses_csv(room))))
    assert rows[0] == ["question", "phones", "right", "low", "high"]
    assert [row[:2] for row in rows[1:]] == [
        ["q0", "3"], ["q1", "4"], ["q2", "4"], ["gain, first to last", "3"]
    ]  # fmt: skip
    assert [float(row[2]) for row in rows[1:]] == pytest.approx([1 / 3, 1, 3 / 4, 1 / 3])
    assert [float(each) for each in rows[-1][3:]] == [found.low, found.high]


def test_there_is_no_gain_where_nobody_guessed_twice():
    assert gain(guessed((0, 1, 2, 0))) is None
    assert gain(guessed((0, None, None, None), (None, 1, 1, 1))) is None
    # A question that is not revealed, or whose answer is not known, is no guess.
    room = guessed((0, 1, 2, 0), (1, 1, 1, 1), right=None)
    assert gain(room) is None
    assert len(guesses_csv(room).splitlines()) == 1


@pytest.mark.parametrize("pairs", [4, 12, 30])
def test_the_interval_of_a_gain_holds_the_truth_as_often_as_it_says(pairs):
    """Exactly: every outcome of so many phones, with its probability."""
    outcomes = [(b, c) for b in range(pairs + 1) for c in range(pairs + 1 - b)]
    held = np.array([paired_interval(b, c, pairs) for b, c in outcomes])
    ways = np.array(
        [math.comb(pairs, b) * math.comb(pairs - b, c) for b, c in outcomes], dtype=float
    )
    gained, lost = np.array(outcomes).T
    coverage = []
    for up, down in product(np.arange(0.05, 0.8, 0.1), repeat=2):
        if up + down < 0.95:
            same = 1 - up - down
            chance = ways * up**gained * down**lost * same ** (pairs - gained - lost)
            assert chance.sum() == pytest.approx(1)
            inside = (held[:, 0] <= up - down) & (up - down <= held[:, 1])
            coverage.append(float(chance[inside].sum()))
    assert np.mean(coverage) > 0.945
    assert min(coverage) > 0.9


def test_more_that_gained_is_a_larger_gain():
    for pairs, lost in ((10, 2), (4, 0)):
        ends = [paired_interval(gained, lost, pairs) for gained in range(pairs - lost + 1)]
        assert ends == sorted(ends)
        assert all(-1 <= low < high <= 1 for low, high in ends)
    assert paired_interval(1, 1, 9) == pytest.approx(
        tuple(-each for each in paired_interval(1, 1, 9)[::-1])
    )


@pytest.fixture
def finished(monkeypatch):
    """A class of three that estimated two items and found its measure."""
    monkeypatch.setattr(
        "pages.live.live_parts.ending.phone_address", lambda: "https://oq.example/app/room/"
    )
    item = Rate("An item", "text", tuple("12345"))
    plan = (item, Estimate(), item, Estimate(), Find(SEED))
    room = Room.of_plan("ABCD", plan)
    for phone in PHONES[:3]:
        room = room.join(phone)
    votes, drawn = (0, 0, 4), ((1, 1, 1, 1, 1), (0, 0, 0, 0, 1), (0, 1, 0, 0, 0))
    for place in (0, 2):
        room = room.show(place).open()
        for phone, vote in zip(PHONES, votes, strict=False):
            room = room.answer(phone, place, vote)
        room = room.show(place + 1).open()
        for phone, each in zip(PHONES, drawn, strict=False):
            room = room.answer(phone, place + 1, each)
        room = room.reveal()
    room = room.show(4).open()
    for number, (phone, key) in enumerate(zip(PHONES, ("RNOD", "RNOD", "NMD"), strict=False), 1):
        room = room.answer(phone, 4, series_of(number, key)[0])
    return room.reveal()


def test_the_card_of_a_class_says_what_it_found_and_who_contradict_each_other(finished):
    card = card_of(finished)
    _, found = last_series(finished)
    assert card.heading == f"In our class {found.words}."
    collection = next(iter(campaign(finished).values()))
    conflict = strongest(collection)
    people, *estimates = card.shares.values()
    np.testing.assert_array_equal(people, [2 / 3, 0, 0, 0, 1 / 3])
    assert list(card.shares) == [
        "We said", f"{conflict.a}, NMD’s choice", f"{conflict.b}, RNOD’s choice"
    ]  # fmt: skip
    a, b = estimates
    assert MEASURES["NMD"](a, people) < MEASURES["NMD"](b, people)
    assert MEASURES["RNOD"](a, people) > MEASURES["RNOD"](b, people)
    assert card.address == f"https://oq.example/app/measure?seed={SEED}"
    assert card.note == f"{where_split(found.split)} Our strongest conflict:"


def test_where_a_class_split_it_is_said_who_took_what_nmd_prefers():
    nmd = usual_model().pool.differences[list(CANDIDATES).index("NMD")]
    for triple, took, other in ((int(nmd.argmax()), 70, 20), (int(nmd.argmin()), 20, 70)):
        assert where_split(Split(triple, 0.7, 0.2)) == (
            f"Where we split most, {took} % took what NMD prefers, {other} % the other."
        )


def test_without_a_conflict_the_card_shows_where_the_class_split(finished):
    rooms = Room.of_plan("ABCD", (clear_choice(0), Find(SEED)))
    assert card_of(rooms) is None
    for phone in PHONES[:3]:
        rooms = rooms.join(phone)
    rooms = rooms.show(1).open()
    for number, phone in enumerate(PHONES[:3], 1):
        rooms = rooms.answer(phone, 1, finished.steps[4].answers[number])
    card = card_of(rooms.reveal())
    assert list(card.shares) == ["People", "Left", "Right"]
    assert "conflict" not in card.note
