"""From files, or from what is open, to the data sets of an analysis, and how they were made."""

import hashlib
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePath

from oq_core.data.collection import Collection, DataError
from oq_core.data.distributions import popularity, uniform
from oq_core.data.nuggets import NuggetCollection, nugget_popularity, nugget_uniform
from oq_core.data.scores import Scores, place_of
from oq_core.measures.classification import OC_MEASURES
from oq_core.measures.labels import one_class_runs, score_classification, with_label_runs
from oq_core.measures.nuggets import NUGGET_MEASURES, score_nuggets
from oq_core.measures.quantification import MEASURES
from oq_core.measures.scoring import score
from oq_core.reading import Source, read_gold_and_nuggets, read_runs, read_scores
from oq_core.reading.files import read_source
from oq_core.reading.read import as_sources

#: The scale of nugget labels beside those of quality.
NUGGETS = "nuggets"
#: What items with a class each are scored as.
QUANTIFICATION, CLASSIFICATION = "quantification", "classification"
#: Scales that are tasks of their own, whose numbers are not mixed with those of distributions.
OTHER_TASKS = (NUGGETS, CLASSIFICATION)
#: The weight of the customer's turns in the task (DE2).
TASK_WEIGHT = 0.5

#: What a scale holds.
Scale = Collection | NuggetCollection | Scores


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

    Examples
    --------
    >>> FileFacts("run1.json", 2, "44136fa355b3…", ("run1",)).runs
    ('run1',)
    """

    name: str
    size: int
    sha256: str
    runs: tuple[str, ...] = ()


@dataclass(frozen=True)
class Choices:
    """What to analyse of some files.

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
        Whether to add the baselines that are made from the gold.
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


@dataclass(frozen=True, eq=False)
class Part:
    """What was read of one gold and its runs.

    Attributes
    ----------
    choices : Choices
    gold, runs : tuple of FileFacts
        The files; without gold, the others are score matrices.

    Examples
    --------
    >>> Part(Choices(title="demo")).choices.title
    'demo'
    """

    choices: Choices
    gold: tuple[FileFacts, ...] = ()
    runs: tuple[FileFacts, ...] = ()


