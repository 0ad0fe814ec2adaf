"""SemEval Task 4 subtask E: a topic and five proportions a line, without a header.

Tweets are rated from -2 to 2 (SemEval-2016 and 2017); the columns are taken to be in that
order.
"""

import numpy as np

from oq_core.data.distributions import TIE_TOLERANCE
from oq_core.reading.delimited import headerless_lines, row_numbers
from oq_core.reading.files import File
from oq_core.reading.format_record import Beginning, Format, estimate_of, one_scale, texts_of
from oq_core.reading.kinds.quality import RATINGS
from oq_core.reading.numbers import as_numbers
from oq_core.reading.rows import Rows, sums_to

#: How far from 1 a line may sum to and still be known for one, to be explained.
_NEAR = 0.1


def read_subtask_e(file: File) -> Rows:
    """Numbers by topic.

    What rounding leaves of 1 is given to (or taken from) the highest class that has a
    proportion, not shared out: so the cumulative sums stay those of the file, and four times
    NMD is the Earth Mover's Distance that the task's scorer computes from the file as it is.

    Raises
    ------
    DataError
        If the file is not such a table.
    """
    lines, spoiled = headerless_lines(file, 1 + len(RATINGS), "a topic and five numbers")
    rows = []
    for line, (topic, *cells) in lines:
        numbers = row_numbers(file, line, RATINGS, cells)
        if numbers is None:
            spoiled.setdefault(topic, f"line {line}")
        else:
            rows.append((topic, f"line {line}", numbers))
    if not rows:
        file.check()
    topics, places, numbers = zip(*rows, strict=True)
    values = np.array(numbers)
    highest = len(RATINGS) - 1 - np.argmax(values[:, ::-1] > 0, axis=1)
    # What is infinite is refused later, with its place.
    with np.errstate(invalid="ignore", over="ignore"):
        rest = 1 - values.sum(axis=1)
        share = values[np.arange(len(values)), highest] + rest
    # If a class would lose everything, the line is divided by its sum, as in other formats.
    rounded = sums_to(1 - rest, 1) & (share > TIE_TOLERANCE)
    values[rounded, highest[rounded]] = share[rounded]
    return Rows(file, topics, places, RATINGS, values, spoiled=spoiled)


def _is_subtask_e(start: Beginning) -> bool:
    """Whether lines are topics with proportions, and the first is not a header of classes."""
    lines = start.tabbed
    if len(lines[0]) != 1 + len(RATINGS):
        return False
    first = as_numbers(lines[0][1:])
    if first is None or (
        len(set(first)) == len(first) and all(number.is_integer() for number in first)
    ):
        return False
    near = [_is_near(cells) for cells in lines]
    if as_numbers(lines[0][:1]) is not None:
        # Else a score matrix of six runs.
        return all(near)
    return 2 * sum(near) >= len(lines)


def _is_near(cells: list[str]) -> bool:
    row = as_numbers(cells[1:])
    return (
        len(cells) == 1 + len(RATINGS)
        and bool(cells[0])
        and row is not None
        and min(row) >= 0
        and abs(sum(row) - 1) <= _NEAR
    )


FORMAT: Format = Format(
    "SemEval subtask E",
    "SemEval Task 4 subtask E (TSV)",
    _is_subtask_e,
    gold=lambda file: one_scale(read_subtask_e(file), FORMAT.name),
    run=lambda file, gold: estimate_of(read_subtask_e(file), gold),
    suffixes=(".tsv",),
    fixes_order=True,
    templates=texts_of("semeval_E_gold.tsv", "semeval_E_run.tsv"),
)
