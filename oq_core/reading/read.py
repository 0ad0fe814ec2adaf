"""Gold files, runs and score matrices of any format, as collections and scores."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePath
from typing import Any, cast

from oq_core.data.collection import Collection, DataError, Fault
from oq_core.data.described import RunDescription
from oq_core.data.nuggets import NuggetCollection
from oq_core.data.scores import Scores
from oq_core.reading import budget as limits
from oq_core.reading.archives import Listing, Member, list_members, with_plan
from oq_core.reading.budget import Budget, BudgetError
from oq_core.reading.class_order import TASK
from oq_core.reading.files import File, Source
from oq_core.reading.format_record import MISSING, Format, ReadGold
from oq_core.reading.formats import known_formats, nearest, open_member, open_members, unknown
from oq_core.reading.kinds import lewidi, matrices, ratings, tables
from oq_core.reading.kinds.described import descriptions_of
from oq_core.reading.kinds.nuggets import read_nugget_gold
from oq_core.reading.plan import Plan
from oq_core.reading.rows import some_of
from oq_core.reading.runs import ReadRuns, read_all

#: A matrix of 0 and 1, or of rows that sum to 1, looks like something else.
_MATRICES = matrices.FORMAT, tables.TABLE, ratings.WIDE, lewidi.RUN_BY_POSITION


def read_collections(
    gold: Source | Sequence[Source],
    runs: Source | Iterable[Source] = (),
    plan: Plan | None = None,
) -> dict[str, Collection]:
    """Read gold and its runs.

    Formats are told apart by content. Instances are matched by id. A run is named by its
    file's stem, or in an archive or folder by the parts of its path that tell it from others.

    Parameters
    ----------
    gold : path or uploaded file, or several
        As in `read_gold`.
    runs : path or uploaded file, or several
        Files, ZIP archives and folders.
    plan : Plan, optional
        How the gold is read; what it does not say, or all, is guessed.

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
    >>> from oq_core.reading import template
    >>> gold, run = template("ntcir_quality_gold.json"), template("ntcir_quality_run.json")
    >>> collections = read_collections(gold, run)
    >>> {scale: list(each.runs) for scale, each in collections.items()}
    {'A': ['ntcir_quality_run'], 'S': ['ntcir_quality_run'], 'E': ['ntcir_quality_run']}
    """
    collections = read_gold([with_plan(each, plan or Plan()) for each in as_sources(gold)])
    files = as_sources(runs)
    return _all_or_error(files, collections) if files else collections


def read_gold(source: Source | Sequence[Source]) -> dict[str, Collection]:
    """Read gold: collections without runs, by scale as in `read_collections`.

    A table of confusion matrices has its runs in it.

    Parameters
    ----------
    source : path or uploaded file, or several
        A gold file; a ZIP archive or folder that has one in it; or the files of a gold that
        has many, such as DBDC dialogues.

    Raises
    ------
    DataError
        If it cannot be used, there are several gold files, or the gold has nugget labels alone.

    Examples
    --------
    >>> from oq_core.reading import read_gold, template
    >>> gold = read_gold(template("wide_gold.csv"))["wide_gold"]
    >>> gold.classes, gold.votes.tolist()
    (('low', 'middle', 'high'), [[2, 5, 3], [0, 4, 6]])
    """
    read = read_gold_and_nuggets(source)
    if not read.collections and read.nuggets is not None:
        files = [PurePath(getattr(each, "name", str(each))).name for each in as_sources(source)]
        raise File(some_of(files), "").error(
            "this file is for nugget detection",
            "Open the dialogue quality annotations: none of its annotations has them",
        )
    return read.collections


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

    Examples
    --------
    >>> from oq_core.reading import read_gold_and_nuggets, template
    >>> read = read_gold_and_nuggets(template("ntcir_quality_gold.json"))
    >>> list(read.collections), read.nuggets.ids
    (['A', 'S', 'E'], ('dialogue1', 'dialogue2'))
    """
    budget = Budget()
    return gold_in([list_members(each, budget) for each in as_sources(source)])


