"""The quantification measures, each an entry of one registry.

All compare an estimated distribution with a gold one, both over the same ordered classes, on
arrays (..., L), and give scores (...) of 0 or more of which smaller is better. To add a measure,
write a function of two checked arrays and add its `Measure` to `MEASURES`.

Papers, by the names used in `Measure.source`:

SIGIR18
    T. Sakai. Comparing Two Binned Probability Distributions for Information Access
    Evaluation. SIGIR 2018.
ACL21
    T. Sakai. Evaluating Evaluation Measures for Ordinal Classification and Ordinal
    Quantification. ACL-IJCNLP 2021.
LQ21
    T. Sakai. A Closer Look at Evaluation Measures for Ordinal Quantification. LQ 2021.
RNOD22
    T. Sakai. On Variants of Root Normalised Order-aware Divergence and a Divergence based
    on Kendall's Tau. arXiv 2204.07304, 2022.
DE2
    S. Tao and T. Sakai. Overview of the NTCIR-16 DialEval-2 Task. NTCIR-16, 2022.

How other libraries' functions differ is said in `oq_core.knowledge.reference`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np
import numpy.typing as npt
from scipy.special import rel_entr

from oq_core.data.arrays import Array
from oq_core.data.distributions import TIE_TOLERANCE, Distributions, check_pair

Function = Callable[[Distributions, Distributions], Array]
Family = Literal["cross-bin", "bin-by-bin", "priority"]


@dataclass(frozen=True)
class Measure:
    """A quantification measure and what is known of it.

    Attributes
    ----------
    key : str
        Short name, as in the papers.
    name : str
        Full name.
    family : {"cross-bin", "bin-by-bin", "priority"}
        What it looks at: distances between classes, each class alone, or only the order in
        which the classes are preferred.
    ordinal : bool
        Suits ordinal classes, as the papers' tables of properties say.
    symmetric : bool
        Swapping estimated and gold never changes the score.
    assumes_equidistance : bool
        Takes neighbouring classes to be equally far apart.
    summary : str
        What it tells, in a sentence.
    equation : str
        Definition in LaTeX: p is the estimate, p^* the gold.
    source : str
        Paper and equation.
    function : callable
        The computation, on arrays that have been checked.
    larger_is_better : bool
        False: all of them are errors.
    """

    larger_is_better: ClassVar[bool] = False

    key: str
    name: str
    family: Family
    ordinal: bool
    symmetric: bool
    assumes_equidistance: bool
    summary: str
    equation: str
    source: str
    function: Function

    def __call__(self, estimated: npt.ArrayLike, gold: npt.ArrayLike) -> Array:
        """Score estimated distributions against gold ones.

        Parameters
        ----------
        estimated, gold : array_like, shape (..., L)
            Probabilities of the same L ordered classes; leading axes broadcast.

        Returns
        -------
        ndarray of float64, shape (...)
            Smaller is better. In [0, 1], though RNOD, RSNOD and DNKT_RNOD can be a little more
            with five classes or more, never more than sqrt(2): RNOD averages over the classes
            of the gold alone, and these can all be far from where the error is.

        Raises
        ------
        ValueError
            If either is not made of distributions, or they do not fit together: see
            `oq_core.data.distributions.check_pair`.

        Examples
        --------
        >>> from oq_core import MEASURES
        >>> float(MEASURES["NMD"]([0, 1, 0], [1, 0, 0]))
        0.5
        """
        return self.function(*check_pair(estimated, gold))


def _nmd(estimated: Distributions, gold: Distributions) -> Array:
    # Both cumulative sums end at 1, so the last class adds nothing and is left out.
    work = np.cumsum(estimated - gold, axis=-1)[..., :-1]
    return np.abs(work).mean(axis=-1)


def equal_steps(classes: int) -> Distributions:
    """delta_ij = |i - j|, shape (L, L)."""
    positions = np.arange(classes, dtype=np.float64)
    return np.abs(positions[:, None] - positions)


def gold_steps(gold: Distributions) -> Distributions:
    """The gold mass between classes i and j (RNOD22 eq. 6), shape (..., L, L).

    Half of both end classes and all between them is the distance from the middle of class i
    to the middle of class j on the cumulative gold.
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


def _nvd(estimated: Distributions, gold: Distributions) -> Array:
    return np.abs(estimated - gold).sum(axis=-1) / 2


def _rnss(estimated: Distributions, gold: Distributions) -> Array:
    return np.sqrt(np.square(estimated - gold).sum(axis=-1) / 2)


