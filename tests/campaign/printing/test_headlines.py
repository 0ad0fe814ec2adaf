"""Headlines: of each data in which its finding is there, and some in which it is not."""

from dataclasses import replace

import numpy as np
import pytest

from oq_core import Collection, Options, Scores, analyse, compare_runs, rank_runs
from oq_core.analysis import DiscriminativePower
from oq_core.campaign import Report
from oq_core.campaign.printing import headlines
from oq_core.campaign.printing.layouts import DataFacts
from oq_core.raters import Flip, estimated, judged, stand_in
from tests.campaign.printing.twins import made
from tests.raters.test_judged import rated

KEYS = ("NMD", "kappa", "JSD")


def scores_of(*means, larger=False, instances=12):
    """Scores of runs a, b, ... of these means by measure; the same on each instance."""
    values = np.repeat(np.array(means)[:, None, :], instances, axis=1)
    ids, runs = tuple(map(str, range(instances))), tuple("abcdef"[: values.shape[2]])
    return Scores(values, KEYS[: len(means)], ids, runs, (larger,) * len(means))


@pytest.mark.parametrize(
    ("means", "larger", "sentence"),
    [
        ([[0.3, 0.2, 0.4]], False, "By NMD, b is the best of 3 runs (mean 0.2000, first in 100 % of"
         " resamples)."),
        ([[0.3, 0.2, 0.4]], True, "By NMD, c is the best of 3 runs (mean 0.4000, first in 100 % of"
         " resamples)."),
        ([[0.1, 0.2], [0.3, 0.2], [0.1, 0.1]], False, "By NMD, a is the best of 2 runs (mean 0.1000"
         ", first in 100 % of resamples). It is first by 2 of 3 measures."),
        ([[0.5, 0.2, 0.2]], False, "By NMD, 2 of 3 runs tie for the best mean (0.2000)."),
        ([[0.2, 0.2, 0.2], [0.1, 0.2, 0.3]], False, "By NMD, all 3 runs tie for the best mean"
         " (0.2000)."),
        ([[0.2]], False, "The only run, a, has a mean NMD of 0.2000."),
    ],
)  # fmt: skip
def test_the_best_run(means, larger, sentence):
    scores = scores_of(*means, larger=larger)
    assert headlines.leaderboard(scores, rank_runs(scores, samples=20), "NMD") == sentence


def test_the_best_run_by_the_measure_that_is_asked_for_and_how_surely():
    scores = scores_of([0.1, 0.2], [0.3, 0.2])
    board = rank_runs(scores, samples=20)
    unsure = replace(board, first=np.array([[1, 0], [0.001, 0.999]]))
    assert headlines.leaderboard(scores, unsure, "kappa") == (
        "By kappa, b is the best of 2 runs (mean 0.2000, first in more than 99 % of resamples). "
        "It is first by 1 of 2 measures."
    )
    few = scores_of([0.1, 0.2], instances=2)
    few_board = rank_runs(few, samples=20)
    assert not few_board.has_ranks
    assert headlines.leaderboard(few, few_board, "NMD").endswith("(mean 0.1000).")


@pytest.mark.parametrize(
    ("counts", "pairs", "sentence"),
    [
        ((3, 9, 4), 10, "The most pairs of runs are told apart by kappa (9 of 10 at α = 0.01), the"
         " fewest by NMD (3)."),
        ((9, 4, 4), 10, "The most pairs of runs are told apart by NMD (9 of 10 at α = 0.01), the"
         " fewest by 2 of 3 measures (4)."),
        ((9, 9, 0), 10, "The most pairs of runs are told apart by 2 of 3 measures (9 of 10 at α ="
         " 0.01), the fewest by JSD (0)."),
        ((4, 4, 4), 10, "All 3 measures tell 4 of 10 pairs of runs apart at α = 0.01."),
        ((0, 0), 1, "All 2 measures tell 0 of 1 pair of runs apart at α = 0.01."),
        ((1000,), 8438, "NMD tells 1,000 of 8,438 pairs of runs apart at α = 0.01."),
    ],
)  # fmt: skip
def test_powers(counts, pairs, sentence):
    powers = {key: DiscriminativePower(s, pairs) for key, s in zip(KEYS, counts, strict=False)}
    assert headlines.power(powers, 0.01) == sentence


