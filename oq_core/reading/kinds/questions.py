"""Answers to questions: a row an option, with question, option and count or share, perhaps group.

Questions with the same options are the instances of one scale, else each is a scale of its own.
Each group is a collection.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from oq_core.data.collection import Collection
from oq_core.reading import budget as limits
from oq_core.reading.class_order import FILE, NUMBERS, known_order
from oq_core.reading.delimited import cell_number, filled_table, plan_of
from oq_core.reading.files import File, repeated
from oq_core.reading.format_record import (
    Format,
    ReadGold,
    ReadRun,
    check_gold_is_open,
    estimate_by_scale,
    one_scale,
    texts_of,
)
from oq_core.reading.guessing import QUESTIONS
from oq_core.reading.rows import Rows, report_names, some_of, sums_to

_SHAPE = "Give rows of question, option and count (or share), with a column group if there are any"


@dataclass(frozen=True)
class _Answers:
    """What a group answered to a question: where it begins, and counts or shares by option."""

    group: str
    question: str
    place: str
    numbers: dict[str, float] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return " | ".join(filter(None, (self.group, self.question)))


def _read(file: File) -> tuple[list[_Answers], bool, list[str]]:
    """The answers of each group to each question, whether they are counts, and notes."""
    plan = plan_of(file)
    needed = [name.casefold() for name, part in plan.parts.items() if part != "text"]
    table = filled_table(file, _SHAPE, limits.MAX_VALUES, needed)
    places, cells_of = plan.places(table.header), dict[tuple[str, str], _Answers]()
    if len(places["class"]) > 1:
        raise file.error("there are counts and shares", "Leave one of the two columns out")
    is_count = table.header[places["class"][0]].casefold() != "share"
    columns = [places[part][0] for part in ("id", "label", "class", "topic") if part in places]
    for line, row in table.rows:
        question, option, text, *group = (row[place] for place in columns)
        key, place = ("".join(group), question), file.at(line)
        answers = cells_of.setdefault(key, _Answers(*key, place))
        number = cell_number(file, line, option, text) or 0.0
        if option in answers.numbers:
            problem = f"{answers.name} has the option {option} already"
            file.report(problem, "Keep one of them", place)
        elif is_count and number % 1 != 0:
            file.report(f"{text} is no count", "Give whole counts, or a column share", place)
        answers.numbers.setdefault(option, number)
    report_names(file, "group", [*dict.fromkeys(group for group, _ in cells_of if group)])
    file.check()
    every, notes = list(cells_of.values()), list(table.notes)
    if texts := [name for name in table.header if plan.parts.get(name) == "text"]:
        notes.append(f"{file.name}: not read: the columns {some_of(texts)}.")
    sums = np.array([sum(answers.numbers.values()) for answers in every])
    whole = 100 if not is_count and sums_to(sums, 100).all() else 1
    if whole == 100:
        notes.append(f"{file.name}: shares sum to 100 and were read as percentages.")
    for answers, total in zip(every, sums.tolist(), strict=True):
        if not (is_count or sums_to(total, whole)):
            problem = f"the shares of {answers.name} sum to {total:.6g} instead of 1"
            file.report(problem, "Correct them, or call the column count", answers.place)
        answers.numbers.update({name: n / whole for name, n in answers.numbers.items()})
    return every, is_count, notes


def _rows(
    file: File, scale: Sequence[_Answers], classes: tuple[str, ...], order: str = FILE
) -> Rows:
    """The counts or shares of one scale, by question."""
    values = np.array([[answers.numbers[label] for label in classes] for answers in scale])
    questions = tuple(answers.question for answers in scale)
    places = tuple(answers.place for answers in scale)
    return Rows(file, questions, places, classes, values, order=order)


def _gold(file: File) -> ReadGold:
    every, is_count, notes = _read(file)
    listed, scales = dict[str, dict[str, None]](), dict[tuple[str, str], list[_Answers]]()
    for answers in every:
        listed.setdefault(answers.question, {}).update(dict.fromkeys(answers.numbers))
    orders = dict[str, tuple[tuple[str, ...], str]]()
    for question, options in listed.items():
        # Numbers are sorted; words stay as they come, also those of a known scale.
        order = known_order(tuple(options))
        orders[question] = order if order[1] == NUMBERS else (tuple(options), FILE)
        if len(options) < 2:
            file.report(f"{question} has one option", "Give two or more")
    is_one = len({*orders.values()}) == 1
    for answers in every:
        if lost := [name for name in listed[answers.question] if name not in answers.numbers]:
            problem = f"{answers.name} has no option {some_of(lost)}, which another group has"
            file.report(problem, "Add it, with 0 if nobody chose it", answers.place)
        key = answers.group, "" if is_one else answers.question
        scales.setdefault(key, []).append(answers)
    file.check()
    limits.check_count(file.name, len(scales), limits.MAX_SCALES, "scales", "Divide the file")
    names = [" | ".join(filter(None, key)) for key in scales]
    if twice := repeated(names):
        raise file.error(f"two scales are called {twice}", "Rename a group or a question")
    if not is_one:
        notes.append(f"{file.name}: options differ, so that each question is a scale of its own.")
    collections = dict[str, Collection]()
    for name, scale in zip(names, scales.values(), strict=True):
        rows = _rows(file, scale, *orders[scale[0].question])
        (gold,) = one_scale(rows, QUESTIONS, are_votes=is_count).collections.values()
        collections[name or file.stem] = replace(gold, name=f"{file.stem} {name}".rstrip())
    return ReadGold(collections, notes=tuple(notes))


def _run(file: File, gold: ReadGold) -> ReadRun:
    check_gold_is_open(file, gold)
    every, _, notes = _read(file)
    scales, only = dict[str, list[_Answers]](), [*gold.collections]
    only *= len(only) == 1
    for answers in every:
        names = [answers.name, *([answers.group] if answers.group else only)]
        scale = next((name for name in names if name in gold.collections), None)
        if scale is None:
            problem = f"the gold file has no {answers.name}"
            file.report(problem, "Check that the file belongs to this gold file", answers.place)
            continue
        scales.setdefault(scale, []).append(answers)
        if {*answers.numbers} != {*(classes := gold.collections[scale].classes)}:
            problem = f"{answers.name} has the options {', '.join(answers.numbers)}"
            remedy = f"Give those of the gold file: {', '.join(classes)}"
            file.report(problem, remedy, answers.place)
    file.check()
    if lost := [name for name in gold.collections if name not in scales]:
        notes.append(f"{file.name}: it has no answers in {some_of(lost)}.")
    parts = list[ReadRun]()
    for name, group in scales.items():
        rows = _rows(file, group, gold.collections[name].classes)
        parts.append(estimate_by_scale({name: rows}, gold))
    return ReadRun(
        {name: run for part in parts for name, run in part.distributions.items()},
        notes=(*notes, *(note for part in parts for note in part.notes)),
        missing={name: lacks for part in parts for name, lacks in part.missing.items()},
    )


FORMAT = Format(
    QUESTIONS,
    "a table of question, option and count (or share), and group where there are any",
    lambda start: start.plan.shape == QUESTIONS,
    gold=_gold,
    run=_run,
    templates=texts_of("questions_gold.csv", "questions_run.csv"),
)
