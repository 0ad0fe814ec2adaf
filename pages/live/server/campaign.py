"""What a class has made: the room's votes as gold, its participants' estimates as runs."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import pandas as pd

from oq_core import MEASURES, Collection
from oq_core.campaign.computing.baselines import free_name
from oq_core.campaign.saving.archive import packed
from oq_core.data.distributions import TIE_TOLERANCE, Distributions
from oq_core.data.scores import direction
from pages.live.server.activities import Estimate
from pages.live.server.room import Room

#: Measures whose winners are set side by side, and by which phones are told their scores.
PAIR = ("NMD", "RNOD")
#: Items that make a campaign.
FEWEST_ITEMS = 2


@dataclass(frozen=True, eq=False)
class Estimated:
    """An item whose votes were estimated.

    Attributes
    ----------
    classes : tuple of str
        The L class labels, lowest first.
    votes : ndarray of int64, shape (L,)
        The room's.
    gold : ndarray of float64, shape (L,)
        The same as a distribution.
    numbers : tuple of int
        Of the m participants who estimated it.
    estimates : ndarray of float64, shape (m, L)
    """

    classes: tuple[str, ...]
    votes: np.ndarray
    gold: Distributions
    numbers: tuple[int, ...]
    estimates: Distributions


@dataclass(frozen=True)
class Winner:
    """Who estimated best under a measure.

    Attributes
    ----------
    row : int
        Of the estimates; the first of those that are tied.
    score : float
        In [0, 1]; smaller is better.
    tied : int
        How many estimates have this score.
    """

    row: int
    score: float
    tied: int


def estimated(room: Room, place: int) -> Estimated | None:
    """The votes and the estimates of the step at a place, or nothing if there are none."""
    step = room.steps[place]
    votes = np.array(room.counts(room.item_place(place)), dtype=np.int64)
    drawn = {n: each for n, each in sorted(step.answers.items()) if isinstance(each, tuple)}
    if not votes.sum() or not drawn:
        return None
    heights = np.array(list(drawn.values()), dtype=np.float64)
    return Estimated(
        room.item(place).classes,
        votes,
        votes / votes.sum(),
        tuple(drawn),
        heights / heights.sum(axis=1, keepdims=True),
    )


def winners(item: Estimated, measures: Iterable[str]) -> dict[str, Winner]:
    """Who estimated an item best, by measure."""
    found = {}
    for key, scores in scores_of(item, measures).items():
        best = float(scores.min())
        tied = np.flatnonzero(scores <= best + TIE_TOLERANCE)
        found[key] = Winner(int(tied[0]), best, len(tied))
    return found


def scores_of(item: Estimated, measures: Iterable[str]) -> dict[str, Distributions]:
    """The scores (m,) of an item's estimates, by measure; in [0, 1], smaller is better."""
    return {key: MEASURES[key](item.estimates, item.gold) for key in measures}


def own_scores(room: Room, place: int, browser: str) -> str | None:
    """What a browser's own estimate scores, in words; nothing before the reveal, or without one.

    Parameters
    ----------
    room : Room
    place : int
        Of the step.
    browser : str
        Names it in this room.
    """
    drawn = room.answer_of(browser, place)
    if room.steps[place].phase != "revealed" or not isinstance(drawn, tuple):
        return None
    votes = np.array(room.counts(room.item_place(place)), dtype=np.float64)
    heights = np.array(drawn, dtype=np.float64)
    if not votes.sum():
        return None
    gold, estimate = votes / votes.sum(), heights / heights.sum()
    told = ", ".join(f"{key} {MEASURES[key](estimate, gold):.3f}" for key in PAIR)
    better = direction(MEASURES[key].larger_is_better for key in PAIR)
    return f"Your scores: {told}. {better.capitalize()}."


def run_names(room: Room) -> dict[int, str]:
    """What each participant's run is called, by number: a nickname only where names are shown."""
    nicknames = {each.number: each.name for each in room.participants.values()}
    taken: set[str] = set()
    names = {}
    for number in sorted(room.answering | nicknames.keys()):
        name = (room.shows_names and nicknames.get(number)) or f"phone-{number}"
        # A file may have brought one twice.
        while name in taken:
            name = f"{name}-{number}"
        taken.add(name)
        names[number] = name
    return names


def campaign(room: Room) -> dict[str, Collection]:
    """The items that were rated, estimated and revealed, as collections.

    Returns
    -------
    dict of str to Collection
        By scale: items that share their class labels are one collection. A scale needs two
        items. The runs are the participants who estimated all items of the scale.
    """
    places: dict[tuple[str, ...], list[int]] = {}
    for place, step in enumerate(room.steps):
        is_over = isinstance(step.activity, Estimate) and step.phase == "revealed"
        if is_over and estimated(room, place) is not None:
            places.setdefault(room.item(place).classes, []).append(place)
    found: dict[str, Collection] = {}
    for classes, scale in places.items():
        if len(scale) >= FEWEST_ITEMS:
            name = f"{classes[0]} to {classes[-1]}"
            if name in found:
                name = f"{name}, {len(classes)} classes ({len(found) + 1})"
            found[name] = _collection(room, scale)
    return found


def _collection(room: Room, places: list[int]) -> Collection:
    items = [item for place in places if (item := estimated(room, place)) is not None]
    names = run_names(room)
    everywhere = sorted(set.intersection(*(set(item.numbers) for item in items)))
    rows = {
        number: np.stack([item.estimates[item.numbers.index(number)] for item in items])
        for number in everywhere
    }
    return Collection(
        f"Class {room.code}",
        items[0].classes,
        _unique(room.item(place).title for place in places),
        np.stack([item.gold for item in items]),
        {names[number]: run for number, run in rows.items()},
        votes=np.stack([item.votes for item in items]),
        format="live class",
    )


def _unique(titles: Iterable[str]) -> tuple[str, ...]:
    found: list[str] = []
    for title in titles:
        # Files of the formats that the app reads hold no control characters.
        words = "".join(each if each.isprintable() else " " for each in title).split()
        found.append(free_name(" ".join(words) or "item", found))
    return tuple(found)


def gold_file(collection: Collection) -> str:
    """The gold as a wide table of votes."""
    votes = collection.votes
    rows = collection.gold.tolist() if votes is None else votes.tolist()
    return _wide(collection, rows)


def runs_file(collection: Collection) -> bytes:
    """Every phone's estimates, a table for each, in a ZIP archive."""
    runs = collection.runs.items()
    return packed((f"{name}.csv", _wide(collection, run.tolist())) for name, run in runs)


def _wide(collection: Collection, rows: list[list[float]]) -> str:
    table = pd.DataFrame(rows, pd.Index(collection.ids, name="id"), collection.classes)
    return table.to_csv(lineterminator="\n")
