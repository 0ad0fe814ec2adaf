"""Compare: draw gold and estimates, and watch every measure follow."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import streamlit as st

from oq_core import MEASURES
from oq_core.measures.examples import EXAMPLES, Example
from pages import menu
from pages.analysing import address, words
from pages.analysing.address import UnreadableError
from pages.analysing.downloads import download_table
from pages.analysing.settings import set_to
from pages.analysing.text import plain
from pages.drawing import hands, projector, theme
from pages.drawing.board import drawing_board
from pages.drawing.board.asking import choose_raters, tell_asked
from pages.drawing.compare_state import (
    FEWEST_CLASSES,
    MOST_CLASSES,
    NAMES,
    START,
    CompareState,
    Histogram,
    format_votes,
    in_order,
    presets,
    typed_votes,
)
from pages.drawing.history import History
from pages.drawing.seeing import SEEN, seeing
from pages.drawing.working import show_one_step, show_steps, workings_of

#: What the way of a measure is called beside the steps of its working.
AT_WORK = "At work"


class Compared(History[CompareState]):
    """What is compared: a move forgets what was typed before and could not be taken."""

    def keep(self, state: CompareState) -> None:
        """Make this the state, after a move of the visitor."""
        for which in NAMES:
            st.session_state.pop(f"{which}_problem", None)
        super().keep(state)


HISTORY = Compared("compare", partial(address.keep, "compare"))


def on_shown(**shown: Any) -> None:
    """Show other measures, or another working, which is no move of the visitor's on the board."""
    HISTORY.put(replace(HISTORY.now, **shown))


def on_working() -> None:
    on_shown(working=st.session_state.working or "")


def on_typed(which: Histogram) -> None:
    state = HISTORY.now
    try:
        votes = typed_votes(st.session_state[f"{which}_typed"], len(state.classes))
        HISTORY.keep(state.with_votes(which, votes))
    except UnreadableError as error:
        st.session_state[f"{which}_problem"] = str(error)


def put_preset(which: Histogram, name: str) -> None:
    """Draw a histogram in a shape."""
    state = HISTORY.now
    HISTORY.keep(state.with_votes(which, presets(state, which)[name]))


def put_example(example: Example) -> None:
    """Draw an example, and leave alone how things are shown."""
    names = ("cumulative", "plain", "measures", "raters")
    kept: dict[str, Any] = {name: getattr(HISTORY.now, name) for name in names}
    HISTORY.keep(replace(CompareState.of_example(example), **kept))


def on_count() -> None:
    HISTORY.keep(HISTORY.now.with_classes(st.session_state.count))


def on_labels() -> None:
    state = HISTORY.now
    labels = tuple(st.session_state[f"label_{i}"] for i in range(len(state.classes)))
    try:
        HISTORY.keep(state.with_labels(labels))
        st.session_state.pop("labels_problem", None)
    except UnreadableError as error:
        st.session_state.labels_problem = str(error)


def on_measures() -> None:
    # Without a measure there is nothing to say; what was shown stays.
    if st.session_state.measures:
        on_shown(measures=in_order(st.session_state.measures))


def on_switch(name: str) -> None:
    HISTORY.keep(replace(HISTORY.now, **{name: st.session_state[name]}))


def settings(state: CompareState) -> None:
    """The rows of controls for the whole page; only those of a demonstration on a projector."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        set_to(
            "Example",
            EXAMPLES,
            "An example from the papers…",
            "example",
            put_example,
            format_func=lambda example: example.name,
            label_visibility="collapsed" if projector.is_on() else "visible",
            width="stretch" if projector.is_on() else 480,
        )
        unfolded("Measures", "picker", partial(choose_measures, state))
        st.button(
            f"All {len(MEASURES)}",
            on_click=lambda: on_shown(measures=tuple(MEASURES)),
            disabled=len(state.measures) == len(MEASURES),
        )
        HISTORY.buttons()
        if projector.is_on() and hands.are_counted():
            # Hands for each class are a gold.
            set_histogram(state, "gold")
    if projector.is_on():
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        for which in state.shown:
            set_histogram(state, which)
        unfolded("Classes and more", "more", partial(more, state))
        switch(state, "two_systems", "Second system", "Compare two systems, A and B.")
        switch(state, "cumulative", "Cumulative", "Show the cumulative shares: what NMD sees.")
        choose_raters(state, HISTORY)


def set_histogram(state: CompareState, which: Histogram) -> None:
    """A button that unfolds presets and exact entry of one histogram."""
    words = f":{theme.TINTS[which]}[■] Set {NAMES[which]}"
    unfolded(words, f"set_{which}", partial(entry, state, which))


def unfolded(label: str, key: str, draw: Callable[[], None]) -> None:
    """A button that unfolds fields.

    They are drawn while it is open: what is filled into fields that are folded away does not
    reach the browser, which later sends back what they held before.
    """
    popover = st.popover(label, key=key, on_change="rerun")
    if popover.open:
        with popover:
            draw()


def more(state: CompareState) -> None:
    """What is changed less often."""
    address.fill("count", len(state.classes))
    st.number_input("Classes", FEWEST_CLASSES, MOST_CLASSES, key="count", on_change=on_count)
    switch(
        state,
        "keep_total",
        "Keep the total",
        "A bar that is moved takes what it gains from the others, in proportion.",
    )
    switch(state, "plain", "Plain sliders", "Ordinary sliders instead of bars to drag.")
    labels(state)


def switch(state: CompareState, name: str, label: str, explanation: str) -> None:
    """A toggle for an attribute of the state."""
    address.fill(name, getattr(state, name))
    st.toggle(label, key=name, on_change=on_switch, args=(name,), help=explanation)


def labels(state: CompareState) -> None:
    """A field for each class's label."""
    problem = st.session_state.get("labels_problem")
    for index, label in enumerate(state.classes):
        if not problem:
            address.fill(f"label_{index}", label)
        st.text_input(f"Label of class {index + 1}", key=f"label_{index}", on_change=on_labels)
    if problem:
        st.error(f"Not taken: {plain(problem)}.")


