"""How much is read: limits of one file, and what one call of a reader may still use.

A small file can ask for much memory. An archive packs millions of zeros into nothing, and a
table of three cells can stand for millions of items. So everything is counted against a
`Budget` before it is made.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy.typing as npt

from oq_core.data.collection import DataError, Fault
from oq_core.data.scores import are, counted

#: The largest file that is read, in bytes; in an archive, what it unpacks to.
MAX_BYTES = 80 * 2**20

#: The most bytes that a text takes in memory: four for each sign where one needs them.
MAX_TEXT = 2 * MAX_BYTES

#: The most files that all archives and folders of one call may hold, also archives in archives.
MAX_MEMBERS = 10_000

#: The most bytes that all files of one call may unpack to.
MAX_UNPACKED = 128 * 2**20

#: The most cells and lines of a table; of a table with a row for each rating, the most rows: one of
#: 100,000 items and 50 raters is read. A cell becomes a number of 8 bytes.
MAX_VALUES = 6_000_000

#: The most values and objects of a JSON file. Parsed, one may take some 250 bytes.
MAX_JSON_VALUES = 1_000_000

#: The most values of all files of one call: these bound the time that reading takes.
MAX_TOTAL_VALUES = 8_000_000

#: The most numbers that the arrays of one call hold.
MAX_CELLS = 10_000_000

#: The most instances, or single items, of a file.
MAX_INSTANCES = 200_000

#: The most classes that are read.
MAX_CLASSES = 30

#: The most scales of a gold file.
MAX_SCALES = 30

#: The most runs that are open together.
MAX_RUNS = 200

#: The most faults of a file that are listed. Others are counted.
MAX_FAULTS = 50

#: The most faults of all files of one call that are listed.
MAX_ALL_FAULTS = 10_000

#: So many faults of one kind are listed on their own; more are one, with so many places.
_SHOWN = 3
#: So many faults at most are put into words to know their kind.
_TOLD = 20 * MAX_FAULTS

#: What to do about a file that is too large.
SPLIT = "Split it or leave parts out"


class BudgetError(DataError):
    """More is asked for than one call may use; none of the rest is opened."""


def error_of(name: str, problem: str, remedy: str = SPLIT) -> DataError:
    """An error about a file or source as a whole: what is wrong, and what to do."""
    return DataError(Fault(name, "", problem, remedy))


def check_count(name: str, count: int, limit: int, what: str, remedy: str = SPLIT) -> None:
    """Check a number of things in a file against a limit.

    Raises
    ------
    DataError
        If there are more.
    """
    if count > limit:
        raise error_of(name, f"there are {count:,} {what}; at most {limit:,} can be read", remedy)


@dataclass
class Budget:
    """What one call of a reader may still use. Each method takes from it.

    Attributes
    ----------
    unpacked : int
        Bytes.
    values : int
        Values in text and JSON.
    cells : int
        Numbers in arrays.
    members : int
        Files in archives and folders.
    """

    unpacked: int = field(default_factory=lambda: MAX_UNPACKED)
    values: int = field(default_factory=lambda: MAX_TOTAL_VALUES)
    cells: int = field(default_factory=lambda: MAX_CELLS)
    members: int = field(default_factory=lambda: MAX_MEMBERS)

    def renew(self) -> None:
        """Start again with what is listed, as if nothing had been read."""
        fresh = Budget()
        self.unpacked, self.values, self.cells = fresh.unpacked, fresh.values, fresh.cells

    def list(self, name: str, count: int) -> None:
        """Take the entries of an archive or folder of that name, before they are made.

        Raises
        ------
        BudgetError
            If fewer are left.
        """
        self.members -= count
        if self.members < 0:
            problem = (
                f"the archives and folders up to this one have more than {MAX_MEMBERS:,} files, "
                "also in archives inside them"
            )
            raise BudgetError(Fault(name, "", problem, SPLIT))

    def unpack(self, name: str, size: int) -> None:
        """Take bytes of the archive or folder of that name.

        Raises
        ------
        BudgetError
            If fewer are left.
        """
        self.unpacked -= size
        if self.unpacked < 0:
            problem = f"unpacked it is larger than {MAX_UNPACKED // 2**20} MB"
            raise BudgetError(Fault(name, "", problem, SPLIT))

    def parse(self, name: str, values: int, limit: int) -> None:
        """Take the values of a file, which may have as many as the limit.

        Raises
        ------
        DataError
            If the file has more.
        BudgetError
            If fewer are left.
        """
        if values > limit:
            raise error_of(name, f"the file has more than {limit:,} values")
        self.values -= values
        if self.values < 0:
            problem = f"the files up to this one have more than {MAX_TOTAL_VALUES:,} values"
            raise BudgetError(Fault(name, "", problem, "Open the rest after them"))

    def keep(self, name: str, *shape: int) -> None:
        """Take the numbers of an array of this shape, before it is made.

        Raises
        ------
        BudgetError
            If fewer are left.
        """
        size = 1
        for length in shape:
            size *= length
        self.cells -= size
        if self.cells < 0:
            problem = (
                f"{' × '.join(f'{length:,}' for length in shape)} numbers are too many; all files "
                f"of one step together may have {MAX_CELLS:,}"
            )
            raise BudgetError(Fault(name, "", problem, SPLIT))


@dataclass
class _Kind:
    """Faults of one kind: the first few, how many there are, and whether all say the same."""

    first: list[Fault] = field(default_factory=list)
    count: int = 0
    is_same: bool = True

    def as_one(self) -> Fault:
        """One fault that stands for all, at the first places."""
        one, places = self.first[0], dict.fromkeys(each.place for each in self.first if each.place)
        more = f" and {self.count - len(places):,} more" if places else ""
        problem = one.problem if self.is_same else f"{one.problem}, or the like"
        return replace(one, place=", ".join(places) + more, problem=problem, count=self.count)


class Faults:
    """The first faults that are found in a file, or in all files of a call, by their kinds.

    Faults are of one kind if they have one remedy and begin with the same words, but for what they
    quote and for numbers.

    Parameters
    ----------
    most : int, optional
        How many are listed; `MAX_FAULTS` unless given.

    Attributes
    ----------
    count : int
        How many there are.
    """

    def __init__(self, most: int | None = None) -> None:
        self.count, self._most = 0, MAX_FAULTS if most is None else most
        self._kinds = dict[tuple[object, ...], _Kind]()
        self._kept = list[tuple[_Kind, Fault]]()

    def add(self, *faults: Fault) -> None:
        """Note faults."""
        for each in faults:
            self.count += each.count
            has_room, key = len(self._kept) < self._most, _key(each)
            if key not in self._kinds and not has_room:
                continue
            kind = self._kinds.setdefault(key, _Kind())
            kind.count += each.count
            if len(kind.first) < _SHOWN and has_room:
                kind.first.append(each)
                self._kept.append((kind, each))
            kind.is_same &= each.problem == kind.first[0].problem

    def add_each(
        self, where: Sequence[Any] | npt.NDArray[Any], tell: Callable[[Any], Fault]
    ) -> None:
        """Note a fault at each place; beyond many of them, they are taken for what the last is."""
        told, rest = [tell(each) for each in where[:_TOLD]], len(where[_TOLD:])
        self.add(*told)
        self.count += rest
        if rest and (kind := self._kinds.get(_key(told[-1]))):
            kind.count += rest
            kind.is_same = False

    def listed(self) -> tuple[Fault, ...]:
        """The first faults, those of a kind that has many as one, and one for all others."""
        kept = [
            fault if kind.count <= max(_SHOWN, fault.count) else kind.as_one()
            for kind, fault in self._kept
            if fault is kind.first[0] or kind.count <= _SHOWN
        ]  # fmt: skip
        more = self.count - sum(each.count for each in kept)
        if not more:
            return tuple(kept)
        file = kept[-1].file if len({each.file for each in kept}) == 1 else ""
        words = f"{counted(more, 'more fault')} {are(more)} not listed"
        return (*kept, Fault(file, "", words, "Correct those that are listed first", more))


def _key(fault: Fault) -> tuple[object, ...]:
    """What kind a fault is of; one that stands for many is a kind of its own."""
    if fault.count > 1:
        return (fault,)
    words = re.sub(r"'[^']*'|[^ ]*\d[^ ]*", "…", fault.problem)
    return (fault.file, fault.remedy, *words.split(" ", 2)[:2])


def faults_of(errors: Iterable[DataError]) -> tuple[Fault, ...]:
    """Every fault of the errors of a call."""
    found = Faults(MAX_ALL_FAULTS)
    for error in errors:
        found.add(*error.faults)
    return found.listed()
