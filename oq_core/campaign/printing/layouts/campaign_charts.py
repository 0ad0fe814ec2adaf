"""The figures of an overview's results: means in groups, difficulty, who differs from whom."""

import itertools
from collections.abc import Mapping

import numpy as np
import pandas as pd

from oq_core.analysis.effects import EffectSizes
from oq_core.analysis.leaderboard import Leaderboard
from oq_core.analysis.pairs import PairTests
from oq_core.campaign.printing.chart import Chart
from oq_core.campaign.printing.layouts.significance import groups
from oq_core.data.arrays import Array
from oq_core.data.results import crossed
from oq_core.data.scores import Scores, counted, direction
from oq_core.defaults import LEVEL

#: Runs that one page has room for, below each other.
_MOST_RUNS = 40
#: Runs from which on a figure says who differs from whom.
MANY_RUNS = 20


def means_and_groups(
    data_sets: Mapping[str, tuple[Scores, Leaderboard, Array]],
    key: str,
    alpha: float,
    references: Mapping[str, Scores | None] | None = None,
) -> Chart:
    """Return mean scores with 95 % intervals and groups, a panel for each data set.

    Parameters
    ----------
    data_sets : mapping of str to tuple of Scores, Leaderboard and ndarray
        By name: K measures and m runs; as `rank_runs` returns it; and p-values (K, m, m).
    key : str
        The measure, which all of them have.
    alpha : float
        Significance level.
    references : mapping of str to Scores or None, optional
        Of what stands below the runs, by data set, under the same measures.

    Returns
    -------
    Chart
        The best run of each panel on top; beside each its letters, which it shares with those
        that it does not differ from. Of many runs, the best. References have their means alone.
    """
    frames, most = [], 0
    beside = {name: each for name, each in (references or {}).items() if each is not None}
    for name, (scores, board, p_values) in data_sets.items():
        k = scores.measures.index(key)
        rows = board.only([k]).to_frame()
        frame = rows[["run", "mean", "low", "high"]].head(_MOST_RUNS)
        # Groups of those that are shown: of hundreds of runs there are too many.
        shown = np.isin(scores.runs, frame["run"])
        among = scores.without(set(scores.runs) - set(frame["run"]))
        table = groups("", among, k, p_values[:, shown][:, :, shown], alpha)
        letters = table.numbers.set_index("run")["groups"]
        frame = frame.assign(groups=[_shorter(letters[run]) for run in frame["run"]])
        if name in beside:
            others = beside[name].of([key])
            below = pd.DataFrame({"run": others.runs, "mean": others.means[0], "groups": ""})
            frame = pd.concat([frame, below], ignore_index=True)
        frames.append(frame.assign(**{"data set": name}))
        most = max(most, len(rows))
    is_tested = any(len(each.runs) > 1 for each, _, _ in data_sets.values())
    several, value = len(data_sets) > 1, f"mean {key}"
    scores = next(iter(data_sets.values()))[0]
    larger = scores.larger_is_better[scores.measures.index(key)]
    best = f"; the best {_MOST_RUNS} of up to {most:,} runs" if most > _MOST_RUNS else ""
    return Chart(
        f"means-groups-{key}",
        "" if several else next(iter(data_sets)),
        ("M" if several else "m") + f"ean {key} of each run with its {LEVEL} interval{best}",
        "points",
        pd.concat(frames, ignore_index=True).rename(columns={"mean": value}),
        x=value,
        y="run",
        low="low",
        high="high",
        panel="data set" if several else "",
        digits=4,
        note=direction([larger]).capitalize()
        + f". Runs that share a letter do not differ significantly at α = {alpha:g}" * is_tested
        + "; what has none is not among the runs" * (is_tested and bool(beside)),
        beside="groups",
    )


def _shorter(letters: str) -> str:
    """Letters that follow each other, by the first and the last."""
    follows = [ord(b) - ord(a) == 1 for a, b in itertools.pairwise(letters)]
    return f"{letters[0]}–{letters[-1]}" if len(letters) > 2 and all(follows) else letters


def difficulty(name: str, scores: Scores, k: int) -> Chart:
    """Return how hard every instance is: mean and spread of its scores over all runs.

    Parameters
    ----------
    name : str
        The data set's.
    scores : Scores
        K measures, m runs.
    k : int
        Position of the measure.

    Returns
    -------
    Chart
        The hardest instance first, with a band of a standard deviation over runs on either side.
    """
    key, values = scores.measures[k], scores.values[k]
    means, spread = values.mean(axis=1), values.std(axis=1)
    order = np.argsort(means if scores.larger_is_better[k] else -means, kind="stable")
    place, value = "instances, the hardest first", f"mean {key} over runs"
    return Chart(
        f"difficulty-{key}",
        name,
        f"{key} of every instance, averaged over {counted(len(scores.runs), 'run')}, the hardest "
        "first",
        "lines",
        pd.DataFrame(
            {
                place: np.arange(1, len(order) + 1),
                value: means[order],
                "low": (means - spread)[order],
                "high": (means + spread)[order],
                "instance": [scores.ids[row] for row in order],
            }
        ),
        x=place,
        y=value,
        low="low",
        high="high",
        digits=4,
        note="The band is a standard deviation over runs on either side",
    )


def significance_matrix(
    name: str, tests: PairTests, k: int, effects: EffectSizes, alpha: float
) -> Chart:
    """Return who is significantly better than whom under one measure, a cell for each pair.

    Parameters
    ----------
    name : str
        The data set's.
    tests : PairTests
        Of m runs under K measures.
    k : int
        Position of the measure.
    effects : EffectSizes
        Of the same runs and measures.
    alpha : float
        Significance level.

    Returns
    -------
    Chart
        The best run first; a cell has the effect size by which the run of its row is better than
        that of its column, and is empty where the two do not differ significantly.
    """
    key, sign = tests.measures[k], -1 if tests.larger_is_better[k] else 1
    order = np.argsort(sign * tests.means[k], kind="stable")
    better = np.zeros((len(order), len(order)), dtype=bool)
    better[np.triu_indices(len(order), 1)] = True
    is_found = (tests.p_values[k][np.ix_(order, order)] <= alpha) & better
    runs = [tests.runs[place] for place in order]
    sizes = np.where(is_found, effects.sizes[k][np.ix_(order, order)], np.nan)
    widths = f": {np.nanmin(sizes):.2f} to {np.nanmax(sizes):.2f}" if is_found.any() else ""
    return Chart(
        f"significance-{key}",
        name,
        f"significant differences in terms of {key} at α = {alpha:g} by {tests.rule.short}, "
        f"B = {tests.trials:,}",
        "heat",
        crossed({"run": runs, "better than": runs}, {"effect size": sizes}),
        x="better than",
        y="run",
        by="effect size",
        digits=2,
        note="A shaded cell: the run of the row is significantly better than that of the column; "
        "the darker, the larger the effect size (in units of "
        f"√V_{effects.kind}, the residual standard deviation{widths}). Best run first",
    )
