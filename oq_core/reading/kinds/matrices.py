"""Score matrices: a row for each instance, a column for each run, a file for each measure.

Either Discpower's text (numbers between blanks, no header, the runs' names in a second file),
or CSV with a header and the instance's id first.
"""

import re
from array import array
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from oq_core.data.collection import Collection, DataError, Fault
from oq_core.data.scores import Scores, are, counted, direction
from oq_core.measures.classification import OC_MEASURES
from oq_core.measures.quantification import MEASURES
from oq_core.reading import budget as limits
from oq_core.reading.delimited import (
    cell_number,
    check_header_is_one,
    check_ids,
    open_table,
    plan_of,
    planned,
    rows_with_ids,
)
from oq_core.reading.files import File
from oq_core.reading.format_record import Beginning, Format, texts_of
from oq_core.reading.formulas import unguarded
from oq_core.reading.guessing import SCORES
from oq_core.reading.numbers import as_numbers, is_undefined, plain_number
from oq_core.reading.rating_names import known_names
from oq_core.reading.rows import alike, report_names, report_repeated, signs_of, some_of, sums_to

_SHAPE = "Give a header and rows of id, RUN1, RUN2, …"
#: Columns that tables of scores have beside those of measures.
_COLUMNS = ("data set", "instance", "rank", "run")
_DIRECTIONS = {key: measure.larger_is_better for key, measure in OC_MEASURES.items()} | {
    key: measure.larger_is_better for key, measure in MEASURES.items()
}
_WAYS = "larger", "smaller"
#: Of fewer instances, whole scores may all differ.
_FEWEST_IDS = 3
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
    name : str
        What says the measure: the file's name, unless a column has it.
    """

    file: File
    ids: tuple[str, ...] | None
    runs: tuple[str, ...] | None
    values: npt.NDArray[np.float64]
    name: str = ""

    @property
    def said(self) -> str:
        """What says which measure it is."""
        return self.name or self.file.stem


def read_matrices(file: File) -> list[Matrix]:
    """The score matrices in a file: one, or one of each measure of a table with a row a score.

    Raises
    ------
    DataError
        If there is none.
    """
    parts = plan_of(file).parts
    are_rows = {"system", "measure", "score"} <= {*parts.values()}
    return _read_rows(file, parts) if are_rows else [read_matrix(file)]


def _read_rows(file: File, parts: Mapping[str, str]) -> list[Matrix]:
    table, found = open_table(file, _SHAPE), dict[str, dict[tuple[str, str], float]]()
    place = {part: table.header.index(name) for name, part in parts.items() if part != "text"}
    for line, cells in table.rows:
        item, run, measure = (unguarded(cells[place[p]]) for p in ("id", "system", "measure"))
        if not (item and run and measure):
            file.report("the row is not filled in", "Give item, run, measure, score", file.at(line))
        scores = found.setdefault(measure, {})
        if (item, run) in scores:
            file.report(f"{run} has a score on {item} already", "Keep one of them", file.at(line))
        scores[item, run] = _score(file, line, run, cells[place["score"]])
    file.check()
    matrices = []
    for measure, scores in found.items():
        ids, runs = (tuple(dict.fromkeys(pair[side] for pair in scores)) for side in (0, 1))
        file.budget.keep(file.name, len(ids), len(runs))
        _check_runs(file, len(runs))
        values = np.array([[scores.get((item, run), np.nan) for run in runs] for item in ids])
        report_names(file, "run", runs)
        report_names(file, "id", ids)
        matrices.append(Matrix(file, ids, runs, values, measure))
    return matrices


def read_matrix(file: File) -> Matrix:
    """One score matrix, text or CSV.

    Raises
    ------
    DataError
        If the file is neither.
    """
    first = next(line for line in file.lines() if line.strip())
    # As many cells as can be runs; the rest of the line stays in one piece.
    cells = first.split(maxsplit=limits.MAX_RUNS)[: limits.MAX_RUNS]
    if all(plain_number(cell) is not None and "_" not in cell for cell in cells):
        matrix = _read_text(file)
        _check_no_ids(matrix)
    else:
        matrix = _read_csv(file)

    def is_infinite(where: npt.NDArray[np.int64]) -> Fault:
        row, column = where
        place = f"row {row + 1}" if matrix.ids is None else f"instance {matrix.ids[row]}"
        return file.fault(
            "the score is infinite", "Leave an undefined one empty", f"{place}, column {column + 1}"
        )

    file.faults.add_each(np.argwhere(np.isinf(matrix.values)), is_infinite)
    report_names(file, "id", matrix.ids or ())
    report_names(file, "run", matrix.runs or ())
    return matrix


def read_names(file: File) -> tuple[str, ...]:
    """Run names, one a line.

    Raises
    ------
    DataError
        If one is there twice.
    """
    names = tuple(line.strip() for line in file.lines() if line.strip())
    report_repeated(file, names, [f"name {n}" for n in range(1, len(names) + 1)], "run")
    report_names(file, "run", names)
    return names


def check_no_run(matrix: Matrix, gold: Collection) -> None:
    """Refuse a run of the gold: its ids, columns that are its classes, and rows that sum to 1.

    Raises
    ------
    DataError
        If the matrix is one.
    """
    if matrix.ids is None or matrix.runs is None:
        return
    is_run = (
        set(matrix.ids) == set(gold.ids)
        and set(matrix.runs) <= set(gold.classes)
        and bool(sums_to(matrix.values.sum(axis=1), 1).all())
    )
    if is_run:
        raise matrix.file.error(
            f"this is a run of {gold.name}, not a score matrix: its ids and classes are those of "
            "that gold, and its rows sum to 1",
            f"Open it with the run files of {gold.name}",
        )


def scores_of(
    matrices: Sequence[Matrix],
    names: Sequence[str] | None,
    larger_is_better: bool | None,
    otherwise: bool | None = None,
) -> Scores:
    """Matrices of the same instances and runs as a stack of scores.

    Parameters
    ----------
    matrices : sequence of Matrix
        One or more, of K measures in all.
    names : sequence of str, optional
        The runs' names for text; run1, run2, … unless given. The matrices' own if they are CSV.
    larger_is_better : bool, optional
        Of all measures; unless given, what is known of a measure by its name.
    otherwise : bool, optional
        Of measures that nobody knows; they are refused unless given.

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
            f"it has {counted(count, 'column')}, but there {are(len(runs))} "
            f"{counted(len(runs), 'run name')}",
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
            _direction(key, matrix, otherwise) if larger_is_better is None else larger_is_better
            for key, matrix in zip(keys, matrices, strict=True)
        ),
    )


