"""What is known of the measures' properties, computed once for all visitors."""

import streamlit as st

from oq_core import MEASURES
from oq_core.knowledge import PROPERTIES
from oq_core.knowledge.properties import Evidence

SIGNS = {"holds": "✓", "fails": "✗", "claimed": "(✓)", "open": "?", "not applicable": "–"}
MEANINGS = {
    "holds": "holds, with a proof, or an example where one decides",
    "fails": "fails, with a counterexample or a proof",
    "claimed": "the papers say so; an example speaks against it in the exact sense asked here",
    "open": "neither proof nor example",
    "not applicable": "the question does not arise",
}


@st.cache_data(show_spinner="Looking for counterexamples…")
def evidence_of(key: str) -> dict[str, Evidence]:
    """Whether a measure of `MEASURES` has each property, and why, by the property's key."""
    return {name: each.check(MEASURES[key]) for name, each in PROPERTIES.items()}
