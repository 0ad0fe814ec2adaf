"""Plain tables, comma-, tab- or semicolon-separated: one row an instance, or one a class.

Wide: ``id, class1, ..., classL``. Long: ``id, class, value``, told from wide by the name of
its second column. Values are votes or probabilities.
"""

import csv
import shlex
from array import array
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import cast

import numpy as np
import numpy.typing as npt

from oq_core.data.collection import DataError, Fault
from oq_core.data.scores import are, counted
from oq_core.reading import budget as limits
from oq_core.reading.class_order import FILE, known_order
from oq_core.reading.containers import numbers_in, table_lines
from oq_core.reading.files import File, repeated
from oq_core.reading.guessing import (
    LONG,
    column_of_lists,
    column_of_tool,
    guess,
    is_id_name,
    is_long_header,
    is_mean_name,
    is_numbering,
    is_perhaps_total,
    is_total_name,
)
from oq_core.reading.numbers import ANY_COMMA, as_number, as_numbers, each_number
from oq_core.reading.plan import PASSED_OVER, Plan
from oq_core.reading.rating_names import names_rater
from oq_core.reading.rows import FILE_SUM_TOLERANCE, Rows, report_again, some_of

#: How many lines of a file are looked at to recognise it.
FIRST_LINES = 200
#: So many rows, and fewer, say nothing of all cells.
_FEW = 3
#: The columns of a table of two raters without ids.
_FEWEST = 2
#: Larger numbers are no ratings.
_TOP_RATING = 10
#: How far a printed mean may be from the mean.
_MEAN_ROUNDING = 0.02

_COLUMNS_REMEDY = "Check that the columns are classes"
_QUOTES = "Close it, or write a quote that belongs to the text twice, within quotes"
_SHAPE = "Give a header and rows of id, class1, …, classL, or of id, class, value"
_ANY_SHAPE = (
    "Call the columns item, rater and rating, a row a rating; or question, option and count, a row "
    "an option; or give a row an item, with a column a rater, or with one for each class"
)


@dataclass(frozen=True)
class Table:
    """A table's header, and its rows one after the other.

    Attributes
    ----------
    file : File
    line : int
        Where the header stands.
    header : list of str
    rows : iterable of int and list of str
        Line number and cells, as many as the header's.
    notes : tuple of str
        What was left out.
    spoiled : dict of str to str
        The first cells of rows that cannot be used, and where they stand, as far as the rows
        were read.
    """

    file: File
    line: int
    header: list[str]
    rows: Iterable[tuple[int, list[str]]]
    notes: tuple[str, ...] = ()
    spoiled: dict[str, str] = field(default_factory=dict)


def open_table(file: File, shape: str = _SHAPE) -> Table:
    """The table in a file, without a first column that only numbers the rows.

    Parameters
    ----------
    file : File
    shape : str
        The remedy for a file that is no table.

    Raises
    ------
    DataError
        If there is no header. While the rows are read: if they cannot be. A row that is not
        as long as the header is reported.
    """
    lines = _checked(file, shape)
    try:
        line, header = next(lines)
    except StopIteration:
        if file.is_json:
            raise _no_numbers(file) from None
        raise file.error("there is nothing but separators", shape) from None
    spoiled: dict[str, str] = {}
    if len(header) > 2 and is_numbering(header):
        note = f"{file.name}: the first column, which numbers the rows, is left out."
        rows = _rows(file, header[1:], ((n, cells[1:]) for n, cells in lines), spoiled)
        return Table(file, line, header[1:], rows, (note,), spoiled)
    return Table(file, line, header, _rows(file, header, lines, spoiled), (), spoiled)


def first_rows(file: File) -> list[list[str]]:
    """Header and first rows of a table, without a column that numbers them; else empty."""
    try:
        lines = [cells for _, cells in islice(table_lines(file), FIRST_LINES)]
    except csv.Error:
        return []
    if not lines or len(lines[0]) < 2:
        return []
    if len(lines[0]) > 2 and is_numbering(lines[0]):
        return [cells[1:] for cells in lines]
    return lines


