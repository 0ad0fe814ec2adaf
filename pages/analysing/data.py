"""Which data are open: the bundled sample, and files of the visitor's own.

Files are parsed into arrays that belong to the visitor's browser alone; the bytes of those files
stay with them, compressed, to be read again and to be sent. A file that cannot be
read changes nothing that is open.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any, TypeVar
from uuid import uuid4

import numpy as np
import streamlit as st

from oq_core import Collection, DataError, Scores, options, read_collections
from oq_core.campaign import Choices, FileFacts
from oq_core.campaign.computing.baselines import free_name
from oq_core.campaign.computing.family import Family, family_of
from oq_core.campaign.computing.kinds import scales_of, source_of, sources_of
from oq_core.campaign.computing.protocol import (
    Scale,
    Source,
)
from oq_core.campaign.computing.sources import (
    collection_of,
    data_set_name,
    facts_of,
    prepared,
    references_of,
    scores_of,
    with_references_in,
)
from oq_core.campaign.printing.layouts import which_runs
from oq_core.data import NuggetCollection, RunDescription
from oq_core.data.scores import are, counted
from oq_core.defaults import TASK_WEIGHT
from oq_core.measures import OC_MEASURES, official_names
from oq_core.reading import Plan, read_gold_and_nuggets, read_runs
from oq_core.reading.format_record import MISSING
from oq_core.reading.rows import some_of
from pages import menu
from pages.analysing import views, words
from pages.analysing.address import asked_for, put, short_hash
from pages.analysing.links import link_to
from pages.analysing.settings import SettingsLine, choose, told
from pages.analysing.text import plain
from pages.host.own import own_data, remember
from pages.host.results import Named, kept
from pages.host.script_run import NoAnswerError
from pages.host.work import work

SAMPLE = "Bundled sample"
SAMPLE_OF_CLASSES = "Bundled sample: classification"
SAMPLE_OF_JUDGES = "Bundled sample: judges"
#: What is always open.
SAMPLES = (SAMPLE, SAMPLE_OF_CLASSES, SAMPLE_OF_JUDGES)
#: Pixels of the list of data, on a phone too: beside scales, and alone.
_WIDTH, _WIDER = 145, 230
_SAMPLE_FOLDER = Path(__file__).parents[2] / "sample_data"

#: Ends what stands for data in an address, where a plan of reading was said.
_PLANNED = "-planned"
#: What numbers of all data sets together are called.
POOLED = "pooled"

Held = TypeVar("Held", Collection, NuggetCollection, Scores)


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
    notes : tuple of str
        What was remarked on the files as they were read.
    together : mapping of str to Collection, NuggetCollection or Scores
        What there was before raters were said to be judges; empty unless some were.
    whole : mapping of str to mapping of str to Collection
        By scale and run: what a judge says of all its items, where people did not rate some.
    described : tuple of RunDescription
        What tables of runs, and the visitor, have said of them.
    renamed : mapping of str to str
        Names that were given to runs, by those that their files gave them.
    plan : Plan
        What was said of how the files are read, beside the order of the classes.
    judges : tuple of str
        Raters who were said to be judges.
    files : mapping of str to bytes
        The files themselves, compressed, by their SHA-256: to be read again, and sent.
    """

    title: str
    sources: Mapping[str, Scale]
    token: str
    gold_files: tuple[FileFacts, ...] = ()
    run_files: tuple[FileFacts, ...] = ()
    classes: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    missing: str = "refused"
    renamed: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    together: Mapping[str, Scale] = field(default_factory=dict)
    whole: Mapping[str, Mapping[str, Collection]] = field(default_factory=dict)
    described: tuple[RunDescription, ...] = ()
    plan: Plan = field(default_factory=Plan)
    judges: tuple[str, ...] = ()
    files: Mapping[str, bytes] = field(default_factory=dict)

    @property
    def said(self) -> Choices:
        """What was said of them, beside how their files are read."""
        return Choices(
            title=self.title, missing=self.missing, renamed=self.renamed, described=self.described,
            judges=self.judges,
        )  # fmt: skip

    @property
    def is_planned(self) -> bool:
        """Whether the files alone, opened anew, would be read in another way."""
        return bool(self.classes) or self.plan != Plan()

    @property
    def scored(self) -> dict[str, Source]:
        """What can be scored, by scale: items once as distributions and once by their classes."""
        return sources_of(self.sources)

    def named(self, scale: str) -> Named[Any]:
        """One of the sources, for what is computed from it."""
        return Named((self.token, scale), self.sources[scale])

    def named_scored(self, scale: str) -> Named[Source]:
        """One of what can be scored, for what is computed from it."""
        return Named((self.token, "scored", scale), self.scored[scale])

    @property
    def held(self) -> dict[str, Source]:
        """What is open, by scale, each once."""
        return {scale: source_of(each) for scale, each in self.sources.items()}

    @property
    def has_gold(self) -> bool:
        """Whether more runs can be compared with its gold."""
        return any(each.has_gold for each in self.held.values())

    def of_type(self, kind: type[Held]) -> dict[str, Held]:
        """Those of the sources that are of a type, by scale."""
        return {scale: each for scale, each in self.sources.items() if isinstance(each, kind)}

    @property
    def collections(self) -> dict[str, Collection]:
        """Those of the sources that have distributions, by scale."""
        return self.of_type(Collection)

    @property
    def is_rated_by_name(self) -> bool:
        """Whether all distributions say who gave which rating."""
        found = self.collections.values()
        return bool(found) and all(each.ratings is not None and each.raters for each in found)

    @property
    def labelled(self) -> Collection | None:
        """The collection that was counted from items with a class each, if it was."""
        found = (each for each in self.collections.values() if each.labels is not None)
        return next(found, None)

    @property
    def nuggets(self) -> NuggetCollection | None:
        """The nugget labels, where there are any."""
        return next(iter(self.of_type(NuggetCollection).values()), None)

    @property
    def paths(self) -> dict[str, str]:
        """Where the file of each run stands, as far as it is known."""
        every = (each for file in self.run_files for each in file.paths.items())
        return {run: path for run, path in every if run in self.runs}

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
    chosen : Named of Source
        The runs, the baselines beside them if they were added, and what scores them.
    choices : Choices
        How it was chosen, for a report.
    test_baselines : bool
        Whether what is beside the runs takes part as runs.
    """

    name: str
    chosen: Named[Source]
    choices: Choices = field(default_factory=Choices)
    test_baselines: bool = False

    @property
    def named(self) -> Named[Source]:
        """The runs that take part, and what scores them, for what is computed from them."""
        return kept(with_references_in, self.chosen) if self.test_baselines else self.chosen

    @property
    def source(self) -> Source:
        """The runs that take part, and what scores them."""
        return self.named.value

    @property
    def measures(self) -> tuple[str, ...]:
        """Keys of the measures there are."""
        return self.source.measures

    @property
    def runs(self) -> tuple[str, ...]:
        """Names of the runs."""
        return self.source.runs

    @property
    def collection(self) -> Collection | None:
        """The distributions behind the scores, where they are known."""
        return self.source.collection

    @property
    def named_collection(self) -> Named[Collection] | None:
        """The same, for what is computed from it."""
        found = kept(collection_of, self.named)
        return None if found.value is None else Named(found.key, found.value)

    @property
    def family(self) -> Family:
        """Which runs are tested together, and what stands beside the runs."""
        return kept(family_of, self.named).value

    @property
    def named_scores(self) -> Named[Scores]:
        """Scores of every run under all measures, for what is computed from them."""
        try:
            return work(
                f"Scoring {self.name}",
                scores_of,
                self.named,
            )
        except DataError as error:
            st.error(f"{plain(self.name)}: {plain(str(error))}")
            st.stop()

    @property
    def named_references(self) -> Named[Scores] | None:
        """Scores of what is beside the runs under all measures, where anything is."""
        found = kept(references_of, self.named)
        return None if found.value is None else kept(scores_of, found)

    def references_of(self, keys: Sequence[str]) -> Scores | None:
        """The same under some measures, on the instances on which the runs are compared."""
        found = self.named_references
        return None if found is None else found.value.of(keys).on(self.defined.value.ids)

    @property
    def scores(self) -> Scores:
        """Scores of every run under all measures."""
        return self.named_scores.value

    @property
    def defined(self) -> Named[Scores]:
        """The scores on instances where every measure is defined for every run."""
        return kept(Scores.defined, self.named_scores)

    def defined_of(self, keys: Sequence[str]) -> Named[Scores]:
        """The same under some measures."""
        return kept(Scores.of, self.defined, keys)

    def instances_of(self, keys: Sequence[str]) -> Named[Scores]:
        """The same of single instances, also of those that tests take together as clusters."""
        return kept(Scores.of, kept(Scores.complete, self.named_scores), keys)

    def reference_means(self, key: str) -> dict[str, float]:
        """The mean of each reference under a measure, where it has one: lines of figures."""
        found = self.references_of([key])
        means = {} if found is None else dict(zip(found.runs, found.means[0].tolist(), strict=True))
        return {run: mean for run, mean in means.items() if np.isfinite(mean)}

    @property
    def left_out(self) -> int:
        """Instances on which a measure is undefined for a run, so that none is compared there."""
        return self.scores.left_out


@cache
def samples() -> dict[str, Opened]:
    """The samples, by title."""
    folder = _SAMPLE_FOLDER
    gold = read_gold_and_nuggets(folder / "gold.json")
    read = read_runs(sorted((folder / "runs").glob("*.json")), gold.collections, gold.nuggets)
    items = read_collections(folder / "oc_gold.tsv", sorted((folder / "oc_runs").glob("*.tsv")))
    judged = read_collections(folder / "judges/people.csv", folder / "judges/judges.csv")
    every = scales_of(read.collections, read.nuggets)
    found = (
        _sample(SAMPLE, every, "sample", "gold.json", "runs"),
        _sample(SAMPLE_OF_CLASSES, items, "sample of classes", "oc_gold.tsv", "oc_runs"),
        _sample(
            SAMPLE_OF_JUDGES, judged, "sample of judges", "judges/people.csv", "judges/judges.csv"
        ),
    )
    return {each.title: each for each in found}


def _sample(
    title: str, sources: Mapping[str, Scale], token: str, gold_file: str, run_file: str
) -> Opened:
    runs = _sample_facts(run_file, tuple(next(iter(sources.values())).runs))
    return _called_as_titled(Opened(title, sources, token, (_sample_facts(gold_file),), (runs,)))


def _sample_facts(name: str, runs: tuple[str, ...] = ()) -> FileFacts:
    """A file or folder of the samples, by its place in a copy of the repository."""
    facts = facts_of(_SAMPLE_FOLDER / name, runs)
    return replace(facts, name=f"{_SAMPLE_FOLDER.name}/{name}")


def named_apart(data_sets: Iterable[DataSet]) -> list[DataSet]:
    """The data sets, each by a name of its own, which is not that of the pooled ones either."""
    names, found = {POOLED}, list[DataSet]()
    for each in data_sets:
        own = replace(each, name=free_name(each.name, names))
        names.add(own.name)
        found.append(own)
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
    """
    own_data().put(fresh(_called_as_titled(data)), title)


