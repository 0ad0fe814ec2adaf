"""Ratings as they were collected: who rated which item how, of people or of judges.

Long: a row a rating, under headers such as item, annotator, rating. Wide: a row an item and a
column a rater, blank where one did not rate. JSON by rater: ``{rater: {item: rating}}``. Tables may
say an item's group, such as its system; where one id is of several groups, each is an item.
"""

from array import array
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import gcd
from typing import Any

import numpy as np
import numpy.typing as npt

from oq_core.data.collection import PANEL, Collection, DataError
from oq_core.data.scores import are, counted
from oq_core.reading import budget as limits
from oq_core.reading.class_order import NUMBERS, known_order, origin
from oq_core.reading.containers import are_shares
from oq_core.reading.delimited import check_header_is_one, no_ids, open_table, plan_of, planned
from oq_core.reading.files import File
from oq_core.reading.format_record import (
    Beginning,
    Format,
    ReadGold,
    ReadRun,
    estimate_of,
    only_collection,
    texts_of,
)
from oq_core.reading.guessing import COLUMNS_OF_RATINGS, ROWS_OF_RATINGS, is_id_name
from oq_core.reading.numbers import TOO_LARGE, as_number, label_of, plain_number
from oq_core.reading.plan import DECIMALS
from oq_core.reading.rating_names import (
    known_names,
    names_rater,
    plain_name,
    raters_and_criteria,
)
from oq_core.reading.rows import Rows, report_again, report_alike, report_names, some_of

