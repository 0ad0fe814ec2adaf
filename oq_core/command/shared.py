"""What commands share: files read as the line asks for, what is told, and files written."""

import json
import sys
import time
from argparse import Namespace
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from oq_core.campaign.computing.analysis import Options
from oq_core.campaign.computing.sources import Campaign, Choices, read_campaign
from oq_core.campaign.saving.table_file import to_csv
from oq_core.data.collection import Collection, DataError, Fault
from oq_core.data.scores import counted
from oq_core.options import OPTIONS
from oq_core.progress import TimeLeft
from oq_core.reading import Plan
from oq_core.reading.remarks import grouped

#: Seconds between two lines of progress.
_STEP = 0.2
#: How names of files end, which a folder or a file of another kind must not.
_FILES = (".html", ".htm", ".zip", ".pdf", ".tex", ".csv", ".json", ".svg", ".png", ".txt", ".md")
#: Orders of classes that are told beside what is printed.
_ORDERS = 3


def campaign_of_line(chosen: Namespace) -> Campaign:
    """Read the files that the line names, as it asks for."""
    given = given_fields(chosen, Choices)
    if chosen.campaign is not None:
        return chosen.campaign.read(given)
    if chosen.scores:
        return read_campaign(runs=[chosen.gold, *chosen.runs], **given)
    return read_campaign(chosen.gold, chosen.runs, **given)


def plan_of_line(chosen: Namespace) -> Plan:
    """How files are read, as the line has it."""
    return Choices(**given_fields(chosen, Choices)).plan


def options_of_line(chosen: Namespace) -> Options:
    """Return how to analyse, as the line has it."""
    return Options(**given_fields(chosen, Options))


def given_fields(chosen: Namespace, record: type) -> dict[str, Any]:
    """The fields of a record that the line has."""
    return {
        each.name: each.passed(getattr(chosen, each.asked_as))
        for each in OPTIONS
        if each.to == record.__name__ and hasattr(chosen, each.asked_as)
    }


def place_of_line(out: str, *kinds: str) -> Path:
    """Where the line writes what is of some kinds, by the ends of their names; a folder has none.

    Raises
    ------
    DataError
        If the name is that of a file of another kind.
    """
    target = Path(out)
    if target.suffix.casefold() in _FILES and target.suffix not in kinds:
        words = " or ".join(f"a {kind} file" if kind else "a folder" for kind in kinds)
        raise DataError(f"{target}: what is written is {words}. Name that after --out.")
    return target


def say(words: str, end: str = "\n") -> None:
    """Print what the command is for."""
    print(words, end=end)  # noqa: T201 - standard output is what the command is for


def print_table(table: pd.DataFrame, form: str) -> None:
    """Print a table in the form that the line asks for."""
    if form == "csv":
        say(to_csv(table), end="")
    elif form == "json":
        # pandas' own JSON rounds to 15 decimals.
        rows = [
            {name: None if _is_undefined(value) else value for name, value in row.items()}
            for row in table.to_dict(orient="records")
        ]
        say(json.dumps(rows, ensure_ascii=False, indent=1))
    else:
        say(table.to_string(index=False, float_format="{:.4f}".format))


def _is_undefined(value: object) -> bool:
    return isinstance(value, float) and not np.isfinite(value)


def note(campaign: Campaign) -> None:
    """Say what should be known of how data sets were made, beside what is printed."""
    note_each(campaign.notes)
    note_orders(
        {
            name: each.collection
            for name, each in campaign.sources.items()
            if each.collection is not None
        }
    )


def orders(collections: Mapping[str, Collection]) -> list[str]:
    """The classes in order and where it is from, once for all scales that share it."""
    scales = dict[str, list[str]]()
    for scale, each in collections.items():
        scales.setdefault(each.order_words, []).append(scale)
    return [
        f"classes {words}" if len(scales) == 1 else f"classes of {', '.join(of)} {words}"
        for words, of in scales.items()
    ]


def first_orders(collections: Mapping[str, Collection]) -> list[str]:
    """The same, of many the first, and how many more there are."""
    every = orders(collections)
    if len(every) <= _ORDERS + 1:
        return every
    more = f"{len(every) - _ORDERS:,} more orders, which oq check tells of one file"
    return [*every[:_ORDERS], more]


def note_orders(collections: Mapping[str, Collection]) -> None:
    """Say the classes in order, beside what is printed, also to a pipe and a file."""
    for words in first_orders(collections):
        print(f"Note: {words}.", file=sys.stderr)  # noqa: T201


def note_each(notes: Iterable[str]) -> None:
    """Say each note once, beside what is printed."""
    for each in grouped(notes):
        print(f"Note: {each}", file=sys.stderr)  # noqa: T201


def tell(words: str) -> None:
    """Say something to a person who watches; a pipe stays quiet."""
    if sys.stderr.isatty():
        # Over the progress that stands there.
        print(f"\033[2K\r{words}", file=sys.stderr)  # noqa: T201


class ProgressLine:
    """Tells the share that is done, and the time left, on one line of a terminal."""

    def __init__(self, prefix: str = "") -> None:
        self.prefix, self.last, self.clock = prefix, 0.0, TimeLeft()

    def __call__(self, share: float, words: str) -> None:
        """Tell it, unless that was done a moment ago."""
        if sys.stderr.isatty() and time.monotonic() - self.last > _STEP:
            self.last = time.monotonic()
            told = self.clock.beside(f"{self.prefix}{words}", share)
            sys.stderr.write(f"\r\033[K{share:4.0%} {told}")
            sys.stderr.flush()


def tell_faults(faults: Sequence[Fault], form: str) -> int:
    """Print faults, and return 1 if there is one."""
    if form == "json":
        say(json.dumps([each.row() for each in faults], ensure_ascii=False, indent=1))
    else:
        for each in faults:
            say(f"Fault: {each}")
        say(f"{counted(sum(each.count for each in faults), 'fault')} found.")
    return int(bool(faults))
