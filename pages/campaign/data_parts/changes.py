"""Ways to change data that are open: their name, order of classes, gold, runs and policy."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

import streamlit as st

from oq_core import DataError, Scores
from oq_core.campaign.computing.kinds import source_of
from oq_core.reading.budget import MAX_CLASSES, check_count
from oq_core.reading.class_order import FILE
from oq_core.reading.format_record import MISSING
from oq_core.reading.rows import MAX_NAME, name_fault
from pages.analysing.address import lasting
from pages.analysing.data import (
    Opened,
    free_title,
    further_key,
    further_of,
    keep,
    opened,
    runs_of,
    select,
    without_key,
)
from pages.analysing.settings import set_to
from pages.analysing.text import plain
from pages.campaign.data_parts.opening import (
    changing,
    on_new_gold,
    that_changes,
    with_files,
    without_runs,
)
from pages.campaign.data_parts.saving import read_again
from pages.host.own import remember
from pages.host.uploads import uploader_key

_LONGEST_NAME = 80


def on_rename(data: Opened, typed: str) -> None:
    """Give data another name."""
    wanted = " ".join(typed.split())[:_LONGEST_NAME]
    if wanted not in ("", data.title):
        new = free_title(wanted)
        keep(replace(data, title=new), data.title)
        select(new)


def on_sorted(data: Opened, chosen: list[str]) -> None:
    """Put the classes in the order in which they were chosen; the one that is left is the last."""
    classes = next(iter(data.collections.values())).classes
    if len(chosen) >= len(classes) - 1:
        st.session_state[f"sorted of {data.title}"] = []
        _order(data, [*chosen, *(label for label in classes if label not in chosen)])


@changing
def on_flip(data: Opened) -> None:
    """Turn the order of the classes round."""
    _order(data, list(next(iter(data.collections.values())).classes)[::-1])


def _order(data: Opened, order: list[str]) -> None:
    keep(read_again(replace(data, classes=tuple(order))))


def on_policy(data: Opened, policy: str) -> None:
    """Score missing instances by another policy, in all runs."""
    incomplete = sorted({run for each in data.collections.values() for run in each.missing})
    if policy == "refused" and incomplete:
        st.session_state[f"missing of {data.title}"] = data.missing
        lacking = f"these runs lack instances. Remove them first: {', '.join(incomplete)}"
        raise DataError(f"{data.title}: {lacking}.")
    keep(read_again(replace(data, missing=policy)))


@changing
def remove(data: Opened, gone: str) -> None:
    """Take a run out."""
    sources = {scale: each.without([gone]) for scale, each in data.sources.items()}
    files = without_runs(data.run_files, [gone])
    without = replace(data, sources=sources, run_files=files, removed=(*data.removed, gone))
    keep(with_files(without))


def on_rename_run(data: Opened, typed: str, old: str) -> None:
    """Give a run another name."""
    title, new = data.title, " ".join(typed.split())
    if old not in data.runs or new in ("", old):
        return
    if problem := name_fault(new):
        raise DataError(f"{title}: the name {problem}. Choose another.")
    if new in (*data.runs, *data.removed):
        raise DataError(f"{title}: another run is or was called {new}. Choose another name.")
    rename_runs(data, {old: new})
    st.session_state[f"run to rename of {title}"] = None


def rename_runs(data: Opened, names: Mapping[str, str]) -> None:
    """Give runs of data other names, by their present ones."""
    origins = {given: origin for origin, given in data.renamed.items()}
    by_origin = {origins.get(old, old): new for old, new in names.items()}
    renamed = replace(
        data,
        sources={scale: each.renamed(names) for scale, each in data.sources.items()},
        run_files=tuple(each.renamed(names) for each in data.run_files),
        renamed={old: new for old, new in {**data.renamed, **by_origin}.items() if new != old},
        whole={
            scale: {
                names.get(run, run): replace(judge, name=names.get(run, run))
                for run, judge in judges.items()
            }
            for scale, judges in data.whole.items()
        },
        described=tuple(
            replace(each, run=names.get(each.run, each.run)) for each in data.described
        ),
    )
    _keep_renamed(data, renamed, names)


def _keep_renamed(old: Opened, new: Opened, names: Mapping[str, str]) -> None:
    """Put data with other names of runs in the place of these, and leave out what was left out."""
    before = opened()
    sets = {f"{title}/{s}": title for title, each in before.items() for s in each.scored}
    found = {}
    for title in before:
        further = st.session_state.get(lasting(further_key(further_of(title))), ())
        titles = {title, *(sets[name] for name in further if name in sets)}
        if old.title in titles:
            others = [before[each] for each in titles - {old.title}]
            chosen = st.session_state.get(lasting(without_key(runs_of([*others, old]))), ())
            found[lasting(without_key(runs_of([*others, new])))] = [
                names.get(run, run) for run in chosen
            ]
    keep(new)
    for key, chosen in found.items():
        st.session_state[key] = chosen
        remember(key, chosen, [])


def on_judges(data: Opened, judges: list[str]) -> None:
    """Make runs of raters who are judges; the others stay as the gold."""
    keep(read_again(replace(data, judges=tuple(judges), removed=(), renamed={})))


def on_classes(data: Opened, typed: str) -> None:
    """Set the classes, also such as nobody chose."""
    classes = tuple(dict.fromkeys(each.strip() for each in typed.split(",") if each.strip()))
    if not classes:
        return
    check_count(data.title, len(classes), MAX_CLASSES, "classes", "Name fewer")
    keep(read_again(replace(data, classes=classes)))


def on_direction(data: Opened, larger: list[str], scale: str, scores: Scores) -> None:
    """Set of which measures larger is better."""
    directions = tuple(key in larger for key in scores.measures)
    keep(replace(data, sources={scale: replace(scores, larger_is_better=directions)}))


def in_alphabetical_order(data: Opened) -> bool:
    """Whether columns stand as a computer sorts words, which is seldom from low to high."""
    first = next(iter(data.collections.values()), None)
    if first is None or first.order != FILE or len(first.classes) < 3:
        return False
    words = [label.casefold() for label in first.classes]
    return words == sorted(words)


def changes(data: Opened) -> None:
    """A folded list of what can be changed."""
    title = data.title
    with st.expander("Change these data", icon=":material/tune:", key=f"changes of {title}"):
        left, right = st.columns(2)
        with left:
            st.text_input(
                "Name",
                title,
                max_chars=_LONGEST_NAME,
                **that_changes(data, "name", on_rename),
            )
            if data.runs:
                set_to(
                    "Remove a run",
                    data.runs,
                    "choose a run",
                    f"remove run of {title}",
                    partial(remove, title),
                )
                _rename(data)
            if data.collections:
                _policy(data)
                _judges(data)
        with right:
            if data.collections:
                _order_of_classes(data)
            if data.has_gold:
                st.file_uploader(
                    "Another gold for these runs",
                    accept_multiple_files=True,
                    key=uploader_key(f"new gold of {title}"),
                    on_change=on_new_gold,
                    args=(title,),
                    help="The runs are read again: they must have its instances, and no others.",
                )


def _rename(data: Opened) -> None:
    old = st.selectbox(
        "Rename a run",
        data.runs,
        index=None,
        placeholder="choose a run",
        key=f"run to rename of {data.title}",
    )
    if old is not None:
        st.text_input(
            f"New name of {plain(old)}",
            old,
            max_chars=MAX_NAME,
            **that_changes(data, f"name of {old}", on_rename_run, old),
        )


def _judges(data: Opened) -> None:
    whole = data.together or data.sources
    known = (source_of(each).raters for each in whole.values())
    raters = next((each for each in known if each), ())
    if not raters:
        return
    gold = next(each for each in data.collections.values() if each.raters)
    st.multiselect(
        "Raters who are judges",
        raters,
        default=[name for name in raters if name not in gold.raters],
        placeholder="none: all are people",
        **that_changes(data, "judges", on_judges),
        disabled=bool(data.run_files),
        help="Of people and judges in one table: judges become runs, and all of them together the "
        "run Panel. Say so before you open files of runs.",
    )


def _policy(data: Opened) -> None:
    words = {
        "refused": "The run is refused",
        "uniform": "They are scored as Uniform",
        "worst": "They get the worst score",
    }
    st.selectbox(
        "If a run lacks instances",
        list(MISSING),
        index=list(MISSING).index(data.missing),
        format_func=words.__getitem__,
        **that_changes(data, "missing", on_policy),
        help="The report names what was chosen. Pages that draw distributions draw Uniform there.",
    )


def sort_classes(data: Opened) -> None:
    """A list of the classes, which become the order in which they are chosen."""
    st.multiselect(
        "Order of the classes: choose them, lowest first",
        next(iter(data.collections.values())).classes,
        placeholder="the lowest, the next one, …",
        **that_changes(data, "sorted", on_sorted),
        help="By taps or keys. The order is set when one is left, which is the highest.",
    )


def _order_of_classes(data: Opened) -> None:
    title = data.title
    first = next(iter(data.collections.values()))
    classes = first.classes
    if first.has_order:
        sort_classes(data)
    st.button(
        "Flip the order",
        key=f"flip {title}",
        on_click=on_flip,
        args=(title,),
        icon=":material/swap_horiz:",
        help="If the highest class comes first here.",
    )
    if data.labelled is None and not any("," in label for label in classes):
        st.text_input(
            "All classes, lowest first",
            ", ".join(classes),
            **that_changes(data, "classes", on_classes),
            help="With commas between; also classes that nobody chose.",
        )
    if len(data.collections) > 1:
        st.caption(f"For all scales of {plain(title)} that have these classes.")
