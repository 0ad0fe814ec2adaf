"""Data that are open as one file, and that file opened again."""

import streamlit as st

from oq_core.campaign import Choices
from oq_core.campaign.workspace import MAX_SAVED, SavedWorkspace, numbers_of, pack_workspace
from pages.shared.address import lasting
from pages.shared.data import Opened, file_of, free_title, scales_key, without_key
from pages.shared.downloads import asked_for
from pages.shared.own import remember
from pages.shared.work import elsewhere


def save_button(data: Opened) -> None:
    """A button that gives the data, and what was chosen of them, as one file."""
    if (count := numbers_of(data.sources)) > MAX_SAVED:
        st.caption(
            f"These data have {count:,} numbers, and one file can hold {MAX_SAVED:,}: send the "
            "gold and run files themselves."
        )
        return
    saved = SavedWorkspace(
        data.title,
        data.sources,
        _choices_of(data),
        data.removed,
        data.gold_files,
        data.run_files,
    )
    st.download_button(
        "Save as one file",
        asked_for(lambda: elsewhere(pack_workspace, saved)),
        file_of(data.title),
        "application/zip",
        key=f"save {data.title}",
        on_click="ignore",
        icon=":material/save:",
        help="Gold, runs, names and choices, to send to a colleague: who puts the file into "
        "Gold annotations has these data open, and links about them work there.",
    )


def _choices_of(data: Opened) -> Choices:
    """What was chosen of the data on pages of analysis."""
    state = st.session_state
    start = Choices()
    return Choices(
        title=data.title,
        scales=tuple(state.get(lasting(scales_key(list(data.scored))), ())),
        baselines=bool(state.get("add_baselines", start.baselines)),
        without=tuple(state.get(lasting(without_key(data.runs)), ())),
        nugget_weight=float(state.get("nugget_alpha", start.nugget_weight)),
        classes=data.classes,
        missing=data.missing,
    )


def opened_of(saved: SavedWorkspace) -> Opened:
    """The data of a file, by a title that nothing open has yet."""
    return Opened(
        free_title(saved.title),
        saved.scales,
        "",
        saved.gold_files,
        saved.run_files,
        saved.choices.classes,
        saved.removed,
        saved.choices.missing,
    )


def choose_again(data: Opened, choices: Choices) -> None:
    """Choose on pages of analysis what was chosen when the data were saved."""
    st.session_state.add_baselines = choices.baselines
    if data.nuggets is not None:
        st.session_state.nugget_alpha = choices.nugget_weight
    chosen = {
        lasting(scales_key(list(data.scored))): [s for s in data.scored if s in choices.scales],
        lasting(without_key(data.runs)): [run for run in data.runs if run in choices.without],
    }
    for name, names in chosen.items():
        if names:
            st.session_state[name] = names
            remember(name, names)
