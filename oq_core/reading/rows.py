"""Rows of numbers as read from a file, checked and turned into distributions by id."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Self

import numpy as np
import numpy.typing as npt

from oq_core.data.collection import GIVEN, Fault
from oq_core.data.distributions import Distributions
from oq_core.data.scores import are, counted
from oq_core.reading import budget as limits
from oq_core.reading.files import File

#: What probabilities in a file may sum to, either side of 1: files are rounded, to two or
#: three decimals or to float32. They are then divided by their sum.
FILE_SUM_TOLERANCE = 0.01

#: Less than this below 0 is 0.
_NOISE = 1e-9

#: The most signs of an id, a class or a run's name.
MAX_NAME = 200

#: Signs that end a line or control a device, and those that turn the direction of the text.
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")

#: Signs that take no room, such as a zero-width space, and choices between forms of a sign.
_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff"
    "\U000e0000-\U000e0fff]"
)

_SHOWN = 3
#: What to do where undefined numbers are no mistake.
_ARE_SCORES = "; if these are scores, open it as a score matrix (--scores in a shell)"
#: What to do about a name that looks the same as one of the gold.
WRITE_AS_GOLD = "Write it as the gold file does"


def some_of(labels: Sequence[str]) -> str:
    """The first few of many labels, in words."""
    more = len(labels) - _SHOWN
    return ", ".join(labels[:_SHOWN]) + (f" and {more} more" if more > 0 else "")


def passed_over(files: Sequence[str]) -> list[str]:
    """The note that these files hold no data; none where there are no such files."""
    return [f"Files without data were passed over: {some_of(files)}."] if files else []


def sums_to(sums: npt.ArrayLike, whole: float) -> npt.NDArray[np.bool_]:
    """Whether sums are a whole (1 or 100), but for rounding."""
    return np.abs(np.asarray(sums) / whole - 1) <= FILE_SUM_TOLERANCE + 1e-9


def in_places(file: File, ratings: Sequence[Sequence[int]]) -> npt.NDArray[np.int8]:
    """Lists of ratings (n) as an array (n, R), -1 after the end of each."""
    most = max(map(len, ratings), default=0)
    file.budget.keep(file.name, len(ratings), most)
    found = np.full((len(ratings), most), -1, dtype=np.int8)
    for row, each in enumerate(ratings):
        found[row, : len(each)] = each
    return found


def name_fault(name: str) -> str:
    r"""What is wrong with an id, a class or a run's name, in words; empty if nothing is.

    Examples
    --------
    >>> from oq_core.reading.rows import name_fault
    >>> name_fault("d1"), name_fault(" "), name_fault("a\tb")
    ('', 'has no visible sign', 'has a sign that controls lines or their direction')
    """
    if len(name) > MAX_NAME:
        return f"has {len(name):,} signs; at most {MAX_NAME} can be shown"
    if _CONTROL.search(name):
        return "has a sign that controls lines or their direction"
    if not any(unicodedata.category(sign)[0] not in "CZ" for sign in name):
        return "has no visible sign"
    return ""


def looks(name: str) -> str:
    r"""What one sees of a name: without invisible signs, blanks at its ends and Unicode's forms.

    Examples
    --------
    >>> from oq_core.reading.rows import looks
    >>> looks("d\u200b1\u00a0"), looks("e\u0301") == looks("\u00e9")
    ('d1', True)
    """
    if not name.isascii():
        name = re.sub(r"\s", " ", _INVISIBLE.sub("", unicodedata.normalize("NFC", name)))
    return name.strip()


def signs_of(name: str) -> str:
    r"""A name in quotes, with codes for the signs that one does not see, or not on their own.

    Examples
    --------
    >>> from oq_core.reading.rows import signs_of
    >>> print(signs_of("d1\u200b"), signs_of("e\u0301"), signs_of("\u00e9"))
    'd1\u200b' 'e\u0301' 'é'
    """
    return "".join(
        ascii(sign)[1:-1] if unicodedata.category(sign) == "Mn" else sign for sign in repr(name)
    )


def alike(names: Iterable[str], others: Iterable[str]) -> dict[str, str]:
    r"""The names that look the same as one of the others but are not the same, each with that one.

    Examples
    --------
    >>> from oq_core.reading.rows import alike
    >>> alike(["d1", "d2 ", "d3"], ["d1", "d2"])
    {'d2 ': 'd2'}
    """
    seen = {looks(other): other for other in others}
    found = ((name, seen.get(looks(name), name)) for name in names)
    return {name: other for name, other in found if other != name}


def report_names(file: File, what: str, names: Sequence[str], places: Sequence[str] = ()) -> None:
    """Report the names that cannot be shown, and those that look the same as one before."""
    seen: dict[str, int] = {}
    for number, name in enumerate(names):
        if problem := name_fault(name):
            shown = repr(name) if len(name) <= MAX_NAME else f"{name[:20]!r}…"
            place = places[number] if places else ""
            file.report(f"the {what} {shown} {problem}", "Rename it", place)
        elif (before := names[seen.setdefault(looks(name), number)]) != name:
            where = f" ({places[seen[looks(name)]]})" if places else ""
            file.report(
                f"the {what} {signs_of(name)} looks the same as {signs_of(before)}{where}",
                "Write both in the same way if they are one, else rename one of them",
                places[number] if places else "",
            )


def report_repeated(
    file: File, keys: Sequence[Sequence[str]], places: Sequence[str], what: str = "id"
) -> None:
    """Report the ids that were there before; of several parts, an id is the first."""
    seen: dict[Sequence[str], str] = {}
    for key, place in zip(keys, places, strict=True):
        if key in seen:
            name = key if isinstance(key, str) else key[0]
            problem = f"the {what} {name} is there already ({seen[key]})"
            file.report(problem, "Keep one of them", place)
        seen.setdefault(key, place)


def report_again(
    file: File, keys: npt.NDArray[np.int64], tell: Callable[[int, int], tuple[str, str, str]]
) -> None:
    """Report each key that was there before: what `tell` says of its place and the first one's."""
    _, first, number = np.unique(keys, return_index=True, return_inverse=True)
    file.faults.add_each(
        np.delete(np.arange(len(keys)), first),
        lambda again: file.fault(*tell(int(again), int(first[number[again]]))),
    )


