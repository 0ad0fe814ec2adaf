"""What an analysis has found, each in one plain sentence made of its results.

A sentence that a page opens with names two measures at most; the report and the shell have it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from oq_core.analysis.comparison import Comparison, quadrants
from oq_core.analysis.leaderboard import Leaderboard
from oq_core.analysis.overlap import Contradictions, Overlap
from oq_core.analysis.power import DiscriminativePower
from oq_core.campaign.computing.analysis import Analysis, DataSetAnalysis
from oq_core.campaign.printing.layouts.data import DataFacts
from oq_core.campaign.printing.phrases import in_words, said
from oq_core.data.arrays import Array
from oq_core.data.scores import Scores, counted, direction, in_percent
from oq_core.knowledge.properties import PropertyVerdict

#: Decimals of a tau that is told: what prints the same is told to tie.
_TOLD = 3


def power(powers: Mapping[str, DiscriminativePower], alpha: float) -> str:
    """Say which measure tells most pairs of runs apart, and which fewest.

    Parameters
    ----------
    powers : mapping of str to DiscriminativePower
        By measure, all of the same pairs of runs.
    alpha : float
        Significance level.

    Examples
    --------
    >>> from oq_core.analysis import DiscriminativePower
    >>> from oq_core.campaign.printing import answers
    >>> answers.power(
    ...     {"NMD": DiscriminativePower(86, 231), "RNOD": DiscriminativePower(133, 231)}, 0.05)
    'RNOD tells 133 of 231 pairs of runs apart at α = 0.05, NMD 86.'
    """
    counts = {key: int(each.significant) for key, each in powers.items()}
    most, least = max(counts.values()), min(counts.values())
    first, last = ([key for key in counts if counts[key] == count] for count in (most, least))
    return said(
        "power",
        measures=list(counts),
        first=first,
        last=last,
        most=most,
        least=least,
        pairs=int(next(iter(powers.values())).pairs),
        alpha=f"{alpha:g}",
    )


def leaderboard(scores: Scores, board: Leaderboard, by: str) -> str:
    """Say which run is best by a measure, how sure that is, and which other measures differ.

    Parameters
    ----------
    scores : Scores
        K measures, m runs.
    board : Leaderboard
        As `rank_runs` returns it for them.
    by : str
        The measure that is asked about.
    """
    k = scores.measures.index(by)
    firsts = {key: _firsts(scores, board, place) for place, key in enumerate(scores.measures)}
    first, means = firsts[by], board.means[k]
    share = board.first[k, scores.runs.index(first[0])] if board.has_ranks else None
    other = next((runs for runs in firsts.values() if first[0] not in runs), None)
    return said(
        "leaderboard",
        by=by,
        first=first,
        runs=len(scores.runs),
        mean=f"{means.max() if scores.larger_is_better[k] else means.min():.4f}",
        share="" if share is None else in_percent(share),
        rest=[key for key in scores.measures if key != by],
        other=other,
        by_others=[key for key, runs in firsts.items() if runs == other],
    )


def _firsts(scores: Scores, board: Leaderboard, k: int) -> list[str]:
    return [run for run, rank in zip(scores.runs, board.ranks[k], strict=True) if rank == 1]


def similarity(measures: Sequence[str], taus: Array, what: str) -> str:
    """Say which two measures rank most unlike.

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
    >>> from oq_core.campaign.printing import answers
    >>> taus = np.array([[1, 0.5, 0.2], [0.5, 1, 0.9], [0.2, 0.9, 1]])
    >>> answers.similarity(["NMD", "RNOD", "JSD"], taus, "22 runs")
    'Of these measures, NMD and JSD rank the 22 runs least alike: τ = 0.200.'
    """
    i, j = np.triu_indices(len(measures), k=1)
    found = np.round(taus[i, j], _TOLD)
    least = None if np.isnan(found).all() else float(np.nanmin(found))
    ties = np.flatnonzero(found == least)
    two = f"{measures[i[ties[0]]]} and {measures[j[ties[0]]]}" if len(ties) else ""
    return said("similarity", what=what, two=two, least=least, pairs=len(found), ties=len(ties))


def consistency(measures: Sequence[str], taus: Array, parts: str, unit: str) -> str:
    """Say which measure ranks runs most alike on two parts of the instances, and which least.

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
    means = dict(zip(measures, np.round(taus.mean(axis=0), _TOLD).tolist(), strict=True))
    known = [mean for mean in means.values() if not np.isnan(mean)]
    most, least = max(known, default=None), min(known, default=None)
    first, last = ([key for key in means if means[key] == end] for end in (most, least))
    return said(
        "consistency", measures=measures, parts=parts, unit=unit, most=most, least=least,
        first=first, last=last,
    )  # fmt: skip


