"""Plain-loop twins of the charts of an analysis: each returns what is made and what it must be."""

import math
from itertools import combinations
from statistics import NormalDist

import numpy as np
import pandas as pd

from oq_core import Collection
from oq_core.analysis import anova_power
from oq_core.analysis.overlap import Overlap
from oq_core.campaign import Chart, ChartLine
from oq_core.campaign.printing import layouts
from tests.campaign.printing.twins import made

_PAIRS = "pairs of runs, sorted by p-value"


def _frame(rows, *columns):
    return pd.DataFrame(rows, columns=list(columns))


def _curve(tests, k):
    return sorted((tests.p_values[k, i, j] for i, j in made.PAIRS), reverse=True)


def _where(rows, top):
    """From the first pair in the frame to the last above its foot, and a twentieth more."""
    first = min(row[2] for row in rows if row[3] <= top)
    foot = min(row[3] for row in rows) + top / 100
    last = max(row[2] for row in rows if row[3] > foot)
    margin = max(0.5, (last - first) / 20)
    return first - margin, last + margin


def power_curves():
    tests = made.pair_tests()
    rows = [
        ("A", key, place + 1, p)
        for k, key in enumerate(made.MEASURES)
        for place, p in enumerate(_curve(tests, k))
    ]
    return layouts.power_curves({"A": tests}, 0.04), Chart(
        "power-curves", "A", "discriminative power curves", "lines",
        _frame(rows, "data set", "measure", _PAIRS, "p-value"),
        _PAIRS, "p-value", "measure",
        lines=(ChartLine("p-value", 0.04, "α = 0.04"),),
        limits={"p-value": (0, 0.15), _PAIRS: _where(rows, 0.15)}, digits=4,
        note="further left and down a curve is, the more pairs", named=made.MEASURES,
    )  # fmt: skip


def power_curves_of_two():
    tests = {"A": made.pair_tests(), "B": made.pair_tests(made.p_values()[[2, 0, 1]])}
    rows = [
        (name, key, place + 1, p)
        for name, each in tests.items()
        for k, key in enumerate(made.MEASURES)
        for place, p in enumerate(_curve(each, k))
    ]
    return layouts.power_curves(tests, 0.3), Chart(
        "power-panels", "", "Discriminative power curves", "lines",
        _frame(rows, "data set", "measure", _PAIRS, "p-value"),
        _PAIRS, "p-value", "measure", panel="data set",
        lines=(ChartLine("p-value", 0.3, "α = 0.3"),),
        limits={"p-value": (0, 0.6), _PAIRS: _where(rows, 0.6)}, digits=4, named=made.MEASURES,
    )  # fmt: skip


def groups_of_runs():
    scores, found = made.scores(), made.p_values()
    means, order = made.means(scores, 1), made.best_first(scores, 1)
    alike = [
        set(some)
        for size in (1, 2, 3, 4)
        for some in combinations(order, size)
        if all(found[1, i, j] > made.ALPHA for i, j in combinations(some, 2))
    ]
    groups = [each for each in alike if not any(each < other for other in alike)]
    groups.sort(key=lambda each: sorted(map(order.index, each)))
    rows = [
        ("abcd"[place], made.RUNS[run], means[run])
        for place, group in enumerate(groups)
        for run in order
        if run in group
    ]
    return layouts.groups_of_runs("A", scores, 1, found, made.ALPHA), Chart(
        "groups-kappa-figure", "A",
        "runs by mean kappa; a line joins runs that do not differ significantly at α = 0.07",
        "lines", _frame(rows, "group", "run", "mean kappa"), "mean kappa", "group", "group",
        digits=4,
    )  # fmt: skip


def mean_intervals(k=2, direction="Smaller"):
    scores = made.scores()
    board, key = made.board(scores), made.MEASURES[k]
    rows = [
        (made.RUNS[run], made.means(scores, k)[run], board.low[k, run], board.high[k, run])
        for run in made.best_first(scores, k)
    ]
    return layouts.mean_intervals("A", scores, board, k), Chart(
        f"means-{key}", "A", f"mean {key} with 95 % intervals, best run first", "points",
        _frame(rows, "run", f"mean {key}", "low", "high"), f"mean {key}", "run",
        low="low", high="high", digits=4, note=f"{direction} is better",
    )  # fmt: skip


