"""From files, or from what is open, to the data sets of an analysis, and how they were made."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path, PurePath
from typing import Any

import pandas as pd

from oq_core.campaign.computing.baselines import free_name
from oq_core.campaign.computing.described import filled
from oq_core.campaign.computing.family import Family, family_of
from oq_core.campaign.computing.kinds import Matrices, scales_of, source_of, sources_of
from oq_core.campaign.computing.protocol import QUANTIFICATION, Scale, Source
from oq_core.data.collection import GIVEN, Collection, DataError
from oq_core.data.described import RunDescription
from oq_core.data.results import Result
from oq_core.data.scores import Scores, as_spelled, counted, listed, place_of
from oq_core.defaults import TASK_WEIGHT
from oq_core.measures import MEASURES, OC_MEASURES
from oq_core.reading import Plan, read_gold_and_nuggets, read_runs, read_scores, with_plan
from oq_core.reading import Source as File
from oq_core.reading.files import read_source, repeated
from oq_core.reading.kinds.matrices import said_directions
from oq_core.reading.read import as_sources, descriptions_in
from oq_core.reading.rows import name_fault, passed_over
from oq_core.reading.runs import SAME


@dataclass(frozen=True)
class FileFacts:
    """A file that was read.

    Attributes
    ----------
    name : str
        As it was given: a path, or an uploaded file's name.
    size : int
        In bytes.
    sha256 : str
    runs : tuple of str
        The runs it gave.
    paths : mapping of str to str
        Where each of these runs stands, with the archive or folder and its folders.
    sending : int
        Files of one number were opened together, those of 0 with the gold.

    Examples
    --------
    >>> FileFacts("run1.json", 2, "44136fa355b3…", ("run1",)).runs
    ('run1',)
    """

    name: str
    size: int
    sha256: str
    runs: tuple[str, ...] = ()
    paths: Mapping[str, str] = field(default_factory=dict)
    sending: int = 0

    @property
    def stands_as(self) -> str:
        """Its name without the folders of the machine where it was read."""
        return PurePath(self.name).name if PurePath(self.name).is_absolute() else self.name

    def renamed(self, names: Mapping[str, str]) -> "FileFacts":
        """Return it with other names for some runs, given by their present names."""
        return replace(
            self,
            runs=tuple(names.get(run, run) for run in self.runs),
            paths={names.get(run, run): path for run, path in self.paths.items()},
        )


@dataclass(frozen=True)
class Choices:
    """What of some files is analysed: scales, measures, runs, and what they are called.

    Attributes
    ----------
    title : str
        What the data sets are called; the gold file's name unless given.
    scales : tuple of str
        The scales to analyse; all unless given.
    measures : tuple of str
        Keys of the measures; all that a data set has unless given.
    scale_measures : mapping of str to tuple of str
        Keys of the measures of single scales, where they are not those of the others.
    baselines : bool
        Whether to add Popularity and Uniform, made here, as references: in no analysis, but shown
        beside the runs.
    without : tuple of str
        Runs to leave out.
    flipped : bool
        Whether to turn the order of the classes round.
    classes : tuple of str
        The classes, lowest first, where they are not to be in the order of the file.
    missing : str
        What becomes of a run that lacks instances: it is "refused", or they are scored as
        "uniform" distributions or by the "worst" scores.
    nugget_weight : float
        α of nugget detection: the weight of the customer's turns, in [0, 1].
    larger : tuple of str
        Of score matrices, all measures of which larger is better; unless given, those of which
        it is known.
    smaller : tuple of str
        Of score matrices, measures of which smaller is better, where it is not known.
    renamed : mapping of str to str
        Other names for some runs, by the names that their files give them. All other choices
        are about these names.
    described : tuple of RunDescription
        What is said of runs, in a table of runs or by hand.
    decimals : str
        What becomes of ratings between two classes, such as 4.25: they are "asked" about, which
        refuses them, go by "share" to both, or "round" to the nearer.
    leave_out : tuple of str
        Ratings, and classes of votes, that are no class.
    parts : mapping of str to str
        By a column's name, what it is, as a `Plan` has it; what is not here is guessed.
    judges : tuple of str
        Raters who are judges: of people and judges in one table they become runs.

    Examples
    --------
    >>> Choices(scales=("A",), baselines=True).nugget_weight
    0.5
    """

    title: str = ""
    scales: tuple[str, ...] = ()
    measures: tuple[str, ...] = ()
    baselines: bool = False
    without: tuple[str, ...] = ()
    flipped: bool = False
    nugget_weight: float = TASK_WEIGHT
    larger: tuple[str, ...] = ()
    classes: tuple[str, ...] = ()
    missing: str = "refused"
    scale_measures: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    renamed: Mapping[str, str] = field(default_factory=dict)
    described: tuple[RunDescription, ...] = ()
    smaller: tuple[str, ...] = ()
    decimals: str = "asked"
    leave_out: tuple[str, ...] = ()
    parts: Mapping[str, str] = field(default_factory=dict)
    judges: tuple[str, ...] = ()

    @property
    def plan(self) -> Plan:
        """How the files are read, as far as it was chosen."""
        return Plan(self.parts, self.classes, self.judges, self.leave_out, self.decimals)

    def planned(self, classes: tuple[str, ...], plan: Plan) -> "Choices":
        """Return the choices with this order of classes, and the rest of a plan."""
        return replace(
            self, classes=classes, leave_out=plan.leave_out, decimals=plan.decimals,
            parts=plan.parts,
        )  # fmt: skip


@dataclass(frozen=True, eq=False)
class Part:
    """What was read of one gold and its runs.

    Attributes
    ----------
    choices : Choices
    gold, runs : tuple of FileFacts
        The files; without gold, the others are score matrices.
    classes : tuple of str
        The classes, lowest first, where all scales have the same and their order is known.
    order : str
        Where it is from, as a `Collection` has it.

    Examples
    --------
    >>> Part(Choices(title="demo")).choices.title
    'demo'
    """

    choices: Choices
    gold: tuple[FileFacts, ...] = ()
    runs: tuple[FileFacts, ...] = ()
    classes: tuple[str, ...] = ()
    order: str = ""


@dataclass(frozen=True)
class Author:
    """Who wrote a campaign's overview.

    Attributes
    ----------
    name : str
    affiliation : str
        Empty where nothing is said.

    Examples
    --------
    >>> Author("A. Smith", "University of X").affiliation
    'University of X'
    """

    name: str
    affiliation: str = ""


@dataclass(frozen=True, eq=False, repr=False)
class Campaign(Result):
    """Data sets ready to be analysed, and what they were made from.

    Attributes
    ----------
    scores : mapping of str to Scores
        By the data sets' names.
    sources : mapping of str to Source
        What they are scores of; those of score matrices are known by the scores.
    parts : tuple of Part
    notes : tuple of str
        What the reader should know of how they were made, in sentences.
    references : mapping of str to Scores
        Of what is shown beside the runs and takes no part, by the data sets' names.
    title : str
        What the whole is called; empty where its data sets say it.
    authors : tuple of Author
        Of its overview.
    left_out : tuple of str
        A sentence on each collection that could not be read.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core import Collection
    >>> gold, run = np.array([[0.5, 0.5]]), np.array([[0.25, 0.75]])
    >>> collection = Collection("demo", ("low", "high"), ("d1",), gold, {"run": run})
    >>> one = campaign_of({"A": collection}, Choices(title="demo", measures=("NMD",)))
    >>> list((one + one).scores)
    ['demo', 'demo (2)']
    """

    scores: Mapping[str, Scores]
    sources: Mapping[str, Source] = field(default_factory=dict)
    parts: tuple[Part, ...] = ()
    notes: tuple[str, ...] = ()
    references: Mapping[str, Scores] = field(default_factory=dict)
    title: str = ""
    authors: tuple[Author, ...] = ()
    left_out: tuple[str, ...] = ()

    def source(self, name: str) -> Source:
        """What a data set's scores are of."""
        return self.sources.get(name) or Matrices(self.scores[name])

    @property
    def collections(self) -> dict[str, Collection]:
        """Distributions of the data sets that are scored by them."""
        return {
            name: each.collection
            for name, each in self.sources.items()
            if each.task == QUANTIFICATION and each.collection is not None
        }

    @cached_property
    def described(self) -> dict[str, RunDescription]:
        """What is said of every run, by its name; what nobody said is told by the name."""
        given = {each.run: each for part in self.parts for each in part.choices.described}
        every = (*self.scores.values(), *self.references.values())
        made = (run for name in self.scores for run in self.source(name).made)
        return filled((run for each in every for run in each.runs), given.values(), made)

    def family(self, name: str) -> Family:
        """Return which runs of a data set are tested, as `family_of` has it."""
        return family_of(self.source(name), self.described)

    def __add__(self, other: "Campaign") -> "Campaign":
        """Return the data sets of both; one of a name that is taken gets a number."""
        scores, sources = dict(self.scores), dict(self.sources)
        references = dict(self.references)
        for name, each in other.scores.items():
            free = free_name(name, scores)
            scores[free] = each
            if name in other.sources:
                sources[free] = other.sources[name]
            if name in other.references:
                references[free] = other.references[name]
        return Campaign(
            scores,
            sources,
            self.parts + other.parts,
            self.notes + other.notes,
            references,
            self.title or other.title,
            self.authors or other.authors,
            self.left_out + other.left_out,
        )

    def with_references(
        self, outside: Iterable[str] = (), test_baselines: bool = False
    ) -> "Campaign":
        """Return it with other references.

        Parameters
        ----------
        outside : iterable of str
            Runs that stand as references, too.
        test_baselines : bool
            Whether references take part as runs.
        """
        gone, sources = set(outside), dict[str, Source]()
        scores, references = dict[str, Scores](), dict[str, Scores]()
        for name, every in self.scores.items():
            source, runs, beside = self.source(name), every, self.references.get(name)
            if test_baselines and beside is not None:
                source, runs, beside = source.with_references_in(), beside.with_runs(runs), None
            out = runs.without(set(runs.runs) - gone)
            if out.runs:
                source, runs = source.as_references(gone), runs.without(gone)
                beside = out if beside is None else beside.with_runs(out)
            scores[name], sources[name] = runs, source
            if beside is not None:
                references[name] = beside
        before = notes_on_same(self.sources)
        notes = (*(each for each in self.notes if each not in before), *notes_on_same(sources))
        return replace(self, scores=scores, sources=sources, notes=notes, references=references)

    def testable(
        self, outside: Iterable[str] = (), test_baselines: bool = False, at_least: int = 2
    ) -> "Campaign":
        """Return the data sets whose runs can be tested, with a note on what cannot.

        Parameters
        ----------
        outside, test_baselines
            As `with_references` takes them.
        at_least : int
            How many runs take part: of one, nothing is tested.

        Raises
        ------
        ValueError
            If there is none.
        """
        found = self.with_references(outside, test_baselines)
        few = {
            name: sentence
            for name, scores in found.scores.items()
            if (sentence := _too_few(scores, found.family(name), at_least))
        }
        if found.scores and len(few) == len(found.scores):
            raise ValueError("; ".join(f"{name} {sentence}" for name, sentence in few.items()))
        kept = {name: each for name, each in found.scores.items() if name not in few}
        told = [f"{name} was left out: it {sentence}." for name, sentence in few.items()]
        told += [
            f"{name} has one run to test, so that nothing is tested."
            for name in kept
            if len(found.family(name).tested) == 1
        ]
        return replace(found, scores=kept, notes=tuple(dict.fromkeys((*found.notes, *told))))

    def _described(self) -> str:
        return f"{counted(len(self.scores), 'data set')} ({listed(tuple(self.scores))})"

    def to_frame(self) -> pd.DataFrame:
        """Return a row for each data set, measure and run: its mean score where it is defined."""
        rows = [
            (name, key, run, mean)
            for name, scores in self.scores.items()
            for key, means in zip(scores.measures, scores.means_where_defined, strict=True)
            for run, mean in zip(scores.runs, means, strict=True)
        ]
        return pd.DataFrame(rows, columns=["data set", "measure", "run", "mean"])


