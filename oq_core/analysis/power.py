"""Discriminative power: how many pairs of runs a measure can tell apart."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from oq_core.data.arrays import Array


@dataclass(frozen=True)
class DiscriminativePower:
    """S of T pairs found significant.

    Attributes
    ----------
    significant : int
        S, the number of pairs with p <= alpha.
    pairs : int
        T = m (m - 1) / 2.
    """

    significant: int
    pairs: int

    @property
    def share(self) -> float:
        """DP = S / T, in [0, 1]; larger is more discriminative."""
        return self.significant / self.pairs


def pair_p_values(p_values: npt.ArrayLike) -> Array:
    """The p-value of every pair once: shape (..., m, m) to (..., m (m - 1) / 2).

    Pairs come in the order (0, 1), (0, 2), ..., (1, 2), ... of `numpy.triu_indices`.
    """
    square = np.asarray(p_values, dtype=np.float64)
    return square[..., *np.triu_indices(square.shape[-1], k=1)]


def discriminative_power_curve(p_values: npt.ArrayLike) -> Array:
    """The p-values of all pairs in descending order.

    Drawn against 1..T; the closer to the origin, the more discriminative the measure.

    Parameters
    ----------
    p_values : array_like, shape (..., m, m)
        As `randomised_tukey_hsd` returns them.

    Returns
    -------
    ndarray of float64, shape (..., m (m - 1) / 2)

    Notes
    -----
    ACL21 section 5.3; LQ21 section 5.1.
    """
    return np.sort(pair_p_values(p_values), axis=-1)[..., ::-1]


def discriminative_power(p_values: npt.ArrayLike, alpha: float = 0.05) -> DiscriminativePower:
    """How many pairs of runs differ significantly under one measure.

    Parameters
    ----------
    p_values : array_like, shape (m, m)
        P-values of one measure.
    alpha : float
        Significance level, in [0, 1].

    Returns
    -------
    DiscriminativePower

    Notes
    -----
    LQ21 section 5.1.
    """
    pairs = pair_p_values(p_values)
    return DiscriminativePower(int((pairs <= alpha).sum()), pairs.shape[-1])


def pooled_discriminative_power(powers: Iterable[DiscriminativePower]) -> DiscriminativePower:
    """Discriminative power of one measure over several data sets: sum of S over sum of T.

    Parameters
    ----------
    powers : iterable of DiscriminativePower
        One for each data set.

    Returns
    -------
    DiscriminativePower

    Notes
    -----
    LQ21 eq. 9, table 3.
    """
    each = list(powers)
    return DiscriminativePower(
        sum(power.significant for power in each), sum(power.pairs for power in each)
    )
