"""Measures that nobody has written a word about, to see that one record is enough.

As a plugin of pytest (`-p tests.invented`) it registers them before tests are collected.
"""

import numpy as np

from oq_core import MEASURES, Measure
from oq_core.measures import OC_MEASURES, ClassificationMeasure

#: The largest error of a class.
MAXE = Measure(
    key="MAXE",
    name="Largest error",
    family="invented",
    summary="The largest error of any class.",
    equation=r"\max_i |p_i - p^*_i|",
    function=lambda estimated, gold: np.abs(estimated - gold).max(axis=-1),
    source="A sixth paper, eq. 9",
    takes_order=False,
)

#: The share of items in a wrong class.
ERRORS = ClassificationMeasure(
    key="ERRORS",
    name="Error rate",
    larger_is_better=False,
    summary="Share of items in a wrong class.",
    equation=r"1 - \frac{1}{N} \sum_j c_{jj}",
    function=lambda counts: 1 - np.trace(counts, axis1=-2, axis2=-1) / counts.sum(axis=(-2, -1)),
)


def pytest_configure() -> None:
    MEASURES[MAXE.key] = MAXE
    OC_MEASURES[ERRORS.key] = ERRORS
