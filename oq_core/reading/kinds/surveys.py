"""Surveys: shares of answers by question and group, each question with options of its own.

A table has a row for each question and group, with the options and the shares as lists or as one
list by option; or a row for each option. JSON is by question, as OpinionQA has it, or by segment,
as DTEF has it.
"""

import ast
import hashlib
import json
import re
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from oq_core.data.arrays import Array
from oq_core.data.grids import apportioned
from oq_core.data.scores import are, counted, in_percent
from oq_core.data.survey import (
    EVERYONE,
    OFF_SCALE,
    ON_SCALE,
    REFUSALS,
    SurveyPart,
    cell_name,
    effective_size,
    other_options,
    survey_part,
)
from oq_core.reading import budget as limits
from oq_core.reading.class_order import known_order
from oq_core.reading.delimited import open_table, plan_of
from oq_core.reading.files import File, repeated
from oq_core.reading.format_record import (
    Beginning,
    Format,
    ReadGold,
    ReadRun,
    check_gold_is_open,
    matched,
    texts_of,
)
from oq_core.reading.guessing import SURVEY, SURVEY_ROWS
from oq_core.reading.numbers import as_number, number_of
from oq_core.reading.rows import Rows, report_names, report_repeated, some_of, sums_to

_SHAPE = (
    "Give rows of question, group, options and shares (lists of as many), or of question, group, "
    "option and count"
)
#: What stands around a dictionary that Python has printed.
_PRINTED = re.compile(r"^defaultdict\([^{]*(\{.*\})\)$", re.DOTALL)
#: What is put beside an answer, such as (VOL), and what stands between two of them.
_BESIDE, _BETWEEN = re.compile(r"\s*[(\[][^()\[\]]*[)\]]"), re.compile(r"\s*(?:[/;,]| or )\s*")
#: Longer texts of questions are cut, and end with signs that are their own.
_LONGEST, _SIGNS = 100, 6
#: Less is no sum of weights.
_WEIGHTS_FROM = 1.5


@dataclass(frozen=True)
class _Cell:
    """What one group has answered to a question, as a file has it."""

    question: str
    group: str
    options: tuple[str, ...]
    values: tuple[float, ...]
    place: str
    size: float | None = None
    ordinal: tuple[float, ...] = ()
    is_weighted: bool = False


@dataclass(frozen=True)
class _Scale:
    """Which options of a question are on its scale, lowest first, and which are not.

    Attributes
    ----------
    on, off : tuple of int
        Places in the list of options.
    why_not : str
        Why there is no order; empty where there is.
    is_uneven : bool
        Whether the file's steps are others than 1, 2, 3.
    """

    on: tuple[int, ...]
    off: tuple[int, ...]
    why_not: str = ""
    is_uneven: bool = False


@cache
def _off_scale() -> frozenset[str]:
    lines = Path(__file__).parents[1].joinpath("off_scale.txt").read_text(encoding="utf-8")
    return frozenset(line for line in lines.splitlines() if line and not line.startswith("#"))


def is_off_scale(option: str) -> bool:
    """Whether an answer is none on a scale, such as a refusal.

    Examples
    --------
    >>> from oq_core.reading.kinds.surveys import is_off_scale
    >>> [is_off_scale(each) for each in ("DK/Refused", "Don’t know (VOL)", "Not at all")]
    [True, True, False]
    """
    plain = _BESIDE.sub("", re.sub("[’´`]", "'", option)).strip().casefold()
    known = _off_scale()
    parts = [part for part in _BETWEEN.split(plain) if part]
    return plain in known or (bool(parts) and all(part in known for part in parts))


def _scale_of(options: Sequence[str], ordinal: Sequence[float], gone: Sequence[str]) -> _Scale:
    """The scale of a question by its options, and by the steps that a file gives them."""
    off = tuple(n for n, each in enumerate(options) if each in gone or is_off_scale(each))
    on = tuple(n for n in range(len(options)) if n not in off)
    words = [options[n] for n in on]
    # Letters only number options; they are no grades.
    order, said = ((), "") if all(len(word) == 1 for word in words) else known_order(words)
    known = tuple(on[words.index(each)] for each in order) or on
    steps = ordinal[: len(on)] if len(ordinal) >= len(on) else ()
    if not steps or len(on) == 2:
        return _Scale(known if said else on, off)
    if len(set(steps)) < len(steps):
        return _Scale(known, off, "" if said else f"steps {', '.join(f'{n:g}' for n in steps)}")
    by_step = tuple(place for _, place in sorted(zip(steps, on, strict=True)))
    return _Scale(by_step, off, is_uneven=list(steps) != list(range(1, len(on) + 1)))


