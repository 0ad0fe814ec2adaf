"""Which pairs of runs two measures both find different, and where they contradict."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pandas as pd

from oq_core.analysis.pairs import PairTests, is_significant, pair_signs
from oq_core.data.arrays import as_losses, ratio
from oq_core.data.results import Result, by_pair
from oq_core.data.scores import counted, listed
from oq_core.defaults import ALPHA

Counts = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False, repr=False)
class Overlap(Result):
    """How many pairs of runs differ significantly under both of two measures, or under one alone.

    Attributes
    ----------
    first_only, both, second_only : ndarray of int64, any one shape
        a, b and c: pairs of runs significant under the first measure only, under both, and
        under the second only.
    measures : tuple of str
        The K measures' keys, where they are known.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core.analysis import Overlap
    >>> print(Overlap(np.array(1), np.array(2), np.array(1)).share)
    0.5
    """

    first_only: Counts
    both: Counts
    second_only: Counts
    measures: tuple[str, ...] = ()

    @property
    def share(self) -> npt.NDArray[np.float64]:
        """SSO = b / (a + b + c), in [0, 1]; NaN where nothing is significant."""
        union = self.first_only + self.both + self.second_only
        return ratio(self.both, union)

    def to_frame(self) -> pd.DataFrame:
        """A row for every two measures: a, b, c and SSO. For squares (K, K)."""
        squares = {
            "only 1 (a)": self.first_only,
            "both (b)": self.both,
            "only 2 (c)": self.second_only,
            "SSO": self.share,
        }
        return by_pair(self.measures or range(len(self.both)), squares)


@dataclass(frozen=True)
class Contradiction(Result):
    """Two measures that find opposite winners, both significantly.

    Attributes
    ----------
    first, second : int
        Positions of the measures.
    winner, loser : int
        Positions of the runs as the first measure has it; the second says the reverse.

    Examples
    --------
    >>> from oq_core.analysis import Contradiction
    >>> Contradiction(first=0, second=1, winner=2, loser=3).winner
    2
    """

    first: int
    second: int
    winner: int
    loser: int


@dataclass(frozen=True, eq=False, repr=False)
class Contradictions(Result):
    """All contradictions among K measures.

    Attributes
    ----------
    counts : ndarray of int64, shape (K, K)
        Contradicting pairs of runs for every two measures; symmetric.
    pairs : tuple of Contradiction
        Every one of them, first < second; by measures, then by runs.
    measures, runs : tuple of str
        Their names, where they are known.

    Examples
    --------
    >>> from oq_core.analysis import contradictions
    >>> p = [[1, 0.01], [0.01, 1]]
    >>> found = contradictions([[0.1, 0.2], [0.2, 0.1]], [p, p], larger_is_better=False)
    >>> found.pairs
    (Contradiction(first=0, second=1, winner=0, loser=1),)
    >>> found.to_frame()["better by measure 2"].tolist()
    [1]
    """

    counts: Counts
    pairs: tuple[Contradiction, ...]
    measures: tuple[str, ...] = ()
    runs: tuple[str, ...] = ()

    def to_frame(self) -> pd.DataFrame:
        """A row for each contradiction: two measures, and the run that each finds better."""
        measures = self.measures or range(len(self.counts))
        runs: tuple[str, ...] | range = self.runs or range(
            1 + max((max(each.winner, each.loser) for each in self.pairs), default=0)
        )
        return pd.DataFrame(
            [
                (measures[each.first], measures[each.second], runs[each.winner], runs[each.loser])
                for each in self.pairs
            ],
            columns=["measure 1", "measure 2", "better by measure 1", "better by measure 2"],
        )

    def _described(self) -> str:
        names = f", among {listed(self.measures)}" if self.measures else ""
        return f"{counted(len(self.pairs), 'pair')} of runs{names}"


def significance_overlap(tests: PairTests | npt.ArrayLike, alpha: float = ALPHA) -> Overlap:
    """Statistical significance overlap (SSO) of every two measures.

    Parameters
    ----------
    tests : PairTests, or array_like of shape (K, m, m)
        As `randomised_tukey_hsd` returns them.
    alpha : float
        Significance level, between 0 and 1.

    Returns
    -------
    Overlap
        With arrays of shape (K, K): row is the first measure, column the second.

    Raises
    ------
    ValueError
        If alpha is not between 0 and 1, something is no p-value, or so few trials were made
        that no pair can be significant at alpha.

    Notes
    -----
    LQ21 section 5.2, table 4.

    Examples
    --------
    >>> from oq_core.analysis import significance_overlap
    >>> both, none = [[1, 0.01], [0.01, 1]], [[1, 0.5], [0.5, 1]]
    >>> significance_overlap([both, none]).first_only.tolist()
    [[0, 1], [0, 0]]
    """
    found = is_significant(tests, alpha).astype(np.int64)
    both = found @ found.T
    every = found.sum(axis=1)
    measures = tests.measures if isinstance(tests, PairTests) else ()
    return Overlap(every[:, None] - both, both, every - both, measures)


def contradictions(
    tests: PairTests | npt.ArrayLike,
    p_values: npt.ArrayLike | None = None,
    alpha: float = ALPHA,
    larger_is_better: npt.ArrayLike | None = None,
) -> Contradictions:
    """Pairs of runs that differ significantly under two measures, in opposite directions.

    Parameters
    ----------
    tests : PairTests, or array_like of shape (K, m)
        Tests, which know their means, p-values and directions. Or mean scores of m runs under K
        measures: they decide which run wins.
    p_values : array_like, shape (K, m, m)
        As `randomised_tukey_hsd` returns them for an array; needed beside mean scores.
    alpha : float
        Significance level, between 0 and 1.
    larger_is_better : bool or array_like of bool, shape (K,)
        Direction of the measures; needed beside mean scores.

    Returns
    -------
    Contradictions

    Raises
    ------
    ValueError
        If a mean is not finite, something is no p-value, or alpha is not between 0 and 1; if
        p-values or directions are missing; or so few trials were made that no pair can be
        significant at alpha.

    Notes
    -----
    LQ21 section 5.2, tables 5 and 6.

    Examples
    --------
    >>> from oq_core.analysis import contradictions
    >>> p = [[1, 0.01], [0.01, 1]]
    >>> contradictions([[0.1, 0.2], [0.2, 0.1]], [p, p], larger_is_better=False).counts.tolist()
    [[0, 1], [1, 0]]
    """
    if isinstance(tests, PairTests):
        verdicts = pair_signs(as_losses(tests.means, tests.larger_is_better))
        verdicts = verdicts * is_significant(tests, alpha)
        return _opposed(verdicts, len(tests.runs), tests.measures, tests.runs)
    if p_values is None:
        raise ValueError("the p-values are missing: give them beside the means, or PairTests")
    losses = as_losses(tests, larger_is_better)
    verdicts = pair_signs(losses) * is_significant(p_values, alpha)
    return _opposed(verdicts, losses.shape[-1])


def _opposed(
    verdicts: npt.NDArray[np.int8],
    count: int,
    measures: tuple[str, ...] = (),
    runs: tuple[str, ...] = (),
) -> Contradictions:
    """Contradictions among verdicts (K, T): -1 for the pair's first run, 1 for its second."""
    opposed = verdicts[:, None] * verdicts[None] < 0
    left, right = np.triu_indices(count, k=1)
    first, second, pair = np.nonzero(np.triu(np.ones(opposed.shape[:2]), k=1)[..., None] * opposed)
    wins = verdicts[first, pair] < 0
    winner = np.where(wins, left[pair], right[pair])
    loser = np.where(wins, right[pair], left[pair])
    rows = np.stack([first, second, winner, loser], axis=1).tolist()
    found = tuple(Contradiction(*row) for row in rows)
    return Contradictions(opposed.sum(axis=-1), found, measures, runs)
