"""How often a test is wrong on data like one's own."""

import inspect
from dataclasses import replace

import numpy as np
import pytest

from oq_core.analysis import Rule, calibrate, pair_tests
from oq_core.data import Scores
from tests.analysis.test_rank_sets import named

PLAIN, FLIPS = Rule(), Rule("sign-flip")


def spread_scores(scales, instances=40, seed=0):
    generator = np.random.default_rng(seed)
    return named(generator.normal(size=(1, instances, len(scales))) * scales)


def test_it_warns_where_the_plain_test_is_wrong_and_not_where_it_is_right():
    uneven = spread_scores([1, 1, 1, 1, 1, 1, 1, 6])
    plain, flips = (calibrate(uneven, rule, campaigns=300, trials=300) for rule in (PLAIN, FLIPS))
    assert plain.wrong[0] > flips.wrong[0] + 0.04
    assert plain.wrong_anywhere == plain.wrong[0]
    even = calibrate(spread_scores(np.ones(8)), PLAIN, campaigns=300, trials=300)
    assert even.wrong[0] < 0.1
    assert plain.error(plain.wrong)[0] == pytest.approx(
        (plain.wrong[0] * (1 - plain.wrong[0]) / 300) ** 0.5
    )
    assert "a population like these 40 instances" in plain.words
    assert "cannot see failures that have not happened" in plain.words


def test_means_are_made_equal_first():
    """Runs that differ beyond doubt make no finding once all are equal, or one of a group."""
    values = spread_scores(np.ones(4)).values + np.array([0, 0, 9, 9])
    for null in ("complete", "partial"):
        found = calibrate(named(values), FLIPS, null=null, campaigns=100, trials=200)
        assert found.wrong[0] < 0.15, null
    # In the partial null the two groups stay apart: only two pairs can be wrong.
    alone = calibrate(named(values[..., [0, 2]]), FLIPS, null="partial", campaigns=20, trials=200)
    assert np.isnan(alone.wrong).all()
    assert np.isnan(alone.wrong_anywhere)


def test_power_is_for_the_difference_that_is_named():
    scores = spread_scores(np.ones(3), instances=30)
    large, small = (
        calibrate(scores, FLIPS, difference=named_one, campaigns=150, trials=300)
        for named_one in (2.0, 0.2)
    )
    assert large.found[0] > 0.95
    assert small.found[0] < 0.4
    assert large.found_error[0] < small.found_error[0] < 0.05
    none = calibrate(scores, FLIPS, campaigns=10, trials=200)
    assert np.isnan(none.found).all()
    assert "found" not in none.to_frame()
    # Of two runs one is moved, so that there is nothing to be wrong about.
    two = calibrate(spread_scores([1, 1]), FLIPS, difference=1.0, campaigns=10, trials=200)
    assert np.isnan(two.wrong).all()


def test_direction_of_the_measure_and_work_done_elsewhere_do_not_matter():
    values = spread_scores([1, 2, 3]).values
    first = calibrate(named(values), FLIPS, difference=0.5, campaigns=9, trials=100)
    other = calibrate(named(-values, larger=True), FLIPS, difference=0.5, campaigns=9, trials=100)
    np.testing.assert_array_equal(first.found, other.found)
    told = []
    calibrate(named(values), PLAIN, campaigns=9, trials=100, progress=lambda *at: told.append(at))
    assert told[-1] == (1.0, "9 of 9 campaigns")
    assert len(told) > 1


def test_degenerate_data():
    equal = calibrate(named(np.ones((2, 12, 3))), PLAIN, campaigns=5, trials=100)
    assert equal.wrong.tolist() == [0, 0]
    two = calibrate(spread_scores([1, 1]), difference=1, campaigns=5, trials=100)
    assert np.isnan(two.wrong).all()
    assert "is not defined, because no two equal runs are left" in two.words
    assert "not defined" not in equal.words
    partly = replace(two, wrong=np.array([np.nan, 0.1]))
    assert "is not defined, because no two equal runs are left" in partly.words
    with pytest.raises(ValueError, match="at least 2 instances"):
        calibrate(named(np.ones((1, 1, 3))))
    with pytest.raises(ValueError, match="a difference of 0 or more"):
        calibrate(spread_scores([1, 1]), difference=-1)


def test_a_calibration_has_the_b_of_the_test_whose_error_it_tells():
    usual = inspect.signature(pair_tests).parameters["trials"].default
    assert inspect.signature(calibrate).parameters["trials"].default == usual
    scores = spread_scores(np.ones(8))
    made = [calibrate(scores, Rule("fisher-holm"), campaigns=40, trials=b) for b in (560, 2000)]
    assert [each.trials for each in made] == [560, 2000]
    # With so few trials no pair has more than one chance to be found.
    assert made[0].wrong[0] <= made[1].wrong[0]


def test_what_is_drawn_anew_is_named():
    values = np.random.default_rng(0).random((1, 20, 3))
    ids = tuple(f"d{number // 2}_{number}" for number in range(20))
    scores = Scores(values, ("NMD",), ids, tuple("abc"), (False,))
    alone, whole = (
        calibrate(each, campaigns=4, trials=100).words for each in (scores, scores.clustered("_"))
    )
    assert alone.startswith("For a population like these 20 instances: ")
    assert whole.startswith("For a population like these 10 clusters: ")
    assert "4 campaigns of as many clusters were drawn anew" in whole
    assert "instance" not in whole
