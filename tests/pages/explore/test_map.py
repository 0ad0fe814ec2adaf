"""The map: its places, what the browser is sent of it, and the page without a browser."""

import io
import re
from functools import partial

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oq_core import MEASURES, strongest_conflict
from oq_core.disagreement import nmd_rewards, rewards
from pages.drawing.board.events import after_moves
from pages.explore.map_parts import walk
from pages.explore.map_parts.places import places_of
from pages.explore.map_parts.walk import Points, after_move, for_golds
from tests.pages.conftest import unlinked

TRIANGLE = places_of(3)


def words(page):
    return unlinked("\n".join(each.value for each in (*page.markdown, *page.caption)))


@pytest.mark.parametrize("classes", [3, 4, 6, 7, 11])
def test_every_place_of_a_point_reads_back_from_its_text(classes):
    places = places_of(classes)
    stands = places.for_points.tolist()
    np.testing.assert_allclose(places.estimates[places.inside].sum(axis=1), 1)
    for place in (*stands[:3], stands[len(stands) // 2], stands[-1]):
        assert places.of_text(places.text(place)) == place
    for text in ("", "x", "1,2", "0,0,0", "99,0.10", "nan,nan", "1e9,1"):
        assert places.of_text(text) is None


def test_points_of_the_triangle_are_all_of_twenty_votes():
    votes = [tuple(map(int, TRIANGLE.text(place).split(","))) for place in TRIANGLE.for_points]
    assert len(set(votes)) == 231
    assert {sum(each) for each in votes} == {20}


@given(st.integers(4, 11), st.floats(0, 1), st.integers(0, 3))
def test_a_bell_stands_on_its_slice_and_two_heaps_do_not(classes, part, moved):
    places = places_of(classes)
    gold = places.at(int(part * (places.for_points.size - 1))).copy()
    # A little from one class to the next leaves it there.
    away = min(0.024, gold[moved], 1 - gold[moved - 1])
    gold[[moved, moved - 1]] += -away, away
    place = places.of(gold)
    assert place is not None
    assert np.abs(places.at(place) - gold).max() <= 0.025 + 1e-9
    heaps = np.zeros(classes)
    heaps[[0, -1]] = 0.5
    assert places.of(heaps) is None


@given(st.integers(0, 230), st.integers(0, 230), st.sampled_from(["NMD", "RNOD", "DNKT", "JSD"]))
def test_what_a_gold_would_change_is_the_registrys(a, b, key):
    stands = TRIANGLE.for_points.tolist()
    points = Points(3, stands[a], stands[b])
    found = for_golds(TRIANGLE, points, (key, "NVD"))
    assert found.scores.shape == (231, 2, 2)
    for gold in (0, a, 230):
        scores = [
            float(MEASURES[key](TRIANGLE.at(each), TRIANGLE.at(stands[gold])))
            for each in (points.a, points.b)
        ]
        assert found.scores[gold, 0].tolist() == pytest.approx(scores)
        side = 0 if abs(scores[0] - scores[1]) < 1e-9 else 1 + (scores[0] > scores[1])
        assert found.preferred[gold, 0] == side


@pytest.mark.parametrize(
    ("which", "place"),
    [("a", -1), ("a", 10**9), ("a", 1), ("a", "3"), ("a", None), ("c", 0), ("classes", 0), (1, 0)],
)
def test_moves_to_no_place_are_ignored(which, place):
    points = Points(3, 0, 3)
    sent = [{"id": 1, "which": which, "place": place}, {"id": 2, "which": "b", "place": 6}]
    move = partial(after_move, TRIANGLE)
    assert after_moves(points, sent, 0, move) == (Points(3, 0, 6), 2)
    assert after_moves(points, "nonsense", 7, move) == (points, 7)


def test_the_gold_of_a_slice_cannot_be_moved():
    points = Points(5, 0, 3)
    sent = [{"id": 1, "which": "gold", "place": 6}]
    assert after_moves(points, sent, 0, partial(after_move, places_of(5))) == (points, 1)


@pytest.mark.parametrize("classes", [3, 4, 11])
@pytest.mark.parametrize("measures", [("NMD", "RNOD"), ("DNKT", "JSD")])
def test_the_map_is_drawn_for_any_number_of_classes(start, classes, measures, pressed):
    page = start("map", map_classes=str(classes), one=measures[0], other=measures[1])
    assert len(page.get("bidi_component")) >= 1
    assert len([each for each in page.get("page_link") if each.proto.query_string]) == 1
    assert ("A slice of the estimates" in words(page)) == (classes > 3)
    assert ("The best bell" in words(page)) == (classes > 3)
    table = pd.read_csv(io.StringIO(pressed["map.csv"]()))
    votes = np.array([page.slider(key=f"map_{classes}_{i}").value for i in range(classes)])
    for key in measures:
        scores = MEASURES[key](table.filter(regex=r"^p\d"), votes / votes.sum())
        assert table[key].to_numpy() == pytest.approx(scores)


def test_what_is_most_at_odds_is_the_strongest_conflict_of_the_gold(start):
    page = start("map", map_a="20,0,0", map_b="0,0,20")
    found = strongest_conflict("NMD", "RNOD", 3, gold=(11, 6, 3))
    assert found.exact
    told = re.search(r"prefers one \(([\d., ]+)\), RNOD the other \(([\d., ]+)\)", words(page))
    estimates = [np.array(each.split(", "), dtype=float) for each in told.groups()]
    gold = np.array([11, 6, 3]) / 20
    (one, other), (first, second) = (MEASURES[key](estimates, gold) for key in ("NMD", "RNOD"))
    assert min(other - one, first - second) == pytest.approx(found.strength, abs=0.005)
    # The points are those of the link; there is a way to the others.
    (link,) = [each.proto for each in page.get("page_link") if each.proto.query_string]
    assert "a=20%2C0%2C0" in link.query_string
    next(each for each in page.button if each.label == "Put A and B there").click().run()
    assert "map_a" not in page.query_params
    assert next(each for each in page.button if each.label == "Put A and B there").disabled


def test_a_gold_that_is_no_bell_is_not_drawn_and_one_that_is_stands_there(start):
    page = start("map", map_classes="5")
    assert "The gold is not on the map" in words(page)
    page.selectbox(key="map_5_shape").set_value("Bell").run()
    assert "★ The gold's bell" in words(page)
    assert [page.slider(key=f"map_5_{i}").value for i in range(5)] == [1, 5, 8, 5, 1]
    for index in range(5):
        page.slider(key=f"map_5_{index}").set_value(0)
    page.run()
    assert not page.exception
    assert "no votes yet" in page.info[0].value


@pytest.mark.parametrize("text", ["", "x", "1,2,3", "20,0,0,0", "2.00,0.50", "9" * 30])
def test_points_that_a_link_does_not_say_are_told(start, text):
    page = start("map", map_a="20,0,0", map_b=text)
    assert any("where A and B are" in each.value for each in page.warning)
    assert "map_a" not in page.query_params


def sent(monkeypatch):
    """What the map sends to the browser, in the last pass."""
    last = {}
    draw = walk._walk
    monkeypatch.setattr(
        walk, "_walk", lambda *given, **named: last.update(named["data"]) or draw(*given, **named)
    )
    return last


@pytest.mark.parametrize(("votes", "measures"), [(1, ("NMD", "RNOD")), (7, ("DNKT_NMD", "NMD"))])
def test_the_answers_that_are_rewarded_are_marked_and_told(start, monkeypatch, votes, measures):
    data = sent(monkeypatch)
    page = start("map", map_votes=str(votes), one=measures[0], other=measures[1])
    gold = np.array([11, 6, 3]) / 20
    best = rewards(gold, votes, measures)
    for place, answer in zip(data["best"], best, strict=True):
        assert place == pytest.approx([60 * answer[1], 60 * answer[2]])
    first, second = (", ".join(f"{share:.2f}" for share in each) for each in best)
    told = f"{measures[0]} rewards {first} most, {measures[1]} {second} (✚)"
    assert told in words(page)
    assert f"{votes} vote{'s' * (votes > 1)} drawn from ★ (0.55, 0.30, 0.15)" in words(page)
    np.testing.assert_allclose(best[measures.index("NMD")], nmd_rewards(gold, votes))
    # And back: the gold is the distribution itself.
    page.slider(key="map_votes").set_value(0).run()
    assert data["best"] == []
    assert "✚" not in words(page)
    # Another gold, other answers.
    page.slider(key="map_votes").set_value(3)
    page.slider(key="map_3_0").set_value(0).run()
    moved = rewards(np.array([0, 6, 3]) / 9, 3, measures)
    assert data["best"][1] == pytest.approx([60 * moved[1][1], 60 * moved[1][2]])


def test_of_more_classes_there_is_no_such_slider(start, monkeypatch):
    data = sent(monkeypatch)
    page = start("map", map_classes="5", map_votes="3")
    assert "map_votes" not in {each.key for each in page.slider}
    assert "drawn from ★" not in words(page)
    places = places_of(5)
    for (row, column), key in zip(data["best"], ("NMD", "RNOD"), strict=True):
        gold = np.array([page.slider(key=f"map_5_{i}").value for i in range(5)])
        scores = MEASURES[key](places.estimates, gold / gold.sum())
        assert scores[row, column] == pytest.approx(scores.min())
