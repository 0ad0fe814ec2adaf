"""The papers' tables as data frames in full precision, a row for each fact, for spreadsheets.

`oq_core.campaign.printing.layouts` prints the same as the papers do.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pandas as pd

from oq_core.analysis.effects import EffectSizes, standardised_differences
from oq_core.analysis.groups import (
    group_letters,
    indistinct_groups,
    outperforms_worst,
    significant_differences,
)
from oq_core.analysis.leaderboard import Leaderboard
from oq_core.analysis.overlap import Contradictions, Overlap
from oq_core.analysis.pairs import PairTests, pair_p_values, pair_signs
from oq_core.data.arrays import Array, as_losses
from oq_core.data.scores import Scores


def p_text(p: float, smallest: float) -> str:
    """Return a p-value as the papers print it: a 0 is less than the smallest that can be shown.

    Parameters
    ----------
    p : float
    smallest : float
        As `smallest_p_value` gives it: 1/B for the papers' test.

    Examples
    --------
    >>> from oq_core.campaign.printing.data_frames import p_text
    >>> p_text(0.0354, 1 / 5000), p_text(0.0, 1 / 5000)
    ('0.0354', '<0.0002')
    """
    digits = max(4, int(np.ceil(-np.log10(smallest) - 1e-9)))
    if p > 0:
        return f"{p:.{digits}f}"
    # A bound may be rounded up, never down.
    for places in (digits, digits + 1):
        bound = np.ceil(10**places * smallest - 1e-9) / 10**places
        if bound < smallest * (1 + 1e-9):
            break
    return f"<{bound:.{places}f}"


def means(scores: Scores, board: Leaderboard) -> pd.DataFrame:
    """Return mean scores, a row a run and a column a measure; best by the first measure first."""
    table = pd.DataFrame(board.means.T, pd.Index(scores.runs, name="run"), list(scores.measures))
    return table.iloc[np.argsort(board.ranks[0], kind="stable")]


def leaderboard(
    scores: Scores, board: Leaderboard, references: Scores | None = None
) -> pd.DataFrame:
    """Return every measure's ranking: rank, run and mean, with their intervals and rules.

    References stand behind the runs, with their means alone.
    """
    found = replace(board, measures=scores.measures, runs=scores.runs).to_frame()
    if references is None:
        return found
    beside = pd.DataFrame(
        {
            "measure": np.repeat(references.measures, len(references.runs)),
            "run": references.runs * len(references.measures),
            "mean": references.means.ravel(),
        }
    )
    return pd.concat([found.astype({"rank": "Int64"}), beside], ignore_index=True)


def similarity(
    measures: Sequence[str], taus: Array, intervals: Array | None = None
) -> pd.DataFrame:
    """Return Kendall's tau of every two measures, with its interval where intervals are given."""
    first, second = (each.tolist() for each in np.triu_indices(len(measures), k=1))
    table = pd.DataFrame(
        {
            "measure 1": [measures[i] for i in first],
            "measure 2": [measures[j] for j in second],
            "tau": taus[first, second],
        }
    )
    if intervals is None:
        return table
    return table.assign(low=intervals[first, second, 0], high=intervals[first, second, 1])


def consistency(
    measures: Sequence[str], taus: Array, p_values: Array | None, alpha: float, variance: float
) -> pd.DataFrame:
    """Return mean tau over splits, whom a measure outperforms, and effect sizes: ACL21 table 6.

    Parameters
    ----------
    measures : sequence of str
    taus : ndarray, shape (splits, K)
    p_values : ndarray, shape (K, K), or None
        Between measures; None with one measure.
    alpha : float
    variance : float
        Residual variance of `taus` (E2).
    """
    averages = taus.mean(axis=0)
    order = [int(k) for k in np.argsort(-averages, kind="stable")]
    beaten = np.zeros(len(measures), dtype=np.int64)
    if p_values is not None:
        beaten = outperforms_worst(averages, p_values, alpha, larger_is_better=True)
    effects = standardised_differences(averages, variance)
    if variance == 0:
        # 0/0 is no effect size of 0.
        effects = np.where(effects > 0, effects, np.nan)
    return pd.DataFrame(
        {
            "mean tau": averages[order],
            "outperforms the worst": beaten[order],
            "namely": [
                ", ".join(measures[k] for k in order[len(order) - beaten[i] :]) for i in order
            ],
            "ES against the worst": effects[order, order[-1]],
        },
        pd.Index([measures[k] for k in order], name="measure"),
    )