@dataclass
class _Found:
    """Gold in some files: the first of each task is read, of the others the names are kept."""

    names: list[str] = field(default_factory=list)
    read: ReadGold | None = None
    beside_names: list[str] = field(default_factory=list)
    beside: ReadGold | None = None
    parts: dict[Format, list[Any]] = field(default_factory=dict)
    error: DataError | None = None
    faults: list[Fault] = field(default_factory=list)

    def open(self, member: Member, *, is_alone: bool) -> None:
        """Read a file, or keep its name, its part or its faults."""
        try:
            opened = open_member(member)
            if opened is not None:
                self.add(*opened, is_alone=is_alone)
        except BudgetError as error:
            raise BudgetError(*self.faults, *error.faults) from None
        except DataError as error:
            self.faults += error.faults

    def add(self, file: File, kind: Format | None, *, is_alone: bool) -> None:
        """Read a file, or keep its name or its part."""
        if kind is None and not is_alone:
            raise unknown(file)
        found = nearest(file) if kind is None else kind
        if found.gold is None:
            self.error = self.error or found.not_gold(file)
        elif found.part is not None:
            self.parts.setdefault(found, []).append(file.read(found.part))
        elif found.is_beside:
            self.beside_names.append(file.name)
            self.beside = self.beside or file.read(found.gold)
        else:
            self.names.append(file.name)
            self.read = self.read or gold_of(file, found)


def gold_of(file: File, kind: Format, *parts: Any) -> ReadGold:
    """The gold in a file; the order of some formats' classes is theirs."""
    assert kind.gold is not None  # noqa: S101 - else nobody asks
    read = file.read(kind.gold, *parts)
    found, said = read.collections.values(), file.plan.classes
    if said and found and not any(set(each.classes) <= {*said} for each in found):
        there = "; or ".join(dict.fromkeys(", ".join(each.classes) for each in found))
        problem = f"the classes are {there}, not {', '.join(said)}"
        remedy = (
            "Give all of them, lowest first (--classes in a shell), or leave out what is no class"
        )
        raise file.error(problem, f"{remedy} (--leave-out)")
    if not kind.fixes_order:
        return read
    fixed = {scale: replace(each, order=TASK) for scale, each in read.collections.items()}
    return replace(read, collections=fixed)


def gold_in(listings: Sequence[Listing]) -> ReadGold:
    """The gold in files that are listed, as `read_gold_and_nuggets` gives it.

    Raises
    ------
    DataError
        As there.
    """
    members = [member for listing in listings for member in listing.members]
    found = _Found()
    is_alone = [listing.kind for listing in listings] == ["file"]
    for member in members:
        found.open(member, is_alone=is_alone)
    if found.faults:
        raise DataError(*limits.faults_of([DataError(*found.faults)]))
    whole = listings[0].file if len(listings) == 1 else None
    _check_single(found, whole)
    for kind, parts in found.parts.items():
        if kind.gold is not None:
            return gold_of(whole or File(kind.name, ""), kind, parts)
    if found.read is None and found.beside is None:
        raise found.error or (whole or File("gold", "")).error(
            "there is no gold file in it", "Open the gold file itself"
        )
    if found.read is None or found.beside is None:
        read = found.read or found.beside
        assert read is not None  # noqa: S101 - one of the two is there
        return read
    notes = found.read.notes + found.beside.notes
    return replace(found.read, nuggets=found.beside.nuggets, notes=notes)


def _check_single(found: _Found, whole: File | None) -> None:
    """Refuse to choose between several files."""
    names = list(found.names)
    if len(names) + len(found.parts) > 1:
        shown = " and ".join(
            ([some_of(names)] if names else [])
            + [f"{len(parts):,} {kind.name}" for kind, parts in found.parts.items()]
        )
        raise (whole or File("The files", "")).error(
            f"there are several files that may be gold: {shown}", "Open one of them"
        )
    labelled = list(found.beside_names)
    if found.read is not None and found.read.nuggets is not None:
        labelled = [*names, *labelled]
    if len(labelled) > 1:
        raise (whole or File("The files", "")).error(
            f"there are several files with nugget labels: {some_of(labelled)}", "Open one of them"
        )


