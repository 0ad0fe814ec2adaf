"""Which data are open: the bundled sample, and files of the visitor's own.

Files are parsed once, into arrays that belong to the visitor's browser alone; the uploaded
bytes are let go at once. A file that cannot be read changes nothing that is open.
"""

import re
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from uuid import uuid4

import streamlit as st

from oq_core import (
    MEASURES,
    OC_MEASURES,
    Collection,
    DataError,
    Scores,
    read_collections,
    read_runs,
    score,
    score_classification,
    score_nuggets,
)
from oq_core.campaign import Choices, FileFacts
from oq_core.campaign.sources import (
    CLASSIFICATION,
    NUGGETS,
    TASK_WEIGHT,
    data_set_name,
    facts_of,
    scored_scales,
    with_baselines,
    with_nugget_baselines,
    with_one_class_runs,
)
from oq_core.data import NuggetCollection
from oq_core.data.scores import are, counted
from oq_core.measures import NUGGET_MEASURES, official_names
from oq_core.reading import read_gold_and_nuggets
from oq_core.reading.record import MISSING
from oq_core.reading.rows import some_of
from pages.shared import words
from pages.shared.address import one_unnamed, several_unnamed, short_hash
from pages.shared.own import own_data, remember
from pages.shared.text import plain
from pages.shared.work import apart, kept
from pages.shared.workspaces import HOURS

SAMPLE = "Bundled sample"
SAMPLE_OF_CLASSES = "Bundled sample: classification"
#: What is always open.
SAMPLES = (SAMPLE, SAMPLE_OF_CLASSES)
_SAMPLE_FOLDER = Path(__file__).parents[2] / "sample_data"

#: What numbers of all data sets together are called.
POOLED = "pooled"

Source = Collection | NuggetCollection | Scores


