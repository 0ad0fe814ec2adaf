"""Every measure of the registry: printed values, plain loops, peers, and properties."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import special, stats
from scipy.spatial.distance import jensenshannon

from oq_core import MEASURES
from tests.measures.plain import PLAIN, exact
from tests.strategies import pairs, shares, votes

ALL = pytest.mark.parametrize("measure", MEASURES.values(), ids=list(MEASURES))


def test_the_registry_is_complete():
    assert PLAIN.keys() <= MEASURES.keys()
    for key, measure in MEASURES.items():
        assert measure.key == key
        assert measure.family
        assert measure.summary
        assert measure.equation
    assert len({measure.name for measure in MEASURES.values()}) == len(MEASURES)


# Printed in the papers.


def test_lq21_section_3():
    gold = [0.25] * 4
    systems = np.array([[0.25, 0.35, 0.15, 0.25], [0.25, 0.25, 0.35, 0.15]])
    np.testing.assert_allclose(MEASURES["RNOD"](systems, gold) ** 2 * 3, [0.020, 0.025])
    np.testing.assert_allclose(MEASURES["NMD"](systems, gold), [0.1 / 3] * 2)


def test_sigir18_section_3_1():
    systems = [[0.3, 0.3, 0.2, 0.1, 0.1], [0.4, 0.2, 0.2, 0.1, 0.1]]
    for key, printed in {
        "NVD": [0.2, 0.2],
        "RNSS": [0.1414, 0.1732],
        "JSD": [0.0390, 0.0490],
    }.items():
        np.testing.assert_allclose(MEASURES[key](systems, [0.2] * 5), printed, atol=5e-5)


def test_rnod22_section_2_3():
    gold, estimated = [0.4, 0.3, 0.2, 0.1], [0.31, 0.30, 0.20, 0.19]
    assert MEASURES["DNKT"](estimated, gold) == 0
    for key in ("DNKT_JSD", "DNKT_NMD", "DNKT_RNOD"):
        assert MEASURES[key](estimated, gold) == 0


@pytest.mark.parametrize("classes", range(2, 12))
def test_dnkt_is_a_half_when_a_side_is_uniform(classes):
    flat, peak = np.full(classes, 1 / classes), np.eye(classes)[0]
    for pair in ((flat, flat), (flat, peak), (peak, flat)):
        assert MEASURES["DNKT"](*pair) == 0.5


# Computed in another way.


@pytest.mark.parametrize("measure", [MEASURES[key] for key in PLAIN], ids=list(PLAIN))
@given(data=st.data())
def test_the_plain_loop_agrees(measure, data):
    estimated = data.draw(votes())
    gold = data.draw(votes(estimated.shape[1], estimated.shape[0]))
    loop = [
        float(PLAIN[measure.key](exact(p), exact(q))) for p, q in zip(estimated, gold, strict=True)
    ]
    # A root magnifies the rounding of a divergence that is nearly 0.
    np.testing.assert_allclose(measure(shares(estimated), shares(gold)), loop, atol=1e-8)


@given(pairs())
def test_scipy_agrees_on_nmd_and_jsd(pair):
    estimated, gold = pair
    positions = np.arange(gold.shape[1])
    moved = [
        stats.wasserstein_distance(positions, positions, p, q) / positions[-1]
        for p, q in zip(estimated, gold, strict=True)
    ]
    np.testing.assert_allclose(MEASURES["NMD"](estimated, gold), moved, atol=1e-12)
    distance = jensenshannon(estimated, gold, base=2, axis=1)
    np.testing.assert_allclose(MEASURES["JSD"](estimated, gold), distance**2, atol=1e-9)


@given(pairs())
def test_rps_and_its_root_beside_nmd_and_the_energy_distance(pair):
    nmd, rps, rrps = (MEASURES[key](*pair) for key in ("NMD", "RPS", "RRPS"))
    assert (rps <= nmd + 1e-12).all()
    assert (nmd <= rrps + 1e-12).all()
    places = np.arange(pair[1].shape[1])
    energy = [stats.energy_distance(places, places, p, q) for p, q in zip(*pair, strict=True)]
    np.testing.assert_allclose(rrps, np.array(energy) / np.sqrt(2 * places[-1]), atol=1e-7)


@given(votes(instances=1), st.data())
def test_rps_is_strictly_proper(counts, data):
    """Where one class is the outcome, nothing is expected to score better than what is believed."""
    (belief,), (other,) = shares(counts), shares(data.draw(votes(counts.shape[1], 1)))
    outcomes = np.eye(len(belief))
    honest, else_ = (belief @ MEASURES["RPS"](each, outcomes) for each in (belief, other))
    apart = MEASURES["RPS"](other, belief)
    assert else_ - honest == pytest.approx(apart, abs=1e-12)


def test_means_of_rps_and_of_its_root_rank_otherwise():
    """As the records' pitfall has it: errors of 0 and 0.5 against twice 0.3."""
    errors = np.array([[0, 0.5], [0.3, 0.3]])
    estimates = np.stack([1 - errors, errors], axis=-1)
    first, second = MEASURES["RRPS"](estimates, [1, 0]).mean(axis=1)
    assert first < second
    first, second = MEASURES["RPS"](estimates, [1, 0]).mean(axis=1)
    assert first > second


