"""Estimates of time: they grow as the work does, and are near what the work takes."""

from dataclasses import replace
from time import process_time

import numpy as np
import pytest

from oq_core import MEASURES, Collection, Options, Scores, randomised_tukey_hsd
from oq_core.analysis import Rule
from oq_core.analysis.tukey import THREADS
from oq_core.campaign import Campaign
from oq_core.campaign.computing import costs
from oq_core.campaign.computing.costs import (
    pace,
    seconds_of_agreement,
    seconds_of_analysis,
    seconds_of_consistency_intervals,
    seconds_of_power_intervals,
    seconds_of_scoring,
    seconds_of_similarity,
    seconds_of_splits,
    seconds_of_tests,
    seconds_of_variances,
    seconds_of_writing,
)


def test_an_estimate_is_near_the_time_of_a_processor():
    """Within a factor of ten, as others may be at work; a wrong unit is a thousand."""
    values = np.random.default_rng(0).random((6, 500, 60))
    taken = []
    for _ in range(3):
        start = process_time()
        randomised_tukey_hsd(values, 256)
        taken.append(process_time() - start)
    estimate = THREADS * pace() * seconds_of_tests(500, 60, 6, 256)
    assert 0.1 < min(taken) / estimate < 10


@pytest.mark.parametrize(
    ("rule", "seconds", "grows"),
    [
        (Rule(), 0.48, (2, 2)),
        (Rule("step-down"), 1.8165, (2, 4)),
        (Rule(studentised=True), 4.5, (2, 2)),
        (Rule("fisher-holm"), 1.782 * THREADS, (2, 4)),
        (Rule("sign-flip"), 1.524, (2, 4)),
    ],
)
def test_tests_grow_with_instances_trials_and_runs(rule, seconds, grows):
    """From so many seconds of a core, by constants that were measured."""
    one = seconds_of_tests(500, 100, 6, 1000, rule)
    assert one * THREADS == pytest.approx(seconds)
    assert seconds_of_tests(500, 100, 6, 2000, rule) == pytest.approx(2 * one)
    assert seconds_of_tests(500, 100, 12, 1000, rule) > one
    more_instances = seconds_of_tests(1000, 100, 6, 1000, rule) / one
    assert 1 < more_instances < 2.01
    least, most = grows
    assert 0.99 * least < seconds_of_tests(500, 200, 6, 1000, rule) / one < 1.02 * most
    assert one >= seconds_of_tests(500, 100, 6, 1000) or rule.method == "fisher-holm"


def test_intervals_grow_with_what_is_computed_anew():
    size = 500, 100, 6
    assert seconds_of_splits(*size, 1000) == pytest.approx(0.262)
    assert seconds_of_splits(*size, 2000) == pytest.approx(2 * seconds_of_splits(*size, 1000))
    assert seconds_of_consistency_intervals(*size, 1000) == pytest.approx(
        21 * seconds_of_splits(*size, 1000)
    )
    assert seconds_of_consistency_intervals(5, 100, 6, 9) == pytest.approx(
        6 * seconds_of_splits(5, 100, 6, 9)
    )
    assert seconds_of_power_intervals(*size, 0.01) == pytest.approx(
        5 * seconds_of_power_intervals(*size, 0.05)
    )


