"""Tables as tools for rating and surveys write them, unfolded into rows of item, rater and ratings.

Potato has a column for each option (``quality:::4``), Argilla lists in cells
(``quality.responses``). Qualtrics, LimeSurvey, SurveyMonkey and Google Forms have a row for each
respondent and a column for each question, Prodigy a line for each answer. Mechanical Turk and Label
Studio have a row for each rating: see `known_names.txt`. Label Studio's whole JSON lists tasks,
with the results of each annotation, and Argilla's records have responses by question. What
Qualtrics and LimeSurvey count stands in blocks, one a question: its text, then answers and counts.
"""

import csv
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate, chain, dropwhile, islice, zip_longest
from typing import Any

from oq_core.reading.class_order import known_order
from oq_core.reading.numbers import as_number, number_of
from oq_core.reading.rating_names import (
    RATERS,
    known_names,
    names_rater,
    plain_name,
    rating_columns,
)

#: A row's place, and its cells.
Rows = Iterator[tuple[int, list[str]]]

_OPTION, _LISTED, _WHO = ":::", ".responses", ".responses.users"
#: What Label Studio calls an answer on a scale, by its kind; other results are regions and texts.
_ANSWERED = ("rating", "number", "choices")
#: Where LimeSurvey and Qualtrics say who answered, by a column that each of them alone has.
_RESPONDENTS = {
    "lastpage": "id", "last page": "response id", "recordeddate": "responseid",
    "responseid": "responseid",
}  # fmt: skip
#: What else they record of a respondent, in columns that are no questions.
_RECORDS = {
    "id", "submitdate", "lastpage", "startlanguage", "seed", "token", "startdate", "datestamp",
    "ipaddr", "refurl", "response id", "date submitted", "last page", "start language",
    "date started", "date last action", "ip address", "enddate", "status", "ipaddress",
    "progress", "duration (in seconds)", "finished", "recordeddate", "responseid",
    "recipientlastname", "recipientfirstname", "recipientemail", "externalreference",
    "locationlatitude", "locationlongitude", "distributionchannel", "userlanguage",
}  # fmt: skip
#: How a cell begins that names a column of Qualtrics.
_IMPORT = '{"ImportId":'
#: What Google Forms calls its first column, before two or more, and that of addresses.
_STAMPS = {
    "timestamp", "zeitstempel", "horodateur", "horodatage", "marca temporal", "tijdstempel",
    "informazioni cronologiche", "carimbo de data/hora", "タイムスタンプ", "时间戳记",
}  # fmt: skip
_FEW, _ADDRESSES = 2, {"email address", "username", "email"}
#: What SurveyMonkey's first columns are called, and parts that are the whole of a question.
_ABOUT = re.compile(
    r"(respondent|collector) id|(start|end) date|date (created|modified)|ip address|email address"
    r"|(first|last) name|custom data.*|",
    re.IGNORECASE,
)
_NO_PART = {"Response", "Open-Ended Response"}
#: Where Prodigy says who answered, and its columns that are read or say nothing of the example.
_ANNOTATORS = ("_annotator_id", "_session_id")
_OF_PRODIGY = {
    "id", "answer", "accept", "config", "_input_hash", "_task_hash", "_timestamp", "_view_id",
    *_ANNOTATORS,
}  # fmt: skip
#: Numbers up to this are ratings; larger ones are so where most questions have them.
_RATED, _TOP_RATING = "ratings", 10
#: Below a question's text these head its block; so many lines may stand above.
_ANSWERS, _COUNTS = {"answer", "field", "choice", "option"}, {"count", "choice count", "responses"}
_PERCENT, _ABOVE = {"%", "percent", "percentage"}, 4
#: What LimeSurvey writes before a question's code.
_SUMMARY = re.compile(r"(?:field )?summary for\s+", re.IGNORECASE)
#: The code that it writes behind an answer.
_CODE = re.compile(r"\s*\([\w-]{1,5}\)$")
#: Rows of a block that are no answer.
_TOTALS = {"total", "sum"}
_STATISTICS = {
    "number of cases", "sum (answers)", "total (gross)", "total(gross)", "arithmetic mean", "mean",
    "standard deviation", "std deviation", "variance", "median", "minimum", "maximum",
    "1st quartile (q1)", "2nd quartile (median)", "3rd quartile (q3)",
}  # fmt: skip
#: How far from 100 rounded percentages may sum to.
_ROUNDED = 1.0


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
    unfold = next((unfold for is_of, unfold in _TOOLS if is_of(header)), None)
    if unfold is not None:
        return unfold(first, _whole(rows, len(header)))
    # A title, or the header of a block whose title is not there.
    if sum(map(bool, first[1])) != 1 and "#" not in header:
        return chain([first], rows)
    above = [first, *islice(rows, _ABOVE)]
    rows = chain(above, rows)
    if any(_heads(cells) for _, cells in above):
        return _counted(rows)
    # A title alone stands above the header; an id alone is one that lacks names.
    is_title = plain_name(first[1][0]) not in {"", *known_names("ids")}
    if is_title and any(sum(map(bool, cells)) > 1 for _, cells in above):
        return dropwhile(lambda row: sum(map(bool, row[1])) == 1, rows)
    return rows


