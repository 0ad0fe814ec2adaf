"""The papers' tables as data frames: numbers for a file, or text as an overview prints it.

Functions ending in `_text` give what is read on paper: rounded, in the papers' notation. The
others give full precision, a row for each fact, for spreadsheets.
"""

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt
import pandas as pd

from oq_core.analysis.effects import effect_sizes
from oq_core.analysis.groups import (
    group_letters,
    indistinct_groups,
    outperforms_worst,
    significant_differences,
)
from oq_core.analysis.leaderboard import Leaderboard
from oq_core.analysis.overlap import Contradictions, Overlap
from oq_core.analysis.pairs import pair_p_values, pair_signs
from oq_core.analysis.power import DiscriminativePower
from oq_core.analysis.ranking import average_similarity
from oq_core.data.arrays import Array, as_losses
from oq_core.data.scores import Scores


def p_text(p: float, trials: int) -> str:
    """A p-value as the papers print it: 0 of B trials is less than 1/B."""
    digits = max(4, int(np.ceil(np.log10(trials))))
    if p > 0:
        return f"{p:.{digits}f}"
    # A bound may be rounded up, never down.
    for places in (digits, digits + 1):
        bound = np.ceil(10**places / trials - 1e-9) / 10**places
        if bound * trials < 1 + 1e-9:
            break
    return f"<{bound:.{places}f}"


def means(scores: Scores, board: Leaderboard) -> pd.DataFrame:
    """Mean scores: a row for each run, a column for each measure; best under the first, first."""
    table = pd.DataFrame(board.means.T, pd.Index(scores.runs, name="run"), list(scores.measures))
    return table.iloc[np.argsort(board.ranks[0], kind="stable")]


def run_ranks(scores: Scores, board: Leaderboard) -> pd.DataFrame:
    """Ranks, in the rows and columns of `means`."""
    table = pd.DataFrame(board.ranks.T, pd.Index(scores.runs, name="run"), list(scores.measures))
    return table.iloc[np.argsort(board.ranks[0], kind="stable")]


def leaderboard(scores: Scores, board: Leaderboard) -> pd.DataFrame:
    """Every measure's ranking: measure, rank, run, mean and the ends of its interval."""
    blocks = []
    for k, key in enumerate(scores.measures):
        order = np.argsort(board.ranks[k], kind="stable")
        blocks.append(
            pd.DataFrame(
                {
                    "measure": key,
                    "rank": board.ranks[k][order],
                    "run": [scores.runs[run] for run in order],
                    "mean": board.means[k][order],
                    "low": board.low[k][order],
                    "high": board.high[k][order],
                }
            )
        )
    return pd.concat(blocks, ignore_index=True)


def leaderboard_text(scores: Scores, board: Leaderboard) -> pd.DataFrame:
    """Rankings side by side, best first, as DE2 tables 4 to 12."""
    columns: dict[tuple[str, str], list[str]] = {}
    for k, key in enumerate(scores.measures):
        order = np.argsort(board.ranks[k], kind="stable")
        columns[key, "rank"] = [str(rank) for rank in board.ranks[k][order]]
        columns[key, "run"] = [scores.runs[run] for run in order]
        columns[key, "mean"] = [f"{board.means[k][run]:.4f}" for run in order]
    return pd.DataFrame(columns)


def similarity(measures: Sequence[str], taus: Array, intervals: Array) -> pd.DataFrame:
    """Kendall's tau of every two measures with its interval."""
    first, second = (each.tolist() for each in np.triu_indices(len(measures), k=1))
    return pd.DataFrame(
        {
            "measure 1": [measures[i] for i in first],
            "measure 2": [measures[j] for j in second],
            "tau": taus[first, second],
            "low": intervals[first, second, 0],
            "high": intervals[first, second, 1],
        }
    )


def triangle(measures: Sequence[str], cells: npt.ArrayLike) -> pd.DataFrame:
    """The upper triangle of a square of text, as the papers print what is symmetric."""
    square = np.asarray(cells, dtype=object)
    shown = np.where(np.triu(np.ones(square.shape, dtype=bool), k=1), square, "")
    return pd.DataFrame(shown[:-1, 1:], list(measures[:-1]), list(measures[1:]))


def similarity_text(
    measures: Sequence[str], taus: Array, intervals: Array | None = None
) -> pd.DataFrame:
    """The triangle of tau and intervals, and each measure's average: RNOD22 tables 3 to 24."""
    cells = np.array([[f"{tau:.3f}" for tau in row] for row in taus], dtype=object)
    if intervals is not None and not np.isnan(intervals).all():
        ends = [[f" [{low:.3f}, {high:.3f}]" for low, high in row] for row in intervals]
        cells = cells + np.array(ends, dtype=object)
    return triangle(measures, cells)


def average_similarity_text(measures: Sequence[str], taus: Array) -> pd.DataFrame:
    """Measures by their average similarity to the others, the most alike first."""
    averages = average_similarity(taus)
    order = [int(k) for k in np.argsort(-averages, kind="stable")]
    return pd.DataFrame(
        {"average tau": [f"{averages[k]:.3f}" for k in order]},
        pd.Index([measures[k] for k in order], name="measure"),
    )


