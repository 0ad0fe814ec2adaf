"""Your measure: which would you rather have? Whose choices are these?"""

import secrets
from collections.abc import Mapping

import streamlit as st

from pages.analysing import address, words
from pages.analysing.carried import checked
from pages.drawing.look import sheet
from pages.drawing.sharing import link, show_link
from pages.learn.measure_parts.choosing import choosing
from pages.learn.measure_parts.result import result
from pages.learn.measure_parts.state import LARGEST_SEED, ChoiceState, order_of, played, shown

NAME = "your_measure"

_TIGHT = sheet(__file__)


def on_answer(number: int, letter: str) -> None:
    state: ChoiceState = st.session_state[NAME]
    # What was sent twice is an answer to one question.
    if number == len(state.answers) < len(order_of(state.seed)):
        question = played(state).asked_now
        if question is not None:
            address.keep(NAME, state.answered(letter, int(question.triple)))


def on_state(state: ChoiceState) -> None:
    address.keep(NAME, state)


def fresh() -> ChoiceState:
    """Questions that nobody was asked."""
    return ChoiceState(secrets.randbelow(LARGEST_SEED + 1))


def read(parameters: Mapping[str, str]) -> ChoiceState:
    """The series of an address; one without a seed gets any."""
    return ChoiceState.from_address(parameters, secrets.randbelow(LARGEST_SEED + 1))


def ask(state: ChoiceState) -> None:
    """The question that waits for an answer."""
    st.html(_TIGHT)
    words.title("Which would you rather have?")
    question = played(state).asked_now
    if question is None:
        return
    number = len(state.answers)
    if not number:
        words.caption(
            "Two systems guessed what people said. Take the guess that you would rather have."
        )
    choosing(shown(state, number, question), on_answer)
    if number:
        st.button(
            "Back", icon=":material/undo:", type="tertiary", on_click=on_state,
            args=(state.back(),),
        )  # fmt: skip
    else:
        with st.container(key="keys_measure"):
            words.caption("Arrow keys do it too; down is equally good.")
        words.caption(
            "By tap or by swipe. There is no right answer. After three minutes you see which "
            "measure judges like you. Your answers are in this page’s address alone: nothing is "
            "kept elsewhere."
        )


def end(state: ChoiceState) -> None:
    """The result, and the ways to go on."""
    words.title("Somebody's measure" if state.is_shared else "Your measure")
    if state.is_shared:
        st.caption("A result that somebody shares: “you” is that person.")
    asks = shared("Give others these questions", state.again())
    result(played(state), state.seed, asks)
    with st.container(horizontal=True, vertical_alignment="center"):
        if state.is_shared:
            label, after = "Answer the same questions yourself", state.again()
        else:
            label, after = "Answer other questions", fresh()
        st.button(label, type="primary", icon=":material/replay:", on_click=on_state, args=(after,))
        if not state.is_shared:
            links(state, asks)


def links(state: ChoiceState, asks: str) -> None:
    """The same questions for others, and the result for who is to see it."""
    found = ChoiceState(state.seed, state.asked, state.answers, is_shared=True)
    with st.popover("Give others these questions", icon=":material/group_add:"):
        st.caption("The link holds the questions and none of your answers.")
        show_link(asks)
    with st.popover("Share the result", icon=":material/share:"):
        st.caption("The link holds your answers.")
        show_link(shared("Share the result", found))


def shared(label: str, state: ChoiceState) -> str:
    """The address of a state, with what a link of this name may carry."""
    return link((st.context.url or "").partition("?")[0], checked(label, state.to_address()))


@st.fragment
def page() -> None:
    """Everything, in a fragment: an answer draws nothing else anew."""
    state = address.current(NAME, fresh(), read)
    if len(state.answers) < len(order_of(state.seed)):
        ask(state)
    else:
        end(state)
    address.show(NAME, state)


page()
