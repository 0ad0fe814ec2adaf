"""Challenges: votes to move until the measures say what is asked for."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import floor
from pathlib import Path

import numpy as np
import numpy.typing as npt

from oq_core.data.arrays import Array
from oq_core.data.distributions import TIE_TOLERANCE
from oq_core.data.grids import vote_grid
from oq_core.disagreement.sampling import random_triples, score_in_blocks
from oq_core.measures.quantification import measures_of

Votes = npt.NDArray[np.int64]
#: Votes of gold, A and B, a tuple for each.
Triple = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]

CLASSES, VOTES = 5, 20
LARGEST_SEED = 999_999
#: Moves that a solution may take where a challenge sets no limit.
_MOST_MOVES = 8
#: Boards that are kept after each move of a search, and starts that are looked at.
_KEPT, _STARTS = 15, 200
#: Of the strongest conflict that is found, so much has to be reached.
_SHARE_OF_STRENGTH = 0.7
#: Points for a win, what the hint and each move beyond the solution's cost, and the fewest.
_FULL, _HINT, _MOVE, _LEAST = 100, 20, 5, 10


@dataclass(frozen=True)
class Challenge:
    """A board to start from, and what to reach on it.

    Attributes
    ----------
    key : str
        One of `CHALLENGES`.
    seed : int
        With the key it makes the challenge: the same for everybody.
    task, hint : str
    measures : tuple of str
        Keys of the measures that it is about.
    start : tuple of three tuples of int
        Votes of gold, A and B.
    two_systems : bool
        Whether B counts.
    most_moves : int or None
        Moves after which it can no longer be won; None for no limit.
    solution : tuple of three tuples of int
        Votes that win: the best that a search has found.
    solution_moves : int
        Bars in which the solution differs from the start.
    least : float
        What the margin of `margins` has to exceed.

    Examples
    --------
    >>> key = next(iter(CHALLENGES))
    >>> made = make_challenge(key, seed=0)
    >>> made.key == key, len(made.start)
    (True, 3)
    """

    key: str
    seed: int
    task: str
    hint: str
    measures: tuple[str, ...]
    start: Triple
    two_systems: bool
    most_moves: int | None
    solution: Triple
    solution_moves: int
    least: float = 0.0


@dataclass(frozen=True)
class Attempt:
    """How far somebody has come with a challenge.

    Attributes
    ----------
    votes : tuple of three tuples
        Of gold, A and B.
    moves : int
        Moves so far. Moving the same bar again, with no other between, is the same move.
    last : tuple of two int, optional
        The bar that was moved last: which of gold, A and B, and the class.
    has_hint, has_solution : bool
        Whether they were looked at.
    won : int or None
        Points of the first win.

    Examples
    --------
    >>> Attempt(((1, 2), (3, 4), (5, 6))).moves
    0
    """

    votes: tuple[tuple[float, ...], ...]
    moves: int = 0
    last: tuple[int, int] | None = None
    has_hint: bool = False
    has_solution: bool = False
    won: int | None = None

    def moved(self, votes: tuple[tuple[float, ...], ...]) -> Attempt:
        """The attempt after bars were moved: one move for each bar that is not the last one.

        Examples
        --------
        >>> start = Attempt(((1, 2), (3, 4), (5, 6)))
        >>> start.moved(((1, 9), (3, 4), (5, 6))).moved(((1, 7), (3, 4), (5, 6))).moves
        1
        """
        changed = [
            (which, place)
            for which, pair in enumerate(zip(self.votes, votes, strict=True))
            for place, (before, after) in enumerate(zip(*pair, strict=True))
            if before != after
        ]
        if not changed:
            return self
        moves = self.moves + len(changed) - (self.last in changed)
        last = changed[0] if len(changed) == 1 else None
        return replace(self, votes=votes, moves=moves, last=last)

    def put(self, votes: tuple[tuple[float, ...], ...]) -> Attempt:
        """The attempt after undo or redo: other votes, and as many moves as before."""
        return replace(self, votes=votes, last=None)


@dataclass(frozen=True)
class _Kind:
    """A kind of challenge: its texts, and what is to be above 0."""

    title: str
    task: str
    hint: str
    measures: tuple[str, ...]
    #: From scores (K, N, 2) of A and B.
    margin: Callable[[Array], Array]
    two_systems: bool = True
    most_moves: int | None = None


def _conflict(scores: Array) -> Array:
    """The strength of a conflict of the first measure with all others; below 0 without one."""
    gaps = scores[..., 0] - scores[..., 1]
    one_way = np.minimum(gaps[0], (-gaps[1:]).min(axis=0))
    other_way = np.minimum(-gaps[0], gaps[1:].min(axis=0))
    return np.maximum(one_way, other_way)


_FOOLED = ("NMD", "RNOD", "NVD", "JSD")
_TEXTS = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
#: What each of the measures to fool sees.
_SEES: dict[str, str] = _TEXTS.pop("sees")
_KINDS: dict[str, _Kind] = {
    "disagree": _Kind(
        measures=("NMD", "RNOD"), margin=_conflict, most_moves=5, **_TEXTS["disagree"]
    ),
    "strength": _Kind(measures=("NMD", "RNOD"), margin=_conflict, **_TEXTS["strength"]),
    "above": _Kind(
        measures=("RNOD", "NMD"),
        margin=lambda scores: scores[0, :, 0] - 1,
        two_systems=False,
        **_TEXTS["above"],
    ),
    "fool": _Kind(measures=_FOOLED, margin=_conflict, **_TEXTS["fool"]),
}

#: What the challenges are called, by their keys.
CHALLENGES: dict[str, str] = {key: kind.title for key, kind in _KINDS.items()}


def margins(
    challenge: str, measures: Sequence[str], gold: npt.ArrayLike, a: npt.ArrayLike, b: npt.ArrayLike
) -> Array:
    """By how much votes reach what a challenge asks for.

    Parameters
    ----------
    challenge : str
        One of `CHALLENGES`.
    measures : sequence of str
        As the challenge has them, the one to fool first.
    gold, a, b : array_like, shape (n, L)
        Votes; each histogram has one or more.

    Returns
    -------
    ndarray of float64, shape (n,)
        Larger is better. For conflicts the smallest difference between A and B, negative where
        the measures agree; for "above" the score of A less 1.

    Raises
    ------
    KeyError, ValueError
        If there is no such challenge or measure.

    Examples
    --------
    >>> margins("above", ["RNOD"], [[1, 1, 0, 18, 0]], [[0, 0, 0, 0, 9]], [[1] * 5]).round(4)
    array([0.0028])
    """
    shares = [
        (votes := np.asarray(each, dtype=np.float64)) / votes.sum(axis=-1, keepdims=True)
        for each in (gold, a, b)
    ]
    known = measures_of(tuple(measures))
    scores = np.stack([score_in_blocks(known, each, shares[0]) for each in shares[1:]], axis=-1)
    return _KINDS[challenge].margin(scores)


def is_won(challenge: Challenge, attempt: Attempt) -> bool:
    """Whether the votes are what was asked for, in as many moves as there may be.

    A histogram without votes wins nothing, and a tie is no disagreement.
    """
    if any(sum(each) == 0 for each in attempt.votes):
        return False
    if challenge.most_moves is not None and attempt.moves > challenge.most_moves:
        return False
    gold, a, b = ([each] for each in attempt.votes)
    reached = margins(challenge.key, challenge.measures, gold, a, b)[0]
    return bool(reached > challenge.least + TIE_TOLERANCE)


def points(challenge: Challenge, attempt: Attempt) -> int:
    """Points of a win: 100, less for the hint and for moves beyond the solution's, 10 at least.

    None at all where the solution was looked at.
    """
    if attempt.has_solution:
        return 0
    beyond = max(0, attempt.moves - challenge.solution_moves)
    return max(_LEAST, _FULL - _HINT * attempt.has_hint - _MOVE * beyond)


def judged(challenge: Challenge, attempt: Attempt) -> Attempt:
    """The attempt with the points of its first win, where it has won."""
    if attempt.won is not None or not is_won(challenge, attempt):
        return attempt
    return replace(attempt, won=points(challenge, attempt))


def make_challenge(key: str, seed: int = 0) -> Challenge:
    """A challenge with a start that no single move wins.

    Parameters
    ----------
    key : str
        One of `CHALLENGES`.
    seed : int
        0 to `LARGEST_SEED`; the same seed gives the same challenge.

    Returns
    -------
    Challenge
        Its solution wins.

    Raises
    ------
    ValueError
        If there is no such challenge, or the seed is out of its range.

    Examples
    --------
    >>> challenge = make_challenge("disagree")
    >>> is_won(challenge, Attempt(challenge.start))
    False
    >>> is_won(challenge, Attempt(challenge.solution, challenge.solution_moves))
    True
    """
    if key not in CHALLENGES or not 0 <= seed <= LARGEST_SEED:
        raise ValueError(
            f"a challenge is one of {', '.join(CHALLENGES)}, with a seed from 0 to "
            f"{LARGEST_SEED:,}, not {key} with {seed}"
        )
    kind = _KINDS[key]
    measures = kind.measures
    if key == "fool":
        first = measures[seed % len(measures)]
        measures = (first, *(each for each in measures if each != first))
    drawn = random_triples(CLASSES, VOTES, _STARTS, seed)
    starts = np.rint(VOTES * np.stack([drawn.gold, drawn.a, drawn.b], axis=1)).astype(np.int64)
    for start in starts:
        near = _one_move(start[None], kind.two_systems)
        if margins(key, measures, *near.swapaxes(0, 1)).max() > 0:
            continue
        reached, solution = (
            _largest(start) if key == "above" else _searched(key, measures, start, kind)
        )
        if reached > 0:
            break
    else:
        raise RuntimeError(f"no start was found for {key} with the seed {seed}")
    # Cut off, not rounded: the solution is above it.
    least = floor(100 * _SHARE_OF_STRENGTH * reached) / 100 if key == "strength" else 0.0
    words = {
        "least": least,
        "first": measures[0],
        "others": f"{', '.join(measures[1:-1])} and {measures[-1]}",
        "sees": _SEES[measures[0]],
    }
    return Challenge(
        key,
        seed,
        kind.task.format(**words),
        kind.hint.format(**words),
        measures,
        _triple(start),
        kind.two_systems,
        kind.most_moves,
        _triple(solution),
        int((start != solution).sum()),
        least,
    )


def _triple(votes: Votes) -> Triple:
    gold, a, b = (tuple(each) for each in votes.tolist())
    return gold, a, b


def _one_move(boards: Votes, two_systems: bool) -> Votes:
    """All boards (M, 3, L) that are one move away from boards (N, 3, L) and have votes."""
    moved = 3 if two_systems else 2
    places, values = moved * CLASSES, VOTES + 1
    near = np.repeat(boards.reshape(len(boards), 1, -1), places * values, axis=1)
    bars = np.repeat(np.arange(places), values)
    near[:, np.arange(places * values), bars] = np.tile(np.arange(values), places)
    near = near.reshape(-1, 3, CLASSES)
    return near[(near.sum(axis=2) > 0).all(axis=1)]


def _searched(key: str, measures: Sequence[str], start: Votes, kind: _Kind) -> tuple[float, Votes]:
    """The largest margin found on the way from a start, and its board: a beam search."""
    kept, best, board = start[None], -np.inf, start
    for _ in range(kind.most_moves or _MOST_MOVES):
        near = np.unique(_one_move(kept, kind.two_systems), axis=0)
        reached = margins(key, measures, *near.swapaxes(0, 1))
        order = np.argsort(-reached, kind="stable")[:_KEPT]
        if reached[order[0]] <= best + TIE_TOLERANCE:
            break
        kept, best, board = near[order], float(reached[order[0]]), near[order[0]]
    return best, board


@cache
def _largest_of_all() -> tuple[Votes, Votes]:
    """The gold for which RNOD can be largest, with the estimate, of all with so many votes.

    RNOD grows with squares of the estimate, so that it is largest at a corner: with all votes in
    one class.
    """
    golds = vote_grid(CLASSES, VOTES)
    corners = VOTES * np.eye(CLASSES, dtype=np.int64)
    found = [
        margins("above", ("RNOD",), golds, each := np.tile(corner, (len(golds), 1)), each)
        for corner in corners
    ]
    corner, place = np.unravel_index(int(np.argmax(found)), (CLASSES, len(golds)))
    return golds[place], corners[corner]


def _largest(start: Votes) -> tuple[float, Votes]:
    """What `_largest_of_all` found, or its mirror image, whichever is fewer moves away."""
    gold, a = _largest_of_all()
    boards = np.stack([[gold, a, start[2]], [gold[::-1], a[::-1], start[2]]])
    board = boards[int((boards != start).sum(axis=(1, 2)).argmin())]
    return float(margins("above", ("RNOD",), *board[:, None])[0]), board
