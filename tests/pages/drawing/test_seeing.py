"""What is played of NMD and RNOD says the registry's score at the end."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oq_core import MEASURES
from pages.drawing import theme
from pages.drawing.seeing import SEEN
from pages.drawing.seeing.component import played
from tests.strategies import states


@given(states().filter(lambda state: not state.empty), st.sampled_from(SEEN))
def test_the_last_number_is_the_registrys(state, measure):
    shown = played(state, measure, "a")
    score = float(MEASURES[measure](state.shares("a"), state.shares("gold")))
    assert shown["score"] == f"{measure} = {score:.4f}"
    if measure == "RNOD":
        assert shown["end"].endswith(f" / {len(state.classes) - 1}.")
    assert shown["colours"] == [theme.GOLD, theme.A]
    if state.two_systems:
        assert played(state, measure, "b")["colours"] == [theme.GOLD, theme.B]


@given(states().filter(lambda state: not state.empty))
def test_what_moves_ends_as_the_gold(state):
    shown = played(state, "NMD", "a")
    now = list(shown["estimated"])
    for step in shown["steps"]:
        now[step["from"]] -= step["amount"]
        now[step["to"]] += step["amount"]
    assert now == pytest.approx(shown["gold"], abs=1e-7)
