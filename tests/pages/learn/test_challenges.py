"""The page of challenges, run without a browser: by the sliders that stand in for the board."""

from functools import partial
from urllib.parse import parse_qsl, urlsplit

import numpy as np
import pytest

from oq_core.knowledge import CHALLENGES, make_challenge
from pages.analysing.address import UnreadableError
from pages.drawing.sharing import link
from pages.host.workspaces import WORKSPACES
from pages.learn.quiz_parts.state import ChallengeState
from tests.pages.conftest import unlinked


def by_sliders(start, **asked):
    page = start("quiz", **{"challenge": "disagree", **asked})
    page.session_state["board_works"] = False
    page.run()
    return page


def told(page):
    return next(each.value for each in page.markdown if "Moves:" in each.value)


def press(page, label):
    next(each for each in page.button if each.label == label).click().run()
    assert not page.exception


def solve(page, challenge):
    bars = np.argwhere(np.array(challenge.start) != np.array(challenge.solution))
    for which, place in bars.tolist():
        key = f"challenge_board_{('gold', 'a', 'b')[which]}_{place}"
        page.slider(key=key).set_value(float(challenge.solution[which][place])).run()
        assert not page.exception


@pytest.mark.parametrize("key", ["disagree", "above"])
def test_a_challenge_is_played_and_won(start, key):
    challenge = make_challenge(key, 3)
    page = by_sliders(start, challenge=key, seed="3")
    assert unlinked(page.header[0].value) == challenge.task
    assert "Moves: 0" in told(page)
    solve(page, challenge)
    assert f"Moves: {challenge.solution_moves}" in told(page)
    assert "Won: 100 of 100 points" in told(page)
    # The address holds the challenge and nothing of how it is won.
    assert dict(page.query_params) == {"challenge": key, "seed": "3"}
    press(page, "Start again")
    assert "Moves: 0" in told(page)
    assert "Not yet" in told(page)


def test_undo_takes_no_move_back_and_the_sixth_is_too_late(start):
    page = by_sliders(start)
    for votes in (1, 2):
        page.slider(key="challenge_board_b_0").set_value(float(votes)).run()
    assert "Moves: 1 of 5" in told(page)
    press(page, "Undo")
    assert page.slider(key="challenge_board_b_0").value == 1
    assert "Moves: 1 of 5" in told(page)
    for place in range(5):
        votes = page.slider(key=f"challenge_board_a_{place}").value
        page.slider(key=f"challenge_board_a_{place}").set_value(abs(votes - 1)).run()
    assert "Moves: 6 of 5" in told(page)
    assert "start again" in told(page)


def test_the_hint_comes_first_and_costs_and_the_solution_wins_nothing(start):
    challenge = make_challenge("strength", 0)
    page = by_sliders(start, challenge="strength")
    solution = next(each for each in page.button if each.label == "Show a solution")
    assert solution.disabled
    press(page, "Hint")
    assert page.info[0].value == challenge.hint
    press(page, "Show a solution")
    assert "Found by a search" in told(page)
    votes = [page.slider(key=f"challenge_board_a_{place}").value for place in range(5)]
    assert votes == list(challenge.solution[1])
    page.slider(key="challenge_board_a_0").set_value(votes[0] + 1).run()
    assert "Won: 0 of 100" in told(page) or "Found by a search" in told(page)


def test_a_reload_goes_on_where_one_was(visit):
    def challenged(token, **asked):
        return by_sliders(partial(visit, token), **asked)

    token, other = WORKSPACES.new_token(), WORKSPACES.new_token()
    asked = {"challenge": "fool", "seed": "2"}
    page = challenged(token, **asked)
    press(page, "Hint")
    page.slider(key="challenge_board_b_0").set_value(9.0).run()
    assert "Moves: 1" in told(page)
    page = challenged(token, **asked)
    assert "Moves: 1" in told(page)
    assert page.slider(key="challenge_board_b_0").value == 9
    assert page.info[0].value == make_challenge("fool", 2).hint
    # Neither another browser nor another challenge has it.
    for page in (challenged(other, **asked), challenged(token, challenge="fool", seed="3")):
        assert "Moves: 0" in told(page)
        assert not page.info


def test_a_seed_makes_another_start(start):
    page = by_sliders(start)
    press(page, "Hint")
    page.number_input(key="challenge_seed").set_value(7).run()
    assert not page.exception
    assert not page.info
    assert page.query_params["seed"] == "7"
    first = make_challenge("disagree", 7).start[0]
    assert [page.slider(key=f"challenge_board_gold_{i}").value for i in range(5)] == list(first)


@pytest.mark.parametrize("key", CHALLENGES)
def test_a_link_with_a_seed_gives_everybody_own_data_and_the_same_twice(key):
    shared = [
        dict(parse_qsl(urlsplit(link("http://host/quiz", asked.to_address())).query))
        for asked in (ChallengeState(key, 3), ChallengeState(key, 3), ChallengeState(key, 4))
    ]
    first, again, other = (
        make_challenge(opened.challenge, opened.seed)
        for opened in map(ChallengeState.from_address, shared)
    )
    assert first == again
    assert first.start != other.start


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ({"challenge": "none"}, "no challenge called none"),
        ({"seed": "x"}, "seed must be"),
        ({"seed": "1000000"}, "seed must be"),
    ],
)
def test_other_addresses_are_refused(address, words):
    with pytest.raises(UnreadableError, match=words):
        ChallengeState.from_address(address)


def test_every_challenge_has_an_address():
    for key in CHALLENGES:
        state = ChallengeState(key, 12)
        assert ChallengeState.from_address(state.to_address()) == state