@dataclass(frozen=True, eq=False)
class Campaign:
    """Data sets ready to be analysed, and what they were made from.

    Attributes
    ----------
    scores : mapping of str to Scores
        By the data sets' names.
    collections : mapping of str to Collection
        Distributions of those data sets where they are known.
    parts : tuple of Part
    tasks : mapping of str to str
        "nuggets" or "classification" for data sets of these tasks; the others are of
        quantification. Numbers are pooled and averaged over data sets of one task.

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
    collections: Mapping[str, Collection] = field(default_factory=dict)
    parts: tuple[Part, ...] = ()
    tasks: Mapping[str, str] = field(default_factory=dict)

    def __add__(self, other: "Campaign") -> "Campaign":
        """Return the data sets of both; one of a name that is taken gets a number."""
        scores, collections = dict(self.scores), dict(self.collections)
        tasks = dict(self.tasks)
        for name, each in other.scores.items():
            free, number = name, 1
            while free in scores:
                number += 1
                free = f"{name} ({number})"
            scores[free] = each
            if name in other.collections:
                collections[free] = other.collections[name]
            if name in other.tasks:
                tasks[free] = other.tasks[name]
        return Campaign(scores, collections, self.parts + other.parts, tasks)


def read_campaign(
    gold: Source | Sequence[Source] = (),
    runs: Source | Iterable[Source] = (),
    *,
    title: str = "",
    scales: Iterable[str] = (),
    measures: Iterable[str] = (),
    baselines: bool = False,
    without: Iterable[str] = (),
    flipped: bool = False,
    nugget_weight: float = TASK_WEIGHT,
    larger: Iterable[str] = (),
    classes: Iterable[str] = (),
    missing: str = "refused",
    scale_measures: Mapping[str, Iterable[str]] | None = None,
) -> Campaign:
    """Return the data sets of a gold file and its runs, scored and ready for `analyse`.

    Parameters
    ----------
    gold : path or uploaded file, or several
        As in `read_gold`. Without one, `runs` are score matrices, as in `read_scores`.
    runs : path or uploaded file, or several
        Files, ZIP archives and folders.
    title, scales, measures, baselines, without, flipped, nugget_weight, larger, classes, missing
        As in `Choices`.
    scale_measures : mapping of str to iterable of str, optional
        As in `Choices`.

    Returns
    -------
    Campaign

    Raises
    ------
    DataError
        For the first file that cannot be used; it names the file, the place and the remedy.
    ValueError
        If a scale or a measure is not there.

    Examples
    --------
    >>> from oq_core import read_campaign
    >>> campaign = read_campaign(
    ...     "sample_data/gold.json", "sample_data/runs", scales=["A"], measures=["NMD", "RNOD"]
    ... )
    >>> campaign.scores["gold A"].values.shape
    (2, 300, 22)
    """
    choices = Choices(
        title=title,
        scales=tuple(scales),
        measures=tuple(measures),
        baselines=baselines,
        without=tuple(without),
        flipped=flipped,
        nugget_weight=nugget_weight,
        larger=tuple(larger),
        classes=tuple(classes),
        missing=missing,
        scale_measures={name: tuple(keys) for name, keys in (scale_measures or {}).items()},
    )
    gold_sources, run_sources = as_sources(gold), as_sources(runs)
    if not gold_sources:
        return _read_matrices(run_sources, choices)
    read = read_gold_and_nuggets(gold_sources if len(gold_sources) > 1 else gold_sources[0])
    found = read_runs(run_sources, read.collections, read.nuggets, missing)
    if found.problems:
        raise DataError(found.problems[0])
    scales_of: dict[str, Scale] = dict(found.collections)
    if found.nuggets is not None:
        scales_of[NUGGETS] = found.nuggets
    if not choices.title:
        choices = replace(choices, title=Path(_name(gold_sources[0])).stem)
    gave = [found.by_file.get(PurePath(_name(each)).name, ()) for each in run_sources]
    return campaign_of(
        scales_of,
        choices,
        tuple(map(facts_of, gold_sources)),
        tuple(map(facts_of, run_sources, gave)),
    )


def _read_matrices(sources: list[Source], choices: Choices) -> Campaign:
    """The data set of score matrices."""
    scores = read_scores(sources)
    if choices.larger:
        for key in choices.larger:
            place_of(key, scores.measures, "measure")
        directions = tuple(key in choices.larger for key in scores.measures)
        scores = replace(scores, larger_is_better=directions)
    if not choices.title:
        choices = replace(choices, title=Path(_name(sources[0])).stem)
    files = tuple(facts_of(each, scores.runs) for each in sources)
    return campaign_of({"scores": scores}, choices, (), files)


def campaign_of(
    scales: Mapping[str, Scale],
    choices: Choices,
    gold: tuple[FileFacts, ...] = (),
    runs: tuple[FileFacts, ...] = (),
) -> Campaign:
    """Return the data sets of what was read, by the choices made.

    Parameters
    ----------
    scales : mapping of str to Collection, NuggetCollection or Scores
        What was read, by scale.
    choices : Choices
    gold, runs : tuple of FileFacts
        The files that it was read from.

    Returns
    -------
    Campaign
        A collection that was counted from items with a class each is two data sets, one for
        each kind of measure.

    Raises
    ------
    ValueError
        If a scale that was chosen is not there, a measure is in no data set, or measures are
        given for a scale that is not analysed.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core import Collection
    >>> gold, run = np.array([[0.5, 0.5]]), np.array([[0.25, 0.75]])
    >>> collection = Collection("demo", ("low", "high"), ("d1",), gold, {"run": run})
    >>> choices = Choices(title="demo", measures=("NMD",), baselines=True)
    >>> made = campaign_of({"A": collection}, choices)
    >>> made.scores["demo"].runs
    ('Popularity', 'Uniform', 'run')
    """
    every = scored_scales(scales)
    for scale in choices.scales:
        place_of(scale, tuple(every), "scale")
    chosen = [scale for scale in every if not choices.scales or scale in choices.scales]
    for scale in choices.scale_measures:
        if scale not in chosen:
            raise ValueError(
                f"measures are given for the scale {scale!r}, which is not analysed; "
                f"what is analysed: {', '.join(chosen)}"
            )
    scores, collections = dict[str, Scores](), dict[str, Collection]()
    tasks, known = dict[str, str](), dict[str, None]()
    for scale in chosen:
        name = data_set_name(choices.title, scale, several=len(every) > 1)
        found, collection = _scored(every[scale], scale, choices)
        known |= dict.fromkeys(found.measures)
        keys = choices.scale_measures.get(scale) or [
            key for key in choices.measures or found.measures if key in found.measures
        ]
        if not keys:
            continue
        scores[name] = found.of(keys)
        if collection is not None:
            collections[name] = collection
        if scale in OTHER_TASKS:
            tasks[name] = scale
    for key in choices.measures:
        place_of(key, tuple(known), "measure")
    return Campaign(scores, collections, (Part(choices, gold, runs),), tasks)


def scored_scales(scales: Mapping[str, Scale]) -> dict[str, Scale]:
    """Return what can be scored, by scale: items once as distributions, once by their classes."""
    labelled = [
        each for each in scales.values() if isinstance(each, Collection) and each.labels is not None
    ]
    if labelled:
        return {QUANTIFICATION: labelled[0], CLASSIFICATION: labelled[0]}
    return dict(scales)


def data_set_name(title: str, scale: str, several: bool) -> str:
    """Return what a scale's data set is called.

    Examples
    --------
    >>> from oq_core.campaign.sources import data_set_name
    >>> data_set_name("gold", "A", several=True), data_set_name("gold", "nuggets", several=True)
    ('gold A', 'gold, nuggets')
    """
    if not several:
        return title
    # A word after a title would run into it; A, S and E do not.
    joint = ", " if scale in (QUANTIFICATION, CLASSIFICATION, NUGGETS) else " "
    return f"{title}{joint}{scale}"


def _scored(each: Scale, scale: str, choices: Choices) -> tuple[Scores, Collection | None]:
    """A scale's scores under all measures, and its distributions where they are known."""
    if isinstance(each, Scores):
        return each.without(choices.without), None
    if isinstance(each, NuggetCollection):
        nuggets = with_nugget_baselines(each) if choices.baselines else each
        return score_nuggets(
            nuggets.without(choices.without), NUGGET_MEASURES, choices.nugget_weight
        ), None
    each = each.ordered(choices.classes) if choices.classes else each
    each = each.flipped() if choices.flipped else each
    if scale == CLASSIFICATION:
        labelled = with_one_class_runs(each) if choices.baselines else each
        return score_classification(labelled.without(choices.without), tuple(OC_MEASURES)), None
    collection = with_baselines(each)[0] if choices.baselines else each
    return score(collection.without(choices.without), tuple(MEASURES)), collection


