"""Which data are open: the bundled sample, and files of the visitor's own.

Files are parsed once, into arrays that belong to the visitor's session alone; the uploaded
bytes are let go at once. A file that cannot be read changes nothing that is open.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from uuid import uuid4

import streamlit as st

from oq_core import MEASURES, Collection, Scores, popularity, read_collections, score, uniform
from pages.parts.text import plain
from pages.parts.work import kept

SAMPLE = "Bundled sample"
_SAMPLE_FOLDER = Path(__file__).parents[2] / "sample_data"


@dataclass(frozen=True)
class Opened:
    """What was opened together: collections or score matrices by scale.

    `token` changes whenever they do, and names them among kept results.
    """

    title: str
    sources: Mapping[str, Collection | Scores]
    token: str

    @property
    def collections(self) -> dict[str, Collection]:
        """Those of the sources that have distributions, by scale."""
        return {s: each for s, each in self.sources.items() if isinstance(each, Collection)}

    @property
    def runs(self) -> list[str]:
        """Names of the runs of any scale."""
        return sorted({name for source in self.sources.values() for name in source.runs})


@dataclass(frozen=True)
class DataSet:
    """One scale of what is open, ready to be scored.

    Attributes
    ----------
    name : str
        As it is shown, plain text.
    token : str
        Names it among kept results.
    measures : tuple of str
        Keys of the measures there are.
    runs : tuple of str
        Names of the runs.
    compute : callable
        Scores every run under all of them.
    collection : Collection, optional
        The distributions behind the scores, where they are known.
    """

    name: str
    token: str
    measures: tuple[str, ...]
    runs: tuple[str, ...]
    compute: Callable[[], Scores]
    collection: Collection | None

    @property
    def scores(self) -> Scores:
        """Scores of every run under all measures."""
        return kept(("scores", self.token), self.compute)


@st.cache_resource(show_spinner="Reading the sample…")
def _sample() -> Opened:
    runs = sorted((_SAMPLE_FOLDER / "runs").glob("*.json"))
    return Opened(SAMPLE, read_collections(_SAMPLE_FOLDER / "gold.json", runs), "sample")


def opened() -> dict[str, Opened]:
    """Everything that is open, by title: the sample, then the visitor's own, oldest first."""
    own: dict[str, Opened] = st.session_state.setdefault("opened", {})
    return {SAMPLE: _sample(), **own}


def keep(title: str, sources: Mapping[str, Collection | Scores]) -> None:
    """Open data of the visitor's own, or put them in the place of those of that title."""
    st.session_state.setdefault("opened", {})[title] = Opened(title, sources, uuid4().hex)


def free_title(title: str) -> str:
    """A title that nothing open has yet."""
    taken, found, number = opened(), title, 1
    while found in taken:
        number += 1
        found = f"{title} ({number})"
    return found


def close(title: str) -> None:
    """Close data of the visitor's own."""
    st.session_state.opened.pop(title, None)
    if st.session_state.get("data") == title:
        st.session_state.data = SAMPLE


def select(title: str) -> None:
    """Make the pages show these data from now on."""
    st.session_state.data = title


def choose_collection() -> tuple[Collection, str] | None:
    """Let the visitor choose a collection of what is open.

    Returns
    -------
    tuple of Collection and str, or None
        The collection, and a token that names it among kept results; nothing where what was
        chosen has no gold.
    """
    with st.container(horizontal=True, vertical_alignment="bottom"):
        chosen = _choose_opened()
        scales = list(chosen.collections)
        scale = _choose_scale(scales) if scales else ""
        _link()
    if not scales:
        st.info(
            f"{plain(chosen.title)} are score matrices: this page needs the distributions, that "
            "is a gold file and run files. Open them under Your data, or choose other data."
        )
        return None
    collection = chosen.collections[scale]
    st.caption(description(collection))
    return collection, f"{chosen.token}/{scale}"


