"""What an analysis has found, each in one plain sentence made of its results.

A sentence that a page opens with names two measures at most; the report and the shell have it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from oq_core.analysis.comparison import Comparison, quadrants
from oq_core.analysis.leaderboard import Leaderboard
from oq_core.analysis.overlap import Contradictions, Overlap
from oq_core.analysis.power import DiscriminativePower
from oq_core.campaign.computing.analysis import Analysis, DataSetAnalysis
from oq_core.campaign.printing import data_frames
from oq_core.campaign.printing.layouts.data import DataFacts
from oq_core.data.arrays import Array
from oq_core.data.scores import Scores, counted, direction, in_percent
from oq_core.knowledge.properties import Verdict
from oq_core.preferences import CANDIDATES, RoomAgreement

#: Decimals of a tau that is told: what prints the same is told to tie.
_TOLD = 3
#: Of more measures, a list is too long to be read.
_FEW = 3


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
    ...     {"NMD": DiscriminativePower(86, 231, 86 / 231),
    ...      "RNOD": DiscriminativePower(133, 231, 133 / 231)}, alpha=0.05)
    'RNOD tells 133 of 231 pairs of runs apart at α = 0.05, NMD 86.'
    """
    counts = {key: int(each.significant) for key, each in powers.items()}
    number = int(next(iter(powers.values())).pairs)
    most, least = max(counts.values()), min(counts.values())
    first, last = ([key for key in counts if counts[key] == count] for count in (most, least))
    every = first[0] if len(counts) == 1 else _each(counts)
    every = every[0].upper() + every[1:]
    where = f"of {counted(number, 'pair')} of runs apart at α = {alpha:g}"
    if number == 1:
        where = f"the one pair of runs apart at α = {alpha:g}"
        none, some, rest = "does not tell", "", "does not" if len(last) == 1 else "do not"
    else:
        none, some, rest = "tells none", f"{most:,} ", f"{least:,}" if least else "none"
    if not most:
        told = f"{every} {none}" if len(counts) == 1 else "No measure tells"
        return f"{told}{' any' * (number > 1 and len(counts) > 1)} {where}."
    if most == least:
        return f"{every} tells {some}{where}."
    verb = "tells" if len(first) == 1 else "tell"
    return f"{_first(first)} {verb} {some}{where}, {_first(last)} {rest}."


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
    first = _firsts(scores, board, k)
    mean = f"{board.means[k].min() if not scores.larger_is_better[k] else board.means[k].max():.4f}"
    if len(scores.runs) == 1:
        return f"The only run, {scores.runs[0]}, has a mean {by} of {mean}."
    if len(first) > 1:
        return (
            f"By {by}, {_listed(first)} tie for the best mean ({mean}) of {len(scores.runs)} runs."
        )
    sure = f"mean {mean}"
    if board.has_ranks:
        chance = board.first[k, scores.runs.index(first[0])]
        sure += f", first in {in_percent(chance)} of resamples"
    told = f"By {by}, {first[0]} is the best of {len(scores.runs)} runs ({sure})"
    others = [(key, _firsts(scores, board, place)) for place, key in enumerate(scores.measures)]
    other = next((runs for _, runs in others if first[0] not in runs), None)
    if len(scores.measures) == 1:
        return f"{told}."
    if other is None:
        rest = [key for key in scores.measures if key != by]
        return f"{told}; {rest[0] if len(rest) == 1 else 'every other measure'} agrees."
    by_others = _first([key for key, runs in others if runs == other])
    return f"{told}; by {by_others} it is {_listed(other)}."


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
    found = taus[i, j]
    if not len(found):
        return "One measure alone has nothing to be compared with."
    if np.isnan(found).all():
        return f"How alike the measures rank the {what} is undefined: under one, all means tie."
    found = np.round(found, _TOLD)
    least = float(np.nanmin(found))
    places = np.flatnonzero(found == least)
    two = f"{measures[i[places[0]]]} and {measures[j[places[0]]]}"
    if len(found) == 1:
        return f"{two} rank the {what} with τ = {least:.3f}."
    if (found == least).all():
        how = "alike" if least == 1 else "equally alike"
        return f"Every two of these measures rank the {what} {how}: τ = {least:.3f}."
    others = f" (and {counted(len(places) - 1, 'other pair')})" * (len(places) > 1)
    return f"Of these measures, {two}{others} rank the {what} least alike: τ = {least:.3f}."


