"""Overlap of significant pairs, and contradictions."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from oq_core import Scores, discriminative_power, randomised_tukey_hsd
from oq_core.analysis import (
    Contradiction,
    Overlap,
    contradictions,
    discriminative_power_curve,
    indistinct_groups,
    outperforms_worst,
    significance_overlap,
    significant_differences,
)
from tests.strategies import score_matrices

ALPHAS = st.sampled_from([0.001, 0.05, 0.5])


@st.composite
def tables(draw):
    """Means (K, m) with ties, symmetric p-values (K, m, m), directions (K,)."""
    measures, runs = draw(st.integers(1, 4)), draw(st.integers(2, 5))
    means = draw(hnp.arrays(float, (measures, runs), elements=st.integers(0, 4)))
    p = draw(
        hnp.arrays(float, (measures, runs, runs), elements=st.sampled_from([0, 0.05, 0.06, 1]))
    )
    larger = draw(st.lists(st.booleans(), min_size=measures, max_size=measures))
    return means / 4, np.maximum(p, p.swapaxes(1, 2)), np.array(larger)


def significant(p, alpha):
    return {(i, j) for i, j in combinations(range(len(p)), 2) if p[i][j] <= alpha}


@given(tables(), ALPHAS)
def test_overlap_agrees_with_sets(table, alpha):
    _, p, _ = table
    found = significance_overlap(p, alpha)
    for i, one in enumerate(p):
        for j, other in enumerate(p):
            first, second = significant(one, alpha), significant(other, alpha)
            assert found.first_only[i, j] == len(first - second)
            assert found.both[i, j] == len(first & second)
            assert found.second_only[i, j] == len(second - first)
            if first | second:
                assert found.share[i, j] == len(first & second) / len(first | second)
            else:
                assert np.isnan(found.share[i, j])


@given(tables(), ALPHAS)
def test_what_any_overlap_is_like(table, alpha):
    _, p, _ = table
    found = significance_overlap(p, alpha)
    np.testing.assert_array_equal(found.share, found.share.T)
    np.testing.assert_array_equal(found.first_only, found.second_only.T)
    known = ~np.isnan(found.share)
    assert ((found.share >= 0) & (found.share <= 1))[known].all()
    assert (np.diagonal(found.share)[np.diagonal(known)] == 1).all()
    powers = [discriminative_power(each, alpha).significant for each in p]
    assert np.diagonal(found.both).tolist() == powers
    looser = significance_overlap(p, alpha + 0.3)
    assert (looser.both >= found.both).all()


@given(tables(), st.randoms())
def test_order_of_runs_and_measures_does_not_matter(table, random):
    means, p, larger = table
    measures, runs = means.shape
    rows, places = random.sample(range(measures), measures), random.sample(range(runs), runs)
    grid = np.ix_(rows, rows)
    shuffled = p[np.ix_(rows, places, places)]
    overlap, again = significance_overlap(p), significance_overlap(shuffled)
    for name in ("first_only", "both", "second_only", "share"):
        np.testing.assert_array_equal(getattr(again, name), getattr(overlap, name)[grid])
    counts = contradictions(means, p, larger_is_better=larger).counts
    found = contradictions(means[np.ix_(rows, places)], shuffled, larger_is_better=larger[rows])
    np.testing.assert_array_equal(found.counts, counts[grid])


@given(tables(), ALPHAS)
def test_contradictions_agree_with_a_plain_loop(table, alpha):
    means, p, larger = table

    def winner(k, i, j):
        if p[k][i][j] > alpha or means[k][i] == means[k][j]:
            return None
        return i if (means[k][i] > means[k][j]) == larger[k] else j

    expected = []
    counts = np.zeros((len(means),) * 2)
    for a, b in combinations(range(len(means)), 2):
        for i, j in combinations(range(means.shape[1]), 2):
            won = {winner(a, i, j), winner(b, i, j)}
            if won == {i, j}:
                first = winner(a, i, j)
                expected.append(Contradiction(a, b, winner=first, loser=i + j - first))
                counts[a, b] += 1
                counts[b, a] += 1
    found = contradictions(means, p, alpha, larger)
    assert list(found.pairs) == expected
    np.testing.assert_array_equal(found.counts, counts)


@given(tables(), ALPHAS)
def test_direction_decides_who_wins(table, alpha):
    means, p, larger = table
    found = contradictions(means, p, alpha, larger)
    assert contradictions(-means, p, alpha, ~larger).pairs == found.pairs
    turned = contradictions(means, p, alpha, ~larger)
    np.testing.assert_array_equal(turned.counts, found.counts)
    assert [(each.loser, each.winner) for each in turned.pairs] == [
        (each.winner, each.loser) for each in found.pairs
    ]
    assert (found.counts <= significance_overlap(p, alpha).both).all()


@given(score_matrices(measures=1))
def test_a_measure_contradicts_its_mirror_and_never_itself(scores):
    both = np.concatenate([scores, -scores, scores])
    means, p = both.mean(axis=1), randomised_tukey_hsd(both, 20)
    alpha = 0.4
    found = contradictions(means, p, alpha, False)
    power = discriminative_power(p[0], alpha).significant
    assert found.counts.tolist() == [[0, power, 0], [power, 0, power], [0, power, 0]]
    assert not contradictions(means, p, alpha, [False, True, False]).pairs
    shares = significance_overlap(p, alpha).share
    np.testing.assert_array_equal(shares, np.full((3, 3), 1 if power else np.nan))


def test_overlap_by_hand():
    share = Overlap(np.array([1, 0]), np.array([2, 0]), np.array([1, 0])).share
    np.testing.assert_array_equal(share, [0.5, np.nan])


def test_a_contradiction_by_hand():
    p = np.full((2, 3, 3), 0.2)
    p[:, 0, 2] = p[:, 2, 0] = 0.01
    found = contradictions([[0.3, 0.2, 0.1], [0.1, 0.2, 0.3]], p, larger_is_better=False)
    assert found.pairs == (Contradiction(first=0, second=1, winner=2, loser=0),)
    assert found.counts.tolist() == [[0, 1], [1, 0]]
    # None is a table too, also where neither measures nor runs have names.
    assert contradictions([[0.3, 0.2, 0.1]] * 2, p, larger_is_better=False).to_frame().empty


def test_an_undefined_mean_is_refused():
    with pytest.raises(ValueError, match=r"means\[1, 0\] is not a finite number"):
        contradictions([[0.1, 0.2], [np.nan, 0.2]], np.zeros((2, 2, 2)), larger_is_better=False)


def test_overlap_counts_stand_on_their_own_sides():
    """Three pairs: the first measure finds one of them, the second all."""
    p = np.full((2, 3, 3), 0.5)
    p[1] = p[0, 0, 1] = p[0, 1, 0] = 0.01
    found = significance_overlap(p)
    assert found.first_only.tolist() == [[0, 0], [2, 0]]
    assert found.second_only.tolist() == [[0, 2], [0, 0]]
    assert found.both.tolist() == [[1, 1], [1, 3]]


def two_tests():
    """Two measures that rank three runs in opposite ways, both surely."""
    values = np.tile([0.1, 0.2, 0.9], (12, 1)) + np.arange(12)[:, None] / 1000
    scores = Scores(
        np.stack([values, values]), ("NMD", "kappa"), tuple(map(str, range(12))),
        tuple("abc"), (False, True),
    )  # fmt: skip
    return randomised_tukey_hsd(scores, 200)


def test_names_are_carried_into_overlap_and_contradictions():
    tests = two_tests()
    rows = contradictions(tests, alpha=0.05).to_frame()
    assert rows.iloc[0].tolist() == ["NMD", "kappa", "a", "c"]
    by_hand = contradictions(tests.means, tests.p_values, 0.05, [False, True])
    np.testing.assert_array_equal(by_hand.counts, contradictions(tests).counts)
    table = significance_overlap(tests).to_frame()
    assert table[["measure 1", "measure 2"]].to_numpy().tolist() == [["NMD", "kappa"]]
    assert table["SSO"].tolist() == [1]


def test_the_winner_of_each_measure_stands_under_its_own_name():
    tests = two_tests()
    rows = contradictions(tests).to_frame()
    assert rows.iloc[-1].tolist() == ["NMD", "kappa", "b", "c"]
    for row in rows.itertuples(index=False):
        assert tests.runs.index(row[2]) < tests.runs.index(row[3])


def test_only_the_first_and_only_the_second_are_not_swapped():
    both, none = [[1, 0.01], [0.01, 1]], [[1, 0.5], [0.5, 1]]
    (row,) = significance_overlap([both, none]).to_frame().to_dict("records")
    assert (row["only 1 (a)"], row["both (b)"], row["only 2 (c)"]) == (1, 0, 0)


def test_what_lacks_a_direction_or_p_values_is_refused():
    with pytest.raises(ValueError, match="the direction is missing"):
        contradictions([[0.1, 0.2]], np.ones((1, 2, 2)))
    with pytest.raises(ValueError, match="the p-values are missing"):
        contradictions([[0.1, 0.2]], larger_is_better=False)


@pytest.mark.parametrize("alpha", [50, -1, 0, 1, np.nan])
@pytest.mark.parametrize(
    "function",
    [
        significance_overlap,
        discriminative_power,
        lambda p, alpha: contradictions([[0.1, 0.2]] * 2, p, alpha, False),
        lambda p, alpha: indistinct_groups([0.1, 0.2], p[0], alpha, False),
        lambda p, alpha: outperforms_worst([0.1, 0.2], p[0], alpha, False),
        lambda p, alpha: significant_differences([0.1, 0.2], p[0], p[0], alpha, False),
    ],
)
def test_an_impossible_alpha_is_refused(function, alpha):
    with pytest.raises(ValueError, match="alpha must be between 0 and 1"):
        function(np.ones((2, 2, 2)), alpha)


@pytest.mark.parametrize("wrong", [np.nan, -0.1, 1.1])
def test_what_is_no_p_value_is_refused(wrong):
    p = np.ones((2, 2, 2))
    p[1, 0, 1] = wrong
    for function in (significance_overlap, discriminative_power, discriminative_power_curve):
        with pytest.raises(ValueError, match=r"p_values\[1, 0, 1\] is .*, which is no p-value"):
            function(p)
    with pytest.raises(ValueError, match="which is no p-value"):
        indistinct_groups([0.1, 0.2], p[1], larger_is_better=False)


def test_so_few_trials_that_nothing_can_be_shown_are_said():
    tests = two_tests()
    assert discriminative_power(tests, 0.005).significant.tolist() == [2, 2]
    for function in (discriminative_power, significance_overlap):
        with pytest.raises(ValueError, match="0.004 is below 0.005, the smallest p-value"):
            function(tests, 0.004)
    with pytest.raises(ValueError, match="no pair can be called significant"):
        contradictions(tests, alpha=0.004)
