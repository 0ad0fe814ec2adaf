"""How many phones are there and how many have answered, as the page's own script asks for it."""

from urllib.parse import urlsplit

from pages.drawing.components import component
from pages.live.live_parts.joining import phone_address
from pages.live.server.rooms import ROOMS
from pages.live.server.stored import Stored

_counter = component(
    "oq_live_counter",
    __file__,
    "counter.js",
    html='<div class="count"></div><div class="rush" role="status"></div>',
)


def counter(stored: Stored) -> None:
    """Show the counts, and draw the page anew when another device has steered."""
    room = stored.room
    phase = "" if room.step is None else room.step.phase
    _counter(
        key="live_counter",
        data={
            "address": f"{urlsplit(phone_address()).path}{room.code}/count",
            "secret": stored.secret,
            "version": room.version,
            "state": "closed" if phase == "revealed" else phase,
            "answered": room.answered,
            "connected": ROOMS.connected(room.code),
            "rushed": ROOMS.rushed(room.code),
            "locked": room.locked,
        },
        on_moved_change=lambda: None,
        height="content",
    )
