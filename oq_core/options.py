"""All that a person can choose of what is computed: each once, for pages, addresses and the shell.

What a page alone shows is chosen by records of `pages/analysing/views.py`.
"""

from typing import Any, get_args

from oq_core.analysis import (
    Rule,
    TauInterval,
    Variant,
)
from oq_core.baselines import LOSSES, Settings
from oq_core.baselines.units import Unit
from oq_core.defaults import ALPHA as _ALPHA
from oq_core.defaults import MOST_DRAWS, TASK_WEIGHT
from oq_core.defaults import SAMPLES as _SAMPLES
from oq_core.defaults import SMALL_SPLIT as _SMALL_SPLIT
from oq_core.defaults import SPLITS as _SPLITS
from oq_core.defaults import TRIALS as _TRIALS
from oq_core.option import Names, Number, Option, Switch, Text, Ways, names_of
from oq_core.raters import (
    COEFFICIENTS,
    estimated,
    judged,
    runs_stand_in,
)
from oq_core.raters.coefficients import USUAL
from oq_core.raters.stand_in import EPSILON as _EPSILON
from oq_core.raters.stand_in import EPSILONS, FALSE_DISCOVERIES, SCORES, StandIn
from oq_core.reading.format_record import MISSING as _MISSING
from oq_core.reading.plan import DECIMALS as _DECIMALS
from oq_core.reading.plan import part_said

_MANY = 100_000


def _other_name(text: str) -> tuple[str, str]:
    run, sign, name = text.rpartition("=")
    if not sign or not run or not name:
        raise ValueError(f"{text!r} is not RUN=NAME, such as run0=ALTO-run0")
    return run, name


def _of_scale(text: str) -> tuple[str, tuple[str, ...]]:
    # A measure's key has no such sign; a scale's name may.
    scale, sign, names = text.rpartition("=")
    if not sign or not (keys := names_of(names)):
        raise ValueError(f"{text!r} is not SCALE=NAMES, such as S=NMD,RSNOD")
    return scale, keys


# How a campaign is analysed.
ALPHA = Option(
    "alpha", "Options", _ALPHA, Number(0.001, 0.5, 0.005, "%.3f"), "Significance level α",
    "Changing it recomputes nothing.", "α = {:g}", "alpha", in_shell="significance level",
)  # fmt: skip
TRIALS = Option(
    "trials", "Options", _TRIALS, Number(10, MOST_DRAWS, 1000, on_pages=_MANY), "Trials B",
    "Permutations. The smallest p-value above 0 is 1/B.", "B = {:,}", "trials",
    in_shell="B of the tests",
)  # fmt: skip
SPLITS = Option(
    "splits", "Options", _SPLITS, Number(2, MOST_DRAWS, 100, on_pages=20_000), "Splits",
    "Random splits of the instances, the same for all measures.", "{:,} splits", "splits",
    in_shell="of the instances",
)  # fmt: skip
SPLIT_SIZE: Option[int | None] = Option(
    "split_size", "Options", None, Number(0, 10_000), "Instances in each set of a split",
    "0: halves.", "sets of {:,}", "report_split_size", in_shell="instances in each part (half)",
)  # fmt: skip
SMALL_SPLIT = Option(
    "small_split", "Options", _SMALL_SPLIT, Number(0, 10_000),
    "Instances in each set of a second series", "ACL21 and RNOD22 print both. 0: none.",
    "second sets of {:,}", "report_small_split",
    in_shell="instances in each part of a second series; 0: none",
)  # fmt: skip
SAMPLES = Option(
    "samples", "Options", _SAMPLES, Number(10, MOST_DRAWS, 100, on_pages=20_000),
    "Bootstrap samples", "", "{:,} samples", "report_samples", in_shell="of the bootstrap",
)  # fmt: skip
SEED = Option(
    "seed", "Options", 0, Number(0, 2**32 - 1), "Seed", "The same seed gives the same numbers.",
    "seed {}", "random_seed", in_shell="of all random numbers",
)  # fmt: skip
TAU: Option[Variant] = Option(
    "tau", "Options", "a", Ways({"a": "τ-a (the papers')", "b": "τ-b (for ties)"}), "Kendall's",
    "τ-a counts a tie as neither agreement nor disagreement; τ-b leaves ties out.", "τ-{}", "tau",
    in_shell="which of Kendall's",
)  # fmt: skip
TAU_INTERVAL: Option[TauInterval] = Option(
    "tau_interval", "Options", "formula",
    Ways({
        "formula": "Formula",
        "bootstrap": "Bootstrap over runs",
        "teams": "Bootstrap over teams",
        "instances": "Bootstrap over instances",
    }),
    "Intervals of τ",
    "Formula: Fieller, Hartley and Pearson, as RNOD22 prints them. Bootstrap: over runs, "
    "or over teams where names such as TEAM-run1 tell them; runs of one team resemble each "
    "other, so they are no independent sample. Over instances: these runs on other "
    "instances.",
    "{words}", "tau_interval", in_shell="how its intervals are made",
)  # fmt: skip
EFFECT: Option[Any] = Option(
    "effect", "Options", "E1",
    Ways({"E1": "ES_E1 (one-way, DE2)", "E2": "ES_E2 (two-way, ACL21)"}), "Effect size", "",
    "ES_{}", "effect", in_shell="of effect sizes, the variance",
)  # fmt: skip
OUTSIDE: Option[Any] = Option(
    "outside", "Options", (), Names(repeats=True),
    in_shell="show this run beside the others, in no rank and no test", sign="RUN",
)  # fmt: skip
INTERVALS = Option(
    "intervals", "Options", False, Switch(),
    "Intervals of the differences of all pairs",
    "For all pairs of a measure together, by random signs.", "intervals", "report_intervals",
    in_shell="of the differences of all pairs of runs",
)  # fmt: skip
BOUNDED = Option(
    "bounded", "Options", False, Switch(), "Intervals that use the bounds 0 and 1",
    "For runs that may fail rarely: they cover whatever the scores are like; they are wide.",
    "bounded intervals", "bounded",
    in_shell="intervals of means use that scores lie between 0 and 1 (wide)",
)  # fmt: skip
TEST_BASELINES = Option(
    "test_baselines", "Options", False, Switch(), "Let them take part as runs",
    "Otherwise they are shown beside the runs and change none of their numbers. Which runs take "
    "part decides every p-value and τ: two poor ones make rankings look alike.",
    "baselines among the runs", "test_baselines",
    in_shell="let them take part as runs in all that is computed", needs="--baselines",
)  # fmt: skip

