from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import optimize, stats

from oq_core import MEASURES
from oq_core.measures.quantification import measures_of
from oq_core.raters import (
    fit_prior,
    half_of_raters,
    half_scaled,
    one_rater,
    rater_distances,
    true_scores,
)
from oq_core.raters import truth as truth_module
from oq_core.raters.bounds import PARTS, bound
from oq_core.raters.drawing import chosen_of, redrawn, scored
from oq_core.raters.people import error_power
from oq_core.raters.prior import Prior, Tallies, mixtures_by, prior_of
from oq_core.raters.prior import _started as started
from oq_core.raters.truth import COVERED, expected
from oq_core.reading import read_gold
from tests import strategies
from tests.conftest import dear
from tests.measures import plain as measures
from tests.raters import plain, simulated

PLAIN = {"NMD": measures.nmd, "RNOD": measures.rnod, "NVD": measures.nvd}


@pytest.mark.parametrize("key", PLAIN)
@given(votes=strategies.votes(classes=3, instances=4))
def test_one_rater_is_each_rating_against_the_others(key, votes):
    expected = [
        plain.one_rater([c for c, k in enumerate(row) for _ in range(k)], 3, PLAIN[key])
        for row in votes.tolist()
    ]
    np.testing.assert_allclose(one_rater(votes, key)[0], expected, atol=1e-12)


def test_halves_are_all_splits_alike():
    votes = np.array([[2, 1, 2], [1, 0, 3], [4, 1, 0]])
    found = half_of_raters(votes, "NMD", repeats=20_000)[0]
    for row, mean in zip(votes, found, strict=True):
        ratings = [c for c, k in enumerate(row) for _ in range(k)]
        assert mean == pytest.approx(plain.half(ratings, 3, PLAIN["NMD"]), abs=0.005)


def test_halves_of_an_odd_number_put_the_smaller_part_against_the_larger():
    # Of three ratings one is the estimate: RNOD looks at the support of the gold alone.
    ratings = [0, 0, 2]
    expected = plain.half(ratings, 3, PLAIN["RNOD"])
    assert half_of_raters([[2, 0, 1]], "RNOD", 20_000)[0, 0] == pytest.approx(expected, abs=0.005)


@given(votes=strategies.votes())
def test_ratings_are_drawn_from_those_that_are_there(votes):
    sizes = (votes.sum(axis=1) + 1) // 2
    found = chosen_of(votes, sizes, np.random.default_rng(0))
    assert (found <= votes).all()
    assert (found >= 0).all()
    np.testing.assert_array_equal(found.sum(axis=1), sizes)


def test_draws_without_replacement_have_the_hypergeometric_spread():
    votes = np.tile([6, 3, 10], (20_000, 1))
    found = chosen_of(votes, 12, np.random.default_rng(0))
    law = stats.multivariate_hypergeom([6, 3, 10], 12)
    np.testing.assert_allclose(found.mean(axis=0), law.mean(), atol=0.03)
    np.testing.assert_allclose(np.cov(found.T), law.cov(), atol=0.04)


def test_what_the_truth_scores_where_it_is_known_exactly():
    one = np.tile([0.9, 0.1], (200_000, 1))
    drawn = redrawn(one, np.ones(len(one), dtype=int), np.random.default_rng(0))
    mode = np.tile([1.0, 0.0], (len(one), 1))
    nmd = (MEASURES["NMD"],)
    # The example for a lecture: the truth scores .18, its mode alone .10.
    assert scored(nmd, one, drawn).mean() == pytest.approx(0.18, abs=0.003)
    assert scored(nmd, mode, drawn).mean() == pytest.approx(0.10, abs=0.003)
    assert plain.truth_of_two_classes(0.1, 1, PLAIN["NMD"]) == pytest.approx(0.18)
    assert plain.truth_of_two_classes(0.5, 2, PLAIN["NMD"]) == pytest.approx(0.25)


def test_instances_that_are_all_alike_score_what_one_does():
    votes = np.random.default_rng(0).multinomial(10, [0.5, 0.5], 1500)
    found = true_scores(votes, ["NMD", "RNOD"], draws=0)
    known = plain.truth_of_two_classes(0.5, 10, PLAIN["NMD"])
    np.testing.assert_allclose(found.shrunk, known, rtol=0.04)
    np.testing.assert_allclose(found.half_scaled, known, rtol=0.02)
    # An instance's own votes are sharper than the truth.
    assert (found.plug_in < 0.95 * known).all()


