"""What the tests of all pairs of runs share: scores are checked, p-values are named."""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from oq_core.analysis.pairs import PairTests, Rule, tests_of
from oq_core.data.arrays import Array, check_finite
from oq_core.data.scores import Scores, counted


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

    def p_of(stack: Array) -> Array:
        runs = stack.shape[-1]
        first, second = np.triu_indices(runs, k=1)
        found = np.ones((len(stack), runs, runs))
        found[:, first, second] = found[:, second, first] = p_of_pairs(stack)
        return found

    return by_square(scores, trials, rule, p_of, instances)


def by_square(
    scores: Scores | npt.ArrayLike,
    trials: int,
    rule: Rule,
    p_of: Callable[[Array], Array],
    instances: int = 1,
) -> PairTests | Array:
    """P-values of runs by runs, with names where the scores have them.

    Parameters
    ----------
    p_of : callable
        From a stack (K, n, m) to p-values (K, m, m).
    scores, trials, rule, instances
        As in `by_pair`.

    Returns
    -------
    PairTests, or ndarray of float64, shape (K, m, m) or (m, m)

    Raises
    ------
    ValueError
        As `by_pair`.

    Examples
    --------
    >>> from oq_core.analysis import Rule
    >>> from oq_core.analysis.alone import by_square
    >>> by_square([[0.1, 0.2]], 10, Rule(), lambda stack: np.ones((1, 2, 2))).tolist()
    [[1.0, 1.0], [1.0, 1.0]]
    """
    stack = check_stack(scores, instances)
    if trials < 1:
        raise ValueError(f"trials must be at least 1, not {trials}")
    found = p_of(stack)
    if isinstance(scores, Scores):
        return tests_of(scores, found, trials, rule)
    return found[0] if np.ndim(scores) == 2 else found


def check_stack(scores: npt.ArrayLike, instances: int = 1) -> Array:
    """Score matrices (K, n, m) of matrices (K, n, m) or one (n, m), checked.

    Raises
    ------
    ValueError
        If there are too few axes, instances or runs, or a score is not finite.

    Examples
    --------
    >>> check_stack([[0.1, 0.2], [0.3, 0.4]]).shape
    (1, 2, 2)
    """
    stack = np.asarray(scores, dtype=np.float64)
    if stack.ndim not in (2, 3) or stack.shape[-1] < 2 or stack.shape[-2] < instances:
        raise ValueError(
            f"scores must be (instances, runs) or (measures, instances, runs) with at least "
            f"{counted(instances, 'instance')} and 2 runs, not {stack.shape}"
        )
    check_finite(stack, "scores", "leave that instance out")
    return stack if stack.ndim == 3 else stack[None]
