"""Topic set size design: how many instances a test of the next round needs."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import scipy

from oq_core.data.arrays import Array, as_scalar
from oq_core.defaults import ALPHA

#: No campaign has so many instances; a search that comes here has no answer.
_MOST_INSTANCES = 2**30


def anova_power(
    instances: npt.ArrayLike,
    runs: npt.ArrayLike,
    difference: npt.ArrayLike,
    variance: npt.ArrayLike,
    alpha: npt.ArrayLike = ALPHA,
    *,
    paired: bool = False,
) -> Array:
    """Power of analysis of variance to find that runs differ.

    Unpaired, it takes every run's scores for a sample of its own, as the papers do. Paired, it
    takes out what instances have in common, as the randomised Tukey HSD test does; it then
    needs fewer instances wherever an instance is hard or easy for all runs.

    Parameters
    ----------
    instances : array_like of int
        n, at least 2.
    runs : array_like of int
        m, at least 2.
    difference : array_like
        minD: the best run's true mean minus the worst's. All other means lie in the middle,
        which makes them hardest to find.
    variance : array_like
        Residual variance as `residual_variance` estimates it: V_E1, or V_E2 if paired; above 0.
    alpha : array_like
        Significance level, in (0, 1).
    paired : bool
        Two-way analysis of variance without replication instead of one-way.

    Returns
    -------
    ndarray of float64
        In [alpha, 1]; all parameters broadcast.

    Notes
    -----
    Sakai, Topic set size design, Information Retrieval Journal 19(3), 2016: the F-test with
    (m - 1, m (n - 1)) degrees of freedom, or (m - 1, (m - 1)(n - 1)) if paired, under the
    non-central F distribution with n minD^2 / (2 V).

    Examples
    --------
    >>> from oq_core.analysis import anova_power
    >>> print(anova_power(62, 10, 0.05, 0.00485).round(3))
    0.803
    """
    n, m = np.asarray(instances, dtype=np.float64), np.asarray(runs, dtype=np.float64)
    between, within = m - 1, (m - 1 if paired else m) * (n - 1)
    noncentrality = n * np.square(difference) / (2 * np.asarray(variance))
    critical = scipy.stats.f.isf(alpha, between, within)
    # At exactly 0 the function below answers with a negative number.
    noncentrality = np.maximum(noncentrality, np.finfo(np.float64).tiny)
    return as_scalar(np.asarray(scipy.stats.ncf.sf(critical, between, within, noncentrality)))


def required_instances(
    runs: npt.ArrayLike,
    difference: npt.ArrayLike,
    variance: npt.ArrayLike,
    alpha: npt.ArrayLike = ALPHA,
    power: npt.ArrayLike = 0.8,
    *,
    paired: bool = False,
) -> npt.NDArray[np.int64]:
    """The smallest number of instances with which `anova_power` reaches a power.

    Parameters
    ----------
    runs, difference, variance, alpha, paired
        As in `anova_power`; the difference above 0.
    power : array_like
        In (0, 1).

    Returns
    -------
    ndarray of int64
        n, at least 2; all parameters broadcast.

    Raises
    ------
    ValueError
        If a parameter is out of its range, or more than a thousand million instances would
        be needed.

    Notes
    -----
    DE2 section 4.2 asks for m = 10, minD = .05, alpha = .05, power .8 and finds 62, which
    variances from .00481 to .00488 give.

    Examples
    --------
    >>> from oq_core.analysis import required_instances
    >>> print(required_instances(runs=10, difference=0.05, variance=0.00485))
    62
    """
    minimum, m, variance, alpha, power = _checked(difference, runs, variance, alpha, power)
    if not (minimum > 0).all():
        raise ValueError("the difference to be found must be above 0")

    def enough(instances: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
        return anova_power(instances, m, minimum, variance, alpha, paired=paired) >= power

    too_few = np.ones(m.shape, dtype=np.int64)
    reached = np.full(m.shape, 2, dtype=np.int64)
    while not (found := enough(reached)).all():
        if reached.max() >= _MOST_INSTANCES:
            raise ValueError("no feasible number of instances finds so small a difference")
        too_few, reached = np.where(found, too_few, reached), np.where(found, reached, 2 * reached)
    while (reached - too_few > 1).any():
        middle = np.maximum((too_few + reached) // 2, 2)
        found = enough(middle)
        too_few, reached = np.where(found, too_few, middle), np.where(found, middle, reached)
    return np.asarray(reached)


def detectable_difference(
    instances: npt.ArrayLike,
    runs: npt.ArrayLike,
    variance: npt.ArrayLike,
    alpha: npt.ArrayLike = ALPHA,
    power: npt.ArrayLike = 0.8,
    *,
    paired: bool = False,
) -> Array:
    """The smallest difference that so many instances find with a power.

    Parameters
    ----------
    instances, runs, variance, alpha, power, paired
        As in `required_instances`; instances at least 2.

    Returns
    -------
    ndarray of float64
        minD, above 0, in units of the scores; all parameters broadcast.

    Raises
    ------
    ValueError
        If a parameter is out of its range.

    Examples
    --------
    >>> from oq_core.analysis import detectable_difference
    >>> print(detectable_difference(62, 10, 0.00485).round(3))
    0.05
    """
    n, m, variance, alpha, power = _checked(instances, runs, variance, alpha, power)
    if not (n >= 2).all() or not (power > alpha).all():
        raise ValueError("there must be two instances, and more power than alpha")

    def excess(difference: Array, *given: Array) -> Array:
        n, m, variance, alpha, power = given
        return anova_power(n, m, difference, variance, alpha, paired=paired) - power

    # What scores submissions on a host of competitions has SciPy 1.11, where this is not.
    from scipy.optimize import elementwise  # noqa: PLC0415

    given = (n, m, variance, alpha, power)
    high = np.sqrt(variance)
    while (short := excess(high, *given) < 0).any():
        high = np.where(short, 2 * high, high)
    found = elementwise.find_root(excess, (np.zeros_like(high), high), args=given).x
    return as_scalar(np.asarray(found))


def _checked(*given: npt.ArrayLike) -> list[Array]:
    """Difference or instances, runs, variance, alpha and power, broadcast, in their ranges."""
    arrays = np.broadcast_arrays(*(np.asarray(each, dtype=np.float64) for each in given))
    _, runs, variance, alpha, power = arrays
    for fine, words in (
        (np.isfinite(arrays), "every parameter must be a finite number"),
        (runs >= 2, "there must be at least two runs"),
        (variance > 0, "the variance must be above 0"),
        ((alpha > 0) & (alpha < 1), "alpha must be between 0 and 1"),
        ((power > 0) & (power < 1), "power must be between 0 and 1"),
    ):
        if not fine.all():
            raise ValueError(words)
    return list(arrays)
