"""Why the measures on a board prefer what they prefer, in words."""

from collections.abc import Sequence

import numpy as np

from oq_core.knowledge import explain_equal_scores, explain_preference
from pages.drawing.compare_state import CompareState
from pages.drawing.measure_table import verdicts

#: The two that the app is about, spoken of wherever both are shown.
_FIRST = ("NMD", "RNOD")


def spoken_of(measures: Sequence[str]) -> tuple[str, ...]:
    """The two measures, or the one, whose sides are shown on a bar that is held."""
    both = all(key in measures for key in _FIRST)
    return _FIRST if both else tuple(measures[:2])


def why(state: CompareState, measures: Sequence[str], *, numbers: bool) -> str:
    """A sentence for each of two measures, or for the only one; empty without two systems' votes.

    In plain words, or with the numbers behind them.

    The two are those of `spoken_of` if they prefer different systems, or else the first two
    of the measures that do, or else those of `spoken_of`.
    """
    if state.empty or not state.two_systems:
        return ""
    sides = {each.measure: each.preferred for each in verdicts(state.scores(measures))}
    told = spoken_of(measures)
    if {sides[key] for key in told} != {"A", "B"}:
        found = [next((key for key in measures if sides[key] == side), "") for side in "AB"]
        told = tuple(sorted(found, key=list(measures).index)) if all(found) else told
    gold, a, b = (state.shares(which) for which in state.shown)
    return " ".join(
        explain_preference(gold, a, b, key, state.classes, numbers=numbers) for key in told
    )


def equal_for_a_reason(state: CompareState, measures: Sequence[str]) -> str:
    """Which of the measures must give the same scores here, and why; empty for none."""
    if state.empty:
        return ""
    estimates = np.stack([state.shares(which) for which in state.shown[1:]])
    return " ".join(explain_equal_scores(estimates, state.shares("gold"), measures))
