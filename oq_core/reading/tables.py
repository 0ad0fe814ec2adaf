"""Plain tables, comma-, tab- or semicolon-separated: one row an instance, or one a class.

Wide: ``id, class1, ..., classL``. Long: ``id, class, value``, told from wide by the name of
its second column. Values are votes or probabilities.
"""

import csv
import io
from collections.abc import Iterator, Sequence

import numpy as np

from oq_core.reading.files import File
from oq_core.reading.rows import FILE_SUM_TOLERANCE, Rows

#: Names of a long table's second column; the third may have any name.
LONG_CLASS_NAMES = ("class", "label", "category", "rating")

_SHAPE = "Give a header and rows of id, class1, …, classL, or of id, class, value"


def read_table(file: File) -> Rows:
    """Numbers by instance from a wide or a long table.

    Classes that are all numbers are put in ascending order; others stay as the file has them:
    in the order of the columns, or of first appearance.

    Raises
    ------
    DataError
        If the file is not such a table.
    """
    try:
        lines = list(table_lines(file))
    except csv.Error as error:
        raise file.error("", f"the table cannot be read ({error})", _SHAPE) from None
    if not lines:
        raise file.error("", "there is nothing but separators", _SHAPE)
    (header_line, header), *rows = lines
    _check_header(file, header_line, header)
    if not rows:
        raise file.error(f"line {header_line}", "there is nothing below the header", _SHAPE)
    for line, cells in rows:
        _check_width(file, line, cells, header)
        if not cells[0]:
            raise file.error(f"line {line}", "the id is empty", "Give every row an id")
    long = is_long_header(header)
    return _ascending(_long(file, rows) if long else _wide(file, header, rows))


def is_long_header(header: Sequence[str]) -> bool:
    """Whether a table's header says that each row is a class of an instance."""
    return len(header) == 3 and header[1].casefold() in LONG_CLASS_NAMES


def table_lines(file: File) -> Iterator[tuple[int, list[str]]]:
    """Line number and stripped cells of every line that is not blank."""
    text = file.text.lstrip("\r\n")
    skipped = file.text[: len(file.text) - len(text)].count("\n")
    first = text.split("\n", 1)[0]
    separator = max("\t,;", key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    for cells in reader:
        if any(cell.strip() for cell in cells):
            yield skipped + reader.line_num, [cell.strip() for cell in cells]


def filled_rows(file: File, shape: str) -> tuple[list[str], list[tuple[int, list[str]]]]:
    """Header and rows, each with its line number, of a table without an empty cell.

    Parameters
    ----------
    file : File
    shape : str
        The remedy for a file that is no such table.

    Raises
    ------
    DataError
        If there are no rows, one is not as long as the header, or a cell is empty.
    """
    try:
        (_, header), *rows = table_lines(file)
    except csv.Error as error:
        raise file.error("", f"the table cannot be read ({error})", shape) from None
    if not rows:
        raise file.error("", "there is nothing below the header", shape)
    for line, cells in rows:
        _check_width(file, line, cells, header)
        if not all(cells):
            column = header[cells.index("")]
            raise file.error(f"line {line}", f"the {column} is empty", "Fill it in")
    return header, rows


def _check_width(file: File, line: int, cells: list[str], header: list[str]) -> None:
    if len(cells) != len(header):
        raise file.error(
            f"line {line}",
            f"there are {len(cells)} cells, but the header has {len(header)}",
            "Add or remove cells; quote text that has a separator in it",
        )


def _check_header(file: File, line: int, header: list[str]) -> None:
    place = f"line {line}"
    if len(header) < 3:
        raise file.error(place, f"the header has {len(header)} columns, not three or more", _SHAPE)
    labels = header[1:]
    if not all(labels):
        raise file.error(place, "a class has no name", "Name every column")
    repeated = [label for label in labels if labels.count(label) > 1]
    if repeated:
        raise file.error(place, f"the class {repeated[0]} appears twice", "Rename one of the two")
    numbers = _as_numbers(labels)
    if (
        numbers is not None
        and abs(sum(numbers) - 1) <= FILE_SUM_TOLERANCE
        and any(number != int(number) for number in numbers)
    ):
        raise file.error(
            place, "the first line has values where the header should be", "Add a header"
        )


def _wide(file: File, header: list[str], rows: list[tuple[int, list[str]]]) -> Rows:
    values = [
        [
            cell_number(file, line, label, cell)
            for label, cell in zip(header[1:], cells[1:], strict=True)
        ]
        for line, cells in rows
    ]
    return Rows(
        file,
        tuple(cells[0] for _, cells in rows),
        tuple(f"line {line}" for line, _ in rows),
        tuple(header[1:]),
        np.array(values),
    )


def _long(file: File, rows: list[tuple[int, list[str]]]) -> Rows:
    cells_of: dict[str, dict[str, float]] = {}
    places: dict[str, str] = {}
    classes: dict[str, None] = {}
    for line, (name, label, text) in rows:
        if not label:
            raise file.error(f"line {line}", "the class is empty", "Give every row a class")
        values = cells_of.setdefault(name, {})
        places.setdefault(name, f"line {line}")
        classes.setdefault(label)
        if label in values:
            raise file.error(
                f"line {line}", f"{name} has the class {label} twice", "Keep one of the two"
            )
        values[label] = cell_number(file, line, label, text)
    if len(classes) < 2:
        raise file.error("", "there is only one class", "A distribution needs two or more")
    return Rows(
        file,
        tuple(cells_of),
        tuple(f"{place} ({name})" for name, place in places.items()),
        tuple(classes),
        np.array([[values.get(label, 0.0) for label in classes] for values in cells_of.values()]),
    )


def cell_number(file: File, line: int, label: str, text: str) -> float:
    """The number in a cell, or the error that it is none."""
    # Python reads 1_000 as a number; no file of the field means that.
    if "_" not in text:
        try:
            return float(text)
        except ValueError:
            pass
    problem = f"{text!r} is not a number" if text else "the value is missing"
    remedy = "Write decimals with a point" if "," in text else "Give a vote count or a probability"
    raise file.error(f"line {line}, class {label}", problem, remedy)


def _as_numbers(labels: list[str]) -> list[float] | None:
    try:
        return [float(label) for label in labels]
    except ValueError:
        return None


def _ascending(rows: Rows) -> Rows:
    numbers = _as_numbers(list(rows.classes))
    if numbers is None:
        return rows
    order = np.argsort(numbers)
    classes = tuple(rows.classes[column] for column in order)
    return Rows(rows.file, rows.ids, rows.places, classes, rows.values[:, order])