def _called_as_titled(data: Opened) -> Opened:
    """Data whose collections are called after their title, which may not be the file's name."""

    def called(sources: Mapping[str, Any]) -> dict[str, Any]:
        several = sum(isinstance(each, Collection) for each in sources.values()) > 1
        return {
            scale: replace(each, name=data_set_name(data.title, scale, several))
            if isinstance(each, Collection)
            else each
            for scale, each in sources.items()
        }

    return replace(data, sources=called(data.sources), together=called(data.together))


def fresh(data: Opened) -> Opened:
    """Data with a token that nothing had before."""
    return replace(data, token=uuid4().hex)


def free_title(title: str) -> str:
    """A title that nothing open has yet."""
    return free_name(title, opened())


def close(title: str) -> None:
    """Close data of the visitor's own."""
    own_data().close(title)
    if st.session_state.get("data") == title:
        select(SAMPLE)


def select(title: str) -> None:
    """Make the pages show these data from now on."""
    st.session_state.data = title
    remember("data", title, SAMPLE)


def chosen_data() -> Opened:
    """What the visitor has chosen of what is open."""
    return opened()[st.session_state.data]


def choose_collection(line: SettingsLine, *, rated_by_name: bool = False) -> Named[Collection]:
    """Let the visitor choose a collection of what is open; the page ends where there is none.

    Parameters
    ----------
    line : SettingsLine
        The place of this choice.
    rated_by_name : bool
        Whether it has to say who gave which rating. Where what the other pages show does not, the
        sample of judges stands in its place, and a note says so.
    """
    with line.below:
        _say_if_not_open()
    chosen = _choose_rated(line) if rated_by_name else _choose_opened(opened())
    scales = list(chosen.collections)
    scale = _choose_scale(scales) if scales else ""
    with line.options:
        _link()
    if not scales:
        what = "nugget labels" if chosen.nuggets else "score matrices"
        line.below.info(
            f"Here are {what} alone: this page needs the distributions, that is a gold file and "
            "run files. Open them under Your data, or choose other data."
        )
        raise NoAnswerError
    collection = chosen.collections[scale]
    line.notes.extend([description(collection), *_official([collection])])
    return chosen.named(scale)


