"""NVD, RNSS and JSD: each class is compared alone."""

import numpy as np
import scipy

from oq_core.data.arrays import Array
from oq_core.data.distributions import Distributions
from oq_core.measures.examples import LARGE_OR_SMALL, OWN_EXAMPLES
from oq_core.measures.quantification.measure_record import Case, Measure
from oq_core.measures.quantification.wording import TO_ONE, ZERO_TERMS, percents, signed, told_apart
from oq_core.measures.workings.bins import (
    jensen_shannon_steps,
    sum_of_squares_steps,
    variational_distance_steps,
)


def _nvd(estimated: Distributions, gold: Distributions) -> Array:
    return np.abs(estimated - gold).sum(axis=-1) / 2


def _rnss(estimated: Distributions, gold: Distributions) -> Array:
    return np.sqrt(np.square(estimated - gold).sum(axis=-1) / 2)


def bits(estimated: Distributions, gold: Distributions) -> Array:
    """What each class adds to JSD, shape (..., L)."""
    # The floor keeps the mean of two subnormal probabilities from rounding to zero.
    middle = np.maximum((estimated + gold) / 2, np.finfo(np.float64).tiny)
    return (
        scipy.special.rel_entr(estimated, middle) + scipy.special.rel_entr(gold, middle)
    ) / np.log(4)


def _jsd(estimated: Distributions, gold: Distributions) -> Array:
    return np.maximum(bits(estimated, gold).sum(axis=-1), 0)


def _nvd_account(case: Case) -> str:
    better, worse = told_apart(
        (100 * float(_nvd(each, case.gold)) for each in (case.better, case.worse)), decimals=1
    )
    return (
        f"{case.better_name} has {better} % of its votes in the wrong class, "
        f"{case.worse_name} {worse} %, however far away"
    )


def _nvd_plainly(case: Case) -> str:
    better, worse = percents(*(float(_nvd(each, case.gold)) for each in (case.better, case.worse)))
    return (
        f"{case.worse_name} has {worse} of its votes in a wrong class, {case.better_name} {better}"
    )


def _rnss_account(case: Case) -> str:
    better, worse = (np.square(each - case.gold) for each in (case.better, case.worse))
    sums = told_apart([better.sum(), worse.sum()])
    top = int(worse.argmax())
    error = float(case.worse[top] - case.gold[top])
    return (
        f"the squared errors of {case.better_name} sum to {sums[0]}, those of {case.worse_name} "
        f"to {sums[1]}, and {worse[top]:.3f} of these comes from {case.class_name(top)}, where "
        f"the error is {signed(error)}"
    )


def _rnss_plainly(case: Case) -> str:
    better, worse = (np.square(each - case.gold) for each in (case.better, case.worse))
    return case.amounts(int((worse - better).argmax()))


def _jsd_plainly(case: Case) -> str:
    better, worse = (bits(each, case.gold) for each in (case.better, case.worse))
    return case.amounts(int((worse - better).argmax()))


def _jsd_account(case: Case) -> str:
    better, worse = (bits(each, case.gold) for each in (case.better, case.worse))
    sums = told_apart([better.sum(), worse.sum()])
    top = int(worse.argmax())
    share, gold = told_apart([case.worse[top], case.gold[top]], decimals=2)
    return (
        f"{case.better_name} loses {sums[0]} bits, {case.worse_name} {sums[1]}, and "
        f"{worse[top]:.3f} of these in {case.class_name(top)}, where it has {share} and the gold "
        f"{gold}"
    )


_BLIND_TO_ORDER = (
    "It does not know the order of the classes: a miss by one class costs as much as a miss by "
    "four."
)
_SUM_OF_SIZES = "A sum of absolute values or squares is 0 only if each of them is."

