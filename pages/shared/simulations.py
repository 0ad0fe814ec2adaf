"""What simulations say of tests and intervals, from the table that they wrote."""

from __future__ import annotations

import streamlit as st

from oq_core.knowledge import simulations


def errors_view() -> None:
    """How often each rule is wrong, and what it finds."""
    parts = (simulations.advice, simulations.choice, simulations.partial, simulations.over_measures)
    st.markdown(" ".join(each() for each in parts))
    for n in (40, 15, 150):
        st.markdown(f"Campaigns with a wrong finding, {n} instances:")
        st.table(simulations.errors(n))
    st.markdown(simulations.real())
    st.caption(simulations.precision())


def coverage_view() -> None:
    """How often intervals of means cover."""
    st.markdown(simulations.coverage())
    st.table(simulations.coverages())
