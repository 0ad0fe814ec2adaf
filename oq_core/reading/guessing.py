"""What the columns of a table are, by their names and their first cells.

Nothing is read here: a guess is a `Plan`, which the readers in `kinds` follow, and which a person
can see and change.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from oq_core.reading import budget as limits
from oq_core.reading.class_order import GRADES, NUMBERS, known_order
from oq_core.reading.containers import numbers_in
from oq_core.reading.files import File
from oq_core.reading.numbers import as_number, as_numbers, each_number, is_undefined
from oq_core.reading.plan import PASSED_OVER, Plan
from oq_core.reading.rating_names import (
    CRITERIA,
    RATER_NAME,
    RATERS,
    TEXTS,
    is_known_model,
    is_model,
    is_person,
    known_names,
    names_rater,
    plain_name,
    rating_columns,
)
from oq_core.reading.rows import sums_to

#: Shapes of tables: the names of the formats that read them.
ROWS_OF_RATINGS, COLUMNS_OF_RATINGS = "ratings, a row each", "ratings, a column a rater"
LABELS, LONG, WIDE, SCORES = "table of labels", "long table", "wide table", "score matrix"
QUESTIONS = "questions and options"

_ID_NAME = re.compile(r"(?:^|[^a-zA-Z])id$|I[dD]$")
#: Names of the column of shares among several columns of lists.
_SHARES_NAME = re.compile(r"soft|dist|prob|predict|vote|count|share|hist", re.IGNORECASE)
#: What the columns of answers to questions are called, and the part of each; no others are read.
_OF_QUESTIONS = {
    "question": "id", "option": "label", "count": "class", "share": "class", "group": "topic"
}  # fmt: skip
#: Columns that tools write beside answers, a row a respondent or a record.
_OF_TOOLS = {
    "timestamp", "zeitstempel", "horodateur", "responseid", "response id", "lastpage", "last page",
    "respondent", "respondent_id", "respondentid", "respondent id",
}  # fmt: skip
#: How Mechanical Turk begins the names of what a worker answered.
_ANSWER = "Answer."
#: In so many rows of votes that are not of the same number of raters, there is a 0.
_MANY = 20
#: How far from 1 a row may sum to and still be known for probabilities, to be explained.
_NEAR = 0.1
#: More words of no known scale are none.
_FEW_WORDS = 7
#: More signs are no class.
_TEXT_FROM = 40


def column_of_tool(header: Sequence[str]) -> str:
    """The first column that only what a tool exports has; empty where there is none."""
    found = (name for name in header if name.casefold() in _OF_TOOLS or name.endswith(".responses"))
    return next(found, "")


def is_numbering(header: Sequence[str]) -> bool:
    """Whether a header's first column only numbers rows, as pandas writes it before an id."""
    is_index = header[0].casefold() in ("", "index", "unnamed: 0", "row")
    return is_index and is_id_name(header[1])


def is_id_name(name: str) -> bool:
    """Whether a column's name says that it has ids."""
    return name.casefold() in known_names("ids") or _ID_NAME.search(name) is not None


def is_total_name(name: str) -> bool:
    """Whether a column's name says that it is the sum of the others."""
    return name.casefold() in known_names("totals") or is_perhaps_total(name)


def is_perhaps_total(name: str) -> bool:
    """Whether a column's name says that it is the sum of the others, or that it is a class."""
    return name.casefold() in known_names("perhaps totals")


def is_mean_name(name: str) -> bool:
    """Whether a column's name says that it is the mean of the others."""
    return name.casefold().replace(" ", "_").replace("-", "_") in known_names("means")


def is_long_header(header: Sequence[str]) -> bool:
    """Whether a table's header says that each row is a class of an instance."""
    return len(header) == 3 and header[1].casefold() in known_names("long classes")