def whole_of(chosen: Named[Collection]) -> Named[Collection]:
    """A collection that is chosen, as it was before raters of it were said to be judges."""
    for each in opened().values():
        for scale, whole in each.together.items():
            if chosen.key == (each.token, scale) and isinstance(whole, Collection):
                return Named((*chosen.key, "together"), whole)
    return chosen


def whole_judges(chosen: Named[Collection]) -> dict[str, Named[Collection]]:
    """What judges say of all their items, by run, where people did not rate some of them."""
    return {
        run: Named((*chosen.key, "whole", run), whole)
        for each in opened().values()
        for scale, judges in each.whole.items()
        if chosen.key == (each.token, scale)
        for run, whole in judges.items()
        if run in chosen.value.runs
    }


def choose_data_sets(
    line: SettingsLine, least: int = 2, instances: int = 1, *, every: bool = False
) -> list[DataSet]:
    """Let the visitor choose one data set or several, and which runs to leave out.

    The page ends where none can be used.

    Parameters
    ----------
    line : SettingsLine
        The place of this choice; further data sets, and runs to leave out, are behind *Options*.
    least : int
        Runs that a data set needs. One that has fewer is left out, and a line says what to do.
    instances : int
        Instances, on which every measure is defined, that a data set needs; as for the runs.
    every : bool
        Whether all scales that are scored alike are chosen at first, not the first one alone.
    """
    everything = {f"{each.title}/{s}": (each, s) for each in opened().values() for s in each.scored}
    with line.below:
        _say_if_not_open()
    chosen = _choose_opened(opened())
    scales = list(chosen.scored)
    picked = scales
    scored = [chosen.scored[scale].measures for scale in scales]
    alike = [scale for scale, keys in zip(scales, scored, strict=True) if keys == scored[0]]
    if len(scales) > 1:
        picked = choose(
            options.SCALES,
            ways=scales,
            usual=alike if every else scales[:1],
            key=f"every {scales_key(scales)}" if every else scales_key(scales),
            label_visibility="collapsed",
        )
        _explain(scales)
    names = [f"{chosen.title}/{scale}" for scale in scales if scale in picked]
    with line.options:
        _link()
        further = further_of(chosen.title)
        others = choose(views.FURTHER, ways=further, key=further_key(further), placeholder="none")
        told(len(others), 0, f"{len(others)} further")
        baselines = choose(options.BASELINES)
        test_baselines = baselines and choose(options.TEST_BASELINES)
        alpha = TASK_WEIGHT
        sources = [
            each.scored[scale] for each, scale in map(everything.__getitem__, (*names, *others))
        ]
        if any(source.has_alpha for source in sources):
            alpha = choose(options.NUGGET_WEIGHT, width=320)
        runs = runs_of(everything[name][0] for name in (*names, *others))
        without = choose(options.WITHOUT, ways=runs, key=without_key(runs), placeholder="none")
        told(len(without), 0, f"without {counted(len(without), 'run')}")
    found = named_apart(
        replace(
            _data_set(*everything[name], baselines, tuple(without), alpha),
            test_baselines=test_baselines,
        )
        for name in (*names, *others)
    )
    if not found:
        line.below.info("Choose a scale.")
    for each in found:
        if len(each.runs) < least:
            many = ("is no run", "is one run", "are few runs")[min(len(each.runs), 2)]
            some = "one is" if least == 1 else f"{least} or more are"
            line.below.info(
                f"There {many} in {plain(each.name)}, and {some} needed: open run "
                "files under Your data, or add the baselines above and let them take part."
            )
        line.notes.extend([*_missing(each), *map(plain, each.source.notes)])
        if words := which_runs(each.family):
            line.notes.append(f"{plain(each.name)}: {plain(words)}.")
    enough = [each for each in found if len(each.runs) >= least]
    line.notes.extend(_official(each.collection for each in found))
    left = [each for each in enough if _has_instances(line, each, instances)]
    if not left:
        # No answer comes that they could stand below.
        with line.below:
            line.tell()
        raise NoAnswerError
    return left


