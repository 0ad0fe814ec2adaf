"""The files of a ZIP archive or a folder, listed first and opened one at a time.

Nothing is written anywhere: an archive is unpacked in memory, a file at a time, and what it
unpacks to is counted as it comes, whatever its headers say.
"""

import io
import os
import stat
import zipfile
import zlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePath
from typing import Literal

from oq_core.data.collection import DataError
from oq_core.reading import budget as limits
from oq_core.reading import files
from oq_core.reading.budget import Budget, BudgetError
from oq_core.reading.files import File, Source, decoded, read_source, shown_name
from oq_core.reading.plan import Plan
from oq_core.reading.sheets import PARQUET, parquet_text, workbook_text

#: How deep archives may be in archives: submissions come packed by team, and all together.
MAX_DEPTH = 2

_ZIP_STARTS = (b"PK\x03\x04", b"PK\x05\x06")
#: What each entry of a ZIP archive's directory begins with.
_ENTRY = b"PK\x01\x02"
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
#: What only a workbook that is read has in it.
_WORKBOOK = "xl/workbook.xml"
#: What only a spreadsheet workbook has in it.
_WORKBOOK_MEMBERS = ("[Content_Types].xml", "META-INF/manifest.xml")
#: What stands beside a run by a baseline that learnt: how it was trained.
TRAINING_SUFFIX = ".training.json"
_NOT_DATA = ("__MACOSX", "__pycache__", "Thumbs.db", "desktop.ini")
#: Suffixes of archives and workbooks: that one of them cannot be read is always said.
PACKED_SUFFIXES = (
    *(".zip", ".gz", ".tgz", ".tar", ".7z", ".rar", ".xz", ".bz2"),
    *(".xlsx", ".xls", ".ods"),
)
_DAMAGE = (
    *(zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError),
    *(RuntimeError, ValueError, OverflowError),
)


@dataclass(frozen=True)
class Planned:
    """A file, archive or folder with what a person says of how it is read."""

    source: Source
    plan: Plan

    @property
    def name(self) -> str:
        """Its name or path."""
        return str(self.source if isinstance(self.source, str | Path) else self.source.name)

    def read(self) -> bytes | str:
        """Return the content of a file."""
        return read_source(self.source)[1]


def with_plan(source: Source, plan: Plan) -> Source:
    """A source that every reader reads as a plan says.

    Parameters
    ----------
    source : path or uploaded file
    plan : Plan
        What it does not say is as an earlier plan of the source has it, else guessed; one that
        says nothing leaves the source as it is.

    Examples
    --------
    >>> from oq_core.reading import Plan, read_gold, template, with_plan
    >>> wider = Plan(classes=("none", "low", "middle", "high"))
    >>> read_gold(with_plan(template("wide_gold.csv"), wider))["wide_gold"].votes.tolist()
    [[0, 2, 5, 3], [0, 0, 4, 6]]
    """
    if plan == Plan():
        return source
    if isinstance(source, Planned):
        usual = vars(Plan())
        said = {name: each for name, each in vars(plan).items() if each != usual[name]}
        return replace(source, plan=replace(source.plan, **said))
    return Planned(source, plan)


#: A file of an archive or folder: its path in it, and what gives its bytes.
_Entry = tuple[tuple[str, ...], Callable[[], bytes]]


class RefusedError(DataError):
    """An entry of an archive that is said to be refused even where it may hold no data."""


@dataclass(frozen=True, eq=False)
class Member:
    """A file in an archive or folder, or on its own, not yet opened.

    Attributes
    ----------
    name : str
        What to call it in an error: with the archive and the folders it is in.
    folders : tuple of str
        The folders it is in, inside the archive or folder that was given.
    above : tuple of str
        What that archive or folder is called; for a file on its own, the folders it is in.
    in_tree : bool
        Whether it is in an archive or a folder.
    open : callable
        Gives the file's text, or raises `DataError`.
    """

    name: str
    folders: tuple[str, ...]
    above: tuple[str, ...]
    in_tree: bool
    open: Callable[[], File]


@dataclass(frozen=True)
class Listing:
    """What is in an archive or folder; a single file is a listing of itself.

    Attributes
    ----------
    file : File
        The archive, folder or file, by name only.
    members : tuple of Member
        In the order of their paths.
    skipped : tuple of str
        Files that hold no data: hidden ones, and those that systems leave behind.
    kind : str
        "file" on its own, "tree" for an archive or folder, or "part" for a file of a folder
        that was uploaded file by file.
    """

    file: File
    members: tuple[Member, ...]
    skipped: tuple[str, ...]
    kind: Literal["file", "tree", "part"] = "tree"


def is_zip(data: bytes) -> bool:
    """Return whether a file begins as a ZIP archive does."""
    return data.startswith(_ZIP_STARTS)


def is_packed(data: bytes) -> bool:
    """Return whether a file begins as a ZIP archive or a gzip file does."""
    return is_zip(data) or data.startswith(files.GZIP)


