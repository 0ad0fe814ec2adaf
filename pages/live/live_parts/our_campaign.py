"""What the class has made, as data for every analysis and as files."""

from functools import partial

import streamlit as st

from oq_core.data.scores import counted
from pages import menu
from pages.analysing.data import Opened, keep, select
from pages.analysing.downloads import save
from pages.analysing.links import link_to
from pages.analysing.text import plain
from pages.live.server.campaign import FEWEST_ITEMS, campaign, gold_file, run_names, runs_file
from pages.live.server.room import Room

#: Where one goes on with it.
_PAGES = (menu.LEADERBOARD, menu.BASELINES, menu.DIALOGUES, menu.POWER, menu.REPORT)


def on_open(name: str, room: Room) -> None:
    keep(Opened(name, campaign(room), ""))
    select(name)


def our_campaign(room: Room) -> None:
    """The items that were rated and estimated, once there are two."""
    found = campaign(room)
    if not found:
        return
    name, names = f"Class {room.code}", run_names(room)
    st.header("Our campaign")
    for scale, collection in found.items():
        here = {names[each.number] for each in room.participants.values()}
        left_out = len(here - collection.runs.keys())
        st.markdown(
            f"{plain(scale)}: {counted(len(collection.ids), 'item')}, "
            f"{counted(len(collection.runs), 'run')}"
            + (f"; {counted(left_out, 'phone')} did not estimate every item." if left_out else ".")
        )
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(
            "Open as data",
            type="primary",
            icon=":material/folder_open:",
            key="live_campaign",
            on_click=on_open,
            args=(name, room),
        )
        for number, (scale, collection) in enumerate(found.items()):
            ending = f"-{number + 1}" if len(found) > 1 else ""
            of = f" of {plain(scale)}" if len(found) > 1 else ""
            start = f"class-{room.code}"
            save(f"Gold{of} (CSV)", partial(gold_file, collection), f"{start}-gold{ending}.csv")
            save(f"Runs{of} (ZIP)", partial(runs_file, collection), f"{start}-runs{ending}.zip")
    if name in st.session_state.get("opened", {}):
        st.caption(f"Open as {name}, with {FEWEST_ITEMS} items or more, until you leave the app.")
        with st.container(horizontal=True):
            for page in _PAGES:
                link_to(page)
