"""The command oq: what it writes, says and returns."""

import errno
import io
import json
import os
import re

import numpy as np
import pandas as pd
import pytest

from oq_core import analyse, read_campaign, read_collections, score, write_report
from oq_core.analysis import Rule, difference_intervals, pair_p_values, pair_tests
from oq_core.campaign import Options, Report
from oq_core.campaign.saving.archive import score_matrices
from oq_core.command import main
from tests.command.order_told import without_order

GOLD = "id,low,middle,high\nd1,6,3,1\nd2,1,3,6\nd3,2,6,2\nd4,5,5,0\n"
RUNS = {
    "TEAM-run1": "id,low,middle,high\nd1,.5,.3,.2\nd2,.1,.4,.5\nd3,.3,.4,.3\nd4,.4,.5,.1\n",
    "TEAM-run2": "id,low,middle,high\nd1,.2,.3,.5\nd2,.3,.4,.3\nd3,.1,.1,.8\nd4,.4,.3,.3\n",
    "-x,y": "id,low,middle,high\nd1,.4,.3,.3\nd2,.2,.4,.4\nd3,.2,.6,.2\nd4,.1,.3,.6\n",
}
QUICK = ["--trials", "100", "--splits", "10", "--samples", "20"]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "gold.csv").write_text(GOLD)
    (tmp_path / "runs").mkdir()
    for name, text in RUNS.items():
        (tmp_path / "runs" / f"{name}.csv").write_text(text)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    return tmp_path


def contents(folder):
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*.*")}


def test_a_report_and_the_same_again(folder, capsys):
    line = ["report", "gold.csv", "runs", "--measures", "NMD,RNOD", "--baselines", *QUICK]
    assert main([*line, "--out", "first"]) == 0
    assert main(["report", "--again", "first/options.json", "--out", "second"]) == 0
    assert contents(folder / "first") == contents(folder / "second")
    # A pipe is told the order, too.
    order = "Note: classes low < middle < high (a known scale: amount).\n"
    assert capsys.readouterr() == ("", 2 * order)
    stated = json.loads((folder / "first" / "options.json").read_text())
    (data,) = stated["data"]
    assert data["gold"][0]["name"] == "gold.csv"
    assert data["gold"][0]["size"] == len(GOLD)
    assert sorted(data["runs"][0]["runs"]) == sorted(stated["data sets"][0]["runs"])
    assert stated["data sets"][0]["references"] == ["Popularity", "Uniform"]


@pytest.mark.usefixtures("undrawn")
def test_a_line_and_code_make_the_same_report(folder):
    line = [
        "report", "gold.csv", "runs", "--title=Élan [1]", "--measures=RNOD,NMD", "--baselines",
        "--without=-x,y", "--flipped", "--nugget-weight=0.25", "--classes=middle,low,high",
        "--missing=worst", "--rename=TEAM-run1=TEAM first, 1", "--alpha=0.2", "--trials=100",
        "--splits=10", "--split-size=2", "--samples=20", "--seed=7", "--tau=b",
        "--tau-interval=bootstrap", "--effect=E2", "--outside=Uniform", "--intervals", "--bounded",
        "--method=sign-flip", "--out=by line",
    ]  # fmt: skip
    assert main(line) == 0
    campaign = read_campaign(
        "gold.csv", ["runs"], title="Élan [1]", measures=["RNOD", "NMD"], baselines=True,
        without=["-x,y"], flipped=True, nugget_weight=0.25, classes=["middle", "low", "high"],
        missing="worst", renamed={"TEAM-run1": "TEAM first, 1"},
    )  # fmt: skip
    made = analyse(
        campaign,
        Options(0.2, 100, 10, 2, 20, 7, "b", "bootstrap", "E2", Rule.SIGNS, ("Uniform",),
                intervals=True, bounded=True),
    )  # fmt: skip
    assert contents(folder / "by line") == Report(made, "1970-01-01T00:00:00+00:00").files()


LONG = "id,a,b,c\nd1,6,3,1\nd2,1,3,6\nd3,2,6,2\nd4,5,5,0\n"


