"""Many runs at once: found in files, archives and folders, matched with the gold and named."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile

import numpy as np
import numpy.typing as npt

from oq_core.data.collection import Collection, DataError
from oq_core.data.distributions import Distributions
from oq_core.data.nuggets import NuggetCollection
from oq_core.measures.labels import with_label_runs
from oq_core.reading import dbdc, items, ntcir, nuggets, semeval
from oq_core.reading.archives import Member, UnpackedSizeError, list_members
from oq_core.reading.files import File, Source, run_stem
from oq_core.reading.formats import RUN, Format, not_a_table, open_member
from oq_core.reading.naming import RunPath, run_names
from oq_core.reading.rows import Rows, some_of
from oq_core.reading.tables import read_table


@dataclass(frozen=True, eq=False)
class ReadRuns:
    """What became of files of runs.

    Attributes
    ----------
    collections : dict of str to Collection
        With the runs that could be read.
    added : tuple of str
        The names of those runs.
    problems : tuple of str
        What is wrong with the others: file, place and remedy.
    notes : tuple of str
        What the user should know of how files were read.
    skipped : tuple of str
        Files in archives and folders that hold no data.
    nuggets : NuggetCollection, optional
        With the nugget detection runs that could be read, where there was gold for them.
    """

    collections: dict[str, Collection]
    added: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    skipped: tuple[str, ...] = ()
    nuggets: NuggetCollection | None = None


@dataclass(frozen=True, eq=False)
class _Estimate:
    """A run as matched with the gold, by scale: distributions, or items with a class each."""

    distributions: Mapping[str, Distributions] = field(default_factory=dict)
    labels: Mapping[str, npt.NDArray[np.int64]] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class _Run:
    """A run, not yet named."""

    file: File
    path: RunPath
    estimate: _Estimate


@dataclass(frozen=True, eq=False)
class _NuggetRun:
    """A nugget detection run, not yet named; its file may have a run of quality too."""

    file: File
    path: RunPath
    estimated: Distributions
    notes: tuple[str, ...]


@dataclass(eq=False)
class _Tree:
    """The files of an archive or folder, or one file, and what was found in them."""

    file: File
    members: Sequence[Member]
    is_file: bool = False
    runs: list[_Run] = field(default_factory=list)
    nugget_runs: list[_NuggetRun] = field(default_factory=list)
    labels: list[tuple[Member, dbdc.Dialogue]] = field(default_factory=list)
    left_out: dict[Format, list[str]] = field(default_factory=dict)
    skipped: list[str] = field(default_factory=list)
    errors: list[DataError] = field(default_factory=list)


def read_all(
    sources: Iterable[Source],
    collections: Mapping[str, Collection],
    nugget_gold: NuggetCollection | None = None,
) -> tuple[ReadRuns, list[DataError]]:
    """The runs of the sources as `read_runs` gives them, and the errors as such."""
    trees, errors, skipped = _trees(sources)
    # Labels chosen file by file are one run, though each file is on its own.
    loose = _Tree(File("DBDC labels", ""), (), is_file=True)
    for tree in trees:
        _read_tree(tree, loose, collections, nugget_gold)
    trees.append(loose)
    notes: list[str] = []
    for tree in trees:
        _read_labels(tree, collections)
        _explain_left_out(tree, notes)
        errors += tree.errors
        skipped += tree.skipped
    # A team's two files of one run are to have one name, so each task's are named apart.
    names = run_names([[run.path for run in tree.runs] for tree in trees])
    nugget_names = run_names([[run.path for run in tree.nugget_runs] for tree in trees])
    added: dict[str, None] = {}
    runs: dict[str, dict[str, Distributions]] = {scale: {} for scale in collections}
    labels: dict[str, dict[str, npt.NDArray[np.int64]]] = {scale: {} for scale in collections}
    for tree, tree_names in zip(trees, names, strict=True):
        for run, name in zip(tree.runs, tree_names, strict=True):
            estimate = run.estimate
            if any(
                name in collections[scale].runs or name in runs[scale] or name in labels[scale]
                for scale in (*estimate.distributions, *estimate.labels)
            ):
                errors.append(_taken(run.file, name))
                continue
            added.setdefault(name)
            notes += estimate.notes
            for scale, distributions in estimate.distributions.items():
                runs[scale][name] = distributions
            for scale, codes in estimate.labels.items():
                labels[scale][name] = codes
    found = {
        scale: with_label_runs(collection.with_runs(runs[scale]), labels[scale])
        if labels[scale]
        else collection.with_runs(runs[scale])
        for scale, collection in collections.items()
    }
    nuggets_found = nugget_gold
    if nugget_gold is not None:
        of_nuggets: dict[str, Distributions] = {}
        for tree, tree_names in zip(trees, nugget_names, strict=True):
            for nugget_run, name in zip(tree.nugget_runs, tree_names, strict=True):
                if name in nugget_gold.runs or name in of_nuggets:
                    errors.append(_taken(nugget_run.file, name))
                    continue
                added.setdefault(name)
                notes += nugget_run.notes
                of_nuggets[name] = nugget_run.estimated
        nuggets_found = nugget_gold.with_runs(of_nuggets)
    problems = tuple(str(error) for error in errors)
    read = ReadRuns(found, tuple(added), problems, tuple(notes), tuple(skipped), nuggets_found)
    return read, errors


def _taken(file: File, name: str) -> DataError:
    return file.error("", f"there is a run called {name} already", "Rename one of the two files")


def _trees(sources: Iterable[Source]) -> tuple[list[_Tree], list[DataError], list[str]]:
    """What the sources hold, the errors of those that cannot be opened, and what is skipped."""
    trees: list[_Tree] = []
    errors: list[DataError] = []
    skipped: list[str] = []
    uploaded: list[Member] = []
    for source in sources:
        try:
            listing = list_members(source)
        except DataError as error:
            errors.append(error)
            continue
        skipped += listing.skipped
        if listing.kind == "part":
            uploaded += listing.members
        else:
            trees.append(_Tree(listing.file, listing.members, listing.kind == "file"))
    if uploaded:
        trees.append(_Tree(File(uploaded[0].folders[0], ""), uploaded))
    return trees, errors, skipped


def _read_tree(
    tree: _Tree,
    loose: _Tree,
    collections: Mapping[str, Collection],
    nugget_gold: NuggetCollection | None,
) -> None:
    for member in tree.members:
        try:
            opened = open_member(member)
        except UnpackedSizeError as error:
            tree.errors.append(error)
            break
        except DataError as error:
            tree.errors.append(error)
            continue
        if opened is None:
            tree.skipped.append(member.name)
            continue
        file, kind = opened
        is_of_nuggets = nugget_gold is not None and _read_nuggets(
            tree, member, file, kind, nugget_gold, alone=not collections
        )
        if is_of_nuggets and (kind is Format.NUGGET_RUN or not collections):
            continue
        try:
            if kind is Format.LABELS:
                (loose if tree.is_file else tree).labels.append((member, dbdc.read_labels(file)))
            elif kind is not None and kind not in RUN and not tree.is_file:
                tree.left_out.setdefault(kind, []).append(member.name)
            else:
                estimate = _estimate(file, kind, collections)
                tree.runs.append(_Run(File(file.name, ""), _path(member, file), estimate))
        except DataError as error:
            tree.errors.append(error)


def _path(member: Member, file: File) -> RunPath:
    return RunPath(member.above, member.folders, run_stem(file.name))


def _read_nuggets(
    tree: _Tree,
    member: Member,
    file: File,
    kind: Format | None,
    gold: NuggetCollection,
    *,
    alone: bool,
) -> bool:
    """Read a file's nugget part, if it has one; whether it is one of nuggets.

    `alone` says that there is no other gold, so that a file on its own must be one.
    """
    if not nuggets.has_nuggets(file, kind):
        if alone and not tree.is_file and kind is not None:
            tree.left_out.setdefault(kind, []).append(member.name)
            return True
        if not alone:
            return False
    try:
        estimated, notes = nuggets.estimates_of(file, gold)
        tree.nugget_runs.append(
            _NuggetRun(File(file.name, ""), _path(member, file), estimated, notes)
        )
    except DataError as error:
        tree.errors.append(error)
    return True


def _explain_left_out(tree: _Tree, notes: list[str]) -> None:
    """Say which files were left out: a note, unless there is nothing else."""
    if not (tree.is_file or tree.runs or tree.nugget_runs or tree.errors):
        kinds = ", ".join(tree.left_out) or "files that hold no data"
        tree.errors.append(
            tree.file.error("", f"there is no run in it, only {kinds}", "Choose the runs' files")
        )
        return
    for kind, names in tree.left_out.items():
        notes.append(f"{tree.file.name}: left out as {kind}: {some_of(names)}.")


def _read_labels(tree: _Tree, collections: Mapping[str, Collection]) -> None:
    """Put a tree's labels together into runs."""
    for group in _label_groups(tree.labels, 0):
        members = [member for member, _ in group]
        folders = _common([member.folders for member in members])
        above = () if tree.is_file else _common([member.above for member in members])
        file = File("/".join((tree.file.name, *folders)), "")
        try:
            rows = dbdc.together(file, [dialogue for _, dialogue in group])
            scale, collection = _only(file, collections)
            rows, unscored = dbdc.scored_only(rows, collection.ids)
            ordered = _ordered(rows, collection)
            notes = (
                (f"{file.name}: {unscored:,} turns that the gold does not score are left out.",)
                if unscored
                else ()
            )
            estimate = _Estimate({scale: ordered.distributions()[0]}, notes=notes)
            tree.runs.append(_Run(file, RunPath(above, folders, ""), estimate))
        except DataError as error:
            tree.errors.append(error)