@dataclass(frozen=True)
class Opened:
    """What was opened together: collections or score matrices by scale.

    Attributes
    ----------
    title : str
    sources : mapping of str to Collection, NuggetCollection or Scores
        By scale.
    token : str
        Changes whenever they do, and names them among kept results.
    gold_files, run_files : tuple of FileFacts
        The files that they were read from, with the runs that each gave.
    classes : tuple of str
        The classes, lowest first, where their order was set by hand.
    removed : tuple of str
        Runs that the files gave and that were taken out.
    missing : str
        What becomes of a run that lacks instances, as `read_runs` has it.
    """

    title: str
    sources: Mapping[str, Source]
    token: str
    gold_files: tuple[FileFacts, ...] = ()
    run_files: tuple[FileFacts, ...] = ()
    classes: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    missing: str = "refused"

    @property
    def scored(self) -> dict[str, Source]:
        """What can be scored, by scale: items once as distributions and once by their classes."""
        return scored_scales(self.sources)

    @property
    def labelled(self) -> Collection | None:
        """The collection that was counted from items with a class each, if it was."""
        found = [each for each in self.collections.values() if each.labels is not None]
        return found[0] if found else None

    @property
    def nuggets(self) -> NuggetCollection | None:
        """The nugget labels, where there are any."""
        found = [each for each in self.sources.values() if isinstance(each, NuggetCollection)]
        return found[0] if found else None

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
    choices : Choices
        How it was chosen, for a report.
    baselines : tuple of str
        Those of the runs that the app has made from the gold.
    """

    name: str
    token: str
    measures: tuple[str, ...]
    runs: tuple[str, ...]
    compute: Callable[[], Scores]
    collection: Collection | None
    baselines: tuple[str, ...] = ()
    choices: Choices = field(default_factory=Choices)

    @property
    def scores(self) -> Scores:
        """Scores of every run under all measures."""
        try:
            return kept(("scores", self.token), self.compute)
        except DataError as error:
            st.error(f"{plain(self.name)}: {plain(str(error))}")
            st.stop()

    @property
    def left_out(self) -> int:
        """Instances on which a measure is undefined for a run, so that none is compared there."""
        return len(self.scores.ids) - len(self.scores.defined().ids)


@cache
def samples() -> dict[str, Opened]:
    """The samples, by title."""
    gold = read_gold_and_nuggets(_SAMPLE_FOLDER / "gold.json")
    runs = sorted((_SAMPLE_FOLDER / "runs").glob("*.json"))
    read = read_runs(runs, gold.collections, gold.nuggets)
    items = read_collections(
        _SAMPLE_FOLDER / "oc_gold.tsv", sorted((_SAMPLE_FOLDER / "oc_runs").glob("*.tsv"))
    )
    return {
        SAMPLE: Opened(
            SAMPLE,
            sources_of(read.collections, read.nuggets),
            "sample",
            (_sample_facts("gold.json"),),
            (_sample_facts("runs", tuple(read.added)),),
        ),
        SAMPLE_OF_CLASSES: Opened(
            SAMPLE_OF_CLASSES,
            items,
            "sample of classes",
            (_sample_facts("oc_gold.tsv"),),
            (_sample_facts("oc_runs", tuple(next(iter(items.values())).runs)),),
        ),
    }


def _sample_facts(name: str, runs: tuple[str, ...] = ()) -> FileFacts:
    """A file or folder of the samples, by its place in a copy of the repository."""
    facts = facts_of(_SAMPLE_FOLDER / name, runs)
    return replace(facts, name=f"{_SAMPLE_FOLDER.name}/{name}")


def sources_of(
    collections: Mapping[str, Collection], nuggets: NuggetCollection | None
) -> dict[str, Source]:
    """What was read, by scale; a scale of the gold that is called nuggets keeps its name."""
    found: dict[str, Source] = dict(collections)
    if nuggets is not None:
        found[free_name(NUGGETS, collections)] = nuggets
    return found


def free_name(name: str, taken: Container[str]) -> str:
    """The name, or with a number that no other has."""
    found, number = name, 1
    while found in taken:
        number += 1
        found = f"{name} ({number})"
    return found


def named_apart(data_sets: Iterable[DataSet]) -> list[DataSet]:
    """The data sets, each by a name of its own, which is not that of the pooled ones either."""
    taken, found = {POOLED}, list[DataSet]()
    for each in data_sets:
        name = free_name(each.name, taken)
        taken.add(name)
        found.append(replace(each, name=name))
    return found


def opened() -> dict[str, Opened]:
    """Everything that is open, by title: the samples, then the visitor's own, oldest first."""
    return {**samples(), **own_data()}


def keep(data: Opened, title: str = "") -> None:
    """Open data of the visitor's own, or put them in the place of those of a title.

    Parameters
    ----------
    data : Opened
        They get a new token.
    title : str
        The title of the data in whose place they come; their own unless given.

    Raises
    ------
    DataError
        If they are more than one visitor may have open.
    """
    fresh = replace(data, token=uuid4().hex)
    if title in ("", data.title):
        own_data().add(data.title, fresh)
    else:
        own_data().rename(title, fresh, data.title)


def free_title(title: str) -> str:
    """A title that nothing open has yet."""
    return free_name(title, opened())


def close(title: str) -> None:
    """Close data of the visitor's own."""
    own_data().remove(title)
    if st.session_state.get("data") == title:
        select(SAMPLE)


def select(title: str) -> None:
    """Make the pages show these data from now on."""
    st.session_state.data = title
    remember("data", title, SAMPLE)


def chosen_data() -> Opened:
    """What the visitor has chosen of what is open."""
    return opened()[st.session_state.data]


