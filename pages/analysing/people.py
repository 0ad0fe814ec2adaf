"""What people score, beside the runs of a page: two references that take no model."""

import numpy as np

from oq_core import MEASURES, Collection
from oq_core.raters import half_of_raters, one_rater
from oq_core.raters.drawing import votes_of
from pages.host.results import Named, kept


def people_scores(named: Named[Collection] | None, measure: str) -> dict[str, float]:
    """Mean scores of one rater and of half of the raters; nothing where votes are unknown."""
    if named is None or named.value.votes is None or named.value.labels is not None:
        return {}
    votes = kept(votes_of, named)
    if measure not in MEASURES or not (votes.value.sum(axis=1) > 1).any():
        return {}
    one, half = (
        float(np.nanmean(kept(function, votes, measure).value))
        for function in (one_rater, half_of_raters)
    )
    return {"one rater": one, "half of the raters": half}
