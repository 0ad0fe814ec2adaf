"""The posterior by plain numerical integration, what a question tells by brute force."""

from collections import Counter
from itertools import product
from math import exp, log, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oq_core import MEASURES
from oq_core.preferences import (
    CANDIDATES,
    PreferenceModel,
    RoomShares,
    Series,
    agreement,
    agreements,
    consistency,
    davidson,
    make_pool,
    make_prior,
    misfit,
    next_question,
    pool_of,
    prior_of_candidates,
    room_agreement,
    sampled_shares,
    verdict,
)
from oq_core.preferences.room import CONCENTRATIONS

KEYS = list(CANDIDATES)
GOLD = [(4, 2, 0), (1, 4, 1), (0, 0, 6), (2, 2, 2), (3, 0, 3)]
A = [(2, 4, 0), (3, 0, 3), (0, 4, 2), (0, 6, 0), (3, 1, 2)]
B = [(4, 0, 2), (0, 6, 0), (4, 0, 2), (4, 0, 2), (2, 2, 2)]
#: Triples, sides and answers.
TOLD = [(0, 1, 0), (1, -1, 2), (3, 1, 1), (2, -1, 0), (4, 1, 2)]


@pytest.fixture(scope="module")
def small():
    pool = pool_of(*(np.array(each) for each in (GOLD, A, B)))
    return PreferenceModel(pool, make_prior())


@pytest.fixture(scope="module")
def model():
    return PreferenceModel(make_pool(), make_prior())


def after(model, told):
    beliefs = model.start()
    for triple, side, answer in told:
        beliefs = model.told(beliefs, triple, side, answer)
    return beliefs


def chance_of(answer, x, side, beta, nu, delta, lapse):
    """The probability of an answer, from the equation."""
    w = exp((beta * x + delta * side) / 2)
    weights = (w, nu, 1 / w)
    return (1 - lapse) * weights[answer] / sum(weights) + lapse / 3


def middles(low, high, count):
    return [low + (high - low) * (place + 0.5) / count for place in range(count)]


def test_the_posterior_is_that_of_a_plain_integration(small):
    slopes = [exp(each) for each in middles(log(0.3), log(10), 14)]
    ties = [exp(each) for each in middles(log(0.05), log(2), 8)]
    sides = [(each, exp(-((each / 0.5) ** 2) / 2)) for each in middles(-2, 2, 10)]
    lapses = middles(0, 0.3, 4)
    found = []
    for key, prior in zip(KEYS, prior_of_candidates(), strict=True):
        likelihood = total = 0.0
        x = small.pool.differences[KEYS.index(key)]
        for beta, nu, (delta, weight), lapse in product(slopes, ties, sides, lapses):
            own = 1.0
            for triple, side, answer in TOLD:
                pull = 0 if key == "none" else delta
                own *= chance_of(answer, x[triple], side, beta, nu, pull, lapse)
            likelihood += weight * own
            total += weight
        found.append(prior * likelihood / total)
    plain = np.array(found) / sum(found)
    np.testing.assert_allclose(small.posterior(after(small, TOLD)), plain, atol=0.002)


def test_the_evidence_is_the_posterior_without_the_prior(small):
    beliefs = after(small, TOLD)
    weights = np.exp(small.evidence(beliefs)) * prior_of_candidates()
    np.testing.assert_allclose(weights / weights.sum(), small.posterior(beliefs))


def entropy(shares):
    return -sum(share * log(share) for share in shares if share > 0)


@pytest.mark.parametrize("side", [1, -1])
@pytest.mark.parametrize("told", [[], TOLD[:3]])
def test_the_expected_drop_of_entropy_is_that_of_brute_force(small, told, side):
    beliefs = after(small, told)
    now = entropy(small.posterior(beliefs))
    before = np.exp(beliefs).sum()
    for triple, drop in enumerate(small.expected_drop(beliefs, side)):
        expected = 0.0
        for answer in range(3):
            then = small.told(beliefs, triple, side, answer)
            expected += np.exp(then).sum() / before * entropy(small.posterior(then))
        assert drop == pytest.approx(now - expected, abs=1e-9)
        assert drop >= -1e-12


