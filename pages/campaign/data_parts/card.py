"""One thing that is open: what was understood of it, its runs, and ways to change it."""

from collections.abc import Callable, Mapping
from typing import Any

import streamlit as st

from oq_core import Collection, Scores
from oq_core.campaign.computing.kinds import Matrices, Nuggets, Quantified
from oq_core.campaign.computing.protocol import NUGGETS
from oq_core.campaign.computing.sources import data_set_name
from oq_core.campaign.printing import layouts
from oq_core.data import NuggetCollection
from oq_core.data.scores import counted
from oq_core.reading.rows import some_of
from oq_core.reading.runs import identical_runs
from pages.analysing.data import (
    SAMPLE,
    SAMPLE_OF_CLASSES,
    SAMPLE_OF_JUDGES,
    SAMPLES,
    Opened,
    close,
    file_of,
    votes_each,
)
from pages.analysing.text import plain
from pages.campaign.data_parts.changes import (
    changes,
    in_alphabetical_order,
    on_direction,
    sort_classes,
)
from pages.campaign.data_parts.described import described_runs
from pages.campaign.data_parts.opening import on_runs, tell, that_changes
from pages.campaign.data_parts.saving import save_button
from pages.campaign.data_parts.taken_for import refused, taken_for
from pages.drawing.shown import show
from pages.host.results import kept
from pages.host.uploads import uploader_key


def order_of_classes(data: Opened, first: Collection) -> None:
    """Format, and classes with a way to flip them."""
    sign, told = (" < ", ", lowest first") if first.has_order else (", ", "")
    order = sign.join(plain(label) for label in first.classes)
    st.markdown(f"{plain(first.format)} · classes{told}: **{order}**")
    if not first.has_order:
        st.markdown(
            ":material/warning: Nobody has said the order of the classes, from the lowest to the "
            "highest. Until you do, no measure that takes it is computed."
        )
        sort_classes(data)
    if in_alphabetical_order(data):
        st.markdown(
            ":material/warning: The classes stand in alphabetical order. If that is not their "
            "order from the lowest to the highest, set it under Change these data: every "
            "cross-bin score depends on it."
        )


def collection_facts(data: Opened, scale: str, each: Collection) -> None:
    """Counts of a scale; what is of all scales comes before the first."""
    first = next(iter(data.collections))
    if scale == first:
        order_of_classes(data, each)
    votes = f"{votes_each(each)} votes each" if each.votes is not None else "probabilities"
    named = f"Scale **{plain(scale)}**: " if len(data.collections) > 1 else ""
    st.markdown(
        f"{named}{counted(len(each.ids), 'instance')}, {votes}, {counted(len(each.runs), 'run')}",
        width="content",
    )
    if each.labels is not None:
        st.markdown(
            f"From {counted(len(each.labels.ids), 'item')} with a class each. Scored as "
            "classification as well, because they give every item a class: "
            f"{counted(len(each.labels.runs), 'run')}."
        )


def nugget_facts(_: Opened, __: str, nuggets: NuggetCollection) -> None:
    """Counts of what is known of turns."""
    votes = f", {found} votes a turn" if (found := votes_each(nuggets)) else ""
    st.markdown(
        f"Scale **{NUGGETS}**: {counted(len(nuggets.ids), 'dialogue')} with "
        f"{counted(len(nuggets.dialogue), 'turn')}{votes}; "
        f"{counted(len(nuggets.runs), 'run')} with estimates of them"
    )


def matrix_facts(data: Opened, scale: str, scores: Scores) -> None:
    """What score matrices have, and what that is enough for."""
    st.markdown(
        f"Score matrices · measures {', '.join(plain(key) for key in scores.measures)} · "
        f"{counted(len(scores.ids), 'instance')} · {counted(len(scores.runs), 'run')}"
    )
    st.multiselect(
        "Measures of which larger is better",
        scores.measures,
        default=[
            key
            for key, larger in zip(scores.measures, scores.larger_is_better, strict=True)
            if larger
        ],
        placeholder="none: smaller is better",
        **that_changes(data, "larger", on_direction, scale, scores),
    )
    st.caption(
        "Leaderboard, similarity, consistency, discriminative power, sample size and report work "
        "from scores alone. Pages that draw distributions need the gold and the runs."
    )


