"""Ratings as they were collected: who rated which item how, of people or of judges.

Long: a row a rating, under headers such as item, annotator, rating. Wide: a row an item and a
column a rater, blank where one did not rate. JSON by rater: ``{rater: {item: rating}}``.
"""

import re
from array import array
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from oq_core.data.collection import PANEL, Collection, DataError
from oq_core.data.scores import are, counted
from oq_core.reading import budget as limits
from oq_core.reading.delimited import check_header_is_one, is_id_name, open_table
from oq_core.reading.files import File
from oq_core.reading.format_record import (
    Beginning,
    Estimate,
    Format,
    ReadGold,
    estimate_of,
    json_template,
    only_collection,
)
from oq_core.reading.rating_names import RATERS, rating_columns
from oq_core.reading.rows import WRITE_AS_GOLD, Rows, alike, report_names, signs_of, some_of

#: Names of a rater's own column in a wide table.
_RATER_NAME = re.compile(rf"(?:{'|'.join(RATERS)}|ann|[ruwja])[ _-]?\d+", re.IGNORECASE)
#: Below it, ten digits give whole and half numbers exactly; labels beyond it stay as they are.
_TOO_LARGE = 10**9
#: In so many rows of votes that are not of the same number of raters, there is a 0.
_MANY = 20
_SHAPE = (
    "Give rows of item, rater, rating; or a row an item and a column a rater; or JSON, "
    "{rater: {item: rating}}"
)
#: Where ratings that are no class are named.
_LEAVE_OUT = "on Your data as ratings that are no class, in oq raters and oq judges by --leave-out"


@dataclass(frozen=True, eq=False)
class RatingTable:
    """Ratings as they stand in a file.

    Attributes
    ----------
    file : File
    items, raters : tuple of str
        In order of first appearance.
    labels : tuple of str
        The different ratings, as the file has them; 3.0 is 3, and 2.50 is 2.5.
    rows, columns, codes : ndarray of int64, shape (N,)
        For each rating its item, rater and label.
    place : callable
        From a rating's position to where it stands, in words.
    notes : tuple of str
    """

    file: File
    items: tuple[str, ...]
    raters: tuple[str, ...]
    labels: tuple[str, ...]
    rows: npt.NDArray[np.int64]
    columns: npt.NDArray[np.int64]
    codes: npt.NDArray[np.int64]
    place: Callable[[int], str]
    notes: tuple[str, ...] = ()

    @property
    def classes(self) -> tuple[str, ...]:
        """The classes, lowest first: numbers with all between them, else as they appear.

        Numbers are whole, or go by halves where a twentieth of the ratings or more do.

        Raises
        ------
        DataError
            If some ratings are such numbers and others are not, numbers are too large or lie too
            far apart, or there is only one class.
        """
        numbers = {label: _number(label) for label in self.labels}
        large = [
            label
            for label, number in numbers.items()
            if number is not None and _TOO_LARGE <= abs(number) < np.inf
        ]
        if large:
            raise self._no_class(large, "too large for a rating")
        others = [label for label, number in numbers.items() if number is None or number % 1]
        known = sorted(number for number in numbers.values() if number is not None)
        if not known:
            found = self.labels
        elif others and not self._go_by_halves(others):
            raise self._no_class(others, "no whole numbers, as the other ratings are")
        else:
            step = 0.5 if others else 1
            if known[-1] - known[0] >= step * limits.MAX_CLASSES:
                raise self._no_class(*_strays(known))
            steps = np.arange(known[0], known[-1] + step, step)
            found = tuple(f"{number:.10g}" for number in steps.tolist())
        limits.check_count(
            self.file.name, len(found), limits.MAX_CLASSES, "classes", "Check the ratings"
        )
        if len(found) < 2:
            raise self.file.error("there is only one class", "A scale needs two or more")
        return found

    def _go_by_halves(self, labels: Sequence[str]) -> bool:
        """Whether these labels are halves, and more than a slip."""
        times = np.isin(self.codes, [self.labels.index(label) for label in labels]).sum()
        halves = [2 * (_number(label) or 0.1) for label in labels]
        return times >= 0.05 * len(self.codes) and all(each.is_integer() for each in halves)

    def _no_class(self, labels: Sequence[str], problem: str) -> DataError:
        times = Counter(self.labels[code] for code in self.codes)
        first = next(
            place for place, code in enumerate(self.codes) if self.labels[code] in set(labels)
        )
        shown = some_of([f"{label!r} ({counted(times[label], 'rating')})" for label in labels])
        return self.file.error(
            f"{shown} {are(len(labels))} {problem}",
            f"Correct the ratings, or leave these out ({_LEAVE_OUT})",
            self.place(first),
        )

    def counts(self, classes: Sequence[str]) -> npt.NDArray[np.int64]:
        """Ratings (N,) as positions among the classes.

        Raises
        ------
        DataError
            If one is not among them.
        """
        place_of = {label: place for place, label in enumerate(classes)}
        codes = np.array([place_of.get(label, -1) for label in self.labels])[self.codes]
        self.file.faults.add_each(
            np.flatnonzero(codes < 0),
            lambda number: self.file.fault(
                f"the rating {self.labels[self.codes[number]]!r} is not among the gold's classes "
                f"({', '.join(classes)})",
                f"Correct it, set the classes, or leave it out ({_LEAVE_OUT})",
                self.place(int(number)),
            ),
        )
        self.file.check()
        return codes


