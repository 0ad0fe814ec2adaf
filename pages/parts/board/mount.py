"""The board in the page: what goes to the browser, and what comes back."""

import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import streamlit as st

from oq_core import MEASURES
from pages.parts import theme
from pages.parts.board.ahead import answers_ahead, answers_now, positions
from pages.parts.compare_state import MOST_VOTES, CompareState, Histogram

_FOLDER = Path(__file__).parent

_board = st.components.v2.component(
    "oq_board",
    # What stands here is replaced when the board's script runs; where it cannot, it stays.
    html='<div class="board"><p>Loading the drawing board. If this stays, switch on '
    "<b>Plain sliders</b> under <b>More</b>.</p></div>",
    css=(_FOLDER / "board.css").read_text(),
    js=(_FOLDER / "board.js").read_text(),
)


def drawing_board(
    state: CompareState,
    names: dict[Histogram, str],
    table: str,
    keep: Callable[[CompareState], None],
    step: Callable[[int], None],
    measures: Sequence[str] = tuple(MEASURES),
    name: str = "compare",
) -> None:
    """Draw the state with bars to drag.

    Parameters
    ----------
    state : CompareState
    names : dict
        What to call the histograms.
    table : str
        The table of measures as HTML, which the board fills in.
    keep : callable
        Is given the state after moves of the visitor's hand.
    step : callable
        Is given -1 for undo and 1 for redo.
    measures : sequence of str
        Keys of the measures in the table.
    name : str
        Where the session keeps the state.
    """
    key, applied_key = f"{name}_board", f"{name}_applied"

    def on_moves() -> None:
        sent = st.session_state[key].get("moves")
        before = st.session_state[name]
        after, last = after_moves(before, sent, st.session_state.get(applied_key, 0))
        st.session_state[applied_key] = last
        if after != before:
            keep(after)

    def on_step() -> None:
        direction = st.session_state[key].get("step")
        if direction in (-1, 1):
            step(direction)

    _board(
        key=key,
        data={
            "classes": list(state.classes),
            "histograms": [
                {
                    "key": which,
                    "name": names[which],
                    "votes": list(state.votes(which)),
                    "colour": {"gold": theme.GOLD, "a": theme.A, "b": theme.B}[which],
                }
                for which in state.shown
            ],
            "cumulative": state.cumulative,
            "keepTotal": state.keep_total,
            "measures": list(measures),
            "positions": positions(state).tolist(),
            "now": answers_now(state, measures).packed(),
            "ahead": answers_ahead(state, measures).packed(),
            "applied": st.session_state.get(applied_key, 0),
            "table": table,
        },
        on_moves_change=on_moves,
        on_step_change=on_step,
    )


def after_moves(state: CompareState, sent: Any, applied: int) -> tuple[CompareState, int]:
    """The state after those of the moves sent that have not been applied, and the last's id.

    What comes from a browser is input: what is no move of this state is passed over.
    """
    last = applied
    moves = [move for move in sent if isinstance(move, dict)] if isinstance(sent, list) else []
    moves = [move for move in moves if isinstance(move.get("id"), int) and move["id"] > applied]
    for move in sorted(moves, key=lambda move: move["id"]):
        last = move["id"]
        which, index, value = move.get("which"), move.get("index"), move.get("value")
        if (
            which in state.shown
            and isinstance(index, int)
            and 0 <= index < len(state.classes)
            and isinstance(value, int | float)
            and math.isfinite(value)
            and 0 <= value <= MOST_VOTES
        ):
            state = state.with_vote(which, index, value)
    return state, last