def short_name(question: str) -> str:
    """A question's text as a name: a long one is cut, and ends with signs of its own.

    Examples
    --------
    >>> from oq_core.reading.kinds.surveys import short_name
    >>> short_name("How safe?"), len(short_name("How safe? " * 40))
    ('How safe?', 100)
    """
    text = " ".join(question.split())
    if len(text) <= _LONGEST:
        return text
    own = hashlib.sha256(text.encode()).hexdigest()[:_SIGNS]
    return f"{text[: _LONGEST - _SIGNS - 2]}… {own}"


def _literal(cell: str) -> Any:
    """The list or dictionary that a cell holds, as JSON or as Python prints it; None if none."""
    found = _PRINTED.match(cell)
    text = found[1] if found else cell
    if not text.startswith(("[", "{")):
        return None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        pass
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return None


def _texts(found: Any) -> tuple[str, ...]:
    """The words of a list, or of a dictionary by code."""
    every = list(found.values()) if isinstance(found, dict) else found
    return tuple(str(each).strip() for each in every) if isinstance(every, list) else ()


def _numbers(found: Any) -> tuple[float, ...] | None:
    numbers = [number_of(each) for each in found] if isinstance(found, list | tuple) else [None]
    known = tuple(each for each in numbers if each is not None)
    return known if known and len(known) == len(numbers) else None


def _group(cells: Sequence[str]) -> str:
    """A group's name from one column or several; a dictionary is its values."""
    parts = []
    for cell in filter(None, cells):
        found = _literal(cell)
        parts.append(", ".join(map(str, found.values())) if isinstance(found, dict) else cell)
    return short_name(": ".join(filter(None, parts))) or EVERYONE


def _rows_of_lists(file: File, *, is_run: bool) -> Iterator[_Cell]:
    """Cells of a table with a row for each question and group, or each question."""
    table = open_table(file, _SHAPE)
    places = plan_of(file).places(table.header)

    def one(part: str, cells: Sequence[str]) -> str:
        return cells[places[part][0]] if part in places else ""

    shown = "estimated" if is_run and "estimated" in places else "shares"
    for line, cells in table.rows:
        at = file.at(line)
        question, shares = short_name(one("id", cells)), _literal(one(shown, cells))
        if not question:
            file.report("the question is empty", "Fill it in", at)
            continue
        options = _texts(_literal(one("options", cells)))
        if not options and isinstance(asked := _literal(one("shares", cells)), dict):
            options = tuple(map(str, asked))
        steps = _numbers(_literal(one("ordinal", cells))) or ()
        size, refused = as_number(one("respondents", cells)), as_number(one("refused", cells))
        by_group = {_group([cells[place] for place in places.get("topic", [])]): shares}
        if isinstance(shares, dict) and all(isinstance(each, list) for each in shares.values()):
            by_group = {str(group): each for group, each in shares.items()}
        for group, answers in by_group.items():
            with file.reporting():
                words, values = _answers(file, options, answers, refused, at)
                yield _Cell(question, group, words, values, at, size, steps)


def _answers(
    file: File, options: tuple[str, ...], answers: Any, refused: float | None, place: str
) -> tuple[tuple[str, ...], tuple[float, ...]]:
    """Options and their numbers, with the refusals that stand beside them."""
    if isinstance(answers, dict):
        options = options or tuple(map(str, answers))
        unknown = [str(each) for each in answers if str(each) not in options]
        if unknown:
            raise file.error(f"{some_of(unknown)} {are(len(unknown))} none of the options "
                             f"{some_of(options)}", _SHAPE, place)  # fmt: skip
        by_word = {str(word): number for word, number in answers.items()}
        answers = [by_word.get(word, 0) for word in options]
    values = _numbers(answers)
    if values is None:
        raise file.error("there is no list of shares", _SHAPE, place)
    if len(options) == len(values) + 1 and is_off_scale(options[-1]):
        # Shares of those who answered, and how many did not.
        rate = refused or 0.0
        values = (*((1 - rate) * each for each in values), rate * sum(values))
        options = options if refused is not None else options[:-1]
        values = values[: len(options)]
    if twice := repeated(options):
        raise file.error(f"the option {twice!r} is listed twice", "Keep one of the two", place)
    if len(options) != len(values):
        problem = f"it has {counted(len(values), 'number')} for {counted(len(options), 'option')}"
        raise file.error(problem, "Give each option a number" if options else _SHAPE, place)
    return options, values


