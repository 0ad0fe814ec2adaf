"""Explanations on demand: each is Markdown in `explanations`."""

from pathlib import Path

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

_FOLDER = Path(__file__).parent / "explanations"


def explanation(text: str, **known: object) -> str:
    """A text in Markdown; what is known stands in it in braces, such as {LEVEL}."""
    words = (_FOLDER / f"{text}.md").read_text(encoding="utf-8")
    return words.format(**known) if known else words


def explain(label: str, text: str, **known: object) -> DeltaGenerator:
    """Draw a button that unfolds a text; more can be put into it."""
    popover = st.popover(label, icon=":material/help:")
    popover.markdown(explanation(text, **known))
    return popover