_SHAPE = (
    "Give rows of item, rater, rating; or a row an item and a column a rater; or JSON, "
    "{rater: {item: rating}}"
)
#: Fewer numbers do not tell how far apart classes are.
_FEWEST_STEPS = 3
#: Where ratings that are no class are named.
_LEAVE_OUT = "on Your data as ratings that are no class, in a shell by --leave-out"
#: Where it is said what becomes of those between two classes.
_BETWEEN = "on Your data under Ratings between two classes, in a shell by --decimals"


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
    on : tuple of tuple of str and str, optional
        The classes, and where their order is from, where other ratings have more.
    groups : mapping of str to tuple of str
        The group of each item, by column.
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
    on: tuple[tuple[str, ...], str] | None = None
    groups: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def order(self) -> str:
        """Where the order of the classes is from, as a `Collection` has it."""
        return self._scale[1]

    @property
    def classes(self) -> tuple[str, ...]:
        """The classes, lowest first, as `_scale` has them."""
        return self._scale[0]

    @cached_property
    def _scale(self) -> tuple[tuple[str, ...], str]:
        """The classes: numbers with all between them, else words in the order of a known scale.

        Those that a person has said, if all ratings are among them.

        Numbers are whole, or go by halves where a twentieth of the ratings or more do; where they
        reach too far for that, by tens or what else they are apart.

        Raises
        ------
        DataError
            If some ratings are such numbers and others are not, numbers are too large or lie too
            far apart, or there is only one class.
        """
        if self.on:
            return self.on
        if set(self.labels) <= set(said := self.file.plan.classes):
            return said, origin(said)
        numbers = {label: plain_number(label) for label in self.labels}
        large = [
            label
            for label, number in numbers.items()
            if number is not None and TOO_LARGE <= abs(number) < np.inf
        ]
        if large:
            raise self._no_class(large, "too large for a rating")
        others = [label for label, number in numbers.items() if number is None or number % 1]
        known = sorted(number for number in numbers.values() if number is not None)
        found, order = self.labels, NUMBERS
        if not known:
            found, order = known_order(self.labels)
        else:
            step = 0.5 if others and self._go_by_halves(others) else 1
            if others and step == 1:
                if self.file.plan.decimals == "asked" or not np.isfinite(known).all():
                    words = any(numbers[label] is None for label in others)
                    way = "" if words else f", round them ({_BETWEEN} round)"
                    raise self._no_class(
                        others,
                        f"no whole number{'s' * (len(others) > 1)}, as the other ratings are",
                        f"Correct the ratings{way}, or leave these out ({_LEAVE_OUT})",
                    )
                known = [np.floor(known[0]), np.ceil(known[-1])]
            limits.check_count(
                self.file.name, len(known), limits.MAX_CLASSES, "classes",
                "Check the ratings, or put those of a finer scale together, such as by tens",
            )  # fmt: skip
            if not others and known[-1] - known[0] >= limits.MAX_CLASSES:
                step = _stride(known)
            if known[-1] - known[0] >= step * limits.MAX_CLASSES:
                raise self._no_class(*_strays(known))
            steps = np.arange(known[0], known[-1] + step, step)
            found = tuple(f"{number:.10g}" for number in steps.tolist())
        limits.check_count(
            self.file.name, len(found), limits.MAX_CLASSES, "classes", "Check the ratings"
        )
        if len(found) < 2:
            raise self.file.error(
                f"all ratings are {found[0]}, so there is only one class",
                "Give all classes of the scale, lowest first (--classes in a shell)",
            )
        return found, order

    def _go_by_halves(self, labels: Sequence[str]) -> bool:
        """Whether these labels are halves, and more than a slip."""
        times = np.isin(self.codes, [self.labels.index(label) for label in labels]).sum()
        halves = [2 * (plain_number(label) or 0.1) for label in labels]
        return times >= 0.05 * len(self.codes) and all(each.is_integer() for each in halves)

    def _no_class(self, labels: Sequence[str], problem: str, remedy: str = "") -> DataError:
        times = Counter(self.labels[code] for code in self.codes)
        first = next(
            place for place, code in enumerate(self.codes) if self.labels[code] in set(labels)
        )
        shown = some_of([f"{label!r} ({counted(times[label], 'rating')})" for label in labels])
        return self.file.error(
            f"{shown} {are(len(labels))} {problem}",
            remedy or f"Correct the ratings, or leave these out ({_LEAVE_OUT})",
            self.place(first),
        )

    def _between(self, labels: Mapping[str, float], classes: Sequence[str]) -> DataError:
        """The error that asks what becomes of ratings that are between two classes."""
        first, place = next(iter(labels.items()))
        low, high, near = (classes[int(each)] for each in (place, place + 1, place + 0.5))
        return self._no_class(
            [*labels],
            "between two classes",
            f"Share {first} between {low} and {high}, or round it to {near} ({_BETWEEN} share or "
            f"--decimals round); or leave these out ({_LEAVE_OUT})",
        )

    def coded(self, classes: tuple[str, ...], order: str) -> "_Coded":
        """Ratings as positions among the classes.

        Raises
        ------
        DataError
            If one is not among them.
        """
        place_of: dict[str, float] = {label: place for place, label in enumerate(classes)}
        numbers = {n: place_of[each] for each in classes if (n := plain_number(each)) is not None}
        steps = sorted(numbers)
        between = {
            label: float(np.interp(number, steps, [numbers[step] for step in steps]))
            for label in self.labels
            if label not in place_of and (number := plain_number(label)) is not None
            if steps and steps[0] < number < steps[-1]
        }
        places = np.array([(place_of | between).get(label, -1.0) for label in self.labels])
        notes, way = tuple[str, ...](), self.file.plan.decimals
        if between:
            if way == "asked":
                raise self._between(between, classes)
            count = int(np.count_nonzero(places[self.codes] % 1))
            notes = (f"{self.file.name}: {counted(count, 'rating')} between two classes "
                     f"{are(count)} {DECIMALS[way]}.",)  # fmt: skip
        places = (np.floor(places + 0.5) if way == "round" else places)[self.codes]
        codes = np.floor(places).astype(np.int64)
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
        table = replace(self, notes=self.notes + notes)
        return _Coded(table, classes, order, codes, places - codes)


def _apart(classes: Sequence[str]) -> float:
    """How far apart classes are that are numbers; 0 where they are none."""
    low, next_one = map(plain_number, classes[:2])
    return 0 if low is None or next_one is None else next_one - low


def _stride(numbers: Sequence[float]) -> int:
    """How far apart the classes of whole numbers are; 1 where most would have no rating."""
    stride = gcd(*np.diff(numbers).astype(int).tolist())
    steps = (numbers[-1] - numbers[0]) / stride + 1
    return stride if len(numbers) >= max(_FEWEST_STEPS, steps / 3) else 1