def plan_of(file: File) -> Plan:
    """How a table is read: what a person has said of it, and for the rest a guess."""
    if "guess" not in file.__dict__:
        file.__dict__["guess"] = guess(file, first_rows(file))
    found: Plan = file.__dict__["guess"]
    return found


def planned(table: Table, plan: Plan) -> Table:
    """A table with its ids first, without columns that are passed over, lists as columns."""
    names, said = table.header, table.file.plan.parts
    # The class of a long table comes before its number.
    ids = [
        place for part in ("id", "label")
        for place, name in enumerate(names) if plan.parts.get(name) == part
    ]  # fmt: skip
    left_out = [name for name in names if name in plan.leave_out]
    texts = [
        name
        for name in names
        if (plan.parts.get(name) == "text" or said.get(name) in PASSED_OVER)
        and name not in left_out
    ]
    unread = {*texts, *left_out, *(names[place] for place in ids)}
    order = [*ids, *(place for place, name in enumerate(names) if name not in unread)]
    if order == list(range(len(names))):
        return table
    notes = list(table.notes)
    if texts:
        notes.append(f"{table.file.name}: not read: the columns {some_of(texts)}.")
    if left_out:
        notes.append(f"{table.file.name}: left out: {some_of(left_out)}.")
    rows = ((line, [cells[place] for place in order]) for line, cells in table.rows)
    return replace(table, header=[names[p] for p in order], rows=rows, notes=tuple(notes))


def _spread(table: Table, plan: Plan, classes: Sequence[str]) -> Table:
    """A table with a column for each class that cells list; logarithms become probabilities."""
    file, (name, column) = table.file, table.header
    rows, lists = list(table.rows), list[dict[str, float]]()
    for line, (item, cell) in rows:
        found = numbers_in(cell)
        if found is None or (lists and cell[0] == "[" and len(found) != len(lists[0])):
            file.report(f"{cell[:40]!r} is not {len(lists[0]) if lists else 'a list of'} numbers",
                        "Give each row one number for each class", file.at(line))  # fmt: skip
            table.spoiled.setdefault(item, file.at(line))
        lists.append(found or {})
    file.check()
    notes, every = table.notes, list(dict.fromkeys(label for each in lists for label in each))
    if plan.parts[column] == "log":
        kept = [label for label in every if all(label in each for each in lists)]
        scale = list(classes or plan.classes or kept)
        lists, off = _shares_of_logs(lists, scale)
        every = scale
        note = f"{file.name}: logarithms are read as probabilities of {some_of(scale)}"
        notes += (f"{note}; up to {off:.4f} of an instance is on other tokens.",)
    limits.check_count(file.name, len(every), limits.MAX_CLASSES, "classes", _COLUMNS_REMEDY)
    cells = [(line, [row[0], *(repr(each.get(label, 0.0)) for label in every)])
             for (line, row), each in zip(rows, lists, strict=True)]  # fmt: skip
    return replace(table, header=[name, *every], rows=cells, notes=notes)


def _shares_of_logs(
    lists: list[dict[str, float]], scale: Sequence[str]
) -> tuple[list[dict[str, float]], float]:
    """Probabilities of the classes of a scale, and the most that an instance has off it."""
    found, most = list[dict[str, float]](), 0.0
    for each in lists:
        # As far as exp is a number above 0.
        masses = {label: float(np.exp(min(number, 0.0))) for label, number in each.items()}
        total = sum(masses.get(label, 0.0) for label in scale)
        found.append({label: masses.get(label, 0.0) / (total or 1.0) for label in scale})
        most = max(most, sum(masses.values()) - total)
    return found, most


def _checked(file: File, shape: str) -> Iterator[tuple[int, list[str]]]:
    line = 0
    try:
        for line, cells in table_lines(file):
            yield line, cells
    except csv.Error as error:
        if "end of data" in str(error):
            problem, shape = "a quote that opens there is never closed", _QUOTES
        elif "expected after" in str(error):
            problem, shape = "a quote stands within a cell there", _QUOTES
        else:
            problem = f"the table cannot be read ({error})"
        raise file.error(problem, shape, f"{file.at(line + 1)} or below") from None


