"""Which pairs of runs two measures both find different, and where they contradict."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from oq_core.analysis.power import pair_p_values
from oq_core.analysis.ranking import pair_signs
from oq_core.data.arrays import as_losses

Counts = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Overlap:
    """How the significant pairs of measures overlap.

    Attributes
    ----------
    first_only, both, second_only : ndarray of int64, any one shape
        a, b and c: pairs of runs significant under the first measure only, under both, and
        under the second only.
    """

    first_only: Counts
    both: Counts
    second_only: Counts

    @property
    def share(self) -> npt.NDArray[np.float64]:
        """SSO = b / (a + b + c), in [0, 1]; NaN where nothing is significant."""
        union = self.first_only + self.both + self.second_only
        return np.where(union > 0, self.both / np.maximum(union, 1), np.nan)


@dataclass(frozen=True)
class Contradiction:
    """Two measures that find opposite winners, both significantly.

    Attributes
    ----------
    first, second : int
        Positions of the measures.
    winner, loser : int
        Positions of the runs as the first measure has it; the second says the reverse.
    """

    first: int
    second: int
    winner: int
    loser: int


@dataclass(frozen=True, eq=False)
class Contradictions:
    """All contradictions among K measures.

    Attributes
    ----------
    counts : ndarray of int64, shape (K, K)
        Contradicting pairs of runs for every two measures; symmetric.
    pairs : tuple of Contradiction
        Every one of them, first < second; by measures, then by runs.
    """

    counts: Counts
    pairs: tuple[Contradiction, ...]


def significance_overlap(p_values: npt.ArrayLike, alpha: float = 0.05) -> Overlap:
    """Statistical significance overlap (SSO) of every two measures.

    Parameters
    ----------
    p_values : array_like, shape (K, m, m)
        As `randomised_tukey_hsd` returns them.
    alpha : float
        Significance level, in [0, 1].

    Returns
    -------
    Overlap
        With arrays of shape (K, K): row is the first measure, column the second.

    Notes
    -----
    LQ21 section 5.2, table 4.
    """
    found = (pair_p_values(p_values) <= alpha).astype(np.int64)
    both = found @ found.T
    every = found.sum(axis=1)
    return Overlap(every[:, None] - both, both, every - both)


def contradictions(
    means: npt.ArrayLike,
    p_values: npt.ArrayLike,
    alpha: float = 0.05,
    larger_is_better: npt.ArrayLike = False,
) -> Contradictions:
    """Pairs of runs that differ significantly under two measures, in opposite directions.

    Parameters
    ----------
    means : array_like, shape (K, m)
        Mean scores of m runs under K measures: they decide which run wins.
    p_values : array_like, shape (K, m, m)
        As `randomised_tukey_hsd` returns them.
    alpha : float
        Significance level, in [0, 1].
    larger_is_better : bool or array_like of bool, shape (K,)
        Direction of the measures.

    Returns
    -------
    Contradictions

    Raises
    ------
    ValueError
        If a mean is not finite.

    Notes
    -----
    LQ21 section 5.2, tables 5 and 6.
    """
    losses = as_losses(means, larger_is_better)
    verdicts = pair_signs(losses) * (pair_p_values(p_values) <= alpha)
    opposed = verdicts[:, None] * verdicts[None] < 0
    left, right = np.triu_indices(losses.shape[-1], k=1)
    first, second, pair = np.nonzero(np.triu(np.ones(opposed.shape[:2]), k=1)[..., None] * opposed)
    ahead = verdicts[first, pair] < 0
    winner = np.where(ahead, left[pair], right[pair])
    loser = np.where(ahead, right[pair], left[pair])
    rows = np.stack([first, second, winner, loser], axis=1).tolist()
    return Contradictions(opposed.sum(axis=-1), tuple(Contradiction(*row) for row in rows))
