"""Plain tables, comma-, tab- or semicolon-separated: one row an instance, or one a class.

Wide: ``id, class1, ..., classL``. Long: ``id, class, value``, told from wide by the name of
its second column. Values are votes or probabilities.
"""

import csv
import re
from array import array
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import cast

import numpy as np
import numpy.typing as npt

from oq_core.data.collection import Fault
from oq_core.data.scores import counted
from oq_core.reading import budget as limits
from oq_core.reading.files import File, repeated
from oq_core.reading.rows import FILE_SUM_TOLERANCE, Rows

#: Names of a long table's second column; the third may have any name.
LONG_CLASS_NAMES = ("class", "label", "category", "rating")

#: Names of a column of ids, besides those that end in "id".
_ID_NAMES = (
    *("instance", "item", "topic", "dialogue", "dialog", "document", "doc", "sample", "name"),
    *("tweet", "text", "query", "question", "key", "unit", "target", "no", "number", "ids"),
)

_ID_NAME = re.compile(r"(?:^|[^a-zA-Z])id$|I[dD]$")

#: Names of a column that is the sum of the others, and names that a class may have too.
_TOTAL_NAMES = ("total", "sum", "votes", "count", "annotators", "raters")
_PERHAPS_TOTAL_NAMES = ("n", "all")

#: A number with a comma: a decimal one for certain, or perhaps one between thousands.
_DECIMAL_COMMA = re.compile(r"[+-]?(?:0?,\d+|\d+,(?:\d\d?|\d{4,}))(?:[eE][+-]?\d+)?")
_ANY_COMMA = re.compile(r"[+-]?\d+,\d{3}")

_COLUMNS_REMEDY = "Check that the columns are classes"
_QUOTES = "Close it, or write a quote that belongs to the text twice, within quotes"
_SHAPE = "Give a header and rows of id, class1, …, classL, or of id, class, value"


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
        raise file.error("there is nothing but separators", shape) from None
    spoiled: dict[str, str] = {}
    if len(header) > 2 and is_numbering(header):
        note = f"{file.name}: the first column, which numbers the rows, is left out."
        rows = _rows(file, header[1:], ((n, cells[1:]) for n, cells in lines), spoiled)
        return Table(file, line, header[1:], rows, (note,), spoiled)
    return Table(file, line, header, _rows(file, header, lines, spoiled), (), spoiled)


def is_numbering(header: Sequence[str]) -> bool:
    """Whether a header's first column only numbers rows, as pandas writes it before an id."""
    is_index = header[0].casefold() in ("", "index", "unnamed: 0", "row")
    return is_index and is_id_name(header[1])


def is_id_name(name: str) -> bool:
    """Whether a column's name says that it has ids."""
    return name.casefold() in _ID_NAMES or _ID_NAME.search(name) is not None


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
        raise file.error(problem, shape, f"line {line + 1} or below") from None


def _rows(
    file: File,
    header: list[str],
    lines: Iterable[tuple[int, list[str]]],
    spoiled: dict[str, str],
) -> Iterator[tuple[int, list[str]]]:
    for line, cells in lines:
        place = f"line {line}"
        if cells == header:
            file.report("the header is there again", "Remove this line", place)
        elif len(cells) != len(header):
            file.report(
                f"it has {counted(len(cells), 'cell')}, but the header has {len(header)}",
                "Add or remove cells; quote text that has a separator in it",
                place,
            )
            spoiled.setdefault(cells[0] if cells else "", place)
        else:
            yield line, cells


def read_table(file: File) -> Rows:
    """Numbers by instance from a wide or a long table.

    Classes that are all numbers are put in ascending order; others stay as the file has them:
    in the order of the columns, or of first appearance. A first column that only numbers the
    rows, and a column that is the sum of the others and called so, are left out with a note.

    Raises
    ------
    DataError
        If the file is not such a table.
    """
    table = open_table(file)
    _check_header(table)
    rows = _long(table) if is_long_header(table.header) else _wide(table)
    return _ascending(rows)


def is_long_header(header: Sequence[str]) -> bool:
    """Whether a table's header says that each row is a class of an instance."""
    return len(header) == 3 and header[1].casefold() in LONG_CLASS_NAMES


