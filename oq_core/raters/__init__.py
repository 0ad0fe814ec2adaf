"""Ratings of people and of judges: what a gold that is a sample of raters allows."""

from oq_core.raters.agreement import (
    LEVELS,
    Agreement,
    agreement_of,
    krippendorff_alpha,
    rater_distances,
)
from oq_core.raters.apart import judges_apart, with_classes
from oq_core.raters.design import DRAWS, Design, PairDesign, rater_design
from oq_core.raters.people import half_of_raters, half_scaled, one_rater
from oq_core.raters.resampling import BASELINES, Redrawn, redraw
from oq_core.raters.sharpening import POWERS, sharpened, sharpened_scores
from oq_core.raters.stand_in import (
    EPSILONS,
    PAPER_SCORES,
    StandIn,
    clearest_case,
    runs_stand_in,
    stand_in,
)
from oq_core.raters.summary import Allowed, what_raters_allow
from oq_core.raters.truth import Prior, TruthScores, fit_prior, true_scores

__all__ = [
    "BASELINES",
    "DRAWS",
    "EPSILONS",
    "LEVELS",
    "PAPER_SCORES",
    "POWERS",
    "Agreement",
    "Allowed",
    "Design",
    "PairDesign",
    "Prior",
    "Redrawn",
    "StandIn",
    "TruthScores",
    "agreement_of",
    "clearest_case",
    "fit_prior",
    "half_of_raters",
    "half_scaled",
    "judges_apart",
    "krippendorff_alpha",
    "one_rater",
    "rater_design",
    "rater_distances",
    "redraw",
    "runs_stand_in",
    "sharpened",
    "sharpened_scores",
    "stand_in",
    "true_scores",
    "what_raters_allow",
    "with_classes",
]