def choose_collection() -> tuple[Collection, str] | None:
    """Let the visitor choose a collection of what is open.

    Returns
    -------
    tuple of Collection and str, or None
        The collection, and a token that names it among kept results; nothing where what was
        chosen has no gold.
    """
    _say_if_not_open()
    with st.container(horizontal=True, vertical_alignment="bottom"):
        chosen = _choose_opened()
        scales = list(chosen.collections)
        scale = _choose_scale(scales) if scales else ""
        _link()
    if not scales:
        what = "nugget labels" if chosen.nuggets else "score matrices"
        st.info(
            f"{plain(chosen.title)} are {what}: this page needs the distributions, that "
            "is a gold file and run files. Open them under Your data, or choose other data."
        )
        return None
    collection = chosen.collections[scale]
    words.caption(description(collection))
    _say_official([collection])
    return collection, f"{chosen.token}/{scale}"


def choose_data_sets(least: int = 2, instances: int = 1) -> list[DataSet]:
    """Let the visitor choose one data set or several, and which runs to leave out.

    Parameters
    ----------
    least : int
        Runs that a data set needs. One that has fewer is left out, and a line says what to do.
    instances : int
        Instances, on which every measure is defined, that a data set needs; as for the runs.
    """
    everything = {f"{each.title}/{s}": (each, s) for each in opened().values() for s in each.scored}
    _say_if_not_open()
    with st.container(horizontal=True, vertical_alignment="bottom"):
        chosen = _choose_opened()
        scales = list(chosen.scored)
        if len(scales) > 1:
            picked = several_unnamed(
                "scales",
                scales_key(scales),
                scales,
                scales[:1],
                lambda key: st.segmented_control(
                    "Scale",
                    scales,
                    selection_mode="multi",
                    key=key,
                    help="Several scales are analysed side by side and pooled.",
                ),
            )
        else:
            picked = scales
        _link()
    names = [f"{chosen.title}/{scale}" for scale in scales if scale in picked]
    with st.expander("Runs and further data sets", icon=":material/checklist:"):
        further = [name for name in everything if not name.startswith(f"{chosen.title}/")]
        others = several_unnamed(
            "further",
            f"further/{short_hash(further)}",
            further,
            (),
            lambda key: st.multiselect(
                "Further data sets",
                further,
                key=key,
                placeholder="none",
                help="Analysed side by side with those above, and pooled with them.",
            ),
        )
        baselines = st.toggle(
            "Add the baselines, made from the gold",
            key="add_baselines",
            bind="query-params",
            help="Popularity and Uniform; for classification, for each class a run that gives it "
            "to every item.",
        )
        alpha = TASK_WEIGHT
        sources = [
            each.scored[scale] for each, scale in map(everything.__getitem__, (*names, *others))
        ]
        if any(isinstance(source, NuggetCollection) for source in sources):
            alpha = choose_nugget_alpha()
        runs = sorted({run for name in (*names, *others) for run in everything[name][0].runs})
        without = several_unnamed(
            "without",
            without_key(runs),
            runs,
            (),
            lambda key: st.multiselect("Runs to leave out", runs, key=key, placeholder="none"),
        )
    found = named_apart(
        _data_set(*everything[name], baselines, tuple(without), alpha) for name in (*names, *others)
    )
    if not found:
        st.info("Choose a scale.")
    for each in found:
        if len(each.runs) < least:
            many = "no run" if not each.runs else "one run" if len(each.runs) == 1 else "few runs"
            st.info(
                f"{plain(each.name)} has {many}, and {least} or more are needed: open run files "
                "under Your data, or add the baselines above."
            )
        _tell_missing(each)
    enough = [each for each in found if len(each.runs) >= least]
    _say_official(each.collection for each in found if each.collection is not None)
    return [each for each in enough if _has_instances(each, instances)]


def _tell_missing(data: DataSet) -> None:
    """Name the policy by which missing instances are scored, where the scores are."""
    collection = data.collection
    if collection is None or not collection.missing:
        return
    lacking = [
        f"{plain(run)} lacks {int(which.sum()):,}" for run, which in collection.missing.items()
    ]
    st.caption(
        f"{plain(data.name)}: {some_of(lacking)} of {counted(len(collection.ids), 'instance')}, "
        f"{MISSING[collection.missing_as]}."
    )


