"""The leaderboard of a report: sorted by any measure where it is read; it computes nothing."""

import base64
import hashlib
import json
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from oq_core.analysis.groups import indistinct_groups
from oq_core.campaign.computing.analysis import Analysis, DataSetAnalysis
from oq_core.campaign.printing import headlines
from oq_core.campaign.printing.page import filled
from oq_core.data.arrays import Array, as_losses
from oq_core.data.described import RunDescription
from oq_core.data.scores import counted
from oq_core.defaults import LEVEL

_PLACE = Path(__file__)
#: How many of a run's worst instances the page has.
WORST = 5


@dataclass(frozen=True)
class Leaderboard:
    """What a page needs to show the runs of an analysis by any measure.

    Attributes
    ----------
    analysis : Analysis
    """

    analysis: Analysis

    @property
    def css(self) -> str:
        """How it looks, of which every rule is about `.leaderboard`."""
        return _PLACE.with_suffix(".css").read_text(encoding="utf-8")

    @property
    def script(self) -> str:
        """What shows it."""
        return _PLACE.with_suffix(".js").read_text(encoding="utf-8")

    @property
    def script_hash(self) -> str:
        """The script as a page's policy names it, so that no other one runs."""
        digest = hashlib.sha256(self.script.encode()).digest()
        return f"sha256-{base64.b64encode(digest).decode()}"

    @property
    def html(self) -> str:
        """Its place in a page, with what it shows and the script."""
        return filled(_PLACE.with_suffix(".html"), leaderboard=self)

    @cached_property
    def data(self) -> str:
        """What it shows, as JSON in which nothing can end a script's element."""
        found = leaderboard_data(self.analysis)
        return json.dumps(found, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def leaderboard_data(analysis: Analysis) -> dict[str, Any]:
    """Return all that the page shows: texts, and positions in lists.

    Parameters
    ----------
    analysis : Analysis

    Returns
    -------
    dict
        `level` of intervals, `runs` with what is said of each, and `sets`, one for each data set:
        positions of its runs among these, and a record for each measure, whose lists are over the
        set's runs; `beside` are positions and means of references.
    """
    described = analysis.campaign.described
    places = {run: place for place, run in enumerate(described)}
    return {
        "level": LEVEL,
        "runs": [
            {
                "run": each.run,
                "name": each.name,
                "short": each.short,
                "team": each.team,
                "words": each.description,
                "baseline": each.baseline,
            }
            for each in described.values()
        ],
        "sets": [_of_set(each, places, described) for each in analysis.data_sets],
    }


def _what_was_tested(data: DataSetAnalysis) -> str:
    """What was tested, over which family and by which rule, in a sentence or two."""
    rule, options = data.tests.rule, data.options
    if not data.tests.pairs:
        return headlines.of_tests(data)
    words = (
        f"Tested: {counted(data.tests.pairs, 'pair')} of {counted(len(data.family.runs), 'run')}, "
        f"by {rule.words}, B = {options.trials:,}, α = {options.alpha:g}, seed {options.seed}."
    )
    untested = [run for run in data.scores.runs if run not in data.runs.tested]
    return words + (f" {counted(len(untested), 'run')} shown and not tested." if untested else "")


def _of_set(
    data: DataSetAnalysis, places: dict[str, int], described: dict[str, RunDescription]
) -> dict[str, Any]:
    scores, board = data.scores, data.board
    named = replace(scores, runs=tuple(described[run].name for run in scores.runs))
    values = data.instances.values
    losses = as_losses(values, np.array(scores.larger_is_better)[:, None])
    better, worse = _differing(data)
    return {
        "name": data.name,
        "runs": [places[run] for run in scores.runs],
        "beside": [places[run] for run in data.runs.references],
        "ids": list(data.instances.ids),
        "tested": _what_was_tested(data),
        "rule": f"Intervals of {board.rule}."
        + (" Undefined where a score is not between 0 and 1." if np.isnan(board.low).any() else ""),
        "taus": [
            ["undefined" if np.isnan(tau) else f"{tau:.3f}" for tau in row] for row in data.taus
        ],
        "tau": f"τ-{data.options.tau}",
        "measures": [
            {
                "key": key,
                "better": "Larger" if scores.larger_is_better[k] else "Smaller",
                "answer": headlines.leaderboard(named, board, key),
                "mean": _texts(board.means[k]),
                "beside": [] if data.references is None else _texts(data.references.means[k]),
                "low": _texts(board.low[k]),
                "high": _texts(board.high[k]),
                "rank": board.ranks[k].tolist(),
                "from": _whole(board.rank_low[k]),
                "to": _whole(board.rank_high[k]),
                "groups": _groups(data, k),
                "beats": better[k].sum(axis=1).tolist(),
                "beaten": worse[k].sum(axis=1).tolist(),
                **_worst(values[k], losses[k]),
            }
            for k, key in enumerate(scores.measures)
        ],
    }


def _differing(data: DataSetAnalysis) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
    """Whether the run of a row is significantly better than that of the column, and worse.

    Both are (K, m, m); a pair that was not tested is neither.
    """
    means = as_losses(data.scores.means, data.scores.larger_is_better)
    apart = means[:, None, :] - means[:, :, None]
    # NaN, where a pair was not tested, is not less than anything.
    significant = data.p_values_of_all <= data.options.alpha
    return significant & (apart > 0), significant & (apart < 0)


def _texts(values: Array) -> list[str]:
    return ["" if np.isnan(value) else f"{value:.4f}" for value in values]


def _whole(values: Array) -> list[int]:
    """Ranks; none where intervals of ranks are not made."""
    return [] if np.isnan(values).any() else values.astype(int).tolist()


def _groups(data: DataSetAnalysis, k: int) -> list[list[int]]:
    """Groups of runs that do not differ, each as positions among the set's runs; of one none."""
    if not data.tests.pairs:
        return []
    family = data.family
    place = [data.scores.runs.index(run) for run in family.runs]
    groups = indistinct_groups(
        family.means[k], data.p_values[k], data.options.alpha, family.larger_is_better[k]
    )
    return [[place[run] for run in group] for group in groups]


def _worst(values: Array, losses: Array) -> dict[str, Any]:
    """For each run its worst instances and its scores there; and the means of all runs there."""
    rows = np.argsort(-losses, axis=0, kind="stable")[:WORST]
    named = np.unique(rows)
    means = values[named].mean(axis=1)
    return {
        "worst": rows.T.tolist(),
        "scores": [_texts(values[rows[:, run], run]) for run in range(values.shape[1])],
        "means": {int(row): f"{mean:.4f}" for row, mean in zip(named, means, strict=True)},
    }
