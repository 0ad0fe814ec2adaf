"""What is known of the measures: examples, properties, reasons, workings, questions."""

from oq_core.knowledge.challenges import CHALLENGES, Attempt, Challenge, make_challenge
from oq_core.knowledge.equalities import explain_equal_scores
from oq_core.knowledge.properties import (
    PROPERTIES,
    Evidence,
    Property,
)
from oq_core.knowledge.quiz import Question, quiz_pairs
from oq_core.knowledge.reasons import explain_conflict, explain_preference
from oq_core.knowledge.working import Working, working
from oq_core.measures.classification_examples import (
    BALANCED,
    IMBALANCED,
    OC_EXAMPLES,
    OC_PRESETS,
    ClassificationExample,
)
from oq_core.measures.examples import EXAMPLES, Example

__all__ = [
    "BALANCED",
    "CHALLENGES",
    "EXAMPLES",
    "IMBALANCED",
    "OC_EXAMPLES",
    "OC_PRESETS",
    "PROPERTIES",
    "Attempt",
    "Challenge",
    "ClassificationExample",
    "Evidence",
    "Example",
    "Property",
    "Question",
    "Working",
    "explain_conflict",
    "explain_equal_scores",
    "explain_preference",
    "make_challenge",
    "quiz_pairs",
    "working",
]
