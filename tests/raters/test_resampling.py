import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from oq_core import MEASURES, Collection
from oq_core.data import pooled, popularity
from oq_core.raters import Design, rater_design, redraw
from oq_core.raters.design import SETTLED
from oq_core.raters.drawing import as_shares, redrawn, scored
from tests import strategies
from tests.conftest import dear
from tests.raters import simulated

NMD = (MEASURES["NMD"],)


def campaign(votes, runs, ratings=None, raters=()):
    ids = tuple(map(str, range(len(votes))))
    classes = tuple("abcdefghijk"[: votes.shape[1]])
    shares = as_shares(votes)
    return Collection("C", classes, ids, shares, runs, votes, ratings=ratings, raters=raters)


def from_ratings(ratings, classes, runs):
    votes = np.stack([(ratings == code).sum(axis=1) for code in range(classes)], axis=1)
    raters = tuple(f"r{number}" for number in range(ratings.shape[1]))
    return campaign(votes, runs, ratings, raters)


@given(votes=strategies.votes(), seed=st.integers(0, 100))
def test_every_interval_holds_what_was_observed(votes, seed):
    generator = np.random.default_rng(seed)
    runs = {name: generator.dirichlet(np.ones(votes.shape[1]), len(votes)) for name in "xy"}
    found = redraw(campaign(votes, runs), ["NMD", "RNOD"], samples=7, seed=seed)
    assert (found.low <= found.means).all()
    assert (found.means <= found.high).all()
    observed, low, high = found.differences("x", "Pooled")
    assert ((low <= observed) & (observed <= high)).all()
    np.testing.assert_allclose(found.draws.mean(axis=0), found.means, atol=1e-12)
    np.testing.assert_allclose(found.first.sum(axis=1), 1)


def test_baselines_are_made_anew_from_each_draw():
    # One vote each: a redrawn gold of one vote is the same, so that Popularity is always right.
    votes = np.eye(3, dtype=int)[[0, 1, 2, 0, 0, 1]]
    found = redraw(campaign(votes, {"x": as_shares(votes + 1)}), "NMD", samples=40)
    assert (found.draws[:, 0, found.runs.index("Popularity")] == 0).all()
    # Pooled follows the instances that were drawn.
    assert found.draws[:, 0, found.runs.index("Pooled")].std() > 0.01
    assert found.runs[found.systems :] == ("Popularity", "Pooled", "Uniform")


def test_baselines_among_the_runs_are_known_as_such():
    votes = np.array([[3, 1], [0, 4], [2, 2]])
    gold = as_shares(votes)
    runs = {"Popularity": popularity(gold), "Pooled": 1 - pooled(gold), "x": gold}
    found = redraw(campaign(votes, runs), "NMD", samples=5)
    # One that only has the name is a run.
    assert found.runs == ("Pooled", "x", "Popularity", "Uniform")
    assert found.systems == 2


@pytest.mark.parametrize("raters", [dear(2, "with 3"), 3, dear(5, "with 3"), dear(19, "with 3")])
def test_intervals_cover_the_score_against_a_gold_of_so_many_ratings(raters):
    hits, times, size = [], 200, 60
    generator = np.random.default_rng(raters)
    everything = simulated.beta_like(20_000, 5, generator)
    run = 0.7 * everything + 0.06
    golds = [redrawn(everything, np.full(len(everything), raters), generator) for _ in range(5)]
    known = np.mean([scored(NMD, run, gold) for gold in golds])
    for seed in range(times):
        rows = generator.integers(0, len(everything), size)
        votes = generator.multinomial(raters, everything[rows])
        found = redraw(campaign(votes, {"x": run[rows]}), "NMD", samples=40, seed=seed)
        hits.append(found.low[0, 0] <= known <= found.high[0, 0])
    assert 0.9 <= np.mean(hits) <= 0.99


def test_named_raters_are_drawn_for_all_instances_alike():
    # One strange rater: drawn twice, all instances move at once.
    generator = np.random.default_rng(0)
    usual = generator.integers(0, 2, (200, 4))
    ratings = np.concatenate([usual, np.full((200, 1), 4)], axis=1)
    run = np.tile([0.4, 0.4, 0, 0, 0.2], (200, 1))
    named = redraw(from_ratings(ratings, 5, {"x": run}), "NMD", samples=100)
    votes = np.stack([(ratings == code).sum(axis=1) for code in range(5)], axis=1)
    places = redraw(campaign(votes, {"x": run}), "NMD", samples=100)
    assert (named.raters, places.raters) == ("the same raters", "ratings of each instance")
    assert named.draws[:, 0, 0].std() > 3 * places.draws[:, 0, 0].std()


