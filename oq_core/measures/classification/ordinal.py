"""The measures to which the order of the classes matters: a far miss is worse than a near one."""

import numpy as np

from oq_core.data.arrays import ratio
from oq_core.measures.classification.classification_record import (
    CellSum,
    ClassificationMeasure,
    Counts,
    Values,
    WeightedCells,
)
from oq_core.measures.classification_examples import (
    ALWAYS_NEUTRAL,
    NEAR_OR_FAR,
    ONE_CLASS_ALWAYS,
    UNEQUAL_STEPS,
)
from oq_core.measures.quantification.wording import EQUAL_STEPS, TO_ONE


def _distances(classes: int) -> Values:
    positions = np.arange(classes, dtype=np.float64)
    return np.abs(positions[:, None] - positions)


def _mae_m(counts: Counts) -> WeightedCells:
    gold = counts.sum(axis=-2, keepdims=True)
    # A column without gold has no items either, so nothing is lost by giving it no weight.
    weights = ratio(_distances(counts.shape[-1]), gold)
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


_AGREEMENT = "−1 to 1: 1 is full agreement, 0 what chance gives"
_ALL_STEPS = "0 to L − 1, the number of steps from one end of the scale to the other"
_GOLD_CLASSES_ONLY = (
    "Classes without gold are left out of the mean, so that topics with few classes are averaged "
    "over few numbers."
)
_UNDEFINED = (
    "It is undefined where gold and system use one and the same class only; such topics have to be "
    "left out, not counted as 0."
)
_STEPS = "steps between the system's class and the gold's"
_E = r"e_{ij} = \frac{c_{i\bullet}\, c_{\bullet j}}{N}"
_ALPHA = (
    r"1 - \frac{\sum_i \sum_{j>i} O_{ij}\,\delta^2_{ij}}{\sum_i \sum_{j>i} E_{ij}\,\delta^2_{ij}},"
    r"\quad O_{ij} = c_{ij} + c_{ji},\quad E_{ij} = \frac{n_i n_j}{2N-1},\quad "
)

MAE_M = ClassificationMeasure(
    key="MAE_M",
    name="Macro-averaged Mean Absolute Error",
    larger_is_better=False,
    ordinal=True,
    tells_constant_systems_apart=True,
    heeds_imbalance=True,
    summary="MAE_M tells how many classes off the items of a gold class are, averaged over the "
    "classes that have gold.",
    equation=r"\frac{1}{|C^+|} \sum_{j \in C^+} "
    r"\frac{\sum_{i \in C} |i-j|\, c_{ij}}{c_{\bullet j}}",
    source="ACL21 eq. 1",
    function=CellSum(_mae_m, False, f"{_STEPS}, over the items of the gold's class"),
    scale=_ALL_STEPS,
    use="For ordered classes of very different sizes: every class counts the same, so that a "
    "system cannot win by always saying the largest.",
    pitfalls=(EQUAL_STEPS, _GOLD_CLASSES_ONLY),
    elsewhere=(
        "imbalanced-learn's `macro_averaged_mean_absolute_error` raises when the system picks "
        "a class that the gold lacks.",
        "dlordinal's `amae` moves classes together when one between them is absent.",
    ),
    example=ALWAYS_NEUTRAL,
    against=("MAE_mu", "Accuracy"),
)

MAE_MU = ClassificationMeasure(
    key="MAE_mu",
    name="Mean Absolute Error",
    larger_is_better=False,
    ordinal=True,
    tells_constant_systems_apart=True,
    heeds_imbalance=False,
    summary="MAE_mu tells how many classes off the items are, on average.",
    equation=r"\frac{1}{N} \sum_{j \in C} \sum_{i \in C} |i-j|\, c_{ij}",
    source="ACL21 eq. 2",
    function=CellSum(_mae_mu, False, _STEPS),
    scale=_ALL_STEPS,
    use="For ordered classes when every item counts the same, whatever its class.",
    pitfalls=(
        "Where one class is large, a system that always says it does well.",
        EQUAL_STEPS,
    ),
    elsewhere=(
        "scikit-learn's `mean_absolute_error` of the classes' positions is the same; of labels "
        "that are not consecutive numbers it is not.",
    ),
    example=ALWAYS_NEUTRAL,
    against=("MAE_M", "CEM_ORD", "kappa"),
)

