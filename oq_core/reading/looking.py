"""What a file is and how it is read, before anything is computed of it."""

from collections.abc import Container
from dataclasses import dataclass, replace

from oq_core.data.collection import Collection, DataError
from oq_core.data.nuggets import NuggetCollection
from oq_core.data.scores import counted
from oq_core.reading.archives import Member, list_members, with_plan
from oq_core.reading.budget import Budget
from oq_core.reading.class_order import in_said_order
from oq_core.reading.delimited import first_rows, plan_of
from oq_core.reading.files import File, Source
from oq_core.reading.format_record import Format
from oq_core.reading.formats import FORMATS, nearest, open_member
from oq_core.reading.guessing import COLUMNS_OF_RATINGS, LABELS
from oq_core.reading.kinds.matrices import FORMAT as MATRIX
from oq_core.reading.kinds.matrices import known_direction, read_matrices
from oq_core.reading.kinds.tables import TABLE
from oq_core.reading.numbers import as_numbers
from oq_core.reading.plan import PARTS, Plan
from oq_core.reading.read import gold_in, gold_of

#: How many cells of a column are shown, and how much of each.
_SAMPLES, _SHOWN = 2, 40
#: What a field of an entry may be, beside what a column may be.
_PARTS_OF_FIELDS = {**PARTS, "turns": "who speaks, turn by turn"}
#: Of a larger table, so many signs are looked at.
_LOOKED_AT = 2**20


@dataclass(frozen=True)
class ReadColumn:
    """A column of a table: its name, some cells, its part, and what that says."""

    name: str
    cells: tuple[str, ...]
    part: str
    says: str


@dataclass(frozen=True, eq=False)
class Look:
    """How a file is read.

    Attributes
    ----------
    file : str
    kind : str
        Its format, in words.
    is_gold, is_run, is_matrix : bool
        What it may be.
    columns : tuple of ReadColumn
        Of a table.
    collections : dict of str to Collection
        By scale, where it may be gold.
    runs : tuple of str
        Of a score matrix.
    larger_is_better : bool or None
        Of a score matrix; None where nobody knows.
    notes : tuple of str
        What was put right, and passed over.
    nuggets : NuggetCollection, optional
        Where it may be gold that has any.
    fields : tuple of ReadColumn
        Of entries whose format says what each field is.

    Examples
    --------
    >>> from oq_core.reading import look, template
    >>> [found] = look(template("wide_gold.csv"))
    >>> found.kind, [(each.name, each.part) for each in found.columns][:2]
    ('wide table', [('id', 'id'), ('low', 'class')])
    """

    file: str
    kind: str
    is_gold: bool
    is_run: bool
    is_matrix: bool
    columns: tuple[ReadColumn, ...]
    collections: dict[str, Collection]
    runs: tuple[str, ...] = ()
    larger_is_better: bool | None = None
    notes: tuple[str, ...] = ()
    nuggets: NuggetCollection | None = None
    fields: tuple[ReadColumn, ...] = ()


def look(source: Source, whole: bool = False) -> list[Look]:
    """How each file of a source is read.

    Parameters
    ----------
    source : path or uploaded file
        A file, a ZIP archive or a folder.
    whole : bool
        Whether large tables are read to their end, so that every fault is found.

    Raises
    ------
    DataError
        If a file that holds data cannot be read.

    Examples
    --------
    >>> from oq_core.reading import look, template
    >>> [found] = look(template("ratings_wide_gold.csv"))
    >>> found.collections["ratings_wide_gold"].order_words
    '1 < 2 < 3 < 4 < 5 (numbers)'
    """
    budget = Budget()
    listing = list_members(source, budget)
    looks = (_look(member, whole) for member in listing.members)
    found = [each for each in looks if each is not None]
    if {each.kind for each in found} in (
        {kind.name} for kind in FORMATS if kind.gold and kind.part
    ):
        # Such files are one gold together.
        budget.renew()
        read = gold_in([listing])
        kind = f"{found[0].kind}, {counted(len(found), 'file')}"
        found = [replace(found[0], file=listing.file.name, kind=kind, notes=read.notes,
                         collections=read.collections)]  # fmt: skip
    return found


