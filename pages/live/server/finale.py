"""The end of a class: who estimated best, and what the room judges by."""

from collections import deque
from dataclasses import dataclass

import numpy as np

from oq_core import MEASURES, Collection
from oq_core.data.distributions import TIE_TOLERANCE
from pages.live.server.activities import Find
from pages.live.server.campaign import PAIR, campaign, run_names
from pages.live.server.room import Room, Step
from pages.live.server.series import found_in


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
    estimates = np.stack(list(collection.runs.values()))
    means = np.stack(
        [MEASURES[key](estimates, collection.gold).mean(axis=1) for key in PAIR], axis=1
    )
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
    item, a, b : str
        Its title, the run that the first measure prefers, and the one that the second does.
    row : int
        Of the item.
    """

    item: str
    a: str
    b: str
    row: int


def strongest(collection: Collection) -> Strongest | None:
    """The strongest conflict that the class made; nothing where the measures always agree."""
    runs = list(collection.runs)
    estimates = np.stack(list(collection.runs.values()), axis=1)
    first, second = (MEASURES[key](estimates, collection.gold[:, None]) for key in PAIR)
    # How clearly the first prefers a to b, and the second b to a: the smaller of both.
    clear = np.minimum(
        first[:, None, :] - first[:, :, None], second[:, :, None] - second[:, None, :]
    )
    row, a, b = np.unravel_index(int(clear.argmax()), clear.shape)
    if clear[row, a, b] <= TIE_TOLERANCE:
        return None
    return Strongest(collection.ids[row], runs[a], runs[b], int(row))


def judged_by(room: Room) -> str:
    """By what the room judges, from the last series revealed; empty without one."""
    for step in reversed(room.steps):
        match step:
            case Step(Find(seed), "revealed", answers) if found := found_in(seed, answers):
                return found.words
    return ""


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
