"""Which ranks every run may have, for all runs together."""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pandas as pd

from oq_core.analysis.every_sign import check_instances
from oq_core.analysis.flips import one_sided_p_values
from oq_core.analysis.pairs import ALL_SIGNS, check_resolution
from oq_core.data.arrays import as_losses, check_scores
from oq_core.data.results import Result, crossed
from oq_core.data.scores import Scores
from oq_core.defaults import ALPHA, TRIALS
from oq_core.progress import Progress, silent

Ranks = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False, repr=False)
class RankSets(Result):
    """Sets of ranks that hold for all runs together.

    Attributes
    ----------
    measures, runs : tuple of str
    low, high : ndarray of int64, shape (K, m)
        Best and worst rank that a run may have, from 1 to m.
    alpha : float
        All sets of a measure are meant to hold with a chance of 1 - alpha.
    trials : int
        B.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core import Scores
    >>> from oq_core.analysis import rank_sets
    >>> values = np.random.default_rng(0).random((1, 30, 3)) + [0, 1, 1]
    >>> scores = Scores(values, ("NMD",), tuple(map(str, range(30))), tuple("abc"), (False,))
    >>> found = rank_sets(scores, trials=500)
    >>> found.low.tolist(), found.high.tolist()
    ([[1, 2, 2]], [[1, 3, 3]])
    """

    measures: tuple[str, ...]
    runs: tuple[str, ...]
    low: Ranks
    high: Ranks
    alpha: float
    trials: int

    @property
    def words(self) -> str:
        """How they are made, in words."""
        return (
            f"one-sided tests of all pairs by random signs of instances, studentised, step-down, "
            f"at α = {self.alpha:g}, B = {self.trials:,}, p = (count + 1)/(B + 1), "
            f"{ALL_SIGNS}"
        )

    def to_frame(self) -> pd.DataFrame:
        """A row for each measure and run: the set and its rule."""
        names = {"measure": self.measures, "run": self.runs}
        sets = {"set low": self.low, "set high": self.high}
        return crossed(names, sets).assign(**{"rule of the set": self.words})


def rank_sets(
    scores: Scores,
    alpha: float = ALPHA,
    trials: int = TRIALS,
    seed: int = 0,
    progress: Progress = silent,
    executor: Executor | None = None,
) -> RankSets:
    """For every run the ranks that it may have, for all runs of a measure together.

    A run's rank lies between 1 + the runs that are significantly better and m - those that are
    significantly worse, by one-sided tests of all m (m - 1) directions at once.

    Parameters
    ----------
    scores : Scores
    alpha : float
        Significance level, between 0 and 1.
    trials, seed, progress, executor
        As in `sign_flips`.

    Returns
    -------
    RankSets

    Raises
    ------
    ValueError
        If there are fewer than two runs or instances, a score is not finite, or so few trials or
        instances that no direction can be found.

    Notes
    -----
    Mogstad, Romano, Shaikh and Wilhelm, Inference for Ranks with Applications to Mobility across
    Neighbourhoods and Academic Achievement across Countries, Review of Economic Studies 91, 2024.
    A two-sided test taken step by step tells no directions by itself. Their R package csranks takes
    the same steps from normal means; here random signs are the reference.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core import Scores
    >>> from oq_core.analysis import rank_sets
    >>> scores = Scores(np.ones((1, 9, 2)), ("NMD",), tuple("abcdefghi"), ("a", "b"), (False,))
    >>> rank_sets(scores, trials=100).high.tolist()
    [[2, 2]]
    """
    scores = scores.whole()
    array = check_scores(scores, instances=2)
    check_instances(array.shape[1], alpha, scores.unit)
    check_resolution(alpha, 1 / (trials + 1))
    losses = as_losses(array, np.asarray(scores.larger_is_better)[:, None])
    better = one_sided_p_values(losses, trials, seed, progress, executor) <= alpha
    runs = array.shape[2]
    return RankSets(
        scores.measures,
        scores.runs,
        1 + better.sum(axis=1),
        runs - better.sum(axis=2),
        alpha,
        trials,
    )