def consistency(measures: Sequence[str], taus: Array, parts: str) -> str:
    """Say which measure ranks runs most alike on two parts of the instances, and which least.

    Parameters
    ----------
    measures : sequence of str
        K of them.
    taus : ndarray, shape (splits, K)
    parts : str
        What the instances are split into, such as "halves".
    """
    means = np.round(taus.mean(axis=0), _TOLD)
    if np.isnan(means).all():
        return f"How alike {parts} of the instances rank the runs is undefined: all means tie."
    most, least = np.nanmax(means), np.nanmin(means)
    told = f"two {parts} of the instances rank the runs"
    if len(measures) == 1:
        return f"By {measures[0]}, {told} with a mean τ of {means[0]:.3f}."
    if (means == most).all():
        return f"By {_each(measures)}, {told} with a mean τ of {most:.3f}."
    if most == least:
        known = [key for key, mean in zip(measures, means, strict=True) if mean == most]
        return f"By {_some(known)}, {told} with a mean τ of {most:.3f}; by others it is undefined."
    first, last = (
        _first([key for key, mean in zip(measures, means, strict=True) if mean == end])
        for end in (most, least)
    )
    return f"By {first}, {told} most alike (mean τ {most:.3f}), by {last} least ({least:.3f})."


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
    different = "different runs" if what == "instance" else "different estimates"
    counts, total = quadrants(comparison, x, y), len(comparison.ids)
    if counts.disagreements:
        share = f"{100 * counts.disagreements / total:.1f} %"
        number = f"{counts.disagreements:,} of {counted(total, what)} ({share})"
        return f"{x} and {y} prefer {different} on {number}."
    if counts.tied == total:
        every = f"each of {total:,} {what}s" if total > 1 else f"the one {what}"
        return f"{x} or {y} ties on {every}."
    return f"{x} and {y} never prefer {different} on {counted(total, what)}."


def one_run(scores: Scores) -> str:
    """Say how one run does on average, by two measures at most.

    Parameters
    ----------
    scores : Scores
        Of the one run.
    """
    means = " and ".join(
        f"{mean:.4f} by {key}"
        for key, mean in zip(scores.measures[:2], scores.means[:2, 0], strict=True)
    )
    number = counted(len(scores.ids), "instance")
    better = direction(scores.larger_is_better[:2])
    return f"{scores.runs[0]} scores {means} on average over {number}; {better}."


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
    return (
        f"{told} Of those not made from the gold it is {runs[first]} "
        f"(mean {data.board.means[0, first]:.4f})."
    )


def _called(data: DataSetAnalysis, names: Mapping[str, str]) -> dict[str, str]:
    """What sentences call the runs of a data set."""
    return {
        run: names.get(run, run) + " (made from the gold)" * (run in data.runs.from_gold)
        for run in data.scores.runs
    }


def of_power(data: DataSetAnalysis) -> str:
    """Say which measure tells most pairs of a data set's runs apart."""
    return power(dict(zip(data.scores.measures, data.powers, strict=True)), data.options.alpha)


def one_pair(data: DataSetAnalysis, names: Mapping[str, str]) -> Iterator[str]:
    """Say by which of the first measures one of two tested runs is better; of more, nothing.

    Parameters
    ----------
    data : DataSetAnalysis
    names : mapping of str to str
        As in `best`.
    """
    found = dict[str, list[str]]()
    measures = data.tests.measures[:_FEW] if data.tests.pairs == 1 else ()
    for k, key in enumerate(measures):
        rows = data_frames.significance(data.tests, k, data.effects, data.options.alpha)
        for row in rows.to_dict("records"):
            better, worse = (names.get(row[each], row[each]) for each in ("better", "worse"))
            p = str(row["p printed"])
            # What belongs together stays in a line.
            told = f"p {p.replace('<', '< ') if p[0] == '<' else f'= {p}'}".replace(" ", "\u00a0")
            told = f"{key} ({told}; ES_{data.effects.kind}\u00a0=\u00a0{row['ES']:.2f})"
            found.setdefault(f"{better} is significantly better than {worse}", []).append(told)
    for words, by in found.items():
        yield f"By {in_words(by)}, {words}."


