"""Pairs of estimates on which NMD and RNOD disagree, each for one reason: who guessed better?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

#: The two measures that disagree on every pair: one counts steps, the other squares errors.
STEPS_OF, SQUARES_OF = "NMD", "RNOD"

Votes = tuple[int, ...]
Errors = npt.NDArray[np.int64]


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
        places = range(len(classes))
        first, second = self._errors
        if self.rejected == "A":
            (rejected, kept), estimate, error, other = "AB", self.a, first, second
        else:
            (rejected, kept), estimate, error, other = "BA", self.b, second, first
        if self.reason == "distance":
            why = (
                f"{rejected} has {_wrong(error)} votes in the wrong class, {kept} only "
                f"{_wrong(other)}: RNOD squares how many are wrong."
            )
        elif self.reason == "sharpness":
            why = (
                f"{rejected} is wrong by {np.abs(error).max()} votes in one class, {kept} by at "
                f"most {np.abs(other).max()} in any. RNOD squares errors: a large one costs more "
                "than several small ones."
            )
        elif self.reason == "empty class":
            c = max(places, key=lambda place: estimate[place] if not self.gold[place] else 0)
            why = (
                f"{rejected} has {estimate[c]} votes in {classes[c]}, where the gold has none. "
                "RNOD looks only from classes that have gold, and from there it is far."
            )
        else:
            c = int(np.argmax(error))
            why = (
                f"{rejected} has {error[c]} votes too many at an end of the scale, {classes[c]}. "
                "An end is far from all other classes, so RNOD weighs it most."
            )
        return (
            f"{why} NMD counts only the steps that votes have to go: {_steps(error)} for "
            f"{rejected}, {_steps(other)} for {kept}."
        )


def _wrong(error: Errors) -> int:
    """How many votes are in the wrong class."""
    return int(np.abs(error).sum()) // 2


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
