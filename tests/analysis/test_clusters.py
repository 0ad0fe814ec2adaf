"""Tests and intervals of what belongs together take whole clusters, whoever calls them.

Every public function of scores or of a collection is tried; what takes single instances is named
with its reason.
"""

import inspect
import math
import re

import numpy as np
import pytest
import scipy
from hypothesis import given
from hypothesis import strategies as st

from oq_core import analysis, compare_runs, raters, score
from oq_core.analysis import correlation, pearson
from oq_core.data.survey import survey_part
from oq_core.raters import krippendorff_alpha, rater_design, true_scores, what_raters_allow
from oq_core.raters.drawing import numbers_of_clusters

RUNS = ("good", "fair", "poor")
rng = np.random.default_rng(5)
#: 40 questions, each asked of three groups that answer much alike.
COMMON = rng.dirichlet([2, 3, 2], 40).repeat(3, axis=0)
VOTES = np.stack([rng.multinomial(30, shares) for shares in COMMON])
ESTIMATES = {
    name: 0.7 * rng.dirichlet([spread, spread, 1], 40).repeat(3, axis=0)
    + 0.3 * rng.dirichlet([1, 1, 1], 120)
    for name, spread in zip(RUNS, (1, 2, 3), strict=True)
}
CELLS = [(f"q{n // 3}", "abc"[n % 3]) for n in range(120)]


def part(cells):
    words = {question: ("no", "so", "yes") for question, _ in cells}
    return survey_part("survey", words, cells, VOTES / 30, ESTIMATES, VOTES)


TOGETHER, APART = part(CELLS), part([(f"{question}{group}", group) for question, group in CELLS])
SCORES = score(TOGETHER, ["NMD", "JSD"])

#: What functions take beside the scores, or the collection.
ARGUMENTS = {
    "calibrate": {"campaigns": 4, "trials": 100},
    "compare_runs": {"first": "good", "second": "fair"},
    "difference_intervals": {"trials": 100},
    "discriminative_power_intervals": {"samples": 5},
    "equivalence_test": {"first": "good", "second": "fair", "margin": 0.2, "trials": 100},
    "consistency_intervals": {"splits": 5},
    "similarity_intervals": {"kind": "instances", "samples": 20},
    "judged": {"samples": 50},
    "rater_design": {"measures": "NMD", "draws": 3},
    "redraw": {"measures": "NMD", "samples": 100},
    "spread_of": {"measures": ["NMD"]},
    "agreement_of": {"measures": "NMD"},
}
#: What is of single instances, or is nothing that other instances would change.
OF_INSTANCES = {"compare_runs", "effect_sizes"}
WITHOUT = {
    "counts and scores, without intervals": {
        "half_against_half", "rounding_shift", "rewards_of", "has_judges", "scores_of_judges",
    },
    "collections": {"judges_apart", "people_and_judges", "with_classes"},
    "numbers that `judged` gives, put in order": {"ranked_judges"},
    "ratings by rater, which no survey has": {"clearest_case", "estimated", "runs_stand_in"},
    "bounds that take instances as they are; see below": {"what_raters_allow"},
}  # fmt: skip


def functions(module, what):
    """Public functions whose first parameter is of this type."""
    for name, each in vars(module).items():
        if inspect.isfunction(each):
            first = next(iter(inspect.signature(each).parameters.values()), None)
            if first is not None and re.search(rf"\b{what}\b", str(first.annotation)):
                yield pytest.param(each, "Mapping" in str(first.annotation), id=name)


def numbers(found):
    """All numbers that a result has."""
    if isinstance(found, dict):
        (found,) = found.values()
    if hasattr(found, "to_frame"):
        found = found.to_frame().select_dtypes("number").to_numpy()
    return np.asarray(found, dtype=float)


@pytest.mark.parametrize(("function", "is_mapping"), [*functions(analysis, "Scores")])
def test_what_takes_scores_takes_whole_clusters(function, is_mapping):
    given = ARGUMENTS.get(function.__name__, {})
    ours, whole = (
        numbers(function({"A": each} if is_mapping else each, **given))
        for each in (SCORES, SCORES.whole())
    )
    is_of_instances = function.__name__ in OF_INSTANCES
    assert np.array_equal(ours, whole, equal_nan=True) is not is_of_instances


TAKES_COLLECTIONS = [*functions(raters, "Collection"), *functions(analysis, "Collection")]


