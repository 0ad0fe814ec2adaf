"""Ordinal classification: measures on confusion matrices, items, and what the measures see."""

from oq_core.classification.costs import WEIGHING_CELLS, CellCosts, cell_costs
from oq_core.classification.examples import (
    BALANCED,
    IMBALANCED,
    OC_EXAMPLES,
    OC_PRESETS,
    ClassificationExample,
)
from oq_core.classification.labels import (
    collection_of_labels,
    confusion_matrices,
    count_classes,
    one_class_runs,
    score_classification,
    score_pooled,
    with_label_runs,
)
from oq_core.classification.measures import (
    OC_MEASURES,
    ClassificationMeasure,
    check_confusion,
    why_undefined,
)

__all__ = [
    "BALANCED",
    "IMBALANCED",
    "OC_EXAMPLES",
    "OC_MEASURES",
    "OC_PRESETS",
    "WEIGHING_CELLS",
    "CellCosts",
    "ClassificationExample",
    "ClassificationMeasure",
    "cell_costs",
    "check_confusion",
    "collection_of_labels",
    "confusion_matrices",
    "count_classes",
    "one_class_runs",
    "score_classification",
    "score_pooled",
    "why_undefined",
    "with_label_runs",
]
