"""What is asked of a data set, whatever it holds: its measures, its runs, its scores."""

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar, Literal, Self

import numpy as np
import numpy.typing as npt

from oq_core.data.collection import Collection
from oq_core.data.nuggets import NuggetCollection
from oq_core.data.scores import Scores
from oq_core.defaults import TASK_WEIGHT

#: The scale of nugget labels beside those of quality.
NUGGETS = "nuggets"
#: What items with a class each are scored as.
QUANTIFICATION, CLASSIFICATION = "quantification", "classification"
#: Decimals to which numbers of two runs agree that are the same: files are rounded, sums are not.
_DECIMALS = 9

#: What a scale holds, as it was read.
Scale = Collection | NuggetCollection | Scores

#: What a run is. Every analysis takes what teams submitted, and what the organisers did, such as
#: BL-lstm. A reference is only shown beside them: what is made here, such as Popularity, or a run
#: that is to be out of it.
Standing = Literal["submitted", "official baseline", "reference"]


@dataclass(frozen=True, eq=False)
class Source(ABC):
    """What is scored as one data set.

    Attributes
    ----------
    data : Collection, NuggetCollection or Scores
        What it holds: the runs that every analysis takes.
    references : Collection, NuggetCollection, Scores or None
        The same gold with the runs that are shown beside these alone.
    made : mapping of str to bool
        Runs that were made here, and whether they have seen the gold.
    alpha : float
        The weight of the customer's turns in nugget detection.
    task : str
        Numbers are pooled and averaged over data sets of one task.
    has_alpha : bool
        Whether alpha plays a part.
    held : str
        What a saved workspace calls such data.
    has_gold : bool
        Whether runs are compared with a gold that is known, so that more can be added.

    Examples
    --------
    >>> from oq_core.campaign.computing.kinds import Quantified
    >>> gold, run = np.array([[0.5, 0.5]]), np.array([[0.25, 0.75]])
    >>> demo = Quantified(Collection("demo", ("low", "high"), ("d1",), gold, {"run": run}))
    >>> both = demo.with_baselines()
    >>> both.runs, both.beside.runs, both.with_references_in().runs
    (('run',), ('Popularity', 'Uniform'), ('Popularity', 'Uniform', 'run'))
    """

    data: Any
    references: Any = None
    made: Mapping[str, bool] = field(default_factory=dict)
    alpha: float = TASK_WEIGHT
    task: ClassVar[str] = QUANTIFICATION
    has_alpha: ClassVar[bool] = False
    held: ClassVar[str]
    has_gold: ClassVar[bool] = True

    @property
    @abstractmethod
    def measures(self) -> tuple[str, ...]:
        """Keys of the measures there are."""

    @abstractmethod
    def score(self) -> Scores:
        """Every run's scores under all measures."""

    @abstractmethod
    def with_baselines(self) -> Self:
        """With the baselines that can be made from the gold as references."""

    @property
    def runs(self) -> tuple[str, ...]:
        """Names of the runs."""
        return tuple(self.data.runs)

    @property
    def beside(self) -> Self | None:
        """The references as runs of the same gold, where there are any."""
        return (
            None
            if self.references is None
            else replace(self, data=self.references, references=None)
        )

    @property
    def collection(self) -> Collection | None:
        """The distributions behind the scores, where they are known."""
        return None

    @property
    def classes(self) -> tuple[str, ...]:
        """The classes from the lowest on, where they have an order."""
        return () if self.collection is None else self.collection.classes

    @property
    def raters(self) -> tuple[str, ...]:
        """Who rated, where that is known."""
        return () if self.collection is None else self.collection.raters

    @property
    def by_class(self) -> "Source | None":
        """The same by the classes of single items, where it was counted from such."""
        return None

    @property
    def own_measures(self) -> tuple[str, ...]:
        """Those of the measures that are named as files name them."""
        return ()

    @property
    def votes(self) -> npt.NDArray[np.int64] | None:
        """Votes that the gold is the shares of, where they are known."""
        votes: npt.NDArray[np.int64] | None = self.data.votes
        return votes

    @property
    def notes(self) -> tuple[str, ...]:
        """What should be known of how it is scored, in sentences."""
        return ()

    def choices(self, scale: str) -> dict[str, Any]:
        """What `Choices` say of it: which scale it is."""
        return {"scales": (scale,)}

    @cached_property
    def same(self) -> tuple[tuple[str, ...], ...]:
        """Groups of runs that are the same in every number."""
        return _same(self._numbers)

    @property
    def _numbers(self) -> Mapping[str, npt.NDArray[Any]]:
        """All numbers of each run."""
        runs: Mapping[str, npt.NDArray[Any]] = self.data.runs
        return runs

    def ordered(self, classes: Sequence[str], is_flipped: bool = False) -> Self:  # noqa: ARG002
        """With the classes in this order, if they are its own, and turned round if asked for."""
        return self

    def with_classes(self, classes: Sequence[str]) -> Self:  # noqa: ARG002
        """With these classes, the lowest first, also such as nobody chose."""
        return self

    def with_judges(self, judges: Sequence[str]) -> Self:  # noqa: ARG002
        """With runs of the raters who are judges, where raters are known."""
        return self

    def with_runs_of(self, other: Self) -> Self:
        """With the runs of another of its kind, and the same gold, after its own."""
        return replace(self, data=self.data.with_runs(other.data.runs))

    def without(self, runs: Iterable[str]) -> Self:
        """Without these runs; those that are not there do not matter."""
        gone = set(runs)
        beside = None if self.references is None else self.references.without(gone)
        return replace(
            self,
            data=self.data.without(gone),
            references=beside if beside is not None and beside.runs else None,
            made={run: has_seen for run, has_seen in self.made.items() if run not in gone},
        )

    def as_references(self, runs: Iterable[str]) -> Self:
        """With these of its runs as references; those that are not there do not matter."""
        chosen = set(runs) & set(self.data.runs)
        if not chosen:
            return self
        others = replace(
            self, data=self.data.without(set(self.data.runs) - chosen), references=None
        )
        found = others if self.beside is None else self.beside.with_runs_of(others)
        return replace(self, data=self.data.without(chosen), references=found.data)

    def with_references_in(self) -> Self:
        """With the references as its first runs, which analyses then take."""
        return self if self.beside is None else self.beside.with_runs_of(self)

    def _with(self, data: Scale, *from_gold: str) -> Self:
        """With the runs that other data have beside its own as references, made here."""
        beside: Any = data.without(self.data.runs)
        made = {run: run in from_gold for run in beside.runs}
        return replace(self, references=beside, made=made)


def _same(runs: Mapping[str, npt.NDArray[Any]]) -> tuple[tuple[str, ...], ...]:
    """Groups of names whose arrays are equal but for rounding."""
    groups: dict[bytes, list[str]] = {}
    for name, run in runs.items():
        # -0 and 0 are the same number in other bytes.
        rounded = np.round(run.astype(np.float64), _DECIMALS) + 0.0
        groups.setdefault(hashlib.sha256(rounded.tobytes()).digest(), []).append(name)
    return tuple(tuple(names) for names in groups.values() if len(names) > 1)
