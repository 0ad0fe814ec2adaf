"""What is known of the measures' properties, computed once for all visitors."""

import streamlit as st

from oq_core import MEASURES
from oq_core.knowledge import PROPERTIES
from oq_core.knowledge.properties import Evidence

SIGNS = {"holds": "✓", "fails": "✗", "claimed": "(✓)", "open": "?", "not applicable": "–"}
MEANINGS = {
    "holds": "yes: proved, or shown by an example",
    "fails": "no: an example or a proof against it",
    "claimed": "the papers say so, an example here speaks against it",
    "open": "not known",
    "not applicable": "cannot be asked",
}


@st.cache_data(show_spinner="Looking for counterexamples…")
def evidence_of(key: str) -> dict[str, Evidence]:
    """Whether a measure of `MEASURES` has each property, and why, by the property's key."""
    return {name: each.check(MEASURES[key]) for name, each in PROPERTIES.items()}
