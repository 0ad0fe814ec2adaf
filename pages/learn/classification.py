"""Classification: edit confusion matrices, and watch every measure follow."""

from dataclasses import replace
from functools import partial

import numpy as np
import pandas as pd
import streamlit as st

from oq_core import MEASURES
from oq_core.campaign import Chart
from oq_core.data.distributions import TIE_TOLERANCE
from oq_core.data.results import crossed
from oq_core.data.scores import counted, in_percent
from oq_core.knowledge import OC_EXAMPLES, OC_PRESETS
from oq_core.measures import OC_MEASURES, cell_costs, weighing_cells, why_undefined
from pages import menu
from pages.analysing import address, words
from pages.analysing.address import UnreadableError
from pages.analysing.downloads import download_table
from pages.analysing.settings import set_to
from pages.analysing.text import plain
from pages.drawing import projector
from pages.drawing.bars import histogram
from pages.drawing.charts import figure_of, show_figure
from pages.drawing.classification_state import (
    FEWEST_CLASSES,
    MOST_CLASSES,
    ClassificationState,
    System,
)
from pages.drawing.classification_table import classification_table, classification_verdicts
from pages.drawing.compare_state import NAMES
from pages.drawing.history import History
from pages.drawing.measure_table import MeasureVerdict, measure_table, summary, verdicts
from pages.learn.classification_parts.matrix import matrix_board
from pages.learn.classification_parts.matrix.plain import plain_table
from pages.learn.classification_parts.matrix.precompute import scored
from pages.learn.classification_parts.open_items import open_items

_STATE = "classification"
#: From here on the amounts are called nearly right (NMD), and the items wrong (kappa).
NEARLY_RIGHT, NO_GOOD = 0.05, 0.4


HISTORY = History[ClassificationState](_STATE, partial(address.keep, _STATE))


def on_count() -> None:
    HISTORY.keep(HISTORY.now.with_classes(st.session_state.oc_count))


def on_labels() -> None:
    try:
        HISTORY.keep(HISTORY.now.with_labels(st.session_state.oc_labels))
        st.session_state.pop("oc_labels_problem", None)
    except UnreadableError as error:
        st.session_state.oc_labels_problem = str(error)


def on_switch(name: str) -> None:
    HISTORY.keep(replace(HISTORY.now, **{name: st.session_state[f"oc_{name}"]}))


def on_no_board() -> None:
    st.session_state.board_works = False


def situation() -> None:
    """A choice of situations from the papers."""
    set_to(
        "Situation",
        OC_EXAMPLES,
        "A situation from the papers…",
        "oc_example",
        lambda example: HISTORY.keep(ClassificationState.of_example(example)),
        format_func=lambda example: example.name,
        label_visibility="collapsed",
        width="stretch" if projector.is_on() else 400,
    )


def how_much_is_right(state: ClassificationState) -> None:
    """How many items each system puts into their own class."""
    told = []
    for which in state.shown:
        counts = state.counts(which)
        right, total = int(np.trace(counts)), int(counts.sum())
        share = in_percent(right / total) if total else "none"
        told.append(
            f"{NAMES[which]}: {counted(total, 'item')}, {right:,} of them ({share}) in their own "
            "class"
        )
    st.caption("; ".join(told) + ".")


def settings(state: ClassificationState) -> None:
    """A row of controls for the whole page; what is seldom needed is behind a button of it."""
    with st.container(horizontal=True, vertical_alignment="center"):
        situation()
        HISTORY.buttons()
        switch(state, "two_systems", "Second system", None)
        with st.popover("Set to", icon=":material/tune:"):
            for which in state.shown:
                preset(which)
            set_to(
                "Gold",
                state.golds(),
                "items of each class…",
                "oc_gold",
                lambda gold: HISTORY.keep(HISTORY.now.with_gold(HISTORY.now.golds()[gold])),
                help="The systems go on sending each class's items where they sent them before.",
            )
        with st.popover("Options", icon=":material/tune:"):
            more(state)
        with st.popover("From open data", icon=":material/folder_open:"):
            open_items(HISTORY)
    if problem := st.session_state.get("oc_labels_problem"):
        st.error(f"Labels were not taken: {plain(problem)}.")


def preset(which: System) -> None:
    """A choice of kinds of system, which one's matrix is set to."""
    set_to(
        f"Set {NAMES[which]} to",
        OC_PRESETS,
        "a kind of system…",
        f"oc_preset_{which}",
        lambda kind: HISTORY.keep(HISTORY.now.with_preset(which, kind)),
    )


