"""The measures to which a miss is a miss, whatever the order of the classes."""

import numpy as np
import numpy.typing as npt

from oq_core.data.arrays import ratio
from oq_core.measures.classification.classification_record import (
    CellSum,
    ClassificationMeasure,
    Counts,
    Values,
    WeightedCells,
)
from oq_core.measures.classification_examples import ALWAYS_NEUTRAL, TWO_MACROS
from oq_core.measures.quantification.wording import TO_ONE


def _accuracy(counts: Counts) -> WeightedCells:
    weights = np.broadcast_to(np.eye(counts.shape[-1]), counts.shape)
    return WeightedCells(weights, counts.sum(axis=(-2, -1)))


def _precision_and_recall(counts: Counts) -> tuple[Values, Values, npt.NDArray[np.bool_]]:
    """Per class (..., L), 0 where the system never picks it; and which classes have gold."""
    right = np.diagonal(counts, axis1=-2, axis2=-1)
    precision, recall = (
        ratio(right, total, 0) for total in (counts.sum(axis=-1), counts.sum(axis=-2))
    )
    return precision, recall, counts.sum(axis=-2) > 0


def _f1(precision: Values, recall: Values) -> Values:
    total = precision + recall
    # Where both are 0 the product is too; dividing by 1 there gives the agreed 0.
    return 2 * precision * recall / np.where(total > 0, total, 1)


def _mean_over(there: npt.NDArray[np.bool_], values: Values) -> Values:
    return np.where(there, values, 0).sum(axis=-1) / there.sum(axis=-1)


def _f1_m(counts: Counts) -> Values:
    precision, recall, there = _precision_and_recall(counts)
    return _mean_over(there, _f1(precision, recall))


def _hmpr(counts: Counts) -> Values:
    precision, recall, there = _precision_and_recall(counts)
    return _f1(_mean_over(there, precision), _mean_over(there, recall))


_TWO_MACROS = (
    "F1_M and HMPR are both called “Macro F1” in the literature and rank systems differently: say "
    "which one is meant."
)
_NO_STEPS = "It does not know the order of the classes: a near miss is as wrong as a far one."
_PRECISION_RECALL = (
    r"\mathrm{Prec}_j = \frac{c_{jj}}{c_{j\bullet}},\quad "
    r"\mathrm{Rec}_j = \frac{c_{jj}}{c_{\bullet j}}"
)

F1_M = ClassificationMeasure(
    key="F1_M",
    name="Macro F1, mean of the classes' F1",
    larger_is_better=True,
    ordinal=False,
    tells_constant_systems_apart=True,
    heeds_imbalance=True,
    summary="F1_M is the mean of F1 over the classes that have gold.",
    equation=r"\frac{1}{|C^+|} \sum_{j \in C^+} f_1(\mathrm{Prec}_j, \mathrm{Rec}_j),"
    rf"\quad {_PRECISION_RECALL},\quad f_1(p, r) = \frac{{2pr}}{{p + r}}",
    source="ACL21 eq. 8",
    function=_f1_m,
    scale=TO_ONE,
    use="For classes without an order, when each should be found and found precisely.",
    pitfalls=(_NO_STEPS, _TWO_MACROS),
    elsewhere=(
        'scikit-learn\'s `f1_score(average="macro")` also averages over classes that only the '
        "system uses, unless `labels=` names the gold's.",
    ),
    example=TWO_MACROS,
    against=("HMPR",),
)

HMPR = ClassificationMeasure(
    key="HMPR",
    name="Macro F1, harmonic mean of macro precision and macro recall",
    larger_is_better=True,
    ordinal=False,
    tells_constant_systems_apart=True,
    heeds_imbalance=True,
    summary="HMPR is the F1 of two means: of the precision and of the recall of the classes "
    "that have gold.",
    equation=r"f_1\Big(\frac{1}{|C^+|}\sum_{j \in C^+} \mathrm{Prec}_j,\ "
    r"\frac{1}{|C^+|}\sum_{j \in C^+} \mathrm{Rec}_j\Big),"
    rf"\quad {_PRECISION_RECALL}",
    source="ACL21 eq. 9",
    function=_hmpr,
    scale=TO_ONE,
    use="For comparison with papers whose Macro F1 is made of macro precision and macro recall.",
    pitfalls=(
        _NO_STEPS,
        _TWO_MACROS,
        "Precision in one class makes up for recall in another.",
    ),
    example=TWO_MACROS,
    against=("F1_M",),
)

ACCURACY = ClassificationMeasure(
    key="Accuracy",
    name="Accuracy",
    larger_is_better=True,
    ordinal=False,
    tells_constant_systems_apart=True,
    heeds_imbalance=False,
    summary="Accuracy is the share of items in the right class.",
    equation=r"\frac{1}{N} \sum_{j \in C} c_{jj}",
    source="ACL21 eq. 10",
    function=CellSum(_accuracy, False, "1 for the right class, 0 for any other"),
    scale=TO_ONE,
    use="As a first look, where classes are of similar size and have no order.",
    pitfalls=(
        _NO_STEPS,
        "Where one class is large, a system that always says it does well.",
    ),
    elsewhere=("scikit-learn's `accuracy_score` is the same.",),
    example=ALWAYS_NEUTRAL,
    against=("MAE_M", "CEM_ORD", "kappa"),
)

#: In the order in which they are shown.
NOMINAL = (F1_M, HMPR, ACCURACY)
