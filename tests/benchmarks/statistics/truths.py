"""How often intervals of what the truth would score cover it, where the truth is known."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from unittest.mock import patch

import numpy as np

import oq_core.raters.truth
from oq_core.measures.quantification import measures_of
from oq_core.raters.drawing import as_shares, redrawn, scored
from oq_core.raters.prior import Mixtures, Tallies, mixtures_by, mixtures_of, prior_of
from oq_core.raters.truth import expected
from oq_core.reading import read_gold
from tests.benchmarks.statistics.cells import Cell
from tests.raters.simulated import SHAPES

MEASURES = ("NMD", "RNOD", "RSNOD", "NVD", "RNSS", "JSD")
#: Ratings of an instance, those of the widest use first.
RATINGS = (3, 19, 5, 2)
INSTANCES, CLASSES = 390, 5
#: Campaigns of a cell and of a block; resamples and scored draws of each, of which fewer than
#: usual make an interval no narrower.
CAMPAIGNS, TOGETHER, DRAWS, SCORED = 200, 20, 20, 8_000
#: Campaigns with so few distinct rows of votes are fitted at once.
AT_ONCE = 200
#: All instances have as many ratings: they are one group.
ONE = np.zeros(INSTANCES, dtype=np.int64)
#: True distributions from which those of a simulated world are drawn.
MANY = 40_000


def dirichlet(instances: int, classes: int, generator: np.random.Generator) -> np.ndarray:
    """Of unlike classes."""
    return generator.dirichlet(np.resize([0.6, 1.2, 1.5, 0.9, 0.3], classes), instances)


#: Worlds without data, in words.
MADE = {"one hump": SHAPES["hump"], "two humps": SHAPES["two"], "most on a class": SHAPES["spike"],
        "Dirichlet": dirichlet}  # fmt: skip


def smoothed(shares: np.ndarray) -> np.ndarray:
    """A quarter of what a class has is given to each neighbour; at the ends it stays."""
    padded = np.pad(shares, ((0, 0), (1, 1)), mode="edge")
    return as_shares(padded[:, :-2] / 4 + padded[:, 1:-1] / 2 + padded[:, 2:] / 4)


@cache
def population(world: str, data: Path) -> np.ndarray:
    """True distributions (N, L) of a world."""
    if world in MADE:
        return MADE[world](MANY, CLASSES, np.random.default_rng(5))
    name, *how = world.split(", ")
    if name.startswith("STC-3"):
        shares = read_gold(data / "stc3" / "test_annotations.json")[name.split()[1]].gold
    else:
        (shares,) = (each.gold for each in read_gold(data / "dbdc3" / "en-eval.zip").values())
    return smoothed(shares) if how else shares


@cache
def known(world: str, ratings: int, data: Path) -> np.ndarray:
    """What the truth scores against so many ratings of it, (K,)."""
    truth = population(world, data)
    again = np.broadcast_to(truth, (-(-2 * MANY // len(truth)), *truth.shape))
    sizes = np.full(again.shape[:-1], ratings)
    golds = redrawn(again, sizes, np.random.default_rng(6))
    return scored(measures_of(MEASURES), again, golds).mean(axis=(1, 2))


def mixtures(votes: np.ndarray) -> list[Mixtures]:
    """Of each campaign (C, n, L): of few ratings all at once, as they share their rows."""
    rows = Tallies.made(votes.reshape(-1, votes.shape[-1]))
    if len(rows.rows) > AT_ONCE:
        return [each for own in votes for each in mixtures_by(own, ONE) if each is not None]
    of = rows.of.reshape(votes.shape[:2])
    times = np.stack([np.bincount(own, minlength=len(rows.rows)) for own in of]).astype(float)
    found = mixtures_of(rows, times)
    return [
        replace(each, tallies=replace(rows, of=own)) for each, own in zip(found, of, strict=True)
    ]


@cache
def campaigns(world: str, ratings: int, data: Path, seed: int) -> np.ndarray:
    """Estimates and standard errors of some campaigns: (campaigns, 2, K)."""
    generator = np.random.default_rng(seed)
    truths, chosen = population(world, data), measures_of(MEASURES)
    truth = truths[generator.integers(0, len(truths), (TOGETHER, INSTANCES))]
    votes = generator.multinomial(ratings, truth)
    with patch.object(oq_core.raters.truth, "_DRAWS_SCORED", SCORED):
        return np.array([
            expected(chosen, own, [each], prior_of([each], ONE, own.shape[1]), DRAWS, generator)
            for own, each in zip(votes, mixtures(votes), strict=True)
        ])  # fmt: skip


def of_truth(
    kind: str, world: str, measure: str, ratings: int, data: Path,
    generator: np.random.Generator, _: int,
) -> np.ndarray:  # fmt: skip
    """Whether 95 % intervals cover it, or by which share of it estimates miss it."""
    made = campaigns(world, ratings, data, int(generator.integers(2**62)))
    place = MEASURES.index(measure)
    truth, (value, error) = known(world, ratings, data)[place], made[:, :, place].T
    return value / truth - 1 if kind == BIAS else np.abs(value - truth) <= 1.96 * error


COVERS, BIAS = "coverage of the truth", "the truth is missed by"


def cells_of_truths(data: Path) -> list[Cell]:
    """For each number of ratings; scales S and E, which are like A, with all of their ratings."""
    worlds = list(MADE)
    wholes = []
    if (data / "stc3").is_dir():
        worlds += ["STC-3 A", "STC-3 A, smoothed", "DBDC3"]
        wholes = ["STC-3 S", "STC-3 S, smoothed", "STC-3 E", "STC-3 E, smoothed"]
    return [
        Cell(kind, world, measure, ratings, partial(of_truth, kind, world, measure, ratings, data),
             least=CAMPAIGNS, most=CAMPAIGNS)
        for ratings in RATINGS
        for world in (worlds + wholes if ratings == max(RATINGS) else worlds)
        for kind in (COVERS, BIAS)
        for measure in MEASURES
    ]  # fmt: skip
