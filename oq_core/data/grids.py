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


def apportioned(shares: npt.ArrayLike, sizes: npt.ArrayLike) -> Votes:
    """Whole numbers that are nearest to shares of so many, by largest remainders.

    Parameters
    ----------
    shares : array_like of float, shape (..., L)
        0 or more, none of a row all 0; they need not sum to 1.
    sizes : array_like of int, shape (...)
        How many there are to share out.

    Returns
    -------
    ndarray of int64, shape (..., L)
        Each row sums to its size. Of equal remainders, the first is rounded up.

    Examples
    --------
    >>> from oq_core.data.grids import apportioned
    >>> apportioned([[1 / 3, 1 / 3, 1 / 3], [0.501, 0.499, 0]], [10, 100]).tolist()
    [[4, 3, 3], [50, 50, 0]]
    """
    wanted, totals = np.asarray(shares, float), np.asarray(sizes, np.int64)[..., None]
    exact = wanted / wanted.sum(axis=-1, keepdims=True) * totals
    # A product that is whole but for rounding is whole.
    floors = np.floor(exact + 1e-9).astype(np.int64)
    order = np.argsort(floors - exact, axis=-1, kind="stable")
    more = np.arange(wanted.shape[-1]) < totals - floors.sum(axis=-1, keepdims=True)
    np.put_along_axis(floors, order, np.take_along_axis(floors, order, -1) + more, -1)
    return floors
