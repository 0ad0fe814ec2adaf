"""Intervals of differences, and runs that are equivalent."""

from itertools import product

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats

from oq_core import Collection, read_collections
from oq_core.analysis import (
    difference_intervals,
    equivalence_test,
    half_against_half,
    read_margin,
)
from oq_core.analysis.equivalence import bounded_differences, rare_failures_in_reach
from oq_core.analysis.every_sign import fewest_instances
from oq_core.measures import MEASURES
from tests.analysis.test_rank_sets import named
from tests.conftest import SAMPLE
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


def test_where_rare_failures_are_in_reach_a_verdict_of_equivalence_says_so():
    generator = np.random.default_rng(0)
    few, many = (named(0.1 + 0.01 * generator.random((2, n, 2))) for n in (12, 600))
    for scores, is_said in ((few, True), (many, False)):
        p = equivalence_test(scores, "r0", "r1", 0.1)
        assert (p < 0.01).all()
        said = rare_failures_in_reach(scores, "r0", "r1", 0.1, p)
        assert ("rare failures" in said) == is_said
        assert ("M0" in said, "M1" in said) == (is_said, is_said)
    # What is not called equivalent needs no warning, and other scores have no such bounds.
    assert not rare_failures_in_reach(few, "r0", "r1", 0.1, np.array([0.2, np.nan]))
    wide = named(few.values * 100)
    assert np.isnan(bounded_differences(wide, "r0", "r1")).all()


def test_equivalent_runs_are_those_within_the_margin():
    values = np.random.default_rng(0).normal(size=(1, 60, 3)) * 0.1 + np.array([0, 0, 1])
    found = difference_intervals(named(values), trials=500)
    assert found.equivalent(0.2).tolist() == [[True, False, False]]
    assert found.equivalent(0.001).tolist() == [[False, False, False]]
    assert found.to_frame(0.2)["equivalent"].tolist() == [True, False, False]


def test_a_margin_is_a_measure_s_own():
    values = np.random.default_rng(0).normal(size=(1, 60, 2)) * 0.1 * np.ones((3, 1, 1))
    scores = named(values)
    own = tuple(zip(scores.measures, (0.2, 0.001), strict=False))
    found = difference_intervals(scores, trials=500)
    assert found.equivalent(own).tolist() == [[True], [False], [False]]
    np.testing.assert_array_equal(found.to_frame(own)["margin"], [0.2, 0.001, np.nan])
    each = [equivalence_test(scores, "r0", "r1", one, 200)[0] for one in (0.2, 0.001)]
    assert equivalence_test(scores, "r0", "r1", own, 200)[:2].tolist() == each
    assert each[0] < 0.05 < each[1]
    assert np.isnan(equivalence_test(scores, "r0", "r1", own, 200)[2])


@pytest.mark.parametrize(
    "text", ["", "x", "-0.1", "nan", "inf", "NMD=", "NMD=.1,.2", ".1,.2", "NMD=.1,NMD=.2", "a=b=c"]
)
def test_what_is_no_margin_is_refused_with_an_example(text):
    with pytest.raises(ValueError, match="such as NMD=0.02,RNOD=0.03"):
        read_margin(text)


def test_tost_is_near_student_s_and_says_nothing_of_constant_differences():
    values = np.random.default_rng(4).normal(size=(1, 40, 2))
    gaps = values[0, :, 0] - values[0, :, 1]
    p = equivalence_test(named(values), "r0", "r1", margin=0.6, trials=20_000)[0]
    sides = (
        stats.ttest_1samp(gaps, -0.6, alternative="greater").pvalue,
        stats.ttest_1samp(gaps, 0.6, alternative="less").pvalue,
    )
    assert p == pytest.approx(max(sides), abs=0.01)
    assert equivalence_test(named(values), "r0", "r1", margin=0.01)[0] > 0.1
    same = named(np.ones((1, 10, 2)))
    assert np.isnan(equivalence_test(same, "r0", "r1", 0.1)).all()
    assert "the same on every instance" in difference_intervals(same, trials=100).why_undefined
    few = named(np.random.default_rng(0).normal(size=(1, 9, 2)))
    with pytest.raises(ValueError, match="needs at least 10 instances, and there are 9"):
        equivalence_test(few, "r0", "r1", 1)
    with pytest.raises(ValueError, match="the margin must be above 0"):
        equivalence_test(same, "r0", "r1", 0)
    with pytest.raises(ValueError, match="no run 'x'"):
        equivalence_test(same, "r0", "x", 1)


def test_half_of_the_raters_against_the_other_half():
    votes = np.array([[2, 0, 0], [1, 0, 1]])
    collection = Collection("c", tuple("abc"), ("x", "y"), votes / 2, votes=votes)
    # The first instance's halves agree; those of the second are as far apart as can be.
    assert half_against_half(collection, ["NMD"]).tolist() == [0.5]
    assert np.isnan(half_against_half(Collection("c", ("a", "b"), ("x",), np.eye(2)[:1]), ["NMD"]))
    (first, *_) = read_collections(SAMPLE / "gold.json", []).values()
    halves = half_against_half(first, list(MEASURES)[:3])
    assert ((halves > 0) & (halves < 0.5)).all()