CLUSTERED = Option(
    "clusters", "Options", "", Text(), "Instances are of one cluster up to",
    "Such as _ for turns called dialogue_turn. Tests, intervals and splits are then of whole "
    "clusters.", "clusters up to {}", "clusters",
    in_shell="instances whose names begin alike up to the first of this are a cluster, analysed "
    "as a whole",
    sign="TEXT",
)  # fmt: skip

# By which rule pairs are tested.
METHOD = Option(
    "rule", "Options", Rule.TUKEY,
    Ways({
        Rule.TUKEY: "Randomised Tukey HSD (the papers')",
        Rule.SIGNS: "Random signs of instances, studentised, step by step",
    }),
    "Rule of the tests", "", "{words}", "pair_rule", in_shell="how pairs are tested",
    flag="--method", apart="--differences",
)  # fmt: skip
DIFFERENCES = Option(
    "differences", None, False, Switch(),
    in_shell="instead: differences of all pairs with intervals for all of them together",
)  # fmt: skip

# What of the files is analysed.
TITLE = Option("title", "Choices", "", Text(), in_shell="name of the data (that of the gold file)")
SCALES: Option[Any] = Option(
    "scales", "Choices", (), Names(beside=True), "Scale",
    "Several scales are analysed side by side and pooled.", address="scales",
    in_shell="such as A,S (all)", sign="NAMES",
)  # fmt: skip
MEASURES: Option[Any] = Option(
    "measures", "Choices", (), Names(by_place=False), "Measures",
    "Changing them recomputes nothing.", address="measures/{}",
    in_shell="such as NMD,RSNOD (all)", sign="NAMES",
)  # fmt: skip
SCALE_MEASURES: Option[Any] = Option(
    "scale_measures", "Choices", {},
    Text(_of_scale, lambda pair: f"{pair[0]}={','.join(pair[1])}", repeats=True),
    in_shell="other measures for one scale, such as S=NMD,RSNOD", sign="SCALE=NAMES",
)  # fmt: skip
BASELINES = Option(
    "baselines", "Choices", False, Switch(), "Add the baselines, made from the gold",
    "Popularity and Uniform; for classification, for each class a run that gives it to every item.",
    "baselines", "add_baselines", in_shell="show Popularity and Uniform beside the runs",
    apart="--scores",
)  # fmt: skip
WITHOUT: Option[Any] = Option(
    "without", "Choices", (), Names(repeats=True), "Runs to leave out", address="without",
    in_shell="leave this run out", sign="RUN",
)  # fmt: skip
FLIPPED = Option(
    "flipped", "Choices", False, Switch(), in_shell="turn the order of classes round",
    apart="--scores",
)  # fmt: skip
NUGGET_WEIGHT = Option(
    "nugget_weight", "Choices", TASK_WEIGHT, Number(0.0, 1.0, 0.05, slides=True),
    "α: weight of the customer's turns",
    "A dialogue's score is α × the mean over the customer's turns + (1 − α) × the mean over the "
    "helpdesk's. The task's is 0.5.",
    "customer's turns {:g}", "nugget_alpha",
    in_shell="α of nugget detection: weight of the customer's turns", sign="WEIGHT",
    apart="--scores",
)  # fmt: skip
LARGER: Option[Any] = Option(
    "larger", "Choices", (), Names(),
    in_shell="all measures of which larger is better (those that are known)",
    sign="NAMES", needs="--scores",
)  # fmt: skip
SMALLER: Option[Any] = Option(
    "smaller", "Choices", (), Names(),
    in_shell="measures of which smaller is better, where nobody knows",
    sign="NAMES", needs="--scores",
)  # fmt: skip
CLASSES: Option[Any] = Option(
    "classes", "Choices", (), Names(repeats=True, splits=True),
    in_shell="the classes from the lowest on, such as low,middle,high (what numbers, words or the "
    "file say); each on its own where one has a comma", sign="CLASSES", apart="--scores",
)  # fmt: skip
MISSING = Option(
    "missing", "Choices", "refused", Ways(_MISSING),
    in_shell="instances that a run lacks: scored as uniform, or by the worst score",
    apart="--scores",
)  # fmt: skip
DECIMALS = Option(
    "decimals", "Choices", "asked", Ways(_DECIMALS),
    in_shell="ratings between two classes, such as 4.25: shared between these, or rounded",
    apart="--scores",
)  # fmt: skip
LEAVE_OUT: Option[Any] = Option(
    "leave_out", "Choices", (), Names(),
    in_shell="ratings that are no class, such as refused,NA,99 (none)", sign="NAMES",
    apart="--scores",
)  # fmt: skip
PARTS: Option[Any] = Option(
    "parts", "Choices", {}, Text(part_said, "=".join, repeats=True), flag="--column",
    in_shell="what a column is, where oq check takes it for something else, such as note=text",
    sign="COLUMN=PART", apart="--scores",
)  # fmt: skip
RENAMED: Option[Any] = Option(
    "renamed", "Choices", {}, Text(_other_name, "=".join, repeats=True), flag="--rename",
    in_shell="another name for a run; other choices are about it", sign="RUN=NAME",
)  # fmt: skip

