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
def evidence() -> dict[tuple[str, str], Evidence]:
    """Every measure's every property; it hangs on no visitor's data."""
    return {
        (key, name): each.check(measure)
        for key, measure in MEASURES.items()
        for name, each in PROPERTIES.items()
    }
