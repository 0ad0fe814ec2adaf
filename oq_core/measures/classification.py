r"""The ordinal classification measures, each an entry of one registry.

All take confusion matrices (..., L, L): rows are the system's classes, columns the gold's, both
lowest first, and a cell counts the items of its column's class that the system put into its
row's. To add a measure, write a function of checked matrices and add it to `OC_MEASURES`.

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

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

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
    ordinal : bool
        Handles ordinal classes: a far miss is worse than a near one (ACL21 table 4, I).
    tells_constant_systems_apart : bool
        Handles systems that always return the same class: they do not all score alike (ACL21
        table 4, II).
    heeds_imbalance : bool
        Handles class imbalance: an item of a rare class counts for more (ACL21 table 4, III).
    summary : str
        What it tells, in a sentence.
    equation : str
        Definition in LaTeX.
    source : str
        Paper and equation.
    function : callable
        The computation, on matrices that have been checked.
    """

    key: str
    name: str
    larger_is_better: bool
    ordinal: bool
    tells_constant_systems_apart: bool
    heeds_imbalance: bool
    summary: str
    equation: str
    source: str
    function: Callable[[Counts], Values]

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
        >>> from oq_core import OC_MEASURES
        >>> float(OC_MEASURES["MAE_M"]([[3, 1], [0, 1]]))
        0.25
        """
        return self.function(check_confusion(matrix))

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


def why_undefined(key: str, matrix: npt.ArrayLike) -> str:
    """Why a measure has no score for a confusion matrix, in words.

    Parameters
    ----------
    key : str
        Of `OC_MEASURES`.
    matrix : array_like, shape (L, L)

    Returns
    -------
    str
        Empty where the measure is defined.

    Raises
    ------
    ValueError
        See `check_confusion`.
    """
    counts = check_confusion(matrix)
    measure = OC_MEASURES[key]
    if np.isfinite(measure.function(counts)):
        return ""
    # Only kappa and the alphas divide by something that can be zero.
    return (
        f"System and gold put all {counts.sum():g} items into one and the same class: no "
        f"disagreement is to be expected by chance, and {measure.name} divides by what is expected"
    )


def _distances(classes: int) -> Values:
    positions = np.arange(classes, dtype=np.float64)
    return np.abs(positions[:, None] - positions)


def _mae_m(counts: Counts) -> WeightedCells:
    gold = counts.sum(axis=-2, keepdims=True)
    # A column without gold has no items either, so nothing is lost by giving it no weight.
    weights = np.divide(
        _distances(counts.shape[-1]), gold, out=np.full(counts.shape, np.nan), where=gold > 0
    )
    return WeightedCells(weights, np.count_nonzero(gold[..., 0, :], axis=-1).astype(np.float64))


def _mae_mu(counts: Counts) -> WeightedCells:
    weights = np.broadcast_to(_distances(counts.shape[-1]), counts.shape)
    return WeightedCells(weights, counts.sum(axis=(-2, -1)))


def _cem_ord(counts: Counts) -> WeightedCells:
    gold = counts.sum(axis=-2)
    upto = np.cumsum(gold, axis=-1)
    middle = upto - gold / 2
    # K_ij: half of the system's class i and all from there up to the gold's class j.
    rising = upto[..., None, :] - middle[..., :, None]
    falling = middle[..., :, None] - (upto - gold)[..., None, :]
    between = np.where(np.triu(np.ones(counts.shape[-2:], dtype=bool)), rising, falling)
    proximity = -np.log2(np.maximum(0.5, between) / upto[..., -1][..., None, None])
    perfect = np.diagonal(proximity, axis1=-2, axis2=-1)
    return WeightedCells(proximity, (perfect * gold).sum(axis=-1))


def _kappa(counts: Counts) -> WeightedCells:
    distances = _distances(counts.shape[-1])
    system, gold = counts.sum(axis=-1), counts.sum(axis=-2)
    expected = ((system @ distances) * gold).sum(axis=-1) / counts.sum(axis=(-2, -1))
    return WeightedCells(np.broadcast_to(distances, counts.shape), expected)


def _alpha(counts: Counts, squares: Values, used: Values) -> WeightedCells:
    """Disagreement expected when the 2N labels, n_i of class i, are paired at random."""
    pairs = used[..., :, None] * used[..., None, :]
    # Every pair of classes is met twice, above and below the diagonal.
    expected = (pairs * squares).sum(axis=(-2, -1)) / 2 / (used.sum(axis=-1) - 1)
    return WeightedCells(np.broadcast_to(squares, counts.shape), expected)


def _used(counts: Counts) -> Values:
    """n_i: labels of class i, the system's and the gold's together."""
    return counts.sum(axis=-1) + counts.sum(axis=-2)


def _alpha_ord(counts: Counts) -> WeightedCells:
    used = _used(counts)
    # Half of both end classes and all between: from middle to middle of the labels in order.
    middle = np.cumsum(used, axis=-1) - used / 2
    return _alpha(counts, np.square(middle[..., :, None] - middle[..., None, :]), used)


def _alpha_int(counts: Counts) -> WeightedCells:
    return _alpha(counts, np.square(_distances(counts.shape[-1])), _used(counts))


def _accuracy(counts: Counts) -> WeightedCells:
    weights = np.broadcast_to(np.eye(counts.shape[-1]), counts.shape)
    return WeightedCells(weights, counts.sum(axis=(-2, -1)))


def _precision_and_recall(counts: Counts) -> tuple[Values, Values, npt.NDArray[np.bool_]]:
    """Per class (..., L), 0 where the system never picks it; and which classes have gold."""
    right = np.diagonal(counts, axis1=-2, axis2=-1)
    precision, recall = (
        np.divide(right, total, out=np.zeros(right.shape), where=total > 0)
        for total in (counts.sum(axis=-1), counts.sum(axis=-2))
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


_STEPS = "steps between the system's class and the gold's"
_E = r"e_{ij} = \frac{c_{i\bullet}\, c_{\bullet j}}{N}"
_ALPHA = (
    r"1 - \frac{\sum_i \sum_{j>i} O_{ij}\,\delta^2_{ij}}{\sum_i \sum_{j>i} E_{ij}\,\delta^2_{ij}},"
    r"\quad O_{ij} = c_{ij} + c_{ji},\quad E_{ij} = \frac{n_i n_j}{2N-1},\quad "
)
_PRECISION_RECALL = (
    r"\mathrm{Prec}_j = \frac{c_{jj}}{c_{j\bullet}},\quad "
    r"\mathrm{Rec}_j = \frac{c_{jj}}{c_{\bullet j}}"
)

#: Every ordinal classification measure by its key, in the order in which they are shown.
OC_MEASURES: dict[str, ClassificationMeasure] = {
    measure.key: measure
    for measure in (
        ClassificationMeasure(
            key="MAE_M",
            name="Macro-averaged Mean Absolute Error",
            larger_is_better=False,
            ordinal=True,
            tells_constant_systems_apart=True,
            heeds_imbalance=True,
            summary="How many classes off the items of a gold class are, averaged over the "
            "classes that have gold.",
            equation=r"\frac{1}{|C^+|} \sum_{j \in C^+} "
            r"\frac{\sum_{i \in C} |i-j|\, c_{ij}}{c_{\bullet j}}",
            source="ACL21 eq. 1",
            function=CellSum(_mae_m, False, f"{_STEPS}, over the items of the gold's class"),
        ),
        ClassificationMeasure(
            key="MAE_mu",
            name="Mean Absolute Error",
            larger_is_better=False,
            ordinal=True,
            tells_constant_systems_apart=True,
            heeds_imbalance=False,
            summary="How many classes off the items are, on average.",
            equation=r"\frac{1}{N} \sum_{j \in C} \sum_{i \in C} |i-j|\, c_{ij}",
            source="ACL21 eq. 2",
            function=CellSum(_mae_mu, False, _STEPS),
        ),
        ClassificationMeasure(
            key="CEM_ORD",
            name="Closeness Evaluation Measure for ordinal classes",
            larger_is_better=True,
            ordinal=True,
            tells_constant_systems_apart=True,
            heeds_imbalance=True,
            summary="How much information the system's classes share with the gold's: two "
            "classes are close when few items lie between them.",
            equation=r"\frac{\sum_{j \in C} \sum_{i \in C} \mathrm{prox}_{ij}\, c_{ij}}"
            r"{\sum_{j \in C} \mathrm{prox}_{jj}\, c_{\bullet j}},\quad "
            r"\mathrm{prox}_{ij} = -\log_2 \frac{\max\{0.5, K_{ij}\}}{N},\quad "
            r"K_{ij} = \frac{c_{\bullet i}}{2} + \begin{cases}"
            r"\sum_{l=i+1}^{j} c_{\bullet l} & (i \le j)\\"
            r"\sum_{l=j}^{i-1} c_{\bullet l} & (i > j)\end{cases}",
            source="ACL21 eqs. 3, 4",
            function=CellSum(_cem_ord, False, "proximity of the two classes, in bits"),
        ),
        ClassificationMeasure(
            key="kappa",
            name="Linear weighted kappa",
            larger_is_better=True,
            ordinal=True,
            tells_constant_systems_apart=False,
            heeds_imbalance=True,
            summary="Mean absolute error set against the one that chance would give with the "
            "same two sets of labels; 0 for every system that always returns one class.",
            equation=r"1 - \frac{\sum_{j \in C} \sum_{i \in C} |i-j|\, c_{ij}}"
            rf"{{\sum_{{j \in C}} \sum_{{i \in C}} |i-j|\, e_{{ij}}}},\quad {_E}",
            source="ACL21 eq. 5",
            function=CellSum(_kappa, True, _STEPS),
        ),
        ClassificationMeasure(
            key="alpha_ORD",
            name="Krippendorff's alpha for ordinal classes",
            larger_is_better=True,
            ordinal=True,
            tells_constant_systems_apart=True,
            heeds_imbalance=True,
            summary="Disagreement set against chance, where the labels that lie between two "
            "classes are their distance.",
            equation=_ALPHA
            + r"\delta^2_{ij} = \Big(\sum_{k=i}^{j} n_k - \frac{n_i + n_j}{2}\Big)^2",
            source="ACL21 eqs. 6, 7",
            function=CellSum(
                _alpha_ord, True, "squared number of labels between the middles of the two classes"
            ),
        ),
        ClassificationMeasure(
            key="alpha_INT",
            name="Krippendorff's alpha for interval classes",
            larger_is_better=True,
            ordinal=True,
            tells_constant_systems_apart=True,
            heeds_imbalance=True,
            summary="Squared error set against chance, the classes taken as equally far apart.",
            equation=_ALPHA + r"\delta^2_{ij} = |i-j|^2",
            source="ACL21 eq. 6",
            function=CellSum(_alpha_int, True, f"{_STEPS}, squared"),
        ),
        ClassificationMeasure(
            key="F1_M",
            name="Macro F1, mean of the classes' F1",
            larger_is_better=True,
            ordinal=False,
            tells_constant_systems_apart=True,
            heeds_imbalance=True,
            summary="F1 of each class that has gold, averaged.",
            equation=r"\frac{1}{|C^+|} \sum_{j \in C^+} f_1(\mathrm{Prec}_j, \mathrm{Rec}_j),"
            rf"\quad {_PRECISION_RECALL},\quad f_1(p, r) = \frac{{2pr}}{{p + r}}",
            source="ACL21 eq. 8",
            function=_f1_m,
        ),
        ClassificationMeasure(
            key="HMPR",
            name="Macro F1, harmonic mean of macro precision and macro recall",
            larger_is_better=True,
            ordinal=False,
            tells_constant_systems_apart=True,
            heeds_imbalance=True,
            summary="F1 of the mean precision and the mean recall of the classes that have gold.",
            equation=r"f_1\Big(\frac{1}{|C^+|}\sum_{j \in C^+} \mathrm{Prec}_j,\ "
            r"\frac{1}{|C^+|}\sum_{j \in C^+} \mathrm{Rec}_j\Big),"
            rf"\quad {_PRECISION_RECALL}",
            source="ACL21 eq. 9",
            function=_hmpr,
        ),
        ClassificationMeasure(
            key="Accuracy",
            name="Accuracy",
            larger_is_better=True,
            ordinal=False,
            tells_constant_systems_apart=True,
            heeds_imbalance=False,
            summary="Share of items in the right class.",
            equation=r"\frac{1}{N} \sum_{j \in C} c_{jj}",
            source="ACL21 eq. 10",
            function=CellSum(_accuracy, False, "1 for the right class, 0 for any other"),
        ),
    )
}
