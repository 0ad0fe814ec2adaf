"""A series of questions on every phone: what each is asked next, and what the room judges by.

An answer is a whole number: seconds · 10,000 + triple · 3 + place in `ANSWERS`. A phone sends all
of its answers together, so that nothing is lost where the server starts anew. The order, the sides
and what is drawn at random follow from the series' seed and the phone's number.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from oq_core.data.arrays import Array
from oq_core.preferences import (
    CANDIDATES,
    RoomAgreement,
    RoomShares,
    Series,
    in_words,
    next_question,
    phrase,
    prior_of_candidates,
    room_agreement,
    sampled_shares,
    shuffled_order,
    usual_model,
    verdict,
)
from oq_core.preferences.choices import Choice
from oq_core.preferences.model import Whole
from oq_core.preferences.questions import AGAIN, CHOSEN, RANDOM, Why

#: Questions of a series.
QUESTIONS = CHOSEN + RANDOM + AGAIN
_SECOND = 10_000
_LONGEST = 999
#: Phones whose last beliefs are in memory, 50 kB each; others' are computed again.
_MOST_BELIEFS = 600
#: Candidates that are named of the room, and how far above its prior the share of each is.
_NAMED, _TOLD = 2, 0.05
#: How probable it is that a room is of one mind, where it is called so; and its fewest people.
UNANIMOUS, _SEVERAL = 0.9, 2

Answers = tuple[int, ...]


class Told(NamedTuple):
    """An answer as a whole number tells it."""

    triple: int
    answer: int
    seconds: int


def told(code: int) -> Told:
    """What an answer says.

    Examples
    --------
    >>> told(7 * 10_000 + 31 * 3 + 2)
    Told(triple=31, answer=2, seconds=7)
    """
    seconds, rest = divmod(code, _SECOND)
    return Told(rest // 3, rest % 3, seconds)


def fits(answers: tuple[object, ...]) -> bool:
    """Whether these can be the answers of a phone."""
    most = 3 * len(usual_model().pool)
    return 0 < len(answers) <= QUESTIONS and all(
        type(each) is int and 0 <= each < _SECOND * (_LONGEST + 1) and each % _SECOND < most
        for each in answers
    )


@lru_cache(2000)
def _order(seed: int, number: int) -> tuple[Why, ...]:
    """Why each question of a phone is asked."""
    return tuple(shuffled_order(np.random.default_rng([seed, number])))


def _generator(seed: int, number: int, place: int) -> np.random.Generator:
    return np.random.default_rng([seed, number, place])


def _side(seed: int, number: int, place: int) -> int:
    """Where A stands in a phone's question: the first thing that is drawn for it."""
    return 1 - 2 * int(_generator(seed, number, place).integers(0, 2))


@lru_cache(_MOST_BELIEFS)
def _latest(*_phone: int) -> list[tuple[Answers, Array]]:
    """One pair: the answers of a phone that were last asked for, and the beliefs after them."""
    return [((), usual_model().start())]


def _beliefs(seed: int, number: int, answers: Answers) -> Array:
    """Beliefs after the answers of a phone, from those after its earlier answers."""
    model, latest = usual_model(), _latest(seed, number)
    known, beliefs = latest[0]
    if answers[: len(known)] != known:
        known, beliefs = (), model.start()
    for place in range(len(known), len(answers)):
        last = told(answers[place])
        beliefs = model.told(beliefs, last.triple, _side(seed, number, place), last.answer)
    latest[0] = answers, beliefs
    return beliefs


@lru_cache(2 * _MOST_BELIEFS)
def _evidence(seed: int, number: int, answers: Answers) -> Array:
    """The evidence of each candidate from the answers of a phone: most are as they were."""
    return usual_model().evidence(_beliefs(seed, number, answers))


def next_of(seed: int, number: int, answers: Answers) -> dict[str, Any] | None:
    """The next question of a phone, for it to draw; nothing at the end of the series.

    Parameters
    ----------
    seed : int
        Of the series.
    number : int
        Of the phone.
    answers : tuple of int
        So far.

    Returns
    -------
    dict or None
        Shares of gold and of the estimates, left and right, and what to send for left, equally
        good and right.
    """
    place, model = len(answers), usual_model()
    if place >= QUESTIONS:
        return None
    asked = np.array([told(each).triple for each in answers], dtype=np.int64)
    why, generator = _order(seed, number)[place], _generator(seed, number, place)
    beliefs = _beliefs(seed, number, answers)
    try:
        question = next_question(model, beliefs, asked, why, generator)
    except ValueError:
        # Answers that no page of ours sends may leave none to be asked again.
        question = next_question(model, beliefs, asked, "random", generator)
    triple, side = int(question.triple), int(question.side)
    gold, *estimates = (each[triple] for each in (model.pool.gold, model.pool.a, model.pool.b))
    drawn = [gold, *estimates[::side]]
    shown = [(each[::-1] if question.mirrored else each) / each.sum() for each in drawn]
    codes = [3 * triple + 1 - side * way for way in (1, 0, -1)]
    return {
        "number": place,
        "of": QUESTIONS,
        "gold": shown[0].tolist(),
        "estimates": [each.tolist() for each in shown[1:]],
        "codes": codes,
    }


