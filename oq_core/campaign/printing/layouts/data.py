"""What the data are: DE2 tables 2 and 3, LQ21 table 2, ACL21 table 1."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields

import numpy as np
import pandas as pd

from oq_core.campaign.computing.described import filled
from oq_core.campaign.computing.protocol import Source
from oq_core.campaign.printing.table import Column, Table
from oq_core.data.described import RunDescription
from oq_core.data.nuggets import NuggetCollection
from oq_core.data.scores import Scores

#: Columns whose cells are printed as they are, as they are not what tables call the runs.
AS_GIVEN = ("in files", "official name", "in figures", "team")


@dataclass(frozen=True)
class DataFacts:
    """How large a data set is.

    Attributes
    ----------
    name : str
    classes : int or None
        Ordered classes; None where only scores are known.
    instances : int
        Instances that are compared on.
    left_out : int or None
        Instances that are not, because a measure is undefined there; None where nothing was
        scored yet.
    votes : tuple of int or None
        Fewest and most votes of an instance; None where they are not known.
    runs : int
    """

    name: str
    classes: int | None
    instances: int
    left_out: int | None
    votes: tuple[int, int] | None
    runs: int


def facts_of(name: str, source: Source, left_out: int | None = None) -> DataFacts:
    """Return how large a data set is.

    Parameters
    ----------
    name : str
        The data set's.
    source : Source
        Has the instances and the runs.
    left_out : int, optional
        As in `DataFacts`.

    Examples
    --------
    >>> from oq_core import Collection
    >>> from oq_core.campaign.computing.kinds import Quantified
    >>> from oq_core.campaign.printing.layouts import facts_of
    >>> votes = np.array([[2, 3], [1, 1]])
    >>> gold = votes / votes.sum(axis=1, keepdims=True)
    >>> data = Collection("A", ("bad", "good"), ("d1", "d2"), gold, {"r": gold}, votes=votes)
    >>> facts_of("A", Quantified(data))
    DataFacts(name='A', classes=2, instances=2, left_out=None, votes=(2, 5), runs=1)
    """
    votes = None
    if source.votes is not None:
        totals = source.votes.sum(axis=1)
        votes = int(totals.min()), int(totals.max())
    classes = None if source.collection is None else len(source.collection.classes)
    instances = len(source.data.ids) - (left_out or 0)
    return DataFacts(name, classes, instances, left_out, votes, len(source.runs))


def statistics_of_data(facts: Sequence[DataFacts]) -> Table:
    """Return the sizes of the data sets, as ACL21 table 1, LQ21 table 2 and DE2 table 3.

    Parameters
    ----------
    facts : sequence of DataFacts
        One for each data set.

    Examples
    --------
    >>> from oq_core.campaign.printing.layouts import DataFacts, statistics_of_data
    >>> statistics_of_data([DataFacts("A", 5, 300, None, (19, 20), 22)]).rows
    (('A', '5', '300', '19–20', '22'),)
    """
    scored = any(each.left_out is not None for each in facts)
    whole = dict.fromkeys(("classes", "instances left out", "fewest votes", "most votes"), "Int64")
    numbers = pd.DataFrame(
        [
            (each.name, each.classes, each.instances, each.left_out, *(each.votes or (None, None)),
             each.runs)
            for each in facts
        ],
        columns=["data set", "classes", "instances", "instances left out", "fewest votes",
                 "most votes", "runs"],
    ).astype(whole)  # fmt: skip
    cells = {
        Column("data set", kind="name"): [each.name for each in facts],
        Column("classes"): ["" if each.classes is None else str(each.classes) for each in facts],
        Column("instances"): [f"{each.instances:,}" for each in facts],
        Column("left out"): [f"{each.left_out or 0:,}" * scored for each in facts],
        Column("votes each"): [
            "–".join(f"{n:,}" for n in sorted({*(each.votes or ())})) for each in facts
        ],
        Column("runs"): [f"{each.runs:,}" for each in facts],
    }
    return Table.of(
        "data",
        "",
        "Statistics of the data sets",
        numbers,
        # What is not known of any, such as votes where the gold is distributions, has no column.
        {column: texts for column, texts in cells.items() if any(texts)},
        note="Runs: with official baselines"
        + "; left out: instances on which a measure is undefined for a run" * scored,
    )


def described_runs(described: Iterable[RunDescription], labels: Mapping[str, str]) -> Table:
    """Return who made which run and how.

    Parameters
    ----------
    described : iterable of RunDescription
        Of all runs, made complete.
    labels : mapping of str to str
        What tables call each run.

    Returns
    -------
    Table
        With only those columns that tell something: the name as it was submitted and the
        official one where tables have another, the short one where figures have another.
    """
    every = sorted(described, key=lambda each: (each.baseline, each.team.casefold(), each.run))
    runs = [labels.get(each.run, each.run) for each in every]
    cells = {
        Column("run", kind="name"): runs,
        Column("in files", kind="words"): [each.run for each in every],
        Column("official name", kind="words"): [each.name for each in every],
        Column("in figures", kind="name"): [each.short for each in every],
        Column("team", kind="name"): [
            "" if each.baseline or each.team == each.run else each.team for each in every
        ],
        Column("baseline", kind="name"): ["yes" * each.baseline for each in every],
        Column("what it is", kind="words"): [each.description for each in every],
    }
    plain = [run.removesuffix(" ‡") for run in runs]
    tells = {column.name: any(texts) for column, texts in cells.items()} | {
        "run": True,
        "in files": any(e.run not in (run, e.name) for run, e in zip(runs, every, strict=True)),
        "official name": [each.name for each in every] != plain,
        "in figures": [each.short for each in every] != plain,
    }
    return Table.of(
        "runs",
        "",
        "The runs that are compared" + ", by team" * tells["team"],
        pd.DataFrame(map(asdict, every), columns=[each.name for each in fields(RunDescription)]),
        {column: texts for column, texts in cells.items() if tells[column.name]},
    )


def runs_by_team(
    runs: Mapping[str, Sequence[str]], described: Mapping[str, RunDescription] | None = None
) -> Table:
    """Return how many runs each team has in each data set, as DE2 table 2.

    Parameters
    ----------
    runs : mapping of str to sequence of str
        Names of the runs, by data set.
    described : mapping of str to RunDescription, optional
        Whose runs they are, by their names, and which are baselines, which no team has; told by
        the names unless given.
    """
    every = list(dict.fromkeys(run for names in runs.values() for run in names))
    known = filled(every) if described is None else described
    found = [
        [known[run].team for run in names if not known[run].baseline]
        for names in (every, *runs.values())
    ]
    teams = sorted(set(found[0]), key=str.casefold)
    counted = [[of_runs.count(team) for of_runs in found] for team in teams]
    totals = [sum(column) for column in zip(*counted, strict=True)]
    cells = [*zip(teams, counted, strict=True), ("Total", totals)] if teams else []
    columns = ["runs", *runs]
    numbers = pd.DataFrame(counted, columns=columns)
    numbers.insert(0, "team", teams, allow_duplicates=True)
    return Table(
        "teams",
        "",
        "Runs of each team",
        (Column("team", kind="name"), *map(Column, columns)),
        tuple((name, *map(str, counts)) for name, counts in cells),
        numbers,
        rules=frozenset({len(teams)}),
        note="Without baselines. Where no team was given, it is what stands before “run” and a "
        "number in the run's name; a run that is in several data sets counts once under “runs”",
    )


def turns(collection: NuggetCollection, scores: Scores, run: str, dialogue: str) -> Table:
    """Return what the measures say of every turn of a dialogue.

    Parameters
    ----------
    collection : NuggetCollection
    scores : Scores
        Of every turn of the one run, as `score_nugget_turns` returns them.
    run : str
        Which run it is.
    dialogue : str
        Which dialogue.
    """
    found = [
        (
            int(collection.turn[row]),
            "customer" if collection.is_customer[row] else "helpdesk",
            *scores.values[:, row, 0].tolist(),
        )
        for row in np.flatnonzero(collection.dialogue == collection.ids.index(dialogue))
    ]
    return Table.of(
        f"turns-{dialogue}",
        collection.name,
        f"scores of {run} on every turn of {dialogue}",
        pd.DataFrame(found, columns=["turn", "who speaks", *scores.measures]),
    )
