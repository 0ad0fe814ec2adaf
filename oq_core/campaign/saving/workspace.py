"""What is open as one file that can be sent: the files as they were opened, and what was chosen.

It is a ZIP of those files and of `options.json`, as a report has it. Opening it reads the files
again. Nothing in it is ever run.
"""

import hashlib
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from operator import attrgetter
from pathlib import PurePath

from oq_core.campaign.computing.kinds import scales_of, source_of
from oq_core.campaign.computing.protocol import Source
from oq_core.campaign.computing.sources import (
    Choices,
    FileFacts,
    ReadFiles,
    facts_of,
    read_files,
    renamed_runs,
)
from oq_core.campaign.saving.archive import packed
from oq_core.campaign.saving.provenance import OPTIONS_FILE, as_json, data_entry, data_in
from oq_core.campaign.saving.records import table, tables
from oq_core.data.collection import Collection, DataError
from oq_core.data.nuggets import NuggetCollection
from oq_core.reading import (
    ReadRuns,
    read_gold_and_nuggets,
    read_runs,
    read_together,
    with_plan,
)
from oq_core.reading import Source as Given
from oq_core.reading.archives import is_zip, unpacked
from oq_core.reading.budget import MAX_BYTES, Budget, check_count, error_of
from oq_core.reading.files import File, decoded, read_source
from oq_core.reading.rows import passed_over, some_of

#: The most data sets of a saved workspace.
MAX_DATA_SETS = 50
_AGAIN = "Save the workspace again where it is open"
_LESS = "Send the gold and run files themselves"


@dataclass(frozen=True)
class KeptFile:
    """A file that was opened, compressed.

    Attributes
    ----------
    name : str
    content : bytes
        As `zlib` compresses it.
    """

    name: str
    content: bytes

    def getvalue(self) -> bytes:
        """The bytes that were opened."""
        return zlib.decompress(self.content)

    read = getvalue


def kept_files(sources: Iterable[Given]) -> dict[str, bytes]:
    """Return the contents of files, compressed, by their SHA-256.

    Examples
    --------
    >>> from oq_core.campaign.saving.workspace import kept_files
    >>> from oq_core.reading import template
    >>> [len(name) for name in kept_files([template("wide_gold.csv")])]
    [64]
    """
    found = {}
    for source in sources:
        data = read_source(source)[1]
        content = data.encode() if isinstance(data, str) else data
        # Votes as JSON become a quarter, numbers of all digits a half: as much as their arrays.
        found[hashlib.sha256(content).hexdigest()] = zlib.compress(content, 1)
    return found


def facts_of_sending(
    sources: Iterable[Given], by_file: Mapping[str, Mapping[str, str]], sending: int = 0
) -> tuple[FileFacts, ...]:
    """Return the files that gave runs, each with those.

    Parameters
    ----------
    sources : iterable of path or uploaded file
        Opened together; those that may have given runs.
    by_file : mapping of str to mapping of str to str
        As `ReadRuns` has it.
    sending : int
        Their number, as `FileFacts` has it.
    """
    facts = [replace(facts_of(each), sending=sending) for each in sources]
    names = [PurePath(each.name).name for each in facts]
    # A run in many files, or in an uploaded folder, is of no single one: the first has its name.
    loose = {run: at for file, of in by_file.items() if file not in names for run, at in of.items()}
    is_loose, found = bool(loose), list[FileFacts]()
    for name, each in zip(names, facts, strict=True):
        gave = by_file.get(name)
        if not gave and is_loose:
            gave, loose = loose, {}
        if gave or is_loose:
            found.append(replace(each, runs=tuple(gave or ()), paths=gave or {}))
    return tuple(found)


