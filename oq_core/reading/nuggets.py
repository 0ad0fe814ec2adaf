"""NTCIR nugget detection: gold annotations and submissions, in JSON.

The gold is the same file as for dialogue quality; a run may be one file with it, or its own.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from oq_core.collection import DataError
from oq_core.distributions import Distributions
from oq_core.nuggets import CUSTOMER_CLASSES, HELPDESK_CLASSES, WIDTH, NuggetCollection
from oq_core.reading.archives import Member, UnpackedSizeError, list_members
from oq_core.reading.files import File, Source, decoded, read_source, run_stem
from oq_core.reading.formats import Format, open_member
from oq_core.reading.naming import RunPath, run_names
from oq_core.reading.rows import FILE_SUM_TOLERANCE, some_of

_SENDERS = {"customer": CUSTOMER_CLASSES, "helpdesk": HELPDESK_CLASSES}
_SHAPE = (
    'The gold is a list of {"id", "turns": [{"sender"}], "annotations": [{"nugget": [class of '
    'each turn]}]}, a run a list of {"id", "nugget": [{"CNUG0": p, …}, {"HNUG": p, …}, …]}'
)


@dataclass(frozen=True, eq=False)
class _Turns:
    """Numbers by turn, and who speaks, of one dialogue."""

    is_customer: npt.NDArray[np.bool_]
    values: npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class ReadNuggets:
    """What became of files of nugget detection runs.

    Attributes
    ----------
    collection : NuggetCollection
        With the runs that could be read; its `notes` say how.
    added : tuple of str
        The names of those runs.
    problems : tuple of DataError
        What is wrong with the others: file, place and remedy.
    skipped : tuple of str
        Files in archives and folders that are no such runs.
    """

    collection: NuggetCollection
    added: tuple[str, ...]
    problems: tuple[DataError, ...]
    skipped: tuple[str, ...]


def read_nuggets(gold: Source, runs: Iterable[Source] = ()) -> NuggetCollection:
    """Read an NTCIR gold file and its nugget detection runs.

    Parameters
    ----------
    gold : path or uploaded file
    runs : iterable of paths or uploaded files
        As in `read_nugget_runs`.

    Returns
    -------
    NuggetCollection

    Raises
    ------
    DataError
        For the first file that cannot be used; it names the file, the place and the remedy.
    """
    found = read_nugget_runs(runs, read_nugget_gold(gold))
    if found.problems:
        raise found.problems[0]
    return found.collection


def read_nugget_gold(source: Source) -> NuggetCollection:
    """Read an NTCIR gold file: votes and gold of every turn, no runs.

    Raises
    ------
    DataError
        If the file is not NTCIR nugget detection gold.
    """
    file = decoded(*read_source(source))
    dialogues = {
        name: _gold_turns(file, f"dialogue {name}", entry)
        for name, entry in _entries(file, "annotations").items()
    }
    votes = np.concatenate([turns.values for turns in dialogues.values()])
    return NuggetCollection(
        file.stem,
        tuple(dialogues),
        *_layout(dialogues),
        gold=votes / votes.sum(axis=1, keepdims=True),
        votes=votes.astype(np.int64),
    )


def read_nugget_run(source: Source, collection: NuggetCollection | None = None) -> NuggetCollection:
    """Read one nugget detection run and add it to a collection.

    Each turn's values are divided by their sum, whatever it is, as the task's scorer does: the
    task's own Uniform baseline sums to 0.8 and 0.75. The collection's `notes` say where a sum
    is further from 1 than rounding goes.

    Parameters
    ----------
    source : path or uploaded file
        The run is called by its name, without extension and ".nugget".
    collection : NuggetCollection, optional
        As `read_nugget_gold` returns it; it is not changed. Without one, the run makes a
        collection without gold, in which the classes tell who speaks.

    Returns
    -------
    NuggetCollection

    Raises
    ------
    DataError
        If the file cannot be used, or a run of its name is there already.
    """
    file = decoded(*read_source(source))
    return _with_run(file, run_stem(file.name), collection)


def read_nugget_runs(sources: Iterable[Source], collection: NuggetCollection) -> ReadNuggets:
    """Read files, ZIP archives and folders of runs; a bad file never loses the others.

    Each run is read as by `read_nugget_run`, and named by its file, or in an archive or folder
    by the parts of its path that tell it from others. Other files there are left out.

    Parameters
    ----------
    sources : iterable of paths or uploaded files
    collection : NuggetCollection
        As `read_nugget_gold` returns it; it is not changed.

    Returns
    -------
    ReadNuggets
    """
    problems: list[DataError] = []
    skipped: list[str] = []
    trees: list[list[tuple[RunPath, File]]] = []
    for source in sources:
        trees.append([])
        try:
            listing = list_members(source)
            skipped += listing.skipped
            for member in listing.members:
                try:
                    file = _run_file(member)
                except UnpackedSizeError:
                    raise
                except DataError as error:
                    problems.append(error)
                    continue
                if file is None:
                    skipped.append(member.name)
                else:
                    path = RunPath(member.above, member.folders, run_stem(file.name))
                    trees[-1].append((path, file))
        except DataError as error:
            problems.append(error)
    names = run_names([[path for path, _ in tree] for tree in trees])
    added = []
    for tree, tree_names in zip(trees, names, strict=True):
        for (_, file), name in zip(tree, tree_names, strict=True):
            try:
                collection = _with_run(file, name, collection)
                added.append(name)
            except DataError as error:
                problems.append(error)
    return ReadNuggets(collection, tuple(added), tuple(problems), tuple(skipped))


def _run_file(member: Member) -> File | None:
    """A file if it is a nugget detection run, or on its own, so that it must be one."""
    opened = open_member(member)
    if opened is None:
        return None
    file, kind = opened
    # A submission to both subtasks counts as one of dialogue quality.
    is_run = kind in (Format.NTCIR_RUN, Format.NUGGET_RUN) and "nugget" in file.json[0]
    return file if is_run or not member.in_tree else None


def _with_run(file: File, name: str, collection: NuggetCollection | None) -> NuggetCollection:
    if collection is not None and name in collection.runs:
        raise file.error("", f"there is a run called {name} already", "Rename one of the two files")
    dialogues = {
        dialogue: _run_turns(file, f"dialogue {dialogue}", entry)
        for dialogue, entry in _entries(file, "nugget").items()
    }
    if collection is None:
        collection = NuggetCollection(name, tuple(dialogues), *_layout(dialogues), gold=None)
    else:
        dialogues = _in_order(file, dialogues, collection)
    values = np.concatenate([turns.values for turns in dialogues.values()])
    estimated, notes = _distributions(file, values)
    return replace(collection.with_runs({name: estimated}), notes=collection.notes + notes)


def _layout(
    dialogues: dict[str, _Turns],
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.bool_]]:
    """Position of the dialogue of each turn, and whether the customer speaks."""
    lengths = [len(turns.is_customer) for turns in dialogues.values()]
    return (
        np.repeat(np.arange(len(lengths)), lengths),
        np.concatenate([turns.is_customer for turns in dialogues.values()]),
    )


def _entries(file: File, wanted: str) -> dict[str, dict[str, Any]]:
    """The file's entries by id, each known to have the key that is wanted."""
    parsed = file.json
    if not isinstance(parsed, list):
        raise file.error("", "the JSON is not a list of dialogues", _SHAPE)
    if not parsed:
        raise file.error("", "the list of dialogues is empty", "Check that this is the right file")
    entries: dict[str, dict[str, Any]] = {}
    for number, entry in enumerate(parsed, start=1):
        place = f"entry {number}"
        if not isinstance(entry, dict):
            raise file.error(place, "this is not an object", _SHAPE)
        name = entry.get("id")
        if isinstance(name, bool) or not isinstance(name, str | int) or not str(name).strip():
            raise file.error(place, "there is no id", _SHAPE)
        if str(name) in entries:
            raise file.error(place, f"the id {name} appears twice", "Keep one of the two")
        if wanted not in entry:
            raise file.error(f"dialogue {name}", *_wrong_task(entry, wanted))
        entries[str(name)] = entry
    return entries