CEM_ORD = ClassificationMeasure(
    key="CEM_ORD",
    name="Closeness Evaluation Measure for ordinal classes",
    larger_is_better=True,
    ordinal=True,
    tells_constant_systems_apart=True,
    heeds_imbalance=True,
    summary="CEM_ORD tells how much information the system's classes share with the gold's. "
    "Two classes are close when few items lie between them.",
    equation=r"\frac{\sum_{j \in C} \sum_{i \in C} \mathrm{prox}_{ij}\, c_{ij}}"
    r"{\sum_{j \in C} \mathrm{prox}_{jj}\, c_{\bullet j}},\quad "
    r"\mathrm{prox}_{ij} = -\log_2 \frac{\max\{0.5, K_{ij}\}}{N},\quad "
    r"K_{ij} = \frac{c_{\bullet i}}{2} + \begin{cases}"
    r"\sum_{l=i+1}^{j} c_{\bullet l} & (i \le j)\\"
    r"\sum_{l=j}^{i-1} c_{\bullet l} & (i > j)\end{cases}",
    source="ACL21 eqs. 3, 4",
    function=CellSum(_cem_ord, False, "proximity of the two classes, in bits"),
    scale=TO_ONE,
    use="For ordered classes that need not be equally far apart: the items between two classes "
    "are their distance, and rare classes count for more.",
    pitfalls=(
        "Closeness is taken from this gold: scores of topics with different golds are on "
        "different scales.",
    ),
    example=UNEQUAL_STEPS,
    against=("MAE_M", "MAE_mu"),
)

KAPPA = ClassificationMeasure(
    key="kappa",
    name="Linear weighted kappa",
    larger_is_better=True,
    ordinal=True,
    tells_constant_systems_apart=False,
    heeds_imbalance=True,
    summary="Linear weighted kappa sets the mean absolute error against the one that chance "
    "would give with the same two sets of labels. It is 0 for every system that always returns "
    "one class.",
    equation=r"1 - \frac{\sum_{j \in C} \sum_{i \in C} |i-j|\, c_{ij}}"
    rf"{{\sum_{{j \in C}} \sum_{{i \in C}} |i-j|\, e_{{ij}}}},\quad {_E}",
    source="ACL21 eq. 5",
    function=CellSum(_kappa, True, _STEPS),
    scale=_AGREEMENT,
    use="When gold and system are two raters on a par, and agreement by chance should not count.",
    pitfalls=(
        "It is 0 for every system that always says one class, whichever that is.",
        _UNDEFINED,
        EQUAL_STEPS,
    ),
    elsewhere=(
        'scikit-learn\'s `cohen_kappa_score(weights="linear")` needs `labels=` with all '
        "classes: it moves classes together where neither side uses one between them.",
    ),
    example=ONE_CLASS_ALWAYS,
    against=("MAE_M", "CEM_ORD", "alpha_ORD"),
)

ALPHA_ORD = ClassificationMeasure(
    key="alpha_ORD",
    name="Krippendorff's alpha for ordinal classes",
    larger_is_better=True,
    ordinal=True,
    tells_constant_systems_apart=True,
    heeds_imbalance=True,
    summary="This alpha sets disagreement against chance. Two classes are as far apart as "
    "there are labels between them.",
    equation=_ALPHA + r"\delta^2_{ij} = \Big(\sum_{k=i}^{j} n_k - \frac{n_i + n_j}{2}\Big)^2",
    source="ACL21 eqs. 6, 7",
    function=CellSum(
        _alpha_ord, True, "squared number of labels between the middles of the two classes"
    ),
    scale=_AGREEMENT,
    use="When gold and system are two raters on a par and the classes need not be equally far "
    "apart: the labels given to the classes between two are their distance.",
    pitfalls=(
        "Distances come from gold and system together: another system changes the scale.",
        _UNDEFINED,
    ),
    elsewhere=('The krippendorff package\'s `alpha(level_of_measurement="ordinal")` is the same.',),
    example=UNEQUAL_STEPS,
    against=("MAE_M", "MAE_mu"),
)

ALPHA_INT = ClassificationMeasure(
    key="alpha_INT",
    name="Krippendorff's alpha for interval classes",
    larger_is_better=True,
    ordinal=True,
    tells_constant_systems_apart=True,
    heeds_imbalance=True,
    summary="This alpha sets the squared error against chance. Neighbouring classes are taken "
    "as equally far apart.",
    equation=_ALPHA + r"\delta^2_{ij} = |i-j|^2",
    source="ACL21 eq. 6",
    function=CellSum(_alpha_int, True, f"{_STEPS}, squared"),
    scale=_AGREEMENT,
    use="As alpha_ORD, for classes that are equally far apart; a miss by two steps costs four "
    "times a miss by one.",
    pitfalls=(_UNDEFINED, EQUAL_STEPS),
    elsewhere=(
        "The krippendorff package's `alpha(level_of_measurement=\"interval\")` of the classes' "
        "positions is the same.",
    ),
    example=NEAR_OR_FAR,
    against=("Accuracy", "F1_M", "HMPR"),
)

#: In the order in which they are shown.
ORDINAL = (MAE_M, MAE_MU, CEM_ORD, KAPPA, ALPHA_ORD, ALPHA_INT)