def test_instances_without_a_drawn_rater_keep_their_ratings_and_are_counted():
    ratings = np.full((4, 4), -1)
    np.fill_diagonal(ratings, [0, 1, 1, 0])
    found = redraw(from_ratings(ratings, 2, {"x": np.full((4, 2), 0.5)}), "NMD", samples=300)
    # A rater of four is not drawn with the probability (3/4)^4.
    assert found.kept == pytest.approx(4 * 0.75**4, abs=0.15)


def test_findings_stand_where_the_difference_is_large():
    generator = np.random.default_rng(0)
    truth = simulated.beta_like(80, 5, generator)
    votes = generator.multinomial(10, truth)
    close = truth + generator.normal(0, 0.004, truth.shape)
    close = np.abs(close) / np.abs(close).sum(axis=1, keepdims=True)
    runs = {"good": truth, "close": close, "bad": np.full(truth.shape, 0.2)}
    found = redraw(campaign(votes, runs), "NMD", samples=100)
    everything = np.zeros((1, 3, 3))
    assert found.standing(everything).tolist() == [[2, 3]]
    assert found.standing(np.ones((1, 3, 3))).tolist() == [[0, 0]]


def of_a_panel(raters, instances=30, seed=0):
    """Two runs that are rated by as many raters, some of whom left gaps."""
    generator = np.random.default_rng(seed)
    ratings = generator.integers(0, 4, (instances, raters))
    ratings[generator.random(ratings.shape) < 0.2] = -1
    ratings[:, 0] = np.maximum(ratings[:, 0], 0)
    runs = {name: generator.dirichlet(np.ones(4), instances) for name in "xy"}
    return from_ratings(ratings, 4, runs)


def test_variances_are_those_of_scores_and_of_pseudo_values():
    made = of_a_panel(5)
    found = redraw(made, ["NMD", "RNOD"], samples=2)
    assert found.variances.freedom == (29, 4)
    for k, measure in enumerate(("NMD", "RNOD")):
        function = MEASURES[measure].function
        gaps = function(made.runs["x"], made.gold) - function(made.runs["y"], made.gold)
        pseudo = []
        for left in range(5):
            votes = made.votes.astype(float)
            for i, code in enumerate(made.ratings[:, left]):
                if code >= 0 and made.votes[i].sum() > 1:
                    votes[i, code] -= 1
            gold = as_shares(votes)
            without = function(made.runs["x"], gold) - function(made.runs["y"], gold)
            pseudo.append(5 * gaps.mean() - 4 * without.mean())
        parts = gaps.var(ddof=1) / 30, np.var(pseudo, ddof=1) / 5
        freedom = sum(parts) ** 2 / (parts[0] ** 2 / 29 + parts[1] ** 2 / 4)
        reach = stats.t.ppf(0.975, freedom) * sum(parts) ** 0.5
        observed, low, high = (each[k] for each in found.differences("x", "y"))
        assert observed == pytest.approx(gaps.mean())
        assert (low, high) == pytest.approx((observed - reach, observed + reach))


def test_fewer_than_three_raters_who_are_known_have_no_interval():
    two, three = (redraw(of_a_panel(raters), "NMD", samples=5) for raters in (2, 3))
    assert np.isnan([two.low, two.high]).all()
    assert np.isnan(two.differences("x", "y")[1:]).all()
    assert two.standing(np.zeros((1, 2, 2))) is None
    assert np.isfinite([three.low, three.high]).all()
    assert three.standing(np.zeros((1, 2, 2))).shape == (1, 2)
    # Nor has one instance.
    alone = of_a_panel(3, instances=1)
    assert redraw(alone, "NMD", samples=5).standing(np.zeros((1, 2, 2))) is None


