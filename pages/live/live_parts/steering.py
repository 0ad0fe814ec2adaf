"""The lecturer's controls: the next step by one button or one key, and everything by choice."""

from collections.abc import Callable

import streamlit as st

from pages.analysing.downloads import save
from pages.analysing.text import plain
from pages.live.live_parts.joining import second_device
from pages.live.live_parts.plans import in_words
from pages.live.live_parts.questions import conflict, told
from pages.live.live_parts.session import end, steer
from pages.live.server.activities import Choose, Estimate, Predict, Rate
from pages.live.server.room import Room, Step
from pages.live.server.rooms import ROOMS
from pages.live.server.stored import Stored

Move = Callable[[Room], Room]


def revealing(room: Room) -> Move:
    """The move that reveals what is on screen, with what the measures say."""
    match room.step and room.step.activity:
        case Predict(source=source) if found := told(source):
            return lambda room: room.reveal(found.right, found.plain)
        case Choose() as question:
            why = conflict(question)
            return lambda room: room.reveal(why=why)
    return Room.reveal


def next_move(room: Room) -> tuple[str, str, Move] | None:
    """What comes next: its name, its icon and the move; nothing after the end of the plan."""
    step, place = room.step, room.current
    if room.is_over:
        return None
    if step is None or place is None or step.phase == "revealed" or _is_told(room, step, place):
        return _forward(room)
    if step.phase == "planned":
        return "Open for answers", ":material/play_arrow:", Room.open
    if step.phase == "open":
        return "Close", ":material/stop:", Room.close
    if isinstance(step.activity, Rate) and room.is_estimated(place) and step.answers:
        _, icon, move = _forward(room)
        return "Estimate the votes", icon, move
    return "Reveal", ":material/visibility:", Room.reveal


def _is_told(room: Room, step: Step, place: int) -> bool:
    """Whether a step asks for votes that all have seen, or that nobody gave."""
    is_estimate = step.phase == "planned" and isinstance(step.activity, Estimate)
    return is_estimate and room.steps[place - 1].phase == "revealed"


def _forward(room: Room) -> tuple[str, str, Move]:
    """Go to the next activity, or to the end."""
    after = 0 if room.current is None else room.current + 1
    move: Move = lambda now: now.show(after)  # noqa: E731
    if after == len(room.steps):
        return "End of the plan", ":material/flag:", move
    name = "First activity" if room.current is None else "Next activity"
    return name, ":material/arrow_forward:", move


def on_move(move: Move, seen: Room) -> None:
    if move == Room.reveal:
        # What the measures say can take a second: answers must not wait for the rooms so long.
        move = revealing(seen)

    def once(room: Room) -> Room:
        # A key pressed twice was meant for what was on screen.
        return move(room) if room.version == seen.version else room

    steer(once)


def on_go(place: int) -> None:
    steer(lambda room: room.lobby() if place < 0 else room.show(place))


def on_chosen(key: str) -> None:
    if (place := st.session_state[key]) is not None:
        on_go(place)


def on_names() -> None:
    shown = st.session_state.live_names
    steer(lambda room: room.with_names(shown))


def controls(stored: Stored) -> None:
    """The row of buttons."""
    room = stored.room
    step = room.step
    coming = next_move(room)
    label, icon, move = coming or ("The end", ":material/flag:", Room.close)
    back = -1 if room.current is None else room.current - 1
    closed = step is not None and step.phase == "closed"
    # Every button keeps its place: one that moved would be drawn anew under the hand. All are in
    # one line at 1280 pixels, so that nothing below moves when the words change.
    with st.container(horizontal=True, vertical_alignment="center", gap="xxsmall"):
        for key, words, sign, moved, keys, usable in (
            ("next", label, icon, move, "Right", coming is not None),
            (
                "back",
                "Back",
                ":material/arrow_back:",
                (lambda room: room.show(back)) if back >= 0 else Room.lobby,
                "Left",
                room.current is not None,
            ),
            ("again", "Open again", ":material/replay:", Room.open, "O", closed),
            (
                "reveal",
                "Reveal now",
                ":material/visibility:",
                Room.reveal,
                "V",
                step is not None and step.phase in ("open", "closed"),
            ),
        ):
            st.button(
                words,
                type="primary" if key == "next" else "secondary",
                icon=sign,
                key=f"live_{key}",
                on_click=on_move,
                args=(moved, room),
                shortcut=keys,
                disabled=not usable,
            )
        more(stored)


def more(stored: Stored) -> None:
    """What is needed now and then."""
    room = stored.room
    with st.popover("More", icon=":material/more_horiz:", key="live_more"):
        places(room)
        st.session_state.live_names = room.shows_names
        st.toggle("Show nicknames", key="live_names", on_change=on_names)
        phones(room)
        second_device(stored)
        saving(stored)
        if st.checkbox("End the class: the server deletes its answers", key="live_sure"):
            st.button("End the class", key="live_end", type="primary", on_click=end)


def saving(stored: Stored, key: str = "live_save") -> None:
    """The class as a file, from which it can be opened again."""
    save(
        "Save the class",
        lambda: ROOMS.look(stored.room.code, stored.secret).to_json(),
        f"live-class-{stored.room.code}.json",
        key=key,
        help="Votes, estimates and nicknames; whoever has the file can steer the class.",
    )


def places(room: Room) -> None:
    """The activity that comes next, and a list to search in for any other."""
    after = -1 if room.current is None else room.current
    if after < len(room.steps):
        st.button(
            f"Next: {title(room, after + 1)}",
            key="live_after",
            type="tertiary",
            icon=":material/arrow_forward:",
            on_click=on_go,
            args=(after + 1,),
        )
    # A browser sends the label of a choice back. These change as the room goes on, and so does the
    # key: what was chosen of older ones is of no effect.
    key = f"live_go_{room.version}"
    st.selectbox(
        "Go to",
        range(-1, len(room.steps) + 1),
        index=None,
        format_func=lambda place: title(room, place),
        placeholder="Type a word of it, or choose",
        key=key,
        on_change=on_chosen,
        args=(key,),
    )


def phones(room: Room) -> None:
    """Who gets in, and who stays."""
    st.button(
        "Let phones in again" if room.locked else "Lock the room: no more phones get in",
        key="live_lock",
        icon=":material/lock_open:" if room.locked else ":material/lock:",
        on_click=steer,
        args=(lambda now: now.with_lock(not room.locked),),
    )
    st.button(
        "Remove phones that never answered",
        key="live_remove",
        icon=":material/person_remove:",
        on_click=steer,
        args=(Room.without_silent,),
    )


#: Before the name of an activity, by how far the room is with it.
_MARKS = {"planned": "", "open": "● ", "closed": "◐ ", "revealed": "✓ "}


def title(room: Room, place: int) -> str:
    """A step as the list of all shows it; before the first is the code, after the last the end."""
    if place < 0:
        return "The code for joining"
    if place == len(room.steps):
        return "The end of the class"
    step = room.steps[place]
    words = in_words(step.activity).replace("**", "")
    if isinstance(step.activity, Estimate):
        words = f"Estimate: {plain(room.item(place).title)}"
    return f"{_MARKS[step.phase]}{place + 1}. {words}"
