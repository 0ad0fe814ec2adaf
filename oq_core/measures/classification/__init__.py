r"""The ordinal classification measures: one record each, in the file of its kind.

All take confusion matrices (..., L, L): rows are the system's classes, columns the gold's, both
lowest first, and a cell counts the items of its column's class that the system put into its
row's. To add a measure, write its function and its `ClassificationMeasure` in `ordinal.py` or
`nominal.py`, and add it to the tuple at the end of that file.

c_ij are the cells, c_i. the row sums (what the system chose), c_.j the column sums (the gold),
C+ the classes that have gold, N the number of items. A measure is undefined (NaN) where its
definition divides by zero; `why_undefined` says why.

ACL21
    T. Sakai. Evaluating Evaluation Measures for Ordinal Classification and Ordinal
    Quantification. ACL-IJCNLP 2021.

How other libraries' functions differ: scikit-learn's `cohen_kappa_score` needs `labels=` to keep
the distances between classes that neither side uses, and its macro F1 needs `labels=` with the
gold's classes only; imbalanced-learn's macro-averaged MAE raises when the system picks a class
that the gold lacks; dlordinal's `amae` moves classes together when one between them is absent.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from oq_core.measures.classification.classification_record import (
    CellSum,
    ClassificationMeasure,
    check_confusion,
)
from oq_core.measures.classification.nominal import NOMINAL
from oq_core.measures.classification.ordinal import ORDINAL
from oq_core.measures.lookup import Registry, look_up

__all__ = [
    "OC_MEASURES",
    "CellSum",
    "ClassificationMeasure",
    "ClassificationMeasures",
    "check_confusion",
    "classification_measures_of",
    "why_undefined",
]

#: Every ordinal classification measure by its key, in the order in which they are shown.
OC_MEASURES: Registry[ClassificationMeasure] = Registry(
    (measure.key, measure) for measure in (*ORDINAL, *NOMINAL)
)

#: Keys of `OC_MEASURES` or records of one's own, one or several.
ClassificationMeasures: TypeAlias = (
    Iterable[str | ClassificationMeasure] | str | ClassificationMeasure
)


def classification_measures_of(
    measures: ClassificationMeasures | None = None,
) -> tuple[ClassificationMeasure, ...]:
    """The classification measures of these keys, and records as they are; all if none are given.

    Parameters
    ----------
    measures : iterable of str or ClassificationMeasure, or one of them, optional
        Keys of `OC_MEASURES`, and records of one's own.

    Returns
    -------
    tuple of ClassificationMeasure

    Raises
    ------
    ValueError, TypeError
        See `oq_core.measures.lookup.look_up`.

    Examples
    --------
    >>> [measure.name for measure in classification_measures_of(["kappa", "Accuracy"])]
    ['Linear weighted kappa', 'Accuracy']
    """
    return look_up(measures, OC_MEASURES)


def why_undefined(measure: str | ClassificationMeasure, matrix: npt.ArrayLike) -> str:
    """Why a measure has no score for a confusion matrix, in words.

    Parameters
    ----------
    measure : str or ClassificationMeasure
        A key of `OC_MEASURES`, or a record.
    matrix : array_like, shape (L, L)

    Returns
    -------
    str
        Empty where the measure is defined.

    Raises
    ------
    ValueError
        If the measure is unknown, or the matrix is refused (see `check_confusion`).

    Examples
    --------
    >>> why_undefined("Accuracy", [[3, 1], [0, 1]])
    ''
    >>> why_undefined("kappa", [[3, 0], [0, 0]])[:51]
    'System and gold put all 3 items into one and the sa'
    """
    counts = check_confusion(matrix)
    (known,) = classification_measures_of(measure)
    if np.isfinite(known.function(counts)):
        return ""
    if np.count_nonzero(counts) > 1:
        return f"{known.name} has no value for this matrix"
    return (
        f"System and gold put all {counts.sum():g} items into one and the same class: no "
        f"disagreement is to be expected by chance, and {known.name} divides by what is expected"
    )
