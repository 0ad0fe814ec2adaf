"""What a board sends to the server: moves, undo and redo."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import streamlit as st

from pages.analysing.address import moved
from pages.drawing import history
from pages.drawing.components import scripts

State = TypeVar("State")

#: The JavaScript that sends moves, undo and redo, for every board.
MOVES_SCRIPT = scripts(*(Path(__file__).with_name(name) for name in ("rules.js", "moves.js")))


def new_moves(sent: Any, applied: int) -> list[dict[str, Any]]:
    """Moves that have not been applied yet, in their order.

    A browser can send anything: what has no number is ignored.
    """
    moves = [move for move in sent if isinstance(move, dict)] if isinstance(sent, list) else []
    moves = [move for move in moves if isinstance(move.get("id"), int) and move["id"] > applied]
    return sorted(moves, key=lambda move: move["id"])


def listeners(
    key: str,
    name: str,
    after_moves: Callable[[State, Any, int], tuple[State, int]],
    keep: Callable[[State], None],
    put: Callable[[State], None],
) -> tuple[Callable[[], None], Callable[[], None]]:
    """What a board's component calls when its moves change, and for undo and redo.

    Parameters
    ----------
    key : str
        The component's.
    name : str
        Where the session keeps the state.
    after_moves : callable
        Given the state, what was sent, and the last move that has been applied: the state
        after it, and the last move then.
    keep : callable
        Is given the state after the visitor's moves.
    put : callable
        Is given an earlier or later state, for undo and redo.
    """

    def on_moves() -> None:
        st.session_state.board_works = True
        before = st.session_state[name]
        after, last = after_moves(before, st.session_state[key].get("moves"), last_applied(name))
        st.session_state[f"{name}_applied"] = last
        moved(name)
        if after != before:
            keep(after)

    def on_step() -> None:
        # Where both came at once, Streamlit calls this one first.
        on_moves()
        direction = st.session_state[key].get("step")
        if direction in (-1, 1):
            history.step(name, direction, put)

    return on_moves, on_step


def last_applied(name: str) -> int:
    """The last move of a board that has been applied; 0 for none."""
    last: int = st.session_state.get(f"{name}_applied", 0)
    return last