def list_members(source: Source, budget: Budget) -> Listing:
    """The files of an archive or folder, or the one file that the source is.

    An upload whose name has folders in it, as those of a whole folder have, is a member of
    that folder.

    Raises
    ------
    DataError
        If the source cannot be opened, has too many files, or is a broken archive or a
        spreadsheet workbook.
    """
    if isinstance(source, Planned):
        listing, plan = list_members(source.source, budget), source.plan
        members = (replace(each, open=_planned(each.open, plan)) for each in listing.members)
        return replace(listing, members=tuple(members))
    if isinstance(source, str | Path) and Path(source).is_dir():
        return _list_folder(Path(source), budget)
    name, data = read_source(source)
    if isinstance(data, bytes) and is_zip(data) and not _is_workbook(data):
        return _list_zip(name, data, budget)
    file = File(name, "")
    if isinstance(source, str | Path):
        above, folders = Path(source).absolute().parent.parts[1:], tuple[str, ...]()
    else:
        above, folders = (), tuple(_parts(str(source.name))[:-1])
    if not folders:
        alone = Member(name, (), above, False, lambda: _opened(name, data, budget))
        return Listing(file, (alone,), (), "file")
    shown = "/".join((*folders, name))
    if is_skipped((*folders, name)):
        return Listing(file, (), (shown,), "part")
    part = Member(shown, folders, (), True, lambda: _inner(shown, data, budget))
    return Listing(file, (part,), (), "part")


def _planned(opened: Callable[[], File], plan: Plan) -> Callable[[], File]:
    return lambda: replace(opened(), plan=plan)


def _parts(path: str) -> list[str]:
    # Some archives made on Windows have backslashes between folders.
    return [part for part in path.replace("\\", "/").split("/") if part not in ("", ".")]


def is_skipped(parts: Sequence[str]) -> bool:
    """Return whether a file is what systems leave beside data, or how a run was trained.

    Parameters
    ----------
    parts : sequence of str
        The folders that it is in, and its name.

    Examples
    --------
    >>> from oq_core.reading.archives import is_skipped
    >>> is_skipped(["__MACOSX", "run1.json"]), is_skipped(["TEAM", "run1.json"])
    (True, False)
    >>> is_skipped(["TEAM", "run1.training.json"])
    True
    """
    return parts[-1].endswith(TRAINING_SUFFIX) or any(
        part.startswith(".") or part in _NOT_DATA for part in parts
    )


def list_each(sources: Iterable[Source], budget: Budget) -> tuple[list[Listing], list[DataError]]:
    """What `list_members` gives of each source, and the errors of those that cannot be opened."""
    listings, errors = list[Listing](), list[DataError]()
    for source in sources:
        try:
            listings.append(list_members(source, budget))
        except DataError as error:
            errors.append(error)
    return listings, errors


def _list_folder(folder: Path, budget: Budget) -> Listing:
    file = File(shown_name(folder.absolute().name), "")
    entries = list[_Entry]()
    for place, subfolders, names in os.walk(folder):
        # Sorting in place also decides the order of the walk.
        subfolders.sort()
        budget.list(file.name, len(names))
        for name in sorted(names):
            path = Path(place, name)
            parts = tuple(shown_name(part) for part in path.relative_to(folder).parts)
            entries.append((parts, _from_disk(path, file.name, budget)))
    return _listing(file, file.name, entries, budget, MAX_DEPTH)


def _from_disk(path: Path, whole: str, budget: Budget) -> Callable[[], bytes]:
    def unpacked() -> bytes:
        data = read_source(path)[1]
        budget.unpack(whole, len(data))
        return data if isinstance(data, bytes) else data.encode()

    return unpacked


def _listing(
    file: File, above: str, entries: Iterable[_Entry], budget: Budget, depth: int
) -> Listing:
    """What is in an archive or folder, whose files come as their paths and what gives their bytes.

    Archives in it are opened, as deep as is said.
    """
    members, skipped = list[Member](), list[str]()
    for parts, unpack in entries:
        shown = "/".join((file.name, *parts))
        names = [part for part in parts if part != ".."]
        if names and is_skipped(names):
            skipped.append(shown)
        elif depth and parts[-1].casefold().endswith(".zip"):
            inner = _nested(shown, unpack, budget, depth - 1)
            folders = (*parts[:-1], parts[-1][: -len(".zip")])
            members += [
                replace(each, folders=(*folders, *each.folders), above=(above,), in_tree=True)
                for each in inner.members
            ]
            skipped += inner.skipped
        else:
            members.append(
                Member(shown, parts[:-1], (above,), True, _reader(shown, unpack, budget))
            )
    return Listing(file, tuple(members), tuple(skipped))


def _is_workbook(data: bytes) -> bool:
    if data.count(_ENTRY) > limits.MAX_MEMBERS:
        return False
    try:
        return _WORKBOOK in zipfile.ZipFile(io.BytesIO(data)).namelist()
    except _DAMAGE:
        return False


