"""Lessons in steps, each on one screen: question, prediction, answer, trying it, remembering."""

from dataclasses import replace
from functools import partial

import streamlit as st

from pages import menu
from pages.analysing import address, words
from pages.analysing.links import link_to
from pages.analysing.text import plain
from pages.drawing import hands, projector
from pages.drawing.practice import Board
from pages.drawing.seeing import seeing
from pages.learn.lessons_parts import LESSONS, STEPS, Lesson, LessonsState
from pages.learn.lessons_parts.lesson import ANSWER, PREDICTION, QUESTION, REMEMBER, TRY
from pages.learn.lessons_parts.turning import turn_by_keys

NAME = "lessons"


def on_chosen() -> None:
    address.keep(NAME, st.session_state[NAME].at(st.session_state.lesson_chosen))


def on_turn(way: int) -> None:
    state: LessonsState = st.session_state[NAME]
    # Going on from a choice is a prediction too.
    option = chosen(LESSONS[state.lesson])
    if way > 0 and state.step == PREDICTION and state.predicted is None and option is not None:
        state = state.with_prediction(option)
    address.keep(NAME, state.turned(way))


def on_revealed(state: LessonsState) -> None:
    # Also where hands were put right that had been revealed.
    address.keep(NAME, replace(state, step=ANSWER))


def on_forget(lesson: Lesson) -> None:
    address.keep(NAME, st.session_state[NAME].with_prediction(None))
    st.session_state[f"predict_{lesson.key}"] = None


def chosen(lesson: Lesson) -> int | None:
    """The option that is marked, whether it has been predicted yet or not."""
    option = st.session_state.get(f"predict_{lesson.key}")
    return lesson.options.index(option) if option in lesson.options else None


def heading(state: LessonsState) -> None:
    """Where the learner is, and the way on and back."""
    address.fill("lesson_chosen", state.lesson)
    # In a frame of another site a lesson is alone.
    is_alone = bool(st.context.is_embedded)
    first, last = (
        turned == state or (is_alone and turned.lesson != state.lesson)
        for turned in (state.turned(-1), state.turned(1))
    )
    with st.container(horizontal=True, vertical_alignment="center", key="lesson_ways"):
        turn("Back", ":material/arrow_back:", "back", -1, first)
        turn("Next", ":material/arrow_forward:", "forward", 1, last)
        st.markdown(
            " · ".join(
                f"**{name}**" if place == state.step else name for place, name in enumerate(STEPS)
            ),
            width="content",
        )
        if is_alone:
            return
        st.selectbox(
            "Lesson",
            range(len(LESSONS)),
            # Names that change would be sent back by the browser as they were.
            format_func=lambda place: f"{place + 1}. {LESSONS[place].title}",
            key="lesson_chosen",
            on_change=on_chosen,
            label_visibility="collapsed",
            width="stretch" if projector.is_on() else 340,
        )
        if not projector.is_on():
            link_to(menu.NOTES, width="content")


def turn(label: str, icon: str, key: str, way: int, disabled: bool) -> None:
    """A button to the next step or the one before; keys press it too."""
    st.button(label, icon=icon, key=key, on_click=on_turn, args=(way,), disabled=disabled)


def predict(lesson: Lesson, predicted: int | None) -> None:
    """What can be predicted."""
    key = f"predict_{lesson.key}"
    if predicted is not None:
        address.fill(key, lesson.options[predicted])
    option = st.radio(
        "Your prediction", lesson.options, index=None, key=key, disabled=predicted is not None
    )
    if predicted is None:
        st.button(
            "Predict, and see",
            type="primary",
            on_click=on_turn,
            args=(1,),
            disabled=option is None,
        )
    else:
        st.button("Forget this prediction", type="tertiary", on_click=on_forget, args=(lesson,))