@lru_cache(2 * _MOST_BELIEFS)
def own_words(seed: int, number: int, answers: Answers) -> str:
    """By what a phone's own answers say that its owner judges."""
    each = np.array([told(code) for code in answers])
    sides = np.array([_side(seed, number, place) for place in range(len(answers))])
    order, beliefs = _order(seed, number), _beliefs(seed, number, answers)
    series = Series(usual_model(), order, beliefs, each[:, 0], sides, each[:, 1])
    return in_words(verdict(series))


class Split(NamedTuple):
    """A triple, and the parts of those asked who took A and B; others took neither."""

    triple: int
    a: float
    b: float


@dataclass(frozen=True)
class FoundInRoom:
    """What a room's answers to a series say.

    Attributes
    ----------
    people, answers : int
        How many gave any answer, and how many there are.
    shares : RoomShares
        Of candidates, as people differ.
    agreement : RoomAgreement, optional
        On the questions at random; none before the first of these.
    split : Split, optional
        On what the room is most evenly split; none where no two took different estimates.
    """

    people: int
    answers: int
    shares: RoomShares
    agreement: RoomAgreement | None
    split: Split | None

    @property
    def words(self) -> str:
        """By what the room judges, as a part of a sentence."""
        keys, shares = list(CANDIDATES), self.shares.shares
        one = int(self.shares.unanimous.argmax())
        if self.people >= _SEVERAL and self.shares.unanimous[one] >= UNANIMOUS:
            return f"all {self.people} {phrase((keys[one],))}"
        told = np.flatnonzero(shares - prior_of_candidates() > _TOLD)
        best = told[np.argsort(-shares[told], kind="stable")][:_NAMED]
        counts = [(round(self.people * float(shares[row])), row) for row in best]
        parts = [
            f"about {count} of {self.people} {phrase((keys[row],))}"
            for count, row in counts
            if count
        ]
        return " and ".join(parts) if parts else "its answers do not tell by what it judges"


def found_in(seed: int, answers: Mapping[int, Any]) -> FoundInRoom | None:
    """What a room's answers say, by the phones' numbers; nothing before the first."""
    return _found_in(seed, tuple(sorted(answers.items()))) if answers else None


@lru_cache(8)
def _found_in(seed: int, answers: tuple[tuple[int, Answers], ...]) -> FoundInRoom:
    model = usual_model()
    evidence = np.stack([_evidence(seed, *each) for each in answers])
    why = np.concatenate([_order(seed, number)[: len(codes)] for number, codes in answers])
    people = np.repeat(np.arange(len(answers)), [len(codes) for _, codes in answers])
    triples, said = np.divmod(np.concatenate([codes for _, codes in answers]) % _SECOND, 3)
    rows = why == "random"
    return FoundInRoom(
        len(answers),
        len(people),
        sampled_shares(evidence),
        room_agreement(model.pool, people[rows], triples[rows], said[rows]) if rows.any() else None,
        _split(people, triples, said),
    )


def _split(people: Whole, triples: Whole, said: Whole) -> Split | None:
    """The triple that most people answered in opposite ways; of an answer given twice the last."""
    size = len(usual_model().pool)
    _, last = np.unique((people * size + triples)[::-1], return_index=True)
    each = 3 * triples[::-1][last] + said[::-1][last]
    count = np.bincount(each, minlength=3 * size).reshape(size, 3)
    both = np.minimum(count[:, 0], count[:, 2])
    triple = int(both.argmax())
    if not both[triple]:
        return None
    part = count[triple] / count[triple].sum()
    return Split(triple, float(part[0]), float(part[2]))


def choices(seed: int, answers: Mapping[int, Answers]) -> list[tuple[Choice, int]]:
    """The answers of a room as rows of a table, and the seconds that each took."""
    found = []
    for number, codes in answers.items():
        for code, why in zip(codes, _order(seed, number), strict=False):
            each = told(code)
            choice = Choice(*votes_of(each.triple), str(number), each.answer, why)
            found.append((choice, each.seconds))
    return found


def votes_of(triple: int) -> tuple[tuple[float, ...], tuple[float, ...], tuple[float, ...]]:
    """The votes of gold, A and B in a triple."""
    pool = usual_model().pool
    gold, a, b = (tuple(map(float, each[triple])) for each in (pool.gold, pool.a, pool.b))
    return gold, a, b
