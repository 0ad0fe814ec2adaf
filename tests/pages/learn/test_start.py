"""The start page, run without a browser."""

import json
from dataclasses import replace
from urllib.parse import parse_qsl

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oq_core.knowledge.guesses import GUESSES
from pages.analysing.address import UnreadableError
from pages.drawing.compare_state import START, CompareState
from pages.learn.start import Drawn, agreement
from pages.menu import ENTRIES, MENU
from tests.pages.conftest import unlinked


def test_it_says_what_it_is_about_and_has_a_door_to_each_section(start):
    page = start()
    assert page.title[0].value == "Who guessed better, A or B?"
    assert any("Ordinal quantification explorer" in unlinked(each.value) for each in page.caption)
    doors = [each.value.strip("*") for each in page.markdown if each.value.strip("*") in MENU]
    assert doors == ["Learn", "Explore", "Campaign", "People and judges"]
    links = {link.proto.page: link.proto.label for link in page.get("page_link")}
    listed = [entry for entry in ENTRIES if entry.is_listed and entry.address]
    assert links == {entry.address: f"**{entry.title}**: {entry.question}" for entry in listed}


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
    guess(page, "A")
    page.query_params.update(state.to_address())
    page.run()
    assert any(text.value == words for text in page.markdown) == bool(words)
    links = [f"{link.proto.page}?{link.proto.query_string}" for link in page.get("page_link")]
    assert ("quiz?challenge=disagree" in links) == bool(words)


_VOTES = st.tuples(*5 * [st.integers(0, 20)])
_PAIRS = st.integers(0, len(GUESSES) - 1)


@given(_VOTES, _VOTES, _VOTES, _PAIRS, st.sampled_from((None, 0, 7)))
def test_the_address_holds_what_is_drawn(gold, a, b, pair, raters):
    state = Drawn(gold=gold, a=a, b=b, two_systems=True, pair=pair, raters=raters)
    parameters = state.to_address()
    assert parameters.keys() <= {"drawn", "pair"}
    assert Drawn.from_address(parameters) == state


@given(_PAIRS)
def test_the_address_holds_the_pair_alone_until_a_bar_moves(pair):
    state = Drawn.of_pair(pair)
    assert state.to_address() == ({"pair": str(pair + 1)} if pair else {})
    assert Drawn.from_address(state.to_address()) == state
    assert state.is_as_asked
    assert not replace(state, a=state.gold).is_as_asked


@pytest.mark.parametrize(
    "address",
    [
        *({"drawn": each} for each in ("1,2", "1,1,1,1,1/1,1,1,1,1/1,1,1,1", "x,1,1,1,1/1/1", "")),
        *({"pair": each} for each in ("0", "13", "-1", "A", "")),
    ],
)
def test_other_addresses_are_refused(address):
    with pytest.raises(UnreadableError, match="needed|not a number|from 1 to 12"):
        Drawn.from_address(address)


def test_what_is_drawn_is_opened_and_goes_on_in_compare(start):
    page = start()
    assert not [each for each in page.get("page_link") if "Go on" in each.proto.label]
    page.query_params["drawn"] = "1,1,1,1,1/0,0,0,0,20/20,0,0,0,0"
    page.run()
    link = next(each for each in page.get("page_link") if "Go on" in each.proto.label)
    opens = dict(parse_qsl(link.proto.query_string))
    expected = CompareState(gold=(1,) * 5, a=(0, 0, 0, 0, 20), b=(20, 0, 0, 0, 0), two_systems=True)
    assert CompareState.from_address(opens) == expected
    page.button[0].click().run()
    assert not page.query_params


def guess(page, *answers):
    """Say who guessed better, of one pair after the other."""
    page.session_state["start_guessed"] = dict(enumerate(answers))
    page.run()


def asked(page):
    """What the board was sent of the guess, and its reason."""
    sent = [each.proto.json for each in page.get("bidi_component")]
    (found,) = (json.loads(each) for each in sent if '"guess"' in each)
    return found["guess"], found["why"]


def test_every_pair_is_asked_and_its_reason_comes_after_the_guess(start):
    for pair, each in enumerate(GUESSES):
        page = start(pair=str(pair + 1))
        told, _ = asked(page)
        assert told == {
            "isOpen": True,
            "buttons": [["A", "A guessed better"], ["B", "B guessed better"]],
            "says": "",
        }
        page.session_state["start_guessed"] = {pair: each.rejected}
        page.run()
        told, why = asked(page)
        assert told["says"] == "NMD agrees with you. RNOD does not."
        assert told["buttons"] == [["next", "Another one"]]
        assert why == each.told(START.classes)


def test_guesses_are_counted_from_three_on(start):
    """Of the first three, RNOD prefers A, B and A."""
    assert [each.rejected for each in GUESSES[:3]] == ["B", "A", "B"]
    page = start(pair="2")
    guess(page, "B", "B")
    assert asked(page)[0]["says"] == "RNOD agrees with you. NMD does not."
    page = start(pair="3")
    guess(page, "B", "B", "A")
    told, _ = asked(page)
    assert told["says"] == (
        "RNOD agrees with you. NMD does not. You sided with RNOD on 2 of 3, with NMD on 1."
    )
    guess(page, "B", "A", "B")
    assert asked(page)[0]["says"] == (
        "NMD agrees with you. RNOD does not. You sided with NMD on 3 of 3, with RNOD on 0."
    )
    # A drag is no guess.
    moved = replace(Drawn.of_pair(2), a=GUESSES[2].gold)
    page.query_params.update(moved.to_address())
    page.run()
    told, why = asked(page)
    assert (told["says"], told["isOpen"]) == ("", False)
    assert why.startswith("NMD prefers A")
