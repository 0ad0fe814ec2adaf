"""Analyses of score matrices: significance, power, rankings, effects, sample sizes."""

from oq_core.analysis.bounded import bounded_mean_interval
from oq_core.analysis.calibration import (
    Calibration,
    Null,
    calibrate,
    calibration_trials,
)
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
    Consistency,
    ConsistencyIntervals,
    consistency_intervals,
    ranking_consistency,
)
from oq_core.analysis.effects import (
    EffectSizes,
    effect_sizes,
    residual_variance,
    residual_variance_interval,
    run_spreads,
    spread_ratios,
    standardised_differences,
)
from oq_core.analysis.equivalence import (
    DifferenceIntervals,
    difference_intervals,
    equivalence_test,
    half_against_half,
)
from oq_core.analysis.fisher import fisher_randomisation, holm
from oq_core.analysis.flips import sign_flips
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
    PowerCurve,
    discriminative_power,
    discriminative_power_curve,
    pooled_discriminative_power,
    pooled_powers,
)
from oq_core.analysis.power_intervals import (
    PowerIntervals,
    discriminative_power_intervals,
    interval_trials,
    why_no_power_intervals,
)
from oq_core.analysis.rank_sets import RankSets, rank_sets
from oq_core.analysis.ranking import (
    Similarity,
    TauInterval,
    Variant,
    average_similarity,
    bootstrap_tau_interval,
    instance_tau_interval,
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
from oq_core.analysis.testing import pair_tests
from oq_core.analysis.tukey import randomised_tukey_hsd

__all__ = [
    "Calibration",
    "Comparison",
    "Consistency",
    "ConsistencyIntervals",
    "Contradiction",
    "Contradictions",
    "Correlation",
    "DifferenceIntervals",
    "DiscriminativePower",
    "EffectSizes",
    "Leaderboard",
    "Method",
    "Null",
    "Overlap",
    "PairTests",
    "PowerCurve",
    "PowerIntervals",
    "Quadrants",
    "RankSets",
    "RoundingShift",
    "Rule",
    "SignificantDifference",
    "Similarity",
    "TauInterval",
    "Variant",
    "Wins",
    "anova_power",
    "average_similarity",
    "bootstrap_tau_interval",
    "bounded_mean_interval",
    "calibrate",
    "calibration_trials",
    "check_resolution",
    "compare_runs",
    "consistency_intervals",
    "contradictions",
    "detectable_difference",
    "difference_intervals",
    "discriminative_power",
    "discriminative_power_curve",
    "discriminative_power_intervals",
    "effect_sizes",
    "equivalence_test",
    "fisher_randomisation",
    "group_letters",
    "half_against_half",
    "holm",
    "indistinct_groups",
    "instance_tau_interval",
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
    "rank_sets",
    "ranking_consistency",
    "ranking_similarity",
    "ranks",
    "required_instances",
    "residual_variance",
    "residual_variance_interval",
    "rounding_shift",
    "run_spreads",
    "sign_flips",
    "significance_overlap",
    "significant_differences",
    "smallest_p_value",
    "spread_ratios",
    "standardised_differences",
    "tau_interval",
    "teams_of",
    "why_no_power_intervals",
    "wins",
]