def test_a_rater_who_rated_nothing_is_none():
    made = of_a_panel(4)
    silent = np.concatenate([made.ratings, np.full((30, 1), -1)], axis=1)
    other = from_ratings(silent, 4, dict(made.runs))
    ends = [redraw(each, "NMD", samples=2).high for each in (made, other)]
    np.testing.assert_allclose(*ends)


def test_a_strange_rater_keeps_a_finding_from_standing():
    generator = np.random.default_rng(0)
    truth = simulated.beta_like(120, 5, generator)
    ratings = np.stack([generator.multinomial(1, truth).argmax(axis=1) for _ in range(6)], axis=1)
    runs = {"low": as_shares(truth * [2, 1.5, 1, 0.7, 0.5]),
            "high": truth}  # fmt: skip
    # Half of them are as lenient as the others are strict.
    lenient = np.clip(ratings + np.array([-2, -2, -1, 1, 2, 2]), 0, 4)
    found = [redraw(from_ratings(each, 5, runs), "NMD", samples=60) for each in (ratings, lenient)]
    ends = [each.differences("low", "high") for each in found]
    widths = [(high - low)[0] for _, low, high in ends]
    assert widths[1] > 2 * widths[0]
    stands = [each.standing(np.zeros((1, 2, 2))).tolist() for each in found]
    assert stands == [[[1, 1]], [[0, 1]]]


def test_workers_give_the_same_draws(two_workers):
    votes = np.random.default_rng(0).multinomial(5, [0.2, 0.3, 0.5], 30)
    made = campaign(votes, {"x": as_shares(votes + 1), "y": as_shares(votes + 3)})
    alone, spread = (redraw(made, "NMD", 9, executor=each) for each in (None, two_workers))
    np.testing.assert_array_equal(alone.draws, spread.draws)
    alone, spread = (rater_design(made, "NMD", 3, executor=each) for each in (None, two_workers))
    np.testing.assert_array_equal(alone.means, spread.means)


@pytest.fixture(scope="module")
def large():
    """A campaign of which the true distributions are known, with 16 ratings."""
    generator = np.random.default_rng(5)
    truth = simulated.beta_like(1500, 5, generator)
    runs = {"near": 0.8 * truth + 0.04, "flat": 0.3 * truth + 0.14, "sharp": truth**3}
    runs["sharp"] = as_shares(runs["sharp"])
    return truth, campaign(generator.multinomial(16, truth), runs)


def test_differences_with_fewer_raters_are_those_of_fresh_ratings(large):
    truth, made = large
    found = rater_design(made, "NMD", draws=20)
    for n in (2, 4, 8):
        place = int(np.abs(found.sizes - n).argmin())
        sizes = np.full(len(truth), found.sizes[place])
        fresh = [
            scored(NMD, np.stack([made.runs["near"], made.runs["flat"]]), gold)[0]
            for gold in (redrawn(truth, sizes, np.random.default_rng(seed)) for seed in range(20))
        ]
        d = np.array([each[0] - each[1] for each in fresh])
        pair = found.pair("NMD", "near", "flat")
        assert pair.differences[place] == pytest.approx(d.mean(), abs=0.002)
        assert pair.spreads[place] == pytest.approx(d.var(axis=1).mean(), rel=0.1)


def test_half_of_the_raters_tell_of_all(large):
    _, made = large
    found = rater_design(made, "NMD", draws=20)
    half, whole = (found.pair("NMD", "near", "flat", most=most) for most in (8, None))
    assert half.expected(16) == pytest.approx(whole.differences[-1], rel=0.1)
    assert half.variance(16) == pytest.approx(whole.spreads[-1], rel=0.15)
    assert whole.misfit < 0.2


def test_effects_grow_with_instances_and_the_leader_settles(large):
    _, made = large
    found = rater_design(made, ["NMD", "RNOD"], draws=20)
    pair = found.pair("RNOD", "near", "flat")
    assert pair.effect(6000, 16) == pytest.approx(2 * pair.effect(1500, 16))
    assert pair.seen(1500)[-1] == pytest.approx(
        abs(pair.differences[-1]) / (pair.spreads[-1] / 1500) ** 0.5
    )
    assert found.leader("RNOD") == "near"
    assert found.settled("RNOD") is not None
    assert found.leads[-1].tolist() == [1, 1]
    assert list(pair.to_frame().raters) == found.sizes.tolist()


