"""The words of `pages.analysing.words`: all of them on a button, and each where it stands."""

from collections.abc import Mapping
from functools import cache
from html import escape
from pathlib import Path
from urllib.parse import quote

import streamlit as st

from oq_core import MEASURES, Measure
from oq_core.measures import OC_MEASURES, ClassificationMeasure
from pages import menu
from pages.analysing.links import link_to
from pages.analysing.words import PICTURES, TERMS, anchor
from pages.drawing import theme
from pages.drawing.compare_state import START
from pages.drawing.components import component

#: Of a picture, in pixels.
_HIGH = 42

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
            listed = _with(asked.strip().casefold(), known)
            found += len(listed)
            if listed:
                st.header(heading)
                st.html("".join(map(_listed, listed)))
        if not found:
            st.info("No word here has that in its name or meaning. Try a part of it.")
        link_to(menu.REFERENCE, "More in {}")


def _with(asked: str, known: list[dict[str, str]]) -> list[dict[str, str]]:
    """The entries, by name, that have what is asked in their name or meaning."""
    named = sorted(known, key=lambda each: each["name"].casefold())
    return [each for each in named if asked in f"{each['name']} {each['meaning']}".casefold()]


def _listed(entry: dict[str, str]) -> str:
    """An entry as HTML: its picture, name and meaning."""
    picture = f'<img src="{entry["picture"]}" alt="" style="display:block; height:1.6rem">'
    return f"<p>{picture}<b>{escape(entry['name'])}</b>: {escape(entry['meaning'])}</p>"


def _kinds() -> dict[str, list[dict[str, str]]]:
    """Entries by heading: names, meanings and pictures, and the keys of measures."""
    terms = [
        {"name": term, "meaning": meaning, "picture": picture_of(PICTURES[term])}
        for term, meaning in TERMS.items()
    ]
    return {
        "Terms": terms,
        "Measures of distributions": _of_each(MEASURES),
        "Measures of classes": _of_each(OC_MEASURES),
    }


def _of_each(
    measures: Mapping[str, Measure | ClassificationMeasure],
) -> list[dict[str, str]]:
    return [
        {
            "name": f"{key}: {measure.name}",
            "meaning": measure.summary,
            "measure": key,
            "picture": picture_of(_of_measure(key)),
        }
        for key, measure in measures.items()
    ]


@cache
def entries() -> dict[str, dict[str, str]]:
    """All entries by their anchor."""
    return {
        anchor(each.get("measure", each["name"])): each
        for known in _kinds().values()
        for each in known
    }


def picture_of(bars: str) -> str:
    """Bars in groups, written as in `PICTURES`, as an image's address."""
    colours = {"g": theme.GOLD, "a": theme.A, "b": theme.B, "n": theme.NEUTRAL}
    across, paths = 0, dict.fromkeys(colours.values(), "")
    for group in bars.split(" | "):
        heights = [(float(bar[:-1]), colours[bar[-1]]) for bar in group.split()]
        most = max(height for height, _ in heights)
        for height, colour in heights:
            top = _HIGH - max(1, _HIGH * height / most)
            paths[colour] += f"M{across} {_HIGH}V{top:.0f}h9V{_HIGH}"
            across += 11
        across += 16
    drawn = "".join(f"<path fill='{each}' d='{path}'/>" for each, path in paths.items() if path)
    size = f"width='{across - 18}' height='{_HIGH}'"
    drawing = f"<svg xmlns='http://www.w3.org/2000/svg' {size}>{drawn}</svg>"
    return "data:image/svg+xml," + quote(drawing, safe=" ='/:")


def _of_measure(key: str) -> str:
    """What Compare begins with, and at the end its scores of A and B; as in `PICTURES`.

    A measure of classes has what it judges.
    """
    if key not in MEASURES:
        return PICTURES["ordinal classification"]
    a, b = START.scores((key,))[key]
    bars = (
        " ".join(f"{votes:g}{which[0]}" for votes in START.votes(which)) for which in START.shown
    )
    return " | ".join([*bars, f"{a:.4f}a {b:.4f}b"])


def entry_of_a_word() -> None:
    """Let each link that `word` makes open its entry where it stands."""
    _entry(key="entry", data={"entries": entries(), "reference": menu.REFERENCE.address})
