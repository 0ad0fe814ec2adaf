"""Challenges: what wins, by the registry; what a move is; starts and solutions."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oq_core import MEASURES
from oq_core.knowledge.challenges import (
    CHALLENGES,
    Attempt,
    is_won,
    judged,
    make_challenge,
    margins,
    points,
)
from tests.measures.plain import PLAIN, exact

HISTOGRAM = st.tuples(*[st.integers(0, 20)] * 5).filter(any)
BOARD = st.tuples(HISTOGRAM, HISTOGRAM, HISTOGRAM)
MADE = {key: make_challenge(key, 1) for key in CHALLENGES}


def scores(board, key):
    gold, a, b = (np.array(each) / sum(each) for each in board)
    return [float(MEASURES[key](each, gold)) for each in (a, b)]


def side(board, key):
    gap = np.subtract(*scores(board, key))
    return 0 if abs(gap) < 1e-9 else np.sign(gap)


def reaches(challenge, board):
    """What the challenge asks for, once more from the measures alone."""
    if challenge.key == "above":
        return scores(board, "RNOD")[0] > 1 + 1e-9
    first, *others = [side(board, key) for key in challenge.measures]
    gaps = [abs(np.subtract(*scores(board, key))) for key in challenge.measures]
    differ = first != 0 and all(each == -first for each in others)
    return bool(differ and min(gaps) > challenge.least + 1e-9)


@given(BOARD, st.sampled_from(list(CHALLENGES)), st.integers(0, 9))
def test_what_wins_is_what_the_registry_says(board, key, moves):
    challenge = MADE[key]
    attempt = Attempt(board, moves)
    in_time = challenge.most_moves is None or moves <= challenge.most_moves
    assert is_won(challenge, attempt) == (in_time and reaches(challenge, board))
    for which in range(3):
        empty = tuple((0,) * 5 if i == which else each for i, each in enumerate(board))
        assert not is_won(challenge, Attempt(empty))


@pytest.mark.parametrize("key", CHALLENGES)
@pytest.mark.parametrize("seed", [0, 2, 999_999])
def test_a_start_is_not_won_and_its_solution_is(key, seed):
    challenge = make_challenge(key, seed)
    assert challenge == make_challenge(key, seed)
    assert not reaches(challenge, challenge.start)
    assert reaches(challenge, challenge.solution)
    if challenge.two_systems:
        # A and B may change places.
        gold, a, b = challenge.solution
        assert is_won(challenge, Attempt((gold, b, a)))
    bars = np.array(challenge.start) != np.array(challenge.solution)
    assert challenge.solution_moves == bars.sum()
    assert is_won(challenge, Attempt(challenge.solution, challenge.solution_moves))
    # No move of one bar wins.
    for which in range(3 if challenge.two_systems else 2):
        for place in range(5):
            moved = np.repeat(np.array(challenge.start)[None], 21, axis=0)
            moved[:, which, place] = np.arange(21)
            moved = moved[(moved.sum(axis=2) > 0).all(axis=1)]
            assert margins(key, challenge.measures, *moved.swapaxes(0, 1)).max() <= 1e-9


def test_seeds_make_other_starts_and_fool_other_measures():
    assert len({make_challenge("above", seed).start for seed in range(5)}) == 5
    made = [make_challenge("fool", seed) for seed in range(4)]
    assert len({each.measures[0] for each in made}) == 4


def test_rnod_is_above_one_where_the_paper_definition_says_so():
    challenge = make_challenge("above")
    gold, a, _ = challenge.solution
    assert float(PLAIN["RNOD"](exact(a), exact(gold))) > 1
    # The largest of all golds with twenty votes, as each estimate is tried with them.
    assert {gold, gold[::-1]} == {(1, 1, 0, 18, 0), (0, 18, 0, 1, 1)}


@pytest.mark.parametrize(("key", "seed"), [("nothing", 0), ("above", -1), ("above", 10**6)])
def test_other_challenges_are_refused(key, seed):
    with pytest.raises(ValueError, match="a challenge is one of"):
        make_challenge(key, seed)


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 4), st.integers(0, 20)), max_size=12))
def test_moves_are_turns_of_bars_and_undo_takes_none_back(steps):
    attempt, past = Attempt(((1,) * 5,) * 3), []
    turns, last = 0, None
    for which, place, votes in steps:
        board = [list(each) for each in attempt.votes]
        if board[which][place] != votes:
            turns += (which, place) != last
            last = (which, place)
        past.append(attempt.votes)
        board[which][place] = votes
        attempt = attempt.moved(tuple(map(tuple, board)))
        assert attempt.moves == turns
    for votes in reversed(past):
        attempt = attempt.put(votes)
        assert attempt.moves == turns
        assert attempt.votes == votes
    # After undo the same bar is a move again.
    if last is not None:
        board = [list(each) for each in attempt.votes]
        board[last[0]][last[1]] = 19
        assert attempt.moved(tuple(map(tuple, board))).moves == turns + 1


def test_two_bars_at_once_are_two_moves():
    attempt = Attempt(((1, 1), (1, 1), (1, 1))).moved(((1, 2), (3, 1), (1, 1)))
    assert attempt.moves == 2


@given(st.integers(0, 60), st.booleans(), st.booleans())
def test_points_are_lost_by_moves_hint_and_solution(moves, hint, solution):
    challenge = MADE["above"]
    attempt = Attempt(challenge.solution, moves, has_hint=hint, has_solution=solution)
    found = points(challenge, attempt)
    if solution:
        assert found == 0
    else:
        beyond = max(0, moves - challenge.solution_moves)
        assert found == max(10, 100 - 20 * hint - 5 * beyond)
    won = judged(challenge, attempt)
    assert won.won == found
    # What comes later changes nothing.
    assert judged(challenge, won.moved(challenge.start)).won == found


def test_a_sixth_move_is_too_late():
    challenge = MADE["disagree"]
    assert is_won(challenge, Attempt(challenge.solution, 5))
    assert not is_won(challenge, Attempt(challenge.solution, 6))
