"""NTCIR dialogues as formats: gold and submissions for quality, for nuggets, or for both.

As used by STC-3 (NTCIR-14), DialEval-1 (NTCIR-15) and DialEval-2 (NTCIR-16).
"""

from typing import Any

from oq_core.data.collection import DataError
from oq_core.reading.files import File
from oq_core.reading.format_record import (
    Beginning,
    Format,
    ReadGold,
    ReadRun,
    WrongTaskError,
    texts_of,
)
from oq_core.reading.kinds.nuggets import nugget_gold, nugget_run
from oq_core.reading.kinds.quality import quality_gold, quality_run


def _dialogues(parsed: Any) -> list[Any]:
    """The entries of an NTCIR file, if the JSON is a list of objects; else none."""
    is_list = isinstance(parsed, list) and parsed and isinstance(parsed[0], dict)
    return parsed if is_list else []


def _parts(parsed: Any) -> set[str]:
    """Which of the tasks any dialogue of the file has gold or estimates of."""
    found: set[str] = set()
    for entry in _dialogues(parsed):
        annotations = entry.get("annotations") if isinstance(entry, dict) else None
        for part in annotations if isinstance(annotations, list) else [entry]:
            if isinstance(part, dict):
                found |= part.keys() & {"quality", "nugget"}
    return found


def _is_gold(start: Beginning) -> bool:
    return any("annotations" in entry for entry in _dialogues(start.json)[:1])


def _is_nugget_gold(start: Beginning) -> bool:
    return _is_gold(start) and _parts(start.json) == {"nugget"}


def _is_run(start: Beginning) -> bool:
    entries = _dialogues(start.json)
    # Records of ratings may have one that is called so.
    is_rating = bool(entries) and isinstance(entries[0].get("quality"), str | int | float | list)
    are_shares = bool(entries) and not is_rating and "quality" in _parts(entries)
    return are_shares and "annotations" not in entries[0]


def _is_nugget_run(start: Beginning) -> bool:
    entries = _dialogues(start.json)
    return bool(entries) and "annotations" not in entries[0] and _parts(entries) == {"nugget"}


def _gold(file: File) -> ReadGold:
    collections = quality_gold(file, GOLD.name)
    if "nugget" not in _parts(file.json):
        return ReadGold(collections)
    try:
        return ReadGold(collections, file.again().read(nugget_gold))
    except DataError as error:
        return ReadGold(collections, None, (f"Nugget labels are left out: {error}",))


def _run(file: File, gold: ReadGold) -> ReadRun:
    """The parts of a submission that the gold is for; a bad part does not lose the other."""
    parts = _parts(file.json)
    # With no gold at all, the first part says that it is missing.
    wants_quality = bool(gold.collections) or gold.nuggets is None
    found, problems = list[ReadRun](), list[DataError]()
    if wants_quality and (parts != {"nugget"} or gold.nuggets is None):
        _try(lambda: file.again().read(quality_run, gold), found, problems)
    nuggets = gold.nuggets
    if nuggets is not None and ("nugget" in parts or not wants_quality):
        _try(lambda: file.again().read(nugget_run, nuggets), found, problems)
    is_other_task = ("nugget" if wants_quality else "quality") in parts and len(parts) == 1
    if not found:
        kind = WrongTaskError if is_other_task else type(problems[0])
        raise kind(*(fault for error in problems for fault in error.faults))
    return ReadRun(
        {scale: values for each in found for scale, values in each.distributions.items()},
        nuggets=next((each.nuggets for each in found if each.nuggets is not None), None),
        notes=tuple(note for each in found for note in each.notes),
        problems=tuple(problems),
        missing={scale: which for each in found for scale, which in each.missing.items()},
    )


def _try(read: Any, found: list[ReadRun], problems: list[DataError]) -> None:
    try:
        found.append(read())
    except DataError as error:
        problems.append(error)


def _is_a_run(file: File) -> DataError:
    """The error for a run that was opened as gold: it says which gold is missing."""
    try:
        quality_gold(file, GOLD.name)
    except DataError as error:
        return error
    return file.error("this is a run, not a gold file", "Open it as a run")


_ENTRIES = {"id": "id", "turns": "turns"}
_OF_GOLD = _ENTRIES | {"annotations": "rating"}
_OF_RUN = _ENTRIES | {"quality": "shares", "nugget": "shares"}

GOLD = Format(
    "NTCIR dialogue quality gold",
    "NTCIR dialogue quality and nuggets (JSON)",
    _is_gold,
    gold=_gold,
    entries=_OF_GOLD,
    fixes_order=True,
    suffixes=(".json",),
    templates=texts_of("ntcir_quality_gold.json"),
)

RUN = Format(
    "NTCIR dialogue quality submission",
    "NTCIR submissions for dialogue quality and nuggets (JSON)",
    _is_run,
    run=_run,
    entries=_OF_RUN,
    suffixes=(".json",),
    not_gold=_is_a_run,
    templates=texts_of("ntcir_quality_run.json"),
)

NUGGET_GOLD = Format(
    "NTCIR nugget gold",
    "NTCIR nugget labels alone (JSON)",
    _is_nugget_gold,
    gold=lambda file: ReadGold({}, nugget_gold(file)),
    entries=_OF_GOLD,
    suffixes=(".json",),
    is_beside=True,
)

NUGGET_RUN = Format(
    "NTCIR nugget submission",
    "NTCIR submissions for nuggets alone (JSON)",
    _is_nugget_run,
    run=_run,
    entries=_OF_RUN,
    suffixes=(".json",),
    not_gold=_is_a_run,
)
