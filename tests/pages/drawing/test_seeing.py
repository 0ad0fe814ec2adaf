"""What is played of measures says the registry's score at the end."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oq_core import MEASURES
from pages.drawing import theme
from pages.drawing.compare_state import CompareState
from pages.drawing.seeing import SEEN, played
from tests.strategies import states


@given(states().filter(lambda state: not state.empty), st.sampled_from([*SEEN]))
def test_the_last_number_is_the_registrys(state, measure):
    shown = played(state, measure, "a")
    score = float(MEASURES[measure](state.shares("a"), state.shares("gold")))
    assert shown["score"] == f"{measure} = {score:.4f}"
    if measure in ("RNOD", "RNADW"):
        most = len(state.classes) - 1
        assert shown["end"].endswith(f" / {most}.")
        mean = float(shown["end"].removeprefix("The mean of these sums is ").split(". ")[0])
        assert mean == pytest.approx(score**2 * most, abs=6e-4)
    assert shown["colours"] == [theme.GOLD, theme.A]
    if state.two_systems:
        assert played(state, measure, "b")["colours"] == [theme.GOLD, theme.B]


@pytest.mark.parametrize(("measure", "places"), [("RNOD", [0, 1]), ("RNADW", [0, 1, 2])])
def test_errors_are_seen_from_the_classes_with_gold_or_from_all(measure, places):
    shown = played(CompareState(("1", "2", "3"), (5, 5, 0), (0, 5, 5)), measure, "a")
    assert [each["stand"] for each in shown["steps"]] == places


@given(states().filter(lambda state: not state.empty))
def test_what_moves_ends_as_the_gold(state):
    shown = played(state, "NMD", "a")
    now = list(shown["estimated"])
    for step in shown["steps"]:
        now[step["from"]] -= step["amount"]
        now[step["to"]] += step["amount"]
    assert now == pytest.approx(shown["gold"], abs=1e-7)


@given(states().filter(lambda state: not state.empty), st.sampled_from([*SEEN][1:]))
def test_what_is_lit_is_told(state, measure):
    """A number or a sign for each class that is lit, and the last words have the sum."""
    shown = played(state, measure, "a")
    for step in shown["steps"]:
        assert len(step["lit"]) == len(step["marks"]) == len(state.classes)
        assert [bool(mark) for mark in step["marks"]] == [light != 0 for light in step["lit"]]
    if measure in ("NVD", "JSD") and shown["steps"]:
        score = float(MEASURES[measure](state.shares("a"), state.shares("gold")))
        assert shown["steps"][-1]["words"].endswith(f"So far {score:.3f}.")


def test_orders_are_counted():
    state = CompareState(("a", "b", "c"), gold=(3, 2, 1), a=(1, 2, 2))
    shown = played(state, "DNKT", "a")
    assert [step["words"] for step in shown["steps"]] == [
        "a and b: the reverse. So far 0 the same, 1 the reverse.",
        "a and c: the reverse. So far 0 the same, 2 the reverse.",
        "b and c: no order. So far 0 the same, 2 the reverse.",
    ]
    assert shown["end"] == "τ is (0 − 2) / √(2×3) = -0.816. DNKT is (1 − τ) / 2."
    assert shown["score"] == "DNKT = 0.9082"


def test_without_a_measure_the_histograms_are_told():
    shown = played(CompareState(("low", "high"), (5, 15), (10, 10)), "", "a")
    assert shown["end"] == "low 50 %, Gold 25 %; high 50 %, Gold 75 %"