def of_measures(data: DataSetAnalysis) -> tuple[str, ...]:
    """Say how alike the measures rank the runs of a data set, and how consistently."""
    measures, found = data.scores.measures, []
    if len(measures) > 1:
        found.append(similarity(measures, data.taus, counted(len(data.scores.runs), "run")))
    if data.consistency is not None:
        found.append(consistency(measures, data.consistency, parts_of(data.options.split_size)))
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
    if not total:
        return f"No pair of runs differs significantly under {_listed(found.measures)}."
    if both == total:
        same = "pair" if both == 1 else f"{both:,} pairs"
        return f"{_listed(found.measures)} tell the same {same} of runs apart."
    shared = f"{both:,}" if both else "none"
    return (
        f"{_listed(found.measures)} share {shared} of the {counted(total, 'pair')} of runs "
        "that differ significantly under either."
    )


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
    if not counts.any():
        return "On no pair of runs do two measures each find the other run significantly better."
    most = int(counts.argmax())
    two, pairs = f"{measures[first[most]]} and {measures[second[most]]}", int(counts[most])
    each = "each finds the other run significantly better"
    if len(counts) == 1:
        return f"{two} contradict each other on {counted(pairs, 'pair')} of runs: {each}."
    ties = int(np.count_nonzero(counts == pairs))
    who = f"{two} (and {counted(ties - 1, 'other pair')})" if ties > 1 else two
    on = f"{who} on most pairs of runs ({pairs:,})"
    if ties == np.count_nonzero(counts):
        on = f"{'each of them' if ties > 1 else two} on {counted(pairs, 'pair')} of runs"
    told = f"{np.count_nonzero(counts)} of {len(counts)} pairs of measures contradict each other"
    return f"{told}, {on}: {each}."


def bests(analysis: Analysis, names: Mapping[str, str]) -> Iterator[str]:
    """Say which run is best in each of several data sets, by the first measure that they share.

    Parameters
    ----------
    analysis : Analysis
    names : mapping of str to str
        As in `best`.
    """
    if len(analysis.data_sets) < 2:
        return
    where = dict[str, dict[str, list[str]]]()
    for each in analysis.data_sets:
        is_shared = each in analysis.pooled and bool(analysis.measures)
        k = analysis.places(each)[0] if is_shared else 0
        called = _called(each, names)
        best_runs = [called[run] for run in _firsts(each.scores, each.board, k)]
        best = where.setdefault(each.scores.measures[k], {})
        best.setdefault(_listed(best_runs), []).append(each.name)
    for measure, best in where.items():
        told = [f"{runs} in {_listed(places)}" for runs, places in best.items()]
        yield f"The best by {measure}: {'; '.join(told)}."


def pooled_power(analysis: Analysis) -> Iterator[str]:
    """Say what `power` does of several data sets of a task together.

    Parameters
    ----------
    analysis : Analysis
    """
    if _are_several(analysis):
        told = power(analysis.pooled_powers, analysis.options.alpha)
        yield f"{told.removesuffix('.')}, pooled over {over(analysis)}."
    elif len(analysis.data_sets) > 1:
        yield f"Most pairs of runs are told apart {in_words([*_most_told(analysis)])}."


def _most_told(analysis: Analysis) -> Iterator[str]:
    for name, powers in analysis.powers.items():
        most = max(int(each.significant) for each in powers.values())
        first = [key for key, each in powers.items() if int(each.significant) == most]
        yield f"by {_some(first) if most else 'no measure'} in {name}"


def mean_similarity(analysis: Analysis) -> Iterator[str]:
    """Say what `similarity` does, averaged over several data sets of a task.

    Parameters
    ----------
    analysis : Analysis
    """
    if _are_several(analysis) and len(analysis.measures) > 1:
        told = similarity(analysis.measures, analysis.mean_taus, "runs")
        yield f"{told.removesuffix('.')}, averaged over {over(analysis)}."


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


def _are_several(analysis: Analysis) -> bool:
    return len(analysis.pooled) > 1 and bool(analysis.measures)


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
    if strength is None:
        return f"No conflict of {x} and {y} was found under these conditions."
    sure = "no conflict is stronger" if exact else "no stronger conflict was found"
    return f"{x} prefers A and {y} prefers B, each by {strength:.4f} or more: {sure}."


