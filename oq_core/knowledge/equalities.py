"""Scores that are equal for a reason: measures that are the same where they meet."""

from collections.abc import Collection, Sequence

import numpy.typing as npt

from oq_core.data.distributions import check_pair
from oq_core.measures.quantification import MEASURES

#: Equal where every class has votes on both sides; each with unequal steps, and without.
_SEEN_FROM_ALL = (("RSNOD", "RNOD", "RNADW"), ("RNOD2", "RNADW2"))


def explain_equal_scores(
    estimates: npt.ArrayLike, gold: npt.ArrayLike, measures: Collection[str]
) -> list[str]:
    """Say which of some measures must give the same scores here, and why.

    Parameters
    ----------
    estimates : array_like, shape (S, L)
        Distributions of the systems.
    gold : array_like, shape (L,)
    measures : collection of str
        Keys of the measures to speak of.

    Returns
    -------
    list of str
        A sentence for each reason, in plain text. It holds for every system that is given.

    Raises
    ------
    ValueError
        If estimates and gold are not distributions over the same classes.

    Examples
    --------
    >>> explain_equal_scores([[0.2, 0.8]], [0.5, 0.5], ["NMD", "NVD", "JSD"])
    ['NMD = NVD, because with two classes each is the difference of the shares of one class.']
    """
    estimates, gold = check_pair(estimates, gold)
    reasons: list[tuple[Sequence[str], str]] = []
    if gold.shape[-1] == 2:
        proved = [key for key, each in MEASURES.items() if "two classes" in each.proofs]
        reasons.append(
            (proved, "with two classes each is the difference of the shares of one class")
        )
    elif (gold > 0).all():
        everywhere = (estimates > 0).all()
        for group in _SEEN_FROM_ALL:
            # RSNOD looks from the estimate too, so that this must have votes everywhere as well.
            alike = [key for key in group if everywhere or key != "RSNOD"]
            votes = "both sides have" if "RSNOD" in alike else "the gold has"
            reasons.append(
                (alike, f"{votes} votes in every class, so each looks from all the classes")
            )
    said = []
    for together, why in reasons:
        shown = [key for key in together if key in measures]
        if len(shown) > 1:
            said.append(f"{' = '.join(shown)}, because {why}.")
    return said