def _rows_of_options(file: File) -> Iterator[_Cell]:
    """Cells of a table with a row for each option, or for each respondent with a weight."""
    table = open_table(file, _SHAPE)
    places = plan_of(file).places(table.header)
    item, option = places["id"][0], places["label"][0]
    counts, is_weight = places.get("class") or places["weight"], "class" not in places
    found: dict[tuple[str, str], dict[str, list[float]]] = {}
    lines: dict[tuple[str, str], str] = {}
    for line, cells in table.rows:
        at, number = file.at(line), as_number(cells[counts[0]])
        question = short_name(cells[item])
        if not question or not cells[option]:
            file.report("the question or the option is empty", "Fill it in", at)
            continue
        if number is None:
            file.report(f"{cells[counts[0]]!r} is no number", "Correct it", at)
            continue
        key = question, _group([cells[place] for place in places.get("topic", [])])
        lines.setdefault(key, at)
        given = found.setdefault(key, {}).setdefault(cells[option], [])
        if given and not is_weight:
            file.report(f"{cells[option]!r} of {cell_name(key)} is there already",
                        "Keep one of them", at)  # fmt: skip
        given.append(number)
    # An option that nobody of a group chose has no row there.
    options = dict[str, dict[str, None]]()
    for (question, _), answers in found.items():
        options.setdefault(question, {}).update(dict.fromkeys(answers))
    for key, answers in found.items():
        words = tuple(options[key[0]])
        values = tuple(float(sum(answers.get(word, ()))) for word in words)
        weights = [each for every in answers.values() for each in every] if is_weight else []
        size = effective_size(weights) if any(each > 0 for each in weights) else None
        yield _Cell(*key, words, values, lines[key], size, is_weighted=is_weight)


def _by_question(file: File) -> Iterator[_Cell]:
    """Cells of JSON by question: its options, and the counts of each group by option."""
    for question, entry in file.json.items():
        place = f"question {short_name(question)}"
        if not isinstance(entry, dict):
            file.report("this is no object", 'Give {"question": {"group": {"option": n}}}', place)
            continue
        listed = next((each for each in entry.values() if isinstance(each, list)), [])
        groups = {name: each for name, each in entry.items() if isinstance(each, dict) and each}
        # OpinionQA cuts options at their commas; the whole text has their order.
        text = ", ".join(str(each).strip('"') for each in listed)
        words = dict.fromkeys(str(word) for each in groups.values() for word in each)
        options = tuple(sorted(words, key=lambda word: (text.find(word) < 0, text.find(word))))
        for group, answers in groups.items():
            with file.reporting():
                found, values = _answers(file, options, answers, None, f"{place}, group {group}")
                yield _Cell(short_name(question), short_name(group), found, values, place)


def _by_segment(file: File) -> Iterator[_Cell]:
    """Cells of DTEF's JSON: questions with options, and segments with their answers."""
    asked = file.json["questions"]
    for number, segment in enumerate(file.json["segments"], start=1):
        place = f"segment {number}"
        if not isinstance(segment, dict) or not isinstance(segment.get("responses"), list):
            file.report("there are no responses", 'Give {"id", "label", "responses": […]}', place)
            continue
        group = short_name(str(segment.get("label") or segment.get("id") or number))
        for answer in segment["responses"]:
            key = str(answer.get("questionId")) if isinstance(answer, dict) else ""
            question = asked.get(key)
            with file.reporting():
                if not isinstance(question, dict):
                    raise file.error(f"the question {key!r} is not among the questions",
                                     "Add it to them", place)  # fmt: skip
                options = _texts(question.get("options"))
                found, values = _answers(file, options, answer.get("distribution"), None,
                                         f"{place}, question {key}")  # fmt: skip
                total = sum(values)
                # Percentages, also where all of them are whole.
                shares = tuple(each / total for each in values) if total else values
                size = number_of(segment.get("sampleSize"))
                yield _Cell(short_name(key), group, found, shares, place, size)