@dataclass(frozen=True, eq=False)
class _Column:
    """A column's name, those of its first cells that are not blank, and the numbers in them."""

    name: str
    cells: list[str]
    numbers: list[float]

    @property
    def are_numbers(self) -> bool:
        """Whether all cells are."""
        return bool(self.cells) and len(self.numbers) == len(self.cells)

    @property
    def are_ratings(self) -> bool:
        """Whether all cells are whole or half numbers, and not too many different ones."""
        is_even = all(number * 2 % 1 == 0 for number in self.numbers)
        return self.are_numbers and is_even and len(set(self.numbers)) <= limits.MAX_CLASSES

    @property
    def repeats(self) -> bool:
        """Whether cells are there twice on average, or more often.

        Examples
        --------
        >>> from oq_core.reading.guessing import _Column
        >>> [_Column("of", [*cells], []).repeats for cells in ("aabb", "aabbc", "abcd")]
        [True, False, False]
        """
        return 2 * len(set(self.cells)) <= len(self.cells)

    @property
    def are_lists(self) -> bool:
        """Whether each cell lists numbers."""
        return bool(self.cells) and all(numbers_in(cell) is not None for cell in self.cells)

    @property
    def are_texts(self) -> bool:
        """Whether cells are what a person or a machine wrote: by name, or as they are long."""
        if self.numbers or not self.cells:
            return False
        is_named = bool(TEXTS & {*re.split("[^a-z]+", self.name.casefold())})
        return is_named or any(len(cell) > _TEXT_FROM for cell in self.cells)


@dataclass(frozen=True, eq=False)
class _Table:
    """A table's header, columns and first rows, as they are to be read."""

    header: list[str]
    rows: list[list[str]]
    asked: Plan
    stem: str

    @cached_property
    def columns(self) -> list[_Column]:
        """The columns; of a rating that is to be left out there is a blank."""
        known = [row for row in self.rows if len(row) == len(self.header)]
        leaves_out = self.asked.leaves_out
        return [
            _Column(name, cells, [number for number in each_number(cells) if number is not None])
            for place, name in enumerate(self.header)
            for cells in [
                [row[place] for row in known if row[place] and not leaves_out(row[place])]
            ]
        ]

    @cached_property
    def values(self) -> list[int]:
        """The places of columns after the first that are no text."""
        return [
            place
            for place, each in enumerate(self.columns)
            if place and not each.are_texts and not each.are_lists
        ]

    @cached_property
    def names(self) -> list[str]:
        """The columns' names without what says that they have ids or names."""
        return list(map(plain_name, self.header))

    @cached_property
    def are_mostly_scores(self) -> bool | None:
        """Whether most rows of a table are neither whole numbers nor sum to about 1 or 100.

        Returns
        -------
        bool or None
            None if there is no row of numbers.
        """
        header, rows = self.header, self.rows
        # The sum of the others would hide that they sum to 1, and their mean that they are votes.
        kept = [
            place for place in self.values
            if not is_total_name(header[place]) and not is_mean_name(header[place])
            and header[place] not in self.asked.leave_out
        ]  # fmt: skip
        if len(kept) < 2:
            kept = self.values
        cells = [[row[place] or "nan" for place in kept] for row in rows if len(row) == len(header)]
        numbers = [row for row in map(as_numbers, cells) if row is not None]
        # No file of shares says such as "-" and "N/A".
        signed = [row for row in cells if as_numbers(row) is None and _are_scores(row)]
        # Beside what is undefined, rows that are whole decide.
        if whole := [row for row in numbers if not np.isnan(row).any()]:
            unsure, numbers = len(signed) + len(numbers) - len(whole), whole
        elif signed:
            return any((as_number(cell) or 0) % 1 > 0 for row in signed for cell in row)
        else:
            unsure = 0
        scores = [row for row in numbers if not _is_distribution(row)]
        # A few faulty rows do not turn distributions into scores.
        if 2 * len(scores) > len(rows) - unsure:
            return True
        return False if len(scores) < len(numbers) else None


def _are_scores(row: list[str]) -> bool:
    """Whether each cell is a number, or says that there is none."""
    return all(is_undefined(cell) or as_number(cell) is not None for cell in row)