@dataclass(frozen=True, eq=False)
class SavedData:
    """A gold and its runs, or score matrices: files, and what was chosen of them.

    Attributes
    ----------
    choices : Choices
        What was chosen; `without` has the runs that were taken out, too.
    removed : tuple of str
        Runs that were taken out.
    gold, runs : tuple of FileFacts
        The runs are those that are open, by their present names.
    files : mapping of str to bytes
        As `kept_files` gives them.
    """

    choices: Choices
    gold: tuple[FileFacts, ...]
    runs: tuple[FileFacts, ...]
    files: Mapping[str, bytes]
    removed: tuple[str, ...] = ()

    def sources(self, facts: Iterable[FileFacts]) -> list[Given]:
        """The files, to be read as it was chosen."""
        plan = replace(self.choices.plan, classes=())
        return [with_plan(KeptFile(each.name, self.files[each.sha256]), plan) for each in facts]

    def read(self) -> ReadFiles:
        """Read the files again, in the order in which they were opened.

        Returns
        -------
        ReadFiles
            Runs have their present names, and classes the order that was chosen.

        Raises
        ------
        DataError
            If a file cannot be used as it is chosen, or a run is not in it.
        """
        if not self.gold:
            matrices = read_files((), self.sources(self.runs), self.choices)
            named = renamed_runs(matrices.scales, self.choices.renamed)
            scales_now = {scale: each.without(self.removed) for scale, each in named.items()}
            return replace(matrices, scales=scales_now, runs=self.runs)
        gold, first, notes = self._gold()
        together = scales_of(gold.collections, gold.nuggets)
        whole = dict[str, dict[str, Collection]]()
        apart = {
            s: source_of(each).with_judges(self.choices.judges) for s, each in together.items()
        }
        scales = _over(apart, self.choices.classes)
        bare = {scale: self._own(each.without(runs_in(gold))) for scale, each in scales.items()}
        scales = _with_runs(bare, scales, gold, first, whole)
        later = sorted((each for each in self.runs if each not in first), key=_sending)
        for _, of_sending in groupby(later, key=_sending):
            files = list(of_sending)
            alone = {scale: each.without(each.runs).data for scale, each in scales.items()}
            collections = {s: each for s, each in alone.items() if isinstance(each, Collection)}
            nuggets = (each for each in alone.values() if isinstance(each, NuggetCollection))
            read = read_runs(
                self.sources(files), collections, next(nuggets, None), self.choices.missing
            )
            every = scales_of(read.collections, read.nuggets)
            new = {scale: source_of(each) for scale, each in every.items()}
            scales = _with_runs(scales, new, read, files, whole)
            notes += [*read.notes, *passed_over(read.skipped)]
        return ReadFiles(
            {scale: each.data for scale, each in scales.items()},
            self.gold,
            self.runs,
            self.choices.described,
            tuple(dict.fromkeys(notes)),
            self.choices.title,
            whole,
            together if self.choices.judges else {},
        )

    def _gold(self) -> tuple[ReadRuns, list[FileFacts], list[str]]:
        """The gold with runs of the same archive, the files of these, and what is remarked."""
        first = [each for each in self.runs if not each.sending]
        if {each.sha256 for each in self.gold}.isdisjoint(each.sha256 for each in first):
            gold = read_gold_and_nuggets(self.sources(self.gold))
            return ReadRuns(gold.collections, nuggets=gold.nuggets), [], [*gold.notes]
        # They are told apart as when they were opened.
        every = {(each.sha256, each.name): each for each in (*self.gold, *first)}
        read = read_together(self.sources(every.values()))
        if len(read.data_sets) != 1:
            raise DataError(*read.faults or [f"{self.choices.title}: the gold is not in it"])
        return read.data_sets[0], first, [*read.notes]

    def _own(self, source: Source) -> Source:
        """A gold with the runs that are in its own files, such as judges, as they are now."""
        names = {run: new for run, new in self.choices.renamed.items() if run in source.runs}
        return replace(source, data=source.data.renamed(names)).without(self.removed)


_sending = attrgetter("sending")


def runs_in(read: ReadRuns) -> dict[str, str]:
    """Return where each run stands that files gave."""
    return {run: place for of in read.by_file.values() for run, place in of.items()}


def _over(scales: Mapping[str, Source], classes: tuple[str, ...]) -> dict[str, Source]:
    """The scales that have these classes in this order; where none has, all with these classes."""
    if not classes:
        return dict(scales)
    if any(set(each.classes) == set(classes) for each in scales.values()):
        return {scale: each.ordered(classes) for scale, each in scales.items()}
    return {scale: each.with_classes(classes) for scale, each in scales.items()}


def _with_runs(
    scales: Mapping[str, Source],
    new: Mapping[str, Source],
    read: ReadRuns,
    files: Sequence[FileFacts],
    whole: dict[str, dict[str, Collection]],
) -> dict[str, Source]:
    """The scales with the runs of files that are open still, by their present names."""
    present = {place: run for each in files for run, place in each.paths.items()}
    names = {run: present[place] for run, place in runs_in(read).items() if place in present}
    if lost := {*present.values()}.difference(names.values()):
        problem = f"{some_of(sorted(lost))} cannot be read as it is chosen"
        raise DataError(*read.faults or [File(files[0].name, "").fault(problem, _AGAIN)])
    for scale, judges in read.whole.items():
        whole.setdefault(scale, {}).update(
            {names[run]: replace(each, name=names[run])
             for run, each in judges.items() if run in names}
        )  # fmt: skip
    found = {}
    for scale, each in scales.items():
        added = new[scale].without([run for run in new[scale].runs if run not in names])
        renamed = replace(added, data=added.data.renamed(names))
        found[scale] = each.without(renamed.runs).with_runs_of(renamed)
    return found


