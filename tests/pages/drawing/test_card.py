"""The card to take home: its size, its bars, its code, and nobody's answers."""

import re
from xml.etree import ElementTree as ET

import numpy as np
import pytest
import segno
from hypothesis import given
from hypothesis import strategies as st

from oq_core import MEASURES
from pages.drawing import theme
from pages.drawing.card import Card
from pages.learn.measure_parts.result import card_of
from pages.learn.measure_parts.state import EQUAL, RIGHT, ChoiceState, drawn, played
from tests.pages.learn.test_measure import answering, like

SVG = "{http://www.w3.org/2000/svg}"
ADDRESS = "https://oq.example/measure?seed=7&asked=abc.1.2"
SHARES = {"People said": np.array([0.5, 0.5, 0]), "One": np.array([0.2, 0.2, 0.6]),
          "Other": np.array([0, 1.0, 0])}  # fmt: skip


def bars(root, colour):
    """Bottoms and heights of the bars of one colour, from left to right."""
    found = [each.attrib for each in root.iter(f"{SVG}rect") if each.get("fill") == colour]
    places = [[float(each[name]) for name in ("x", "y", "height")] for each in found]
    assert [x for x, *_ in places] == sorted(x for x, *_ in places)
    return [(y + height, height) for _, y, height in places]


def test_a_card_is_as_large_as_sites_show_it_and_its_bars_are_the_shares():
    root = ET.fromstring(Card("I judge.", "Here.", "abc", SHARES, "Ask", ADDRESS).drawing())
    assert (root.get("width"), root.get("height")) == ("1200", "630")
    for shares, colour in zip(SHARES.values(), (theme.GOLD, theme.A, theme.B), strict=True):
        found = bars(root, colour)
        assert len({round(bottom, 6) for bottom, _ in found}) == 1
        heights = [height for _, height in found]
        # The highest of all is 1.
        assert heights == pytest.approx((190 * shares).tolist(), abs=0.06)
    texts = [each.text for each in root.iter(f"{SVG}text")]
    assert texts == ["I judge.", "Here.", *SHARES, "Ask oq.example/measure"]


@pytest.mark.parametrize(
    ("heading", "size"),
    [
        ("In our class about 1 of 4 judge like NVD and about 1 of 4 like RPS.", "50"),
        ("In our class about 1 of 4 judge like NVD and about 1 of 4 answer by chance, or by the "
         "side.", "39"),
    ],
)  # fmt: skip
def test_a_long_heading_is_smaller_and_not_cut(heading, size):
    root = ET.fromstring(Card(heading, "Here.", "abc", SHARES, "Ask", ADDRESS).drawing())
    lines = [each.text for each in root.iter(f"{SVG}text") if each.get("font-size") == size]
    assert " ".join(lines) == heading


def test_the_code_is_of_the_whole_address(monkeypatch):
    asked = []
    make = segno.make_qr
    monkeypatch.setattr(
        "segno.make_qr", lambda text, **how: asked.append(text) or make(text, **how)
    )
    root = ET.fromstring(Card("I", "h", "abc", SHARES, "Ask", ADDRESS).drawing())
    assert asked == [ADDRESS]
    matrix = make(ADDRESS, error="l", boost_error=True).matrix
    (path,) = (each.get("d") for each in root.iter(f"{SVG}path") if "scale" in str(each.attrib))
    dark = {(x, y) for y, row in enumerate(matrix) for x, is_dark in enumerate(row) if is_dark}
    found = re.findall(r"M(\d+) (\d+)h1v1h-1z", path)
    assert {(int(x), int(y)) for x, y in found} == dark


@given(st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), max_size=400))
def test_any_words_make_a_drawing_of_at_most_two_lines(words):
    root = ET.fromstring(Card(words, words, "abc", SHARES, "Ask", ADDRESS).drawing())
    texts = [each for each in root.iter(f"{SVG}text") if each.get("font-size") in ("50", "29")]
    assert len(texts) <= 4
    assert all(len(each.text) <= 70 for each in texts)


@pytest.mark.parametrize("key", ["NMD", "RNOD"])
def test_the_card_of_a_series_says_what_was_found_and_where_one_parts(key):
    state = answering(ChoiceState(12), like(key))
    other = {"NMD": "RNOD", "RNOD": "NMD"}[key]
    asks = ChoiceState(12, state.asked)
    card = card_of(played(state), 12, str(asks.to_address()))
    assert card.heading.startswith(f"I judge like {key}")
    assert card.note == f"Here {other} and I part:"
    assert list(card.shares) == ["People said", "I took this", f"{other} prefers"]
    people, took, preferred = card.shares.values()
    questions = zip(played(state).questions, state.answers, strict=True)
    sides = [(drawn(question), 1 + (letter == RIGHT)) for question, letter in questions]
    is_asked = [
        all(map(np.array_equal, (shown[0], shown[mine], shown[3 - mine]), card.shares.values()))
        for shown, mine in sides
    ]
    assert any(is_asked)
    assert MEASURES[key](took, people) < MEASURES[key](preferred, people)
    assert MEASURES[other](took, people) > MEASURES[other](preferred, people)
    # The link has the questions and no answer, and so has all of the card.
    assert state.answers not in card.drawing() + card.words


def test_a_card_of_somebody_who_takes_neither_shows_a_question():
    state = answering(ChoiceState(3), lambda _: EQUAL)
    card = card_of(played(state), 3, ADDRESS)
    assert re.fullmatch("(NMD|RNOD) and I never part.", card.note)
    for shown, asked in zip(card.shares.values(), drawn(played(state).questions[0]), strict=True):
        np.testing.assert_array_equal(shown, asked)
    assert list(card.shares) == ["People said", "Left", "Right"]