def _rows(
    file: File,
    header: list[str],
    lines: Iterable[tuple[int, list[str]]],
    spoiled: dict[str, str],
) -> Iterator[tuple[int, list[str]]]:
    for line, cells in lines:
        if cells == header:
            file.report("the header is there again", "Remove this line", file.at(line))
        elif len(cells) != len(header):
            file.report(
                f"it has {counted(len(cells), 'cell')}, but the header has {len(header)}",
                "Add or remove cells; quote text that has a separator in it",
                file.at(line),
            )
            spoiled.setdefault(cells[0] if cells else "", file.at(line))
        else:
            yield line, cells


def read_table(file: File, classes: Sequence[str] = ()) -> Rows:
    """Numbers by instance from a wide or a long table.

    Classes that are numbers or words of a known scale are put in order; others stay as the file
    has them. A first column that only numbers the rows, texts, and columns that are the sum or the
    mean of the others and called so, are left out with a note.

    Parameters
    ----------
    file : File
    classes : sequence of str
        The gold's, where the table is a run.

    Raises
    ------
    DataError
        If the file is not such a table.
    """
    table, plan = open_table(file), plan_of(file)
    is_long = plan.shape == LONG or (not plan.shape and is_long_header(table.header))
    if not plan.shape and (name := column_of_tool(table.header)):
        raise file.error(
            f"{name} is a column of what tools export, a row a respondent or a record", _ANY_SHAPE
        )
    if not plan.shape and (name := column_of_lists(first_rows(file))):
        raise file.error(
            f"whether {name} lists votes or ratings is not known",
            f"Say that it is shares: on Your data under its columns, in a shell by --column "
            f"{shlex.quote(f'{name}=shares')}. Ratings are rows of item, rater and rating",
        )
    if not plan.shape and (file.is_json or not _has_numbers(first_rows(file))):
        raise _no_numbers(file)
    if not (plan.shape or is_long) and (words := _columns_of_words(first_rows(file))):
        raise file.error(
            f"what the columns are is not known: {some_of(words)} {are(len(words))} words alone",
            _ANY_SHAPE,
        )
    table = planned(table, plan)
    if not is_long and len(table.header) == 2 and plan.parts.get(table.header[1]) in _LISTS:
        table = _spread(table, plan, classes)
    _check_header(table)
    rows = _long(table) if is_long else _wide(table)
    found, order = known_order(rows.classes)
    columns = [rows.classes.index(label) for label in found]
    notes = rows.notes
    if not (order or classes) and _may_be_ratings(rows.values):
        said = shlex.quote(f"{rows.classes[0]}=rater")
        notes += (
            f"{file.name}: numbers are read as votes for {some_of(rows.classes)}. If these are "
            f"raters, say so of one: on Your data under What the file was taken for, in a shell by "
            f"--column {said}.",
        )
    order, values = order or rows.order, rows.values.take(columns, axis=1)
    return replace(rows, classes=found, values=values, order=order, notes=notes)


def _may_be_ratings(values: npt.NDArray[np.float64]) -> bool:
    """Whether rows of small whole numbers have no 0 and other sums, or are all one number."""
    # Infinity is its own round number, and no small one.
    are_small = ((values == np.round(values)) & (values > 0) & (values <= _TOP_RATING)).all()
    return bool(values.size and are_small) and (
        np.ptp(values.sum(axis=1)) > 0 or np.ptp(values) == 0
    )


def _no_numbers(file: File) -> DataError:
    return file.error("no column has ratings, votes or shares", _ANY_SHAPE)


def _has_numbers(table: Sequence[Sequence[str]]) -> bool:
    """Whether any cell beside the ids may be a number; of few rows nobody knows."""
    cells = [cell for row in table[1:] for cell in row[1:]]
    return len(table) < _FEW or any(sign.isdigit() for cell in cells for sign in cell)


def _columns_of_words(table: Sequence[Sequence[str]]) -> list[str]:
    """The columns after the first that have words alone, where all others have numbers alone."""
    header, *rows = table or [[]]
    known = [row for row in rows if len(row) == len(header)]
    columns = dict(zip(header[1:], [*zip(*known, strict=True)][1:], strict=False))
    words = [
        name
        for name, cells in columns.items()
        if len(known) > 1 and all(cells) and not any(sign.isdigit() for sign in "".join(cells))
    ]
    others = (cells for name, cells in columns.items() if name not in words)
    return words if all(as_number(cell) is not None for each in others for cell in each) else []


