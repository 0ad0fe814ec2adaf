"""Intervals of the differences of all pairs, and which runs are equivalent for a margin."""

from __future__ import annotations

import streamlit as st

from oq_core import Scores
from oq_core.analysis import Rule, difference_intervals, half_against_half
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
Name the margin before you look. A yardstick is what the raters themselves differ by: the mean score
of one random half of them against the other half."""


def equivalence_view(data: DataSet, scores: Scores, alpha: float, trials: int, seed: int) -> None:
    """Intervals of all differences under one measure, and equivalent pairs."""
    columns = st.columns(2)
    key = columns[0].selectbox(
        "Measure of the differences", scores.measures, key="equivalence_by", bind="query-params"
    )
    margin = columns[1].number_input(
        "Margin (0: none)",
        min_value=0.0,
        max_value=100.0,
        value=0.0,
        step=0.01,
        format="%.3f",
        key="margin",
        bind="query-params",
        help="In the measure's own units: smaller differences do not matter to you.",
    )
    with st.popover("Why equivalence", icon=":material/help:"):
        st.markdown(f"{WHY_EQUIVALENCE} {simulations.differences()}")
    _yardstick(data, key)
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
        show(layouts.difference_intervals(data.name, found, found.measures.index(key), margin))


def _yardstick(data: DataSet, key: str) -> None:
    collection = data.collection
    if collection is None or collection.votes is None or collection.labels is not None:
        return
    value = kept(("halves", data.token, key), lambda: half_against_half(collection, [key])[0])
    if value == value:  # noqa: PLR0124 - NaN where an instance has one vote
        st.caption(f"Half of the raters against the other half: mean {key} {value:.4f}.")
