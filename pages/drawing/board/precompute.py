"""Precomputed answers: every measure for every position of every bar one move away."""

from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

import numpy as np
import numpy.typing as npt

from oq_core.data.arrays import Array, signs
from oq_core.measures import measures_of
from pages.drawing.compare_state import FULL, CompareState, moved

#: Scores are sent as whole ten-thousandths, which is what is shown of them.
SHOWN = 10_000
#: Sent for a score that is undefined, as where a histogram has no votes.
UNDEFINED = 2**16 - 1


def positions(state: CompareState) -> Array:
    """The votes that a bar can be drawn to: 0 to 20, or as many steps to where votes reach."""
    most = max(max(state.votes(which)) for which in state.shown)
    return np.arange(FULL + 1, dtype=np.float64) * max(1, ceil(most / FULL))


def packed_scores(scores: Array, lowest: Array | float = 0) -> str:
    """Scores, less the lowest there can be, as base64 of 16-bit numbers, for the browser."""
    scaled = scores * SHOWN
    whole = np.rint(scaled)
    # A half, as far as floats can tell, goes where it goes in the table's text.
    half = np.abs(scaled % 1 - 0.5) < 1e-6
    whole[half] = [round(float(f"{score:.4f}") * SHOWN) for score in scores[half]]
    sent = np.where(np.isnan(scaled), UNDEFINED, whole - lowest * SHOWN)
    return b64encode(sent.astype("<u2").tobytes()).decode()


@dataclass(frozen=True, eq=False)
class Answers:
    """Scores and preferences for the state, or for many.

    Attributes
    ----------
    scores : ndarray of float64, shape (..., K, S)
        Of S systems under K measures; NaN where a histogram has no votes.
    """

    scores: Array

    @property
    def preferred(self) -> npt.NDArray[np.uint8]:
        """Whom measures prefer, (..., K): 0 for a tie, 1 for A, 2 for B; 0 with one system."""
        gaps = signs(self.scores[..., 0] - self.scores[..., -1])
        return np.array([1, 0, 2], np.uint8)[gaps + 1]

    def packed(self) -> dict[str, str]:
        """Both as base64 of 16-bit and 8-bit numbers, for the browser."""
        return {
            "scores": packed_scores(self.scores),
            "preferred": b64encode(self.preferred.tobytes()).decode(),
        }


def _answers(estimates: Array, gold: Array, measures: Sequence[str] | None) -> Answers:
    """Score votes (..., S, L) against gold votes (..., L)."""
    totals = estimates.sum(axis=-1)[..., None], gold.sum(axis=-1)[..., None]
    defined = (totals[0] > 0) & (totals[1] > 0)[..., None, :]
    flat = 1 / gold.shape[-1]
    shares = [
        np.divide(votes, total, where=total > 0, out=np.full_like(votes, flat))
        for votes, total in zip((estimates, gold), totals, strict=True)
    ]
    scores = np.stack(
        [measure(shares[0], shares[1][..., None, :]) for measure in measures_of(measures)],
        axis=-2,
    )
    return Answers(np.where(defined[..., 0][..., None, :], scores, np.nan))


def answers_now(state: CompareState, measures: Sequence[str] | None = None) -> Answers:
    """The answers for the state itself: scores (K, S)."""
    votes = np.array([state.votes(which) for which in state.shown], dtype=float)
    return _answers(votes[1:], votes[0], measures)


def precomputed_answers(state: CompareState, measures: Sequence[str] | None = None) -> Answers:
    """The answers one move away.

    Returns
    -------
    Answers
        Scores (bars, positions, K, S): bars in the order of the histograms shown and their
        classes, positions in that of `positions`. One call a measure.
    """
    away = one_move_away(state)
    return _answers(away[..., 1:, :], away[..., 0, :], measures)


def one_move_away(state: CompareState) -> Array:
    """The votes of all histograms after each move of a bar: (bars, positions, histograms, L)."""
    votes = np.array([state.votes(which) for which in state.shown], dtype=float)
    shown, classes = votes.shape
    targets = positions(state)
    away = np.broadcast_to(votes, (shown, classes, len(targets), shown, classes)).copy()
    for which in range(shown):
        for index in range(classes):
            away[which, index, :, which] = moved(votes[which], index, targets, state.keep_total)
    return away.reshape(shown * classes, len(targets), shown, classes)
