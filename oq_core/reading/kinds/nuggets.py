"""NTCIR nugget detection: gold annotations and submissions, in JSON.

The gold is the same file as for dialogue quality; a run may be one file with it, or its own.
"""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from oq_core.data.distributions import Distributions
from oq_core.data.nuggets import CUSTOMER_CLASSES, HELPDESK_CLASSES, WIDTH, NuggetCollection
from oq_core.data.scores import counted
from oq_core.reading import budget as limits
from oq_core.reading.budget import Budget
from oq_core.reading.files import File, Source, decoded, read_source, run_stem
from oq_core.reading.format_record import ReadRun
from oq_core.reading.kinds.quality import entries_by_place
from oq_core.reading.rows import FILE_SUM_TOLERANCE, report_names, report_strangers, sums_to

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


def read_nugget_gold(source: Source) -> NuggetCollection:
    """Read an NTCIR gold file: votes and gold of every turn, no runs.

    Raises
    ------
    DataError
        If the file is not NTCIR nugget detection gold.

    Examples
    --------
    >>> from oq_core.reading import read_nugget_gold, template
    >>> read_nugget_gold(template("ntcir_quality_gold.json")).turn_ids[:2]
    ('dialogue1, turn 1', 'dialogue1, turn 2')
    """
    return decoded(*read_source(source), Budget()).read(nugget_gold)


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

    Examples
    --------
    >>> from oq_core.reading import read_nugget_run, template
    >>> read_nugget_run(template("ntcir_quality_run.json")).is_customer.tolist()
    [True, False, True, False]
    """
    return decoded(*read_source(source), Budget()).read(_read_run, collection)


def _read_run(file: File, collection: NuggetCollection | None) -> NuggetCollection:
    name = run_stem(file.name)
    report_names(file, "run", [name])
    dialogues, spoiled = _estimates(file)
    if collection is None:
        file.check()
        collection = NuggetCollection(name, tuple(dialogues), *_layout(dialogues), gold=None)
    elif name in collection.runs:
        raise file.error(f"there is a run called {name} already", "Rename one of the two files")
    estimated, notes = _distributions(file, _in_order(file, dialogues, spoiled, collection))
    return replace(collection.with_runs({name: estimated}), notes=collection.notes + notes)


def nugget_gold(file: File) -> NuggetCollection:
    """The nugget labels of an NTCIR gold file, as `read_nugget_gold`."""
    dialogues = dict[str, _Turns]()
    entries, _ = _entries(file, "annotations")
    for name, entry in entries.items():
        with file.reporting():
            dialogues[name] = _gold_turns(file, f"dialogue {name}", entry)
    report_names(file, "id", tuple(dialogues))
    file.check()
    votes = _values(file, dialogues)
    return NuggetCollection(
        file.stem,
        tuple(dialogues),
        *_layout(dialogues),
        gold=votes / votes.sum(axis=1, keepdims=True),
        votes=votes.astype(np.int64),
    )


def nugget_run(file: File, collection: NuggetCollection) -> ReadRun:
    """A run's distributions for the gold's turns.

    Raises
    ------
    DataError
        If the file cannot be used.
    """
    found, notes = _distributions(file, _in_order(file, *_estimates(file), collection))
    return ReadRun(nuggets=found, notes=notes)


def _estimates(file: File) -> tuple[dict[str, _Turns], dict[str, str]]:
    """The estimates by dialogue, and the dialogues that have a fault, by where they stand."""
    found = dict[str, _Turns]()
    entries, spoiled = _entries(file, "nugget")
    for name, entry in entries.items():
        place, before = f"dialogue {name}", file.faults.count
        with file.reporting():
            found[name] = _run_turns(file, place, entry)
        if file.faults.count > before:
            found.pop(name, None)
            spoiled[name] = place
    report_names(file, "id", tuple(found))
    return found, spoiled


def _layout(
    dialogues: dict[str, _Turns],
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.bool_]]:
    """Position of the dialogue of each turn, and whether the customer speaks."""
    lengths = [len(turns.is_customer) for turns in dialogues.values()]
    return (
        np.repeat(np.arange(len(lengths)), lengths),
        np.concatenate([turns.is_customer for turns in dialogues.values()]),
    )


def _entries(file: File, wanted: str) -> tuple[dict[str, dict[str, Any]], dict[str, str]]:
    """The file's dialogues by id, and the ids of those that cannot be used."""
    entries, spoiled = entries_by_place(file, wanted, _SHAPE, _wrong_task)
    return {str(entry["id"]): entry for entry in entries.values()}, spoiled


def _wrong_task(entry: dict[str, Any], wanted: str, _: int) -> tuple[str, str]:
    """Problem and remedy for a dialogue that lacks the key that is wanted."""
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
        raise file.error(f"there is no list {key!r}", _SHAPE, place)
    if not found:
        raise file.error(f"the list {key!r} is empty", "Leave this dialogue out", place)
    return found


