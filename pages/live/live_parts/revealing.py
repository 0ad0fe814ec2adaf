"""What is shown of an activity: what is asked, and once revealed what the room and measures say."""

import numpy as np
import pandas as pd
import streamlit as st

from oq_core import MEASURES, explain_conflict
from oq_core.data.scores import counted
from pages.analysing.options import USUAL
from pages.analysing.text import plain
from pages.drawing import projector
from pages.drawing.histograms import histogram
from pages.live.live_parts.finding import finding
from pages.live.live_parts.questions import at_work, figure, short, told
from pages.live.live_parts.room_scores import every_estimate, spreads
from pages.live.live_parts.votes import answer_bars, in_a_sentence, measure_votes, room_votes
from pages.live.server.activities import Choose, Estimate, Find, Predict, Rate
from pages.live.server.campaign import (
    PAIR,
    Estimated,
    Winner,
    estimated,
    run_names,
    scores_of,
    winners,
)
from pages.live.server.room import Room, Step


def activity(room: Room) -> None:
    """What is on screen, as far as it may be seen."""
    step, place = room.step, room.current
    if step is None or place is None:
        return
    revealed = step.phase == "revealed"
    match step.activity:
        case Predict() | Choose() as asked:
            question(room, asked, place)
        case Rate() as item:
            show_item(item)
            if revealed:
                votes = room.counts(place)
                st.html(answer_bars(item.classes, votes))
                st.caption(f"{sum(votes)} votes are the gold of this item.")
        case Estimate():
            item = room.item(place)
            if revealed:
                revealed_estimates(room, place)
            else:
                show_item(item)
                st.markdown("**How did the room rate this?** Draw it on your phone.")
        case Find() as series:
            finding(room, series, place)


def show_item(item: Rate) -> None:
    """An item as plain text, with its scale."""
    st.text(item.text)
    st.caption("Scale: " + " < ".join(plain(label) for label in item.classes))


def question(room: Room, asked: Predict | Choose, place: int) -> None:
    """A question with its figure in the middle, where it stays as answers come to both sides."""
    step, shown = room.steps[place], at_work(asked)
    is_revealed = step.phase == "revealed"
    labels = [short(each) for each in asked.options]
    votes = shown.votes() if shown else {}
    said = in_a_sentence(labels, room.counts(place), votes)
    st.markdown(f"**{plain(said) if is_revealed else 'Answer on your phone.'}**")
    with st.container(key=f"side_question_{place}"):
        left, middle, right = st.columns([3, 5, 3], gap="medium")
    with left:
        if isinstance(asked, Predict) and not is_revealed:
            st.text(asked.text)
        st.html(room_votes(labels, room.counts(place) if is_revealed else None, step.right))
    with middle:
        figure(asked, f"live_{place}", is_revealed=is_revealed)
    if is_revealed:
        with right:
            st.html(measure_votes(votes))
        reason(asked, step)


def reason(asked: Predict | Choose, step: Step) -> None:
    """What the measures say to a question, and why."""
    if isinstance(asked, Choose):
        st.caption(plain(step.why))
        return
    found = told(asked.source)
    if found is None:
        st.info("Where this question comes from is not known here, so no measure answers it.")
        return
    st.markdown(f"**The measures say: {plain(asked.options[found.right])}.**")
    st.markdown(plain(found.plain) if projector.is_on() else found.words)


def revealed_estimates(room: Room, place: int) -> None:
    """Who estimated the room's votes best, by NMD and by RNOD."""
    item = estimated(room, place)
    if item is None:
        st.html(answer_bars(room.item(place).classes, room.counts(place - 1)))
        st.info("Nobody estimated these votes.")
        return
    names = run_names(room)
    best = winners(item, MEASURES)
    with st.container(key=f"side_estimates_{place}"):
        left, right = st.columns([3, 2], gap="medium")
    with left:
        _best(item, best, names, place)
    with right:
        chosen: list[str] = st.session_state.get("live_measures", list(USUAL))
        if chosen:
            st.table(_winners_table(item, best, names, chosen))
        if projector.is_on():
            return
        spreads(item, f"live_scores_{place}")
        st.multiselect(
            "Measures", list(MEASURES), list(USUAL), key="live_measures", persist_state="session"
        )
        every_estimate(item, names, chosen)


def _best(item: Estimated, best: dict[str, Winner], names: dict[int, str], place: int) -> None:
    """The estimates that each of the two measures prefers, and why."""
    first, second = (best[key] for key in PAIR)
    votes = f"{counted(int(item.votes.sum()), 'vote')}, {counted(len(item.numbers), 'estimate')}"
    if first.row == second.row:
        name = names[item.numbers[first.row]]
        st.markdown(
            f"**NMD and RNOD prefer the same estimate: {plain(name)}** "
            f"({first.score:.3f} and {second.score:.3f})."
        )
        rows = {"Gold": item.gold, name: item.estimates[first.row]}
    else:
        a, b = (names[item.numbers[each.row]] for each in (first, second))
        st.markdown(f"**NMD prefers {plain(a)}, RNOD prefers {plain(b)}.**")
        drawn = (item.gold, item.estimates[first.row], item.estimates[second.row])
        rows = dict(zip(("Gold", a, b), drawn, strict=True))
        why = explain_conflict(*drawn, *PAIR, list(item.classes), (a, b), numbers=False)
        st.caption(plain(why))
    histogram(votes, item.classes, rows, label="Share of votes", key=f"live_gold_{place}")


def _winners_table(
    item: Estimated, best: dict[str, Winner], names: dict[int, str], measures: list[str]
) -> pd.DataFrame:
    rows = [
        (plain(names[item.numbers[best[key].row]]), f"{best[key].score:.4f}", best[key].tied - 1)
        for key in measures
    ]
    means = [float(np.mean(scores)) for scores in scores_of(item, measures).values()]
    table = pd.DataFrame(rows, pd.Index(measures, name="measure"), ["best", "score", "others tied"])
    return table.assign(**{"mean of the room": [f"{mean:.4f}" for mean in means]})