def guess(file: File, table: Sequence[Sequence[str]]) -> Plan:
    """How a table is read, as far as a person has not said it.

    Parameters
    ----------
    file : File
    table : sequence of sequence of str
        Header and first rows.

    Returns
    -------
    Plan
        Without a shape where the table is none that is read.
    """
    asked, header = file.plan, [*table[0]] if table else []
    if len(header) < 2:
        return asked
    given = {name: part for name, part in asked.parts.items() if name in header}
    found, wanted = _without_passed_over(given, table, file), _shape_of(given)
    looks = (_rows_of_ratings,) if not given and column_of_tool(header) else _LOOKS
    for look in looks:
        if (seen := look(found)) is not None and wanted in ("", seen[0]):
            guessed = {found.header[place]: part for place, part in seen[1].items()}
            if plan := _merged(asked, header, seen[0], guessed, given):
                return plan
    if not wanted:
        return asked
    first = next((name for name in header if name not in given), header[0])
    return _merged(asked, header, wanted, {first: "id"}, given) or asked


def _without_passed_over(
    given: Mapping[str, str], table: Sequence[Sequence[str]], file: File
) -> _Table:
    """A table without the columns of which a person has said that they are passed over."""
    header, *rows = table
    kept = [place for place, name in enumerate(header) if given.get(name) not in PASSED_OVER]
    if len(kept) < len(header):
        rows = [[row[place] for place in kept] for row in rows if len(row) == len(header)]
    return _Table([header[place] for place in kept], [[*row] for row in rows], file.plan, file.stem)


def _merged(
    asked: Plan, header: list[str], shape: str, guessed: dict[str, str], given: dict[str, str]
) -> Plan | None:
    """A plan of what is guessed and what is given, which comes first; None where parts lack."""
    parts = dict.fromkeys(header, "text") | guessed | given
    singles = _SINGLE | {"rater"} if shape == ROWS_OF_RATINGS else _SINGLE
    # The group of what was rated may be told by several columns.
    for part in singles - {"topic"} if shape in _GROUPED else singles:
        several = [name for name in (*given, *guessed) if parts[name] == part]
        parts |= dict.fromkeys(several[1:], "text") | dict.fromkeys(several[:1], part)
    every = set(parts.values())
    is_whole = any(shape == each and needed | {"id"} <= every for needed, each in _SHAPES)
    return replace(asked, shape=shape, parts=parts) if is_whole else None


#: Parts of one column at most.
_SINGLE = {
    "id", "criterion", "label", "topic", "shares", "log", "system", "measure", "score",
}  # fmt: skip
_GROUPED = (ROWS_OF_RATINGS, COLUMNS_OF_RATINGS)
#: What is read as each shape, by the parts that it needs beside an id.
_SHAPES = (
    ({"rater", "rating"}, ROWS_OF_RATINGS),
    ({"rater"}, COLUMNS_OF_RATINGS),
    ({"label", "class"}, LONG),
    ({"label"}, LABELS),
    ({"run"}, SCORES),
    ({"system", "measure", "score"}, SCORES),
    ({"class"}, WIDE),
    ({"shares"}, WIDE),
    ({"label", "class"}, QUESTIONS),
    ({"log"}, WIDE),
)

_Seen = tuple[str, dict[int, str]]


def _shape_of(parts: Mapping[str, str]) -> str:
    given = set(parts.values())
    return next((shape for needed, shape in _SHAPES if needed <= given), "")


def _questions(table: _Table) -> _Seen | None:
    """Question, option and a count or a share, each in a column that is called so."""
    parts = {
        place: _OF_QUESTIONS[name.casefold()]
        for place, name in enumerate(table.header)
        if name.casefold() in _OF_QUESTIONS
    }
    return (QUESTIONS, parts) if {"id", "label", "class"} <= {*parts.values()} else None


def _rows_of_scores(table: _Table) -> _Seen | None:
    """Run, measure, score and what was scored, each in a column of its own."""
    found: dict[int, str] = {}
    names = table.names
    for part in ("system", "measure", "score"):
        places = [place for place, name in enumerate(names) if name in known_names(f"{part}s")]
        if len(places) != 1:
            return None
        found[places[0]] = part
    others = [place for place in range(len(names)) if place not in found]
    items = [place for place in others if is_id_name(table.header[place])] or others
    return (SCORES, {**found, items[0]: "id"}) if items else None


