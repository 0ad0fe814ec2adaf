"""The interactive figures of the lessons."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
import pandas as pd
import streamlit as st

from oq_core import (
    Collection,
    popularity,
    uniform,
)
from pages.learn.lessons_parts.power import INSTANCES, Powers, powers
from pages.shared import history, projector, theme
from pages.shared.address import fill
from pages.shared.board import drawing_board
from pages.shared.compare_state import FULL, NAMES, CompareState, Histogram, from_probabilities
from pages.shared.data import SAMPLE, opened
from pages.shared.downloads import download_table
from pages.shared.histograms import histogram
from pages.shared.measure_table import measure_table, summary, verdicts
from pages.shared.seeing import seeing


def draw(
    title: str, state: CompareState, names: Mapping[Histogram, str], key: str, height: int = 240
) -> None:
    """A state's histograms over each other, for looking at."""
    shares = {names[which]: state.shares(which) for which in state.shown}
    histogram(title, "Share of votes", state.classes, shares, key=key, height=height)


def after(
    state: CompareState, measures: Sequence[str], names: Mapping[Histogram, str], key: str
) -> None:
    """Link to go on, and what is on screen as a table; neither on a projector."""
    if projector.is_on():
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        with st.container(key=f"{key}_link", width="content"):
            st.page_link(
                "learn/compare.py",
                label="Go on in Compare",
                icon=":material/tune:",
                query_params=state.to_address(),
            )
        if not state.empty:
            download_table(
                "Download the numbers", partial(numbers, state, measures, names), f"{key}.csv"
            )


def numbers(
    state: CompareState, measures: Sequence[str], names: Mapping[Histogram, str]
) -> pd.DataFrame:
    """Shares by class and scores by measure, a column for each histogram."""
    shares = pd.DataFrame(
        {names[which]: state.shares(which) for which in state.shown},
        pd.Index([f"share of {label}" for label in state.classes], name="number"),
    )
    scores = pd.DataFrame(
        [list(each) for each in state.scores(measures).values()],
        pd.Index(list(measures), name="number"),
        [names[which] for which in state.shown[1:]],
    )
    return pd.concat([shares, scores])


@dataclass(frozen=True)
class Board:
    """The drawing board, in one of some states to start from.

    Attributes
    ----------
    starts : mapping of str to CompareState
        By name; the first is shown to begin with.
    measures : tuple of str
        Keys of the measures that are shown.
    sees : str
        Key of a measure to be seen at work, if any.
    """

    starts: Mapping[str, CompareState]
    measures: tuple[str, ...]
    sees: str = ""

    @property
    def start(self) -> CompareState:
        """What is shown to begin with."""
        return next(iter(self.starts.values()))

    def preview(self, key: str) -> None:
        """Draw the start, without scores."""
        title = "Gold, A and B" if self.start.two_systems else "Gold and A"
        draw(title, self.start, NAMES, f"{key}_preview")

    def show(self, key: str) -> None:
        """Draw the board with the measures of interest."""
        state: CompareState = st.session_state.setdefault(key, self.start)
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown("**Draw the bars, or set them to:**", width="content")
            for name, start in self.starts.items():
                st.button(
                    name,
                    key=f"{key}_{name}",
                    on_click=_keep,
                    args=(key, start),
                    disabled=state == start,
                )
        drawing_board(
            state,
            NAMES,
            state.scores(self.measures),
            partial(_keep, key),
            lambda way: history.step(key, way, partial(_put, key)),
            key,
        )
        after(state, self.measures, NAMES, key)
        if self.sees and not state.empty and not projector.is_on():
            seeing(state, self.sees, key)


def _keep(key: str, state: CompareState) -> None:
    """Make this a board's state, after a move of the visitor."""
    history.remember(key)
    _put(key, state)


def _put(key: str, state: CompareState) -> None:
    st.session_state[key] = state


@dataclass(frozen=True)
class Baselines:
    """Popularity and Uniform on a gold that is set by sliders.

    Attributes
    ----------
    measures : tuple of str
        Keys of the measures that are shown.
    classes, largest, others : int
        At the start: number of classes, votes of the largest, and how many others share the
        rest.
    """

    measures: tuple[str, ...]
    classes: int
    largest: int
    others: int

    def preview(self, key: str) -> None:
        """Draw the start, without scores."""
        state = baselines_state(self.classes, self.largest, self.others)
        draw("Gold, Popularity and Uniform", state, _BASELINES, f"{key}_preview")

    def show(self, key: str) -> None:
        """Draw sliders for the gold, both baselines and their scores."""
        with st.container(key="side"):
            left, right = st.columns(2, gap="medium")
        with left:
            # What is remembered outlives the sliders' visit to another lesson.
            kept = st.session_state.setdefault(key, (self.classes, self.largest, self.others))
            for name, value in zip(("classes", "largest", "others"), kept, strict=True):
                st.session_state.setdefault(f"{key}_{name}", value)
            classes = st.slider("Classes", 2, 11, key=f"{key}_classes")
            most = classes - 1
            fill(f"{key}_others", min(st.session_state[f"{key}_others"], most))
            largest = st.slider(
                f"Votes of {FULL} in the largest class", 1, FULL, key=f"{key}_largest"
            )
            others = 1
            if most > 1:
                others = st.slider("Classes that share the others", 1, most, key=f"{key}_others")
            st.session_state[key] = (classes, largest, others)
            state = baselines_state(classes, largest, others)
            st.markdown(
                f"Largest share **{max(state.shares('gold')):.2f}**; "
                f"(1 + 1/{classes}) / 2 = **{threshold(classes):.3f}**."
            )
        with right:
            draw("Gold, Popularity and Uniform", state, _BASELINES, f"{key}_chart")
        found = verdicts(state.scores(self.measures))
        with left:
            st.markdown(f"A is Popularity, B is Uniform. {summary(found)}")
        with right:
            st.html(measure_table(found))
        after(state, self.measures, _BASELINES, key)


