"""What is known of the measures: references, examples, properties, reasons, workings, questions."""

from oq_core.knowledge.classification_examples import (
    BALANCED,
    IMBALANCED,
    OC_EXAMPLES,
    OC_PRESETS,
    ClassificationExample,
)
from oq_core.knowledge.equalities import explain_equal_scores
from oq_core.knowledge.examples import EXAMPLES
from oq_core.knowledge.properties import (
    PROPERTIES,
    Evidence,
    Property,
)
from oq_core.knowledge.quiz import Question, quiz_pairs
from oq_core.knowledge.reasons import explain_conflict
from oq_core.knowledge.reference import REFERENCES, Reference
from oq_core.knowledge.workings.working import Working, working

__all__ = [
    "BALANCED",
    "EXAMPLES",
    "IMBALANCED",
    "OC_EXAMPLES",
    "OC_PRESETS",
    "PROPERTIES",
    "REFERENCES",
    "ClassificationExample",
    "Evidence",
    "Property",
    "Question",
    "Reference",
    "Working",
    "explain_conflict",
    "explain_equal_scores",
    "quiz_pairs",
    "working",
]
