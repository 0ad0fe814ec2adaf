"""Kinds of data sets, each with its measures, its baselines and its way to be scored.

A kind is one class here with what `Source` asks for; all else takes data sets as they come.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

import numpy as np
import numpy.typing as npt

from oq_core.campaign.computing.baselines import (
    free_name,
    with_baselines,
    with_nugget_baselines,
    with_one_class_runs,
)
from oq_core.campaign.computing.protocol import (
    CLASSIFICATION,
    NUGGETS,
    QUANTIFICATION,
    Scale,
    Source,
)
from oq_core.data.collection import Collection, Kind
from oq_core.data.nuggets import NuggetCollection
from oq_core.data.scores import Scores
from oq_core.measures.classification import OC_MEASURES
from oq_core.measures.labels import score_classification, score_pooled
from oq_core.measures.nuggets import NUGGET_MEASURES, score_nuggets
from oq_core.measures.quantification import MEASURES
from oq_core.measures.scoring import score
from oq_core.raters import judges_apart, with_classes


@dataclass(frozen=True, eq=False)
class Quantified(Source):
    """Distributions over ordered classes, estimated."""

    data: Collection
    held: ClassVar[str] = "distributions"

    @property
    def measures(self) -> tuple[str, ...]:
        """Keys of the measures there are; without an order none that takes it."""
        return self._computable(MEASURES)

    def _computable(self, registry: Mapping[str, Any]) -> tuple[str, ...]:
        known = self.data.has_order
        return tuple(key for key, each in registry.items() if known or not each.takes_order)

    @property
    def collection(self) -> Collection:
        """The distributions."""
        return self.data

    @property
    def by_class(self) -> "Classified | None":
        """The same by the classes of single items, where it was counted from such."""
        return None if self.data.labels is None else Classified(self.data)

    @property
    def _numbers(self) -> Mapping[str, npt.NDArray[Any]]:
        lacking, none = self.data.missing, np.zeros(len(self.data.ids))
        return {
            name: np.column_stack([run, lacking.get(name, none)])
            for name, run in self.data.runs.items()
        }

    def ordered(self, classes: Sequence[str], is_flipped: bool = False) -> Self:
        """With the classes in this order, if they are its own, and turned round if asked for."""
        are_own = set(classes) == set(self.classes)
        data = self.data.ordered(classes) if are_own else self.data
        return replace(self, data=data.flipped() if is_flipped else data)

    def with_classes(self, classes: Sequence[str]) -> Self:
        """With these classes, the lowest first, also such as nobody chose."""
        return replace(self, data=with_classes(self.data, classes))

    def with_judges(self, judges: Sequence[str]) -> Self:
        """With runs of the raters who are judges, where raters are known."""
        return replace(self, data=judges_apart(self.data, judges)) if self.data.raters else self

    def with_runs_of(self, other: Self) -> Self:
        """With the runs of another of its kind, and the same gold, after its own."""
        return replace(self, data=_with_runs_of(self.data, other.data))

    def with_baselines(self) -> Self:
        """With Popularity and Uniform as references."""
        data, (popularity, _) = with_baselines(self.data)
        return self._with(data, popularity)

    def score(self) -> Scores:
        """Every run's scores under all measures."""
        return score(self.data, self.measures)


def _with_runs_of(ours: Kind, theirs: Collection) -> Kind:
    """A collection with the runs of another of the same gold after its own."""
    labels = ours.labels
    if labels is not None and theirs.labels is not None:
        labels = replace(labels, runs={**labels.runs, **theirs.labels.runs})
    return replace(
        ours.with_runs(theirs.runs),
        labels=labels,
        missing={**ours.missing, **theirs.missing},
        missing_as=theirs.missing_as,
    )


