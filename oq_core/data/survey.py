"""Surveys: questions with options of their own, asked of groups of people.

An instance is a cell: a question as one group has answered it. Questions with as many options are
one collection, whose classes are the options' places, so that nothing goes through questions one
by one. Scores are divided by L - 1 where the measures do so, and those of all parts stand together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, Self

import numpy as np
import numpy.typing as npt
import pandas as pd

from oq_core.data.arrays import Array
from oq_core.data.collection import Collection
from oq_core.data.distributions import Distributions
from oq_core.data.results import Result
from oq_core.data.scores import counted, listed, numbered

#: What was answered on the scale, and how many did not answer on it: data sets of their own.
ANSWERS, REFUSALS = "answers", "refusals"
#: The options of every question of the second.
ON_SCALE, OFF_SCALE = "on the scale", "off the scale"
#: Who was asked, where nobody says it.
EVERYONE = "everyone"


@dataclass(frozen=True, eq=False, repr=False)
class SurveyPart(Collection):
    """Cells of a survey whose questions have as many options; its classes are their places.

    Attributes
    ----------
    survey : str
        The data set that it is a part of.
    cells : tuple of tuple of str and str
        For each of the n instances its question and its group.
    options : mapping of str to tuple of str
        By question, the L options, lowest first.

    Raises
    ------
    ValueError
        As `Collection`; or if an instance has no cell, or a question has not L options.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core.data.survey import SurveyPart
    >>> made = SurveyPart("demo", ("1", "2"), ("q | men",), np.array([[0.4, 0.6]]),
    ...                   cells=(("q", "men"),), options={"q": ("no", "yes")})
    >>> made.key, made.labels_of(0)
    ('answers, 2 options', ('no', 'yes'))
    """

    units: ClassVar[tuple[str, str]] = ("instance", "question")

    survey: str = ANSWERS
    cells: tuple[tuple[str, str], ...] = ()
    options: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        super().__post_init__()
        if len(self.cells) != len(self.ids):
            raise ValueError(f"{self.name}: there are {len(self.cells)} cells, not {len(self.ids)}")
        for question, _ in self.cells:
            if len(self.options.get(question, ())) != len(self.classes):
                raise ValueError(
                    f"{self.name}: the question {question!r} has not {len(self.classes)} options"
                )

    @property
    def key(self) -> str:
        """What tells it from the other parts of a survey."""
        return f"{self.survey}, {len(self.classes)} options"

    @property
    def clusters(self) -> tuple[str, ...]:
        """The question of each instance: answers to one are not independent."""
        return tuple(question for question, _ in self.cells)

    def labels_of(self, row: int) -> tuple[str, ...]:
        """The options of an instance's question, lowest first."""
        return self.options[self.cells[row][0]]

    def by_question(self) -> npt.NDArray[np.int64]:
        """For each instance the number of its question among the part's, shape (n,)."""
        return numbered(self.clusters)[0]

    def overall(self) -> Distributions:
        """For each instance what all groups of its question together have answered, (n, L).

        Groups count by their respondents where these are known, else alike.

        Examples
        --------
        >>> import numpy as np
        >>> from oq_core.data.survey import SurveyPart
        >>> votes = np.array([[3, 0], [0, 1]])
        >>> cells = (("q", "men"), ("q", "women"))
        >>> made = SurveyPart("demo", ("1", "2"), ("a", "b"), np.eye(2), votes=votes,
        ...                   cells=cells, options={"q": ("no", "yes")})
        >>> made.overall().tolist()
        [[0.75, 0.25], [0.75, 0.25]]
        """
        numbers = self.by_question()
        weights = np.ones(len(self.ids)) if self.votes is None else self.votes.sum(axis=1)
        sums = np.zeros((numbers.max(initial=-1) + 1, len(self.classes)))
        np.add.at(sums, numbers, self.gold * weights[:, None])
        return (sums / sums.sum(axis=1, keepdims=True))[numbers]

    def shuffled(self, seed: int = 0) -> Distributions:
        """The gold with each question's options in an order drawn at random, (n, L).

        The order is the same for all groups of a question.

        Parameters
        ----------
        seed : int
        """
        numbers = self.by_question()
        orders = np.tile(np.arange(len(self.classes)), (numbers.max(initial=-1) + 1, 1))
        drawn = np.random.default_rng([seed, len(self.classes)]).permuted(orders, axis=1)
        return np.take_along_axis(self.gold, drawn[numbers], axis=1)