def _read_text(file: File) -> Matrix:
    numbers, count, size = array("d"), 0, 0
    for line, content in enumerate(file.lines(), start=1):
        # Blanks are not counted when a file is opened, as free text is full of them.
        cells = content.split(maxsplit=limits.MAX_RUNS)
        if len(cells) > limits.MAX_RUNS:
            _check_runs(file, sum(1 for _ in re.finditer(r"\S+", content)))
        if not cells:
            continue
        if count and len(cells) != size:
            file.report(
                f"it has {counted(len(cells), 'number')}, but the lines above have {size}",
                "Give one number for each run",
                file.at(line),
            )
            continue
        size = len(cells)
        count += 1
        limits.check_count(file.name, count, limits.MAX_INSTANCES, "instances")
        file.budget.keep(file.name, size)
        numbers.extend(
            _score(file, line, f"column {number}", cell) for number, cell in enumerate(cells, 1)
        )
    return Matrix(file, None, None, np.array(numbers).reshape(count, size))


def _check_no_ids(matrix: Matrix) -> None:
    """Refuse a first column of whole numbers that are never the same, beside scores that are not.

    Raises
    ------
    DataError
        Else ids would be a run.
    """
    first, others = matrix.values[:, 0], matrix.values[:, 1:]
    is_numbered = (
        len(first) >= _FEWEST_IDS and np.isfinite(matrix.values).all() and not (first % 1).any()
    )
    if (
        is_numbered
        and len(set(first)) == len(first)
        and (others.shape[1] == 1 or (others % 1).any())
    ):
        raise matrix.file.error(
            f"the numbers of the first column ({first[0]:g}, {first[1]:g}, …) are ids, and nothing "
            "says what the others are",
            "Add a header: id,label for a class of each item, id,RUN1 for scores of runs",
        )


