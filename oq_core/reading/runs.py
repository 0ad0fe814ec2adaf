"""Many runs at once: found in files, archives and folders, matched with the gold and named."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import Any

import numpy as np
import numpy.typing as npt

from oq_core.data.collection import Collection, DataError, Fault
from oq_core.data.described import RunDescription
from oq_core.data.distributions import Distributions
from oq_core.data.nuggets import NuggetCollection
from oq_core.measures.labels import with_label_runs
from oq_core.reading import budget as limits
from oq_core.reading.archives import Listing, Member, list_each
from oq_core.reading.budget import Budget, BudgetError
from oq_core.reading.delimited import plan_of
from oq_core.reading.files import File, Source, run_stem
from oq_core.reading.format_record import Format, ReadGold, ReadRun, WrongTaskError
from oq_core.reading.formats import nearest_run, open_member
from oq_core.reading.kinds.described import descriptions_of
from oq_core.reading.kinds.labels import FORMAT as TABLE_OF_LABELS
from oq_core.reading.kinds.ratings import WIDE as COLUMNS_OF_RATINGS
from oq_core.reading.naming import RunPath, run_names
from oq_core.reading.rows import alike, name_fault, signs_of, some_of

#: How a note on runs that are the same begins.
SAME = "These runs are the same in every number"


@dataclass(frozen=True, eq=False)
class ReadRuns:
    """What became of files of runs.

    Attributes
    ----------
    collections : dict of str to Collection
        With the runs that could be read.
    added : tuple of str
        The names of those runs.
    faults : tuple of Fault
        What is wrong with the others: every fault of each file, up to `MAX_FAULTS` a file.
    notes : tuple of str
        What the user should know of how files were read.
    skipped : tuple of str
        Files in archives and folders that hold no data.
    nuggets : NuggetCollection, optional
        With the nugget detection runs that could be read, where there was gold for them.
    by_file : mapping of str to mapping of str to str
        The runs that each file, archive or folder gave, by its name, and where in it each stands.
    described : tuple of RunDescription
        What tables of runs say of them.
    whole : mapping of str to mapping of str to Collection
        By scale and run: what a judge says of all its items, as gold, where some are none of the
        gold's.

    Examples
    --------
    >>> from oq_core.reading import read_gold, read_runs
    >>> from oq_core.reading import template
    >>> read = read_runs(template("wide_run.csv"), read_gold(template("wide_gold.csv")))
    >>> read.added, read.problems
    (('wide_run',), ())
    """

    collections: dict[str, Collection]
    added: tuple[str, ...] = ()
    faults: tuple[Fault, ...] = ()
    notes: tuple[str, ...] = ()
    skipped: tuple[str, ...] = ()
    nuggets: NuggetCollection | None = None
    by_file: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    described: tuple[RunDescription, ...] = ()
    whole: Mapping[str, Mapping[str, Collection]] = field(default_factory=dict)

    @property
    def problems(self) -> tuple[str, ...]:
        """The faults in words."""
        return tuple(map(str, self.faults))


@dataclass(frozen=True, eq=False)
class _Run:
    """A run, not yet named."""

    file: File
    path: RunPath
    estimate: ReadRun


@dataclass(frozen=True, eq=False)
class _Part:
    """A file of a run that has many."""

    member: Member
    name: str
    content: Any


@dataclass(eq=False)
class _Tree:
    """The files of an archive or folder, or one file, and what was found in them."""

    file: File
    members: Sequence[Member]
    is_file: bool = False
    runs: list[_Run] = field(default_factory=list)
    parts: dict[Format, list[_Part]] = field(default_factory=dict)
    left_out: dict[Format, list[str]] = field(default_factory=dict)
    skipped: list[str] = field(default_factory=list)
    errors: list[DataError] = field(default_factory=list)
    broken: list[Member] = field(default_factory=list)
    described: list[tuple[str, tuple[RunDescription, ...]]] = field(default_factory=list)

    def fail(self, error: DataError) -> None:
        """Keep an error, without what it was raised from: that would hold the whole file."""
        self.errors.append(type(error)(*error.args))


def read_all(sources: Iterable[Source], gold: ReadGold) -> tuple[ReadRuns, list[DataError]]:
    """The runs of the sources as `read_runs` gives them, and the errors as such."""
    listings, errors = list_each(sources, Budget())
    return runs_in(listings, gold, errors)


def runs_in(
    listings: Iterable[Listing], gold: ReadGold, errors: Iterable[DataError] = ()
) -> tuple[ReadRuns, list[DataError]]:
    """The runs in files that are listed, and the errors, after those given."""
    trees, skipped = _trees(listings)
    found_errors = list(errors)
    # Parts chosen file by file are one run, though each file is on its own.
    loose = _Tree(File("", ""), (), is_file=True)
    for tree in trees:
        _read_tree(tree, loose, gold)
    trees.append(loose)
    notes: list[str] = []
    for tree in trees:
        _read_parts(tree, gold)
        _explain_left_out(tree, notes)
        found_errors += tree.errors
        skipped += tree.skipped
    naming = _Naming(gold, found_errors, notes)
    by_file: dict[str, dict[str, str]] = {}
    # A team's two files of one run are to have one name, so each task's are named apart.
    for of_nuggets in (False, True):
        chosen = [[run for run in tree.runs if _has_part(run, of_nuggets)] for tree in trees]
        names = run_names([[run.path for run in runs] for runs in chosen])
        for tree, runs, run_names_ in zip(trees, chosen, names, strict=True):
            given = by_file.setdefault(tree.file.name, {})
            for run, name in zip(runs, run_names_, strict=True):
                naming.add(run, name, of_nuggets)
                before = given.get(name, run.file.name)
                if name in naming.added:
                    is_one = before == run.file.name
                    given[name] = before if is_one else f"{before}, {run.file.name}"
    collections, nuggets = naming.collections()
    open_now = dict.fromkeys(
        run for each in (*collections.values(), nuggets) if each is not None for run in each.runs
    )
    described = descriptions_of(
        [each for tree in trees for each in tree.described], [*open_now], found_errors
    )
    faults = limits.faults_of(found_errors)
    shown = (*dict.fromkeys(notes), *_same(collections, naming.added))
    read = ReadRuns(
        collections, tuple(naming.added), faults, shown, tuple(skipped), nuggets, by_file,
        described, naming.whole,
    )  # fmt: skip
    return read, found_errors


def _has_part(run: _Run, of_nuggets: bool) -> bool:
    estimate = run.estimate
    if of_nuggets:
        return estimate.nuggets is not None
    return bool(estimate.distributions or estimate.labels)


class _Naming:
    """Runs by name and scale, as far as no other has the name."""

    def __init__(self, gold: ReadGold, errors: list[DataError], notes: list[str]) -> None:
        self.gold, self.errors, self.notes = gold, errors, notes
        self.added: dict[str, None] = {}
        self.runs: dict[str, dict[str, Distributions]] = {s: {} for s in gold.collections}
        self.labels: dict[str, dict[str, npt.NDArray[np.int64]]] = {s: {} for s in gold.collections}
        self.nuggets: dict[str, Distributions] = {}
        self.whole: dict[str, dict[str, Collection]] = {}
        self.missing: dict[str, dict[str, npt.NDArray[np.bool_]]] = {
            scale: dict(each.missing) for scale, each in gold.collections.items()
        }
        self.open = {name for each in gold.collections.values() for name in each.runs}
        if gold.nuggets is not None:
            self.open.update(gold.nuggets.runs)

    def add(self, run: _Run, name: str, of_nuggets: bool) -> None:
        """Add a run's part, or the error that its name is taken or there are too many."""
        estimate = run.estimate
        if refused := self._refused(estimate, name, of_nuggets):
            self.errors.append(run.file.error(*refused))
            return
        self.open.add(name)
        self.added.setdefault(name)
        self.notes += estimate.notes
        if of_nuggets and estimate.nuggets is not None:
            self.nuggets[name] = estimate.nuggets
            return
        for scale, distributions in estimate.distributions.items():
            self.runs[scale][name] = distributions
        for scale, which in estimate.missing.items():
            self.missing[scale][name] = which
        for scale, codes in estimate.labels.items():
            self.labels[scale][name] = codes
        for scale, whole in estimate.whole.items():
            self.whole.setdefault(scale, {})[name] = whole

    def _refused(self, estimate: ReadRun, name: str, of_nuggets: bool) -> tuple[str, str] | None:
        """Problem and remedy where a run cannot have its name, or there are too many."""
        rename = "Rename one of the two files"
        if problem := name_fault(name):
            return f"the run's name {name[:20]!r}… {problem}", "Rename the file"
        for other in alike([name], self.open).values():
            same = f"looks the same as {signs_of(other)}, which is there already"
            return f"the run {signs_of(name)} {same}", rename
        if self._is_taken(estimate, name, of_nuggets):
            return f"there is a run called {name} already", rename
        if name not in self.open and len(self.open) >= limits.MAX_RUNS:
            return (
                f"{limits.MAX_RUNS} runs are open, which is the most",
                "Remove runs, or open these with another copy of the gold",
            )
        return None

    def _is_taken(self, estimate: ReadRun, name: str, of_nuggets: bool) -> bool:
        if of_nuggets:
            gold = self.gold.nuggets
            return name in self.nuggets or (gold is not None and name in gold.runs)
        return any(
            name in self.gold.collections[scale].runs
            or name in self.runs[scale]
            or name in self.labels[scale]
            for scale in (*estimate.distributions, *estimate.labels)
        )

    def collections(self) -> tuple[dict[str, Collection], NuggetCollection | None]:
        """The gold with these runs."""
        found = {}
        for scale, gold in self.gold.collections.items():
            with_runs = gold.with_runs(self.runs[scale])
            labels = self.labels[scale]
            with_runs = with_label_runs(with_runs, labels) if labels else with_runs
            found[scale] = replace(with_runs, missing=self.missing[scale])
            if self.gold.missing != "refused":
                found[scale] = replace(found[scale], missing_as=self.gold.missing)
        nuggets = self.gold.nuggets
        return found, None if nuggets is None else nuggets.with_runs(self.nuggets)


