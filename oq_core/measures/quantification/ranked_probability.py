"""RPS and RRPS, the scores of forecasters: squared differences of the cumulative shares.

E. S. Epstein. A Scoring System for Probability Forecasts of Ranked Categories. Journal of Applied
Meteorology 8 (1969). A. H. Murphy. A Note on the Ranked Probability Score. Journal of Applied
Meteorology 10 (1971). A. C. Constantinou and N. E. Fenton. Solving the Problem of Inadequate
Scoring Rules for Assessing Probabilistic Football Forecast Models. Journal of Quantitative
Analysis in Sports 8 (2012).
"""

import numpy as np

from oq_core.data.arrays import Array
from oq_core.data.distributions import Distributions
from oq_core.measures.examples import OWN_EXAMPLES
from oq_core.measures.quantification.measure_record import Case, Measure
from oq_core.measures.quantification.wording import EQUAL_STEPS, TO_ONE, told_apart
from oq_core.measures.workings.ranked_probability import (
    ranked_probability_steps,
    root_ranked_probability_steps,
)


def _squares(estimated: Distributions, gold: Distributions) -> Array:
    """(cp_i - cp*_i)^2 after every class but the last, where both are 1: shape (..., L - 1)."""
    return np.square(np.cumsum(estimated - gold, axis=-1)[..., :-1])


def _rps(estimated: Distributions, gold: Distributions) -> Array:
    return _squares(estimated, gold).mean(axis=-1)


def _rrps(estimated: Distributions, gold: Distributions) -> Array:
    return np.sqrt(_rps(estimated, gold))


def _account(case: Case) -> str:
    better, worse = (_squares(each, case.gold) for each in (case.better, case.worse))
    sums = told_apart([better.sum(), worse.sum()])
    top = int(worse.argmax())
    return (
        f"the squared differences of cumulative shares of {case.better_name} sum to {sums[0]}, "
        f"those of {case.worse_name} to {sums[1]}, and {worse[top]:.3f} of these is the one after "
        f"{case.class_name(top)}"
    )


def _plainly(case: Case) -> str:
    better, worse = (_squares(each, case.gold) for each in (case.better, case.worse))
    top = int((worse - better).argmax())
    where = f"the classes up to “{case.classes[top]}”" if top else case.class_name(0)
    upto = (float(each[: top + 1].sum()) for each in (case.worse, case.better, case.gold))
    return case.shares(where, *upto)


_SOURCE = (
    "Epstein 1969 and Murphy 1971, Journal of Applied Meteorology; divided by L − 1 as in "
    "Constantinou and Fenton 2012, Journal of Quantitative Analysis in Sports"
)
_ORDINAL = (
    "With a share m moved from class i to class k, the squared difference is m² in the |i − k| "
    "places between them and 0 elsewhere: RPS is m²|i − k|/(L − 1), which grows with the distance"
)
_PROOFS = {
    "symmetric": "Swapping turns the signs of the cumulative differences, which are squared.",
    "zero on equality": "Every cumulative difference is a sum of errors, and all of them are 0.",
    "zero only on equality": "If all squares are 0, the cumulative sums are the same, and so are "
    "their steps p and p*.",
}
_BESIDE = (
    "RPS and RRPS prefer the same of two estimates of one gold. Their means over instances need "
    "not: errors of 0 and 0.5 have the smaller mean RRPS than twice 0.3, and the larger mean RPS."
)

RPS = Measure(
    key="RPS",
    name="Ranked Probability Score",
    family="cross-bin",
    summary="RPS adds up squared differences of the cumulative shares. It is the score of "
    "forecasts of ordered outcomes, with a distribution as the outcome.",
    equation=r"\frac{1}{L-1} \sum_{i < L} (cp_i - cp^*_i)^2",
    function=_rps,
    source=_SOURCE,
    scale=TO_ONE,
    use="To compare with forecasts of weather or of football, where it is usual. With all of the "
    "gold in one class it is strictly proper: who forecasts what they believe expects the least.",
    pitfalls=(
        _BESIDE,
        "Squares make small errors look very small: half of the votes one class off on a scale "
        "of five classes scores 0.06.",
        EQUAL_STEPS,
    ),
    elsewhere=(
        "R's `verification::rps` divides by L − 1 too; `scoringRules::rps_probs`, "
        "`scoringutils::rps_ordinal` and `s2dv::RPS` do not: theirs is RPS × (L − 1).",
        "RPS ≤ NMD ≤ RRPS: NMD is the mean of the same differences without squaring.",
    ),
    example=OWN_EXAMPLES["RPS"],
    against=("NMD",),
    proofs={
        **_PROOFS,
        "ordinal": f"{_ORDINAL}.",
        "bounded": "It is the mean of L − 1 squares of numbers in [−1, 1].",
    },
    steps=ranked_probability_steps,
    account=_account,
    plainly=_plainly,
)

RRPS = Measure(
    key="RRPS",
    name="Root Ranked Probability Score",
    family="cross-bin",
    summary="RRPS is the root of RPS: the root mean squared difference of the cumulative shares.",
    equation=r"\sqrt{\frac{1}{L-1} \sum_{i < L} (cp_i - cp^*_i)^2}",
    function=_rrps,
    source=_SOURCE,
    scale=TO_ONE,
    use="In the place of RPS where scores are to have the unit of a share, as NMD and RNOD do: an "
    "error that is twice as large scores twice as much.",
    pitfalls=(_BESIDE, EQUAL_STEPS),
    elsewhere=(
        "`scipy.stats.energy_distance(u, u, p, q) / (2 * (L - 1)) ** 0.5` is RRPS, where u is "
        "0, 1, …, L − 1.",
    ),
    example=OWN_EXAMPLES["RRPS"],
    against=("NMD",),
    proofs={
        **_PROOFS,
        "ordinal": f"{_ORDINAL}, and so does its root.",
        "bounded": "It is the root of the mean of L − 1 squares of numbers in [−1, 1].",
        "two classes": "There is one cumulative difference, p₁ − p*₁, over L − 1 = 1: the root of "
        "its square.",
    },
    steps=root_ranked_probability_steps,
    account=_account,
    plainly=_plainly,
)

#: In the order in which they are shown.
RANKED_PROBABILITY = (RPS, RRPS)
