"""What a page opens with: its finding in one sentence, which the report and the shell have too.

Of a tie the sentence says how many tie; the table below it names them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from oq_core.analysis.comparison import Comparison, quadrants
from oq_core.analysis.leaderboard import Leaderboard
from oq_core.analysis.power import DiscriminativePower
from oq_core.campaign.computing.analysis import DataSetAnalysis
from oq_core.campaign.printing.layouts.data import DataFacts
from oq_core.data.arrays import Array
from oq_core.data.scores import Scores, counted, in_percent, listed
from oq_core.defaults import LEVEL
from oq_core.knowledge.properties import PropertyVerdict
from oq_core.raters import ESTIMATORS, Allowed, Estimated, Flip, Judged, StandIn
from oq_core.raters.stand_in import FEWEST, passes

#: What is said of judges that no item has in common.
NO_RANKS = "Ranks of the judges are not defined: no item was rated by all of them."
#: Decimals of a printed tau: what prints the same ties.
_DECIMALS = 3


def _of(names: Sequence[str], total: int, word: str = "measure") -> str:
    """One name, or how many of all there are."""
    if len(names) == 1:
        return names[0]
    return f"{'all' if len(names) == total else f'{len(names)} of'} {total} {word}s"


def leaderboard(scores: Scores, board: Leaderboard, by: str) -> str:
    """Return which run is best by a measure, how surely, and by how many measures it is first.

    Parameters
    ----------
    scores : Scores
        K measures, m runs.
    board : Leaderboard
        As `rank_runs` returns it for them.
    by : str
        The measure.
    """
    k, runs, measures = scores.measures.index(by), len(scores.runs), len(scores.measures)
    first = np.flatnonzero(board.ranks[k] == 1)
    run, mean = scores.runs[first[0]], f"{board.means[k, first[0]]:.4f}"
    if runs == 1:
        return f"The only run, {run}, has a mean {by} of {mean}."
    if len(first) > 1:
        tied = [scores.runs[j] for j in first]
        return f"By {by}, {_of(tied, runs, 'run')} tie for the best mean ({mean})."
    share = in_percent(board.first[k, first[0]]) if board.has_ranks else ""
    sure = f", first in {share} of resamples" if share else ""
    others = f" It is first by {(board.ranks[:, first[0]] == 1).sum()} of {measures} measures."
    return f"By {by}, {run} is the best of {runs:,} runs (mean {mean}{sure})." + others * (
        measures > 1
    )


def power(powers: Mapping[str, DiscriminativePower], alpha: float) -> str:
    """Return which measure tells the most pairs of runs apart, and which the fewest.

    Parameters
    ----------
    powers : mapping of str to DiscriminativePower
        By measure, all of the same pairs of runs.
    alpha : float
        Significance level.

    Examples
    --------
    >>> from oq_core.analysis import DiscriminativePower
    >>> from oq_core.campaign.printing import headlines
    >>> powers = {"NMD": DiscriminativePower(2, 10), "RNOD": DiscriminativePower(9, 10)}
    >>> headlines.power(powers, 0.05)
    'The most pairs of runs are told apart by RNOD (9 of 10 at α = 0.05), the fewest by NMD (2).'
    """
    counts = {key: int(of.significant) for key, of in powers.items()}
    pairs = int(next(iter(powers.values())).pairs)
    most, least = max(counts.values()), min(counts.values())
    first, last = ([key for key in counts if counts[key] == end] for end in (most, least))
    if most == least:
        told = f"{most:,} of {counted(pairs, 'pair')} of runs apart at α = {alpha:g}."
        return (
            f"{first[0]} tells {told}"
            if len(first) == 1
            else f"All {len(first)} measures tell {told}"
        )
    return (
        f"The most pairs of runs are told apart by {_of(first, len(counts))} ({most:,} of "
        f"{pairs:,} at α = {alpha:g}), the fewest by {_of(last, len(counts))} ({least:,})."
    )


def similarity(measures: Sequence[str], taus: Array, what: str) -> str:
    """Return which two measures rank least alike.

    Parameters
    ----------
    measures : sequence of str
        K of them.
    taus : ndarray, shape (K, K)
        NaN where it is undefined.
    what : str
        What is ranked, such as "22 runs".

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core.campaign.printing import headlines
    >>> taus = np.array([[1, 0.5, 0.2], [0.5, 1, 0.9], [0.2, 0.9, 1]])
    >>> headlines.similarity(["NMD", "RNOD", "JSD"], taus, "22 runs")
    'NMD and JSD rank the 22 runs least alike: τ = 0.200.'
    """
    i, j = np.triu_indices(len(measures), k=1)
    if not len(i):
        return "One measure alone has nothing to be compared with."
    printed = np.round(taus[i, j], _DECIMALS)
    if np.isnan(printed).all():
        return f"How alike the measures rank the {what} is undefined: under one, all means tie."
    least = np.nanmin(printed)
    ties = np.flatnonzero(printed == least)
    two = [f"{measures[i[tie]]} and {measures[j[tie]]}" for tie in ties]
    if len(i) > 1 and len(two) == len(i):
        return f"All {len(i)} pairs of measures rank the {what} with τ = {least:.3f}."
    which = "" if len(i) == 1 else " least alike"
    pairs = _of(two, len(i), "pairs of measure")
    return f"{pairs} rank the {what}{which}: τ = {least:.3f}."


def consistency(measures: Sequence[str], taus: Array, parts: str, unit: str) -> str:
    """Return which measure ranks runs most alike on two parts of the instances, and which least.

    Parameters
    ----------
    measures : sequence of str
        K of them.
    taus : ndarray, shape (splits, K)
    parts : str
        What the instances are split into, such as "halves".
    unit : str
        What an instance is called.
    """
    means = dict(zip(measures, np.round(taus.mean(axis=0), _DECIMALS).tolist(), strict=True))
    known = [mean for mean in means.values() if not np.isnan(mean)]
    if not known:
        return f"How alike {parts} of the {unit}s rank the runs is undefined: all means tie."
    most, least = max(known), min(known)
    first, last = ([key for key in means if means[key] == end] for end in (most, least))
    by = f"by {_of(first, len(means))}"
    ends = f"with a mean τ of {most:.3f} {by}."
    if most > least:
        ends = (
            f"most alike {by} (mean τ {most:.3f}), least by {_of(last, len(means))} ({least:.3f})."
        )
    return f"Two {parts} of the {unit}s rank the runs {ends}"


def parts_of(size: int | None) -> str:
    """Return what instances are split into: two halves unless a size is given.

    Examples
    --------
    >>> from oq_core.campaign.printing import headlines
    >>> headlines.parts_of(None), headlines.parts_of(10)
    ('halves', 'sets of 10')
    """
    return "halves" if size is None else f"sets of {size:,}"


def of_tests(data: DataSetAnalysis) -> str:
    """Return what `power` says of a data set; of one run, or of runs alike, that none is tested."""
    runs = len(data.scores.runs)
    if not data.tests.pairs:
        why = "there is one run" if runs == 1 else f"all {runs} runs are the same in every number"
        return f"Nothing is tested: {why}."
    return power(dict(zip(data.scores.measures, data.powers, strict=True)), data.options.alpha)


def of_data(data: DataSetAnalysis, names: Mapping[str, str] | None = None) -> tuple[str, ...]:
    """Return the headline of a data set's leaderboard, tests, similarities and consistencies.

    Parameters
    ----------
    data : DataSetAnalysis
    names : mapping of str to str, optional
        What runs are called; as in their files unless given.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core import Options, Scores, analyse
    >>> from oq_core.campaign.printing import headlines
    >>> values = np.array([[[0.1, 0.2], [0.2, 0.4], [0.1, 0.3], [0.2, 0.3], [0.1, 0.2]]])
    >>> scores = Scores(values, ("NMD",), tuple("abcde"), ("r1", "r2"), (False,))
    >>> analysis = analyse({"demo": scores}, Options(trials=100, splits=10))
    >>> for sentence in headlines.of_data(analysis.data_sets[0]):
    ...     print(sentence)
    By NMD, r1 is the best of 2 runs (mean 0.1400).
    NMD tells 1 of 1 pair of runs apart at α = 0.05.
    Two halves of the instances rank the runs with a mean τ of 1.000 by NMD.
    """
    scores, measures, labels = data.scores, data.scores.measures, names or {}
    runs = tuple(
        labels.get(run, run) + " (made from the gold)" * (run in data.runs.from_gold)
        for run in scores.runs
    )
    sentences = [leaderboard(replace(scores, runs=runs), data.board, measures[0]), of_tests(data)]
    if len(measures) > 1 and data.tests.pairs:
        sentences.append(similarity(measures, data.taus, counted(len(runs), "run")))
    if data.consistency is not None:
        parts = parts_of(data.options.split_size)
        sentences.append(consistency(measures, data.consistency, parts, scores.unit))
    return tuple(sentences)


def conflicts(comparison: Comparison, x: str, y: str, what: str = "instance") -> str:
    """Return on how many instances two measures prefer different runs, or estimates.

    Parameters
    ----------
    comparison : Comparison
        Of two runs.
    x, y : str
        The measures.
    what : str
        What an instance is called: of instances runs are compared, of others estimates.
    """
    number, total = quadrants(comparison, x, y).disagreements, len(comparison.ids)
    return (
        f"{x} and {y} prefer different {'runs' if what == 'instance' else 'estimates'} on "
        f"{number:,} of {counted(total, what)} ({100 * number / total:.1f} %)."
    )


def strongest(x: str, y: str, strength: float | None, *, exact: bool) -> str:
    """Return how strong the strongest conflict of two measures is.

    Parameters
    ----------
    x, y : str
        The measures; the first prefers A.
    strength : float or None
        None where there is no conflict.
    exact : bool
        Whether all cases were tried.

    Examples
    --------
    >>> from oq_core.campaign.printing import headlines
    >>> headlines.strongest("NMD", "RNOD", 0.25, exact=True)
    'NMD prefers A and RNOD prefers B, each by 0.2500 or more: no conflict is stronger.'
    """
    if strength is None:
        return f"No conflict of {x} and {y} was found under these conditions."
    end = "no conflict is stronger" if exact else "no stronger conflict was found"
    return f"{x} prefers A and {y} prefers B, each by {strength:.4f} or more: {end}."


def map_conflict(x: str, y: str, has_one: bool) -> str:
    """Return whether two measures disagree on two estimates of a map.

    Parameters
    ----------
    x, y : str
        The measures.
    has_one : bool
    """
    if has_one:
        return f"{x} and {y} disagree most on two estimates of this map: each prefers another one."
    return f"{x} and {y} disagree on no two estimates of this map."


def property_verdict(key: str, title: str, verdict: PropertyVerdict) -> str:
    """Return whether a measure has a property.

    Parameters
    ----------
    key : str
        The measure's.
    title : str
        The property's name.
    verdict : {"holds", "fails", "claimed", "open", "not applicable"}
        As in `Evidence`.

    Examples
    --------
    >>> from oq_core.campaign.printing import headlines
    >>> headlines.property_verdict("RNOD", "symmetric", "fails")
    'RNOD does not have the property “symmetric”.'
    """
    words = f"the property “{title}”"
    return {
        "holds": f"{key} has {words}.",
        "fails": f"{key} does not have {words}.",
        "claimed": f"The papers say that {key} has {words}; an example speaks against it.",
        "open": f"Whether {key} has {words} is open: there is neither a proof nor an example.",
        "not applicable": f"Of {key} one cannot ask whether it has {words}.",
    }[verdict]


def sample_size(n: int, measure: str, power: float, difference: float, unit: str) -> str:
    """Return how many instances are needed.

    Parameters
    ----------
    n : int
    measure : str
        By which; empty where a variance was typed.
    power, difference : float
        As in `required_instances`.
    unit : str
        What an instance is called.
    """
    by = f" by {measure}" if measure else ""
    return f"A difference of {difference:.3g}{by} needs {counted(n, unit)} for power {power:g}."


def own_data(data: Mapping[str, Sequence[DataFacts]]) -> str:
    """Return what of one's own is open.

    Parameters
    ----------
    data : mapping of str to sequence of DataFacts
        The facts of each scale, by title.

    Examples
    --------
    >>> from oq_core.campaign.printing import headlines
    >>> from oq_core.campaign.printing.layouts import DataFacts
    >>> headlines.own_data({"A": [DataFacts("A", 5, 300, None, (19, 20), 22)]})
    'You have opened A: 300 instances, 22 runs.'
    >>> headlines.own_data({})
    'No file of yours is open: the other pages show the bundled samples.'
    """
    if not data:
        return "No file of yours is open: the other pages show the bundled samples."
    if len(data) > 1:
        return f"You have opened {counted(len(data), 'collection')}."
    ((title, scales),) = data.items()
    instances, runs = (max(getattr(of, what) for of in scales) for what in ("instances", "runs"))
    return f"You have opened {title}: {counted(instances, 'instance')}, {counted(runs, 'run')}."


def raters(allowed: Allowed) -> str:
    """Return what people and the best submitted run score by the first measure.

    Parameters
    ----------
    allowed : Allowed
    """
    one, half = float(allowed.one_rater[0]), float(allowed.half[0])
    if np.isnan(one):
        return "Every instance has one rating, so that nothing tells what people score."
    best = f", and the best submitted run {allowed.best[0]:.4f}" if allowed.runs else ""
    return (
        f"By {allowed.measures[0]}, one rater scores {one:.4f} against the others, half of the "
        f"raters {half:.4f} against the other half{best}."
    )


def judges(agreement: Judged) -> str:
    """Return which judge agrees most with people by the first coefficient, and how far people do.

    Parameters
    ----------
    agreement : Judged
    """
    key, losses = agreement.coefficients[0], agreement.losses
    if np.isnan(losses).all():
        return (
            f"{key} is undefined for every judge: no item is shared, or all ratings are the same."
        )
    names = [agreement.judges[j] for j in np.flatnonzero(losses == np.nanmin(losses))]
    j = agreement.judges.index(names[0])
    value, low, high, people = (
        float(of[j, 0])
        for of in (agreement.values, agreement.low, agreement.high, agreement.ceiling)
    )
    if len(names) > 1:
        if len(names) == len(agreement.judges):
            return f"All {len(names)} judges agree with people alike: {key} is {value:.2f}."
        tied = _of(names, len(agreement.judges), "judge")
        return f"{tied} agree most with people: {key} is {value:.2f}."
    sure = [f"{LEVEL}: {low:.2f} to {high:.2f}"] * bool(np.isfinite(low))
    sure += [f"two people have {people:.2f}"] * bool(np.isfinite(people))
    most = " most" if len(agreement.judges) > 1 else ""
    return f"{names[0]} agrees{most} with people: {key} is {value:.2f}" + (
        f" ({'; '.join(sure)})." if sure else "."
    )


def flip(of: Flip) -> str:
    """Return that a judge is first by one number and not by another, and where that shows.

    Parameters
    ----------
    of : Flip
    """
    return (
        f"{of.judge} is first by {of.first} and number {of.rank} by {of.other}"
        f"{f': it {of.error}' if of.error else ''}. The item {of.item} shows it best: people say "
        f"{of.people}, {of.judge} {of.own}."
    )


def stand_in(tests: StandIn, epsilon: float, q: float) -> str:
    """Return which judges can stand in for a rater.

    Parameters
    ----------
    tests : StandIn
    epsilon, q : float
        As in `StandIn.winning_rate`.
    """
    if not tests.others:
        return (
            "Nobody can be tested: no item was rated by two people, so that nothing tells a "
            f"person's own noise. Have {FEWEST} of these items or more rated by a second person."
        )
    if not tests.raters:
        return f"No rater shares {FEWEST} items with a judge, so that nobody can be tested."
    rates = tests.winning_rate(epsilon, q)
    passing = [sum(passes(rate) == "yes" for rate in rates[:, j]) for j in range(len(tests.judges))]
    always = tuple(
        judge for judge, times in zip(tests.judges, passing, strict=True) if times == len(rates)
    )
    split = sum(0 < times < len(rates) for times in passing)
    return f"{listed(always) or 'No judge'} can stand in for a rater by every measure" + (
        f"; for {split} of {counted(len(passing), 'judge')} the measure decides." if split else "."
    )


def estimate(shares: Estimated) -> str:
    """Return which class people would choose most, by the estimator with the narrowest intervals.

    Parameters
    ----------
    shares : Estimated
    """
    e = int(np.argmin((shares.high - shares.low)[:, 0].sum(axis=-1)))
    c = int(np.argmax(shares.estimates[e, 0]))
    share, low, high = (
        in_percent(of[e, 0, c]) for of in (shares.estimates, shares.low, shares.high)
    )
    more, left = shares.more[e], shares.items[0] - shares.labelled[0]
    halved = (
        f"{counted(int(more), 'more label')} would halve the intervals." if more <= left else ""
    )
    return (
        f"If the items that people rated were drawn at random, people would give {share} of "
        f"{counted(int(shares.items[0]), 'item')} the class {shares.classes[c]}, by "
        f"{ESTIMATORS[shares.estimators[e]].words} ({LEVEL}: {low} to {high}). {halved}"
    ).strip()
