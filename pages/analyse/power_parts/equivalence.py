"""Intervals of the differences of all pairs, and which runs are equivalent for a margin."""

import math

import streamlit as st

from oq_core import Options, Scores
from oq_core.analysis import Rule, difference_intervals, half_against_half
from oq_core.analysis.every_sign import check_instances
from oq_core.campaign.computing.costs import seconds_of_halves, seconds_of_tests, size_of
from oq_core.campaign.printing import layouts
from pages.analysing import views
from pages.analysing.data import DataSet
from pages.analysing.explain import explain
from pages.analysing.settings import choose
from pages.drawing.shown import show
from pages.host.named import Named
from pages.host.work import needed, work


def equivalence_view(data: DataSet, named: Named[Scores], how: Options) -> None:
    """Intervals of all differences under one measure, and equivalent pairs."""
    scores = named.value
    key = choose(views.EQUIVALENCE_BY, ways=scores.measures)
    explain("Why equivalence", "equivalence")
    try:
        check_instances(len(scores.ids), how.alpha, scores.unit)
    except ValueError as error:
        st.caption(f"Intervals are not defined, because {error}.")
        return
    drawn = work(
        "Drawing signs",
        difference_intervals,
        named,
        how.alpha,
        how.trials,
        how.seed,
        seconds=seconds_of_tests(*size_of(scores), how.trials, Rule("sign-flip")),
    )
    if drawn is not None:
        found = drawn.value
        k = found.measures.index(key)
        yardstick = _yardstick(data, key, how.seed)
        show(layouts.difference_intervals(data.name, found, k, how.margin, yardstick))


def _yardstick(data: DataSet, key: str, seed: int) -> float:
    """Mean of half of the raters against the others; NaN where there are no votes."""
    collection = data.named_collection
    if collection is None or collection.value.labels is not None:
        return math.nan
    halves = needed(
        "Halving the raters",
        half_against_half,
        collection,
        [key],
        seed,
        seconds=seconds_of_halves(len(collection.value.ids)),
    )
    return float(halves.value[0])
