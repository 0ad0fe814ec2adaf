"""Where measures disagree: maps, samples, a search, an experiment."""

from oq_core.disagreement.artificial import (
    SIGIR18_MEASURES,
    ArtificialExperiment,
    Ordering,
    artificial_distributions,
    artificial_experiment,
    claimed_ordering,
    kendall_tau_intervals,
)
from oq_core.disagreement.sampling import (
    Triples,
    compare_triples,
    conflict_strengths,
    disagreement_rates,
    preference_agreement,
    random_triples,
    random_votes,
    resampled_triples,
    strongest_conflicts,
)
from oq_core.disagreement.search import (
    Conflict,
    can_be_exact,
    seconds_of_exact_search,
    strongest_conflict,
    strongest_pair,
)
from oq_core.disagreement.simplex import (
    MeasureMap,
    bell,
    dense_ranks,
    map_measures,
    percentile_ranks,
    simplex_grid,
    vote_grid,
)

__all__ = [
    "SIGIR18_MEASURES",
    "ArtificialExperiment",
    "Conflict",
    "MeasureMap",
    "Ordering",
    "Triples",
    "artificial_distributions",
    "artificial_experiment",
    "bell",
    "can_be_exact",
    "claimed_ordering",
    "compare_triples",
    "conflict_strengths",
    "dense_ranks",
    "disagreement_rates",
    "kendall_tau_intervals",
    "map_measures",
    "percentile_ranks",
    "preference_agreement",
    "random_triples",
    "random_votes",
    "resampled_triples",
    "seconds_of_exact_search",
    "simplex_grid",
    "strongest_conflict",
    "strongest_conflicts",
    "strongest_pair",
    "vote_grid",
]
