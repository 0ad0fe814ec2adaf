"""From data sets to every statistic that an overview paper prints."""

from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal, NamedTuple

import numpy as np
import pandas as pd

from oq_core.analysis.consistency import (
    ConsistencyIntervals,
    can_leave_some_out,
    consistency_intervals,
    ranking_consistency,
)
from oq_core.analysis.differences import DifferenceIntervals, difference_intervals
from oq_core.analysis.effects import EffectSizes, effect_sizes
from oq_core.analysis.leaderboard import Leaderboard, rank_runs
from oq_core.analysis.overlap import Contradictions, Overlap, contradictions, significance_overlap
from oq_core.analysis.pairs import PairTests, Rule, check_rule, fewest_instances, tests_of
from oq_core.analysis.power import (
    DiscriminativePower,
    discriminative_power,
    pooled_powers,
)
from oq_core.analysis.ranking import (
    TauInterval,
    Variant,
    ranking_similarity,
    similarity_intervals,
)
from oq_core.analysis.testing import pair_tests
from oq_core.analysis.tukey import randomised_tukey_hsd
from oq_core.campaign.computing.family import Family
from oq_core.campaign.computing.sources import Campaign
from oq_core.data.arrays import Array
from oq_core.data.results import Result
from oq_core.data.scores import Scores, counted, listed
from oq_core.defaults import ALPHA, SAMPLES, SMALL_SPLIT, SPLITS, TRIALS
from oq_core.progress import Progress, silent

#: When the steps end, as shares of the time on a large campaign: means, tests, consistency, and
#: intervals of consistency.
_ENDS = (0.1, 0.4, 0.5, 1.0)


@dataclass(frozen=True)
class Options:
    """How a campaign is analysed: level, rule of the tests, numbers of draws, seed and more.

    Attributes
    ----------
    alpha : float
        Significance level.
    trials : int
        B of the randomised Tukey HSD test on runs.
    splits : int
        B of ranking consistency: how many times the instances are split.
    split_size : int, optional
        Instances in each part of a split; halves unless given.
    samples : int
        Bootstrap samples, for intervals of means and, if chosen, of tau.
    seed : int
        The same seed gives the same numbers.
    tau : {"a", "b"}
        Which of Kendall's taus compares rankings.
    tau_interval : {"formula", "bootstrap", "teams", "instances"}
        How its intervals are made.
    effect : {"E1", "E2"}
        Which residual variance effect sizes are in units of.
    rule : Rule
        By which rule pairs of runs are tested.
    outside : tuple of str
        Runs that stand as references: shown, and in no analysis. Which runs take part decides
        every p-value, tau and rank.
    intervals : bool
        Whether there are intervals of the differences of all pairs of runs.
    bounded : bool
        Whether intervals of means use that scores lie between 0 and 1.
    small_split : int
        Instances in each part of a second series of splits, as ACL21 has one of 10 against 10;
        none if 0.
    test_baselines : bool
        Whether references that were made here take part as runs, not only shown.
    clusters : str
        What ends the cluster in an instance's id, such as _ in dialogue_turn. Tests, intervals and
        splits are then of whole clusters; of instances where it is empty.

    Examples
    --------
    >>> Options(trials=1000, alpha=0.01).trials
    1000
    """

    alpha: float = ALPHA
    trials: int = TRIALS
    splits: int = SPLITS
    split_size: int | None = None
    samples: int = SAMPLES
    seed: int = 0
    tau: Variant = "a"
    tau_interval: TauInterval = "formula"
    effect: Literal["E1", "E2"] = "E1"
    rule: Rule = Rule.TUKEY
    outside: tuple[str, ...] = ()
    intervals: bool = False
    bounded: bool = False
    small_split: int = SMALL_SPLIT
    test_baselines: bool = False
    clusters: str = ""


