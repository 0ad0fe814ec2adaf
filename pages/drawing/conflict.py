"""One gold with two estimates on which measures disagree: drawn, explained, and sent to Compare."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pandas as pd
import streamlit as st

from oq_core import MEASURES, Collection, compare_runs, explain_conflict, score
from oq_core.analysis import Comparison
from oq_core.campaign.computing.baselines import with_baselines
from pages import menu
from pages.analysing import views, words
from pages.analysing.links import link_to
from pages.analysing.settings import choose
from pages.analysing.text import plain
from pages.drawing.bars import histogram
from pages.drawing.compare_state import LONGEST_LABEL, CompareState, from_probabilities
from pages.drawing.measure_table import preference
from pages.host.results import Named
from pages.host.script_run import relabel

_MEASURES, _RUNS = ":material/straighten:", ":material/groups:"


def choose_two() -> tuple[str, str]:
    """Two measures, in a popover that is named after them."""
    popover = st.popover("Measures", icon=_MEASURES)
    with popover:
        x, y = (choose(option, ways=list(MEASURES)) for option in (views.ONE, views.OTHER))
    relabel(popover, plain(f"{x} and {y}"), _MEASURES)
    return x, y


def choose_two_runs(chosen: Named[Collection]) -> tuple[Collection, str, str]:
    """A collection with the baselines among its runs, and two of these, which are at first chosen.

    The popover is named after the two; the address holds their positions.
    """
    collection, start = with_baselines(chosen.value)
    popover, runs = st.popover("Runs", icon=_RUNS), list(collection.runs)
    with popover:
        first, second = (
            choose(option, ways=runs, usual=run, key=f"{option.address}/{chosen.code}")
            for option, run in zip((views.FIRST, views.SECOND), start, strict=True)
        )
    relabel(popover, plain(f"{first} and {second}"), _RUNS)
    return collection, first, second


def compared(collection: Collection, first: str, second: str) -> tuple[Collection, Comparison]:
    """The collection with these two runs alone, and the two compared under every measure."""
    pair = replace(
        collection, runs={name: collection.runs[name] for name in (first, second)}, labels=None
    )
    return pair, compare_runs(score(pair), first, second)


def ranked(comparison: Comparison, collection: Collection, x: str, y: str) -> pd.DataFrame:
    """Every instance, by its row, with its deltas and preferences, most negative d first."""
    names = np.array(["tie", comparison.first, comparison.second], dtype=object)
    table = pd.DataFrame(
        {
            "instance": comparison.ids,
            f"d = Δ{x} − Δ{y}": comparison.delta(x) - comparison.delta(y),
            f"Δ{x}": comparison.delta(x),
            f"{x} prefers": names[comparison.winner(x)],
            f"Δ{y}": comparison.delta(y),
            f"{y} prefers": names[comparison.winner(y)],
            "gold": list(collection.gold),
        }
    )
    return table.sort_values(table.columns[1], kind="stable")


def show_conflict(
    title: str,
    classes: Sequence[str],
    distributions: tuple[np.ndarray, np.ndarray, np.ndarray],
    measures: tuple[str, str],
    names: tuple[str, str] = ("System A", "System B"),
) -> None:
    """Draw a conflict beside its scores, and say how it comes about.

    Parameters
    ----------
    title : str
    classes : sequence of str
        The L class labels.
    distributions : tuple of three ndarray, shape (L,)
        Gold, A and B.
    measures : tuple of two str
        The measures that disagree.
    names : tuple of two str
        What to call A and B.
    """
    gold, a, b = distributions
    left, right = st.columns([3, 2], gap="medium")
    with left:
        shares = {"Gold": gold, names[0]: a, names[1]: b}
        histogram(title, tuple(classes), shares)
    with right:
        told = gold, a, b, *measures, list(classes), names
        words.markdown(plain(explain_conflict(*told, numbers=False)))
        with st.expander("With numbers"):
            words.markdown(plain(explain_conflict(*told)))
        st.table(preferences(distributions, measures, names))
        open_in_compare(classes, distributions, "conflict")


def preferences(
    distributions: tuple[np.ndarray, np.ndarray, np.ndarray],
    measures: Sequence[str],
    names: tuple[str, str],
) -> pd.DataFrame:
    """Scores of A and B, and who is preferred, under some measures."""
    gold, a, b = distributions
    rows = []
    for key in measures:
        scores = tuple(float(MEASURES[key](each, gold)) for each in (a, b))
        who = {"A": names[0], "B": names[1], "tie": "tie"}[preference(scores)]
        rows.append((*(f"{score:.4f}" for score in scores), who))
    columns = [*(plain(name) for name in names), "prefers"]
    table = pd.DataFrame(rows, pd.Index(measures, name="measure"), columns)
    return table.assign(prefers=table["prefers"].map(plain))


def open_in_compare(
    classes: Sequence[str],
    distributions: tuple[np.ndarray, np.ndarray, np.ndarray],
    key: str,
) -> None:
    """A link to the Compare page with gold, A and B set."""
    gold, a, b = (from_probabilities(tuple(each.tolist())) for each in distributions)
    labels = tuple(label[:LONGEST_LABEL] for label in classes)
    if len(set(labels)) < len(labels):
        labels = tuple(str(number + 1) for number in range(len(labels)))
    state = CompareState(labels, gold, a, b, two_systems=True)
    with st.container(key=f"{key} link"):
        link_to(menu.COMPARE, "Open in {}", query_params=state.to_address())
