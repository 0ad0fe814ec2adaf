"""Whom a run gets wrong: mean scores of a survey by group, beside what chance alone would give."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pandas as pd

from oq_core.analysis.leaderboard import rank_runs
from oq_core.data.arrays import Array
from oq_core.data.results import Result
from oq_core.data.scores import Scores, place_of
from oq_core.data.survey import Survey, SurveyPart
from oq_core.defaults import SAMPLES
from oq_core.measures.quantification import measures_of
from oq_core.measures.scoring import score
from oq_core.raters import true_scores
from oq_core.raters.drawing import Votes, as_shares, scored

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
    floors : ndarray of float64, shape (G,)
        What the true distribution of the group would score against so few respondents, as
        `true_scores` has it; NaN where they are unknown. Means and floors of small groups are
        worse under any run.
    equal_means : ndarray of float64, shape (G, m)
        Means with `equal_size` respondents of each instance, drawn without replacement: a check
        that differences of groups are not those of their sizes. NaN where they are unknown.
    equal_size : int
        The fewest respondents of any instance; 0 where they are unknown.

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
    floors: Array
    equal_means: Array
    equal_size: int

    @property
    def above(self) -> Array:
        """Means above each group's own floor, (G, m): what is left for the run's own error.

        It is no estimate of that error, as loss is not additive; the interval is that of the mean.
        """
        return self.means - self.floors[:, None]

    def to_frame(self) -> pd.DataFrame:
        """A row for each group and run, the groups in the order of the file."""
        m = len(self.runs)
        return pd.DataFrame(
            {
                "group": np.repeat(np.array(self.groups, object), m),
                "run": np.tile(np.array(self.runs, object), len(self.groups)),
                "questions": np.repeat(self.instances, m),
                "respondents": np.repeat(self.respondents, m),
                "mean": self.means.ravel(),
                "low": self.low.ravel(),
                "high": self.high.ravel(),
                "floor": np.repeat(self.floors, m),
                "above floor": self.above.ravel(),
                "mean, equal respondents": self.equal_means.ravel(),
            }
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
    differences, low, high : ndarray of float64, shape (m,)
        Mean of the first group's scores less the second's, above 0 where the first is worse; and
        the ends of its interval over questions, as `rank_runs` has them.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core.campaign.computing.by_group import group_difference
    >>> from oq_core.data.survey import Survey, survey_part
    >>> cells, words = [("q", "men"), ("q", "women")], {"q": ("no", "yes")}
    >>> part = survey_part("demo", words, cells, np.eye(2), {"r": np.array([[1, 0]] * 2)})
    >>> group_difference(Survey((part,)), "NMD", "women", "men").differences.tolist()
    [1.0]
    """

    measure: str
    first: str
    second: str
    runs: tuple[str, ...]
    instances: int
    differences: Array
    low: Array
    high: Array

    def to_frame(self) -> pd.DataFrame:
        """A row for each run."""
        return pd.DataFrame(
            {
                "run": self.runs,
                "first": self.first,
                "second": self.second,
                "questions": self.instances,
                "difference": self.differences,
                "low": self.low,
                "high": self.high,
            }
        )


