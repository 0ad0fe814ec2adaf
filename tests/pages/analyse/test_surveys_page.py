"""A survey on the page Leaderboard: whom a run gets wrong, as the core has it."""

from dataclasses import replace

import numpy as np
import pytest

from oq_core import Collection, read_campaign
from oq_core.campaign import board_by_group, group_difference
from oq_core.campaign.computing.by_group import worst_and_best
from oq_core.campaign.printing.answers_of_surveys import difference
from oq_core.data.survey import survey_part
from pages.analysing.data import SAMPLE_OF_SURVEY, _usual_scale
from tests.conftest import SAMPLE
from tests.pages.analyse.uploading import put, words


@pytest.fixture(scope="module")
def core():
    campaign = read_campaign(SAMPLE / "survey" / "people.csv", SAMPLE / "survey" / "models")
    return campaign.scores["people answers"], campaign.source("people answers").data


def shown(page, head):
    """The table on the page that has this column."""
    return next(each.value for each in page.dataframe if head in each.value.columns)


def test_the_leaderboard_says_whom_a_run_gets_wrong(start, core, records):
    scores, survey = core
    page = start("leaderboard", data=SAMPLE_OF_SURVEY)
    assert not page.exception
    told = words(page)
    assert "Tests and intervals take whole questions" in told
    first = scores.runs[int(np.argmin(scores.of("NMD").means[0]))]
    board = board_by_group(survey, "NMD", seed=0)
    table = shown(page, "above it")
    column = board.runs.index(first)
    assert table.index.tolist() == list(board.groups)
    assert table["mean"].tolist() == [f"{each:.4f}" for each in board.means[:, column]]
    assert table["the truth"].tolist() == [f"{each:.4f}" for each in board.truth]
    assert table["30 of each"].tolist() == [f"{each:.4f}" for each in board.equal_means[:, column]]
    # At first the two groups on which it is farthest above what the truth would score, and least.
    [two] = [each for each in worst_and_best(board) if each.runs == (first,)]
    assert page.selectbox(key="group_first").value == two.first
    assert page.selectbox(key="group_second").value == two.second
    assert difference(two) in told
    assert "Above 0 a run is worse on" in told
    page.selectbox(key="group_first").set_value("35-54").run()
    page.selectbox(key="group_second").set_value("18-34").run()
    other = group_difference(board, "35-54", "18-34", board.pairs)
    assert difference(other.only(first)) in words(page)
    shown_difference = records["difference-of-groups-NMD"].numbers.set_index("run")
    assert shown_difference["difference in mean NMD"].to_dict() == pytest.approx(
        dict(zip(board.runs, other.differences.tolist(), strict=True))
    )
    # The ten worst answers, each with its own options.
    values = scores.of("NMD").values[0, :, scores.runs.index(first)]
    worst = records["worst-answers-NMD"].numbers
    assert worst["answer"].nunique() == 10
    assert worst["answer"].iloc[0].endswith(f"NMD {np.sort(values)[-1]:.4f}")
    options = survey.options
    for answer, rows in worst.groupby("answer"):
        question = answer.partition(" |")[0]
        assert tuple(rows[rows["whose"] == first]["option"]) == options[question]
    by_options = records["options-NMD"]
    assert [each.name for each in by_options.columns[1:]] == ["2", "3", "4", "5", "6", "7"]


def test_a_link_shows_two_groups_with_the_references_below_the_runs(start, core, records):
    scores, survey = core
    first = scores.runs[int(np.argmin(scores.of("NMD").means[0]))]
    page = start("leaderboard", data=SAMPLE_OF_SURVEY, group_first="35-54")
    page.selectbox(key="group_second").set_value("18-34").run()
    link = {name: page.query_params[name] for name in ("data", "group_first", "group_second")}
    told = words(start("leaderboard", add_baselines="true", **link))
    board = board_by_group(survey, "NMD", seed=0)
    assert difference(group_difference(board, "35-54", "18-34", board.pairs).only(first)) in told
    assert "By NMD, every run is better than All groups" in told
    names = {"Uniform", "All groups", "Shuffled options"}
    heat = records["above-truth-NMD"].numbers
    assert set(heat["run"][-12:]) == names
    # Uniform, as a plain mean over the group's cells has it.
    [uniform] = heat[(heat["run"] == "Uniform") & (heat["group"] == "35-54")]["mean"]
    shares = [
        part.gold[row]
        for part in survey.parts
        for row, (_, group) in enumerate(part.cells)
        if group == "35-54"
    ]
    plain = [
        np.abs(np.cumsum(gold - 1 / len(gold)))[:-1].sum() / (len(gold) - 1) for gold in shares
    ]
    assert uniform == pytest.approx(np.mean(plain))
    for record in ("options-NMD", "difference-of-groups-NMD"):
        assert names <= set(records[record].numbers["run"])


def test_a_survey_of_refusals_has_neither_options_nor_answers(start):
    page = start("leaderboard", data=SAMPLE_OF_SURVEY)
    page.button_group(key="scales/answers/refusals").set_value(["refusals"]).run()
    assert not page.exception
    told = words(page)
    assert any("get wrong?" in each.value for each in page.header)
    assert "Above 0 a run is worse on" in told
    assert "by how many options a question has" not in told


def test_a_survey_opens_on_the_number_of_options_above_two_that_most_answers_have():
    def of(size, cells):
        asked = [(f"q{size}", str(n)) for n in range(cells)]
        words = {f"q{size}": tuple(map(str, range(size)))}
        return survey_part("s", words, asked, np.full((cells, size), 1 / size))

    parts = {each.key: each for each in (of(2, 9), of(3, 2), of(4, 3), of(5, 1))}
    assert _usual_scale(parts) == "answers, 4 options"
    # Where there are two options alone, on these; other data on their first scale.
    assert _usual_scale({"answers, 2 options": of(2, 9)}) == "answers, 2 options"
    one = Collection("c", ("x", "y", "z"), ("i",), np.eye(3)[:1])
    assert _usual_scale({"A": replace(one, ids=("j",)), "S": one}) == "A"


def test_own_surveys_open_on_your_data(start):
    page = start("data")
    models = sorted((SAMPLE / "survey" / "models").glob("*.csv"))[:2]
    put(page, "Gold", {"people.csv": (SAMPLE / "survey" / "people.csv").read_text()})
    put(page, "Run files", {each.name: each.read_text() for each in models})
    assert "60 questions, 4 groups, 240 instances" in words(page)
