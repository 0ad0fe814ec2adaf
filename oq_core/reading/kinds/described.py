"""Tables that describe runs: a header and a row for each run, in any order of columns."""

import csv
import io
import re
from collections.abc import Iterable, Sequence
from dataclasses import fields
from difflib import get_close_matches
from pathlib import PurePath

from oq_core.data.collection import DataError
from oq_core.data.described import MAX_SHORT, RunDescription
from oq_core.reading.budget import MAX_RUNS, check_count
from oq_core.reading.delimited import open_table
from oq_core.reading.files import File, repeated
from oq_core.reading.format_record import Beginning, Format
from oq_core.reading.formulas import guarded, unguarded
from oq_core.reading.guessing import is_id_name
from oq_core.reading.rows import MAX_NAME, name_fault, some_of

#: What such a table is called, and its columns.
RUNS_FILE, COLUMNS = "runs.csv", tuple(each.name for each in fields(RunDescription))
#: Baselines that may be made from the gold later.
MADE_RUNS = ("Popularity", "Uniform")
#: The most signs of the sentence on how a run was made.
_MAX_SENTENCE = 500
_NUMBER = re.compile(r"[+-]?[\d.,]+(?:[eE][+-]?\d+)?")
_YES, _NO = ("yes", "true", "1", "x", "baseline"), ("", "no", "false", "0")
_SHAPE = f"Give a header and rows of {', '.join(COLUMNS)}; all but run may be left out"


def _is_described(start: Beginning) -> bool:
    """Whether a table's header, or its name, says that each row describes a run."""
    # A quote that is never closed leaves no table.
    rows = start.table or [re.split(r"[,;\t]", line) for line in start.lines] or [[""]]
    header = {name.strip().casefold() for name in rows[0]}
    if PurePath(start.file.name).name.casefold() == RUNS_FILE:
        # Without a header, too: a run's own table has ids, or numbers.
        numbers = sum(bool(_NUMBER.fullmatch(cell.strip())) for cell in rows[-1])
        is_run = is_id_name(rows[0][0]) or 2 * numbers >= len(rows[-1])
        return bool(header & {"run", "team", "baseline"}) or not is_run
    return bool(start.table) and "run" in header and header <= set(COLUMNS)


def read_described(file: File) -> tuple[RunDescription, ...]:
    """Descriptions of runs, in the order of the table.

    Raises
    ------
    DataError
        If it is no such table, a run or a name is there twice, or a cell cannot be used.
    """
    table = open_table(file, _SHAPE)
    names = [name.casefold() for name in table.header]
    if "run" not in names:
        raise file.error("there is no header with a column run", _SHAPE, f"line {table.line}")
    for name in dict.fromkeys(names):
        if name not in COLUMNS or names.count(name) > 1:
            problem = "is there twice" if name in COLUMNS else f"is none of {', '.join(COLUMNS)}"
            file.report(f"the column {name} {problem}", "Remove it", f"line {table.line}")
    file.check()
    found = list[RunDescription]()
    for line, cells in table.rows:
        check_count(file.name, len(found) + 1, MAX_RUNS, "runs")
        row = dict(zip(names, map(unguarded, cells), strict=True))
        place = f"line {line}"
        baseline = row.pop("baseline", "")
        if baseline.casefold() not in _YES + _NO:
            file.report(f"baseline is {baseline!r}", "Write yes or no", place)
        each = RunDescription(**row, baseline=baseline.casefold() in _YES)
        if fault := description_fault(each):
            file.report(fault, "Rename or shorten it", place)
        found.append(each)
    if not found:
        file.check()
        raise file.error("there is nothing below the header", _SHAPE, f"line {table.line}")
    if fault := repeated_fault(found):
        file.report(fault, "Give each run one line and names of its own")
    file.check()
    return tuple(found)


def _cell_fault(column: str, text: str) -> str:
    """What is wrong with a cell, in words; empty if nothing is."""
    most = {"short": MAX_SHORT, "description": _MAX_SENTENCE}.get(column, MAX_NAME)
    if len(text) > most:
        return f"{column} has {len(text):,} signs; at most {most} have room"
    problem = name_fault(text[:MAX_NAME]) if text else ""
    return f"{column} {problem}" if problem else ""


