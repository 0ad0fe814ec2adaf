"""What a series has found: by what the room judges, where it splits, and what agrees with it."""

import pandas as pd
import streamlit as st

from oq_core.campaign.printing import layouts
from oq_core.data.scores import counted, in_percent
from oq_core.preferences import CANDIDATES, RoomAgreement, RoomShares
from pages.analysing.explain import explain
from pages.analysing.text import plain
from pages.drawing import projector, theme
from pages.drawing.seeing import seeing
from pages.drawing.vega import Spec, channel, show_moving
from pages.live.live_parts.questions import of_triple
from pages.live.server.activities import Find
from pages.live.server.room import Room
from pages.live.server.series import Split, found_in, votes_of

#: Rows of a chart: the first ones by what it shows.
_MOST = 7
#: Of names off a projector, in pixels.
_USUAL = 16


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
    """How often each measure agrees with the room, as dots with intervals; they move in place.

    They count the questions at random alone.
    """
    chart = layouts.people_agree(agreement)
    _with_intervals(chart.numbers, "agreement", f"dots_{place}", chart.alternative)


def shares_of(shares: RoomShares, place: int) -> None:
    """What part of the room judges by each measure or habit, with intervals."""
    ends = shares.intervals()
    table = pd.DataFrame(
        {"measure": list(CANDIDATES), "share": shares.shares, "low": ends[:, 0], "high": ends[:, 1]}
    ).sort_values("share", ascending=False, kind="stable", ignore_index=True)
    told = ", ".join(f"{row.measure} {row.share:.2f}" for row in table.itertuples())
    _with_intervals(table, "share", f"shares_{place}", f"Shares: {told}")


def _with_intervals(table: pd.DataFrame, value: str, key: str, alt: str) -> None:
    table = table.sort_values(value, ascending=False, kind="stable").head(_MOST)
    scale, ticks = {"domain": [0, 1]}, {"tickCount": 5}
    name = channel("measure", "nominal", None, sort=table["measure"].tolist())
    at, low = (
        channel(each, "quantitative", None, scale=scale, axis=ticks) for each in (value, "low")
    )
    # Each name is as large as its line allows; half a dot at 0 stands outside.
    largest = projector.type_size() if projector.is_on() else _USUAL
    size = {"expr": f"min({largest}, 0.85 * height / {len(table)})"}
    names = {
        "labelOverlap": False, "labelFontSize": size, "labelLimit": 300, "labelFlush": False,
        "labelPadding": 10,
    }  # fmt: skip
    spec: Spec = {
        "layer": [
            {
                "mark": {"type": "rule", "color": theme.NEUTRAL},
                "encoding": {"y": name | {"axis": names}, "x": low, "x2": {"field": "high"}},
            },
            {
                "mark": {"type": "point", "filled": True, "color": theme.A},
                # Half seen through, a dot is dim on a dark projector.
                "encoding": {"y": name, "x": at, "size": {"value": 120}, "opacity": {"value": 1}},
            },
        ]
    }
    # Vega-Lite: dots move in place as a room answers, beside names as large as the screen allows.
    show_moving(table, spec, key, alt, 400)


def _split(found: Split, place: int) -> None:
    """The question on which the room is most evenly split, with measures at work on it."""
    shown = of_triple(*votes_of(found.triple))
    st.markdown(f"**Here you part: {in_percent(found.a)} took Left, {in_percent(found.b)} Right.**")
    seeing(shown.state, shown.measures, f"live_split_{place}", plays=True, names=shown.names)
