"""Measures of quantification, classification and nugget detection, and scoring by them."""

from oq_core.measures.cell_costs import (
    CellCosts,
    cell_costs,
    weighing_cells,
)
from oq_core.measures.classification import (
    OC_MEASURES,
    ClassificationMeasure,
    check_confusion,
    classification_measures_of,
    why_undefined,
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
from oq_core.measures.official import (
    OfficialScore,
    macro_nmd,
    official_names,
    official_scores,
)
from oq_core.measures.quantification import FAMILIES, MEASURES, Measure, measures_of
from oq_core.measures.scoring import score

__all__ = [
    "FAMILIES",
    "MEASURES",
    "NUGGET_MEASURES",
    "OC_MEASURES",
    "CellCosts",
    "ClassificationMeasure",
    "Measure",
    "OfficialScore",
    "cell_costs",
    "check_confusion",
    "classification_measures_of",
    "collection_of_labels",
    "confusion_matrices",
    "count_classes",
    "macro_nmd",
    "measures_of",
    "official_names",
    "official_scores",
    "one_class_runs",
    "score",
    "score_classification",
    "score_nugget_turns",
    "score_nuggets",
    "score_pooled",
    "weighing_cells",
    "why_undefined",
    "with_label_runs",
]
