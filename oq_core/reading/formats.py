"""Which format a file has, by its content.

JSON is told by its keys. Text without a header is SemEval's, if its lines are a topic and five
proportions or an id, a topic and a label between tabs; a score matrix, if all is numbers; or a
list of run names, if every line is one word. A table with a header is

- of confusion matrices, if it has the columns system, gold and count;
- of labels, if it has a column called label, gold or alike and at most one more, of topics;
- long, if it has three columns of which the second is called class, label or alike;
- a score matrix, if most of its rows are neither whole numbers nor sum to 1;
- else wide.
"""

import csv
from collections.abc import Iterable, Iterator
from enum import StrEnum
from itertools import islice
from typing import Any

import numpy as np

from oq_core.data.collection import DataError
from oq_core.reading.archives import Member, UnpackedSizeError
from oq_core.reading.confusion import is_confusion_header
from oq_core.reading.files import File
from oq_core.reading.items import is_label_header
from oq_core.reading.ntcir import RATINGS
from oq_core.reading.rows import FILE_SUM_TOLERANCE
from oq_core.reading.tables import is_long_header, table_lines

#: How many lines of a table are looked at.
_LINES = 200

#: How far from 1 a line of subtask E may sum to and still be known for one, to be explained.
_NEAR = 0.1


class Format(StrEnum):
    """The formats, in plain words."""

    NTCIR_GOLD = "NTCIR dialogue quality gold"
    NTCIR_RUN = "NTCIR dialogue quality submission"
    NUGGET_GOLD = "NTCIR nugget gold"
    NUGGET_RUN = "NTCIR nugget submission"
    SUBTASK_E = "SemEval subtask E"
    SUBTASK_C = "SemEval subtask C"
    DIALOGUES = "DBDC dialogues"
    LABELS = "DBDC labels"
    WIDE = "wide table"
    LONG = "long table"
    ITEMS = "table of labels"
    CONFUSION = "confusion matrices"
    MATRIX = "score matrix"
    RUN_NAMES = "list of run names"


#: The remedy for a file of another format.
KNOWN_FORMATS = f"It is none of these: {', '.join(Format)}"

#: Formats of a file that may be gold.
GOLD = (
    Format.NTCIR_GOLD,
    Format.SUBTASK_E,
    Format.SUBTASK_C,
    Format.DIALOGUES,
    Format.WIDE,
    Format.LONG,
    Format.ITEMS,
    Format.CONFUSION,
)

#: Formats of a file that may be a run, or a part of one.
RUN = (
    Format.NTCIR_RUN,
    Format.SUBTASK_E,
    Format.SUBTASK_C,
    Format.LABELS,
    Format.WIDE,
    Format.LONG,
    Format.ITEMS,
)


def format_of(file: File) -> Format | None:
    """The file's format by its content, or None if it looks like none of them.

    Only as much is looked at as tells the formats apart; the file may yet have faults.

    Raises
    ------
    DataError
        If the file opens as JSON does, but is not JSON.
    """
    lines = list(islice((line for line in file.lines if line.strip()), _LINES))
    cells = [[cell.strip() for cell in line.split("\t")] for line in lines]
    if _is_subtask_c(cells):
        return Format.SUBTASK_C
    if _is_subtask_e(cells):
        return Format.SUBTASK_E
    if file.is_json:
        return _json_format(file.json)
    if all(_numbers(line.split()) is not None for line in lines):
        return Format.MATRIX
    if all(len(line.split()) == 1 and not set(line) & set(",;") for line in lines):
        return Format.RUN_NAMES
    return _table_format(file)


def _numbers(cells: list[str]) -> list[float] | None:
    """The cells as numbers, if all are; an empty one is NaN."""
    try:
        return [float(cell) if cell else np.nan for cell in cells]
    except ValueError:
        return None


def _is_subtask_c(lines: list[list[str]]) -> bool:
    """Whether lines are items, by the first; a header's first cell is no number."""
    if len(lines[0]) != 3 or not all(lines[0]):
        return False
    item, topic, label = lines[0]
    if _numbers([topic]) is None:
        return item.isdecimal() or label in RATINGS
    # Three numbers may be scores, unless all lines are an id, a topic such as 2016 and a rating.
    return (
        len({tuple(cells[:2]) for cells in lines}) == len(lines)
        and all(len(cells) == 3 and cells[0].isdecimal() for cells in lines)
        and all(cells[2] in RATINGS for cells in lines)
        and any(cells[1].isdecimal() or _numbers([cells[1]]) is None for cells in lines)
    )