def _strays(numbers: Sequence[float]) -> tuple[list[str], str]:
    """The numbers on the smaller side of the widest gap, and what is wrong with them."""
    gaps = np.diff(numbers)
    cut = int(np.argmax(gaps)) + 1
    low, high = numbers[:cut], numbers[cut:]
    apart = low if len(low) < len(high) else high
    return [f"{each:.10g}" for each in apart], "far from the other ratings"


class _Collector:
    """Ratings one after the other."""

    def __init__(self, file: File, groups: Sequence[str] = ()) -> None:
        self.file, self.groups = file, groups
        # By id and groups.
        self.items, self.raters = dict[tuple[str, ...], int](), dict[str, int]()
        self.texts, self.labels = dict[str, int](), dict[str, int]()
        self.rows, self.columns, self.codes = array("l"), array("l"), array("l")
        self.lines = array("l")

    def add(self, item: tuple[str, ...], rater: str, text: str) -> None:
        """Add a rating of an item, by its id and groups."""
        code = self.texts.get(text)
        if code is None:
            code = self.labels.setdefault(label_of(text), len(self.labels))
            self.texts[text] = code
            limits.check_count(
                self.file.name, len(self.labels), 10 * limits.MAX_CLASSES, "different ratings",
                "Check which column has the ratings",
            )  # fmt: skip
        self.rows.append(self.items.setdefault(item, len(self.items)))
        self.columns.append(self.raters.setdefault(rater, len(self.raters)))
        self.codes.append(code)

    def at(self, number: int) -> str:
        """Where a rating stands."""
        return self.file.at(self.lines[number])

    def table(
        self, place: Callable[[int], str] | None = None, notes: Sequence[str] = ()
    ) -> RatingTable:
        """Return the ratings together; each is at a line unless a place is told.

        Raises
        ------
        DataError
            If there is none, or a fault was reported.
        """
        items = self._names()
        groups = {column: tuple(item[place] for item in self.items)
                  for place, column in enumerate(self.groups, start=1)}  # fmt: skip
        for what, names in (
            ("item", items),
            ("rater", self.raters),
            ("rating", self.labels),
            *((f"name in {column}", dict.fromkeys(filter(None, each)))
              for column, each in groups.items()),
        ):  # fmt: skip
            report_names(self.file, what, tuple(names))
        self.file.check()
        if not self.codes:
            raise self.file.error("there is no rating", _SHAPE)
        limits.check_count(self.file.name, len(self.items), limits.MAX_INSTANCES, "items")
        return RatingTable(
            self.file,
            items,
            tuple(self.raters),
            tuple(self.labels),
            np.array(self.rows, dtype=np.int64),
            np.array(self.columns, dtype=np.int64),
            np.array(self.codes, dtype=np.int64),
            place or self.at,
            tuple(notes),
            groups=groups,
        )

    def _names(self) -> tuple[str, ...]:
        """What items are called: by their ids, and by groups as far as one id is of several."""
        every = range(1, len(self.groups) + 1)
        for chosen in ((), *((place,) for place in every), every):
            names = ["/".join((item[0], *(item[p] for p in chosen))) for item in self.items]
            if len(set(names)) == len(names):
                return tuple(names)
        # An id may hold the sign itself.
        return tuple(map(" / ".join, self.items))


