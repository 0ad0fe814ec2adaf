"""Values of printed tables recomputed from other printed numbers: what was typed is checked by it.

Every function takes rows of one part and returns columns of the same rows, NaN where the other
numbers say nothing.
"""

from collections.abc import Mapping

import numpy as np
import pandas as pd

from oq_core.analysis.effects import standardised_differences
from oq_core.analysis.overlap import Overlap
from oq_core.analysis.ranking import kendall_tau, tau_interval
from oq_core.papers import PAPERS, TablePart, printed, side_by_side

#: Pairs of runs that are one and the same in DialEval-1, as both languages have them: the two
#: baselines that read no text.
_TWINS = 2


def _within(texts: pd.Series, found: np.ndarray, slack: float) -> np.ndarray:
    """What is nearest to the printed numbers, as far as rounding of its sources may move it."""
    return np.clip(texts.astype(float).to_numpy(), found - slack, found + slack)


def _runs_of(data_sets: pd.Series) -> pd.Series:
    """How many runs each data set has, by the papers' tables of data sets."""
    table = printed("acl21_lq21_rnod22_data_sets").drop_duplicates("data_set")
    return data_sets.map(table.set_index("data_set").runs).astype(float)


def _pairs_of(runs: pd.Series) -> pd.Series:
    return runs * (runs - 1) / 2


def possible_taus(rows: pd.DataFrame) -> pd.DataFrame:
    """The nearest tau that so many runs can have: a whole number of pairs over all pairs."""
    pairs = _pairs_of(_runs_of(rows.data_set))
    return pd.DataFrame({"tau": (rows.tau.astype(float) * pairs).round() / pairs})


def taus_and_intervals(rows: pd.DataFrame) -> pd.DataFrame:
    """The nearest possible tau, and the interval of tau as printed."""
    runs, found = rows.runs.astype(int), possible_taus(rows)
    ends = [
        tau_interval(tau, number) for tau, number in zip(rows.tau.astype(float), runs, strict=True)
    ]
    return found.assign(low=[end[0] for end in ends], high=[end[1] for end in ends])


def _printed_taus() -> pd.Series:
    """Every tau of RNOD22 tables 3 to 23 by data set and pair, either measure first."""
    rows = printed("rnod22_tables_3_to_23_tau").drop_duplicates(["data_set", "first", "second"])
    turned = rows.rename(columns={"first": "second", "second": "first"})
    both = pd.concat([rows, turned]).drop_duplicates(["data_set", "first", "second"])
    return both.set_index(["data_set", "first", "second"]).tau.astype(float)


def average_similarities(rows: pd.DataFrame) -> pd.DataFrame:
    """RNOD22 tables 4 to 20 from tables 3 to 17: averages of a measure's tau."""
    every = _printed_taus().reset_index()
    names = list(rows.measure)
    every = every[every["first"].isin(names) & every.second.isin(names)]
    averages = every.groupby(["data_set", "first"]).tau.mean()
    over_all = averages.groupby("first").mean()
    taus = [
        over_all[row.measure] if row.data_set == "average" else averages[row.data_set, row.measure]
        for row in rows.itertuples()
    ]
    return pd.DataFrame({"tau": taus}, rows.index)


def average_taus(rows: pd.DataFrame) -> pd.DataFrame:
    """RNOD22 tables 19 and 24 from tables 3 to 23: averages over data sets."""
    means = _printed_taus().groupby(["first", "second"]).mean()
    taus = [means[row.first, row.second] for row in rows.itertuples()]
    return pd.DataFrame({"tau": taus}, rows.index)


def worst_measures(rows: pd.DataFrame) -> pd.DataFrame:
    """RNOD22 tables 25 to 27: as many of the least consistent measures as are outperformed."""
    names = rows.measure[np.argsort(-rows.tau.astype(float), kind="stable")].tolist()
    beaten = [" ".join(names[len(names) - len(text.split()) :]) for text in rows.outperforms]
    return pd.DataFrame({"outperforms": beaten}, rows.index)


def average_consistency(rows: pd.DataFrame) -> pd.DataFrame:
    """RNOD22 table 28 from tables 25 to 27."""
    every = printed("rnod22_tables_25_to_28_consistency").astype({"tau": float})
    every = every[every.data_set != "average"]
    means = every.groupby(["split", "measure"]).tau.mean()
    taus = [means[row.split, row.measure] for row in rows.itertuples()]
    return pd.DataFrame({"tau": taus}, rows.index)