def are_tasks(parsed: Any) -> bool:
    """Whether JSON is of tasks, as Label Studio exports them whole."""
    tasks = parsed if isinstance(parsed, list) else []
    return any("result" in each for task in tasks for each in _annotations(task))


def of_tasks(tasks: Sequence[Any]) -> Iterator[tuple[int, dict[str, Any]]]:
    """What annotators answered, a record each, with its task's place and what the task is about.

    Skipped annotations have none. What models predicted is counted, as it is nobody's answer.

    Raises
    ------
    csv.Error
        If nobody answered on a scale.
    """
    is_any = False
    for number, task in enumerate(tasks, start=1):
        for annotation in _annotations(task):
            who, results = annotation.get("completed_by"), annotation.get("result")
            if annotation.get("was_cancelled") or not isinstance(results, list):
                continue
            if isinstance(who, dict):
                who = who.get("email") or who.get("id")
            for each in results:
                answer = _answer(each.get("value")) if isinstance(each, dict) else None
                if answer is None:
                    continue
                is_any, about = True, task.get("data")
                about, found = about if isinstance(about, dict) else {}, task.get("predictions")
                yield number, {
                    "id": task.get("id"), "annotator": who, "criterion": each.get("from_name"),
                    "rating": answer,
                    **{f"data.{name}": text for name, text in about.items()},
                    **({"predictions": len(found)} if isinstance(found, list) and found else {}),
                }  # fmt: skip
    if not is_any:
        raise csv.Error("no annotation has a rating, a number or a choice")


def has_responses(parsed: Any) -> bool:
    """Whether JSON is of records with responses by question, as Argilla writes them."""
    records = parsed if isinstance(parsed, list) else []
    return any(each for record in records for each in _responses(record).values())


def of_responses(records: Sequence[Any]) -> Iterator[tuple[int, dict[str, Any]]]:
    """What users answered, a record each, with its place; not what they discarded or drafted."""
    for number, record in enumerate(records, start=1):
        for question, answers in _responses(record).items():
            for each in answers:
                if each.get("status") in (None, "submitted"):
                    yield number, {
                        "id": record.get("id"), "user": each.get("user_id"),
                        "criterion": question, "rating": _joined(each.get("value")),
                    }  # fmt: skip


def _responses(record: Any) -> dict[str, list[dict[str, Any]]]:
    found = record.get("responses") if isinstance(record, dict) else None
    return {
        question: [each for each in answers if isinstance(each, dict) and "value" in each]
        for question, answers in (found.items() if isinstance(found, dict) else ())
        if isinstance(answers, list)
    }


def _annotations(task: Any) -> list[dict[str, Any]]:
    found = task.get("annotations") if isinstance(task, dict) else None
    return [each for each in found if isinstance(each, dict)] if isinstance(found, list) else []


def _answer(value: Any) -> Any:
    """The answer in a value of Label Studio; of several choices, all; None if there is none."""
    if not isinstance(value, dict):
        return None
    return _joined(next((value[kind] for kind in _ANSWERED if kind in value), None))


