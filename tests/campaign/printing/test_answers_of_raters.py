"""Answers about raters and judges: names, numbers and directions of plain loops."""

from dataclasses import replace

import numpy as np
import pytest

from oq_core import Collection
from oq_core.campaign.printing import answers, answers_of_raters
from oq_core.campaign.printing.layouts import DataFacts
from oq_core.raters import Flip, PairDesign, Redrawn, estimated, judged, spread_of, stand_in
from tests.campaign.printing.twins import made
from tests.raters.test_judged import rated


def allowed(best):
    """The second of three runs is the best by the first measure."""
    found = made.allowed()
    truth = replace(found.truth, shrunk=np.array([0.3, 0.9]))
    return replace(found, truth=truth, means=np.array([[0.8, best, 0.7], [0.1, 0.2, 0.3]]))


def test_the_truth_beside_the_best_run():
    said = "Under NMD the true distribution itself would score about 0.3000"
    assert answers_of_raters.truth(allowed(0.6)) == (
        f"{said}; the best run, a, scores 0.6000, and the truth 50 % of that."
    )
    assert answers_of_raters.truth(allowed(0.25)) == (
        f"{said}; the best run, a, scores 0.2500, which is below it."
    )
    assert answers_of_raters.truth(allowed(0.3)).endswith("scores 0.3000, as it does.")
    tied = replace(allowed(0.7), means=np.array([[0.8, 0.7, 0.7], [0.1, 0.2, 0.3]]))
    assert answers_of_raters.truth(tied) == (
        f"{said}; the best runs, a and 1 other, score 0.7000, and the truth 43 % of that."
    )
    beside = answers_of_raters.truth(allowed(0.6), made=True)
    assert "; the best run not made here, a, " in beside
    alone = replace(allowed(0.6), runs=(), means=np.zeros((2, 0)))
    assert answers_of_raters.truth(alone) == f"{said}."
    notes = ("every item has one rating", "more")
    unknown = replace(made.allowed().truth, shrunk=np.array([np.nan, 0.2]), notes=notes)
    assert answers_of_raters.truth(replace(alone, truth=unknown)) == (
        "There is no figure: every item has one rating."
    )


def test_what_measures_reward_in_words():
    found = made.best_answers()
    assert answers_of_raters.rewarded(found, "JSD") == (
        "With 3 ratings an instance, the best answer under JSD has on average 20.0 % of the "
        "ratings in other classes than the truth. It is sharper in 50 % and flatter in 50 % of "
        "cases, and its mean expected score is 50.0 % better."
    )
    assert answers_of_raters.rewarded(found, "NMD", "what is true") == (
        "With 3 ratings an instance, NMD rewards what is true itself."
    )
    several = replace(found, votes=np.array([1, 5]))
    assert answers_of_raters.rewarded(several, "NMD").startswith("With 1 to 5 ratings an instance")
    alone = replace(found, votes=np.array([1, 1]))
    assert answers_of_raters.rewarded(alone, "NMD").startswith("With 1 rating an instance")


def test_the_leader_of_the_runs_and_not_of_the_baselines():
    means = np.array([[0.5, 0.4, 0.6, 0.1], [0.2, 0.9, 0.3, 0.4]])
    found = Redrawn(("NMD", "JSD"), ("c", "a", "b", "Uniform"), 3, means, np.zeros((1, 2, 4)),
                    means, means, np.array([[0.2, 0.7, 0.1], [0.6, 0.1, 0.3]]), "the same raters",
                    0.0, 0.95)  # fmt: skip
    said = "Under NMD, a comes first in 70 % of the draws of instances and ratings"
    assert answers_of_raters.redrawn(found) == f"{said}."
    assert answers_of_raters.redrawn(found, np.array([[3, 5], [1, 2]])) == (
        f"{said}; 3 of 5 significant pairs would stand."
    )
    assert answers_of_raters.redrawn(found, np.ones((2, 2), int)) == (
        f"{said}; 1 of 1 significant pair would stand."
    )
    assert answers_of_raters.redrawn(found, np.zeros((2, 2), int)) == f"{said}."
    # Both measures have the same leader, as often, and as many pairs that would stand.
    alike = replace(found, means=means[[0, 0]], first=found.first[[0, 0]])
    for standing, who in (([[3, 5], [3, 5]], "each of 2 measures"), ([[3, 5], [1, 2]], "NMD")):
        assert answers_of_raters.redrawn(alike, np.array(standing)) == (
            f"{said.replace('NMD', who)}; 3 of 5 significant pairs would stand."
        )
    assert "no runs but" in answers_of_raters.redrawn(replace(found, systems=0))
    assert answers_of_raters.redrawn(replace(found, systems=1)) == (
        "c is the only run, and so comes first in every draw."
    )


