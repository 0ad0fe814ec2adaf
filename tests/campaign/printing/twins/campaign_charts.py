"""Plain-loop twins of the figures of an overview's results."""

import itertools
import math

import numpy as np
import pandas as pd

from oq_core import Scores
from oq_core.analysis import EffectSizes
from oq_core.campaign import Chart
from oq_core.campaign.printing import layouts
from tests.campaign.printing.twins import made


def means_and_groups():
    scores, p = made.scores(), made.p_values()
    board, k, rows = made.board(scores), 1, []
    tested = list(made.best_first(scores, k))
    letters = dict.fromkeys(range(4), "")
    # Sets of runs no two of which differ, none of them within another.
    sets = [
        set(some)
        for size in range(1, len(tested) + 1)
        for some in itertools.combinations(tested, size)
        if all(p[k, i, j] > made.ALPHA for i, j in itertools.combinations(some, 2))
    ]
    sets = [each for each in sets if not any(each < other for other in sets)]
    unique = sorted({tuple(sorted(map(tested.index, each))) for each in sets})
    for letter, members in zip("abc", unique, strict=False):
        for place in members:
            letters[tested[place]] += letter
    for name in ("A", "B"):
        rows += [
            (made.RUNS[run], made.means(scores, k)[run], board.low[k, run], board.high[k, run],
             letters[run], name)
            for run in made.best_first(scores, k)
        ]  # fmt: skip
        if name == "B":
            # What is beside the runs has neither an interval nor letters.
            rows.append(("Pooled", 0.25, math.nan, math.nan, "", name))
    data = dict.fromkeys(("A", "B"), (scores, board, p))
    beside = Scores(
        np.array([[[0.5], [0.1]], [[0.2], [0.3]], [[0.9], [0.7]]]), scores.measures, ("i", "j"),
        ("Pooled",), scores.larger_is_better,
    )  # fmt: skip
    references = {"A": None, "B": beside}
    return layouts.means_and_groups(data, "kappa", made.ALPHA, references), Chart(
        "means-groups-kappa", "", "Mean kappa of each run with its 95 % interval", "points",
        pd.DataFrame(rows, columns=["run", "mean kappa", "low", "high", "groups", "data set"]),
        "mean kappa", "run", low="low", high="high", panel="data set", digits=4,
        note="Larger is better|share a letter do not differ significantly at α = 0.07",
        beside="groups",
    )  # fmt: skip


def difficulty():
    scores, k, rows = made.scores(), 2, []
    for i in range(6):
        values = scores.values[k, i].tolist()
        mean = made.mean(values)
        spread = math.sqrt(made.mean([(value - mean) ** 2 for value in values]))
        rows.append((mean, mean - spread, mean + spread, made.IDS[i]))
    rows.sort(reverse=True)
    columns = ["instances, the hardest first", "mean JSD over runs", "low", "high", "instance"]
    return layouts.difficulty("A", scores, k), Chart(
        "difficulty-JSD", "A", "JSD of every instance, averaged over 4 runs, the hardest first",
        "lines",
        pd.DataFrame([(n, *row) for n, row in enumerate(rows, start=1)], columns=columns),
        *columns[:2], low="low", high="high", digits=4, note="standard deviation over runs",
    )  # fmt: skip


def significance_matrix():
    tests, k = made.pair_tests(), 0
    effects = np.random.default_rng(9).uniform(0.1, 3, (3, 4, 4))
    record = EffectSizes(effects, np.ones(3), "E1")
    order, rows = made.best_first(made.scores(), k), []
    for place, i in enumerate(order):
        for other, j in enumerate(order):
            is_found = other > place and tests.p_values[k, i, j] <= 0.12
            size = effects[k, i, j] if is_found else math.nan
            rows.append((made.RUNS[i], made.RUNS[j], size))
    assert any(not math.isnan(size) for *_, size in rows)
    return layouts.significance_matrix("A", tests, k, record, 0.12), Chart(
        "significance-NMD", "A",
        "significant differences in terms of NMD at α = 0.12 by "
        f"{made.RULE.short}, B = 900", "heat",
        pd.DataFrame(rows, columns=["run", "better than", "effect size"]),
        "better than", "run", by="effect size", digits=2, note="Best run first",
    )  # fmt: skip