def _gold_turns(file: File, place: str, entry: dict[str, Any]) -> _Turns:
    senders: list[str] = []
    for number, turn in enumerate(_list(file, place, entry, "turns"), start=1):
        sender = turn.get("sender") if isinstance(turn, dict) else None
        if not isinstance(sender, str) or sender not in _SENDERS:
            raise file.error(
                f"the sender {sender!r} is unknown",
                f"Use {' or '.join(_SENDERS)}",
                f"{place}, turn {number}",
            )
        senders.append(sender)
    votes = np.zeros((len(senders), WIDTH))
    for number, annotation in enumerate(_list(file, place, entry, "annotations"), start=1):
        where = f"{place}, annotation {number}"
        labels = []
        with file.reporting():
            labels = _list(file, where, annotation, "nugget")
            if len(labels) != len(senders):
                raise file.error(
                    f"it has a nugget class for {len(labels)} of {counted(len(senders), 'turn')}",
                    "Give every turn one class",
                    where,
                )
        if len(labels) != len(senders):
            continue
        for turn, (label, sender) in enumerate(zip(labels, senders, strict=True)):
            classes = _SENDERS[sender]
            if label not in classes:
                file.report(
                    f"the class {label!r} is not one of a {sender} turn",
                    f"Use {', '.join(classes)}",
                    f"{where}, turn {turn + 1}",
                )
                continue
            votes[turn, classes.index(label)] += 1
    return _Turns(np.array([sender == "customer" for sender in senders]), votes)


def _run_turns(file: File, place: str, entry: dict[str, Any]) -> _Turns:
    estimates = _list(file, place, entry, "nugget")
    is_customer = np.zeros(len(estimates), dtype=bool)
    values = np.zeros((len(estimates), WIDTH))
    for turn, estimate in enumerate(estimates):
        where = f"{place}, turn {turn + 1}"
        with file.reporting():
            if not isinstance(estimate, dict) or not estimate:
                raise file.error("there are no probabilities by class", _SHAPE, where)
            is_customer[turn] = next(iter(estimate)) in CUSTOMER_CLASSES
            sender = "customer" if is_customer[turn] else "helpdesk"
            classes = _SENDERS[sender]
            for label, value in estimate.items():
                if label not in CUSTOMER_CLASSES + HELPDESK_CLASSES:
                    raise file.error(
                        f"the class {label!r} is unknown",
                        f"Use {', '.join(CUSTOMER_CLASSES)} or {', '.join(HELPDESK_CLASSES)}",
                        where,
                    )
                if label not in classes:
                    raise file.error(
                        "there are classes of the customer's and of the helpdesk's turns",
                        "Give the classes of one side",
                        where,
                    )
                number = _number(file, f"{where}, class {label}", value)
                values[turn, classes.index(label)] = number
            if not values[turn].any():
                raise file.error("all probabilities are 0", "Give one class more than 0", where)
    return _Turns(is_customer, values)


def _number(file: File, place: str, value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise file.error(f"{value!r} is not a number", "Give a probability as a number", place)
    # NaN fails the comparison too, and a whole number too long for a float can be compared.
    if not 0 <= value <= 1 + FILE_SUM_TOLERANCE:
        raise file.error(
            f"{str(value)[:20]} is not a probability", "Give a number from 0 to 1", place
        )
    return float(value)


def _in_order(
    file: File,
    dialogues: dict[str, _Turns],
    spoiled: dict[str, str],
    collection: NuggetCollection,
) -> npt.NDArray[np.float64]:
    """The run's values (T, 4) in the gold's order; it must have the same dialogues and turns."""
    ours = {name: f"dialogue {name}" for name in dialogues} | dict.fromkeys(spoiled, "")
    ids, words = collection.ids, "the dialogue is not in the gold file"
    report_strangers(file, ours, ids, ids, thing="dialogue", words=words)
    starts = np.searchsorted(collection.dialogue, np.arange(1, len(collection.ids)))
    for name, gold in zip(collection.ids, np.split(collection.is_customer, starts), strict=True):
        if name in dialogues:
            _report_turns(file, name, dialogues[name].is_customer, gold)
    file.check()
    return _values(file, {name: dialogues[name] for name in collection.ids})


def _report_turns(
    file: File, name: str, turns: npt.NDArray[np.bool_], gold: npt.NDArray[np.bool_]
) -> None:
    """Report the turns of a dialogue that are not those of the gold."""
    if len(turns) != len(gold):
        file.report(
            f"it has {counted(len(turns), 'turn')}, but the gold has {len(gold)}",
            "Give an estimate for every turn",
            f"dialogue {name}",
        )
        return
    for turn in np.flatnonzero(turns != gold):
        sender = "customer" if gold[turn] else "helpdesk"
        file.report(
            f"in the gold this is a {sender} turn",
            f"Use {', '.join(_SENDERS[sender])}",
            f"dialogue {name}, turn {turn + 1}",
        )


def _values(file: File, dialogues: dict[str, _Turns]) -> npt.NDArray[np.float64]:
    """The numbers of all turns, one after the other."""
    count = sum(len(turns.values) for turns in dialogues.values())
    limits.check_count(file.name, count, limits.MAX_INSTANCES, "turns")
    file.budget.keep(file.name, count, WIDTH)
    return np.concatenate([turns.values for turns in dialogues.values()])


def _distributions(
    file: File, values: npt.NDArray[np.float64]
) -> tuple[Distributions, tuple[str, ...]]:
    """The turns' values divided by their sums, and a note if some sums were not 1."""
    sums = values.sum(axis=1)
    off = ~sums_to(sums, 1)
    notes: tuple[str, ...] = ()
    if off.any():
        notes = (
            f"{file.name}: the probabilities of {np.count_nonzero(off)} of "
            f"{counted(len(off), 'turn')} sum to between {sums[off].min():.3g} and "
            f"{sums[off].max():.3g} instead of 1; they were divided by their sums, as the task's "
            "scorer does.",
        )
    return values / sums[:, None], notes