def _check_runs(file: File, count: int) -> None:
    limits.check_count(file.name, count, limits.MAX_RUNS, "runs", "Leave runs out")


def _read_csv(file: File) -> Matrix:
    table = planned(open_table(file, _SHAPE), plan_of(file))
    line, header = table.line, [unguarded(name) for name in table.header]
    if len(header) < 2:
        raise file.error("there is no column of a run", _SHAPE, file.at(line))
    _check_runs(file, len(header) - 1)
    if not all(header[1:]):
        raise file.error("a run has no name", "Name every column", file.at(line))
    check_header_is_one(file, line, header)
    report_repeated(file, header[1:], [file.at(line)] * len(header[1:]), "run")
    ids, places, numbers = list[str](), list[str](), array("d")
    for number, cells in rows_with_ids(table, _SHAPE):
        ids.append(unguarded(cells[0]))
        places.append(file.at(number))
        file.budget.keep(file.name, len(header) - 1)
        scores = as_numbers(cells[1:])
        named = zip(header[1:], cells[1:], strict=True)
        numbers.extend(scores or (_score(file, number, run, cell) for run, cell in named))
    values = np.array(numbers).reshape(len(ids), -1)
    check_ids(file, line, header[0], ids, values)
    report_repeated(file, ids, places)
    return Matrix(file, tuple(ids), tuple(header[1:]), values)


def _score(file: File, line: int, run: str, text: str) -> float:
    if is_undefined(text):
        return np.nan
    number = cell_number(file, line, run, text)
    return np.nan if number is None else number


def _aligned(matrix: Matrix, first: Matrix) -> npt.NDArray[np.float64]:
    """The matrix's values with the first one's instances and runs, in its order."""
    file = matrix.file
    if matrix.ids is None or first.ids is None or matrix.runs is None or first.runs is None:
        if (matrix.ids is None) != (first.ids is None):
            raise file.error(
                f"this and {first.file.name} cannot be matched, as only one of the two has ids",
                "Give all matrices as text or all as CSV",
            )
        if matrix.values.shape != first.values.shape:
            raise file.error(
                f"it is {_size(matrix)}, but {first.file.name} is {_size(first)}",
                "Open matrices of the same instances and runs together",
            )
        return matrix.values
    orders = []
    for what, ours, theirs in (
        ("instances", matrix.ids, first.ids),
        ("runs", matrix.runs, first.runs),
    ):
        for name, other in alike(ours, set(theirs) - set(ours)).items():
            raise file.error(
                f"{signs_of(name)} looks the same as {signs_of(other)} of {first.file.name} "
                f"(number {theirs.index(other) + 1:,} of its {what})",
                "Write it in the same way in both",
                f"number {ours.index(name) + 1:,} of the {what}",
            )
        for name, more, fewer in ((first.file.name, theirs, ours), (file.name, ours, theirs)):
            alone = sorted(set(more) - set(fewer))
            if alone:
                raise file.error(
                    f"{len(alone)} {what} are in {name} only: {some_of(alone)}",
                    "Open matrices of the same instances and runs together",
                )
        position = {name: number for number, name in enumerate(ours)}
        orders.append([position[name] for name in theirs])
    return matrix.values[np.ix_(*orders)]


def _size(matrix: Matrix) -> str:
    return "{:,} × {:,}".format(*matrix.values.shape)


def _known(said: str) -> str | None:
    """The measure of a registry that a name begins with, such as that of a file.

    As in ``nmd-A.test_data.dialoguebyrun`` or ``DNKT_JSD.csv``.
    """
    words = re.split(r"[^A-Za-z0-9]+", said)
    for count in (2, 1):
        key = _KEYS.get("_".join(words[:count]).casefold())
        if key is not None:
            return key
    return None