def _too_few(scores: Scores, family: Family, at_least: int) -> str:
    """What is wanting for a test, if anything is."""
    runs, instances = len(family.tested), len(scores.defined().ids)
    if runs >= at_least and instances > 1:
        return ""
    words = (
        f"has {counted(runs, 'run')} to test and {counted(instances, 'instance')} on which "
        "every measure is defined; open more, as at least two of each are needed"
    )
    if family.caption:
        words += f"; {family.caption}"
    if family.references and runs < 2:
        words += (
            f"; {', '.join(family.references)} take part as runs if you ask for it (in a shell by "
            "--test-baselines)"
        )
    return words


def read_campaign(
    gold: File | Sequence[File] = (),
    runs: File | Iterable[File] = (),
    **chosen: Any,
) -> Campaign:
    """Return the data sets of a gold file and its runs, scored and ready for `analyse`.

    Parameters
    ----------
    gold : path or uploaded file, or several
        As in `read_gold`. Without one, `runs` are score matrices, as in `read_scores`.
    runs : path or uploaded file, or several
        Files, ZIP archives and folders; a table of runs among them says what they are called.
    **chosen
        What `Choices` has, by its names; lists will do for tuples. What is said of runs counts
        instead of what tables say of them.

    Returns
    -------
    Campaign

    Raises
    ------
    DataError
        For the first file that cannot be used; it names the file, the place and the remedy.
    ValueError
        If a scale, a measure or a run to leave out is not there.

    Examples
    --------
    >>> from oq_core import read_campaign
    >>> campaign = read_campaign(
    ...     "sample_data/gold.json", "sample_data/runs", scales=["A"], measures=["NMD", "RNOD"]
    ... )
    >>> campaign.scores["gold A"].values.shape
    (2, 300, 22)
    """
    choices = Choices(**{name: _frozen(each) for name, each in chosen.items()})
    return read_files(gold, runs, choices).campaign(choices)


