"""The randomised Tukey HSD test."""

from itertools import permutations, product
from math import sqrt

import numpy as np
import pytest
from hypothesis import given
from scipy import stats

from oq_core import randomised_tukey_hsd
from tests.strategies import score_matrices


def random_scores(*shape, seed=0):
    return np.random.default_rng(seed).random(shape)


def exact_p_values(matrix):
    """By listing every way of permuting each instance's scores; shape (m, m)."""
    ranges = []
    for rows in product(*(list(permutations(row)) for row in matrix)):
        means = np.mean(rows, axis=0)
        ranges.append(means.max() - means.min())
    means = matrix.mean(axis=0)
    gaps = np.abs(means[:, None] - means)
    return (np.array(ranges)[:, None, None] >= gaps - 1e-12).mean(axis=0)


def assert_close(p, expected, trials):
    """Within five Monte-Carlo standard errors."""
    error = 5 * np.sqrt(expected * (1 - expected) / trials) + 1e-12
    assert (np.abs(p - expected) <= error).all()


@pytest.mark.parametrize("seed", range(3))
def test_it_agrees_with_listing_every_permutation(seed):
    matrix = random_scores(4, 3, seed=seed)
    trials = 20_000
    assert_close(randomised_tukey_hsd(matrix, trials, seed), exact_p_values(matrix), trials)


def test_it_agrees_where_ties_abound():
    matrix = np.array([[0, 0.1, 0.2], [0.1, 0.1, 0.3], [0.2, 0, 0.1], [0.7, 0.6, 0.7]])
    trials = 20_000
    assert_close(randomised_tukey_hsd(matrix, trials), exact_p_values(matrix), trials)


def test_two_runs_are_fishers_test_as_scipy_has_it():
    matrix = random_scores(8, 2)
    expected = stats.permutation_test(
        tuple(matrix.T),
        lambda x, y, axis: (x - y).mean(axis=axis),
        permutation_type="samples",
        vectorized=True,
        n_resamples=np.inf,
    ).pvalue
    trials = 50_000
    assert_close(randomised_tukey_hsd(matrix, trials)[0, 1], expected, trials)


def test_it_agrees_with_a_plain_loop():
    matrix = random_scores(40, 5) + np.array([0, 0, 0.05, 0.1, 0.2])
    generator, trials = np.random.default_rng(1), 4000
    ranges = []
    for _ in range(trials):
        means = generator.permuted(matrix, axis=1).mean(axis=0)
        ranges.append(np.ptp(means))
    means = matrix.mean(axis=0)
    gaps = np.abs(means[:, None] - means)
    expected = (np.array(ranges)[:, None, None] >= gaps - 1e-12).mean(axis=0)
    found = randomised_tukey_hsd(matrix, trials)
    spread = np.sqrt(2 * np.maximum(found, 1 / trials) / trials)
    assert (np.abs(found - expected) <= 5 * spread).all()


@given(score_matrices())
def test_what_any_table_of_p_values_is_like(scores):
    trials = 40
    p = randomised_tukey_hsd(scores, trials)
    assert p.shape == (scores.shape[0], scores.shape[2], scores.shape[2])
    np.testing.assert_array_equal(p, np.swapaxes(p, 1, 2))
    assert (np.diagonal(p, axis1=1, axis2=2) == 1).all()
    np.testing.assert_allclose(p * trials, np.round(p * trials), atol=1e-9)
    means = scores.mean(axis=1)
    equal = np.abs(means[:, :, None] - means[:, None]) < 1e-12
    assert (p[equal] == 1).all()


@given(score_matrices(measures=3))
def test_measures_share_their_permutations(scores):
    together = randomised_tukey_hsd(scores, 64, seed=5)
    alone = [randomised_tukey_hsd(matrix, 64, seed=5) for matrix in scores]
    np.testing.assert_array_equal(together, alone)


