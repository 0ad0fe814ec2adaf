"""Scores of every run on every instance under several measures."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Self

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True, eq=False)
class Scores:
    """A stack of score matrices, one for each measure.

    Attributes
    ----------
    values : ndarray of float64, shape (K, n, m)
        Score of each of m runs on each of n instances under K measures. NaN where a measure is
        undefined.
    measures : tuple of str
        The K measures' keys.
    ids : tuple of str
        The n instance ids.
    runs : tuple of str
        The m run names.
    larger_is_better : tuple of bool
        Direction of the K measures.
    """

    values: npt.NDArray[np.float64]
    measures: tuple[str, ...]
    ids: tuple[str, ...]
    runs: tuple[str, ...]
    larger_is_better: tuple[bool, ...]

    @property
    def means(self) -> npt.NDArray[np.float64]:
        """Mean over instances, shape (K, m): a run's score."""
        return self.values.mean(axis=1)

    def of(self, measures: Iterable[str]) -> Self:
        """The same scores under only these measures, in this order."""
        keys = tuple(measures)
        rows = [self.measures.index(key) for key in keys]
        directions = tuple(self.larger_is_better[row] for row in rows)
        return replace(self, values=self.values[rows], measures=keys, larger_is_better=directions)

    def without(self, runs: Iterable[str]) -> Self:
        """The same scores without these runs; those that are not there do not matter."""
        gone = set(runs)
        kept = [column for column, name in enumerate(self.runs) if name not in gone]
        names = tuple(self.runs[column] for column in kept)
        return replace(self, values=self.values[..., kept], runs=names)

    def defined(self) -> Self:
        """The same scores on only the instances where every run has one under every measure."""
        kept = np.flatnonzero(np.isfinite(self.values).all(axis=(0, 2)))
        ids = tuple(self.ids[row] for row in kept)
        return replace(self, values=self.values[:, kept], ids=ids)
