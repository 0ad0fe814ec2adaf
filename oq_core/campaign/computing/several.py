"""One campaign of several collections, in which a run has the same name everywhere."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import pandas as pd

from oq_core.campaign.computing.sources import (
    Campaign,
    Choices,
    FileFacts,
    ReadFiles,
    read_files,
)
from oq_core.data.collection import DataError
from oq_core.data.described import RunDescription
from oq_core.data.scores import Scores
from oq_core.reading.kinds.described import RUNS_FILE
from oq_core.reading.naming import RunPath, run_names
from oq_core.reading.rating_names import known_names
from oq_core.reading.rows import some_of

_SIGNS = re.compile(r"[-_. ]+")


@dataclass(frozen=True)
class CollectionFiles:
    """One collection of a campaign.

    Attributes
    ----------
    name : str
        Its language, year, subtask or domain: what its data sets are called.
    gold, runs : tuple of str
        Paths of files and folders.
    choices : Choices
        What is chosen of it; its title is its name.

    Examples
    --------
    >>> CollectionFiles("zh", ("zh/gold.json",), ("zh/runs",)).choices.measures
    ()
    """

    name: str
    gold: tuple[str, ...]
    runs: tuple[str, ...]
    choices: Choices = field(default_factory=Choices)


def read_several(
    collections: Sequence[CollectionFiles], title: str = "", official_baselines: Iterable[str] = ()
) -> Campaign:
    """Return one campaign of all collections, in which a run has the same name everywhere.

    Parameters
    ----------
    collections : sequence of CollectionFiles
    title : str
        Of the campaign.
    official_baselines : iterable of str
        Runs that the organisers submitted.

    Returns
    -------
    Campaign
        Data sets are called after their collections. A collection that cannot be read is left
        out, which the first notes say.

    Raises
    ------
    DataError
        If no collection can be read, a run is of two teams, or an official baseline is in none.
    ValueError
        As `read_campaign`.
    """
    read, left = dict[str, ReadFiles](), list[DataError]()
    for each in collections:
        try:
            read[each.name] = read_files(each.gold, each.runs, each.choices)
        except DataError as error:
            left.append(DataError(f"{each.name} was left out, as it could not be read: {error}"))
    if not read:
        faults = [fault for each in left for fault in each.faults]
        raise DataError(*faults) if faults else DataError("there is no collection")
    names = names_over({name: _paths(each.runs) for name, each in read.items()})
    official = tuple(official_baselines)
    found = Campaign({}, title=title)
    for each in collections:
        if each.name in read:
            own = read[each.name]
            found += own.campaign(_with_names(each, own, names[each.name], official))
    runs = {run for each in found.scores.values() for run in each.runs}
    for name in official:
        if name not in runs:
            raise DataError(
                f"the official baseline {name} is no run. There are {some_of(sorted(runs))}."
            )
    return as_one(found, map(str, left))


def as_one(campaign: Campaign, left_out: Iterable[str]) -> Campaign:
    """Return a campaign whose first notes say what should be known of its collections together.

    Parameters
    ----------
    campaign : Campaign
        All collections that were read.
    left_out : iterable of str
        A sentence on each of the others.

    Raises
    ------
    DataError
        If a run is of two teams.

    Examples
    --------
    >>> as_one(Campaign({}), ["English was left out."]).notes
    ('English was left out.',)
    """
    left = tuple(left_out)
    _check_teams(campaign)
    return replace(campaign, left_out=left, notes=(*left, *_not_shared(campaign), *campaign.notes))


def names_over(paths: Mapping[str, Mapping[str, str]]) -> dict[str, dict[str, str]]:
    """Return names of runs that are the same in every collection, from where their files stand.

    Words that only tell a collection, as zh in TEAM/run1/quality_zh.json, are no part of them:
    what all its paths have, and languages in which alone the paths of several collections differ.

    Parameters
    ----------
    paths : mapping of str to mapping of str to str
        By collection and present name, a run's path.

    Returns
    -------
    dict of str to dict of str to str
        New names by collection and present name: as they were where new ones would not tell the
        runs of a collection apart.

    Examples
    --------
    >>> names_over({
    ...     "zh": {"run1": "T/run1/quality_zh.json"},
    ...     "en": {"T-run1": "T/run1/quality_en.json", "U-run1": "U/run1/quality_en.json"},
    ... })
    {'zh': {'run1': 'T-run1'}, 'en': {'T-run1': 'T-run1', 'U-run1': 'U-run1'}}
    """
    bare = dict[str, dict[str, RunPath]]()
    for name, runs in paths.items():
        found_at = {run: _path(path) for run, path in runs.items()}
        words = _words_of(name, found_at.values())
        bare[name] = {run: _without(path, words) for run, path in found_at.items()}
    bare = _without_languages(bare)
    every = list(dict.fromkeys(each for runs in bare.values() for each in runs.values()))
    called = dict(zip(every, run_names([every])[0], strict=True))
    found = {name: {run: called[each] for run, each in runs.items()} for name, runs in bare.items()}
    if any(len(set(names.values())) < len(names) for names in found.values()):
        return {name: {run: run for run in runs} for name, runs in paths.items()}
    return found


def by_side(names: Sequence[str], collections: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Return the data sets of each collection, and of each scale that several collections have.

    Parameters
    ----------
    names : sequence of str
        Of data sets: a collection and a scale each.
    collections : sequence of str

    Returns
    -------
    dict of str to tuple of str
        Two or more data sets each, and never all of them, by collection or scale.

    Examples
    --------
    >>> by_side(["zh A", "zh S", "en A"], ["zh", "en"])
    {'zh': ('zh A', 'zh S'), 'A': ('zh A', 'en A')}
    """
    found: dict[str, list[str]] = {}
    pairs = [(each, name) for each in collections for name in names if name.startswith(f"{each} ")]
    for collection, name in pairs:
        found.setdefault(collection, []).append(name)
    for collection, name in pairs:
        found.setdefault(name[len(collection) + 1 :], []).append(name)
    return {side: tuple(of) for side, of in found.items() if 1 < len({*of}) == len(of) < len(names)}


