"""What is said first of raters and judges, a sentence each."""

import numpy as np

from oq_core.campaign.printing.phrases import said
from oq_core.data.scores import in_percent
from oq_core.defaults import LEVEL
from oq_core.raters import (
    COEFFICIENTS,
    ESTIMATORS,
    Allowed,
    Estimated,
    Flip,
    Judged,
    StandIn,
)
from oq_core.raters.stand_in import FEWEST, passes


def allowed(found: Allowed, made: bool = False) -> str:
    """Say what people score by the first measure, and the best run.

    Parameters
    ----------
    found : Allowed
    made : bool, optional
        Whether there are runs beside these that were made here.
    """
    best, one = float(found.best[0]), float(found.one_rater[0])
    return said(
        "allowed",
        measure=found.measures[0],
        one=None if np.isnan(one) else f"{one:.4f}",
        half=f"{found.half[0]:.4f}",
        best=f"{best:.4f}",
        runs=[run for run, mean in zip(found.runs, found.means[0], strict=True) if mean == best],
        made=made,
    )


def agreement(alpha: float, low: float, high: float) -> str:
    """Say how far raters agree on the order of classes.

    Parameters
    ----------
    alpha, low, high : float
        Of the ordinal level, as `krippendorff_alpha` gives them.
    """
    return said("agreement", alpha=None if np.isnan(alpha) else alpha, low=low, high=high)


def judged(found: Judged) -> str:
    """Say which judge agrees most with people by the first coefficient, and how far people do.

    That it rates higher or lower is not said where bias is computed, too, and its interval has 0
    in it.

    Parameters
    ----------
    found : Judged
    """
    key, j = found.coefficients[0], found.best_first[0]
    bias = float(COEFFICIENTS["bias"].compute(found.counts[j]))
    if "bias" in found.coefficients:
        place = found.coefficients.index("bias")
        if found.low[j, place] <= 0 <= found.high[j, place]:
            bias = 0
    return said(
        "judged",
        judge=found.judges[j],
        alone=len(found.judges) == 1,
        key=key,
        value=None if np.isnan(found.values[j, 0]) else f"{found.values[j, 0]:.2f}",
        ends=f"{LEVEL}: {found.low[j, 0]:.2f} to {found.high[j, 0]:.2f}"
        if np.isfinite(found.low[j, 0])
        else "",
        people=None if np.isnan(found.ceiling[j, 0]) else f"{found.ceiling[j, 0]:.2f}",
        bias=f"{abs(bias):.2f}",
        side=0 if abs(bias) < 0.005 else int(np.sign(bias)),
    )


def estimated(found: Estimated) -> str:
    """Say which class people would choose most, and how many more labels would halve the interval.

    It is told by the estimator with the narrowest intervals.

    Parameters
    ----------
    found : Estimated
    """
    widths = (found.high - found.low)[:, 0].sum(axis=-1)
    e = int(np.argmin(widths))
    c = int(np.argmax(found.estimates[e, 0]))
    return said(
        "estimated",
        items=int(found.items[0]),
        label=found.classes[c],
        estimator=ESTIMATORS[found.estimators[e]].words,
        shares=[in_percent(each[e, 0, c]) for each in (found.estimates, found.low, found.high)],
        more=int(found.more[e]) if found.more[e] <= found.items[0] - found.labelled[0] else None,
    )


def flip(found: Flip) -> str:
    """Say that a judge is first by one number and not by another, and why.

    Parameters
    ----------
    found : Flip
    """
    return said("flip", **found._asdict())


def judges(found: StandIn, epsilon: float, q: float) -> str:
    """Say which judges can stand in for a rater, and for whom the measure decides.

    Parameters
    ----------
    found : StandIn
    epsilon, q : float
        As in `StandIn.winning_rate`.
    """
    rates = found.winning_rate(epsilon, q)
    passing = {
        judge: sum(passes(rate) == "yes" for rate in rates[:, j])
        for j, judge in enumerate(found.judges)
    }
    always = [judge for judge, times in passing.items() if times == len(rates)]
    split = [judge for judge, times in passing.items() if 0 < times < len(rates)]
    return said("judges", found=found, always=always, split=split, fewest=FEWEST)