@pytest.fixture
def two_scales(folder):
    """A gold and two runs of the scales A and S."""
    rows = [line.split(",") for line in LONG.splitlines()[1:]]
    votes = [
        {"id": name, "annotations": [
            {"quality": {"A": place - 1, "S": 1 - place}}
            for place, count in enumerate(map(int, counts)) for _ in range(count)
        ]}
        for name, *counts in rows
    ]  # fmt: skip
    (folder / "gold.json").write_text(json.dumps(votes))
    (folder / "teams").mkdir()
    for number in (1, 2):
        run = [
            {"id": name, "quality": {
                scale: {"-2": 0, "-1": (place + number) / 10, "0": 0.3, "1": 0.1,
                        "2": 0.6 - (place + number) / 10}
                for scale in ("A", "S")
            }}
            for place, (name, *_) in enumerate(rows)
        ]  # fmt: skip
        (folder / "teams" / f"TEAM-run{number}.json").write_text(json.dumps(run))
    return folder


@pytest.mark.usefixtures("undrawn")
def test_scales_are_scored_by_measures_of_their_own(two_scales, capsys):
    own = ["--measures", "RNSS", "--scale-measures", "A=NMD,RSNOD", "--scale-measures=S=NMD,JSD"]
    line = ["gold.json", "teams", "--scales", "A,S", *own]
    assert main(["score", *line, "--format", "json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    given = {each["data set"]: {k for k, v in each.items() if v is not None} for each in rows}
    named = {"data set", "run"}
    assert given == {"gold A": {"NMD", "RSNOD"} | named, "gold S": {"NMD", "JSD"} | named}
    assert main(["report", *line, "--baselines", *QUICK, "--out", "first"]) == 0
    assert main(["report", "--again", "first/options.json", "--out", "second"]) == 0
    content = contents(two_scales / "first")
    assert contents(two_scales / "second") == content
    stated = json.loads(content["options.json"])
    assert stated["data"][0]["choices"]["scale_measures"] == {
        "A": ["NMD", "RSNOD"], "S": ["NMD", "JSD"],
    }  # fmt: skip
    assert [each["measures"] for each in stated["data sets"]] == [["NMD", "RSNOD"], ["NMD", "JSD"]]
    page = content["report.html"].decode()
    assert "measures of scale A NMD, RSNOD; measures of scale S NMD, JSD" in page
    wins = pd.read_csv(io.BytesIO(content["csv/baseline-wins.csv"]))
    assert wins.groupby("data set")["measure"].agg(list).to_dict() == {
        "gold A": ["NMD", "RSNOD"], "gold S": ["NMD", "JSD"],
    }  # fmt: skip
    campaign = read_campaign(
        "gold.json", "teams", scales=["A", "S"], measures=["RNSS"], baselines=True,
        scale_measures={"A": ["NMD", "RSNOD"], "S": ["NMD", "JSD"]},
    )  # fmt: skip
    options = Options(trials=100, splits=10, samples=20)
    write_report(analyse(campaign, options), two_scales / "by code")
    assert contents(two_scales / "by code") == content


@pytest.mark.usefixtures("two_scales")
@pytest.mark.parametrize(
    ("own", "words"),
    [
        (
            "X=NMD",
            "measures are given for the scale 'X', which is not analysed; what is analysed: A",
        ),
        (
            "S=NMD",
            "measures are given for the scale 'S', which is not analysed; what is analysed: A",
        ),
        ("A=EMD", "there is no measure 'EMD'; there are"),
    ],
)
def test_measures_of_a_scale_that_is_not_there_are_refused(own, words, capsys):
    line = ["score", "gold.json", "teams", "--scales", "A", f"--scale-measures={own}"]
    assert main(line) == 1
    assert words in capsys.readouterr().err


@pytest.mark.usefixtures("undrawn")
def test_scales_need_share_no_measure_for_a_report(two_scales):
    line = ["report", "gold.json", "teams", "--scale-measures=A=NMD", "--scale-measures=S=JSD,RNOD"]
    assert main([*line, "--baselines", *QUICK, "--out", "r"]) == 0
    content = contents(two_scales / "r")
    assert b"pooled" not in content["csv/power.csv"]
    assert b"measures of other scales all; measures of scale A NMD" in content["report.html"]
    assert "csv/similarity-mean.csv" not in content
    assert "figures/power-curves.svg" not in content


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize("larger", [(), ("RNOD",)])
def test_score_matrices_are_enough_for_every_number(folder, capsys, larger):
    (folder / "scores").mkdir()
    campaign = read_campaign("gold.csv", "runs", measures=["NMD", "RNOD"])
    for name, text in score_matrices(campaign.scores["gold"]):
        (folder / "scores" / name).write_text(text)
    flags = ["--larger", ",".join(larger)] if larger else []
    line = ["--scores", "scores/NMD.csv", "scores/RNOD.csv", *flags]
    assert main(["score", *line, "--format", "csv"]) == 0
    means = pd.read_csv(io.StringIO(capsys.readouterr().out))
    assert set(means["data set"]) == {"scores"}
    assert list(means["NMD"]) == sorted(campaign.scores["gold"].means[0])
    assert main(["report", *line, "--without=-x,y", *QUICK, "--out", "first"]) == 0
    assert main(["report", "--again", "first/options.json", "--out", "second"]) == 0
    content = contents(folder / "first")
    assert contents(folder / "second") == content
    assert b"-x,y" not in content["csv/means.csv"]
    campaign = read_campaign(runs=["scores/NMD.csv", "scores/RNOD.csv"], without=["-x,y"],
                             larger=larger)  # fmt: skip
    options = Options(trials=100, splits=10, samples=20)
    write_report(analyse(campaign, options), folder / "by code")
    assert contents(folder / "by code") == content
    assert campaign.scores["scores"].larger_is_better == (False, bool(larger))
    assert main(["score", *line, "--larger", "X"]) == 1
    assert "there is no measure 'X'" in capsys.readouterr().err


@pytest.mark.usefixtures("undrawn")
def test_what_is_unusual_comes_back_from_the_options(folder):
    """A rule of tests, a run outside the family, turned classes and a run that is left out."""
    line = [
        "report", "gold.csv", "runs", "--baselines", "--outside=Uniform", "--outside=Popularity",
        "--flipped", "--without=-x,y", "--method=sign-flip", "--alpha=0.2",
        "--measures=NMD,JSD", "--tau=b", "--effect=E2", "--seed=3",
        "--split-size=1", "--nugget-weight=0.3", *QUICK,
    ]  # fmt: skip
    assert main([*line, "--out", "first"]) == 0
    assert main(["report", "--again", "first/options.json", "--out", "second"]) == 0
    assert contents(folder / "first") == contents(folder / "second")
    stated = json.loads((folder / "second" / "options.json").read_text())
    assert stated["options"]["outside"] == ["Uniform", "Popularity"]
    assert stated["options"]["method"] == "sign-flip"
    assert stated["data"][0]["choices"]["flipped"]
    assert stated["data"][0]["choices"]["without"] == ["-x,y"]


@pytest.mark.usefixtures("undrawn")
def test_runs_get_other_names(folder, capsys):
    line = ["gold.csv", "runs"]
    assert main(["score", *line, "--rename=TEAM-run1=first", "--format", "json"]) == 0
    means = {each["run"]: each["NMD"] for each in json.loads(capsys.readouterr().out)}
    assert main(["score", *line, "--format", "json"]) == 0
    before = {each["run"]: each["NMD"] for each in json.loads(capsys.readouterr().out)}
    assert means == {"first" if run == "TEAM-run1" else run: n for run, n in before.items()}
    # A name that is left out is the new one.
    given = ["--measures=NMD", "--rename=TEAM-run1=first", "--without=first", *QUICK]
    assert main(["report", *line, *given, "--out", "r"]) == 0
    assert main(["report", "--again", "r/options.json", "--out", "again"]) == 0
    assert contents(folder / "r") == contents(folder / "again")
    stated = json.loads((folder / "r" / "options.json").read_text())
    assert stated["data"][0]["choices"]["rename"] == {"TEAM-run1": "first"}
    assert sorted(stated["data sets"][0]["runs"]) == ["-x,y", "TEAM-run2"]
    (files,) = stated["data"][0]["runs"]
    assert files["paths"]["first"] == "runs/TEAM-run1.csv"
    assert "run TEAM-run1 renamed to first" in (folder / "r" / "report.html").read_text()
    for name, words in (
        ("nobody=x", "there is no run 'nobody'"),
        ("TEAM-run1=TEAM-run2", "two runs would be called 'TEAM-run2'"),
        ("TEAM-run1=\u200b", "has no visible sign"),
    ):
        assert main(["score", *line, f"--rename={name}"]) == 1
        assert words in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["score", *line, "--rename=TEAM-run1"])


@pytest.mark.usefixtures("undrawn")
def test_what_changed_since_is_refused(folder, capsys):
    assert main(["report", "gold.csv", "runs", *QUICK, "--measures", "NMD", "--out", "r"]) == 0
    (folder / "gold.csv").write_text(GOLD.replace("6,3,1", "5,4,1"))
    assert main(["report", "--again", "r/options.json", "--out", "s"]) == 1
    assert "gold.csv: the file has changed since" in capsys.readouterr().err
    (folder / "gold.csv").unlink()
    assert main(["report", "--again", "r/options.json", "--out", "s"]) == 1
    assert "gold.csv: the file is not there" in capsys.readouterr().err
    assert not (folder / "s").exists()


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"options": {"a": 1}}', '{"options": 3}'])
def test_other_files_are_no_options(folder, capsys, text):
    (folder / "o.json").write_text(text)
    assert main(["report", "--again", "o.json"]) == 1
    told = capsys.readouterr().err
    assert told.startswith("oq: o.json: ")
    assert told.count("\n") == 1


