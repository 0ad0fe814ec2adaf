"""How long the analyses take: estimates in seconds, before they begin.

They grow as the work does, with constants measured on one processor core. `pace` tells how much
slower another processor is. Expect them within a factor of two.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from time import process_time

import numpy as np

from oq_core.analysis.consistency import BLOCKS
from oq_core.analysis.pairs import Rule
from oq_core.analysis.power_intervals import interval_trials, why_no_power_intervals
from oq_core.analysis.tukey import THREADS, randomised_tukey_hsd
from oq_core.campaign.computing.analysis import Options
from oq_core.campaign.computing.sources import Campaign
from oq_core.data.collection import Collection
from oq_core.data.scores import Scores
from oq_core.defaults import CAMPAIGNS, RESAMPLES, SAMPLES, TRIALS
from oq_core.raters import LEVELS
from oq_core.raters.estimating import MOST_GROUPS

#: Nanoseconds of a core for each score that a trial permutes, and more for each measure.
_PERMUTED, _DEALT = 6.0, 0.6
#: For each score of a measure that is studentised; each pair and measure of a test by steps.
_STUDENTISED, _STEPPED = 14.0, 45.0
#: For each instance, pair and measure of a trial of Fisher's test; for each of random signs.
_SWAPPED, _FLIPPED = 0.12, 50.0
#: For each instance of a sample; each score there; each two runs that are ranked under a measure.
_DRAWN, _AVERAGED, _RANKED = 20.0, 0.18, 3.3
#: For each number of a data set that is scored under a measure; each two runs that two measures
#: order.
_MEASURED, _ORDERED = 45.0, 1.3
#: For each rating that is set beside a judge under a score; each instance whose raters are halved.
_JUDGED, _HALVED = 90.0, 130_000.0
#: Seconds of a judge's resamples, and of a cell of its counts.
_RESAMPLED, _AGREEING = 0.02, 150.0
#: For each item and class that a judge is matched by; each cell of a resample that is estimated.
_MATCHED, _ESTIMATED = 400.0, 12_000.0
#: For each instance that an average measure scores against a draw of its ratings; each draw.
_SCORED, _REDRAWN = 400.0, 500_000.0
#: For each two classes of an instance without which agreement is reckoned; each class of a rating
#: that a measure sets beside the others'.
_PAIRS, _COMPARED = 30.0, 25.0
#: For each byte of a file that is read.
_READ = 300.0
#: For each run and measure of a data set that a page shows; that an archive has tables and figures
#: of; each score that is in an archive.
_SHOWN, _PRINTED, _STORED = 25e6, 50e6, 7000.0

_NANO = 1e-9


def size_of(scores: Scores) -> tuple[int, int, int]:
    """Numbers of instances, runs and measures, as the estimates take them.

    Parameters
    ----------
    scores : Scores

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core import Scores
    >>> from oq_core.campaign.computing.costs import size_of
    >>> size_of(Scores(np.zeros((1, 3, 2)), ("NMD",), tuple("xyz"), ("a", "b"), (False,)))
    (3, 2, 1)
    """
    return len(scores.ids), len(scores.runs), len(scores.measures)


def seconds_of_tests(
    instances: int, runs: int, measures: int, trials: int, rule: Rule | None = None
) -> float:
    """Seconds of the tests of all pairs of runs.

    Parameters
    ----------
    instances, runs, measures : int
    trials : int
    rule : Rule, optional

    Examples
    --------
    >>> from oq_core.campaign.computing.costs import seconds_of_tests
    >>> seconds_of_tests(20_000, 200, 6, 100_000) > 1800
    True
    """
    rule = rule or Rule()
    cells, pairs = instances * runs, runs * (runs - 1) // 2 * measures
    if rule.method == "fisher-holm":
        return _NANO * trials * instances * pairs * _SWAPPED
    if rule.method == "sign-flip":
        each = instances * (_PERMUTED + runs * measures * _SWAPPED) + pairs * _FLIPPED
        return _NANO * trials * each / THREADS
    each = cells * (_PERMUTED + measures * (_STUDENTISED if rule.studentised else _DEALT))
    if rule.method == "step-down":
        each += pairs * _STEPPED
    return _NANO * trials * each / THREADS


def seconds_of_sets(instances: int, runs: int, measures: int) -> float:
    """Seconds of `rank_sets`: random signs in both directions.

    Examples
    --------
    >>> from oq_core.campaign.computing.costs import seconds_of_sets
    >>> round(seconds_of_sets(100_000, 12, 3))
    5
    """
    return 2 * seconds_of_tests(instances, runs, measures, TRIALS, Rule("sign-flip"))


def seconds_of_power_intervals(
    instances: int, runs: int, measures: int, alpha: float, rule: Rule | None = None
) -> float:
    """Seconds of the intervals of discriminative power: resamples share the permutations.

    Examples
    --------
    >>> from oq_core.campaign.computing.costs import seconds_of_power_intervals
    >>> seconds_of_power_intervals(300, 20, 6, alpha=0.05) < 5
    True
    """
    rule = rule or Rule()
    if why_no_power_intervals(rule):
        return 0.0
    matrices = measures * RESAMPLES
    return seconds_of_tests(instances, runs, matrices, interval_trials(alpha), rule)


def seconds_of_calibration(
    instances: int, runs: int, measures: int, trials: int, rule: Rule
) -> float:
    """Seconds of `calibrate`: a test of every campaign.

    Examples
    --------
    >>> from oq_core.analysis import Rule
    >>> from oq_core.campaign.computing.costs import seconds_of_calibration
    >>> seconds_of_calibration(300, 22, 6, 1000, Rule("sign-flip")) < 60
    True
    """
    return CAMPAIGNS * seconds_of_tests(instances, runs, measures, trials, rule)


def seconds_of_splits(instances: int, runs: int, measures: int, splits: int) -> float:
    """Seconds of ranking consistency, or of as many samples of the leaderboard.

    Examples
    --------
    >>> from oq_core.campaign.computing.costs import seconds_of_splits
    >>> seconds_of_splits(300, 20, 6, splits=1000) < 1
    True
    """
    each = measures * (instances * runs * _AVERAGED + runs**2 * _RANKED)
    return _NANO * splits * (instances * _DRAWN + each)


def seconds_of_consistency_intervals(
    instances: int, runs: int, measures: int, splits: int
) -> float:
    """Seconds of the intervals of consistency: the splits again without each block.

    Examples
    --------
    >>> from oq_core.campaign.computing.costs import seconds_of_consistency_intervals as intervals
    >>> from oq_core.campaign.computing.costs import seconds_of_splits
    >>> intervals(300, 20, 6, 50) > 10 * seconds_of_splits(300, 20, 6, 50)
    True
    """
    return (1 + min(BLOCKS, instances)) * seconds_of_splits(instances, runs, measures, splits)


def seconds_of_scoring(numbers: int, measures: int) -> float:
    """Seconds in which every run is scored under all measures.

    Parameters
    ----------
    numbers : int
        Of all distributions of the runs and the gold, as `Source.size` has them.
    measures : int

    Examples
    --------
    >>> from oq_core.campaign.computing.costs import seconds_of_scoring
    >>> round(seconds_of_scoring(10_000 * 190 * 5, 15))
    6
    """
    return _NANO * numbers * measures * _MEASURED


def seconds_of_similarity(instances: int, runs: int, measures: int) -> float:
    """Seconds of intervals of tau over instances: every resample ranks the runs by all measures.

    Examples
    --------
    >>> from oq_core.campaign.computing.costs import seconds_of_similarity
    >>> round(seconds_of_similarity(10_000, 190, 15))
    10
    """
    pairs = measures * (measures - 1) // 2
    means = seconds_of_variances(instances, runs, measures)
    return means + _NANO * SAMPLES * pairs * runs**2 * _ORDERED


def seconds_of_variances(instances: int, runs: int, measures: int) -> float:
    """Seconds of intervals of residual variances over instances.

    Examples
    --------
    >>> from oq_core.campaign.computing.costs import seconds_of_variances
    >>> round(seconds_of_variances(4000, 100, 15))
    1
    """
    return _NANO * SAMPLES * instances * (_DRAWN + runs * measures * _AVERAGED)


def seconds_of_judges(collection: Collection, scores: int) -> float:
    """Seconds of `runs_stand_in`: every rating beside every judge's, under each score.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core import Collection
    >>> from oq_core.campaign.computing.costs import seconds_of_judges
    >>> gold, ratings = np.tile([1.0, 0.0], (1000, 1)), np.zeros((1000, 2), int)
    >>> made = Collection("C", ("a", "b"), tuple(map(str, range(1000))), gold, {"j": gold},
    ...                   votes=(2 * gold).astype(int), ratings=ratings, raters=("x", "y"))
    >>> round(seconds_of_judges(made, 5), 4)
    0.0009
    """
    ratings = 0 if collection.ratings is None else collection.ratings.size
    return _NANO * ratings * len(collection.runs) * scores * _JUDGED


def seconds_of_judged(collection: Collection) -> float:
    """Seconds of `judged`: resamples of each judge, and its ratings beside people's.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core import Collection
    >>> from oq_core.campaign.computing.costs import seconds_of_judged
    >>> gold = np.tile([1.0, 0.0], (1000, 1))
    >>> made = Collection("C", ("a", "b"), tuple(map(str, range(1000))), gold, {"j": gold})
    >>> round(seconds_of_judged(made), 2)
    0.04
    """
    cells = len(collection.ids) * len(collection.classes) ** 2
    return (len(collection.runs) + 1) * (_RESAMPLED + _NANO * cells * _AGREEING)


def seconds_of_estimated(judge: Collection, by: str = "") -> float:
    """Seconds of `estimated`: items that are matched, and estimators of each group's resamples.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core import Collection
    >>> from oq_core.campaign.computing.costs import seconds_of_estimated
    >>> gold = np.tile([1.0, 0.0], (1000, 1))
    >>> made = Collection("C", ("a", "b"), tuple(f"s{i % 3}-{i}" for i in range(1000)), gold)
    >>> seconds_of_estimated(made, "-") > 2 * seconds_of_estimated(made)
    True
    """
    parted = judge.groups.get(by) or (name.split(by)[0] for name in judge.ids if by and by in name)
    # More are refused at once.
    groups = min(max(1, len({*parted})), MOST_GROUPS)
    items, size = len(judge.ids), len(judge.classes)
    return _NANO * (items * size * _MATCHED + SAMPLES * groups * size**2 * _ESTIMATED)


def seconds_of_halves(instances: int) -> float:
    """Seconds of `half_against_half` under one measure.

    Examples
    --------
    >>> from oq_core.campaign.computing.costs import seconds_of_halves
    >>> round(seconds_of_halves(40_000), 1)
    5.2
    """
    return _NANO * instances * _HALVED


def seconds_of_analysis(campaign: Campaign, options: Options) -> float:
    """Seconds of `analyse`.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core import Options, Scores
    >>> from oq_core.campaign import Campaign
    >>> from oq_core.campaign.computing.costs import seconds_of_analysis
    >>> ids = tuple(map(str, range(300)))
    >>> scores = Scores(np.zeros((1, 300, 2)), ("NMD",), ids, ("a", "b"), (False,))
    >>> seconds_of_analysis(Campaign({"demo": scores}), Options()) < 1
    True
    """
    found = campaign.with_references(options.outside, options.test_baselines)
    return sum(
        _seconds_of_one(scores, len(found.family(name).tested), options)
        for name, scores in found.scores.items()
    )


def seconds_of_writing(campaign: Campaign, packed: bool = False) -> float:
    """Seconds in which a report is written, once the analysis is done.

    Parameters
    ----------
    campaign : Campaign
    packed : bool
        Whether it is an archive with all scores, and not one page.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core import Scores
    >>> from oq_core.campaign import Campaign
    >>> from oq_core.campaign.computing.costs import seconds_of_writing
    >>> scores = Scores(np.zeros((1, 9, 2)), ("NMD",), tuple("abcdefghi"), ("r", "s"), (False,))
    >>> round(seconds_of_writing(Campaign({"demo": scores}), packed=True), 1)
    0.1
    """
    return _NANO * sum(
        runs * measures * ((_PRINTED + _STORED * instances) if packed else _SHOWN)
        for instances, runs, measures in map(size_of, campaign.scores.values())
    )


def _seconds_of_one(scores: Scores, family: int, options: Options) -> float:
    """Seconds of one data set."""
    size = instances, _, measures = size_of(scores)
    series = 1 + (options.small_split not in (0, options.split_size))
    parts = [
        seconds_of_splits(*size, options.samples),
        seconds_of_tests(instances, family, measures, options.trials, options.rule),
        series * seconds_of_splits(*size, options.splits),
        # The taus of the splits are a score matrix of the measures.
        series * seconds_of_tests(options.splits, measures, 1, options.trials),
        seconds_of_consistency_intervals(*size, options.splits),
    ]
    if options.tau_interval == "instances":
        parts.append(seconds_of_similarity(*size))
    if options.intervals:
        parts += [
            seconds_of_power_intervals(instances, family, measures, options.alpha, options.rule),
            3 * seconds_of_tests(*size, options.trials, Rule("sign-flip")),
        ]
    return sum(parts)


def seconds_of_draws(collection: Collection, measures: Sequence[str], draws: int) -> float:
    """Seconds of so many draws of ratings, in each of which every instance is scored.

    Parameters
    ----------
    collection : Collection
    measures : sequence of str
    draws : int

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core import Collection
    >>> from oq_core.campaign.computing.costs import seconds_of_draws
    >>> gold = np.full((100_000, 5), 0.2)
    >>> made = Collection("C", tuple("vwxyz"), tuple(map(str, range(100_000))), gold)
    >>> round(seconds_of_draws(made, ["NMD", "RNOD"], 300))
    24
    """
    return _NANO * draws * (_REDRAWN + _SCORED * len(collection.ids) * len(measures))


def seconds_of_reading(size: int) -> float:
    """Seconds in which files of so many bytes are read; a packed one takes some times as long.

    Examples
    --------
    >>> from oq_core.campaign.computing.costs import seconds_of_reading
    >>> seconds_of_reading(60_000_000)
    18.0
    """
    return size * _READ * _NANO


def seconds_of_agreement(collection: Collection, measures: Sequence[str]) -> float:
    """Seconds of `agreement_of`: alpha without each instance; where it is known who gave which
    rating, a score of each.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core import Collection
    >>> from oq_core.campaign.computing.costs import seconds_of_agreement
    >>> votes = np.full((100_000, 5), 10)
    >>> made = Collection("C", tuple("vwxyz"), tuple(map(str, range(100_000))), votes / 50,
    ...                   votes=votes)
    >>> round(seconds_of_agreement(made, ["NMD", "RNOD"]), 1)
    0.2
    """
    size = len(collection.classes)
    ratings = 0
    if collection.ratings is not None and collection.raters:
        ratings = int(np.count_nonzero(collection.ratings >= 0))
    without = len(LEVELS) * _PAIRS * len(collection.ids) * size**2
    return _NANO * (without + _COMPARED * ratings * size * len(measures))


@cache
def pace() -> float:
    """How many times as long as estimated the work takes here: a small test is timed.

    It is timed in seconds of the processor, so that others at work hardly matter.

    Examples
    --------
    >>> from oq_core.campaign.computing.costs import pace
    >>> pace() > 0
    True
    """
    scores = np.random.default_rng(0).random((6, 300, 20))
    taken = []
    for _ in range(3):
        start = process_time()
        randomised_tukey_hsd(scores, 256)
        taken.append(process_time() - start)
    return min(taken) / (seconds_of_tests(300, 20, 6, 256) * THREADS)