@pytest.mark.parametrize(
    ("taus", "sentence"),
    [
        ((0.8, 0.3, 0.4), "NMD and JSD rank the 5 runs least alike: τ = 0.300."),
        ((0.8, 0.3, 0.30001), "2 of 3 pairs of measures rank the 5 runs least alike: τ = 0.300."),
        ((0.2, 0.2, 0.2), "All 3 pairs of measures rank the 5 runs with τ = 0.200."),
        ((np.nan, np.nan, 0.3), "kappa and JSD rank the 5 runs least alike: τ = 0.300."),
        ((np.nan,) * 3, "How alike the measures rank the 5 runs is undefined: under one, all means"
         " tie."),
        ((0.5,), "NMD and kappa rank the 5 runs: τ = 0.500."),
        ((), "One measure alone has nothing to be compared with."),
    ],
)  # fmt: skip
def test_similarities(taus, sentence):
    measures = {0: 1, 1: 2, 3: 3}[len(taus)]
    square = np.eye(measures)
    square[np.triu_indices(measures, k=1)] = taus
    assert headlines.similarity(KEYS[:measures], square, "5 runs") == sentence


@pytest.mark.parametrize(
    ("means", "sentence"),
    [
        ((0.2, 0.8, 0.5), "most alike by kappa (mean τ 0.800), least by NMD (0.200)."),
        ((0.7, 0.4, 0.69999), "most alike by 2 of 3 measures (mean τ 0.700), least by kappa"
         " (0.400)."),
        ((0.4, np.nan, 0.7), "most alike by JSD (mean τ 0.700), least by NMD (0.400)."),
        ((0.4, np.nan, 0.4), "with a mean τ of 0.400 by 2 of 3 measures."),
        ((0.5, 0.5, 0.5), "with a mean τ of 0.500 by all 3 measures."),
        ((0.5,), "with a mean τ of 0.500 by NMD."),
    ],
)  # fmt: skip
def test_consistencies(means, sentence):
    taus = np.array([means, means]) + np.array([[0.01], [-0.01]])
    found = headlines.consistency(KEYS[: len(means)], taus, headlines.parts_of(10), "topic")
    assert found == f"Two sets of 10 of the topics rank the runs {sentence}"


def test_consistencies_that_are_undefined():
    found = headlines.consistency(KEYS, np.full((2, 3), np.nan), "halves", "instance")
    assert found == ("How alike halves of the instances rank the runs is undefined: all means tie.")


def test_conflicts_are_counted():
    values = np.array([[[0.1, 0.2], [0.3, 0.2], [0.1, 0.1]], [[0.2, 0.1], [0.3, 0.2], [0.5, 0.6]]])
    scores = Scores(values, KEYS[:2], ("1", "2", "3"), ("a", "b"), (False, False))
    compared = compare_runs(scores, "a", "b")
    assert headlines.conflicts(compared, "NMD", "kappa") == (
        "NMD and kappa prefer different runs on 1 of 3 instances (33.3 %)."
    )
    assert headlines.conflicts(compared, "NMD", "kappa", "triple") == (
        "NMD and kappa prefer different estimates on 1 of 3 triples (33.3 %)."
    )
    alone = scores_of([0.1, 0.1], [0.1, 0.2], instances=1)
    assert headlines.conflicts(compare_runs(alone, "a", "b"), "NMD", "kappa") == (
        "NMD and kappa prefer different runs on 0 of 1 instance (0.0 %)."
    )


