"""Explanations on demand, each Markdown in `explanations` and a template; what simulations say."""

from pathlib import Path

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from oq_core import Scores
from oq_core.knowledge import simulations
from oq_core.phrases import environment
from pages.analysing.text import plain

_FOLDER = Path(__file__).parent / "explanations"


def explanation(text: str, **known: object) -> str:
    """A text in Markdown, which may name what is known."""
    template = (_FOLDER / f"{text}.md").read_text(encoding="utf-8")
    return str(environment(said=simulations.said, **known).from_string(template).render())


def explain(label: str, text: str, **known: object) -> DeltaGenerator:
    """Draw a button that unfolds a text; more can be put into it."""
    popover = st.popover(label, icon=":material/help:")
    popover.markdown(explanation(text, **known))
    return popover


def errors_view(scores: Scores | None = None) -> None:
    """How often each rule is wrong, and what it finds; first on what is like the data at hand."""
    if scores is not None:
        st.markdown(plain(simulations.near(scores)))
    parts = ("advice", "choice", "partly_equal", "over_measures", "many_runs", "clusters")
    st.markdown(" ".join(map(simulations.said, parts)))
    for n in (40, 15, 150):
        st.markdown(f"Campaigns with a wrong finding, {n} instances:")
        st.table(simulations.errors(n))
    st.markdown(simulations.said("real"))
    st.caption(simulations.said("precision"))


def coverage_view() -> None:
    """What intervals of means do in simulations."""
    st.markdown(simulations.said("coverage"))
    st.table(simulations.coverages())