def table_lines(file: File) -> Iterator[tuple[int, list[str]]]:
    """Line number and stripped cells of every line that is not blank."""
    separator = max("\t,;", key=next((line for line in file.lines() if line), "").count)
    reader = csv.reader(file.lines(keep_ends=True), delimiter=separator, strict=True)
    for cells in reader:
        found = [cell.strip() for cell in cells]
        if any(found):
            yield reader.line_num, found


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
                file.report(f"the {empty[0]} is empty", "Fill it in", f"line {line}")
                table.spoiled.setdefault(cells[0], f"line {line}")
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
                f"line {line}",
            )
            spoiled.setdefault(cells[0], f"line {line}")
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
    if as_numbers(header[1:]) is None or not header[0] or is_id_name(header[0]):
        return
    raise file.error(
        f"the first line ({', '.join(header[:4])}…) has numbers where the header should be",
        "Add a header; if it is one, call its first column id",
        f"line {line}",
    )


def check_ids(
    file: File, line: int, name: str, ids: Sequence[str], values: npt.NDArray[np.float64]
) -> None:
    """Refuse a first column that has values as the others have, unless its name says ids.

    These are fractions, or votes: with them, and not without, all rows have the same sum.

    Raises
    ------
    DataError
        Else a class or a run would be lost as ids.
    """
    numbers = None if not name or is_id_name(name) else as_numbers(ids)
    if numbers is None:
        return
    first, others = np.array(numbers), values.sum(axis=1)
    if (first % 1).any() or np.ptp(first + others) == 0 < np.ptp(others):
        raise file.error(
            f"the first column, {name}, has numbers like the others, so there are no ids",
            "Put a column of ids first; if this is one, call it id",
            f"line {line}",
        )


def _check_header(table: Table) -> None:
    file, place, labels = table.file, f"line {table.line}", table.header[1:]
    if len(labels) < 2:
        raise file.error(
            f"the header has {counted(len(table.header), 'column')}, not three or more",
            _SHAPE,
            place,
        )
    # A column more may yet be the sum of the others.
    limits.check_count(file.name, len(labels), limits.MAX_CLASSES + 1, "classes", _COLUMNS_REMEDY)
    if not all(labels):
        raise file.error("a class has no name", "Name every column", place)
    check_header_is_one(file, table.line, table.header)
    twice = repeated(labels)
    if twice is not None:
        raise file.error(f"the class {twice} appears twice", "Rename one of the two", place)
    ids = [label for label in labels if label.casefold() == "id"]
    if ids:
        raise file.error(f"the column {ids[0]} is not the first", "Put the ids first", place)


def _ids(table: Table, what: str = "instances") -> Iterator[tuple[int, list[str]]]:
    """The rows that have an id, all known to be few enough."""
    file, count = table.file, 0
    for line, cells in table.rows:
        if not cells[0]:
            file.report("the id is empty", "Give every row an id", f"line {line}")
            continue
        yield line, cells
        count += 1
        if what:
            limits.check_count(file.name, count, limits.MAX_INSTANCES, what)
    if not count:
        file.check()
        raise file.error("there is nothing below the header", _SHAPE, f"line {table.line}")


def _wide(table: Table) -> Rows:
    file, labels = table.file, table.header[1:]
    ids, lines, numbers = list[str](), array("l"), array("d")
    for line, cells in _ids(table):
        found = row_numbers(file, line, labels, cells[1:])
        if found is None:
            table.spoiled.setdefault(cells[0], f"line {line}")
            continue
        ids.append(cells[0])
        lines.append(line)
        numbers.extend(found)
    file.budget.keep(file.name, len(ids), len(labels))
    values = np.array(numbers).reshape(len(ids), len(labels))
    if ids:
        check_ids(file, table.line, table.header[0], ids, values)
    labels, values, notes = _without_total(file, labels, values)
    places = tuple(f"line {line}" for line in lines)
    return Rows(file, tuple(ids), places, tuple(labels), values, table.notes + notes, table.spoiled)


def _without_total(
    file: File, labels: list[str], values: npt.NDArray[np.float64]
) -> tuple[list[str], npt.NDArray[np.float64], tuple[str, ...]]:
    """The classes and their values without the sum of the others, if a column is that.

    Raises
    ------
    DataError
        If a column is called so, but is not the sum.
    """
    named = [number for number, label in enumerate(labels) if is_total_name(label)]
    if len(named) != 1 or len(labels) < 3:
        return labels, values, ()
    (column,) = named
    kept = [number for number in range(len(labels)) if number != column]
    with np.errstate(invalid="ignore", over="ignore"):
        is_sum = np.abs(values[:, kept].sum(axis=1) - values[:, column]) <= FILE_SUM_TOLERANCE
    if not is_sum.all():
        if labels[column].casefold() in _PERHAPS_TOTAL_NAMES:
            return labels, values, ()
        raise file.error(
            f"the column {labels[column]} is called a sum, but is not the sum of the others",
            "Rename it if it is a class, else remove it",
        )
    note = f"{file.name}: the column {labels[column]}, the sum of the others, is left out."
    return [labels[number] for number in kept], values[:, kept], (note,)


