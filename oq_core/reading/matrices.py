"""Score matrices: a row for each instance, a column for each run, a file for each measure.

Either Discpower's text (numbers between blanks, no header, the runs' names in a second file),
or CSV with a header and the instance's id first.
"""

import csv
import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from oq_core.data.scores import Scores
from oq_core.measures.classification import OC_MEASURES
from oq_core.measures.quantification import MEASURES
from oq_core.reading import files
from oq_core.reading.files import File
from oq_core.reading.rows import some_of
from oq_core.reading.tables import cell_number, table_lines

_SHAPE = "Give a header and rows of id, RUN1, RUN2, …"
_UNDEFINED = ("", "na", "nan")
_DIRECTIONS = {key: measure.larger_is_better for key, measure in OC_MEASURES.items()} | {
    key: measure.larger_is_better for key, measure in MEASURES.items()
}
_KEYS = {key.casefold(): key for key in _DIRECTIONS}


@dataclass(frozen=True, eq=False)
class Matrix:
    """One measure's scores.

    Attributes
    ----------
    file : File
    ids, runs : tuple of str, or None
        Not there in text, which has numbers alone.
    values : ndarray of float64, shape (n, m)
    """

    file: File
    ids: tuple[str, ...] | None
    runs: tuple[str, ...] | None
    values: npt.NDArray[np.float64]


def read_matrix(file: File) -> Matrix:
    """One score matrix, text or CSV.

    Raises
    ------
    DataError
        If the file is neither.
    """
    lines = [line for line in file.lines if line.strip()]
    # Blanks are not counted when a file is opened, as free text is full of them.
    if len(lines) * len(lines[0].split()) > files.MAX_VALUES:
        raise files.too_many(file.name)
    is_text = all(_is_number(cell) for cell in lines[0].split())
    matrix = _read_text(file) if is_text else _read_csv(file)
    if np.isinf(matrix.values).any():
        row, column = np.argwhere(np.isinf(matrix.values))[0]
        place = f"row {row + 1}" if matrix.ids is None else f"instance {matrix.ids[row]}"
        raise file.error(
            f"{place}, column {column + 1}", "the score is infinite", "Leave an undefined one empty"
        )
    return matrix


def read_names(file: File) -> tuple[str, ...]:
    """Run names, one a line.

    Raises
    ------
    DataError
        If one is there twice.
    """
    names = tuple(line.strip() for line in file.lines if line.strip())
    _check_unique(file, "run", names)
    return names


def scores_of(
    matrices: Sequence[Matrix],
    names: Sequence[str] | None,
    larger_is_better: bool | None,
) -> Scores:
    """Matrices of the same instances and runs as a stack of scores.

    Parameters
    ----------
    matrices : sequence of Matrix
        One or more, of K measures in all.
    names : sequence of str, optional
        The runs' names for text; run1, run2, … unless given. The matrices' own if they are CSV.
    larger_is_better : bool, optional
        Of all measures; what the registry says of a known measure, else False, unless given.

    Raises
    ------
    DataError
        If the matrices do not have the same instances and runs.
    """
    first = matrices[0]
    count = first.values.shape[1]
    if first.runs is not None:
        runs = first.runs
    elif names is None:
        runs = tuple(f"run{number}" for number in range(1, count + 1))
    else:
        runs = tuple(names)
    if len(runs) != count:
        raise first.file.error(
            "",
            f"there are {count} columns, but {len(runs)} run names",
            "Give one name for each column",
        )
    ids = first.ids
    if ids is None:
        ids = tuple(str(number) for number in range(1, len(first.values) + 1))
    keys = _measures(matrices)
    return Scores(
        np.stack([_aligned(matrix, first) for matrix in matrices]),
        keys,
        ids,
        runs,
        tuple(
            _direction(matrix) if larger_is_better is None else larger_is_better
            for matrix in matrices
        ),
    )


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return "_" not in text


def _read_text(file: File) -> Matrix:
    rows: list[list[float]] = []
    for line, content in enumerate(file.lines, start=1):
        cells = content.split()
        if not cells:
            continue
        if rows and len(cells) != len(rows[0]):
            raise file.error(
                f"line {line}",
                f"there are {len(cells)} numbers, but {len(rows[0])} in the lines above",
                "Give one number for each run",
            )
        rows.append(
            [_score(file, line, f"column {number}", cell) for number, cell in enumerate(cells, 1)]
        )
    return Matrix(file, None, None, np.array(rows))


