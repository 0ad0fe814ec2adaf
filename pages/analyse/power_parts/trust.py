"""What the p-values rest on: which runs are tested together, and how often a test is wrong."""

from dataclasses import replace

import streamlit as st

from oq_core import Options, Scores, discriminative_power, options
from oq_core.analysis import Null, PairTests, calibrate
from oq_core.campaign.computing.family import Family
from oq_core.campaign.printing import layouts
from oq_core.data.scores import counted
from oq_core.defaults import CAMPAIGNS
from oq_core.knowledge import simulations
from pages.analysing import views
from pages.analysing.data import DataSet
from pages.analysing.explain import explain
from pages.analysing.pair_tests import tested
from pages.analysing.settings import choose
from pages.analysing.text import plain
from pages.drawing.shown import show
from pages.host.work import Named, work


def family_view(data: DataSet, tests: PairTests, how: Options) -> None:
    """Which pairs are tested together, and what the baselines change."""
    scope = (
        f"under all chosen measures{' on all data sets' * tests.rule.over_scales} together "
        f"({len(tests.measures)})"
        if tests.rule.over_measures
        else "under each measure"
    )
    st.caption(
        f"Family of tests: {counted(tests.pairs, 'pair')} of {counted(len(tests.runs), 'run')}, "
        f"{scope}. {_same(data.family)}" + _with_and_without(data, tests, how)
    )


def explain_family(data: DataSet) -> None:
    """Why it matters which runs are tested together."""
    with explain("Why the family matters", "family"):
        if data.chosen.value.beside is None:
            st.markdown(
                "Add the baselines under *Options* to see this campaign's numbers with and without "
                "them."
            )


def _same(family: Family) -> str:
    """The runs that are the same, and which of them are tested."""
    words = family.caption
    return f"{plain(words)}. " if words else ""


def _with_and_without(data: DataSet, tests: PairTests, how: Options) -> str:
    """Significant pairs of the runs alone, tested with the baselines and without them."""
    counterpart = replace(data, test_baselines=not data.test_baselines)
    # Of the runs alone there may be too few. Of all data sets together, all would be tested anew.
    if (
        tests.rule.over_scales
        or counterpart.family.tested == data.family.tested
        or len(counterpart.family.tested) < 2
    ):
        return ""
    other = tested(counterpart, list(tests.measures), how)
    if other is None:
        return ""
    inside, outside = (tests, other) if data.test_baselines else (other, tests)
    rows = [inside.runs.index(name) for name in outside.runs]
    shared = inside.p_values[:, rows][:, :, rows]
    counts = zip(
        tests.measures,
        discriminative_power(shared, how.alpha).significant.tolist(),
        discriminative_power(outside.p_values, how.alpha).significant.tolist(),
        strict=True,
    )
    words = "; ".join(f"{key} {within} and {alone}" for key, within, alone in counts)
    names = " and ".join(plain(name) for name in inside.runs if name not in outside.runs)
    return (
        f"Of {counted(outside.pairs, 'pair')} of the runs alone, significant with {names} in the "
        f"family and without: {words}."
    )


def choose_calibration() -> tuple[Null, float] | None:
    """Which runs are made equal, and what difference is to be found; None unless asked for."""
    if not choose(views.CALIBRATE):
        return None
    return choose(options.NULL), choose(options.DIFFERENCE)


def calibration_view(
    name: str, scores: Named[Scores], how: Options, null: Null, difference: float
) -> None:
    """How often the test is wrong on data like these."""
    found = work(
        f"Drawing {CAMPAIGNS} campaigns, {name}",
        calibrate,
        scores,
        how.rule,
        how.alpha,
        null=null,
        difference=difference,
        trials=how.trials,
        seed=how.seed,
    )
    if found is None:
        return
    show(layouts.calibration(name, found.value))
    st.caption(plain(simulations.near(scores.value)))
    st.caption(simulations.said("calibration"))
