"""A folder for each team: its page and its scores, and nothing more of others than is public."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from oq_core.campaign.computing.analysis import Analysis, DataSetAnalysis
from oq_core.campaign.printing.page import filled
from oq_core.campaign.publishing.site import differing, title_of, what_was_tested
from oq_core.campaign.saving.archive import packed, score_matrices
from oq_core.campaign.saving.names import safe_name
from oq_core.campaign.saving.provenance import now, versions
from oq_core.campaign.saving.settings import settings
from oq_core.data.arrays import as_losses
from oq_core.data.collection import DataError
from oq_core.data.described import RunDescription

_TEMPLATE = Path(__file__).with_name("team.html")
#: How many of a run's best and worst instances a page has.
_ENDS = 5


@dataclass(frozen=True, eq=False)
class Package:
    """What a team gets.

    Attributes
    ----------
    team : str
        As runs are described.
    folder : str
        A name that every system takes and no other team's folder has.
    files : tuple of tuple of str and bytes
        Name and content of each: a page, and a score matrix for each data set and measure.
    """

    team: str
    folder: str
    files: tuple[tuple[str, bytes], ...]

    @property
    def zipped(self) -> bytes:
        """The files as a ZIP archive."""
        return packed((f"{self.folder}/{name}", content) for name, content in self.files)


class Instance(NamedTuple):
    """A run's score on one instance beside the mean of all runs there, and what it gains."""

    id: str
    score: str
    mean: str
    gain: str


def team_packages(
    analysis: Analysis, with_instances: bool = False, date: str | None = None
) -> Iterator[Package]:
    """Return what each team gets that has a run in an analysis; baselines are of no team.

    Parameters
    ----------
    analysis : Analysis
    with_instances : bool
        Whether the score matrices have the runs of all teams.
    date : str, optional
        When they were made; now unless given.

    Raises
    ------
    DataError
        If every run is a baseline.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core import Options, Scores, analyse
    >>> from oq_core.campaign.publishing.teams import team_packages
    >>> values = np.array([[[0.1, 0.2], [0.2, 0.4], [0.1, 0.3], [0.2, 0.3], [0.1, 0.2]]])
    >>> scores = Scores(values, ("NMD",), tuple("abcde"), ("X-run1", "Y-run1"), (False,))
    >>> made = analyse({"demo": scores}, Options(trials=100, splits=10))
    >>> for each in team_packages(made):
    ...     print(each.team, [name for name, _ in each.files])
    X ['index.html', 'scores/1-demo/NMD.csv']
    Y ['index.html', 'scores/1-demo/NMD.csv']
    """
    date, taken = date or now(), set[str]()
    teams: dict[str, list[RunDescription]] = {}
    taking_part = {run for data in analysis.data_sets for run in data.scores.runs}
    for run, each in analysis.campaign.described.items():
        if run in taking_part and not each.baseline:
            teams.setdefault(each.team, []).append(each)
    if not teams:
        raise DataError("every run is a baseline, and these are of no team. Open a team's run.")
    for team, runs in teams.items():
        name, number = safe_name(team, keep_case=True), 1
        folder = name
        # Names that differ in capitals alone are one folder on some systems.
        while folder.casefold() in taken:
            number += 1
            folder = f"{name}-{number}"
        taken.add(folder.casefold())
        page = _page(analysis, team, runs, date).encode()
        matrices = _matrices(analysis, {each.run for each in runs}, with_instances)
        yield Package(team, folder, (("index.html", page), *matrices))


def zip_teams(analysis: Analysis) -> bytes:
    """Return a ZIP archive of the teams' ZIP archives.

    Parameters
    ----------
    analysis : Analysis
    """
    return packed((f"{each.folder}.zip", each.zipped) for each in team_packages(analysis))


def _matrices(
    analysis: Analysis, runs: set[str], with_instances: bool
) -> Iterator[tuple[str, bytes]]:
    """Score matrices of these runs, or of all; with the instances that the analysis leaves out."""
    for number, data in enumerate(analysis.data_sets, start=1):
        scores = analysis.campaign.scores.get(data.name, data.scores)
        if not runs & set(scores.runs):
            continue
        own = scores if with_instances else scores.without(set(scores.runs) - runs)
        for name, text in score_matrices(own):
            yield f"scores/{number}-{safe_name(data.name)}/{name}", text.encode()


def _page(analysis: Analysis, team: str, runs: list[RunDescription], date: str) -> str:
    described = analysis.campaign.described
    sets = []
    for data in analysis.data_sets:
        own = [each for each in runs if each.run in data.scores.runs]
        if own:
            sets.append(_of_set(data, own, {run: each.name for run, each in described.items()}))
    return filled(
        _TEMPLATE,
        team=team,
        title=title_of(analysis),
        runs=runs,
        sets=sets,
        date=date,
        settings=settings(analysis),
        versions=versions(),
    )


def _of_set(
    data: DataSetAnalysis, own: list[RunDescription], names: dict[str, str]
) -> dict[str, Any]:
    scores, board = data.scores, data.board
    better, worse = differing(data)
    found = []
    for each in own:
        run = scores.runs.index(each.run)
        others = []
        for other in np.argsort(board.ranks[0], kind="stable"):
            beats, beaten = (
                [
                    key
                    for key, is_so in zip(scores.measures, of[:, run, other], strict=True)
                    if is_so
                ]
                for of in (better, worse)
            )
            if beats or beaten:
                others.append((names[scores.runs[other]], ", ".join(beats), ", ".join(beaten)))
        found.append(
            {
                "about": each,
                "cells": [_cell(data, k, run) for k in range(len(scores.measures))],
                "others": others,
                "ends": [(key, *_ends(data, k, run)) for k, key in enumerate(scores.measures)],
            }
        )
    return {
        "name": data.name,
        "measures": scores.measures,
        "larger": [
            key
            for key, larger in zip(scores.measures, scores.larger_is_better, strict=True)
            if larger
        ],
        "of": len(scores.runs),
        "runs": found,
        "tested": what_was_tested(data),
    }


def _cell(data: DataSetAnalysis, k: int, run: int) -> tuple[str, str]:
    """A run's rank under a measure, with its interval where there is one, and its mean."""
    board = data.board
    rank = f"{board.ranks[k, run]}"
    if board.has_ranks:
        rank += f" [{board.rank_low[k, run]:.0f}, {board.rank_high[k, run]:.0f}]"
    return rank, f"{board.means[k, run]:.4f}"


def _ends(data: DataSetAnalysis, k: int, run: int) -> tuple[list[Instance], list[Instance]]:
    """The instances on which a run gains most against the mean of all runs, and loses most."""
    scores, larger = data.instances, data.instances.larger_is_better[k]
    values, means = scores.values[k, :, run], scores.values[k].mean(axis=1)
    gains = as_losses(means, larger) - as_losses(values, larger)
    order = np.argsort(-gains, kind="stable")

    def told(rows: Any) -> list[Instance]:
        return [
            Instance(scores.ids[i], f"{values[i]:.4f}", f"{means[i]:.4f}", f"{gains[i]:+.4f}")
            for i in rows
        ]

    count = min(_ENDS, len(order) // 2)
    return told(order[:count]), told(order[::-1][:count])
