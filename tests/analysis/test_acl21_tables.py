"""ACL21: effect sizes and what its text says of averages, from its printed mean tau."""

import numpy as np
import pytest

from oq_core.analysis import ranks, standardised_differences
from oq_core.papers import printed
from tests.analysis.fixtures import assert_as_printed


def table(number, data_set=None, split=None):
    rows = printed("acl21_tables_3_6_9_consistency")
    rows = rows[rows.table == number]
    if data_set is not None:
        rows = rows[rows.data_set == data_set]
    return rows if split is None else rows[rows.split == split]


@pytest.mark.parametrize(
    ("number", "data_set", "better", "worse", "effect"),
    [
        ("3", "Sem16T4C", "alpha_ORD", "CEM_ORD", "3.40"),
        ("6", "DialEval-1 DQ-A", "RNOD", "NMD", "5.33"),
        ("9", "Sem16T4E", "JSD", "RNOD", "2.08"),
    ],
)
def test_standardised_differences_in_the_captions(number, data_set, better, worse, effect):
    """3 of 3, each from the table's mean tau and V_E2."""
    rows = table(number, data_set, "half")
    names = list(rows.measure)
    found = standardised_differences(rows.tau.astype(float), float(rows.variance_e2.iloc[0]))
    assert_as_printed([found[names.index(better), names.index(worse)]], [effect])


def average_ranks(number, split):
    means = table(number, split=split).astype({"tau": float}).groupby("measure").tau.mean()
    return dict(zip(means.index, ranks(means, larger_is_better=True), strict=True))


@pytest.mark.parametrize("split", ["half", "ten"])
def test_best_and_worst_of_ordinal_classification_on_average(split):
    """Section 5.2: both alphas and kappa at the top, CEM-ORD and Accuracy at the bottom."""
    place = average_ranks("3", split)
    assert max(place[name] for name in ("alpha_ORD", "alpha_INT", "kappa")) <= 3
    assert {place[name] for name in ("CEM_ORD", "Accuracy")} == {8, 9}


@pytest.mark.parametrize("split", ["half", "ten"])
def test_worst_of_ordinal_quantification_on_average(split):
    """Section 6.2: NMD is the worst, followed by RSNOD."""
    place = average_ranks("6", split)
    assert (place["NMD"], place["RSNOD"]) == (6, 5)


def test_rows_are_printed_best_first():
    """All fourteen parts; measures with the same printed mean may come in any order."""
    rows = printed("acl21_tables_3_6_9_consistency")
    parts = list(rows.groupby(["table", "data_set", "split"]))
    assert len(parts) == 14
    for _, group in parts:
        assert (np.diff(ranks(group.tau.astype(float), larger_is_better=True)) >= 0).all()
