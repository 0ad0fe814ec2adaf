"""Questions for a quiz: which of two systems does a measure prefer?"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from oq_core.disagreement.sampling import compare_triples, conflict_strengths, random_triples
from oq_core.measures.quantification import Measure, measures_of

#: Random triples that the questions are chosen from.
_POOL = 4000
#: Of the triples that would do, the share that is best: closest, or most in conflict.
_BEST = 0.1
#: A difference that can be seen in two decimals; those below it are no fair questions.
_LEAST = 0.01


@dataclass(frozen=True)
class Question:
    """Whole votes (L,) of a gold distribution and of two systems' estimates of it.

    Examples
    --------
    >>> Question(gold=(2, 8), a=(3, 7), b=(0, 10)).gold
    (2, 8)
    """

    gold: tuple[int, ...]
    a: tuple[int, ...]
    b: tuple[int, ...]


def quiz_pairs(
    first: str | Measure,
    second: str | Measure | None,
    classes: int,
    count: int,
    seed: int,
    votes: int = 20,
) -> tuple[Question, ...]:
    """Questions near the boundary between preferring A and preferring B.

    They are chosen at random from the best tenth of 4,000 random triples (see
    `oq_core.disagreement.random_triples`): for one measure, those on which it prefers one
    system by least, though by 0.01 or more; for two measures, those on which they prefer
    different systems, each by most.

    Parameters
    ----------
    first : str or Measure
        A key of `MEASURES`, or a record of one's own.
    second : str, Measure or None
        Another one that is to disagree with the first; None for close questions on the
        first alone.
    classes : int
        L, at least 2.
    count : int
        How many questions, at most.
    seed : int
        The same seed gives the same questions.
    votes : int
        Votes of each distribution.

    Returns
    -------
    tuple of Question
        All different, and none of them a tie under the measures asked for. Fewer than `count`
        where not as many were found: some measures hardly or never disagree, such as NMD and
        RNOD on two classes.

    Raises
    ------
    ValueError
        If a measure is unknown or both are the same, or there are fewer than two classes, no
        vote or no question wanted.

    Examples
    --------
    >>> (question,) = quiz_pairs("NMD", "RNOD", classes=5, count=1, seed=0)
    >>> sum(question.gold)
    20
    """
    known = measures_of((first,) if second is None else (first, second))
    keys = [measure.key for measure in known]
    if len(set(keys)) < len(keys) or count < 1:
        raise ValueError(
            f"two different measures and one question are the least, not {' and '.join(keys)} "
            f"and {count}"
        )
    triples = random_triples(classes, votes, _POOL, seed)
    comparison = compare_triples(triples, known)
    if second is None:
        sizes = np.abs(comparison.delta(keys[0]))
        fit = np.flatnonzero(sizes >= _LEAST)
        fit = fit[np.argsort(sizes[fit], kind="stable")]
    else:
        strengths = conflict_strengths(comparison, *keys)
        fit = np.flatnonzero(strengths)
        fit = fit[np.argsort(-strengths[fit], kind="stable")]
    stacked = np.stack([triples.gold, triples.a, triples.b], axis=1)[fit]
    whole = np.rint(stacked * votes).astype(np.int64)
    _, kept = np.unique(whole.reshape(len(whole), 3 * classes), axis=0, return_index=True)
    whole = whole[np.sort(kept)]
    best = whole[: max(count, round(_BEST * len(whole)))]
    # Not the stream that the triples were drawn from.
    order = np.random.default_rng([seed, 1]).permutation(len(best))[:count]
    return tuple(Question(*(tuple(side) for side in best[place].tolist())) for place in order)
