"""Gold and runs that were opened together, in any files, sorted out."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath

from oq_core.data.collection import DataError, Fault
from oq_core.reading.archives import Listing, Member, RefusedError, list_each
from oq_core.reading.budget import Budget, faults_of
from oq_core.reading.files import File, Source
from oq_core.reading.format_record import Format
from oq_core.reading.formats import open_member
from oq_core.reading.rating_names import is_model
from oq_core.reading.read import as_sources, gold_in
from oq_core.reading.rows import passed_over, some_of
from oq_core.reading.runs import ReadRuns, runs_in

_GOLD_NAME = re.compile(r"gold|truth|reference|annotations", re.IGNORECASE)
#: Files of ratings that are called so are runs beside those that are not.
_JUDGES_NAME = re.compile(r"judge|llm|model|run", re.IGNORECASE)


@dataclass(frozen=True, eq=False)
class DataSet(ReadRuns):
    """Gold, and what became of the runs that came with it.

    Attributes
    ----------
    name : str
        The gold file's name, or that of the archive or folder that it came in.
    gold_files : tuple of str
        The files, archives or folders that the gold was in.
    """

    name: str = ""
    gold_files: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class ReadTogether:
    """What became of files that were opened together.

    Attributes
    ----------
    data_sets : tuple of DataSet
        One for each gold.
    faults : tuple of Fault
        What is wrong with files that cannot be used, as `ReadRuns` has it.
    notes : tuple of str
        What the user should know of how files were read, and which were passed over.

    Examples
    --------
    >>> from oq_core.reading import template
    >>> from oq_core.reading.together import read_together
    >>> files = [template("wide_gold.csv"), template("wide_run.csv")]
    >>> [data.name for data in read_together(files).data_sets]
    ['wide_gold']
    """

    data_sets: tuple[DataSet, ...]
    faults: tuple[Fault, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def problems(self) -> tuple[str, ...]:
        """The faults in words."""
        return tuple(map(str, self.faults))


@dataclass
class _Unit:
    """Files that hold one gold, and the runs that came in the same archive or folder."""

    name: str
    gold: list[Listing]
    runs: list[Listing]


@dataclass(frozen=True)
class _Seen:
    """A member as far as it was looked at: what it may be."""

    member: Member
    kind: Format | None = None
    is_data: bool = True
    is_refused: bool = False

    @property
    def is_named_gold(self) -> bool:
        """Whether its name says that it is gold."""
        return _GOLD_NAME.search(PurePath(self.member.name).name) is not None

    @property
    def may_be_either(self) -> bool:
        """Whether such a file may be gold and may be a run."""
        kind = self.kind
        return kind is not None and kind.gold is not None and kind.run is not None

    @property
    def are_judges(self) -> bool:
        """Whether such a file has ratings, and is called after models that judge."""
        name = PurePath(self.member.name).name
        is_called = _JUDGES_NAME.search(name) is not None or is_model(PurePath(name).stem)
        return self.kind is not None and self.kind.judges is not None and is_called

    @property
    def is_neither(self) -> bool:
        """Whether such a file of an archive or folder is neither gold nor a run."""
        kind = self.kind
        is_other = kind is not None and not (kind.gold or kind.run or kind.describes)
        return self.member.in_tree and is_other

    @property
    def is_run(self) -> bool:
        """Whether such a file can only be a run, or describe runs, or is refused among them."""
        kind = self.kind
        return self.is_refused or (
            kind is not None and kind.gold is None and bool(kind.run or kind.describes)
        )


def read_together(sources: Source | Iterable[Source]) -> ReadTogether:
    """Read gold files and their runs, whichever is which and however they are packed.

    Most formats say whether a file is gold or a run. Of tables, which do not, those are gold
    whose name says so ("gold", "truth", "reference" or "annotations"), or else those that have
    votes where others have probabilities; if that leaves none, all of them are gold. Runs in an
    archive or a folder belong to the gold in it. Other runs belong to the only gold there is.

    Parameters
    ----------
    sources : path or uploaded file, or several
        Files, ZIP archives and folders.

    Returns
    -------
    ReadTogether

    Examples
    --------
    >>> from oq_core.reading import read_together, template
    >>> read = read_together([template("lewidi_run.tsv"), template("lewidi_gold.json")])
    >>> [(each.name, list(each.collections[each.name].runs)) for each in read.data_sets]
    [('lewidi_gold', ['lewidi_run'])]
    """
    notes, budget = list[str](), Budget()
    listings, errors = list_each(as_sources(sources), budget)
    units, loose = _sorted(listings, notes)
    # What was looked at is read again, and counted again.
    budget.renew()
    data_sets = []
    for unit in units:
        try:
            gold = gold_in(unit.gold)
        except DataError as error:
            errors.append(error)
            continue
        notes += gold.notes
        read = ReadRuns(gold.collections, nuggets=gold.nuggets)
        runs = unit.runs + (loose if len(units) == 1 else [])
        if runs:
            read, of_runs = runs_in(runs, gold)
            errors += of_runs
            notes += [*read.notes, *passed_over(read.skipped)]
        files = tuple(listing.file.name for listing in unit.gold)
        data_sets.append(DataSet(**vars(read), name=unit.name, gold_files=files))
    if loose and len(units) > 1:
        names = some_of([listing.file.name for listing in loose])
        problem = "there are several gold files"
        errors.append(DataError(Fault(names, "", problem, "Open the runs below their gold")))
    return ReadTogether(tuple(data_sets), faults_of(errors), tuple(notes))


def _sorted(listings: Sequence[Listing], notes: list[str]) -> tuple[list[_Unit], list[Listing]]:
    """The golds, each with the runs beside it, and the runs on their own."""
    if len(listings) == 1 and listings[0].kind == "file":
        return [_Unit(listings[0].file.stem, list(listings), [])], []
    seen = [[_look(member) for member in listing.members] for listing in listings]
    if any(each.kind is not None and each.kind.gold for row in seen for each in row):
        # Beside gold, lists of names and the like are no data; alone they are told what they are.
        seen = [
            [replace(each, is_data=each.is_data and not each.is_neither) for each in row]
            for row in seen
        ]
    skipped = [each.member.name for row in seen for each in row if not each.is_data]
    skipped += [name for listing in listings for name in listing.skipped]
    notes += passed_over(skipped)
    rows = [[each for each in row if each.is_data] for row in seen]
    gold = _certain_gold([each for row in rows for each in row])
    units, loose, parts = list[_Unit](), list[Listing](), dict[Format, list[Listing]]()
    for listing, row in zip(listings, rows, strict=True):
        chosen = [each.member for each in row if each.member in gold]
        others = [each.member for each in row if each.member not in gold]
        kind = row[0].kind if row else None
        if chosen and listing.kind != "tree" and kind is not None and kind.part is not None:
            parts.setdefault(kind, []).append(listing)
        elif chosen or not row:
            runs = [replace(listing, members=tuple(others), skipped=())] if others else []
            picked = replace(listing, members=tuple(chosen), skipped=())
            units.append(_Unit(_title(listing), [picked], runs))
        else:
            loose.append(listing)
    units += [_Unit(kind.name, found, []) for kind, found in parts.items()]
    if not units:
        # Reading runs as gold says best what is missing.
        return [_Unit(_title(listing), [listing], []) for listing in loose], []
    return units, loose


def _title(listing: Listing) -> str:
    return PurePath(listing.file.name).stem


def _look(member: Member) -> _Seen:
    """What a file is by its content; one that cannot be opened is tried as gold, to say so."""
    try:
        opened = open_member(member)
    except DataError as error:
        return _Seen(member, is_refused=isinstance(error, RefusedError))
    return _Seen(member, is_data=False) if opened is None else _Seen(member, opened[1])


def _certain_gold(seen: Sequence[_Seen]) -> set[Member]:
    """The files to be read as gold."""
    certain = [each for each in seen if not each.may_be_either and not each.is_run]
    either = [each for each in seen if each.may_be_either]
    known = [each for each in certain if each.kind is not None and each.kind.gold is not None]
    if not known:
        judges = [each for each in either if each.are_judges]
        either = [each for each in either if not each.are_judges] or either
        named = [each for each in either if each.is_named_gold and each not in judges]
        have_votes = [each for each in either if len(either) > 1 and _has_votes(each)]
        certain += named or have_votes or either
    return {each.member for each in certain}


def _has_votes(seen: _Seen) -> bool:
    if seen.kind is None or seen.kind.gold is None:
        return False
    try:
        file: File = seen.member.open()
        gold = file.read(seen.kind.gold)
    except DataError:
        return False
    return any(each.votes is not None for each in gold.collections.values())
