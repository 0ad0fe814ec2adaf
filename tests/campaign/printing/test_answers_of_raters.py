"""Answers about raters and judges: names, numbers and directions of plain loops."""

from dataclasses import replace

import numpy as np
import pytest

from oq_core import Collection
from oq_core.campaign.printing import answers, answers_of_raters
from oq_core.campaign.printing.layouts import DataFacts
from oq_core.raters import Flip, estimated, judged, stand_in
from tests.campaign.printing.twins import made
from tests.raters.test_judged import rated


def allowed(best):
    """The second of three runs is the best by the first measure."""
    means = np.array([[0.8, best, 0.7], [0.1, 0.2, 0.3]])
    return replace(
        made.allowed(), one_rater=np.array([0.4, 0.9]), half=np.array([0.3, 0.8]), means=means
    )


def test_what_people_score_beside_the_best_run():
    said = (
        "Under NMD one rater scores 0.4000 against the others, and half of the raters 0.3000 "
        "against the other half"
    )
    assert answers_of_raters.allowed(allowed(0.6)) == f"{said}; the best run, a, scores 0.6000."
    tied = replace(allowed(0.7), means=np.array([[0.8, 0.7, 0.7], [0.1, 0.2, 0.3]]))
    assert answers_of_raters.allowed(tied) == (
        f"{said}; the best runs, a and 1 other, score 0.7000."
    )
    beside = answers_of_raters.allowed(allowed(0.6), made=True)
    assert "; the best run not made here, a, " in beside
    alone = replace(allowed(0.6), runs=(), means=np.zeros((2, 0)))
    assert answers_of_raters.allowed(alone) == f"{said}."
    unknown = replace(alone, one_rater=np.array([np.nan, 0.2]))
    assert answers_of_raters.allowed(unknown) == (
        "Every instance has one rating, so that nothing tells what people score."
    )


def test_agreement():
    assert answers_of_raters.agreement(0.513, 0.42, 0.617) == (
        "Krippendorff's α of the ordinal ratings is 0.51 (95 %: 0.42 to 0.62)."
    )
    assert "undefined" in answers_of_raters.agreement(np.nan, np.nan, np.nan)


@pytest.mark.parametrize(
    ("rates", "words"),
    [
        ([[0.75, 0.25], [0.5, 0.75]], "J1 can stand in for a rater by every measure; for J2 the "
         "measure decides."),
        ([[0.75, 0.5], [0.5, 0.75]], "J1 and J2 can stand in for a rater by every measure."),
        ([[0.25, np.nan], [0.45, np.nan]], "No judge can stand in for a rater by every measure."),
    ],
)  # fmt: skip
def test_judges(monkeypatch, rates, words):
    found = replace(made.stand_in(), judges=("J1", "J2"))
    asked = []
    monkeypatch.setattr(
        type(found), "winning_rate", lambda _, *given: asked.append(given) or np.array(rates)
    )
    assert answers_of_raters.judges(found, 0.1, 0.04) == words
    assert asked == [(0.1, 0.04)]
    assert answers_of_raters.judges(replace(found, raters=()), 0.1, 0.04) == (
        "No rater shares 30 items with a judge, so that nobody can be tested."
    )


def test_what_is_open():
    facts = [DataFacts("A", 5, 300, None, None, 22), DataFacts("S", 5, 280, None, None, 23)]
    assert answers.opened({"one": facts}) == (
        "You have opened one: 300 instances, 23 runs in 2 scales."
    )
    assert answers.opened({"one": facts[1:]}) == "You have opened one: 280 instances, 23 runs."
    assert answers.opened(dict.fromkeys("abcd", facts)) == "You have opened a and 3 others."
    assert answers.opened(dict.fromkeys("ab", facts)) == "You have opened a and b."
    assert answers.opened({"turns": []}) == "You have opened turns: 0 instances, 0 runs."
    assert answers.opened({}).startswith("No file of yours is open")


def test_the_judge_that_agrees_most_and_people_beside_it():
    people = [[0, 1], [1, 1], [2, 2], [2, 2]]
    judges = {"low": [0, 0, 1, 1], "right": [0, 1, 2, 2]}
    found = judged(rated(people, judges, 3), ["exact"])
    assert answers_of_raters.judged(found) == (
        "right agrees most with people: exact is 0.88 (two people have 0.75), and rates 0.12 "
        "classes lower than they do."
    )
    # Of differences, the smallest.
    by_mae = judged(rated(people, judges, 3), ["MAE"])
    assert answers_of_raters.judged(by_mae).startswith("right agrees most with people: MAE is 0.12")
    alone = judged(rated([[0], [1], [2]], {"gpt": [1, 1, 2]}, 3), ["exact"])
    assert answers_of_raters.judged(alone) == (
        "gpt agrees with people: exact is 0.67, and rates 0.33 classes higher than they do."
    )
    # That it rates higher is said where it is sure, as far as intervals are there.
    middle, above, often = [[1]] * 40, [2] * 3 + [0] * 2 + [1] * 35, [2] * 20 + [1] * 20
    both = ["exact", "bias"]
    for ratings, keys, is_said in ((above, both, 0), (above, both[:1], 1), (often, both, 1)):
        found = judged(rated(middle, {"gpt": ratings}, 3), keys)
        assert ("higher than they do" in answers_of_raters.judged(found)) == is_said
    same = judged(rated([[0], [1], [2]], {"gpt": [0, 1, 2]}, 3), ["exact"])
    assert answers_of_raters.judged(same) == "gpt agrees with people: exact is 1.00."
    ends = replace(same, low=np.array([[0.5]]), high=np.array([[1.0]]))
    assert "exact is 1.00 (95 %: 0.50 to 1.00)." in answers_of_raters.judged(ends)
    nothing = judged(rated([[0], [0]], {"gpt": [0, 0]}, 3), ["QWK"])
    assert answers_of_raters.judged(nothing).startswith("QWK is undefined for every judge")


def test_a_judge_that_is_first_by_one_number_alone():
    flip = Flip("gpt", "AC2", "NMD", 4, "hardly uses the ends of the scale", "q7", "1, 5", "3")
    said = "gpt is first by AC2 and number 4 by NMD"
    assert answers_of_raters.flip(flip) == (
        f"{said}: it hardly uses the ends of the scale. The item q7 shows it best: people say "
        "1, 5, gpt 3."
    )
    assert answers_of_raters.flip(flip._replace(error="")).startswith(f"{said}. The item q7")


@pytest.mark.parametrize(
    ("more", "words"),
    [(1, "1 more label would"), (40, "40 more labels would"), (41, "no number of labels that is")],
)
def test_more_labels_are_named_as_long_as_there_are_items_to_label(more, words):
    ids, judge = tuple(map(str, range(80))), np.eye(2)[[0, 1] * 40]
    people = Collection("people", ("no", "yes"), ids[:40], judge[:40])
    found = estimated(people, Collection("judge", ("no", "yes"), ids, judge))
    told = answers_of_raters.estimated(replace(found, more=np.full(2, float(more))))
    assert f"; {words}" in told


def test_one_person_alone_cannot_be_tested_and_it_is_said_what_would_do():
    ratings = np.zeros((40, 1), dtype=int)
    found = stand_in(ratings, {"gpt": ratings[:, 0]}, 3)
    assert answers_of_raters.judges(found, 0.15, 0.05) == (
        "Nobody can be tested: no item was rated by two people, so that nothing tells a person's "
        "own noise. Have 30 of these items or more rated by a second person."
    )
