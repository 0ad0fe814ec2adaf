"""How scores of simulated campaigns come about."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from oq_core import read_campaign

#: Scores (campaigns, n, m) from a generator.
Made = Callable[[np.random.Generator, int, int], np.ndarray]

RUNS = 8
#: Instances of a cluster, and a margin of equivalence.
CLUSTER, MARGIN = 10, 3.0
#: How often a run fails, and by how much, in standard deviations of other scores.
FAILS, BY = 0.05, 20


@dataclass(frozen=True)
class Design:
    """Scores of runs, and which of them have equal means."""

    name: str
    made: Made = field(repr=False)
    runs: int = RUNS
    #: The same number for runs of equal means.
    level: tuple[float, ...] = (0,) * RUNS

    @property
    def equal(self) -> np.ndarray:
        """Which pairs do not differ, (m, m)."""
        levels = np.array(self.level)
        return levels[:, None] == levels


def spread(
    name: str, scales: list[float], draw: str = "normal", level: list[float] | None = None
) -> Design:
    """Runs of given spreads; scores have mean 0 and spread 1 before."""
    levels = tuple(level or [0.0] * len(scales))

    def made(generator: np.random.Generator, campaigns: int, instances: int) -> np.ndarray:
        shape = (campaigns, instances, len(scales))
        if draw == "normal":
            scores = generator.normal(size=shape)
        elif draw == "exponential":
            scores = generator.exponential(size=shape) - 1
        else:
            scores = log_normal(generator, shape)
        return scores * scales + levels

    return Design(name, made, len(scales), levels)


def log_normal(generator: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    """Log-normal numbers of mean 0 and spread 1."""
    variance = (np.e - 1) * np.e
    return (generator.lognormal(size=shape) - np.exp(0.5)) / variance**0.5


def failing(generator: np.random.Generator, campaigns: int, instances: int) -> np.ndarray:
    """Eight runs, one of which fails on some instances; in the long run all means are equal."""
    scores = generator.normal(size=(campaigns, instances, RUNS))
    fails = generator.random((campaigns, instances)) < FAILS
    scores[..., -1] += BY * (fails - FAILS)
    return scores


def opposite(generator: np.random.Generator, campaigns: int, instances: int) -> np.ndarray:
    """Eight log-normal runs; every second one is skewed the other way."""
    scores = log_normal(generator, (campaigns, instances, RUNS))
    return scores * np.resize([1, -1], RUNS)


NULLS = (
    spread("equal", [1] * 8),
    spread("one spread x 6", [1] * 7 + [6]),
    spread("one spread x 1.9", [1] * 7 + [1.9]),
    spread("three quiet (.2)", [0.2] * 3 + [1] * 5),
    spread("four quiet (.1)", [0.1] * 4 + [1] * 4),
    spread("one spread x 6, exponential", [1] * 7 + [6], "exponential"),
    spread("one spread x 6, log-normal", [1] * 7 + [6], "log-normal"),
    Design("opposite skews", opposite),
    Design("fails on 5 %", failing),
)
#: Some runs equal, others far from them and from each other.
PARTIAL = (
    spread("partial, equal", [1] * 8, level=[0, 0, 0, 0, 5, 10, 15, 20]),
    spread("partial, one spread x 6", [1, 1, 1, 6, 1, 1, 1, 1], level=[0, 0, 0, 0, 8, 16, 24, 32]),
    spread(
        "partial, two quiet (.2)", [0.2, 0.2, 1, 1, 1, 1, 1, 1], level=[0, 0, 0, 0, 5, 10, 15, 20]
    ),
)
#: Equal runs, and others that are far from each other in their own spread, not in that of these.
QUIET = spread(
    "partial, far runs quiet (.1)", [1] * 4 + [0.1] * 4, level=[0, 0, 0, 0, 0.2, 0.3, 0.4, 0.5]
)
#: With differences that can be found, or not.
STEPS = spread("steps of .6, .6, 1.8", [1] * 8, level=[0, 0, 0.6, 0.6, 1.2, 1.2, 3.0, 3.0])


def clustered(generator: np.random.Generator, campaigns: int, instances: int) -> np.ndarray:
    """Eight equal runs on clusters of ten instances, whose scores are correlated by a half."""
    shape = (campaigns, instances // CLUSTER, 1, RUNS)
    cluster = np.repeat(generator.normal(size=shape), CLUSTER, axis=2)
    own = generator.normal(size=cluster.shape)
    return ((cluster + own) / 2**0.5).reshape(campaigns, instances, RUNS)


CLUSTERS = Design("clusters of 10, correlation .5", clustered)


def at_the_margin(draw: str) -> Made:
    """Two runs whose true means differ by just the margin, 3 standard deviations of other scores;
    the first is normal, log-normal, or fails rarely. Most samples look nearer than they are.
    """

    def made(generator: np.random.Generator, campaigns: int, instances: int) -> np.ndarray:
        scores = generator.normal(size=(campaigns, instances, 2))
        if draw == "log-normal":
            scores = np.stack(
                [log_normal(generator, scores.shape[:2]), 0.2 * scores[..., 1]], axis=2
            )
        if draw == "fails on 5 %":
            scores[..., 0] += BY * ((generator.random(scores.shape[:2]) < FAILS) - FAILS)
        return scores + np.array([MARGIN, 0])

    return made


def resampled(name: str, values: np.ndarray) -> Design:
    """Instances of real scores (n, m), drawn anew; their means are taken away first."""
    centred = values - values.mean(axis=0)

    def made(generator: np.random.Generator, campaigns: int, instances: int) -> np.ndarray:
        return centred[generator.integers(0, len(centred), (campaigns, instances))]

    return Design(name, made, values.shape[1], (0,) * values.shape[1])


def real(folder: Path) -> list[Design]:
    """STC-3's public runs and baselines, centred: a design for each scale."""
    runs = sorted(map(str, (folder / "stc3" / "runs").glob("*.json")))
    campaign = read_campaign(
        str(folder / "stc3" / "test_annotations.json"), runs, measures=["NMD"], baselines=True
    )
    return [
        resampled(f"STC-3 {name.split()[-1]}, NMD", scores.defined().values[0])
        for name, scores in campaign.scores.items()
        if scores.measures == ("NMD",)
    ]
