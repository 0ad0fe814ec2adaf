"""What a room of people judges by: shares of candidates, as people differ, and agreement.

K. E. Stephan, W. D. Penny, J. Daunizeau, R. J. Moran, K. J. Friston. Bayesian Model Selection for
Group Studies. NeuroImage 46 (2009): the model.

A. Asuncion, M. Welling, P. Smyth, Y. W. Teh. On Smoothing and Inference for Topic Models. UAI
(2009): its posterior, with the shares integrated out (CVB0). Of few people the first paper's
approximation says too often that they judge by what is most probable beforehand.

A. B. Owen. The Pigeonhole Bootstrap. Annals of Applied Statistics 1 (2007).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pandas as pd

from oq_core.data.arrays import Array
from oq_core.data.results import Result
from oq_core.data.scores import counted
from oq_core.defaults import CONFIDENCE
from oq_core.preferences.candidates import CANDIDATES, prior_of_candidates
from oq_core.preferences.model import Whole
from oq_core.preferences.pool import Pool
from oq_core.preferences.questions import agreements

_MOST_STEPS, _CLOSE = 2000, 1e-6
#: Resamples of people and triples.
_RESAMPLES = 1000
#: Weights of answers that are in memory at once.
_AT_ONCE = 4_000_000


@dataclass(frozen=True, eq=False, repr=False)
class RoomShares(Result):
    """The shares of candidates in a room.

    Attributes
    ----------
    counts : ndarray of float64, shape (C,)
        α of the Dirichlet distribution of the shares among all people like these.
    people : ndarray of float64, shape (n, C)
        The probability that a person judges by each candidate, given the room.

    Examples
    --------
    >>> room = RoomShares(np.array([4.0, 2.0]), np.array([[1, 0], [1, 0], [1, 0], [0.5, 0.5]]))
    >>> room.shares.tolist(), room.intervals()[0].tolist()
    ([0.875, 0.125], [0.75, 1.0])
    """

    counts: Array
    people: Array

    @property
    def shares(self) -> Array:
        """The expected share of each candidate among these people, (C,), summing to 1."""
        # The Dirichlet's mean is of all people: of a small room it tells little but the prior.
        return np.asarray(self.people.mean(axis=0))

    def intervals(self, confidence: float = 0.9) -> Array:
        """Intervals (C, 2) that hold each share among these people with a probability."""
        often = np.zeros((len(self.people) + 1, self.people.shape[1]))
        often[0] = 1
        for each in self.people:
            often[1:] = (1 - each) * often[1:] + each * often[:-1]
            often[0] *= 1 - each
        below = often.cumsum(axis=0)[:, :, None] < [(1 - confidence) / 2, (1 + confidence) / 2]
        return np.asarray(below.sum(axis=0) / len(self.people))

    def _described(self) -> str:
        best = int(self.shares.argmax())
        return f"{counted(len(self.people), 'person', 'people')}; {list(CANDIDATES)[best]} leads"

    def to_frame(self) -> pd.DataFrame:
        """A row for each candidate: its share and the interval."""
        low, high = self.intervals().T
        columns = {"share": self.shares, "low": low, "high": high}
        return pd.DataFrame(columns, pd.Index(list(CANDIDATES)[: len(low)], name="candidate"))


def room_shares(evidence: Array, before: Array | None = None) -> RoomShares:
    """The shares of candidates in a room: random-effects model selection.

    Every person judges by one candidate; the shares of these are unknown. Answers of a person
    that tell little weigh little.

    Parameters
    ----------
    evidence : ndarray of float64, shape (n, C)
        The log evidence of each candidate from each person's answers, as
        `PreferenceModel.evidence` gives it.
    before : ndarray of float64, shape (C,), optional
        α before the first person. Without it, as many in all as there are candidates, shared as
        the prior probabilities are.

    Returns
    -------
    RoomShares

    Examples
    --------
    >>> certain = np.log(np.array([[1, 1e-9], [1, 1e-9], [1e-9, 1]]))
    >>> room_shares(certain, np.ones(2)).counts.round(3).tolist()
    [3.0, 2.0]
    """
    if before is None:
        prior = prior_of_candidates()
        before = prior * len(prior)
    likelihoods = np.exp(evidence - evidence.max(axis=1, keepdims=True))
    people = np.zeros_like(evidence)
    for _ in range(_MOST_STEPS):
        others = before + people.sum(axis=0) - people
        after = likelihoods * others
        after /= after.sum(axis=1, keepdims=True)
        close = np.abs(after - people).max() < _CLOSE
        people = after
        if close:
            break
    return RoomShares(before + people.sum(axis=0), people)


@dataclass(frozen=True, eq=False, repr=False)
class RoomAgreement(Result):
    """How often candidates agree with a room.

    Attributes
    ----------
    shares : ndarray of float64, shape (C,)
        Over all answers.
    intervals : ndarray of float64, shape (C, 2)

    Examples
    --------
    >>> RoomAgreement(np.array([0.8]), np.array([[0.7, 0.9]])).shares.tolist()
    [0.8]
    """

    shares: Array
    intervals: Array

    def _described(self) -> str:
        return counted(len(self.shares), "candidate")

    def to_frame(self) -> pd.DataFrame:
        """A row for each candidate: how often it agrees, and the interval."""
        low, high = self.intervals.T
        columns = {"share": self.shares, "low": low, "high": high}
        return pd.DataFrame(columns, pd.Index(list(CANDIDATES)[: len(low)], name="candidate"))


def room_agreement(
    pool: Pool,
    people: npt.ArrayLike,
    triples: npt.ArrayLike,
    answers: npt.ArrayLike,
    confidence: float = CONFIDENCE,
    seed: int = 0,
) -> RoomAgreement:
    """How often candidates agree with a room, with intervals for other people and other triples.

    People and triples are both drawn anew, with replacement: an answer counts as often as its
    person was drawn times its triple was (the pigeonhole bootstrap). So neither many answers of
    one person nor many answers to one triple make an interval narrow.

    Parameters
    ----------
    pool : Pool
    people, triples, answers : array_like of int, shape (q,)
        Of each answer: any number of the person, the place in the pool, the place in `ANSWERS`.
        Meant for triples drawn at random.
    confidence : float
        Of the intervals.
    seed : int

    Returns
    -------
    RoomAgreement

    Raises
    ------
    ValueError
        If there is no answer.

    Examples
    --------
    >>> from oq_core.preferences import make_pool
    >>> pool = make_pool()
    >>> answers = 1 - np.sign(pool.differences[0, :60]).astype(int)
    >>> found = room_agreement(pool, np.arange(60) // 5, np.arange(60), answers)
    >>> float(found.shares[0]), found.intervals[0].tolist()
    (1.0, [1.0, 1.0])
    """
    _, person = np.unique(people, return_inverse=True)
    _, triple = np.unique(triples, return_inverse=True)
    if not person.size:
        raise ValueError("there is no answer that candidates could agree with")
    points = agreements(pool, triples, answers)
    generator = np.random.default_rng(seed)
    often = [_drawn_anew(which.max() + 1, generator) for which in (person, triple)]
    drawn = np.concatenate(list(_resampled(points, often[0], person, often[1], triple)))
    ends = np.quantile(drawn, [(1 - confidence) / 2, (1 + confidence) / 2], axis=0)
    return RoomAgreement(points.mean(axis=-1), np.asarray(ends.T))


def _drawn_anew(count: int, generator: np.random.Generator) -> Array:
    """How often each of some is drawn in each resample, (resamples, count)."""
    # Counting what is drawn takes a tenth of the time of `Generator.multinomial`.
    drawn = generator.integers(count, size=(_RESAMPLES, count))
    places = drawn + count * np.arange(_RESAMPLES)[:, None]
    found = np.bincount(places.ravel(), minlength=places.size)
    return found.reshape(places.shape).astype(np.float64)


def _resampled(
    points: Array, of_people: Array, person: Whole, of_triples: Array, triple: Whole
) -> Iterator[Array]:
    """Agreement in each resample, (r, C), some at once: many answers make large weights."""
    at_once = max(1, _AT_ONCE // len(person))
    for start in range(0, len(of_people), at_once):
        rows = slice(start, start + at_once)
        weights = np.take(of_people[rows], person, axis=1)
        weights *= np.take(of_triples[rows], triple, axis=1)
        total = weights.sum(axis=1)
        # A resample without any answer says nothing.
        some = total > 0
        yield (weights @ points.T)[some] / total[some, None]