def _joined(answer: Any) -> Any:
    """Several choices as one text."""
    return "; ".join(map(str, answer)) if isinstance(answer, list) else answer


def _starred(first: tuple[int, list[str]], rows: Rows) -> Rows:
    """The same rows with numbers in the place of what Label Studio writes around them."""
    yield first
    for number, cells in rows:
        yield number, [*map(_plain, cells)]


def _plain(cell: str) -> str:
    """The number in a cell such as ``[{"rating": 4}]``; another cell as it is."""
    if not cell.startswith("[{"):
        return cell
    try:
        found = json.loads(cell)
    except (ValueError, RecursionError):
        return cell
    answer = _answer(found[0]) if len(found) == 1 else None
    return cell if answer is None else str(answer)


def _heads(cells: Sequence[str]) -> tuple[int, int, int | None] | None:
    """Where a block has its answers, counts (or percentages alone) and the percentages beside."""
    names = [cell.casefold() for cell in cells]
    found = [
        next((place for place, name in enumerate(names) if name in known), None)
        for known in (_ANSWERS, _COUNTS, _PERCENT)
    ]
    answer, count, percent = found
    if count is None:
        count, percent = percent, None
    return None if answer is None or count is None else (answer, count, percent)


def _counted(rows: Rows) -> Rows:
    """Blocks, each a question's text and below it answers with their counts, as a row an answer."""
    line, texts, places = 0, list[str](), None
    block = list[tuple[int, str, float, float]]()
    yield 1, ["question", "option", "count"]
    for line, cells in rows:
        if (found := _heads(cells)) is not None:
            places = found
            continue
        answer, count, percent = places or (0, 0, None)
        number = as_number(cells[count]) if places and count < len(cells) else None
        if number is None:
            if block:
                yield from _checked(texts, block)
                texts, block, places = [], [], None
            texts += filter(None, cells)
        elif not texts:
            raise csv.Error(f"nothing above row {line} names the question that is answered")
        else:
            share = cells[percent] if percent is not None and percent < len(cells) else ""
            block.append((line, cells[answer], number, as_number(share.rstrip("% ")) or 0.0))
    yield from _checked(texts, block)


def _checked(texts: Sequence[str], block: list[tuple[int, str, float, float]]) -> Rows:
    """The answers to a question, without their total, which they have to sum to."""
    # LimeSurvey has the question's code above its text, and those of answers behind theirs.
    codes = [_SUMMARY.sub("", each) for each in texts[-2:-1] if _SUMMARY.match(each)]
    question = " ".join([*codes, *texts[-1:]])
    if codes:
        block = [(line, _CODE.sub("", option), n, share) for line, option, n, share in block]
    kept = [each for each in block if each[1].casefold() not in {*_TOTALS, *_STATISTICS, ""}]
    sums = sum(each[2] for each in kept), sum(each[3] for each in kept)
    totals = (each for each in block if each[1].casefold() in _TOTALS)
    wrong = [each for each in totals if abs(each[2] - sums[0]) > _ROUNDED / 100]
    if wrong:
        raise csv.Error(
            f"answers to {question!r} are {sums[0]:g}, and row {wrong[0][0]} has {wrong[0][2]:g}"
        )
    if sums[1] > 100 + _ROUNDED:
        raise csv.Error(
            f"answers to {question!r} sum to {sums[1]:g} %: who may give several has no scale; "
            "leave the question out"
        )
    for line, option, count, _ in kept:
        yield line, [question, option, f"{count:g}"]


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


def _listed(first: tuple[int, list[str]], rows: Rows) -> Rows:
    """Lists of responses and of users as a row for each user."""
    line, header = first
    item = [name.casefold() for name in header].index("id")
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
        # JSON's list of one text is that text.
        found = json.loads(cell.replace("'", '"')) if cell.startswith("[") else [cell][: len(cell)]
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, list):
        raise csv.Error(f"{cell[:20]!r} in row {number} is no list")
    return ["" if each is None else str(each) for each in found]


