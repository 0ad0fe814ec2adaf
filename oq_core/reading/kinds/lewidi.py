"""LeWiDi 2025 and 2023 (Learning with Disagreements): soft labels on Likert scales.

The gold is a JSON object by instance id, with a vote of each annotator. A run of task A ("soft
labels") has a line for each instance: its id, a tab, and a JSON list of a probability for each
class, lowest class first.
"""

import re
from typing import Any

import numpy as np

from oq_core.data.arrays import votes_in
from oq_core.data.collection import DataError
from oq_core.data.scores import counted
from oq_core.reading import budget as limits
from oq_core.reading.containers import numbers_in
from oq_core.reading.delimited import headerless_lines
from oq_core.reading.files import File
from oq_core.reading.format_record import (
    Beginning,
    Format,
    ReadGold,
    ReadRun,
    estimate_of,
    one_scale,
    only_collection,
    texts_of,
)
from oq_core.reading.numbers import as_numbers
from oq_core.reading.rows import Rows, report_names, sums_to

_GOLD_SHAPE = 'The gold is {"id": {"annotations": {"Ann1": "1", …}, "soft_label": {"1": p, …}}, …}'
_RUN_SHAPE = "Give lines of id, a tab, and [p1, p2, …] with a probability for each class"
_LIST = re.compile(r"\[[^\[\]\"{}]*\]")


def read_gold(file: File) -> Rows:
    """Vote counts by instance.

    The classes are those of the soft labels, by number. Votes are counted from the annotations,
    as the shares in the soft labels are rounded.

    Raises
    ------
    DataError
        If the file is not such gold.
    """
    entries = file.json
    first = next(iter(entries.values()))
    labels = list(first["soft_label"])
    try:
        classes = tuple(sorted(labels, key=int))
    except ValueError:
        raise file.error(
            f"the classes {', '.join(labels[:3])} … are not whole numbers", _GOLD_SHAPE
        ) from None
    limits.check_count(file.name, len(classes), limits.MAX_CLASSES, "classes", _GOLD_SHAPE)
    file.budget.keep(file.name, len(entries), len(classes))
    cells, raters = list[tuple[int, int, int]](), dict[str, int]()
    for row, (name, entry) in enumerate(entries.items()):
        place = f"instance {name}"
        annotations = _by_rater(entry) if isinstance(entry, dict) else None
        if not isinstance(annotations, dict) or not annotations:
            file.report("there are no annotations", "Leave this instance out", place)
            continue
        for annotator, value in annotations.items():
            label = str(value).strip()
            if isinstance(value, bool) or label not in classes:
                file.report(
                    f"the label {value!r} is unknown",
                    f"Use {', '.join(classes)}",
                    f"{place}, annotator {annotator}",
                )
                continue
            column = raters.setdefault(annotator, len(raters))
            cells.append((row, column, classes.index(label)))
    report_names(file, "id", tuple(entries))
    file.check()
    file.budget.keep(file.name, len(entries), len(raters))
    ratings = np.full((len(entries), len(raters)), -1, dtype=np.int8)
    rows, columns, codes = zip(*cells, strict=True)
    ratings[rows, columns] = codes
    votes = votes_in(ratings, len(classes)).astype(np.float64)
    places = tuple(f"instance {name}" for name in entries)
    return Rows(file, tuple(entries), places, classes, votes, ratings=ratings, raters=tuple(raters))


def _by_rater(entry: dict[str, Any]) -> Any:
    """The annotations by who gave them; LeWiDi 2023 has both as text, with commas between."""
    given = entry.get("annotations")
    if not isinstance(given, str):
        return given
    labels, raters = given.split(","), str(entry.get("annotators", "")).split(",")
    return dict(zip(raters, labels, strict=True)) if len(raters) == len(labels) else None


def read_run(file: File, classes: tuple[str, ...]) -> Rows:
    """Probabilities by instance.

    Some runs have a number more in each line, for the class below the lowest, which is 0
    everywhere (seen on the sarcasm data, for a class 0). It is left out with a note.

    Parameters
    ----------
    file : File
    classes : tuple of str
        The gold's; a run does not name them.

    Raises
    ------
    DataError
        If a line is not an id and as many numbers as there are classes.
    """
    lines, spoiled = headerless_lines(file, 2, "an id and a list of probabilities")
    file.budget.keep(file.name, len(lines), len(classes) + 1)
    rows = list[tuple[str, str, list[float]]]()
    for line, (name, text) in lines:
        with file.reporting():
            rows.append((name, f"line {line}", _numbers(file, f"line {line}", text)))
            continue
        spoiled.setdefault(name, f"line {line}")
    notes, size = tuple[str, ...](), len(classes)
    if rows and all(len(row) == size + 1 and not row[0] for *_, row in rows):
        rows = [(name, place, row[1:]) for name, place, row in rows]
        notes = (
            f"{file.name}: each line has {size + 1} numbers for {size} classes; the first, "
            "which is 0 everywhere, is left out.",
        )
    for name, place, row in rows:
        if len(row) != size:
            file.report(
                f"it has {counted(len(row), 'number')}, but the gold has {size} classes "
                f"({', '.join(classes)})",
                "Give one for each class, lowest first",
                place,
            )
            spoiled.setdefault(name, place)
    kept = [each for each in rows if len(each[2]) == size]
    ids, places = tuple(name for name, *_ in kept), tuple(place for _, place, _ in kept)
    values = np.array([row for *_, row in kept], dtype=float).reshape(len(kept), size)
    return Rows(file, ids, places, classes, values, notes, spoiled)