def _strays(numbers: Sequence[float]) -> tuple[list[str], str]:
    """The numbers on the smaller side of the widest gap, and what is wrong with them."""
    gaps = np.diff(numbers)
    cut = int(np.argmax(gaps)) + 1
    low, high = numbers[:cut], numbers[cut:]
    apart = low if len(low) < len(high) else high
    return [f"{each:.10g}" for each in apart], "far from the other ratings"


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def _label(text: str) -> str:
    """A rating as a label: 3.0 and 03 are 3."""
    number = _number(text)
    return f"{number + 0:.10g}" if number is not None and abs(number) < _TOO_LARGE else text


class _Collector:
    """Ratings one after the other."""

    def __init__(self, file: File) -> None:
        self.file = file
        self.items, self.raters = dict[str, int](), dict[str, int]()
        self.texts, self.labels = dict[str, int](), dict[str, int]()
        self.rows, self.columns, self.codes = array("l"), array("l"), array("l")

    def add(self, item: str, rater: str, text: str) -> None:
        """Add a rating."""
        code = self.texts.get(text)
        if code is None:
            code = self.labels.setdefault(_label(text), len(self.labels))
            self.texts[text] = code
            limits.check_count(
                self.file.name, len(self.labels), 10 * limits.MAX_CLASSES, "different ratings",
                "Check which column has the ratings",
            )  # fmt: skip
        self.rows.append(self.items.setdefault(item, len(self.items)))
        self.columns.append(self.raters.setdefault(rater, len(self.raters)))
        self.codes.append(code)

    def table(self, place: Callable[[int], str], notes: tuple[str, ...] = ()) -> RatingTable:
        """Return the ratings together.

        Raises
        ------
        DataError
            If there is none, or a fault was reported.
        """
        for what, names in (
            ("item", self.items),
            ("rater", self.raters),
            ("rating", self.labels),
        ):
            report_names(self.file, what, tuple(names))
        self.file.check()
        if not self.codes:
            raise self.file.error("there is no rating", _SHAPE)
        limits.check_count(self.file.name, len(self.items), limits.MAX_INSTANCES, "items")
        return RatingTable(
            self.file,
            tuple(self.items),
            tuple(self.raters),
            tuple(self.labels),
            np.array(self.rows, dtype=np.int64),
            np.array(self.columns, dtype=np.int64),
            np.array(self.codes, dtype=np.int64),
            place,
            notes,
        )


def long_columns(header: Sequence[str]) -> tuple[int, int, int] | None:
    """Columns of item, rater and rating, if a table's header names all three; else None."""
    found = rating_columns(header)
    if found is None:
        return None
    others = [place for place in range(len(header)) if place not in found]
    named = [place for place in others if is_id_name(header[place])]
    items = named or others
    return (items[0], *found) if items else None


