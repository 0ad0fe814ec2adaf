"""Lessons: predict what the measures do, then see."""

import streamlit as st

from pages.learn.lessons_parts import LESSONS, Facts, Lesson, LessonsState
from pages.shared import address
from pages.shared.text import plain

NAME = "lessons"


def go(lesson: int) -> None:
    address.keep(NAME, st.session_state[NAME].at(lesson))


def on_chosen() -> None:
    go(st.session_state.lesson_chosen)


def on_predict(lesson: Lesson) -> None:
    option = lesson.options.index(st.session_state[f"predict_{lesson.key}"])
    address.keep(NAME, st.session_state[NAME].with_prediction(option))


def on_forget(lesson: Lesson) -> None:
    address.keep(NAME, st.session_state[NAME].with_prediction(None))
    st.session_state[f"predict_{lesson.key}"] = None


def heading(state: LessonsState) -> None:
    """Where the learner is, and ways to other lessons."""
    address.fill("lesson_chosen", state.lesson)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.selectbox(
            "Lesson",
            range(len(LESSONS)),
            format_func=lambda place: (
                f"{place + 1}. {LESSONS[place].title}"
                + ("" if state.predictions[place] is None else " ✓")
            ),
            key="lesson_chosen",
            on_change=on_chosen,
            width=320,
        )
        step("Previous", ":material/arrow_back:", state.lesson - 1)
        step("Next", ":material/arrow_forward:", state.lesson + 1)
    st.progress(
        state.made / len(LESSONS),
        f"Lesson {state.lesson + 1} of {len(LESSONS)}, predictions made: {state.made}. The address "
        "keeps both.",
    )


def step(label: str, icon: str, lesson: int) -> None:
    """A button to another lesson, if there is one."""
    st.button(
        label,
        icon=icon,
        on_click=go,
        args=(lesson,),
        disabled=not 0 <= lesson < len(LESSONS),
    )


def question(lesson: Lesson, predicted: int | None) -> None:
    """The question, and the prediction that has to come first."""
    st.markdown(lesson.question)
    key = f"predict_{lesson.key}"
    if predicted is not None:
        address.fill(key, lesson.options[predicted])
    chosen = st.radio(
        "Your prediction",
        lesson.options,
        index=None,
        key=key,
        disabled=predicted is not None,
    )
    if predicted is None:
        st.button(
            "Predict, and see",
            type="primary",
            on_click=on_predict,
            args=(lesson,),
            disabled=chosen is None,
        )
    else:
        st.button("Forget this prediction", type="tertiary", on_click=on_forget, args=(lesson,))


def answer(lesson: Lesson, facts: Facts, predicted: int) -> None:
    """What is right, in words, with the numbers behind it."""
    right = lesson.right(facts)
    if predicted == right:
        st.success(f"You were right: {plain(lesson.options[right])}.", icon=":material/check:")
    else:
        st.info(f"It is otherwise: {plain(lesson.options[right])}.", icon=":material/lightbulb:")
    st.markdown(lesson.answer(facts))


def notes(lesson: Lesson) -> None:
    """What helps to give a lecture from it."""
    with st.expander("Notes for the lecturer", icon=":material/co_present:"):
        for label, text in zip(("Ask", "Watch for", "Time"), lesson.notes, strict=True):
            st.markdown(f"**{label}.** {plain(text)}")
        st.page_link(
            "learn/live.py", label="Let the room vote on it: Live class", icon=":material/groups:"
        )


@st.fragment
def page() -> None:
    """Everything, in a fragment: a move draws nothing else anew."""
    st.title("Lessons: predict, then see")
    state = address.current(NAME, LessonsState(), LessonsState.from_address)
    heading(state)
    lesson, predicted = LESSONS[state.lesson], state.predicted
    st.header(f"{state.lesson + 1}. {lesson.title}")
    left, right = st.columns(2, gap="medium")
    with left:
        question(lesson, predicted)
    with right:
        if predicted is None:
            lesson.figure.preview(f"lesson_{lesson.key}")
        else:
            answer(lesson, lesson.facts(), predicted)
    if predicted is not None:
        lesson.figure.show(f"lesson_{lesson.key}")
        st.markdown(f"**To remember.** {plain(lesson.claim)}")
        if state.lesson + 1 < len(LESSONS):
            step("Next lesson", ":material/arrow_forward:", state.lesson + 1)
        else:
            st.page_link("learn/quiz.py", label="Go on with the quiz", icon=":material/quiz:")
    notes(lesson)
    address.show(NAME, state)


page()