def test_several_people_are_as_each_alone(small):
    beliefs = small.start((2,))
    for number in range(3):
        now = [TOLD[number], TOLD[number + 1]]
        beliefs = small.told(beliefs, *np.array(now).T)
    for person in range(2):
        alone = after(small, TOLD[person : person + 3])
        np.testing.assert_allclose(beliefs[person], alone)
        np.testing.assert_allclose(
            small.expected_drop(beliefs, np.array([1, -1]))[person],
            small.expected_drop(alone, (1, -1)[person]),
        )


@given(st.floats(-800, 800), st.floats(0.05, 2))
def test_davidsons_answers_are_probabilities_with_the_odds_given(log_odds, ties):
    a, equal, b = davidson(np.asarray(log_odds), np.asarray(ties))
    assert a + equal + b == pytest.approx(1)
    assert min(a, equal, b) >= 0
    if abs(log_odds) < 50:
        assert log(a / b) == pytest.approx(log_odds, abs=1e-6)
        assert equal / sqrt(a * b) == pytest.approx(ties)


def test_a_mirrored_question_and_swapped_sides_tell_the_same(small):
    pool = small.pool
    swapped = PreferenceModel(pool_of(pool.gold, pool.b, pool.a), small.prior)
    turned = PreferenceModel(
        pool_of(*(each[:, ::-1] for each in (pool.gold, pool.a, pool.b))), small.prior
    )
    own = small.posterior(after(small, TOLD))
    other = [(triple, -side, 2 - answer) for triple, side, answer in TOLD]
    np.testing.assert_allclose(swapped.posterior(after(swapped, other)), own)
    np.testing.assert_allclose(turned.posterior(after(turned, TOLD)), own)


def test_candidates_prefer_what_they_say():
    gold, a, b = (np.array(each) for each in ([0.2, 0.6, 0.2], [0.0, 1.0, 0.0], [0.5, 0.0, 0.5]))
    for key in MEASURES.keys() & CANDIDATES.keys():
        assert CANDIDATES[key].differences(gold, a, b) == pytest.approx(
            MEASURES[key](b, gold) - MEASURES[key](a, gold)
        )
    # All have the mean 1; A is sharper by 1 - .5 and has all votes where the gold has most.
    expected = {"mean": 0.0, "sharpness": 0.5, "mode": 1.0, "chance": 0.0, "none": 0.0}
    for key, value in expected.items():
        assert CANDIDATES[key].differences(gold, a, b) == pytest.approx(value)
    # The mean of 0.9 is missed by 0.5 and by 0.3; both classes with most votes count.
    gold, a, b = (np.array(each) for each in ([0.4, 0.3, 0.3], [0.6, 0.4, 0.0], [0.4, 0.0, 0.6]))
    assert CANDIDATES["mean"].differences(gold, a, b) == pytest.approx(0.3 - 0.5)
    gold = np.array([0.4, 0.4, 0.2])
    assert CANDIDATES["mode"].differences(gold, a, b) == pytest.approx(1.0 - 0.4)


def test_the_pool_contradicts_every_two_measures_and_spans_what_triples_can_be_about(model):
    pool = model.pool
    assert len(np.unique(np.hstack([pool.gold, pool.a, pool.b]), axis=0)) == len(pool)
    for one in (pool.a, pool.b):
        assert (one != pool.gold).any(axis=1).all()
    assert (pool.kinds.sum(axis=1) >= 20).all()
    looking = [row for row in pool.differences if row.any()]
    assert len(looking) == len(CANDIDATES) - 2
    for one in looking:
        for other in looking:
            if one is not other:
                clear = np.where(one * other < 0, np.minimum(np.abs(one), np.abs(other)), 0)
                # Two triples at least on which nobody who is decided takes one for the other.
                assert np.sort(clear)[-2] > 0.2
    np.testing.assert_allclose((np.array(looking) ** 2).mean(axis=1), 1)
    same = make_pool()
    np.testing.assert_array_equal(same.gold, pool.gold)
    assert make_pool(classes=3, votes=3).gold.sum(axis=1).max() == 3
    for fewer in ({"classes": 2}, {"votes": 2}):
        with pytest.raises(ValueError, match="at least 3 classes and 3 votes"):
            make_pool(**fewer)


def test_kinds_of_triples_by_hand():
    gold = [(1, 2, 1, 0), (0, 4, 0, 0), (2, 0, 2, 0), (1, 1, 1, 1)]
    a = [(1, 1, 2, 0), (2, 2, 0, 0), (0, 2, 2, 0), (2, 0, 1, 1)]
    b = [(2, 1, 1, 0), (0, 2, 2, 0), (0, 0, 2, 2), (1, 1, 0, 2)]
    kinds = pool_of(*(np.array(each) for each in (gold, a, b))).kinds.T.tolist()
    assert kinds == [
        [False, False, False, False],
        [False, False, True, False],
        [False, True, True, True],
        [True, False, False, False],
    ]