def _frozen(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _frozen(each) for name, each in value.items()}
    return tuple(value) if isinstance(value, Iterable) and not isinstance(value, str) else value


@dataclass(frozen=True, eq=False)
class ReadFiles:
    """What files of a gold and its runs hold, before names are chosen.

    Attributes
    ----------
    scales : mapping of str to Collection, NuggetCollection or Scores
    gold, runs : tuple of FileFacts
    described : tuple of RunDescription
        What tables of runs say.
    notes : tuple of str
    title : str
        What it is called unless a title is chosen.
    whole : mapping of str to mapping of str to Collection
        As `ReadRuns` has it.
    together : mapping of str to Collection, NuggetCollection or Scores
        What there was before raters were said to be judges; empty unless some were.

    Examples
    --------
    >>> ReadFiles({}, title="gold").title
    'gold'
    """

    scales: Mapping[str, Scale]
    gold: tuple[FileFacts, ...] = ()
    runs: tuple[FileFacts, ...] = ()
    described: tuple[RunDescription, ...] = ()
    notes: tuple[str, ...] = ()
    title: str = ""
    whole: Mapping[str, Mapping[str, Collection]] = field(default_factory=dict)
    together: Mapping[str, Scale] = field(default_factory=dict)

    def campaign(self, choices: Choices) -> Campaign:
        """Return its data sets as they are chosen; raises as `read_campaign`."""
        choices = replace(choices, title=choices.title or self.title)
        return campaign_of(
            renamed_runs(self.scales, choices.renamed),
            _with_described(choices, self.described),
            self.gold,
            tuple(each.renamed(choices.renamed) for each in self.runs),
            self.notes,
        )