@dataclass(frozen=True, eq=False, repr=False)
class Survey(Result):
    """A data set of questions with options of their own: a part for each number of options.

    Attributes
    ----------
    parts : tuple of SurveyPart
        With the same runs.

    Raises
    ------
    ValueError
        If there is no part, two have as many options, an instance is there twice, or a part has
        other runs.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core.data.survey import Survey, survey_part
    >>> two = survey_part("demo", {"q": ("no", "yes")}, [("q", "men")], np.array([[0.4, 0.6]]))
    >>> three = survey_part("demo", {"r": ("a", "b", "c")}, [("r", "men")], np.eye(3)[:1])
    >>> Survey((two, three))
    <Survey: demo, 2 questions of 2 to 3 options, 1 group (men), 2 instances, 0 runs>
    """

    parts: tuple[SurveyPart, ...]

    def __post_init__(self) -> None:
        if not self.parts:
            raise ValueError("a survey has at least one part")
        first = self.parts[0]
        if len({each.key for each in self.parts}) < len(self.parts):
            raise ValueError(f"{first.name}: two parts have as many options")
        if len(set(self.ids)) < len(self.ids):
            raise ValueError(f"{first.name}: an instance id appears twice")
        for each in self.parts:
            if set(each.runs) != set(first.runs):
                raise ValueError(f"{first.name}: {each.key} has other runs than {first.key}")

    @property
    def name(self) -> str:
        """What to call it on screen."""
        return self.parts[0].name

    @property
    def survey(self) -> str:
        """Which data set of the file it is."""
        return self.parts[0].survey

    @property
    def ids(self) -> tuple[str, ...]:
        """The n instance ids, part after part."""
        return tuple(name for each in self.parts for name in each.ids)

    @property
    def cells(self) -> tuple[tuple[str, str], ...]:
        """Question and group of each instance."""
        return tuple(cell for each in self.parts for cell in each.cells)

    @property
    def groups(self) -> tuple[str, ...]:
        """Who was asked, each group once."""
        return tuple(dict.fromkeys(group for _, group in self.cells))

    @property
    def options(self) -> dict[str, tuple[str, ...]]:
        """The options of each question that was asked, lowest first."""
        return {
            question: each.options[question] for each in self.parts for question in each.clusters
        }

    def labels_of(self, row: int) -> tuple[str, ...]:
        """The options of an instance's question, lowest first."""
        return self.options[self.cells[row][0]]

    @property
    def gold(self) -> Array:
        """The gold (n, most options), with 0 beyond a question's options."""
        return self._wide([each.gold for each in self.parts])

    @property
    def votes(self) -> npt.NDArray[np.int64] | None:
        """The votes (n, most options), with 0 beyond a question's options, if all have some."""
        found = [each.votes for each in self.parts if each.votes is not None]
        return self._wide(found).astype(np.int64) if len(found) == len(self.parts) else None

    @property
    def runs(self) -> dict[str, Array]:
        """By name (n, most options), with 0 beyond a question's options."""
        return {
            name: self._wide([each.runs[name] for each in self.parts])
            for name in self.parts[0].runs
        }

    @property
    def missing(self) -> dict[str, npt.NDArray[np.bool_]]:
        """For each run that lacks instances, which (n,)."""
        lacking = dict.fromkeys(run for each in self.parts for run in each.missing)
        return {run: np.concatenate([each.lacks(run) for each in self.parts]) for run in lacking}

    @property
    def missing_as(self) -> str:
        """How such an instance is scored, as a `Collection` has it."""
        return self.parts[0].missing_as

    def _wide(self, arrays: Iterable[npt.NDArray[np.number]]) -> Array:
        most = max(len(each.classes) for each in self.parts)
        return np.concatenate(
            [np.pad(each, ((0, 0), (0, most - each.shape[1]))) for each in arrays]
        ).astype(np.float64)

    @property
    def size_words(self) -> str:
        """How many questions, groups and instances there are."""
        sizes, groups = sorted(len(each.classes) for each in self.parts), self.groups
        return (
            f"{counted(len(self.options), 'question')} of "
            f"{' to '.join(map(str, dict.fromkeys((sizes[0], sizes[-1]))))} options, "
            f"{counted(len(groups), 'group')} ({listed(groups)}), "
            f"{counted(len(self.ids), 'instance')}"
        )

    def _described(self) -> str:
        return f"{self.name}, {self.size_words}, {counted(len(self.parts[0].runs), 'run')}"

    def to_frame(self) -> pd.DataFrame:
        """A row for each instance and distribution, a column for each place of an option."""
        return pd.concat([each.to_frame() for each in self.parts])

    def each(self, change: Callable[[SurveyPart], SurveyPart]) -> Self:
        """The survey with every part changed alike."""
        return replace(self, parts=tuple(map(change, self.parts)))

    def without(self, runs: str | Iterable[str]) -> Self:
        """The survey without these runs; those that are not there do not matter."""
        gone = {runs} if isinstance(runs, str) else set(runs)
        return self.each(lambda part: part.without(gone))

    def renamed(self, names: Mapping[str, str]) -> Self:
        """The survey with other names for some runs, given by their present names."""
        return self.each(lambda part: part.renamed(names))

    def with_gold(self, gold: Survey) -> Survey:
        """Another gold with the runs of this survey.

        Raises
        ------
        ValueError
            If a question or a group of the gold is not here, or has other options.
        """
        ours = {each.key: each for each in self.parts}
        options = self.options
        for question, words in gold.options.items():
            if options.get(question, words) != words:
                raise ValueError(other_options(gold.name, question, words, options[question]))
        lost = [each for each in gold.parts if each.key not in ours]
        if lost:
            names = tuple(name for each in lost for name in each.ids)
            raise ValueError(
                f"{gold.name}: the runs lack {counted(len(names), 'instance')}: {listed(names)}"
            )
        return gold.each(lambda part: ours[part.key].with_gold(part))


