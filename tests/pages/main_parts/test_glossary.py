"""What a word opens: a name, a meaning and a small picture."""

import re
from urllib.parse import unquote

import pytest

from oq_core import MEASURES
from pages.analysing.words import PICTURES, TERMS, anchor
from pages.drawing import theme
from pages.drawing.compare_state import START
from pages.main_parts.glossary import _of_measure, _with, entries, picture_of


def bars_of(picture: str) -> list[list[tuple[float, str]]]:
    """Heights and colours by group; it fails where something else is written."""
    groups = [group.split() for group in picture.split("|")]
    assert all(re.fullmatch(r"[\d.]+[gabn]", bar) for group in groups for bar in group)
    return [[(float(bar[:-1]), bar[-1]) for bar in group] for group in groups]


def test_every_word_has_a_picture_that_can_be_drawn():
    assert PICTURES.keys() == TERMS.keys()
    for picture in PICTURES.values():
        groups = bars_of(picture)
        assert all(max(group)[0] > 0 for group in groups)
        # It is small.
        assert len(groups) + sum(map(len, groups)) <= 20


@pytest.mark.parametrize("key", MEASURES)
def test_the_picture_of_a_measure_has_its_scores_at_the_end(key: str):
    *drawn, scores = bars_of(_of_measure(key))
    votes = {"gold": "g", "a": "a", "b": "b"}
    assert drawn == [[(vote, votes[which]) for vote in START.votes(which)] for which in votes]
    wanted = [float(MEASURES[key](START.shares(which), START.shares("gold"))) for which in "ab"]
    assert scores == [
        (pytest.approx(each, abs=5e-5), name) for each, name in zip(wanted, "ab", strict=True)
    ]


def test_a_picture_draws_each_bar_in_its_height_colour_and_group():
    drawing = unquote(picture_of("1g 4n | 2a").partition(",")[2])
    assert re.findall("fill='(.*?)' d='(.*?)'", drawing) == [
        (theme.GOLD, "M0 42V32h9V42"),
        (theme.A, "M38 42V0h9V42"),
        (theme.NEUTRAL, "M11 42V0h9V42"),
    ]


@pytest.mark.parametrize(("term", "bars"), PICTURES.items())
def test_an_entry_has_its_own_picture(term: str, bars: str):
    assert entries()[anchor(term)]["picture"] == picture_of(bars)


def test_words_are_found_by_their_names_and_meanings_in_order():
    known = [
        {"name": name, "meaning": meaning}
        for name, meaning in (("tau", "Ranks"), ("Gold", "votes"), ("ε", "a gold of ranks"))
    ]
    assert [each["name"] for each in _with("", known)] == ["Gold", "tau", "ε"]
    assert [each["name"] for each in _with("gold", known)] == ["Gold", "ε"]
    assert [each["name"] for each in _with("ranks", known)] == ["tau", "ε"]
    assert _with("mean", known) == []
