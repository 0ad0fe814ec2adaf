"""Write the table of how often each rule finds a difference between runs of equal means.

Run from the repository's root: python -m tests.benchmarks.rules

Rows that the table has are left as they are; to make some anew, remove them first.
"""

from __future__ import annotations

import csv
import sys
import zlib
from collections.abc import Callable

import numpy as np
import pandas as pd

from oq_core.analysis import Rule, randomised_tukey_hsd, sign_flips
from oq_core.knowledge.simulations import TABLE

ALPHA, TRIALS, RUNS = 0.05, 500, 8
#: Campaigns that share their permutations, or signs; their errors are reckoned block by block.
BLOCK = 32
#: The standard error that is aimed at, and the fewest and most campaigns.
ENOUGH, LEAST, MOST = 0.005, 1920, 16_000
SIZES = (15, 40, 150)
#: How often a run fails, and by how much, in standard deviations of other scores.
FAILS, BY = 0.05, 20

#: Scores (campaigns, n, m) from a generator, a number of campaigns and one of instances.
Draw = Callable[[np.random.Generator, int, int], np.ndarray]
TESTS = {Rule.TUKEY: randomised_tukey_hsd, Rule.SIGNS: sign_flips}


def log_normal(generator: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    """Log-normal numbers of mean 0 and spread 1."""
    variance = (np.e - 1) * np.e
    return (generator.lognormal(size=shape) - np.exp(0.5)) / variance**0.5


def spread(scales: list[float], kind: str = "normal") -> Draw:
    """Eight runs of given spreads."""

    def draw(generator: np.random.Generator, campaigns: int, instances: int) -> np.ndarray:
        shape = (campaigns, instances, len(scales))
        if kind == "normal":
            scores = generator.normal(size=shape)
        elif kind == "exponential":
            scores = generator.exponential(size=shape) - 1
        else:
            scores = log_normal(generator, shape)
        return scores * scales

    return draw


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


DESIGNS: dict[str, Draw] = {
    "equal": spread([1] * 8),
    "one spread x 6": spread([1] * 7 + [6]),
    "one spread x 1.9": spread([1] * 7 + [1.9]),
    "three quiet (.2)": spread([0.2] * 3 + [1] * 5),
    "four quiet (.1)": spread([0.1] * 4 + [1] * 4),
    "one spread x 6, exponential": spread([1] * 7 + [6], "exponential"),
    "one spread x 6, log-normal": spread([1] * 7 + [6], "log-normal"),
    "opposite skews": opposite,
    "fails on 5 %": failing,
}


def seed_of(design: str, n: int) -> int:
    """The same campaigns for both rules."""
    return zlib.crc32(f"{design} {n}".encode())


def simulated(design: str, rule: Rule, n: int) -> tuple[float, float, int]:
    """Share of campaigns with a finding, its standard error, and the number of campaigns."""
    blocks: list[np.ndarray] = []
    while True:
        number = len(blocks)
        generator = np.random.default_rng([seed_of(design, n), number])
        scores = DESIGNS[design](generator, BLOCK, n)
        p_values = TESTS[rule](scores, TRIALS, number)
        blocks.append((p_values <= ALPHA).any(axis=(1, 2)).astype(float))
        campaigns = BLOCK * len(blocks)
        if campaigns < LEAST:
            continue
        error = standard_error(blocks)
        if error < ENOUGH or campaigns >= MOST:
            return float(np.concatenate(blocks).mean()), error, campaigns


def standard_error(blocks: list[np.ndarray]) -> float:
    """Standard error of the mean of blocks whose campaigns are not independent of each other.

    A block's mean varies at least as much as that of independent campaigns.
    """
    means = np.array([block.mean() for block in blocks])
    together = means.std(ddof=1) / len(means) ** 0.5
    campaigns = np.concatenate(blocks)
    alone = campaigns.std() / len(campaigns) ** 0.5
    return float(max(together, alone))


def main() -> None:
    """All rows that the table does not have."""
    table = pd.read_csv(TABLE)
    there = set(table[["design", "rule", "n"]].itertuples(index=False, name=None))
    rows = [(design, rule, n) for n in SIZES for design in DESIGNS for rule in Rule]
    for design, rule, n in rows:
        if (design, rule, n) in there:
            continue
        value, error, campaigns = simulated(design, rule, n)
        row = [design, str(rule), n, f"{value:.5f}", f"{error:.5f}", campaigns, seed_of(design, n)]
        with TABLE.open("a", encoding="utf-8") as file:
            csv.writer(file, lineterminator="\n").writerow(row)
        print(*row, file=sys.stderr, flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
