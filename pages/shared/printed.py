"""Tables and figures as the papers print them: on the page and as files for a paper."""

from collections.abc import Callable

import numpy as np
import pandas as pd
import streamlit as st
from pandas.io.formats.style import Styler

from oq_core.campaign import Table, latex
from oq_core.campaign.names import safe_name
from oq_core.campaign.pictures import Picture
from pages.shared import theme
from pages.shared.downloads import Content, asked_for
from pages.shared.text import plain

#: How marked cells look on the page, which cannot underline.
_BOLD, _GREY = "font-weight: 700", "background-color: #88888844"
_STYLES = {"best": _BOLD, "high": _BOLD, "low": _GREY}


def show_printed(table: Table, name: str) -> None:
    """Show a table as a paper has it, with its files to download.

    Parameters
    ----------
    table : Table
    name : str
        The data that it is about, which the files are named after.
    """
    file = f"{safe_name(name)}-{safe_name(table.file, keep_case=True)}"
    names = [row[0] for row in table.rows] if table.has_stub else []
    # Left alone, a first column of names that stand once for several rows is too narrow for them.
    width = min(300, 30 + 8 * max(map(len, names), default=0))
    st.dataframe(
        _styled(table),
        hide_index=not names,
        column_config={"_index": st.column_config.Column(width=width)} if names else None,
        height="content" if len(table.rows) <= 25 else 900,
        alt=table.caption,
    )
    if table.note:
        st.caption(table.note.replace("underlined", "grey") + ".")
    with st.container(horizontal=True):
        for label, content, suffix, kind in (
            ("CSV", lambda: table.csv, "csv", "text/csv"),
            ("LaTeX", lambda: latex(table), "tex", "text/x-tex"),
        ):
            _button(label, content, f"{file}.{suffix}", kind)


def offer_figure(picture: Picture) -> None:
    """Offer a figure as the vectors that papers print; it is drawn when it is asked for."""
    st.caption(f"Figure for a paper. {plain(picture.caption)}")
    with st.container(horizontal=True):
        _button("SVG", lambda: picture.svg, f"{picture.file}.svg", "image/svg+xml")
        _button("PDF", lambda: picture.pdf, f"{picture.file}.pdf", "application/pdf")


def _styled(table: Table) -> pd.DataFrame | Styler:
    """The cells as text, with their marks and shades where there are any."""
    text = table.text
    if not table.marks and not table.shades:
        return text
    names = table.has_stub
    # Cell by cell in arrays: in a table each would cost as much as a column.
    cells, styles = text.to_numpy(object, copy=True), np.full(text.shape, "", dtype=object)
    for (row, column), mark in table.marks.items():
        place = (row, column - names)
        if mark == "equal":
            cells[place] += "*"
        else:
            styles[place] = _STYLES[mark]
    for (row, column), shade in table.shades.items():
        styles[row, column - names] = f"background-color: {theme.A}{round(255 * shade):02x}"
    marked = pd.DataFrame(cells, text.index, text.columns)
    return marked.style.apply(lambda _: styles, axis=None)


def _button(label: str, content: Callable[[], Content], file: str, kind: str) -> None:
    st.download_button(
        label,
        asked_for(content),
        file,
        kind,
        key=f"printed {file}",
        on_click="ignore",
        type="tertiary",
        icon=":material/download:",
    )
