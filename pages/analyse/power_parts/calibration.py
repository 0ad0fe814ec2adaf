"""How often a test is wrong on data like the visitor's."""

import streamlit as st

from oq_core import Options, Scores, options
from oq_core.analysis import Null, calibrate
from oq_core.campaign.computing.costs import seconds_of_calibration, size_of
from oq_core.campaign.printing import layouts
from oq_core.defaults import CAMPAIGNS
from oq_core.knowledge import simulations
from pages.analysing import views
from pages.analysing.settings import choose
from pages.analysing.text import plain
from pages.drawing.shown import show
from pages.host.named import Named
from pages.host.work import work


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
        seconds=seconds_of_calibration(*size_of(scores.value), how.trials, how.rule),
    )
    if found is None:
        return
    show(layouts.calibration(name, found.value))
    st.caption(plain(simulations.near(scores.value)))
    st.caption(simulations.said("calibration"))
