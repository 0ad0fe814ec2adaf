"""Properties: what each measure has, with a proof or a counterexample behind every cell."""

import numpy as np
import pandas as pd
import streamlit as st

from oq_core import MEASURES
from oq_core.knowledge import PROPERTIES
from oq_core.knowledge.properties import Example
from pages.shared import theme
from pages.shared.conflict import open_in_compare
from pages.shared.downloads import download_table
from pages.shared.evidence import MEANINGS, SIGNS, evidence_of
from pages.shared.histograms import histogram
from pages.shared.text import plain


def show_example(example: Example, key: str) -> None:
    """A counterexample, drawn, with its scores and a link."""
    shares = [
        np.array(votes) / sum(votes)
        for votes in (example.gold, example.a, example.b)
        if votes is not None
    ]
    labels = tuple(str(number + 1) for number in range(len(example.gold)))
    names = ["Gold", "System A", "System B"][: len(shares)]
    histogram(
        "Example", "Share", labels, dict(zip(names, shares, strict=True)), key=key, height=260
    )
    second = "" if example.score_b is None else f" · B: {example.score_b:.4f}"
    votes = " | ".join(
        ", ".join(map(str, each)) for each in (example.gold, example.a, example.b) if each
    )
    st.caption(f"A: {example.score_a:.4f}{second}. Votes: {votes}.")
    a = shares[1]
    b = shares[2] if len(shares) > 2 else a
    open_in_compare(labels, (shares[0], a, b), key)


def choose(cells: list[tuple[int, str]]) -> tuple[str, str]:
    """A measure and a property: of the cell picked, or of the address; the address follows."""
    keys, names = list(MEASURES), list(PROPERTIES)
    asked = st.session_state.setdefault("properties_asked", st.query_params.to_dict())
    of, name = asked.get("measure", ""), asked.get("property", "")
    row = keys.index(of if of in keys else "RNOD")
    column = names.index(name if name in names else "symmetric")
    if cells and cells[0][1] in names:
        row, column = cells[0][0], names.index(cells[0][1])
    columns = st.columns(2)
    key = columns[0].selectbox("Measure", keys, index=row, key=f"measure {row}")
    name = columns[1].selectbox("Property", names, index=column, key=f"property {column}")
    if st.query_params.to_dict() != {"measure": key, "property": name}:
        st.query_params.from_dict({"measure": key, "property": name})
    return key, name


def main() -> None:
    """The page."""
    st.title("Properties: what each measure has, and why")
    found = {key: evidence_of(key) for key in MEASURES}
    table = pd.DataFrame(
        [[SIGNS[found[key][name].verdict] for name in PROPERTIES] for key in MEASURES],
        pd.Index(MEASURES, name="measure"),
        list(PROPERTIES),
    )
    styles = {"✓": "", "✗": f"color: {theme.B}; font-weight: 600", "(✓)": f"color: {theme.A}"}
    picked = st.dataframe(
        table.style.map(lambda sign: styles.get(sign, "")),
        height="content",
        key="properties",
        on_select="rerun",
        selection_mode="single-cell",
        alt="Measures by properties; choose a cell to see why",
    )
    st.caption(" · ".join(f"{SIGNS[verdict]} {words}" for verdict, words in MEANINGS.items()))
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
    key, name = choose(picked["selection"]["cells"])
    each = found[key][name]
    st.subheader(f"{key}, {name}: {SIGNS[each.verdict]} {each.verdict}")
    st.markdown(f"**{plain(PROPERTIES[name].question)}**")
    st.markdown(plain(each.text))
    if each.cases:
        st.caption(f"{each.cases:,} cases were looked at.")
    for number, (example, place) in enumerate(
        zip(each.examples, st.columns(max(2, len(each.examples))), strict=False)
    ):
        with place:
            show_example(example, f"example {number}")


main()
