"""What a format is: one record says how it is recognised, read and shown."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from oq_core.data.collection import Collection, DataError
from oq_core.data.described import RunDescription
from oq_core.data.distributions import Distributions
from oq_core.data.nuggets import NuggetCollection
from oq_core.data.scores import are, counted
from oq_core.reading.class_order import origin
from oq_core.reading.delimited import FIRST_LINES, first_rows, plan_of
from oq_core.reading.files import File
from oq_core.reading.plan import Plan
from oq_core.reading.rows import Rows, some_of

#: Where the files stand that show formats.
_TEMPLATES = Path(__file__).with_name("templates")
#: How much of a line: all of JSON may be one.
_SIGNS = 2**20


@dataclass(frozen=True, eq=False)
class Beginning:
    """What a format is recognised by.

    Attributes
    ----------
    file : File
    """

    file: File

    @cached_property
    def lines(self) -> list[str]:
        """The first lines that are not blank, each up to a number of signs."""
        lines = (line[:_SIGNS] for line in self.file.lines())
        return list(islice((line for line in lines if line.strip()), FIRST_LINES))

    @cached_property
    def tabbed(self) -> list[list[str]]:
        """The cells of these lines, as tabs separate them."""
        return [[cell.strip() for cell in line.split("\t")] for line in self.lines]

    @property
    def json(self) -> Any:
        """The parsed JSON, or None if the file is none.

        Raises
        ------
        DataError
            If the file opens as JSON does, but is not JSON.
        """
        return self.file.json if self.file.is_json else None

    @cached_property
    def table(self) -> list[list[str]]:
        """Header and first rows of a table, without a column that numbers them; else empty."""
        return first_rows(self.file)

    @cached_property
    def plan(self) -> Plan:
        """How a table is read: as said, or guessed."""
        return plan_of(self.file)


@dataclass(frozen=True, eq=False)
class ReadGold:
    """What a gold file holds.

    Attributes
    ----------
    collections : dict of str to Collection
        By scale: "A", "S", "E" for NTCIR dialogue quality; otherwise one, under its own name.
        None where the file has nugget labels alone.
    nuggets : NuggetCollection, optional
        Its nugget labels, where it has any.
    notes : tuple of str
        What the user should know of how it was read.
    missing : str
        What becomes of a run that lacks instances: it is "refused", or has them scored as
        "uniform" distributions or by the "worst" scores.

    Examples
    --------
    >>> from oq_core.reading.format_record import Beginning
    >>> from oq_core.reading import FORMATS, templates
    >>> from oq_core.reading.files import File
    >>> file = File("wide_gold.csv", templates()["wide_gold.csv"])
    >>> kind = next(each for each in FORMATS if each.recognise(Beginning(file)))
    >>> list(kind.gold(file).collections)
    ['wide_gold']
    """

    collections: dict[str, Collection]
    nuggets: NuggetCollection | None = None
    notes: tuple[str, ...] = ()
    missing: str = "refused"


@dataclass(frozen=True, eq=False)
class ReadRun:
    """What a run holds, matched with the gold.

    Attributes
    ----------
    distributions : mapping of str to ndarray of float64, shape (n, L)
        By scale.
    labels : mapping of str to ndarray of int64, shape (N,)
        By scale: the position of the class of each of the gold's items.
    nuggets : ndarray of float64, shape (T, 4), optional
        Of the turns of the gold's nugget labels.
    notes : tuple of str
        What the user should know of how it was read.
    problems : tuple of DataError
        Parts that cannot be used, where others can.
    missing : mapping of str to ndarray of bool, shape (n,)
        By scale: the instances that the run lacks, where it lacks any.
    whole : mapping of str to Collection
        By scale: what a judge says of all its items, as gold, where some are none of the gold's.

    Examples
    --------
    >>> from oq_core.reading.format_record import ReadRun
    >>> ReadRun(notes=("a column of numbers was left out",)).notes
    ('a column of numbers was left out',)
    """

    distributions: Mapping[str, Distributions] = field(default_factory=dict)
    labels: Mapping[str, npt.NDArray[np.int64]] = field(default_factory=dict)
    nuggets: Distributions | None = None
    notes: tuple[str, ...] = ()
    problems: tuple[DataError, ...] = ()
    missing: Mapping[str, npt.NDArray[np.bool_]] = field(default_factory=dict)
    whole: Mapping[str, Collection] = field(default_factory=dict)


class WrongTaskError(DataError):
    """The file is a run, but of another task than the gold."""


def _not_gold(file: File) -> DataError:
    return file.error("this is a run, not a gold file", "Open it as a run, after the gold file")


def _not_a_run(file: File) -> DataError:
    return file.error("this is a gold file, not a run", "Open it as the gold file")


@dataclass(frozen=True, eq=False)
class Format:
    """A file format. `oq_core.reading.formats.FORMATS` lists all of them.

    Attributes
    ----------
    name : str
        In plain words, as messages and pages show it.
    sentence : str
        For the page where files are opened: what such a file holds, in Markdown.
    recognise : callable
        Whether a file, by its `Beginning`, is of this format and not of one listed later.
    gold : callable, optional
        Reads a `File` as gold, into a `ReadGold`. None if such a file is no gold. With `part`,
        it takes a `File` that names the whole, and the parts.
    run : callable, optional
        Reads a `File` as a run, given the `ReadGold` that it is for, into a `ReadRun`. None
        if such a file is no run. With `part`, it takes the whole, the parts and the gold.
    judges : callable, optional
        Where one file has several runs, as ratings of several judges: reads it, given the
        `ReadGold`, into pairs of a run's name and its `ReadRun`, or the error why it cannot be
        used.
    alone : callable, optional
        Reads the same without a gold, into collections by scale and judge, and notes: the gold of
        each is what the judge says of all items that it rated.
    describes : callable, optional
        Where a file describes runs: reads it into descriptions.
    part : callable, optional
        Where many files make one gold or one run: reads one of them.
    suffixes : tuple of str
        Of such files. In an archive, a file of another suffix that cannot be read is taken for
        no data.
    entries : mapping of str to str
        Of JSON with an entry an instance, which part a field is; others are text.
    templates : mapping of str to str
        Small valid files by name.
    fixes_order : bool
        Whether the order of its classes is the format's own, not that of the file.
    is_beside : bool
        Whether its gold goes beside the gold of another file, as nugget labels do.
    not_gold, not_a_run : callable
        The error for a file that was opened as what it is not.

    Examples
    --------
    >>> from oq_core.reading import FORMATS
    >>> wide = next(each for each in FORMATS if each.name == "wide table")
    >>> wide.suffixes, "wide_gold.csv" in wide.templates
    (('.csv', '.tsv'), True)
    """

    name: str
    sentence: str
    recognise: Callable[[Beginning], bool]
    gold: Callable[..., ReadGold] | None = None
    run: Callable[..., ReadRun] | None = None
    judges: Callable[..., Iterable[tuple[str, ReadRun | DataError]]] | None = None
    alone: Callable[[File], tuple[dict[str, dict[str, Collection]], tuple[str, ...]]] | None = None
    describes: Callable[[File], tuple[RunDescription, ...]] | None = None
    part: Callable[[File], Any] | None = None
    suffixes: tuple[str, ...] = (".csv", ".tsv")
    entries: Mapping[str, str] = field(default_factory=dict)
    templates: Mapping[str, str] = field(default_factory=dict)
    fixes_order: bool = False
    is_beside: bool = False
    not_gold: Callable[[File], DataError] = _not_gold
    not_a_run: Callable[[File], DataError] = _not_a_run


def one_scale(rows: Rows, kind: str, *, are_votes: bool = False) -> ReadGold:
    """Gold of one scale, called as its file is.

    Parameters
    ----------
    rows : Rows
    kind : str
        The format's name.
    are_votes : bool
        Whether the numbers are votes for certain. Else one vote an instance would be taken for
        a probability of 1.

    Raises
    ------
    DataError
        If a row is no distribution.
    """
    wanted = file_classes(rows)
    rows.report_ids()
    rows.report_values()
    if wanted != rows.classes:
        rows = replace(rows.in_order(rows.ids, wanted), order=origin(wanted))
    name, shares = rows.file.stem, rows.shares()
    votes = rows.values.astype(np.int64) if are_votes else shares.votes
    collection = Collection(
        name, rows.classes, rows.ids, shares.distributions, votes=votes, format=kind,
        ratings=rows.ratings, raters=rows.raters, order=rows.order,
    )  # fmt: skip
    return ReadGold({name: collection}, notes=rows.notes + shares.notes)


def file_classes(rows: Rows) -> tuple[str, ...]:
    """The classes that a person has said, if the file's are among them; else the file's."""
    said = rows.file.plan.classes
    return said if rows.ratings is None and set(rows.classes) <= set(said) else rows.classes


def check_gold_is_open(file: File, gold: ReadGold) -> None:
    """Nothing, or the error that says that there is no gold for a run."""
    if not gold.collections:
        raise file.error(
            "this is a submission (run), and no gold is open",
            "Open the gold annotations first; runs are matched with them by id",
        )


def only_collection(file: File, gold: ReadGold) -> tuple[str, Collection]:
    """Scale and collection that a run of one scale is for.

    Raises
    ------
    DataError
        If there is no gold, or gold of several scales.
    """
    check_gold_is_open(file, gold)
    collections = gold.collections
    if len(collections) > 1:
        raise file.error(
            f"a table has one scale, but the gold has {', '.join(collections)}",
            "Give the run as NTCIR JSON, or the gold as a table of one scale",
        )
    return next(iter(collections.items()))


def estimate_of(rows: Rows, gold: ReadGold) -> ReadRun:
    """A run of one scale, in the order of the gold.

    Raises
    ------
    DataError
        If its ids or classes are not the gold's, or a row is no distribution.
    """
    scale, _ = only_collection(rows.file, gold)
    return estimate_by_scale({scale: rows}, gold)


def estimate_by_scale(rows: Mapping[str, Rows], gold: ReadGold) -> ReadRun:
    """A run of scales that the gold has, in the order of the gold.

    Raises
    ------
    DataError
        As `estimate_of`.
    """
    for number, (scale, each) in enumerate(rows.items()):
        collection = gold.collections[scale]
        # All scales of a file have the same instances.
        if not number:
            wanted = _wanted(each, collection.ids, gold.missing)
            each.report_ids()
            each.report_unmatched(collection.ids, collection.classes, wanted)
        each.report_values()
    return matched(rows, gold)


def matched(rows: Mapping[str, Rows], gold: ReadGold) -> ReadRun:
    """A run whose ids and classes are known to be the gold's, in the order of the gold.

    Raises
    ------
    DataError
        If it lacks instances and may not, or a row is no distribution.
    """
    distributions, missing, notes = dict[str, Distributions](), {}, list[str]()
    for scale, each in rows.items():
        collection = gold.collections[scale]
        ids, classes, there = collection.ids, collection.classes, set(each.ids)
        wanted = ids if gold.missing == "refused" else [name for name in ids if name in there]
        there = set(wanted)
        lacks = np.array([name not in there for name in ids])
        shares = each.in_order(wanted, classes).shares()
        notes += [*each.notes, *shares.notes]
        if lost := [label for label in classes if label not in each.classes]:
            notes.append(
                f"{each.file.name}: it has no class {some_of(lost)}, which is read as 0 throughout."
            )
        if not lacks.any():
            distributions[scale] = shares.distributions
            continue
        found = np.full((len(ids), len(classes)), 1 / len(classes))
        found[~lacks] = shares.distributions
        distributions[scale], missing[scale] = found, lacks
        where = f" in scale {scale}" if len(gold.collections) > 1 else ""
        notes.append(
            f"{each.file.name}: {lacks.sum():,} of {counted(len(ids), 'instance')} "
            f"{are(int(lacks.sum()))} missing{where} and "
            f"{MISSING[gold.missing]}: {some_of([n for n in ids if n not in there])}."
        )
    return ReadRun(distributions, notes=tuple(dict.fromkeys(notes)), missing=missing)


def _wanted(rows: Rows, ids: Sequence[str], missing: str) -> Sequence[str]:
    """The gold's ids that a run is to have: all, or where some may be missing those it has."""
    if missing == "refused":
        return ids
    there = {*rows.ids, *rows.spoiled}
    # With no instance at all the file is another gold's, which is said as ever.
    return [name for name in ids if name in there] or ids


#: What becomes of instances that a run lacks, in words.
MISSING = {
    "refused": "refused: a run needs every instance",
    "uniform": "scored as the uniform distribution",
    "worst": "given the worst score of each measure",
}


def texts_of(*names: str) -> dict[str, str]:
    """Small valid files by name, which show a format."""
    return {name: (_TEMPLATES / name).read_bytes().decode() for name in names}
