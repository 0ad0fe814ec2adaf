"""How often the shares of a room are held by their intervals, and a room of one mind is found."""

from __future__ import annotations

from functools import cache, partial

import numpy as np

from oq_core.preferences import sampled_shares, usual_model
from pages.live.server.series import UNANIMOUS
from tests.benchmarks.preferences import KEYS, asked, judging, slope
from tests.benchmarks.statistics.cells import BLOCK, Cell

#: Rooms by the measures that their people judge by, in equal parts.
ROOMS = {
    "half NMD, half RNOD": ("NMD", "RNOD"), "all NMD": ("NMD",), "all RNSS": ("RNSS",)
}  # fmt: skip
SIZES = (3, 5, 10, 30)
#: People of each measure, of whom rooms are drawn, and rooms of a cell.
_PEOPLE, _ROOMS = 200, 320
_RULE = "sampled"


@cache
def people(key: str) -> np.ndarray:
    """The evidence (people, C) of people who judge by a measure."""
    model, place = usual_model(), KEYS.index(key)
    person = judging(model.pool.differences[place], slope(model, place))
    parts = [asked(model, person, 50, 10_000 * place + start) for start in range(0, _PEOPLE, 50)]
    return np.concatenate([model.evidence(each.beliefs) for each in parts])


@cache
def block(design: str, n: int, seed: int, number: int) -> np.ndarray:
    """Of each room whether intervals hold, the first share, and whether it is called unanimous."""
    generator, keys, found = np.random.default_rng([seed, number]), ROOMS[design], []
    places = [KEYS.index(key) for key in keys]
    for _ in range(BLOCK):
        # Of an odd number either half has one more.
        whose = (np.arange(n) + generator.integers(2)) % len(keys)
        drawn = generator.choice(_PEOPLE, n)
        evidence = np.array([people(keys[w])[row] for w, row in zip(whose, drawn, strict=True)])
        shares = sampled_shares(evidence)
        low, high = shares.intervals()[places].T
        truth = np.bincount(whose, minlength=len(keys)) / n
        holds = (low <= truth + 1e-9) & (truth <= high + 1e-9)
        called = shares.unanimous.max() >= UNANIMOUS
        found.append([holds.mean(), shares.shares[places[0]], called])
    return np.array(found, dtype=float)


def cells_of_rooms() -> list[Cell]:
    """Coverage, the mean of the first share, and how often a room is said to be of one mind."""
    kinds = ("coverage of shares", "mean share", "called of one mind")
    cells = []
    for design in ROOMS:
        for n in SIZES:
            for place, kind in enumerate(kinds):
                made = partial(_outcome, design, n, place)
                cells.append(Cell(kind, design, _RULE, n, made, _ROOMS, _ROOMS))
    return cells


def _outcome(
    design: str, n: int, place: int, generator: np.random.Generator, number: int
) -> np.ndarray:
    return block(design, n, int(generator.integers(2**32)), number)[:, place]
