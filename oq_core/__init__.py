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
from oq_core.consistency import ranking_consistency
from oq_core.distributions import popularity, uniform
from oq_core.effects import effect_sizes, residual_variance
from oq_core.groups import (
    SignificantDifference,
    group_letters,
    indistinct_groups,
    outperforms_worst,
    significant_differences,
)
from oq_core.leaderboard import Leaderboard, rank_runs, ranks
from oq_core.measures import MEASURES, Measure
from oq_core.overlap import (
    Contradiction,
    Contradictions,
    Overlap,
    contradictions,
    significance_overlap,
)
from oq_core.power import (
    DiscriminativePower,
    discriminative_power,
    discriminative_power_curve,
    pair_p_values,
    pooled_discriminative_power,
)
from oq_core.ranking import (
    average_similarity,
    bootstrap_tau_interval,
    kendall_tau,
    ranking_similarity,
    tau_interval,
)
from oq_core.reading import read_collections, read_gold, read_run
from oq_core.sample_size import anova_power, detectable_difference, required_instances
from oq_core.scores import Scores, score
from oq_core.tukey import randomised_tukey_hsd

__all__ = [
    "MEASURES",
    "Collection",
    "Comparison",
    "Contradiction",
    "Contradictions",
    "Correlation",
    "DataError",
    "DiscriminativePower",
    "Leaderboard",
    "Measure",
    "Overlap",
    "Quadrants",
    "Scores",
    "SignificantDifference",
    "Wins",
    "anova_power",
    "average_similarity",
    "bootstrap_tau_interval",
    "compare_runs",
    "contradictions",
    "detectable_difference",
    "discriminative_power",
    "discriminative_power_curve",
    "effect_sizes",
    "group_letters",
    "indistinct_groups",
    "kendall_tau",
    "outperforms_worst",
    "pair_p_values",
    "pearson",
    "pooled_discriminative_power",
    "popularity",
    "quadrants",
    "randomised_tukey_hsd",
    "rank_runs",
    "ranking_consistency",
    "ranking_similarity",
    "ranks",
    "read_collections",
    "read_gold",
    "read_run",
    "required_instances",
    "residual_variance",
    "score",
    "significance_overlap",
    "significant_differences",
    "tau_interval",
    "uniform",
    "wins",
]
