"""The words of `pages.shared.words`: all of them on a button, and each where it stands."""

from collections.abc import Mapping
from pathlib import Path

import streamlit as st

from oq_core import MEASURES, OC_MEASURES, ClassificationMeasure, Measure
from pages.shared.components import component
from pages.shared.text import plain
from pages.shared.words import TERMS, anchor

_FOLDER = Path(__file__).parent

_entry = component(
    "oq_entry",
    html=(_FOLDER / "entry.html").read_text(),
    css=(_FOLDER / "entry.css").read_text(),
    script=(_FOLDER / "entry.js").read_text(),
)


@st.fragment
def words() -> None:
    """A button that unfolds what the `TERMS` and the names of measures mean."""
    popover = st.popover("Words", icon=":material/help:", key="words", on_change="rerun")
    if not popover.open:
        return
    with popover:
        st.markdown("\n\n".join(f"**{term}**: {meaning}" for term, meaning in TERMS.items()))
        st.subheader("Measures of distributions")
        st.markdown(_of_each(MEASURES))
        st.subheader("Measures of classes")
        st.markdown(_of_each(OC_MEASURES))
        st.page_link("learn/reference.py", label="More in Reference", icon=":material/dictionary:")


def _of_each(measures: Mapping[str, Measure | ClassificationMeasure]) -> str:
    """A paragraph for each measure, in Markdown."""
    return "\n\n".join(
        f"**{plain(key)}**: {plain(measure.name)}. {plain(measure.summary)}"
        for key, measure in measures.items()
    )


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
    _entry(key="entry", data={"entries": entries()})
