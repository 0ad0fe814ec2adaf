"""How often a judge as good as a person passes, by how many items a second person rated.

    python -m tests.benchmarks.second_person [--campaigns 400]

One person, a second one and the judge rate each item alike: each draws from the item's own shares.
"""

import argparse

import numpy as np

from oq_core.raters import stand_in
from oq_core.raters.stand_in import EPSILONS

ITEMS = (30, 50, 100, 200, 400)
#: How likely a rating is to be one class off, and anywhere, by how noisy people are.
NOISE = {"people nearly agree": (0.1, 0.0), "people differ": (0.3, 0.1)}


def passing(noise: str, items: int, campaigns: int, seed: int = 0) -> np.ndarray:
    """The share of campaigns in which the judge passes under NMD, for each of `EPSILONS`."""
    generator, (slip, anywhere) = np.random.default_rng(seed), NOISE[noise]
    found = np.zeros(len(EPSILONS))
    for _ in range(campaigns):
        truth = generator.choice(5, items, p=[0.1, 0.2, 0.4, 0.2, 0.1])
        near = np.where(
            generator.random((3, items)) < slip, generator.choice([-1, 1], (3, items)), 0
        )
        given = np.clip(truth + near, 0, 4)
        far = generator.random((3, items)) < anywhere
        given = np.where(far, generator.integers(0, 5, (3, items)), given)
        tested = stand_in(given[:2].T, {"judge": given[2]}, 5, "NMD")
        found += [tested.winning_rate(each)[0, 0] >= 0.5 for each in EPSILONS.values()]
    return found / campaigns


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--campaigns", type=int, default=400)
    chosen = parser.parse_args()
    print("people,items," + ",".join(f"{each:g}" for each in EPSILONS.values()))  # noqa: T201
    for noise in NOISE:
        for items in ITEMS:
            cells = passing(noise, items, chosen.campaigns)
            print(f"{noise},{items}," + ",".join(f"{each:.2f}" for each in cells), flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