def test_ctrl_c_leaves_nothing(folder, monkeypatch, capsys):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("oq_core.command.actions.analyse", interrupted)
    before = set(folder.iterdir())
    for out in ("r", "r.zip", "r.html"):
        assert main(["report", "gold.csv", "runs", "--out", out]) == 130
    assert set(folder.iterdir()) == before
    assert "stopped; nothing was left half written" in capsys.readouterr().err


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize("command", ["report", "report.zip", "report.html"])
def test_what_cannot_be_written_is_a_sentence_of_every_command(
    folder, monkeypatch, capsys, command
):
    def full(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("oq_core.campaign.saving.writing._write", full)
    before = contents(folder)
    name, _, suffix = command.partition(".")
    out = f"new/made.{suffix}" if suffix else "new/made"
    assert main([name, "gold.csv", "runs", "--measures", "NMD", *QUICK, "--out", out]) == 1
    said = without_order(capsys.readouterr().err)
    assert said.startswith(f"oq: {out}: this cannot be written (No space left on device). Make")
    assert said.count("\n") == 1
    assert contents(folder) == before
    assert not (folder / "new").exists()


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("error", "words"),
    [
        (MemoryError(), "oq: there is not enough memory for this. Choose fewer measures, runs"),
        (PermissionError(13, "Permission denied", "gold.csv"), "oq: gold.csv: the system refuses"),
        (KeyboardInterrupt(), "\noq: stopped; nothing was left half written"),
    ],
)
def test_failures_of_the_system_are_sentences(monkeypatch, capsys, error, words):
    def fail(*_):
        raise error

    monkeypatch.setattr("oq_core.command.actions.campaign_of_line", fail)
    assert main(["score", "gold.csv", "runs"]) == (130 if "stopped" in words else 1)
    assert capsys.readouterr().err.startswith(words)


