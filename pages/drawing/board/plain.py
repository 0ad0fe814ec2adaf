"""The board by ordinary sliders: as chosen, or where a browser cannot load the other."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import streamlit as st

from pages.analysing.address import fill
from pages.analysing.text import plain
from pages.drawing.bars import histogram
from pages.drawing.board.asking import SHOWN_DRAWS, in_percent, other_golds
from pages.drawing.board.reason import equal_for_a_reason, why
from pages.drawing.compare_state import FULL, NAMES, CompareState, Histogram
from pages.drawing.history import History
from pages.drawing.measure_table import measure_table, summary, verdicts


def plain_board(state: CompareState, measures: Sequence[str], history: History[Any]) -> None:
    """Draw sliders beside charts and measures; parameters are those of `drawing_board`."""
    left, right = st.columns([5, 6], gap="medium")
    with left:
        sliders(state, history.keep, history.name)
    with right:
        _results(state, measures)


def sliders(state: CompareState, keep: Callable[[CompareState], None], name: str) -> None:
    """A column of sliders for each histogram, one for each class."""

    def on_slider(key: str, which: Histogram, index: int) -> None:
        now: CompareState = st.session_state[name]
        votes, value = now.votes(which), st.session_state[key]
        # The browser may still report a slider that was just removed, with its last value.
        if index < len(votes) and value != votes[index]:
            keep(now.with_vote(which, index, value))

    for column, which in zip(st.columns(len(state.shown)), state.shown, strict=True):
        votes = state.votes(which)
        for index, label in enumerate(state.classes):
            key = f"{name}_{which}_{index}"
            fill(key, float(votes[index]))
            column.slider(
                f"{plain(label)} · {NAMES[which]}",
                0.0,
                float(max(FULL, *votes)),
                step=1.0,
                format="%g",
                key=key,
                on_change=on_slider,
                args=(key, which, index),
            )


def shown_shares(state: CompareState) -> dict[str, tuple[str, dict[str, np.ndarray]]]:
    """The histograms over each other: by what is drawn a title, and shares (L,) by name.

    They are 0 where there are no votes.
    """
    shares = {
        NAMES[which]: np.array(state.votes(which), dtype=float) / (sum(state.votes(which)) or 1)
        for which in state.shown
    }
    charts = {"share of votes": ("Gold and estimates", shares)}
    if state.cumulative:
        sums = {name: np.cumsum(values) for name, values in shares.items()}
        charts["share up to this class"] = ("Cumulative, as NMD sees them", sums)
    return charts


def _results(state: CompareState, measures: Sequence[str]) -> None:
    """Charts and measures, or what is missing for them."""
    if state.empty:
        empty = " and ".join(NAMES[which] for which in state.empty)
        st.info(
            f"{empty} has no votes yet. Move one of its sliders up, or pick a preset: a "
            "distribution needs at least one vote.",
            icon=":material/touch_app:",
        )
        return
    charts = shown_shares(state)
    for column, (label, (title, values)) in zip(
        st.columns(len(charts)), charts.items(), strict=True
    ):
        with column:
            cloud = None
            if state.raters is not None and label == "share of votes":
                cloud = other_golds(state, np.array(state.gold, dtype=float), SHOWN_DRAWS)
            histogram(title, state.classes, values, label=label, cloud=cloud)
    found = verdicts(state.scores(measures))
    if state.two_systems:
        st.markdown(summary(found))
    st.html(measure_table(found, in_percent(state, measures)))
    for words in (why(state, measures, numbers=False), equal_for_a_reason(state, measures)):
        if words:
            st.markdown(plain(words))
    if numbers := why(state, measures, numbers=True):
        st.expander("With numbers").markdown(plain(numbers))