def read_long(file: File) -> RatingTable:
    """Ratings of a table with a row for each.

    Raises
    ------
    DataError
        If the file is not such a table.
    """
    table = open_table(file, _SHAPE)
    found = long_columns(table.header)
    if found is None:
        raise file.error("item, rater or rating has no column", _SHAPE, f"line {table.line}")
    collected, lines, blank = _Collector(file), array("l"), 0
    for line, cells in table.rows:
        item, rater, text = (cells[place] for place in found)
        if not item or not rater:
            missing = table.header[found[0] if not item else found[1]]
            file.report(f"the {missing} is empty", "Fill it in", f"line {line}")
            continue
        if not text:
            blank += 1
            continue
        collected.add(item, rater, text)
        lines.append(line)
    notes = list(table.notes)
    if blank:
        notes.append(f"{file.name}: {counted(blank, 'row')} without a rating left out.")
    unused = [name for place, name in enumerate(table.header) if place not in found]
    if unused:
        notes.append(f"{file.name}: not read: the columns {some_of(unused)}.")
    return collected.table(lambda number: f"line {lines[number]}", tuple(notes))


def read_wide(file: File) -> RatingTable:
    """Ratings of a table with a row for each item and a column for each rater.

    Raises
    ------
    DataError
        If the file is not such a table.
    """
    table = open_table(file, _SHAPE)
    raters, seen = table.header[1:], dict[str, int]()
    check_header_is_one(file, table.line, [table.header[0], *filter(None, raters)])
    collected, lines, blank = _Collector(file), array("l"), 0
    for line, cells in table.rows:
        if not cells[0]:
            file.report("the item is empty", "Fill it in", f"line {line}")
            continue
        if cells[0] in seen:
            file.report(
                f"the item {cells[0]} is there already (line {seen[cells[0]]})",
                "Keep one of the two, or give rows of item, rater, rating",
                f"line {line}",
            )
            continue
        seen[cells[0]] = line
        blank += not any(cells[1:])
        for rater, text in zip(raters, cells[1:], strict=True):
            if text and not rater:
                file.report("a rater has no name", "Name every column", f"line {line}")
            elif text:
                collected.add(cells[0], rater, text)
                lines.append(line)
    notes = list(table.notes)
    if blank:
        notes.append(f"{file.name}: {counted(blank, 'item')} without a rating left out.")

    def place(number: int) -> str:
        return f"line {lines[number]}, {list(collected.raters)[collected.columns[number]]}"

    return collected.table(place, tuple(notes))


def read_by_rater(file: File) -> RatingTable:
    """Ratings of JSON by rater: a rating, or a list of them, by item.

    Raises
    ------
    DataError
        If the file is not such JSON.
    """
    collected = _Collector(file)
    for rater, ratings in file.json.items():
        if not isinstance(ratings, dict):
            file.report("this is not an object by item", _SHAPE, f"rater {rater}")
            continue
        for item, value in ratings.items():
            for each in value if isinstance(value, list) else [value]:
                if each is None:
                    continue
                if isinstance(each, bool) or not isinstance(each, int | float | str):
                    file.report(f"{each!r} is no rating", _SHAPE, f"rater {rater}, item {item}")
                    continue
                collected.add(item, rater, str(each).strip())

    def place(number: int) -> str:
        rater = list(collected.raters)[collected.columns[number]]
        return f"rater {rater}, item {list(collected.items)[collected.rows[number]]}"

    return collected.table(place)


def gold_of_ratings(table: RatingTable, kind: str) -> ReadGold:
    """People's ratings as gold: one of each rater and item.

    Raises
    ------
    DataError
        If a rater rated an item twice, or the ratings are no classes.
    """
    file, classes = table.file, table.classes
    codes = table.counts(classes)
    file.budget.keep(file.name, len(table.items), len(table.raters))
    file.budget.keep(file.name, len(table.items), len(classes))
    cells = table.rows * len(table.raters) + table.columns
    _, first, number = np.unique(cells, return_index=True, return_inverse=True)
    file.faults.add_each(
        np.delete(np.arange(len(cells)), first),
        lambda again: file.fault(
            f"{table.raters[table.columns[again]]} has rated {table.items[table.rows[again]]} "
            f"already ({table.place(int(first[number[again]]))})",
            "Keep one of them; only a judge's ratings may repeat, in a file opened as a run",
            table.place(int(again)),
        ),
    )
    file.check()
    ratings = np.full((len(table.items), len(table.raters)), -1, dtype=np.int8)
    ratings[table.rows, table.columns] = codes
    votes = np.bincount(
        table.rows * len(classes) + codes, minlength=len(table.items) * len(classes)
    )
    votes = votes.reshape(len(table.items), len(classes)).astype(np.int64)
    notes = table.notes
    if any(_number(label) is not None and "." in label for label in classes):
        notes = (
            *notes,
            f"{file.name}: the classes are halves, from {classes[0]} to {classes[-1]}.",
        )
    collection = Collection(
        file.stem,
        classes,
        table.items,
        votes / votes.sum(axis=1, keepdims=True),
        votes=votes,
        format=kind,
        ratings=ratings,
        raters=table.raters,
    )
    return ReadGold({file.stem: collection}, notes=notes)