def board_by_group(
    survey: Survey, measure: str, samples: int = SAMPLES, seed: int = 0
) -> GroupBoard:
    """Mean scores of every run by group, with intervals and each group's own floor.

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
    groups, place = _groups(survey)
    members = [place == number for number in range(len(groups))]
    boards = [rank_runs(scores[each], chosen.larger_is_better, samples, seed) for each in members]
    respondents = floors = np.full(len(groups), np.nan)
    equal_means, equal_size = np.full((len(groups), scores.shape[1]), np.nan), 0
    if votes is not None:
        sizes = votes.sum(axis=1)
        equal_size = int(sizes.min())
        respondents = np.array([np.median(sizes[each]) for each in members])
        floors = _floors(survey, measure, seed)
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
        floors,
        equal_means,
        equal_size,
    )


def group_difference(
    survey: Survey, measure: str, first: str, second: str, samples: int = SAMPLES, seed: int = 0
) -> GroupDifference:
    """How much worse every run is on one group than on another, question by question.

    Parameters
    ----------
    survey : Survey
        With runs.
    measure : str
        A key of `MEASURES`.
    first, second : str
        Two groups.
    samples, seed : int
        As in `board_by_group`.

    Raises
    ------
    ValueError
        If the measure or a group is unknown, there are no runs, or no question was asked of both.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core.campaign import group_difference
    >>> from oq_core.data import Survey, survey_part
    >>> cells, words = [("q", "men"), ("q", "women")], {"q": ("no", "yes")}
    >>> part = survey_part("demo", words, cells, np.eye(2), {"r": np.array([[1, 0]] * 2)})
    >>> group_difference(Survey((part,)), "NMD", "men", "women").differences.tolist()
    [-1.0]
    """
    (chosen,) = measures_of(measure)
    for group in (first, second):
        place_of(group, survey.groups, "group")
    rows = {cell: row for row, cell in enumerate(survey.cells)}
    both = [
        (rows[question, first], rows[question, second])
        for question in survey.options
        if (question, first) in rows and (question, second) in rows
    ]
    if not both:
        raise ValueError(f"{survey.name}: no question was asked of both {first} and {second}")
    ours, theirs = np.array(both).T
    scores = _scores(survey, measure)
    board = rank_runs(scores[ours] - scores[theirs], chosen.larger_is_better, samples, seed)
    return GroupDifference(
        measure, first, second, tuple(survey.parts[0].runs), len(both), board.means, board.low,
        board.high,
    )  # fmt: skip


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
        frame.insert(0, "questions", len(set(part.questions)))
        frame.insert(0, "options", len(part.classes))
        frames.append(frame)
    return pd.concat(frames, ignore_index=True)


def _groups(survey: Survey) -> tuple[tuple[str, ...], npt.NDArray[np.int64]]:
    """The groups, and for each instance the number of its own."""
    groups = survey.groups
    numbers = {group: number for number, group in enumerate(groups)}
    return groups, np.array([numbers[group] for _, group in survey.cells], dtype=np.int64)


def _scores(survey: Survey, measure: str) -> Array:
    """Scores (n, m) of all instances."""
    return np.concatenate([score(part, measure).values[0] for part in survey.parts])


def _floors(survey: Survey, measure: str, seed: int) -> Array:
    """What the truth would score (G,): a mean over the group's instances."""
    numbers = {group: number for number, group in enumerate(survey.groups)}
    sums, counts = np.zeros(len(numbers)), np.zeros(len(numbers))
    for part in survey.parts:
        place = np.array([numbers[group] for _, group in part.cells])
        for number in np.unique(place):
            votes = _votes(part)[place == number]
            # The interval is not asked for.
            (floor,) = true_scores(votes, measure, draws=0, seed=seed).shrunk
            sums[number] += floor * len(votes)
            counts[number] += len(votes)
    return sums / counts


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
        gold = as_shares(drawn_without_replacement(votes, size, generator))
        found.append(scored(chosen, estimated, gold[:, :, None])[0].mean(axis=0))
    return np.concatenate(found)


def drawn_without_replacement(votes: Votes, size: int, generator: np.random.Generator) -> Votes:
    """Votes of so many respondents, drawn without replacement from each instance's own.

    Parameters
    ----------
    votes : ndarray of int64, shape (..., L)
        At least so many of each instance.
    size : int
    generator : numpy.random.Generator

    Returns
    -------
    ndarray of int64, shape (..., L)

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core.campaign.computing.by_group import drawn_without_replacement
    >>> drawn_without_replacement(np.array([[2, 0, 3]]), 5, np.random.default_rng(0)).tolist()
    [[2, 0, 3]]
    """
    found = np.zeros(votes.shape, dtype=np.int64)
    left, rest = np.full(votes.shape[:-1], size), votes.sum(axis=-1)
    for code in range(votes.shape[-1]):
        rest = rest - votes[..., code]
        found[..., code] = generator.hypergeometric(votes[..., code], rest, left)
        left = left - found[..., code]
    return found
