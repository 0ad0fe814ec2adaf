"""Ordinal quantification: measures, collections, and the analyses made of their scores."""

from oq_core.collection import Collection, DataError
from oq_core.comparison import (
    Comparison,
    Correlation,
    Quadrants,
    Wins,
    compare_runs,
    pearson,
    quadrants,
    wins,
)
from oq_core.distributions import popularity, uniform
from oq_core.measures import MEASURES, Measure
from oq_core.power import (
    DiscriminativePower,
    discriminative_power,
    discriminative_power_curve,
    pair_p_values,
)
from oq_core.reading import read_collections, read_gold, read_run
from oq_core.scores import Scores, score
from oq_core.tukey import randomised_tukey_hsd

__all__ = [
    "MEASURES",
    "Collection",
    "Comparison",
    "Correlation",
    "DataError",
    "DiscriminativePower",
    "Measure",
    "Quadrants",
    "Scores",
    "Wins",
    "compare_runs",
    "discriminative_power",
    "discriminative_power_curve",
    "pair_p_values",
    "pearson",
    "popularity",
    "quadrants",
    "randomised_tukey_hsd",
    "read_collections",
    "read_gold",
    "read_run",
    "score",
    "uniform",
    "wins",
]
