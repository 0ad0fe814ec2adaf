"""The registry: every format that is read. One more is a module in `kinds` and an entry here.

Formats are recognised by content: the first of `FORMATS` that recognises a file reads it. So a
format that is known for certain, by a header or by keys, stands before one that takes any table.
"""

import io
from collections.abc import Iterable, Iterator
from pathlib import PurePath

from oq_core.data.collection import DataError
from oq_core.reading.archives import PACKED_SUFFIXES, Member, RefusedError
from oq_core.reading.budget import BudgetError
from oq_core.reading.files import File
from oq_core.reading.format_record import Beginning, Format
from oq_core.reading.kinds import (
    confusion,
    dbdc,
    described,
    labels,
    lewidi,
    matrices,
    ntcir,
    questions,
    ratings,
    semeval_c,
    semeval_e,
    tables,
)

#: All formats, those that are known for certain first.
FORMATS: tuple[Format, ...] = (
    semeval_c.FORMAT,
    semeval_e.FORMAT,
    lewidi.PERSPECTIVIST_RUN,
    lewidi.RUN,
    lewidi.GOLD,
    dbdc.RUN,
    dbdc.GOLD,
    ntcir.NUGGET_GOLD,
    ntcir.NUGGET_RUN,
    ntcir.GOLD,
    ntcir.RUN,
    confusion.FORMAT,
    described.FORMAT,
    questions.FORMAT,
    ratings.LONG,
    ratings.BY_RATER,
    labels.FORMAT,
    tables.ROWS,
    ratings.WIDE,
    lewidi.RUN_BY_POSITION,
    matrices.FORMAT,
    matrices.NAMES,
    tables.TABLE,
)


#: What dialogues have.
_OF_DIALOGUES = {"annotations", "quality", "nugget", "turns"}


def format_of(file: File) -> Format | None:
    """The file's format by its content, or None if it looks like none of them.

    Only as much is looked at as tells the formats apart; the file may yet have faults.

    Raises
    ------
    DataError
        If the file opens as JSON does, but is not JSON.
    """
    start = Beginning(file)
    return next((kind for kind in FORMATS if kind.recognise(start)), None)


def nearest(file: File) -> Format:
    """The format whose reader says best what a file of no known format lacks."""
    return ntcir.GOLD if file.is_json and not _are_records(file) else tables.TABLE


def nearest_run(file: File) -> Format:
    """The format whose reader says best what a run of no known format lacks."""
    is_run = file.is_json and (isinstance(file.json, dict) or not _are_records(file))
    return ntcir.RUN if is_run else tables.TABLE


def _are_records(file: File) -> bool:
    """Whether JSON is of objects that are no dialogues, as annotation tools write them."""
    parsed = file.json
    if isinstance(parsed, dict):
        # One dialogue lacks its list.
        return not parsed.keys() & {"id", *_OF_DIALOGUES}
    return (
        isinstance(parsed, list)
        and bool(parsed)
        and all(isinstance(each, dict) and not each.keys() & _OF_DIALOGUES for each in parsed)
    )


def known_formats() -> str:
    """The remedy for a file of another format."""
    return f"It is none of these: {', '.join(kind.name for kind in FORMATS)}"


def unknown(file: File) -> DataError:
    """The error for a file of no known format."""
    return file.error("the format is not known", known_formats())


def suffixes() -> tuple[str, ...]:
    """Suffixes of files that hold data, of all formats.

    Examples
    --------
    >>> from oq_core.reading.formats import suffixes
    >>> {".csv", ".json", ".tsv"} <= set(suffixes())
    True
    """
    return tuple(dict.fromkeys(suffix for kind in FORMATS for suffix in kind.suffixes))


def gold_sentences() -> tuple[str, ...]:
    """What a gold file may hold, in words for a page."""
    return tuple(kind.sentence for kind in FORMATS if kind.gold is not None)


def templates() -> dict[str, str]:
    """Text of small valid files of each format, by a file name that says what it is.

    All can be opened: each format's gold, and a run for that gold.

    Returns
    -------
    dict of str to str

    Examples
    --------
    >>> from oq_core.reading import templates
    >>> print(templates()["wide_gold.csv"])
    id,low,middle,high
    item1,2,5,3
    item2,0,4,6
    <BLANKLINE>
    """
    return {name: text for kind in FORMATS for name, text in kind.templates.items()}


def template(name: str) -> io.StringIO:
    """One of `templates` as an open file, to try a reader on.

    Examples
    --------
    >>> from oq_core.reading import read_gold, template
    >>> list(read_gold(template("wide_gold.csv")))
    ['wide_gold']
    """
    file = io.StringIO(templates()[name])
    file.name = name
    return file


def open_member(member: Member) -> tuple[File, Format | None] | None:
    """A file and its format, if it is known; nothing if it is a file that holds no data.

    Raises
    ------
    DataError
        If it should hold data, but cannot be opened.
    """
    suffix = PurePath(member.name).suffix.casefold()
    may_be_no_data = member.in_tree and suffix not in suffixes() + PACKED_SUFFIXES
    try:
        file = member.open()
        kind = format_of(file)
    except (BudgetError, RefusedError):
        raise
    except DataError:
        if may_be_no_data:
            return None
        raise
    return None if kind is None and may_be_no_data else (file, kind)


def open_members(members: Iterable[Member]) -> Iterator[tuple[File, Format]]:
    """The files that hold data, each with its format.

    Raises
    ------
    DataError
        If a file cannot be opened, or has no known format.
    """
    for member in members:
        opened = open_member(member)
        if opened is not None:
            file, kind = opened
            if kind is None:
                raise unknown(file)
            yield file, kind