def read_files(
    gold: File | Sequence[File], runs: File | Iterable[File], choices: Choices
) -> ReadFiles:
    """Return what files of a gold and its runs hold, read as it is chosen.

    Parameters
    ----------
    gold, runs
        As `read_campaign` takes them.
    choices : Choices
        Order of classes, directions of scores, and what a missing instance is.

    Raises
    ------
    DataError
        For the first file that cannot be used.
    ValueError
        If a measure that has a direction is not there.
    """
    gold_sources, run_sources = as_sources(gold), as_sources(runs)
    title = Path(_name([*gold_sources, *run_sources][0])).stem
    if not gold_sources:
        # Each of several files is of one measure, which all of them are not called after.
        title = title if len(run_sources) == 1 else "scores"
        return replace(_read_matrices(run_sources, choices), title=title)
    read = read_gold_and_nuggets([with_plan(each, choices.plan) for each in gold_sources])
    # Of which classes runs are is for the gold to say.
    of_runs = replace(choices.plan, classes=())
    planned = [with_plan(each, of_runs) for each in run_sources]
    apart: dict[str, Collection] = {
        scale: source_of(each).with_judges(choices.judges).data
        for scale, each in read.collections.items()
    }
    found = read_runs(planned, apart, read.nuggets, choices.missing)
    if found.faults:
        raise DataError(*found.faults)
    return ReadFiles(
        scales_of(found.collections, found.nuggets),
        tuple(map(facts_of, gold_sources)),
        tuple(
            replace(facts_of(each, tuple(gave)), paths=gave)
            for each in run_sources
            for gave in [found.by_file.get(PurePath(_name(each)).name, {})]
        ),
        found.described,
        (*read.notes, *found.notes, *passed_over(found.skipped)),
        title,
        found.whole,
    )


