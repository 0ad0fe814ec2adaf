"""NMD, the Earth Mover's Distance of ordered classes."""

import numpy as np

from oq_core.data.arrays import Array
from oq_core.data.distributions import Distributions
from oq_core.measures.examples import NEAR_OR_FAR
from oq_core.measures.quantification.measure_record import Case, Measure
from oq_core.measures.quantification.wording import TO_ONE, ZERO_TERMS, told_apart
from oq_core.measures.workings.match_distance import match_distance_steps


def _nmd(estimated: Distributions, gold: Distributions) -> Array:
    # Both cumulative sums end at 1, so the last class adds nothing and is left out.
    work = np.cumsum(estimated - gold, axis=-1)[..., :-1]
    return np.abs(work).mean(axis=-1)


def _account(case: Case) -> str:
    most = len(case.classes) - 1
    better, worse = told_apart(
        (most * float(_nmd(each, case.gold)) for each in (case.better, case.worse)), decimals=2
    )
    return (
        f"to become the gold, the votes of {case.better_name} have to move {better} classes on "
        f"average, those of {case.worse_name} {worse}"
    )


def _plainly(case: Case) -> str:
    return f"the votes of {case.better_name} lie nearer to the gold"


NMD = Measure(
    key="NMD",
    name="Normalised Match Distance",
    family="cross-bin",
    summary="NMD tells how far votes have to be moved along the scale to turn the estimate "
    "into the gold. It is the Earth Mover's Distance divided by its largest value.",
    equation=r"\frac{1}{L-1} \sum_{i \in C} |cp_i - cp^*_i|",
    function=_nmd,
    source="LQ21 eq. 1",
    scale=TO_ONE,
    use="The first choice for ordered classes when it matters how far off an estimate is. It "
    "is read easily: the share of the scale's length over which the mass has to be moved, on "
    "average.",
    pitfalls=(
        "It is the most lenient with an estimate that puts everything into the gold's most "
        "frequent class: against the uniform distribution it prefers that more often than the "
        "other measures do (LQ21 table 7).",
        "The papers count it as free of the assumption that classes are equally far apart, "
        "but its sum gives every step along the scale the same weight: see Properties.",
    ),
    elsewhere=(
        "SemEval's EMD is NMD × (L − 1), not normalised.",
        "`scipy.stats.wasserstein_distance(u, u, p, q) / (L - 1)` is NMD, where u is "
        "0, 1, …, L − 1; so is POT's `wasserstein_1d` divided by L − 1.",
        "mlquantify has the same NMD, for one pair of distributions at a time.",
    ),
    example=NEAR_OR_FAR,
    against=("NVD", "RNSS", "JSD"),
    claims=("equidistance",),
    proofs={
        "ordinal": "With a share m moved from class i to class k, |cp − cp*| is m in the |i − "
        "k| places between them and 0 elsewhere: the score is m|i − k|/(L − 1), and "
        "grows with the distance.",
        "symmetric": "Swapping turns the signs inside the absolute values only.",
        "zero on equality": ZERO_TERMS,
        "zero only on equality": "If all |cp_i − cp*_i| are 0, the cumulative sums are the "
        "same, and so are their steps p and p*.",
        "bounded": "It is the mean of L − 1 numbers |cp_i − cp*_i|, each in [0, 1].",
        "two classes": "There is one cumulative difference, |p₁ − p*₁|, over L − 1 = 1.",
    },
    steps=match_distance_steps,
    account=_account,
    plainly=_plainly,
)

#: In the order in which they are shown.
MATCH_DISTANCES = (NMD,)