# Raters and judges.
JUDGES: Option[Any] = Option(
    "judges", "Choices", (), Names(), "Raters who are judges", "Of people and judges in one "
    "table.", in_shell="raters of the first file who are judges, not people (none)", sign="NAMES",
)  # fmt: skip
JUDGE_SCORES: Option[Any] = Option(
    "measures", runs_stand_in, SCORES, Names(by_place=False),
    "Scores", "", "{words}", "judge_scores",
    in_shell=f"scores, also RMSE and accuracy ({','.join(SCORES)})", sign="NAMES",
)  # fmt: skip
AGREEMENT: Option[Any] = Option(
    "coefficients", judged, USUAL, Names(by_place=False), "Agreement by",
    "Judges are ordered by the first.", "{words}", "judge_agreement", flag="--by",
    in_shell=f"coefficients of agreement, of {', '.join(COEFFICIENTS)} ({','.join(USUAL)})",
    sign="NAMES",
)  # fmt: skip
SHOWN = Option(
    "show", None, "agreement",
    Ways({name: name for name in ("agreement", "classes", "ranks", "people")}),
    in_shell="agreement; what each judge says where people say each class; ranks with intervals; "
    "or what one of the people, and half of them, score beside the judges", apart="--out",
)  # fmt: skip
JUDGE = Option(
    "judge", None, "", Text(), "Judge",
    in_shell="which of several judges rated all items; Panel is all of them", sign="NAME",
)  # fmt: skip
GROUPS = Option(
    "by", estimated, "", Text(), "Items are of one group up to",
    "Such as - for items called sys1-item7: each system's part is estimated, too.",
    address="judge_groups",
    in_shell="the column of an item's group, such as system; or what ends the group in its id: - "
    "in sys1-item7",
    sign="COLUMN",
)  # fmt: skip
EPSILON = Option(
    "epsilon", StandIn.winning_rate, _EPSILON, Number(0.0, 0.4, 0.01, slides=True),
    "ε: what a judge may lack", ", ".join(f"{value} for {who}" for who, value in EPSILONS.items()),
    "ε = {:g}", "judge_epsilon",
    in_shell="what a judge may lack: .2 for experts, .15 for trained raters, .1 for a crowd",
)  # fmt: skip
FALSE_DISCOVERY_RATE = Option(
    "q", StandIn.winning_rate, FALSE_DISCOVERIES, Number(0.01, 0.2, 0.01, slides=True),
    "q: false discovery rate over raters", "", "q = {:g}", "judge_q",
    in_shell="false discovery rate over raters",
)  # fmt: skip
CLUSTERS = Option(
    "separator", runs_stand_in, "", Text(), "Items are of one cluster up to",
    "Such as __ for items called document__aspect. Errors are then by cluster.", "clusters",
    "judge_clusters", flag="--clusters",
    in_shell="items whose names begin alike up to the first of this are a cluster", sign="TEXT",
)  # fmt: skip

