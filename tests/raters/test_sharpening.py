"""What measures reward: by plain loops over every gold and every answer."""

from itertools import product
from math import comb, factorial, prod

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oq_core import MEASURES, Collection
from oq_core.raters import LOG_SCORE, nmd_rewards, rewards, rewards_of

TRUTHS = [[0.62, 0.25, 0.13], [0.1, 0.55, 0.35], [0.45, 0.06, 0.49]]


def ways(votes, classes):
    """Every way to share out votes."""
    return [each for each in product(range(votes + 1), repeat=classes) if sum(each) == votes]


def expected(measure, answer, truth, votes):
    """The mean score of an answer over all golds, from the multinomial distribution."""
    total = 0.0
    for gold in ways(votes, len(truth)):
        chance = factorial(votes) / prod(map(factorial, gold))
        chance *= prod(p**k for p, k in zip(truth, gold, strict=True))
        total += chance * float(measure(np.asarray(answer), np.array(gold) / votes))
    return total


@pytest.mark.parametrize("votes", [1, 2, 3, 7])
def test_the_best_answer_under_nmd_is_the_best_of_all(votes):
    """Medians are among golds: no grid misses them."""
    truths = [[0.4, 0.3, 0.2, 0.1], [0.05, 0.5, 0.05, 0.4], [0.5, 0.25, 0.25, 0.0]]
    found = nmd_rewards(truths, [votes] * 3)
    for row, truth in enumerate(truths):
        best = min(
            expected(MEASURES["NMD"], np.array(each) / votes, truth, votes)
            for each in ways(votes, 4)
        )
        assert found.scores[0, row] == pytest.approx(best)
        own = expected(MEASURES["NMD"], found.best[0, row], truth, votes)
        assert own == pytest.approx(best)
        of_truth = expected(MEASURES["NMD"], truth, truth, votes)
        assert found.of_truth[0, row] == pytest.approx(of_truth)
        # At each cut the smallest number that half or more of the golds do not exceed.
        for cut in range(1, 4):
            below = sum(truth[:cut])
            chances = [comb(votes, k) * below**k * (1 - below) ** (votes - k)
                       for k in range(votes + 1)]  # fmt: skip
            median = next(k for k in range(votes + 1) if sum(chances[: k + 1]) >= 0.5 - 1e-12)
            # Two medians where exactly half lie below: then the truth, or the nearer of the two.
            if abs(sum(chances[: median + 1]) - 0.5) > 1e-9:
                assert found.best[0, row, :cut].sum() == pytest.approx(median / votes)


def test_of_equally_good_answers_it_is_the_nearest_to_the_truth():
    found = nmd_rewards([[0.5, 0.5]], [1])
    np.testing.assert_allclose(found.best, [[[0.5, 0.5]]])
    assert found.moved.tolist() == [[0]]
    assert found.sharper.tolist() == [[0]]
    same = rewards(1, "NMD", [[0.5, 0.0, 0.5]])
    np.testing.assert_allclose(same.best, [[[0.5, 0.0, 0.5]]])


@given(
    st.lists(st.integers(0, 9), min_size=3, max_size=3).filter(any),
    st.lists(st.integers(0, 9), min_size=3, max_size=3).filter(any),
    st.integers(1, 4),
)
def test_no_answer_does_better_under_nmd(truth, answer, votes):
    truth, answer = (np.array(each) / sum(each) for each in (truth, answer))
    found = nmd_rewards([truth], [votes])
    assert found.best.min() >= -1e-12
    assert found.best.sum() == pytest.approx(1)
    assert found.scores[0, 0] <= expected(MEASURES["NMD"], answer, truth, votes) + 1e-9


@pytest.mark.parametrize("key", ["NMD", "RNOD", "JSD", "DNKT_NMD", "log score"])
def test_the_best_of_all_answers_by_brute_force(key):
    measure = LOG_SCORE if key == "log score" else MEASURES[key]
    found = rewards(2, measure, TRUTHS)
    for row, truth in enumerate(TRUTHS):
        own = expected(measure.function, found.best[0, row], truth, 2)
        assert found.scores[0, row] == pytest.approx(own)
        of_truth = expected(measure.function, truth, truth, 2)
        assert found.of_truth[0, row] == pytest.approx(of_truth)
        for parts in ways(12, 3):
            tried = np.array(parts) / 12
            assert own <= expected(measure.function, tried, truth, 2) + 1e-9


@pytest.mark.parametrize("votes", [1, 4])
def test_proper_scores_reward_the_truth(votes):
    found = rewards(votes, [MEASURES["RPS"], LOG_SCORE])
    np.testing.assert_array_equal(found.best, np.stack([found.truths] * 2))
    assert not found.moved.any()
    assert not found.sharper.any()
    np.testing.assert_allclose(found.gain, 0, atol=1e-12)


def test_the_closed_answer_and_the_search_agree():
    every = rewards(5)
    assert every.measures == (*MEASURES, "log score")
    nmd = every.measures.index("NMD")
    closed = nmd_rewards(every.truths, every.votes)
    np.testing.assert_allclose(closed.best[0], every.best[nmd], atol=1e-9)
    np.testing.assert_allclose(closed.scores[0], every.scores[nmd])


def test_how_far_and_in_which_direction_by_hand():
    found = nmd_rewards([[0.9, 0.1], [0.4, 0.6], [0.5, 0.5]], [1, 3, 2])
    # All in one class; two of three; and (.5, .5) is a gold of two.
    np.testing.assert_allclose(found.best[0], [[1, 0], [1 / 3, 2 / 3], [0.5, 0.5]])
    np.testing.assert_allclose(found.moved[0], [0.1, 1 / 15, 0], atol=1e-12)
    assert found.sharper[0].tolist() == [1, 1, 0]
    assert found.scores[0, 0] == pytest.approx(0.1)
    assert found.of_truth[0, 0] == pytest.approx(2 * 0.9 * 0.1)
    row = found.to_frame().loc["NMD"]
    assert row["sharper"] == pytest.approx(2 / 3)
    assert row["flatter"] == 0
    assert row["most moved"] == pytest.approx(0.1)
    assert row["gain"] == pytest.approx(1 - found.scores.sum() / found.of_truth.sum())


def test_what_rewards_nothing_is_refused():
    with pytest.raises(ValueError, match="1 rating or more"):
        nmd_rewards([[0.5, 0.5]], [0])
    with pytest.raises(ValueError, match="not \\(2,\\)"):
        rewards(3, "NMD", [0.5, 0.5])
    with pytest.raises(ValueError, match="one vote"):
        rewards(0, "NMD")
    votes = np.array([[1, 0], [0, 1]])
    single = Collection("C", ("x", "y"), ("1", "2"), votes / 1, votes=votes)
    with pytest.raises(ValueError, match="every instance has one rating"):
        rewards_of(single)