@given(data=st.data())
def test_rps_and_its_root_never_disagree(data):
    a = shares(data.draw(votes()))
    b, gold = (shares(data.draw(votes(a.shape[1], a.shape[0]))) for _ in range(2))
    gaps = [MEASURES[key](a, gold) - MEASURES[key](b, gold) for key in ("RRPS", "RPS")]
    assert (gaps[0] * gaps[1] >= -1e-15).all()


@given(votes(instances=1), st.data())
def test_scipy_agrees_on_dnkt_where_it_is_defined(counts, data):
    other = data.draw(votes(counts.shape[1], 1))
    tau = stats.kendalltau(counts[0], other[0]).statistic
    if not np.isnan(tau):
        assert MEASURES["DNKT"](shares(counts), shares(other))[0] == pytest.approx((1 - tau) / 2)


@given(st.data())
def test_dnkt_sees_the_order_of_a_softmax_s_tails(data):
    """An absolute tolerance would tie all shares below it, at these logits most of them."""
    count = data.draw(st.integers(2, 11))
    logits = st.lists(st.integers(-300, 300), min_size=count, max_size=count)
    pair = [np.array(data.draw(logits)) / 10 for _ in range(2)]
    estimated, gold = (special.softmax(each) for each in pair)
    plain = PLAIN["DNKT"](*([Fraction(share) for share in each.tolist()] for each in pair))
    assert MEASURES["DNKT"](estimated, gold) == pytest.approx(plain, abs=1e-12)


def test_dnkt_of_tiny_shares():
    rising = np.array([1e-12, 1e-10, 1 - 1e-10 - 1e-12])
    assert MEASURES["DNKT"](rising[[1, 0, 2]], rising) == pytest.approx(1 / 3)
    assert MEASURES["DNKT"]([0, 1e-300, 1], [0.1, 0.2, 0.7]) == 0


@pytest.mark.parametrize("votes", range(1, 31))
def test_dnkt_ties_sums_of_shares(votes):
    """A share that is added up vote by vote differs by rounding from one that is divided."""
    share = votes / 70
    estimated = np.array([sum([1 / 70] * votes), share, 1 - 2 * share])
    ours = np.sign(share - estimated[2])
    assert MEASURES["DNKT"](estimated, [0.2, 0.3, 0.5]) == pytest.approx(0.5 + ours / np.sqrt(6))
    assert MEASURES["DNKT"](estimated, [0.3, 0.2, 0.5]) == pytest.approx(0.5 + ours / np.sqrt(6))


# What holds whatever the distributions.


@ALL
@given(pair=pairs())
def test_scores_are_within_their_bounds(measure, pair):
    scores = measure(*pair)
    assert scores.shape == pair[0].shape[:-1]
    assert scores.dtype == np.float64
    assert (scores >= 0).all()
    most = 1 if measure.key in PLAIN and pair[0].shape[-1] < 5 else measure.most
    assert (scores <= most + 1e-12).all()


@pytest.mark.parametrize(
    ("key", "estimated", "gold", "score"),
    [("RNOD", [20, 0, 0, 0, 0], [0, 18, 0, 1, 1], 1.0028),
     ("RSNOD", [58, 0, 0, 1, 1], [0, 58, 0, 1, 1], 1.0061)],
)  # fmt: skip
def test_two_measures_can_pass_1(key, estimated, gold, score):
    found = MEASURES[key](np.array(estimated) / sum(estimated), np.array(gold) / sum(gold))
    assert found == pytest.approx(score, abs=5e-5)


@pytest.mark.parametrize("key", [key for key, m in MEASURES.items() if "symmetric" in m.proofs])
@given(pair=pairs())
def test_symmetric_measures_are(key, pair):
    np.testing.assert_allclose(MEASURES[key](*pair), MEASURES[key](*pair[::-1]), atol=1e-12)


@pytest.mark.parametrize("key", ["RNOD", "RNOD2", "RNADW2", "DNKT_RNOD"])
def test_the_others_are_not_symmetric(key):
    pair = np.array([0.1, 0.6, 0.3]), np.array([0, 0.2, 0.8])
    assert abs(MEASURES[key](*pair) - MEASURES[key](*pair[::-1])) > 1e-3


@pytest.mark.parametrize(
    "key", [key for key, m in MEASURES.items() if "zero on equality" in m.proofs]
)
@given(counts=votes())
def test_equal_distributions_score_0(key, counts):
    gold = shares(counts)
    np.testing.assert_array_equal(MEASURES[key](gold, gold), 0)


