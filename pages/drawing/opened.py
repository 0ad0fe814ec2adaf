"""Parts of a page that are made when they are opened: the page itself is there sooner."""

from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from oq_core.option import Option
from pages.analysing.address import asked_for


def opened(
    label: str, icon: str, *options: Option[Any], is_open: bool = False
) -> DeltaGenerator | None:
    """Draw a line that unfolds a part of the page.

    Once it was open, it is there until the page is left: what is chosen in it lasts.

    Parameters
    ----------
    label : str
        Unique on the page.
    icon : str
    *options : Option
        What is chosen in it: a link that chooses one opens it.
    is_open : bool
        Whether it is open without being asked for.

    Returns
    -------
    DeltaGenerator or None
        Where to write; None as long as it was not opened.
    """
    asked, made = f"{label}, asked for", f"{label}, made"
    # What is above it may have kept a page from coming so far when its visitor arrived.
    if st.session_state.arrived or made not in st.session_state:
        st.session_state[asked] = any(asked_for(each.address) for each in options)
        st.session_state[made] = False
    part = st.expander(
        label, icon=icon, expanded=is_open or st.session_state[asked], on_change="rerun"
    )
    st.session_state[made] |= part.open
    return part if st.session_state[made] else None