def overlap(measures: Sequence[str], shared: Overlap) -> pd.DataFrame:
    """Return SSO of every two measures with its counts a, b and c."""
    first, second = (each.tolist() for each in np.triu_indices(len(measures), k=1))
    return pd.DataFrame(
        {
            "measure 1": [measures[i] for i in first],
            "measure 2": [measures[j] for j in second],
            "only 1 (a)": shared.first_only[first, second],
            "both (b)": shared.both[first, second],
            "only 2 (c)": shared.second_only[first, second],
            "SSO": shared.share[first, second],
        }
    )


def contradictions(scores: Scores, found: Contradictions) -> pd.DataFrame:
    """Return every contradiction: two measures, and the run that each finds better."""
    return pd.DataFrame(
        [
            (
                scores.measures[each.first],
                scores.measures[each.second],
                scores.runs[each.winner],
                scores.runs[each.loser],
            )
            for each in found.pairs
        ],
        columns=["measure 1", "measure 2", "better by measure 1", "better by measure 2"],
    )


def significance(tests: PairTests, k: int, effects: EffectSizes, alpha: float) -> pd.DataFrame:
    """Return who is significantly better than whom under one measure: better, worse, p, B, ES.

    Parameters
    ----------
    tests : PairTests
        They know B, which says what a p-value of 0 means.
    k : int
        Position of the measure.
    effects : ndarray, shape (K, m, m)
    alpha : float
        Significance level.
    """
    found = significant_differences(
        tests.means[k], tests.p_values[k], effects.sizes[k], alpha, tests.larger_is_better[k]
    )
    return pd.DataFrame(
        [
            (
                tests.runs[each.better],
                tests.runs[each.worse],
                each.p,
                p_text(each.p, tests.smallest),
                tests.trials,
                each.effect,
            )
            for each in found
        ],
        columns=["better", "worse", "p", "p printed", "B", "ES"],
    )


def groups(scores: Scores, k: int, p_values: Array, alpha: float) -> pd.DataFrame:
    """Return the runs best first under one measure, with letters that equal runs share."""
    direction = scores.larger_is_better[k]
    found = indistinct_groups(scores.means[k], p_values[k], alpha, direction)
    letters = group_letters(found, len(scores.runs))
    order = np.argsort(scores.means[k] * (-1 if direction else 1), kind="stable")
    return pd.DataFrame(
        {"mean": scores.means[k][order], "groups": [letters[run] for run in order]},
        pd.Index([scores.runs[run] for run in order], name="run"),
    )


def pairs(tests: PairTests) -> pd.DataFrame:
    """Return a row for each pair of runs: rule and B; by measure, the better run and p-value.

    Parameters
    ----------
    tests : PairTests
        They know B, which says what a p-value of 0 means.
    """
    first, second = np.triu_indices(len(tests.runs), k=1)
    runs = np.array(tests.runs, dtype=object)
    columns: dict[str, npt.NDArray[np.object_] | Array | int | str] = {
        "run 1": runs[first],
        "run 2": runs[second],
        "rule": tests.rule.words,
        "B": tests.trials,
    }
    prefers = pair_signs(as_losses(tests.means, tests.larger_is_better))
    for k, key in enumerate(tests.measures):
        better = np.choose(prefers[k] + 1, [runs[first], "tie", runs[second]])
        columns[f"{key} better"] = better
        found = pair_p_values(tests.p_values[k])
        columns[f"{key} p"] = found
        # There are no more p-values than trials, but many pairs.
        values, place = np.unique(found, return_inverse=True)
        printed = [p_text(p, tests.smallest) for p in values]
        columns[f"{key} p printed"] = np.array(printed, dtype=object)[place]
    return pd.DataFrame(columns)
