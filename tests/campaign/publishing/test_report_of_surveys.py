"""The report of a survey says whom runs get wrong, as its board has it."""

import re

import numpy as np
import pytest

from oq_core import Options, analyse, compare_runs, read_campaign
from oq_core.analysis import correlation
from oq_core.campaign import board_by_group, group_difference
from oq_core.campaign.publishing.report import Report
from tests.conftest import SAMPLE

OPTIONS = Options(trials=60, splits=4, samples=20)


@pytest.fixture(scope="module")
def campaign():
    folder = SAMPLE / "survey"
    return read_campaign(
        folder / "people.csv", folder / "models", baselines=True, measures=["NMD", "JSD"]
    )


@pytest.fixture(scope="module")
def report(campaign):
    return Report(analyse(campaign, OPTIONS), "2026-01-31")


@pytest.fixture(scope="module")
def section(report):
    return report.sections[-1]


@pytest.fixture(scope="module")
def records(section):
    return {each.file: each for each in (*section.tables, *section.charts)}


def test_a_survey_has_a_section_of_groups_and_options(section, records):
    assert section.title == "Groups, and how many options questions have"
    answers, refusals = "1-people-answers-", "2-people-refusals-"
    assert set(records) == {
        *(f"{answers}{name}" for name in ("by-group-NMD", "group-differences-NMD", "options-NMD",
                                          "options-JSD", "above-truth-NMD", "worst-answers-NMD")),
        # Refusals have one number of options, and no answers to be drawn.
        *(f"{refusals}{name}" for name in ("by-group-NMD", "group-differences-NMD",
                                           "above-truth-NMD")),
    }  # fmt: skip


def test_its_numbers_are_those_of_the_board(campaign, records, section):
    source = campaign.source("people answers")
    board = board_by_group(source.with_runs_of(source.beside).data, "NMD", samples=20)
    heat = records["1-people-answers-above-truth-NMD"].numbers
    found = heat.pivot_table("above truth", "group", "run")
    for g, group in enumerate(board.groups):
        for r, run in enumerate(board.runs):
            # What was made from the gold has a mark.
            name = run if run in found else f"{run} †"
            assert found.loc[group, name] == pytest.approx(board.above[g, r])
    # The runs by their means, then the references.
    means = dict(zip(board.runs, board.scores.mean(axis=0), strict=True))
    order = list(dict.fromkeys(heat["run"]))
    assert order[:8] == sorted(source.runs, key=means.__getitem__)
    assert order[8:] == ["Uniform", "All groups †", "Shuffled options †"]
    table = records["1-people-answers-group-differences-NMD"]
    assert [row[0] for row in table.rows] == [run for run in board.runs if run in source.runs]
    for run, first, second, *_ in table.rows:
        column = board.runs.index(run)
        assert board.groups[int(np.argmax(board.above[:, column]))] == first
        assert board.groups[int(np.argmin(board.above[:, column]))] == second
        two = group_difference(board, first, second, board.pairs).only(run)
        row = table.numbers[table.numbers["run"] == run].iloc[0]
        assert row["difference"] == pytest.approx(two.differences[0])
        assert row["low"] == pytest.approx(two.low[0])
    worst = records["1-people-answers-worst-answers-NMD"]
    assert worst.title == f"the 10 answers of {order[0]} that are worst by NMD"
    assert any(f"the mean NMD of {order[0]} on " in each for each in section.answers)
    assert any("every run is better than All groups" in each for each in section.answers)


def test_what_tests_and_intervals_take_is_called_questions(report):
    tables = {each.file: each for section in report.sections for each in section.tables}
    assert [row[3] for row in tables["tested"].rows] == ["60 questions", "40 questions"]
    said = [answer for section in report.sections for answer in section.answers]
    assert sum("two halves of the questions rank the runs" in each for each in said) == 2
    ranks = [each for file, each in tables.items() if file.endswith("rank-intervals")]
    assert len(ranks) == 2
    assert all("bootstrap over questions" in each.note for each in ranks)
    assert report.analysis.units == "questions"
    overview = " ".join(report.overview.split())
    for page in (report.html, overview):
        assert "over questions" in page
        assert not re.search(r"(over|halves of the|fewer than \d+) instances|an instance,", page)


def test_deltas_are_correlated_over_questions_and_extremes_have_their_own_options(report, campaign):
    charts = {each.file: each for section in report.sections for each in section.charts}
    survey, data = campaign.source("people answers").data, report.analysis.data_sets[0]
    first, second = ["cherry", "beech"]
    found = correlation(compare_runs(data.instances, first, second), "NMD", "JSD")
    deltas = charts["1-people-answers-score-deltas"]
    assert f"r = {found.r:.3f} [{found.low:.3f}, {found.high:.3f}]" in deltas.note
    assert "over whole clusters" in deltas.note
    assert len(deltas.numbers) == 240
    extremes = charts["1-people-answers-extreme-instances"]
    rows = {f"{question} | {group}": shares for question, group, *shares in told(survey)}
    assert extremes.numbers["instance"].nunique() == 2
    for panel, shown in extremes.numbers.groupby("instance"):
        options, gold, runs = rows[panel.partition(":")[0]]
        for whose, wanted in (("gold", gold), (first, runs[first]), (second, runs[second])):
            ours = shown[shown["whose"] == whose]
            assert (*ours["class"],) == options
            assert ours["share"].tolist() == wanted.tolist()
    # Of two options measures are one number.
    assert not any(file.startswith("2-people-refusals-score") for file in charts)


def told(survey):
    for part in survey.parts:
        for row, (question, group) in enumerate(part.cells):
            runs = {name: each[row] for name, each in part.runs.items()}
            yield question, group, part.options[question], part.gold[row], runs


def test_a_data_set_that_is_no_survey_has_no_such_section():
    read = read_campaign(SAMPLE / "gold.json", SAMPLE / "runs", scales=["A"], measures=["NMD"])
    titles = [each.title for each in Report(analyse(read, OPTIONS), "2026-01-31").sections]
    assert not any(title.startswith("Groups") for title in titles)


def test_one_group_alone_is_compared_with_none_and_two_numbers_of_options_are(tmp_path):
    folder = SAMPLE / "survey"
    for path in (
        folder / "people.csv",
        folder / "models" / "ash.csv",
        folder / "models" / "oak.csv",
    ):
        head, *lines = path.read_text().splitlines(keepends=True)
        # Of questions those with 2 and 3 options.
        ours = [line for line in lines if ",18-34," in line and line.count('""') <= 6]
        (tmp_path / path.name).write_text("".join([head, *ours]))
    runs = [tmp_path / "ash.csv", tmp_path / "oak.csv"]
    read = read_campaign(tmp_path / "people.csv", runs, scales=["answers"], measures=["NMD"],
                         baselines=True)  # fmt: skip
    section = Report(analyse(read, OPTIONS), "2026-01-31").sections[-1]
    files = {each.file for each in (*section.tables, *section.charts)}
    assert not any("above-truth" in file or "group-differences" in file for file in files)
    (means,) = [each for each in section.tables if each.file.endswith("options-NMD")]
    assert [each.name for each in means.columns] == ["run", "2", "3"]
    assert section.answers == ()
