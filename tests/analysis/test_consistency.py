"""System ranking consistency."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from oq_core import (
    Scores,
    randomised_tukey_hsd,
    ranking_consistency,
)
from oq_core.analysis import consistency, consistency_intervals, outperforms_worst
from tests.analysis.test_ranking import plain_tau
from tests.strategies import score_matrices

#: Two instances or more, to be split.
STACKS = score_matrices().filter(lambda scores: scores.shape[1] >= 2)


def taus_of(*given, **options):
    return ranking_consistency(*given, **options).taus


def random_scores(*shape, seed=0):
    return np.random.default_rng(seed).random(shape)


def plain_mean(values):
    return [sum(column) / len(values) for column in zip(*values, strict=True)]


def tau_of_split(matrix, first, second):
    # Sums of sixteenths are exact; their mean is rounded, so that equals stay equal.
    x, y = (np.round(plain_mean([matrix[i] for i in part]), 12) for part in (first, second))
    return plain_tau(x, y)


@given(STACKS, st.integers(0, 99), st.data())
def test_every_trial_agrees_with_a_plain_loop(scores, seed, data):
    n, trials = scores.shape[1], 5
    size = data.draw(st.one_of(st.none(), st.integers(1, n // 2)))
    first, second = (n // 2, n - n // 2) if size is None else (size, size)
    order = np.random.default_rng(seed).random((trials, n)).argsort(axis=1)
    expected = [
        [tau_of_split(matrix, row[:first], row[first : first + second]) for matrix in scores]
        for row in order
    ]
    found = taus_of(scores, size, trials, seed)
    np.testing.assert_allclose(found, expected, atol=1e-12)


@pytest.mark.parametrize("size", [None, 50, 300])
def test_trials_on_many_instances_agree_with_a_plain_loop(size):
    """So many that choosing is not done by sorting."""
    matrix, trials, seed = random_scores(1001, 5), 10, 1
    first, second = (500, 501) if size is None else (size, size)
    order = np.random.default_rng(seed).random((trials, 1001)).argsort(axis=1)
    expected = [tau_of_split(matrix, row[:first], row[first : first + second]) for row in order]
    np.testing.assert_allclose(taus_of(matrix, size, trials, seed), expected)


@pytest.mark.parametrize(("instances", "size"), [(6, None), (5, None), (6, 2), (6, 1)])
def test_every_split_is_as_likely(instances, size):
    """The mean agrees with that over all splits there are."""
    matrix = random_scores(instances, 5)
    half = instances // 2 if size is None else size
    taus = [
        tau_of_split(matrix, first, second)
        for first in combinations(range(instances), half)
        for second in combinations(
            [i for i in range(instances) if i not in first],
            instances - half if size is None else size,
        )
    ]
    trials = 4000
    found = taus_of(matrix, size, trials).mean()
    assert abs(found - np.mean(taus)) < 5 * np.std(taus) / np.sqrt(trials)


@given(STACKS)
def test_direction_scale_and_level_do_not_matter(scores):
    expected = taus_of(scores, splits=5)
    assert expected.shape == (5, len(scores))
    assert (np.abs(expected) <= 1).all()
    level = np.linspace(0, 5, scores.shape[1])[:, None]
    for same in (-scores, 3 * scores, scores + level):
        np.testing.assert_array_equal(taus_of(same, splits=5), expected)


@given(STACKS, st.randoms())
def test_order_of_runs_and_measures_does_not_matter(scores, random):
    expected = taus_of(scores, splits=5)
    runs = random.sample(range(scores.shape[2]), scores.shape[2])
    np.testing.assert_array_equal(taus_of(scores[..., runs], splits=5), expected)
    found = taus_of(scores[::-1], splits=5)
    np.testing.assert_array_equal(found, expected[:, ::-1])


@given(STACKS)
def test_measures_share_their_splits(scores):
    together = taus_of(scores, splits=5, seed=3)
    alone = [taus_of(matrix, splits=5, seed=3) for matrix in scores]
    np.testing.assert_array_equal(together, np.stack(alone, axis=1))


def test_runs_that_always_keep_their_order_are_consistent():
    level = random_scores(9, 1)
    assert (taus_of(level + np.arange(3), splits=20) == 1).all()
    assert (taus_of(np.ones((9, 3)), splits=20) == 0).all()


def test_two_instances_that_disagree():
    assert (taus_of([[0, 1, 2], [2, 1, 0]], splits=20) == -1).all()


def test_more_instances_are_more_consistent():
    scores = random_scores(100, 8) + np.linspace(0, 0.3, 8)
    small, large = (taus_of(scores, size, 200).mean() for size in (5, 50))
    assert large > small + 0.1


def test_the_seed_decides():
    scores = random_scores(20, 6)
    first = taus_of(scores, splits=50, seed=1)
    np.testing.assert_array_equal(taus_of(scores, splits=50, seed=1), first)
    assert (taus_of(scores, splits=50, seed=2) != first).any()
    np.testing.assert_array_equal(taus_of(scores, splits=30, seed=1), first[:30])


@pytest.mark.parametrize("numbers", [1, 1000])
def test_how_the_work_is_divided_does_not_matter(monkeypatch, numbers):
    scores = random_scores(3, 21, 6)
    expected = taus_of(scores, 7, 101)
    monkeypatch.setattr("oq_core.analysis.consistency._NUMBERS_AT_ONCE", numbers)
    np.testing.assert_array_equal(taus_of(scores, 7, 101), expected)


def test_progress_is_told_and_can_stop_the_work(monkeypatch):
    monkeypatch.setattr("oq_core.analysis.consistency._NUMBERS_AT_ONCE", 100)
    scores = random_scores(10, 4)
    seen = []
    taus_of(scores, splits=25, progress=lambda *at: seen.append(at))
    assert [words for _, words in seen] == [f"{n} of 25 splits" for n in (8, 10, 18, 20, 25)]
    assert [share for share, _ in seen] == [n / 25 for n in (8, 10, 18, 20, 25)]

    class StopError(Exception):
        pass

    def stop(done, _words):
        seen.append(done)
        raise StopError

    seen.clear()
    with pytest.raises(StopError):
        taus_of(scores, splits=25, progress=stop)
    assert seen == [8 / 25]


def test_its_result_is_a_score_matrix_of_measures():
    """A measure of pure noise is found less consistent than two that order the runs."""
    noise = random_scores(60, 8)
    steps = np.linspace(0, 1, 8)
    taus = taus_of(np.stack([noise + steps, noise, noise + 2 * steps]), splits=100)
    p_values = randomised_tukey_hsd(taus, 500)
    assert outperforms_worst(taus.mean(axis=0), p_values, larger_is_better=True)[1] == 0
    assert (p_values[1, [0, 2]] < 0.05).all()


@pytest.mark.parametrize(
    ("scores", "options", "words"),
    [
        (np.zeros((1, 3)), {}, "at least 2 by 2"),
        (np.zeros((3, 1)), {}, "at least 2 by 2"),
        (np.zeros(3), {}, "scores must be"),
        (np.array([[0, 1], [0, np.nan]]), {}, r"scores\[1, 1\] is not a finite number"),
        (np.zeros((5, 2)), {"size": 3}, "two disjoint sets of 3 instances cannot be drawn from 5"),
        (np.zeros((5, 2)), {"size": 0}, "two disjoint sets of 0 instances"),
        (np.zeros((5, 2)), {"splits": 0}, "splits must be at least 1, not 0"),
    ],
)
def test_what_cannot_be_split_is_refused(scores, options, words):
    with pytest.raises(ValueError, match=words):
        taus_of(scores, **options)


def plain_mean_tau(matrix, keys, rows):
    """Mean tau over splits in halves of the rows that are kept, by loops."""
    taus = []
    for row in keys:
        order = sorted(rows, key=lambda i: row[i])
        half = len(rows) // 2
        first, second = matrix[order[:half]].mean(axis=0), matrix[order[half:]].mean(axis=0)
        signs = [
            np.sign(first[i] - first[j]) * np.sign(second[i] - second[j])
            for i in range(len(first))
            for j in range(i)
        ]
        taus.append(np.mean(signs))
    return np.mean(taus)


@pytest.mark.parametrize("instances", [9, 43])
def test_intervals_agree_with_a_plain_jackknife(instances):
    scores = random_scores(2, instances, 4)
    found = consistency_intervals(scores, splits=12, seed=5)
    generator = np.random.default_rng(5)
    blocks = min(20, instances)
    keys = generator.random((12, instances))
    block_of = generator.permutation(np.arange(instances) % blocks)
    factor = stats.t.ppf(0.975, blocks - 1) * ((blocks - 1) / blocks) ** 0.5
    left = np.array([
        [plain_mean_tau(matrix, keys, np.flatnonzero(block_of != block)) for matrix in scores]
        for block in range(blocks)
    ])  # fmt: skip
    for k, matrix in enumerate(scores):
        whole = plain_mean_tau(matrix, keys, np.arange(instances))
        half = factor * np.sqrt(((left[:, k] - left[:, k].mean()) ** 2).sum())
        assert found.means[k] == pytest.approx(whole)
        assert found.means[k] == pytest.approx(taus_of(matrix, None, 12, 5).mean())
        assert found.low[k] == pytest.approx(max(whole - half, -1))
        assert found.high[k] == pytest.approx(min(whole + half, 1))
    gap = left[:, 0] - left[:, 1]
    half = factor * np.sqrt(((gap - gap.mean()) ** 2).sum())
    assert found.difference_high[0, 1] - found.difference_low[0, 1] == pytest.approx(2 * half)


def test_more_splits_make_p_values_smaller_but_not_the_interval():
    noise = random_scores(60, 8)
    scores = np.stack([noise + np.linspace(0, 1, 8), noise + np.linspace(0, 0.9, 8)])
    widths = []
    for trials in (50, 800):
        found = consistency_intervals(scores, splits=trials)
        widths.append(found.high - found.low)
    assert (widths[1] > widths[0] / 2).all()


def test_intervals_carry_names_and_progress():
    values = random_scores(2, 12, 3)
    ids = tuple(map(str, range(12)))
    scores = Scores(values, ("NMD", "JSD"), ids, tuple("abc"), (False, False))
    told = []
    found = consistency_intervals(scores, splits=5, progress=lambda *at: told.append(at))
    assert set(found.to_frame().index) == {"NMD", "JSD"}
    assert told[-1] == (1, "12 of 12 blocks of instances")
    with pytest.raises(ValueError, match="two disjoint sets"):
        consistency_intervals(scores, size=6, splits=5)


def test_intervals_of_a_large_matrix_make_many_splits_in_one_go(monkeypatch):
    """One by one, they took six times as long as was told before."""
    made, of_splits = [], consistency._taus_of_splits

    def noted(array, keys, sizes):
        made.append(len(keys))
        return of_splits(array, keys, sizes)

    monkeypatch.setattr(consistency, "_taus_of_splits", noted)
    consistency_intervals(np.random.default_rng(0).random((8, 2**12, 64)), splits=8)
    assert made == [8] * (1 + consistency.BLOCKS)