def test_a_series_asks_every_triple_once_but_those_that_are_asked_again(model):
    generator = np.random.default_rng(5)
    series = Series.begin(model, generator, (3,))
    assert Counter(series.order) == {"chosen": 13, "random": 5, "again": 2}
    while why := series.why:
        number, beliefs = series.triples.shape[1], series.beliefs
        state = generator.bit_generator.state
        question = series.ask(generator)
        for person in range(3):
            before = series.triples[person].tolist()
            triple = int(question.triple[person])
            if why == "again":
                assert before.count(triple) == 1
                assert number - before.index(triple) > 4
            else:
                assert triple not in before
            if why == "chosen":
                drop = model.expected_drop(beliefs[person], question.side[person])
                drop[before] = -1
                assert triple == drop.argmax()
        # The same state asks the same.
        generator.bit_generator.state = state
        np.testing.assert_array_equal(series.ask(generator).triple, question.triple)
        series = series.answered(question, [0, 1, 2])
        told = model.told(beliefs, question.triple, question.side, [0, 1, 2])
        np.testing.assert_array_equal(series.beliefs, told)
    with pytest.raises(ValueError, match="no more questions"):
        series.ask(generator)
    every = np.tile(np.arange(len(model.pool)), (3, 1))
    with pytest.raises(ValueError, match="no triple"):
        next_question(model, beliefs, every, "random", generator)
    # Agreement is of what was drawn at random alone.
    order = np.array(series.order)
    for person in range(3):
        alone = series.of(person)
        rows = order == "random"
        found = agreement(model.pool, alone.triples[rows], alone.answers[rows])
        np.testing.assert_array_equal(alone.agreement(), found)
        np.testing.assert_array_equal(series.agreement()[person], found)
        assert verdict(alone).consistency == 1


def test_questions_at_random_are_any_of_the_pool(small):
    found = np.zeros(len(small.pool), dtype=np.int64)
    generator, asked = np.random.default_rng(1), np.full((2000, 1), 2)
    question = next_question(small, small.start((2000,)), asked, "random", generator)
    np.add.at(found, question.triple, 1)
    assert found[2] == 0
    np.testing.assert_allclose(found[[0, 1, 3, 4]], 500, atol=80)
    assert abs(question.side.mean()) < 0.1
    assert 0.4 < question.mirrored.mean() < 0.6


def test_agreement_and_consistency_by_plain_loops(small):
    triples, answers = [0, 1, 2, 3], [0, 1, 2, 1]
    found = agreement(small.pool, triples, answers)
    for place in range(len(KEYS)):
        points = []
        for triple, answer in zip(triples, answers, strict=True):
            x = small.pool.differences[place, triple]
            preferred = 0 if x > 0 else 2 if x < 0 else 1
            points.append(1 - abs(preferred - answer) / 2)
        assert found[place] == pytest.approx(sum(points) / len(points))
    people = agreement(small.pool, [triples, triples], [answers, answers])
    np.testing.assert_array_equal(people, [found, found])
    assert consistency([1, 2, 1, 3, 2], [0, 0, 0, 2, 1]) == 0.5
    assert np.isnan(consistency([1, 2], [0, 0]))


def test_the_set_that_is_named_is_the_smallest_that_has_enough(small):
    beliefs = after(small, TOLD)
    posterior, named = small.posterior(beliefs), small.credible(beliefs)
    assert posterior[named].sum() >= 0.9
    assert posterior[named].sum() - posterior[named].min() < 0.9
    assert posterior[named].min() >= posterior[~named].max()


def test_what_the_questions_do_not_tell_apart_is_named_together(model):
    differences = model.pool.differences
    one, other = KEYS.index("RNADW"), KEYS.index("RNSS")
    same = np.flatnonzero(np.abs(differences[one] - differences[other]) < 0.2)[:20]
    assert model.alike(same)[one, other]
    assert model.alike([])[one, KEYS.index("NMD")]
    far = np.argsort(-np.abs(differences[one] - differences[KEYS.index("NMD")]))[:20]
    assert not model.alike(far)[one, KEYS.index("NMD")]
    answers = [(each, 1, 0 if differences[one, each] > 0 else 2) for each in same]
    beliefs = after(model, answers)
    groups = model.groups(beliefs, same)
    assert sum(share for _, share in groups) == pytest.approx(1)
    assert sorted(key for keys, _ in groups for key in keys) == sorted(KEYS)
    (together,) = (keys for keys, _ in groups if "RNADW" in keys)
    assert "RNSS" in together


