"""Analyses of score matrices: significance, power, rankings, effects, sample sizes."""

from oq_core.analysis.comparison import (
    Comparison,
    Correlation,
    Quadrants,
    Wins,
    compare_runs,
    pearson,
    quadrants,
    wins,
)
from oq_core.analysis.consistency import ranking_consistency
from oq_core.analysis.effects import effect_sizes, residual_variance
from oq_core.analysis.groups import (
    SignificantDifference,
    group_letters,
    indistinct_groups,
    outperforms_worst,
    significant_differences,
)
from oq_core.analysis.leaderboard import (
    Leaderboard,
    rank_runs,
    ranks,
)
from oq_core.analysis.overlap import (
    Contradiction,
    Contradictions,
    Overlap,
    contradictions,
    significance_overlap,
)
from oq_core.analysis.power import (
    DiscriminativePower,
    discriminative_power,
    discriminative_power_curve,
    pair_p_values,
    pooled_discriminative_power,
)
from oq_core.analysis.ranking import (
    Variant,
    average_similarity,
    bootstrap_tau_interval,
    kendall_tau,
    ranking_similarity,
    tau_interval,
)
from oq_core.analysis.sample_size import (
    anova_power,
    detectable_difference,
    required_instances,
)
from oq_core.analysis.tukey import randomised_tukey_hsd

__all__ = [
    "Comparison",
    "Contradiction",
    "Contradictions",
    "Correlation",
    "DiscriminativePower",
    "Leaderboard",
    "Overlap",
    "Quadrants",
    "SignificantDifference",
    "Variant",
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
    "quadrants",
    "randomised_tukey_hsd",
    "rank_runs",
    "ranking_consistency",
    "ranking_similarity",
    "ranks",
    "required_instances",
    "residual_variance",
    "significance_overlap",
    "significant_differences",
    "tau_interval",
    "wins",
]
