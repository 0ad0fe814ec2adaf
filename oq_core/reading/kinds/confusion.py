"""Confusion matrices as a table: gold and runs in one, a row for each cell.

``run,topic,system,gold,count``: how many items of a topic whose gold class is `gold` the run put
into the class `system`. Columns come in any order; `run` and `topic` may be left out, and so may
cells without items.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from oq_core.data.collection import Collection, Fault, Labels
from oq_core.data.scores import numbered
from oq_core.measures.labels import POOLED, collection_of_labels
from oq_core.reading import budget as limits
from oq_core.reading.delimited import cell_number, filled_table
from oq_core.reading.files import File
from oq_core.reading.format_record import Format, ReadGold, texts_of
from oq_core.reading.items import ordered_classes
from oq_core.reading.rows import Rows, report_again, report_names

_NEEDED = ("system", "gold", "count")
_COLUMNS = ("run", "topic", *_NEEDED)
#: The most rows of a table of counts: those of 200 runs on 100 topics, if every cell of five
#: classes has items.
_MOST_ROWS = 500_000
_SHAPE = f"Give a header and rows of {', '.join(_COLUMNS)}; run and topic may be left out"


def is_confusion_header(header: Sequence[str]) -> bool:
    """Whether a table's header says that each row is a cell of a confusion matrix."""
    names = [name.casefold() for name in header]
    return set(_NEEDED) <= set(names) <= set(_COLUMNS) and len(set(names)) == len(names)


def read_confusion(file: File, kind: str) -> Collection:
    """Gold and runs from a table of cells.

    The matrices do not tell which items are which, so the items are numbered; no measure
    depends on it, as each looks at one run's matrix of one topic. Classes are ordered as in a
    table of labels.

    Parameters
    ----------
    file : File
    kind : str
        The format, in words.

    Returns
    -------
    Collection
        With labels and runs.

    Raises
    ------
    DataError
        If the file is not such a table, a cell is there twice, or the runs do not have the
        same gold.
    """
    table = filled_table(file, _SHAPE, _MOST_ROWS)
    rows = list(table.rows)
    columns = {
        name.casefold(): tuple(cells[column] for _, cells in rows)
        for column, name in enumerate(table.header)
    }
    lines = [line for line, _ in rows]
    counts = np.array(
        [_count(file, line, text) for line, text in zip(lines, columns["count"], strict=True)]
    )
    file.check()
    of_run, runs = numbered(columns.get("run", (file.stem,) * len(rows)))
    of_topic, topics = numbered(columns.get("topic", (POOLED,) * len(rows)))
    # The gold's classes first, so that a matrix written row by row gives them in its order.
    classes, order = ordered_classes((*columns["gold"], *columns["system"]), file.plan.classes)
    if len(classes) < 2:
        raise file.error("there is only one class", "A confusion matrix has two or more")
    for what, names in (("run", runs), ("topic", topics), ("class", classes)):
        report_names(file, what, names)
    # Limits are checked as in any other file.
    Rows(file, topics, topics, classes, np.zeros((len(topics), 0)))
    place = {label: number for number, label in enumerate(classes)}
    system, gold = (
        np.array([place[label] for label in columns[side]]) for side in ("system", "gold")
    )
    shape = (len(runs), len(topics), len(classes), len(classes))
    limits.check_count(file.name, len(runs), limits.MAX_RUNS, "runs", "Leave runs out")
    items = int(counts.sum()) // len(runs)
    limits.check_count(file.name, items, limits.MAX_INSTANCES, "items", "Leave topics out")
    file.budget.keep(file.name, *shape)
    file.budget.keep(file.name, len(runs), items)
    cells_of = np.ravel_multi_index((of_run, of_topic, gold, system), shape)
    report_again(
        file, cells_of,
        lambda again, first: (
            f"this cell is there already (line {lines[first]})", "Keep one", file.at(lines[again])
        ),
    )  # fmt: skip
    file.check()
    counted = np.zeros(shape, dtype=np.int64)
    counted.reshape(-1)[cells_of] = counts
    _check_gold(file, counted.sum(axis=3), runs, topics, classes)
    labels = _items(counted, runs, topics)
    return replace(
        collection_of_labels(file.stem, classes, topics, labels), format=kind, order=order
    )


def _count(file: File, line: int, text: str) -> int:
    count = cell_number(file, line, "count", text)
    if count is None:
        return 0
    if not (np.isfinite(count) and count >= 0 and count == round(count)):
        file.report(
            f"{text} is not a number of items", "Give a whole number of 0 or more", file.at(line)
        )
        return 0
    return int(min(count, limits.MAX_CELLS + 1))


def _check_gold(
    file: File,
    gold: npt.NDArray[np.int64],
    runs: Sequence[str],
    topics: Sequence[str],
    classes: Sequence[str],
) -> None:
    """Gold counts (m, n, L) are to be the same for all runs, and every topic has items."""

    def differs(where: npt.NDArray[np.int64]) -> Fault:
        run, topic, label = where
        return file.fault(
            f"{runs[run]} has {gold[run, topic, label]:,} items of the gold class "
            f"{classes[label]}, but {runs[0]} has {gold[0, topic, label]:,}",
            "All runs must be of the same items: correct the counts, or leave a run out",
            f"topic {topics[topic]}",
        )

    file.faults.add_each(np.argwhere(gold != gold[0]), differs)
    file.faults.add_each(
        np.flatnonzero(gold[0].sum(axis=1) == 0),
        lambda topic: file.fault(
            "there are no items", "Leave this topic out", f"topic {topics[topic]}"
        ),
    )
    file.check()


def _items(table: npt.NDArray[np.int64], runs: Sequence[str], topics: Sequence[str]) -> Labels:
    """Items that give these counts (m, n, L, L), by topic, gold class and system class."""
    classes = table.shape[-1]
    by_gold = table[0].sum(axis=2)
    in_topic = by_gold.sum(axis=1)
    instances = np.repeat(np.arange(len(topics)), in_topic)
    gold = np.repeat(np.tile(np.arange(classes), len(topics)), by_gold.ravel())
    system = np.tile(np.arange(classes), len(topics) * classes)
    predicted = {name: np.repeat(system, table[row].ravel()) for row, name in enumerate(runs)}
    ids = tuple(
        f"{topic}: {number}"
        for topic, count in zip(topics, in_topic, strict=True)
        for number in range(1, int(count) + 1)
    )
    return Labels(ids, instances, gold, predicted)


FORMAT: Format = Format(
    "confusion matrices",
    "confusion matrices with their runs (run, topic, system, gold, count)",
    lambda start: bool(start.table) and is_confusion_header(start.table[0]),
    gold=lambda file: ReadGold({file.stem: read_confusion(file, FORMAT.name)}),
    not_a_run=lambda file: file.error(
        "confusion matrices are gold and runs in one", "Open the file as the gold file"
    ),
    templates=texts_of("confusion.csv"),
)
