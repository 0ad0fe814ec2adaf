"""Intervals of the differences of all pairs, and which runs are equivalent for a margin."""

from __future__ import annotations

import math

import streamlit as st

from oq_core import Scores
from oq_core.analysis import Margin, Rule, difference_intervals, half_against_half
from oq_core.analysis.flips import check_instances
from oq_core.campaign.computing.costs import seconds_of_tests, size_of
from oq_core.campaign.printing import layouts
from oq_core.knowledge import simulations
from pages.host.work import kept, work
from pages.shared.data import DataSet
from pages.shared.shown import show

WHY_EQUIVALENCE = """\
That a test finds no difference does not make two runs equal: it may have too few instances. Two
runs are **equivalent for a margin** where the whole interval of their difference lies within it.
Name margins under *Options* before you look. A yardstick is what the raters themselves differ by:
the mean score of one random half of them against the other half."""


def equivalence_view(
    data: DataSet, scores: Scores, alpha: float, trials: int, seed: int, margin: Margin
) -> None:
    """Intervals of all differences under one measure, and equivalent pairs."""
    key = st.selectbox(
        "Measure of the differences", scores.measures, key="equivalence_by", bind="query-params"
    )
    with st.popover("Why equivalence", icon=":material/help:"):
        st.markdown(f"{WHY_EQUIVALENCE} {simulations.differences()}")
    try:
        check_instances(len(scores.ids), alpha)
    except ValueError as error:
        st.caption(f"Intervals are not defined, because {error}.")
        return
    found = work(
        ("differences", data.token, scores.measures, scores.runs, alpha, trials, seed),
        "Drawing signs",
        difference_intervals,
        scores,
        alpha,
        trials,
        seed,
        seconds=seconds_of_tests(*size_of(scores), trials, Rule("sign-flip")),
    )
    if found is not None:
        k = found.measures.index(key)
        show(layouts.difference_intervals(data.name, found, k, margin, _yardstick(data, key, seed)))


def _yardstick(data: DataSet, key: str, seed: int) -> float:
    """Mean of half of the raters against the others; NaN where there are no votes."""
    collection = data.collection
    if collection is None or collection.labels is not None:
        return math.nan
    halves = kept(
        ("halves", data.token, key, seed), lambda: half_against_half(collection, [key], seed)
    )
    return float(halves[0])