@pytest.mark.usefixtures("undrawn")
def test_one_file_as_output(folder, capsys):
    line = ["report", "gold.csv", "runs", "--measures", "NMD", *QUICK]
    assert main([*line, "--out", "r.html"]) == 0
    assert (folder / "r.html").read_text().startswith("<!doctype html>")
    assert main([*line, "--out", "r.html"]) == 1
    assert "r.html is there already" in capsys.readouterr().err


@pytest.mark.usefixtures("undrawn")
def test_the_report_names_files_without_the_folders_of_this_machine(folder):
    files = [str(folder / name) for name in ("gold.csv", "runs")]
    assert main(["report", *files, "--measures", "NMD", *QUICK, "--out", "r"]) == 0
    page = (folder / "r" / "report.html").read_text()
    assert "<td>gold.csv</td>" in page
    assert str(folder) not in page
    # Another report is made of the files where they are.
    assert main(["report", "--again", "r/options.json", "--out", "s"]) == 0


@pytest.mark.usefixtures("folder")
def test_scores_are_a_table_unless_another_form_is_asked_for(capsys):
    assert main(["score", "gold.csv", "runs", "--measures", "NMD"]) == 0
    head, *rows = capsys.readouterr().out.splitlines()
    scores = score(read_campaign("gold.csv", "runs").collections["gold"], ["NMD"])
    assert head.split() == ["data", "set", "run", "NMD"]
    means = dict(zip(scores.runs, scores.means[0], strict=True))
    assert len(rows) == len(means)
    for row in rows:
        # The data set before them, and no number of the row.
        name, mean = row.split()[1:]
        assert mean == f"{means[name]:.4f}"


