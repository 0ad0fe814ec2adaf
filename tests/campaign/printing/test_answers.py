"""Answers: each sentence's names, numbers and directions are those of a plain loop."""

import re
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oq_core import Options, Scores, analyse, compare_runs, rank_runs
from oq_core.analysis import Contradictions, DiscriminativePower, Overlap
from oq_core.campaign import Report
from oq_core.campaign.printing import answers
from oq_core.knowledge import PROPERTIES
from tests.conftest import ROOT

KEYS = ("NMD", "kappa", "JSD")


def powers(*counts, pairs=10):
    return {
        key: DiscriminativePower(s, pairs, s / pairs)
        for key, s in zip((*KEYS, "RNOD"), counts, strict=False)
    }


def named(sentence):
    """Measures that a sentence names."""
    return [key for key in (*KEYS, "RNOD") if key in sentence]


@pytest.mark.parametrize(
    ("counts", "words"),
    [
        ((3, 9, 4), "kappa tells 9 of 10 pairs of runs apart at α = 0.01, NMD 3."),
        ((3, 9, 0), "kappa tells 9 of 10 pairs of runs apart at α = 0.01, JSD none."),
        ((9, 9, 4), "NMD and 1 other tell 9 of 10 pairs of runs apart at α = 0.01, JSD 4."),
        ((9, 4, 4), "NMD tells 9 of 10 pairs of runs apart at α = 0.01, kappa and 1 other 4."),
        ((9, 9, 9, 0), "NMD and 2 others tell 9 of 10 pairs of runs apart at α = 0.01, RNOD none."),
        ((4, 4, 4), "Each of 3 measures tells 4 of 10 pairs of runs apart at α = 0.01."),
        ((4, 4), "Either measure tells 4 of 10 pairs of runs apart at α = 0.01."),
        ((0, 0), "No measure tells any of 10 pairs of runs apart at α = 0.01."),
        ((0,), "NMD tells none of 10 pairs of runs apart at α = 0.01."),
        ((7,), "NMD tells 7 of 10 pairs of runs apart at α = 0.01."),
    ],
)
def test_powers(counts, words):
    assert answers.power(powers(*counts), 0.01) == words
    assert len(named(words)) <= 2


@pytest.mark.parametrize(
    ("counts", "words"),
    [
        ((1,), "NMD tells the one pair of runs apart at α = 0.01."),
        ((0,), "NMD does not tell the one pair of runs apart at α = 0.01."),
        ((1, 1), "Either measure tells the one pair of runs apart at α = 0.01."),
        ((0, 0), "No measure tells the one pair of runs apart at α = 0.01."),
        ((0, 1), "kappa tells the one pair of runs apart at α = 0.01, NMD does not."),
        ((1, 1, 0, 0), "NMD and 1 other tell the one pair of runs apart at α = 0.01, JSD and 1 "
         "other do not."),
    ],
)  # fmt: skip
def test_powers_of_one_pair(counts, words):
    assert answers.power(powers(*counts, pairs=1), 0.01) == words


def test_thousands_have_their_commas_in_every_place():
    found = Overlap(*(np.full((2, 2), n) for n in (1000, 7147, 291)), KEYS[:2])
    assert "share 7,147 of the 8,438 pairs" in answers.overlap(found)


def board(values, larger=False):
    runs = tuple("abcd"[: values.shape[2]])
    ids = tuple(map(str, range(values.shape[1])))
    scores = Scores(values, KEYS[: len(values)], ids, runs, (larger,) * len(values))
    return scores, rank_runs(scores, samples=20)


@given(
    st.lists(st.permutations([0.1, 0.2, 0.3, 0.4]), min_size=1, max_size=3), st.booleans(),
)  # fmt: skip
def test_the_best_run_is_best_in_the_measure_s_direction(means, larger):
    values = np.repeat(np.array(means)[:, None, :], 12, axis=1)
    found = answers.leaderboard(*board(values, larger), KEYS[0])
    best = [max if larger else min][0]
    firsts = ["abcd"[row.index(best(row))] for row in means]
    assert found.startswith(f"By NMD, {firsts[0]} is the best of 4 runs (mean {best(means[0]):.4f}")
    others = [(key, run) for key, run in zip(KEYS, firsts, strict=False) if run != firsts[0]]
    assert len(named(found)) <= 2
    if others:
        by = [key for key, run in others if run == others[0][1]]
        by = by[0] + " and 1 other" * (len(by) == 2)
        assert found.endswith(f"; by {by} it is {others[0][1]}.")
    elif len(means) > 1:
        who = "kappa" if len(means) == 2 else "every other measure"
        assert found.endswith(f"; {who} agrees.")


