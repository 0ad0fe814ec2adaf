import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from oq_core import MEASURES
from oq_core.measures.quantification import measures_of
from oq_core.raters.bounds import MOST_SIZES, PARTS, bound
from oq_core.raters.drawing import redrawn, scored
from tests.raters import simulated


@pytest.mark.parametrize("key", PARTS)
@given(seed=st.integers(0, 1000))
def test_a_measures_parts_make_the_measure(key, seed):
    generator = np.random.default_rng(seed)
    estimated, gold = generator.dirichlet(np.full(5, 0.4), (2, 7))
    parts = PARTS[key]
    pair = [np.cumsum(each, axis=-1)[:, :-1] if parts.by_cuts else each
            for each in (estimated, gold)]  # fmt: skip
    terms = parts.term(*pair)
    found = terms.mean(axis=-1) if parts.mean else terms.sum(axis=-1)
    np.testing.assert_allclose(found, MEASURES[key].function(estimated, gold), atol=1e-12)


@pytest.mark.parametrize("shape", simulated.SHAPES)
@pytest.mark.parametrize("ratings", [2, 5, 19])
def test_the_truth_is_within_the_bound(shape, ratings):
    generator = np.random.default_rng(ratings)
    truth = simulated.SHAPES[shape](5000, 5, generator)
    sizes = np.full(5000, ratings)
    known = scored(measures_of([*PARTS]), truth, redrawn(truth, sizes, generator)).mean(axis=1)
    votes = generator.multinomial(ratings, truth[:400])
    for key, value in zip(PARTS, known, strict=True):
        low, high = bound(votes, key, 0.95)
        assert low < value < high
        assert high - low < 2.5 * value
        # More instances or less confidence: nearer together.
        closer = np.diff(bound(generator.multinomial(ratings, truth[:4000]), key, 0.95))[0]
        assert closer < high - low
        assert np.diff(bound(votes, key, 0.5))[0] < high - low


def test_the_ends_are_those_of_two_points_worked_by_hand():
    # One rating of two classes tells the mean share alone: .5. The term is 2 p (1 - p): at the
    # least all instances are sure, at the most all are alike.
    votes = np.repeat(np.eye(2, dtype=int), 50_000, axis=0)
    low, high = bound(votes, "NMD", 0.95)
    assert low == pytest.approx(0, abs=1e-9)
    assert high == pytest.approx(0.5, abs=1e-4)
    # A share of .2 is .32 at the most, plus what the interval of Clopper and Pearson allows.
    votes = np.repeat(np.eye(2, dtype=int), [200, 800], axis=0)
    share = stats.binomtest(200, 1000).proportion_ci(0.95).high
    assert bound(votes, "NMD", 0.95)[1] == pytest.approx(2 * share * (1 - share), abs=1e-3)


def test_numbers_of_ratings_each_have_their_part():
    generator = np.random.default_rng(0)
    few, many = (generator.multinomial(n, [0.2, 0.5, 0.3], 3000) for n in (2, 19))
    ends = np.array([bound(each, "NMD", 0.95) for each in (few, many)])
    mixed = np.array(bound(np.concatenate([few, many]), "NMD", 0.95))
    # Two numbers of ratings share the level, so that each part is a little wider.
    np.testing.assert_allclose(mixed, ends.mean(axis=0), rtol=0.05)
    assert mixed[0] < ends[:, 0].mean()
    assert mixed[1] > ends[:, 1].mean()
    sizes = np.arange(2, 2 + MOST_SIZES + 1)
    votes = np.stack([sizes, np.ones_like(sizes)], axis=1)
    assert np.isnan(bound(votes, "NMD", 0.95)).all()
    assert np.isfinite(bound(votes[:-1], "NMD", 0.95)).all()


def test_votes_that_no_independent_raters_give_have_no_bound():
    # Always one of two: raters who agreed on a quota.
    assert np.isnan(bound(np.ones((1000, 2), dtype=int), "NMD", 0.95)).all()


def test_a_bound_is_of_what_raters_said_not_of_their_order():
    votes = np.random.default_rng(0).multinomial(4, [0.1, 0.6, 0.3], 300)
    for key in PARTS:
        np.testing.assert_allclose(bound(votes, key, 0.9), bound(votes[::-1, ::-1], key, 0.9),
                                   rtol=1e-6)  # fmt: skip