def test_where_a_mixture_starts_is_the_same_on_every_machine():
    """Instances of equal mean class keep their order, however a machine rounds."""
    votes = np.random.default_rng(52).multinomial(19, [0.1, 0.2, 0.3, 0.3, 0.1], 300)
    tallies = Tallies.made(votes)
    times = np.bincount(tallies.of)
    rows = [[int(each) for each in row] for row in tallies.rows]
    means = [Fraction(sum(c * k for c, k in enumerate(row)), sum(row)) for row in rows]
    assert len(set(means)) < len(means)
    parts, before = [[0.0] * 5 for _ in range(4)], Fraction(0)
    for u in sorted(range(len(rows)), key=lambda u: means[u]):
        part = parts[min(int(4 * (before + Fraction(int(times[u]), 2)) / 300), 3)]
        for c, count in enumerate(rows[u]):
            part[c] += times[u] * count / 19
        before += int(times[u])
    whole = np.sum(parts, axis=0) / 300
    expected_means = [(np.array(part) + whole / 2) / (np.sum(part) + 0.5) for part in parts]
    _, alphas = started(tallies, times[None].astype(np.float64), 4)
    spread, least = 6.0, 0.02
    np.testing.assert_allclose(alphas[0], spread * np.array(expected_means) + least, rtol=1e-12)


def test_a_mixtures_likelihood_is_scipys_and_em_is_at_its_maximum():
    generator = np.random.default_rng(0)
    votes = generator.multinomial(6, generator.dirichlet([2, 1, 3], 300))
    tallies = Tallies.made(votes)
    times = np.bincount(tallies.of).astype(float)[None]

    def both(shares, alphas):
        ours = tallies.fit(times, np.array([shares]), np.array([alphas]))[0]
        parts = [np.log(share) + stats.dirichlet_multinomial.logpmf(votes, alpha, 6)
                 for share, alpha in zip(shares, alphas, strict=True)]  # fmt: skip
        return ours, np.logaddexp.reduce(parts).sum()

    pairs = [both([0.3, 0.7], [[1, 2, 3], [4, 0.5, 2]]), both([1], [[2, 1, 3]])]
    # Ours leaves out in how many orders ratings can come.
    assert pairs[0][0] - pairs[1][0] == pytest.approx(pairs[0][1] - pairs[1][1])
    (mixture,) = mixtures_by(votes, np.zeros(300, int))
    start = np.log(mixture.alphas[0][0, 0])
    best = optimize.minimize(lambda x: -both([1], [np.exp(x)])[0], start, method="Nelder-Mead")
    assert -best.fun - both([1], mixture.alphas[0][0])[0] < 0.05
    np.testing.assert_allclose(mixture.alphas[0][0, 0], [2, 1, 3], rtol=0.25)
    assert mixture.weights[0, 0] > 0.5


def test_a_mixture_is_found_where_there_is_one_and_weighs_by_aic():
    generator = np.random.default_rng(0)
    which = generator.random(600) < 0.4
    truth = np.where(which[:, None], generator.dirichlet([20, 4, 1], 600),
                     generator.dirichlet([1, 3, 30], 600))  # fmt: skip
    votes = generator.multinomial(12, truth)
    (mixture,) = mixtures_by(votes, np.zeros(600, int))
    sizes = [each.shape[1] for each in mixture.shares]
    # One Dirichlet is so far worse that it has no part.
    assert 1 not in sizes
    first = sizes.index(2)
    assert mixture.shares[first][0] == pytest.approx([0.6, 0.4], abs=0.05) or mixture.shares[first][
        0
    ] == pytest.approx([0.4, 0.6], abs=0.05)
    times = np.bincount(mixture.tallies.of).astype(float)[None]
    fits = [mixture.tallies.fit(times, *each)[0]
            for each in zip(mixture.shares, mixture.alphas, strict=True)]  # fmt: skip
    free = np.array([4 * size - 1 for size in sizes])
    aic = -2 * np.array(fits) + 2 * free + 2 * free * (free + 1) / (600 - free - 1)
    expected = np.exp(-(aic - aic.min()) / 2)
    np.testing.assert_allclose(mixture.weights[0], expected / expected.sum())


