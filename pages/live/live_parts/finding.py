"""Which would you rather have: one question on the projector, and a series as dots that move."""

import numpy as np
import pandas as pd
import streamlit as st

from oq_core import MEASURES, explain_conflict
from oq_core.campaign.printing import layouts
from oq_core.data.scores import counted
from oq_core.preferences import CANDIDATES, RoomAgreement, RoomShares, usual_model
from pages.analysing.explain import explain
from pages.analysing.text import plain
from pages.drawing import projector, theme
from pages.drawing.histograms import histogram, projected
from pages.drawing.measure_table import preference
from pages.live.live_parts.bars import answer_bars
from pages.live.server.activities import Choose, Find
from pages.live.server.campaign import PAIR
from pages.live.server.room import CHOICES, Room
from pages.live.server.rooms import ROOMS
from pages.live.server.series import FoundInRoom, found_in

#: Seconds between two looks at the answers to a series.
_EVERY = 4
SIDES = ("Left", "Right")


def chosen(room: Room, question: Choose, place: int) -> None:
    """One question; once revealed, the room's answers beside what each measure prefers."""
    gold, a, b = (np.array(each) / sum(each) for each in (question.gold, question.a, question.b))
    classes = tuple(str(number + 1) for number in range(len(gold)))
    with st.container(key=f"side_choose_{place}"):
        left, right = st.columns([3, 2], gap="medium")
    with left:
        drawn = {"People": gold, SIDES[0]: a, SIDES[1]: b}
        histogram("Two estimates", classes, drawn, key=f"live_choose_{place}")
    with right:
        if room.steps[place].phase != "revealed":
            st.markdown("**Which estimate would you rather have?** Take it on your phone.")
            return
        st.html(answer_bars([each.capitalize() for each in CHOICES], room.counts(place)))
        told = []
        for name, side in (*zip(SIDES, "AB", strict=True), ("Neither", "tie")):
            keys = [
                key
                for key, each in MEASURES.items()
                if preference((float(each(a, gold)), float(each(b, gold)))) == side
            ]
            if keys:
                told.append(f"**{name}**: {', '.join(map(plain, keys))}.")
        st.markdown(" ".join(told))
        st.caption(plain(room.steps[place].why))


def reason(question: Choose) -> str:
    """What two measures prefer of a question, and why, in plain text."""
    gold, a, b = (np.array(each) / sum(each) for each in (question.gold, question.a, question.b))
    classes = [str(number + 1) for number in range(len(gold))]
    return explain_conflict(gold, a, b, *PAIR, classes, SIDES, numbers=False)


def finding(room: Room, series: Find, place: int) -> None:
    """The dots of a series: they follow the answers as long as these come in."""
    if room.steps[place].phase == "open":
        _moving(room.code, series, place)
    else:
        _dots(found_in(series.seed, room.steps[place].answers), place)


@st.fragment(run_every=_EVERY)
def _moving(code: str, series: Find, place: int) -> None:
    room = ROOMS.room(code)
    _dots(found_in(series.seed, room.steps[place].answers, is_open=True), place)


def _dots(found: FoundInRoom | None, place: int) -> None:
    """How often measures agree with the room, the room's shares, and where it splits."""
    if found is None:
        st.markdown("**Twenty times: take the estimate that you would rather have.** Each phone "
                    "asks its own questions.")  # fmt: skip
        return
    with st.container(key=f"side_find_{place}"):
        left, right = st.columns([3, 2], gap="medium")
    with left:
        if found.agreement is None:
            st.markdown("The dots come with the first question that was drawn at random.")
        else:
            dots(found.agreement, place)
    with right:
        st.markdown(
            f"{counted(found.people, 'person', 'people')}, {counted(found.answers, 'answer')}. "
            f"**The room: {plain(found.words)}.**"
        )
        shares_of(found.shares, place)
        # Side by side: on a projector there is no room for both below each other.
        with st.container(horizontal=True):
            explain("How sure are these shares?", "rooms")
            if found.split is not None:
                with st.popover("Where it splits", icon=":material/call_split:"):
                    _split(*found.split, place)


def dots(agreement: RoomAgreement, place: int) -> None:
    """How often each measure agrees with the room, as dots with intervals; they move in place.

    They count the questions at random alone.
    """
    chart = layouts.people_agree(agreement)
    _with_intervals(
        chart.numbers, "agreement", "agrees with the room", f"dots_{place}", chart.alternative
    )


def shares_of(shares: RoomShares, place: int) -> None:
    """What part of the room judges by each measure or habit, with intervals."""
    ends = shares.intervals()
    table = pd.DataFrame(
        {"measure": list(CANDIDATES), "share": shares.shares, "low": ends[:, 0], "high": ends[:, 1]}
    ).sort_values("share", ascending=False, kind="stable", ignore_index=True)
    told = ", ".join(f"{row.measure} {row.share:.2f}" for row in table.itertuples())
    _with_intervals(table, "share", "share of the room", f"shares_{place}", f"Shares: {told}")


def _with_intervals(table: pd.DataFrame, value: str, title: str, key: str, alt: str) -> None:
    across: dict[str, object] = {
        "type": "quantitative",
        "scale": {"domain": [0, 1]},
        "title": title,
        "axis": {"tickCount": 5},
    }
    name = {"field": "measure", "type": "nominal", "sort": table["measure"].tolist(), "title": None}
    # Names are many: each is as large as its line allows.
    size = {"expr": f"min({projector.type_size()}, 0.85 * height / {len(table)})"}
    spec: dict[str, object] = {
        "layer": [
            {
                "mark": {"type": "rule", "color": theme.NEUTRAL},
                "encoding": {
                    "y": {
                        **name,
                        "axis": {
                            "labelOverlap": False,
                            "labelFontSize": size,
                            "labelLimit": 300,
                            "labelFlush": False,
                            # Half a dot at 0 stands outside.
                            "labelPadding": 10,
                        },
                    },
                    "x": {**across, "field": "low"},
                    "x2": {"field": "high"},
                },
            },
            {
                "mark": {"type": "point", "filled": True, "size": 120, "color": theme.A},
                "encoding": {"y": name, "x": {**across, "field": value}},
            },
        ]
    }
    # Vega-Lite: dots move in place as a room answers, beside names as large as the screen allows.
    with st.container(key=f"picture_{key}", height="stretch"):
        st.vega_lite_chart(
            table,
            projected(spec),
            key=f"live_{key}",
            height="stretch" if projector.is_on() else 400,
            alt=alt,
        )


def _split(triple: int, part: float, place: int) -> None:
    """The question on which the room is most evenly split."""
    pool = usual_model().pool
    gold, a, b = (each[triple] / each[triple].sum() for each in (pool.gold, pool.a, pool.b))
    classes = tuple(str(number + 1) for number in range(len(gold)))
    histogram(
        f"{100 * part:.0f} % took A",
        classes,
        {"People": gold, "A": a, "B": b},
        key=f"live_split_{place}",
        height=230,
    )
