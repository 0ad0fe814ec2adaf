"""How a report was made, so that another can make it again to the byte."""

import json
import os
import platform
from dataclasses import asdict
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
    FileFacts,
    Part,
    facts_of,
    read_files,
)
from oq_core.campaign.saving.fields import (
    Fields,
    choices_in,
    facts_in,
    is_count,
    is_number,
    record_in,
)
from oq_core.data.collection import DataError
from oq_core.defaults import MOST_DRAWS
from oq_core.reading.budget import Budget
from oq_core.reading.files import decoded, read_source
from oq_core.reading.kinds.described import RUNS_FILE
from oq_core.reading.rows import some_of
from oq_core.version import VERSION

#: What the file of options is called, and the version of its layout.
OPTIONS_FILE, _LAYOUT = "options.json", 1


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


def _choices(part: Part) -> dict[str, Any]:
    """The choices, always with the classes in order, as they were before they were turned round."""
    return asdict(part.choices) | {"classes": part.classes or part.choices.classes}


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
    """Return every option, version and file as JSON, which `analyse_again` reads.

    Parameters
    ----------
    analysis : Analysis
    date : str
        When the report was made.
    """
    content = {
        "layout": _LAYOUT,
        "date": date,
        "title": analysis.campaign.title,
        "authors": [asdict(each) for each in analysis.campaign.authors],
        "options": asdict(analysis.options),
        **({"left out": analysis.campaign.left_out} if analysis.campaign.left_out else {}),
        "data": [
            {
                "choices": _choices(part),
                "gold": [asdict(each) for each in part.gold],
                "runs": [asdict(each) for each in part.runs],
            }
            for part in analysis.campaign.parts
        ],
        "data sets": [
            {
                "name": each.name,
                "measures": list(each.scores.measures),
                "instances": len(each.instances.ids),
                "left out": each.left_out,
                "runs": list(each.scores.runs),
                "references": list(each.runs.references),
            }
            for each in analysis.data_sets
        ],
        "versions": versions(),
    }
    return json.dumps(content, ensure_ascii=False, indent=2) + "\n"


def read_options(
    path: str | Path,
) -> tuple[Campaign, Options]:
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
    content = saved_options(path)
    if (version := content.count("layout")) != _LAYOUT:
        raise content.error(f"“layout” is {version}; this version reads {_LAYOUT}")
    options = _options(content.part("options"))
    parts = content.parts("data")
    if not parts:
        raise DataError(
            f"{path}: the report was made from scores, not from files. "
            "Analyse the scores again instead."
        )
    found = Campaign(
        {},
        title=content.text("title") if content.has("title") else "",
        authors=tuple(
            Author(each.text("name"), each.text("affiliation"))
            for each in (content.parts("authors") if content.has("authors") else ())
        ),
    )
    for part in parts:
        choices = choices_in(part.part("choices"))
        gold, runs = (
            [_place(each, Path(path)) for each in map(facts_in, part.parts(kind))]
            for kind in ("gold", "runs")
        )
        if not gold and not runs:
            raise part.error("no file is named")
        try:
            found += read_files(gold, runs, choices).campaign(choices)
        except ValueError as error:
            # The files are those of then, so the fault is in what is chosen of them.
            raise part.error(str(error)) from None
    left = content.texts("left out") if content.has("left out") else ()
    return as_one(found, left), options


def saved_options(path: str | Path) -> Fields:
    """Return what a report's `options.json` has, to be taken field by field.

    Parameters
    ----------
    path : path

    Raises
    ------
    DataError
        If it cannot be opened, or is no JSON.
    """
    file = decoded(*read_source(path), Budget())
    return Fields(
        file, "", file.json, f"Take the {OPTIONS_FILE} that a report of this version wrote"
    )


def _options(content: Fields) -> Options:
    draws = dict.fromkeys(("trials", "splits", "samples"), _draws)
    return record_in(content, Options, alpha=_alpha, **draws)


def _alpha(content: Fields, key: str) -> Any:
    return content.take(
        key, "a number between 0 and 1", lambda each: is_number(each) and 0 < each < 1
    )


def _draws(content: Fields, key: str) -> Any:
    return content.take(
        key,
        f"a whole number from 1 to {MOST_DRAWS:,}",
        lambda each: is_count(each) and 1 <= each <= MOST_DRAWS,
    )


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
    made = saved_options(path).content.get("versions")
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