#: Parts of a column that holds a number for each class.
_LISTS = ("shares", "log")


def filled_table(file: File, shape: str, most: int, needed: Collection[str] = ()) -> Table:
    """A table without an empty cell, read to its end.

    Parameters
    ----------
    file : File
    shape : str
        The remedy for a file that is no such table.
    most : int
        How many rows are read.
    needed : collection of str
        Columns, in small letters, that have no empty cell; all unless given.

    Raises
    ------
    DataError
        If there are no rows, or too many. A row that is not as long as the header or has an
        empty cell is reported.
    """
    table = open_table(file, shape)
    rows = []
    # Most cells of such a table are there many times.
    texts: dict[str, str] = {}
    for line, cells in table.rows:
        if not all(cells):
            empty = [
                name
                for name, cell in zip(table.header, cells, strict=True)
                if not cell and (not needed or name.casefold() in needed)
            ]
            if empty:
                file.report(f"the {empty[0]} is empty", "Fill it in", file.at(line))
                table.spoiled.setdefault(cells[0], file.at(line))
                continue
        rows.append((line, [texts.setdefault(cell, cell) for cell in cells]))
        limits.check_count(file.name, len(rows), most, "rows")
    if not rows:
        file.check()
        raise file.error("there is nothing below the header", shape)
    return replace(table, rows=rows)


def headerless_lines(
    file: File, count: int, what: str
) -> tuple[list[tuple[int, list[str]]], dict[str, str]]:
    """Line number and cells of every line that is not blank, and first cells of spoiled lines.

    A line that has another number of cells than `count`, or an empty one, is reported.

    Raises
    ------
    DataError
        If no line can be used.
    """
    rows, spoiled = [], dict[str, str]()
    for line, content in enumerate(file.lines(), start=1):
        if not content.strip():
            continue
        cells = [cell.strip() for cell in content.split("\t")]
        if len(cells) != count or not all(cells):
            filled = len([cell for cell in cells if cell])
            file.report(
                f"it has {counted(filled, 'value')} between tabs, not {count}",
                f"Every line is {what}, with tabs between",
                file.at(line),
            )
            spoiled.setdefault(cells[0], file.at(line))
            continue
        rows.append((line, cells))
    if not rows:
        file.check()
    return rows, spoiled


def check_header_is_one(file: File, line: int, header: Sequence[str]) -> None:
    """Refuse a first line of numbers, unless its first cell says that ids stand below it.

    Raises
    ------
    DataError
        Else the first instance would be lost as the names of columns.
    """
    if len(header) < 2 or as_numbers(header[1:]) is None or not header[0] or is_id_name(header[0]):
        return
    raise file.error(
        f"the first line ({', '.join(header[:4])}…) has numbers where the header should be",
        "Add a header, such as id,label for a class of each item; if it is one, call its first "
        "column id",
        file.at(line),
    )


def check_ids(
    file: File, line: int, name: str, ids: Sequence[str], values: npt.NDArray[np.float64]
) -> None:
    """Refuse a first column that has values as the others have, unless its name says ids.

    These are fractions, or votes: with them, and not without, all rows have the same sum. Or they
    repeat, and are none beyond the others.

    Raises
    ------
    DataError
        Else a class or a run would be lost as ids.
    """
    numbers = None if not name or is_id_name(name) else as_numbers(ids)
    if numbers is None:
        return
    first, others = np.array(numbers), values.sum(axis=1)
    is_within = values.min() <= first.min() and first.max() <= values.max()
    are_among = is_within and len({*numbers}) < len(numbers)
    if are_among or (first % 1).any() or np.ptp(first + others) == 0 < np.ptp(others):
        raise no_ids(file, line, name)


def no_ids(file: File, line: int, name: str) -> DataError:
    """The error for a first column of this name that has what the others have."""
    return file.error(
        f"the first column, {name}, has numbers like the others, so there are no ids",
        "Put a column of ids first; if this is one, call it id",
        file.at(line),
    )