@pytest.mark.parametrize(("function", "_"), TAKES_COLLECTIONS)
def test_what_takes_a_survey_takes_whole_questions(function, _):
    if any(function.__name__ in names for names in WITHOUT.values()):
        return
    given = ARGUMENTS[function.__name__]
    ours, apart = (function(each, **given) for each in (TOGETHER, APART))
    # Three groups that answer much alike tell less than three questions.
    assert np.nanmean(widths(ours)) > 1.15 * np.nanmean(widths(apart))
    assert np.allclose(middles(ours), middles(apart), equal_nan=True)


def widths(found):
    if hasattr(found, "spreads"):
        return np.sqrt(found.spreads / found.instances)
    frame = found.to_frame()
    return frame.filter(regex="high").to_numpy() - frame.filter(regex="low").to_numpy()


def middles(found):
    frame = found.to_frame()
    return frame.drop(columns=frame.filter(regex="low|high|first").columns).select_dtypes("number")


@given(st.integers(0, 10_000), st.integers(4, 9))
def test_pearsons_interval_is_a_jackknife_over_clusters(seed, clusters):
    own = np.random.default_rng(seed)
    names = [f"c{own.integers(clusters)}" for _ in range(30)] + [f"c{n}" for n in range(clusters)]
    x = own.normal(size=len(names))
    y = x + own.normal(size=len(names))
    found, without = pearson(x, y, names), []
    for gone in sorted(set(names)):
        kept = [n for n, name in enumerate(names) if name != gone]
        without.append(math.atanh(scipy.stats.pearsonr(x[kept], y[kept]).statistic))
    mean = sum(without) / clusters
    error = ((clusters - 1) / clusters * sum((each - mean) ** 2 for each in without)) ** 0.5
    half = scipy.stats.t.ppf(0.975, clusters - 1) * error
    r = scipy.stats.pearsonr(x, y).statistic
    assert found.r == pytest.approx(r)
    assert found.low == pytest.approx(math.tanh(math.atanh(r) - half), abs=1e-9)
    assert found.high == pytest.approx(math.tanh(math.atanh(r) + half), abs=1e-9)


def test_pearsons_interval_needs_four_clusters_that_each_can_be_left_out():
    x, y = [1, 2, 3, 4, 5, 7], [2, 1, 4, 3, 6, 5]
    assert "four clusters" in pearson(x, y, list("aabbcc")).reason
    assert pearson(x, y, list("abcddd")).low < pearson(x, y).r
    # Without the last one nothing varies.
    flat = pearson([1, 1, 1, 1, 5, 7], [2, 1, 4, 3, 6, 5], list("abcdee"))
    assert "without one of the clusters" in flat.reason
    assert np.isnan(flat.low)


def test_the_correlation_of_two_runs_takes_the_clusters_of_their_scores():
    compared = compare_runs(SCORES, "good", "fair")
    found = correlation(compared, "NMD", "JSD")
    assert found == pearson(compared.delta("NMD"), compared.delta("JSD"), TOGETHER.clusters)
    assert found.low != pearson(compared.delta("NMD"), compared.delta("JSD")).low


def test_alphas_interval_is_a_jackknife_over_clusters():
    names = numbers_of_clusters(TOGETHER)
    observed, low, high = krippendorff_alpha(VOTES, "interval", clusters=names)
    without = [krippendorff_alpha(VOTES[names != gone], "interval")[0] for gone in range(40)]
    # Totals of all instances stay in what is left, as in the interval over instances.
    error = np.sqrt(39**2 / 40 * np.var(without, ddof=1))
    half = scipy.stats.t.ppf(0.975, 39) * error
    assert (low, high) == pytest.approx((observed - half, observed + half))


def test_the_design_counts_questions_whose_variance_is_a_plain_one():
    found = rater_design(TOGETHER, "NMD", draws=1)
    assert (found.instances, found.unit) == (40, "question")
    whole = score(TOGETHER, "NMD").whole().values[0]
    gaps = whole[:, 0] - whole[:, 1]
    assert found.spreads[-1, 0, 0, 1] == pytest.approx(gaps.var(ddof=1))


def test_intervals_of_the_truth_are_of_instances_that_are_alone():
    votes = rng.multinomial(5, [0.2, 0.5, 0.3], 300)
    assert true_scores(votes, "RNOD", draws=2).ends == ("interval",)
    assert true_scores(votes, "RNOD", draws=2, clustered=True).ends == ("none",)
    cells = [(f"q{n // 3}", "abc"[n % 3]) for n in range(300)]
    words = {question: ("no", "so", "yes") for question, _ in cells}
    asked = survey_part("survey", words, cells, votes / 5, None, votes)
    assert what_raters_allow(asked, "RNOD", draws=2).truth.ends == ("none",)
