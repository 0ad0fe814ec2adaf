"""Intervals of the differences of all pairs of runs."""

from itertools import product

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from oq_core.analysis import difference_intervals
from oq_core.analysis.pairs import fewest_instances
from tests.analysis.fixtures import named
from tests.strategies import score_matrices


@given(score_matrices(), st.sampled_from([0.05, 0.2, 0.5]))
def test_an_interval_leaves_0_out_exactly_where_its_own_p_is_at_most_alpha(scores, alpha):
    assume(scores.shape[1] >= fewest_instances(alpha))
    found = difference_intervals(named(scores), alpha, trials=99)
    known = np.isfinite(found.low)
    outside = (found.low > 0) | (found.high < 0)
    np.testing.assert_array_equal(outside[known], found.p_values[known] <= alpha)
    np.testing.assert_array_equal(known, np.isfinite(found.p_values))
    assert (found.why_undefined == "") == known.all()
    np.testing.assert_allclose(found.low[known] + found.high[known], 2 * found.differences[known])


def plain_factor(matrix, alpha, trials, seed):
    """c by a loop: the signs of centred differences, each pair's t anew, the largest."""
    n, m = matrix.shape
    gaps = np.array([matrix[:, i] - matrix[:, j] for i in range(m) for j in range(i + 1, m)])
    centred = gaps - gaps.mean(axis=1, keepdims=True)
    generator = np.random.default_rng(seed)
    largest = []
    for _ in range(trials):
        turned = centred * np.where(generator.random(n) < 0.5, -1, 1)
        largest.append(np.max(np.abs(turned.mean(1)) / (turned.std(1, ddof=1) / n**0.5)))
    return np.quantile(largest, 1 - alpha), gaps


def test_intervals_agree_with_a_plain_loop():
    matrix = np.random.default_rng(2).normal(size=(25, 4)) * np.array([1, 1, 3, 1])
    found = difference_intervals(named(matrix[None]), 0.1, trials=8000)
    factor, gaps = plain_factor(matrix, 0.1, 8000, 5)
    errors = gaps.std(axis=1, ddof=1) / 5
    np.testing.assert_allclose(found.high[0] - gaps.mean(axis=1), factor * errors, rtol=0.03)
    # True differences are not in the reference: moving a run moves its intervals alone.
    moved = difference_intervals(named((matrix + np.array([0, 0, 0, 9]))[None]), 0.1, trials=8000)
    np.testing.assert_allclose(moved.high - moved.low, found.high - found.low)


@pytest.mark.parametrize("instances", [3, 4, 5])
def test_so_few_instances_have_no_intervals_and_are_told_how_many_it_takes(instances):
    scores = named(np.random.default_rng(1).normal(size=(1, instances, 8)))
    with pytest.raises(ValueError, match=f"signs of {instances} instances .* at least 6 instances"):
        difference_intervals(scores)


@pytest.mark.parametrize("instances", [6, 9])
def test_every_sign_is_taken_once_for_intervals_of_few_instances(instances):
    matrix = np.random.default_rng(1).normal(size=(instances, 3)) + np.array([0, 0.5, 9])
    first, *others = (difference_intervals(named(matrix[None]), seed=seed) for seed in range(3))
    for other in others:
        np.testing.assert_array_equal(first.low, other.low)
    gaps = matrix[:, [0, 0, 1]] - matrix[:, [1, 2, 2]]
    turned = np.array(list(product([1, -1], repeat=instances)))[:, :, None] * (
        gaps - gaps.mean(axis=0)
    )
    own, t = (
        np.abs(each.mean(axis=-2)) / each.std(axis=-2, ddof=1) for each in (gaps, turned)
    )  # fmt: skip
    p = (t.max(axis=1)[:, None] >= own - 1e-9).mean(axis=0)
    # The observed signs are in no centred reference: a p-value of 0 would be too small.
    np.testing.assert_allclose(first.p_values[0], np.maximum(p, 2.0 ** (1 - instances)))
    assert p.min() == 0


def test_intervals_of_few_instances_hold_together():
    generator, held = np.random.default_rng(3), 0
    for _ in range(5):
        found = difference_intervals(named(generator.normal(size=(80, 6, 8))))
        held += ((found.low <= 0) & (found.high >= 0)).all(axis=1).sum()
    assert held / 400 > 0.95 - 4 * (0.05 * 0.95 / 400) ** 0.5


def test_a_difference_that_is_the_same_on_every_instance_has_no_interval():
    found = difference_intervals(named(np.ones((1, 10, 2))), trials=100)
    assert np.isnan([found.low, found.high, found.p_values]).all()
    assert "the same on every instance" in found.why_undefined
