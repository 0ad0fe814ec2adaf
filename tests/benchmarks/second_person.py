"""How often a judge as good as a person passes, by how many items a second person rated.

    python -m tests.benchmarks.second_person [--campaigns 400]

It writes the table that the guide has. One person, a second one and the judge rate each item alike:
each draws from the item's own shares.
"""

import argparse
from pathlib import Path

import numpy as np
import pandas as pd

from oq_core.raters import stand_in
from oq_core.raters.stand_in import EPSILONS

TABLE = Path(__file__).with_suffix(".csv")
#: Of these numbers of items the guide has those of `SHOWN`.
ITEMS, SHOWN = (30, 50, 100, 200, 400), (30, 100, 200)
#: How likely a rating is to be one class off, and anywhere, by how noisy people are.
NOISE = {"nearly agree": (0.1, 0.0), "differ": (0.3, 0.1)}


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


def as_markdown() -> str:
    """The rows as the guide has them, in percent."""
    heads = ["People", "Items by a second person", *(f"ε = {each:g}" for each in EPSILONS.values())]
    lines = [f"| {' | '.join(heads)} |".replace("0.", "."), "|---" * len(heads) + "|"]
    shares = pd.read_csv(TABLE).set_index(["people", "items", "epsilon"])["passing"]
    for noise in NOISE:
        for items in SHOWN:
            cells = (f"{100 * shares[noise, items, each]:.0f}" for each in EPSILONS.values())
            name = noise if items == SHOWN[0] else ""
            lines.append(f"| {' | '.join([name, str(items), *cells])} |".replace("|  |", "| |"))
    return "\n".join(lines)


def main() -> None:
    """Write the table, and print it as the guide has it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--campaigns", type=int, default=400)
    chosen = parser.parse_args()
    rows = [
        (noise, items, epsilon, share, chosen.campaigns)
        for noise in NOISE
        for items in ITEMS
        for epsilon, share in zip(
            EPSILONS.values(), passing(noise, items, chosen.campaigns), strict=True
        )
    ]
    columns = ["people", "items", "epsilon", "passing", "campaigns"]
    pd.DataFrame(rows, columns=columns).to_csv(TABLE, index=False)
    print(as_markdown())  # noqa: T201


if __name__ == "__main__":
    main()