def is_total_name(name: str) -> bool:
    """Whether a column's name says that it is the sum of the others."""
    return name.casefold() in _TOTAL_NAMES + _PERHAPS_TOTAL_NAMES


def _long(table: Table) -> Rows:
    file = table.file
    ids, classes = dict[str, int](), dict[str, int]()
    starts, lines, cells_of, numbers = array("l"), array("l"), array("l"), array("d")
    for line, (name, label, text) in _ids(table, ""):
        number = None
        if not label:
            file.report("the class is empty", "Give every row a class", f"line {line}")
        else:
            number = cell_number(file, line, label, text)
        if number is None:
            table.spoiled.setdefault(name, f"line {line}")
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
    found, first = np.unique(np.array(cells_of), return_index=True)
    if len(found) < len(cells_of):
        names, labels = list(ids), list(classes)
        file.faults.add_each(
            np.delete(np.arange(len(cells_of)), first),
            lambda again: file.fault(
                f"{names[rows[again]]} has the class {labels[columns[again]]} already",
                "Keep one of them",
                f"line {lines[again]}",
            ),
        )
    if len(classes) < 2:
        file.check()
        raise file.error("there is only one class", "A distribution needs two or more")
    file.budget.keep(file.name, len(ids), len(classes))
    values = np.zeros((len(ids), len(classes)))
    values[rows, columns] = np.array(numbers)
    places = [f"line {line} ({name})" for line, name in zip(starts, ids, strict=True)]
    kept = [row for row, name in enumerate(ids) if name not in table.spoiled]
    return Rows(
        file,
        tuple(name for name in ids if name not in table.spoiled),
        tuple(places[row] for row in kept),
        tuple(classes),
        values[kept],
        table.notes,
        table.spoiled,
    )


def row_numbers(
    file: File, line: int, labels: Sequence[str], cells: Sequence[str]
) -> Sequence[float] | None:
    """The numbers in a row's cells, or None where cells that hold none are reported."""
    numbers = _each_number(cells)
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
    if _ANY_COMMA.fullmatch(text):
        problem = f"{text!r} may be a decimal number or thousands"
        remedy = "Write decimals with a point, and thousands without a comma"
    else:
        problem = f"{text!r} is not a number" if text else "the value is missing"
        remedy = "Give a vote count or a probability"
    return file.fault(problem, remedy, f"line {line}, class {label}")


def as_number(text: str, *, is_decimal: bool = False) -> float | None:
    """The number that a cell holds, if it is one.

    Parameters
    ----------
    text : str
    is_decimal : bool
        Whether a comma before three digits is a decimal one, as others in the row are.
    """
    # Python reads 1_000 as a number; no file of the field means that.
    if "_" in text:
        return None
    if _DECIMAL_COMMA.fullmatch(text) or (is_decimal and _ANY_COMMA.fullmatch(text)):
        text = text.replace(",", ".")
    try:
        return float(text)
    except ValueError:
        return None


def as_numbers(cells: Sequence[str]) -> list[float] | None:
    """The numbers that a row's cells hold, if all do."""
    numbers = _each_number(cells)
    return None if None in numbers else cast(list[float], numbers)


def _each_number(cells: Sequence[str]) -> Sequence[float | None]:
    """The number that each cell of a row holds; None for a cell that holds none."""
    if "_" not in "".join(cells):
        try:
            return [float(cell) for cell in cells]
        except ValueError:
            pass
    is_decimal = any(_DECIMAL_COMMA.fullmatch(cell) for cell in cells)
    return [as_number(cell, is_decimal=is_decimal) for cell in cells]


def _ascending(rows: Rows) -> Rows:
    numbers = as_numbers(rows.classes)
    if numbers is None:
        return rows
    order = np.argsort(numbers)
    classes = tuple(rows.classes[column] for column in order)
    return replace(rows, classes=classes, values=rows.values[:, order])
