"""Confusion matrices to drag and type in, and every measure of them.

The numbers update as you drag. As on the drawing board, the server has computed them before. See
`precompute`.
"""

from typing import Any

from oq_core.measures import OC_MEASURES
from pages.drawing import projector, theme
from pages.drawing.board.events import MOVES_SCRIPT, last_applied, listeners
from pages.drawing.classification_state import MOST_ITEMS, ClassificationState
from pages.drawing.compare_state import NAMES
from pages.drawing.components import component
from pages.drawing.history import History
from pages.learn.classification_parts.matrix.precompute import (
    answers_now,
    precomputed_answers,
    reached,
    steps,
)

_KEY = "oc_matrices"
_COLOURS = {"a": theme.A, "b": theme.B}

_board = component(
    "oq_matrix", __file__, "rules.js", "matrix.js", before=MOVES_SCRIPT,
    html='<div class="board"></div>',
)  # fmt: skip


def matrix_board(
    state: ClassificationState, table: str, history: History[ClassificationState]
) -> None:
    """Draw the confusion matrices, with cells to drag and type in, above the measures.

    Parameters
    ----------
    state : ClassificationState
    table : str
        The table of measures as HTML.
    history : History
        Is given the state after the visitor's moves.
    """
    places = reached(state)
    on_moves, on_step = listeners(_KEY, history, after_move)
    _board(
        key=_KEY,
        data={
            "classes": list(state.classes),
            "systems": [
                {
                    "key": which,
                    "name": NAMES[which],
                    "colour": _COLOURS[which],
                    "counts": state.counts(which).ravel().tolist(),
                }
                for which in state.shown
            ],
            "measures": list(OC_MEASURES),
            "ranges": [measure.bounds(len(state.classes)) for measure in OC_MEASURES.values()],
            "most": MOST_ITEMS,
            "editsGold": state.edits_gold,
            "projector": projector.is_on(),
            "steps": steps(state).tolist(),
            "positions": places.reshape(-1, places.shape[-1]).tolist(),
            "now": answers_now(state),
            "precomputed": precomputed_answers(state),
            "applied": last_applied(history.name),
            "table": table,
        },
        on_moves_change=on_moves,
        on_step_change=on_step,
    )


def after_move(state: ClassificationState, move: dict[str, Any]) -> ClassificationState:
    """The state after a move; the same after one that does not fit it."""
    size = len(state.classes)
    which, cell, value = move.get("which"), move.get("cell"), move.get("value")
    if not (
        which in state.shown
        and isinstance(cell, int)
        and 0 <= cell < size**2
        and isinstance(value, int)
        and not isinstance(value, bool)
        and 0 <= value <= MOST_ITEMS
    ):
        return state
    if move.get("dragged") is True:
        return state.with_dragged(which, *divmod(cell, size), value)
    counts = state.counts(which)
    counts.flat[cell] = value
    return state.with_counts(which, counts)