def _accepted(first: tuple[int, list[str]], rows: Rows) -> Rows:
    """Answers to Prodigy: the options that were accepted, or whether the example was."""
    line, header = first
    item, who = (
        next(header.index(name) for name in names if name in header)
        for names in (("id", "_input_hash"), _ANNOTATORS)
    )
    others = [f"{name} (no rating)" for name in header if name not in _OF_PRODIGY]
    yield line, ["item", "annotator", "rating", *others]
    for number, cells in rows:
        answer = cells[header.index("answer")]
        if "accept" in header:
            chosen = "; ".join(_list(number, cells[header.index("accept")]))
            answer = chosen if answer == "accept" else ""
        answer = "" if answer == "ignore" else answer
        yield number, [cells[item], cells[who], answer, *("" for _ in others)]


def _rated(first: tuple[int, list[str]], rows: Rows) -> Rows:
    """Lists of an item's ratings as a row each, unless they may be votes for classes."""
    line, header = first
    kept, place = [*rows], _place_of_lists([name.casefold() for name in header])
    lists = [_ratings_in(cells[place]) for _, cells in kept]
    if not _are_ratings(lists):
        yield from chain([first], kept)
        return
    taken = {*RATERS, *known_names("ratings")}
    others = [
        f"{name} (no rating)" if plain_name(name) in taken else name
        for name in (*header[:place], *header[place + 1 :])
    ]
    yield line, [*others, "rater", "rating"]
    for (number, cells), found in zip(kept, lists, strict=True):
        for who, rating in found.items():
            yield number, [*cells[:place], *cells[place + 1 :], who, f"{rating:g}"]


def _place_of_lists(header: Sequence[str]) -> int:
    """The column that may list ratings, by its name; -1 if there is none."""
    found = (place for place, name in enumerate(header) if name.endswith(("ratings", "scores")))
    return next(found, -1)


def _ratings_in(cell: str) -> dict[str, float]:
    """The numbers that a cell lists, by rater or by place; none if it lists anything else."""
    try:
        found = json.loads(cell)
    except (ValueError, RecursionError):
        return {}
    if isinstance(found, list):
        found = {f"place {place}": each for place, each in enumerate(found, start=1)}
    numbers = {
        who: number for who, each in (found.items() if isinstance(found, dict) else ())
        if (number := number_of(each)) is not None
    }  # fmt: skip
    return numbers if len(numbers) == len(found if isinstance(found, dict) else ()) else {}


def _are_ratings(lists: Sequence[Mapping[str, float]]) -> bool:
    """Whether lists are of ratings: by raters, of other lengths, or of other sums and without 0."""
    if not lists or not all(lists) or any(2 * n % 1 for each in lists for n in each.values()):
        return False
    whose = [*dict.fromkeys(who for each in lists for who in each)]
    if known_order(whose)[1]:
        return False
    sums = {sum(each.values()) for each in lists}
    has_no_0 = all(map(all, (each.values() for each in lists)))
    is_by_rater = all(map(names_rater, whose))
    return is_by_rater or len({*map(len, lists)}) > 1 or (has_no_0 and len(sums) > 1)


def _asked(first: tuple[int, list[str]], rows: Rows) -> Rows:
    """Answers to Qualtrics, whose second line below the header names questions, or LimeSurvey."""
    _, header = first
    names = [name.casefold() for name in header]
    who = next(
        names.index(column)
        for sign, column in _RESPONDENTS.items()
        if sign in names and column in names
    )
    kept = [*rows]
    end = next((n for n, (_, cells) in enumerate(kept, 1) if cells[who].startswith(_IMPORT)), 0)
    asked = {
        place: name
        for place, name in enumerate(header)
        if (
            kept[end - 1][1][place].startswith(f'{_IMPORT}"QID')
            if end
            else name.casefold() not in _RECORDS
        )
    }
    return _answered(first, [(n, cells[who], cells) for n, cells in kept[end:]], asked)


def _is_form(header: Sequence[str]) -> bool:
    """Whether a header is of Google Forms, and not of rows of item, rater and rating."""
    names = [*map(plain_name, header)]
    is_row = rating_columns(names) or known_names("ids") - {"name", "number", "no"} & {*header}
    return len(header) > _FEW and header[0] in _STAMPS and not is_row


