"""Tables as tools for rating and surveys write them, unfolded into rows of item, rater and ratings.

Potato has a column for each option (``quality:::4``), Argilla lists in cells
(``quality.responses``), Qualtrics and LimeSurvey a row for each respondent and a column for each
question. Mechanical Turk and Label Studio have a row for each rating: see `known_names.txt`.
"""

import csv
import json
import re
from collections.abc import Iterator
from itertools import chain, zip_longest

#: A row's place, and its cells.
Rows = Iterator[tuple[int, list[str]]]

_OPTION, _LISTED, _WHO = ":::", ".responses", ".responses.users"
#: Where LimeSurvey and Qualtrics say who answered, by a column that each of them alone has.
_RESPONDENTS = {"lastpage": "id", "recordeddate": "responseid", "responseid": "responseid"}
#: A question's column: Q3 and Q3_1, G01Q02 and G01Q02[SQ001].
_QUESTION = re.compile(r"(?:G\d+)?Q\d+(?:_\d+)?(?:\[\w+\])?", re.IGNORECASE)


def unfolded(rows: Rows) -> Rows:
    """Rows of a tool's own table as rows of item, rater and ratings; others as they are.

    Raises
    ------
    csv.Error
        While rows of a tool are read: if one is not as long as the header, or lists nothing.
    """
    first = next(rows, None)
    if first is None:
        return rows
    header = [name.casefold() for name in first[1]]
    asked = next((who for sign, who in _RESPONDENTS.items() if sign in header), None)
    whole = _whole(rows, len(header))
    if any(_OPTION in name for name in header):
        return _chosen(first, whole)
    if any(name.endswith(_WHO) for name in header) and "id" in header:
        return _listed(first, whole, header.index("id"))
    if asked in header and any(map(_QUESTION.fullmatch, header)):
        return _answered(first, whole, header.index(asked))
    return chain([first], rows)


def _whole(rows: Rows, size: int) -> Rows:
    for number, cells in rows:
        if len(cells) != size:
            raise csv.Error(f"row {number} has {len(cells)} cells, the header {size}")
        yield number, cells


def _chosen(first: tuple[int, list[str]], rows: Rows) -> Rows:
    """Options of a question as one column, which has the number or the option that was chosen."""
    line, header = first
    names = [name.partition(_OPTION) for name in header]
    questions = dict.fromkeys(name for name, _, _ in names)
    yield line, list(questions)
    for number, cells in rows:
        found = dict.fromkeys(questions, "")
        for (name, sign, option), cell in zip(names, cells, strict=True):
            if cell and cell.casefold() != "false":
                text = option if sign and not cell.isdecimal() else cell
                found[name] = f"{found[name]}; {text}" if found[name] else text
        yield number, list(found.values())


def _listed(first: tuple[int, list[str]], rows: Rows, item: int) -> Rows:
    """Lists of responses and of users as a row for each user."""
    line, header = first
    questions = [name.removesuffix(_WHO) for name in header if name.endswith(_WHO)]
    if lacking := [name for name in questions if name + _LISTED not in header]:
        raise csv.Error(f"there is no column {lacking[0]}{_LISTED}")
    yield line, ["item", "user", *questions]
    for number, cells in rows:
        found: dict[str, dict[str, str]] = {}
        for name in questions:
            values, users = (
                _list(number, cells[header.index(name + end)]) for end in (_LISTED, _WHO)
            )
            for user, value in zip_longest(users, values, fillvalue=""):
                found.setdefault(user, {})[name] = value
        for user, each in found.items():
            yield number, [cells[item], user, *(each.get(name, "") for name in questions)]


def _list(number: int, cell: str) -> list[str]:
    """What a cell lists, as JSON or as Python writes it."""
    try:
        found = json.loads(cell.replace("'", '"') or "[]")
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, list):
        raise csv.Error(f"{cell[:20]!r} in row {number} is no list")
    return ["" if each is None else str(each) for each in found]


def _answered(first: tuple[int, list[str]], rows: Rows, who: int) -> Rows:
    """Answers of a respondent as a row each; below the header Qualtrics has two more."""
    line, header = first
    yield line, ["item", "respondent", "answer"]
    kept = [*rows]
    ends = [n for n, (_, cells) in enumerate(kept) if cells[who].startswith('{"ImportId"')]
    for number, cells in kept[ends[0] + 1 if ends else 0 :]:
        for name, cell in zip(header, cells, strict=True):
            if _QUESTION.fullmatch(name):
                yield number, [name, cells[who], cell]
