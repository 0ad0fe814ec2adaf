"""The end of a class on one screen: who changes places, a card to take home, what it gained."""

import numpy as np
import pandas as pd
import streamlit as st

from oq_core.data.scores import in_percent
from oq_core.preferences.choices import Choice, choices_csv
from pages import menu
from pages.analysing.carried import checked
from pages.analysing.downloads import save
from pages.drawing import projector, theme
from pages.drawing.card import Card, show_card
from pages.drawing.sharing import link
from pages.drawing.vega import channel, show_moving
from pages.live.live_parts.joining import phone_address
from pages.live.live_parts.our_campaign import our_campaign
from pages.live.live_parts.questions import SIDES, of_triple
from pages.live.live_parts.session import end
from pages.live.live_parts.steering import saving
from pages.live.server.activities import Choose, Find
from pages.live.server.campaign import PAIR
from pages.live.server.finale import (
    Placed,
    gain,
    guesses_csv,
    largest,
    last_series,
    placed_in,
    strongest,
)
from pages.live.server.room import Room
from pages.live.server.series import Split, choices, votes_of
from pages.live.server.stored import Stored

#: How many of the best by either measure are drawn, of up to so many runs and of more.
_MOST, _FEWER, _MANY = 12, 6, 24


def finale(stored: Stored) -> None:
    """What the class has made, on one screen: who changes places, its card, and what it gained."""
    room = stored.room
    runs = placed_in(room)
    with st.container(key="side_finale"):
        left, right = st.columns([4, 5], gap="medium")
    with left:
        if runs:
            st.markdown(f"**By {PAIR[0]}, and by {PAIR[1]}**")
            places(runs)
        else:
            st.markdown("No campaign: at least two items have to be rated, estimated and revealed.")
    with right:
        card = card_of(room)
        if card:
            show_card(card, "our_class")
        else:
            st.markdown("No card: the class split nowhere, and no two estimates are in conflict.")
    if found := gain(room):
        st.markdown(f"**{found.words}**")
    with st.container(horizontal=True, vertical_alignment="center"):
        saving(stored, "live_save_end")
        save_choices(room)
        if found:
            save(
                "Save the guesses",
                guesses_csv(room),
                f"class-{room.code}-guesses.csv",
                key="live_save_guesses",
                help="How many were right, by question, and the gain.",
            )
        with st.popover("Our campaign", icon=":material/folder_open:", key="live_our"):
            our_campaign(room)
        st.button(
            "End the class, and delete its answers",
            key="live_end_now",
            icon=":material/delete:",
            on_click=end,
        )


def card_of(room: Room) -> Card | None:
    """The class as a card: its measure, where it split, and what two of its phones contradict."""
    series, collection = last_series(room), largest(room)
    found = strongest(collection) if collection else None
    split = series[1].split if series else None
    if collection and found:
        names = (f"{found.a}, {PAIR[0]}’s choice", f"{found.b}, {PAIR[1]}’s choice")
        runs = (collection.runs[each][found.row] for each in (found.a, found.b))
        shares = {"We said": collection.gold[found.row], **dict(zip(names, runs, strict=True))}
        classes = collection.classes
    elif split:
        state = of_triple(*votes_of(split.triple)).state
        shares = {SIDES[which]: state.shares(which) for which in state.shown}
        classes = state.classes
    else:
        return None
    told = [where_split(split)] if split else []
    told += ["Our strongest conflict:"] if found else []
    seed = {"seed": str(series[0])} if series else {}
    page = phone_address().removesuffix("room/") + menu.MEASURE.address
    return Card(
        f"In our class {series[1].words}." if series else "Our class",
        " ".join(told),
        classes,
        shares,
        "Which measure judges like you?",
        link(page, checked("Give others these questions", seed)),
    )


def where_split(split: Split) -> str:
    """Who took which estimate where the room was most evenly split."""
    a, b = (in_percent(part) for part in (split.a, split.b))
    found = {
        each.measure: each.preferred for each in of_triple(*votes_of(split.triple)).verdicts(PAIR)
    }
    for key, side in found.items():
        if side in "AB":
            took, other = (a, b) if side == "A" else (b, a)
            return f"Where we split most, {took} took what {key} prefers, {other} the other."
    return f"Where we split most, {a} took one and {b} the other."


