"""What measures reward: by plain loops over every gold and every answer."""

from itertools import product
from math import comb, factorial, prod

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oq_core import MEASURES
from oq_core.disagreement import nmd_rewards, rewards

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
    for truth, answer in zip(truths, nmd_rewards(truths, [votes] * 3), strict=True):
        best = min(
            expected(MEASURES["NMD"], np.array(each) / votes, truth, votes)
            for each in ways(votes, 4)
        )
        assert expected(MEASURES["NMD"], answer, truth, votes) == pytest.approx(best)
        # At each cut the smallest number that half or more of the golds do not exceed.
        for cut in range(1, 4):
            below = sum(truth[:cut])
            chances = [comb(votes, k) * below**k * (1 - below) ** (votes - k)
                       for k in range(votes + 1)]  # fmt: skip
            median = next(k for k in range(votes + 1) if sum(chances[: k + 1]) >= 0.5 - 1e-12)
            # Two medians where exactly half lie below: then the truth, or the nearer of the two.
            if abs(sum(chances[: median + 1]) - 0.5) > 1e-9:
                assert answer[:cut].sum() == pytest.approx(median / votes)


def test_of_equally_good_answers_it_is_the_nearest_to_the_distribution():
    np.testing.assert_allclose(nmd_rewards([0.5, 0.5], 1), [0.5, 0.5])
    np.testing.assert_allclose(rewards([0.5, 0.0, 0.5], 1, "NMD"), [[0.5, 0.0, 0.5]])


@given(
    st.lists(st.integers(0, 9), min_size=3, max_size=3).filter(any),
    st.lists(st.integers(0, 9), min_size=3, max_size=3).filter(any),
    st.integers(1, 4),
)
def test_no_answer_does_better_under_nmd(truth, answer, votes):
    truth, answer = (np.array(each) / sum(each) for each in (truth, answer))
    found = nmd_rewards(truth, votes)
    assert found.min() >= -1e-12
    assert found.sum() == pytest.approx(1)
    own = expected(MEASURES["NMD"], found, truth, votes)
    assert own <= expected(MEASURES["NMD"], answer, truth, votes) + 1e-9


@pytest.mark.parametrize("key", ["NMD", "RNOD", "JSD", "DNKT_NMD"])
def test_the_best_of_all_answers_by_brute_force(key):
    for truth in TRUTHS:
        # The second measure has its own.
        (found,) = rewards(truth, 2, ["RPS", key])[1:]
        own = expected(MEASURES[key], found, truth, 2)
        for parts in ways(12, 3):
            assert own <= expected(MEASURES[key], np.array(parts) / 12, truth, 2) + 1e-9


@pytest.mark.parametrize("votes", [1, 4])
def test_a_proper_score_rewards_the_distribution(votes):
    for truth in TRUTHS:
        np.testing.assert_array_equal(rewards(truth, votes, "RPS"), [truth])


@pytest.mark.parametrize("votes", [1, 5, 7, 20])
def test_the_closed_answer_and_the_search_agree(votes):
    for truth in TRUTHS:
        every = rewards(truth, votes)
        assert every.shape == (len(MEASURES), 3)
        nmd = every[list(MEASURES).index("NMD")]
        np.testing.assert_allclose(nmd, nmd_rewards(truth, votes), atol=1e-9)


def test_by_hand():
    # All in one class; two of three; and (.5, .5) is a gold of two.
    found = nmd_rewards([[0.9, 0.1], [0.4, 0.6], [0.5, 0.5]], [1, 3, 2])
    np.testing.assert_allclose(found, [[1, 0], [1 / 3, 2 / 3], [0.5, 0.5]])


def test_what_rewards_nothing_is_refused():
    with pytest.raises(ValueError, match="1 vote or more"):
        nmd_rewards([0.5, 0.5], 0)
    with pytest.raises(ValueError, match="must be \\(3,\\), not \\(2,\\)"):
        rewards([0.5, 0.5], 3, "NMD")
    with pytest.raises(ValueError, match="one vote"):
        rewards(TRUTHS[0], 0, "NMD")
