"""What is said of runs: a table to fill in, as a file or here."""

from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any

import streamlit as st

from oq_core import DataError
from oq_core.campaign.computing.described import filled
from oq_core.campaign.computing.several import language_in
from oq_core.data import RunDescription
from oq_core.data.described import MAX_SHORT
from oq_core.reading.kinds.described import (
    RUNS_FILE,
    described_csv,
    description_fault,
    repeated_fault,
)
from pages.analysing.data import Opened, keep
from pages.analysing.downloads import save
from pages.campaign.data_parts.opening import changing


def described_runs(data: Opened) -> None:
    """A folded table of teams and names of the runs, to fill in."""
    if not data.runs:
        return
    title, shown = data.title, filled(data.runs, data.described)
    places = _places(data)
    # What is said of each run is confirmed.
    is_proposed = bool(places) and not {each.run for each in data.described}.issuperset(places)
    with st.expander("Teams and names of the runs", icon=":material/badge:", expanded=is_proposed):
        st.caption(
            "Tables print official names, figures short ones; baselines are marked. A file "
            f"{RUNS_FILE} among the runs fills this in, too."
        )
        rows = [
            asdict(each) | (_understood(data, run, places) if places else {})
            for run, each in shown.items()
        ]
        key = f"described of {title} {data.token}"
        st.data_editor(
            rows,
            key=key,
            hide_index=True,
            disabled=["run", "file", "subtasks", "language"],
            column_config={
                "name": "official name",
                "short": st.column_config.TextColumn("short name", max_chars=MAX_SHORT),
            },
            on_change=on_described,
            args=(title, key, tuple(shown.values())),
        )
        if is_proposed:
            st.caption(
                "Run, team, subtasks and language are proposed from where the files stand. Change "
                "what is wrong, then confirm."
            )
            st.button("Confirm", on_click=on_confirmed, args=(title, tuple(shown.values())),
                      key=f"confirm {title}", icon=":material/check:")  # fmt: skip
        label = f"{RUNS_FILE}, with what was recognised"
        content = described_csv(shown.values())
        save(label, content, RUNS_FILE, key=f"described {title}", type="tertiary")


def _places(data: Opened) -> dict[str, str]:
    """Where the files of runs stand whose names were understood from folders of theirs."""
    return {run: path for run, path in data.paths.items() if path.count("/") > 1}


def _understood(data: Opened, run: str, places: Mapping[str, str]) -> dict[str, str]:
    """What was understood of a run, beside its name and team."""
    path = places.get(run, "")
    scales = [scale for scale, each in data.sources.items() if run in each.runs]
    return {"file": path, "subtasks": ", ".join(scales), "language": language_in(path)}


@changing
def on_confirmed(data: Opened, shown: tuple[RunDescription, ...]) -> None:
    """Take what is shown of all runs."""
    keep(replace(data, described=shown))


@changing
def on_described(data: Opened, key: str, shown: tuple[RunDescription, ...]) -> None:
    """Take what was typed, unless it cannot be used."""
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
    # A new token empties the table of what was typed.
    keep(data if problem else replace(data, described=every))
    if problem:
        raise DataError(f"{data.title}: {problem}. Choose another.")