def read_long(file: File) -> dict[str, RatingTable]:
    """Ratings of a table with a row for each, by criterion; "" where there is none.

    Raises
    ------
    DataError
        If the file is not such a table.
    """
    table, plan = open_table(file, _SHAPE), plan_of(file)
    places = plan.places(table.header)
    item, rater = (places.get(part, [-1])[0] for part in ("id", "rater"))
    ratings, criterion = places.get("rating", []), places.get("criterion", [])
    groups = places.get("topic", [])
    if min(item, rater) < 0 or not ratings:
        raise file.error("item, rater or rating has no column", _SHAPE, file.at(table.line))
    # Answer.fluency, as Mechanical Turk has it, is on fluency.
    several = {place: table.header[place].removeprefix("Answer.") for place in ratings}
    found, blank = dict[str, _Collector](), 0
    for line, cells in table.rows:
        if not cells[item] or not cells[rater]:
            missing = table.header[item if not cells[item] else rater]
            file.report(f"the {missing} is empty", "Fill it in", file.at(line))
            continue
        for place in ratings:
            text = cells[place]
            if not text or plan.leaves_out(text):
                blank += 1
                continue
            if text.startswith("{"):
                problem = f"the {table.header[place]} is an object, {text[:40]!r}"
                file.report(problem, "Give the rating in a field of its own", file.at(line))
                continue
            scale = cells[criterion[0]] if criterion else several[place] * (len(ratings) > 1)
            if (collected := found.get(scale)) is None:
                collected = found[scale] = _Collector(file, [table.header[p] for p in groups])
                limits.check_count(file.name, len(found), limits.MAX_SCALES, "criteria", _SHAPE)
            collected.add((cells[item], *(cells[p] for p in groups)), cells[rater], text)
            collected.lines.append(line)
    notes = list(table.notes)
    if blank:
        notes.append(f"{file.name}: {counted(blank, 'row')} without a rating left out.")
    if unused := [table.header[place] for place in places.get("text", [])]:
        notes.append(f"{file.name}: not read: the columns {some_of(unused)}.")
    report_names(file, "criterion", tuple(filter(None, found)))
    found = found or {"": _Collector(file)}
    return {scale: each.table(notes=notes) for scale, each in found.items()}


def _on_one_scale(tables: Mapping[str, RatingTable]) -> Mapping[str, RatingTable]:
    """Criteria with the classes of the one that has most, where it has those of all."""
    if len(tables) == 1:
        return tables
    widest = max((each.classes for each in tables.values()), key=len)
    if not all(set(each.classes) <= set(widest) for each in tables.values()):
        return tables
    order = next(each.order for each in tables.values() if each.classes == widest)
    return {scale: replace(each, on=(widest, order)) for scale, each in tables.items()}


def read_wide(file: File) -> dict[str, RatingTable]:
    """Ratings of a table with a row for each item and a column for each rater.

    Raises
    ------
    DataError
        If the file is not such a table.
    """
    plan = plan_of(file)
    table = planned(open_table(file, _SHAPE), plan)
    every = range(1, len(table.header))
    groups = [place for place in every if plan.parts.get(table.header[place]) == "topic"]
    columns = [place for place in every if place not in groups]
    raters, seen = [table.header[p] for p in columns], dict[tuple[str, ...], int]()
    if len(raters) == 1 and plain_name(raters[0]) in known_names("ratings"):
        # Such a column says what it has, and the file's name whose it is.
        raters = [file.stem]
    check_header_is_one(file, table.line, [table.header[0], *filter(None, raters)])
    both = raters_and_criteria(raters) or [(rater, "") for rater in raters]
    named = [table.header[p] for p in groups]
    found, blank = {scale: _Collector(file, named) for _, scale in both}, 0
    for line, cells in table.rows:
        if not (cells[0] or seen or all(raters)):
            raise file.error(
                "the header stands on two lines, as of merged cells",
                "Give each column one name, such as anna_fluency, on one line",
                file.at(table.line),
            )
        if not cells[0]:
            file.report("the item is empty", "Fill it in", file.at(line))
            continue
        item = (cells[0], *(cells[p] for p in groups))
        is_number = as_number(cells[0]) is not None and not is_id_name(table.header[0])
        if is_number and (item in seen or names_rater(table.header[0])):
            raise no_ids(file, table.line, table.header[0])
        if item in seen:
            file.report(
                f"the item {', '.join(item)} is there already (line {seen[item]})",
                "Keep one of the two, or give rows of item, rater, rating",
                file.at(line),
            )
            continue
        seen[item] = line
        given = ["" if plan.leaves_out(cells[p]) else cells[p] for p in columns]
        blank += not any(given)
        for (rater, scale), text in zip(both, given, strict=True):
            if text and not rater:
                file.report("a rater has no name", "Name every column", file.at(line))
            elif text:
                found[scale].add(item, rater, text)
                found[scale].lines.append(line)
    notes = list(table.notes)
    if blank:
        notes.append(f"{file.name}: {counted(blank, 'item')} without a rating left out.")
    if len(found) > 1:
        notes.append(
            f"{file.name}: columns are raters and criteria, such as {raters[0]}: the ratings of "
            f"{both[0][0]} for {both[0][1]}."
        )
    report_names(file, "criterion", tuple(filter(None, found)))
    header = dict(zip(both, raters, strict=True))

    def table_of(scale: str, collected: _Collector) -> RatingTable:
        def place(number: int) -> str:
            rater = list(collected.raters)[collected.columns[number]]
            return f"{collected.at(number)}, {header[rater, scale]}"

        return collected.table(place, notes)

    return {scale: table_of(scale, collected) for scale, collected in found.items()}