def _with_described(choices: Choices, read: Iterable[RunDescription]) -> Choices:
    """The choices with what tables say of runs by the names that their files give them."""
    found = {
        each.run: each
        for one in read
        for each in [replace(one, run=choices.renamed.get(one.run, one.run))]
    }
    found |= {each.run: each for each in choices.described}
    return replace(choices, described=tuple(found.values()))


def renamed_runs(scales: Mapping[str, Scale], names: Mapping[str, str]) -> dict[str, Scale]:
    """Return what was read with other names for some runs, given by their present names.

    Raises
    ------
    ValueError
        If a run is not there, or a name cannot be used or is another run's.
    """
    runs = list(dict.fromkeys(run for each in scales.values() for run in each.runs))
    for run, name in names.items():
        place_of(run, tuple(runs), "run")
        if problem := name_fault(name):
            raise ValueError(f"the run's name {name[:20]!r} {problem}")
    twice = repeated([names.get(run, run) for run in runs])
    if twice is not None:
        raise ValueError(f"two runs would be called {twice!r}")
    return {scale: each.renamed(names) for scale, each in scales.items()}


def _read_matrices(sources: list[File], choices: Choices) -> ReadFiles:
    """The data set of score matrices."""
    notes = list[str]()
    # Where some are said to be larger, all others are not.
    planned = [with_plan(each, choices.plan) for each in sources]
    scores = read_scores(planned, otherwise=False if choices.larger or choices.smaller else None)
    larger, smaller = (
        [as_spelled(key, scores.measures) for key in keys]
        for keys in (choices.larger, choices.smaller)
    )
    for key in (*larger, *smaller):
        place_of(key, scores.measures, "measure")
    if larger or smaller:
        directions = tuple(
            key in larger or (not larger and is_larger and key not in smaller)
            for key, is_larger in zip(scores.measures, scores.larger_is_better, strict=True)
        )
        scores = replace(scores, larger_is_better=directions)
    else:
        notes += said_directions(scores)
    return ReadFiles(
        {"scores": scores},
        runs=tuple(facts_of(each, tuple(scores.runs)) for each in sources),
        described=descriptions_in(sources, scores.runs),
        notes=tuple(notes),
    )