class Splits(NamedTuple):
    """One series of splits of the instances in two.

    Attributes
    ----------
    taus : ndarray, shape (splits, K)
        As `ranking_consistency` returns them.
    p_values : ndarray, shape (K, K), or None
        Between measures; None with one measure.
    size : int, optional
        Instances in each part of a split; halves unless given.
    """

    taus: Array
    p_values: Array | None
    size: int | None = None


@dataclass(frozen=True, eq=False, repr=False)
class DataSetAnalysis(Result):
    """All statistics of one data set. Those that are cheap are computed when asked for.

    Attributes
    ----------
    name : str
    scores : Scores
        K measures, n instances, m runs; only instances where every measure is defined. Of
        clusters, these as a whole.
    instances : Scores
        The same of each instance, which lists by instance show.
    options : Options
    runs : Family
        Which of the runs are tested, and what stands beside them.
    left_out : int
        Instances that were left out because a measure is undefined there for a run.
    board : Leaderboard
        Means, intervals and ranks, (K, m).
    tests : PairTests
        Of every pair of runs.
    splits : tuple of Splits
        Each series for which there are instances enough.
    differences : DifferenceIntervals or None
        Of the family; None unless asked for, or with too few instances.
    consistency_intervals : ConsistencyIntervals or None
        None with too few instances to leave some out.
    references : Scores or None
        Of what is shown beside the runs and is in no other number, on the same instances; NaN
        where it has no score.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core import Options, Scores, analyse
    >>> values = np.array([[[0.1, 0.2], [0.2, 0.4], [0.1, 0.3], [0.2, 0.3], [0.1, 0.2]]])
    >>> scores = Scores(values, ("NMD",), tuple("abcde"), ("r1", "r2"), (False,))
    >>> made = analyse({"demo": scores}, Options(trials=100, splits=10))
    >>> (data,) = made.data_sets
    >>> data.name, data.board.ranks.tolist()
    ('demo', [[1, 2]])
    """

    name: str
    scores: Scores
    instances: Scores
    options: Options
    runs: Family
    left_out: int
    board: Leaderboard
    tests: PairTests
    splits: tuple[Splits, ...] = ()
    consistency_intervals: ConsistencyIntervals | None = None
    differences: DifferenceIntervals | None = None
    references: Scores | None = None

    @property
    def consistency(self) -> Array | None:
        """Taus of the first series, (splits, K); None with too few instances for its parts."""
        size = self.options.split_size
        return next((each.taus for each in self.splits if each.size == size), None)

    @property
    def size_words(self) -> str:
        """How many instances there are, and in how many clusters, taken as wholes."""
        instances, whole = len(self.instances.ids), len(self.scores.ids)
        words = counted(instances, "instance")
        return words if instances == whole else f"{words} in {counted(whole, self.scores.unit)}"

    @property
    def family(self) -> Scores:
        """Scores of the runs that are tested."""
        return self.runs.of(self.scores)

    @property
    def p_values(self) -> Array:
        """P-values of every pair of the family, (K, m, m)."""
        return self.tests.p_values

    @property
    def p_values_of_all(self) -> Array:
        """P-values of every pair of runs; one that is the same as one that is tested has its."""
        return self.runs.p_values(self.tests, self.scores.runs)

    @cached_property
    def taus(self) -> Array:
        """Similarity of the rankings by every two measures, (K, K); undefined for one run."""
        if len(self.scores.runs) < 2:
            return np.full(2 * (len(self.scores.measures),), np.nan)
        return ranking_similarity(self.scores, variant=self.options.tau).taus

    @cached_property
    def tau_intervals(self) -> Array:
        """Confidence intervals of `taus`, (K, K, 2)."""
        options = self.options
        return similarity_intervals(
            self.scores, options.tau_interval, options.tau, options.samples, options.seed
        )

    @property
    def powers(self) -> tuple[DiscriminativePower, ...]:
        """Discriminative power of each measure."""
        return tuple(discriminative_power(self.tests, self.options.alpha).by().values())

    @property
    def overlap(self) -> Overlap:
        """Significant pairs that measures share, (K, K)."""
        return significance_overlap(self.tests, self.options.alpha)

    @property
    def contradictions(self) -> Contradictions:
        """Pairs of runs on which two measures contradict each other significantly."""
        return contradictions(self.tests, alpha=self.options.alpha)

    @cached_property
    def effects(self) -> EffectSizes:
        """Effect sizes between the runs of the family, of single instances."""
        return effect_sizes(self.runs.of(self.instances), self.options.effect)

    def _described(self) -> str:
        return (
            f"{self.name}, {counted(len(self.scores.measures), 'measure')} "
            f"({listed(self.scores.measures)}), {self.size_words}, "
            f"{counted(len(self.scores.runs), 'run')}"
        )

    def to_frame(self) -> pd.DataFrame:
        """Return a row for each measure and run, best first; as `Leaderboard.to_frame` does."""
        return self.board.to_frame()


