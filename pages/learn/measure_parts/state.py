"""What a person was asked and answered, as the address bar holds it, and the series it makes."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from hashlib import blake2b
from typing import Any, Self

import numpy as np

from oq_core.preferences import Question, Series, shuffled_order, usual_model
from pages.analysing.address import UnreadableError
from pages.drawing.compare_state import linked_whole

LARGEST_SEED = 999_999
#: What a person can say of what is drawn, and the letter that an address has for it.
LEFT, EQUAL, RIGHT = "LER"
#: Scales that distributions can be on; which one does not matter to any measure.
SCALES = (
    ("−2", "−1", "0", "1", "2"),
    ("1", "2", "3", "4", "5"),
    ("bad", "poor", "fair", "good", "best"),
)


@cache
def pool_mark() -> str:
    """A few signs that stand for the triples: links to places in others cannot be used."""
    pool = usual_model().pool
    votes = np.stack([pool.gold, pool.a, pool.b])
    return blake2b(votes.tobytes(), digest_size=3).hexdigest()


@dataclass(frozen=True)
class ChoiceState:
    """A series of questions and the answers to them.

    Attributes
    ----------
    seed : int
        Decides the order, the sides and what is drawn at random.
    asked : tuple of int
        The triples of the first questions; those after them follow from the answers.
    answers : str
        A letter for each answer.
    is_shared : bool
        Whether somebody shows their result to others.
    """

    seed: int
    asked: tuple[int, ...] = ()
    answers: str = ""
    is_shared: bool = False

    def to_address(self) -> dict[str, str]:
        """Everything as parameters of the address bar."""
        found = {"seed": str(self.seed)}
        if self.asked:
            found["asked"] = ".".join((pool_mark(), *map(str, self.asked)))
        if self.answers:
            found["result" if self.is_shared else "answers"] = self.answers
        return found

    @classmethod
    def from_address(cls, parameters: Mapping[str, str], start: int = 0) -> Self:
        """The series that an address holds; without a seed, that of the start.

        Raises
        ------
        UnreadableError
            If the address holds something that makes no series.
        """
        seed = linked_whole(parameters, "seed", start, 0, LARGEST_SEED)
        asked = _triples(parameters["asked"], seed) if parameters.get("asked") else ()
        is_shared = "result" in parameters
        answers = parameters["result"] if is_shared else parameters.get("answers", "")
        if not re.fullmatch(f"[{LEFT}{EQUAL}{RIGHT}]{{0,{len(order_of(seed))}}}", answers):
            raise UnreadableError("the answers in the link are not answers to these questions")
        return cls(seed, asked, answers, is_shared and bool(answers))

    def answered(self, letter: str, triple: int) -> Self:
        """The state after an answer to the question about a triple."""
        asked = self.asked
        if len(asked) <= len(self.answers):
            asked = (*asked, triple)
        return replace(self, asked=asked, answers=self.answers + letter)

    def back(self) -> Self:
        """The state without the last answer."""
        return replace(self, answers=self.answers[:-1])

    def again(self) -> Self:
        """The same questions without an answer."""
        return replace(self, answers="", is_shared=False)


def order_of(seed: int) -> list[str]:
    """Why each question of a series is asked."""
    return list(shuffled_order(np.random.default_rng(seed)))


def _triples(text: str, seed: int) -> tuple[int, ...]:
    order, (mark, *places) = order_of(seed), text.split(".")
    if mark != pool_mark():
        raise UnreadableError("it asks about other distributions than this version of the app")
    if len(places) > len(order) or not all(re.fullmatch("[0-9]{1,4}", each) for each in places):
        raise UnreadableError("its questions cannot be read")
    found = tuple(map(int, places))
    for number, (triple, why) in enumerate(zip(found, order, strict=False)):
        if triple >= len(usual_model().pool) or (triple in found[:number]) != (why == "again"):
            raise UnreadableError(f"its question {number + 1} is none that can be asked there")
    return found


@dataclass(frozen=True, eq=False)
class Played:
    """A series as far as it was answered.

    Attributes
    ----------
    series : Series
    questions : list of Question
        Those answered and, unless it is over, the one that is asked now.
    """

    series: Series
    questions: list[Question]

    @property
    def asked_now(self) -> Question | None:
        """The question that waits for an answer."""
        return self.questions[-1] if self.series.why else None


def played(state: ChoiceState) -> Played:
    """The series that a state's answers make."""
    model, generator = usual_model(), np.random.default_rng(state.seed)
    series, questions = Series.begin(model, generator), list[Question]()
    for number in range(len(series.order)):
        # What is drawn at random does not depend on which triples were asked before.
        question = series.ask(generator)
        if number < len(state.asked):
            question = replace(question, triple=np.asarray(state.asked[number]))
        questions.append(question)
        if number == len(state.answers):
            break
        series = series.answered(question, said(question, state.answers[number]))
    return Played(series, questions)


def said(question: Question, letter: str) -> int:
    """The place in `ANSWERS` that a letter has for a question."""
    return 1 - int(question.side) * {LEFT: 1, EQUAL: 0, RIGHT: -1}[letter]


def drawn(question: Question) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Gold, left and right as distributions (L,), as the question shows them."""
    pool, triple = usual_model().pool, int(question.triple)
    votes = [pool.gold[triple], pool.a[triple], pool.b[triple]]
    if question.side < 0:
        votes[1:] = votes[:0:-1]
    gold, left, right = (each[::-1] if question.mirrored else each for each in votes)
    return gold / gold.sum(), left / left.sum(), right / right.sum()


def scale_of(seed: int, number: int) -> tuple[str, ...]:
    """The labels of the classes in a question of a series, from 0."""
    return SCALES[int(np.random.default_rng([seed, number]).integers(len(SCALES)))]


def shown(state: ChoiceState, number: int, question: Question) -> dict[str, Any]:
    """A question for the browser to draw."""
    gold, left, right = (each.tolist() for each in drawn(question))
    return {
        "number": number,
        "of": len(order_of(state.seed)),
        "classes": list(scale_of(state.seed, number)),
        "gold": gold,
        "estimates": [left, right],
    }
