"""People's choices between estimates as a table, which every class and every study can give.

A row a choice, with the columns `gold`, `a`, `b` (votes of each class, with blanks between),
`person` and `choice` (a, b or equal). A column `why` tells what was drawn at random, where
questions were chosen by what they tell: agreement counts those alone.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from oq_core.data.scores import counted
from oq_core.preferences.model import Whole
from oq_core.preferences.pool import KINDS, Pool, pool_of
from oq_core.preferences.room import RoomAgreement, room_agreement
from oq_core.reading.budget import MAX_CLASSES, Budget
from oq_core.reading.delimited import filled_table
from oq_core.reading.files import File, Source, decoded, read_source

COLUMNS = ("gold", "a", "b", "person", "choice")
WHY = "why"
#: What stands in the table, by the place in `ANSWERS`.
WORDS = ("a", "equal", "b")
_CHOICES = {"a": 0, "b": 2, **dict.fromkeys(("equal", "equally good", "tie", "="), 1)}
_REASONS = ("random", "chosen", "again")
#: The most choices of a file.
_MOST_ROWS = 100_000
_SHAPE = (
    "Give a header and rows of gold, a, b, person, choice: votes with blanks between, and a, b or "
    "equal"
)


class Choice(NamedTuple):
    """A row of the table.

    Attributes
    ----------
    gold, a, b : tuple of float
        Votes.
    person : str
    answer : int
        The place in `ANSWERS`.
    why : {"random", "chosen", "again"}

    Examples
    --------
    >>> Choice((2, 0), (1, 1), (0, 2), "1", 0).why
    'random'
    """

    gold: tuple[float, ...]
    a: tuple[float, ...]
    b: tuple[float, ...]
    person: str
    answer: int
    why: str = "random"


#: What the template has: two people who see the same question with the sides exchanged.
TEMPLATE = (
    Choice((1, 3, 8, 6, 2), (4, 6, 5, 4, 1), (2, 2, 4, 7, 5), "person 1", 0),
    Choice((1, 3, 8, 6, 2), (2, 2, 4, 7, 5), (4, 6, 5, 4, 1), "person 2", 1),
)


@dataclass(frozen=True, eq=False)
class PeopleChoices:
    """Choices of people.

    Attributes
    ----------
    pool : Pool
        The triples, each once.
    people, triples, answers : ndarray of int64, shape (q,)
        Of each choice that counts: a number of its person, the place in the pool and in `ANSWERS`.
    notes : tuple of str
        What does not count.

    Examples
    --------
    >>> found = choices_of([Choice((2, 0), (1, 1), (0, 2), "1", 0)])
    >>> len(found.pool), found.answers.tolist()
    (1, [2])
    """

    pool: Pool
    people: Whole
    triples: Whole
    answers: Whole
    notes: tuple[str, ...] = ()

    def agreement(self, kind: str = "", seed: int = 0) -> RoomAgreement | None:
        """How often candidates agree, with intervals for other people and other triples.

        Parameters
        ----------
        kind : str
            Of `KINDS`; all triples unless given.
        seed : int

        Returns
        -------
        RoomAgreement or None
            Nothing where there is no such triple.
        """
        are = self.of(kind)
        if not are.any():
            return None
        return room_agreement(
            self.pool, self.people[are], self.triples[are], self.answers[are], seed=seed
        )

    def of(self, kind: str = "") -> npt.NDArray[np.bool_]:
        """Which choices (q,) are about triples of a kind; all without one."""
        if not kind:
            return np.ones(len(self.answers), dtype=np.bool_)
        return np.asarray(self.pool.kinds[list(KINDS).index(kind), self.triples])


def choices_of(rows: Iterable[Choice]) -> PeopleChoices:
    """The choices in rows; what was asked again or not drawn at random does not count.

    Parameters
    ----------
    rows : iterable of Choice
        With as many classes in each.

    Raises
    ------
    ValueError
        If none counts.

    Examples
    --------
    Estimates that stand the other way round make the same triple:

    >>> rows = [Choice((2, 0), (1, 1), (0, 2), "1", 0), Choice((2, 0), (0, 2), (1, 1), "2", 0)]
    >>> found = choices_of(rows)
    >>> len(found.pool), found.answers.tolist()
    (1, [2, 0])
    """
    seen: dict[tuple[str, tuple[tuple[float, ...], ...]], int] = {}
    places: dict[tuple[tuple[float, ...], ...], int] = {}
    again = chosen = 0
    for row in rows:
        is_turned = row.b < row.a
        triple = (row.gold, row.b, row.a) if is_turned else (row.gold, row.a, row.b)
        if row.why == "chosen":
            chosen += 1
        elif row.why == "again" or (row.person, triple) in seen:
            again += 1
        else:
            places.setdefault(triple, len(places))
            seen[row.person, triple] = 2 - row.answer if is_turned else row.answer
    if not seen:
        raise ValueError("no choice is about a triple that was drawn at random")
    notes = []
    if chosen:
        notes.append(
            f"{counted(chosen, 'choice')} of questions that were chosen by what they tell do not "
            "count: their shares would mean nothing"
        )
    if again:
        notes.append(f"{counted(again, 'choice')} of questions asked again do not count")
    gold, a, b = (np.array(each) for each in zip(*places, strict=True))
    numbers = {person: n for n, person in enumerate(dict.fromkeys(p for p, _ in seen))}
    return PeopleChoices(
        pool_of(gold, a, b),
        np.array([numbers[person] for person, _ in seen]),
        np.array([places[triple] for _, triple in seen]),
        np.array(list(seen.values())),
        tuple(notes),
    )


def choices_csv(rows: Iterable[Choice], **more: Sequence[object]) -> str:
    r"""The table of choices, as `read_choices` reads it.

    Parameters
    ----------
    rows : iterable of Choice
    **more : sequence
        Further columns, which are not read.

    Examples
    --------
    >>> choices_csv([Choice((2, 0), (1, 1), (0, 2), "1", 0)])
    'gold,a,b,person,choice,why\n2 0,1 1,0 2,1,a,random\n'
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow((*COLUMNS, WHY, *more))
    for row, *rest in zip(rows, *more.values(), strict=True):
        votes = (" ".join(f"{each:g}" for each in part) for part in row[:3])
        writer.writerow((*votes, row.person, WORDS[row.answer], row.why, *rest))
    return text.getvalue()


