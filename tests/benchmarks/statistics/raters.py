"""How often intervals over other raters and instances cover what these would find."""

from __future__ import annotations

from functools import cache, partial
from unittest.mock import patch

import numpy as np
from scipy import stats

from oq_core import Collection
from oq_core.measures.quantification import measures_of
from oq_core.raters import krippendorff_alpha, redraw, resampling
from oq_core.raters.drawing import as_shares, scored
from tests.benchmarks.statistics.cells import BLOCK, Cell

#: How unlike raters are in leniency, in standard deviations of the items' quality, in words.
WORLDS = {"raters of unlike leniency (sd .4)": 0.4, "raters alike": 0.0}
#: Between classes, and what a rating is off by beside the rater's leniency.
CUTS, NOISE = np.array([-1.2, -0.4, 0.4, 1.2]), 0.7
#: The spreads that two runs take ratings to have, what they are off by on average, and an item.
SPREADS, OFF, OF_AN_ITEM = (0.8, 1.0), (0.15, -0.1), 0.4
INSTANCES, CAMPAIGNS = 100, 960
#: Instances from which the true difference is reckoned.
MANY = 200_000


def runs_of(quality: np.ndarray, generator: np.random.Generator) -> np.ndarray:
    """What two runs estimate (n, 2, L)."""
    shape = (len(quality), 2, 1)
    middle = quality[:, None, None] + generator.normal(0, OF_AN_ITEM, shape)
    ends = stats.norm.cdf((CUTS - middle - np.array(OFF)[:, None]) / np.array(SPREADS)[:, None])
    return np.diff(ends, axis=-1, prepend=0, append=1)


def ratings_of(
    quality: np.ndarray, leniency: np.ndarray, generator: np.random.Generator
) -> np.ndarray:
    """Ratings (n, R) by raters of leniencies (R,) or (n, R)."""
    noise = generator.normal(0, NOISE, (len(quality), leniency.shape[-1]))
    return ((quality[:, None] + leniency + noise)[..., None] > CUTS).sum(axis=-1)


def votes_of(ratings: np.ndarray) -> np.ndarray:
    return np.stack([(ratings == code).sum(axis=1) for code in range(len(CUTS) + 1)], axis=1)


@cache
def known(world: str, measure: str, raters: int) -> float:
    """The mean difference over all items and panels: each item may as well have its own panel."""
    generator = np.random.default_rng(8)
    quality = generator.normal(size=MANY)
    leniency = generator.normal(0, WORLDS[world], (MANY, raters))
    gold = as_shares(votes_of(ratings_of(quality, leniency, generator)))
    scores = scored(measures_of(measure), runs_of(quality, generator), gold[:, None])[0]
    return float(np.subtract(*scores.mean(axis=0)))


def of_panels(
    world: str, measure: str, raters: int, generator: np.random.Generator, seed: int
) -> np.ndarray:
    """Whether intervals of the difference cover what other items and panels would find."""
    classes, ids = tuple("12345"), tuple(map(str, range(INSTANCES)))
    found = []
    for _ in range(BLOCK):
        quality = generator.normal(size=INSTANCES)
        leniency = generator.normal(0, WORLDS[world], raters)
        ratings = ratings_of(quality, leniency, generator)
        votes, runs = votes_of(ratings), runs_of(quality, generator)
        made = Collection(
            "made", classes, ids, as_shares(votes), {"a": runs[:, 0], "b": runs[:, 1]}, votes,
            ratings=ratings, raters=tuple(f"r{r}" for r in range(raters)),
        )  # fmt: skip
        # Of two raters as well, to see why they have no interval.
        with patch.object(resampling, "FEWEST_RATERS", 2):
            _, low, high = redraw(made, measure, samples=2, seed=seed).differences("a", "b")
        found.append(low[0] <= known(world, measure, raters) <= high[0])
    return np.array(found)


#: What ratings are off by, for much, some and little agreement of three raters.
AGREEMENTS = {"much agreement": 0.4, "some agreement": 0.75, "little agreement": 1.3}


def votes_of_three(noise: float, items: int, generator: np.random.Generator) -> np.ndarray:
    """Votes of three raters who are off by so much."""
    rated = generator.normal(size=(items, 1)) + generator.normal(0, noise, (items, 3))
    return votes_of((rated[..., None] > CUTS).sum(axis=-1))


@cache
def known_alpha(agreement: str) -> float:
    """Krippendorff's alpha of all items."""
    votes = votes_of_three(AGREEMENTS[agreement], MANY, np.random.default_rng(9))
    return krippendorff_alpha(votes)[0]


def of_alpha(agreement: str, items: int, generator: np.random.Generator, _: int) -> np.ndarray:
    """Whether intervals of Krippendorff's alpha cover that of all items."""
    found = [
        krippendorff_alpha(votes_of_three(AGREEMENTS[agreement], items, generator))
        for _ in range(BLOCK)
    ]
    return np.array([low <= known_alpha(agreement) <= high for _, low, high in found])


def cells_of_alphas() -> list[Cell]:
    return [
        Cell("coverage of alpha", agreement, "without each item", items,
             partial(of_alpha, agreement, items))
        for agreement in AGREEMENTS
        for items in (10, 20, 50)
    ]  # fmt: skip


def cells_of_panels() -> list[Cell]:
    return [
        Cell("coverage over other raters", world, measure, raters,
             partial(of_panels, world, measure, raters), least=CAMPAIGNS, most=CAMPAIGNS)
        for world, each in zip(WORLDS, ((2, 3, 5, 9), (3, 9)), strict=True)
        for raters in each
        for measure in ("NMD", "RNOD")
        if measure == "NMD" or WORLDS[world]
    ]  # fmt: skip