def read_by_rater(file: File) -> dict[str, RatingTable]:
    """Ratings of JSON by rater: a rating, or a list of them, by item.

    By item, if the names within are those of raters, and the others are not.

    Raises
    ------
    DataError
        If the file is not such JSON.
    """
    collected = _Collector(file)
    within = {name for each in file.json.values() if isinstance(each, dict) for name in each}
    is_by_item = all(map(names_rater, within)) and not any(map(names_rater, file.json))
    for first, ratings in file.json.items():
        if not isinstance(ratings, dict):
            file.report("this is not an object by item", _SHAPE, f"rater {first}")
            continue
        for second, value in ratings.items():
            rater, item = (second, first) if is_by_item else (first, second)
            for each in value if isinstance(value, list) else [value]:
                if each is None or file.plan.leaves_out(str(each)):
                    continue
                if isinstance(each, bool) or not isinstance(each, int | float | str):
                    file.report(f"{each!r} is no rating", _SHAPE, f"rater {rater}, item {item}")
                    continue
                collected.add((item,), rater, str(each).strip())

    def place(number: int) -> str:
        rater = list(collected.raters)[collected.columns[number]]
        return f"rater {rater}, item {list(collected.items)[collected.rows[number]][0]}"

    raters, items = len(collected.raters), len(collected.items)
    told = f"{file.name}: {counted(raters, 'rater')} rated {counted(items, 'item')}"
    way = "If these are items and raters, turn them: {rater: {item: rating}}"
    return {"": collected.table(place, [f"{told}. {way}."] if raters > items else [])}


def gold_of_ratings(table: RatingTable, kind: str) -> ReadGold:
    """People's ratings as gold: one of each rater and item.

    Raises
    ------
    DataError
        If a rater rated an item twice, or the ratings are no classes.
    """
    file, classes = table.file, table.classes
    coded = table.coded(classes, table.order)
    if coded.up.any():
        raise file.error(
            "people's ratings cannot be shared between classes: each is of one class",
            f"Round them ({_BETWEEN} round), or open the judges' in a file of their own",
        )
    file.budget.keep(file.name, len(table.items), len(table.raters))
    file.budget.keep(file.name, len(table.items), len(classes))
    cells = table.rows * len(table.raters) + table.columns
    report_again(
        file, cells,
        lambda again, first: (
            f"{table.raters[table.columns[again]]} has rated {table.items[table.rows[again]]} "
            f"already ({table.place(first)})",
            "Keep one of them; only a judge's ratings may repeat, in a file opened as a run",
            table.place(again),
        ),
    )  # fmt: skip
    file.check()
    ratings = np.full((len(table.items), len(table.raters)), -1, dtype=np.int8)
    ratings[table.rows, table.columns] = coded.codes
    votes = np.bincount(
        table.rows * len(classes) + coded.codes, minlength=len(table.items) * len(classes)
    )
    votes = votes.reshape(len(table.items), len(classes)).astype(np.int64)
    notes = coded.table.notes
    if any(plain_number(label) is not None and "." in label for label in classes):
        notes = (
            *notes,
            f"{file.name}: the classes are halves, from {classes[0]} to {classes[-1]}.",
        )
    elif table.order == NUMBERS and (apart := _apart(classes)) > 1:
        told = f"the classes are {apart:g} apart, from {classes[0]} to {classes[-1]}"
        notes = (*notes, f"{file.name}: {told}.")
    collection = Collection(
        file.stem,
        classes,
        table.items,
        votes / votes.sum(axis=1, keepdims=True),
        votes=votes,
        format=kind,
        ratings=ratings,
        raters=table.raters,
        order=table.order,
        groups=table.groups,
    )
    return ReadGold({file.stem: collection}, notes=notes)


