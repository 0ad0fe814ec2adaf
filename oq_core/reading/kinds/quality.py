"""NTCIR dialogue quality: gold annotations and submissions, in JSON.

As used by STC-3 (NTCIR-14), DialEval-1 (NTCIR-15) and DialEval-2 (NTCIR-16).
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from oq_core.data.collection import Collection
from oq_core.reading import budget as limits
from oq_core.reading.files import File
from oq_core.reading.record import Estimate, ReadGold, estimate_by_scale
from oq_core.reading.rows import Rows, some_of

#: Dialogue quality ratings, lowest first.
RATINGS = ("-2", "-1", "0", "1", "2")

_SHAPE = (
    'The gold is a list of {"id", "annotations": [{"quality": …}]}, a run a list of '
    '{"id", "quality": {"A": {"-2": p, …}}}'
)


def quality_gold(file: File, kind: str) -> dict[str, Collection]:
    """A collection for each scale of a gold file, as `read_gold` reads it.

    Raises
    ------
    DataError
        If the file is not NTCIR dialogue quality gold.
    """
    return {
        scale: Collection(
            f"{file.stem} {scale}",
            rows.classes,
            rows.ids,
            rows.values / rows.values.sum(axis=1, keepdims=True),
            votes=rows.values.astype(np.int64),
            format=kind,
        )
        for scale, rows in read_gold(file).items()
    }


def quality_run(file: File, gold: ReadGold) -> Estimate:
    """A submission's distributions for those scales that the gold has too.

    Raises
    ------
    DataError
        If the file is not an NTCIR dialogue quality submission, or not one for this gold.
    """
    scales = read_run(file)
    if not gold.collections:
        raise file.error(
            "",
            "this is a submission (run), and no gold is open",
            "Open the gold annotations first; runs are matched with them by id",
        )
    shared = {scale: rows for scale, rows in scales.items() if scale in gold.collections}
    if not shared:
        raise file.error(
            "",
            f"it has no scale of the gold: it has {some_of(list(scales)) or 'none'}, "
            f"the gold has {', '.join(gold.collections)}",
            "Check that the file belongs to this gold file",
        )
    return estimate_by_scale(shared, gold)


def read_gold(file: File) -> dict[str, Rows]:
    """Vote counts by scale from a gold file.

    Raises
    ------
    DataError
        If the file is not NTCIR dialogue quality gold.
    """
    entries = entries_by_place(file, "annotations", _SHAPE, _wrong_task)
    places, scales = tuple(entries), _gold_scales(file, entries)
    ids = tuple(str(entry["id"]) for entry in entries.values())
    file.budget.keep(file.name, len(scales), len(ids), len(RATINGS))
    votes = {scale: np.zeros((len(ids), len(RATINGS))) for scale in scales}
    for row, (place, entry) in enumerate(entries.items()):
        for number, annotation in enumerate(entry["annotations"], start=1):
            where = f"{place}, annotation {number}"
            quality = _object(file, where, annotation, "quality")
            for scale in scales:
                if scale not in quality:
                    raise file.error(
                        where,
                        f"there is no {scale} rating, which other annotations have",
                        "Add it; every annotation needs every scale",
                    )
                votes[scale][row, _rating(file, f"{where}, scale {scale}", quality[scale])] += 1
    return {scale: Rows(file, ids, places, RATINGS, votes[scale]) for scale in scales}


def read_run(file: File) -> dict[str, Rows]:
    """Estimated probabilities by scale from a submission.

    A scale that the file has for no dialogue at all is not in the result.

    Raises
    ------
    DataError
        If the file is not an NTCIR dialogue quality submission.
    """
    entries = entries_by_place(file, "quality", _SHAPE, _wrong_task)
    places = tuple(entries)
    ids = tuple(str(entry["id"]) for entry in entries.values())
    qualities = {place: _object(file, place, entry, "quality") for place, entry in entries.items()}
    # A dictionary keeps the file's order of scales.
    scales = list(dict.fromkeys(scale for quality in qualities.values() for scale in quality))
    limits.check_count(file.name, len(scales), limits.MAX_SCALES, "scales", _SHAPE)
    file.budget.keep(file.name, len(scales), len(ids), len(RATINGS))
    rows = {}
    for scale in scales:
        values = np.zeros((len(ids), len(RATINGS)))
        for row, (place, quality) in enumerate(qualities.items()):
            estimate = _object(file, place, quality, scale)
            for label, value in estimate.items():
                where = f"{place}, scale {scale}"
                if label not in RATINGS:
                    raise file.error(
                        where, f"the class {label!r} is unknown", f"Use {', '.join(RATINGS)}"
                    )
                values[row, RATINGS.index(label)] = _number(file, f"{where}, class {label}", value)
        in_scale = tuple(f"{place}, scale {scale}" for place in places)
        rows[scale] = Rows(file, ids, in_scale, RATINGS, values)
    return rows


def entries_by_place(
    file: File,
    wanted: str,
    shape: str,
    wrong_task: Callable[[dict[str, Any], str, int], tuple[str, str]],
) -> dict[str, dict[str, Any]]:
    """The dialogues of an NTCIR file by place, each known to have an id and the key wanted.

    Parameters
    ----------
    file : File
    wanted : str
        The key that every dialogue must have.
    shape : str
        The remedy for a file of another shape.
    wrong_task : callable
        Problem and remedy for a dialogue without the key, given it, the key and the number of
        dialogues.

    Raises
    ------
    DataError
        If the file is no list of such dialogues.
    """
    parsed = file.json
    if not isinstance(parsed, list):
        raise file.error("", "the JSON is an object, not a list of dialogues", shape)
    if not parsed:
        raise file.error("", "the list of dialogues is empty", "Check that this is the right file")
    entries: dict[str, dict[str, Any]] = {}
    for number, entry in enumerate(parsed, start=1):
        if not isinstance(entry, dict):
            raise file.error(f"entry {number}", "this is not an object", shape)
        name = entry.get("id")
        if isinstance(name, bool) or not isinstance(name, str | int) or not str(name).strip():
            raise file.error(f"entry {number}", "there is no id", shape)
        place = f"dialogue {name}"
        if place in entries:
            raise file.error(
                f"entry {number}", f"the id {name} appears twice", "Keep one of the two"
            )
        if wanted not in entry:
            raise file.error(place, *wrong_task(entry, wanted, len(parsed)))
        entries[place] = entry
    return entries


def _wrong_task(entry: dict[str, Any], wanted: str, count: int) -> tuple[str, str]:
    """Problem and remedy for an entry that lacks the key that is wanted."""
    if wanted == "quality" and "annotations" in entry:
        return "this is a gold file, not a run", "Open it as the gold file"
    if wanted == "annotations" and "quality" in entry:
        return "this is a run, not a gold file", (
            "Open it as a run, after the gold annotations of its dialogues, which are missing "
            f'({count:,} of them, as a list of {{"id", "annotations": [{{"quality": …}}]}})'
        )
    if wanted == "annotations" and "nugget" in entry:
        return "this is a run for nugget detection, not a gold file", (
            "Open the gold annotations of its dialogues, which are missing "
            f'({count:,} of them, as a list of {{"id", "annotations": [{{"quality": …}}]}}), '
            "and then the dialogue quality file of the run"
        )
    if "nugget" in entry:
        return "this file is for nugget detection", "Open the dialogue quality file of the run"
    return f"there is no {wanted!r}; the JSON has another shape", _SHAPE


def _gold_scales(file: File, entries: dict[str, dict[str, Any]]) -> list[str]:
    """The scales that any annotation has, in order of first appearance."""
    scales: dict[str, None] = {}
    for place, entry in entries.items():
        annotations = entry["annotations"]
        if not isinstance(annotations, list) or not annotations:
            raise file.error(place, "there are no annotations", "Leave this dialogue out")
        for number, annotation in enumerate(annotations, start=1):
            where = f"{place}, annotation {number}"
            if isinstance(annotation, dict) and annotation.keys() & {"nugget", "quality"} == {
                "nugget"
            }:
                raise file.error(
                    where,
                    "this file is for nugget detection",
                    "Open the dialogue quality annotations: this annotation has none",
                )
            scales.update(dict.fromkeys(_object(file, where, annotation, "quality")))
            limits.check_count(file.name, len(scales), limits.MAX_SCALES, "scales", _SHAPE)
    if not scales:
        raise file.error("", "there are no ratings", _SHAPE)
    return list(scales)


def _object(file: File, place: str, parent: Any, key: str) -> dict[str, Any]:
    """The object under a key, which must be there."""
    if not isinstance(parent, dict) or not isinstance(parent.get(key), dict):
        raise file.error(place, f"there is no object {key!r}", _SHAPE)
    found: dict[str, Any] = parent[key]
    return found


def _rating(file: File, place: str, value: Any) -> int:
    """The class number of a rating; some copies of the data hold ratings as text."""
    text = str(value).strip()
    if isinstance(value, bool) or text not in RATINGS:
        raise file.error(
            place, f"the rating {value!r} is unknown", f"Use one of {', '.join(RATINGS)}"
        )
    return RATINGS.index(text)


def _number(file: File, place: str, value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise file.error(place, f"{value!r} is not a number", "Give a probability as a number")
    try:
        return float(value)
    except OverflowError:
        raise file.error(place, "the number is too large", "Give a probability") from None
