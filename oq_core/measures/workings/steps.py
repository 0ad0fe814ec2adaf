"""What a working is made of: steps, with their tables and terms."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy.typing as npt
import pandas as pd

from oq_core.data.distributions import Distributions
from oq_core.measures.workings import latex


@dataclass(frozen=True)
class Term:
    """One of the numbers of a step, and the classes that it comes from.

    Attributes
    ----------
    label : str
        Plain text, different from those of the step's other terms.
    value : float
    classes : tuple of int
        Positions of the classes it belongs to.
    kind : str
        In a word or two, what becomes of it; empty where all are treated alike.
    """

    label: str
    value: float
    classes: tuple[int, ...]
    kind: str = ""


@dataclass(frozen=True, eq=False)
class StepTable:
    """A table of numbers, ticks (bool) and words, with class labels or others as its index."""

    caption: str
    frame: pd.DataFrame


@dataclass(frozen=True, eq=False)
class Step:
    """One step of a working.

    Attributes
    ----------
    title : str
    words : str
        What is done, in plain text.
    latex : str
        The formula with its numbers, to four significant digits; ≈ stands where a
        number has been rounded.
    value : float or None
        The number that the step finds, unrounded, where it is a single one.
    tables : tuple of StepTable
    terms : tuple of Term
        The numbers that are summed or counted in this step, unrounded.
    term_name : str
        What the terms are, for an axis; empty without terms.
    example : str
        Which class, or pair of classes, the formula is written out for, where it is not for all.
    part : str
        Key of the measure that the step belongs to, where that is only a part of the whole.
    """

    title: str
    words: str
    latex: str
    value: float | None = None
    tables: tuple[StepTable, ...] = ()
    terms: tuple[Term, ...] = ()
    term_name: str = ""
    example: str = ""
    part: str = ""


@dataclass(frozen=True, eq=False)
class Pair:
    """An estimated and a gold distribution (L,), checked, with the labels of their classes."""

    estimated: Distributions
    gold: Distributions
    classes: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.classes)

    def name(self, index: int) -> str:
        """A class's label in LaTeX."""
        return latex.text(self.classes[index])

    def table(self, caption: str, columns: Mapping[str, npt.ArrayLike]) -> StepTable:
        """A table with a row for each class, after its estimated and its gold probability."""
        both: dict[str, npt.ArrayLike] = {"p": self.estimated, "p*": self.gold}
        return StepTable(
            caption, pd.DataFrame({**both, **columns}, pd.Index(self.classes, name="class"))
        )

    def class_terms(self, values: Distributions) -> tuple[Term, ...]:
        """A term for each class, from values (L,)."""
        return tuple(
            Term(label, value, (index,))
            for index, (label, value) in enumerate(zip(self.classes, values.tolist(), strict=True))
        )


def last_step(title: str, words: str, left: str, worked: latex.Expression, score: float) -> Step:
    """The step that ends at the score: what it is in symbols, and in numbers."""
    return Step(title, words, latex.equation(left, worked, latex.score(score)), score)


#: From a pair and the score that a measure gives it to the steps of the measure's working.
Steps = Callable[[Pair, float], tuple[Step, ...]]
