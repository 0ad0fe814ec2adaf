"""What overconfidence earns: a truth raised to a power, scored against few ratings of it."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from oq_core.data.arrays import Array
from oq_core.data.distributions import check_distributions
from oq_core.measures.quantification import Measures, measures_of
from oq_core.raters.drawing import redrawn, scored

#: Powers that are tried: below 1 flatter than the truth, above 1 sharper.
POWERS = (0.5, 0.7, 0.85, 1.0, 1.2, 1.5, 2.0, 3.0, 5.0, 10.0, 50.0)


def sharpened(distributions: npt.ArrayLike, powers: npt.ArrayLike) -> Array:
    """Distributions raised to powers and divided by their sums.

    Parameters
    ----------
    distributions : array_like, shape (..., L)
    powers : array_like, shape (T,)
        Above 0; 1 leaves them as they are.

    Returns
    -------
    ndarray of float64, shape (T, ..., L)

    Examples
    --------
    >>> from oq_core.raters import sharpened
    >>> sharpened([0.5, 0.25, 0.25], [1, 2]).round(3).tolist()
    [[0.5, 0.25, 0.25], [0.667, 0.167, 0.167]]
    """
    checked = check_distributions(distributions, "distributions")
    # The largest is 1 before it is raised, so that not all vanish.
    whole = checked / checked.max(axis=-1, keepdims=True)
    times = np.asarray(powers, dtype=np.float64)
    raised = whole ** times.reshape(-1, *(1,) * checked.ndim)
    return raised / raised.sum(axis=-1, keepdims=True)


def sharpened_scores(
    truth: npt.ArrayLike,
    raters: int,
    measures: Measures | None = None,
    powers: npt.ArrayLike = POWERS,
    draws: int = 20,
    seed: int = 0,
) -> Array:
    """Mean score of the truth raised to powers, against golds of so many of its ratings.

    Parameters
    ----------
    truth : array_like, shape (n, L)
        Known distributions of all raters.
    raters : int
        Ratings that each gold is made of.
    measures : iterable of str or Measure, or one of them, optional
        Keys of `MEASURES` and records of one's own; all of the registry unless told otherwise.
    powers : array_like, shape (T,)
    draws : int
        Golds of each instance.
    seed : int

    Returns
    -------
    ndarray of float64, shape (K, T)
        0 or more, smaller is better.

    Examples
    --------
    With one rating, all on the mode beats the truth under NMD:

    >>> from oq_core.raters import sharpened_scores
    >>> truth = np.tile([0.9, 0.1], (2000, 1))
    >>> print(sharpened_scores(truth, 1, "NMD", powers=[1, 50]).round(2))
    [[0.18 0.1 ]]
    """
    tried = sharpened(truth, powers)[:, None]
    generator = np.random.default_rng(seed)
    again = np.broadcast_to(truth, (draws, *np.shape(truth)))
    golds = redrawn(again, np.full(again.shape[:-1], raters), generator)
    return scored(measures_of(measures), tried, golds).mean(axis=(2, 3))