@dataclass(frozen=True, eq=False)
class _Read:
    """Cells of a file by how many options are on the scale, and what is to be told of them."""

    cells: dict[int, list[tuple[_Cell, _Scale]]]
    #: Those that some can answer off the scale, also where all have.
    refusable: list[tuple[_Cell, _Scale]]
    is_votes: bool
    notes: tuple[str, ...]


def _report_people(file: File, cells: Sequence[_Cell]) -> None:
    """Report numbers of people that nobody counts."""
    for each in cells:
        size = each.size or 0
        for number in [n for n in (size, *each.values) if n >= 2**53 or n == size < 0]:
            problem = f"{number:g} people cannot have answered"
            file.report(problem, "Correct the number of respondents", each.place)


def _read(file: File, cells: Sequence[_Cell]) -> _Read:
    """Cells that can be used: checked, without questions in no order and without groups of nobody.

    Raises
    ------
    DataError
        If there is none, or a fault was reported.
    """
    file.check()
    if not cells:
        raise file.error("there is no question", _SHAPE)
    report_repeated(
        file, [cell_name((each.question, each.group)) for each in cells],
        [each.place for each in cells], "answer to",
    )  # fmt: skip
    # Beyond it a number counts no people.
    _report_people(file, cells)
    sums = _sums(file, cells)
    file.check()
    scales, gone = dict[tuple[Any, ...], _Scale](), file.plan.leave_out
    found, empty = dict[int, list[tuple[_Cell, _Scale]]](), list[str]()
    unordered, uneven = dict[str, str](), dict[str, None]()
    refusable = list[tuple[_Cell, _Scale]]()
    for cell, total in zip(cells, sums, strict=True):
        key = cell.options, cell.ordinal
        scale = scales.get(key) or scales.setdefault(key, _scale_of(*key, gone))
        why_not = scale.why_not if len(scale.on) > 1 else "fewer than two options on a scale"
        if why_not:
            unordered[cell.question] = why_not
            continue
        is_answered = total and cell.size != 0
        if scale.off and is_answered:
            refusable.append((cell, scale))
        if not is_answered or not sum(cell.values[n] for n in scale.on):
            empty.append(cell_name((cell.question, cell.group)))
        else:
            if scale.is_uneven:
                uneven[cell.question] = None
            found.setdefault(len(scale.on), []).append((cell, scale))
    refusable.sort(key=lambda each: len(each[1].on))
    notes = _notes(file, refusable, unordered, [*uneven], empty)
    if not found:
        told = (note.removeprefix(f"{file.name}: ").rstrip(".") for note in notes)
        problem = ": ".join(["no question can be used", *filter(None, [". ".join(told)])])
        raise file.error(problem, "Give a question that can be used")
    for each in scales.values():
        limits.check_count(file.name, len(each.on), limits.MAX_CLASSES, "options of a question")
    is_votes = not _is_whole(sums, 1, 100) and all(
        each.size is None and all(number.is_integer() for number in each.values) for each in cells
    )
    sizes = [each.size for each in cells if each.is_weighted and each.size is not None]
    if sizes:
        count = " to ".join(f"{size:,}" for size in dict.fromkeys((min(sizes), max(sizes))))
        notes.append(f"{file.name}: respondents have weights; an answer's count as {count} of "
                     "equal weight (Kish's effective number, rounded down). Clusters of the "
                     "sample, such as households, are not in it.")  # fmt: skip
    if not is_votes and _is_whole(sums, 100):
        notes.append(f"{file.name}: numbers sum to 100 and were read as percentages.")
    if not is_votes and not _is_whole(sums, 1, 100) and any(each.size is None for each in cells):
        notes.append(f"{file.name}: numbers are no whole counts, and were read as sums of weights; "
                     "how many respondents they stand for is unknown.")  # fmt: skip
    return _Read(dict(sorted(found.items())), refusable, is_votes, tuple(notes))


def _is_whole(sums: Array, *wholes: int) -> bool:
    """Whether all sums are one of these, but for rounding; of nobody they are 0."""
    known = sums[sums > 0]
    return any(bool(sums_to(known, whole).all()) for whole in wholes)


