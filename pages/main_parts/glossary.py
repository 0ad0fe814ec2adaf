"""The words of `pages.analysing.words`: all of them on a button, and each where it stands."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import streamlit as st

from oq_core import MEASURES, Measure
from oq_core.measures import OC_MEASURES, ClassificationMeasure
from pages import menu
from pages.analysing.links import link_to
from pages.analysing.text import plain
from pages.analysing.words import PICTURES, TERMS, anchor
from pages.drawing import theme
from pages.drawing.compare_state import START
from pages.drawing.components import component

_entry = component(
    "oq_entry", __file__, "entry.js", html=Path(__file__).with_name("entry.html").read_text()
)


@st.fragment
def words() -> None:
    """A button that unfolds what the `TERMS` and the names of measures mean."""
    popover = st.popover("Words", icon=":material/help:", key="words", on_change="rerun")
    if not popover.open:
        return
    with popover:
        asked = st.text_input("Find a word", placeholder="p-value, NMD, …", key="word_asked")
        found = 0
        for heading, known in _kinds().items():
            listed = {
                name: meaning
                for name, meaning in sorted(known.items(), key=lambda each: each[0].casefold())
                if asked.strip().casefold() in f"{name} {meaning}".casefold()
            }
            found += len(listed)
            if listed:
                st.header(heading)
                st.markdown(
                    "\n\n".join(f"**{name}**: {meaning}" for name, meaning in listed.items())
                )
        if not found:
            st.info("No word here has that in its name or meaning. Try a part of it.")
        link_to(menu.REFERENCE, "More in {}")


def _kinds() -> dict[str, dict[str, str]]:
    """Names and meanings in Markdown, by heading."""
    return {
        "Terms": TERMS,
        "Measures of distributions": _of_each(MEASURES),
        "Measures of classes": _of_each(OC_MEASURES),
    }


def _of_each(measures: Mapping[str, Measure | ClassificationMeasure]) -> dict[str, str]:
    """The full name and summary of each measure, in Markdown."""
    return {
        plain(key): f"{plain(measure.name)}. {plain(measure.summary)}"
        for key, measure in measures.items()
    }


@cache
def entries() -> dict[str, dict[str, str]]:
    """The name and meaning of every entry, its picture, and the key of a measure, by anchor."""
    terms = {
        anchor(term): {"name": term, "meaning": meaning, "picture": PICTURES[term]}
        for term, meaning in TERMS.items()
    }
    measures = {
        anchor(key): {
            "name": f"{key}: {measure.name}",
            "meaning": measure.summary,
            "measure": key,
            "picture": _of_measure(key),
        }
        for known in (MEASURES, OC_MEASURES)
        for key, measure in known.items()
    }
    return terms | measures


def _of_measure(key: str) -> str:
    """What Compare begins with, and at the end its scores of A and B; as in `PICTURES`."""
    if key not in MEASURES:
        return ""
    a, b = START.scores((key,))[key]
    bars = (
        " ".join(f"{votes:g}{which[0]}" for votes in START.votes(which)) for which in START.shown
    )
    return " | ".join([*bars, f"{a:.4f}a {b:.4f}b"])


def entry_of_a_word() -> None:
    """Let each link that `word` makes open its entry where it stands."""
    colours = {"g": theme.GOLD, "a": theme.A, "b": theme.B, "n": theme.NEUTRAL}
    data = {"entries": entries(), "reference": menu.REFERENCE.address, "colours": colours}
    _entry(key="entry", data=data)
