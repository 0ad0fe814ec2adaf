"""How near estimates of people's shares come, and how often intervals cover: one judge, one group.

    python -m tests.benchmarks.estimating [--campaigns 100]

People's classes of 5,000 items are drawn, and a judge's of all. The labelled items are drawn at
random, or, where there is a shift, three times as often where people give one of the upper classes.
"""

import argparse

import numpy as np

from oq_core import Collection, score
from oq_core.raters import estimated
from oq_core.raters.estimating import ASSUMPTIONS

ITEMS, SHARES = 5000, np.array([0.1, 0.2, 0.4, 0.2, 0.1])
_STEPS = np.subtract.outer(np.arange(5), np.arange(5))
_ANY = np.full((5, 5), 0.2)


def near(up: float, down: float) -> np.ndarray:
    """Chances of the judge's class, across, that is one above people's, down, or one below."""
    chances = np.select([_STEPS == 0, _STEPS == -1, _STEPS == 1], [1 - up - down, up, down], 0)
    return chances / chances.sum(axis=1, keepdims=True)


JUDGES = {
    "near": near(0.15, 0.15),
    "lenient": near(0.6, 0.02),
    "always the middle": 0.85 * np.eye(5)[[2] * 5] + 0.15 * near(0.15, 0.15),
    "noisy": 0.3 * np.eye(5) + 0.7 * _ANY,
    "rarely far off": 0.95 * np.eye(5) + 0.05 * np.eye(5)[::-1],
}


def simulated(judge: np.ndarray, labels: int, shift: bool, campaigns: int) -> dict[str, np.ndarray]:
    """For each estimator its mean NMD, mean width, and coverage: shape (3,)."""
    generator, found = np.random.default_rng(0), dict[str, list[tuple[float, float, float]]]()
    classes, ids = tuple("12345"), tuple(map(str, range(ITEMS)))
    for campaign in range(campaigns):
        truth = generator.choice(5, ITEMS, p=SHARES)
        said = (generator.random((ITEMS, 1)) > judge.cumsum(axis=1)[truth]).sum(axis=1).clip(max=4)
        chances = np.where(shift & (truth > 2), 3.0, 1.0)
        rows = generator.choice(ITEMS, labels, replace=False, p=chances / chances.sum())
        people = Collection("people", classes, tuple(ids[r] for r in rows), np.eye(5)[truth[rows]])
        rated = Collection("judge", classes, ids, np.eye(5)[said])
        shares = np.bincount(truth, minlength=5) / ITEMS
        for assumption in ASSUMPTIONS:
            made = estimated(people, rated, assumption=assumption, seed=campaign, samples=400)
            runs = dict(zip(made.estimators, made.estimates[:, :1], strict=True))
            scores = score(Collection("all", classes, ("all",), shares[None], runs), ["NMD"])
            covers = (made.low[:, 0] <= shares) & (shares <= made.high[:, 0])
            widths = (made.high - made.low)[:, 0].mean(axis=-1)
            for e, key in enumerate(made.estimators):
                if assumption == "random" or key != "labels":
                    loss = scores.means[0, scores.runs.index(key)]
                    found.setdefault(key, []).append((loss, widths[e], covers[e].mean()))
    return {key: np.mean(each, axis=0) for key, each in found.items()}


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--campaigns", type=int, default=100)
    chosen = parser.parse_args()
    print("judge,labels,shift,estimator,NMD,width,coverage")  # noqa: T201
    for name, judge in JUDGES.items():
        for labels in (50, 200, 1000):
            for shift in (False, True):
                cells = simulated(judge, labels, shift, chosen.campaigns)
                for key, each in cells.items():
                    numbers = ",".join(f"{number:.3f}" for number in each)
                    print(f"{name},{labels},{shift},{key},{numbers}", flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