def identical_runs(collections: Mapping[str, Collection]) -> list[tuple[str, ...]]:
    """Groups of runs that are the same in every number of every scale, by name.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core import Collection
    >>> from oq_core.reading.runs import identical_runs
    >>> gold = np.array([[0.5, 0.5]])
    >>> runs = {"a": gold, "b": np.array([[1.0, 0]]), "c": gold}
    >>> identical_runs({"all": Collection("demo", ("x", "y"), ("d1",), gold, runs)})
    [('a', 'c')]
    """
    groups: dict[tuple[bytes, ...], list[str]] = {}
    for name in dict.fromkeys(name for each in collections.values() for name in each.runs):
        content = tuple(
            hashlib.sha256(each.runs[name].tobytes()).digest() if name in each.runs else b""
            for each in collections.values()
        )
        groups.setdefault(content, []).append(name)
    return [tuple(names) for names in groups.values() if len(names) > 1]


def _same(collections: Mapping[str, Collection], added: Iterable[str]) -> list[str]:
    """Notes on new runs that are the same as another, in every scale."""
    new = set(added)
    return [
        f"{SAME}: {some_of(names)}." for names in identical_runs(collections) if new & set(names)
    ]


def _trees(listings: Iterable[Listing]) -> tuple[list[_Tree], list[str]]:
    """What the listings hold, and what is skipped."""
    trees: list[_Tree] = []
    skipped: list[str] = []
    uploaded: list[Member] = []
    for listing in listings:
        skipped += listing.skipped
        if listing.kind == "part":
            uploaded += listing.members
        else:
            trees.append(_Tree(listing.file, listing.members, listing.kind == "file"))
    if uploaded:
        trees.append(_Tree(File(uploaded[0].folders[0], ""), uploaded))
    return trees, skipped