def test_ties_one_run_and_sure_ranks():
    tied = np.tile([0.2, 0.2, 0.5], (1, 12, 1))
    assert answers.leaderboard(*board(tied), "NMD") == (
        "By NMD, a and b tie for the best mean (0.2000) of 3 runs."
    )
    alone = tied[:, :, :1]
    assert answers.leaderboard(*board(alone), "NMD") == (
        "The only run, a, has a mean NMD of 0.2000."
    )
    sure, made = board(tied[:, :, 1:])
    assert "first in 100 % of resamples" in answers.leaderboard(sure, made, "NMD")
    nearly = replace(made, first=np.array([[0.999, 0.001]]))
    assert "first in more than 99 % of resamples" in answers.leaderboard(sure, nearly, "NMD")


@given(st.permutations([0.11, 0.42, 0.73]))
def test_the_least_alike_pair_is_named(found):
    taus = np.eye(3)
    pairs = ((0, 1), (0, 2), (1, 2))
    for (i, j), tau in zip(pairs, found, strict=True):
        taus[i, j] = taus[j, i] = tau
    i, j = pairs[found.index(min(found))]
    assert answers.similarity(KEYS, taus, "5 runs") == (
        f"Of these measures, {KEYS[i]} and {KEYS[j]} rank the 5 runs least alike: τ = 0.110."
    )


def test_similarities_that_are_one_the_same_or_undefined():
    one = answers.similarity(KEYS[:2], np.array([[1, 0.5], [0.5, 1]]), "5 runs")
    assert one == "NMD and kappa rank the 5 runs with τ = 0.500."
    assert answers.similarity(KEYS, np.array([[1, 0.8, 0.3], [0.8, 1, 0.30001], [0.3, 0.30001, 1]]),
                              "5 runs") == (
        "Of these measures, NMD and JSD (and 1 other pair) rank the 5 runs least alike: τ = 0.300."
    )  # fmt: skip
    assert answers.similarity(KEYS, np.full((3, 3), 0.2), "5 runs") == (
        "Every two of these measures rank the 5 runs equally alike: τ = 0.200."
    )
    assert answers.similarity(KEYS, np.ones((3, 3)), "5 runs").endswith("alike: τ = 1.000.")
    assert "equally" not in answers.similarity(KEYS, np.ones((3, 3)), "5 runs")
    # Of two pairs nothing is known.
    one = np.array([[1, np.nan, np.nan], [np.nan, 1, 0.3], [np.nan, 0.3, 1]])
    assert answers.similarity(KEYS, one, "5 runs") == (
        "Of these measures, kappa and JSD rank the 5 runs least alike: τ = 0.300."
    )
    assert "undefined" in answers.similarity(KEYS, np.full((3, 3), np.nan), "5 runs")
    some = np.array([[1, np.nan, 0.4], [np.nan, 1, 0.3], [0.4, 0.3, 1]])
    assert answers.similarity(KEYS, some, "5 runs").endswith("least alike: τ = 0.300.")
    assert "nothing to be compared" in answers.similarity(KEYS[:1], np.ones((1, 1)), "5 runs")


@given(st.permutations([0.2, 0.5, 0.8]))
def test_the_most_and_the_least_consistent_are_named(means):
    taus = np.array([means, means]) + np.array([[0.01], [-0.01]])
    most, least = KEYS[means.index(0.8)], KEYS[means.index(0.2)]
    assert answers.consistency(KEYS, taus, answers.parts_of(10), "instance") == (
        f"By {most}, two sets of 10 of the instances rank the runs most alike (mean τ 0.800), "
        f"by {least} least (0.200)."
    )


def test_consistencies_of_one_measure_the_same_or_undefined():
    assert "mean τ of 0.500" in answers.consistency(
        KEYS[:1], np.full((2, 1), 0.5), "halves", "instance"
    )
    assert "By each of 3 measures" in answers.consistency(
        KEYS, np.full((2, 3), 0.5), "halves", "instance"
    )
    assert "undefined" in answers.consistency(KEYS, np.full((2, 3), np.nan), "halves", "instance")
    tied = answers.consistency(
        (*KEYS, "RNOD"), np.array([[0.4, 0.7, 0.7, 0.69999]] * 2), "halves", "instance"
    )
    assert tied.startswith("By kappa and 2 others, two halves")
    some = answers.consistency(KEYS, np.array([[0.4, np.nan, 0.7]] * 2), "halves", "instance")
    assert "By JSD, " in some
    assert "by NMD least (0.400)" in some
    some = answers.consistency(KEYS, np.array([[0.4, np.nan, 0.4]] * 2), "halves", "instance")
    assert some == (
        "By NMD and JSD, two halves of the instances rank the runs with a mean τ of 0.400; by "
        "others it is undefined."
    )
    ends = np.array([[0.4, 0.7, 0.7, 0.4]] * 2)
    assert answers.consistency((*KEYS, "RNOD"), ends, "halves", "instance") == (
        "By kappa and 1 other, two halves of the instances rank the runs most alike (mean τ "
        "0.700), by NMD and 1 other least (0.400)."
    )


