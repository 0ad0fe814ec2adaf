"""Measures of quantification, classification and nugget detection, and scoring by them."""

from oq_core.measures.classification import (
    OC_MEASURES,
    ClassificationMeasure,
    check_confusion,
    why_undefined,
)
from oq_core.measures.costs import (
    WEIGHING_CELLS,
    CellCosts,
    cell_costs,
)
from oq_core.measures.labels import (
    collection_of_labels,
    confusion_matrices,
    count_classes,
    one_class_runs,
    score_classification,
    score_pooled,
    with_label_runs,
)
from oq_core.measures.nuggets import (
    NUGGET_MEASURES,
    score_nugget_turns,
    score_nuggets,
)
from oq_core.measures.quantification import MEASURES, Measure
from oq_core.measures.scoring import score

__all__ = [
    "MEASURES",
    "NUGGET_MEASURES",
    "OC_MEASURES",
    "WEIGHING_CELLS",
    "CellCosts",
    "ClassificationMeasure",
    "Measure",
    "cell_costs",
    "check_confusion",
    "collection_of_labels",
    "confusion_matrices",
    "count_classes",
    "one_class_runs",
    "score",
    "score_classification",
    "score_nugget_turns",
    "score_nuggets",
    "score_pooled",
    "why_undefined",
    "with_label_runs",
]
