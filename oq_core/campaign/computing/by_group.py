"""Whom a run gets wrong: mean scores of a survey by group, beside what chance alone would give."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Self

import numpy as np
import numpy.typing as npt
import pandas as pd
import scipy

from oq_core.analysis.leaderboard import rank_runs
from oq_core.data.arrays import Array
from oq_core.data.results import Result, crossed
from oq_core.data.scores import Scores, place_of
from oq_core.data.survey import Survey, SurveyPart
from oq_core.defaults import CONFIDENCE, SAMPLES
from oq_core.measures.quantification import measures_of
from oq_core.measures.scoring import score
from oq_core.raters.drawing import Votes, as_shares, chosen_of, scored
from oq_core.raters.truth import true_scores_of_each

#: The check with equal numbers of respondents rests on about so many scored cells of a run.
_CELLS_SCORED = 200_000


@dataclass(frozen=True, eq=False, repr=False)
class GroupBoard(Result):
    """Mean scores of m runs on each of G groups under a measure.

    Attributes
    ----------
    measure : str
    runs : tuple of str
    groups : tuple of str
        In the order of the file.
    instances : ndarray of int64, shape (G,)
        Questions that the group was asked.
    respondents : ndarray of float64, shape (G,)
        Median of a question's respondents; NaN where they are unknown.
    means, low, high : ndarray of float64, shape (G, m)
        Mean over the group's questions and the ends of its interval, as `rank_runs` has them;
        in the measure's range, smaller is better.
    truth : ndarray of float64, shape (G,)
        What the true distribution of the group would score against so few respondents, by
        `true_scores_of_each` for each number of options; NaN where they are unknown, or nothing
        tells how far respondents differ. Of a small group it is larger, and so is any run's mean.
    equal_means : ndarray of float64, shape (G, m)
        Means with `equal_size` respondents of each instance, drawn without replacement: a check
        that differences of groups are not those of their sizes. NaN where they are unknown.
    equal_size : int
        The fewest respondents of any instance; 0 where they are unknown.
    cells : tuple of tuple of str and str
        Question and group of the n instances.
    scores : ndarray of float64, shape (n, m)
        Of each instance.
    truth_of_each : ndarray of float64, shape (n,)
        What the truth would score on each instance; NaN where it is unknown.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core.campaign.computing.by_group import board_by_group
    >>> from oq_core.data.survey import Survey, survey_part
    >>> cells = [("q", "men"), ("q", "women"), ("r", "men"), ("r", "women")]
    >>> words = {"q": ("no", "yes"), "r": ("no", "yes")}
    >>> gold, run = np.array([[1, 0], [0.5, 0.5]] * 2), np.array([[0.75, 0.25]] * 4)
    >>> survey = Survey((survey_part("demo", words, cells, gold, {"r": run}),))
    >>> board = board_by_group(survey, "NMD")
    >>> board.groups, board.means.tolist()
    (('men', 'women'), [[0.25], [0.25]])
    """

    measure: str
    runs: tuple[str, ...]
    groups: tuple[str, ...]
    instances: npt.NDArray[np.int64]
    respondents: Array
    means: Array
    low: Array
    high: Array
    truth: Array
    equal_means: Array
    equal_size: int
    cells: tuple[tuple[str, str], ...]
    scores: Array
    truth_of_each: Array

    @property
    def pairs(self) -> int:
        """How many pairs the groups make."""
        return math.comb(len(self.groups), 2)

    @property
    def has_truth(self) -> bool:
        """Whether it is known of each group what the truth would score."""
        return bool(np.isfinite(self.truth).all())

    @property
    def above(self) -> Array:
        """Means above what the truth would score, (G, m): what is left for the run's own error.

        It is no estimate of that error, as loss is not additive; the interval is that of the mean.
        """
        return self.means - self.truth[:, None]

    def to_frame(self) -> pd.DataFrame:
        """A row for each group and run, the groups in the order of the file."""
        return crossed(
            {"group": self.groups, "run": self.runs},
            {
                "questions": self.instances[:, None],
                "respondents": self.respondents[:, None],
                "mean": self.means,
                "low": self.low,
                "high": self.high,
                "truth": self.truth[:, None],
                "above truth": self.above,
                "mean, equal respondents": self.equal_means,
            },
        )


@dataclass(frozen=True, eq=False, repr=False)
class GroupDifference(Result):
    """How much worse m runs are on one group than on another, over the questions of both.

    Attributes
    ----------
    measure, first, second : str
    runs : tuple of str
    instances : int
        Questions that both groups were asked.
    pairs : int
        Pairs of groups that intervals are corrected for: 1, or all that there are.
    differences, low, high : ndarray of float64, shape (m,)
        Mean of the first group's scores less the second's, above 0 where the first is worse; and
        the ends of Student's interval over questions. NaN with one question.
    truth : float
        How much worse the truth itself would score on the first, on these questions. NaN where it
        is unknown.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core.campaign.computing.by_group import board_by_group, group_difference
    >>> from oq_core.data.survey import Survey, survey_part
    >>> cells, words = [("q", "men"), ("q", "women")], {"q": ("no", "yes")}
    >>> part = survey_part("demo", words, cells, np.eye(2), {"r": np.array([[1, 0]] * 2)})
    >>> group_difference(board_by_group(Survey((part,)), "NMD"), "women", "men").differences
    array([1.])
    """

    measure: str
    first: str
    second: str
    runs: tuple[str, ...]
    instances: int
    pairs: int
    differences: Array
    low: Array
    high: Array
    truth: float

    def only(self, run: str) -> Self:
        """The difference of one run."""
        place = [place_of(run, self.runs, "run")]
        parts = {name: getattr(self, name)[place] for name in ("differences", "low", "high")}
        return replace(self, runs=(run,), **parts)

    def to_frame(self) -> pd.DataFrame:
        """A row for each run."""
        return pd.DataFrame(
            {
                "run": self.runs,
                "first": self.first,
                "second": self.second,
                "questions": self.instances,
                "pairs": self.pairs,
                "difference": self.differences,
                "low": self.low,
                "high": self.high,
                "of the truth": self.truth,
            }
        )


def board_by_group(
    survey: Survey, measure: str, samples: int = SAMPLES, seed: int = 0
) -> GroupBoard:
    """Mean scores of every run by group, with intervals and what the truth would score.

    Parameters
    ----------
    survey : Survey
        With runs.
    measure : str
        A key of `MEASURES`.
    samples : int
        Resamples of a group's questions.
    seed : int
        The same seed gives the same numbers.

    Returns
    -------
    GroupBoard

    Raises
    ------
    ValueError
        If the measure is unknown or there are no runs.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core.campaign import board_by_group
    >>> from oq_core.data import Survey, survey_part
    >>> cells, words = [("q", "men"), ("q", "women")], {"q": ("no", "yes")}
    >>> part = survey_part("demo", words, cells, np.eye(2), {"r": np.array([[1, 0]] * 2)})
    >>> board_by_group(Survey((part,)), "NMD").to_frame()[["group", "mean"]].to_dict("list")
    {'group': ['men', 'women'], 'mean': [0.0, 1.0]}
    """
    (chosen,) = measures_of(measure)
    scores, votes = _scores(survey, measure), survey.votes
    groups = survey.groups
    numbers = {group: number for number, group in enumerate(groups)}
    place = np.array([numbers[group] for _, group in survey.cells], dtype=np.int64)
    members = [place == number for number in range(len(groups))]
    boards = [rank_runs(scores[each], chosen.larger_is_better, samples, seed) for each in members]
    respondents, truth = np.full(len(groups), np.nan), np.full(len(scores), np.nan)
    equal_means, equal_size = np.full((len(groups), scores.shape[1]), np.nan), 0
    if votes is not None:
        sizes = votes.sum(axis=1)
        equal_size = int(sizes.min())
        respondents = np.array([np.median(sizes[each]) for each in members])
        truth = _truth(survey, measure, seed)
        equal = _equal(survey, measure, equal_size, seed)
        equal_means = np.stack([equal[each].mean(axis=0) for each in members])
    return GroupBoard(
        measure,
        tuple(survey.parts[0].runs),
        groups,
        np.bincount(place, minlength=len(groups)),
        respondents,
        np.stack([each.means for each in boards]),
        np.stack([each.low for each in boards]),
        np.stack([each.high for each in boards]),
        np.array([truth[each].mean() for each in members]),
        equal_means,
        equal_size,
        survey.cells,
        scores,
        truth,
    )


def group_difference(board: GroupBoard, first: str, second: str, pairs: int = 1) -> GroupDifference:
    """How much worse every run is on one group than on another, question by question.

    Parameters
    ----------
    board : GroupBoard
    first, second : str
        Two groups.
    pairs : int
        Of how many pairs of groups these two were chosen after the scores were seen: the interval
        is corrected for all of them (Bonferroni). 1 for two that were named before.

    Raises
    ------
    ValueError
        If there is no such group, both are the same, `pairs` is below 1, or no question was asked
        of both.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core.campaign import board_by_group, group_difference
    >>> from oq_core.data import Survey, survey_part
    >>> cells, words = [("q", "men"), ("q", "women")], {"q": ("no", "yes")}
    >>> part = survey_part("demo", words, cells, np.eye(2), {"r": np.array([[1, 0]] * 2)})
    >>> group_difference(board_by_group(Survey((part,)), "NMD"), "men", "women").differences
    array([-1.])
    """
    for group in (first, second):
        place_of(group, board.groups, "group")
    if first == second:
        raise ValueError(f"{first} is one group, and two are compared")
    if pairs < 1:
        raise ValueError(f"pairs must be at least 1, not {pairs}")
    rows = {cell: row for row, cell in enumerate(board.cells)}
    both = [
        (row, rows[question, second])
        for (question, group), row in rows.items()
        if group == first and (question, second) in rows
    ]
    if not both:
        raise ValueError(f"no question was asked of both {first} and {second}")
    ours, theirs = np.array(both).T
    found = board.scores[ours] - board.scores[theirs]
    means, half = found.mean(axis=0), np.full(found.shape[1], np.nan)
    if len(both) > 1:
        errors = found.std(axis=0, ddof=1) / np.sqrt(len(both))
        half = scipy.stats.t.ppf(1 - (1 - CONFIDENCE) / 2 / pairs, len(both) - 1) * errors
    truth = float((board.truth_of_each[ours] - board.truth_of_each[theirs]).mean())
    return GroupDifference(
        board.measure, first, second, board.runs, len(both), pairs, means, means - half,
        means + half, truth,
    )  # fmt: skip


def worst_and_best(board: GroupBoard) -> tuple[GroupDifference, ...]:
    """For each run the group that it gets most wrong against the one that it gets least.

    Parameters
    ----------
    board : GroupBoard

    Returns
    -------
    tuple of GroupDifference
        Of one run each; groups are chosen by means above what the truth would score, where that
        is known. Intervals are corrected for all pairs of groups. A run is left out whose two
        groups are one, or were asked nothing in common.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core.campaign.computing.by_group import board_by_group, worst_and_best
    >>> from oq_core.data import Survey, survey_part
    >>> cells, words = [("q", "men"), ("q", "women")], {"q": ("no", "yes")}
    >>> part = survey_part("demo", words, cells, np.eye(2), {"r": np.array([[1, 0]] * 2)})
    >>> [(e.first, e.second) for e in worst_and_best(board_by_group(Survey((part,)), "NMD"))]
    [('women', 'men')]
    """
    means = board.above if board.has_truth else board.means
    questions = {group: {q for q, other in board.cells if other == group} for group in board.groups}
    found = list[GroupDifference]()
    for run, most, least in zip(
        board.runs, means.argmax(axis=0), means.argmin(axis=0), strict=True
    ):
        worst, best = board.groups[most], board.groups[least]
        if worst != best and questions[worst] & questions[best]:
            found.append(group_difference(board, worst, best, board.pairs).only(run))
    return tuple(found)


def means_by_options(scores: Scores, survey: Survey) -> pd.DataFrame:
    """Mean scores by how many options a question has.

    That a measure is divided by L - 1 is no proof that scores of 2 and of 7 options compare.

    Parameters
    ----------
    scores : Scores
        Of all instances of the survey.
    survey : Survey

    Returns
    -------
    DataFrame
        A row for each number of options and run: `options`, `questions`, `instances`, `run`, and a
        column for each measure.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core.campaign.computing.by_group import means_by_options
    >>> from oq_core.campaign.computing.kinds import Surveyed
    >>> from oq_core.data.survey import Survey, survey_part
    >>> run = {"r": np.array([[0.5, 0.5]])}
    >>> part = survey_part("demo", {"q": ("no", "yes")}, [("q", "men")], np.eye(2)[:1], run)
    >>> survey = Survey((part,))
    >>> means_by_options(Surveyed(survey).score().of("NMD"), survey).to_dict("records")
    [{'options': 2, 'questions': 1, 'instances': 1, 'run': 'r', 'NMD': 0.5}]
    """
    frames = list[pd.DataFrame]()
    for part in sorted(survey.parts, key=lambda each: len(each.classes)):
        means = scores.on(part.ids).means_where_defined
        frame = pd.DataFrame(means.T, columns=list(scores.measures))
        frame.insert(0, "run", scores.runs)
        frame.insert(0, "instances", len(part.ids))
        frame.insert(0, "questions", len(set(part.clusters)))
        frame.insert(0, "options", len(part.classes))
        frames.append(frame)
    return pd.concat(frames, ignore_index=True)


def _scores(survey: Survey, measure: str) -> Array:
    """Scores (n, m) of all instances."""
    return np.concatenate([score(part, measure).values[0] for part in survey.parts])


def _truth(survey: Survey, measure: str, seed: int) -> Array:
    """What the truth would score on each instance (n,), by one prior for each number of options."""
    found = [true_scores_of_each(_votes(part), measure, seed)[0] for part in survey.parts]
    return np.concatenate(found)


def _votes(part: SurveyPart) -> Votes:
    assert part.votes is not None  # noqa: S101 - else it is not asked
    return part.votes


def _equal(survey: Survey, measure: str, size: int, seed: int) -> Array:
    """Mean scores (n, m) against so many respondents of each instance."""
    generator, chosen = np.random.default_rng(seed), measures_of(measure)
    cells = len(survey.ids) * len(survey.parts[0].runs)
    draws = max(1, _CELLS_SCORED // cells)
    found = []
    for part in survey.parts:
        estimated = np.stack(list(part.runs.values()), axis=1)
        votes = np.broadcast_to(_votes(part), (draws, *_votes(part).shape))
        gold = as_shares(chosen_of(votes, size, generator))
        found.append(scored(chosen, estimated, gold[:, :, None])[0].mean(axis=0))
    return np.concatenate(found)