def _rows_of_ratings(table: _Table) -> _Seen | None:
    """Rater and rating by name; or rater and item by name, and columns of ratings."""
    # What a tool records of each rating beside it is neither a rating nor an item.
    header = ["" if name.casefold() in known_names("records") else name for name in table.header]
    names = [plain if name else "" for plain, name in zip(table.names, header, strict=True)]
    is_export = "" in header
    answers = [place for place, name in enumerate(header) if name.startswith(_ANSWER)]
    pair = rating_columns(names)
    raters = [place for place, name in enumerate(names) if name in RATERS]
    if len(raters) > 1:
        # Beside who rated, a model is what was rated.
        rated = [place for place in raters if names[place] in known_names("systems")]
        names = ["" if place in rated else name for place, name in enumerate(names)]
        raters, pair = [place for place in raters if place not in rated], rating_columns(names)
    # Beside a score, a judgement may be the text that gives it.
    texts = [place for place, each in enumerate(table.columns) if each.are_texts]
    pair = pair or rating_columns(["" if p in texts else name for p, name in enumerate(names)])
    if pair is not None:
        rater, ratings = pair[0], [pair[1]]
    elif len(raters) == 1 and (
        is_export
        or not table.columns[raters[0]].numbers
        or _ID_NAME.search(table.header[raters[0]])
    ):
        rater = raters[0]
        ratings = [
            place
            for place, each in enumerate(table.columns)
            if place != rater and header[place] and not is_id_name(each.name)
            if place in answers or not answers
            if each.are_ratings or (is_export and known_order([*dict.fromkeys(each.cells)])[1])
        ]
        called = [table.header[place] for place in ratings]
        if len(called) > 1 and all(is_person(name) or is_model(name) for name in called):
            # Each is of a rater, not on a scale.
            return None
    else:
        return None
    criteria = [place for place, name in enumerate(names) if name in CRITERIA]
    others = [p for p in range(len(names)) if p not in (rater, *ratings, *criteria)]
    items = [place for place in others if is_id_name(header[place])]
    # A tool's own id comes before the text, which may stand first.
    items = [place for place in items if is_export and header[place].casefold() == "id"] or items
    # Where rater and rating are named, the item may have any name.
    items = items or (others if pair is not None else [])
    if not items or not ratings:
        return None
    parts = {items[0]: "id", rater: "rater"} | dict.fromkeys(ratings, "rating")
    parts = dict.fromkeys(_groups_in(table, [p for p in others if p not in items]), "topic") | parts
    if len(criteria) == 1 and len(ratings) == 1:
        parts[criteria[0]] = "criterion"
    return ROWS_OF_RATINGS, parts


def _labels(table: _Table) -> _Seen | None:
    """An id first, a column of labels, and perhaps one of topics; all else is text."""
    names = [name.casefold() for name in table.header]
    labels = [place for place, name in enumerate(names) if place and name in known_names("labels")]
    # Beside texts, a column such as score has a judge's ratings.
    texts = [place for place, each in enumerate(table.columns) if place and each.are_texts]
    rated = [
        place for place, each in enumerate(table.columns)
        if place and names[place] in known_names("ratings") and each.are_ratings
    ]  # fmt: skip
    labels = labels or (rated if len(rated) == 1 and texts else [])
    topics = [place for place, name in enumerate(names) if place and name in known_names("topics")]
    if not labels:
        return None
    others = [p for p in range(1, len(names)) if p not in (*labels[:1], *topics[:1])]
    are_texts = all(table.columns[place].are_texts for place in others)
    are_lists = any(table.columns[place].are_lists for place in labels)
    # The class of a long table is followed by its number.
    is_long = bool(others) and is_long_header(table.header) and bool(table.columns[2].numbers)
    if are_lists or is_long or not are_texts:
        return None
    is_called = is_person(table.stem) or is_model(table.stem)
    if names[labels[0]] == "rating" and is_called and not topics:
        return COLUMNS_OF_RATINGS, {0: "id", labels[0]: "rater"}
    return LABELS, {0: "id", labels[0]: "label"} | dict.fromkeys(topics[:1], "topic")


def _long(table: _Table) -> _Seen | None:
    if not is_long_header(table.header):
        return None
    return LONG, {0: "id", 1: "label", 2: "class"}