def test_the_posterior_is_that_of_bayes():
    votes = np.array([[3, 0, 1], [0, 2, 2], [1, 1, 1], [4, 0, 0]] * 10)
    prior = fit_prior(votes)
    row, group = votes[0], prior.groups[0]
    weights, means = [], []
    for share, alpha in zip(prior.shares[group], prior.alphas[group], strict=True):
        weights.append(share * stats.dirichlet_multinomial.pmf(row, alpha, row.sum()))
        means.append((alpha + row) / (alpha + row).sum())
    weights = np.array(weights) / sum(weights)
    np.testing.assert_allclose(prior.chances(votes)[0], weights)
    np.testing.assert_allclose(prior.mean(votes)[0], weights @ np.array(means))


def test_draws_that_are_weighed_again_are_draws_from_the_other_prior():
    generator = np.random.default_rng(0)
    votes = generator.multinomial(5, generator.dirichlet([1, 2, 1], 150))
    groups = np.zeros(150, int)
    (mixture,) = mixtures_by(votes, groups)
    nmd = (MEASURES["NMD"],)
    drawn = truth_module._drawn(nmd, votes, prior_of([mixture], groups, 3), generator)
    once = np.ones((1, 150))
    same = truth_module._reweighed(drawn, mixture, *mixture.together(), once)
    assert same[0, 0] == pytest.approx(drawn.scores.mean())
    other = np.array([[[3.0, 3, 3]]])
    prior = Prior(np.ones((1, 1)), other, groups)
    anew = truth_module._drawn(nmd, votes, prior, generator).scores.mean()
    found = truth_module._reweighed(drawn, mixture, np.ones((1, 1)), other, once)[0, 0]
    assert abs(anew / drawn.scores.mean() - 1) > 0.02
    assert found == pytest.approx(anew, rel=0.015)


def test_errors_are_those_of_other_campaigns():
    keys = measures_of(["NMD", "RNOD"])
    found = []
    for seed in range(12):
        truth = simulated.two_peaked(300, 5, np.random.default_rng(seed))
        votes = simulated.ratings_of(truth, np.full(300, 5), seed)
        groups = np.zeros(300, int)
        mixtures = mixtures_by(votes, groups)
        prior = prior_of(mixtures, groups, 5)
        found.append(expected(keys, votes, mixtures, prior, 20, np.random.default_rng(seed)))
    means, errors = np.array(found).swapaxes(0, 1)
    # Their spread is known to a fifth; errors are larger by that of mixtures of other sizes.
    assert (errors.mean(axis=0) > 0.7 * means.std(axis=0, ddof=1)).all()
    assert (errors.mean(axis=0) < 5 * means.std(axis=0, ddof=1)).all()


@pytest.mark.parametrize("shape", ["hump", "two", "spike"])
@pytest.mark.parametrize("ratings", [dear(3, "with 10 ratings"), 10])
def test_estimates_miss_a_known_truth_by_little(shape, ratings):
    shrunk, plug_in, scaled = simulated.misses(shape, ratings, classes=5, instances=800)
    # Of mixtures with few ratings, one that is sharp in part looks flatter than it is.
    most = 0.25 if shape == "spike" else 0.1
    assert (np.abs(shrunk) < most).all()
    assert (plug_in < -0.05).all()
    assert (scaled < 0.02).all()


def test_instances_with_more_raters_may_be_harder():
    generator = np.random.default_rng(0)
    hard, easy = simulated.beta_like(300, 5, generator), np.eye(5)[generator.integers(0, 5, 900)]
    truth = np.concatenate([hard, 0.97 * easy + 0.006])
    sizes = np.repeat([20, 2], [300, 900])
    votes = simulated.ratings_of(truth, sizes)
    known = simulated.known_score(truth, sizes)
    found = true_scores(votes, simulated.MEASURES, draws=0)
    assert len(found.prior.shares) == 2
    assert (np.abs(found.shrunk / known - 1) < 0.25).all()


@given(votes=strategies.votes(), seed=st.integers(0, 20))
def test_any_votes_give_a_figure_or_the_reason(votes, seed):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(truth_module, "_DRAWS_SCORED", 200)
        patch.setattr(truth_module, "_DRAWS_RESAMPLED", 200)
        found = true_scores(votes, ["NMD", "DNKT"], draws=5, seed=seed)
    if (votes.sum(axis=1) > 1).any():
        assert np.isfinite(found.shrunk).all()
        assert [end == "none" for end in found.ends] == np.isnan(found.low).tolist()
        assert found.low[0] <= found.high[0]
    else:
        assert np.isnan(found.shrunk).all()
        assert found.notes


def test_one_rating_each_gives_no_figure_and_says_why():
    found = true_scores([[1, 0], [0, 1]], "NMD", draws=3)
    assert np.isnan([found.shrunk, found.low, found.plug_in, found.half_scaled]).all()
    assert "every instance has one rating" in found.notes[0]