def means_over(data_sets: Sequence[Scores]) -> pd.DataFrame:
    """Return the mean of the mean scores of several data sets, best first by the first measure.

    Parameters
    ----------
    data_sets : sequence of Scores
        Each counts as much, however many instances it has.

    Returns
    -------
    DataFrame
        A row for each run that all of them have: `run`, and a column for each measure that all
        of them have. Means are over instances where every measure is defined.

    Examples
    --------
    >>> import numpy as np
    >>> one, two = (
    ...     Scores(np.full((1, n, 1), mean), ("NMD",), tuple("abc"[:n]), ("r",), (False,))
    ...     for n, mean in ((2, 0.25), (3, 0.5))
    ... )
    >>> means_over([one, two]).to_dict("records")
    [{'run': 'r', 'NMD': 0.375}]
    """
    first, *others = data_sets
    frames = [
        pd.DataFrame(each.defined().means.T, index=list(each.runs), columns=list(each.measures))
        for each in data_sets
    ]
    runs = [run for run in first.runs if all(run in each.runs for each in others)]
    keys = [key for key in first.measures if all(key in each.measures for each in others)]
    found = sum(frame.loc[runs, keys] for frame in frames) / len(frames)
    if keys:
        up = not first.larger_is_better[first.measures.index(keys[0])]
        found = found.sort_values(keys[0], ascending=up, kind="stable")
    return found.rename_axis("run").reset_index()


def means_by_side(
    scores: Mapping[str, Scores], collections: Sequence[str]
) -> Iterator[tuple[str, tuple[str, ...], pd.DataFrame]]:
    """Yield the means over all data sets, and over those of each collection and each scale.

    Parameters
    ----------
    scores : mapping of str to Scores
        By the data sets' names: a collection and a scale each.
    collections : sequence of str

    Yields
    ------
    tuple of str, tuple of str and DataFrame
        The collection or scale, empty for all; its data sets; and `means_over` these, where they
        have a run and a measure in common.

    Examples
    --------
    >>> import numpy as np
    >>> one = Scores(np.ones((1, 1, 1)), ("NMD",), ("d1",), ("r",), (False,))
    >>> every = {"zh A": one, "zh S": one, "en A": one}
    >>> [side for side, _, _ in means_by_side(every, ["zh", "en"])]
    ['', 'zh', 'A']
    """
    for side, names in {"": tuple(scores), **by_side([*scores], collections)}.items():
        means = means_over([scores[name] for name in names])
        if len(names) > 1 and len(means) and len(means.columns) > 1:
            yield side, names, means


def language_in(path: str) -> str:
    """Return the language that a word of a path names, as it is written there; empty for none.

    Examples
    --------
    >>> language_in("ALTO/run1/quality_zh.json"), language_in("ALTO/run1.json")
    ('zh', '')
    """
    words = re.split(r"[-_. /]+", path)
    return next((word for word in words if word.casefold() in known_names("languages")), "")