def judges_of_ratings(
    table: RatingTable, gold: ReadGold
) -> Iterator[tuple[str, ReadRun | DataError]]:
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
        first = dict(zip(table.rows[::-1].tolist(), range(len(table.rows))[::-1], strict=True))
        places = {table.items[row]: table.place(first[row]) for row in np.flatnonzero(~known)}
        absent = set(collection.ids) - set(table.items)
        report_alike(table.file, "item", places, collection.ids, absent)
        note = (
            f"{table.file.name}: {counted(len(others), 'item')} {are(len(others))} not in the "
            f"gold file and left out: {some_of(others)}."
        )
        table = replace(table, notes=(*table.notes, note))
    coded = table.coded(collection.classes, collection.order)
    whole = {} if known.all() or not known.any() else coded.whole()
    for name, mine in _judges_in(table):
        shared = mine & known[table.rows]
        # One that has rated other items alone is told so.
        which = shared if shared.any() else mine
        found = coded.estimate(name, which, gold)
        if name in whole and isinstance(found, ReadRun):
            found = replace(found, whole=dict.fromkeys(found.distributions, whole[name]))
        yield name, found


def judges_alone(
    tables: Mapping[str, RatingTable],
) -> tuple[dict[str, dict[str, Collection]], tuple[str, ...]]:
    """What each judge says of all items that it rated, by scale, and what to note of the file.

    Raises
    ------
    DataError
        If the ratings are no classes.
    """
    found, notes = {}, dict[str, None]()
    for scale, table in _on_one_scale(tables).items():
        coded = table.coded(table.classes, table.order)
        found[scale or table.file.stem] = coded.whole()
        notes |= dict.fromkeys(coded.table.notes)
    return found, tuple(notes)


@dataclass(frozen=True, eq=False)
class _Coded:
    """The N ratings of a table as positions among classes.

    Attributes
    ----------
    table : RatingTable
    classes : tuple of str
    order : str
        As in a `Collection`.
    codes : ndarray of int64, shape (N,)
    up : ndarray of float64, shape (N,)
        How much of each rating the next class has, from 0 to 1.
    """

    table: RatingTable
    classes: tuple[str, ...]
    order: str
    codes: npt.NDArray[np.int64]
    up: npt.NDArray[np.float64]

    def said_by(self, name: str, mine: npt.NDArray[np.bool_]) -> Collection:
        """The items of some ratings, and the shares of these: of one rating all is one."""
        table, size = self.table, len(self.classes)
        items = np.unique(table.rows[mine])
        table.file.budget.keep(table.file.name, len(items), size)
        places = np.searchsorted(items, table.rows[mine])
        cells, length = places * size + self.codes[mine], len(items) * size
        votes = np.bincount(cells, 1 - self.up[mine], length + 1)
        votes = (votes + np.bincount(cells + 1, self.up[mine], length + 1))[:-1].reshape(-1, size)
        shares = votes / votes.sum(axis=1, keepdims=True)
        ids = tuple(table.items[item] for item in items)
        groups = {
            column: tuple(names[item] for item in items) for column, names in table.groups.items()
        }
        return Collection(name, self.classes, ids, shares, order=self.order, groups=groups)

    def whole(self) -> dict[str, Collection]:
        """What each judge says of all items that it rated."""
        return {name: self.said_by(name, mine) for name, mine in _judges_in(self.table)}

    def estimate(
        self, name: str, mine: npt.NDArray[np.bool_], gold: ReadGold
    ) -> ReadRun | DataError:
        table, said = self.table, self.said_by(name, mine)
        name = f"judge {name}" if name in table.raters else name
        where = tuple(f"{name}, item {each}" for each in said.ids)
        try:
            # A fault of one judge is none of another.
            rows = Rows(table.file.again(), said.ids, where, said.classes, said.gold, table.notes)
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


def _judges_in(table: RatingTable) -> Iterator[tuple[str, npt.NDArray[np.bool_]]]:
    """Each rater's name and which ratings it gave, and all of them together as another."""
    for rater, name in enumerate(table.raters):
        yield name, table.columns == rater
    if len(table.raters) > 1:
        name = PANEL
        while name in table.raters:
            name = f"{name} of all"
        yield name, np.ones(len(table.rows), dtype=bool)


