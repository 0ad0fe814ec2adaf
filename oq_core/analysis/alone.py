"""What tests share that give each pair of runs a p-value of its own."""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from oq_core.analysis.pairs import PairTests, Rule, tests_of
from oq_core.analysis.tukey import check_stack
from oq_core.data.arrays import Array
from oq_core.data.scores import Scores


def by_pair(
    scores: Scores | npt.ArrayLike,
    trials: int,
    rule: Rule,
    p_of_pairs: Callable[[Array], Array],
    instances: int = 1,
) -> PairTests | Array:
    """P-values of pairs as squares, with names where the scores have them.

    Parameters
    ----------
    scores : Scores, or array_like of shape (K, n, m) or (n, m)
    trials : int
    rule : Rule
    p_of_pairs : callable
        From a stack (K, n, m) to p-values (K, T) of the pairs (0, 1), (0, 2), ..., (1, 2), ...
    instances : int
        The fewest that can be tested.

    Returns
    -------
    PairTests, or ndarray of float64, shape (K, m, m) or (m, m)

    Raises
    ------
    ValueError
        If there are fewer than two runs, too few instances, a score that is not finite, or fewer
        than one trial.

    Examples
    --------
    >>> from oq_core.analysis import Rule
    >>> from oq_core.analysis.alone import by_pair
    >>> by_pair([[0.1, 0.2]], 10, Rule(), lambda stack: np.array([[0.5]])).tolist()
    [[1.0, 0.5], [0.5, 1.0]]
    """
    if isinstance(scores, Scores):
        squares = by_pair(scores.values, trials, rule, p_of_pairs, instances)
        return tests_of(scores, np.asarray(squares), trials, rule)
    stack = check_stack(scores, instances)
    if trials < 1:
        raise ValueError(f"trials must be at least 1, not {trials}")
    runs = stack.shape[-1]
    first, second = np.triu_indices(runs, k=1)
    found = np.ones((len(stack), runs, runs))
    found[:, first, second] = found[:, second, first] = p_of_pairs(stack)
    return found[0] if np.ndim(scores) == 2 else found
