"""Properties of all measures, with a proof or a counterexample behind every cell."""

import numpy as np
import pandas as pd
import streamlit as st

from oq_core import MEASURES
from oq_core.campaign.printing import headlines
from oq_core.knowledge import PROPERTIES
from oq_core.knowledge.properties import Evidence, VoteExample
from pages.analysing import address, words
from pages.analysing.downloads import download_table
from pages.analysing.evidence import MEANINGS, SIGNS, evidence_of
from pages.analysing.settings import answer
from pages.analysing.text import plain
from pages.drawing import theme
from pages.drawing.bars import histogram
from pages.drawing.conflict import open_in_compare
from pages.learn.reference_parts.state import NAME, ReferenceState

_STYLES = {"✓": "", "✗": f"color: {theme.B}; font-weight: 600", "(✓)": f"color: {theme.A}"}


def show_example(example: VoteExample, title: str, key: str) -> None:
    """An example, drawn, with its votes, its scores and a link."""
    votes = {"Gold": example.gold, "System A": example.a}
    scores = {"A": example.score_a}
    if example.b is not None and example.score_b is not None:
        votes["System B"] = example.b
        scores["B"] = example.score_b
    shares = {name: np.array(each) / sum(each) for name, each in votes.items()}
    labels = tuple(str(number + 1) for number in range(len(example.gold)))
    histogram(title, labels, shares, height=230)
    told = " · ".join(f"{name}: {score:.4f}" for name, score in scores.items())
    counted = "; ".join(f"{name} {', '.join(map(str, each))}" for name, each in votes.items())
    st.caption(f"Scores: {told}. Votes from class 1 on: {counted}.")
    gold, a, *b = shares.values()
    open_in_compare(labels, (gold, a, b[0] if b else a), key)


def on_cell() -> None:
    """Make the cell that was clicked the measure and the property that are shown."""
    for row, title in st.session_state.properties["selection"]["cells"]:
        names = {asked.title: name for name, asked in PROPERTIES.items()}
        if title in names:
            address.keep(NAME, ReferenceState(list(MEASURES)[row], names[title]))


def show_table(found: dict[str, dict[str, Evidence]]) -> None:
    """All measures and properties, a cell of which one clicks."""
    table = pd.DataFrame(
        [[SIGNS[found[key][name].verdict] for name in PROPERTIES] for key in MEASURES],
        pd.Index(MEASURES, name="measure"),
        [asked.title for asked in PROPERTIES.values()],
    )
    st.dataframe(
        table.style.map(lambda sign: _STYLES.get(sign, "")),
        height="content",
        row_height=28,
        column_config={
            asked.title: st.column_config.TextColumn(help=asked.question, alignment="center")
            for asked in PROPERTIES.values()
        },
        key="properties",
        on_select=on_cell,
        selection_mode="single-cell",
        alt="Measures by properties; choose a cell to see why",
    )
    st.caption(" · ".join(f"{SIGNS[verdict]} {meaning}" for verdict, meaning in MEANINGS.items()))
    with st.container(horizontal=True):
        with st.popover("What the headings ask"):
            for each in PROPERTIES.values():
                st.markdown(f"**{plain(each.title)}**: {plain(each.question)}")
        download_table(
            "Download the table with its evidence",
            lambda: pd.DataFrame(
                [
                    (key, name, each.verdict, each.text)
                    for key, known in found.items()
                    for name, each in known.items()
                ],
                columns=["measure", "property", "verdict", "evidence"],
            ).set_index("measure"),
            "properties.csv",
        )


def show_evidence(key: str, name: str, each: Evidence) -> None:
    """The proof or the example behind a cell."""
    asked = PROPERTIES[name]
    st.header(f"{key}, {asked.title}: {SIGNS[each.verdict]} {each.verdict}")
    words.markdown(f"**{plain(asked.question)}**")
    words.markdown(plain(each.text))
    if each.cases:
        st.caption(f"{each.cases:,} cases were looked at.")
    against = "Counterexample" if each.verdict in ("fails", "claimed") else "Example"
    for number, example in enumerate(each.examples):
        show_example(example, example.title or against, f"example {number}")


def draw(state: ReferenceState) -> None:
    """The part of the page."""
    key, name = state.measure, state.property
    found = {known: evidence_of(known) for known in MEASURES}
    answer(headlines.property_verdict(key, PROPERTIES[name].title, found[key][name].verdict))
    # All of the table is seen, and beside it the evidence.
    left, right = st.columns([11, 3])
    with left:
        show_table(found)
    with right:
        show_evidence(key, name, found[key][name])
