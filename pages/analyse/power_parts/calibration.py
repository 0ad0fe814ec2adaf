"""How often a test is wrong on data like the visitor's."""

from __future__ import annotations

import streamlit as st

from oq_core import Scores
from oq_core.analysis import Null, Rule, calibrate
from oq_core.campaign.computing.costs import seconds_of_calibration, size_of
from oq_core.campaign.printing import layouts
from oq_core.defaults import CAMPAIGNS
from oq_core.knowledge import simulations
from pages.host.named import Named
from pages.host.work import work
from pages.shared.data import DataSet
from pages.shared.settings import choice, number, switch
from pages.shared.shown import show

_NULLS: dict[Null, str] = {
    "complete": "All runs",
    "partial": "Only runs that the test does not tell apart",
}


def choose_calibration() -> tuple[Null, float] | None:
    """Which runs are made equal, and what difference is to be found; None unless asked for."""
    if not switch(
        "How often would this test cry wolf on data like mine?",
        "calibrate",
        "calibration",
        "Makes the runs equal and tests campaigns that are drawn from your instances.",
    ):
        return None
    null = choice("Made equal", _NULLS, "calibrate_null", "{words}")
    difference = number(
        "Difference that you would want to find (0: none)", 0.0, 100.0, 0.0,
        "calibrate_difference", "difference {:g}", step=0.01, format="%.3f",
        help="In the measures' own units. Name it before you look: the power for the observed "
        "difference says no more than its p-value.",
    )  # fmt: skip
    return null, difference


def calibration_view(
    data: DataSet,
    scores: Named[Scores],
    rule: Rule,
    alpha: float,
    seed: int,
    null: Null,
    difference: float,
) -> None:
    """How often the test is wrong on data like these."""
    found = work(
        f"Drawing {CAMPAIGNS} campaigns, {data.name}",
        calibrate,
        scores,
        rule,
        alpha,
        null=null,
        difference=difference,
        seed=seed,
        seconds=seconds_of_calibration(*size_of(scores.value), rule, alpha),
    )
    if found is None:
        return
    show(layouts.calibration(data.name, found.value))
    st.caption(simulations.calibration())
