"""Intervals of discriminative power."""

import numpy as np
import pytest

from oq_core import Scores, discriminative_power, randomised_tukey_hsd
from oq_core.analysis import (
    Rule,
    discriminative_power_intervals,
    interval_trials,
    pair_tests,
    tukey,
)


def named(values):
    measures, instances, runs = values.shape
    return Scores(
        values,
        tuple(f"M{k}" for k in range(measures)),
        tuple(map(str, range(instances))),
        tuple(f"r{j}" for j in range(runs)),
        (False,) * measures,
    )


def some_scores(instances=20, seed=0):
    steps = np.array([0, 0.1, 0.3, 0.6])
    sure, unsure = np.random.default_rng(seed).random((2, instances, 4)) * [[[1]], [[3]]] + steps
    return named(np.stack([sure, unsure]))


def plain_counts(scores, resamples, alpha, seed):
    """Each resample tested by a loop over trials, with the streams the test itself has."""
    trials = interval_trials(alpha)
    drawing, permuting = np.random.SeedSequence(seed).generate_state(2)
    n, m = scores.values.shape[1:]
    drawn = np.random.default_rng(drawing).integers(0, n, (resamples, n))
    starts = range(0, trials, tukey._TRIALS_PER_STREAM)
    streams = np.random.SeedSequence(int(permuting)).spawn(len(starts))
    slots = np.concatenate(
        [
            tukey.permutations(
                min(tukey._TRIALS_PER_STREAM, trials - start), n, m,
                np.random.Generator(np.random.SFC64(stream)),
            )
            for start, stream in zip(starts, streams, strict=True)
        ]
    )  # fmt: skip
    counts = np.zeros((resamples, len(scores.measures)), dtype=int)
    for r, rows in enumerate(drawn):
        for k, matrix in enumerate(scores.values[:, rows]):
            ranges = []
            for trial in slots:
                permuted = np.empty_like(matrix)
                for i in range(n):
                    permuted[i, trial[i]] = matrix[i]
                ranges.append(np.ptp(permuted.mean(axis=0)))
            means = matrix.mean(axis=0)
            for i in range(m):
                for j in range(i):
                    reached = np.mean(np.array(ranges) >= abs(means[i] - means[j]) - 1e-12)
                    counts[r, k] += reached <= alpha
    return counts


def test_counts_agree_with_a_plain_loop():
    scores, alpha = some_scores(), 0.25
    found = discriminative_power_intervals(scores, alpha, samples=6, seed=3)
    expected = plain_counts(scores, 6, alpha, 3)
    np.testing.assert_array_equal(found.counts, expected)
    np.testing.assert_allclose(found.low, np.quantile(expected, 0.025, axis=0))
    np.testing.assert_allclose(found.high, np.quantile(expected, 0.975, axis=0))
    more = [(s > t) + 0.5 * (s == t) for s, t in expected]
    assert found.beats[0, 1] == pytest.approx(np.mean(more))
    np.testing.assert_allclose(found.beats + found.beats.T, 1)


def test_how_the_work_is_divided_does_not_matter(monkeypatch):
    scores = some_scores()
    first = discriminative_power_intervals(scores, samples=9)
    monkeypatch.setattr("oq_core.analysis.power_intervals._MATRICES_AT_ONCE", 4)
    again = discriminative_power_intervals(scores, samples=9)
    np.testing.assert_array_equal(again.counts, first.counts)
    np.testing.assert_array_equal(again.curve_low, first.curve_low)


def test_the_interval_lies_about_the_power():
    scores = some_scores(60)
    power = discriminative_power(randomised_tukey_hsd(scores, 500)).significant
    found = discriminative_power_intervals(scores, samples=60)
    assert (found.low <= power).all()
    assert (power <= found.high).all()
    assert (found.low < found.high).any()
    assert (found.curve_low <= found.curve_high).all()
    assert (np.diff(found.curve_low, axis=1) <= 0).all()
    assert found.to_frame().loc["M0", "P(> M1)"] > 0.9


@pytest.mark.parametrize(
    "rule",
    [
        Rule("step-down"),
        Rule(studentised=True),
        Rule("sign-flip"),
        Rule("sign-flip", plus_one=True, over_measures=True),
        Rule("step-down", plus_one=True, studentised=True, over_measures=True),
    ],
    ids=str,
)
def test_intervals_are_of_the_rule_that_is_chosen(rule):
    """Each resample is tested as the scores themselves would be, and S lies within."""
    scores = some_scores(40)
    found = discriminative_power_intervals(scores, 0.25, samples=20, seed=3, rule=rule)
    drawing, permuting = np.random.SeedSequence(3).generate_state(2)
    drawn = np.random.default_rng(drawing).integers(0, 40, (20, 40))
    for r in (0, 13):
        again = pair_tests(named(scores.values[:, drawn[r]]), rule, found.trials, int(permuting))
        np.testing.assert_array_equal(
            found.counts[r], discriminative_power(again, 0.25).significant
        )
    powers = discriminative_power(pair_tests(scores, rule, 400), 0.25).significant
    assert ((found.low <= powers) & (powers <= found.high)).all()
    assert set(found.to_frame()["rule"]) == {rule.words}


def test_under_holm_there_are_none_with_the_reason():
    with pytest.raises(ValueError, match="intervals of S are not defined, because Holm's"):
        discriminative_power_intervals(some_scores(), rule=Rule("fisher-holm"))


def test_the_rule_for_trials_and_what_is_refused():
    assert [interval_trials(alpha) for alpha in (0.05, 0.01, 0.1)] == [500, 2500, 250]
    with pytest.raises(ValueError, match="samples must be at least 1"):
        discriminative_power_intervals(some_scores(), samples=0)
    with pytest.raises(ValueError, match="alpha must be between 0 and 1"):
        discriminative_power_intervals(some_scores(), alpha=5)