def _words_of(collection: str, paths: Iterable[RunPath]) -> frozenset[str]:
    """Words that tell a collection and no run: each of its paths has them."""
    words = known_names("languages") | _words(collection)
    return words.intersection(*(_words(*path.parts) for path in paths))


def _words(*parts: str) -> set[str]:
    return {word.casefold() for part in parts for word in _SIGNS.split(part)}


def _without_languages(
    paths: Mapping[str, Mapping[str, RunPath]],
) -> dict[str, dict[str, RunPath]]:
    """The paths, of which those that are one but for their languages are without these."""
    alike, languages = dict[RunPath, dict[str, list[RunPath]]](), known_names("languages")
    for name, runs in paths.items():
        for path in runs.values():
            short = alike.setdefault(_without(path, languages), {})
            short.setdefault(name, []).append(path)

    def are_one(found: Mapping[str, list[RunPath]]) -> bool:
        every = [path for of in found.values() for path in of]
        # Where a path has the language of another collection, it tells a run, as in mBERT-zh.
        return 1 < len(found) == len(every) == len({*every}) and not any(
            languages & _words(other) & _words(*path.parts)
            for name, (path,) in found.items()
            for other in {*paths} - {name}
        )

    one = dict[RunPath, RunPath]()
    for found in filter(are_one, alike.values()):
        every = [path for (path,) in found.values()]
        # A team may be called as a language is: what all have stays.
        shared = set.intersection(*(_words(*path.parts) for path in every))
        one |= {path: _without(path, languages - shared) for path in every}
    return {name: {run: one.get(path, path) for run, path in runs.items()}
            for name, runs in paths.items()}  # fmt: skip


def _without(path: RunPath, words: frozenset[str]) -> RunPath:
    """A run's path without some words."""

    def rest(part: str) -> str:
        kept = [word for word in _SIGNS.split(part) if word.casefold() not in words]
        return part if len(kept) == len(_SIGNS.split(part)) else "-".join(kept)

    return RunPath((), tuple(filter(None, map(rest, path.folders))), rest(path.stem))


def _path(path: str) -> RunPath:
    # Of a run in several files, the first tells enough.
    *folders, file = path.partition(", ")[0].split("/")
    return RunPath((), tuple(folders), file.split(".")[0])


def _paths(files: Iterable[FileFacts]) -> dict[str, str]:
    """Where the runs of a collection stand, by their names."""
    return {run: path for file in files for run, path in file.paths.items()}


def _with_names(
    files: CollectionFiles, read: ReadFiles, names: Mapping[str, str], official: Iterable[str]
) -> Choices:
    """What is chosen of a collection, with the names that its runs have everywhere."""
    choices = files.choices
    renamed = {run: new for run, new in names.items() if new != run} | dict(choices.renamed)
    known = {each.run: each for each in (*read.described, *choices.described)}
    runs = {renamed.get(run, run) for each in read.scales.values() for run in each.runs}
    baselines = (
        replace(known.get(run, RunDescription(run)), run=run, baseline=True)
        for run in official
        if run in runs
    )
    described = (*choices.described, *baselines)
    return replace(choices, title=files.name, renamed=renamed, described=described)


def _check_teams(campaign: Campaign) -> None:
    """Refuse a run that tables give to two teams."""
    teams: dict[str, tuple[str, str]] = {}
    for part in campaign.parts:
        for each in part.choices.described:
            team, where = teams.setdefault(each.run, (each.team, part.choices.title))
            if team != each.team and team and each.team:
                raise DataError(
                    f"the run {each.run} is of {team} in {where} and of {each.team} in "
                    f"{part.choices.title}. Give it one team in each {RUNS_FILE}, or two names."
                )


def _not_shared(campaign: Campaign) -> Iterator[str]:
    """A sentence on collections that have no run in common with any other."""
    runs: dict[str, set[str]] = {}
    for part in campaign.parts:
        title = part.choices.title
        runs[title] = {run for file in part.runs for run in file.runs}
    for name, own in runs.items():
        others = set().union(*(each for other, each in runs.items() if other != name))
        if len(runs) > 1 and not own & others:
            yield (
                f"{name} shares no run with another collection. Where a run is the same, give it "
                f"one name in a {RUNS_FILE}, or by --rename."
            )