def _gold(tables: Mapping[str, RatingTable], kind: str) -> ReadGold:
    """Gold of every criterion."""
    found, notes = dict[str, Collection](), dict[str, None]()
    for scale, table in _on_one_scale(tables).items():
        read = gold_of_ratings(table, kind)
        ((name, collection),) = read.collections.items()
        titled = replace(collection, name=f"{name} {scale}") if scale else collection
        found[scale or name] = titled
        notes |= dict.fromkeys(read.notes)
    return ReadGold(found, notes=tuple(notes))


def _judges(
    tables: Mapping[str, RatingTable], gold: ReadGold
) -> Iterator[tuple[str, ReadRun | DataError]]:
    """Every rater as a run of every criterion that the gold has."""
    if len(tables) == 1:
        yield from judges_of_ratings(next(iter(tables.values())), gold)
        return
    if not set(tables) & set(gold.collections):
        raise next(iter(tables.values())).file.error(
            f"its criteria are {some_of([*tables])}, and those of the gold "
            f"{some_of([*gold.collections])}: none is the same",
            "Call the criteria in both files alike, or give one criterion a file",
        )
    found: dict[str, ReadRun | DataError] = {}
    passed_over = tuple(
        f"{table.file.name}: ratings on {scale} are passed over, as the gold has none"
        for scale, table in tables.items()
        if scale not in gold.collections
    )
    for scale, table in tables.items():
        if (collection := gold.collections.get(scale)) is None:
            continue
        of_scale = ReadGold({scale: collection}, missing=gold.missing)
        for name, each in judges_of_ratings(table, of_scale):
            before = found.get(name, ReadRun(notes=passed_over))
            if isinstance(each, DataError) or isinstance(before, DataError):
                found[name] = before if isinstance(before, DataError) else each
                continue
            found[name] = ReadRun(
                {**before.distributions, **each.distributions},
                notes=tuple(dict.fromkeys((*before.notes, *each.notes))),
                missing={**before.missing, **each.missing},
                whole={**before.whole, **each.whole},
            )
    yield from found.items()


def _panel(tables: Mapping[str, RatingTable], gold: ReadGold) -> ReadRun:
    """All raters of a file together as one run."""
    *_, (_, found) = _judges(tables, gold)
    if isinstance(found, DataError):
        raise found
    return found


def _is_by_rater(start: Beginning) -> bool:
    parsed: Any = start.json
    if not isinstance(parsed, dict) or not parsed:
        return False
    if not all(isinstance(each, dict) for each in parsed.values()) or are_shares(parsed):
        return False
    ratings: dict[str, Any] = next((each for each in parsed.values() if each), {})
    first: Any = next(iter(ratings.values()), None)
    first = first[0] if isinstance(first, list) and first else first
    return isinstance(first, int | float | str) and not isinstance(first, bool)


def _format(
    name: str,
    sentence: str,
    recognise: Callable[[Beginning], bool],
    read: Callable[[File], Mapping[str, RatingTable]],
    templates: dict[str, str],
    suffixes: tuple[str, ...] = (".csv", ".tsv"),
) -> Format:
    return Format(
        name,
        sentence,
        recognise,
        gold=lambda file: _gold(read(file), name),
        run=lambda file, gold: _panel(read(file), gold),
        judges=lambda file, gold: _judges(read(file), gold),
        alone=lambda file: judges_alone(read(file)),
        suffixes=suffixes,
        templates=templates,
    )


LONG = _format(
    ROWS_OF_RATINGS,
    "ratings of people or judges: a table of item, rater, rating",
    lambda start: start.plan.shape == ROWS_OF_RATINGS,
    read_long,
    texts_of("ratings_long_gold.csv", "ratings_long_run.csv"),
)
WIDE = _format(
    COLUMNS_OF_RATINGS,
    "ratings with a row an item and a column a rater, blank where one did not rate",
    lambda start: start.plan.shape == COLUMNS_OF_RATINGS,
    read_wide,
    texts_of("ratings_wide_gold.csv", "ratings_wide_run.csv"),
)
BY_RATER = _format(
    "ratings by rater (JSON)",
    "ratings as JSON, {rater: {item: rating}}",
    _is_by_rater,
    read_by_rater,
    texts_of("ratings_by_rater_gold.json", "ratings_by_rater_run.json"),
    (".json",),
)