@dataclass(frozen=True, eq=False)
class Classified(Quantified):
    """Items with a class each, and what they come to in each instance."""

    task: ClassVar[str] = CLASSIFICATION

    @property
    def measures(self) -> tuple[str, ...]:
        """Keys of the measures there are; without an order none that takes it."""
        return self._computable(OC_MEASURES)

    @property
    def runs(self) -> tuple[str, ...]:
        """Names of the runs that give items a class."""
        return tuple(self._numbers)

    @property
    def _numbers(self) -> Mapping[str, npt.NDArray[Any]]:
        return {} if self.data.labels is None else self.data.labels.runs

    def with_baselines(self) -> Self:
        """With, for each class, a reference that gives that class to every item."""
        return self._with(with_one_class_runs(self.data))

    def score(self) -> Scores:
        """Every run's scores under all measures."""
        return score_classification(self.data, self.measures)

    def pooled(self) -> Scores:
        """Every run's scores on the items of all instances together."""
        return score_pooled(self.data, self.measures)


@dataclass(frozen=True, eq=False)
class Nuggets(Source):
    """Nugget labels of turns, scored by dialogue; their classes have no order."""

    data: NuggetCollection
    task: ClassVar[str] = NUGGETS
    has_alpha: ClassVar[bool] = True
    held: ClassVar[str] = NUGGETS

    @property
    def measures(self) -> tuple[str, ...]:
        """Keys of the measures there are."""
        return NUGGET_MEASURES

    def with_baselines(self) -> Self:
        """With the task's baselines Popularity and Uniform as references."""
        data = with_nugget_baselines(self.data)
        return self._with(data, next(iter(data.runs)))

    def score(self) -> Scores:
        """Every run's scores under all measures."""
        return score_nuggets(self.data, self.measures, self.alpha)


@dataclass(frozen=True, eq=False)
class Matrices(Source):
    """Score matrices, whatever they were made from: no baselines can be made."""

    data: Scores
    held: ClassVar[str] = "scores"
    has_gold: ClassVar[bool] = False

    @property
    def measures(self) -> tuple[str, ...]:
        """Keys of the measures there are."""
        return self.data.measures

    @property
    def own_measures(self) -> tuple[str, ...]:
        """All of them."""
        return self.data.measures

    @property
    def _numbers(self) -> Mapping[str, npt.NDArray[Any]]:
        return dict(zip(self.data.runs, np.moveaxis(self.data.values, -1, 0), strict=True))

    @property
    def votes(self) -> None:
        """No votes are known."""

    def choices(self, scale: str) -> dict[str, Any]:  # noqa: ARG002
        """What `Choices` say of them: of which measures larger is better."""
        directions = zip(self.data.measures, self.data.larger_is_better, strict=True)
        return {"larger": tuple(key for key, is_larger in directions if is_larger)}

    def with_baselines(self) -> Self:
        """As they are."""
        return self

    def with_runs_of(self, other: Self) -> Self:
        """With the runs of others, on the same instances under the same measures, after its own."""
        return replace(self, data=self.data.with_runs(other.data))

    def score(self) -> Scores:
        """The scores."""
        return self.data


#: The kind of what a scale holds.
_KINDS: Mapping[type, type[Source]] = {
    Collection: Quantified,
    NuggetCollection: Nuggets,
    Scores: Matrices,
}


def source_of(data: Scale) -> Source:
    """Return what a scale holds as one data set: items as distributions only."""
    return _KINDS[type(data)](data)


def sources_of(scales: Mapping[str, Scale]) -> dict[str, Source]:
    """Return what can be scored, by scale: items once as distributions, once by their classes.

    Parameters
    ----------
    scales : mapping of str to Collection, NuggetCollection or Scores
        What was read.

    Examples
    --------
    >>> from oq_core.campaign.computing.kinds import sources_of
    >>> demo = Collection("demo", ("low", "high"), ("d1",), np.array([[0.5, 0.5]]))
    >>> {scale: source.task for scale, source in sources_of({"A": demo}).items()}
    {'A': 'quantification'}
    """
    found: dict[str, Source] = {}
    for scale, each in scales.items():
        found[scale] = source_of(each)
        if (items := found[scale].by_class) is not None:
            return {QUANTIFICATION: found[scale], CLASSIFICATION: items}
    return found


def scales_of(
    collections: Mapping[str, Collection], nuggets: NuggetCollection | None
) -> dict[str, Scale]:
    """Return what was read, by scale; a scale of the gold that is called nuggets keeps its name."""
    found: dict[str, Scale] = dict(collections)
    if nuggets is not None:
        found[free_name(NUGGETS, collections)] = nuggets
    return found