def _missing(data: DataSet) -> Iterator[str]:
    """The policy by which missing instances are scored, where the scores are."""
    held = data.source.data
    if isinstance(held, Collection) and held.missing:
        lacking = [
            f"{plain(run)} lacks {int(which.sum()):,}" for run, which in held.missing.items()
        ]
        yield (
            f"{plain(data.name)}: {some_of(lacking)} of {counted(len(held.ids), 'instance')}"
            f", {MISSING[held.missing_as]}."
        )


def _has_instances(line: SettingsLine, data: DataSet, least: int) -> bool:
    """Whether there are enough instances. The page tells how many cannot be compared."""
    count = len(data.scores.ids)
    if data.left_out == count:
        line.below.info(
            f"{plain(data.name)}: on no instance (there {are(count)} {count:,}) is every measure "
            "defined for every run, so there is nothing to compare. Leave out runs, such as one "
            "that gives all items the same class."
        )
    elif count - data.left_out < least:
        line.below.info(
            f"There is one instance to compare on in {plain(data.name)}; {least} are needed here."
        )
    elif data.left_out:
        why = " The page Classification says why." if data.measures == tuple(OC_MEASURES) else ""
        line.notes.append(
            f"{plain(data.name)}: {data.left_out:,} of {count:,} instances {are(data.left_out)} "
            f"left out, as a measure is undefined there for some run.{why}"
        )
    return count - data.left_out >= least


