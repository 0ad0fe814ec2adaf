"""Triples of a gold distribution and two estimates, and what the measures say of them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from oq_core.analysis.comparison import Comparison, preferred
from oq_core.data.arrays import Array
from oq_core.data.collection import Collection
from oq_core.data.distributions import Distributions
from oq_core.measures.quantification import Measure, measures_of

Votes = npt.NDArray[np.int64]

#: Numbers in the largest array inside a measure: small enough to stay in a processor's cache.
_NUMBERS_AT_ONCE = 2**17


@dataclass(frozen=True, eq=False)
class Triples:
    """Gold distributions, each with two estimates A and B of it.

    Attributes
    ----------
    gold, a, b : ndarray of float64, shape (n, L)
    instances : ndarray of int64, shape (n,), optional
        Position of the instance in the collection that the triple was drawn from.
    runs : ndarray of int64, shape (n, 2), optional
        Positions there of the runs that A and B are of.
    """

    gold: Distributions
    a: Distributions
    b: Distributions
    instances: npt.NDArray[np.int64] | None = None
    runs: npt.NDArray[np.int64] | None = None

    def __len__(self) -> int:
        return len(self.gold)


def score_in_blocks(
    measures: Sequence[Measure], estimated: Distributions, gold: Distributions
) -> Array:
    """Scores of many estimates under several measures, shape (n, L) twice to (K, n)."""
    scores = np.empty((len(measures), len(gold)))
    block = max(1, _NUMBERS_AT_ONCE // gold.shape[-1] ** 2)
    for start in range(0, len(gold), block):
        part = slice(start, start + block)
        for row, measure in enumerate(measures):
            scores[row, part] = measure.function(estimated[part], gold[part])
    return scores


def random_votes(sizes: npt.ArrayLike, classes: int, votes: int, seed: int) -> Votes:
    """Votes at random over a random support.

    For each distribution, `sizes` classes are drawn, every set of them equally likely. Each
    gets one vote, so that the support is exactly those; each of the remaining votes goes to one
    of them, all equally likely and independently.

    Parameters
    ----------
    sizes : array_like of int, shape (n,)
        Classes with votes in each distribution, 1 to L.
    classes : int
        L, at least 2.
    votes : int
        Votes of each distribution, at least its size.
    seed : int

    Returns
    -------
    ndarray of int64, shape (n, L)

    Raises
    ------
    ValueError
        If a support is impossible with so many classes or votes.
    """
    wanted = np.asarray(sizes, dtype=np.int64)
    if classes < 2 or (wanted < 1).any() or (wanted > min(classes, votes)).any():
        raise ValueError(
            f"supports must be of 1 to {min(classes, votes)} classes, with at least two classes "
            f"in all; there are {classes} classes and {votes} votes"
        )
    generator = np.random.default_rng(seed)
    turns = np.arange(votes)
    block = max(1, _NUMBERS_AT_ONCE // votes)
    found = np.empty((len(wanted), classes), dtype=np.int64)
    for start in range(0, len(wanted), block):
        size = wanted[start : start + block, None]
        order = generator.random((len(size), classes)).argsort(axis=1)
        chosen = np.where(turns < size, turns, generator.integers(0, size, (len(size), votes)))
        cells = np.take_along_axis(order, chosen, axis=1)
        cells += np.arange(0, order.size, classes)[:, None]
        found[start : start + block] = np.bincount(cells.ravel(), minlength=order.size).reshape(
            order.shape
        )
    return found


def random_triples(classes: int, votes: int = 30, count: int = 100_000, seed: int = 0) -> Triples:
    """Triples of random distributions.

    Gold, A and B are independent. For each, the number of classes with votes is drawn from 1
    to L (or to the number of votes, if that is smaller), all equally likely, and the votes as
    in `random_votes`: classes at random, one vote to each, the others at random.

    Parameters
    ----------
    classes : int
        L, at least 2.
    votes : int
        Votes of each distribution.
    count : int
        n, the number of triples.
    seed : int
        The same seed gives the same triples.

    Returns
    -------
    Triples
        Probabilities are multiples of 1/votes.

    Raises
    ------
    ValueError
        If there are fewer than two classes, no vote or no triple.

    Notes
    -----
    After SIGIR18 section 4.1, which fixes how many distributions have each size of support
    (see `artificial_distributions`) and has 30 votes. It does not say how the votes fall; this
    way gives taus like the printed ones, and all vote counts equally likely does not.
    """
    if min(classes - 1, votes, count) < 1:
        raise ValueError(
            f"two classes, one vote and one triple are the least, not {classes}, {votes} and "
            f"{count}"
        )
    streams = np.random.SeedSequence(seed).generate_state(4)
    generator = np.random.default_rng(streams[0])
    sizes = generator.integers(1, min(classes, votes), (3, count), endpoint=True)
    gold, a, b = (
        random_votes(size, classes, votes, int(stream)) / votes
        for size, stream in zip(sizes, streams[1:], strict=True)
    )
    return Triples(gold, a, b)


def resampled_triples(collection: Collection, count: int = 100_000, seed: int = 0) -> Triples:
    """Triples drawn from a collection: a random instance, and two of its runs.

    Instances are drawn with replacement, all equally likely, and so are ordered pairs of
    different runs.

    Parameters
    ----------
    collection : Collection
        With at least two runs.
    count : int
        n, the number of triples.
    seed : int
        The same seed gives the same triples.

    Returns
    -------
    Triples
        With `instances` and `runs`.

    Raises
    ------
    ValueError
        If there are fewer than two runs, no instance or no triple.
    """
    if len(collection.runs) < 2 or not collection.ids or count < 1:
        raise ValueError(
            f"two runs, one instance and one triple are the least; {collection.name} has "
            f"{len(collection.runs)} runs and {len(collection.ids)} instances, and {count} "
            "triples are wanted"
        )
    generator = np.random.default_rng(seed)
    instances = generator.integers(0, len(collection.ids), count)
    first = generator.integers(0, len(collection.runs), count)
    second = generator.integers(0, len(collection.runs) - 1, count)
    # Numbers from the first one on stand for the runs after it.
    second += second >= first
    estimated = np.stack(list(collection.runs.values()))
    return Triples(
        collection.gold[instances],
        estimated[first, instances],
        estimated[second, instances],
        instances,
        np.stack([first, second], axis=1),
    )


def compare_triples(triples: Triples, measures: str | Iterable[str] | None = None) -> Comparison:
    """Compare A with B in every triple under every measure.

    Parameters
    ----------
    triples : Triples
    measures : iterable of str, or str, optional
        Keys of `MEASURES`; all of them unless told otherwise.

    Returns
    -------
    Comparison
        Of A with B: deltas are M(A) - M(B), negative where A is better. The ids are the
        positions of the triples.

    Raises
    ------
    ValueError
        If a measure is unknown.
    """
    known = measures_of(measures)
    deltas = score_in_blocks(known, triples.a, triples.gold)
    deltas -= score_in_blocks(known, triples.b, triples.gold)
    winners = preferred(deltas, tuple(measure.larger_is_better for measure in known))
    keys = tuple(measure.key for measure in known)
    ids = tuple(map(str, range(len(triples))))
    return Comparison("A", "B", keys, ids, deltas, winners)


def disagreement_rates(comparison: Comparison) -> Array:
    """How often every two measures prefer different systems.

    Parameters
    ----------
    comparison : Comparison

    Returns
    -------
    ndarray of float64, shape (K, K)
        In [0, 1], symmetric, 0 on the diagonal: the share of all instances on which one
        measure prefers the first system and the other the second. A tie under either measure,
        a delta within `TIE_TOLERANCE` of zero, is no disagreement.

    Raises
    ------
    ValueError
        If there is no instance.
    """
    first, second, _ = _shares_of_verdicts(comparison)
    crossed = first @ second.T
    return (crossed + crossed.T) / len(comparison.ids)


def preference_agreement(comparison: Comparison) -> Array:
    """How often every two measures prefer the same system.

    Parameters
    ----------
    comparison : Comparison

    Returns
    -------
    ndarray of float64, shape (K, K)
        In [0, 1], symmetric, 1 on the diagonal: the share of instances on which both measures
        prefer the first system, or both the second, or both find a tie. Where only one finds a
        tie, they neither agree here nor disagree in `disagreement_rates`.

    Raises
    ------
    ValueError
        If there is no instance.

    Notes
    -----
    SIGIR18 table 2 (II), where 184 of 2,000 utterances are no agreements of NMD and RSNOD;
    some of them are ties under NMD alone.
    """
    first, second, tied = _shares_of_verdicts(comparison)
    return (first @ first.T + second @ second.T + tied @ tied.T) / len(comparison.ids)


def _shares_of_verdicts(comparison: Comparison) -> tuple[Array, Array, Array]:
    """Where each measure prefers the first, the second and neither: 0 or 1, shape (K, n)."""
    if not comparison.ids:
        raise ValueError("there is no instance to compare on")
    winners = comparison.winners
    return (
        (winners == 1).astype(np.float64),
        (winners == 2).astype(np.float64),
        (winners == 0).astype(np.float64),
    )


def conflict_strengths(comparison: Comparison, x: str, y: str) -> Array:
    """How strongly two measures disagree on each instance.

    Parameters
    ----------
    comparison : Comparison
    x, y : str
        Keys of two of its measures.

    Returns
    -------
    ndarray of float64, shape (n,)
        Where the two prefer different systems, the smaller of their two |delta|: both must be
        sure of it for a conflict to be strong. 0 where they do not.
    """
    opposite = comparison.winner(x) * comparison.winner(y) == 2
    smaller = np.minimum(np.abs(comparison.delta(x)), np.abs(comparison.delta(y)))
    return np.where(opposite, smaller, 0.0)


def strongest_conflicts(
    comparison: Comparison, x: str, y: str, count: int = 20
) -> npt.NDArray[np.int64]:
    """The instances on which two measures disagree most strongly.

    Parameters
    ----------
    comparison : Comparison
    x, y : str
        Keys of two of its measures.
    count : int
        How many at most.

    Returns
    -------
    ndarray of int64, shape (k,)
        Positions of instances, the strongest conflict (see `conflict_strengths`) first;
        k <= count, as instances without a conflict are left out. Equally strong ones keep
        their order.
    """
    strengths = conflict_strengths(comparison, x, y)
    found = np.flatnonzero(strengths)
    return found[np.argsort(-strengths[found], kind="stable")[:count]]