def report_alike(
    file: File,
    what: str,
    places: Mapping[str, str],
    golds: Sequence[str],
    others: Iterable[str],
    thing: str = "instance",
) -> dict[str, str]:
    """Report names that only look the same as others of the gold, and give each with that one.

    Parameters
    ----------
    file : File
    what : str
        What has such a name.
    places : mapping of str to str
        By a name that is not the gold's, where it stands.
    golds, others : sequence of str
        The gold's names, and those of them that are not in the file.
    thing : str
        What has a number in the gold.
    """
    same = alike(places, others)
    number = {name: place for place, name in enumerate(golds, 1)} if same else {}
    file.faults.add_each(
        list(same),
        lambda name: file.fault(
            f"the {what} {signs_of(name)} looks the same as {signs_of(same[name])} of the gold "
            f"file (its {thing} {number[same[name]]:,})",
            WRITE_AS_GOLD,
            places[name],
        ),
    )
    return same


def report_strangers(
    file: File,
    ours: Mapping[str, str],
    golds: Sequence[str],
    wanted: Sequence[str],
    thing: str = "instance",
    words: str = "the id {} is not in the gold file",
) -> None:
    """Report names that are not the gold's, and those of the gold that are missing.

    Parameters
    ----------
    file : File
    ours : mapping of str to str
        The file's names, and where each stands; nowhere, if its fault is reported already.
    golds, wanted : sequence of str
        The gold's, and those that must be there.
    thing : str
        As in `report_alike`.
    words : str
        What to say of a name that is not the gold's.

    Raises
    ------
    DataError
        If no name is the gold's.
    """
    known = set(golds)
    surplus = {name: place for name, place in ours.items() if place and name not in known}
    same = report_alike(
        file, "id", surplus, golds, [name for name in golds if name not in ours], thing
    )
    there = {*ours, *same.values()}
    if there.isdisjoint(known):
        raise file.error(
            f"none of its ids is in the gold file (it has {some_of([*ours])})",
            "Check that the file belongs to this gold file",
        )
    if missing := [name for name in wanted if name not in there]:
        file.report(
            f"{len(missing):,} of {counted(len(golds), thing)} {are(len(missing))} missing: "
            f"{some_of(missing)}",
            f"Add them; every {'id' if thing == 'instance' else thing} of the gold file is needed "
            "once",
        )
    file.faults.add_each(
        [name for name in surplus if name not in same],
        lambda name: file.fault(
            words.format(name),
            "Remove it, or check that the file belongs to this gold file",
            surplus[name],
        ),
    )


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
    spoiled : mapping of str to str
        Ids of instances that cannot be used, and where they stand: their faults are reported.
    ratings : ndarray of int8, shape (n, R), optional
        The ratings that were counted: positions of classes, -1 where there is none.
    raters : tuple of str
        Who the R columns are; empty where they are only places in a list.
    order : str
        Where the order of the classes is from, as a `Collection` has it.

    Raises
    ------
    DataError
        If there are too many instances or classes.
    """

    file: File
    ids: tuple[str, ...]
    places: tuple[str, ...]
    classes: tuple[str, ...]
    values: npt.NDArray[np.float64]
    notes: tuple[str, ...] = ()
    spoiled: Mapping[str, str] = field(default_factory=dict)
    ratings: npt.NDArray[np.int8] | None = None
    raters: tuple[str, ...] = ()
    order: str = GIVEN

    def __post_init__(self) -> None:
        # What sums of floats leave of 0.
        np.copyto(self.values, 0, where=(self.values < 0) & (self.values > -_NOISE))
        limits.check_count(self.file.name, len(self.ids), limits.MAX_INSTANCES, "instances")
        limits.check_count(
            self.file.name,
            len(self.classes),
            limits.MAX_CLASSES,
            "classes",
            "Check that the columns are classes",
        )

    def report_ids(self) -> None:
        """Report the names of classes and instances that cannot be used."""
        report_names(self.file, "class", self.classes)
        report_names(self.file, "id", self.ids, self.places)
        report_repeated(self.file, self.ids, self.places)

    def report_values(self) -> None:
        """Report the numbers that are not finite or negative, and rows that are no distribution."""
        file = self.file
        is_wrong = ~np.isfinite(self.values) | (self.values < 0)
        file.faults.add_each(np.argwhere(is_wrong), self._wrong_value)
        rows = np.flatnonzero(~is_wrong.any(axis=1))
        values = self.values[rows]
        with np.errstate(over="ignore"):
            sums = values.sum(axis=1)
        off = ~sums_to(sums, 1)
        is_whole = (values == np.round(values)).all(axis=1)
        if not off.any() or (not is_whole.all() and sums_to(sums, 100).all()):
            return
        if is_whole.all() or 2 * np.count_nonzero(off & is_whole) > len(rows):
            # Votes, as most rows are.
            for which, problem, remedy in (
                (
                    ~is_whole,
                    "not all numbers are whole, as the votes of the other rows are",
                    "Give whole numbers of votes throughout, or probabilities that sum to 1",
                ),
                (sums == 0, "there are no votes", "Add votes or leave this instance out"),
                # What is read as this number may have been one more.
                (sums >= 2**53, "the votes are too many to count exactly", "Check the numbers"),
            ):
                file.faults.add_each(rows[which], self._faulty(problem, remedy))
        else:
            file.faults.add_each(rows[off], self._wrong_sum)

    def _faulty(self, problem: str, remedy: str) -> Callable[[int], Fault]:
        return lambda row: self.file.fault(problem, remedy, self.places[row])

    def _wrong_value(self, where: npt.NDArray[np.int64]) -> Fault:
        row, column = where
        value = self.values[row, column]
        problem = "is negative" if np.isfinite(value) else "is not a finite number"
        asked = bool(np.isnan(value)) and not self.file.is_json
        return self.file.fault(
            f"the value {value:g} for class {self.classes[column]} {problem}",
            f"Use votes or probabilities of 0 or more{_ARE_SCORES * asked}",
            self.places[row],
        )

    def _wrong_sum(self, row: int) -> Fault:
        with np.errstate(over="ignore"):
            total = self.values[row].sum()
        return self.file.fault(
            f"the probabilities sum to {total:.6g} instead of 1",
            f"Correct them (up to {FILE_SUM_TOLERANCE} off is taken as rounding), or give "
            "whole numbers of votes throughout",
            self.places[row],
        )

    def report_unmatched(
        self, ids: Sequence[str], classes: Sequence[str], wanted: Sequence[str]
    ) -> None:
        """Report ids and classes that are not the gold's, and instances that are missing.

        Parameters
        ----------
        ids, classes : sequence of str
            The gold's.
        wanted : sequence of str
            The ids that must be there.

        Raises
        ------
        DataError
            If no id is the gold's.
        """
        file = self.file
        same = alike(self.classes, classes)
        for label, other in same.items():
            file.report(
                f"the class {signs_of(label)} looks the same as {signs_of(other)} of the gold file",
                WRITE_AS_GOLD,
            )
        unknown = [label for label in self.classes if label not in classes and label not in same]
        if unknown:
            file.report(
                f"the class {some_of(unknown)} is not among the gold's classes "
                f"({', '.join(classes)})",
                "Use the gold's labels",
            )
        ours = dict(zip(self.ids, self.places, strict=True)) | dict.fromkeys(self.spoiled, "")
        report_strangers(file, ours, ids, wanted)

    def only(self, rows: Sequence[int]) -> Self:
        """Some of the rows, by position."""
        ids, places = (tuple(each[row] for row in rows) for each in (self.ids, self.places))
        return replace(self, ids=ids, places=places, values=self.values[rows])

    def shares(self) -> Shares:
        """Each row as a distribution, and the vote counts if the rows are votes.

        Rows are probabilities when all sum to 1 within `FILE_SUM_TOLERANCE`, percentages when
        all sum to 100 within a hundred times that and not all values are whole numbers, and
        votes when all values are whole numbers.

        Raises
        ------
        DataError
            If a fault was reported.
        """
        self.file.check()
        sums = self.values.sum(axis=1)
        if sums_to(sums, 1).all():
            return Shares(self.values / sums[:, None])
        if not (self.values == np.round(self.values)).all():
            note = f"{self.file.name}: the rows sum to 100 and were read as percentages."
            return Shares(self.values / sums[:, None], notes=(note,))
        return Shares(self.values / sums[:, None], self.values.astype(np.int64))

    def in_order(self, ids: Sequence[str], classes: Sequence[str]) -> Self:
        """The rows with the instances and classes of the gold, in its order.

        A class that the file does not mention has 0.

        Parameters
        ----------
        ids, classes : sequence of str
            The gold's.

        Raises
        ------
        DataError
            If a fault was reported.
        """
        self.file.check()
        self.file.budget.keep(self.file.name, len(ids), len(classes))
        ours = {name: row for row, name in enumerate(self.ids)}
        values = np.zeros((len(ids), len(classes)))
        columns = [list(classes).index(label) for label in self.classes]
        values[:, columns] = self.values[[ours[name] for name in ids]]
        places = tuple(self.places[ours[name]] for name in ids)
        return replace(self, ids=tuple(ids), places=places, classes=tuple(classes), values=values)
