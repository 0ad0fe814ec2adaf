"""What is said first of raters and judges, a sentence each."""

import numpy as np
import numpy.typing as npt

from oq_core.analysis import RankSets
from oq_core.campaign.printing.phrases import said
from oq_core.data.scores import Scores, counted, in_percent
from oq_core.defaults import LEVEL
from oq_core.raters import (
    ASSUMPTIONS,
    COEFFICIENTS,
    ESTIMATORS,
    Allowed,
    Estimated,
    Flip,
    Judged,
    PairDesign,
    Redrawn,
    Rewarded,
    Spread,
    StandIn,
)
from oq_core.raters.stand_in import ENOUGH, FEWEST, passes


def truth(found: Allowed, made: bool = False) -> str:
    """Say what the true distribution would score by the first measure, and the best run.

    Parameters
    ----------
    found : Allowed
    made : bool, optional
        Whether there are runs beside these that were made here.
    """
    best = float(found.best[0])
    return said(
        "truth",
        found=found,
        value=float(found.truth.shrunk[0]),
        best=best,
        runs=[run for run, mean in zip(found.runs, found.means[0], strict=True) if mean == best],
        made=made,
    )


def rewarded(found: Rewarded, key: str, of: str = "the truth") -> str:
    """Say how far the best answers under a measure are from the truth, and in which direction.

    Parameters
    ----------
    found : Rewarded
    key : str
        The measure's.
    of : str
        What the truth is called.
    """
    k = found.measures.index(key)
    least, most = int(found.votes.min()), int(found.votes.max())
    row = found.to_frame().loc[key] if found.moved[k].any() else None
    return said("rewarded", key=key, of=of, least=least, most=most, row=row)


def redrawn(found: Redrawn, standing: npt.NDArray[np.int64] | None = None) -> str:
    """Say how often the leader by the first measure would lead with other raters and instances.

    By all measures, where they say the same.

    Parameters
    ----------
    found : Redrawn
    standing : ndarray of int, shape (K, 2), optional
        As `Redrawn.standing` gives it.
    """
    leaders = found.means[:, : found.systems].argmin(axis=1) if found.systems else []
    shares = [*map(in_percent, found.first[np.arange(len(leaders)), leaders])]
    same = {
        (int(leader), share, *(() if standing is None else standing[k].tolist()))
        for k, (leader, share) in enumerate(zip(leaders, shares, strict=True))
    }
    stands, pairs = (0, 0) if standing is None else standing[0].tolist()
    return said(
        "redrawn",
        run=found.runs[leaders[0]] if found.systems else "",
        alone=found.systems == 1,
        measures=found.measures if len(same) == 1 else found.measures[:1],
        share=shares[0] if shares else "",
        unit=found.unit,
        stands=stands,
        pairs=pairs,
    )


def design(found: PairDesign, instances: int, raters: int) -> str:
    """Say whether more instances or more raters make the difference of two runs surer.

    Parameters
    ----------
    found : PairDesign
    instances, raters : int
        How many more of the one, or of the other.
    """
    n = int(found.sizes[-1])
    now = float(found.effect(found.instances, n))
    wider = float(found.effect(found.instances + instances, n))
    deeper = float(found.effect(found.instances, n + raters))
    return said(
        "design", found=found, n=n, now=now, wider=wider, deeper=deeper, instances=instances,
        raters=raters, known=bool(np.isfinite([now, wider, deeper]).all()),
    )  # fmt: skip


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

    It is told by the estimator with the narrowest intervals of those that the assumption is for.

    Parameters
    ----------
    found : Estimated
    """
    widths = (found.high - found.low)[:, 0].sum(axis=-1)
    # Labels alone are drawn at random or tell nothing.
    first = 0 if found.assumption == "random" else 1
    e = first + int(np.argmin(widths[first:]))
    c = int(np.argmax(found.estimates[e, 0]))
    return said(
        "estimated",
        assumption=ASSUMPTIONS[found.assumption],
        items=int(found.items[0]),
        label=found.classes[c],
        estimator=ESTIMATORS[found.estimators[e]].words,
        shares=[in_percent(each[e, 0, c]) for each in (found.estimates, found.low, found.high)],
        more=int(found.more[e]) if found.more[e] <= found.items[0] - found.labelled[0] else None,
    )


def spread(found: Spread) -> str:
    """Say what a judge gains by its distribution, and which two judges mean and κ tell not apart.

    Parameters
    ----------
    found : Spread
    """
    key, gains = found.measures[0], np.where(found.spread, found.gain[0], -np.inf)
    j, hidden = int(np.argmax(gains)), found.hidden
    return said(
        "spread",
        judge=found.judges[j] if found.spread.any() else "",
        measure=key,
        distribution=f"{found.by_distribution[0, j]:.3f}",
        mode=f"{found.by_mode[0, j]:.3f}",
        ends=f"{LEVEL} of the gain: {found.low[0, j]:.3f} to {found.high[0, j]:.3f}"
        if np.isfinite(found.low[0, j])
        else "",
        hidden=hidden,
        times="" if hidden is None else f"{hidden.times:.1f}",
    )


def flip(found: Flip) -> str:
    """Say that a judge is first by one number and not by another, and why.

    Parameters
    ----------
    found : Flip
    """
    return said("flip", **found._asdict())


def first(found: RankSets, of: Scores, separator: str = "") -> str:
    """Say which judges may be the first by each measure.

    Parameters
    ----------
    found : RankSets
    of : Scores
        What they were found from.
    separator : str
        Where it is not empty, these are scores of whole clusters.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core import Scores
    >>> from oq_core.analysis import rank_sets
    >>> from oq_core.campaign.printing import answers_of_raters
    >>> values = np.random.default_rng(0).random((1, 30, 3)) + [0, 1, 1]
    >>> scores = Scores(values, ("NMD",), tuple(map(str, range(30))), tuple("abc"), (False,))
    >>> told = answers_of_raters.first(rank_sets(scores, trials=500), scores)
    >>> told.split(" (")[0], told.split(", ")[-1]
    ('By NMD, a is really first', 'from 30 items that all rated).')
    """
    parts = dict[tuple[str, ...], list[str]]()
    for key, low in zip(found.measures, found.low, strict=True):
        names = tuple(found.runs[place] for place in np.flatnonzero(low == 1))
        parts.setdefault(names, []).append(key)
    by_names = sorted(parts.items(), key=lambda part: len(part[0]))
    unit = "whole cluster" if separator else "item"
    return said(
        "first",
        parts=[(keys, names) for names, keys in by_names],
        judges=len(found.runs),
        of=f"{LEVEL}, from {counted(len(of.ids), unit)} that all rated",
    )


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
    return said("judges", found=found, always=always, split=split, fewest=FEWEST, enough=ENOUGH)
