"""The interactive figures of the lessons."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from oq_core import Collection
from oq_core.campaign import Chart
from oq_core.data import popularity, uniform
from oq_core.defaults import ALPHA
from pages import menu
from pages.analysing.address import fill
from pages.analysing.data import SAMPLE, opened
from pages.drawing import theme
from pages.drawing.bars import show_bars
from pages.drawing.compare_state import FULL, CompareState, Histogram, from_probabilities
from pages.drawing.measure_table import measure_table, summary, verdicts
from pages.drawing.practice import after, draw, go_on
from pages.learn.lessons_parts.power import INSTANCES, NONSENSE, Powers, powers

#: What is chosen outlives the sliders' visit to another lesson.
LASTS: Mapping[str, Any] = {"persist_state": "session"}


#: Of golds that are set by sliders, at the start: the number of classes, votes of the largest, and
#: how many others share the rest.
CLASSES, _LARGEST, _OTHERS = 5, 11, 4


class Baselines:
    """Popularity and Uniform on a gold that is set by sliders."""

    measures = ("NMD", "RNOD", "NVD", "RNSS")

    def preview(self, key: str) -> None:  # noqa: ARG002 - others draw with it
        """Draw the start, without scores."""
        state = baselines_state(CLASSES, _LARGEST, _OTHERS)
        draw("Gold, Popularity and Uniform", state, _BASELINES)

    poster = preview

    def show(self, key: str) -> None:
        """Draw sliders for the gold, both baselines and their scores."""
        with st.container(key="side"):
            left, right = st.columns(2, gap="medium")
        with left:
            classes = st.slider("Classes", 2, 11, CLASSES, key=f"{key}_classes", **LASTS)
            most = classes - 1
            fill(f"{key}_others", min(st.session_state.get(f"{key}_others", _OTHERS), most))
            words = f"Votes of {FULL} in the largest class"
            largest = st.slider(words, 1, FULL, _LARGEST, key=f"{key}_largest", **LASTS)
            others = 1
            if most > 1:
                words = "Classes that share the others"
                others = st.slider(words, 1, most, key=f"{key}_others", **LASTS)
            state = baselines_state(classes, largest, others)
            st.markdown(
                f"Largest share **{max(state.shares('gold')):.2f}**; "
                f"(1 + 1/{classes}) / 2 = **{threshold(classes):.3f}**."
            )
        with right:
            draw("Gold, Popularity and Uniform", state, _BASELINES)
        found = verdicts(state.scores(self.measures))
        with left:
            st.markdown(f"A is Popularity, B is Uniform. {summary(found)}")
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


class PowerBars:
    """Discriminative power on the bundled sample, for fewer instances or another level."""

    def preview(self, key: str) -> None:
        """Draw what measures find that look at the gold, and say what the data are."""
        collection, found = sample(), sample_powers(INSTANCES[-1], ALPHA)
        _power_bars(found.table().drop(NONSENSE))
        with st.container(key=f"{key}_preview"):
            st.caption(
                f"The bundled sample: {len(collection.ids)} instances, {len(collection.runs)} "
                "runs. The runs' names and numbers are made up."
            )

    def poster(self, key: str) -> None:  # noqa: ARG002 - others draw with it
        """Draw what all measures find on all of the sample."""
        _power_bars(sample_powers(INSTANCES[-1], ALPHA).table())

    def show(self, key: str) -> None:
        """Draw the share of pairs that each measure tells apart."""
        left, right = st.columns(2, gap="medium")
        usual, levels = INSTANCES[-1], (0.001, 0.01, 0.05, 0.1)
        instances = left.select_slider(
            "Instances", INSTANCES, usual, key=f"{key}_instances", **LASTS
        )
        alpha = right.select_slider("Level α", levels, ALPHA, key=f"{key}_alpha", **LASTS)
        found = sample_powers(instances, alpha)
        _power_bars(found.table())
        go_on(key, menu.POWER, found.table)


def _power_bars(table: pd.DataFrame) -> None:
    colours = {"yes": theme.A, "no": theme.CONFLICT}
    pair_bars("Pairs of runs told apart", table, "looks at the gold", colours)


def pair_bars(title: str, table: pd.DataFrame, by: str, colours: Mapping[str, str]) -> None:
    """Draw how many pairs each measure tells apart, with bars coloured by a column.

    Parameters
    ----------
    title : str
    table : DataFrame
        "pairs told apart", "of" how many, and the column `by`, by measure, in one row or more.
    by : str
        The column that says a bar's colour.
    colours : mapping of str to str
        By what is in that column.
    """
    counts, pairs = "pairs told apart", int(table["of"].iloc[0])
    numbers = table.reset_index()[["measure", by, counts]]
    numbers[by] = [f"{by}: {value}" for value in numbers[by]]
    chart = Chart(
        "pairs", "", f"{title}, of {pairs}", "bars", numbers, x=counts, y="measure", by=by,
        limits={counts: (0, pairs)},
    )  # fmt: skip
    show_bars(chart, {f"{by}: {value}": colour for value, colour in colours.items()})


def swapped(state: CompareState) -> CompareState:
    """The state with the gold's and A's votes in each other's place."""
    return replace(state, gold=state.a, a=state.gold)
