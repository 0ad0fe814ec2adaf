"""What is asked of a data set, whatever it holds: its measures, its baselines, its scores."""

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, Self

import numpy as np
import numpy.typing as npt

from oq_core.data.collection import Collection, DataError
from oq_core.data.nuggets import NuggetCollection
from oq_core.data.scores import Scores

#: The scale of nugget labels beside those of quality.
NUGGETS = "nuggets"
#: What items with a class each are scored as.
QUANTIFICATION, CLASSIFICATION = "quantification", "classification"
#: The weight of the customer's turns in the task (DE2).
TASK_WEIGHT = 0.5
#: Decimals to which numbers of two runs agree that are the same: files are rounded, sums are not.
_DECIMALS = 9

#: What a scale holds, as it was read.
Scale = Collection | NuggetCollection | Scores


@dataclass(frozen=True, eq=False)
class Source(ABC):
    """What is scored as one data set.

    Attributes
    ----------
    data : Collection, NuggetCollection or Scores
        What it holds.
    made : tuple of str
        Runs that were made from the gold.
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
    >>> demo.with_baselines().without(["Popularity"]).score().runs
    ('Uniform', 'run')
    """

    data: Any
    made: tuple[str, ...] = ()
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
        """With the baselines that can be made from the gold among its runs."""

    @property
    def runs(self) -> tuple[str, ...]:
        """Names of the runs."""
        return tuple(self.data.runs)

    @property
    def collection(self) -> Collection | None:
        """The distributions behind the scores, where they are known."""
        return None

    @property
    def classes(self) -> tuple[str, ...]:
        """The classes from the lowest on, where they have an order."""
        return ()

    @property
    def raters(self) -> tuple[str, ...]:
        """Who rated, where that is known."""
        return ()

    @property
    def by_class(self) -> "Source | None":
        """The same by the classes of single items, where it was counted from such."""
        return None

    @property
    def own_measures(self) -> tuple[str, ...]:
        """Those of the measures that are named as files name them."""
        return ()

    @property
    def size(self) -> int:
        """How many numbers it holds."""
        return sum(each.size for each in self._arrays if each is not None)

    @property
    def _arrays(self) -> tuple[npt.NDArray[Any] | None, ...]:
        """All that it holds."""
        return (self.data.gold, self.data.votes, *self.data.runs.values())

    @property
    def votes(self) -> npt.NDArray[np.int64] | None:
        """Votes that the gold is the shares of, where they are known."""
        votes: npt.NDArray[np.int64] | None = self.data.votes
        return votes

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

    def lacking(self, missing_as: str) -> Self:  # noqa: ARG002
        """With instances that runs lack scored in this way, as `Collection` has it."""
        return self

    def with_runs_of(self, other: Self) -> Self:
        """With the runs of another of its kind, and the same gold, after its own."""
        return replace(self, data=self.data.with_runs(other.data.runs))

    def with_gold(self, gold: "Source") -> Self:
        """With the gold of another of its kind, and its own runs.

        Raises
        ------
        ValueError
            If the runs do not fit it.
        """
        if gold.held != self.held:
            raise DataError(f"{gold.data.name}: these are {gold.held}, not {self.held}")
        return replace(self, data=self._on(gold.data))

    def _on(self, gold: Any) -> Any:
        """Its runs on the gold of such data."""
        return self.data.with_gold(gold)

    def without(self, runs: Iterable[str]) -> Self:
        """Without these runs; those that are not there do not matter."""
        data = self.data.without(runs)
        return replace(self, data=data, made=tuple(name for name in self.made if name in data.runs))

    def _with(self, data: Scale) -> Self:
        """With other data, of which the new runs were made from the gold."""
        made = tuple(name for name in data.runs if name not in self.data.runs)
        return replace(self, data=data, made=made)


def _same(runs: Mapping[str, npt.NDArray[Any]]) -> tuple[tuple[str, ...], ...]:
    """Groups of names whose arrays are equal but for rounding."""
    groups: dict[bytes, list[str]] = {}
    for name, run in runs.items():
        # -0 and 0 are the same number in other bytes.
        rounded = np.round(run.astype(np.float64), _DECIMALS) + 0.0
        groups.setdefault(hashlib.sha256(rounded.tobytes()).digest(), []).append(name)
    return tuple(tuple(names) for names in groups.values() if len(names) > 1)