def _jsd(estimated: Distributions, gold: Distributions) -> Array:
    # The floor keeps the mean of two subnormal probabilities from rounding to zero.
    middle = np.maximum((estimated + gold) / 2, np.finfo(np.float64).tiny)
    bits = (rel_entr(estimated, middle) + rel_entr(gold, middle)).sum(axis=-1) / np.log(4)
    return np.maximum(bits, 0)


def _dnkt(estimated: Distributions, gold: Distributions) -> Array:
    first, second = np.triu_indices(gold.shape[-1], k=1)

    def preferences(distributions: Distributions) -> npt.NDArray[np.int8]:
        """Which class of each pair has more: 1, -1, or 0 when they are tied."""
        gaps = distributions[..., first] - distributions[..., second]
        return (gaps > TIE_TOLERANCE).astype(np.int8) - (gaps < -TIE_TOLERANCE)

    ours, theirs = preferences(estimated), preferences(gold)
    agreement = (ours * theirs).sum(axis=-1, dtype=np.float64)
    untied = [
        np.maximum(1, np.count_nonzero(side, axis=-1)).astype(np.float64) for side in (ours, theirs)
    ]
    # One root of the product, not a product of roots: then perfect agreement is exactly 0.
    return (1 - agreement / np.sqrt(untied[0] * untied[1])) / 2


def _harmonic_with_dnkt(function: Function) -> Function:
    def hybrid(estimated: Distributions, gold: Distributions) -> Array:
        priority, other = _dnkt(estimated, gold), function(estimated, gold)
        total = priority + other
        # Where both are 0 the product is too; dividing by 1 there gives the agreed 0.
        return 2 * priority * other / np.where(total > 0, total, 1)

    return hybrid


_DELTA_GOLD = (
    r"\delta_{ij} = \Big(\sum_{k=\min(i,j)}^{\max(i,j)} p^*_k\Big) - \tfrac{1}{2}(p^*_i + p^*_j)"
)
_DW = r"DW_i = \sum_{j \in C} \delta_{ij} (p_j - p^*_j)^2"
_DW_EQUAL = r"DW_i = \sum_{j \in C} |i-j| (p_j - p^*_j)^2"
_OD = r"OD(p\|p^*) = \frac{1}{|C^*|} \sum_{i:\,p^*_i>0} DW_i"


def _hybrid(other: Measure, source: str, summary: str) -> Measure:
    return Measure(
        key=f"DNKT_{other.key}",
        name=f"Harmonic mean of DNKT and {other.key}",
        family="priority",
        ordinal=False,
        symmetric=other.symmetric,
        assumes_equidistance=other.assumes_equidistance,
        summary=summary,
        equation=rf"\frac{{2\,\mathrm{{DNKT}}\cdot\mathrm{{{other.key}}}}}"
        rf"{{\mathrm{{DNKT}} + \mathrm{{{other.key}}}}}",
        source=source,
        function=_harmonic_with_dnkt(other.function),
    )