def read_nuggets(gold: Source, runs: Source | Iterable[Source] = ()) -> NuggetCollection:
    """Read an NTCIR gold file and its nugget detection runs.

    Each turn's values are divided by their sum, whatever it is: see `read_nugget_run`.

    Parameters
    ----------
    gold : path or uploaded file
    runs : path or uploaded file, or several
        Files, ZIP archives and folders, named as by `read_runs`.

    Raises
    ------
    DataError
        For the first file that cannot be used; it names the file, the place and the remedy.

    Examples
    --------
    >>> from oq_core.reading import read_nuggets, template
    >>> gold, run = template("ntcir_quality_gold.json"), template("ntcir_quality_run.json")
    >>> nuggets = read_nuggets(gold, run)
    >>> list(nuggets.runs)
    ['ntcir_quality_run']
    """
    bare = read_nugget_gold(gold)
    found, errors = read_all(as_sources(runs), ReadGold({}, bare))
    if errors:
        raise errors[0]
    return replace(found.nuggets or bare, notes=found.notes)


def read_judges(source: Source) -> tuple[dict[str, dict[str, Collection]], tuple[str, ...]]:
    """Read what judges say of all items that they rated.

    Parameters
    ----------
    source : path or uploaded file
        Ratings of judges, which may repeat or lie between two classes (`Plan.decimals`); or one
        judge's distributions, as a gold file has them.

    Returns
    -------
    tuple of dict of str to dict of str to Collection, and tuple of str
        By scale and judge; several judges of a file are also a panel, "Panel". The gold of each is
        what the judge says. Then what the user should know of how the file was read.

    Raises
    ------
    DataError
        If the file cannot be used.

    Examples
    --------
    >>> from oq_core.reading import read_judges, template
    >>> found, notes = read_judges(template("ratings_wide_run.csv"))
    >>> {name: each.gold.shape for name, each in found["ratings_wide_run"].items()}
    {'judge1': (3, 5), 'judge2': (3, 5), 'Panel': (3, 5)}
    """
    members = list_members(source, Budget()).members
    if len(members) == 1 and (opened := open_member(members[0])) is not None:
        file, kind = opened
        if kind is not None and kind.alone is not None:
            return cast(Any, file.read(kind.alone))
    read = read_gold_and_nuggets(source)
    return {scale: {each.name: each} for scale, each in read.collections.items()}, read.notes


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

    Examples
    --------
    >>> from oq_core.reading import read_gold, read_run, template
    >>> gold = read_gold(template("wide_gold.csv"))
    >>> read_run(template("wide_run.csv"), gold)["wide_gold"].runs["wide_run"].tolist()
    [[0.25, 0.5, 0.25], [0.1, 0.3, 0.6]]
    """
    return _all_or_error([source], collections)


def read_runs(
    sources: Source | Iterable[Source],
    collections: Mapping[str, Collection],
    nugget_gold: NuggetCollection | None = None,
    missing: str = "refused",
) -> ReadRuns:
    """Read files, ZIP archives and folders of runs; a bad file never loses the others.

    DBDC's labels, a file for each dialogue, are put together into runs: all of an archive or
    folder if no dialogue is there twice, else its subfolders. Files of other kinds in archives
    and folders are left out, with a note. With gold for nugget detection, nugget parts of
    submissions are added to that, and a file needs only one of the two parts.

    Parameters
    ----------
    sources : path or uploaded file, or several
    collections : mapping of str to Collection
        As `read_gold` returns them; they are not changed.
    nugget_gold : NuggetCollection, optional
        As `read_gold_and_nuggets` returns it; it is not changed.
    missing : str
        What becomes of a run that lacks instances: it is "refused", or they are scored as
        "uniform" distributions or by the "worst" scores. A note names them. Runs with a class
        for each item, and nuggets, are always refused.

    Returns
    -------
    ReadRuns

    Raises
    ------
    ValueError
        If `missing` is none of these.

    Examples
    --------
    >>> from oq_core.reading import read_gold, read_runs, template
    >>> gold = read_gold(template("wide_gold.csv"))
    >>> read = read_runs([template("wide_run.csv"), template("NMD.csv")], gold)
    >>> read.added, len(read.problems)
    (('wide_run',), 1)
    """
    if missing not in MISSING:
        raise ValueError(f"missing is one of {', '.join(MISSING)}, not {missing!r}")
    gold = ReadGold(dict(collections), nugget_gold, missing=missing)
    return read_all(as_sources(sources), gold)[0]


def read_scores(
    sources: Source | Sequence[Source],
    run_names: Source | Sequence[str] | None = None,
    larger_is_better: bool | None = None,
    golds: Iterable[Collection] = (),
    otherwise: bool | None = None,
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
        Direction of all the measures; unless given, what is known of them by their names.
    golds : iterable of Collection
        Gold that is open: a run of one of them is refused, as it is no score matrix.
    otherwise : bool, optional
        Direction of measures that nobody knows; they are refused unless given.

    Returns
    -------
    Scores

    Raises
    ------
    DataError
        If a file cannot be read, or the files do not have the same instances and runs.

    Examples
    --------
    >>> from oq_core.reading import read_scores, template
    >>> scores = read_scores(template("NMD.csv"))
    >>> scores.measures, scores.runs, scores.values.tolist()
    (('NMD',), ('RUN1', 'RUN2'), [[[0.105, 0.213], [0.318, 0.024]]])
    """
    budget, golds = Budget(), tuple(golds)
    listings = [list_members(each, budget) for each in as_sources(sources)]
    members = [member for listing in listings for member in listing.members]
    found, names, errors = list[matrices.Matrix](), None, list[DataError]()
    for member in members:
        try:
            for file, kind in open_members([member]):
                if kind in _MATRICES:
                    found += file.read(matrices.read_matrices)
                    for gold in golds:
                        matrices.check_no_run(found[-1], gold)
                elif kind is matrices.NAMES and names is None:
                    names = file.read(matrices.read_names)
                elif kind.describes is None:
                    raise file.error(
                        f"this is not a score matrix but a {kind.name}", "Open score matrices alone"
                    )
        except BudgetError:
            raise
        except DataError as error:
            errors.append(DataError(*error.args))
    if errors:
        raise DataError(*limits.faults_of(errors))
    if not found:
        name = listings[0].file if listings else File("score matrices", "")
        raise name.error("there is no score matrix", "Open a file of scores for each measure")
    if isinstance(run_names, Sequence) and not isinstance(run_names, str):
        names = tuple(run_names)
    elif run_names is not None:
        (member,) = list_members(run_names, budget).members
        names = member.open().read(matrices.read_names)
    return matrices.scores_of(found, names, larger_is_better, otherwise)


