"""The end of a class: who estimated best, and what the room judges by."""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pandas as pd
import scipy

from oq_core import Collection, score
from oq_core.data.arrays import tails
from oq_core.data.distributions import TIE_TOLERANCE
from oq_core.data.scores import counted, in_percent
from oq_core.defaults import CONFIDENCE, LEVEL
from pages.live.server.activities import Find, Predict
from pages.live.server.campaign import PAIR, campaign, run_names
from pages.live.server.room import Room, Step
from pages.live.server.series import FoundInRoom, found_in


@dataclass(frozen=True)
class Placed:
    """A run of the class's campaign under the two measures.

    Attributes
    ----------
    run : str
    means : tuple of two float
        Its mean score under each of `PAIR`; smaller is better.
    ranks : tuple of two int
    """

    run: str
    means: tuple[float, float]
    ranks: tuple[int, int]


#: What the last few classes that came to their end have made, by the parts that make it.
_RECENT: deque[tuple[object, object, bool, list[Placed]]] = deque(maxlen=4)


def placed_in(room: Room) -> list[Placed]:
    """The runs of a class's largest campaign; five hundred phones ask for the same ones."""
    for steps, participants, names, found in tuple(_RECENT):
        if steps is room.steps and participants is room.participants and names == room.shows_names:
            return found
    collection = largest(room)
    found = [] if collection is None else placed(collection)
    _RECENT.append((room.steps, room.participants, room.shows_names, found))
    return found


def placed(collection: Collection) -> list[Placed]:
    """The runs of a campaign under both measures, the best by the first one first."""
    runs = list(collection.runs)
    if not runs:
        return []
    means = score(collection, PAIR).means.T
    better = (means[None] < means[:, None] - TIE_TOLERANCE).sum(axis=1)
    found = [
        Placed(run, (float(first), float(second)), (int(ranks[0]) + 1, int(ranks[1]) + 1))
        for run, (first, second), ranks in zip(runs, means, better, strict=True)
    ]
    return sorted(found, key=lambda each: each.means)


def largest(room: Room) -> Collection | None:
    """The campaign of the class with the most items."""
    found = campaign(room).values()
    return max(found, key=lambda each: len(each.ids), default=None)


@dataclass(frozen=True)
class Strongest:
    """Two estimates of an item about which the two measures contradict each other most clearly.

    Attributes
    ----------
    a, b : str
        The run that the first measure prefers, and the one that the second does.
    row : int
        Of the item.
    """

    a: str
    b: str
    row: int


def strongest(collection: Collection) -> Strongest | None:
    """The strongest conflict that the class made; nothing where the measures always agree."""
    runs = list(collection.runs)
    first, second = score(collection, PAIR).values
    # How clearly the first prefers a to b, and the second b to a: the smaller of both.
    clear = np.minimum(
        first[:, None, :] - first[:, :, None], second[:, :, None] - second[:, None, :]
    )
    row, a, b = np.unravel_index(int(clear.argmax()), clear.shape)
    if clear[row, a, b] <= TIE_TOLERANCE:
        return None
    return Strongest(runs[a], runs[b], int(row))


def last_series(room: Room) -> tuple[int, FoundInRoom] | None:
    """The seed of the last series revealed and what it found; nothing without one."""
    for step in reversed(room.steps):
        match step:
            case Step(Find(seed), "revealed", answers) if found := found_in(seed, answers):
                return seed, found
    return None


@dataclass(frozen=True)
class Gain:
    """How many more phones were right at the last question than at the first.

    Attributes
    ----------
    phones : int
        That answered both.
    first, last : float
        The parts of these that were right, in [0, 1]; larger is better.
    low, high : float
        A 95 % interval of the gain, in [-1, 1].
    """

    phones: int
    first: float
    last: float
    low: float
    high: float

    @property
    def words(self) -> str:
        """It in a sentence."""
        first, last = in_percent(self.first), in_percent(self.last)
        points = [
            f"{100 * each:+.0f}".replace("-", "−")
            for each in (self.last - self.first, self.low, self.high)
        ]
        return (
            f"First guess {first} right, last {last} ({counted(self.phones, 'phone')}): gain "
            f"{points[0]} points, {LEVEL} interval {points[1]} to {points[2]}; "
            "the questions differ."
        )


def gain(room: Room) -> Gain | None:
    """From the first to the last question revealed; nothing where no phone answered both."""
    asked = [step for _, step in _guessed(room)]
    if len(asked) < 2:
        return None
    both = sorted(asked[0].answers.keys() & asked[-1].answers.keys())
    if not both:
        return None
    first, last = (
        np.array([step.answers[number] == step.right for number in both])
        for step in (asked[0], asked[-1])
    )
    low, high = paired_interval(int((last & ~first).sum()), int((first & ~last).sum()), len(both))
    return Gain(len(both), float(first.mean()), float(last.mean()), low, high)


def paired_interval(gained: int, lost: int, pairs: int) -> tuple[float, float]:
    """A 95 % interval of the difference of two proportions among the same people.

    A. Agresti, Y. Min. Simple Improved Confidence Intervals for Comparing Matched Proportions.
    Statistics in Medicine 24 (2005): Wald's, with half a person more in each of the four cells.

    Parameters
    ----------
    gained, lost : int
        How many were right only the second time, and only the first.
    pairs : int
        Of how many people.

    Examples
    --------
    >>> low, high = paired_interval(6, 1, 10)
    >>> round(low, 3), round(high, 3)
    (0.019, 0.814)
    """
    people, more, less = pairs + 2, gained + 0.5, lost + 0.5
    middle = (more - less) / people
    half = (
        scipy.stats.norm.ppf(tails(CONFIDENCE)[1])
        * np.sqrt(more + less - people * middle**2)
        / people
    )
    return max(-1.0, float(middle - half)), min(1.0, float(middle + half))


def guesses_csv(room: Room) -> str:
    """The part of the phones that was right at each question, and the gain, as a table."""
    rows = list[tuple[object, ...]]()
    for title, step in _guessed(room):
        right = [answer == step.right for answer in step.answers.values()]
        rows.append((title, len(right), np.mean(right) if right else "", "", ""))
    if found := gain(room):
        gained = found.last - found.first
        rows.append(("gain, first to last", found.phones, gained, found.low, found.high))
    table = pd.DataFrame(rows, columns=["question", "phones", "right", "low", "high"])
    return table.to_csv(index=False, lineterminator="\n")


def _guessed(room: Room) -> Iterator[tuple[str, Step]]:
    """The questions that were revealed, each with its title."""
    for step in room.steps:
        match step:
            case Step(Predict(title=title), "revealed", right=int()):
                yield title, step


def finale_of(room: Room, browser: str) -> str | None:
    """A phone's own place in the class's campaign, in sentences; nothing where it has none."""
    runs, found = placed_in(room), room.participants.get(browser)
    if not runs or found is None:
        return None
    name = run_names(room)[found.number]
    own = next((each for each in runs if each.run == name), None)
    told = []
    for place, key in enumerate(PAIR):
        mean = np.mean([each.means[place] for each in runs])
        best = min(runs, key=lambda each: each.means[place])
        who = "you were" if own and best.run == name else f"{best.run} was"
        yours = f"place {own.ranks[place]} of {len(runs)}, {own.means[place]:.3f}; " if own else ""
        told.append(f"By {key}: {yours}the room’s mean is {mean:.3f}; {who} best.")
    return " ".join(told)
