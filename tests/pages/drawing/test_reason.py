"""Why the measures on a board prefer what they prefer."""

from pages.drawing.board.reason import equal_for_a_reason, spoken_of, why
from pages.drawing.compare_state import START, CompareState


def test_nmd_and_rnod_are_spoken_of_where_both_are_shown():
    assert spoken_of(["NMD", "RSNOD", "RNOD"]) == ("NMD", "RNOD")
    assert spoken_of(["NMD", "NVD", "JSD"]) == ("NMD", "NVD")
    assert spoken_of(["JSD"]) == ("JSD",)


def test_two_that_disagree_are_explained():
    words = why(START, START.measures, numbers=True)
    assert "NMD prefers B" in words
    assert "RNOD prefers A" in words
    words = why(START, ["RNOD", "JSD", "NVD", "NMD"][1:], numbers=True)
    assert "NMD prefers B" in words
    assert "JSD prefers A" in words


def test_where_all_agree_the_usual_two_are_explained():
    state = START.with_votes("b", START.gold)
    words = why(state, ["NMD", "RNOD", "NVD"], numbers=True)
    assert "NMD prefers B" in words
    assert "RNOD prefers B" in words


def test_the_only_measure_is_explained():
    assert why(START, ["NMD"], numbers=False) == (
        "NMD prefers B: the votes of B lie nearer to the gold."
    )
    words = why(START, ["NMD"], numbers=True)
    assert words.startswith("NMD prefers B, 0.150 against 0.225: to become the gold, the votes")
    assert words.count("prefers") == 1


def test_there_is_no_reason_without_two_systems_with_votes():
    assert why(CompareState(), ["NMD", "RNOD"], numbers=True) == ""
    assert why(START.with_votes("a", (0,) * 5), ["NMD", "RNOD"], numbers=True) == ""
    assert equal_for_a_reason(START.with_votes("a", (0,) * 5), ["RNOD", "RNADW"]) == ""


def test_measures_that_are_the_same_here_are_told():
    assert equal_for_a_reason(START, ["RNOD", "RNADW"]).startswith("RNOD = RNADW, because")