def test_names_are_told_as_they_are(folder, capsys):
    run = next(each for each in sorted((folder / "runs").rglob("*.csv")))
    (folder / "東京.csv").write_bytes(run.read_bytes())
    assert main(["score", "gold.csv", "東京.csv", "--format", "json"]) == 0
    assert '"run": "東京"' in capsys.readouterr().out


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("form", ["csv", "json"])
def test_scores_are_the_means(capsys, form):
    assert main(["score", "gold.csv", "runs", "--measures", "NMD,JSD", "--format", form]) == 0
    text = capsys.readouterr().out
    table = pd.read_csv(io.StringIO(text)) if form == "csv" else pd.DataFrame(json.loads(text))
    campaign = read_campaign("gold.csv", "runs")
    scores = score(campaign.collections["gold"], ["NMD", "JSD"])
    assert list(table["NMD"]) == pytest.approx(sorted(scores.means[0]), abs=1e-14)
    assert set(table["run"]) == {"TEAM-run1", "TEAM-run2", "'-x,y" if form == "csv" else "-x,y"}


@pytest.mark.usefixtures("folder")
def test_scores_of_every_instance(capsys):
    line = ["score", "gold.csv", "runs", "--measures", "NMD", "--instances", "--format", "csv"]
    assert main(line) == 0
    table = pd.read_csv(io.StringIO(capsys.readouterr().out))
    assert list(table.columns) == ["data set", "instance", "run", "NMD"]
    assert len(table) == 12