def test_disagreements_are_counted():
    values = np.array([[[0.1, 0.2], [0.3, 0.2], [0.1, 0.1]], [[0.2, 0.1], [0.3, 0.2], [0.5, 0.6]]])
    scores = Scores(values, KEYS[:2], ("1", "2", "3"), ("a", "b"), (False, False))
    compared = compare_runs(scores, "a", "b")
    told = answers.disagreements(compared, "NMD", "kappa")
    assert told == "NMD and kappa prefer different runs on 1 of 3 instances (33.3 %)."
    told = answers.disagreements(compared, "NMD", "kappa", "triple")
    assert told == "NMD and kappa prefer different estimates on 1 of 3 triples (33.3 %)."
    same = compare_runs(scores.of(["NMD"]), "a", "b")
    assert "never prefer" in answers.disagreements(same, "NMD", "NMD")
    alike = Scores(values[:, :, [0, 0]], KEYS[:2], ("1", "2", "3"), ("a", "b"), (False, False))
    told = answers.disagreements(compare_runs(alike, "a", "b"), "NMD", "kappa")
    assert told == "NMD or kappa ties on each of 3 instances."
    alone = Scores(values[:, :1, [0, 0]], KEYS[:2], ("1",), ("a", "b"), (False, False))
    told = answers.disagreements(compare_runs(alone, "a", "b"), "NMD", "kappa")
    assert told == "NMD or kappa ties on the one instance."


def test_a_report_says_what_the_page_says_of_each_data_set():
    values = np.random.default_rng(1).random((2, 14, 3)) + np.array([0, 0.1, 0.4])
    scores = Scores(values, KEYS[:2], tuple(map(str, range(14))), tuple("abc"), (False, True))
    made = analyse({"one": scores}, Options(trials=100, splits=10, samples=20, small_split=0))
    report = Report(made, "")
    (data,) = made.data_sets
    assert report.sections[-1].answers == answers.of_data(data)
    assert len(answers.of_data(data)) == 4
    for sentence in answers.of_data(data):
        assert sentence in report.html


@pytest.mark.parametrize(
    ("counts", "words"),
    [
        ((0, 0, 0), "On no pair of runs do two measures each find the other run significantly "
         "better."),
        ((0, 4, 1), "2 of 3 pairs of measures contradict each other, NMD and JSD on most pairs of "
         "runs (4): each finds the other run significantly better."),
        ((4, 4, 1), "3 of 3 pairs of measures contradict each other, NMD and kappa (and 1 other "
         "pair) on most pairs of runs (4): each finds the other run significantly better."),
        ((1, 0, 1), "2 of 3 pairs of measures contradict each other, each of them on 1 pair of "
         "runs: each finds the other run significantly better."),
        ((0, 3, 0), "1 of 3 pairs of measures contradict each other, NMD and JSD on 3 pairs of "
         "runs: each finds the other run significantly better."),
        ((2,), "NMD and kappa contradict each other on 2 pairs of runs: each finds the other run "
         "significantly better."),
    ],
)  # fmt: skip
def test_contradictions(counts, words):
    measures = 3 if len(counts) == 3 else 2
    square = np.zeros((measures, measures), dtype=int)
    square[np.triu_indices(measures, 1)] = counts
    assert answers.contradictions(KEYS[:measures], Contradictions(square, ())) == words


@pytest.mark.parametrize(("alone", "words"), [(0, "tell the same 2 pairs of runs apart."), (1, (
    "share 2 of the 3 pairs of runs that differ significantly under either."
))])  # fmt: skip
def test_measures_that_find_the_same_pairs(alone, words):
    parts = np.full((2, 2), alone), np.full((2, 2), 2), np.zeros((2, 2), int)
    assert answers.overlap(Overlap(*parts, ("NMD", "JSD"))) == f"NMD and JSD {words}"


def test_every_verdict_on_a_property_has_a_sentence():
    asked = PROPERTIES["symmetric"].title
    told = {
        answers.has_property("NMD", asked, verdict)
        for verdict in ("holds", "fails", "claimed", "open", "not applicable")
    }
    assert len(told) == 5
    assert answers.has_property("NMD", asked, "holds") == "NMD has the property “symmetric”."


@pytest.mark.parametrize(("template", "word"), [("phrases", "said"), ("notes", "noted")])
def test_every_phrase_is_said(template, word):
    folder = ROOT / "oq_core" / "campaign"
    phrases = (folder / "printing" / f"{template}.jinja").read_text()
    said = {
        name
        for file in folder.rglob("*.py")
        if re.search(rf"printing.phrases import .*\b{word}\b", text := file.read_text())
        for name in re.findall(rf'\b{word}(?:\.lines)?\(\s*"(\w+)"', text)
    }
    # A macro that another calls says a part of it.
    parts = set(re.findall(r"{{ (\w+)\(", phrases))
    macros = set(re.findall(r"macro (\w+)\(", phrases))
    assert said <= macros <= said | parts