def entry(state: CompareState, which: Histogram) -> None:
    """Preset and exact entry of one histogram."""
    problem = st.session_state.get(f"{which}_problem")
    set_to(
        f"Set {NAMES[which]} to",
        presets(state, which),
        "a shape…",
        f"{which}_preset",
        partial(put_preset, which),
    )
    if not problem:
        address.fill(f"{which}_typed", format_votes(state.votes(which)))
    st.text_input(
        f"{NAMES[which]} as numbers",
        key=f"{which}_typed",
        on_change=on_typed,
        args=(which,),
        help="Votes or probabilities, lowest class first: type or paste a spreadsheet row.",
    )
    if problem:
        st.error(f"Not taken: {plain(problem)}.")


def downloads(state: CompareState) -> None:
    """What is on screen, as tables."""
    with st.container(horizontal=True):
        download_table("Download the shares", lambda: state.shares_table(NAMES), "shares.csv")
        download_table(
            "Download the measures",
            lambda: state.scores_table(state.measures, NAMES),
            "measures.csv",
        )


def choose_measures(state: CompareState) -> None:
    """The measures shown."""
    address.fill("measures", list(state.measures))
    st.multiselect(
        "Measures shown", list(MEASURES), key="measures", on_change=on_measures, width=420
    )


def choose_working(state: CompareState) -> None:
    """The measure whose working is shown below."""
    address.fill("working", state.working or None)
    st.selectbox(
        "Show the working of",
        list(MEASURES),
        format_func=lambda key: f"{key}: {MEASURES[key].name}",
        index=None,
        placeholder="a measure, step by step",
        key="working",
        on_change=on_working,
        width=480,
    )


def in_turn(state: CompareState) -> list[str]:
    """The measures to be seen at work: that whose working is open first."""
    shown = [key for key in in_order({*state.measures, state.working}) if key in SEEN]
    return sorted(shown, key=lambda key: key != state.working)


def working_alone(state: CompareState) -> None:
    """A measure's working, a step at a time: on a projector it takes the place of the board."""
    key = state.working
    workings = workings_of(state, key)
    steps = [str(place + 1) for place in range(len(workings["a"].steps))]
    with st.container(horizontal=True, vertical_alignment="center"):
        back = "Back to the bars"
        st.button(back, icon=":material/arrow_back:", on_click=lambda: on_shown(working=""))
        st.markdown(f"**{key}, step by step**", width="content")
        step = st.segmented_control(
            "Step",
            [AT_WORK, *steps] if key in SEEN else steps,
            default=steps[0],
            required=True,
            key=f"step_{key}",
            label_visibility="collapsed",
            width="content",
        )
    if step == AT_WORK:
        seeing(state, (key,), "compare")
    else:
        show_one_step(workings, steps.index(step))


@st.fragment
def page() -> None:
    """Everything, in a fragment: a move draws nothing else anew."""
    with st.container(key="compare_title"):
        words.title(menu.COMPARE.headline)
    state = address.current("compare", START, CompareState.from_address)
    if state.working and not state.empty and projector.is_on():
        working_alone(state)
        address.show("compare", state)
        return
    with st.container(key="compare_settings"):
        settings(state)
    if state.note:
        st.caption(f"Loaded: {plain(state.note)}")
    drawing_board(state, state.measures, HISTORY, opens=lambda key: on_shown(working=key))
    tell_asked(state, state.measures)
    if not state.empty and not projector.is_on():
        with st.expander("Step by step", icon=":material/slideshow:", expanded=bool(state.working)):
            # What is opened is seen first, also where another was seen before.
            if seen := in_turn(state):
                seeing(state, seen, f"compare_{state.working}")
            choose_working(state)
        downloads(state)
    address.show("compare", state)
    if state.working and not state.empty:
        show_steps(state, state.working)


page()
