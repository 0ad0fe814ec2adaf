"""A saved workspace, opened again: every part is checked as an upload is."""

import csv
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from oq_core.campaign.computing.kinds import Matrices, Nuggets, Quantified, source_of
from oq_core.campaign.computing.protocol import Scale
from oq_core.campaign.saving.fields import Fields, choices_in, facts_in
from oq_core.campaign.saving.workspace import KIND, LAYOUT, MANIFEST, MAX_DATA_SETS, SavedData
from oq_core.data.collection import GIVEN, Collection, DataError, Labels
from oq_core.data.nuggets import CUSTOMER_CLASSES, NuggetCollection
from oq_core.data.scores import Scores, counted
from oq_core.reading import budget as limits
from oq_core.reading.archives import Member, is_zip, list_members
from oq_core.reading.budget import Budget, check_count
from oq_core.reading.files import File, Source, read_source, repeated
from oq_core.reading.formulas import unguarded
from oq_core.reading.rows import name_fault

_LONGEST_TITLE = 500
_AGAIN = "Save the workspace again where it is open"
_SPEAKERS = {"customer": True, "helpdesk": False}


def is_workspace(source: Source) -> bool:
    """Return whether a file is an archive with the list that a saved workspace has.

    Parameters
    ----------
    source : path or uploaded file
    """
    try:
        data = read_source(source)[1]
        # The list's name is in the archive as it is; what lacks it need not be opened.
        if not (isinstance(data, bytes) and is_zip(data) and MANIFEST.encode() in data):
            return False
        return MANIFEST in map(_place, list_members(source, Budget()).members)
    except (DataError, OSError):
        return False


def unpack_workspace(source: Source) -> tuple[SavedData, ...]:
    """Return what a file of `pack_workspace` holds.

    Parameters
    ----------
    source : path or uploaded file

    Returns
    -------
    tuple of SavedData
        One or more. All numbers as they were, to the bit.

    Raises
    ------
    DataError
        If the file is too large or damaged, is of another version, lacks a part or has parts
        that do not fit together; it names the file, the place and the remedy.
    """
    budget = Budget()
    listing = list_members(source, budget)
    reader = _Reader(listing.file, budget, {})
    for member in listing.members:
        if _place(member) in reader.members:
            raise listing.file.error("the archive has this file twice", _AGAIN, _place(member))
        reader.members[_place(member)] = member
    start = reader.open(MANIFEST)
    content = Fields(start, "", start.json, _AGAIN)
    if content.text("kind") != KIND:
        raise start.error("this is no list of a workspace", _AGAIN)
    if (version := content.count("layout")) != LAYOUT:
        raise start.error(
            f"the workspace was saved by another version (layout {version}; this one reads "
            f"{LAYOUT})",
            "Use that version of the explorer, or send the gold and run files",
        )
    parts = content.parts("data")
    check_count(start.name, len(parts), MAX_DATA_SETS, "data sets")
    found = tuple(_data(part, reader) for part in parts)
    if not found:
        raise start.error("there are no data in it", _AGAIN)
    if reader.members:
        extra = next(iter(reader.members))
        raise listing.file.error("the workspace's list does not name this file", _AGAIN, extra)
    return found


def _data(content: Fields, reader: "_Reader") -> SavedData:
    """One data set with its choices."""
    scales = _scales(content, "scales", reader)
    if not scales:
        raise content.error("there are no data in it")
    title, choices = content.text("title"), choices_in(content.part("choices"))
    if not title.strip() or len(title) > _LONGEST_TITLE:
        raise content.error(f"“title” is empty or longer than {_LONGEST_TITLE} signs")
    orders = [sorted(source_of(each).classes) for each in scales.values()]
    if choices.classes and sorted(choices.classes) not in orders:
        raise content.error("“classes” of the choices are those of no scale")
    return SavedData(
        title,
        scales,
        choices,
        content.texts("removed"),
        tuple(map(facts_in, content.parts("gold files"))),
        tuple(map(facts_in, content.parts("run files"))),
        # Files that were saved before these were kept have none.
        content.texts("notes") if content.has("notes") else (),
        _scales(content, "together", reader) if content.has("together") else {},
        {each.text("scale"): _judges(each, reader) for each in content.parts("whole")}
        if content.has("whole")
        else {},
    )


def _judges(content: Fields, reader: "_Reader") -> dict[str, Collection]:
    """What each judge of a scale says of all its items."""
    found = _scales(content, "judges", reader, limits.MAX_RUNS)
    judges = {name: each for name, each in found.items() if isinstance(each, Collection)}
    if len(judges) < len(found):
        raise content.error("what a judge says is no distribution")
    return judges


