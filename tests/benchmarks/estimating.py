"""How near estimates of people's shares come, and how often intervals cover: one judge, one group.

    python -m tests.benchmarks.estimating [--campaigns 40] [--judge near]

It writes the table that the page Judges and the guide read; of one judge its rows. People's classes
of 5,000 items are drawn, and a judge's of all. The labelled items are drawn at random, so that both
assumptions are true; or three times as often where people give one of the upper classes, so that
the judge alone errs alike; or, where neither is true, also three times as often where the judge
errs as it does by itself: on half of the items it is kinder.
"""

import argparse

import numpy as np
import pandas as pd

from oq_core import Collection, score
from oq_core.raters import estimated
from oq_core.raters.covering import TABLE, coverage
from oq_core.raters.estimators import ASSUMPTIONS, ESTIMATORS

#: What is true in the simulations: both assumptions; that the judge errs alike; neither.
CASES = {"both": "both", "alike": "the judge errs alike", "neither": "neither"}
ITEMS, SHARES, LABELS = 5000, np.array([0.1, 0.2, 0.4, 0.2, 0.1]), (50, 200, 1000)
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
#: How much kinder a judge is to half of the items, where it does not err alike.
_KINDER = near(0.4, 0)


def simulated(
    judge: np.ndarray, labels: int, true: str, campaigns: int
) -> dict[str, tuple[float, float, float]]:
    """For each estimator its mean NMD, mean width, and coverage."""
    generator, found = np.random.default_rng(0), dict[str, list[tuple[float, float, float]]]()
    classes, ids = tuple("12345"), tuple(map(str, range(ITEMS)))
    for campaign in range(campaigns):
        truth = generator.choice(5, ITEMS, p=SHARES)
        said = drawn(generator, judge[truth])
        chances = np.where((true != "both") & (truth > 2), 3.0, 1.0)
        if true == "neither":
            is_liked = np.arange(ITEMS) % 2 == 0
            said = np.where(is_liked, drawn(generator, _KINDER[said]), said)
            chances *= np.where(is_liked, 1, 3)
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
    return {key: tuple(np.mean(each, axis=0).tolist()) for key, each in found.items()}


def drawn(generator: np.random.Generator, chances: np.ndarray) -> np.ndarray:
    """A class for each row of chances."""
    return (generator.random((len(chances), 1)) > chances.cumsum(axis=1)).sum(axis=1).clip(max=4)


def _places(names: pd.Series) -> pd.Series:
    return names.map([*JUDGES].index)


def as_markdown() -> str:
    """The rows as the guide has them, over all judges.

    A cell has the least and the largest coverage, and the largest mean NMD and width.
    """
    heads = ["Labels", "True", *ESTIMATORS]
    lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    for (labels, true), rows in coverage().groupby(["labels", "true"], sort=False):
        cells = []
        for key in ESTIMATORS:
            each = rows[rows["estimator"] == key]
            ends = f"{100 * each['coverage'].min():.0f}–{100 * each['coverage'].max():.0f}"
            cells.append(f"{ends}/{each['NMD'].max():.2f}/{each['width'].max():.2f}")
        lines.append(f"| {labels} | {CASES[str(true)]} | {' | '.join(cells)} |")
    return "\n".join(lines).replace("/0.", "/.")


def main() -> None:
    """Write the table, and print it as the guide has it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--campaigns", type=int, default=40)
    parser.add_argument("--judge", choices=JUDGES)
    chosen = parser.parse_args()
    columns = ["judge", "labels", "true", "estimator", "NMD", "width", "coverage", "campaigns"]
    for name in [chosen.judge] if chosen.judge else JUDGES:
        rows = [
            (name, labels, true, key, *each, chosen.campaigns)
            for labels in LABELS
            for true in CASES
            for key, each in simulated(JUDGES[name], labels, true, chosen.campaigns).items()
        ]
        found = pd.DataFrame(rows, columns=columns).round(4)
        others = pd.read_csv(TABLE).query("judge != @name")
        both = pd.concat([others, found]).sort_values("judge", kind="stable", key=_places)
        both.to_csv(TABLE, index=False)
    coverage.cache_clear()
    print(as_markdown())  # noqa: T201


if __name__ == "__main__":
    main()