def people(model, differences, count, seed):
    """The series of decided people who follow differences (n,)."""
    generator = np.random.default_rng(seed)
    series = Series.begin(model, generator, (count,))
    while series.why:
        question = series.ask(generator)
        often = 0.9 * davidson(6 * differences[question.triple], np.asarray(0.3)) + 0.1 / 3
        chosen = generator.random((count, 1)) >= np.cumsum(often, axis=1)[:, :2]
        series = series.answered(question, chosen.sum(axis=1))
    return series


def test_people_are_found_and_strangers_are_not_explained(model):
    rnod = KEYS.index("RNOD")
    series = people(model, model.pool.differences[rnod], 12, seed=3)
    found = [verdict(series.of(person)) for person in range(12)]
    assert np.mean([each.named[0] == each.groups[0][0][0] == "RNOD" for each in found]) >= 0.8
    assert np.mean([len(each.named) for each in found]) < 4
    assert all(each.is_explained and each.misfit >= 0.05 for each in found)
    pool = model.pool
    higher = np.sign((pool.a - pool.b) @ np.arange(5)).astype(float)
    series = people(model, higher, 12, seed=4)
    found = [verdict(series.of(person)) for person in range(12)]
    assert np.mean([not each.is_explained for each in found]) >= 0.75


def test_the_check_says_how_often_a_person_of_the_candidate_would_fit_worse(small):
    """The p-value by plain loops over the same model, with draws of its own."""
    told = [(0, 1, 0), (1, -1, 0), (3, 1, 2), (2, -1, 2), (4, 1, 1)]
    beliefs = after(small, told)
    place = KEYS.index("RNOD")
    triples, sides, answers = (list(each) for each in zip(*told, strict=True))
    generator = np.random.default_rng(8)
    weights = np.exp(beliefs[place])
    prior, pool = small.prior, small.pool
    along = [*pool.differences[:, triples], sides]
    along.append(np.sign((pool.a - pool.b)[triples] @ np.arange(3)))
    worse = []
    for each in generator.choice(weights.size, 1500, p=weights.ravel() / weights.sum()):
        node, lapse = divmod(each, weights.shape[1])
        shares = [
            [
                chance_of(
                    answer,
                    pool.differences[place, triple],
                    side,
                    prior.slopes[node],
                    prior.ties[node],
                    prior.sides[node],
                    prior.lapses[lapse],
                )
                for answer in range(3)
            ]
            for triple, side in zip(triples, sides, strict=True)
        ]

        def most(given, shares=shares):
            sums = []
            for feature in along:
                if not np.any(feature):
                    continue
                left = square = 0.0
                for f, answer, (a, equal, b) in zip(feature, given, shares, strict=True):
                    assert a + equal + b == pytest.approx(1)
                    left += f * (1 - answer - (a - b))
                    square += f**2 * (a + b - (a - b) ** 2)
                sums.append(abs(left) / sqrt(square))
            return max(sums)

        made = [generator.choice(3, p=share) for share in shares]
        worse.append(most(made) >= most(answers) - 1e-9)
    found = misfit(small, beliefs, "RNOD", (triples, sides, answers))
    assert found == pytest.approx(np.mean(worse), abs=0.05)


def test_intervals_and_unanimity_are_those_of_independent_people():
    generator = np.random.default_rng(2)
    people = generator.random((60, 1)) * [[1, -1]] + [[0, 1]]
    # How many judge by each, one person after the other.
    numbers = np.zeros((61, 2))
    numbers[0] = 1
    for each in people:
        numbers[1:] = (1 - each) * numbers[1:] + each * numbers[:-1]
        numbers[0] *= 1 - each
    found = RoomShares(numbers)
    np.testing.assert_allclose(found.shares, people.mean(axis=0), atol=1e-4)
    drawn = (generator.random((50_000, 60, 1)) < people[:, :1]).mean(axis=1)
    drawn = np.hstack([drawn, 1 - drawn])
    np.testing.assert_allclose(found.intervals(0.8), np.quantile(drawn, [0.1, 0.9], 0).T)
    assert found.people == 60
    np.testing.assert_allclose(found.unanimous, people.prod(axis=0), atol=1e-6)