def test_what_pages_compute_of_scores_grows_with_the_data():
    """From what was measured: 4,000 instances, 100 runs; 2,000 instances, 100 runs."""
    assert seconds_of_scoring(2000 * 100 * 5, 15) == pytest.approx(0.63, rel=0.1)
    assert seconds_of_scoring(10**6, 15) == pytest.approx(2 * seconds_of_scoring(10**6 // 2, 15))
    assert seconds_of_variances(4000, 100, 15) == pytest.approx(1.2, rel=0.1)
    assert seconds_of_variances(8000, 100, 15) == pytest.approx(
        2 * seconds_of_variances(4000, 100, 15)
    )
    assert seconds_of_similarity(2000, 100, 15) == pytest.approx(1.9, rel=0.1)
    assert seconds_of_similarity(2000, 200, 15) > 3 * seconds_of_similarity(2000, 100, 15)


@pytest.mark.parametrize(
    ("instances", "classes", "raters", "measures", "taken"),
    [
        (2000, 3, 30, 15, 0.073),
        (20_000, 5, 9, 2, 0.079),
        (100_000, 5, 3, 1, 0.40),
        (20_000, 11, 4, 2, 0.176),
    ],
)
def test_agreement_takes_about_as_long_as_estimated(instances, classes, raters, measures, taken):
    """What was measured of `agreement_of`; of unknown raters, only alpha is."""
    ratings = np.arange(instances * raters).reshape(instances, raters) % classes
    votes = np.stack([(ratings == code).sum(axis=1) for code in range(classes)], axis=1)
    made = Collection(
        "C", tuple("abcdefghijk"[:classes]), tuple(map(str, range(instances))), votes / raters,
        votes=votes, ratings=ratings, raters=tuple("r" * (1 + each) for each in range(raters)),
    )  # fmt: skip
    keys = list(MEASURES)[:measures]
    assert 0.5 < taken / seconds_of_agreement(made, keys) < 2
    unknown = replace(made, ratings=None, raters=())
    assert seconds_of_agreement(unknown, keys) == seconds_of_agreement(unknown, [])
    assert seconds_of_agreement(made, keys) > seconds_of_agreement(unknown, keys)


@pytest.mark.parametrize(
    ("instances", "runs", "measures", "sets", "page", "archive"),
    [
        (300, 20, 6, 1, 4.1, 6.8),
        (300, 40, 6, 1, 4.8, 11.0),
        (300, 20, 12, 1, 6.4, 13.3),
        (30_000, 20, 6, 1, 4.1, 24.5),
        (300, 20, 6, 3, 9.2, 18.5),
    ],
)
def test_writing_takes_at_most_twice_as_long_as_estimated(
    instances, runs, measures, sets, page, archive
):
    """What was measured for `html_report` and `zip_report`."""
    names = [[f"{kind}{number}" for number in range(count)]
             for kind, count in (("m", measures), ("i", instances), ("r", runs))]  # fmt: skip
    shape = tuple(map(len, names))
    scores = Scores(np.zeros(shape), *map(tuple, names), (False,) * measures)
    campaign = Campaign({str(number): scores for number in range(sets)})
    assert 0.5 < page / seconds_of_writing(campaign) < 2
    assert 0.5 < archive / seconds_of_writing(campaign, packed=True) < 2


def test_intervals_of_tau_over_instances_are_part_of_an_analysis():
    scores = Scores(
        np.zeros((1, 300, 2)), ("NMD",), tuple(map(str, range(300))), ("a", "b"), (False,)
    )
    of_runs, of_instances = (
        seconds_of_analysis(Campaign({"one": scores}), Options(tau_interval=kind))
        for kind in ("formula", "instances")
    )
    assert of_instances - of_runs == pytest.approx(seconds_of_similarity(300, 2, 1))


def test_an_analysis_is_the_sum_of_its_parts():
    scores = Scores(
        np.arange(3000.0).reshape(2, 300, 5), ("NMD", "RNOD"), tuple(map(str, range(300))),
        tuple("abcde"), (False, False),
    )  # fmt: skip
    options = Options(trials=700, splits=90, samples=80, small_split=0)
    one = seconds_of_analysis(Campaign({"one": scores}), options)
    parts = [
        seconds_of_splits(300, 5, 2, 80),
        seconds_of_tests(300, 5, 2, 700),
        seconds_of_splits(300, 5, 2, 90),
        seconds_of_tests(90, 2, 1, 700),
        seconds_of_consistency_intervals(300, 5, 2, 90),
    ]
    assert one == pytest.approx(sum(parts))
    assert seconds_of_analysis(Campaign({"one": scores, "two": scores}), options) == (
        pytest.approx(2 * one)
    )
    fewer = Options(trials=700, splits=90, samples=80, small_split=0, outside=("a", "b"))
    without = replace(fewer, outside=())
    three = Campaign({"one": scores.without(("a", "b"))})
    assert seconds_of_analysis(Campaign({"one": scores}), fewer) == (
        pytest.approx(seconds_of_analysis(three, without))
    )
    again = Options(trials=700, splits=90, samples=80, small_split=10)
    assert seconds_of_analysis(Campaign({"one": scores}), again) == pytest.approx(
        one + sum(parts[2:4])
    )
    sure = Options(trials=700, splits=90, samples=80, small_split=0, intervals=True)
    assert seconds_of_analysis(Campaign({"one": scores}), sure) == pytest.approx(
        one
        + seconds_of_power_intervals(300, 5, 2, 0.05)
        + 3 * seconds_of_tests(300, 5, 2, 700, Rule("sign-flip"))
    )


def of_three_raters(items):
    """Two runs; the third rater has left out each fifth item."""
    ratings = np.arange(3 * items).reshape(items, 3) % 4
    ratings[::5, 2] = -1
    votes = np.stack([(ratings == code).sum(axis=1) for code in range(4)], axis=1)
    gold = votes / votes.sum(axis=1, keepdims=True)
    ids = tuple(f"s{number % 7}-{number}" for number in range(items))
    return Collection("C", tuple("wxyz"), ids, gold, {"r": gold, "s": gold}, votes, ratings=ratings,
                      raters=("a", "b", "c"))  # fmt: skip


SIZE = (700, 30, 5)
RATED = of_three_raters(9000)
#: Where no part of a sum is small, of each function: what it is given, and seconds of a core.
ESTIMATES = {
    "tests": ((*SIZE, 100, Rule("step-down")), 0.01434375),
    "sets": (SIZE, 0.62775),
    "power_intervals": ((*SIZE, 0.02, Rule("step-down")), 20.188125),
    "calibration": ((*SIZE, 40, Rule()), 1.512),
    "splits": ((*SIZE, 60), 0.002865),
    "consistency_intervals": ((*SIZE, 60), 0.060165),
    "scoring": ((10**6, 5), 0.225),
    "similarity": (SIZE, 0.0446),
    "variances": (SIZE, 0.0329),
    "judges": ((RATED, 5), 0.0243),
    "judged": ((RATED,), 0.1248),
    "estimated": ((RATED, "-"), 1.3584),
    "halves": ((700,), 0.091),
    "draws": ((RATED, ["NMD", "RNOD"], 30), 0.231),
    "reading": ((10**7,), 3.0),
    "agreement": ((RATED, ["NMD"] * 9), 0.03564),
}


@pytest.mark.parametrize("name", ESTIMATES)
def test_each_part_of_the_work_is_in_its_estimate(name):
    given, seconds = ESTIMATES[name]
    assert getattr(costs, f"seconds_of_{name}")(*given) == pytest.approx(seconds)


def test_each_estimate_is_held():
    made = {
        name.removeprefix("seconds_of_") for name in vars(costs) if name.startswith("seconds_of_")
    }
    # Those of a whole campaign are sums of others.
    assert made == {*ESTIMATES, "analysis", "writing"}