def _wrong_task(entry: dict[str, Any], wanted: str) -> tuple[str, str]:
    """Problem and remedy for an entry that lacks the key that is wanted."""
    if wanted == "nugget" and "annotations" in entry:
        return "this is a gold file, not a run", "Open it as the gold file"
    if wanted == "annotations" and "nugget" in entry:
        return "this is a run, not a gold file", "Open it as a run, and a gold file first"
    if "quality" in entry:
        return "this file is for dialogue quality", "Open the nugget detection file of the run"
    return f"there is no {wanted!r}; the JSON has another shape", _SHAPE


def _list(file: File, place: str, parent: Any, key: str) -> list[Any]:
    """The list under a key, which must be there and not be empty."""
    found = parent.get(key) if isinstance(parent, dict) else None
    if not isinstance(found, list):
        raise file.error(place, f"there is no list {key!r}", _SHAPE)
    if not found:
        raise file.error(place, f"the list {key!r} is empty", "Leave this dialogue out")
    return found


def _gold_turns(file: File, place: str, entry: dict[str, Any]) -> _Turns:
    senders: list[str] = []
    for number, turn in enumerate(_list(file, place, entry, "turns"), start=1):
        sender = turn.get("sender") if isinstance(turn, dict) else None
        if sender not in _SENDERS:
            raise file.error(
                f"{place}, turn {number}",
                f"the sender {sender!r} is unknown",
                f"Use {' or '.join(_SENDERS)}",
            )
        senders.append(sender)
    votes = np.zeros((len(senders), WIDTH))
    for number, annotation in enumerate(_list(file, place, entry, "annotations"), start=1):
        where = f"{place}, annotation {number}"
        labels = _list(file, where, annotation, "nugget")
        if len(labels) != len(senders):
            raise file.error(
                where,
                f"there are {len(labels)} nugget classes for {len(senders)} turns",
                "Give every turn one class",
            )
        for turn, (label, sender) in enumerate(zip(labels, senders, strict=True)):
            classes = _SENDERS[sender]
            if label not in classes:
                raise file.error(
                    f"{where}, turn {turn + 1}",
                    f"the class {label!r} is not one of a {sender} turn",
                    f"Use {', '.join(classes)}",
                )
            votes[turn, classes.index(label)] += 1
    return _Turns(np.array([sender == "customer" for sender in senders]), votes)


