"""Columns of tables that are easily taken for each other."""

import numpy as np
import pytest

from oq_core import Scores, randomised_tukey_hsd
from oq_core.analysis import contradictions, significance_overlap
from oq_core.campaign.printing import data_frames


def opposites():
    """NMD finds a best and kappa c, both surely; a third measure finds nothing."""
    values = np.tile([0.1, 0.2, 0.9], (12, 1)) + np.arange(12)[:, None] / 1000
    scores = Scores(
        np.stack([values, values, np.zeros((12, 3))]), ("NMD", "kappa", "none"),
        tuple(map(str, range(12))), tuple("abc"), (False, True, False),
    )  # fmt: skip
    return scores, randomised_tukey_hsd(scores, 200)


def test_each_measure_s_winner_stands_under_its_own_name():
    scores, tests = opposites()
    table = data_frames.contradictions(scores, contradictions(tests))
    assert set(table["measure 1"]) == {"NMD"}
    assert table.iloc[-1].tolist() == ["NMD", "kappa", "b", "c"]
    for row in table.itertuples(index=False):
        assert scores.runs.index(row[2]) < scores.runs.index(row[3])


def test_only_the_first_and_only_the_second_are_not_swapped():
    _, tests = opposites()
    found = significance_overlap(tests)
    table = data_frames.overlap(tests.measures, found).set_index(["measure 1", "measure 2"])
    row = table.loc[("NMD", "none")]
    assert (row["only 1 (a)"], row["both (b)"], row["only 2 (c)"]) == (2, 0, 0)


def test_effect_sizes_of_consistency_are_against_the_worst():
    taus = np.array([[0.9, 0.5, 0.7], [0.7, 0.5, 0.7]])
    table = data_frames.consistency(("x", "y", "z"), taus, None, 0.05, 0.01)
    assert table.index.tolist() == ["x", "z", "y"]
    assert table["ES against the worst"].tolist() == pytest.approx([3, 2, 0])