def mean_intervals_where_larger_is_better():
    return mean_intervals(1, "Larger")


def with_lines():
    numbers = _frame([("a", 2.0, 1.5, 4.0), ("b", 3.0, 2.5, 3.5)], "run", "mean", "low", "high")
    chart = Chart("c", "A", "t", "points", numbers, "mean", "run", low="low", high="high",
                  lines=(ChartLine("mean", 0.2, "n"),))  # fmt: skip
    # From 1 to 4, and 4 % of that on either side.
    return layouts.charts.with_lines(chart, {"the truth": 1.0, "one rater": 3.9}), Chart(
        "c", "A", "t", "points", numbers, "mean", "run", low="low", high="high",
        lines=(ChartLine("mean", 0.2, "n"), ChartLine("mean", 1.0, "the truth"),
               ChartLine("mean", 3.9, "one rater")),
        limits={"mean": (0.88, 4.12)},
    )  # fmt: skip


def spread_of_scores():
    scores = made.scores()
    every = [value for row in scores.values[2] for value in row]
    own = [row[2] for row in scores.values[2]]
    low, width = min(every), (max(every) - min(every)) / 25
    rows = []
    others = [value for row in scores.values[2] for place, value in enumerate(row) if place != 1]
    for who, values in (("all runs", others), ("gamma", own)):
        for b in range(25):
            inside = [v for v in values if min(int((v - low) / width + 1e-12), 24) == b]
            rows.append((who, low + width * (b + 0.5), len(inside) / len(values)))
    found = layouts.spread_of_scores("A", scores, "gamma", "JSD", [scores.runs[1]])
    return found, Chart(
        "scores", "A", "scores of gamma over instances", "bars",
        _frame(rows, "run", "JSD", "share of instances"), "JSD", "share of instances", "run",
    )  # fmt: skip


def square():
    values = np.random.default_rng(4).uniform(-0.2, 0.9, (3, 3))
    ends = np.stack([values - 0.11, values + 0.07], axis=-1)
    rows = [
        (first, second, math.nan if i == j else values[i, j], values[i, j] - 0.11,
         values[i, j] + 0.07)
        for i, first in enumerate(made.MEASURES) for j, second in enumerate(made.MEASURES)
    ]  # fmt: skip
    found = layouts.square("file", "A", "the title", made.MEASURES, values, "τ", ends, (-1, 0.5))
    return found, Chart(
        "file", "A", "the title", "heat",
        _frame(rows, "measure", "other measure", "τ", "low", "high"),
        "other measure", "measure", "τ", "low", "high", limits={"τ": (-1, 0.5)}, digits=2,
    )  # fmt: skip


def overlap_square():
    only_first, both, only_second = np.random.default_rng(1).integers(1, 30, (3, 3, 3))
    rows = [
        (first, second, math.nan if i == j else
         both[i, j] / (only_first[i, j] + both[i, j] + only_second[i, j]))
        for i, first in enumerate(made.MEASURES) for j, second in enumerate(made.MEASURES)
    ]  # fmt: skip
    shared = Overlap(only_first, both, only_second, made.MEASURES)
    return layouts.overlap_square("A", made.MEASURES, shared), Chart(
        "overlap-figure", "A", "significance overlap (SSO)", "heat",
        _frame(rows, "measure", "other measure", "SSO"), "other measure", "measure", "SSO",
        limits={"SSO": (0, 1)}, digits=2,
        note="b / (a + b + c): pairs that both find, of those that either finds",
    )  # fmt: skip


def spread_of_splits():
    taus = np.random.default_rng(5).uniform(0, 1, (41, 3))

    def at(k, share):
        # Of 41 sorted values, the quantiles of these shares lie between two or on one.
        place = 40 * share
        below, values = math.floor(place), sorted(taus[:, k])
        return values[below] + (place - below) * (values[min(below + 1, 40)] - values[below])

    order = sorted(range(3), key=lambda k: -made.mean(taus[:, k].tolist()))
    rows = [
        (made.MEASURES[k], made.mean(taus[:, k].tolist()),
         *(at(k, share) for share in (0.025, 0.25, 0.75, 0.975))) for k in order
    ]  # fmt: skip
    low, high = min(row[2] for row in rows), max(row[5] for row in rows)
    room = (high - low) / 10
    return layouts.spread_of_splits("A", made.MEASURES, taus), Chart(
        "splits", "A", "mean τ between the rankings of a split, with the middle 95 % of 41 splits",
        "points", _frame(rows, "measure", "mean τ", "2.5 %", "25 %", "75 %", "97.5 %"),
        "mean τ", "measure", low="2.5 %", high="97.5 %",
        limits={"mean τ": (low - room, min(1.02, high + room))},
        note="The most consistent measure is on top",
    )  # fmt: skip


