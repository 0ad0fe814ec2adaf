"""What a test says of runs: who beats whom, and which runs cannot be told apart."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from oq_core.data.arrays import as_losses, check_alpha, check_p_values
from oq_core.defaults import ALPHA

#: After z comes a′, after z′ comes a′′.
_ALPHABET = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True)
class SignificantDifference:
    """One run significantly better than another.

    Attributes
    ----------
    better, worse : int
        Positions of the runs.
    p : float
        P-value, in [0, 1].
    effect : float
        Effect size, 0 or more.

    Examples
    --------
    >>> from oq_core.analysis import SignificantDifference
    >>> SignificantDifference(better=1, worse=0, p=0.01, effect=1.5).better
    1
    """

    better: int
    worse: int
    p: float
    effect: float


def _best_first(means: npt.ArrayLike, larger_is_better: bool | None) -> npt.NDArray[np.intp]:
    return np.argsort(as_losses(means, larger_is_better), kind="stable")


def significant_differences(
    means: npt.ArrayLike,
    p_values: npt.ArrayLike,
    effects: npt.ArrayLike,
    alpha: float = ALPHA,
    larger_is_better: bool | None = None,
) -> tuple[SignificantDifference, ...]:
    """Who is significantly better than whom, as DE2 tables 14 to 29 list it.

    Parameters
    ----------
    means : array_like, shape (m,)
        Mean scores of m runs under one measure.
    p_values, effects : array_like, shape (m, m)
        As `randomised_tukey_hsd` and `effect_sizes` return them.
    alpha : float
        Significance level, between 0 and 1.
    larger_is_better : bool
        Direction of the measure; it must be given.

    Returns
    -------
    tuple of SignificantDifference
        By the better run, best first, then by the worse one, best first.

    Raises
    ------
    ValueError
        If a mean is not finite, something is no p-value, alpha is not between 0 and 1, or the
        direction is missing.

    Examples
    --------
    >>> from oq_core import significant_differences
    >>> p, effects = [[1, 0.01], [0.01, 1]], [[0, 1.5], [1.5, 0]]
    >>> significant_differences([0.3, 0.1], p, effects, larger_is_better=False)
    (SignificantDifference(better=1, worse=0, p=0.01, effect=1.5),)
    """
    order = _best_first(means, larger_is_better)
    square = np.ix_(order, order)
    p, effect = check_p_values(p_values)[square], np.asarray(effects)[square]
    return tuple(
        SignificantDifference(
            int(order[i]), int(order[j]), p=float(p[i, j]), effect=float(effect[i, j])
        )
        for i, j in np.argwhere(np.triu(p <= check_alpha(alpha), k=1))
    )


def outperforms_worst(
    means: npt.ArrayLike,
    p_values: npt.ArrayLike,
    alpha: float = ALPHA,
    larger_is_better: bool | None = None,
) -> npt.NDArray[np.int64]:
    """For each run the largest k such that it is significantly better than the worst k.

    Parameters
    ----------
    means : array_like, shape (m,)
        Mean scores; for consistency, mean tau of measures, of which larger is better.
    p_values : array_like, shape (m, m)
        As `randomised_tukey_hsd` returns them.
    alpha : float
        Significance level, between 0 and 1.
    larger_is_better : bool
        Direction of the means; it must be given.

    Returns
    -------
    ndarray of int64, shape (m,)
        0 to m - 1; larger is better.

    Raises
    ------
    ValueError
        If a mean is not finite, something is no p-value, alpha is not between 0 and 1, or the
        direction is missing.

    Notes
    -----
    The symbols of ACL21 tables 3, 6 and 9 and of RNOD22 tables 25 to 27.

    Examples
    --------
    >>> from oq_core.analysis import outperforms_worst
    >>> p = [[1, 0.4, 0.01], [0.4, 1, 0.2], [0.01, 0.2, 1]]
    >>> outperforms_worst([0.1, 0.2, 0.3], p, larger_is_better=False).tolist()
    [1, 0, 0]
    """
    order = _best_first(means, larger_is_better)
    # Row i: whom the i-th best beats, from the worst up; never itself, so it ends there.
    beaten = np.triu(check_p_values(p_values)[np.ix_(order, order)] <= check_alpha(alpha), k=1)[
        :, ::-1
    ]
    counts = np.empty(len(order), dtype=np.int64)
    counts[order] = np.logical_and.accumulate(beaten, axis=1).sum(axis=1)
    return counts


def indistinct_groups(
    means: npt.ArrayLike,
    p_values: npt.ArrayLike,
    alpha: float = ALPHA,
    larger_is_better: bool | None = None,
) -> tuple[tuple[int, ...], ...]:
    """The largest groups of runs in which no two differ significantly.

    Parameters
    ----------
    means : array_like, shape (m,)
        Mean scores of m runs under one measure.
    p_values : array_like, shape (m, m)
        As `randomised_tukey_hsd` returns them.
    alpha : float
        Significance level, between 0 and 1.
    larger_is_better : bool
        Direction of the measure; it must be given.

    Returns
    -------
    tuple of tuple of int
        Positions of runs, best first, in groups of neighbours in the ranking, best group
        first. Groups overlap; every run is in at least one.

    Raises
    ------
    ValueError
        If a mean is not finite, something is no p-value, alpha is not between 0 and 1, or the
        direction is missing.

    Notes
    -----
    In Tukey's test a larger difference never has a larger p-value, unless it is studentised.
    Hence runs between two that cannot be told apart cannot be told apart either, and groups of
    neighbours are all the maximal cliques there are: at most m. Under a studentised or Fisher's
    test they are still groups in which no two differ, but other groups may exist.

    Examples
    --------
    >>> from oq_core.analysis import indistinct_groups
    >>> p = [[1, 0.4, 0.01], [0.4, 1, 0.2], [0.01, 0.2, 1]]
    >>> indistinct_groups([0.1, 0.2, 0.3], p, larger_is_better=False)
    ((0, 1), (1, 2))
    """
    order = _best_first(means, larger_is_better)
    runs = len(order)
    differs = np.triu(check_p_values(p_values)[np.ix_(order, order)] <= check_alpha(alpha), k=1)
    # For each run the first below it that differs from it, or from one in between.
    first = np.where(differs.any(axis=1), differs.argmax(axis=1), runs)
    ends = np.minimum.accumulate(first[::-1])[::-1]
    starts = np.flatnonzero(np.diff(ends, prepend=0))
    return tuple(tuple(int(run) for run in order[start : ends[start]]) for start in starts)


def group_letters(groups: tuple[tuple[int, ...], ...], runs: int) -> tuple[str, ...]:
    """Letters by which runs that share one cannot be told apart.

    Parameters
    ----------
    groups : tuple of tuple of int
        As `indistinct_groups` returns them.
    runs : int
        How many runs there are.

    Returns
    -------
    tuple of str
        For each run the letters of its groups: "a", "ab", "b", ...; after z comes a′.

    Examples
    --------
    >>> from oq_core.analysis import group_letters
    >>> group_letters(((0, 1), (1, 2)), runs=3)
    ('a', 'ab', 'b')
    """
    names = [
        _ALPHABET[i % len(_ALPHABET)] + "′" * (i // len(_ALPHABET)) for i in range(len(groups))
    ]
    return tuple(
        "".join(name for name, group in zip(names, groups, strict=True) if run in group)
        for run in range(runs)
    )
