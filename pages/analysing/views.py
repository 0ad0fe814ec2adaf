"""What can be chosen on pages alone, each once: records as those of `oq_core.options`."""

from dataclasses import replace
from typing import Any

from oq_core import options
from oq_core.analysis import ranking_consistency, required_instances
from oq_core.defaults import ALPHA
from oq_core.disagreement import artificial_experiment, random_triples, strongest_conflict
from oq_core.option import Names, Number, Option, Switch, Text, Ways
from oq_core.raters import estimated, what_raters_allow
from pages.host.own import PROJECTOR


def _ways(*ways: object) -> dict[Any, str]:
    """Ways that are their own words."""
    return {each: str(each) for each in ways}


def _one(name: str, words: str, address: str, to: Any = None) -> Option[Any]:
    """One of some names that are known only where it is drawn."""
    return Option(name, to, None, Names(several=False), words, address=address)


_BESIDE = Names(several=False, beside=True)
#: Known only where it is drawn; a list.
_LIVE = Ways()

# Data and measures.
DATA: Option[Any] = Option("data", None, "", Ways(), "Data", address="data")
SCALE: Option[Any] = Option("scale", None, None, _BESIDE, "Scale", address="scale")
FURTHER: Option[Any] = Option(
    "further", None, (), Names(), "More data sets",
    "Analysed side by side with those above, and pooled with them.", address="further",
)  # fmt: skip
DETAILS: Option[Any] = Option("details", None, None, _BESIDE, "Details of", address="details")
QUANTIFICATION_MEASURES = replace(options.MEASURES, address="quantification_measures")
CLASSIFICATION_MEASURES = replace(options.MEASURES, address="classification_measures")
MEASURES_OF_NUGGETS = replace(options.MEASURES, address="nugget_measures")
MEASURES_APART = Option(
    "measures_apart", None, False, Switch(), "Other measures for each data set",
    "For a task that scores its scales by different measures. What is averaged over data sets has "
    "the measures that all of them have.",
    address="measures_apart",
)  # fmt: skip
MEASURES_OF_ONE = replace(
    options.MEASURES, values=Names(), words="Measures of {1}", help="", address="measures_of/{}"
)

# Two measures, and two runs.
ONE = Option("x", None, "NMD", _LIVE, "One measure", address="one")
OTHER = Option("y", None, "RNOD", _LIVE, "The other", address="other")
FIRST = _one("first", "First run", "first")
SECOND = _one("second", "Second run", "second")
EVERY_INSTANCE = Option(
    "every", None, False, Switch(), "All instances", "Also those on which the measures agree.",
    "all instances", "every_instance",
)  # fmt: skip

# Leaderboard.
SORT_BY: Option[Any] = Option("by", None, None, _LIVE, "Sort by", "", "by {}", "sort_by")
MARKS = Option(
    "marks", None, False, Switch(), "Mark runs that do not differ significantly from the best",
    "All pairs of runs are tested, as on Discriminative power.", address="marks",
)  # fmt: skip

# Ranking consistency.
_HALVES, SETS = "in halves", "in two sets of"
SPLIT_KIND = Option(
    "kind", None, _HALVES, Ways(_ways(_HALVES, SETS), beside=True), "Split the instances",
    address="split_kind",
)  # fmt: skip
SET_SIZE: Option[int] = Option(
    "size", ranking_consistency, 10, Number(1, 10_000, 1), "Instances in each set",
    "ACL21 and RNOD22 also use 10.", address="split_size/{}",
)  # fmt: skip
CONSISTENCY_TEST = Option(
    "test", None, False, Switch(), "The papers' test on splits", "As ACL21 and RNOD22 print it.",
    "test on splits", "consistency_test",
)  # fmt: skip

# Discriminative power.
DIFFERENCES_BY: Option[Any] = Option("by", None, None, _LIVE, "Measure", address="differences_by")
INTERVALS_BY: Option[Any] = Option(
    "by", None, None, _LIVE, "Measure of the intervals", address="intervals_by"
)