def _has_instances(data: DataSet, least: int) -> bool:
    """Whether there are enough instances. The page tells how many cannot be compared."""
    count = len(data.scores.ids)
    if data.left_out == count:
        st.info(
            f"{plain(data.name)}: on no instance (there {are(count)} {count:,}) is every measure "
            "defined for every run, so there is nothing to compare. Leave out runs, such as one "
            "that gives all items the same class."
        )
    elif count - data.left_out < least:
        st.info(f"{plain(data.name)} has one instance to compare on; {least} are needed here.")
    elif data.left_out:
        why = " The page Classification says why." if data.measures == tuple(OC_MEASURES) else ""
        st.caption(
            f"{plain(data.name)}: {data.left_out:,} of {count:,} instances {are(data.left_out)} "
            f"left out, as a measure is undefined there for some run.{why}"
        )
    return count - data.left_out >= least


def scales_key(scales: Sequence[str]) -> str:
    """The key of the widget that chooses among these scales."""
    return f"scales/{'/'.join(scales)}"


def without_key(runs: Sequence[str]) -> str:
    """The key of the widget that leaves out some of these runs."""
    return f"without/{short_hash(runs)}"


def choose_nugget_alpha() -> float:
    """The weight of the customer's turns in a dialogue's score; the same on every page."""
    return st.slider(
        "α: weight of the customer's turns",
        min_value=0.0,
        max_value=1.0,
        value=TASK_WEIGHT,
        step=0.05,
        key="nugget_alpha",
        bind="query-params",
        help="A dialogue's score is α × the mean over the customer's turns + (1 − α) × the mean "
        "over the helpdesk's. The task's is 0.5.",
        width=320,
    )


def known_measures(scale: str, source: Source) -> tuple[str, ...]:
    """Keys of the measures that there are of a scale."""
    if isinstance(source, Scores):
        return source.measures
    if isinstance(source, NuggetCollection):
        return NUGGET_MEASURES
    return tuple(OC_MEASURES if scale == CLASSIFICATION else MEASURES)


def _data_set(
    opened: Opened, scale: str, baselines: bool, without: tuple[str, ...], alpha: float
) -> DataSet:
    source = opened.scored[scale]
    measures = known_measures(scale, source)
    name = data_set_name(opened.title, scale, len(opened.scored) > 1)
    token = f"{opened.token}/{scale}/{baselines}/{without}"
    choices = Choices(
        title=opened.title,
        scales=(scale,),
        baselines=baselines,
        without=(*opened.removed, *(run for run in without if run in opened.runs)),
        nugget_weight=alpha,
        classes=opened.classes,
        missing=opened.missing,
    )

    if isinstance(source, Scores):
        left = source.without(without)
        directions = zip(left.measures, left.larger_is_better, strict=True)
        larger = tuple(key for key, is_larger in directions if is_larger)
        choices = replace(choices, scales=(), larger=larger)
        return DataSet(name, token, measures, left.runs, lambda: left, None, choices=choices)
    if isinstance(source, NuggetCollection):
        nuggets = (with_nugget_baselines(source) if baselines else source).without(without)
        return DataSet(
            name,
            f"{token}/{alpha}",
            measures,
            tuple(nuggets.runs),
            lambda: apart("Scoring", score_nuggets, nuggets, NUGGET_MEASURES, alpha),
            None,
            tuple(run for run in nuggets.runs if run not in source.runs),
            choices,
        )
    if scale == CLASSIFICATION:
        labelled = (with_one_class_runs(source) if baselines else source).without(without)
        runs = tuple(labelled.labels.runs) if labelled.labels else ()
        return DataSet(
            name,
            token,
            measures,
            runs,
            lambda: apart("Scoring", score_classification, labelled),
            labelled,
            tuple(run for run in runs if run not in source.runs),
            choices,
        )
    collection = (with_baselines(source)[0] if baselines else source).without(without)
    runs = tuple(collection.runs)
    made = tuple(run for run in runs if run not in source.runs)
    return DataSet(
        name,
        token,
        measures,
        runs,
        lambda: apart("Scoring", score, collection),
        collection,
        made,
        choices,
    )


