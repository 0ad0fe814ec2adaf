"""How much rounded run files would change the mean scores."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import pandas as pd

from oq_core.data.arrays import Array, ratio
from oq_core.data.collection import Collection
from oq_core.data.distributions import Distributions
from oq_core.data.results import Result
from oq_core.measures.quantification import Measures, measures_of
from oq_core.measures.scoring import score


@dataclass(frozen=True, eq=False, repr=False)
class RoundingShift(Result):
    """What rounding the runs' probabilities does to mean scores.

    Attributes
    ----------
    measures, runs : tuple of str
        The K measures' keys and the m runs.
    shifts : ndarray of float64, shape (K, m)
        Mean score of the rounded run less that of the run as it is.
    decimals : int
        To how many decimals the probabilities were rounded.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core.analysis import RoundingShift
    >>> shift = RoundingShift(("RSNOD",), ("run",), np.array([[-0.02]]), decimals=2)
    >>> shift.to_frame().loc["run", "RSNOD"]
    np.float64(-0.02)
    """

    measures: tuple[str, ...]
    runs: tuple[str, ...]
    shifts: Array
    decimals: int

    def to_frame(self) -> pd.DataFrame:
        """A row for each run, a column for each measure."""
        return pd.DataFrame(self.shifts.T, pd.Index(self.runs, name="run"), list(self.measures))


def rounding_shift(
    collection: Collection, measures: Measures | None = None, decimals: int = 2
) -> RoundingShift:
    """Changes of mean scores when the runs' probabilities are rounded.

    Some measures jump where a tiny probability becomes 0: RSNOD averages over the classes to which
    a run gives any probability at all.

    Parameters
    ----------
    collection, measures
        As in `score`.
    decimals : int
        Rounded probabilities are divided by their sum; a distribution that rounds to nothing is
        left as it is.

    Returns
    -------
    RoundingShift

    Raises
    ------
    ValueError
        As `score`.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core import Collection
    >>> from oq_core.analysis import rounding_shift
    >>> gold, run = np.array([[0.5, 0.5, 0]]), np.array([[0.499, 0.5, 0.001]])
    >>> made = Collection("demo", ("a", "b", "c"), ("d1",), gold, {"run": run})
    >>> print(rounding_shift(made, "NMD").shifts.round(4))
    [[-0.001]]
    """
    chosen = measures_of(measures)
    runs = {name: _rounded(run, decimals) for name, run in collection.runs.items()}
    as_it_is = score(collection, chosen)
    shifts = score(replace(collection, runs=runs, labels=None), chosen).means - as_it_is.means
    return RoundingShift(as_it_is.measures, as_it_is.runs, shifts, decimals)


def _rounded(run: Distributions, decimals: int) -> Distributions:
    rounded = np.round(run, decimals)
    return ratio(rounded, rounded.sum(axis=-1, keepdims=True), run)