def _googled(first: tuple[int, list[str]], rows: Rows) -> Rows:
    """Answers to Google Forms: by address or name, where each has one of its own."""
    _, header = first
    kept, asked = [*rows], dict(enumerate(header[1:], start=1))
    who = [""] * len(kept)
    for place, name in enumerate(header):
        if plain_name(name) in _ADDRESSES | RATERS:
            del asked[place]
            who = [cells[place] for _, cells in kept]
            break
    if not all(who) or len(set(who)) < len(who):
        who = [f"respondent {count}" for count in range(1, len(kept) + 1)]
    named = [(n, name, cells) for name, (n, cells) in zip(who, kept, strict=True)]
    return _answered(first, named, asked)


def _monkeyed(first: tuple[int, list[str]], rows: Rows) -> Rows:
    """Answers to SurveyMonkey, which has the parts of a question in a line below it."""
    _, header = first
    kept = [*rows]
    if not kept or kept[0][1][0]:
        raise csv.Error("SurveyMonkey's second line, with the parts of questions, is not there")
    heads = [*accumulate(header, _or_before)]
    parts = ["" if part in _NO_PART else part for part in kept[0][1]]
    times = Counter(parts)
    asked = {
        place: (part if times[part] == 1 else f"{head}: {part}") if part else head
        for place, (head, part) in enumerate(zip(heads, parts, strict=True))
        if not _ABOUT.fullmatch(head)
    }
    return _answered(first, [(n, cells[0], cells) for n, cells in kept[1:]], asked)


def _or_before(before: str, name: str) -> str:
    return name or before


def _answered(
    first: tuple[int, list[str]],
    rows: Sequence[tuple[int, str, list[str]]],
    asked: Mapping[int, str],
) -> Rows:
    """Answers of a respondent as a row each; questions that are on no scale have names alone."""
    rated = _on_one_scale(
        {place: [cells[place] for _, _, cells in rows if cells[place]] for place in asked}
    )
    others = [f"{name} (no rating)" for place, name in asked.items() if place not in rated]
    yield first[0], ["item", "respondent", "answer", *others]
    for number, who, cells in rows:
        for place in rated:
            yield number, [asked[place], who, cells[place], *("" for _ in others)]


def _on_one_scale(answers: Mapping[int, list[str]]) -> list[int]:
    """The questions that are on the scale that most are on: not texts beside it, nor an age."""
    kinds = {place: _scale(cells) for place, cells in answers.items()}
    found = Counter(filter(None, kinds.values()))
    if not found:
        return [*answers]
    most = max(found, key=lambda kind: (found[kind], kind == _RATED))
    words = {cell for place, cells in answers.items() if kinds[place] == most for cell in cells}
    return [
        place
        for place, cells in answers.items()
        # Some words, such as neutral, are on several scales.
        if kinds[place] == most or (kinds[place] and known_order([*words.union(cells)])[1] == most)
    ]


def _scale(cells: Sequence[str]) -> str:
    """What answers are, mostly: numbers, large or not; words of a known scale; "" else."""
    numbers = [number for cell in cells if (number := as_number(cell)) is not None]
    if 2 * len(numbers) > len(cells):
        return _RATED if max(map(abs, numbers)) <= _TOP_RATING else "large numbers"
    return known_order([*dict.fromkeys(cells)])[1]


#: How a tool's table is known, by its header in small letters, and what unfolds it.
_TOOLS: tuple[
    tuple[Callable[[list[str]], bool], Callable[[tuple[int, list[str]], Rows], Rows]], ...
] = (
    (lambda header: "annotation_id" in header, _starred),
    (lambda header: any(_OPTION in name for name in header), _chosen),
    (lambda header: "id" in header and any(name.endswith(_WHO) for name in header), _listed),
    (
        lambda header: any({sign, who} <= {*header} for sign, who in _RESPONDENTS.items()),
        _asked,
    ),
    (lambda header: {"respondent id", "collector id"} <= {*header}, _monkeyed),
    (_is_form, _googled),
    (lambda header: len(header) > 1 and _place_of_lists(header) >= 0, _rated),
    (
        lambda header: (
            "answer" in header
            and "_input_hash" in header
            and any(name in header for name in _ANNOTATORS)
        ),
        _accepted,
    ),
)