def with_baselines(collection: Collection) -> tuple[Collection, tuple[str, str]]:
    """Return the collection with Popularity and Uniform as its first runs, and their names."""
    names = [_free_name(name, collection.runs) for name in ("Popularity", "Uniform")]
    made = {names[0]: popularity(collection.gold), names[1]: uniform(collection.gold)}
    return replace(collection, runs={**made, **collection.runs}), (names[0], names[1])


def with_nugget_baselines(collection: NuggetCollection) -> NuggetCollection:
    """Return nugget labels with the task's baselines Popularity and Uniform as first runs."""
    made = {"Popularity": nugget_popularity(collection), "Uniform": nugget_uniform(collection)}
    named = {_free_name(name, collection.runs): run for name, run in made.items()}
    return replace(collection, runs={**named, **collection.runs})


def with_one_class_runs(collection: Collection) -> Collection:
    """Return items with, for each class, a run that gives that class to every item."""
    made = one_class_runs(collection)
    return with_label_runs(
        collection, {_free_name(name, collection.runs): run for name, run in made.items()}
    )


def _free_name(name: str, taken: Container[str]) -> str:
    while name in taken:
        name += " (baseline)"
    return name


def facts_of(source: Source, runs: tuple[str, ...] = ()) -> FileFacts:
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


def _name(source: Source) -> str:
    return str(source) if isinstance(source, str | Path) else str(source.name)
