"""The words of `pages.analysing.words`: all of them on a button, and each where it stands."""

from collections.abc import Mapping
from pathlib import Path

import streamlit as st

from oq_core import MEASURES, Measure
from oq_core.measures import OC_MEASURES, ClassificationMeasure
from pages import menu
from pages.analysing.links import link_to
from pages.analysing.text import plain
from pages.analysing.words import TERMS, anchor
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


def entries() -> dict[str, dict[str, str]]:
    """The name and meaning of every entry, and the key of a measure, by anchor."""
    terms = {anchor(term): {"name": term, "meaning": meaning} for term, meaning in TERMS.items()}
    measures = {
        anchor(key): {
            "name": f"{key}: {measure.name}",
            "meaning": measure.summary,
            "measure": key,
        }
        for known in (MEASURES, OC_MEASURES)
        for key, measure in known.items()
    }
    return terms | measures


def entry_of_a_word() -> None:
    """Let each link that `word` makes open its entry where it stands."""
    _entry(key="entry", data={"entries": entries(), "reference": menu.REFERENCE.address})