def known_direction(name: str) -> bool | None:
    """Whether larger scores are better, by the name of a measure; None if nobody knows.

    Examples
    --------
    >>> known_direction("macro_F1"), known_direction("RMSE"), known_direction("height")
    (True, False, None)
    """
    words = {word for word in re.split(r"[^a-z0-9]+|(?<=[a-z])(?=\d+$)", name.casefold()) if word}
    is_larger, is_smaller = (bool(words & known_names(f"{way} is better")) for way in _WAYS)
    return is_larger if is_larger != is_smaller else None


def said_directions(scores: Scores) -> list[str]:
    """A note on which scores are better by measures that are of no registry, if there are any.

    Parameters
    ----------
    scores : Scores
        As `read_scores` returns them, named by their files.
    """
    told = [
        f"{direction([is_larger])} by {key}, as its name says"
        if _known(key) or known_direction(key) is not None
        else f"{direction([is_larger])} by {key} until you say otherwise, as its name says nothing"
        for key, is_larger in zip(scores.measures, scores.larger_is_better, strict=True)
        if key not in _DIRECTIONS
    ]
    return [f"{'; '.join(told)}."] * bool(told)


def _direction(key: str, matrix: Matrix, otherwise: bool | None) -> bool:
    if (known := _known(matrix.said)) is not None:
        return _DIRECTIONS[known]
    found = known_direction(matrix.said.split(".")[0])
    if found is None and otherwise is None:
        raise matrix.file.error(
            f"nobody knows whether larger or smaller scores of {key} are better",
            f"Say it: --larger {key} or --smaller {key} in a shell, larger_is_better in Python; or "
            "name the file by its measure",
        )
    return bool(otherwise) if found is None else found


def _measures(matrices: Sequence[Matrix]) -> tuple[str, ...]:
    """A measure's key for each matrix: the registry's if no other matrix has it too."""
    known = [_known(matrix.said) for matrix in matrices]
    files_of = Counter(known)
    keys = [
        key if key is not None and files_of[key] == 1 else matrix.said.split(".")[0]
        for key, matrix in zip(known, matrices, strict=True)
    ]
    keys_of = Counter(keys)
    for key, matrix in zip(keys, matrices, strict=True):
        if key in _COLUMNS:
            raise matrix.file.error(
                f"no measure can be called {key!r}, as tables have a column of that name",
                "Rename the file by its measure; a run is opened with its gold",
            )
        if keys_of[key] > 1:
            raise matrix.file.error(
                f"another file is for the measure {key} too",
                "Rename one of the two by its measure, or open one",
            )
    return tuple(keys)


def _is_matrix(start: Beginning) -> bool:
    lines = [line.split(maxsplit=limits.MAX_RUNS) for line in start.lines]
    if all(as_numbers(cells[: limits.MAX_RUNS]) is not None for cells in lines):
        return True
    return start.plan.shape == SCORES


def _is_list_of_names(start: Beginning) -> bool:
    return not start.file.is_json and all(
        len(line.split(maxsplit=1)) == 1 and not set(line) & set(",;") for line in start.lines
    )


def _are_scores(file: File) -> DataError:
    return file.error(
        "the numbers are scores: they are neither votes nor do they sum to 1",
        "Open it as a score matrix (--scores in a shell), begin each row with an id if the first "
        "number is none, correct the numbers, or call columns of raters rater1, rater2",
    )


def _are_names(file: File) -> DataError:
    return file.error(
        "every line is one word: this is a list of run names",
        "Give a table with a header and rows of id, class1, …, classL",
    )


FORMAT: Format = Format(
    SCORES,
    "One file a measure: CSV with the id first and a column for each run; or Discpower's text, "
    "a row for each instance, with a file of run names.",
    _is_matrix,
    suffixes=(".csv", ".tsv", ".dialoguebyrun"),
    not_gold=_are_scores,
    not_a_run=_are_scores,
    templates=texts_of("NMD.csv", "NMD.dialoguebyrun"),
)

NAMES = Format(
    "list of run names",
    "the run names of Discpower's text, one a line",
    _is_list_of_names,
    suffixes=(),
    not_gold=_are_names,
    not_a_run=_are_names,
    templates=texts_of("run_names.txt"),
)
