"""The record of a classification measure, and the confusion matrices that it scores."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from oq_core.data.arrays import as_scalar
from oq_core.measures.classification_examples import ClassificationExample

Counts = npt.NDArray[np.float64]
Values = npt.NDArray[np.float64]


class WeightedCells(NamedTuple):
    """A sum over the cells, as most of the measures are.

    Attributes
    ----------
    weights : ndarray of float64, shape (..., L, L)
        What one item in a cell weighs.
    total : ndarray of float64, shape (...)
        What the weighted sum is divided by; 0 where the measure is undefined.
    """

    weights: Values
    total: Values


@dataclass(frozen=True)
class CellSum:
    """A measure that is a weighted sum of the cells, or 1 less such a sum.

    Attributes
    ----------
    cells : callable
        From checked matrices (..., L, L) to their `WeightedCells`.
    from_one : bool
        The sum is a disagreement, and the score is 1 less it.
    weighs : str
        What the weights are, in words.

    Examples
    --------
    >>> from oq_core.measures import OC_MEASURES
    >>> OC_MEASURES["kappa"].function.from_one
    True
    """

    cells: Callable[[Counts], WeightedCells]
    from_one: bool
    weighs: str

    def __call__(self, counts: Counts) -> Values:
        """Scores (...) of checked matrices (..., L, L)."""
        weights, total = self.cells(counts)
        # An empty cell may have no weight (NaN).
        weighted = np.where(counts > 0, weights * counts, 0).sum(axis=(-2, -1))
        share = weighted / np.where(total == 0, np.nan, total)
        return 1 - share if self.from_one else share


@dataclass(frozen=True)
class ClassificationMeasure:
    """An ordinal classification measure and what is known of it.

    Attributes
    ----------
    key : str
        Short name.
    name : str
        Full name.
    larger_is_better : bool
        Direction: errors are smaller, agreement is larger for the better system.
    summary : str
        What it tells, in a sentence.
    equation : str
        Definition in LaTeX.
    function : callable
        From checked matrices (..., L, L) to scores (...): a `CellSum`, or any other function.
    source : str
        Where the definition is from. If the first word is a paper of `oq_core.papers.PAPERS`,
        the app gives its full reference.
    ordinal : bool or None
        Handles ordinal classes: a far miss is worse than a near one (ACL21 table 4, I). None, as
        in the next two, stands for "not examined".
    tells_constant_systems_apart : bool or None
        Handles systems that always return the same class: they do not all score alike (ACL21
        table 4, II).
    heeds_imbalance : bool or None
        Handles class imbalance: an item of a rare class counts for more (ACL21 table 4, III).
    scale, use, pitfalls, elsewhere, example, against
        As in `oq_core.measures.Measure`; the example is a `ClassificationExample`.

    Examples
    --------
    >>> from oq_core.measures import OC_MEASURES
    >>> measure = OC_MEASURES["CEM_ORD"]
    >>> measure.larger_is_better, measure.bounds(5)
    (True, (0.0, 1.0))
    """

    key: str
    name: str
    larger_is_better: bool
    summary: str
    equation: str
    function: Callable[[Counts], Values]
    source: str = ""
    ordinal: bool | None = None
    tells_constant_systems_apart: bool | None = None
    heeds_imbalance: bool | None = None
    scale: str = ""
    use: str = ""
    pitfalls: tuple[str, ...] = ()
    elsewhere: tuple[str, ...] = ()
    example: ClassificationExample | None = None
    against: tuple[str, ...] = ()

    def __call__(self, matrix: npt.ArrayLike) -> Values:
        """Score confusion matrices.

        Parameters
        ----------
        matrix : array_like, shape (..., L, L)
            Numbers of items: rows the system's classes, columns the gold's.

        Returns
        -------
        ndarray of float64, shape (...)
            MAE_M and MAE_mu in [0, L-1]; CEM_ORD, F1_M, HMPR and Accuracy in [0, 1]; kappa and
            the alphas in [-1, 1], NaN where both sides use one and the same class only. See
            `larger_is_better`.

        Raises
        ------
        ValueError
            See `check_confusion`.

        Examples
        --------
        >>> from oq_core.measures import OC_MEASURES
        >>> float(OC_MEASURES["MAE_M"]([[3, 1], [0, 1]]))
        0.25
        """
        return as_scalar(np.asarray(self.function(check_confusion(matrix))))

    @property
    def takes_order(self) -> bool:
        """Whether it changes with the order of the classes, or nobody has examined it."""
        return self.ordinal is not False

    def bounds(self, classes: int) -> tuple[float, float]:
        """The lowest and the highest score there can be with L classes."""
        if not self.larger_is_better:
            return 0.0, classes - 1.0
        is_set_against_chance = isinstance(self.function, CellSum) and self.function.from_one
        return (-1.0 if is_set_against_chance else 0.0), 1.0


def check_confusion(matrix: npt.ArrayLike) -> Counts:
    """Return confusion matrices as float64, or say what is wrong with them and where.

    Parameters
    ----------
    matrix : array_like, shape (..., L, L)

    Returns
    -------
    ndarray of float64, shape (..., L, L)

    Raises
    ------
    ValueError
        If the last two axes are not square or have fewer than two classes, a cell is not a
        whole number of 0 or more, or a matrix has no items.

    Examples
    --------
    >>> check_confusion([[3, 1], [0, 1]]).sum()
    np.float64(5.0)
    """
    try:
        array = np.asarray(matrix, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise ValueError(f"the confusion matrix must be an array of numbers: {error}") from None
    if array.ndim < 2 or array.shape[-1] != array.shape[-2] or array.shape[-1] < 2:
        raise ValueError(
            f"a confusion matrix must be square, with two classes or more, not {array.shape}"
        )
    for wrong, fault in (
        (~np.isfinite(array), "not a finite number"),
        (array < 0, "negative"),
        (array != np.round(array), "not a whole number of items"),
    ):
        if wrong.any():
            place = tuple(int(i) for i in np.argwhere(wrong)[0])
            raise ValueError(f"matrix{list(place)} is {array[place]:g}, which is {fault}")
    empty = array.sum(axis=(-2, -1)) == 0
    if empty.any():
        place = tuple(int(i) for i in np.argwhere(empty)[0])
        raise ValueError(f"matrix{list(place) if place else ''} has no items")
    return array