def test_conflicts_that_are_not_there():
    assert headlines.strongest("NMD", "JSD", 0.25, exact=False) == (
        "NMD prefers A and JSD prefers B, each by 0.2500 or more: no stronger conflict was found."
    )
    assert headlines.strongest("NMD", "JSD", None, exact=True).startswith("No conflict of NMD and")
    assert "disagree most on two" in headlines.map_conflict("NMD", "JSD", has_one=True)
    assert "disagree on no two" in headlines.map_conflict("NMD", "JSD", has_one=False)


def test_every_verdict_on_a_property_has_a_sentence():
    verdicts = ("holds", "fails", "claimed", "open", "not applicable")
    found = [headlines.property_verdict("NMD", "symmetric", verdict) for verdict in verdicts]
    assert len({*found}) == 5
    assert found[0] == "NMD has the property “symmetric”."


def test_sizes():
    assert headlines.sample_size(1, "", 0.8, 0.05, "topic") == (
        "A difference of 0.05 needs 1 topic for power 0.8."
    )
    assert headlines.sample_size(1200, "NMD", 0.9, 0.01234, "topic") == (
        "A difference of 0.0123 by NMD needs 1,200 topics for power 0.9."
    )


def test_what_is_open():
    scales = [DataFacts("A", 5, 300, None, None, 1), DataFacts("S", 5, 20, None, None, 0)]
    assert headlines.own_data({"A": scales}) == "You have opened A: 300 instances, 1 run."
    assert headlines.own_data({"A": scales, "B": scales}) == "You have opened 2 collections."


def test_a_report_has_the_headlines_of_each_data_set():
    values = np.random.default_rng(1).random((2, 14, 3)) + np.array([0, 0.1, 0.4])
    scores = Scores(values, KEYS[:2], tuple(map(str, range(14))), tuple("abc"), (False, True))
    analysis = analyse({"one": scores}, Options(trials=100, splits=10, samples=20, small_split=0))
    report, (data,) = Report(analysis, ""), analysis.data_sets
    assert report.sections[-1].answers == headlines.of_data(data)
    assert len(headlines.of_data(data)) == 4
    for sentence in headlines.of_data(data):
        assert sentence in report.html
    assert headlines.of_data(data, {"a": "Team A"})[0].startswith("By NMD, Team A is the best of 3")


@pytest.mark.parametrize(("runs", "why"), [(1, "there is one run"), (2, "all 2 runs are the same")])
def test_nothing_is_tested(runs, why):
    scores = scores_of([0.1] * runs)
    (data,) = analyse({"x": scores}, Options(trials=40, splits=4, samples=4)).data_sets
    best, tests, *_ = headlines.of_data(data)
    assert ("tie" in best) == (runs == 2)
    assert tests.startswith(f"Nothing is tested: {why}")


def test_what_people_and_the_best_run_score():
    people = {"one_rater": np.array([0.4, 0.9]), "half": np.array([0.3, 0.8])}
    means = np.array([[0.8, 0.6, 0.7], [0.1, 0.2, 0.3]])
    allowed = replace(made.allowed(), means=means, **people)
    scores = (
        "By NMD, one rater scores 0.4000 against the others, half of the raters 0.3000 against the "
        "other half"
    )
    assert headlines.raters(allowed) == f"{scores}, and the best submitted run 0.6000."
    alone = replace(allowed, runs=(), means=np.zeros((2, 0)))
    assert headlines.raters(alone) == f"{scores}."
    unknown = replace(alone, one_rater=np.array([np.nan, 0.2]))
    assert headlines.raters(unknown) == (
        "Every instance has one rating, so that nothing tells what people score."
    )


PEOPLE = [[0, 1], [1, 1], [2, 2], [2, 2]]
RIGHT = [0, 1, 2, 2]