def descriptions_in(sources: Iterable[Source], runs: Sequence[str]) -> tuple[RunDescription, ...]:
    """What tables of runs among other files say of runs that are there.

    Parameters
    ----------
    sources : iterable of path or uploaded file
    runs : sequence of str

    Raises
    ------
    DataError
        If such a table cannot be used, or describes other runs.
    """
    budget, errors = Budget(), list[DataError]()
    members = [member for each in sources for member in list_members(each, budget).members]
    tables = [
        (file.name, file.read(kind.describes))
        for file, kind in open_members(members)
        if kind.describes is not None
    ]
    found = descriptions_of(tables, runs, errors)
    if errors:
        raise DataError(*limits.faults_of(errors))
    return found


def recognise(source: Source) -> str:
    """The format of a file by its content, in plain words.

    Of an archive or folder, those of the files in it.

    Raises
    ------
    DataError
        If it cannot be opened, or is of no format that is read.

    Examples
    --------
    >>> from oq_core.reading import recognise, template
    >>> recognise(template("semeval_E_gold.tsv"))
    'SemEval subtask E'
    """
    listing = list_members(source, Budget())
    kinds = dict.fromkeys(kind.name for _, kind in open_members(listing.members))
    if not kinds:
        raise listing.file.error("there is no file of a known format in it", known_formats())
    return ", ".join(kinds)


def as_sources(source: Source | Iterable[Source]) -> list[Source]:
    """One source or several, as a list."""
    if isinstance(source, str | Path) or hasattr(source, "read"):
        return [cast(Source, source)]
    return list(source)


def _all_or_error(
    sources: Iterable[Source], collections: Mapping[str, Collection]
) -> dict[str, Collection]:
    found, errors = read_all(sources, ReadGold(dict(collections)))
    if errors:
        raise errors[0]
    return found.collections
