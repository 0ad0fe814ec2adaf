"""What there is to analyse: distributions, collections of them, nuggets and scores."""

from oq_core.data.arrays import Array
from oq_core.data.collection import (
    Collection,
    DataError,
    Fault,
    Labels,
)
from oq_core.data.described import RunDescription
from oq_core.data.distributions import (
    SUM_TOLERANCE,
    TIE_TOLERANCE,
    Distributions,
    check_distributions,
    check_pair,
    pooled,
    popularity,
    uniform,
)
from oq_core.data.nuggets import (
    CUSTOMER_CLASSES,
    HELPDESK_CLASSES,
    NuggetCollection,
    nugget_popularity,
    nugget_uniform,
)
from oq_core.data.scores import Scores

__all__ = [
    "CUSTOMER_CLASSES",
    "HELPDESK_CLASSES",
    "SUM_TOLERANCE",
    "TIE_TOLERANCE",
    "Array",
    "Collection",
    "DataError",
    "Distributions",
    "Fault",
    "Labels",
    "NuggetCollection",
    "RunDescription",
    "Scores",
    "check_distributions",
    "check_pair",
    "nugget_popularity",
    "nugget_uniform",
    "pooled",
    "popularity",
    "uniform",
]
