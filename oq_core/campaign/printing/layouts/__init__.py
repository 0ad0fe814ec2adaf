"""The papers' tables and figures, and those of how sure they are, each made by one function."""

from oq_core.campaign.printing.layouts.baselines import baseline_wins as baseline_wins
from oq_core.campaign.printing.layouts.baselines import deltas_of_instance as deltas_of_instance
from oq_core.campaign.printing.layouts.campaign_charts import difficulty as difficulty
from oq_core.campaign.printing.layouts.campaign_charts import means_and_groups as means_and_groups
from oq_core.campaign.printing.layouts.campaign_charts import (
    significance_matrix as significance_matrix,
)
from oq_core.campaign.printing.layouts.certainty import calibration as calibration
from oq_core.campaign.printing.layouts.certainty import (
    consistency_intervals as consistency_intervals,
)
from oq_core.campaign.printing.layouts.certainty import difference_intervals as difference_intervals
from oq_core.campaign.printing.layouts.certainty import power_intervals as power_intervals
from oq_core.campaign.printing.layouts.certainty import rank_intervals as rank_intervals
from oq_core.campaign.printing.layouts.certainty import rounding as rounding
from oq_core.campaign.printing.layouts.certainty import tested as tested
from oq_core.campaign.printing.layouts.changes import what_changed as what_changed
from oq_core.campaign.printing.layouts.charts import beside_truth as beside_truth
from oq_core.campaign.printing.layouts.charts import delta_scatter as delta_scatter
from oq_core.campaign.printing.layouts.charts import extreme_instances as extreme_instances
from oq_core.campaign.printing.layouts.charts import groups_of_runs as groups_of_runs
from oq_core.campaign.printing.layouts.charts import mean_intervals as mean_intervals
from oq_core.campaign.printing.layouts.charts import overlap_square as overlap_square
from oq_core.campaign.printing.layouts.charts import power_by_instances as power_by_instances
from oq_core.campaign.printing.layouts.charts import power_curves as power_curves
from oq_core.campaign.printing.layouts.charts import spread_of_scores as spread_of_scores
from oq_core.campaign.printing.layouts.charts import spread_of_splits as spread_of_splits
from oq_core.campaign.printing.layouts.charts import square as square
from oq_core.campaign.printing.layouts.data import DataFacts as DataFacts
from oq_core.campaign.printing.layouts.data import described_runs as described_runs
from oq_core.campaign.printing.layouts.data import facts_of as facts_of
from oq_core.campaign.printing.layouts.data import runs_by_team as runs_by_team
from oq_core.campaign.printing.layouts.data import statistics_of_data as statistics_of_data
from oq_core.campaign.printing.layouts.data import turns as turns
from oq_core.campaign.printing.layouts.families import which_runs as which_runs
from oq_core.campaign.printing.layouts.families import with_family as with_family
from oq_core.campaign.printing.layouts.judges import distributions as distributions
from oq_core.campaign.printing.layouts.judges import estimated as estimated
from oq_core.campaign.printing.layouts.judges import estimated_shares as estimated_shares
from oq_core.campaign.printing.layouts.judges import judged_agreement as judged_agreement
from oq_core.campaign.printing.layouts.judges import ranked_judges as ranked_judges
from oq_core.campaign.printing.layouts.judges import use_of_scale as use_of_scale
from oq_core.campaign.printing.layouts.judges import where_it_errs as where_it_errs
from oq_core.campaign.printing.layouts.lessons import sharpness as sharpness
from oq_core.campaign.printing.layouts.lessons import standing_in as standing_in
from oq_core.campaign.printing.layouts.means import leaderboard as leaderboard
from oq_core.campaign.printing.layouts.means import mean_scores as mean_scores
from oq_core.campaign.printing.layouts.means import means_over_data_sets as means_over_data_sets
from oq_core.campaign.printing.layouts.means import official as official
from oq_core.campaign.printing.layouts.means import scores_of_run as scores_of_run
from oq_core.campaign.printing.layouts.means import undefined as undefined
from oq_core.campaign.printing.layouts.means import undefined_means as undefined_means
from oq_core.campaign.printing.layouts.preferences import KINDS_SHORT as KINDS_SHORT
from oq_core.campaign.printing.layouts.preferences import people_agree as people_agree
from oq_core.campaign.printing.layouts.preferences import (
    people_agree_by_kind as people_agree_by_kind,
)
from oq_core.campaign.printing.layouts.preferences import probabilities as probabilities
from oq_core.campaign.printing.layouts.preferences import scores_of_room as scores_of_room
from oq_core.campaign.printing.layouts.rankings import Splits as Splits
from oq_core.campaign.printing.layouts.rankings import average_similarities as average_similarities
from oq_core.campaign.printing.layouts.rankings import beside_printed_taus as beside_printed_taus
from oq_core.campaign.printing.layouts.rankings import consistency as consistency
from oq_core.campaign.printing.layouts.rankings import mean_consistency as mean_consistency
from oq_core.campaign.printing.layouts.rankings import similarity as similarity
from oq_core.campaign.printing.layouts.rankings import similarity_by_pair as similarity_by_pair
from oq_core.campaign.printing.layouts.raters import agreement as agreement
from oq_core.campaign.printing.layouts.raters import distances_of_raters as distances_of_raters
from oq_core.campaign.printing.layouts.raters import judges_board as judges_board
from oq_core.campaign.printing.layouts.raters import rater_design_curves as rater_design_curves
from oq_core.campaign.printing.layouts.raters import rater_gaps as rater_gaps
from oq_core.campaign.printing.layouts.raters import rater_strips as rater_strips
from oq_core.campaign.printing.layouts.raters import raters_allow as raters_allow
from oq_core.campaign.printing.layouts.raters import redrawn_means as redrawn_means
from oq_core.campaign.printing.layouts.raters import redrawn_runs as redrawn_runs
from oq_core.campaign.printing.layouts.raters import rewarded as rewarded
from oq_core.campaign.printing.layouts.raters import verdicts as verdicts
from oq_core.campaign.printing.layouts.raters import winning_rates as winning_rates
from oq_core.campaign.printing.layouts.significance import better_than as better_than
from oq_core.campaign.printing.layouts.significance import (
    contradicting_pairs as contradicting_pairs,
)
from oq_core.campaign.printing.layouts.significance import contradictions as contradictions
from oq_core.campaign.printing.layouts.significance import differences as differences
from oq_core.campaign.printing.layouts.significance import groups as groups
from oq_core.campaign.printing.layouts.significance import one_pair as one_pair
from oq_core.campaign.printing.layouts.significance import overlap as overlap
from oq_core.campaign.printing.layouts.significance import power as power
from oq_core.campaign.printing.layouts.surveys import above_truth as above_truth
from oq_core.campaign.printing.layouts.surveys import difference_of_groups as difference_of_groups
from oq_core.campaign.printing.layouts.surveys import group_differences as group_differences
from oq_core.campaign.printing.layouts.surveys import groups_of_run as groups_of_run
from oq_core.campaign.printing.layouts.surveys import means_by_options as means_by_options
from oq_core.campaign.printing.layouts.surveys import worst_answers as worst_answers
