"""Which of two systems a measure prefers, as every table of the pages says it."""

import re

import numpy as np
import pytest

from oq_core import MEASURES
from pages.drawing.conflict import preferences
from pages.drawing.measure_table import (
    MeasureVerdict,
    measure_table,
    minority,
    preference,
    summary,
    verdicts,
)


@pytest.mark.parametrize(
    ("scores", "larger_is_better", "expected"),
    [
        ((0.1, 0.2), False, "A"),
        ((0.1, 0.2), True, "B"),
        ((0.2, 0.1), False, "B"),
        ((0.2, 0.1), True, "A"),
        ((0.1 + 0.2, 0.3), False, "tie"),
        ((0.1 + 0.2, 0.3), True, "tie"),
        ((float("nan"), 0.3), False, ""),
        ((0.3,), False, ""),
    ],
)
def test_the_better_score_is_preferred(scores, larger_is_better, expected):
    assert preference(scores, larger_is_better) == expected


def test_the_table_says_at_which_end_of_the_scale_the_gold_scores():
    gold = np.array([0.2, 0.3, 0.5])
    table = measure_table(verdicts({key: (each(gold, gold),) for key, each in MEASURES.items()}))
    scores = {float(each) for each in re.findall(r"oq-value>([\d.]+)<", table)}
    best = re.findall(r"(\d) (?:\(best\)|is best)", table)
    assert (scores, best) == ({0}, ["0", "0"])


@pytest.mark.parametrize(
    ("preferred", "marked"),
    [
        (("A", "B"), ()),
        (("A", "A"), ()),
        (("B", "A", "A"), (0,)),
        (("B", "A", "B", "tie", "tie", "tie"), (1,)),
        (("", ""), ()),
    ],
)
def test_rows_are_marked_of_measures_that_fewer_agree_with(preferred, marked):
    found = [MeasureVerdict("NMD", (0.1, 0.2), each) for each in preferred]
    fewer = minority(found)
    assert tuple(k for k, each in enumerate(found) if each.preferred == fewer) == marked


def test_of_many_measures_those_are_named_that_fewer_agree_with():
    preferred = "A" * 9 + "B"
    found = [MeasureVerdict(f"m{k}", (0.1, 0.2), each) for k, each in enumerate(preferred)]
    found.append(MeasureVerdict("m10", (0.1, 0.1), "tie"))
    told = (
        "**The measures disagree:** **9** prefer A, **1** prefers B (m9), **1** finds a tie (m10)."
    )
    assert summary(found) == told


def test_a_tie_is_no_preference_in_the_table_of_a_conflict():
    gold, a, b = np.array([[0.25] * 4, [0.25, 0.35, 0.15, 0.25], [0.25, 0.25, 0.35, 0.15]])
    table = preferences((gold, a, b), ["NMD", "RNOD"], ("Run 1", "Run 2"))
    assert table["prefers"].tolist() == ["tie", "Run 1"]
