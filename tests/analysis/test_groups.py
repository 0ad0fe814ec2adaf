"""Who beats whom, and who cannot be told apart."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from oq_core import randomised_tukey_hsd
from oq_core.analysis import (
    SignificantDifference,
    group_letters,
    indistinct_groups,
    outperforms_worst,
    sign_flips,
    significant_differences,
    standardised_differences,
)
from tests.strategies import score_matrices


@st.composite
def tables(draw):
    """Means of 1 to 7 runs without ties, and p-values that never grow with the difference."""
    means = np.array(draw(st.lists(st.integers(0, 99), min_size=1, max_size=7, unique=True))) / 99
    reach = draw(st.floats(0, 1))
    return means, np.clip(reach - np.abs(means[:, None] - means), 0, 1)


ALPHAS = st.sampled_from([0.001, 0.05, 0.3])


def plain_order(means, larger):
    return sorted(range(len(means)), key=lambda run: -means[run] if larger else means[run])


@given(tables(), ALPHAS, st.booleans())
def test_differences_agree_with_a_plain_loop(table, alpha, larger):
    means, p = table
    effects = standardised_differences(means, 0.01)
    order = plain_order(means, larger)
    expected = [
        (better, worse, p[better, worse], effects[better, worse])
        for better, worse in combinations(order, 2)
        if p[better, worse] <= alpha
    ]
    found = significant_differences(means, p, effects, alpha, larger)
    assert [(each.better, each.worse, each.p, each.effect) for each in found] == expected


@given(tables(), ALPHAS, st.booleans())
def test_outperforms_agrees_with_a_plain_loop(table, alpha, larger):
    means, p = table
    order = plain_order(means, larger)
    expected = [0] * len(means)
    for place, run in enumerate(order):
        for worse in reversed(order[place + 1 :]):
            if p[run, worse] > alpha:
                break
            expected[run] += 1
    assert outperforms_worst(means, p, alpha, larger).tolist() == expected


def test_outperforms_stops_at_a_gap():
    """The best beats the worst and the third worst, but not the one between them."""
    p = np.ones((4, 4))
    p[0, 1] = p[1, 0] = p[0, 3] = p[3, 0] = 0
    assert outperforms_worst([0.1, 0.2, 0.3, 0.4], p, larger_is_better=False).tolist() == [
        1,
        0,
        0,
        0,
    ]
    assert outperforms_worst([0.1, 0.2, 0.3, 0.4], p, larger_is_better=True).tolist() == [
        0,
        1,
        0,
        1,
    ]


def plain_cliques(p, alpha):
    """The largest sets of runs without a significant pair."""
    runs = range(len(p))
    alike = [
        set(some)
        for size in range(1, len(p) + 1)
        for some in combinations(runs, size)
        if all(p[i, j] > alpha for i, j in combinations(some, 2))
    ]
    return {frozenset(some) for some in alike if not any(some < other for other in alike)}


@st.composite
def any_tables(draw):
    """Means of runs, ties and all, and any p-values, as other tests than Tukey's may give."""
    runs = draw(st.integers(1, 9))
    means = np.array(draw(st.lists(st.integers(0, 9), min_size=runs, max_size=runs))) / 9
    found = draw(st.lists(st.sampled_from([0.01, 0.5]), min_size=runs**2, max_size=runs**2))
    upper = np.triu(np.reshape(found, (runs, runs)), k=1)
    return means, upper + upper.T + np.eye(runs)


def share_a_letter(means, p, alpha, larger):
    """Of every two runs, (m, m)."""
    groups = indistinct_groups(means, p, alpha, larger)
    letters = [set(each) for each in group_letters(groups, len(means))]
    return np.array([[bool(one & other) for other in letters] for one in letters])


@given(any_tables(), st.booleans())
def test_two_runs_share_a_letter_if_and_only_if_they_do_not_differ(table, larger):
    means, p = table
    np.testing.assert_array_equal(share_a_letter(means, p, 0.05, larger), p > 0.05)
    groups = indistinct_groups(means, p, 0.05, larger)
    # None can be left out, and none could be larger.
    assert {frozenset(group) for group in groups} <= plain_cliques(p, 0.05)
    for gone in range(len(groups)):
        rest = group_letters(groups[:gone] + groups[gone + 1 :], len(means))
        shared = [[bool(set(one) & set(other)) for other in rest] for one in rest]
        assert (np.array(shared) != (p > 0.05)).any()


@given(score_matrices(measures=1), st.booleans(), st.booleans())
def test_letters_fit_both_rules(scores, by_signs, larger):
    assume(scores.shape[1] > 1)
    p = (sign_flips if by_signs else randomised_tukey_hsd)(scores, 50)[0]
    shared = share_a_letter(scores[0].mean(axis=0), p, 0.2, larger)
    np.testing.assert_array_equal(shared, p > 0.2)