def test_one_rating_tells_nothing_where_numbers_of_ratings_go_with_their_spread(monkeypatch):
    monkeypatch.setattr(truth_module, "_DRAWS_SCORED", 200)
    votes = [[4, 0, 0]] * 40 + [[8, 0, 8]] * 40
    known, found = (true_scores(votes + [[1, 0, 0]] * n, "NMD", draws=0) for n in (0, 3))
    assert known.notes == ()
    assert found.notes == (
        "3 instances with one rating are left out: instances with more ratings are of another kind",
    )
    assert found.shrunk == known.shrunk


def test_a_measure_of_preferences_has_no_scaled_half():
    votes = np.array([[3, 1, 2], [1, 4, 1]])
    found = dict(zip(MEASURES, half_scaled(votes), strict=True))
    assert np.isnan(found["DNKT"]).all()
    assert np.isfinite(found["RSNOD"]).all()
    powers = {key: error_power(each) for key, each in MEASURES.items() if each.family != "priority"}
    assert {key: power for key, power in powers.items() if power != 1} == {"RPS": 2.0, "JSD": 2.0}


def test_a_raters_distance_is_from_the_others_of_his_instances():
    ratings = np.array([[0, 2, -1], [1, 1, 2], [-1, 0, -1]])
    found, shared = rater_distances(ratings, 3, "NMD")
    assert shared.tolist() == [2, 2, 1]
    both = (1 + plain.measure_of(1, [1, 2], measures.nmd)) / 2
    np.testing.assert_allclose(found[0], [both, both, 0.5])


@pytest.mark.parametrize("raters", [3, 5, 19])
def test_ends_are_of_the_model_where_it_covers_and_else_of_none(raters):
    votes = np.random.default_rng(0).multinomial(raters, [0.2, 0.3, 0.1, 0.4], 300)
    keys = ["NMD", "RNOD", "RNSS", "DNKT"]
    found = true_scores(votes, keys, draws=5)
    for key, end, low, shrunk, high in zip(
        keys, found.ends, found.low, found.shrunk, found.high, strict=True
    ):
        usual = "bound" if key in PARTS else "none"
        assert end == ("interval" if raters in COVERED.get(key, ()) else usual)
        if end == "bound":
            assert (low, high) == bound(votes, key, 0.95)
        elif end == "interval":
            assert shrunk - low == pytest.approx(high - shrunk)
    assert true_scores(votes, keys, draws=0).ends == ("none",) * 4


def test_kinds_of_data_end_where_they_were_simulated(monkeypatch):
    monkeypatch.setattr(truth_module, "COVERED", {"X": (5, 19)})

    def covers(*sizes, instances=300):
        return truth_module._covers("X", np.resize(sizes, instances))

    assert [covers(5), covers(6), covers(19), covers(28), covers(29)] == [True] * 4 + [False]
    assert [covers(4), covers(3), covers(1), covers(5, 19), covers(4, 6)] == [
        False, False, False, True, False,
    ]  # fmt: skip
    assert [covers(5, instances=n) for n in (259, 260, 585, 586)] == [False, True, True, False]
    # A few instances with other numbers do not make another kind.
    assert covers(*[19] * 48, 2, 2)
    assert not truth_module._covers("Y", np.full(300, 5))


def test_one_draw_has_no_spread():
    with pytest.raises(ValueError, match="at least 2, or 0 for no ends, not 1"):
        true_scores([[1, 2], [2, 1]], "NMD", draws=1)


def test_real_ratings_of_stc3(stc3):
    found = true_scores(stc3["A"].votes, ["NMD", "RNOD", "JSD", "RNSS"], draws=20)
    # .051 of the best run's .094 and so on, as measured independently of this project.
    np.testing.assert_allclose(found.plug_in, [0.0516, 0.0892, 0.0352, 0.1154], atol=0.0008)
    assert half_of_raters(stc3["A"].votes, "NMD").mean() == pytest.approx(0.112, abs=0.003)


@pytest.mark.parametrize(("name", "printed"), [("CSC_dev", 0.42), ("Paraphrase_dev", 0.47)])
def test_real_votes_of_lewidi(real_data, name, printed):
    (gold,) = read_gold(real_data / "lewidi" / f"{name}.json").values()
    # The Manhattan distance of resampled votes alone, as measured independently.
    found = true_scores(gold.votes, "NVD", draws=0)
    assert round(2 * float(found.plug_in[0]), 2) == printed
