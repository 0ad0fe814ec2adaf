"""The places of a map: which estimates there are, and where on the map they stand."""

from dataclasses import dataclass
from functools import cache

import numpy as np

from oq_core.data import Distributions
from oq_core.disagreement import bell
from pages.drawing.compare_state import FULL

#: Steps along a side of the triangle, and how many of them a point moves at once: a vote.
_SIDE, _VOTE = 60, 3
#: Steps of a bell's mean and spread, in classes: with many classes there are enough places.
_FINE_STEP, _STEP, _FEW_CLASSES = 0.05, 0.1, 6


@dataclass(frozen=True, eq=False)
class Places:
    """Estimates in rows, from the lowest, and columns, from the left.

    Attributes
    ----------
    estimates : ndarray, shape (rows, columns, L)
        Zero where there is no estimate.
    inside : ndarray of bool, shape (rows, columns)
        Where there is one.
    stride : int
        Points stand on every so many-th row and column.
    step : float
        Of means and spreads; 0 in the triangle of three classes, which holds every estimate.
    """

    estimates: Distributions
    inside: np.ndarray
    stride: int
    step: float

    @property
    def classes(self) -> int:
        """How many, L."""
        return self.estimates.shape[-1]

    @property
    def is_triangle(self) -> bool:
        """Whether these are all estimates over three classes, and no slice of bells."""
        return self.step == 0

    @property
    def for_points(self) -> np.ndarray:
        """Where a point can stand: numbers of places, counted row by row."""
        rows, columns = np.indices(self.inside.shape) % self.stride == 0
        return np.flatnonzero(self.inside & rows & columns)

    def at(self, place: int) -> np.ndarray:
        """The estimate (L,) of a place."""
        return self.estimates.reshape(-1, self.classes)[place]

    def text(self, place: int) -> str:
        """A place as an address holds it: votes, or mean and spread."""
        if self.is_triangle:
            return ",".join(f"{votes:.0f}" for votes in self.at(place) * FULL)
        row, column = divmod(place, self.inside.shape[1])
        return f"{1 + column * self.step:.2f},{(1 + row) * self.step:.2f}"

    def of_text(self, text: str) -> int | None:
        """The place that a text means; nothing where it is no place for a point."""
        known = {self.text(place): place for place in self.for_points.tolist()}
        return known.get(text)

    def of(self, distribution: np.ndarray) -> int | None:
        """Where a distribution (L,) stands.

        It stands at the estimate that is nearest, if no class differs by more than half of one
        of twenty votes.
        """
        misses = np.where(self.inside, np.abs(self.estimates - distribution).max(axis=-1), np.inf)
        place = int(misses.argmin())
        return place if misses.flat[place] <= 0.5 / FULL + 1e-9 else None


@cache
def places_of(classes: int) -> Places:
    """All estimates over three classes, or the bells over more."""
    if classes == 3:
        rows, columns = np.indices((_SIDE + 1, _SIDE + 1))
        first = _SIDE - rows - columns
        inside = first >= 0
        estimates = np.stack([first, rows, columns], axis=-1) / _SIDE
        return Places(np.where(inside[..., None], estimates, 0), inside, _VOTE, 0)
    step = _FINE_STEP if classes <= _FEW_CLASSES else _STEP
    means = 1 + step * np.arange(round((classes - 1) / step) + 1)
    spreads = step * np.arange(1, round(classes / 2 / step) + 1)
    estimates = bell(means[None, :], spreads[:, None], classes)
    return Places(estimates, np.ones(estimates.shape[:2], dtype=bool), 1, step)