def other_options(
    file: str, question: str, theirs: Sequence[str], ours: Sequence[str], whose: str = "the runs"
) -> str:
    """The sentence on a question that has other options elsewhere, as in another wave."""
    return (
        f"{file}: the question {question!r} has the options {listed(tuple(theirs))}, and "
        f"{listed(tuple(ours))} in {whose}; nothing says which are the same"
    )


def survey_part(
    name: str,
    options: Mapping[str, tuple[str, ...]],
    cells: Sequence[tuple[str, str]],
    gold: Distributions,
    runs: Mapping[str, Distributions] | None = None,
    votes: npt.NDArray[np.int64] | None = None,
    survey: str = ANSWERS,
    format: str = "",  # noqa: A002 - as the field of a Collection
    order: str = "the order of each question's options",
) -> SurveyPart:
    """A part of a survey, whose instances are called by question and group.

    Parameters
    ----------
    name, survey, format, order : str
        As `SurveyPart` has them.
    options : mapping of str to tuple of str
        By question, L options, lowest first.
    cells : sequence of tuple of str and str
        Question and group of the n instances.
    gold : ndarray of float64, shape (n, L)
    runs : mapping of str to ndarray of float64, shape (n, L), optional
    votes : ndarray of int64, shape (n, L), optional

    Raises
    ------
    ValueError
        As `SurveyPart`.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core.data.survey import survey_part
    >>> made = survey_part("demo", {"q": ("no", "yes")}, [("q", "men")], np.array([[0.4, 0.6]]))
    >>> made.ids, made.classes
    (('q | men',), ('1', '2'))
    """
    return SurveyPart(
        name,
        tuple(str(place) for place in range(1, gold.shape[1] + 1)),
        tuple(map(cell_name, cells)),
        gold,
        runs or {},
        votes,
        format,
        order=order,
        survey=survey,
        cells=tuple(cells),
        options=options,
    )


def cell_name(cell: tuple[str, str]) -> str:
    """What an instance is called: its question and its group, where one is named.

    Examples
    --------
    >>> from oq_core.data.survey import cell_name
    >>> cell_name(("q", "men")), cell_name(("q", "everyone"))
    ('q | men', 'q')
    """
    question, group = cell
    return question if group == EVERYONE else f"{question} | {group}"


def surveys_in(collections: Iterable[Collection]) -> dict[str, Survey]:
    """The surveys whose parts are among collections, by what they are called."""
    found: dict[str, list[SurveyPart]] = {}
    for each in collections:
        if isinstance(each, SurveyPart):
            found.setdefault(each.survey, []).append(each)
    return {name: Survey(tuple(parts)) for name, parts in found.items()}


def effective_size(weights: npt.ArrayLike) -> int:
    """How many respondents of equal weight tell as much as weighted ones, rounded down.

    Parameters
    ----------
    weights : array_like of float, shape (N,)
        0 or more, not all 0.

    Returns
    -------
    int
        In [1, N]. It knows nothing of how clusters were sampled, such as households.

    Raises
    ------
    ValueError
        If a weight is negative or not finite, or none is above 0.

    Notes
    -----
    The square of the sum of the weights by the sum of their squares: Kish, Survey Sampling, 1965.

    Examples
    --------
    >>> from oq_core.data.survey import effective_size
    >>> effective_size([1, 1, 1]), effective_size([3, 1])
    (3, 1)
    """
    given = np.asarray(weights, float)
    if not np.isfinite(given).all() or (given < 0).any() or not given.any():
        raise ValueError("weights must be finite, 0 or more, and one of them above 0")
    # Of equal weights the quotient may be a whole number less a rounding.
    return int(given.sum() ** 2 / (given**2).sum() + 1e-9)
