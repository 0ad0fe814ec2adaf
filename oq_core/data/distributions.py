"""Checked distributions over ordered classes, and the baselines made from gold ones."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

#: What the classes of a distribution may sum to, either side of 1. Wide enough for
#: float32 arrays, far narrower than any rounding a person would type.
SUM_TOLERANCE = 1e-6

#: Probabilities, or scores, closer than this are tied. Real differences between shares of
#: votes are far larger and floating-point noise is far smaller.
TIE_TOLERANCE = 1e-9

#: Shares of L ordered classes, shape (..., L): the last axis sums to 1.
Distributions = npt.NDArray[np.float64]


def check_distributions(values: npt.ArrayLike, name: str) -> Distributions:
    """`values` as float64 distributions, or the error that says what is wrong and where.

    Parameters
    ----------
    values : array_like, shape (..., L)
        Probabilities of the L ordered classes on the last axis.
    name : str
        What to call the array in an error.

    Returns
    -------
    ndarray of float64, shape (..., L)

    Raises
    ------
    ValueError
        If there are fewer than two classes, or a value is not a number, not finite or
        negative, or a distribution does not sum to 1 within `SUM_TOLERANCE`.

    Examples
    --------
    >>> from oq_core.data import check_distributions
    >>> check_distributions([0.5, 0.4], "gold")
    Traceback (most recent call last):
    ...
    ValueError: gold sums to 0.9 instead of 1 (tolerance 1e-06)
    """
    try:
        array = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{name} must be an array of numbers: {error}") from None
    if array.ndim == 0 or array.shape[-1] < 2:
        raise ValueError(f"{name} needs at least two classes on its last axis, not {array.shape}")
    for wrong, fault in (
        (~np.isfinite(array), "is not a finite number"),
        (array < 0, "is negative"),
    ):
        if wrong.any():
            place = tuple(int(i) for i in np.argwhere(wrong)[0])
            raise ValueError(f"{name}{list(place)} is {array[place]}, which {fault}")
    sums = array.sum(axis=-1)
    wrong = np.abs(sums - 1) > SUM_TOLERANCE
    if wrong.any():
        place = tuple(int(i) for i in np.argwhere(wrong)[0])
        where = f"{name}{list(place)}" if place else name
        raise ValueError(
            f"{where} sums to {sums[place]:.9g} instead of 1 (tolerance {SUM_TOLERANCE:g})"
        )
    return array


def check_pair(
    estimated: npt.ArrayLike, gold: npt.ArrayLike
) -> tuple[Distributions, Distributions]:
    """Estimated and gold distributions as float64, checked together.

    Parameters
    ----------
    estimated, gold : array_like, shape (..., L)
        Leading axes broadcast against each other.

    Returns
    -------
    tuple of two ndarrays of float64

    Raises
    ------
    ValueError
        As `check_distributions`; or if the two differ in L, or their leading axes do not
        broadcast.

    Examples
    --------
    >>> from oq_core.data import check_pair
    >>> estimated, gold = check_pair([[0.5, 0.5], [1, 0]], [0.2, 0.8])
    >>> estimated.shape, gold.shape
    ((2, 2), (2,))
    """
    checked = check_distributions(estimated, "estimated"), check_distributions(gold, "gold")
    shapes = [array.shape for array in checked]
    if shapes[0][-1] != shapes[1][-1]:
        raise ValueError(
            f"estimated has {shapes[0][-1]} classes and gold has {shapes[1][-1]}; "
            "they must have the same classes in the same order"
        )
    try:
        np.broadcast_shapes(*shapes)
    except ValueError:
        raise ValueError(
            f"estimated {shapes[0]} and gold {shapes[1]} do not broadcast against each other"
        ) from None
    return checked


def class_preferences(distributions: Distributions) -> npt.NDArray[np.int8]:
    """Which class of each pair of classes has more: 1 the first, -1 the second, 0 neither.

    Parameters
    ----------
    distributions : ndarray of float64, shape (..., L)
        Checked (see `check_distributions`).

    Returns
    -------
    ndarray of int8, shape (..., L * (L - 1) / 2)
        Pairs come in the order (0, 1), (0, 2), ..., (1, 2), ... of `itertools.combinations`.
        Two classes are tied if they differ by at most `TIE_TOLERANCE` times the larger of the
        two: 0.1 + 0.2 and 0.3 are tied, 1e-10 and 1e-12 (as in the tails of a softmax) are not.

    Examples
    --------
    >>> class_preferences(np.array([0.1 + 0.2, 0.4, 0.3])).tolist()
    [-1, 0, 1]
    >>> class_preferences(np.array([1e-12, 1e-10, 1 - 1e-10 - 1e-12])).tolist()
    [-1, -1, -1]
    """
    first, second = np.triu_indices(distributions.shape[-1], k=1)
    ours, theirs = distributions[..., first], distributions[..., second]
    gaps, tolerance = ours - theirs, TIE_TOLERANCE * np.maximum(ours, theirs)
    return (gaps > tolerance).astype(np.int8) - (gaps < -tolerance)


def popularity(gold: npt.ArrayLike) -> Distributions:
    """The Popularity baseline: everything on the gold's most frequent class.

    Ties split the mass equally: k modes get 1/k each, as the tasks' official baseline does.
    Classes within `TIE_TOLERANCE` of the largest count as modes.

    Parameters
    ----------
    gold : array_like, shape (..., L)

    Returns
    -------
    ndarray of float64, shape (..., L)

    Raises
    ------
    ValueError
        If `gold` does not hold distributions (see `check_distributions`).

    Notes
    -----
    LQ21 section 5.2. It reads the gold, so it is an oracle, not a system.

    Examples
    --------
    >>> from oq_core.data import popularity
    >>> popularity([0.4, 0.2, 0.4]).tolist()
    [0.5, 0.0, 0.5]
    """
    checked = check_distributions(gold, "gold")
    modes = checked >= checked.max(axis=-1, keepdims=True) - TIE_TOLERANCE
    return modes / modes.sum(axis=-1, keepdims=True)


def pooled(gold: npt.ArrayLike) -> Distributions:
    """The Pooled baseline: for every instance the mean of all gold distributions.

    Parameters
    ----------
    gold : array_like, shape (..., n, L)

    Returns
    -------
    ndarray of float64, shape (..., n, L)

    Raises
    ------
    ValueError
        If `gold` does not hold distributions (see `check_distributions`), or only one.

    Notes
    -----
    It looks at the gold of all instances together, and at none alone. Where this gold is the
    training data it is a system, which has learnt how ratings are spread and nothing else; where
    it is the gold that is scored, it is an oracle.

    Examples
    --------
    >>> from oq_core.data import pooled
    >>> pooled([[0.5, 0.5], [0.0, 1.0]]).tolist()
    [[0.25, 0.75], [0.25, 0.75]]
    """
    checked = check_distributions(gold, "gold")
    if checked.ndim < 2:
        raise ValueError("gold is one distribution; Pooled is the mean of those of all instances")
    return np.broadcast_to(checked.mean(axis=-2, keepdims=True), checked.shape).copy()


def uniform(gold: npt.ArrayLike) -> Distributions:
    """The Uniform baseline: 1/L for each of the L classes, in the shape of `gold`.

    Parameters
    ----------
    gold : array_like, shape (..., L)

    Returns
    -------
    ndarray of float64, shape (..., L)

    Raises
    ------
    ValueError
        If `gold` does not hold distributions (see `check_distributions`).

    Notes
    -----
    LQ21 section 5.2.

    Examples
    --------
    >>> from oq_core.data import uniform
    >>> uniform([0.4, 0.2, 0.2, 0.2]).tolist()
    [0.25, 0.25, 0.25, 0.25]
    """
    checked = check_distributions(gold, "gold")
    return np.full_like(checked, 1 / checked.shape[-1])
