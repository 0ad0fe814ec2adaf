"""What a person is asked, one after the other, and what the answers say beside the posterior."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from oq_core.data.arrays import Array
from oq_core.preferences.candidates import CANDIDATES
from oq_core.preferences.model import PreferenceModel, Whole
from oq_core.preferences.pool import Pool

Why = Literal["chosen", "random", "again"]

#: Questions of a series: chosen by what they are expected to tell, at random, asked again.
CHOSEN, RANDOM, AGAIN = 13, 5, 2
#: Questions between the first and the second time at least.
_BETWEEN = 4
#: Answers that are made anew for the check of a candidate.
_REPLICATES = 2000


@dataclass(frozen=True, eq=False)
class Question:
    """What is asked, and how it is shown; of one person or of several.

    Attributes
    ----------
    triple : ndarray of int64, shape (...)
        Place in the pool.
    side : ndarray of int64, shape (...)
        1 where A stands on the left, -1 where it stands on the right.
    mirrored : ndarray of bool, shape (...)
        Whether the classes are shown from the last to the first. No measure minds, so that the
        model does not either.
    why : {"chosen", "random", "again"}

    Examples
    --------
    >>> Question(np.array(7), np.array(-1), np.array(False), "random").why
    'random'
    """

    triple: Whole
    side: Whole
    mirrored: npt.NDArray[np.bool_]
    why: Why


def shuffled_order(generator: np.random.Generator) -> list[Why]:
    """The kinds of questions of a series, chosen, random or again, in an order drawn at random.

    Those at random are anywhere; those asked again are in the second half.

    Examples
    --------
    >>> from collections import Counter
    >>> sorted(Counter(shuffled_order(np.random.default_rng(0))).items())
    [('again', 2), ('chosen', 13), ('random', 5)]
    """
    count = CHOSEN + RANDOM + AGAIN
    again = count // 2 + generator.permutation(count - count // 2)[:AGAIN]
    others = np.setdiff1d(np.arange(count), again)
    at_random = generator.permutation(others)[:RANDOM]
    return [
        "again" if place in again else "random" if place in at_random else "chosen"
        for place in range(count)
    ]


def next_question(
    model: PreferenceModel,
    beliefs: Array,
    asked: Whole,
    why: Why,
    generator: np.random.Generator,
) -> Question:
    """The next question of a series.

    Parameters
    ----------
    model : PreferenceModel
    beliefs : ndarray of float64, shape (..., C, G, H)
        After the answers so far.
    asked : ndarray of int64, shape (..., q)
        The triples so far, in their order.
    why : {"chosen", "random", "again"}
        "chosen": the one that is expected to lower the entropy over candidates most. "random": any
        that was not asked. "again": any that was asked once, some questions ago.
    generator : numpy Generator

    Returns
    -------
    Question

    Raises
    ------
    ValueError
        If no triple is left to be asked.

    Examples
    --------
    >>> from oq_core.preferences import make_pool, make_prior
    >>> model = PreferenceModel(make_pool(), make_prior())
    >>> generator = np.random.default_rng(0)
    >>> none = np.empty(0, dtype=np.int64)
    >>> found = next_question(model, model.start(), none, "chosen", generator)
    >>> int(found.side) in (-1, 1), found.why
    (True, 'chosen')
    """
    people = beliefs.shape[:-3]
    side = 1 - 2 * generator.integers(0, 2, people)
    mirrored = generator.integers(0, 2, people) > 0
    seen = np.zeros((*people, len(model.pool)), dtype=np.int64)
    every = np.indices(asked.shape, sparse=True)[:-1]
    np.add.at(seen, (*every, asked), 1)
    if why == "again":
        early = np.zeros(seen.shape, dtype=np.int64)
        np.add.at(early, (*every, asked[..., : max(asked.shape[-1] - _BETWEEN, 0)]), 1)
        is_open = (early == 1) & (seen == 1)
    else:
        is_open = seen == 0
    if not is_open.any(axis=-1).all():
        raise ValueError("no triple of the pool is left that could be asked")
    worth = model.expected_drop(beliefs, side) if why == "chosen" else generator.random(seen.shape)
    triple = np.where(is_open, worth, -np.inf).argmax(axis=-1)
    return Question(np.asarray(triple), np.asarray(side), np.asarray(mirrored), why)


def agreements(pool: Pool, triples: npt.ArrayLike, answers: npt.ArrayLike) -> Array:
    """Whether each candidate agrees with each answer: 1, 0, or a half where one finds a tie.

    Parameters
    ----------
    pool : Pool
    triples, answers : array_like of int, shape (..., q)
        Places in the pool and in `ANSWERS`.

    Returns
    -------
    ndarray of float64, shape (..., C, q)
        1 too where both find A and B equally good.

    Examples
    --------
    >>> from oq_core.preferences import pool_of
    >>> pool = pool_of(*np.array([[[2, 0]], [[1, 1]], [[0, 2]]]))
    >>> agreements(pool, [0, 0, 0], [0, 1, 2])[0].tolist()
    [1.0, 0.5, 0.0]
    """
    preferred = np.sign(pool.differences[:, np.asarray(triples, dtype=np.int64)])
    said = 1 - np.asarray(answers)
    return np.asarray(np.moveaxis(1 - np.abs(preferred - said) / 2, 0, -2))


def agreement(pool: Pool, triples: npt.ArrayLike, answers: npt.ArrayLike) -> Array:
    """How often each candidate agrees with the answers; meant for triples drawn at random.

    Parameters
    ----------
    pool : Pool
    triples, answers : array_like of int, shape (..., q)
        Places in the pool and in `ANSWERS`.

    Returns
    -------
    ndarray of float64, shape (..., C)
        In [0, 1]; the mean of `agreements`.

    Examples
    --------
    >>> from oq_core.preferences import pool_of
    >>> pool = pool_of(*np.array([[[2, 0]], [[1, 1]], [[0, 2]]]))
    >>> float(agreement(pool, [0], [0])[0]), float(agreement(pool, [0], [1])[0])
    (1.0, 0.5)
    """
    return np.asarray(agreements(pool, triples, answers).mean(axis=-1))


def consistency(triples: npt.ArrayLike, answers: npt.ArrayLike) -> float:
    """The share of triples asked twice to which the answers were the same; nan if there are none.

    Parameters
    ----------
    triples, answers : array_like of int, shape (q,)
        Of one person, places in the pool and in `ANSWERS`.

    Examples
    --------
    >>> consistency([4, 7, 4, 7], [0, 2, 0, 1])
    0.5
    """
    asked, given = np.asarray(triples), np.asarray(answers)
    twice = [given[asked == each] for each in np.unique(asked)]
    same = [float(each[0] == each[1]) for each in twice if len(each) == 2]
    return float(np.mean(same)) if same else float("nan")


def misfit(
    model: PreferenceModel,
    beliefs: Array,
    candidate: str,
    questions: tuple[npt.ArrayLike, npt.ArrayLike, npt.ArrayLike],
    seed: int = 0,
) -> float:
    """How seldom a person who judges by a candidate would leave as much unexplained.

    What a candidate leaves unexplained is the difference between the answers (1, 0, -1) and what
    it expects. The check looks whether that goes along with what any candidate prefers, with the
    side, or with which estimate lies higher: the largest of these sums, in standard deviations.
    The same is computed of answers that are made anew under the candidate's own posterior.

    Parameters
    ----------
    model : PreferenceModel
    beliefs : ndarray of float64, shape (C, G, H)
        After all answers.
    candidate : str
        Its key.
    questions : tuple of array_like of int, shape (q,) each
        Triples, sides and answers.
    seed : int

    Returns
    -------
    float
        A posterior-predictive p-value: small where the candidate does not explain the answers.

    Examples
    --------
    Who always prefers what NMD prefers is explained by it:

    >>> from oq_core.preferences import make_pool, make_prior
    >>> model = PreferenceModel(make_pool(), make_prior())
    >>> triples = np.argsort(-np.abs(model.pool.differences[0]))[:10]
    >>> answers = 1 - np.sign(model.pool.differences[0, triples]).astype(int)
    >>> beliefs = model.start()
    >>> for triple, answer in zip(triples, answers):
    ...     beliefs = model.told(beliefs, triple, 1, answer)
    >>> misfit(model, beliefs, "NMD", (triples, np.ones(10), answers)) > 0.05
    True
    """
    generator = np.random.default_rng(seed)
    place = list(CANDIDATES).index(candidate)
    triples, sides, answers = (np.asarray(each, dtype=np.int64) for each in questions)
    prior = model.prior
    weights = np.exp(beliefs[place] - beliefs[place].max())
    drawn = generator.choice(weights.size, _REPLICATES, p=weights.ravel() / weights.sum())
    node, lapse = np.unravel_index(drawn, weights.shape)
    shown = np.where(sides > 0, node[:, None], prior.mirrored[node][:, None])
    lapsing = prior.lapses[lapse][:, None, None]
    often = (1 - lapsing) * model.table[place, shown, triples] + lapsing / 3
    a, b = often[..., 0], often[..., 2]
    random = generator.random(a.shape)
    made = (random >= a).astype(np.int64) + (random >= 1 - b)
    expected = a - b
    spread = a + b - expected**2
    votes = model.pool
    higher = np.sign((votes.a - votes.b)[triples] @ np.arange(votes.a.shape[1]))
    along = np.vstack([model.pool.differences[:, triples], sides, higher])
    along = along[np.abs(along).any(axis=1)]
    scale = np.sqrt(spread @ (along**2).T)
    seen, again = (
        np.abs((1 - given - expected) @ along.T / scale).max(axis=-1) for given in (answers, made)
    )
    return float((again >= seen - 1e-9).mean())
