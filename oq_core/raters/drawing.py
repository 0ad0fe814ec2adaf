"""Votes and draws of votes: what every analysis of raters starts from."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from oq_core.data.arrays import Array
from oq_core.data.collection import Collection
from oq_core.data.scores import clusters_of
from oq_core.measures.quantification import Measure

Votes = npt.NDArray[np.int64]

#: Numbers (instances × classes) that are scored at once: bounds memory.
_NUMBERS_AT_ONCE = 2**20


def check_votes(votes: npt.ArrayLike) -> Votes:
    """Vote counts as int64, or the error that says what is wrong with them.

    Parameters
    ----------
    votes : array_like of int, shape (n, L)

    Returns
    -------
    ndarray of int64, shape (n, L)

    Raises
    ------
    ValueError
        If there are fewer than two classes or no instance, a count is negative or no whole
        number, or an instance has no vote.

    Examples
    --------
    >>> check_votes([[1, 2], [0, 0]])
    Traceback (most recent call last):
    ...
    ValueError: instance 1 has no ratings; leave it out
    """
    array = np.asarray(votes)
    if array.ndim != 2 or array.shape[0] < 1 or array.shape[1] < 2:
        raise ValueError(f"votes must be (instances, two or more classes), not {array.shape}")
    if not np.issubdtype(array.dtype, np.integer) or (array < 0).any():
        raise ValueError("votes must be whole numbers of 0 or more")
    empty = np.flatnonzero(array.sum(axis=1) == 0)
    if empty.size:
        raise ValueError(f"instance {empty[0]} has no ratings; leave it out")
    return array.astype(np.int64)


def votes_of(collection: Collection) -> Votes:
    """The votes of a collection's gold.

    Raises
    ------
    ValueError
        If the gold was given as shares: how many people rated is then unknown.

    Examples
    --------
    >>> votes_of(Collection("C", ("x", "y"), ("d1",), np.array([[0.5, 0.5]])))
    Traceback (most recent call last):
    ...
    ValueError: C: the gold has shares, not votes. How many people rated is unknown.
    """
    if collection.votes is None:
        raise ValueError(
            f"{collection.name}: the gold has shares, not votes. How many people rated is unknown."
        )
    return check_votes(collection.votes)


def as_shares(votes: npt.NDArray[np.integer] | Array) -> Array:
    """Votes (..., L) as distributions (..., L)."""
    return votes / votes.sum(axis=-1, keepdims=True)


def redrawn_by(distributions: Array, sizes: npt.NDArray[np.integer], chances: Array) -> Array:
    """Distributions of so many ratings, drawn from distributions by chances that are given.

    The same chances give like draws of like distributions, so that these can be compared.

    Parameters
    ----------
    distributions : ndarray of float64, shape (..., L)
    sizes : ndarray of int, shape (...)
        Ratings of each draw, above 0.
    chances : ndarray of float64, shape (D, N)
        Uniform in [0, 1): a row each draw, a number each rating, as many as the largest size.

    Returns
    -------
    ndarray of float64, shape (..., D, L)

    Examples
    --------
    >>> chances = np.array([[0.1, 0.7, 0.4, 0.9]])
    >>> redrawn_by(np.array([0.5, 0.5]), np.array(2), chances).tolist()
    [[0.5, 0.5]]
    >>> redrawn_by(np.array([0.5, 0.5]), np.array(3), chances).round(2).tolist()
    [[0.67, 0.33]]
    """
    counts = np.asarray(sizes)[..., None]
    asked = (np.arange(chances.shape[1]) < counts)[..., None, :]
    ends = np.cumsum(distributions, axis=-1)[..., :-1, None, None]
    # One class at a time: all at once would be L times as many numbers.
    below = [
        ((chances < ends[..., code, :, :]) & asked).sum(axis=-1) for code in range(ends.shape[-3])
    ]
    whole = np.broadcast_to(counts, below[0].shape)
    votes = np.diff(np.stack([np.zeros_like(whole), *below, whole], axis=-1), axis=-1)
    return as_shares(votes)


def chosen_of(
    votes: npt.NDArray[np.integer],
    sizes: npt.ArrayLike,
    generator: np.random.Generator,
) -> Votes:
    """So many of the ratings of every instance, each set of them equally likely.

    Parameters
    ----------
    votes : ndarray of int, shape (..., L)
    sizes : array_like of int, shape (...)
        At most as many as there are; broadcasts.
    generator : numpy.random.Generator

    Returns
    -------
    ndarray of int64, shape (..., L)
        The votes of those that were drawn, without replacement.

    Examples
    --------
    >>> chosen_of(np.array([[2, 0, 1]]), 3, np.random.default_rng(0)).tolist()
    [[2, 0, 1]]
    """
    left = votes.sum(axis=-1)
    wanted = np.broadcast_to(np.asarray(sizes), left.shape).copy()
    found = np.zeros(votes.shape, dtype=np.int64)
    for code in range(votes.shape[-1]):
        here = votes[..., code]
        left = left - here
        found[..., code] = generator.hypergeometric(here, left, wanted)
        wanted -= found[..., code]
    return found


def scored(measures: Sequence[Measure], estimated: Array, gold: Array) -> Array:
    """Scores of estimates against gold under K measures: (..., L) and (..., L) to (K, ...).

    Examples
    --------
    >>> from oq_core.measures.quantification import measures_of
    >>> scored(measures_of("NMD"), np.eye(2), np.eye(2)).tolist()
    [[0.0, 0.0]]
    """
    ours, theirs = np.broadcast_arrays(estimated, gold)
    rows, golds = ours.reshape(-1, ours.shape[-1]), theirs.reshape(-1, ours.shape[-1])
    # Some measures hold L x L numbers for every row.
    size = max(1, _NUMBERS_AT_ONCE // ours.shape[-1] ** 2)
    found = np.empty((len(measures), len(rows)))
    for start in range(0, len(rows), size):
        block = slice(start, start + size)
        for k, measure in enumerate(measures):
            found[k, block] = measure.function(rows[block], golds[block])
    return found.reshape(len(measures), *ours.shape[:-1])


def numbers_of_clusters(
    collection: Collection, separator: str = ""
) -> npt.NDArray[np.int64] | None:
    """The cluster of each instance as numbers from 0; None where each is its own.

    Parameters
    ----------
    collection : Collection
    separator : str
        What ends the cluster in an instance's id; without one, each instance is its own.

    Raises
    ------
    ValueError
        As `clusters_of`.

    Examples
    --------
    >>> made = Collection("C", ("x", "y"), ("a__1", "b__1", "a__2"), np.full((3, 2), 0.5))
    >>> numbers_of_clusters(made, "__"), numbers_of_clusters(made)
    (array([0, 1, 0]), None)
    """
    names = clusters_of(collection.ids, separator) if separator else ()
    return np.unique(names, return_inverse=True)[1].reshape(-1) if names else None