def _scales(
    content: Fields, key: str, reader: "_Reader", most: int = limits.MAX_SCALES
) -> dict[str, Scale]:
    """The data of each scale of a list."""
    parts = content.parts(key)
    check_count(content.file.name, len(parts), most, "scales")
    names = _unique(content.file, [part.text("scale") for part in parts], "scale")
    return {name: reader.scale(part) for name, part in zip(names, parts, strict=True)}


def _place(member: Member) -> str:
    """A member's path inside its archive."""
    return "/".join((*member.folders, member.name.rpartition("/")[2]))


def _unique(file: File, names: Sequence[str], what: str) -> Sequence[str]:
    if (twice := repeated(names)) is not None:
        raise file.error(f"the {what} {twice!r} is there twice", _AGAIN)
    _check_names(file, "", names)
    return names


def _check_names(file: File, place: str, names: Sequence[str]) -> None:
    """Refuse what no file of data can have as an id, a class or a run's name."""
    for name in names:
        if problem := name_fault(name):
            raise file.error(f"the name {name[:20]!r} {problem}", _AGAIN, place)


def _numbers(file: File, row: int, cells: Sequence[str]) -> list[float]:
    try:
        return [float(cell) for cell in cells]
    except ValueError:
        raise file.error("a cell is no number", _AGAIN, f"row {row}") from None


@dataclass(frozen=True, eq=False)
class _Table:
    """A table of the archive: columns of names, then numbers."""

    file: File
    names: list[tuple[str, ...]]
    values: npt.NDArray[Any]

    def whole(self, most: int | None = None) -> npt.NDArray[np.int64]:
        """The values as whole numbers from 0, each below `most` where that is given."""
        top = 2**53 if most is None else most
        # What is no number compares as false.
        is_right = (self.values >= 0) & (self.values < top) & (self.values % 1 == 0)
        if not is_right.all():
            row = int(np.argwhere(~is_right)[0][0])
            raise self.file.error("a number is no count or no position", _AGAIN, f"row {row + 2}")
        return self.values.astype(np.int64)


