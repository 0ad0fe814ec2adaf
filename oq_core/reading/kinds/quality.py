"""NTCIR dialogue quality: gold annotations and submissions, in JSON.

As used by STC-3 (NTCIR-14), DialEval-1 (NTCIR-15) and DialEval-2 (NTCIR-16).
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from oq_core.data.arrays import votes_in
from oq_core.data.collection import Collection
from oq_core.reading import budget as limits
from oq_core.reading.files import File
from oq_core.reading.format_record import ReadGold, ReadRun, check_gold_is_open, estimate_by_scale
from oq_core.reading.numbers import number_of
from oq_core.reading.rows import Rows, in_places, report_names, some_of

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
            ratings=rows.ratings,
        )
        for scale, rows in read_gold(file).items()
    }


def quality_run(file: File, gold: ReadGold) -> ReadRun:
    """A submission's distributions for those scales that the gold has too.

    Raises
    ------
    DataError
        If the file is not an NTCIR dialogue quality submission, or not one for this gold.
    """
    scales = read_run(file)
    check_gold_is_open(file, gold)
    shared = {scale: rows for scale, rows in scales.items() if scale in gold.collections}
    if not shared:
        raise file.error(
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
    entries, _ = entries_by_place(file, "annotations", _SHAPE, _wrong_task)
    places, scales = tuple(entries), _gold_scales(file, entries)
    file.check()
    ids = tuple(str(entry["id"]) for entry in entries.values())
    file.budget.keep(file.name, len(scales), len(ids), len(RATINGS))
    ratings: dict[str, list[list[int]]] = {scale: [[] for _ in ids] for scale in scales}
    for row, (place, entry) in enumerate(entries.items()):
        for number, annotation in enumerate(entry["annotations"], start=1):
            where = f"{place}, annotation {number}"
            quality = _object(file, where, annotation, "quality")
            for scale in scales:
                with file.reporting():
                    if scale not in quality:
                        raise file.error(
                            f"there is no {scale} rating, which other annotations have",
                            "Add it; every annotation needs every scale",
                            where,
                        )
                    code = _rating(file, f"{where}, scale {scale}", quality[scale])
                    ratings[scale][row].append(code)
    report_names(file, "scale", scales)
    report_names(file, "id", ids, places)
    file.check()
    found = {scale: in_places(file, each) for scale, each in ratings.items()}
    return {
        scale: Rows(
            file, ids, places, RATINGS, votes_in(each, len(RATINGS)).astype(np.float64),
            ratings=each,
        )
        for scale, each in found.items()
    }  # fmt: skip


def read_run(file: File) -> dict[str, Rows]:
    """Estimated probabilities by scale from a submission.

    A scale that the file has for no dialogue at all is not in the result.

    Raises
    ------
    DataError
        If the file is not an NTCIR dialogue quality submission.
    """
    entries, spoiled = entries_by_place(file, "quality", _SHAPE, _wrong_task)
    qualities = dict[str, dict[str, Any]]()
    for place, entry in entries.items():
        with file.reporting():
            qualities[place] = _object(file, place, entry, "quality")
            continue
        spoiled[str(entry["id"])] = place
    # A dictionary keeps the file's order of scales.
    scales = list(dict.fromkeys(scale for quality in qualities.values() for scale in quality))
    limits.check_count(file.name, len(scales), limits.MAX_SCALES, "scales", _SHAPE)
    file.budget.keep(file.name, len(scales), len(qualities), len(RATINGS))
    return {
        scale: _scale(
            file,
            scale,
            {place: (str(entries[place]["id"]), found) for place, found in qualities.items()},
            spoiled,
        )
        for scale in scales
    }


def _scale(
    file: File,
    scale: str,
    qualities: dict[str, tuple[str, dict[str, Any]]],
    spoiled: dict[str, str],
) -> Rows:
    """The estimates of one scale, of each dialogue by its place."""
    values, spoiled = np.zeros((len(qualities), len(RATINGS))), dict(spoiled)
    ids, places = list[str](), list[str]()
    for place, (name, quality) in qualities.items():
        where, before, row = f"{place}, scale {scale}", file.faults.count, len(ids)
        with file.reporting():
            for label, value in _object(file, place, quality, scale).items():
                if label in RATINGS:
                    number = _number(file, f"{where}, class {label}", value)
                    values[row, RATINGS.index(label)] = number
                else:
                    remedy = f"Use {', '.join(RATINGS)}"
                    file.report(f"the class {label!r} is unknown", remedy, where)
        if file.faults.count > before:
            spoiled[name], values[row] = where, 0
        else:
            ids.append(name)
            places.append(where)
    return Rows(file, tuple(ids), tuple(places), RATINGS, values[: len(ids)], spoiled=spoiled)


def entries_by_place(
    file: File,
    wanted: str,
    shape: str,
    wrong_task: Callable[[dict[str, Any], str, int], tuple[str, str]],
) -> tuple[dict[str, dict[str, Any]], dict[str, str]]:
    """The dialogues of an NTCIR file by place, each known to have an id and the key wanted.

    Those without are reported; the second mapping has their ids, and where they stand.

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
        If the file is no list of such dialogues, or none has the key.
    """
    parsed = file.json
    if not isinstance(parsed, list):
        raise file.error("the JSON is an object, not a list of dialogues", shape)
    if not parsed:
        raise file.error("the list of dialogues is empty", "Check that this is the right file")
    entries: dict[str, dict[str, Any]] = {}
    spoiled: dict[str, str] = {}
    is_any = any(isinstance(entry, dict) and wanted in entry for entry in parsed)
    for number, entry in enumerate(parsed, start=1):
        if not isinstance(entry, dict):
            file.report("this is not an object", shape, f"entry {number}")
            continue
        name = entry.get("id")
        if isinstance(name, bool) or not isinstance(name, str | int) or not str(name).strip():
            file.report("there is no id", shape, f"entry {number}")
            continue
        place = f"dialogue {name}"
        if place in entries or str(name) in spoiled:
            file.report(f"the id {name} appears twice", "Keep one of the two", f"entry {number}")
        elif wanted in entry:
            entries[place] = entry
        elif is_any:
            file.report(*wrong_task(entry, wanted, len(parsed)), place)
            spoiled[str(name)] = place
        else:
            raise file.error(*wrong_task(entry, wanted, len(parsed)), place)
    if not entries:
        file.check()
    return entries, spoiled


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
            file.report("there are no annotations", "Leave this dialogue out", place)
            continue
        for number, annotation in enumerate(annotations, start=1):
            where = f"{place}, annotation {number}"
            if isinstance(annotation, dict) and annotation.keys() & {"nugget", "quality"} == {
                "nugget"
            }:
                raise file.error(
                    "this file is for nugget detection",
                    "Open the dialogue quality annotations: this annotation has none",
                    where,
                )
            with file.reporting():
                scales.update(dict.fromkeys(_object(file, where, annotation, "quality")))
            limits.check_count(file.name, len(scales), limits.MAX_SCALES, "scales", _SHAPE)
    if not scales:
        file.check()
        raise file.error("there are no ratings", _SHAPE)
    return list(scales)


def _object(file: File, place: str, parent: Any, key: str) -> dict[str, Any]:
    """The object under a key, which must be there."""
    if not isinstance(parent, dict) or not isinstance(parent.get(key), dict):
        raise file.error(f"there is no object {key!r}", _SHAPE, place)
    found: dict[str, Any] = parent[key]
    return found


def _rating(file: File, place: str, value: Any) -> int:
    """The class number of a rating; some copies of the data hold ratings as text."""
    text = str(value).strip()
    if isinstance(value, bool) or text not in RATINGS:
        raise file.error(
            f"the rating {value!r} is unknown", f"Use one of {', '.join(RATINGS)}", place
        )
    return RATINGS.index(text)


def _number(file: File, place: str, value: Any) -> float:
    """A number of the JSON; 0 where there is none, which is reported."""
    if (number := number_of(value)) is None:
        file.report(f"{value!r} is not a number", "Give a probability as a number", place)
    return number or 0
