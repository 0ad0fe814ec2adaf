"""Scores of a collection's runs under the measures of the registry."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np

from oq_core.data.collection import Collection
from oq_core.data.scores import Scores
from oq_core.measures.quantification import measures_of

#: Bounds the memory of scoring: 128 MB for the largest array inside a measure.
_NUMBERS_AT_ONCE = 2**24


def score(collection: Collection, measures: Iterable[str] | str | None = None) -> Scores:
    """Score every run of a collection under several measures.

    Parameters
    ----------
    collection : Collection
        With at least one run.
    measures : iterable of str, or str, optional
        Keys of `MEASURES`; all of them unless told otherwise.

    Returns
    -------
    Scores

    Raises
    ------
    ValueError
        If a measure is unknown or the collection has no runs.

    Examples
    --------
    >>> import numpy as np
    >>> gold, run = np.array([[0.5, 0.5]]), np.array([[0.25, 0.75]])
    >>> collection = Collection("C", ("low", "high"), ("d1",), gold, {"run": run})
    >>> score(collection, "NMD").means.tolist()
    [[0.25]]
    """
    chosen = measures_of(measures)
    if not collection.runs:
        raise ValueError(f"{collection.name} has no runs to score")
    estimated = np.stack(list(collection.runs.values()), axis=1)
    gold = np.broadcast_to(collection.gold[:, None], estimated.shape)
    # In blocks of instances, as some measures hold L x L numbers for every cell.
    blocks = math.ceil(estimated.size * estimated.shape[-1] / _NUMBERS_AT_ONCE)
    values = [
        np.stack([measure.function(*block) for measure in chosen])
        for block in zip(
            np.array_split(estimated, blocks), np.array_split(gold, blocks), strict=True
        )
    ]
    return Scores(
        np.concatenate(values, axis=1),
        tuple(measure.key for measure in chosen),
        collection.ids,
        tuple(collection.runs),
        tuple(measure.larger_is_better for measure in chosen),
    )