def test_what_helps_more_is_what_makes_the_difference_larger():
    sizes, half = np.array([2, 3, 5]), np.array([0.3, 0.2, 0.1])
    found = PairDesign("b", "a", "NMD", sizes, half, half, (0.12, 0.0), (0.0, 0.11), 0.0, 40)
    for instances, raters in ((400, 1), (1, 400), (40, 5)):
        wider = 0.12 / (0.11 / 5 / (40 + instances)) ** 0.5
        deeper = 0.12 / (0.11 / (5 + raters) / 40) ** 0.5
        ways = [f"{instances} more instances", f"{raters} more raters"]
        if deeper > wider:
            ways.reverse()
        much = "about as much as" if instances == 40 else "more than"
        now = 0.12 / (0.11 / 5 / 40) ** 0.5
        assert answers_of_raters.design(found, instances, raters) == (
            f"With 5 raters, {ways[0]} help {much} {ways[1]}: under NMD the difference between b "
            f"and a, now {now:.1f} standard errors, would be {wider:.1f} with the instances and "
            f"{deeper:.1f} with the raters."
        )


def test_a_difference_that_does_not_vary_has_no_size():
    sizes, none = np.array([2, 3, 5]), np.zeros(3)
    for spread in (none, none * np.nan):
        found = PairDesign(
            "b", "a", "NMD", sizes, none, spread, (0.0, 0.0), (float(spread[0]), 0.0), 0.0, 1
        )
        assert answers_of_raters.design(found, 100, 10) == (
            "Under NMD, how sure the difference between b and a is cannot be said: it does not "
            "vary, or there is one instance alone."
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


def test_what_a_distribution_gains_and_what_the_mean_hides():
    gold = np.array([[0.5, 0, 0.5], [0.4, 0.2, 0.4]] * 20)
    judges = {"all": gold, "one": np.eye(3)[[0, 2] * 20], "mid": np.eye(3)[[1, 1] * 20]}
    ids = tuple(map(str, range(40)))
    found = spread_of(Collection("C", tuple("123"), ids, gold, judges), ["NMD"])
    assert answers_of_raters.spread(found).startswith(
        "The distributions of all have a mean NMD of 0.000, the class that it gives most has 0.500 "
        "(95 % of the gain:"
    )
    told = replace(found, spread=np.zeros(3, bool))
    assert answers_of_raters.spread(told).startswith("Each judge gives one class to each item, and")
    same = replace(
        found, means=np.array([1.0, 1.05, 3]), kappas=np.array([0.3, 0.34, 0.3]),
        by_distribution=np.array([[0.1, 0.2, 0.9]]),
    )  # fmt: skip
    assert answers_of_raters.spread(same).endswith(
        "all and one have the same mean rating and QWK, and the NMD of one is 2.0 times that of "
        "all."
    )


@pytest.mark.parametrize(
    ("more", "words"),
    [(1, "1 more label would"), (40, "40 more labels would"), (41, "no number of labels that is")],
)
def test_more_labels_are_named_as_long_as_there_are_items_to_label(more, words):
    ids, judge = tuple(map(str, range(80))), np.eye(2)[[0, 1] * 40]
    people = Collection("people", ("no", "yes"), ids[:40], judge[:40])
    found = estimated(people, Collection("judge", ("no", "yes"), ids, judge))
    told = answers_of_raters.estimated(replace(found, more=np.full(3, float(more))))
    assert f"; {words}" in told


def test_one_person_alone_cannot_be_tested_and_it_is_said_what_would_do():
    ratings = np.zeros((40, 1), dtype=int)
    found = stand_in(ratings, {"gpt": ratings[:, 0]}, 3)
    assert answers_of_raters.judges(found, 0.15, 0.05) == (
        "Nobody can be tested: no item was rated by two people, so that nothing tells a person's "
        "own noise. Have 30 of these items or more rated by a second person, better 200: of few "
        "items, even a judge as good as a person seldom passes."
    )