def choose_data_sets(least: int = 2) -> list[DataSet]:
    """Let the visitor choose one data set or several, and which runs to leave out.

    Parameters
    ----------
    least : int
        Runs that a data set needs. Where one has fewer, it is said what to do, and it is left
        out.
    """
    everything = {
        f"{each.title}/{s}": (each, s) for each in opened().values() for s in each.sources
    }
    with st.container(horizontal=True, vertical_alignment="bottom"):
        chosen = _choose_opened()
        scales = list(chosen.sources)
        if len(scales) > 1:
            picked = st.segmented_control(
                "Scale",
                scales,
                default=scales[:1],
                selection_mode="multi",
                key=f"scales/{'/'.join(scales)}",
                persist_state="session",
                help="Several scales are analysed side by side and pooled.",
            )
        else:
            picked = scales
        _link()
    names = [f"{chosen.title}/{scale}" for scale in scales if scale in picked]
    with st.expander("Runs and further data sets", icon=":material/checklist:"):
        others = st.multiselect(
            "Further data sets",
            [name for name in everything if not name.startswith(f"{chosen.title}/")],
            key=f"further/{len(everything)}",
            placeholder="none",
            help="Analysed side by side with those above, and pooled with them.",
        )
        baselines = st.toggle(
            "Add Popularity and Uniform, made from the gold",
            key="add_baselines",
            persist_state="session",
        )
        runs = sorted({run for name in (*names, *others) for run in everything[name][0].runs})
        without = st.multiselect(
            "Runs to leave out",
            runs,
            key=f"without/{'/'.join(runs)}",
            placeholder="none",
            persist_state="session",
        )
    found = [_data_set(*everything[name], baselines, tuple(without)) for name in (*names, *others)]
    if not found:
        st.info("Choose a scale.")
    for each in found:
        if len(each.runs) < least:
            many = "no run" if not each.runs else "one run" if len(each.runs) == 1 else "few runs"
            st.info(
                f"{plain(each.name)} has {many}, and {least} or more are needed: open run files "
                "under Your data, or add Popularity and Uniform above."
            )
    return [each for each in found if len(each.runs) >= least]


def _data_set(opened: Opened, scale: str, baselines: bool, without: tuple[str, ...]) -> DataSet:
    source = opened.sources[scale]
    name = f"{opened.title} {scale}" if len(opened.sources) > 1 else opened.title
    token = f"{opened.token}/{scale}/{baselines}/{without}"

    if isinstance(source, Scores):
        left = source.without(without)
        return DataSet(name, token, left.measures, left.runs, lambda: left, None)
    collection = (with_baselines(source)[0] if baselines else source).without(without)
    runs = tuple(collection.runs)
    return DataSet(name, token, tuple(MEASURES), runs, lambda: score(collection), collection)


def _choose_opened() -> Opened:
    everything = opened()
    if st.session_state.get("data") not in everything:
        st.session_state.data = SAMPLE
    title = st.selectbox("Data", list(everything), key="data", persist_state="session", width=280)
    return everything[title]


def _choose_scale(scales: list[str]) -> str:
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


def _link() -> None:
    st.page_link("data.py", label="Open your files", icon=":material/folder_open:")


def description(collection: Collection) -> str:
    """What was understood of the files, in a line of Markdown."""
    votes = f" with {votes} votes each" if (votes := votes_each(collection)) else ""
    order = " < ".join(plain(label) for label in collection.classes)
    return (
        f"{plain(collection.name)}: {len(collection.ids):,} instances{votes}; "
        f"classes {order}; {len(collection.runs)} runs."
    )


def votes_each(collection: Collection) -> str:
    """How many votes an instance has, as "20" or "18 to 20"; nothing without votes."""
    if collection.votes is None:
        return ""
    totals = collection.votes.sum(axis=1)
    return " to ".join(f"{n:,}" for n in sorted({int(totals.min()), int(totals.max())}))


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
