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
    value, best = float(found.truth.shrunk[0]), float(found.best[0])
    if not np.isfinite(value):
        return f"There is no figure: {found.truth.notes[0]}."
    told = f"Under {found.measures[0]} the true distribution itself would score about {value:.4f}"
    if found.runs:
        runs = [run for run, mean in zip(found.runs, found.means[0], strict=True) if mean == best]
        side = "which is below it" if best < value else "as it does"
        if value < best:
            side = f"and the truth {100 * value / best:.0f} % of that"
        rest = " not made here" * made
        who = f"the best run{rest}, {runs[0]}, scores"
        if others := len(runs) - 1:
            who = f"the best runs{rest}, {runs[0]} and {counted(others, 'other')}, score"
        told += f"; {who} {best:.4f}, {side}"
    return f"{told}."


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
    votes = f"{least} to {most} ratings" if least < most else counted(most, "rating")
    if not found.moved[k].any():
        return f"With {votes} an instance, {key} rewards {of} itself."
    row = found.to_frame().loc[key]
    return (
        f"With {votes} an instance, the best answer under {key} has on average "
        f"{100 * row['moved']:.1f} % of the ratings in other classes than {of}. It is sharper in "
        f"{in_percent(row['sharper'])} and flatter in {in_percent(row['flatter'])} of cases, and "
        f"its mean expected score is {100 * row['gain']:.1f} % better."
    )


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
    if not np.isfinite([now, wider, deeper]).all():
        return (
            f"Under {found.measure}, how sure the difference between {found.first} and "
            f"{found.second} is cannot be said: it does not vary, or there is one {found.unit} "
            "alone."
        )
    ways = [f"{instances} more {found.unit}s", f"{raters} more raters"]
    if wider < deeper:
        ways.reverse()
    much = "about as much as" if f"{wider:.1f}" == f"{deeper:.1f}" else "more than"
    return (
        f"With {n} raters, {ways[0]} help {much} {ways[1]}: under {found.measure} the difference "
        f"between {found.first} and {found.second}, now {now:.1f} standard errors, would be "
        f"{wider:.1f} with the {found.unit}s and {deeper:.1f} with the raters."
    )


def agreement(alpha: float, low: float, high: float) -> str:
    """Say how far raters agree on the order of classes.

    Parameters
    ----------
    alpha, low, high : float
        Of the ordinal level, as `krippendorff_alpha` gives them.
    """
    told = f"{alpha:.2f} ({LEVEL}: {low:.2f} to {high:.2f})"
    if not np.isfinite(alpha):
        told = "undefined: nobody shares an item, or all ratings are the same"
    return f"Krippendorff's α of the ordinal ratings is {told}."


def judged(found: Judged) -> str:
    """Say which judge agrees most with people by the first coefficient, and how far people do.

    Parameters
    ----------
    found : Judged
    """
    key, j = found.coefficients[0], found.best_first[0]
    bias = COEFFICIENTS["bias"].compute(found.counts[j])
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
        bias=f"{abs(float(bias)):.2f}",
        side=0 if abs(float(bias)) < 0.005 else int(np.sign(bias)),
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
    share, low, high = (in_percent(each[e, 0, c]) for each in (found.estimates, found.low,
                                                               found.high))  # fmt: skip
    halved = (
        f"{counted(int(found.more[e]), 'more label')} would halve the intervals"
        if found.more[e] <= found.items[0] - found.labelled[0]
        else "no number of labels that is left to make would halve the intervals"
    )
    return (
        f"If {ASSUMPTIONS[found.assumption]}, people would give {share} of "
        f"{counted(int(found.items[0]), 'item')} the class {found.classes[c]}, by "
        f"{ESTIMATORS[found.estimators[e]].words} ({LEVEL}: {low} to {high}); {halved}."
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
    if not found.others:
        return (
            "Nobody can be tested: no item was rated by two people, so that nothing tells a "
            f"person's own noise. Have {FEWEST} of these items or more rated by a second person, "
            f"better {ENOUGH}: of few items, even a judge as good as a person seldom passes."
        )
    if not found.raters:
        return f"No rater shares {FEWEST} items with a judge, so that nobody can be tested."
    rates = found.winning_rate(epsilon, q)
    passing = {
        judge: sum(passes(rate) == "yes" for rate in rates[:, j])
        for j, judge in enumerate(found.judges)
    }
    always = [judge for judge, times in passing.items() if times == len(rates)]
    split = [judge for judge, times in passing.items() if 0 < times < len(rates)]
    return said("judges", always=always, split=split)