def _is_subtask_e(lines: list[list[str]]) -> bool:
    """Whether lines are topics with proportions, and the first is not a header of classes."""
    if len(lines[0]) != 1 + len(RATINGS):
        return False
    first = _numbers(lines[0][1:])
    if first is None or (
        len(set(first)) == len(first) and all(number.is_integer() for number in first)
    ):
        return False
    near = [_is_nearly_subtask_e(cells) for cells in lines]
    if _numbers([lines[0][0]]) is not None:
        # Else a score matrix of six runs.
        return all(near)
    return 2 * sum(near) >= len(lines)


def _is_nearly_subtask_e(cells: list[str]) -> bool:
    row = _numbers(cells[1:])
    return (
        len(cells) == 1 + len(RATINGS)
        and bool(cells[0])
        and row is not None
        and min(row) >= 0
        and abs(sum(row) - 1) <= _NEAR
    )


def _json_format(parsed: Any) -> Format | None:
    if isinstance(parsed, dict) and isinstance(parsed.get("turns"), list):
        turns = [turn for turn in parsed["turns"] if isinstance(turn, dict)]
        is_run = any("labels" in turn for turn in turns)
        is_gold = any("annotations" in turn for turn in turns)
        return Format.LABELS if is_run and not is_gold else Format.DIALOGUES
    if not isinstance(parsed, list) or not parsed or not isinstance(parsed[0], dict):
        return None
    first = parsed[0]
    if "annotations" in first:
        annotations = first["annotations"]
        only = annotations[0] if isinstance(annotations, list) and annotations else None
        is_nugget = isinstance(only, dict) and "nugget" in only and "quality" not in only
        return Format.NUGGET_GOLD if is_nugget else Format.NTCIR_GOLD
    if "quality" in first:
        return Format.NTCIR_RUN
    return Format.NUGGET_RUN if "nugget" in first else None


#: Formats that are known by their header.
_HEADERS = (
    (is_confusion_header, Format.CONFUSION),
    (is_label_header, Format.ITEMS),
    (is_long_header, Format.LONG),
)


def _table_format(file: File) -> Format | None:
    try:
        lines = [cells for _, cells in islice(table_lines(file), _LINES)]
    except csv.Error:
        return None
    if len(lines) < 2 or len(lines[0]) < 2:
        return None
    header, rows = lines[0], lines[1:]
    for is_such, kind in _HEADERS:
        if is_such(header):
            return kind
    values = [_numbers(cells[1:]) for cells in rows if len(cells) == len(header)]
    numbers = [row for row in values if row is not None]
    scores = [row for row in numbers if not _is_distribution(row)]
    # A fault or two in a table of distributions are not to make scores of it.
    if 2 * len(scores) > len(rows):
        return Format.MATRIX
    return Format.WIDE if len(scores) < len(numbers) and len(header) > 2 else None


def _is_distribution(row: list[float]) -> bool:
    """Whether numbers are votes, or sum to 1."""
    return all(np.isfinite(row)) and (
        all(number.is_integer() for number in row) or abs(sum(row) - 1) <= FILE_SUM_TOLERANCE + 1e-9
    )


def open_member(member: Member) -> tuple[File, Format | None] | None:
    """A file and its format, if it is known; nothing if it is a file that holds no data.

    Raises
    ------
    DataError
        If it should hold data, but cannot be opened.
    """
    try:
        file = member.open()
        kind = format_of(file)
    except UnpackedSizeError:
        raise
    except DataError:
        if member.may_be_no_data:
            return None
        raise
    return None if kind is None and member.may_be_no_data else (file, kind)


def open_members(members: Iterable[Member]) -> Iterator[tuple[File, Format]]:
    """The files that hold data, each with its format.

    Raises
    ------
    DataError
        If a file cannot be opened, or has no known format.
    """
    for member in members:
        opened = open_member(member)
        if opened is not None:
            file, kind = opened
            if kind is None:
                raise file.error("", "the format is not known", KNOWN_FORMATS)
            yield file, kind


def not_a_table(file: File) -> DataError:
    """The error for a score matrix where gold or a run is wanted."""
    return file.error(
        "",
        "the numbers are scores: they are neither votes nor do they sum to 1",
        "Open it as a score matrix, or correct the numbers",
    )