def consistency(
    measures: Sequence[str], taus: Array, p_values: Array | None, alpha: float, variance: float
) -> pd.DataFrame:
    """Mean tau over splits, whom each measure outperforms, and effect sizes: ACL21 table 6.

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
    effects = effect_sizes(averages, variance)
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


def power(powers: Mapping[str, DiscriminativePower]) -> pd.DataFrame:
    """Significant pairs S of all pairs T, and their share: the most discriminative first."""
    table = pd.DataFrame(
        {
            "S": [each.significant for each in powers.values()],
            "T": [each.pairs for each in powers.values()],
            "DP %": [100 * each.share for each in powers.values()],
        },
        pd.Index(powers, name="measure"),
    )
    return table.sort_values("S", ascending=False, kind="stable")


def power_text(powers: Mapping[str, Mapping[str, DiscriminativePower]]) -> pd.DataFrame:
    """S/T and DP for each data set and measure: LQ21 table 3."""
    cells = {
        name: {
            key: f"{each.significant}/{each.pairs} ({100 * each.share:.1f} %)"
            for key, each in of_measures.items()
        }
        for name, of_measures in powers.items()
    }
    return pd.DataFrame.from_dict(cells, orient="index").fillna("").rename_axis("data set")


def overlap(measures: Sequence[str], shared: Overlap) -> pd.DataFrame:
    """SSO of every two measures with its counts a, b and c."""
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


def overlap_text(measures: Sequence[str], shared: Overlap) -> pd.DataFrame:
    """The triangle of SSO % (a/b/c): LQ21 table 4."""
    counts = zip(
        shared.share.ravel(),
        shared.first_only.ravel(),
        shared.both.ravel(),
        shared.second_only.ravel(),
        strict=True,
    )
    cells = [
        f"{'none' if np.isnan(share) else f'{100 * share:.1f} %'} ({a}/{b}/{c})"
        for share, a, b, c in counts
    ]
    return triangle(measures, np.array(cells, dtype=object).reshape(shared.both.shape))


def contradictions(scores: Scores, found: Contradictions) -> pd.DataFrame:
    """Every contradiction: two measures, and the run that each finds significantly better."""
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


def contradictions_text(measures: Sequence[str], found: Contradictions) -> pd.DataFrame:
    """The triangle of counts: LQ21 table 5."""
    return triangle(measures, found.counts.astype(str))


def significance(
    scores: Scores, k: int, p_values: Array, effects: Array, alpha: float
) -> pd.DataFrame:
    """Whom each run is significantly better than under one measure: better, worse, p, ES.

    Parameters
    ----------
    scores : Scores
    k : int
        Position of the measure.
    p_values, effects : ndarray, shape (K, m, m)
    alpha : float
    """
    found = significant_differences(
        scores.means[k], p_values[k], effects[k], alpha, scores.larger_is_better[k]
    )
    return pd.DataFrame(
        [
            (scores.runs[each.better], scores.runs[each.worse], each.p, each.effect)
            for each in found
        ],
        columns=["better", "worse", "p", "ES"],
    )


def significance_text(table: pd.DataFrame, trials: int) -> pd.DataFrame:
    """A row for each better run: "significantly better than these (p, ES)"; DE2 tables 14 to 29.

    Parameters
    ----------
    table : DataFrame
        As `significance` returns it.
    trials : int
        B, for p-values of 0.
    """
    cells = [
        f"{row.worse} (p={p_text(row.p, trials)}, ES={row.ES:.3f})".replace("p=<", "p<")
        for row in table.itertuples()
    ]
    joined = pd.Series(cells, dtype=object).groupby(table["better"], sort=False).agg(", ".join)
    return joined.rename("significantly better than (p-value, effect size)").to_frame()


def groups(scores: Scores, k: int, p_values: Array, alpha: float) -> pd.DataFrame:
    """Runs best first under one measure, with letters that indistinguishable runs share."""
    direction = scores.larger_is_better[k]
    found = indistinct_groups(scores.means[k], p_values[k], alpha, direction)
    letters = group_letters(found, len(scores.runs))
    order = np.argsort(scores.means[k] * (-1 if direction else 1), kind="stable")
    return pd.DataFrame(
        {"mean": scores.means[k][order], "groups": [letters[run] for run in order]},
        pd.Index([scores.runs[run] for run in order], name="run"),
    )


def pairs(scores: Scores, p_values: Array) -> pd.DataFrame:
    """One row for each pair of runs: under every measure, the better run and the p-value."""
    first, second = np.triu_indices(len(scores.runs), k=1)
    runs = np.array(scores.runs, dtype=object)
    columns: dict[str, npt.NDArray[np.object_] | Array] = {
        "run 1": runs[first],
        "run 2": runs[second],
    }
    prefers = pair_signs(as_losses(scores.means, scores.larger_is_better))
    for k, key in enumerate(scores.measures):
        better = np.choose(prefers[k] + 1, [runs[first], "=", runs[second]])
        columns[f"{key} better"] = better
        columns[f"{key} p"] = pair_p_values(p_values[k])
    return pd.DataFrame(columns)
