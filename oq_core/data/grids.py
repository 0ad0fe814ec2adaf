"""Grids of votes and of distributions."""

from __future__ import annotations

from itertools import chain, combinations
from math import comb

import numpy as np
import numpy.typing as npt

from oq_core.data.distributions import Distributions

Votes = npt.NDArray[np.int64]


def vote_grid(classes: int, votes: int) -> Votes:
    """Every way to share out votes over classes, in lexicographic order.

    Parameters
    ----------
    classes : int
        L, at least 2.
    votes : int
        At least 1.

    Returns
    -------
    ndarray of int64, shape (N, L)
        Each row sums to `votes`; N is the binomial coefficient (votes + L - 1 over L - 1).

    Raises
    ------
    ValueError
        If there are fewer than two classes or no vote.

    Examples
    --------
    >>> vote_grid(2, 2).tolist()
    [[0, 2], [1, 1], [2, 0]]
    """
    if classes < 2 or votes < 1:
        raise ValueError(f"there must be two classes and one vote, not {classes} and {votes}")
    # L - 1 bars among votes + L - 1 places; the votes of a class are those between two bars.
    places, bars = votes + classes - 1, classes - 1
    chosen = np.fromiter(
        chain.from_iterable(combinations(range(places), bars)), np.int64, comb(places, bars) * bars
    ).reshape(-1, bars)
    edges = np.pad(chosen, ((0, 0), (1, 1)), constant_values=((0, 0), (-1, places)))
    return np.diff(edges, axis=1) - 1


def simplex_grid(steps: int) -> Distributions:
    """All distributions over three classes that are multiples of 1/steps.

    Parameters
    ----------
    steps : int
        Steps on an edge of the triangle, at least 1.

    Returns
    -------
    ndarray of float64, shape (N, 3)
        N = (steps + 1)(steps + 2) / 2.

    Raises
    ------
    ValueError
        If there is no step.

    Examples
    --------
    >>> from oq_core.data.grids import simplex_grid
    >>> simplex_grid(1).tolist()
    [[0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]]
    """
    return vote_grid(3, steps) / steps
