"""Notes for the lecturer: for a second window or a phone, not for the class's screen."""

import streamlit as st

from pages import menu
from pages.analysing.address import fill
from pages.analysing.text import plain
from pages.learn.lessons_parts import LESSONS, STEPS
from pages.learn.lessons_parts.lectures import PLANS
from pages.learn.lessons_parts.turning import follow


def on_place(place: str) -> None:
    """Go where the other window is; what names no step is passed over."""
    key, _, step = place.partition("/")
    keys = [lesson.key for lesson in LESSONS]
    if key in keys and step in map(str, range(len(STEPS))):
        st.session_state.notes_lesson = keys.index(key)
        st.session_state.notes_step = STEPS[int(step)]


def notes() -> None:
    """What helps at the lesson's step."""
    fill("notes_lesson", st.session_state.get("notes_lesson", 0))
    place = st.selectbox(
        "Lesson",
        range(len(LESSONS)),
        format_func=lambda place: f"{place + 1}. {LESSONS[place].title}",
        key="notes_lesson",
        width=420,
    )
    lesson = LESSONS[place]
    now = st.segmented_control(
        "Step", STEPS, default=STEPS[0], required=True, key="notes_step", width="content"
    )
    minutes = dict(zip(STEPS, lesson.minutes, strict=True))
    st.markdown(
        " · ".join(
            f"**{step} {each} min**" if step == now else f"{step} {each} min"
            for step, each in minutes.items()
        )
        + f" · {sum(lesson.minutes)} min in all"
    )
    for label, text in zip(("Ask", "Watch for", "Know"), lesson.notes, strict=True):
        st.markdown(f"**{label}.** {plain(text)}")
    right = lesson.options[lesson.right(lesson.facts())]
    st.markdown(f"**Right is:** {plain(right)}. **To remember:** {plain(lesson.claim)}")


def plans() -> None:
    """Lessons, demonstrations and questions in order, for a lecture's length."""
    for column, (length, parts) in zip(st.columns(len(PLANS)), PLANS.items(), strict=True):
        with column:
            st.subheader(f"{length} minutes")
            st.markdown("\n".join(f"1. {part.what} ({part.minutes} min)" for part in parts))


def main() -> None:
    """The page."""
    st.title(menu.NOTES.heading)
    follow(on_place)
    st.caption(
        "In a second window of the browser that shows the lessons, these notes follow it. On "
        "another device, choose the lesson and the step yourself."
    )
    notes()
    st.header("A lecture in order")
    plans()


main()
