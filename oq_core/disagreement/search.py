"""A search for the votes on which two measures disagree most."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import OptimizeResult, differential_evolution

from oq_core.data.arrays import Array
from oq_core.data.distributions import TIE_TOLERANCE
from oq_core.disagreement.sampling import Votes, measures_of, score_in_blocks
from oq_core.measures.quantification import Measure

Progress = Callable[[int, int], None]

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


@dataclass(frozen=True)
class Conflict:
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
        The smaller of the two |M(A) - M(B)|, above 0: as in `conflict_strengths`.
    """

    gold: tuple[int, ...]
    a: tuple[int, ...]
    b: tuple[int, ...]
    first: str
    second: str
    scores: tuple[tuple[float, float], tuple[float, float]]
    strength: float


def strongest_conflict(
    first: str,
    second: str,
    classes: int = 5,
    votes: int = 20,
    gold: Sequence[int] | None = None,
    least: int = 0,
    one_step: bool = False,
    seed: int = 0,
    progress: Progress | None = None,
) -> Conflict | None:
    """Search for the gold, A and B on which two measures disagree most.

    What is made as large as possible is the strength of the conflict: the smaller of the two
    |M(A) - M(B)|, where the measures prefer different systems. Differential evolution on
    whole votes, of which the best members are then improved by moving votes from one class to
    another until no such move of any number of votes helps. It may miss the strongest one; only
    with a gold that is given and one-step moves is every case looked at.

    Parameters
    ----------
    first, second : str
        Keys of two different measures of `MEASURES`.
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
    progress : callable, optional
        Called with (steps done, steps in all) as the search goes on. What it raises stops the
        search.

    Returns
    -------
    Conflict or None
        None where no conflict was found: some measures never disagree, such as NMD and RNOD
        on two classes.

    Raises
    ------
    ValueError
        If a measure is unknown or both are the same, there are fewer than two classes, no vote
        or too many, or the gold does not fit the other conditions.

    Notes
    -----
    Storn and Price, Differential evolution, Journal of Global Optimization 11, 1997. Its
    members are shares of the classes, rounded to whole votes by the largest remainders.
    """
    measures = measures_of((first, second))
    if first == second:
        raise ValueError(f"two different measures are needed, not {first} twice")
    fixed = None if gold is None else _checked_gold(gold, classes, least)
    total = votes if fixed is None else int(fixed.sum())
    if classes < 2 or not 1 <= total <= MOST_VOTES or least < 0 or least * classes > total:
        raise ValueError(
            f"{total} votes cannot give {classes} classes at least {least} each; there can be 1 "
            f"to {MOST_VOTES} votes and no fewer than two classes"
        )
    search = _Search(measures, classes, total, fixed, least, one_step)
    # Where nothing is to be searched for, one start looks at all there is.
    starts = np.random.SeedSequence(seed).generate_state(_STARTS if len(search.floors) else 1)
    found = []
    for number, start in enumerate(starts):

        def advanced(generations: int, before: int = number * _GENERATIONS) -> None:
            if progress is not None:
                progress(before + generations, len(starts) * _GENERATIONS)

        members = search.evolved(int(start), advanced)
        found += [search.polished(member) for member in members]
        advanced(_GENERATIONS)
    best = max(found, key=lambda conflict: conflict.strength)
    return best if best.strength > TIE_TOLERANCE else None


def _checked_gold(gold: Sequence[int], classes: int, least: int) -> Votes:
    array = np.asarray(gold)
    whole = array.astype(np.int64)
    if array.shape != (classes,) or (whole != array).any() or (whole < least).any():
        raise ValueError(
            f"the gold needs whole votes for {classes} classes, at least {least} each, "
            f"not {list(gold)}"
        )
    return whole


@dataclass(frozen=True)
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

        def after_generation(intermediate_result: OptimizeResult) -> None:  # noqa: ARG001
            nonlocal done
            done += 1
            advanced(done)

        result = differential_evolution(
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
    free = votes - floors[:, None] * weights.shape[-1]
    # A distribution without any weight is shared out equally.
    weights = weights + np.finfo(np.float64).tiny
    shares = weights / weights.sum(axis=-1, keepdims=True) * free
    whole = np.floor(shares).astype(np.int64)
    left = free - whole.sum(axis=-1, keepdims=True)
    places = np.argsort(np.argsort(whole - shares, axis=-1, kind="stable"), axis=-1)
    return whole + (places < left) + floors[:, None]


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