def test_a_group_may_pass_over_a_run():
    p = [[1, 0.01, 0.5], [0.01, 1, 0.5], [0.5, 0.5, 1]]
    assert indistinct_groups([0.1, 0.2, 0.3], p, larger_is_better=False) == ((0, 2), (1, 2))


def test_groups_are_not_as_many_as_there_are_largest_ones():
    """Ten separate pairs differ: 1,024 largest groups; a few of them are enough."""
    p = np.ones((20, 20))
    for run in range(0, 20, 2):
        p[run, run + 1] = p[run + 1, run] = 0
    means = np.arange(20)
    assert len(indistinct_groups(means, p, larger_is_better=False)) <= 12
    np.testing.assert_array_equal(share_a_letter(means, p, 0.05, False), p > 0.05)


@given(tables(), ALPHAS, st.booleans())
def test_groups_are_the_maximal_cliques(table, alpha, larger):
    means, p = table
    groups = indistinct_groups(means, p, alpha, larger)
    assert {frozenset(group) for group in groups} == plain_cliques(p, alpha)
    assert len(groups) == len(set(groups)) <= len(means)
    order = plain_order(means, larger)
    places = [[order.index(run) for run in group] for group in groups]
    assert places == sorted(places)
    for place in places:
        assert place == list(range(place[0], place[-1] + 1))


@given(score_matrices(measures=1))
def test_groups_fit_the_test_itself_ties_and_all(scores):
    means, p = scores[0].mean(axis=0), randomised_tukey_hsd(scores[0], 50)
    for alpha in (0.1, 0.5):
        groups = indistinct_groups(means, p, alpha, False)
        assert {frozenset(group) for group in groups} == plain_cliques(p, alpha)
        letters = group_letters(groups, len(means))
        for i, j in combinations(range(len(means)), 2):
            assert bool(set(letters[i]) & set(letters[j])) == (p[i, j] > alpha)


@given(tables(), ALPHAS, st.randoms())
def test_order_of_runs_and_direction_do_not_matter(table, alpha, random):
    means, p = table
    runs = random.sample(range(len(means)), len(means))
    square = np.ix_(runs, runs)
    groups = indistinct_groups(means[runs], p[square], alpha, False)
    assert [tuple(runs[run] for run in group) for group in groups] == list(
        indistinct_groups(means, p, alpha, False)
    )
    np.testing.assert_array_equal(
        outperforms_worst(means[runs], p[square], alpha, False),
        outperforms_worst(means, p, alpha, False)[runs],
    )
    assert indistinct_groups(-means, p, alpha, True) == indistinct_groups(means, p, alpha, False)
    assert significant_differences(-means, p, p, alpha, True) == significant_differences(
        means, p, p, alpha, False
    )


def test_groups_and_letters_by_hand():
    """Best first 2, 0, 3, 1: all neighbours alike, 2 and 3 differ, 0 and 1 do not."""
    means = [0.2, 0.4, 0.1, 0.3]
    p = np.full((4, 4), 0.5)
    p[2, 3] = p[3, 2] = p[2, 1] = p[1, 2] = 0.05
    groups = indistinct_groups(means, p, larger_is_better=False)
    assert groups == ((2, 0), (0, 3, 1))
    assert group_letters(groups, 4) == ("ab", "b", "a", "b")
    assert significant_differences(means, p, 10 * p, larger_is_better=False) == (
        SignificantDifference(better=2, worse=3, p=0.05, effect=0.5),
        SignificantDifference(better=2, worse=1, p=0.05, effect=0.5),
    )
    assert indistinct_groups(means, p, 0.01, False) == ((2, 0, 3, 1),)


def test_runs_around_a_difference_are_in_two_groups():
    """Printed p-values may be such: the best differs from nobody, but two below it do."""
    p = np.ones((4, 4))
    p[1, 2] = p[2, 1] = 0
    assert indistinct_groups([0, 1, 2, 3], p, larger_is_better=False) == ((0, 1, 3), (0, 2, 3))


def test_letters_after_z():
    letters = group_letters(tuple((run,) for run in range(54)), 54)
    assert (letters[0], letters[25], letters[26], letters[53]) == ("a", "z", "a′", "b′′")
    assert len(set(letters)) == 54


@pytest.mark.parametrize(
    "function",
    [
        indistinct_groups,
        outperforms_worst,
        lambda means, p, **told: significant_differences(means, p, p, **told),
    ],
)
def test_a_run_without_a_mean_has_no_place(function):
    with pytest.raises(ValueError, match=r"means\[1\] is not a finite number"):
        function([0.1, np.nan], np.ones((2, 2)), larger_is_better=False)
