"""Pairs of estimates on which NMD and RNOD disagree, each for one reason: who guessed better?"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

#: The two measures that disagree on every pair: one counts steps, the other squares errors.
STEPS_OF, SQUARES_OF = "NMD", "RNOD"

Votes = tuple[int, ...]


@dataclass(frozen=True)
class Guess:
    """A gold and two estimates, of which NMD prefers one and RNOD the other.

    Attributes
    ----------
    reason : str
        The one of `REASONS` without which the two measures would agree.
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
        return "AB"[int(np.argmin([_steps(self, each) for each in (self.a, self.b)]))]

    def told(self, classes: Sequence[str]) -> str:
        """The reason in two or three sentences of plain text, with the votes of this pair.

        Parameters
        ----------
        classes : sequence of str
            The L class labels.
        """
        return REASONS[self.reason](self, classes)


def _error(guess: Guess, estimate: Votes) -> npt.NDArray[np.int64]:
    """Votes too many in each class (L,)."""
    return np.subtract(estimate, guess.gold, dtype=np.int64)


def _steps(guess: Guess, estimate: Votes) -> int:
    """How many steps from class to class votes have to go until the estimate is the gold."""
    return int(np.abs(_error(guess, estimate).cumsum()).sum())


def _sides(guess: Guess) -> tuple[str, Votes, str, Votes]:
    """The estimate that RNOD rejects and the other one, each with its name."""
    named = [("A", guess.a), ("B", guess.b)]
    (rejected, worse), (kept, better) = named if guess.rejected == "A" else named[::-1]
    return rejected, worse, kept, better


def _counted(guess: Guess) -> str:
    rejected, worse, kept, better = _sides(guess)
    return (
        f"NMD counts only the steps that votes have to go: {_steps(guess, worse)} for {rejected}, "
        f"{_steps(guess, better)} for {kept}."
    )


def _distance(guess: Guess, _: Sequence[str]) -> str:
    rejected, worse, kept, better = _sides(guess)
    wrong, fewer = (int(np.abs(_error(guess, each)).sum()) // 2 for each in (worse, better))
    return (
        f"{rejected} has {wrong} votes in the wrong class, {kept} only {fewer}: RNOD squares how "
        f"many are wrong. {_counted(guess)}"
    )


def _sharpness(guess: Guess, _: Sequence[str]) -> str:
    rejected, worse, kept, better = _sides(guess)
    most, least = (int(np.abs(_error(guess, each)).max()) for each in (worse, better))
    return (
        f"{rejected} is wrong by {most} votes in one class, {kept} by at most {least} in any. RNOD "
        f"squares errors: a large one costs more than several small ones. {_counted(guess)}"
    )


def _empty(guess: Guess, classes: Sequence[str]) -> str:
    rejected, worse, *_ = _sides(guess)
    place = int(np.argmax(np.where(np.array(guess.gold) == 0, worse, 0)))
    return (
        f"{rejected} has {worse[place]} votes in {classes[place]}, where the gold has none. RNOD "
        f"looks only from classes that have gold, and from there it is far. {_counted(guess)}"
    )


def _ends(guess: Guess, classes: Sequence[str]) -> str:
    rejected, worse, *_ = _sides(guess)
    error = _error(guess, worse)
    place = int(np.argmax(error))
    return (
        f"{rejected} has {error[place]} votes too many at an end of the scale, {classes[place]}. "
        f"An end is far from all other classes, so RNOD weighs it most. {_counted(guess)}"
    )


#: Why NMD and RNOD can disagree, by what is taken from one of them so that they agree: NMD's
#: distance; RNOD's squares, its view from the gold's classes alone, and the weight of the ends.
REASONS: Mapping[str, Callable[[Guess, Sequence[str]], str]] = {
    "distance": _distance,
    "sharpness": _sharpness,
    "empty class": _empty,
    "ends": _ends,
}

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
