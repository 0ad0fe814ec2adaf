"""A figure of each kind that an analysis makes, of data that cannot be confused."""

import numpy as np
import pandas as pd

from oq_core import Collection, Scores
from oq_core.analysis import EffectSizes
from oq_core.analysis.overlap import Overlap
from oq_core.campaign import Chart, ChartLine
from oq_core.campaign.printing import layouts
from tests.campaign.printing.twins import judges, made


def _drawn(seed, *shape):
    return np.random.default_rng(seed).uniform(0.1, 0.9, shape)


def _beside():
    """What stands beside the runs, and has neither an interval nor letters."""
    values = np.array([[[0.5], [0.1]], [[0.2], [0.3]], [[0.9], [0.7]]])
    return Scores(values, made.MEASURES, ("i", "j"), ("Pooled",), (False, True, False))


def _turned(data):
    """The same instances in another order: they are found by their ids."""
    runs = {run: shares[::-1] for run, shares in data.runs.items()}
    return Collection("A", data.classes, data.ids[::-1], data.gold[::-1], runs)


def figures():
    """By the function that makes it, each with what is special where there are several."""
    scores, p, tests = made.scores(), made.p_values(), made.pair_tests()
    board, three = made.board(scores), _drawn(4, 3, 3)
    two = {"A": tests, "B": made.pair_tests(p[[2, 0, 1]])}
    shared = Overlap(*np.random.default_rng(1).integers(1, 30, (3, 3, 3)), made.MEASURES)
    effects = EffectSizes(_drawn(9, 3, 4, 4), np.ones(3), "E1")
    ends = np.stack([three - 0.11, three + 0.07], axis=-1)
    means = pd.DataFrame([("a", 2.0, 1.5, 4.0), ("b", 3.0, 2.5, 3.5)],
                         columns=["run", "mean", "low", "high"])  # fmt: skip
    plain = Chart("c", "A", "t", "points", means, "mean", "run", low="low", high="high",
                  lines=(ChartLine("mean", 0.2, "n"),))  # fmt: skip
    compared, several = made.comparison(), dict.fromkeys(("A", "B"), (scores, board, p))
    return {
        "power_curves": layouts.power_curves({"A": tests}, 0.04),
        "power_curves of two": layouts.power_curves(two, 0.3),
        "groups_of_runs": layouts.groups_of_runs("A", scores, 1, p, made.ALPHA),
        "mean_intervals": layouts.mean_intervals("A", scores, board, 2),
        "mean_intervals, larger is better": layouts.mean_intervals("A", scores, board, 1),
        "with_lines": layouts.charts.with_lines(plain, {"one": 1.0, "other": 3.9}),
        "spread_of_scores": layouts.spread_of_scores("A", scores, "gamma", "JSD", ["alpha"]),
        "square": layouts.square("file", "A", "t", made.MEASURES, three, "τ", ends, (-1, 0.5)),
        "overlap_square": layouts.overlap_square("A", made.MEASURES, shared),
        "spread_of_splits": layouts.spread_of_splits("A", made.MEASURES, _drawn(5, 41, 3)),
        "power_by_instances": layouts.power_by_instances(
            13, 4, 0.1, 0.02, 0.03, 0.7, paired=True, unit="instance"
        ),
        "delta_scatter": layouts.delta_scatter("A", compared, made.MEASURES),
        "delta_scatter of two": layouts.delta_scatter("A", compared, made.MEASURES[:2]),
        "extreme_instances": layouts.extreme_instances(
            "A", _turned(made.collection()), compared, "JSD", "kappa", 3
        ),
        "means_and_groups": layouts.means_and_groups(
            several, "kappa", made.ALPHA, {"A": None, "B": _beside()}
        ),
        "difficulty": layouts.difficulty("A", scores, 2),
        "significance_matrix": layouts.significance_matrix("A", tests, 0, effects, 0.12),
        "sharpness": layouts.sharpness(("RNOD", "NMD"), (0.5, 1.0, 10.0), three[:2], 7),
        "standing_in": layouts.standing_in(made.stand_in(), 0.1),
        "winning_rates": layouts.winning_rates("A", made.stand_in(), 1, 0.04),
        "rater_gaps": layouts.rater_gaps("A", made.stand_in(), 1, "J2", 0.12),
        "rater_strips": layouts.rater_strips("A", made.allowed()),
        "judges_board": layouts.judges_board(
            "A", "NMD", {"j1": 0.5, "j2": 0.3}, {"Uniform": 0.9, "one rater": 0.2}
        ),
        "use_of_scale": layouts.use_of_scale("A", judges._judged()),
        "estimated_shares": layouts.estimated_shares("A", judges._estimated()),
    }
