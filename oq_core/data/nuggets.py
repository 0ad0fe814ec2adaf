"""Nugget detection: what kind of turn each turn of a dialogue is, by votes of annotators.

A nugget is a turn that helps towards solving the customer's problem. Customers' and helpdesks'
turns have classes of their own, and neither set is ordered, so the measures are bin by bin.

The measures and the score of a dialogue: S. Tao and T. Sakai, Overview of the NTCIR-16
DialEval-2 Task (2022), section 3.2.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Self

import numpy as np
import numpy.typing as npt
import pandas as pd

from oq_core.data.distributions import Distributions, check_distributions
from oq_core.data.distributions import popularity as popularity_of
from oq_core.data.results import Result
from oq_core.data.scores import counted, renamed

#: Trigger, regular and goal nugget, not a nugget.
CUSTOMER_CLASSES: tuple[str, ...] = ("CNUG0", "CNUG", "CNUG*", "CNaN")
#: Regular and goal nugget, not a nugget.
HELPDESK_CLASSES: tuple[str, ...] = ("HNUG", "HNUG*", "HNaN")

#: Columns of all distributions: helpdesk turns have 0 in the last one, which changes no score.
WIDTH = len(CUSTOMER_CLASSES)


@dataclass(frozen=True, eq=False, repr=False)
class NuggetCollection(Result):
    """Gold and estimated distributions over nugget classes for the turns of some dialogues.

    Attributes
    ----------
    name : str
        What to call it on screen.
    ids : tuple of str
        The n dialogue ids.
    dialogue : ndarray of int64, shape (T,)
        For each of T turns the position of its dialogue; turns stand in order.
    is_customer : ndarray of bool, shape (T,)
        Whether the customer speaks, or the helpdesk.
    gold : ndarray of float64, shape (T, 4), or None
        Over `CUSTOMER_CLASSES`, or over `HELPDESK_CLASSES` and a 0. None where only runs are
        known.
    votes : ndarray of int64, shape (T, 4), optional
        The vote counts that the gold is the shares of.
    runs : mapping of str to ndarray of float64, shape (T, 4)
        Estimated distributions by run name.
    notes : tuple of str
        What was put right when the files were read, in sentences to show.

    Raises
    ------
    ValueError
        If shapes do not fit together, ids repeat, a dialogue has no turns or turns are out of
        order, or an array does not hold distributions.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core.data import NuggetCollection
    >>> gold = np.array([[1, 0, 0, 0], [0, 0.5, 0.5, 0]])
    >>> made = NuggetCollection("demo", ("d1",), np.array([0, 0]), np.array([True, False]), gold)
    >>> made
    <NuggetCollection: demo, 1 dialogue, 2 turns, 0 runs>
    """

    name: str
    ids: tuple[str, ...]
    dialogue: npt.NDArray[np.int64]
    is_customer: npt.NDArray[np.bool_]
    gold: Distributions | None
    votes: npt.NDArray[np.int64] | None = None
    runs: Mapping[str, Distributions] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if len(set(self.ids)) != len(self.ids):
            raise ValueError(f"{self.name}: a dialogue id appears twice")
        present = np.unique(self.dialogue)
        in_order = bool((np.diff(self.dialogue) >= 0).all())
        if (
            not in_order
            or not np.array_equal(present, np.arange(len(self.ids)))
            or self.dialogue.shape != self.is_customer.shape
        ):
            raise ValueError(f"{self.name}: the turns do not go through the dialogues in order")
        shape = (len(self.dialogue), WIDTH)
        for what, array in {"gold": self.gold, "votes": self.votes, **self.runs}.items():
            if array is None:
                continue
            if array.shape != shape:
                raise ValueError(f"{self.name}: {what} has the shape {array.shape}, not {shape}")
            if array[~self.is_customer, -1].any():
                raise ValueError(f"{self.name}: {what} has a customer class in a helpdesk turn")
            if what != "votes":
                check_distributions(array, what)

    def _described(self) -> str:
        dialogues, turns = len(self.ids), len(self.dialogue)
        return (
            f"{self.name}, {counted(dialogues, 'dialogue')}, {counted(turns, 'turn')}, "
            f"{counted(len(self.runs), 'run')}"
        )

    def to_frame(self) -> pd.DataFrame:
        """A row for each turn and distribution, a column for each class; NaN for another speaker's.

        The gold comes first, then the runs, as in `Collection.to_frame`.

        Examples
        --------
        >>> import numpy as np
        >>> from oq_core.data import NuggetCollection
        >>> gold = np.array([[0.5, 0.5, 0, 0]])
        >>> made = NuggetCollection("demo", ("d1",), np.array([0]), np.array([True]), gold)
        >>> made.to_frame()["CNUG0"].tolist()
        [0.5]
        """
        known = [] if self.gold is None else [("gold", "", self.gold)]
        parts = known + [("run", name, run) for name, run in self.runs.items()]
        index = pd.MultiIndex.from_tuples(
            [(kind, name, turn) for kind, name, _ in parts for turn in self.turn_ids],
            names=["distribution", "run", "turn"],
        )
        cells = np.concatenate([np.empty((0, WIDTH)), *(array for *_, array in parts)])
        customers = np.tile(self.is_customer, len(parts))[:, None]
        both = np.hstack([np.where(customers, cells, np.nan), np.where(customers, np.nan, cells)])
        return pd.DataFrame(both[:, :-1], index, [*CUSTOMER_CLASSES, *HELPDESK_CLASSES])

    @property
    def turn(self) -> npt.NDArray[np.int64]:
        """Number of each turn within its dialogue, from 1, shape (T,)."""
        first = np.searchsorted(self.dialogue, self.dialogue)
        return np.arange(len(self.dialogue)) - first + 1

    @property
    def turn_ids(self) -> tuple[str, ...]:
        """A name for each of the T turns: dialogue id and turn number."""
        return tuple(
            f"{self.ids[row]}, turn {number}"
            for row, number in zip(self.dialogue, self.turn, strict=True)
        )

    def with_runs(self, runs: Mapping[str, Distributions]) -> Self:
        """The collection with more runs (T, 4), the new ones last.

        Raises
        ------
        ValueError
            If a run of that name is there already, or an array does not fit.
        """
        for name in runs:
            if name in self.runs:
                raise ValueError(f"{self.name}: there is a run called {name} already")
        return replace(self, runs={**self.runs, **runs})

    def without(self, runs: Iterable[str]) -> Self:
        """The collection without the runs named. Names of no run are ignored."""
        gone = set(runs)
        left = {name: run for name, run in self.runs.items() if name not in gone}
        return replace(self, runs=left)

    def renamed(self, names: Mapping[str, str]) -> Self:
        """The collection with other names for some runs, given by their present names."""
        return replace(self, runs=renamed(self.runs, names))


def nugget_popularity(collection: NuggetCollection) -> Distributions:
    """The Popularity baseline: each turn's most frequent class, or classes if some are tied.

    Parameters
    ----------
    collection : NuggetCollection
        With gold.

    Returns
    -------
    ndarray of float64, shape (T, 4)

    Raises
    ------
    ValueError
        If the collection has no gold.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core.data import NuggetCollection, nugget_popularity
    >>> gold = np.array([[0, 0, 0.4, 0.6]])
    >>> made = NuggetCollection("demo", ("d1",), np.array([0]), np.array([True]), gold)
    >>> print(nugget_popularity(made))
    [[0. 0. 0. 1.]]
    """
    return popularity_of(gold_of(collection))


def nugget_uniform(collection: NuggetCollection) -> Distributions:
    """The Uniform baseline: 1/4 for each class of a customer turn, 1/3 of a helpdesk turn.

    The task's own file has 0.2 and 0.25 there, which are the same once divided by their sum.

    Parameters
    ----------
    collection : NuggetCollection

    Returns
    -------
    ndarray of float64, shape (T, 4)

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core.data import NuggetCollection, nugget_uniform
    >>> gold = np.array([[0, 0, 0, 1.0], [0, 0, 1, 0]])
    >>> made = NuggetCollection("demo", ("d1",), np.array([0, 0]), np.array([True, False]), gold)
    >>> print(nugget_uniform(made)[0])
    [0.25 0.25 0.25 0.25]
    """
    helpdesk = len(HELPDESK_CLASSES)
    customer_row = np.full(WIDTH, 1 / WIDTH)
    helpdesk_row = np.where(np.arange(WIDTH) < helpdesk, 1 / helpdesk, 0)
    return np.where(collection.is_customer[:, None], customer_row, helpdesk_row)


def gold_of(collection: NuggetCollection) -> Distributions:
    """The gold (T, 4), or the error that says there is none.

    Raises
    ------
    ValueError
        If the collection has no gold.
    """
    if collection.gold is None:
        raise ValueError(f"{collection.name} has no gold to score against")
    return collection.gold
