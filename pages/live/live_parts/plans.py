"""Before the class: a plan to make, save and open, and the button that opens the room."""

import secrets
from collections.abc import Callable

import streamlit as st

from oq_core import MEASURES
from pages.analysing import address
from pages.analysing.address import UnreadableError
from pages.analysing.downloads import save
from pages.analysing.text import plain
from pages.drawing.compare_state import FEWEST_CLASSES, MOST_CLASSES
from pages.host.uploads import sent, uploader_key
from pages.learn.lessons_parts import LESSONS
from pages.learn.quiz_parts.quiz import MOST_QUESTIONS, QuizState
from pages.live.live_parts.questions import (
    CLEAREST,
    SHIPPED,
    clear_choice,
    lesson_question,
    quiz_question,
    shipped_plan,
)
from pages.live.live_parts.session import reopen, steer, steers, take, tell
from pages.live.server.activities import (
    LARGEST_SEED,
    LONGEST_TEXT,
    LONGEST_TITLE,
    MOST_ACTIVITIES,
    Activity,
    Choose,
    Estimate,
    Find,
    Plan,
    PlanError,
    Predict,
    Rate,
    check_plan,
    plan_from_json,
    plan_to_json,
)
from pages.live.server.invented import DIALOGUES, SCALE
from pages.live.server.room import RoomError
from pages.live.server.rooms import ROOMS
from pages.live.server.stored import is_stored_room, stored_from_json

_PLAN = "live_plan"
#: The parameter of a link that adds a lesson.
ADD = "add"
_KINDS = (
    *("A lesson’s question", "A quiz question", "An invented dialogue", "An item of your own"),
    *("Which would you rather have?", "Find our measure"),
)


def current_plan() -> Plan:
    """The plan on screen; the one that ships to begin with."""
    plan: Plan = st.session_state.setdefault(_PLAN, shipped_plan())
    return plan


def on_shipped(minutes: int) -> None:
    st.session_state[_PLAN] = shipped_plan(minutes)


def on_open_room() -> None:
    try:
        take(ROOMS.open(current_plan(), st.context.ip_address or ""))
    except (RoomError, PlanError) as error:
        tell(str(error))


def on_file() -> None:
    files, gone = sent("live")
    if not files:
        if gone:
            tell(" ".join(gone))
        return
    (file,) = files
    try:
        text = file.getvalue().decode("utf-8")
        if is_stored_room(text):
            reopen(stored_from_json(text))
        else:
            st.session_state[_PLAN] = plan_from_json(text)
    except (PlanError, UnicodeDecodeError) as error:
        why = "it is not UTF-8 text" if isinstance(error, UnicodeDecodeError) else str(error)
        tell(f"{file.name} could not be opened: {why}. Nothing was changed.")


def follow_lesson() -> None:
    """Add the lesson that a link names: to the class that this visitor steers, or to the plan."""
    key = address.take(ADD)
    if key is None:
        return
    lesson = next((each for each in LESSONS if each.key == key), None)
    if lesson is None:
        tell("The link names no lesson that there is, so that nothing was added.")
        return
    if steers():
        steer(lambda room: room.with_added((lesson_question(lesson),)))
    else:
        _keep([*_parts(current_plan()), (lesson_question(lesson),)])
    tell(f"Added at the end: {lesson.title}.")


def plan_page() -> None:
    """The plan, and the ways to begin."""
    plan = current_plan()
    st.markdown(
        "Phones join by a QR code, without an account. The room votes, the measures answer, and "
        "the votes and estimates of a class make a small campaign for every analysis of this app."
    )
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(
            "Open the room",
            type="primary",
            icon=":material/meeting_room:",
            on_click=on_open_room,
            disabled=not plan,
            shortcut="Alt+O",
        )
        save("Save the plan", lambda: plan_to_json(current_plan()), "live-class-plan.json")
    left, right = st.columns([3, 1], gap="large")
    with left:
        lengths = [minutes for minutes in SHIPPED if plan == shipped_plan(minutes)]
        st.header(f"The plan: {lengths[0]} minutes" if lengths else "The plan")
        with st.container(horizontal=True):
            for minutes in SHIPPED:
                st.button(
                    f"Plan for {minutes} minutes",
                    key=f"live_plan_{minutes}",
                    on_click=on_shipped,
                    args=(minutes,),
                    disabled=[minutes] == lengths,
                )
        plan_list(plan)
    with right:
        st.header("Add an activity")
        adding()
        st.header("Open a file")
        st.file_uploader(
            "A plan or a class that was saved here",
            ["json"],
            key=uploader_key("live"),
            on_change=on_file,
        )


def in_words(activity: Activity) -> str:
    """What an activity is, in Markdown."""
    match activity:
        case Predict(title=title):
            return f"**Predict:** {plain(title)}"
        case Rate(title=title, classes=classes):
            return f"**Rate:** {plain(title)} ({plain(classes[0])} to {plain(classes[-1])})"
        case Estimate():
            return "**Estimate** how the room rated it"
        case Choose():
            return "**Choose:** which of two estimates would you rather have?"
        case Find():
            return "**Find our measure:** a series on every phone, at its own pace"


