"""What is said first of raters and judges, a sentence each."""

import numpy as np
import numpy.typing as npt

from oq_core.campaign.printing.answers import in_words
from oq_core.data.scores import counted, in_percent
from oq_core.defaults import LEVEL
from oq_core.raters import Allowed, PairDesign, Redrawn, StandIn
from oq_core.raters.stand_in import FEWEST, passes


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
    said = f"Under {found.measures[0]} the true distribution itself would score about {value:.4f}"
    if found.runs:
        runs = [run for run, mean in zip(found.runs, found.means[0], strict=True) if mean == best]
        side = "which is below it" if best < value else "as it does"
        if value < best:
            side = f"and the truth {100 * value / best:.0f} % of that"
        rest = " not made here" * made
        who = f"the best run{rest}, {runs[0]}, scores"
        if others := len(runs) - 1:
            who = f"the best runs{rest}, {runs[0]} and {counted(others, 'other')}, score"
        said += f"; {who} {best:.4f}, {side}"
    return f"{said}."


def redrawn(found: Redrawn, standing: npt.NDArray[np.int64] | None = None) -> str:
    """Say how often the leader by the first measure would lead with other raters and instances.

    By all measures, where they say the same.

    Parameters
    ----------
    found : Redrawn
    standing : ndarray of int, shape (K, 2), optional
        As `Redrawn.standing` gives it.
    """
    if not found.systems:
        return "There are no runs but baselines."
    if found.systems == 1:
        return f"{found.runs[0]} is the only run, and so comes first in every draw."
    leaders = found.means[:, : found.systems].argmin(axis=1)
    first = int(leaders[0])
    shares = [*map(in_percent, found.first[np.arange(len(leaders)), leaders])]
    same = {
        (int(leader), share, *(() if standing is None else standing[k].tolist()))
        for k, (leader, share) in enumerate(zip(leaders, shares, strict=True))
    }
    many = len(leaders) > 1 and len(same) == 1
    said = (
        f"Under {f'each of {len(leaders)} measures' if many else found.measures[0]}, "
        f"{found.runs[first]} comes first in {shares[0]} of the draws of instances and ratings"
    )
    if standing is not None and standing[0, 1]:
        pairs = counted(int(standing[0, 1]), "significant pair")
        said += f"; {standing[0, 0]:,} of {pairs} would stand"
    return f"{said}."


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
            f"{found.second} is cannot be said: it does not vary, or there is one instance alone."
        )
    ways = [f"{instances} more instances", f"{raters} more raters"]
    if wider < deeper:
        ways.reverse()
    much = "about as much as" if f"{wider:.1f}" == f"{deeper:.1f}" else "more than"
    return (
        f"With {n} raters, {ways[0]} help {much} {ways[1]}: under {found.measure} the difference "
        f"between {found.first} and {found.second}, now {now:.1f} standard errors, would be "
        f"{wider:.1f} with the instances and {deeper:.1f} with the raters."
    )


def agreement(alpha: float, low: float, high: float) -> str:
    """Say how far raters agree on the order of classes.

    Parameters
    ----------
    alpha, low, high : float
        Of the ordinal level, as `krippendorff_alpha` gives them.
    """
    said = f"{alpha:.2f} ({LEVEL}: {low:.2f} to {high:.2f})"
    if not np.isfinite(alpha):
        said = "undefined: nobody shares an item, or all ratings are the same"
    return f"Krippendorff's α of the ordinal ratings is {said}."


def judges(found: StandIn, epsilon: float, q: float) -> str:
    """Say which judges can stand in for a rater, and for whom the measure decides.

    Parameters
    ----------
    found : StandIn
    epsilon, q : float
        As in `StandIn.winning_rate`.
    """
    if not found.raters:
        return f"No rater shares {FEWEST} items with a judge, so that nobody can be tested."
    rates = found.winning_rate(epsilon, q)
    passing = {
        judge: sum(passes(rate) == "yes" for rate in rates[:, j])
        for j, judge in enumerate(found.judges)
    }
    always = [judge for judge, times in passing.items() if times == len(rates)]
    split = [judge for judge, times in passing.items() if 0 < times < len(rates)]
    said = f"{in_words(always) if always else 'No judge'} can stand in for a rater by every measure"
    return said + (f"; for {in_words(split)} the measure decides." if split else ".")