@pytest.mark.usefixtures("folder")
def test_p_values_say_what_0_means(capsys):
    assert main(["test", "gold.csv", "runs", "--measures", "NMD", "--trials", "50"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["data", "set", "run", "1", "run", "2", "B", "NMD", "better", "NMD",
                                "p", "printed"]  # fmt: skip
    assert len(lines) == 4


#: Some of the sample's runs: reading all of them takes longer than what is done with them.
SAMPLE_RUNS = [
    f"sample_data/runs/{name}.json"
    for name in ("ALTO-run1", "ALTO-run2", "BIRCH-run1", "CEDAR-run1", "GROVE-run0")
]
SAMPLE_LINE = ["test", "sample_data/gold.json", *SAMPLE_RUNS, "--measures", "NMD", "--scales"]


def printed(capsys, *more):
    """The CSV that the line prints of the sample, scale A, and what is said beside it."""
    assert main([*SAMPLE_LINE, "A", *more, "--format", "csv"]) == 0
    out, beside = capsys.readouterr()
    return pd.read_csv(io.StringIO(out)), beside


def test_every_rule_is_named_in_its_column(capsys):
    found, _ = printed(capsys, "--method", "sign-flip", "--trials", "200")
    assert set(found["rule"]) == {Rule.SIGNS.words}
    scores = score(read_collections("sample_data/gold.json", SAMPLE_RUNS)["A"], "NMD")
    p = pair_p_values(pair_tests(scores, Rule.SIGNS, 200)).ravel()
    assert found["NMD p"].tolist() == pytest.approx(p.tolist())


def test_differences_of_all_pairs_have_intervals(capsys):
    found, _ = printed(capsys, "--differences", "--trials", "300", "--seed=3")
    scores = score(read_collections("sample_data/gold.json", SAMPLE_RUNS)["A"], "NMD")
    expected = difference_intervals(scores, trials=300, seed=3).to_frame()
    assert found[["run 1", "run 2"]].equals(expected[["run 1", "run 2"]])
    numbers = ["difference", "low", "high", "p"]
    np.testing.assert_allclose(found[numbers], expected[numbers])
    assert main([*SAMPLE_LINE, "A", "--differences", "--method=sign-flip"]) == 1
    assert "--method has no part in --differences" in capsys.readouterr().err


def test_names_of_measures_and_scales_may_be_in_other_capitals(two_scales, capsys):
    def said(*line):
        assert main([*line, "--format=csv"]) == 0
        return capsys.readouterr().out

    files = ("score", "gold.json", "teams")
    right = said(*files, "--measures=NMD,RNSS", "--scales=A,S", "--scale-measures=A=RNSS")
    other = said(*files, "--measures=nmd,Rnss", "--scales=a,S", "--scale-measures=a=rnss")
    assert right == other
    tidy = "run,instance,measure,value\na,x,F,1\na,y,F,2\nb,x,F,3\nb,y,F,1\n"
    (two_scales / "of.csv").write_text(tidy)
    matrix = ("score", "--scores", "of.csv")
    assert said(*matrix, "--larger=F") == said(*matrix, "--larger=f")


def test_what_is_not_defined_has_a_reason(capsys, tmp_path):
    """Runs that differ alike everywhere have no interval; runs that are the same, no test."""
    steady, same = tmp_path / "NMD.csv", tmp_path / "RNOD.csv"
    steady.write_text("id,a,b\n" + "".join(f"d{i},{i / 9},{i / 9 + 0.1}\n" for i in range(8)))
    same.write_text("id,a,b\n" + "".join(f"d{i},{i / 9},{i / 9}\n" for i in range(8)))
    assert main(["test", "--scores", str(steady), "--differences", "--trials=99"]) == 0
    told = capsys.readouterr().err
    assert "an interval is not defined, because a difference is the same on every instance" in told
    assert main(["test", "--scores", str(same)]) == 1
    assert "1 run to test" in (told := capsys.readouterr().err)
    assert "a and b are the same in every number: a is tested and stands for both" in told


def test_whole_clusters_are_tested_where_they_are_asked_for(capsys):
    line = ["--method", "sign-flip", "--trials", "200"]
    campaign = read_campaign("sample_data/gold.json", SAMPLE_RUNS, measures=["NMD"])
    assert main(["test", "sample_data/gold.json", *SAMPLE_RUNS, "--measures=NMD", *line,
                 "--clusters=1", "--format=csv"]) == 0  # fmt: skip
    found = pd.read_csv(io.StringIO(capsys.readouterr().out))
    assert found["rule"].str.endswith(", by whole clusters").all()
    for name, scores in campaign.scores.items():
        p = found.loc[found["data set"] == name, "NMD p"]
        expected = pair_p_values(pair_tests(scores.by_cluster("1"), Rule.SIGNS, 200))
        assert p.tolist() == pytest.approx(expected.ravel().tolist())


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (["--differences", "--trials=10"], "raise the trials B to 20 or more"),
        (["--trials=19"], "raise the trials B to 20 or more"),
        (["--method=sign-flip", "--clusters=_"], "5 clusters cannot .* 6 clusters are"),
        (["--differences", "--clusters=_"], "5 clusters cannot .* 6 clusters are"),
        (["--clusters=x"], "10 instances make a cluster for each"),
        (["--clusters=d"], "10 instances make one cluster"),
    ],
)
def test_what_cannot_be_shown_is_refused_with_what_it_takes(tmp_path, capsys, line, words):
    rows = [f"d{place // 2}_{place},.{place + 1},.5,.{9 - place}\n" for place in range(9)]
    text = "".join(["instance,a,b,c\n", *rows, "d4_9,.2,.1,.4\n"])
    (tmp_path / "NMD.csv").write_text(text)
    assert main(["test", "--scores", str(tmp_path / "NMD.csv"), *line]) == 1
    assert re.search(words, capsys.readouterr().err)


