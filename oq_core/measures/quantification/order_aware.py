"""RNOD and its variants: squared errors weighted by distances between classes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from oq_core.data.arrays import Array
from oq_core.data.distributions import Distributions
from oq_core.measures.examples import ERROR_AT_THE_END, OWN_EXAMPLES
from oq_core.measures.quantification.measure_record import Case, Measure
from oq_core.measures.quantification.wording import (
    BEYOND_ONE,
    EQUAL_STEPS,
    GOLD_SIDE,
    TO_ONE,
    ZERO_TERMS,
    signed,
    told_apart,
)
from oq_core.measures.workings.order_aware import (
    rnadw2_steps,
    rnadw_steps,
    rnod2_steps,
    rnod_steps,
    rsnod_steps,
)


def equal_steps(classes: int) -> Distributions:
    """Distances delta_ij = |i - j| between L classes, shape (L, L).

    Examples
    --------
    >>> equal_steps(3).tolist()
    [[0.0, 1.0, 2.0], [1.0, 0.0, 1.0], [2.0, 1.0, 0.0]]
    """
    positions = np.arange(classes, dtype=np.float64)
    return np.abs(positions[:, None] - positions)


def gold_steps(gold: Distributions) -> Distributions:
    """Distances by the gold mass between classes i and j (RNOD22 eq. 6), shape (..., L, L).

    Half of both end classes and all between them is the distance from the middle of class i
    to the middle of class j on the cumulative gold.

    Examples
    --------
    >>> gold_steps(np.array([0.5, 0.0, 0.5])).tolist()
    [[0.0, 0.25, 0.5], [0.25, 0.0, 0.25], [0.5, 0.25, 0.0]]
    """
    middles = np.cumsum(gold, axis=-1) - gold / 2
    return np.abs(middles[..., :, None] - middles[..., None, :])


def _distance_weighted(
    estimated: Distributions, gold: Distributions, steps: Distributions
) -> Distributions:
    """DW_i = sum_j delta_ij (p_j - p*_j)^2, shape (..., L)."""
    squares = np.square(estimated - gold)
    return (steps @ squares[..., None])[..., 0] if steps.ndim > 2 else squares @ steps


def _order_aware_divergence(weighted: Distributions, gold: Distributions) -> Array:
    """OD(p || p*): the mean of DW_i over the classes that have gold."""
    support = gold > 0
    return np.where(support, weighted, 0).sum(axis=-1) / support.sum(axis=-1)


def _root_normalised(divergence: Array, classes: int) -> Array:
    return np.sqrt(divergence / (classes - 1))


def _rnod(estimated: Distributions, gold: Distributions) -> Array:
    classes = gold.shape[-1]
    weighted = _distance_weighted(estimated, gold, equal_steps(classes))
    return _root_normalised(_order_aware_divergence(weighted, gold), classes)


def _rsnod(estimated: Distributions, gold: Distributions) -> Array:
    classes = gold.shape[-1]
    weighted = _distance_weighted(estimated, gold, equal_steps(classes))
    both = _order_aware_divergence(weighted, gold) + _order_aware_divergence(weighted, estimated)
    return _root_normalised(both / 2, classes)


def _rnod2(estimated: Distributions, gold: Distributions) -> Array:
    weighted = _distance_weighted(estimated, gold, gold_steps(gold))
    return _root_normalised(_order_aware_divergence(weighted, gold), gold.shape[-1])


def _rnadw(estimated: Distributions, gold: Distributions) -> Array:
    classes = gold.shape[-1]
    weighted = _distance_weighted(estimated, gold, equal_steps(classes))
    return _root_normalised(weighted.mean(axis=-1), classes)


def _rnadw2(estimated: Distributions, gold: Distributions) -> Array:
    weighted = _distance_weighted(estimated, gold, gold_steps(gold))
    return _root_normalised(weighted.mean(axis=-1), gold.shape[-1])


@dataclass(frozen=True)
class _Seen:
    """The reasons of measures that are the root of a sum of weighted squared errors.

    The weight of an error is the mean distance of its class from the classes it is seen from,
    averaged over the viewpoints.
    """

    steps_of: Callable[[Distributions], Array]
    viewpoints: Callable[[Case, Distributions], Sequence[npt.NDArray[np.bool_]]]
    unit: str
    seen_from: str

    def parts(self, case: Case, estimate: Distributions) -> tuple[Array, Array]:
        """The weight of each class, and what its error adds to the sum."""
        steps, seen = self.steps_of(case.gold), self.viewpoints(case, estimate)
        weights = np.mean([steps[each].mean(axis=0) for each in seen], axis=0)
        return weights, weights * np.square(estimate - case.gold)

    def account(self, case: Case) -> str:
        weights, worse = self.parts(case, case.worse)
        _, better = self.parts(case, case.better)
        sums = told_apart([better.sum(), worse.sum()])
        top = int(worse.argmax())
        error = float(case.worse[top] - case.gold[top])
        return (
            f"the weighted squared errors of {case.better_name} sum to {sums[0]}, those of "
            f"{case.worse_name} to {sums[1]}, and {worse[top]:.3f} of these comes from "
            f"{case.class_name(top)}, where the error is {signed(error)} and the distance from "
            f"{self.seen_from} is {weights[top]:.2f} {self.unit} on average"
        )

    def plainly(self, case: Case) -> str:
        more = self.parts(case, case.worse)[1] - self.parts(case, case.better)[1]
        errors = (np.abs(each - case.gold) for each in (case.worse, case.better))
        # Weights that differ between the two can make the smaller error the dearer one.
        larger = np.greater(*errors) & (more > 0)
        if not larger.any():
            return f"the errors of {case.worse_name} are further from {self.seen_from}"
        top = int(np.where(larger, more, 0).argmax())
        return case.amounts(top, far=self.steps_of is _steps)


def _gold_side(case: Case, _: Distributions) -> Sequence[npt.NDArray[np.bool_]]:
    return [case.gold > 0]


def _both_sides(case: Case, estimate: Distributions) -> Sequence[npt.NDArray[np.bool_]]:
    return [case.gold > 0, estimate > 0]


def _all_classes(case: Case, _: Distributions) -> Sequence[npt.NDArray[np.bool_]]:
    return [np.ones(len(case.classes), dtype=bool)]


def _steps(gold: Distributions) -> Array:
    return equal_steps(len(gold))


_DELTA_GOLD = (
    r"\delta_{ij} = \Big(\sum_{k=\min(i,j)}^{\max(i,j)} p^*_k\Big) - \tfrac{1}{2}(p^*_i + p^*_j)"
)
_DW = r"DW_i = \sum_{j \in C} \delta_{ij} (p_j - p^*_j)^2"
_DW_EQUAL = r"DW_i = \sum_{j \in C} |i-j| (p_j - p^*_j)^2"
_OD = r"OD(p\|p^*) = \frac{1}{|C^*|} \sum_{i:\,p^*_i>0} DW_i"


_STEPS_OF_GOLD = (
    "The distances change from instance to instance with the gold. Where no gold lies at or "
    "between two classes their distance is 0, and with all gold in one class every other class "
    "is equally far from it."
)
_ONLY_EQUAL = (
    "A mean of DW_i is 0 only if each of them is, and DW_i only if e_j = 0 for all j other than "
    "i. As the errors sum to 0, e_i is 0 too."
)
_ONLY_EQUAL_OF_GOLD = (
    "Take a class i with gold. Its distance to any other class is at least p*_i/2, so DW_i is 0 "
    "only if e_j = 0 for all j other than i. As the errors sum to 0, e_i is 0 too."
)
_BOUND_OF_GOLD = (
    "No distance is above 1, so that a mean of DW_i is at most Σ e_i², which is at most 2 and, "
    "for three classes or more, at most L − 1. For two classes the only distance is 1/2, and the "
    "mean at most 1/2."
)
_TWO_CLASSES = (
    "As e₂ = −e₁, both DW₁ and DW₂ are e₁². So is a mean over either or both of them, and the "
    "root of it is |e₁|."
)
_ENDS = (
    "With votes everywhere on both sides, an error e_j² weighs as much as class j is away from "
    "all classes on average. That is largest at the ends and falls towards the middle."
)
_ENDS_OF_GOLD = (
    "With a flat gold the distances are |i − j|/L: it is RNOD divided by √L, and there an error "
    "weighs most at the ends."
)

_RNOD_SEEN = _Seen(_steps, _gold_side, "classes", "the classes that have gold")
RNOD = Measure(
    key="RNOD",
    name="Root Normalised Order-aware Divergence",
    family="cross-bin",
    summary="RNOD adds up squared errors, each weighted by how far it is from the classes that "
    "have gold.",
    equation=rf"\sqrt{{\frac{{OD(p\|p^*)}}{{L-1}}}},\quad {_OD},\quad {_DW_EQUAL}",
    function=_rnod,
    source="LQ21 eqs. 2, 3, 5",
    scale=BEYOND_ONE,
    most=2**0.5,
    use="For ordered classes, when the errors should be judged from where the gold is: the "
    "further an error is from the classes that people chose, the more it costs.",
    pitfalls=(
        GOLD_SIDE,
        EQUAL_STEPS,
        "Classes without gold do not count as viewpoints, so that one vote more or less in a "
        "rare class can move the score visibly.",
    ),
    elsewhere=(
        "The official NTCIR scorer's `order_aware_div(pred, truth)` averages over the classes "
        "of the estimate, not of the gold: harmless inside RSNOD, wrong as RNOD.",
        "mlquantify has the same RNOD, for one pair of distributions at a time.",
    ),
    example=ERROR_AT_THE_END,
    against=("NMD",),
    claims=("ordinal",),
    proofs={
        "zero on equality": ZERO_TERMS,
        "zero only on equality": _ONLY_EQUAL,
        "two classes": _TWO_CLASSES,
        "ends": _ENDS,
    },
    steps=rnod_steps,
    account=_RNOD_SEEN.account,
    plainly=_RNOD_SEEN.plainly,
)

_RSNOD_SEEN = _Seen(
    _steps, _both_sides, "classes", "the classes that have gold and those that have votes"
)
RSNOD = Measure(
    key="RSNOD",
    name="Root Symmetric Normalised Order-aware Divergence",
    family="cross-bin",
    summary="RSNOD is RNOD seen from both sides: from the classes with gold and from those "
    "with estimated votes.",
    equation=r"\sqrt{\frac{OD(p\|p^*) + OD(p^*\|p)}{2(L-1)}}",
    function=_rsnod,
    source="LQ21 eqs. 4, 6",
    scale=BEYOND_ONE,
    most=2**0.5,
    use="Where RNOD would be used but neither side is the truth, as between two groups of "
    "raters, or where a measure must be symmetric.",
    pitfalls=(
        EQUAL_STEPS,
        "It also judges from classes that only the estimate uses, so that mass spread thinly "
        "over wrong classes adds viewpoints.",
    ),
    elsewhere=("The official NTCIR scorer computes the same under this name.",),
    example=OWN_EXAMPLES["RSNOD"],
    against=("RNOD",),
    claims=("ordinal",),
    proofs={
        "symmetric": "Swapping exchanges OD(p‖p*) and OD(p*‖p), and their sum stays the same.",
        "zero on equality": ZERO_TERMS,
        "zero only on equality": _ONLY_EQUAL,
        "two classes": _TWO_CLASSES,
        "ends": _ENDS,
    },
    steps=rsnod_steps,
    account=_RSNOD_SEEN.account,
    plainly=_RSNOD_SEEN.plainly,
)

_RNOD2_SEEN = _Seen(gold_steps, _gold_side, "of the gold", "the classes that have gold")
RNOD2 = Measure(
    key="RNOD2",
    name="RNOD with distances taken from the gold",
    family="cross-bin",
    summary="RNOD2 is RNOD with another distance: two classes are as far apart as there is "
    "gold between them.",
    equation=rf"\sqrt{{\frac{{OD(p\|p^*)}}{{L-1}}}},\quad {_OD},\quad {_DW},"
    rf"\quad {_DELTA_GOLD}",
    function=_rnod2,
    source="RNOD22 eq. 6",
    scale=TO_ONE,
    use="Instead of RNOD, when the classes should not be taken as equally far apart and the "
    "gold may say how far they are: many votes between two classes set them apart.",
    pitfalls=(GOLD_SIDE, _STEPS_OF_GOLD),
    example=OWN_EXAMPLES["RNOD2"],
    against=("RNOD",),
    claims=("ordinal", "equidistance"),
    proofs={
        "equidistance": "A class without gold or estimate adds nothing to the gold mass between "
        "two others, to the classes that have gold, or to the errors: OD stays "
        "as it is. Only L − 1 changes, and with it all scores by the same "
        "factor.",
        "zero on equality": ZERO_TERMS,
        "zero only on equality": _ONLY_EQUAL_OF_GOLD,
        "bounded": _BOUND_OF_GOLD,
        "ends": _ENDS_OF_GOLD,
    },
    steps=rnod2_steps,
    account=_RNOD2_SEEN.account,
    plainly=_RNOD2_SEEN.plainly,
)

_RNADW_SEEN = _Seen(_steps, _all_classes, "classes", "all classes")
RNADW = Measure(
    key="RNADW",
    name="Root Normalised Average Distance-Weighted sum of squares",
    family="cross-bin",
    summary="RNADW is RNOD seen from all classes, with gold or without.",
    equation=rf"\sqrt{{\frac{{1}}{{L(L-1)}} \sum_{{i \in C}} DW_i}},\quad {_DW_EQUAL}",
    function=_rnadw,
    source="RNOD22 eqs. 7, 8",
    scale=TO_ONE,
    use="Instead of RNOD, when a score should not jump with the first vote in a class: every "
    "class is a viewpoint, with gold or without.",
    pitfalls=(
        EQUAL_STEPS,
        "Classes that nobody uses still count in the mean: adding an empty class to the scale "
        "changes the scores.",
    ),
    example=OWN_EXAMPLES["RNADW"],
    against=("RNOD",),
    claims=("ordinal",),
    proofs={
        "symmetric": "Swapping turns the signs of the errors, which are squared; their weights "
        "|i − j|, averaged over all classes, depend on neither side.",
        "zero on equality": ZERO_TERMS,
        "zero only on equality": _ONLY_EQUAL,
        "bounded": "A class is on average at most (L − 1)/2 away from all classes, so that ADW "
        "is at most (L − 1)/2 · Σ e_i², and Σ e_i² is at most 2.",
        "two classes": _TWO_CLASSES,
        "ends": _ENDS,
    },
    steps=rnadw_steps,
    account=_RNADW_SEEN.account,
    plainly=_RNADW_SEEN.plainly,
)

_RNADW2_SEEN = _Seen(gold_steps, _all_classes, "of the gold", "all classes")
RNADW2 = Measure(
    key="RNADW2",
    name="RNADW with distances taken from the gold",
    family="cross-bin",
    summary="RNADW2 is RNADW with another distance: two classes are as far apart as there is "
    "gold between them.",
    equation=rf"\sqrt{{\frac{{1}}{{L(L-1)}} \sum_{{i \in C}} DW_i}},\quad {_DW},"
    rf"\quad {_DELTA_GOLD}",
    function=_rnadw2,
    source="RNOD22 section 2.1",
    scale=TO_ONE,
    use="Instead of RNADW, when the gold may say how far apart the classes are.",
    pitfalls=(
        "Unlike RNADW it is not symmetric: its distances are those of the gold.",
        _STEPS_OF_GOLD,
    ),
    example=OWN_EXAMPLES["RNADW2"],
    against=("RNADW",),
    claims=("ordinal", "equidistance"),
    proofs={
        "zero on equality": ZERO_TERMS,
        "zero only on equality": _ONLY_EQUAL_OF_GOLD,
        "bounded": _BOUND_OF_GOLD,
        "ends": _ENDS_OF_GOLD,
    },
    steps=rnadw2_steps,
    account=_RNADW2_SEEN.account,
    plainly=_RNADW2_SEEN.plainly,
)

#: In the order in which they are shown.
ORDER_AWARE = (RNOD, RSNOD, RNOD2, RNADW, RNADW2)
