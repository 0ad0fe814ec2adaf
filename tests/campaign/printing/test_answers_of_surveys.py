"""Sentences about the groups of a survey."""

import numpy as np
import pytest

from oq_core import Scores
from oq_core.campaign import GroupDifference
from oq_core.campaign.printing.answers_of_surveys import difference, knows_groups


def found(questions=60, pairs=6, truth=0.0199, half=0.01):
    value = np.array([0.0152])
    return GroupDifference(
        "NMD",
        "old",
        "young",
        ("alpha",),
        questions,
        pairs,
        value,
        value - half,
        value + half,
        truth,
    )


ASKED = "that both were asked, the mean NMD of alpha on old less that on young is +0.0152"


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (found(), f"On the 60 questions {ASKED} (95 %, corrected for all 6 pairs of groups: "
         "+0.0052 to +0.0252); that of the truth itself would be +0.0199, against other numbers of "
         "respondents."),
        (found(pairs=1, truth=np.nan), f"On the 60 questions {ASKED} (95 %: +0.0052 to +0.0252)."),
        (found(1, half=np.nan, truth=-0.01), f"On the question {ASKED} (of one question there is "
         "no interval); that of the truth itself would be -0.0100, against other numbers of "
         "respondents."),
    ],
)  # fmt: skip
def test_a_difference_of_groups_is_told_with_that_of_the_truth(given, words):
    assert difference(given) == words


@pytest.mark.parametrize(
    ("means", "words"),
    [
        ((0.3, 0.1), "By NMD, a is no better than All groups (0.2000), which gives each group what "
         "all groups together have answered."),
        ((0.2, 0.4), "By NMD, A and b are no better than All groups (0.2000), which"),
        ((0.1, 0.19), "By NMD, every run is better than All groups (0.2000), which"),
        ((0.1,), "By NMD, the run is better than All groups (0.2000), which"),
    ],
)  # fmt: skip
def test_runs_that_know_no_group_are_named(means, words):
    values = np.array([[[*means, 0.2, 0.05]]])
    runs = (*"ab"[: len(means)], "All groups", "Shuffled options")
    scores = Scores(values, ("NMD",), ("q",), runs, (False,))
    names = {"a": "A"} if means == (0.2, 0.4) else {}
    assert knows_groups(scores, ("Shuffled options", "All groups"), names).startswith(words)
    assert knows_groups(scores, ("Shuffled options",), names) == ""
