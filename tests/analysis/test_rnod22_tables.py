"""RNOD22: intervals and averages of tau, and consistency, from its printed tau."""

import numpy as np
import pytest

from oq_core.analysis import (
    average_similarity,
    outperforms_worst,
    tau_interval,
)
from oq_core.papers import printed
from tests.analysis.fixtures import assert_as_printed

MEASURES = ("NMD", "RNADW", "RNOD", "RNADW2", "RNOD2", "NVD", "RNSS", "JSD", "DNKT")


def test_every_interval_of_tau():
    """360 of 360: tables 3, 5, ..., 17 and 21 to 23."""
    rows = printed("rnod22_tables_3_to_23_tau")
    assert len(rows) == 360
    for runs, group in rows.groupby("runs"):
        found = tau_interval(group.tau.astype(float), int(runs))
        assert_as_printed(found[:, 0], group.low)
        assert_as_printed(found[:, 1], group.high)


def similarities():
    """Printed tau as symmetric matrices, by data set: tables 3, 5, ..., 17."""
    rows = printed("rnod22_tables_3_to_23_tau")
    rows = rows[rows.table.astype(int) <= 17]
    found = {}
    for name, group in rows.groupby("data_set"):
        taus = np.eye(len(MEASURES))
        for row in group.itertuples():
            i, j = MEASURES.index(row.first), MEASURES.index(row.second)
            taus[i, j] = taus[j, i] = float(row.tau)
        found[name] = taus
    return found


def test_average_similarities_of_tables_4_to_18():
    """72 of 72, from tau as printed."""
    taus = similarities()
    rows = printed("rnod22_tables_4_to_20_average_similarity")
    rows = rows[rows.table != "20"]
    assert len(rows) == 72
    found = [
        average_similarity(taus[row.data_set])[MEASURES.index(row.measure)]
        for row in rows.itertuples()
    ]
    assert_as_printed(found, rows.tau)


def test_averages_over_data_sets_of_tables_19_and_24():
    """45 of 45; table 24 averages tables 21 to 23."""
    means = {
        (first, second): group.tau.astype(float).mean()
        for (first, second), group in printed("rnod22_tables_3_to_23_tau")
        .drop_duplicates(["data_set", "first", "second"])
        .groupby(["first", "second"])
    }
    stack = np.stack(list(similarities().values())).mean(axis=0)
    rows = printed("rnod22_tables_19_24_tau_averages")
    assert len(rows) == 45
    found = [
        stack[MEASURES.index(row.first), MEASURES.index(row.second)]
        if row.table == "19"
        else means.get((row.first, row.second), means.get((row.second, row.first)))
        for row in rows.itertuples()
    ]
    assert_as_printed(found, rows.tau)


def test_average_similarity_over_data_sets_of_table_20():
    """9 of 9."""
    stack = np.stack(list(similarities().values()))
    rows = printed("rnod22_tables_4_to_20_average_similarity")
    rows = rows[rows.table == "20"].set_index("measure").loc[list(MEASURES)]
    assert_as_printed(average_similarity(stack).mean(axis=0), rows.tau)


def consistency():
    rows = printed("rnod22_tables_25_to_28_consistency")
    return rows[rows.table != "28"]


def test_averages_of_table_28():
    """24 of 24."""
    means = consistency().astype({"tau": float}).groupby(["split", "measure"]).tau.mean()
    rows = printed("rnod22_tables_25_to_28_consistency")
    rows = rows[rows.table == "28"]
    assert len(rows) == 24
    assert_as_printed(means.loc[list(zip(rows.split, rows.measure, strict=True))], rows.tau)


@pytest.mark.parametrize("split", ["half", "ten"])
def test_outperformed_measures_are_always_the_worst_ones(split):
    """192 of 192: read as p-values, the symbols of tables 25 to 27 give their own number back."""
    rows = consistency()
    for _, group in rows[rows.split == split].groupby("data_set"):
        names = list(group.measure)
        beaten = [set(text.split()) for text in group.outperforms]
        p_values = np.ones((len(names), len(names)))
        for i, losers in enumerate(beaten):
            for loser in losers:
                p_values[i, names.index(loser)] = p_values[names.index(loser), i] = 0
        counts = outperforms_worst(group.tau.astype(float), p_values, larger_is_better=True)
        assert counts.tolist() == [len(losers) for losers in beaten]


def test_one_difference_divides_significant_from_not():
    """In all 16 parts of tables 25 to 27, as it must if p never grows with the difference."""
    parts = list(consistency().groupby(["data_set", "split"]))
    assert len(parts) == 16
    for _, group in parts:
        rows = [
            (row.measure, float(row.tau), row.outperforms.split()) for row in group.itertuples()
        ]
        gaps = [
            (better - worse, loser in beaten)
            for i, (_, better, beaten) in enumerate(rows)
            for loser, worse, _ in rows[i + 1 :]
        ]
        assert max(gap for gap, found in gaps if not found) < min(
            gap for gap, found in gaps if found
        )
