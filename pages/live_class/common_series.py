"""A series that all answer together: each question is where the room is most split so far."""

from functools import lru_cache

import numpy as np

from oq_core.data.arrays import Array
from oq_core.preferences import RoomShares, room_shares, splits, usual_model
from pages.live_class.activities import Choose
from pages.live_class.room import Room


def together(room: Room) -> RoomShares | None:
    """By what the room judges, from all questions that it was asked together.

    Nothing before the first answer to a question of the usual pool.
    """
    asked = [
        (_triple(step.activity), step.answers)
        for step in room.steps
        if isinstance(step.activity, Choose)
    ]
    people = dict[int, list[tuple[int, int]]]()
    for triple, answers in asked:
        for number, answer in answers.items():
            if triple is not None and isinstance(answer, int):
                people.setdefault(number, []).append((triple, answer))
    return _shares(tuple(tuple(each) for _, each in sorted(people.items()))) if people else None


def next_together(room: Room) -> Choose:
    """The question, of those not asked yet, on which the room's measures differ most."""
    model, found = usual_model(), together(room)
    shares: Array = model.posterior(model.start()) if found is None else np.asarray(found.shares)
    score = splits(model.pool, shares)
    for step in room.steps:
        if isinstance(step.activity, Choose) and (triple := _triple(step.activity)) is not None:
            score[triple] = -1
    return _question(int(score.argmax()))


@lru_cache(8)
def _shares(people: tuple[tuple[tuple[int, int], ...], ...]) -> RoomShares:
    model, evidence = usual_model(), []
    for told in people:
        beliefs = model.start()
        for triple, answer in told:
            # A stands on the left.
            beliefs = model.told(beliefs, triple, 1, answer)
        evidence.append(model.evidence(beliefs))
    return room_shares(np.stack(evidence))


def _question(triple: int) -> Choose:
    pool = usual_model().pool
    gold, a, b = (tuple(each[triple].tolist()) for each in (pool.gold, pool.a, pool.b))
    return Choose(gold, a, b)


@lru_cache(1)
def _places() -> dict[Choose, int]:
    return {_question(triple): triple for triple in range(len(usual_model().pool))}


def _triple(question: Choose) -> int | None:
    """The place of a question in the usual pool."""
    return _places().get(question)