def more(state: ClassificationState) -> None:
    """What is seldom changed."""
    address.fill("oc_count", len(state.classes))
    st.number_input(
        "Classes", FEWEST_CLASSES, MOST_CLASSES, key="oc_count", on_change=on_count, width=110
    )
    if not st.session_state.get("oc_labels_problem"):
        address.fill("oc_labels", ", ".join(state.classes))
    st.text_input("Class labels, lowest first", key="oc_labels", on_change=on_labels)
    switch(
        state, "edits_gold", "A drag changes the gold",
        "Off: a drag moves items between the cells of one gold class, and the gold stays.",
    )  # fmt: skip
    switch(
        state, "plain", "Plain tables",
        "Tables to type and paste into, as in a spreadsheet, instead of cells to drag.",
    )  # fmt: skip


def switch(state: ClassificationState, name: str, label: str, explanation: str | None) -> None:
    """A switch of the state."""
    address.fill(f"oc_{name}", getattr(state, name))
    st.toggle(label, key=f"oc_{name}", on_change=on_switch, args=(name,), help=explanation)


def scores_of(state: ClassificationState) -> dict[str, tuple[float, ...]]:
    """Every classification measure of the systems shown."""
    scores = scored(np.stack([state.counts(which) for which in state.shown]))
    return dict(zip(OC_MEASURES, map(tuple, scores.T.tolist()), strict=True))


def undefined(state: ClassificationState, found: list[MeasureVerdict]) -> None:
    """Why measures have no score, a line for each system."""
    for number, which in enumerate(state.shown):
        if which in state.empty:
            continue
        keys = [each.measure for each in found if not np.isfinite(each.scores[number])]
        if keys:
            reason = why_undefined(keys[0], state.counts(which))
            st.caption(f"{NAMES[which]}: {', '.join(keys)} undefined. {reason}.")


def costs(state: ClassificationState) -> None:
    """What an item in each cell weighs for a measure, and what the systems' items add."""
    st.header("What a measure sees")
    weighing = weighing_cells()
    key = st.segmented_control(
        "Measure",
        list(weighing),
        default=next(iter(weighing)),
        required=True,
        key="oc_seen_by",
        persist_state="session",
    )
    measure = OC_MEASURES[key]
    seen = {which: cell_costs(key, state.counts(which)) for which in state.shown}
    maps = {f"What an item weighs for {key}": seen["a"].weights}
    for which, each in seen.items():
        word = "disagreement" if each.is_loss else "score"
        counts = state.counts(which)
        adds = np.where(counts > 0, each.per_item * counts, np.nan)
        maps[f"{NAMES[which]}: {word} by cell"] = adds
    for column, (title, values) in zip(st.columns(len(maps)), maps.items(), strict=True):
        top = float(np.nanmax(values, initial=TIE_TOLERANCE))
        numbers = crossed({"System": state.classes, "Gold": state.classes}, {"value": values})
        chart = Chart(
            "cells", "", title, "heat", numbers, x="Gold", y="System", by="value",
            limits={"value": (0, top)},
        )  # fmt: skip
        with column:
            show_figure(figure_of(chart), key=title, alt=chart.alternative)
    sign = "1 less the sum of the cells" if seen["a"].is_loss else "the sum of the cells"
    rest = [name for name in OC_MEASURES if name not in weighing]
    st.caption(
        f"{measure.name}: {measure.summary} A cell weighs: {seen['a'].weighs} (of A's matrix). A "
        f"system's score is {sign} on the right. Not such a sum: {', '.join(rest)}."
    )
    download_table(
        "Download the weights",
        lambda: pd.DataFrame(
            seen["a"].weights, pd.Index(state.classes, name="system"), list(state.classes)
        ),
        "cell-weights.csv",
    )


def amounts(state: ClassificationState, found: list[MeasureVerdict]) -> None:
    """Show the predictions as quantification: how many items are in each class."""
    st.header("The same predictions as quantification")
    gold = state.counts("a").sum(axis=0)
    systems = {NAMES[which]: state.counts(which).sum(axis=1) for which in state.shown}
    shares = {name: counts / counts.sum() for name, counts in {"Gold": gold, **systems}.items()}
    estimates = np.stack(list(shares.values())[1:])
    scores = {
        key: tuple(measure(estimates, shares["Gold"]).tolist()) for key, measure in MEASURES.items()
    }
    quantified = verdicts(scores)
    st.markdown(contrast(state, found, quantified, scores["NMD"]))
    left, right = st.columns([5, 6], gap="medium")
    with left:
        histogram(
            "Items in each class",
            state.classes,
            shares,
            label="share of items",
        )
        download_table(
            "Download the shares",
            lambda: pd.DataFrame(shares, pd.Index(state.classes, name="class")),
            "amounts.csv",
        )
    with right:
        st.html(measure_table(quantified))
        download_table(
            "Download the quantification measures",
            lambda: pd.DataFrame(scores, list(systems)).T.rename_axis("measure"),
            "quantification-measures.csv",
        )


