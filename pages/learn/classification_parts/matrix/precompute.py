"""Precomputed answers: every measure for the counts that each cell can be drawn to."""

from base64 import b64encode
from math import ceil

import numpy as np
import numpy.typing as npt

from oq_core.data.arrays import signs
from oq_core.measures import OC_MEASURES
from pages.drawing.board.precompute import packed_scores
from pages.drawing.classification_state import MOST_ITEMS, ClassificationState, dragged

Counts = npt.NDArray[np.int64]

#: Counts that a cell can be dragged to.
DRAGGED = 21
#: Around these, what a key or two reaches.
NEAR = (-2, -1, 1, 2)
TIE, PREFERS_A, PREFERS_B, NEITHER = range(4)


def steps(state: ClassificationState) -> Counts:
    """The counts that any cell can be dragged to: 0 to 20, or as many steps to the largest."""
    most = max(int(state.counts(which).max()) for which in state.shown)
    return np.arange(DRAGGED) * max(1, ceil(most / (DRAGGED - 1)))


def reached(state: ClassificationState) -> Counts:
    """Counts that answers are sent for, (S, L, L, P); some may be there twice."""
    now = np.stack([state.counts(which) for which in state.shown])
    near = np.clip(now[..., None] + np.array(NEAR), 0, MOST_ITEMS)
    dragged = np.broadcast_to(steps(state), (*now.shape, DRAGGED))
    return np.concatenate([dragged, near], axis=-1)


def scored(matrices: Counts) -> npt.NDArray[np.float64]:
    """Scores (..., K) of confusion matrices (..., L, L); NaN where there are no items."""
    has_items = matrices.sum(axis=(-2, -1)) > 0
    # Any matrix with items will do in the place of an empty one.
    filled = np.where(has_items[..., None, None], matrices, 1)
    scores = np.stack([measure(filled) for measure in OC_MEASURES.values()], axis=-1)
    return np.where(has_items[..., None], scores, np.nan)


def preferred(a: npt.NDArray[np.float64], b: npt.NDArray[np.float64]) -> npt.NDArray[np.uint8]:
    """Whom each measure prefers of two scores (..., K), in its own direction."""
    larger = np.array([measure.larger_is_better for measure in OC_MEASURES.values()])
    gap = np.where(larger, a - b, b - a)
    found = np.array([PREFERS_B, TIE, PREFERS_A], np.uint8)[signs(gap) + 1]
    return np.where(np.isnan(gap), np.uint8(NEITHER), found)


def packed(
    scores: npt.NDArray[np.float64], choices: npt.NDArray[np.uint8], classes: int
) -> dict[str, str]:
    """Scores (..., K) and preferences as base64 of 16-bit and 8-bit numbers."""
    lowest = np.array([measure.bounds(classes)[0] for measure in OC_MEASURES.values()])
    return {
        "scores": packed_scores(scores, lowest),
        "preferred": b64encode(choices.tobytes()).decode(),
    }


def answers_now(state: ClassificationState) -> dict[str, str]:
    """The answers for the state itself: scores (S, K), preferences (K,)."""
    scores = scored(np.stack([state.counts(which) for which in state.shown]))
    choices = preferred(scores[0], scores[-1]) if len(scores) > 1 else np.zeros(0, np.uint8)
    return packed(scores, choices, len(state.classes))


def precomputed_answers(state: ClassificationState) -> dict[str, str]:
    """The answers one move away.

    Scores are those of the system that is moved, (S, L, L, P, K) for the counts of `reached`:
    the other's stay. Preferences are of the same shape.
    """
    now = np.stack([state.counts(which) for which in state.shown])
    counts = reached(state)
    systems, size = len(now), len(state.classes)
    away = np.broadcast_to(now[:, None, None, None], (*counts.shape, size, size)).copy()
    row, column = np.indices((size, size))
    away[:, row, column, :, row, column] = np.moveaxis(counts, 0, 2)
    # What is dragged moves items within their gold class; what keys reach does not.
    drags = steps(state)
    for which, row_at, column_at in np.ndindex(counts.shape[:3]):
        away[which, row_at, column_at, :DRAGGED] = dragged(
            now[which], row_at, column_at, drags, state.edits_gold
        )
    scores = scored(away)
    if systems == 1:
        return packed(scores, np.zeros(0, np.uint8), size)
    others = scored(now)[:, None, None, None]
    choices = np.stack([preferred(scores[0], others[1]), preferred(others[0], scores[1])])
    return packed(scores, choices, size)
