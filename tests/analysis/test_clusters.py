"""Tests and intervals of what belongs together take whole clusters, whoever calls them.

Every public function of scores is tried; what takes single instances is named.
"""

import inspect
import math
import re

import numpy as np
import pytest
import scipy
from hypothesis import given
from hypothesis import strategies as st

from oq_core import Collection, analysis, compare_runs, score
from oq_core.analysis import correlation, pearson

RUNS = ("good", "fair", "poor")
rng = np.random.default_rng(5)
#: 40 documents, each of three items that are much alike.
COMMON = rng.dirichlet([2, 3, 2], 40).repeat(3, axis=0)
VOTES = np.stack([rng.multinomial(30, shares) for shares in COMMON])
ESTIMATES = {
    name: 0.7 * rng.dirichlet([spread, spread, 1], 40).repeat(3, axis=0)
    + 0.3 * rng.dirichlet([1, 1, 1], 120)
    for name, spread in zip(RUNS, (1, 2, 3), strict=True)
}
IDS = tuple(f"q{n // 3}-{n % 3}" for n in range(120))
ASKED = Collection("asked", ("no", "so", "yes"), IDS, VOTES / 30, ESTIMATES)
SCORES = score(ASKED, ["NMD", "JSD"]).clustered("-")

#: What functions take beside the scores, or the collection.
ARGUMENTS = {
    "compare_runs": {"first": "good", "second": "fair"},
    "difference_intervals": {"trials": 100},
    "consistency_intervals": {"splits": 5},
    "similarity_intervals": {"kind": "instances", "samples": 20},
}
#: What is of single instances, or is nothing that other instances would change.
OF_INSTANCES = {"compare_runs", "effect_sizes"}


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
    assert found == pearson(compared.delta("NMD"), compared.delta("JSD"), SCORES.clusters)
    assert found.low != pearson(compared.delta("NMD"), compared.delta("JSD")).low