def plan_of_ratings(source: Source, plan: Plan, group: str = "") -> Plan:
    """How a table is read where it is known to have ratings of people or of judges.

    Parameters
    ----------
    source : path or uploaded file
    plan : Plan
        What is known beside that.
    group : str
        A column that says the group of an item, such as its system; or anything else.

    Returns
    -------
    Plan
        A table with one label for each item, which otherwise is one of classes, has the ratings of
        one who is called as the file.

    Examples
    --------
    >>> from oq_core.reading import Plan, template
    >>> plan_of_ratings(template("ratings_wide_gold.csv"), Plan(), "system").parts
    {'system': 'topic'}
    """
    found = replace(plan, parts={**plan.parts, **({group: "topic"} if group else {})})
    try:
        looks = look(with_plan(source, found))
    except DataError:
        # Whoever reads it says why it cannot be read.
        return found
    parts = {each.name: each.part for each in looks[0].columns} if len(looks) == 1 else {}
    if not parts or looks[0].kind != LABELS:
        return found
    return replace(
        found,
        shape=COLUMNS_OF_RATINGS,
        parts=parts | {name: "rater" for name, part in parts.items() if part == "label"},
    )


def _look(member: Member, whole: bool) -> Look | None:
    opened = open_member(member)
    if opened is None:
        return None
    file, known = opened
    notes = list[str]()
    if not whole and len(file.text) > _LOOKED_AT and not file.is_json:
        file = replace(file, text=file.text[: file.text.rfind("\n", 0, _LOOKED_AT) + 1])
    kind: Format = known or nearest(file)
    shown, read = (file.name, kind.name), None
    if kind is MATRIX:
        matrix = file.read(read_matrices)[0]
        return Look(*shown, False, False, True, _columns(file), {}, matrix.runs or (),
                    known_direction(matrix.said.split(".")[0]))  # fmt: skip
    if kind.gold is not None and kind.part is None:
        read = gold_of(file, kind)
        notes += read.notes
    collections = {} if read is None else in_said_order(read.collections, file.plan.classes)
    classes = {label for each in collections.values() for label in each.classes}
    # Columns of a task's own format have no names: its first line is an instance.
    columns = () if kind.fixes_order else _columns(file, classes)
    return Look(
        *shown, kind.gold is not None, kind.run is not None, False, columns,
        collections, notes=tuple(notes), nuggets=None if read is None else read.nuggets,
        fields=_fields(file, kind) if kind.entries else (),
    )  # fmt: skip


def _fields(file: File, kind: Format) -> tuple[ReadColumn, ...]:
    """The fields of entries, by name and with their part."""
    content = file.json
    entries = list(content.values() if isinstance(content, dict) else content)[:_SAMPLES]
    columns = list[ReadColumn]()
    for name in dict.fromkeys(name for each in entries for name in each):
        cells = tuple(str(each[name])[:_SHOWN] for each in entries if name in each)
        part = kind.entries.get(name, "text")
        columns.append(ReadColumn(name, cells, part, _PARTS_OF_FIELDS[part]))
    return tuple(columns)


def columns_of(source: Source) -> tuple[ReadColumn, ...]:
    """The columns of a table, with their parts as far as these are known.

    Parameters
    ----------
    source : path or uploaded file

    Returns
    -------
    tuple of ReadColumn
        Also where the table cannot be read. None of several files, of a task's own format, and of
        what is no table.

    Examples
    --------
    >>> from oq_core.reading import template
    >>> from oq_core.reading.looking import columns_of
    >>> [each.name for each in columns_of(template("wide_gold.csv"))]
    ['id', 'low', 'middle', 'high']
    """
    try:
        members = list_members(source, Budget()).members
        opened = open_member(members[0]) if len(members) == 1 else None
    except DataError:
        return ()
    if opened is None:
        return ()
    file, known = opened
    is_table = nearest(file) is TABLE if known is None else known.name == plan_of(file).shape
    return _named(file) if is_table else ()


def _columns(file: File, classes: Container[str] = ()) -> tuple[ReadColumn, ...]:
    """The columns of a table that is read, of which some were read as these classes."""
    return _named(file, classes) if plan_of(file).shape else ()


def _named(file: File, classes: Container[str] = ()) -> tuple[ReadColumn, ...]:
    plan, columns = plan_of(file), list[ReadColumn]()
    header, *rows = first_rows(file) or [[]]
    # A first line of numbers names no column.
    if as_numbers(header) is None:
        for place, name in enumerate(header):
            cells = tuple(row[place][:_SHOWN] for row in rows[:_SAMPLES] if place < len(row))
            part = plan.parts.get(name, "text")
            # What is called a sum, and is none, may be a class: N beside Y.
            if part in ("total", "mean") and name in classes:
                part = "class"
            columns.append(ReadColumn(name, cells, part, PARTS[part]))
    return tuple(columns)
