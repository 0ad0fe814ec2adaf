"""What each classification measure sees: what an item in each cell weighs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from oq_core.data.arrays import ratio
from oq_core.measures.classification import (
    OC_MEASURES,
    CellSum,
    ClassificationMeasure,
    check_confusion,
    classification_measures_of,
)


def weighing_cells() -> dict[str, CellSum]:
    """The classification measures that are sums over cells of a confusion matrix, by key.

    Examples
    --------
    >>> set(OC_MEASURES) - set(weighing_cells()) == {"F1_M", "HMPR"}
    True
    """
    return {
        key: measure.function
        for key, measure in OC_MEASURES.items()
        if isinstance(measure.function, CellSum)
    }


@dataclass(frozen=True, eq=False)
class CellCosts:
    """What one item in each cell of a confusion matrix weighs for a measure.

    Attributes
    ----------
    weights : ndarray of float64, shape (L, L)
        In the measure's own terms, as `weighs` says. NaN in a column that the measure leaves
        out because it has no gold.
    per_item : ndarray of float64, shape (L, L)
        What one item in the cell adds to the score, this matrix's margins being as they are:
        the sum of ``per_item * matrix`` is the score, or 1 - the score where `is_loss`. NaN
        where the weight is, and everywhere if the measure is undefined.
    weighs : str
        What the weights are, in words.
    is_loss : bool
        The score is 1 less the sum: what an item adds is disagreement.

    Examples
    --------
    >>> costs = cell_costs("MAE_mu", [[3, 1], [0, 1]])
    >>> costs.weights.tolist(), costs.is_loss
    ([[0.0, 1.0], [1.0, 0.0]], False)
    """

    weights: npt.NDArray[np.float64]
    per_item: npt.NDArray[np.float64]
    weighs: str
    is_loss: bool


def cell_costs(measure: str | ClassificationMeasure, matrix: npt.ArrayLike) -> CellCosts:
    """What one item in each cell weighs for a measure, given all the others.

    Distances for MAE_M, MAE_mu, kappa and the alphas, proximities for CEM_ORD, 1 or 0 for
    Accuracy.

    Parameters
    ----------
    measure : str or ClassificationMeasure
        One of `weighing_cells`, or a record whose function is a `CellSum`.
    matrix : array_like, shape (L, L)
        Numbers of items: rows the system's classes, columns the gold's.

    Returns
    -------
    CellCosts

    Raises
    ------
    ValueError
        If the measure does not weigh cells or the matrix is none (see `check_confusion`).

    Notes
    -----
    ACL21 equations 1-7 and 10. CEM_ORD takes its proximities from the gold, and alpha_ORD its
    distances from both sides' labels, so that they change with the matrix.

    Examples
    --------
    >>> cell_costs("Accuracy", [[3, 1], [0, 1]]).weights.tolist()
    [[1.0, 0.0], [0.0, 1.0]]
    """
    (known,) = classification_measures_of(measure)
    function = known.function
    if not isinstance(function, CellSum):
        raise ValueError(  # noqa: TRY004 - not of another type: of another kind
            f"{known.key!r} does not weigh cells; {', '.join(weighing_cells())} do"
        )
    counts = check_confusion(matrix)
    if counts.ndim > 2:
        raise ValueError(f"one confusion matrix is needed, not {counts.shape}")
    weights, total = function.cells(counts)
    per_item = ratio(weights, total)
    return CellCosts(np.array(weights), per_item, function.weighs, function.from_one)
