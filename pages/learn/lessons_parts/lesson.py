"""What a lesson is made of."""

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from pages.drawing.compare_state import CompareState

#: What a lesson goes through, each on a screen of its own.
STEPS = ("Question", "Prediction", "Answer", "Try it", "Remember")
QUESTION, PREDICTION, ANSWER, TRY, REMEMBER = range(len(STEPS))

#: Numbers computed by the core, by name.
Facts = Mapping[str, float]


class Figure(Protocol):
    """An interactive figure in a set start state."""

    def preview(self, key: str) -> None:
        """Draw what the question is about, without anything that answers it."""

    def poster(self, key: str) -> None:
        """Draw what the answer is about."""

    def show(self, key: str) -> None:
        """Draw it to be changed, with live numbers and a link to go on."""


@dataclass(frozen=True)
class Lesson:
    """A claim to discover.

    Attributes
    ----------
    key : str
        Names it in the address: lower-case letters.
    title : str
    question : str
        In Markdown; asks for a prediction.
    options : tuple of str
        What can be predicted, in plain text.
    replies : tuple of str
        For each option, what it gets wrong, in plain text; empty for the right one.
    facts : callable
        Computes the numbers that decide the question and fill the answer.
    right : callable
        Which of the options is right, from the facts.
    answer : callable
        The answer in Markdown, from the facts.
    claim : str
        What is to be remembered, in a sentence of plain text.
    figure : Figure
    notes : tuple of str
        For the lecturer, in plain text: what to ask, what to watch for, and what else to know.
    minutes : tuple of int
        How long each of the `STEPS` takes.
    """

    key: str
    title: str
    question: str
    options: tuple[str, ...]
    replies: tuple[str, ...]
    facts: Callable[[], Facts]
    right: Callable[[Facts], int]
    answer: Callable[[Facts], str]
    claim: str
    figure: Figure
    notes: tuple[str, str, str]
    minutes: tuple[int, int, int, int, int]


def lesson(
    key: str,
    facts: Callable[[], Facts],
    right: Callable[[Facts], int],
    figure: Figure,
    **known: object,
) -> Lesson:
    """The lesson whose words stand in `words/<key>.toml`.

    Facts, and what is known beside them, stand in these in braces, with how they are written:
    `{NMD A:.4f}`. What is known may be a function of the facts, in the answer.
    """
    file = Path(__file__).parent / "words" / f"{key}.toml"
    words = tomllib.loads(file.read_text(encoding="utf-8"))

    def filled(text: Any) -> Any:
        if isinstance(text, list):
            return tuple(map(filled, text))
        return text.format_map(known) if isinstance(text, str) and "{" in text else text

    def answer(found: Facts) -> str:
        more = {name: of(found) if callable(of) else of for name, of in known.items()}
        return str(words["answer"].format_map({**found, **more}).strip())

    others = {name: filled(text) for name, text in words.items() if name != "answer"}
    return Lesson(key, facts=facts, right=right, answer=answer, figure=figure, **others)


def named_scores(state: CompareState, measures: Sequence[str], prefix: str = "") -> Facts:
    """Scores as facts: "NMD A" and "NMD B" for each measure, after a prefix."""
    return {
        f"{prefix}{key} {which.upper()}": score
        for key, scores in state.scores(measures).items()
        for which, score in zip(state.shown[1:], scores, strict=True)
    }
