"""Ranks, and mean scores with bootstrap intervals; the checks of scores."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy import stats

from oq_core import Scores, rank_runs
from oq_core.analysis import bounded_mean_interval, leaderboard, ranks
from oq_core.analysis.leaderboard import FEW_FOR_RANKS
from oq_core.data.arrays import check_scores, resampled_counts
from tests.analysis.fixtures import named
from tests.strategies import score_matrices

SAMPLES = 50


def random_scores(*shape, seed=0):
    return np.random.default_rng(seed).random(shape)


@given(hnp.arrays(float, (3, 6), elements=st.integers(0, 5)), st.booleans())
def test_ranks_agree_with_scipy_and_a_plain_loop(means, larger):
    found = ranks(means, larger)
    np.testing.assert_array_equal(
        found, stats.rankdata(-means if larger else means, method="min", axis=1)
    )
    for row, places in zip(means, found, strict=True):
        for mean, place in zip(row, places, strict=True):
            better = [other for other in row if (other > mean if larger else other < mean)]
            assert place == 1 + len(better)


@given(hnp.arrays(float, (2, 5), elements=st.integers(0, 5)), st.permutations(range(5)))
def test_ranks_go_with_runs_and_each_measure_has_its_direction(means, runs):
    found = ranks(means, [False, True])
    np.testing.assert_array_equal(ranks(means[:, runs], [False, True]), found[:, runs])
    np.testing.assert_array_equal(found, [ranks(means[0], False), ranks(-means[1], False)])


def test_rounding_makes_no_rank():
    assert ranks([0.1 + 0.2, 0.3, 0.3 + 2e-9, 0.1], False).tolist() == [2, 2, 4, 1]


def test_a_run_without_a_mean_has_no_rank():
    with pytest.raises(ValueError, match=r"means\[2\] is not a finite number; leave that run"):
        ranks([0.1, 0.2, np.nan], False)


def many(scores):
    """So many instances that intervals are percentiles."""
    return np.tile(scores, (1, leaderboard.FEW_INSTANCES, 1))


@given(score_matrices(), st.integers(0, 99))
def test_everything_agrees_with_a_plain_loop(scores, seed):
    scores = many(scores)
    n = scores.shape[1]
    board = rank_runs(scores, False, samples=SAMPLES, seed=seed, confidence=0.9)
    drawn = np.random.default_rng(seed).integers(0, n, (SAMPLES, n))
    for k, matrix in enumerate(scores):
        means = [sum(column) / n for column in matrix.T]
        np.testing.assert_allclose(board.means[k], means, atol=1e-12)
        assert board.ranks[k].tolist() == [
            1 + sum(other < mean - 1e-9 for other in means) for mean in means
        ]
        for run, column in enumerate(matrix.T):
            resampled = [sum(column[i] for i in sample) / n for sample in drawn]
            low, high = np.quantile(resampled, [0.05, 0.95])
            assert (board.low[k, run], board.high[k, run]) == pytest.approx((low, high))
        places = [
            [1 + sum(other < mean - 1e-9 for other in row) for mean in row]
            for row in np.array([matrix[sample].mean(axis=0) for sample in drawn])
        ]
        firsts = [[place == 1 for place in row] for row in places]
        shares = np.mean([np.array(row) / sum(row) for row in firsts], axis=0)
        np.testing.assert_allclose(board.first[k], shares, atol=1e-12)
        ordered = np.sort(places, axis=0)
        last = SAMPLES - 1
        assert board.rank_low[k].tolist() == ordered[math.floor(0.05 * last)].tolist()
        assert board.rank_high[k].tolist() == ordered[math.ceil(0.95 * last)].tolist()


@given(score_matrices().filter(lambda scores: scores.shape[1] > 1))
def test_few_instances_have_students_interval(scores):
    board = rank_runs(scores, False, samples=SAMPLES)
    assert board.interval == "t"
    for k, matrix in enumerate(scores):
        for run, column in enumerate(matrix.T):
            if np.ptp(column) == 0:
                continue
            expected = stats.ttest_1samp(column, 0).confidence_interval(0.95)
            found = (board.low[k, run], board.high[k, run])
            assert found == pytest.approx(tuple(expected), abs=1e-9)


def test_one_instance_has_no_interval_of_means():
    board = rank_runs([[0.1, 0.2]], False, samples=SAMPLES)
    assert np.isnan([board.low, board.high]).all()
    assert board.ranks.tolist() == [1, 2]


def test_t_intervals_of_five_instances_hold_what_percentiles_do_not():
    generator = np.random.default_rng(0)
    scores = generator.normal(size=(5, 2000))
    low, high = leaderboard._t_ends(scores, 0.975)
    assert abs(((low <= 0) & (high >= 0)).mean() - 0.95) < 0.025
    drawn = leaderboard.resampled_means(scores, 400, 0)
    low, high = np.quantile(drawn, [0.025, 0.975], axis=0)
    assert abs(((low <= 0) & (high >= 0)).mean() - 0.84) < 0.04


@pytest.mark.parametrize("function", [ranks, rank_runs])
def test_the_direction_of_an_array_must_be_told(function):
    with pytest.raises(ValueError, match="the direction is missing: give larger_is_better"):
        function([[0.1, 0.2], [0.2, 0.1]])


def test_scores_carry_names_and_direction_through():
    values = random_scores(2, 40, 3)
    scores = Scores(values, ("NMD", "kappa"), tuple(map(str, range(40))), tuple("abc"),
                    (False, True))  # fmt: skip
    board = rank_runs(scores, samples=SAMPLES)
    np.testing.assert_array_equal(board.ranks, rank_runs(values, [False, True], SAMPLES).ranks)
    table = board.only([1]).to_frame()
    assert table["measure"].tolist() == ["kappa"] * 3
    assert table["mean"].is_monotonic_decreasing
    assert table["run"].tolist() == [tuple("abc")[j] for j in np.argsort(-values[1].mean(axis=0))]


def test_a_board_without_names_has_a_row_for_each_measure_and_run():
    table = rank_runs(random_scores(2, 40, 3), False, SAMPLES).to_frame()
    assert table["measure"].tolist() == ["0"] * 3 + ["1"] * 3
    assert {*table["run"]} == {0, 1, 2}


def test_intervals_agree_with_scipy():
    matrix = random_scores(40, 3)
    expected = stats.bootstrap(
        (matrix,), np.mean, axis=0, n_resamples=20_000, method="percentile", rng=1
    ).confidence_interval
    board = rank_runs(matrix, False, samples=20_000)
    np.testing.assert_allclose([board.low, board.high], expected, atol=0.004)


@given(score_matrices())
def test_what_any_leaderboard_is_like(scores):
    scores = many(scores)
    board = rank_runs(scores, False, samples=SAMPLES)
    assert board.low.shape == board.high.shape == board.ranks.shape == board.means.shape
    least, most = scores.min(axis=1), scores.max(axis=1)
    noise = 1e-12
    assert (least - noise <= board.low).all()
    assert (board.low <= board.high).all()
    assert (board.high <= most + noise).all()
    same = least == most
    np.testing.assert_allclose(board.low[same], board.means[same], atol=noise)
    wide = rank_runs(scores, False, samples=SAMPLES, confidence=0.99)
    assert (wide.low <= board.low).all()
    assert (wide.high >= board.high).all()


@given(score_matrices(), st.randoms())
def test_runs_carry_everything_with_them(scores, random):
    runs = random.sample(range(scores.shape[2]), scores.shape[2])
    scores = many(scores)
    board, shuffled = (
        rank_runs(values, False, samples=SAMPLES) for values in (scores, scores[..., runs])
    )
    for name in ("means", "low", "high", "ranks", "rank_low", "rank_high", "first"):
        expected = getattr(board, name)[..., runs]
        np.testing.assert_allclose(getattr(shuffled, name), expected, atol=1e-12)


@given(score_matrices(), st.data())
def test_turning_the_scores_and_their_direction(scores, data):
    larger = np.array(data.draw(st.lists(st.booleans(), min_size=len(scores),
                                         max_size=len(scores))))  # fmt: skip
    scores = many(scores)
    board, turned = (
        rank_runs(values, direction, SAMPLES)
        for values, direction in ((scores, larger), (-scores, ~larger))
    )
    np.testing.assert_array_equal(turned.ranks, board.ranks)
    np.testing.assert_allclose(turned.means, -board.means, atol=1e-12)
    np.testing.assert_allclose([turned.low, turned.high], [-board.high, -board.low], atol=1e-12)
    for rank, means, other in zip(board.ranks, board.means, larger, strict=True):
        best = means.max() if other else means.min()
        np.testing.assert_allclose(means[rank == 1], best, atol=1e-9)


def test_measures_share_their_resamples():
    scores = random_scores(3, 40, 4)
    board = rank_runs(scores, False, samples=SAMPLES)
    for k, matrix in enumerate(scores):
        alone = rank_runs(matrix, False, samples=SAMPLES)
        np.testing.assert_allclose(alone.low, board.low[k])
        np.testing.assert_allclose(alone.high, board.high[k])


def test_the_seed_decides_and_the_blocks_do_not(monkeypatch):
    scores = random_scores(40, 4)
    first = rank_runs(scores, False, samples=101, seed=1)
    assert (rank_runs(scores, False, samples=101, seed=2).low != first.low).any()
    for numbers in (1, 140):
        monkeypatch.setattr("oq_core.analysis.leaderboard._NUMBERS_AT_ONCE", numbers)
        again = rank_runs(scores, False, samples=101, seed=1)
        np.testing.assert_allclose(again.low, first.low, rtol=1e-12)
        np.testing.assert_allclose(again.high, first.high, rtol=1e-12)


def test_an_interval_holds_what_it_says():
    """Of 400 runs with the same true mean, as many instances each."""
    scores = random_scores(60, 400)
    board = rank_runs(scores, False, samples=400)
    held = ((board.low <= 0.5) & (board.high >= 0.5)).mean()
    assert 0.91 < held < 0.98


@given(st.integers(1, 9), st.integers(1, 20))
def test_resamples_draw_as_many_as_there_are(items, samples):
    counts = resampled_counts(items, samples, np.random.default_rng(0))
    drawn = np.random.default_rng(0).integers(0, items, (samples, items))
    expected = [[list(row).count(item) for item in range(items)] for row in drawn]
    np.testing.assert_array_equal(counts, expected)


@pytest.mark.parametrize(
    ("scores", "options", "words"),
    [
        (np.zeros((0, 3)), {}, "at least 1 by 1, not (0, 3)"),
        (np.zeros((3, 0)), {}, "at least 1 by 1, not (3, 0)"),
        (np.zeros(3), {}, "must be (..., instances, runs)"),
        (np.array([[0, 1], [np.inf, 1]]), {}, "scores[1, 0] is not a finite number"),
        (np.zeros((3, 2)), {"samples": 0}, "samples must be at least 1, not 0"),
        (np.zeros((3, 2)), {"confidence": 0}, "confidence must be between 0 and 1, not 0"),
    ],
)
def test_what_cannot_be_ranked_is_refused(scores, options, words):
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the words are full of brackets
        rank_runs(scores, False, **options)
    assert words in str(caught.value)


def test_the_place_of_the_first_bad_score_is_told():
    scores = np.zeros((2, 3, 4))
    scores[1, 2, 0] = scores[1, 2, 3] = np.nan
    with pytest.raises(ValueError, match=r"scores\[1, 2, 0\] is not .* leave that instance out"):
        check_scores(scores)


def test_intervals_may_use_the_bounds():
    """They are those of the bets, and not defined for scores that leave the bounds."""
    generator = np.random.default_rng(0)
    values = np.stack([generator.random((40, 3)), generator.random((40, 3)) * 3])
    scores = Scores(values, ("A", "B"), tuple(map(str, range(40))), tuple("abc"), (False, False))
    board = rank_runs(scores, samples=20, bounded=True)
    low, high = bounded_mean_interval(values[0])
    assert board.interval == "bounds"
    np.testing.assert_array_equal(board.low[0], low)
    np.testing.assert_array_equal(board.high[0], high)
    assert np.isnan([board.low[1], board.high[1]]).all()
    assert "betting" in board.to_frame()["rule"][0]
    with pytest.raises(ValueError, match="between 0 and 1"):
        bounded_mean_interval(values[1])


def plain_bets(scores, mean, alpha):
    """Whether a mean is not ruled out, betting on one instance after the other."""
    n, spread, centre = len(scores), 0.25, 0.5
    higher = lower = 0.5
    for number, score in enumerate(scores, start=1):
        bet = np.sqrt(2 * np.log(2 / alpha) / (n * spread / number))
        higher *= 1 + min(bet, 0.5 / mean) * (score - mean)
        lower *= 1 - min(bet, 0.5 / (1 - mean)) * (score - mean)
        if max(higher, lower) >= 1 / alpha:
            return False
        centre += score
        spread += (score - centre / (number + 1)) ** 2
    return True


def test_bets_agree_with_a_plain_loop():
    scores = np.random.default_rng(1).beta(2, 5, 60)
    low, high = bounded_mean_interval(scores[:, None], seed=7)
    order = np.random.default_rng(7).permutation(60)
    alive = [mean for mean in np.arange(1, 1000) / 1000 if plain_bets(scores[order], mean, 0.05)]
    assert (low[0], high[0]) == pytest.approx((min(alive) - 0.001, max(alive) + 0.001))


def test_with_few_instances_no_rank_has_an_interval():
    values = np.random.default_rng(0).random((2, FEW_FOR_RANKS, 3))
    assert rank_runs(named(values), samples=50).has_ranks
    few = rank_runs(named(values[:, 1:]), samples=50)
    assert not few.has_ranks
    assert np.isnan([few.rank_low, few.rank_high, few.first]).all()
    assert np.isfinite(few.low).all()
    assert f"there are fewer than {FEW_FOR_RANKS} instances" in few.to_frame()["rule"][0]
    assert few.to_frame()["rank low"].isna().all()
