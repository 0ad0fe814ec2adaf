"""What a test says of runs: who beats whom, and which runs cannot be told apart."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from oq_core.data.arrays import as_losses, check_alpha, check_p_values
from oq_core.data.results import Result
from oq_core.defaults import ALPHA

#: After z comes a′, after z′ comes a′′.
_ALPHABET = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True)
class SignificantDifference(Result):
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


def _differing(
    means: npt.ArrayLike, p_values: npt.ArrayLike, alpha: float, larger_is_better: bool | None
) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.bool_]]:
    """Positions of the runs, best first, and which of them, in this order, differ."""
    order = np.argsort(as_losses(means, larger_is_better), kind="stable")
    p = check_p_values(p_values)[np.ix_(order, order)]
    return order, (p <= check_alpha(alpha)) & ~np.eye(len(order), dtype=bool)


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
        P-values of `randomised_tukey_hsd`, sizes of `effect_sizes`.
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
    >>> from oq_core.analysis import significant_differences
    >>> p, effects = [[1, 0.01], [0.01, 1]], [[0, 1.5], [1.5, 0]]
    >>> significant_differences([0.3, 0.1], p, effects, larger_is_better=False)
    (SignificantDifference(better=1, worse=0, p=0.01, effect=1.5),)
    """
    order, differs = _differing(means, p_values, alpha, larger_is_better)
    p, effect = np.asarray(p_values), np.asarray(effects)
    found = order[np.argwhere(np.triu(differs))].tolist()
    return tuple(
        SignificantDifference(i, j, p=float(p[i, j]), effect=float(effect[i, j])) for i, j in found
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
    order, differs = _differing(means, p_values, alpha, larger_is_better)
    # Row i: whom the i-th best beats, from the worst up; never itself, so it ends there.
    beaten = np.triu(differs)[:, ::-1]
    counts = np.empty(len(order), dtype=np.int64)
    counts[order] = np.logical_and.accumulate(beaten, axis=1).sum(axis=1)
    return counts


def indistinct_groups(
    means: npt.ArrayLike,
    p_values: npt.ArrayLike,
    alpha: float = ALPHA,
    larger_is_better: bool | None = None,
) -> tuple[tuple[int, ...], ...]:
    """Groups of runs: two runs share one if and only if they do not differ significantly.

    Parameters
    ----------
    means : array_like, shape (m,)
        Mean scores of m runs under one measure.
    p_values : array_like, shape (m, m)
        Of every pair of runs, by any test.
    alpha : float
        Significance level, between 0 and 1.
    larger_is_better : bool
        Direction of the measure; it must be given.

    Returns
    -------
    tuple of tuple of int
        Positions of runs, best first, and the groups with the best runs first. Groups overlap;
        every run is in at least one. No two runs of a group differ, no run could join one, and
        none can be left out. In Tukey's plain test they are neighbours in the ranking; in others
        a group may pass over runs.

    Raises
    ------
    ValueError
        If a mean is not finite, something is no p-value, alpha is not between 0 and 1, or the
        direction is missing.

    Notes
    -----
    Insert and absorb (Piepho, An algorithm for a letter-based representation of all-pairwise
    comparisons, Journal of Computational and Graphical Statistics 13, 2004) with a sweep after
    each insertion (Gramm and others, Algorithms for compact letter displays, Computational
    Statistics & Data Analysis 52, 2007). All largest groups would be too many: 1,024 for twenty
    runs of which ten separate pairs differ.

    Examples
    --------
    >>> from oq_core.analysis import indistinct_groups
    >>> p = [[1, 0.4, 0.01], [0.4, 1, 0.2], [0.01, 0.2, 1]]
    >>> indistinct_groups([0.1, 0.2, 0.3], p, larger_is_better=False)
    ((0, 1), (1, 2))
    """
    order, differs = _differing(means, p_values, alpha, larger_is_better)
    groups = np.ones((1, len(order)), dtype=bool)
    shared = np.ones(differs.shape, dtype=np.int64)
    for run, others in enumerate(differs):
        torn = groups[:, run] & (groups & others).any(axis=1)
        for group in groups[torn]:
            shared[np.ix_(group, group)] -= 1
        with_run, without_run = groups[torn] & ~others, groups[torn]
        without_run[:, run] = False
        # Since it was last swept, each whole group has a pair that is in none of the others.
        parts = _swept(np.concatenate([with_run, without_run]), shared)
        groups = np.concatenate([groups[~torn], parts])
    groups = _swept(_grown(groups, differs), np.zeros_like(shared))
    found = sorted(tuple(np.flatnonzero(group).tolist()) for group in groups)
    return tuple(tuple(int(order[place]) for place in group) for group in found)


def _swept(groups: npt.NDArray[np.bool_], shared: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
    """The groups (G, m) without those, small ones first, whose every pair is in another one.

    `shared` (m, m) says in how many others each pair is, and then in how many with these.
    """
    for group in groups:
        shared[np.ix_(group, group)] += 1
    kept = np.ones(len(groups), dtype=bool)
    for place in np.argsort(groups.sum(axis=1), kind="stable"):
        pairs = np.ix_(groups[place], groups[place])
        if (shared[pairs] > 1).all():
            shared[pairs] -= 1
            kept[place] = False
    return groups[kept]


def _grown(groups: npt.NDArray[np.bool_], differs: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """The groups with every run that differs from none of their own, best runs first."""
    grown = groups.copy()
    for run, others in enumerate(differs):
        grown[:, run] |= ~(grown & others).any(axis=1)
    return grown


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
