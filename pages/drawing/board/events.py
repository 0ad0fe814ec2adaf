"""What a board sends to the server: moves, undo and redo."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import streamlit as st

from pages.analysing.address import moved
from pages.drawing.components import scripts
from pages.drawing.history import History

State = TypeVar("State")
#: Given a state and a move of its board: the state after it; the same where it does not fit.
Apply = Callable[[State, dict[str, Any]], State]

#: The JavaScript that sends moves, undo and redo, for every board.
MOVES_SCRIPT = scripts(*(Path(__file__).with_name(name) for name in ("rules.js", "moves.js")))


def after_moves(state: State, sent: Any, applied: int, apply: Apply[State]) -> tuple[State, int]:
    """The state after all moves that have not been applied yet, and the number of the last one.

    A browser can send anything: what has no number is ignored.
    """
    moves = [move for move in sent if isinstance(move, dict)] if isinstance(sent, list) else []
    moves = [move for move in moves if isinstance(move.get("id"), int) and move["id"] > applied]
    for move in sorted(moves, key=lambda move: move["id"]):
        state, applied = apply(state, move), move["id"]
    return state, applied


def listeners(
    key: str, history: History[State], apply: Apply[State]
) -> tuple[Callable[[], None], Callable[[], None]]:
    """What a board's component calls when its moves change, and for undo and redo.

    Parameters
    ----------
    key : str
        The component's.
    history : History
        Of the board.
    apply : callable
    """
    name = history.name

    def on_moves() -> None:
        st.session_state.board_works = True
        before, sent = history.now, st.session_state[key].get("moves")
        after, last = after_moves(before, sent, last_applied(name), apply)
        st.session_state[f"{name}_applied"] = last
        moved(name)
        if after != before:
            history.keep(after)

    def on_step() -> None:
        # Where both came at once, Streamlit calls this one first.
        on_moves()
        direction = st.session_state[key].get("step")
        if direction in (-1, 1):
            history.step(direction)

    return on_moves, on_step


def last_applied(name: str) -> int:
    """The last move of a board that has been applied; 0 for none."""
    last: int = st.session_state.get(f"{name}_applied", 0)
    return last
