"""Pairs of estimates on which NMD and RNOD disagree, each for one reason: who guessed better?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from oq_core.phrases import Phrases

#: The two measures that disagree on every pair: one counts steps, the other squares errors.
STEPS_OF, SQUARES_OF = "NMD", "RNOD"

Votes = tuple[int, ...]
Errors = npt.NDArray[np.int64]

_said = Phrases(Path(__file__).with_suffix(".jinja"))


@dataclass(frozen=True)
class Guess:
    """A gold and two estimates, of which NMD prefers one and RNOD the other.

    Attributes
    ----------
    reason : str
        That without which the two measures would agree: NMD's distance; or RNOD's sharpness,
        its view from the gold's classes alone (empty class), or the weight of the ends.
    gold, a, b : tuple of int
        Votes by class, length L; all three have the same sum.

    Examples
    --------
    >>> GUESSES[1].rejected
    'A'
    >>> GUESSES[1].told(("−2", "−1", "0", "1", "2")).partition(".")[0]
    'A is wrong by 11 votes in one class, B by at most 7 in any'
    """

    reason: str
    gold: Votes
    a: Votes
    b: Votes

    @property
    def rejected(self) -> str:
        """The estimate that RNOD finds worse, and NMD better: "A" or "B"."""
        return "AB"[int(np.argmin([_steps(each) for each in self._errors]))]

    @property
    def _errors(self) -> tuple[Errors, Errors]:
        """Votes too many in each class (L,), of A and of B."""
        return np.subtract(self.a, self.gold), np.subtract(self.b, self.gold)

    def told(self, classes: Sequence[str]) -> str:
        """The reason in two or three sentences of plain text, with the votes of this pair.

        Parameters
        ----------
        classes : sequence of str
            The L class labels.
        """
        sides = [("A", self.a, self._errors[0]), ("B", self.b, self._errors[1])]
        (rejected, worse, error), (kept, _, other) = sides[:: 1 if self.rejected == "A" else -1]
        errors = (error, other)
        empty = int(np.argmax(np.where(np.array(self.gold) == 0, worse, 0)))
        end = int(np.argmax(error))
        return _said(
            "told",
            reason=self.reason,
            rejected=rejected,
            kept=kept,
            steps=[_steps(each) for each in errors],
            wrong=[int(np.abs(each).sum()) // 2 for each in errors],
            most=[int(np.abs(each).max()) for each in errors],
            empty=(classes[empty], worse[empty]),
            end=(classes[end], int(error[end])),
        )


def _steps(error: Errors) -> int:
    """How many steps from class to class votes have to go until the estimate is the gold."""
    return int(np.abs(error.cumsum()).sum())


#: In the order in which they are asked.
GUESSES: tuple[Guess, ...] = (
    Guess("distance", (1, 4, 7, 6, 2), (4, 8, 6, 2, 0), (2, 4, 3, 2, 9)),
    Guess("sharpness", (0, 2, 5, 12, 1), (0, 2, 5, 1, 12), (3, 6, 0, 5, 6)),
    Guess("empty class", (9, 5, 6, 0, 0), (1, 3, 12, 3, 1), (8, 3, 0, 9, 0)),
    Guess("ends", (3, 2, 6, 8, 1), (3, 2, 0, 2, 13), (2, 14, 4, 0, 0)),
    Guess("distance", (3, 2, 7, 3, 5), (6, 3, 6, 3, 2), (3, 9, 0, 3, 5)),
    Guess("sharpness", (2, 3, 7, 6, 2), (2, 3, 12, 0, 3), (0, 1, 10, 9, 0)),
    Guess("empty class", (1, 13, 6, 0, 0), (1, 10, 0, 9, 0), (3, 3, 9, 4, 1)),
    Guess("ends", (2, 9, 5, 1, 3), (1, 3, 1, 14, 1), (14, 1, 1, 0, 4)),
    Guess("distance", (2, 1, 6, 8, 3), (2, 1, 8, 3, 6), (4, 2, 6, 7, 1)),
    Guess("sharpness", (5, 0, 12, 2, 1), (1, 3, 7, 5, 4), (6, 8, 3, 2, 1)),
    Guess("empty class", (0, 0, 9, 9, 2), (3, 0, 8, 0, 9), (0, 9, 1, 8, 2)),
    Guess("ends", (1, 10, 2, 4, 3), (13, 0, 1, 4, 2), (1, 0, 1, 16, 2)),
)
