"""Descriptions of all runs, made complete: what is not said of a run is told by its name."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from oq_core.analysis.ranking import teams_of
from oq_core.data.described import MAX_SHORT, RunDescription


def filled(
    runs: Iterable[str], given: Iterable[RunDescription] = (), made: Iterable[str] = ()
) -> dict[str, RunDescription]:
    """Return a description of each run with nothing but the sentence left empty.

    Parameters
    ----------
    runs : iterable of str
        Names of runs.
    given : iterable of RunDescription
        What is said of some of them.
    made : iterable of str
        Runs that were made from the gold, which are baselines. So are those whose names begin
        with "baseline", "BL" or "always", unless it is said that they are not.

    Returns
    -------
    dict of str to RunDescription
        By run, in the order of `runs`. Unless it is given, a team is what the run's name tells,
        the official name is the run's, and the short name is the official one, its middle left
        out where it is longer than `MAX_SHORT`. Neither official nor short names are there twice.

    Examples
    --------
    >>> from oq_core.campaign.computing.described import filled
    >>> found = filled(["ALTO-run0", "a_submission_with_a_long_name"])
    >>> [(each.team, each.short) for each in found.values()]
    [('ALTO', 'ALTO-run0'), ('a_submission_with_a_long_name', 'a_submission_…_a_long_name')]
    """
    known, made = {each.run: each for each in given}, set(made)
    every = list(dict.fromkeys(runs))
    found = [
        replace(
            each,
            team=each.team or ("" if run in made else team),
            name=each.name or run,
            baseline=run in made or (each.baseline if run in known else _is_called_one(run)),
        )
        for run, team in zip(every, teams_of(every), strict=True)
        for each in [known.get(run, RunDescription(run))]
    ]
    names = _apart([each.name for each in found], every)
    given_short = {each.short for each in found if each.short}
    shorts, taken = list[str](), set(given_short)
    for each, name in zip(found, names, strict=True):
        # No short name is another's official one: tables may have either.
        short = each.short or _shortened(name, taken | (set(names) - {name}))
        taken.add(short)
        shorts.append(short)
    return {
        each.run: replace(each, name=name, short=short)
        for each, name, short in zip(found, names, shorts, strict=True)
    }


def _is_called_one(run: str) -> bool:
    return re.match(r"(baselines?|bl|always)(?![a-z])", run, re.IGNORECASE) is not None


def _apart(names: Sequence[str], runs: Sequence[str]) -> list[str]:
    """Official names, with the run's own behind those that several have."""
    counts = Counter(names)
    return [
        name if counts[name] == 1 or name == run else f"{name} ({run})"
        for name, run in zip(names, runs, strict=True)
    ]


def _shortened(name: str, taken: Iterable[str]) -> str:
    """A name without its middle, and numbered where another run has it."""
    taken, number, end = set(taken), 1, ""
    while True:
        room = MAX_SHORT - len(end)
        half = (room - 1) // 2
        cut = name if len(name) <= room else f"{name[: room - 1 - half]}…{name[-half:]}"
        if cut + end not in taken:
            return cut + end
        number += 1
        end = f"~{number}"
