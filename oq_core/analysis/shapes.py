"""What scores look like to a test: spreads, skew, rare failures."""

from __future__ import annotations

import numpy as np

from oq_core.analysis.alone import check_stack
from oq_core.data.arrays import Array

#: What `shapes` measures, in its order.
SHAPES = ("widest", "quietest", "skew", "failures")
#: A score so many robust standard deviations from the median of its run is a failure.
_FAR = 8


def shapes(scores: Array) -> Array:
    """Spreads, skew and rare failures of runs, by which a test may be misled.

    Parameters
    ----------
    scores : Scores, or array_like of shape (K, n, m) or (n, m)

    Returns
    -------
    ndarray of float64, shape (K, 4)
        In the order of `SHAPES`: the widest run's spread by the median run's, and the median
        run's by the quietest (by medians of absolute deviations, 1 or more); the mean over pairs
        of the absolute skewness of their differences; and the largest share of instances on
        which a run is far from its own median. Where nothing spreads, 1, 1, 0 and 0.

    Raises
    ------
    ValueError
        If there are fewer than two runs or instances, or a score is not finite.

    Examples
    --------
    >>> from oq_core.analysis.shapes import shapes
    >>> values = np.random.default_rng(0).normal(size=(500, 4)) * [1, 1, 1, 6]
    >>> print(shapes(values)[0].round(1))
    [6.8 1.1 0.1 0. ]
    """
    stack = check_stack(scores, 2)
    level = stack - np.median(stack, axis=-1, keepdims=True)
    away = np.abs(level - np.median(level, axis=1, keepdims=True))
    robust = 1.4826 * np.median(away, axis=1)
    middle = np.median(robust, axis=-1)
    first, second = np.triu_indices(stack.shape[-1], k=1)
    gaps = stack[..., first] - stack[..., second]
    gaps = gaps - gaps.mean(axis=1, keepdims=True)
    squares = np.square(gaps)
    spread = np.sqrt(squares.mean(axis=1))
    with np.errstate(divide="ignore", invalid="ignore"):
        skew = np.abs((squares * gaps).mean(axis=1) / spread**3)
        widest, quietest = robust.max(axis=-1) / middle, middle / robust.min(axis=-1)
        far = (away > _FAR * robust[:, None]) & (robust[:, None] > 0)
    found = np.stack(
        [
            np.where(np.isfinite(widest), widest, 1),
            np.where(np.isfinite(quietest), quietest, 1),
            np.where(spread > 0, skew, 0).mean(axis=-1),
            far.mean(axis=1).max(axis=-1),
        ],
        axis=-1,
    )
    return np.asarray(found, dtype=np.float64)