def _sums(file: File, cells: Sequence[_Cell]) -> Array:
    """The sum of each cell's numbers (n,); what is no share or count is reported."""
    starts = np.cumsum([0, *(len(each.values) for each in cells[:-1])])
    values = np.concatenate([each.values for each in cells]).astype(float)
    is_wrong = np.add.reduceat(~np.isfinite(values) | (values < 0), starts) > 0
    sums = np.add.reduceat(np.where(np.isfinite(values), values, 0.0), starts)
    file.faults.add_each(
        np.flatnonzero(is_wrong),
        lambda row: file.fault(
            f"a number of {cell_name((cells[row].question, cells[row].group))} is negative or not "
            "finite", "Use shares or counts of 0 or more", cells[row].place,
        ),
    )  # fmt: skip
    whole = np.add.reduceat(values != np.round(values), starts) == 0
    are_counts = whole.all() or (sums[sums > 0] > _WEIGHTS_FROM).all()
    is_off = ~sums_to(sums, 1) & (sums > 0) & ~is_wrong
    if not are_counts and is_off.any():
        file.faults.add_each(
            np.flatnonzero(is_off),
            lambda row: file.fault(
                f"the shares of {cell_name((cells[row].question, cells[row].group))} sum to "
                f"{sums[row]:.6g} instead of 1", "Correct them", cells[row].place,
            ),
        )  # fmt: skip
    return np.asarray(sums)


def _notes(
    file: File,
    asked: Sequence[tuple[_Cell, _Scale]],
    unordered: Mapping[str, str],
    uneven: Sequence[str],
    empty: Sequence[str],
) -> list[str]:
    """What is said of options without order, of steps, of refusals and of groups of nobody."""
    notes = list[str]()
    if unordered:
        why = next(iter(unordered.values()))
        remedy = (
            "Nobody says their order: give steps in a column ordinal, or pass that column over "
            "(--column ordinal=text in a shell) to take options as they are listed"
        )
        notes.append(
            f"{file.name}: left out, as their options are in no order that is known ({why}): "
            f"{counted(len(unordered), 'question')}, {some_of([*unordered])}. {remedy}."
        )
    if uneven:
        notes.append(
            f"{file.name}: options of {counted(len(uneven), 'question')} are put in the order of "
            f"the file's steps ({some_of(uneven)}); steps count as equal."
        )
    if empty:
        notes.append(
            f"{file.name}: left out, as nobody has answered on the scale: {some_of(empty)}."
        )
    if asked:
        off = {cell.options[n]: None for cell, scale in asked for n in scale.off}
        shares = [sum(c.values[n] for n in scale.off) / sum(c.values) for c, scale in asked]
        notes.append(
            f"{file.name}: off the scale, and left out: {some_of([*off])} "
            f"({in_percent(float(np.mean(shares)))} of answers where it is one). The others are "
            f"divided by their sum; {REFUSALS} are a data set of their own."
        )
    return notes


def _arrays(cells: Sequence[tuple[_Cell, _Scale]]) -> tuple[Array, Array]:
    """Numbers on the scale (n, L), lowest first, and off it (n,)."""
    on = np.array([[cell.values[n] for n in scale.on] for cell, scale in cells], dtype=float)
    off = np.array([sum(cell.values[n] for n in scale.off) for cell, scale in cells], dtype=float)
    return on, off


def _part(
    file: File, cells: Sequence[tuple[_Cell, _Scale]], kind: str, *, is_votes: bool
) -> SurveyPart:
    """The gold of cells with as many options."""
    on, off = _arrays(cells)
    file.budget.keep(file.name, *on.shape)
    options = {c.question: tuple(c.options[n] for n in s.on) for c, s in cells}
    sizes = np.array([np.nan if c.size is None else c.size for c, _ in cells])
    answered = np.maximum(1, np.round(sizes * on.sum(axis=1) / (on.sum(axis=1) + off)))
    votes = on.astype(np.int64) if is_votes else _votes(on, answered)
    return survey_part(
        file.stem, options, [(c.question, c.group) for c, _ in cells],
        on / on.sum(axis=1, keepdims=True), votes=votes, format=kind,
    )  # fmt: skip


def _votes(numbers: Array, sizes: Array) -> Any:
    return None if np.isnan(sizes).any() else apportioned(numbers, sizes.astype(np.int64))


