"""The start page, run without a browser."""

from urllib.parse import parse_qsl

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oq_core import MEASURES
from pages.analysing.address import UnreadableError
from pages.drawing.compare_state import START, CompareState
from pages.learn.start import DOORS, FIRST, Drawn, agreement
from tests.pages.conftest import unlinked


def test_the_two_measures_disagree_at_the_start():
    gold, a, b = (START.shares(which) for which in START.shown)
    assert MEASURES["NMD"](b, gold) < MEASURES["NMD"](a, gold)
    assert MEASURES["RNOD"](a, gold) < MEASURES["RNOD"](b, gold)


def test_it_says_what_it_is_about_and_has_three_doors(start):
    page = start()
    assert page.title[0].value == "Who guessed better?"
    assert "Ordinal quantification explorer" in unlinked(page.caption[0].value)
    words = " ".join(text.value for text in page.markdown)
    assert all(door.title in words for door in DOORS)
    links = [link.proto.label for link in page.get("page_link")]
    assert all(words.format(to.title) in links for door in DOORS for to, words in door.links)


@pytest.mark.parametrize(
    ("b", "words"),
    [
        (START.b, ""),
        (START.gold, "**Now they agree: both prefer B.**"),
        (START.a, "**Now they agree: both find a tie.**"),
        ((20, 0, 0, 0, 0), "**Now they agree: both prefer A.**"),
        ((0,) * 5, ""),
    ],
)
def test_it_says_when_a_move_makes_the_measures_agree(start, b, words):
    state = Drawn(gold=START.gold, a=START.a, b=b, two_systems=True)
    assert agreement(state) == words
    page = start()
    page.query_params.update(state.to_address())
    page.run()
    assert any(text.value == words for text in page.markdown) == bool(words)
    links = [link.proto.page for link in page.get("page_link")]
    assert ("challenges" in links) == bool(words)


_VOTES = st.tuples(*5 * [st.integers(0, 20)])


@given(_VOTES, _VOTES, _VOTES)
def test_the_address_holds_what_is_drawn(gold, a, b):
    state = Drawn(gold=gold, a=a, b=b, two_systems=True)
    parameters = state.to_address()
    assert parameters.keys() <= {"drawn"}
    assert Drawn.from_address(parameters) == state if parameters else state == FIRST


@pytest.mark.parametrize("drawn", ["1,2", "1,1,1,1,1/1,1,1,1,1/1,1,1,1", "x,1,1,1,1/1/1", ""])
def test_other_addresses_are_refused(drawn):
    with pytest.raises(UnreadableError, match="needed|not a number"):
        Drawn.from_address({"drawn": drawn})


def test_what_is_drawn_is_opened_and_goes_on_in_compare(start):
    page = start()
    page.query_params["drawn"] = "1,1,1,1,1/0,0,0,0,20/20,0,0,0,0"
    page.run()
    link = next(each for each in page.get("page_link") if "Go on" in each.proto.label)
    opens = dict(parse_qsl(link.proto.query_string))
    expected = CompareState(gold=(1,) * 5, a=(0, 0, 0, 0, 20), b=(20, 0, 0, 0, 0), two_systems=True)
    assert CompareState.from_address(opens) == expected
    page.button[0].click().run()
    assert not page.query_params
