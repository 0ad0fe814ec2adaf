"""Containers: whatever holds a table, as rows of cells, each with its place in the file.

Text between commas, semicolons or tabs; JSON Lines and lists of records; and JSON by id. What the
columns are is no matter here.
"""

import csv
import json
import re
from collections.abc import Iterator
from typing import Any, cast

from oq_core.reading.files import File
from oq_core.reading.numbers import number_of

#: What some spreadsheets write first, to say what stands between cells.
_SAYS_SEPARATOR = re.compile(r"sep=(.)\s*", re.IGNORECASE)
#: What a column of lists is called that has no name.
VALUES = "values"


def table_lines(file: File) -> Iterator[tuple[int, list[str]]]:
    """Number and stripped cells of every row that is not blank, the header first.

    Of text the number is that of the line, of JSON that of the entry: see `File.at`.

    Raises
    ------
    csv.Error
        If the text is no table.
    """
    return _records(file) if file.is_json else _lines(file)


def _lines(file: File) -> Iterator[tuple[int, list[str]]]:
    lines = (line for line in file.lines() if line)
    # A title alone above a table has no separator.
    first = next((line for line in lines if any(sign in line for sign in "\t,;")), "")
    said = _SAYS_SEPARATOR.fullmatch(first)
    separator = said[1] if said else max("\t,;", key=first.count)
    reader = csv.reader(file.lines(keep_ends=True), delimiter=separator, strict=True)
    for cells in reader:
        found = [cell.strip() for cell in cells]
        if any(found) and not (said and reader.line_num == 1):
            yield reader.line_num, found


def _records(file: File) -> Iterator[tuple[int, list[str]]]:
    entries = _entries(file.json)
    names = list(dict.fromkeys(name for _, each in entries for name in each))
    if names:
        yield 1, names
    for number, each in entries:
        yield number, [_cell(each.get(name)) for name in names]


def _entries(parsed: Any) -> list[tuple[int, dict[str, Any]]]:
    """The records of JSON, each with its place; none where it is of another shape."""
    if isinstance(parsed, list) and all(isinstance(each, dict) for each in parsed):
        return [*enumerate(parsed, start=1)]
    if isinstance(parsed, dict) and (_are_lists(parsed) or are_shares(parsed)):
        return [*enumerate(({"id": name, VALUES: each} for name, each in parsed.items()), start=1)]
    return []


def _are_lists(parsed: dict[str, Any]) -> bool:
    return all(
        isinstance(each, list) and None not in map(number_of, each) for each in parsed.values()
    )


def are_shares(parsed: dict[str, Any]) -> bool:
    """Whether JSON has shares of classes by id; numbers by item are ratings else."""
    if not all(isinstance(each, dict) and each for each in parsed.values()):
        return False
    numbers = [list(each.values()) for each in parsed.values()]
    if not all(number_of(number) is not None for row in numbers for number in row):
        return False
    is_broken = any(number % 1 for row in numbers for number in row)
    return is_broken and all(abs(sum(row) - 1) <= 0.01 for row in numbers)


def _cell(value: Any) -> str:
    if value is None:
        return ""
    # As doccano writes the only label.
    if isinstance(value, list) and len(value) == 1 and isinstance(value[0], str):
        (value,) = value
    return value.strip() if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def numbers_in(cell: str) -> dict[str, float] | None:
    """The numbers that a cell lists, by class; of a list by place; None if it is no such cell.

    Examples
    --------
    >>> numbers_in("[0.6, 0.4]"), numbers_in('{"low": 1}'), numbers_in("0.6")
    ({'1': 0.6, '2': 0.4}, {'low': 1.0}, None)
    """
    if not cell.startswith(("[", "{")):
        return None
    try:
        found = json.loads(cell)
    except (ValueError, RecursionError):
        return None
    if isinstance(found, list):
        found = {str(place): each for place, each in enumerate(found, start=1)}
    numbers = {name: number_of(each) for name, each in found.items()}
    if not numbers or None in numbers.values():
        return None
    return cast(dict[str, float], numbers)
