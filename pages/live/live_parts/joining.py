"""How phones get in: the room's code, its address and its QR code."""

from html import escape
from urllib.parse import urlencode, urlsplit

import segno
import streamlit as st

from pages.analysing.carried import checked
from pages.drawing.look import sheet
from pages.drawing.sharing import OWN_MACHINE
from pages.live.live_parts.session import STEER
from pages.live.server.room import Room
from pages.live.server.stored import Stored

_STYLE = sheet(__file__)


def join_block(room: Room) -> None:
    """The QR code, the code and the short address, in the lobby across the page."""
    code, large = room.code, room.current is None
    address = phone_address()
    # Correction of errors costs size: a code on a screen is not damaged.
    image = segno.make_qr(f"{address}{code}", error="l").svg_data_uri(border=3, light="white")
    short = address.partition("//")[2].removesuffix("/")
    st.html(
        f'{_STYLE}<div class="oq-join{" lobby" * large}"><img src="{image}" '
        f'alt="QR code of {escape(address)}{code}"><div>'
        f'<p class="oq-code">{code}</p><p>{escape(short)}</p></div></div>',
        width="stretch" if large else "content",
    )
    if large and room.locked:
        st.caption(":material/lock: The room is locked: no more phones get in.")
    if large and urlsplit(address).hostname in OWN_MACHINE:
        st.caption(
            ":material/warning: This address leads to the app on this machine only. For phones, "
            "open the app by the machine's network address first."
        )


def second_device(stored: Stored) -> None:
    """A link for steering from a second device, shown on demand."""
    label = "Link for a second device"
    if st.toggle(label, key="live_show_link"):
        st.warning("Whoever has this link steers the class: do not show it on the projector.")
        page = (st.context.url or "").partition("?")[0]
        steers = {STEER: f"{stored.room.code}.{stored.secret}"}
        link = f"{page}?{urlencode(checked(label, steers))}"
        st.code(link, language=None, wrap_lines=True)
        image = segno.make_qr(link, error="l").svg_data_uri(border=4, light="white")
        st.html(f'<img src="{image}" alt="QR code of the link" style="width:14rem">')


def phone_address() -> str:
    """The address below which phones find rooms, with a slash at its end."""
    page = (st.context.url or "http://localhost").partition("?")[0]
    return f"{page.rpartition('/live')[0] or page.rstrip('/')}/room/"
