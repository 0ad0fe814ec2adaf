"""What people and baselines score on one data set."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from oq_core.data.arrays import Array, mean_where_defined
from oq_core.data.collection import Collection
from oq_core.data.distributions import pooled, uniform
from oq_core.data.results import Result
from oq_core.data.scores import are, counted, listed
from oq_core.measures.quantification import Measures, measures_of
from oq_core.raters.drawing import scored, votes_of
from oq_core.raters.people import half_of_raters, one_rater


@dataclass(frozen=True, eq=False, repr=False)
class Allowed(Result):
    """What the raters of a data set allow, for K measures; smaller is better.

    Attributes
    ----------
    measures : tuple of str
        The K measures' keys.
    one_rater, half : ndarray of float64, shape (K,)
        What people score: one against the others, half of them against the other half. Means
        over the instances with two ratings or more; NaN if there is none.
    pooled, uniform : ndarray of float64, shape (K,)
        The baselines: Pooled looks at the gold of all instances together, Uniform at nothing.
    runs : tuple of str
        The m runs.
    means : ndarray of float64, shape (K, m)
    notes : tuple of str
        What is not counted, and why.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core import Collection
    >>> from oq_core.raters import what_raters_allow
    >>> votes = np.array([[3, 1], [1, 3], [4, 0]])
    >>> collection = Collection("C", ("x", "y"), tuple("123"), votes / 4, votes=votes)
    >>> list(what_raters_allow(collection, "NMD").to_frame().columns)
    ['one rater', 'half', 'pooled', 'uniform', 'best']
    """

    measures: tuple[str, ...]
    one_rater: Array
    half: Array
    pooled: Array
    uniform: Array
    runs: tuple[str, ...]
    means: Array
    notes: tuple[str, ...] = ()

    def _described(self) -> str:
        return listed(self.measures)

    @property
    def best(self) -> Array:
        """The best run's mean (K,); NaN without runs."""
        if not self.runs:
            return np.full(len(self.measures), np.nan)
        return self.means.min(axis=1)

    def to_frame(self) -> pd.DataFrame:
        """A row for each measure."""
        columns = {
            "one rater": self.one_rater,
            "half": self.half,
            "pooled": self.pooled,
            "uniform": self.uniform,
            "best": self.best,
        }
        return pd.DataFrame(columns, pd.Index(self.measures, name="measure"))


def what_raters_allow(
    collection: Collection, measures: Measures | None = None, seed: int = 0
) -> Allowed:
    """What people and baselines score, beside the runs.

    Parameters
    ----------
    collection : Collection
        With votes.
    measures : iterable of str or Measure, or one of them, optional
        Keys of `MEASURES` and records of one's own; all of the registry unless told otherwise.
    seed : int
        Of the halves, as in `half_of_raters`.

    Returns
    -------
    Allowed

    Raises
    ------
    ValueError
        If there are no votes, or a measure is unknown.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core import Collection
    >>> from oq_core.raters import what_raters_allow
    >>> votes = np.array([[3, 1], [1, 3], [4, 0]])
    >>> collection = Collection("C", ("x", "y"), tuple("123"), votes / 4, votes=votes)
    >>> what_raters_allow(collection, "NMD").uniform.round(3).tolist()
    [0.333]
    """
    votes, chosen = votes_of(collection), measures_of(measures)
    gold = collection.gold
    systems = np.stack([pooled(gold), uniform(gold), *collection.runs.values()], axis=1)
    means = scored(chosen, systems, gold[:, None]).mean(axis=1)
    one, half = (
        mean_where_defined(each, axis=1)
        for each in (one_rater(votes, chosen), half_of_raters(votes, chosen, seed=seed))
    )
    single = int((votes.sum(axis=1) == 1).sum())
    note = (
        f"{counted(single, 'instance')} with one rating {are(single)} not counted in what people "
        "score: there is nobody to compare with"
    )
    return Allowed(
        tuple(measure.key for measure in chosen),
        one,
        half,
        means[:, 0],
        means[:, 1],
        tuple(collection.runs),
        means[:, 2:],
        (note,) if single else (),
    )
