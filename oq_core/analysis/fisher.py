"""Fisher's paired randomisation test of each pair of runs alone, and Holm's adjustment."""

from __future__ import annotations

from concurrent.futures import Executor
from functools import partial

import numpy as np
import numpy.typing as npt

from oq_core.analysis.alone import by_pair
from oq_core.analysis.every_sign import Draws, signs
from oq_core.analysis.pairs import PairTests, Rule, named_as_scores
from oq_core.data.arrays import Array
from oq_core.data.scores import Scores
from oq_core.defaults import TRIALS
from oq_core.parallel import random_rows, ranges, spread
from oq_core.progress import Progress, silent

#: Sums of differences held at once.
_NUMBERS_AT_ONCE = 2**22


@named_as_scores
def fisher_randomisation(
    scores: Scores | npt.ArrayLike,
    trials: int = TRIALS,
    seed: int = 0,
    progress: Progress = silent,
    *,
    over_measures: bool = False,
    plus_one: bool = True,
    executor: Executor | None = None,
) -> PairTests | Array:
    """P-values of Fisher's paired randomisation test of every pair of runs, adjusted by Holm.

    Each trial swaps the scores of the two runs on random instances. Other runs play no part in a
    pair's own p-value; with two runs there is one pair, and nothing is adjusted. All pairs and
    measures see the same swaps. Where B is 2 ** n or more, every one of the 2 ** n ways to swap is
    taken once instead: p is count / 2 ** n before Holm, and the seed plays no part.

    Parameters
    ----------
    scores : Scores, or array_like of shape (K, n, m) or (n, m)
        Score matrices of K measures: n instances by m runs. Direction does not matter.
    trials : int
        Number of random swaps, B.
    seed : int
        The same seed gives the same p-values.
    progress : Progress, optional
        What it raises stops the test.
    over_measures : bool
        Adjust over all pairs under all measures, not over the pairs under each.
    plus_one : bool
        Count the observed scores as one swap more: (count + 1) / (B + 1), before Holm. Without
        it more pairs are found than should be, as Holm multiplies a p-value that is too small.
    executor : Executor, optional
        Computes the trials; this thread unless given. The p-values are the same.

    Returns
    -------
    PairTests, or ndarray of float64, shape (K, m, m) or (m, m)
        With names where `scores` has them. Adjusted p-values; symmetric, 1 on the diagonal. With n
        instances none is below 2 ** (1 - n).

    Raises
    ------
    ValueError
        If there are fewer than two runs, no instance, a score that is not finite, or fewer than
        one trial.

    Notes
    -----
    Fisher, The Design of Experiments, 1935; Smucker, Allan and Carterette, A comparison of
    statistical significance tests for information retrieval evaluation, CIKM 2007; Holm, A
    simple sequentially rejective multiple test procedure, Scandinavian Journal of Statistics 6,
    1979.

    Examples
    --------
    Of 16 ways to swap four instances, two are as extreme as the observed one:

    >>> from oq_core.analysis import fisher_randomisation
    >>> p = fisher_randomisation([[0.1, 0.9], [0.2, 0.8], [0.1, 0.7], [0.3, 0.6]])
    >>> float(p[0, 1])
    0.125
    """

    def p_of_pairs(stack: Array) -> Array:
        measures, instances, runs = stack.shape
        first, second = np.triu_indices(runs, k=1)
        gaps = (stack[..., first] - stack[..., second]).transpose(1, 0, 2).reshape(instances, -1)
        # Swaps that leave a sum as it is must not differ from it by rounding.
        least = np.abs(gaps.sum(axis=0)) - 1e-12 * np.abs(gaps).max(axis=0) * instances
        reached = np.zeros(gaps.shape[1], dtype=np.int64)
        draws = Draws.of(instances, trials, seed, plus_one)
        blocks = ranges(draws.trials, max(1, _NUMBERS_AT_ONCE // max(gaps.shape)))
        counts = spread(partial(_reached, gaps, least, draws.seed), blocks, executor)
        for (_, end), found in zip(blocks, counts, strict=True):
            reached += found
            progress(end / draws.trials, f"{end:,} of {draws.trials:,} trials")
        p = draws.p(reached).reshape(measures, -1)
        return holm(p.reshape(1, -1) if over_measures else p).reshape(measures, -1)

    rule = Rule("fisher-holm", plus_one, over_measures=over_measures)
    return by_pair(scores, trials, rule, p_of_pairs)


def _reached(
    gaps: Array, least: Array, seed: int | None, trials: tuple[int, int]
) -> npt.NDArray[np.int64]:
    """In how many of the trials from the first number to before the last each sum is reached."""
    if seed is None:
        swaps = signs(trials[1] - trials[0], len(gaps), iter(range(*trials)))
    else:
        swaps = np.where(random_rows(seed, trials, len(gaps)) < 0.5, -1.0, 1.0)
    found: npt.NDArray[np.int64] = (np.abs(swaps @ gaps) >= least).sum(axis=0)
    return found


def holm(p_values: npt.ArrayLike) -> Array:
    """P-values adjusted by Holm: those of a family, of which none is to be wrong.

    Parameters
    ----------
    p_values : array_like, shape (..., T)
        Of the T tests of a family, in [0, 1].

    Returns
    -------
    ndarray of float64, shape (..., T)
        In [0, 1], none smaller than before: the j-th smallest times T - j + 1, and at least
        as large as those before it.

    Raises
    ------
    ValueError
        If something is no p-value.

    Examples
    --------
    >>> from oq_core.analysis import holm
    >>> print(holm([0.01, 0.04, 0.03]))
    [0.03 0.06 0.06]
    """
    p = np.asarray(p_values, dtype=np.float64)
    if not ((p >= 0) & (p <= 1)).all():
        raise ValueError("every p-value must be between 0 and 1")
    order = np.argsort(p, axis=-1, kind="stable")
    ordered = np.take_along_axis(p, order, axis=-1) * np.arange(p.shape[-1], 0, -1)
    adjusted = np.minimum(np.maximum.accumulate(ordered, axis=-1), 1)
    found = np.empty_like(p)
    np.put_along_axis(found, order, adjusted, axis=-1)
    return found
