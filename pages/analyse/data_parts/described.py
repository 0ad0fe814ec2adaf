"""What is said of runs: a table to fill in, as a file or here."""

from dataclasses import asdict, replace
from typing import Any

import streamlit as st

from oq_core.campaign.computing.described import filled
from oq_core.data import RunDescription
from oq_core.data.described import MAX_SHORT
from oq_core.reading.kinds.described import (
    RUNS_FILE,
    described_csv,
    description_fault,
    repeated_fault,
)
from pages.analyse.data_parts.opening import done, still_open
from pages.shared.data import Opened, keep
from pages.shared.downloads import save


def described_runs(data: Opened) -> None:
    """A folded table of teams and names of the runs, to fill in."""
    if not data.runs:
        return
    title, shown = data.title, filled(data.runs, data.described)
    with st.expander("Teams and names of the runs", icon=":material/badge:"):
        st.caption(
            "Tables print official names, figures short ones; baselines are marked. A file "
            f"{RUNS_FILE} among the runs fills this in, too."
        )
        rows = [asdict(each) for each in shown.values()]
        key = f"described of {title} {data.token}"
        st.data_editor(
            rows,
            key=key,
            hide_index=True,
            disabled=["run"],
            column_config={
                "name": "official name",
                "short": st.column_config.TextColumn("short name", max_chars=MAX_SHORT),
            },
            on_change=on_described,
            args=(title, key, tuple(shown.values())),
        )
        label = f"{RUNS_FILE}, with what was recognised"
        content = described_csv(shown.values())
        save(label, content, RUNS_FILE, key=f"described {title}", type="tertiary")


def on_described(title: str, key: str, shown: tuple[RunDescription, ...]) -> None:
    """Take what was typed, unless it cannot be used."""
    data = still_open(title)
    if data is None:
        return
    said = {each.run: each for each in data.described}
    for row, changed in st.session_state[key]["edited_rows"].items():
        run = shown[int(row)].run
        typed: dict[str, Any] = {
            column: value if column == "baseline" else " ".join(str(value or "").split())
            for column, value in changed.items()
        }
        said[run] = replace(said.get(run, RunDescription(run)), **typed)
    every = tuple(said.values())
    problem = next(filter(None, map(description_fault, every)), "") or repeated_fault(every)
    if problem:
        done([f"{title}: {problem}. Choose another."], about=title)
    # A new token empties the table of what was typed.
    keep(data if problem else replace(data, described=every))