# Raters and judges.
RATER_MEASURES: Option[Any] = Option(
    "measures", what_raters_allow, ("NMD", "RNOD", "RSNOD", "JSD"), Names(by_place=False),
    "Measures", "Sentences are about the first.", "{words}", "rater_measures",
)  # fmt: skip
JUDGE = _one("judge", "Judge", "judge")
BOARD_BY: Option[Any] = Option("by", None, None, Ways(beside=True), "By", address="judges_by")
JUDGE_OF_ALL = _one("judge", "Judge of all items", "judge_of_all", estimated)
#: Where no column of a sheet says the group of an item.
IN_IDS = "none: by ids"
GROUPED_BY = replace(
    _one("by", "Each part by", "judge_by", estimated),
    help="A column of the judge's table: each system's part is estimated, too.",
)
# Sample size.
RUNS = Option(
    "runs", required_instances, 10, Number(2, 500), "Runs m", "Runs expected in the next round.",
    "m = {}", "design_runs",
)  # fmt: skip
LEAST_DIFFERENCE = Option(
    "difference", required_instances, 0.05, Number(0.001, 1.0, 0.005, "%.3f"), "Difference minD",
    "Between the best and the worst run's true means: whenever it is this large or larger, the "
    "test is to find it with the power below.",
    "minD = {:g}", "design_difference",
)  # fmt: skip
DESIGN_ALPHA = Option(
    "alpha", required_instances, ALPHA, Number(0.001, 0.5, 0.005, "%.3f"), "Significance level α",
    "", "α = {:g}", "design_alpha",
)  # fmt: skip
POWER = Option(
    "power", required_instances, 0.8, Number(0.05, 0.995, 0.05, "%.3f"), "Power 1 − β", "",
    "power = {:g}", "design_power",
)  # fmt: skip
_UNPAIRED, PAIRED = "unpaired (V_E1, the papers')", "paired (V_E2)"
DESIGN_TEST = Option(
    "paired", required_instances, _UNPAIRED, Ways(_ways(_UNPAIRED, PAIRED), beside=True),
    "Test of the next round",
    "The papers plan for one-way ANOVA. The randomised Tukey HSD test is paired: it takes out "
    "what instances have in common, and needs fewer of them.",
    "paired", "design_test",
)  # fmt: skip
RELATIVE = Option(
    "relative", None, False, Switch(), "minD as a share of each measure's spread",
    "The same minD means much under one measure and little under another. A share of the "
    "difference between the best and the worst run's mean now can be compared.",
    address="design_relative",
)  # fmt: skip
SHARE = Option(
    "share", None, 0.25, Number(0.01, 1.0, 0.05), "Share of the spread", address="design_share"
)
_FROM_DATA, TYPED = "from data", "typed"
SOURCE = Option(
    "source", None, _FROM_DATA, Ways(_ways(_FROM_DATA, TYPED), beside=True), "Residual variance V",
    address="design_source",
)  # fmt: skip
VARIANCE = Option(
    "variance", required_instances, 0.0048, Number(0.00001, 1.0, 0.0001, "%.5f"), "V",
    "Within-run variance of a measure's scores over instances, from an earlier round.",
    address="design_variance",
)  # fmt: skip

