"""Tables and charts of the core, shown on a page with their files."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st
from pandas.io.formats.style import Styler

from oq_core.campaign import Chart, Table, latex
from oq_core.campaign.saving.names import safe_name
from pages.analysing.downloads import save
from pages.analysing.text import plain
from pages.drawing import theme
from pages.drawing.charts import figure_of, show_figure

#: How marked cells look on the page, which cannot underline.
_BOLD, _GREY = "font-weight: 700", "background-color: #88888844"
_STYLES = {"best": _BOLD, "high": _BOLD, "low": _GREY}


def show(record: Table | Chart, about: str = "") -> None:
    """Show a table or a chart, what one has to know to read it, and its files to download.

    Parameters
    ----------
    record : Table or Chart
        A table has files for a spreadsheet and for LaTeX, a chart for a spreadsheet, and SVG and
        PDF for a paper.
    about : str
        What the files are named after; the data that the record is about unless given.
    """
    file = safe_name(record.file, keep_case=True)
    if name := about or record.data:
        file = f"{safe_name(name)}-{file}"
    files: dict[str, tuple[str, Callable[[], str | bytes]]] = {"csv": ("CSV", lambda: record.csv)}
    if isinstance(record, Chart):
        show_figure(figure_of(record), file, record.alternative)
        files |= {"svg": ("SVG", lambda: record.svg), "pdf": ("PDF", lambda: record.pdf)}
    else:
        st.markdown(f"**{plain(record.title[0].upper() + record.title[1:])}**")
        _show_cells(record)
        files["tex"] = "LaTeX", lambda: latex(record)
    if record.note:
        st.caption(plain(record.note).replace("underlined", "grey") + ".")
    with st.container(horizontal=True):
        for suffix, (label, content) in files.items():
            name = f"{file}.{suffix}"
            save(label, content, name, key=f"file {name}", type="tertiary")


def pick_row(table: pd.DataFrame | Styler, key: str, alt: str, **options: Any) -> int:
    """Show a table in which one clicks a row, the first at first; gives the row's place.

    Parameters
    ----------
    table : DataFrame or Styler
    key : str
    alt : str
        What it shows, for those who read by ear.
    **options
        Of `st.dataframe`, as its columns and height.
    """
    picked = st.dataframe(
        table,
        hide_index=True,
        key=key,
        on_select="rerun",
        selection_mode="single-row-required",
        selection_default={"selection": {"rows": [0]}},
        alt=alt,
        **options,
    )
    rows: list[int] = picked["selection"]["rows"]
    return rows[0] if rows else 0


def page_of(rows: Sequence[int], count: int, what: str) -> list[int]:
    """So many of the rows, by the page that is chosen where there are more."""
    page = 1
    if len(rows) > count:
        last = (len(rows) - 1) // count + 1
        page = st.number_input(f"{len(rows)} {what}: page of {last}", 1, last, width=220)
    return list(rows[(page - 1) * count : page * count])


def _show_cells(table: Table) -> None:
    if not table.rows:
        st.caption("None.")
        return
    names = [row[0] for row in table.rows] if table.has_stub else []
    # Left alone, a first column is too narrow for names that stand once for several rows, and for
    # its own head.
    width = min(300, 30 + 8 * max(map(len, [table.columns[0].name, *names])))
    st.dataframe(
        _styled(table),
        hide_index=not names,
        column_config={"_index": st.column_config.Column(width=width)} if names else None,
        height="content" if len(table.rows) <= 25 else 900,
        alt=table.caption,
    )


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
