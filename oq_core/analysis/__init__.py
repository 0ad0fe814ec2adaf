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
from oq_core.analysis.consistency import (
    ConsistencyIntervals,
    consistency_intervals,
    ranking_consistency,
)
from oq_core.analysis.effects import (
    effect_sizes,
    residual_variance,
    run_spreads,
    spread_ratios,
)
from oq_core.analysis.fisher import fisher_randomisation, holm, pair_tests
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
from oq_core.analysis.pairs import (
    Method,
    PairTests,
    Rule,
    check_resolution,
    pair_p_values,
    smallest_p_value,
)
from oq_core.analysis.power import (
    DiscriminativePower,
    discriminative_power,
    discriminative_power_curve,
    pooled_discriminative_power,
    pooled_powers,
)
from oq_core.analysis.power_intervals import (
    PowerIntervals,
    discriminative_power_intervals,
    interval_trials,
)
from oq_core.analysis.ranking import (
    Similarity,
    Variant,
    average_similarity,
    bootstrap_tau_interval,
    kendall_tau,
    ranking_similarity,
    tau_interval,
    teams_of,
)
from oq_core.analysis.rounding import RoundingShift, rounding_shift
from oq_core.analysis.sample_size import (
    anova_power,
    detectable_difference,
    required_instances,
)
from oq_core.analysis.tukey import randomised_tukey_hsd

__all__ = [
    "Comparison",
    "ConsistencyIntervals",
    "Contradiction",
    "Contradictions",
    "Correlation",
    "DiscriminativePower",
    "Leaderboard",
    "Method",
    "Overlap",
    "PairTests",
    "PowerIntervals",
    "Quadrants",
    "RoundingShift",
    "Rule",
    "SignificantDifference",
    "Similarity",
    "Variant",
    "Wins",
    "anova_power",
    "average_similarity",
    "bootstrap_tau_interval",
    "check_resolution",
    "compare_runs",
    "consistency_intervals",
    "contradictions",
    "detectable_difference",
    "discriminative_power",
    "discriminative_power_curve",
    "discriminative_power_intervals",
    "effect_sizes",
    "fisher_randomisation",
    "group_letters",
    "holm",
    "indistinct_groups",
    "interval_trials",
    "kendall_tau",
    "outperforms_worst",
    "pair_p_values",
    "pair_tests",
    "pearson",
    "pooled_discriminative_power",
    "pooled_powers",
    "quadrants",
    "randomised_tukey_hsd",
    "rank_runs",
    "ranking_consistency",
    "ranking_similarity",
    "ranks",
    "required_instances",
    "residual_variance",
    "rounding_shift",
    "run_spreads",
    "significance_overlap",
    "significant_differences",
    "smallest_p_value",
    "spread_ratios",
    "tau_interval",
    "teams_of",
    "wins",
]
