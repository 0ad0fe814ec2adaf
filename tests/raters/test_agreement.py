from dataclasses import replace

import krippendorff
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats

from oq_core import Collection
from oq_core.raters import LEVELS, agreement_of, krippendorff_alpha, rater_distances
from tests import strategies


@pytest.mark.parametrize("level", LEVELS)
@given(votes=strategies.votes())
def test_alpha_is_that_of_the_published_package(level, votes):
    several = votes[votes.sum(axis=1) > 1]
    assume((several.sum(axis=0) > 0).sum() > 1)
    expected = krippendorff.alpha(
        value_counts=several,
        value_domain=list(range(votes.shape[1])),
        level_of_measurement=level,
    )
    assert krippendorff_alpha(votes, level)[0] == pytest.approx(expected)


def test_numbers_of_classes_count_at_the_interval_level():
    votes = [[2, 1, 0], [0, 2, 1], [1, 0, 3], [4, 0, 0]]
    steps, stretched = (
        krippendorff_alpha(votes, "interval", values)[0] for values in ([1, 2, 3], [1, 2, 9])
    )
    expected = krippendorff.alpha(
        value_counts=np.array(votes), value_domain=[1, 2, 9], level_of_measurement="interval"
    )
    assert stretched == pytest.approx(expected)
    assert steps != pytest.approx(stretched)


@given(seed=st.integers(0, 50))
def test_the_interval_holds_alpha(seed):
    generator = np.random.default_rng(seed)
    votes = generator.multinomial(4, generator.dirichlet(np.ones(4), 60))
    alpha, low, high = krippendorff_alpha(votes)
    assert low < alpha < high
    assert high - low < 0.35


@pytest.mark.parametrize("level", LEVELS)
def test_the_interval_is_the_jackknifes(level):
    votes = np.random.default_rng(1).multinomial(3, [0.2, 0.3, 0.1, 0.4], 12)
    alphas = [
        krippendorff.alpha(
            value_counts=np.delete(votes, left, axis=0), value_domain=[0, 1, 2, 3],
            level_of_measurement=level,
        )
        for left in range(12)
    ]  # fmt: skip
    error = (11 / 12 * sum((each - np.mean(alphas)) ** 2 for each in alphas)) ** 0.5
    alpha, low, high = krippendorff_alpha(votes, level, confidence=0.9)
    assert (low, high) == pytest.approx(
        (alpha - stats.t.ppf(0.95, 11) * error, alpha + stats.t.ppf(0.95, 11) * error)
    )


def test_an_interval_ends_at_full_agreement_and_needs_more_than_one_instance_that_differs():
    assert krippendorff_alpha([[3, 0]] * 9 + [[0, 3]] * 8 + [[2, 1]])[2] == 1
    # Without the last, all ratings are the same.
    assert np.isnan(krippendorff_alpha([[3, 0], [3, 0], [1, 2]])[1:]).all()


@pytest.mark.parametrize("votes", [[[1, 0], [0, 1]], [[3, 0], [2, 0]]])
def test_alpha_is_undefined_without_pairs_or_difference(votes):
    assert np.isnan(krippendorff_alpha(votes)).all()


def test_the_agreement_of_a_collection_is_each_of_its_parts():
    ratings = np.random.default_rng(0).integers(-1, 3, (12, 4))
    votes = np.stack([(ratings == code).sum(axis=1) for code in range(3)], axis=1)
    ids, raters = tuple(map(str, range(12))), tuple("abcd")
    known = Collection("C", tuple("xyz"), ids, votes / votes.sum(axis=1, keepdims=True),
                       votes=votes, ratings=ratings.astype(np.int8), raters=raters)  # fmt: skip
    told = []
    found = agreement_of(known, ["NMD", "RNOD"], lambda share, words: told.append((share, words)))
    assert found.alphas == {level: krippendorff_alpha(votes, level) for level in LEVELS}
    distances, shared = rater_distances(ratings, 3, ["NMD", "RNOD"])
    np.testing.assert_array_equal(found.distances, distances)
    np.testing.assert_array_equal(found.shared, shared)
    assert [words for _, words in told] == [
        "ordinal α", "interval α", "nominal α", "each rater against the rest"
    ]  # fmt: skip
    assert agreement_of(replace(known, raters=())).distances is None
    # Of one beside whom nobody rated nothing is known.
    distances, shared = rater_distances(np.array([[0, 1, -1], [-1, -1, 1]]), 2, "NMD")
    np.testing.assert_array_equal(distances, [[1, 1, np.nan]])
    assert shared.tolist() == [1, 1, 0]


def test_an_unknown_level_is_named():
    with pytest.raises(ValueError, match="there is no level 'ratio'; there are ordinal"):
        krippendorff_alpha([[2, 0]], "ratio")
