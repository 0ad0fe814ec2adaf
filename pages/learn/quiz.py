"""Quiz: questions on what measures prefer, and bars to move until the measures disagree."""

from collections.abc import Mapping

import streamlit as st

from pages import menu
from pages.analysing import address, words
from pages.drawing import projector
from pages.learn.quiz_parts import challenge, questions
from pages.learn.quiz_parts.state import NAME, ChallengeState, QuizState

QUESTIONS, DISAGREE = "Questions", "Make them disagree"
STARTS: dict[str, QuizState | ChallengeState] = {
    QUESTIONS: QuizState(),
    DISAGREE: ChallengeState(),
}


def read(parameters: Mapping[str, str]) -> QuizState | ChallengeState:
    """What an address holds: the questions, or a challenge."""
    kind = ChallengeState if "challenge" in parameters else QuizState
    return kind.from_address(parameters)


def on_part() -> None:
    part = st.session_state.quiz_part
    address.keep(NAME, st.session_state.get(f"{NAME}, {part}", STARTS[part]))


@st.fragment
def page() -> None:
    """Everything, in a fragment: an answer or a move draws nothing else anew."""
    state = address.current(NAME, STARTS[QUESTIONS], read)
    part = DISAGREE if isinstance(state, ChallengeState) else QUESTIONS
    # Either part is found again as it was left.
    st.session_state[f"{NAME}, {part}"] = state
    if part == QUESTIONS or not projector.is_on():
        words.title(menu.QUIZ.headline)
    if not projector.is_on():
        address.fill("quiz_part", part)
        st.segmented_control(
            "Show", [*STARTS], required=True, key="quiz_part", on_change=on_part,
            label_visibility="collapsed",
        )  # fmt: skip
    if isinstance(state, ChallengeState):
        challenge.draw(state)
    else:
        questions.draw(state)
    address.show(NAME, state)


page()
