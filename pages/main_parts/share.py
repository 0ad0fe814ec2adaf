"""Sharing what is on screen: its address, that as a QR code for a room, and its figures."""

from collections.abc import Mapping
from urllib.parse import urlsplit

import streamlit as st

from pages.analysing.text import plain
from pages.drawing.sharing import OWN_MACHINE, link, show_link
from pages.host.own import own_data
from pages.main_parts.scripts import save_figures


def holds(parameters: Mapping[str, str | list[str]]) -> str:
    """What a link tells who reads it, in a line of Markdown."""
    if not parameters:
        return "The link opens this page with nothing chosen."
    texts = [
        *parameters,
        *(
            text
            for found in parameters.values()
            for text in ([found] if isinstance(found, str) else found)
        ),
    ]
    own = own_data()
    names = [*own, *dict.fromkeys(run for each in own.values() for run in each.runs)]
    told = [name for name in names if any(name in text for text in texts)]
    # Measures are named after their files: short names that are in other words too.
    measures = {
        key for each in own.values() for source in each.held.values() for key in source.own_measures
    }
    told += sorted(measures & set(texts))
    if not told:
        return "The link holds what is chosen on this page, and no name of a file or run of yours."
    listed = ", ".join(plain(name) for name in told[:5]) + (", …" if len(told) > 5 else "")
    return (
        f"The link holds what is chosen on this page, and these names of yours: **{listed}**. "
        "What the files hold stays here: who follows the link opens them too."
    )


@st.fragment
def share() -> None:
    """A button that opens the link, its QR code and the figures to save.

    They are made when it is pressed, from the address that the browser has then: pages write to
    it without drawing the frame anew.
    """
    popover = st.popover("Share", icon=":material/qr_code_2:", key="share", on_change="rerun")
    if not popover.open or st.context.url is None:
        return
    parameters = {
        name: st.query_params[name] if len(values) == 1 else values
        for name in st.query_params
        if (values := st.query_params.get_all(name))
    }
    address = link(st.context.url, parameters)
    with popover:
        st.caption(holds(parameters))
        show_link(address)
        if urlsplit(address).hostname in OWN_MACHINE:
            st.caption(
                ":material/warning: This address leads to the app on this machine only. For "
                "others, open the app by the machine's network address first."
            )
        save_figures()