@dataclass(frozen=True)
class _Reader:
    """The files of an archive; each is taken out when it is read."""

    file: File
    budget: Budget
    members: dict[str, Member]

    def open(self, name: str) -> File:
        member = self.members.pop(name, None)
        if member is None:
            raise self.file.error("this file of the workspace is missing", _AGAIN, name)
        return member.open()

    def table(
        self,
        name: str,
        header: Sequence[str],
        named: int = 1,
        like: list[tuple[str, ...]] | None = None,
    ) -> _Table:
        """A table with this header, the first columns of which are names; the same as others'."""
        file = self.open(name)
        reader = csv.reader(file.lines(keep_ends=True), strict=True)
        try:
            rows = list(reader)
        except csv.Error as error:
            place = f"line {reader.line_num}"
            raise file.error(f"this is no table ({error})", _AGAIN, place) from None
        _check_names(file, "row 1", header)
        if [*map(unguarded, rows[0])] != list(header):
            raise file.error(f"the columns are not {', '.join(header)}", _AGAIN, "row 1")
        check_count(file.name, len(rows) - 1, limits.MAX_INSTANCES, "rows")
        self.budget.keep(file.name, len(rows), len(header))
        for number, row in enumerate(rows[1:], start=2):
            if len(row) != len(header):
                raise file.error(
                    f"it has {counted(len(row), 'cell')}, not {len(header)}",
                    _AGAIN,
                    f"row {number}",
                )
        names = [tuple(map(unguarded, row[:named])) for row in rows[1:]]
        if not names:
            raise file.error("the table has no rows", _AGAIN)
        for number, found in enumerate(names if like is None else (), start=2):
            _check_names(file, f"row {number}", found)
        if like is not None and names != like:
            raise file.error("its rows are not those of the other tables", _AGAIN)
        values = [_numbers(file, row, cells[named:]) for row, cells in enumerate(rows[1:], start=2)]
        return _Table(file, names, np.array(values).reshape(len(names), -1))

    def scale(self, part: Fields) -> Scale:
        """The data of one scale."""
        readers: dict[str, Callable[[Fields], Scale]] = {
            Matrices.held: self.scores,
            Nuggets.held: self.nuggets,
            Quantified.held: self.collection,
        }
        if (kind := part.text("of")) not in readers:
            raise part.error(f"“of” is none of {', '.join(readers)}")
        try:
            return readers[kind](part)
        except DataError:
            raise
        except ValueError as error:
            raise part.error(str(error)) from None

    def scores(self, part: Fields) -> Scores:
        runs, measures = part.texts("runs"), part.parts("measures")
        check_count(self.file.name, len(runs), limits.MAX_RUNS, "runs")
        if not measures:
            raise part.error("there is no measure")
        tables = list[_Table]()
        for each in measures:
            like = tables[0].names if tables else None
            tables.append(self.table(each.text("file"), ("id", *runs), like=like))
        return Scores(
            np.stack([each.values for each in tables]),
            tuple(each.text("measure") for each in measures),
            tuple(name for (name,) in tables[0].names),
            runs,
            tuple(each.flag("larger is better") for each in measures),
        )

    def collection(self, part: Fields) -> Collection:
        classes = part.texts("classes")
        check_count(self.file.name, len(classes), limits.MAX_CLASSES, "classes")
        header = ("id", *classes)
        gold = self.table(part.text("gold"), header)
        missing = dict[str, npt.NDArray[np.bool_]]()
        for each in part.parts("missing"):
            which = np.zeros(len(gold.names), dtype=bool)
            places = each.counts("instances")
            if max(places, default=0) >= len(which):
                raise each.error("an instance that is missing is not there")
            which[places] = True
            missing[each.text("run")] = which
        if (missing_as := part.text("missing as")) not in ("uniform", "worst"):
            raise part.error("“missing as” is neither uniform nor worst")
        ratings, raters = (
            self.ratings(part.part("ratings"), gold.names, len(classes))
            if part.has("ratings")
            else (None, ())
        )
        return Collection(
            part.text("name"),
            classes,
            tuple(name for (name,) in gold.names),
            gold.values,
            self.runs(part, header, gold.names),
            self.votes(part, header, gold.names),
            part.text("format"),
            self.items(part.part("items"), len(gold.names), len(classes))
            if part.has("items")
            else None,
            missing,
            missing_as,
            ratings,
            raters,
            # What was saved before orders had an origin was in order.
            order=part.text("order") if part.has("order") else GIVEN,
            groups=self.groups(part),
        )

    def groups(self, part: Fields) -> dict[str, tuple[str, ...]]:
        found = part.texts_by_name("groups of items") if part.has("groups of items") else {}
        for names in found.values():
            _check_names(self.file, "", [*dict.fromkeys(filter(None, names))])
        return found

    def ratings(
        self, part: Fields, names: list[tuple[str, ...]], classes: int
    ) -> tuple[npt.NDArray[np.int8], tuple[str, ...]]:
        columns = part.texts("columns")
        table = self.table(part.text("file"), ("id", *columns), like=names)
        codes = (table.whole(classes + 1) - 1).astype(np.int8)
        return codes, columns if part.flag("are raters") else ()

    def items(self, part: Fields, instances: int, classes: int) -> Labels:
        runs = part.texts("runs")
        check_count(self.file.name, len(runs), limits.MAX_RUNS, "runs")
        table = self.table(part.text("file"), ("item", "instance", "gold", *runs))
        ids = _unique(table.file, [name for (name,) in table.names], "item")
        where = _Table(table.file, table.names, table.values[:, :1]).whole(instances)
        given = _Table(table.file, table.names, table.values[:, 1:]).whole(classes)
        of_runs = {
            run: given[:, column]
            for column, run in enumerate(_unique(table.file, runs, "run"), start=1)
        }
        return Labels(tuple(ids), where[:, 0], given[:, 0], of_runs)

    def nuggets(self, part: Fields) -> NuggetCollection:
        header = ("dialogue", "speaker", *CUSTOMER_CLASSES)
        gold = self.table(part.text("gold"), header, 2)
        ids = list(dict.fromkeys(dialogue for dialogue, _ in gold.names))
        place = {name: row for row, name in enumerate(ids)}
        if not {speaker for _, speaker in gold.names} <= _SPEAKERS.keys():
            raise gold.file.error("a speaker is neither customer nor helpdesk", _AGAIN, "column 2")
        return NuggetCollection(
            part.text("name"),
            tuple(ids),
            np.array([place[dialogue] for dialogue, _ in gold.names]),
            np.array([_SPEAKERS[speaker] for _, speaker in gold.names]),
            gold.values,
            self.votes(part, header, gold.names),
            self.runs(part, header, gold.names),
            part.texts("notes"),
        )

    def votes(
        self, part: Fields, header: Sequence[str], names: list[tuple[str, ...]]
    ) -> npt.NDArray[np.int64] | None:
        if not part.has("votes"):
            return None
        table = self.table(part.text("votes"), header, len(names[0]), names)
        votes = table.whole()
        if not votes.any(axis=1).all():
            raise table.file.error("a row has no votes", _AGAIN)
        return votes

    def runs(
        self, part: Fields, header: Sequence[str], names: list[tuple[str, ...]]
    ) -> dict[str, npt.NDArray[np.float64]]:
        parts = part.parts("runs")
        check_count(self.file.name, len(parts), limits.MAX_RUNS, "runs")
        runs = _unique(self.file, [each.text("run") for each in parts], "run")
        return {
            run: self.table(each.text("file"), header, len(names[0]), names).values
            for run, each in zip(runs, parts, strict=True)
        }