def _columns_of_ratings(table: _Table) -> _Seen | None:
    """Whether columns are raters: by their names, or by blanks, words or numbers in cells."""
    # Beside numbers, words say the group of an item, such as its system.
    named = _groups_in(table, table.values)
    groups = [
        place
        for place in table.values
        if table.columns[place].cells
        and not table.columns[place].numbers
        and (place in named or not (is_person(name := table.header[place]) or is_model(name)))
    ]
    places = [place for place in table.values if place not in groups]
    if not any(table.columns[place].numbers for place in places):
        groups, places = [], table.values
    # Beside raters, a sum or a mean is nobody's rating.
    raters = [place for place in places if names_rater(table.header[place])]
    sums = [p for p in places if is_total_name(table.header[p]) or is_mean_name(table.header[p])]
    if len(raters) > 1 and sorted(raters + sums) == places:
        places = raters
    if not places or (len(table.header) < 3 and not is_id_name(table.header[0])):
        return None
    if any(len(row) != len(table.header) for row in table.rows):
        return None
    columns = [table.columns[place] for place in places]
    is_rated = (
        bool(groups) and len(places) == 1 and table.names[places[0]] in known_names("ratings")
    )
    if is_rated or _are_raters(columns, table):
        found = dict.fromkeys(places, "rater") | dict.fromkeys(
            (place for place in groups if table.columns[place].repeats), "topic"
        )
        return COLUMNS_OF_RATINGS, {0: "id"} | found
    return None


def _groups_in(table: _Table, places: Sequence[int]) -> list[int]:
    """The columns that are called after what was rated, such as a system, and have words."""
    known = known_names("systems") | known_names("topics")
    return [
        place for place in places if table.names[place] in known
        and table.columns[place].cells and not table.columns[place].numbers
    ]  # fmt: skip


def _are_raters(columns: list[_Column], table: _Table) -> bool:
    filled = [cell for each in columns for cell in each.cells]
    numbers = [number for each in columns for number in each.numbers]
    names = [each.name for each in columns]
    are_called = all(is_person(name) or is_model(name) for name in names)
    are_shares = len(numbers) == len(filled) and any(cell.endswith("%") for cell in filled)
    if not filled or are_shares:
        return False
    whole = [number for number in numbers if not number % 1]
    is_repeated = len(set(filled)) < len(filled)
    is_whole = len(whole) + _marks(filled) * bool(whole) == len(filled)
    if len(set(filled)) > limits.MAX_CLASSES:
        # Too many for classes, which is said of ratings.
        return len(names) > 1 and are_called and is_whole
    are_named = len(names) > 1 and all(map(RATER_NAME.fullmatch, names))
    # Those that a person has called raters, or judges, and those beside them.
    asked = {name for name, part in table.asked.parts.items() if part == "rater"}
    if asked.union(table.asked.judges) & set(names) or (are_named and (is_repeated or is_whole)):
        return True
    if not is_whole and numbers:
        # No person is a class of votes or shares; scores may be of runs that are models.
        are_halves = any(map(is_person, names)) and all(each.are_ratings for each in columns)
        is_none_a_run = are_halves or table.are_mostly_scores is False
        return len(names) > 1 and are_called and is_none_a_run
    if not is_whole:
        return len(names) > 1 and is_repeated and _share_words(columns)
    # A model that is known by name is no class of votes.
    are_ratings = are_called or any(map(is_known_model, names)) or _are_no_votes(columns, table)
    return (len(names) > 1 and are_called) or (are_ratings and not set(whole) <= {0, 1})


def _marks(cells: Sequence[str]) -> int:
    """How many cells say that there is no rating, such as NA and refused; 0 with any other word."""
    words = Counter(cell for cell in cells if is_undefined(cell) or as_number(cell) is None)
    are_marks = all(times > 1 or is_undefined(word) for word, times in words.items())
    return words.total() if are_marks else 0