def _run_turns(file: File, place: str, entry: dict[str, Any]) -> _Turns:
    estimates = _list(file, place, entry, "nugget")
    is_customer = np.zeros(len(estimates), dtype=bool)
    values = np.zeros((len(estimates), WIDTH))
    for turn, estimate in enumerate(estimates):
        where = f"{place}, turn {turn + 1}"
        if not isinstance(estimate, dict) or not estimate:
            raise file.error(where, "there are no probabilities by class", _SHAPE)
        is_customer[turn] = next(iter(estimate)) in CUSTOMER_CLASSES
        sender = "customer" if is_customer[turn] else "helpdesk"
        classes = _SENDERS[sender]
        for label, value in estimate.items():
            if label not in CUSTOMER_CLASSES + HELPDESK_CLASSES:
                raise file.error(
                    where,
                    f"the class {label!r} is unknown",
                    f"Use {', '.join(CUSTOMER_CLASSES)} or {', '.join(HELPDESK_CLASSES)}",
                )
            if label not in classes:
                raise file.error(
                    where,
                    "there are classes of the customer's and of the helpdesk's turns",
                    "Give the classes of one side",
                )
            values[turn, classes.index(label)] = _number(file, f"{where}, class {label}", value)
        if not values[turn].any():
            raise file.error(where, "all probabilities are 0", "Give one class more than 0")
    return _Turns(is_customer, values)


def _number(file: File, place: str, value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise file.error(place, f"{value!r} is not a number", "Give a probability as a number")
    # NaN fails the comparison too, and a whole number too long for a float can be compared.
    if not 0 <= value <= 1 + FILE_SUM_TOLERANCE:
        raise file.error(
            place, f"{str(value)[:20]} is not a probability", "Give a number from 0 to 1"
        )
    return float(value)


def _in_order(
    file: File, dialogues: dict[str, _Turns], collection: NuggetCollection
) -> dict[str, _Turns]:
    """The run's dialogues in the gold's order; theirs must be the same dialogues and turns."""
    known = set(collection.ids)
    surplus = [name for name in dialogues if name not in known]
    missing = [name for name in collection.ids if name not in dialogues]
    if len(surplus) == len(dialogues):
        raise file.error(
            "",
            f"none of its ids is in {collection.name} (it has {some_of(surplus)})",
            "Check that the file belongs to this gold file",
        )
    if missing:
        raise file.error(
            "",
            f"{len(missing)} of {len(collection.ids)} dialogues are missing: {some_of(missing)}",
            "Add them; every dialogue of the gold file is needed once",
        )
    if surplus:
        raise file.error(
            f"dialogue {surplus[0]}",
            f"{len(surplus)} dialogues are not in the gold file: {some_of(surplus)}",
            "Remove them, or check that the file belongs to this gold file",
        )
    ordered = {name: dialogues[name] for name in collection.ids}
    starts = np.searchsorted(collection.dialogue, np.arange(1, len(collection.ids)))
    for (name, turns), gold in zip(
        ordered.items(), np.split(collection.is_customer, starts), strict=True
    ):
        if len(turns.is_customer) != len(gold):
            raise file.error(
                f"dialogue {name}",
                f"there are {len(turns.is_customer)} turns, but the gold has {len(gold)}",
                "Give an estimate for every turn",
            )
        other = np.flatnonzero(turns.is_customer != gold)
        if other.size:
            sender = "customer" if gold[other[0]] else "helpdesk"
            raise file.error(
                f"dialogue {name}, turn {other[0] + 1}",
                f"in the gold this is a {sender} turn",
                f"Use {', '.join(_SENDERS[sender])}",
            )
    return ordered


def _distributions(
    file: File, values: npt.NDArray[np.float64]
) -> tuple[Distributions, tuple[str, ...]]:
    """The turns' values divided by their sums, and a note if some sums were not 1."""
    sums = values.sum(axis=1)
    off = np.abs(sums - 1) > FILE_SUM_TOLERANCE + 1e-9
    notes: tuple[str, ...] = ()
    if off.any():
        notes = (
            f"{file.name}: the probabilities of {np.count_nonzero(off)} of {len(off)} turns sum "
            f"to between {sums[off].min():.3g} and {sums[off].max():.3g} instead of 1; they were "
            "divided by their sums, as the task's scorer does.",
        )
    return values / sums[:, None], notes
