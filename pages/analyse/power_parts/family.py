"""What the p-values rest on: which runs are tested together, and how their scores spread."""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st

from oq_core import Scores, discriminative_power
from oq_core.analysis import PairTests, Rule, spread_ratios
from oq_core.data.scores import counted
from pages.shared.data import DataSet
from pages.shared.pair_tests import tested
from pages.shared.text import plain

#: A run whose spread is so many times the median run's is warned of.
WARN_FROM = 2.0

WHY_FAMILY = """\
The test permutes all runs of the family together. A run that differs much from the others makes
the permuted differences larger, and then fewer pairs are found. A run whose scores hardly vary can
do the reverse. So the family is a choice, to be made before looking: the runs that you want to
compare. State it with the p-values."""

WHY_SPREAD = """\
What is tested is that the runs are exchangeable within an instance, not that their means are
equal. Where one of eight runs spreads six times as much as the others, the plain test finds equal
means different in 15 % of simulated campaigns instead of 5 %. The studentised test keeps to 5 %
there, within the simulation's error."""


def family_view(
    data: DataSet, tests: PairTests, alpha: float, seed: int, with_baselines: bool
) -> None:
    """Which pairs are tested together, and what the baselines change."""
    scope = (
        f"under all chosen measures together ({len(tests.measures)})"
        if tests.rule.over_measures
        else "under each measure"
    )
    st.caption(
        f"Family of tests: {counted(tests.pairs, 'pair')} of {counted(len(tests.runs), 'run')}, "
        f"{scope}. " + _with_and_without(data, tests, alpha, seed, with_baselines)
    )
    with st.popover("Why the family matters", icon=":material/help:"):
        st.markdown(WHY_FAMILY)
        if not data.baselines:
            st.markdown(
                "Add the baselines under *Runs and further data sets* to see this campaign's "
                "numbers with and without them."
            )


def _with_and_without(
    data: DataSet, tests: PairTests, alpha: float, seed: int, with_baselines: bool
) -> str:
    """Significant pairs of the runs alone, tested with the baselines and without them."""
    if not data.baselines:
        return ""
    other = tested(data, list(tests.measures), tests.rule, tests.trials, seed, not with_baselines)
    if other is None:
        return ""
    inside, outside = (tests, other) if with_baselines else (other, tests)
    rows = [inside.runs.index(name) for name in outside.runs]
    shared = inside.p_values[:, rows][:, :, rows]
    counts = zip(
        tests.measures,
        discriminative_power(shared, alpha).significant.tolist(),
        discriminative_power(outside.p_values, alpha).significant.tolist(),
        strict=True,
    )
    words = "; ".join(f"{key} {within} and {alone}" for key, within, alone in counts)
    names = " and ".join(plain(name) for name in data.baselines)
    return (
        f"Of {counted(outside.pairs, 'pair')} of the runs alone, significant with {names} in the "
        f"family and without: {words}."
    )


def spread_view(scores: Scores, rule: Rule) -> None:
    """How much each run's scores spread within instances, and a warning where they differ."""
    ratios = spread_ratios(scores)
    k, run = np.unravel_index(int(ratios.argmax()), ratios.shape)
    words = (
        f"Largest spread of a run: {plain(scores.runs[run])}, {ratios[k, run]:.1f} times the "
        f"median run's under {scores.measures[k]}."
    )
    if ratios[k, run] > WARN_FROM and not rule.studentised and rule.method != "fisher-holm":
        st.warning(
            f"{words} Above {WARN_FROM:g} times, the test can find a run different for its "
            "spread alone. Choose the studentised test under *Rule of the tests*."
        )
    else:
        st.caption(words)
    with st.popover("Why the spread matters", icon=":material/help:"):
        st.markdown(WHY_SPREAD)
        st.dataframe(
            pd.DataFrame(ratios.T, pd.Index(scores.runs, name="run"), list(scores.measures)).round(
                2
            ),
            alt="Spread of every run's scores, in units of the median run's",
        )
        st.caption("Spread of each run's scores about each instance's median, / the median run's.")
