"""Data that are open as one file, and that file opened again."""

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from oq_core import Scores, options
from oq_core.campaign import Choices
from oq_core.campaign.computing.sources import ReadFiles, data_set_name
from oq_core.campaign.saving.workspace import SavedData, pack_workspace
from pages.analysing import views
from pages.analysing.address import lasting
from pages.analysing.data import Opened, scales_key, without_key
from pages.analysing.downloads import save
from pages.analysing.options import measures_key, own_measures_key
from pages.host.own import remember
from pages.host.work import in_worker


def save_button(label: str, file: str, data: Sequence[Opened]) -> None:
    """A button that gives data, and what was chosen of them, as one file."""
    saved = [saved_of(each, _choices_of(each)) for each in data]
    save(
        label,
        lambda: pack_workspace(saved),
        file,
        key=f"save {file}",
        icon=":material/save:",
        help="The files as they were opened, with names and choices, in one file to send to a "
        "colleague. Opened under Gold annotations, it shows them these data, and links about the "
        "data work.",
    )


def saved_of(data: Opened, choices: Choices | None = None) -> SavedData:
    """Data as a file holds them: with what was said of them, or with these choices."""
    found = choices or said_of(data)
    without = tuple(dict.fromkeys((*data.removed, *found.without)))
    return SavedData(
        replace(found, without=without), data.gold_files, data.run_files, data.files, data.removed
    )


def said_of(data: Opened) -> Choices:
    """What was said of data on their own page."""
    said = data.said.planned(data.classes, data.plan)
    for each in data.of_type(Scores).values():
        better = dict(zip(each.measures, each.larger_is_better, strict=True))
        larger = tuple(key for key in better if better[key])
        said = replace(said, larger=larger, smaller=tuple(key for key in better if not better[key]))
    return said


def read_again(data: Opened) -> Opened:
    """The data of the files, read as it is said now."""
    read = in_worker("Reading the files again", SavedData.read, saved_of(data))
    return replace(
        data, sources=read.scales, notes=read.notes, together=read.together, whole=read.whole
    )


def _choices_of(data: Opened) -> Choices:
    """What was said of data on their own page, and chosen of them on pages of analysis."""
    state, start = st.session_state, said_of(data)
    return replace(
        start,
        scales=tuple(state.get(lasting(scales_key(list(data.scored))), ())),
        baselines=bool(state.get(options.BASELINES.address, start.baselines)),
        without=tuple(state.get(lasting(without_key(data.runs)), ())),
        nugget_weight=float(state.get(options.NUGGET_WEIGHT.address, start.nugget_weight)),
        scale_measures={
            scale: keys for scale in data.scored if (keys := _measures_of(data, scale))
        },
    )


def _measures_of(data: Opened, scale: str) -> tuple[str, ...]:
    """What was chosen of the measures of a scale; nothing if nothing was."""
    known = data.scored[scale].measures
    chosen = st.session_state.get(measures_key(known), ())
    if st.session_state.get(views.MEASURES_APART.address):
        chosen = st.session_state.get(_own_key(data, scale), chosen)
    return tuple(key for key in chosen if key in known)


def _own_key(data: Opened, scale: str) -> str:
    name = data_set_name(data.title, scale, len(data.scored) > 1)
    return lasting(own_measures_key(name, data.scored[scale].measures))


def opened_of(saved: SavedData, read: ReadFiles, title: str) -> Opened:
    """The data of a file, by a title."""
    said = saved.choices
    return Opened(
        title,
        read.scales,
        "",
        saved.gold,
        saved.runs,
        classes=said.classes,
        removed=saved.removed,
        missing=said.missing,
        renamed=said.renamed,
        notes=read.notes,
        together=read.together,
        whole=read.whole,
        described=said.described,
        plan=replace(said.plan, classes=(), judges=()),
        judges=said.judges,
        files=saved.files,
    )


def choose_again(data: Opened, choices: Choices) -> None:
    """Choose on pages of analysis what was chosen when the data were saved."""
    st.session_state[options.BASELINES.address] = choices.baselines
    if any(each.has_alpha for each in data.scored.values()):
        st.session_state[options.NUGGET_WEIGHT.address] = choices.nugget_weight
    chosen = {
        lasting(scales_key(list(data.scored))): [s for s in data.scored if s in choices.scales],
        lasting(without_key(data.runs)): [run for run in data.runs if run in choices.without],
    }
    for name, names in chosen.items():
        if names:
            st.session_state[name] = names
            remember(name, names)
    _choose_measures_again(data, choices)


def _choose_measures_again(data: Opened, choices: Choices) -> None:
    """The same measures for all scales of a kind; where they differ, each scale its own."""
    by_kind: dict[str, dict[str, list[str]]] = {}
    for scale, source in data.scored.items():
        known = source.measures
        if keys := [key for key in choices.scale_measures.get(scale, ()) if key in known]:
            by_kind.setdefault(measures_key(known), {})[scale] = keys
    for kind, of_scales in by_kind.items():
        first, *others = of_scales.values()
        st.session_state[kind] = first
        if any(each != first for each in others):
            st.session_state[views.MEASURES_APART.address] = True
            for scale, keys in of_scales.items():
                st.session_state[_own_key(data, scale)] = keys
                remember(_own_key(data, scale), keys)
