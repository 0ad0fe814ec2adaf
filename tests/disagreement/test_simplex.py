"""Grids of distributions, and two measures over them."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from oq_core.data.grids import vote_grid
from oq_core.disagreement import (
    bell,
    map_measures,
    simplex_grid,
)
from oq_core.disagreement.simplex import dense_ranks, percentile_ranks
from tests.measures.plain import PLAIN, exact


@pytest.mark.parametrize(("classes", "votes"), [(2, 1), (2, 7), (3, 4), (5, 3)])
def test_the_grid_holds_every_vote_count_once(classes, votes):
    rows = [row for row in product(range(votes + 1), repeat=classes) if sum(row) == votes]
    assert vote_grid(classes, votes).tolist() == [list(row) for row in sorted(rows)]


def test_the_simplex_of_three_classes():
    grid = simplex_grid(20)
    assert grid.shape == (231, 3)
    np.testing.assert_allclose(grid.sum(axis=1), 1)
    assert len({tuple(row) for row in np.rint(grid * 20).astype(int).tolist()}) == 231


@pytest.mark.parametrize(("classes", "votes"), [(1, 5), (3, 0)])
def test_an_empty_grid_is_refused(classes, votes):
    with pytest.raises(ValueError, match="two classes and one vote"):
        vote_grid(classes, votes)


def plain_bell(mean, spread, classes):
    weights = [np.exp(-((i - mean) ** 2) / (2 * spread**2)) for i in range(1, classes + 1)]
    return [weight / sum(weights) for weight in weights]


@given(st.integers(2, 11), st.floats(0, 1), st.floats(0.2, 20))
def test_a_bell_is_the_normal_density_at_the_classes(classes, place, spread):
    mean = 1 + place * (classes - 1)
    np.testing.assert_allclose(
        bell(mean, spread, classes), plain_bell(mean, spread, classes), atol=1e-12
    )


@given(st.integers(2, 11), st.floats(-30, 30), st.floats(0, 1e-6) | st.floats(0, 1e6))
def test_bells_are_distributions_and_mirror(classes, mean, spread):
    found = bell(mean, spread, classes)
    assert (found >= 0).all()
    assert found.sum() == pytest.approx(1)
    mirrored = bell(classes + 1 - mean, spread, classes)[::-1]
    # The mirrored mean is rounded, which tells where two classes are nearly as near.
    if spread > 0.01:
        np.testing.assert_allclose(found, mirrored, atol=1e-6)


def test_a_bell_without_spread_is_the_nearest_class():
    np.testing.assert_array_equal(bell([2, 2.4, 2.5, 9], 0, 4), np.array(
        [[0, 1, 0, 0], [0, 1, 0, 0], [0, 0.5, 0.5, 0], [0, 0, 0, 1]]
    ))  # fmt: skip
    np.testing.assert_allclose(bell(3, 500, 5), 0.2, atol=1e-5)


def test_means_and_spreads_make_a_grid():
    means, spreads = np.linspace(1, 5, 7), np.linspace(0, 5, 4)
    grid = bell(means[:, None], spreads, 5)
    assert grid.shape == (7, 4, 5)
    np.testing.assert_array_equal(grid[3, 2], bell(means[3], spreads[2], 5))
    assert (np.diff((grid * np.arange(5)).sum(axis=-1), axis=0) >= -1e-12).all()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [((1, -0.1, 3), "no spread negative"), ((np.nan, 1, 3), "finite"), ((1, 1, 1), "two classes")],
)
def test_impossible_bells_are_refused(arguments, words):
    with pytest.raises(ValueError, match=words):
        bell(*arguments)


@given(st.lists(st.integers(0, 6), min_size=1, max_size=30))
def test_percentile_ranks_are_scipys(numbers):
    scores = np.array(numbers) / 6
    expected = [stats.percentileofscore(scores, score, kind="mean") for score in scores]
    np.testing.assert_allclose(percentile_ranks(scores), expected, atol=1e-9)
    assert percentile_ranks(scores).mean() == pytest.approx(50)
    np.testing.assert_array_equal(dense_ranks(scores), stats.rankdata(scores, method="dense") - 1)


def test_percentile_ranks_take_float_noise_for_ties():
    scores = np.array([[0.1 + 0.2, 0.5], [0.3, 0.1]])
    np.testing.assert_allclose(percentile_ranks(scores), [[50, 87.5], [50, 12.5]])


@pytest.mark.parametrize("scores", [[], [0.1, np.nan]])
def test_percentile_ranks_of_nothing_are_refused(scores):
    with pytest.raises(ValueError, match="finite scores, at least one"):
        percentile_ranks(scores)


def test_a_map_holds_the_measures_of_every_estimate():
    gold, votes = (2, 3, 1), vote_grid(3, 8)
    found = map_measures(np.array(gold) / 6, votes / 8, "NMD", "RNOD")
    for scores, key in ((found.first, "NMD"), (found.second, "RNOD")):
        expected = [float(PLAIN[key](exact(row), exact(gold))) for row in votes]
        np.testing.assert_allclose(scores, expected, atol=1e-12)
    np.testing.assert_allclose(
        found.difference, percentile_ranks(found.first) - percentile_ranks(found.second)
    )
    # The two agree on two classes, and so on every estimate over them.
    assert np.ptp(map_measures([0.4, 0.6], vote_grid(2, 9) / 9, "NMD", "RNOD").difference) == 0


def test_a_map_keeps_the_shape_of_its_grid():
    grid = bell(np.linspace(1, 7, 5)[:, None], np.linspace(0, 7, 6), 7)
    found = map_measures(np.full(7, 1 / 7), grid, "JSD", "RNADW2")
    assert found.first.shape == found.second.shape == found.difference.shape == (5, 6)


@pytest.mark.parametrize(
    ("gold", "first", "words"),
    [
        ([0.5, 0.5], "NMD", "estimated has 3 classes and gold has 2"),
        ([[0.2, 0.3, 0.5]], "NMD", "one gold is needed, not"),
        ([0.2, 0.3, 0.6], "NMD", "gold sums to 1.1"),
        ([0.2, 0.3, 0.5], "EMD", "unknown measure 'EMD'"),
    ],
)
def test_a_map_of_what_does_not_fit_is_refused(gold, first, words):
    with pytest.raises(ValueError, match=words):
        map_measures(gold, simplex_grid(3), first, "RNOD")