def _read_tree(tree: _Tree, loose: _Tree, gold: ReadGold) -> None:
    for member in tree.members:
        try:
            opened = open_member(member)
            if opened is None:
                tree.skipped.append(member.name)
            else:
                _read_file(tree, loose, member, opened, gold)
        except BudgetError as error:
            tree.fail(error)
            break
        except DataError as error:
            tree.fail(error)
            (loose if tree.is_file else tree).broken.append(member)


def _read_file(
    tree: _Tree, loose: _Tree, member: Member, opened: tuple[File, Format | None], gold: ReadGold
) -> None:
    file, kind = opened
    if kind is None:
        kind = nearest_run(file)
    file, kind = _as_gold(file, kind, gold)
    if kind.describes is not None:
        tree.described.append((file.name, file.read(kind.describes)))
        return
    if kind.run is None:
        if tree.is_file:
            raise kind.not_a_run(file)
        tree.left_out.setdefault(kind, []).append(member.name)
        return
    if kind.part is not None:
        part = file.read(kind.part)
        group = (loose if tree.is_file else tree).parts.setdefault(kind, [])
        group.append(_Part(member, part.name, part))
        return
    if kind.judges is not None:
        for name, found in kind.judges(file, gold):
            if isinstance(found, DataError):
                tree.fail(found)
            else:
                path = RunPath(member.above, member.folders, name)
                tree.runs.append(_Run(File(f"{file.name}, {name}", ""), path, found))
        return
    try:
        estimate = file.read(kind.run, gold)
    except WrongTaskError:
        if tree.is_file:
            raise
        tree.left_out.setdefault(kind, []).append(member.name)
        return
    for problem in estimate.problems:
        tree.fail(problem)
    path = RunPath(member.above, member.folders, run_stem(file.name))
    tree.runs.append(_Run(File(file.name, ""), path, estimate))