def _refusals(file: File, read: _Read, kind: str) -> SurveyPart | None:
    """How many of each cell did not answer on the scale, where the file says so."""
    cells = read.refusable
    if not cells:
        return None
    numbers = np.array(
        [[sum(c.values[n] for n in s.on), sum(c.values[n] for n in s.off)] for c, s in cells]
    )
    sizes = np.array([np.nan if c.size is None else c.size for c, _ in cells])
    votes = numbers.astype(np.int64) if read.is_votes else _votes(numbers, np.floor(sizes))
    return survey_part(
        file.stem, {c.question: (ON_SCALE, OFF_SCALE) for c, _ in cells},
        [(c.question, c.group) for c, _ in cells], numbers / numbers.sum(axis=1, keepdims=True),
        votes=votes, survey=REFUSALS, format=kind,
    )  # fmt: skip


def _gold(file: File, cells: Iterator[_Cell], kind: str) -> ReadGold:
    """Gold of a survey: a collection for each number of options, and the refusals.

    Raises
    ------
    DataError
        If a cell cannot be used, or a question has other options for another group.
    """
    read = _read(file, list(cells))
    every = [*(each for cells in read.cells.values() for each in cells), *read.refusable]
    options = dict[str, tuple[str, ...]]()
    for cell, scale in every:
        words = tuple(cell.options[n] for n in scale.on)
        if set(options.setdefault(cell.question, words)) != set(words):
            file.report(
                f"the question {cell.question!r} has the options {some_of(words)} here, and "
                f"{some_of(options[cell.question])} for another group",
                "Give one question the same options everywhere, or two names", cell.place,
            )  # fmt: skip
    for words in options.values():
        report_names(file, "option", words)
    report_names(file, "question", tuple(options))
    report_names(file, "group", tuple(dict.fromkeys(cell.group for cell, _ in every)))
    file.check()
    parts: list[SurveyPart] = [
        _part(file, each, kind, is_votes=read.is_votes) for each in read.cells.values()
    ]
    if (refusals := _refusals(file, read, kind)) is not None:
        parts.append(refusals)
    return ReadGold({each.key: each for each in parts}, notes=read.notes)


def _run(file: File, cells: Iterator[_Cell], gold: ReadGold) -> ReadRun:
    """A run of a survey, matched by question, group and the words of options.

    Raises
    ------
    DataError
        If the gold is no survey, none of its cells is in the gold, or a question has other
        options there.
    """
    check_gold_is_open(file, gold)
    parts = {key: each for key, each in gold.collections.items() if isinstance(each, SurveyPart)}
    if not parts:
        raise file.error("this is a run of a survey, and the gold is none",
                         "Open the survey's own answers as the gold")  # fmt: skip
    read = _read(file, list(cells))
    options = {
        question: words
        for each in parts.values()
        if each.survey != REFUSALS
        for question, words in each.options.items()
    }
    wanted = [cell for each in parts.values() if each.survey != REFUSALS for cell in each.cells]
    known, refusable = set(wanted), {cell for each in parts.values() for cell in each.cells}
    values, refusals = dict[tuple[str, str], list[float]](), dict[tuple[str, str], list[float]]()
    places, strangers = dict[tuple[str, str], str](), list[str]()
    others = set[tuple[str, str]]()
    for cell, scale in (each for every in read.cells.values() for each in every):
        key = cell.question, cell.group
        if key not in known:
            if key not in refusable:
                strangers.append(cell_name(key))
            continue
        ours = {cell.options[n]: cell.values[n] for n in scale.on}
        if set(ours) != set(words := options[cell.question]):
            problem = other_options(file.name, cell.question, words, tuple(ours), "this run")
            file.report(problem.partition(": ")[2], "Use the options of the gold", cell.place)
            others.add(key)
            continue
        values[key], places[key] = [ours[word] for word in words], cell.place
    for cell, scale in read.refusable:
        key = cell.question, cell.group
        if key in refusable:
            refusals[key] = [sum(cell.values[n] for n in part) for part in (scale.on, scale.off)]
            places.setdefault(key, cell.place)
    if not values and not file.faults.count:
        raise file.error(
            f"none of its questions and groups is in the gold (it has {some_of(strangers)})",
            "Check that it belongs to this gold file",
        )
    if gold.missing == "refused":
        _report_missing(file, wanted, {*values, *others})
    file.check()
    notes = list(read.notes)
    if strangers:
        notes.append(f"{file.name}: passed over, as the gold has them not: "
                     f"{counted(len(strangers), 'answer')}, {some_of(strangers)}.")  # fmt: skip
    rows = {
        key: _rows(file, each, refusals if each.survey == REFUSALS else values, places)
        for key, each in parts.items()
        if each.survey != REFUSALS or set(each.cells) <= set(refusals)
    }
    notes += [
        f"{file.name}: it does not say all {REFUSALS}, which are scored of other runs."
        for each in parts.values()
        if each.survey == REFUSALS and each.key not in rows
    ]
    found = matched(rows, gold)
    return ReadRun(found.distributions, notes=(*notes, *found.notes), missing=found.missing)


