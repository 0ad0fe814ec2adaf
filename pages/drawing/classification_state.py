"""The state of the Classification page, apart from its widgets: what the address bar holds."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, Self
from urllib.parse import quote

import numpy as np
import numpy.typing as npt

from oq_core.data import apportioned
from oq_core.knowledge import OC_EXAMPLES, OC_PRESETS, ClassificationExample
from oq_core.measures.classification_examples import IMBALANCED
from pages.analysing.address import UnreadableError
from pages.drawing.compare_state import checked_labels, linked_flag, linked_labels, moved, new_label

System = Literal["a", "b"]
Matrix = tuple[tuple[int, ...], ...]

FEWEST_CLASSES, MOST_CLASSES = 2, 7
MOST_ITEMS = 1_000_000
#: Items of each class in a gold without imbalance.
_EACH = 20

_START = OC_EXAMPLES[1]


@dataclass(frozen=True)
class ClassificationState:
    """Class labels, and confusion matrices (L, L) of two systems: rows theirs, columns gold's."""

    classes: tuple[str, ...] = ("-2", "-1", "0", "1", "2")
    a: Matrix = _START.a
    b: Matrix = _START.b or _START.a
    two_systems: bool = True
    #: Whether a spreadsheet's tables stand in for matrices to drag.
    plain: bool = False
    #: Whether a drag changes how many items of a class there are, instead of moving them.
    edits_gold: bool = False
    #: What the example that was last loaded shows; not part of the address.
    note: str = field(default="", compare=False)
    #: The labels and both matrices with the classes that were dropped, as they were then; not
    #: part of the address.
    dropped: tuple[tuple[str, ...], Matrix, Matrix] = field(default=((), (), ()), compare=False)

    @property
    def shown(self) -> tuple[System, ...]:
        """The systems on screen."""
        return ("a", "b") if self.two_systems else ("a",)

    @property
    def empty(self) -> tuple[System, ...]:
        """The systems on screen that have no items."""
        return tuple(which for which in self.shown if not self.counts(which).any())

    def counts(self, which: System) -> npt.NDArray[np.int64]:
        """One system's confusion matrix, shape (L, L)."""
        return np.array(getattr(self, which), dtype=np.int64)

    def with_counts(self, which: System, counts: npt.ArrayLike) -> Self:
        """The state with another confusion matrix of one system."""
        changed: dict[str, Any] = {which: _matrix(counts), "note": ""}
        return replace(self, **changed)

    def with_dragged(self, which: System, row: int, column: int, value: int) -> Self:
        """The state after a drag of one cell to a count; see `dragged`."""
        counts = self.counts(which)
        places = dragged(counts, row, column, np.array([value]), self.edits_gold)
        return self.with_counts(which, places[0])

    def with_preset(self, which: System, name: str) -> Self:
        """The state after a preset for one system, with A's gold."""
        gold = self.counts("a").sum(axis=0)
        return self.with_counts(which, OC_PRESETS[name](gold if gold.any() else self._equal()))

    def with_gold(self, gold: tuple[int, ...]) -> Self:
        """The state with so many items of each class, which go where they went before."""
        found = self
        for which in ("a", "b"):
            columns = [
                _shared_out(column, total, position)
                for position, (column, total) in enumerate(
                    zip(self.counts(which).T, gold, strict=True)
                )
            ]
            found = found.with_counts(which, np.array(columns).T)
        return found

    def golds(self) -> dict[str, tuple[int, ...]]:
        """Numbers of items of each class to choose from, by name."""
        places = np.linspace(0, len(IMBALANCED) - 1, len(self.classes))
        uneven = np.interp(places, range(len(IMBALANCED)), IMBALANCED)
        return {
            "Balanced": self._equal(),
            "Imbalanced": tuple(int(number) for number in np.maximum(uneven.round(), 1)),
        }

    def _equal(self) -> tuple[int, ...]:
        return (_EACH,) * len(self.classes)

    def with_classes(self, count: int) -> Self:
        """The state with another number of classes, dropped or added at the end.

        Classes that were dropped before come back as they were; others are empty.
        """
        labels = list(self.classes)
        for label in self.dropped[0][len(labels) :]:
            labels.append(new_label(labels) if label in labels else label)
        while len(labels) < count:
            labels.append(new_label(labels))
        a, b = (self._with_dropped(which, len(labels)) for which in ("a", "b"))
        cut = replace(self, classes=tuple(labels[:count]), note="")
        cut = cut.with_counts("a", a[:count, :count]).with_counts("b", b[:count, :count])
        return replace(cut, dropped=(tuple(labels), _matrix(a), _matrix(b)))

    def _with_dropped(self, which: System, size: int) -> npt.NDArray[np.int64]:
        """One system's matrix (size, size) with the classes that were dropped, or empty ones."""
        counts = np.zeros((size, size), dtype=np.int64)
        for matrix in (self.dropped[1 if which == "a" else 2], getattr(self, which)):
            counts[: len(matrix), : len(matrix)] = np.reshape(matrix, (len(matrix), len(matrix)))
        return counts

    def with_labels(self, text: str) -> Self:
        """The state with other class labels, typed with commas between.

        Raises
        ------
        UnreadableError
            If there are not L labels, or one is repeated, empty or too long.
        """
        labels = checked_labels(tuple(text.split(",")), len(self.classes))
        return replace(self, classes=labels)

    @classmethod
    def of_example(cls, example: ClassificationExample) -> Self:
        """A situation; without a second system, B is A."""
        return cls(
            example.classes,
            example.a,
            example.b or example.a,
            two_systems=example.b is not None,
            note=example.shows,
        )

    def to_address(self) -> dict[str, str]:
        """Everything as parameters of the address bar; a 0 between two points is left out."""
        return {
            "classes": ",".join(quote(label, safe="") for label in self.classes),
            **{which: self._digits(which) for which in ("a", "b")},
            "two": str(int(self.two_systems)),
            "plain": str(int(self.plain)),
            **({"edits": "1"} if self.edits_gold else {}),
        }

    def _digits(self, which: System) -> str:
        return ".".join(str(cell) if cell else "" for cell in self.counts(which).ravel())

    @classmethod
    def from_address(cls, parameters: Mapping[str, str]) -> Self:
        """The state that an address holds; what it leaves out has its first value.

        Raises
        ------
        UnreadableError
            If the address holds anything else.
        """
        start = cls()
        labels = linked_labels(parameters, start.classes, FEWEST_CLASSES, MOST_CLASSES)
        state = replace(start.with_classes(len(labels)), classes=labels)
        for which in ("a", "b"):
            if which in parameters:
                state = state.with_counts(which, _counts(parameters[which], len(labels)))
        return replace(
            state,
            two_systems=linked_flag(parameters, "two", start.two_systems),
            plain=linked_flag(parameters, "plain"),
            edits_gold=linked_flag(parameters, "edits"),
            dropped=start.dropped,
        )


