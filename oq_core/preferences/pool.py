"""The triples that people are asked about: measures contradict each other on them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

import numpy as np
import numpy.typing as npt

from oq_core.data.arrays import Array, ratio
from oq_core.data.distributions import TIE_TOLERANCE
from oq_core.disagreement.sampling import Votes, random_votes
from oq_core.preferences.candidates import CANDIDATES

#: Triples that the pool is chosen from.
_DRAWN = 120_000
#: Every two candidates get triples on which they contradict each other most clearly, until the
#: smaller of both differences sums to this; and how many triples at most.
_CLEAR, _FOR_A_PAIR = 2.0, 6
#: Triples that are scored at once: small enough for a processor's cache.
_AT_ONCE = 4000
#: Triples at random of each kind, beside these.
_OF_A_KIND = 15

#: What a triple can be about, by key.
KINDS = {
    "symmetry": "the gold is the same from both ends",
    "distance": "the estimates err by different distances",
    "tails": "an estimate has votes in an end class that is empty in the gold",
    "empty": "the gold has an empty class between others",
}


@dataclass(frozen=True, eq=False)
class Pool:
    """Triples of votes, and what every candidate prefers.

    Attributes
    ----------
    gold, a, b : ndarray of int64, shape (n, L)
        Votes; as many in each distribution.
    differences : ndarray of float64, shape (C, n)
        How much each of `CANDIDATES` prefers A to B, divided by the root of the mean square over
        the pool. All 0 for what does not look at the estimates.
    kinds : ndarray of bool, shape (K, n)
        Which triples are of which of `KINDS`.

    Examples
    --------
    >>> pool = make_pool()
    >>> pool.gold.shape == pool.a.shape == (len(pool), 5)
    True
    >>> np.round((pool.differences[:3] ** 2).mean(axis=1), 12).tolist()
    [1.0, 1.0, 1.0]
    """

    gold: Votes
    a: Votes
    b: Votes
    differences: Array
    kinds: npt.NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.gold)


@lru_cache(4)
def make_pool(classes: int = 5, votes: int = 10, seed: int = 0) -> Pool:
    """Make a pool of questions: triples on which candidates contradict each other.

    Of many triples drawn at random (each with 1 to L classes that have votes, none equal to its
    gold), those are taken on which two candidates contradict each other most clearly, some for
    every two; and some at random of each of `KINDS`.

    Parameters
    ----------
    classes : int
        L, at least 3.
    votes : int
        Of each distribution.
    seed : int

    Returns
    -------
    Pool
        The same for the same seed.

    Raises
    ------
    ValueError
        If there are fewer than three classes or votes.

    Examples
    --------
    >>> set(make_pool().gold.sum(axis=1).tolist())
    {10}
    """
    if classes < 3 or votes < 3:
        raise ValueError(f"a pool needs at least 3 classes and 3 votes, not {classes} and {votes}")
    drawn = pool_of(*_drawn(classes, votes, seed))
    generator = np.random.default_rng(seed)
    chosen: dict[int, None] = {}
    looking = [row for row in drawn.differences if row.any()]
    for one, other in combinations(looking, 2):
        clear = np.where(one * other < 0, np.minimum(np.abs(one), np.abs(other)), 0.0)
        # Few are more than 0, and of these only the clearest are put in order.
        near = np.flatnonzero(clear)
        if len(near) > _FOR_A_PAIR:
            near = near[clear[near] >= np.partition(clear[near], -_FOR_A_PAIR)[-_FOR_A_PAIR]]
        best = near[np.argsort(-clear[near], kind="stable")][:_FOR_A_PAIR]
        needed = np.cumsum(clear[best]) - clear[best] < _CLEAR
        chosen |= dict.fromkeys(best[needed].tolist())
    for kind in drawn.kinds:
        left = np.setdiff1d(np.flatnonzero(kind), list(chosen))
        found = generator.permutation(left)[:_OF_A_KIND]
        chosen |= dict.fromkeys(found.tolist())
    rows = sorted(chosen)
    return pool_of(drawn.gold[rows], drawn.a[rows], drawn.b[rows])


def _drawn(classes: int, votes: int, seed: int) -> tuple[Votes, Votes, Votes]:
    """Different triples at random, of which no estimate is perfect or equals the other."""
    generator = np.random.default_rng(seed)
    sizes = generator.integers(1, min(classes, votes) + 1, (3, _DRAWN))
    drawn = np.stack(
        [random_votes(each, classes, votes, seed + which) for which, each in enumerate(sizes)],
        axis=1,
    )
    drawn = np.unique(drawn, axis=0)
    gold, a, b = drawn.transpose(1, 0, 2)
    different = (gold != a).any(axis=1) & (gold != b).any(axis=1) & (a != b).any(axis=1)
    return gold[different], a[different], b[different]


def pool_of(gold: Votes, a: Votes, b: Votes) -> Pool:
    """The pool of given triples.

    Parameters
    ----------
    gold, a, b : ndarray of int64, shape (n, L)
        Votes, at least one in each distribution.

    Returns
    -------
    Pool

    Examples
    --------
    >>> pool = pool_of(*np.array([[[2, 1, 0]], [[1, 2, 0]], [[2, 0, 1]]]))
    >>> pool.kinds.ravel().tolist()
    [False, False, True, False]
    """
    shares = [each / each.sum(axis=1, keepdims=True) for each in (gold, a, b)]
    found = np.empty((len(CANDIDATES), len(gold)))
    for start in range(0, len(gold), _AT_ONCE):
        part = slice(start, start + _AT_ONCE)
        for row, each in enumerate(CANDIDATES.values()):
            found[row, part] = each.differences(*(share[part] for share in shares))
    spread = np.sqrt((found**2).mean(axis=1, keepdims=True))
    differences = ratio(found, spread, 0)
    return Pool(gold, a, b, differences, _kinds(*shares))


def _kinds(gold: Array, a: Array, b: Array) -> npt.NDArray[np.bool_]:
    """Which triples are of which of `KINDS`."""
    symmetric = np.abs(gold - gold[:, ::-1]).max(axis=1) < TIE_TOLERANCE
    # The mean distance that votes have to be moved.
    moved = [np.abs(np.cumsum(each - gold, axis=1)).sum(axis=1) for each in (a, b)]
    tails = ((gold[:, [0, -1]] == 0) & (np.maximum(a, b)[:, [0, -1]] > 0)).any(axis=1)
    has = gold > 0
    between = (
        np.maximum.accumulate(has, axis=1) & np.maximum.accumulate(has[:, ::-1], axis=1)[:, ::-1]
    )
    return np.stack(
        [
            symmetric,
            np.abs(moved[0] - moved[1]) > TIE_TOLERANCE,
            tails,
            (between & ~has).any(axis=1),
        ]
    )