@given(votes())
def test_dnkt_of_equal_distributions_is_0_or_a_half(counts):
    gold = shares(counts)
    flat = np.ptp(counts, axis=1) == 0
    np.testing.assert_array_equal(MEASURES["DNKT"](gold, gold), np.where(flat, 0.5, 0))


@given(pairs(classes=2))
def test_two_classes_make_the_ordinal_measures_equal(pair):
    gap = np.abs(pair[0] - pair[1])[:, 0]
    for key in ("NMD", "RNOD", "RSNOD", "RNADW", "NVD", "RNSS"):
        np.testing.assert_allclose(MEASURES[key](*pair), gap, atol=1e-12)


@ALL
@given(pair=pairs(), data=st.data())
def test_batch_axes_are_independent(measure, pair, data):
    order = data.draw(st.permutations(range(len(pair[0]))))
    scores = measure(*pair)
    shuffled = measure(pair[0][order], pair[1][order])
    np.testing.assert_allclose(shuffled, scores[order], rtol=1e-12, atol=1e-15)
    grid = measure(pair[0][:, None], pair[1][None])
    assert grid.shape == (len(pair[0]), len(pair[1]))
    np.testing.assert_allclose(np.diagonal(grid), scores, rtol=1e-12, atol=1e-15)
    single = [measure(p, q) for p, q in zip(*pair, strict=True)]
    np.testing.assert_allclose(single, scores, rtol=1e-12, atol=1e-15)


@ALL
@given(pair=pairs())
def test_reading_the_scale_from_the_other_end_changes_nothing(measure, pair):
    back = measure(*(side[:, ::-1] for side in pair))
    np.testing.assert_allclose(back, measure(*pair), atol=1e-8)


@pytest.mark.parametrize("key", ["NVD", "RNSS", "JSD", "DNKT", "DNKT_JSD"])
@given(pair=pairs(), data=st.data())
def test_measures_without_order_do_not_see_the_order_of_classes(key, pair, data):
    order = data.draw(st.permutations(range(pair[0].shape[1])))
    shuffled = (side[:, order] for side in pair)
    np.testing.assert_allclose(MEASURES[key](*shuffled), MEASURES[key](*pair), atol=1e-12)


@pytest.mark.parametrize(
    "key", [key for key, m in MEASURES.items() if "ordinal" in {*m.claims, *m.proofs}]
)
def test_ordinal_measures_prefer_the_near_miss(key):
    gold = np.array([0.8, 0.1, 0.1])
    near, far = np.array([0.1, 0.8, 0.1]), np.array([0.1, 0.1, 0.8])
    assert MEASURES[key](near, gold) < MEASURES[key](far, gold) - 1e-3


@ALL
@given(counts=votes(), data=st.data())
def test_only_shares_of_votes_count(measure, counts, data):
    gold = data.draw(votes(counts.shape[1], counts.shape[0]))
    times = data.draw(st.integers(2, 9))
    expected = measure(shares(counts), shares(gold))
    np.testing.assert_allclose(measure(shares(counts * times), shares(gold)), expected, atol=1e-8)


@pytest.mark.parametrize(
    ("estimated", "gold", "words"),
    [
        ([0.5, 0.5], [0.2, 0.3, 0.5], "estimated has 2 classes and gold has 3"),
        ([1.0], [1.0], "estimated needs at least two classes"),
        (0.5, [0.5, 0.5], "estimated needs at least two classes"),
        ([[0.5, 0.5], [0.6, 0.5]], [0.5, 0.5], r"estimated\[1\] sums to 1.1"),
        ([0.5, 0.5], [0.5, np.nan], r"gold\[1\] is nan, which is not a finite"),
        ([0.5, 0.5], [0.5, np.inf], r"gold\[1\] is inf, which is not a finite"),
        ([1.5, -0.5], [0.5, 0.5], r"estimated\[1\] is -0.5, which is negative"),
        ([0.5, 0.49], [0.5, 0.5], "estimated sums to 0.99 instead of 1"),
        (["much", "little"], [0.5, 0.5], "estimated must be an array of numbers"),
        (np.full((2, 2), 0.5), np.full((3, 2), 0.5), "do not broadcast"),
    ],
)
@ALL
def test_what_is_no_pair_of_distributions_is_refused(measure, estimated, gold, words):
    with pytest.raises(ValueError, match=words):
        measure(estimated, gold)


def test_float32_is_accepted():
    gold = np.array([0.1, 0.2, 0.7], dtype=np.float32)
    assert MEASURES["RNOD"](gold, gold) == 0


def test_a_vanishing_probability_is_still_support():
    gold = np.array([1e-15, 1.0])
    assert MEASURES["RNOD"]([0, 1], gold) == pytest.approx(1e-15)
    tiny = np.array([5e-324, 1.0])
    assert MEASURES["JSD"](tiny, [0.0, 1.0]) == pytest.approx(0)