def consistency_from_rnod22(rows: pd.DataFrame) -> pd.DataFrame:
    """ACL21 tables 6 and 9 from RNOD22 tables 25 and 27, where a decimal more is printed.

    RNOD22 counts a pair of identical runs as neither concordant nor discordant, ACL21 as
    concordant: in DialEval-1 all its tau are higher by that share of pairs.
    """
    other = printed("rnod22_tables_25_to_28_consistency")
    taus = other.set_index(["data_set", "split", "measure"]).tau.astype(float)
    keys = pd.MultiIndex.from_frame(rows[["data_set", "split", "measure"]])
    twins = rows.data_set.str.startswith("DialEval-1") * _TWINS
    higher = twins / _pairs_of(_runs_of(rows.data_set))
    found = taus.reindex(keys).to_numpy() + higher
    return pd.DataFrame({"tau": _within(rows.tau, found, 0.00005)})


def effects_in_captions(rows: pd.DataFrame) -> pd.DataFrame:
    """The examples of ACL21's captions from mean tau and V_E2 of the tables."""
    every = printed("acl21_tables_3_6_9_consistency")
    every = every.set_index(["data_set", "split", "measure"]).astype(
        {"tau": float, "variance_e2": float}
    )
    found = []
    for row in rows.itertuples():
        pair = every.loc[[(row.data_set, row.split, name) for name in (row.better, row.worse)]]
        found.append(float(standardised_differences(pair.tau, pair.variance_e2.iloc[0])[0, 1]))
    return pd.DataFrame({"effect": found}, rows.index)


def runs_from_pairs(rows: pd.DataFrame) -> pd.DataFrame:
    """LQ21 table 2 from table 3: m runs have m (m - 1) / 2 pairs."""
    pairs = printed("lq21_table_3").drop_duplicates("data_set").set_index("data_set").pairs
    return pd.DataFrame({"runs": (1 + np.sqrt(1 + 8 * rows.data_set.map(pairs).astype(float))) / 2})


def runs_from_captions(rows: pd.DataFrame) -> pd.DataFrame:
    """RNOD22 table 2 from the captions of tables 3 to 23."""
    captions = printed("rnod22_tables_3_to_23_tau").drop_duplicates("data_set")
    return pd.DataFrame({"runs": rows.data_set.map(captions.set_index("data_set").runs)}).astype(
        float
    )


def powers(rows: pd.DataFrame) -> pd.DataFrame:
    """LQ21 table 3: S from table 4, T from table 2, their sums, and S / T as printed."""
    every = printed("lq21_table_3").astype({"significant": float, "pairs": float})
    sums = every[every.data_set != "POOLED"].groupby("measure")[["significant", "pairs"]].sum()
    counts = _significant()
    pairs = _pairs_of(_runs_of(rows.data_set))
    pooled = rows.data_set == "POOLED"
    significant = [
        sums.significant[row.measure]
        if row.data_set == "POOLED"
        else counts[row.data_set, row.measure]
        for row in rows.itertuples()
    ]
    return pd.DataFrame(
        {
            "significant": significant,
            "pairs": pairs.mask(pooled, rows.measure.map(sums.pairs)),
            "percent": 100 * rows.significant.astype(float) / rows.pairs.astype(float),
        },
        rows.index,
    )


def _significant() -> Mapping[tuple[str, str], float]:
    """Significant pairs by data set and measure, from its first row in LQ21 table 4."""
    found: dict[tuple[str, str], float] = {}
    for row in printed("lq21_table_4").itertuples():
        for name, alone in ((row.first, row.first_only), (row.second, row.second_only)):
            found.setdefault((row.data_set, name), float(row.both) + float(alone))
    return found


def overlaps(rows: pd.DataFrame) -> pd.DataFrame:
    """LQ21 table 4: SSO from its counts, a and c from b and the S of table 3."""
    counts = rows[["first_only", "both", "second_only"]].astype(int)
    shared = Overlap(*(counts[name].to_numpy() for name in counts))
    table = printed("lq21_table_3").set_index(["data_set", "measure"]).significant.astype(float)
    alone = {
        f"{which}_only": [table[row.data_set, getattr(row, which)] for row in rows.itertuples()]
        - counts.both
        for which in ("first", "second")
    }
    return pd.DataFrame({"percent": 100 * shared.share, **alone}, rows.index)


def contradictions(rows: pd.DataFrame) -> pd.DataFrame:
    """LQ21 table 5 from the pairs of runs listed in table 6."""
    listed = printed("lq21_table_6").value_counts(["data_set", "first", "second"])
    found = [
        float(listed.get((row.data_set, row.first, row.second), 0)) for row in rows.itertuples()
    ]
    return pd.DataFrame({"contradictions": found}, rows.index)


def total_wins(rows: pd.DataFrame) -> pd.DataFrame:
    """The row TOTAL of LQ21 table 7 from the others."""
    every = printed("lq21_table_7").astype({"uniform": float, "popularity": float})
    sums = every[every.data_set != "TOTAL"].groupby("measure")[["uniform", "popularity"]].sum()
    found = sums.loc[rows.measure].set_index(rows.index)
    return found.where(rows.data_set == "TOTAL")