def disagreements(comparison: Comparison, x: str, y: str, what: str = "instance") -> str:
    """Say on how many instances two measures prefer different runs, or estimates.

    Parameters
    ----------
    comparison : Comparison
        Of two runs.
    x, y : str
        The measures.
    what : str
        What each of them is, in the singular: estimates of runs are compared on instances.
    """
    counts = quadrants(comparison, x, y)
    return said(
        "disagreements",
        x=x,
        y=y,
        what=what,
        number=counts.disagreements,
        tied=counts.tied,
        total=len(comparison.ids),
    )


def one_run(scores: Scores) -> str:
    """Say how one run does on average, by two measures at most.

    Parameters
    ----------
    scores : Scores
        Of the one run.
    """
    return said(
        "one_run",
        run=scores.runs[0],
        means=[
            f"{mean:.4f} by {key}"
            for key, mean in zip(scores.measures[:2], scores.means[:2, 0], strict=True)
        ],
        instances=counted(len(scores.ids), scores.unit),
        better=direction(scores.larger_is_better[:2]),
    )


def best(data: DataSetAnalysis, names: Mapping[str, str] | None = None) -> str:
    """Say which run of a data set is best.

    Parameters
    ----------
    data : DataSetAnalysis
    names : mapping of str to str, optional
        What runs are called; as in their files unless given.
    """
    scores, made = data.scores, set(data.runs.from_gold)
    called = _called(data, names or {})
    by, runs = scores.measures[0], tuple(called[run] for run in scores.runs)
    told = leaderboard(replace(scores, runs=runs), data.board, by)
    ranks = data.board.ranks[0]
    submitted = [place for place, run in enumerate(scores.runs) if run not in made]
    if not submitted or 1 in ranks[submitted]:
        return told
    first = min(submitted, key=ranks.__getitem__)
    mean = float(data.board.means[0, first])
    return " ".join((told, said("best_submitted", run=runs[first], mean=mean)))


def _called(data: DataSetAnalysis, names: Mapping[str, str]) -> dict[str, str]:
    """What sentences call the runs of a data set."""
    return {
        run: names.get(run, run) + " (made from the gold)" * (run in data.runs.from_gold)
        for run in data.scores.runs
    }


def of_power(data: DataSetAnalysis) -> str:
    """Say which measure tells most pairs of a data set's runs apart; of one run, that none is."""
    if not data.tests.pairs:
        return said("not_tested", runs=len(data.scores.runs))
    return power(dict(zip(data.scores.measures, data.powers, strict=True)), data.options.alpha)


def of_measures(data: DataSetAnalysis) -> tuple[str, ...]:
    """Say how alike the measures rank the runs of a data set, and how consistently."""
    measures, found = data.scores.measures, []
    if len(measures) > 1 and data.tests.pairs:
        found.append(similarity(measures, data.taus, counted(len(data.scores.runs), "run")))
    if data.consistency is not None:
        parts = parts_of(data.options.split_size)
        found.append(consistency(measures, data.consistency, parts, data.scores.unit))
    return tuple(found)


def of_data(data: DataSetAnalysis, names: Mapping[str, str] | None = None) -> tuple[str, ...]:
    """Return all that an analysis has found of one data set, a sentence each.

    Parameters
    ----------
    data : DataSetAnalysis
    names : mapping of str to str, optional
        As in `best`.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core import Options, Scores, analyse
    >>> from oq_core.campaign.printing import answers
    >>> values = np.array([[[0.1, 0.2], [0.2, 0.4], [0.1, 0.3], [0.2, 0.3], [0.1, 0.2]]])
    >>> scores = Scores(values, ("NMD",), tuple("abcde"), ("r1", "r2"), (False,))
    >>> made = analyse({"demo": scores}, Options(trials=100, splits=10))
    >>> for sentence in answers.of_data(made.data_sets[0]):
    ...     print(sentence)
    By NMD, r1 is the best of 2 runs (mean 0.1400).
    NMD tells the one pair of runs apart at α = 0.05.
    By NMD, two halves of the instances rank the runs with a mean τ of 1.000.
    """
    return (best(data, names), of_power(data), *of_measures(data))


def overlap(found: Overlap) -> str:
    """Say which of the significant pairs two measures share.

    Parameters
    ----------
    found : Overlap
        Of two measures, or of several that find the same pairs.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core.analysis import Overlap
    >>> from oq_core.campaign.printing import answers
    >>> counts = (np.full((2, 2), n) for n in (1, 2, 1))
    >>> answers.overlap(Overlap(*counts, ("NMD", "RNOD")))
    'NMD and RNOD share 2 of the 4 pairs of runs that differ significantly under either.'
    """
    both = int(found.both[0, 1])
    total = both + int(found.first_only[0, 1]) + int(found.second_only[0, 1])
    return said("overlap", measures=found.measures, both=both, total=total)


