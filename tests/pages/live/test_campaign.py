"""A class as a campaign: by hand, and through the formats that the app reads."""

import io

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oq_core import MEASURES, read_collections
from pages.live.live_parts.questions import shipped_plan, told
from pages.live.server.activities import Estimate, Predict, Rate
from pages.live.server.campaign import (
    campaign,
    estimated,
    gold_file,
    run_names,
    runs_file,
    winners,
)
from pages.live.server.room import FULL, Room, RoomError, nickname


class Named(io.BytesIO):
    def __init__(self, name, content):
        super().__init__(content)
        self.name = name


def played(items, names=(), shows_names=False):
    """A room in which everybody rated and estimated: for each item votes and drawings."""
    plan = [each for item in items for each in (item[0], Estimate())]
    room = Room.of_plan("KXTM", plan).with_names(shows_names)
    for number in range(max(len(item[1]) for item in items)):
        room = room.join(f"b{number}", names[number] if names else "")
    for place, (_, votes, drawings) in enumerate(items):
        room = room.show(2 * place).open()
        for number, vote in enumerate(votes):
            room = room.answer(f"b{number}", 2 * place, vote)
        room = room.show(2 * place + 1).open()
        for number, drawing in enumerate(drawings):
            if drawing is not None:
                room = room.answer(f"b{number}", 2 * place + 1, drawing)
        room = room.reveal()
    return room


SCALE = ("bad", "fair", "good")
ITEMS = [
    (Rate("One", "", SCALE), (0, 0, 1, 2), ((2, 1, 1), (0, 0, 4), (1, 1, 1), None)),
    (Rate("One", "", SCALE), (2, 2, 2, 2), ((0, 0, 1), (0, 1, 0), (3, 0, 0), (1, 1, 1))),
]


def test_votes_are_gold_and_who_estimated_everything_is_a_run():
    (found,) = campaign(played(ITEMS)).values()
    assert found.ids == ("One", "One (2)")
    assert found.classes == SCALE
    np.testing.assert_array_equal(found.votes, [[2, 1, 1], [0, 0, 4]])
    np.testing.assert_allclose(found.gold, [[0.5, 0.25, 0.25], [0, 0, 1]])
    # What nobody estimated is no item.
    more = [*ITEMS, (Rate("Two", "", SCALE), (0, 1, 2), (None, None, None))]
    (same,) = campaign(played(more)).values()
    assert same.ids == found.ids
    assert list(found.runs) == ["phone-1", "phone-2", "phone-3"]
    np.testing.assert_allclose(found.runs["phone-1"], [[0.5, 0.25, 0.25], [0, 0, 1]])
    np.testing.assert_allclose(found.runs["phone-3"], [[1 / 3] * 3, [1, 0, 0]])


def test_scales_are_apart_and_one_item_is_no_campaign():
    other = Rate("Two", "", ("no", "yes"))
    items = [*ITEMS, (other, (0, 1), ((1, 0), (0, 1)))]
    assert list(campaign(played(items))) == ["bad to good"]
    items.append((other, (0, 0), ((1, 0), (0, 1))))
    assert list(campaign(played(items))) == ["bad to good", "no to yes"]
    assert campaign(played(ITEMS[:1])) == {}
    hidden = played(ITEMS[:1])
    assert campaign(Room.of_plan("KXTM", [each.activity for each in hidden.steps])) == {}


def test_the_winner_has_the_smallest_score_and_ties_are_counted():
    room = played(ITEMS)
    item = estimated(room, 1)
    for key, winner in winners(item, MEASURES).items():
        scores = [float(MEASURES[key](each, item.gold)) for each in item.estimates]
        assert winner.score == min(scores)
        assert scores[winner.row] == pytest.approx(min(scores))
        assert scores[: winner.row] == [
            each for each in scores[: winner.row] if each > winner.score
        ]
        assert winner.tied == sum(score == pytest.approx(min(scores)) for score in scores)
    assert winners(item, ["NMD"])["NMD"].row == 0
    same = [(ITEMS[0][0], (0, 0, 0), ((1, 1, 0), (2, 2, 0), (0, 0, 1)))]
    assert winners(estimated(played(same), 1), ["RNOD"])["RNOD"].tied == 2
    assert estimated(played([(ITEMS[0][0], (0,), ())]), 1) is None


def test_nicknames_are_shown_only_when_the_lecturer_shows_names():
    names = ("Ann", "Ann", "../x", "")
    assert list(run_names(played(ITEMS, names)).values()) == [
        *("phone-1", "phone-2", "phone-3", "phone-4")
    ]
    shown = list(run_names(played(ITEMS, names, shows_names=True)).values())
    assert shown == ["Ann", "Ann 2", "-x", "phone-4"]


LABEL = st.text(st.characters(categories=("L", "N", "P", "S", "Zs")), min_size=1, max_size=12).map(
    lambda text: " ".join(text.split())
)


def can_be_seen(typed):
    try:
        nickname(typed)
    except RoomError:
        return False
    return True


@st.composite
def classes_played(draw):
    labels = draw(st.lists(LABEL.filter(bool), min_size=2, max_size=5, unique=True))
    labels = tuple(f"c{label}" for label in labels)
    count = draw(st.integers(1, 4))
    title = st.text(min_size=1, max_size=20).filter(lambda text: text.strip())
    heights = st.lists(st.integers(0, FULL), min_size=len(labels), max_size=len(labels)).filter(any)
    items = [
        (
            Rate(draw(title), "", labels),
            draw(st.lists(st.integers(0, len(labels) - 1), min_size=count, max_size=count)),
            [tuple(draw(heights)) for _ in range(count)],
        )
        for _ in range(draw(st.integers(2, 4)))
    ]
    typed = st.text(max_size=12).filter(can_be_seen) | st.sampled_from(
        ["\u2764\ufe0f", "\U0001f469\u200d\U0001f680", "run 1", "7", "x.csv", "A/run1", "a.gz"]
    )
    names = draw(st.lists(typed, min_size=count, max_size=count))
    return played(items, names, shows_names=draw(st.booleans()))


@given(classes_played())
def test_the_app_reads_its_own_downloads_back(room):
    (made,) = campaign(room).values()
    gold = Named("gold.csv", gold_file(made).encode())
    (read,) = read_collections(gold, [Named("runs.zip", runs_file(made))]).values()
    assert read.ids == made.ids
    assert read.classes == made.classes
    np.testing.assert_allclose(read.gold, made.gold)
    if made.votes.sum() > len(made.ids):
        # Rows of single votes could be probabilities as well.
        np.testing.assert_array_equal(read.votes, made.votes)
    assert set(read.runs) == set(made.runs)
    for name, run in made.runs.items():
        np.testing.assert_allclose(read.runs[name], run, atol=1e-12)


def test_the_shipped_plan_can_be_played():
    plan = shipped_plan()
    kinds = [type(each) for each in plan]
    assert kinds.count(Estimate) == kinds.count(Rate) >= 2
    for each in plan:
        if isinstance(each, Predict):
            found = told(each.source)
            assert 0 <= found.right < len(each.options)
            assert found.words
    Room.of_plan("KXTM", plan)
