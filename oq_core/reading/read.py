"""Gold files, runs and score matrices of any format, as collections and scores."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from oq_core.data.collection import Collection, DataError
from oq_core.data.nuggets import NuggetCollection
from oq_core.data.scores import Scores
from oq_core.reading import confusion, dbdc, items, matrices, ntcir, nuggets, semeval
from oq_core.reading.archives import list_members
from oq_core.reading.files import File, Source
from oq_core.reading.formats import (
    GOLD,
    KNOWN_FORMATS,
    Format,
    format_of,
    not_a_table,
    open_members,
)
from oq_core.reading.rows import Rows, some_of
from oq_core.reading.runs import ReadRuns, read_all
from oq_core.reading.tables import read_table

#: What gold is called whose files came without an archive or folder to name it.
_LOOSE_DIALOGUES = "DBDC dialogues"


def read_collections(
    gold: Source | Sequence[Source], runs: Iterable[Source] = ()
) -> dict[str, Collection]:
    """Read gold and its runs.

    Formats are told apart by content. Instances are matched by id. A run is named by its
    file's stem, or in an archive or folder by the parts of its path that tell it from others.

    Parameters
    ----------
    gold : path or uploaded file, or several
        As in `read_gold`.
    runs : iterable of paths or uploaded files
        Files, ZIP archives and folders.

    Returns
    -------
    dict of str to Collection
        By scale: "A", "S", "E" for NTCIR dialogue quality; otherwise one collection under the
        name of the gold file, archive or folder.

    Raises
    ------
    DataError
        For the first file that cannot be used; it names the file, the place and the remedy.

    Examples
    --------
    >>> from oq_core import read_collections
    >>> read_collections("gold.json", ["run1.json", "run2.json"])  # doctest: +SKIP
    {'A': Collection(name='gold A', ...), ...}
    """
    collections = read_gold(gold)
    files = list(runs)
    return _all_or_error(files, collections) if files else collections


def read_gold(source: Source | Sequence[Source]) -> dict[str, Collection]:
    """Read gold: collections without runs, by scale as in `read_collections`.

    A table of confusion matrices has its runs in it.

    Parameters
    ----------
    source : path or uploaded file, or several
        A gold file; a ZIP archive or folder that has one in it; or DBDC dialogues, as a ZIP
        archive, a folder or several files.

    Raises
    ------
    DataError
        If it cannot be used, or there are several gold files.
    """
    return _collections_of(_open_gold(source))


@dataclass(frozen=True, eq=False)
class ReadGold:
    """What a gold file holds.

    Attributes
    ----------
    collections : dict of str to Collection
        By scale, as `read_gold` returns them; none where it has nugget labels alone.
    nuggets : NuggetCollection, optional
        Its nugget labels, where it has any.
    notes : tuple of str
        What the user should know of how it was read.
    """

    collections: dict[str, Collection]
    nuggets: NuggetCollection | None = None
    notes: tuple[str, ...] = ()


def read_gold_and_nuggets(source: Source | Sequence[Source]) -> ReadGold:
    """Read gold as `read_gold` does, and the nugget labels of NTCIR gold.

    Parameters
    ----------
    source : path or uploaded file, or several
        As in `read_gold`.

    Raises
    ------
    DataError
        If it cannot be used, or there are several gold files of either task. Nugget labels
        that cannot be used are left out with a note where there is other gold.
    """
    found = _open_gold(source)
    labelled = [file for file, kind in found.gold if nuggets.has_nuggets(file, kind)]
    labelled += found.nugget_gold
    if len(labelled) > 1:
        raise found.whole.error(
            "",
            f"there are several files with nugget labels: {some_of([f.name for f in labelled])}",
            "Open one of them",
        )
    if not (found.gold or found.dialogues) and labelled:
        return ReadGold({}, nuggets.gold_of(labelled[0]))
    collections = _collections_of(found)
    if not labelled:
        return ReadGold(collections)
    try:
        return ReadGold(collections, nuggets.gold_of(labelled[0]))
    except DataError as error:
        return ReadGold(collections, None, (f"Nugget labels are left out: {error}",))


def read_nuggets(gold: Source, runs: Iterable[Source] = ()) -> NuggetCollection:
    """Read an NTCIR gold file and its nugget detection runs.

    Each turn's values are divided by their sum, whatever it is: see `read_nugget_run`.

    Parameters
    ----------
    gold : path or uploaded file
    runs : iterable of paths or uploaded files
        Files, ZIP archives and folders, named as by `read_runs`.

    Raises
    ------
    DataError
        For the first file that cannot be used; it names the file, the place and the remedy.
    """
    bare = nuggets.read_nugget_gold(gold)
    found, errors = read_all(runs, {}, bare)
    if errors:
        raise errors[0]
    return replace(found.nuggets or bare, notes=found.notes)


def read_run(source: Source, collections: Mapping[str, Collection]) -> dict[str, Collection]:
    """Read a run and add it to every collection whose scale it has.

    Parameters
    ----------
    source : path or uploaded file
        A file, or a ZIP archive or folder, whose runs are all added.
    collections : mapping of str to Collection
        As `read_gold` returns them; they are not changed.

    Returns
    -------
    dict of str to Collection

    Raises
    ------
    DataError
        If the file cannot be used or a run of its name is there already.
    """
    return _all_or_error([source], collections)


def read_runs(
    sources: Iterable[Source],
    collections: Mapping[str, Collection],
    nugget_gold: NuggetCollection | None = None,
) -> ReadRuns:
    """Read files, ZIP archives and folders of runs; a bad file never loses the others.

    DBDC's labels, a file for each dialogue, are put together into runs: all of an archive or
    folder if no dialogue is there twice, else its subfolders. Files of other kinds in archives
    and folders are left out, with a note. With gold for nugget detection, nugget parts of
    submissions are added to that, and a file needs only one of the two parts.

    Parameters
    ----------
    sources : iterable of paths or uploaded files
    collections : mapping of str to Collection
        As `read_gold` returns them; they are not changed.
    nugget_gold : NuggetCollection, optional
        As `read_gold_and_nuggets` returns it; it is not changed.

    Returns
    -------
    ReadRuns
    """
    return read_all(sources, collections, nugget_gold)[0]


def read_scores(
    sources: Source | Sequence[Source],
    run_names: Source | Sequence[str] | None = None,
    larger_is_better: bool | None = None,
) -> Scores:
    """Read score matrices, one file for each measure.

    Parameters
    ----------
    sources : path or uploaded file, or several
        Discpower's text or CSV, in files, ZIP archives or folders. CSV files are matched by
        ids and names, text by position. A measure of the registry is known by the start of
        its file's name (``nmd-A.test_data.dialoguebyrun``); otherwise the file's name up to
        the first dot is the measure.
    run_names : path or uploaded file, or sequence of str, optional
        Names of the columns of text; a list of names among the sources, else run1, run2, …
        unless given.
    larger_is_better : bool, optional
        Direction of all the measures; unless given, what the registry says of those it has,
        and smaller is better for others.

    Returns
    -------
    Scores

    Raises
    ------
    DataError
        If a file cannot be read, or the files do not have the same instances and runs.
    """
    listings = [list_members(each) for each in _as_sources(sources)]
    members = [member for listing in listings for member in listing.members]
    found, names = [], None
    for file, kind in open_members(members):
        # A matrix of 0 and 1, or of rows that sum to 1, looks like a table.
        if kind in (Format.MATRIX, Format.WIDE):
            found.append(matrices.read_matrix(file))
        elif kind is Format.RUN_NAMES and names is None:
            names = matrices.read_names(file)
        else:
            raise file.error(
                "", f"this is not a score matrix but a {kind}", "Open score matrices alone"
            )
    if not found:
        name = listings[0].file if listings else File("score matrices", "")
        raise name.error("", "there is no score matrix", "Open a file of scores for each measure")
    if isinstance(run_names, Sequence) and not isinstance(run_names, str):
        names = tuple(run_names)
    elif run_names is not None:
        (member,) = list_members(run_names).members
        names = matrices.read_names(member.open())
    return matrices.scores_of(found, names, larger_is_better)


def recognise(source: Source) -> str:
    """The format of a file by its content, in plain words.

    Of an archive or folder, those of the files in it.

    Raises
    ------
    DataError
        If it cannot be opened, or is of no format that is read.
    """
    listing = list_members(source)
    kinds = dict.fromkeys(kind.value for _, kind in open_members(listing.members))
    if not kinds:
        raise listing.file.error("", "there is no file of a known format in it", KNOWN_FORMATS)
    return ", ".join(kinds)


def _as_sources(source: Source | Sequence[Source]) -> list[Source]:
    if isinstance(source, str | Path) or not isinstance(source, Sequence):
        return [source]
    return list(source)


@dataclass(frozen=True)
class _Found:
    """The files of a source that may be gold, each opened once."""

    whole: File
    stem: str
    gold: list[tuple[File, Format | None]]
    dialogues: list[dbdc.Dialogue]
    nugget_gold: list[File]
    others: dict[Format, File]


def _open_gold(source: Source | Sequence[Source]) -> _Found:
    listings = [list_members(each) for each in _as_sources(source)]
    members = [member for listing in listings for member in listing.members]
    whole = File(listings[0].file.name if len(listings) == 1 else _LOOSE_DIALOGUES, "")
    stem = whole.stem if len(listings) == 1 else whole.name
    found = _Found(whole, stem, [], [], [], {})
    is_alone = [listing.kind for listing in listings] == ["file"]
    opened: Iterable[tuple[File, Format | None]] = open_members(members)
    if is_alone:
        file = members[0].open()
        opened = [(file, format_of(file))]
    for file, kind in opened:
        if kind is Format.DIALOGUES:
            found.dialogues.append(dbdc.read_dialogue(file))
        elif kind is Format.NUGGET_GOLD:
            found.nugget_gold.append(file)
        elif kind in GOLD or kind is None or is_alone:
            # A file alone is tried as gold whatever it is: that says best what it lacks.
            found.gold.append((file, kind))
        else:
            found.others.setdefault(kind, file)
    return found


def _collections_of(found: _Found) -> dict[str, Collection]:
    gold, dialogues, whole = found.gold, found.dialogues, found.whole
    if len(gold) + bool(dialogues) > 1:
        names = [file.name for file, _ in gold]
        raise whole.error(
            "",
            f"there are several files that may be gold: {some_of(names)}"
            + (f" and {len(dialogues):,} DBDC dialogues" if dialogues else ""),
            "Open one of them",
        )
    if dialogues:
        return _one(dbdc.together(whole, dialogues), found.stem, Format.DIALOGUES)
    if gold:
        return _gold_of(*gold[0])
    # These are not gold for distributions; reading them so says what is missing.
    for file in found.nugget_gold:
        return _gold_of(file, Format.NUGGET_GOLD)
    for kind in (Format.NTCIR_RUN, Format.NUGGET_RUN):
        if kind in found.others:
            return _gold_of(found.others[kind], kind)
    raise whole.error("", "there is no gold file in it", "Open the gold file itself")


def _gold_of(file: File, kind: Format | None) -> dict[str, Collection]:
    if kind in (Format.SUBTASK_C, Format.ITEMS):
        read = items.read_subtask_c if kind is Format.SUBTASK_C else items.read_labels
        return {file.stem: read(file).collection(file.stem, kind.value)}
    if kind is Format.CONFUSION:
        return {file.stem: confusion.read_confusion(file, kind.value)}
    if kind is Format.SUBTASK_E:
        return _one(semeval.read_subtask_e(file), file.stem, kind)
    if kind is Format.LABELS:
        raise file.error(
            "", "this is a run, not a gold file", "Open it as a run, after the gold dialogues"
        )
    if kind is Format.MATRIX:
        raise not_a_table(file)
    if file.is_json:
        scales = ntcir.read_gold(file)
        return {
            scale: _collection(rows, f"{file.stem} {scale}", Format.NTCIR_GOLD)
            for scale, rows in scales.items()
        }
    return _one(read_table(file), file.stem, kind or Format.WIDE)


def _one(rows: Rows, name: str, kind: Format) -> dict[str, Collection]:
    return {name: _collection(rows, name, kind)}


def _collection(rows: Rows, name: str, kind: Format) -> Collection:
    gold, votes = rows.distributions()
    if kind in (Format.NTCIR_GOLD, Format.DIALOGUES):
        # Single votes would be taken for probabilities.
        votes = rows.values.astype(np.int64)
    return Collection(name, rows.classes, rows.ids, gold, votes=votes, format=kind.value)


def _all_or_error(
    sources: Iterable[Source], collections: Mapping[str, Collection]
) -> dict[str, Collection]:
    found, errors = read_all(sources, collections)
    if errors:
        raise errors[0]
    return found.collections
