"""How often intervals of agreement cover what would be found on all items: one person, one judge.

    python -m tests.benchmarks.agreement [--campaigns 400]

Each design is a population of pairs of ratings on five classes, of which items are drawn.
"""

import argparse

import numpy as np

from oq_core import Collection
from oq_core.raters import COEFFICIENTS, judged

KEYS = ("QWK", "alpha", "AC2", "rho", "exact", "MAE", "bias")


def joint(people: list[float], slip: float, lean: float, far: float) -> np.ndarray:
    """Chances of a person's class and a judge's: near it, to one side, or anywhere."""
    steps = np.subtract.outer(np.arange(5), np.arange(5)).T
    chances = np.select([steps == 0, steps == 1, steps == -1], [1 - slip, slip * lean,
                                                                slip * (1 - lean)], 0)  # fmt: skip
    chances = (1 - far) * chances / chances.sum(axis=1, keepdims=True) + far / 5
    return np.array(people)[:, None] * chances


DESIGNS = {
    "all classes, mostly near": joint([0.2] * 5, 0.5, 0.5, 0.05),
    "most of one class": joint([0.02, 0.03, 0.05, 0.1, 0.8], 0.2, 0.3, 0.02),
    "too kind": joint([0.3, 0.3, 0.2, 0.1, 0.1], 0.6, 0.95, 0.05),
    "right, rarely far off": joint([0.1, 0.2, 0.4, 0.2, 0.1], 0.02, 0.5, 0.04),
}


def coverage(population: np.ndarray, items: int, campaigns: int, seed: int = 0) -> np.ndarray:
    """The share of campaigns whose 95 % intervals cover what the population has: shape (K,)."""
    generator = np.random.default_rng(seed)
    truth = np.array([COEFFICIENTS[key].compute(population * 1e9) for key in KEYS])
    covered = np.zeros(len(KEYS))
    classes, ids = tuple("12345"), tuple(map(str, range(items)))
    for campaign in range(campaigns):
        cells = generator.choice(25, items, p=population.ravel())
        votes = np.eye(5, dtype=int)[cells // 5]
        run = np.eye(5)[cells % 5]
        made = Collection("made", classes, ids, votes.astype(float), {"judge": run}, votes=votes)
        found = judged(made, KEYS, seed=campaign)
        covered += (found.low[0] <= truth) & (truth <= found.high[0])
    return covered / campaigns


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--campaigns", type=int, default=400)
    chosen = parser.parse_args()
    print(f"{chosen.campaigns} campaigns a cell, some {chosen.campaigns / 100:.0f} minutes")  # noqa: T201
    print("design,items," + ",".join(KEYS))  # noqa: T201
    for name, population in DESIGNS.items():
        for items in (10, 30, 100, 300):
            cells = coverage(population / population.sum(), items, chosen.campaigns)
            print(f"{name},{items}," + ",".join(f"{cell:.3f}" for cell in cells), flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
