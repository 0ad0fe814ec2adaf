"""Scores of every run on every instance under several measures."""

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Self

import numpy as np
import numpy.typing as npt

from oq_core.collection import Collection
from oq_core.measures import MEASURES

#: Bounds the memory of scoring: 128 MB for the largest array inside a measure.
_NUMBERS_AT_ONCE = 2**24


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


def score(collection: Collection, measures: Iterable[str] = tuple(MEASURES)) -> Scores:
    """Score every run of a collection under several measures.

    Parameters
    ----------
    collection : Collection
        With at least one run.
    measures : iterable of str
        Keys of `MEASURES`; all of them unless told otherwise.

    Returns
    -------
    Scores

    Raises
    ------
    ValueError
        If a measure is unknown or the collection has no runs.
    """
    keys = tuple(measures)
    unknown = [key for key in keys if key not in MEASURES]
    if unknown:
        raise ValueError(f"unknown measure {unknown[0]!r}; known are {', '.join(MEASURES)}")
    if not collection.runs:
        raise ValueError(f"{collection.name} has no runs to score")
    estimated = np.stack(list(collection.runs.values()), axis=1)
    gold = np.broadcast_to(collection.gold[:, None], estimated.shape)
    # In blocks of instances, as some measures hold L x L numbers for every cell.
    blocks = math.ceil(estimated.size * estimated.shape[-1] / _NUMBERS_AT_ONCE)
    values = [
        np.stack([MEASURES[key].function(*block) for key in keys])
        for block in zip(
            np.array_split(estimated, blocks), np.array_split(gold, blocks), strict=True
        )
    ]
    return Scores(
        np.concatenate(values, axis=1),
        keys,
        collection.ids,
        tuple(collection.runs),
        tuple(MEASURES[key].larger_is_better for key in keys),
    )