def _label_groups(
    labels: list[tuple[Member, dbdc.Dialogue]], depth: int
) -> list[list[tuple[Member, dbdc.Dialogue]]]:
    """Labels by run: split by folder, from the outermost, until no dialogue is there twice."""
    names = [dialogue.name for _, dialogue in labels]
    deepest = max((len(member.folders) for member, _ in labels), default=0)
    if len(set(names)) == len(names) or depth == deepest:
        return [labels] if labels else []
    groups: dict[tuple[str, ...], list[tuple[Member, dbdc.Dialogue]]] = {}
    for member, dialogue in labels:
        groups.setdefault(member.folders[depth : depth + 1], []).append((member, dialogue))
    return [found for group in groups.values() for found in _label_groups(group, depth + 1)]


def _common(paths: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """The folders that all paths begin with."""
    shared = takewhile(lambda parts: len(set(parts)) == 1, zip(*paths, strict=False))
    return tuple(parts[0] for parts in shared)


def _only(file: File, collections: Mapping[str, Collection]) -> tuple[str, Collection]:
    """The one collection that a run of one scale can be for."""
    if not collections:
        raise file.error(
            "",
            "this is a submission (run), and no gold is open",
            "Open the gold annotations first; runs are matched with them by id",
        )
    if len(collections) > 1:
        raise file.error(
            "",
            f"a table has one scale, but the gold has {', '.join(collections)}",
            "Give the run as NTCIR JSON, or the gold as a table of one scale",
        )
    return next(iter(collections.items()))


def _estimate(file: File, kind: Format | None, collections: Mapping[str, Collection]) -> _Estimate:
    if kind is Format.MATRIX:
        raise not_a_table(file)
    if kind is Format.CONFUSION:
        raise file.error(
            "", "confusion matrices are gold and runs in one", "Open the file as the gold file"
        )
    if kind is Format.DIALOGUES:
        raise file.error("", "this is a gold file, not a run", "Open it as the gold file")
    if kind in (Format.SUBTASK_C, Format.ITEMS):
        read = items.read_subtask_c if kind is Format.SUBTASK_C else items.read_labels
        return _estimate_of_items(read(file), *_only(file, collections))
    if kind is Format.SUBTASK_E:
        scales = {_only(file, collections)[0]: semeval.read_subtask_e(file)}
    elif file.is_json:
        scales = _shared_scales(file, collections)
    else:
        scales = {_only(file, collections)[0]: read_table(file)}
    return _Estimate(
        {
            scale: _ordered(rows, collections[scale]).distributions()[0]
            for scale, rows in scales.items()
        }
    )


def _ordered(rows: Rows, collection: Collection) -> Rows:
    return rows.in_order(collection.ids, collection.classes, "the gold file")


def _estimate_of_items(found: items.Items, scale: str, collection: Collection) -> _Estimate:
    if collection.labels is None:
        return _Estimate({scale: _ordered(found.rows(), collection).distributions()[0]})
    codes, notes = found.matched(collection, collection.labels)
    return _Estimate(labels={scale: codes}, notes=notes)


def _shared_scales(file: File, collections: Mapping[str, Collection]) -> dict[str, Rows]:
    """An NTCIR file's rows for those scales that the gold has too."""
    scales = ntcir.read_run(file)
    if not collections:
        _only(file, collections)
    shared = {scale: rows for scale, rows in scales.items() if scale in collections}
    if not shared:
        raise file.error(
            "",
            f"it has the scales {', '.join(scales) or '(none)'}, "
            f"the gold has {', '.join(collections)}",
            "Check that the file belongs to this gold file",
        )
    return shared