def judges_of_ratings(
    table: RatingTable, gold: ReadGold
) -> Iterator[tuple[str, Estimate | DataError]]:
    """Every rater as a run, and all of them together as another; or why one cannot be used.

    Raises
    ------
    DataError
        If a rating is no class of the gold, or there is no gold for it.
    """
    _, collection = only_collection(table.file, gold)
    known = np.isin(table.items, collection.ids)
    if known.any() and not known.all():
        others = [table.items[row] for row in np.flatnonzero(~known)]
        same = alike(others, set(collection.ids) - set(table.items))
        table.file.faults.add_each(
            list(same),
            lambda item: table.file.fault(
                f"the item {signs_of(item)} looks the same as {signs_of(same[item])} of the gold "
                f"file (its instance {collection.ids.index(same[item]) + 1:,})",
                WRITE_AS_GOLD,
                table.place(int(np.argmax(table.rows == table.items.index(item)))),
            ),
        )
        note = (
            f"{table.file.name}: {counted(len(others), 'item')} {are(len(others))} not in the "
            f"gold file and left out: {some_of(others)}."
        )
        table = replace(table, notes=(*table.notes, note))
    codes = table.counts(collection.classes)
    for rater, name in enumerate(table.raters):
        mine = table.columns == rater
        shared = mine & known[table.rows]
        # One that has rated other items alone is told so.
        yield name, _estimate(table, codes, shared if shared.any() else mine, gold, f"judge {name}")
    if len(table.raters) > 1:
        name = PANEL
        while name in table.raters:
            name = f"{name} of all"
        everyone = known[table.rows] if known.any() else np.ones(len(codes), dtype=bool)
        yield name, _estimate(table, codes, everyone, gold, name)


def _estimate(
    table: RatingTable,
    codes: npt.NDArray[np.int64],
    mine: npt.NDArray[np.bool_],
    gold: ReadGold,
    name: str,
) -> Estimate | DataError:
    _, collection = only_collection(table.file, gold)
    size = len(collection.classes)
    items = np.unique(table.rows[mine])
    table.file.budget.keep(table.file.name, len(items), size)
    places = np.searchsorted(items, table.rows[mine])
    votes = np.bincount(places * size + codes[mine], minlength=len(items) * size)
    votes = votes.reshape(len(items), size)
    ids = tuple(table.items[item] for item in items)
    where = tuple(f"{name}, item {each}" for each in ids)
    try:
        # As shares: one rating an item is a distribution with one class.
        shares = votes / votes.sum(axis=1, keepdims=True)
        # A fault of one judge is none of another.
        rows = Rows(table.file.again(), ids, where, collection.classes, shares, table.notes)
        return estimate_of(rows, gold)
    except DataError as error:
        return DataError(
            *(
                replace(
                    fault,
                    place=fault.place or name,
                    remedy=f"{fault.remedy}. The other judges stay",
                )
                for fault in error.faults
            )
        )


def _panel(table: RatingTable, gold: ReadGold) -> Estimate:
    """All raters of a file together as one run."""
    *_, (_, found) = judges_of_ratings(table, gold)
    if isinstance(found, DataError):
        raise found
    return found


def _is_long(start: Beginning) -> bool:
    return bool(start.table) and long_columns(start.table[0]) is not None