NVD = Measure(
    key="NVD",
    takes_order=False,
    name="Normalised Variational Distance",
    family="bin-by-bin",
    summary="NVD is the share of votes in a wrong class, however far away the right one is.",
    equation=r"\frac{1}{2} \sum_{i \in C} |p_i - p^*_i|",
    function=_nvd,
    source="ACL21 eq. 16",
    scale=TO_ONE,
    use="For classes without an order, when the share of mass in the wrong class is what "
    "matters: the easiest to explain of all.",
    pitfalls=(
        _BLIND_TO_ORDER,
        "One large error costs as much as several small ones of the same sum.",
    ),
    elsewhere=(
        "Statistics calls it the total variation distance: half the L1 distance.",
        "QuaPy's `nae` is not NVD: it divides by what the worst estimate of this gold would "
        "have, 1 − min p*, instead of by 2.",
    ),
    example=LARGE_OR_SMALL,
    against=("RNSS", "JSD"),
    proofs={
        "symmetric": "Swapping turns the signs inside the absolute values only.",
        "zero on equality": ZERO_TERMS,
        "zero only on equality": _SUM_OF_SIZES,
        "bounded": "Σ |e_i| is at most Σ p_i + Σ p*_i = 2.",
        "two classes": "As e₂ = −e₁, half of |e₁| + |e₂| is |e₁|.",
    },
    steps=variational_distance_steps,
    account=_nvd_account,
    plainly=_nvd_plainly,
)

RNSS = Measure(
    key="RNSS",
    takes_order=False,
    name="Root Normalised Sum of Squares",
    family="bin-by-bin",
    summary="RNSS is a root mean squared error: one large error costs more than many small ones.",
    equation=r"\sqrt{\frac{1}{2} \sum_{i \in C} (p_i - p^*_i)^2}",
    function=_rnss,
    source="ACL21 eq. 17",
    scale=TO_ONE,
    use="For classes without an order, when one large error is worse than many small ones.",
    pitfalls=(_BLIND_TO_ORDER,),
    elsewhere=("It is the Euclidean distance divided by √2.",),
    example=OWN_EXAMPLES["RNSS"],
    against=("NVD",),
    proofs={
        "symmetric": "Swapping turns the signs of the errors, which are squared.",
        "zero on equality": ZERO_TERMS,
        "zero only on equality": _SUM_OF_SIZES,
        "bounded": "Σ e_i² is at most Σ p_i² + Σ p*_i², and that is at most 2.",
        "two classes": "As e₂ = −e₁, the root of half of e₁² + e₂² is |e₁|.",
    },
    steps=sum_of_squares_steps,
    account=_rnss_account,
    plainly=_rnss_plainly,
)

JSD = Measure(
    key="JSD",
    takes_order=False,
    name="Jensen-Shannon Divergence",
    family="bin-by-bin",
    summary="JSD tells how much information is lost, in bits, if both distributions are taken "
    "for their average.",
    equation=r"\frac{1}{2}\sum_{i}\Big(p_i \log_2 \frac{p_i}{m_i} + p^*_i \log_2 "
    r"\frac{p^*_i}{m_i}\Big),\quad m = \frac{p + p^*}{2}",
    function=_jsd,
    source="ACL21 eqs. 18, 19",
    scale="0 to 1, in bits",
    use="For classes without an order, when votes in a class that should have none, or none "
    "where there should be some, are the worst of errors.",
    pitfalls=(
        _BLIND_TO_ORDER,
        "A small share weighs more beside an empty class than beside a large one: with few "
        "annotators, classes are empty by chance.",
    ),
    elsewhere=(
        "`scipy.spatial.distance.jensenshannon(p, q, base=2)` is the square root of JSD; "
        "without `base=2` its logarithms are natural.",
        "DE2 prints the second term with its two distributions exchanged; the official NTCIR "
        "scorer computes what is given here.",
    ),
    example=OWN_EXAMPLES["JSD"],
    against=("NVD", "RNSS"),
    proofs={
        "symmetric": "Swapping leaves m as it is and exchanges the two divergences from it.",
        "zero on equality": "Then m = p = p*, and every logarithm is that of 1.",
        "zero only on equality": "Both divergences from m are at least 0, and 0 only where p = "
        "m and p* = m (Gibbs' inequality).",
        "bounded": "p is at most 2m, so that each divergence from m is at most log₂ 2 = 1.",
    },
    steps=jensen_shannon_steps,
    account=_jsd_account,
    plainly=_jsd_plainly,
)

#: In the order in which they are shown.
BINS = (NVD, RNSS, JSD)
