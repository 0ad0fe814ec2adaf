"""Runs of open data that give every item a class: pooled and mean scores, and their matrices."""

from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pandas as pd
import streamlit as st

from oq_core import Collection
from oq_core.campaign.computing.baselines import with_one_class_runs
from oq_core.data.scores import counted
from oq_core.measures import OC_MEASURES, confusion_matrices, why_undefined
from pages.analysing.data import opened
from pages.analysing.downloads import download_table
from pages.analysing.text import plain
from pages.drawing.classification_state import MOST_CLASSES, ClassificationState
from pages.drawing.history import History
from pages.host.results import kept

#: Instead of a topic.
_POOLED = "All items, pooled"
_NONE = "none"


def open_items(history: History[ClassificationState]) -> None:
    """Choose a data set and one run or two; see their scores, and load their matrices."""
    found = {
        each.title: each.named(scale)
        for each in opened().values()
        for scale, collection in each.collections.items()
        if collection.labels is not None
    }
    # The one that was opened last is the one to look at.
    titles = list(found)[::-1]
    columns = st.columns(4)
    title = columns[0].selectbox("Data with a class for each item", titles, key="items_data")
    named = kept(with_one_class_runs, found[title])
    collection = named.value
    if collection.labels is None:
        return
    names = list(collection.labels.runs)
    first = columns[1].selectbox("First run (A)", names, key=f"items_a/{named.code}")
    second = columns[2].selectbox("Second run (B)", [_NONE, *names], key=f"items_b/{named.code}")
    topic = columns[3].selectbox(
        "Items", [_POOLED, *collection.ids], key=f"items_topic/{named.code}"
    )
    runs = [first] if second == _NONE else [first, second]
    matrices = {run: kept(matrices_of, named, run).value for run in runs}
    _scores(collection, matrices)
    shown = [
        each.sum(axis=0) if topic == _POOLED else each[collection.ids.index(topic)]
        for each in matrices.values()
    ]
    state = ClassificationState(collection.classes, two_systems=len(runs) > 1)
    state = state.with_counts("a", shown[0]).with_counts("b", shown[-1])
    about = f"{title}, {topic}: {' and '.join(runs)}."
    many = len(collection.classes) > MOST_CLASSES
    st.button(
        "Load into the matrices",
        on_click=history.keep,
        args=(replace(state, note=about),),
        disabled=many,
        help=f"The matrices have {MOST_CLASSES} classes at most." if many else None,
        icon=":material/input:",
    )


def matrices_of(collection: Collection, run: str) -> npt.NDArray[np.int64]:
    """A run's confusion matrices by topic (n, L, L)."""
    labels = collection.labels
    assert labels is not None  # noqa: S101 - chosen by that
    return confusion_matrices(labels.runs[run], labels, *collection.gold.shape)


def _scores(collection: Collection, matrices: dict[str, npt.NDArray[np.int64]]) -> None:
    """Pooled scores beside means over topics, and where a measure is undefined, with the reason."""
    columns: dict[str, list[float]] = {}
    reasons = []
    for run, each in matrices.items():
        pooled = [float(measure(each.sum(axis=0))) for measure in OC_MEASURES.values()]
        columns[f"{run}: pooled"] = pooled
        by_topic = {key: measure(each) for key, measure in OC_MEASURES.items()}
        columns[f"{run}: mean over topics"] = [
            float(values[np.isfinite(values)].mean()) if np.isfinite(values).any() else np.nan
            for values in by_topic.values()
        ]
        reasons += _reasons(collection, run, each, by_topic)
    table = pd.DataFrame(columns, pd.Index(OC_MEASURES, name="measure"))
    # A table's text is Markdown, and the names come from files.
    st.table(
        table.rename(columns=plain).map(
            lambda value: f"{value:.4f}" if np.isfinite(value) else "undefined"
        )
    )
    download_table(
        "Download pooled scores and means", lambda: table, "pooled-and-means.csv", collection.name
    )
    st.caption(
        f"{counted(len(collection.ids), 'topic')}; runs called “always” are baselines. The papers "
        "report means over topics; SemEval reported pooled scores too, in which large topics weigh "
        "more."
    )
    for reason in reasons:
        st.caption(reason)


def _reasons(
    collection: Collection,
    run: str,
    matrices: npt.NDArray[np.int64],
    by_topic: dict[str, npt.NDArray[np.float64]],
) -> list[str]:
    """For each set of topics on which the same measures are undefined, why."""
    found: dict[tuple[int, ...], list[str]] = {}
    for key, values in by_topic.items():
        rows = tuple(np.flatnonzero(~np.isfinite(values)).tolist())
        if rows:
            found.setdefault(rows, []).append(key)
    return [
        f"{plain(run)}: {', '.join(keys)} undefined on {len(rows)} of {len(matrices)} topics, left "
        f"out of the mean. {plain(collection.ids[rows[0]])}: "
        f"{why_undefined(keys[0], matrices[rows[0]])}."
        for rows, keys in found.items()
    ]