# What is written.
INSTANCES = Option("instances", None, False, Switch(), in_shell="every instance, not the means")
POOLED = Option(
    "pooled", None, False, Switch(),
    in_shell="measures of classes on the items of all topics together, not as means over topics",
)  # fmt: skip
FORMAT = Option(
    "format", None, "table", Ways({name: name for name in ("table", "csv", "json")}),
    in_shell="of what is printed", apart="--out",
)  # fmt: skip
FAULTS_FORMAT = Option(
    "format", None, "text", Ways({name: name for name in ("text", "json")}),
    in_shell="json: a list of file, place, fault and remedy",
)  # fmt: skip

# A baseline that learns.
_START = Settings()
LOSS = Option(
    "loss", Settings, _START.loss, Text(), in_shell=f"{', '.join(LOSSES)} ({_START.loss})"
)
UNIT = Option(
    "unit", Settings, _START.unit, Ways({name: name for name in get_args(Unit)}),
    in_shell="what a turn is cut into",
)  # fmt: skip
FIRST_SEED = Option(
    "seed", None, 0, Number(0, 2**32 - 1), in_shell="of the first network; the others count on"
)
NETWORKS = Option(
    "networks", None, len(_START.seeds), Number(1, 1000), in_shell="whose mean is the estimate"
)
EPOCHS = Option("epochs", Settings, _START.epochs, Number(1, _MANY), in_shell="at most")
TURNS = Option(
    "turns", Settings, _START.turns, Number(1, _MANY),
    in_shell="the last ones of a dialogue that are read",
)  # fmt: skip
LENGTH = Option(
    "length", Settings, _START.length, Number(1, _MANY),
    in_shell="characters or words of a turn that are read",
)  # fmt: skip

#: Of `Options` and `Choices`, in the order of the shell's help.
OF_OPTIONS: tuple[Option[Any], ...] = (
    ALPHA, TRIALS, SPLITS, SPLIT_SIZE, SMALL_SPLIT, SAMPLES, SEED, TAU, TAU_INTERVAL, EFFECT,
    METHOD, OUTSIDE, BOUNDED, INTERVALS, TEST_BASELINES, CLUSTERED,
)  # fmt: skip
SCORED: tuple[Option[Any], ...] = (TITLE, SCALES, MEASURES, MISSING)
#: How files are read.
OF_READING: tuple[Option[Any], ...] = (CLASSES, PARTS, LEAVE_OUT, DECIMALS)
OF_SCORING: tuple[Option[Any], ...] = (
    *SCORED, SCALE_MEASURES, FLIPPED, *OF_READING, NUGGET_WEIGHT
)  # fmt: skip
OF_CHOICES: tuple[Option[Any], ...] = (LARGER, SMALLER, *OF_SCORING, BASELINES, WITHOUT, RENAMED)
OF_TRAINING: tuple[Option[Any], ...] = (LOSS, UNIT, FIRST_SEED, NETWORKS, EPOCHS, TURNS, LENGTH)

#: All that is computed with.
OPTIONS: tuple[Option[Any], ...] = (
    *OF_OPTIONS, *OF_CHOICES, DIFFERENCES, JUDGES, AGREEMENT, JUDGE_SCORES, SHOWN, JUDGE,
    GROUPS, EPSILON, FALSE_DISCOVERY_RATE, CLUSTERS, INSTANCES, FORMAT, FAULTS_FORMAT, *OF_TRAINING,
)  # fmt: skip