def description_fault(described: RunDescription) -> str:
    """Return what is wrong with a description, in words; empty if nothing is.

    Examples
    --------
    >>> from oq_core.data import RunDescription
    >>> from oq_core.reading.kinds.described import description_fault
    >>> description_fault(RunDescription("r1", short="a name for nobody's own figure"))
    'short has 30 signs; at most 26 have room'
    """
    if not described.run:
        return "the run's name is empty"
    texts = ((column, getattr(described, column)) for column in COLUMNS[:-1])
    return next((fault for each in texts if (fault := _cell_fault(*each))), "")


def repeated_fault(described: Iterable[RunDescription]) -> str:
    """Return which run, official or short name is there twice, in words; empty if none is.

    Examples
    --------
    >>> from oq_core.data import RunDescription
    >>> from oq_core.reading.kinds.described import repeated_fault
    >>> repeated_fault([RunDescription("r1", short="r"), RunDescription("r2", short="r")])
    'two runs have the short name r'
    """
    every = list(described)
    for column, what in (("run", "name"), ("name", "official name"), ("short", "short name")):
        given = [name for each in every if (name := getattr(each, column))]
        if (twice := repeated(given)) is not None:
            return f"two runs have the {what} {twice}"
    return ""


def descriptions_of(
    tables: Iterable[tuple[str, tuple[RunDescription, ...]]],
    runs: Sequence[str],
    errors: list[DataError],
) -> tuple[RunDescription, ...]:
    """What tables say of runs that are there; what they say of others is an error.

    Parameters
    ----------
    tables : iterable of tuple of str and descriptions
        Each with its file's name.
    runs : sequence of str
        Those that are there. The baselines that are made from a gold may be described too.
    errors : list of DataError
        Gets one for each table that describes another run.

    Returns
    -------
    tuple of RunDescription
        Of each run that of the last table that has it.
    """
    found = dict[str, RunDescription]()
    for file, described in tables:
        known = {*runs, *MADE_RUNS}
        strange = [each.run for each in described if each.run not in known]
        if strange:
            alike = get_close_matches(strange[0], runs, 1)
            errors.append(
                File(file, "").error(
                    f"no run is called {some_of(strange)}",
                    f"Try {alike[0]}" if alike else f"There are {some_of(runs) or 'no runs'}",
                )
            )
        found |= {each.run: each for each in described if each.run in known}
    return tuple(found.values())


def described_csv(described: Iterable[RunDescription]) -> str:
    r"""Return descriptions as such a table, safe to open in a spreadsheet.

    Examples
    --------
    >>> from oq_core.data import RunDescription
    >>> from oq_core.reading.kinds.described import described_csv
    >>> described_csv([RunDescription("BL-uniform", short="Uni", baseline=True)])
    'run,team,name,short,description,baseline\nBL-uniform,,,Uni,,yes\n'
    """
    content = io.StringIO()
    writer = csv.writer(content, lineterminator="\n")
    writer.writerow(COLUMNS)
    for each in described:
        texts = [guarded(getattr(each, name)) for name in COLUMNS[:-1]]
        writer.writerow([*texts, "yes" if each.baseline else "no"])
    return content.getvalue()


def _are_descriptions(file: File) -> DataError:
    return file.error("this table describes runs", "Open it with the runs that it describes")


FORMAT = Format(
    "table of runs",
    f"a table that describes runs ({', '.join(COLUMNS)}), beside them",
    _is_described,
    describes=read_described,
    not_gold=_are_descriptions,
    not_a_run=_are_descriptions,
    templates={
        RUNS_FILE: described_csv(
            [
                RunDescription("wide_run", "Alto", "Alto primary", "Alto", "an LSTM over turns"),
                RunDescription("Uniform", "organisers", "Uniform", "Uni", "1/L each", True),
            ]
        )
    },
)