def dragged(
    counts: npt.NDArray[np.int64],
    row: int,
    column: int,
    values: npt.NDArray[np.int64],
    edits_gold: bool,
) -> npt.NDArray[np.int64]:
    """Matrices after a drag of one cell, one matrix for each count.

    Items move within their gold class: from its other cells, or to them, in proportion by
    largest remainders. Of a class without items there are none to move. Drags that edit the
    gold set the one cell.

    Parameters
    ----------
    counts : ndarray, shape (L, L)
    row, column : int
    values : ndarray, shape (P,)
    edits_gold : bool

    Returns
    -------
    ndarray, shape (P, L, L)
    """
    after = np.tile(counts, (len(values), 1, 1))
    votes = counts[:, column].astype(float)
    if edits_gold or not counts.any():
        after[:, row, column] = values
    elif votes.any():
        after[:, :, column] = moved(votes, row, values, keep_total=True).astype(np.int64)
    return after


def _matrix(counts: npt.ArrayLike) -> Matrix:
    return tuple(tuple(int(cell) for cell in row) for row in np.asarray(counts))


def _counts(text: str, classes: int) -> npt.NDArray[np.int64]:
    cells = text.split(".")
    if len(cells) != classes**2:
        raise UnreadableError(f"{classes**2} counts are needed, not {len(cells)}")
    for cell in cells:
        if not re.fullmatch(r"[0-9]{0,7}", cell) or int(cell or 0) > MOST_ITEMS:
            raise UnreadableError(f"“{cell[:20]}” is not a number of items up to {MOST_ITEMS:,}")
    return np.array([int(cell or 0) for cell in cells]).reshape(classes, classes)


def _shared_out(column: npt.NDArray[np.int64], total: int, position: int) -> npt.NDArray[np.int64]:
    """So many items in the proportions of a column (L,), by largest remainder.

    Of a column without items, they go into their own class.
    """
    if not column.any():
        return np.where(np.arange(len(column)) == position, total, 0)
    return apportioned(column, total)
