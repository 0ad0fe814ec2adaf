"""Discriminative power: how many pairs of runs a measure can tell apart."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
import pandas as pd

from oq_core.analysis.pairs import PairTests, is_significant, pair_p_values
from oq_core.data.arrays import Array, as_scalar
from oq_core.data.results import Result
from oq_core.data.scores import counted, listed
from oq_core.defaults import ALPHA

Counts = npt.NDArray[np.int64]


@dataclass(frozen=True, repr=False)
class DiscriminativePower(Result):
    """S of T pairs found significant, under one measure or several.

    Attributes
    ----------
    significant : ndarray of int64, shape (...)
        S, the number of pairs with p <= alpha: one for each measure.
    pairs : int
        T = m (m - 1) / 2.
    measures : tuple of str
        The measures' keys, where they are known.

    Examples
    --------
    >>> from oq_core.analysis import DiscriminativePower
    >>> print(DiscriminativePower([28, 25], 91).share.round(3))
    [0.308 0.275]
    >>> table = DiscriminativePower([25, 28], 91, ("NMD", "RNOD")).to_frame()
    >>> table["DP %"].round(1).to_dict()
    {'RNOD': 30.8, 'NMD': 27.5}
    """

    significant: Counts
    pairs: int
    measures: tuple[str, ...] = field(default=(), compare=False)

    @property
    def share(self) -> Array:
        """DP = S / T, in [0, 1], shape (...); larger is more discriminative."""
        return as_scalar(np.asarray(np.asarray(self.significant) / self.pairs))

    def by(self, measures: Iterable[str] = ()) -> dict[str, DiscriminativePower]:
        """The power of each measure, by its key."""
        keys = tuple(measures) or self.measures
        counts = np.atleast_1d(self.significant)
        return {
            key: DiscriminativePower(count, self.pairs, (key,))
            for key, count in zip(keys, counts, strict=True)
        }

    def to_frame(self) -> pd.DataFrame:
        """S, T and DP %, a row for each measure, the most discriminative first."""
        counts = np.atleast_1d(self.significant)
        index = pd.Index(self.measures or range(len(counts)), name="measure")
        cells = {"S": counts, "T": self.pairs, "DP %": 100 * np.atleast_1d(self.share)}
        return pd.DataFrame(cells, index).sort_values("S", ascending=False, kind="stable")

    def _described(self) -> str:
        counts = np.atleast_1d(self.significant)
        names = self.measures or tuple(map(str, range(len(counts))))
        found = (f"{name} {count:,}" for name, count in zip(names, counts, strict=True))
        return f"{listed(tuple(found))} of {counted(self.pairs, 'pair')}"


@dataclass(frozen=True, eq=False, repr=False)
class PowerCurve(Result):
    """The p-values of all pairs of runs in descending order, under one measure or several.

    Drawn against 1..T; the closer to the origin, the more discriminative the measure.

    Attributes
    ----------
    p_values : ndarray of float64, shape (..., T)
        T = m (m - 1) / 2.
    measures : tuple of str
        The measures' keys, where they are known.

    Examples
    --------
    >>> from oq_core.analysis import discriminative_power_curve
    >>> discriminative_power_curve([[1, 0.2, 0.01], [0.2, 1, 0.05], [0.01, 0.05, 1]])
    <PowerCurve: 3 pairs>
    """

    p_values: Array
    measures: tuple[str, ...] = ()

    def to_frame(self) -> pd.DataFrame:
        """A row for each place from 1 to T, a column for each measure."""
        curves = np.atleast_2d(self.p_values)
        places = pd.RangeIndex(1, curves.shape[-1] + 1, name="place")
        return pd.DataFrame(curves.T, places, self.measures or range(len(curves)))

    def _described(self) -> str:
        known = f", {counted(len(self.measures), 'measure')} ({listed(self.measures)})"
        return counted(self.p_values.shape[-1], "pair") + (known if self.measures else "")


def discriminative_power_curve(tests: PairTests | npt.ArrayLike) -> PowerCurve:
    """The p-values of all pairs in descending order.

    Parameters
    ----------
    tests : PairTests, or array_like of shape (..., m, m)
        As `randomised_tukey_hsd` returns them.

    Returns
    -------
    PowerCurve

    Raises
    ------
    ValueError
        If something is no p-value.

    Notes
    -----
    ACL21 section 5.3; LQ21 section 5.1.

    Examples
    --------
    >>> from oq_core.analysis import discriminative_power_curve
    >>> p = [[1, 0.2, 0.01], [0.2, 1, 0.05], [0.01, 0.05, 1]]
    >>> discriminative_power_curve(p).p_values.tolist()
    [0.2, 0.05, 0.01]
    """
    measures = tests.measures if isinstance(tests, PairTests) else ()
    return PowerCurve(np.sort(pair_p_values(tests), axis=-1)[..., ::-1], measures)


def discriminative_power(
    tests: PairTests | npt.ArrayLike, alpha: float = ALPHA
) -> DiscriminativePower:
    """How many pairs of runs differ significantly under each measure.

    Parameters
    ----------
    tests : PairTests, or array_like of shape (K, m, m) or (m, m)
        P-values of K measures or of one.
    alpha : float
        Significance level, between 0 and 1.

    Returns
    -------
    DiscriminativePower
        Of K measures, or of one.

    Raises
    ------
    ValueError
        If alpha is not between 0 and 1, something is no p-value, or so few trials were made
        that no pair can be significant at alpha.

    Notes
    -----
    LQ21 section 5.1.

    Examples
    --------
    >>> from oq_core import discriminative_power
    >>> p = [[1, 0.2, 0.01], [0.2, 1, 0.05], [0.01, 0.05, 1]]
    >>> power = discriminative_power([p, p])
    >>> power.significant.tolist(), power.pairs
    ([2, 2], 3)
    """
    found = is_significant(tests, alpha)
    measures = tests.measures if isinstance(tests, PairTests) else ()
    return DiscriminativePower(found.sum(axis=-1), found.shape[-1], measures)


def pooled_discriminative_power(powers: Iterable[DiscriminativePower]) -> DiscriminativePower:
    """Discriminative power over several data sets: sum of S over sum of T.

    Parameters
    ----------
    powers : iterable of DiscriminativePower
        One for each data set, of the same measures.

    Returns
    -------
    DiscriminativePower

    Notes
    -----
    LQ21 eq. 9, table 3.

    Examples
    --------
    >>> from oq_core.analysis import DiscriminativePower, pooled_discriminative_power
    >>> pooled = pooled_discriminative_power([DiscriminativePower(1, 3), DiscriminativePower(2, 6)])
    >>> int(pooled.significant), pooled.pairs
    (3, 9)
    """
    each = list(powers)
    return DiscriminativePower(
        np.sum([power.significant for power in each], axis=0),
        sum(power.pairs for power in each),
        each[0].measures if each else (),
    )


def pooled_powers(
    powers: Mapping[str, Mapping[str, DiscriminativePower]],
) -> dict[str, DiscriminativePower]:
    """Discriminative power over all data sets, by measure that all of them have.

    Parameters
    ----------
    powers : mapping of str to mapping of str to DiscriminativePower
        By data set and measure; one data set or more.

    Examples
    --------
    >>> from oq_core.analysis import DiscriminativePower, pooled_powers
    >>> powers = {"A": {"NMD": DiscriminativePower(1, 3)}, "E": {"NMD": DiscriminativePower(2, 6)}}
    >>> pooled_powers(powers)["NMD"].pairs
    9
    """
    first, *others = powers.values()
    shared = [key for key in first if all(key in other for other in others)]
    return {
        key: pooled_discriminative_power(of_measures[key] for of_measures in powers.values())
        for key in shared
    }
