"""Ranks of all runs together, and when there are no intervals of ranks."""

import numpy as np
import pytest
from hypothesis import assume, given
from scipy import stats

from oq_core.analysis import Rule, pair_tests, rank_runs, rank_sets
from oq_core.analysis.flips import one_sided_p_values
from oq_core.analysis.leaderboard import FEW_FOR_RANKS
from oq_core.data.scores import Scores
from tests.strategies import score_matrices


def named(values, larger=False):
    measures, instances, runs = values.shape
    return Scores(
        values,
        tuple(f"M{k}" for k in range(measures)),
        tuple(map(str, range(instances))),
        tuple(f"r{j}" for j in range(runs)),
        (larger,) * measures,
    )


def test_with_few_instances_no_rank_has_an_interval():
    values = np.random.default_rng(0).random((2, FEW_FOR_RANKS, 3))
    assert rank_runs(named(values), samples=50).has_ranks
    few = rank_runs(named(values[:, 1:]), samples=50)
    assert not few.has_ranks
    assert np.isnan([few.rank_low, few.rank_high, few.first]).all()
    assert np.isfinite(few.low).all()
    assert f"there are fewer than {FEW_FOR_RANKS} instances" in few.to_frame()["rule"][0]
    assert few.to_frame()["rank low"].isna().all()


def plain_one_sided(matrix, trials, seed):
    """Romano and Wolf's steps over all directions, with lists of what remains."""
    n, m = matrix.shape
    directions = [(i, j) for i in range(m) for j in range(m) if i != j]
    gaps = {d: matrix[:, d[1]] - matrix[:, d[0]] for d in directions}

    def statistic(values):
        spread = values.std(ddof=1)
        return values.mean() / spread * n**0.5 if spread > 1e-9 else 0.0

    observed = {d: statistic(gaps[d]) for d in directions}
    generator = np.random.default_rng(seed)
    drawn = []
    for _ in range(trials):
        signs = np.where(generator.random(n) < 0.5, -1, 1)
        drawn.append({d: statistic(signs * gaps[d]) for d in directions})
    p, last = np.ones((m, m)), 0.0
    remaining = sorted(directions, key=lambda d: -observed[d])
    while remaining:
        first = remaining[0]
        reached = sum(max(each[d] for d in remaining) >= observed[first] - 1e-9 for each in drawn)
        last = max(last, (reached + 1) / (trials + 1))
        p[first] = last
        remaining = remaining[1:]
    return p


def test_one_sided_p_values_agree_with_a_plain_loop():
    matrix = np.random.default_rng(3).normal([0, 0.3, 0.8, 1.5], size=(14, 4))
    found = one_sided_p_values(matrix[None], 4000, 1)[0]
    np.testing.assert_allclose(found, plain_one_sided(matrix, 2000, 2), atol=0.035)
    assert (found[0, 3] < 0.01, found[3, 0] > 0.9) == (True, True)


@given(score_matrices(measures=1))
def test_sets_are_what_the_directions_say(scores):
    assume(scores.shape[1] > 5)
    made = named(scores)
    sets = rank_sets(made, 0.2, trials=200)
    p = one_sided_p_values(scores, 200, 0)[0]
    for run in range(scores.shape[2]):
        assert sets.low[0, run] == 1 + sum(p[:, run] <= 0.2)
        assert sets.high[0, run] == scores.shape[2] - sum(p[run] <= 0.2)
    flipped = rank_sets(named(-scores, larger=True), 0.2, trials=200)
    np.testing.assert_array_equal(sets.low, flipped.low)
    # A direction is found only where the pair is, by the two-sided test of the same signs.
    two_sided = pair_tests(made, Rule("sign-flip", plus_one=True), 200).p_values[0]
    assert (p >= two_sided - 1e-12)[~np.eye(len(p), dtype=bool)].all()


def test_two_runs_are_fisher_s_test():
    """Both directions are one family, so the better one has the two-sided p-value."""
    gaps = np.random.default_rng(5).normal(0.4, 1, 12)
    p = one_sided_p_values(np.stack([0 * gaps, gaps], axis=1)[None], 20_000, 0)[0]
    exact = stats.permutation_test((gaps,), np.mean, permutation_type="samples", n_resamples=np.inf)
    assert p[0, 1] == pytest.approx(exact.pvalue, abs=0.01)


def test_what_can_have_no_set_is_refused():
    values = np.random.default_rng(0).random((1, 4, 3))
    with pytest.raises(
        ValueError, match="of 4 instances cannot show a p-value of 0.05 or less; at least 6"
    ):
        rank_sets(named(values))
    with pytest.raises(ValueError, match="at least 2 by 2"):
        rank_sets(named(values[:, :1]))
    equal = rank_sets(named(np.ones((1, 20, 3))), trials=100)
    assert (equal.low.tolist(), equal.high.tolist()) == ([[1, 1, 1]], [[3, 3, 3]])


#: Ends of the simultaneous sets that the R package csranks 1.2.2 gives for the scores below:
#: csranks(-colMeans(X), cov(X) / nrow(X), coverage = .95, R = 10000, seed = 1).
OF_CSRANKS = [
    ("11114448", "44477778"), ("11114458", "44467778"), ("11121448", "45577778"),
    ("11111358", "55667778"), ("11222638", "52666778"), ("11111268", "65666778"),
]  # fmt: skip


def test_sets_are_those_of_csranks_but_for_its_normal_reference():
    generator, apart = np.random.default_rng(5), 0
    for low, high in OF_CSRANKS:
        matrix = generator.normal(size=(200, 8)) + np.array([0, 0, 0.1, 0.2, 0.3, 0.5, 0.5, 1.0])
        found = rank_sets(named(matrix[None]), trials=2000)
        apart += np.abs(found.low[0] - np.array(list(low), dtype=int)).sum()
        apart += np.abs(found.high[0] - np.array(list(high), dtype=int)).sum()
    # A direction moves two ends; two of 336 have p-values so near alpha that either may come.
    assert apart <= 4
