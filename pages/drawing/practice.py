"""A drawing board in one of some states to start from, with ways to go on."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import pandas as pd
import streamlit as st

from pages import menu
from pages.analysing.downloads import download_table
from pages.analysing.links import link_to
from pages.drawing import projector
from pages.drawing.bars import histogram
from pages.drawing.board import drawing_board
from pages.drawing.compare_state import NAMES, CompareState, Histogram
from pages.drawing.history import History
from pages.drawing.seeing import SEEN, seeing
from pages.menu import MenuEntry


def draw(title: str, state: CompareState, names: Mapping[Histogram, str]) -> None:
    """A state's histograms over each other, in half of the window."""
    shares = {names[which]: state.shares(which) for which in state.shown}
    histogram(title, state.classes, shares, label="share of votes", height=None)


def after(
    state: CompareState, measures: Sequence[str], names: Mapping[Histogram, str], key: str
) -> None:
    """Link to Compare with what is drawn, and what is on screen as a table."""
    table = None if state.empty else partial(numbers, state, measures, names)
    go_on(key, menu.COMPARE, table, query_params=state.to_address())


def go_on(
    key: str, page: MenuEntry, table: Callable[[], pd.DataFrame] | None, **options: Any
) -> None:
    """Draw a link to a page, and offer what is on screen as a table; neither on a projector."""
    if projector.is_on():
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        with st.container(key=f"{key}_link", width="content"):
            link_to(page, "Go on in {}", **options)
        if table is not None:
            download_table("Download the numbers", table, f"{key}.csv")


def numbers(
    state: CompareState, measures: Sequence[str], names: Mapping[Histogram, str]
) -> pd.DataFrame:
    """Shares by class and scores by measure, a column for each histogram."""
    shares = state.shares_table(names).rename(index="share of {}".format)
    return pd.concat([shares, state.scores_table(measures, names)]).rename_axis("number")


@dataclass(frozen=True)
class Board:
    """The drawing board, in one of some states to start from.

    Attributes
    ----------
    starts : mapping of str to CompareState
        By name; the first is shown to begin with.
    measures : tuple of str
        Keys of the measures that are shown.
    seen : tuple of str
        Keys of the measures that are shown at work, where they can be; the way to Compare opens
        the working of the first.
    """

    starts: Mapping[str, CompareState]
    measures: tuple[str, ...]
    seen: tuple[str, ...] = ()

    @property
    def start(self) -> CompareState:
        """What is shown to begin with."""
        return next(iter(self.starts.values()))

    @property
    def works(self) -> bool:
        """Whether one of the measures of interest can be shown at work."""
        return any(key in SEEN for key in self.seen)

    def answered(self, key: str) -> None:
        """Play the measures of interest at work: off a projector on what is drawn below."""
        state: CompareState = st.session_state.setdefault(key, self.start)
        if projector.is_on() or state.empty:
            state = self.start
        seeing(state, self.seen, f"{key}_answer", plays=True)

    def preview(self, key: str) -> None:  # noqa: ARG002 - others draw with it
        """Draw the start, without scores."""
        title = "Gold, A and B" if self.start.two_systems else "Gold and A"
        draw(title, self.start, NAMES)

    poster = preview

    def show(self, key: str) -> None:
        """Draw the board with the measures of interest, and some at work."""
        with st.container(horizontal=True, vertical_alignment="center"):
            state = self.ways(key)
            works = self.works and not state.empty
            # On a projector they then have the screen.
            is_alone = works and projector.is_on() and st.toggle("At work")
        if is_alone:
            bars, played = st.columns(2, gap="medium")
            with bars:
                self.board(key, self.seen[:1])
            with played:
                seeing(state, self.seen, key)
            return
        self.board(key, self.measures)
        after(replace(state, working="".join(self.seen[:1])), self.measures, NAMES, key)
        if works and not projector.is_on():
            seeing(state, self.seen, key)

    def ways(self, key: str) -> CompareState:
        """Buttons that set the bars to one of the starts; what is drawn now."""
        state: CompareState = st.session_state.setdefault(key, self.start)
        with st.container(horizontal=True, vertical_alignment="center", width="content"):
            st.markdown("**Draw the bars, or set them to:**", width="content")
            for name, start in self.starts.items():
                st.button(
                    name,
                    key=f"{key}_{name}",
                    on_click=_history(key).keep,
                    args=(start,),
                    disabled=state == start,
                )
        return state

    def board(self, key: str, measures: Sequence[str]) -> None:
        """The bars to drag and some measures."""
        state: CompareState = st.session_state[key]
        drawing_board(state, measures, _history(key))


def _history(key: str) -> History[CompareState]:
    return History(key, partial(st.session_state.__setitem__, key))
