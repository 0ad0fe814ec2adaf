"""What a room of people judges by: shares of candidates, as people differ, and agreement.

K. E. Stephan, W. D. Penny, J. Daunizeau, R. J. Moran, K. J. Friston. Bayesian Model Selection for
Group Studies. NeuroImage 46 (2009): the model.

R. M. Neal. Markov Chain Sampling Methods for Dirichlet Process Mixture Models. Journal of
Computational and Graphical Statistics 9 (2000), algorithm 3; A. Kong, J. S. Liu, W. H. Wong.
Sequential Imputations and Bayesian Missing Data Problems. Journal of the American Statistical
Association 89 (1994): the sampler, and where its chains begin.

A. B. Owen. The Pigeonhole Bootstrap. Annals of Applied Statistics 1 (2007).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pandas as pd
import scipy

from oq_core.data.arrays import Array, resampled_counts, tails
from oq_core.data.results import Result
from oq_core.data.scores import counted
from oq_core.defaults import CONFIDENCE
from oq_core.preferences.candidates import CANDIDATES, prior_of_candidates
from oq_core.preferences.model import Whole
from oq_core.preferences.pool import Pool
from oq_core.preferences.questions import agreements

#: Sums of α that are equally probable beforehand: from people alike to people of all kinds.
CONCENTRATIONS = np.array([0.5, 1.0, 2.0, 4.0, 8.0, 16.0])
#: Chains of the sampler, and draws of all people in each.
_CHAINS, _SWEEPS = 300, 12
#: Resamples of people and triples.
_RESAMPLES = 1000
#: Weights of answers that are in memory at once.
_AT_ONCE = 4_000_000


def _by_candidate(shares: Array, intervals: Array) -> pd.DataFrame:
    low, high = intervals.T
    columns = {"share": shares, "low": low, "high": high}
    return pd.DataFrame(columns, pd.Index(list(CANDIDATES)[: len(low)], name="candidate"))


@dataclass(frozen=True, eq=False, repr=False)
class RoomShares(Result):
    """The shares of candidates in a room of n people.

    Attributes
    ----------
    numbers : ndarray of float64, shape (n + 1, C)
        The probability that 0, 1, ..., n of these people judge by each candidate; columns sum to 1.

    Examples
    --------
    >>> room = RoomShares(np.array([[0, 0.5], [0, 0.5], [0.5, 0], [0.5, 0]]))
    >>> room.shares.round(3).tolist(), room.intervals()[0].round(3).tolist()
    ([0.833, 0.167], [0.667, 1.0])
    """

    numbers: Array

    @property
    def people(self) -> int:
        """How many people there are, n."""
        return len(self.numbers) - 1

    @property
    def shares(self) -> Array:
        """The expected share of each candidate among these people, (C,), summing to 1."""
        return np.asarray(np.linspace(0, 1, self.people + 1) @ self.numbers)

    @property
    def unanimous(self) -> Array:
        """The probability that all of these people judge by each candidate, (C,)."""
        return np.asarray(self.numbers[-1])

    def intervals(self, confidence: float = 0.9) -> Array:
        """Intervals (C, 2) of each share, if the model is right."""
        below = self.numbers.cumsum(axis=0)[:, :, None] < tails(confidence)
        return np.asarray(below.sum(axis=0) / self.people)

    def _described(self) -> str:
        best = int(self.shares.argmax())
        return f"{counted(self.people, 'person', 'people')}; {list(CANDIDATES)[best]} leads"

    def to_frame(self) -> pd.DataFrame:
        """A row for each candidate: its share and the interval."""
        return _by_candidate(self.shares, self.intervals())


def sampled_shares(evidence: Array, seed: int = 0) -> RoomShares:
    """The shares of candidates in a room by Gibbs sampling.

    Every person judges by one candidate. How much people differ is unknown too: the sum of α is
    any of `CONCENTRATIONS`, so that a room of one mind can be found to be one.

    Parameters
    ----------
    evidence : ndarray of float64, shape (n, C)
        The log evidence of each candidate from each person's answers, as
        `PreferenceModel.evidence` gives it.
    seed : int

    Returns
    -------
    RoomShares

    Notes
    -----
    By whom each person judges is drawn given all others', and then the sum of α; the shares are
    integrated out. Chains begin at draws of each person given those before, weighted by how
    probable the answers are then, so that no mode is forgotten.

    Examples
    --------
    >>> certain = np.log(np.full((30, len(CANDIDATES)), 1e-3))
    >>> certain[:, 0] = 0
    >>> room = sampled_shares(certain)
    >>> bool(room.unanimous[0] > 0.9), room.intervals()[0].tolist()
    (True, [1.0, 1.0])
    """
    generator = np.random.default_rng(seed)
    likelihoods = np.exp(evidence - evidence.max(axis=1, keepdims=True))
    prior = prior_of_candidates()
    people, chains = len(evidence), np.arange(_CHAINS)

    def drawn(weights: Array) -> Whole:
        sums = weights.cumsum(axis=1)
        return np.asarray((generator.random((_CHAINS, 1)) * sums[:, -1:] >= sums).sum(axis=1))

    total = generator.choice(CONCENTRATIONS, _CHAINS)
    judges = np.zeros((people, _CHAINS), dtype=np.int64)
    counts = np.zeros((_CHAINS, len(prior)))
    probable = np.zeros(_CHAINS)
    # One after the other: each is drawn given all before.
    for person in range(people):
        weights = likelihoods[person] * (total[:, None] * prior + counts)
        probable += np.log(weights.sum(axis=1) / (total + person))
        judges[person] = drawn(weights)
        counts[chains, judges[person]] += 1
        chance = np.exp(probable - probable.max())
        chance /= chance.sum()
        if person == people - 1 or 1 / (chance**2).sum() < _CHAINS / 2:
            kept = generator.choice(_CHAINS, _CHAINS, p=chance)
            counts, judges, total, probable[:] = counts[kept], judges[:, kept], total[kept], 0
    numbers = np.zeros((people + 1, len(prior)))
    alphas = np.multiply.outer(CONCENTRATIONS, prior)[:, None]
    for _ in range(_SWEEPS):
        for person in range(people):
            counts[chains, judges[person]] -= 1
            judges[person] = drawn(likelihoods[person] * (total[:, None] * prior + counts))
            counts[chains, judges[person]] += 1
        logs = (scipy.special.gammaln(alphas + counts) - scipy.special.gammaln(alphas)).sum(axis=2)
        logs += (
            scipy.special.gammaln(CONCENTRATIONS) - scipy.special.gammaln(CONCENTRATIONS + people)
        )[:, None]
        total = CONCENTRATIONS[drawn(np.exp(logs - logs.max(axis=0)).T)]
        np.add.at(numbers, (counts.astype(np.int64), np.arange(len(prior))), 1)
    return RoomShares(numbers / numbers.sum(axis=0))


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
        return _by_candidate(self.shares, self.intervals)


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
    often = [resampled_counts(which.max() + 1, _RESAMPLES, generator) for which in (person, triple)]
    drawn = np.concatenate(list(_resampled(points, often[0], person, often[1], triple)))
    ends = np.quantile(drawn, tails(confidence), axis=0)
    return RoomAgreement(points.mean(axis=-1), np.asarray(ends.T))


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