#: What tells of each kind of data.
_FACTS: Mapping[str, Callable[[Opened, str, Any], None]] = {
    Quantified.held: collection_facts,
    Nuggets.held: nugget_facts,
    Matrices.held: matrix_facts,
}


def runs_of(data: Opened) -> None:
    """Runs that are there, a way to remove one, and an uploader for more."""
    title = data.title
    open_now = counted(len(data.runs), "run")
    st.file_uploader(
        "Run files" if not data.runs else f"More run files ({open_now} open)",
        accept_multiple_files=True,
        key=uploader_key(f"runs of {title}"),
        on_change=on_runs,
        args=(title,),
        help="One file a run, which gives it its name; or a ZIP archive of them, also with folders "
        "as teams submit them (TEAM/run1/…). Instances are matched by id.",
    )
    if data.runs:
        st.checkbox(
            "New files replace runs of the same name",
            key=f"replaces {title}",
            help="Otherwise a run of a name that is taken is refused.",
        )
    tell(title)
    refused(title)


def checked_runs(data: Opened) -> None:
    """A folded list of the runs with what was found of each."""
    if not data.runs:
        return
    alike = {
        name: ", ".join(other for other in names if other != name)
        for names in kept(
            identical_runs, {scale: data.named(scale) for scale in data.collections}
        ).value
        for name in names
    }
    with st.expander(f"Runs and checks ({len(data.runs)})", icon=":material/fact_check:"):
        if alike:
            st.warning(
                f"{counted(len(alike), 'run')} are the same as another in every number: "
                f"{plain(some_of(list(alike)))}."
            )
        files = {
            run: each.paths.get(run, each.name) for each in data.run_files for run in each.runs
        }
        st.dataframe(
            [
                {
                    "run": run,
                    "scales": ", ".join(
                        scale for scale, each in data.sources.items() if run in each.runs
                    ),
                    "missing instances": _lacking(data, run),
                    "same as": alike.get(run, ""),
                    "file": files.get(run, ""),
                }
                for run in data.runs
            ],
            hide_index=True,
        )


def _lacking(data: Opened, run: str) -> str:
    lacking = {
        scale: int(each.missing[run].sum())
        for scale, each in data.collections.items()
        if run in each.missing
    }
    return (
        ", ".join(
            f"{count:,}" + (f" in {scale}" if len(data.collections) > 1 else "")
            for scale, count in lacking.items()
        )
        or "none"
    )


_ABOUT_SAMPLES = {
    SAMPLE: "Invented, to try everything on: scales of the quality of dialogues, and nuggets, "
    "which some of the runs have.",
    SAMPLE_OF_JUDGES: "Invented too: answers that a few of several people, and judges, have rated. "
    "The pages Raters and Judges are for such data.",
    SAMPLE_OF_CLASSES: "Invented too: items with one class each, and runs of several kinds.",
}


def printed_view(data: Opened) -> None:
    """What the data are, and the runs of each team, as overviews print them."""
    with st.expander("Tables for a paper", icon=":material/table:"):
        named = {
            data_set_name(data.title, scale, len(data.scored) > 1): each
            for scale, each in data.scored.items()
        }
        facts = [layouts.facts_of(name, each) for name, each in named.items()]
        show(layouts.statistics_of_data(facts), data.title)
        if data.runs:
            runs = {name: tuple(each.runs) for name, each in named.items()}
            show(layouts.runs_by_team(runs), data.title)


def card(data: Opened) -> None:
    """One thing that is open."""
    with st.container(border=True):
        st.markdown(f"## {plain(data.title)}")
        for scale, each in data.held.items():
            _FACTS[each.held](data, scale, each.data)
        printed_view(data)
        if data.title in SAMPLES:
            st.caption(_ABOUT_SAMPLES[data.title])
            return
        if data.has_gold:
            runs_of(data)
        checked_runs(data)
        described_runs(data)
        changes(data)
        taken_for(data)
        with st.container(horizontal=True, vertical_alignment="center"):
            save_button("Save as one file", file_of(data.title), [data])
            st.button(
                "Close these data",
                key=f"close {data.title}",
                on_click=close,
                args=(data.title,),
                icon=":material/close:",
            )