def power_by_instances():
    rows = [
        (n, float(anova_power(n, 4, 0.1, 0.02, 0.03, paired=True))) for n in range(2, 29)
    ]  # fmt: skip
    found = layouts.power_by_instances(13, 4, 0.1, 0.02, 0.03, 0.7, paired=True, unit="instance")
    return found, Chart(
        "power-curve", "",
        "Power against instances: m = 4, minD = 0.1, V = 0.02000, α = 0.03", "lines",
        _frame(rows, "instances", "power"), "instances", "power",
        lines=(ChartLine("instances", 13, "n = 13"), ChartLine("power", 0.7, "power 0.7")),
        limits={"power": (0, 1.02)},
    )  # fmt: skip


def delta_scatter():
    compared = made.comparison()
    rows = []
    for x, y in ((0, 1), (0, 2), (1, 2)):
        a, b = compared.deltas[x].tolist(), compared.deltas[y].tolist()
        off = [value - made.mean(a) for value in a], [value - made.mean(b) for value in b]
        r = sum(p * q for p, q in zip(*off, strict=True)) / math.sqrt(
            sum(p * p for p in off[0]) * sum(q * q for q in off[1])
        )
        half = NormalDist().inv_cdf(0.975) / math.sqrt(len(a) - 3)
        low, high = (math.tanh(math.atanh(r) + side * half) for side in (-1, 1))
        opposed = sum(
            {one, other} == {1, 2}
            for one, other in zip(compared.winners[x], compared.winners[y], strict=True)
        )
        panel = (
            f"{made.MEASURES[x]}, {made.MEASURES[y]}: r = {r:.3f} [{low:.3f}, {high:.3f}], "
            f"disagree {opposed}"
        )
        rows += [(panel, *each) for each in zip(made.IDS, a, b, strict=True)]
    reach = 1.1 * max(abs(value) for row in compared.deltas for value in row)
    axes = ("Δ of the first", "Δ of the second")
    return layouts.delta_scatter("A", compared, made.MEASURES), Chart(
        "score-deltas", "A",
        "score deltas, delta − gamma, under two measures; disagree: on how many of 6 instances "
        "the two prefer different runs",
        "points", _frame(rows, "measures", "instance", *axes), *axes, panel="measures",
        lines=(ChartLine(axes[0], 0, ""), ChartLine(axes[1], 0, "")),
        limits=dict.fromkeys(axes, (-reach, reach)), note="Pearson|95 %",
    )  # fmt: skip


def extreme_instances():
    compared, data = made.comparison(), made.collection()
    first, second = compared.deltas[2].tolist(), compared.deltas[1].tolist()
    order = sorted(range(6), key=lambda i: first[i] - second[i])[:3]
    rows = []
    for i in order:
        panel = (
            f"{made.IDS[i]}: d = {first[i] - second[i]:.3f} "
            f"(ΔJSD {first[i]:.3f}, Δkappa {second[i]:.3f})"
        )
        for who in ("gold", "delta", "gamma"):
            shares = data.gold[i] if who == "gold" else data.runs[who][i]
            rows += [(panel, who, *each) for each in zip(data.classes, shares, strict=True)]
    # Instances are found by their ids, wherever they stand.
    turned = Collection(
        "A", data.classes, data.ids[::-1], data.gold[::-1],
        {run: shares[::-1] for run, shares in data.runs.items()},
    )  # fmt: skip
    return layouts.extreme_instances("A", turned, compared, "JSD", "kappa", 3), Chart(
        "extreme-instances", "A", "the instances with the most negative d = ΔJSD − Δkappa",
        "bars", _frame(rows, "instance", "whose", "class", "share"), "class", "share", "whose",
        panel="instance", limits={"share": (0, 1)},
    )  # fmt: skip