def test_check_names_every_fault(folder, capsys):
    (folder / "bad.csv").write_text(GOLD.replace("d2", "d9"))
    (folder / "worse.csv").write_text("id,low\nd1,x\n")
    good = "runs/TEAM-run1.csv"
    assert main(["check", "gold.csv", good]) == 0
    assert "No fault was found in 1 run: TEAM-run1" in capsys.readouterr().out
    assert main(["check", "gold.csv", good, "bad.csv", "worse.csv"]) == 1
    said = capsys.readouterr().out
    assert "Fault: bad.csv" in said
    assert "Fault: worse.csv" in said
    assert "3 faults found.\n1 run can be used." in said


@pytest.mark.usefixtures("folder")
def test_check_lists_the_faults_for_scripts(folder, capsys):
    (folder / "bad.csv").write_text(GOLD.replace("d2", "d9").replace("d1,6", "d1,six"))
    line = ["check", "gold.csv", "runs/TEAM-run1.csv"]
    assert main([*line, "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out) == []
    assert main([*line, "bad.csv", "--format", "json"]) == 1
    assert json.loads(capsys.readouterr().out) == [
        {
            "file": "bad.csv",
            "place": "line 2, class low",
            "fault": "'six' is not a number",
            "remedy": "Give a vote count or a probability",
        },
        {
            "file": "bad.csv",
            "place": "",
            "fault": "1 of 4 instances is missing: d2",
            "remedy": "Add them; every id of the gold file is needed once",
        },
        {
            "file": "bad.csv",
            "place": "line 3",
            "fault": "the id d9 is not in the gold file",
            "remedy": "Remove it, or check that the file belongs to this gold file",
        },
    ]
    # Those of the gold are listed too.
    assert main(["check", "bad.csv", "runs", "--format", "json"]) == 1
    said = capsys.readouterr()
    (fault,) = json.loads(said.out)
    assert fault["place"] == "line 2, class low"
    assert said.err == "Note: the runs are looked at once the gold has no fault.\n"
    # Where a campaign is read, the first is said, and how many more there are.
    assert main(["score", "gold.csv", "bad.csv"]) == 1
    assert capsys.readouterr().err == (
        "oq: bad.csv, line 2, class low: 'six' is not a number. Give a vote count or a "
        "probability. And 2 more faults.\n"
    )


@pytest.mark.usefixtures("folder")
def test_a_missing_file_is_said(capsys):
    assert main(["score", "nowhere.csv", "runs"]) == 1
    assert capsys.readouterr().err.startswith("oq: nowhere.csv")
    assert main(["report"]) == 1
    assert "there is no gold file" in capsys.readouterr().err


@pytest.mark.parametrize(
    "line",
    [
        [],
        ["dance"],
        ["score"],
        ["report", "g", "--tau", "c"],
        ["score", "g", "--scale-measures=A"],
        ["score", "g", "--scale-measures", "A="],
    ],
)
def test_a_line_that_is_not_understood_exits_with_2(line, capsys):
    with pytest.raises(SystemExit) as stopped:
        main(line)
    assert stopped.value.code == 2
    assert "usage: oq" in capsys.readouterr().err


def test_help_has_examples_and_formats_are_listed(capsys):
    with pytest.raises(SystemExit) as stopped:
        main(["--help"])
    assert stopped.value.code == 0
    assert "oq report gold.json runs --measures RSNOD,NMD" in capsys.readouterr().out
    assert main(["check"]) == 0
    assert "SemEval" in capsys.readouterr().out


def test_measures_of_classes_are_means_over_topics_unless_they_are_pooled(tmp_path, capsys):
    for name, classes in (("gold", "1122231"), ("run", "1212333")):
        items = (f"i{n},{'t' if n < 3 else 'u'},{each}" for n, each in enumerate(classes))
        (tmp_path / f"{name}.csv").write_text("\n".join(["id,topic,class", *items]))
    line = ["score", f"{tmp_path}/gold.csv", f"{tmp_path}/run.csv", "--measures=MAE_M"]
    by_topic = ((1 / 2 + 1) / 2 + (2 + 1 / 2 + 0) / 3) / 2
    for flags, expected in (([], by_topic), (["--pooled"], (1 + 2 / 3 + 0) / 3)):
        assert main([*line, "--format=json", *flags]) == 0
        out, err = capsys.readouterr()
        assert json.loads(out)[0]["MAE_M"] == pytest.approx(expected)
        told = "gold classification: means over 2 topics; --pooled takes all items together."
        assert (told in err) == (not flags)
