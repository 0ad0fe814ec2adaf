"""The quantification measures: one record each, in the file of its family.

All compare an estimated distribution with a gold one, both over the same ordered classes, on
arrays (..., L), and give scores (...) of 0 or more of which smaller is better.

To add a measure, write its function and its `Measure` in the file of its family, and add it to
the tuple at the end of that file. A new file is added to `MEASURES` below.

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
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from oq_core.measures.lookup import Registry, look_up
from oq_core.measures.quantification.bins import BINS
from oq_core.measures.quantification.match_distance import MATCH_DISTANCES
from oq_core.measures.quantification.measure_record import FAMILIES, Case, Measure
from oq_core.measures.quantification.order_aware import ORDER_AWARE
from oq_core.measures.quantification.priorities import PRIORITIES
from oq_core.measures.quantification.ranked_probability import RANKED_PROBABILITY

__all__ = ["FAMILIES", "MEASURES", "Case", "Measure", "Measures", "measures_of"]

#: Every quantification measure by its key, in the order in which they are shown.
MEASURES: Registry[Measure] = Registry(
    (measure.key, measure)
    for measure in (*MATCH_DISTANCES, *ORDER_AWARE, *RANKED_PROBABILITY, *BINS, *PRIORITIES)
)

#: Keys of `MEASURES` or records of one's own, one or several.
Measures: TypeAlias = Iterable[str | Measure] | str | Measure


def measures_of(measures: Measures | None = None) -> tuple[Measure, ...]:
    """The quantification measures of these keys, and records as they are; all if none are given.

    Parameters
    ----------
    measures : iterable of str or Measure, or one of them, optional
        Keys of `MEASURES`, and records of one's own.

    Returns
    -------
    tuple of Measure

    Raises
    ------
    ValueError, TypeError
        See `oq_core.measures.lookup.look_up`.

    Examples
    --------
    >>> [measure.name for measure in measures_of("RNSS")]
    ['Root Normalised Sum of Squares']
    """
    return look_up(measures, MEASURES)
