"""Explanations on demand: each is Markdown in `explanations`, and a template."""

from pathlib import Path

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from oq_core.phrases import environment

_FOLDER = Path(__file__).parent / "explanations"


def explanation(text: str, **known: object) -> str:
    """A text in Markdown, which may name what is known."""
    template = (_FOLDER / f"{text}.md").read_text(encoding="utf-8")
    return str(environment(**known).from_string(template).render())


def explain(label: str, text: str, **known: object) -> DeltaGenerator:
    """Draw a button that unfolds a text; more can be put into it."""
    popover = st.popover(label, icon=":material/help:")
    popover.markdown(explanation(text, **known))
    return popover
