"""LQ21: discriminative power, overlaps, contradictions and wins, from its printed counts."""

import numpy as np
import pytest

from oq_core import discriminative_power
from oq_core.analysis import (
    DiscriminativePower,
    Overlap,
    contradictions,
    pooled_discriminative_power,
)
from oq_core.papers import printed
from tests.analysis.fixtures import assert_as_printed

#: LQ21 table 2.
RUNS = {"Sem16T4E": 12, "Sem17T4E": 14} | {
    f"{task} DQ-{scale}": runs for task, runs in (("STC-3", 19), ("DialEval-1", 22))
    for scale in "AES"
}  # fmt: skip
INSTANCES = {"STC-3": 390, "DialEval-1": 300}


def table_3():
    """Data set and measure to printed power and percentage."""
    return {
        (row.data_set, row.measure): (
            DiscriminativePower(int(row.significant), int(row.pairs)),
            row.percent,
        )
        for row in printed("lq21_table_3").itertuples()
    }


def test_every_percentage_of_table_3():
    """48 data sets and measures, and 6 pooled."""
    rows = table_3().values()
    assert len(rows) == 54
    assert_as_printed([100 * power.share for power, _ in rows], [percent for _, percent in rows])


def test_pooled_discriminative_power_of_table_3():
    table = table_3()
    for measure in ("NMD", "RSNOD", "RNOD", "NVD", "RNSS", "JSD"):
        power, _ = table["POOLED", measure]
        assert pooled_discriminative_power(table[name, measure][0] for name in RUNS) == power


def test_pairs_of_table_3_follow_from_the_runs_of_table_2():
    for (name, _), (power, _) in table_3().items():
        if name != "POOLED":
            assert discriminative_power(np.ones((RUNS[name],) * 2)).pairs == power.pairs


def table_4():
    rows = printed("lq21_table_4")
    counts = [rows[name].astype(int).to_numpy() for name in ("first_only", "both", "second_only")]
    return rows, Overlap(*counts)


def test_every_overlap_of_table_4():
    rows, overlap = table_4()
    assert len(rows) == 120
    assert_as_printed(100 * overlap.share, rows.percent)


def test_counts_of_table_4_are_those_of_table_3():
    """All but two: under NVD in part (h), the row of RNOD is printed once more.

    Its first number is right for RNOD, so its percentages fit its counts, but NVD has 120
    significant pairs and not 125. As only the sums show it, the row's true counts are unknown.
    """
    rows, overlap = table_4()
    table = table_3()
    wrong = []
    for row, first, second in zip(
        rows.itertuples(),
        overlap.first_only + overlap.both,
        overlap.both + overlap.second_only,
        strict=True,
    ):
        expected = [table[row.data_set, name][0].significant for name in (row.first, row.second)]
        if [first, second] != expected:
            wrong.append((row.part, row.first, row.second))
    assert wrong == [("h", "NVD", "RNSS"), ("h", "NVD", "JSD")]
    part = rows[rows.part == "h"].set_index(["first", "second"])
    columns = ["percent", "first_only", "both", "second_only"]
    for second in ("RNSS", "JSD"):
        assert (part.loc[("NVD", second), columns] == part.loc[("RNOD", second), columns]).all()


MEASURES = ("NMD", "RSNOD", "RNOD", "NVD", "RNSS", "JSD")


@pytest.mark.parametrize("name", RUNS)
def test_table_5_counts_the_run_pairs_of_table_6(name):
    """All 75 counts, and none for the data sets that the caption says have none.

    Every pair that table 6 lists for two measures is taken as significant under both, with the
    first run the better under the first measure.
    """
    listed = printed("lq21_table_6")
    listed = listed[listed.data_set == name]
    runs = sorted({*listed.run_1, *listed.run_2}) or ["any", "other"]
    scores = np.zeros((len(MEASURES), len(runs)))
    p_values = np.ones((len(MEASURES), len(runs), len(runs)))
    for row in listed.itertuples():
        one, two = runs.index(row.run_1), runs.index(row.run_2)
        for measure, better, worse in ((row.first, one, two), (row.second, two, one)):
            k = MEASURES.index(measure)
            p_values[k, one, two] = p_values[k, two, one] = 0
            scores[k, worse] = 1
            assert scores[k, better] == 0
    found = contradictions(scores, p_values, larger_is_better=False)
    table = printed("lq21_table_5")
    counts = {
        (row.first, row.second): int(row.contradictions)
        for row in table[table.data_set == name].itertuples()
    }
    for i, first in enumerate(MEASURES):
        for j, second in enumerate(MEASURES[i + 1 :], start=i + 1):
            assert found.counts[i, j] == counts.get((first, second), 0)
    pairs = {
        (MEASURES[each.first], MEASURES[each.second], runs[each.winner], runs[each.loser])
        for each in found.pairs
    }
    assert pairs == set(listed.drop(columns="data_set").itertuples(index=False, name=None))


def test_contradictions_are_among_the_overlaps():
    rows, overlap = table_4()
    both = dict(
        zip(zip(rows.data_set, rows["first"], rows.second, strict=True), overlap.both, strict=True)
    )
    for row in printed("lq21_table_5").itertuples():
        assert int(row.contradictions) <= both[row.data_set, row.first, row.second]


def test_an_overlap_without_its_contradictions():
    """Section 5.2: NMD and RNOD on STC-3 DQ-A, 68 in common of which 4 contradict."""
    share = Overlap(np.array(3), np.array(68 - 4), np.array(0)).share
    assert_as_printed([100 * share], ["95.5"])


def test_totals_of_table_7():
    """All twelve. No win is printed wrong, though under NMD on DialEval-1 DQ-E the smaller
    number is set in bold.
    """
    rows = printed("lq21_table_7").astype({"uniform": int, "popularity": int})
    each, totals = rows[rows.data_set != "TOTAL"], rows[rows.data_set == "TOTAL"]
    sums = each.groupby("measure")[["uniform", "popularity"]].sum()
    assert len(totals) == 6
    assert sums.loc[totals.measure].to_numpy().tolist() == (
        totals[["uniform", "popularity"]].to_numpy().tolist()
    )
    dialogues = each.data_set.str.split().str[0].map(INSTANCES)
    assert (each.uniform + each.popularity <= dialogues).all()