def marked(lesson: Lesson, right: int, predicted: int | None) -> None:
    """The right option, the predicted one, and what a wrong prediction gets wrong."""
    mine = " ← your prediction"
    lines = [f"✓ **{plain(lesson.options[right])}**" + mine * (predicted == right)]
    if predicted not in (None, right):
        lines.append(f"✗ {plain(lesson.options[predicted])}{mine}")
    st.markdown("  \n".join(lines))
    if predicted == right:
        st.success("You were right.", icon=":material/check:")
    elif predicted is not None:
        st.info(plain(lesson.replies[predicted]), icon=":material/lightbulb:")


def asked(lesson: Lesson, state: LessonsState) -> None:
    """The question beside its figure; the answer plays it, where a measure can be seen at work."""
    key = f"lesson_{lesson.key}"
    board = lesson.figure if isinstance(lesson.figure, Board) and lesson.figure.works else None
    is_counted = hands.are_counted() and state.step > QUESTION
    with st.container(key="side"):
        left, *middle, right = st.columns([4, 5, 7] if is_counted else 2, gap="medium")
    if is_counted:
        is_revealed = state.step == ANSWER
        question = question_of(lesson, is_revealed=is_revealed)
        with left:
            hands.room(question, is_revealed=is_revealed, on_reveal=partial(on_revealed, state))
        with middle[0]:
            figure(lesson, key, is_revealed=is_revealed)
        with right, st.container(key=f"lesson_{state.step}_words"):
            words.markdown(lesson.answer(lesson.facts()) if is_revealed else lesson.question)
    elif state.step < ANSWER:
        # On a phone what is to be predicted comes before the picture.
        with right, st.container(key=None if state.step == PREDICTION else "lesson_picture"):
            lesson.figure.preview(key)
        with left:
            words.markdown(lesson.question)
            if state.step == PREDICTION:
                predict(lesson, state.predicted)
    else:
        facts = lesson.facts()
        # An answer begins with its picture; words come after.
        with left, st.container(key="lesson_picture"):
            marked(lesson, lesson.right(facts), state.predicted)
            if board:
                board.answered(key)
            else:
                lesson.figure.poster(f"{key}_answer")
        with right:
            words.markdown(lesson.answer(facts))
    if state.step == ANSWER and board and not projector.is_on():
        board.ways(key)
        board.board(key, board.measures)


def question_of(lesson: Lesson, *, is_revealed: bool = False) -> hands.Question:
    """A lesson's question, as hands are counted for its options."""
    right = lesson.right(lesson.facts()) if is_revealed else None
    return hands.Question(lesson.key, lesson.title, lesson.options, right=right)


def figure(lesson: Lesson, key: str, *, is_revealed: bool) -> None:
    """What a question is about; the answer comes into the same picture."""
    drawn = lesson.figure
    if isinstance(drawn, Board) and drawn.works:
        seeing(drawn.start, drawn.seen, f"{key}_hands", plays=True, waits=not is_revealed)
    else:
        (drawn.poster if is_revealed else drawn.preview)(key)


def remember(lesson: Lesson, is_last: bool) -> None:
    """A poster: what is to be remembered, and its picture."""
    with st.container(key="lesson_poster"):
        words.header(lesson.claim)
        place = st.container()
        if hands.are_counted():
            with st.container(key="side"):
                left, place = st.columns(2, gap="medium")
            with left:
                again = question_of(lesson, is_revealed=True)
                hands.room(again, turn=hands.AGAIN, of=map(question_of, LESSONS))
        with place:
            lesson.figure.poster(f"lesson_{lesson.key}_poster")
    if is_last:
        link_to(menu.QUIZ, "Go on with the quiz")


@st.fragment
def page() -> None:
    """Everything, in a fragment: a move draws nothing else anew."""
    state = address.current(NAME, LessonsState(), LessonsState.from_address)
    lesson = LESSONS[state.lesson]
    words.title(f"Lesson {state.lesson + 1}: {lesson.title}")
    heading(state)
    if state.step == TRY:
        lesson.figure.show(f"lesson_{lesson.key}")
    elif state.step == REMEMBER:
        remember(lesson, state.lesson + 1 == len(LESSONS))
    else:
        asked(lesson, state)
    turn_by_keys(f"{lesson.key}/{state.step}")
    address.show(NAME, state)


page()