def most_at_odds(x: str, y: str, strength: float | None, what: str) -> str:
    """Say how far two measures are at odds about two estimates.

    Parameters
    ----------
    x, y : str
        The measures.
    strength : float or None
        By how much each prefers another estimate; None where they never do.
    what : str
        Which estimates were looked at.

    Examples
    --------
    >>> from oq_core.campaign.printing import answers
    >>> answers.most_at_odds("NMD", "RNOD", None, "of this map")
    'NMD and RNOD disagree on no two estimates of this map.'
    """
    if strength is None:
        return f"{x} and {y} disagree on no two estimates {what}."
    return (
        f"{x} and {y} disagree most on two estimates {what}: each prefers another one, by "
        f"{strength:.3f} or more."
    )


def has_property(key: str, title: str, verdict: Verdict) -> str:
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
    known = f"the property “{title}”"
    return {
        "holds": f"{key} has {known}.",
        "fails": f"{key} does not have {known}.",
        "claimed": f"The papers say that {key} has {known}; an example speaks against it.",
        "open": f"Whether {key} has {known} is open: there is neither a proof nor an example.",
        "not applicable": f"Of {key} one cannot ask whether it has {known}.",
    }[verdict]


def sample_size(n: int, measure: str, power: float, difference: float) -> str:
    """Say how many instances are needed.

    Parameters
    ----------
    n : int
    measure : str
        By which; empty where a variance was typed.
    power, difference : float
        As in `required_instances`.
    """
    by = f" by {measure}" if measure else ""
    return (
        f"{counted(n, 'instance')} {'finds' if n == 1 else 'find'} a difference of {difference:.3g}"
        f"{by} with power {power:g}."
    )


def _each(names: Sequence[str] | Mapping[str, object]) -> str:
    return "either measure" if len(names) == 2 else f"each of {len(names)} measures"


def _some(measures: Sequence[str]) -> str:
    """Measures that tie: two are named, of more the first."""
    return _first(measures) if len(measures) > 2 else in_words(measures)


def _first(measures: Sequence[str]) -> str:
    """Measures that tie, where the sentence names another one, too: the first is named."""
    others = len(measures) - 1
    return measures[0] + f" and {counted(others, 'other')}" * (others > 0)


def _listed(names: Sequence[str]) -> str:
    return f"{names[0]} and {len(names) - 1} others" if len(names) > _FEW else in_words(names)


def in_words(names: Sequence[str]) -> str:
    """Return all names in a sentence.

    Examples
    --------
    >>> from oq_core.campaign.printing import answers
    >>> answers.in_words("ASE")
    'A, S and E'
    """
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


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
    if not data:
        return "No file of yours is open: the other pages show the bundled samples."
    if len(data) > 1:
        return f"You have opened {_listed(list(data))}."
    ((title, facts),) = data.items()
    instances = max((each.instances for each in facts), default=0)
    runs = max((each.runs for each in facts), default=0)
    scales = f" in {counted(len(facts), 'scale')}" if len(facts) > 1 else ""
    held = f"{counted(instances, 'instance')}, {counted(runs, 'run')}"
    return f"You have opened {title}: {held}{scales}."


def people(found: RoomAgreement) -> str:
    """Say which measure agrees most with people's choices, and how often NMD does.

    Parameters
    ----------
    found : RoomAgreement

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core.campaign.printing import answers
    >>> from oq_core.preferences import CANDIDATES, RoomAgreement
    >>> shares = np.linspace(0.5, 0.7, len(CANDIDATES))[::-1]
    >>> answers.people(RoomAgreement(shares, np.stack([shares - 0.1, shares + 0.1], axis=1)))
    'NMD agrees with people in 70 % of choices (60 to 80), more than any other measure.'
    """
    measures = [row for row, each in enumerate(CANDIDATES.values()) if each.kind == "measure"]
    keys = list(CANDIDATES)

    def told(row: int) -> str:
        low, high = found.intervals[row]
        return f"{100 * found.shares[row]:.0f} % of choices ({100 * low:.0f} to {100 * high:.0f})"

    most = max(found.shares[row] for row in measures)
    bests = [row for row in measures if found.shares[row] == most]
    usual = keys.index("NMD")
    best = usual if usual in bests else bests[0]
    who = _first([keys[best], *(keys[row] for row in bests if row != best)])
    agree, rest = ("agrees", "any") if len(bests) == 1 else ("agree", "every")
    said = f"{who} {agree} with people in {told(best)}, more than {rest} other measure"
    return f"{said}." if best == usual else f"{said}; NMD in {told(usual)}."
