from dataclasses import replace

import krippendorff
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

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
    assert krippendorff_alpha(votes, level, samples=2)[0] == pytest.approx(expected)


def test_numbers_of_classes_count_at_the_interval_level():
    votes = [[2, 1, 0], [0, 2, 1], [1, 0, 3], [4, 0, 0]]
    steps, stretched = (
        krippendorff_alpha(votes, "interval", values, samples=2)[0]
        for values in ([1, 2, 3], [1, 2, 9])
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
    alpha, low, high = krippendorff_alpha(votes, samples=200, seed=seed)
    assert low < alpha < high
    assert high - low < 0.35


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


def test_an_unknown_level_is_named():
    with pytest.raises(ValueError, match="there is no level 'ratio'; there are ordinal"):
        krippendorff_alpha([[2, 0]], "ratio")