_BASIC = {
    measure.key: measure
    for measure in (
        Measure(
            key="NMD",
            name="Normalised Match Distance",
            family="cross-bin",
            ordinal=True,
            symmetric=True,
            assumes_equidistance=False,
            summary="How far mass has to be moved along the scale; the Earth Mover's Distance "
            "divided by its largest value.",
            equation=r"\frac{1}{L-1} \sum_{i \in C} |cp_i - cp^*_i|",
            source="LQ21 eq. 1",
            function=_nmd,
        ),
        Measure(
            key="RNOD",
            name="Root Normalised Order-aware Divergence",
            family="cross-bin",
            ordinal=True,
            symmetric=False,
            assumes_equidistance=True,
            summary="Squared errors weighted by their distance from each class that has gold.",
            equation=rf"\sqrt{{\frac{{OD(p\|p^*)}}{{L-1}}}},\quad {_OD},\quad {_DW_EQUAL}",
            source="LQ21 eqs. 2, 3, 5",
            function=_rnod,
        ),
        Measure(
            key="RSNOD",
            name="Root Symmetric Normalised Order-aware Divergence",
            family="cross-bin",
            ordinal=True,
            symmetric=True,
            assumes_equidistance=True,
            summary="RNOD seen from both sides: from the classes with gold and from those "
            "with estimated mass.",
            equation=r"\sqrt{\frac{OD(p\|p^*) + OD(p^*\|p)}{2(L-1)}}",
            source="LQ21 eqs. 4, 6",
            function=_rsnod,
        ),
        Measure(
            key="RNOD2",
            name="RNOD with distances taken from the gold",
            family="cross-bin",
            ordinal=True,
            symmetric=False,
            assumes_equidistance=False,
            summary="RNOD, where the gold mass between two classes is their distance.",
            equation=rf"\sqrt{{\frac{{OD(p\|p^*)}}{{L-1}}}},\quad {_OD},\quad {_DW},"
            rf"\quad {_DELTA_GOLD}",
            source="RNOD22 eq. 6",
            function=_rnod2,
        ),
        Measure(
            key="RNADW",
            name="Root Normalised Average Distance-Weighted sum of squares",
            family="cross-bin",
            ordinal=True,
            symmetric=True,
            assumes_equidistance=True,
            summary="RNOD, averaged over all classes instead of those with gold.",
            equation=rf"\sqrt{{\frac{{1}}{{L(L-1)}} \sum_{{i \in C}} DW_i}},\quad {_DW_EQUAL}",
            source="RNOD22 eqs. 7, 8",
            function=_rnadw,
        ),
        Measure(
            key="RNADW2",
            name="RNADW with distances taken from the gold",
            family="cross-bin",
            ordinal=True,
            symmetric=False,
            assumes_equidistance=False,
            summary="RNADW, where the gold mass between two classes is their distance.",
            equation=rf"\sqrt{{\frac{{1}}{{L(L-1)}} \sum_{{i \in C}} DW_i}},\quad {_DW},"
            rf"\quad {_DELTA_GOLD}",
            source="RNOD22 section 2.1",
            function=_rnadw2,
        ),
        Measure(
            key="NVD",
            name="Normalised Variational Distance",
            family="bin-by-bin",
            ordinal=False,
            symmetric=True,
            assumes_equidistance=False,
            summary="The share of mass in the wrong class, wherever it is.",
            equation=r"\frac{1}{2} \sum_{i \in C} |p_i - p^*_i|",
            source="ACL21 eq. 16",
            function=_nvd,
        ),
        Measure(
            key="RNSS",
            name="Root Normalised Sum of Squares",
            family="bin-by-bin",
            ordinal=False,
            symmetric=True,
            assumes_equidistance=False,
            summary="Root mean squared error: one large error costs more than many small ones.",
            equation=r"\sqrt{\frac{1}{2} \sum_{i \in C} (p_i - p^*_i)^2}",
            source="ACL21 eq. 17",
            function=_rnss,
        ),
        Measure(
            key="JSD",
            name="Jensen-Shannon Divergence",
            family="bin-by-bin",
            ordinal=False,
            symmetric=True,
            assumes_equidistance=False,
            summary="Information lost, in bits, by taking both for their average.",
            equation=r"\frac{1}{2}\sum_{i}\Big(p_i \log_2 \frac{p_i}{m_i} + p^*_i \log_2 "
            r"\frac{p^*_i}{m_i}\Big),\quad m = \frac{p + p^*}{2}",
            source="ACL21 eqs. 18, 19",
            function=_jsd,
        ),
        Measure(
            key="DNKT",
            name="Divergence based on Kendall's tau",
            family="priority",
            ordinal=False,
            symmetric=True,
            assumes_equidistance=False,
            summary="Whether the classes come in the same order of preference; sizes do not "
            "matter. 0.5 whenever one side is uniform, even if both are.",
            equation=r"\frac{1 - \tau_b}{2},\quad \tau_b = \frac{\mathrm{CONC} - \mathrm{DISC}}"
            r"{\sqrt{\max(1, \mathrm{notTIED})}\sqrt{\max(1, \mathrm{notTIED}^*)}}",
            source="RNOD22 eqs. 13-16",
            function=_dnkt,
        ),
    )
}

#: Every quantification measure by its key, in the order in which they are shown.
MEASURES: dict[str, Measure] = _BASIC | {
    measure.key: measure
    for measure in (
        _hybrid(
            _BASIC["JSD"],
            "RNOD22 eq. 17",
            "Priorities and information lost together; 0 whenever DNKT is 0.",
        ),
        _hybrid(
            _BASIC["NMD"],
            "RNOD22 eq. 17",
            "Priorities and mass moved together; 0 whenever DNKT is 0.",
        ),
        _hybrid(
            _BASIC["RNOD"],
            "RNOD22 eq. 17",
            "Priorities and order-aware divergence together; 0 whenever DNKT is 0.",
        ),
    )
}
