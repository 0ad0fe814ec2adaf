"""What the raters allow, of one data set: the numbers that shell, pages and report show."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from oq_core.data.arrays import Array, mean_where_defined
from oq_core.data.collection import Collection
from oq_core.data.distributions import pooled, popularity, uniform
from oq_core.data.results import Result
from oq_core.data.scores import are, counted
from oq_core.defaults import RESAMPLES
from oq_core.measures.quantification import Measures, measures_of
from oq_core.progress import Progress, silent
from oq_core.raters.drawing import scored, votes_of
from oq_core.raters.people import half_of_raters, one_rater
from oq_core.raters.truth import TruthScores, true_scores


@dataclass(frozen=True, eq=False, repr=False)
class Allowed(Result):
    """What the raters of a data set allow, for K measures; smaller is better.

    Attributes
    ----------
    truth : TruthScores
    one_rater, half : ndarray of float64, shape (K,)
        What people score: one against the others, half of them against the other half. Means
        over the instances with two ratings or more; NaN if there is none.
    popularity, pooled, uniform : ndarray of float64, shape (K,)
        The baselines: Popularity looks at each instance's own gold, Pooled at the gold of all
        together, Uniform at nothing.
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
    >>> made = Collection("C", ("x", "y"), tuple("123"), votes / 4, votes=votes)
    >>> found = what_raters_allow(made, "NMD", draws=10)
    >>> list(found.to_frame().columns)[:4]
    ['truth', 'truth low', 'truth high', 'ends']
    """

    truth: TruthScores
    one_rater: Array
    half: Array
    popularity: Array
    pooled: Array
    uniform: Array
    runs: tuple[str, ...]
    means: Array
    notes: tuple[str, ...] = ()

    @property
    def measures(self) -> tuple[str, ...]:
        """The K measures' keys."""
        return self.truth.measures

    def beside(self, k: int) -> dict[str, float]:
        """What a figure of a measure's means has a line for, where it is known."""
        found = {"the true distribution": self.truth.shrunk[k], "one rater": self.one_rater[k]}
        return {name: float(value) for name, value in found.items() if np.isfinite(value)}

    @property
    def best(self) -> Array:
        """The best run's mean (K,); NaN without runs."""
        if not self.runs:
            return np.full(len(self.measures), np.nan)
        return self.means.min(axis=1)

    def to_frame(self) -> pd.DataFrame:
        """A row for each measure."""
        beside = {
            "one rater": self.one_rater,
            "half": self.half,
            "pooled": self.pooled,
            "uniform": self.uniform,
            "best": self.best,
        }
        return self.truth.to_frame().assign(**beside)


def what_raters_allow(
    collection: Collection,
    measures: Measures | None = None,
    draws: int = RESAMPLES,
    seed: int = 0,
    progress: Progress = silent,
) -> Allowed:
    """What the true distribution, people and baselines would score, beside the runs.

    Parameters
    ----------
    collection : Collection
        With votes.
    measures : iterable of str or Measure, or one of them, optional
        Keys of `MEASURES` and records of one's own; all of the registry unless told otherwise.
    draws, seed, progress
        As in `true_scores`.

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
    >>> made = Collection("C", ("x", "y"), tuple("123"), votes / 4, votes=votes)
    >>> what_raters_allow(made, "NMD", draws=10).uniform.round(3).tolist()
    [0.333]
    """
    votes, chosen = votes_of(collection), measures_of(measures)
    keys = [measure.key for measure in chosen]
    gold = collection.gold
    baselines = [baseline(gold) for baseline in (popularity, pooled, uniform)]
    systems = np.stack([*baselines, *collection.runs.values()], axis=1)
    means = scored(chosen, systems, gold[:, None]).mean(axis=1)
    single = int((votes.sum(axis=1) == 1).sum())
    notes = []
    if single:
        notes.append(
            f"{counted(single, 'instance')} with one rating {are(single)} not counted in what "
            "people score: there is nobody to compare with"
        )
    truth = true_scores(votes, keys, draws, seed, progress=progress)
    of_people = one_rater(votes, keys), half_of_raters(votes, keys, seed=seed)
    one, half = (mean_where_defined(each, axis=1) for each in of_people)
    return Allowed(
        truth,
        one,
        half,
        means[:, 0],
        means[:, 1],
        means[:, 2],
        tuple(collection.runs),
        means[:, 3:],
        (*truth.notes, *notes),
    )