def pack_workspace(saved: Sequence[SavedData]) -> bytes:
    """Return what is open as a ZIP file, the same to the byte for the same data.

    Parameters
    ----------
    saved : sequence of SavedData
        One or more.

    Raises
    ------
    DataError
        If it is more than `unpack_workspace` would read.

    Examples
    --------
    >>> import io
    >>> from oq_core.campaign.computing.sources import Choices, facts_of
    >>> from oq_core.campaign.saving.workspace import (
    ...     SavedData, kept_files, pack_workspace, unpack_workspace
    ... )
    >>> from oq_core.reading import template
    >>> gold = template("wide_gold.csv")
    >>> data = SavedData(Choices(title="demo"), (facts_of(gold),), (), kept_files([gold]))
    >>> file = io.BytesIO(pack_workspace([data]))
    >>> file.name = "workspace.zip"
    >>> [again] = unpack_workspace(file)
    >>> again.read().scales["wide_gold"].votes.tolist()
    [[2, 5, 3], [0, 4, 6]]
    """
    title = " and ".join(each.choices.title for each in saved)
    check_count(title, len(saved), MAX_DATA_SETS, "data sets", _LESS)
    files = dict[str, tuple[str, bytes]]()
    for data in saved:
        for each in (*data.gold, *data.runs):
            name = PurePath(each.name).name.lstrip(".") or "file"
            kept = KeptFile(name, data.files[each.sha256])
            files.setdefault(each.sha256, (f"{len(files) + 1}/{name}", kept.getvalue()))
    entries = [
        {**data_entry(each.choices, each.gold, each.runs), "removed": each.removed}
        for each in saved
    ]
    content = packed([(OPTIONS_FILE, as_json({"data": entries})), *files.values()])
    if len(content) > MAX_BYTES:
        raise error_of(title, "as one file these data are too large", _LESS)
    return content


def is_workspace(source: Given) -> bool:
    """Return whether a file is an archive with the options that a saved workspace has.

    Parameters
    ----------
    source : path or uploaded file
    """
    try:
        data = read_source(source)[1]
        # The name is in the archive as it is; what lacks it need not be opened.
        if not (isinstance(data, bytes) and is_zip(data) and OPTIONS_FILE.encode() in data):
            return False
        return OPTIONS_FILE in unpacked(source, Budget(), [OPTIONS_FILE])
    except (DataError, OSError):
        return False


def unpack_workspace(source: Given) -> tuple[SavedData, ...]:
    """Return what a file of `pack_workspace` holds, whose files are still to be read.

    Parameters
    ----------
    source : path or uploaded file

    Raises
    ------
    DataError
        If the file is too large or damaged, or lacks a file that its options name; it names the
        file, the place and the remedy.
    """
    budget = Budget()
    members = unpacked(source, budget)
    archive = File(read_source(source)[0], "")
    if OPTIONS_FILE not in members:
        raise archive.error("this file of the workspace is missing", _AGAIN, OPTIONS_FILE)
    options = decoded(f"{archive.name}/{OPTIONS_FILE}", members.pop(OPTIONS_FILE), budget)
    files = {hashlib.sha256(each).hexdigest(): zlib.compress(each, 1) for each in members.values()}
    found = list[SavedData]()
    for place, entry, choices, gold, runs in data_in(options, table(options, options.json, "")):
        if not choices.title.strip():
            raise options.error("“title” is missing", _AGAIN, f"{place}, choices")
        for each in (*gold, *runs):
            if each.sha256 not in files:
                problem = f"{each.name[:200]} is missing or was changed"
                raise archive.error(problem, _AGAIN, place)
        own = {each.sha256: files[each.sha256] for each in (*gold, *runs)}
        removed = tuple(map(str, tables(options, entry, "removed", place)))
        found.append(SavedData(choices, gold, runs, own, removed))
    if not found:
        raise options.error("there are no data in it", _AGAIN)
    check_count(archive.name, len(found), MAX_DATA_SETS, "data sets")
    return tuple(found)