def scales_key(scales: Sequence[str]) -> str:
    """The key of the widget that chooses among these scales."""
    return f"scales/{'/'.join(scales)}"


def further_of(title: str) -> list[str]:
    """The data sets that can be chosen beside the data of a title."""
    others = (each for each in opened().values() if each.title != title)
    return [f"{each.title}/{scale}" for each in others for scale in each.scored]


def further_key(further: Sequence[str]) -> str:
    """The key of the widget that chooses among these data sets."""
    return f"further/{short_hash(further)}"


def runs_of(data: Iterable[Opened]) -> list[str]:
    """Names of the runs of any of these data."""
    return sorted({run for each in data for run in each.runs})


def without_key(runs: Sequence[str]) -> str:
    """The key of the widget that leaves out some of these runs."""
    return f"without/{short_hash(runs)}"


def _data_set(
    opened: Opened, scale: str, baselines: bool, without: tuple[str, ...], alpha: float
) -> DataSet:
    source = opened.scored[scale]
    several = len(opened.scored) > 1
    choices = replace(
        opened.said,
        baselines=baselines,
        without=(*opened.removed, *(run for run in without if run in opened.runs)),
        nugget_weight=alpha,
        **source.choices(scale),
    )
    return DataSet(
        data_set_name(opened.title, scale, several),
        kept(prepared, opened.named_scored(scale), choices),
        # What is open was read by the plan, in the order of the classes.
        choices.planned(opened.classes, opened.plan),
    )