def runs_of_teams(rows: pd.DataFrame) -> pd.DataFrame:
    """DE2 table 2 from the runs in tables 4 to 12, baselines aside."""
    means = printed("de2_tables_4_to_12_means")
    team = means.run.str.rpartition("-")[0]
    task = means.language.str.lower() + "_" + means.subtask.replace(dict.fromkeys("ASE", "dq"))
    runs = means.assign(team=team, task=task.str.lower())[team != "Baseline"]
    counts = runs.pivot_table(
        index="team", columns="task", values="run", aggfunc="nunique", fill_value=0
    )
    counts["runs"] = runs.groupby("team").run.nunique()
    counts.loc["Total"] = counts.sum()
    return counts.loc[rows.team].set_index(rows.index).astype(float)


def means_of_baselines(rows: pd.DataFrame) -> pd.DataFrame:
    """DE2: the baselines that read no text have the same means in the other language."""
    keys = ["language", "subtask", "measure", "run"]
    means = printed("de2_tables_4_to_12_means").set_index(keys)["mean"].astype(float)
    other = rows[keys].replace({"Chinese": "English", "English": "Chinese"})
    found = pd.Series(means.reindex(pd.MultiIndex.from_frame(other)).to_numpy(), rows.index)
    return pd.DataFrame({"mean": found.where(rows.run.isin(["Baseline-run1", "Baseline-run2"]))})


def _means(language: str, subtask: str, measure: str) -> pd.Series:
    rows = printed("de2_tables_4_to_12_means")
    of = (rows.language == language) & (rows.subtask == subtask) & (rows.measure == measure)
    return rows[of].set_index("run")["mean"].astype(float)


def taus_of_means(rows: pd.DataFrame) -> pd.DataFrame:
    """DE2 table 8 from tables 4 to 7."""
    taus = []
    for row in rows.itertuples():
        first, second = (_means("Chinese", row.subtask, name) for name in (row.first, row.second))
        taus.append(float(kendall_tau(first, second[first.index])))
    return pd.DataFrame({"tau": taus}, rows.index)


def effects_of_means(rows: pd.DataFrame) -> pd.DataFrame:
    """Effects of one of DE2 tables 14 to 29 from the means of tables 4 to 12.

    The paper does not print the residual variance: it is the one that explains all effects of
    the table best, as far as rounded numbers tell.
    """
    first = rows.iloc[0]
    means = _means(first.language, first.subtask, first.measure)
    gaps = means[rows.worse].to_numpy() - means[rows.better].to_numpy()
    effects = rows.effect.astype(float).to_numpy()
    # Two means of four decimals, and an effect of three.
    wide, half = 2 * 0.00005, 0.0005
    deviation = (
        ((gaps - wide) / (effects + half)).max() + ((gaps + wide) / (effects - half)).min()
    ) / 2
    square = standardised_differences(means, deviation**2)
    found = square[means.index.get_indexer(rows.better), means.index.get_indexer(rows.worse)]
    return pd.DataFrame({"effect": _within(rows.effect, found, wide / deviation)}, rows.index)


#: What recomputes values of a table, by paper and number.
DERIVED = {
    ("ACL21", "2"): possible_taus,
    ("ACL21", "5"): possible_taus,
    ("ACL21", "6"): consistency_from_rnod22,
    ("ACL21", "8"): possible_taus,
    ("ACL21", "9"): consistency_from_rnod22,
    ("ACL21", "3, 6, 9: captions"): effects_in_captions,
    ("LQ21", "2"): runs_from_pairs,
    ("LQ21", "3"): powers,
    ("LQ21", "4"): overlaps,
    ("LQ21", "5"): contradictions,
    ("LQ21", "7"): total_wins,
    ("RNOD22", "2"): runs_from_captions,
    ("RNOD22", "3, 5, …, 17"): taus_and_intervals,
    ("RNOD22", "4, 6, …, 20"): average_similarities,
    ("RNOD22", "19, 24"): average_taus,
    ("RNOD22", "21–23"): taus_and_intervals,
    ("RNOD22", "25–27"): worst_measures,
    ("RNOD22", "28"): average_consistency,
    ("DE2", "2"): runs_of_teams,
    ("DE2", "4–7, 9–12"): means_of_baselines,
    ("DE2", "8"): taus_of_means,
    ("DE2", "14–29"): effects_of_means,
}


def differing(paper: str, number: str, part: TablePart) -> pd.Series | None:
    """For each row of a part whether other printed numbers contradict it; None where none can."""
    if (paper, number) not in DERIVED:
        return None
    table = next(each for each in PAPERS[paper].tables if each.numbers == number)
    found = DERIVED[paper, number](part.rows)
    if found[[value for value in table.values if value in found]].isna().all(axis=None):
        return None
    again = pd.concat([part.rows[list(table.keys)], found], axis=1)
    return side_by_side(table, part, {"recomputed": again})["recomputed"]["differs"]
