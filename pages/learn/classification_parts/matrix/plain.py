"""A matrix as a spreadsheet's table: as chosen, or where a browser cannot load the other."""

import numpy as np
import numpy.typing as npt
import pandas as pd
import streamlit as st

from pages.drawing import theme
from pages.drawing.classification_state import MOST_ITEMS, ClassificationState, System
from pages.drawing.compare_state import NAMES
from pages.drawing.history import History


def plain_table(
    state: ClassificationState, which: System, history: History[ClassificationState]
) -> None:
    """Draw one system's matrix, to be typed and pasted into.

    Parameters
    ----------
    state : ClassificationState
    which : System
    history : History
        Is given the state after a change.
    """

    def on_cells() -> None:
        history.keep(history.now.with_counts(which, _edited(which)))

    held = st.session_state.get(f"oc_editor_{which}")
    counts = state.counts(which)
    # A new editor where it is not its own typing that it has to show.
    if held is None or held[2] != state.classes or not np.array_equal(_edited(which), counts):
        number = st.session_state.get("oc_editors", 0) + 1
        st.session_state.oc_editors = number
        held = st.session_state[f"oc_editor_{which}"] = (
            f"oc_cells_{which}_{number}",
            counts,
            state.classes,
        )
    key, given, _ = held
    st.markdown(
        f":{theme.TINTS[which]}[■] **{NAMES[which]}**: rows are its classes, columns the gold's"
    )
    corner = "system ↓ gold →"
    st.data_editor(
        pd.DataFrame(given, pd.Index(state.classes, name=corner), list(state.classes)),
        key=key,
        on_change=on_cells,
        disabled=[corner],
        num_rows="fixed",
        height="content",
        column_config={
            label: st.column_config.NumberColumn(
                min_value=0, max_value=MOST_ITEMS, step=1, format="%d", required=True
            )
            for label in state.classes
        },
        alt=f"Confusion matrix of {NAMES[which]}: rows are its classes, columns the gold's",
    )


def _edited(which: System) -> npt.NDArray[np.int64]:
    """The matrix that an editor shows: what it was given, and what was typed since."""
    key, given, classes = st.session_state[f"oc_editor_{which}"]
    counts: npt.NDArray[np.int64] = given.copy()
    changes = st.session_state.get(key, {}).get("edited_rows", {})
    for row, cells in changes.items():
        for label, count in cells.items():
            if label in classes:
                number = 0 if count is None else int(count)
                counts[int(row), classes.index(label)] = min(max(number, 0), MOST_ITEMS)
    return counts
