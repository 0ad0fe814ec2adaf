"""A survey on the page Leaderboard: whom a run gets wrong, as the core has it."""

import numpy as np
import pytest

from oq_core import read_campaign
from oq_core.campaign import board_by_group, group_difference
from oq_core.data.scores import Scores
from tests.conftest import SAMPLE
from tests.pages.analyse.uploading import put, words


@pytest.fixture(scope="module")
def core():
    campaign = read_campaign(SAMPLE / "survey" / "people.csv", SAMPLE / "survey" / "models")
    return campaign.scores["people answers"], campaign.source("people answers").data


def shown(page, head):
    """The table on the page that has this column."""
    return next(each.value for each in page.dataframe if head in each.value.columns)


def test_the_leaderboard_says_whom_a_run_gets_wrong(start, core):
    scores, survey = core
    page = start("data")
    models = sorted((SAMPLE / "survey" / "models").glob("*.csv"))
    put(page, "Gold", {"people.csv": (SAMPLE / "survey" / "people.csv").read_text()})
    put(page, "Run files", {each.name: each.read_text() for each in models})
    assert "60 questions, 4 groups, 240 instances" in words(page)
    page.switch_page("analyse/leaderboard.py").run(timeout=60)
    assert not page.exception
    first = scores.runs[int(np.argmin(scores.of("NMD").means[0]))]
    board = board_by_group(survey, "NMD", seed=0)
    table = shown(page, "above it")
    column = board.runs.index(first)
    assert table.index.tolist() == list(board.groups)
    assert table["mean"].tolist() == [f"{each:.4f}" for each in board.means[:, column]]
    assert table["floor"].tolist() == [f"{each:.4f}" for each in board.floors]
    assert table["30 of each"].tolist() == [f"{each:.4f}" for each in board.equal_means[:, column]]
    each = group_difference(survey, "NMD", "75 and over", "35-54", seed=0)
    told = words(page)
    assert f"{first} scores {each.differences[column]:.4f} worse on 75 and over" in told
    assert "Tests and intervals take whole questions" in told
    # The ten worst answers, each with its own options.
    values = scores.of("NMD").values[0, :, scores.runs.index(first)]
    assert isinstance(scores, Scores)
    assert "The 10 worst answers by NMD" in told
    assert told.count("NMD = ") >= 10
    assert f"NMD = {np.sort(values)[-1]:.4f}" in told