def _are_no_votes(columns: list[_Column], table: _Table) -> bool:
    """Whether whole numbers are ratings: votes have no blanks but by a slip, and few classes.

    Scores of 0 and 1 may. Where rows of votes have other sums, one has a 0 before long. Counts of
    a scale's words have blanks where nobody gave one; so have those of numbers and grades, which
    may also be raters: there all rows have the same sum.
    """
    filled = sum(not np.isnan(number) for each in columns for number in each.numbers)
    cells = len(columns) * len(table.rows)
    full = [[as_number(row[place]) or 0 for place in table.values] for row in table.rows]
    sums = {sum(row) for row in full}
    order = known_order([each.name for each in columns])[1]
    if order and (len(sums) == 1 or order not in (NUMBERS, GRADES)):
        return False
    is_sparse = cells - filled >= max(2, 0.05 * cells)
    is_wide = len(columns) > limits.MAX_CLASSES
    has_0 = any(0 in each.numbers for each in columns)
    has_no_0 = len(table.rows) >= _MANY and not has_0 and len(sums) > 1
    return is_sparse or is_wide or has_no_0


def _share_words(columns: list[_Column]) -> bool:
    """Whether columns of words have those of one scale, as raters give them."""
    words = [set(each.cells) for each in columns if each.cells]
    every = set().union(*words)
    if known_order(sorted(every))[1]:
        return True
    # Towns of birth and of work are the same words too, but many.
    filled = sum(len(each.cells) for each in columns)
    if len(every) > 2 and (len(every) > _FEW_WORDS or 3 * len(every) > filled):
        return False
    rest = [set().union(*words[:n], *words[n + 1 :]) for n in range(len(words))]
    return all(2 * len(own & other) >= len(own) for own, other in zip(words, rest, strict=True))


def _scores(table: _Table) -> _Seen | None:
    if not table.values or table.are_mostly_scores is not True:
        return None
    return SCORES, {0: "id"} | dict.fromkeys(table.values, "run")


def _wide(table: _Table) -> _Seen | None:
    """A column for each class; or one that lists them."""
    lists = [place for place, each in enumerate(table.columns) if place and each.are_lists]
    if len(table.values) < 2 and lists:
        named = [place for place in lists if _SHARES_NAME.search(table.header[place])]
        place = (named or lists)[0]
        found = [numbers_in(cell) or {} for cell in table.columns[place].cells]
        if all(is_person(name) or is_model(name) for each in found for name in each):
            return None
        rows = [list(each.values()) for each in found]
        if not named and _are_whole(table.columns[place].cells):
            return None
        are_logs = all(number <= 0 for row in rows for number in row) and any(map(any, rows))
        return WIDE, {0: "id", place: "log" if are_logs else "shares"}
    if len(table.header) < 3 or len(table.values) < 2 or table.are_mostly_scores is not False:
        return None
    return WIDE, {0: "id"} | {place: _class_or_sum(table.header[place]) for place in table.values}


def _are_whole(cells: Sequence[str]) -> bool:
    """Whether cells list whole numbers by place, which may be votes or ratings."""
    lists = [(numbers_in(cell) if cell.startswith("[") else None) or {"": 0.5} for cell in cells]
    return bool(lists) and not any(number % 1 for each in lists for number in each.values())


def column_of_lists(table: Sequence[Sequence[str]]) -> str:
    """The first column whose cells may list votes or ratings; empty where there is none."""
    header, *rows = table or [[]]
    known = [row for row in rows if len(row) == len(header)]
    found = (name for place, name in enumerate(header) if _are_whole([r[place] for r in known]))
    return next(found, "")


def _class_or_sum(name: str) -> str:
    """What the name of a column of numbers says; the reader computes whether it is true."""
    return "total" if is_total_name(name) else "mean" if is_mean_name(name) else "class"


_LOOKS: tuple[Callable[[_Table], _Seen | None], ...] = (
    _questions,
    _rows_of_scores,
    _rows_of_ratings,
    _labels,
    _long,
    _columns_of_ratings,
    _scores,
    _wide,
)


def _is_distribution(row: Sequence[float]) -> bool:
    """Whether numbers are votes, or sum to about 1 or 100.

    Where some are not finite or not there, as in a faulty run, whether the others may be.
    """
    known = [number for number in row if np.isfinite(number)]
    total = sum(known)
    if len(known) < len(row) and total <= 1 + _NEAR:
        return True
    near = abs(total - 1) <= _NEAR or bool(sums_to(total, 100))
    return near or all(number.is_integer() for number in known)
