"""Scores of nugget detection: turn by turn, and dialogue by dialogue.

The measures and the score of a dialogue: S. Tao and T. Sakai, Overview of the NTCIR-16
DialEval-2 Task (2022), section 3.2.
"""

from dataclasses import replace

import numpy as np

from oq_core.data.nuggets import NuggetCollection, gold_of
from oq_core.data.scores import Scores
from oq_core.measures.quantification import MEASURES, Measures, measures_of

#: Measures that see each class alone, as befits classes without an order; the task's are the
#: first two.
NUGGET_MEASURES: tuple[str, ...] = ("JSD", "RNSS", "NVD")


def score_nugget_turns(
    collection: NuggetCollection, measures: Measures = NUGGET_MEASURES[:2]
) -> Scores:
    """Score the nugget labels of every run, turn by turn.

    Parameters
    ----------
    collection : NuggetCollection
        With gold and at least one run.
    measures : iterable of str or Measure, or one of them
        Of `NUGGET_MEASURES`, and records of one's own.

    Returns
    -------
    Scores
        Of T turns, under their `turn_ids`; in [0, 1], smaller is better.

    Raises
    ------
    ValueError
        If a measure is not for nominal classes, or the collection has no gold or no runs.

    Examples
    --------
    >>> turns = np.array([[1.0, 0, 0, 0], [0, 1, 0, 0]])
    >>> dialogue, customer = np.array([0, 0]), np.array([True, False])
    >>> collection = NuggetCollection("C", ("d1",), dialogue, customer, turns, runs={"run": turns})
    >>> score_nugget_turns(collection, ["JSD"]).values.tolist()
    [[[0.0], [0.0]]]
    """
    chosen = measures_of(measures)
    for each in chosen:
        # Of a record of one's own nobody else knows.
        if MEASURES.get(each.key) is each and each.key not in NUGGET_MEASURES:
            raise ValueError(
                f"{each.key!r} is not for classes without an order; use "
                f"{', '.join(NUGGET_MEASURES)}"
            )
    if not collection.runs:
        raise ValueError(f"{collection.name} has no runs to score")
    estimated = np.stack(list(collection.runs.values()), axis=1)
    gold = np.broadcast_to(gold_of(collection)[:, None], estimated.shape)
    return Scores(
        np.stack([each.function(estimated, gold) for each in chosen]),
        tuple(each.key for each in chosen),
        collection.turn_ids,
        tuple(collection.runs),
        tuple(each.larger_is_better for each in chosen),
    )


def score_nuggets(
    collection: NuggetCollection,
    measures: Measures = NUGGET_MEASURES[:2],
    nugget_weight: float = 0.5,
) -> Scores:
    """Score the nugget labels of every run, dialogue by dialogue.

    The mean over the customer's turns weighs `nugget_weight`, that over the helpdesk's the rest.

    Parameters
    ----------
    collection : NuggetCollection
        With gold and at least one run.
    measures : iterable of str or Measure, or one of them
        Of `NUGGET_MEASURES`, and records of one's own; JSD and RNSS, the task's own, unless
        told otherwise.
    nugget_weight : float
        Weight of the customer's side, from 0 to 1; the task's is 0.5.

    Returns
    -------
    Scores
        Of n dialogues; in [0, 1], smaller is better.

    Raises
    ------
    ValueError
        If the weight is out of range, or as `score_nugget_turns`.

    Notes
    -----
    DE2 section 3.2. A dialogue in which one side never speaks has that of the other side for
    its score, whatever the weight is; the paper leaves it open and the task's scorer gives NaN
    for the whole run.

    Examples
    --------
    >>> turns = np.array([[1.0, 0, 0, 0], [0, 1, 0, 0]])
    >>> dialogue, customer = np.array([0, 0]), np.array([True, False])
    >>> collection = NuggetCollection("C", ("d1",), dialogue, customer, turns, runs={"run": turns})
    >>> score_nuggets(collection, ["JSD"]).values.tolist()
    [[[0.0]]]
    """
    if not 0 <= nugget_weight <= 1:
        raise ValueError(f"nugget_weight must be between 0 and 1, not {nugget_weight}")
    turns = score_nugget_turns(collection, measures)
    size = len(collection.ids)
    # Turns stand in order of dialogues, so each dialogue is a run of rows that can be summed.
    starts = np.searchsorted(collection.dialogue, np.arange(size))
    weights = np.zeros(len(collection.dialogue))
    counts = [
        np.bincount(collection.dialogue[side], minlength=size)
        for side in (collection.is_customer, ~collection.is_customer)
    ]
    customer = np.where(counts[1] == 0, 1, np.where(counts[0] == 0, 0, nugget_weight))
    for side, share, count in zip(
        (collection.is_customer, ~collection.is_customer),
        (customer, 1 - customer),
        counts,
        strict=True,
    ):
        of_turn = collection.dialogue[side]
        weights[side] = share[of_turn] / count[of_turn]
    values = np.add.reduceat(turns.values * weights[:, None], starts, axis=1)
    return replace(turns, values=values, ids=collection.ids)
