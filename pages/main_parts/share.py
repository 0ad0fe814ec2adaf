"""Sharing what is on screen: its address, that as a QR code for a room, and its figures."""

from collections.abc import Mapping
from urllib.parse import urlencode, urlsplit

import segno
import streamlit as st

from pages.host.own import own_data
from pages.main_parts.save_figures import save_figures
from pages.shared.classification_state import ClassificationState
from pages.shared.compare_state import CompareState
from pages.shared.text import plain

#: The state in which pages open, by the last part of their path. Links leave it out.
_STARTS = {
    # Without any parameter, Compare opens with two systems: their number is always in the link.
    "compare": {k: v for k, v in CompareState().to_address().items() if k != "two"},
    "classification": ClassificationState().to_address(),
}
#: Signs that may stand in a query as they are (RFC 3986), though urlencode would quote them.
_SAFE = "!$'()*,/:;@?~"
#: What an address has for a reload, but is nobody else's: answers to a quiz, and the projector.
_OWN = ("answers", "projector")
#: Hosts that mean another machine, or none, to everybody else.
OWN_MACHINE = ("localhost", "127.0.0.1", "::1")


def link(url: str, parameters: Mapping[str, str | list[str]]) -> str:
    """A page's address, as short as it can be.

    Parameters
    ----------
    url : str
        The page's, without parameters.
    parameters : mapping of str to str, or to several
        Its state; what is as at the start is left out.
    """
    path = urlsplit(url).path
    start = _STARTS.get(path.rpartition("/")[2], {})
    query = {
        name: value
        for name, value in parameters.items()
        if start.get(name) != value and name not in _OWN
    }
    address = url if path else f"{url}/"
    return f"{address}?{urlencode(query, doseq=True, safe=_SAFE)}" if query else address


def qr_image(address: str) -> str:
    """An address as a QR code: an HTML image, dark on light in every theme.

    Raises
    ------
    segno.DataOverflowError
        If the address is longer than a QR code can hold.
    """
    # The least correction that there is, raised where the same size allows more.
    code = segno.make_qr(address, error="l", boost_error=True)
    source = code.svg_data_uri(border=4, light="white")
    return (
        f'<img src="{source}" alt="QR code of the link above" '
        'style="width:min(100%, 22rem); image-rendering:pixelated">'
    )


def holds(parameters: Mapping[str, str | list[str]]) -> str:
    """What a link tells who reads it, in a line of Markdown."""
    if not parameters:
        return "The link opens this page as at the start."
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
        st.code(address, language=None, wrap_lines=True)
        try:
            st.html(qr_image(address))
        except segno.DataOverflowError:
            st.info("This link is too long for a QR code.")
        if urlsplit(address).hostname in OWN_MACHINE:
            st.caption(
                ":material/warning: This address leads to the app on this machine only. For "
                "others, open the app by the machine's network address first."
            )
        save_figures()