def campaign_of(
    scales: Mapping[str, Scale],
    choices: Choices,
    gold: tuple[FileFacts, ...] = (),
    runs: tuple[FileFacts, ...] = (),
    notes: Iterable[str] = (),
) -> Campaign:
    """Return the data sets of what was read, by the choices made.

    Parameters
    ----------
    scales : mapping of str to Collection, NuggetCollection or Scores
        What was read, by scale.
    choices : Choices
    gold, runs : tuple of FileFacts
        The files that it was read from.
    notes : iterable of str
        What was remarked on them.

    Returns
    -------
    Campaign
        A collection that was counted from items with a class each is two data sets, one for
        each kind of measure. A scale that no run has is left out, with a note.

    Raises
    ------
    DataError
        If there are no runs of the scales that were chosen, and no baselines are made.
    ValueError
        If a scale that was chosen or a run to leave out is not there, a measure is in no data
        set, the classes are those of no scale, or measures are given for a scale that is not
        analysed.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core import Collection
    >>> gold, run = np.array([[0.5, 0.5]]), np.array([[0.25, 0.75]])
    >>> collection = Collection("demo", ("low", "high"), ("d1",), gold, {"run": run})
    >>> choices = Choices(title="demo", measures=("NMD",), baselines=True)
    >>> made = campaign_of({"A": collection}, choices)
    >>> made.scores["demo"].runs, made.references["demo"].runs
    (('run',), ('Popularity', 'Uniform'))
    """
    every = sources_of(scales)
    choices = replace(
        choices,
        scales=tuple(as_spelled(each, every) for each in choices.scales),
        scale_measures={as_spelled(s, every): of for s, of in choices.scale_measures.items()},
    )
    for scale in choices.scales:
        place_of(scale, tuple(every), "scale")
    chosen = {s: each for s, each in every.items() if not choices.scales or s in choices.scales}
    for scale in choices.scale_measures:
        if scale not in chosen:
            raise ValueError(
                f"measures are given for the scale {scale!r}, which is not analysed; "
                f"what is analysed: {', '.join(chosen)}"
            )
    _check_classes(chosen, choices.classes)
    _check_without(every, choices)
    made = {scale: prepared(each, choices) for scale, each in chosen.items()}
    known = dict.fromkeys(key for each in made.values() for key in each.measures)
    choices = _with_measures_spelled(choices, (*known, *MEASURES, *OC_MEASURES))
    told_orders = _without_order(made)
    for key in (*choices.measures, *(k for keys in choices.scale_measures.values() for k in keys)):
        if key not in known and told_orders and key in {*MEASURES, *OC_MEASURES}:
            raise DataError(f"{key} takes the order of the classes. {told_orders[0]}")
        place_of(key, tuple(known), "measure")
    there = {scale: each for scale, each in made.items() if each.runs}
    if not there and not choices.baselines:
        raise _nothing_to_score(every, chosen, choices)
    told = [
        f"{data_set_name(choices.title, scale)} was left out, as no run has that scale."
        for scale in chosen
        if there and scale not in there
    ]
    scores, sources, references = dict[str, Scores](), dict[str, Source](), dict[str, Scores]()
    for scale, each in (there or made).items():
        name = data_set_name(choices.title, scale, several=len(every) > 1)
        keys = choices.scale_measures.get(scale) or [
            key for key in choices.measures or each.measures if key in each.measures
        ]
        if keys:
            sources[name] = each
            scores[name] = scores_of(each).of(keys)
            if each.beside is not None:
                references[name] = each.beside.score().of(keys)
    if not scores:
        there_are = dict.fromkeys(key for each in (there or made).values() for key in each.measures)
        raise DataError(
            f"{choices.title}: {', '.join(choices.measures)} cannot be computed of what the runs "
            f"have ({', '.join(there or made)}). Choose among {', '.join(there_are)}."
        )
    on_scoring = (note for each in sources.values() for note in each.notes)
    return Campaign(
        scores,
        sources,
        (part_of(choices, gold, runs, chosen.values()),),
        notes_of((*notes, *told, *told_orders, *on_scoring), sources),
        references,
    )


def _with_measures_spelled(choices: Choices, keys: Sequence[str]) -> Choices:
    own = choices.scale_measures.items()
    return replace(
        choices,
        measures=tuple(as_spelled(key, keys) for key in choices.measures),
        scale_measures={name: tuple(as_spelled(key, keys) for key in of) for name, of in own},
    )


def part_of(
    choices: Choices,
    gold: tuple[FileFacts, ...],
    runs: tuple[FileFacts, ...],
    read: Iterable[Source],
) -> Part:
    """Return what was read, with the order of the classes; one that the files say is no choice.

    Parameters
    ----------
    choices : Choices
    gold, runs : tuple of FileFacts
    read : iterable of Source
        Before the classes were turned round.
    """
    collections = [each.collection for each in read if each.collection is not None]
    orders = {(each.classes, each.order) for each in collections}
    if len(orders) != 1:
        return Part(choices, gold, runs)
    ((classes, order),) = orders
    if choices.classes and (choices.classes != classes or order == GIVEN):
        classes, order = choices.classes, GIVEN
    else:
        choices = replace(choices, classes=())
    return Part(choices, gold, runs, classes, order) if order else Part(choices, gold, runs)


def _without_order(made: Mapping[str, Source]) -> list[str]:
    """A sentence on scales whose classes have no order that is known, if there are any."""
    unknown = {
        each.collection.classes: scale
        for scale, each in made.items()
        if each.collection is not None and not each.collection.has_order
    }
    return [
        f"{scale}: the order of the classes {', '.join(classes)} is not known, so that measures "
        "that take it are not computed. Give it from the lowest on (--classes in a shell)."
        for classes, scale in unknown.items()
    ]


