"""What simulations say of tests and intervals, from the table that they wrote."""

import streamlit as st

from oq_core import Scores
from oq_core.knowledge import simulations
from pages.analysing.text import plain


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
