"""Pairs of runs: one tested alone by Fisher's test, and which are equivalent for a margin."""

import math

import streamlit as st

from oq_core import Options, Scores
from oq_core.analysis import (
    PairTests,
    difference_intervals,
    equivalence_test,
    fisher_randomisation,
    half_against_half,
    margins_of,
)
from oq_core.analysis.equivalence import FEWEST_FOR_EQUIVALENCE, rare_failures_in_reach
from oq_core.analysis.every_sign import check_instances
from oq_core.campaign.printing import layouts
from oq_core.data.scores import counted
from pages.analysing import views
from pages.analysing.data import DataSet
from pages.analysing.explain import explain
from pages.analysing.settings import choose, choose_pair
from pages.analysing.text import plain
from pages.drawing.shown import show
from pages.host.work import Named, derived, needed, work


def pair_view(data: DataSet, scores: Named[Scores], tests: PairTests, how: Options) -> None:
    """P-values of one chosen pair, alone and in its family."""
    runs = list(scores.value.runs)
    chosen = choose_pair(views.PAIR_FIRST, views.PAIR_SECOND, runs, (runs[0], runs[1]))
    named = derived(Scores.without, scores, [run for run in runs if run not in chosen])
    two = named.value
    pair = two.runs[0], two.runs[1]
    plus_one, margin = how.rule.plus_one, how.margin
    alone = work(
        "Testing one pair",
        fisher_randomisation,
        named,
        how.trials,
        how.seed,
        plus_one=plus_one,
    )
    if alone is None:
        return
    margins = margins_of(margin, two.measures)
    within, doubt = None, ""
    if margins.any() and len(two.ids) < FEWEST_FOR_EQUIVALENCE:
        doubt = f"A test of equivalence needs {FEWEST_FOR_EQUIVALENCE} {tests.unit}s or more."
    elif margins.any():
        found = needed(
            "Testing equivalence",
            equivalence_test,
            named,
            *pair,
            margin,
            how.trials,
            how.seed,
        ).value
        within, doubt = (margins, found), rare_failures_in_reach(two, *pair, margin, found)
    show(layouts.one_pair(data.name, two, alone.value, tests, within))
    st.caption(
        f"{' against '.join(map(plain, pair))}: Fisher's paired randomisation test of "
        f"this pair alone, two-sided, B = {how.trials:,}, seed {how.seed}, on "
        f"{counted(tests.instances, tests.unit)}, "
        f"p = {'(count + 1)/(B + 1)' if plus_one else 'count/B'}. It is for a pair chosen before "
        "the scores were seen."
    )
    if doubt:
        st.warning(plain(doubt))
    explain("Why alone or in a family", "alone")


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
    )
    return float(halves.value[0])
