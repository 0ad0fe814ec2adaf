"""What printed tables show, computed from open data.

Functions of an analysis take the rows of a part too: they answer for the rows' measures that
the data have, in the rows' order, and return the table's keys and values.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pandas as pd

from oq_core.analysis.comparison import compare_runs, wins
from oq_core.analysis.effects import residual_variance
from oq_core.analysis.ranking import average_similarity
from oq_core.campaign import Analysis, DataSetAnalysis
from oq_core.campaign.printing.layouts import differences
from oq_core.data.arrays import Array
from oq_core.data.collection import Collection
from oq_core.data.distributions import popularity, uniform
from oq_core.measures.scoring import score


def _only(analysis: Analysis) -> DataSetAnalysis:
    (data,) = analysis.data_sets
    return data


def _pairs(analysis: Analysis, rows: pd.DataFrame) -> tuple[pd.DataFrame, list[int], list[int]]:
    """The rows whose two measures the data have, and where these are."""
    there = rows[rows["first"].isin(analysis.measures) & rows.second.isin(analysis.measures)]
    places = ([analysis.measures.index(key) for key in there[c]] for c in ("first", "second"))
    return there[["first", "second"]], *places


def taus(analysis: Analysis, rows: pd.DataFrame) -> pd.DataFrame:
    """Similarity of rankings, averaged over data sets."""
    pairs, first, second = _pairs(analysis, rows)
    return pairs.assign(tau=analysis.mean_taus[first, second])


def taus_and_intervals(analysis: Analysis, rows: pd.DataFrame) -> pd.DataFrame:
    """Similarity of rankings with its intervals."""
    _, first, second = _pairs(analysis, rows)
    ends = _only(analysis).tau_intervals[first, second]
    return taus(analysis, rows).assign(low=ends[:, 0], high=ends[:, 1])


def average_similarities(analysis: Analysis, rows: pd.DataFrame) -> pd.DataFrame:
    """Each measure's mean tau with the others, averaged over data sets."""
    return _by_measure(analysis, rows, tau=average_similarity(analysis.mean_taus))


def consistency(analysis: Analysis, rows: pd.DataFrame) -> pd.DataFrame:
    """Mean tau over splits, averaged over data sets."""
    means = analysis.mean_consistency
    if not means:
        return _by_measure(analysis, rows, tau=np.full(len(analysis.measures), np.nan))
    return _by_measure(analysis, rows, tau=np.array([means[key] for key in analysis.measures]))


def consistency_and_variance(analysis: Analysis, rows: pd.DataFrame) -> pd.DataFrame:
    """Mean tau over splits of one data set, and the residual variance of tau."""
    splits, variance = _only(analysis).consistency, np.nan
    if splits is not None and splits.shape[1] > 1:
        variance = float(residual_variance(splits, "E2"))
    return consistency(analysis, rows).assign(variance_e2=variance)


def consistency_and_outperformed(analysis: Analysis, rows: pd.DataFrame) -> pd.DataFrame:
    """Mean tau over splits of one data set, and which measures are significantly worse."""
    data = _only(analysis)
    found = consistency(analysis, rows)
    if data.consistency is None or (p_values := data.splits[0].p_values) is None:
        return found
    means = data.consistency.mean(axis=0)
    beats = (means[:, None] > means) & (p_values <= analysis.options.alpha)
    names = np.array(analysis.measures, dtype=object)
    beaten = [" ".join(names[beats[analysis.measures.index(key)]]) for key in found.measure]
    return found.assign(outperforms=beaten)


def _by_measure(analysis: Analysis, rows: pd.DataFrame, **columns: Array) -> pd.DataFrame:
    there = rows[rows.measure.isin(analysis.measures)]
    places = [analysis.measures.index(key) for key in there.measure]
    return there[["measure"]].assign(**{name: each[places] for name, each in columns.items()})


def powers(analysis: Analysis, rows: pd.DataFrame) -> pd.DataFrame:
    """Discriminative power, pooled over data sets."""
    found = analysis.pooled_powers
    each = [found[key] for key in analysis.measures]
    return _by_measure(
        analysis,
        rows,
        significant=np.array([power.significant for power in each]),
        pairs=np.array([power.pairs for power in each]),
        percent=np.array([100 * power.share for power in each]),
    )


def overlaps(analysis: Analysis, rows: pd.DataFrame) -> pd.DataFrame:
    """Significance overlap with its counts."""
    pairs, first, second = _pairs(analysis, rows)
    shared = _only(analysis).overlap
    return pairs.assign(
        percent=100 * shared.share[first, second],
        first_only=shared.first_only[first, second],
        both=shared.both[first, second],
        second_only=shared.second_only[first, second],
    )


def contradictions(analysis: Analysis, rows: pd.DataFrame) -> pd.DataFrame:
    """How often two measures contradict each other."""
    pairs, first, second = _pairs(analysis, rows)
    return pairs.assign(contradictions=_only(analysis).contradictions.counts[first, second])


def contradicting_runs(analysis: Analysis, rows: pd.DataFrame) -> pd.DataFrame:  # noqa: ARG001
    """Every contradiction by measures and runs."""
    data = _only(analysis)
    found = data.contradictions.to_frame()
    return found.set_axis(["first", "second", "run_1", "run_2"], axis=1)


def means(analysis: Analysis, rows: pd.DataFrame) -> pd.DataFrame:
    """Mean scores of the runs under the rows' measure."""
    data = _only(analysis)
    k = data.scores.measures.index(rows.measure.iloc[0])
    return pd.DataFrame({"run": data.scores.runs, "mean": data.board.means[k]})


def significance(analysis: Analysis, rows: pd.DataFrame) -> pd.DataFrame:
    """Which runs are significantly better than which under the rows' measure."""
    data = _only(analysis)
    k = data.scores.measures.index(rows.measure.iloc[0])
    found = differences(data.name, data.tests, k, data.effects, analysis.options.alpha).numbers
    return found.drop(columns=["p printed", "B"]).rename(columns={"ES": "effect"})


def baseline_wins(collections: Sequence[Collection], rows: pd.DataFrame) -> pd.DataFrame:
    """On how many instances each measure prefers Uniform and Popularity, over collections."""
    keys = tuple(rows.measure)
    found = np.zeros((len(keys), 2), dtype=int)
    for each in collections:
        made = {"Uniform": uniform(each.gold), "Popularity": popularity(each.gold)}
        compared = compare_runs(score(replace(each, runs=made, labels=None), keys), *made)
        counts = [wins(compared, key) for key in keys]
        found += [(count.first, count.second) for count in counts]
    return rows[["measure"]].assign(uniform=found[:, 0], popularity=found[:, 1])
