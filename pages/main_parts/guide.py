"""The way from a page into the documentation, where the host has published it."""

import streamlit as st

from pages.host.limits import DOCS
from pages.menu import ENTRIES


def guide(address: str) -> None:
    """A link to what explains a page; none where the host names no address of the documentation.

    Parameters
    ----------
    address : str
        The page's, as its menu entry has it.
    """
    if DOCS:
        entry = next(each for each in ENTRIES if each.address == address)
        st.link_button(
            "Guide",
            f"{DOCS.rstrip('/')}/{entry.guide}.html",
            icon=":material/help:",
            help=f"{entry.title} in the documentation, in a new tab",
        )
