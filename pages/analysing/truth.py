"""What the distribution of all raters would itself score, beside the runs of a page."""

import numpy as np

from oq_core import MEASURES, Collection
from oq_core.raters import one_rater, true_scores
from oq_core.raters.drawing import votes_of
from pages import menu
from pages.analysing import words
from pages.analysing.links import link_to
from pages.host.work import Named, derived, kept

#: More instances are drawn on the page Raters, where the visitor is asked first.
_MOST = 20_000


def truth_of(named: Named[Collection] | None, measure: str) -> tuple[float, float] | None:
    """What the truth and one rater would score; nothing where the votes are unknown or too many.

    NaN where every instance has one rating.
    """
    if named is None:
        return None
    collection = named.value
    is_rated = collection.votes is not None and collection.labels is None
    if not is_rated or measure not in MEASURES or len(collection.ids) > _MOST:
        return None
    votes = derived(votes_of, named)
    scores = kept(one_rater, votes, measure).value[0]
    known = scores[np.isfinite(scores)]
    one = float(known.mean()) if known.size else np.nan
    return float(kept(true_scores, votes, measure, draws=0).value.shrunk[0]), one


def beside(collection: Named[Collection] | None, measure: str) -> dict[str, float]:
    """What figures have a line for: the true distribution and one rater, where they are known."""
    found = truth_of(collection, measure)
    if found is None or not np.isfinite(found).all():
        return {}
    return {"the true distribution": found[0], "one rater": found[1]}


def tell_truth(collection: Named[Collection] | None, measure: str) -> None:
    """Say it, where it is known."""
    found = truth_of(collection, measure)
    if found is None or not np.isfinite(found[0]):
        return
    truth, one = found
    words.caption(
        f"The true distribution itself would score about {truth:.3f} under {measure}, and one "
        f"rater against the others {one:.3f}: the gold is a sample of raters. It is no floor."
    )
    link_to(menu.RATERS, "What the raters allow")