@dataclass(frozen=True, eq=False, repr=False)
class Analysis(Result):
    """Data sets analysed in the same way.

    Attributes
    ----------
    options : Options
    data_sets : tuple of DataSetAnalysis
    campaign : Campaign
        What they were made from, which adds the tables that need distributions; the scores
        unless given.
    measures : tuple of str
        Those that all data sets of `pooled` have.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core import Options, Scores, analyse
    >>> values = np.array([[[0.1, 0.2], [0.2, 0.4], [0.1, 0.3], [0.2, 0.3], [0.1, 0.2]]])
    >>> scores = Scores(values, ("NMD",), tuple("abcde"), ("r1", "r2"), (False,))
    >>> made = analyse({"demo": scores}, Options(trials=100, splits=10))
    >>> len(made.data_sets), made.options.trials
    (1, 100)
    """

    options: Options
    data_sets: tuple[DataSetAnalysis, ...]
    campaign: Campaign = field(default_factory=lambda: Campaign({}))
    measures: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        if not self.campaign.scores:
            scores = {each.name: each.scores for each in self.data_sets}
            object.__setattr__(self, "campaign", Campaign(scores))
        shared = [
            key
            for key in self.pooled[0].scores.measures
            if all(key in each.scores.measures for each in self.pooled)
        ]
        object.__setattr__(self, "measures", tuple(shared))

    @property
    def units(self) -> str:
        """What tests and intervals take, such as "instances", or "clusters"."""
        return " or ".join(dict.fromkeys(f"{each.scores.unit}s" for each in self.data_sets))

    @property
    def tested(self) -> tuple[DataSetAnalysis, ...]:
        """Data sets that have two runs to test, or more."""
        return tuple(each for each in self.data_sets if each.tests.pairs)

    @property
    def pooled(self) -> tuple[DataSetAnalysis, ...]:
        """Data sets that numbers are pooled and averaged over: those of the first one's task.

        Of several, those that have two runs to test, where there are such.
        """
        among = self.tested or self.data_sets
        tasks = [self.campaign.source(each.name).task for each in among]
        pairs = zip(among, tasks, strict=True)
        return tuple(each for each, task in pairs if task == tasks[0])

    @property
    def powers(self) -> dict[str, dict[str, DiscriminativePower]]:
        """Discriminative power by data set that is tested, and measure."""
        return {
            each.name: dict(zip(each.scores.measures, each.powers, strict=True))
            for each in self.tested
        }

    @property
    def pooled_powers(self) -> dict[str, DiscriminativePower]:
        """Discriminative power over the data sets of `pooled`, by measure that all of them have."""
        return pooled_powers({each.name: self.powers[each.name] for each in self.pooled})

    @property
    def mean_taus(self) -> Array:
        """Similarity averaged over the data sets of `pooled`, of the measures that they share."""
        shared = ((each, self.places(each)) for each in self.pooled)
        return np.mean([each.taus[np.ix_(places, places)] for each, places in shared], axis=0)

    @property
    def mean_consistency(self) -> dict[str, float]:
        """Mean tau of splits averaged over the data sets of `pooled`, by measure they share."""
        means = [
            each.consistency.mean(axis=0)[self.places(each)]
            for each in self.pooled
            if each.consistency is not None
        ]
        return dict(zip(self.measures, np.mean(means, axis=0), strict=True)) if means else {}

    def places(self, data: DataSetAnalysis) -> list[int]:
        """Where a data set has the measures that all of those of `pooled` share."""
        return [data.scores.measures.index(key) for key in self.measures]

    def _described(self) -> str:
        names = tuple(each.name for each in self.data_sets)
        return (
            f"{counted(len(names), 'data set')} ({listed(names)}), "
            f"{counted(len(self.measures), 'measure')} ({listed(self.measures)}); "
            f"{self.options.rule.words}, B = {self.options.trials:,}"
        )

    def to_frame(self) -> pd.DataFrame:
        """Return a row for each data set, measure and run, best first: rank, mean, intervals."""
        blocks = {each.name: each.to_frame() for each in self.data_sets}
        return pd.concat(blocks, names=["data set", "row"]).reset_index("data set")