@pytest.mark.parametrize(
    ("judges", "key", "sentence"),
    [
        ({"low": [0, 0, 1, 1], "right": RIGHT}, "exact",
         "right agrees most with people: exact is 0.88 (two people have 0.75)."),
        ({"low": [0, 0, 1, 1], "right": RIGHT}, "MAE",
         "right agrees most with people: MAE is 0.12 (two people have 0.25)."),
        ({"right": RIGHT, "too": RIGHT, "low": [0] * 4}, "exact",
         "2 of 3 judges agree most with people: exact is 0.88."),
        ({"right": RIGHT, "too": RIGHT}, "exact", "All 2 judges agree with people alike: exact is"
         " 0.88."),
        ({"right": RIGHT}, "exact", "right agrees with people: exact is 0.88 (two people have"
         " 0.75)."),
    ],
)  # fmt: skip
def test_judges(judges, key, sentence):
    assert headlines.judges(judged(rated(PEOPLE, judges, 3), [key])) == sentence


def test_judges_with_an_interval_or_undefined():
    agreement = judged(rated([[0], [1], [2]], {"gpt": [0, 1, 2]}, 3), ["exact"])
    sure = replace(agreement, low=np.array([[0.5]]), high=np.array([[1.0]]))
    assert headlines.judges(sure) == ("gpt agrees with people: exact is 1.00 (95 %: 0.50 to 1.00).")
    undefined = judged(rated([[0], [0]], {"gpt": [0, 0]}, 3), ["QWK"])
    assert headlines.judges(undefined).startswith("QWK is undefined for every judge")


def test_a_judge_that_is_first_by_one_number_alone():
    of = Flip("gpt", "AC2", "NMD", 4, "hardly uses the ends of the scale", "q7", "1, 5", "3")
    example = "The item q7 shows it best: people say 1, 5, gpt 3."
    assert headlines.flip(of) == (
        f"gpt is first by AC2 and number 4 by NMD: it hardly uses the ends of the scale. {example}"
    )
    assert headlines.flip(of._replace(error="")) == (
        f"gpt is first by AC2 and number 4 by NMD. {example}"
    )


@pytest.mark.parametrize(
    ("rates", "sentence"),
    [
        ([[0.75, 0.25], [0.5, 0.75]], "J1 can stand in for a rater by every measure; for 1 of 2"
         " judges the measure decides."),
        ([[0.75, 0.5], [0.5, 0.75]], "J1, J2 can stand in for a rater by every measure."),
        ([[0.25, np.nan], [0.45, np.nan]], "No judge can stand in for a rater by every measure."),
    ],
)  # fmt: skip
def test_who_can_stand_in(monkeypatch, rates, sentence):
    tests = replace(made.stand_in(), judges=("J1", "J2"))
    asked = []
    monkeypatch.setattr(
        type(tests), "winning_rate", lambda _, *given: asked.append(given) or np.array(rates)
    )
    assert headlines.stand_in(tests, 0.1, 0.04) == sentence
    assert asked == [(0.1, 0.04)]


def test_nobody_can_be_tested():
    tests = replace(made.stand_in(), raters=())
    assert headlines.stand_in(tests, 0.1, 0.04) == (
        "No rater shares 30 items with a judge, so that nobody can be tested."
    )
    ratings = np.zeros((40, 1), dtype=int)
    alone = stand_in(ratings, {"gpt": ratings[:, 0]}, 3)
    assert headlines.stand_in(alone, 0.15, 0.05).endswith(
        "Have 30 of these items or more rated by a second person."
    )


@pytest.mark.parametrize(
    ("more", "end"),
    [(1, " 1 more label would halve the intervals."), (40, " 40 more labels would halve the"
     " intervals."), (41, "")],
)  # fmt: skip
def test_estimates(more, end):
    ids, judge = tuple(map(str, range(80))), np.eye(2)[[0, 1, 1, 1] * 20]
    people = Collection("people", ("no", "yes"), ids[:40], judge[:40])
    shares = estimated(people, Collection("judge", ("no", "yes"), ids, judge))
    sentence = headlines.estimate(replace(shares, more=np.full(2, float(more))))
    start = (
        "If the items that people rated were drawn at random, people would give 75 % of 80 items"
    )
    assert sentence.startswith(f"{start} the class yes, by ")
    assert sentence.endswith(f").{end}")
