"""Discriminative power, and two runs instance by instance."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy import stats

from oq_core import Collection, Scores, compare_runs, discriminative_power, score
from oq_core.analysis import (
    DiscriminativePower,
    Quadrants,
    Wins,
    discriminative_power_curve,
    pair_p_values,
    pearson,
    pooled_discriminative_power,
    pooled_powers,
    quadrants,
    wins,
)
from oq_core.data import popularity, uniform
from oq_core.reading import read_gold
from tests.analysis.fixtures import TABLE_7
from tests.strategies import score_matrices

P = np.array([[1, 0.2, 0.01], [0.2, 1, 0.05], [0.01, 0.05, 1]])


def test_pairs_and_curve():
    np.testing.assert_array_equal(pair_p_values(P), [0.2, 0.01, 0.05])
    np.testing.assert_array_equal(discriminative_power_curve(P).p_values, [0.2, 0.05, 0.01])
    stack = np.stack([P, P.T])
    curves = discriminative_power_curve(stack)
    np.testing.assert_array_equal(curves.p_values, [[0.2, 0.05, 0.01]] * 2)
    assert curves.to_frame()[1].to_dict() == {1: 0.2, 2: 0.05, 3: 0.01}


def test_significant_means_alpha_or_less():
    power = discriminative_power(P, alpha=0.05)
    assert (power.significant, power.pairs, power.share) == (2, 3, 2 / 3)
    assert discriminative_power(P, alpha=0.001).share == 0


def test_a_stack_has_a_power_for_each_measure():
    power = discriminative_power([P, np.ones((3, 3)), P])
    assert power.significant.tolist() == [2, 0, 2]
    assert power.share.tolist() == [2 / 3, 0, 2 / 3]
    pooled = pooled_discriminative_power([power, DiscriminativePower(np.array([1, 2, 3]), 6)])
    assert (pooled.significant.tolist(), pooled.pairs) == ([3, 2, 5], 9)


def test_pooling_keeps_to_the_measures_that_all_have():
    one = {"A": {"X": DiscriminativePower(1, 3), "Y": DiscriminativePower(2, 3)}}
    assert pooled_powers(one) == one["A"]
    two = pooled_powers({**one, "E": {"Y": DiscriminativePower(4, 6)}})
    assert list(two) == ["Y"]
    assert (two["Y"].significant, two["Y"].pairs) == (6, 9)


def test_larger_may_be_better():
    """Kappa: the first run is better on both instances."""
    values = np.array([[[0.9, 0.2], [0.8, 0.1]], [[0.9, 0.2], [0.8, 0.1]]])
    scores = Scores(values, ("kappa", "MAE"), ("t1", "t2"), ("good", "bad"), (True, False))
    comparison = compare_runs(scores, "good", "bad")
    assert wins(comparison, "kappa") == Wins(first=2, second=0, ties=0)
    assert wins(comparison, "MAE") == Wins(first=0, second=2, ties=0)
    assert comparison.to_frame()["better"].tolist() == ["good", "good", "bad", "bad"]
    with pytest.raises(ValueError, match="there is no measure 'NMD'; there are kappa, MAE"):
        comparison.winner("NMD")


def stack(matrix_of, measures=("X", "Y"), runs=("r", "s")):
    values = np.asarray(matrix_of, dtype=float)
    ids = tuple(map(str, range(values.shape[1])))
    return Scores(values, measures, ids, runs, (False,) * len(measures))


def test_deltas_wins_and_quadrants_by_hand():
    # Deltas of X: -.1 .1 .1 -.1 0, of Y: .1 -.1 .1 -.1 .1
    x = [[0.1, 0.2], [0.3, 0.2], [0.3, 0.2], [0.1, 0.2], [0.3, 0.1 + 0.2]]
    y = [[0.2, 0.1], [0.1, 0.2], [0.2, 0.1], [0.1, 0.2], [0.2, 0.1]]
    comparison = compare_runs(stack([x, y]), "r", "s")
    np.testing.assert_allclose(comparison.delta("X"), [-0.1, 0.1, 0.1, -0.1, 0], atol=1e-15)
    np.testing.assert_array_equal(comparison.winner("X"), [1, 2, 2, 1, 0])
    assert wins(comparison, "X") == Wins(first=2, second=2, ties=1)
    assert wins(comparison, "Y") == Wins(first=2, second=3, ties=0)
    found = quadrants(comparison, "X", "Y")
    assert found == Quadrants(both_second=1, first_only_x=1, both_first=1, first_only_y=1, tied=1)
    assert found.disagreements == 2


@given(score_matrices(measures=2))
def test_every_instance_is_counted_once(values):
    runs = tuple(f"r{i}" for i in range(values.shape[2]))
    comparison = compare_runs(stack(values, runs=runs), "r0", "r1")
    found = quadrants(comparison, "X", "Y")
    n = values.shape[1]
    counts = (found.both_second, found.first_only_x, found.both_first, found.first_only_y)
    assert sum(counts) + found.tied == n
    for key in "XY":
        row = wins(comparison, key)
        assert row.first + row.second + row.ties == n
    back = quadrants(compare_runs(stack(values, runs=runs), "r1", "r0"), "X", "Y")
    assert (back.first_only_x, back.both_first) == (found.first_only_y, found.both_second)
    swapped = quadrants(comparison, "Y", "X")
    assert (swapped.first_only_x, swapped.first_only_y) == (found.first_only_y, found.first_only_x)


def test_a_run_that_is_not_there_is_refused():
    with pytest.raises(ValueError, match="no run called 'q'; there are r, s"):
        compare_runs(stack(np.zeros((2, 1, 2))), "r", "q")


@given(hnp.arrays(float, (2, 12), elements=st.integers(-50, 50)))
def test_pearson_agrees_with_scipy(samples):
    if (np.ptp(samples, axis=1) == 0).any():
        return
    expected = stats.pearsonr(*samples)
    found = pearson(*samples)
    assert found.r == pytest.approx(expected.statistic, abs=1e-9)
    if abs(found.r) < 0.999:
        interval = expected.confidence_interval()
        assert (found.low, found.high) == pytest.approx(tuple(interval), abs=1e-9)


@pytest.mark.parametrize(
    ("x", "y", "reason"),
    [
        ([1], [1], "at least two instances"),
        ([1, 1, 1, 1], [1, 2, 3, 4], "the same on every instance"),
        ([1, 2, 3], [1, 3, 2], "at least four instances"),
    ],
)
def test_an_undefined_correlation_says_why(x, y, reason):
    found = pearson(x, y)
    assert reason in found.reason
    assert np.isnan(found.low)


def test_a_perfect_correlation_has_no_width():
    found = pearson([1, 2, 3, 4], [2, 4, 6, 8])
    assert (found.r, found.low, found.high) == pytest.approx((1, 1, 1))
    assert not found.reason


@pytest.mark.parametrize("scale", TABLE_7)
def test_lq21_table_7_on_the_real_annotations(real_data, scale):
    collection = read_gold(real_data / "stc3" / "test_annotations.json")[scale]
    pair = Collection(
        "pair",
        collection.classes,
        collection.ids,
        collection.gold,
        {"popularity": popularity(collection.gold), "uniform": uniform(collection.gold)},
    )
    comparison = compare_runs(score(pair), "popularity", "uniform")
    rows = {key: wins(comparison, key) for key in TABLE_7[scale]}
    assert {key: (row.second, row.first) for key, row in rows.items()} == TABLE_7[scale]


@given(hnp.arrays(float, 5, elements=st.integers(0, 20).map(float)).filter(np.any))
def test_popularity_wins_under_rnss_when_a_class_has_more_than_three_fifths(votes):
    """Of five classes, with one mode: the largest share against (1 + 1/L) / 2."""
    gold = votes / votes.sum()
    if (votes == votes.max()).sum() > 1:
        return
    pair = Collection(
        "pair", tuple("abcde"), ("1",), gold[None],
        {"p": popularity(gold[None]), "u": uniform(gold[None])},
    )  # fmt: skip
    winner = compare_runs(score(pair, ["RNSS"]), "p", "u").winner("RNSS")[0]
    share = 10 * int(votes.max()) - 6 * int(votes.sum())
    assert winner == (1 if share > 0 else 2 if share < 0 else 0)
