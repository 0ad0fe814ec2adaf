"""Explanations on demand: each is Markdown in `explanations`, and a template."""

from pathlib import Path

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from oq_core.knowledge import simulations
from oq_core.phrases import environment

_FOLDER = Path(__file__).parent / "explanations"


def explain(label: str, text: str, **known: object) -> DeltaGenerator:
    """Draw a button that unfolds a text, which may name what is known; more can be put into it."""
    template = (_FOLDER / f"{text}.md").read_text(encoding="utf-8")
    popover = st.popover(label, icon=":material/help:")
    popover.markdown(environment(said=simulations.said, **known).from_string(template).render())
    return popover
