"""How a report was made, so that another can make it again to the byte."""

import json
import os
import platform
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, replace
from datetime import UTC, datetime
from functools import cache
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import scipy

from oq_core.campaign.computing.analysis import Analysis, Options
from oq_core.campaign.computing.several import as_one
from oq_core.campaign.computing.sources import (
    Author,
    Campaign,
    Choices,
    FileFacts,
    facts_of,
    read_files,
)
from oq_core.campaign.saving.records import AGAIN, chosen, record, table, tables, written
from oq_core.data.collection import DataError
from oq_core.data.described import RunDescription
from oq_core.reading.budget import Budget
from oq_core.reading.files import File, decoded, read_source
from oq_core.reading.kinds.described import RUNS_FILE, description_fault
from oq_core.reading.rows import some_of
from oq_core.version import VERSION

#: What the file of options is called.
OPTIONS_FILE = "options.json"


def now() -> str:
    """Return the date and time in UTC, or those that SOURCE_DATE_EPOCH names.

    Returns
    -------
    str
        As 2024-05-31T12:00:00+00:00.
    """
    epoch = os.environ.get("SOURCE_DATE_EPOCH")
    moment = datetime.now(UTC) if epoch is None else datetime.fromtimestamp(int(epoch), UTC)
    return moment.isoformat(timespec="seconds")


@cache
def versions() -> dict[str, str]:
    """Return the versions of this library and of those that compute for it."""
    return {
        "Ordinal quantification explorer": VERSION,
        "Python": platform.python_version(),
        "NumPy": np.__version__,
        "SciPy": scipy.__version__,
        "pandas": pd.__version__,
        # Who draws nothing need not have it.
        **({"matplotlib": version("matplotlib")} if find_spec("matplotlib") else {}),
        "Jinja": version("jinja2"),
    }


def options_json(analysis: Analysis, date: str) -> str:
    """Return every option, version and file as JSON, which `read_options` reads.

    Parameters
    ----------
    analysis : Analysis
    date : str
        When the report was made.
    """
    campaign = analysis.campaign
    return as_json(
        {
            "date": date,
            "title": campaign.title,
            "authors": [asdict(each) for each in campaign.authors],
            "options": written(analysis.options),
            "left out": campaign.left_out,
            # The classes as they were before they were turned round.
            "data": [
                data_entry(
                    replace(part.choices, classes=part.classes or part.choices.classes),
                    part.gold, [replace(each, sending=0) for each in part.runs],
                )
                for part in campaign.parts
            ],
            "data sets": [
                {
                    "name": each.name,
                    "measures": each.scores.measures,
                    "instances": len(each.instances.ids),
                    "left out": each.left_out,
                    "runs": each.scores.runs,
                    "references": tuple(each.runs.references),
                }
                for each in analysis.data_sets
            ],
        }
    )  # fmt: skip


def data_entry(
    choices: Choices, gold: Iterable[FileFacts], runs: Iterable[FileFacts]
) -> dict[str, Any]:
    """Return what `options.json` has of one gold and its runs: what is chosen, of which files."""
    return {
        "choices": {**written(choices), "described": [asdict(each) for each in choices.described]},
        "gold": [asdict(each) for each in gold],
        "runs": [asdict(each) for each in runs],
    }


def as_json(content: Mapping[str, Any]) -> str:
    """Return the text of an `options.json`, with the versions that have written it."""
    found = {**content, "versions": versions()}
    return json.dumps(found, ensure_ascii=False, indent=2) + "\n"


def data_in(
    file: File, content: Mapping[str, Any]
) -> Iterator[tuple[str, dict[str, Any], Choices, tuple[FileFacts, ...], tuple[FileFacts, ...]]]:
    """Yield each entry of an `options.json`, its place first, and what `data_entry` was given."""
    for number, entry in enumerate(tables(file, content, "data"), start=1):
        place = f"data, entry {number}"
        found = table(file, entry, place)
        said = dict(table(file, found.get("choices"), f"{place}, choices"))
        every = tables(file, said, "described", f"{place}, choices")
        said.pop("described", None)
        described = tuple(record(file, f"{place}, described", RunDescription, d) for d in every)
        for each in described:
            if problem := description_fault(each):
                raise file.error(problem, AGAIN, f"{place}, described")
        asked = chosen(file, f"{place}, choices", said, Choices)
        gold, runs = (
            tuple(record(file, f"{place}, {kind}", FileFacts, each)
                  for each in tables(file, found, kind, place))
            for kind in ("gold", "runs")
        )  # fmt: skip
        if not gold and not runs:
            raise file.error("no file is named", AGAIN, place)
        choices = {each.name: each.passed(value) for each, value in asked}
        yield place, found, Choices(**choices, described=described), gold, runs


