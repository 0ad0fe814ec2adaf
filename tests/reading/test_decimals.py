"""Ratings between two classes, such as the mean of a judge's answers: asked, shared or rounded."""

import json

import pytest

from oq_core import DataError, analyse, read_campaign
from oq_core.campaign import Options
from oq_core.campaign.saving.provenance import options_json, read_options
from oq_core.command import main
from oq_core.reading import Plan, read_gold, read_runs, with_plan
from tests.reading.made import Upload

PEOPLE = "item,rater,rating\n" + "".join(
    f"i{n},{rater},{rating}\n"
    for n, ratings in enumerate([(4, 5, 4), (2, 1, 3)], 1)
    for rater, rating in zip("abc", ratings, strict=True)
)
JUDGE = "item,rater,rating\ni1,j,4.25\ni2,j,2.5\n"


def judged(judge=JUDGE, **plan):
    gold = read_gold(Upload("people.csv", PEOPLE))
    read = read_runs([with_plan(Upload("judge.csv", judge), Plan(**plan))], gold)
    return read, read.collections["people"].runs


def test_decimal_scores_are_asked_about_once():
    read, runs = judged()
    assert not runs
    (fault,) = read.faults
    assert (fault.file, fault.place) == ("judge.csv", "line 2")
    assert fault.problem == "'4.25' (1 rating), '2.5' (1 rating) are between two classes"
    assert (
        "Share 4.25 between 4 and 5, or round it to 4 (on Your data under Ratings between two"
        in fault.remedy
    )


def test_decimal_scores_are_shared_between_neighbours():
    read, runs = judged(decimals="share")
    # 4.25 is 3/4 of 4 and 1/4 of 5; 2.5 is half of 2 and half of 3.
    assert runs["j"].tolist() == [[0, 0, 0, 0.75, 0.25], [0, 0.5, 0.5, 0, 0]]
    assert read.notes == ("judge.csv: 2 ratings between two classes are shared between them.",)


def test_decimal_scores_are_rounded_halves_up():
    read, runs = judged(decimals="round")
    assert runs["j"].tolist() == [[0, 0, 0, 1, 0], [0, 0, 1, 0, 0]]
    assert read.notes == ("judge.csv: 2 ratings between two classes are rounded, halves up.",)


def test_a_score_beyond_the_scale_is_none():
    read, runs = judged(JUDGE.replace("4.25", "5.25"), decimals="share")
    assert not runs
    assert "the rating '5.25' is not among the gold's classes" in read.problems[0]


def test_peoples_decimals_are_rounded_and_never_shared():
    text = PEOPLE.replace("i1,b,5", "i1,b,4.75")
    with pytest.raises(DataError, match=r"'4.75' \(1 rating\) is no whole .*--decimals round"):
        read_gold(Upload("g.csv", text))
    with pytest.raises(DataError, match="each is of one class"):
        read_gold(with_plan(Upload("g.csv", text), Plan(decimals="share")))
    gold = read_gold(with_plan(Upload("g.csv", text), Plan(decimals="round")))["g"]
    assert gold.classes == ("1", "2", "3", "4", "5")
    assert gold.votes.tolist() == [[0, 0, 0, 2, 1], [1, 1, 1, 0, 0]]


def test_the_way_is_chosen_in_a_shell_and_written(tmp_path, capsys):
    gold, judge = tmp_path / "people.csv", tmp_path / "judge.csv"
    gold.write_text(PEOPLE)
    judge.write_text(f"{JUDGE}i1,k,4\ni2,k,2\n")
    line = ["score", str(gold), str(judge), "--measures=NMD", "--format=json"]
    assert main(line) == 1
    assert "--decimals share" in capsys.readouterr().err
    means = {}
    for way in ("share", "round"):
        assert main([*line, f"--decimals={way}"]) == 0
        rows = json.loads(capsys.readouterr().out)
        means[way] = next(row["NMD"] for row in rows if row["run"] == "j")
    # People: (0, 0, 0, 2, 1) / 3 and (1, 1, 1, 0, 0) / 3. Differences of the cumulative shares,
    # over 4 steps and 2 items: 3/4 - 2/3; 1/3 and 2/3 - 1/2. Rounded: 1 - 2/3; 1/3 and 2/3.
    assert means["share"] == pytest.approx((1 / 12 + 1 / 3 + 1 / 6) / 8)
    assert means["round"] == pytest.approx((1 / 3 + 1 / 3 + 2 / 3) / 8)
    options = Options(trials=20, splits=4, samples=10, small_split=0)
    campaign = read_campaign(gold, judge, measures=["NMD"], decimals="share")
    (tmp_path / "options.json").write_text(options_json(analyse(campaign, options), "today"))
    again, _ = read_options(tmp_path / "options.json")
    assert again.parts[0].choices.decimals == "share"