def read_choices(sources: Sequence[Source]) -> list[Choice]:
    r"""Choices from tables; people of different tables are different people.

    Parameters
    ----------
    sources : sequence of path or uploaded file

    Raises
    ------
    DataError
        With every fault: file, line and remedy.

    Examples
    --------
    >>> file = io.StringIO("gold,a,b,person,choice\n2 0,1 1,0 2,ann,a\n")
    >>> file.name = "choices.csv"
    >>> read_choices([file])[0].answer
    0
    """
    budget, found = Budget(), list[Choice]()
    for number, source in enumerate(sources, 1):
        file = decoded(*read_source(source), budget)
        found += file.read(_rows, str(number) if len(sources) > 1 else "")
        if len({len(each.gold) for each in found}) > 1:
            raise file.error(
                f"it has {len(found[-1].gold)} classes, and other choices {len(found[0].gold)}",
                "Open choices about as many classes together",
            )
    return found


def _rows(file: File, of: str) -> list[Choice]:
    table = filled_table(file, _SHAPE, _MOST_ROWS, (*COLUMNS, WHY))
    names = [name.casefold() for name in table.header]
    if lacking := [name for name in COLUMNS if name not in names]:
        raise file.error(f"the column {lacking[0]} is missing", _SHAPE)
    columns = [names.index(name) for name in COLUMNS]
    why = names.index(WHY) if WHY in names else None
    found = list[Choice]()
    for line, cells in table.rows:
        row = [cells[place] for place in columns]
        try:
            made = _choice(row, "random" if why is None else cells[why], of)
            _check_classes(made, len(found[0].gold) if found else len(made.gold))
        except ValueError as error:
            file.report(str(error), _SHAPE, f"line {line}")
        else:
            found.append(made)
    return found


def _choice(cells: list[str], reason: str, of: str) -> Choice:
    """A row; raises ValueError with what is wrong."""
    person, choice = cells[3], cells[4].casefold()
    if choice not in _CHOICES:
        raise ValueError(f"the choice {cells[4]!r} is none of a, b and equal")
    if reason.casefold() not in _REASONS:
        raise ValueError(f"the reason {reason!r} is none of {', '.join(_REASONS)}")
    gold, a, b = (_votes(each) for each in cells[:3])
    who = f"{of}/{person}" if of else person
    return Choice(gold, a, b, who, _CHOICES[choice], reason.casefold())


def _check_classes(row: Choice, classes: int) -> None:
    if {len(each) for each in row[:3]} != {classes}:
        raise ValueError(f"gold, a and b need {classes} classes each, as the first row has")


def _votes(text: str) -> tuple[float, ...]:
    try:
        votes = tuple(float(each) for each in text.split())
    except ValueError:
        raise ValueError(f"{text!r} are no votes") from None
    if not 2 <= len(votes) <= MAX_CLASSES:
        raise ValueError(f"{text!r} has {counted(len(votes), 'class', 'classes')}, not 2 to 30")
    if not all(0 <= each < 1e9 for each in votes) or not sum(votes):
        raise ValueError(f"{text!r} are no votes: they are 0 or more, and not all 0")
    return votes