def read_options(path: str | Path) -> tuple[Campaign, Options]:
    """Return the campaign and the options that a report's `options.json` names.

    Parameters
    ----------
    path : path
        The file, as `write_report` wrote it. The files that it names are looked for where it
        says, from the current folder, and then beside itself.

    Returns
    -------
    tuple of Campaign and Options

    Raises
    ------
    DataError
        If it is not such a file, if an entry is not what it has to be, or if a file that it names
        is missing or has changed.

    Examples
    --------
    >>> from oq_core import DataError
    >>> try:
    ...     read_options("options.json of nowhere")
    ... except DataError as error:
    ...     print(str(error)[:52])
    options.json of nowhere: the file cannot be opened (
    """
    file, content = saved_options(path)
    asked = chosen(file, "options", table(file, content.get("options"), "options"), Options)
    title = content.get("title", "")
    if not isinstance(title, str):
        raise file.error("“title” is no text", AGAIN)
    authors = [record(file, "authors", Author, a) for a in tables(file, content, "authors")]
    left_out = tables(file, content, "left out")
    if not all(isinstance(each, str) for each in left_out):
        raise file.error("“left out” is no list of sentences", AGAIN)
    found = Campaign({}, title=title, authors=tuple(authors))
    for place, _, choices, *files in data_in(file, content):
        gold, runs = ([_place(each, Path(path)) for each in of] for of in files)
        try:
            found += read_files(gold, runs, choices).campaign(choices)
        except ValueError as error:
            # The files are those of then, so the fault is in what is chosen of them.
            raise file.error(str(error).removesuffix("."), AGAIN, place) from None
    if not found.parts:
        raise file.error(
            "the report was made from scores, not from files", "Analyse the scores again instead"
        )
    options = Options(**{each.name: each.passed(value) for each, value in asked})
    return as_one(found, tuple(left_out)), options


def saved_options(path: str | Path) -> tuple[File, dict[str, Any]]:
    """Return an `options.json` and what it has.

    Parameters
    ----------
    path : path

    Raises
    ------
    DataError
        If it cannot be opened, or is no JSON object.
    """
    file = decoded(*read_source(path), Budget())
    return file, table(file, file.json, "")


def _place(file: FileFacts, options: Path) -> str:
    """Where a file of a report is now; its content is the same as then."""
    places = (Path(file.name), options.parent / file.name, options.parent / Path(file.name).name)
    for place in filter(_is_there, places):
        if _size_of(place, file.size) != file.size or facts_of(place).sha256 != file.sha256:
            raise DataError(
                f"{place}: the {'folder' if place.is_dir() else 'file'} has changed since the "
                f"report was made{_what_is_new(place, file)}. "
                f"Take the one with SHA-256 {file.sha256[:64]}, or make a new report."
            )
        return str(place)
    raise DataError(
        f"{file.name[:200]}: the file is not there. Go to the folder where the report was made, "
        f"or put the file beside {options.name}."
    )


def _what_is_new(place: Path, file: FileFacts) -> str:
    """Which files of a folder gave no run when the report was made, and which are gone."""
    # A run in several files has them all.
    runs = {path for each in file.paths.values() for path in each.split(", ")}
    if not place.is_dir() or not runs:
        return ""
    there = {
        each.relative_to(place.parent).as_posix()
        for each in place.rglob("*")
        if each.is_file() and each.name != RUNS_FILE and not each.name.startswith(".")
    }
    told = [
        f"{some_of(sorted(which))} {'is' if len(which) == 1 else 'are'} {word}"
        for which, word in ((there - runs, "new, or gave no run then"), (runs - there, "gone"))
        if which
    ]
    return "".join(f"{': ' if not n else ', and '}{each}" for n, each in enumerate(told))


def notes_on_version(path: str | Path) -> list[str]:
    """Return a sentence on the version that made a report, where it is another one than this.

    Parameters
    ----------
    path : path
        Its `options.json`.
    """
    made = saved_options(path)[1].get("versions")
    before = made.get("Ordinal quantification explorer") if isinstance(made, dict) else None
    if before in (None, VERSION):
        return []
    return [
        f"{path}: this report was made by version {str(before)[:20]}, and this is {VERSION}. "
        "What changed in its numbers is in the changelog, under Numbers that changed."
    ]


def _is_there(place: Path) -> bool:
    """Whether this is a file or a folder; no device is read, which may have no end."""
    try:
        return place.is_file() or place.is_dir()
    except (OSError, ValueError):  # No file can have this name.
        return False


def _size_of(place: Path, most: int) -> int:
    """The bytes of a file, or of a folder's files as far as they are not more than so many."""
    size = 0
    for each in [place] if place.is_file() else place.rglob("*"):
        size += each.stat().st_size if each.is_file() else 0
        if size > most:
            break
    return size