_BASELINES: dict[Histogram, str] = {"gold": "Gold", "a": "Popularity (A)", "b": "Uniform (B)"}


def threshold(classes: int) -> float:
    """The largest gold probability above which Popularity beats Uniform under RNSS."""
    return (1 + 1 / classes) / 2


def baselines_state(classes: int, largest: int, others: int) -> CompareState:
    """Popularity as A and Uniform as B, on a gold whose first classes share the other votes."""
    gold = np.zeros(classes)
    gold[0] = largest
    gold[1 : 1 + others] = (FULL - largest) / others
    shares = gold / FULL
    gold_votes, a, b = (
        from_probabilities(tuple(each.tolist()))
        for each in (shares, popularity(shares), uniform(shares))
    )
    labels = tuple(str(place + 1) for place in range(classes))
    return CompareState(labels, gold_votes, a, b, two_systems=True)


def sample() -> Collection:
    """The first scale of the bundled sample."""
    return next(iter(opened()[SAMPLE].collections.values()))


@st.cache_data(max_entries=40)
def sample_powers(instances: int, alpha: float) -> Powers:
    """Discriminative power on the bundled sample."""
    return powers(sample(), instances, alpha)


@dataclass(frozen=True)
class PowerBars:
    """Discriminative power on the bundled sample, for fewer instances or another level."""

    def preview(self, key: str) -> None:
        """Say what the data are."""
        collection = sample()
        with st.container(key=f"{key}_preview"):
            st.caption(
                f"The bundled sample: {len(collection.ids)} instances, {len(collection.runs)} "
                "runs. The runs' names and numbers are made up."
            )

    def show(self, key: str) -> None:
        """Draw the share of pairs that each measure tells apart."""
        kept = st.session_state.setdefault(key, (INSTANCES[-1], 0.05))
        for name, value in zip(("instances", "alpha"), kept, strict=True):
            st.session_state.setdefault(f"{key}_{name}", value)
        left, right = st.columns(2, gap="medium")
        instances = left.select_slider("Instances", INSTANCES, key=f"{key}_instances")
        alpha = right.select_slider("Level α", (0.001, 0.01, 0.05, 0.1), key=f"{key}_alpha")
        st.session_state[key] = (instances, alpha)
        found = sample_powers(instances, alpha)
        title = f"Pairs of runs told apart, of {found.pairs}"
        st.vega_lite_chart(
            found.table().reset_index(),
            _bars(title, found.pairs),
            key=f"{key}_chart",
            height=34 * len(found.significant) + 80,
            alt=f"{title}. "
            + ", ".join(f"{name}: {count}" for name, count in found.significant.items()),
        )
        go_on(key, found.table)


def go_on(key: str, table: Callable[[], pd.DataFrame]) -> None:
    """Link to Discriminative power, and what is on screen as a table; neither on a projector."""
    if projector.is_on():
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        with st.container(key=f"{key}_link", width="content"):
            st.page_link(
                "analyse/power.py",
                label="Go on in Discriminative power",
                icon=":material/show_chart:",
            )
        download_table("Download the numbers", table, f"{key}.csv")


def _bars(title: str, pairs: int) -> dict[str, object]:
    y = {"field": "measure", "type": "nominal", "sort": None, "title": None}
    x = {
        "field": "pairs told apart",
        "type": "quantitative",
        "title": "Pairs told apart",
        "scale": {"domain": [0, pairs]},
        "axis": {"tickCount": 5},
    }
    return {
        "title": {"text": title, "anchor": "start", "offset": 6},
        "encoding": {"y": y | {"axis": {"labelLimit": 150}}, "x": x},
        "layer": [
            {
                "mark": {"type": "bar", "height": {"band": 0.65}},
                "encoding": {
                    "color": {
                        "field": "looks at the gold",
                        "type": "nominal",
                        "title": "Looks at the gold",
                        "scale": {"domain": ["yes", "no"], "range": [theme.A, theme.CONFLICT]},
                        "legend": {"orient": "top", "offset": 4},
                    },
                },
            },
            {
                "mark": {"type": "text", "align": "left", "dx": 4, "color": "currentColor"},
                "encoding": {"text": {"field": "pairs told apart"}},
            },
        ],
    }


def swapped(state: CompareState) -> CompareState:
    """The state with the gold's and A's votes in each other's place."""
    return replace(state, gold=state.a, a=state.gold)