def analyse(
    data_sets: Mapping[str, Scores] | Campaign,
    options: Options | None = None,
    progress: Progress = silent,
    executor: Executor | None = None,
) -> Analysis:
    """Analyse score matrices as the papers do: everything that `DataSetAnalysis` has.

    Parameters
    ----------
    data_sets : mapping of str to Scores, or Campaign
        One or more, by name: as `score` gives them for collections; or as `read_campaign` does.
    options : Options, optional
    progress : Progress, optional
        What it raises stops the work.
    executor : Executor, optional
        Computes resamples, trials and splits, on other machines, say; this process unless given.
        The numbers are the same.

    Returns
    -------
    Analysis
        Without the data sets that have no run, or fewer than two instances on which every
        measure is defined; its campaign has a note on each of them. Of a data set with one run
        to test, nothing is tested.

    Raises
    ------
    ValueError
        If there is no other data set; if alpha is below 1/B, so that nothing can be called
        significant; or if instances make no clusters.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core import Options, Scores, analyse
    >>> values = np.array([[[0.1, 0.2], [0.2, 0.4], [0.1, 0.3], [0.2, 0.3], [0.1, 0.2]]])
    >>> scores = Scores(values, ("NMD",), tuple("abcde"), ("r1", "r2"), (False,))
    >>> made = analyse({"demo": scores}, Options(trials=100, splits=10))
    >>> made.data_sets[0].p_values.shape
    (1, 2, 2)
    """
    campaign = data_sets if isinstance(data_sets, Campaign) else Campaign(data_sets)
    if not campaign.scores:
        raise ValueError("there is no data set to analyse")
    options = options or Options()
    campaign = campaign.testable(options.outside, options.test_baselines, at_least=1)
    if options.clusters:
        campaign = clustered(campaign, options.clusters)
    every = campaign.scores
    families = {name: campaign.family(name) for name in every}
    for name, scores in every.items():
        whole = scores.whole()
        if len(families[name].tested) > 1:
            check_rule(options.alpha, options.trials, options.rule, len(whole.ids), whole.unit)
    done = []
    for number, (name, scores) in enumerate(every.items()):

        def report(share: float, words: str, number: int = number, name: str = name) -> None:
            progress((number + share) / len(every), f"{name}: {words}")

        found = _analyse(name, scores, options, families[name], report, executor)
        if (beside := campaign.references.get(name)) is not None:
            found = replace(found, references=beside.on(found.scores.ids))
        done.append(found)
    return Analysis(options, tuple(done), campaign)


