"""SemEval Task 4 subtask E: a topic and five proportions a line, without a header.

Tweets are rated from -2 to 2 (SemEval-2016 and 2017); the columns are taken to be in that
order.
"""

import numpy as np

from oq_core.data.distributions import TIE_TOLERANCE
from oq_core.reading.files import File
from oq_core.reading.ntcir import RATINGS
from oq_core.reading.rows import FILE_SUM_TOLERANCE, Rows
from oq_core.reading.tables import cell_number


def headerless_lines(file: File, count: int, what: str) -> list[tuple[int, list[str]]]:
    """Line number and cells of every line that is not blank.

    Raises
    ------
    DataError
        If a line has another number of cells than `count`, or an empty one.
    """
    rows = []
    for line, content in enumerate(file.lines, start=1):
        if not content.strip():
            continue
        cells = [cell.strip() for cell in content.split("\t")]
        if len(cells) != count or not all(cells):
            filled = len([cell for cell in cells if cell])
            raise file.error(
                f"line {line}",
                f"there are {filled} values between tabs, not {count}",
                f"Every line is {what}, with tabs between",
            )
        rows.append((line, cells))
    return rows


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
    rows = headerless_lines(file, 1 + len(RATINGS), "a topic and five numbers")
    values = np.array(
        [
            [
                cell_number(file, line, label, cell)
                for label, cell in zip(RATINGS, cells[1:], strict=True)
            ]
            for line, cells in rows
        ]
    )
    rest = 1 - values.sum(axis=1)
    highest = len(RATINGS) - 1 - np.argmax(values[:, ::-1] > 0, axis=1)
    share = values[np.arange(len(values)), highest] + rest
    # A class is not to lose all it has; such a line is divided by its sum, as others are.
    rounded = (np.abs(rest) <= FILE_SUM_TOLERANCE + 1e-9) & (share > TIE_TOLERANCE)
    values[rounded, highest[rounded]] = share[rounded]
    return Rows(
        file,
        tuple(cells[0] for _, cells in rows),
        tuple(f"line {line}" for line, _ in rows),
        RATINGS,
        values,
    )
