"""What a series has found: by what the room judges, where it splits, and what agrees with it."""

from dataclasses import replace

import pandas as pd
import streamlit as st

from oq_core.campaign import Chart
from oq_core.campaign.printing import layouts
from oq_core.data.scores import counted, in_percent
from oq_core.preferences import CANDIDATES, RoomAgreement, RoomShares
from pages.analysing.explain import explain
from pages.analysing.text import plain
from pages.drawing.charts import figure_of, show_figure
from pages.drawing.seeing import seeing
from pages.live.live_parts.questions import of_triple
from pages.live.server.activities import Find
from pages.live.server.room import Room
from pages.live.server.series import Split, found_in, votes_of

#: Rows of a chart: the first ones by what it shows.
_MOST = 7


def finding(room: Room, series: Find, place: int) -> None:
    """What a series has found, once it is revealed: shares, where the room splits, agreement."""
    step = room.steps[place]
    if step.phase != "revealed":
        st.markdown("**Twenty times: take the estimate that you would rather have.** Each phone "
                    "asks its own questions, at its own pace.")  # fmt: skip
        return
    found = found_in(series.seed, step.answers)
    if found is None:
        st.markdown("**Nobody answered.**")
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(
            f"**The room: {plain(found.words)}.** {counted(found.people, 'person', 'people')}, "
            f"{counted(found.answers, 'answer')}.",
            width="content",
        )
        explain("How sure are these shares?", "rooms")
    with st.container(key=f"side_find_{place}"):
        left, middle, right = st.columns([3, 5, 3], gap="medium")
    with left:
        st.markdown("**Share of the room**")
        shares_of(found.shares, place)
    with middle:
        if found.split is None:
            st.markdown("No two people took different estimates.")
        else:
            _split(found.split, place)
    with right:
        if found.agreement is not None:
            st.markdown("**Agrees with the room**")
            dots(found.agreement, place)


def dots(agreement: RoomAgreement, place: int) -> None:
    """How often each measure agrees with the room, as dots with intervals.

    They count the questions at random alone.
    """
    _first(layouts.people_agree(agreement), f"dots_{place}")


def shares_of(shares: RoomShares, place: int) -> None:
    """What part of the room judges by each measure or habit, with intervals."""
    low, high = shares.intervals().T
    numbers = pd.DataFrame(
        {"measure": list(CANDIDATES), "share": shares.shares, "low": low, "high": high}
    )
    chart = Chart(
        "room", "", "Share of the room", "points", numbers, "share", "measure",
        low="low", high="high", limits={"share": (0, 1)},
    )  # fmt: skip
    _first(chart, f"shares_{place}")


def _first(chart: Chart, key: str) -> None:
    """The first rows of a chart by what it shows, in half of the window."""
    numbers = chart.numbers.sort_values(chart.x, ascending=False, kind="stable").head(_MOST)
    figure = figure_of(replace(chart, title="", numbers=numbers))
    show_figure(figure, key, chart.alternative, height="stretch")


def _split(found: Split, place: int) -> None:
    """The question on which the room is most evenly split, with measures at work on it."""
    shown = of_triple(*votes_of(found.triple))
    st.markdown(f"**Here you part: {in_percent(found.a)} took Left, {in_percent(found.b)} Right.**")
    seeing(shown.state, shown.measures, f"live_split_{place}", plays=True, names=shown.names)
