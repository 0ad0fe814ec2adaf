"""Ways to estimate how people would rate all items, each from counts of what both said."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from oq_core.data.arrays import Array, ratio

Assumption: TypeAlias = Literal["random", "alike"]

#: What must be true, in words.
ASSUMPTIONS: dict[Assumption, str] = {
    "random": "the items that people rated were drawn at random",
    "alike": "the judge errs alike everywhere, wherever people rated",
}
#: Steps of EM at the most, and the largest change of a share that ends it.
_STEPS, _SMALL = 1000, 1e-6


@dataclass(frozen=True)
class Estimator:
    """A way to estimate the shares of classes that people would give.

    Attributes
    ----------
    key : str
    words : str
        What it is called.
    compute : callable
        Takes counts (..., L, L) of labelled items, the judge's class down and people's across,
        and the judge's counts (..., L) of all items; gives shares (..., L).
    assumption : {"", "random", "alike"}
        A key of `ASSUMPTIONS`; "" is shown beside both.
    about : str
    source : str

    Examples
    --------
    >>> counts = np.array([[3.0, 1.0], [0.0, 4.0]])
    >>> print(ESTIMATORS["stratified"].compute(counts, np.array([100.0, 100.0])))
    [0.375 0.625]
    """

    key: str
    words: str
    compute: Callable[[Array, Array], Array]
    assumption: Literal["", "random", "alike"]
    about: str
    source: str


def _shares(counts: Array, otherwise: Array | float = np.nan) -> Array:
    """Nothing below 0, and a sum of 1; where nothing is above 0, what is given for it."""
    above = np.maximum(counts, 0)
    return ratio(above, above.sum(axis=-1, keepdims=True), otherwise)


def _labels(counts: Array, _everything: Array) -> Array:
    return _shares(counts.sum(axis=-2))


def _powered(counts: Array, everything: Array) -> Array:
    errors = counts.sum(axis=-2) - counts.sum(axis=-1)
    return _shares(_shares(everything) + errors / counts.sum(axis=(-2, -1))[..., None])


def _stratified(counts: Array, everything: Array) -> Array:
    rows = counts.sum(axis=-1, keepdims=True)
    # Of a class that the judge gave to no labelled item, all labels tell.
    people = np.where(rows > 0, counts, counts.sum(axis=-2, keepdims=True))
    return (_shares(everything)[..., None, :] @ _shares(people))[..., 0, :]


def _confusions(counts: Array) -> Array:
    """Chances (..., L, L) of the judge's class, down, where people give the one across."""
    return ratio(counts, counts.sum(axis=-2, keepdims=True), 0)


def _adjusted(counts: Array, everything: Array) -> Array:
    solved = np.linalg.pinv(_confusions(counts)) @ _shares(everything)[..., None]
    return _shares(solved[..., 0], _labels(counts, everything))


def _em(counts: Array, everything: Array) -> Array:
    size = counts.shape[-1]
    start, judge = np.broadcast_arrays(_labels(counts, everything), _shares(everything))
    chances = np.broadcast_to(_confusions(counts), (*start.shape, size)).reshape(-1, size, size)
    found, judge = start.reshape(-1, 1, size).copy(), judge.reshape(-1, 1, size)
    moving = np.arange(len(found))
    for _ in range(_STEPS):
        if not len(moving):
            break
        last, own = found[moving], chances[moving]
        expected = last @ own.swapaxes(-1, -2)
        weights = ratio(judge[moving], expected, 0)
        found[moving] = _shares(last * (weights @ own), last)
        moving = moving[np.abs(found[moving] - last).max(axis=(1, 2)) >= _SMALL]
    return found.reshape(start.shape)


#: All of them by key.
ESTIMATORS = {
    each.key: each
    for each in (
        Estimator(
            "labels", "labels alone", _labels, "",
            "shares of people's own ratings; the judge is not used, and the labelled items must "
            "be drawn at random", "",
        ),
        Estimator(
            "powered", "prediction-powered", _powered, "random",
            "the judge's shares, corrected by its mean error on the labelled items",
            "Angelopoulos and others, Science 382, 2023",
        ),
        Estimator(
            "stratified", "post-stratified", _stratified, "random",
            "people's shares among the items of each of the judge's classes, weighted by how often "
            "it gives the class", "Holt and Smith, Journal of the Royal Statistical Society A 142, "
            "1979",
        ),
        Estimator(
            "EM", "EM", _em, "alike",
            "the shares under which the judge's ratings are most likely, given its confusions",
            "Saerens, Latinne and Decaestecker, Neural Computation 14, 2002",
        ),
        Estimator(
            "adjusted", "adjusted count", _adjusted, "alike",
            "the shares that give the judge's shares through its confusions, by least squares; "
            "what is below 0 is made 0", "Forman, Data Mining and Knowledge Discovery 17, 2008",
        ),
    )
}  # fmt: skip