def _opened(name: str, data: bytes | str, budget: Budget) -> File:
    """A file as text, whatever its container."""
    if isinstance(data, bytes) and data.startswith(PARQUET):
        return decoded(name, parquet_text(File(name, ""), data), budget)
    if isinstance(data, bytes) and is_zip(data) and _is_workbook(data):
        text, sheet = workbook_text(File(name, ""), data, budget)
        return replace(decoded(name, text, budget), sheet=sheet)
    return decoded(name, data, budget)


def _inner(shown: str, data: bytes | str, budget: Budget) -> File:
    if isinstance(data, bytes) and is_zip(data) and not _is_workbook(data):
        raise File(shown, "").error(
            "this is a spreadsheet workbook, or an archive that is not called .zip",
            "Export the sheet as CSV, or rename the archive",
        )
    return _opened(shown, data, budget)


def unpacked(source: Source, budget: Budget, names: Sequence[str] = ()) -> dict[str, bytes]:
    """The files of an archive as they are, by their paths.

    Parameters
    ----------
    source : path or uploaded file
    budget : Budget
    names : sequence of str
        Those that are unpacked; all unless given.

    Raises
    ------
    DataError
        If it is no archive, is damaged, or unpacks to too much.
    """
    name, data = read_source(source)
    content = data if isinstance(data, bytes) else data.encode()
    every = {"/".join(parts): unpack for parts, unpack in _entries(name, content, budget)}
    return {path: unpack() for path, unpack in every.items() if not names or path in names}


def _list_zip(name: str, data: bytes, budget: Budget, depth: int = MAX_DEPTH) -> Listing:
    entries = _entries(name, data, budget)
    return _listing(File(name, ""), PurePath(name).stem, entries, budget, depth)


def _entries(name: str, data: bytes, budget: Budget) -> list[_Entry]:
    """The files of an archive."""
    file = File(name, "")
    # Each file has one such mark; counted before the directory is read into objects. Those of
    # archives inside that are not compressed are seen too, and are not taken twice.
    if (marks := data.count(_ENTRY)) > budget.members:
        budget.list(name, marks)
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except _DAMAGE:
        raise file.error(
            "this is a damaged ZIP archive or a spreadsheet workbook",
            "Unpack it, or export the sheet as CSV; pack the archive again if it does not open",
        ) from None
    budget.list(name, len(archive.infolist()))
    if any(info.filename in _WORKBOOK_MEMBERS for info in archive.infolist()):
        raise file.error("this is a spreadsheet workbook", "Export the sheet as CSV")
    return [
        (tuple(parts), _unpacker(archive, info, "/".join((name, *parts)), name, budget))
        for info in sorted(archive.infolist(), key=lambda info: info.filename)
        if (parts := _parts(info.filename)) and not info.filename.endswith(("/", "\\"))
    ]


def _refusal(info: zipfile.ZipInfo, shown: str) -> RefusedError | None:
    """Why an entry is not looked at, whatever it holds."""
    path = info.filename.replace("\\", "/")
    if path.startswith("/") or path[1:2] == ":" or ".." in _parts(path):
        problem, remedy = "its path leads out of the archive", "Pack the folder itself, by its name"
    elif stat.S_ISLNK(info.external_attr >> 16):
        problem, remedy = "it is a link, and links are not followed", "Pack the file itself"
    else:
        return None
    return RefusedError(File(shown, "").fault(problem, remedy))


def _reader(shown: str, unpack: Callable[[], bytes], budget: Budget) -> Callable[[], File]:
    return lambda: _inner(shown, unpack(), budget)


def _nested(shown: str, unpack: Callable[[], bytes], budget: Budget, depth: int) -> Listing:
    """An archive in an archive; one that cannot be opened is a file that says so."""
    file = File(shown, "")
    try:
        data = unpack()
        if not is_zip(data) or _is_workbook(data):
            return Listing(
                file, (Member(shown, (), (), True, lambda: _inner(shown, data, budget)),), ()
            )
        return _list_zip(shown, data, budget, depth)
    except BudgetError:
        raise
    except DataError as error:
        return Listing(file, (Member(shown, (), (), True, _failing(error)),), ())


def _failing(error: DataError) -> Callable[[], File]:
    def opened() -> File:
        raise error

    return opened


def _unpacker(
    archive: zipfile.ZipFile, info: zipfile.ZipInfo, shown: str, whole: str, budget: Budget
) -> Callable[[], bytes]:
    def unpacked() -> bytes:
        file = File(shown, "")
        if refusal := _refusal(info, shown):
            raise refusal
        if info.flag_bits & 1:
            raise file.error("it is encrypted", "Pack the archive without a password")
        if info.compress_type not in _METHODS:
            raise file.error(
                "it is compressed by a method that is not read", "Pack it as a plain ZIP"
            )
        try:
            with archive.open(info) as stream:
                return files.unpacked(stream, whole, shown, budget)
        except DataError:
            raise
        except _DAMAGE:
            raise file.error(
                "it is damaged and cannot be unpacked", "Pack the archive again"
            ) from None

    return unpacked
