"""What was read from the files: a gold distribution and runs for every instance."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Self, TypeVar

import numpy as np
import numpy.typing as npt
import pandas as pd

from oq_core.data.arrays import votes_in
from oq_core.data.distributions import Distributions, check_distributions
from oq_core.data.results import Result
from oq_core.data.scores import counted, listed, renamed

Kind = TypeVar("Kind", bound="Collection")

#: What the run of all judges together is called.
PANEL = "Panel"
#: Where an order of classes is from that a person has said.
GIVEN = "given"


@dataclass(frozen=True)
class Fault:
    """A fault of a file.

    Attributes
    ----------
    file, place : str
        Which file, and where in it; empty for what is of no file, or of the file as a whole.
    problem : str
        What is wrong.
    remedy : str
        What to do about it.
    count : int
        How many faults it stands for: those of a file that are too many to list are one record.

    Examples
    --------
    >>> from oq_core.data import Fault
    >>> print(Fault("gold.json", "entry 2", "the id 7 appears twice", "Keep one of the two"))
    gold.json, entry 2: the id 7 appears twice. Keep one of the two.
    """

    file: str
    place: str
    problem: str
    remedy: str
    count: int = 1

    def __str__(self) -> str:
        where = ", ".join(filter(None, (self.file, self.place)))
        said = f"{where}: {self.problem}." if where else f"{self.problem}."
        return f"{said} {self.remedy}." if self.remedy else said

    def row(self) -> dict[str, str]:
        """Its parts by what tables call them."""
        return {
            "file": self.file,
            "place": self.place,
            "fault": self.problem,
            "remedy": self.remedy,
        }


class DataError(ValueError):
    """A file that cannot be used: the message names the file, the place and the remedy.

    Parameters
    ----------
    *faults : Fault or str
        What is wrong; the message is the first, and how many more there are.

    Examples
    --------
    >>> from oq_core import DataError
    >>> from oq_core.data import Fault
    >>> first = Fault("gold.json", "entry 2", "the id 7 appears twice", "Keep one of the two")
    >>> print(DataError(first, Fault("gold.json", "entry 9", "there is no id", "Add it")))
    gold.json, entry 2: the id 7 appears twice. Keep one of the two. And 1 more fault.
    """

    def __init__(self, *faults: Fault | str) -> None:
        super().__init__(*faults)

    @property
    def faults(self) -> tuple[Fault, ...]:
        """Every fault that was found."""
        return tuple(
            each if isinstance(each, Fault) else Fault("", "", each.rstrip("."), "")
            for each in self.args
        )

    def __str__(self) -> str:
        more = sum(each.count for each in self.faults) - 1
        return f"{self.args[0]} And {counted(more, 'more fault')}." if more else str(self.args[0])


@dataclass(frozen=True, eq=False)
class Labels:
    """Single items with one class each, which a collection's distributions were counted from.

    Attributes
    ----------
    ids : tuple of str
        The N item ids.
    instances : ndarray of int64, shape (N,)
        For each item the position of its instance (topic) in the collection.
    gold : ndarray of int64, shape (N,)
        For each item the position of its class.
    runs : mapping of str to ndarray of int64, shape (N,)
        Predicted classes, for those runs that have them.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core.data import Labels
    >>> Labels(("i1", "i2"), np.array([0, 0]), np.array([1, 2])).gold.tolist()
    [1, 2]
    """

    ids: tuple[str, ...]
    instances: npt.NDArray[np.int64]
    gold: npt.NDArray[np.int64]
    runs: Mapping[str, npt.NDArray[np.int64]] = field(default_factory=dict)


@dataclass(frozen=True, eq=False, repr=False)
class Collection(Result):
    """Gold and estimated distributions of the same instances over the same ordered classes.

    Attributes
    ----------
    name : str
        What to call it on screen.
    classes : tuple of str
        The L class labels, lowest first.
    ids : tuple of str
        The n instance ids.
    gold : ndarray of float64, shape (n, L)
    runs : mapping of str to ndarray of float64, shape (n, L)
        Estimated distributions by run name.
    votes : ndarray of int64, shape (n, L), optional
        The gold's vote counts where it came from votes.
    format : str
        What kind of file the gold was, in words.
    labels : Labels, optional
        The items that the gold was counted from, where it was.
    missing : mapping of str to ndarray of bool, shape (n,)
        For each run that lacks instances, which; its distributions there are uniform.
    missing_as : str
        How such an instance is scored: "uniform" as the uniform distribution, or "worst" by
        the worst score of each measure.
    ratings : ndarray of integers, shape (n, R), optional
        The ratings that the votes were counted from: a class's position, or -1 where a rater
        gave none.
    raters : tuple of str
        Who the R columns of the ratings are. Empty where they are only places in a list, which
        need not be the same person's from instance to instance.
    order : str
        Where the order of the classes is from, in words, such as "numbers", "a known scale: amount"
        or "given". Empty where they stand as they came and nobody has said the order.
    groups : mapping of str to tuple of str
        What a table says of each instance beside its ratings, such as its system, by column.

    Raises
    ------
    ValueError
        If shapes do not fit together, ids or classes repeat, or an array does not hold
        distributions.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core import Collection
    >>> gold = np.array([[0.5, 0.5], [1, 0]])
    >>> Collection("demo", ("low", "high"), ("d1", "d2"), gold, {"a": gold})
    <Collection: demo, 2 instances, 2 classes (low < high), 1 run>
    """

    name: str
    classes: tuple[str, ...]
    ids: tuple[str, ...]
    gold: Distributions
    runs: Mapping[str, Distributions] = field(default_factory=dict)
    votes: npt.NDArray[np.int64] | None = None
    format: str = ""
    labels: Labels | None = None
    missing: Mapping[str, npt.NDArray[np.bool_]] = field(default_factory=dict)
    missing_as: str = "uniform"
    ratings: npt.NDArray[np.integer] | None = None
    raters: tuple[str, ...] = ()
    order: str = GIVEN
    groups: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for what, labels in (("class", self.classes), ("instance id", self.ids)):
            if len(set(labels)) != len(labels):
                raise ValueError(f"{self.name}: a {what} appears twice")
        shape = (len(self.ids), len(self.classes))
        for what, array in {"gold": self.gold, **self.runs}.items():
            if check_distributions(array, what).shape != shape:
                raise ValueError(
                    f"{self.name}: {what} has the shape {array.shape}, but there are "
                    f"{shape[0]} instances and {shape[1]} classes"
                )
        if self.votes is not None and self.votes.shape != shape:
            raise ValueError(f"{self.name}: votes have the shape {self.votes.shape}, not {shape}")
        for name, which in self.missing.items():
            if name not in self.runs or which.shape != shape[:1]:
                raise ValueError(f"{self.name}: what is missing of {name} fits no run")
        for column, names in self.groups.items():
            if len(names) != shape[0]:
                raise ValueError(f"{self.name}: the groups by {column} fit no {shape[0]} instances")
        if self.ratings is not None:
            self._check_ratings(self.ratings)

    def _check_ratings(self, ratings: npt.NDArray[np.integer]) -> None:
        columns = len(self.raters) or ratings.shape[-1]
        if len(set(self.raters)) != len(self.raters):
            raise ValueError(f"{self.name}: a rater's name appears twice; each needs its own")
        if ratings.shape != (len(self.ids), columns):
            raise ValueError(
                f"{self.name}: ratings of the shape {ratings.shape} fit no {len(self.ids)} "
                f"instances and {columns} raters"
            )
        counts = votes_in(ratings, len(self.classes))
        if self.votes is None or not np.array_equal(counts, self.votes):
            raise ValueError(f"{self.name}: the votes are not those of the ratings")

    @property
    def has_order(self) -> bool:
        """Whether the order of the classes is known; of two it does not matter."""
        return bool(self.order) or len(self.classes) < 3

    @property
    def order_words(self) -> str:
        """The classes, lowest first, and where their order is from.

        Examples
        --------
        >>> import numpy as np
        >>> Collection("demo", ("low", "high"), ("d1",), np.array([[0.5, 0.5]])).order_words
        'low < high (given)'
        """
        if not self.order:
            return f"{listed(self.classes, 11)} (in no order that is known)"
        return f"{listed(self.classes, 11).replace(', ', ' < ')} ({self.order})"

    def _described(self) -> str:
        order = listed(self.classes, 11)
        order = order.replace(", ", " < ") if self.has_order else order
        return (
            f"{self.name}, {counted(len(self.ids), 'instance')}, {len(self.classes)} classes "
            f"({order}), {counted(len(self.runs), 'run')}"
        )

    def to_frame(self) -> pd.DataFrame:
        """A row for each instance and distribution, a column for each class.

        The gold comes first, then the runs: the level "distribution" of the index is "gold" or
        "run", and the level "run" is empty for the gold.

        Examples
        --------
        >>> import numpy as np
        >>> from oq_core import Collection
        >>> gold = np.array([[0.5, 0.5]])
        >>> made = Collection("demo", ("low", "high"), ("d1",), gold, {"a": np.array([[1, 0.0]])})
        >>> made.to_frame()  # doctest: +NORMALIZE_WHITESPACE
                                   low  high
        distribution run instance
        gold             d1        0.5   0.5
        run          a   d1        1.0   0.0
        """
        parts = [("gold", "", self.gold), *(("run", name, run) for name, run in self.runs.items())]
        index = pd.MultiIndex.from_tuples(
            [(kind, name, instance) for kind, name, _ in parts for instance in self.ids],
            names=["distribution", "run", "instance"],
        )
        cells = np.concatenate([array for *_, array in parts])
        return pd.DataFrame(cells, index, list(self.classes))

    def with_runs(self, runs: Mapping[str, Distributions]) -> Self:
        """A collection with more runs (n, L), the new ones last.

        Raises
        ------
        ValueError
            If a run of that name is there already, or an array does not fit.

        Examples
        --------
        >>> import numpy as np
        >>> from oq_core import Collection
        >>> from oq_core.data import uniform
        >>> gold = np.array([[0.5, 0.5]])
        >>> made = Collection("demo", ("low", "high"), ("d1",), gold)
        >>> list(made.with_runs({"Uniform": uniform(gold)}).runs)
        ['Uniform']
        """
        for name in runs:
            if name in self.runs:
                raise ValueError(f"{self.name}: there is a run called {name} already")
        return replace(self, runs={**self.runs, **runs})

    def lacks(self, run: str) -> npt.NDArray[np.bool_]:
        """Which instances a run lacks, shape (n,).

        Examples
        --------
        >>> import numpy as np
        >>> from oq_core import Collection
        >>> gold = np.array([[0.5, 0.5]])
        >>> Collection("demo", ("x", "y"), ("d1",), gold, {"a": gold}).lacks("a").tolist()
        [False]
        """
        return self.missing.get(run, np.zeros(len(self.ids), dtype=bool))

    def without(self, runs: str | Iterable[str]) -> Self:
        """A collection without these runs; those that are not there do not matter.

        Examples
        --------
        >>> import numpy as np
        >>> from oq_core import Collection
        >>> gold = np.array([[0.5, 0.5]])
        >>> list(Collection("demo", ("x", "y"), ("d1",), gold, {"a": gold}).without("a").runs)
        []
        """
        gone = {runs} if isinstance(runs, str) else set(runs)
        return self._by_run(
            lambda held: {name: each for name, each in held.items() if name not in gone}
        )

    def renamed(self, names: Mapping[str, str]) -> Self:
        """A collection with other names for some runs, given by their present names.

        Examples
        --------
        >>> import numpy as np
        >>> from oq_core import Collection
        >>> gold = np.array([[0.5, 0.5]])
        >>> made = Collection("demo", ("x", "y"), ("d1",), gold, {"a": gold})
        >>> list(made.renamed({"a": "b"}).runs)
        ['b']
        """
        return self._by_run(lambda held: renamed(held, names))

    def _by_run(self, change: Callable[[Mapping[str, Any]], Mapping[str, Any]]) -> Self:
        """The collection with all that it holds of runs, by their names, changed alike."""
        labels = self.labels
        if labels is not None:
            labels = replace(labels, runs=change(labels.runs))
        return replace(self, runs=change(self.runs), labels=labels, missing=change(self.missing))

    def flipped(self) -> Self:
        """A collection with its classes the other way round.

        Examples
        --------
        >>> import numpy as np
        >>> from oq_core import Collection
        >>> gold = np.array([[0.2, 0.8]])
        >>> Collection("demo", ("x", "y"), ("d1",), gold).flipped().gold.tolist()
        [[0.8, 0.2]]
        """
        return self.ordered(self.classes[::-1])

    def ordered(self, classes: Iterable[str]) -> Self:
        """A collection with its classes in this order, the lowest first.

        Parameters
        ----------
        classes : iterable of str
            Each of the labels once.

        Raises
        ------
        ValueError
            If these are not the labels.

        Examples
        --------
        >>> import numpy as np
        >>> from oq_core import Collection
        >>> gold = np.array([[0.1, 0.2, 0.7]])
        >>> made = Collection("demo", ("fair", "good", "poor"), ("d1",), gold)
        >>> made.ordered(["poor", "fair", "good"]).gold.tolist()
        [[0.7, 0.1, 0.2]]
        """
        order = tuple(classes)
        if sorted(order) != sorted(self.classes):
            raise ValueError(
                f"{self.name}: the classes are {', '.join(self.classes)}, not {', '.join(order)}"
            )
        columns = [self.classes.index(label) for label in order]
        new_place = np.argsort(columns, kind="stable")
        labels = self.labels
        if labels is not None:
            runs = {name: new_place[run] for name, run in labels.runs.items()}
            labels = replace(labels, gold=new_place[labels.gold], runs=runs)
        is_same = order == self.classes and self.order
        return replace(
            self,
            classes=order,
            order=self.order if is_same else GIVEN,
            # `take` leaves rows together in memory, as files are read: the order of sums, and so
            # the last digit of a score, depends on it.
            gold=self.gold.take(columns, axis=1),
            runs={name: run.take(columns, axis=1) for name, run in self.runs.items()},
            votes=None if self.votes is None else self.votes.take(columns, axis=1),
            labels=labels,
            # The last place, -1, stays what it is: no rating.
            ratings=None if self.ratings is None else np.append(new_place, -1)[self.ratings],
        )
