"""Coefficients of agreement of two who rate: each from the counts of what both said of an item."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

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


def _mean(weights: Array | npt.NDArray[np.bool_], counts: Array) -> Array:
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


def _ac2(power: int) -> Callable[[Array], Array]:
    def compute(counts: Array) -> Array:
        size = counts.shape[-1]
        weights = 1 - (np.abs(_steps(counts)) / max(size - 1, 1)) ** power
        whole = counts.sum(axis=(-2, -1))
        shares = _ratio(counts.sum(axis=-1) + counts.sum(axis=-2), 2 * whole[..., None])
        chance = weights.sum() / (size * max(size - 1, 1)) * (shares * (1 - shares)).sum(axis=-1)
        return _ratio(_mean(weights, counts) - chance, 1 - chance)

    return compute


def _moments(counts: Array, across: Array, down: Array) -> tuple[Array, Array, Array]:
    """Sums of squares about the means, of down, of across, and of their products."""
    whole = counts.sum(axis=(-2, -1))
    rows, columns = counts.sum(axis=-1), counts.sum(axis=-2)
    y = down - _ratio((rows * down).sum(axis=-1), whole)[..., None]
    x = across - _ratio((columns * across).sum(axis=-1), whole)[..., None]
    products = (counts * y[..., :, None] * x[..., None, :]).sum(axis=(-2, -1))
    return (rows * y**2).sum(axis=-1), (columns * x**2).sum(axis=-1), products


def _icc(counts: Array) -> Array:
    """Two who rate all items, each a draw from many: single ratings, absolute agreement."""
    whole = counts.sum(axis=(-2, -1))
    places = np.arange(counts.shape[-1], dtype=np.float64)
    down, across, products = _moments(counts, places, places)
    apart = _mean(_steps(counts), counts) ** 2 * whole / 2
    items = (down + across + 2 * products) / 2 / np.maximum(whole - 1, 1)
    error = (down + across - 2 * products) / 2 / np.maximum(whole - 1, 1)
    found = _ratio(items - error, items + error + 2 * (apart - error) / np.maximum(whole, 1))
    return np.where(whole > 1, found, np.nan)


def _spearman(counts: Array) -> Array:
    def ranks(totals: Array) -> Array:
        return np.cumsum(totals, axis=-1) - totals / 2

    down, across, products = _moments(
        counts, ranks(counts.sum(axis=-2)), ranks(counts.sum(axis=-1))
    )
    return _ratio(products, np.sqrt(down * across))


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
            "alpha-interval", "Krippendorff's α, interval", _of("alpha_INT"), "larger",
            _AT_CHANCE, _KRIPPENDORFF,
        ),
        Coefficient(
            "AC2", "Gwet's AC2, quadratic", _ac2(2), "larger",
            f"{_AT_CHANCE}, by a chance that is small where most ratings are of one class", _GWET,
        ),
        Coefficient("AC2-linear", "Gwet's AC2, linear", _ac2(1), "larger", _AT_CHANCE, _GWET),
        Coefficient(
            "ICC", "ICC(2,1)", _icc, "larger",
            "share of the variance that is the items'; 1 is full agreement",
            "Shrout and Fleiss, Psychological Bulletin 86, 1979",
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
            "adjacent", "adjacent agreement",
            lambda counts: _mean(np.abs(_steps(counts)) <= 1, counts), "larger",
            "share of ratings that are at most one class apart", "",
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