def _read_csv(file: File) -> Matrix:
    try:
        (line, header), *rows = table_lines(file)
    except csv.Error as error:
        raise file.error("", f"the table cannot be read ({error})", _SHAPE) from None
    if len(header) < 2:
        raise file.error(f"line {line}", "there is no column of a run", _SHAPE)
    if not all(header[1:]):
        raise file.error(f"line {line}", "a run has no name", "Name every column")
    if not rows:
        raise file.error(f"line {line}", "there is nothing below the header", _SHAPE)
    _check_unique(file, "run", header[1:])
    for number, cells in rows:
        if len(cells) != len(header):
            raise file.error(
                f"line {number}",
                f"there are {len(cells)} cells, but the header has {len(header)}",
                "Add or remove cells",
            )
    ids = tuple(cells[0] for _, cells in rows)
    _check_unique(file, "instance", ids)
    values = [
        [_score(file, number, run, cell) for run, cell in zip(header[1:], cells[1:], strict=True)]
        for number, cells in rows
    ]
    return Matrix(file, ids, tuple(header[1:]), np.array(values))


def _score(file: File, line: int, run: str, text: str) -> float:
    return np.nan if text.casefold() in _UNDEFINED else cell_number(file, line, run, text)


def _check_unique(file: File, what: str, names: Sequence[str]) -> None:
    if len(set(names)) < len(names):
        repeated = next(name for name in names if list(names).count(name) > 1)
        raise file.error("", f"the {what} {repeated!r} is there twice", "Rename one of the two")


def _aligned(matrix: Matrix, first: Matrix) -> npt.NDArray[np.float64]:
    """The matrix's values with the first one's instances and runs, in its order."""
    file = matrix.file
    if matrix.ids is None or first.ids is None or matrix.runs is None or first.runs is None:
        if (matrix.ids is None) != (first.ids is None):
            raise file.error(
                "",
                f"this and {first.file.name} cannot be matched, as only one of the two has ids",
                "Give all matrices as text or all as CSV",
            )
        if matrix.values.shape != first.values.shape:
            raise file.error(
                "",
                f"it is {_size(matrix)}, but {first.file.name} is {_size(first)}",
                "Open matrices of the same instances and runs together",
            )
        return matrix.values
    orders = []
    for what, ours, theirs in (
        ("instances", matrix.ids, first.ids),
        ("runs", matrix.runs, first.runs),
    ):
        for name, more, fewer in ((first.file.name, theirs, ours), (file.name, ours, theirs)):
            alone = sorted(set(more) - set(fewer))
            if alone:
                raise file.error(
                    "",
                    f"{len(alone)} {what} are in {name} only: {some_of(alone)}",
                    "Open matrices of the same instances and runs together",
                )
        position = {name: number for number, name in enumerate(ours)}
        orders.append([position[name] for name in theirs])
    return matrix.values[np.ix_(*orders)]


def _size(matrix: Matrix) -> str:
    return "{:,} × {:,}".format(*matrix.values.shape)


def _known(file: File) -> str | None:
    """The measure of a registry that the file's name begins with.

    As in ``nmd-A.test_data.dialoguebyrun`` or ``DNKT_JSD.csv``.
    """
    words = re.split(r"[^A-Za-z0-9]+", file.stem)
    for count in (2, 1):
        key = _KEYS.get("_".join(words[:count]).casefold())
        if key is not None:
            return key
    return None


def _direction(matrix: Matrix) -> bool:
    key = _known(matrix.file)
    return key is not None and _DIRECTIONS[key]


def _measures(matrices: Sequence[Matrix]) -> tuple[str, ...]:
    """A measure's key for each matrix: the registry's if no other matrix has it too."""
    known = [_known(matrix.file) for matrix in matrices]
    keys = [
        key if key is not None and known.count(key) == 1 else matrix.file.stem.split(".")[0]
        for key, matrix in zip(known, matrices, strict=True)
    ]
    for key, matrix in zip(keys, matrices, strict=True):
        if keys.count(key) > 1:
            raise matrix.file.error(
                "",
                f"another file is for the measure {key} too",
                "Rename one of the two by its measure, or open one",
            )
    return tuple(keys)
