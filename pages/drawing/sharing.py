"""What is shared of a page: its address, as short as it can be, and that as a QR code."""

from collections.abc import Mapping
from urllib.parse import urlencode, urlsplit

import segno
import streamlit as st

from pages.analysing.carried import is_shared
from pages.drawing.classification_state import ClassificationState
from pages.drawing.compare_state import CompareState

#: The state in which pages open, by the last part of their path. Links leave it out.
_STARTS = {
    # Without any parameter, Compare opens with two systems: their number is always in the link.
    "compare": {k: v for k, v in CompareState().to_address().items() if k != "two"},
    "classification": ClassificationState().to_address(),
}
#: Signs that may stand in a query as they are (RFC 3986), though urlencode would quote them.
_SAFE = "!$'()*,/:;@?~"
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
        if start.get(name) != value and is_shared(name)
    }
    address = url if path else f"{url}/"
    return f"{address}?{urlencode(query, doseq=True, safe=_SAFE)}" if query else address


def show_link(address: str) -> None:
    """An address to copy, and its QR code."""
    st.code(address, language=None, wrap_lines=True)
    try:
        st.html(qr_image(address))
    except segno.DataOverflowError:
        st.info("This link is too long for a QR code.")


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
