"""A series of questions from the first to the last, and what is said of a person at its end."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import Self

import numpy as np
import numpy.typing as npt
import pandas as pd

from oq_core.data.arrays import Array
from oq_core.data.results import Result
from oq_core.preferences.candidates import CANDIDATES
from oq_core.preferences.model import PreferenceModel, Whole, make_prior
from oq_core.preferences.pool import make_pool
from oq_core.preferences.questions import (
    Question,
    Why,
    agreement,
    consistency,
    misfit,
    next_question,
    shuffled_order,
)

#: A first candidate that would leave as much unexplained this seldom does not explain the person.
_SELDOM = 0.05
#: A probability from which on something is said of a person without a "not sure".
_MORE_THAN_NOT = 0.5
#: Candidates that are no explanation.
NO_REASON = ("chance", "none")


@cache
def usual_model() -> PreferenceModel:
    """The model over the pool that everybody is asked about; it takes a second, once.

    Examples
    --------
    >>> usual_model() is usual_model()
    True
    """
    return PreferenceModel(make_pool(), make_prior())


@dataclass(frozen=True, eq=False)
class Series:
    """A series of questions, and what was answered so far, of one person or of several.

    An answer to a question that is asked again is evidence as any other: one that contradicts the
    first speaks for lapses, and against what both answers cannot follow from.

    Attributes
    ----------
    model : PreferenceModel
    order : tuple of {"chosen", "random", "again"}
        Why each question is asked.
    beliefs : ndarray of float64, shape (..., C, G, H)
    triples, sides, answers : ndarray of int64, shape (..., q)
        Of the questions so far.

    Examples
    --------
    Somebody who always prefers what RNOD prefers:

    >>> from oq_core.preferences import make_pool, make_prior
    >>> model, generator = PreferenceModel(make_pool(), make_prior()), np.random.default_rng(1)
    >>> series, differences = Series.begin(model, generator), model.pool.differences[1]
    >>> while series.why:
    ...     question = series.ask(generator)
    ...     series = series.answered(question, 0 if differences[question.triple] > 0 else 2)
    >>> verdict(series).groups[0][0]
    ('RNOD',)
    """

    model: PreferenceModel
    order: tuple[Why, ...]
    beliefs: Array
    triples: Whole
    sides: Whole
    answers: Whole

    @classmethod
    def begin(
        cls, model: PreferenceModel, generator: np.random.Generator, people: tuple[int, ...] = ()
    ) -> Self:
        """A series before its first question, for people of a shape."""
        nothing = np.empty((*people, 0), dtype=np.int64)
        order = tuple(shuffled_order(generator))
        return cls(model, order, model.start(people), nothing, nothing, nothing)

    @property
    def why(self) -> Why | None:
        """Why the next question is asked; nothing at the end."""
        number = self.triples.shape[-1]
        return self.order[number] if number < len(self.order) else None

    def ask(self, generator: np.random.Generator) -> Question:
        """The next question.

        Raises
        ------
        ValueError
            If the series is over.
        """
        if self.why is None:
            raise ValueError("the series has no more questions")
        return next_question(self.model, self.beliefs, self.triples, self.why, generator)

    def answered(self, question: Question, answer: npt.ArrayLike) -> Self:
        """The series after an answer (...), a place in `ANSWERS`."""
        return replace(
            self,
            beliefs=self.model.told(self.beliefs, question.triple, question.side, answer),
            triples=_with(self.triples, question.triple),
            sides=_with(self.sides, question.side),
            answers=_with(self.answers, answer),
        )

    def of(self, person: int) -> Self:
        """The series of one of several people."""
        rows = ("beliefs", "triples", "sides", "answers")
        return replace(self, **{name: getattr(self, name)[person] for name in rows})

    @property
    def is_first(self) -> npt.NDArray[np.bool_]:
        """Which of the questions so far (q,) were not asked again."""
        return self._are("chosen", "random")

    def agreement(self) -> Array:
        """How often each candidate agrees, (..., C), on the triples drawn at random alone."""
        at_random = self._are("random")
        return agreement(
            self.model.pool, self.triples[..., at_random], self.answers[..., at_random]
        )

    def _are(self, *why: Why) -> npt.NDArray[np.bool_]:
        return np.isin(self.order[: self.triples.shape[-1]], why)


def _with(values: Whole, last: npt.ArrayLike) -> Whole:
    return np.concatenate([values, np.asarray(last, dtype=np.int64)[..., None]], axis=-1)


@dataclass(frozen=True)
class SeriesVerdict(Result):
    """What is said of a person at the end of a series.

    Attributes
    ----------
    groups : list of (tuple of str, float)
        See `PreferenceModel.groups`.
    named : tuple of str
        The smallest set of candidates with 90 % of the posterior, the most probable first.
    misfit : float
        See `misfit`; of the most probable candidate.
    is_explained : bool
        Whether that one is an explanation: a measure or a habit that is not found not to fit.
        Read `is_sure` before it is said of a person.
    consistency : float
        The share of triples asked twice to which the answers were the same; nan if there are none.

    Examples
    --------
    >>> SeriesVerdict([(("NMD", "RSNOD"), 0.9)], ("NMD", "RSNOD"), 0.4, True, 1.0).named
    ('NMD', 'RSNOD')
    """

    groups: list[tuple[tuple[str, ...], float]]
    named: tuple[str, ...]
    misfit: float
    is_explained: bool
    consistency: float

    @property
    def is_sure(self) -> bool:
        """Whether the explanation is more probable than all others together.

        It is not where no answer was given again to a question that was asked again.
        """
        return self.is_explained and self.groups[0][1] >= _MORE_THAN_NOT and self.consistency != 0

    def to_frame(self) -> pd.DataFrame:
        """A row for each group of candidates that the questions do not tell apart."""
        rows = [(", ".join(keys), share) for keys, share in self.groups]
        return pd.DataFrame(rows, columns=["candidates", "probability"])


def verdict(series: Series, seed: int = 0) -> SeriesVerdict:
    """What is said of a person at the end of a series.

    Parameters
    ----------
    series : Series
        Of one person.
    seed : int
        Of the answers that are made anew for the check.

    Returns
    -------
    SeriesVerdict

    Raises
    ------
    ValueError
        If nothing was answered.

    Examples
    --------
    Somebody who finds everything equally good judges by none of the candidates:

    >>> from oq_core.preferences import make_pool, make_prior
    >>> generator = np.random.default_rng(0)
    >>> series = Series.begin(PreferenceModel(make_pool(), make_prior()), generator)
    >>> for _ in range(10):
    ...     series = series.answered(series.ask(generator), 1)
    >>> verdict(series).is_explained
    False
    """
    model, beliefs = series.model, series.beliefs
    if not series.answers.size:
        raise ValueError("nothing was answered, so that nothing can be said")
    keys = np.array(list(CANDIDATES))
    posterior = model.posterior(beliefs)
    ranked = np.argsort(-posterior, kind="stable")
    first = str(keys[ranked[0]])
    given = series.triples, series.sides, series.answers
    fit = misfit(model, beliefs, first, given, seed)
    return SeriesVerdict(
        model.groups(beliefs, series.triples),
        tuple(keys[ranked[model.credible(beliefs)[ranked]]].tolist()),
        fit,
        first not in NO_REASON and fit >= _SELDOM,
        consistency(series.triples, series.answers),
    )