def _report_missing(
    file: File, wanted: Sequence[tuple[str, str]], there: Container[tuple[str, str]]
) -> None:
    """Report what a run has not, by groups where it lacks whole ones."""
    lost = [cell for cell in wanted if cell not in there]
    kept = {group for _, group in wanted if (_, group) in there}
    gone = [*dict.fromkeys(group for _, group in lost if group not in kept)]
    if gone:
        file.report(f"it has no answers of {counted(len(gone), 'group')}: {some_of(gone)}",
                    "Add them, or leave these groups out of the gold")  # fmt: skip
    rest = [cell_name(cell) for cell in lost if cell[1] in kept]
    if rest:
        file.report(f"{len(rest):,} of {counted(len(wanted), 'instance')} {are(len(rest))} "
                    f"missing: {some_of(rest)}", "Add them")  # fmt: skip


def _rows(
    file: File,
    part: SurveyPart,
    values: Mapping[tuple[str, str], list[float]],
    places: Mapping[tuple[str, str], str],
) -> Rows:
    """A run's numbers of one number of options, as distributions."""
    there = [cell for cell in part.cells if cell in values]
    numbers = np.array([values[cell] for cell in there], dtype=float)
    numbers = numbers.reshape(len(there), len(part.classes))
    return Rows(
        file, tuple(map(cell_name, there)), tuple(places[cell] for cell in there), part.classes,
        numbers / numbers.sum(axis=1, keepdims=True),
    )  # fmt: skip


def _of_json(file: File) -> Iterator[_Cell]:
    return _by_segment(file) if _has_segments(file.json) else _by_question(file)


def _has_segments(parsed: Any) -> bool:
    return (
        isinstance(parsed, dict)
        and isinstance(parsed.get("questions"), dict)
        and isinstance(parsed.get("segments"), list)
    )


def _is_json(start: Beginning) -> bool:
    """Whether there are segments, or questions with a list of words and groups of numbers."""
    parsed: Any = start.json
    first = next(iter(parsed.values()), None) if isinstance(parsed, dict) else None
    if _has_segments(parsed) or not isinstance(first, dict):
        return _has_segments(parsed)
    lists = [each for each in first.values() if isinstance(each, list)]
    groups = [each for each in first.values() if isinstance(each, dict)]
    has_words = any(each and all(isinstance(word, str) for word in each) for each in lists)
    return has_words and any(
        each and all(number_of(number) is not None for number in each.values()) for each in groups
    )


def _format(
    name: str,
    sentence: str,
    recognise: Callable[[Beginning], bool],
    cells: Callable[[File, bool], Iterator[_Cell]],
    templates: dict[str, str],
    suffixes: tuple[str, ...] = (".csv", ".tsv"),
) -> Format:
    return Format(
        name,
        sentence,
        recognise,
        gold=lambda file: _gold(file, cells(file, False), name),
        run=lambda file, gold: _run(file, cells(file, True), gold),
        suffixes=suffixes,
        templates=templates,
    )


TABLE = _format(
    SURVEY,
    "a survey with a row a question and group: options and shares as lists, as GlobalOpinionQA, "
    "SimBench and SubPOP have them",
    lambda start: start.plan.shape == SURVEY,
    lambda file, is_run: _rows_of_lists(file, is_run=is_run),
    texts_of("survey_gold.csv", "survey_run.csv"),
)
ROWS = _format(
    SURVEY_ROWS,
    "a survey with a row an option: question, group, option and count",
    lambda start: start.plan.shape == SURVEY_ROWS,
    lambda file, _: _rows_of_options(file),
    texts_of("survey_rows_gold.csv", "survey_rows_run.csv"),
)
JSON = _format(
    "survey (JSON)",
    "a survey as JSON: by question, as OpinionQA has it, or by segment, as DTEF has it",
    _is_json,
    lambda file, _: _of_json(file),
    texts_of(
        "survey_opinionqa_gold.json", "survey_opinionqa_run.json", "survey_dtef_gold.json",
        "survey_dtef_run.json",
    ),
    (".json",),
)  # fmt: skip
