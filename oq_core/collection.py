"""What was read from the files: a gold distribution and runs for every instance."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Self

import numpy as np
import numpy.typing as npt

from oq_core.distributions import Distributions, check_distributions


class DataError(ValueError):
    """A file that cannot be used: the message names the file, the place and the remedy."""


@dataclass(frozen=True, eq=False)
class Collection:
    """Gold and estimated distributions of the same instances over the same ordered classes.

    Attributes
    ----------
    name : str
        What to call it on screen.
    classes : tuple of str
        The L class labels, lowest first.
    ids : tuple of str
        The n instance ids.
    gold : ndarray of float64, shape (n, L)
    runs : mapping of str to ndarray of float64, shape (n, L)
        Estimated distributions by run name.
    votes : ndarray of int64, shape (n, L), optional
        The gold's vote counts where it came from votes.

    Raises
    ------
    ValueError
        If shapes do not fit together, ids or classes repeat, or an array does not hold
        distributions.
    """

    name: str
    classes: tuple[str, ...]
    ids: tuple[str, ...]
    gold: Distributions
    runs: Mapping[str, Distributions] = field(default_factory=dict)
    votes: npt.NDArray[np.int64] | None = None

    def __post_init__(self) -> None:
        for what, labels in (("class", self.classes), ("instance id", self.ids)):
            if len(set(labels)) != len(labels):
                raise ValueError(f"{self.name}: a {what} appears twice")
        shape = (len(self.ids), len(self.classes))
        for what, array in {"gold": self.gold, **self.runs}.items():
            if check_distributions(array, what).shape != shape:
                raise ValueError(
                    f"{self.name}: {what} has the shape {array.shape}, but there are "
                    f"{shape[0]} instances and {shape[1]} classes"
                )
        if self.votes is not None and self.votes.shape != shape:
            raise ValueError(f"{self.name}: votes have the shape {self.votes.shape}, not {shape}")

    def with_runs(self, runs: Mapping[str, Distributions]) -> Self:
        """The same collection with more runs (n, L), the new ones last.

        Raises
        ------
        ValueError
            If a run of that name is there already, or an array does not fit.
        """
        for name in runs:
            if name in self.runs:
                raise ValueError(f"{self.name}: there is a run called {name} already")
        return replace(self, runs={**self.runs, **runs})