def _numbers(file: File, place: str, text: str) -> list[float]:
    found = numbers_in(text) if text.startswith("[") else None
    if found is None:
        raise file.error("the second cell is not a list of numbers", _RUN_SHAPE, place)
    if len(found) > limits.MAX_CLASSES + 1:
        raise file.error(f"it has {len(found):,} numbers", _RUN_SHAPE, place)
    return list(found.values())


def _is_gold(start: Beginning) -> bool:
    parsed: Any = start.json
    first = next(iter(parsed.values()), None) if isinstance(parsed, dict) else None
    return (
        isinstance(first, dict)
        and isinstance(first.get("annotations"), dict | str)
        and isinstance(first.get("soft_label"), dict)
    )


def _lists(start: Beginning) -> list[list[str]]:
    """The lines' two cells, if every line is an id and a list of numbers; else none."""
    rows = start.tabbed
    is_run = all(len(cells) == 2 and cells[0] and _LIST.fullmatch(cells[1]) for cells in rows)
    return rows if is_run else []


def _is_run(start: Beginning) -> bool:
    return bool(_lists(start)) and not _is_perspectivist_run(start)


def _is_perspectivist_run(start: Beginning) -> bool:
    """Whether lists hold one label for each annotator: whole numbers that are no distribution."""
    rows = _lists(start)
    if not rows:
        return False
    if re.search(r"[_-]pe\b", start.file.stem, re.IGNORECASE):
        return True
    numbers = [re.findall(r"[^\s,\[\]]+", cells[1]) for cells in rows]
    try:
        values = [[float(number) for number in row] for row in numbers]
    except ValueError:
        return False
    return all(
        all(value.is_integer() for value in row) and sum(row) != 1 for row in values if row
    ) and any(values)


def _run(file: File, gold: ReadGold) -> ReadRun:
    _, collection = only_collection(file, gold)
    return estimate_of(read_run(file, collection.classes), gold)


def _wrong_task(file: File) -> DataError:
    return file.error(
        "this is a run of LeWiDi's task B (one label for each annotator)",
        "Open the run of task A, soft labels",
    )


def _are_shares(start: Beginning) -> bool:
    """Whether all lines are numbers between tabs or blanks that sum to 1, perhaps after a class."""
    rows = [_shares(line) for line in start.lines]
    # Whole numbers alone may be scores.
    return any(number % 1 for row in rows for number in row) and all(
        len(row) > 1 and min(row) >= 0 and bool(sums_to(sum(row), 1) or _after_class(row))
        for row in rows
    )


def _shares(line: str) -> list[float]:
    """A line's numbers; none where it has others, or more than there can be classes."""
    return as_numbers(line.split(maxsplit=limits.MAX_CLASSES + 1)) or []


def _after_class(row: list[float]) -> bool:
    return len(row) > 2 and not row[0] % 1 and bool(sums_to(sum(row[1:]), 1))


def _by_position(file: File, gold: ReadGold) -> ReadRun:
    """A run without ids, whose lines are in the order of the gold's instances."""
    _, collection = only_collection(file, gold)
    ids, size = collection.ids, len(collection.classes)
    file.budget.keep(file.name, len(ids), size)
    lines = [_shares(line) for line in file.lines() if line.strip()]
    rows = [row[1:] if len(row) > size and _after_class(row) else row for row in lines]
    widths = {len(row) for row in rows}
    if len(rows) != len(ids) or widths != {size}:
        raise file.error(
            f"there are no ids, and it has {len(rows)} lines of {max(widths)} numbers; the gold "
            f"has {len(ids)} instances and {size} classes",
            "Give a line for each instance in the gold's order, or ids",
        )
    note = (f"{file.name}: there are no ids; its {len(ids):,} lines are matched with the gold's "
            "instances by position.")  # fmt: skip
    places = tuple(f"line {number}" for number in range(1, len(ids) + 1))
    return estimate_of(Rows(file, ids, places, collection.classes, np.array(rows), (note,)), gold)


GOLD: Format = Format(
    "LeWiDi gold",
    "LeWiDi (JSON by instance, with annotations and soft labels)",
    _is_gold,
    gold=lambda file: one_scale(read_gold(file), GOLD.name, are_votes=True),
    fixes_order=True,
    entries={"annotations": "rating", "annotators": "rater", "soft_label": "shares"},
    suffixes=(".json",),
    templates=texts_of("lewidi_gold.json"),
)

RUN: Format = Format(
    "LeWiDi soft labels",
    "LeWiDi's task A (id, tab, list of probabilities)",
    _is_run,
    run=_run,
    suffixes=(".tsv",),
    templates=texts_of("lewidi_run.tsv"),
)

RUN_BY_POSITION: Format = Format(
    "shares without ids",
    "LeWiDi 2023 results (a probability for each class, in the gold's order)",
    _are_shares,
    run=_by_position,
    suffixes=(".tsv",),
)

PERSPECTIVIST_RUN: Format = Format(
    "LeWiDi labels by annotator",
    "LeWiDi's task B, which is not read",
    _is_perspectivist_run,
    suffixes=(".tsv",),
    not_gold=_wrong_task,
    not_a_run=_wrong_task,
)