def contrast(
    state: ClassificationState,
    classified: list[MeasureVerdict],
    quantified: list[MeasureVerdict],
    nmd: tuple[float, ...],
) -> str:
    """Where the better quantifier is the worse classifier, or a good one a bad one."""
    parts = []
    if state.two_systems:
        sides = [
            {name: sum(each.preferred == name for each in found) for name in "AB"}
            for found in (quantified, classified)
        ]
        for name, other in (("A", "B"), ("B", "A")):
            if sides[0][name] > sides[0][other] and sides[1][other] > sides[1][name]:
                parts.append(
                    f"**{name} is the better quantifier and the worse classifier:** "
                    f"{sides[0][name]} of {len(quantified)} quantification measures prefer it, "
                    f"{sides[1][other]} of {len(classified)} classification measures {other}."
                )
    kappas = next(each.scores for each in classified if each.measure == "kappa")
    accuracies = next(each.scores for each in classified if each.measure == "Accuracy")
    for number, which in enumerate(state.shown):
        if nmd[number] <= NEARLY_RIGHT and kappas[number] < NO_GOOD:
            parts.append(
                f"**{NAMES[which]} is a good quantifier and a bad classifier:** its amounts are "
                f"nearly right (NMD {nmd[number]:.3f}), its items are not "
                f"(kappa {kappas[number]:.3f}, Accuracy {accuracies[number]:.3f})."
            )
    return " ".join(parts) or (
        "A row sum is how many items a system puts into a class. A column sum is how many there "
        "are. Quantification measures see nothing else."
    )


def main() -> None:
    """The page."""
    with st.container(key="classification_title"):
        words.title(menu.CLASSIFICATION.headline)
    state = address.current(_STATE, ClassificationState(), ClassificationState.from_address)
    if projector.is_on():
        with st.container(horizontal=True, vertical_alignment="bottom"):
            situation()
            HISTORY.buttons()
    else:
        with st.container(key="classification_settings"):
            settings(state)
    # In a place of their own: a line that comes or goes before a table makes it lose its cell.
    with st.container():
        if state.note and not projector.is_on():
            st.caption(plain(state.note))
        same_items(state)
    found = classification_verdicts(scores_of(state))
    matrices(state, found)
    if state.empty:
        names = " and ".join(NAMES[which] for which in state.empty)
        st.info(f"{names} has no items yet: type a count into a cell, or set it to a preset.")
    elif not projector.is_on():
        with st.container(key="classification_results"):
            how_much_is_right(state)
            results(state, found)
    address.show(_STATE, state)


def matrices(state: ClassificationState, found: list[MeasureVerdict]) -> None:
    """The matrices, to drag and type in, and the measures; or plain tables to type into."""
    table = classification_table(found, len(state.classes))
    if state.plain or st.session_state.get("board_works") is False:
        for column, which in zip(st.columns(len(state.shown)), state.shown, strict=True):
            with column:
                plain_table(state, which, HISTORY)
        if any(each.preferred for each in found):
            st.markdown(summary(found))
        st.html(table)
        return
    matrix_board(state, table, HISTORY)
    if "board_works" not in st.session_state:
        # Seen only where the browser could not load the matrices; see `frame.css`.
        with st.container(key="oc_instead_of_the_board"):
            st.info("Your browser could not load the matrices.", icon=":material/grid_on:")
            st.button("Use plain tables", on_click=on_no_board)


def same_items(state: ClassificationState) -> None:
    """Warn, above the verdict, where it is on different items."""
    golds = [state.counts(which).sum(axis=0) for which in state.shown]
    if any(not np.array_equal(golds[0], other) for other in golds[1:]):
        st.caption(
            ":material/warning: The columns of A and B do not have the same sums: the two are "
            "not of the same items, and which measures prefer which says nothing."
        )


def results(state: ClassificationState, found: list[MeasureVerdict]) -> None:
    """Everything that follows from matrices that have items."""
    undefined(state, found)
    download_table(
        "Download the measures",
        lambda: pd.DataFrame(
            [each.scores for each in found],
            pd.Index([each.measure for each in found], name="measure"),
            [NAMES[which] for which in state.shown],
        ),
        "classification-measures.csv",
    )
    costs(state)
    amounts(state, found)


main()