@given(score_matrices())
def test_level_scale_and_direction_do_not_matter(scores):
    expected = randomised_tukey_hsd(scores, 64)
    level = np.linspace(0, 5, scores.shape[1])[:, None]
    np.testing.assert_array_equal(randomised_tukey_hsd(scores + level, 64), expected)
    np.testing.assert_array_equal(randomised_tukey_hsd(-3 * scores, 64), expected)


def test_the_seed_decides():
    matrix = random_scores(20, 4)
    first = randomised_tukey_hsd(matrix, 200, seed=1)
    np.testing.assert_array_equal(randomised_tukey_hsd(matrix, 200, seed=1), first)
    assert (randomised_tukey_hsd(matrix, 200, seed=2) != first).any()


@pytest.mark.parametrize("setting", [("THREADS", 1), ("THREADS", 3), ("_CELLS_AT_ONCE", 100)])
def test_how_the_work_is_divided_does_not_matter(monkeypatch, setting):
    scores = random_scores(2, 20, 4)
    expected = randomised_tukey_hsd(scores, 333)
    monkeypatch.setattr(f"oq_core.analysis.tukey.{setting[0]}", setting[1])
    np.testing.assert_array_equal(randomised_tukey_hsd(scores, 333), expected)


def test_more_trials_extend_the_same_stream():
    matrix = random_scores(20, 4)
    few, many = (randomised_tukey_hsd(matrix, trials) * trials for trials in (320, 640))
    assert (many >= few - 1e-9).all()


def test_the_null_is_kept():
    """Of runs that do not differ, at most a share alpha of campaigns has a significant pair."""
    campaigns, alpha = 400, 0.1
    stack = random_scores(campaigns, 10, 4)
    false = (randomised_tukey_hsd(stack, 400) <= alpha).any(axis=(1, 2)).mean()
    assert abs(false - alpha) < 5 * sqrt(alpha * (1 - alpha) / campaigns)


def test_permutations_of_many_runs_are_fair():
    """More runs than fit a 32-bit key: the range's mean agrees with a plain loop's."""
    matrix = random_scores(5, 70)
    generator = np.random.default_rng(0)
    plain = [np.ptp(generator.permuted(matrix, axis=1).mean(axis=0)) for _ in range(2000)]
    gaps = np.abs(matrix.mean(axis=0)[:, None] - matrix.mean(axis=0))
    found = randomised_tukey_hsd(matrix, 2000)
    expected = (np.array(plain)[:, None, None] >= gaps - 1e-12).mean(axis=0)
    assert np.abs(found - expected).max() < 5 * sqrt(2 * 0.25 / 2000)


def test_progress_is_told_and_can_stop_the_work():
    seen = []
    randomised_tukey_hsd(random_scores(5, 3), 100, progress=lambda *at: seen.append(at))
    done = [share for share, _ in seen]
    assert done == sorted(set(done))
    assert seen[-1] == (1, "100 of 100 trials")

    class StopError(Exception):
        pass

    def stop(done, _words):
        seen.append(done)
        raise StopError

    seen.clear()
    with pytest.raises(StopError):
        randomised_tukey_hsd(random_scores(5, 3), 100_000, progress=stop)
    assert len(seen) == 1


@pytest.mark.parametrize(
    ("scores", "options", "words"),
    [
        (np.zeros(3), {}, "scores must be"),
        (np.zeros((3, 1)), {}, "at least 1 instance and 2 runs"),
        (np.zeros((0, 2)), {}, "at least 1 instance and 2 runs"),
        (np.array([[0, np.nan]]), {}, r"scores\[0, 1\] is not a finite number"),
        (np.zeros((3, 2)), {"trials": 0}, "trials must be at least 1, not 0"),
    ],
)
def test_what_cannot_be_tested_is_refused(scores, options, words):
    with pytest.raises(ValueError, match=words):
        randomised_tukey_hsd(scores, **options)