def contradictions(measures: Sequence[str], found: Contradictions) -> str:
    """Say which two measures contradict each other most, each significantly.

    Parameters
    ----------
    measures : sequence of str
        K of them, two or more.
    found : Contradictions
        Of these.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core.analysis import Contradictions
    >>> from oq_core.campaign.printing import answers
    >>> counts = np.array([[0, 3, 1], [3, 0, 0], [1, 0, 0]])
    >>> answers.contradictions(["NMD", "RNOD", "JSD"], Contradictions(counts, ()))[:63]
    '2 of 3 pairs of measures contradict each other, NMD and RNOD on'
    """
    first, second = np.triu_indices(len(measures), k=1)
    counts = found.counts[first, second]
    most = int(counts.argmax())
    return said(
        "contradictions",
        two=f"{measures[first[most]]} and {measures[second[most]]}",
        most=int(counts[most]),
        ties=int(np.count_nonzero(counts == counts[most])),
        contradicting=int(np.count_nonzero(counts)),
        pairs=len(counts),
    )


def over(analysis: Analysis) -> str:
    """Return over which data sets numbers are pooled and averaged.

    Parameters
    ----------
    analysis : Analysis
    """
    names = [each.name for each in analysis.pooled]
    if len(names) == len(analysis.data_sets):
        return "all data sets"
    return in_words(names)


def parts_of(size: int | None) -> str:
    """Return what instances are split into: two halves unless a size is given.

    Examples
    --------
    >>> from oq_core.campaign.printing import answers
    >>> answers.parts_of(None), answers.parts_of(10)
    ('halves', 'sets of 10')
    """
    return "halves" if size is None else f"sets of {size:,}"


def strongest(x: str, y: str, strength: float | None, *, exact: bool) -> str:
    """Say how strong the strongest conflict of two measures is.

    Parameters
    ----------
    x, y : str
        The measures; the first prefers A.
    strength : float or None
        None where there is no conflict.
    exact : bool
        Whether all cases were looked at.

    Examples
    --------
    >>> from oq_core.campaign.printing import answers
    >>> answers.strongest("NMD", "RNOD", 0.25, exact=True)
    'NMD prefers A and RNOD prefers B, each by 0.2500 or more: no conflict is stronger.'
    """
    return said("strongest", x=x, y=y, strength=strength, exact=exact)


def most_at_odds(x: str, y: str, disagree: bool, what: str) -> str:
    """Say whether two measures are at odds about two estimates.

    Parameters
    ----------
    x, y : str
        The measures.
    disagree : bool
        Whether there are two of which each prefers a different one.
    what : str
        Which estimates were looked at.

    Examples
    --------
    >>> from oq_core.campaign.printing import answers
    >>> answers.most_at_odds("NMD", "RNOD", False, "of this map")
    'NMD and RNOD disagree on no two estimates of this map.'
    """
    return said("most_at_odds", x=x, y=y, disagree=disagree, what=what)


def has_property(key: str, title: str, verdict: PropertyVerdict) -> str:
    """Say whether a measure has a property.

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
    >>> from oq_core.campaign.printing import answers
    >>> answers.has_property("RNOD", "symmetric", "fails")
    'RNOD does not have the property “symmetric”.'
    """
    return said("has_property", key=key, title=title, verdict=verdict)


def sample_size(n: int, measure: str, power: float, difference: float, unit: str) -> str:
    """Say how many instances are needed.

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
    return said("sample_size", n=n, unit=unit, measure=measure, power=power, difference=difference)


def opened(data: Mapping[str, Sequence[DataFacts]]) -> str:
    """Say what of one's own is open.

    Parameters
    ----------
    data : mapping of str to sequence of DataFacts
        The facts of each scale, by title.

    Examples
    --------
    >>> from oq_core.campaign.printing import answers
    >>> from oq_core.campaign.printing.layouts import DataFacts
    >>> answers.opened({"A": [DataFacts("A", 5, 300, None, (19, 20), 22)]})
    'You have opened A: 300 instances, 22 runs.'
    >>> answers.opened({})
    'No file of yours is open: the other pages show the bundled samples.'
    """
    facts = [each for of_data in data.values() for each in of_data]
    return said(
        "opened",
        titles=list(data),
        instances=max((each.instances for each in facts), default=0),
        runs=max((each.runs for each in facts), default=0),
        scales=len(facts),
    )