def _check_classes(chosen: Mapping[str, Source], classes: tuple[str, ...]) -> None:
    """Refuse an order of classes that no scale has."""
    ordered = {scale: each.classes for scale, each in chosen.items() if each.classes}
    if classes and all(sorted(each) != sorted(classes) for each in ordered.values()):
        there = dict.fromkeys(", ".join(each) for each in ordered.values())
        raise ValueError(
            f"the classes are {'; or '.join(there) or 'without an order'}, not {', '.join(classes)}"
        )


def _check_without(every: Mapping[str, Source], choices: Choices) -> None:
    """Refuse to leave out what no scale has."""
    if not choices.without:
        return
    made = (each.with_baselines() if choices.baselines else each for each in every.values())
    runs = tuple(dict.fromkeys(run for each in made for run in (*each.made, *each.runs)))
    for run in choices.without:
        place_of(run, runs, "run")


def prepared(source: Source, choices: Choices) -> Source:
    """Return what is scored of a source: its classes in order, with baselines, without runs."""
    found = source.ordered(choices.classes, choices.flipped)
    found = replace(found, alpha=choices.nugget_weight)
    return (found.with_baselines() if choices.baselines else found).without(choices.without)


def scores_of(source: Source) -> Scores:
    """Return every run's scores under all measures; of no runs where there are references alone."""
    if source.runs or source.beside is None:
        return source.score()
    beside = source.beside.score()
    return beside.without(beside.runs)


def references_of(source: Source) -> Source | None:
    """Return what is beside the runs of a source as runs of the same gold, if anything is."""
    return source.beside


def with_references_in(source: Source) -> Source:
    """Return a source with its references among its runs."""
    return source.with_references_in()


def collection_of(source: Source) -> Collection | None:
    """Return the distributions behind the scores, where they are known."""
    return source.collection


def notes_of(notes: Iterable[str], sources: Mapping[str, Source]) -> tuple[str, ...]:
    """Return what was remarked on files, each once, with the runs that are the same by data set."""
    read = (note for note in notes if not note.startswith(SAME))
    return (*dict.fromkeys(read), *notes_on_same(sources))


def notes_on_same(sources: Mapping[str, Source]) -> list[str]:
    """Return a sentence on the runs that are the same in every number, if there are any."""
    names: dict[str, list[str]] = {}
    for name, each in sources.items():
        if words := family_of(each).same_words:
            names.setdefault(words, []).append(name)
    return [f"{', '.join(of)}: {words}." for words, of in names.items()]


def _nothing_to_score(
    every: Mapping[str, Source], chosen: Iterable[str], choices: Choices
) -> DataError:
    """The sentence that says which scales there are, and of which there are runs."""
    there = [scale for scale, each in every.items() if each.without(choices.without).runs]
    runs = f"the runs have {', '.join(there)}" if there else "there is no run"
    asked = f", and what was asked for is {', '.join(chosen)}" if there else ""
    return DataError(
        f"{choices.title}: nothing can be scored: the gold has the scales {', '.join(every)}; "
        f"{runs}{asked}. Name runs of these scales, or add the baselines."
    )


def data_set_name(title: str, scale: str, several: bool = True) -> str:
    """Return what a scale's data set is called.

    Examples
    --------
    >>> from oq_core.campaign.computing.sources import data_set_name
    >>> data_set_name("gold", "A"), data_set_name("gold", "A", several=False)
    ('gold A', 'gold')
    """
    return f"{title} {scale}" if several else title


def facts_of(source: File, runs: tuple[str, ...] = ()) -> FileFacts:
    """Return name, size and SHA-256 of a file; of a folder, those of all its files together.

    Parameters
    ----------
    source : path or uploaded file
    runs : tuple of str
        The runs it gave.
    """
    name = _name(source)
    if isinstance(source, str | Path) and Path(source).is_dir():
        digest, size = hashlib.sha256(), 0
        for path in sorted(each for each in Path(source).rglob("*") if each.is_file()):
            content = path.read_bytes()
            size += len(content)
            digest.update(path.relative_to(source).as_posix().encode() + b"\0")
            digest.update(hashlib.sha256(content).digest())
        return FileFacts(name, size, digest.hexdigest(), runs)
    _, data = read_source(source)
    content = data.encode() if isinstance(data, str) else data
    return FileFacts(name, len(content), hashlib.sha256(content).hexdigest(), runs)


def _name(source: File) -> str:
    return str(source) if isinstance(source, str | Path) else str(source.name)
