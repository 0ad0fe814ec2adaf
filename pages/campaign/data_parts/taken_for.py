"""What the columns of a file were taken for, and a way to say that one is something else."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import streamlit as st

from oq_core import DataError
from oq_core.reading import Plan, Source, look, with_plan
from oq_core.reading.looking import ReadColumn
from oq_core.reading.plan import PARTS
from pages.analysing.data import Opened, keep
from pages.analysing.text import plain
from pages.campaign.data_parts.opening import (
    REFUSED,
    Refused,
    done,
    on_classes,
    on_said,
    that_changes,
)
from pages.campaign.data_parts.saving import read_again, saved_of
from pages.host.results import Named, kept

#: Instances of which it is drawn how they were read.
_FIRST = 3
#: The most signs of classes that are typed.
_SIGNS = 500


def columns_in(file: Source, plan: Plan) -> tuple[ReadColumn, ...]:
    """The columns of a table as a plan has them; none of other files."""
    try:
        found = look(with_plan(file, plan))
    except DataError:
        return ()
    return found[0].columns if len(found) == 1 else ()


def taken_for(data: Opened) -> None:
    """A table of the gold's columns, with their parts to change, where it is asked for."""
    if not data.has_gold:
        return
    if not st.toggle("What the file was taken for", key=f"{data.title} was taken for"):
        return
    files = saved_of(data).sources(data.gold_files)
    columns = {
        each.name: each
        for number, file in enumerate(files)
        for each in kept(columns_in, Named((data.token, "gold", number), file), data.plan).value
    }
    if columns:
        _parts(columns, data.title, partial(_on_part_of, data))
    _first_instances(data)


def refused(about: str) -> None:
    """A way to say what the columns of the table are that was refused, and its classes."""
    found: Refused | None = st.session_state.get(REFUSED)
    if found is None or found.about != about:
        return
    name = found.file.name
    columns = {each.name: each for each in found.columns}
    is_open = bool(found.plan.parts) or all(each.part == "text" for each in found.columns)
    title = f"Say what the columns of {plain(name)} are, or its classes: it is read again at once"
    with st.expander(title, expanded=is_open, icon=":material/table:"):
        _parts(columns, f"refused {name}", partial(_on_part_of_refused, name))
        key = f"classes of refused {name}"
        st.text_input(
            "All classes, lowest first, with commas between",
            ", ".join(found.plan.classes),
            key=key,
            on_change=on_classes,
            args=(key,),
            max_chars=_SIGNS,
        )


def _on_part_of(data: Opened, column: str) -> dict[str, Any]:
    return that_changes(data, f"part of {column}", on_part, column)


def _on_part_of_refused(name: str, column: str) -> dict[str, Any]:
    key = f"part of {column} of refused {name}"
    return {"key": key, "on_change": on_said, "args": (column, key)}


def _parts(
    columns: Mapping[str, ReadColumn], of: str, changed: Callable[[str], dict[str, Any]]
) -> None:
    """Columns with their parts, and a widget that says another part of one."""
    st.dataframe(
        [
            {
                "column": each.name,
                "cells": " · ".join(each.cells),
                "part": each.part,
                "that is": each.says,
            }
            for each in columns.values()
        ],
        hide_index=True,
    )
    column = st.selectbox(
        "Say that a column is something else",
        list(columns),
        index=None,
        placeholder="choose a column",
        key=f"column of {of}",
    )
    if column is not None:
        st.selectbox(
            "Its part",
            list(PARTS),
            index=list(PARTS).index(columns[column].part),
            format_func=lambda part: f"{part}: {PARTS[part]}",
            **changed(column),
            help="The same files are read again at once.",
        )


def _first_instances(data: Opened) -> None:
    """How the first instances were read, a bar for each class."""
    for scale, each in data.collections.items():
        st.dataframe(
            [
                {"instance": name, "gold": shares}
                for name, shares in zip(each.ids[:_FIRST], each.gold[:_FIRST].tolist(), strict=True)
            ],
            column_config={
                "gold": st.column_config.BarChartColumn(
                    f"{scale}: {', '.join(each.classes)}", y_min=0, y_max=1, width="large"
                )
            },
            hide_index=True,
        )


def on_part(data: Opened, part: str, column: str) -> None:
    """Read the files again with another part of a column."""
    plan = replace(data.plan, parts={**data.plan.parts, column: part})
    try:
        keep(_again(data, plan))
    except ValueError as error:
        faults = error.faults if isinstance(error, DataError) else [str(error)]
        done(faults, ["The data stay as they were."], data.title)


def _again(data: Opened, plan: Plan) -> Opened:
    """The files of data read by another plan; the order of the classes stays if it can."""
    read = read_again(replace(data, plan=plan, classes=()))
    if any(set(each.classes) == set(data.classes) for each in read.held.values()):
        return read_again(replace(data, plan=plan))
    return read
