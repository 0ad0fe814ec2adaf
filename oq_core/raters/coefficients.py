"""Coefficients of agreement of two who rate: each from the counts of what both said of an item."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from oq_core.data.arrays import Array, ratio
from oq_core.measures import OC_MEASURES


@dataclass(frozen=True)
class Coefficient:
    """A coefficient of agreement.

    Attributes
    ----------
    key : str
    words : str
        What it is called.
    compute : callable
        Takes counts (..., L, L) with one who rates down, the other across, both lowest class
        first; weighted counts need not be whole, and their sum is the number of items. Gives
        values (...), NaN where it is undefined.
    better : {"larger", "smaller", "nearer 0"}
    about : str
        What it says, with its range.
    source : str

    Examples
    --------
    >>> print(COEFFICIENTS["exact"].compute(np.array([[2.0, 1.0], [0.0, 1.0]])))
    0.75
    """

    key: str
    words: str
    compute: Callable[[Array], Array]
    better: str
    about: str
    source: str


def _ratio(above: Array, below: Array) -> Array:
    # What is 0 but for rounding would give any number.
    return ratio(above, np.where(below > 1e-12, below, 0))


def _steps(counts: Array) -> Array:
    """How many classes the one across is above the other, for each cell."""
    places = np.arange(counts.shape[-1])
    return (places - places[:, None]).astype(np.float64)


def _mean(weights: Array, counts: Array) -> Array:
    return _ratio((weights * counts).sum(axis=(-2, -1)), counts.sum(axis=(-2, -1)))


def _of(key: str) -> Callable[[Array], Array]:
    """A measure of classification, to which it does not matter which of the two is the gold."""

    def compute(counts: Array) -> Array:
        # Of no items it is undefined.
        with np.errstate(invalid="ignore"):
            return OC_MEASURES[key].function(counts)

    return compute


def _quadratic_kappa(counts: Array) -> Array:
    weights = _steps(counts) ** 2
    rows, columns = counts.sum(axis=-1), counts.sum(axis=-2)
    expected = (weights * rows[..., :, None] * columns[..., None, :]).sum(axis=(-2, -1))
    whole = counts.sum(axis=(-2, -1))
    return 1 - _ratio((weights * counts).sum(axis=(-2, -1)) * whole, expected)


def _ac2(counts: Array) -> Array:
    size = counts.shape[-1]
    weights = 1 - (_steps(counts) / max(size - 1, 1)) ** 2
    whole = counts.sum(axis=(-2, -1))
    shares = _ratio(counts.sum(axis=-1) + counts.sum(axis=-2), 2 * whole[..., None])
    chance = weights.sum() / (size * max(size - 1, 1)) * (shares * (1 - shares)).sum(axis=-1)
    return _ratio(_mean(weights, counts) - chance, 1 - chance)


def _spearman(counts: Array) -> Array:
    whole = counts.sum(axis=(-2, -1))
    rows, columns = counts.sum(axis=-1), counts.sum(axis=-2)
    down, across = (np.cumsum(each, axis=-1) - each / 2 for each in (rows, columns))
    y = down - _ratio((rows * down).sum(axis=-1), whole)[..., None]
    x = across - _ratio((columns * across).sum(axis=-1), whole)[..., None]
    products = (counts * y[..., :, None] * x[..., None, :]).sum(axis=(-2, -1))
    squares = (rows * y**2).sum(axis=-1) * (columns * x**2).sum(axis=-1)
    return _ratio(products, np.sqrt(squares))


def _tau(counts: Array) -> Array:
    """Kendall's tau-b; a pair that ties for one of the two speaks neither for nor against."""
    below = np.cumsum(np.cumsum(counts, axis=-2), axis=-1)
    same, other = np.zeros_like(counts), np.zeros_like(counts)
    same[..., 1:, 1:] = below[..., :-1, :-1]
    other[..., 1:, :] = (below[..., -1:] - below)[..., :-1, :]
    speaks = (counts * (same - other)).sum(axis=(-2, -1))
    whole = counts.sum(axis=(-2, -1)) ** 2
    rows = whole - (counts.sum(axis=-1) ** 2).sum(axis=-1)
    columns = whole - (counts.sum(axis=-2) ** 2).sum(axis=-1)
    return _ratio(2 * speaks, np.sqrt(rows * columns))


_COHEN = "Cohen, Psychological Bulletin 70, 1968"
_KRIPPENDORFF = "Krippendorff, Content Analysis, 2018, chapter 12"
_GWET = "Gwet, Handbook of Inter-Rater Reliability, 2014, chapter 4"
_AT_CHANCE = "1 is full agreement, 0 that of chance"

#: All coefficients, in the order in which tables have them.
COEFFICIENTS: dict[str, Coefficient] = {
    each.key: each
    for each in (
        Coefficient(
            "QWK", "quadratic weighted κ", _quadratic_kappa, "larger",
            f"{_AT_CHANCE}; a step of two classes counts four times", _COHEN,
        ),
        Coefficient("kappa", "linear weighted κ", _of("kappa"), "larger", _AT_CHANCE, _COHEN),
        Coefficient(
            "alpha", "Krippendorff's α, ordinal", _of("alpha_ORD"), "larger",
            f"{_AT_CHANCE}; classes are as far apart as ratings lie between them", _KRIPPENDORFF,
        ),
        Coefficient(
            "AC2", "Gwet's AC2, quadratic", _ac2, "larger",
            f"{_AT_CHANCE}, by a chance that is small where most ratings are of one class", _GWET,
        ),
        Coefficient(
            "rho", "Spearman's ρ", _spearman, "larger",
            "whether both order the items alike; says nothing of leniency",
            "Spearman, American Journal of Psychology 15, 1904",
        ),
        Coefficient(
            "tau", "Kendall's τ-b", _tau, "larger",
            "whether both order the items alike; says nothing of leniency",
            "Kendall, Biometrika 33, 1945",
        ),
        Coefficient(
            "exact", "exact agreement", _of("Accuracy"), "larger",
            "share of ratings that are the same", "",
        ),
        Coefficient(
            "MAE", "mean absolute difference", _of("MAE_mu"), "smaller", "in classes", "",
        ),
        Coefficient(
            "bias", "mean difference", lambda counts: _mean(_steps(counts), counts), "nearer 0",
            "in classes; above 0 the judge rates higher than people", "",
        ),
    )
}  # fmt: skip

#: Those that are shown at first.
USUAL = ("QWK", "alpha", "AC2", "exact", "MAE", "bias")