def _choose_rated(line: SettingsLine) -> Opened:
    everything = {title: each for title, each in opened().items() if each.is_rated_by_name}
    title = st.session_state.get("data")
    title = title if title in opened() else SAMPLE
    if title in everything:
        return _choose_opened(everything)
    # Whoever has opened files of their own is told at once that these are others.
    tell = line.notes.append if title in SAMPLES else line.below.info
    tell(
        f"{plain(title)} does not say who gave which rating, so the sample of judges is shown. "
        "Open ratings by rater under Your data: rows of item, rater, rating, a column a rater, or "
        "JSON."
    )
    # It is not chosen by that: the other pages go on with what they show.
    key = "data in its place"
    st.session_state[key] = SAMPLE_OF_JUDGES
    st.selectbox(
        "Data",
        list(everything),
        key=key,
        on_change=lambda: select(st.session_state[key]),
        width=_WIDER,
        label_visibility="collapsed",
    )
    return everything[SAMPLE_OF_JUDGES]


def _choose_opened(everything: Mapping[str, Opened]) -> Opened:
    title = st.session_state.get("data", SAMPLE)
    # A value that a link has set is lost on the next page unless that sets it, too.
    if title not in everything or st.session_state.get("arrived"):
        st.session_state.data = title if title in everything else SAMPLE
    title = st.selectbox(
        "Data",
        list(everything),
        key="data",
        persist_state="session",
        on_change=lambda: st.session_state.pop("data_asked", None),
        # Which sample it is, a narrow one would not show.
        width=_WIDER if len(st.session_state.get("data", SAMPLE)) > len(SAMPLE) else _WIDTH,
        label_visibility="collapsed",
    )
    put(views.DATA.address, None if title == SAMPLE else _in_address(everything[title]))
    remember("data", title, SAMPLE)
    return everything[title]


def tell_remarks() -> None:
    """Say once what was met where data are kept."""
    remarks = own_data().remarks
    while remarks:
        st.warning(plain(remarks.pop(0)))


def _in_address(data: Opened) -> str:
    """What stands for data in an address: the visitor's own are not named there."""
    if data.title in SAMPLES:
        return data.title
    return short_hash([data.title]) + _PLANNED * data.is_planned


def file_of(title: str) -> str:
    """What the file is called in which data of the visitor's own are saved."""
    return f"workspace-{short_hash([title])}.zip"


def _say_if_not_open() -> None:
    """Show the data that a link asks for, or say that this visitor has not opened them."""
    tell_remarks()
    by_address = {_in_address(each): title for title, each in opened().items()}
    asked = asked_for(views.DATA.address)
    if asked and st.session_state.get("arrived"):
        st.session_state.data_asked = asked
        if asked in by_address:
            st.session_state.data = by_address[asked]
    if st.session_state.get("data_asked", SAMPLE) not in by_address:
        asked = st.session_state.data_asked
        # What an address says is not repeated unless it is such a name.
        code, is_planned = asked.removesuffix(_PLANNED), asked.endswith(_PLANNED)
        file = f"`workspace-{code}.zip`" if re.fullmatch("[0-9a-f]{10}", code) else "a ZIP file"
        others = (
            "Their own files do not suffice: the sender has said how they are read"
            if is_planned
            else "Or open their own files by the same names"
        )
        st.warning(
            f"The link is about data that are not open here. Its sender can save them as {file} "
            f"under Your data. Open that file there. {others}. Until then the page shows the "
            "sample."
        )


def _official(collections: Iterable[Collection | None]) -> list[str]:
    """The names that tasks give to multiples of measures."""
    known = (each for each in collections if each is not None)
    names = dict.fromkeys(name for each in known for name in official_names(each))
    return [f"{'; '.join(names)}."] if names else []


def _choose_scale(scales: list[str]) -> str:
    if len(scales) == 1:
        return scales[0]
    found: str = choose(
        views.SCALE,
        ways=scales,
        usual=scales[0],
        key=f"scale/{'/'.join(scales)}",
        label_visibility="collapsed",
    )
    _explain(scales)
    return found


def _explain(scales: list[str]) -> None:
    """What scales that are called by a letter are, at a tap."""
    if {"A", "S", "E"} <= set(scales):
        with st.container(width="content", key="letters_of_scales"):
            st.markdown(words.word("A, S, E?", "scales A, S and E"), width="content")


def _link() -> None:
    link_to(menu.DATA, "Open your files")


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
