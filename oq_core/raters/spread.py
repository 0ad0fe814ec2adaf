"""What a judge's distribution tells beyond its one rating, and what means and κ hide of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pandas as pd
import scipy

from oq_core.data.arrays import Array, tails
from oq_core.data.collection import Collection
from oq_core.data.results import Result, crossed
from oq_core.data.scores import listed
from oq_core.defaults import CONFIDENCE
from oq_core.measures.scoring import score
from oq_core.raters.coefficients import COEFFICIENTS
from oq_core.raters.drawing import numbers_of_clusters
from oq_core.raters.judged import FEWEST_FOR_INTERVALS, Mask
from oq_core.raters.judges import no_judge
from oq_core.raters.ranked import BESIDE
from oq_core.raters.stand_in import errors_of_means

#: Two judges have the same mean, in classes, and the same κ, if they are no further apart.
_SAME_MEAN, _SAME_KAPPA = 0.1, 0.05
#: How many times as large a score is for the mean to hide something.
_HIDDEN = 1.5


class Hidden(NamedTuple):
    """Two judges with the same mean and κ, of which one is much further from people.

    Attributes
    ----------
    near, far : str
        The judges.
    measure : str
    times : float
        The score of the one, divided by that of the other.

    Examples
    --------
    >>> Hidden("a", "b", "NMD", 2.0).times
    2.0
    """

    near: str
    far: str
    measure: str
    times: float


@dataclass(frozen=True, eq=False, repr=False)
class Spread(Result):
    """What judges score with their distributions, and with the mode of each alone.

    Attributes
    ----------
    judges, measures : tuple of str
        J and K of them.
    spread : ndarray of bool, shape (J,)
        Whether a judge gives some item more than one class.
    means : ndarray of float64, shape (J,)
        Mean rating, as a position among the classes.
    kappas : ndarray of float64, shape (J,)
        Quadratic weighted κ of the modes with people.
    by_distribution, by_mode : ndarray of float64, shape (K, J)
        Mean scores against the distribution of people's ratings; smaller is better.
    gain, low, high : ndarray of float64, shape (K, J)
        How much smaller the score of the distribution is, with t intervals; there are none of
        fewer than 30 items or clusters.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core import Collection
    >>> from oq_core.raters import spread_of
    >>> gold, run = np.array([[0.5, 0.5], [0.2, 0.8]]), np.array([[0.5, 0.5], [0.0, 1.0]])
    >>> found = spread_of(Collection("C", ("x", "y"), ("1", "2"), gold, {"gpt": run}), ["NMD"])
    >>> print(found.by_distribution, found.by_mode, found.gain)
    [[0.1]] [[0.35]] [[0.25]]
    """

    judges: tuple[str, ...]
    measures: tuple[str, ...]
    spread: Mask
    means: Array
    kappas: Array
    by_distribution: Array
    by_mode: Array
    gain: Array
    low: Array
    high: Array

    @property
    def hidden(self) -> Hidden | None:
        """The two judges that mean and κ tell least apart for what a measure finds; None if none.

        Their mean ratings are within 0.1 of a class and their κ within .05 of each other.
        """
        is_same = (np.abs(self.means - self.means[:, None]) <= _SAME_MEAN) & (
            np.abs(self.kappas - self.kappas[:, None]) <= _SAME_KAPPA
        )
        scores = self.by_distribution
        times = np.divide(
            scores[:, None, :], scores[:, :, None], out=np.zeros((len(scores), *is_same.shape)),
            where=is_same & (scores[:, :, None] > 0),
        )  # fmt: skip
        k, near, far = np.unravel_index(int(np.nan_to_num(times).argmax()), times.shape)
        most = float(times[k, near, far])
        if most < _HIDDEN:
            return None
        return Hidden(self.judges[near], self.judges[far], self.measures[k], most)

    def _described(self) -> str:
        return f"{listed(self.judges)} by {listed(self.measures)}"

    def to_frame(self) -> pd.DataFrame:
        """A row for each judge and measure."""
        return crossed(
            {"judge": self.judges, "measure": self.measures},
            {
                "distribution": self.by_distribution.T,
                "mode": self.by_mode.T,
                "gain": self.gain.T,
                "low": self.low.T,
                "high": self.high.T,
                "QWK of modes": self.kappas[:, None],
                "mean rating": self.means[:, None],
                "gives distributions": self.spread[:, None],
            },
        )


def spread_of(
    collection: Collection,
    measures: Sequence[str] = BESIDE,
    separator: str = "",
    confidence: float = CONFIDENCE,
) -> Spread:
    """Compare the distributions of judges with the class that each gives most, by measures.

    Parameters
    ----------
    collection : Collection
        With judges as runs: what they say of an item is a distribution, from probabilities, from
        several samples or of a panel; or one class.
    measures : sequence of str
        Keys of `MEASURES` of which smaller is better.
    separator : str
        What comes before it in an instance's id is the cluster; items are drawn one by one if it
        is empty.
    confidence : float
        In (0, 1), of the intervals of gains.

    Returns
    -------
    Spread

    Raises
    ------
    DataError
        If there is no judge.
    ValueError
        If items make no clusters (`clusters_of`).

    Notes
    -----
    Of classes that tie for the mode the lowest is taken. Items that a judge has not rated do not
    count for it.

    Examples
    --------
    >>> from oq_core import read_collections
    >>> from oq_core.raters import spread_of
    >>> folder = "sample_data/judges/"
    >>> rated = read_collections(folder + "people.csv", folder + "judges.csv")["people"]
    >>> found = spread_of(rated, ["NMD"])
    >>> dict(zip(found.judges, found.spread.tolist()))["Panel"], bool(found.low[0, -1] > 0.03)
    (True, True)
    """
    judges, size = tuple(collection.runs), len(collection.classes)
    if not judges:
        raise no_judge(collection)
    runs = np.stack([collection.runs[name] for name in judges])
    modes = np.eye(size)[runs.argmax(axis=-1)]
    lacks = np.stack([*map(collection.lacks, judges)])
    keys = tuple(measures)
    by_run, by_mode = (_scores(collection, dict(zip(judges, each, strict=True)), keys)
                       for each in (runs, modes))  # fmt: skip
    groups = numbers_of_clusters(collection, separator)
    gains = [_gain((by_mode - by_run)[:, j], ~lacks[j], groups, confidence)
             for j in range(len(judges))]  # fmt: skip
    gain, low, high = np.stack(gains, axis=-1)
    counts = np.einsum("nl,jnm->jlm", collection.gold, modes * ~lacks[..., None])
    weights = ~lacks / np.maximum((~lacks).sum(axis=1, keepdims=True), 1)
    return Spread(
        judges,
        keys,
        ((runs.max(axis=-1) < 1) & ~lacks).any(axis=1),
        ((runs @ np.arange(size)) * weights).sum(axis=1),
        COEFFICIENTS["QWK"].compute(counts),
        (by_run * weights).sum(axis=-1),
        (by_mode * weights).sum(axis=-1),
        gain,
        low,
        high,
    )


def _scores(collection: Collection, runs: dict[str, Array], keys: Sequence[str]) -> Array:
    """Scores (K, J, n)."""
    found = score(replace(collection, runs=runs, missing={}, labels=None), [*keys])
    places = [found.runs.index(name) for name in runs]
    return found.values[:, :, places].transpose(0, 2, 1)


def _gain(
    gains: Array, is_there: Mask, groups: npt.NDArray[np.int64] | None, confidence: float
) -> Array:
    """Mean gains and the ends of their intervals, (3, K), of gains (K, n)."""
    found, own = gains[:, is_there], None if groups is None else groups[is_there]
    many = found.shape[1] if own is None else len(np.unique(own))
    if not found.shape[1]:
        return np.full((3, len(gains)), np.nan)
    mean = found.mean(axis=1)
    if many < FEWEST_FOR_INTERVALS:
        return np.stack([mean, np.full_like(mean, np.nan), np.full_like(mean, np.nan)])
    errors, freedom = errors_of_means(found, own)
    half = scipy.stats.t.ppf(tails(confidence)[1], freedom) * errors
    return np.stack([mean, mean - half, mean + half])
