"""The randomised Tukey HSD test on a data set, with progress and a way to stop it."""

import numpy as np

from oq_core import (
    Scores,
    randomised_tukey_hsd,
)
from pages.shared.data import DataSet
from pages.shared.work import work


def tested(data: DataSet, trials: int, seed: int) -> tuple[Scores, np.ndarray] | None:
    """Scores of the instances where all measures are defined, and p-values (K, m, m) on them.

    Returns
    -------
    tuple of Scores and ndarray, or None
        None while the visitor has stopped the computation.
    """
    scores = data.scores.defined()
    p_values = work(
        ("tukey", data.token, trials, seed),
        f"Testing all pairs of runs, {data.name}",
        lambda progress: randomised_tukey_hsd(
            scores.values,
            trials,
            seed,
            progress,
        ),
    )
    return None if p_values is None else (scores, p_values)