# Conflicts.
HOW_OFTEN, STRONGEST, ARTIFICIAL = "How often", "Strongest", "Artificial"
CONFLICTS = Option(
    "conflicts", None, HOW_OFTEN, Ways(_ways(HOW_OFTEN, STRONGEST, ARTIFICIAL), beside=True),
    "Show", address="conflicts",
)  # fmt: skip
ARTIFICIAL_CLASSES = Option(
    "classes", artificial_experiment, 3,
    Ways({number: f"{number} classes" for number in (3, 5, 7)}, beside=True), "Classes",
    address="artificial_classes",
)  # fmt: skip
ARTIFICIAL_MORE: Option[Any] = Option(
    "measures", artificial_experiment, (), Names(by_place=False),
    "Measures beside those of the paper", address="artificial_more",
)  # fmt: skip
_VOTES, OPEN_DATA = "random votes", "open data"
TRIPLES_FROM = Option(
    "kind", None, _VOTES, Ways(_ways(_VOTES, OPEN_DATA), beside=True),
    "Where gold, A and B come from", address="triples_from",
)  # fmt: skip
TRIPLES = Option(
    "count", random_triples, 100_000, Number(1000, 200_000, 10_000), "Triples", "",
    "{:,} triples", "triples",
)  # fmt: skip
TRIPLE_CLASSES = Option(
    "classes", random_triples, 5, Number(2, 11), "Classes", "", "{} classes", "triple_classes"
)
TRIPLE_VOTES = Option(
    "votes", random_triples, 20, Number(1, 100), "Votes", "SIGIR18 has 30.", "votes: {}",
    "triple_votes",
)  # fmt: skip
MAP_CLASSES = Option(
    "classes", None, 3, Ways(_ways(*range(3, 12)), beside=True), "Classes",
    "Three: the whole triangle of distributions. More: a slice of bells.", "{} classes",
    "map_classes",
)  # fmt: skip
MAP_VOTES = Option(
    "gold", None, 0, Number(0, 20, slides=True), "Gold, class {2}", address="map_{}_{}"
)
VOTES_IN_GOLD = Option(
    "votes", None, 0, Number(0, 20, slides=True), "Votes in the gold",
    "Marks the answer that each measure rewards most, if the gold is so many votes drawn from the "
    "distribution at ★. At 0 the gold is the distribution itself.", address="map_votes",
)  # fmt: skip
MAP_A: Option[Any] = Option("a", None, None, Text(), address="map_a")
MAP_B: Option[Any] = Option("b", None, None, Text(), address="map_b")
SEARCH_CLASSES = Option(
    "classes", strongest_conflict, 5, Number(2, 11), "Classes", "", "{} classes", "search_classes"
)
SEARCH_VOTES = Option(
    "votes", strongest_conflict, 20, Number(1, 60), "Votes", "", "votes: {}", "search_votes"
)
SEARCH_LEAST = Option(
    "least", strongest_conflict, 0, Number(0, 30), "Fewest gold votes in a class",
    "With 1 or more, the gold has votes in every class.", "gold votes of {} or more",
    "search_least/{}",
)  # fmt: skip
SEARCH_GOLD = Option(
    "gold", strongest_conflict, "", Text(placeholder="free: the search chooses the gold"),
    "Gold votes, lowest class first",
    "Type whole votes to fix the gold. Leave it empty to search for a gold too.", "gold given",
    "search_gold",
)  # fmt: skip
ONE_STEP = Option(
    "one_step", strongest_conflict, False, Switch(), "One-step moves only",
    "A and B each are the gold with votes of one class moved to a class next to it.", "one step",
    "search_one_step",
)  # fmt: skip
EXACT = Option(
    "exact", strongest_conflict, False, Switch(), "Exact",
    "Looks at every gold, A and B, so that no conflict is stronger. It takes about half a minute "
    "for 20 votes over 5 classes, and cannot be done with many votes and classes.",
    address="search_exact",
)  # fmt: skip

# What an address has for a reload, but is nobody else's.
QUIZ_ANSWERS: Option[Any] = Option("answers", None, "", Text(), address="answers", linked=False)
PREDICTED: Option[Any] = Option("predicted", None, "", Text(), address="predicted", linked=False)
PROJECTED = Option(
    "projector", None, False, Switch(), "Projector",
    "One screen, large type and few controls, for a lecture room.", address=PROJECTOR,
    linked=False,
)  # fmt: skip
HANDS = Option(
    "hands", None, "", Text(), "Hands",
    "Count the hands for each answer, type them in and press Enter: the answer comes with them.",
    address="hands", linked=False,
)  # fmt: skip

# Papers.
PAPERS_OWN = Option(
    "own", None, False, Switch(), "Set beside it, from your data", address="papers_own"
)

#: What a page's own state has in the address: `CompareState` and its like read and write it.
_OF_STATES = (
    *("a", "b", "challenge", "classes", "cumulative", "drawn", "edits", "gold"),
    *("keep", "lesson", "measure", "measures", "pair", "paper", "part", "plain", "property"),
    *("questions", "raters", "seed", "table", "two", "working"),
)

#: All that can be chosen here.
VIEWS: tuple[Option[Any], ...] = (
    *(each for each in (*globals().values(),) if isinstance(each, Option)),
    *(Option(name, None, "", Text(), address=name) for name in _OF_STATES),
)
