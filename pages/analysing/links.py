"""Links from page to page."""

from typing import Any

import streamlit as st

from pages.analysing.carried import checked
from pages.menu import MenuEntry


def link_to(page: MenuEntry, words: str = "{}", **options: Any) -> None:
    """Draw a link to a page.

    Parameters
    ----------
    page : MenuEntry
    words : str
        What it says; {} stands for the page's title.
    **options
        Of `st.page_link`, as its parameters. `carried.py` lists what may be in an address.
    """
    checked(page.address, options.get("query_params", {}))
    st.page_link(page.file, label=words.format(page.title), icon=page.icon, **options)
