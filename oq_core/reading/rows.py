"""Rows of numbers as read from a file, checked and turned into distributions by id."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
import numpy.typing as npt

from oq_core.data.distributions import Distributions
from oq_core.data.scores import are, counted
from oq_core.reading import budget as limits
from oq_core.reading.files import File

#: What probabilities in a file may sum to, either side of 1: files are rounded, to two or
#: three decimals or to float32. They are then divided by their sum.
FILE_SUM_TOLERANCE = 0.01

_SHOWN = 3


def some_of(labels: Sequence[str]) -> str:
    """The first few of many labels, in words."""
    more = len(labels) - _SHOWN
    return ", ".join(labels[:_SHOWN]) + (f" and {more} more" if more > 0 else "")


def sums_to(sums: npt.ArrayLike, whole: float) -> npt.NDArray[np.bool_]:
    """Whether sums are a whole (1 or 100), but for rounding."""
    return np.abs(np.asarray(sums) / whole - 1) <= FILE_SUM_TOLERANCE + 1e-9


@dataclass(frozen=True, eq=False)
class Shares:
    """Rows as distributions.

    Attributes
    ----------
    distributions : ndarray of float64, shape (n, L)
    votes : ndarray of int64, shape (n, L), optional
        The vote counts, where the rows were votes.
    notes : tuple of str
        What the user should know of how they were read.
    """

    distributions: Distributions
    votes: npt.NDArray[np.int64] | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Rows:
    """Numbers of one scale in one file, by instance.

    Attributes
    ----------
    file : File
    ids : tuple of str
        Instance ids, in the file's order.
    places : tuple of str
        Where each instance stands, in words for an error.
    classes : tuple of str
        Class labels, in the file's order.
    values : ndarray of float64, shape (n, L)
    notes : tuple of str
        What the user should know of how they were read.

    Raises
    ------
    DataError
        If an id is there twice, or there are too many instances or classes.
    """

    file: File
    ids: tuple[str, ...]
    places: tuple[str, ...]
    classes: tuple[str, ...]
    values: npt.NDArray[np.float64]
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        limits.check_count(self.file.name, len(self.ids), limits.MAX_INSTANCES, "instances")
        limits.check_count(
            self.file.name,
            len(self.classes),
            limits.MAX_CLASSES,
            "classes",
            "Check that the columns are classes",
        )
        seen: dict[str, str] = {}
        for name, place in zip(self.ids, self.places, strict=True):
            if name in seen:
                raise self.file.error(
                    place, f"the id {name} is there already ({seen[name]})", "Keep one of the two"
                )
            seen[name] = place

    def shares(self) -> "Shares":
        """Each row as a distribution, and the vote counts if the rows are votes.

        Rows are probabilities when all sum to 1 within `FILE_SUM_TOLERANCE`, percentages when
        all sum to 100 within a hundred times that and not all values are whole numbers, and
        votes when all values are whole numbers.

        Raises
        ------
        DataError
            If a value is negative or not finite, or a row is none of these.
        """
        for wrong, problem in (
            (~np.isfinite(self.values), "is not a finite number"),
            (self.values < 0, "is negative"),
        ):
            if wrong.any():
                row, column = np.argwhere(wrong)[0]
                value = self.values[row, column]
                raise self.file.error(
                    self.places[row],
                    f"the value {value:g} for class {self.classes[column]} {problem}",
                    "Use votes or probabilities of 0 or more",
                )
        with np.errstate(over="ignore"):
            sums = self.values.sum(axis=1)
        off = ~sums_to(sums, 1)
        if not off.any():
            return Shares(self.values / sums[:, None])
        if not (self.values == np.round(self.values)).all():
            if sums_to(sums, 100).all():
                note = f"{self.file.name}: the rows sum to 100 and were read as percentages."
                return Shares(self.values / sums[:, None], notes=(note,))
            row = int(np.argmax(off))
            raise self.file.error(
                self.places[row],
                f"the probabilities sum to {sums[row]:.6g} instead of 1",
                f"Correct them (up to {FILE_SUM_TOLERANCE} off is taken as rounding), or give "
                "whole numbers of votes throughout",
            )
        if (sums == 0).any():
            row = int(np.argmin(sums))
            raise self.file.error(
                self.places[row], "there are no votes", "Add votes or leave this instance out"
            )
        if sums.max() > 2**53:
            row = int(np.argmax(sums))
            raise self.file.error(
                self.places[row], "the votes are too many to count exactly", "Check the numbers"
            )
        return Shares(self.values / sums[:, None], self.values.astype(np.int64))

    def in_order(self, ids: Sequence[str], classes: Sequence[str], gold: str) -> Self:
        """The rows with the instances and classes of the gold, in its order.

        A class that the file does not mention has 0.

        Parameters
        ----------
        ids, classes : sequence of str
            The gold's.
        gold : str
            What to call the gold in an error.

        Raises
        ------
        DataError
            If ids are missing or surplus, or a class is unknown.
        """
        self.file.budget.keep(self.file.name, len(ids), len(classes))
        unknown = [label for label in self.classes if label not in classes]
        if unknown:
            raise self.file.error(
                "",
                f"the class {some_of(unknown)} is not among the gold's classes "
                f"({', '.join(classes)})",
                "Use the gold's labels",
            )
        known, ours = set(ids), {name: row for row, name in enumerate(self.ids)}
        surplus = [name for name in self.ids if name not in known]
        missing = [name for name in ids if name not in ours]
        if len(surplus) == len(self.ids):
            raise self.file.error(
                "",
                f"none of its ids is in {gold} (it has {some_of(surplus)})",
                "Check that the file belongs to this gold file",
            )
        if missing:
            raise self.file.error(
                "",
                f"{len(missing)} of {counted(len(ids), 'instance')} {are(len(missing))} missing: "
                f"{some_of(missing)}",
                f"Add them; every id of {gold} is needed once",
            )
        if surplus:
            raise self.file.error(
                self.places[ours[surplus[0]]],
                f"{counted(len(surplus), 'id')} {are(len(surplus))} not in {gold}: "
                f"{some_of(surplus)}",
                "Remove them, or check that the file belongs to this gold file",
            )
        values = np.zeros((len(ids), len(classes)))
        columns = [list(classes).index(label) for label in self.classes]
        values[:, columns] = self.values[[ours[name] for name in ids]]
        places = tuple(self.places[ours[name]] for name in ids)
        return type(self)(self.file, tuple(ids), places, tuple(classes), values, self.notes)
