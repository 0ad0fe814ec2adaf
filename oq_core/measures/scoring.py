"""Scores of a collection's runs under the measures of the registry."""

import math
from collections.abc import Iterable

import numpy as np

from oq_core.data.collection import Collection
from oq_core.data.scores import Scores
from oq_core.measures.quantification import MEASURES

#: Bounds the memory of scoring: 128 MB for the largest array inside a measure.
_NUMBERS_AT_ONCE = 2**24


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
