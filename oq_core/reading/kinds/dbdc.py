"""Dialogue Breakdown Detection Challenge: a JSON file for each dialogue.

An instance is a system turn: ``<dialogue-id>_<turn-index>``. Its classes say how surely the
dialogue breaks down there.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import Any

import numpy as np

from oq_core.data.arrays import votes_in
from oq_core.data.scores import are, counted
from oq_core.reading.files import File
from oq_core.reading.format_record import (
    Beginning,
    Format,
    ReadGold,
    ReadRun,
    estimate_of,
    one_scale,
    only_collection,
    texts_of,
)
from oq_core.reading.numbers import number_of
from oq_core.reading.rows import Rows, in_places

#: Not a breakdown, possibly one, breakdown.
CLASSES = ("O", "T", "X")

_DIALOGUE = '{"dialogue-id", "turns": [{"turn-index", "annotations": [{"breakdown": "O"}]}]}'
_LABELS = '{"dialogue-id", "turns": [{"turn-index", "labels": [{"prob-O", "prob-T", "prob-X"}]}]}'


@dataclass(frozen=True)
class Dialogue:
    """One dialogue's turns, by their instance ids: classes that were chosen, or probabilities."""

    name: str
    turns: dict[str, list[float]]
    places: tuple[str, ...]


def read_dialogue(file: File) -> Dialogue:
    """What was chosen for a dialogue's annotated turns, by position; others are left out.

    Raises
    ------
    DataError
        If the file is not a DBDC dialogue.
    """
    return _dialogue(file, "annotations", _chosen, _DIALOGUE)


def read_labels(file: File) -> Dialogue:
    """Estimated probabilities of a dialogue's labelled turns.

    Raises
    ------
    DataError
        If the file is not a run's labels of a dialogue.
    """
    return _dialogue(file, "labels", _probabilities, _LABELS)


def together(file: File, dialogues: Iterable[Dialogue], *, are_chosen: bool = False) -> Rows:
    """Dialogues as rows of one collection or run.

    Parameters
    ----------
    file : File
        What they came in.
    dialogues : iterable of Dialogue
    are_chosen : bool
        Whether turns have the classes that were chosen, not probabilities.

    Raises
    ------
    DataError
        If no turn is annotated, or one is there twice.
    """
    found = list(dialogues)
    ids = tuple(name for dialogue in found for name in dialogue.turns)
    if not ids:
        raise file.error(
            "no turn of any dialogue has annotations or labels",
            "Check that these are the right files",
        )
    turns = [each for dialogue in found for each in dialogue.turns.values()]
    places = tuple(place for dialogue in found for place in dialogue.places)
    if not are_chosen:
        return Rows(file, ids, places, CLASSES, np.array(turns))
    ratings = in_places(file, [[int(code) for code in turn] for turn in turns])
    votes = votes_in(ratings, len(CLASSES)).astype(np.float64)
    return Rows(file, ids, places, CLASSES, votes, ratings=ratings)


def scored_only(rows: Rows, ids: Sequence[str]) -> tuple[Rows, int]:
    """The rows without those turns of the gold's dialogues that the gold does not score.

    Returns
    -------
    tuple of Rows and int
        And how many there were.
    """
    scored, dialogues = set(ids), {name.rpartition("_")[0] for name in ids}
    kept = [
        row
        for row, name in enumerate(rows.ids)
        if name in scored or name.rpartition("_")[0] not in dialogues
    ]
    if len(kept) in (0, len(rows.ids)):
        return rows, 0
    return rows.only(kept), len(rows.ids) - len(kept)


