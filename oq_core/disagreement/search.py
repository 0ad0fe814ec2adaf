"""A search for the votes on which two measures disagree most."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, permutations

import numpy as np
import numpy.typing as npt
import pandas as pd
import scipy

from oq_core.data.arrays import Array
from oq_core.data.distributions import TIE_TOLERANCE
from oq_core.data.grids import apportioned, vote_grid
from oq_core.data.results import Result
from oq_core.data.scores import counted
from oq_core.disagreement.sampling import Votes, score_in_blocks
from oq_core.measures.quantification import Measure, measures_of
from oq_core.progress import Progress, silent

#: With more, looking at every move of votes would take long.
MOST_VOTES = 100

#: Differential evolution: independent starts, the most generations of each, and members for
#: each number that is searched for. Many short searches find more than a long one.
_STARTS = 8
_GENERATIONS = 150
_MEMBERS = 5
#: Pairs of estimates that are looked at in one go.
_NUMBERS_AT_ONCE = 2**20
#: So many of the best members of each start are improved vote by vote.
_POLISHED = 4
#: Of so many of the best golds, all A and B are looked at, and those of golds near them.
_GOLDS = 12
#: Of a gold all estimates are looked at where they are no more than this.
_MOST_ESTIMATES = 20_000
#: All golds are looked at where there are no more than this many pairs of gold and estimate.
_MOST_CASES = 120_000_000


@dataclass(frozen=True)
class Conflict(Result):
    """Votes on which two measures prefer different systems.

    Attributes
    ----------
    gold, a, b : tuple of int
        Votes of the L classes; the three have the same number of votes.
    first, second : str
        The measures' keys: the first prefers A and the second B.
    scores : tuple of two tuples of two floats
        Scores of A and B under the first measure, then under the second.
    strength : float
        The smaller of the two `|M(A) - M(B)|`, above 0: as in `conflict_strengths`.
    exact : bool
        Whether every case was looked at, so that no conflict is stronger.

    Examples
    --------
    >>> from oq_core import strongest_conflict
    >>> found = strongest_conflict("NMD", "RNOD", gold=(1, 0, 3), classes=3)
    >>> found.a, found.b, found.exact
    ((0, 4, 0), (4, 0, 0), True)
    """

    gold: tuple[int, ...]
    a: tuple[int, ...]
    b: tuple[int, ...]
    first: str
    second: str
    scores: tuple[tuple[float, float], tuple[float, float]]
    strength: float
    exact: bool = False

    def to_frame(self) -> pd.DataFrame:
        """A row for each class: votes of the gold, of A and of B."""
        places = pd.RangeIndex(1, len(self.gold) + 1, name="class")
        return pd.DataFrame({"gold": self.gold, "A": self.a, "B": self.b}, places)


def can_be_exact(classes: int, votes: int) -> bool:
    """Whether every gold, A and B of so many classes and votes can be looked at.

    Examples
    --------
    >>> from oq_core.disagreement import can_be_exact
    >>> can_be_exact(5, 20), can_be_exact(11, 20)
    (True, False)
    """
    return _estimates(classes, votes) ** 2 <= _MOST_CASES


def _estimates(classes: int, votes: int) -> int:
    return math.comb(votes + classes - 1, classes - 1)


def strongest_conflict(
    first: str | Measure,
    second: str | Measure,
    classes: int = 5,
    votes: int = 20,
    gold: Sequence[int] | None = None,
    least: int = 0,
    one_step: bool = False,
    seed: int = 0,
    progress: Progress = silent,
    *,
    exact: bool = False,
) -> Conflict | None:
    """The gold, A and B on which two measures disagree most, as far as a search finds them.

    What is made as large as possible is the strength of the conflict: the smaller of the two
    `|M(A) - M(B)|`, where the measures prefer different systems. Differential evolution on
    whole votes comes first. Its best members are improved by moving votes from one class to
    another until no such move of any number of votes helps. Then all A and B of the best golds
    are looked at, those of every gold with votes in one class or two, and those of golds one vote
    away, until that helps no more. It may still miss the strongest conflict.

    Every case is looked at where `exact` is asked for, where the gold is given and has no more than
    20,000 estimates, and where the gold is given and the moves are of one step.

    Parameters
    ----------
    first, second : str or Measure
        Keys of two different measures of `MEASURES`, or records of one's own.
    classes : int
        L, at least 2.
    votes : int
        Votes of each distribution, at most `MOST_VOTES`. Where a gold is given, they are as
        many as it has.
    gold : sequence of int, optional
        Votes of the gold, of length L; A and B alone are then searched for.
    least : int
        Fewest votes of the gold in every class.
    one_step : bool
        A and B each are the gold with some of the votes of one class, any number of them, moved
        to a class next to it. Otherwise they are any votes at all.
    seed : int
        The same seed gives the same answer.
    progress : Progress, optional
        What it raises stops the search.
    exact : bool
        Look at every gold, A and B. It takes half a minute to minutes, and can be done where
        `can_be_exact`.

    Returns
    -------
    Conflict or None
        None where no conflict was found: some measures never disagree, such as NMD and RNOD
        on two classes.

    Raises
    ------
    ValueError
        If a measure is unknown or both are the same, there are fewer than two classes, no vote
        or too many, the gold does not fit the other conditions, or there are too many cases for
        an exact answer.

    Examples
    --------
    >>> from oq_core import strongest_conflict
    >>> found = strongest_conflict("NMD", "RNOD", classes=3, votes=4, exact=True)
    >>> found.gold, found.a, found.b, round(found.strength, 3)
    ((1, 0, 3), (0, 4, 0), (4, 0, 0), 0.151)

    Notes
    -----
    Storn and Price, Differential evolution, Journal of Global Optimization 11, 1997. Its
    members are shares of the classes, rounded to whole votes by the largest remainders.
    """
    measures = measures_of((first, second))
    if measures[0] is measures[1]:
        raise ValueError(f"two different measures are needed, not {measures[0].key} twice")
    fixed = None if gold is None else _checked_gold(gold, classes, least)
    total = votes if fixed is None else int(fixed.sum())
    if classes < 2 or not 1 <= total <= MOST_VOTES or least < 0 or least * classes > total:
        raise ValueError(
            f"{counted(total, 'vote')} cannot give {classes} classes at least {least} each; there "
            f"can be 1 to {MOST_VOTES} votes and no fewer than two classes"
        )
    search = _Search(measures, classes, total, fixed, least, one_step)
    if fixed is not None and not one_step and _estimates(classes, total) <= _MOST_ESTIMATES:
        exact = True
    if exact:
        if fixed is None and not can_be_exact(classes, total):
            raise ValueError(
                f"{total} votes over {classes} classes make too many cases to look at all; search "
                "without exact, or take fewer votes or classes"
            )
        if not one_step:
            return search.swept(progress)
    # Where nothing is to be searched for, one start looks at all there is.
    starts = np.random.SeedSequence(seed).generate_state(_STARTS if len(search.floors) else 1)
    found = []
    for number, start in enumerate(starts):

        def advanced(generations: int, before: int = number * _GENERATIONS) -> None:
            done, steps = before + generations, len(starts) * _GENERATIONS
            progress(done / steps, f"{done:,} of {steps:,} steps")

        members = search.evolved(int(start), advanced)
        found += [search.polished(member) for member in members]
        advanced(_GENERATIONS)
    found.sort(key=lambda conflict: -conflict.strength)
    best = found[0]
    if fixed is None and not one_step and _estimates(classes, total) <= _MOST_ESTIMATES:
        for gold_found in list(dict.fromkeys(each.gold for each in found))[:_GOLDS]:
            start = np.array(gold_found)
            best = search.climbed([start, *search.near(start)], best)
        best = search.climbed(search.sparse_golds(), best)
    if best.strength <= TIE_TOLERANCE:
        return None
    return replace(best, exact=fixed is not None)


def strongest_pair(
    first: npt.ArrayLike, second: npt.ArrayLike, above: float = 0.0
) -> tuple[int, int, float] | None:
    """The two of many estimates of one gold on which two measures disagree most.

    Parameters
    ----------
    first, second : array_like, shape (n,)
        Scores of the estimates under two measures; smaller is better.
    above : float
        The strength that the conflict has to exceed.

    Returns
    -------
    tuple of int, int and float, or None
        Positions of A, which the first measure prefers, and of B, which the second prefers, and
        the strength of their conflict: the smaller of the two differences. No other pair has a
        larger one, but for the tolerance of ties. None where no pair is above.

    Examples
    --------
    >>> from oq_core.disagreement import strongest_pair
    >>> strongest_pair([0.1, 0.2, 0.5], [0.9, 0.5, 0.4], above=0.2)
    (0, 2, 0.4)
    """
    scores = np.asarray(first, dtype=np.float64), np.asarray(second, dtype=np.float64)
    order = np.argsort(scores[0], kind="stable")
    one, other = (each[order] for each in scores)
    worst_so_far = np.maximum.accumulate(other)

    def gaps(least: float) -> Array:
        # Of each B the A that the first measure prefers by `least`, and that the second finds
        # worst: by how much it prefers B.
        ends = np.searchsorted(one, one - least, side="right")
        return np.where(ends > 0, worst_so_far[ends - 1] - other, -np.inf)

    low = above + TIE_TOLERANCE
    if gaps(low).max() < low:
        return None
    high = float(np.ptp(one))
    while high - low > TIE_TOLERANCE:
        middle = (low + high) / 2
        low, high = (middle, high) if gaps(middle).max() >= middle else (low, middle)
    b = int(gaps(low).argmax())
    a = int(other[: np.searchsorted(one, one[b] - low, side="right")].argmax())
    return int(order[a]), int(order[b]), float(min(one[b] - one[a], other[a] - other[b]))


def _checked_gold(gold: Sequence[int], classes: int, least: int) -> Votes:
    array = np.asarray(gold)
    whole = array.astype(np.int64)
    if array.shape != (classes,) or (whole != array).any() or (whole < least).any():
        raise ValueError(
            f"the gold needs whole votes for {classes} classes, at least {least} each, "
            f"not {list(gold)}"
        )
    return whole


@dataclass(frozen=True, eq=False)
class _Search:
    """What is searched for, as members (S, D, L): votes of D distributions in each of S.

    D are gold, A and B; or A and B where the gold is given; or, with one-step moves, the gold
    alone, as A and B are then found by looking at all of them; or nothing.
    """

    measures: Sequence[Measure]
    classes: int
    votes: int
    gold: Votes | None
    least: int
    one_step: bool

    @property
    def floors(self) -> Votes:
        """Fewest votes in a class of each of the D distributions."""
        gold = [self.least] if self.gold is None else []
        return np.array(gold + ([] if self.one_step else [0, 0]), dtype=np.int64)

    def evolved(self, seed: int, advanced: Callable[[int], None]) -> Votes:
        """The best members after differential evolution; `advanced` is told the generations."""
        numbers = len(self.floors) * self.classes
        if numbers == 0:
            return np.empty((1, 0, self.classes), dtype=np.int64)

        def decoded(genes: Array) -> Votes:
            # Cubes, so that many classes have next to nothing.
            weights = genes.T.reshape(-1, len(self.floors), self.classes) ** 3
            return _whole_votes(weights, self.votes, self.floors)

        def loss(genes: Array) -> Array:
            return -self.completed(decoded(genes))[1]

        done = 0

        def after_generation(intermediate_result: object) -> None:  # noqa: ARG001
            nonlocal done
            done += 1
            advanced(done)

        result = scipy.optimize.differential_evolution(
            loss,
            [(0, 1)] * numbers,
            maxiter=_GENERATIONS,
            popsize=_MEMBERS,
            rng=seed,
            polish=False,
            vectorized=True,
            updating="deferred",
            callback=after_generation,
        )
        order = np.argsort(result.population_energies, kind="stable")
        ranked = decoded(result.population[order].T)
        _, first = np.unique(ranked.reshape(len(ranked), -1), axis=0, return_index=True)
        return ranked[np.sort(first)[:_POLISHED]]

    def completed(self, members: Votes) -> tuple[Votes, Array]:
        """Votes of gold, A and B (S, 3, L) of members, and how strong the conflicts are (S,).

        A strength below 0 says how far two measures that agree are from not doing so.
        """
        count = len(members)
        if self.one_step:
            golds = members[:, 0] if self.gold is None else self.gold[None]
            return self._best_steps(golds)
        if self.gold is not None:
            given = np.broadcast_to(self.gold, (count, 1, self.classes))
            members = np.concatenate([given, members], axis=1)
        scores = self._scores(members[:, :1], members[:, 1:])
        by_first, by_second = scores[..., 0] - scores[..., 1]
        return members, np.maximum(
            np.minimum(-by_first, by_second), np.minimum(by_first, -by_second)
        )

    def _best_steps(self, golds: Votes) -> tuple[Votes, Array]:
        """For golds (S, L), the A and B one step away on which the measures disagree most."""
        triples, strengths = [], []
        block = max(1, _NUMBERS_AT_ONCE // (2 * self.votes) ** 2)
        for start in range(0, len(golds), block):
            gold = golds[start : start + block]
            origins, taken = _every_vote(gold)
            steps = np.concatenate(
                [_with_votes_moved(gold, origins, taken, origins + step) for step in (-1, 1)],
                axis=1,
            )
            first, second = self._scores(gold[:, None], steps)
            # [s, i, j]: the first measure prefers i to j, and the second j to i, by this much.
            strength = np.minimum(
                first[:, None] - first[..., None], second[..., None] - second[:, None]
            ).reshape(len(gold), -1)
            best = strength.argmax(axis=1)
            rows = np.arange(len(gold))
            pairs = np.divmod(best, steps.shape[1])
            triples.append(np.stack([gold, *(steps[rows, pair] for pair in pairs)], axis=1))
            strengths.append(strength[rows, best])
        return np.concatenate(triples), np.concatenate(strengths)

    def _scores(self, gold: Votes, estimated: Votes) -> Array:
        """Votes (S, 1, L) and (S, N, L) to scores (2, S, N)."""
        flat = estimated.reshape(-1, self.classes) / self.votes
        golds = np.broadcast_to(gold, estimated.shape).reshape(flat.shape) / self.votes
        return score_in_blocks(self.measures, flat, golds).reshape(2, *estimated.shape[:-1])

    def polished(self, member: Votes) -> Conflict:
        """The conflict at the end of the best moves of votes from member (D, L)."""
        triples, strengths = self.completed(member[None])
        triple, strength = triples[0], strengths[0]
        while len(member):
            near = self._neighbours(member)
            triples, strengths = self.completed(near)
            best = int(strengths.argmax())
            if strengths[best] <= strength + TIE_TOLERANCE:
                break
            member, triple, strength = near[best], triples[best], strengths[best]
        return self._conflict(triple)

    def swept(self, progress: Progress) -> Conflict | None:
        """The strongest conflict of all golds, or of the one that is given."""
        grid = vote_grid(self.classes, self.votes)
        golds = grid[(grid >= self.least).all(axis=1)] if self.gold is None else self.gold[None]
        best, triple = TIE_TOLERANCE, None
        for number, gold in enumerate(golds, start=1):
            found = self._best_of_gold(grid, gold, best)
            if found is not None:
                triple, best = found
            progress(number / len(golds), f"{number:,} of {len(golds):,} golds")
        return None if triple is None else replace(self._conflict(triple), exact=True)

    def sparse_golds(self) -> list[Votes]:
        """Golds with votes in one class or two: few, and often those of the strongest conflict."""
        unit = np.eye(self.classes, dtype=np.int64)
        every = (
            count * unit[i] + (self.votes - count) * unit[j]
            for i, j in combinations(range(self.classes), 2)
            for count in range(self.votes + 1)
        )
        return [each for each in every if (each >= self.least).all()]

    def climbed(self, golds: list[Votes], best: Conflict) -> Conflict:
        """The strongest conflict on the way from golds to better ones, one vote at a time."""
        grid = vote_grid(self.classes, self.votes)
        seen: set[bytes] = set()
        while golds:
            better = None
            for each in golds:
                if each.tobytes() in seen:
                    continue
                seen.add(each.tobytes())
                found = self._best_of_gold(grid, each, best.strength)
                if found is not None:
                    best, better = self._conflict(found[0]), each
            golds = [] if better is None else self.near(better)
        return best

    def near(self, gold: Votes) -> list[Votes]:
        """Golds one vote away from a gold."""
        unit = np.eye(self.classes, dtype=np.int64)
        pairs = permutations(range(self.classes), 2)
        moved = (gold + unit[i] - unit[j] for i, j in pairs)
        return [each for each in moved if (each >= self.least).all()]

    def _best_of_gold(
        self, grid: Votes, gold: Votes, strength: float
    ) -> tuple[Votes, float] | None:
        """Gold, A and B (3, L) stronger than `strength`, the strongest of this gold, or nothing."""
        first, second = self._scores(gold[None, None], grid[None])[:, 0]
        found = strongest_pair(first, second, strength)
        if found is None:
            return None
        a, b, reached = found
        return np.stack([gold, grid[a], grid[b]]), reached

    def _neighbours(self, member: Votes) -> Votes:
        """Members with votes of one class of one distribution moved to another class."""
        origins, taken = _every_vote(member)
        places = np.arange(self.classes)
        near = []
        for which, floor in enumerate(self.floors):
            moved = np.concatenate(
                [
                    _with_votes_moved(member, origins, taken, np.full_like(origins, place))[which]
                    for place in places
                ]
            )
            moved = moved[(moved >= floor).all(axis=1)]
            others = np.repeat(member[None], len(moved), axis=0)
            others[:, which] = moved
            near.append(others)
        return np.concatenate(near)

    def _conflict(self, triple: Votes) -> Conflict:
        scores = self._scores(triple[None, :1], triple[None, 1:])[:, 0]
        if scores[0, 0] > scores[0, 1]:
            triple, scores = triple[[0, 2, 1]], scores[:, ::-1]
        gains = (scores[:, 1] - scores[:, 0]) * (1, -1)
        gold, a, b = (tuple(votes.tolist()) for votes in triple)
        first, second = ((float(one), float(other)) for one, other in scores)
        keys = [measure.key for measure in self.measures]
        return Conflict(gold, a, b, keys[0], keys[1], (first, second), float(gains.min()))


def _whole_votes(weights: Array, votes: int, floors: Votes) -> Votes:
    """Share out votes as weights (S, D, L) say, in whole votes, no class below floors (D,)."""
    # A distribution without any weight is shared out equally.
    weights = weights + np.finfo(np.float64).tiny
    return floors[:, None] + apportioned(weights, votes - floors * weights.shape[-1])


def _every_vote(votes: Votes) -> tuple[Votes, Votes]:
    """For each vote of (S, L) its class, and which of that class's votes it is: (S, V) twice.

    The pair stands for taking so many votes, 1 to all of them, from the class.
    """
    ends = np.cumsum(votes, axis=1)
    number = np.arange(ends[0, -1])
    origins = (number >= ends[..., None]).sum(axis=1)
    starts = np.take_along_axis(ends - votes, origins, axis=1)
    return origins, number - starts + 1


def _with_votes_moved(votes: Votes, origins: Votes, taken: Votes, to: Votes) -> Votes:
    """Votes (S, L), each with so many taken from one class and put into another: (S, V, L).

    A class beyond the ends of the scale stands for the one at its end.
    """
    classes = votes.shape[1]
    unit = np.eye(classes, dtype=np.int64)
    change = unit[np.clip(to, 0, classes - 1)] - unit[origins]
    return votes[:, None] + taken[..., None] * change