def _is_wide(start: Beginning) -> bool:
    """Whether columns are raters: by their names, or by blanks, words or numbers in cells."""
    table = start.table
    if not table or (len(table[0]) < 3 and not is_id_name(table[0][0])):
        return False
    header, rows = table[0], table[1:]
    if long_columns(header) is not None or any(len(row) != len(header) for row in rows):
        return False
    cells = [cell for row in rows for cell in row[1:]]
    filled = [cell for cell in cells if cell]
    if not filled or len(set(filled)) > limits.MAX_CLASSES:
        return False
    numbers = [_number(_label(cell.replace(",", "."))) for cell in filled]
    whole = [number for number in numbers if number is not None and not number % 1]
    is_repeated = len(set(filled)) < len(filled)
    if len(header) > 2 and all(_RATER_NAME.fullmatch(name) for name in header[1:]):
        return is_repeated or len(whole) == len(numbers)
    if len(whole) < len(numbers):
        return len(header) > 2 and is_repeated and not any(each is not None for each in numbers)
    # Votes have no blanks but by a slip, and not so many classes; scores of 0 and 1 may. Where
    # rows of votes have other sums, one has a 0 before long.
    is_sparse = len(cells) - len(filled) >= max(2, 0.05 * len(cells))
    is_wide = len(header) - 1 > limits.MAX_CLASSES
    sums = {sum(filter(None, map(_number, row[1:]))) for row in rows if all(row[1:])}
    has_no_0 = len(rows) >= _MANY and 0 not in whole and len(sums) > 1
    return (is_sparse or is_wide or has_no_0) and not set(whole) <= {0, 1}


def _is_by_rater(start: Beginning) -> bool:
    parsed: Any = start.json
    if not isinstance(parsed, dict) or not parsed:
        return False
    if not all(isinstance(each, dict) for each in parsed.values()):
        return False
    ratings: dict[str, Any] = next((each for each in parsed.values() if each), {})
    first: Any = next(iter(ratings.values()), None)
    first = first[0] if isinstance(first, list) and first else first
    return isinstance(first, int | float | str) and not isinstance(first, bool)


def _format(
    name: str,
    sentence: str,
    recognise: Callable[[Beginning], bool],
    read: Callable[[File], RatingTable],
    templates: dict[str, str],
    suffixes: tuple[str, ...] = (".csv", ".tsv"),
) -> Format:
    return Format(
        name,
        sentence,
        recognise,
        gold=lambda file: gold_of_ratings(read(file), name),
        run=lambda file, gold: _panel(read(file), gold),
        judges=lambda file, gold: judges_of_ratings(read(file), gold),
        suffixes=suffixes,
        templates=templates,
    )


_PEOPLE = {"ann": {"i1": 4, "i2": 2}, "bob": {"i1": 5, "i3": 1}, "cy": {"i2": 3, "i3": 1}}
_JUDGES = {"judge-a": {"i1": 5, "i2": 3, "i3": 1}, "judge-b": {"i1": [4, 5, 4], "i2": 2, "i3": 2}}

LONG = _format(
    "ratings, a row each",
    "ratings of people or judges: a table of item, rater, rating",
    _is_long,
    read_long,
    {
        "ratings_long_gold.csv": "item,annotator,rating\n"
        + "".join(f"{i},{r},{v}\n" for r, given in _PEOPLE.items() for i, v in given.items()),
        "ratings_long_run.csv": "item,judge,rating\n"
        + "i1,judge-a,5\ni2,judge-a,3\ni3,judge-a,1\n"
        + "i1,judge-b,4\ni1,judge-b,5\ni1,judge-b,4\ni2,judge-b,2\ni3,judge-b,2\n",
    },
)
WIDE = _format(
    "ratings, a column a rater",
    "ratings with a row an item and a column a rater, blank where one did not rate",
    _is_wide,
    read_wide,
    {
        "ratings_wide_gold.csv": "item,rater1,rater2,rater3\ni1,4,5,\ni2,2,,3\ni3,,1,1\n",
        "ratings_wide_run.csv": "item,judge1,judge2\ni1,5,4\ni2,3,2\ni3,1,2\n",
    },
)
BY_RATER = _format(
    "ratings by rater (JSON)",
    "ratings as JSON, {rater: {item: rating}}",
    _is_by_rater,
    read_by_rater,
    {
        "ratings_by_rater_gold.json": json_template(_PEOPLE),
        "ratings_by_rater_run.json": json_template(_JUDGES),
    },
    (".json",),
)
