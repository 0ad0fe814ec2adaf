"""Ordinal quantification: measures, collections, and the analyses made of their scores.

What a newcomer needs first. Everything else is in the subpackages: `data`, `measures`,
`knowledge`, `analysis`, `disagreement`, `raters`, `reading`, `campaign`, `papers`.
"""

from oq_core.analysis import (
    compare_runs,
    contradictions,
    discriminative_power,
    discriminative_power_curve,
    effect_sizes,
    kendall_tau,
    randomised_tukey_hsd,
    rank_runs,
    ranking_consistency,
    ranking_similarity,
    required_instances,
    significance_overlap,
    significant_differences,
    wins,
)
from oq_core.campaign import (
    Analysis,
    Options,
    analyse,
    html_report,
    read_campaign,
    write_report,
    zip_report,
)
from oq_core.data import (
    Collection,
    DataError,
    Scores,
    pooled,
    popularity,
    uniform,
)
from oq_core.disagreement import (
    compare_triples,
    random_triples,
    strongest_conflict,
)
from oq_core.knowledge import (
    explain_conflict,
    explain_preference,
    working,
)
from oq_core.measures import (
    MEASURES,
    OC_MEASURES,
    ClassificationMeasure,
    Measure,
    score,
    score_classification,
    score_nuggets,
)
from oq_core.reading import (
    read_collections,
    read_gold,
    read_run,
    read_runs,
    read_scores,
)

__all__ = [  # noqa: RUF022 - grouped as a newcomer needs them
    # Read and score
    "read_collections",
    "read_gold",
    "read_run",
    "read_runs",
    "read_scores",
    "Collection",
    "Scores",
    "DataError",
    "score",
    "score_classification",
    "score_nuggets",
    # Measures and baselines
    "MEASURES",
    "OC_MEASURES",
    "Measure",
    "ClassificationMeasure",
    "pooled",
    "popularity",
    "uniform",
    # Analyse
    "randomised_tukey_hsd",
    "discriminative_power",
    "discriminative_power_curve",
    "effect_sizes",
    "rank_runs",
    "kendall_tau",
    "ranking_similarity",
    "ranking_consistency",
    "significant_differences",
    "significance_overlap",
    "contradictions",
    "required_instances",
    "compare_runs",
    "wins",
    # Where measures disagree
    "random_triples",
    "compare_triples",
    "strongest_conflict",
    "explain_conflict",
    "explain_preference",
    "working",
    # A whole campaign
    "read_campaign",
    "analyse",
    "Analysis",
    "Options",
    "html_report",
    "write_report",
    "zip_report",
]
