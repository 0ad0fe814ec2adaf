"""Scores of a collection's runs under the measures of the registry."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from oq_core.data.collection import Collection
from oq_core.data.scores import Scores
from oq_core.measures.quantification import Measure, Measures, measures_of

#: Numbers in the largest array inside a measure: 1 MB of them stays in a processor's own memory,
#: so that 800,000 cells take half the time that they take with 128 MB.
_NUMBERS_AT_ONCE = 2**17


def score(collection: Collection, measures: Measures | None = None) -> Scores:
    """Score every run of a collection under several measures.

    Parameters
    ----------
    collection : Collection
        With at least one run.
    measures : iterable of str or Measure, or one of them, optional
        Keys of `MEASURES` and records of one's own; all of the registry unless told otherwise.

    Returns
    -------
    Scores
        An instance that a run lacks has the score of the uniform distribution or the worst one,
        as the collection's `missing_as` says.

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
    found = np.concatenate(values, axis=1)
    if collection.missing_as == "worst":
        for name, which in collection.missing.items():
            found[:, which, list(collection.runs).index(name)] = _worst(chosen)
    return Scores(
        found,
        tuple(measure.key for measure in chosen),
        collection.ids,
        tuple(collection.runs),
        tuple(measure.larger_is_better for measure in chosen),
    )


def _worst(measures: Iterable[Measure]) -> npt.NDArray[np.float64]:
    """The score that none is worse than, shape (K, 1); NaN for a measure without such a bound."""
    most = np.array([[measure.most] for measure in measures])
    return np.where(np.isfinite(most), most, np.nan)
