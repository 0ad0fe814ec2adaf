"""Make them disagree: move votes until the measures say what is asked for."""

from dataclasses import replace
from typing import Any

import streamlit as st

from oq_core.knowledge import CHALLENGES, Attempt, Challenge, make_challenge
from oq_core.knowledge.challenges import LARGEST_SEED, judged
from pages.analysing import address, words
from pages.drawing import projector
from pages.drawing.board import drawing_board
from pages.drawing.compare_state import CompareState
from pages.drawing.history import History
from pages.drawing.look import sheet
from pages.host.own import own_data, remember
from pages.learn.quiz_parts.state import NAME, ChallengeState

#: Where the session keeps the votes on the board, and the attempt.
BOARD, ATTEMPT = "challenge_board", "challenge_attempt"
#: Where the browser's workspace keeps the last attempt: it outlives a reload.
KEPT = "challenge_kept"

# Room for four measures below the board, also where its note takes two lines.
_TIGHT = sheet(__file__)

#: The same for everybody with the same address.
made_challenge = st.cache_data(max_entries=100, show_spinner="Making the challenge…")(
    make_challenge
)


def of_board(state: CompareState) -> tuple[tuple[float, ...], ...]:
    """The votes of gold, A and B."""
    return state.gold, state.a, state.b


def note(challenge: Challenge, attempt: Attempt) -> None:
    """Make this the attempt, here and after a reload."""
    st.session_state[ATTEMPT] = challenge, attempt
    remember(KEPT, (challenge, attempt), (challenge, Attempt(challenge.start)))


def begin(challenge: Challenge, attempt: Attempt) -> None:
    """Put the votes of an attempt on the board."""
    gold, a, b = attempt.votes
    st.session_state[BOARD] = CompareState(
        tuple(str(place + 1) for place in range(len(gold))),
        gold,
        a,
        b,
        two_systems=challenge.two_systems,
        measures=challenge.measures,
    )
    note(challenge, attempt)
    HISTORY.forget()


class Tried(History[CompareState]):
    """The board: moves are counted."""

    def keep(self, state: CompareState) -> None:
        """Count the moves that led here, and judge it."""
        challenge, attempt = st.session_state[ATTEMPT]
        self.remember()
        st.session_state[BOARD] = state
        note(challenge, judged(challenge, attempt.moved(of_board(state))))


def put(state: CompareState) -> None:
    """Go to earlier or later votes: moves that were made stay counted."""
    challenge, attempt = st.session_state[ATTEMPT]
    st.session_state[BOARD] = state
    note(challenge, attempt.put(of_board(state)))


HISTORY = Tried(BOARD, put)


def on_choice() -> None:
    address.keep(
        NAME,
        ChallengeState(st.session_state.challenge_kind, st.session_state.challenge_seed),
    )


def on_hint() -> None:
    challenge, attempt = st.session_state[ATTEMPT]
    note(challenge, replace(attempt, has_hint=True))


def on_solution() -> None:
    challenge, attempt = st.session_state[ATTEMPT]
    gold, a, b = challenge.solution
    HISTORY.remember()
    st.session_state[BOARD] = replace(HISTORY.now, gold=gold, a=a, b=b)
    note(challenge, replace(attempt.put(challenge.solution), has_solution=True))


def choose(asked: ChallengeState) -> None:
    """Which challenge, and from which start."""
    address.fill("challenge_kind", asked.challenge)
    address.fill("challenge_seed", asked.seed)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.selectbox(
            "Challenge",
            list(CHALLENGES),
            format_func=CHALLENGES.__getitem__,
            key="challenge_kind",
            on_change=on_choice,
            width=200,
        )
        st.number_input(
            "Seed",
            0,
            LARGEST_SEED,
            key="challenge_seed",
            on_change=on_choice,
            width=130,
            help="The same seed makes the same start. The address holds the challenge and the "
            "seed, and no votes: share it to set a class the same challenge.",
        )


def standing(challenge: Challenge, attempt: Attempt) -> str:
    """How many moves were made, and whether that has won."""
    limit = "" if challenge.most_moves is None else f" of {challenge.most_moves}"
    moves = f"**Moves: {attempt.moves}{limit}.**"
    if attempt.won is not None:
        return f"{moves} :material/trophy: **Won: {attempt.won} of 100 points.**"
    if attempt.has_solution:
        return f"{moves} Found by a search."
    if challenge.most_moves is not None and attempt.moves > challenge.most_moves:
        return f"{moves} No move is left: start again."
    return f"{moves} Not yet."


def ways(challenge: Challenge, attempt: Attempt) -> None:
    """Undo, redo and a new start; the hint, and the solution as the last resort."""
    with st.container(horizontal=True, vertical_alignment="center", key="challenge_ways"):
        HISTORY.buttons()
        fresh = Attempt(challenge.start)
        st.button("Start again", icon=":material/replay:", on_click=begin, args=(challenge, fresh))
        if attempt.has_hint and projector.is_on():
            # Unfolded it lies over the page, which stays one screen.
            st.popover("The hint", icon=":material/lightbulb:").markdown(challenge.hint)
        else:
            st.button(
                "Hint",
                icon=":material/lightbulb:",
                on_click=on_hint,
                disabled=attempt.has_hint,
                # On a projector what has a help is not shown.
                help=None if projector.is_on() else "It costs 20 points.",
            )
        st.button(
            "Show a solution",
            on_click=on_solution,
            disabled=not attempt.has_hint or attempt.has_solution,
            help=None if projector.is_on() else "After the hint. A win then gives no points.",
        )


def above_the_board(asked: ChallengeState, challenge: Challenge, attempt: Attempt) -> None:
    """The task, how it stands, and what can be chosen; in projector mode in two rows."""
    told = standing(challenge, attempt)
    if projector.is_on():
        st.html(_TIGHT)
        with st.container(horizontal=True, vertical_alignment="center", key="challenge_task"):
            words.title(challenge.task, width="stretch")
            st.markdown(told, width="content")
        ways(challenge, attempt)
        return
    words.header(challenge.task)
    choose(asked)
    st.markdown(f"{told} A bar that you drag is one move until you take another.")


def draw(asked: ChallengeState) -> None:
    """The part of the page."""
    challenge = made_challenge(asked.challenge, asked.seed)
    if st.session_state.get(ATTEMPT, (None,))[0] != challenge:
        kept: Any = own_data().choices.get(KEPT, (None, None))
        begin(challenge, kept[1] if kept[0] == challenge else Attempt(challenge.start))
    attempt: Attempt = st.session_state[ATTEMPT][1]
    above_the_board(asked, challenge, attempt)
    drawing_board(
        HISTORY.now, challenge.measures, HISTORY, charts=False, plays=attempt.has_solution
    )
    if not projector.is_on():
        ways(challenge, attempt)
        if attempt.has_hint:
            st.info(challenge.hint, icon=":material/lightbulb:")
