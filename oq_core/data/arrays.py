"""What the analyses ask of arrays of scores."""

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]


def check_scores(scores: npt.ArrayLike, instances: int = 1, runs: int = 2) -> Array:
    """Return score matrices as float64, or say what is wrong with them and where.

    Undefined scores (NaN) are refused rather than skipped: a run must not gain by instances
    on which a measure says nothing. Leave such instances out for every run, or the measure.

    Parameters
    ----------
    scores : array_like, shape (..., n, m)
        Scores of m runs on n instances on the last two axes.
    instances, runs : int
        The fewest that will do.

    Returns
    -------
    ndarray of float64, shape (..., n, m)

    Raises
    ------
    ValueError
        If there are too few axes, instances or runs, or a score is not finite.
    """
    array = np.asarray(scores, dtype=np.float64)
    if array.ndim < 2 or array.shape[-2] < instances or array.shape[-1] < runs:
        raise ValueError(
            f"scores must be (..., instances, runs), at least {instances} by {runs}, "
            f"not {array.shape}"
        )
    return check_finite(array, "scores", "leave that instance out")


def check_finite(values: npt.ArrayLike, name: str, remedy: str) -> Array:
    """Return numbers as float64, or say which is not finite and what to do about it.

    Comparing NaN with anything gives False: unchecked, an undefined mean would pass for a tie.

    Parameters
    ----------
    values : array_like, shape (...)
    name, remedy : str
        What to call the array in an error, and how it is mended.

    Returns
    -------
    ndarray of float64, shape (...)

    Raises
    ------
    ValueError
        If a number is not finite.
    """
    array = np.asarray(values, dtype=np.float64)
    wrong = ~np.isfinite(array)
    if wrong.any():
        place = [int(i) for i in np.argwhere(wrong)[0]]
        raise ValueError(f"{name}{place} is not a finite number; {remedy}")
    return array


def as_losses(means: npt.ArrayLike, larger_is_better: npt.ArrayLike) -> Array:
    """Turn mean scores round where larger is better, so that smaller is for all.

    Parameters
    ----------
    means : array_like, shape (..., m)
        Mean scores of m runs.
    larger_is_better : bool or array_like of bool, shape (...)
        One for all, or one for each measure.

    Returns
    -------
    ndarray of float64, shape (..., m)

    Raises
    ------
    ValueError
        If a mean is not finite.
    """
    array = check_finite(means, "means", "leave that run or measure out")
    return np.where(np.asarray(larger_is_better, dtype=bool)[..., None], -array, array)


def tails(confidence: float) -> tuple[float, float]:
    """Probabilities at the two ends of a central interval, as 0.025 and 0.975 for 0.95.

    Raises
    ------
    ValueError
        If the confidence is not between 0 and 1.
    """
    if not 0 < confidence < 1:
        raise ValueError(f"confidence must be between 0 and 1, not {confidence}")
    return (1 - confidence) / 2, (1 + confidence) / 2


def resampled_counts(items: int, samples: int, generator: np.random.Generator) -> Array:
    """How often each item is drawn in each bootstrap sample.

    Parameters
    ----------
    items, samples : int
    generator : numpy.random.Generator
        Drawn from sample by sample, so that blocks of samples make one stream.

    Returns
    -------
    ndarray of float64, shape (samples, items)
        Whole numbers; every row sums to `items`.
    """
    drawn = generator.integers(0, items, (samples, items))
    drawn += np.arange(0, samples * items, items)[:, None]
    counts = np.bincount(drawn.ravel(), minlength=samples * items)
    return counts.reshape(samples, items).astype(np.float64)
