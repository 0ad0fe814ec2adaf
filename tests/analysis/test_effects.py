"""Residual variances and effect sizes."""

from math import inf, sqrt

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy import stats

from oq_core import Scores, effect_sizes
from oq_core.analysis import (
    residual_variance,
    standardised_differences,
)
from tests.strategies import score_matrices

KINDS = st.sampled_from(["E1", "E2"])
#: Two instances or more, to vary over.
STACKS = score_matrices().filter(lambda scores: scores.shape[1] >= 2)


def plain_variance(matrix, kind):
    n, m = len(matrix), len(matrix[0])
    columns = [sum(row[j] for row in matrix) / n for j in range(m)]
    rows = [sum(row) / m for row in matrix]
    grand = sum(rows) / n
    total = 0
    for i in range(n):
        for j in range(m):
            fitted = columns[j] if kind == "E1" else rows[i] + columns[j] - grand
            total += (matrix[i][j] - fitted) ** 2
    return total / (m * (n - 1) if kind == "E1" else (m - 1) * (n - 1))


@given(STACKS, KINDS)
def test_variance_agrees_with_a_plain_loop(scores, kind):
    expected = [plain_variance(matrix.tolist(), kind) for matrix in scores]
    np.testing.assert_allclose(residual_variance(scores, kind), expected, rtol=1e-9, atol=1e-15)


@given(STACKS)
def test_one_way_is_what_scipy_divides_by(scores):
    matrix = scores[0]
    variance = residual_variance(matrix)
    between = len(matrix) * matrix.mean(axis=0).var(ddof=1)
    assume(variance > 0)
    assert between / variance == pytest.approx(stats.f_oneway(*matrix.T).statistic)


@given(score_matrices(runs=2).filter(lambda scores: scores.shape[1] >= 2))
def test_two_way_of_two_runs_is_the_paired_t_test(scores):
    matrix = scores[0]
    variance = residual_variance(matrix, "E2")
    assume(variance > 0)
    effect = standardised_differences(matrix.mean(axis=0), variance)[0, 1]
    expected = abs(stats.ttest_rel(*matrix.T).statistic)
    assert effect * sqrt(len(matrix) / 2) == pytest.approx(expected)


@given(STACKS, KINDS, st.randoms())
def test_order_and_direction_do_not_matter(scores, kind, random):
    expected = residual_variance(scores, kind)
    _, n, m = scores.shape
    rows, runs = random.sample(range(n), n), random.sample(range(m), m)
    for same in (scores[:, rows], scores[..., runs], -scores):
        np.testing.assert_allclose(residual_variance(same, kind), expected, atol=1e-15)
    np.testing.assert_allclose(residual_variance(scores[::-1], kind), expected[::-1], atol=1e-15)


@given(STACKS, KINDS)
def test_effects_have_no_scale_and_no_level(scores, kind):
    def effects(values):
        return standardised_differences(values.mean(axis=-2), residual_variance(values, kind))

    expected = effects(scores)
    np.testing.assert_allclose(effects(100 * scores), expected, rtol=1e-6)
    np.testing.assert_allclose(effects(scores + 1), expected, rtol=1e-6)


@given(STACKS)
def test_levels_of_instances_matter_to_one_way_alone(scores):
    level = np.linspace(0, 5, scores.shape[1])[:, None]
    kept = residual_variance(scores + level, "E2")
    np.testing.assert_allclose(kept, residual_variance(scores, "E2"), atol=1e-12)
    assert (residual_variance(np.zeros(scores.shape) + level, "E1") > 0).all()
    assert (residual_variance(np.zeros(scores.shape) + level, "E2") == 0).all()


def test_what_is_left_of_rounding_is_nothing():
    matrix = np.array([0.1, 0.2, 0.7]) + np.zeros((7, 3))
    assert (matrix - matrix.mean(axis=0)).any()
    assert residual_variance(matrix) == residual_variance(matrix, "E2") == 0
    additive = np.linspace(0, 1, 7)[:, None] * 0.3 + matrix
    assert residual_variance(additive, "E2") == 0 < residual_variance(additive)


def test_small_variances_are_kept():
    matrix = 1e-5 * np.random.default_rng(0).random((9, 3)) + 0.5
    assert residual_variance(matrix) == pytest.approx(plain_variance(matrix.tolist(), "E1"))


@given(hnp.arrays(float, (2, 4), elements=st.integers(0, 8)), st.floats(0.01, 100))
def test_effects_agree_with_a_plain_loop(means, variance):
    found = standardised_differences(means, [variance, 4 * variance])
    for k, deviation in enumerate((sqrt(variance), 2 * sqrt(variance))):
        for i in range(4):
            for j in range(4):
                expected = abs(means[k][i] - means[k][j]) / deviation
                assert found[k, i, j] == pytest.approx(expected)


def test_without_variance_effects_are_infinite():
    assert standardised_differences([0.1, 0.2, 0.1], 0).tolist() == [
        [0, inf, 0],
        [inf, 0, inf],
        [0, inf, 0],
    ]
    assert standardised_differences([0.3, 0.1 + 0.2], 0)[0, 1] == 0


@pytest.mark.parametrize(
    ("scores", "kind", "words"),
    [
        (np.zeros((1, 3)), "E1", "at least 2 by 1"),
        (np.zeros((3, 1)), "E2", "at least 2 by 2"),
        (np.array([[0, 1], [np.nan, 1]]), "E1", r"scores\[1, 0\] is not a finite number"),
    ],
)
def test_what_has_no_variance_is_refused(scores, kind, words):
    with pytest.raises(ValueError, match=words):
        residual_variance(scores, kind)


def test_one_way_works_for_one_run():
    assert residual_variance([[0], [1]]) == 0.5


@given(STACKS, KINDS)
def test_effect_sizes_are_of_means_and_their_residual_variance(values, kind):
    found = effect_sizes(values, kind)
    variance = residual_variance(values, kind)
    expected = standardised_differences(values.mean(axis=-2), variance)
    np.testing.assert_array_equal(found.sizes, expected)
    np.testing.assert_array_equal(found.variances, variance)


def test_a_table_of_effect_sizes_has_the_names_of_scores():
    values = np.random.default_rng(0).random((2, 6, 3))
    scores = Scores(values, ("NMD", "JSD"), tuple("abcdef"), ("x", "y", "z"), (False, False))
    found = effect_sizes(scores)
    table = found.to_frame().set_index(["measure", "run 1", "run 2"])["effect size"]
    assert len(table) == 2 * 3
    assert table["JSD", "x", "z"] == found.sizes[1, 0, 2]
    assert table.is_monotonic_decreasing
