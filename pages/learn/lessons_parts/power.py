"""Discriminative power of measures, and of one that is nonsense, for a lesson."""

from dataclasses import dataclass

import numpy as np
import pandas as pd

from oq_core import Collection, discriminative_power, randomised_tukey_hsd, score

MEASURES_SHOWN = ("NMD", "RNOD", "RSNOD", "NVD", "RNSS", "JSD", "DNKT")
#: It scores where on the scale an estimate lies, whatever the gold is.
NONSENSE = "Estimate’s mean"
TRIALS, SEED = 1000, 0
#: Numbers of instances to choose from; the last is all that the sample has.
INSTANCES = (25, 50, 100, 200, 300)


@dataclass(frozen=True)
class Powers:
    """How many of some pairs of runs each measure tells apart, nonsense included."""

    significant: dict[str, int]
    pairs: int

    def table(self) -> pd.DataFrame:
        """A row for each measure, the most powerful first."""
        ranked = sorted(self.significant.items(), key=lambda item: -item[1])
        return pd.DataFrame(
            {
                "pairs told apart": [count for _, count in ranked],
                "of": self.pairs,
                "looks at the gold": ["no" if name == NONSENSE else "yes" for name, _ in ranked],
            },
            pd.Index([name for name, _ in ranked], name="measure"),
        )


def mean_positions(collection: Collection) -> np.ndarray:
    """The mean of each run's estimates on the scale from 0 to 1, shape (n, m): no measure."""
    places = np.linspace(0, 1, len(collection.classes))
    return np.stack([run @ places for run in collection.runs.values()], axis=-1)


def powers(collection: Collection, instances: int, alpha: float) -> Powers:
    """Discriminative power on the first instances of a collection.

    Parameters
    ----------
    collection : Collection
    instances : int
        How many of its instances are used.
    alpha : float
        Level of significance.
    """
    values = np.concatenate(
        [score(collection, MEASURES_SHOWN).values, mean_positions(collection)[None]]
    )
    p_values = randomised_tukey_hsd(values[:, :instances], TRIALS, SEED)
    found = discriminative_power(p_values, alpha)
    names = (*MEASURES_SHOWN, NONSENSE)
    return Powers(dict(zip(names, found.significant.tolist(), strict=True)), found.pairs)
