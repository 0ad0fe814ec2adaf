"""Download buttons, the same everywhere."""

from collections.abc import Callable

import pandas as pd
import streamlit as st


def download_table(label: str, table: Callable[[], pd.DataFrame], file_name: str) -> None:
    """A quiet button for a table as CSV, index included, which is made when it is pressed."""
    st.download_button(
        label,
        lambda: table().to_csv(),
        file_name,
        "text/csv",
        key=f"download_{file_name}",
        on_click="ignore",
        type="tertiary",
        icon=":material/download:",
    )