def _dialogue(file: File, key: str, values_of: Any, shape: str) -> Dialogue:
    parsed = file.json
    if not isinstance(parsed, dict) or not isinstance(parsed.get("turns"), list):
        raise file.error("there is no list of turns", f"A dialogue is {shape}")
    # The challenge names a run's files by their dialogues.
    name = parsed.get("dialogue-id", PurePath(file.name).name.split(".")[0])
    if isinstance(name, bool) or not isinstance(name, str | int) or not str(name).strip():
        raise file.error("the dialogue-id is not text", f"A dialogue is {shape}")
    turns: dict[str, list[float]] = {}
    places = []
    for number, turn in enumerate(parsed["turns"], start=1):
        with file.reporting():
            if not isinstance(turn, dict):
                raise file.error(
                    "this is not an object", f"A dialogue is {shape}", f"turn {number}"
                )
            entries = turn.get(key, [])
            if not isinstance(entries, list):
                raise file.error(
                    f"{key!r} is not a list", f"A dialogue is {shape}", f"turn {number}"
                )
            if not entries:
                continue
            index = turn.get("turn-index")
            if isinstance(index, bool) or not isinstance(index, int | str):
                raise file.error("there is no turn-index", "Add it", f"turn {number}")
            place = f"turn-index {index}"
            if f"{name}_{index}" in turns:
                raise file.error("the turn-index is there twice", "Keep one of the two", place)
            turns[f"{name}_{index}"] = values_of(file, place, entries)
            places.append(f"{file.name}, {place}")
    return Dialogue(str(name), turns, tuple(places))


def _chosen(file: File, place: str, annotations: list[Any]) -> list[float]:
    codes = []
    for number, annotation in enumerate(annotations, start=1):
        label = annotation.get("breakdown") if isinstance(annotation, dict) else None
        if not isinstance(label, str) or label not in CLASSES:
            file.report(
                f"the breakdown {label!r} is unknown",
                f"Use {', '.join(CLASSES)}",
                f"{place}, annotation {number}",
            )
            continue
        codes.append(float(CLASSES.index(label)))
    return codes


def _probabilities(file: File, place: str, labels: list[Any]) -> list[float]:
    if len(labels) != 1 or not isinstance(labels[0], dict):
        raise file.error(
            f"the labels are {counted(len(labels), 'entry', 'entries')}, not one object",
            "Give one",
            place,
        )
    values = []
    for name in CLASSES:
        value = labels[0].get(f"prob-{name}")
        if (number := number_of(value)) is None:
            problem = f"prob-{name} is {value!r:.20}, not a number"
            raise file.error(problem, "Give all three probabilities", place)
        values.append(number)
    return values


def _turns(start: Beginning) -> list[dict[str, Any]] | None:
    """The turns of a dialogue, or None if the file is none."""
    parsed = start.json
    if not isinstance(parsed, dict) or not isinstance(parsed.get("turns"), list):
        return None
    return [turn for turn in parsed["turns"] if isinstance(turn, dict)]


def _is_labels(start: Beginning) -> bool:
    turns = _turns(start) or []
    return any("labels" in turn for turn in turns) and not any(
        "annotations" in turn for turn in turns
    )


def _gold(whole: File, dialogues: Sequence[Dialogue]) -> ReadGold:
    return one_scale(together(whole, dialogues, are_chosen=True), GOLD.name, are_votes=True)


def _run(whole: File, dialogues: Sequence[Dialogue], gold: ReadGold) -> ReadRun:
    _, collection = only_collection(whole, gold)
    rows, unscored = scored_only(together(whole, dialogues), collection.ids)
    estimate = estimate_of(rows, gold)
    if not unscored:
        return estimate
    note = (
        f"{whole.name}: {counted(unscored, 'turn')} that the gold does not score "
        f"{are(unscored)} left out."
    )
    return replace(estimate, notes=(note, *estimate.notes))


GOLD = Format(
    "DBDC dialogues",
    "DBDC dialogues (a ZIP, or JSON files)",
    lambda start: _turns(start) is not None and not _is_labels(start),
    gold=_gold,
    fixes_order=True,
    part=read_dialogue,
    suffixes=(".json",),
    templates=texts_of("DIALOGUE1.json"),
)

RUN = Format(
    "DBDC labels",
    "DBDC labels (a ZIP, or JSON files)",
    _is_labels,
    run=_run,
    part=read_labels,
    suffixes=(".json",),
    templates=texts_of("DIALOGUE1.labels.json"),
)