@given(st.lists(st.sampled_from([0.94, SETTLED, 1.0]), min_size=1, max_size=6))
def test_a_leader_is_settled_from_where_all_parts_of_a_panel_name_it(leads):
    sizes, none = np.arange(2, len(leads) + 3), np.zeros(0)
    made = Design(("NMD",), ("a",), sizes, 30, none, none, np.array([[*leads, 1.0]]).T, none)
    settled = [all(each >= SETTLED for each in leads[place:]) for place in range(len(leads))]
    wanted = dict(zip(settled[::-1], sizes[-2::-1].tolist(), strict=True)).get(True)
    assert made.settled("NMD") == wanted


def test_a_sign_that_changes_is_found_where_it_does(large):
    _, made = large
    pair = rater_design(made, "NMD", draws=20).pair("NMD", "sharp", "near")
    signs = np.sign(pair.differences)
    # With few ratings overconfidence pays; with more it does not.
    assert signs[0] < 0 < signs[-1]
    turn = pair.turns
    place = int(np.flatnonzero(np.diff(signs))[-1])
    assert pair.sizes[place] <= turn <= pair.sizes[place + 1]


def test_what_raters_have_in_common_does_not_shrink_with_instances():
    generator = np.random.default_rng(0)
    truth = simulated.beta_like(400, 5, generator)
    runs = {"x": truth, "low": as_shares(truth * [3, 2, 1, 1, 1])}
    alike = np.stack([generator.multinomial(1, truth).argmax(axis=1) for _ in range(12)], axis=1)
    shifted = np.clip(alike + generator.integers(-2, 3, 12), 0, 4)
    shared = [
        rater_design(from_ratings(each, 5, runs), "NMD", draws=2).shared[0, 0, 1]
        for each in (alike, shifted)
    ]
    assert shared[1] > 10 * max(shared[0], 1e-7)
    few = from_ratings(shifted[:200], 5, {name: run[:200] for name, run in runs.items()})
    assert rater_design(few, "NMD", draws=2).shared[0, 0, 1] == pytest.approx(shared[1], rel=0.3)


def test_raters_who_differ_by_chance_have_nothing_in_common_about_half_of_the_time():
    found = []
    for seed in range(12):
        generator = np.random.default_rng(seed)
        truth = simulated.beta_like(100, 5, generator)
        runs = {"x": truth, "low": as_shares(truth * [3, 2, 1, 1, 1])}
        alike = np.stack([generator.multinomial(1, truth).argmax(axis=1) for _ in range(6)], axis=1)
        found.append(rater_design(from_ratings(alike, 5, runs), "NMD", draws=1).shared[0, 0, 1])
    assert 3 <= np.count_nonzero(np.array(found) == 0) <= 10


def test_data_that_cannot_be_redrawn_say_why():
    gold = np.full((3, 2), 0.5)
    bare = Collection("C", ("x", "y"), tuple("123"), gold, {"a": gold, "b": gold})
    with pytest.raises(ValueError, match="C: the gold has shares, not votes"):
        redraw(bare, "NMD")
    votes = np.full((3, 2), 1)
    with pytest.raises(ValueError, match="half of the instances have 2 ratings or fewer"):
        rater_design(campaign(votes, dict(bare.runs)), "NMD")
    with pytest.raises(ValueError, match="fewer than two"):
        rater_design(campaign(votes, {"a": gold}), "NMD")
    with pytest.raises(ValueError, match="no runs to score"):
        redraw(campaign(votes, {}), "NMD")


def test_real_differences_of_stc3(stc3):
    design = rater_design(stc3["A"], "RNOD", draws=100)
    pair = design.pair("RNOD", "SLSTC-run1-C", "hier-run0")
    # As measured independently: V from .0034 to .0049, the difference from .0036 to .0142.
    assert pair.spreads[[0, -1]] == pytest.approx([0.0034, 0.0049], abs=0.0001)
    assert pair.differences[[0, -1]] == pytest.approx([-0.0036, -0.0142], abs=0.0006)
    drawn = redraw(stc3["A"], "NMD", samples=100)
    leader = drawn.runs.index("SLSTC-run1-C")
    assert drawn.low[0, leader] < drawn.means[0, leader] < drawn.high[0, leader]