def _check_header(table: Table) -> None:
    file, labels = table.file, table.header[1:]
    place = file.at(table.line)
    check_header_is_one(file, table.line, table.header)
    if len(labels) < 2:
        if len(table.header) == _FEWEST and all(map(names_rater, table.header)):
            raise no_ids(file, table.line, table.header[0])
        raise file.error(
            f"the header has {counted(len(table.header), 'column')}, not three or more",
            _SHAPE,
            place,
        )
    # A column more may yet be the sum of the others.
    limits.check_count(file.name, len(labels), limits.MAX_CLASSES + 1, "classes", _COLUMNS_REMEDY)
    if not all(labels):
        raise file.error("a class has no name", "Name every column", place)
    twice = repeated(labels)
    if twice is not None:
        raise file.error(f"the column {twice} appears twice", "Rename one of the two", place)
    ids = [label for label in labels if label.casefold() == "id"]
    if ids:
        raise file.error(f"the column {ids[0]} is not the first", "Put the ids first", place)


def rows_with_ids(
    table: Table, shape: str = _SHAPE, *, is_long: bool = False
) -> Iterator[tuple[int, list[str]]]:
    """The rows that have an id, all known to be few enough, unless an id has several.

    Raises
    ------
    DataError
        If there are too many, or none.
    """
    file, count = table.file, 0
    for line, cells in table.rows:
        if not cells[0]:
            file.report("the id is empty", "Give every row an id", file.at(line))
            continue
        yield line, cells
        count += 1
        if not is_long:
            limits.check_count(file.name, count, limits.MAX_INSTANCES, "instances")
    if not count:
        file.check()
        raise file.error("there is nothing below the header", shape, file.at(table.line))


def _wide(table: Table) -> Rows:
    file, labels = table.file, table.header[1:]
    ids, lines, numbers = list[str](), array("l"), array("d")
    for line, cells in rows_with_ids(table):
        found = row_numbers(file, line, labels, cells[1:])
        if found is None:
            table.spoiled.setdefault(cells[0], file.at(line))
            continue
        ids.append(cells[0])
        lines.append(line)
        numbers.extend(found)
    file.budget.keep(file.name, len(ids), len(labels))
    values = np.array(numbers).reshape(len(ids), len(labels))
    if ids:
        check_ids(file, table.line, table.header[0], ids, values)
    labels, values, notes = _without_sums(file, labels, values)
    places = tuple(map(file.at, lines))
    return Rows(file, tuple(ids), places, tuple(labels), values, table.notes + notes,
                table.spoiled, order=FILE)  # fmt: skip


def _without_sums(
    file: File, labels: list[str], values: npt.NDArray[np.float64]
) -> tuple[list[str], npt.NDArray[np.float64], tuple[str, ...]]:
    """The classes and their values without the sum and the mean of the others, if there are such.

    Raises
    ------
    DataError
        If a column is called so, but is not that.
    """
    kept, notes = list(range(len(labels))), list[str]()
    for what, is_named, is_true in (("sum", is_total_name, _are_sums),
                                    ("mean", is_mean_name, _are_means)):  # fmt: skip
        named = [column for column in kept if is_named(labels[column])]
        others = [n for n in kept if n not in named and not is_mean_name(labels[n])]
        if len(named) != 1 or len(others) < 2:
            continue
        if is_true(values[:, others], values[:, named[0]]):
            kept.remove(named[0])
            told = f"the column {labels[named[0]]}, the {what} of the others, is left out"
            notes.append(f"{file.name}: {told}.")
        elif not is_perhaps_total(labels[named[0]]):
            raise file.error(
                f"the column {labels[named[0]]} is called a {what}, but is not the {what} of the "
                "others",
                "Rename it if it is a class, else remove it",
            )
    return [labels[column] for column in kept], values.take(kept, axis=1), tuple(notes)


def _are_sums(values: npt.NDArray[np.float64], sums: npt.NDArray[np.float64]) -> bool:
    with np.errstate(invalid="ignore", over="ignore"):
        return bool((np.abs(values.sum(axis=1) - sums) <= FILE_SUM_TOLERANCE).all())