def _choose_opened() -> Opened:
    everything = opened()
    if st.session_state.get("data", SAMPLE) not in everything:
        st.session_state.data = SAMPLE
    title = st.selectbox(
        "Data",
        list(everything),
        key="data",
        persist_state="session",
        on_change=lambda: st.session_state.pop("data_asked", None),
        width=280,
    )
    if title == SAMPLE:
        st.query_params.pop("data", None)
    elif st.query_params.get("data") != _in_address(title):
        st.query_params["data"] = _in_address(title)
    own_data().use(title)
    remember("data", title, SAMPLE)
    return everything[title]


def tell_closed() -> None:
    """Say once which data were closed because others needed the memory, or after their time."""
    own = own_data()
    if own.expired:
        own.expired = False
        st.warning(
            f"Your data were closed, because they had not been used for {HOURS} hours. Open their "
            "files again."
        )
    closed = own.closed
    while closed:
        st.warning(
            f"{plain(closed.pop())} were closed, because the server's memory was needed and they "
            "had not been used for longest. Open their files again."
        )


def _in_address(title: str) -> str:
    """What stands for data in an address: the visitor's own are not named there."""
    return title if title in SAMPLES else short_hash([title])


def file_of(title: str) -> str:
    """What the file is called in which data of the visitor's own are saved."""
    return f"workspace-{_in_address(title)}.zip"


def _say_if_not_open() -> None:
    """Show the data that a link asks for, or say that this visitor has not opened them."""
    tell_closed()
    by_address = {_in_address(title): title for title in opened()}
    asked = st.query_params.get("data")
    if asked is not None and st.session_state.get("arrived"):
        st.session_state.data_asked = asked
        if asked in by_address:
            st.session_state.data = by_address[asked]
    if st.session_state.get("data_asked", SAMPLE) not in by_address:
        asked = st.session_state.data_asked
        # What an address says is not repeated unless it is such a name.
        file = f"`workspace-{asked}.zip`" if re.fullmatch("[0-9a-f]{10}", asked) else "a ZIP file"
        st.warning(
            f"The link is about data that are not open here. Its sender can save them as {file} "
            "under Your data: open that file there, or their own files by the same names; until "
            "then the page shows the sample."
        )


def _say_official(collections: Iterable[Collection]) -> None:
    """The names that tasks give to multiples of measures."""
    names = dict.fromkeys(name for each in collections for name in official_names(each))
    if names:
        st.caption(f"{'; '.join(names)}.")


def _choose_scale(scales: list[str]) -> str:
    if len(scales) == 1:
        return scales[0]
    return one_unnamed(
        "scale",
        f"scale/{'/'.join(scales)}",
        scales,
        scales[0],
        lambda key: st.segmented_control(
            "Scale", scales, default=scales[0], required=True, key=key
        ),
    )


def _link() -> None:
    st.page_link("analyse/data.py", label="Open your files", icon=":material/folder_open:")


def description(collection: Collection) -> str:
    """What was understood of the files, in a line of Markdown."""
    votes = f" with {votes} votes each" if (votes := votes_each(collection)) else ""
    order = " < ".join(plain(label) for label in collection.classes)
    return (
        f"{plain(collection.name)}: {counted(len(collection.ids), 'instance')}{votes}; "
        f"classes {order}; {counted(len(collection.runs), 'run')}."
    )


def votes_each(collection: Collection | NuggetCollection) -> str:
    """How many votes an instance or a turn has, as "20" or "18 to 20"; nothing without votes."""
    if collection.votes is None:
        return ""
    totals = collection.votes.sum(axis=1)
    return " to ".join(f"{n:,}" for n in sorted({int(totals.min()), int(totals.max())}))