def test_a_share_that_is_reached_with_exactly_the_probability_is_in_the_interval():
    numbers = np.array([[0.25, 0.5, 0.25], [0.25, 0.5, 0.25]]).T
    assert RoomShares(numbers).intervals(0.5).tolist() == [[0, 0.5], [0, 0.5]]


def test_sampled_shares_by_every_way_that_people_can_judge():
    """Three people, three candidates that are possible, each sum of α by the urn it stands for."""
    prior = prior_of_candidates()
    possible = [KEYS.index(key) for key in ("NMD", "RNSS", "none")]
    likely = np.full((3, len(KEYS)), 1e-12)
    likely[:, possible] = [[0.7, 0.2, 0.1], [0.5, 0.3, 0.4], [0.1, 0.6, 0.3]]
    exact = np.zeros((4, len(KEYS)))
    for total in CONCENTRATIONS:
        for each in product(possible, repeat=3):
            weight = 1.0
            for person, judges in enumerate(each):
                already = each[:person].count(judges)
                urn = (total * prior[judges] + already) / (total + person)
                weight *= likely[person, judges] * urn
            for place in range(len(KEYS)):
                exact[each.count(place), place] += weight
    found = sampled_shares(np.log(likely))
    np.testing.assert_allclose(found.numbers, exact / exact.sum(axis=0), atol=0.03)
    np.testing.assert_allclose(found.unanimous, (exact / exact.sum(axis=0))[3], atol=0.03)
    np.testing.assert_array_equal(found.numbers, sampled_shares(np.log(likely)).numbers)


def test_a_room_of_one_mind_is_found_by_sampling(model):
    series = people(model, model.pool.differences[KEYS.index("NMD")], 30, seed=6)
    evidence = model.evidence(series.beliefs)
    found, nmd = sampled_shares(evidence), KEYS.index("NMD")
    assert found.unanimous[nmd] > 0.9
    assert found.intervals()[nmd].tolist() == [1, 1]


def test_a_room_of_people_who_differ_has_their_shares(model):
    evidence = []
    for key, count, seed in (("NMD", 15, 1), ("JSD", 5, 2)):
        series = people(model, model.pool.differences[KEYS.index(key)], count, seed)
        evidence.append(model.evidence(series.beliefs))
    found = sampled_shares(np.concatenate(evidence))
    first = KEYS[found.shares.argmax()]
    assert first == "NMD"
    assert found.shares[KEYS.index("NMD")] == pytest.approx(0.75, abs=0.1)
    assert found.shares[KEYS.index("none")] < 0.05
    low, high = found.intervals()[KEYS.index("NMD")]
    # They are of whole people, as the 15 of 20 are.
    assert low <= 0.75 <= high
    assert found.shares.sum() == pytest.approx(1)


def test_intervals_of_a_rooms_agreement_by_plain_resampling(small):
    generator = np.random.default_rng(4)
    people, triples = np.repeat(np.arange(8), 5), np.tile(np.arange(5), 8)
    answers = generator.integers(0, 3, 40)
    kept = generator.permutation(40)[:30]
    people, triples, answers = people[kept], triples[kept], answers[kept]
    found = room_agreement(small.pool, people + 100, triples, answers)
    points = agreements(small.pool, triples, answers)
    np.testing.assert_allclose(found.shares, points.mean(axis=1))
    np.testing.assert_array_equal(found.shares, agreement(small.pool, triples, answers))
    drawn = []
    for _ in range(1000):
        persons = Counter(generator.integers(0, 8, 8).tolist())
        questions = Counter(generator.integers(0, 5, 5).tolist())
        total, weight = np.zeros(len(KEYS)), 0
        for person, triple, point in zip(people, triples, points.T, strict=True):
            often = persons[int(person)] * questions[int(triple)]
            total, weight = total + often * point, weight + often
        if weight:
            drawn.append(total / weight)
    ends = np.quantile(drawn, [0.025, 0.975], axis=0).T
    np.testing.assert_allclose(found.intervals, ends, atol=0.05)
    with pytest.raises(ValueError, match="no answer"):
        room_agreement(small.pool, [], [], [])