def plan_list(plan: Plan) -> None:
    """Every part of the plan with buttons to move and to remove it."""
    parts = _parts(plan)
    for place, part in enumerate(parts):
        with st.container(horizontal=True, vertical_alignment="center"):
            words = "; ".join(in_words(each) for each in part)
            st.markdown(f"{place + 1}\\. {words}", width="stretch")
            with st.container(horizontal=True, width="content"):
                ways(place, len(parts))


def ways(place: int, parts: int) -> None:
    """Buttons to move and to remove a part."""
    for label, icon, moved in (
        ("Earlier", ":material/arrow_upward:", place - 1),
        ("Later", ":material/arrow_downward:", place + 1),
    ):
        st.button(
            label,
            icon=icon,
            key=f"{label} {place}",
            type="tertiary",
            on_click=on_move,
            args=(place, moved),
            disabled=not 0 <= moved < parts,
        )
    st.button(
        "Remove",
        icon=":material/delete:",
        key=f"Remove {place}",
        type="tertiary",
        on_click=on_remove,
        args=(place,),
    )


def _parts(plan: Plan) -> list[Plan]:
    """The plan in parts that stay together: an item and its estimate."""
    parts: list[Plan] = []
    for activity in plan:
        if isinstance(activity, Estimate):
            parts[-1] = (*parts[-1], activity)
        else:
            parts.append((activity,))
    return parts


def _keep(parts: list[Plan]) -> None:
    try:
        st.session_state[_PLAN] = check_plan([each for part in parts for each in part])
    except PlanError as error:
        tell(str(error))


def on_move(place: int, moved: int) -> None:
    parts = _parts(current_plan())
    parts.insert(moved, parts.pop(place))
    _keep(parts)


def on_remove(place: int) -> None:
    parts = _parts(current_plan())
    del parts[place]
    _keep(parts)


def adding() -> None:
    """What can be added, by kind."""
    kind = st.selectbox("Kind", _KINDS, key="live_kind")
    st.session_state.setdefault("live_estimated", True)
    if kind == _KINDS[0]:
        lesson = st.selectbox(
            "Lesson",
            range(len(LESSONS)),
            format_func=lambda place: LESSONS[place].title,
            key="live_lesson",
        )
        _add_button(lambda: (lesson_question(LESSONS[lesson]),))
    elif kind == _KINDS[1]:
        adding_quiz()
    elif kind == _KINDS[2]:
        titles = [each.title for each in DIALOGUES]
        chosen = st.selectbox("Dialogue", titles, key="live_dialogue")
        item = DIALOGUES[titles.index(chosen)]
        st.text(item.text)
        estimated = _estimated()
        _add_button(lambda: (item, Estimate()) if estimated else (item,))
    elif kind == _KINDS[3]:
        adding_item()
    elif kind == _KINDS[4]:
        number = st.number_input("Triple", 1, CLEAREST, 1, key="live_triple")
        st.caption("One question for all. The first ones divide NMD and RNOD most clearly.")
        _add_button(lambda: (clear_choice(number - 1),))
    else:
        st.caption("Twenty questions, each phone’s own: about three minutes.")
        _add_button(lambda: (Find(secrets.randbelow(LARGEST_SEED + 1)),))


def adding_quiz() -> None:
    """A question of a quiz."""
    measures = st.multiselect(
        "Measures of the quiz", list(MEASURES), ["NMD", "RNOD"], max_selections=3, key="live_quiz"
    )
    columns = st.columns(3)
    classes = columns[0].number_input(
        "Classes", FEWEST_CLASSES, MOST_CLASSES, 5, key="live_quiz_classes"
    )
    seed = columns[1].number_input("Seed", 0, 999_999, 0, key="live_quiz_seed")
    number = columns[2].number_input("Question", 1, MOST_QUESTIONS, 1, key="live_quiz_question")
    if not measures:
        st.info("Choose a measure.")
        return
    asked = st.selectbox("Which system is preferred by", measures, key="live_quiz_asked")
    settings = QuizState(tuple(measures), MOST_QUESTIONS, classes, seed)
    _add_button(lambda: (quiz_question(settings, number - 1, asked),))


def adding_item() -> None:
    """An item that the lecturer types."""
    title = st.text_input("Title", max_chars=LONGEST_TITLE, key="live_title")
    text = st.text_area("Text", max_chars=LONGEST_TEXT, key="live_text")
    labels = st.text_input(
        "Classes, lowest first, with commas between", ", ".join(SCALE), key="live_classes"
    )
    estimated = _estimated()

    def made() -> Plan:
        classes = tuple(" ".join(label.split()) for label in labels.split(","))
        item = Rate(" ".join(title.split()), text, classes)
        return (item, Estimate()) if estimated else (item,)

    _add_button(made)


def _estimated() -> bool:
    return st.toggle(
        "The room then estimates its own votes",
        key="live_estimated",
        help="Everyone draws how the room rated the item. Each phone is a run; the votes are gold.",
    )


def _add_button(make: Callable[[], Plan]) -> None:
    def on_add() -> None:
        try:
            st.session_state[_PLAN] = check_plan([*current_plan(), *make()])
        except (PlanError, UnreadableError) as error:
            tell(f"This cannot be added: {error}.")

    full = len(current_plan()) >= MOST_ACTIVITIES
    st.button("Add to the plan", icon=":material/add:", on_click=on_add, disabled=full)