def _as_gold(file: File, kind: Format, gold: ReadGold) -> tuple[File, Format]:
    """A table of an id and a rating is of labels, or of one who rates, as the gold is."""
    golds = gold.collections.values()
    if kind is TABLE_OF_LABELS and any(each.ratings is not None for each in golds):
        other, part = COLUMNS_OF_RATINGS, {"label": "rater"}
    elif kind is COLUMNS_OF_RATINGS and any(each.labels is not None for each in golds):
        other, part = TABLE_OF_LABELS, {"rater": "label"}
    else:
        return file, kind
    parts = plan_of(file).parts
    if sorted(parts.values()) != ["id", *part]:
        return file, kind
    parts = {name: part.get(each, each) for name, each in parts.items()}
    return replace(file, plan=replace(file.plan, shape=other.name, parts=parts)), other


def _explain_left_out(tree: _Tree, notes: list[str]) -> None:
    """Say which files were left out: a note, unless there is nothing else."""
    if not (tree.is_file or tree.runs or tree.errors or tree.described):
        kinds = ", ".join(kind.name for kind in tree.left_out) or "files that hold no data"
        tree.fail(tree.file.error(f"there is no run in it, only {kinds}", "Choose the runs' files"))
        return
    for kind, names in tree.left_out.items():
        notes.append(f"{tree.file.name}: left out as {kind.name}: {some_of(names)}.")


def _read_parts(tree: _Tree, gold: ReadGold) -> None:
    """Put a tree's parts together into runs."""
    for kind, parts in tree.parts.items():
        for group in _groups(parts, 0):
            members = [part.member for part in group]
            folders = _common([member.folders for member in members])
            above = () if tree.is_file else _common([member.above for member in members])
            file = File("/".join((tree.file.name or kind.name, *folders)), "")
            # What a broken file lacks is told of that file alone.
            is_broken = any(each.folders[: len(folders)] == folders for each in tree.broken)
            asked = replace(gold, missing="uniform") if is_broken else gold
            try:
                if kind.run is not None:
                    estimate = file.read(kind.run, [part.content for part in group], asked)
                    if not (is_broken and estimate.missing):
                        tree.runs.append(_Run(file, RunPath(above, folders, ""), estimate))
            except DataError as error:
                tree.fail(error)


def _groups(parts: list[_Part], depth: int) -> list[list[_Part]]:
    """Parts by run: split by folder, from the outermost, until none is there twice."""
    deepest = max((len(part.member.folders) for part in parts), default=0)
    if len({part.name for part in parts}) == len(parts) or depth >= deepest:
        return [parts] if parts else []
    groups: dict[tuple[str, ...], list[_Part]] = {}
    for part in parts:
        groups.setdefault(part.member.folders[depth : depth + 1], []).append(part)
    return [found for group in groups.values() for found in _groups(group, depth + 1)]


def _common(paths: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """The folders that all paths begin with."""
    shared = takewhile(lambda parts: len(set(parts)) == 1, zip(*paths, strict=False))
    return tuple(parts[0] for parts in shared)
