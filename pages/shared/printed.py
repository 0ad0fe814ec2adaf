"""A table as the papers print it: on the page, as CSV and as LaTeX."""

import streamlit as st

from oq_core.campaign import Table, latex
from oq_core.campaign.names import safe_name


def show_printed(table: Table, name: str) -> None:
    """Show a table as a paper has it, with its files to download.

    Parameters
    ----------
    table : Table
    name : str
        The data that it is about, which the files are named after.
    """
    file = f"{safe_name(name)}-{safe_name(table.file, keep_case=True)}"
    st.dataframe(table.text, height="content" if len(table.rows) <= 25 else 900, alt=table.caption)
    if table.note:
        st.caption(f"{table.note}.")
    with st.container(horizontal=True):
        for label, content, suffix, kind in (
            ("CSV", lambda: table.csv, "csv", "text/csv"),
            ("LaTeX", lambda: latex(table), "tex", "text/x-tex"),
        ):
            st.download_button(
                label,
                content,
                f"{file}.{suffix}",
                kind,
                key=f"printed {file} {suffix}",
                on_click="ignore",
                type="tertiary",
                icon=":material/download:",
            )
