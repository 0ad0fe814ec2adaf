"""Live class: phones join a room, the room votes, the measures answer."""

import streamlit as st

from oq_core.data.scores import counted
from pages.analysing.text import plain
from pages.drawing import projector
from pages.host.limits import IN_BROWSER, IN_THE_INSTALLED_APP
from pages.live.live_parts.counter import counter
from pages.live.live_parts.ending import finale
from pages.live.live_parts.joining import join_block
from pages.live.live_parts.keeper import keep_in_browser
from pages.live.live_parts.our_campaign import our_campaign
from pages.live.live_parts.plans import follow_lesson, plan_page
from pages.live.live_parts.revealing import activity
from pages.live.live_parts.session import forget, forgets, offered, reopen, steered, told
from pages.live.live_parts.steering import controls
from pages.live.server.room import Room
from pages.live.server.stored import Stored


def heading(room: Room) -> str:
    """What the page is called now."""
    if room.is_over:
        return "What this class found"
    if room.step is None or room.current is None:
        return "Join the live class"
    activity = room.steps[room.item_place(room.current)].activity
    return plain(activity.title or "A question")


def offer(stored: Stored) -> None:
    """Offer to go on with a class that the server no longer has."""
    room = stored.room
    st.warning(
        f"The server no longer has the class {room.code}, which this browser kept: "
        f"{counted(len(room.participants), 'phone')}, "
        f"{counted(len(room.steps), 'activity', 'activities')}. Its phones come back by "
        "themselves when you reopen it."
    )
    with st.container(horizontal=True):
        st.button("Reopen the class", type="primary", on_click=reopen, args=(stored,))
        st.button("Forget it", on_click=forget)


def class_page(stored: Stored) -> None:
    """The class that runs."""
    room = stored.room
    with st.container(horizontal=room.current is not None, vertical_alignment="center"):
        join_block(room)
        with st.container(key="live_steering"):
            counter(stored)
            controls(stored)
    if room.is_over:
        finale(stored)
        return
    activity(room)
    # On a projector it comes at the end: a result is one screen.
    if not projector.is_on():
        our_campaign(room)


def main() -> None:
    """The page."""
    title = "Live class: the room votes, the measures answer"
    if IN_BROWSER:
        st.title(title)
        st.info(
            "Phones join a server, and this edition of the app has none. "
            f"{IN_THE_INSTALLED_APP}. Open this page there."
        )
        return
    steered()
    follow_lesson()
    stored = steered()
    st.title(title if stored is None else heading(stored.room))
    said = told()
    # What comes and goes has a place of its own: nothing below it moves.
    with st.container():
        if said:
            st.warning(plain(said))
    if stored is None:
        kept = offered()
        if kept is not None:
            offer(kept)
        plan_page()
        keep_in_browser("" if forgets() else None)
    else:
        class_page(stored)
        keep_in_browser(stored.to_json())


main()
