"""The papers' tables and those of how sure they are, each made by one function from any data."""

from oq_core.campaign.layouts.baselines import baseline_wins
from oq_core.campaign.layouts.certainty import (
    consistency_intervals,
    power_intervals,
    rank_intervals,
    rounding,
    tested,
)
from oq_core.campaign.layouts.data import DataFacts, facts_of, runs_by_team, statistics_of_data
from oq_core.campaign.layouts.means import leaderboard, mean_scores, official
from oq_core.campaign.layouts.rankings import (
    Splits,
    average_similarities,
    consistency,
    mean_consistency,
    similarity,
    similarity_by_pair,
)
from oq_core.campaign.layouts.significance import (
    contradicting_pairs,
    contradictions,
    differences,
    groups,
    overlap,
    power,
)

__all__ = [
    "DataFacts",
    "Splits",
    "average_similarities",
    "baseline_wins",
    "consistency",
    "consistency_intervals",
    "contradicting_pairs",
    "contradictions",
    "differences",
    "facts_of",
    "groups",
    "leaderboard",
    "mean_consistency",
    "mean_scores",
    "official",
    "overlap",
    "power",
    "power_intervals",
    "rank_intervals",
    "rounding",
    "runs_by_team",
    "similarity",
    "similarity_by_pair",
    "statistics_of_data",
    "tested",
]
