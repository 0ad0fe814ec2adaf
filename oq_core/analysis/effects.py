"""Effect sizes: differences between mean scores in units of residual standard deviation."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
import numpy.typing as npt
import pandas as pd

from oq_core.data.arrays import Array, as_scalar, check_scores, signs
from oq_core.data.results import Result
from oq_core.data.scores import Scores

#: Residuals this small beside the largest score are rounding.
_RELATIVE_NOISE = 1e-12


def residual_variance(scores: Scores | npt.ArrayLike, kind: Literal["E1", "E2"] = "E1") -> Array:
    """Residual variance of score matrices by analysis of variance without replication.

    Parameters
    ----------
    scores : Scores, or array_like of shape (..., n, m)
        Scores of m runs on n instances; or, for consistency, tau of K measures in B trials.
    kind : {"E1", "E2"}
        E1: one-way, what is left after each run's mean, over m (n - 1) degrees of freedom.
        E2: two-way, what is left after each run's and each instance's mean, over
        (m - 1) (n - 1).

    Returns
    -------
    ndarray of float64, shape (...), or float
        In squared units of the scores; 0 where nothing is left but rounding.

    Raises
    ------
    ValueError
        If there are fewer than two instances (or runs, for E2) or a score is not finite.

    Notes
    -----
    Sakai, Laboratory Experiments in Information Retrieval, 2018. DE2 tables 14 to 29 use E1,
    ACL21 tables 3, 6 and 9 use E2.

    Examples
    --------
    >>> from oq_core.analysis import residual_variance
    >>> print(residual_variance([[0.1, 0.3], [0.3, 0.5]]).round(3))
    0.02
    """
    array = check_scores(scores, instances=2, runs=1 if kind == "E1" else 2)
    instances, runs = array.shape[-2:]
    residuals = array - array.mean(axis=-2, keepdims=True)
    freedom = runs * (instances - 1)
    if kind == "E2":
        residuals = residuals - residuals.mean(axis=-1, keepdims=True)
        freedom = (runs - 1) * (instances - 1)
    variance = (residuals**2).sum(axis=(-2, -1)) / freedom
    noise = _RELATIVE_NOISE * np.abs(array).max(axis=(-2, -1))
    return as_scalar(np.where(variance <= noise**2, 0.0, variance))


def run_spreads(scores: Scores | npt.ArrayLike) -> Array:
    """How much each run's scores spread about what the runs have in common.

    Runs whose spreads differ much are not exchangeable, even where their means are equal.

    Parameters
    ----------
    scores : Scores, or array_like of shape (..., n, m)

    Returns
    -------
    ndarray of float64, shape (..., m)
        Standard deviation, over instances, of each run's score less the median run's score on
        the instance; 0 or more.

    Raises
    ------
    ValueError
        If there are fewer than two instances or a score is not finite.

    Examples
    --------
    >>> from oq_core.analysis import run_spreads
    >>> print(run_spreads([[0.1, 0.1, 0.5], [0.2, 0.2, 0.0]]).round(2))
    [0.   0.   0.42]
    """
    array = check_scores(scores, instances=2)
    return (array - np.median(array, axis=-1, keepdims=True)).std(axis=-2, ddof=1)


def spread_ratios(scores: Scores | npt.ArrayLike) -> Array:
    """How much more each run's scores spread than those of the median run; see `run_spreads`.

    Parameters
    ----------
    scores : Scores, or array_like of shape (..., n, m)

    Returns
    -------
    ndarray of float64, shape (..., m)
        0 or more; the spreads themselves where the median run's is 0.

    Raises
    ------
    ValueError
        As `run_spreads`.

    Examples
    --------
    >>> from oq_core.analysis import spread_ratios
    >>> print(spread_ratios([[0.1, 0.1, 0.5, 0.2], [0.2, 0.3, 0.1, 0.2]]).round(1))
    [0.5 1.5 4.5 0.5]
    """
    spreads = run_spreads(scores)
    medians = np.median(spreads, axis=-1, keepdims=True)
    return np.asarray(spreads / np.where(medians > 0, medians, 1))


@dataclass(frozen=True, eq=False, repr=False)
class EffectSizes(Result):
    """Standardised differences between the means of every two runs.

    Attributes
    ----------
    sizes : ndarray of float64, shape (..., m, m)
        0 or more; symmetric. Without variance, 0 for equal means and infinite for others.
    variances : ndarray of float64, shape (...)
        Residual variances, in units of whose roots they are.
    kind : {"E1", "E2"}
        Which residual variance: see `residual_variance`.
    measures, runs : tuple of str
        Their names, where they are known.

    Examples
    --------
    >>> found = effect_sizes([[0.1, 0.3], [0.3, 0.5]])
    >>> found
    <EffectSizes: variances 0.02, kind E1>
    >>> found.to_frame()["effect size"].round(3).tolist()
    [1.414]
    """

    sizes: Array
    variances: Array
    kind: Literal["E1", "E2"]
    measures: tuple[str, ...] = ()
    runs: tuple[str, ...] = ()

    def to_frame(self) -> pd.DataFrame:
        """A row for each measure and two runs, the largest effects first."""
        count = self.sizes.shape[-1]
        squares = self.sizes.reshape(-1, count, count)
        first, second = np.triu_indices(count, k=1)
        keys = np.array(self.measures or range(len(squares)), dtype=object)
        runs = np.array(self.runs or range(count), dtype=object)
        table = pd.DataFrame(
            {
                "measure": keys.repeat(len(first)),
                "run 1": np.tile(runs[first], len(squares)),
                "run 2": np.tile(runs[second], len(squares)),
                "effect size": squares[:, first, second].ravel(),
            }
        )
        return table.sort_values("effect size", ascending=False, kind="stable", ignore_index=True)


def effect_sizes(scores: Scores | npt.ArrayLike, kind: Literal["E1", "E2"] = "E1") -> EffectSizes:
    """Standardised differences between the mean scores of every two runs.

    Parameters
    ----------
    scores, kind
        As in `residual_variance`.

    Returns
    -------
    EffectSizes

    Raises
    ------
    ValueError
        As `residual_variance`.

    Notes
    -----
    ES_E1 and ES_E2 of Sakai, Laboratory Experiments in Information Retrieval, 2018. Of means and
    a variance that a paper prints, `standardised_differences` makes them.

    Examples
    --------
    >>> from oq_core import effect_sizes
    >>> print(effect_sizes([[0.1, 0.3], [0.3, 0.5]]).sizes.round(3))
    [[0.    1.414]
     [1.414 0.   ]]
    """
    if isinstance(scores, Scores):
        # They are in units of single instances, also where these are of clusters.
        scores = replace(scores, clusters=())
    variances = residual_variance(scores, kind)
    means = np.asarray(scores, dtype=np.float64).mean(axis=-2)
    sizes = standardised_differences(means, variances)
    names = (scores.measures, scores.runs) if isinstance(scores, Scores) else ((), ())
    return EffectSizes(sizes, variances, kind, *names)


def standardised_differences(means: npt.ArrayLike, variance: npt.ArrayLike) -> Array:
    """Differences between every two of some means, in units of a standard deviation.

    Parameters
    ----------
    means : array_like, shape (..., m)
    variance : array_like, shape (...)
        As `residual_variance` returns it: ES_E1 or ES_E2 results.

    Returns
    -------
    ndarray of float64, shape (..., m, m)
        `|difference| / sqrt(variance)`, 0 or more; symmetric. Without variance, 0 for equal
        means and infinite for others.

    Examples
    --------
    ACL21 table 6 (a), RNOD against NMD:

    >>> from oq_core.analysis import standardised_differences
    >>> print(round(float(standardised_differences([0.909, 0.717], 0.00130)[0, 1]), 2))
    5.33
    """
    array = np.asarray(means, dtype=np.float64)
    gaps = np.abs(array[..., :, None] - array[..., None, :])
    deviation = np.sqrt(np.asarray(variance, dtype=np.float64))[..., None, None]
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(signs(gaps) == 0, 0.0, gaps / deviation)
