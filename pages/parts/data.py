"""Which collections are open: the bundled sample, or files of the visitor's own.

Files are parsed once, into arrays that belong to the visitor's session alone; the uploaded
bytes are let go at once. A file that cannot be read changes nothing that is open.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from uuid import uuid4

import streamlit as st

from oq_core import (
    Collection,
    DataError,
    popularity,
    read_collections,
    read_gold,
    read_run,
    uniform,
)
from pages.parts.text import plain

SAMPLE = "Bundled sample"
OWN = "Your own files"
MOST_RUNS = 100
_TYPES = ["json", "csv", "tsv", "txt"]
_SAMPLE_FOLDER = Path(__file__).parents[2] / "sample_data"


@dataclass(frozen=True)
class Opened:
    """Collections by scale.

    `token` changes whenever they do, and names them in caches.
    """

    title: str
    collections: Mapping[str, Collection]
    token: str

    @property
    def runs(self) -> list[str]:
        """Names of the runs of any scale."""
        return sorted({name for c in self.collections.values() for name in c.runs})


@st.cache_resource(show_spinner="Reading the sample…")
def _sample() -> Opened:
    runs = sorted((_SAMPLE_FOLDER / "runs").glob("*.json"))
    return Opened("sample", read_collections(_SAMPLE_FOLDER / "gold.json", runs), "sample")


def _uploaded() -> Opened | None:
    opened: Opened | None = st.session_state.get("uploaded")
    return opened


def _keep(title: str, collections: Mapping[str, Collection]) -> None:
    st.session_state.uploaded = Opened(title, collections, uuid4().hex)


def _uploader_key(kind: str) -> str:
    # A new key empties the widget, which lets the uploaded bytes go.
    return f"{kind}_files_{st.session_state.get('uploads', 0)}"


def _done(problems: list[str]) -> None:
    st.session_state.problems = problems
    st.session_state.uploads = st.session_state.get("uploads", 0) + 1


def _on_gold() -> None:
    file, problems = st.session_state[_uploader_key("gold")], []
    if file is not None:
        try:
            _keep(file.name, read_gold(file))
        except DataError as error:
            problems.append(str(error))
    _done(problems)


def _on_runs() -> None:
    opened, problems = _uploaded(), []
    if opened is None:
        return
    collections = opened.collections
    for file in st.session_state[_uploader_key("run")]:
        try:
            collections = read_run(file, collections)
        except DataError as error:
            problems.append(str(error))
        if len(Opened("", collections, "").runs) >= MOST_RUNS:
            problems.append(f"{MOST_RUNS} runs are open, which is the most; the rest was left out.")
            break
    if collections is not opened.collections:
        _keep(opened.title, collections)
    _done(problems)


def _on_close() -> None:
    st.session_state.uploaded = None
    st.session_state.problems = []


def _on_remove() -> None:
    opened, gone = _uploaded(), st.session_state.remove_run
    if opened is not None and gone is not None:
        _keep(
            opened.title,
            {
                scale: replace(
                    collection, runs={n: r for n, r in collection.runs.items() if n != gone}
                )
                for scale, collection in opened.collections.items()
            },
        )
    st.session_state.remove_run = None


def open_data() -> tuple[Collection, str] | None:
    """Let the visitor choose data and a scale.

    Returns
    -------
    tuple of Collection and str, or None
        The collection, and a token that names it in caches; nothing while no file is open.
    """
    with st.container(horizontal=True, vertical_alignment="bottom"):
        source = st.segmented_control(
            "Data",
            [SAMPLE, OWN],
            default=SAMPLE,
            required=True,
            key="source",
            persist_state="session",
        )
        opened = _sample() if source == SAMPLE else _uploaded()
        scale = _choose_scale(opened) if opened is not None else ""
    if source == OWN:
        _upload(opened)
    if opened is None:
        return None
    collection = opened.collections[scale]
    st.caption(_description(collection))
    return collection, f"{opened.token}/{scale}"


def _choose_scale(opened: Opened) -> str:
    scales = list(opened.collections)
    if len(scales) == 1:
        return scales[0]
    return st.segmented_control(
        "Scale",
        scales,
        default=scales[0],
        required=True,
        key=f"scale/{'/'.join(scales)}",
        persist_state="session",
    )


def _description(collection: Collection) -> str:
    """What was understood of the files, in a line of Markdown."""
    votes = ""
    if collection.votes is not None:
        totals = collection.votes.sum(axis=1)
        counts = sorted({int(totals.min()), int(totals.max())})
        votes = f" with {' to '.join(f'{count:,}' for count in counts)} votes each"
    order = " < ".join(plain(label) for label in collection.classes)
    return (
        f"{plain(collection.name)}: {len(collection.ids):,} instances{votes}; "
        f"classes {order}; {len(collection.runs)} runs."
    )


def _upload(opened: Opened | None) -> None:
    """Uploaders, what could not be read, and what is open."""
    with st.expander(
        "Open files" if opened is None else f"Files: {plain(opened.title)} is open",
        expanded=opened is None or not opened.runs,
        icon=":material/folder_open:",
    ):
        gold, runs = st.columns(2)
        gold.file_uploader(
            "Gold file" if opened is None else "Another gold file (closes the open one)",
            type=_TYPES,
            key=_uploader_key("gold"),
            on_change=_on_gold,
            help="NTCIR dialogue quality annotations (JSON), or a table: an id and a column for "
            "each class, or id, class, value. Votes or probabilities.",
        )
        runs.file_uploader(
            "Run files" if opened is not None else "Run files (after the gold file)",
            type=_TYPES,
            accept_multiple_files=True,
            key=_uploader_key("run"),
            on_change=_on_runs,
            disabled=opened is None,
            help="One file a run, which gives it its name: NTCIR submissions, or tables like the "
            "gold's. Instances are matched by id.",
        )
        if opened is not None:
            with st.container(horizontal=True, vertical_alignment="bottom"):
                if opened.runs:
                    st.selectbox(
                        "Remove a run",
                        opened.runs,
                        index=None,
                        placeholder=f"{len(opened.runs)} runs are open",
                        key="remove_run",
                        on_change=_on_remove,
                    )
                st.button("Close these files", on_click=_on_close)
    if problems := st.session_state.get("problems", []):
        rest = "" if opened is None else "\n\nEverything else is open and used."
        st.error(
            "\n".join(f"- {plain(problem)}" for problem in problems) + rest,
            icon=":material/error:",
        )


def with_baselines(collection: Collection) -> tuple[Collection, tuple[str, str]]:
    """The collection with Popularity and Uniform as its first runs, and their names."""
    names = []
    for baseline in ("Popularity", "Uniform"):
        name = baseline
        while name in collection.runs:
            name += " (baseline)"
        names.append(name)
    made = {names[0]: popularity(collection.gold), names[1]: uniform(collection.gold)}
    return replace(collection, runs={**made, **collection.runs}), (names[0], names[1])