def places(runs: list[Placed]) -> None:
    """Lines from each run's place under the first measure to that under the second."""
    is_many = len(runs) > _MANY
    shown = [each for each in runs if min(each.ranks) <= (_FEWER if is_many else _MOST)]
    table = pd.DataFrame(
        [
            {"measure": key, "place": rank, "run": each.run, "mean": mean,
             "changes": "yes" if each.ranks[0] != each.ranks[1] else "no"}
            for each in shown
            for key, rank, mean in zip(PAIR, each.ranks, each.means, strict=True)
        ]
    )  # fmt: skip
    # Names are as large as others' text, as far as the lines are so far apart.
    size: object = 15
    if projector.is_on():
        apart = f"{0.85 * _closest(shown, is_many):.4f} * height"
        size = {"expr": f"max(15, min({projector.type_size()}, {apart}))"}
    ends = [1, max(2, *(each.ranks[side] for each in shown for side in (0, 1)))]
    # A name beside the first place stands as high as its line.
    top = {"orient": "top", "labelAngle": 0, "labelPadding": 14}
    across = channel("measure", "nominal", None, sort=list(PAIR), axis=top, scale={"padding": 1})
    # The first places need most of the room.
    scale = {"domain": ends, "reverse": True, "nice": False, "type": "log" if is_many else "linear"}
    ticks = {"tickMinStep": 1, "format": "d", "labelFlush": False}
    down = channel("place", "quantitative", "Place", scale=scale, axis=ticks)
    colours = {"domain": ["yes", "no"], "range": [theme.CONFLICT, theme.NEUTRAL]}
    colour = {"field": "changes", "type": "nominal", "legend": None, "scale": colours}
    lines = {
        "mark": {"type": "line", "point": {"size": 90}, "strokeWidth": 3},
        "encoding": {"x": across, "y": down, "detail": {"field": "run"}, "color": colour},
    }
    # Runs that share a place share a line of names.
    names = [
        {
            "mark": {
                "type": "text", "color": "currentColor", "align": align, "dx": shift,
                "fontSize": size, "limit": {"expr": "width / 3 - 14"},
            },
            "transform": [
                {"filter": {"field": "measure", "equal": key}},
                {"aggregate": [{"op": "values", "as": "all"}], "groupby": ["measure", "place"]},
                {"calculate": "join(pluck(datum.all, 'run'), ', ')", "as": "names"},
            ],
            "encoding": {"x": across, "y": down, "text": {"field": "names"}},
        }
        for key, align, shift in zip(PAIR, ("right", "left"), (-12, 12), strict=True)
    ]  # fmt: skip
    # Vega-Lite: names stand at both ends of a line, as large as lines are apart on any screen.
    alt = "; ".join(
        f"{each.run}: place {each.ranks[0]} by {PAIR[0]}, {each.ranks[1]} by {PAIR[1]}"
        for each in shown
    )
    show_moving(table, {"layer": [lines, *names]}, "finale", alt, 330)


def _closest(shown: list[Placed], is_log: bool) -> float:
    """The part of the height that the closest two places are apart."""
    down = np.unique([each.ranks for each in shown]).astype(np.float64)
    down = np.log(down) if is_log else down
    return float(np.diff(down).min() / (down[-1] - down[0])) if len(down) > 1 else 1.0


def save_choices(room: Room) -> None:
    """The choices of the class as a table that Preferences opens."""
    rows = list[tuple[Choice, object]]()
    for step in room.steps:
        match step.activity:
            case Find(seed):
                told = {n: each for n, each in step.answers.items() if isinstance(each, tuple)}
                rows += choices(seed, told)
            case Choose(gold, a, b):
                of_gold, of_a, of_b = (tuple(map(float, each)) for each in (gold, a, b))
                for number, answer in step.answers.items():
                    if isinstance(answer, int):
                        chosen = Choice(of_gold, of_a, of_b, str(number), answer, "chosen")
                        rows.append((chosen, ""))
    if rows:
        every, seconds = zip(*rows, strict=True)
        save(
            "Save the choices",
            choices_csv(every, seconds=seconds),
            f"class-{room.code}-choices.csv",
            key="live_save_choices",
            help="Numbers of phones, no nicknames. Preferences opens the table.",
        )
