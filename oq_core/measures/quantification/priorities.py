"""DNKT, which compares the order of preference, and its harmonic means with others."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from oq_core.data.arrays import Array, signs
from oq_core.data.distributions import Distributions, class_preferences
from oq_core.measures.examples import OWN_EXAMPLES
from oq_core.measures.quantification.bins import JSD
from oq_core.measures.quantification.match_distance import NMD
from oq_core.measures.quantification.measure_record import Case, Function, Measure
from oq_core.measures.quantification.order_aware import RNOD
from oq_core.measures.quantification.wording import GOLD_SIDE, told_apart
from oq_core.measures.workings.priorities import hybrid_steps, kendall_steps
from oq_core.measures.workings.steps import Pair, Step


def _dnkt(estimated: Distributions, gold: Distributions) -> Array:
    ours, theirs = class_preferences(estimated), class_preferences(gold)
    agreement = (ours * theirs).sum(axis=-1, dtype=np.float64)
    untied = [
        np.maximum(1, np.count_nonzero(side, axis=-1)).astype(np.float64) for side in (ours, theirs)
    ]
    # One root of the product, not a product of roots: then perfect agreement is exactly 0.
    return (1 - agreement / np.sqrt(untied[0] * untied[1])) / 2


def _dnkt_account(case: Case) -> str:
    gold = class_preferences(case.gold)

    def counts(name: str, estimate: Distributions) -> str:
        ours = class_preferences(estimate)
        same, reverse = np.count_nonzero(ours * gold > 0), np.count_nonzero(ours * gold < 0)
        return (
            f"{name} ranks {np.count_nonzero(ours)}, of them {same} in the same order and "
            f"{reverse} in the reverse"
        )

    return (
        f"the gold ranks {np.count_nonzero(gold)} pairs of classes; "
        f"{counts(case.better_name, case.better)}; {counts(case.worse_name, case.worse)}"
    )


def _dnkt_plainly(case: Case) -> str:
    if not class_preferences(case.better).any():
        return (
            f"{case.worse_name} has more pairs of classes in the wrong order than in the right "
            f"one; {case.better_name} gives all classes the same votes"
        )
    first, ours, theirs = (
        np.flatnonzero(each == each.max()) for each in (case.gold, case.better, case.worse)
    )
    if len(first) == len(ours) == len(theirs) == 1 and first == ours != theirs:
        return (
            f"{case.better_name} has most votes in {case.class_name(int(first[0]))}, as the gold "
            f"does; {case.worse_name} has most in {case.class_name(int(theirs[0]))}"
        )
    return _nearer(case)


def _nearer(case: Case) -> str:
    return f"sorted by votes, the classes of {case.better_name} are nearer to the gold’s order"


_HYBRID_ZERO = (
    "It is 0 whenever DNKT is 0, however wrong the amounts are, and whenever the other measure is."
)

DNKT = Measure(
    key="DNKT",
    takes_order=False,
    name="Divergence based on Kendall's tau",
    family="priority",
    summary="DNKT tells whether the classes come in the gold's order, from most votes to "
    "fewest; sizes do not matter. It is 0.5 whenever one side is uniform, even if both are.",
    equation=r"\frac{1 - \tau_b}{2},\quad \tau_b = \frac{\mathrm{CONC} - \mathrm{DISC}}"
    r"{\sqrt{\max(1, \mathrm{notTIED})}\sqrt{\max(1, \mathrm{notTIED}^*)}}",
    function=_dnkt,
    source="RNOD22 eqs. 13-16",
    scale="0 to 1: 0 where both rank the classes alike, 0.5 where a side is uniform",
    use="When only the order of preference among the classes matters: which has most votes, "
    "which has fewer.",
    pitfalls=(
        "It does not see how large the errors are: 0 does not mean that the estimate is right.",
        "It is 0.5 whenever one side is uniform, even if both are and nothing is wrong.",
        "Ties decide. Two shares are tied here if they differ by at most a billionth of the larger "
        "one: rounding makes no preference, and the tiny shares of a softmax keep their order.",
        "It does not use the order of the classes either.",
    ),
    elsewhere=(
        "`scipy.stats.kendalltau` gives τ_b, of which DNKT is (1 − τ_b)/2, but NaN where a "
        "side is uniform and DNKT is 0.5.",
    ),
    example=OWN_EXAMPLES["DNKT"],
    against=("NMD", "RNOD", "JSD"),
    proofs={
        "magnitude": "Only the signs of p_i − p_j and of p*_i − p*_j enter CONC, DISC and the "
        "numbers of ties, so two estimates that rank the classes alike have the "
        "same score.",
        "symmetric": "Swapping leaves CONC and DISC as they are and exchanges the factors under "
        "the roots.",
        "bounded": "τ_b is in [−1, 1]: |CONC − DISC| is at most the number of pairs tied on "
        "neither side, which is at most the root of the product of the untied pairs "
        "of each.",
    },
    steps=kendall_steps,
    account=_dnkt_account,
    plainly=_dnkt_plainly,
)


def _harmonic_with_dnkt(function: Function) -> Function:
    def hybrid(estimated: Distributions, gold: Distributions) -> Array:
        priority, other = _dnkt(estimated, gold), function(estimated, gold)
        total = priority + other
        # Where both are 0 the product is too; dividing by 1 there gives the agreed 0.
        return 2 * priority * other / np.where(total > 0, total, 1)

    return hybrid


def _both_parts(other: Measure) -> Callable[[Case], str]:
    def account(case: Case) -> str:
        parts = []
        for part in (DNKT, other):
            scores = (float(part(each, case.gold)) for each in (case.better, case.worse))
            first, second = told_apart(scores)
            parts.append(f"{part.key} is {first} and {second}")
        return (
            f"for {case.better_name} and {case.worse_name}, {parts[0]}, {parts[1]}, and the "
            "harmonic mean lies nearer to the smaller of the two"
        )

    return account


def _either_part(other: Measure) -> Callable[[Case], str]:
    def plainly(case: Case) -> str:
        order, amounts = (
            signs(np.subtract(*part(np.stack([case.worse, case.better]), case.gold)))
            for part in (DNKT, other)
        )
        if float(DNKT(case.better, case.gold)) == 0:
            return (
                f"{case.better_name} has the classes exactly in the gold’s order, and then nothing "
                "else counts"
            )
        if order > 0 and amounts > 0:
            return f"{other.key} prefers it too, and {_nearer(case)}"
        if order > 0:
            return f"{_nearer(case)}, and here this counts for more than {other.key}"
        return f"{other.key} prefers it too, and here this counts for more than the classes’ order"

    return plainly


#: What a harmonic mean has if the measure that DNKT is combined with has it.
_INHERITED = {
    "symmetric": "The harmonic mean of two numbers that swapping leaves as they are.",
    "zero on equality": "The measure with which DNKT is combined is 0, and with it the harmonic "
    "mean.",
    "bounded": "The harmonic mean of two numbers in [0, 1] is no larger than the larger one.",
}


def _hybrid_with(other: Measure, summary: str, use: str, against: tuple[str, ...]) -> Measure:
    """The harmonic mean of DNKT and another measure (RNOD22 eq. 17)."""

    def steps(pair: Pair, score: float) -> tuple[Step, ...]:
        return hybrid_steps(score, {part.key: part.worked(pair) for part in (DNKT, other)})

    return Measure(
        key=f"DNKT_{other.key}",
        takes_order=other.takes_order,
        name=f"Harmonic mean of DNKT and {other.key}",
        family="priority",
        summary=summary,
        equation=rf"\frac{{2\,\mathrm{{DNKT}}\cdot\mathrm{{{other.key}}}}}"
        rf"{{\mathrm{{DNKT}} + \mathrm{{{other.key}}}}}",
        function=_harmonic_with_dnkt(other.function),
        source="RNOD22 eq. 17",
        scale=other.scale,
        most=other.most,
        use=use,
        pitfalls=(_HYBRID_ZERO,),
        example=OWN_EXAMPLES[f"DNKT_{other.key}"],
        against=against,
        proofs={key: text for key, text in _INHERITED.items() if key in other.proofs},
        steps=steps,
        account=_both_parts(other),
        plainly=_either_part(other),
    )


DNKT_JSD = _hybrid_with(
    JSD,
    summary="DNKT_JSD joins the order of the classes (DNKT) and the information lost (JSD). It "
    "is 0 whenever DNKT is 0.",
    use="When priorities matter as well as amounts, and the classes have no order.",
    against=("DNKT",),
)

DNKT_NMD = _hybrid_with(
    NMD,
    summary="DNKT_NMD joins the order of the classes (DNKT) and how far votes have to move "
    "(NMD). It is 0 whenever DNKT is 0.",
    use="When priorities matter as well as amounts, and the classes are ordered.",
    against=("DNKT",),
)

_WITH_RNOD = _hybrid_with(
    RNOD,
    summary="DNKT_RNOD joins the order of the classes (DNKT) and errors weighted by their "
    "distance from the gold (RNOD). It is 0 whenever DNKT is 0.",
    use="When priorities matter as well as amounts, and errors should be judged from where "
    "the gold is.",
    against=("RNOD",),
)
DNKT_RNOD = replace(
    _WITH_RNOD,
    pitfalls=(_HYBRID_ZERO, GOLD_SIDE),
    proofs={
        **_WITH_RNOD.proofs,
        "ends": "With a flat gold DNKT is 1/2 for every estimate, and the harmonic mean of 1/2 "
        "and RNOD grows with RNOD, in which an error weighs most at the ends.",
    },
)

#: In the order in which they are shown.
PRIORITIES = (DNKT, DNKT_JSD, DNKT_NMD, DNKT_RNOD)