def _are_means(values: npt.NDArray[np.float64], means: npt.NDArray[np.float64]) -> bool:
    """Whether numbers are means of classes that are numbered up or down, from any number on."""
    with np.errstate(all="ignore"):
        steps = values @ np.arange(values.shape[1]) / values.sum(axis=1)
    return len(means) > 1 and any(np.ptp(means + way * steps) <= _MEAN_ROUNDING for way in (1, -1))


def _long(table: Table) -> Rows:
    file = table.file
    ids, classes = dict[str, int](), dict[str, int]()
    starts, lines, cells_of, numbers = array("l"), array("l"), array("l"), array("d")
    for line, (name, label, text) in rows_with_ids(table, is_long=True):
        number = None
        if label in file.plan.leave_out:
            continue
        if not label:
            file.report("the class is empty", "Give every row a class", file.at(line))
        else:
            number = cell_number(file, line, label, text)
        if number is None:
            table.spoiled.setdefault(name, file.at(line))
            continue
        if name not in ids:
            starts.append(line)
        lines.append(line)
        row = ids.setdefault(name, len(ids))
        cells_of.append(row * (limits.MAX_CLASSES + 1) + classes.setdefault(label, len(classes)))
        limits.check_count(
            file.name, len(classes), limits.MAX_CLASSES, "classes", "Check the column of classes"
        )
        limits.check_count(file.name, len(ids), limits.MAX_INSTANCES, "instances")
        numbers.append(number)
    rows, columns = np.divmod(np.array(cells_of), limits.MAX_CLASSES + 1)
    names, labels = list(ids), list(classes)
    report_again(
        file, np.array(cells_of),
        lambda again, _: (
            f"{names[rows[again]]} has the class {labels[columns[again]]} already",
            "Keep one of them", file.at(lines[again]),
        ),
    )  # fmt: skip
    if len(classes) < 2:
        file.check()
        raise file.error("there is only one class", "A distribution needs two or more")
    file.budget.keep(file.name, len(ids), len(classes))
    values = np.zeros((len(ids), len(classes)))
    values[rows, columns] = np.array(numbers)
    places = [f"{file.at(line)} ({name})" for line, name in zip(starts, ids, strict=True)]
    order = FILE if _are_in_order(rows, columns, len(classes)) else ""
    found_rows = Rows(file, tuple(ids), tuple(places), tuple(classes), values, table.notes,
                      table.spoiled, order=order)  # fmt: skip
    return found_rows.only([row for row, name in enumerate(ids) if name not in table.spoiled])


def _are_in_order(
    rows: npt.NDArray[np.int64], columns: npt.NDArray[np.int64], classes: int
) -> bool:
    """Whether an instance has all classes, and each instance has its own in their order."""
    is_next = np.diff(rows) == 0
    return bool((np.diff(columns)[is_next] > 0).all() and (np.bincount(rows) == classes).any())


def row_numbers(
    file: File, line: int, labels: Sequence[str], cells: Sequence[str]
) -> Sequence[float] | None:
    """The numbers in a row's cells, or None where cells that hold none are reported."""
    numbers = each_number(cells)
    if None not in numbers:
        return cast(Sequence[float], numbers)
    bad = [column for column, number in enumerate(numbers) if number is None]
    file.faults.add_each(bad, lambda column: _no_number(file, line, labels[column], cells[column]))
    return None


def cell_number(file: File, line: int, label: str, text: str) -> float | None:
    """The number in a cell, or None where it is reported that it holds none."""
    number = as_number(text)
    if number is None:
        file.faults.add(_no_number(file, line, label, text))
    return number


def _no_number(file: File, line: int, label: str, text: str) -> Fault:
    if ANY_COMMA.fullmatch(text):
        problem = f"{text!r} may be a decimal number or thousands"
        remedy = "Write decimals with a point, and thousands without a comma"
    else:
        problem = f"{text!r} is not a number" if text else "the value is missing"
        remedy = "Give a vote count or a probability"
    return file.fault(problem, remedy, f"{file.at(line)}, class {label}")