def clustered(campaign: Campaign, separator: str) -> Campaign:
    """Return the campaign with instances of clusters, and a note on what these are.

    Parameters
    ----------
    campaign : Campaign
    separator : str
        What comes before it in an instance's id is the cluster.

    Raises
    ------
    ValueError
        As `Scores.clustered`, for the first data set that has no clusters.

    Examples
    --------
    >>> from oq_core import read_campaign
    >>> from oq_core.campaign.computing.analysis import clustered
    >>> campaign = read_campaign("sample_data/gold.json", "sample_data/runs", scales=["A"])
    >>> clustered(campaign, "0").notes[-1]
    "tests, intervals and splits of gold A are of 184 whole clusters of 1 to 99 instances: what comes before the first '0' in an instance's name"
    """  # noqa: E501 - an example prints it
    found, notes = [dict[str, Scores](), dict[str, Scores]()], list(campaign.notes)
    for made, every in zip(found, (campaign.scores, campaign.references), strict=True):
        for name, scores in every.items():
            try:
                made[name] = scores.clustered(separator)
            except ValueError as error:
                raise ValueError(f"{name}: {error}") from None
    for name, scores in found[0].items():
        sizes = Counter(scores.clusters).values()
        least, most = min(sizes), counted(max(sizes), "instance")
        sized = most if least == max(sizes) else f"{least:,} to {most}"
        notes.append(
            f"tests, intervals and splits of {name} are of {len(sizes):,} whole clusters of "
            f"{sized}: what comes before the first {separator!r} in an instance's name"
        )
    return replace(campaign, scores=found[0], references=found[1], notes=tuple(notes))


def _analyse(
    name: str,
    scores: Scores,
    options: Options,
    runs: Family,
    progress: Progress,
    executor: Executor | None,
) -> DataSetAnalysis:
    instances = scores.complete()
    defined = instances.whole()
    family = runs.of(defined)
    ends = iter(_ENDS)
    done = 0.0

    def step(words: str) -> Progress:
        nonlocal done
        start, done = done, next(ends)
        length = done - start
        return lambda share, _: progress(start + length * share, words)

    step("means and intervals")(0, "")
    board = rank_runs(
        defined,
        samples=options.samples,
        seed=options.seed,
        executor=executor,
        bounded=options.bounded,
    )
    if len(family.runs) < 2:
        none = np.ones((len(family.measures), 1, 1))
        tests = tests_of(family, none, options.trials, options.rule)
        return DataSetAnalysis(
            name, defined, instances, options, runs, scores.left_out, board, tests
        )
    testing = step("differences between runs")
    tests = pair_tests(family, options.rule, options.trials, options.seed, testing, executor)
    splitting = step("consistency of rankings")
    splits = tuple(_splits(defined.values, options, splitting, executor))
    consistencies, differences = None, None
    if options.intervals and len(defined.ids) >= fewest_instances(options.alpha):
        differences = difference_intervals(
            family, options.alpha, options.trials, options.seed, executor=executor
        )
    if can_leave_some_out(len(defined.ids), options.split_size):
        consistencies = consistency_intervals(
            defined,
            options.split_size,
            options.splits,
            options.seed,
            progress=step("intervals of consistency"),
            executor=executor,
        )
    return DataSetAnalysis(
        name, defined, instances, options, runs, scores.left_out, board, tests, splits,
        consistencies, differences,
    )  # fmt: skip


def _splits(
    values: Array, options: Options, progress: Progress, executor: Executor | None
) -> Iterator[Splits]:
    """Each series of splits for which there are instances enough."""
    sizes, instances = [options.split_size], values.shape[1]
    # Where its parts are halves, it would be the first series once more.
    if options.small_split not in (0, options.split_size or instances / 2):
        sizes.append(options.small_split)
    for number, size in enumerate(sizes):
        if instances < 2 * (size or 1):
            continue

        def tell(share: float, _: str, number: int = number) -> None:
            progress((number + share) / 2, "")

        taus = ranking_consistency(values, size, options.splits, options.seed, tell, executor).taus
        p_values = None
        if taus.shape[1] > 1:
            p_values = randomised_tukey_hsd(taus, options.trials, options.seed, executor=executor)
        yield Splits(taus, p_values, size)
