"""The quiz, apart from its widgets: its settings, as the address bar holds them, its questions."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import chain, pairwise, zip_longest
from typing import Self

import numpy as np
import streamlit as st

from oq_core import MEASURES
from oq_core.knowledge import CHALLENGES
from oq_core.knowledge.challenges import LARGEST_SEED
from oq_core.knowledge.quiz import Question, quiz_pairs
from pages.analysing.address import UnreadableError
from pages.drawing.compare_state import FEWEST_CLASSES, MOST_CLASSES, CompareState, linked_whole
from pages.drawing.measure_table import MeasureVerdict, verdicts

#: Where the session keeps either state.
NAME = "quiz"
MOST_MEASURES, MOST_QUESTIONS = 3, 30
#: The answer of a class of which neither system has more hands.
TIE = "N"
#: Questions made for each that is asked, as some are ties under another measure.
_SPARE = 3


@dataclass(frozen=True)
class QuizState:
    """What makes a quiz: the same settings make the same one."""

    measures: tuple[str, ...] = ("NMD", "RNOD")
    questions: int = 10
    classes: int = 5
    seed: int = 0
    #: A letter for each measure, for each question answered: they outlive a reload.
    answers: tuple[str, ...] = field(default=(), compare=False)

    def to_address(self) -> dict[str, str]:
        """Everything as parameters of the address bar."""
        return {
            "measures": ",".join(self.measures),
            "questions": str(self.questions),
            "classes": str(self.classes),
            "seed": str(self.seed),
            **({"answers": "-".join(self.answers)} if self.answers else {}),
        }

    @classmethod
    def from_address(cls, parameters: Mapping[str, str]) -> Self:
        """The settings that an address holds; what it leaves out is as at the start.

        Raises
        ------
        UnreadableError
            If the address holds something that makes no quiz.
        """
        start = cls()
        measures = start.measures
        if "measures" in parameters:
            measures = tuple(parameters["measures"].split(","))
        unknown = [key for key in measures if key not in MEASURES]
        if unknown:
            raise UnreadableError(f"there is no measure called {unknown[0]}")
        if len(set(measures)) < len(measures) or len(measures) > MOST_MEASURES:
            raise UnreadableError(f"a quiz is about 1 to {MOST_MEASURES} different measures")
        answers = tuple(filter(None, parameters.get("answers", "").split("-")))
        if not all(re.fullmatch(f"[AB{TIE}]{{{len(measures)}}}", each) for each in answers):
            raise UnreadableError("the answers in the link are not answers to its questions")
        return cls(
            measures,
            linked_whole(parameters, "questions", start.questions, 1, MOST_QUESTIONS),
            linked_whole(parameters, "classes", start.classes, FEWEST_CLASSES, MOST_CLASSES),
            linked_whole(parameters, "seed", start.seed, 0, LARGEST_SEED),
            answers,
        )


@dataclass(frozen=True)
class ChallengeState:
    """Which challenge: the same for everybody with the same address."""

    challenge: str = "disagree"
    seed: int = 0

    def to_address(self) -> dict[str, str]:
        """Everything as parameters of the address bar; no votes and no solution."""
        return {"challenge": self.challenge, "seed": str(self.seed)}

    @classmethod
    def from_address(cls, parameters: Mapping[str, str]) -> Self:
        """The challenge that an address means; what it leaves out is as at the start.

        Raises
        ------
        UnreadableError
            If there is no such challenge.
        """
        start = cls()
        key = parameters.get("challenge", start.challenge)
        if key not in CHALLENGES:
            raise UnreadableError(f"there is no challenge called {key[:40]}")
        return cls(key, linked_whole(parameters, "seed", start.seed, 0, LARGEST_SEED))


@dataclass(frozen=True)
class Asked:
    """A question of the quiz, and the verdicts of all measures that are asked about."""

    state: CompareState
    verdicts: tuple[MeasureVerdict, ...]


def make_quiz(settings: QuizState) -> tuple[Asked, ...]:
    """The questions: close under each measure, and such as each two neighbours disagree on.

    Each kind has the same part in it, in an order that is random but for the seed. None is a
    tie under a measure that is asked about.

    Returns
    -------
    tuple of Asked
        Fewer than wanted where not as many were found.
    """
    kinds: list[tuple[str, str | None]] = [(key, None) for key in settings.measures]
    kinds += pairwise(settings.measures)
    wanted = _SPARE * settings.questions
    made = [
        quiz_pairs(first, second, settings.classes, wanted, settings.seed)
        for first, second in kinds
    ]
    in_turn = (each for each in chain.from_iterable(zip_longest(*made)) if each is not None)
    asked = [_asked(question, settings.measures) for question in dict.fromkeys(in_turn)]
    fair = [each for each in asked if all(found.preferred != "tie" for found in each.verdicts)]
    fair = fair[: settings.questions]
    order = np.random.default_rng([settings.seed, 2]).permutation(len(fair))
    return tuple(fair[place] for place in order)


#: The same for everybody with the same settings.
made_quiz = st.cache_data(max_entries=40, show_spinner="Making the questions…")(make_quiz)


def _asked(question: Question, measures: tuple[str, ...]) -> Asked:
    labels = tuple(str(place + 1) for place in range(len(question.gold)))
    state = CompareState(labels, question.gold, question.a, question.b, two_systems=True)
    return Asked(state, tuple(verdicts(state.scores(measures))))
